"""The special rules of VOID 1.1 that are executable, family by family."""

from __future__ import annotations

from ..moments import VoidRule
from . import assault, minds, morale, protection, shooting
from .assault import BerserkCharge, StrikeFirst
from .minds import Spomm
from .morale import Rampage
from .protection import Camouflage, Dodge, HeavyArmour
from .shooting import FindWeakness, Marksman, SuppressiveFire, TargetAcquisition

RULES: tuple[type[VoidRule], ...] = (
    *assault.RULES,
    *minds.RULES,
    *morale.RULES,
    *protection.RULES,
    *shooting.RULES,
)

__all__ = [
    "RULES",
    "BerserkCharge",
    "Camouflage",
    "Dodge",
    "FindWeakness",
    "HeavyArmour",
    "Marksman",
    "Rampage",
    "Spomm",
    "StrikeFirst",
    "SuppressiveFire",
    "TargetAcquisition",
]
