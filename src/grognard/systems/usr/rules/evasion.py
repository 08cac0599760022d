"""Rules that keep a target from harm: jinking, stealth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....common.rules import Rule
from ..moments import UsrRule
from .combat import Fear

if TYPE_CHECKING:
    from ..attack.matchup import Attack
    from ..nerve.checks import Reaction
    from ..psychic.psykers import Mind
    from ..slots import Saves


class Jink(UsrRule, frozen=True):
    """A unit that is shot at may jink: its bearers have a 4+ cover save until its next move, and fire Snap Shots only.

    USR Reference: Jink. Declared before any roll to hit; the Snap Shots last to the end of its next turn. An immobilised vehicle
    cannot jink: those of its squadron that can do so without it.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter(), target("Jink"), sets={"jinking": True})
    Fraction(1, 6)
    """

    spellings = ("Jink",)
    on = ("model", "vehicle")

    def reacts(self, reaction: Reaction) -> None:
        reaction.jink(self, "may jink")

    def save(self, saves: Saves, attack: Attack) -> None:
        if attack.how.jinking and not attack.melee:
            if attack.how.immobilised or saves.still:
                saves.say(self, "immobilised: it cannot jink")
            else:
                saves.jink(4, self, "jinking: 4+")


class Stealth(UsrRule, frozen=True):
    """The unit's cover saves are one better, 6+ in the open; with a kind of terrain named, only there.

    USR Reference: Stealth. One bearer is enough. With Shrouded added up, but never better than 3+ (ruling shroud-cap).

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter(), target("Stealth")), slays(shooter(), target("Stealth"), cover="5+")
    (Fraction(5, 18), Fraction(1, 6))
    """

    spellings = ("Stealth",)
    on = ("model", "vehicle")
    circumstances = ("terrain",)
    covers = "any"
    example = "Stealth"

    terrain: str = ""

    def written(self) -> str:
        return f"Stealth ({self.terrain})" if self.terrain else "Stealth"

    def save(self, saves: Saves, attack: Attack) -> None:
        if not self.terrain or attack.among(self.terrain):
            saves.better("stealth", 1, self, "cover is one better")
        else:
            saves.say(self, f"only in {self.terrain}")


class Shrouded(UsrRule, frozen=True):
    """The unit's cover saves are two better, 5+ in the open.

    USR Reference: Shrouded. One bearer is enough. With Stealth added up, but never better than 3+ (ruling shroud-cap).

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter(), target("Shrouded")), slays(shooter(), target("Shrouded", "Stealth"), cover="4+")
    (Fraction(2, 9), Fraction(1, 9))
    """

    spellings = ("Shrouded",)
    on = ("model", "vehicle")
    covers = "any"

    def save(self, saves: Saves, attack: Attack) -> None:
        saves.better("shrouded", 2, self, "cover is two better")


class IgnoresCover(UsrRule, frozen=True):
    """No cover saves against its wounds, glances and penetrating hits.

    USR Reference: Ignores Cover.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter("Ignores Cover"), target(), cover="3+")
    Fraction(1, 3)
    """

    spellings = ("Ignores Cover", "Ignore Cover")
    on = ("weapon",)

    def denies(self, saves: Saves, attack: Attack) -> None:
        saves.deny("cover", self, "no cover saves")


class Daemon(UsrRule, frozen=True):
    """A 5+ invulnerable save, and Fear.

    USR Reference: Daemon. Of two invulnerable saves the better counts.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter(AP=2), target("Daemon", Sv="3+"))
    Fraction(2, 9)
    """

    spellings = ("Daemon",)
    on = ("model",)
    counts_as = "Daemon"

    def brings(self) -> tuple[Rule, ...]:
        return (Fear(),)

    def channels(self, mind: Mind) -> None:
        mind.of_the_warp(self, "malefic powers are no more dangerous than others")

    def save(self, saves: Saves, attack: Attack) -> None:
        saves.invulnerable(5, self, "5+ invulnerable")
