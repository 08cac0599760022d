"""What an explanation says is what the dice do: every reason has a part in the roll it stands at, every number is its chance."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.usr.examples import ask, model, shooter, target, unit, weapon

F = Fraction
PEN = "armour penetration"


def told(answer, name, weapon_name=""):
    """The step of that name."""
    return next(s for s in answer.steps if s.name == name and (not weapon_name or s.weapon == weapon_name))


def rules(step):
    return [because.rule for because in step.because]


def penetrating(step):
    """The chance of a penetrating hit, as people read it: in percent, to a tenth."""
    says = next(b.says for b in step.because if b.rule == "penetrating hit")
    return 0 if says.startswith("never") else float(says.split(" %")[0]) / 100


# --- rolls that are read from a table ---------------------------------------------------------------------------------


def test_nothing_that_changes_a_penetration_roll_is_named_where_a_table_is_read():
    gun = shooter("Haywire", "Melta", "Armourbane", "Lance", S=8, AP=1, rules=["Tank Hunters"], type="Ordnance 1")
    step = told(ask(gun, target(Front=14), range=4), PEN)
    assert rules(step) == ["Haywire", "penetrating hit"] and step.needs == "2+"
    assert step.chance == pytest.approx(5 / 6) and penetrating(step) == pytest.approx(1 / 6, abs=5e-4)


def test_graviton_needs_a_six_and_asks_for_no_roll_on_the_damage_table():
    answer = ask(shooter("Graviton", S="X", AP=2), target(Front=14))
    assert told(answer, PEN).needs == "6+" and not any(s.name == "vehicle damage" for s in answer.steps)


def test_every_harm_of_a_destroyer_penetrates():
    step = told(ask(shooter(S="D", AP=2), target(Front=14)), PEN)
    assert step.needs == "2+" and penetrating(step) == pytest.approx(5 / 6, abs=5e-4)


def test_a_super_heavy_vehicle_minds_explosions_only_and_the_table_says_so():
    answer = ask(shooter(S=10, AP=1), target(Front=13, HP=9, type="Vehicle (Super-heavy)"))
    assert "D3 hull points more" in told(answer, "vehicle damage").because[-1].says


# --- markers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "named"), [(("Blast", "Twin-linked"), False), (("Blast", "Twin-linked", "Gets Hot"), True)]
)
def test_a_re_roll_before_firing_is_named_where_a_die_is_rolled_before_firing(said, named):
    answer = ask(shooter(*said, AP=2), target())
    assert ("Twin-linked" in rules(told(answer, "to hit"))) is named


def test_so_is_that_of_a_marksman():
    assert "Ballistic Skill 6+" not in rules(told(ask(shooter("Blast", BS=6), target()), "to hit"))
    assert "Ballistic Skill 6+" in rules(told(ask(shooter("Blast", "Gets Hot", BS=6), target()), "to hit"))


# --- shots ------------------------------------------------------------------------------------------------------------


def test_snap_shots_at_what_flies_are_said_to_be_that():
    flyer = target(Front=10, type="Flyer")
    answer = ask(shooter(S=7), flyer, sets={"zooming": True})
    assert "zooming" in rules(told(answer, "shots"))
    answer = ask(shooter("Skyfire", S=7), flyer, sets={"zooming": True})
    assert "Skyfire" in rules(told(answer, "shots")) and "zooming" not in rules(told(answer, "shots"))


def test_a_rapid_fire_weapon_of_three_shots_fires_six_within_half_range():
    # each hits with 2/3 and wounds with 1/2
    gun = shooter(type="Rapid Fire 3")
    for inches, shots in ((12, 6), (13, 3)):
        answer = ask(gun, target(count=9), range=inches)
        assert answer.slain.mean() == pytest.approx(shots / 3)
        assert told(answer, "shots").needs == f"1 x {shots}"


@pytest.mark.parametrize(("kind", "named"), [("Rapid Fire", True), ("Heavy 1", False), ("Assault 2", False)])
def test_half_range_is_named_only_where_it_brings_shots(kind, named):
    said = [because.says for because in told(ask(shooter(type=kind), target(count=9), range=6), "shots").because]
    assert ("within half range" in said) is named


def test_rapid_fire_of_dice_throws_twice_as_many():
    # 2D3 within half range: 4 shots in the mean
    assert ask(shooter(type="Rapid Fire D3"), target(count=9), range=6).slain.mean() == pytest.approx(4 / 3)


# --- AP ---------------------------------------------------------------------------------------------------------------


def test_what_betters_the_ap_is_named_with_the_save_and_with_the_damage():
    brute = unit(model("Smash", S=6, A=3, weapons=[weapon("Claw", melee=True, AP=4)]))
    assert "Smash" in rules(told(ask(brute, target(Sv="2+"), melee=True), "no save"))
    assert "Smash" in rules(told(ask(brute, target(Front=10), melee=True), "vehicle damage"))
    plain = unit(model(S=6, A=3, weapons=[weapon("Claw", melee=True, AP=4)]))
    assert "Smash" not in rules(told(ask(plain, target(Front=10), melee=True), "vehicle damage"))


# --- stomps -----------------------------------------------------------------------------------------------------------

BLADE = weapon("Blade", melee=True)
GIANT = unit(model(name="Giant", S=1, T=8, W=6, I=2, weapons=[BLADE]), name="Giant", type="Gargantuan Creature")
TITAN = unit(
    model(name="Titan", WS=4, S=1, I=1, A=1, Front=13, Side=13, Rear=12, HP=12, weapons=[BLADE]),
    name="Titan",
    type="Walker (Super-heavy)",
)


def test_stomps_are_explained_from_the_markers_to_the_save():
    answer = ask(GIANT, target(count=3, T=6, Sv="3+"), melee=True, sets={"under": 2})
    assert told(answer, "stomps").needs == "1 x D3" and "each of 2" in told(answer, "stomp").because[0].says
    assert told(answer, "to wound", "stomp").chance == 1 / 2 and told(answer, "armour save", "stomp").needs == "3+"


def test_against_a_hull_the_rear_is_penetrated():
    step = told(ask(GIANT, target(Front=12, HP=3), melee=True), PEN, "stomp")
    assert "10 (rear)" in step.because[0].says


def test_who_does_not_stomp_is_not_said_to():
    ogre = unit(model(S=1, weapons=[BLADE]), type="Monstrous Creature")
    assert not any(s.weapon == "stomp" for s in ask(ogre, target(), melee=True).steps)


def test_a_super_heavy_walker_stomps_like_a_gargantuan_creature():
    # Strength 1 does nothing to Toughness 6: each marker slays with 4/6 x 1/2 + 1/6 = 1/2, one to three of them
    answer = ask(TITAN, target(T=6), melee=True)
    assert answer.slain.fraction(1) == F(17, 24) and not [n for n in answer.notes if "no effect" in n]
    plain = unit(*TITAN.models, name="Titan", type="Walker")
    assert ask(plain, target(T=6), melee=True).slain.fraction(1) == 0


# --- Perils of the Warp -----------------------------------------------------------------------------------------------


def test_what_hits_the_unit_of_a_psyker_dragged_into_the_warp_is_part_of_the_answer():
    # two dice: Perils 1/36; dragged 1/6, when the Leadership test on 8 fails, 10/36; then D6 hits of Strength 6 on one mate
    # of Toughness 4: he stands with (1/6)**n after n hits
    coven = unit(model("Psyker", name="Witch", powers=["Smite"]), model(name="Mate"))
    found = ask(coven, target(), weapons=("Smite",), sets={"dice": 2}).other["own-slain"]
    stands = sum(F(1, 6) ** n for n in range(1, 7)) / 6
    assert found.fraction(2) == F(1, 36) * F(1, 6) * F(10, 36) * (1 - stands)


def test_a_psyker_who_stands_alone_draws_the_hits_on_nobody():
    lone = unit(model("Psyker", name="Witch", powers=["Smite"]))
    assert ask(lone, target(), weapons=("Smite",), sets={"dice": 2}).other["own-slain"].fraction(2) == 0


def test_an_invulnerable_save_helps_his_unit_against_the_warp():
    # AP1: no armour; Inv 4+ halves what wounds: each hit costs 5/12, two wounds of a mate with W2 need two
    coven = unit(model("Psyker", name="Witch", powers=["Smite"]), model(name="Mate", Sv="2+", Inv="4+"))
    found = ask(coven, target(), weapons=("Smite",), sets={"dice": 2}).other["own-slain"]
    stands = sum(F(7, 12) ** n for n in range(1, 7)) / 6
    assert found.fraction(2) == F(1, 36) * F(1, 6) * F(10, 36) * (1 - stands)


# --- ways to fire one weapon ------------------------------------------------------------------------------------------


def launcher():
    shells = [
        weapon("Frag", "Blast", S=4, mode_of="Launcher"),
        weapon("Krak", S=8, AP=3, mode_of="Launcher"),
        weapon("Pistol", type="Pistol"),
    ]
    return unit(model(weapons=shells), name="Crew")


def test_the_other_way_to_fire_a_weapon_is_not_passed_over_in_silence():
    (note,) = ask(launcher(), target(Front=12)).notes
    assert note.startswith("Frag is what is fired; in its place could be Krak") and "--weapon" in note


@pytest.mark.parametrize("said", [{"weapons": ("Krak",)}, {"policy": "best"}])
def test_who_names_one_or_asks_for_the_best_is_told_nothing(said):
    answer = ask(launcher(), target(Front=12), **said)
    assert answer.notes == () and 1 - answer.other["glances"].fraction(0) == F(2, 3) * F(1, 6)


def test_a_specialist_weapon_forbids_nothing_to_who_has_no_second_weapon():
    fist, knife = weapon("Fist", "Specialist Weapon", melee=True), weapon("Knife", melee=True)
    for weapons, named in (((fist,), False), ((fist, knife), True)):
        step = ask(unit(model(weapons=list(weapons))), target(count=3), melee=True, weapons=("Fist",)).steps[0]
        assert ("Specialist Weapon" in rules(step)) is named and step.needs == "1 x 1"


# --- which side, which models, how much ---------------------------------------------------------------------------------


def test_the_hit_of_a_charge_falls_on_the_side_that_is_asked_for_and_blows_on_the_rear():
    blade = weapon("Ram", "Armourbane", S=8, melee=True)
    ram = unit(model("Hammer of Wrath", S=8, weapons=[blade]), name="Ram")
    for asked, side, why in (("", "front", "for nothing else is said"), ("side", "side", "as asked")):
        answer = ask(ram, target(Front=13, Side=12, Rear=10), melee=True, charging=True, facing=asked or None)
        steps = [b.says for s in answer.steps if s.name == PEN for b in s.because if b.rule == "facing"]
        assert steps[0].startswith(f"{side}, {why}") and steps[-1] == "rear: blows strike the rear"


def test_wounds_of_a_vector_strike_fall_at_random_and_the_answer_says_so():
    drake = unit(model("Vector Strike", name="Drake", S=6), name="Drake", type="Flying Monstrous Creature")
    answer = ask(drake, target(count=3, T=4), sets={"vector-strike": True})
    assert rules(answer.aim) == ["at random"]
    assert answer.slain.fraction(1) == F(5, 6), "one hit, Strength 6 against Toughness 4: 2+, and AP2"


def test_strength_is_called_twice_or_more_than_twice_toughness():
    for strength, said in ((6, "Strength 6 is twice Toughness 3"), (8, "Strength 8 is more than twice Toughness 3")):
        answer = ask(shooter(S=strength), target(T=3, W=3))
        assert any(b.says == said for s in answer.steps for b in s.because)
