"""Which choices are made on the way to a law, and how likely each comes up: worked out by hand."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel import Best, Budget, Choose, Each, Fold, Roll, Stage, best, by_default, die
from grognard.kernel.law import Law
from grognard.kernel.made import made_in

F = Fraction
D6 = die(6, "a die")


def told(law):
    """Every choice as (player, question, answer): chance."""
    return {(m.choice.player, m.choice.question, m.answer): m.chance for m in made_in(law)}


def one():
    """A die; on 6 somebody may add 10; then the other may take 1 away."""
    face = yield Roll(D6)
    if face == 6:
        face += yield Choose(0, "add?", (0, 10))
    return face - (yield Choose(1, "take away?", (0, 1)))


def test_a_choice_comes_up_as_often_as_its_question():
    law = best(one, (), Law.mean)
    assert told(law) == {(0, "add?", 10): F(1, 6), (1, "take away?", 1): F(1)}
    assert law.fraction(15) == F(1, 6)


def test_by_default_the_same_choices_are_followed_without_being_made():
    law = Best(lambda law: 0, decide=by_default).law(one)
    assert told(law) == {(0, "add?", 0): F(1, 6), (1, "take away?", 0): F(1)}
    assert law.fraction(6) == F(1, 6)


def test_nobody_asked_nothing_made():
    assert made_in(best(lambda: (yield Roll(D6)), (), Law.mean)) == ()


def again(state, item):
    """A die, kept or not as somebody likes when it shows 6, until one is kept."""
    if state:
        return state
    if (yield Roll(D6)) == 6:
        return int((yield Choose(0, "keep?", ("no", "yes"))) == "yes")
    return 0


def thrice():
    return (yield Fold(again, 0, 3))


def test_the_same_question_later_counts_once():
    """One of three dice shows 6 with 1 - (5/6)^3; kept it is not asked again. Never kept it may be asked thrice, which is one."""
    any_six = 1 - F(5, 6) ** 3
    assert told(best(thrice, (), Law.mean)) == {(0, "keep?", "yes"): any_six}
    assert told(best(thrice, (), lambda law: -law.mean())) == {(0, "keep?", "no"): any_six}


def handful():
    """One die of a handful: again when its player likes; a 6 is worth one."""
    face = yield Roll(D6)
    if face == 1 and (yield Choose(0, "again?", ("no", "yes"))) == "yes":
        face = yield Roll(D6)
    return int(face == 6)


def thrown(n):
    return (yield Each(handful, (), n))


def added(state, outcome):
    return min(1, state + outcome)


def carried(n):
    return (yield Fold(handful, 0, n, (), added))


def twice_in_a_tree():
    """A question at either of two ends of one die."""
    face = yield Roll(D6)
    if face < 3:
        return (yield Choose(0, "more?", (0, 1)))
    if face < 4:
        return 1 + (yield Choose(0, "more?", (0, 1)))
    return 0


def test_a_question_inside_a_handful_comes_up_when_one_die_comes_to_it():
    come = 1 - F(5, 6) ** 2
    assert told(best(thrown, (2,), Law.mean)) == {(0, "again?", "yes"): come}
    assert told(best(carried, (2,), Law.mean)) == {(0, "again?", "yes"): come}
    both = best(lambda: (yield Each(twice_in_a_tree, (), 1)), (), Law.mean)
    assert told(both) == {(0, "more?", 1): F(1, 2)}


def two_stages():
    first = yield Stage(one)
    return first + (yield Stage(one))


def test_the_same_question_in_two_stages_comes_up_in_either():
    law = best(two_stages, (), Law.mean)
    assert told(law) == {(0, "add?", 10): F(11, 36), (1, "take away?", 1): F(1)}


def test_a_question_may_have_several_answers():
    """After a low first die it pays to double, after a high one to add."""

    def doubled():
        face = yield Roll(D6)
        way = yield Choose(0, "which way?", ("double", "add two"))
        return face * 2 if way == "double" else face + 2

    chances = told(best(doubled, (), Law.mean))
    assert chances == {(0, "which way?", "double"): F(5, 6), (0, "which way?", "add two"): F(1, 6)}
    assert told(best(doubled, (), Law.mean, Budget(1000))) == chances
