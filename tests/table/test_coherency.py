from __future__ import annotations

from hypothesis import assume, given
from shapely import Point, unary_union

from grognard.table.coherency import coherent, looseness, out_of
from grognard.table.geometry import NOWHERE
from tests.table.shapes import TANK, coordinate, forms, line, radius, shape, stand, tried


@tried(100)
@given(forms(7), coordinate(1, 12))
def test_a_unit_is_coherent_when_its_widened_bases_are_one_area(form, inches):
    distances = [
        shape(form, i).distance(shape(form, j)) - radius(form, i) - radius(form, j)
        for i in range(len(form))
        for j in range(i)
    ]
    assume(all(abs(g - inches) > 0.05 for g in distances))
    grown = [shape(form, i).buffer(radius(form, i) + inches / 2, quad_segs=64) for i in range(len(form))]
    assert coherent(form, inches) == (unary_union(grown).geom_type == "Polygon")


def test_models_in_a_chain_are_coherent():
    assert out_of(line(10, 10, 6, 2.0), 1.0) == () and out_of(line(10, 10, 6, 2.0), 0.99) == (1, 2, 3, 4, 5)
    assert out_of(line(10, 10, 6, 2.0), 2.0, "centre") == ()


def test_the_smaller_part_is_out():
    assert out_of(stand((10, 10), (20, 10), (21.5, 10), (23, 10), (11.5, 10)), 2) == (0, 4)
    assert out_of(stand((10, 10), (20, 10)), 2) == (1,), "of two equal parts the first counts"


def test_models_too_far_apart_are_out_of_a_limited_spread():
    assert out_of(line(10, 10, 9, 2.0), 2, spread=16) == ()
    assert out_of(line(10, 10, 9, 2.0), 2, spread=12) == (7, 8)


def test_hulls_are_linked_by_their_sides():
    column = stand((10, 10), (16.5, 10), base=TANK, facing=((1.0, 0.0),))
    assert coherent(column, 0.5) and not coherent(column, 0.4) and coherent(column, 6.5, "centre")


def test_one_model_and_none_are_coherent():
    assert coherent(stand((1, 1)), 1) and coherent(NOWHERE, 1)


def test_looseness_says_how_far_it_is_from_coherency():
    assert looseness(line(10, 10), 2) == (0, 0)
    assert looseness(stand((10, 10), (11, 10), (20, 10)), 2) == (1, Point(11, 10).distance(Point(20, 10)) - 1)
