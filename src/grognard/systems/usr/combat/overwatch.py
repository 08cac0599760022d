"""Overwatch: those who are charged fire Snap Shots, and what grenades a charge has."""

from __future__ import annotations

from ....common.triggers import PHASE_ENDS, give
from ....kernel.asks import Choose, Procedure
from ....table.state import Table, Unit
from ..attack.weapons import is_assault_grenade
from ..condition import (
    BROKEN,
    WATCHED,
    circumstances,
    grounded,
)
from ..line_of_sight import sight
from ..nerve.checks import reaction
from ..shooting.firing_choices import menu
from ..shooting.shooting import fire
from ..shooting.under_fire import jink


def grenades(u: Unit) -> bool:
    """Whether a unit has the grenades with which it charges through difficult ground at its own Initiative."""
    return any(is_assault_grenade(w) for m in u.members for w in m.weapons)


SLOW_TO_AIM = (
    "Vehicle",
    "Chariot",
    "Flyer",
)  # types that by the ruling ``overwatch`` fire none: walkers do, and buildings


def overwatch(t: Table, v: int, u: int) -> Procedure:
    """A unit that is charged may fire Snap Shots at the charging unit, once a phase; not when locked or on the ground."""
    unit = t[v]
    if unit.kind.type in SLOW_TO_AIM and t.rulings.get("overwatch", "walkers") == "walkers":
        return
    if unit.foes or grounded(unit) or unit.has(WATCHED) or unit.has(BROKEN) or reaction(unit.members).silent:
        return
    how = circumstances(t, unit, t[u], snap=True)
    armed, _ = menu(t, unit, t[u], how, sight(t, unit, t[u]), True)
    if not armed:
        return
    words = f"does {t.name(v)} fire overwatch at {t.name(u)}?"
    if (yield Choose(unit.side, words, ("no", "yes"), default="yes", about=("overwatch", v, u))) == "yes":
        yield from give(t, v, WATCHED, PHASE_ENDS, source=v, quiet=True)
        if t.rulings.get("jink-overwatch", "asked") == "asked":
            yield from jink(t, v, u)
        yield from fire(t, v, u, overwatch=True)
