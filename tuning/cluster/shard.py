"""One shard of a match, as it is played on a machine of the cluster.

Must know nothing of Ray: this runs wherever a copy of it is sent.
"""

import ctypes
import json
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

REFUSED = 2
"""Exit status of simurgh for arguments that make no sense, which another attempt would not mend."""

POLL = 0.2
"""Seconds after which a worker that waits for its match can be interrupted."""


class RefusedError(Exception):
    """Simurgh does not take the arguments; the text is what it says."""


@dataclass(frozen=True)
class Job:
    """What all shards of a match have in common."""

    arguments: tuple[str, ...]
    """The match: the arguments of `simurgh match` but for those that choose the shard."""
    shards: int
    cpus: int
    """Games at a time."""
    folder: str | None
    """Where paths among the arguments begin; a folder of its own for every shard if absent."""
    scratch: str | None
    """Where files that are being written are; the system's folder for such if absent."""


def play(job: Job, number: int, program: str | bytes) -> bytes | str:
    """Play a shard, its number counted from 1, and give its records as JSON Lines.

    `program` is the path of simurgh, or simurgh itself. Gives what simurgh says if it refuses the
    arguments: the driver is about to leave Ray then, and an exception that arrives meanwhile is one
    that Ray complains of. Raises `OSError` for everything that may go better another time.
    """
    try:
        return records(job, number, program)
    except RefusedError as refused:
        return str(refused)


def records(job: Job, number: int, program: str | bytes) -> bytes:
    """Play a shard as `play` does, but raise `RefusedError` if simurgh refuses the arguments."""
    with tempfile.TemporaryDirectory(prefix="simurgh-shard-", dir=job.scratch) as name:
        scratch = Path(name)
        copy = None
        if isinstance(program, bytes):
            copy = scratch / "simurgh"
            copy.write_bytes(program)
            copy.chmod(0o755)
            program = str(copy)
        file = scratch / "records.jsonl"
        command = [program, "match", *job.arguments]
        command += ["--shard", f"{number}/{job.shards}", "--concurrency", str(job.cpus)]
        command += ["--record", str(file), "--quiet", "--json"]
        summary = json.loads(run(command, job.folder or name, copy))
        content = file.read_bytes()
    games = content.count(b"\n")
    if games != summary["games"]:
        raise OSError(f"{games} records of {summary['games']} games")
    return content


def run(command: list[str], folder: str, copy: Path | None) -> str:
    """Run a program that ends when this process does, and give its output.

    A copy of the program is removed when it has started: a worker that is killed leaves it behind
    otherwise.
    """
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=end_with_parent(),  # noqa: PLW1509 (one call to the system, nothing else)
    )
    try:
        if copy:
            copy.unlink()
        while True:
            try:
                # In pieces, so that the cancellation of the task is noticed.
                output, errors = process.communicate(timeout=POLL)
                break
            except subprocess.TimeoutExpired:
                pass
    finally:
        process.kill()
        process.wait()
    if process.returncode == 0:
        return output
    text = errors.strip() or f"simurgh ended with status {process.returncode}"
    raise RefusedError(text) if process.returncode == REFUSED else OSError(text)


def end_with_parent() -> Callable[[], None] | None:
    """Give what makes Linux kill a new process when its parent dies, by whatever means."""
    if not sys.platform.startswith("linux"):
        return None
    # Found beforehand, since little is safe between the two halves of starting a process.
    prctl = ctypes.CDLL(None).prctl
    pr_set_pdeathsig = 1
    return lambda: prctl(pr_set_pdeathsig, signal.SIGKILL)
