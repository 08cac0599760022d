from __future__ import annotations

from math import inf

from hypothesis import given
from hypothesis import strategies as st

from grognard.table.geometry import NOWHERE, gap, within
from grognard.table.nearby import near_any, next_beyond, ranked, who_is_near
from tests.table.shapes import INFANTRY, forms, stand, tried


@tried(60)
@given(forms(), st.lists(forms(), max_size=5), st.integers(0, 30))
def test_who_is_near_is_whoever_is_within(form, others, inches):
    near = [k for k, other in enumerate(others) if within(form, other, inches)]
    assert who_is_near(form, others, inches) == near
    assert near_any(form, others, inches) == bool(near)


def test_the_limit_itself_counts_and_nobody_is_near_who_is_nowhere():
    one = stand((10, 10), base=INFANTRY)
    others = [NOWHERE, stand((23, 10)), stand((23.125, 10))]  # 12 inches from edge to edge, and an eighth more
    assert who_is_near(one, others, 12.0) == [1]
    assert not near_any(one, [], 12.0)
    assert not near_any(one, others, 11.875)


@tried(60)
@given(forms(), st.lists(forms(), max_size=5), st.one_of(st.integers(0, 30), st.just(inf)))
def test_ranks_are_those_of_the_gaps(form, others, inches):
    gaps = [(gap(form, other), k) for k, other in enumerate(others)]
    assert ranked(form, others, inches) == sorted(row for row in gaps if row[0] <= inches)
    beyond = [row for row in gaps if inches < row[0] < inf]
    assert next_beyond(form, others, inches) == (min(beyond)[1] if beyond else -1)


def test_nobody_who_is_nowhere_is_next_and_all_are_ranked_when_nothing_limits_it():
    one, others = stand((10, 10)), [NOWHERE, stand((30, 10)), stand((20, 10)), stand((20, 10))]
    assert next_beyond(one, others, 5.0) == 2
    assert next_beyond(one, others, 25.0) == -1
    assert [k for _, k in ranked(one, others, inf)] == [2, 3, 1, 0]
