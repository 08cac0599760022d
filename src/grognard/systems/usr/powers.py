"""Psychic powers as values: those of the core rules that forces may list by name, and what each does.

A witchfire is a weapon that takes warp charges; a force may write its own with the key ``warp``. Blessings and maledictions change
models until the psyker's next Psychic phase: what they add to statlines stands here, the rules they give in ``rules.psychic``.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct

from ...common.profiles import Model, Weapon, interned
from ...common.rules import kept
from .stats import Fire, WeaponStats

BLESSING, MALEDICTION, WITCHFIRE = "blessing", "malediction", "witchfire"


class Power(Struct, frozen=True):
    """One psychic power. ``reach`` in inches; 0: it is for the psyker and his unit, or with ``alone`` for him only."""

    name: str
    charge: int  # warp charges that it takes
    sort: str
    reach: int = 0
    alone: bool = False
    weapon: Weapon | None = None  # a witchfire's profile
    adds: tuple[tuple[str, int], ...] = ()  # to characteristics, after which they are 1 to 10
    invulnerable: int = 0  # a save of so much
    hinders: bool = False  # all ground is difficult

    @property
    def hostile(self) -> bool:
        """Whether it is aimed at an enemy unit."""
        return self.sort != BLESSING


def _witchfire(name: str, charge: int, reach: int, strength: Any, ap: int | None, fires: str, *rules: Any) -> Power:
    stats = WeaponStats(range=reach, S=strength, AP=ap, type=Fire.of(fires), warp=charge)
    return Power(name, charge, WITCHFIRE, reach, weapon=interned(Weapon(name, stats, rules)))


@cache
def catalogue() -> dict[str, Power]:
    """The powers by name. Made when first asked for: their weapons carry rules, which stand above this module."""
    from .rules.psychic import Shriek

    listed = (
        Power("Force", 1, BLESSING),
        _witchfire("Smite", 1, 18, 4, 2, "Assault 4"),
        _witchfire("Psychic Shriek", 1, 18, "X", None, "Assault 1", Shriek()),
        Power("Iron Arm", 1, BLESSING, alone=True, adds=(("S", 3), ("T", 3))),
        Power("Warp Speed", 1, BLESSING, alone=True, adds=(("I", 3), ("A", 3))),
        Power("Endurance", 2, BLESSING, 24),
        Power("Forewarning", 1, BLESSING, 12, invulnerable=4),
        Power("Prescience", 2, BLESSING, 12),
        Power("Enfeeble", 1, MALEDICTION, 24, adds=(("S", -1), ("T", -1)), hinders=True),
    )
    return {power.name: power for power in listed}


@kept(4096)
def powers_of(model: Model, taught: tuple[str, ...] = ()) -> tuple[Power, ...]:
    """The powers that a model knows: those listed, those it was taught, its witchfires; each once."""
    found = {name: catalogue()[name] for name in (*taught, *model.stats.powers)}
    for weapon in model.weapons:
        if weapon.stats.warp and weapon.name not in found:
            reach = int(weapon.stats.range or 8)
            found[weapon.name] = Power(weapon.name, weapon.stats.warp, WITCHFIRE, reach, weapon=weapon)
    return tuple(found.values())
