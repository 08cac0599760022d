"""Cards for Garrisons: who comes in, who holds, what burns and what was left behind the door."""

from __future__ import annotations

from ....common.building import Building
from ....kernel.asks import Procedure, Roll
from ....kernel.faces import die
from ....table.state import Table
from ..buildings.leaving import can_come_out, go_out, held_back
from ..circumstances import Shot
from ..harm import hit_piece
from ..hazards import automatic
from ..melee import fight_with, strikers
from ..squads import destructible, housed
from .card import ENEMY_ACTED, ENTERED, FORTITUDE, TOKENS, Card, Occasion

TRAP = automatic("Booby Trap", 10)


class OccupiersAdvantage(Card, frozen=True):
    """A squad in a Garrison strikes an enemy squad that comes in, at once and for free.

    Dropzone Commander 2.2.0, Command card 22. Its weapons are ready again when it is activated.

    >>> OccupiersAdvantage().when
    ('an enemy squad comes in',)
    """

    number = 22
    spellings = ("Occupier's Advantage",)
    when = (ENTERED,)

    def allowed(self, t: Table, side: int, now: Occasion) -> bool:
        return strikers(t, t[now.unit], now.other)

    def plays(self, t: Table, side: int, now: Occasion) -> Procedure:
        yield from fight_with(t, now.unit, now.other)


class Inspiring(Card, frozen=True):
    """A squad that fails a Fortitude test throws again.

    Dropzone Commander 2.2.0, Command card 23. Played before the die.

    >>> Inspiring().influence
    True
    """

    number = 23
    spellings = ("Inspiring",)
    when = (FORTITUDE,)

    def to_hold(self, test: Building) -> None:
        test.reroll("failed", self, "a test that fails is thrown again")


class Nerves(Card, frozen=True):
    """A squad passes a Fortitude test without a die.

    Dropzone Commander 2.2.0, Command card 24.

    >>> Nerves().influence
    False
    """

    number = 24
    spellings = ("Nerves of Steel", "Nerves")
    when = (FORTITUDE,)
    influence = False

    def holds(self) -> bool:
        return True


class Withdrawal(Card, frozen=True):
    """A squad leaves its Garrison at once and for free when an enemy squad comes in.

    Dropzone Commander 2.2.0, Command card 25. Those who are outnumbered test Fortitude as ever.

    >>> Withdrawal().when
    ('an enemy squad comes in',)
    """

    number = 25
    spellings = ("Withdrawal",)
    when = (ENTERED,)

    def allowed(self, t: Table, side: int, now: Occasion) -> bool:
        return not held_back(t, t[now.unit]) and can_come_out(t, now.unit)

    def plays(self, t: Table, side: int, now: Occasion) -> Procedure:
        home = housed(t[now.unit])
        assert home is not None
        yield from go_out(t, now.unit, home[0])


class ExplosiveCharges(Card, frozen=True):
    """Collateral dice on one piece of scenery that fail are thrown again, and tokens that do nothing stay.

    Dropzone Commander 2.2.0, Command card 26.

    >>> ExplosiveCharges().keeps(3)
    3
    """

    number = 26
    spellings = ("Explosive Charges",)
    when = (TOKENS,)
    influence = False

    def to_damage(self, test: Building, shot: Shot) -> None:
        test.reroll("failed", self, "Collateral that fails is thrown again")

    def keeps(self, idle: int) -> int:
        return idle


class ReinforcedSteel(Card, frozen=True):
    """Collateral dice that damage one piece of scenery, or the Infantry inside, are thrown again.

    Dropzone Commander 2.2.0, Command card 27. Saves come afterwards.

    >>> ReinforcedSteel().influence
    False
    """

    number = 27
    spellings = ("Reinforced Steel",)
    when = (TOKENS,)
    influence = False

    def to_damage(self, test: Building, shot: Shot) -> None:
        test.reroll("passed", self, "Collateral that damages is thrown again")


class BoobyTrap(Card, frozen=True):
    """A Garrison in which an enemy squad has acted takes as many hits of Energy 10 as a die shows.

    Dropzone Commander 2.2.0, Command card 28. The Garrison must be Destructible; who is inside suffers only what its fall does.

    >>> BoobyTrap().when
    ('an enemy squad has acted',)
    """

    number = 28
    spellings = ("Booby Trap",)
    when = (ENEMY_ACTED,)

    def allowed(self, t: Table, side: int, now: Occasion) -> bool:
        return now.piece >= 0 and destructible(t, now.piece)

    def plays(self, t: Table, side: int, now: Occasion) -> Procedure:
        yield from hit_piece(t, now.piece, (yield Roll(die(6, "hits of the Booby Trap"))), TRAP, now.unit)
