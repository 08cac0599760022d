"""The statlines of the Universal Special Rules system: what a model and a weapon are in numbers."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

from ...common.schema import Count, known, said, text
from ...errors import GrognardError

TYPES = (
    "Infantry",
    "Bike",
    "Jetbike",
    "Jump",
    "Jet Pack",
    "Beast",
    "Cavalry",
    "Artillery",
    "Monstrous Creature",
    "Flying Monstrous Creature",
    "Gargantuan Creature",
    "Vehicle",
    "Walker",
    "Chariot",
    "Flyer",
    "Building",
)
TAGS = (
    "Character",
    "Tank",
    "Fast",
    "Skimmer",
    "Open-topped",
    "Heavy",
    "Super-heavy",
    "Transport",
    "Hover",
    "Jump",
    "Jet Pack",
    "Flying",
)
ARMOURED = ("Vehicle", "Walker", "Chariot", "Flyer", "Building")  # types with armour values in place of T and W
RANGED = (
    "Pistol",
    "Assault",
    "Rapid Fire",
    "Salvo",
    "Heavy",
    "Ordnance",
    "Primary Weapon",
    "Grenade",
    "Bomb",
    "Template",
)


class WeaponType(Struct, frozen=True):
    """A weapon's type. ``shots`` is what it fires at its best: standing still for Salvo, 1 for Rapid Fire at full range.

    >>> str(WeaponType.of("salvo 2/4")), WeaponType.of("Heavy D3").shots, WeaponType.of("Rapid Fire").shots.plus
    ('Salvo 2/4', Count(plus=0, dice=1, sides=3), 1)
    """

    kind: str  # "Melee" or one of RANGED
    shots: Count = Count(1)
    moving: Count | None = None  # Salvo: shots after moving

    @classmethod
    def of(cls, value: object) -> WeaponType:
        """From the type as printed. Raises GrognardError."""
        words = text(value)
        found = re.fullmatch(r"([A-Za-z][A-Za-z \-]*?)(?: ([0-9]*[Dd]?[0-9]+(?:\+[0-9]+)?))?(?: ?/ ?([0-9]+))?", words)
        hint = "write for example 'Assault 2', 'Rapid Fire', 'Salvo 2/4' or 'Melee'"
        if not found:
            raise GrognardError(f"{said(value)} is no weapon type", hint=hint)
        kind = known(found[1], ("Melee", *RANGED), "weapon type")
        if (kind == "Salvo") != (found[3] is not None) or (kind == "Melee" and found[2]):
            raise GrognardError(f"{said(value)} is no weapon type", hint=hint)
        first = Count.of(found[2] or 1)
        if first.most < 1:
            raise GrognardError(f"{said(value)}: no shots", hint=hint)
        if kind == "Salvo":
            return cls(kind, Count.of(found[3]), first)
        return cls(kind, first)

    def __str__(self) -> str:
        if self.moving is not None:
            return f"{self.kind} {self.moving}/{self.shots}"
        bare = self.shots == Count(1) and self.kind in ("Melee", "Pistol", "Rapid Fire", "Grenade", "Bomb", "Template")
        return self.kind if bare else f"{self.kind} {self.shots}"


class Stats(Struct, frozen=True):
    """A model. A vehicle has armour values and hull points in place of T, W and Ld; a walker has WS, S, I and A as well."""

    WS: int = 0  # Weapon Skill, 0 to 10
    BS: int = 0  # Ballistic Skill, 0 to 10
    S: int = 0  # Strength, 0 to 10
    T: int = 0  # Toughness, 1 to 10; 0: a vehicle
    W: int = 0  # Wounds; 0: a vehicle
    I: int = 0  # noqa: E741 - Initiative, 0 to 10; the game's own letter
    A: int = 0  # Attacks
    Ld: int = 0  # Leadership, 0 to 10
    Sv: int | None = None  # armour save, the roll needed; None: none
    Inv: int | None = None  # invulnerable save, the roll needed; None: none
    M: int | None = None  # inches of a move; None: as the unit type moves
    Front: int = 0  # Armour Value of the front, 10 to 15; 0: no vehicle
    Side: int = 0
    Rear: int = 0
    HP: int = 0  # Hull Points; 0: no vehicle
    powers: tuple[str, ...] = ()  # the psychic powers that it knows, by name
    sanctic: bool = False  # Sanctic powers are no more dangerous to it than others

    @property
    def armoured(self) -> bool:
        """Whether it has armour values: a vehicle or building."""
        return self.Front > 0


class WeaponStats(Struct, frozen=True):
    """A weapon."""

    range: int | None = None  # inches; None: melee, or a template from the bearer's base
    least: int = 0  # inches below which it cannot fire
    template: str = ""  # "Template" (flame) or "Hellstorm" when that is its range
    S: int | str = (
        ""  # Strength 1 to 10, "User", "+n", "-n", "xn", "X" (its own rules say), "D" (Destroyer), dice; "": as the user
    )
    AP: int | str | None = None  # 1 to 6; None: "-"; dice
    type: WeaponType = WeaponType("Melee")
    beyond_s: tuple[int | str, ...] = ()  # of a marker with zones: Strength in the zones beyond the inner one
    beyond_ap: tuple[int | None, ...] = ()
    warp: int = 0  # a witchfire power: the warp charges that manifesting it takes, 1 to 3; 0: a weapon
    witchfire: str = ""  # of a witchfire power: "beam", "nova" or "focussed"; "": a plain one
    assault: bool = False  # assault grenades, under whatever name
    charge: tuple[Any, ...] = ()  # Strength and AP of blows in a turn in which its bearer charges; (): no other
    mode_of: str = ""  # the weapon of which this is one way to fire; of such a model fires one a turn

    @property
    def melee(self) -> bool:
        """Whether it strikes in close combat only."""
        return self.type.kind == "Melee"

    @property
    def rolled(self) -> bool:
        """Whether dice say its Strength or AP when it is used."""
        return type(self.AP) is str or (type(self.S) is str and len(self.S) > 1 and "D" in self.S)

    def strength_in(self, zone: int, charging: bool = False) -> int | str:
        """The Strength in a zone of its marker, 0 the inner one; of a blade also on the charge."""
        if charging and self.charge:
            return self.charge[0]  # type: ignore[no-any-return]
        return self.beyond_s[zone - 1] if zone and self.beyond_s else self.S

    def ap_in(self, zone: int, charging: bool = False) -> int | str | None:
        """The AP in a zone of its marker, 0 the inner one; of a blade also on the charge."""
        if charging and self.charge:
            return self.charge[1]  # type: ignore[no-any-return]
        return self.beyond_ap[zone - 1] if zone and self.beyond_ap else self.AP
