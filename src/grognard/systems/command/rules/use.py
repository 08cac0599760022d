"""Rules of when a weapon may be used, and with what penalty."""

from __future__ import annotations

from ..matchup import Shot
from ..moments import CommandRule
from ..slots import Gain, Permit, ToHit


class Turret(CommandRule, frozen=True):
    """The weapon suffers no penalty for being Idle.

    VoidSiege (early form), Special Rules: Turret. The same when reacting; the unit still moves or shoots, not both.

    >>> from grognard.systems.command.examples import law
    >>> law("Turret", rate=1, resolve=1, token="idle").fraction(1)
    Fraction(2, 3)
    """

    spellings = ("Turret",)
    on = ("weapon",)

    def aims(self, aim: ToHit, shot: Shot) -> None:
        if not shot.melee and (shot.how.reacting or shot.how.token == "idle"):
            aim.hold_steady(self, "no penalty")


class Countermeasure(CommandRule, frozen=True):
    """While its unit is Idle or reacts to being targeted, the weapon counts as Digital.

    VoidSiege (early form), Special Rules: Countermeasure. It fires without the penalty, reacts without a token once a turn, and
    strikes back in melee as a Digital weapon does, whatever token a charged unit shows.

    >>> from grognard.systems.command.examples import law
    >>> law("Countermeasure", rate=1, resolve=1, token="idle", reacting=True).fraction(1)
    Fraction(2, 3)
    """

    spellings = ("Countermeasure",)
    on = ("weapon",)

    def permits(self, permit: Permit, shot: Shot) -> None:
        if shot.how.reacting or shot.how.token == "idle":
            permit.digital(self, "counts as Digital")


class Devastate(CommandRule, frozen=True):
    """Cover and scenery in between do not count, and the target need not be seen.

    VoidSiege (early form), Special Rules: Devastate. Range still counts, and so does a unit that is obscured by itself. The
    owner's name is no condition: whatever lists the rule has it.

    >>> from grognard.systems.command.examples import law
    >>> law("Devastate", rate=1, resolve=1, cover=6, obscured="6").fraction(1)
    Fraction(5, 6)
    """

    spellings = ("Devastate",)
    on = ("weapon",)

    def permits(self, permit: Permit, shot: Shot) -> None:
        if not shot.melee:
            permit.unseen(self, "fires at what it cannot see")

    def aims(self, aim: ToHit, shot: Shot) -> None:
        if not shot.melee and (shot.how.cover or shot.how.obscured):
            aim.ignore_cover(self, "fires through cover")
            aim.ignore_obscured(self, "fires through what is between")


class Grasping(CommandRule, frozen=True):
    """Its melee weapons attack again after a success, as Cascade does.

    VoidSiege (early form), Special Rules: Grasping. On a weapon: that weapon; on a unit: all that it strikes with. Only in
    melee.

    >>> from grognard.systems.command.examples import other
    >>> other("hits", "Grasping", rate=1, type="Melee", av=5, melee=True).fraction(1)  # a 2+, then no 3+
    Fraction(5, 18)
    """

    spellings = ("Grasping",)
    on = ("weapon", "unit", "model")

    def hits(self, gain: Gain, shot: Shot) -> None:
        if shot.melee:
            gain.repeat(1, self, "after a success strike again with -1")
