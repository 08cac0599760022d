"""What a command card is: a rule that its player may play on certain occasions, once a battle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from ....common.rules import told_by
from ....common.saying import Says
from ....kernel.asks import Procedure
from ....kernel.memo import memo
from ..circumstances import NO_CARDS, InPlay
from ..moments import CardMoments, CardVoice

if TYPE_CHECKING:
    from ....table.state import Table, Unit

ON_CARD = "card"  # the word of an effect whose value is a card in play on a squad
NO_CARD = "no card"  # what may be picked instead
INTERFERED = "one action only"  # of a squad: in this activation
TWICE, AGAIN = "may move twice", "moves again"  # of a transport: before its first Move action, and after it
DECK: dict[int, type[Card]] = {}  # every card by its number

# The occasions on which cards are offered, and to whom: the player who acts, the enemy, or both.
INITIATIVE = "initiative"  # both, before the dice
BEGINS = "the round begins"  # both, when cards are drawn
ENEMY_BEGINS = "an enemy battlegroup is activated"  # the enemy
GROUP_BEGINS = "a battlegroup is activated"  # its player
SQUAD_BEGINS = "a squad acts"  # its player
ENEMY_ACTED = "an enemy squad has acted"  # the enemy
ENEMY_DONE = "an enemy battlegroup has acted"  # the enemy
SHOOTS = "a squad fires"  # its player, before anything is declared
SHOT_AT = "a squad is fired at"  # its player, when all is declared
PASSES = "an Aircraft is fired at as it passes"  # its player
FIGHTS = "a squad fights at close quarters"  # its player
FOUGHT = "a squad is attacked at close quarters"  # its player
ENTERED = "an enemy squad comes in"  # the player of each squad inside
FORTITUDE = "a squad tests Fortitude"  # its player
TOKENS = "Collateral is resolved"  # both


class Occasion(Struct, frozen=True):
    """What is under way when a card may be played: the squad it is about, another one, a piece of scenery."""

    what: str
    unit: int = -1
    other: int = -1
    piece: int = -1


class ActsNow(Struct, frozen=True):
    """What a card comes to that lets a squad act out of turn: which squad, and by which rules.

    ``free``: what it does so does not count against its own activation.
    """

    unit: int
    by: tuple[str, ...]
    free: bool = True


class Card(CardVoice, frozen=True):
    """A command card. Those with ``influence`` reach squads within a Commander's influence, the others are Global.

    What it does is its ``plays``. One that ``stays`` is in play on the squad until the attack is over, or, when it ``lasts``,
    until the end of the round; one that ``guards`` is for squads that are fired at. What ``plays`` comes to otherwise is handed
    to whoever offered the card: itself for the dice about to be thrown, or an ``ActsNow``. One that is not ``aimed`` may be for
    another squad than the one that the occasion is about.
    """

    moments = CardMoments
    on = ("card",)
    number: ClassVar[int] = 0
    when: ClassVar[tuple[str, ...]] = ()
    influence: ClassVar[bool] = True
    guards: ClassVar[bool] = False
    lasts: ClassVar[bool] = False
    stays: ClassVar[bool] = False
    aimed: ClassVar[bool] = True

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if cls.number:
            DECK[cls.number] = cls

    @property
    def name(self) -> str:
        """What is printed at its top."""
        return self.spellings[0]

    @property
    def does(self) -> str:
        """What it does in a sentence, as its own text begins."""
        return told_by(type(self))[0]

    def allowed(self, t: Table, side: int, now: Occasion) -> bool:
        return True

    def plays(self, t: Table, side: int, now: Occasion) -> Procedure:
        yield from ()  # nothing is asked and nothing thrown
        return self


@memo(64)
def numbered(number: int) -> Card:
    """The card with this number, as it is printed."""
    return DECK[number]()


def cards_in_words(cards: Iterable[Card]) -> Says:
    """What cards are called where one of them is picked by its name: that, and what it does."""
    found = {card.name: card for card in cards}
    return lambda name: f"{name}: {found[name].does}" if name in found else ""


def in_play(u: Unit, v: Unit | None = None) -> InPlay:
    """The cards that count when one squad attacks another, or a piece of scenery."""
    found = [e.value for e in u.effects if e.what == ON_CARD and not e.value.guards]
    if v is not None:
        found += [e.value for e in v.effects if e.what == ON_CARD and e.value.guards]
    return InPlay(tuple(dict.fromkeys(found))) if found else NO_CARDS
