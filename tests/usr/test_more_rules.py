"""Further special rules of an attack, with dice written down and fractions worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.usr.examples import ask, model, other, shooter, slays, target, unit, weapon
from grognard.systems.usr.nerve.checks import check
from tests.usr.playing import played, told

F = Fraction
rule = pytest.mark.rule
HITS, WOUNDS = F(2, 3), F(1, 2)


def fighter(*rules, weapons=(), **stats):
    return unit(model(*rules, weapons=weapons, **stats))


def step(odds, name):
    return [s.needs for s in odds.steps if s.name == name]


# --- dice thrown again ------------------------------------------------------------------------------------------------


@rule("usr:preferred-enemy")
def test_only_ones_are_rolled_again_against_a_preferred_enemy():
    gun = shooter(rules=["Preferred Enemy"])
    assert played(gun, target(), [1, 3, 1, 4]).slain == 1
    assert played(gun, target(), [2]).slain == 0
    assert slays(fighter("Preferred Enemy"), target(), melee=True) == (F(1, 2) + F(1, 12)) ** 2


@rule("usr:preferred-enemy")
def test_a_preferred_enemy_is_known_by_name_type_or_word_of_the_player():
    gun = shooter(rules=["Preferred Enemy (Orks)"])
    plain = HITS * WOUNDS
    boy = unit(model(name="Ork Boy"), name="Mob")
    assert slays(gun, target()) == plain
    assert slays(gun, boy) > plain
    assert slays(gun, target(), sets={"foe": True}) > plain
    assert slays(shooter(rules=["Preferred Enemy (Bikes)"]), target(type="Bike")) > plain


@rule("usr:preferred-enemy", "usr:gets-hot")
def test_a_preferred_enemy_cools_weapons():
    plasma = shooter("Gets Hot", "Blast", S=7, rules=["Preferred Enemy"])
    assert other(plasma, target(), "own-slain") == F(1, 36)


@rule("usr:hatred")
def test_hatred_rolls_misses_again_in_the_first_round_only():
    hater = fighter("Hatred (Orks)")
    ork = unit(model(name="Ork Boy"))
    assert slays(hater, ork, melee=True) == F(3, 4) * WOUNDS
    assert slays(hater, ork, melee=True, sets={"first-round": False}) == F(1, 4)
    assert slays(hater, target(), melee=True) == F(1, 4)
    assert slays(fighter("Hatred (Orks)", weapons=[weapon()]), ork) == HITS * WOUNDS, "not in shooting"


@rule("usr:zealot")
def test_a_zealot_makes_the_unit_fearless_and_full_of_hate():
    zealots = unit(model("Zealot"), model())
    assert ask(zealots, target(count=5), melee=True).slain.mean() == pytest.approx(2 * 3 / 8)
    crowd = unit(model(), model(), model("Zealot", name="Preacher"))
    assert other(shooter("Pinning"), crowd, "pinned") == 0


@rule("usr:master-crafted")
def test_one_miss_of_each_model_is_rolled_again():
    two = unit(model(weapons=[weapon("Gun", "Master-crafted", type="Heavy 2")]), count=2)
    # each: a hit is 4/6; two misses become one miss and one chance
    assert played(two, target(count=9), [1, 3, 1, 3, 3, 4, 4, 4]).slain == 3
    single = shooter("Master-crafted")
    assert slays(single, target()) == F(8, 9) * WOUNDS


@rule("usr:master-crafted", "usr:twin-linked")
def test_a_die_is_rolled_again_once_only():
    assert slays(shooter("Master-crafted", "Twin-linked"), target()) == F(8, 9) * WOUNDS


@rule("usr:master-crafted", "usr:preferred-enemy")
def test_master_crafted_takes_the_miss_that_a_preferred_enemy_leaves():
    gun = shooter("Master-crafted", rules=["Preferred Enemy"])
    # 1 is thrown again by one rule, 2 by the other: every miss once
    assert slays(gun, target(T=10, S=4), melee=False) == 0
    assert ask(gun, target()).slain.fraction(1) == F(8, 9) * (WOUNDS + F(1, 6) * WOUNDS)


@rule("usr:master-crafted", "usr:gets-hot")
def test_a_master_crafted_gun_that_gets_hot_burns_on_the_second_one():
    gun = shooter("Master-crafted", "Gets Hot", S=7)
    assert other(gun, target(), "own-slain", sets={"supercharge": "strength"}) == F(2, 6) * F(1, 6)


@rule("usr:shred")
def test_failed_wounds_are_shredded_again():
    assert played(shooter("Shred"), target(), [3, 1, 4]).slain == 1
    claw = weapon("Claw", "Shred", melee=True)
    assert slays(fighter(weapons=[claw]), target(), melee=True) == F(1, 2) * F(3, 4)
    assert slays(fighter("Shred", weapons=[weapon()]), target()) == HITS * WOUNDS, "a model's rule, in shooting"


@rule("usr:monster-hunter")
def test_monster_hunters_wound_monsters_better():
    hunters = unit(model("Monster Hunter", name="Hunter"), model(weapons=[weapon()]))
    for kind in ("Monstrous Creature", "Gargantuan Creature", "Flying Monstrous Creature"):
        assert slays(hunters, target("Eternal Warrior", type=kind)) > 0
        assert step(ask(hunters, target(type=kind)), "to wound") == ["4+"]
    assert slays(hunters, target(type="Monstrous Creature")) == HITS * F(3, 4)
    assert slays(hunters, target()) == HITS * WOUNDS


# --- to wound ---------------------------------------------------------------------------------------------------------


@rule("usr:fleshbane")
def test_fleshbane_wounds_on_two_but_not_vehicles():
    assert slays(shooter("Fleshbane", S=3), target(T=8)) == HITS * F(5, 6)
    assert slays(fighter("Fleshbane", S=3), target(T=8), melee=True) == F(1, 2) * F(5, 6)
    assert other(shooter("Fleshbane", S=3), target(Front=10), "glances") == 0


@rule("usr:graviton")
def test_graviton_wounds_by_the_save():
    for save, needs in (("3+", 3), ("2+", 2), ("-", 6)):
        assert slays(shooter("Graviton", S="X", AP=2), target(Sv=save, Inv="-")) == HITS * F(7 - needs, 6)


@rule("usr:graviton")
def test_graviton_crushes_vehicles_on_six():
    gun = shooter("Graviton", S="X", AP=2)
    outcome = played(gun, target(Front=14), [3, 6])
    assert outcome.damage == 1 and told(outcome)["immobilised"] and not told(outcome)["glances"]
    assert played(gun, target(Front=14), [3, 5]).damage == 0
    assert played(gun, target(Front=14), [3, 6], sets={"immobilised": True}).damage == 2
    assert ask(gun, target(Front=14, type="Building")).damage.fraction(0) == 1
    assert ask(gun, target(Front=14), cover="4+").damage.fraction(1) == HITS * F(1, 12)


@rule("usr:destroyer")
def test_a_destroyer_wounds_by_its_table():
    cannon = shooter(S="D", AP=2)
    beast = target(T=6, W=6, Sv="3+", Inv="5+")
    assert played(cannon, beast, [3, 1]).damage == 0
    assert played(cannon, beast, [3, 4, 4, 5]).damage == 3, "save failed, D3 of a 5"
    assert played(cannon, beast, [3, 4, 5]).damage == 0
    assert played(cannon, beast, [3, 6, 1]).damage == 6, "a deathblow allows no save"


@rule("usr:destroyer", "usr:feel-no-pain", "usr:eternal-warrior")
def test_a_destroyer_slays_the_weak_and_is_not_discounted():
    cannon = shooter(S="D", AP=2)
    assert played(cannon, target("Feel No Pain (2+)", T=5, W=4), [3, 2]).damage == 4
    assert played(cannon, target("Eternal Warrior", T=5, W=4), [3, 2, 3]).damage == 2


@rule("usr:destroyer")
def test_a_destroyer_breaks_vehicles():
    cannon = shooter(S="D", AP=2)
    raider = target(Front=14, HP=6)
    assert played(cannon, raider, [3, 1]).damage == 0
    solid = played(cannon, raider, [3, 4, 3, 1])
    assert solid.damage == 2 and told(solid)["penetrations"] == 1
    assert played(cannon, raider, [3, 6, 1, 1], cover="3+", rulings=["zero_hp=wrecked"]).damage == 6


@rule("usr:instant-death")
def test_instant_death_takes_all_wounds():
    assert played(shooter("Instant Death"), target(W=5, T=4), [3, 4]).damage == 5
    assert played(fighter("Instant Death"), target(W=5), [4, 4], melee=True).damage == 5
    assert played(fighter("Instant Death", weapons=[weapon()]), target(W=5), [3, 4]).damage == 5, "all his attacks"


@rule("usr:eternal-warrior")
def test_an_eternal_warrior_loses_one_wound_and_feels_the_pain():
    assert played(shooter(S=8), target("Eternal Warrior", "Feel No Pain (2+)", W=3), [3, 2]).damage == 1


# --- saves ------------------------------------------------------------------------------------------------------------


@rule("usr:stealth", "usr:shrouded")
def test_stealth_and_shrouded_better_cover_to_three_at_most():
    def save(*rules, cover=None, **said):
        chance = slays(shooter(), target(*rules), cover=cover, **said) / (HITS * WOUNDS)
        return int(chance * 6) + 1

    assert save("Shrouded") == 5 and save("Stealth") == 6
    assert save("Stealth", cover="5+") == 4 and save("Shrouded", cover="4+") == 3
    assert save("Stealth", "Shrouded", cover="4+") == 3 and save("Stealth", "Shrouded") == 4
    assert save("Shrouded", cover="3+") == 3 and save("Stealth", cover="2+") == 2
    assert save("Shrouded", cover="4+", rulings={"shroud-cap": "both"}) == 2


@rule("usr:stealth")
def test_stealth_of_a_terrain_works_there_only():
    woods = target("Stealth (Woods)")
    assert slays(shooter(), woods, cover="5+") == HITS * WOUNDS * F(4, 6)
    assert slays(shooter(), woods, cover="5+", sets={"terrain": "Woods"}) == HITS * WOUNDS * F(3, 6)


@rule("usr:stealth")
def test_night_is_stealth_and_does_not_add_to_it():
    night = {"night": True}
    assert slays(shooter(), target(), sets=night) == HITS * WOUNDS * F(5, 6)
    assert slays(shooter(), target("Stealth"), sets=night) == HITS * WOUNDS * F(5, 6)


@rule("usr:shrouded")
def test_one_shrouded_model_hides_its_unit():
    assert slays(shooter(), unit(model(), model("Shrouded"))) == HITS * WOUNDS * F(4, 6)


@rule("usr:ignores-cover", "usr:jink")
def test_ignores_cover_reaches_who_hides_jinks_or_drives():
    gun = shooter("Ignores Cover", S=8)
    assert slays(gun, target(), cover="2+") == HITS * F(5, 6)
    assert slays(gun, target("Jink"), sets={"jinking": True}) == HITS * F(5, 6)
    assert other(gun, target(Front=10), "penetrations", cover="2+") == HITS * F(4, 6)
    assert slays(gun, target("Shrouded"), cover="2+") == HITS * F(5, 6)


# --- armour -----------------------------------------------------------------------------------------------------------


@rule("usr:armourbane")
def test_armourbane_adds_a_die():
    assert told(played(shooter("Armourbane", S=8), target(Front=14), [3, 2, 4]))["glances"] == 1
    assert told(played(shooter("Armourbane", S=8), target(Front=14), [3, 3, 5, 1]))["penetrations"] == 1
    assert other(fighter("Armourbane"), target(Front=12), "penetrations", melee=True) == F(2, 3) * F(21, 36)


@rule("usr:armourbane", "usr:melta")
def test_armourbane_and_melta_add_a_die_each():
    gun = shooter("Armourbane", "Melta", S=1)
    assert told(played(gun, target(Front=14), [3, 4, 4, 5], range=10))["glances"] == 1


@rule("usr:lance")
def test_a_lance_knows_no_armour_above_twelve():
    gun = shooter("Lance", S=8)
    assert told(played(gun, target(Front=14), [3, 4]))["glances"] == 1
    assert told(played(gun, target(Front=14), [3, 5, 1]))["penetrations"] == 1
    assert other(gun, target(Front=11), "penetrations") == other(shooter(S=8), target(Front=11), "penetrations")


@rule("usr:haywire")
def test_haywire_reads_its_own_table():
    gun = shooter("Haywire", "Rending", S=1, rules=["Tank Hunters"])
    assert told(played(gun, target(Front=14), [3, 1]))["glances"] == 0
    assert told(played(gun, target(Front=14), [3, 2]))["glances"] == 1
    assert told(played(gun, target(Front=14), [3, 6, 1]))["penetrations"] == 1
    assert other(gun, target(Front=14, type="Building"), "glances") == 0


@rule("usr:tank-hunters")
def test_tank_hunters_roll_failures_again_and_glances_if_they_like():
    hunters = unit(model("Tank Hunters", name="Hunter"), model(weapons=[weapon(S=8)]))
    assert told(played(hunters, target(Front=13), [3, 4, 6, 1]))["penetrations"] == 1
    assert told(played(hunters, target(Front=13), [3, 5]))["glances"] == 1
    again = played(hunters, target(Front=13), [3, 5, 4], choose={"re-roll glancing": "yes"})
    assert told(again) == {**told(again), "glances": 0, "penetrations": 0}
    assert ask(hunters, target(Front=13), policy="best").slain.mean() >= ask(hunters, target(Front=13)).slain.mean()


@rule("usr:mighty-bulwark")
def test_a_mighty_bulwark_stands_on_six():
    wall = target("Mighty Bulwark", Front=12, HP=9, type="Building")
    assert played(shooter(S=10), wall, [3, 6, 6, 1]).slain == 0
    assert played(shooter(S=10), target(Front=12, HP=9, type="Building"), [3, 6, 6]).slain == 1
    assert played(shooter(S=10), wall, [3, 6, 1]).damage == 1


# --- aim --------------------------------------------------------------------------------------------------------------


PAIR = unit(model(Sv="2+", name="Near"), model(name="Far"))


@rule("usr:precision-shots")
def test_a_precise_shot_falls_on_the_model_chosen():
    gun = shooter("Precision Shots")
    assert played(gun, PAIR, [6, 4], choose={"the precise wound": 1}).slain == 1
    assert played(gun, PAIR, [5, 4, 2]).slain == 0
    assert played(gun, PAIR, [6, 4, 2], sets={"snap": True}).slain == 0


@rule("usr:precision-shots", "usr:independent-character")
def test_a_character_is_looked_out_for_from_a_precise_shot():
    pair = unit(model(name="Guard"), model("Independent Character", W=2, name="Hero"))
    outcome = played(shooter("Precision Shots"), pair, [6, 4, 2], choose={"the precise wound": 1})
    assert outcome.slain == 1 and outcome.damage == 1


@rule("usr:precision-strikes")
def test_a_precise_blow_falls_on_the_model_chosen():
    assert played(fighter("Precision Strikes"), PAIR, [6, 4], choose={"the precise wound": 1}, melee=True).slain == 1
    assert slays(fighter("Precision Strikes", weapons=[weapon()]), PAIR, policy="best") < F(1, 9)


@rule("usr:sniper")
def test_a_sniper_wounds_on_four_whatever_the_toughness():
    rifle = shooter("Sniper", S="X", AP=6)
    assert slays(rifle, target(T=9)) == HITS * WOUNDS
    assert slays(rifle, target(T=9, type="Gargantuan Creature")) < HITS * WOUNDS
    assert played(rifle, target(Sv="3+"), [3, 6]).slain == 1
    assert played(rifle, target(Sv="3+"), [3, 5, 3]).slain == 0


@rule("usr:sniper")
def test_a_sniper_has_strength_four_against_vehicles():
    assert other(shooter("Sniper", S="X"), target(Front=10), "glances") == HITS * F(1, 6)


@rule("usr:sniper")
def test_a_sniper_picks_his_man():
    assert played(shooter("Sniper", S="X"), PAIR, [6, 4], choose={"the precise wound": 1}).slain == 1


@rule("usr:skyfire")
def test_skyfire_is_worse_at_what_stands_on_the_ground():
    gun = shooter("Skyfire")
    assert slays(gun, target()) == F(1, 2) * WOUNDS
    flyer = target(Front=10, type="Flyer")
    assert step(ask(gun, flyer, sets={"zooming": True}), "to hit") == ["3+"]
    assert step(ask(shooter(), flyer, sets={"zooming": True}), "to hit") == ["6+"]
    assert step(ask(gun, target(Front=10, type="Vehicle (Skimmer)")), "to hit") == ["3+"]
    assert slays(gun, target(), sets={"snap": True}) == F(1, 6) * WOUNDS


@rule("usr:strafing-run")
def test_a_strafing_run_aims_better_at_the_ground():
    plane = unit(model("Strafing Run", Front=10, weapons=[weapon(S=8)]), type="Flyer")
    assert step(ask(plane, target()), "to hit") == ["2+"]
    assert step(ask(plane, target(Front=10)), "to hit") == ["2+"]
    assert step(ask(plane, target(Front=10, type="Flyer")), "to hit") == ["3+"]
    assert step(ask(plane, target(), sets={"snap": True}), "to hit") == ["6+"]


@rule("usr:relentless")
def test_the_relentless_fire_after_moving():
    for kind, needs in (("Heavy 2", "1 x 2"), ("Salvo 1/3", "1 x 3"), ("Ordnance 1", "1 x 1")):
        gun = unit(model("Relentless", weapons=[weapon(type=kind)]))
        odds = ask(gun, target(count=9), moved=True, range=24)
        assert step(odds, "to hit") == ["3+"] and step(odds, "shots") == [needs]


@rule("usr:relentless")
def test_bikes_are_relentless_by_their_type():
    assert step(ask(unit(model(weapons=[weapon()]), type="Bike"), target(), moved=True), "to hit") == ["3+"]


# --- nerve ------------------------------------------------------------------------------------------------------------


@rule("usr:stubborn")
def test_the_stubborn_do_not_mind_losing():
    squad = (model(Ld=7), model("Stubborn", Ld=7))
    assert check(squad, "morale", -4).chance == pytest.approx(21 / 36)
    assert check(squad[:1], "morale", -4).chance == pytest.approx(3 / 36)
    assert check(squad, "leadership", -4).chance == pytest.approx(3 / 36)


@rule("usr:and-they-shall-know-no-fear")
def test_they_know_no_fear():
    squad = (model("And They Shall Know No Fear", Ld=8),)
    assert check(squad, "fear").chance == check(squad, "regroup", below_quarter=True).chance == 1
    # Ld 8: 3 and 6 fail with the 3 kept (2/36, then 5/6); all other failures are thrown anew
    assert check(squad, "morale").chance == pytest.approx(1 - (2 / 36 / 6 + 8 / 36 * 10 / 36))


@rule("usr:and-they-shall-know-no-fear")
def test_one_die_of_a_pinning_test_is_thrown_again():
    marines = target("And They Shall Know No Fear", count=2, Ld=8)
    assert not told(played(shooter("Pinning"), marines, [3, 4, 3, 6, 5]))["pinned"]
    assert told(played(shooter("Pinning"), marines, [3, 4, 6, 6, 6, 6]))["pinned"]


# --- close combat -----------------------------------------------------------------------------------------------------


@rule("usr:furious-charge")
def test_a_furious_charge_is_stronger_after_multiplying():
    fist = weapon("Fist", melee=True, S="x2", AP=2)
    boss = fighter("Furious Charge", weapons=[fist])
    assert slays(boss, target(T=9, W=1), melee=True, charging=True) > 0
    charge = ask(boss, target(T=9), melee=True, charging=True)
    assert step(charge, "to wound") == ["4+"], "4 x 2 + 1 = 9"
    assert step(ask(boss, target(T=9), melee=True), "to wound") == ["5+"]
    assert step(ask(boss, target(T=9), melee=True, charging=True, sets={"disordered": True}), "to wound") == ["4+"]
    saw = fighter("Furious Charge", weapons=[weapon("Saw", melee=True, S=8)])
    assert step(ask(saw, target(T=9), melee=True, charging=True), "to wound") == ["5+"], "a Strength of its own"


@rule("usr:rage")
def test_rage_is_two_attacks_for_charging():
    ogre = fighter("Rage", A=2)
    assert step(ask(ogre, target(count=9), melee=True, charging=True), "blows") == ["1 x 4"]
    assert step(ask(ogre, target(count=9), melee=True), "blows") == ["1 x 2"]
    assert step(ask(ogre, target(count=9), melee=True, charging=True, sets={"disordered": True}), "blows") == ["1 x 2"]


@rule("usr:counter-attack")
def test_who_is_charged_counter_attacks():
    wolf = fighter("Counter-attack", A=1)
    assert step(ask(wolf, target(count=9), melee=True, sets={"charged": True}), "blows") == ["1 x 2"]
    assert step(ask(wolf, target(count=9), melee=True), "blows") == ["1 x 1"]


@rule("usr:smash")
def test_smash_ignores_most_armour_or_strikes_once():
    ogre = fighter("Smash", S=6, A=3)
    assert step(ask(ogre, target(count=9, Sv="2+"), melee=True), "save") == []
    assert slays(ogre, target(count=1, Sv="2+"), melee=True) > F(1, 2)
    one = played(
        ogre, target(T=10, W=3), [4, 4], choose={"Soldier: which": 1, "Soldier: how": (0, 1)}, melee=True, policy="best"
    )
    assert one.damage == 1, "Strength 10 against Toughness 10"


@rule("usr:smash")
def test_one_mighty_blow_may_penetrate_on_the_second_roll():
    ogre = fighter("Smash", S=5, A=3)
    tank = target(Front=14, Side=14, Rear=14)
    assert slays(ogre, tank, melee=True) == 0
    best = ask(ogre, tank, melee=True, policy="best")
    # a roll that glances may be made again as well as one that does nothing
    assert best.other["penetrations"].fraction(1) == F(2, 3) * (F(2, 6) + F(4, 6) * F(2, 6))


@rule("usr:smash")
def test_monsters_smash_by_their_type():
    assert slays(target(type="Monstrous Creature"), target(Sv="2+"), melee=True) == F(1, 4)


@rule("usr:unwieldy")
def test_unwieldy_weapons_strike_last():
    fist = weapon("Fist", "Unwieldy", melee=True, S="x2")

    def steps(kind, **stats):
        odds = ask(unit(model(weapons=[fist], **stats), type=kind), target(), melee=True)
        return [s.because[-1].says for s in odds.steps if s.name == "blows"]

    assert steps("Infantry") == ["step 1"] and steps("Monstrous Creature") == ["step 4"]
    assert steps("Walker", Front=12, Side=12, Rear=10, WS=4, S=6, I=3, A=2, HP=3) == ["step 3"]


@rule("usr:specialist-weapon")
def test_specialist_weapons_want_a_pair():
    fist, knife = weapon("Fist", "Specialist Weapon", melee=True), weapon("Knife", melee=True)
    two = fighter(weapons=[fist, knife])
    assert step(ask(two, target(count=3), melee=True), "blows") == ["1 x 1"]
    assert step(ask(two, target(count=3), melee=True, weapons=["Knife"]), "blows") == ["1 x 2"]
    assert step(ask(fighter(weapons=[fist, fist]), target(count=3), melee=True), "blows") == ["1 x 2"]
