"""One battle of the soak: set up from its number, played to its end, and looked at after every step."""

from __future__ import annotations

from pathlib import Path
from random import Random

from grognard import battles, systems
from grognard.common import battle
from grognard.common.battle import Setup
from grognard.kernel.session import Session
from tests.invariants import faults

from .forces import force

BOTS = (("random", "random"), ("greedy", "random"), ("random", "greedy"), ("greedy", "greedy"))
SCENARIOS = ("hold-the-field", "close-quarters", "last-stand")
TABLES = Path(battles.__file__).parent / "systems"


class Wrong(AssertionError):
    """A battle came to something that must not be."""


def setup(system: str, number: int) -> Setup:
    """What battle ``number`` starts from."""
    rng = Random(f"{system} {number}")
    open_rulings = [r for r in systems.get(system).rulings if r.others]
    chosen = rng.sample(open_rulings, rng.choice((0, 0, 1, 2)))
    tables = sorted((TABLES / system / "tables").glob("*.toml"))
    return battles.setup(
        force(system, number, 0),
        force(system, number, 1),
        seed=number,
        scenario=rng.choice(SCENARIOS),
        table=rng.choice(tables) if tables and rng.random() < 0.5 else None,
        rounds=rng.choice((2, 3, 4, 6)),
        bots=rng.choice(BOTS),
        rulings={r.name: rng.choice(r.others) for r in chosen},
    )


def fought(system: str, number: int) -> Session:
    """Battle ``number`` of a system, played to its end. Raises whatever goes wrong in it."""
    session = battle.begin(setup(system, number))
    while not session.play(1):
        if session.open is not None:
            raise Wrong(f"nobody answers {session.open!r}")
        if found := faults(session.table):
            raise Wrong("; ".join(found))
    return session


def command(system: str, number: int) -> str:
    """What to type to play that battle again."""
    return f".venv/bin/python -m tests.soak {system} --only {number}"
