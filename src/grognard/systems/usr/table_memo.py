"""What was found of the table as it stands, kept until something of it changes: questions that follow each other ask the same."""

from __future__ import annotations

from typing import Any

from ...table.state import Table
from .shooting.night_fighting import dark


class _Found:
    """A state of the table, and what was found on it."""

    __slots__ = ("clock", "found", "ground", "markers", "memory", "units")

    def __init__(self) -> None:
        self.units: list[Any] = []
        self.memory: Any = None
        self.clock: Any = None
        self.markers: Any = None
        self.ground: Any = None
        self.found: dict[Any, Any] = {}

    def on(self, t: Table, memory: Any) -> dict[Any, Any]:
        """What was found on a table that stands as it did; an empty one to fill when anything is another."""
        if not (
            self.clock is t.clock
            and self.memory is memory
            and self.markers is t.markers
            and self.ground is t.ground
            and self.units == t.units  # units are compared by identity
        ):
            self.units, self.clock, self.memory = t.units[:], t.clock, memory
            self.markers, self.ground = t.markers, t.ground
            self.found = {}
        return self.found


_AS_IT_STANDS, _WHERE_THEY_STAND = _Found(), _Found()


def as_it_stands(t: Table) -> dict[Any, Any]:
    """What was found on the table exactly as it stands."""
    return _AS_IT_STANDS.on(t, t.memory)


def where_they_stand(t: Table) -> dict[Any, Any]:
    """What was found of the units, of the ground and in this light: it holds whatever is noted besides, such as warp charges."""
    return _WHERE_THEY_STAND.on(t, dark(t))
