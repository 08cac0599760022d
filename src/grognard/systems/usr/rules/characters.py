"""Characters in units."""

from __future__ import annotations

from typing import Any

from ..moments import UsrRule


class IndependentCharacter(UsrRule, frozen=True):
    """Joins units and leaves them in the Movement phase; its wounds are looked out for on 2+.

    Seed 004, Independent Character. It joins a friendly unit (no vehicles, no Monstrous Creatures) by ending its Movement phase
    within 2 inches, and is then part of it for every purpose.

    >>> from grognard.systems.usr.examples import ask, model, shooter, unit
    >>> pair = unit(model("Independent Character", W=3, name="Hero"), model(name="Guard"))
    >>> ask(shooter(), pair).slain.fraction(1)  # 1/3 wounds, of which 5/6 fall on the guard
    Fraction(5, 18)
    """

    spellings = ("Independent Character", "Independent Characters")
    on = ("model",)
    character = True

    def look_out_sir(self, test: Any) -> None:
        test.offer(2, self, "2+")

    def attaches(self, bond: Any) -> None:
        bond.joins(self, "may join a unit")
