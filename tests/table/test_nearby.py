from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grognard.table.geometry import NOWHERE, within
from grognard.table.nearby import near_any, who_is_near
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
