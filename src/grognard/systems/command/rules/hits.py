"""Rules of what dice to hit are worth."""

from __future__ import annotations

from ..matchup import Shot
from ..moments import CommandRule
from ..slots import Gain, ToHit


class Interlinked(CommandRule, frozen=True):
    """Each successful roll to hit counts as two hits.

    VoidSiege (early form), Special Rules: Interlinked. Under a template each model takes two hits, on a direct hit only.

    >>> from grognard.systems.command.examples import law
    >>> law("Interlinked", rate=2, resolve=2).fraction(2)  # two of two dice at 2+: four hits, two points
    Fraction(25, 36)
    """

    spellings = ("Interlinked",)
    on = ("weapon",)

    def hits(self, gain: Gain, shot: Shot) -> None:
        gain.worth(2, self, "each success is 2 hits")


class Piercing(CommandRule, frozen=True):
    """A shooting result of 7 or more is one further hit.

    VoidSiege (early form), Special Rules: Piercing. The modified result of a successful die counts; Interlinked does not double
    it.

    >>> from grognard.systems.command.examples import law
    >>> law("Piercing", rate=1, resolve=2).fraction(1)  # a natural 6 with the +1 of a Shoot token
    Fraction(1, 6)
    """

    spellings = ("Piercing",)
    on = ("weapon",)

    def hits(self, gain: Gain, shot: Shot) -> None:
        if shot.melee:
            gain.say(str(self), "counts in shooting only")
        else:
            gain.extra(7, 1, self, "a result of 7 or more is one more hit")


class Cascade(CommandRule, frozen=True):
    """A success lets the weapon attack the same target again with -1, until an attack has no success.

    VoidSiege (early form), Special Rules: Cascade. Each repeat throws the full rate of fire with one more -1; optional in
    melee, where its failures hurt.

    >>> from grognard.systems.command.examples import law
    >>> law("Cascade", rate=1, resolve=1).fraction(5)  # dice of 2+, 3+, 4+, 5+ and 6+, then none can hit
    Fraction(5, 324)
    """

    spellings = ("Cascade",)
    on = ("weapon",)

    def hits(self, gain: Gain, shot: Shot) -> None:
        gain.repeat(1, self, "after a success attack again with -1")


class Stealth(CommandRule, frozen=True):
    """Whoever shoots at this unit re-rolls successful dice to hit, once.

    VoidSiege (early form), Special Rules: Stealth. Before Inescapable; what hits without a roll is not re-rolled.

    >>> from grognard.systems.command.examples import law
    >>> law(target="Stealth", rate=1, resolve=1).fraction(1)
    Fraction(25, 36)
    """

    spellings = ("Stealth",)
    on = ("unit", "model")

    def aimed_at(self, aim: ToHit, shot: Shot) -> None:
        if shot.melee:
            aim.say(str(self), "does not count in melee")
        else:
            aim.reroll("passed", self, "successes are thrown again")


class Inescapable(CommandRule, frozen=True):
    """One success makes all dice of the weapon's attack successes.

    VoidSiege (early form), Special Rules: Inescapable. For each weapon and each repeat by itself; natural 1s too. Dice made
    successes so have no result for Piercing and Pike.

    >>> from grognard.systems.command.examples import law
    >>> law("Inescapable", rate=4, resolve=4).fraction(0)  # all four dice must fail
    Fraction(1, 1296)
    """

    spellings = ("Inescapable",)
    on = ("weapon",)

    def hits(self, gain: Gain, shot: Shot) -> None:
        gain.convert(1, self, "one success makes all dice hit")


class Impale(CommandRule, frozen=True):
    """A moving target takes one more hit for every other hit.

    VoidSiege (early form), Special Rules: Impale. Once for the whole group of weapons, half of its hits rounded down; these
    breed nothing further.

    >>> from grognard.systems.command.examples import law
    >>> law("Impale", rate=2, resolve=3, target_moving=True).fraction(1)  # two hits are three
    Fraction(25, 36)
    """

    spellings = ("Impale",)
    on = ("weapon",)

    def hits(self, gain: Gain, shot: Shot) -> None:
        if shot.how.moving:
            gain.one_more_for(2, self, "one more hit for every other")
        else:
            gain.say(str(self), "the target shows no moving token")


class Deadeye(CommandRule, frozen=True):
    """A success lets the model at once resolve another of its weapons on the target, as automatic hits, or keep it.

    VoidSiege (early form), Special Rules: Deadeye. Once for each model, with what it sees in range; a Heavy weapon too, though
    it has moved; that weapon must not have fired yet, counts as fired and spends uses if it is Limited; a template falls as it
    was meant. Automatic hits have no result, so nothing for Piercing and Pike, and do not Cascade.

    >>> from grognard.systems.command.examples import ask, gun, kind
    >>> by = kind("One", "", 1, (gun("Deadeye", name="Pistol"), gun(rate=3, type="Heavy", name="Cannon")))
    >>> ask(by, kind(resolve=4), moved=True).damage.fraction(1)  # a hit, and three that need no roll
    Fraction(2, 3)
    """

    spellings = ("Deadeye",)
    on = ("weapon",)

    def hits(self, gain: Gain, shot: Shot) -> None:
        gain.follow(self, "a success fires another weapon, which hits automatically")
