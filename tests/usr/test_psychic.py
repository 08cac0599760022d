"""The Psychic phase: warp charges, manifesting and denying, Perils of the Warp, and what powers do where they meet other rules."""

from __future__ import annotations

from fractions import Fraction

import pytest

import grognard
from grognard.errors import GrognardError
from grognard.kernel import exact
from grognard.muster.formats.native import loads
from grognard.systems.usr import lasting_effects, turn
from grognard.systems.usr.characters import joins
from grognard.systems.usr.combat import fight
from grognard.systems.usr.condition import AIRBORNE, BROKEN, JINKING, MOVED
from grognard.systems.usr.examples import ask, model, target, unit, weapon
from grognard.systems.usr.model_marks import marks_on, wearing
from grognard.systems.usr.psychic import known_powers, psychic_phase, psykers
from grognard.systems.usr.psychic.psykers import Casting, denied, denying, harnessed, mind_of
from grognard.systems.usr.rules.powers import Spell
from grognard.systems.usr.rules.psychic import Forgotten
from grognard.systems.usr.system import SYSTEM
from grognard.table.events import Left, Locked, Noted
from grognard.table.state import Effect
from tests.usr.field import act, field, named

HIT, WOUND, BLUNT, STEADY = 3, 4, 3, (1, 1)
STAFF = weapon("Staff", "Force", melee=True)
TROOP = unit(model(name="Trooper", Ld=7), name="Troop", count=3)


def witch(*rules, name="Witch", level=1, powers=("Smite",), **stats):
    return unit(
        model(f"Psyker (Mastery Level {level})", *rules, name=name, powers=powers, **{"W": 2, **stats}), name=name
    )


WITCH = witch()


def hall(*units, pools=(6, 6), **said):
    """A table in the Psychic phase, the warp charges rolled."""
    t = field(*units, step="psychic", **said)
    Noted("warp", pools).on(t)
    return t


def manifests(t, faces, dice=2, deny=0, **picks):
    """One power of the first unit that is offered."""
    answers = {
        "manifest which": lambda options: next(iter(options)),
        "warp charge dice does": dice,
        "denied?": deny,
        **{key.replace("_", " "): value for key, value in picks.items()},
    }
    return act(t, psychic_phase.manifest_one(t, t.player), faces, answers)


# --- warp charges -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("usr:psyker")
def test_both_pools_are_one_die_and_the_own_mastery_levels():
    """A 3 and Levels 1 and 2 make 6 dice; the other side has no psyker and 3."""
    t = field((WITCH, 0, 10, 10), (witch(name="Seer", level=2), 0, 20, 10), (TROOP, 1, 10, 40), step="warp_charges")
    risen = act(t, psychic_phase.warp_rises(t, 0), [3])
    assert t.recall("warp") == (6, 3) and risen.event("WarpRises").by == ("usr:psyker",)


@pytest.mark.rule("usr:psyker")
def test_without_a_psyker_nothing_is_rolled_and_nothing_offered():
    t = field((TROOP, 0, 10, 10), (WITCH, 1, 10, 40), step="warp_charges")
    assert not act(t, psychic_phase.warp_rises(t, 0)).events
    assert not act(t, psychic_phase.manifest_one(t, 0)).result


@pytest.mark.rule("usr:brotherhood-of-psykers-sorcerers")
def test_a_brotherhood_counts_once():
    brothers = unit(
        model("Brotherhood of Psykers (Mastery Level 2)", name="Brother", powers=["Smite"]), name="Brothers", count=5
    )
    t = field((brothers, 0, 10, 10), (WITCH, 1, 10, 40), step="warp_charges")
    act(t, psychic_phase.warp_rises(t, 0), [4])
    assert t.recall("warp") == (6, 5)


# --- manifesting ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("usr:psyker")
def test_a_4_harnesses_a_charge_and_smite_fires_four_shots():
    t = hall((WITCH, 0, 10, 10), (TROOP, 1, 10, 25))
    done = manifests(t, [4, 2, HIT, HIT, 1, 1, WOUND, 1])
    assert (done.event("Manifests").charges, done.event("Manifests").works) == (1, True)
    assert done.event("ShotAt").weapons == ("Smite",) and t[1].size == 2
    assert t.recall("warp") == (4, 6)


@pytest.mark.rule("usr:psyker")
def test_without_a_charge_nothing_happens_and_the_power_is_not_tried_again():
    t = hall((WITCH, 0, 10, 10), (TROOP, 1, 10, 25))
    assert not manifests(t, [3, 3]).event("Manifests").works
    assert not act(t, psychic_phase.manifest_one(t, 0)).result


@pytest.mark.rule("usr:psyker")
def test_a_power_of_two_charges_needs_two_dice_of_4():
    t = hall((witch(powers=["Endurance"]), 0, 10, 10), (TROOP, 1, 10, 25))
    assert not manifests(t, [4, 3, 3], dice=3).event("Manifests").works
    t = hall((witch(powers=["Endurance"]), 0, 10, 10), (TROOP, 1, 10, 25))
    assert manifests(t, [4, 3, 5], dice=3).event("Manifests").works


