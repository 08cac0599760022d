"""Closing in: models of a unit in close combat that touch nobody, and units that charge nobody (ruling ``close``)."""

from __future__ import annotations

from ....kernel.asks import Choose, Procedure
from ....table.distances import models_near, next_beyond
from ....table.geometry import CONTACT, Formation
from ....table.moves import Moves
from ....table.state import Table
from .. import field
from ..movement.forced import Advance
from ..movement.hazardous_ground import leg
from ..movement.legal_moves import moves
from ..movement.move import go
from ..orders import each_alone, movement_mode, reach_of
from ..size import side_of

CLOSE, STAND = "close in", "stand"


def quarry(t: Table, u: int, far: float) -> int | None:
    """The nearest enemy out of charge reach, when the models nearest to each other see each other; else None."""
    unit = t.units[u]
    enemies = side_of(t, 1 - unit.side)
    units, forms = enemies.units, enemies.forms
    k = next_beyond(unit.form, forms, far)
    if k >= 0 and units[k].foes:  # fresh enemies alone count
        units = tuple([v for v in units if not v.foes])
        forms = [v.form for v in units]
        k = next_beyond(unit.form, forms, far)
    return units[k].id if k >= 0 and field.glimpses(t, u, unit.form, units[k].id, forms[k]) else None


def approach(t: Table, u: int, far: float) -> Procedure:
    """A unit that charges nobody may come up to MV nearer to an enemy that it sees; 1 inch away from him it stops.

    ``far``: how far it charges, in inches.
    """
    if t.rulings.get("close") == "into-fights":
        return
    v = quarry(t, u, far)
    if v is None:
        return
    inches, by = reach_of(t, u, "close")
    if not inches:
        return
    question = f"does {t.name(u)} close in on {t.name(v)}?"
    if (yield Choose(t.units[u].side, question, (STAND, CLOSE), default=STAND, about=("close", u, v))) == STAND:
        return
    options = Advance(moves(t, u, inches), (t.units[v].form,), any_nearer=True)
    form = yield Choose(t.units[u].side, f"where does {t.name(u)} close in?", options, about=("close to", u))
    if form.positions != t.units[u].form.positions:
        yield from go(t, u, form, "closes in", by=by)


def close(t: Table, u: int) -> Procedure:
    """Models of a unit in close combat that touch nobody move up to the enemy."""
    unit = t.units[u]
    foes = [t.units[v] for v in unit.foes if t.units[v].here]
    if not foes:
        return
    touching = models_near(unit.form, [v.form for v in foes], CONTACT)
    loose = [i for i in range(unit.size) if i not in touching]
    if not loose:
        return
    inches, by = reach_of(t, u, "close")
    friends, enemies = field.others(t, u)
    rest = unit.form.without(loose)
    ours = friends if not len(rest) else [*friends, (u, rest)]
    theirs = [(v.id, v.form) for v in foes]
    far = [(w, form) for w, form in enemies if w not in unit.foes]
    way = each_alone(movement_mode(unit.members))
    options = Moves(
        t.ground, unit.form.only(loose), inches, ours, [*theirs, *far], way, target=tuple(v.id for v in foes[:1])
    )
    moved = next(iter(options), None)
    if moved is None:
        return
    positions, fronts = list(unit.form.positions), [unit.form.front(i) for i in range(unit.size)]
    for k, i in enumerate(loose):
        positions[i], fronts[i] = moved.positions[k], moved.front(k)
    yield from leg(t, u, Formation(tuple(positions), unit.form.bases, tuple(fronts), unit.form.levels), "closes in", by)
