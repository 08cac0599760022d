"""One shot after the other with the dice written down: to hit, to wound, saves, what is left. The plain game, case by case."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.usr.examples import ask, model, shooter, slays, target, unit, weapon
from grognard.systems.usr.slots import ToHit
from tests.usr.playing import played

rule = pytest.mark.rule
BOLTER = {"S": 4, "AP": 5}
LANCE = {"S": 9, "AP": 2}
CAPTAIN = {"T": 4, "W": 3, "Sv": "3+"}


@pytest.mark.parametrize(
    ("skill", "face", "hits"), [(4, 3, True), (4, 2, False), (2, 5, True), (2, 4, False), (1, 6, True), (5, 2, True)]
)
def test_a_shot_hits_on_seven_less_ballistic_skill(skill, face, hits):
    assert played(shooter(BS=skill), target(), [face, 4] if hits else [face]).slain == int(hits)


@rule("usr:skyfire")
@pytest.mark.parametrize(("face", "hits"), [(3, False), (4, True), (6, True)])
def test_skyfire_at_the_ground_needs_one_more(face, hits):
    assert played(shooter("Skyfire"), target(), [face, 4] if hits else [face]).slain == int(hits)


def test_two_penalties_to_hit_are_no_more_than_one():
    test = ToHit("to hit", 3)
    test.add(-1, "dust", "one less")
    test.add(-1, "smoke", "one less")
    assert test.done().needs == "4+"
    test = ToHit("to hit", 6)
    test.add(-1, "dust", "one less")
    assert test.done().test.faces[5] is True, "a natural 6 hits"


@pytest.mark.parametrize(
    ("strength", "toughness", "needs"), [(4, 4, "4+"), (3, 7, "impossible"), (4, 7, "6+"), (10, 10, "4+"), (3, 6, "6+")]
)
def test_strength_against_toughness(strength, toughness, needs):
    steps = ask(shooter(S=strength), target(T=toughness)).steps
    assert next(s.needs for s in steps if s.name == "to wound") == needs


@pytest.mark.parametrize(("gun", "armour", "face", "slain"), [
    (BOLTER, {"Sv": "5+"}, None, 1),  # AP5 leaves no save of 5+
    (BOLTER, {"Sv": "3+"}, 3, 0), (BOLTER, {"Sv": "3+"}, 2, 1),
    (LANCE, {"Sv": "2+", "Inv": "5+"}, 5, 0), (LANCE, {"Sv": "2+", "Inv": "5+"}, 4, 1),
    (BOLTER, {"Sv": "2+", "Inv": "5+"}, 2, 0),
])  # fmt: skip
def test_the_one_save_that_is_best(gun, armour, face, slain):
    faces = [3, 4 if gun is BOLTER else 2] + ([face] if face else [])
    assert played(shooter(**gun), target(**armour), faces).slain == slain


def test_cover_of_four_up_is_better_than_an_invulnerable_five():
    knight = target(Sv="2+", Inv="5+")
    assert played(shooter(**LANCE), knight, [3, 2, 4], cover="4+").slain == 0
    assert played(shooter(**LANCE), knight, [3, 2, 3], cover="4+").slain == 1


def test_a_missile_of_twice_his_toughness_kills_a_captain_outright():
    krak = shooter(S=8, AP=3)
    assert played(krak, target(**CAPTAIN), [3, 2]).damage == 3


@rule("usr:eternal-warrior")
@rule("usr:feel-no-pain")
def test_an_eternal_warrior_loses_one_wound_and_feels_it():
    krak = shooter(S=8, AP=3)
    assert played(krak, target("Eternal Warrior", "Feel No Pain (4+)", **CAPTAIN), [3, 2]).damage == 1, (
        "no die against pain"
    )
    assert played(krak, target("Feel No Pain (4+)", **CAPTAIN), [3, 2]).damage == 3


def test_one_bolter_shot_kills_one_marine_in_nine():
    assert slays(shooter(**BOLTER), target(Sv="3+")) == Fraction(1, 9)  # 2/3 1/2 1/3


def test_twenty_bolter_shots_kill_six_and_two_thirds_boyz():
    boyz = unit(model(Sv="6+", name="Boy"), count=20)
    marines = unit(model(weapons=[weapon("Bolter", type="Rapid Fire", **BOLTER)]), count=10)
    assert ask(marines, boyz, range=10).slain.mean(Fraction) == Fraction(20, 3)


@rule("usr:feel-no-pain")
@pytest.mark.parametrize(("face", "slain"), [(4, 1), (5, 0)])
def test_feel_no_pain_on_a_five(face, slain):
    assert played(shooter(), target("Feel No Pain"), [3, 4, face]).slain == slain


@rule("usr:feel-no-pain")
@rule("usr:instant-death")
@rule("usr:destroyer")
def test_neither_instant_death_nor_a_destroyer_lets_anybody_feel_no_pain():
    hardy = target("Feel No Pain (2+)", W=2, T=6)
    assert played(shooter("Instant Death"), target("Feel No Pain (2+)", W=2), [3, 4]).slain == 1
    assert played(shooter(S="D", AP=2), hardy, [3, 2, 3]).slain == 1  # D3 of 2 wounds


@rule("usr:preferred-enemy")
@rule("usr:twin-linked")
def test_preferred_enemy_with_a_twin_linked_gun_of_a_marksman():
    # BS7: every miss again at 2+: 35/36; ones to wound again: 7/12
    gun = shooter("Twin-linked", BS=7, rules=["Preferred Enemy"])
    assert slays(gun, target()) == Fraction(35, 36) * Fraction(7, 12)
    assert played(gun, target(), [1, 2, 1, 4]).slain == 1
