"""Rules that protect: those who are hard to see, to wound and to hit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....common.rules import any_of, bearing
from ..moments import VoidRule

if TYPE_CHECKING:
    from ....common.building import Building
    from ..attack import Attack
    from ..building import Armour, Cover
    from ..checks import Company

SHORT, MEDIUM = 0, 1


class Camouflage(VoidRule, frozen=True):
    """A unit of which all have it cannot be seen beyond medium range and is one better on cover saves, also in the open.

    Seed, Camouflage. Models with Stealth may make up the rest of the unit. In the open the bonus makes a rating of 1.

    >>> from grognard.systems.void.fixtures import ask, trooper
    >>> ask(trooper(), trooper(Camouflage())).slain.fraction(1)  # saved on 9+: 1/4 x 8/10
    Fraction(1, 5)
    """

    spellings = ("Camouflage",)
    on = ("unit", "model", "vehicle")
    source = "Seed, Camouflage; section 19"

    def cover(self, save: Cover, attack: Attack) -> None:
        if camouflaged(attack.fellows):
            save.bonus(1, self, "+1 on the cover save")

    def unseen_beyond(self, company: Company) -> int | None:
        return MEDIUM if camouflaged(company.members) else None


def camouflaged(members: tuple[object, ...]) -> bool:
    """Whether a unit of these profiles has the benefit: every one hides, one at least by Camouflage."""
    return any_of(members, Camouflage) and all(bearing(m, Camouflage) for m in members)


class Dodge(VoidRule, frozen=True):
    """Each point of damage may be dodged on d10 + the unit's highest CD, worse with every point after the first success.

    Seed, Dodge: whatever did the damage, after every save; a 10 always succeeds. It is no command check.

    >>> from grognard.systems.void.fixtures import ask, trooper
    >>> ask(trooper(), trooper(Dodge())).slain.fraction(1)  # CD 4: dodged on 6+
    Fraction(1, 8)
    """

    spellings = ("Dodge",)
    on = ("model", "unit", "vehicle")
    source = "Seed, Dodge; sections 8 and 19"

    def dodge(self, test: Building, suffered: int) -> None:
        if suffered:
            test.add(-suffered, self, f"{suffered} points suffered since the first dodge")


class HeavyArmour(VoidRule, frozen=True):
    """Each wound received is cancelled by d10 + N - armour piercing of 10 or more.

    Seed, Heavy Armour: Heavy Armour 6 saves on 4+. After cover saves, before dodging, against shots and blows alike.

    >>> from grognard.systems.void.fixtures import ask, trooper
    >>> ask(trooper(), trooper(HeavyArmour(6))).slain.fraction(1)  # 1/4 x 3/10
    Fraction(3, 40)
    """

    spellings = ("Heavy Armour", "Heavy Armor")
    on = ("model", "unit", "vehicle")
    example = "Heavy Armour 6"
    source = "Seed, Heavy Armour; sections 8 and 19"
    n: int

    def armour(self, save: Armour, attack: Attack) -> None:
        save.offer(self.n, self, f"{10 - self.n}+ without armour piercing")


RULES = (Camouflage, Dodge, HeavyArmour)
