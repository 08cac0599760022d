"""On hold: units that wait, and what they do when an enemy moves in their sight (ruling ``hold``)."""

from __future__ import annotations

from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Remarked
from ...table.geometry import Formation
from ...table.sight.lines import around
from ...table.state import Table, Unit
from . import field
from .events import Over
from .nerve.checks import PANICKED, RAMPAGING
from .nerve.command_checks import command
from .orders import NO_SHOT, ON_HOLD, loose
from .shooting import fire, lines_of_fire

BARS = (PANICKED, RAMPAGING, "shaken", NO_SHOT)  # who is so does not react


def watching(t: Table, u: int, start: Formation, end: Formation, charged: int = -1) -> list[int]:
    """The enemies on hold that could react to a unit's movement; the one it charges counter-charges instead."""
    swept, found = None, []
    for w in t.enemies(t.units[u].side):
        if not w.effects or w.foes or w.id == charged or not w.has(ON_HOLD):
            continue
        if swept is None:
            swept = around(start.box, end.box)
        if lines_of_fire.arms_reach(t, w, swept) and not _barred(w) and not loose(w.form):
            found.append(w.id)
    return found


def _barred(unit: Unit) -> bool:
    """Whether a unit is in no state to react."""
    for e in unit.effects:  # noqa: SIM110 (asked too often for a generator)
        if e.what in BARS:
            return True
    return False


def could_fire(t: Table, w: int, u: int, form: Formation, passing: bool = False) -> bool:
    """Whether a unit on hold could fire at another if that stood so; of one that is passing its nearest model tells."""
    if not lines_of_fire.reaches(t, w, form):
        return False
    if passing:
        return field.glimpses(t, w, t.units[w].form, u, form)
    return lines_of_fire.fires(t, w, u, moved=False, there=form)


def react(t: Table, w: int, u: int, sure: bool = False) -> Procedure:
    """A unit on hold may interrupt an enemy that moves in its sight: a CD check, then it shoots as if stationary.

    ``sure``: it is known to be able to fire.
    """
    if not sure and (not t.units[w].here or not could_fire(t, w, u, t.units[u].form)):
        yield Emit(Remarked(f"{t.name(w)} has no shot at {t.name(u)}"))
        return
    question = f"does {t.name(w)} react to {t.name(u)}?"
    pick = yield Choose(t.units[w].side, question, ("shoot", "wait"), default="shoot", about=("react", w, u))
    if pick == "wait":
        yield Emit(Remarked(f"{t.name(w)} does not react to {t.name(u)}"))
        return
    yield Emit(Over(w, ON_HOLD))
    if t.rulings.get("hold") == "no-check" or (yield from command(t, w, "hold", why=f"to fire at {t.name(u)}")):
        yield from fire.fire(t, w, u, moved=False)
