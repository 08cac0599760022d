"""What places come to by objectives, enemies at their distances and cover, and what they can come to at most."""

from __future__ import annotations

from math import hypot, inf

from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from grognard.bots.places import as_boxes, in_range, nearness
from grognard.table import candidates
from grognard.table.candidates import (
    Hyperbolic,
    Linear,
    PositionValue,
    RangeBands,
    Term,
    boxes_reach,
    to_boxes,
    ways_towards,
)
from grognard.table.geometry import aabb_of, aabbs_of
from tests.table.shapes import line
from tests.table.test_compiled import in_python

PLAIN = in_python("candidates")
at = st.integers(-(40 << 10), 40 << 10).map(lambda n: n / 1024)
sizes = st.integers(0, 6 << 10).map(lambda n: n / 1024)
positions = st.tuples(at, at)


@st.composite
def boxes(draw):
    x, y = draw(at), draw(at)
    return (x, y, x + draw(sizes), y + draw(sizes))


several = st.lists(boxes(), max_size=4)
enemies = st.lists(st.tuples(boxes(), st.floats(0, 50), st.floats(0, 50)), max_size=4)


def apart(a, b) -> float:
    return hypot(max(a[0] - b[2], b[0] - a[2], 0.0), max(a[1] - b[3], b[1] - a[3], 0.0))


@given(several, positions, st.floats(0, 40))
def test_the_nearest_box(some, position, inches) -> None:
    x, y = position
    each = [apart((x, y, x, y), box) for box in some]
    assert to_boxes(some, x, y) == approx(min(each, default=-1.0))
    if all(abs(far - inches) > 1e-6 for far in each):
        assert boxes_reach(some, x, y, inches) == any(far <= inches for far in each)


@given(boxes(), enemies, st.floats(1, 40), st.floats(0, 4), st.floats(1, 12))
def test_what_falls_with_the_distance(box, foes, within, near, half) -> None:
    each = [points * half / (half + max(0.0, far - near)) for b, points, _ in foes if (far := apart(box, b)) <= within]
    args = [b for b, _, _ in foes], lambda k: foes[k][1], within, near, half
    falling = Hyperbolic(*args)
    assert falling.most(aabb_of(box), aabb_of(box)) == approx(max(each, default=0.0))
    assert PLAIN.Hyperbolic(*args).most(aabb_of(box), aabb_of(box)) == falling.most(aabb_of(box), aabb_of(box))


@given(boxes(), enemies, st.floats(1, 12))
def test_what_fades_in_a_straight_line(box, foes, within) -> None:
    each = [points * (1 - far / 12) for b, points, _ in foes if (far := apart(box, b)) <= within]
    args = [b for b, _, _ in foes], lambda k: foes[k][1], within, 12.0
    fading = Linear(*args)
    assert fading.most(aabb_of(box), aabb_of(box)) == approx(max(each, default=0.0))
    assert PLAIN.Linear(*args).most(aabb_of(box), aabb_of(box)) == fading.most(aabb_of(box), aabb_of(box))


@given(boxes(), enemies, st.floats(0, 40))
def test_what_changes_at_twelve_inches_and_ends_at_twenty_four(box, foes, within) -> None:
    """In whole inches begun: one enemy 12.4 inches away is 13 inches away, and what reaches 12 does not count."""

    def of(k: int, i: int) -> float:
        return foes[k][1 + i]

    each = []
    for b, *points in foes:
        far = apart(box, b)
        if far <= within and int(far + 0.999) <= 24:
            each.append(points[0] if int(far + 0.999) <= 12 else points[1])
    args = [b for b, _, _ in foes], lambda k: (12.0, 24.0), of, within
    banded = RangeBands(*args)
    assert banded.most(aabb_of(box), aabb_of(box)) == max(each, default=0.0)
    assert PLAIN.RangeBands(*args).most(aabb_of(box), aabb_of(box)) == banded.most(aabb_of(box), aabb_of(box))


@given(enemies, positions)
def test_which_source_counts_most(foes, position) -> None:
    foremost = Hyperbolic([b for b, _, _ in foes], lambda k: foes[k][1], 30.0, 2.0, 12.0)
    k = foremost.strongest(*position)
    assert (k < 0) == (foremost.at(*position) == 0.0)
    if k >= 0:
        alone = Hyperbolic([foes[k][0]], lambda _: foes[k][1], 30.0, 2.0, 12.0)
        assert alone.at(*position) == foremost.at(*position)


def test_an_enemy_in_range_counts_twice_and_one_eight_inches_further_off_half() -> None:
    value = PositionValue(in_range([(0.0, 0.0, 2.0, 2.0)], 3.0, 10.0), [], 0.0)
    assert value.at(5.0, 0.0) == 20.0 and value.at(13.0, 0.0) == 5.0
    assert PositionValue(in_range([], 3.0, 10.0), [], 0.0).at(5.0, 0.0) == 0.0
    assert nearness([(0.0, 0.0, 2.0, 2.0)], 6.0).at(8.0, 0.0) == 0.5


