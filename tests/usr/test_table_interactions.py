"""Rules of different families that meet on the table: heroes in squads, fires and transports, arrivals and those who watch."""

from __future__ import annotations

import pytest

from grognard.systems.usr import condition, end_of_turn, lasting_effects
from grognard.systems.usr.characters import joins
from grognard.systems.usr.combat import charge
from grognard.systems.usr.examples import model, shooter, target, unit, weapon
from grognard.systems.usr.model_marks import wearing
from grognard.systems.usr.movement import movement, overflight
from grognard.systems.usr.movement.movement_modifiers import going
from grognard.systems.usr.rules.lasting import Blinded
from grognard.systems.usr.shooting import interceptor, split_fire
from grognard.systems.usr.shooting.shooting import fire
from grognard.table.state import Clock, Effect
from tests.usr.carrying import aboard, carrier
from tests.usr.field import act, field

rule = pytest.mark.rule
HIT, WOUND = 3, 4
RIFLE = weapon("Rifle", type="Assault 1")


def squad(*rules, name="Squad", count=3, **stats):
    return unit(model(*rules, name=name, weapons=[RIFLE], **stats), name=name, count=count)


def joined(rules_of_hero, *rules_of_men, side=1, step="shooting"):
    """Men of side 1 whom a character has joined, and a shooter of side 0 ten inches away."""
    hero = unit(model("Independent Character", *rules_of_hero, name="Hero", W=3, weapons=[RIFLE]), name="Hero")
    t = field((shooter(), 0, 10, 10), (squad(*rules_of_men), 1, 10, 20), (hero, 1, 15, 20), step=step, player=side)
    act(t, joins(t, 2, 1))
    assert t[1].size == 4
    return t


# --- characters in squads ---------------------------------------------------------------------------------------------


@rule("usr:stealth", "usr:independent-character")
def test_a_stealthy_hero_hides_the_squad_that_he_joins():
    t = joined(["Stealth"])
    act(t, fire(t, 0, 1), [HIT, WOUND, 6])  # 6+ in the open
    assert t[1].size == 4
    act(t, fire(t, 0, 1), [HIT, WOUND, 5])
    assert t[1].size == 3


@rule("usr:feel-no-pain", "usr:independent-character")
def test_a_hardy_hero_feels_his_own_wounds_only():
    t = joined(["Feel No Pain (2+)"])
    act(t, fire(t, 0, 1), [HIT, WOUND])  # the nearest man: no die
    assert t[1].size == 3


@rule("usr:fleet", "usr:independent-character")
@pytest.mark.parametrize(("hero", "again"), [([], False), (["Fleet"], True)])
def test_a_slow_hero_keeps_a_fleet_squad_from_throwing_again(hero, again):
    assert bool(going(joined(hero, "Fleet")[1].members).again) is again


@rule("usr:crusader", "usr:slow-and-purposeful", "usr:independent-character")
def test_a_crusading_hero_hurries_a_squad_and_a_steady_one_stops_it():
    assert going(joined(["Crusader"])[1].members).more
    steady = going(joined(["Slow and Purposeful"], "Crusader")[1].members)
    assert steady.steady and steady.more, "what they could throw is of no use: they never advance"


@rule("usr:preferred-enemy", "usr:independent-character")
def test_a_hero_who_knows_the_enemy_teaches_the_squad():
    foe = unit(model(name="Foe"), name="Foe", count=9)
    hero = unit(model("Independent Character", "Preferred Enemy", name="Hero", W=3), name="Hero")
    t = field((squad(), 0, 10, 10), (hero, 0, 15, 10), (foe, 1, 10, 20))
    act(t, joins(t, 1, 0))
    # three shots: a 1 thrown again hits; of the three wounds a 1 thrown again wounds
    done = act(t, fire(t, 0, 2), [1, HIT, HIT, HIT, 1, WOUND, WOUND, WOUND])
    assert t[2].size == 6 and "usr:preferred-enemy" in done.event("ShotAt").by


@rule("usr:fearless", "usr:independent-character", "usr:pinning")
def test_a_fearless_hero_keeps_a_squad_on_its_feet_under_pinning_fire():
    hero = unit(model("Independent Character", "Fearless", name="Hero", W=3), name="Hero")
    t = field((shooter("Pinning"), 0, 10, 10), (squad(), 1, 10, 20), (hero, 1, 15, 20))
    act(t, joins(t, 2, 1))
    done = act(t, fire(t, 0, 1), [HIT, WOUND])  # no die for the test
    assert not t[1].has(condition.GROUNDED) and "go to ground?" not in done.asked


# --- arrivals ---------------------------------------------------------------------------------------------------------


WATCH = weapon("Watch gun", "Interceptor", type="Heavy 1")
COMERS = squad(name="Comers", count=2)


