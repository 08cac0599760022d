"""Limited weapons on the table: how many uses are spent, and what is left of them."""

from __future__ import annotations

from msgspec.structs import replace

from ....common import saying
from ....common.profiles import Model, Weapon, interned
from ....common.schema import Count
from ....kernel.asks import Choose, Emit, Procedure, Roll
from ....table.state import Table
from ..attack import match_now
from ..events import UsesSpent
from ..slots import thrown
from ..target import Toll
from ..weapons import Assault, EqualWeapons, WeaponGroup, left_to_fire


def spend(
    t: Table, u: int, toll: Toll, group: WeaponGroup, firers: tuple[tuple[int, ...], ...], assault: Assault
) -> Procedure:
    """Uses of Limited weapons are spent as these fire: gives the group, each such weapon a part of its own, and its firers."""
    if not any(match_now(toll, p, assault.target, assault).rate.spends for p in group.parts):
        return group, firers
    parts: list[EqualWeapons] = []
    whose: list[tuple[int, ...]] = []
    place: dict[int, int] = {}  # of each model the first weapon that has not been asked about
    for part, models in zip(group.parts, firers, strict=True):
        for i in models[: left_to_fire(toll, part)]:
            k = next(k for k, w in enumerate(t[u].members[i].weapons) if w is part.weapon and k >= place.get(i, 0))
            by = match_now(toll, part, assault.target, assault).rate.spends
            n, left = yield from spend_one(t, u, i, k, at_most(toll, part, assault), by)
            place[i] = k + (left != 0)
            parts.append(replace(part, count=1, uses=n, rolled=part.weapon.stats.RoF.rolled))
            whose.append((i,))
    return replace(group, parts=tuple(parts)), tuple(whose)


def at_most(toll: Toll, part: EqualWeapons, assault: Assault) -> int:
    """How many uses a weapon can spend on its target as it stands."""
    m = match_now(toll, part, assault.target, assault)
    return m.dice.most(assault.target.standing(toll.left))


def spend_one(t: Table, u: int, i: int, k: int, most: int, by: tuple[str, ...]) -> Procedure:
    """Model ``i`` spends uses of its weapon ``k``, so many at most: gives how many, and how many are left.

    -1: it is rolled for again. ``by``: the rules by which each die spends one.
    """
    weapon = t[u].members[i].weapons[k]
    n, left = yield from uses(t, u, weapon, most)
    if n:
        yield Emit(UsesSpent(u, _with_less(t[u].members, i, k, left), weapon.name, n, by=by))
    return n, left


def uses(t: Table, u: int, weapon: Weapon, most: int) -> Procedure:
    """How many uses one weapon spends now, and how many are left of it (-1: it may be rolled for again)."""
    count = weapon.stats.RoF
    if count.rolled:
        n = yield Roll(thrown(count, weapon.name))
        return n, (0 if n == count.most else -1)
    options = tuple(range(min(count.plus, max(1, most)), -1, -1))  # none: it is kept for later
    question = f"how many uses of {weapon.name} does {t.name(u)} spend?"
    says = saying.count("use", none="none of them")
    n = yield Choose(t[u].side, question, options, options[0], ("uses", u), says)
    return n, count.plus - n


def _with_less(members: tuple[Model, ...], i: int, k: int, left: int) -> tuple[Model, ...]:
    """The models after one has spent uses: its weapon ``k`` has as many dice as it has uses left, or is gone."""
    if left < 0:
        return members
    weapons = members[i].weapons
    weapon = weapons[k]
    less = interned(replace(weapon, stats=replace(weapon.stats, RoF=Count(left)))) if left else None
    model = interned(replace(members[i], weapons=(*weapons[:k], *((less,) if less else ()), *weapons[k + 1 :])))
    return (*members[:i], model, *members[i + 1 :])
