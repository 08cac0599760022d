"""Whether bases come to stand on or too near to other bases and terrain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from grognard.table.distances import HEADROOM, edges_within, may_be_within, overlap
from grognard.table.geometry import (
    LATTICE,
    Box,
    Footprint,
    Formation,
    Outline,
    Point,
    edge_d2,
    inside,
)
from grognard.table.geometry import apart as no_overlap
from grognard.table.terrain import Piece

_EDGE = 2 / LATTICE  # inches: more than rounding moves a corner
_HALF = 0.5 / LATTICE  # inches: half of the smallest step there is


class Neighbour:
    """A unit as places are tried against it.

    It stands as ``form`` and must be kept ``inches`` away from; ``radius`` is that of its bases, -1: not all round and alike, or
    not all on the ground.
    """

    __slots__ = ("form", "inches", "radius")

    def stand(self, form: Formation, inches: float) -> None:
        self.form, self.inches, self.radius = form, inches, -1.0 if form.levels else form.radius


def too_near(form: Formation, other: Formation, inches: float) -> tuple[int, int] | None:
    """The first two models nearer than ``inches`` (0: overlapping), or None. Exactly so far apart is allowed.

    Models one well above the other do not count.
    """
    if not may_be_within(form, other, inches):
        return None
    r, s = form.radius, other.radius
    raised = bool(form.levels or other.levels)
    if r >= 0 and s >= 0 and not raised:
        limit = (inches + r + s) * (inches + r + s)
        others = other.positions
        for i, (x, y) in enumerate(form.positions):
            for u, v in others:
                if (x - u) * (x - u) + (y - v) * (y - v) < limit:
                    return i, others.index((u, v))
        return None
    circles = () if raised else other.circles
    mine = form.circles if circles else ()
    if mine:
        for i, (x, y, r) in enumerate(mine):
            for j, (u, v, s) in enumerate(circles):
                if (x - u) * (x - u) + (y - v) * (y - v) < (inches + r + s) * (inches + r + s):
                    return i, j
        return None
    for i in range(len(form.positions)):
        for j in range(len(other.positions)):
            if raised and abs(form.level(i) - other.level(j)) >= HEADROOM:
                continue
            if overlap(form, i, other, j) or (inches and edges_within(form, i, other, j, inches - _HALF)):
                return i, j
    return None


def neighbours(others: Iterable[tuple[Any, Formation, float]]) -> list[Neighbour]:
    """Units given as (id, where they stand, inches to keep) as places are tried against them."""
    found: list[Neighbour] = []
    for _, form, inches in others:
        one = Neighbour.__new__(Neighbour)  # nothing is called when it is compiled
        one.stand(form, inches)
        found.append(one)
    return found


def taken(form: Formation, dx: float, dy: float, others: Sequence[Neighbour]) -> bool:
    """Whether a unit moved as it stands by a vector on the lattice would come too near to any of these units."""
    left, low, right, top = form.left + dx, form.low + dy, form.right + dx, form.top + dy
    r = -1.0 if form.levels else form.radius
    moved = None
    for k in range(len(others)):
        one = others[k]
        other, inches, s = one.form, one.inches, one.radius
        if left - other.right > inches or other.left - right > inches:
            continue
        if low - other.top > inches or other.low - top > inches:
            continue
        if r >= 0.0 and s >= 0.0:
            limit = (inches + r + s) * (inches + r + s)
            for x, y in form.positions:
                x, y = x + dx, y + dy
                for u, v in other.positions:
                    if (x - u) * (x - u) + (y - v) * (y - v) < limit:
                        return True
        else:
            told = bounding_circles(form, dx, dy, other, inches)
            if told == 0:
                continue
            if told > 0:
                return True
            if moved is None:
                moved = form.shifted(dx, dy)
            if too_near(moved, other, inches):
                return True
    return False


def bounding_circles(form: Formation, dx: float, dy: float, other: Formation, inches: float) -> int:
    """What circles round and in the bases tell of a unit moved by a vector: 1 it comes too near, 0 it does not, -1 nothing."""
    if form.levels or other.levels:
        return -1
    found = 0
    less = inches - _HALF if inches else 0.0
    for i, (x, y) in enumerate(form.positions):
        x, y = x + dx, y + dy
        f = form.bases[i]
        wide, within = f.radius, 0.9 * min(f.half_length, f.half_width)
        for j, (u, v) in enumerate(other.positions):
            g = other.bases[j]
            d2 = (x - u) * (x - u) + (y - v) * (y - v)
            far = inches + wide + g.radius + _EDGE
            if d2 > far * far:
                continue
            near = less + within + 0.9 * min(g.half_length, g.half_width) - _EDGE
            if near > 0.0 and d2 <= near * near:
                return 1
            found = -1
    return found


def first_free(
    ranks: Sequence[tuple[Formation, Box]],
    positions: Sequence[Point],
    start: int,
    within: Box,
    others: Sequence[Neighbour],
) -> int:
    """The first of these places, from the one numbered ``start`` on, that lies in a box and is not ``taken``; -1: none.

    ``ranks`` are formations round (0, 0) with their boxes; places are numbered formation by formation at each position in turn.
    """
    low_x, low_y, high_x, high_y = within
    n = len(ranks)
    for k in range(start, n * len(positions)):
        form, box = ranks[k % n]
        u, v = positions[k // n]
        left, bottom, right, top = box
        if left + u < low_x or right + u > high_x or bottom + v < low_y or top + v > high_y:
            continue  # over the edge, as most are
        if not taken(form, u, v, others):
            return k
    return -1


def clear_way(
    start: Box, end: Box, size: tuple[float, float], shut: Sequence[Any], slow: Sequence[Any], bars: Sequence[Any]
) -> bool:
    """Whether what goes straight from one box to another stays on a table of this size, ends clear of the ``shut`` pieces, and
    meets no ``slow`` piece and none of the ``bars`` (who, what, inches to keep from it, its box) on its way."""
    left, low, right, top = end
    width, height = size
    if left < 0.0 or low < 0.0 or right > width or top > height:
        return False
    for piece in shut:
        a, b, c, d = piece.box
        if left <= c and a <= right and low <= d and b <= top:
            return False
    a, b, c, d = start
    left, low, right, top = min(left, a), min(low, b), max(right, c), max(top, d)
    for piece in slow:
        a, b, c, d = piece.box
        if left <= c and a <= right and low <= d and b <= top:
            return False
    for _, _, apart, around in bars:
        a, b, c, d = around
        if left - c <= apart and a - right <= apart and low - d <= apart and b - top <= apart:
            return False
    return True


def clear_to_turn(box: Box, others: Sequence[Neighbour]) -> bool:
    """Whether a box keeps its distance from the boxes of all these units."""
    left, low, right, top = box
    for k in range(len(others)):
        one = others[k]
        form, inches = one.form, one.inches
        if (
            left - form.right <= inches
            and form.left - right <= inches
            and low - form.top <= inches
            and form.low - top <= inches
        ):
            return False
    return True


def occupied(position: Point, base: Footprint, front: Point, others: Sequence[Neighbour]) -> bool:
    """Whether a model on the ground at a position, facing ``front``, would come too near to any of these units."""
    p, q = position
    r = base.half_length if base.round else -1.0
    reach = base.radius + 2 * _EDGE if r < 0.0 else r  # corners are rounded: never less than the box
    moved = None
    for k in range(len(others)):
        one = others[k]
        other, inches, s = one.form, one.inches, one.radius
        if p - reach - other.right > inches or other.left - p - reach > inches:
            continue
        if q - reach - other.top > inches or other.low - q - reach > inches:
            continue
        if r >= 0.0 and s >= 0.0:
            limit = (inches + r + s) * (inches + r + s)
            for u, v in other.positions:
                if (p - u) * (p - u) + (q - v) * (q - v) < limit:
                    return True
        elif r >= 0.0 and not other.levels:
            if _round_too_near(p, q, base, other, inches):
                return True
        else:
            if moved is None:
                moved = Formation((position,), (base,), (front,))
            if too_near(moved, other, inches):
                return True
    return False


def _round_too_near(x: float, y: float, base: Footprint, other: Formation, inches: float) -> bool:
    """Whether a round base at a point comes nearer than ``inches`` to any model of a unit on the ground, as ``too_near`` tells."""
    r = base.half_length
    circles = other.circles
    for u, v, s in circles:
        if (x - u) * (x - u) + (y - v) * (y - v) < (inches + r + s) * (inches + r + s):
            return True
    if circles:
        return False
    less = inches - _HALF
    for j, (u, v) in enumerate(other.positions):
        their = other.bases[j]
        d2 = (x - u) * (x - u) + (y - v) * (y - v)
        if their.round:
            s = their.half_length
            if d2 < (r + s) * (r + s) or (inches and d2 <= (less + r + s) * (less + r + s)):
                return True
            continue
        wide = inches + base.radius + their.radius + _EDGE
        if d2 > wide * wide:
            continue
        outline = other.outline(j)
        if inside(outline, x, y):
            return True
        d2 = edge_d2(outline, x, y)
        if d2 < r * r or (inches and d2 <= (less + r) * (less + r)):
            return True
    return False


def on_piece(form: Formation, i: int, piece: Piece) -> bool:
    """Whether the base of model i overlaps a piece; a model that stands on top of it or above it does not."""
    if piece.height and form.levels and form.levels[i] >= piece.height:
        return False
    (x, y), base = form.positions[i], form.bases[i]
    left, low, right, top = piece.box
    far = base.half_length + base.half_width + 2 * _EDGE  # more than any corner of the base is from its centre
    if x < left - far or x > right + far or y < low - far or y > top + far:
        return False
    if inside(piece.points, x, y):
        return True
    if base.round:
        return edge_d2(piece.points, x, y) < base.half_length * base.half_length
    return _outline_on(form.outline(i), piece)


def _outline_on(outline: Outline, piece: Piece) -> bool:
    if any(inside(piece.points, u, v) for u, v in outline) or any(inside(outline, u, v) for u, v in piece.points):
        return True
    return not all(no_overlap(outline, (p, q, p)) for p, q in piece_sides(piece))


def piece_sides(piece: Piece) -> list[tuple[Point, Point]]:
    """The sides of a piece as pairs of corners."""
    return [((ax, ay), (bx, by)) for ax, ay, bx, by in piece.edges]


def circle_on(piece: Piece, x: float, y: float, r: float) -> bool:
    """Whether a round base of this radius on the ground overlaps a piece; touching it does not count."""
    left, low, right, top = piece.box
    if x + r < left or x - r > right or y + r < low or y - r > top:
        return False
    return inside(piece.points, x, y) or edge_d2(piece.points, x, y) < r * r