def watched(gunner):
    t = field((unit(gunner, name="Gunner"), 0, 10, 10), (COMERS, 1, 10, 20), step="intercepting", player=1)
    t.change(1, effects=(Effect(condition.ARRIVED), Effect(condition.MOVED, value="moved")))
    return t


@rule("usr:blind", "usr:interceptor")
@pytest.mark.parametrize(("die", "hits"), [(5, False), (6, True)])
def test_a_blinded_gunner_intercepts_with_skill_one(die, hits):
    t = watched(wearing(model(weapons=[WATCH]), Blinded()))
    act(t, interceptor.intercept_one(t, 1), [die, WOUND] if hits else [die], {"as he arrives": 1})
    assert t[1].size == (1 if hits else 2)


@rule("usr:blind", "usr:interceptor", "usr:twin-linked")
def test_a_blinded_twin_linked_gun_intercepts_on_two_sixes_in_turn():
    gun = weapon("Watch gun", "Interceptor", "Twin-linked", type="Heavy 1")
    t = watched(wearing(model(weapons=[gun]), Blinded()))
    act(t, interceptor.intercept_one(t, 1), [5, 6, WOUND], {"as he arrives": 1})
    assert t[1].size == 1


@rule("usr:interceptor")
def test_who_goes_to_ground_under_intercepting_fire_neither_charges_nor_aims():
    t = watched(model(weapons=[WATCH]))
    act(t, interceptor.intercept_one(t, 1), [HIT, WOUND, 6], {"as he arrives": 1, "go to ground": "yes"})
    assert t[1].has(condition.GROUNDED) and t[1].size == 2
    t.clock = Clock(1, 1, t.clock.step, 0, "charges")
    assert 1 not in charge.can_charge(t, 1)
    act(t, fire(t, 1, 0), [5, 5])  # Snap Shots both


@rule("usr:interceptor", "usr:concussive")
def test_who_is_concussed_as_he_arrives_strikes_last_in_that_turn():
    gun = weapon("Watch gun", "Interceptor", "Concussive", type="Heavy 1")
    ogre = unit(model(name="Ogre", W=3), name="Ogre")
    t = field((unit(model(weapons=[gun]), name="Gunner"), 0, 10, 10), (ogre, 1, 10, 20), step="intercepting", player=1)
    t.change(1, effects=(Effect(condition.ARRIVED),))
    act(t, interceptor.intercept_one(t, 1), [HIT, WOUND], {"as he arrives": 1})
    assert [m.stats.I for m in t[1].members] == [1]


# --- fires and transports ---------------------------------------------------------------------------------------------


@rule("usr:soul-blaze")
def test_a_fire_does_not_burn_those_inside_and_burns_on_when_they_are_out():
    t = field((shooter("Soul Blaze"), 0, 10, 10), (squad(), 1, 10, 20), (carrier(), 1, 30, 30))
    act(t, fire(t, 0, 1), [HIT, WOUND])
    aboard(t, 1, 2)
    assert not act(t, end_of_turn.burning(t)).events and t[1].has(lasting_effects.ABLAZE)


# --- who fires at whom ------------------------------------------------------------------------------------------------


@rule("usr:split-fire", "usr:precision-shots")
def test_each_of_two_who_split_their_fire_picks_a_man_of_his_own_target():
    snipers = unit(model("Split Fire", "Precision Shots", weapons=[RIFLE], name="Ace"), name="Aces", count=2)
    first = unit(model(name="Near"), model(name="Sergeant"), name="First")
    second = unit(model(name="Close"), model(name="Corporal"), name="Second")
    t = field((snipers, 0, 10, 10), (first, 1, 10, 20), (second, 1, 20, 20))
    picks = {"the rest": 2, "at which unit": 1, "split": "yes", "(1) of": "yes", "(2) of": "wait", "precise": 1}
    act(t, split_fire.shoot(t, 0), [6, WOUND, 6, WOUND], picks)
    assert [m.name for m in t[1].members] == ["Near"] and [m.name for m in t[2].members] == ["Close"]


@rule("usr:supersonic", "usr:vector-strike")
def test_a_supersonic_flyer_that_advances_strikes_whom_it_crosses_and_fires_nothing():
    kite = unit(model("Supersonic", "Vector Strike", S=6, Front=11, HP=2, M=20, weapons=[weapon("Gun", range=36)]),
                name="Kite", type="Flyer")  # fmt: skip
    t = field((kite, 0, 24, 5), (target(count=3), 1, 23, 20), step="movement")
    t.change(0, effects=(Effect(condition.AIRBORNE, value="zooming"),))
    picks = {"how does Kite fly": "advance", "where": lambda options: t[0].form.shifted(0, 32)}
    act(t, movement.move(t, 0), [4, 4, 4], picks)
    assert overflight.strikers(t, 0) == [0]
    act(t, overflight.strike(t, 0), [2, 2])  # Strength 6 on Toughness 4: 2+; one of three at random
    assert t[1].size == 2
