"""What happens to command cards. Every event says itself to the report; what is secret is told to one player only."""

from __future__ import annotations

from typing import ClassVar

from grognard.table.events import LIST, Event, side_name

from ....common.agreement import count_of
from ....table.state import Table
from .card import DECK, ON_CARD, numbered


class Drawn(Event, frozen=True):
    """A player draws a command card; ``secret``: only he sees which. The last of those drawn at once tells of all.

    ``before``: the cards drawn just before it; ``more``: how many follow.
    """

    side: int
    card: int
    before: tuple[int, ...] = ()
    more: int = 0

    full: ClassVar[bool] = True
    only_told: ClassVar[frozenset[str]] = frozenset(["before", "more"])

    def on(self, t: Table) -> None:
        left = t.memory.get(("deck", self.side), tuple(sorted(DECK)))
        held = t.memory.get(("hand", self.side), ())
        t.memory = {
            **t.memory,
            ("deck", self.side): tuple([n for n in left if n != self.card]),
            ("hand", self.side): (*held, self.card),
        }

    def told(self, t: Table) -> str:
        names = ", ".join(numbered(n).name for n in (*self.before, self.card))
        return "" if self.more else f"{side_name(t, self.side)} draws {names}"

    def masked(self, t: Table, player: int | None) -> str:
        n = len(self.before) + 1
        return (
            ""
            if self.more
            else f"{side_name(t, self.side)} draws {count_of(n, 'command card') if n > 1 else 'a command card'}"
        )


class Discarded(Event, frozen=True):
    """A player throws away command cards, face up; ``why`` when he must."""

    side: int
    cards: tuple[int, ...]
    why: str = ""

    reveals: ClassVar[bool] = True
    part: ClassVar[str] = LIST

    def on(self, t: Table) -> None:
        held = t.memory.get(("hand", self.side), ())
        t.memory = {**t.memory, ("hand", self.side): tuple([n for n in held if n not in self.cards])}

    def told(self, t: Table) -> str:
        names = " and ".join(numbered(n).name for n in self.cards)
        return f"{side_name(t, self.side)} {'loses' if self.why else 'discards'} {names}" + f" {self.why}" * bool(
            self.why
        )


class CardPlayed(Event, frozen=True):
    """A player plays a command card, on a squad or (-1) for all to see; it is gone for the battle."""

    side: int
    card: int
    unit: int = -1

    reveals: ClassVar[bool] = True

    part: ClassVar[str] = LIST
    listed: ClassVar[str] = "cards played"

    def on(self, t: Table) -> None:
        Discarded(self.side, (self.card,)).on(t)

    def told(self, t: Table) -> str:
        on = f" on {t.name(self.unit)}" if self.unit >= 0 else ""
        return f"{side_name(t, self.side)} plays {numbered(self.card).name}{on}"

    def brief(self, t: Table) -> str:
        on = f", on {t.name(self.unit)}" if self.unit >= 0 else ""
        return f"{numbered(self.card).name} ({side_name(t, self.side)}{on})"


class CardCancelled(Event, frozen=True):
    """A command card that was played does nothing."""

    side: int
    card: int

    part: ClassVar[str] = LIST
    listed: ClassVar[str] = "cards played"

    def told(self, t: Table) -> str:
        return f"{numbered(self.card).name} is cancelled"


class CardKept(Event, frozen=True):
    """A player keeps his cards though he could play one; ``secret``: that he could is his own affair."""

    side: int

    full: ClassVar[bool] = True

    def masked(self, t: Table, player: int | None) -> str:
        return ""


class CardsOver(Event, frozen=True):
    """The cards that were in play on a squad for one attack are so no longer."""

    unit: int

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        t.change(
            self.unit, effects=tuple([e for e in t[self.unit].effects if e.what != ON_CARD or e.until is not None])
        )


class HandShown(Event, frozen=True):
    """A player is shown the cards that the other holds; ``secret``: nobody else sees them."""

    side: int  # who looks
    cards: tuple[int, ...]

    reveals: ClassVar[bool] = True
    part: ClassVar[str] = LIST

    def on(self, t: Table) -> None:
        t.memory = {**t.memory, ("shown", self.side): self.cards}

    def told(self, t: Table) -> str:
        names = ", ".join(numbered(n).name for n in self.cards) or "no card"
        return f"{side_name(t, 1 - self.side)} holds {names}"

    def masked(self, t: Table, player: int | None) -> str:
        return f"{side_name(t, self.side)} looks at the enemy's cards"
