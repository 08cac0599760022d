"""Units in a row, by their places in it: which of them are others than before, and which stand in the way of a look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.table.geometry import Box, Form
from grognard.table.screens import Blocker, Corridor


class Blocking:
    """A unit as it may stand in a line of sight: the box round it, how large it is, and itself for those who look past it."""

    __slots__ = ("blocker", "east", "north", "size", "south", "unit", "west")

    def __init__(self, unit: int, form: Form, size: int, height: float) -> None:
        self.west, self.south, self.east, self.north = form.box
        self.unit, self.size = unit, size
        self.blocker: Blocker = (unit, form, height)


def differing(old: Sequence[Any], new: Sequence[Any]) -> list[int]:
    """The places at which two rows of the same length hold different objects.

    >>> differing(("a", "b", "c"), ("a", "d", "c"))
    [1]
    """
    found = []
    for k in range(len(new)):
        if old[k] is not new[k]:
            found.append(k)
    return found


def without(rows: Sequence[tuple[int, Any]], unit: int) -> list[tuple[int, Any]]:
    """Those rows that do not begin with this id.

    >>> without([(3, "three"), (4, "four")], 3)
    [(4, 'four')]
    """
    found = []
    for row in rows:
        if row[0] != unit:
            found.append(row)
    return found


def in_between(
    p: Box, q: Box, rows: Sequence[Sequence[Blocking]], least: int, unit: int, other: int
) -> tuple[Blocker, ...]:
    """Who comes near the way between two boxes, in order: those at least so large, but the two units of these ids.

    What the others' models are does not matter: none of them is in a line from the one box to the other.
    """
    way = Corridor.__new__(Corridor)  # nothing is called when it is compiled
    way.lead(p, q)
    found = []
    for row in rows:
        for k in range(len(row)):
            one = row[k]
            if one.size < least or one.unit == unit or one.unit == other:
                continue
            if way.crosses(one.west, one.south, one.east, one.north):
                found.append(one.blocker)
    return tuple(found)
