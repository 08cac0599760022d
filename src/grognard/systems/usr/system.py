"""The USR Reference over the core rules of the 7th edition, as one value."""

from __future__ import annotations

import re
from typing import Any

from ...common.rules import reader
from ...common.system import Circumstance, System
from ...errors import GrognardError
from . import force_files
from .attack.foes import idle
from .attack.ordering import ORDERING
from .odds import plan
from .rules import RULES
from .rules.unit_types import fitted
from .rulings import RULINGS

# Every special rule of the reference, in its order.
NAMES = (
    "Acute Senses",
    "Adamantium Will",
    "And They Shall Know No Fear",
    "Assault Vehicle",
    "Armourbane",
    "Barrage",
    "Apocalyptic Barrage",
    "Blast",
    "Large Blast",
    "Massive Blast",
    "Apocalyptic Blast",
    "Apocalyptic Mega-blast",
    "Blind",
    "Brotherhood of Psykers/Sorcerers",
    "Bulky",
    "Very Bulky",
    "Extremely Bulky",
    "Concussive",
    "Counter-attack",
    "Crusader",
    "Daemon",
    "Deep Strike",
    "Destroyer",
    "Eternal Warrior",
    "Fear",
    "Fearless",
    "Feel No Pain",
    "Fleet",
    "Fleshbane",
    "Force",
    "Furious Charge",
    "Gets Hot",
    "Graviton",
    "Hammer of Wrath",
    "Hatred",
    "Haywire",
    "Hit & Run",
    "Ignores Cover",
    "Independent Character",
    "Infiltrate",
    "Instant Death",
    "Interceptor",
    "It Will Not Die",
    "Jink",
    "Lance",
    "Master-crafted",
    "Melta",
    "Mighty Bulwark",
    "Missile Lock",
    "Monster Hunter",
    "Move Through Cover",
    "Night Vision",
    "One Use Only",
    "Outflank",
    "Pinning",
    "Poisoned",
    "Power of the Machine Spirit",
    "Precision Shots",
    "Precision Strikes",
    "Preferred Enemy",
    "Psychic Pilot",
    "Psyker",
    "Rage",
    "Rampage",
    "Relentless",
    "Rending",
    "Repel The Enemy",
    "Scout",
    "Sentry Defence System",
    "Shred",
    "Shrouded",
    "Skilled Rider",
    "Skyfire",
    "Slow And Purposeful",
    "Smash",
    "Sniper",
    "Soul Blaze",
    "Specialist Weapon",
    "Split Fire",
    "Stealth",
    "Strafing Run",
    "Strikedown",
    "Stubborn",
    "Supersonic",
    "Swarms",
    "Tank Hunters",
    "Torrent",
    "Twin-linked",
    "Unwieldy",
    "Vector Dancer",
    "Vector Strike",
    "Vortex",
    "Zealot",
)

CIRCUMSTANCES = (
    Circumstance("under", "number", "models under each marker or template where it comes to lie (default 1)"),
    Circumstance("middle", "number", "further models in the middle zone of a marker with zones"),
    Circumstance("outer", "number", "further models in the outer zone of a marker with zones"),
    Circumstance("unseen", "yes", "nobody sees the target: only barrages may be fired"),
    Circumstance("snap", "yes", "the attacker fires Snap Shots"),
    Circumstance("jinking", "yes", "the target jinks"),
    Circumstance("gone-to-ground", "yes", "the target has gone to ground"),
    Circumstance("afraid", "yes", "the attacker failed its Fear test"),
    Circumstance("target-afraid", "yes", "the target failed its Fear test"),
    Circumstance("charged", "yes", "the attacker was charged this turn"),
    Circumstance("force", "yes", "the attacker's Force power is up"),
    Circumstance(
        "dice", "number", "warp charge dice with which the power is manifested (default: it is manifested)", 40
    ),
    Circumstance("deny", "number", "warp charge dice with which the target denies it", 40),
    Circumstance("foe", "yes", "the target is the X of Hatred (X) and Preferred Enemy (X)"),
    Circumstance("terrain", (), "the kind of terrain the target stands in, for Stealth (X)"),
    Circumstance("ram", "yes", "the attacking vehicle rams: one hit with half its Armour Value"),
    Circumstance("speed", ("combat", "cruising", "advanced"), "how fast the vehicle moved, or that the unit advanced"),
    Circumstance("first-round", "yes", "it is the first round of this close combat (default yes)"),
    Circumstance("disordered", "yes", "the charge is at several units"),
    Circumstance("outnumbered", "yes", "more enemies than friends fight (default: by the models of both units)"),
    Circumstance("supercharge", ("strength", "blast"), "weapons that Get Hot are supercharged so"),
    Circumstance("night", "yes", "it is night"),
    Circumstance("zooming", "yes", "the target is a zooming flyer"),
    Circumstance("vector-strike", "yes", "the attacker strikes from above, having flown over the target"),
    Circumstance("immobilised", "yes", "the target is immobilised"),
    Circumstance("hp", "number", "hull points the target has left", 100),
    Circumstance("challenge", "yes", "it is fought in a challenge"),
)


def cover(text: str) -> int | None:
    """A cover save as a number: ``"4+"`` or ``4``; None for ``"-"`` and ``"none"``. Raises GrognardError naming the scale.

    >>> cover("4+"), cover("none")
    (4, None)
    """
    plain = text.strip().lower()
    if plain in ("", "-", "none", "open"):
        return None
    if re.fullmatch(r"[2-6] ?\+?", plain):
        return int(plain[0])
    raise GrognardError(f"unknown cover {text.strip()!r}", where="--cover", hint="a save from 2+ to 6+, or none")


def battle() -> Any:
    """The system's turn, loaded when a battle is wanted."""
    from .turn import GAME

    return GAME


read_rule = reader("usr", RULES, NAMES)


def _faults(force: Any) -> list[str]:
    from .army import faults

    return faults(force)


SYSTEM = System(
    id="usr",
    name="Universal Special Rules",
    rules=RULES,
    names=NAMES,
    read_rule=read_rule,
    schema=force_files.schema(read_rule, force_faults=_faults),
    rulings=RULINGS,
    circumstances=CIRCUMSTANCES,
    plan=plan,
    wounds=lambda model: int(model.stats.HP or model.stats.W),
    cover=cover,
    cover_says="a save: 2+ to 6+, or none",
    cover_values=("6+", "5+", "4+", "3+", "2+"),
    ordering=ORDERING,
    fitted=fitted,
    battle=battle,
    idle=idle,
)
