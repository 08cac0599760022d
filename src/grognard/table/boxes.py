"""Distances of boxes: about how far formations stand from each other, to choose by and never to judge by."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from grognard.table.geometry import Box


def box_gap(a: Box, b: Box) -> float:
    """The distance of two boxes, inches; 0 where they overlap."""
    a0, a1, a2, a3 = a
    b0, b1, b2, b3 = b
    dx = a0 - b2 if a0 > b2 else b0 - a2 if b0 > a2 else 0.0
    dy = a1 - b3 if a1 > b3 else b1 - a3 if b1 > a3 else 0.0
    return sqrt(dx * dx + dy * dy)


def box_gaps(a: Box, boxes: Sequence[Box]) -> list[float]:
    """The distances of a box from each of several, inches, in their order."""
    a0, a1, a2, a3 = a
    found = []
    for b0, b1, b2, b3 in boxes:
        dx = a0 - b2 if a0 > b2 else b0 - a2 if b0 > a2 else 0.0
        dy = a1 - b3 if a1 > b3 else b1 - a3 if b1 > a3 else 0.0
        found.append(sqrt(dx * dx + dy * dy))
    return found
