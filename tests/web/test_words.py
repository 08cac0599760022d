"""Every option of every question has words: a person never reads a bare number, an index or a value of ours."""

from __future__ import annotations

import re
from typing import Any

import pytest

from grognard import battles
from grognard.common import battle, option_words, saying
from grognard.kernel.asks import Choose
from grognard.table.geometry import Footprint, Formation
from grognard.table.state import Table, Unit
from grognard.table.templates import Circle
from grognard.web import prompts

BARE = re.compile(r"^-?\d+(\.\d+)?$|[\[\]{}<>=]|object at|\(\d+, ?\d+\)|\('|__|^\s*$")
FORCES = {
    "command": (("command/A", "command/B"), ("command/gilded-hunt", "command/iron-orchard")),
    "dropzone": (("dropzone/A", "dropzone/B"), ("dropzone/B", "dropzone/A")),
    "usr": (("usr/A", "usr/B"), ("usr/ashen-choir", "usr/storm-brood"), ("usr/iron-caravan", "usr/veiled-company")),
    "void": (("void/A", "void/B"), ("void/brass-meridian", "void/saltmarsh-levy")),
}


class Reader:
    """A bot that picks as another does, and reads all the words first."""

    def __init__(self, bot: Any, wrong: list[str]) -> None:
        self.bot, self.wrong = bot, wrong

    def choose(self, t: Table, ask: Choose) -> Any:
        menu = prompts.menu(t, ask, 0)
        words = [option.words for option in menu.asked.options]
        self.wrong += [f"{ask.question} {words}: no two may be alike"] if len(set(words)) < len(words) else []
        self.wrong += [f"{ask.question} {word!r}" for word in words if BARE.search(word)]
        plain = {o for o in menu.options if type(o) is int} if ask.says is None else set()
        gone = [t.name(u) for u in plain if not 0 <= u < len(t.units) or not (t[u].alive or t[u].place == "joined")]
        self.wrong += [f"{ask.question} {gone}: not units that could be meant"] if gone else []
        assert menu.asked.prompt[0].isupper() or not menu.asked.prompt[0].isalpha()
        return self.bot.choose(t, ask)


@pytest.mark.parametrize("system", sorted(FORCES))
def test_every_option_has_words(system):
    wrong: list[str] = []
    for seed, (ours, theirs) in enumerate(FORCES[system]):
        setup = battles.setup(ours, theirs, seed=seed, rounds=3, bots=("random", "random"))
        game = battle.game_of(battle.system_of(system))
        players = [Reader(battle.player_of("random", seed, side, game), wrong) for side in (0, 1)]
        battle.begin(setup, players=players).play()
    assert not wrong


BASE = Footprint("round", 0.5, 0.5)


def table() -> Table:
    kind = type("Kind", (), {"name": "Gate Watch", "models": ()})
    other = type("Kind", (), {"name": "Thornkin", "models": ()})
    return Table(
        [
            Unit(0, 0, kind, Formation(((3.0, 3.0),), (BASE,)), place="table"),
            Unit(1, 1, other, Formation(((9.0, 3.0), (10.0, 3.0)), (BASE, BASE)), place="table"),
        ]
    )


def said(options: tuple[Any, ...], says: Any = None) -> list[str]:
    return option_words.words(table(), Choose(0, "which?", options, says=says), options)


def test_a_text_is_itself_and_a_number_is_a_unit_unless_the_question_says_otherwise():
    assert said((0, 1, "nobody")) == ["Gate Watch", "Thornkin", "nobody"]
    assert said((0, 1, 2), saying.count("warp charge die", "warp charge dice", "none")) == [
        "none",
        "1 warp charge die",
        "2 warp charge dice",
    ]
    assert said((0, 1), ("the left", "the right")) == ["the left", "the right"]
    assert said((0, ("jump", 1), "hold"), saying.of_units(table(), {"jump": "jump at"})) == [
        "Gate Watch",
        "jump at Thornkin",
        "hold",
    ]
    assert said((True, False)) == ["yes", "no"]


def test_a_template_says_whom_it_would_lie_over():
    assert said((Circle(9.5, 3.0, 1.5),)) == ["at (9.5, 3.0), over 2 of Thornkin"]


def test_two_options_of_the_same_words_are_told_apart():
    assert said((0, 0, 1)) == ["Gate Watch (1)", "Gate Watch (2)", "Thornkin"]


def test_one_option_is_called_as_it_is_among_all():
    ask = Choose(0, "which?", (2, 1), says=("both", "one"))
    assert option_words.called(table(), ask, 1) == "one"
    assert option_words.called(table(), Choose(0, "which?", (1, 0)), 1) == "Thornkin"
    assert option_words.called(table(), Choose(0, "which?", ("hold",)), "hold") == "hold"