@pytest.mark.rule("usr:psyker")
@pytest.mark.parametrize(("dice", "charge", "chance"), [(1, 1, Fraction(1, 2)), (3, 1, Fraction(7, 8)), (2, 2, Fraction(1, 4)),
                                                        (3, 2, Fraction(1, 2)), (4, 2, Fraction(11, 16))])  # fmt: skip
def test_the_chance_to_manifest(dice, charge, chance):
    law = exact(harnessed, (dice,))
    assert sum(law.fraction(seen) for seen in law.weights if seen[0] >= charge) == chance


@pytest.mark.rule("usr:psyker")
@pytest.mark.parametrize(("dice", "chance"), [(1, Fraction(0)), (2, Fraction(1, 36)), (3, Fraction(2, 27))])
def test_the_chance_of_perils(dice, chance):
    """Of three dice two sixes: 3 * 5 / 216 and 1 / 216 are 16 / 216."""
    law = exact(harnessed, (dice,))
    assert sum((law.fraction(seen) for seen in law.weights if seen[1] >= 2), Fraction(0)) == chance


@pytest.mark.rule("usr:psyker")
def test_who_advanced_or_fights_manifests_no_witchfire_but_blesses():
    both = witch(powers=["Smite", "Forewarning"])
    for effects, foes in (((Effect(MOVED, value="advanced"),), ()), ((), (1,))):
        t = hall((both, 0, 10, 10), (TROOP, 1, 10, 25))
        t.change(0, effects=effects, foes=foes)
        assert {name for _, name in known_powers.ways(t, 0)} == {"Forewarning"}


@pytest.mark.rule("usr:psyker")
def test_a_unit_in_close_combat_is_no_target_of_a_witchfire():
    t = hall((WITCH, 0, 10, 10), (TROOP, 1, 10, 25))
    t.change(1, foes=(9,))
    assert not known_powers.ways(t, 0)


@pytest.mark.rule("usr:psyker")
def test_by_the_ruling_a_psyker_tries_as_many_powers_as_his_mastery_level():
    for ruling, left in (("mastery", 0), ("unlimited", 1)):
        t = hall(
            (witch(powers=["Smite", "Psychic Shriek"]), 0, 10, 10),
            (TROOP, 1, 10, 25),
            rulings={"powers-a-turn": ruling},
        )
        manifests(t, [3, 3])
        assert len(known_powers.ways(t, 0)) == left


@pytest.mark.rule("usr:psyker", "usr:jink")
def test_a_witchfire_may_be_jinked_from_as_any_shot():
    riders = unit(model("Jink", name="Rider"), name="Riders", type="Bike", count=2)
    t = hall((WITCH, 0, 10, 10), (riders, 1, 10, 25))
    done = manifests(t, [4, 2, HIT, 1, 1, 1, WOUND, 4], jink="yes")
    assert done.event("Harmed") is None and t[1].has(JINKING)


@pytest.mark.rule("usr:psyker")
def test_a_witchfire_of_who_falls_back_is_a_snap_shot():
    """Ballistic Skill 1 in place of 4: sixes hit."""
    t = hall((WITCH, 0, 10, 10), (TROOP, 1, 10, 25))
    t.change(0, effects=(Effect(BROKEN),))
    assert manifests(t, [4, 2, 5, 5, 5, 5]).event("Harmed") is None


@pytest.mark.rule("usr:psyker")
def test_a_witchfire_at_what_swoops_is_a_snap_shot():
    """A witchfire is a shooting attack: Ballistic Skill 1 in place of 4 at what swoops, and sixes hit."""
    drake = unit(model(name="Drake", W=4), name="Drake", type="Flying Monstrous Creature")
    for how, faces in (("swooping", [4, 2, 5, 5, 5, 5]), (None, [4, 2, HIT, 1, 1, 1, BLUNT])):
        t = hall((WITCH, 0, 10, 10), (drake, 1, 10, 25))
        if how:
            t.change(1, effects=(Effect(AIRBORNE, value=how),))
        assert manifests(t, faces, jink="no").event("Harmed") is None


@pytest.mark.rule("usr:psyker")
def test_flames_of_the_mind_reach_nobody_overhead():
    """A template is never a Snap Shot: what flies overhead is no target of Flame Breath, on the ground it is one."""
    drake = unit(model(name="Drake", W=4), name="Drake", type="Flying Monstrous Creature")
    t = hall((witch(powers=["Flame Breath"]), 0, 10, 10), (drake, 1, 10, 15))
    assert known_powers.ways(t, 0)
    t.change(1, effects=(Effect(AIRBORNE, value="swooping"),))
    assert not known_powers.ways(t, 0)


