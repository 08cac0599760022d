"""The executable special rules, family by family."""

from __future__ import annotations

from ..rule import DropzoneRule
from .aiming import AntiAircraft, Destroyer
from .damage import Area, Devastator, Dodge, Focus, Resilient
from .firing import Reduced
from .units import Access, Fast

RULES: tuple[type[DropzoneRule], ...] = (
    Access,
    Dodge,
    Fast,
    Resilient,
    AntiAircraft,
    Area,
    Destroyer,
    Devastator,
    Focus,
    Reduced,
)
