"""Command cards where they meet Commanders, transports, Garrisons, objectives and one another, worked by hand."""

from __future__ import annotations

import pytest

from grognard.systems.dropzone import objectives
from grognard.systems.dropzone.cards import playing
from grognard.systems.dropzone.cards.card import SQUAD_BEGINS, Occasion
from grognard.systems.dropzone.events import GroupActivated, SceneryHit
from grognard.systems.dropzone.turn import activations, cards_drawn

from .field import field, house, run, told
from .hands import ON, chief, holds
from .test_battle import foot, inside, tanks

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
