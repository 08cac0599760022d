"""The statlines of VOID 1.1: what a model and a weapon are in numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from ...common.schema import MOST_SHOTS, Schema, Stat, flag, said, text, whole
from ...errors import GrognardError

TYPES = ("Infantry", "Beast", "Vehicle", "Mounted Weapon")
BANDS = ("short", "medium", "long", "extreme")  # range bands, nearest first


class Stats(Struct, frozen=True):
    """A model. The average human soldier has 4 in AS, SH, ST, T and CD."""

    MV: int = 0  # inches of a normal move
    AS: int = 0  # assault skill, 0 to 10
    SH: int = 0  # shooting skill, 0 to 10
    ST: int = 0  # strength, 0 to 10: the base of melee damage
    T: int = 0  # toughness, 1 to 10
    W: int = 1  # wounds
    CD: int = 0  # command, 0 to 10
    SZ: int = 2  # size; 2 is a human


class WeaponStats(Struct, frozen=True):
    """A weapon. Without any band and without a template it is a melee weapon."""

    short: int | None = None  # to-hit modifier at short range; None: out of reach
    medium: int | None = None  # the same at medium range
    long: int | None = None  # the same at long range
    extreme: int | None = None  # the same at extreme range
    hit: int = 0  # to-hit modifier of a melee weapon
    dam: int | None = None  # damage, or what is added to ST when ``by_strength``; None: it does no damage
    by_strength: bool = False  # whether the striker's ST is added to ``dam``
    dice: int = 1  # damage dice a hit
    AP: int = 0  # armour piercing, taken off Heavy Armour
    template: str = ""  # "", "flame" or "blast"
    size: int = 0  # inches across a blast; 0 without one
    indirect: bool = False  # whether it may fire at what its bearer does not see
    hands: int = 2  # hands it takes, 1 or 2
    fixed: bool = False  # whether it fires only into the front arc of what it is mounted on

    @property
    def melee(self) -> bool:
        """Whether it strikes in close combat only."""
        return not self.template and self.bands == (None, None, None, None)

    @property
    def bands(self) -> tuple[int | None, int | None, int | None, int | None]:
        """The to-hit modifiers at short, medium, long and extreme range."""
        return self.short, self.medium, self.long, self.extreme


def _damage(value: Any) -> tuple[int | None, bool]:
    if isinstance(value, str):
        plain = value.replace(" ", "").upper()
        if found := re.fullmatch(r"ST(?:([+-])([0-9]{1,2}))?", plain):
            return int(f"{found[1] or '+'}{found[2] or 0}"), True
        if plain == "NONE":
            return None, False
    try:
        return whole(0, 20)(value), False
    except GrognardError as error:
        raise GrognardError(error.what, hint="write a number from 0 to 20, 'ST+n' or '-'") from None


def _damage_written(dam: int | None, by_strength: bool) -> int | str | None:
    return f"ST{dam:+d}" if by_strength and dam is not None else dam


def _template(value: Any) -> tuple[str, int]:
    plain = text(value).lower().replace('"', "")
    if plain == "flame":
        return "flame", 0
    if found := re.fullmatch(r"blast ?([0-9]{1,2})", plain):
        return "blast", whole(1, 12)(int(found[1]))
    raise GrognardError(f"{said(value)} is no template", hint="write 'flame', 'blast 3' or 'blast 5'")


def _template_written(template: str, size: int) -> str:
    return f"{template} {size}" if size else template


def _weapon_needs(table: Mapping[str, Any]) -> tuple[str, ...]:
    needs = () if table.get("dice") == 0 else ("dam",)  # a device that only paints does no damage
    by_hand = "hit" in table or str(table.get("dam", "")).strip().upper().startswith("ST")
    ranged = "template" in table or any(band in table for band in BANDS)
    return needs if by_hand or ranged else (*needs, "hit")  # whoever forgets the bands of a rocket has not made a club


def _weapon_faults(weapon: WeaponStats) -> list[str]:
    if weapon.by_strength and not weapon.melee:
        return ["a weapon with range has a number for dam, not ST"]
    if weapon.hit and not weapon.melee:
        return ["hit is for melee weapons; a weapon with range has its modifier at each band"]
    return []


_BAND = "to-hit modifier at {} range, -10 to 10; absent: out of reach"

MODEL = (
    Stat("MV", "inches of a normal move, 0 to 60", whole(0, 60)),
    Stat("AS", "assault, 0 to 10", whole(0, 10)),
    Stat("SH", "shooting, 0 to 10", whole(0, 10)),
    Stat("ST", "strength, 0 to 10", whole(0, 10)),
    Stat("T", "toughness, 1 to 10", whole(1, 10)),
    Stat("W", "wounds, 1 to 30", whole(1, 30)),
    Stat("CD", "command, 0 to 10", whole(0, 10)),
    Stat("SZ", "size, 0 to 12; a human is 2", whole(0, 12)),
)
WEAPON = (
    *(Stat(band, _BAND.format(band), whole(-10, 10)) for band in BANDS),
    Stat("hit", "to-hit modifier of a melee weapon, -10 to 10; a weapon with range has bands instead", whole(-10, 10)),
    Stat("dam", "damage: 0 to 20, 'ST+n', or '-' for none", _damage, _damage_written, ("dam", "by_strength")),
    Stat("dice", f"damage dice a hit, 0 to {MOST_SHOTS}", whole(0, MOST_SHOTS)),
    Stat("AP", "armour piercing, 0 to 10", whole(0, 10)),
    Stat("template", "'flame', 'blast 3' or 'blast 5'", _template, _template_written, ("template", "size")),
    Stat("indirect", "true when it may fire at what its bearer does not see", flag),
    Stat("hands", "hands it takes, 1 or 2", whole(1, 2)),
    Stat("fixed", "true when it fires only into the front arc of what it is mounted on", flag),
)


def schema(read_rule: Callable[[str], Any], **hooks: Any) -> Schema:
    """The schema of VOID's force files with this reader of rule names; ``hooks`` are further fields of Schema."""
    return Schema(
        id="void",
        model_stats=Stats,
        weapon_stats=WeaponStats,
        model_keys=MODEL,
        weapon_keys=WEAPON,
        types=TYPES,
        read_rule=read_rule,
        model_needs=lambda kind, tags, table: ("MV", "AS", "SH", "ST", "T", "CD"),
        weapon_needs=_weapon_needs,
        weapon_faults=_weapon_faults,
        **hooks,
    )
