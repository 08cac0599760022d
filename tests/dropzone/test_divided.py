"""Squads whose units are in different parts of a Garrison: who shoots out of which edge, and who is shot at where."""

from __future__ import annotations

import re

import pytest

from grognard.systems.dropzone import harm, melee
from grognard.systems.dropzone.buildings import garrisons
from grognard.systems.dropzone.examples import weapon
from grognard.systems.dropzone.movement.move_action import move
from grognard.systems.dropzone.shooting import line_of_sight, shoot_action, targeting
from grognard.systems.dropzone.squads import DIVIDED, coherent, edges, housed, moved_by

from .field import field, house, run, told
from .test_battle import GUN, KNIVES, foot, tanks

SOUTH, EAST, NORTH, WEST, MIDDLE = 0, 1, 2, 3, -1
RIFLE = weapon("", "Rifle", acc=3, energy=6, shots=1, full=30.0)
FLAME = weapon("Flame", "Flame", acc=2, energy=10, shots=1, full=30.0)


def street(*parts, guns=(RIFLE, KNIVES), rulings=None, tank=GUN):
    """A house with a squad in these parts of it, a tank south of it and another one north of it."""
    men = foot("Men", len(parts), *guns)
    t = field(
        (men, 0, 5, 5), (tanks("South", 1, tank), 1, 22.5, 8), (tanks("North", 1, tank), 1, 22.5, 40),
        pieces=(house(20, 20),), rulings=rulings,
    )  # fmt: skip
    placed = iter(parts)
    run(t, garrisons.go_in(t, 0, 0), picks={"Men: which part": "unit by unit", "which part": lambda ask: next(placed)})
    return t


@pytest.mark.asks("…: which part of …?", of=0)
def test_each_unit_goes_to_the_part_that_its_player_likes():
    t = street(SOUTH, NORTH, MIDDLE)
    assert housed(t[0]) == (0, DIVIDED) and edges(t[0]) == (SOUTH, NORTH, MIDDLE) and coherent(t[0])


def test_those_who_are_all_asked_and_go_to_one_edge_are_together():
    t = street(NORTH, NORTH)
    assert housed(t[0]) == (0, NORTH) and edges(t[0]) == (NORTH, NORTH)


def test_each_shoots_out_of_its_own_edge_and_nobody_out_of_the_middle():
    t = street(SOUTH, NORTH, MIDDLE)
    assert targeting.ready(t[0], 0) == (0, 1)
    assert [targeting.can_aim(t, t[0], 0, t[1], among=(i,)) for i in range(3)] == [True, False, False]
    assert [targeting.can_aim(t, t[0], 0, t[2], among=(i,)) for i in range(3)] == [False, True, False]


def test_each_is_shot_at_on_its_own_edge_and_nobody_in_the_middle():
    t = street(SOUTH, NORTH, MIDDLE)
    assert [sorted(line_of_sight.view(t, t[v], t[0]).seen[0]) for v in (1, 2)] == [[0], [1]]
    log = []
    # to hit 2 and soft cover 2; E10 at 7 is a critical on 2 and in Body Cover on 3
    run(t, shoot_action.shoot(t, 1), [4, 3], log=log)
    assert t[0].wounds == (3, 5, 5)


def test_flame_reaches_those_in_the_middle_and_those_on_the_edge_that_it_sees():
    t = street(SOUTH, NORTH, MIDDLE, tank=FLAME)
    found = targeting.outlook(t, t[1], FLAME, t[0])
    assert sorted(found.seen[0]) == [0, 2]
    picks = {"at what": ("squad", 0), "at which of": "Men 3"}
    run(t, shoot_action.shoot(t, 1), [2, 2, 1, 1], picks=picks)
    assert t[0].wounds == (5, 5, 3)


def test_close_quarters_reach_all_of_them():
    foe = foot("Foe", 1, KNIVES)
    t = field((foot("Men", 2, KNIVES), 0, 5, 5), (foe, 1, 40, 40), pieces=(house(20, 20),))
    placed = iter((SOUTH, NORTH))
    run(t, garrisons.go_in(t, 0, 0), picks={"Men: which part": "unit by unit", "which part": lambda ask: next(placed)})
    assert garrisons.places(t, t[1], 0) == [MIDDLE, EAST, WEST]  # two edges are held
    run(t, garrisons.go_in(t, 1, 0), picks={"which part": EAST})
    assert melee.foes_inside(t, t[0]) == [1] and melee.foes_inside(t, t[1]) == [0]
    run(t, melee.fight(t, 0), [2] * 4 + [1] * 4)
    assert t[1].wounds == (1,)


def test_units_may_part_as_they_move_and_only_those_that_shift_have_moved():
    t = street(SOUTH, SOUTH, rulings={"c4-edges": "moved"})
    run(t, move(t, 0), picks={"moves to which": "unit by unit", "Men 1: which": SOUTH, "Men 2: which": EAST})
    assert edges(t[0]) == (SOUTH, EAST) and moved_by(t[0], 0) == 0 and moved_by(t[0], 1) > 0


def test_losses_leave_the_others_where_they_are():
    t = street(SOUTH, NORTH, MIDDLE)
    run(t, harm.harm(t, 0, (0, 5, 5), 1))
    assert edges(t[0]) == (NORTH, MIDDLE) and housed(t[0]) == (0, DIVIDED)
    run(t, harm.harm(t, 0, (5, 0), 1))
    assert edges(t[0]) == (NORTH,) and housed(t[0]) == (0, NORTH)


def test_they_come_out_together():
    t = street(SOUTH, NORTH)
    log = []
    run(t, move(t, 0), picks={"moves to which": "leave", "which side": SOUTH}, log=log)
    assert housed(t[0]) is None and edges(t[0]) == () and all(y < 20 for _, y in t[0].form.positions)
    assert any(re.search(r" leaves \w.* at \(", said) for said in told(t, log))
