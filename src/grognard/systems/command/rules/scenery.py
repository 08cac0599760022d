"""Rules of cover and of scenery."""

from __future__ import annotations

from ....kernel.faces import Test
from ..matchup import Shot
from ..moments import CommandRule
from ..slots import Aftermath, Chart, Crushing, Recovery, ToHit

FACES = (Crushing.NOTHING, *(Crushing.QUAKE,) * 3, *(Crushing.COLLAPSE,) * 2)
CHART = Chart(Test("Crush", 6, FACES), step=1, least=4, rubble=4)


class Mechanized(CommandRule, frozen=True):
    """The unit gains nothing from cover, and its Incapacitated models pass their recovery tests without a roll.

    VoidSiege (early form), Special Rules: Mechanized. Being obscured still counts, and so does the scenery it stands in for
    Siege and Crush.

    >>> from grognard.systems.command.examples import law
    >>> law(target="Mechanized", rate=1, resolve=1, cover=6).fraction(1)
    Fraction(5, 6)
    """

    spellings = ("Mechanized", "Mechanised")
    on = ("unit", "model")

    def aimed_at(self, aim: ToHit, shot: Shot) -> None:
        if shot.how.cover and not shot.melee:
            aim.ignore_cover(self, "gains nothing from cover")

    def recovers(self, recovery: Recovery) -> None:
        recovery.pass_without_roll(self, "passes without a roll")


class Crush(CommandRule, frozen=True):
    """A weapon that hits a unit in cover rolls on a chart: the scenery gives worse cover, or collapses on those in it.

    VoidSiege (early form), Special Rules: Crush. 1 nothing; 2-4 cover one step worse, never below 4+; 5-6 rubble of 4+, and
    each unit in it takes as many Direct Damage dice as it has models there. It may also be fired at the scenery itself.

    >>> from grognard.systems.command.examples import law
    >>> law("Crush", rate=1, resolve=4, cover=4, models=1).fraction(1)  # a hit (2/3), a collapse (1/3), a die of 4+
    Fraction(1, 9)
    """

    spellings = ("Crush",)
    on = ("weapon",)

    def afterwards(self, after: Aftermath, shot: Shot) -> None:
        after.crush(CHART, self, "each weapon that hits crushes the scenery", at_scenery=True)


class Siege(CommandRule, frozen=True):
    """A weapon that hits a unit in cover crushes the scenery.

    VoidSiege (early form), Special Rules: Siege. One roll on the chart of Crush for each weapon that hit, when all weapons have
    been resolved.

    >>> from grognard.systems.command.examples import law
    >>> law("Siege", rate=1, resolve=4, cover=4, models=1).fraction(1)
    Fraction(1, 9)
    """

    spellings = ("Siege",)
    on = ("weapon",)

    def afterwards(self, after: Aftermath, shot: Shot) -> None:
        after.crush(CHART, self, "each weapon that hits crushes the scenery")


class Camouflage(CommandRule, frozen=True):
    """The unit is obscured on 5+ wherever it stands, unless something gives it better.

    VoidSiege (early form), Special Rules: Camouflage. Kept against Devastate and by Mechanized units; Hammer does not ask.

    >>> from grognard.systems.command.examples import law
    >>> law(target="Camouflage", rate=1, resolve=1).fraction(1)
    Fraction(1, 2)
    """

    spellings = ("Camouflage",)
    on = ("unit", "model")

    def aimed_at(self, aim: ToHit, shot: Shot) -> None:
        if shot.melee:
            aim.say(str(self), "does not count in melee")
        else:
            aim.obscure(5, self, "obscured, 5 or more")


class Agile(CommandRule, frozen=True):
    """The unit may Run and Advance into, through and over cover, for its number in inches.

    VoidSiege (early form), Special Rules: Agile. Each piece costs its cover number as it is now, off the whole distance and
    before moving; a piece that cannot be paid for is not entered.

    >>> Agile().pays_for_cover("run", 5), Agile().pays_for_cover("overrun", 5)
    (5, None)
    """

    spellings = ("Agile",)
    on = ("unit", "model")

    def pays_for_cover(self, name: str, cover: int) -> int | None:
        return cover if name in ("run", "advance") else None
