"""Rules of weapons: Cover, Flame, Indirect, Penetrative, Strafe, Tech Killer, Alternate Fire; Large, Rapid Insertion, spellings."""

from fractions import Fraction

import pytest

from grognard.errors import GrognardError
from grognard.systems.dropzone.examples import duel, expected, squad, weapon
from grognard.systems.dropzone.rules.reading import read_rule
from grognard.systems.dropzone.system import SYSTEM

INFANTRY = {"type": "Infantry", "A": 1, "DP": 1, "energy": 20}
HOUSE = {"type": "Scenery", "A": 10, "DP": 9, "tags": ("Destructible",)}
FOREST = {"type": "Scenery", "A": 10, "DP": 9, "tags": ("Destructible", "Flammable")}


def hits(rules, acc=3, cover="soft, hull-down", **more):
    return duel(rules, acc=acc, cover=cover, **{**INFANTRY, **more}).destroyed * Fraction(6, 5)


@pytest.mark.rule("dropzone:cover")
class TestCover:
    @pytest.mark.parametrize(
        ("words", "chance"), [("Soft", 2), ("Hull", 2), ("Soft, Hull", 4), ("All", 4), ("Body", 1)]
    )
    def test_it_ignores_what_it_names(self, words, chance):
        assert hits(f"Cover ({words})") == Fraction(chance, 6)

    def test_body_cover_is_ignored_on_the_damage_roll(self):
        plain = duel("", acc=None, energy=5, type="Infantry", A=9, cover="body").destroyed
        through = duel("Cover (Body)", acc=None, energy=5, type="Infantry", A=9, cover="body").destroyed
        assert (plain, through) == (Fraction(2, 6), Fraction(3, 6))

    @pytest.mark.parametrize("text", ["Cover (Body, Soft)", "Cover(Body,Soft)", "cover [body, soft]"])
    def test_spellings(self, text):
        assert str(read_rule(text)) == "Cover (Body, Soft)"

    def test_a_cover_that_does_not_exist_is_named(self):
        with pytest.raises(GrognardError, match="knows no"):
            read_rule("Cover (Bushes)")


@pytest.mark.rule("dropzone:flame")
class TestFlame:
    def test_cover_and_evasion_do_not_help(self):
        assert hits("Flame", cover="soft, body", CM="E+3") == Fraction(4, 6)
        assert hits("Flame", cover="hull-down") == Fraction(2, 6)

    def test_each_use_leaves_a_token_on_scenery_and_two_where_it_burns(self):
        assert duel("Flame", acc=2, energy=1, **HOUSE).other["collateral"].fraction(1) == 1
        assert duel("Flame", acc=2, energy=1, **FOREST).other["collateral"].fraction(2) == 1
        three = duel("Flame", acc=2, energy=1, **FOREST, rulings={"c13-flame-flammable": "three"})
        assert three.other["collateral"].fraction(3) == 1

    def test_infantry_in_a_garrison_costs_the_building_a_token(self):
        odds = duel("Flame", acc=3, **INFANTRY, sets={"garrison": True})
        assert odds.other["collateral"].fraction(1) == 1
        assert duel("Flame", acc=3, **INFANTRY).other["collateral"].fraction(0) == 1


@pytest.mark.rule("dropzone:strafe", "dropzone:flame")
def test_t14_four_uses_of_flame_leave_four_tokens():
    odds = duel("Strafe-4; Flame", acc=2, energy=1, **HOUSE)
    assert odds.other["collateral"].fraction(4) == 1


@pytest.mark.rule("dropzone:indirect")
class TestIndirect:
    def test_unseen_targets_are_hit_on_5_and_never_hull_down(self):
        assert hits("Indirect", acc=2, cover="hull-down", sets={"unseen": True}) == Fraction(2, 6)
        assert hits("Indirect", acc=2, cover="soft", sets={"unseen": True}) == Fraction(1, 6)

    def test_with_sight_it_hits_as_it_says(self):
        assert hits("Indirect", acc=2, cover="hull-down") == Fraction(3, 6)

    def test_unseen_scenery_too(self):
        odds = duel("Indirect", acc=2, energy=20, **HOUSE, sets={"unseen": True})
        assert odds.damage.fraction(1) == Fraction(2, 6) * Fraction(5, 6)

    def test_no_reaction_fire(self):
        odds = duel("AA-2; Indirect", acc=2, type="Aircraft", A=10, sets={"reaction": True})
        assert "Indirect" in odds.impossible


@pytest.mark.rule("dropzone:penetrative")
class TestPenetrative:
    @pytest.mark.parametrize(("delta", "faces"), [(4, (0, 0, 0, 1, 1, 2)), (6, (0,) * 5 + (1,)), (9, (0,) * 5 + (1,))])
    def test_a_natural_6_does_one_point_unless_it_is_critical(self, delta, faces):
        odds = duel("Penetrative", acc=None, energy=5, A=5 + delta, DP=9)
        assert expected(odds) == Fraction(sum(faces), 6)

    @pytest.mark.parametrize("text", ["Penetrative", "P", "penetrative"])
    def test_spellings(self, text):
        assert str(read_rule(text)) == "Penetrative"


@pytest.mark.rule("dropzone:penetrative", "dropzone:focus")
def test_hits_that_a_6_can_hurt_with_are_all_kept():
    odds = duel("Penetrative; Focus-3", acc=None, energy=3, shots=2, A=15, DP=9)
    assert odds.damage.fraction(2) == Fraction(1, 36)


