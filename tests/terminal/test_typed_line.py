"""What a person types at the table is read as he means it, and whatever he types is answered in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.errors import GrognardError
from grognard.terminal.typed_line import (
    By,
    MoveWord,
    OptionWords,
    To,
    Towards,
    TryOut,
    TurnTo,
    TypedCommand,
    read,
    two_names,
)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("4", OptionWords("4")),
        ("3 5 5 1", OptionWords("3 5 5 1")),
        ("Lantern Watch", OptionWords("Lantern Watch")),
        ("  to   12, 30.5 ", To(12.0, 30.5)),
        ("to 12 30 0 1", To(12.0, 30.0, facing=(0.0, 1.0))),
        ("n 4", By(0.0, 4.0)),
        ('W 2.5"', By(-2.5, 0.0)),
        ("n", OptionWords("n")),
        ("towards #2", Towards("#2", None)),
        ("away from Thornkin 3", Towards("Thornkin", 3.0, away=True)),
        ("model 2 towards b 1", Towards("b", 1.0, model=2)),
        ("face Thornkin", TurnTo("Thornkin")),
        ("try s 3", TryOut(By(0.0, -3.0))),
        ("done", MoveWord("done")),
        ("HELP", TypedCommand("?")),
        ("q", TypedCommand("quit")),
        ("why Gate Watch", TypedCommand("why", "Gate Watch")),
        ("to objective 2", OptionWords("to objective 2")),
    ],
)
def test_a_line_is_read_as_it_is_meant(text, line):
    assert read(text) == line


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("to 12", "two numbers in inches"),
        ("to 12 1e9", "two numbers in inches"),
        ("n four", "no number of inches"),
        ("model x n 2", "no number of a model"),
        ("model 0 n 2", "no number of a model"),
        ("model 2 stay", "where does the model go"),
        ("try 4", "needs a move"),
        ("towards", "towards what"),
    ],
)
def test_what_is_not_written_as_it_should_be_says_how(text, says):
    with pytest.raises(GrognardError) as error:
        read(text)
    assert says in error.value.what and error.value.hint


def test_two_names_may_be_parted_as_people_part_them():
    assert two_names("Gate Watch, Thornkin") == two_names("Gate Watch to Thornkin") == ("Gate Watch", "Thornkin")
    with pytest.raises(GrognardError):
        two_names("Gate")


@given(st.text(max_size=60))
def test_nothing_that_is_typed_is_more_than_an_error(text):
    try:
        read(text)
    except GrognardError as error:
        assert error.what
