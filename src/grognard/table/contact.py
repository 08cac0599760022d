"""Which models of two units stand next to each other, and where a unit stands part of its way."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

from grognard.table.geometry import MANY, Form, Spot, edges_within, gap
from grognard.table.nearby import near_model
from grognard.table.pairs import least_and_most_d2
from grognard.table.polygons import snap


def models_by(a: Form, i: int, b: Form, inches: float) -> tuple[int, ...]:
    """The models of ``b`` that stand within ``inches`` of model i of ``a``, base to base."""
    found = []
    for j in range(len(b.spots)):
        if edges_within(a, i, b, j, inches):
            found.append(j)
    return tuple(found)


def models_near(form: Form, others: Sequence[Form], inches: float) -> list[int]:
    """The models of a unit that stand within ``inches`` of any model of others, base to base."""
    found = []
    for i in range(len(form.spots)):
        if _near_any(form, i, others, inches):
            found.append(i)
    return found


def _near_any(form: Form, i: int, others: Sequence[Form], inches: float) -> bool:
    for other in others:  # noqa: SIM110 (no generator is compiled)
        if near_model(form, i, other, inches):
            return True
    return False


def part_way(a: Form, b: Form, part: float) -> Form:
    """A unit that has gone so much (0.0 to 1.0) of its straight way from ``a`` to ``b``; it faces as it will."""
    return Form(_between(a.spots, b.spots, part), b.bases, b.facing, b.levels, b.radius)


def _between(starts: tuple[Spot, ...], ends: tuple[Spot, ...], part: float) -> tuple[Spot, ...]:
    spots = []
    for k in range(len(ends)):
        x, y = starts[k]
        u, v = ends[k]
        spots.append((snap(x + (u - x) * part), snap(y + (v - y) * part)))
    return tuple(spots)


def gap_after(form: Form, step: Spot, other: Form) -> float:
    """How far two units would be apart by ``gap``, in inches, if all of ``form`` had moved by a vector on the lattice."""
    dx, dy = step
    r, s = form.radius, other.radius
    if r < 0.0 or s < 0.0 or len(form.spots) * len(other.spots) > MANY or not form.spots:
        return gap(form.shifted(dx, dy), other)
    best = inf
    for x, y in form.spots:
        x, y = x + dx, y + dy
        for u, v in other.spots:
            d2 = (x - u) * (x - u) + (y - v) * (y - v)
            if d2 < best:
                best = d2
    far = sqrt(best) - r - s
    return far if far > 0.0 else 0.0


def bands_to(a: Form, b: Form, views: Sequence[Sequence[int]], bands: Sequence[float]) -> list[int]:
    """For each model of ``a`` the first of some distances within which the nearest of those models of ``b`` stands that it sees.

    ``views``: for each whom it sees; who sees nobody, or whom ``views`` does not tell of, is measured to all. ``bands`` are inches,
    the nearest first; their number says that one is beyond the last. Flat distances, edge to edge.
    """
    n = len(a.spots)
    whole = one_band(a, b, bands)
    if whole >= 0:
        return [whole] * n
    found = []
    for i in range(n):
        found.append(band_to(a, i, b, views[i] if i < len(views) else (), bands))
    return found


def band_to(a: Form, i: int, b: Form, seen: Sequence[int], bands: Sequence[float]) -> int:
    """The same of one model, which sees these of the others."""
    among = seen or range(len(b.spots))
    r, s, k, last = a.radius, b.radius, 0, len(bands)
    if r >= 0.0 and s >= 0.0 and not (a.levels or b.levels):
        x, y = a.spots[i]
        best = inf
        for j in among:
            u, v = b.spots[j]
            d2 = (x - u) * (x - u) + (y - v) * (y - v)
            if d2 < best:
                best = d2
        while k < last:
            reach = bands[k] + r + s
            if best <= reach * reach:
                break
            k += 1
    else:
        while k < last and not _near_one(a, i, b, among, bands[k]):
            k += 1
    return k


def _near_one(a: Form, i: int, b: Form, among: Sequence[int], inches: float) -> bool:
    for j in among:  # noqa: SIM110 (no generator is compiled)
        if edges_within(a, i, b, j, inches):
            return True
    return False


def one_band(a: Form, b: Form, bands: Sequence[float]) -> int:
    """The band of every model to every one of the other unit, as the boxes round both tell; -1 when they do not."""
    if a.levels or b.levels:
        return -1
    least, most = least_and_most_d2(a.box, b.box)
    for k in range(len(bands)):
        reach = bands[k]
        if most <= reach * reach:
            return k
        if least <= reach * reach:
            return -1
    return len(bands)
