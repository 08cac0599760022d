"""Rooms for tests: small battles of the sample forces, and seats that answer at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from grognard import battles
from grognard.web.protocol import Answer, Asked, Faces, Over
from grognard.web.room import Room, Seat, new_room

ME, YOU, BOT = Seat("me", (0,)), Seat("you", (1,)), Seat("bot", (1,), "bot")


def room(
    system: str = "command",
    seats: tuple[Seat, ...] = (ME, YOU),
    dice: str = "seeded",
    rounds: int = 1,
    seed: int = 3,
    bots: tuple[str, str] = ("random", "random"),
    **more: Any,
) -> Room:
    """A battle between the first two sample forces of a system."""
    setup = battles.setup(f"{system}/A", f"{system}/B", seed=seed, rounds=rounds, bots=bots)
    return new_room(setup, seats, dice, **more)


def asked(room: Room) -> tuple[str, Asked]:
    """Who is asked, and what; bots have played on."""
    while not room.waiting:
        room.advance()
    for name, seat in room.seats.items():
        if seat.role == "person" and not isinstance(ask := room.ask(name), Over) and ask.yours:
            return name, ask
    raise AssertionError("nobody is asked")


def reply(room: Room, ask: Asked, rng: Random, id: str) -> Answer | Faces:
    """A legal answer, drawn."""
    if ask.dice is not None:
        return Faces(id, room.version, [rng.randint(1, ask.dice.sides) for _ in range(ask.dice.n)])
    return Answer(id, room.version, rng.randrange(len(ask.options)))


def play(room: Room, picks: int = 10_000, seed: int = 0) -> int:
    """So many random answers, or as many as the battle needs; how many there were."""
    rng = Random(seed)
    for n in range(picks):
        while not room.waiting:
            room.advance()
        if room.over:
            return n
        name, ask = asked(room)
        sent = room.take(name, reply(room, ask, rng, f"{seed}.{n}"))
        assert type(sent[0][1]).__name__ == "Acked", sent[0]
    return picks


def usual_until(room: Room, question: str | Callable[[Asked], bool], thrown: bool = False, least: int = 1) -> None:
    """Whoever is asked picks what is usual until the question has these words (and dice have been ``thrown``), or it is over.

    With ``least`` of 2 or more the question must come in that round or later, and units move towards the objectives until then.
    """
    wanted = (lambda ask: question in ask.prompt) if isinstance(question, str) else question
    for n in range(2_000):
        while not room.waiting:
            room.advance()
        seats = [name for name, sits in room.seats.items() if sits.role == "person" and sits.sides]
        asks = [(name, ask) for name in seats if not isinstance(ask := room.ask(name), Over) and ask.yours]
        if not asks:
            return
        name, ask = asks[0]
        there = room.session.table.round >= least and (not thrown or any(e.dice for e in room.log(name).entries))
        if (name == "me" and wanted(ask) and there) or ask.dice is not None:
            return
        ahead = [option.id for option in ask.options if "objective" in option.purpose] if least > 1 else []
        room.take(name, Answer(f"s{n}", room.version, ahead[0] if ahead else ask.default or 0))
