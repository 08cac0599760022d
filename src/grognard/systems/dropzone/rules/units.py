"""Units: how they are set up, move, and travel."""

from __future__ import annotations

from typing import Any

from ..rule import DropzoneRule


class Access(DropzoneRule, frozen=True):
    """A gate: what gets in goes to a Holding shared by all gates of its side, and may come out of any of them.

    Seed 003, Access; spec section 19. No more than its Capacity in and its Capacity out a round; with the
    last gate the Holding is lost. It changes no die.

    >>> from ..duel import duel
    >>> duel("", unit="Access", acc=2, energy=10, A=12).destroyed == duel("", acc=2, energy=10, A=12).destroyed
    True
    >>> Access().transports()
    'holding'
    """

    spellings = ("Access",)
    on = ("unit",)

    def transports(self) -> Any:
        return "holding"


class Fast(DropzoneRule, frozen=True):
    """It must fly on in each activation, straight ahead and at least its lesser MV; it may leave the table and come back.

    Seed 003, Fast; spec section 19. It turns by 90 degrees at most, after the move, never lands, starts in
    reserve and counts for no victory points. It changes no die.

    >>> from ..duel import duel
    >>> duel("AA-2", unit="Fast", acc=2, energy=10, type="Aircraft", A=10).destroyed
    Fraction(25, 36)
    """

    spellings = ("Fast",)
    on = ("unit",)

    def flies_on(self) -> Any:
        return True

    def sets_up(self, setup: Any) -> None:
        setup.hold_back(self)

    def scores(self, scenario: Any) -> Any:
        return False
