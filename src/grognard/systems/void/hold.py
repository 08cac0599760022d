"""On hold: units that wait, and what they do when an enemy moves in their sight (ruling ``hold``)."""

from __future__ import annotations

from grognard.table.sight.occluders import around

from ...common.triggers import give
from ...kernel.asks import Choose, Emit, Procedure
from ...table.geometry import Form
from ...table.state import Table, Unit
from . import field, shooting
from .commanding import command
from .events import Over
from .harming import MARKER_PHASE
from .orders import loose

ON_HOLD = "on hold"
NO_SHOT = "on hold without a shot"  # it went on hold while its crew was shaken; to the next marker phase
BARS = ("panicked", "rampaging", "shaken", NO_SHOT)  # who is so does not react


def put(t: Table, u: int, by: tuple[str, ...] = ()) -> Procedure:
    """A unit goes on hold until the next marker phase."""
    if not t.units[u].has(ON_HOLD):
        yield from give(t, u, ON_HOLD, MARKER_PHASE, by=by)


def recovered(t: Table, u: int) -> Procedure:
    """The activation that a shaken crew could not shoot in is over; what it does from hold until the next is part of it."""
    yield Emit(Over(u, "shaken"))
    if t[u].has(ON_HOLD):
        yield from give(t, u, NO_SHOT, MARKER_PHASE, quiet=True)


def watching(t: Table, u: int, start: Form, end: Form, charged: int = -1) -> list[int]:
    """The enemies on hold that could react to a unit's movement; the one it charges counter-charges instead."""
    swept, found = None, []
    for w in t.enemies(t.units[u].side):
        if not w.effects or w.foes or w.id == charged or not w.has(ON_HOLD):
            continue
        if swept is None:
            swept = around(start.box, end.box)
        if shooting.arms_reach(t, w, swept) and not _barred(w) and not loose(w.form):
            found.append(w.id)
    return found


def _barred(unit: Unit) -> bool:
    """Whether a unit is in no state to react."""
    for e in unit.effects:  # noqa: SIM110 (asked too often for a generator)
        if e.what in BARS:
            return True
    return False


def could_fire(t: Table, w: int, u: int, form: Form, passing: bool = False) -> bool:
    """Whether a unit on hold could fire at another if that stood so; of one that is passing its nearest model tells."""
    if not shooting.reaches(t, w, form):
        return False
    if passing:
        return field.glimpses(t, w, t.units[w].form, u, form)
    return shooting.fires(t, w, u, moved=False, there=form)


def react(t: Table, w: int, u: int, sure: bool = False) -> Procedure:
    """A unit on hold may interrupt an enemy that moves in its sight: a CD check, then it shoots as if stationary.

    ``sure``: it is known to be able to fire.
    """
    if not sure and (not t.units[w].here or not could_fire(t, w, u, t.units[u].form)):
        return
    question = f"does {t.name(w)} react to {t.name(u)}?"
    pick = yield Choose(t.units[w].side, question, ("shoot", "wait"), default="shoot", about=("react", w, u))
    if pick == "wait":
        return
    yield Emit(Over(w, ON_HOLD))
    if t.rulings.get("hold") == "no-check" or (yield from command(t, w, "hold")):
        yield from shooting.fire(t, w, u, moved=False)
