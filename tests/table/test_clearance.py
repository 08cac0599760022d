"""Who stands in the way of a place: the quick questions agree with ``too_near`` asked of every unit."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grognard.table.collision import first_free, neighbours, occupied, taken, too_near
from grognard.table.geometry import Formation
from tests.table.shapes import base, forms, position, stand, tried

some = st.lists(st.tuples(forms(4), st.sampled_from((0.0, 1.0, 12.0))), max_size=4)
step = st.integers(-(20 << 10), 20 << 10).map(lambda n: n / 1024)
level = st.sampled_from((0.0, 0.0, 1.0, 3.0))


def named(units):
    return [(k, form, inches) for k, (form, inches) in enumerate(units)]


@tried(120)
@given(forms(4), some, step, step, level, level)
def test_a_unit_may_be_moved_where_nobody_is_too_near(form, units, dx, dy, up, theirs):
    form, units = form.raised(up), [(other.raised(theirs), inches) for other, inches in units]
    expected = any(too_near(form.shifted(dx, dy), other, inches) for other, inches in units)
    assert taken(form, dx, dy, neighbours(named(units))) == expected


@tried(120)
@given(position, base, st.sampled_from(((0.0, 1.0), (1.0, 0.0), (0.6005859375, 0.7998046875))), some, level)
def test_a_model_may_be_put_where_nobody_is_too_near(at, kind, front, units, theirs):
    units = [(other.raised(theirs), inches) for other, inches in units]
    one = Formation((at,), (kind,), (front,))
    assert occupied(at, kind, front, neighbours(named(units))) == any(too_near(one, f, n) for f, n in units)


def test_exactly_so_far_apart_is_allowed():
    standing = neighbours([(7, stand((10, 10)), 1.0)])  # bases of half an inch
    assert not taken(stand((0, 0)), 12.0, 10.0, standing) and taken(stand((0, 0)), 12.0 - 1 / 1024, 10.0, standing)
    one = stand((12, 10))
    assert not occupied((12.0, 10.0), one.bases[0], (0.0, 1.0), standing)
    assert occupied((12.0 - 1 / 1024, 10.0), one.bases[0], (0.0, 1.0), standing)


@tried(60)
@given(st.lists(forms(3), min_size=1, max_size=2), st.lists(position, max_size=4), some, st.integers(0, 3))
def test_the_first_free_place_is_the_first_that_lies_in_the_box_and_is_not_taken(ranks, positions, units, start):
    ranks, others = [(form, form.box) for form in ranks], neighbours(named(units))
    within = (4.0, 4.0, 60.0, 60.0)
    free = []
    for k in range(start, len(ranks) * len(positions)):
        (form, _), (u, v) = ranks[k % len(ranks)], positions[k // len(ranks)]
        left, low, right, top = form.shifted(u, v).box
        if left >= 4.0 and low >= 4.0 and right <= 60.0 and top <= 60.0 and not taken(form, u, v, others):
            free.append(k)
    assert first_free(ranks, tuple(positions), start, within, others) == (free[0] if free else -1)
