"""Scenes of moving, running and flying, for the rules that show there."""

from __future__ import annotations

from grognard.kernel.exact import exact
from grognard.systems.usr import moving, strides
from grognard.systems.usr.examples import model, unit
from tests.scene import Scene
from tests.usr.field import act, field, wood

FAR = unit(model(name="Far"), name="Far")


def advances(*rules):
    def run():
        law = exact(strides.advance, (0, (model(*rules),)))
        return [law.fraction(n) for n in range(1, 7)]

    return run


def asked_before_a_wood(*rules):
    def run():
        kind = unit(model(*rules), name="Squad", count=2)
        t = field((kind, 0, 10, 10), (FAR, 1, 10, 45), step="movement", pieces=(wood(8, 12),))
        return act(t, moving.move(t, 0)).asked

    return run


SCENES = [
    Scene("how far the fleet advance", advances("Fleet")),
    Scene("how far crusaders advance", advances("Crusader")),
    Scene("the slow and purposeful move", asked_before_a_wood("Slow and Purposeful", "Move Through Cover")),
    Scene("moving through cover", asked_before_a_wood("Move Through Cover")),
]
