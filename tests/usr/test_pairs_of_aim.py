"""Rules that touch the same roll to hit: which die is thrown again, and what it then needs. Fractions worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.usr.examples import model, shooter, slays, target, unit, weapon
from grognard.systems.usr.line_of_sight import view
from grognard.systems.usr.shooting.shooting import fire
from tests.usr.field import act, field
from tests.usr.playing import played

rule = pytest.mark.rule
WOUND = Fraction(1, 2)
TOUGH = target(count=2)


# --- Ballistic Skill 6 and more ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("skill", "hits"), [(6, (31, 36)), (7, (32, 36)), (8, (33, 36)), (9, (34, 36)), (10, (35, 36))]
)
def test_a_miss_of_a_marksman_is_thrown_again_at_his_second_number(skill, hits):
    assert slays(shooter(BS=skill), target()) == Fraction(*hits) * WOUND  # 5/6, and of the 1 what 6, 5, 4, 3, 2+ gives


def test_a_marksman_throws_a_one_and_then_a_six():
    assert played(shooter(BS=6), target(), [1, 6, 4]).slain == 1


def test_a_marksman_throws_a_one_and_then_a_five():
    assert played(shooter(BS=6), target(), [1, 5]).slain == 0


@rule("usr:preferred-enemy")
def test_against_his_foe_a_marksman_throws_a_one_again_at_his_full_number():
    # BS7: 5/6 hit, the 1 again at 2+ and not at 5+: 35/36. To wound 1/2, the 1 again: 7/12
    gun = shooter(BS=7, rules=["Preferred Enemy"])
    assert slays(gun, target()) == Fraction(35, 36) * Fraction(7, 12)
    assert played(gun, target(), [1, 2, 4]).slain == 1


@rule("usr:preferred-enemy")
@rule("usr:skyfire")
def test_skyfire_makes_a_two_a_miss_that_only_the_marksman_s_own_second_number_helps():
    # BS6 with -1 needs a natural 3: 4/6. A 1 is thrown again by Preferred Enemy at 3+ (1/6 4/6), a 2 at 6+ (1/6 1/6)
    gun = shooter("Skyfire", BS=6, rules=["Preferred Enemy"])
    assert slays(gun, target()) == (Fraction(4, 6) + Fraction(4, 36) + Fraction(1, 36)) * Fraction(7, 12)


@rule("usr:preferred-enemy")
@rule("usr:skyfire")
@pytest.mark.parametrize(("faces", "slain"), [([1, 3, 4], 1), ([1, 2], 0), ([2, 5], 0), ([2, 6, 4], 1)])
def test_what_the_first_throw_showed_says_what_the_second_needs(faces, slain):
    assert played(shooter("Skyfire", BS=6, rules=["Preferred Enemy"]), target(), faces).slain == slain


@rule("usr:preferred-enemy")
@rule("usr:skyfire")
def test_ones_and_twos_thrown_again_in_one_handful_keep_their_numbers_apart():
    gun = shooter("Skyfire", BS=6, rules=["Preferred Enemy"], shots=4)  # 2 and 1 again: 3 is too little, then enough
    assert played(gun, target(count=4), [2, 1, 2, 6, 3, 3, 6, 4, 4, 4]).slain == 3


@rule("usr:twin-linked")
def test_twin_linked_takes_the_place_of_the_second_number():
    assert slays(shooter("Twin-linked", BS=6), target()) == Fraction(35, 36) * WOUND


@rule("usr:master-crafted")
def test_a_master_crafted_gun_gives_a_marksman_one_miss_at_his_full_number():
    # one shot: 5/6 + 1/6 5/6 = 35/36, not 31/36
    assert slays(shooter("Master-crafted", BS=6), target()) == Fraction(35, 72)


@rule("usr:master-crafted")
def test_the_marksman_s_second_miss_is_thrown_at_the_lesser_number():
    # two shots hit both: (5/6)^2; one miss (2 ways) 2 5/36 at 2+ 5/6; two misses 1/36: the first at 5/6, the other at 1/6
    both = Fraction(25, 36) + Fraction(10, 36) * Fraction(5, 6) + Fraction(1, 36) * Fraction(5, 36)
    assert slays(shooter("Master-crafted", BS=6, shots=2), TOUGH, n=2) == both * WOUND**2
    assert played(shooter("Master-crafted", BS=6, shots=2), TOUGH, [1, 2, 1, 5, 4]).slain == 1


@rule("usr:preferred-enemy")
@rule("usr:twin-linked")
def test_of_two_rules_that_throw_again_a_die_gets_one_throw():
    # every miss again (8/9), the ones among them no third time; to wound 7/12
    assert slays(shooter("Twin-linked", rules=["Preferred Enemy"]), target()) == Fraction(8, 9) * Fraction(7, 12)


@rule("usr:master-crafted")
@rule("usr:preferred-enemy")
def test_preferred_enemy_throws_the_ones_so_that_the_crafted_gun_keeps_its_throw_for_a_two():
    # one shot, 3+: 1 and 2 are thrown again by one rule or the other: 4/6 + 2/6 4/6
    assert slays(shooter("Master-crafted", rules=["Preferred Enemy"]), target()) == Fraction(8, 9) * Fraction(7, 12)
    gun = shooter("Master-crafted", rules=["Preferred Enemy"], shots=2)
    assert played(gun, TOUGH, [1, 5, 2, 4, 4, 4]).slain == 2


def test_snap_shots_of_a_marksman_have_no_second_number():
    assert slays(shooter(BS=9), target(), sets={"snap": True}) == Fraction(1, 6) * WOUND


@rule("usr:twin-linked")
def test_a_twin_linked_snap_shot_that_shows_a_two_is_thrown_again():
    assert played(shooter("Twin-linked"), target(), [2, 6, 4], sets={"snap": True}).slain == 1
    assert slays(shooter("Twin-linked"), target(), sets={"snap": True}) == Fraction(11, 36) * WOUND


@rule("usr:skyfire")
def test_one_less_to_hit_never_takes_a_six_away():
    assert slays(shooter("Skyfire", BS=1), target()) == Fraction(1, 6) * WOUND


# --- who is seen past whom --------------------------------------------------------------------------------------------

SCREEN = unit(model(), name="Screen")
MAN = unit(model(name="Man"), name="Man")


def pair(first, second):
    """Two firers as far from the man, one of them with a screen before him; in either order."""
    guns = unit(model(weapons=[weapon()]), name="Guns", count=2)
    t = field((guns, 0, 10, 10), (MAN, 1, 20, 30), (SCREEN, 1, 12, 13.6))
    t.change(0, form=t[0].form.moved(((first, 10.0), (second, 10.0))))
    return t


@pytest.mark.parametrize("places", [(10.0, 30.0), (30.0, 10.0)])
def test_who_stands_first_in_the_firing_unit_makes_no_difference_to_cover(places):
    t = pair(*places)
    assert view(t, 0, 1).covers == (None,), "one of the two sees him clearly"


def test_models_between_give_cover_when_every_firer_looks_past_them():
    screens = unit(model(), name="Screens", count=9)
    t = field((shooter(), 0, 10, 10), (MAN, 1, 10, 30), (screens, 1, 4, 20))
    assert view(t, 0, 1).covers == (5,)
    assert act(t, fire(t, 0, 1), [3, 4, 5]).event("Harmed") is None
