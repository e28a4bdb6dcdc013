"""Tests of run.py with Ray on this machine: python test_run.py. Linux only.

SIMURGH names the program under test.
"""

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SIMURGH = Path(os.environ.get("SIMURGH", HERE.parents[1] / "target/release/simurgh")).resolve()
PATIENCE = 120.0
"""Seconds; longer than anything takes, even on a machine with other work to do."""

# What Ray started here listens to nobody else.
os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
os.environ |= {"RAY_USAGE_STATS_ENABLED": "0"}
# Ray lets others go before its workers, which would hardly play on a busy machine.
os.environ |= {"RAY_worker_niceness": "0"}

ENGINES = ["--engine", "name=A nodes=8000", "--engine", "name=B nodes=4000"]
MATCH = ["chess", *ENGINES, "--each", "option.Hash=1", "--rounds", "12", "--max-plies", "120"]
SHARDS = 6
GAMES = 24


def driver(out: Path, *options: str, match: list[str] = MATCH, shards: int = SHARDS) -> list[str]:
    """The command line of a match."""
    command = [sys.executable, str(HERE / "run.py"), "--simurgh", str(SIMURGH), "--out", str(out)]
    if "--address" not in options:
        command += ["--local-cpus", "2"]
    return [*command, "--shards", str(shards), *options, "--", *match]


def finish(command: list[str]) -> tuple[int, str, str]:
    """Run to the end: exit status, output, errors."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    return done.returncode, done.stdout, done.stderr


def games(*files: Path) -> dict[str, Any]:
    """Records by id, without what depends on the clock; fails if one comes twice."""
    found = {}
    for file in files:
        for line in file.read_text().splitlines():
            record = json.loads(line)
            if record["id"] in found:
                raise AssertionError(f"{record['id']} comes twice")
            found[record["id"]] = record
            del record["started"], record["times"]
    return found


def files(out: Path, shards: int = SHARDS) -> list[Path]:
    """The files of all shards."""
    return [out / f"shard-{number}-of-{shards}.jsonl" for number in range(1, shards + 1)]


def playing(out: Path) -> list[int]:
    """Processes that play shards of a match on this machine."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            records = words[words.index(b"--record") + 1] if b"--record" in words else b""
            if records.startswith(bytes(out.resolve() / "scratch")):
                found.append(int(entry.name))
    return found


def parent(process: int) -> int:
    """The parent of a process, 0 if that is gone."""
    try:
        # What comes before may have blanks and parentheses in it.
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def wait_until(so: Callable[[], Any]) -> Any:  # noqa: ANN401 (whatever it is)
    """Wait until something is there, and give it."""
    end = time.monotonic() + PATIENCE
    while not (found := so()):
        if time.monotonic() > end:
            raise AssertionError("in vain")
        time.sleep(0.02)
    return found


