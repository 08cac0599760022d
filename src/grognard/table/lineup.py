"""Units in a row, by their places in it: which of them are others than before, and which stand in the way of a look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from grognard.table.geometry import Box
from grognard.table.screens import Blocker, Corridor

Blocking: TypeAlias = tuple[Box, int, Blocker]  # the box round a unit, how large it is, and itself in a line of sight


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
    way = Corridor()
    way.lead(p, q)
    west, south, east, north = way.west, way.south, way.east, way.north
    x, y, dx, dy = way.x, way.y, way.dx, way.dy
    ex, ey = abs(dx), abs(dy)
    found = []
    for row in rows:
        for box, size, blocker in row:
            a, b, c, d = box
            if size >= least and a <= east and west <= c and b <= north and south <= d:
                off = ((a + c) / 2 - x) * dy - ((b + d) / 2 - y) * dx
                reach = way.wide + (ex * (d - b) + ey * (c - a)) / 2
                if -reach <= off <= reach and blocker[0] != unit and blocker[0] != other:
                    found.append(blocker)
    return tuple(found)