# --- Psychic Shriek ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("usr:psyker")
def test_psychic_shriek_costs_3d6_less_leadership_and_only_invulnerable_saves_help():
    """A hit, 10 on the dice against Leadership 7: three wounds, and an armour save of 2+ does not help."""
    knights = unit(model(name="Knight", Ld=7, Sv="2+", Inv="5+"), name="Knights", count=4)
    t = hall((witch(powers=["Psychic Shriek"]), 0, 10, 10), (knights, 1, 10, 25))
    manifests(t, [4, 2, HIT, 5, 4, 1, 5, 4, 4])
    assert t[1].size == 2


@pytest.mark.rule("usr:psyker")
def test_the_odds_of_psychic_shriek():
    """It misses with 1/3; 3D6 of 10 or less harm nobody of Leadership 10: 108/216; 11 costs one wound: 27/216."""
    screamer = witch(powers=["Psychic Shriek"])
    found = ask(screamer, target(Ld=10, Sv="2+", count=9), weapons=["Psychic Shriek"])
    assert found.slain.fraction(0) == Fraction(1, 3) + Fraction(2, 3) * Fraction(108, 216)
    assert found.slain.fraction(1) == Fraction(2, 3) * Fraction(27, 216)


@pytest.mark.rule("usr:psyker", "usr:feel-no-pain")
def test_wounds_of_the_mind_may_be_discounted():
    """Leadership 10, 11 on the dice or more slays a lone man unless every wound is discounted on 5+."""
    screamer = witch(powers=["Psychic Shriek"])
    hardy = target("Feel No Pain", Ld=10)
    ways_to = {11: 27, 12: 25, 13: 21, 14: 15, 15: 10, 16: 6, 17: 3, 18: 1}
    saved = sum(Fraction(n, 216) * Fraction(1, 3) ** (total - 10) for total, n in ways_to.items())
    some = Fraction(108, 216)
    assert ask(screamer, hardy, weapons=["Psychic Shriek"]).slain.fraction(1) == Fraction(2, 3) * (some - saved)


@pytest.mark.rule("usr:psyker")
def test_a_tank_has_no_leadership_to_shriek_at():
    assert ask(witch(powers=["Psychic Shriek"]), target(Front=10), weapons=["Psychic Shriek"]).damage.fraction(0) == 1


# --- denying ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("usr:adamantium-will")
def test_adamantium_will_denies_on_5_and_another_unit_on_6():
    for rules, face, stopped in (((), 5, False), (("Adamantium Will",), 5, True), ((), 6, True)):
        monks = unit(model(*rules, name="Monk"), name="Monks", count=2)
        t = hall((WITCH, 0, 10, 10), (monks, 1, 10, 25))
        faces = [4, 2, face] if stopped else [4, 2, face, 1, 1, 1, 1]
        done = manifests(t, faces, deny=1)
        assert done.event("Denies").works is stopped
        assert (done.event("ShotAt") is None) is stopped
        assert t.recall("warp") == (4, 5)


@pytest.mark.rule("usr:adamantium-will")
def test_adamantium_will_is_no_help_against_a_blessing():
    """The monks stand beside, but the blessing is on the witch: 6 and nothing else."""
    monks = unit(model("Adamantium Will", name="Monk"), name="Monks", count=2)
    t = hall((witch(powers=["Forewarning"]), 0, 10, 10), (monks, 1, 10, 13))
    assert not manifests(t, [4, 2, 5], deny=1).event("Denies").works
    assert denying(monks.models, Casting(hostile=False)).needs == "6+"


@pytest.mark.rule("usr:adamantium-will", "usr:psyker")
def test_a_stronger_psyker_with_adamantium_will_denies_on_3():
    """6, one for being a psyker, one for Mastery Level 2 against 1, one for his will; never better than 2+."""
    assert denying(witch(level=2).models, Casting(True, 1)).needs == "4+"
    assert denying(witch("Adamantium Will", level=2).models, Casting(True, 1)).needs == "3+"
    assert denying(witch("Adamantium Will", level=2).models, Casting(True, 2)).needs == "4+"


@pytest.mark.rule("usr:adamantium-will", "usr:independent-character")
def test_one_strong_will_among_them_covers_the_unit():
    mixed = (model("Adamantium Will"), model())
    assert denying(mixed, Casting()).needs == "5+"


@pytest.mark.rule("usr:psyker")
def test_every_charge_that_was_harnessed_must_be_nullified():
    """Two charges: both dice must show a 6."""
    t = hall((WITCH, 0, 10, 10), (TROOP, 1, 10, 25))
    assert not manifests(t, [4, 5, 6, 5, 1, 1, 1, 1], deny=2).event("Denies").works
    test = denying((), Casting())
    assert exact(denied, (test, 2, 3)).fraction(True) == Fraction(16, 216)


# --- Perils of the Warp -----------------------------------------------------------------------------------------------


