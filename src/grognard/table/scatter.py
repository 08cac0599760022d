"""Scatter: markers that drift by a direction and a distance, both whole dice.

A direction is a face of a die with 24 sides, 15 degrees a step: 24 is straight up the table (12 o'clock), 6 to the
right, 12 straight down, 18 to the left. Its vectors stand in a table and are rounded onto the lattice once they have
a length.
"""

from __future__ import annotations

from math import sqrt

from grognard.errors import GrognardError
from grognard.table.geometry import Point, cut, snap

DIRECTIONS = 24  # sides of the direction die
_A, _B, _C, _D, _E = 0.25881904510252074, 0.5, 0.7071067811865476, 0.8660254037844386, 0.9659258262890683
_QUARTER = ((0.0, 1.0), (_A, _E), (_B, _D), (_C, _C), (_D, _B), (_E, _A))
VECTORS: tuple[Point, ...] = (
    *_QUARTER,
    *((y, 0.0 - x) for x, y in _QUARTER),
    *((0.0 - x, 0.0 - y) for x, y in _QUARTER),
    *((0.0 - y, x) for x, y in _QUARTER),
)  # by direction modulo 24


def vector(direction: int) -> Point:
    """The unit vector of a direction, a face of the direction die. Raises GrognardError for another number.

    >>> vector(6), vector(24)
    ((1.0, 0.0), (0.0, 1.0))
    """
    if not 1 <= direction <= DIRECTIONS:
        raise GrognardError(f"no direction {direction}", hint=f"a face of a die with {DIRECTIONS} sides")
    return VECTORS[direction % DIRECTIONS]


COMPASS = ("up the table", "up and to the right", "to the right", "down and to the right")
BACK = ("down the table", "down and to the left", "to the left", "up and to the left")


def bearing(direction: int) -> str:
    """A direction in words: degrees clockwise, and where it points when that is one of eight.

    >>> bearing(6), bearing(7)
    ('90°, to the right', '105°')
    """
    degrees = direction % DIRECTIONS * 15
    return f"{degrees}°, {(COMPASS + BACK)[degrees // 45]}" if degrees % 45 == 0 else f"{degrees}°"


def displaced(x: float, y: float, direction: int, inches: float) -> Point:
    """The point that lies ``inches`` from (x, y) in a direction, on the lattice; it may lie off the table.

    >>> displaced(24, 24, 6, 5)
    (29.0, 24.0)
    """
    u, v = vector(direction)
    return (snap(x + u * inches), snap(y + v * inches))


def slid(x: float, y: float, to_x: float, to_y: float, inches: float) -> Point:
    """The point ``inches`` from (x, y) straight towards another, beyond it when that is nearer.

    (x, y) when it is there.
    """
    dx, dy = to_x - x, to_y - y
    d2 = dx * dx + dy * dy
    if d2 == 0.0:
        return (snap(x), snap(y))
    d = sqrt(d2)
    return (snap(x + dx * inches / d), snap(y + dy * inches / d))


def off_table(x: float, y: float, width: float, height: float) -> bool:
    """Whether a point lies off the table; its edge is on it."""
    return not (0.0 <= x <= width and 0.0 <= y <= height)


def kept_on(start: Point, end: Point, width: float, height: float, margin: float = 0.0) -> Point:
    """The last point on the straight way from ``start`` that is ``margin`` inches from the edge or more; the end if all is.

    For what may not leave the table. ``start`` itself must be so far from the edge.
    """
    (x, y), (to_x, to_y) = start, end
    part = 1.0
    dx, dy = to_x - x, to_y - y
    for at, step, low, high in ((x, dx, margin, width - margin), (y, dy, margin, height - margin)):
        if at + step < low:
            part = min(part, max(0.0, (at - low) / -step))
        elif at + step > high:
            part = min(part, max(0.0, (high - at) / step))
    if part == 1.0:
        return (snap(to_x), snap(to_y))
    return (snap(x) + cut(dx * part), snap(y) + cut(dy * part))


def scatter_distance(rolled: int, less: int = 0) -> int:
    """How far a marker drifts, inches: what was rolled less the firer's skill, never less than nothing."""
    return max(0, rolled - less)
