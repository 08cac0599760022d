"""Powers that crush, bleed and burst, and blades that strike otherwise on the charge."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.errors import Faults
from grognard.muster.forces import registered
from grognard.muster.formats.native import loads, written
from grognard.systems.usr.examples import ask, model, target, unit, weapon
from grognard.systems.usr.psychic.psykers import mind_of
from grognard.systems.usr.system import SYSTEM
from tests.usr.test_rays import hall, manifests, witch

F = Fraction
rule = pytest.mark.rule
WORKS, HIT = 4, 3
TROOP = unit(model(name="Trooper", T=4), name="Troop", count=3)
MATES = unit(model(name="Mate", T=4), name="Mates", count=2)


def odds(power, at, **said):
    return ask(witch(power), at, weapons=(power,), **said)


# --- Crush ------------------------------------------------------------------------------------------------------------


@rule("usr:psyker")
def test_crush_wounds_as_its_two_dice_say_and_without_fail_on_11_and_12():
    # of 36: 2, 3, 4, 5 wound Toughness 4 on 6+, 5+, 4+, 3+; 6 to 10 (23 of them) on 2+; 11 and 12 (3) always
    wounds = F(1 * 1 + 2 * 2 + 3 * 3 + 4 * 4 + 23 * 5 + 3 * 6, 36 * 6)
    assert odds("Crush", target()).slain.fraction(1) == F(2, 3) * wounds == F(2, 3) * F(163, 216)
    # its AP is a D6: 4, 5 and 6 leave a save of 3+
    unsaved = F(1, 2) + F(1, 2) * F(1, 3)
    assert odds("Crush", target(Sv="3+")).slain.fraction(1) == F(2, 3) * wounds * unsaved


@rule("usr:psyker")
def test_crush_wounds_what_nothing_else_could():
    # Strength 6 is needed for Toughness 9: 6 and 7 (11 of 36) on 6+, 8 on 5+, 9 on 4+, 10 on 3+; 11 and 12 always
    wounds = F(11 * 1 + 5 * 2 + 4 * 3 + 3 * 4 + 3 * 6, 36 * 6)
    assert odds("Crush", target(T=9, W=1)).slain.fraction(1) == F(2, 3) * wounds


@rule("usr:psyker")
def test_crush_pierces_any_armour_on_11_and_12():
    # Armour 14: 9 pierces with a 6, 10 with 5 and 6, 11 and 12 always
    tank = target(Front=14, HP=3)
    pierces = F(4 * 1 + 3 * 2 + 3 * 6, 36 * 6)
    assert odds("Crush", tank).other["penetrations"].fraction(1) == F(2, 3) * pierces


@rule("usr:psyker")
def test_crush_on_the_table():
    t = hall((witch("Crush"), 0, 10, 20), (unit(model(name="Brute", T=9), name="Brute"), 1, 14, 20))
    # 6 and 5: 11; AP 4; to hit; the die to wound cannot fail
    done = manifests(t, [WORKS, 6, 5, 4, HIT, 1], "Crush")
    assert t[1].place == "dead"
    assert done.event("ProfileRolled").told(t) == "the Crush of Witch comes to Strength 11 and AP 4"


# --- Haemorrhage ------------------------------------------------------------------------------------------------------


@rule("usr:psyker")
@pytest.mark.parametrize(("toughness", "fails"), [(3, F(1, 2)), (4, F(1, 3)), (5, F(1, 6)), (6, F(1, 6)), (8, F(1, 6))])
def test_haemorrhage_is_two_toughness_tests(toughness, fails):
    plain = odds("Haemorrhage", target(T=toughness, Sv="2+"), cover="4+")
    assert plain.slain.fraction(1) == F(2, 3) * (1 - (1 - fails) ** 2), "neither armour nor cover helps"
    two = odds("Haemorrhage", target(T=toughness, W=2))
    assert two.slain.fraction(1) == F(2, 3) * fails**2


@rule("usr:psyker", "usr:feel-no-pain")
def test_an_invulnerable_save_and_feel_no_pain_help_against_it():
    assert odds("Haemorrhage", target(Inv="4+", W=2)).slain.fraction(1) == F(2, 3) * F(1, 6) ** 2
    assert odds("Haemorrhage", target("Feel No Pain", W=2)).slain.fraction(1) == F(2, 3) * F(2, 9) ** 2


@rule("usr:psyker")
def test_it_does_nothing_to_a_vehicle():
    assert odds("Haemorrhage", target(Front=10, HP=2)).damage.fraction(0) == 1


@rule("usr:psyker")
def test_it_goes_on_from_one_to_the_next_until_somebody_lives():
    t = hall((witch("Haemorrhage"), 0, 10, 20), (TROOP, 1, 14, 20), (MATES, 0, 14.75, 21.25), (TROOP, 1, 30, 20))
    # one charge: the first of three; hit; tests of 5 and 1: dead. Of two mates and a trooper within 2 inches of him the first,
    # who fails with a 6; of the other mate and two troopers within 2 inches of that one the second, who passes
    done = manifests(t, [WORKS, 1, HIT, 5, 1, 1, 6, 2, 4], "Haemorrhage")
    said = [e.told(t) for e in done.events if type(e).__name__ == "Said"]
    assert said[1:] == ["Haemorrhage goes on to Mate of Mates", "Haemorrhage goes on to Trooper of Troop 1"]
    assert (t[1].size, t[2].size, t[3].size) == (1, 2, 3)


@rule("usr:psyker")
def test_who_lives_ends_it():
    t = hall((witch("Haemorrhage"), 0, 10, 20), (TROOP, 1, 14, 20))
    manifests(t, [WORKS, 1, HIT, 4, 1], "Haemorrhage")
    assert t[1].size == 3


# --- Spontaneous Combustion -------------------------------------------------------------------------------------------


@rule("usr:psyker")
def test_who_is_slain_bursts_over_those_round_him():
    t = hall((witch("Spontaneous Combustion"), 0, 10, 20), (TROOP, 1, 14, 20), (MATES, 0, 14, 21.25))
    # the first of three is hit and wounded; under 3 inches lie both mates (3+ to wound: one falls) and a trooper, who lives
    done = manifests(t, [WORKS, 1, HIT, 2, 2, 3, 2], "Spontaneous Combustion")
    assert dict(done.event("MarkerLands").under) == {1: 2, 2: 1}
    assert (t[1].size, t[2].size) == (1, 2)


@rule("usr:psyker")
def test_who_is_not_slain_does_not_burst():
    t = hall((witch("Spontaneous Combustion"), 0, 10, 20), (TROOP, 1, 14, 20))
    done = manifests(t, [WORKS, 1, HIT, 1], "Spontaneous Combustion")
    assert done.event("MarkerLands") is None and t[1].size == 3


def test_the_new_powers_are_of_their_disciplines():
    for power, primaris in (("Crush", "Assail"), ("Haemorrhage", "Smite"), ("Spontaneous Combustion", "Flame Breath")):
        assert [p.name for p in mind_of(SYSTEM.fitted(witch(power)).models[0]).powers] == [power, primaris]


# --- power lances -----------------------------------------------------------------------------------------------------

ONE_BLOW = {"zero-attacks": "added"}  # of a model with Attacks 0 it leaves the one blow for the charge
LANCE = weapon("Lance", melee=True, S="User", AP=4, lance="+1/3")
RIDER = unit(model(name="Rider", A=0, weapons=[LANCE]), name="Rider")


def test_a_lance_strikes_harder_on_the_charge():
    # one blow for the charge: Strength 5, AP3 on Toughness 4, save 3+: 1/2 to hit, 2/3 to wound, no save
    assert ask(RIDER, target(Sv="3+"), melee=True, charging=True, rulings=ONE_BLOW).slain.fraction(1) == F(1, 2) * F(
        2, 3
    )
    # A 1 and no charge: Strength 4, AP4: 1/2, 1/2, the save fails with 1/3
    still = unit(model(name="Rider", weapons=[LANCE]), name="Rider")
    assert ask(still, target(Sv="3+"), melee=True).slain.fraction(1) == F(1, 2) * F(1, 2) * F(1, 3)


@rule("usr:furious-charge")
def test_a_furious_charge_comes_on_top():
    # Strength 4 + 1 + 1 on Toughness 5: 3+
    fury = unit(model("Furious Charge", name="Rider", A=0, weapons=[LANCE]), name="Rider")
    assert ask(fury, target(T=5), melee=True, charging=True, rulings=ONE_BLOW).slain.fraction(1) == F(1, 2) * F(2, 3)


LIST = """
system = "usr"
name = "Riders"
[weapons.Lance]
type = "Melee"
S = "User"
AP = 4
lance = "%s"
[[units]]
name = "Riders"
type = "Cavalry"
points = 20
[[units.models]]
name = "Rider"
stats = {WS = 4, BS = 4, S = 4, T = 4, W = 1, I = 4, A = 1, Ld = 8}
weapons = ["Lance"]
"""


def test_a_force_file_says_how_a_blade_strikes_on_the_charge():
    force = loads(LIST % "+1/3")
    (lance,) = force.kinds[0].models[0].weapons
    assert lance.stats.charge == ("+1", 3) and 'lance = "+1/3"' in written(force, registered("usr"))
    assert loads(LIST % "8/-").kinds[0].models[0].weapons[0].stats.charge == (8, None)
    with pytest.raises(Faults, match="a Strength and an AP"):
        loads(LIST % "+1")
    with pytest.raises(Faults, match="only a Melee weapon"):
        loads((LIST % "+1/3").replace('"Melee"', '"Assault 1"\nrange = 12'))
