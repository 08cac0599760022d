"""Stepping aside from under an indirect template (ruling ``evade``)."""

from __future__ import annotations

from ....kernel.asks import Choose, Procedure
from ....table.state import Table
from .. import field, shield_wall
from ..guards import place
from ..harm import has_evaded
from ..movement.hazardous_ground import leg
from ..movement.legal_moves import moves
from ..orders import MOVE, reach_of


def evade(t: Table, w: int) -> Procedure:
    """A unit under an indirect template that has not acted, or is on hold, may step aside by half its MV (ruling ``evade``)."""
    unit = t[w]
    if t.rulings.get("evade") == "none" or unit.locked or unit.has("prone") or not field.able(unit):
        return
    if w in t.acted and not unit.has("on hold"):
        return
    inches = reach_of(t, w, MOVE)[0] / 2
    if not inches:
        return
    options = moves(t, w, inches, post=place(t, w))
    pick = yield Choose(unit.side, f"does {t.name(w)} evade?", ("stay", "evade"), default="stay", about=("evade", w))
    if pick == "stay":
        return
    form = yield Choose(unit.side, f"where does {t.name(w)} evade?", options, about=("evade to", w))
    if form.positions == unit.form.positions:
        return  # who does not step aside has not evaded
    yield from leg(t, w, form, "evades")
    if t[w].here:
        yield from has_evaded(t, w)
        yield from shield_wall.check(t, w)
