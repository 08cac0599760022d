"""Commanders: their value and influence, the units that they ride in, and what their loss says."""

from __future__ import annotations

import pytest

from grognard.muster.formats import native
from grognard.systems.dropzone import army, harm, round_end
from grognard.systems.dropzone.buildings.garrisons import stand
from grognard.systems.dropzone.commanders import command_value, within_influence
from grognard.systems.dropzone.events import CommanderLost, Housed
from grognard.systems.dropzone.examples import squad, weapon
from grognard.systems.dropzone.squads import commanders
from grognard.systems.dropzone.turn import initiative
from grognard.table.events import Embarked, Given, Removed
from grognard.table.state import Effect

from .field import field, house, run
from .test_battle import GUN, foot, tanks


def led(name="Chief", value=2, units=1, x=10.0, y=10.0, side=0, **more):
    """A squad with a Commander where a field wants it."""
    kind = squad(
        GUN, name=name, type=more.pop("type", "Tank"), A=13, units=units, details=(("commander", value),), **more
    )
    return kind, side, x, y


def scouts(x, y, side=0, **more):
    return squad(GUN, name="Scouts", type="Tank", details=(("category", "Scout"),), **more), side, x, y


ENEMY = (tanks("B"), 1, 40, 44)


class TestCommandValue:
    def test_the_highest_of_those_left_counts(self):
        t = field(led("Chief", 4), led("Deputy", 2, x=20.0), ENEMY)
        assert command_value(t, 0) == 4
        Removed(0).on(t)
        assert command_value(t, 0) == 2
        Removed(1).on(t)
        assert command_value(t, 0) == 1 and command_value(t, 0, none=0) == 0

    def test_one_aboard_counts_when_his_transport_is_on_the_table(self):
        ride = squad(name="Ride", type="Tank", details=(("transport", ("cap 6 a",)),))
        t = field((ride, 0, 20, 20), led("Chief", 3), ENEMY)
        Embarked(1, 0).on(t)
        assert command_value(t, 0) == 3
        t.change(0, place="reserve")
        assert command_value(t, 0) == 1

    def test_nor_does_one_in_readiness_or_in_holding(self):
        t = field(led("Chief", 3), ENEMY)
        for state in ("readiness", "holding"):
            t.change(0, place="reserve", effects=())
            Given(0, Effect(state)).on(t)
            assert command_value(t, 0) == 1

    def test_a_side_without_one_adds_nothing_to_its_initiative(self):
        t = field(led("Chief", 1), ENEMY)
        run(t, initiative(t, 0), [4, 5, 4, 4])  # 5 to 5: both dice again; 5 to 4
        assert t.clock.first == 0


