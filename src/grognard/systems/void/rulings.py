"""The rulings of VOID: where the sources are silent, what we play, what else may be chosen, and why.

docs/void/rulings.md lists them too, with what is fixed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from ...common.system import Ruling

if TYPE_CHECKING:
    from ...table.state import Table

BANDS = ("short", "medium", "long", "extreme")

RULINGS = (
    Ruling(
        "test_parity",
        "6+",
        ("5+", "7+"),
        "d10 + stat - target must reach this, target 4 when unopposed; the only form that meets "
        "the 6+ and 10+ of the special rules",
    ),
    Ruling(
        "cd_check",
        "10+",
        ("9+", "11+"),
        "d10 + CD must reach this; bonuses add to the roll and a 10 is best",
    ),
    Ruling(
        "naturals",
        "both",
        ("none",),
        "a natural 10 passes and a 1 fails every test; the source grants the 10 for Dodge only",
    ),
    Ruling(
        "bands",
        "12/24/36/48",
        ("10/20/30/40", "8/16/24/32"),
        "how far the range bands reach; 12 inches is the game's recurring safe distance",
    ),
    Ruling("size_modifier", "SZ-2", ("none",), "to hit; suppression uses the same zero point, under both values"),
    Ruling(
        "charge_bonus",
        "+1",
        ("none",),
        "to hit, besides striking first; Shock Trooper is stated to come on top of it",
    ),
    Ruling("melee_test", "opposed", ("unopposed",), "AS against AS, or against the human average of 4"),
    Ruling("rush", "2xMV", ("1.5xMV",), "the length of a rush, which rules out shooting and assault"),
    Ruling(
        "close",
        "up-to-MV",
        ("into-fights",),
        "the assault move that cannot reach a fresh enemy: into a fight, or nearer to one in "
        "sight; into-fights: only into one",
    ),
    Ruling(
        "hold",
        "check-and-shoot",
        ("no-check",),
        "once before the next marker phase, at an enemy that moves in sight: CD check, then a "
        "shot as if stationary; charged, it counter-charges without a check. no-check: it shoots without "
        "a check too",
    ),
    Ruling(
        "evade",
        "half-MV",
        ("none",),
        "a unit under an indirect template may step aside by half its MV; it has acted",
    ),
    Ruling(
        "cover_saves",
        "8+/7+/6+",
        ("7+/6+/5+", "9+/8+/7+"),
        "light, medium and heavy cover; a bonus makes each one better",
    ),
    Ruling("damage_parity", "6+", ("5+", "7+"), "d10 + Dam - T must reach this, a die; each die one wound"),
    Ruling(
        "armour_piercing",
        "lowers",
        ("all-or-nothing",),
        "AP is taken off the Heavy Armour number; all-or-nothing: AP as high as the number takes "
        "the save, less does nothing",
    ),
    Ruling(
        "save_order",
        "cover-armour-dodge",
        ("armour-cover-dodge",),
        "wounds are saved first, damage suffered is dodged last; cover before armour or the other way round",
    ),
    Ruling(
        "panic_losses",
        "half",
        ("quarter",),
        "one check for an enemy activation that kills at least this part of the models the unit had",
    ),
    Ruling("last_man", "down-to-one", ("none",), "a morale check when a squad of two or more is down to one"),
    Ruling(
        "terror",
        "panic-and-over",
        ("panic-and-flee",),
        "a unit that fails against Terrifying panics and its activation is over; panic-and-flee: it flees at once",
    ),
    Ruling("rallied", "move-only", ("free",), "what a unit may do in the activation in which it rallies"),
    Ruling(
        "open_target",
        "nearest-open",
        ("any",),
        "the nearest unit out of cover must be shot; any: no priority",
    ),
    Ruling(
        "allocation",
        "nearest-first",
        (),
        "the only value: hits go to the nearest visible model, of equals to whom their owner picks",
    ),
    Ruling(
        "arcs",
        "90",
        ("180",),
        "four arcs of 90 degrees, a unit faces as its leader does; 180: a front half and a rear half",
    ),
    Ruling(
        "damage_table",
        "section-14",
        ("none",),
        "one d10 for each wound a vehicle loses; none: a wound is a wound",
    ),
    Ruling(
        "initiative",
        "d10-high",
        (),
        "the only value: both roll a d10, the higher goes first, equal rolls are rolled again",
    ),
    Ruling("difficult", "half", (), "the only value: difficult ground costs double"),
    Ruling(
        "templates",
        "d10-scatter",
        ("no-scatter",),
        "a missed template comes down d10 inches off at random (no-scatter: nowhere); 3, 5 and 8 inches",
    ),
    Ruling(
        "flame_profiles",
        "section-16",
        (),
        "the only value: two light flame throwers make the flame thrower of the unit or its force, else Dam 5",
    ),
    Ruling("prone_victim", "automatic", ("+2",), "blows against a prone unit hit automatically"),
    Ruling(
        "bomber",
        "blast-3-dam-6",
        ("blast-5-dam-6",),
        "what a detonated suicide bomber does: 3 or 5 inches across, one die, AP 2",
    ),
    Ruling(
        "joining",
        "within-2",
        ("deployment-only",),
        "they join by ending a move within 2 inches, or only at deployment; they share activation, target and CD",
    ),
    Ruling("strategy_on_morale", "both", ("higher",), "Strategy and High Morale on a morale check"),
    Ruling(
        "impetuous_move",
        "any-nearer",
        ("full",),
        "any legal move that ends nearer to the enemy will do; full: as near as it can come",
    ),
    Ruling(
        "victory",
        "destroyed-points",
        (),
        "the only value: points of what was destroyed, six turns, 48 by 48 inches",
    ),
    Ruling(
        "prone_size",
        "next-turn",
        ("at-once",),
        "when a prone unit's SZ becomes 1: next turn with its bonus, or at once",
    ),
    Ruling(
        "drop_first_turn",
        "1",
        ("2",),
        "the first game turn in which drop troopers may come: the turns subsequent to deployment begin with it",
    ),
    Ruling(
        "both_infiltrate",
        "any",
        ("in-place",),
        "who rolls for the first initiative: both as soon as both have infiltrators, or only when those of both are in place",
    ),
)


class Terms(Struct, frozen=True, cache_hash=True):
    """What the dice need to know of the rulings, as numbers."""

    parity: int = 6
    check: int = 10
    naturals: bool = True
    bands: tuple[int, ...] = (12, 24, 36, 48)
    size: bool = True
    charge: int = 1
    opposed: bool = True
    cover: int = 0  # added to every cover rating above 0
    damage: int = 6
    quarter: bool = False
    last_man: bool = True
    prone_automatic: bool = True
    both_bonuses: bool = True
    piercing_cancels: bool = False  # armour piercing as high as the armour takes the save, less does nothing
    armour_first: bool = False  # armour is rolled before cover
    table: bool = True  # vehicles roll on the damage table

    @property
    def fails(self) -> tuple[int, ...]:
        """Natural faces that always fail."""
        return (1,) if self.naturals else ()

    @property
    def passes(self) -> tuple[int, ...]:
        """Natural faces that always succeed."""
        return (10,) if self.naturals else ()

    def of_attack(self, melee: bool, vehicle: bool) -> Terms:
        """The terms for one attack whose range band is known: those that none of its dice asks for have their defaults, so that

        equal attacks are equal.
        """
        asked = {
            "bands": False,
            "size": not melee,
            "charge": melee,
            "opposed": melee,
            "prone_automatic": melee,
            "table": vehicle,
        }
        plain = Terms()
        return replace(self, **{name: getattr(plain, name) for name, does in asked.items() if not does})

    def band(self, inches: float) -> int:
        """The range band of a distance: 0 short, 1 medium, 2 long, 3 extreme, 4 beyond.

        >>> Terms().band(12), Terms().band(12.5)
        (0, 1)
        """
        for i, reach in enumerate(self.bands):
            if inches <= reach:
                return i
        return len(self.bands)


def terms(t: Table) -> Terms:
    """The rulings of this battle, as the dice need them."""
    return t.memo("terms", lambda: terms_of(t.rulings))


def terms_of(rulings: Mapping[str, Any]) -> Terms:
    """The terms of the chosen rulings; those not named have their defaults.

    >>> terms_of({"bands": "10/20/30/40"}).bands
    (10, 20, 30, 40)
    """
    return _terms(tuple(str(rulings.get(r.name, r.default)) for r in RULINGS))


def _terms(values: tuple[str, ...]) -> Terms:
    said = dict(zip((r.name for r in RULINGS), values, strict=True))
    return Terms(
        parity=_number(said["test_parity"]),
        check=_number(said["cd_check"]),
        naturals=said["naturals"] == "both",
        bands=tuple(int(n) for n in said["bands"].split("/")),
        size=said["size_modifier"] == "SZ-2",
        charge=1 if said["charge_bonus"] == "+1" else 0,
        opposed=said["melee_test"] == "opposed",
        cover=8 - _number(said["cover_saves"].split("/")[0]),
        damage=_number(said["damage_parity"]),
        quarter=said["panic_losses"] == "quarter",
        last_man=said["last_man"] == "down-to-one",
        prone_automatic=said["prone_victim"] == "automatic",
        both_bonuses=said["strategy_on_morale"] == "both",
        piercing_cancels=said["armour_piercing"] == "all-or-nothing",
        armour_first=said["save_order"] == "armour-cover-dodge",
        table=said["damage_table"] != "none",
    )


def _number(said: str) -> int:
    return int(said.rstrip("+"))
