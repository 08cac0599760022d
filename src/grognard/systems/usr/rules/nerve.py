"""Rules of nerve: tests that are passed or forced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..moments import UsrRule

if TYPE_CHECKING:
    from ..attack.matchup import Attack
    from ..nerve.checks import Check, Reaction
    from ..slots import Harm

UNSHAKEN = ("morale", "pinning", "fear", "regroup")  # the tests that the Fearless and Zealots pass


class Fearless(UsrRule, frozen=True):
    """The unit passes every Pinning, Fear, Regroup and Morale test, and cannot go to ground.

    USR Reference: Fearless. One bearer is enough. A unit on the ground that becomes Fearless rises at once; it cannot choose to
    fail.

    >>> from grognard.systems.usr.examples import other, shooter, target
    >>> gun = shooter("Pinning")
    >>> other(gun, target(count=2), "pinned"), other(gun, target("Fearless", count=2), "pinned")
    (Fraction(5, 54), Fraction(0, 1))
    """

    spellings = ("Fearless",)
    on = ("model",)
    covers = "any"

    def leadership(self, check: Check) -> None:
        if check.kind in UNSHAKEN:
            check.passes(self, "passed without a roll")

    def reacts(self, reaction: Reaction) -> None:
        reaction.stand(self, "cannot go to ground")


class Pinning(UsrRule, frozen=True):
    """A unit that suffers an unsaved wound from the weapon tests Leadership when the firing unit is done, or goes to ground.

    USR Reference: Pinning. Once for each unit that fires; not for vehicles nor for a unit on the ground already; too late
    against the fire that caused it.

    >>> from grognard.systems.usr.examples import other, shooter, target
    >>> other(shooter("Pinning"), target(count=2, Ld=7), "pinned")  # 1/3 wounds, 15/36 fail
    Fraction(5, 36)
    """

    spellings = ("Pinning",)
    on = ("weapon",)

    def harms(self, harm: Harm, attack: Attack) -> None:
        if not attack.melee:
            harm.mark("pinning", self, "an unsaved wound forces a Pinning test")


class Stubborn(UsrRule, frozen=True):
    """Whatever lowers Leadership does not count in Morale checks and Pinning tests.

    USR Reference: Stubborn. One bearer is enough; a unit that is Fearless too goes by Fearless.

    >>> from grognard.systems.usr.nerve.checks import check
    >>> from grognard.systems.usr.examples import model
    >>> check((model(Ld=7),), "morale", -3).needs, check((model("Stubborn", Ld=7),), "morale", -3).needs
    ('4 or less on 2D6', '7 or less on 2D6')
    """

    spellings = ("Stubborn",)
    on = ("model",)
    covers = "any"

    def leadership(self, check: Check) -> None:
        if check.kind in ("morale", "pinning"):
            check.ignore_penalties(self, "penalties do not count")


class AndTheyShallKnowNoFear(UsrRule, frozen=True):
    """The unit passes Fear and Regroup tests, and may roll dice of any other Leadership test again.

    USR Reference: And They Shall Know No Fear. One bearer is enough; either die or both, once each; it is no help against a
    Sweeping Advance in this edition.

    >>> from grognard.systems.usr.examples import other, shooter, target
    >>> other(shooter("Pinning"), target("And They Shall Know No Fear", count=2, Ld=8), "pinned")
    Fraction(23, 972)
    """

    spellings = ("And They Shall Know No Fear", "ATSKNF")
    on = ("model",)
    covers = "any"

    def leadership(self, check: Check) -> None:
        if check.kind in ("fear", "regroup"):
            check.passes(self, "passed without a roll")
        else:
            check.reroll_dice(self, "dice of a failed roll are thrown again")
