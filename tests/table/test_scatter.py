from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.errors import GrognardError
from grognard.table.geometry import LATTICE
from grognard.table.scatter import DIRECTIONS, displaced, kept_on, off_table, scatter_distance, slid, vector
from tests.table.shapes import position, tried


def test_directions_are_steps_of_a_clock():
    assert [displaced(24, 24, d, 6) for d in (6, 12, 18, 24)] == [(30, 24), (24, 18), (18, 24), (24, 30)]
    assert displaced(24, 24, 2, 10) == pytest.approx((29, 24 + 10 * 3**0.5 / 2), abs=0.001)


@pytest.mark.parametrize("direction", range(1, DIRECTIONS + 1))
def test_every_direction_is_one_inch_long_and_has_an_opposite(direction):
    x, y = vector(direction)
    assert hypot(x, y) == pytest.approx(1, abs=1e-12)
    u, v = vector((direction + 11) % 24 + 1)
    assert (x + u, y + v) == pytest.approx((0, 0), abs=1e-12)


@tried(60)
@given(position, st.integers(1, 24), st.integers(0, 12))
def test_a_marker_drifts_as_far_as_was_rolled(at, direction, inches):
    x, y = displaced(*at, direction, inches)
    assert hypot(x - at[0], y - at[1]) == pytest.approx(inches, abs=1 / LATTICE)
    assert x * LATTICE == int(x * LATTICE) and y * LATTICE == int(y * LATTICE)


def test_there_is_no_twenty_fifth_direction():
    for wrong in (0, 25, -1):
        with pytest.raises(GrognardError, match="no direction"):
            vector(wrong)


def test_a_marker_slides_towards_a_point():
    assert slid(10, 10, 13, 14, 5) == (13, 14) and slid(10, 10, 13, 14, 10) == (16, 18)
    assert slid(10, 10, 10, 10, 5) == (10, 10)


def test_what_may_not_leave_the_table_stops_at_its_edge():
    assert kept_on((40, 40), (56, 44), 48, 48) == (48, 42) and kept_on((40, 40), (44, 41), 48, 48) == (44, 41)
    assert kept_on((4, 4), (-4, 4), 48, 48, margin=1) == (1, 4)
    assert off_table(48.1, 3, 48, 48) and not off_table(48, 0, 48, 48)


def test_skill_shortens_the_drift_but_never_below_nothing():
    assert scatter_distance(9, 4) == 5 and scatter_distance(3, 4) == 0
