"""Folds whose runs must pass a test first: the dice of that test fall together, the law is that of two asks."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel import Choose, Each, Fold, Roll, Scripted, Test, best, exact, play

HIT = Test("hit", 6, (False, False, True, True, True, True))
HARM = Test("harm", 6, (0, 0, 0, 1, 1, 2))


def hits():
    return (yield Roll(HIT))


def counted():
    return int((yield Roll(HIT)))


def harms(weak):
    lost = yield Roll(HARM)
    return lost + (weak and lost > 0)


def asks(weak):
    lost = yield Roll(HARM)
    more = (yield Choose(0, "press on?", (0, 1))) if weak and lost else 0
    return lost + more


def weak_at(state):
    return None if state <= 0 else (state < 3,)


def less(state, lost):
    return state - lost


def sieved(stage, n):
    return (yield Fold(stage, 5, n, weak_at, less, sieve=(hits, ())))


def in_two(stage, n):
    passed = yield Each(counted, (), n)
    return (yield Fold(stage, 5, passed, weak_at, less))


def test_the_law_is_that_of_two_asks():
    for n in range(6):
        assert exact(sieved, (harms, n)) == exact(in_two, (harms, n))
    assert exact(sieved, (harms, 1)).fraction(5) == Fraction(1, 3) + Fraction(2, 3) * Fraction(1, 2)


def test_played_the_first_dice_fall_together():
    # three dice to hit, two pass; the second wound finds the target weak
    assert play(sieved(harms, 3), Scripted([1, 3, 6, 6, 5])) == 2
    assert play(sieved(harms, 1), Scripted([1])) == 5  # one run needs no tree


def test_with_fixed_arguments_the_second_dice_fall_together_too():
    def fixed():
        return (yield Fold(harms, 5, 3, (True,), less, sieve=(hits, ())))

    assert play(fixed(), Scripted([1, 3, 6, 6, 1])) == 2
    assert exact(fixed) == exact(lambda: (yield from _fixed_in_two()))


def _fixed_in_two():
    passed = yield Each(counted, (), 3)
    return (yield Fold(harms, 5, passed, (True,), less))


def test_best_play_chooses_in_a_sieved_fold():
    def worth(law):
        return Fraction(sum(-state * weight for state, weight in law.items()), law.den)

    for n in (2, 4):  # with four dice the target may become weak, and then there is something to choose
        assert best(sieved, (asks, n), worth) == best(in_two, (asks, n), worth)