class TestInfluence:
    @pytest.mark.parametrize(("value", "inches"), [(1, 4), (2, 8), (3, 12), (4, 16), (5, 20), (6, 24)])
    def test_reaches_four_inches_for_each_point_of_value(self, value, inches):
        t = field(led(value=value), (tanks("Near"), 0, 10, 10 + inches), (tanks("Far"), 0, 10, 10.5 + inches), ENEMY)
        assert within_influence(t, 0, 1) and not within_influence(t, 0, 2)

    def test_of_any_commander_not_only_the_best(self):
        t = field(led("Chief", 3), led("Deputy", 1, x=40.0), (tanks("Far"), 0, 40, 14), ENEMY)
        assert within_influence(t, 0, 2)
        Removed(1).on(t)
        assert not within_influence(t, 0, 2)

    def test_goes_out_from_his_unit_alone(self):
        # three tanks at 10, 12 and 14; the Commander in the first, then in the third
        for value, reached in (((1,), 14), ((0, 0, 1), 18)):
            t = field(led(value=value, units=3), ENEMY)
            t.change(
                0, form=type(t[0].form)(((10.0, 10.0), (12.0, 10.0), (14.0, 10.0)), t[0].form.bases, t[0].form.facing)
            )
            assert within_influence(t, 0, (float(reached), 10.0)) and not within_influence(t, 0, (reached + 0.5, 10.0))

    def test_scouts_hand_it_on_for_eight_inches_any_of_them(self):
        t = field(scouts(10, 10, units=2), (tanks("Near"), 0, 19.5, 10), (tanks("Far"), 0, 20, 10), ENEMY)
        assert within_influence(t, 0, 1) and not within_influence(t, 0, 2)  # the second Scout stands at 11.5
        assert not within_influence(t, 1, 1)

    def test_aboard_a_transport_it_is_measured_from_there(self):
        ride = squad(name="Ride", type="Tank", details=(("transport", ("cap 6 a",)),))
        ship = squad(name="Ship", type="Aircraft", details=(("transport", ("cap 6 a",)),))
        t = field(led("Chief", 1), scouts(40, 10), (ride, 0, 20, 20), (ship, 0, 30, 30), ENEMY)
        Embarked(0, 2).on(t)
        Embarked(1, 2).on(t)
        assert within_influence(t, 0, (20.0, 28.0)) and not within_influence(t, 0, (20.0, 28.5))
        assert not within_influence(t, 0, (10.0, 10.0))
        Embarked(2, 3).on(t)  # 8" from the ship, 2.36" of them upwards
        assert within_influence(t, 0, (30.0, 37.5)) and not within_influence(t, 0, (30.0, 37.75))
        assert within_influence(t, 0, 0)  # what is aboard is where its transport is

    @pytest.mark.parametrize("edge", [-1, 0, 2])
    def test_in_a_garrison_it_goes_out_from_all_its_edges(self, edge):
        men = squad(weapon(), name="Men", type="Infantry", F=4, details=(("commander", 1),))
        t = field((men, 0, 10, 10), ENEMY, pieces=(house(20, 20),))  # walls from 20 to 25
        Housed(0, 0, edge, stand(t, t[0], 0, edge)).on(t)
        for position, reached in (
            ((16.0, 22.0), True),
            ((29.0, 22.0), True),
            ((22.0, 29.5), False),
            ((22.0, 22.0), True),
        ):
            assert within_influence(t, 0, position) is reached

    def test_to_a_squad_in_a_garrison_it_is_measured_to_the_edge_that_it_holds(self):
        t = field(led(value=1, x=22.5, y=16.0), (foot("Men", 1), 0, 10, 10), ENEMY, pieces=(house(20, 20),))
        for edge, reached in (
            (0, True),
            (2, False),
            (-1, True),
        ):  # edge 0 is the near wall, 4" away, edge 2 the far one
            Housed(1, 0, edge, stand(t, t[1], 0, edge)).on(t)
            assert within_influence(t, 0, 1) is reached
        assert within_influence(t, 0, t.ground.pieces[0])

    def test_garrison_to_garrison_is_measured_from_wall_to_wall(self):
        men = squad(weapon(), name="Men", type="Infantry", F=4, details=(("commander", 1),))
        for distance, reached in ((4.0, True), (4.5, False), (-5.0, True)):
            pieces = (house(20, 20), house(25 + distance, 20, name="other"))
            t = field((men, 0, 10, 10), ENEMY, pieces=pieces)
            Housed(0, 0, -1, stand(t, t[0], 0, -1)).on(t)
            assert within_influence(t, 0, pieces[1]) is reached

    @pytest.mark.parametrize(("ruling", "reached"), [("any", True), ("whole", False)])
    def test_one_unit_of_a_squad_within_is_enough_or_all_must_be(self, ruling, reached):
        t = field(led(value=1), (tanks("Line", 3), 0, 13, 10), ENEMY, rulings={"squads-in-influence": ruling})
        assert within_influence(t, 0, 1) is reached
        assert within_influence(t, 0, (13.0, 10.0))

    def test_what_is_off_the_table_neither_has_it_nor_gives_it(self):
        t = field(led(value=6), scouts(12, 10), (tanks("Off"), 0, 11, 10), ENEMY)
        t.change(2, place="reserve")
        assert not within_influence(t, 0, 2)
        t.change(0, place="reserve")
        t.change(1, place="reserve")
        assert not within_influence(t, 0, (11.0, 10.0))


