"""Ranks: the formations in which a unit is put down."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt

from grognard.table.geometry import FORWARD, LATTICE, Footprint, Form, Spot, snap
from grognard.table.paths import WALKING, Gait
from grognard.table.polygons import outwards


def formation(bases: Sequence[Footprint], wide: int, gait: Gait = WALKING, facing: Spot | None = None) -> Form:
    """Ranks of ``wide`` models round (0, 0), half as far apart as coherency allows, at most 0.75" base to base.

    The ranks face as the models do.
    """
    width = 2 * max([b.half_width for b in bases], default=0.5)
    depth = 2 * max([b.half_length for b in bases], default=0.5)
    step = gait.coherency if gait.coherency else 2.0
    loose = min(0.75, max(0.0, (step - max(width, depth) if gait.measure == "centre" else step) / 2))
    across, along = outwards(width + loose) + 3 / LATTICE, outwards(depth + loose) + 3 / LATTICE
    fx, fy = facing or FORWARD
    f = sqrt(fx * fx + fy * fy)
    fx, fy = fx / f, fy / f
    rows = (len(bases) + wide - 1) // wide
    spots = []
    for k in range(len(bases)):
        row, column = divmod(k, wide)
        here = min(wide, len(bases) - row * wide)
        u, v = (column - (here - 1) / 2) * across, ((rows - 1) / 2 - row) * along
        spots.append((snap(u * fy + v * fx), snap(v * fy - u * fx)))
    return Form(tuple(spots), tuple(bases), (facing,) if facing else ())


@lru_cache(256)
def formations(bases: tuple[Footprint, ...], gait: Gait, facing: Spot | None) -> tuple[Form, ...]:
    """The formations in which a unit is put down, round (0, 0)."""
    return tuple([formation(bases, wide, gait, facing) for wide in _widths(len(bases))])


def _widths(n: int) -> tuple[int, ...]:
    square = 1
    while square * square < n:
        square += 1
    return tuple(dict.fromkeys((min(n, 5), min(n, square), min(n, 10), n, min(n, 2), 1)))
