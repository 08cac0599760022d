"""What places come to by goals and by enemies at their distances, and what they come to at best before a unit stands there."""

from __future__ import annotations

from math import hypot, inf

from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from grognard.table.influence import Hyperbolic, Linear, PositionValue, RangeBands, sides_of
from tests.table.test_compiled import in_python

PLAIN = in_python("influence")
at = st.integers(-(40 << 10), 40 << 10).map(lambda n: n / 1024)
sizes = st.integers(0, 6 << 10).map(lambda n: n / 1024)


@st.composite
def boxes(draw):
    x, y = draw(at), draw(at)
    return (x, y, x + draw(sizes), y + draw(sizes))


enemies = st.lists(st.tuples(boxes(), st.floats(0, 50), st.floats(0, 50)), max_size=4)


def apart(a, b) -> float:
    return hypot(max(a[0] - b[2], b[0] - a[2], 0.0), max(a[1] - b[3], b[1] - a[3], 0.0))


@given(boxes(), enemies, st.floats(1, 40), st.floats(0, 4), st.floats(1, 12))
def test_what_falls_with_the_distance(box, foes, within, near, half) -> None:
    each = [points * half / (half + max(0.0, far - near)) for b, points, _ in foes if (far := apart(box, b)) <= within]
    falling = Hyperbolic([b for b, _, _ in foes], lambda k: foes[k][1], within, near, half)
    assert falling.most(*box) == approx(max(each, default=0.0))
    plain = PLAIN.Hyperbolic([b for b, _, _ in foes], lambda k: foes[k][1], within, near, half)
    assert plain.most(*box) == falling.most(*box)


@given(boxes(), enemies, st.floats(1, 12))
def test_what_fades_in_a_straight_line(box, foes, within) -> None:
    each = [points * (1 - far / 12) for b, points, _ in foes if (far := apart(box, b)) <= within]
    fading = Linear([b for b, _, _ in foes], lambda k: foes[k][1], within, 12.0)
    assert fading.most(*box) == approx(max(each, default=0.0))
    plain = PLAIN.Linear([b for b, _, _ in foes], lambda k: foes[k][1], within, 12.0)
    assert plain.most(*box) == fading.most(*box)


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
    banded = RangeBands([b for b, _, _ in foes], lambda k: (12.0, 24.0), of, within)
    assert banded.most(*box, *box) == max(each, default=0.0)
    plain = PLAIN.RangeBands([b for b, _, _ in foes], lambda k: (12.0, 24.0), of, within)
    assert plain.most(*box, *box) == banded.most(*box, *box)


@given(
    boxes(),
    st.floats(0, 2),
    enemies,
    st.lists(st.tuples(at, at), min_size=1, max_size=3),
    st.lists(boxes(), max_size=2),
)
def test_no_place_comes_to_more_than_the_best_that_was_hoped_for(box, wide, foes, steps, covers) -> None:
    """A unit that comes to stand anywhere between its inner and its outer box, in cover or not."""
    a, b, c, d = box
    around = [b for b, _, _ in foes]
    goals = ((0.0, 0.0, 3.0, 1.6), (20.0, 5.0, 3.0, 0.8))
    falling = Hyperbolic(around, lambda k: foes[k][1], 24.0, 2.0, 8.0)
    banded = RangeBands(around, lambda k: (12.0, 24.0), lambda k, i: foes[k][1 + i], 24.0)
    fading = Linear(around, lambda k: foes[k][2], 10.0, 12.0)
    middle = ((a + c) / 2, (b + d) / 2)
    outer = (a - wide, b - wide, c + wide, d + wide)
    for one, other, third in ((falling, None, fading), (None, banded, None), (None, None, None)):
        out = PositionValue(goals, 32.0, 1.6, sides_of(covers), 5.0, 1.2, 0.5, one, other, third)
        hoped = out.upper_bound(steps, middle, outer, box)
        worth = []
        for dx, dy in steps:
            x, y = middle[0] + dx, middle[1] + dy
            for more in (0.0, wide / 2):
                at = (a + dx - more, b + dy - more, c + dx + more, d + dy + more)
                value = 32.0 * max(full * 12 / (12 + max(0.0, hypot(p - x, q - y) - r)) for p, q, r, full in goals)
                value += 5.0 * any(apart(at, cover) == 0.0 for cover in covers)
                value += 1.2 * one.most(*at) if one else 1.2 * other.most(*at, *at) if other else 0.0
                worth.append(value - (0.5 * third.most(*at) if third else 0.0))
        assert max(worth) <= hoped + 1e-9
        plain = PLAIN.PositionValue(goals, 32.0, 1.6, sides_of(covers), 5.0, 1.2, 0.5, one, other, third)
        assert plain.upper_bound(steps, middle, outer, box) == hoped
        each = out.after_each([steps, None, [], steps[:1]], middle, outer, box, 0.5)
        assert each == [0.5 + hoped, inf, -inf, 0.5 + out.upper_bound(steps[:1], middle, outer, box)]
