"""Under best play the reasons are those of the choices made: the figures of the steps multiply to the result."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.common.odds import Question, answer
from grognard.common.odds.odds_report import lines
from grognard.systems.dropzone.examples import duel, squad, weapon
from grognard.systems.dropzone.system import SYSTEM

F = Fraction
WIDE, HIGH = weapon("Alt-1", "Wide", acc=3, energy=7), weapon("Alt-1", "High", acc=2, energy=10)


def ask(attacker, target, **more):
    return answer(SYSTEM, Question(attacker=attacker, target=target, rulings=SYSTEM.settled({}), **more))


def figure(found, name, weapon=""):
    """The chance of the only step of this name."""
    (told,) = [s for s in found.steps if s.name == name and weapon in s.weapon]
    return F(told.chance).limit_denominator(1000)


def choices(found):
    return {(c.player, c.question, c.answer): c.chance for c in found.choices}


def reasons(found, name):
    return [b.says for s in found.steps if s.name == name for b in s.because if b.rule == "chosen"]


def test_hits_given_up_are_told_with_what_the_others_gain_and_how_often():
    """Two hits on 3+: one given up makes Energy 7 of 4, 3+ against Armour 8; one hit alone needs a 6."""
    found = duel("Focus-3", acc=3, energy=4, shots=2, A=10, DP=1, policy="best")
    both = ("attacker", "give up hits of Gun (Focus)?", "1 of 2: 1 with Energy +3")
    assert choices(found) == {both: F(4, 9)}
    assert reasons(found, "Energy +3: to damage") == ["by the attacker: 1 of 2: 1 with Energy +3, 44.4 % of the time"]
    hit, plain, strong = (figure(found, name) for name in ("to hit", "to damage", "Energy +3: to damage"))
    assert choices(found)[both] * strong + 2 * hit * (1 - hit) * plain == found.slain.fraction(1)


def test_hits_that_are_kept_say_so():
    """Energy 9 hurts Armour 8 on 2+, so nothing is given up."""
    found = duel("Focus-1", acc=3, energy=9, shots=2, A=8, DP=9, policy="best")
    assert choices(found) == {("attacker", "give up hits of Gun (Focus)?", "none of 2"): F(4, 9)}
    assert reasons(found, "to damage") == ["by the attacker: none of 2, 44.4 % of the time"]


def test_strengthened_hits_are_saved_like_others():
    """Each Damage Point has its save, and a critical makes two of them."""
    found = duel("Focus-4", acc=3, energy=9, shots=2, A=13, DP=1, CM="P5+", policy="best")
    hit, through = figure(found, "to hit"), 1 - figure(found, "passive save")

    def slays(how):
        critical = figure(found, f"{how}critical")
        return (figure(found, f"{how}to damage") - critical) * through + critical * (1 - (1 - through) ** 2)

    assert hit**2 * slays("Energy +4: ") + 2 * hit * (1 - hit) * slays("") == found.slain.fraction(1)


def test_combined_fire_is_named_and_multiplies():
    found = duel("Reduced-1", acc=2, energy=3, shots=4, A=11, policy="best")
    assert choices(found) == {("attacker", "how is Gun fired?", "1 x Gun, combined"): 1}
    assert reasons(found, "shots") == ["by the attacker: 1 x Gun, combined"]
    assert figure(found, "to hit") * figure(found, "to damage") == F(5, 6) * F(2, 6) == found.slain.fraction(1)


@pytest.mark.parametrize(("policy", "name"), [("best", "High"), ("default", "Wide")])
def test_the_profile_that_fires_is_the_one_that_is_explained(policy, name):
    found = ask(squad(WIDE, HIGH), squad(A=12, DP=1), policy=policy)
    assert choices(found) == {("attacker", "how is Wide or High fired?", f"1 x {name}"): 1}
    assert {s.weapon for s in found.steps} == {name}
    assert figure(found, "to hit") * figure(found, "to damage") == found.slain.fraction(1)


def test_units_that_fire_differently_are_counted():
    """One big gun is enough for the tank, the other unit does best with its wide one at the two light ones."""
    found = ask(squad(WIDE, HIGH, units=2), squad(A=12, DP=1, units=2), policy="best")
    assert [c.answer for c in found.choices] == ["2 x High", "1 at one, 1 at another"]
    each = figure(found, "to hit") * figure(found, "to damage")
    assert each**2 == found.slain.fraction(2)


def test_where_fire_goes_is_named_beside_the_figure():
    found = duel("", firers=3, units=2, A=11, policy="best")
    assert choices(found) == {("attacker", "at which units does Gun fire?", "2 at one, 1 at another"): 1}
    told = lines(found)
    assert "      Shared out: 2 at one, 1 at another: where they destroy most" in told
    assert "  attacker: at which units does Gun fire? 2 at one, 1 at another" in told
    each = figure(found, "to hit") * figure(found, "to damage")
    assert each * (1 - (1 - each) ** 2) == found.slain.fraction(2)


def test_one_unit_leaves_nothing_to_share_out():
    assert duel("", firers=3, policy="best").choices == () == duel("", firers=3).choices


def test_it_is_said_which_units_there_are_and_what_is_counted_is_headed_in_words():
    found = ask(squad(weapon("", "Gun", energy=10)), squad(name="B", units=3))
    assert found.aim.needs.startswith("3 x ")
    assert "  critical hits    chance   at least" in lines(found)
