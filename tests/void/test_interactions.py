"""Two rules and more at the same moment. Fractions are worked out by hand in the comments.

A trooper hits a trooper on 6+ (1/2) at short range and wounds him on 6+ (1/2).
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.void import field
from grognard.systems.void.attack import match_at
from grognard.systems.void.examples import ask, model, trooper, unit, weapon
from grognard.systems.void.harm import state_of
from grognard.systems.void.melee.charge import charge
from grognard.systems.void.melee.counter_charge import counter_charge
from grognard.systems.void.melee.fight import crowded, fight, strikes
from grognard.systems.void.nerve.checks import Company, check, immunity
from grognard.systems.void.nerve.morale import frighten, rally
from grognard.systems.void.orders import Orders
from grognard.systems.void.rules import (
    BerserkCharge,
    Camouflage,
    CombineFire,
    Dodge,
    EnforcedRally,
    Fast,
    Fearless,
    FindWeakness,
    Guard,
    HeavyArmour,
    HighMorale,
    ImmuneToPanic,
    Impetuous,
    Inspiring,
    JumpTrooper,
    LethalStrike,
    Marksman,
    MountedWeaponTeam,
    MultipleAttacks,
    MultipleShots,
    NeuralSpikeActivation,
    Prone,
    Rampage,
    ShieldWall,
    ShockTrooper,
    Sniper,
    Spomm,
    Spotter,
    Stealth,
    StompAttack,
    Strategy,
    StrikeFirst,
    SuppressiveFire,
    Swarm,
    TargetAcquisition,
    Terrifying,
)
from grognard.systems.void.shooting.suppressive_fire import suppress
from grognard.systems.void.turn import activation
from grognard.table.events import Given, Locked
from grognard.table.state import Clock, Effect

from .field import Field, at

F = Fraction
HALF = F(1, 2)
BLADE = ("Combat Blade",)
LOCKED = weapon("rifle", TargetAcquisition())


def kills(*args, **said):
    return ask(*args, **said).slain.fraction(1)


def given(f, u, word, **more):
    Given(u, Effect(word, **more)).on(f.table)


# --- dice for clear points ----------------------------------------------------------------------------------------------


@pytest.mark.rule("void:marksman")
@pytest.mark.rule("void:multiple-shots")
def test_each_of_several_shots_of_a_marksman_has_its_own_margin():
    odds = ask(trooper(Marksman(), MultipleShots(2)), trooper(W=9))
    assert odds.damage.fraction(6) == F(1, 10) ** 2 * HALF**6  # two tens: three dice each, all six wound
    assert odds.damage.mean() == pytest.approx(2 * (0.2 * 1 + 0.2 * 2 + 0.1 * 3) / 2)


@pytest.mark.rule("void:marksman")
def test_a_marksman_with_a_sniper_rifle_at_every_band_with_and_without_the_rule():
    # needs 4+, 5+, 5+, 6+; a die more for each two above; each die wounds on 5+: 6/10
    none, one, two, three, four = (1 - F(4, 10) ** k for k in range(5))
    for inches, dice in (
        (12, (one, one, two, two, three, three, four)),  # 4 to 10
        (24, (one, one, two, two, three, three)),
        (36, (one, one, two, two, three, three)),
        (48, (one, one, two, two, three)),
    ):
        rifle = {"arms": ("Sniper Rifle",)}
        assert kills(trooper(Marksman(), **rifle), trooper(), range=inches) == sum(dice, none) / 10
        assert kills(trooper(**rifle), trooper(), range=inches) == F(len(dice), 10) * F(6, 10)


@pytest.mark.rule("void:marksman")
def test_a_small_target_takes_the_marksmans_margin_with_it():
    # SZ 1: 7+; one die at 7 and 8, two at 9 and 10
    assert kills(trooper(Marksman()), trooper(SZ=1)) == F(2, 10) * HALF + F(2, 10) * F(3, 4)


@pytest.mark.rule("void:marksman")
@pytest.mark.rule("void:prone")
def test_a_marksman_who_lies_has_a_point_more_to_spare():
    # 5+: one die at 5 and 6, two at 7 and 8, three at 9 and 10
    odds = kills(trooper(Marksman(), Prone()), trooper(), sets=("prone=yes",))
    assert odds == F(2, 10) * (HALF + F(3, 4) + F(7, 8))


@pytest.mark.rule("void:marksman")
@pytest.mark.rule("void:target-acquisition")
def test_a_lock_voids_the_band_and_the_margin_counts_from_six():
    # long range would be -2; locked 6+: one die at 6 and 7, two at 8 and 9, three at 10
    odds = kills(trooper(Marksman(), arms=(LOCKED,)), trooper(), range=30, sets=("painted=yes",))
    assert odds == F(2, 10) * HALF + F(2, 10) * F(3, 4) + F(1, 10) * F(7, 8)


@pytest.mark.rule("void:marksman")
@pytest.mark.rule("void:jump-trooper")
def test_a_failed_jump_costs_a_marksman_dice_as_well():
    # moved and failed: 8+; one die at 8 and 9, two at 10
    odds = kills(trooper(Marksman(), JumpTrooper()), trooper(), moved=True, sets=("failed-jump=yes",))
    assert odds == F(2, 10) * HALF + F(1, 10) * F(3, 4)


@pytest.mark.rule("void:marksman")
@pytest.mark.rule("void:find-weakness")
def test_find_weakness_pierces_for_every_extra_die():
    # Sniper Rifle AP 1 and 2 more: Heavy Armour 6 saves on 7+; a die does harm 6/10 x 6/10
    through = F(36, 100)
    dice = (1, 1, 2, 2, 3, 3, 4)
    odds = kills(trooper(Marksman(), FindWeakness(2), arms=("Sniper Rifle",)), trooper(HeavyArmour(6)))
    assert odds == sum(1 - (1 - through) ** k for k in dice) / 10


@pytest.mark.rule("void:sniper")
@pytest.mark.rule("void:marksman")
def test_a_sniper_at_his_best_takes_his_extra_dice_to_the_softer_model():
    two = unit(model("line trooper", T=10), model("line trooper"), name="two")
    soft = F(2, 10) * HALF + F(2, 10) * F(3, 4) + F(1, 10) * F(7, 8)
    hard = F(2, 10) * F(1, 10) + F(2, 10) * (1 - F(9, 10) ** 2) + F(1, 10) * (1 - F(9, 10) ** 3)  # only a 10 wounds
    assert kills(trooper(Sniper(), Marksman()), two, policy="best") == HALF * soft + HALF * hard


# --- saves one after the other ------------------------------------------------------------------------------------------


@pytest.mark.rule("void:dodge")
@pytest.mark.rule("void:heavy-armour")
def test_two_points_for_a_dodger_in_armour_the_second_is_harder_once_the_first_was_dodged():
    target = trooper(HeavyArmour(4), Dodge(), W=2)
    odds = ask(trooper(arms=("rocket launcher",)), target)
    p = F(9, 10) * F(9, 10)  # a die wounds on 2+, and armour 4 less 4 saves on a 10 only
    assert odds.damage.fraction(2) == HALF * (p / 2) ** 2  # both come through and neither is dodged on 6+
    lost_then_saved = p / 2 * (1 - p / 2)
    dodged_then_lost = p / 2 * (p * F(6, 10))  # after a success 7+ is needed
    nothing_then_lost = (1 - p) * p / 2
    assert odds.damage.fraction(1) == HALF * (lost_then_saved + dodged_then_lost + nothing_then_lost)


@pytest.mark.rule("void:dodge")
@pytest.mark.rule("void:guard")
def test_a_guard_dodges_with_the_command_of_the_hero_he_guards():
    pair = unit(model("hero", W=1), model("line trooper", Guard("the hero"), Dodge()), name="pair")
    assert kills(trooper(), pair) == F(1, 4) * F(2, 10)  # CD 7: 3+


@pytest.mark.rule("void:camouflage")
@pytest.mark.rule("void:heavy-armour")
def test_a_camouflaged_wearer_of_armour_under_a_lance():
    # each die: 9/10 wounds, 9+ fails 8/10, armour 3 less 4 saves on a 10 only: 9/10
    through = F(9, 10) * F(8, 10) * F(9, 10)
    odds = kills(trooper(arms=("rocket launcher",)), trooper(Camouflage(), HeavyArmour(3)))
    assert odds == HALF * (1 - (1 - through) ** 2)


@pytest.mark.rule("void:camouflage")
@pytest.mark.rule("void:prone")
def test_who_lies_camouflaged_is_small_and_saved_on_nine():
    odds = kills(trooper(), trooper(Camouflage(), Prone()), sets=("target-prone=yes",))
    assert odds == F(4, 10) * HALF * F(8, 10)  # 7+ against SZ 1


@pytest.mark.rule("void:camouflage")
@pytest.mark.rule("void:stealth")
def test_both_in_one_model_are_one_better_and_no_more():
    assert kills(trooper(), trooper(Camouflage(), Stealth()), cover=3) == F(1, 4) * F(5, 10)  # 6+, not 5+


@pytest.mark.rule("void:camouflage")
@pytest.mark.rule("void:stealth")
def test_a_stealthy_model_that_charges_gives_its_camouflaged_unit_away():
    squad = unit(model("line trooper", Stealth(), arms=BLADE), model("sergeant", Camouflage(), arms=BLADE), name="s")
    f = Field([at(squad, 10, 40)], [at(trooper(arms=BLADE), 10, 43.5), at(trooper(arms=("machine gun",)), 10, 4)])
    assert field.view(f.table, 2, 0).seen == ()  # 36 inches off
    f.run(activation(f.table, 0), [1, 1, 1], what_does="stay", counter_charge="stand")
    assert f[0].locked and field.view(f.table, 2, 0).seen == (0, 1)


@pytest.mark.rule("void:shield-wall")
@pytest.mark.rule("void:find-weakness")
def test_find_weakness_opens_a_shield_wall_from_the_front_and_means_nothing_in_its_flank():
    wall = trooper(ShieldWall(), n=2)
    assert kills(trooper(FindWeakness(3)), wall) == F(1, 4) * F(9, 10)  # 3 less 3: a 10 only
    assert kills(trooper(FindWeakness(3)), wall, sets=("arc=flank",)) == F(1, 4)


@pytest.mark.rule("void:shield-wall")
@pytest.mark.rule("void:camouflage")
def test_a_camouflaged_wall_has_both_saves_in_front():
    wall = trooper(ShieldWall(), Camouflage(), n=2)
    assert kills(trooper(), wall) == F(1, 4) * F(8, 10) * F(6, 10)
    assert kills(trooper(), wall, sets=("arc=rear",)) == F(1, 4) * F(8, 10)


@pytest.mark.rule("void:find-weakness")
@pytest.mark.rule("void:combine-fire")
def test_a_combined_flame_pierces_by_who_fires_it():
    two = ("light flame thrower", "light flame thrower")
    burner = trooper(CombineFire(), MultipleShots(2), FindWeakness(2), arms=two)
    assert kills(burner, trooper(HeavyArmour(6))) == F(6, 10) * F(5, 10)  # armour 6 less 2: 6+


@pytest.mark.rule("void:find-weakness")
def test_a_weapon_without_piercing_gets_it_from_its_bearer():
    assert kills(trooper(FindWeakness(3)), trooper(HeavyArmour(6))) == F(1, 4) * F(6, 10)  # 7+


# --- locks, spotters, crews ---------------------------------------------------------------------------------------------


@pytest.mark.rule("void:target-acquisition")
@pytest.mark.rule("void:prone")
def test_a_painted_target_that_lies_is_no_smaller():
    sets = ("painted=yes", "target-prone=yes")
    assert kills(trooper(arms=(LOCKED,)), trooper(Prone()), sets=sets) == F(1, 4)


@pytest.mark.rule("void:target-acquisition")
@pytest.mark.rule("void:spotter")
def test_spotters_still_help_a_locked_mortar():
    mortar = trooper(arms=(weapon("mortar", TargetAcquisition()),))
    sets = ("painted=yes", "spotters=1")
    assert kills(mortar, trooper(SZ=4), range=20, sets=sets) == F(6, 10) * F(6, 10)  # 6+ whatever the size, and +1


@pytest.mark.rule("void:target-acquisition")
def test_best_play_does_not_lock_on_to_what_is_large_and_near():
    big = trooper(SZ=4)
    assert kills(trooper(arms=(LOCKED,)), big, sets=("painted=yes",)) == F(1, 4)
    plain = kills(trooper(arms=(LOCKED,)), big, sets=("painted=yes",), policy="best")
    assert plain == F(7, 10) * HALF  # 6+ less 2 for the size


@pytest.mark.rule("void:target-acquisition")
@pytest.mark.rule("void:stealth")
def test_best_play_has_no_choice_but_the_lock_when_the_target_hides():
    hidden = trooper(Stealth(), SZ=4)
    odds = kills(trooper(arms=(LOCKED,)), hidden, range=20, sets=("painted=yes",), policy="best")
    assert odds == F(1, 4) * F(8, 10)


@pytest.mark.rule("void:mounted-weapon-team")
@pytest.mark.rule("void:multiple-shots")
def test_a_gun_of_several_shots_fires_them_all_and_lost_crew_tells_on_each():
    gun = weapon("machine gun", MountedWeaponTeam(), MultipleShots(2))
    crew = trooper(n=3, arms=(gun, "pistol"))
    shot = F(4, 10) * F(6, 10)  # 7+ with one crewman lost
    assert kills(crew, trooper(), sets=("crew-lost=1",)) == 1 - (1 - shot) ** 2


@pytest.mark.rule("void:mounted-weapon-team")
@pytest.mark.rule("void:spotter")
def test_a_spotter_makes_up_for_a_crewman():
    crew = trooper(MountedWeaponTeam(), n=3, arms=("mortar", "pistol"))
    assert kills(crew, trooper(), range=20, sets=("crew-lost=1", "spotters=1")) == HALF * F(6, 10)


@pytest.mark.rule("void:combine-fire")
@pytest.mark.rule("void:multiple-shots")
def test_a_third_light_flame_thrower_fires_beside_the_two_combined():
    three = ("light flame thrower",) * 3
    odds = ask(trooper(CombineFire(), MultipleShots(3), arms=three), trooper(n=3))
    assert odds.slain.fraction(2) == F(6, 10) * HALF and odds.slain.fraction(3) == 0


# --- blows --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:lethal-strike")
@pytest.mark.rule("void:shock-trooper")
def test_a_lethal_shock_trooper_charges():
    odds = ask(trooper(LethalStrike(1), ShockTrooper()), trooper(W=2), melee=True, charging=True)
    assert odds.damage.fraction(2) == F(7, 10) * F(6, 10) ** 2  # 4+, and two dice of 5+


@pytest.mark.rule("void:multiple-attacks")
@pytest.mark.rule("void:stomp-attack")
def test_each_of_several_attacks_may_be_a_stomp():
    odds = kills(trooper(MultipleAttacks(2), StompAttack(), arms=()), trooper(), melee=True)
    assert odds == 1 - F(3, 4) ** 2


@pytest.mark.rule("void:swarm")
@pytest.mark.rule("void:multiple-attacks")
def test_a_swarm_tells_on_every_blow():
    odds = kills(trooper(MultipleAttacks(2)), trooper(Swarm()), melee=True, sets=("contact=3",))
    assert odds == 1 - (1 - F(3, 10) * HALF) ** 2  # 8+ each


@pytest.mark.rule("void:swarm")
@pytest.mark.rule("void:strike-first")
def test_striking_first_does_not_help_against_a_swarm():
    assert kills(trooper(StrikeFirst()), trooper(Swarm()), melee=True, sets=("contact=4",)) == F(2, 10) * HALF


@pytest.mark.rule("void:swarm")
@pytest.mark.rule("void:prone")
def test_a_swarm_that_lies_is_hit_for_certain_however_many_they_are():
    odds = kills(trooper(), trooper(Swarm(), Prone()), melee=True, sets=("contact=4", "target-prone=yes"))
    assert odds == HALF


@pytest.mark.rule("void:strike-first")
@pytest.mark.rule("void:prone")
def test_the_quickest_strikes_no_blow_from_the_ground():
    f = Field([at(trooper(StrikeFirst(), Prone(), arms=BLADE), 10, 10)], [at(trooper(arms=BLADE), 10, 10.984375)])
    given(f, 0, "prone", value=0)
    Locked(0, 1).on(f.table)
    f.run(fight(f.table, 1), [5])  # one die of damage and nothing else is thrown
    assert f[0].alive and f[1].alive


@pytest.mark.rule("void:shock-trooper")
@pytest.mark.rule("void:strike-first")
def test_a_shock_trooper_who_meets_his_charger_strikes_with_his_bonus_after_the_first_striker():
    f = Field([at(trooper(StrikeFirst(), arms=BLADE), 10, 10)], [at(trooper(ShockTrooper(), arms=BLADE), 10, 14)])
    # the check, the first striker misses, the shock trooper hits on 4+ and wounds on 5+
    f.run(charge(f.table, 0, 1), [6, 4, 4, 5], counter_charge="counter-charge")
    assert not f[0].alive and f[1].alive


# --- charges ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:berserk-charge")
@pytest.mark.rule("void:jump-trooper")
def test_berserkers_meet_a_jump_only_when_it_was_mistimed():
    jumpers, berserkers = trooper(JumpTrooper(), arms=BLADE), trooper(BerserkCharge(), arms=BLADE)
    f = Field([at(jumpers, 10, 10)], [at(berserkers, 10, 18)])
    f.run(charge(f.table, 0, 1, leaping=True), [6, 5, 6])  # passed: +1 for the charge hits on 5+, and no blow back
    assert not f[1].alive and not any("counter-charges" in line for line in f.told())
    g = Field([at(jumpers, 10, 10)], [at(berserkers, 10, 18)])
    g.run(charge(g.table, 0, 1, leaping=True), [5, 5, 5, 6])  # failed: no bonus, a 5 misses; theirs hits on 5+
    assert not g[0].alive and any("counter-charges" in line for line in g.told())


@pytest.mark.rule("void:berserk-charge")
@pytest.mark.rule("void:prone")
def test_berserkers_who_lie_do_not_get_up_to_meet_anybody():
    f = Field([at(trooper(arms=BLADE), 10, 10)], [at(trooper(BerserkCharge(), Prone(), arms=BLADE), 10, 13)])
    given(f, 1, "prone", value=0)
    assert not f.run(counter_charge(f.table, 0, 1))


@pytest.mark.rule("void:jump-trooper")
@pytest.mark.rule("void:fast")
def test_a_fast_jumper_jumps_no_further():
    f = Field([at(trooper(JumpTrooper(), Fast(), arms=BLADE), 10, 10)], [at(trooper(), 10, 44)])
    f.run(activation(f.table, 0), [6], what_does="jump", where_does=f[0].form.shifted(0, 10))
    assert f[0].form.positions == ((10, 20),)
    assert f[0].form.shifted(0, 1) not in f.question("where does")


@pytest.mark.rule("void:impetuous")
@pytest.mark.rule("void:sniper")
def test_an_impetuous_sniper_picks_nobody_when_he_ran_ahead():
    foes = [at(trooper(), 10, 24), at(trooper(), 14, 28)]
    f = Field([at(trooper(Sniper(), Impetuous()), 10, 10)], foes)
    f.run(activation(f.table, 0), [5, 1], run_ahead="check", what_does="move")
    assert not any("pick any" in a.question for a in f.asked)
    g = Field([at(trooper(Sniper(), Impetuous()), 10, 10)], foes)
    g.run(activation(g.table, 0), [6, 6, 7, 6], run_ahead="check", what_does="stay", pick_any="yes", which_model=(2, 0))
    assert g[1].alive and not g[2].alive  # he kept his head, passed the check and shot the further one


@pytest.mark.rule("void:impetuous")
@pytest.mark.rule("void:strategy")
def test_strategy_holds_the_impetuous_back():
    f = Field([at(trooper(Impetuous(), Strategy(2), arms=BLADE), 10, 10)], [at(trooper(), 10, 30)])
    f.run(activation(f.table, 0), [4], run_ahead="check", what_does="stay")  # 6+ less 2
    assert f.question("what does") == ("stay", "move", "rush", "hold")


# --- nerve --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:strategy")
@pytest.mark.rule("void:high-morale")
@pytest.mark.rule("void:dodge")
def test_strategy_adds_to_high_morale_but_not_to_dodging():
    odds = ask(trooper(), trooper(Strategy(1), HighMorale(2), Dodge(), n=2))
    assert odds.slain.fraction(1) == F(1, 8)  # dodged on 6+, CD 4
    assert odds.other["panicked"] == F(1, 8) * F(2, 10)  # 3+


@pytest.mark.rule("void:high-morale")
@pytest.mark.rule("void:inspiring")
def test_a_reroll_is_made_with_the_same_bonus():
    odds = ask(trooper(), trooper(HighMorale(2), Inspiring(), n=2))
    assert odds.other["panicked"] == F(1, 4) * F(3, 10) ** 2


@pytest.mark.rule("void:inspiring")
@pytest.mark.rule("void:enforced-rally")
@pytest.mark.rule("void:neural-spike-activation")
def test_convicts_rally_by_an_inspired_roll_or_by_an_execution_without_one():
    convicts = unit(model("convict", EnforcedRally()), n=4)
    assert check("rally", Company(convicts.models[:1], lent=(Inspiring(),))).chance == pytest.approx(1 - 0.6**2)  # CD 3
    keeper = trooper(NeuralSpikeActivation(1), arms=BLADE)
    f = Field([at(keeper, 10, 10), at(convicts, 9, 13), at(trooper(Inspiring()), 14, 13)], [at(trooper(), 40, 47)])
    given(f, 1, "panicked")
    f.run(activation(f.table, 0), [], what_does="stay", neural_spikes=("rally", 1))
    assert f[1].size == 3 and not f[1].has("panicked")
    g = Field([at(convicts, 9, 13), at(trooper(Inspiring()), 14.5, 13)], [at(trooper(), 40, 47)])
    given(g, 0, "panicked")
    assert g.run(rally(g.table, 0), [6, 7])  # failed, and thrown again


@pytest.mark.rule("void:enforced-rally")
@pytest.mark.rule("void:neural-spike-activation")
def test_an_execution_that_leaves_one_man_is_no_loss_for_his_nerve_and_he_only_moves_in_this_turn():
    keeper = trooper(NeuralSpikeActivation(1), arms=BLADE)
    f = Field([at(keeper, 10, 10), at(unit(model("convict", EnforcedRally()), n=2), 10, 13)], [at(trooper(), 10, 30)])
    given(f, 1, "panicked")
    f.run(activation(f.table, 0), [], what_does="stay", neural_spikes=("rally", 1))  # no check is thrown for
    assert f[1].size == 1 and not f[1].has("panicked")
    f.run(activation(f.table, 1), [], what_does="stay")
    assert f.question("what does convict do") == ("stay", "move")


@pytest.mark.rule("void:fearless")
@pytest.mark.rule("void:terrifying")
def test_a_fearless_individual_takes_the_terror_from_those_he_joins_as_long_as_he_lives():
    hero = model("hero", Fearless(), role="individual", W=1)
    joined = (*trooper(n=2).models, hero)
    assert immunity(Company(joined), "terror") is not None
    assert immunity(Company(joined[:2]), "terror") is None
    squad = (*trooper(Fearless(), n=2).models, model("hero", role="individual"))
    assert immunity(Company(squad), "terror") is not None  # and the squad gives it to him
    beast = model("war beast", Terrifying(), role="individual")
    assert immunity(Company((*trooper(n=2).models, beast)), "terror") is not None


@pytest.mark.rule("void:terrifying")
@pytest.mark.rule("void:rampage")
def test_a_beast_that_is_terrified_rampages_and_its_activation_is_over():
    f = Field([at(unit(model("war beast", Rampage())), 20, 20)], [at(unit(model("war beast", Terrifying())), 20, 23)])
    f.run(activation(f.table, 0), [5])
    assert f[0].has("rampaging") and not any("what does" in a.question for a in f.asked)


@pytest.mark.rule("void:terrifying")
@pytest.mark.rule("void:strategy")
@pytest.mark.rule("void:high-morale")
def test_terror_is_a_morale_check_with_every_bonus():
    near = [at(unit(model("war beast", Terrifying())), 20, 23)]
    f = Field([at(trooper(Strategy(1), HighMorale(1)), 20, 20)], near)
    f.run(activation(f.table, 0), [4], what_does="hold")  # 6+ less 2
    assert not f[0].has("panicked")


@pytest.mark.rule("void:rampage")
@pytest.mark.rule("void:immune-to-panic")
def test_what_cannot_panic_cannot_rampage():
    odds = ask(trooper(), trooper(Rampage(), ImmuneToPanic(), n=2))
    assert odds.other["panicked"] == 0 and not odds.other.get("rampaging", 0)


@pytest.mark.rule("void:suppressive-fire")
@pytest.mark.rule("void:rampage")
def test_a_suppressed_beast_rampages():
    beast = unit(model("war beast", Rampage()))
    odds = ask(trooper(SuppressiveFire(4), n=3), beast, sets=("suppressive=yes",))
    assert odds.other["rampaging"] == F(9, 10)  # CD 4 + 4 wounds + 2 for its size - 12: 12+, so a 10


@pytest.mark.rule("void:suppressive-fire")
@pytest.mark.rule("void:high-morale")
def test_high_morale_stands_against_suppression():
    odds = ask(
        trooper(SuppressiveFire(5), n=2), trooper(HighMorale(2), n=8), range=20, sets=("suppressive=yes",)
    )  # the example of eight legionnaires, 8 + 1 - 10, and 2 better: 5+
    assert odds.other["panicked"] == F(4, 10)


@pytest.mark.rule("void:suppressive-fire")
@pytest.mark.rule("void:stealth")
@pytest.mark.rule("void:spomm")
def test_what_cannot_be_seen_or_scanned_cannot_be_suppressed():
    sets = ("suppressive=yes",)
    assert "hides" in ask(trooper(SuppressiveFire(4)), trooper(Stealth(), n=4), range=20, sets=sets).impossible
    mind = trooper(SuppressiveFire(4), Spomm("I", "Fire Support"))
    assert "scanning" in ask(mind, trooper(n=4), range=20, sets=sets).impossible


@pytest.mark.rule("void:suppressive-fire")
@pytest.mark.rule("void:immune-to-panic")
def test_suppression_of_a_fight_spares_the_immune_and_tests_each_of_three_units():
    f = Field(
        [at(trooper(SuppressiveFire(9), n=2), 10, 4), at(trooper(ImmuneToPanic()), 10, 16)],
        [at(trooper(), 10, 17), at(trooper(), 11, 16)],
    )
    Locked(1, 2).on(f.table)
    Locked(1, 3).on(f.table)
    # 4 + 1 wound - 18: only a 10 will do, for each of the two that can panic
    f.run(activation(f.table, 0), [9, 10], what_does="stay", whom_does=("suppress", 3))
    assert [f[u].has("panicked") for u in (1, 2, 3)].count(True) == 1 and not f[1].has("panicked")


@pytest.mark.rule("void:spomm")
@pytest.mark.rule("void:target-acquisition")
def test_a_machine_mind_does_not_lock_on_to_what_it_cannot_scan():
    mind = trooper(Spomm("I", "Fire Support"), arms=(LOCKED,))
    assert "scanning" in ask(mind, trooper(), range=20, sets=("painted=yes",)).impossible


@pytest.mark.rule("void:guard")
@pytest.mark.rule("void:rampage")
@pytest.mark.rule("void:suppressive-fire")
def test_guards_who_stand_by_are_not_suppressed_and_those_out_of_cohesion_are():
    people = unit(model("hero"), model("line trooper", Guard("hero")), name="people")
    f = Field([at(trooper(), 40, 40)], [(people, [(10, 10), (11.5, 10)])])
    f.run(frighten(f.table, 1, "suppression", -9))
    assert not f[1].has("panicked")
    g = Field([at(trooper(), 40, 40)], [(people, [(10, 10), (16, 10)])])
    g.run(frighten(g.table, 1, "suppression", -9), [9])
    assert g[1].has("panicked")


# --- who shoots what at whom --------------------------------------------------------------------------------------------


@pytest.mark.rule("void:stealth")
@pytest.mark.rule("void:spotter")
def test_a_spotter_does_not_see_the_stealthy_beyond_short_range():
    from grognard.systems.void.shooting.lines_of_fire import line

    mortar, seer = trooper(arms=("mortar",)), trooper(Spotter())
    for inches, spotters in ((11, 1), (16, 0)):
        f = Field([at(mortar, 10, 4), at(seer, 10, 28 - inches)], [at(trooper(Stealth()), 10, 29)])
        assert line(f.table, 0, 2, moved=False).groups[0][1].spotters == spotters


@pytest.mark.rule("void:stealth")
@pytest.mark.rule("void:neural-spike-activation")
def test_nobody_hides_from_his_own_side():
    keeper = trooper(NeuralSpikeActivation(3), arms=BLADE)
    f = Field([at(keeper, 10, 10), at(trooper(Stealth(), EnforcedRally(), n=2), 10, 26)], [at(trooper(), 40, 47)])
    given(f, 1, "panicked")
    f.run(activation(f.table, 0), [], what_does="stay", neural_spikes=("rally", 1))
    assert not f[1].has("panicked")


@pytest.mark.asks("how does … divide its blows?", of=0)
@pytest.mark.rule("void:multiple-attacks")
@pytest.mark.rule("void:swarm")
def test_blows_are_divided_over_two_units_and_each_counts_all_in_contact():
    f = Field(
        [at(trooper(MultipleAttacks(2), arms=BLADE), 10, 10)],
        [at(trooper(Swarm(), arms=BLADE), 10, 10.984375), at(trooper(arms=BLADE), 10, 9.015625)],
    )
    Locked(0, 1).on(f.table)
    Locked(0, 2).on(f.table)
    # two enemies in contact, one of a swarm: 7+ on all his blows (seed: "their to hit rolls"); both back
    both = lambda options: next(o for o in options if len(o) == 2)  # noqa: E731
    f.run(fight(f.table, 0), [7, 6, 7, 6, 1, 1], divide=both)
    assert not f[1].alive and not f[2].alive and f[0].alive


@pytest.mark.rule("void:swarm")
def test_a_swarm_in_contact_tells_on_blows_at_others_and_one_that_is_not_tells_on_none():
    def field(near, far):
        f = Field(
            [at(trooper(arms=BLADE), 10, 10)],
            [at(near, 10, 10.984375), at(trooper(arms=BLADE), 10, 9.015625), at(far, 20, 10)],
        )
        for v in (1, 2):
            Locked(0, v).on(f.table)
        return f

    plain, swarm = trooper(arms=BLADE), trooper(Swarm(), arms=BLADE)
    for near, far, told in ((swarm, plain, (2, (Swarm(),))), (plain, swarm, (1, ()))):
        f = field(near, far)
        assert crowded(f.table, f[0], 0) == told


@pytest.mark.rule("void:swarm")
def test_a_mixed_unit_whose_swarm_model_stands_behind_does_not_crowd():
    mixed = unit(model("line trooper", arms=BLADE), model("line trooper", arms=BLADE), model("line trooper", Swarm(), arms=BLADE),
                 name="mixed")  # fmt: skip
    f = Field(
        [at(trooper(arms=BLADE), 10.49609375, 10)], [(mixed, [(10, 10.8515625), (10.9921875, 10.8515625), (10.5, 12)])]
    )
    Locked(0, 1).on(f.table)
    (volley,), _ = strikes(f.table, 0, 1, 2, False, False)
    # two in contact, neither of them of the swarm: AS 4 against 4, 6+ to hit; with the swarm in front it were 7+
    assert volley.how.contact == 1 and match_at(volley, state_of(f.table, 1), 0).steps[0].needs == "6+"


@pytest.mark.rule("void:rampage")
@pytest.mark.rule("void:suppressive-fire")
def test_a_beast_with_somebody_beside_it_who_does_not_rampage_panics_like_others():
    two = trooper(SuppressiveFire(4), n=2)
    beasts, mixed = trooper(Rampage(), n=3), unit(model("line trooper", Rampage()), model("line trooper", Rampage()),
                                                  model("line trooper", role="individual"), name="mixed")  # fmt: skip
    # CD 4, 3 wounds less 8: 11+ on the die, so a natural 10 alone
    wild, tame = (ask(two, those, sets=("suppressive=yes",)).other for those in (beasts, mixed))
    assert wild == {"panicked": 0, "rampaging": F(9, 10)} and tame == {"panicked": F(9, 10)}
    f = Field([at(trooper(), 40, 40)], [at(mixed, 10, 10)])
    f.run(frighten(f.table, 1, "morale"), [5])
    assert f[1].has("panicked") and not f[1].has("rampaging") and "void:rampage" not in f.by()


@pytest.mark.rule("void:prone")
@pytest.mark.rule("void:suppressive-fire")
def test_who_lies_prone_is_no_larger_than_that_under_suppressive_fire_either():
    two, giants = trooper(SuppressiveFire(4), n=2), trooper(Prone(), SZ=4, n=4)
    # CD 4, 4 wounds, 2 for size 4, less 8: 8+ on the die; lying, of size 1, without the 2: 10+
    assert ask(two, giants, sets=("suppressive=yes",)).other["panicked"] == F(7, 10)
    assert ask(two, giants, sets=("suppressive=yes", "target-prone=yes")).other["panicked"] == F(9, 10)
    f = Field([at(two, 10, 10)], [at(giants, 10, 18, 2.0)])
    f.table.clock = Clock(2, 0, 3, 0, "activations")
    Given(1, Effect("prone", value=1)).on(f.table)
    f.run(suppress(f.table, 0, 1, Orders(f.table, 0)), [9])
    assert f[1].has("panicked")  # 9 would do, were they of size 4


@pytest.mark.rule("void:prone")
def test_over_those_who_lie_others_can_be_seen():
    row = unit(model("line trooper", Prone()), n=5, name="row")
    f = Field([at(trooper(), 12, 10)], [at(row, 9, 14, 1.5), at(trooper(), 12, 20)])
    assert not field.sees(f.table, 0, 2)
    Given(1, Effect("prone", value=1)).on(f.table)
    assert not field.sees(f.table, 0, 2)  # only from the next game turn on
    f.table.clock = Clock(2, 0, 3, 0, "activations")
    assert field.sees(f.table, 0, 2)
