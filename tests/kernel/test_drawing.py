"""Numbers drawn with less ado are those that the generator's own methods draw."""

from __future__ import annotations

from random import Random

import pytest

from grognard.kernel.drawing import below, shuffled


@pytest.mark.parametrize("n", [1, 2, 3, 7, 8, 9, 100])
def test_a_number_is_the_one_that_randrange_draws(n):
    ours, its = Random(n), Random(n)
    assert [below(ours, n) for _ in range(50)] == [its.randrange(n) for _ in range(50)]
    assert ours.getstate() == its.getstate()


def test_nothing_is_drawn_below_one():
    with pytest.raises(ValueError, match="below 0"):
        below(Random(1), 0)


@pytest.mark.parametrize("n", [0, 1, 2, 5, 20])
def test_an_order_is_the_one_that_shuffle_draws(n):
    for seed in range(10):
        ours, its, order = Random(seed), Random(seed), list(range(n))
        its.shuffle(order)
        assert shuffled(ours, n) == order
        assert ours.getstate() == its.getstate()
