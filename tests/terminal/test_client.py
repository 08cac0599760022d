"""At the keyboard: what is typed is played as the engine would play it, and what is wrong is said in words."""

import random

import pytest

from grognard import systems

from .at_table import client, typed, until
from .soak import line


@pytest.mark.parametrize("system", systems.NAMES)
def test_a_battle_is_played_to_its_end_by_numbers(system):
    at = client(system, rounds=2)
    for _ in range(2000):
        if at.over is not None:
            break
        before = at.version
        at.read("usual" if at.ask.default is not None else str(1 + before % len(at.ask.options)))
        assert at.version > before, at.ask.prompt
    assert at.over is not None and at.over.digest == at.room.session.digest()
    assert any("victory points" in line for line in at.over.lines)


def test_the_question_the_options_and_the_letters_of_units_are_shown():
    at = client("usr")
    until(at, "Move which unit")
    said = "\n".join(typed(at, ""))
    assert "Move which unit?" in said and "1  Lantern Watch [A]" in said


def test_an_option_may_be_named_by_a_part_of_its_name_or_by_its_letter():
    at = client("usr")
    until(at, "Move which unit")
    typed(at, "gate")
    assert "Gate Watch" in at.ask.prompt
    typed(at, "undo", "C")
    assert "Furnace Crew" in at.ask.prompt


def test_an_unknown_name_says_what_there_is():
    at = client("usr")
    until(at, "Move which unit")
    assert any("unknown option" in line for line in typed(at, "Gatte Wotch"))
    assert any("there is no option 99" in line for line in typed(at, "99"))


def test_a_pick_is_taken_back_and_played_again():
    at = client("usr")
    until(at, "Move which unit")
    first = at.ask.prompt
    typed(at, "1")
    second = at.ask.prompt
    typed(at, "undo")
    assert at.ask.prompt == first
    typed(at, "redo")
    assert at.ask.prompt == second


def test_why_says_what_may_act_and_what_not():
    at = client("usr")
    until(at, "Move which unit")
    typed(at, "1")
    assert typed(at, "why")


@pytest.mark.parametrize("text", ["3551", "3 5 5 1", "3,5,5,1"])
def test_faces_are_understood_as_people_write_them(text):
    at = client("usr", (0, 1), "typed")
    while at.ask.dice is None or at.ask.dice.n != 4:
        if at.ask.dice is not None:
            at.read(" ".join(["4"] * at.ask.dice.n))
        else:
            at.read("usual" if at.ask.default is not None else "1")
    typed(at, text)
    assert at.room.session.inputs[-1] == bytes([3, 5, 5, 1])
    typed(at, "undo")
    assert at.ask.dice is not None and at.ask.dice.n == 4, "a slip of the finger is taken back"


def test_a_wrong_number_of_dice_says_how_many_are_needed():
    at = client("usr", (0, 1), "typed")
    while at.ask.dice is None:
        at.read("usual" if at.ask.default is not None else "1")
    n = at.ask.dice.n
    assert any("needed" in line for line in typed(at, "1 " * (n + 1)))
    assert any("no face" in line for line in typed(at, "9 " * n))


@pytest.mark.parametrize("system", systems.NAMES)
@pytest.mark.parametrize("dice", ["seeded", "typed"])
def test_whatever_is_typed_is_answered_in_words(system, dice, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # 'save' writes files
    at = client(system, dice=dice, rounds=1)
    rng = random.Random(system + dice)
    for _ in range(250):
        assert at.over is not None or any(at.read(line(at, rng))), "silence is no answer"
    assert at.room.session.digest(), "the battle goes on"
