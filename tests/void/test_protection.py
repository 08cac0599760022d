"""Rules that protect, by odds and on the table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.void import field
from grognard.systems.void.examples import ask, model, trooper, unit
from grognard.systems.void.rules import Camouflage, Dodge, FindWeakness, HeavyArmour
from grognard.systems.void.shooting.lines_of_fire import open_to_fire
from grognard.systems.void.turn import activation

from .field import Field, at
from .test_shooting import shots

F = Fraction


# --- Heavy Armour -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:heavy-armour")
@pytest.mark.parametrize(("n", "needs"), [(3, 7), (4, 6), (6, 4), (7, 3)])
def test_heavy_armour_saves_on_10_less_its_number(n, needs):
    odds = ask(trooper(), trooper(HeavyArmour(n)))
    assert odds.slain.fraction(1) == F(1, 4) * F(needs - 1, 10)
    assert [s.needs for s in odds.steps if s.name == "armour save"] == [f"{needs}+"]


@pytest.mark.rule("void:heavy-armour")
def test_only_the_highest_number_counts_and_it_comes_after_cover():
    both = ask(trooper(), trooper(HeavyArmour(3), HeavyArmour(6)), cover=4)
    assert both.slain.fraction(1) == F(1, 4) * F(5, 10) * F(3, 10)
    assert shots(trooper(), trooper(HeavyArmour(6)), [6, 6, 5, 4], cover=4)[0] == (1,)


@pytest.mark.rule("void:heavy-armour")
def test_heavy_armour_saves_wound_by_wound_against_blows_too():
    odds = ask(trooper(), trooper(HeavyArmour(6)), melee=True)
    assert odds.slain.fraction(1) == F(1, 4) * F(3, 10)
    rocket = trooper(arms=("rocket launcher",))
    assert shots(rocket, trooper(HeavyArmour(6), W=2), [6, 9, 7, 9, 8])[0] == (1,)  # AP 4: the first die fails, 8 saves


# --- Dodge --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:dodge")
def test_dodge_gets_worse_with_every_point_after_the_first_success():
    hero = unit(model("hero", Dodge(), CD=6, W=5))
    # CD 6: 4+ until a success, then 5+, 6+, 7+ whether or not they succeed
    faces = [5, 7, 3, 5, 7, 4, 5, 7, 4, 5, 7, 5, 5, 7, 6]
    assert shots(trooper(SH=5), hero, faces, n=5)[0] == (
        1,
    )  # lost, dodged, lost (4 is not 5+), lost (5 is not 6+), lost


@pytest.mark.rule("void:dodge")
def test_a_natural_10_always_dodges_and_a_1_never_does():
    faces = [6, 6, 9, 6, 6, 10, 6, 6, 10]
    dodger = trooper(Dodge(), CD=1, W=3)
    assert shots(trooper(), dodger, faces, n=3)[0] == (3,)  # 9+, then 10+, then 11+: the 10 will do
    assert shots(trooper(), trooper(Dodge(), CD=10), [6, 6, 1])[0] == (0,)


@pytest.mark.rule("void:dodge")
def test_dodge_goes_by_the_highest_command_left_and_strategy_has_no_part_in_it():
    led = unit(model("line trooper", Dodge()), model("hero", W=1, T=4, SZ=2), name="led")
    assert ask(trooper(), led).slain.fraction(1) == F(1, 4) * F(2, 10)  # CD 7: 3+


@pytest.mark.rule("void:dodge")
def test_what_was_dodged_once_makes_the_next_attack_of_the_turn_harder_to_dodge():
    f = Field([at(trooper(), 10, 10), at(trooper(), 12, 10)], [at(unit(model("hero", Dodge(), CD=6)), 11, 18)])
    f.run(activation(f.table, 0), [6, 7, 4], what_does="stay")  # 4+ is enough
    assert f[2].wounds == (3,) and f[2].effect("dodged").value == (1,)
    f.run(activation(f.table, 1), [6, 7, 4], what_does="stay")  # now 5+ is needed
    assert f[2].wounds == (2,)


@pytest.mark.rule("void:dodge")
def test_dodging_an_indirect_blast_uses_up_the_activation():
    mortar = trooper(arms=("mortar",))
    f = Field([at(mortar, 10, 4)], [at(unit(model("hero", Dodge())), 10, 24)])
    f.run(activation(f.table, 0), [6, 6, 5], what_does="stay", evade="stay")
    assert f[1].wounds == (3,) and 1 in f.table.acted


@pytest.mark.rule("void:dodge")
def test_who_lets_a_point_pass_keeps_his_activation_and_dodging_is_his_choice_each_time():
    mortar = trooper(arms=("mortar",))
    f = Field([at(mortar, 10, 4)], [at(unit(model("hero", Dodge())), 10, 24)])
    f.run(activation(f.table, 0), [6, 6], what_does="stay", evade="stay", dodge="suffer it")
    assert f[1].wounds == (2,) and 1 not in f.table.acted
    assert [a.player for a in f.asked if "dodge" in a.question] == [1]  # nobody but its owner is asked
    f = Field([at(trooper(n=2), 10, 10)], [at(unit(model("hero", Dodge(), CD=6, T=4, W=2)), 10.75, 18)])
    f.run(activation(f.table, 0), [6, 6, 6, 6, 4], what_does="stay", dodge=["suffer it", "dodge"])
    assert f[1].wounds == (1,)  # the first point is suffered, the second dodged on 4+: nothing was dodged before


@pytest.mark.rule("void:dodge")
def test_a_failed_dodge_under_an_indirect_blast_uses_up_the_activation_too_but_not_where_none_was_needed():
    mortar = trooper(arms=("mortar",))
    f = Field([at(mortar, 10, 4)], [at(unit(model("hero", Dodge())), 10, 24)])
    f.run(activation(f.table, 0), [6, 6, 2], what_does="stay", evade="stay")
    assert f[1].wounds == (2,) and 1 in f.table.acted
    f = Field([at(mortar, 10, 4)], [at(unit(model("hero", Dodge())), 10, 24)])
    f.run(activation(f.table, 0), [6, 5], what_does="stay", evade="stay")
    assert f[1].wounds == (3,) and 1 not in f.table.acted  # Dam 5 against T 5: a 5 does no damage, nothing to dodge


@pytest.mark.rule("void:dodge")
def test_best_play_dodges_and_odds_count_so_by_default():
    dodger = trooper(Dodge(), CD=6)  # dodged on 4+: 1/4 x 3/10
    assert ask(trooper(), dodger).slain.fraction(1) == F(3, 40)
    assert ask(trooper(), dodger, policy="best").slain.fraction(1) == F(3, 40)


# --- Camouflage ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:camouflage")
def test_camouflage_makes_cover_one_better_and_gives_9_in_the_open():
    for rating, needs in ((0, 9), (2, 7), (3, 6), (4, 5)):
        odds = ask(trooper(), trooper(Camouflage()), cover=rating or None)
        assert odds.slain.fraction(1) == F(1, 4) * F(needs - 1, 10)
    assert ask(trooper(), trooper(Camouflage()), melee=True).slain.fraction(1) == F(1, 4)


@pytest.mark.rule("void:camouflage")
def test_camouflage_cannot_be_seen_beyond_medium_range():
    far = ask(trooper(arms=("machine gun",)), trooper(Camouflage()), range=25)
    assert far.impossible == "Camouflage hides the target beyond medium range" and far.slain.fraction(0) == 1
    assert not ask(trooper(arms=("machine gun",)), trooper(Camouflage()), range=24).impossible


@pytest.mark.rule("void:camouflage")
def test_indirect_fire_finds_the_hidden_and_the_save_helps_under_templates():
    mortar = ask(trooper(arms=("mortar",)), trooper(Camouflage()), range=30)
    assert mortar.slain.fraction(1) == F(1, 2) * F(6, 10) * F(8, 10)


@pytest.mark.rule("void:camouflage")
def test_one_model_without_it_spoils_it_for_all_until_he_falls():
    mixed = unit(model("line trooper"), model("line trooper", Camouflage()), name="mixed")
    assert not ask(trooper(arms=("machine gun",)), mixed, range=30).impossible
    two = ask(trooper(n=2), mixed)
    assert two.slain.fraction(2) == F(1, 4) * F(1, 4) * F(8, 10)  # the second alone is camouflaged


@pytest.mark.rule("void:camouflage")
def test_on_the_table_each_model_sees_as_far_as_24_inches():
    f = Field([at(trooper(n=2, arms=("machine gun",)), 10, 2)], [at(trooper(Camouflage(), n=2), 10, 26.9)])
    assert open_to_fire(f.table, 0, moved=False) == (1,)
    f = Field([at(trooper(n=2, arms=("machine gun",)), 10, 2)], [at(trooper(Camouflage(), n=2), 10, 28)])
    assert open_to_fire(f.table, 0, moved=False) == () and not field.sees(f.table, 0, 1)
    f = Field([at(trooper(n=2, arms=("machine gun",)), 10, 2)], [at(trooper(n=2), 10, 28)])
    assert open_to_fire(f.table, 0, moved=False) == (1,)


# --- together -----------------------------------------------------------------------------------------------------------


def test_cover_armour_and_dodge_come_in_this_order_with_the_product_of_their_chances():
    target = trooper(Camouflage(), HeavyArmour(4), Dodge())
    odds = ask(trooper(FindWeakness(1)), target, cover=3)
    # hit 5/10, wound 5/10; cover 6+ fails 5/10; armour 10 - 4 + 1 = 7+ fails 6/10; dodge CD 4: 6+ fails 5/10
    assert odds.slain.fraction(1) == F(1, 4) * F(5, 10) * F(6, 10) * F(5, 10)
    assert [s.name for s in odds.steps][:6] == ["shots", "to hit", "damage", "cover save", "armour save", "dodge"]
    assert shots(trooper(FindWeakness(1)), target, [6, 6, 5, 6, 6], cover=3)[0] == (1,)
