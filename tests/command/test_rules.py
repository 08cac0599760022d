"""The special rules of the dice, each by scripted dice and in sentences."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from grognard.common.profiles import interned
from grognard.systems.command.examples import ask, gun, kind, law, odds, other

from .test_core import lost, thrown

# --- Interlinked ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:interlinked")
def test_interlinked_makes_two_hits_of_each_success():
    toll = thrown([6, 1, 1], "Interlinked", rate=2, resolve=2)
    assert (toll.hits, lost(toll)) == (2, 1)


@pytest.mark.rule("command:interlinked")
def test_interlinked_works_in_melee_too_and_failures_stay_single():
    toll = thrown([5, 1], "Interlinked", rate=2, type="Melee", melee=True)
    assert (toll.hits, toll.failed) == (2, 1)


@pytest.mark.rule("command:interlinked", "command:piercing")
def test_interlinked_and_piercing_make_three_hits_of_a_natural_6():
    toll = thrown([6, 1], "Interlinked, Piercing", resolve=4)
    assert toll.hits == 3
    # by hand: a 6 is three hits and one point at Resolve 3; 2 to 5 are two hits
    assert law("Interlinked, Piercing", resolve=3).fraction(1) == Fraction(1, 6)


# --- Piercing ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:piercing")
def test_piercing_counts_the_modified_result():
    assert thrown([6, 5, 1], "Piercing", rate=2).hits == 3  # 6 + 1 is a 7, 5 + 1 is none
    assert thrown([5, 1], "Piercing", hit=1).hits == 2
    assert thrown([6, 1], "Piercing", token="advance").hits == 1


@pytest.mark.rule("command:piercing")
def test_piercing_does_nothing_in_melee():
    assert thrown([6], "Piercing", hit=3, type="Melee", melee=True).hits == 1
    steps = odds("Piercing", type="Melee", melee=True).steps
    assert any(b.says == "counts in shooting only" for s in steps for b in s.because)


# --- Cascade ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:cascade")
def test_cascade_goes_on_with_one_less_until_an_attack_has_no_success():
    toll = thrown([2, 3, 4, 5, 6, 1], "Cascade", resolve=1)  # the sixth attack would need a 7: nobody throws for it
    assert toll.hits == 5
    assert thrown([2, 2, 1], "Cascade", resolve=1).hits == 1


@pytest.mark.rule("command:cascade")
def test_cascade_repeats_the_full_rate_of_fire():
    toll = thrown([2, 1, 3, 2, 2, 2, 1], "Cascade", rate=2, resolve=1)
    assert toll.hits == 2


def test_bearers_that_differ_in_name_alone_fire_as_one():
    weapon = gun("Cascade", rate=2)
    models = kind(weapons=(weapon,), models=1).models
    named = replace(kind(), models=tuple(interned(replace(models[0], name=f"Trooper {i}")) for i in range(3)))
    equal = replace(kind(), models=models * 3)
    assert ask(named, kind(resolve=3)).damage == ask(equal, kind(resolve=3)).damage


@pytest.mark.rule("command:cascade")
def test_a_rolled_rate_of_fire_is_rolled_again_for_each_repeat():
    # a 3 is two dice, one hits; a 5 is three dice, none hits
    toll = thrown([3, 2, 1, 5, 1, 1, 1, 1], "Cascade", rate="D3", resolve=1)
    assert toll.hits == 1


@pytest.mark.rule("command:cascade")
def test_each_weapon_cascades_by_itself():
    assert law("Cascade", rate=1, guns=10).mean() == pytest.approx(4.062, abs=0.0005)


@pytest.mark.rule("command:cascade")
def test_in_melee_the_attacker_may_stop():
    answer = odds("Cascade", rate=1, type="Melee", av=4, resolve=6, hp=1, melee=True)
    assert answer.other["hits"].fraction(2) == Fraction(2, 3) * Fraction(1, 2) * Fraction(2, 3)
    by = kind("One", "", 1, (gun("Cascade", type="Melee"),), resolve=1)
    best = ask(by, kind(resolve=6, models=1), melee=True, policy="best")
    assert best.damage.mean() >= ask(by, kind(resolve=6, models=1), melee=True).damage.mean()


# --- Stealth ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:stealth")
def test_stealth_makes_the_shooter_throw_successes_again_once():
    toll = thrown([6, 6, 1, 6, 1, 1], target="Stealth", rate=3, resolve=1)  # two successes are thrown again: 6 and 1
    assert toll.hits == 1


@pytest.mark.rule("command:stealth")
def test_stealth_does_not_count_in_melee():
    assert odds(type="Melee", melee=True).damage == odds(type="Melee", melee=True, target="Stealth").damage
    assert law(target="Stealth", resolve=1).fraction(1) == Fraction(5, 6) ** 2


@pytest.mark.rule("command:stealth", "command:cascade")
def test_stealth_takes_from_a_cascade_at_every_step():
    # by hand: 25/36 for the first, then 4/6 twice, then a failure
    two = Fraction(25, 36) * Fraction(16, 36) * (1 - Fraction(9, 36))
    assert law("Cascade", target="Stealth", resolve=1).fraction(2) == two


# --- Cleaving ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:cleaving")
def test_nine_cleaving_hits_on_resolve_4_are_four_points():
    assert lost(thrown([6] * 9 + [1], "Cleaving", rate=9)) == 4


@pytest.mark.rule("command:cleaving")
def test_what_a_cleaving_count_has_left_over_joins_the_common_one():
    by = kind("Two", "", 1, (gun("Cleaving", rate=3, name="Axe"), gun(rate=1, name="Plain")))
    answer = ask(by, kind(resolve=4, models=9))
    # by hand: three hits wait, the plain one makes four: one point, not two
    assert answer.damage.fraction(1) == Fraction(5, 6) ** 4
    assert answer.damage.fraction(2) == 0


@pytest.mark.rule("command:cleaving")
def test_direct_damage_of_a_cleaving_weapon_is_one_point_a_die():
    assert lost(thrown([6, 6, 1], "Cleaving, Borer", resolve=4)) == 1


# --- Pike -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:pike")
def test_pike_with_a_result_of_6_on_resolve_3_is_three_points_on_one_model():
    toll = thrown([5, 1], "Pike", resolve=3, hp=4, models=3)
    assert toll.left == (1, 4, 4)


@pytest.mark.rule("command:pike")
def test_pike_points_come_on_no_more_models_than_there_were_successes():
    assert lost(thrown([6, 1], "Pike", resolve=3)) == 1
    assert lost(thrown([6, 6, 1], "Pike", rate=2, resolve=3)) == 2


@pytest.mark.rule("command:pike")
def test_pike_adds_to_the_ordinary_count():
    # four successes of 6 with +1 on Resolve 4: a full count is one point, and three above Resolve for each
    assert lost(thrown([6] * 4 + [1], "Pike", rate=4, hp=5, models=9), 5) == 1 + 12


@pytest.mark.rule("command:pike", "command:interlinked")
def test_interlinked_does_not_double_the_successes_that_pike_counts():
    assert lost(thrown([6, 1], "Pike, Interlinked", resolve=3)) == 1


@pytest.mark.rule("command:pike")
def test_pike_counts_in_melee_and_against_armor():
    assert lost(thrown([6], "Pike", type="Melee", melee=True, resolve=4, hp=3, models=1), 3) == 2
    assert law("Pike", armor=(6, 4, 2), hp=9, models=1).fraction(1) == Fraction(1, 6)


# --- Borer ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:borer")
def test_a_borer_hit_on_two_hp_and_resolve_5_is_two_dice_of_5_plus():
    toll = thrown([4, 5, 4, 1], "Borer", resolve=5, hp=2)
    assert lost(toll, 2) == 1


@pytest.mark.rule("command:borer")
def test_borer_goes_by_the_armor_of_a_vehicle():
    one = odds("Borer", armor=(6, 4, 3), hp=9, models=1, facing="rear")
    assert one.damage.fraction(3) == Fraction(5, 6) * Fraction(4, 6) ** 3  # three dice of 3+
    other_way = odds("Borer", armor=(6, 4, 3), hp=9, models=1, rulings={"borer_vehicle": "threshold"})
    assert other_way.damage.fraction(9) == Fraction(5, 6) * Fraction(1, 6) ** 9


@pytest.mark.rule("command:borer", "command:interlinked")
def test_interlinked_brings_no_further_borer_dice():
    assert lost(thrown([6, 6, 1], "Borer, Interlinked", resolve=6)) == 1


# --- Limited ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:limited")
def test_a_limited_weapon_spends_as_many_uses_as_it_has():
    assert thrown([6, 6, 1], "Limited", rate=2, resolve=1).hits == 2
    assert thrown([6, 1], "Limited", rate=4, resolve=1, uses=1).hits == 1
    assert "no use is left" in odds("Limited", rate=4, uses=0).impossible


@pytest.mark.rule("command:limited")
def test_a_limited_weapon_needs_a_shoot_token():
    assert "Shoot token" in odds("Limited", token="advance").impossible
    assert not odds("Limited", reacting=True).impossible  # flipping a Shoot token as a reaction will do
    assert odds("Limited", type="Digital", melee=True).damage.mean() == 0


@pytest.mark.rule("command:limited", "command:cascade")
def test_a_repeat_of_a_limited_weapon_fires_as_many_dice_as_the_first_attack():
    # a 3 is two uses: one success, so two more dice and no further roll for the rate
    toll = thrown([3, 2, 1, 3, 2, 2, 2, 1], "Limited, Cascade", rate="D3", resolve=1)
    assert toll.hits == 2


# --- Mechanized -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:mechanized")
def test_a_mechanized_unit_gains_nothing_from_cover_but_may_be_obscured():
    assert law(target="Mechanized", resolve=1, cover=6).fraction(1) == Fraction(5, 6)
    assert law(target="Mechanized", resolve=1, cover=6, obscured="5").fraction(1) == Fraction(3, 6)
    steps = odds(target="Mechanized", cover=6).steps
    assert any("does not count" in b.says for s in steps if s.name == "to hit" for b in s.because)


@pytest.mark.rule("command:mechanized", "command:crush")
def test_a_mechanized_unit_in_cover_is_still_crushed():
    # by hand: a hit (5/6), a collapse (1/3), the die (4+)
    assert law("Crush", target="Mechanized", cover=6, models=1).fraction(1) == Fraction(5, 6) / 6


# --- Crush ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:crush")
def test_a_collapse_on_four_models_of_resolve_4_is_four_dice_of_4_plus():
    toll = thrown([6, 5, 4, 4, 3, 6, 1], "Crush", models=4, cover=5)
    assert lost(toll) == 3


@pytest.mark.rule("command:crush")
def test_each_weapon_that_hits_rolls_once():
    toll = thrown(
        [6, 6, 1, 6, 1, 2, 1], "Crush", rate=2, guns=2, cover=4, models=1
    )  # both hit: the chart shows 1 and 2
    assert (len(toll.crushes), lost(toll)) == (2, 0)


@pytest.mark.rule("command:crush")
def test_without_scenery_there_is_nothing_to_crush():
    assert odds("Crush").damage == odds().damage
    step = next(s for s in odds("Crush").steps if s.name == "Crush")
    assert step.because[0].says == "no scenery round the target counts"


@pytest.mark.rule("command:crush")
def test_rubble_may_hurt_again_or_not():
    again, once = (
        odds("Crush", guns=2, cover=4, models=1, hp=9, resolve=2, rulings={"crush_again": r}) for r in ("again", "once")
    )
    assert again.damage.mean() > once.damage.mean()


@pytest.mark.rule("command:crush")
def test_a_vehicle_is_crushed_where_it_is_weakest():
    answer = odds("Crush", armor=(9, 9, 2), hp=3, models=1, cover=4)
    assert answer.damage.fraction(1) == Fraction(2, 3) / 3 * Fraction(5, 6)


# --- Moving Fortress --------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:moving-fortress")
def test_a_moving_fortress_is_never_incapacitated():
    assert other("incapacitated", rate=1, resolve=1, hp=2).fraction(1) == Fraction(5, 6)
    assert other("incapacitated", target="Moving Fortress", rate=1, resolve=1, hp=2).fraction(0) == 1
