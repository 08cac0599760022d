"""Dropzone Commander, 2nd edition (v2.2.0), as one value."""

from __future__ import annotations

from typing import Any

from ...common.system import Circumstance, System
from ...errors import GrognardError
from . import profiles
from .army import faults
from .circumstances import COVER
from .odds import plan
from .rules import RULES
from .rules.reading import NAMES, read_rule
from .rulings import RULINGS

CIRCUMSTANCES = (
    Circumstance("disembarked", "yes", "the attacker got out of a transport on the ground this activation"),
    Circumstance("incoherent", "yes", "the attacking squad is out of coherency"),
    Circumstance("unseen", "yes", "neither the attacker nor a Scout sees the target: Indirect weapons only"),
    Circumstance("reaction", "yes", "it is Reaction Fire"),
    Circumstance("entered", "yes", "the attacker entered the Garrison this activation"),
    Circumstance("lost", "number", "Damage Points that each attacking unit has lost"),
    Circumstance("target-lost", "number", "Damage Points that each unit of the target has lost"),
    Circumstance("commander", "number", "the unit of the target, from the nearest, with a Commander; 0: none has one"),
    Circumstance("garrison", "yes", "the target squad stands on one edge of a Destructible Garrison"),
    Circumstance("combined", "yes", "Reduced weapons combine their fire"),
    Circumstance("second", "yes", "the attacker, a unit of two profiles, is in its second one"),
    Circumstance("target-second", "yes", "the target is in its second profile"),
    Circumstance("card", (), "command cards in play on either squad, by name: 'Incendiary, Flares'", several=True),
    Circumstance("under", "number", "units of the target squad under each template that hits"),
)


def cover(text: str) -> tuple[str, ...]:
    """``"soft, hull-down"`` as words. Raises GrognardError naming the known ones.

    >>> cover("Hull Down, soft")
    ('soft', 'hull-down')
    """
    words = set()
    for part in text.split(","):
        word = "-".join(part.lower().replace("-", " ").split()).removesuffix("-cover")
        if word in ("", "none", "-"):
            continue
        if word == "hull":
            word = "hull-down"
        if word not in COVER:
            raise GrognardError(f"unknown cover {part.strip()!r}", where="--cover", hint=f"words: {', '.join(COVER)}")
        words.add(word)
    return tuple(w for w in COVER if w in words)


SPECIAL = {
    "mobile": "objectives are carried by whoever claims them",
    "hidden": "every objective has to be found by a Search, those in the open too",
    "open": "no objective has to be found, not even in a Garrison",
    "readiness": "all battlegroups start in readiness that do not start in reserve",
    "centre line": "the players put three objectives on the centre line by turns, in a Battle four more anywhere",
    "extraction": "who carries an objective to his own table edge takes it off for two victory points",
    "vantage": "Infantry in the large Garrisons shoots twice as far",
    "strongholds": "objectives lie in Garrisons in the centre and in opposite quarters; the most points round each count too",
    "survey": "an objective lies in each Garrison; what it is shows when it is claimed",
}


def _battle() -> Any:
    from .turn import GAME

    return GAME


def _cards() -> Any:
    from .cards.all_cards import CARDS

    return CARDS


def _terrain() -> Any:
    from .scenarios import town_for

    return town_for


def _scenarios() -> Any:
    from .scenarios import SCENARIOS

    return SCENARIOS


SYSTEM = System(
    id="dropzone",
    name="Dropzone Commander",
    rules=RULES,
    names=NAMES,
    read_rule=read_rule,
    schema=profiles.schema(
        read_rule, army_faults=faults, surcharge=profiles.commander_price, force_links=profiles.cripplings
    ),
    rulings=RULINGS,
    circumstances=CIRCUMSTANCES,
    plan=plan,
    wounds=lambda model: int(model.stats.DP),
    cover=cover,
    cover_says="words with commas: soft, body, hull-down",
    cover_values=("soft", "body", "hull-down", "soft,body"),
    battle=_battle,
    scenarios=_scenarios,
    special=SPECIAL,
    terrain=_terrain,
    cards=_cards,
)
