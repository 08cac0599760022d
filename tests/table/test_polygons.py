from __future__ import annotations

from hypothesis import assume, given
from shapely import LineString, Point, Polygon

from grognard.table.geometry import apart, convex, crosses, edge_d2, heading, inside, polygons_d2
from tests.table.shapes import polygons, position, tried


@tried(100)
@given(polygons(), position)
def test_inside_and_the_distance_from_the_edge_agree_with_shapely(points, at):
    polygon, point = Polygon(points), Point(at)
    assume(polygon.exterior.distance(point) > 1e-6)
    assert inside(points, *at) == polygon.contains(point)
    assert abs(edge_d2(points, *at) ** 0.5 - polygon.exterior.distance(point)) < 1e-9


@tried(100)
@given(polygons(), polygons())
def test_polygons_are_apart_when_shapely_finds_no_shared_area(a, b):
    a, b = (tuple(Polygon(p).exterior.normalize().coords[:-1]) for p in (a, b))
    a, b = (p if Polygon(p).exterior.is_ccw else p[::-1] for p in (a, b))
    shared = Polygon(a).intersection(Polygon(b)).area
    assume(shared == 0 or shared > 1e-6)
    assert apart(a, b) == (shared == 0)
    assert abs(polygons_d2(a, b) ** 0.5 - Polygon(a).distance(Polygon(b))) < 1e-9


@tried(100)
@given(position, position, position, position)
def test_segments_cross_when_shapely_says_so(p, q, r, s):
    assume(p != q and r != s)
    assert crosses(p, q, r, s) == LineString([p, q]).crosses(LineString([r, s]))


def test_a_corner_that_points_inwards_makes_a_polygon_not_convex():
    assert convex(((0, 0), (4, 0), (4, 4), (0, 4))) and not convex(((0, 0), (4, 0), (1, 1), (0, 4)))


def test_no_direction_is_up_the_table():
    assert heading(0, 0) == (0.0, 1.0) and heading(-5, 0) == (-1.0, 0.0)
