"""What goes to a seat holds nothing that it may not know: face-down tokens, hands and decks of cards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.systems.command.events import TOKEN
from grognard.systems.dropzone.cards import deck
from grognard.systems.dropzone.cards.card import numbered
from grognard.web.protocol import Answer, Resume, written
from grognard.web.room import Room, Seat
from tests.web.tables import ME, YOU, asked, play, reply, room

CROWD = Seat("crowd")


def said(room: Room, seat: str) -> str:
    """All that a seat is sent when it comes anew."""
    return "\n".join(written(m).decode() for _, m in room.take(seat, Resume()))


def placing(room: Room) -> tuple[str, Any]:
    """Plays until somebody lays a face-down token, and who it is."""
    rng = Random(0)
    for k in range(400):
        name, ask = asked(room)
        if ask.prompt.startswith("Which token"):
            return name, ask
        room.take(name, reply(room, ask, rng, f"p{k}"))
    raise AssertionError("no token is laid")


def test_whichever_token_is_laid_the_others_are_sent_the_same():
    seen = []
    for k in range(3):
        r = room("command", (ME, YOU, CROWD))
        name, ask = placing(r)
        other = "you" if name == "me" else "me"
        r.take(name, Answer("token", r.version, ask.options[k].id))
        word = ask.options[k].words
        seen.append((said(r, other), said(r, "crowd")))
        unit = next(u for u in r.session.table.units if u.has(TOKEN))
        own = next(u for u in r.view(name).table["units"] if u["id"] == unit.id)
        theirs = next(u for u in r.view(other).table["units"] if u["id"] == unit.id)
        assert any(word in effect for effect in own["effects"])
        assert not any(word in effect for effect in theirs["effects"]) and len(theirs["effects"]) == len(own["effects"])
    assert seen[0] == seen[1] == seen[2]


def test_through_whole_battles_no_face_down_token_shows_its_face():
    r, rng = room("command", (ME, YOU, CROWD), rounds=2), Random(7)
    k = hidden = 0
    while not r.over:
        name, ask = asked(r)
        if r.over:
            break
        r.take(name, reply(r, ask, rng, f"t{k}"))
        k += 1
        if k % 5:
            continue
        for seat, side in (("me", 0), ("you", 1), ("crowd", None)):
            for unit in r.view(seat).table["units"]:
                if unit["side"] != side and any(e.startswith(TOKEN) for e in unit["effects"]):
                    hidden += 1
                    assert f"{TOKEN} (?)" in unit["effects"]
    assert hidden > 20


def held(room: Room, side: int) -> list[str]:
    """The names of the cards in a hand."""
    return [numbered(n).name for n in deck.hand(room.session.table, side)]


@pytest.mark.parametrize("dice", ["seeded", "typed"])
def test_no_card_is_named_to_the_enemy_before_it_has_been_seen(dice):
    r, rng = room("dropzone", (ME, YOU, CROWD), dice, rounds=3), Random(3)
    k = checked = 0
    while not r.over:
        name, ask = asked(r)
        if r.over:
            break
        for seat, side in (("me", 0), ("you", 1), ("crowd", None)):
            text = said(r, seat) if k % 7 == 0 else written(r.ask(seat)).decode()
            shown = {numbered(n).name for n in r.session.table.memory.get(("shown", side), ())}
            told = "\n".join(entry.text for entry in r.log("crowd").entries)
            for other in {0, 1} - {side}:
                for card in set(held(r, other)) - shown - set(held(r, side) if side is not None else ()):
                    if card not in told:
                        checked += 1
                        assert card not in text, f"{seat} is told of {card}"
        r.take(name, reply(r, ask, rng, f"c{k}"))
        k += 1
    assert checked > 50


def test_a_hidden_unit_that_was_taken_back_is_not_in_the_log_of_others():
    r = room("command", (ME, YOU, CROWD))
    play(r, 30)
    for seat in ("me", "you", "crowd"):
        entries = r.log(seat).entries
        assert [e.n for e in entries] == list(range(len(entries))), (
            "the numbers of a log tell of no entry that is missing"
        )
