"""Rules of different families that meet at one die: each chance is worked out by hand in the line above it.

Without figures everybody is a soldier with 4 in all that matters: he hits with a gun on 3+ (2/3), with a blade on 4+, wounds on 4+,
and has no save.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.usr.examples import ask, model, other, shooter, slays, target, unit, weapon
from tests.usr.playing import played, told

F = Fraction
rule = pytest.mark.rule
HOT = {"supercharge": "strength"}


def blade(*rules, **stats):
    return weapon("Blade", *rules, melee=True, **stats)


def fighter(*rules, weapons=(), type="Infantry", **stats):
    return unit(model(*rules, weapons=weapons or (blade(),), **stats), name="Fighter", type=type)


def fights(attacker, defender, n=1, **said):
    return slays(attacker, defender, n, melee=True, **said)


# --- wounds and what is thrown again ----------------------------------------------------------------------------------


@rule("usr:rending", "usr:twin-linked", "usr:preferred-enemy")
def test_a_twin_linked_rending_gun_at_a_preferred_enemy():
    gun = shooter("Rending", "Twin-linked", rules=["Preferred Enemy"])
    # 8/9 hit; Toughness 8: a 6 only, a 1 again: 1/6 + 1/6 * 1/6 = 7/36, and AP2 leaves no armour of 2+
    assert slays(gun, target(T=8, Sv="2+")) == F(8, 9) * F(7, 36)
    # Toughness 4: a 6 7/36 without a save; a 4 or 5: 2/6 + 1/6 * 2/6 = 7/18, a third of the saves of 3+ fail
    assert slays(gun, target(Sv="3+")) == F(8, 9) * (F(7, 36) + F(7, 18) * F(1, 3))


@rule("usr:rending", "usr:shred", "usr:preferred-enemy")
def test_shred_throws_all_that_preferred_enemy_throws_and_more_but_no_die_three_times():
    # 2/3 + 1/6 * 2/3 = 7/9 hit; Toughness 8, Shred: 1/6 + 5/6 * 1/6 = 11/36, the ones among them no third time
    gun = shooter("Rending", "Shred", rules=["Preferred Enemy"])
    assert slays(gun, target(T=8, Sv="2+")) == F(7, 9) * F(11, 36)


@rule("usr:poisoned", "usr:shred")
def test_a_poisoned_shot_shreds_and_is_no_stronger_for_it():
    # Strength 1 against Toughness 4: 4+ by the poison, once more by Shred: 3/4. In shooting poison alone throws nothing again
    assert slays(shooter("Poisoned (4+)", "Shred", S=1), target()) == F(2, 3) * F(3, 4)
    assert slays(shooter("Poisoned (4+)", S=5), target()) == F(2, 3) * F(2, 3)


@rule("usr:poisoned", "usr:shred")
def test_shredding_poison_at_a_gargantuan_creature():
    # 6 only, thrown again: 11/36
    giant = target(T=8, type="Gargantuan Creature")
    felt = F(2, 3)  # who is gargantuan discounts on 5+
    assert slays(shooter("Poisoned (2+)", "Shred", S=1), giant) == F(2, 3) * F(11, 36) * felt


@rule("usr:poisoned", "usr:rending", "usr:feel-no-pain")
def test_rending_poison_is_felt_as_any_wound():
    # 6: no armour of 3+; 4 and 5: a third fails; then 2/3 are felt
    gun = shooter("Poisoned (4+)", "Rending", S=1)
    hurt = F(1, 6) + F(1, 3) * F(1, 3)
    assert slays(gun, target("Feel No Pain", Sv="3+")) == F(2, 3) * hurt * F(2, 3)


@rule("usr:sniper", "usr:rending")
def test_a_sniper_who_rends_gains_nothing_against_men():
    # 4+ against Toughness 9, the 6 at AP2 by either rule: 1/6 and 1/3 of a third
    for rules in (("Sniper",), ("Sniper", "Rending")):
        gun = shooter(*rules, S="X", AP=6)
        assert slays(gun, target(T=9, Sv="3+")) == F(2, 3) * (F(1, 6) + F(1, 3) * F(1, 3))


@rule("usr:sniper", "usr:rending")
def test_a_sniper_who_rends_pierces_what_a_sniper_glances():
    gun = shooter("Sniper", "Rending", S="X", AP=6)
    # Strength 4 and a 6 are 10, and a D3: never just 10
    assert (
        other(gun, target(Front=10), "penetrations") == F(2, 3) * F(1, 6)
        and other(gun, target(Front=10), "glances") == 0
    )
    # armour 12: a D3 of 2 glances, of 3 pierces
    assert other(gun, target(Front=12), "glances") == F(2, 3) * F(1, 18) == other(gun, target(Front=12), "penetrations")


@rule("usr:sniper", "usr:poisoned")
def test_a_poisoned_sniper_is_strength_4_against_vehicles():
    # without a Strength of its own the poison gives 1, the sniper says otherwise: a 6 and 4 are 10, which glance, 1/6
    for rules in (("Sniper", "Poisoned (2+)"), ("Poisoned (2+)", "Sniper")):
        gun = shooter(*rules, S="X", AP=6)
        assert other(gun, target(Front=10), "glances") == F(2, 3) * F(1, 6)
        assert told(played(gun, target(Front=10), [3, 6]))["glances"] == 1
        roll = next(step for step in ask(gun, target(Front=10)).steps if step.name == "armour penetration")
        assert {why.id for why in roll.because} >= {"usr:sniper"}, "who raised its Strength is named"
    # poison alone: 6 and 1 do not reach 10
    assert other(shooter("Poisoned (2+)", S="X", AP=6), target(Front=10), "glances") == 0


@rule("usr:smash", "usr:poisoned")
def test_a_smash_attack_with_poison_is_of_double_the_strength_of_who_strikes():
    # the one blow: 1/2 to hit, Strength 4 twice 8, a 2 glances armour 10
    fangs = weapon("Fangs", "Poisoned (4+)", type="Melee", range="-", S="-")
    ogre, tank = fighter("Smash", weapons=(fangs,), A=1), target(Front=10, Side=10, Rear=10)
    one = {"Soldier: which weapon?": 1}
    assert told(played(ogre, tank, [3, 2], choose=one, melee=True))["glances"] == 1
    # against Toughness 8 it wounds on 4+ as the poison does, and failures are not rolled again: 8 is not more than 8
    assert fights(ogre, target(T=8), policy="best") == F(1, 2) * F(1, 2)
    # Toughness 5 is wounded on 2+, failures thrown again: 35/36
    assert fights(ogre, target(T=5), policy="best") == F(1, 2) * F(35, 36)


@rule("usr:gets-hot", "usr:poisoned")
def test_supercharged_poison_is_one_stronger_than_one():
    # Toughness 2 and Poisoned (6+): Strength 1 wounds on 5+, supercharged 2 on 4+
    gun = shooter("Gets Hot", "Poisoned (6+)", S="X")
    assert slays(gun, target(T=2)) == F(2, 3) * F(1, 3) and slays(gun, target(T=2), sets=HOT) == F(2, 3) * F(1, 2)
    assert played(gun, target(T=2), [3, 4]).slain == 0 and played(gun, target(T=2), [3, 4], sets=HOT).slain == 1


@rule("usr:destroyer", "usr:shred", "usr:fleshbane", "usr:preferred-enemy")
def test_what_helps_to_wound_has_no_part_in_the_table_of_a_destroyer():
    # 2+ on the table, and no other reason beside it; 2/3 + 1/6 * 2/3 = 7/9 hit, for that is no table
    acorn = shooter("Shred", "Fleshbane", rules=["Preferred Enemy"], S="D", AP=1)
    assert slays(acorn, target()) == F(7, 9) * F(5, 6)
    (table,) = [step for step in ask(acorn, target()).steps if step.name == "destroyer"]
    assert [why.rule for why in table.because] == ["Destroyer"]
    # 1 on the table: no die is thrown again
    assert played(acorn, target(), [3, 1]).slain == 0


@rule("usr:furious-charge", "usr:poisoned")
def test_fury_does_not_strengthen_poison_that_has_its_own_strength():
    fangs = weapon("Fangs", "Poisoned (6+)", type="Melee", range="-", S="-")
    charge = ask(fighter("Furious Charge", weapons=(fangs,), A=1), target(T=2), melee=True, charging=True)
    wound = next(step for step in charge.steps if step.name.endswith("to wound"))
    assert wound.needs == "5+" and "Furious Charge" not in str(wound.because), "Strength 1 against Toughness 2"
    # but a Smash Attack: 4 twice and 1 are 9, which wounds Toughness 10 on 5+; 4+ to hit
    ogre, one = fighter("Furious Charge", "Smash", weapons=(fangs,), A=0), {"zero-attacks": "added"}
    assert fights(ogre, target(T=10), charging=True, policy="best", rulings=one) == F(1, 2) * F(1, 3)


@rule("usr:sniper", "usr:monster-hunter")
def test_hunters_of_monsters_snipe():
    # 4+ thrown again: 3/4; at AP2 the 6s: 1/6 + 1/2 * 1/6 = 1/4; the others 1/2, a third of the saves fail
    gun = shooter("Sniper", rules=["Monster Hunter"], S="X", AP=6)
    ogre = target(T=8, Sv="3+", type="Monstrous Creature")
    assert slays(gun, ogre) == F(2, 3) * (F(1, 4) + F(1, 2) * F(1, 3))


@rule("usr:fleshbane", "usr:shred", "usr:preferred-enemy")
def test_fleshbane_that_is_shredded_fails_once_in_thirty_six():
    # blow: 1/2 + 1/6 * 1/2 = 7/12; wound: 35/36
    kind = fighter("Preferred Enemy", weapons=[blade("Fleshbane", "Shred")])
    assert fights(kind, target(T=9)) == F(7, 12) * F(35, 36)


# --- who is slain outright --------------------------------------------------------------------------------------------


@rule("usr:instant-death", "usr:feel-no-pain", "usr:eternal-warrior")
@pytest.mark.parametrize("text", ["Instant Death", ""])
def test_an_eternal_warrior_cannot_discount_what_does_not_slay_him(text):
    # by the rule at Strength 4: 1/3; by Strength 8 against 4: 2/3 * 5/6: one wound each, no roll of 2+
    gun = shooter(*filter(None, [text]), S=4 if text else 8, AP=2)
    law = ask(gun, target("Eternal Warrior", "Feel No Pain (2+)", W=2)).damage
    assert law.fraction(1) == (F(1, 3) if text else F(5, 9)) and law.fraction(2) == 0


@rule("usr:instant-death", "usr:feel-no-pain")
def test_double_strength_counts_as_the_rule_does():
    # Strength 7 against 4 is not double: 5+ discounts; Strength 8 is: nothing does
    hardy = target("Feel No Pain (5+)", W=3)
    assert ask(shooter(S=7), hardy).damage.fraction(1) == F(2, 3) * F(5, 6) * F(2, 3)
    assert ask(shooter(S=8), hardy).damage.fraction(3) == F(2, 3) * F(5, 6)


@rule("usr:gets-hot", "usr:feel-no-pain", "usr:eternal-warrior")
def test_a_supercharged_shot_of_strength_eight_slays_outright_and_a_common_one_does_not():
    gun = shooter("Gets Hot", S=7, AP=2)
    hardy = target("Feel No Pain (5+)", W=3)
    assert ask(gun, hardy).damage.fraction(1) == F(2, 3) * F(5, 6) * F(2, 3)
    assert ask(gun, hardy, sets=HOT).damage.fraction(3) == F(2, 3) * F(5, 6)
    # the Strength of the gun is nothing to who holds it: the firer loses one wound, which he may discount
    hardy_gunner = shooter("Gets Hot", S=7, AP=2, rules=["Feel No Pain (3+)"])
    assert other(hardy_gunner, hardy, "own-damage", sets=HOT) == F(1, 6) * F(1, 3)


@rule("usr:destroyer")
@pytest.mark.parametrize(
    ("ap", "defender", "fails"),
    [
        (2, {"Sv": "2+", "Inv": "4+"}, F(1, 2)),
        (5, {"Sv": "3+"}, F(1, 3)),  # the AP says which armour counts, as for any weapon
        (3, {"Sv": "3+"}, F(1)),
    ],
)
def test_a_destroyer_may_be_saved_from_but_for_the_six(ap, defender, fails):
    # 2/3 hit; 2 to 5: what fails; 6: no save
    assert slays(shooter(S="D", AP=ap), target(**defender)) == F(2, 3) * (F(4, 6) * fails + F(1, 6))


@rule("usr:destroyer", "usr:daemon", "usr:feel-no-pain")
def test_a_daemon_saves_on_five_and_feels_all_of_it():
    assert slays(shooter(S="D", AP=2), target("Daemon", "Feel No Pain (2+)")) == F(2, 3) * (F(4, 6) * F(4, 6) + F(1, 6))


@rule("usr:destroyer", "usr:eternal-warrior")
def test_an_eternal_warrior_loses_the_d3_of_a_destroyer():
    # Toughness 4: slain outright unless eternal; then D3: each of 1, 2, 3 has 4/6 * 1/3; the 6 takes 7 and more, all he has
    law = ask(shooter(S="D", AP=2), target("Eternal Warrior", W=6)).damage
    assert [law.fraction(n) for n in (1, 2, 3)] == [F(2, 3) * F(4, 18)] * 3 and law.fraction(6) == F(2, 3) * F(1, 6)


@rule("usr:destroyer", "usr:jink", "usr:ignores-cover")
def test_a_jinking_tank_under_a_destroyer():
    # 2 to 5 saved on 4+; 6 never; who ignores cover takes no heed: penetrated on 2+
    skiff = target("Jink", Front=12, HP=9)
    said = {"jinking": True}
    assert other(shooter(S="D", AP=2), skiff, "penetrations", sets=said) == F(2, 3) * (F(4, 6) * F(1, 2) + F(1, 6))
    assert other(shooter("Ignores Cover", S="D", AP=2), skiff, "penetrations", sets=said) == F(2, 3) * F(5, 6)


# --- saves ------------------------------------------------------------------------------------------------------------


@rule("usr:graviton")
def test_graviton_goes_by_the_save_of_most():
    # two of 3+ and one of 5+: 3+; one of each: the poorer, 5+; AP2 leaves no armour
    gun = shooter("Graviton", S="X", AP=2)
    heavy, light = model(name="Heavy", Sv="3+"), model(name="Light", Sv="5+")
    assert slays(gun, unit(heavy, heavy, light)) == F(2, 3) * F(4, 6)
    assert slays(gun, unit(heavy, light)) == F(2, 3) * F(2, 6)
    assert slays(gun, unit(light, light, heavy)) == F(2, 3) * F(2, 6)


@rule("usr:graviton", "usr:shred", "usr:preferred-enemy")
def test_graviton_thrown_again():
    # 2+ against armour of 2+, 6+ without any; Shred: 35/36 and 11/36; Preferred Enemy alone: 5/6 + 1/36
    gun = shooter("Graviton", "Shred", S="X", AP=2)
    assert slays(gun, target(Sv="2+")) == F(2, 3) * F(35, 36) and slays(gun, target()) == F(2, 3) * F(11, 36)
    foe = shooter("Graviton", S="X", AP=2, rules=["Preferred Enemy"])
    assert slays(foe, target(Sv="2+")) == F(7, 9) * F(35, 36) and slays(foe, target()) == F(7, 9) * F(7, 36)


@rule("usr:graviton", "usr:jink")
def test_cover_may_save_from_a_crushing_six():
    # a 6 immobilises; 4+ by the jink
    skiff = target("Jink", Front=12, HP=3)
    gun = shooter("Graviton", S="X", AP=2)
    assert ask(gun, skiff, sets={"jinking": True}).damage.fraction(1) == F(2, 3) * F(1, 6) * F(1, 2)


@rule("usr:barrage", "usr:ignores-cover")
def test_ground_and_ruins_are_nothing_to_a_barrage_that_ignores_cover():
    # 1/2 wounds. In ruins 4+, on the ground 3+: a third fails
    said = {"cover": "4+", "sets": {"under": 1, "gone-to-ground": True}}
    assert slays(shooter("Barrage", "Blast"), target(), **said) == F(1, 2) * F(1, 3)
    assert slays(shooter("Barrage", "Blast", "Ignores Cover"), target(), **said) == F(1, 2)


@rule("usr:shrouded", "usr:stealth")
def test_the_shrouded_on_the_ground_in_the_open():
    # 6+ on the ground, two better: 4+; with Stealth 3+ and no better; a 3+ of ruins on the ground stays 3+
    down = {"gone-to-ground": True}
    assert slays(shooter(), target("Shrouded"), sets=down) == F(1, 3) * F(1, 2)
    assert slays(shooter(), target("Shrouded", "Stealth"), sets=down) == F(1, 3) * F(1, 3)
    assert slays(shooter(), target("Stealth"), cover="4+", sets=down) == F(1, 3) * F(1, 3)


@rule("usr:barrage", "usr:sniper", "usr:stealth")
def test_a_sniping_barrage_at_hidden_men():
    # 1/2 wounds, 6+ in the open helps once in six, at any AP
    assert slays(shooter("Barrage", "Blast", "Sniper", S="X", AP=2), target("Stealth", Sv="2+")) == F(1, 2) * F(5, 6)


@rule("usr:gets-hot", "usr:preferred-enemy", "usr:night-vision")
def test_hot_guns_at_a_preferred_enemy_in_the_dark():
    gun = shooter("Gets Hot", S=7, AP=2, rules=["Preferred Enemy"])
    said = {"sets": HOT | {"night": True}}
    # a second 1 only: 1/36; hit 7/9, wound with 8 on 2+: 35/36; in the dark 6+ in the open
    assert other(gun, target(), "own-slain", **said) == F(1, 36)
    assert slays(gun, target(), **said) == F(7, 9) * F(35, 36) * F(5, 6)
    seeing = shooter("Gets Hot", S=7, AP=2, rules=["Preferred Enemy", "Night Vision"])
    assert slays(seeing, target(), **said) == F(7, 9) * F(35, 36)


@rule("usr:rending", "usr:jink", "usr:feel-no-pain")
def test_a_rending_shot_at_a_rider_who_jinks_and_feels_no_pain():
    # 4 and 5: armour 3+ is better than 4+; a 6 leaves the jink; 2/3 are felt
    rider = target("Feel No Pain", Sv="3+", type="Bike")
    hurt = F(1, 3) * F(1, 3) + F(1, 6) * F(1, 2)
    assert slays(shooter("Rending"), rider, sets={"jinking": True}) == F(2, 3) * hurt * F(2, 3)


@rule("usr:skilled-rider", "usr:jink")
def test_a_rider_is_credited_for_a_jink_only_when_he_jinks():
    rider = target("Skilled Rider", Sv="5+", type="Bike")
    for jinking in (True, False):
        steps = ask(shooter(), rider, sets={"jinking": jinking}).steps
        assert any(b.id == "usr:skilled-rider" for step in steps for b in step.because) is jinking


# --- markers ----------------------------------------------------------------------------------------------------------


@rule("usr:swarms", "usr:feel-no-pain", "usr:blast", "usr:preferred-enemy")
def test_swarms_under_the_marker_of_a_preferred_enemy():
    # 7/12 wound (a 1 thrown again); doubled; each felt with 2/3: both 4/9, one 4/9
    law = ask(shooter("Blast", rules=["Preferred Enemy"]), target("Swarms", "Feel No Pain", W=3)).damage
    assert law.fraction(2) == F(7, 12) * F(4, 9) == law.fraction(1)


@rule("usr:swarms", "usr:shrouded", "usr:ignores-cover")
def test_swarms_are_saved_before_they_are_doubled():
    # 1/2, 5+ in the open fails 2/3: two wounds or none
    law = ask(shooter("Blast"), target("Swarms", "Shrouded", W=3)).damage
    assert law.fraction(2) == F(1, 2) * F(2, 3) and law.fraction(1) == 0
    assert ask(shooter("Blast", "Ignores Cover"), target("Swarms", "Shrouded", W=3)).damage.fraction(2) == F(1, 2)


@rule("usr:swarms", "usr:gets-hot")
def test_a_supercharged_marker_doubles_and_a_supercharged_shot_does_not():
    # [BLAST] by supercharge: a D6 of 2+ (5/6), Strength 3 against 4: 5+ (1/3): two wounds; a shot: 2/3 and 1/2 by Strength 4
    gun = shooter("Gets Hot", S=3)
    law = ask(gun, target("Swarms", W=3), sets={"supercharge": "blast"}).damage
    assert law.fraction(2) == F(5, 6) * F(1, 3)
    assert ask(gun, target("Swarms", W=3), sets=HOT).damage.fraction(1) == F(2, 3) * F(1, 2)


@rule("usr:melta", "usr:blast")
def test_a_melta_marker_needs_no_roll_to_hit():
    # no die to hit; 2D6 and 8 against 14: 7/12 pierce, 5/36 glance; beyond half range one die: 0 and 1/6
    gun = shooter("Melta", "Blast", S=8, AP=1, range=24)
    steel = target(Front=14, HP=4)
    assert other(gun, steel, "penetrations", range=12) == F(7, 12) and other(gun, steel, "glances", range=12) == F(
        5, 36
    )
    assert other(gun, steel, "penetrations", range=13) == 0 and other(gun, steel, "glances", range=13) == F(1, 6)


# --- hulls ------------------------------------------------------------------------------------------------------------


@rule("usr:armourbane", "usr:melta")
def test_three_dice_of_armourbane_and_melta():
    # 3D6 and 4 against 14: more than 10 in half of the throws, just 10 in 27 of 216
    gun = shooter("Armourbane", "Melta", S=4)
    steel = target(Front=14, HP=4)
    assert other(gun, steel, "penetrations", range=12) == F(2, 3) * F(1, 2)
    assert other(gun, steel, "glances", range=12) == F(2, 3) * F(1, 8)


@rule("usr:lance", "usr:melta")
def test_a_lance_of_melta():
    # armour 14 counts 12: 2D6 and 8: more than 4 in 30 of 36, just 4 in 3
    gun = shooter("Lance", "Melta", S=8)
    assert other(gun, target(Front=14), "penetrations", range=12) == F(2, 3) * F(30, 36)
    assert other(gun, target(Front=14), "glances", range=12) == F(2, 3) * F(3, 36)


@rule("usr:tank-hunters")
def test_tank_hunters_keep_a_glance_unless_they_want_more():
    # Strength 8 at 12: 1 to 3 fail and are thrown again; the glance kept: 1/6 + 1/2 * 1/6, pierced 1/3 + 1/2 * 1/3
    gun = shooter(S=8, rules=["Tank Hunters"])
    assert other(gun, target(Front=12), "penetrations") == F(2, 3) * F(1, 2)
    assert other(gun, target(Front=12), "glances") == F(2, 3) * F(1, 4)


@rule("usr:tank-hunters", "usr:lance", "usr:rending")
def test_tank_hunters_with_a_rending_lance():
    # Strength 5 at 14 as 12: a 6 is 11 and a D3: 12 a glance, 13 and 14 pierce; all else fails and is thrown again
    gun = shooter("Lance", "Rending", S=5, rules=["Tank Hunters"])
    once = F(1, 6)
    assert other(gun, target(Front=14), "penetrations") == F(2, 3) * (once + F(5, 6) * once) * F(2, 3)
    assert other(gun, target(Front=14), "glances") == F(2, 3) * (once + F(5, 6) * once) * F(1, 3)


@rule("usr:tank-hunters", "usr:armourbane", "usr:twin-linked")
def test_twin_linked_tank_hunters_with_armourbane():
    # 8/9; 2D6 and 6 at 14: more than 8 in 10/36, less in 21/36 (again), just 8 in 5/36
    gun = shooter("Armourbane", "Twin-linked", S=6, rules=["Tank Hunters"])
    assert other(gun, target(Front=14), "penetrations") == F(8, 9) * F(10, 36) * (1 + F(21, 36))


@rule("usr:haywire", "usr:tank-hunters", "usr:rending", "usr:melta")
def test_nothing_touches_the_die_of_haywire():
    gun = shooter("Haywire", "Rending", "Melta", S=8, rules=["Tank Hunters"])
    assert other(gun, target(Front=14), "penetrations", range=3) == F(2, 3) * F(1, 6)
    assert other(gun, target(Front=14), "glances", range=3) == F(2, 3) * F(4, 6)


@rule("usr:armourbane", "usr:unwieldy", "usr:hatred")
def test_bombs_on_the_rear_of_a_transport():
    # Weapon Skill 1: 3+, thrown again by hatred: 8/9; 2D6 and 8 at the rear of 10: more than 2: 35/36
    bomber = fighter("Hatred", weapons=[weapon("Bomb", "Armourbane", "Unwieldy", melee=True, S=8, AP=1)])
    wagon = target(Front=14, Side=14, Rear=10, HP=3)
    assert other(bomber, wagon, "penetrations", melee=True) == F(8, 9) * F(35, 36)


# --- close combat -----------------------------------------------------------------------------------------------------


@rule("usr:concussive", "usr:unwieldy", "usr:hammer-of-wrath")
def test_the_hammer_falls_first_whatever_slows_the_blow():
    # the hammer: 2/3 * 1/2 = 1/3, then the fist: 1/2 * 5/6 = 5/12 (Strength 8 against 4)
    fist = weapon("Fist", "Unwieldy", "Concussive", melee=True, S="x2", AP=2)
    ram = fighter("Hammer of Wrath", weapons=[fist], A=0)
    one_blow = {"zero-attacks": "added"}  # Attacks 0, and one for the charge
    assert fights(ram, target(count=2), 2, charging=True, rulings=one_blow) == F(1, 3) * F(5, 12)


@rule("usr:force", "usr:rending", "usr:instant-death", "usr:feel-no-pain")
def test_a_rending_force_sword_in_a_challenge():
    # 1/2 hit; a 6 at AP2, 4 and 5 a third of the saves of 3+ fail; ready: all his three wounds and nothing discounted
    priest = fighter("Psyker", weapons=[blade("Force", "Rending")], type="Infantry (Character)")
    champion = unit(model("Feel No Pain", W=3, Sv="3+"), type="Infantry (Character)")
    hurt = F(1, 2) * (F(1, 6) + F(1, 3) * F(1, 3))
    law = ask(priest, champion, melee=True, sets={"challenge": True, "force": True}).damage
    assert law.fraction(3) == hurt
    assert ask(priest, champion, melee=True, sets={"challenge": True}).damage.fraction(1) == hurt * F(2, 3)


@rule("usr:counter-attack", "usr:zealot", "usr:furious-charge")
def test_a_furious_zealot_who_is_charged_is_not_furious():
    # two blows of 3/4 and 1/2 at Strength 4: both slay
    kind = fighter("Counter-attack", "Zealot", "Furious Charge")
    assert fights(kind, target(count=2), 2, sets={"charged": True}) == F(3, 8) ** 2


@rule("usr:rampage", "usr:rage", "usr:hatred")
def test_rage_rampage_and_hatred():
    # 1 and 2 and D3 blows, each 3/4 * 1/2: 4, 5 or 6 of them; nobody is slain by none
    kind = fighter("Rampage", "Rage", "Hatred")
    miss = F(5, 8)
    law = ask(kind, target(count=9), melee=True, charging=True, sets={"outnumbered": True}).slain
    assert law.fraction(0) == (miss**4 + miss**5 + miss**6) / 3


@rule("usr:smash", "usr:instant-death", "usr:eternal-warrior")
def test_a_smash_of_double_strength_on_an_eternal_warrior():
    # Strength 8 against 4: 1/2 * 5/6, one wound and no more
    giant = fighter("Smash", A=1, weapons=[blade(S="x2")])
    assert ask(giant, target("Eternal Warrior", W=3, Sv="2+"), melee=True).damage.fraction(1) == F(5, 12)


@rule("usr:precision-strikes", "usr:rending")
def test_a_precise_six_and_a_rending_six_are_different_dice():
    # a 6 to hit picks the far one; to wound a 4 is saved on 4+ by him, a 6 is not
    pair = unit(model(name="Near"), model(name="Far", Sv="4+"))
    kind = fighter("Precision Strikes", weapons=[blade("Rending")])
    done = played(kind, pair, [6, 6], {"which": 1}, melee=True)
    assert done.slain == 1


@rule("usr:pinning", "usr:sniper", "usr:feel-no-pain", "usr:fearless")
def test_a_pinning_sniper_and_those_who_feel_nothing():
    # two of Leadership 7: the wound (1/3, 2/3 felt) and 15/36 fail
    gun = shooter("Sniper", "Pinning", S="X")
    two = target("Feel No Pain", Ld=7, count=2)
    assert other(gun, two, "pinned") == F(1, 3) * F(2, 3) * F(15, 36)
    assert other(gun, target("Fearless", Ld=7, count=2), "pinned") == 0


@rule("usr:pinning", "usr:gets-hot")
def test_the_heat_of_ones_own_gun_pins_nobody():
    assert told(played(shooter("Gets Hot", "Pinning"), target(count=2), [1], sets=HOT)).get("pinned") in (
        None,
        False,
        0,
    )


@rule("usr:skyfire", "usr:twin-linked", "usr:preferred-enemy")
def test_twin_linked_skyfire_at_walkers_on_the_ground():
    # one worse: 4+, thrown again: 3/4; to wound 7/12
    gun = shooter("Skyfire", "Twin-linked", rules=["Preferred Enemy"])
    assert slays(gun, target()) == F(3, 4) * F(7, 12)


@rule("usr:master-crafted", "usr:gets-hot", "usr:preferred-enemy")
def test_a_master_crafted_hot_gun():
    # every miss of the one shot again: a second 1: 2/6 * 1/6; a blade master and a foe alike: 8/9 hit
    gun = shooter("Gets Hot", "Master-crafted", S=7)
    assert other(gun, target(), "own-slain", sets=HOT) == F(1, 18)
    assert slays(gun, target(), sets=HOT) == F(8, 9) * F(5, 6)


@rule("usr:blind", "usr:concussive", "usr:feel-no-pain")
def test_a_hit_blinds_where_a_discounted_wound_does_not_concuss():
    # hit and alive: Initiative 4 fails on 5 and 6: slain 2/3 * 1/2 * 1/2 by a 4+; the other hits blind with 1/3
    gun = shooter("Blind", "Concussive")
    assert other(gun, target("Feel No Pain (4+)"), "blinded") == F(2, 3) * F(3, 4) * F(1, 3)


@rule("usr:shred", "usr:twin-linked", "usr:torrent")
def test_a_twin_linked_torrent_that_shreds():
    # no roll to hit; either rule throws the failed wound again, and only once: 3/4
    flame = shooter("Shred", "Twin-linked", "Torrent", range="Template", type="Assault 1")
    assert slays(flame, target()) == F(3, 4)


@rule("usr:lance", "usr:mighty-bulwark")
def test_a_lance_is_as_good_at_a_bulwark():
    # a building of 14 counts 12: Strength 8, 5 and 6 pierce, 4 glances
    fort = unit(model("Mighty Bulwark", Front=14, Side=14, Rear=14, HP=4), type="Building")
    assert other(shooter("Lance", S=8, AP=3), fort, "penetrations") == F(2, 3) * F(2, 6)