def peril(faces, *rules, dice=2, **stats):
    """A witch of two wounds manifests Forewarning with two sixes; then these dice."""
    t = hall((witch(*rules, powers=["Forewarning", "Smite"], **stats), 0, 10, 10), (TROOP, 1, 10, 25))
    return t, manifests(t, [6, 6, *faces], dice=dice)


@pytest.mark.rule("usr:psyker")
def test_two_sixes_manifest_the_power_and_bring_perils():
    t, done = peril([4])
    assert done.event("Manifests").works and done.event("PerilsStrike").row == 4
    assert t[0].wounds == (1,) and any(isinstance(m, Spell) for m in marks_on(t[0].members[0]))


@pytest.mark.rule("usr:psyker")
def test_one_six_brings_none():
    t = hall((witch(powers=["Forewarning"]), 0, 10, 10), (TROOP, 1, 10, 25))
    assert manifests(t, [6, 5]).event("PerilsStrike") is None


@pytest.mark.rule("usr:psyker", "usr:feel-no-pain")
def test_no_save_helps_against_perils_but_feel_no_pain_does():
    t, _ = peril([4, 5], "Feel No Pain", Sv="2+", Inv="2+")
    assert t[0].wounds == (2,)
    t, _ = peril([4, 4], "Feel No Pain", Sv="2+", Inv="2+")
    assert t[0].wounds == (1,)


@pytest.mark.rule("usr:psyker")
def test_dragged_into_the_warp_costs_a_wound_when_leadership_holds():
    t, done = peril([1, 3, 4])
    assert done.event("Tested").passed and t[0].wounds == (1,)


@pytest.mark.rule("usr:psyker")
def test_dragged_into_the_warp_takes_the_psyker_and_scorches_his_unit():
    """Leadership 8, a 9: he is gone; a 2 on the D6 is two hits of Strength 6 and AP1, on 2+, without armour."""
    guard = unit(
        model("Psyker", name="Witch", W=2, powers=["Forewarning"]), *[model(name="Guard", Sv="2+")] * 3, name="Coven"
    )
    t = hall((guard, 0, 10, 10), (TROOP, 1, 10, 30))
    manifests(t, [6, 6, 1, 4, 5, 2, 2, 1])
    assert [m.name for m in t[0].members] == ["Guard", "Guard"]


@pytest.mark.rule("usr:psyker", "usr:and-they-shall-know-no-fear")
def test_who_knows_no_fear_rolls_dice_of_the_perils_test_again():
    """4 and 5 are 9, one more than 8: beside the 4 a die again would pass with 4/6, both again with 26/36, so both it is."""
    t, done = peril([5, 4, 5, 4, 4], "And They Shall Know No Fear")
    assert done.event("Tested").passed and t[0].wounds == (2,)
    assert "usr:and-they-shall-know-no-fear" in done.event("Tested").by


@pytest.mark.rule("usr:psyker", "usr:fearless")
def test_the_fearless_take_the_test_of_perils_like_anybody():
    t, done = peril([5, 5, 5], "Fearless")
    assert not done.event("Tested").passed and t[0].wounds == (1,)


@pytest.mark.rule("usr:psyker")
def test_a_mental_purge_costs_a_wound_and_a_random_power():
    t, done = peril([2, 2])
    witch_ = t[0].members[0]
    (left,) = mind_of(witch_).powers
    assert done.event("Afflicted").told(t).endswith(": 1 model forgets Smite") and left.name != "Smite"
    assert t[0].wounds == (1,) and len(mind_of(witch_).powers) == 1
    assert any(isinstance(m, Forgotten) for m in marks_on(witch_))
    act(t, psychic_phase.warp_rises(t, 0), [1])  # it does not come back
    assert len(mind_of(t[0].members[0]).powers) == 1


@pytest.mark.rule("usr:psyker")
def test_a_power_drain_costs_both_sides_d3_charges():
    t, _ = peril([3, 5])
    assert t[0].wounds == (1,) and t.recall("warp") == (1, 3)  # 6 less 2 dice less 3, 6 less 3


@pytest.mark.rule("usr:psyker")
def test_a_warp_surge_gives_a_3_up_until_the_next_own_psychic_phase():
    t, _ = peril([6, 3, 4])
    surged = t[0].members[0]
    assert t[0].wounds == (2,)
    shot = unit(model(weapons=[weapon(AP=1)]))
    assert ask(shot, unit(wearing_only(surged, "Surge"))).slain.fraction(1) == 0  # two wounds
    assert ask(shot, unit(wearing_only(surged, "Surge"))).damage.fraction(1) == Fraction(1, 3) * Fraction(1, 3)
    act(t, psychic_phase.warp_rises(t, 1))  # the other player's phase: it stays
    assert marks_on(t[0].members[0])
    act(t, psychic_phase.warp_rises(t, 0), [1])
    assert not marks_on(t[0].members[0])


