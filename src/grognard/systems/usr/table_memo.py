"""What was found of the table as it stands, kept until something of it changes: questions that follow each other ask the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import ref

from ...table.state import Table
from .shooting.night_fighting import dark


def weakly(t: Table) -> Callable[[], Table]:
    """The table, for what is found of it and asks it for more: that may not hold on to it, or no battle would free itself."""
    return ref(t)  # type: ignore[return-value]  # it is asked only while the table is there


class _Found:
    """A state of the table, and what was found on it."""

    __slots__ = ("clock", "found", "ground", "markers", "memory", "table", "units")

    def __init__(self) -> None:
        self.table: ref[Table] | None = None  # what is found asks this one for more, as it goes: no clone will do
        self.units: list[Any] = []
        self.memory: Any = None
        self.clock: Any = None
        self.markers: Any = None
        self.ground: Any = None
        self.found: dict[Any, Any] = {}

    def on(self, t: Table, memory: Any) -> dict[Any, Any]:
        """What was found on a table that stands as it did; an empty one to fill when anything is another."""
        if not (
            self.table is not None
            and self.table() is t
            and self.clock is t.clock
            and self.memory is memory
            and self.markers is t.markers
            and self.ground is t.ground
            and self.units == t.units  # units are compared by identity
        ):
            self.table, self.units, self.clock, self.memory = ref(t), t.units[:], t.clock, memory
            self.markers, self.ground = t.markers, t.ground
            self.found = {}
        return self.found


def as_it_stands(t: Table) -> dict[Any, Any]:
    """What was found on the table exactly as it stands."""
    found: _Found = t.memo("as it stands", _Found)
    return found.on(t, t.memory)


def where_they_stand(t: Table) -> dict[Any, Any]:
    """What was found of the units, of the ground and in this light: it holds whatever is noted besides, such as warp charges."""
    found: _Found = t.memo("where they stand", _Found)
    return found.on(t, dark(t))
