"""Greedy players in and about buildings: they stand where they see somebody, and storm where they plainly win."""

from __future__ import annotations

from random import Random

import pytest

from grognard.bots.greedy import Greedy
from grognard.kernel.asks import Choose
from grognard.systems.dropzone import storming, targets
from grognard.systems.dropzone.duel import weapon
from grognard.systems.dropzone.garrisons import places
from grognard.systems.dropzone.turn import GAME

from .field import field, house
from .test_battle import foot, inside, tanks

BLADES = weapon("", "Blades", cq=True, shots=8, energy=7)
FISTS = weapon("", "Fists", cq=True, shots=1, energy=3)


def bot():
    return Greedy(Random(1), GAME)


def part(t, u, k):
    options = tuple(places(t, t[u], k))
    return bot().choose(t, Choose(t[u].side, "which part?", options, None, (u, "part", k)))


class TestWhereToStand:
    def test_at_the_edge_that_faces_the_enemy(self):
        t = field((foot("Men", 1), 0, 10, 12.9), (tanks("Foe"), 1, 10, 30), pieces=(house(8, 14),))
        edge = part(t, 0, 0)
        assert edge >= 0
        inside(t, 0, edge=edge)
        assert targets.can_aim(t, t[0], 0, t[1])

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
    assert storming.beats(t, t[0], 0) is goes
    ask = Choose(0, "does Men go inside?", ("stay outside", 0), "stay outside", (0, "enter"))
    assert (bot().choose(t, ask) == 0) is goes


def test_a_squad_with_nothing_to_hold_comes_out_to_storm_its_neighbour():
    houses = (house(8, 14, dp=30), house(16, 14, dp=30, name="other"))
    t = field((foot("Men", 1, BLADES), 0, 10, 12.9), (foot("Foe", 1, FISTS), 1, 30, 30), pieces=houses)
    inside(t, 0), inside(t, 1, piece=1)
    assert storming.within_walk(t, t[0], 0) == [1]
    assert bot().choose(t, Choose(0, "which part?", (0, 1, "leave"), 0, (0, "inside"))) == "leave"
