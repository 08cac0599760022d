"""Rules about what hits do: Area, Devastator, Dodge, Focus, Resilient, and several of them at once."""

from fractions import Fraction

import pytest

from grognard.errors import GrognardError
from grognard.systems.dropzone.examples import duel, expected
from grognard.systems.dropzone.rules.reading import read_rule

INFANTRY = {"type": "Infantry", "A": 7, "DP": 6}


@pytest.mark.rule("dropzone:area")
class TestArea:
    def test_a_miss_glances_the_target_two_energy_weaker(self):
        # 3+ and 10 against 13: a hit hurts on 3+, a glance (natural 2) on 5+
        assert duel("Area", acc=3, energy=10, A=13).destroyed == Fraction(4, 6) * Fraction(4, 6) + Fraction(
            1, 6
        ) * Fraction(2, 6)

    def test_infantry_takes_d6_hits_of_a_hit_and_of_a_glance(self):
        odds = duel("Area", acc=3, energy=2, type="Infantry", A=7, DP=50)
        # 2 against 7 hurts on 5+; the glance has no Energy left: 7+
        assert expected(odds) == Fraction(4, 6) * Fraction(7, 2) * Fraction(2, 6)

    def test_scenery_takes_d3_hits_and_no_glance(self):
        odds = duel("Area", acc=3, energy=10, A=16, DP=50, type="Scenery", tags=("Destructible",))
        assert expected(odds) == Fraction(5, 6) * 2 * Fraction(1, 6)

    def test_it_is_lost_against_a_behemoth(self):
        odds = duel("Area", acc=3, energy=10, A=13, DP=1, type="Behemoth")
        assert odds.destroyed == Fraction(4, 6) * Fraction(4, 6)

    def test_others_under_the_template_are_hit_by_the_same_die(self):
        odds = duel("Area", acc=3, energy=20, A=1, DP=1, units=3, sets={"under": 2})
        # the hit 4/6: both roll 5/6 for themselves; the glance 1/6 touches the target only
        both, one = Fraction(25, 36), Fraction(10, 36)
        assert odds.slain.fraction(2) == Fraction(4, 6) * both
        assert odds.slain.fraction(1) == Fraction(4, 6) * one + Fraction(1, 6) * Fraction(5, 6)

    def test_on_an_edge_of_a_garrison_all_of_the_squad_is_hit(self):
        one = duel("Area", acc=3, energy=5, units=2, **INFANTRY)
        edge = duel("Area", acc=3, energy=5, units=2, sets={"garrison": True}, **INFANTRY)
        assert edge.damage.mean() > one.damage.mean()

    def test_a_glance_of_thirteen_energy_may_be_saved(self):
        odds = duel("Area", acc=7, energy=13, A=15, CM="P4+", DP=1)
        # natural 6: a hit at 13, no save; 2 to 5: a glance at 11, 4 and 5 for one point, 6 for two
        glance = Fraction(2, 6) * Fraction(1, 2) + Fraction(1, 6) * Fraction(3, 4)
        assert odds.destroyed == Fraction(1, 6) * Fraction(5, 6) + Fraction(4, 6) * glance


@pytest.mark.rule("dropzone:devastator")
class TestDevastator:
    def test_it_does_nothing_more_to_other_types(self):
        assert duel("Devastator-3 (Infantry)", A=10, DP=9).damage == duel(A=10, DP=9).damage

    def test_of_two_values_that_fit_the_highest_counts(self):
        odds = duel("Devastator-2 (All); Devastator-4 (Vehicle)", acc=None, energy=5, A=10, DP=9, type="Tank")
        assert set(odds.damage.weights) == {0, 4}

    def test_all_means_units_and_not_scenery(self):
        odds = duel("Devastator-3 (All)", acc=None, energy=8, A=12, DP=9, type="Scenery", tags=("Destructible",))
        assert set(odds.damage.weights) == {0, 1}

    def test_scenery_takes_no_double_and_one_token(self):
        odds = duel("DV-4 (Scenery)", acc=None, energy=12, A=10, DP=20, type="Scenery", tags=("Destructible",))
        assert set(odds.damage.weights) == {0, 4} and set(odds.other["collateral"].weights) == {0, 1}

    def test_flammable_scenery_is_scenery_too(self):
        words = {"type": "Scenery", "tags": ("Destructible", "Flammable"), "A": 10, "DP": 20}
        assert set(duel("DV-6 (Flammable Scenery)", acc=None, energy=12, **words).damage.weights) == {0, 6}
        assert set(duel("DV-3 (Scenery)", acc=None, energy=12, **words).damage.weights) == {0, 3}

    @pytest.mark.parametrize(
        "text",
        [
            "Devastator-2 (Infantry, Scenery)",
            "DV-2(Infantry,Scenery)",
            "Devastator 2 [infantry, scenery",
            "dv (2) (Infantry, Scenery)",
        ],
    )
    def test_spellings(self, text):
        assert str(read_rule(text)) == "Devastator-2 (Infantry, Scenery)"

    def test_an_unknown_type_is_named(self):
        with pytest.raises(GrognardError, match="knows no target"):
            read_rule("Devastator-2 (Dragons)")


