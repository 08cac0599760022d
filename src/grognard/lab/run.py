"""An experiment is run: pairs of battles on all cores, in the order of their seeds, until enough is known."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from time import perf_counter

from .experiment import Experiment
from .pairs import BattlePair, play
from .results import Results
from .statistics import Interval, sequence

CHUNK = 3.0  # seconds that a worker should be busy before it is heard of again
AHEAD = 2  # chunks for each worker that are waiting or under way
TRIES = 3  # times that a chunk is given out again whose worker died


def chunk(asked: Experiment, first: int, n: int) -> tuple[list[BattlePair], float]:
    """``n`` pairs from ``first`` on, and the seconds they took; in a worker."""
    began = perf_counter()
    return [play(asked, k) for k in range(first, first + n)], perf_counter() - began


def _quiet() -> None:
    """Ctrl-C is for the one who started the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def known(asked: Experiment, pairs: list[BattlePair]) -> tuple[list[BattlePair], bool]:
    """The pairs that count, and whether that is enough: looked at after each batch, in the order of seeds.

    Who comes to the end of a batch with enough stops there; what was played beyond it meanwhile does not count.
    """
    batch = asked.seeds.batch
    for n in range(batch, len(pairs) + 1, batch):
        if sequence([pair.gain for pair in pairs[:n]], asked.stop.level).half <= asked.stop.precision:
            return pairs[:n], True
    return pairs[: asked.seeds.most], len(pairs) >= asked.seeds.most


def run(
    asked: Experiment, results: Results, jobs: int = 0, tell: Callable[[int, Interval, float], None] | None = None
) -> tuple[list[BattlePair], bool]:
    """Plays what is missing; the pairs that count, and whether they are enough (not after an interrupt).

    ``tell`` hears how many pairs there are, what is known, and the seconds a pair takes. What has been played is kept whatever
    happens; the same call goes on from there.
    """
    jobs = jobs or os.cpu_count() or 1
    counted, enough = known(asked, results.in_turn())
    if enough:
        return counted, True
    missing = iter([n for n in range(asked.seeds.most) if n not in results.pairs])
    each, size = 1.0, 1  # seconds a pair, and pairs a chunk; the first chunks find out
    tries = 0
    while not enough and tries < TRIES:
        pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_quiet)
        under_way: dict[Future[tuple[list[BattlePair], float]], None] = {}
        try:
            while not enough:
                while len(under_way) < jobs * AHEAD and (first := next(missing, None)) is not None:
                    numbers = [first]
                    while len(numbers) < size and (n := next(missing, None)) is not None:
                        numbers.append(n)
                    for a, n in _runs(numbers):
                        under_way[pool.submit(chunk, asked, a, n)] = None
                if not under_way:
                    break
                done, _ = wait(under_way, return_when=FIRST_COMPLETED)
                for future in done:
                    del under_way[future]
                    pairs, seconds = future.result()
                    results.add(pairs)
                    each = seconds / len(pairs)
                    size = max(1, int(CHUNK / each)) if each else 1
                counted, enough = known(asked, results.in_turn())
                if tell is not None:
                    values = [pair.gain for pair in counted]
                    tell(len(results.pairs), sequence(values, asked.stop.level), each / jobs)
            break
        except BrokenProcessPool:  # a worker was killed: what it had is given out again
            tries += 1
            missing = iter([n for n in range(asked.seeds.most) if n not in results.pairs])
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list((getattr(pool, "_processes", None) or {}).values()):
                process.terminate()
    return counted, enough


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    """Numbers as (first, how many) without gaps."""
    found: list[tuple[int, int]] = []
    for n in numbers:
        if found and sum(found[-1]) == n:
            found[-1] = found[-1][0], found[-1][1] + 1
        else:
            found.append((n, 1))
    return found
