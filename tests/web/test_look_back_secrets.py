"""The look back of a battle that runs: in all four games no seat is sent a secret of the other's, in no moment of it.

Where a game has secrets (face-down tokens; hands and decks of cards), two battles are played that differ in one secret alone:
everybody else is sent the same. Where it has none (reserves, hidden units and cards are open there), each is told all there is.
"""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from grognard import systems
from grognard.systems.dropzone.cards import deck
from grognard.systems.dropzone.cards.card import DECK, numbered
from grognard.web.protocol import Answer, Asked, Faces
from grognard.web.replays import Replay
from grognard.web.room import Room, Seat
from tests.web.tables import ME, YOU, asked, play, reply, room

CROWD = Seat("crowd")
SEATS = {"me": (0,), "you": (1,), "crowd": ()}
OPEN, SECRET = ("usr", "void"), ("command", "dropzone")
MOST = 30  # inputs after a secret that are played
MOMENTS = 25  # of a battle that are looked at, the last among them

Input = tuple[str, ...] | tuple[int, ...]  # the words of an option, or faces of dice


def frames(room: Room, sides: tuple[int, ...] | None) -> list[str]:
    """What is sent to whoever looks back: all that is told, and tables."""
    replay = Replay(room.session, sides)
    n = len(replay.entries)
    moments = sorted({*range(0, n, max(1, n // MOMENTS)), *range(max(0, n - 3), n)})
    return [msgspec.json.encode(said).decode() for said in (replay.told(), *map(replay.moment, moments))]


def given(room: Room, input: Input) -> bool:
    """Answers with an option of these words, or with these faces; whether that is what is asked for."""
    name, ask = asked(room)
    if ask.dice is not None:
        if not all(isinstance(face, int) for face in input) or len(input) != ask.dice.n:
            return False
        room.take(name, Faces(f"g{room.version}", room.version, [*map(int, input)]))
        return True
    option = next((o.id for o in ask.options if (o.words,) == input), None)
    if option is None:
        return False
    room.take(name, Answer(f"g{room.version}", room.version, option))
    return True


def other_secret(ask: Asked, input: Input) -> Input | None:
    """Another input that nobody else may tell from this one; None where this one is no secret."""
    if ask.dice is not None and "card that" in ask.prompt:
        return (1 + int(input[0]) % ask.dice.sides,)
    if ask.prompt.startswith("Which token"):
        return next((o.words,) for o in ask.options if (o.words,) != input)
    return None


def played(system: str) -> tuple[list[Input], list[tuple[int, str, Input]]]:
    """The inputs of a battle played at random, and its secrets: which input, whose, and what it might have been instead."""
    r, rng = room(system, (ME, YOU, CROWD), "typed", rounds=2), Random(9)
    inputs: list[Input] = []
    secrets = []
    while not r.over and len(inputs) < 500:
        name, ask = asked(r)
        answer = reply(r, ask, rng, f"p{len(inputs)}")
        input = tuple(answer.faces) if isinstance(answer, Faces) else (ask.options[answer.option].words,)
        if (other := other_secret(ask, input)) is not None:
            secrets.append((len(inputs), name, other))
        r.take(name, answer)
        inputs.append(input)
        if not r.waiting:
            r.advance()
    return inputs, secrets


def table(system: str, inputs: list[Input]) -> Room:
    """The battle after these inputs."""
    found = room(system, (ME, YOU, CROWD), "typed", rounds=2)
    assert all(given(found, input) for input in inputs)
    return found


def common(system: str, one: list[Input], two: list[Input], start: int) -> int:
    """How many inputs from ``start`` on both battles take before anything is revealed or they part; at most MOST."""
    both = table(system, one[:start]), table(system, two[:start])
    told = len(both[0].session.log)
    for n, inputs in enumerate(zip(one[start : start + MOST], two[start:], strict=False)):
        if not all(given(r, input) for r, input in zip(both, inputs, strict=True)):
            return n
        if any(r.over or getattr(entry, "reveals", False) for r in both for entry in r.session.log[told:]):
            return n
    return MOST


def test_every_game_is_looked_at():
    assert sorted(OPEN + SECRET) == sorted(systems.NAMES)


@pytest.mark.parametrize("system", SECRET)
def test_another_secret_changes_no_frame_of_the_others_until_it_is_told(system):
    inputs, secrets = played(system)
    compared = known = 0
    for k, name, instead in secrets[:: max(1, len(secrets) // 5)]:
        other = [*inputs[:k], instead, *inputs[k + 1 :]]
        for n in {1, common(system, inputs, other, k)} - {0}:
            one, two = table(system, inputs[: k + n]), table(system, other[: k + n])
            assert one.session.digest() != two.session.digest(), "there is a secret"
            for seat in SEATS.keys() - {name}:
                assert frames(one, SEATS[seat]) == frames(two, SEATS[seat]), f"{seat} is told what {name} keeps"
                compared += 1
            known += frames(one, SEATS[name]) != frames(two, SEATS[name])
    assert compared >= 10 and known >= 3, "who keeps it is told"


@pytest.mark.parametrize("system", OPEN)
def test_where_nothing_is_secret_each_seat_is_told_all(system):
    r = room(system, (ME, YOU, CROWD), rounds=2)
    play(r, 60)
    assert not r.over and not any(getattr(entry, "secret", None) is not None for entry in r.session.log)
    all_of_it = frames(r, None)
    assert all(frames(r, sides) == all_of_it for sides in SEATS.values())


def test_no_card_of_a_hand_or_of_the_deck_is_in_a_frame_of_who_has_not_seen_it():
    r = room("dropzone", (ME, YOU, CROWD), rounds=3)
    checked = 0
    for k in range(8):
        play(r, 40, seed=k)
        if r.over:
            break
        t = r.session.table
        public = "\n".join(entry.told(t) for entry in r.session.log if getattr(entry, "secret", 0) is None)
        for sides in SEATS.values():
            text = "\n".join(frames(r, sides))
            seen = {n for side in sides for n in (*deck.hand(t, side), *t.memory.get(("shown", side), ()))}
            for name in {numbered(n).name for n in DECK} - {numbered(n).name for n in seen}:
                mine = {entry.told(t) for entry in r.session.log if getattr(entry, "secret", None) in sides}
                if name not in public and not any(name in said for said in mine):
                    checked += 1
                    assert name not in text, f"{sides} is told of {name}"
    assert checked > 100
