"""Rule names as files and books write them, read as rules."""

from __future__ import annotations

from ....common.rules import reader
from . import RULES

NAMES = (
    "Access", "Bloodthirsty", "Command Centre", "Dodge", "Fast", "Infiltrate", "Large", "Rapid Insertion", "Rare",
    "Resilient", "Wide", "Alternate Fire", "Anti-Aircraft", "Area", "Articulated", "Cover", "Destroyer", "Devastator",
    "Flame", "Focus", "Indirect", "Limited", "Penetrative", "Reduced", "Strafe", "Structural", "Tech Killer",
)  # fmt: skip

read_rule = reader("Dropzone Commander", RULES, NAMES)
