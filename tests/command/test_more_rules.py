"""Further special rules of the dice, each by scripted dice or by chances worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.command.examples import ask, gun, kind, law, odds, other
from grognard.systems.command.rules.scenery import CHART

from .test_core import lost, thrown

# --- rates of fire ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:barrage")
def test_barrage_doubles_the_dice_unless_the_target_moves():
    assert thrown([6, 6, 6, 6, 1], "Barrage", rate=2).hits == 4
    assert thrown([6, 6, 1], "Barrage", rate=2, target_moving=True).hits == 2


@pytest.mark.rule("command:barrage", "command:limited")
def test_barrage_makes_two_dice_of_each_use():
    assert thrown([6, 6, 1], "Barrage, Limited", rate=3, uses=1).hits == 2


@pytest.mark.rule("command:rending")
def test_rending_throws_the_targets_resolve_and_makes_one_point_at_most():
    assert lost(thrown([6] * 5 + [1], "Rending", rate=1, resolve=5)) == 1
    assert law("Rending", armor=(3, 2, 2), hp=3, models=1).fraction(1) == Fraction(5, 6) ** 3


@pytest.mark.rule("command:rending", "command:barrage")
def test_rates_are_set_before_they_are_multiplied():
    assert thrown([6] * 6 + [1], "Rending, Barrage", rate=9, resolve=3).hits == 6


@pytest.mark.rule("command:unstoppable", "command:rending", "command:barrage")
def test_unstoppable_beats_every_other_rate_of_fire():
    answer = odds("Rending, Barrage", "Unstoppable", type="Heavy", rate=4, resolve=4, moved=True)
    assert answer.other["hits"].fraction(1) == Fraction(2, 3)
    assert answer.other["hits"].fraction(2) == 0


@pytest.mark.rule("command:unstoppable")
def test_unstoppable_fires_heavy_weapons_after_moving_and_only_they_are_slow():
    assert not odds(unit="Unstoppable", type="Heavy", moved=True).impossible
    assert odds(unit="Unstoppable", rate=3, moved=True).other["hits"].fraction(3) == Fraction(2, 3) ** 3
    assert other("incapacitated", target="Unstoppable", rate=1, resolve=1, hp=2).fraction(0) == 1


@pytest.mark.rule("command:trudging")
def test_trudging_fires_heavy_weapons_after_moving_but_does_not_overrun():
    assert odds(unit="Trudging", type="Heavy", rate=3, moved=True).other["hits"].fraction(3) == Fraction(2, 3) ** 3
    assert "cannot overrun" in odds(unit="Trudging", token="overrun").impossible
    assert "Idle" in odds(unit="Trudging", type="Heavy", token="idle", moved=True).impossible


# --- use --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:turret")
def test_a_turret_has_no_idle_penalty_and_no_other_help():
    chances = [law("Turret", resolve=1, token=token).fraction(1) for token in ("shoot", "idle", "overrun")]
    assert chances == [Fraction(5, 6), Fraction(4, 6), Fraction(3, 6)]
    assert law("Turret", resolve=1, reacting=True).fraction(1) == Fraction(4, 6)


@pytest.mark.rule("command:countermeasure")
def test_a_countermeasure_counts_as_digital_while_idle_or_reacting():
    assert law("Countermeasure", resolve=1, token="idle").fraction(1) == Fraction(4, 6)
    assert not odds("Countermeasure", token="idle", reacting=True).impossible
    assert law("Countermeasure", resolve=1).fraction(1) == Fraction(5, 6)
    assert odds("Countermeasure", melee=True, token="idle").other["hits"].mean() > 0
    assert odds("Countermeasure", melee=True).other["hits"].mean() == 0


@pytest.mark.rule("command:devastate")
def test_devastate_ignores_cover_and_what_is_between_but_not_camouflage():
    assert law("Devastate", resolve=1, cover=6, obscured="6").fraction(1) == Fraction(5, 6)
    assert "reaches" in odds("Devastate", range=30.0).impossible


@pytest.mark.rule("command:devastate", "command:camouflage")
def test_camouflage_is_kept_against_devastate():
    assert law("Devastate", target="Camouflage", resolve=1, cover=6).fraction(1) == Fraction(3, 6)


@pytest.mark.rule("command:camouflage")
def test_camouflage_is_5_plus_unless_something_is_better():
    assert law(target="Camouflage", resolve=1, cover=4).fraction(1) == Fraction(3, 6)
    assert law(target="Camouflage", resolve=1, cover=6).fraction(1) == Fraction(2, 6)
    assert odds(type="Melee", melee=True, target="Camouflage").damage == odds(type="Melee", melee=True).damage


@pytest.mark.rule("command:camouflage", "command:mechanized")
def test_a_mechanized_unit_may_be_camouflaged():
    assert law(target="Camouflage, Mechanized", resolve=1, cover=6).fraction(1) == Fraction(3, 6)


@pytest.mark.rule("command:grasping")
def test_grasping_strikes_again_after_a_success():
    toll = thrown([3, 4, 4], "Grasping", type="Melee", melee=True)  # 3+, 4+, then a 4 is not 5+
    assert (toll.hits, toll.failed) == (2, 1)
    assert thrown([6, 1], "Grasping", resolve=4).hits == 1  # not when shooting


@pytest.mark.rule("command:grasping")
def test_a_grasping_unit_grasps_with_all_it_strikes_with():
    by = kind("Graspers", "Grasping", 1, (gun(type="Digital", name="Feelers"),))
    plain = kind("Plain", "", 1, (gun(type="Digital", name="Feelers"),))
    target = kind(resolve=1)
    assert ask(by, target, melee=True).damage.mean() > ask(plain, target, melee=True).damage.mean()


# --- hits -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:inescapable")
def test_one_inescapable_success_makes_all_dice_hit():
    assert thrown([6, 1, 1, 1, 1], "Inescapable", rate=4).hits == 4
    assert thrown([1, 1, 1, 1], "Inescapable", rate=4).hits == 0
    assert law("Inescapable", rate=10).mean() == pytest.approx(2.0, abs=0.0005)


@pytest.mark.rule("command:inescapable")
def test_dice_that_inescapable_converts_are_no_failures():
    toll = thrown([6, 1, 1], "Inescapable", rate=3, type="Melee", melee=True)
    assert (toll.hits, toll.failed) == (3, 0)


@pytest.mark.rule("command:inescapable", "command:pike")
def test_converted_dice_have_no_result_for_pike():
    assert lost(thrown([6, 1, 1], "Inescapable, Pike", rate=2, resolve=6, hp=9, models=1), 9) == 1


@pytest.mark.rule("command:inescapable", "command:stealth")
def test_stealth_comes_before_inescapable():
    assert thrown([6, 1, 1], "Inescapable", target="Stealth", rate=2).hits == 0  # the one success is thrown again


@pytest.mark.rule("command:impale")
def test_impale_gives_one_hit_for_every_other_on_a_moving_target():
    assert thrown([6] * 5 + [1], "Impale", rate=5, target_moving=True).hits == 7
    assert thrown([6] * 5 + [1], "Impale", rate=5).hits == 5


@pytest.mark.rule("command:impale")
def test_impale_counts_the_hits_of_the_whole_group():
    assert thrown([6, 6, 1, 1], "Impale", rate=1, guns=3, target_moving=True).hits == 3


# --- points -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:sunder")
def test_sunder_makes_a_point_of_every_hit_on_infantry():
    assert law("Sunder", rate=10).mean() == pytest.approx(8.333, abs=0.0005)
    assert law("Sunder", armor=(4, 4, 4), hp=9, models=1).mean() == 0


@pytest.mark.rule("command:sunder", "command:cleaving")
def test_sunder_overrides_cleaving():
    assert lost(thrown([6, 1], "Sunder, Cleaving", rate=1, resolve=1)) == 1


@pytest.mark.rule("command:high-velocity")
def test_high_velocity_makes_a_point_of_every_hit_on_a_vehicle():
    assert law("High Velocity", rate=2, armor=(9, 9, 9), hp=9, models=1).fraction(2) == Fraction(25, 36)
    assert law("High Velocity", rate=2).fraction(0) == 1


@pytest.mark.rule("command:hammer")
def test_hammer_hits_on_the_targets_hp():
    needs = [
        next(s for s in odds("Hammer", hp=hp, token="advance").steps if s.name == "to hit").needs for hp in (1, 3, 8)
    ]
    assert needs == ["2+", "3+", "6+"]
    assert law("Hammer", hp=2, models=1, cover=6, obscured="6").fraction(1) == Fraction(5, 6)


@pytest.mark.rule("command:hammer")
def test_hammer_replaces_the_attack_value_too():
    assert thrown([2, 1], "Hammer", rate=2, type="Melee", melee=True, av=1).hits == 1


@pytest.mark.rule("command:hammer", "command:camouflage")
def test_hammer_does_not_ask_for_camouflage():
    assert law("Hammer", target="Camouflage", hp=2, models=1).fraction(1) == Fraction(5, 6)


@pytest.mark.rule("command:blast")
def test_blast_brings_d3_dice_a_success():
    # two successes: the D3s show 1 and 3, so four dice of 4+
    toll = thrown([6, 6, 2, 6, 4, 4, 3, 1, 1], "Blast", rate=2)
    assert lost(toll) == 2


@pytest.mark.rule("command:force")
def test_force_brings_dice_by_models_or_hp():
    assert lost(thrown([6, 4, 4, 4, 1, 1, 1, 1, 1], "Force", models=7)) == 3
    assert lost(thrown([6, 4, 4, 1, 1], "Force", models=1, hp=3), 3) == 2


@pytest.mark.rule("command:force")
def test_force_counts_the_models_left_when_its_dice_are_thrown():
    assert lost(thrown([6, 6, 6], "Force", rate=1, resolve=1, models=3)) == 3  # the hit slays one, so two dice


@pytest.mark.rule("command:sharpshooter")
def test_sharpshooter_adds_positive_modifiers_to_direct_damage():
    by = kind("Sharp", "Sharpshooter", 1, (gun("Borer", hit=1),))
    answer = ask(by, kind(resolve=6))
    assert answer.damage.fraction(1) == Fraction(5, 6) * Fraction(3, 6)  # 6+ with +2
    assert law("Borer", "Sharpshooter", resolve=5, token="overrun").fraction(1) == Fraction(1, 2) * Fraction(1, 3)


# --- scenery ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:siege")
def test_siege_crushes_the_scenery_of_what_it_hits():
    toll = thrown([6, 6, 4], "Siege", models=1, cover=5)
    assert lost(toll) == 1
    assert odds("Siege").damage == odds().damage


@pytest.mark.rule("command:siege", "command:crush")
def test_siege_and_crush_on_one_weapon_are_one_roll():
    assert thrown([6, 1, 1], "Siege, Crush", models=1, cover=5).crushes == (CHART,)


@pytest.mark.rule("command:re-enforced-hull")
def test_a_re_enforced_hull_shrugs_off_its_own_failures():
    assert odds(unit="Re-enforced Hull", rate=8, type="Melee", melee=True).other["own-damage"].fraction(0) == 1
    assert odds(rate=8, type="Melee", melee=True).other["own-damage"].fraction(0) < 1


# --- what lasts -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:corrosive")
def test_corrosive_counts_after_all_weapons_and_not_below_3():
    # the attack itself meets Resolve 4: four hits are one point; the test that follows meets 3
    toll = thrown([6] * 4 + [4], "Corrosive", rate=4)
    assert lost(toll) == 1 and toll.disrupted
    assert other("disrupted", "Corrosive", rate=1, resolve=3) == other("disrupted", rate=1, resolve=3)


@pytest.mark.rule("command:corrosive")
def test_corrosive_twice_on_resolve_4_is_3():
    from grognard.systems.command.target import target_of

    target = target_of(kind(resolve=4).models).once_corroded(1, 3).once_corroded(1, 3)
    assert target.toughness(target.full) == 3
    tank = target_of(kind(armor=(6, 5, 4), models=1).models, "side").once_corroded(1, 3)
    assert [tank.at(i).toughness(tank.full) for i in (0, 1, 2)] == [6, 4, 4]


@pytest.mark.rule("command:corrosive", "command:crush")
def test_scenery_falls_on_those_already_corroded():
    # by hand: a hit (2/3 at 4+ with +1), a collapse (1/3), a die of 4+ instead of 5+
    answer = odds("Corrosive, Crush", rate=1, resolve=5, models=1, cover=4)
    assert answer.damage.fraction(1) == Fraction(2, 3) / 3 * Fraction(1, 2)


@pytest.mark.rule("command:bloodlust")
def test_bloodlust_grows_in_the_middle_of_an_attack():
    # Resolve 2: two hits slay the first, then three are needed, then four
    assert lost(thrown([6] * 9 + [1], "", target="Bloodlust", rate=9, resolve=2)) == 3
    assert lost(thrown([6] * 9 + [1], "", rate=9, resolve=2)) == 4


@pytest.mark.rule("command:bloodlust")
def test_models_missing_from_the_start_count_as_lost():
    by, on = kind("Ours", "", 1, (gun(rate=5),)), kind(rules="Bloodlust", models=6, resolve=2)
    assert ask(by, on, target_models=2).damage.fraction(1) == 0  # Resolve 6
    lusty = kind("Lusty", "Bloodlust", 3, (gun(type="Melee"),), av=3)
    assert next(s for s in ask(lusty, on, melee=True, models=1).steps if "hit" in s.name).needs == "2+"


@pytest.mark.rule("command:bloodlust", "command:pike")
def test_pike_meets_the_resolve_that_bloodlust_has_left():
    # Resolve 1: a 5 (6 with the token) is a hit that slays, then Resolve 2: four above it, on one model
    toll = thrown([5, 1], "Pike", target="Bloodlust", rate=1, resolve=1, hp=1, models=9)
    assert lost(toll) == 2
    assert law("Pike", target="Bloodlust", rate=2, resolve=2, hp=3, models=3).mean() > 0


@pytest.mark.rule("command:reckless")
def test_a_reckless_unit_strikes_with_its_guns_and_is_weaker_for_it():
    answer = odds(unit="Reckless", rate=3, melee=True, reckless=True)
    assert answer.other["hits"].fraction(3) == Fraction(2, 3) ** 3
    assert answer.other["own-damage"].fraction(1) == Fraction(1, 27)  # three failures on Resolve 3
    assert odds(unit="Reckless", rate=3, melee=True).other["hits"].fraction(0) == 1
    assert odds(unit="", rate=3, melee=True, reckless=True).other["hits"].fraction(0) == 1


@pytest.mark.rule("command:reckless", "command:trudging")
def test_a_reckless_unit_that_charged_needs_more_for_heavy_weapons():
    def heavy(rules):
        return odds(unit=rules, type="Heavy", rate=3, melee=True, charging=True, reckless=True).other["hits"].mean()

    assert heavy("Reckless") == 0
    assert heavy("Reckless, Trudging") == 2
