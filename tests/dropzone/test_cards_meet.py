"""Command cards where they meet Commanders, transports, Garrisons, objectives and one another, worked by hand."""

from __future__ import annotations

import pytest

from grognard.systems.dropzone import garrisons, objectives, shooting
from grognard.systems.dropzone.cards import playing
from grognard.systems.dropzone.cards.card import SQUAD_BEGINS, Occasion
from grognard.systems.dropzone.events import GroupActivated, SceneryHit
from grognard.systems.dropzone.squads import housed
from grognard.systems.dropzone.turn import activations, cards_drawn
from grognard.table.events import Embarked
from grognard.table.terrain import Piece, rectangle

from .field import field, house, run, told
from .hands import ON, chief, holds
from .test_battle import carrier, foot, inside, tanks

rule = pytest.mark.rule


# --- what the report says ---------------------------------------------------------------------------------------------


@rule("dropzone:shock-assault")
def test_the_report_names_the_squad_of_a_shock_assault():
    t = holds(holds(field((tanks("A"), 0, 10, 10), chief(10, 6), (tanks("B"), 1, 10, 40), rulings=ON), 0, 7), 1, 10)
    t.memory = {**t.memory, ("deck", 0): ()}  # nothing is left to draw
    log = []
    run(t, cards_drawn(t, 0), [], {"play which": "Shock Assault", "what does": "nothing"}, log)
    assert "A is activated before all others" in told(t, log)


@rule("dropzone:reactionary")
def test_the_report_names_the_squad_that_reacts():
    t = holds(field((tanks("A"), 0, 10, 10), chief(10, 6), (tanks("B"), 1, 10, 40), rulings=ON), 0, 8)
    GroupActivated(1, "B 2", ()).on(t)
    log = []
    run(t, activations(t, 1), [], {"play which": "Reactionary", "which squad reacts": 0, "out of turn": "nothing"}, log)
    assert "A acts out of turn" in told(t, log)


@rule("dropzone:field-repairs")
def test_repairs_while_a_squad_acts_need_not_be_for_that_squad():
    hurt = tanks("A", DP=2)
    t = holds(field((hurt, 0, 10, 10), chief(10, 6), (tanks("B"), 1, 10, 40), rulings=ON), 0, 29)
    t.change(0, wounds=(1,))
    log = []
    run(t, playing.offer(t, 0, Occasion(SQUAD_BEGINS, 1)), [1], {"play which": "Field Repairs"}, log)
    assert told(t, log)[0] == "Player 1 plays Field Repairs" and t[0].wounds == (2,)


def test_one_point_is_a_point():
    t = field(pieces=(house(10, 14),))
    assert SceneryHit(0, 1).told(t) == "house has 1 Damage Point left"


def test_a_search_says_what_it_needs_and_why():
    t = field((foot("Men", 1), 0, 40, 4), (tanks("B"), 1, 40, 40), pieces=(house(10, 14),), objectives=((12, 16),))
    inside(t, 0)
    t.clock = type(t.clock)(2, 0, t.clock.step, 0, "activations")
    test = objectives.thrown_for(objectives.search_test(t, t[0], t.marker(1)).done())
    assert test.test.name == "Search, 5+ (round 2)"


@rule("dropzone:flares")
def test_a_card_is_a_reason_only_for_what_it_counts_against():
    t = holds(siege((tanks("A", 2), 1, 24, 24), (tanks("B"), 0, 24, 16)), 0, 18)
    guns, target = by_name(t, "A"), by_name(t, "B")
    fire = [shooting.Declared(0, target, (0,)), shooting.Declared(0, -1, (1,), 0)]
    log = []
    # 2+ and 3+ at B, whose player has the die thrown again; 2+ and 2+ at the house, a critical: a token, which does nothing
    run(t, shooting.resolve(t, guns, fire), [2, 3, 3, 2, 2, 1, 1], {"fired at": "Flares"}, log)
    hurt = {type(e).__name__: e.by for e in log if type(e).__name__ in ("Hurt", "SceneryHit")}
    assert hurt["Hurt"] == ("dropzone:flares",) and hurt["SceneryHit"] == ()


# --- who comes in -----------------------------------------------------------------------------------------------------


def siege(*more, pieces=(), rulings=None):
    """Men of player 1 in a house at (10, 14), a Commander each; ``more`` squads besides."""
    t = field(
        (foot("Men", 1), 0, 40, 4),
        chief(8, 4, 0),
        *(s for s in more if s[1] == 0),
        chief(8, 30, 1),
        *(s for s in more if s[1] == 1),
        pieces=(house(10, 14), *pieces),
        rulings={**ON, **(rulings or {})},
    )
    inside(t, 0)
    return t


def by_name(t, name):
    return next(u.id for u in t.units if u.kind.name == name)


