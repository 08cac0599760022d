"""Rules of how hits become Points of Damage, and of Direct Damage dice."""

from __future__ import annotations

from ....kernel.faces import d3
from ....kernel.purpose import Purpose
from ..matchup import Shot
from ..moments import CommandRule
from ..slots import Direct, Extra, Harm, ToHit


class Cleaving(CommandRule, frozen=True):
    """As many hits as the target's Resolve make two Points of Damage instead of one.

    VoidSiege (early form), Special Rules: Cleaving. Such weapons fill a count of their own; Direct Damage dice still make one
    point each.

    >>> from grognard.systems.command.examples import law
    >>> law("Cleaving", rate=2, resolve=2).fraction(2)
    Fraction(25, 36)
    """

    spellings = ("Cleaving", "Cleave")
    on = ("weapon",)

    def damages(self, harm: Harm, shot: Shot) -> None:
        harm.cleave(2, self, "a full count makes 2 points")


class Pike(CommandRule, frozen=True):
    """Each success makes further Points of Damage by as much as its result is above the target's Resolve.

    VoidSiege (early form), Special Rules: Pike. The modified result counts, in melee too, against vehicles their Armor; these
    points come on at most as many models as there were successes.

    >>> from grognard.systems.command.examples import law
    >>> law("Pike", rate=1, resolve=4).fraction(1)  # results 5, 6 and 7, but one model only
    Fraction(1, 2)
    """

    spellings = ("Pike",)
    on = ("weapon",)

    def damages(self, harm: Harm, shot: Shot) -> None:
        harm.pierce_through(self, f"results above {shot.toughness} are further points")


def _dice(n: int) -> str:
    return "1 die" if n == 1 else f"{n} dice"


class Borer(CommandRule, frozen=True):
    """Each success brings as many Direct Damage dice as the target has Hit Points.

    VoidSiege (early form), Special Rules: Borer. Against a vehicle the printed Armor of the facing is used (ruling
    ``borer_vehicle``).

    >>> from grognard.systems.command.examples import law
    >>> law("Borer", rate=1, resolve=5, hp=2).fraction(2)  # two dice of 5+
    Fraction(5, 54)
    """

    spellings = ("Borer",)
    on = ("weapon",)

    def strikes_directly(self, direct: Direct, shot: Shot) -> None:
        n, armor = shot.target.stats.HP, shot.armor
        if shot.vehicle and shot.how.terms.borer_dice:
            direct.dice(Extra("borer", of="armor", apart=True), self, f"{_dice(armor)} a success, the Armor struck")
        else:
            needs = min(6, armor)  # the printed Armor; of infantry, as ever, its Resolve
            direct.dice(
                Extra("borer", of="hp", needs=needs, apart=True), self, f"{_dice(n)} a success, the target's HP"
            )


class Sunder(CommandRule, frozen=True):
    """Every hit on infantry is a Point of Damage.

    VoidSiege (early form), Special Rules: Sunder. Overrides the count against Resolve, and Cleaving.

    >>> from grognard.systems.command.examples import law
    >>> law("Sunder", rate=1, resolve=6).fraction(1)
    Fraction(5, 6)
    """

    spellings = ("Sunder",)
    on = ("weapon",)

    def damages(self, harm: Harm, shot: Shot) -> None:
        if shot.vehicle:
            harm.say(str(self), "for infantry only")
        else:
            harm.outright(1, self, "each hit is a point")


class HighVelocity(CommandRule, frozen=True):
    """Every hit on a vehicle is a Point of Damage.

    VoidSiege (early form), Special Rules: High Velocity.

    >>> from grognard.systems.command.examples import law
    >>> law("High Velocity", rate=1, armor=(9, 8, 7), hp=4, models=1).fraction(1)
    Fraction(5, 6)
    """

    spellings = ("High Velocity",)
    on = ("weapon",)

    def damages(self, harm: Harm, shot: Shot) -> None:
        if shot.vehicle:
            harm.outright(1, self, "each hit is a point")
        else:
            harm.say(str(self), "for vehicles only")


class Hammer(CommandRule, frozen=True):
    """Hits on the target's Hit Points or more, 2 at least, and every hit is a Point of Damage.

    VoidSiege (early form), Special Rules: Hammer. 6 at most; in place of cover, obscured or Attack Value; modifiers still
    count.

    >>> from grognard.systems.command.examples import law
    >>> [law("Hammer", rate=1, hp=hp, models=1, token="advance").fraction(1) for hp in (1, 3, 8)]
    [Fraction(5, 6), Fraction(2, 3), Fraction(1, 6)]
    """

    spellings = ("Hammer",)
    on = ("weapon",)

    def aims(self, aim: ToHit, shot: Shot) -> None:
        needs = min(6, max(2, shot.target.stats.HP))
        aim.replace(needs, self, f"{needs} or more, by the target's HP")

    def damages(self, harm: Harm, shot: Shot) -> None:
        harm.outright(1, self, "each hit is a point")


class Blast(CommandRule, frozen=True):
    """Each success brings D3 Direct Damage dice.

    VoidSiege (early form), Special Rules: Blast. Rolled anew for each success.

    >>> from grognard.systems.command.examples import law
    >>> law("Blast", rate=1, resolve=6, models=1).fraction(1)
    Fraction(965, 3888)
    """

    spellings = ("Blast",)
    on = ("weapon",)

    def strikes_directly(self, direct: Direct, shot: Shot) -> None:
        direct.dice(
            Extra("blast", test=d3(Purpose("Blast", words="Blast, Direct Damage dice"))), self, "D3 dice a success"
        )


class Force(CommandRule, frozen=True):
    """Each success brings as many Direct Damage dice as the target has Hit Points, or models if these are more.

    VoidSiege (early form), Special Rules: Force. The models left when these dice are thrown; of a vehicle its HP.

    >>> from grognard.systems.command.examples import law
    >>> law("Force", rate=1, resolve=6, models=7).fraction(7)  # seven dice of 6
    Fraction(5, 1679616)
    """

    spellings = ("Force",)
    on = ("weapon",)

    def strikes_directly(self, direct: Direct, shot: Shot) -> None:
        direct.dice(Extra("force", of="force"), self, "dice by the target's HP or its models, whichever is more")


class Sharpshooter(CommandRule, frozen=True):
    """What helps its shooting dice is added to its Direct Damage dice too.

    VoidSiege (early form), Special Rules: Sharpshooter. The sum of the positive modifiers, whatever repeats take off; not for
    scenery that falls, and in shooting only.

    >>> from grognard.systems.command.examples import law
    >>> law("Borer", "Sharpshooter", rate=1, resolve=5).fraction(1)  # a hit, then 4+ for 5+
    Fraction(5, 12)
    """

    spellings = ("Sharpshooter",)
    on = ("unit", "model")

    def strikes_directly(self, direct: Direct, shot: Shot) -> None:
        if shot.melee:
            direct.say(str(self), "counts in shooting only")
        else:
            direct.sharpen(self, "positive modifiers count for these dice")
