"""The moments of Dropzone Commander at which special rules speak, with what each is given, and the class of all its rules.

A rule's public methods are named after moments. What moments return is added up, joined or compared; a slot (``test``, ``harm``,
…) that is given is added to. Neither can depend on the order in which rules speak.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...common.rules import Rule

if TYPE_CHECKING:
    from ...common.building import Building
    from ...kernel.asks import Procedure
    from ...table.state import Table
    from .cards.card import Occasion
    from .circumstances import Firer, Shot
    from .slots import Deployment, Guard, Harm, Hits, Permit, RateOfFire


class Moments:
    """Every moment of the system. Weapons speak at the first group, units at the second."""

    # --- a weapon: whether and how often it fires -------------------------------------------------------------------

    def fires(self, fire: RateOfFire, unit: Firer) -> None:
        """Adds to the shots of one use; ``unit`` says how many points its bearer has lost."""

    def may_target(self, permit: Permit, shot: Shot) -> None:
        """Allows what is otherwise no target."""

    def group(self) -> int:
        """The number of the group of which only one profile fires a round."""
        return 0

    def uses(self) -> int:
        """How many Shooting actions of the battle it may be used in; 0: any number."""
        return 0

    def sight(self) -> float:
        """How many inches above the hull it sees from."""
        return 0.0

    def strays(self) -> bool:
        """Whether dice that miss a target in a Garrison hit friends inside: of a flame, or of gas that a house rule brings."""
        return False

    # --- a weapon: one shot -------------------------------------------------------------------------------------------

    def ignores(self, shot: Shot) -> tuple[str, ...]:
        """What does not protect the target: words of ``slots.PROTECTION``."""
        return ()

    def accuracy(self, shot: Shot) -> int | None:
        """An Accuracy in place of the printed one, or None."""

    def lowers_evasion(self, shot: Shot) -> int:
        """By how much the target's Evasion is lowered."""
        return 0

    def to_hit(self, test: Building, shot: Shot) -> None:
        """Adds to the test to hit; its outcomes are those of ``slots``."""

    def after_hits(self, hits: Hits, shot: Shot) -> None:
        """Says what becomes of hits."""

    def to_damage(self, test: Building, shot: Shot) -> None:
        """Adds to the damage roll."""

    def damages(self, harm: Harm, shot: Shot) -> None:
        """Says what a success is worth."""

    def tokens(self, shot: Shot) -> int:
        """How many Collateral tokens one use lays on the scenery, whatever it does."""
        return 0

    # --- a unit that is shot at ---------------------------------------------------------------------------------------

    def never(self, shot: Shot) -> tuple[str, ...]:
        """What can never protect it: words of ``slots.PROTECTION``."""
        return ()

    def counts_as(self) -> tuple[str, ...]:
        """Further words that it counts as for rules that name types."""
        return ()

    def suffers(self, harm: Harm, shot: Shot) -> None:
        """Changes what a success is worth against it."""

    def saves(self, guard: Guard, shot: Shot) -> None:
        """Adds a save."""

    # --- a unit in the battle -----------------------------------------------------------------------------------------

    def coherency(self, inches: float) -> float:
        """The distance of its coherency in place of the usual."""
        return inches

    def shares_cargo(self) -> bool:
        """Whether its cargo goes to a Holding, which all units of its side share that do so.

        A gate's does; so would that of the tunnels of a house rule.
        """
        return False

    def flies_straight(self) -> int | None:
        """The degrees that it may turn after the straight Move that it must make in each activation; None: it flies freely."""

    def sets_up(self, setup: Deployment) -> None:
        """Changes how it is deployed."""

    def disembarks(self) -> int | None:
        """How many inches beyond half its move a flying transport may have gone for it to jump; None when it cannot."""

    def jumps_in(self) -> bool:
        """Whether it enters a Garrison without losing its momentum, so that no damage dice are thrown again.

        It jumps in from the air, or breaks through the wall, as sappers of a house rule would.
        """
        return False

    def held_in(self, enemies: int) -> str:
        """Why it may not leave its place in a Garrison with so many enemy squads, "" when it may."""
        return ""

    def searching(self, test: Building) -> None:
        """Adds to a Search roll."""

    def scores(self) -> bool:
        """Whether it counts for victory points: not what flies over, nor the decoys of a house rule."""
        return True

    def commands(self) -> bool:
        """Whether a Commander may ride in it: in a command centre, or in the radio car of a house rule."""
        return False

    def limit(self, size: str) -> int:
        """How many squads of its name a list of this size may have; 0: any number."""
        return 0

    def crippled(self, result: str) -> bool:
        """Whether such a Crippled result, which does not name the weapon, touches it.

        No result touches what is structural; a house rule may tell armoured turrets from lost sensors by the result.
        """
        return True


class CardMoments(Moments):
    """The moments of command cards besides those of a shot: whether and how a card is played."""

    def allowed(self, t: Table, side: int, now: Occasion) -> bool:
        """Whether it can be played now, its reach apart."""
        return True

    def plays(self, t: Table, side: int, now: Occasion) -> Procedure:
        """The procedure of what it does."""
        raise NotImplementedError

    def cancels(self) -> bool:
        """Whether it cancels a card that the enemy has just played: Espionage, or any counter that a house rule adds."""
        return False

    def leads(self) -> int:
        """What it adds to its player's roll for initiative."""
        return 0

    def unsettles(self, t: Table, own: bool) -> tuple[int, ...]:
        """The faces for initiative that are thrown again; ``own``: on the die of its player."""
        return ()

    def holds(self) -> bool:
        """Whether a Fortitude test is passed without a die: by nerves of steel, or by the standard of a house rule."""
        return False

    def to_hold(self, test: Building) -> None:
        """Adds to a Fortitude test."""

    def keeps(self, idle: int) -> int:
        """How many of so many Collateral tokens stay that did nothing."""
        return 0

    # --- a card that is in play on a squad that fires or is fired at ----------------------------------------------------

    def evades(self, shot: Shot) -> int:
        """How much Evasion it gives to the target."""
        return 0

    def unmodified(self, shot: Shot) -> str:
        """Why nothing makes the target harder to hit, or easier; "" when Evasion and cover count."""
        return ""


if TYPE_CHECKING:

    class Voice(Rule, Moments, frozen=True):
        """A rule as a type checker sees it: with every moment, so that one that takes or gives something else is found."""
else:
    Voice = Rule  # a rule has only the moments that it states: ``voices`` asks no others


class DropzoneRule(Voice, frozen=True):
    """A special rule of Dropzone Commander. ``on`` is "weapon" or "unit"."""

    system: ClassVar[str] = "dropzone"
    moments: ClassVar[Any] = Moments


if TYPE_CHECKING:

    class CardVoice(DropzoneRule, CardMoments, frozen=True):
        """A command card as a type checker sees it."""
else:
    CardVoice = DropzoneRule


def speaker(speak: Any) -> Rule:
    """The rule whose voice this is."""
    rule: Rule = speak.__self__
    return rule