@rule("dropzone:occupiers-advantage")
def test_who_stormed_a_house_in_its_own_activation_strikes_later_without_throwing_again():
    """A die of Energy 6 against Armour 7 does harm on 2+: 5/6 a die; in the activation in which it came in 25/36."""
    t = holds(siege((foot("Foe", 1), 1, 12, 13), (foot("Relief", 1), 0, 13, 13)), 1, 22)
    foe, relief = by_name(t, "Foe"), by_name(t, "Relief")
    run(t, garrisons.go_in(t, foe, 0), [], {"which part": -1})
    assert t[foe].has("stormed")
    run(t, garrisons.tests_fortitude(t))  # the end of that activation
    picks = {"play which": "Occupier's Advantage", "which part": -1}
    run(t, garrisons.go_in(t, relief, 0), [2, 2, 2, 2], picks)
    assert t[relief].wounds == (1,)


@rule("dropzone:move-move-move")
@rule("dropzone:occupiers-advantage")
def test_men_unloaded_out_of_turn_into_a_house_are_struck_test_and_then_strike_as_if_they_had_been_there():
    bus = carrier("Bus", "cap 2 c", "Tank")
    men = foot("Load", 1, details=(("transport", ("req 1 c",)),))
    t = siege((bus, 1, 12, 11.5), (men, 1, 40, 40))
    load, ride = by_name(t, "Load"), by_name(t, "Bus")
    Embarked(load, ride).on(t)
    holds(holds(t, 1, 10), 0, 22)
    GroupActivated(0, "Men 0", ()).on(t)
    picks = {
        "an enemy battlegroup has acted": "Move, Move, Move",
        "comes in": "Occupier's Advantage",
        "which transport": ride,
        "where does Load get out": lambda ask: max(ask.options, key=lambda form: form.spots[0][1]),
        "go inside": 0,
        "which part": -1,
    }
    # three of four knives do harm: 2 points left of 5, under half, and Fortitude 4+ is passed
    run(t, activations(t, 0), [2, 2, 1, 2, 4], picks)
    assert t[load].wounds == (2,) and housed(t[load]) == (0, -1) and not t[load].has("stormed")
    run(t, garrisons.fight(t, load), [2, 1, 1, 1])  # four dice, none thrown again
    assert t[0].wounds == (4,)


@rule("dropzone:withdrawal")
def test_nobody_withdraws_from_a_house_without_a_way_out():
    ring = tuple(
        Piece(f"block {i}", rectangle(*box), 4.0, ("impassable", "solid"))
        for i, box in enumerate(((5, 9, 15, 5), (5, 19, 15, 5), (5, 14, 5, 5), (15, 14, 5, 5)))
    )
    t = holds(siege((foot("Foe", 1), 1, 30, 30), pieces=ring), 0, 25)
    run(t, garrisons.go_in(t, by_name(t, "Foe"), 0), [], {"which part": -1})  # not asked
    assert housed(t[0]) is not None


@rule("dropzone:underground")
def test_who_fails_the_test_on_the_way_underground_runs_to_the_street():
    """Two enemy squads against one: Fortitude 4+ fails with a 2, two points are lost, and it runs: not below the streets."""
    t = siege((foot("Foe", 1), 1, 30, 30), (foot("More", 1), 1, 33, 30), pieces=(house(18, 14, name="refuge"),))
    for name in ("Foe", "More"):
        inside(t, by_name(t, name))
    holds(t, 0, 9)
    run(t, playing.offer(t, 0, Occasion(SQUAD_BEGINS, 0)), [2], {"play which": "Underground", "on which side": 2})
    assert t[0].wounds == (3,) and housed(t[0]) is None and t[0].here


@rule("dropzone:withdrawal")
@rule("dropzone:nerves-of-steel")
def test_a_withdrawal_past_more_enemies_tests_and_nerves_pass_it():
    t = siege((foot("Foe", 1), 1, 30, 30), (foot("More", 1), 1, 33, 30))
    inside(t, by_name(t, "Foe"))
    holds(t, 0, 25, 24)
    picks = {"comes in": "Withdrawal", "tests Fortitude": "Nerves of Steel", "which part": -1, "on which side": 2}
    run(t, garrisons.go_in(t, by_name(t, "More"), 0), [], picks)
    assert t[0].wounds == (5,) and housed(t[0]) is None


# --- out of turn ------------------------------------------------------------------------------------------------------


@rule("dropzone:booby-trap")
@rule("dropzone:shock-assault")
def test_a_shock_assault_in_a_garrison_may_set_off_a_booby_trap():
    t = holds(holds(siege(), 0, 7), 1, 28)
    t.memory = {**t.memory, ("deck", 0): (), ("deck", 1): ()}
    picks = {"the round begins": "Shock Assault", "what does": "nothing", "has acted": "Booby Trap"}
    # one hit of Energy 10 on Armour 10: a 3 is a critical, a point and a token
    run(t, cards_drawn(t, 0), [1, 3], picks)
    assert t.scenery[0].points == 19 and t.scenery[0].tokens == 1


@rule("dropzone:booby-trap")
@rule("dropzone:reactionary")
def test_so_may_a_squad_that_reacts_from_a_garrison():
    t = holds(holds(siege(), 0, 8), 1, 28)
    GroupActivated(1, "Chief 1", ()).on(t)
    picks = {
        "enemy battlegroup": "Reactionary",
        "reacts": 0,
        "out of turn": "move",
        "to which part": 0,
        "squad has acted": "Booby Trap",
    }
    run(t, activations(t, 1), [1, 3], picks)
    assert t.scenery[0].points == 19 and housed(t[0]) == (0, 0)
