"""Weapons whose Strength or AP is a die: read, thrown once a shooting (ruling ``profile-dice``), told, played."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.errors import GrognardError
from grognard.muster.formats.native import loads
from grognard.systems.usr.attack.random_profiles import sorts
from grognard.systems.usr.bots import expected_damage
from grognard.systems.usr.condition import circumstances, met, squad
from grognard.systems.usr.examples import ask, model, other, shooter, target, unit, weapon
from grognard.systems.usr.shooting.shooting import fire
from tests.usr.field import act, field

OWN = {"profile-dice": "model"}
TROOP = unit(model(name="Trooper", Ld=7), name="Troop", count=3)
HIT, MISS, WOUND = 3, 1, 4


def arc(**stats):
    return shooter(**{"S": "2D6", "AP": 2, **stats})


def spitters(count, **stats):
    gun = weapon("Spitter", **{"S": 5, "AP": "D6", "type": "Assault 1", **stats})
    return unit(model(weapons=[gun]), name="Spitters", count=count)


def steps(answer, name):
    return [s for s in answer.steps if s.name == name]


# --- by hand ----------------------------------------------------------------------------------------------------------


def test_two_dice_of_strength_against_toughness_four():
    # to wound T4: S2 6+, S3 5+, S4 4+, S5 3+, S6 and more 2+; of 36 throws 1, 2, 3, 4 show 2 to 5 and 26 more:
    # (1*1 + 2*2 + 3*3 + 4*4 + 26*5) / (36*6) = 160/216 = 20/27; to hit 2/3, no save against AP2
    assert ask(arc(), target()).slain.fraction(1) == Fraction(2, 3) * Fraction(20, 27)


def test_eleven_and_twelve_are_strength_ten():
    # T8: S4 is too weak, S5 and 6 6+ (S5: 3 more is 6+), S7 5+, S8 4+, S9 3+, S10 to 12 2+, of 36: 4, 5, 6, 5, 4, 6 throws
    wounds = Fraction(4 * 1 + 5 * 1 + 6 * 2 + 5 * 3 + 4 * 4 + 6 * 5, 36 * 6)
    assert ask(arc(), target(T=8)).slain.fraction(1) == Fraction(2, 3) * wounds


def test_strength_ten_slays_toughness_five_outright_and_nine_does_not():
    # W3: only a throw of 10 to 12 (6 of 36) kills, wounding on 2+
    assert ask(arc(), target(T=5, W=3)).slain.fraction(1) == Fraction(2, 3) * Fraction(6, 36) * Fraction(5, 6)


def test_an_eternal_warrior_loses_one_wound_of_it():
    assert ask(arc(), target("Eternal Warrior", T=5, W=3)).slain.fraction(0) == 1


def test_a_die_of_ap_against_a_four_up_save():
    # AP1 to 4 (4 of 6) no armour, AP5 and 6 a save of 1/2: 4/6 + 2/6 * 1/2 = 5/6
    assert ask(spitters(1), target(Sv="4+")).slain.fraction(1) == Fraction(2, 3) * Fraction(2, 3) * Fraction(5, 6)


def test_one_throw_counts_for_the_whole_unit():
    # two spitters, two targets, hit 2/3 and wound 2/3: each kills 4/9 without armour, 2/9 with it; both together
    both = Fraction(4, 6) * Fraction(4, 9) ** 2 + Fraction(2, 6) * Fraction(2, 9) ** 2
    assert ask(spitters(2), target(count=2, Sv="4+")).slain.fraction(2) == both


def test_by_the_other_ruling_each_model_throws_for_itself():
    # each kills with 2/3 * 2/3 * 5/6, whatever the other threw
    one = Fraction(4, 9) * Fraction(5, 6)
    assert ask(spitters(2), target(count=2, Sv="4+"), rulings=OWN).slain.fraction(2) == one**2


def test_the_mean_is_the_same_under_both_rulings_while_nobody_is_overkilled():
    crowd = target(count=9, Sv="4+")
    means = {ask(spitters(3), crowd, rulings=r).slain.mean() for r in ({}, OWN)}
    assert len({round(mean, 12) for mean in means}) == 1


def test_a_die_and_four_against_front_armour_fourteen():
    # D6+4 is 5 to 10; it glances on 14: S8 6, S9 5, S10 4; penetrates S9 6, S10 5 and 6. Hit 2/3
    found = ask(shooter(S="D6+4", AP=1), target(Front=14, Side=14, Rear=14))
    assert 1 - found.other["glances"].fraction(0) == Fraction(2, 3) * Fraction(3, 36)
    assert 1 - found.other["penetrations"].fraction(0) == Fraction(2, 3) * Fraction(1 + 2, 36)


def test_both_may_be_dice():
    # S D6 wounds T4 on 6, 6, 5, 4, 3, 2: 16/36; AP D6 leaves a 4+ save on 5 and 6 only
    each = Fraction(2, 3) * Fraction(1 + 1 + 2 + 3 + 4 + 5, 36) * Fraction(5, 6)
    assert ask(shooter(S="D6", AP="D6"), target(Sv="4+")).slain.fraction(1) == each


# --- with other rules -------------------------------------------------------------------------------------------------


def test_supercharged_it_is_one_stronger_than_thrown_and_ten_at_most():
    # T8 again, each S one higher: 2 to 12 become 3 to 10; wounds: S4 - (0), S5 6+, S6 6+, S7 5+, S8 4+, S9 3+, S10 2+
    # thrown 4 (3 of 36) 6+, 5 (4) 6+, 6 (5) 5+, 7 (6) 4+, 8 (5) 3+, 9 and more (10) 2+
    wounds = Fraction(3 * 1 + 4 * 1 + 5 * 2 + 6 * 3 + 5 * 4 + 10 * 5, 36 * 6)
    found = ask(shooter("Gets Hot", S="2D6", AP=2), target(T=8), sets={"supercharge": "strength"})
    assert found.slain.fraction(1) == Fraction(2, 3) * wounds


def test_fleshbane_and_poison_mind_no_strength():
    # 2+ whatever is thrown; Poisoned 4+, better where the Strength asks for less: S5 3+, S6 and more 2+
    assert ask(shooter("Fleshbane", S="2D6", AP=2), target()).slain.fraction(1) == Fraction(2, 3) * Fraction(5, 6)
    wounds = Fraction((1 + 2 + 3) * 3 + 4 * 4 + 26 * 5, 36 * 6)
    assert ask(shooter("Poisoned (4+)", S="2D6", AP=2), target()).slain.fraction(1) == Fraction(2, 3) * wounds


def test_rending_keeps_its_own_ap():
    # AP D6 of 4 and less knows no 4+ armour; of 5 and 6 a wound of 6 rends: S4 T4 wounds on 4, 5 (saved 1/2) and 6
    each = Fraction(2, 3) * (Fraction(4, 6) * Fraction(3, 6) + Fraction(2, 6) * (Fraction(1, 6) + Fraction(2, 6) / 2))
    assert ask(shooter("Rending", AP="D6"), target(Sv="4+")).slain.fraction(1) == each


def test_haywire_reads_its_own_table_whatever_the_strength():
    tank = target(Front=14)
    arc_gun, plain = shooter("Haywire", S="2D6"), shooter("Haywire", S=1)
    assert other(arc_gun, tank, "glances") == other(plain, tank, "glances") == Fraction(2, 3) * Fraction(4, 6)


def test_a_blade_may_be_of_dice_too():
    # one blow, 4+ to hit; S D3+3 is 4, 5 or 6 against T4: 4+, 3+, 2+
    flail = unit(model(weapons=[weapon("Flail", melee=True, S="D3+3", AP=2)]))
    assert ask(flail, target(), melee=True).slain.fraction(1) == Fraction(1, 2) * Fraction(3 + 4 + 5, 18)


def test_best_play_goes_to_ground_knowing_what_was_thrown():
    assert ask(spitters(2), target(count=2, Sv="4+"), policy="best").slain.fraction(2) < Fraction(16, 81)


# --- what is told -----------------------------------------------------------------------------------------------------


def test_the_explanation_names_the_dice_and_what_comes_of_which_throw():
    answer = ask(arc(), target())
    (dice,) = steps(answer, "Strength")
    assert dice.needs == "2D6" and "once for all" in dice.because[0].says
    (wound,) = steps(answer, "to wound")
    assert wound.chance == pytest.approx(20 / 27)
    assert [(b.rule, b.says) for b in wound.because] == [
        ("Strength 2", "6+"),
        ("Strength 3", "5+"),
        ("Strength 4", "4+"),
        ("Strength 5", "3+"),
        ("Strength 6 to 10", "2+"),
    ]


def test_what_the_dice_do_not_change_is_told_once_and_plain():
    answer = ask(spitters(2), target(Sv="4+"))
    (wound,) = steps(answer, "to wound")
    assert wound.needs == "3+" and wound.because[0].rule == "Strength"
    (save,) = steps(answer, "armour save")
    assert save.chance == pytest.approx(1 / 6) and save.because[-1].rule == "AP 5 to 6"


def test_under_the_other_ruling_the_explanation_says_so():
    (dice,) = steps(ask(spitters(2), target(), rulings=OWN), "AP")
    assert "for each model" in dice.because[0].says


# --- on the table -----------------------------------------------------------------------------------------------------


def test_the_strength_is_thrown_before_the_roll_to_hit_and_told():
    t = field((arc(), 0, 10, 10), (TROOP, 1, 10, 20))
    # 3 and 4 make Strength 7: a 2 wounds Toughness 4
    shot = act(t, fire(t, 0, 1), [3, 4, HIT, 2])
    thrown = shot.event("ProfileRolled")
    assert (thrown.strength, thrown.piercing) == (7, 0) and "Strength 7" in thrown.told(t)
    assert t[1].size == 2


def test_two_of_a_unit_use_one_throw():
    t = field((spitters(2), 0, 10, 10), (TROOP, 1, 10, 20))
    shot = act(t, fire(t, 0, 1), [5, HIT, HIT, WOUND, WOUND])  # AP5, then two shots to the end
    assert len(shot.all("ProfileRolled")) == 1 and shot.event("ProfileRolled").piercing == 5


def test_each_throws_for_himself_under_the_other_ruling():
    armoured = unit(model(name="Trooper", Sv="4+"), name="Troop", count=3)
    t = field((spitters(2), 0, 10, 10), (armoured, 1, 10, 20), rulings=OWN)
    act(t, fire(t, 0, 1), [5, HIT, WOUND, 4, 1, HIT, WOUND])  # AP5: saved on 4; AP1: no save
    assert t[1].size == 2


def test_a_marker_has_its_strength_before_it_falls():
    bubble = shooter("Blast", S="D6", AP="D6")
    t = field((bubble, 0, 10, 10), (TROOP, 1, 10, 20))
    # Strength 6, AP 3; the marker stays; two models under it, a 2 wounds them
    shot = act(t, fire(t, 0, 1), [6, 3, 1, 2, 2], {"marker": lambda aims: t[1].form.positions[0]})
    names = [type(e).__name__ for e in shot.events]
    assert names.index("ProfileRolled") < names.index("MarkerLands")
    assert (shot.event("ProfileRolled").strength, shot.event("ProfileRolled").piercing) == (6, 3)


def test_each_marker_has_a_throw_of_its_own_under_the_other_ruling():
    lobbers = unit(model(weapons=[weapon("Lobber", "Blast", S="D6")]), name="Lobbers", count=2)
    t = field((lobbers, 0, 10, 10), (TROOP, 1, 30, 20), rulings=OWN)
    far = {"marker": lambda aims: t[1].form.positions[0]}
    # Strengths 1 and 6, both markers stay and cover two models each: four hits, 6+ twice (no) and 2+ twice
    shot = act(t, fire(t, 0, 1), [1, 6, 1, 1, 5, 5, 2, 2], far)
    assert [e.strength for e in shot.all("ProfileRolled")] == [1, 6]
    assert t[1].size == 1


# --- files ------------------------------------------------------------------------------------------------------------

FORCE = """
system = "usr"
name = "Test"
[weapons."Arc gun"]
range = 36
S = {S}
AP = {AP}
type = "Heavy 1"
[[units]]
name = "Crew"
type = "Infantry"
  [[units.models]]
  name = "Gunner"
  stats = {{WS = 3, BS = 3, S = 3, T = 3, W = 1, I = 3, A = 1, Ld = 7}}
  weapons = ["Arc gun"]
