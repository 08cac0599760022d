from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grognard.table.sight.lines import Blockers, blockers_between, differing, in_the_way, without
from grognard.table.sight.visibility import look
from tests.table.shapes import forms, ground, line, stand, tried


def _high(other):
    form, size = other
    return form, size * 0.75


@tried(40)
@given(forms(), forms(), st.lists(st.tuples(forms(), st.integers(1, 4)), max_size=6), st.integers(1, 4))
def test_those_in_between_are_large_enough_near_the_way_and_neither_of_the_two(a, b, others, least):
    rows = [Blockers(k, form, size, size * 0.75) for k, (form, size) in enumerate(others)]
    near = in_the_way(a.box, b.box, [form.box for form, _ in others])
    expected = tuple((k, *_high(others[k])) for k in near if others[k][1] >= least and k not in (1, 4))
    assert blockers_between(a.box, b.box, (rows[:3], rows[3:]), least, (1, 4)) == expected


@tried(40)
@given(forms(), forms(), st.lists(forms(), max_size=6))
def test_who_is_not_in_between_bars_no_sight(a, b, others):
    every = [(k, form, 1.5) for k, form in enumerate(others)]
    some = blockers_between(a.box, b.box, ([Blockers(k, form, 2, 1.5) for k, form in enumerate(others)],), 1, (-1, -1))
    assert look(ground(), a, b, 1.5, 1.5, some) == look(ground(), a, b, 1.5, 1.5, every)


def test_the_smaller_are_looked_over():
    a, b, wall = stand((24, 10)), stand((24, 30)), line(21, 20)
    rows = [Blockers(7, wall, 2, 1.5)]
    assert blockers_between(a.box, b.box, (rows, []), 2, (0, 1)) == ((7, wall, 1.5),)
    assert blockers_between(a.box, b.box, (rows, []), 3, (0, 1)) == ()
    assert (
        blockers_between(a.box, b.box, (rows, []), 2, (7, 1))
        == blockers_between(a.box, b.box, (rows, []), 2, (0, 7))
        == ()
    )


def test_two_that_look_the_same_are_not_the_same_one():
    one, other = stand((24, 10)), stand((24, 10))
    assert differing((one, one, other), (one, other, other)) == [1]
    assert without([(1, one), (2, other)], 3) == [(1, one), (2, other)] and without([(1, one)], 1) == []