class TestLoss:
    def test_is_said_once_at_once_and_lowers_the_value(self):
        t, log = field(led("Chief", (2, 3), units=3), ENEMY), []
        run(t, harm.harm(t, 0, (0, 1, 1), 1), log=log)
        assert commanders(t[0]) == (3, 0) and command_value(t, 0) == 3
        assert [(e.unit, e.value) for e in log if isinstance(e, CommanderLost)] == [(0, 2)]
        run(t, harm.harm(t, 0, (1, 0), 1), log=log)
        assert commanders(t[0]) == (3,) and sum(isinstance(e, CommanderLost) for e in log) == 1
        run(t, harm.harm(t, 0, (0,), 1), log=log)
        assert commanders(t[0]) == () and command_value(t, 0) == 1
        assert log[-1].told(t) == "the Commander in Chief (Command Value 3) is lost"

    def test_two_of_one_value_are_two(self):
        t, log = field(led("Chief", (2, 2), units=2), ENEMY), []
        run(t, harm.harm(t, 0, (0, 1), 1), log=log)
        assert commanders(t[0]) == (2,) and sum(isinstance(e, CommanderLost) for e in log) == 1
        run(t, harm.harm(t, 0, (0,), 1), log=log)
        assert sum(isinstance(e, CommanderLost) for e in log) == 2

    def test_who_goes_down_with_his_transport_is_lost_with_it(self):
        ride = squad(name="Ride", type="Tank", A=13, details=(("transport", ("cap 6 a",)),))
        t, log = field((ride, 0, 20, 20), led("Chief", 3), ENEMY), []
        Embarked(1, 0).on(t)
        # D3 of 2 (face 3): two hits of Energy 10 against Armour 13, on 5 and more two points
        run(t, harm.harm(t, 0, (0,), 2), [3, 5, 1], log=log)
        assert [(e.unit, e.value) for e in log if isinstance(e, CommanderLost)] == [(1, 3)]

    def test_kill_points_are_those_of_the_units_lost_and_of_commanders_lost(self):
        # 30 points for three tanks, 65 for the Commander in the second
        kind = squad(GUN, name="Chief", type="Tank", units=3, details=(("commander", (0, 3)),))
        kind = type(kind)(**{f: getattr(kind, f) for f in kind.__struct_fields__} | {"points": 95})
        t = field((kind, 0, 10, 10), ENEMY)
        run(t, harm.harm(t, 0, (0, 1, 1), 1))
        assert round_end.kill_points(t, 0) == 10
        run(t, harm.harm(t, 0, (0, 1), 1))
        assert round_end.kill_points(t, 0) == 85
        run(t, harm.harm(t, 0, (0,), 1))
        assert round_end.kill_points(t, 0) == 95


FILE = """
system = "dropzone"
name = "Listed"
[[units]]
name = "Thrones"
type = "Tank"
points = 200
category = "Command"
commander = {value}
  [[units.models]]
  name = "Throne"
  count = 2
  stats = {{MV = 4, A = 12, DP = 3}}
"""


class TestInAFile:
    @pytest.mark.parametrize(("value", "points"), [("3", 265), ("[3, 1]", 265), ("[2, 2]", 270), ("[0, 2]", 235)])
    def test_each_unit_may_have_its_own(self, value, points):
        force = native.loads(FILE.format(value=value))
        assert force.kinds[0].points == points
        again = native.loads(native.dump(force))
        assert again.kinds == force.kinds and "points = 200\n" in native.dump(force)

    def test_one_unit_has_one_at_most(self):
        kinds = native.loads(FILE.format(value="[1, 1, 1]")).kinds
        assert army.commanders(kinds) == ["Thrones has places for 3 Commanders in 2 units; each holds one"]
        assert army.commanders(native.loads(FILE.format(value="[1, 1]")).kinds) == []
        assert army.commander_of(native.loads(FILE.format(value="[1, 3]")).kinds[0]) == (12, 65)
