"""Rules of close combat: charges and blows."""

from __future__ import annotations

RULES: tuple[type, ...] = ()