def wearing_only(wearer, name):
    """The model with its marks of one sort alone."""
    from grognard.systems.usr.model_marks import under

    return under(wearer, tuple(m for m in marks_on(wearer) if type(m).__name__ == name))


@pytest.mark.rule("usr:brotherhood-of-psykers-sorcerers")
def test_perils_of_a_brotherhood_strike_any_bearer_and_never_their_servant():
    brothers = unit(
        *[model("Brotherhood of Psykers", name="Brother", powers=["Forewarning"])] * 3,
        model(name="Servant"),
        name="Order",
    )
    t = hall((brothers, 0, 10, 10), (TROOP, 1, 10, 30))
    done = manifests(t, [6, 6, 3, 4], which_model=0)  # three bearers: the third; a wound
    assert done.event("Harmed").left == (1, 1, 0, 1)
    assert [m.name for m in t[0].members] == ["Brother", "Brother", "Servant"]


@pytest.mark.rule("usr:brotherhood-of-psykers-sorcerers")
def test_a_brotherhood_forgets_together():
    brothers = unit(
        model("Brotherhood of Psykers", name="Brother", W=2, powers=["Forewarning", "Smite"]), name="Order", count=3
    )
    t = hall((brothers, 0, 10, 10), (TROOP, 1, 10, 25))
    manifests(t, [6, 6, 1, 2, 2], which_model=0)
    assert {tuple(p.name for p in mind_of(m).powers) for m in t[0].members} == {("Forewarning",)}


@pytest.mark.rule("usr:brotherhood-of-psykers-sorcerers")
def test_any_brother_may_be_the_one_who_sees():
    """Only the one on the left is within 18 inches of the enemy."""
    brothers = unit(model("Brotherhood of Psykers", name="Brother", powers=["Smite"]), name="Order", count=2)
    t = hall((brothers, 0, 10, 10), (unit(model(), name="Foe"), 1, 2, 27), distance=2)
    (way,) = known_powers.ways(t, 0)[0, "Smite"]
    assert way.place == 0


@pytest.mark.rule("usr:psychic-pilot")
def test_a_pilot_tests_on_leadership_10_and_perils_glance():
    skiff = unit(model("Psychic Pilot", Front=11, HP=3, powers=["Forewarning"]), name="Skiff", type="Vehicle")
    t = hall((skiff, 0, 10, 10), (TROOP, 1, 10, 30))
    manifests(t, [6, 6, 5, 4, 6])  # Empyric Feedback: 10 is not above Leadership 10
    assert t[0].wounds == (3,)
    t = hall((skiff, 0, 10, 10), (TROOP, 1, 10, 30))
    done = manifests(t, [6, 6, 4])
    assert t[0].wounds == (2,) and done.event("HullHit").glances == 1


@pytest.mark.rule("usr:psychic-pilot")
def test_a_crippled_pilot_rolls_on_the_damage_table():
    from grognard.systems.usr.condition import CRIPPLED, STUNNED

    skiff = unit(model("Psychic Pilot", Front=11, HP=3, powers=["Forewarning"]), name="Skiff", type="Vehicle")
    t = hall((skiff, 0, 10, 10), (TROOP, 1, 10, 30))
    t.change(0, wounds=(1,), effects=(Effect(CRIPPLED),))
    manifests(t, [6, 6, 4, 4])
    assert t[0].has(STUNNED)


# --- Force ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("usr:force")
def test_a_psyker_with_a_force_weapon_knows_force_and_anybody_else_knows_nothing():
    armed = unit(model("Psyker", name="Witch", weapons=[STAFF]), name="Witch")
    assert [p.name for p in mind_of(armed.models[0]).powers] == ["Force"]
    assert not mind_of(model(weapons=[STAFF])).level


@pytest.mark.rule("usr:force", "usr:instant-death")
def test_force_slays_outright_until_the_next_own_psychic_phase():
    armed = unit(model("Psyker", name="Witch", A=1, W=2, weapons=[STAFF]), name="Witch")
    ogre = unit(model(name="Ogre", W=4), name="Ogre")
    t = hall((armed, 0, 10, 10), (ogre, 1, 10, 10.99))
    Locked(0, 1).on(t)
    manifests(t, [4, 2])
    fought = act(t, fight.fight(t, (0, 1)), [4, WOUND, 1])
    assert fought.event("BlowsAt").by == ("usr:force",)
    assert not t[1].alive


@pytest.mark.rule("usr:force")
def test_without_the_power_it_costs_a_wound():
    """1/2 to hit, 1/2 to wound; with the power all four wounds go."""
    armed = unit(model("Psyker", weapons=[STAFF]))
    ogre = target(W=4)
    assert ask(armed, ogre, melee=True).damage.fraction(1) == Fraction(1, 4)
    assert ask(armed, ogre, melee=True, sets={"force": True}).damage.fraction(4) == Fraction(1, 4)


