"""Marks that the damage table leaves on one vehicle of a squadron, which a report tells apart."""

from __future__ import annotations

from collections.abc import Hashable

from ....common.triggers import give
from ....kernel.asks import Emit, Procedure
from ....table.events import Given
from ....table.state import Effect, Table


class GivenOne(Given, frozen=True):
    """An effect begins on one vehicle of a squadron: its place there is the effect's value."""

    def told(self, t: Table) -> str:
        return f"Number {self.effect.value + 1} of {t.name(self.unit)}: {self.effect.what}"


def mark(t: Table, v: int, i: int, what: str, until: Hashable = None, source: int | str = "") -> Procedure:
    """A vehicle is marked: of a squadron the one in a place, else the unit."""
    if t[v].size == 1:
        yield from give(t, v, what, until, source=source)
    else:
        yield Emit(GivenOne(v, Effect(what, source, until, i)))
