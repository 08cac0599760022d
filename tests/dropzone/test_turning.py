"""Squads that cannot move turn where they stand; a turn is a move like any other."""

from __future__ import annotations

from random import Random

from grognard.bots.greedy import Greedy
from grognard.kernel.asks import Choose
from grognard.systems.dropzone.examples import weapon
from grognard.systems.dropzone.movement.legal_moves import ground_moves, may_turn
from grognard.systems.dropzone.movement.move_action import can_move, move
from grognard.systems.dropzone.shooting import targeting
from grognard.systems.dropzone.shooting.shoot_action import shoot
from grognard.systems.dropzone.squads import moved
from grognard.systems.dropzone.turn import GAME, Actions, activation

from .field import field, run, told
from .test_battle import tanks

AHEAD = {"arcs": ("F",), "acc": 2, "energy": 10}


def guns(mf=None, x=30.0, y=10.0, **more):
    """Howitzers that look up the table, and a tank."""
    howitzer = tanks("Howitzer", 1, weapon(mf=mf, **{**AHEAD, **more}), MV=0)
    return field((howitzer, 0, 10, 10), (tanks("B"), 1, x, y))


def turned(ask):
    return next(form for form in ask.options if form.facing != ask.options.form.facing)


def test_a_squad_that_cannot_move_turns_to_what_it_would_shoot_at():
    t, log = guns(), []
    assert not targeting.can_shoot(t, t[0]) and can_move(t, t[0])
    run(t, move(t, 0), picks={"where does": turned}, log=log)
    assert told(t, log) == ["Howitzer turns"] and t[0].form.positions == ((10.0, 10.0),)
    assert targeting.can_shoot(t, t[0])


def test_a_turn_is_a_move_for_what_must_stand_still():
    t = guns(mf=0)
    run(t, move(t, 0), picks={"where does": turned})
    assert 0 < moved(t[0]) < 0.1 and targeting.lines(t[0]) == []


def test_who_has_fired_what_must_stand_still_turns_no_more():
    for mf, may in ((0, False), (None, True)):
        t = guns(mf=mf, x=10.0, y=30.0)
        run(t, shoot(t, 0), [1])
        assert may_turn(t[0]) is may and can_move(t, t[0]) is may


def test_who_fires_all_round_has_no_need():
    t = guns(arcs=("F", "S", "R"))
    assert not can_move(t, t[0])


def test_others_may_turn_on_the_spot_too():
    t = field((tanks("A"), 0, 10, 10), (tanks("B"), 1, 30, 10))
    log = []
    run(t, move(t, 0), picks={"where does": lambda ask: ask.options.form.faced(1.0, 0.0)}, log=log)
    assert told(t, log) == ["A turns"] and moved(t[0]) > 0


def test_bots_turn_to_the_enemy():
    t = guns()
    options = ground_moves(t, t[0], 0.0)
    assert options.draw(Random(1)).front(0) != t[0].form.front(0) and options.draw(Random(1)) in options
    bot = Greedy(None, GAME)
    assert bot.choose(t, Choose(0, "what does it do?", Actions(t, t[0]), None, (0, "action"))) == "move"
    pick = bot.choose(t, Choose(0, "where does it move?", options, t[0].form, 0))
    assert pick.front(0) != t[0].form.front(0)
    t = guns(x=10.0, y=30.0)  # it looks there already
    assert ground_moves(t, t[0], 0.0).draw(Random(1)).facing == t[0].form.facing


def test_what_turns_first_may_fire_in_the_same_activation():
    t, log = guns(), []
    picks = {"what does": lambda ask: next(iter(ask.options)), "where does": turned, "at what": ("squad", 1)}
    run(t, activation(t, 0), [2, 4], picks=picks, log=log)  # 10 against 13: a 4 does a point
    assert not t[1].alive
