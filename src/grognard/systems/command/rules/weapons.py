"""Rules of how often and when a weapon may be used."""

from __future__ import annotations

from ..match import Shot
from ..moments import CommandRule
from ..slots import Permit, Rate


class Limited(CommandRule, frozen=True):
    """The rate of fire is how often the weapon can be used in the game, and only under a Shoot token.

    Seed 001, Limited; core table row 14. A use is one die. A rolled rate gives the uses of this turn; when it comes up with its
    highest number, this is the last turn.

    >>> from grognard.systems.command.trial import law
    >>> law("Limited", rate=4, resolve=1, uses=1).fraction(1)
    Fraction(5, 6)
    """

    spellings = ("Limited",)
    on = ("weapon",)

    def permits(self, permit: Permit, shot: Shot) -> None:
        if shot.melee or shot.how.token != "shoot":
            permit.forbid(self, "needs a Shoot token")

    def rate(self, rate: Rate, shot: Shot) -> None:
        left = "all its uses" if shot.uses < 0 else f"{shot.uses} uses"
        rate.spend(shot.uses, self, f"each die is a use: {left}")
        if shot.rolled:
            rate.set(shot.uses, self, "as was rolled for this turn")

    def spends(self) -> bool:
        return True
