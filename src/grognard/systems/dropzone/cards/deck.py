"""The deck, the hand and the discards of each player, and what the other may know of them."""

from __future__ import annotations

from random import Random

from grognard.table.events import side_name

from ....kernel.asks import Choose, Emit, Procedure, Roll
from ....kernel.drawing import below
from ....kernel.faces import Test
from ....kernel.purpose import Purpose
from ....table.state import Table
from ..commanders import command_value
from .card import DECK, cards_in_words, numbered
from .events import Discarded, Drawn

UNKNOWN = 0  # stands for a card that a player cannot see
KEEP = "keep all"


def hand(t: Table, side: int) -> tuple[int, ...]:
    """The numbers of the cards that a player holds, in the order in which they were drawn."""
    held: tuple[int, ...] = t.memory.get(("hand", side), ())
    return held


def deck(t: Table, side: int) -> tuple[int, ...]:
    """The numbers of the cards that are left in a player's deck, lowest first: their order is not known to anybody."""
    left: tuple[int, ...] = t.memory.get(("deck", side), tuple(sorted(DECK)))
    return left


def played(t: Table) -> bool:
    """Whether the battle is played with command cards."""
    return t.rulings.get("command-cards") == "on"


def limit(t: Table, side: int) -> int:
    """How many cards a player may hold: the highest value of his Commanders, 1 when none is left."""
    return max(1, command_value(t, side))


def discards(t: Table, side: int) -> Procedure:
    """Before drawing a player may throw away cards that he does not want; they do not come back."""
    while held := hand(t, side):
        names, says = {numbered(n).name: n for n in held}, cards_in_words(map(numbered, held))
        pick = yield Choose(side, "discard which card?", (KEEP, *names), KEEP, (side, "discard"), says)
        if pick == KEEP:
            return
        yield Emit(Discarded(side, (names[pick],)))


def draws(t: Table, side: int) -> Procedure:
    """A player draws, unseen by the other, until he holds as many cards as he may."""
    drawn: tuple[int, ...] = ()
    for more in reversed(range(min(limit(t, side) - len(hand(t, side)), len(deck(t, side))))):
        left = deck(t, side)
        number = left[0]
        if len(left) > 1:
            name = Purpose(f"the card that {side_name(t, side)} draws", secret=side)
            number = yield Roll(Test(name, len(left), left, secret=side))
        yield Emit(Drawn(side, number, drawn, more, secret=side))
        drawn = (*drawn, number)


def cuts(t: Table, side: int) -> Procedure:
    """A player whose Commander is lost holds no more cards than the next allows: he says which go."""
    while len(held := hand(t, side)) > limit(t, side):
        names, says = {numbered(n).name: n for n in held}, cards_in_words(map(numbered, held))
        question = "the Commander is lost: which card goes?"
        pick = yield Choose(side, question, tuple(names), None, (side, "discard"), says)
        yield Emit(Discarded(side, (names[pick],), "with the Commander"))


def view(t: Table, player: int) -> Table:
    """The table as a player may know it: the enemy's hand is so many cards, and nobody knows which but those he has been shown."""
    other = 1 - player
    held = hand(t, other)
    if not held:
        return t
    seen = t.clone()
    shown = t.memory.get(("shown", player), ())
    known = tuple([n if n in shown else UNKNOWN for n in held])
    unseen = tuple(sorted([*deck(t, other), *(n for n in held if n not in shown)]))
    seen.memory = {**t.memory, ("hand", other): known, ("deck", other): unseen}
    return seen


def guess(t: Table, now: Table, player: int, rng: Random) -> None:
    """The cards that the enemy holds may be any that the player has not been shown and that are not played."""
    other = 1 - player
    held, shown = hand(t, other), now.memory.get(("shown", player), ())
    hidden = [n for n in held if n not in shown and n in hand(now, other)]
    if not hidden:
        return
    left = sorted([*deck(t, other), *hidden])
    taken = {n: left.pop(below(rng, len(left))) for n in hidden}
    t.memory = {**t.memory, ("hand", other): tuple([taken.get(n, n) for n in held]), ("deck", other): tuple(left)}
