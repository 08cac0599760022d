"""Rules of what lasts: weakened, slowed, grown, healed, and what a hit lets its unit do."""

from __future__ import annotations

from fractions import Fraction

from ..matchup import Shot
from ..moments import CommandRule
from ..slots import Aftermath, Permit


class Corrosive(CommandRule, frozen=True):
    """A unit that it hits has 1 less Resolve for the rest of the turn, 3 at least, once all weapons have been resolved.

    VoidSiege (early form), Special Rules: Corrosive. Of a vehicle the Armor of each facing hit. Not cumulative, and never
    raises a value.

    >>> from grognard.systems.command.examples import other
    >>> other("disrupted", "Corrosive", rate=1, resolve=5)  # a hit, then a test on 4 instead of 5
    Fraction(5, 18)
    """

    spellings = ("Corrosive",)
    on = ("weapon",)

    def afterwards(self, after: Aftermath, shot: Shot) -> None:
        after.corrode(1, 3, self, "a hit takes 1 from Resolve or Armor afterwards")


class Bloodlust(CommandRule, frozen=True):
    """Move, Resolve and Attack Value grow by 1 for each model lost, to 6, at once and for good.

    VoidSiege (early form), Special Rules: Bloodlust. Whoever slew them, and in the middle of an attack too; printed values
    above 6 stay.

    >>> from grognard.systems.command.examples import law
    >>> law(target="Bloodlust", rate=3, resolve=1, models=3).fraction(2)  # the second model takes two hits
    Fraction(125, 216)
    """

    spellings = ("Bloodlust",)
    on = ("unit", "model")

    def grows(self, lost: int, value: int) -> int:
        return max(value, min(6, value + lost))


class Slowing(CommandRule, frozen=True):
    """A unit that the weapon is fired at has half its Move for the rest of the turn.

    VoidSiege (early form), Special Rules: Slowing. Hit or not, rounded up, not cumulative; a move already made stays.

    >>> Slowing().slows()
    Fraction(1, 2)
    """

    spellings = ("Slowing",)
    on = ("weapon",)

    def slows(self) -> Fraction:
        return Fraction(1, 2)


class Escape(CommandRule, frozen=True):
    """After a hit with the weapon its unit may make a move.

    VoidSiege (early form), Special Rules: Escape. Once, after all weapons, of M inches, for the whole unit; also after melee
    and after a reaction; it shows no token for it. A template that has slid is no success.

    >>> Escape.spellings
    ('Escape',)
    """

    spellings = ("Escape",)
    on = ("weapon",)

    def afterwards(self, after: Aftermath, shot: Shot) -> None:
        after.escape(1, self, "after a hit its unit may move")


class FleshEater(CommandRule, frozen=True):
    """For each Point of Damage that the unit causes, 5+ takes a point of its own sustained damage away.

    VoidSiege (early form), Special Rules: Flesh Eater. Not for points that found no model; the owner picks the model, and slain
    ones never return.

    >>> from grognard.kernel.faces import reading
    >>> from grognard.systems.command.harm import feeding_test
    >>> reading(feeding_test(FleshEater().feeds())).law.fraction(1)
    Fraction(1, 3)
    """

    spellings = ("Flesh Eater",)
    on = ("unit", "model")

    def feeds(self) -> int | None:
        return 5


class Reckless(CommandRule, frozen=True):
    """The unit may strike with its ranged weapons, at the price of 1 Resolve for the rest of the turn.

    VoidSiege (early form), Special Rules: Reckless. Chosen before the dice, so the enemy's blows meet the lower Resolve; once a
    turn. A Heavy weapon of a unit that charged needs more than this, and a Limited one has no Shoot token.

    >>> from grognard.systems.command.examples import other
    >>> other("hits", unit="Reckless", rate=2, melee=True, reckless=True).fraction(2)
    Fraction(4, 9)
    """

    spellings = ("Reckless",)
    on = ("unit", "model")

    def permits(self, permit: Permit, shot: Shot) -> None:
        if shot.how.reckless:
            permit.melee(self, "strikes with ranged weapons")

    def recklessness(self) -> int | None:
        return 1
