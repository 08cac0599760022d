"""The special rules of the Command Token game that are executable, in the order of the published list."""

from __future__ import annotations

from .damage import Borer, Cleaving, Pike
from .hits import Cascade, Interlinked, Piercing, Stealth
from .scenery import Crush, Mechanized
from .units import Infiltrate, MechanizedCommand, MovingFortress
from .weapons import Limited

RULES = (
    Borer,
    Cascade,
    Crush,
    Interlinked,
    Limited,
    Mechanized,
    Infiltrate,
    MovingFortress,
    Piercing,
    Stealth,
    Cleaving,
    Pike,
    MechanizedCommand,
)
