"""Whole legal battles with logged events: bots, snapshots, undo. Sample forces, 12 pieces of terrain, 6 rounds."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter, process_time
from typing import NamedTuple

from msgspec.structs import replace

from grognard import battles as staging
from grognard import systems
from grognard.common import battle
from grognard.common.profiles import Force
from grognard.kernel.session import Session
from grognard.muster.ref import resolve_force

from .core import speed
from .figures import Figures
from .timing import best

RANDOM, GREEDY = 30.0, 10.0  # battles a second on one core
WITH_ALL = 20.0, 8.0  # the same of usr where vehicles, psykers and reserves fight
SNAPSHOT, UNDO = 10e-6, 5e-3
SEEDS = 3  # battles whose digests are checked
SECONDS = 4.0  # of processor time, first to warm up and then to measure


# 40 models a side out of the sample forces: transports, flyers, psykers, barrages and units that come from reserve.
MUSTERED = {
    "usr/ashen-choir": ("Choirmaster Ilse Vorn", "Cinder Cantors", "The Calliope", "Bell Wardens"),
    "usr/iron-caravan": ("Road Wardens", "Plate Wagon", "Hookmen", "Sand Runner", "Land Keep"),
    "usr/veiled-company": ("Veiled Archers", "Rocket Wagon"),
}
AGAINST = {
    "usr/storm-brood": (
        "Cloud Herders",
        "Squall Riders",
        "Storm Drake",
        "Thunder Kite",
        "Gale Hounds",
    ),
    "usr/thunder-battery": ("Drift Crew", "Sky Mortars", "Old Overseer"),
    "usr/A": ("Skyfall Guard", "Furnace Crew", "Ironstrider"),
}
# What of the smaller sample forces is mustered a second time, so that at least 40 models stand on each side.
AGAIN = {
    "command/A": ("Quarry Walkers",),
    "command/B": ("Glass Cantors",),
    "dropzone/A": ("Warder Tanks, Red", "Spindle Flak Tanks"),
    "dropzone/B": (
        "Glass Gravtanks, Dawn",
        "Needle Gravtanks",
        "Glass Gravtanks, Dusk",
        "Storm Petrels",
        "Drowned Blades",
    ),
    "usr/A": ("Furnace Crew",),
}
Sides = tuple[str | Force, str | Force]


def mustered(name: str, units: dict[str, tuple[str, ...]]) -> Force:
    """A force of units of several sample forces."""
    kinds = [kind for ref, names in units.items() for kind in resolve_force(ref).kinds if kind.name in names]
    wanted = sum(map(len, units.values()))
    assert len(kinds) == wanted, f"{name}: {wanted - len(kinds)} units of the samples are not called so any more"
    return Force("usr", name, tuple(kinds))


def _forty(ref: str) -> Force:
    """A sample force with what is mustered again."""
    force = resolve_force(ref)
    again = [replace(kind, name=f"{kind.name}, again") for kind in force.kinds if kind.name in AGAIN.get(ref, ())]
    return replace(force, kinds=(*force.kinds, *again))


def _play(sides: Sides, bots: str, seed: int) -> Session:
    return staging.fight(staging.setup(*sides, seed=seed, bots=(bots,))).session


def pairings() -> list[tuple[str, Sides, tuple[float, float]]]:
    """What fights what, and how many battles a second it should be of random and of greedy players."""
    pairs: list[tuple[str, Sides, tuple[float, float]]] = [
        (system, (_forty(f"{system}/A"), _forty(f"{system}/B")), (RANDOM, GREEDY)) for system in systems.NAMES
    ]
    everything: Sides = mustered("Caravan and Choir", MUSTERED), mustered("Brood and Battery", AGAINST)
    return [*pairs, ("usr with everything", everything, WITH_ALL)]


def battles(figures: Figures) -> None:
    """Battles a second by bot, and what taking back costs."""
    for k, (system, sides, targets) in enumerate(pairings()):
        for bots, least in zip(("random", "greedy"), targets, strict=True):
            digests = [_play(sides, bots, seed).digest() for seed in range(SEEDS)]
            figures.result(f"{system}, {bots} battles", " ".join(digests))
            first, then = _rates_alone(k, bots)
            figures.rate(f"{system}, {bots} battles", then.on_the_core, least)
            print(
                f"  (as measured {then.here:.1f}, on a core {then.core:.2f} times as fast as the one targets speak of;"
                f" the first ones of the process: {first.on_the_core:.1f})"
            )
        session = _play(sides, "random", 0)
        models = [sum(len(k.models) for k in force.kinds) for force in session.setup.forces]
        print(f"  ({models[0]} and {models[1]} models, {len(session.log)} log entries, {len(session.inputs)} inputs)")
        table = session.table
        figures.time(
            f"{system}, snapshot and restore",
            best(lambda t=table: t.restore(t.snapshot()), seconds=0.05),
            SNAPSHOT,  # type: ignore[misc]
        )
        figures.time(f"{system}, undo, the slowest of all picks", _slowest_undo(session), UNDO)


class Rate(NamedTuple):
    """Battles a second of processor time: here, and on the core that the targets speak of; how fast this one is beside it."""

    here: float
    on_the_core: float
    core: float


def _rates_alone(k: int, bots: str) -> tuple[Rate, Rate]:
    """``rates`` in a process of its own: battles of other systems played before would slow them by a tenth."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
        return alone.submit(rates, k, bots).result()


def rates(k: int, bots: str) -> tuple[Rate, Rate]:
    """The rates of the first battles, which find no match-up worked out, and of those that follow; every battle is another one.

    Thousands of battles go at the second rate. How fast the core was meanwhile is found before and after each battle.
    """
    sides = pairings()[k][1]
    found, seed = [], 0
    for _ in ("cold", "warm"):
        spent, on_the_core, before = 0.0, 0.0, seed
        core = speed()
        while spent < SECONDS:
            setup = staging.setup(*sides, seed=seed, bots=(bots,))
            began = process_time()
            battle.begin(setup).play()
            took = process_time() - began
            core, earlier = speed(), core
            spent += took
            on_the_core += took * (core + earlier) / 2
            seed += 1
        found.append(Rate((seed - before) / spent, (seed - before) / on_the_core, on_the_core / spent))
    return found[0], found[1]


def _slowest_undo(session: Session) -> float:
    """Seconds of the slowest single undo, from the end of the battle back to its start."""
    slowest = 0.0
    while any(not isinstance(i, bytes) for i in session.inputs):
        began = perf_counter()
        session.undo(consent=True)
        slowest = max(slowest, perf_counter() - began)
    return slowest
