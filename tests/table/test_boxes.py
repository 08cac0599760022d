"""Distances of boxes."""

from __future__ import annotations

from math import inf, sqrt

from hypothesis import given
from hypothesis import strategies as st
from shapely import box

from grognard.table.geometry import aabb_distance, aabb_distances, aabbs_within
from tests.table.shapes import forms, tried


@tried(80)
@given(forms(3), st.lists(forms(3), max_size=4))
def test_the_distances_of_boxes(form, others):
    expected = [box(*form.box).distance(box(*other.box)) for other in others]
    found = aabb_distances(form.box, [other.box for other in others])
    assert found == [aabb_distance(form.box, other.box) for other in others]
    assert len(found) == len(expected) and all(abs(a - b) < 1e-9 for a, b in zip(found, expected, strict=True))


@tried(80)
@given(forms(3), st.lists(forms(3), max_size=4), st.one_of(st.integers(0, 30), st.just(inf)))
def test_the_boxes_near_a_box(form, others, inches):
    distances = aabb_distances(form.box, [other.box for other in others])
    found = dict(aabbs_within(form.box, [other.box for other in others], inches))
    for k, distance in enumerate(distances):
        assert k in found or distance > inches - 1e-9
        assert k not in found or (found[k] <= inches * inches and abs(sqrt(found[k]) - distance) < 1e-9)
