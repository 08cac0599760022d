"""Rules of units: how they arrive, act and bear damage."""

from __future__ import annotations

from ....common.profiles import Model
from ....common.rules import all_of
from ..moments import CommandRule
from .scenery import Mechanized


class MovingFortress(CommandRule, frozen=True):
    """A point that does not slay the model puts one of its weapons out of use for the turn; it is never Incapacitated.

    Seed 001, Moving Fortress; core table row 27. The owner picks one weapon for each point; once all are out nothing more happens.

    >>> from grognard.systems.command.trial import other
    >>> other("incapacitated", target="Moving Fortress", rate=1, resolve=1, hp=2).fraction(0)
    Fraction(1, 1)
    """

    spellings = ("Moving Fortress",)
    on = ("unit", "model")

    def instead_of_incapacitated(self) -> str:
        return "weapon"


class Infiltrate(CommandRule, frozen=True):
    """The unit arrives as one hidden model that whoever targets it may fail to find.

    Seed 001, Infiltrate; core 4.1. Each time it is targeted it gets a marker, and a D6 less its markers of 1 or less reveals it;
    it reveals itself when it shoots or charges.

    >>> from grognard.systems.command.hidden import reveal_test
    >>> from grognard.kernel.faces import reading
    >>> reading(reveal_test(1)).law.fraction(True)
    Fraction(1, 3)
    """

    spellings = ("Infiltrate",)
    on = ("unit",)

    def arrives_hidden(self) -> bool:
        return True


class MechanizedCommand(CommandRule, frozen=True):
    """The token it flips may also be used by one Mechanized unit within 6 inches that has none and has not acted.

    Seed 001, Mechanized Command; core table row 49. Both act in this activation, the commander first, on the same target if one
    is needed.

    >>> from grognard.systems.command.trial import kind
    >>> [MechanizedCommand().shares_token(kind(rules=rules).models) for rules in ("Mechanized", "")]
    [True, False]
    """

    spellings = ("Mechanized Command", "Mechanised Command")
    on = ("unit", "model")

    def shares_token(self, members: tuple[Model, ...]) -> bool:
        return all_of(members, Mechanized)
