"""The moments of the Command Token game at which a special rule may speak, and the class of all its rules."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from ...common.rules import Rule

if TYPE_CHECKING:
    from ...common.profiles import Model
    from .commands import OpenCommands
    from .matchup import Shot
    from .slots import Aftermath, Direct, Gain, Harm, Hiding, Injury, Laying, Permit, Rate, Recovery, Removal, ToHit


EVERY = 1_000  # as many units as there are


class Moments:
    """Each method is a moment; its parameters are what a rule is given. ``Shot`` never changes, the others are filled."""

    # --- one attack: rules of the weapon and of the model that uses it

    def permits(self, permit: Permit, shot: Shot) -> None:
        """ACT, RCT, MEL: whether the weapon may be used now, and as what."""

    def rate(self, rate: Rate, shot: Shot) -> None:
        """ROF: how many dice are thrown."""

    def aims(self, aim: ToHit, shot: Shot) -> None:
        """TN: the number to hit, its modifiers and re-rolls."""

    def hits(self, gain: Gain, shot: Shot) -> None:
        """HIT: what successful dice are worth."""

    def lays(self, laying: Laying, shot: Shot) -> None:
        """TPL: the template that the weapon lays."""

    def removes(self, removal: Removal, shot: Shot) -> None:
        """REM: what a model sets off that the weapon removes."""

    def damages(self, harm: Harm, shot: Shot) -> None:
        """DMG: how hits become Points of Damage."""

    def strikes_directly(self, direct: Direct, shot: Shot) -> None:
        """DD: the Direct Damage dice that come with successes, and what is added to them."""

    def afterwards(self, after: Aftermath, shot: Shot) -> None:
        """AFT: what a hit sets off once all weapons have been resolved."""

    # --- the same attack: rules of most of the target's models

    def aimed_at(self, aim: ToHit, shot: Shot) -> None:
        """TN: the bearer's unit is the target."""

    # --- a unit by itself

    def instead_of_incapacitated(self, injury: Injury) -> None:
        """ASG: what a Point of Damage does to the bearer when it does not slay it."""

    def commands(self, orders: OpenCommands) -> None:
        """CMD, ACT: the commands open to the bearer's unit."""

    def arrives_hidden(self, hiding: Hiding) -> None:
        """DEP: the unit may arrive as one hidden model, and is found by so much."""

    def shares_token(self, members: tuple[Model, ...]) -> float:
        """ACT: within how many inches a unit of these models may use the token that the bearer flips; 0: it may not."""
        return 0.0

    def grows(self, lost: int, value: int) -> int:
        """STAT: what a Move, Resolve or Attack Value of so much is when the unit has lost so many models."""
        return value

    def recklessness(self) -> int | None:
        """MEL: the Resolve that it costs the bearer's unit to strike with its ranged weapons; None: it may not."""
        return None

    def strikes_besides(self) -> int:
        """TGT: how many further enemy units the weapon may attack at once, each with all its dice."""
        return 0

    def splits_fire(self) -> int:
        """TGT: at how many units those of the bearer's unit that have the rule may fire, each kind of weapon at one."""
        return 1

    def slows(self) -> Fraction:
        """TGT: the part of its Move, rounded up, that a unit keeps which the weapon is used on."""
        return Fraction(1)

    def feeds(self) -> int | None:
        """ASG: the result on a D6 by which a Point of Damage that the bearer's unit causes heals it; None: none does."""
        return None

    def bears_its_failures(self, failed: int) -> int:
        """MEL: how many of so many failed dice of its own count against the bearer's unit."""
        return failed

    def pays_for_cover(self, name: str, cover: int) -> int | None:
        """MOV: the inches for which the bearer's unit may cross cover of this number in this command; None: it may not."""
        return None

    def recovers(self, recovery: Recovery) -> None:
        """END: the bearer is Incapacitated and takes its recovery test."""


if TYPE_CHECKING:

    class Voice(Rule, Moments, frozen=True):
        """A rule as a type checker sees it: with every moment, so that one that takes or gives something else is found."""
else:
    Voice = Rule  # a rule has only the moments that it states: ``voices`` asks no others


class CommandRule(Voice, frozen=True):
    """A special rule of the Command Token game."""

    system: ClassVar[str] = "command"
    moments: ClassVar[Any] = Moments


def speaker(voice: Any) -> Rule:
    """The rule whose voice this is."""
    rule: Rule = voice.__self__
    return rule
