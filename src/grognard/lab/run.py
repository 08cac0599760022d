"""An experiment is run: pairs of battles on all cores, in the order of their seeds, until enough is known."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import islice
from multiprocessing import get_context
from time import perf_counter

from ..errors import GrognardError
from .experiment import Experiment
from .pairs import BattlePair, play
from .results import Results
from .statistics import Interval, Sums

CHUNK = 3.0  # seconds that a worker should be busy before it is heard of again
AHEAD = 2  # chunks for each worker that are waiting or under way
TRIES = 3  # times that workers are set up anew after one has died


def chunk(asked: Experiment, numbers: list[int]) -> tuple[list[BattlePair], float]:
    """The pairs of these numbers, and the seconds they took; in a worker."""
    began = perf_counter()
    return [play(asked, n) for n in numbers], perf_counter() - began


def _quiet() -> None:
    """Ctrl-C is for the one who started the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Counted:
    """The pairs that count, from the first on up to the first that is missing.

    After each batch it is asked whether that is enough; what was played beyond it meanwhile does not count.
    """

    def __init__(self, asked: Experiment, results: Results) -> None:
        self.asked, self.results = asked, results
        self.sums = Sums()
        self.enough = False

    def look(self) -> None:
        """Counts what has come in since it looked last."""
        seeds, stop = self.asked.seeds, self.asked.stop
        while not self.enough and (pair := self.results.pairs.get(self.sums.n)) is not None:
            self.sums = self.sums.plus(pair.gain)
            asks = self.sums.n % seeds.batch == 0 and self.asked.question != "fit"  # its answer is no mean
            near = asks and self.interval.half <= stop.precision
            self.enough = near or self.sums.n >= seeds.most

    @property
    def interval(self) -> Interval:
        """What is known."""
        return self.sums.interval(self.asked.stop.level)

    @property
    def pairs(self) -> list[BattlePair]:
        """The pairs themselves."""
        return [self.results.pairs[n] for n in range(self.sums.n)]


Teller = Callable[[int, Interval, float], None]


def run(counted: Counted, jobs: int = 0, tell: Teller | None = None) -> None:
    """Plays what is missing until it is enough.

    ``tell`` hears how many pairs there are, what is known, and the seconds a pair takes. What has been played is kept whatever
    happens; the same call goes on from there. Raises GrognardError when workers die again and again.
    """
    counted.look()
    for _ in range(TRIES):
        if counted.enough:
            return
        with suppress(BrokenProcessPool):  # a worker was killed: what it had is given out again
            _played(counted, jobs or os.cpu_count() or 1, tell)
    if not counted.enough:
        raise GrognardError(
            f"workers died {TRIES} times", hint="is there memory enough? what was played is kept; try --jobs 1"
        )


def _played(counted: Counted, jobs: int, tell: Teller | None) -> None:
    """Gives out what is missing in chunks, until it is enough. Raises BrokenProcessPool when a worker dies."""
    asked, results = counted.asked, counted.results
    missing = iter([n for n in range(asked.seeds.most) if n not in results.pairs])
    size = 1  # pairs a chunk; the first chunks find out
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_quiet)
    under_way: dict[Future[tuple[list[BattlePair], float]], None] = {}
    try:
        while not counted.enough:
            while len(under_way) < jobs * AHEAD and (numbers := list(islice(missing, size))):
                under_way[pool.submit(chunk, asked, numbers)] = None
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                del under_way[future]
                pairs, seconds = future.result()
                results.add(pairs)
                each = seconds / len(pairs)
                size = max(1, int(CHUNK / max(each, 1e-3)))
            counted.look()
            if tell is not None:
                tell(len(results.pairs), counted.interval, each / jobs)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            process.terminate()  # what it plays now would not count, or is played again