@pytest.mark.rule("usr:force", "usr:eternal-warrior", "usr:feel-no-pain")
def test_force_costs_an_eternal_warrior_one_wound_and_he_may_not_discount_it():
    armed = unit(model("Psyker", weapons=[STAFF]))
    hero = target("Eternal Warrior", "Feel No Pain", W=4)
    assert ask(armed, hero, melee=True).damage.fraction(1) == Fraction(1, 4) * Fraction(4, 6)
    assert ask(armed, hero, melee=True, sets={"force": True}).damage.fraction(1) == Fraction(1, 4)


@pytest.mark.rule("usr:force", "usr:independent-character")
def test_force_is_on_the_whole_unit_and_goes_with_who_leaves_it():
    hero = unit(model("Psyker", "Independent Character", name="Hero", W=3, weapons=[STAFF]), name="Hero")
    knights = unit(model(name="Knight", weapons=[STAFF]), name="Knights", count=2)
    t = hall((knights, 0, 10, 10), (hero, 0, 10, 11.5), (TROOP, 1, 10, 30))
    h = named(t, "Hero")
    act(t, joins(t, h, named(t, "Knights")))
    manifests(t, [4, 2])
    assert all(Spell(1, "Force", 0) in marks_on(m) for m in t[0].members)
    Left(h).on(t)
    assert marks_on(t[h].members[0]) and marks_on(t[0].members[0])
    act(t, psychic_phase.warp_rises(t, 0), [1])
    assert not marks_on(t[h].members[0]) and not marks_on(t[0].members[0])


@pytest.mark.rule("usr:force", "usr:concussive")
def test_force_leaves_nobody_to_be_concussed():
    staff = weapon("Staff", "Force", "Concussive", melee=True)
    armed = unit(model("Psyker", weapons=[staff]))
    assert ask(armed, target(W=3), melee=True).other["concussed"].fraction(1) == Fraction(1, 4)
    assert ask(armed, target(W=3), melee=True, sets={"force": True}).other["concussed"].fraction(1) == 0


# --- other powers -----------------------------------------------------------------------------------------------------


def under_power(name, *rules, **stats):
    return unit(wearing(model(*rules, **stats), Spell(1, name, 0)))


@pytest.mark.rule("usr:psyker", "usr:eternal-warrior", "usr:feel-no-pain")
def test_endurance_gives_eternal_warrior_feel_no_pain_4_and_relentless():
    """A shot of Strength 8 slays a man of Toughness 4; the enduring one loses a wound, Instant Death all the same: no discount."""
    gun = unit(model(weapons=[weapon(S=8)]))
    assert ask(gun, under_power("Endurance", W=3)).damage.fraction(1) == Fraction(2, 3) * Fraction(5, 6)
    rifle = unit(model(weapons=[weapon()]))
    assert ask(rifle, under_power("Endurance")).slain.fraction(1) == Fraction(1, 3) * Fraction(1, 2)


@pytest.mark.rule("usr:psyker")
def test_enfeeble_weakens_and_slows_enemies_and_ends_with_its_masters_next_phase():
    """Strength 4 wounds Toughness 4 on 4+, Toughness 3 on 3+."""
    t = hall((witch(powers=["Enfeeble"]), 0, 10, 10), (TROOP, 1, 10, 30))
    manifests(t, [4, 2])
    assert {(m.stats.S, m.stats.T) for m in t[1].members} == {(3, 3)}
    from grognard.systems.usr.movement.movement_modifiers import going

    assert going(t[1].members).hindered
    act(t, psychic_phase.warp_rises(t, 1))
    assert t[1].members[0].stats.T == 3
    act(t, psychic_phase.warp_rises(t, 0), [1])
    assert t[1].members[0].stats.T == 4


@pytest.mark.rule("usr:psyker", "usr:blind")
def test_a_blessing_and_blindness_end_each_in_its_own_time():
    from grognard.systems.usr.rules.lasting import Blinded

    both = wearing(wearing(model(), Blinded(1)), Spell(1, "Warp Speed", 0))
    assert (both.stats.WS, both.stats.I, both.stats.A) == (1, 7, 4)
    assert lasting_effects.passing(both, "own turn").stats.WS == 4
    assert lasting_effects.passing(both, "psychic", 0).stats.I == 4


@pytest.mark.rule("usr:psyker", "usr:concussive")
def test_the_concussed_are_slow_whatever_quickens_them():
    from grognard.systems.usr.rules.lasting import Concussed

    assert wearing(wearing(model(), Concussed(1)), Spell(1, "Warp Speed", 0)).stats.I == 1


