"""What draws a unit to a place."""

from __future__ import annotations

from math import inf, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.table.influence import FACING, GOAL, INDOORS, NOTHING, OTHER_GOAL, RANGE, Attraction
from tests.table.shapes import spot, tried

SPOTS = st.lists(spot, max_size=4)
ROOFS = st.lists(spot.map(lambda s: (s[0], s[1], s[0] + 4.0, s[1] + 3.0, 1.2)), max_size=3)
RANGES = st.lists(st.tuples(st.sampled_from([0.0, 6.0, inf]), st.sampled_from([12.0, 24.0])), max_size=2)


def drawn(x=0.0, y=0.0, far=0.0, goals=(), others=(), roofs=(), foes=(), ranges=(), leash=inf, turned=0.0):
    return Attraction(goals, 12.0, others, 6.0, roofs, foes, 0.6, ranges, leash, 1.0).of(x, y, far, turned, 0.0)


def test_what_draws_most_is_named():
    assert drawn() == (0.0, NOTHING, -1)
    # the second goal is nearer: 14 inches away, 12 of them to go; the other sort is worth half as much
    assert drawn(goals=((20.0, 0.0), (0.0, 14.0)), others=((14.0, 0.0),)) == (12.0 / 24.0, GOAL, 1)
    assert drawn(goals=((0.0, 38.0),), others=((0.0, 1.0),)) == (6.0 / 12.0, OTHER_GOAL, 0)
    # 4 inches from a door worth 1.2
    assert drawn(roofs=((4.0, -1.0, 6.0, 1.0, 1.2),)) == (pytest.approx(0.6), INDOORS, 0)
    assert drawn(turned=0.1) == (0.1, FACING, -1)
    assert drawn(foes=((24.0, 0.0),), ranges=((inf, 12.0),)) == (pytest.approx(0.3), RANGE, -1)


def test_who_goes_too_far_fires_nothing_and_loses_those_aboard():
    assert drawn(far=6.0, foes=((5.0, 0.0),), ranges=((6.0, 12.0),))[0] == 0.6
    assert drawn(far=6.5, foes=((5.0, 0.0),), ranges=((6.0, 12.0),))[0] == 0.0
    assert drawn(far=6.5, leash=6.0)[0] == -1.0


@tried(80)
@given(SPOTS, SPOTS, ROOFS, SPOTS, RANGES, st.sampled_from([6.0, inf]), SPOTS, spot, st.sampled_from([0.0, 0.5]))
def test_nothing_on_the_way_draws_more_than_the_most(goals, others, roofs, foes, ranges, leash, points, start, spare):
    draws = Attraction(goals, 12.0, others, 6.0, roofs, foes, 0.6, ranges, leash, 1.0)
    most = draws.most([*points, None], *start, 8.0, 0.1, spare)
    assert most[-1] == inf and len(most) == len(points) + 1
    for (x, y), limit in zip(points, most[:-1], strict=True):
        dx, dy = x - start[0], y - start[1]
        away = sqrt(dx * dx + dy * dy)
        for inches in (8.0, 4.0, 2.0):
            part = 1.0 if away <= inches else inches / away
            far = part * away
            there = draws.of(start[0] + dx * part, start[1] + dy * part, far, 0.1 if far == 0.0 else 0.0, 0.0)
            assert there[0] <= limit + 1e-9
