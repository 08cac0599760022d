"""The moments at which special rules speak, with what each is given. A rule's public methods are named after them.

Moments that return something are added up, joined or compared; those that are given a slot value (``test``, ``harm``, …) add to
it. Neither can depend on the order in which rules speak.
"""

from __future__ import annotations

from typing import Any

from ...common.rules import Rule


class Moments:
    """Every moment of the system. Weapons speak at the first group, units at the second."""

    # --- a weapon: whether and how often it fires -------------------------------------------------------------------

    def fires(self, fire: Any, unit: Any) -> None:
        """Adds to the shots of one use: ``fire`` is a ``firing.Fire``, ``unit`` says how many points it has lost."""

    def may_target(self, permit: Any, shot: Any) -> None:
        """Allows what is otherwise no target: ``permit`` is a ``matchup.Permit``."""

    def group(self) -> Any:
        """The number of the group of which only one profile fires a round."""

    def uses(self) -> Any:
        """How many Shooting actions of the battle it may be used in."""

    def sight(self) -> Any:
        """How many inches above the hull it sees from."""

    def strays(self) -> Any:
        """Whether dice that miss a target in a Garrison hit friends inside."""

    # --- a weapon: one shot -------------------------------------------------------------------------------------------

    def ignores(self, shot: Any) -> Any:
        """What does not protect the target: words of ``matchup.PROTECTION``."""

    def accuracy(self, shot: Any) -> Any:
        """An Accuracy in place of the printed one, or None."""

    def lowers_evasion(self, shot: Any) -> Any:
        """By how much the target's Evasion is lowered."""

    def to_hit(self, test: Any, shot: Any) -> None:
        """Adds to the test to hit (a ``Building``); outcomes are those of ``matchup``."""

    def after_hits(self, hits: Any, shot: Any) -> None:
        """Says what becomes of hits: ``hits`` is a ``matchup.Hits``."""

    def to_damage(self, test: Any, shot: Any) -> None:
        """Adds to the damage roll (a ``Building``)."""

    def damages(self, harm: Any, shot: Any) -> None:
        """Says what a success is worth: ``harm`` is a ``matchup.Harm``."""

    def tokens(self, shot: Any) -> Any:
        """How many Collateral tokens one use lays on the scenery, whatever it does."""

    # --- a unit that is shot at ---------------------------------------------------------------------------------------

    def never(self, shot: Any) -> Any:
        """What can never protect it: words of ``matchup.PROTECTION``."""

    def counts_as(self) -> Any:
        """Further words that it counts as for rules that name types."""

    def suffers(self, harm: Any, shot: Any) -> None:
        """Changes what a success is worth against it."""

    def saves(self, guard: Any, shot: Any) -> None:
        """Adds a save: ``guard`` is a ``matchup.Guard``."""

    # --- a unit in the battle -----------------------------------------------------------------------------------------

    def coherency(self, inches: float) -> Any:
        """The distance of its coherency in place of the usual."""

    def transports(self) -> Any:
        """Where its cargo goes: "holding" for a gate, None for a hold of its own."""

    def flies_on(self) -> Any:
        """Whether it must fly on, straight ahead, in each activation."""

    def sets_up(self, setup: Any) -> None:
        """Changes how it is deployed: ``setup`` is a ``deployment.Setup``."""

    def disembarks(self) -> Any:
        """How many inches beyond half its move a flying transport may have gone for it to jump; None when it cannot."""

    def jumps_in(self) -> Any:
        """Whether it enters a Garrison without losing its momentum: no damage dice thrown again."""

    def stays(self) -> Any:
        """Why it may not leave its place in a Garrison, "" when it may."""

    def searching(self, test: Any) -> None:
        """Adds to a Search roll."""

    def scores(self, scenario: Any) -> Any:
        """False when it does not count for victory points."""

    def commands(self) -> Any:
        """Whether a Commander may ride in it."""

    def limit(self, size: str) -> Any:
        """How many squads of its name a list of this size may have."""

    def crippled(self, result: str) -> Any:
        """Whether a Crippled result that does not name the weapon touches it."""


class CardMoments(Moments):
    """The moments of command cards besides those of a shot: whether and how a card is played. ``now`` is an ``Occasion``."""

    def allowed(self, t: Any, side: int, now: Any) -> Any:
        """Whether it can be played now, its reach apart."""

    def plays(self, t: Any, side: int, now: Any) -> Any:
        """The procedure of what it does."""

    def cancels(self) -> Any:
        """Whether it cancels a card that the enemy has just played."""

    def leads(self) -> Any:
        """What it adds to its player's roll for initiative."""

    def unsettles(self, t: Any, own: bool) -> Any:
        """The faces for initiative that are thrown again; ``own``: on the die of its player."""

    def holds(self) -> Any:
        """Whether a Fortitude test is passed without a die."""

    def to_hold(self, test: Any) -> None:
        """Adds to a Fortitude test (a ``Building``)."""

    def keeps(self) -> Any:
        """Whether Collateral tokens that do nothing stay."""

    # --- a card that is in play on a squad that fires or is fired at ----------------------------------------------------

    def evades(self, shot: Any) -> Any:
        """How much Evasion it gives to the target."""

    def unmodified(self, shot: Any) -> Any:
        """Whether nothing makes the target harder to hit, or easier."""


class DropzoneRule(Rule, frozen=True):
    """A special rule of Dropzone Commander. ``on`` is "weapon" or "unit"."""

    system = "dropzone"
    moments = Moments


def speaker(speak: Any) -> Rule:
    """The rule whose voice this is."""
    rule: Rule = speak.__self__
    return rule
