"""Command cards in the hands of the test."""

from __future__ import annotations

from grognard.systems.dropzone.cards.card import numbered
from grognard.systems.dropzone.cards.deck import hand
from grognard.systems.dropzone.cards.events import Drawn
from grognard.systems.dropzone.examples import squad
from grognard.table.state import Table

from .test_battle import GUN

ON = {"command-cards": "on"}


def holds(t: Table, side: int, *numbers: int) -> Table:
    """The table with these cards in the hand of a player."""
    for number in numbers:
        Drawn(side, number).on(t)
    return t


def names(t: Table, side: int) -> list[str]:
    """What a player holds, by name."""
    return [numbered(n).name for n in hand(t, side)]


def chief(x: float, y: float, side: int = 0, value: int = 6, **more):  # type: ignore[no-untyped-def]
    """A Commander whose influence reaches 4 inches for each point of his value."""
    kind = squad(GUN, name=f"Chief {side}", type="Tank", A=13, details=(("commander", value),), **more)
    return kind, side, x, y
