"""The tables of the core rules, as the formulas they are: to hit, to wound, vehicle damage."""

from __future__ import annotations

from enum import IntEnum


def to_hit_by_skill(skill: int) -> tuple[int | None, int | None]:
    """What a Ballistic Skill needs, and from 6 on what a miss thrown again needs.

    >>> to_hit_by_skill(4), to_hit_by_skill(7), to_hit_by_skill(0)
    ((3, None), (2, 5), (None, None))
    """
    if skill <= 0:
        return None, None
    return max(2, 7 - skill), (max(2, 12 - skill) if skill >= 6 else None)


def to_hit_in_combat(skill: int, against: int) -> int:
    """What Weapon Skill needs against Weapon Skill; against 0 it cannot miss and needs 1.

    >>> to_hit_in_combat(4, 3), to_hit_in_combat(4, 4), to_hit_in_combat(4, 9), to_hit_in_combat(3, 0)
    (3, 4, 5, 1)
    """
    if against <= 0:
        return 1
    if skill > against:
        return 3
    return 5 if against > 2 * skill else 4


def to_wound(strength: int, toughness: int) -> int | None:
    """What Strength needs against Toughness, None when it cannot wound.

    >>> [to_wound(4, t) for t in (3, 4, 5, 7, 8)]
    [3, 4, 5, 6, None]
    """
    short = toughness - strength
    if short >= 4:
        return None
    return {-1: 3, 0: 4, 1: 5}.get(short, 2 if short < 0 else 6)


VEHICLE_ROWS = SHAKEN, STUNNED, WEAPON, IMMOBILISED, EXPLODES = (
    "shaken", "stunned", "weapon destroyed", "immobilised", "explodes"
)  # fmt: skip


def damage(total: int) -> str:
    """The row of the vehicle damage table.

    >>> damage(3), damage(4), damage(7)
    ('shaken', 'stunned', 'explodes')
    """
    if total <= 3:
        return SHAKEN
    return {4: STUNNED, 5: WEAPON, 6: IMMOBILISED}.get(total, EXPLODES)


class Row(IntEnum):
    """The rows of the building damage table, by what is rolled.

    >>> str(Row(4)), Row(4) == 4
    ('structural collapse', True)
    """

    BREACH = 1
    TREMOR = 2
    PARTIAL = 3
    STRUCTURAL = 4
    CATASTROPHIC = 5
    COLLAPSE = 6
    DETONATION = 7

    def __str__(self) -> str:
        return _ROWS[self - 1]


_ROWS = (
    "breach", "tremor", "partial collapse", "structural collapse", "catastrophic breach", "total collapse", "detonation"
)  # fmt: skip
BREACH, TREMOR, PARTIAL, STRUCTURAL, CATASTROPHIC, COLLAPSE, DETONATION = Row
WRECKED = "wrecked at 0"  # in place of a row: no hull points left is a wreck, whatever the ruling (super-heavies)
