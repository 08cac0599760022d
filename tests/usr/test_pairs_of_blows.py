"""Rules that meet in close combat: each chance worked out by hand in the line above it.

Without figures everybody is a soldier with 4 in all that matters: he hits on 4+, wounds on 4+, and has no save.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.usr.examples import ask, model, other, slays, target, unit, weapon

rule = pytest.mark.rule
FIST = weapon("Fist", "Unwieldy", "Specialist Weapon", melee=True, S="x2", AP=2)
SWORD = weapon("Sword", melee=True)
PISTOL = weapon("Pistol", type="Pistol", range=12)


def fighter(*rules, weapons=(SWORD,), count=1, type="Infantry", **stats):
    return unit(model(*rules, weapons=weapons, **stats), name="Fighters", count=count, type=type)


def blade(*rules, **stats):
    return weapon("Blade", *rules, melee=True, **stats)


def fights(attacker, defender, n=1, **said):
    """The chance that a round of blows slays exactly n."""
    return slays(attacker, defender, n, melee=True, **said)


ONE_BLOW = {"zero-attacks": "added"}  # of a model with Attacks 0 it leaves the one blow for the charge


def blows(attacker, **said):
    """How many blows of how many models there are, and at which step."""
    step = next(s for s in ask(attacker, target(count=9), melee=True, **said).steps if s.name == "blows")
    return step.needs, step.because[-1].says


# --- to hit (vector 40) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ours", "theirs", "needs"),
    [(4, 4, 4), (4, 3, 3), (2, 5, 5), (4, 8, 4), (4, 9, 5), (1, 2, 4), (1, 3, 5), (5, 10, 4)],
)
def test_weapon_skill_against_weapon_skill(ours, theirs, needs):
    assert fights(fighter(WS=ours), target(WS=theirs)) == Fraction(7 - needs, 6) * Fraction(1, 2)


# --- attacks (vectors 41 and 48) --------------------------------------------------------------------------------------


@rule("usr:furious-charge")
def test_two_attacks_two_weapons_and_a_charge_make_four_of_one_more_strength():
    # vector 41: Strength 3 and 1 against Toughness 4: 4+; 1/2 and 1/2 for each of four
    boy = fighter("Furious Charge", weapons=(SWORD, PISTOL), A=2, S=3)
    assert blows(boy, charging=True)[0] == "1 x 4"
    assert fights(boy, target(count=4), 4, charging=True) == Fraction(1, 4) ** 4


@rule("usr:rage")
def test_rage_makes_five_of_them_and_in_a_disordered_charge_three():
    boy = fighter("Rage", weapons=(SWORD, PISTOL), A=2)
    assert blows(boy, charging=True)[0] == "1 x 5"
    assert blows(boy, charging=True, sets={"disordered": True})[0] == "1 x 3"


@rule("usr:furious-charge", "usr:rage")
def test_fury_counts_in_a_disordered_charge_and_rage_does_not():
    # one blow: 1/2 to hit, Strength 5 against 4: 2/3
    both = fighter("Rage", "Furious Charge")
    assert fights(both, target(), charging=True, sets={"disordered": True}) == Fraction(1, 3)


@rule("usr:counter-attack")
def test_a_counter_attack_is_for_who_is_charged_and_was_not_locked():
    calm = fighter("Counter-attack")
    assert blows(calm, sets={"charged": True})[0] == "1 x 2"
    assert blows(calm, sets={"charged": True, "first-round": False})[0] == "1 x 1", "locked since an earlier round"
    assert blows(calm, charging=True)[0] == "1 x 2", "for charging, and no more"


@rule("usr:counter-attack", "usr:rage")
def test_rage_is_no_help_to_who_is_charged():
    assert blows(fighter("Counter-attack", "Rage"), sets={"charged": True})[0] == "1 x 2"


@rule("usr:specialist-weapon")
def test_the_fist_beside_a_sword_strikes_once_and_the_sword_beside_a_fist_twice():
    both = fighter(weapons=(FIST, SWORD))
    assert blows(both) == ("1 x 1", "step 1") and blows(both, weapons=["Sword"]) == ("1 x 2", "step 4")
    assert blows(fighter(weapons=(FIST, PISTOL)))[0] == "1 x 1", "a pistol is no Specialist Weapon"
    claw = weapon("Claw", "Specialist Weapon", melee=True)
    assert blows(fighter(weapons=(FIST, claw)))[0] == "1 x 2"


@rule("usr:unwieldy", "usr:smash")
@pytest.mark.parametrize(("type", "step"), [("Infantry", "step 1"), ("Monstrous Creature", "step 4")])
def test_an_unwieldy_weapon_slows_a_smashing_man_and_no_monster(type, step):
    # vector 43; Smash makes the blow AP2: no save of 3+; Strength 8 against 4 wounds on 2+: 1/2 and 5/6
    kind = fighter("Smash", weapons=(weapon("Maul", "Unwieldy", melee=True, S="x2"),), type=type)
    assert blows(kind)[1] == step
    assert fights(kind, target(Sv="3+")) == Fraction(5, 12)


# --- Strength and AP --------------------------------------------------------------------------------------------------


@rule("usr:furious-charge")
@pytest.mark.parametrize(("toughness", "chance"), [(8, Fraction(1, 3)), (9, Fraction(1, 4)), (10, Fraction(1, 6))])
def test_a_fist_that_charges_in_fury_doubles_first_and_adds_then(toughness, chance):
    # 4 times 2 and 1 are 9: 3+, 4+ and 5+ against 8, 9 and 10; doubled afterwards it would be 10: 2+, 3+, 4+. 1/2 to hit
    assert (
        fights(fighter("Furious Charge", weapons=(FIST,), A=0), target(T=toughness), charging=True, rulings=ONE_BLOW)
        == chance
    )


@rule("usr:furious-charge")
def test_fury_adds_nothing_to_a_weapon_of_a_strength_of_its_own():
    # Strength 5 against Toughness 5: 1/2 and 1/2
    ram = fighter("Furious Charge", weapons=(blade(S=5),), A=0)
    assert fights(ram, target(T=5), charging=True, rulings=ONE_BLOW) == Fraction(1, 4)


def test_strength_is_at_most_ten():
    # 6 doubled is 12, which counts 10: against 10 a 4+ and not 3+
    assert fights(fighter(weapons=(FIST,), S=6), target(T=10)) == Fraction(1, 4)


@rule("usr:smash", "usr:furious-charge")
@pytest.mark.parametrize(
    ("rules", "chance"), [(("Smash",), Fraction(1, 4)), (("Smash", "Furious Charge"), Fraction(1, 3))]
)
def test_the_mighty_blow_of_a_furious_charger_is_one_stronger(rules, chance):
    # against Toughness 8: Strength 8 wounds on 4+, 9 on 3+; Strength 4 could not, and the axe's own Strength does not count
    axe = weapon("Axe", melee=True, S="+1")
    ram = fighter(*rules, weapons=(axe,), A=0, S=4)
    assert fights(ram, target(T=8), charging=True, policy="best", rulings=ONE_BLOW) == chance


@rule("usr:smash")
def test_vector_44_one_blow_of_strength_ten_or_all_of_them():
    # Strength 6 against Toughness 8: three blows of 1/2 and 1/6; or one of Strength 10 (12 at most 10): 1/2 and 5/6 = 5/12;
    # three of 1/12 each slay with 1 - (11/12)^3 = 397/1728, less than 5/12: the mighty blow
    giant = fighter("Smash", A=3, S=6)
    assert fights(giant, target(T=8)) == 1 - Fraction(11, 12) ** 3
    assert fights(giant, target(T=8), policy="best") == Fraction(5, 12)


@rule("usr:smash", "usr:rending")
def test_rending_gives_a_smashing_monster_wounds_on_six_and_no_better_ap():
    # Toughness 8 cannot be wounded by Strength 4 but for a 6; AP2 anyway, no save of 2+: 1/2 and 1/6
    assert fights(fighter("Smash", weapons=(blade("Rending", AP=4),), A=1), target(T=8, Sv="2+")) == Fraction(1, 12)
    # Toughness 4: 4+, every one of them AP2: 1/2 and 1/2, the 6 among them
    assert fights(fighter("Smash", weapons=(blade("Rending", AP=4),)), target(Sv="2+")) == Fraction(1, 4)


@rule("usr:smash")
def test_smash_leaves_a_better_ap_alone():
    # a walker of front 12 struck by Strength 8: 5 and 6 penetrate (1/3); AP1 explodes on 5+ (1/3), AP2 on 6 (1/6); 1/2 to hit
    walker = target(Front=12, Side=12, Rear=10, WS=4, S=6, I=4, A=2, HP=3, type="Walker")
    for ap, chance in ((1, Fraction(1, 3)), (4, Fraction(1, 6))):
        kind = fighter("Smash", weapons=(blade(S=8, AP=ap),))
        assert other(kind, walker, "explodes", melee=True) == Fraction(1, 2) * Fraction(1, 3) * chance


@rule("usr:smash", "usr:hammer-of-wrath")
def test_the_hammer_of_a_smashing_charger_has_no_ap():
    # the hammer: 2/3, 1/2, and 1/6 of the saves fail: 1/18; the blow at AP2: 1/4
    ram = fighter("Smash", "Hammer of Wrath", A=0)
    both = 1 - (1 - Fraction(1, 18)) * (1 - Fraction(1, 4))
    assert fights(ram, target(Sv="2+"), charging=True, rulings=ONE_BLOW) == both
    assert fights(ram, target(Sv="2+"), charging=True) == Fraction(1, 18), "Attacks 0: the hammer alone"


# --- re-rolls ---------------------------------------------------------------------------------------------------------


@rule("usr:hatred", "usr:zealot")
def test_a_zealot_who_hates_throws_each_miss_again_once_in_the_first_round_only():
    # 1/2 + 1/2 * 1/2 = 3/4, and 1/2; later 1/2 and 1/2
    both = fighter("Zealot", "Hatred")
    assert fights(both, target()) == Fraction(3, 8) and fights(both, target(), sets={"first-round": False}) == Fraction(
        1, 4
    )


@rule("usr:hatred", "usr:preferred-enemy")
def test_hatred_and_preferred_enemy():
    # first: 3/4 to hit (every miss), 1/2 + 1/6 * 1/2 = 7/12 to wound; later ones only: 7/12 and 7/12
    both = fighter("Hatred", "Preferred Enemy")
    assert fights(both, target()) == Fraction(3, 4) * Fraction(7, 12)
    assert fights(both, target(), sets={"first-round": False}) == Fraction(7, 12) ** 2


@rule("usr:fear", "usr:hatred")
def test_who_is_afraid_of_whom_he_hates():
    # Weapon Skill 1 against 4: 5+, thrown again: 1/3 + 2/3 * 1/3 = 5/9; 1/2 to wound
    assert fights(fighter("Hatred"), target(), sets={"afraid": True}) == Fraction(5, 18)


@rule("usr:fear")
def test_who_is_afraid_is_hit_on_three():
    # 4 against 1: 3+; both afraid: 1 against 1: 4+
    assert fights(fighter(), target(), sets={"target-afraid": True}) == Fraction(1, 3)
    assert fights(fighter(), target(), sets={"target-afraid": True, "afraid": True}) == Fraction(1, 4)


@rule("usr:master-crafted", "usr:hatred")
def test_a_master_crafted_blade_has_no_miss_left_to_throw_again_in_a_first_round_of_hatred():
    # two blows, each 3/4 and 1/2, both slay: (3/8)^2; later the first miss of the two: 1/4 + 2 * 1/4 * 1/2 = 1/2 hit twice
    kind = fighter("Hatred", weapons=(blade("Master-crafted"),), A=2)
    assert fights(kind, target(count=2), 2) == Fraction(3, 8) ** 2
    assert fights(kind, target(count=2), 2, sets={"first-round": False}) == Fraction(1, 2) * Fraction(1, 4)


@rule("usr:poisoned", "usr:shred")
def test_poison_and_shred_throw_a_failed_roll_again_once():
    # Toughness 5: 4+ by the poison, again by Shred: 3/4. Toughness 3: 3+ is lower; both throw it again, once: 8/9
    kind = fighter(weapons=(blade("Poisoned (4+)", "Shred", S="User"),))
    assert fights(kind, target(T=5)) == Fraction(1, 2) * Fraction(3, 4)
    assert fights(kind, target(T=3)) == Fraction(1, 2) * Fraction(8, 9)


@rule("usr:poisoned", "usr:furious-charge")
def test_a_furious_charge_makes_poison_throw_again():
    # Strength 4 and Toughness 4: 4+ once; Strength 5: 3+ is lower and thrown again: 8/9
    kind = fighter("Furious Charge", weapons=(blade("Poisoned (4+)", S="User"),), A=0)
    assert fights(kind, target(), charging=True, rulings=ONE_BLOW) == Fraction(1, 2) * Fraction(8, 9)
    assert fights(fighter("Furious Charge", weapons=(blade("Poisoned (4+)", S="User"),)), target()) == Fraction(1, 4)


@rule("usr:monster-hunter", "usr:poisoned")
def test_monster_hunters_with_poisoned_blades():
    # 4+ against Toughness 8, thrown again against a monster: 3/4; against anybody else Strength 4 is no higher: 1/2
    kind = fighter("Monster Hunter", weapons=(blade("Poisoned (4+)", S="User"),))
    assert fights(kind, target(T=8, type="Monstrous Creature")) == Fraction(3, 8)
    assert fights(kind, target(T=8)) == Fraction(1, 4)


@rule("usr:shred", "usr:rending")
def test_a_failed_roll_thrown_again_may_rend():
    # a 6: 1/6 + 1/2 * 1/6 = 1/4, no save; a 4 or 5: 1/3 + 1/2 * 1/3 = 1/2, of which half the saves of 4+ fail
    kind = fighter(weapons=(blade("Shred", "Rending"),))
    assert fights(kind, target(Sv="4+")) == Fraction(1, 2) * (Fraction(1, 4) + Fraction(1, 4))


@rule("usr:fleshbane", "usr:rending")
def test_fleshbane_wounds_on_two_and_a_six_rends_as_well():
    # 2 to 5: 4/6, of which a third of the saves of 3+ fail; a 6: no save
    kind = fighter(weapons=(blade("Fleshbane", "Rending"),))
    assert fights(kind, target(T=9, Sv="3+")) == Fraction(1, 2) * (Fraction(4, 6) * Fraction(1, 3) + Fraction(1, 6))


@rule("usr:furious-charge", "usr:rending")
def test_rending_on_a_furious_charge():
    # Strength 5 against 4: a 3, 4 or 5 meets a save of 4+, a 6 none
    kind = fighter("Furious Charge", weapons=(blade("Rending"),), A=0)
    assert fights(kind, target(Sv="4+"), charging=True, rulings=ONE_BLOW) == Fraction(1, 2) * (
        Fraction(1, 2) * Fraction(1, 2) + Fraction(1, 6)
    )


# --- wounds -----------------------------------------------------------------------------------------------------------


@rule("usr:instant-death", "usr:feel-no-pain")
def test_no_roll_discounts_a_wound_of_instant_death():
    reaper = fighter(weapons=(blade("Instant Death"),))
    assert fights(reaper, target("Feel No Pain (2+)", W=3)) == Fraction(1, 4)
    # Strength 8 against Toughness 4 is Instant Death too: 1/2 and 5/6
    assert fights(fighter(weapons=(blade(S=8),)), target("Feel No Pain (2+)", W=3)) == Fraction(5, 12)


@rule("usr:eternal-warrior", "usr:feel-no-pain", "usr:instant-death")
def test_an_eternal_warrior_loses_one_wound_of_it_and_may_not_discount_that():
    answer = ask(
        fighter(weapons=(blade("Instant Death"),)), target("Eternal Warrior", "Feel No Pain (2+)", W=3), melee=True
    )
    assert answer.damage.fraction(1) == Fraction(1, 4) and answer.slain.fraction(1) == 0


@rule("usr:instant-death")
def test_what_is_too_much_for_one_model_counts_for_nothing():
    # two blows of Instant Death at one model of three wounds: it loses three, never six
    answer = ask(fighter(weapons=(blade("Instant Death"),), A=2), target(W=3), melee=True)
    assert answer.damage.fraction(3) == 1 - Fraction(3, 4) ** 2 and answer.damage.fraction(6) == 0


@rule("usr:feel-no-pain", "usr:rending")
def test_pain_is_not_felt_from_a_blow_that_rends():
    # 4 and 5: 1/3, half saved by 4+; the 6: 1/6; of either a third is discounted
    kind = fighter(weapons=(blade("Rending"),))
    assert fights(kind, target("Feel No Pain (5+)", Sv="4+")) == Fraction(1, 2) * (
        Fraction(1, 3) * Fraction(1, 2) + Fraction(1, 6)
    ) * Fraction(2, 3)


@rule("usr:shrouded", "usr:stealth")
def test_no_shroud_is_a_save_in_close_combat():
    assert fights(fighter(), target("Shrouded", "Stealth")) == Fraction(1, 4)


# --- vehicles ---------------------------------------------------------------------------------------------------------


@rule("usr:tank-hunters", "usr:armourbane")
def test_tank_hunters_with_armourbane_throw_a_failed_penetration_again():
    # Strength 4 and 2D6 against rear 10: 7 and more penetrate 21/36, 6 glances 5/36; hit on 3+ (Weapon Skill 1).
    # A failed roll (10/36) is made again, and so is a glance only if its player likes (it is kept): some harm 26/36 + 10/36 * 26/36
    kind = fighter("Tank Hunters", weapons=(blade("Armourbane"),))
    harm = Fraction(26, 36) + Fraction(10, 36) * Fraction(26, 36)
    answer = ask(kind, target(Front=12, Side=12, Rear=10), melee=True)
    hurt = answer.other["glances"].fraction(1) + answer.other["penetrations"].fraction(1)
    assert hurt == Fraction(2, 3) * harm


def test_an_immobilised_hull_cannot_be_missed():
    # Strength 4 against rear 10: a 6 glances
    answer = ask(fighter(), target(Front=12, Side=12, Rear=10), melee=True, sets={"immobilised": True})
    assert answer.other["glances"].fraction(1) == Fraction(1, 6)
    answer = ask(fighter(), target(Front=12, Side=12, Rear=10), melee=True)
    assert answer.other["glances"].fraction(1) == Fraction(2, 3) * Fraction(1, 6)


@rule("usr:hatred")
def test_hatred_of_a_kind_of_unit_and_of_any_other():
    kind = fighter("Hatred (Walkers)")
    walker = target(Front=10, Side=10, Rear=10, WS=4, S=6, I=4, A=2, HP=3, type="Walker")
    # 3/4 to hit a walker, 1/6 glances; 1/4 as ever against men
    assert ask(kind, walker, melee=True).other["glances"].fraction(1) == Fraction(3, 4) * Fraction(1, 6)
    assert fights(kind, target()) == Fraction(1, 4)


# --- challenges in odds -----------------------------------------------------------------------------------------------


def led(*rules, **stats):
    return unit(model(name="Man"), model(name="Man"), model(*rules, name="Leader", role="leader", **stats), name="Led")


def test_in_a_challenge_the_leader_alone_is_struck_first_and_by_a_leader_alone():
    # three blows of the captain, none of his man; leader of one wound: the first wound is his, the others spill
    ours = unit(model(name="Man"), model(name="Captain", role="leader", A=3), name="Ours")
    law = ask(ours, led(), melee=True, sets={"challenge": True}).slain
    assert [law.fraction(n) for n in range(4)] == [Fraction(27, 64), Fraction(27, 64), Fraction(9, 64), Fraction(1, 64)]


@rule("usr:independent-character")
def test_his_own_skill_and_toughness_count_and_nobody_takes_his_wounds():
    # Weapon Skill 4 against 9: 5+; Strength 4 against 6: 6+; of two wounds none is looked out for
    answer = ask(fighter(), led("Independent Character", WS=9, T=6, W=2), melee=True, sets={"challenge": True})
    assert answer.damage.fraction(1) == Fraction(1, 3) * Fraction(1, 6) and answer.slain.fraction(1) == 0


@rule("usr:eternal-warrior")
def test_an_eternal_warrior_in_a_challenge():
    answer = ask(fighter(weapons=(blade(S=8),)), led("Eternal Warrior", W=3), melee=True, sets={"challenge": True})
    assert answer.damage.fraction(1) == Fraction(5, 12) and answer.slain.fraction(0) == 1


def test_without_a_character_a_challenge_is_said_to_change_nothing():
    answer = ask(fighter(), target(), melee=True, sets={"challenge": True})
    assert answer.slain.fraction(1) == Fraction(1, 4) and any(
        "challenge has no effect" in note for note in answer.notes
    )
