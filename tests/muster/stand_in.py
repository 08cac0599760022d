"""Schemas with a stand-in for the systems' rules: these tests are of force files, not of rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module

from grognard.common.rules import NotExecutable, Rule, Unknown, slug_of
from grognard.common.schema import Schema
from grognard.errors import GrognardError

WEAPON_RULES = (
    "Blast",
    "Rending",
    "Gets Hot",
    "Twin-linked",
    "Melta",
    "Poisoned",
    "Area",
    "Focus",
    "Reduced",
    "Large Blast",
)
UNIT_RULES = (
    "Fleet",
    "Stealth",
    "Feel No Pain",
    "Hatred",
    "Command Centre",
    "Spread",
    "Resilient",
    "Independent Character",
)
LATER = ("Vortex", "Rare")


class Named(Rule, frozen=True):
    """A rule that is only its words."""

    words: str = ""
    place: str = "unit"

    @property
    def on(self) -> tuple[str, ...]:  # type: ignore[override]
        return (self.place,)

    @property
    def slug(self) -> str:  # type: ignore[override]
        return slug_of(self.words)

    def written(self) -> str:
        return self.words


Named.system = "toy"


@lru_cache(maxsize=1024)
def read_rule(words: str) -> Rule:
    for names, place in ((WEAPON_RULES, "weapon"), (UNIT_RULES, "unit")):
        if any(words.lower().startswith(name.lower()) for name in names):
            return Named(words, place)
    if any(words.startswith(name) for name in LATER):
        raise NotExecutable(f"{words!r} is not executable yet")
    raise Unknown(f"unknown rule {words!r}", hint="nearest: Fleet")


@lru_cache(maxsize=8)
def schema_of(system: str) -> Schema:
    """A system's schema with ``read_rule`` above."""
    if system not in ("void", "command", "dropzone", "usr"):
        raise GrognardError(f"unknown system {system!r}", hint="one of: void, command, dropzone, usr")
    where = {"usr": "force_files"}.get(system, "profiles")
    made: Callable[..., Schema] = import_module(f"grognard.systems.{system}.{where}").schema
    return made(read_rule)
