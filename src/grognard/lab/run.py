"""An experiment is run: pairs of battles on all cores, in the order of their seeds, until enough is known."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context, parent_process
from threading import Thread
from time import perf_counter
from typing import Protocol, TypeAlias

from ..errors import GrognardError
from ..systems import house
from .experiment import Experiment
from .pairs import BattlePair, play
from .results import Results
from .statistics import Interval, Sums

Chunk: TypeAlias = tuple[list[BattlePair], float]

CHUNK = 3.0  # seconds that a worker should be busy before it is heard of again
APART = 0.03  # seconds at least between two chunks, of however many workers: whoever writes must keep up
AHEAD = 2  # chunks for each worker that are waiting or under way
TRIES = 3  # times that workers are set up anew after one has died


def chunk(asked: Experiment, numbers: list[int]) -> Chunk:
    """The pairs of these numbers, and the seconds they took; in a worker."""
    began = perf_counter()
    return [play(asked, n) for n in numbers], perf_counter() - began


def _begun(house_rules: Sequence[str]) -> None:
    """A worker begins: it has the house rules of who started it, for whom Ctrl-C is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_asker, daemon=True).start()
    for file in house_rules:
        house.load(file)


def _end_with_the_asker() -> None:
    """A worker ends when whoever started it is gone, however that ended: nobody else hears it."""
    asker = parent_process()
    if asker is not None:
        asker.join()
        os._exit(1)


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


class Workers(Protocol):
    """Who plays chunks: processes of this machine, or workers of many."""

    lost: list[int]  # pairs that were given out and will not come: whoever reads them gives them out again

    @property
    def n(self) -> int:
        """How many there are."""

    def idle(self) -> bool:
        """Whether one of them could have another chunk waiting."""

    def give(self, asked: Experiment, numbers: list[int]) -> None:
        """Gives a chunk out."""

    def heard(self) -> Iterable[Chunk]:
        """Waits until something has been played, or a while; what it was."""

    def stop(self) -> None:
        """What is played now does not count any more."""


def run(counted: Counted, jobs: int = 0, tell: Teller | None = None, house_rules: Sequence[str] = ()) -> None:
    """Plays what is missing until it is enough.

    ``tell`` hears how many pairs there are, what is known, and the seconds a pair takes. What has been played is kept whatever
    happens; the same call goes on from there. Raises GrognardError when workers die again and again.
    """
    counted.look()
    for _ in range(TRIES):
        if counted.enough:
            return
        with suppress(BrokenProcessPool):  # a worker was killed: what it had is given out again
            played(counted, Processes(jobs or os.cpu_count() or 1, house_rules), tell)
    if not counted.enough:
        raise GrognardError(
            f"workers died {TRIES} times", hint="is there memory enough? what was played is kept; try --jobs 1"
        )


def played(counted: Counted, workers: Workers, tell: Teller | None) -> None:
    """Gives out what is missing in chunks, until it is enough."""
    asked, results = counted.asked, counted.results
    held = set(results.pairs)
    missing = deque(n for n in range(asked.seeds.most) if n not in held)
    size = 1  # pairs a chunk; the first chunks find out
    try:
        while not counted.enough:
            while missing and workers.idle():
                workers.give(asked, [missing.popleft() for _ in range(min(size, len(missing)))])
            for pairs, seconds in workers.heard():
                results.add(pairs)
                each = seconds / len(pairs)
                size = max(1, int(max(CHUNK, APART * workers.n) / max(each, 1e-3)))
                counted.look()
                if tell is not None:
                    tell(len(results.pairs), counted.interval, each / workers.n)
            missing.extendleft(reversed(workers.lost))
            workers.lost.clear()
    finally:
        workers.stop()


class Processes:
    """Processes of this machine. Raises BrokenProcessPool when one dies."""

    def __init__(self, jobs: int, house_rules: Sequence[str] = ()) -> None:
        self.jobs = jobs
        self.lost: list[int] = []  # when one dies all stop
        begun = (tuple(house_rules),)
        self.pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_begun, initargs=begun)
        self.under_way: dict[Future[Chunk], None] = {}

    @property
    def n(self) -> int:
        """How many there are."""
        return self.jobs

    def idle(self) -> bool:
        """Whether fewer chunks are waiting than should."""
        return len(self.under_way) < self.jobs * AHEAD

    def give(self, asked: Experiment, numbers: list[int]) -> None:
        """Gives a chunk out."""
        self.under_way[self.pool.submit(chunk, asked, numbers)] = None

    def heard(self) -> Iterable[Chunk]:
        """Waits for the next."""
        done, _ = wait(self.under_way, return_when=FIRST_COMPLETED)
        for future in done:
            del self.under_way[future]
            yield future.result()

    def stop(self) -> None:
        """What they play now would not count, or is played again."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in list((getattr(self.pool, "_processes", None) or {}).values()):
            process.terminate()
