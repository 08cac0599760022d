"""Rules of how hits become Points of Damage, and of Direct Damage dice."""

from __future__ import annotations

from ..match import Shot
from ..moments import CommandRule
from ..slots import Direct, Extra, Harm


class Cleaving(CommandRule, frozen=True):
    """As many hits as the target's Resolve make two Points of Damage instead of one.

    Seed 001, Cleaving; core 3.7. Such weapons fill a count of their own; Direct Damage dice still make one point each.

    >>> from grognard.systems.command.trial import law
    >>> law("Cleaving", rate=2, resolve=2).fraction(2)
    Fraction(25, 36)
    """

    spellings = ("Cleaving", "Cleave")
    on = ("weapon",)

    def damages(self, harm: Harm, shot: Shot) -> None:
        harm.cleave(2, self, "a full count makes 2 points")


class Pike(CommandRule, frozen=True):
    """Each success makes further Points of Damage by as much as its result is above the target's Resolve.

    Seed 001, Pike; core 3.7. The modified result counts, in melee too, against vehicles their Armor; these points come on at most
    as many models as there were successes.

    >>> from grognard.systems.command.trial import law
    >>> law("Pike", rate=1, resolve=4).fraction(1)  # results 5, 6 and 7, but one model only
    Fraction(1, 2)
    """

    spellings = ("Pike",)
    on = ("weapon",)

    def damages(self, harm: Harm, shot: Shot) -> None:
        harm.pierce_through(self, f"results above {shot.toughness} are further points")


class Borer(CommandRule, frozen=True):
    """Each success brings as many Direct Damage dice as the target has Hit Points.

    Seed 001, Borer; core table row 3. Against a vehicle the printed Armor of the facing is used (ruling ``borer_vehicle``).

    >>> from grognard.systems.command.trial import law
    >>> law("Borer", rate=1, resolve=5, hp=2).fraction(2)  # two dice of 5+
    Fraction(5, 54)
    """

    spellings = ("Borer",)
    on = ("weapon",)

    def strikes_directly(self, direct: Direct, shot: Shot) -> None:
        n, armor = shot.target.stats.HP, shot.armor
        if shot.vehicle and shot.how.terms.borer_dice:
            direct.dice(Extra("borer", of="armor"), self, f"{armor} dice a success, the Armor struck")
        else:
            needs = min(6, armor)  # the printed Armor; of infantry, as ever, its Resolve
            direct.dice(Extra("borer", of="hp", needs=needs), self, f"{n} dice a success, the target's HP")
