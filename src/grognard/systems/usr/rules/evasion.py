"""Rules that keep a target from harm: jinking, stealth."""

from __future__ import annotations

from typing import Any

from ..moments import UsrRule


class Jink(UsrRule, frozen=True):
    """A unit that is shot at may jink: its bearers have a 4+ cover save until its next move, and fire Snap Shots only.

    Seed 004, Jink. Declared before any roll to hit; the Snap Shots last to the end of its next turn. An immobilised vehicle
    cannot jink.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter(), target("Jink"), sets={"jinking": True})
    Fraction(1, 6)
    """

    spellings = ("Jink",)
    on = ("model", "vehicle")

    def reacts(self, reaction: Any) -> None:
        reaction.jink(self, "may jink")

    def save(self, saves: Any, attack: Any) -> None:
        if attack.how.jinking and not attack.melee:
            if attack.how.immobilised:
                saves.say(self, "immobilised: it cannot jink")
            else:
                saves.jink(4, self, "jinking: 4+")
