"""The folder of a match: a manifest, and a file of records per finished shard.

A file with its final name is complete: everything is written under another name first. One
process at a time uses a folder.
"""

import fcntl
import hashlib
import json
import os
import shutil
from pathlib import Path
from typing import Any

FORMAT = 1


class StoreError(Exception):
    """The folder cannot be used; the text says why."""


class Store:
    """The folder of a match that consists of shards."""

    def __init__(
        self, folder: Path, arguments: tuple[str, ...], shards: int, program: Path
    ) -> None:
        """Open a folder, made if need be, for a match; refuse that of another match."""
        self.folder = folder
        self.shards = shards
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = (folder / "lock").open("w")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(f"{folder}: another process is using it") from None
        except OSError as error:
            raise StoreError(f"{folder}: {error.strerror}") from None
        self._check(
            {
                "format": FORMAT,
                "arguments": list(arguments),
                "shards": shards,
                "program": hashlib.sha256(program.read_bytes()).hexdigest(),
            }
        )
        self.scratch = folder / "scratch"
        self.clean()
        self.scratch.mkdir()

    def _check(self, wanted: dict[str, Any]) -> None:
        path = self.folder / "manifest.json"
        if not any(self.folder.glob("shard-*.jsonl")):
            # Nothing is lost if the last attempt asked for something else.
            write(path, json.dumps(wanted, indent=1).encode())
            return
        try:
            found = json.loads(path.read_text())
        except (OSError, ValueError):
            raise StoreError(f"{path} is not a manifest") from None
        for key, value in wanted.items():
            if found.get(key) != value:
                begun = f"{self.folder} was begun with {key} {shown(found.get(key))}"
                raise StoreError(f"{begun}, not {shown(value)}: name another folder")

    def path(self, number: int) -> Path:
        """Where the records of a shard belong."""
        return self.folder / f"shard-{number}-of-{self.shards}.jsonl"

    def finished(self) -> list[int]:
        """Numbers of the shards that are there."""
        return [n for n in range(1, self.shards + 1) if self.path(n).exists()]

    def files(self) -> list[Path]:
        """Files of the shards that are there."""
        return [self.path(n) for n in self.finished()]

    def put(self, number: int, records: bytes) -> None:
        """Keep the records of a shard."""
        write(self.path(number), records)

    def clean(self) -> None:
        """Remove what was not finished."""
        shutil.rmtree(self.scratch, ignore_errors=True)


def shown(value: object) -> str:
    """Show a value of a manifest as one would type it."""
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def write(path: Path, content: bytes) -> None:
    """Write a file that is there completely or not at all, even if the machine breaks down."""
    unfinished = path.with_name(path.name + ".unfinished")
    with unfinished.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
