"""Units: how they are set up, move, and travel."""

from __future__ import annotations

from ....common.building import Building
from ..circumstances import Shot
from ..moments import DropzoneRule
from ..slots import Deployment


class Access(DropzoneRule, frozen=True):
    """A gate: what gets in goes to a Holding shared by all gates of its side, and may come out of any of them.

    Dropzone Commander 2.2.0, Special rules: Access. No more than its Capacity in and its Capacity out a round; with the last
    gate the Holding is lost. It changes no die.

    >>> from ..examples import duel
    >>> duel("", unit="Access", acc=2, energy=10, A=12).destroyed == duel("", acc=2, energy=10, A=12).destroyed
    True
    >>> Access().shares_cargo()
    True
    """

    spellings = ("Access",)
    on = ("unit",)

    def shares_cargo(self) -> bool:
        return True


class Fast(DropzoneRule, frozen=True):
    """It must fly on in each activation, straight ahead and at least its lesser MV; it may leave the table and come back.

    Dropzone Commander 2.2.0, Special rules: Fast. It turns by 90 degrees at most, after the move, never lands, starts in reserve
    and counts for no victory points. It may fly high, over scenery of any height, and must where there is no other way; it
    does not shoot in that round. It changes no die.

    >>> from ..examples import duel
    >>> duel("AA-2", unit="Fast", acc=2, energy=10, type="Aircraft", A=10).destroyed
    Fraction(25, 36)
    """

    spellings = ("Fast",)
    on = ("unit",)

    def flies_straight(self) -> int | None:
        return 90

    def sets_up(self, setup: Deployment) -> None:
        setup.hold_back(self)

    def scores(self) -> bool:
        return False


class Bloodthirsty(DropzoneRule, frozen=True):
    """With an enemy in its Garrison it neither shifts nor leaves; it searches badly.

    Dropzone Commander 2.2.0, Special rules: Bloodthirsty. 2 less on every Search, enemy near or not; a lost Fortitude test still
    drives it out. See s8-natural-1.

    >>> from ....common.building import Building
    >>> test = Building("Search", 7)
    >>> test.add(4, "Round", "round 4"); Bloodthirsty().searching(test); test.done().needs
    '5+'
    >>> from ..examples import duel
    >>> duel("", unit="Bloodthirsty", acc=2, energy=10, A=12).destroyed
    Fraction(25, 36)
    """

    spellings = ("Bloodthirsty",)
    on = ("unit",)

    def held_in(self, enemies: int) -> str:
        return "an enemy is in the same Garrison" if enemies else ""

    def searching(self, test: Building) -> None:
        test.add(-2, self, "2 less on a Search")


class CommandCentre(DropzoneRule, frozen=True):
    """A Commander may ride in it as in a unit of the Command category.

    Dropzone Commander 2.2.0, Special rules: Command Centre. Its place in a battlegroup stays that of its own category. It
    changes no die.

    >>> CommandCentre().commands()
    True
    >>> from ..examples import duel
    >>> duel("", unit="Command Centre", acc=2, energy=10, A=12).destroyed
    Fraction(25, 36)
    """

    spellings = ("Command Centre", "Command Center")
    on = ("unit",)

    def commands(self) -> bool:
        return True


class Infiltrate(DropzoneRule, frozen=True):
    """It may be set up within so many inches of its own table edge, whatever the rest of its battlegroup does.

    Dropzone Commander 2.2.0, Special rules: Infiltrate. Infantry may start in a Garrison within reach; a transport takes its
    cargo along. Its player may also let it start as its battlegroup does. It changes no die.

    >>> from ..slots import Deployment
    >>> setup = Deployment()
    >>> Infiltrate(18).sets_up(setup); setup.ahead
    18
    >>> from ..examples import duel
    >>> duel("", unit="Infiltrate 18", acc=2, energy=10, A=12).destroyed
    Fraction(25, 36)
    """

    inches: int

    spellings = ("Infiltrate",)
    on = ("unit",)
    example = 'Infiltrate 18"'

    def sets_up(self, setup: Deployment) -> None:
        setup.go_ahead(self.inches, self)

    def written(self) -> str:
        return f'Infiltrate {self.inches}"'


class Large(DropzoneRule, frozen=True):
    """It cannot be Hull Down.

    Dropzone Commander 2.2.0, Special rules: Large. It counts as Large for rules that name types of targets.

    >>> from ..examples import duel
    >>> duel("", unit="Large", acc=3, energy=10, A=12, cover="hull-down").destroyed
    Fraction(5, 9)
    """

    spellings = ("Large",)
    on = ("unit",)

    def never(self, shot: Shot) -> tuple[str, ...]:
        return ("hull-down",)

    def counts_as(self) -> tuple[str, ...]:
        return ("Large",)


class RapidInsertion(DropzoneRule, frozen=True):
    """It jumps out of Aircraft in the air, and storms Garrisons without losing its momentum.

    Dropzone Commander 2.2.0, Special rules: Rapid Insertion. The Aircraft may have moved so many inches beyond half its move.
    Straight into a Garrison from any side; its damage dice are not thrown again in that round.

    >>> from ..examples import duel
    >>> duel("", by="Rapid Insertion 4", melee=True, energy=5, type="Infantry", A=7, sets={"entered": True}).destroyed
    Fraction(5, 6)
    """

    inches: int = 0

    spellings = ("Rapid Insertion",)
    on = ("unit",)
    example = 'Rapid Insertion 4"'

    def disembarks(self) -> int | None:
        return self.inches

    def jumps_in(self) -> bool:
        return True

    def written(self) -> str:
        return f'Rapid Insertion {self.inches}"' if self.inches else "Rapid Insertion"


class Rare(DropzoneRule, frozen=True):
    """A list may have one such squad of each type in a Skirmish, two in a Clash, three in a Battle.

    Dropzone Commander 2.2.0, Special rules: Rare. Each type, that is each name, is counted by itself. It changes no die.

    >>> Rare().limit("Clash")
    2
    >>> from ..examples import duel
    >>> duel("", unit="Rare", acc=2, energy=10, A=12).destroyed
    Fraction(25, 36)
    """

    spellings = ("Rare",)
    on = ("unit",)

    def limit(self, size: str) -> int:
        return {"Skirmish": 1, "Clash": 2, "Battle": 3}[size]


class Wide(DropzoneRule, frozen=True):
    """The distance of its coherency is doubled.

    Dropzone Commander 2.2.0, Special rules: Wide. It changes no die.

    >>> Wide().coherency(3.0)
    6.0
    >>> from ..examples import duel
    >>> duel("", unit="Wide", acc=2, energy=10, A=12).destroyed
    Fraction(25, 36)
    """

    spellings = ("Wide",)
    on = ("unit",)

    def coherency(self, inches: float) -> float:
        return inches * 2
