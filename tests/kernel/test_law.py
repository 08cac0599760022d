"""Laws: exact integers, their sums and mixtures."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.errors import GrognardError
from grognard.kernel import Law, mixture, point
from grognard.kernel import law as law_module

from .trees import added, fractions

numbers = st.dictionaries(st.integers(-4, 12), st.integers(1, 9), min_size=1, max_size=5)
tuples = st.integers(1, 3).flatmap(
    lambda n: st.dictionaries(st.tuples(*[st.integers(-2, 4)] * n), st.integers(1, 9), min_size=1, max_size=4)
)


def as_law(weights):
    return Law(weights, sum(weights.values()))


@given(numbers | tuples, st.integers(1, 7))
def test_the_sum_of_n_is_the_plain_convolution(weights, n):
    law = as_law(weights)
    assert fractions(law.times(n)) == reduce(added, [fractions(law)] * n)


@given(numbers, st.integers(1, 12))
def test_the_sum_of_n_agrees_with_icepool(weights, n):
    theirs = n @ icepool.Die(weights)
    ours = as_law(weights).times(n)
    assert fractions(ours) == {o: theirs.probability(o) for o in theirs.outcomes()}


@given(tuples, st.integers(1, 4))
def test_sparse_and_packed_sums_of_tuples_are_the_same(weights, n):
    law = as_law(weights)
    packed = law_module._PACKED_BITS
    try:
        law_module._PACKED_BITS = 0
        sparse = law.times(n)
    finally:
        law_module._PACKED_BITS = packed
    assert sparse == law.times(n)


def test_no_dice_at_all():
    assert Law({0: 1, 1: 2}, 3).times(0) == point(0)
    assert Law({0: 1, 5: 2, 7: 1}, 4).times(0) == point(0)
    assert Law({(1, 2): 1, (0, 1): 1}, 2).times(0) == point((0, 0))


def test_a_certain_number_times_n():
    assert Law({3: 4}, 4).times(5) == point(15)


def test_large_sums_are_exact():
    law = Law({0: 5, 1: 1}, 6).times(300)
    assert law.fraction(300) == Fraction(1, 6**300)
    wide = Law({0: 3, 1: 2, 2: 1}, 6).times(200)
    assert sum(wide.weights.values()) == wide.den
    assert wide.fraction(400) == Fraction(1, 6**200)


@given(numbers)
def test_mean_and_chances_follow_from_the_weights(weights):
    law = as_law(weights)
    mean = sum(o * p for o, p in fractions(law).items())
    assert law.mean() == pytest.approx(float(mean))
    assert law.mean(lambda o: o + 1) == pytest.approx(float(mean) + 1)
    assert law.chance_of(lambda o: True) == 1
    assert sum(law.chance(o) for o in law.weights) == pytest.approx(1)
    assert law.chance("never") == 0 and law.fraction("never") == 0


@given(numbers)
def test_the_lowest_form_is_the_same_law(weights):
    law = as_law({o: 6 * w for o, w in weights.items()})
    assert law.lowest() == law
    assert law.lowest().den <= law.den
    assert dict(law.items()) == law.weights


def test_equal_laws_and_other_things():
    assert Law({0: 1, 1: 1}, 2) == Law({1: 3, 0: 3}, 6)
    assert Law({0: 1, 1: 1}, 2) != Law({0: 1, 1: 2}, 3)
    assert Law({0: 1}, 1) != 0
    assert repr(point(0)) == "Law({0: 1}, 1)"
    with pytest.raises(TypeError):
        hash(point(0))


@given(st.lists(st.tuples(st.integers(1, 5), numbers), min_size=1, max_size=4))
def test_a_mixture_weighs_its_parts(parts):
    den = sum(w for w, _ in parts)
    expected: dict[int, Fraction] = {}
    for w, weights in parts:
        for o, p in fractions(as_law(weights)).items():
            expected[o] = expected.get(o, Fraction(0)) + Fraction(w, den) * p
    assert fractions(mixture([(w, as_law(weights)) for w, weights in parts], den)) == expected


@given(numbers)
def test_a_turned_law_keeps_its_weight(weights):
    law = as_law(weights).map(lambda o: o % 2)
    assert sum(law.weights.values()) == law.den


TWO_DICE = Law({n: 6 - abs(n - 7) for n in range(2, 13)}, 36)


def test_a_law_reads_like_a_dict_of_chances():
    assert list(TWO_DICE) == list(range(2, 13)) and len(TWO_DICE) == 11
    assert TWO_DICE[7] == 6 / 36 and TWO_DICE[13] == 0
    assert 2 in TWO_DICE and 1 not in TWO_DICE
    assert TWO_DICE.to_dict()[12] == 1 / 36 and sum(TWO_DICE.to_dict().values()) == pytest.approx(1)
    assert Law({}, 1), "a law is a law, however little is in it"


def test_the_spread_of_two_dice():
    """35/12 for each die."""
    assert TWO_DICE.std() == pytest.approx((35 / 6) ** 0.5)
    assert point(3).std() == 0


def test_at_least_counts_the_outcome_itself():
    assert TWO_DICE.at_least(7) == 21 / 36
    assert TWO_DICE.at_least(2) == 1 and TWO_DICE.at_least(13) == 0


def test_quantiles_are_exact():
    """A tenth is a tenth: no rounding of binary numbers moves the quantile to the next outcome."""
    tenths = Law(dict.fromkeys(range(10, 0, -1), 1), 10)
    assert [tenths.quantile(n / 10) for n in range(1, 11)] == list(range(1, 11))
    assert tenths.quantile(0) == 1 and tenths.quantile(Fraction(1, 3)) == 4
    assert TWO_DICE.quantile(Fraction(21, 36)) == 7 and TWO_DICE.quantile(Fraction(22, 36)) == 8
    with pytest.raises(GrognardError, match="is no chance"):
        tenths.quantile(1.5)
    assert Law({}, 1).quantile(0.5) is None
