"""Answers that are looked up."""

from __future__ import annotations

import pytest

from grognard.kernel.answers import Answers, looked_up


def test_an_answer_is_worked_out_once_and_the_older_half_dropped_when_there_are_too_many():
    asked = []
    answers = Answers(lambda n: asked.append(n) or n * n, 4)
    ask = answers.__getitem__
    assert [ask(n) for n in (1, 2, 3, 4, 1)] == [1, 4, 9, 16, 1] and asked == [1, 2, 3, 4]
    assert ask(5) == 25 and list(answers) == [3, 4, 5]  # 1 and 2 had to go
    assert ask(1) == 1 and asked == [1, 2, 3, 4, 5, 1]


def test_room_for_one_answer_is_room_for_the_last():
    answers = Answers(str, 1)
    assert [answers[n] for n in (1, 2, 2)] == ["1", "2", "2"] and list(answers) == [2]


def test_a_question_that_fails_is_asked_again():
    answers = Answers(lambda n: 1 / n, 4)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            answers[0]
    assert answers == {}


def test_a_function_may_be_looked_up():
    asked = []

    @looked_up(8)
    def double(n):
        asked.append(n)
        return 2 * n

    assert double(4) == double(4) == 8 and asked == [4]
