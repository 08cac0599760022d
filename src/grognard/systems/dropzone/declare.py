"""Declaring an attack: which weapons of a squad fire, and at which units of the target squad each is aimed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement, islice, product
from math import prod
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ...common.profiles import Kind, Model, Weapon
from ...common.rules import voices
from .attack import Attack, Strike, Volley
from .firing import Firing
from .matchup import Match, match
from .situation import Situation, kept


class Arm(Struct, frozen=True):
    """One weapon of one unit that fires, once for each of its uses."""

    unit: int  # which unit of the attacking squad
    line: int  # which of the unit's weapons, in file order
    weapon: Weapon
    firing: Firing


class Aimed(Struct, frozen=True):
    """The squad aimed at: its units that stand, nearest first, with the Damage Points each has left."""

    kind: Kind
    units: tuple[Model, ...]
    left: tuple[int, ...]

    @property
    def full(self) -> tuple[int, ...]:
        return tuple(m.stats.DP for m in self.units)


Slot: TypeAlias = tuple[
    Arm, ...
]  # what one weapon, or one Alternate Fire group, of one unit may fire as; the usual first


def slots(units: Sequence[tuple[Model, int]], options: Callable[[Weapon, int], Sequence[Firing]]) -> tuple[Slot, ...]:
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


def usual(found: Sequence[Slot]) -> tuple[Arm, ...]:
    """What fires when nobody thinks: the first of each slot."""
    return tuple(slot[0] for slot in found)


def every(found: Sequence[Slot], most: int) -> list[tuple[Arm, ...]]:
    """Every choice of what fires, the usual first; units that are alike are told apart by how many do what.

    When there are more than ``most``, only those in which units that are alike all do the same.
    """
    alike: dict[Any, list[Slot]] = {}
    for slot in found:
        alike.setdefault((slot[0].line, tuple((arm.weapon, arm.firing) for arm in slot)), []).append(slot)
    dealt = [list(combinations_with_replacement(range(len(slots[0])), len(slots))) for slots in alike.values()]
    if prod(len(ways) for ways in dealt) > most:
        dealt = [[(k,) * len(slots) for k in range(len(slots[0]))] for slots in alike.values()]
    return [
        tuple(
            slot[k] for slots, way in zip(alike.values(), ways, strict=True) for slot, k in zip(slots, way, strict=True)
        )
        for ways in islice(product(*dealt), most)
    ]


def group_of(weapon: Weapon) -> int | None:
    """The number of its Alternate Fire group, None when it is in none."""
    return next((speak() for speak in voices(weapon, "group")), None)


def reach(weapon: Weapon, target: Model, fired: Firing, airborne: bool) -> float:
    """How far the weapon reaches this unit, inches: countered range when it has Active countermeasures."""
    stats = weapon.stats
    inches: float = stats.countered if target.stats.CM.active else stats.full
    return min(inches, 6.0) if fired.combined and airborne else inches


def match_for(arm: Arm, at: Aimed, i: int, now: Situation) -> Match:
    """The match-up of an arm with one unit of the squad aimed at."""
    return match(arm.weapon, at.kind, at.units[i], as_fired(now, arm.firing), arm.firing.energy)


def as_fired(now: Situation, fired: Firing) -> Situation:
    """The circumstances of a weapon that is fired so."""
    return kept(replace(now, combined=True)) if fired.combined else now


def volley_at(arm: Arm, at: Aimed, i: int, now: Situation, touching: int) -> Volley:
    """One use of an arm at unit ``i``; a template also touches the next ``touching`` - 1 units of the squad."""
    m = match_for(arm, at, i, now)
    if not m.template or touching < 2:
        return Volley(m, arm.firing.shots, i)
    others = [*range(i + 1, len(at.units)), *range(i - 1, -1, -1)][: touching - 1]
    return Volley(m, arm.firing.shots, i, tuple((j, match_for(arm, at, j, now)) for j in others))


def strikes(volleys: Sequence[Volley], at: Aimed) -> tuple[Strike, ...]:
    """The volleys by the units they can hurt: units that one template can touch are taken together."""
    return tuple(s for s, _ in grouped(volleys, at))


def grouped(volleys: Sequence[Volley], at: Aimed) -> list[tuple[Strike, tuple[int, ...]]]:
    """The strikes, each with the units of the squad that it is at."""
    group = list(range(len(at.units)))

    def root(i: int) -> int:
        while group[i] != i:
            i = group[i]
        return i

    for v in volleys:
        for j, _ in v.touched:
            group[max(root(v.at), root(j))] = min(root(v.at), root(j))
    out = []
    for r in sorted({root(v.at) for v in volleys}):
        members = tuple(i for i in range(len(at.units)) if root(i) == r)
        place = {i: k for k, i in enumerate(members)}
        own = tuple(
            Volley(v.match, v.shots, place[v.at], tuple((place[j], m) for j, m in v.touched))
            for v in volleys
            if root(v.at) == r
        )
        out.append((Strike(tuple(at.left[i] for i in members), tuple(at.full[i] for i in members), own), members))
    return out


def close(found: Sequence[Arm], at: Aimed, now: Situation) -> Attack:
    """Close quarters: every arm at the squad as a whole."""
    alike = len(set(at.units)) == 1
    volleys = []
    for arm in found:
        for _ in range(arm.firing.uses):
            all_of_them = tuple((i, match_for(arm, at, i, now)) for i in range(len(at.units)))
            volleys.append(Volley(match_for(arm, at, 0, now), arm.firing.shots, 0, () if alike else all_of_them))
    return Attack((Strike(at.left, at.full, tuple(volleys), True),))
