"""The special rules of VOID 1.1 that are executable, family by family."""

from __future__ import annotations

from ..moments import VoidRule
from . import assault, minds, morale, movement, protection, shooting
from .assault import (
    BerserkCharge,
    LethalStrike,
    MultipleAttacks,
    ShockTrooper,
    StompAttack,
    StrikeFirst,
    Swarm,
)
from .minds import Impetuous, Sniper, Spomm, TacticalAwareness
from .morale import (
    EnforcedRally,
    Fearless,
    HighMorale,
    ImmuneToPanic,
    Inspiring,
    NeuralSpikeActivation,
    Rampage,
    Strategy,
    Terrifying,
)
from .movement import (
    DropTrooper,
    Fast,
    Fly,
    Immobile,
    Infiltrate,
    JumpTrooper,
    Prone,
    RoughTerrainSpecialist,
    TroopCarrier,
)
from .protection import Camouflage, Dodge, Guard, HeavyArmour, ShieldWall, Stealth
from .shooting import (
    CombineFire,
    FindWeakness,
    Marksman,
    MountedWeaponTeam,
    MultipleShots,
    Spotter,
    SuppressiveFire,
    TargetAcquisition,
)

RULES: tuple[type[VoidRule], ...] = (
    *assault.RULES,
    *minds.RULES,
    *morale.RULES,
    *movement.RULES,
    *protection.RULES,
    *shooting.RULES,
)

__all__ = [
    "RULES",
    "BerserkCharge",
    "Camouflage",
    "CombineFire",
    "Dodge",
    "DropTrooper",
    "EnforcedRally",
    "Fast",
    "Fearless",
    "FindWeakness",
    "Fly",
    "Guard",
    "HeavyArmour",
    "HighMorale",
    "Immobile",
    "ImmuneToPanic",
    "Impetuous",
    "Infiltrate",
    "Inspiring",
    "JumpTrooper",
    "LethalStrike",
    "Marksman",
    "MountedWeaponTeam",
    "MultipleAttacks",
    "MultipleShots",
    "NeuralSpikeActivation",
    "Prone",
    "Rampage",
    "RoughTerrainSpecialist",
    "ShieldWall",
    "ShockTrooper",
    "Sniper",
    "Spomm",
    "Spotter",
    "Stealth",
    "StompAttack",
    "Strategy",
    "StrikeFirst",
    "SuppressiveFire",
    "Swarm",
    "TacticalAwareness",
    "TargetAcquisition",
    "Terrifying",
    "TroopCarrier",
]
