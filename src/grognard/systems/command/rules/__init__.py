"""The special rules of the Command Token game that are executable, in the order of the published list."""

from __future__ import annotations

from .damage import Blast, Borer, Cleaving, Force, Hammer, HighVelocity, Pike, Sharpshooter, Sunder
from .hits import Cascade, Impale, Inescapable, Interlinked, Piercing, Stealth
from .lasting import Bloodlust, Corrosive, Escape, FleshEater, Reckless, Slowing
from .rate import Barrage, Limited, Rending
from .scenery import Agile, Camouflage, Crush, Mechanized, Siege
from .units import Infiltrate, MechanizedCommand, MovingFortress, ReEnforcedHull, Relentless, Trudging, Unstoppable
from .use import Countermeasure, Devastate, Grasping, Turret

RULES = (
    Barrage,
    Borer,
    Cascade,
    Corrosive,
    Countermeasure,
    Crush,
    Devastate,
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
    MovingFortress,
    Piercing,
    Blast,
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
    Pike,
    Camouflage,
    Unstoppable,
    Sharpshooter,
    MechanizedCommand,
)