class Cluster(unittest.TestCase):
    """Each test has a folder of its own; what an unsharded match gives is found out once."""

    folder: tempfile.TemporaryDirectory[str]
    whole: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.whole = Path(cls.folder.name) / "whole.jsonl"
        command = [str(SIMURGH), "match", *MATCH, "--shard", "1/1", "--quiet"]
        subprocess.run([*command, "--record", str(cls.whole)], check=True, capture_output=True)

    def setUp(self) -> None:
        self.out = Path(self.folder.name) / self.id().rpartition(".")[2]

    def rate(self, *paths: Path) -> str:
        """The standings, for people: rounded, since sums depend on the order of files."""
        return finish([str(SIMURGH), "rate", *map(str, paths)])[1]

    def check_complete(self, out: Path) -> None:
        """Nothing is lost, repeated or left over, and everything as without shards."""
        found = games(*files(out))
        self.assertEqual(len(found), GAMES)
        self.assertEqual(found, games(self.whole))
        self.assertEqual(self.rate(*files(out)), self.rate(self.whole))
        self.assertEqual(playing(out), [])
        self.assertFalse((out / "scratch").exists())
        self.assertEqual(list(out.glob("*.unfinished")), [])

    def kill_a_worker(self, process: subprocess.Popen[str]) -> None:
        """Kill one when it plays, and wait for its game to end."""

        def found() -> tuple[int, int] | None:
            self.assertIsNone(process.poll(), "the driver has given up")
            pairs = ((player, parent(player)) for player in playing(self.out))
            return next((pair for pair in pairs if pair[1]), None)

        player, worker = wait_until(found)
        self.assertIn("ray::", Path(f"/proc/{worker}/cmdline").read_text())
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: player not in playing(self.out))

    def test_a_worker_is_killed(self) -> None:
        with subprocess.Popen(driver(self.out), stdout=subprocess.PIPE, text=True) as process:
            for _ in range(2):
                self.kill_a_worker(process)
            output, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0, output)
        self.assertEqual(output.count(" done, "), SHARDS, output)
        self.assertTrue(output.endswith(self.rate(self.whole)), output)
        self.check_complete(self.out)

    def test_interrupted_and_continued(self) -> None:
        with subprocess.Popen(
            driver(self.out), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            wait_until(lambda: any(path.exists() for path in files(self.out)))
            wait_until(lambda: playing(self.out))
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, errors.count("\n")), (130, 1), errors)
        wait_until(lambda: not playing(self.out))
        kept = {path: path.stat().st_mtime_ns for path in files(self.out) if path.exists()}
        self.assertTrue(0 < len(kept) < SHARDS, kept)
        other = [*MATCH[:-1], "121"]
        for refused in (driver(self.out, match=other), driver(self.out, shards=SHARDS + 1)):
            status, _, errors = finish(refused)
            self.assertEqual((status, errors.count("\n")), (1, 1), errors)
            self.assertIn("was begun with", errors)
        status, _, errors = finish(driver(self.out))
        self.assertEqual((status, errors), (0, ""))
        self.check_complete(self.out)
        self.assertEqual(kept, {path: path.stat().st_mtime_ns for path in kept})

    def test_no_game_outlives_its_worker_or_driver(self) -> None:
        # Without end, as far as this test is concerned.
        match = [*MATCH, "--random-plies", "2"]
        match[2], match[4] = "name=A nodes=1000000000000", "name=B nodes=1000000000000"
        command = driver(self.out, match=match)
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            self.kill_a_worker(process)
            # A second driver is kept out.
            status, _, errors = finish(command)
            self.assertEqual(status, 1)
            self.assertRegex(errors, r"^run.py: .*: another process is using it\n$")
            # All at once, so that nobody is left to tidy up.
            worker = parent(wait_until(lambda: playing(self.out))[0])
            for killed in (parent(worker), worker):
                os.kill(killed, signal.SIGKILL)
            process.kill()
        wait_until(lambda: not playing(self.out))

    def test_the_test_decides(self) -> None:
        engines = ["--engine", "name=A nodes=10000", "--engine", "name=B nodes=10"]
        match = ["chess", *engines, "--each", "option.Hash=1", "--rounds", "400"]
        shards = 40
        command = driver(self.out, "--sprt", "0,50", match=match, shards=shards)
        for _ in range(2):
            status, output, errors = finish(command)
            self.assertEqual((status, errors), (0, ""), output)
            self.assertIn("H1 accepted", output)
            finished = [path for path in files(self.out, shards) if path.exists()]
            self.assertLess(len(finished), shards // 2)
            self.assertEqual(playing(self.out), [])
        # There was nothing left to do the second time.
        self.assertNotIn(" done, ", output)

    def test_a_cluster(self) -> None:
        # Its own machine, but as if it were another: by address, the program sent over.
        ray = Path(sys.executable).with_name("ray")
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        address = f"127.0.0.1:{port}"
        start = [str(ray), "start", "--head", "--block", "--num-cpus", "2", "--port", str(port)]
        start += ["--include-dashboard=false", "--object-store-memory", str(100 << 20)]
        with subprocess.Popen(start, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT) as head:
            try:
                status, output, errors = finish(driver(self.out, "--address", address))
            finally:
                head.terminate()
        self.assertEqual(status, 0, output + errors)
        self.check_complete(self.out)

    def test_what_is_wrong_is_said_in_a_line(self) -> None:
        wrong = ["chess", "--engine", "name=A nodes=joho", "--engine", "name=B nodes=1"]
        for command, wanted in [
            (driver(self.out, match=wrong), r"^run.py: shard \d: simurgh: --engine `nodes=joho`: "),
            (driver(self.out, "--cpus", "3"), r"^run.py: --cpus 3: there are 2\n"),
            (driver(Path("/proc/joho")), r"^run.py: /proc/joho: No such file"),
            (driver(self.out, "--simurgh", "/joho"), r"^run.py: /joho is not a program"),
        ]:
            status, output, errors = finish(command)
            self.assertEqual((status, output), (1, ""))
            self.assertRegex(errors, wanted)
            self.assertEqual(errors.count("\n"), 1, errors)
        status, _, errors = finish(driver(self.out, match=[*MATCH, "--record=x"]))
        self.assertEqual(status, 2)
        self.assertIn("--record=x is not for the match", errors)


if __name__ == "__main__":
    unittest.main()
