"""How large a unit is: its SZ as it stands or lies, how high its models are, and itself in a line of sight."""

from __future__ import annotations

from typing import Any

from ...common.rules import kept
from ...table.sight import Blocker
from ...table.state import Table, Unit

INCHES_A_SIZE = 0.75  # how high a model stands for its SZ; our own measure, no source gives one


@kept(8192)
def size_of(members: tuple[Any, ...]) -> int:
    """The SZ of the largest model."""
    return max((int(m.stats.SZ) for m in members), default=0)


def lies(t: Table, unit: Unit) -> bool:
    """Whether a unit lies prone and is no larger than that: from the next game turn on, or at once (ruling ``prone_size``)."""
    prone = unit.effect("prone") if unit.effects else None
    return prone is not None and (prone.value < t.round or t.rulings.get("prone_size") == "at-once")


def size_now(t: Table, unit: Unit) -> int:
    """The SZ of the largest model as it stands or lies."""
    return 1 if unit.effects and lies(t, unit) else size_of(unit.members)


@kept(8192)
def heights(members: tuple[Any, ...], low: bool = False) -> float | tuple[float, ...]:
    """How high the models stand, in inches; one number when all stand alike. ``low``: they lie prone."""
    each = tuple((1 if low else m.stats.SZ) * INCHES_A_SIZE for m in members)
    return each[0] if len(set(each)) == 1 else each


# A unit, itself as it may stand in a line of sight, its SZ as it stands or lies, and how high its models are.
Stature = tuple[Unit, Blocker, int, float | tuple[float, ...]]


def stature(t: Table, unit: Unit) -> Stature:
    """How large a unit is as it stands or lies; kept as long as it is the same and does not lie."""
    found = _statures()
    known = found.get(unit.id)
    if known is not None and known[0] is unit:
        return known
    low = bool(unit.effects) and lies(t, unit)
    size = 1 if low else size_of(unit.members)
    made: Stature = unit, (unit.id, unit.form, size * INCHES_A_SIZE), size, heights(unit.members, low)
    if not unit.effects or not unit.has("prone"):  # who drops down lies from the next game turn on
        found[unit.id] = made
    return made


@kept(1)
def _statures() -> dict[int, Stature]:
    return {}
