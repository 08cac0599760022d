"""The lab with many workers: what a battle costs, what keeps it and gives it out, and how much of two cores is used."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple

from msgspec.structs import replace

from grognard import systems
from grognard.lab import cluster, run
from grognard.lab.experiment import Experiment, Seeds, Stop
from grognard.lab.kept_pairs import PAIRS
from grognard.lab.pairs import BattlePair, play
from grognard.lab.results import Results

from .core import speed
from .figures import Figures

PAIRS_TIMED = 6  # of each system, after one that warms up
KEPT, AT_ONCE = 20_000, 20  # pairs that are kept, and how many come in one chunk
GIVEN = 400  # chunks that do nothing
SECONDS = 40.0  # for which each number of workers plays
WARM = 15  # pairs of each worker before that
EFFICIENCY = 0.95


def many(figures: Figures) -> None:
    """Figures of docs/scale.md."""
    for system in systems.NAMES:
        asked = Experiment(question="list", forces=[(f"{system}/A", f"{system}/B")], seeds=Seeds(most=10_000))
        play(asked, 0)
        core, began = speed(), process_time()
        pairs = [play(asked, n) for n in range(1, 1 + PAIRS_TIMED)]
        took = (process_time() - began) * (core + speed()) / 2
        figures.time(f"{system}, a battle of the lab, greedy players", took / (2 * PAIRS_TIMED))
    _kept(figures, asked, pairs[0])
    _given(figures)
    _two_cores(figures)


def _kept(figures: Figures, asked: Experiment, pair: BattlePair) -> None:
    """What a pair costs whoever writes, and a folder with many whoever opens it."""
    asked = replace(asked, seeds=Seeds(most=KEPT), stop=Stop(precision=1e-9))
    with TemporaryDirectory() as folder:
        counted = run.Counted(asked, Results(Path(folder, "r"), asked))
        began, wall = process_time(), perf_counter()
        for start in range(0, KEPT, AT_ONCE):
            counted.results.add([replace(pair, n=n) for n in range(start, start + AT_ONCE)])
            counted.look()
            len(counted.results.pairs)
        figures.time("keeping and counting a pair, processor", (process_time() - began) / KEPT)
        figures.time("keeping and counting a pair, with the disk", (perf_counter() - wall) / KEPT)
        size = Path(folder, "r", PAIRS).stat().st_size + Path(folder, "r", "index.sqlite").stat().st_size
        print(f"  ({size / KEPT / 2:.0f} bytes a battle with the index)")
        began = process_time()
        again = run.Counted(asked, Results(Path(folder, "r"), asked))
        again.look()
        figures.time("a folder opened and counted again, a pair", (process_time() - began) / KEPT)


def _nothing(asked: Experiment, numbers: list[int]) -> tuple[list[BattlePair], float]:
    return [], 0.0


def _given(figures: Figures) -> None:
    """What a chunk costs that does nothing: scheduler, one worker and whoever asks, all in one process."""
    distributed: Any = import_module("distributed")
    asked = Experiment(question="list", forces=[("command/A", "command/B")])
    local = distributed.LocalCluster(1, threads_per_worker=1, processes=False, dashboard_address=":0")
    with local, distributed.Client(local, set_as_default=False) as client:
        began = process_time()
        for _ in range(GIVEN // 2):
            client.gather([client.submit(_nothing, asked, [], pure=False) for _ in range(2)])
        figures.time("a chunk given out by Dask, all of it", (process_time() - began) / GIVEN)


def _two_cores(figures: Figures) -> None:
    """Two workers beside one, with chunks of a second: pairs a second, processor a pair, and how long the two were busy."""
    distributed: Any = import_module("distributed")
    asked = Experiment(
        question="list", forces=[("usr/A", "usr/B")], seeds=Seeds(most=100_000), stop=Stop(precision=1e-9)
    )
    before, run.CHUNK = run.CHUNK, 1.0
    try:
        one, two = (_rate(asked, run.Processes(n)) for n in (1, 2))
        _told(figures, "processes", one, two)
        dask: Any = import_module("dask")
        with (
            dask.config.set({"distributed.worker.profile.enabled": False}),  # as docs/lab.md says to start them
            distributed.LocalCluster(2, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as local,
        ):
            _told(figures, "Dask workers", one, _rate(asked, cluster.Crew(local.scheduler_address, asked, print)))
    finally:
        run.CHUNK = before


class Rate(NamedTuple):
    """Pairs a second, processor seconds a pair in all that the workers are, and the share of the time that they were busy."""

    pairs: float
    processor: float
    busy: float


def _told(figures: Figures, who: str, one: Rate, two: Rate) -> None:
    """By the clock it is true of a machine that does nothing else; by busy time and processor of every machine."""
    found = {
        "by the clock": two.pairs / one.pairs / 2,
        "busy, at the same cost": two.busy * one.processor / two.processor,
    }
    for how, efficiency in found.items():
        missed = "  MISSED" if efficiency < EFFICIENCY else ""
        name = f"two {who}, {how}"
        print(f"  {name:<52} {efficiency:9.1%}   (at least {EFFICIENCY:.0%}){missed}")
        if missed:
            figures.slow.append(f"{name}: {efficiency:.1%}, target {EFFICIENCY:.0%}")
    print(
        f"  ({one.pairs:.2f} and {two.pairs:.2f} pairs a second, {one.processor:.3f} and {two.processor:.3f} s processor a pair)"
    )


class Enough(Exception):
    """It has been played for long enough."""


class Watched:
    """Workers, and when what came from them."""

    def __init__(self, workers: run.Workers) -> None:
        self.workers, self.lost = workers, workers.lost
        self.came: list[tuple[float, int, float]] = []  # when, how many pairs, seconds that they took
        self.until = self.processor = 0.0
        self._had: dict[int, float] = {}

    @property
    def n(self) -> int:
        """How many there are."""
        return self.workers.n

    def idle(self) -> bool:
        """As they say."""
        return self.workers.idle()

    def give(self, asked: Experiment, numbers: list[int]) -> None:
        """To them."""
        self.workers.give(asked, numbers)

    def heard(self) -> list[Any]:
        """From them, until the time is up."""
        found = list(self.workers.heard())
        self.came += [(perf_counter(), len(pairs), seconds) for pairs, seconds in found]
        if found and not self.until and sum(n for _, n, _ in self.came) > WARM * self.n:  # match-ups are known by then
            self.until = perf_counter() + SECONDS
            self.came, self._had = self.came[-1:], _processor()
        if found and self.until and perf_counter() > self.until:
            self.processor = sum(seconds - self._had.get(pid, 0.0) for pid, seconds in _processor().items())
            raise Enough
        return found

    def stop(self) -> None:
        """Them."""
        self.workers.stop()


def _processor() -> dict[int, float]:
    """Seconds that each process begun by this one has had of processors, by its number; not of those that have ended."""
    psutil: Any = import_module("psutil")
    found = {}
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            times = process.cpu_times()
            found[process.pid] = times.user + times.system
    return found


def _rate(asked: Experiment, workers: run.Workers) -> Rate:
    """What workers do, once they have found out how large a chunk should be."""
    watched = Watched(workers)
    with TemporaryDirectory() as folder, suppress(Enough):
        run.played(run.Counted(asked, Results(Path(folder, "r"), asked)), watched, None)
    (began, _, _), *after = watched.came
    wall, pairs = after[-1][0] - began, sum(n for _, n, _ in after)
    busy = sum(min(seconds, when - began) for when, _, seconds in after) / wall / workers.n
    return Rate(pairs / wall, watched.processor / pairs, min(1.0, busy))
