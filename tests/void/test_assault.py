"""Charges, counter-charges and blows on the table."""

from __future__ import annotations

import pytest

from grognard.systems.void.examples import model, trooper, unit
from grognard.systems.void.melee.counter_charge import counter_charge
from grognard.systems.void.melee.fight import fight
from grognard.systems.void.rules import BerserkCharge, StrikeFirst
from grognard.systems.void.turn import activation
from grognard.table.events import Locked
from grognard.table.state import Effect

from .field import Field, at

BLADE = ("Combat Blade",)


def duel(ours, theirs, distance=4.0):
    return Field([at(ours, 10, 10)], [at(theirs, 10, 10.984375 + distance)])


def engaged(ours, theirs):
    f = duel(ours, theirs, 0.0)
    Locked(0, 1).on(f.table)
    return f


def test_a_charger_strikes_first_and_whom_it_kills_does_not_strike_back():
    f = duel(trooper(arms=BLADE), trooper(arms=BLADE), 3.0)
    f.run(activation(f.table, 0), [5, 6], what_does="stay", counter_charge="stand")  # +1 for the charge
    assert not f[1].alive and f[0].wounds == (1,)


def test_a_counter_charge_on_a_passed_check_makes_blows_simultaneous():
    f = duel(trooper(arms=BLADE), trooper(arms=BLADE), 3.0)
    f.run(activation(f.table, 0), [6, 5, 6, 5, 6], what_does="stay", counter_charge="counter-charge")
    assert not f[0].alive and not f[1].alive
    assert any("counter-charges" in line for line in f.told())


def test_a_failed_check_leaves_it_standing():
    f = duel(trooper(arms=BLADE), trooper(arms=BLADE), 3.0)
    f.run(activation(f.table, 0), [5, 4, 5], what_does="stay", counter_charge="counter-charge")
    assert f[0].locked and f[1].locked


def test_nobody_charges_further_than_his_mv():
    f = duel(trooper(arms=BLADE), trooper(arms=BLADE), 4.5)
    f.run(activation(f.table, 0), what_does="stay")
    assert not f[0].locked and not any("charge" in a.question for a in f.asked)


def test_move_and_assault_together_reach_twice_the_mv():
    f = duel(trooper(arms=BLADE), trooper(arms=BLADE), 6.0)
    forward = f[0].form.shifted(0, 3)
    f.run(activation(f.table, 0), [1, 1], what_does="move", where_does=lambda options: forward, counter_charge="stand")
    assert f[0].locked


def test_those_in_close_combat_fight_on_and_both_sides_strike_at_once():
    f = engaged(trooper(arms=BLADE), trooper(arms=BLADE))
    f.run(activation(f.table, 0), [6, 6, 6, 6])
    assert not f[0].alive and not f[1].alive


def test_a_unit_on_hold_counter_charges_without_a_check():
    from grognard.table.events import Given

    f = duel(trooper(arms=BLADE), trooper(arms=BLADE), 3.0)
    Given(1, Effect("on hold", until="marker phase")).on(f.table)
    assert f.run(counter_charge(f.table, 0, 1), [], counter_charge="counter-charge")
    assert not f[1].has("on hold")


def test_a_unit_counter_charges_once_a_game_turn():
    f = duel(trooper(arms=BLADE), trooper(arms=BLADE), 3.0)
    assert f.run(counter_charge(f.table, 0, 1), [6], counter_charge="counter-charge")
    assert not f.run(counter_charge(f.table, 0, 1), [])


# --- Berserk Charge -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:berserk-charge")
def test_whom_berserkers_charge_may_not_counter_charge():
    f = duel(trooper(BerserkCharge(), arms=BLADE), trooper(arms=BLADE), 3.0)
    f.run(activation(f.table, 0), [5, 6], what_does="stay", counter_charge="counter-charge")
    assert not any("counter" in a.question for a in f.asked) and "void:berserk-charge" in f.by()


@pytest.mark.rule("void:berserk-charge")
def test_berserkers_that_are_charged_counter_charge_without_a_check_or_a_choice():
    f = duel(trooper(arms=BLADE), trooper(BerserkCharge(), arms=BLADE), 3.0)
    f.run(activation(f.table, 0), [5, 5, 5, 5], what_does="stay")
    assert any("counter-charges" in line for line in f.told())
    assert not any("counter" in a.question for a in f.asked)


@pytest.mark.rule("void:berserk-charge")
def test_berserk_against_berserk_the_charged_one_stays():
    f = duel(trooper(BerserkCharge(), arms=BLADE), trooper(BerserkCharge(), arms=BLADE), 3.0)
    assert not f.run(counter_charge(f.table, 0, 1), [])


@pytest.mark.rule("void:berserk-charge")
def test_one_model_without_it_cools_the_unit():
    mixed = unit(model("line trooper", BerserkCharge(), arms=BLADE), model("sergeant", arms=BLADE), name="mixed")
    f = duel(mixed, trooper(arms=BLADE), 3.0)
    assert f.run(counter_charge(f.table, 0, 1), [6], counter_charge="counter-charge")


# --- Strike First -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:strike-first")
def test_strike_first_beats_the_charger_to_the_blow():
    f = duel(trooper(arms=BLADE), trooper(StrikeFirst(), arms=BLADE), 3.0)
    f.run(activation(f.table, 0), [6, 6], what_does="stay", counter_charge="stand")
    assert not f[0].alive and f[1].alive and "void:strike-first" in f.by()


@pytest.mark.rule("void:strike-first")
def test_without_a_charger_it_strikes_before_the_others_of_both_sides():
    f = engaged(trooper(StrikeFirst(), arms=BLADE), trooper(arms=BLADE))
    f.run(fight(f.table, 0), [6, 6])
    assert f[0].alive and not f[1].alive


@pytest.mark.rule("void:strike-first")
def test_two_who_strike_first_strike_at_the_same_time():
    f = engaged(trooper(StrikeFirst(), arms=BLADE), trooper(StrikeFirst(), arms=BLADE))
    f.run(fight(f.table, 0), [6, 6, 6, 6])
    assert not f[0].alive and not f[1].alive


@pytest.mark.rule("void:strike-first")
def test_it_takes_nothing_of_the_chargers_other_bonuses():
    f = duel(trooper(arms=BLADE), trooper(StrikeFirst(), arms=BLADE), 3.0)
    f.run(activation(f.table, 0), [5, 5, 6], what_does="stay", counter_charge="stand")  # missed; +1 hits on a 5
    assert not f[1].alive
