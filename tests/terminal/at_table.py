"""A battle at the keyboard for tests: a room, one seat, and lines typed into it."""

from __future__ import annotations

from collections.abc import Iterable

from grognard import battles
from grognard.terminal.client import Client
from grognard.web.room import Room, Seat, new_room


def room(
    system: str, people: Iterable[int] = (0,), dice: str = "seeded", seed: int = 7, rounds: int | None = None
) -> Room:
    """A battle of the samples: the sides in ``people`` are played at the keyboard, the others by greedy."""
    sides = tuple(people)
    setup = battles.setup(f"{system}/A", f"{system}/B", seed=seed, rounds=rounds)
    seats = [Seat("me", sides)] + [Seat(f"greedy {side}", (side,), "bot") for side in (0, 1) if side not in sides]
    return new_room(setup, seats, dice)


def client(system: str, people: Iterable[int] = (0,), dice: str = "seeded", log: str = "short", **more: int) -> Client:
    """A client at its first question."""
    found = Client(room(system, people, dice, **more), "me", log)
    found.begin()
    return found


def typed(at: Client, *lines: str) -> list[str]:
    """What comes of some lines, all of it."""
    return [said for line in lines for said in at.read(line)]


def until(at: Client, words: str, most: int = 400) -> None:
    """Takes the usual answer (or the first) until a question holds these words."""
    for _ in range(most):
        if at.ask is not None and words in at.ask.prompt:
            return
        assert at.over is None, f"the battle has ended before anybody asked {words!r}"
        if at.ask is not None and at.ask.dice is not None:
            at.read(" ".join(["1"] * at.ask.dice.n))
        else:
            at.read("usual" if at.ask is not None and at.ask.default is not None else "1")
    raise AssertionError(f"nobody asked {words!r}")
