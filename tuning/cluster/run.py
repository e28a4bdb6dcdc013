"""Plays a match in shards on Ray: on this machine, or on a cluster. See README.md."""

import json
import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")

import ray
from ray import cloudpickle
from ray.exceptions import RayError, RayTaskError

import shard
from options import Options, OptionsError, read_options
from shard import Job
from standings import StandingsError, describe, is_decided, rate
from store import Store, StoreError

OBJECT_STORE = 100 << 20
"""Bytes of shared memory on this machine: room for many shards' records."""

RETRIES = 3
"""How often a shard is played again when its worker, or the worker's machine, is lost."""


LOOK = 1.0
"""Seconds between looks at whether somebody asked the driver to end."""

STOP = threading.Event()
"""Set when somebody did. An exception alone could be lost in what Ray does on its own account."""


class MatchError(Exception):
    """The match cannot go on; the text says why."""


@contextmanager
def cluster(options: Options) -> Iterator[None]:
    """Connect with the cluster, or make one of this machine alone, for as long as it is needed."""
    try:
        if options.address:
            ray.init(address=options.address, logging_level=logging.WARNING)
        else:
            ray.init(
                address="local",
                num_cpus=options.local_cpus,
                object_store_memory=OBJECT_STORE,
                include_dashboard=False,
                logging_level=logging.ERROR,
                log_to_driver=False,
            )
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise MatchError(f"Ray: {first_line(error)}") from None
    # Whoever asks the driver to end gets the same as with Ctrl-C.
    signal.signal(signal.SIGTERM, interrupt)
    signal.signal(signal.SIGINT, interrupt)
    try:
        cores = int(ray.cluster_resources().get("CPU", 0))
        if cores < options.cpus and not options.address:
            raise MatchError(f"--cpus {options.cpus}: there are {cores}")
        yield
    finally:
        ray.shutdown()


def interrupt(_signal: int, _frame: object) -> NoReturn:
    """Treat a signal as Ctrl-C is treated."""
    STOP.set()
    raise KeyboardInterrupt


def first_line(error: object) -> str:
    """Cut an error's text, which Ray makes long."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def play(options: Options, store: Store) -> None:
    """Play all shards that are missing, until there are no more or the test decides."""
    missing = sorted(set(range(1, options.shards + 1)) - set(store.finished()))
    if store.files() and options.test:
        standings = json.loads(rate(options.simurgh, options.test, store.files(), "--json"))
        if is_decided(standings):
            missing = []
    if not missing:
        return
    local = options.address is None
    job = Job(
        arguments=options.match,
        shards=options.shards,
        cpus=options.cpus,
        folder=str(Path.cwd()) if local else None,
        scratch=str(store.scratch.resolve()) if local else None,
    )
    with cluster(options):
        # Other machines have neither this file's neighbours nor the program.
        cloudpickle.register_pickle_by_value(shard)
        task = ray.remote(shard.play).options(
            num_cpus=options.cpus, max_retries=RETRIES, retry_exceptions=[OSError]
        )
        path = str(options.simurgh)
        program: Any = path if local else ray.put(options.simurgh.read_bytes())
        pending = {task.remote(job, number, program): number for number in missing}
        # What still runs when this returns ends as Ray is left. To cancel it would be ruder: in
        # Ray 2.60 that brings the driver down when a shard ends at the same moment.
        collect(options, store, pending)


def collect(options: Options, store: Store, pending: dict[Any, int]) -> None:
    """Keep the records of each shard as it ends."""
    while pending:
        ready, _ = ray.wait(list(pending), num_returns=1, timeout=LOOK)
        if STOP.is_set():
            raise KeyboardInterrupt
        for reference in ready:
            number = pending.pop(reference)
            try:
                played = ray.get(reference)
            except RayTaskError as error:
                raise MatchError(f"shard {number}: {first_line(error.cause)}") from None
            except RayError as error:
                raise MatchError(f"shard {number}: {first_line(error)}") from None
            if isinstance(played, str):
                raise MatchError(f"shard {number}: {first_line(played)}")
            store.put(number, played)
            standings = json.loads(rate(options.simurgh, options.test, store.files(), "--json"))
            done = f"shard {number} done, {len(store.finished())} of {options.shards}"
            print(f"{done}: {describe(standings)}", flush=True)
            if options.test and is_decided(standings):
                return


def main(words: list[str]) -> int:
    """Run the command; gives the exit status."""
    try:
        options = read_options(words)
        store = Store(options.out, options.match, options.shards, options.simurgh)
        try:
            play(options, store)
            print(rate(options.simurgh, options.test, store.files()), end="")
        finally:
            store.clean()
    except (MatchError, OptionsError, StandingsError, StoreError) as error:
        print(f"run.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("run.py: interrupted; the same command goes on from here", file=sys.stderr)
        return 128 + signal.SIGINT
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
