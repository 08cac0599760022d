from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import Polygon

from grognard.table.arcs import arc_of
from grognard.table.coherency import coherent
from grognard.table.collision import too_near
from grognard.table.distances import closest_pairs, distance, touching, within
from grognard.table.geometry import FORWARD, Formation, footprint
from grognard.table.paths import MovementMode
from grognard.table.space import Placing, edge_strip, formation, own_overlap, positions_round, wholly_in
from grognard.table.terrain import Ground, Piece, rectangle, strips
from tests.table.shapes import (
    BIKE,
    INFANTRY,
    TANK,
    base,
    box,
    forms,
    ground,
    line,
    position,
    radius,
    shape,
    stand,
    tried,
)

HOUSE = box("house", 20, 2, 6, 5, 4.0, ("impassable", "solid"))
ZONE = strips(48, 48, 9)[0]


@tried(60)
@given(position, st.integers(1, 12), base)
def test_a_deployed_unit_stands_legally_in_its_zone(at, n, kind):
    room = Placing(ground(HOUSE), [(1, line(10, 4))], zone=ZONE)
    n = min(n, 4) if kind is TANK else n
    unit = room.deploy([kind] * n, at[0], at[1] / 6)
    assert unit is not None, "there is room for so few"
    assert room.why_not(unit) == [] and coherent(unit, 2) and own_overlap(unit) is None
    assert unit.box[1] >= 0 and unit.box[3] <= 9 and not within(unit, line(10, 4), -0.01)


def test_deploying_keeps_away_from_enemies_and_impassable_ground():
    room = Placing(ground(HOUSE), [], [(9, line(30, 4))], MovementMode(apart=12.0), zone=ZONE)
    unit = room.deploy([INFANTRY] * 5, 30, 4)
    assert unit is not None and distance(unit, line(30, 4)) >= 12
    assert all(not HOUSE.holds(*s) for s in unit.positions)


def test_there_is_no_place_in_a_zone_that_is_too_small():
    assert Placing(ground(), zone=rectangle(0, 0, 3, 3)).deploy([INFANTRY] * 20, 1, 1) is None
    assert Placing(ground(), zone=rectangle(0, 0, 3, 3)).deploy([INFANTRY] * 4, 1, 1) is not None


def test_reasons_name_models_units_and_pieces():
    room = Placing(ground(HOUSE), [(3, line(5, 5))], [(7, line(5, 12))], zone=ZONE, call=lambda u: f"squad {u}")
    why = room.why_not(stand((0.25, 8), (5.5, 5), (5, 11), (22, 4)))
    assert "model 1 would stand over the edge of the table" in why
    assert "model 2 would stand on squad 3 (model 1)" in why
    assert 'model 3 would stand nearer than 1" to squad 7 (model 1)' in why
    assert "model 4 would stand in house, which is impassable to it" in why
    assert "model 1 would stand outside the zone" in why
    assert any("out of coherency" in reason for reason in why) and len(why) == 6
    assert len(room.why_not(stand((0.25, 8), (5.5, 5)), first=True)) == 1


def test_exactly_an_inch_away_is_far_enough():
    room = Placing(ground(), [], [(7, stand((10, 10)))])
    assert stand((12, 10)) in room and stand((12 - 1 / 1024, 10)) not in room


@tried(80)
@given(forms(3), forms(3), st.integers(0, 4))
def test_too_near_agrees_with_the_gap(a, b, inches):
    assume(abs(distance(a, b) - inches) > 1e-3)
    assert (too_near(a, b, inches) is not None) == (distance(a, b) < inches)


@tried(60)
@given(forms(1), base)
def test_sixteen_spots_round_a_base_touch_it_and_do_not_overlap(form, kind):
    positions = positions_round(form, 0, kind)
    assert len(positions) == 16
    for at in positions:
        one = stand(at, base=kind)
        assert too_near(one, form, 0.0) is None
        if kind.shape == "round":
            assert touching(one, form)


@tried(80)
@given(forms(1))
def test_a_base_stands_wholly_in_a_zone_when_shapely_says_so(form):
    zone = ((10.0, 10.0), (38.0, 12.0), (36.0, 36.0), (12.0, 30.0))
    area = shape(form, 0).buffer(radius(form, 0), quad_segs=64) if radius(form, 0) else shape(form, 0)
    assume(Polygon(zone).buffer(0.01).contains(area) == Polygon(zone).buffer(-0.01).contains(area))
    assert wholly_in(form, 0, zone) == Polygon(zone).contains(area)


