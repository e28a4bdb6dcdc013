"""The program under test, and a plain way to talk with it."""

import os
import queue
import subprocess
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATH = os.environ.get("SIMURGH", str(ROOT / "target/release/simurgh"))

PATIENCE = 30.0
"""Seconds; longer than any answer takes, even on a machine with other work to do."""


class Simurgh:
    """One running program, driven line by line as protocol.md describes."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [PATH], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put("info string error the program has ended")

    def close(self) -> None:
        """Closes the input, which must end the program without fault."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        status = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        self.process.stdout.close()
        if status != 0:
            raise AssertionError(f"exit status {status} at the end of the input")

    def send(self, *lines: str) -> None:
        """Sends lines together."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def answer(self, start: str) -> str:
        """The rest of the next line, which must begin with these words."""
        line = self.lines.get(timeout=PATIENCE)
        if line != start and not line.startswith(start + " "):
            raise AssertionError(f"wanted `{start} ..`, got `{line}`")
        return line[len(start) + 1 :]
