"""Scenes of transports, buildings and vehicles that fire by themselves."""

from __future__ import annotations

from grognard.systems.usr import condition
from grognard.systems.usr.attack import weapons
from grognard.systems.usr.combat import charge
from grognard.systems.usr.examples import model, unit, weapon
from grognard.systems.usr.rules.unit_types import fitted
from grognard.systems.usr.shooting import eligibility
from grognard.systems.usr.vehicles import transports
from tests.scene import Scene
from tests.usr.carrying import carrier, mark
from tests.usr.field import field

FOE = unit(model(name="Foe"), name="Foe", count=3)


def seats_of(rule):
    def run():
        return transports.seats((model(rule),) * 3), transports.seated_by((model(rule),))

    return Scene(f"the seats of {rule} models", run)


def gets_out(rule, **kind):
    def run():
        t = field((carrier(rule, **kind), 0, 24, 24), (FOE, 1, 24, 40))
        mark(t, 0, (condition.MOVED, "cruising"))
        return transports.lets_anybody_out(t[0]), transports.may_charge_after(t, t[0])

    return Scene(f"getting out of what has {rule}", run)


def sentry():
    house = carrier("Sentry Defence System", type="Building", BS=0, weapons=[weapon("Wall gun")], HP=4)
    t = field((house, 0, 24, 24), (FOE, 1, 24, 33))
    return eligibility.can_shoot(t, 0), charge.targets(t, 1)


def spirit():
    wain = fitted(unit(model("Power of the Machine Spirit", Front=12, weapons=[weapon()]), type="Vehicle")).models[0]
    return weapons.full_skill_guns(wain, "cruising")


SCENES = [
    *(seats_of(rule) for rule in ("Bulky", "Very Bulky", "Extremely Bulky")),
    gets_out("Assault Vehicle"),
    gets_out("Repel the Enemy", type="Building", HP=4),
    Scene("an empty building that defends itself", sentry),
    Scene("how many guns a machine spirit fires", spirit),
]
