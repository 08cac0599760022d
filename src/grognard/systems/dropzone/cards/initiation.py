"""Cards for the beginning of a round: what the enemy holds, who goes first, who acts before all others."""

from __future__ import annotations

from typing import Any

from ....common.rules import id_of
from ....kernel.asks import Choose, Emit, Procedure, Roll
from ....kernel.faces import d3, die
from ....table.events import Noted
from ....table.state import Table
from ..behemoths.zones import zones
from ..events import Repaired
from ..squads import can_act
from .card import BEGINS, INITIATIVE, SQUAD_BEGINS, ActsNow, Card, Occasion
from .deck import hand
from .events import Discarded, HandShown
from .playing import touches


class Intel(Card, frozen=True):
    """The enemy shows his cards.

    Dropzone Commander 2.2.0, Command card 1. Nobody else sees them; what he draws later is not shown.

    >>> Intel().influence, Intel().when
    (False, ('the round begins',))
    """

    number = 1
    spellings = ("Intel",)
    when = (BEGINS,)
    influence = False

    def allowed(self, t: Table, side: int, now: Occasion) -> bool:
        return bool(hand(t, 1 - side))

    def plays(self, t: Table, side: int, now: Occasion) -> Procedure:
        yield Emit(HandShown(side, hand(t, 1 - side), secret=side))


class Espionage(Card, frozen=True):
    """A card that the enemy has just played does nothing, and is gone.

    Dropzone Commander 2.2.0, Command card 2. It is offered whenever the enemy plays one, this card among them.

    >>> Espionage().cancels()
    True
    """

    number = 2
    spellings = ("Espionage",)
    influence = False

    def cancels(self) -> bool:
        return True


class Jammer(Card, frozen=True):
    """The enemy loses D3 cards from his hand at random.

    Dropzone Commander 2.2.0, Command card 3.

    >>> Jammer().number
    3
    """

    number = 3
    spellings = ("Jammer",)
    when = (BEGINS,)
    influence = False

    def allowed(self, t: Table, side: int, now: Occasion) -> bool:
        return bool(hand(t, 1 - side))

    def plays(self, t: Table, side: int, now: Occasion) -> Procedure:
        for _ in range((yield Roll(d3("cards lost to the Jammer")))):
            held = hand(t, 1 - side)
            if not held:
                return
            place = (yield Roll(die(len(held), "which card is lost"))) if len(held) > 1 else 1
            yield Emit(Discarded(1 - side, (held[place - 1],), "to the Jammer"))


class Booster(Card, frozen=True):
    """The best Commander counts one more for this round: for initiative, for cards, and for how far orders reach.

    Dropzone Commander 2.2.0, Command card 4. Six is the most there is.

    >>> Booster().when
    ('initiative',)
    """

    number = 4
    spellings = ("Booster",)
    when = (INITIATIVE,)
    influence = False

    def plays(self, t: Table, side: int, now: Occasion) -> Procedure:
        yield Emit(Noted(("boosted", side), t.round))


class Strategist(Card, frozen=True):
    """In this roll for initiative his Commander counts three more, and the enemy throws a natural 6 again.

    Dropzone Commander 2.2.0, Command card 5. Whose sixes are thrown again: see ``strategist-sixes``.

    >>> Strategist().leads()
    3
    """

    number = 5
    spellings = ("Strategist",)
    when = (INITIATIVE,)
    influence = False

    def leads(self) -> int:
        return 3

    def unsettles(self, t: Table, own: bool) -> tuple[int, ...]:
        return (6,) if not own or t.rulings.get("strategist-sixes") == "all" else ()


class ShockAssault(Card, frozen=True):
    """One squad is activated at once, before any battlegroup; it does not act again this round.

    Dropzone Commander 2.2.0, Command card 7. Played when cards have been drawn.

    >>> ShockAssault().influence
    True
    """

    number = 7
    spellings = ("Shock Assault",)
    when = (BEGINS,)

    def allowed(self, t: Table, side: int, now: Occasion) -> bool:
        return bool(_able(self, t, side))

    def plays(self, t: Table, side: int, now: Occasion) -> Procedure:
        able = tuple(_able(self, t, side))
        u = yield Choose(side, "which squad makes the Shock Assault?", able, able[0], (side, "shock"))
        return ActsNow(u, (id_of(self),))


class FieldRepairs(Card, frozen=True):
    """A squad gets back D3 Damage Points.

    Dropzone Commander 2.2.0, Command card 29. Its player says which units get them; units that are destroyed stay so.

    >>> FieldRepairs().influence
    False
    """

    number = 29
    spellings = ("Field Repairs",)
    when = (BEGINS, SQUAD_BEGINS)
    influence = False
    aimed = False

    def allowed(self, t: Table, side: int, now: Occasion) -> bool:
        return bool(_hurt(t, side))

    def plays(self, t: Table, side: int, now: Occasion) -> Procedure:
        squads = tuple(_hurt(t, side))
        u = yield Choose(side, "which squad is repaired?", squads, squads[0], (side, "repair"))
        points = yield Roll(d3("Damage Points repaired"))
        left = list(t[u].wounds)
        for _ in range(points):
            hurt = [i for i, model in enumerate(t[u].members) if left[i] < model.stats.DP]
            if hurt:
                names = {f"{t.name(u)} {i + 1}": i for i in hurt}
                i = names[(yield Choose(side, "which unit gets a Damage Point back?", tuple(names), None, u))]
                left[i] += 1
        yield Emit(Repaired(u, tuple(left), u, by=(id_of(self),)))


def _able(card: Card, t: Any, side: int) -> list[int]:
    """The squads of a side on the table that the card can make act now."""
    return [u.id for u in t.own(side) if can_act(t, u) and touches(card, t, side, u)]


def _hurt(t: Any, side: int) -> list[int]:
    """The squads of a side with units that have lost points and stand."""
    return [
        u.id
        for u in t.own(side)
        if not zones(u) and any(dp < m.stats.DP for dp, m in zip(u.wounds, u.members, strict=True))
    ]
