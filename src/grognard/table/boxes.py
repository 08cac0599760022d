"""Distances of boxes: about how far formations stand from each other, to choose by and never to judge by."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from grognard.table.geometry import Box


def sides_d2(a0: float, a1: float, a2: float, a3: float, b0: float, b1: float, b2: float, b3: float) -> float:
    """The square of the distance of two boxes, given by their sides, square inches; 0 where they overlap."""
    dx = a0 - b2 if a0 > b2 else b0 - a2 if b0 > a2 else 0.0
    dy = a1 - b3 if a1 > b3 else b1 - a3 if b1 > a3 else 0.0
    return dx * dx + dy * dy


def box_gap(a: Box, b: Box) -> float:
    """The distance of two boxes, inches; 0 where they overlap."""
    a0, a1, a2, a3 = a
    b0, b1, b2, b3 = b
    return sqrt(sides_d2(a0, a1, a2, a3, b0, b1, b2, b3))


def box_gaps(a: Box, boxes: Sequence[Box]) -> list[float]:
    """The distances of a box from each of several, inches, in their order."""
    a0, a1, a2, a3 = a
    found = []
    for b0, b1, b2, b3 in boxes:
        found.append(sqrt(sides_d2(a0, a1, a2, a3, b0, b1, b2, b3)))
    return found


def near_boxes(a: Box, boxes: Sequence[Box], inches: float) -> list[tuple[int, float]]:
    """The places of the boxes that come within ``inches`` of a box, each with the square of how far it is at least.

    >>> near_boxes((0.0, 0.0, 1.0, 1.0), ((4.0, 5.0, 6.0, 6.0), (9.0, 0.0, 10.0, 1.0)), 5.0)
    [(0, 25.0)]
    """
    a0, a1, a2, a3 = a
    limit = inches * inches
    found = []
    for k in range(len(boxes)):
        b0, b1, b2, b3 = boxes[k]
        d2 = sides_d2(a0, a1, a2, a3, b0, b1, b2, b3)
        if d2 <= limit:
            found.append((k, d2))
    return found
