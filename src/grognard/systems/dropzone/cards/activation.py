"""Cards for battlegroups as they act, the player's own and the enemy's."""

from __future__ import annotations

from typing import Any

from ....common.rules import id_of
from ....kernel.asks import Choose, Emit, Procedure, Roll
from ....kernel.faces import d3
from ....table.events import Given
from ....table.state import Effect, Table
from ..profiles import transport
from ..squads import can_act
from .card import ENEMY_BEGINS, ENEMY_DONE, GROUP_BEGINS, INTERFERED, TWICE, ActsNow, Card, Occasion
from .playing import touches


class Interference(Card, frozen=True):
    """D3 squads of the enemy battlegroup that is activated have one action each instead of two.

    Dropzone Commander 2.2.0, Command card 6. Who plays the card says which. What takes both actions cannot be done.

    >>> Interference().influence
    False
    """

    number = 6
    spellings = ("Interference",)
    when = (ENEMY_BEGINS,)
    influence = False

    def plays(self, t: Table, side: int, now: Occasion) -> Procedure:
        _, _, squads = t.recall("group")
        able = [u for u in squads if can_act(t, t[u]) and t[u].kind.type != "Behemoth"]
        for _ in range(min((yield Roll(d3("squads held up by Interference"))), len(able))):
            u = yield Choose(side, "which squad has one action only?", tuple(able), able[0], (side, "interfere"))
            able.remove(u)
            yield Emit(Given(u, Effect(INTERFERED, side, ("round ends", t.round)), by=(id_of(self),)))


class Reactionary(Card, frozen=True):
    """When an enemy battlegroup has acted, one squad takes an action that costs one, for free.

    Dropzone Commander 2.2.0, Command card 8. It acts in its own turn as if it had not: what it fired may fire again, and it moves
    again; so it does when it has had its turn. See ``reactionary``.

    >>> Reactionary().when
    ('an enemy battlegroup has acted',)
    """

    number = 8
    spellings = ("Reactionary",)
    when = (ENEMY_DONE,)

    def allowed(self, t: Table, side: int, now: Occasion) -> bool:
        return bool(_near(self, t, side))

    def plays(self, t: Table, side: int, now: Occasion) -> Procedure:
        able = tuple(_near(self, t, side))
        u = yield Choose(side, "which squad reacts?", able, able[0], (side, "react"))
        return ActsNow(u, (id_of(self),), free=t.rulings.get("reactionary") != "spent")


class Extraction(Card, frozen=True):
    """The transports of a battlegroup may use both of their actions to Move.

    Dropzone Commander 2.2.0, Command card 30. An Aircraft may fly its full move in each.

    >>> Extraction().when
    ('a battlegroup is activated',)
    """

    number = 30
    spellings = ("Extraction",)
    when = (GROUP_BEGINS,)
    influence = False

    def allowed(self, t: Table, side: int, now: Occasion) -> bool:
        return bool(_transports(t))

    def plays(self, t: Table, side: int, now: Occasion) -> Procedure:
        for u in _transports(t):
            yield Emit(Given(u, Effect(TWICE, side, ("round ends", t.round)), by=(id_of(self),)))


def _near(card: Card, t: Any, side: int) -> list[int]:
    """The squads of a side on the table that the card reaches."""
    return [u.id for u in t.own(side) if touches(card, t, side, u)]


def _transports(t: Any) -> list[int]:
    """The transports among the squads that are activated now."""
    _, _, squads = t.recall("group")
    return [u for u in squads if t[u].alive and transport(t[u].kind, "cap")]
