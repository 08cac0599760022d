from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon

from grognard.table.paths import (
    MovementMode,
    Obstacle,
    cost,
    crossed,
    field_of,
    length,
    length_in,
    meets,
    spans,
    walls,
    way,
    way_round,
)
from grognard.table.terrain import Piece
from tests.table.shapes import box, ground, polygons, position, tried

MARSH = box("marsh", 10, 10, 6, 6, 0.0, ("difficult",))
WALL = box("wall", 10, 20, 20, 1, 3.0, ("impassable",))


@tried(100)
@given(st.lists(polygons(), min_size=1, max_size=3), position, position)
def test_the_length_in_terrain_is_what_shapely_measures(shapes, a, b):
    pieces = [Piece(str(k), points) for k, points in enumerate(shapes)]
    union = Polygon()
    for points in shapes:
        union = union.union(Polygon(points))
    path = LineString([a, b])
    assume(path.intersection(union.boundary).length < 1e-6)
    assert length_in(pieces, a, b) == pytest.approx(path.intersection(union).length, abs=1e-6)


@tried(100)
@given(polygons(), position, position)
def test_a_base_meets_a_piece_when_shapely_says_that_it_comes_so_near(points, a, b):
    distance = LineString([a, b]).distance(Polygon(points))
    assume(abs(distance - 0.5) > 1e-6 and (distance > 0 or a != b))
    assert meets(points, a, b, 0.5) == (distance < 0.5)


@tried(50)
@given(st.lists(polygons(14, 34), min_size=1, max_size=3), position, position)
def test_a_way_round_is_clear_and_not_much_longer_than_the_shortest(shapes, a, b):
    areas = [Polygon(p) for p in shapes]
    assume(all(area.distance(Point(a)) > 0.75 and area.distance(Point(b)) > 0.75 for area in areas))
    found = way(a, b, [Obstacle(p, 0.5) for p in shapes])
    union = Polygon()
    for area in areas:
        union = union.union(area.buffer(0.5, quad_segs=32))
    if found is None:
        hull = [g for g in getattr(union, "geoms", [union]) if Polygon(g.exterior).contains(Point(a))]
        assert hull or not LineString([a, b]).disjoint(union), "only who is walled in has no way"
        return
    path = LineString(found) if a != b else Point(a)
    assert all(path.distance(area) >= 0.5 - 1e-9 for area in areas)
    assert length(found) >= LineString([a, b]).length - 1e-9
    if len(areas) == 1 and not path.equals(LineString([a, b])):
        around = union.union(LineString([a, b]).buffer(1e-9)).convex_hull.exterior.length
        assert length(found) <= around


def test_no_way_leads_across_the_edge_of_the_table():
    # the wall begins half an inch from the left edge: a base of 1" cannot squeeze through, and the way round the right end is long
    table = ground(box("wall", 0.5, 20, 20, 1, 3.0, ("impassable",)))
    a, b = (1.0, 18.0), (1.0, 23.0)
    assert way(a, b, walls(table, 0.5)) is not None and length(way(a, b, walls(table, 0.5))) < 8
    found = way_round(table, a, b, 0.5)
    assert found is not None and all(0.5 <= x <= table.width - 0.5 for x, _ in found) and length(found) > 36
    assert way_round(table, a, b, 0.5, most=30) is None and way_round(table, a, b, 0.125, most=8) is not None
    assert field_of(table, 0.5) == (0.5, 0.5, table.width - 0.5, table.height - 0.5)


def test_slow_ground_costs_more():
    assert cost([(5, 13), (12, 13)], [MARSH], MovementMode()) == 9
    assert cost([(5, 13), (20, 13)], [MARSH], MovementMode(rate=1.0, penalty=2.0)) == 17
    assert cost([(5, 5), (9, 5)], [MARSH], MovementMode()) == 4
    assert not MovementMode(over=1.0, slow=("difficult",)).slowed_by(box("wood", 1, 1, 2, 2, 1.0, ("difficult",)))
    assert not MovementMode(ignores=("marsh",)).slowed_by(box("bog", 1, 1, 2, 2, 0.0, ("difficult", "marsh")))
    assert MovementMode(over=2.0).stopped_by(WALL) and not MovementMode(over=9.0).stopped_by(WALL)


def test_overlapping_pieces_slow_once():
    assert length_in([MARSH, box("mud", 12, 10, 8, 6)], (8, 13), (22, 13)) == pytest.approx(10)
    assert spans(MARSH.points, (8, 13), (8, 13)) == [] and spans(MARSH.points, (8, 13), (12, 13)) == [(0.5, 1.0)]


def test_a_move_tells_what_it_leads_through():
    field = ground(MARSH, WALL)
    assert [p.name for p in crossed(field, [(8, 13), (20, 13), (20, 25)])] == ["marsh", "wall"]
    assert crossed(field, [(9.75, 5), (9.75, 18)]) == ()
    assert [p.name for p in crossed(field, [(9.75, 5), (9.75, 18)], 0.5)] == ["marsh"]
    assert [p.name for p in crossed(field, [(12, 12)])] == ["marsh"]


def test_the_way_round_a_wall_leads_past_its_end():
    field = ground(WALL)
    found = way_round(field, (12, 18), (12, 24), 0.5)
    assert found is not None and 8 < length(found) < 8.5
    assert way_round(field, (12, 18), (12, 24), 0.5, most=8.0) is None
    assert way_round(field, (12, 18), (20, 18), 0.5) == ((12, 18), (20, 18))
    assert len(walls(field, 0.5)) == 1 and walls(field, 0.5, MovementMode(barred=())) == []


def test_the_way_round_a_model_is_a_small_detour():
    found = way((10, 10), (10, 20), [Obstacle(((10.0, 15.0),), 2.0)])
    assert found is not None and 10.8 < length(found) < 11.2
    assert LineString(found).distance(Point(10, 15)) >= 2


def test_who_is_walled_in_has_no_way():
    pen = [Obstacle(b.points, 0.5) for b in (box("", 5, 5, 10, 1), box("", 5, 14, 10, 1), box("", 5, 5, 1, 10),
                                             box("", 14, 5, 1, 10))]  # fmt: skip
    assert way((10, 10), (30, 30), pen) is None
