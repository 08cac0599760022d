from __future__ import annotations

import pytest

from grognard.errors import Faults, GrognardError
from grognard.table.terrain import (
    MOST_BYTES,
    PROPERTIES,
    Ground,
    Piece,
    load_ground,
    read_ground,
    rectangle,
    simple,
    strips,
)
from tests.table.shapes import box, ground, line, stand

TABLE = """
name = "Crossing"
width = 48
height = 36
objectives = [[24, 18], [12, 6.3]]
zones = [[[0, 0], [48, 0], [48, 9], [0, 9]], [[0, 27], [48, 27], [48, 36], [0, 36]]]

[[piece]]
name = "Old wood"
points = [[10, 10], [16, 10], [16, 15]]
height = 3
properties = ["difficult", "dense"]
cover = "light"
covers = { usr = "5+", command = 5 }

[[piece]]
name = "Mill"
box = [30, 12, 4, 6]
height = 5.5
properties = ["impassable", "solid", "destructible"]
cover = "heavy"
armour = 8
dp = 12
"""


def test_a_table_file_is_read():
    read = read_ground(TABLE)
    assert (read.name, read.width, read.height) == ("Crossing", 48, 36)
    assert read.objectives == ((24, 18), (12, 6.2998046875)), "put onto the lattice"
    assert read.zones == strips(48, 36, 9)
    wood, mill = read.pieces
    assert wood.cover_in("usr") == "5+" and wood.cover_in("command") == "5" and wood.cover_in("void") == "light"
    assert mill.points == rectangle(30, 12, 4, 6) and (mill.armour, mill.dp, mill.height) == (8, 12, 5.5)
    assert mill.has("solid", "dense") and not mill.has("dense")


def test_an_empty_file_is_an_empty_table():
    assert (read_ground("").width, read_ground("").pieces) == (48, ())


def test_every_fault_of_a_file_is_told():
    with pytest.raises(Faults) as told:
        read_ground(
            'widht = 40\nheight = 2\n[[piece]]\nname = "Hut"\nbox = [0, 0, -1, 4]\nproperties = ["dificult"]\n'
            '[[piece]]\nname = "Hut"\npoints = [[0, 0], [4, 4], [4, 0], [0, 4]]\ncover = "thick"\nheigt = 2\n'
        )
    lines = [str(fault) for fault in told.value.faults]
    assert len(lines) == 8, lines
    text = "\n".join(lines)
    assert "unknown key 'widht' (did you mean 'width'?)" in text
    assert "unknown property 'dificult' (did you mean 'difficult'?)" in text
    assert "unknown key 'heigt' (did you mean 'height'?)" in text
    assert "piece 2 (Hut): points is not a polygon" in text and "two pieces are called 'Hut'" in text
    assert "height is 2" in text and "cover is 'thick'" in text and "piece 1 (Hut): box is [0, 0, -1, 4]" in text


@pytest.mark.parametrize(
    "text",
    [
        "width = [1",
        "piece = 3",
        "piece = [3]",
        "zones = [[[0, 0], [1, 1]]]",
        "zones = 7",
        "objectives = [[1]]",
        "objectives = [[99, 3]]",
        'objectives = ["x"]',
        "width = nan",
        "width = 1e99",
        "height = true",
        "name = 7",
        "[[piece]]\npoints = [[0, 0], [1, 0], [nan, 1]]",
        "[[piece]]\nbox = [0, 0, 4, 4]\ncovers = 3",
        "[[piece]]\nbox = [0, 0, 4, 4]\nproperties = [[]]",
        "[[piece]]\nname = 'x'",
        "[[piece]]\nbox = [0, 0, 1e308, 1]",
        "objectives = [" + "[1, 1]," * 51 + "]",
        "[[piece]]\nbox = [0, 0, 1, 1]\n" * 201,
        "a = " + "[" * 3000 + "]" * 3000,
    ],
)
def test_hostile_files_are_faults_and_nothing_worse(text):
    with pytest.raises(GrognardError):
        read_ground(text)


def test_files_that_are_missing_too_long_or_not_text_are_told(tmp_path):
    with pytest.raises(GrognardError, match=r"none\.toml"):
        load_ground(tmp_path / "none.toml")
    for name, data in (("long.toml", b"#" * (MOST_BYTES + 1)), ("binary.toml", b"\xff\xfe")):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(GrognardError, match=name):
            load_ground(tmp_path / name)
    (tmp_path / "good.toml").write_text(TABLE)
    assert load_ground(tmp_path / "good.toml").name == "Crossing"


def test_the_ground_knows_who_stands_in_what():
    field = ground(box("wood", 10, 10, 6, 6), box("hill", 12, 12, 10, 10))
    unit = stand((11, 11), (13, 13), (30, 30))
    assert field.standing(unit) == ((0,), (0, 1), ()) and field.standing(unit) is field.standing(unit)
    assert ground(box("wood", 29, 29, 2, 2)).standing(unit) == ((), (), (0,)), (
        "asked of another ground it is found anew"
    )
    assert field.models_in(unit, field.piece("hill")) == (1,)
    assert [p.name for p in field.at(13, 13)] == ["wood", "hill"] and ground().standing(line(1, 1)) == ((),) * 5


def test_terrain_can_change_and_go():
    field = ground(box("house", 10, 10, 6, 6))
    rubble = field.with_piece(field.piece("house").changed(height=1.0, properties=("difficult",)))
    assert rubble.piece("house").height == 1 and rubble.piece("house").box == (10, 10, 16, 16)
    assert field.without_piece("house").pieces == () and field.with_objectives([(1, 2)]).objectives == ((1, 2),)
    with pytest.raises(GrognardError, match="did you mean 'house'"):
        field.piece("hause")


def test_a_polygon_must_have_an_area_and_not_cross_itself():
    assert simple(rectangle(0, 0, 1, 1)) and not simple(((0, 0), (1, 1))) and not simple(((0, 0), (1, 1), (2, 2)))
    assert not simple(((0, 0), (2, 2), (2, 0), (0, 2))) and not simple(((0, 0), (1, 0), (1, 1), (1, 0)))


def test_pieces_know_their_box_and_whether_they_are_convex():
    corner = Piece("corner", ((0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)))
    assert corner.box == (0, 0, 4, 4) and not corner.convex and corner.holds(0.5, 3) and not corner.holds(3, 3)
    assert all(text for text in PROPERTIES.values()) and Ground().pieces == ()
