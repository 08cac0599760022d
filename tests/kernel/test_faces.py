"""Tests of one die, and dice read together."""

from __future__ import annotations

from fractions import Fraction

import icepool

from grognard.kernel import Pool, Scripted, Test, Throw, d3, die, highest, reading, total
from grognard.kernel.play import Play

from .trees import fractions


def low(faces):
    return sum(faces) <= 4


def test_a_reroll_reads_the_second_throw_in_its_own_way():
    test = Test("to wound", 6, (0, 0, 0, 1, 1, 1), again=(1, 2, 3), second=(0, 0, 0, 0, 0, 1))
    assert reading(test).law.fraction(1) == Fraction(1, 2) + Fraction(1, 2) * Fraction(1, 6)


def test_an_outcome_only_the_second_throw_can_have():
    test = Test("odd", 6, ("a",) * 6, again=(1,), second=("b",) * 6)
    assert fractions(reading(test).law) == {"a": Fraction(5, 6), "b": Fraction(1, 6)}


def test_sums_highest_and_halves_agree_with_icepool():
    assert fractions(reading(total(3, 6)).law) == {o: (3 @ icepool.d6).probability(o) for o in range(3, 19)}
    best = icepool.highest(icepool.d6, icepool.d6)
    assert fractions(reading(highest(2, 6)).law) == {o: best.probability(o) for o in range(1, 7)}
    assert fractions(reading(d3()).law) == {n: Fraction(1, 3) for n in (1, 2, 3)}
    assert fractions(reading(die(10)).law) == {n: Fraction(1, 10) for n in range(1, 11)}


def test_a_throw_thrown_again_together():
    throw = Throw("2D6", (6, 6), sum, (), low)
    plain = fractions(reading(total(2, 6)).law)
    repeated = sum(plain[n] for n in (2, 3, 4))
    expected = {n: (0 if n <= 4 else plain[n]) + repeated * plain[n] for n in range(2, 13)}
    assert fractions(reading(throw).law) == expected


def test_a_throw_that_is_never_thrown_again():
    assert reading(Throw("2D6", (6, 6), sum, (), lambda faces: False)).law == reading(total(2, 6)).law


def test_dice_whose_order_does_not_matter_are_read_in_fewer_ways():
    read = []

    def added(faces):
        read.append(faces)
        return sum(faces)

    told = reading(Throw("5D6", (6,) * 5, added, ordered=False))
    assert len(read) == 252 and told.law == reading(Throw("5D6", (6,) * 5, sum)).law
    assert told.kinds == reading(Throw("5D6 in order", (6,) * 5, sum)).kinds
    either = [Throw("3D6", (6,) * 3, sum, (), low, ordered) for ordered in (True, False)]
    assert reading(either[0]).law == reading(either[1]).law
    assert reading(total(16, 6)).law.mean() == 56.0, "not in 6 to the power of 16 ways"


def test_equal_outcomes_of_different_types_stay_what_they_are():
    truth = Test("to hit", 6, (False, False, True, True, True, True))
    numbers = Test("to hit", 6, (0, 0, 1, 1, 1, 1))
    assert [type(kind) for kind in reading(truth).kinds] == [bool, bool]
    assert [type(kind) for kind in reading(numbers).kinds] == [int, int]
    again = Test("to hit", 6, (0, 0, 1, 1, 1, 1), (1,), (False, False, True, True, True, True))
    assert reading(again) is not reading(Test("to hit", 6, (0, 0, 1, 1, 1, 1), (1,), (0, 0, 1, 1, 1, 1)))


def test_readings_are_made_once():
    assert reading(die(6)) is reading(die(6))


def test_true_and_one_are_different_outcomes():
    numbers, truths = Test("to hit", 6, (0, 0, 1, 1, 1, 1)), Test("to hit", 6, (False, False, True, True, True, True))
    assert {type(k) for k in reading(numbers).kinds} == {int}
    assert {type(k) for k in reading(truths).kinds} == {bool}


def test_what_a_second_throw_means_may_depend_on_the_first():
    """A 1 may be thrown again for 3 and more, a 2 only for 6: (4 + 4/6 + 1/6) / 6 = 29/36."""
    hits = tuple(f >= 3 for f in range(1, 7))
    test = Test("to hit", 6, hits, again=(1, 2), others=((2, (False,) * 5 + (True,)),))
    assert reading(test).law.fraction(True) == Fraction(29, 36)
    played = Play(Scripted([1, 2, 2, 5, 3, 5, 6])).answer(Pool(test, 4))
    assert played == (3, 1)  # 5 hits; the 1 became 3: hit; the first 2 became 5: no hit; the second 6: hit