"""


def stats_of(strength, piercing="2"):
    return loads(FORCE.format(S=strength, AP=piercing), "test").kinds[0].models[0].weapons[0].stats


@pytest.mark.parametrize(
    ("said", "read"), [('"2d6"', "2D6"), ('"D6 + 4"', "D6+4"), ('"D3"', "D3"), ('"D6+4"', "D6+4"), ('"d6"', "D6")]
)
def test_a_force_file_writes_dice_as_printed(said, read):
    assert read == stats_of(said).S and stats_of(said).rolled


def test_a_strength_of_d_is_no_die():
    assert stats_of('"D"').S == "D" and not stats_of('"D"').rolled


def test_ap_is_a_die_up_to_six():
    assert stats_of("4", '"D6"').AP == "D6"
    with pytest.raises(GrognardError, match="AP"):
        stats_of("4", '"2D6"')


def test_dice_in_a_zone_are_refused():
    with pytest.raises(GrognardError, match="zones"):
        stats_of('"2D6/5/4"', '"1/2/3"')
    with pytest.raises(GrognardError, match="zones"):
        stats_of('"8/5/4"', '"D6/2/3"')


# --- players that are programs ----------------------------------------------------------------------------------------


def test_a_program_reckons_with_the_mean_over_the_throws():
    t = field((arc(), 0, 10, 10), (TROOP, 1, 10, 20))
    u, v = t[0], t[1]
    gun, how = u.members[0].weapons[0], circumstances(t, u, v)
    found = expected_damage.shot(
        u.members[0], squad(u), gun, gun.stats.type.shots, squad(v), met(v.members[0], None), v.size, how
    )
    assert found == pytest.approx(40 / 81)
    assert sum(n for n, _ in sorts(gun)) == 36
