"""What draws a squad to a place, for players that are programs."""

from __future__ import annotations

from math import inf, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.systems.dropzone.bots.places import IN_REACH, TOO_FAR, Attraction
from grognard.table.state import Marker
from tests.table.shapes import position, tried

UNCLAIMED, HELD = 1.0, 0.5  # what objectives of nobody's and of ours are worth here
POSITIONS = st.lists(position, max_size=4)
ROOFS = st.lists(position.map(lambda s: (0, (s[0], s[1], s[0] + 4.0, s[1] + 3.0), 1.2)), max_size=3)
RANGES = st.lists(st.tuples(st.sampled_from([0.0, 6.0, inf]), st.sampled_from([12.0, 24.0])), max_size=2)


def marked(goals, held=()):
    worths = [(x, y, UNCLAIMED) for x, y in goals] + [(x, y, HELD) for x, y in held]
    return [(Marker(k, "objective", x, y), worth) for k, (x, y, worth) in enumerate(worths)]


def test_the_objective_that_counts_most_and_the_nearest_door():
    # the second goal is nearer: 14 inches away, 12 of them to go; one that is held is worth half as much
    goals = marked([(20.0, 0.0), (0.0, 14.0)], [(14.0, 0.0)])
    drawn = Attraction(goals, [(7, (4.0, -1.0, 6.0, 1.0), 1.2)], (), (), inf)
    goal, roof = drawn.value.parts((0.0, 0.0), (0.0, 0.0, 0.0, 0.0))
    assert goal == 0.5 and drawn.ids[drawn.goals.strongest(0.0, 0.0)] == 1
    assert roof == pytest.approx(0.6)  # 4 inches from a door worth 1.2
    assert drawn.houses[drawn.roofs.strongest(0.0, 0.0)] == 7
    near = Attraction(marked([(0.0, 38.0)], [(0.0, 1.0)]), [], (), (), inf)
    assert near.value.at(0.0, 0.0) == HELD and near.goals.strongest(0.0, 0.0) == 1
    assert Attraction([], [], (), (), inf).value.at(0.0, 0.0) == 0.0


def test_who_goes_too_far_fires_nothing():
    drawn = Attraction([], [], [(5.0, 0.0)], [(6.0, 12.0)], inf)
    assert drawn.foe(0.0, 0.0, 6.0) == IN_REACH and drawn.foe(0.0, 0.0, 6.5) == 0.0
    assert Attraction([], [], [(24.0, 0.0)], [(inf, 12.0)], inf).foe(0.0, 0.0, 0.0) == pytest.approx(IN_REACH / 2)


@tried(80)
@given(POSITIONS, POSITIONS, ROOFS, POSITIONS, RANGES, st.sampled_from([6.0, inf]), POSITIONS, position)
def test_nothing_on_the_way_draws_more_than_the_most(goals, held, roofs, foes, ranges, leash, points, start):
    drawn = Attraction(marked(goals, held), roofs, foes, ranges, leash)
    for x, y in points:
        dx, dy = x - start[0], y - start[1]
        away = sqrt(dx * dx + dy * dy)
        for inches in (8.0, 4.0, 2.0):
            part = 1.0 if away <= inches else inches / away
            far = part * away
            u, v = start[0] + dx * part, start[1] + dy * part
            there = drawn.value.at(u, v) + drawn.foe(u, v, far) - TOO_FAR * (far > leash)
            assert there <= drawn.upper_bound((dx * part, dy * part), start) + 1e-9
