"""Closing in: an assault move that cannot reach a fresh enemy, towards one out of charge reach (ruling ``close``)."""

from __future__ import annotations

from math import inf

from ...kernel.asks import Choose, Procedure
from ...table.geometry import Box
from ...table.state import Table, Unit
from . import field
from .moving import Advance, go, moves
from .orders import reach_of

CLOSE, STAND = "close in", "stand"


def quarry(t: Table, u: int) -> int | None:
    """The nearest enemy out of charge reach, when the models nearest to each other see each other; else None."""
    inches, _ = reach_of(t, u, "charge")
    form = t[u].form
    found: Unit | None = None
    best = inf
    for least, k in sorted([(_at_least(form.box, v.form.box), v.id) for v in t.enemies(t[u].side) if not v.locked]):
        if least > best:
            break  # whoever is in a box so far off is no nearer than that
        far = field.distance(form, t[k].form)
        if inches < far and (found is None or (far, k) < (best, found.id)):
            found, best = t[k], far
    return found.id if found is not None and field.glimpses(t, u, form, found.id, found.form) else None


def _at_least(p: Box, q: Box) -> float:
    """How far apart two units in these boxes are at least, in inches, or a hair less."""
    return max(p[0] - q[2], q[0] - p[2], p[1] - q[3], q[1] - p[3]) - 0.01


def approach(t: Table, u: int) -> Procedure:
    """A unit that charges nobody may come up to MV nearer to an enemy that it sees; 1 inch away from him it stops."""
    inches, by = reach_of(t, u, "close")
    if not inches or t.rulings.get("close") == "into-fights":
        return
    v = quarry(t, u)
    if v is None:
        return
    question = f"does {t.name(u)} close in on {t.name(v)}?"
    if (yield Choose(t[u].side, question, (STAND, CLOSE), default=STAND, about=("close", u, v))) == STAND:
        return
    options = Advance(moves(t, u, inches), (t[v].form,), any_nearer=True)
    form = yield Choose(t[u].side, f"where does {t.name(u)} close in?", options, about=("close to", u))
    if form.spots != t[u].form.spots:
        yield from go(t, u, form, "closes in", by=by)
