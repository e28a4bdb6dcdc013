"""The command line of run.py."""

import argparse
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

RESERVED = (
    *("--shard", "--record", "--resume", "--pgn", "--concurrency"),
    *("--sprt", "--model", "--json", "--quiet"),
)
"""Arguments of `simurgh match` that are not the match's own here."""


class OptionsError(Exception):
    """The command line asks for what is not there; the text says what."""


@dataclass(frozen=True)
class Options:
    """What was asked for."""

    match: tuple[str, ...]
    out: Path
    shards: int
    cpus: int
    simurgh: Path
    address: str | None
    local_cpus: int | None
    test: tuple[str, ...]
    """Arguments of `simurgh rate` for the sequential test."""


def read_options(words: list[str]) -> Options:
    """Read the command line; ends the program if it makes no sense."""
    parser = argparse.ArgumentParser(
        prog="run.py",
        usage="run.py --out DIR [OPTIONS] -- GAME --engine SPEC --engine SPEC ..",
        description="Play a match of `simurgh match` in shards on Ray.",
        allow_abbrev=False,
    )
    parser.add_argument("--out", type=Path, required=True, help="folder for records")
    parser.add_argument("--shards", type=positive, default=16, help="parts [default: 16]")
    parser.add_argument("--cpus", type=positive, default=1, help="games at a time in a shard")
    parser.add_argument("--address", help="a Ray cluster [default: Ray on this machine alone]")
    parser.add_argument("--local-cpus", type=positive, help="cores to use without a cluster")
    parser.add_argument("--simurgh", type=Path, help="the program [default: the release build]")
    parser.add_argument("--sprt", help="ELO0,ELO1[,ALPHA,BETA]: stop when this test decides")
    parser.add_argument("--model", choices=["normalized", "logistic"], help="the Elo of the test")
    at = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:at])
    match = tuple(words[at + 1 :])
    if not match:
        parser.error("no match: give the arguments of `simurgh match` after --")
    for word in match:
        if word.split("=")[0] in RESERVED:
            parser.error(f"{word} is not for the match: give it, if at all, before --")
    test: tuple[str, ...] = ()
    if options.sprt is not None:
        test = (f"--sprt={options.sprt}",)
        test += (f"--model={options.model}",) if options.model else ()
    return Options(
        match=match,
        out=options.out,
        shards=options.shards,
        cpus=options.cpus,
        simurgh=find_program(options.simurgh),
        address=options.address,
        local_cpus=options.local_cpus,
        test=test,
    )


def positive(text: str) -> int:
    """Read a number from 1 on."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def find_program(given: Path | None) -> Path:
    """Find simurgh: where it was said to be, where it is built, or on the path."""
    built = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "simurgh"
    candidates = [given] if given else [built, Path(shutil.which("simurgh") or "simurgh")]
    for path in candidates:
        if path.is_file() and os.access(path, os.X_OK):
            return path.resolve()
    raise OptionsError(f"{candidates[0]} is not a program: cargo build --release, or --simurgh PATH")