@pytest.mark.parametrize("n", [1, 2, 7, 8, 20, 37])
def test_a_unit_from_the_sky_lands_in_full_rings_of_contact(n):
    unit = Placing(ground()).rings([INFANTRY] * n, 24.3, 24.7)
    assert len(unit) == n and own_overlap(unit) is None and coherent(unit, 0.25)
    if 1 < n <= 7:
        assert all(touching(unit.only([0]), unit.only([i])) for i in range(1, n))


def test_a_drop_without_room_says_what_mishap_it_is():
    room = Placing(ground(HOUSE), [(3, line(10, 20))], [(7, line(30, 20))])
    assert "unit 3" in room.why_not(room.rings([INFANTRY] * 5, 11, 20))[0]
    assert "unit 7" in room.why_not(room.rings([INFANTRY] * 5, 31, 21))[0]
    assert "house" in room.why_not(room.rings([INFANTRY] * 5, 23, 4))[0]
    assert "edge" in room.why_not(room.rings([INFANTRY] * 5, 0, 30))[0]


def test_passengers_get_out_near_the_hull_and_on_the_right_side():
    hull = stand((24, 24), base=TANK, facing=((0.0, 1.0),))
    room = Placing(ground(), [(1, hull)], [(7, line(20, 31))])
    unit = room.disembark([INFANTRY] * 10, hull, 6)
    assert unit is not None and unit in room and all(distance(unit.only([i]), hull) <= 6 for i in range(10))
    rear = room.disembark([INFANTRY] * 5, hull, 4, arcs=("rear",))
    assert rear is not None and {arc_of((24, 24), (0, 1), s) for s in rear.positions} == {"rear"}
    wholly = room.disembark([INFANTRY] * 8, hull, 2, wholly=True)
    assert wholly is not None and all(distance(wholly.only([i]), hull) <= 1 for i in range(8))
    assert room.disembark([TANK] * 40, hull, 2) is None


def test_who_is_hemmed_in_gets_out_beyond_those_who_stand_round_the_hull():
    hull = stand((24, 24), base=TANK, facing=((0.0, 1.0),))
    words = ("impassable", "solid")
    walls = (  # half an inch off the hull, an inch thick
        box("west", 21, 19.5, 1, 9, words=words),
        box("east", 26, 19.5, 1, 9, words=words),
        box("south", 21, 19.5, 6, 1, words=words),
        box("north", 21, 27.5, 6, 1, words=words),
    )
    room = Placing(ground(*walls), [(1, hull)])
    alone = room.disembark([INFANTRY], hull, 4)
    assert alone is not None and 1.5 < distance(alone, hull) <= 4
    assert room.disembark([INFANTRY], hull, 1) is None


@pytest.mark.parametrize("edge", ["left", "right", "bottom", "top"])
def test_reserves_arrive_from_an_edge(edge):
    field = ground(HOUSE)
    unit = Placing(field).from_edge([INFANTRY] * 6, edge, 6, 24)
    assert unit is not None and all(wholly_in(unit, i, edge_strip(field, edge, 6)) for i in range(6))


def test_a_unit_is_gathered_base_to_base_round_a_point():
    unit = Placing(ground(HOUSE)).gather([INFANTRY] * 9, 23, 8)
    assert unit is not None and coherent(unit, 0.1) and own_overlap(unit) is None
    assert closest_pairs(unit, stand((23, 8)))[0][0] == 0


def test_ranks_are_as_wide_as_asked():
    ranks = formation([INFANTRY] * 10, 5)
    assert len({y for _, y in ranks.positions}) == 2 and coherent(ranks, 1)
    assert own_overlap(formation([TANK, BIKE, INFANTRY], 3)) is None


@given(st.integers(0, 40 << 10), st.integers(0, 40 << 10), st.sampled_from([INFANTRY, footprint("hull", 120, 70)]))
def test_a_model_finds_room_where_a_unit_of_one_would(x, y, base) -> None:
    """Rocks at (10, 10), a comrade at (20, 20), an enemy at (30, 10): the quick answer is that of the judgement."""
    rocks = Piece("rocks", rectangle(10, 10, 6, 4), 0.0, ("impassable",))
    on = Ground(40.0, 40.0, (rocks,))
    room = Placing(on, [(1, Formation(((20.0, 20.0),), (INFANTRY,)))], [(2, Formation(((30.0, 10.0),), (INFANTRY,)))])
    position = (x / 1024, y / 1024)
    assert room.takes(position, base, FORWARD) == room.fits(Formation((position,), (base,), (FORWARD,)))
