"""Dice of a real table: every prompt says whose dice, for what at whom, how many, what is needed and why."""

from __future__ import annotations

from random import Random

from grognard.common.building import Because
from grognard.table.state import Table, Unit
from grognard.web.prompts import dice_line
from grognard.web.protocol import DiceAsked
from tests.web.tables import ME, YOU, asked, reply, room


def table() -> Table:
    kinds = [type("Kind", (), {"name": name, "models": ()}) for name in ("Lantern Watch", "Thornkin")]
    return Table([Unit(i, i, kind) for i, kind in enumerate(kinds)])


def test_a_shot_is_asked_for_as_players_say_it():
    asked = DiceAsked(0, 12, 6, "Beacon rifles to hit", "3+", [Because("Ballistic Skill", "4")], 0, 1)
    assert (
        dice_line(table(), asked)
        == "Lantern Watch, Beacon rifles at Thornkin: roll 12 D6 to hit, 3+ (Ballistic Skill 4)"
    )


def test_a_save_belongs_to_whoever_makes_it():
    asked = DiceAsked(1, 3, 6, "armour save", "5+", [], 1)
    assert dice_line(table(), asked) == "Thornkin: roll 3 D6 for armour save, 5+"


def test_dice_of_nobody():
    assert dice_line(table(), DiceAsked(0, 1, 6, "nightfall")) == "roll 1 D6 for nightfall"


def test_only_what_dice_do_to_a_target_comes_last():
    asked = DiceAsked(0, 1, 3, "cards lost to the Jammer")
    assert dice_line(table(), asked) == "roll 1 D3 for cards lost to the Jammer"
    asked = DiceAsked(0, 2, 6, "to hit Thornkin, re-roll", "4+", [], 0, 1)
    assert dice_line(table(), asked) == "Lantern Watch: roll 2 D6 to hit Thornkin, re-roll, 4+"


def test_in_a_battle_the_prompt_names_shooter_weapon_and_target():
    r, rng, found = room("usr", (ME, YOU), "typed", rounds=3), Random(4), []
    while not r.over and len(found) < 3:
        name, ask = asked(r)
        if ask.dice is not None and ask.dice.why.endswith("to hit"):
            found.append(ask)
        r.take(name, reply(r, ask, rng, f"{r.version}"))
    names = r.session.table.names
    for ask in found:
        dice = ask.dice
        assert dice is not None and dice.unit is not None and dice.target is not None and dice.needs and dice.because
        assert (
            ask.prompt.startswith(f"{names[dice.unit]}, ")
            and f" at {names[dice.target]}: roll {dice.n} D6" in ask.prompt
        )
        assert ask.side == dice.side == r.session.table[dice.unit].side
