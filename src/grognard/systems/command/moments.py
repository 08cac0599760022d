"""The moments of the Command Token game at which a special rule may speak, and the class of all its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...common.rules import Rule

if TYPE_CHECKING:
    from ...common.profiles import Model
    from .commands import OpenCommands
    from .matchup import Shot
    from .slots import Aftermath, Direct, Gain, Harm, Laying, Permit, Rate, Removal, ToHit


CORROSIVE, ESCAPES = "corrosive", "escapes"  # words that a hit may leave on an attack


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

    def instead_of_incapacitated(self) -> str:
        """ASG: what happens to a hurt model that stays: "" it is Incapacitated, or "weapon", "nothing"."""
        return ""

    def commands(self, orders: OpenCommands) -> None:
        """CMD, ACT: the commands open to the bearer's unit."""

    def arrives_hidden(self) -> bool:
        """DEP: whether the unit arrives as one hidden model."""
        return False

    def shares_token(self, members: tuple[Model, ...]) -> bool:
        """ACT: whether a unit of these models may use the token that the bearer flips."""
        return False

    def spends(self) -> bool:
        """ACT: whether each die of the weapon spends one of its uses, so that none may be left."""
        return False

    def grows(self, lost: int) -> int:
        """STAT: what is added to Move, Resolve and Attack Value when the unit has lost so many models."""
        return 0

    def may_be_reckless(self) -> bool:
        """MEL: whether the bearer's unit may strike with its ranged weapons at the price of Resolve."""
        return False

    def strikes_all(self) -> bool:
        """TGT: whether the weapon may attack every enemy unit in range at once."""
        return False

    def splits_fire(self) -> bool:
        """TGT: whether the bearer's unit may fire at several units."""
        return False

    def slows(self) -> bool:
        """TGT: whether being targeted by the weapon halves a unit's Move."""
        return False

    def feeds(self) -> bool:
        """ASG: whether the Points of Damage that the bearer's unit causes may heal it."""
        return False

    def bears_its_failures(self) -> bool:
        """MEL: whether the bearer's unit takes no damage from its own failed dice."""
        return False

    def pays_for_cover(self, name: str) -> bool:
        """MOV: whether the bearer's unit may cross cover for its number in inches when it carries out this command."""
        return False

    def recovers(self) -> bool:
        """END: whether an Incapacitated model passes its recovery test without a roll."""
        return False


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
