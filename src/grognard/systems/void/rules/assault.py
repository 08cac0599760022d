"""Rules of close combat: charges and blows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....common.rules import all_of
from ..moments import VoidRule

if TYPE_CHECKING:
    from ....table.state import Table
    from ..checks import Company


class BerserkCharge(VoidRule, frozen=True):
    """Whom the unit charges may not counter-charge, and when it is charged itself it counter-charges without a check.

    Seed, Berserk Charge; section 12. Every model left must have it. Two berserk units: the one that is charged stays.

    >>> from grognard.systems.void.fixtures import trooper
    >>> from grognard.systems.void.checks import Company
    >>> charger = Company(trooper(BerserkCharge(), n=5).models)
    >>> BerserkCharge().bars_counter_charge(charger)
    True
    """

    spellings = ("Berserk Charge",)
    on = ("unit", "model", "vehicle")
    source = "Seed, Berserk Charge; sections 12 and 19"

    def bars_counter_charge(self, company: Company) -> bool:
        return all_of(company.members, BerserkCharge)

    def counter_charges(self, t: Table, u: int) -> str:
        return "always" if all_of(t[u].members, BerserkCharge) else ""


class StrikeFirst(VoidRule, frozen=True):
    """The model's blows fall before everyone else's, a charger's too; whom it kills does not strike back.

    Seed, Strike First; section 11. Two enemies that both have it strike at the same time.

    >>> from grognard.systems.void.fixtures import trooper
    >>> StrikeFirst().strikes_first()
    True
    """

    spellings = ("Strike First",)
    on = ("model", "unit", "vehicle")
    source = "Seed, Strike First; sections 11 and 19"

    def strikes_first(self) -> bool:
        return True


RULES = (BerserkCharge, StrikeFirst)
