"""How near a point is to goals and boxes: the numbers that players who are programs choose places by."""

from __future__ import annotations

from math import hypot, inf

from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from grognard.table.candidates import nearest_middles
from grognard.table.geometry import cut, part_of
from grognard.table.influence import boxes_reach, in_range, nearest_worth, nearness, to_boxes, to_goals, upper_bound
from tests.table.shapes import line
from tests.table.test_compiled import in_python

PLAIN = in_python("influence")
at = st.integers(-(50 << 10), 50 << 10).map(lambda n: n / 1024)
spots = st.tuples(at, at)
goals = st.lists(st.tuples(at, at, st.floats(0, 6), st.floats(0, 2)), max_size=4)
boxes = st.lists(
    st.tuples(at, at, st.floats(0, 9), st.floats(0, 9)).map(lambda b: (b[0], b[1], b[0] + b[2], b[1] + b[3])),
    max_size=4,
)


@given(goals, spots)
def test_the_goal_that_counts_most_at_its_distance(some, spot) -> None:
    x, y = spot
    each = [full * 12 / (12 + max(0.0, hypot(a - x, b - y) - reach)) for a, b, reach, full in some]
    assert to_goals(some, x, y) == approx(max(each, default=0.0))


@given(boxes, spots, st.floats(0, 40))
def test_the_nearest_box(some, spot, inches) -> None:
    x, y = spot
    each = [hypot(max(a - x, x - c, 0.0), max(b - y, y - d, 0.0)) for a, b, c, d in some]
    assert to_boxes(some, x, y) == approx(min(each, default=-1.0))
    if all(abs(far - inches) > 1e-6 for far in each):
        assert boxes_reach(some, x, y, inches) == any(far <= inches for far in each)


@given(goals, boxes, spots, st.lists(spots, max_size=4), st.floats(0, 12))
def test_the_best_place_on_the_ways_ahead(some, round_them, spot, points, inches) -> None:
    x, y = spot
    found = nearest_worth(some, 45.0, round_them, 30.0, 6.0, x, y, points, inches)
    there = [(a, b) if hypot(a - x, b - y) <= inches else None for a, b in points]
    reached = [nearness(some, 45.0, round_them, 30.0, 6.0, *p) for p in there if p is not None]
    assert found >= max(reached, default=-1.0) - 1e-6
    assert (found == -1.0) == (not points)


@given(goals, boxes, spots, st.lists(spots, max_size=4), st.floats(0, 12))
def test_both_forms_weigh_places_alike(some, round_them, spot, points, inches) -> None:
    args = some, 45.0, round_them, 30.0, 6.0, *spot
    assert nearness(*args) == PLAIN.nearness(*args)
    assert nearest_worth(*args, points, inches) == PLAIN.nearest_worth(*args, points, inches)


@given(goals, boxes, boxes, spots, st.lists(spots, max_size=3), st.floats(0, 40), st.floats(0, 9), st.floats(0, 20))
def test_the_best_that_can_be_is_never_less_than_what_is(
    some, round_them, covers, spot, points, reach, r, inches
) -> None:
    x, y = spot
    args = some, 45.0, round_them, 30.0, 6.0, 20.0, reach, covers, 8.0, r, x, y, inches, [*points, None], 0.0
    *best, anywhere = upper_bound(*args)
    assert anywhere == inf
    for (u, v), most in zip(points, best, strict=True):
        there = []
        for part in (1.0, 0.5, 0.25):
            scale = part_of((u - x) ** 2 + (v - y) ** 2, inches * part)
            assert scale * hypot(u - x, v - y) <= inches * part + 1e-6
            a, b = x + cut((u - x) * scale), y + cut((v - y) * scale)
            near = nearness(some, 45.0, round_them, 30.0, 6.0, a, b) + 20.0 * in_range(round_them, reach, a, b)
            there.append(near + 8.0 * boxes_reach(covers, a, b, r))
        assert most == approx(max(there))
    assert upper_bound(*args) == PLAIN.upper_bound(*args)
    assert all(more >= most for more, most in zip(upper_bound(*args[:-1], 0.25), [*best, inf], strict=True))


@given(st.lists(spots, max_size=5), spots, st.integers(0, 4))
def test_the_nearest_middles_come_first(places, spot, most) -> None:
    forms = [line(x, y, 2) for x, y in places]
    found = nearest_middles(*spot, forms, most)
    far = [hypot(form.centre[0] - spot[0], form.centre[1] - spot[1]) for form in forms]
    assert [hypot(x - spot[0], y - spot[1]) for x, y in found] == approx(sorted(far)[:most])
