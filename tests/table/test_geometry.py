from __future__ import annotations

import subprocess
import sys
from math import inf

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.errors import GrognardError
from grognard.table.distances import (
    closest_pairs,
    distance,
    nearest_first,
    nearest_model,
    overlap,
    point_within,
    touching,
    who_within,
    within,
)
from grognard.table.geometry import NOWHERE, Formation, footprint, footprint_of, snap
from tests.table.shapes import BIKE, INFANTRY, TANK, coordinate, forms, line, radius, shape, stand, tried


def flat(a, b):
    """The distance as Shapely measures it."""
    n, m = range(len(a)), range(len(b))
    return min(max(0.0, shape(a, i).distance(shape(b, j)) - radius(a, i) - radius(b, j)) for i in n for j in m)


@tried(100)
@given(forms(), forms())
def test_gap_is_what_shapely_measures(a, b):
    assert distance(a, b) == pytest.approx(flat(a, b), abs=1e-9)


@tried(100)
@given(forms(), forms(), st.integers(0, 36))
def test_within_agrees_with_shapely(a, b, inches):
    distance = flat(a, b)
    assume(abs(distance - inches) > 1e-6)
    assert within(a, b, inches) == (distance <= inches)
    assert bool(who_within(a, b, inches)) == (distance <= inches)


@tried(60)
@given(forms(), forms())
def test_bases_overlap_when_shapely_says_that_they_share_an_area(a, b):
    first = shape(a, 0).buffer(radius(a, 0), quad_segs=64) if radius(a, 0) else shape(a, 0)
    other = shape(b, 0).buffer(radius(b, 0), quad_segs=64) if radius(b, 0) else shape(b, 0)
    area = first.intersection(other).area
    assume(area == 0.0 or area > 0.01)
    if flat(a.only([0]), b.only([0])) < 0.01 and area == 0.0:
        return  # nearer than the circles of sixty-four sides can tell
    assert overlap(a, 0, b, 0) == (area > 0)


@tried(60)
@given(st.data())
def test_units_are_as_near_as_their_nearest_models(data):
    positions = st.lists(st.tuples(coordinate(), coordinate()), min_size=11, max_size=14, unique=True)
    a, b = stand(*data.draw(positions)), stand(*data.draw(positions))
    inches = data.draw(coordinate(0, 20))
    one_by_one = [within(a.only([i]), b, inches) for i in range(len(a))]
    assert within(a, b, inches) == any(one_by_one)
    assert distance(a, b) == min(distance(a.only([i]), b) for i in range(len(a)))


def test_the_limit_itself_is_within():
    assert within(stand((10, 10)), stand((21, 10)), 10)
    assert not within(stand((10, 10)), stand((21 + 1 / 1024, 10)), 10)


def test_measuring_from_centre_to_centre_leaves_out_the_bases():
    a, b = stand((10, 10)), stand((16, 18))
    assert within(a, b, 10, "centre") and not within(a, b, 9.99, "centre")
    assert distance(a, b, "centre") == 10 and distance(a, b) == 9


def test_a_diagonal_measure_counts_the_height():
    tank, flyer = stand((10, 10)), stand((14, 10), levels=(3.0,))
    assert within(tank, flyer, 5, "centre", diagonal=True) and not within(tank, flyer, 4.9, "centre", diagonal=True)
    assert within(tank, flyer, 4.9, "centre")
    assert not within(tank, flyer, 10, rise=2.0) and within(tank, flyer, 10, rise=3.0)
    assert distance(tank, flyer, "centre", diagonal=True) == 5


def test_who_is_within_names_the_models():
    assert who_within(line(10, 10), stand((10, 14)), 3) == (0,)
    assert who_within(line(10, 10), stand((10, 14)), 3.4) == (0, 1)
    assert point_within(line(10, 10), 10, 13, 3) == (0, 1)


