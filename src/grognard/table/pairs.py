"""Which models of two formations are nearest to each other, and how far two formations are apart at least and at most."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from grognard.errors import GrognardError
from grognard.table.geometry import Box, Form, Spot, model_gap


def nearest_two(a: Form, b: Form) -> tuple[int, int]:
    """The two models of two units whose centres are nearest; of several the first of ``a``, then of ``b``."""
    best, first, second = inf, 0, 0
    others = b.spots
    for i, (x, y) in enumerate(a.spots):
        for j, (u, v) in enumerate(others):
            d2 = (x - u) * (x - u) + (y - v) * (y - v)
            if d2 < best:
                best, first, second = d2, i, j
    return first, second


def nearest_d2(spot: Spot, spots: Sequence[Spot], among: Sequence[int]) -> float:
    """The square of the distance from a spot to the nearest of some spots, by their places; inf of none."""
    x, y = spot
    best = inf
    for j in among:
        u, v = spots[j]
        d2 = (x - u) * (x - u) + (y - v) * (y - v)
        if d2 < best:
            best = d2
    return best


def least_and_most_d2(p: Box, q: Box) -> tuple[float, float]:
    """The squares of distances that nothing in one box is nearer to anything in the other, and nothing farther."""
    p0, p1, p2, p3 = p
    q0, q1, q2, q3 = q
    x = y = 0.0
    if p0 - q2 > x:
        x = p0 - q2
    if q0 - p2 > x:
        x = q0 - p2
    if p1 - q3 > y:
        y = p1 - q3
    if q1 - p3 > y:
        y = q1 - p3
    wide = (p2 if p2 > q2 else q2) - (p0 if p0 < q0 else q0)
    deep = (p3 if p3 > q3 else q3) - (p1 if p1 < q1 else q1)
    return x * x + y * y, wide * wide + deep * deep


def all_d2(spots: Sequence[Spot], others: Sequence[Spot]) -> tuple[tuple[float, ...], ...]:
    """The squares of the distances from each spot to each of the others, in inches: a row for each spot.

    >>> all_d2(((0.0, 0.0),), ((3.0, 4.0), (1.0, 0.0)))
    ((25.0, 1.0),)
    """
    rows = []
    for x, y in spots:
        row = []
        for u, v in others:
            row.append((x - u) * (x - u) + (y - v) * (y - v))
        rows.append(tuple(row))
    return tuple(rows)


def nearest_pairs(a: Form, b: Form, measure: str = "edge") -> tuple[tuple[int, int], ...]:
    """For each model of ``a`` its nearest model of ``b``, as (i, j), the nearest pair first.

    Ties in order of the models.
    """
    rows = []
    for i in range(len(a.spots)):
        ranked = [(model_gap(a, i, b, j, measure), j) for j in range(len(b.spots))]
        if ranked:
            d, j = min(ranked)
            rows.append((d, i, j))
    return tuple([(i, j) for _, i, j in sorted(rows)])


def nearest_model(form: Form, x: float, y: float) -> int:
    """The model whose centre is nearest to a point; the first of several. Raises GrognardError for an empty form."""
    if not form.spots:
        raise GrognardError("a unit that is not on the table has no nearest model")
    return min([((x - u) * (x - u) + (y - v) * (y - v), i) for i, (u, v) in enumerate(form.spots)])[1]
