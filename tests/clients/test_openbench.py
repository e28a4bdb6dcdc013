"""What OpenBench does with an engine: build it, measure it, ask it for positions."""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import PATIENCE, ROOT

MAKE = shutil.which("make")

LONGEST_BENCH = 60.0
"""Seconds, after which OpenBench gives up."""


@unittest.skipUnless(MAKE, "no make on the path")
class OpenBench(unittest.TestCase):
    """The release build is there when this runs, so that make has only to put it in place."""

    folder: tempfile.TemporaryDirectory[str]
    engine: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.engine = Path(cls.folder.name) / "simurgh-0A1B2C3D"
        net = Path(cls.folder.name) / "joho.nnue"
        command = [str(MAKE), "-j", f"EXE={cls.engine}", f"EVALFILE={net}"]
        built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if built.returncode != 0:
            raise AssertionError(built.stdout + built.stderr)

    def ask(self, *arguments: str, timeout: float = PATIENCE) -> str:
        """What the engine prints."""
        done = subprocess.run(
            [str(self.engine), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=timeout,
        )
        return done.stdout

    def test_bench(self) -> None:
        counts = set()
        for _ in range(2):
            last = self.ask("bench", timeout=LONGEST_BENCH).splitlines()[-1]
            found = re.fullmatch(r"(\d+) nodes (\d+) nps", last)
            assert found, last
            counts.add(found[1])
        self.assertEqual(len(counts), 1, counts)

    def test_options(self) -> None:
        """OpenBench sets these two in every workload."""
        answer = self.ask("setoption name Hash value 8", "setoption name Threads value 2", "quit")
        self.assertEqual(answer, "")

    def test_genfens(self) -> None:
        start = "info string genfens "
        seeds = {}
        for seed in (1, 2**31 - 1):
            answer = self.ask(f"genfens 20 seed {seed} book None ", "quit")
            fens = [line.removeprefix(start) for line in answer.splitlines()]
            self.assertEqual(len(fens), 20, answer)
            self.assertTrue(all(len(fen.split()) == 6 for fen in fens), answer)
            seeds[seed] = set(fens)
        self.assertFalse(set.intersection(*seeds.values()))


if __name__ == "__main__":
    unittest.main()
