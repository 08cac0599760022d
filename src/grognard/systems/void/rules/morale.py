"""Rules of nerve: what frightened units do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....common.rules import id_of
from ..moments import VoidRule

if TYPE_CHECKING:
    from ....kernel.asks import Procedure
    from ....table.state import Table
    from ..checks import Company


class Rampage(VoidRule, frozen=True):
    """A unit that fails a panic test does not panic but runs amok, fighting whatever it meets.

    Seed, Rampage: on later activations it tries to rally; failing, it goes in a random direction at top speed.

    >>> from grognard.systems.void.fixtures import ask, trooper
    >>> odds = ask(trooper(), trooper(Rampage(), n=2))
    >>> odds.other["panicked"], odds.other["rampaging"]  # half the unit slain, CD 4 failed: 1/4 x 1/2
    (Fraction(0, 1), Fraction(1, 8))
    """

    spellings = ("Rampage",)
    on = ("unit", "model", "vehicle")
    source = "Seed, Rampage; section 19"

    def instead_of_panic(self, company: Company) -> str:
        return "rampaging"

    def unrallied(self, t: Table, u: int) -> Procedure:
        from ..rampage import run_amok

        yield from run_amok(t, u, id_of(self))


RULES = (Rampage,)
