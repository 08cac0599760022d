"""The spots round which places are looked for."""

from __future__ import annotations

from itertools import chain, pairwise
from math import sqrt

from hypothesis import given
from hypothesis import strategies as st

from grognard.table.space import grid, rings
from tests.table.shapes import position, tried

BOXES = st.tuples(position, st.integers(0, 40), st.integers(0, 40)).map(
    lambda b: (*b[0], b[0][0] + b[1], b[0][1] + b[2])
)


@tried(40)
@given(BOXES, position, st.sampled_from([12.0, 20.0, 48.0]))
def test_rings_give_the_whole_grid_from_the_nearest_spot_on(box, at, most):
    left, bottom, right, top = box
    x, y = at
    found = list(chain.from_iterable(rings(box, x, y, most)))
    assert found == list(grid(box, at, 0.0, most))
    far = [sqrt((u - x) ** 2 + (v - y) ** 2) for u, v in found]
    assert all(a <= b + 0.01 for a, b in pairwise(far))
    assert all(left - 0.001 <= u <= right + 0.001 and bottom - 0.001 <= v <= top + 0.001 for u, v in found)
    whole = (max(1, int(right - left)) + 1) * (max(1, int(top - bottom)) + 1)
    assert len(found) == len(set(found)) == whole or max([*far, 0.0]) <= most + 0.01


def test_a_spot_an_inch_apart_each_way():
    assert set(grid((0.0, 0.0, 2.0, 1.0), (0.0, 0.0), 0.0, 1.0)) == {(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)}
    assert grid((0.0, 0.0, 2.0, 1.0), (0.0, 0.0), 1.0, 2.0) == ((1.0, 1.0), (2.0, 0.0))
