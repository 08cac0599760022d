"""Rules about aiming and how often weapons fire: Anti-Aircraft, Destroyer, Reduced."""

from fractions import Fraction

import pytest

from grognard.systems.dropzone.examples import duel, expected
from grognard.systems.dropzone.rules.reading import read_rule

AIR = {"type": "Aircraft", "A": 10, "DP": 1}


@pytest.mark.rule("dropzone:anti-aircraft")
class TestAntiAircraft:
    def test_it_may_be_aimed_at_aircraft(self):
        odds = duel("AA-0", acc=3, energy=8, **AIR)
        assert odds.destroyed == Fraction(4, 6) * Fraction(5, 6) and odds.other["crashed"] == odds.destroyed

    def test_it_lowers_the_evasion_of_anything_but_not_below_nothing(self):
        assert duel("AA-2", acc=3, energy=20, A=1, CM="E+3").destroyed == Fraction(3, 6) * Fraction(5, 6)
        assert duel("AA-3", acc=3, energy=20, A=1, CM="E+1").destroyed == Fraction(4, 6) * Fraction(5, 6)
        bonus = duel("AA-3", acc=4, energy=20, A=1, CM="E+1", rulings={"s5-aa-beyond-evasion": "bonus"})
        assert bonus.destroyed == Fraction(5, 6) * Fraction(5, 6)

    def test_reaction_fire_is_two_harder(self):
        assert duel("AA-0", acc=2, energy=20, sets={"reaction": True}, **AIR).destroyed == Fraction(3, 6) * Fraction(
            5, 6
        )

    @pytest.mark.parametrize("text", ["AA", "AA-0", "aa -0", "Anti-Aircraft 0"])
    def test_spellings(self, text):
        assert str(read_rule(text)) == "AA-0"


@pytest.mark.rule("dropzone:destroyer")
class TestDestroyer:
    @pytest.mark.parametrize("text", ["Destroyer 6+", "Destroyer (6+)", "Destroyer(6+)", "DS 6+", "ds-6"])
    def test_spellings(self, text):
        assert str(read_rule(text)) == "Destroyer 6+"

    def test_passive_countermeasures_still_count(self):
        odds = duel("DS 5+", acc=2, energy=1, A=15, DP=2, CM="P4+")
        assert odds.destroyed == Fraction(2, 6) * Fraction(1, 4)
        assert odds.other["criticals"].fraction(1) == Fraction(2, 6)

    def test_a_die_short_of_the_accuracy_still_misses(self):
        odds = duel("DS 3+", acc=5, energy=1, A=15, DP=2)
        assert odds.destroyed == Fraction(2, 6)

    def test_on_scenery_one_point_and_one_token(self):
        odds = duel("DS 2+", acc=4, energy=1, A=15, DP=9, type="Scenery", tags=("Destructible",))
        assert odds.damage.fraction(1) == Fraction(5, 6) == odds.other["collateral"].fraction(1)

    def test_automatic_hits_are_never_destroyer_hits(self):
        assert duel("DS 2+", acc=None, energy=1, A=15, DP=2).destroyed == 0


@pytest.mark.rule("dropzone:reduced")
class TestReduced:
    def test_shots_go_with_damage_points(self):
        for lost, shots in ((0, 6), (1, 4), (2, 2), (3, 0), (4, 0)):
            odds = duel("Reduced-2", acc=None, energy=4, shots=6, type="Infantry", A=9, DP=50, sets={"lost": lost})
            assert expected(odds) == Fraction(shots * 2, 6)

    def test_combined_fire_is_one_shot_of_at_most_nine(self):
        odds = duel("Reduced-1", acc=None, energy=5, shots=8, A=13, sets={"combined": True})
        assert odds.destroyed == Fraction(3, 6)  # 9 against 13: 4+
        strong = duel("Reduced-1", acc=None, energy=11, shots=3, A=13, sets={"combined": True})
        assert strong.destroyed == Fraction(5, 6)  # 11 stays 11: 2+

    def test_losses_come_before_combining(self):
        odds = duel("Reduced-1", acc=None, energy=3, shots=4, A=10, sets={"combined": True, "lost": 2})
        assert odds.destroyed == Fraction(1, 6)  # two shots left: one of 4

    def test_combined_fire_reaches_aircraft_within_six_inches(self):
        near = duel("Reduced-1", acc=3, energy=3, shots=4, sets={"combined": True}, range=6.0, full=24.0, **AIR)
        assert near.destroyed == Fraction(4, 6) * Fraction(3, 6)
        far = duel("Reduced-1", acc=3, energy=3, shots=4, sets={"combined": True}, range=7.0, full=24.0, **AIR)
        assert '6"' in far.impossible

    def test_combined_fire_is_no_reaction_fire(self):
        odds = duel("Reduced-1", acc=3, shots=4, sets={"combined": True, "reaction": True}, **AIR)
        assert odds.impossible

    def test_best_play_combines_when_that_is_better(self):
        usual = duel("Reduced-1", acc=None, energy=3, shots=4, A=11)
        best = duel("Reduced-1", acc=None, energy=3, shots=4, A=11, policy="best")
        assert usual.destroyed == 0 and best.destroyed == Fraction(2, 6)
