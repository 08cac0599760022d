"""Greedy players in and about buildings: they stand where they see somebody, and storm where they plainly win."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from grognard.bots.greedy import Greedy
from grognard.kernel.asks import Choose
from grognard.systems.dropzone.bots import indoors, places, value
from grognard.systems.dropzone.buildings.garrisons import places as parts
from grognard.systems.dropzone.examples import weapon
from grognard.systems.dropzone.shooting import targeting
from grognard.systems.dropzone.turn import GAME
from grognard.table.events import Embarked

from .field import field, house
from .test_battle import carrier, foot, inside, tanks

BLADES = weapon("", "Blades", cq=True, shots=8, energy=7)
FISTS = weapon("", "Fists", cq=True, shots=1, energy=3)


def bot():
    return Greedy(Random(1), GAME)


def part(t, u, k):
    options = tuple(parts(t, t[u], k))
    return bot().choose(t, Choose(t[u].side, "which part?", options, None, (u, "part", k)))


class TestWhereToStand:
    def test_at_the_edge_that_faces_the_enemy(self):
        t = field((foot("Men", 1), 0, 10, 12.9), (tanks("Foe"), 1, 10, 30), pieces=(house(8, 14),))
        edge = part(t, 0, 0)
        assert edge >= 0
        inside(t, 0, edge=edge)
        assert targeting.can_aim(t, t[0], 0, t[1])

    def test_in_the_middle_where_nobody_is_in_reach(self):
        t = field((foot("Men", 1), 0, 10, 12.9), (tanks("Foe"), 1, 10, 46), pieces=(house(8, 14),))
        assert part(t, 0, 0) == -1

    def test_who_sees_nobody_moves_to_another_edge_first(self):
        t = field((foot("Men", 1), 0, 10, 12.9), (tanks("Foe"), 1, 10, 30), pieces=(house(8, 14),))
        inside(t, 0, edge=-1)
        assert bot().choose(t, Choose(0, "what?", ("move", "nothing"), None, (0, "action"))) == "move"


@pytest.mark.parametrize(("ours", "theirs", "goes"), [(BLADES, FISTS, True), (FISTS, BLADES, False)])
def test_they_go_in_where_they_plainly_win(ours, theirs, goes):
    t = field((foot("Men", 1, ours), 0, 10, 12.9), (foot("Foe", 1, theirs), 1, 30, 30), pieces=(house(8, 14, dp=30),))
    inside(t, 1)
    assert value.beats(t, t[0], 0) is goes
    ask = Choose(0, "does Men go inside?", ("stay outside", 0), "stay outside", (0, "enter"))
    assert (bot().choose(t, ask) == 0) is goes


def test_a_squad_with_nothing_to_hold_comes_out_to_storm_its_neighbour():
    houses = (house(8, 14, dp=30), house(16, 14, dp=30, name="other"))
    t = field((foot("Men", 1, BLADES), 0, 10, 12.9), (foot("Foe", 1, FISTS), 1, 30, 30), pieces=houses)
    inside(t, 0), inside(t, 1, piece=1)
    assert indoors.in_walk(t, t[0]) == [1]
    assert bot().choose(t, Choose(0, "which part?", (0, 1, "leave"), 0, (0, "inside"))) == "leave"


def test_a_squad_with_nobody_in_sight_comes_out_for_an_objective_next_door():
    houses = (house(8, 14), house(16, 14, name="other"))
    t = field((foot("Men", 1), 0, 10, 12.9), (tanks("Foe"), 1, 44, 46), pieces=houses, objectives=((18.5, 16.5),))
    inside(t, 0)
    action = Choose(0, "what?", ("move", "nothing"), None, (0, "action"))
    assert bot().choose(t, action) == "move"
    assert bot().choose(t, Choose(0, "which part?", (0, 1, "leave"), 0, (0, "inside"))) == "leave"


def test_who_alone_may_still_find_an_objective_stays_for_it():
    houses = (house(8, 14), house(16, 14, name="other"))
    t = field(
        (foot("Men", 1), 0, 10, 12.9), (tanks("Foe"), 1, 44, 46), pieces=houses, objectives=((10, 16), (18.5, 16.5))
    )
    inside(t, 0)
    assert indoors.needed(t, t[0], 0)
    assert not indoors.sallies(t, t[0])


def test_infantry_rides_on_while_what_it_wants_is_far_away():
    ride = carrier(type="Skimmer")
    for y, stays in ((12.0, False), (34.0, True)):
        t = field(
            (ride, 0, 10, 4), (foot("Men", 1, MV=3), 0, 12, 4), (tanks("Foe"), 1, 44, 46),
            pieces=(house(8, y),), objectives=((10, y + 2),),
        )  # fmt: skip
        Embarked(1, 0).on(t)
        assert indoors.rides_on(t, t[1]) is stays


def test_what_lies_in_a_building_draws_infantry_and_transports_only():
    t = field(
        (foot("Men", 1), 0, 10, 12.9), (tanks("Ours"), 0, 10, 8), (tanks("Foe"), 1, 30, 30),
        pieces=(house(8, 14),), objectives=((10, 16),),
    )  # fmt: skip
    around = places.surroundings(t, 0)
    assert len(places.drawn_by(t, t[0], around).ids) == 1
    assert len(places.drawn_by(t, t[1], around).ids) == 0


def test_who_reaches_a_few_inches_goes_for_those_whom_it_can_fire_at():
    hose = weapon("", "Hose", shots=3, energy=4, full=6, countered=6)
    t = field(
        (tanks("Ours", 1, hose), 0, 10, 8), (carrier("Flyer"), 1, 10, 14), (tanks("Foe"), 1, 30, 30),
    )  # fmt: skip
    drawn = places.drawn_by(t, t[0], places.surroundings(t, 0))
    assert [(foe.left, foe.low) for foe in drawn.in_range[6.0].boxes] == [(30.0, 30.0)]


class TestBringingABuildingDown:
    def worth(self, gun, men=True):
        t = field(
            (tanks("Ours", 1, gun), 0, 10, 8), (foot("Foe", 2), 1, 30, 30), pieces=(house(8, 14, dp=10),)
        )  # fmt: skip
        t.change(1, kind=replace(t[1].kind, points=100))
        if men:
            inside(t, 1)
        return value.target_worth(t, t[0], 0, ("piece", 0))[0]

    def test_is_worth_what_the_weapon_does_to_it(self):
        ram, popgun = (weapon("", "Gun", shots=2, energy=energy, acc=2) for energy in (12, 6))
        assert self.worth(ram) > self.worth(popgun) > 0.01

    def test_is_worth_nothing_while_nobody_is_inside(self):
        assert self.worth(weapon("", "Gun", shots=2, energy=12), men=False) < 0.01

    def test_is_not_for_a_building_where_we_hold_an_objective(self):
        t = field((tanks("Ours"), 0, 10, 8), (tanks("Foe"), 1, 30, 30), pieces=(house(8, 14),), objectives=((10, 16),))
        t.markers = tuple(replace(m, side=0) for m in t.markers)
        values = {what: value.target_worth(t, t[0], 0, (what, 0))[0] for what in ("piece", "combined at piece")}
        assert max(values.values()) < value.target_worth(t, t[0], 0, ("hold fire", -1))[0]
