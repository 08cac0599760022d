"""Closing in: an assault move that cannot reach a fresh enemy, towards one out of charge reach (ruling ``close``)."""

from __future__ import annotations

from ...kernel.asks import Choose, Procedure
from ...table.nearby import next_beyond
from ...table.state import Table
from . import field
from .moving import Advance, go, moves
from .orders import reach_of

CLOSE, STAND = "close in", "stand"


def quarry(t: Table, u: int, far: float) -> int | None:
    """The nearest enemy out of charge reach, when the models nearest to each other see each other; else None."""
    form, free = t.units[u].form, []
    forms = []
    for v in t.enemies(t.units[u].side):
        if not v.foes:
            free.append(v)
            forms.append(v.form)
    k = next_beyond(form, forms, far)
    return free[k].id if k >= 0 and field.glimpses(t, u, form, free[k].id, forms[k]) else None


def approach(t: Table, u: int, far: float) -> Procedure:
    """A unit that charges nobody may come up to MV nearer to an enemy that it sees; 1 inch away from him it stops.

    ``far``: how far it charges, in inches.
    """
    inches, by = reach_of(t, u, "close")
    if not inches or t.rulings.get("close") == "into-fights":
        return
    v = quarry(t, u, far)
    if v is None:
        return
    question = f"does {t.name(u)} close in on {t.name(v)}?"
    if (yield Choose(t.units[u].side, question, (STAND, CLOSE), default=STAND, about=("close", u, v))) == STAND:
        return
    options = Advance(moves(t, u, inches), (t.units[v].form,), any_nearer=True)
    form = yield Choose(t.units[u].side, f"where does {t.name(u)} close in?", options, about=("close to", u))
    if form.spots != t.units[u].form.spots:
        yield from go(t, u, form, "closes in", by=by)
