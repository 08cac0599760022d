"""Scenes of moving, running and flying, for the rules that show there."""

from __future__ import annotations

from grognard.kernel.exact import exact
from grognard.systems.usr import condition
from grognard.systems.usr.examples import model, unit
from grognard.systems.usr.movement import flight, move_rolls, movement
from grognard.table.state import Effect
from tests.scene import Scene
from tests.usr.field import act, field, wood

FAR = unit(model(name="Far"), name="Far")


def advances(*rules):
    def run():
        law = exact(move_rolls.advance, (0, (model(*rules),)))
        return [law.fraction(n) for n in range(1, 7)]

    return run


def asked_before_a_wood(*rules):
    def run():
        kind = unit(model(*rules), name="Squad", count=2)
        t = field((kind, 0, 10, 10), (FAR, 1, 10, 45), step="movement", pieces=(wood(8, 12),))
        return act(t, movement.move(t, 0)).asked

    return run


def flown(*rules):
    def run():
        kite = unit(model(*rules, name="Kite", Front=10, HP=2, M=20), name="Kite", type="Flyer")
        t = field((kite, 0, 24, 10), (FAR, 1, 10, 45), step="movement")
        t.change(0, effects=(Effect(condition.AIRBORNE, value="zooming"),))
        turn = movement.going(kite.models).degrees
        faces = [3, 3, 3] if movement.going(kite.models).rushes else [3]
        done = act(t, movement.move(t, 0), faces, {"how does Kite fly": "advance"})
        return turn, sorted(done.asked), len(list(flight.Flights(t, 0, 18.0, 20.0, turn=turn)))

    return run


SCENES = [
    Scene("a supersonic advance", flown("Supersonic")),
    Scene("a dancer in the air", flown("Vector Dancer")),
    Scene("how far the fleet advance", advances("Fleet")),
    Scene("how far crusaders advance", advances("Crusader")),
    Scene("the slow and purposeful move", asked_before_a_wood("Slow and Purposeful", "Move Through Cover")),
    Scene("moving through cover", asked_before_a_wood("Move Through Cover")),
]
