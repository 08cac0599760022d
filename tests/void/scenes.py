"""Scenes of VOID: questions and small battlefields of which at least one changes when a rule is switched off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.systems.void import field, shooting
from grognard.systems.void.activation import activation
from grognard.systems.void.assault import counter_charge, fight
from grognard.systems.void.fixtures import ask, model, trooper, unit, weapon
from grognard.systems.void.orders import Orders
from grognard.systems.void.rules import (
    BerserkCharge,
    Camouflage,
    Dodge,
    FindWeakness,
    HeavyArmour,
    Marksman,
    Rampage,
    Spomm,
    StrikeFirst,
    SuppressiveFire,
    TargetAcquisition,
)
from grognard.table.events import Locked
from tests.scene import Scene

from .field import Field, at

BLADE = ("Combat Blade",)


def odds(name: str, attacker: Any, target: Any, **said: Any) -> Scene:
    """A scene that shows the whole answer to a question."""
    return Scene(name, lambda: ask(attacker, target, **said).told(fractions=True))


def play(name: str, make: Callable[[], Field], run: Callable[[Field], object]) -> Scene:
    """A scene that shows what comes of something on a small battlefield."""
    return Scene(name, lambda: run(make()))


def duel(ours: Any, theirs: Any, gap: float = 3.0, **more: Any) -> Field:
    """Two units facing each other so many inches apart."""
    f = Field([at(ours, 20, 20)], [at(theirs, 20, 20.984375 + gap)], **more)
    if not gap:
        Locked(0, 1).on(f.table)
    return f


def told(f: Field, procedure: Any, faces: Any, **picks: Any) -> list[str]:
    """The report of what was done; when the dice do not fit, as far as it went."""
    try:
        f.run(procedure, faces, **picks)
    except AssertionError:
        f.log.append(f.log[-1])
    return f.told()


SCENES: list[Scene] = [
    odds("armour and piercing", trooper(FindWeakness(2), n=4), trooper(HeavyArmour(6), n=3)),
    odds("camouflage in the open", trooper(n=4), trooper(Camouflage(), n=4), range=20),
    odds("camouflage out of sight", trooper(n=4, arms=("machine gun",)), trooper(Camouflage(), n=4), range=30),
    odds("dodging heroes", trooper(n=5), unit(model("hero", Dodge()), n=2)),
    odds("marksmen", trooper(Marksman(), n=3, arms=("Sniper Rifle",)), trooper(W=3, n=2), range=20),
    odds("suppression", trooper(SuppressiveFire(4), n=3), trooper(n=8), range=20, sets=("suppressive=yes",)),
    odds(
        "a painted target",
        trooper(arms=(weapon("rifle", TargetAcquisition()),)),
        trooper(),
        range=30,
        sets=("painted=yes",),
    ),
    odds("a device", trooper(arms=(weapon("targeting device", TargetAcquisition()),)), trooper()),
    odds("a beast's nerve", trooper(n=6), unit(model("war beast", Rampage(), W=1), n=2)),
    odds("beyond the scan", trooper(Spomm("I", "Fire Support")), trooper(), range=20),
    play(
        "a berserk charge",
        lambda: duel(trooper(BerserkCharge(), arms=BLADE), trooper(arms=BLADE)),
        lambda f: told(f, counter_charge(f.table, 0, 1), [6], counter_charge="counter-charge"),
    ),
    play(
        "the first blow",
        lambda: duel(trooper(StrikeFirst(), arms=BLADE), trooper(arms=BLADE), 0.0),
        lambda f: told(f, fight(f.table, 0), [6, 6]),
    ),
    play(
        "a machine mind alone",
        lambda: Field([at(trooper(Spomm("I", "Tactical Advance"), n=2), 20, 4)], [at(trooper(n=2), 20, 40)]),
        lambda f: told(f, activation(f.table, 0), [], what_does="move"),
    ),
    play(
        "who may be shot",
        lambda: Field([at(trooper(n=2, arms=("machine gun",)), 20, 4)], [at(trooper(Camouflage(), n=2), 20, 32)]),
        lambda f: (shooting.open_to_fire(f.table, 0, False), field.sees(f.table, 0, 1), Orders(f.table, 0).words),
    ),
]

GRID: list[dict[str, Any]] = [
    {"attacker": trooper(n=3), "target": trooper(n=4)},
    {"attacker": trooper(n=2), "target": unit(model("hero"), n=2), "range": 18.0, "cover": "3"},
    {"attacker": trooper(n=2), "target": trooper(n=3), "melee": True, "charging": True},
    {
        "attacker": unit(model("line trooper"), model("hero", role="leader"), name="led"),
        "target": unit(model("line trooper"), model("hero", role="leader"), name="led"),
    },
    {"attacker": trooper(n=2, arms=("rocket launcher",)), "target": unit(model("light tank"), type="Vehicle")},
    {
        "attacker": trooper(n=2, arms=("mortar", "flame thrower")),
        "target": trooper(n=4),
        "range": 20.0,
        "sets": {"under": 2},
    },
    {"attacker": trooper(SuppressiveFire(3), n=2), "target": trooper(n=4), "sets": {"suppressive": "yes"}},
]
