"""Distances of boxes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from shapely import box

from grognard.table.boxes import box_gap, box_gaps
from tests.table.shapes import forms, tried


@tried(80)
@given(forms(3), st.lists(forms(3), max_size=4))
def test_the_distances_of_boxes(form, others):
    expected = [box(*form.box).distance(box(*other.box)) for other in others]
    found = box_gaps(form.box, [other.box for other in others])
    assert found == [box_gap(form.box, other.box) for other in others]
    assert len(found) == len(expected) and all(abs(a - b) < 1e-9 for a, b in zip(found, expected, strict=True))
