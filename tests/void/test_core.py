"""The core of VOID: tests to hit and to damage, bands, cover, templates, the damage table, nerve, and the rulings."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.errors import GrognardError
from grognard.systems.void.examples import ask, model, trooper, unit
from grognard.systems.void.odds import cover
from grognard.systems.void.rules import FindWeakness, HeavyArmour

F = Fraction


def kills(*args, **said):
    return ask(*args, **said).slain.fraction(1)


def test_a_trooper_kills_a_trooper_in_the_open_one_time_in_four():
    assert kills(trooper(), trooper()) == F(1, 4)


def test_heavy_cover_halves_it_and_moving_makes_it_a_fifth():
    assert kills(trooper(), trooper(), cover=4) == F(1, 8)
    assert kills(trooper(), trooper(), moved=True) == F(1, 5)


@pytest.mark.parametrize(("rating", "fails"), [(2, 7), (3, 6), (4, 5)])
def test_cover_saves_on_8_7_and_6(rating, fails):
    assert kills(trooper(), trooper(), cover=rating) == F(1, 4) * F(fails, 10)


@pytest.mark.parametrize(("inches", "chance"), [(12, F(5, 10)), (12.5, F(4, 10)), (24, F(4, 10)), (36, F(3, 10))])
def test_bands_end_at_12_24_and_36_inches(inches, chance):
    assert kills(trooper(), trooper(), range=inches) == chance / 2


def test_beyond_its_last_band_a_weapon_does_not_reach():
    assert ask(trooper(), trooper(), range=37).impossible == "out of reach"
    assert not ask(trooper(arms=("machine gun",)), trooper(), range=48).impossible


def test_size_counts_from_that_of_a_human():
    assert kills(trooper(), trooper(SZ=3)) == F(6, 10) / 2
    assert kills(trooper(), trooper(SZ=1)) == F(4, 10) / 2


def test_the_rocket_on_the_tank_takes_059_wounds():
    rocket, tank = trooper(arms=("rocket launcher",)), unit(model("light tank", HeavyArmour(6)), type="Vehicle")
    plain = ask(rocket, unit(model("light tank", HeavyArmour(6), W=30)))  # no damage table, wounds enough
    assert plain.damage.mean() == pytest.approx(0.7 * 2 * 0.6 * 0.7)
    assert ask(rocket, tank).damage.mean() > plain.damage.mean()  # a 10 on the table takes all that is left


def test_armour_piercing_lowers_the_armour():
    tank = trooper(HeavyArmour(6))
    assert kills(trooper(arms=("rocket launcher",)), tank) == F(1, 2) * (1 - (1 - F(9, 10) * F(7, 10)) ** 2)
    assert kills(trooper(FindWeakness(2), arms=("rocket launcher",)), tank) == F(1, 2) * (1 - (1 - F(9, 10) ** 2) ** 2)


def test_a_natural_10_passes_and_a_natural_1_fails_by_default():
    assert kills(trooper(SH=0), trooper(T=10)) == F(1, 10) * F(1, 10)
    assert kills(trooper(SH=0), trooper(T=10), rulings={"naturals": "none"}) == 0
    assert kills(trooper(SH=10), trooper(T=1)) == F(9, 10) * F(8, 10)
    assert kills(trooper(SH=10), trooper(T=1), rulings={"naturals": "none"}) == F(8, 10)  # every shot hits, 3+ wounds


def test_blows_are_opposed_and_a_charge_hits_one_better():
    assert kills(trooper(AS=6), trooper(), melee=True) == F(7, 10) / 2
    assert kills(trooper(), trooper(), melee=True, charging=True) == F(6, 10) / 2
    assert kills(trooper(AS=6), trooper(AS=2), melee=True, rulings={"melee_test": "unopposed"}) == F(7, 10) / 2


def test_cover_is_nothing_in_close_combat_and_a_step_says_so():
    odds = ask(trooper(), trooper(), melee=True, cover=4)
    assert odds.slain.fraction(1) == F(1, 4)
    assert any(s.name == "cover save" and s.needs == "no effect" for s in odds.steps)


def test_who_has_no_melee_weapon_strikes_no_blows():
    assert "no melee weapon" in ask(trooper(arms=("rifle",)), trooper(), melee=True).impossible


def test_dice_beyond_the_last_wound_of_the_model_hit_are_lost():
    rocket = trooper(arms=("rocket launcher",))
    assert ask(rocket, trooper(n=3)).slain.fraction(2) == 0
    assert ask(rocket, trooper(W=2)).damage.fraction(2) == F(1, 2) * F(9, 10) ** 2


def test_a_hurt_model_is_finished_before_the_next():
    two = ask(trooper(n=3, arms=("machine gun",)), trooper(n=2, W=2))
    hit = F(1, 2) * F(6, 10)
    assert two.slain.fraction(1) == 3 * hit**2 * (1 - hit) + hit**3
    assert two.damage.fraction(3) == hit**3


def test_flame_hits_all_under_it_and_blasts_must_hit_first():
    flame, mortar = trooper(arms=("flame thrower",)), trooper(arms=("mortar",))
    assert ask(flame, trooper(n=5), sets=("under=3",)).slain.fraction(3) == F(6, 10) ** 3
    assert ask(flame, trooper(), range=13).impossible == "out of reach"
    assert ask(mortar, trooper(n=5), range=20, sets=("under=2",)).slain.fraction(2) == F(1, 2) * F(6, 10) ** 2
    assert ask(mortar, trooper()).impossible == "out of reach"  # it has no short band


def test_the_damage_table_shakes_strips_stops_and_destroys():
    rocket = trooper(arms=("rocket launcher",), SH=10)
    odds = ask(rocket, unit(model("light tank", T=1, W=9), type="Vehicle"))
    wound = F(9, 10) ** 2  # a hit, and one die; natural 1 fails each
    one_die = ask(trooper(arms=("machine gun",), SH=10), unit(model("light tank", T=1, W=9), type="Vehicle"))
    assert one_die.other["shaken"] == wound * F(2, 10)
    assert one_die.other["weapons-lost"].fraction(1) == wound * F(1, 10)
    assert one_die.other["immobilised"] == wound * F(1, 10)
    assert one_die.slain.fraction(1) == wound * F(1, 10) and one_die.damage.fraction(9) == wound * F(1, 10)
    assert odds.destroyed > one_die.destroyed


def test_half_the_models_lost_or_one_man_left_calls_for_one_check():
    one, two, four = (ask(trooper(n=k), trooper(n=4)).other["panicked"] for k in (1, 2, 4))
    assert one == 0 and two == F(1, 16) * F(1, 2)
    dead = {k: ask(trooper(n=4), trooper(n=4)).slain.fraction(k) for k in (2, 3)}
    assert four == (dead[2] + dead[3]) * F(1, 2)  # of four slain nobody is left to panic
    quarter = ask(trooper(), trooper(n=4), rulings={"panic_losses": "quarter"})
    assert quarter.other["panicked"] == F(1, 4) * F(1, 2)


def test_the_last_man_of_a_squad_is_tested_even_when_fewer_than_half_fell():
    three = ask(trooper(n=2, SH=10), trooper(n=3))
    assert three.other["panicked"] == three.slain.fraction(2) * F(1, 2)


def test_the_survivors_check_on_their_leaders_command():
    squad = unit(*trooper(n=3).models, model("sergeant", role="leader"))
    assert ask(trooper(n=2), squad).other["panicked"] == F(1, 16) * F(3, 10)  # CD 6: 4+


def test_models_left_are_the_last_of_the_file():
    squad = unit(model("line trooper", W=2), model("line trooper"))
    assert ask(trooper(), squad, target_models=1).destroyed == F(1, 4)


def test_weapons_in_file_order_and_one_weapon_a_model():
    both = trooper(arms=("rifle", "pistol"))
    assert [s.weapon for s in ask(both, trooper()).steps if s.name == "to hit"] == ["1 x rifle"]
    assert [s.weapon for s in ask(both, trooper(), weapons=("pistol",)).steps if s.name == "to hit"] == ["1 x pistol"]


def test_best_play_picks_the_better_weapon():
    both = trooper(arms=("rifle", "machine gun"))
    assert kills(both, trooper()) == F(1, 4)
    assert kills(both, trooper(), policy="best") == F(1, 2) * F(6, 10)


@pytest.mark.parametrize(
    ("ruling", "value", "chance"),
    [
        ("test_parity", "5+", F(6, 10) / 2),
        ("test_parity", "7+", F(4, 10) / 2),
        ("damage_parity", "5+", F(6, 10) / 2),
        ("size_modifier", "none", F(1, 4)),
        ("bands", "8/16/24/32", F(4, 10) / 2),
    ],
)
def test_rulings_change_the_dice(ruling, value, chance):
    assert kills(trooper(), trooper(), range=10, rulings={ruling: value}) == chance


def test_cover_rulings_move_every_rating():
    assert kills(trooper(), trooper(), cover=2, rulings={"cover_saves": "7+/6+/5+"}) == F(1, 4) * F(6, 10)


def test_the_scale_of_cover_is_named_when_it_is_missed():
    assert cover("medium") == 3
    with pytest.raises(GrognardError, match="2 light, 3 medium, 4 heavy"):
        cover("4+")


def test_circumstances_of_rules_nobody_has_change_nothing():
    plain = ask(trooper(), trooper())
    for said in ("prone=yes", "target-prone=yes", "painted=yes", "contact=4", "failed-jump=yes", "crew-lost=1"):
        assert ask(trooper(), trooper(), sets=(said,)).slain == plain.slain, said


def test_what_was_said_and_changes_nothing_is_noted():
    notes = ask(trooper(), trooper(), sets=("painted=yes", "contact=3")).notes
    assert notes == ("painted has no effect here", "contact has no effect here")
    assert "moved has no effect in close combat" in ask(trooper(), trooper(), melee=True, moved=True).notes
