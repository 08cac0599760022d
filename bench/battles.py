"""Whole legal battles with logged events: bots, snapshots, undo. Sample forces, 12 pieces of terrain, 6 rounds."""

from __future__ import annotations

from time import perf_counter

from grognard import battles as staging
from grognard import systems
from grognard.common import battle
from grognard.kernel.session import Session

from .figures import Figures
from .timing import best

RANDOM, GREEDY = 30.0, 10.0  # battles a second on one core
SNAPSHOT, UNDO = 10e-6, 5e-3
SEEDS = 3  # battles whose digests are checked
SECONDS = 4.0


def _play(system: str, bots: str, seed: int) -> Session:
    return staging.fight(staging.setup(f"{system}/A", f"{system}/B", seed=seed, bots=(bots,))).session


def battles(figures: Figures) -> None:
    """Battles a second by bot, and what taking back costs."""
    for system in systems.NAMES:
        for bots, least in (("random", RANDOM), ("greedy", GREEDY)):
            digests = [_play(system, bots, seed).digest() for seed in range(SEEDS)]
            figures.result(f"{system}, {bots} battles", " ".join(digests))
            figures.rate(f"{system}, {bots} battles", _rate(system, bots), least)
        session = _play(system, "random", 0)
        models = [sum(len(k.models) for k in force.kinds) for force in session.setup.forces]
        print(f"  ({models[0]} and {models[1]} models, {len(session.log)} log entries, {len(session.inputs)} inputs)")
        table = session.table
        figures.time(
            f"{system}, snapshot and restore",
            best(lambda t=table: t.restore(t.snapshot()), seconds=0.05),
            SNAPSHOT,  # type: ignore[misc]
        )
        figures.time(f"{system}, undo, the slowest of all picks", _slowest_undo(session), UNDO)


def _rate(system: str, bots: str) -> float:
    setups = [staging.setup(f"{system}/A", f"{system}/B", seed=seed, bots=(bots,)) for seed in range(40)]
    played, began = 0, perf_counter()
    while perf_counter() - began < SECONDS:
        battle.begin(setups[played % len(setups)]).play()
        played += 1
    return played / (perf_counter() - began)


def _slowest_undo(session: Session) -> float:
    """Seconds of the slowest single undo, from the end of the battle back to its start."""
    slowest = 0.0
    while any(not isinstance(i, bytes) for i in session.inputs):
        began = perf_counter()
        session.undo(consent=True)
        slowest = max(slowest, perf_counter() - began)
    return slowest
