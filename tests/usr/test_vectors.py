"""Worked examples that no test of a single rule holds: the dice in the order in which they fall, and what they come to."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.usr import condition
from grognard.systems.usr.combat import fight, hit_and_run
from grognard.systems.usr.examples import ask, model, other, shooter, slays, target, unit, weapon
from grognard.systems.usr.nerve.checks import check
from grognard.table.events import Locked
from tests.usr.field import act, field
from tests.usr.playing import played

F = Fraction
rule = pytest.mark.rule
DOWN = 12  # of the 24 ways
BLADE = weapon("Blade", melee=True)


def locked(ours, theirs):
    t = field((ours, 0, 10, 20), (theirs, 1, 10, 20.99), step="close_combat")
    Locked(0, 1).on(t)
    return t


@rule("usr:skyfire")
def test_one_worse_at_the_ground_a_natural_six_hits_and_a_natural_three_does_not():
    # Ballistic Skill 4 and one less: 4+; Ballistic Skill 1 and one less: 6 all the same
    assert [played(shooter("Skyfire"), target(), faces).slain for faces in ([3], [4, 4])] == [0, 1]
    assert played(shooter("Skyfire", BS=1), target(), [6, 4]).slain == 1


@rule("usr:rending")
def test_a_rending_six_wounds_toughness_ten_through_the_best_armour():
    # Strength 4 against 10 cannot wound but for the 6 (1/6), and no armour of 2+ stands against AP2
    assert slays(shooter("Rending"), target(T=10, Sv="2+")) == F(2, 3) * F(1, 6)
    assert played(shooter("Rending"), target(T=10, Sv="2+"), [3, 5]).slain == 0


@rule("usr:sniper")
def test_a_sniper_wounds_toughness_eight_on_four_and_pierces_armour_on_six():
    sniper, ogre = shooter("Sniper", S="X", AP=6), target(T=8, Sv="2+")
    assert played(sniper, ogre, [3, 3]).slain == 0
    assert played(sniper, ogre, [3, 4, 2]).slain == 0 and played(sniper, ogre, [3, 4, 1]).slain == 1  # saved on 2+
    assert played(sniper, ogre, [3, 6]).slain == 1  # no save is thrown


@rule("usr:furious-charge")
def test_a_boy_who_charges_strikes_four_times_with_strength_four():
    # 2 and 1 for the charge and 1 for the second weapon; 1/2 hits, Strength 4 on 4 1/2 wounds: none of four (3/4)^4
    boy = unit(model("Furious Charge", A=2, S=3, weapons=[BLADE, weapon("Slugga", type="Pistol", range=12)]))
    law = ask(boy, target(count=9), melee=True, charging=True).slain
    assert law.fraction(0) == F(3, 4) ** 4 and law.fraction(4) == F(1, 4) ** 4


@pytest.mark.parametrize(("lost_by", "chance"), [(0, F(21, 36)), (3, F(6, 36)), (9, F(1, 36))])
def test_who_loses_by_three_tests_on_four_and_a_double_one_always_passes(lost_by, chance):
    # Leadership 7: 7 or less in 21 of 36, 4 or less in 6; never less than the double 1
    assert F(check(unit(model(Ld=7)).models, "morale", -lost_by).chance).limit_denominator(36) == chance


@rule("usr:fear")
@pytest.mark.parametrize(("dice", "afraid"), [((3, 4), False), ((4, 4), True)])
def test_leadership_seven_is_afraid_of_an_eight_and_not_of_a_seven(dice, afraid):
    horror = unit(model("Fear", name="Horror", A=0, W=2), name="Horror")
    t = locked(unit(model(name="Man", Ld=7, weapons=[BLADE]), name="Man"), horror)
    act(t, fight.fight(t, (0, 1)), [*dice, 1])  # his one blow misses either way
    assert t[0].has(condition.AFRAID) is afraid


@rule("usr:fear")
def test_who_is_afraid_strikes_with_skill_one():
    # 1 against 4: 5+ (1/3) in place of 4+; 1/2 wounds
    assert slays(unit(model(weapons=[BLADE])), target(), melee=True, sets={"afraid": True}) == F(1, 6)


@rule("usr:hit-and-run")
@pytest.mark.parametrize(("die", "away"), [(4, True), (5, False)])
def test_initiative_four_breaks_away_on_a_four(die, away):
    riders = unit(model("Hit & Run", name="Rider"), name="Riders")
    t = locked(riders, unit(model(name="Guard"), name="Guards"))
    # 2, 3 and 4 are nine inches, clear of the enemy
    act(t, hit_and_run.break_away_one(t, 0), [die, 2, 3, 4] if away else [die], {"break away": "go", "which way": DOWN})
    assert (t[0].foes == ()) is away
    if away:
        assert t[0].form.positions[0] == (10.0, 11.0)


@rule("usr:melta")
def test_a_meltagun_at_six_inches_explodes_on_a_five():
    # half of 12 inches: 2D6 and 8 over 14: 7 and more, 7/12 with 6 the glance 5/36; AP1 adds two: 5 and 6 explode
    gun = shooter("Melta", S=8, AP=1, range=12)
    assert other(gun, target(Front=14, HP=4), "explodes", range=6) == F(2, 3) * F(21, 36) * F(2, 6)
