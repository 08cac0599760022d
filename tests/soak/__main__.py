"""``python -m tests.soak [SYSTEM...]``: thousands of battles in which rules meet; ``make soak`` runs it.

``--battles N`` of each system (2,000), ``--first N`` the number of the first, ``--only N`` that one with its traceback,
``--seconds N`` the longest that one battle may take (120).
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import sys
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from types import FrameType

from grognard import systems

from .forces import PAIRS, pairs
from .fought import command, fought

MEMORY = 4 << 30  # bytes a process may take
WIDE = 300  # letters of a fault that are told


class TooLong(BaseException):
    """A battle takes longer than it may."""


def _up(signum: int, frame: FrameType | None) -> None:
    raise TooLong


def one(system: str, seconds: int, number: int) -> tuple[int, str]:
    """Plays one battle; its number, and what went wrong in a line ("" when nothing did)."""
    signal.signal(signal.SIGALRM, _up)
    signal.alarm(seconds)
    try:
        fought(system, number)
        return number, ""
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        frames = [f"{os.path.basename(f.filename)}:{f.lineno}" for f in traceback.extract_tb(error.__traceback__)]
        what = "took too long" if isinstance(error, TooLong) else f"{type(error).__name__}: {error}"
        return number, f"{what[:WIDE]} at {' < '.join(frames[:-4:-1])}"
    finally:
        signal.alarm(0)


def run(system: str, first: int, battles: int, seconds: int, workers: int) -> Iterator[tuple[int, str]]:
    """The faults of so many battles, as they come."""
    work = partial(one, system, seconds)
    with ProcessPoolExecutor(workers, initializer=_limited) as pool:
        for number, fault in pool.map(work, range(first, first + battles), chunksize=4):
            if fault:
                yield number, fault
            if sys.stderr.isatty():
                sys.stderr.write(f"\r\033[K{system}: {number - first + 1} of {battles}")
                sys.stderr.flush()


def _limited() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main() -> int:
    """Runs the soak; 1 when a battle went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("systems", nargs="*", default=list(systems.NAMES), metavar="SYSTEM")
    parser.add_argument("--battles", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", type=int)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    if asked.only is not None:
        for system in asked.systems:
            session = fought(system, asked.only)
            print(f"{system} {asked.only}: fine, {len(session.log)} entries, digest {session.digest()}")
        return 0
    wrong = 0
    for system in asked.systems:
        for number, fault in run(system, asked.first, asked.battles, asked.seconds, asked.workers):
            wrong += 1
            print(f"\n{system} {number}: {fault}\n    {command(system, number)}", flush=True)
        met = asked.battles * PAIRS / len(pairs(system))
        print(
            f"\n{system}: {asked.battles} battles, each of {len(pairs(system))} pairs of rules dealt {met:.1f} times",
            flush=True,
        )
    print(f"{wrong} battles went wrong" if wrong else "no battle went wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(130)
