"""``python -m tests.fuzz``: thousands of spoilt files given to every reader; ``make fuzz`` runs it.

``--inputs N`` files (20,000), ``--first N`` the number of the first, ``--only N`` that one with its traceback, ``--workers N``.
Large files of 10 MB come first. No file may end in anything but a force or one line of error, take more than 2 seconds or
more memory than a process has, be asked for outside its folder, or reach for the network.
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
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from .feeding import SECONDS, drawn, fed, spent
from .heavy import HEAVY

MEMORY = 2 << 30  # bytes a process may take
HANGS = 60  # seconds after which a file is given up
WIDE = 300  # letters of a fault that are told


class TooLong(BaseException):
    """A file is read longer than it may."""


def _up(signum: int, frame: FrameType | None) -> None:
    raise TooLong


def one(number: int) -> tuple[int, str]:
    """Reads one file, a heavy one for a negative number; its number, and what went wrong in a line ("" when nothing did)."""
    signal.signal(signal.SIGALRM, _up)
    signal.alarm(HANGS)
    try:
        with TemporaryDirectory(prefix="grognard-fuzz-") as folder:
            seed = list(HEAVY.values())[-number - 1](10_000_000) if number < 0 else drawn(number)
            fed(seed, Path(folder), number)
        took = spent()
        return number, f"took {took:.1f} s" if took > SECONDS else ""
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        frames = [f"{os.path.basename(f.filename)}:{f.lineno}" for f in traceback.extract_tb(error.__traceback__)]
        what = "took too long" if isinstance(error, TooLong) else f"{type(error).__name__}: {error}"
        return number, f"{what[:WIDE]} at {' < '.join(frames[:-6:-1])}"
    finally:
        signal.alarm(0)


def run(numbers: range, workers: int) -> Iterator[tuple[int, str]]:
    """The faults of these files, as they come."""
    with ProcessPoolExecutor(workers, initializer=_limited) as pool:
        for number, fault in pool.map(one, numbers, chunksize=1 if numbers.start < 0 else 25):
            if fault:
                yield number, fault
            if sys.stderr.isatty():
                sys.stderr.write(f"\r\033[K{number} of {numbers.stop - 1}")
                sys.stderr.flush()


def _limited() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main() -> int:
    """Runs the fuzz; 1 when a file was read wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", type=int)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    if asked.only is not None:
        with TemporaryDirectory(prefix="grognard-fuzz-") as folder:
            seed = list(HEAVY.values())[-asked.only - 1](10_000_000) if asked.only < 0 else drawn(asked.only)
            print(seed.name, len(seed.data), "bytes:", seed.data[:3000])
            fed(seed, Path(folder), asked.only)
            print(f"sound in {spent():.2f} s")
        return 0
    wrong = 0
    for numbers in (range(-len(HEAVY), 0), range(asked.first, asked.first + asked.inputs)):
        for number, fault in run(numbers, asked.workers):
            wrong += 1
            print(f"{number}{' ' + list(HEAVY)[-number - 1] if number < 0 else ''}: {fault}", flush=True)
    print(f"{len(HEAVY)} heavy and {asked.inputs} spoilt files, {wrong} read wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
