"""The spots of a grid, ring by ring round a point: where places are looked for, the nearest first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.table.geometry import Box, Spot, snap

NEARBY = 6.0  # inches from a point within which places are tried first


def rings(box: Box, x: float, y: float, most: float) -> Iterator[tuple[Spot, ...]]:
    """The spots of a grid over a box from the one nearest to a point on, at most so many inches from it.

    Each ring is twice as wide as those within: far spots are ranked only when none of the nearer will do.
    """
    yield _near(*box, x, y, 0.0, NEARBY)
    inner = NEARBY
    while inner < most:
        yield grid(*box, x, y, inner, min(2 * inner, most))
        inner = 2 * inner


def grid(
    left: float, bottom: float, right: float, top: float, x: float, y: float, least: float, most: float
) -> tuple[Spot, ...]:
    """The spots of a grid over a box more than ``least`` (0: or at) and at most ``most`` inches from a point, the nearest first."""
    inner, outer = least * least, most * most
    across, along = _so_near(_marks(left, right), x, outer), _so_near(_marks(bottom, top), y, outer)
    found = []
    for u in across:
        dx2 = (u - x) * (u - x)
        for v in along:
            d2 = dx2 + (v - y) * (v - y)
            if d2 <= outer and (d2 > inner or inner == 0.0):
                found.append((d2, u, v))
    found.sort()
    return tuple([(snap(u), snap(v)) for _, u, v in found])


_near = lru_cache(512)(grid)  # units are put down round the same few points; far ones are too many to keep


def _marks(low: float, high: float) -> list[float]:
    """The marks along one side of a grid, about an inch apart."""
    n = max(1, int(high - low))
    return [low + (high - low) * k / n for k in range(n + 1)]


def _so_near(marks: list[float], at: float, limit: float) -> list[float]:
    """Those marks the squares of whose distances from a place are at most so large: no other spot of their lines is nearer."""
    found = []
    for mark in marks:
        if (mark - at) * (mark - at) <= limit:
            found.append(mark)
    return found
