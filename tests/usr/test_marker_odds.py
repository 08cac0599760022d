"""Barrages, mega-blasts, vortices and rampages as odds, alone and with other rules: fractions worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.errors import Faults, GrognardError
from grognard.systems.usr.examples import ask, model, other, shooter, slays, target, unit, weapon
from tests.usr.playing import played

F = Fraction
rule = pytest.mark.rule
MEGA = {"S": "10/7/5", "AP": "1/4/6"}


# --- barrages ---------------------------------------------------------------------------------------------------------


@rule("usr:barrage")
def test_a_barrage_strikes_the_side_whatever_facing_is_said():
    tank = target(Front=14, Side=10)
    # 8 and 2 glance, 3 to 6 penetrate the side of 10; the front of 14 glances on a 6
    for facing in ("front", "side", "rear"):
        assert other(shooter("Barrage", "Blast", S=8), tank, "penetrations", facing=facing) == F(4, 6)
    assert other(shooter("Blast", S=8), tank, "glances") == F(1, 6)
    said = ask(shooter("Barrage", "Blast", S=8), tank, facing="rear").notes
    assert said == ("facing has no effect: what falls from above strikes the side",)
    assert not ask(shooter("Blast", S=8), tank, facing="rear").notes


@rule("usr:barrage")
def test_unseen_only_barrages_fire_and_not_within_their_least_range():
    assert "nobody sees" in ask(shooter("Blast"), target(), sets={"unseen": True}).impossible
    mortar = shooter("Barrage", "Blast", range="12-48")
    assert slays(mortar, target(), range=24, sets={"unseen": True}) == F(1, 2)
    assert "nearer than 12" in ask(mortar, target(), range=11, sets={"unseen": True}).impossible
    assert slays(mortar, target(), range=11) == F(1, 2)


@rule("usr:barrage")
def test_other_weapons_never_fire_within_their_least_range():
    assert "nearer than 12" in ask(shooter("Blast", range="12-48"), target(), range=11).impossible


@rule("usr:barrage", "usr:sniper")
def test_a_sniping_barrage_wounds_on_four_and_pierces_on_six_but_is_never_precise():
    # a hit: 4 and 5 against a save of 3 let a third through, 6 at AP2 all: 2/6 1/3 + 1/6 = 5/18, whatever the Toughness
    gun, pair = shooter("Barrage", "Blast", "Sniper", S="X", AP=6), target(count=2, T=8, Sv="3+")
    assert slays(gun, pair, n=2, sets={"under": 2}) == F(5, 18) ** 2
    hurt = unit(model(Sv="3+", name="Near"), model(name="Far"))
    assert played(gun, hurt, [4, 1]).slain == 1  # the save of the nearest is rolled: nobody is asked whom it strikes


@rule("usr:barrage", "usr:rending")
def test_a_rending_barrage_at_troops_and_at_a_side():
    gun = shooter("Barrage", "Blast", "Rending", S=4, AP=5)
    assert slays(gun, target(Sv="3+")) == F(2, 6) * F(1, 3) + F(1, 6)
    # 6 and 6 match the side of 12 and a D3 comes on top: always a penetrating hit; 5 falls short
    side = shooter("Barrage", "Blast", "Rending", S=6)
    assert other(side, target(Front=14, Side=12), "penetrations") == F(1, 6)
    assert other(side, target(Front=14, Side=12), "glances") == 0


@rule("usr:barrage", "usr:pinning")
def test_a_pinning_barrage_pins_with_one_unsaved_wound():
    # of two hits at least one wounds with 3/4; Leadership 7 fails with 15/36
    gun = shooter("Barrage", "Blast", "Pinning")
    assert other(gun, target(count=3, Ld=7), "pinned", sets={"under": 2}) == F(3, 4) * F(15, 36)


@rule("usr:barrage", "usr:gets-hot")
def test_a_barrage_that_gets_hot_throws_its_die_first():
    gun, victim = shooter("Barrage", "Blast", "Gets Hot", S=7, AP=2), target()
    assert slays(gun, victim) == F(5, 6) * F(5, 6)
    assert other(gun, victim, "own-damage") == F(1, 6)


@rule("usr:gets-hot", "usr:preferred-enemy")
@rule("usr:twin-linked")
def test_every_re_roll_of_ones_saves_the_gunner_of_a_blast():
    for gun in (
        shooter("Blast", "Gets Hot", rules=["Preferred Enemy"]),
        shooter("Blast", "Gets Hot", "Twin-linked"),
        shooter("Blast", "Gets Hot", BS=6),
    ):
        assert other(gun, target(), "own-damage") == F(1, 36)


@rule("usr:gets-hot", "usr:feel-no-pain")
def test_feel_no_pain_is_rolled_against_ones_own_barrage():
    gun = shooter("Barrage", "Blast", "Gets Hot", rules=["Feel No Pain (5+)"])
    assert other(gun, target(), "own-damage") == F(1, 6) * F(4, 6)


@rule("usr:barrage", "usr:ignores-cover")
def test_a_barrage_leaves_cover_where_it_lands():
    assert slays(shooter("Barrage", "Blast"), target(), cover="4+") == F(1, 4)
    assert slays(shooter("Barrage", "Blast", "Ignores Cover"), target(), cover="4+") == F(1, 2)


@rule("usr:barrage", "usr:twin-linked")
def test_a_twin_linked_barrage_wounds_no_better():
    assert slays(shooter("Barrage", "Blast", "Twin-linked"), target()) == F(1, 2)


# --- apocalyptic barrages ---------------------------------------------------------------------------------------------


@rule("usr:apocalyptic-barrage")
def test_each_strike_hits_all_beneath_its_circle():
    # four strikes of three models are twelve hits; all twelve wound with 1 in 4096
    found = ask(shooter("Apocalyptic Barrage", shots=4), target(count=12), sets={"under": 3})
    assert found.slain.fraction(12) == F(1, 2**12) and found.slain.mean() == 6


@rule("usr:apocalyptic-barrage")
def test_the_number_of_strikes_may_stand_in_brackets():
    assert slays(shooter("Apocalyptic Barrage (6)"), target(count=9), n=6) == F(1, 64)


@rule("usr:apocalyptic-barrage", "usr:barrage")
def test_it_strikes_the_side_as_a_barrage_does():
    assert other(shooter("Apocalyptic Barrage", S=8), target(Front=14, Side=10), "penetrations") == F(4, 6)


# --- mega-blasts ------------------------------------------------------------------------------------------------------


@rule("usr:apocalyptic-mega-blast")
def test_three_in_the_inner_and_five_in_the_middle_zone():
    # Toughness 8, save 5+: Strength 10 wounds on 2 and AP1 lets no save stand; 7 wounds on 5 and AP4 neither
    found = ask(
        shooter("Apocalyptic Mega-blast", **MEGA), target(count=8, T=8, Sv="5+"), sets={"under": 3, "middle": 5}
    )
    assert found.slain.fraction(8) == F(5, 6) ** 3 * F(1, 3) ** 5
    assert found.slain.fraction(0) == F(1, 6) ** 3 * F(2, 3) ** 5


@rule("usr:apocalyptic-mega-blast", "usr:instant-death")
def test_who_straddles_dies_outright_of_the_inner_strength_and_not_of_the_middle_one():
    # Toughness 5, three wounds: 10 is twice that, 7 is not. Inner 5/6 slays, middle 5/6 costs one wound of who is left
    pair = target(count=2, T=5, W=3)
    found = ask(shooter("Apocalyptic Mega-blast", **MEGA), pair, sets={"middle": 1})
    assert found.damage.fraction(4) == F(25, 36)
    assert found.damage.fraction(3) == F(5, 36)
    assert found.damage.fraction(1) == F(5, 36)
    assert found.slain.fraction(1) == F(5, 6)


@rule("usr:apocalyptic-mega-blast", "usr:eternal-warrior")
def test_an_eternal_warrior_in_the_inner_zone_loses_one_wound():
    hero = target("Eternal Warrior", T=5, W=3)
    assert ask(shooter("Apocalyptic Mega-blast", **MEGA), hero).damage.fraction(1) == F(5, 6)


@rule("usr:apocalyptic-mega-blast")
def test_a_vehicle_takes_the_strength_of_the_zone_on_its_side():
    # two hulls of side 12: 10 and 2 glance, 3 and more penetrate; in the middle zone 7 and 5 glance, 6 penetrates
    found = ask(shooter("Apocalyptic Mega-blast", **MEGA), target(Front=14, Side=12, HP=9, count=2), sets={"middle": 1})
    pens = found.other["penetrations"]
    assert pens.fraction(2) == F(4, 6) * F(1, 6) and pens.fraction(0) == F(2, 6) * F(5, 6)


@rule("usr:apocalyptic-mega-blast", "usr:destroyer")
def test_a_destroyers_inner_zone_leaves_the_others_to_their_strength():
    # D in the middle of it: 5/6 slays; 9 in the next zone wounds Toughness 4 on 2 as well, but its AP5 leaves a save of 4+
    found = ask(shooter("Apocalyptic Mega-blast", S="D/9/6", AP="1/5/6"), target(count=2, Sv="4+"), sets={"middle": 1})
    assert found.slain.fraction(2) == F(5, 6) * F(5, 6) * F(1, 2)


@pytest.mark.parametrize(
    ("stats", "words"),
    [
        ({"S": "10/7", "AP": "1/4/6"}, "one value, or 3"),
        ({"S": "10/7/5", "AP": 1}, "a Strength and an AP for each"),
        ({"S": "5/7/10", "AP": "1/4/6"}, "no better outwards"),
        ({"S": "10/7/5", "AP": "6/4/1"}, "no better outwards"),
        ({"S": "10/User/5", "AP": "1/4/6"}, "numbers or 'D'"),
        ({"S": "10/70/5", "AP": "1/4/6"}, "no Strength"),
    ],
)
def test_zones_that_make_no_sense_are_told(stats, words):
    with pytest.raises((Faults, GrognardError)) as caught:
        weapon("Quake", "Apocalyptic Mega-blast", **stats)
    assert words in str(caught.value)


def test_zones_are_written_as_they_are_read():
    from grognard.systems.usr.system import SYSTEM

    made = weapon("Quake", "Apocalyptic Mega-blast", S="D/9/6", AP="1/4/-")
    written = SYSTEM.schema.written_weapon(made.stats)
    assert (written["S"], written["AP"]) == ("D/9/6", "1/4/-")
    assert weapon("Quake", "Apocalyptic Mega-blast", **written).stats == made.stats


# --- vortices ---------------------------------------------------------------------------------------------------------

RIFT = {"S": "D", "AP": 1}


@rule("usr:vortex")
def test_a_vortex_is_a_destroyer_weapon_whatever_strength_is_printed():
    assert slays(shooter("Vortex", "Blast", S=4, AP=1), target(T=10)) == F(5, 6)


@rule("usr:vortex", "usr:feel-no-pain")
def test_no_pain_is_too_great_for_a_vortex():
    assert slays(shooter("Vortex", "Blast", **RIFT), target("Feel No Pain (2+)")) == F(5, 6)


@rule("usr:vortex", "usr:eternal-warrior")
def test_an_eternal_warrior_loses_as_many_wounds_as_are_rolled():
    # 2 to 5: D3 of his three wounds; 6: seven and more. Without the rule Strength 10 slays Toughness 4 outright
    hero = target("Eternal Warrior", W=3)
    law = ask(shooter("Vortex", "Blast", **RIFT), hero).damage
    assert law.fraction(1) == law.fraction(2) == F(4, 6) * F(1, 3)
    assert law.fraction(3) == F(4, 6) * F(1, 3) + F(1, 6)
    assert ask(shooter("Vortex", "Blast", **RIFT), target(W=3)).damage.fraction(3) == F(5, 6)


@rule("usr:vortex")
def test_only_its_sixes_deny_the_saves():
    # AP1 denies armour; an invulnerable 4+ stands against 2 to 5
    assert slays(shooter("Vortex", "Blast", **RIFT), target(Sv="2+", Inv="4+")) == F(4, 6) * F(1, 2) + F(1, 6)


@rule("usr:vortex")
def test_a_vortex_penetrates_any_hull():
    found = ask(shooter("Vortex", "Blast", **RIFT), target(Front=14, Side=14, Rear=14, HP=3))
    assert found.other["penetrations"].fraction(1) == F(5, 6)
    # AP1 explodes it on 5 and 6 of the damage table
    assert found.other["explodes"] == F(5, 6) * F(2, 6)


# --- characters under markers -----------------------------------------------------------------------------------------


@rule("usr:independent-character", "usr:blast")
def test_guards_take_the_wounds_of_a_character_under_a_marker():
    # the hero stands nearest: a wound on 4+, looked out for on 2+
    guarded = unit(model("Independent Character", name="Hero", W=2), *[model(name="Guard")] * 2)
    assert slays(shooter("Blast"), guarded) == F(1, 2) * F(5, 6)
    assert ask(shooter("Blast"), guarded).damage.fraction(1) == F(1, 2)


# --- rampage ----------------------------------------------------------------------------------------------------------


def brawler(*rules, count=1, **stats):
    return unit(model(*rules, **stats), count=count, name="Brawlers")


def law_of_blows(*numbers):
    """The law of models slain by so many blows (each number as likely) that slay with 1/4."""
    from math import comb

    n = max(numbers)
    chances = [sum(F(comb(b, k) * 3 ** (b - k), 4**b) for b in numbers if b >= k) / len(numbers) for k in range(n + 1)]
    return chances


@rule("usr:rampage")
def test_outnumbered_they_have_d3_more_attacks_by_one_roll_for_all():
    # three against five: each strikes 2, 3 or 4 times, all alike: 6, 9 or 12 blows
    found = ask(brawler("Rampage", count=3), target(count=5), melee=True).slain
    chances = law_of_blows(6, 9, 12)
    assert found.fraction(0) == chances[0] and found.fraction(1) == chances[1]
    assert found.fraction(5) == sum(chances[5:])


@rule("usr:rampage")
def test_as_many_friends_as_enemies_are_not_outnumbered_unless_it_is_said():
    assert slays(brawler("Rampage"), target(), melee=True) == F(1, 4)
    said = ask(brawler("Rampage"), target(), melee=True, sets={"outnumbered": True}).slain
    assert said.fraction(0) == law_of_blows(2, 3, 4)[0]
    assert slays(brawler("Rampage"), target(count=5), melee=True, sets={"outnumbered": False}) == F(1, 4)


@rule("usr:rampage", "usr:rage")
def test_rage_and_rampage_add_up_and_a_disordered_charge_spares_the_rampage_only():
    # charging: 1 + 2 + D3; disordered: 1 + D3
    mob = target(count=9)
    charge = ask(brawler("Rampage", "Rage"), mob, melee=True, charging=True).slain
    assert charge.mean() == F(1 + 2 + 2, 4) and charge.fraction(6) == F(1, 3) * F(1, 4**6)
    loose = ask(brawler("Rampage", "Rage"), mob, melee=True, charging=True, sets={"disordered": True}).slain
    assert loose.mean() == F(1 + 2, 4) and loose.fraction(4) == F(1, 3) * F(1, 4**4)


@rule("usr:rampage", "usr:smash")
def test_a_single_smashing_blow_stays_single():
    from grognard.systems.usr.attack import weapons
    from grognard.systems.usr.attack.matchup import Attack
    from grognard.systems.usr.circumstances import Situation, now
    from grognard.systems.usr.squads import squad_of

    beast = model("Rampage", "Smash", A=3)
    at = squad_of(target(count=5).models)
    attack = Attack(beast, squad_of((beast,)), weapons.UNARMED, at, now(Situation(melee=True, frenzy=2)))
    assert [n for n, _ in weapons.strokes(attack)] == [5, 1]


@rule("usr:rampage")
def test_the_odds_say_what_was_counted():
    steps = ask(brawler("Rampage"), target(count=4), melee=True).steps
    assert steps[0].needs == "1 x 1+D3" and any(b.rule == "Rampage" for b in steps[0].because)
    assert (
        "outnumbered has no effect: no rule here asks for it"
        in ask(brawler(), target(), melee=True, sets={"outnumbered": True}).notes
    )


# --- pools of wounds --------------------------------------------------------------------------------------------------

BARE_THEN_CLAD = unit(model("Fearless", name="Bare"), model("Fearless", name="Clad", Sv="3+"), name="Two")


@rule("usr:apocalyptic-mega-blast")
def test_the_attacker_may_resolve_the_poorer_wounds_first():
    # inner and middle zone wound with 5/6 each. The better AP first slays the bare one and leaves the clad one his save of 3
    # against AP4 (1/3 fails); the poorer first slays the bare one too, and AP1 then lets the clad one no save
    quake = shooter("Apocalyptic Mega-blast", **MEGA)
    assert slays(quake, BARE_THEN_CLAD, n=2, sets={"middle": 1}) == F(25, 36) * F(1, 3)
    assert slays(quake, BARE_THEN_CLAD, n=2, sets={"middle": 1}, policy="best") == F(25, 36)


@rule("usr:rending")
def test_best_play_against_a_mixed_unit_is_found_for_many_shots_of_two_aps():
    # twelve rending shots: AP2 on sixes. However they are ordered, no more die than wounds are dealt
    mixed = unit(model(name="A", Sv="3+"), model(name="B", Sv="5+"), model(name="C", W=2), name="Mixed")
    best = ask(shooter("Rending", shots=12, AP=4, rules=["Precision Shots"]), mixed, policy="best").slain
    plain = ask(
        shooter("Rending", shots=12, AP=4, rules=["Precision Shots"]), mixed, sets={"gone-to-ground": True}
    ).slain
    assert best.mean() >= plain.mean() - 1e-12


def test_wounds_that_are_alike_are_one_pool_and_nobody_is_asked():
    def decide(*models, question):
        from grognard.common import asking
        from grognard.kernel import Scripted
        from grognard.kernel.play import Play
        from grognard.systems.usr.system import SYSTEM

        asked = []
        read, _ = asking.read(SYSTEM, unit(*models, name="Squad"), BARE_THEN_CLAD, asking.Situation())
        plan = SYSTEM.plan(read)
        dice = Scripted(question)
        Play(dice, lambda ask: asked.append(ask.question) or ask.default).run(plan.procedure(*plan.args))
        return asked

    gun = weapon("Gun", AP=4)
    firers = [model(name=n, weapons=[gun]) for n in ("One", "Two")]
    assert decide(*firers, question=[3, 3, 4, 4, 6]) == []
