"""Rules of close combat as a whole."""

from __future__ import annotations

from typing import Any

from ..moments import UsrRule


class HitAndRun(UsrRule, frozen=True):
    """A unit locked in combat may break away at the end of a Fight phase: an Initiative test, then 3D6 inches one way.

    Seed 004, Hit & Run. One bearer is enough. It goes only when the distance takes all of it more than 1 inch from every unit it
    fought; enemies that are free then consolidate 3 inches.

    >>> from grognard.systems.usr.checks import characteristic
    >>> characteristic("Initiative", 4).chance == 4 / 6
    True
    """

    spellings = ("Hit & Run", "Hit and Run", "Hit-and-Run")
    on = ("model",)
    covers = "any"

    def breaks_away(self, parting: Any) -> None:
        parting.may(self, "may break away")