def test_models_suffer_from_the_nearest_to_the_farthest():
    assert nearest_first(line(10, 10), stand((17, 12))) == (4, 3, 2, 1, 0)
    mixed = Formation(((10.0, 10.0), (12.0, 10.0)), (INFANTRY, TANK), ((1.0, 0.0), (1.0, 0.0)))
    assert nearest_first(mixed, stand((9, 14))) == (1, 0), "the hull reaches nearer than the base"
    assert closest_pairs(line(10, 10, 2), stand((20, 10), (13, 10))) == ((1, 1), (0, 1))
    assert nearest_model(line(10, 10), 13.1, 20) == 2


def test_bases_in_contact_touch_and_do_not_overlap():
    assert touching(stand((10, 10)), stand((11, 10))) and not overlap(stand((10, 10)), 0, stand((11, 10)), 0)
    assert overlap(stand((10, 10)), 0, stand((11 - 1 / 1024, 10)), 0)


def test_a_flyer_may_stand_above_a_tank():
    assert not overlap(stand((10, 10), base=TANK), 0, stand((10, 10), levels=(6.0,)), 0)


def test_a_unit_off_the_table_is_near_nothing():
    assert distance(NOWHERE, line(1, 1)) == inf and not within(NOWHERE, line(1, 1), 100)
    with pytest.raises(GrognardError, match="no centre"):
        _ = NOWHERE.centre


def test_a_hull_is_measured_from_its_sides():
    tank = stand((10, 10), base=TANK, facing=((1.0, 0.0),))
    assert distance(tank, stand((17, 10))) == 3.5 and distance(tank, stand((10, 15))) == 3.0
    assert tank.box == (7.0, 8.5, 13.0, 11.5)
    assert distance(tank.faced(0, 1), stand((17, 10))) == 5.0


def test_bases_come_from_millimetres():
    assert footprint("round", 25.4) == INFANTRY or footprint("round", 25.4).half_length == 0.5
    assert footprint("hull", 120, 60).half_length == snap(60 / 25.4)

    class InMm:
        shape, length, width = "oval", 75.0, 42.0

    assert footprint_of(InMm()) is BIKE
    for wrong in (("square", 25, 25), ("round", 0, 0), ("round", 2000, 0), ("hull", 30, float("nan"))):
        with pytest.raises(GrognardError):
            footprint(*wrong)


def test_a_form_moves_loses_models_and_turns():
    unit = line(10, 10)
    assert unit.shifted(1, 2).positions[0] == (11, 12) and unit.shifted(1, 2).box == (10.5, 11.5, 17.5, 12.5)
    assert unit.without([0, 4]).positions == unit.only([1, 2, 3]).positions
    assert unit.moved(unit.positions[::-1]).positions == unit.positions[::-1]
    assert unit.centre == (13, 10) and unit.facing_towards(13, 0).front(2) == (0.0, -1.0)
    assert unit.raised(3).level(2) == 3 and unit.raised(0).levels == ()
    both = unit.with_others(stand((1, 1), base=TANK, facing=((1.0, 0.0),)))
    assert both.front(0) == (0.0, 1.0) and both.front(5) == (1.0, 0.0) and both.radius == -1
    with pytest.raises(GrognardError, match="4 spots for 5 models"):
        unit.moved(unit.positions[:4])


@tried(60)
@given(forms())
def test_what_is_saved_is_read_again(form):
    again = Formation.from_plain(form.plain(), form.bases)
    assert again.positions == form.positions and again.plain() == form.plain() and again.box == form.box


@pytest.mark.parametrize(
    "rows",
    [None, "x", [], [[1]], [[1, 2, 3, 4]], [["1", 2]], [[True, 1]], [[float("nan"), 1]], [[1e9, 1]], [[1, 1, 0, 0, 0]]],
)
def test_what_is_no_place_is_told(rows):
    with pytest.raises(GrognardError):
        Formation.from_plain(rows, (INFANTRY,))


def test_the_table_needs_no_numpy_and_no_shapely():
    code = (
        "import sys, grognard.table.geometry, grognard.table.sight, grognard.table.moves;"
        "assert not {'numpy', 'shapely'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
