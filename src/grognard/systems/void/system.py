"""VOID 1.1 as one value."""

from __future__ import annotations

from typing import Any

from ...common.rules import reader
from ...common.system import Circumstance, System
from .army import limits
from .odds import cover, plan
from .profiles import schema
from .rules import RULES
from .rulings import RULINGS

NAMES = (
    "Berserk Charge",
    "Camouflage",
    "Combine Fire",
    "Dodge",
    "Drop Trooper",
    "Enforced Rally",
    "Fast",
    "Fearless",
    "Find Weakness",
    "Fly",
    "Guard",
    "Heavy Armour",
    "High Morale",
    "Immobile",
    "Immune to Panic",
    "Impetuous",
    "Infiltrate",
    "Inspiring",
    "Jump Trooper",
    "Lethal Strike",
    "Marksman",
    "Mounted Weapon Team",
    "Multiple Attacks",
    "Multiple Shots",
    "Neural Spike Activation",
    "Prone",
    "Rampage",
    "Rough Terrain Specialist",
    "Shield Wall",
    "Shock Trooper",
    "Sniper",
    "S.P.O.M.M.",
    "Spotter",
    "Stealth",
    "Stomp Attack",
    "Strategy",
    "Strike First",
    "Suppressive Fire",
    "Swarm",
    "Tactical Awareness",
    "Target Acquisition",
    "Terrifying",
    "Troop Carrier",
)

CIRCUMSTANCES = (
    Circumstance("prone", "yes", "the attacker lies prone since an earlier turn"),
    Circumstance("target-prone", "yes", "the target lies prone since an earlier turn"),
    Circumstance("suppressive", "yes", "suppressive fire instead of shooting"),
    Circumstance("contact", "number", "enemy models in base contact with each model that strikes", 20),
    Circumstance("painted", "yes", "the target has been painted by a targeting device"),
    Circumstance("spotters", "number", "spotters in all that see the target", 20),
    Circumstance("failed-jump", "yes", "the attackers failed the check for their jump"),
    Circumstance("crew-lost", "number", "crewmen of the mounted weapon that are gone", 20),
    Circumstance("under", "number", "models of the target under each template", 100),
    Circumstance("arc", ("front", "flank", "rear"), "the target's arc from which the attack comes"),
)

read_rule = reader("void", RULES, NAMES)


def _battle() -> Any:
    from .turn import GAME  # a question of odds needs neither the turn nor the bots

    return GAME


SYSTEM = System(
    id="void",
    name="VOID 1.1",
    rules=RULES,
    names=NAMES,
    read_rule=read_rule,
    schema=schema(read_rule, force_limits=limits),
    rulings=RULINGS,
    circumstances=CIRCUMSTANCES,
    plan=plan,
    wounds=lambda model: int(model.stats.W),
    cover=cover,
    cover_says="a rating: 2 (light), 3 (medium), 4 (heavy)",
    cover_values=("2", "3", "4"),
    battle=_battle,
)
