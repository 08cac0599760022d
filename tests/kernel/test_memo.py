"""One memory for pure functions."""

from __future__ import annotations

from inspect import getdoc, signature

import pytest

from grognard.kernel.memo import forget, memo


def test_a_question_is_worked_out_once_until_everything_is_forgotten():
    asked = []

    @memo(4)
    def square(n: int, *, plus: int = 0) -> int:
        """The square of a number."""
        asked.append(n)
        return n * n + plus

    assert [square(2), square(2), square(n=3, plus=1)] == [4, 4, 10] and asked == [2, 3]
    forget()
    assert square(2) == 4 and asked == [2, 3, 2]
    assert getdoc(square) == "The square of a number." and list(signature(square).parameters) == ["n", "plus"]


def test_it_is_bounded_and_keeps_no_error():
    asked = []

    @memo(2)
    def inverse(n: int) -> float:
        asked.append(n)
        return 1 / n

    for n in (1, 2, 4, 1):
        inverse(n)
    assert asked == [1, 2, 4, 1]
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            inverse(0)
