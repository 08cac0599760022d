"""Random attacks of VOID, as questions and on a table."""

from __future__ import annotations

from random import Random
from typing import Any

from grognard.common.profiles import Kind
from grognard.systems.void.fixtures import ask, model, unit, weapon
from grognard.systems.void.rules import RULES
from grognard.systems.void.shooting import fire
from tests.registry import example
from tests.void.field import Field

from .on_table import Case

GUNS = (
    "rifle",
    "pistol",
    "machine gun",
    "Sniper Rifle",
    "rocket launcher",
)  # blasts deviate: their place is a die of its own
FLAMES = ("light flame thrower", "flame thrower")
OTHERWISE = {  # rules that ask for more than an attacker and a target in the open
    "Mounted Weapon Team", "Target Acquisition", "Spotter", "Troop Carrier", "Shield Wall",
}  # fmt: skip


def rules(rng: Random, most: int) -> list[Any]:
    """Up to so many rules of models."""
    able = [r for r in RULES if r.spellings[0] not in OTHERWISE]
    return [example(r) for r in rng.sample(able, rng.randint(0, most))]


def case(number: int) -> Case:
    """Case ``number``: one volley of a unit at another."""
    rng = Random(f"void {number}")
    flames = rng.random() < 0.2
    arms = [(weapon(rng.choice(FLAMES if flames else GUNS)),) for _ in range(1 if flames else rng.randint(1, 2))]
    shared = rules(rng, 3)
    by = [model("line trooper", *shared, arms=a, SH=rng.randint(3, 6)) for a in arms]
    ours = unit(*by, n=rng.randint(1, 2), name="Ours")
    theirs = target(rng, lone=flames)  # a flame lies over as many as it can
    away = 5.0 if flames else 20.0
    f = Field(
        [(ours, [(19.0 + 1.5 * i, 10.0) for i in range(len(ours.models))])],
        [(theirs, [(20.0, 10.0 + away + 4.0 * i) for i in range(len(theirs.models))])],
    )
    words = f"void {number}: {[(m.weapons[0].name, m.stats.SH) for m in ours.models]} with {list(map(str, shared))}"
    words += (
        f" at {[(m.name, m.stats) for m in theirs.models]} with {list(map(str, theirs.models[0].rules))}, {away} inches"
    )
    return Case(words, ask(ours, theirs, range=away), f.table, lambda t: fire(t, 0, 1, False), 1)


def target(rng: Random, lone: bool) -> Kind:
    """One to four models of one or two sorts, nearest first; a ``lone`` one."""
    shared = rules(rng, 2)
    if rng.random() < 0.2:
        return unit(model("light tank", *shared, W=rng.randint(2, 5)), type="Vehicle", name="Theirs")
    n = 1 if lone else rng.randint(1, 2)
    sorts = [model("line trooper", *shared, T=rng.randint(3, 6), W=rng.choice((1, 1, 2, 3))) for _ in range(n)]
    return unit(*sorts, n=1 if lone else rng.randint(1, 2), name="Theirs")
