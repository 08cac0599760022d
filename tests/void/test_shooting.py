"""Rules of shooting, by odds and on the table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.common.profiles import Weapon, interned
from grognard.kernel.dice import Scripted
from grognard.kernel.play import play
from grognard.systems.void.attack import Volley, unhurt, volley
from grognard.systems.void.circumstances import Circumstances
from grognard.systems.void.examples import ask, model, trooper, unit, weapon
from grognard.systems.void.nerve.checks import Company, check
from grognard.systems.void.profiles import WeaponStats
from grognard.systems.void.rules import (
    Camouflage,
    CombineFire,
    Dodge,
    FindWeakness,
    HeavyArmour,
    Marksman,
    MultipleShots,
    SuppressiveFire,
    TargetAcquisition,
)
from grognard.systems.void.shooting.lines_of_fire import open_to_fire
from grognard.systems.void.shooting.suppression import modifier
from grognard.systems.void.turn import activation

from .field import Field, at, row, wood

F = Fraction


def shots(by, at_, faces, n=1, **how):
    """The wounds left after a volley with written dice."""
    members = at_.models
    order = tuple(range(len(members)))
    volley_ = Volley(by.models[0], by.models[0].weapons[0], n, Circumstances(**how), by.models[:1], members, order)
    dice = Scripted(faces)
    state = play(volley(unhurt(tuple(m.stats.W for m in members), members), volley_), dice)
    dice.end()
    return state


# --- Find Weakness ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:find-weakness")
def test_find_weakness_turns_an_armour_save_of_4_into_a_miss():
    finder = trooper(FindWeakness(2))
    armoured = trooper(HeavyArmour(6))
    assert shots(finder, armoured, [6, 6, 5])[0] == (0,)  # hit, wounded, 5 + 6 - 2 is only 9
    assert shots(finder, armoured, [6, 6, 6])[0] == (1,)


@pytest.mark.rule("void:find-weakness")
def test_find_weakness_adds_to_the_weapons_own_piercing_and_does_nothing_to_the_unarmoured():
    lance = ("rocket launcher",)
    more = ask(trooper(FindWeakness(1), arms=lance), trooper(HeavyArmour(6)))
    assert more.slain.fraction(1) == F(1, 2) * (1 - (1 - F(9, 10) * F(8, 10)) ** 2)
    assert ask(trooper(FindWeakness(3)), trooper()).slain == ask(trooper(), trooper()).slain


@pytest.mark.rule("void:find-weakness")
def test_find_weakness_works_in_close_combat_too():
    odds = ask(trooper(FindWeakness(4)), trooper(HeavyArmour(4)), melee=True)
    assert odds.slain.fraction(1) == F(1, 4) * F(9, 10)
    assert any(b.id == "void:find-weakness" for s in odds.steps for b in s.because)


# --- Marksman -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:marksman")
def test_the_marksman_of_the_rulebook_rolls_three_dice_for_an_8_with_a_sniper_rifle():
    sniper = trooper(Marksman(), arms=("Sniper Rifle",))
    state = shots(sniper, trooper(W=3), [8, 10, 10, 10])  # 8 + 2 is four clear of the 6 needed
    assert state[0] == (0,)


@pytest.mark.rule("void:marksman")
def test_half_points_are_lost_and_a_hit_by_a_natural_10_alone_adds_nothing():
    assert shots(trooper(Marksman()), trooper(W=3), [7, 10])[0] == (2,)
    assert shots(trooper(Marksman()), trooper(W=3), [9, 10, 10])[0] == (1,)
    assert shots(trooper(Marksman(), SH=0), trooper(W=3), [10, 10])[0] == (2,)


@pytest.mark.rule("void:marksman")
def test_marksman_does_nothing_for_flames_and_blows():
    flame = ("flame thrower", "Combat Blade")
    for melee in (False, True):
        marked = ask(trooper(Marksman(), arms=flame), trooper(W=3), melee=melee)
        assert marked.damage == ask(trooper(arms=flame), trooper(W=3), melee=melee).damage
    assert ask(trooper(Marksman()), trooper(W=3)).damage.fraction(3) == F(1, 10) * F(1, 8)


# --- Suppressive Fire ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:suppressive-fire")
def test_eight_legionnaires_at_medium_under_ten_need_a_seven():
    added, _ = modifier(8, (2,) * 8, Circumstances(band=1), 10)
    assert added == -1
    assert check("suppression", Company(trooper(n=8).models[:1]), added).needs == "7+"
    odds = ask(trooper(SuppressiveFire(5), n=2), trooper(n=8), range=20, sets=("suppressive=yes",))
    assert odds.other["panicked"] == F(6, 10) and odds.slain.fraction(0) == 1


@pytest.mark.rule("void:suppressive-fire")
def test_suppressive_fire_counts_wounds_and_size_and_adds_up_over_those_in_reach():
    beast = unit(model("war beast"))
    odds = ask(trooper(SuppressiveFire(4), n=3), beast, sets=("suppressive=yes",))
    assert odds.other["panicked"] == F(9, 10)  # 4 + 4 wounds + 2 for size - 12: 12+, so only a 10
    assert "out of reach" in ask(trooper(SuppressiveFire(4)), beast, range=40, sets=("suppressive=yes",)).impossible


@pytest.mark.rule("void:suppressive-fire")
def test_suppressive_fire_may_stand_on_the_weapon():
    gel = trooper(arms=(weapon("rifle", SuppressiveFire(6)),), n=2)
    assert ask(gel, trooper(n=4), sets=("suppressive=yes",)).other["panicked"] == F(9, 10)


@pytest.mark.rule("void:suppressive-fire")
def test_on_the_table_a_unit_may_suppress_instead_of_shooting():
    f = Field([at(trooper(SuppressiveFire(6), n=2), 10, 10)], [at(trooper(n=3), 10, 18)])
    f.run(activation(f.table, 0), [5], what_does="stay", whom_does=("suppress", 1))  # 4 + 5 + 3 - 12 is 0
    assert f[1].has("panicked") and f[1].size == 3
    assert "void:suppressive-fire" in f.by()


@pytest.mark.rule("void:suppressive-fire")
def test_suppression_of_a_fight_tests_friend_and_foe_each_by_itself():
    f = Field([at(trooper(SuppressiveFire(6), n=2), 10, 4), at(trooper(n=1), 10, 16)], [at(trooper(n=2), 10, 17)])
    from grognard.table.events import Locked

    Locked(1, 2).on(f.table)
    f.run(activation(f.table, 0), [10, 1], what_does="stay", whom_does=lambda options: options[0])
    assert f[1].has("panicked") != f[2].has("panicked")


# --- Target Acquisition -------------------------------------------------------------------------------------------------

LOCKED = weapon("rifle", TargetAcquisition())
DEVICE = weapon("targeting device", TargetAcquisition())


@pytest.mark.rule("void:target-acquisition")
def test_a_painted_target_is_hit_at_zero_whatever_its_size_and_range_but_moving_still_costs_one():
    shooter = trooper(arms=(LOCKED,))
    assert ask(shooter, trooper(SZ=1), range=36, sets=("painted=yes",)).slain.fraction(1) == F(1, 4)
    assert ask(shooter, trooper(SZ=4), range=36, sets=("painted=yes",)).slain.fraction(1) == F(1, 4)
    assert ask(shooter, trooper(), range=36, moved=True, sets=("painted=yes",)).slain.fraction(1) == F(1, 5)
    assert ask(shooter, trooper(), range=37, sets=("painted=yes",)).impossible == "out of reach"
    assert ask(trooper(), trooper(SZ=1), range=36, sets=("painted=yes",)).slain.fraction(1) == F(2, 10) / 2


@pytest.mark.rule("void:target-acquisition")
def test_the_device_paints_and_does_no_damage():
    odds = ask(trooper(arms=(DEVICE,)), trooper())
    assert odds.other["painted"] == F(6, 10) and odds.slain.fraction(0) == 1


@pytest.mark.rule("void:target-acquisition")
def test_cover_counts_against_locked_fire_and_camouflage_no_longer_hides():
    shooter, hidden = trooper(arms=(LOCKED,)), trooper(Camouflage())
    assert ask(shooter, hidden, range=30).impossible
    assert ask(shooter, hidden, range=30, sets=("painted=yes",)).slain.fraction(1) == F(1, 4) * F(8, 10)
    assert ask(shooter, hidden, range=30, cover=3, sets=("painted=yes",)).slain.fraction(1) == F(1, 4) * F(5, 10)


@pytest.mark.rule("void:target-acquisition")
def test_a_unit_painted_in_one_activation_is_shot_through_a_wall_in_the_next():
    wall = (wood(0, 20, 48, 1, "solid", high=9),)
    f = Field(
        [at(trooper(arms=(DEVICE,)), 10, 23), at(trooper(arms=(weapon("rifle", TargetAcquisition()),)), 10, 10)],
        [at(trooper(), 10, 30)],
        wall,
    )
    assert open_to_fire(f.table, 1, moved=False) == ()
    f.run(activation(f.table, 0), [5], what_does="stay")
    assert f[2].has("painted")
    assert open_to_fire(f.table, 1, moved=False) == (2,)
    f.run(activation(f.table, 1), [6, 6], what_does="stay")
    assert not f[2].alive


@pytest.mark.rule("void:target-acquisition")
def test_paint_wears_off_in_the_marker_phase():
    from grognard.systems.void.turn import marker_phase

    f = Field([at(trooper(arms=(DEVICE,)), 10, 10)], [at(trooper(), 10, 20)])
    f.run(activation(f.table, 0), [5], what_does="stay")
    assert f[1].has("painted")
    f.run(marker_phase(f.table, 0))
    assert not f[1].has("painted")


# --- target priority ----------------------------------------------------------------------------------------------------


def test_the_nearest_open_enemy_must_be_shot():
    f = Field([at(trooper(n=2), 10, 10)], [at(trooper(n=2), 10, 18), at(trooper(n=2), 16, 18)])
    assert open_to_fire(f.table, 0, moved=False) == (1,)


def test_the_nearest_open_enemy_comes_before_a_nearer_one_in_cover():
    f = Field(
        [at(trooper(n=2), 10, 10)],
        [at(trooper(n=2), 10, 18), at(trooper(n=2), 18, 22)],
        (wood(9, 17, 4, 3, "forest", cover="medium"),),
    )
    assert open_to_fire(f.table, 0, moved=False) == (2,)
    f = Field([at(trooper(n=2), 10, 10)], [at(trooper(n=2), 10, 18)], (wood(9, 17, 4, 3, "forest", cover="medium"),))
    assert open_to_fire(f.table, 0, moved=False) == (1,)


def test_when_nobody_is_open_any_in_sight_will_do_and_nobody_shoots_into_a_fight():
    f = Field([at(trooper(n=2), 10, 10)], [at(trooper(n=2), 10, 18), at(trooper(n=2), 10, 22)])
    assert len(row(2, 0, 0)) == 2
    from grognard.systems.void.rules import Spomm
    from grognard.table.events import Locked

    Locked(1, 2).on(f.table)
    assert open_to_fire(f.table, 0, moved=False) == ()
    f = Field([at(trooper(Spomm("I", "Fire Support"), n=2), 10, 10)], [at(trooper(n=2), 10, 30)])
    assert open_to_fire(f.table, 0, moved=False) == ()


def test_a_shot_on_the_table_follows_the_same_dice_and_names_its_rules():
    f = Field([at(trooper(Marksman(), n=2), 10, 10)], [at(trooper(HeavyArmour(4), Dodge(), n=2), 10, 18)])
    f.run(activation(f.table, 0), [6, 7, 2, 3, 6, 7, 6, 6], what_does="stay")  # hit, wound, armour, dodge; saved; nerve
    assert f[1].size == 1 and not f[1].has("panicked")
    assert {"void:heavy-armour", "void:dodge", "void:marksman"} <= f.by()


# --- Combine Fire -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:combine-fire")
def test_two_light_flame_throwers_are_one_flame_thrower_whether_the_file_says_hands_or_not():
    light = interned(Weapon("Light Flame Thrower", WeaponStats(dam=4, template="flame")))
    both = ask(trooper(CombineFire(), MultipleShots(2), arms=(light, light)), trooper(n=2))
    assert both.slain.mean() == pytest.approx(0.6)  # one of Dam 5: 5 + d10 against 4 + 5, so 5+, F(6, 10)
    assert both.slain.fraction(1) == F(3, 5)
    one = ask(trooper(CombineFire(), MultipleShots(2), arms=(light,)), trooper(n=2))
    assert one.slain.fraction(2) == F(1, 4)  # one weapon fired twice, Dam 4, 6+
