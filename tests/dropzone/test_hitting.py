"""The test to hit: what makes it harder, what cannot be shot at, and how far weapons reach."""

from fractions import Fraction

import pytest

from grognard.errors import GrognardError
from grognard.systems.dropzone.examples import duel
from grognard.systems.dropzone.system import cover

SURE = {"energy": 20, "A": 1, "DP": 1}  # a hit destroys on 2+


def hits(**more):
    """The chance to hit."""
    return duel(**{**SURE, **more}).destroyed * Fraction(6, 5)


@pytest.mark.parametrize(("acc", "chance"), [(1, 5), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1), (7, 1), (9, 1), (None, 6)])
def test_a_natural_6_hits_and_a_natural_1_misses(acc, chance):
    assert hits(acc=acc) == Fraction(chance, 6)


@pytest.mark.parametrize(
    ("sets", "words", "chance"),
    [
        ({}, None, 4), ({"incoherent": True}, None, 3), ({"disembarked": True}, None, 2), ({}, "hull-down", 2),
        ({"incoherent": True, "disembarked": True}, None, 1), ({}, "soft", 4), ({}, "body", 4),
    ],
)  # fmt: skip
def test_penalties_on_a_tank(sets, words, chance):
    assert hits(acc=3, sets=sets, cover=words or "") == Fraction(chance, 6)


def test_covers_add_up_for_infantry():
    assert hits(acc=1, type="Infantry", cover="soft") == Fraction(4, 6)
    assert hits(acc=1, type="Infantry", cover="soft, hull-down") == Fraction(2, 6)
    assert hits(acc=1, type="Infantry", cover="soft, hull-down", CM="E+1") == Fraction(1, 6)


def test_t3_incoherent_squad_at_evasion():
    assert hits(acc=3, CM="E+2", sets={"incoherent": True}) == Fraction(1, 6)


def test_scenery_is_hit_on_2_whatever_the_accuracy_and_never_hull_down():
    odds = duel(acc=6, energy=20, A=1, DP=9, type="Scenery", tags=("Destructible",), cover="hull-down")
    assert odds.damage.fraction(1) == Fraction(25, 36)
    assert odds.other["collateral"].fraction(1) == Fraction(25, 36)
    fixed = duel(acc=None, energy=20, A=1, DP=9, type="Scenery", tags=("Destructible",))
    assert fixed.damage.fraction(1) == Fraction(5, 6)


def test_t8_scenery_after_disembarking_needs_4():
    odds = duel(acc=2, energy=20, A=1, DP=9, type="Scenery", tags=("Destructible",), sets={"disembarked": True})
    assert odds.steps[1].needs == "4+"


def test_only_destructible_scenery_may_be_shot_at():
    assert "Destructible" in duel(type="Scenery").impossible


def test_range_is_countered_by_active_countermeasures():
    far = {"full": 36.0, "countered": 12.0, "range": 20.0}
    assert not duel(**far).impossible
    assert "countered" in duel(CM="A", **far).impossible
    assert not duel(CM="A", full=36.0, countered=12.0, range=12.0).impossible
    assert not duel(CM="A", full=36.0, countered=12.0).impossible


def test_a_weapon_that_must_stand_still_does_not_fire_on_the_move():
    assert "after moving" in duel(mf=0, moved=True).impossible
    assert "after moving" in duel(mf=0, sets={"disembarked": True}).impossible
    assert not duel(mf=1, moved=True).impossible


def test_aircraft_and_reaction_fire_need_the_right_weapon():
    assert "Anti-Aircraft" in duel(type="Aircraft").impossible
    assert "Reaction" in duel(sets={"reaction": True}).impossible
    assert "not visible" in duel(sets={"unseen": True}).impossible


def test_close_quarters_hit_automatically_and_only_infantry():
    assert duel(melee=True, energy=20, A=1, type="Infantry").destroyed == Fraction(5, 6)
    assert "Infantry" in duel(melee=True).impossible


def test_damage_runs_on_in_close_quarters_but_not_in_shooting():
    close = duel(melee=True, energy=20, A=1, DP=1, shots=2, type="Infantry", units=2)
    assert close.slain.fraction(2) == Fraction(25, 36)
    fire = duel(acc=None, energy=20, A=1, DP=1, shots=2, type="Infantry", units=2)
    assert fire.slain.fraction(2) == 0 and fire.slain.fraction(1) == Fraction(35, 36)


def test_fortitude_is_due_under_half_of_the_file():
    odds = duel(melee=True, energy=20, A=1, DP=2, shots=2, type="Infantry", units=2)
    assert odds.other["fortitude"] == 0  # two of four points are half
    odds = duel(melee=True, energy=20, A=1, DP=2, shots=2, type="Infantry", units=2, target_models=1)
    assert odds.other["fortitude"] == Fraction(10, 36)  # one point lost of two, four on file


def test_what_does_not_apply_is_said():
    odds = duel(cover="soft", charging=True, facing="rear")
    assert any("Infantry" in b.says for s in odds.steps for b in s.because if b.rule == "Soft Cover")
    assert any("--charging" in n for n in odds.notes) and any("--facing" in n for n in odds.notes)


def test_cover_words_are_read():
    assert cover("Soft, hull down") == ("soft", "hull-down")
    with pytest.raises(GrognardError, match="unknown cover"):
        cover("trees")


def test_units_that_lost_all_points_cannot_fire():
    with pytest.raises(GrognardError, match="is destroyed"):
        duel(sets={"lost": 5})
    with pytest.raises(GrognardError, match="is destroyed"):
        duel(sets={"target-lost": 1})
