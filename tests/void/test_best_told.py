"""Under best play the reasons are those of the choices made: the figures of the steps multiply to the result."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import pytest

from grognard.common.odds import Question
from grognard.common.odds.odds_report import lines
from grognard.kernel import Choose
from grognard.kernel.made import Made
from grognard.systems.void.examples import ask, model, trooper, unit, weapon
from grognard.systems.void.odds import plan
from grognard.systems.void.rules import Dodge, Marksman, Sniper, TargetAcquisition
from grognard.systems.void.system import SYSTEM

F = Fraction
LOCKED = weapon("rifle", TargetAcquisition())
BOTH = trooper(arms=("rifle", "machine gun"))


def figures(found, *names, weapon=""):
    """The chances of the steps of these names, in order."""
    return [F(s.chance).limit_denominator(1000) for s in found.steps if s.name in names and weapon in s.weapon]


def choices(found):
    return {(c.player, c.question): (c.answer, c.chance) for c in found.choices}


def reasons(found, name):
    return [b.says for s in found.steps if s.name == name for b in s.because if b.rule == "chosen"]


def test_the_weapon_that_is_chosen_is_the_one_that_is_explained():
    found = ask(BOTH, trooper(), policy="best")
    question = "what does the line trooper attack with?"
    assert choices(found) == {("attacker", question): ("1 x machine gun", 1)}
    assert {s.weapon for s in found.steps if s.weapon} == {"1 x machine gun"}
    assert reasons(found, "to hit") == ["by the attacker: 1 x machine gun"]
    assert prod(figures(found, "to hit", "damage")) == F(1, 2) * F(6, 10) == found.slain.fraction(1)


def test_by_default_the_steps_are_those_of_the_first_weapon():
    found = ask(BOTH, trooper())
    assert prod(figures(found, "to hit", "damage")) == F(1, 4) == found.slain.fraction(1)
    assert reasons(found, "to hit") == []


def test_two_profiles_of_one_name_each_show_their_own_weapon():
    """The strong one does best with his machine gun, the one with a rocket launcher with that."""
    squad = unit(
        model("line trooper", arms=("rifle", "machine gun")), model("line trooper", arms=("rifle", "rocket launcher"))
    )
    found = ask(squad, trooper(n=2, T=6), policy="best")
    assert [s.weapon for s in found.steps if s.name == "to hit"] == ["1 x machine gun", "1 x rocket launcher"]


def test_a_target_lock_that_is_not_used_does_not_stand_in_the_reasons():
    large = trooper(SZ=4)
    found = ask(trooper(arms=(LOCKED,)), large, sets=("painted=yes",), policy="best")
    assert choices(found) == {("attacker", "does the line trooper use its target lock?"): ("aim", 1)}
    assert prod(figures(found, "to hit", "damage")) == F(7, 10) * F(1, 2) == found.slain.fraction(1)
    assert "Target Acquisition" not in {b.rule for s in found.steps for b in s.because}
    locked = ask(trooper(arms=(LOCKED,)), trooper(SZ=1), sets=("painted=yes",), policy="best")
    assert reasons(locked, "to hit") == ["by the attacker: lock"]
    assert prod(figures(locked, "to hit", "damage")) == F(1, 4) == locked.slain.fraction(1)


def test_a_sniper_shows_his_check_and_whom_he_picked():
    two = unit(model("line trooper", T=10), model("sergeant"), name="two")
    found = ask(trooper(Sniper()), two, policy="best")
    assert choices(found) == {("attacker", "whom does the line trooper pick?"): ("sergeant, model 2", 1)}
    assert reasons(found, "sniper check") == ["by the attacker: sergeant, model 2"]
    (check,) = figures(found, "sniper check")
    hit, wound = figures(found, "to hit", "damage", weapon="at sergeant")
    first_hit, first_wound = figures(found, "to hit", "damage", weapon="1 x rifle")
    assert check * hit * wound + (1 - check) * first_hit * first_wound == found.slain.fraction(1) == F(3, 20)


def test_a_sniper_who_takes_the_nearest_makes_no_check():
    found = ask(trooper(Sniper(), Marksman()), trooper(), policy="best")
    assert reasons(found, "picking") == ["by the attacker: the nearest"] and not figures(found, "sniper check")


def test_a_dodge_says_how_often_it_came_up():
    found = ask(trooper(), trooper(Dodge(), CD=6), policy="best")
    assert choices(found) == {("target", "does the line trooper dodge?"): ("dodge", F(1, 4))}
    assert reasons(found, "dodge") == ["by the target: dodge, 25.0 % of the time"]
    hit, wound, dodge = figures(found, "to hit", "damage", "dodge")
    assert hit * wound * (1 - dodge) == F(3, 40) == found.slain.fraction(1)


@pytest.mark.parametrize("policy", ["default", "best"])
def test_people_read_the_choice_beside_the_figure(policy):
    told = lines(ask(BOTH, trooper(), policy=policy))
    best = policy == "best"
    assert ("  1 x machine gun, to hit: 6+, 50.0 %" in told) is best
    assert ("      chosen: by the attacker: 1 x machine gun" in told) is best
    assert f"  attacker: what does the line trooper attack with? 1 x {'machine gun' if best else 'rifle'}" in told


def test_a_point_that_is_let_pass_shows_no_dodge():
    dodger = trooper(Dodge(), CD=6)
    question = Question(attacker=trooper(), target=dodger, rulings=SYSTEM.settled({}))
    passed = Made(Choose(1, "does the line trooper dodge?", ("dodge", "suffer it")), "suffer it", F(1))
    told = plan(question).explained((passed,))
    assert [(s.needs, s.chance) for s in told if s.name == "dodge"] == [("not tried", 0.0)]


# --- what stands beside the numbers -------------------------------------------------------------------------------------


def test_shots_are_counted_by_models_and_idle_weapons_say_why():
    """Three troopers fire one weapon each; the other of their guns is left, and a blade is for blows."""
    found = ask(trooper(n=3, arms=("rifle", "machine gun", "Combat Blade")), trooper())
    assert [(s.needs, s.chance) for s in found.steps if s.name == "shots"] == [("3 x 1", 1.0)]
    (left,) = found.unused
    assert left.weapon == "machine gun" and left.why.startswith("line trooper fires rifle; ")
    far = ask(trooper(), trooper(), range=40.0)
    assert far.impossible and [(u.weapon, u.why) for u in far.unused] == [("rifle", "out of reach at extreme range")]


def test_it_is_said_which_models_are_hit_first():
    found = ask(trooper(), unit(model("line trooper"), model("line trooper"), model("hero")))
    assert found.aim.needs == "2 x line trooper, then 1 x hero"
    assert "nearest" in found.aim.because[0].says