@pytest.mark.rule("usr:psyker")
def test_prescience_throws_misses_again_and_forewarning_saves_on_4():
    """8/9 hit in place of 2/3, 1/2 wound; half of it saved."""
    gunner = unit(wearing(model(weapons=[weapon()]), Spell(1, "Prescience", 0)))
    assert ask(gunner, target()).slain.fraction(1) == Fraction(8, 9) * Fraction(1, 2)
    assert ask(gunner, under_power("Forewarning")).slain.fraction(1) == Fraction(8, 9) * Fraction(1, 4)


# --- odds -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("usr:psyker")
def test_odds_of_smite_with_dice_on_both_sides():
    """Two dice: one charge with 1/2, two with 1/4. One die denies a single charge with 1/6. A shot slays with 2/3 * 1/2."""
    found = ask(WITCH, target(count=9), weapons=["Smite"], sets={"dice": 2, "deny": 1})
    works, stopped = Fraction(3, 4), Fraction(1, 2) * Fraction(1, 6)
    assert (found.other["manifested"], found.other["denied"], found.other["perils"]) == (
        works,
        stopped,
        Fraction(1, 36),
    )
    assert found.slain.fraction(4) == (works - stopped) * Fraction(1, 3) ** 4


@pytest.mark.rule("usr:psyker", "usr:feel-no-pain")
def test_odds_of_what_perils_cost():
    """Two dice strike with 1/36. Leadership 8 fails with 10/36. Rows 2 to 4 wound; 1 slays on a failure and wounds otherwise;
    5 and 6 wound on a failure: of one wound 3/6 + 1/6 + 2/6 * 10/36 slay. With two wounds only the first row does."""
    said = {"weapons": ["Smite"], "sets": {"dice": 2}}
    fails = Fraction(10, 36)
    weak = ask(witch(W=1), target(), **said).other
    assert 1 - weak["own-slain"].fraction(0) == Fraction(1, 36) * (Fraction(4, 6) + Fraction(2, 6) * fails)
    tough = ask(witch(W=2), target(), **said).other
    assert 1 - tough["own-slain"].fraction(0) == Fraction(1, 36) * Fraction(1, 6) * fails
    assert tough["own-damage"].fraction(2) == Fraction(1, 36) * Fraction(1, 6) * fails
    hardy = ask(witch("Feel No Pain", W=1), target(), **said).other
    wounds = Fraction(3, 6) + Fraction(1, 6) * (1 - fails) + Fraction(2, 6) * fails
    assert 1 - hardy["own-slain"].fraction(0) == Fraction(1, 36) * (Fraction(1, 6) * fails + wounds * Fraction(4, 6))


@pytest.mark.rule("usr:psychic-pilot")
def test_odds_of_what_perils_cost_a_pilot():
    """Leadership 10 fails with 3/36; a vehicle at no hull points is crippled, or wrecked by the other ruling."""
    skiff = unit(model("Psychic Pilot", Front=11, HP=1, powers=["Smite"]), name="Skiff", type="Vehicle")
    said = {"weapons": ["Smite"], "sets": {"dice": 2}}
    fails = Fraction(3, 36)
    gone, hurt = Fraction(1, 6) * fails, Fraction(4, 6) - Fraction(1, 6) * fails + Fraction(2, 6) * fails
    assert 1 - ask(skiff, target(), **said).other["own-slain"].fraction(0) == Fraction(1, 36) * gone
    wrecked = ask(skiff, target(), rulings={"zero_hp": "wrecked"}, **said).other
    assert 1 - wrecked["own-slain"].fraction(0) == Fraction(1, 36) * (gone + hurt)


@pytest.mark.rule("usr:adamantium-will")
def test_odds_of_denying_with_adamantium_will():
    strong = ask(WITCH, target("Adamantium Will", count=9), weapons=["Smite"], sets={"dice": 1, "deny": 1})
    assert strong.other["denied"] == Fraction(1, 2) * Fraction(1, 3)


@pytest.mark.rule("usr:psyker")
def test_odds_without_dice_take_the_power_as_manifested_and_guns_leave_it_alone():
    armed = witch(weapons=[weapon()])
    assert ask(armed, target(count=9), weapons=["smite"]).slain.fraction(4) == Fraction(1, 3) ** 4
    assert ask(armed, target(count=9)).slain.fraction(1) == Fraction(1, 3)


def test_who_is_no_psyker_manifests_nothing():
    found = ask(unit(model(powers=["Smite"])), target(), weapons=["Smite"])
    assert "no psyker" in found.impossible


# --- force files ------------------------------------------------------------------------------------------------------

COVEN = """
system = "usr"
name = "Coven"

[weapons."Ash song"]
range = 12
S = 5
AP = 4
type = "Assault 2"
warp = 2

[[units]]
name = "Witch"
type = "Infantry"
rules = ["Psyker (Mastery Level 2)"]

  [[units.models]]
  name = "Witch"
  stats = {WS = 4, BS = 4, S = 3, T = 3, W = 2, I = 4, A = 1, Ld = 9, powers = %s}
  weapons = ["Ash song"]
"""


