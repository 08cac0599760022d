"""Tables: those that ship have names, and those made from a seed are towns in which there is something to search."""

from __future__ import annotations

from itertools import combinations

import pytest
from shapely import Polygon

import grognard
from grognard import battles
from grognard.common.scenario import Scenario
from grognard.errors import GrognardError
from grognard.muster import shipped
from grognard.table.generate import town
from grognard.table.geometry import footprint
from grognard.table.space import Placing
from grognard.table.terrain import load_ground

SHIPPED = shipped.shipped("dropzone")
SEEDS = range(1, 25)


def inside(field):
    """The objectives that lie in houses."""
    return [
        position for position in field.objectives if any(p.has("garrison") and p.holds(*position) for p in field.pieces)
    ]


def playable(field, pieces):
    """Nothing overlaps, both armies have room, and everything is the same from both sides."""
    shapes = [(p.name, Polygon(p.points)) for p in pieces]
    for (one, a), (other, b) in combinations(shapes, 2):
        assert a.distance(b) > 0, f"{one} and {other} touch"
    turned = {frozenset((field.width - x, field.height - y) for x, y in p.points) for p in field.pieces}
    assert turned == {frozenset(p.points) for p in field.pieces}
    assert {(field.width - x, field.height - y) for x, y in field.objectives} == set(field.objectives)
    for position in field.objectives:
        assert min(position[0], position[1], field.width - position[0], field.height - position[1]) >= 6
    room = Placing(field)
    for x, y in ((8, 4), (24, 4), (40, 4), (24, 44)):
        assert room.deploy([footprint("hull", 60, 40)] * 3, x, y)


@pytest.mark.parametrize("name", sorted(set(SHIPPED) - {"kiln-quarter"}))
def test_a_table_that_ships_is_playable(name):
    field = load_ground(SHIPPED[name])
    assert len(field.pieces) >= 12 and len(inside(field)) == len(field.objectives) == 5
    playable(field, [p for p in field.pieces if not p.has("road")])
    houses = [p for p in field.pieces if p.has("garrison")]
    assert len({p.dp for p in houses}) >= 3, "houses of several sizes"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_town_is_playable(seed):
    for objectives in (0, 3, 4, 5):
        field = town(seed, objectives=objectives, depth=12)
        assert len(field.objectives) in (objectives, objectives + 1)
        playable(field, [p for p in field.pieces if not p.has("road")])
        roads = [p for p in field.pieces if p.has("road")]
        houses = [p for p in field.pieces if p.has("garrison")]
        assert roads and len(houses) >= 5
        assert not any(Polygon(r.points).intersects(Polygon(h.points)) for r in roads for h in houses)
        assert len(inside(field)) >= min(objectives, 2)


def test_towns_come_in_other_sizes_and_refuse_what_cannot_be():
    assert not [p for p in town(1, 18, 18, 4, depth=4).pieces if p.has("road")]  # too small for roads
    wide = town(1, 72, 36, 20, depth=6)
    assert all(p.box[2] <= 72 and p.box[3] <= 36 for p in wide.pieces)
    for wrong in ({"width": 4}, {"height": 1000}, {"pieces": 9999}, {"depth": 30}, {"objectives": 99}):
        with pytest.raises(GrognardError):
            town(1, **wrong)


def test_a_seed_is_one_town():
    one, again, other = town(5), town(5), town(6)
    assert [p.points for p in one.pieces] == [p.points for p in again.pieces] != [p.points for p in other.pieces]


def test_a_battle_without_a_table_is_fought_in_a_town():
    ground = battles.setup("dropzone/A", "dropzone/B", seed=3).ground
    assert any(p.has("road") for p in ground.pieces) and inside(ground)
    other = battles.setup("command/A", "command/B", seed=3).ground
    assert not any(p.has("road") for p in other.pieces)


def test_objectives_in_houses_are_searched_for():
    """Ten battles of bots in towns: Infantry goes into houses and looks for what lies there."""
    searches = housed = 0
    for seed in range(10):
        fought = grognard.battle("dropzone/A", "dropzone/B", seed=seed, bots=("greedy",))
        searches += sum(type(e).__name__ == "Remarked" and "searches" in e.text for e in fought.session.log)
        housed += sum(type(e).__name__ == "Housed" for e in fought.session.log)
    assert searches >= 10 and housed >= 10


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["kiln-quarter", "dropzone/kiln-quarter", SHIPPED["kiln-quarter"]], ids=str)
def test_a_table_is_named_as_a_force_is(name):
    assert shipped.table(name, "dropzone").name == "The Kiln Quarter"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("kiln-quartr", "unknown table 'kiln-quartr' .*nearest: kiln-quarter; 'grognard tables'"),
        ("dropzone/kilnquarter", "unknown table .*nearest: kiln-quarter"),
        ("usr/kiln-quarter", "is a table of usr"),
        ("no/such.toml", "cannot be read"),
    ],
)
def test_an_unknown_table_names_the_nearest(name, told):
    with pytest.raises(GrognardError, match=told):
        shipped.table(name, "dropzone")


def test_scenarios_have_names_too(tmp_path):
    assert shipped.scenario("Hold the Field", "dropzone").name == "Hold the Field"
    file = tmp_path / "own.toml"
    file.write_text('name = "Own"\nrounds = 3\n')
    assert shipped.scenario(str(file), "dropzone") == Scenario(name="Own", rounds=3)
    with pytest.raises(GrognardError, match="nearest: last-stand"):
        shipped.scenario("last-stnd", "dropzone")


def test_all_that_ships_is_listed():
    listed = shipped.listed("dropzone")
    assert {row["ref"] for row in listed["tables"]} == {f"dropzone/{name}" for name in SHIPPED}
    assert {"hold-the-field", "last-stand", "close-quarters"} <= {row["ref"] for row in listed["scenarios"]}
    for row in listed["tables"]:
        assert shipped.table(row["ref"], row["system"]).name == row["name"]
    for row in listed["scenarios"]:
        assert shipped.scenario(row["ref"], "dropzone").name == row["name"]
    assert len(shipped.listed()["tables"]) >= len(SHIPPED) >= 4
