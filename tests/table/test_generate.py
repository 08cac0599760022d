from __future__ import annotations

import hashlib
import json

import pytest
from shapely import Polygon

from grognard.errors import GrognardError
from grognard.table.generate import generate
from grognard.table.geometry import footprint
from grognard.table.space import Placing
from tests.table.shapes import INFANTRY


@pytest.mark.parametrize("seed", range(12))
def test_a_generated_table_is_playable(seed):
    field = generate(seed)
    areas = [Polygon(p.points) for p in field.pieces]
    assert len(areas) >= 8 and len({p.name for p in field.pieces}) == len(areas)
    for i, area in enumerate(areas):
        assert area.is_valid and area.bounds[0] >= 1 and area.bounds[3] <= 47
        assert all(area.distance(other) >= 2.5 - 1e-9 for other in areas[:i])
    assert len(field.objectives) == 3 and len(field.zones) == 2
    for piece in field.pieces:
        if piece.has("impassable"):
            assert not any(piece.holds(*position) for position in field.objectives)
            assert piece.box[1] >= 9 and piece.box[3] <= 39
    for player, y in ((0, 4), (1, 44)):
        room = Placing(field, zone=field.zones[player])
        assert all(room.deploy([INFANTRY] * 10, x, y) for x in (8, 24, 40))
        assert room.deploy([footprint("hull", 120, 70)] * 3, 24, y)


def told(field):
    pieces = [[p.name, p.height, p.points] for p in field.pieces]
    return hashlib.sha256(json.dumps([pieces, field.objectives]).encode()).hexdigest()[:16]


def test_the_same_seed_gives_the_same_table_on_every_machine():
    assert told(generate("harbour")) == "c1b78bd739a6b6d6", "saved battles name their table by its seed"
    assert told(generate("harbour")) != told(generate("hill"))


@pytest.mark.parametrize("objectives", range(7))
def test_as_many_objectives_as_asked_lie_the_same_for_both_sides(objectives):
    field = generate(5, objectives=objectives)
    assert len(field.objectives) in (objectives, objectives + 1)
    assert {(48 - x, 48 - y) for x, y in field.objectives} == set(field.objectives)


def test_tables_come_in_other_sizes():
    field = generate(1, 72, 36, 20, depth=6)
    assert (field.width, field.height) == (72, 36) and all(p.box[2] <= 71 and p.box[3] <= 35 for p in field.pieces)
    for wrong in ({"width": 4}, {"height": 1000}, {"pieces": 9999}, {"depth": 30}, {"objectives": 99}):
        with pytest.raises(GrognardError):
            generate(1, **wrong)
