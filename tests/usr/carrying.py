"""Transports, buildings and their passengers for tests: units with seats and doors, and who is put aboard."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from grognard.common.profiles import Base, Kind, interned
from grognard.systems.usr.examples import model, unit
from grognard.table.events import Embarked
from grognard.table.state import Effect, Table


def carrier(*rules: str, name: str = "Wagon", type: str = "Vehicle (Transport)", weapons: Any = (), count: int = 1,
            hull: tuple[float, float] = (102, 76), details: dict[str, Any] | None = None, **stats: Any) -> Kind:  # fmt: skip
    """A transport of ten seats with a door in the rear; ``details`` are further unit keys."""
    made = unit(
        model(*rules, name=name, weapons=weapons, base=Base("hull", *hull), **{"Front": 11, "Side": 11, "Rear": 10, **stats}),
        name=name, type=type, count=count,
    )  # fmt: skip
    said = {"capacity": 10, "access": ("rear",), **(details or {})}
    return interned(replace(made, details=tuple(said.items())))


def keyed(kind: Kind, **details: Any) -> Kind:
    """The unit with further unit keys."""
    return interned(replace(kind, details=(*kind.details, *details.items())))


def aboard(t: Table, u: int, c: int) -> None:
    """Puts a unit aboard."""
    Embarked(u, c).on(t)


def mark(t: Table, u: int, *what: Any) -> None:
    """Effects on a unit: words, or (word, value)."""
    given = [Effect(w[0], value=w[1]) if isinstance(w, tuple) else Effect(w) for w in what]
    t.change(u, effects=(*t[u].effects, *given))
