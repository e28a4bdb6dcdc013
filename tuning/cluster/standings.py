"""What the records of finished shards say, by way of `simurgh rate`."""

import subprocess
from pathlib import Path
from typing import Any


class StandingsError(Exception):
    """Records cannot be rated; the text says why."""


def rate(simurgh: Path, test: tuple[str, ...], files: list[Path], *more: str) -> str:
    """Give the standings that records lead to, as `simurgh rate` prints them."""
    command = [str(simurgh), "rate", *map(str, files), *test, *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise StandingsError(done.stderr.strip() or f"simurgh rate: status {done.returncode}")
    return done.stdout


def is_decided(standings: dict[str, Any]) -> bool:
    """Whether the sequential test has come to an end."""
    tests = [encounter.get("sprt") for encounter in standings["encounters"]]
    return any(test and test["decision"] != "continue" for test in tests)


def describe(standings: dict[str, Any]) -> str:
    """Describe standings in a line."""
    parts = [f"{standings['games']} games"]
    for encounter in standings["encounters"]:
        score, elo = encounter["score"], encounter["elo"]
        text = f"{encounter['engines'][0]} - {encounter['engines'][1]}"
        if score:
            text += f" {score['value']:.3f}"
        if elo:
            low, value, high = (shown(elo[key]) for key in ("low", "value", "high"))
            text += f" Elo {value} ({low} to {high})"
        if test := encounter.get("sprt"):
            text += f" LLR {test['llr']:.2f} ({test['lower']:.2f} to {test['upper']:.2f})"
        parts.append(text)
    if faults := standings["faults"]:
        parts.append(f"faults {faults}")
    return ", ".join(parts)


def shown(number: float | None) -> str:
    """Show a number that may be infinite, which JSON has no word for."""
    return "-" if number is None else f"{number:.0f}"