@pytest.mark.rule("dropzone:dodge")
class TestDodge:
    def test_it_comes_after_passive_countermeasures_in_close_quarters(self):
        odds = duel(unit="Dodge 4+", melee=True, energy=12, A=1, DP=1, type="Infantry", CM="P5+")
        assert odds.destroyed == Fraction(5, 6) * Fraction(4, 6) * Fraction(3, 6)

    def test_it_is_no_help_against_shooting(self):
        assert duel(unit="Dodge 2+", **INFANTRY).damage == duel(**INFANTRY).damage

    def test_thirteen_energy_bars_it(self):
        odds = duel(unit="Dodge 2+", melee=True, energy=13, A=1, DP=1, type="Infantry")
        assert odds.destroyed == Fraction(5, 6)
        assert any(s.needs == "not allowed" for s in odds.steps)


@pytest.mark.rule("dropzone:focus")
class TestFocus:
    def test_hits_that_can_hurt_are_all_kept(self):
        assert (
            duel("Focus-3", acc=3, energy=3, shots=5, **INFANTRY).damage
            == duel(acc=3, energy=3, shots=5, **INFANTRY).damage
        )

    def test_hits_that_cannot_hurt_give_up_the_fewest(self):
        # 3 against 13: two hits must be given up (3 + 2·3 = 9), so three hits are needed; one roll on 4+
        odds = duel("Focus-3", acc=None, energy=3, shots=3, A=13)
        assert odds.destroyed == Fraction(3, 6)
        assert duel("Focus-3", acc=None, energy=3, shots=2, A=13).destroyed == 0  # 6 against 13 never hurts

    def test_best_play_gives_up_what_pays(self):
        # four hits of 3 against 9: as they are each 1/6; all on one: 12, critical on 2+
        usual = duel("Focus-3", acc=None, energy=3, shots=4, A=9, DP=2)
        best = duel("Focus-3", acc=None, energy=3, shots=4, A=9, DP=2, policy="best")
        assert usual.destroyed == 1 - Fraction(5, 6) ** 4 - 4 * Fraction(1, 6) * Fraction(5, 6) ** 3
        assert best.destroyed == Fraction(5, 6)


@pytest.mark.rule("dropzone:resilient")
class TestResilient:
    def test_criticals_are_plain_hits_and_not_counted(self):
        odds = duel(unit="Resilient", acc=None, energy=12, A=10, DP=2)
        assert odds.damage.fraction(1) == Fraction(5, 6) and odds.destroyed == 0
        assert odds.other["criticals"].fraction(0) == 1

    def test_a_devastator_critical_does_its_number_once(self):
        odds = duel("DV-3 (All)", unit="Resilient", acc=None, energy=12, A=10, DP=9)
        assert set(odds.damage.weights) == {0, 3}
        one = duel(
            "DV-3 (All)", unit="Resilient", acc=None, energy=14, A=10, DP=9, rulings={"s16-resilient-devastator": "one"}
        )
        assert set(one.damage.weights) == {0, 1}

    def test_destroyer_hits_are_plain_hits_too(self):
        odds = duel("DS 2+", unit="Resilient", acc=2, energy=1, A=15, DP=9)
        assert odds.damage.fraction(1) == Fraction(5, 6)


@pytest.mark.rule("dropzone:destroyer", "dropzone:devastator")
def test_a_destroyer_hit_of_a_devastator_does_the_greater_of_two_and_its_number():
    assert set(duel("DS 2+; DV-3 (All)", acc=2, energy=1, A=15, DP=9).damage.weights) == {0, 3}
    assert set(duel("DS 2+; DV-1 (All)", acc=2, energy=1, A=15, DP=9).damage.weights) == {0, 2}


@pytest.mark.rule("dropzone:destroyer", "dropzone:area")
def test_the_declared_target_of_a_template_takes_only_destroyer_hits():
    odds = duel("DS 5+; Area", acc=2, energy=1, A=15, DP=9, units=2, sets={"under": 2})
    # 5 and 6: a Destroyer hit on the target; others are hit automatically and cannot be hurt by Energy 1
    assert odds.damage.fraction(2) == Fraction(2, 6) and set(odds.damage.weights) == {0, 2}


@pytest.mark.rule("dropzone:focus", "dropzone:area")
def test_focus_comes_before_area_makes_many_of_a_hit():
    odds = duel("Focus-5; Area", acc=None, energy=2, shots=2, type="Infantry", A=13, DP=50)
    # 2 cannot hurt 13; one hit given up: D6 hits at 7, each on a 6
    assert expected(odds) == Fraction(7, 2) * Fraction(1, 6)


@pytest.mark.rule("dropzone:focus", "dropzone:destroyer")
def test_destroyer_hits_are_not_given_up():
    odds = duel("Focus-4; DS 6+", acc=2, energy=2, shots=2, A=15, DP=9)
    # without a 6 two hits (4/6 each) make one of 6: nothing; with sixes 2 points each
    assert odds.damage.fraction(4) == Fraction(1, 36)
    assert odds.damage.fraction(2) == Fraction(10, 36)


@pytest.mark.rule("dropzone:flame")
def test_flame_at_close_quarters_lays_its_token():
    odds = duel("Flame", melee=True, energy=5, type="Infantry", A=7, DP=9)
    assert odds.other["collateral"].fraction(1) == 1
    assert set(duel("", melee=True, energy=5, type="Infantry", A=7, DP=9).other["collateral"].weights) == {0}
