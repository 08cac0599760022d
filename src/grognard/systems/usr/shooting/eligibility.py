"""Who may shoot, and at whom."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct

from ....common.options import FilteredOptions
from ....common.profiles import Weapon
from ....errors import GrognardError
from ....kernel.drawing import below
from ....kernel.memo import memo
from ....table.distances import distance, first_near, reaches, who_is_near
from ....table.geometry import Formation
from ....table.state import Table, Unit
from ..condition import (
    SILENT,
    airborne,
    circumstances,
    moved,
    snaps,
    squad,
    stances,
)
from ..line_of_sight import sight
from ..vehicles.buildings import attackable, automated
from .firing_choices import HOLD, _rows, menu
from .guns import bands_of, guns_of, lobs, longest


@memo(1024)
def _reach(unit: Unit) -> float:
    """How far a unit shoots as it stands: units are replaced when anything about them changes, so each is asked once."""
    if uneven := stances(unit):
        each = zip(unit.members, uneven, strict=True)
        return max([longest((model,), squad(unit), *stance) for model, stance in each])
    return longest(unit.members, squad(unit), moved(unit), snaps(unit))


def in_reach(t: Table, u: int) -> list[int]:
    """Enemies that a unit's weapons may reach, seen or not; those locked in combat may not be shot at."""
    unit = t[u]
    inches = _reach(unit)
    if inches < 0:
        return []
    found = _within(unit, exposed(t, unit.side), inches)
    if found and automated(unit.members[0]):  # at the nearest that it sees
        nearest = sorted(found, key=lambda v: (distance(unit.form, t[v].form), v))
        return next(([v] for v in nearest if sees(t, u, v)), [])
    return found


def _within(unit: Unit, foes: Open, inches: float) -> list[int]:
    """Those of the enemies who stand so near to a unit: a unit that divides its fire asks for each of its models."""
    return [foes.units[k].id for k in who_is_near(unit.form, foes.forms, inches)]


class Open(Struct, frozen=True, eq=False):
    """The units of a side that may be shot at by anybody who reaches them, where they stand, and the identities of these forms."""

    units: list[Unit]
    forms: list[Formation]
    still: frozenset[int]


def exposed(t: Table, side: int) -> Open:
    """The enemies of a side that may be shot at: not who is locked, nor an empty building."""
    found, buildings = _unlocked(t.enemies(side))
    for building in buildings:
        if not attackable(t, building.id):
            return _exposed([v for v in found.units if v.kind.type != "Building" or attackable(t, v.id)])
    return found


@memo(8)
def _unlocked(units: tuple[Unit, ...]) -> tuple[Open, list[Unit]]:
    """Those who are not in close combat, and the buildings among them."""
    found = [v for v in units if not v.foes]
    return _exposed(found), [v for v in found if v.kind.type == "Building"]


def _exposed(units: list[Unit]) -> Open:
    forms = [v.form for v in units]
    return Open(units, forms, frozenset(map(id, forms)))


def sees(t: Table, u: int, v: int, among: frozenset[int] | None = None) -> bool:
    """Whether a unit (or one of these models of it) may shoot at another: some model sees it in reach, or needs not see it."""
    unit, target = t[u], t[v]
    how_moved, snap, mates = moved(unit), snaps(unit), squad(unit)
    high = airborne(target)
    uneven = stances(unit)
    if not (seen := sight(t, unit, target)) and not uneven and not lobs(unit.members, mates, how_moved, snap):
        return False
    for model, models in [(m, range(i, i + 1)) for i, m in enumerate(unit.members)] if uneven else _rows(unit.members):
        if uneven:
            how_moved, snap = uneven[models[0]]
        if among is not None and among.isdisjoint(models):
            continue
        fired = guns_of(model, mates, how_moved, snap, high)
        if not fired:
            continue
        who = models if among is None else [i for i in models if i in among]
        if reaches(unit.form, who, seen.views, target.form, *bands_of(fired), True):
            return True
    return False


def can_fire_at(
    t: Table, u: int, v: int, among: frozenset[int], only: frozenset[tuple[int, Weapon]] | None = None
) -> tuple[int, ...]:
    """Those of these models of a unit that may fire at a target now, with ``only`` with these weapons."""
    unit, target = t[u], t[v]
    how = circumstances(t, unit, target, snap=snaps(unit))
    _, groups = menu(t, unit, target, how, sight(t, unit, target), False, among, only)
    return tuple(sorted(i for group in groups for i in group))


class Targets(FilteredOptions):
    """The units that a unit may shoot at, and holding fire: one lazy value, which looks only as far as it is asked.

    ``among``: only these models of the unit shoot; ``without``: not at these units.
    """

    refusal = "that unit is not seen within range"

    def __init__(self, t: Table, u: int, among: frozenset[int] | None = None, without: tuple[int, ...] = ()) -> None:
        near = [v for v in in_reach(t, u) if v not in without]
        super().__init__(near, lambda v: sees(t, u, v, among), (HOLD,))

    def draw(self, rng: Random) -> int | str:
        """One target that is seen; others are not looked at."""
        left = list(self.named)
        while left:
            v: int = left.pop(below(rng, len(left)))
            if self.legal(v):
                return v
        return HOLD

    def plain(self, pick: int | str) -> int | str:
        """The id of a target, or the words."""
        return pick

    def decode(self, value: Any) -> int | str:
        """A target read again. Raises GrognardError when it may not be shot at."""
        if type(value) not in (int, str) or value not in self:
            raise GrognardError(self.refusal)
        return value  # type: ignore[no-any-return]


def waits(t: Table, player: int) -> list[Unit]:
    """The units of a player that have not acted yet and are in no close combat."""
    acted = t.acted
    return [u for u in t.own(player) if u.id not in acted and not u.foes]


def can_shoot(t: Table, player: int, waiting: list[Unit] | None = None) -> list[int]:
    """The units of a player that have not shot yet and have an enemy within reach; ``waiting``: those of ``waits``."""
    waiting = waits(t, player) if waiting is None else waiting
    if not waiting or not (foes := exposed(t, player)).units:
        return []
    able, forms, still = [], foes.forms, foes.still
    # By the id of a unit: the unit as it stood, whom it might shoot at, and the first of them within its reach (None: nobody).
    # While unit and enemy stand as they did, nothing need be measured again.
    seen: dict[int, tuple[Unit, list[Formation], Formation | None]] = t.memo("seen", dict)
    for u in waiting:
        if (u.effects and u.has(SILENT)) or (u.kind.type == "Building" and silent(t, u)):
            continue
        known = seen.get(u.id)
        if known is None or known[0] is not u or (known[1] is not forms and id(known[2]) not in still):
            inches = _reach(u)
            k = first_near(u.form, forms, inches) if inches >= 0 else -1
            known = seen[u.id] = (u, forms, forms[k] if k >= 0 else None)
        if known[2] is not None:
            able.append(u.id)
    return able


def silent(t: Table, unit: Unit) -> bool:
    """Whether a unit holds its fire: vehicles that used smoke launchers, buildings with nobody in them."""
    if unit.effects and unit.has(SILENT):
        return True
    return unit.kind.type == "Building" and not attackable(t, unit.id)
