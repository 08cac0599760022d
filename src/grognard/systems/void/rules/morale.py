"""Rules of nerve: what frightened units do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....common.rules import Rule, all_of, id_of
from ....kernel.asks import Procedure
from ..moments import VoidRule, deferred
from ..nerve.checks import RAMPAGING, STANDS, TERROR, shared

if TYPE_CHECKING:
    from ....common.profiles import Model
    from ....table.state import Table
    from ..nerve.checks import Check, Company
    from ..orders import Orders

run_amok = deferred("nerve.forced_behaviour", "run_amok")
work_neural_spikes = deferred("neural_spikes", "activate")


class EnforcedRally(VoidRule, frozen=True):
    """The squad wears neural spikes: whoever has Neural Spike Activation may rally it by executing one of its models.

    VOID 1.1, Special Rules: Enforced Rally. It may still rally as others do.

    >>> from grognard.systems.void.examples import trooper
    >>> from grognard.systems.void.neural_spikes import spiked
    >>> spiked(trooper(EnforcedRally(), n=3).models)
    (0, 1, 2)
    """

    spellings = ("Enforced Rally",)
    on = ("unit", "model", "vehicle")
    source = "VOID 1.1, Special Rules: Enforced Rally"

    def spiked(self) -> int:
        return 1


class Fearless(VoidRule, frozen=True):
    """Terrifying enemies mean nothing to the unit; an individual brings it to those he joins, and a squad to who joins it.

    VOID 1.1, Special Rules: Fearless. Other morale checks stay.

    >>> from grognard.systems.void.nerve.checks import Company, immunity
    >>> from grognard.systems.void.examples import trooper
    >>> str(immunity(Company(trooper(Fearless()).models), "terror"))
    'Fearless'
    """

    spellings = ("Fearless",)
    on = ("unit", "model", "vehicle")
    source = "VOID 1.1, Special Rules: Fearless"

    def immune(self, company: Company, to: str) -> bool:
        return to == TERROR and shared(company.members, Fearless)


class HighMorale(VoidRule, frozen=True):
    """Adds its number to the morale checks of the unit, the highest in it.

    VOID 1.1, Special Rules: High Morale. Not to rally and other CD checks. It adds to Strategy.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(), trooper(HighMorale(2), n=2)).other["panicked"]  # CD 4 and 2: 4+, so 1/4 x 3/10
    Fraction(3, 40)
    """

    spellings = ("High Morale",)
    on = ("model", "unit", "vehicle")
    example = "High Morale (+1)"
    source = "VOID 1.1, Special Rules: High Morale"
    n: int

    def written(self) -> str:
        return f"High Morale (+{self.n})"

    def morale(self, check: Check, company: Company) -> None:
        check.bonus(self.n, self, f"+{self.n} on morale checks")


class ImmuneToPanic(VoidRule, frozen=True):
    """The unit makes no check whose failure would be panic, and suppressive fire means nothing to it.

    VOID 1.1, Special Rules: Immune to Panic. An individual brings it to those he joins, and a squad to who joins it.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(), trooper(ImmuneToPanic(), n=2)).other["panicked"]
    Fraction(0, 1)
    """

    spellings = ("Immune to Panic",)
    on = ("unit", "model", "vehicle")
    source = "VOID 1.1, Special Rules: Immune to Panic"

    def immune(self, company: Company, to: str) -> bool:
        return shared(company.members, ImmuneToPanic)


class Inspiring(VoidRule, frozen=True):
    """Friendly units within 6 inches that the model sees may re-roll a failed morale or rally check once.

    VOID 1.1, Special Rules: Inspiring. The second roll stands. Its own unit counts.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(), trooper(Inspiring(), n=2)).other["panicked"]  # failed twice: 1/4 x 1/2 x 1/2
    Fraction(1, 16)
    """

    spellings = ("Inspiring",)
    on = ("model", "unit", "vehicle")
    source = "VOID 1.1, Special Rules: Inspiring"

    def lends(self) -> float:
        return 6.0

    def morale(self, check: Check, company: Company) -> None:
        check.reroll("failed", self, "a failed check is made again")

    def rally(self, check: Check, company: Company) -> None:
        if self in company.lent:  # its own unit has panicked, and so has the model
            check.reroll("failed", self, "a failed check is made again")


class NeuralSpikeActivation(VoidRule, frozen=True):
    """Instead of shooting, the model rallies a panicked squad with neural spikes by executing one of it, or sets off a bomber.

    VOID 1.1, Special Rules: Neural Spike Activation. Within 6 inches a level, the squad in sight. No roll is made.

    >>> NeuralSpikeActivation(2).inches
    12
    """

    spellings = ("Neural Spike Activation",)
    on = ("model", "unit", "vehicle")
    example = "Neural Spike Activation 1"
    source = "VOID 1.1, Special Rules: Neural Spike Activation"
    n: int

    @property
    def inches(self) -> int:
        """How far it reaches."""
        return 6 * self.n

    def controls(self) -> float:
        return float(self.inches)

    def before_shooting(self, t: Table, u: int, orders: Orders) -> Procedure:
        yield from work_neural_spikes(t, u, orders, self)


class Rampage(VoidRule, frozen=True):
    """A unit that fails a panic test does not panic but runs amok, fighting whatever it meets.

    VOID 1.1, Special Rules: Rampage. On later activations it tries to rally; failing, it goes in a random direction at top
    speed. Every model left must have it: one who has joined without it keeps the unit to an ordinary panic.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> odds = ask(trooper(), trooper(Rampage(), n=2))
    >>> odds.other["panicked"], odds.other["rampaging"]  # half the unit slain, CD 4 failed: 1/4 x 1/2
    (Fraction(0, 1), Fraction(1, 8))
    """

    spellings = ("Rampage",)
    on = ("unit", "model", "vehicle")
    source = "VOID 1.1, Special Rules: Rampage"

    def instead_of_panic(self, company: Company) -> str:
        return RAMPAGING if all_of(company.members, Rampage) else STANDS

    def unrallied(self, t: Table, u: int) -> Procedure:
        yield from run_amok(t, u, id_of(self))


class Strategy(VoidRule, frozen=True):
    """Adds its number to every CD check of the unit or of a model in it, the highest in the unit.

    VOID 1.1, Special Rules: Strategy. Counter-charge, rally, morale, suppression, jump, Sniper and the rest, but not Dodge.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(), trooper(Strategy(1), n=2)).other["panicked"]  # CD 4 and 1: 5+, so 1/4 x 4/10
    Fraction(1, 10)
    """

    spellings = ("Strategy",)
    on = ("model", "unit", "vehicle")
    example = "Strategy 1"
    source = "VOID 1.1, Special Rules: Strategy"
    n: int

    def command(self, check: Check, company: Company) -> None:
        check.bonus(self.n, self, f"+{self.n} on CD checks")


class Terrifying(VoidRule, frozen=True):
    """Enemies that activate within the model's size in inches make a morale check at once; the model is Fearless itself.

    VOID 1.1, Special Rules: Terrifying. Who fails panics, and its activation is over.

    >>> from grognard.systems.void.examples import model
    >>> Terrifying().terrifies(model("war beast"))
    4.0
    """

    spellings = ("Terrifying",)
    on = ("model", "unit", "vehicle")
    source = "VOID 1.1, Special Rules: Terrifying"

    def brings(self) -> tuple[Rule, ...]:
        return (Fearless(),)

    def terrifies(self, bearer: Model) -> float:
        return float(bearer.stats.SZ)


RULES = (
    EnforcedRally,
    Fearless,
    HighMorale,
    ImmuneToPanic,
    Inspiring,
    NeuralSpikeActivation,
    Rampage,
    Strategy,
    Terrifying,
)
