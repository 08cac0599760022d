"""The statlines of the Command Token game: what a model and a weapon are in numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from ...common.schema import MOST_INCHES, Count, Schema, Stat, counted, said, whole, word, wrote
from ...errors import GrognardError

TYPES = ("Infantry", "Vehicle")
WEAPON_TYPES = ("Standard", "Heavy", "Melee", "Digital")


class Stats(Struct, frozen=True):
    """A model."""

    Move: int = 0  # inches of a Move command
    Resolve: int = 0  # hits that make one Point of Damage, and the number for Resolve tests, 1 to 6
    AV: int = 0  # Attack Value: melee skill, 1 to 6
    HP: int = 1  # Points of Damage it takes
    Armor: tuple[int, int, int] | None = None  # (front, side, rear) of a vehicle, in place of Resolve; None: no vehicle


class WeaponStats(Struct, frozen=True):
    """A weapon."""

    range: int = 0  # inches; 0 for a melee weapon
    type: str = "Standard"  # Standard, Heavy, Melee or Digital
    RoF: Count = Count(1)  # rate of fire: dice rolled to hit
    hit: int = 0  # to-hit modifier of its extras

    @property
    def melee(self) -> bool:
        """Whether it strikes in melee only."""
        return self.type == "Melee"


def _armor(value: Any) -> tuple[int, int, int]:
    if not isinstance(value, (list, tuple)) or len(value) != 3:
        raise GrognardError(f"{said(value)} is no armour", hint="write [front, side, rear], for example [7, 6, 5]")
    front, side, rear = (whole(1, 12)(v) for v in value)
    return front, side, rear


def _model_needs(kind: str, tags: tuple[str, ...], table: Mapping[str, Any]) -> tuple[str, ...]:
    return ("Move", "Resolve", "AV", "HP") + (("Armor",) if kind == "Vehicle" else ())


def _model_faults(stats: Stats, kind: str, tags: tuple[str, ...]) -> list[str]:
    if stats.Armor is not None and kind != "Vehicle":
        return ["Armor is for vehicles; the unit's type is Infantry"]
    if stats.Armor is None and kind == "Vehicle":
        return ["a vehicle has Armor = [front, side, rear]"]
    return []


def _weapon_needs(table: Mapping[str, Any]) -> tuple[str, ...]:
    kind = str(table.get("type", "")).strip().lower()
    return ("type", "RoF") if kind in ("melee", "") else ("range", "type", "RoF")


def _weapon_faults(weapon: WeaponStats) -> list[str]:
    if weapon.melee and weapon.range:
        return ["a melee weapon has no range"]
    if not weapon.melee and not weapon.range:
        return ["a weapon that is not Melee has a range of at least 1 inch"]
    return []


MODEL = (
    Stat("Move", "inches of a Move command, 0 to 60", whole(0, 60)),
    Stat("Resolve", "1 to 6", whole(1, 6)),
    Stat("AV", "Attack Value, 1 to 6", whole(1, 6)),
    Stat("HP", "Points of Damage a model takes, 1 to 60", whole(1, 60)),
    Stat("Armor", "[front, side, rear] of a vehicle, each 1 to 12", _armor, lambda a: None if a is None else list(a)),
)
WEAPON = (
    Stat("range", f"inches, 1 to {MOST_INCHES}; none for melee", whole(0, MOST_INCHES)),
    Stat("type", "Standard, Heavy, Melee or Digital", word(*WEAPON_TYPES)),
    Stat("RoF", "rate of fire: 3, 'D3', 'D6', '2D6'", counted(1), wrote),
    Stat("hit", "to-hit modifier, -6 to 6", whole(-6, 6)),
)


def schema(read_rule: Callable[[str], Any], **hooks: Any) -> Schema:
    """The schema of the game's force files with this reader of rule names; ``hooks`` are further fields of Schema."""
    return Schema(
        id="command",
        model_stats=Stats,
        weapon_stats=WeaponStats,
        model_keys=MODEL,
        weapon_keys=WEAPON,
        types=TYPES,
        read_rule=read_rule,
        model_needs=_model_needs,
        weapon_needs=_weapon_needs,
        model_faults=_model_faults,
        weapon_faults=_weapon_faults,
        **hooks,
    )