@pytest.mark.rule("usr:psyker")
def test_a_force_file_lists_powers_and_writes_its_own_witchfires():
    (kind,) = loads(COVEN % '["smite", "Enfeeble"]').kinds
    mind = mind_of(SYSTEM.fitted(kind).models[0])
    assert [(p.name, p.charge) for p in mind.powers] == [("Smite", 1), ("Enfeeble", 1), ("Ash song", 2)]
    from grognard.common.profiles import Force
    from grognard.muster.formats.native import dump

    assert loads(dump(Force("usr", "Coven", (kind,)))).kinds == (kind,)


@pytest.mark.parametrize(
    ("powers", "said"), [('["Smitee"]', "unknown psychic power 'Smitee'"), ('"Smite"', "is no list of powers")]
)
def test_an_unknown_power_is_an_error_that_says_where(powers, said):
    with pytest.raises(GrognardError, match=said) as raised:
        loads(COVEN % powers, "coven.toml")
    assert "coven.toml" in str(raised.value) and "unit 'Witch'" in str(raised.value) and "powers" in str(raised.value)


@pytest.mark.rule("usr:psyker", "usr:psychic-pilot", "usr:brotherhood-of-psykers-sorcerers")
@pytest.mark.parametrize("words", ["(Mastery Level 3)", "Mastery Level 3", "(ML3)", "(3)", "Level 3"])
def test_a_mastery_level_is_read_as_lists_write_it(words):
    for name in ("Psyker", "Psychic Pilot", "Brotherhood of Psykers", "Brotherhood of Sorcerers"):
        assert SYSTEM.read_rule(f"{name} {words}").level == 3
        assert SYSTEM.read_rule(name).level == 1


@pytest.mark.parametrize(
    "text", ["Psyker (Mastery Level 0)", "Psyker (Grand Master)", "Psychic Pilot (Mastery Level 99)"]
)
def test_a_mastery_level_that_is_none_is_an_error(text):
    with pytest.raises(GrognardError):
        SYSTEM.read_rule(text)


# --- bots -------------------------------------------------------------------------------------------------------------


def chosen(t):
    """What greedy answers to the questions of one power."""
    from random import Random

    from grognard.bots.greedy import Greedy
    from grognard.kernel import Seeded
    from grognard.kernel.play import Play

    bot, asked = Greedy(Random(1), turn.GAME), []

    def decide(question):
        asked.append((question.about[0], bot.choose(t, question)))
        return asked[-1][1]

    Play(Seeded(1), decide, lambda event: event.on(t)).run(psychic_phase.manifest_one(t, 0))
    return dict(asked)


@pytest.mark.rule("usr:force")
def test_greedy_readies_force_in_a_fight_with_an_ogre_and_not_when_nobody_is_near():
    armed = unit(model("Psyker (Mastery Level 2)", name="Witch", A=3, W=2, weapons=[STAFF]), name="Witch", points=80)
    ogre = unit(model(name="Ogre", W=4, Ld=7), name="Ogre", points=160)
    t = hall((armed, 0, 10, 10), (ogre, 1, 10, 10.99))
    Locked(0, 1).on(t)
    picks = chosen(t)
    assert picks["manifest"] == (0, "Force") and picks["warp dice"] >= 2
    t = hall((armed, 0, 10, 10), (ogre, 1, 10, 45))
    assert chosen(t)["manifest"] == psychic_phase.END


@pytest.mark.rule("usr:psyker")
def test_greedy_denies_what_would_cost_it_much_and_not_a_trifle():
    from grognard.kernel.asks import Choose
    from grognard.systems.usr.bots.warp_charges import deny

    knights = unit(model(name="Knight", Sv="2+"), name="Knights", points=200, count=3)
    rats = unit(model(name="Rat", Sv="6+"), name="Rats", points=3, count=3)
    for foe, some in ((knights, True), (rats, False)):
        t = hall((WITCH, 0, 10, 10), (foe, 1, 10, 25))
        (way,) = known_powers.ways(t, 0)[0, "Smite"]
        test = denying(t[1].members, Casting())
        question = Choose(1, "denied?", tuple(range(7)), about=("deny", way, 1, 1, test))
        best = max(range(7), key=lambda n: (deny(t, question, n)[0], -n))
        assert (best > 0) is some


def test_the_chance_of_a_power_is_in_the_public_answer():
    found = grognard.odds(
        "usr/ashen-choir:Choirmaster Ilse Vorn", "usr/A:Gate Watch", weapons=["Smite"], sets={"dice": 3}
    )
    assert found.other["manifested"] == Fraction(7, 8)
    assert [s.name for s in found.steps][:1] == ["manifest"]


def test_a_turn_has_its_psychic_phase_between_moving_and_shooting():
    names = [step.__name__ for step in turn.GAME.steps]
    assert names.index("movement") < names.index("psychic") < names.index("shooting")
    assert psykers.mastery(WITCH.models) == 1
