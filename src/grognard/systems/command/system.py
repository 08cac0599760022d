"""The Command Token game as one value: an early form of VoidSiege, known from its special rules."""

from __future__ import annotations

from typing import Any

from ...common.rules import reader
from ...common.system import Circumstance, System
from .odds import plan, read_cover
from .profiles import schema
from .rules import RULES
from .rulings import RULINGS

NAMES = (
    "Aura", "Barrage", "Borer", "Cascade", "Corrosive", "Countermeasure", "Crush", "Devastate", "Explosive", "Fissure",
    "High Velocity", "Impale", "Interlinked", "Limited", "Mechanized", "Reckless", "Relentless", "Rending", "Siege",
    "Slowing", "Infiltrate", "Sunder", "Trudging", "Turret", "Inescapable", "Mortar", "Moving Fortress", "Piercing",
    "High Explosive", "Dispersion", "Blast", "Deadeye", "Hammer", "Escape", "Stealth", "Re-enforced Hull", "Force",
    "Cleaving", "Bloodlust", "Flesh Eater", "Grasping", "Agile", "Hypercharge", "Pike", "Light em up", "Camouflage",
    "Unstoppable", "Sharpshooter", "Mechanized Command",
)  # fmt: skip

CIRCUMSTANCES = (
    Circumstance("token", ("shoot", "advance", "overrun", "idle"), "the token that the attacker shows; idle: none"),
    Circumstance("target-moving", "yes", "the target shows a moving token"),
    Circumstance("obscured", ("4", "5", "6"), "the target is seen across scenery that obscures it"),
    Circumstance("under", "number", "models of the target under each template"),
    Circumstance("uses", "number", "uses left of each Limited weapon; all when absent"),
    Circumstance("reckless", "yes", "a Reckless unit strikes with its ranged weapons"),
    Circumstance("reacting", "yes", "the attack is a reaction to being targeted"),
)

read_rule = reader("command", RULES, NAMES)


def _battle() -> Any:
    from .turn import GAME  # a question of odds needs neither the turn nor the bots

    return GAME


SYSTEM = System(
    id="command",
    name="Command Token game (early VoidSiege)",
    rules=RULES,
    names=NAMES,
    read_rule=read_rule,
    schema=schema(read_rule),
    rulings=RULINGS,
    circumstances=CIRCUMSTANCES,
    plan=plan,
    wounds=lambda model: int(model.stats.HP),
    cover=read_cover,
    cover_says="a number: 4, 5 or 6",
    cover_values=("4", "5", "6"),
    ordering=None,
    battle=_battle,
)
