"""Declaring an attack: which weapons of a squad fire, and at which units of the target squad each is aimed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement, islice, product
from math import prod
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ....common.profiles import Kind, Model, Weapon
from ....common.rules import voices
from ....kernel.memo import memo
from ..attack import Attack, Strike, Volley
from ..circumstances import Circumstances, canonical
from ..matchup import Match, firing_with, match
from ..slots import ReadyWeapon


class Arm(Struct, frozen=True):
    """One weapon of one unit that fires, once for each of its uses."""

    unit: int  # which unit of the attacking squad
    line: int  # which of the unit's weapons, in file order
    weapon: Weapon
    firing: ReadyWeapon


class TargetUnits(Struct, frozen=True):
    """The units that may be hit, nearest first: the squad of each, its profile, and the Damage Points it has left."""

    kinds: tuple[Kind, ...]
    units: tuple[Model, ...]
    left: tuple[int, ...]

    @property
    def full(self) -> tuple[int, ...]:
        return tuple(m.stats.DP for m in self.units)


Slot: TypeAlias = tuple[Arm, ...]  # what a weapon (or an Alternate Fire group) may fire as, the usual first
# The circumstances in which an arm may be aimed at a unit (by its place in Aimed), None when it may not.
Seen: TypeAlias = Callable[[Arm, int], Circumstances | None]
# The other units under a template of so many inches over the centre of a unit.
Touched: TypeAlias = Callable[[int, float], Sequence[int]]


def nobody(i: int, inches: float) -> tuple[int, ...]:
    """Templates that touch only the unit they lie on."""
    return ()


def slots(
    units: Sequence[tuple[Model, int]], options: Callable[[Weapon, int], Sequence[ReadyWeapon]]
) -> tuple[Slot, ...]:
    """The slots of a squad, weapon by weapon. ``units`` are (unit, points lost).

    ``options(weapon, lost)`` gives the ways in which a weapon may be fired, the usual first, () when it may not.
    """
    found: dict[tuple[int, int, int], list[Arm]] = {}
    for i, (model, lost) in enumerate(units):
        groups: dict[int, tuple[int, int, int]] = {}
        for line, weapon in enumerate(model.weapons):
            own = [Arm(i, line, weapon, fired) for fired in options(weapon, lost)]
            group = group_of(weapon)
            if own and group is not None:
                found.setdefault(groups.setdefault(group, (line, i, group)), []).extend(own)
            elif own:
                found[line, i, -1] = own
    return tuple(tuple(found[key]) for key in sorted(found))


def arms_of(units: Sequence[tuple[int, ReadyWeapon]], line: int, weapon: Weapon) -> tuple[Arm, ...]:
    """One weapon line of these units, those left out that have no shots."""
    return tuple(Arm(i, line, weapon, fired) for i, fired in units if fired.shots)


def usual(found: Sequence[Slot]) -> tuple[Arm, ...]:
    """What fires when nobody thinks: the first of each slot."""
    return tuple(slot[0] for slot in found)


def every(found: Sequence[Slot], most: int) -> list[tuple[Arm, ...]]:
    """Every choice of what fires, the usual first; units that are alike are told apart by how many do what.

    When there are more than ``most``, only those in which units that are alike all do the same.
    """
    equal = alike(found)
    dealt = [list(combinations_with_replacement(range(len(slots[0])), len(slots))) for slots in equal]
    if prod(len(ways) for ways in dealt) > most:
        dealt = [[(k,) * len(slots) for k in range(len(slots[0]))] for slots in equal]
    return [
        tuple(slot[k] for slots, way in zip(equal, ways, strict=True) for slot, k in zip(slots, way, strict=True))
        for ways in islice(product(*dealt), most)
    ]


def alike(found: Sequence[Slot]) -> list[list[Slot]]:
    """The slots of units that are alike, together."""
    equal: dict[Any, list[Slot]] = {}
    for slot in found:
        equal.setdefault((slot[0].line, tuple((arm.weapon, arm.firing) for arm in slot)), []).append(slot)
    return list(equal.values())


@memo(4096)
def group_of(weapon: Weapon) -> int | None:
    """The number of its Alternate Fire group, None when it is in none."""
    return next((speak() for speak in voices(weapon, "group")), None)


def reach(weapon: Weapon, target: Model, combined: bool, airborne: bool) -> float:
    """How far the weapon, its fire combined or not, reaches this unit, inches."""
    inches: float = weapon.stats.reach(target.stats)
    return min(inches, firing_with(weapon, 0, True).at_aircraft) if combined and airborne else inches


def match_for(arm: Arm, at: TargetUnits, i: int, now: Circumstances) -> Match:
    """The match-up of an arm with one of the units."""
    return match(arm.weapon, at.kinds[i], at.units[i], as_fired(now, arm.firing), arm.firing.energy)


def as_fired(now: Circumstances, fired: ReadyWeapon) -> Circumstances:
    """The circumstances of a weapon that is fired so."""
    return canonical(replace(now, combined=True)) if fired.combined else now


def volley_at(
    arm: Arm, at: TargetUnits, i: int, seen: Seen, touched: Touched = nobody, beside: Seen | None = None
) -> Volley:
    """One use of an arm at unit ``i``, and at what a template over it touches.

    ``beside`` gives the circumstances of those that are only touched, where they are others than those of the unit aimed at.
    """
    now = seen(arm, i)
    assert now is not None
    m = match_for(arm, at, i, now)
    if not m.template:
        return Volley(m, arm.firing.shots, i)
    under = tuple((j, match_for(arm, at, j, (beside or seen)(arm, j) or now)) for j in touched(i, m.template))
    return Volley(m, arm.firing.shots, i, under)


def strikes(volleys: Sequence[Volley], at: TargetUnits) -> tuple[Strike, ...]:
    """The volleys by the units they can hurt: units that one template can touch are taken together."""
    return tuple(s for s, _ in grouped(volleys, at))


def grouped(volleys: Sequence[Volley], at: TargetUnits, player: int = 0) -> list[tuple[Strike, tuple[int, ...]]]:
    """The strikes of a player, each with the units that it is at."""
    if not any([v.touched or v.stray for v in volleys]):  # noqa: C419 (a list is quicker)
        aims: dict[int, list[Volley]] = {}
        for v in volleys:
            aims.setdefault(v.at, []).append(Volley(v.match, v.shots))
        full = at.full
        return [(Strike((at.left[i],), (full[i],), tuple(own), player=player), (i,)) for i, own in sorted(aims.items())]
    group = list(range(len(at.units)))

    def root(i: int) -> int:
        while group[i] != i:
            i = group[i]
        return i

    for v in volleys:
        for j, _ in (*v.touched, *v.stray):
            group[max(root(v.at), root(j))] = min(root(v.at), root(j))
    out = []
    for r in sorted({root(v.at) for v in volleys}):
        members = tuple(i for i in range(len(at.units)) if root(i) == r)
        place = {i: k for k, i in enumerate(members)}
        own = tuple(_in_its_strike(v, place) for v in volleys if root(v.at) == r)
        left, full = tuple(at.left[i] for i in members), tuple(at.full[i] for i in members)
        out.append((Strike(left, full, own, player=player), members))
    return out


def _in_its_strike(v: Volley, place: dict[int, int]) -> Volley:
    """A volley with the units it touches counted as in its strike."""
    touched, stray = [tuple([(place[j], m) for j, m in who]) for who in (v.touched, v.stray)]
    return Volley(v.match, v.shots, place[v.at], touched, stray, v.friends)


def close(found: Sequence[Arm], at: TargetUnits, seen: Seen, player: int = 0) -> Attack:
    """Close quarters: every arm at the squad as a whole."""
    alike = len(set(at.units)) == 1
    volleys = []
    for arm in found:
        now = seen(arm, 0)
        assert now is not None
        others = () if alike else tuple((i, match_for(arm, at, i, now)) for i in range(len(at.units)))
        volleys += [Volley(match_for(arm, at, 0, now), arm.firing.shots, 0, others)] * arm.firing.uses
    return Attack((Strike(at.left, at.full, tuple(volleys), True, player=player),))


def shots_told(arms: tuple[Arm, ...], others: tuple[str, ...] = ()) -> tuple[str, ...]:
    """What rules change of how some units fire a weapon (of which units, where not of all), and why ``others`` do not."""
    found: dict[str, list[int]] = {}
    for arm in arms:
        for b in arm.firing.because:
            found.setdefault(f"{b.rule}: {b.says}", []).append(arm.unit + 1)
    own = [said if len(who) == len(arms) else f"unit {_listed(who)}, {said}" for said, who in found.items()]
    return (*own, *others)


def _listed(numbers: Sequence[int]) -> str:
    """Numbers as a sentence has them.

    >>> _listed([2]), _listed([1, 2, 4])
    ('2', '1, 2 and 4')
    """
    *first, last = map(str, numbers)
    return f"{', '.join(first)} and {last}" if first else last
