"""The loss of a Commander: it is told, and his player's hand shrinks to what the next one allows."""

from __future__ import annotations

from ...kernel.asks import Emit, Procedure
from ...table.state import Table, Unit
from .cards.deck import cuts
from .events import CommanderLost
from .squads import commanders


def lose_commanders(t: Table, before: Unit) -> Procedure:
    """The Commanders that a squad has lost since it stood as ``before``, the highest first: the moment at which one is lost.

    Called once after every loss on the table and aboard. Whatever is due when a Commander is lost belongs here.
    """
    left, lost = list(commanders(t[before.id])), False
    for value in sorted(commanders(before), reverse=True):
        if value and value in left:
            left.remove(value)
        elif value:
            lost = True
            yield Emit(CommanderLost(before.id, value))
    if lost:
        yield from cuts(t, before.side)
