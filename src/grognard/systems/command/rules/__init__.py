"""The special rules of the Command Token game that are executable, in the order of the published list."""

from __future__ import annotations

from .damage import Blast, Borer, Cleaving, Force, Hammer, HighVelocity, Pike, Sharpshooter, Sunder
from .hits import Cascade, Impale, Inescapable, Interlinked, Piercing, Stealth
from .rate import Barrage, Limited, Rending
from .scenery import Agile, Camouflage, Crush, Mechanized, Siege
from .units import Infiltrate, MechanizedCommand, MovingFortress, ReEnforcedHull, Relentless, Trudging, Unstoppable
from .use import Countermeasure, Devastate, Grasping, Turret

RULES = (
    Barrage,
    Borer,
    Cascade,
    Countermeasure,
    Crush,
    Devastate,
    HighVelocity,
    Impale,
    Interlinked,
    Limited,
    Mechanized,
    Relentless,
    Rending,
    Siege,
    Infiltrate,
    Sunder,
    Trudging,
    Turret,
    Inescapable,
    MovingFortress,
    Piercing,
    Blast,
    Hammer,
    Stealth,
    ReEnforcedHull,
    Force,
    Cleaving,
    Grasping,
    Agile,
    Pike,
    Camouflage,
    Unstoppable,
    Sharpshooter,
    MechanizedCommand,
)
