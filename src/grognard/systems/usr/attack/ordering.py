"""Pairs of rules that give one natural face different meanings, each with what counts and its source.

The key names the rules by id, the value the one whose meaning stands. Everything else is in slots and commutes.
"""

from __future__ import annotations

ORDERING: dict[frozenset[str], str] = {}
