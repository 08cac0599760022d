"""The lattice, and polygons on it.

Inches on a lattice of 1/1024 inch: differences, products and squares of table coordinates are then exact in a double,
so every decision is a comparison of squares that comes out alike on every machine. ``math.sqrt`` is correctly rounded
and may make a number; ``hypot``, ``sin`` and ``cos`` are not, and stay away from the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from typing import TypeAlias

Spot: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]  # left, bottom, right, top
Outline: TypeAlias = tuple[Spot, ...]  # a polygon, without its first point again

LATTICE = 1024.0
_GRID = LATTICE  # a number of C when this is compiled
FORWARD: Spot = (0.0, 1.0)  # the facing of a unit that has been given none: up the table
FARTHEST = 1000.0  # inches: no coordinate lies beyond, so that squares stay exact


def snap(x: float) -> float:
    """The nearest number of inches on the lattice.

    >>> snap(0.3)
    0.2998046875
    """
    return (x * _GRID + 6755399441055744.0 - 6755399441055744.0) / _GRID  # 1.5 * 2**52: rounds, half to even


def cut(x: float) -> float:
    """The next number of inches on the lattice towards zero: a step cut so is never longer than it may be."""
    n = int(x * _GRID)
    return n / _GRID


def outwards(x: float) -> float:
    """The next number on the lattice away from zero: bases put so far apart touch and never overlap."""
    n = int(x * _GRID)
    if n != x * _GRID:
        n += 1 if x > 0 else -1
    return n / _GRID


def heading(dx: float, dy: float) -> Spot:
    """A facing: the direction of (dx, dy) as a lattice vector about one inch long; ``FORWARD`` when it has no
    direction.

    >>> heading(3, 4)
    (0.599609375, 0.7998046875)
    """
    d2 = dx * dx + dy * dy
    if d2 == 0.0:
        return FORWARD
    d = sqrt(d2)
    return (snap(dx / d), snap(dy / d))


def inside(points: Outline, x: float, y: float) -> bool:
    """Whether a point lies in a polygon.

    Exact on the lattice. A point on the edge may count either way, always the same.
    """
    hit = False
    px, py = points[-1]
    for qx, qy in points:
        if (py > y) != (qy > y) and ((qx - px) * (y - py) - (qy - py) * (x - px) > 0) == (qy > py):
            hit = not hit
        px, py = qx, qy
    return hit


def convex(points: Outline) -> bool:
    """Whether a simple polygon has no corner that points inwards; exact."""
    turns = []
    (ox, oy), (px, py) = points[-2], points[-1]
    for qx, qy in points:
        turns.append((px - ox) * (qy - py) - (py - oy) * (qx - px))
        ox, oy, px, py = px, py, qx, qy
    return all(t >= 0 for t in turns) or all(t <= 0 for t in turns)


def segment_d2(x: float, y: float, px: float, py: float, qx: float, qy: float) -> float:
    """The square of the distance of a point from a segment, square inches."""
    dx, dy, ux, uy = qx - px, qy - py, x - px, y - py
    along = ux * dx + uy * dy
    if along <= 0.0:
        return ux * ux + uy * uy
    length2 = dx * dx + dy * dy
    if along >= length2:
        return (x - qx) * (x - qx) + (y - qy) * (y - qy)
    across = dx * uy - dy * ux
    return across * across / length2


def edge_d2(points: Outline, x: float, y: float) -> float:
    """The square of the distance of a point from the edge of a polygon."""
    best = inf
    px, py = points[-1]
    wx, wy = x - px, y - py
    for qx, qy in points:  # ``segment_d2``, written out: this is asked more often than anything else about polygons
        ux, uy = wx, wy
        dx, dy, wx, wy = qx - px, qy - py, x - qx, y - qy
        along = ux * dx + uy * dy
        if along <= 0.0:
            d2 = ux * ux + uy * uy
        else:
            length2 = dx * dx + dy * dy
            if along >= length2:
                d2 = wx * wx + wy * wy
            else:
                across = dx * uy - dy * ux
                d2 = across * across / length2
        if d2 < best:
            best = d2
        px, py = qx, qy
    return best


def crosses(p: Spot, q: Spot, r: Spot, s: Spot) -> bool:
    """Whether two segments cross at a point inside both; exact. Touching is not crossing."""
    (px, py), (qx, qy), (rx, ry), (sx, sy) = p, q, r, s
    a = (qx - px) * (ry - py) - (qy - py) * (rx - px)
    b = (qx - px) * (sy - py) - (qy - py) * (sx - px)
    if not ((a > 0 and b < 0) or (a < 0 and b > 0)):
        return False
    c = (sx - rx) * (py - ry) - (sy - ry) * (px - rx)
    d = (sx - rx) * (qy - ry) - (sy - ry) * (qx - rx)
    return (c > 0 and d < 0) or (c < 0 and d > 0)


def apart(a: Outline, b: Outline) -> bool:
    """Whether two convex counter-clockwise polygons have no point inside both; exact. Polygons that touch are apart."""
    for points, others in ((a, b), (b, a)):
        px, py = points[-1]
        for qx, qy in points:
            dx, dy = qx - px, qy - py
            for x, y in others:
                if dx * (y - py) - dy * (x - px) > 0:
                    break
            else:
                return True
            px, py = qx, qy
    return False


def polygons_d2(a: Outline, b: Outline) -> float:
    """The square of the distance between two convex polygons, 0 when they overlap."""
    if not apart(a, b):
        return 0.0
    return min([edge_d2(b, x, y) for x, y in a] + [edge_d2(a, x, y) for x, y in b])


def spots_within(spots: Sequence[Spot], others: Sequence[Spot], reach: float) -> bool:
    """Whether any of some spots lies within ``reach`` of any of others."""
    limit = reach * reach
    for x, y in spots:
        for u, v in others:
            dx, dy = x - u, y - v
            if dx * dx + dy * dy <= limit:
                return True
    return False


def circles_within(
    circles: Sequence[tuple[float, float, float]], others: Sequence[tuple[float, float, float]], inches: float
) -> bool:
    """Whether any of some circles (x, y, radius) comes within ``inches`` of any of others."""
    for x, y, r in circles:
        for u, v, s in others:
            dx, dy, reach = x - u, y - v, inches + r + s
            if dx * dx + dy * dy <= reach * reach:
                return True
    return False


def spots_d2(spots: Sequence[Spot], others: Sequence[Spot]) -> float:
    """The square of the distance of the two nearest spots of two groups; inf when one is empty."""
    best = inf
    for x, y in spots:
        for u, v in others:
            dx, dy = x - u, y - v
            d2 = dx * dx + dy * dy
            if d2 < best:
                best = d2
    return best


def boxes_within(a: Box, b: Box, inches: float) -> bool:
    """Whether two boxes come within a distance on both axes: False rules out that anything in them does."""
    a0, a1, a2, a3 = a
    b0, b1, b2, b3 = b
    return a0 - b2 <= inches and b0 - a2 <= inches and a1 - b3 <= inches and b1 - a3 <= inches


def mean_of(spots: tuple[Spot, ...]) -> Spot:
    """The mean of some spots, on the lattice; there must be one."""
    left = low = 0.0
    for x, y in spots:
        left, low = left + x, low + y
    n = len(spots)
    return (snap(left / n), snap(low / n))


def put_off(spots: tuple[Spot, ...], box: Box, dx: float, dy: float) -> tuple[tuple[Spot, ...], Box]:
    """Spots and the box round them, moved by a vector that is put onto the lattice."""
    dx, dy = snap(dx), snap(dy)
    found = []
    for x, y in spots:
        found.append((x + dx, y + dy))
    left, low, right, top = box
    return tuple(found), (left + dx, low + dy, right + dx, top + dy)


def directions(n: int) -> list[Spot]:
    """n directions, evenly, for n a multiple of six: found by turning in steps, with nothing but products."""
    cosine, sine = _TURNS[n // 6] if n // 6 < len(_TURNS) else _TURNS[-1]
    found, (c, s) = [], (1.0, 0.0)
    for _ in range(n):
        found.append((c, s))
        c, s = c * cosine - s * sine, s * cosine + c * sine
    return found


# cosine and sine of 60 degrees / k
_TURNS: tuple[Spot, ...] = (
    (1.0, 0.0),
    (0.5, 0.8660254037844386),
    (0.8660254037844386, 0.5),
    (0.9396926207859084, 0.3420201433256687),
    (0.9659258262890683, 0.25881904510252074),
    (0.9781476007338057, 0.20791169081775934),
    (0.984807753012208, 0.17364817766693033),
)
