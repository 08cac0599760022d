"""What goes to a seat holds nothing that it may not know: face-down tokens, hands and decks of cards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.systems.command.events import TOKEN, TokenFlipped
from grognard.systems.dropzone.cards import deck
from grognard.systems.dropzone.cards.card import numbered
from grognard.web.protocol import Answer, Asked, Resume, written
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


def answered(room: Room, words: str, id: str) -> dict[str, str] | None:
    """Picks the option with these words: all that each seat is sent then, by seat; None where there is no such option."""
    name, ask = asked(room)
    option = next((o.id for o in ask.options if o.words == words), None)
    if option is None:
        return None
    heard = dict.fromkeys(room.seats, "")
    for seat, message in room.take(name, Answer(id, room.version, option)):
        heard[seat] += written(message).decode()
    return heard


def test_in_a_whole_battle_another_face_down_token_changes_no_message_to_others_until_it_is_turned():
    seats = (ME, YOU, CROWD)
    r, rng, said, placed = room("command", seats, rounds=2), Random(11), list[str](), list[tuple[int, str, str]]()
    while not r.over:
        name, ask = asked(r)
        word = rng.choice(ask.options).words
        if ask.prompt.startswith("Which token"):
            placed.append((len(said), name, next(o.words for o in ask.options if o.words != word)))
        said.append(word)
        assert answered(r, word, f"w{len(said)}")
        if not r.waiting:
            r.advance()
    compared = 0
    for k, name, word in placed:
        one, two = room("command", seats, rounds=2), room("command", seats, rounds=2)
        for i, before in enumerate(said[:k]):
            assert answered(one, before, f"{i}") == answered(two, before, f"{i}")
        for i, (here, there) in enumerate(zip(said[k:], [word, *said[k + 1 :]], strict=True)):
            start = len(one.session.log)
            heard, other = answered(one, here, f"then {i}"), answered(two, there, f"then {i}")
            if (
                heard is None
                or other is None
                or any(isinstance(entry, TokenFlipped) for entry in one.session.log[start:])
            ):
                break
            for seat in {"me", "you", "crowd"} - {name}:
                assert heard[seat] == other[seat], f"{seat} is told of the token that {name} has laid"
                compared += 1
    assert len(placed) > 10 and compared > 100


@pytest.mark.parametrize("system", ["command", "void"])
def test_in_a_whole_battle_who_is_not_asked_hears_the_same_log_and_no_options(system):
    r, rng, heard = room(system, (ME, YOU, CROWD), rounds=2), Random(5), 0
    while not r.over:
        name, ask = asked(r)
        r.take(name, reply(r, ask, rng, f"q{r.version}"))
        now = {seat: r.ask(seat) for seat in ("me", "you", "crowd")}
        for seat in now:
            if isinstance(told := now[seat], Asked) and not told.yours:
                heard += 1
                assert (told.options, told.move, told.dice, told.about) == ([], None, None, [])
        if system == "void":  # nothing is secret there
            assert r.log("me") == r.log("you") == r.log("crowd")
            assert r.view("me").table == r.view("you").table == r.view("crowd").table
    assert heard > 100


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
