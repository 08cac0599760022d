"""The special rules of an attack, one by one, with dice written down; and together, with fractions worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.usr.examples import ask, model, other, shooter, slays, target, unit, weapon
from tests.usr.playing import played, told

F = Fraction
rule = pytest.mark.rule


def blade(*rules, model_rules=(), S="User", **stats):  # noqa: N803
    return unit(model(*model_rules, weapons=[weapon("Blade", *rules, melee=True, S=S)], **stats))


# --- Twin-linked ------------------------------------------------------------------------------------------------------


@rule("usr:twin-linked")
def test_a_twin_linked_miss_is_rolled_again_once():
    assert played(shooter("Twin-linked"), target(), [2, 3, 4]).slain == 1
    assert played(shooter("Twin-linked"), target(), [2, 2]).slain == 0


@rule("usr:twin-linked")
def test_a_twin_linked_snap_shot_is_rolled_again():
    assert played(shooter("Twin-linked"), target(), [2, 6, 4], sets={"snap": True}).slain == 1


@rule("usr:twin-linked")
def test_a_twin_linked_template_rolls_failed_wounds_again():
    flamer = shooter("Twin-linked", range="Template", type="Assault 1")
    assert played(flamer, target(), [3, 4]).slain == 1


@rule("usr:twin-linked")
def test_a_twin_linked_template_rolls_failed_penetration_again():
    flamer = shooter("Twin-linked", range="Template", type="Assault 1", S=5)
    assert told(played(flamer, target(Front=10), [4, 5]))["glances"] == 1


@rule("usr:twin-linked")
def test_a_full_re_roll_is_better_than_that_of_great_skill():
    # a miss at BS6 is thrown again at 2+, not at 6+
    assert slays(shooter("Twin-linked", BS=6), target()) == F(35, 36) * F(1, 2)


# --- Rending ----------------------------------------------------------------------------------------------------------


@rule("usr:rending")
def test_a_rending_six_wounds_any_toughness():
    assert slays(shooter("Rending", S=4), target(T=10)) == F(2, 3) * F(1, 6)


@rule("usr:rending")
def test_a_rending_six_is_resolved_at_ap2():
    marine = target(Sv="3+")
    assert played(shooter("Rending", AP=4), marine, [3, 6]).slain == 1
    assert played(shooter("Rending", AP=4), marine, [3, 5, 3]).slain == 0


@rule("usr:rending")
def test_the_better_ap_of_rending_falls_first():
    # one wound at AP- and one at AP2: the near terminator takes the AP2 one, however the dice lay
    pair = unit(model(Sv="2+", name="Near"), model(name="Far"))
    assert played(shooter("Rending", shots=2), pair, [6, 6, 5, 6]).slain == 2
    assert played(shooter("Rending", shots=2), pair, [6, 6, 6, 5]).slain == 2


@rule("usr:rending")
def test_a_rending_six_to_penetrate_adds_a_d3_at_the_weapons_own_ap():
    cannon = shooter("Rending", S=6, AP=4)
    tank = target(Front=13)
    assert told(played(cannon, tank, [3, 6, 2]))["glances"] == 1
    # a D3 of 2 penetrates; the table knows no bonus for AP4: a 6 immobilises
    outcome = told(played(cannon, tank, [3, 6, 3, 6]))
    assert outcome["penetrations"] == 1 and outcome["immobilised"] and not outcome["explodes"]


@rule("usr:rending")
def test_a_rending_model_rends_in_close_combat_only():
    genestealer = unit(model("Rending", weapons=[weapon()]))
    assert slays(genestealer, target(T=10), melee=True) == F(1, 2) * F(1, 6)
    assert slays(genestealer, target(T=10)) == 0


# --- Feel No Pain -----------------------------------------------------------------------------------------------------


@rule("usr:feel-no-pain")
def test_feel_no_pain_discounts_on_five():
    hardy = target("Feel No Pain")
    assert played(shooter(), hardy, [3, 4, 4]).slain == 1
    assert played(shooter(), hardy, [3, 4, 5]).slain == 0


@rule("usr:feel-no-pain")
def test_feel_no_pain_is_not_rolled_against_instant_death():
    assert played(shooter(S=8, AP=3), target("Feel No Pain (2+)", W=3, Sv="3+"), [3, 2]).damage == 3


@rule("usr:feel-no-pain")
def test_the_best_of_two_feel_no_pains_is_rolled_once():
    assert slays(shooter(), target("Feel No Pain", "Feel No Pain (3+)")) == F(1, 3) * F(1, 3)


# --- Poisoned ---------------------------------------------------------------------------------------------------------


@rule("usr:poisoned")
def test_poison_wounds_on_its_number_or_better():
    assert slays(shooter("Poisoned (4+)", S=1), target(T=3)) == F(2, 3) * F(1, 2)
    assert slays(shooter("Poisoned (4+)", S=6), target(T=3)) == F(2, 3) * F(5, 6)


@rule("usr:poisoned")
def test_strong_poison_rolls_again_in_close_combat():
    # S4 against T3 needs 3+, better than 4+, and failures are rolled again
    assert slays(blade("Poisoned (4+)"), target(T=3), melee=True) == F(1, 2) * F(8, 9)
    assert slays(blade("Poisoned (4+)"), target(T=4), melee=True) == F(1, 2) * F(1, 2)


@rule("usr:poisoned")
def test_poison_without_a_printed_strength_has_strength_one():
    bare = unit(model(weapons=[weapon("Blade", "Poisoned (4+)", type="Melee", range="-", S="-")]))
    # the roll needs the poison's 4+, but the bearer's own S4 beats T3: failures are rolled again
    assert slays(bare, target(T=3), melee=True) == F(1, 2) * F(3, 4)


@rule("usr:poisoned")
def test_poison_does_nothing_to_vehicles():
    plain, poisoned = ask(shooter(S=6), target(Front=10)), ask(shooter("Poisoned (2+)", S=6), target(Front=10))
    assert plain.damage == poisoned.damage
    assert slays(shooter("Poisoned (2+)", S=1), target(T=9)) == F(2, 3) * F(5, 6)


# --- Melta ------------------------------------------------------------------------------------------------------------


@rule("usr:melta")
def test_melta_rolls_two_dice_within_half_range():
    melta = shooter("Melta", S=8, AP=1, range=12)
    raider = target(Front=14)
    assert told(played(melta, raider, [3, 2, 4], range=6))["glances"] == 1
    assert told(played(melta, raider, [3, 3, 4, 1], range=6))["penetrations"] == 1
    assert told(played(melta, raider, [3, 6], range=7))["glances"] == 1
    odds = ask(melta, raider, range=6)
    assert odds.other["penetrations"].fraction(1) == F(2, 3) * F(7, 12)
    assert odds.other["glances"].fraction(1) == F(2, 3) * F(5, 36)


@rule("usr:melta")
def test_melta_and_rending_a_six_of_either_die_adds_once():
    gun = shooter("Melta", "Rending", S=1, range=24)
    # 6 and 6 and a D3: 1 + 12 + 1 = 14
    assert told(played(gun, target(Front=14), [3, 6, 6, 2], range=10))["glances"] == 1


@rule("usr:melta")
def test_melta_means_nothing_to_men_nor_without_a_distance():
    assert slays(shooter("Melta"), target(), range=3) == F(1, 3)
    assert other(shooter("Melta", S=8), target(Front=14), "penetrations") == 0
    assert other(shooter("Melta", S=8), target(Front=14), "penetrations", range=12) == F(2, 3) * F(7, 12)


# --- Gets Hot ---------------------------------------------------------------------------------------------------------


def plasma(*more, **stats):
    return shooter("Gets Hot", *more, S=7, AP=2, **stats)


@rule("usr:gets-hot")
def test_an_ordinary_shot_that_rolls_a_one_is_a_miss():
    assert told(played(plasma(), target(), [1]))["own-slain"] == 0


@rule("usr:gets-hot")
def test_a_supercharged_one_wounds_the_firer_without_a_save():
    outcome = played(plasma(), target(), [1], sets={"supercharge": "strength"})
    assert told(outcome) == {"own-damage": 1, "own-slain": 1} and outcome.slain == 0


@rule("usr:gets-hot")
def test_feel_no_pain_may_discount_the_heat():
    hardy = plasma(rules=["Feel No Pain (4+)"])
    assert told(played(hardy, target(), [1, 4], sets={"supercharge": "strength"}))["own-slain"] == 0
    assert other(hardy, target(), "own-slain", sets={"supercharge": "strength"}) == F(1, 12)


@rule("usr:gets-hot")
def test_supercharged_strength_is_one_more():
    assert slays(plasma(), target(T=8), sets={"supercharge": "strength"}) == F(2, 3) * F(1, 2)


@rule("usr:gets-hot")
def test_a_supercharged_blast_needs_no_roll_to_hit_but_a_die_before_firing():
    said = {"sets": {"supercharge": "blast", "under": 3}}
    assert played(plasma(), target(count=5), [2, 2, 2, 2], **said).slain == 3
    assert told(played(plasma(), target(count=5), [1], **said))["own-slain"] == 1


@rule("usr:gets-hot")
def test_a_blast_that_gets_hot_rolls_its_die_supercharged_or_not():
    cannon = plasma("Blast")
    assert told(played(cannon, target(count=3), [1]))["own-slain"] == 1
    assert ask(cannon, target(), rulings={"gets-hot-blast": "supercharged"}).other["own-slain"].fraction(0) == 1


@rule("usr:gets-hot")
def test_with_a_re_roll_only_a_second_one_hurts():
    twin = plasma("Twin-linked")
    said = {"sets": {"supercharge": "strength"}}
    assert told(played(twin, target(), [1, 1], **said))["own-slain"] == 1
    assert told(played(twin, target(), [2, 1], **said))["own-slain"] == 1
    # misses are 1 and 2: 2/6 thrown again, 1/6 of them a 1
    assert other(twin, target(), "own-slain", **said) == F(2, 6) * F(1, 6)
    assert other(plasma("Twin-linked", "Blast"), target(), "own-slain") == F(1, 36)


@rule("usr:gets-hot")
def test_a_firer_with_more_wounds_loses_no_more_than_it_has():
    hero = shooter("Gets Hot", S=7, shots=3, rules=[], AP=2)
    law = ask(hero, target(count=9), sets={"supercharge": "strength"}).other["own-damage"]
    assert law.fraction(1) == 1 - F(5, 6) ** 3


@rule("usr:gets-hot")
def test_best_play_supercharges_when_it_pays():
    assert ask(plasma(), target(T=9), policy="best").slain.fraction(1) > ask(plasma(), target(T=9)).slain.fraction(1)


# --- markers and templates --------------------------------------------------------------------------------------------


@rule("usr:blast")
def test_a_blast_hits_what_lies_under_it_without_a_roll():
    assert played(shooter("Blast"), target(count=5), [4, 4, 3], sets={"under": 3}).slain == 2


@rule("usr:large-blast")
def test_a_large_blast_hits_what_lies_under_it():
    assert played(shooter("Large Blast"), target(count=5), [4, 4, 3, 3], sets={"under": 4}).slain == 2


@rule("usr:massive-blast")
def test_a_massive_blast_hits_what_lies_under_it():
    assert played(shooter("Massive Blast"), target(count=5), [4, 4, 3, 3, 4], sets={"under": 9}).slain == 3


@rule("usr:apocalyptic-blast")
def test_an_apocalyptic_blast_hits_what_lies_under_it():
    assert played(shooter("Apocalyptic Blast"), target(count=6), [4, 4, 3, 3, 4, 4], sets={"under": 6}).slain == 4


@rule("usr:blast", "usr:large-blast", "usr:massive-blast", "usr:apocalyptic-blast")
@pytest.mark.parametrize("name", ["Blast", "Large Blast", "Massive Blast", "Apocalyptic Blast"])
def test_no_blast_is_fired_as_a_snap_shot(name):
    assert ask(shooter(name), target(), sets={"snap": True}).impossible
    assert ask(shooter(name), target(), moved=True).impossible, "a Heavy weapon that moved"


@rule("usr:blast")
def test_two_blasts_of_a_unit_are_added_before_wounds_are_rolled():
    two = unit(model(weapons=[weapon("Mortar", "Blast")]), count=2)
    law = ask(two, target(count=3), sets={"under": 3}).slain
    assert law.fraction(3) == sum(F(n) for n in (20 + 15 + 6 + 1,)) / 64


@rule("usr:torrent")
def test_torrent_reaches_twelve_inches_further():
    torrent = shooter("Torrent", range="Template", type="Heavy 1")
    assert not ask(torrent, target(), range=20).impossible
    assert ask(torrent, target(), range=21).impossible
    assert ask(shooter(range="Template", type="Heavy 1"), target(), range=9).impossible


# --- Jink -------------------------------------------------------------------------------------------------------------


@rule("usr:jink")
def test_a_jinking_unit_saves_on_four():
    biker = target("Jink", Sv="3+")
    assert slays(shooter(AP=3), biker, sets={"jinking": True}) == F(1, 3) * F(1, 2)
    assert slays(shooter(AP=5), biker, sets={"jinking": True}) == F(1, 3) * F(1, 3)


@rule("usr:jink")
def test_only_bearers_have_the_save_of_a_unit_that_jinks():
    pair = unit(model(name="Near"), model("Jink", name="Far"))
    assert played(shooter(shots=2), pair, [3, 3, 4, 4, 4], sets={"jinking": True}).slain == 1


@rule("usr:jink")
def test_best_play_jinks_before_the_dice():
    assert ask(shooter(AP=3), target("Jink", Sv="3+"), policy="best").slain.fraction(1) == F(1, 3) * F(1, 2)


@rule("usr:jink")
def test_an_immobilised_vehicle_cannot_jink():
    speeder = target("Jink", Front=10)
    said = {"jinking": True}
    assert other(shooter(S=9), speeder, "penetrations", sets=said) == F(2, 3) * F(5, 6) * F(1, 2)
    assert other(shooter(S=9), speeder, "penetrations", sets={**said, "immobilised": True}) == F(2, 3) * F(5, 6)


@rule("usr:jink")
def test_bikes_jink_by_their_type():
    bike = target(type="Bike")
    assert slays(shooter(), bike, sets={"jinking": True}) == F(1, 6)


# --- Independent Character and Look Out, Sir --------------------------------------------------------------------------


def escorted(*rules, role=""):
    return unit(model(*rules, name="Hero", W=3, role=role), model(name="Guard"))


@rule("usr:independent-character")
def test_an_independent_character_is_looked_out_for_on_two():
    assert played(shooter(), escorted("Independent Character"), [3, 4, 2]).slain == 1
    assert played(shooter(), escorted("Independent Character"), [3, 4, 1]).damage == 1


def test_another_character_is_looked_out_for_on_three():
    assert played(shooter(), escorted(role="leader"), [3, 4, 3]).slain == 1
    assert played(shooter(), escorted(role="leader"), [3, 4, 2]).slain == 0


@rule("usr:independent-character")
def test_a_character_alone_or_in_a_challenge_is_not_looked_out_for():
    alone = unit(model("Independent Character", W=3))
    assert played(shooter(), alone, [3, 4]).damage == 1
    hero = escorted("Independent Character")
    assert played(target(), hero, [4, 4], melee=True, sets={"challenge": True}).slain == 0


@rule("usr:independent-character")
def test_the_wound_that_another_takes_meets_his_own_save():
    pair = unit(model("Independent Character", name="Hero", W=3), model(name="Guard", Sv="2+"))
    assert played(shooter(), pair, [3, 4, 2, 2]).damage == 0
    assert played(shooter(), pair, [3, 4, 1]).damage == 1


# --- Fearless and Pinning ---------------------------------------------------------------------------------------------


@rule("usr:pinning")
def test_an_unsaved_wound_pins_who_fails_the_test():
    assert told(played(shooter("Pinning"), target(count=2, Ld=7), [3, 4, 4, 4]))["pinned"]
    assert not told(played(shooter("Pinning"), target(count=2, Ld=7), [3, 4, 4, 3]))["pinned"]
    assert not told(played(shooter("Pinning"), target(count=2, Sv="3+"), [3, 4, 3]))["pinned"]


@rule("usr:pinning")
def test_one_pinning_test_for_all_the_wounds_of_one_unit():
    gun = shooter("Pinning", shots=2)
    assert played(gun, target(count=3), [3, 3, 4, 4, 1, 1]).slain == 2


@rule("usr:pinning")
def test_a_discounted_wound_does_not_pin():
    assert other(shooter("Pinning"), target("Feel No Pain (4+)", count=2, Ld=7), "pinned") == F(1, 3) * F(1, 2) * F(
        15, 36
    )


@rule("usr:pinning")
def test_who_is_on_the_ground_or_dead_is_not_pinned():
    assert other(shooter("Pinning"), target(count=1, Ld=7), "pinned") == 0
    assert other(shooter("Pinning"), target(count=2, Ld=7), "pinned", sets={"gone-to-ground": True}) == 0
    assert other(shooter("Pinning"), target(count=2, Ld=7), "pinned") == F(1, 3) * F(15, 36)


@rule("usr:fearless")
def test_the_fearless_are_never_pinned():
    one = unit(model(), model(), model("Fearless"))
    assert not told(played(shooter("Pinning"), one, [3, 4]))["pinned"]


@rule("usr:fearless")
def test_the_fearless_do_not_go_to_ground():
    gun = shooter(AP=3)
    assert ask(gun, target("Fearless", Sv="3+"), policy="best").slain.fraction(1) == F(1, 3)


# --- together ---------------------------------------------------------------------------------------------------------


@rule("usr:twin-linked", "usr:rending", "usr:feel-no-pain")
def test_twin_linked_rending_against_armour_and_feel_no_pain():
    # 8/9 hit; a 6 (1/6) wounds at AP2, 4 and 5 (2/6) may be saved on 3+; each unsaved wound is discounted on 5+
    wound = F(1, 6) + F(2, 6) * F(1, 3)
    assert slays(shooter("Twin-linked", "Rending"), target("Feel No Pain", Sv="3+")) == F(8, 9) * wound * F(2, 3)


@rule("usr:poisoned", "usr:rending")
def test_poison_and_rending_on_one_blade():
    # 4+ wounds, failures are rolled again (S4 against T3 needs 3+ at once); a 6 is AP2
    blow = blade("Poisoned (4+)", "Rending")
    # wounds: 3, 4, 5 plain (3/6), 6 rends; 1 and 2 again: everything scales by 1 + 1/3
    assert slays(blow, target(T=3, Sv="2+"), melee=True) == F(1, 2) * F(4, 3) * (F(1, 6) + F(3, 6) * F(1, 6))


@rule("usr:twin-linked", "usr:gets-hot")
def test_twin_linked_and_supercharged():
    odds = ask(plasma("Twin-linked"), target(T=4), sets={"supercharge": "strength"})
    assert odds.slain.fraction(1) == F(8, 9) * F(5, 6)


@rule("usr:melta", "usr:blast")
def test_a_melta_blast_on_a_vehicle():
    bomb = shooter("Melta", "Blast", S=8, AP=1, range=12)
    assert other(bomb, target(Front=14), "penetrations", range=6) == F(7, 12)


@rule("usr:gets-hot")
def test_a_vehicle_that_overheats_loses_hull_points_but_is_not_slain():
    tank = unit(model(Front=12, HP=1, weapons=[weapon("Cannon", "Gets Hot", "Blast", S=7, AP=2)]), type="Vehicle")
    assert told(played(tank, target(), [1])) == {"own-damage": 1, "own-slain": 0}
    assert told(played(tank, target(), [1], rulings=("zero_hp=wrecked",)))["own-slain"] == 1


@rule("usr:poisoned")
def test_poison_hardly_touches_gargantuan_creatures():
    giant = target(T=8, W=6, type="Gargantuan Creature")
    assert ask(shooter("Poisoned (2+)", S=1), giant).steps[2].needs == "6+"


@rule("usr:fearless")
def test_the_fearless_gain_nothing_from_the_ground():
    assert slays(shooter(), target("Fearless"), sets={"gone-to-ground": True}) == F(1, 3)
