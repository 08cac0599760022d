"""Rules of coming to the battle."""

from __future__ import annotations

from typing import Any

from ..moments import UsrRule


class DeepStrike(UsrRule, frozen=True):
    """A unit whose models all have it may wait in reserve and arrive anywhere, scattering 2D6 inches, with the risk of a mishap.

    Seed 004, Deep Strike. The first model scatters, the others stand round it in full circles; no further move, difficult ground is
    dangerous; it may shoot or run, as if it had moved, and may charge. A mishap: lost on 1, misplaced by the opponent on 2 and 3,
    delayed on 4 to 6.

    >>> from grognard.systems.usr.reserves import MISHAP
    >>> from grognard.kernel.faces import reading
    >>> reading(MISHAP).law.fraction("delayed")
    Fraction(1, 2)
    """

    spellings = ("Deep Strike",)
    on = ("model", "vehicle")
    covers = "all"

    def arrives(self, arrival: Any) -> None:
        arrival.anywhere(self, "may arrive by Deep Strike")
