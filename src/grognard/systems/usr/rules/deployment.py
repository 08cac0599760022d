"""Rules of getting near the enemy before the battle, and of coming from where he does not look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..moments import DELAYED, LOST, MISPLACED, UsrRule

if TYPE_CHECKING:
    from ..movement.readiness import Arrival, Readiness


class DeepStrike(UsrRule, frozen=True):
    """A unit whose models all have it may wait in reserve and arrive anywhere, scattering 2D6 inches, with the risk of a mishap.

    USR Reference: Deep Strike. The first model scatters, the others stand round it in full circles; no further move, difficult
    ground is dangerous; it may shoot or run, as if it had moved, and may charge. A mishap: lost on 1, misplaced by the opponent
    on 2 and 3, delayed on 4 to 6.

    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.movement.readiness import arrival
    >>> arrival((model("Deep Strike"),)).mishap.count("delayed"), arrival((model("Deep Strike"), model())).mishap
    (3, ())
    """

    spellings = ("Deep Strike",)
    on = ("model", "vehicle")
    covers = "all"

    def arrives(self, arrival: Arrival) -> None:
        mishap = (LOST, MISPLACED, MISPLACED, DELAYED, DELAYED, DELAYED)
        arrival.anywhere(2, mishap, self, "may arrive by Deep Strike")


class Infiltrate(UsrRule, frozen=True):
    """The unit may be set up after all others, anywhere more than 12 inches from the enemy; it may outflank from reserve.

    USR Reference: Infiltrate. One bearer is enough, in sight of the enemy or not; players with such units roll off and
    alternate. Who is set up so does not charge in his first turn. The transport bought for such a unit that starts in it is set
    up likewise. Independent Characters with the rule and units without it, and the reverse, do not start together.

    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.movement.readiness import readiness
    >>> bool(readiness((model("Infiltrate"), model())).infiltrates), bool(readiness((model(),)).infiltrates)
    (True, False)
    """

    spellings = ("Infiltrate",)
    on = ("model", "vehicle")
    covers = "any"

    def deploys(self, readiness: Readiness) -> None:
        readiness.infiltrate(12.0, self, "may be set up last, more than 12 inches from the enemy", may_charge=False)

    def arrives(self, arrival: Arrival) -> None:
        arrival.outflank(self, "may outflank")


class Scout(UsrRule, frozen=True):
    """Before the first turn the unit makes as many Normal Moves as it says, more than 12 inches from the enemy; it may outflank.

    USR Reference: Scout X. One bearer is enough; without a number one move. Out of its own zone too, but nobody gets in or out of a
    transport. Players with Scouts roll off and alternate; a unit lends the rule to its own transport when it starts in it.

    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.movement.readiness import readiness
    >>> readiness((model("Scout 2"), model())).moves, readiness((model("Scout"),)).moves, readiness((model(),)).moves
    (2, 1, 0)
    """

    spellings = ("Scout", "Scouts")
    on = ("model", "vehicle")
    covers = "any"
    example = "Scout 2"

    moves: int = 1

    def written(self) -> str:
        return f"Scout {self.moves}" if self.moves != 1 else "Scout"

    def deploys(self, readiness: Readiness) -> None:
        readiness.scout(self.moves, 12.0, self, f"{self.moves} Normal Moves before the first turn")

    def arrives(self, arrival: Arrival) -> None:
        arrival.outflank(self, "may outflank")


class Outflank(UsrRule, frozen=True):
    """A unit in reserve may come on from any table edge but the opponent's.

    USR Reference: Outflank. One bearer is enough; declared when it is kept in reserve, with its own transport when it starts in
    it. Its player chooses the edge when it comes (ruling outflank: or a D6 does).

    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.movement.readiness import arrival
    >>> bool(arrival((model("Outflank"), model())).outflanks), bool(arrival((model(),)).outflanks)
    (True, False)
    """

    spellings = ("Outflank",)
    on = ("model", "vehicle")
    covers = "any"

    def arrives(self, arrival: Arrival) -> None:
        arrival.outflank(self, "may outflank")


class AcuteSenses(UsrRule, frozen=True):
    """Where dice say from which table edge the unit comes, they may be thrown again.

    USR Reference: Acute Senses. One bearer is enough. It asks for an edge that is rolled for: ruling outflank=random.

    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.movement.readiness import arrival
    >>> bool(arrival((model("Acute Senses", "Outflank"),)).keen), bool(arrival((model("Outflank"),)).keen)
    (True, False)
    """

    spellings = ("Acute Senses",)
    on = ("model", "vehicle")
    covers = "any"

    def arrives(self, arrival: Arrival) -> None:
        arrival.choose_again(self, "the edge may be rolled for again")
