"""Where greedy players go, and when they stay."""

from __future__ import annotations

from math import inf

import pytest

from grognard import battles
from grognard.bots.candidates import best_aim
from grognard.bots.greedy import best
from grognard.common import battle
from grognard.kernel.asks import Choose
from grognard.systems.usr.bots import movement as moving
from grognard.systems.usr.bots.places import place
from grognard.systems.usr.examples import model, unit, weapon
from grognard.systems.usr.movement import legal_moves, movement
from grognard.systems.usr.turn import GAME
from tests.usr.field import field, wood

RIFLES = unit(model(weapons=[weapon("Rifle", range=24, type="Rapid Fire")]), name="Rifles", count=5)
FAR = unit(model(weapons=[weapon("Rifle", range=24, type="Rapid Fire")]), name="Far", count=5)


def asked(t, u=0):
    """How a greedy player moves a unit, and why."""
    ask = Choose(0, "how does it move?", movement.hows(t[u]), default="move", about=("how", u))
    return best(t, ask, list(ask.options), GAME)


def test_who_stands_on_the_objective_with_nobody_near_stays_and_does_not_advance():
    t = field((RIFLES, 0, 10, 10), (FAR, 1, 40, 45), step="movement", objectives=((10, 10),))
    assert asked(t) == ("stay", "there is no better place")


def test_who_has_somewhere_to_go_goes_there():
    t = field((RIFLES, 0, 10, 10), (FAR, 1, 40, 45), step="movement", objectives=((10, 20),))
    assert asked(t)[0] == "advance"
    t = field((RIFLES, 0, 10, 10), (FAR, 1, 10, 32), step="movement", objectives=((10, 18),))
    assert asked(t)[0] == "move"


def test_who_would_have_to_go_through_a_wood_still_moves():
    # the objective lies behind the wood, and round it nothing is better than where the unit stands
    t = field(
        (RIFLES, 0, 24, 10), (FAR, 1, 24, 45), step="movement", objectives=((24, 19),), pieces=(wood(4, 12, 40, 4),)
    )
    assert moving._barred(t, t[0]) and asked(t)[0] != "stay"


def test_looking_ahead_and_the_question_itself_judge_the_same_moves():
    t = field((RIFLES, 0, 10, 10), (FAR, 1, 40, 45), step="movement", objectives=((10, 20),))
    ahead = movement.plain_move(t, 0)
    assert ahead is not None and ahead is legal_moves.march(t, 0, 6.0, ahead.mode)
    assert all(one is other for one, other in zip(ahead, ahead, strict=True)), "proposed once"
    assert legal_moves.march(t, 0, 9.0, ahead.mode) is not ahead


@pytest.mark.parametrize("seed", [1, 6])
def test_moves_are_worth_no_more_than_they_promise_and_the_pick_is_that_among_all(monkeypatch, seed):
    usual, asked_of = best_aim, []

    def checked(moves, hopes, worth, enough=inf):
        aims = moves.aims()
        for (make, _), most in zip(aims, hopes([point for _, point in aims]), strict=True):
            form = moves.offer(make)
            assert form is None or worth(form)[0] <= most
        form, value, why = usual(moves, hopes, worth, enough)
        listed = [(worth(one)[0], one) for make, _ in aims if (one := moves.offer(make)) is not None]
        if listed:
            most = max(v for v, _ in listed)
            assert value == most and form.positions == next(one.positions for v, one in listed if v == most)
            asked_of.append(form)
        return form, value, why

    monkeypatch.setattr("grognard.bots.greedy.best_aim", checked)
    battle.begin(battles.setup("usr/A", "usr/B", seed=seed, bots=("greedy",))).play()
    assert len(asked_of) > 30


@pytest.mark.parametrize("seed", [2, 5])
def test_whether_there_is_a_better_place_is_told_as_if_all_were_judged(monkeypatch, seed):
    usual, told = moving.nowhere_better, []

    def checked(t, u):
        found = usual(t, u)
        moves, here = movement.plain_move(t, u), t[u].form
        if moves is not None:
            best = place(t, u, here)[0]
            formations = [form for make, _ in moves.aims() if (form := moves.offer(make)) is not None]
            assert found == all(form.positions == here.positions or place(t, u, form)[0] <= best for form in formations)
            told.append(found)
        return found

    monkeypatch.setattr(moving, "nowhere_better", checked)
    battle.begin(battles.setup("usr/A", "usr/B", seed=seed, bots=("greedy",))).play()
    assert True in told and False in told
