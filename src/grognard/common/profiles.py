"""What a force file says, as frozen values shared by odds, battles and bots.

Profiles compare by identity, and ``interned`` makes equal profiles the same object: match-ups are found by identity, and
reading the same file twice fills no cache twice.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

P = TypeVar("P", bound=Struct)
_KEPT: dict[Any, Any] = {}


class Base(Struct, frozen=True):
    """What a model stands on, in mm: a round or oval base, or the hull of a vehicle (length along its facing first)."""

    shape: str = "round"  # "round", "oval" or "hull"
    length: float = 25.0
    width: float = 25.0


class Weapon(Struct, frozen=True, eq=False):
    """One line of a weapon table. ``stats`` is the system's own struct, ``rules`` the special rules it carries."""

    name: str
    stats: Any
    rules: tuple[Any, ...] = ()


class Model(Struct, frozen=True, eq=False):
    """One model's profile; equal models of a unit are the same object. ``rules`` holds the unit's rules too."""

    name: str
    stats: Any
    rules: tuple[Any, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    base: Base = Base()
    role: str = ""  # "", "leader", "support", "individual", "crew"


class Kind(Struct, frozen=True, eq=False):
    """A unit as its file says it: one entry in ``models`` for each model, nearest the enemy first.

    ``unread`` lists by name the special rules that the file gives and that are not executable.
    """

    system: str
    name: str
    type: str
    tags: tuple[str, ...] = ()
    points: int = 0
    rules: tuple[Any, ...] = ()
    models: tuple[Model, ...] = ()
    unread: tuple[str, ...] = ()
    details: tuple[tuple[str, Any], ...] = ()  # what only one system knows of a unit: capacity, squad, battlegroup, …

    def detail(self, key: str, default: Any = None) -> Any:
        """One of ``details``, or the default."""
        for name, value in self.details:
            if name == key:
                return value
        return default


class Force(Struct, frozen=True, eq=False):
    """A list of units of one system, with what was left out when it was read."""

    system: str
    name: str
    kinds: tuple[Kind, ...] = ()
    unread: tuple[tuple[str, int], ...] = ()  # (name of a rule or profile that is not executable, how often)
    details: tuple[tuple[str, Any], ...] = ()


def interned(value: P) -> P:
    """The one kept object that is field by field this value.

    >>> interned(Weapon("Rifle", None)) is interned(Weapon("Rifle", None))
    True
    """
    key = (type(value), *msgspec.structs.astuple(value))
    return _KEPT.setdefault(key, value)  # type: ignore[no-any-return]
