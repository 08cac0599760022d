"""Characters in units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..moments import UsrRule

if TYPE_CHECKING:
    from ....common.building import Building
    from ..characters import Bond


class IndependentCharacter(UsrRule, frozen=True):
    """Joins units and leaves them in the Movement phase; its wounds are looked out for on 2+.

    USR Reference: Independent Character. It joins a friendly unit (no vehicles, no Monstrous Creatures) by ending its Movement
    phase within 2 inches, and is then part of it for every purpose.

    >>> from grognard.systems.usr.examples import ask, model, shooter, unit
    >>> pair = unit(model("Independent Character", W=3, name="Hero"), model(name="Guard"))
    >>> ask(shooter(), pair).slain.fraction(1)  # 1/3 wounds, of which 5/6 fall on the guard
    Fraction(5, 18)
    """

    spellings = ("Independent Character", "Independent Characters")
    on = ("model",)
    character = True

    def look_out_sir(self, test: Building) -> None:
        test.offer(2, self, "2+")

    def attaches(self, bond: Bond) -> None:
        bond.joins(2.0, self, "may join a unit")
