"""The core rules: to hit, to wound, saves, instant death, weapon types, blows, as the worked examples of the reference say."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.usr.attack import core_tables
from grognard.systems.usr.examples import ask, model, shooter, slays, target, unit, weapon
from tests.usr.playing import played

F = Fraction


# --- the tables, against the printed ones -----------------------------------------------------------------------------

TO_WOUND = """
4566------
3456 6-----
23456 6----
2234566---
22234566--
222234566-
2222234566
2222223456
2222222345
2222222234
"""
TO_HIT = """
4455555555
3444555555
3344445555
3334444455
3333444444
3333344444
3333334444
3333333444
3333333344
3333333334
"""


def rows(text: str) -> list[str]:
    return [row.replace(" ", "") for row in text.split("\n") if row]


@pytest.mark.parametrize("strength", range(1, 11))
def test_the_roll_to_wound_is_that_of_the_table(strength):
    wanted = [None if c == "-" else int(c) for c in rows(TO_WOUND)[strength - 1]]
    assert [core_tables.to_wound(strength, toughness) for toughness in range(1, 11)] == wanted


@pytest.mark.parametrize("skill", range(1, 11))
def test_the_roll_to_hit_in_combat_is_that_of_the_table(skill):
    wanted = [int(c) for c in rows(TO_HIT)[skill - 1]]
    assert [core_tables.to_hit_in_combat(skill, against) for against in range(1, 11)] == wanted


def test_ballistic_skill_hits_as_the_table_says():
    chances = [slays(shooter(BS=bs, S=10), target(T=1)) / F(5, 6) for bs in range(1, 11)]
    assert chances == [F(1, 6), F(1, 3), F(1, 2), F(2, 3), F(5, 6), F(31, 36), F(8, 9), F(11, 12), F(17, 18), F(35, 36)]


# --- hit, wound, save -------------------------------------------------------------------------------------------------


def test_a_three_hits_and_a_two_misses_at_skill_four():
    assert played(shooter(), target(), [3, 4]).slain == 1
    assert played(shooter(), target(), [2]).slain == 0


def test_skill_six_throws_a_miss_again_and_hits_on_six():
    assert played(shooter(BS=6), target(), [1, 6, 4]).slain == 1
    assert played(shooter(BS=6), target(), [1, 5]).slain == 0


def test_a_shot_too_weak_never_wounds():
    assert slays(shooter(S=3), target(T=7)) == 0
    assert slays(shooter(S=4), target(T=7)) == F(2, 3) * F(1, 6)
    assert slays(shooter(S=10), target(T=10)) == F(2, 3) * F(1, 2)


def test_armour_stands_against_a_worse_ap_only():
    gun = shooter(AP=5)
    assert slays(gun, target(Sv="5+")) == F(1, 3)
    assert slays(gun, target(Sv="4+")) == F(1, 6)
    assert slays(gun, target(Sv="3+")) == F(1, 9), "one boltgun shot at a marine"


def test_the_best_save_allowed_is_made():
    lascannon = shooter(S=9, AP=2)
    hit_and_wounded = F(2, 3) * F(5, 6)
    terminator = target(Sv="2+", Inv="5+")
    assert slays(lascannon, terminator) == hit_and_wounded * F(4, 6)
    assert slays(lascannon, terminator, cover="4+") == hit_and_wounded * F(3, 6)
    assert slays(shooter(), terminator, cover="4+") == F(1, 3) * F(1, 6)


def test_twenty_boltgun_shots_slay_six_and_two_thirds_boyz():
    assert ask(shooter(shots=20, AP=5), target(count=30, Sv="6+", T=4)).slain.mean() == pytest.approx(20 / 3)


def test_double_strength_slays_outright_and_excess_is_lost():
    krak = shooter(S=8, AP=3)
    captain = target(T=4, W=3, Sv="3+")
    assert played(krak, captain, [3, 2]).damage == 3
    assert played(shooter(S=7, AP=3), captain, [3, 2]).damage == 1
    assert ask(shooter(S=4, shots=3), target(W=2, count=2)).damage.fraction(3) == F(1, 27)


def test_wounds_fall_on_the_nearest_model_until_it_is_dead():
    pair = unit(model(W=2, name="Near"), model(Sv="2+", name="Far"))
    # three wounds: two kill the near one, the third is saved by the far one
    assert played(shooter(shots=3), pair, [6, 6, 6, 6, 6, 6, 2]).slain == 1
    assert played(shooter(shots=3), pair, [6, 6, 6, 6, 6, 6, 1]).slain == 2


def test_majority_toughness_decides_the_roll_to_wound():
    mixed = unit(model(T=4), model(T=4), model(T=8, name="Big"))
    assert ask(shooter(), mixed).steps[2].needs == "4+"
    even = unit(model(T=4), model(T=5, name="Big"))
    assert ask(shooter(), even).steps[2].needs == "5+"


# --- weapon types -----------------------------------------------------------------------------------------------------


def gun(**stats):
    return unit(model(weapons=[weapon("Gun", **stats)]))


def shots(kind, **said):
    return ask(kind, target(count=20, T=1), **said).steps[0].needs.split(" x ")[1]


def test_rapid_fire_doubles_within_half_range():
    bolter = gun(type="Rapid Fire")
    assert shots(bolter, range=24) == "1" and shots(bolter, range=12) == "2" and shots(bolter) == "1"
    assert ask(bolter, target(), range=25).impossible


def test_heavy_weapons_that_moved_fire_snap_shots():
    heavy = gun(type="Heavy 3")
    assert ask(heavy, target()).steps[1].needs == "3+"
    assert ask(heavy, target(), moved=True).steps[1].needs == "6+"


def test_salvo_after_moving_is_fewer_shots_at_half_range():
    salvo = gun(type="Salvo 2/4")
    assert shots(salvo, range=24) == "4" and shots(salvo, range=12, moved=True) == "2"
    assert ask(salvo, target(), range=13, moved=True).impossible


def test_ordnance_cannot_be_fired_by_men_who_moved():
    assert not ask(gun(type="Ordnance 1"), target()).impossible
    assert ask(gun(type="Ordnance 1"), target(), moved=True).impossible


def test_a_random_number_of_shots_is_rolled():
    law = ask(gun(type="Assault D3", S=10), target(count=5, T=1)).slain
    hit = F(2, 3) * F(5, 6)
    assert law.fraction(3) == F(1, 3) * hit**3


def test_assault_and_pistol_fire_at_full_skill_after_moving():
    for kind in ("Assault 2", "Pistol"):
        assert ask(gun(type=kind), target(), moved=True).steps[1].needs == "3+"


def test_a_template_hits_without_a_roll_ignores_cover_and_cannot_snap():
    flamer = gun(range="Template", type="Assault 1", S=4, AP=5)
    guard = target(count=4, T=3, Sv="5+")
    assert ask(flamer, guard, cover="3+", sets={"under": 3}).slain.mean() == pytest.approx(3 * 2 / 3)
    assert ask(flamer, guard, range=9).impossible
    assert ask(flamer, guard, sets={"snap": True}).impossible


def test_snap_shots_hit_on_sixes_whatever_the_skill():
    assert slays(shooter(BS=10), target(), sets={"snap": True}) == F(1, 6) * F(1, 2)


def test_one_weapon_a_model_two_for_a_monster_all_for_a_vehicle():
    arms = [weapon("One"), weapon("Two"), weapon("Three")]
    men, beast = unit(model(weapons=arms)), unit(model(weapons=arms), type="Monstrous Creature")
    tank = unit(model(Front=12, Side=11, Rear=10, weapons=arms), type="Vehicle (Tank)")

    def fired(kind):
        return [s.weapon for s in ask(kind, target()).steps if s.name == "shots"]

    assert fired(men) == ["One"] and fired(beast) == ["One", "Two"] and fired(tank) == ["One", "Two", "Three"]


def test_vehicles_that_move_fire_some_weapons_at_full_skill():
    arms = [weapon("One"), weapon("Two")]

    def needs(type_, **said):
        tank = unit(model(Front=12, Side=11, Rear=10, weapons=arms), type=type_)
        return [s.needs for s in ask(tank, target(), **said).steps if s.name == "to hit"]

    assert needs("Vehicle (Tank)") == ["3+", "3+"]
    assert needs("Vehicle (Tank)", moved=True) == ["3+", "6+"]
    assert needs("Vehicle (Tank, Fast)", moved=True) == ["3+", "3+"]
    assert needs("Vehicle (Tank)", sets={"speed": "cruising"}) == ["6+", "6+"]
    assert needs("Vehicle (Tank, Heavy)", moved=True) == ["3+", "3+"]


def test_one_model_throws_a_grenade():
    squad = unit(
        model(weapons=[weapon("Krak Grenade", type="Grenade", range=8, S=6), weapon("Rifle", type="Rapid Fire")]),
        count=5,
    )
    assert [s.needs for s in ask(squad, target(count=9)).steps if s.name == "shots"] == ["5 x 1"]
    thrown = ask(squad, target(count=9), weapons=["Krak Grenade"])
    assert [s.needs for s in thrown.steps if s.name == "shots"] == ["1 x 1"]


# --- close combat -----------------------------------------------------------------------------------------------------


def test_blows_need_what_weapon_skills_say():
    for ours, theirs, needs in ((4, 4, "4+"), (4, 3, "3+"), (2, 5, "5+"), (4, 8, "4+"), (4, 9, "5+")):
        odds = ask(unit(model(WS=ours)), target(WS=theirs), melee=True)
        assert [s.needs for s in odds.steps if s.name == "to hit"] == [needs]


def test_a_boy_charges_with_four_blows():
    boy = unit(model(A=2, weapons=[weapon("Choppa", melee=True), weapon("Slugga", type="Pistol", range=12)]))
    blows = [s for s in ask(boy, target(count=9), melee=True, charging=True).steps if s.name == "blows"]
    assert blows[0].needs == "1 x 4"
    disordered = ask(boy, target(count=9), melee=True, charging=True, sets={"disordered": True})
    assert disordered.steps[0].needs == "1 x 3"


def test_cover_does_not_count_in_close_combat_and_the_answer_says_so():
    plain, covered = ask(target(), target(), melee=True), ask(target(), target(), melee=True, cover="2+")
    assert plain.slain == covered.slain
    assert any("close combat" in note for note in covered.notes)


def test_quick_blows_fall_first():
    slow = model(I=1, weapons=[weapon("Fist", melee=True, S="x2", AP=2)], name="Slow")
    quick = model(I=5, weapons=[weapon("Blade", melee=True)], name="Quick")
    steps = ask(unit(slow, quick), target(count=3), melee=True).steps
    assert [s.weapon for s in steps if s.name == "blows"] == ["Fist", "Blade"]
    # the quick blow (hit, wound) takes the near model; the fist then finds the far one, whose save it ignores
    pair = unit(model(name="Near"), model(Sv="2+", name="Far"))
    assert played(unit(slow, quick), pair, [6, 6, 6, 6], melee=True).slain == 2


def test_the_weak_spot_of_a_vehicle_is_struck_in_close_combat():
    strong = unit(model(S=5))
    tank = target(Front=14, Side=13, Rear=10)
    assert ask(strong, tank, melee=True).steps[1].needs == "3+", "skill 1 of a vehicle against 4"
    assert ask(strong, tank, melee=True).other["glances"].fraction(1) == F(2, 3) * F(1, 6)
    auto = ask(strong, tank, melee=True, sets={"immobilised": True})
    assert auto.other["glances"].fraction(1) == F(1, 6)
    walker = target(Front=12, Side=12, Rear=10, WS=4, S=6, I=4, A=2, type="Walker")
    assert ask(unit(model(S=6)), walker, melee=True).other["glances"].fraction(1) == F(1, 2) * F(1, 6)


def test_without_a_melee_weapon_a_model_still_strikes():
    assert slays(unit(model()), target(), melee=True) == F(1, 4)


# --- choices and refusals ---------------------------------------------------------------------------------------------


def test_what_cannot_be_is_nothing_for_certain():
    for said in ({"range": 30}, {"weapons": ["Blade"]}):
        armed = unit(model(weapons=[weapon("Gun"), weapon("Blade", melee=True)]))
        odds = ask(armed, target(), **said)
        assert odds.impossible and odds.slain.fraction(0) == 1


def test_best_play_picks_the_better_gun_for_each_model():
    two = unit(model(weapons=[weapon("Weak", S=3), weapon("Strong", S=8)]), count=3)
    assert ask(two, target(count=5)).slain.mean() == pytest.approx(3 * 2 / 3 / 3)
    assert ask(two, target(count=5), policy="best").slain.mean() == pytest.approx(3 * 2 / 3 * 5 / 6 * 5 / 6), (
        "and the target goes to ground for a 6+"
    )


def test_best_play_goes_to_ground_when_that_helps():
    gun = shooter(shots=2, AP=3)
    plain, best = ask(gun, target(count=3, Sv="3+")), ask(gun, target(count=3, Sv="3+"), policy="best")
    assert plain.slain.mean() == pytest.approx(2 / 3)
    assert best.slain.mean() == pytest.approx(2 / 3 * 5 / 6)
    ground = ask(gun, target(count=3, Sv="3+"), sets={"gone-to-ground": True})
    assert ground.slain == best.slain


def test_going_to_ground_betters_cover_by_one():
    gun = shooter(AP=3)
    assert slays(gun, target(Sv="3+"), cover="4+", sets={"gone-to-ground": True}) == F(1, 3) * F(1, 3)


def test_circumstances_that_do_nothing_are_told():
    odds = ask(shooter(), target(), facing="rear", sets={"zooming": False, "immobilised": True, "afraid": True})
    told = " ".join(odds.notes)
    assert "facing" in told and "immobilised" in told and "afraid" in told
    assert odds.slain.fraction(1) == F(1, 3)


def test_models_left_are_the_last_of_the_file():
    squad = unit(model(weapons=[weapon("Weak", S=3)]), model(weapons=[weapon("Strong", S=8)], name="Leader"))
    assert slays(squad, target(), models=1) == F(2, 3) * F(5, 6)


def test_a_ruling_may_leave_characters_to_themselves():
    pair = unit(model(name="Hero", W=3, role="leader"), model(name="Guard"))
    assert played(shooter(), pair, [3, 4], rulings=("look-out-sir=never",)).slain == 0


def test_what_does_not_fly_does_not_zoom():
    odds = ask(shooter(), target(Front=10), sets={"zooming": True})
    assert [s.needs for s in odds.steps if s.name == "to hit"] == ["3+"]
    assert any("does not fly" in note for note in odds.notes)


def test_monsters_and_vehicles_do_not_go_to_ground():
    for kind in (target(T=6, Sv="-", type="Monstrous Creature"), target(Front=10)):
        plain, ground = ask(shooter(S=8), kind), ask(shooter(S=8), kind, sets={"gone-to-ground": True})
        assert plain.damage == ground.damage and any("gone-to-ground" in note for note in ground.notes)


def test_saves_passed_over_are_told():
    odds = ask(shooter(), target(Sv="3+"), cover="5+")
    save = next(s for s in odds.steps if "save" in s.name)
    assert save.name == "armour save" and any(b.rule == "cover save" for b in save.because)
