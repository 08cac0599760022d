"""The executable special rules, family by family."""

from __future__ import annotations

from ..moments import DropzoneRule
from .aiming import AntiAircraft, Articulated, Cover, Destroyer, Flame, Indirect
from .damage import Area, Devastator, Dodge, Focus, Penetrative, Resilient, TechKiller
from .firing import AlternateFire, Limited, Reduced, Strafe, Structural
from .units import (
    Access,
    Bloodthirsty,
    CommandCentre,
    Fast,
    Infiltrate,
    Large,
    RapidInsertion,
    Rare,
    Wide,
)

RULES: tuple[type[DropzoneRule], ...] = (
    Access,
    Bloodthirsty,
    CommandCentre,
    Dodge,
    Fast,
    Infiltrate,
    Large,
    RapidInsertion,
    Rare,
    Resilient,
    Wide,
    AlternateFire,
    AntiAircraft,
    Area,
    Articulated,
    Cover,
    Destroyer,
    Devastator,
    Flame,
    Focus,
    Indirect,
    Limited,
    Penetrative,
    Reduced,
    Strafe,
    Structural,
    TechKiller,
)