@pytest.mark.rule("dropzone:strafe")
class TestStrafe:
    def test_each_use_hits_by_itself(self):
        assert duel("Strafe-2", acc=2, energy=20, A=1, DP=9).damage.fraction(4) == Fraction(25, 36) ** 2

    def test_the_uses_are_shared_out(self):
        odds = duel("Strafe-2", acc=None, energy=20, A=1, DP=1, units=2)
        assert odds.slain.fraction(2) == Fraction(25, 36)

    @pytest.mark.rule("dropzone:focus")
    def test_each_use_focuses_for_itself(self):
        odds = duel("Strafe-2; Focus-3", acc=None, energy=3, shots=2, A=12, DP=9)
        assert odds.damage.fraction(2) == Fraction(1, 36)  # one hit of 6 a use, 6 needed


@pytest.mark.rule("dropzone:tech-killer")
class TestTechKiller:
    def test_scenery_takes_nothing_and_no_token(self):
        odds = duel("Tech Killer", acc=2, energy=20, **HOUSE)
        assert odds.damage.fraction(0) == 1 and odds.other["collateral"].fraction(0) == 1

    def test_everybody_else_is_hurt(self):
        assert duel("Tech Killer", acc=2, energy=20, A=10).destroyed == Fraction(25, 36)

    @pytest.mark.rule("dropzone:devastator")
    def test_no_devastator_helps_against_scenery(self):
        assert duel("Tech Killer; DV-4 (Scenery)", acc=2, energy=20, **HOUSE).damage.fraction(0) == 1


@pytest.mark.rule("dropzone:large")
class TestLarge:
    def test_it_cannot_be_hull_down(self):
        assert hits("", unit="Large", cover="hull-down") == Fraction(4, 6)
        assert hits("", unit="Large", cover="soft") == Fraction(2, 6)

    def test_it_is_a_type_of_target(self):
        odds = duel("DV-3 (Large)", unit="Large", acc=None, energy=1, A=5, DP=9)
        assert set(odds.damage.weights) == {0, 3, 6}
        assert set(duel("DV-3 (Large)", acc=None, energy=1, A=5, DP=9).damage.weights) == {0, 1, 2}
        assert set(duel("DV-3 (Large)", acc=None, energy=1, A=5, DP=9, type="Behemoth").damage.weights) == {0, 3, 6}


@pytest.mark.rule("dropzone:alternate-fire")
class TestAlternateFire:
    def two(self, **more):
        first, second = (
            weapon("Alt-1", "Wide", acc=2, energy=4, shots=2),
            weapon("Alt-1; AA-0", "High", acc=2, energy=9),
        )
        firers = squad(first, second, name="Firers", **more)
        return firers

    def ask(self, firers, target, **more):
        from grognard.common.odds import Question, answer

        return answer(SYSTEM, Question(attacker=firers, target=target, rulings=SYSTEM.settled({}), **more))

    def test_only_the_first_profile_fires(self):
        odds = self.ask(self.two(), squad(A=8, DP=9))
        assert {s.weapon for s in odds.steps} == {"Wide"}

    def test_the_first_that_may_be_aimed_at_the_target(self):
        odds = self.ask(self.two(), squad(A=8, DP=9, type="Aircraft"))
        assert {s.weapon for s in odds.steps} == {"High"}

    def test_best_play_picks_the_better(self):
        odds = self.ask(self.two(), squad(A=13, DP=1), policy="best")
        assert odds.destroyed == Fraction(5, 6) * Fraction(3, 6)

    def test_a_named_profile_fires(self):
        odds = self.ask(self.two(), squad(A=13, DP=1), weapons=("High",))
        assert odds.destroyed == Fraction(5, 6) * Fraction(3, 6)

    @pytest.mark.parametrize("text", ["Alt-1", "ALT 1", "alternate fire 1", "ALT-1"])
    def test_spellings(self, text):
        assert str(read_rule(text)) == "Alt-1"


@pytest.mark.rule("dropzone:rapid-insertion")
def test_who_jumps_in_keeps_the_momentum():
    fight = {"melee": True, "energy": 5, "type": "Infantry", "A": 7, "DP": 1}
    assert duel("", **fight, sets={"entered": True}).destroyed == Fraction(25, 36)
    odds = duel("", by="Rapid Insertion", **fight, sets={"entered": True})
    assert odds.destroyed == Fraction(5, 6) and any("jumped in" in n for n in odds.notes)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Limited-2", "Limited 2"), ("Limited (2)", "Limited 2"), ("L-1", "Limited 1"), ("Strafe(6)", "Strafe-6"),
        ("Strafe 3", "Strafe-3"), ("Focus (2)", "Focus-2"), ("RW-1", "Reduced-1"), ('Infiltrate-18"', 'Infiltrate 18"'),
        ("Rapid Insertion", "Rapid Insertion"), ('Rapid Insertion 8"', 'Rapid Insertion 8"'), ("Dodge 4+", "Dodge 4+"),
        ("Indirect Fire", "Indirect"), ("TECH KILLER", "Tech Killer"), ("Command Center", "Command Centre"),
    ],
)  # fmt: skip
def test_every_way_of_writing_is_read(text, shown):
    assert str(read_rule(text)) == shown