@given(several, positions, st.lists(positions, max_size=4), st.floats(0, 12))
def test_the_best_place_on_the_ways_ahead(some, position, points, inches) -> None:
    value = PositionValue([Term(45.0, nearness(some, 12.0))], [], 0.0)
    x, y = position
    found = value.ahead(x, y, points, inches)
    reached = [value.at(a, b) for a, b in points if hypot(a - x, b - y) <= inches]
    assert found >= max(reached, default=-inf) - 1e-6
    assert (found == -inf) == (not points)


@given(
    boxes(),
    st.floats(0, 2),
    enemies,
    st.lists(positions, min_size=1, max_size=3),
    st.lists(boxes(), max_size=2),
)
def test_no_place_comes_to_more_than_its_upper_bound(box, wide, foes, steps, covers) -> None:
    """A unit that comes to stand anywhere between its inner and its outer box, in cover or not."""
    a, b, c, d = box
    around = [b for b, _, _ in foes]
    middle = ((a + c) / 2, (b + d) / 2)
    outer = (a - wide, b - wide, c + wide, d + wide)

    def weighed(by, kinds):
        goals = by.Hyperbolic(as_boxes([(0.0, 0.0), (20.0, 5.0)]), (1.6, 0.8).__getitem__, inf, 3.0, 12.0)
        falling = by.Hyperbolic(around, lambda k: foes[k][1], 24.0, 2.0, 8.0)
        banded = by.RangeBands(around, lambda k: (12.0, 24.0), lambda k, i: foes[k][1 + i], 24.0)
        fading = by.Linear(around, lambda k: foes[k][2], 10.0, 12.0)
        terms = {"fall": (1.2, falling), "band": (0.6, banded), "fear": (-0.5, fading)}
        along = [by.Term(*terms[kind], True) for kind in kinds]
        return by.PositionValue([by.Term(32.0, goals), *along], by.aabbs_of(covers), 5.0)

    for kinds in (("fall", "fear"), ("band", "fear"), ()):
        value = weighed(candidates, kinds)
        (hoped,) = value.upper_bounds([steps], middle, outer, box, 0.0)
        worth = []
        for dx, dy in steps:
            for more in (0.0, wide / 2):
                there = (a + dx - more, b + dy - more, c + dx + more, d + dy + more)
                found = sum(value.parts((middle[0] + dx, middle[1] + dy), there))
                worth.append(found + 5.0 * any(apart(there, cover) == 0.0 for cover in covers))
        assert max(worth) <= hoped + 1e-9
        assert weighed(PLAIN, kinds).upper_bounds([steps], middle, outer, box, 0.0) == [hoped]
        each = value.upper_bounds([steps, None, [], steps[:1]], middle, outer, box, 0.5)
        assert each[1:3] == [inf, -inf] and each[0] >= hoped and each[3] <= each[0]


@given(several, st.lists(positions, max_size=3), positions, st.floats(0, 20))
def test_nothing_on_the_way_is_worth_more_than_the_most(some, points, start, inches) -> None:
    goals = Hyperbolic(as_boxes(points), None, inf, 2.0, 12.0)
    value = PositionValue([Term(45.0, goals), Term(30.0, nearness(some, 6.0))], aabbs_of(some), 8.0)
    ways = ways_towards([*points, None], start, inches)
    box = (*start, *start)
    most = value.upper_bounds(ways, start, box, box, 0.0)
    assert most[-1] == inf and len(most) == len(points) + 1
    for steps, limit in zip(ways[:-1], most[:-1], strict=True):
        for (dx, dy), part in zip(steps, (1.0, 0.5, 0.25), strict=True):
            assert hypot(dx, dy) <= inches * part + 0.01
            assert value.at(start[0] + dx, start[1] + dy) <= limit + 1e-9


@given(several, positions, st.floats(0, 20), st.floats(0, 8))
def test_sources_that_weigh_alike_count_as_sources_of_weight_one(some, point, within, near) -> None:
    alike = Hyperbolic(some, None, within, near, 6.0), Linear(some, None, within, 30.0)
    of_one = Hyperbolic(some, lambda k: 1.0, within, near, 6.0), Linear(some, lambda k: 1.0, within, 30.0)
    for one, other in zip(alike, of_one, strict=True):
        assert one.at(*point) == other.at(*point)
        assert one.strongest(*point) == other.strongest(*point)


@given(st.lists(positions, max_size=5), positions, st.integers(0, 4))
def test_the_nearest_middles_come_first(places, position, most) -> None:
    forms = [line(x, y, 2) for x, y in places]
    found = candidates.nearest_middles(*position, forms, most)
    far = [hypot(form.centre[0] - position[0], form.centre[1] - position[1]) for form in forms]
    assert [hypot(x - position[0], y - position[1]) for x, y in found] == approx(sorted(far)[:most])
