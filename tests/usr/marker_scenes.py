"""Scenes of barrages, markers with zones, vortices and rampages."""

from __future__ import annotations

from grognard.systems.usr.combat import fight, rampage
from grognard.systems.usr.examples import model, shooter, target, unit
from grognard.systems.usr.shooting import eligibility
from grognard.table.events import Locked
from tests.scene import Scene
from tests.usr.field import act, field, tower

TROOP = unit(model(name="Trooper"), name="Troop", count=3)
TANK = target(Front=13, Side=11, Rear=10)


def over_the_tower(*rules):
    def run():
        t = field((shooter(*rules, range=36), 0, 10, 10), (TROOP, 1, 10, 28), pieces=(tower(6, 16, 8),))
        return list(eligibility.Targets(t, 0))

    return run


def outnumbered():
    few, many = unit(model("Rampage", name="Few"), name="Few"), unit(model(name="Many"), name="Many", count=3)
    t = field((few, 0, 10, 10), (many, 1, 10, 10.9875), step="close_combat")
    Locked(0, 1).on(t)
    return act(t, fight.rampage(t, (0, 1)), [5] if rampage.rages(t[0].members) else []).events


SCENES = [
    Scene("a barrage over a tower", over_the_tower("Barrage", "Blast")),
    Scene("an apocalyptic barrage over a tower", over_the_tower("Apocalyptic Barrage")),
    Scene("who rampages", outnumbered),
]

# questions of odds: (name, attacker, target, what else is said)
ODDS = [
    ("a barrage on a tank", shooter("Barrage", "Blast", S=7), TANK, {}),
    ("an apocalyptic barrage", shooter("Apocalyptic Barrage", shots=3), target(count=6), {"sets": {"under": 2}}),
    (
        "a mega-blast",
        shooter("Apocalyptic Mega-blast", S="8/6/4", AP="2/4/6"),
        target(count=6),
        {"sets": {"middle": 2}},
    ),
    ("a vortex", shooter("Vortex", "Blast", S=8, AP=1), target(T=6, W=4), {}),
    ("a rampage", unit(model("Rampage")), target(count=4), {"melee": True}),
]
