"""Played through all faces, exact, icepool and plain fractions: one law."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

import icepool
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.kernel import Each, Fold, Pool, Roll, Stage, Test, exact, play, reading, total
from grognard.kernel.tree import law_of, tree
from tests.lines import law_of_lines

from .trees import added, fractions, numbers, pairs, specs, walk, worked_out

small = settings(max_examples=40, deadline=None)


def throws(spec) -> int:
    """The most faces one run can come to."""
    if not (isinstance(spec, tuple) and spec and spec[0] == "test"):
        return 1
    _, sides, _, again, _, below = spec
    return sides * (sides if again else 1) * max(map(throws, below))


def each(spec, n):
    return (yield Each(walk, (spec,), n))


def capped(state, outcome):
    return min(state + outcome, 4)


def fold(spec, n):
    return (yield Fold(walk, 0, n, (spec,), capped))


@given(specs(numbers | pairs))
def test_the_tree_of_a_stage_is_the_plain_law(spec):
    assert fractions(law_of(tree(walk, (spec,))).lowest()) == worked_out(spec)
    assert fractions(exact(walk, (spec,))) == worked_out(spec)


@small
@given(specs(numbers).filter(lambda spec: throws(spec) <= 72))
def test_a_stage_played_through_all_faces_is_the_exact_law(spec):
    assert law_of_lines(lambda dice: play(walk(spec), dice)) == worked_out(spec)


@small
@given(specs(numbers), st.integers(0, 6))
def test_each_is_the_plain_convolution_and_icepool(spec, n):
    ours = fractions(exact(each, (spec, n)))
    assert ours == reduce(added, [worked_out(spec)] * n, {0: Fraction(1)})
    law = worked_out(spec)
    den = reduce(lambda a, b: a * b.denominator, law.values(), 1)
    theirs = n @ icepool.Die({o: int(p * den) for o, p in law.items()})
    assert ours == {o: theirs.probability(o) for o in theirs.outcomes()}


@small
@given(specs(pairs), st.integers(1, 4))
def test_each_adds_tuples_place_by_place(spec, n):
    assert fractions(exact(each, (spec, n))) == reduce(added, [worked_out(spec)] * n)


@small
@given(specs(numbers).filter(lambda spec: throws(spec) <= 36), st.integers(1, 2))
def test_handfuls_played_through_all_faces_are_the_exact_law(spec, n):
    assert law_of_lines(lambda dice: play(each(spec, n), dice)) == fractions(exact(each, (spec, n)))
    assert law_of_lines(lambda dice: play(fold(spec, n), dice)) == fractions(exact(fold, (spec, n)))


@small
@given(specs(numbers), st.integers(0, 9))
def test_a_fold_is_the_plain_chain(spec, n):
    law = {0: Fraction(1)}
    for _ in range(n):
        after: dict[int, Fraction] = {}
        for state, p in law.items():
            for outcome, q in worked_out(spec).items():
                after[capped(state, outcome)] = after.get(capped(state, outcome), Fraction(0)) + p * q
        law = after
    assert fractions(exact(fold, (spec, n))) == law


# --- a volley in four tests, as players know it ---------------------------------------------------------------------

TO_HIT = Test("to hit", 6, (0, 0, 1, 1, 1, 1), again=(1,))
TO_WOUND = Test("to wound", 6, (0, 0, 0, 1, 1, 1))
SAVE = Test("save", 6, (0, 0, 0, 0, 1, 1))
IGNORE = Test("ignore", 6, (0, 0, 0, 0, 1, 1))


def shot():
    if not (yield Roll(TO_HIT)) or not (yield Roll(TO_WOUND)):
        return 0
    if (yield Roll(SAVE)) or (yield Roll(IGNORE)):
        return 0
    return 1


def volley(n):
    return (yield Each(shot, (), n))


def by_pools(n, tests=(TO_HIT, TO_WOUND, SAVE, IGNORE)):
    """The same volley thrown pool by pool, as it is done at the table."""
    for test in tests:
        kinds = reading(test).kinds
        tally = yield Pool(test, n)
        n = tally[kinds.index(0 if test in (SAVE, IGNORE) else 1)]
    return n


def test_ten_shots_by_dice_by_pools_and_by_icepool_are_one_law():
    hit = icepool.d6.reroll([1], depth=1) >= 3
    one = (hit & (icepool.d6 >= 4) & ~(icepool.d6 >= 5) & ~(icepool.d6 >= 5)).map({True: 1, False: 0})
    theirs = 10 @ one
    law = exact(volley, (10,))
    assert fractions(law) == {o: theirs.probability(o) for o in theirs.outcomes()}
    assert exact(by_pools, (10,)) == law


def test_pools_played_through_all_faces_are_the_exact_law():
    few = (TO_HIT, SAVE)
    assert law_of_lines(lambda dice: play(by_pools(2, few), dice)) == fractions(exact(by_pools, (2, few)))


# --- a Markov chain with D3 damage into models of two wounds --------------------------------------------------------


def wound_of_three():
    if not (yield Roll(TO_WOUND)) or (yield Roll(SAVE)):
        return 0
    return (yield Roll(Test("damage", 6, (1, 1, 2, 2, 3, 3))))


def hurt(state, damage):
    """Two wounds a model, what is over is lost; at three models slain there is nobody left."""
    slain, wounds = state
    wounds += damage
    return (slain + 1, 0) if wounds >= 2 else (slain, wounds)


def nobody_left(state):
    return None if state[0] == 3 else ()


def damage(n):
    return (yield Fold(wound_of_three, (0, 0), n, nobody_left, hurt))


def test_damage_without_spilling_over_agrees_with_icepool():
    one = (icepool.d6 >= 4) & ~(icepool.d6 >= 5)
    per_shot = icepool.map(lambda hit, d: d if hit else 0, one, icepool.d3)
    die = icepool.Die([(0, 0)])
    for _ in range(12):
        die = icepool.map(lambda s, w, d: (s, w) if s == 3 else hurt((s, w), d), die, per_shot)
    assert fractions(exact(damage, (12,))) == {tuple(o): die.probability(o) for o in die.outcomes()}


def test_a_chain_played_through_all_faces_is_the_exact_law():
    assert law_of_lines(lambda dice: play(damage(2), dice)) == fractions(exact(damage, (2,)))


def charge(n):
    """A stage, then a throw of two dice that decides how the next goes."""
    far = yield Stage(_far, ())
    if not far:
        return 0
    return (yield Each(shot, (), n))


def _far():
    return (yield Roll(total(2, 6))) >= 7


def test_stages_are_merge_points_without_an_effect_on_the_law():
    far = Fraction(21, 36)
    expected = {o: far * p for o, p in fractions(exact(volley, (2,))).items()}
    expected[0] += 1 - far
    assert fractions(exact(charge, (2,))) == expected
