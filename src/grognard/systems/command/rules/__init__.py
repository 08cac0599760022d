"""The special rules of the Command Token game, in the order of the published list."""

from __future__ import annotations

from .damage import Blast, Borer, Cleaving, Force, Hammer, HighVelocity, Pike, Sharpshooter, Sunder
from .hits import Cascade, Deadeye, Impale, Inescapable, Interlinked, Piercing, Stealth
from .lasting import Bloodlust, Corrosive, Escape, FleshEater, Reckless, Slowing
from .rate import Aura, Barrage, Limited, Rending
from .scenery import Agile, Camouflage, Crush, Mechanized, Siege
from .templates import Dispersion, Explosive, Fissure, HighExplosive, Hypercharge, Mortar
from .units import (
    Infiltrate,
    LightEmUp,
    MechanizedCommand,
    MovingFortress,
    ReEnforcedHull,
    Relentless,
    Trudging,
    Unstoppable,
)
from .use import Countermeasure, Devastate, Grasping, Turret

RULES = (
    Aura,
    Barrage,
    Borer,
    Cascade,
    Corrosive,
    Countermeasure,
    Crush,
    Devastate,
    Explosive,
    Fissure,
    HighVelocity,
    Impale,
    Interlinked,
    Limited,
    Mechanized,
    Reckless,
    Relentless,
    Rending,
    Siege,
    Slowing,
    Infiltrate,
    Sunder,
    Trudging,
    Turret,
    Inescapable,
    Mortar,
    MovingFortress,
    Piercing,
    HighExplosive,
    Dispersion,
    Blast,
    Deadeye,
    Hammer,
    Escape,
    Stealth,
    ReEnforcedHull,
    Force,
    Cleaving,
    Bloodlust,
    FleshEater,
    Grasping,
    Agile,
    Hypercharge,
    Pike,
    LightEmUp,
    Camouflage,
    Unstoppable,
    Sharpshooter,
    MechanizedCommand,
)
