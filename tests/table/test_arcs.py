from __future__ import annotations

from math import atan2, degrees

import pytest
from hypothesis import assume, given

from grognard.errors import GrognardError
from grognard.table.arcs import arc_of, bears, facing_hit, facing_hit_by, hull_arc, in_arc
from grognard.table.geometry import Footprint
from tests.table.shapes import TANK, coordinate, facing, line, position, stand, tried

NORTH = (0.0, 1.0)


def turned(front, at, point):
    """The angle of a point from the facing, in degrees to the left."""
    fx, fy = front
    dx, dy = point[0] - at[0], point[1] - at[1]
    return degrees(atan2(fx * dy - fy * dx, fx * dx + fy * dy))


@tried(100)
@given(position, facing, position)
def test_arcs_agree_with_the_angle(at, front, point):
    assume(at != point)
    angle = turned(front, at, point)
    assume(all(abs(abs(angle) - edge) > 1e-6 for edge in (45, 135)))
    name = "front" if abs(angle) < 45 else "rear" if abs(angle) > 135 else "left" if angle > 0 else "right"
    assert arc_of(at, front, point) == name
    assert in_arc(at, front, point, name) and not in_arc(at, front, point, *{"front", "left", "right", "rear"} - {name})


@tried(60)
@given(position, facing, position, coordinate(1, 5), coordinate(1, 5))
def test_arcs_of_a_hull_run_through_its_corners(at, front, point, length, width):
    assume(at != point)
    angle, corner = turned(front, at, point), degrees(atan2(width, length))
    assume(all(abs(abs(angle) - edge) > 1e-6 for edge in (corner, 180 - corner)))
    name = "front" if abs(angle) < corner else "rear" if abs(angle) > 180 - corner else "left" if angle > 0 else "right"
    assert hull_arc(Footprint("hull", length, width), at, front, point) == name


@pytest.mark.parametrize(
    ("point", "arcs"),
    [
        ((1, 1), ("front", "right")),
        ((-1, 1), ("front", "left")),
        ((1, -1), ("right", "rear")),
        ((-1, -1), ("left", "rear")),
    ],
)
def test_a_boundary_belongs_to_both_arcs(point, arcs):
    assert [arc for arc in ("front", "left", "right", "rear") if in_arc((0, 0), NORTH, point, arc)] == [
        arc for arc in ("front", "left", "right", "rear") if arc in arcs
    ]
    assert arc_of((0, 0), NORTH, point) == arcs[0]


def test_a_side_is_either_flank():
    assert in_arc((0, 0), NORTH, (5, 0), "side") and in_arc((0, 0), NORTH, (-5, 0), "side")
    with pytest.raises(GrognardError, match="unknown arc"):
        in_arc((0, 0), NORTH, (1, 1), "flank")


def test_a_tank_is_hit_on_the_side_that_faces_the_firers():
    tank = stand((24, 24), base=TANK, facing=((1.0, 0.0),))
    assert facing_hit(tank, 0, (40, 25)) == "front" and facing_hit(tank, 0, (28, 30)) == "left"
    assert facing_hit_by(tank, 0, stand((40, 24), (5, 24), (5, 25))) == "rear"
    assert facing_hit_by(tank, 0, stand((40, 24), (5, 24))) == "front"


def test_a_weapon_bears_on_the_models_whose_centre_is_in_its_arc():
    assert bears(stand((10, 10)), 0, line(8, 12), "front") == (0, 1, 2)
    assert bears(stand((10, 10), facing=((1.0, 0.0),)), 0, line(8, 12), "front") == (3, 4)
