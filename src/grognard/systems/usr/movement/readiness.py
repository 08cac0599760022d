"""How units may start: set up with all others or after them, or waiting in reserve, of which there are three kinds."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import TYPE_CHECKING

from ....common.building import Because, because, ids_of
from ....common.profiles import Model
from ....common.rules import Rule, voices
from ....kernel.memo import memo
from ..squads import squad_of

if TYPE_CHECKING:
    from ....table.state import Table, Unit

DEPLOY, INFILTRATE = "deploy", "infiltrate"
RESERVE, OUTFLANK, DEEP_STRIKE = "reserve", "outflank", "deep strike"


def comes_as(t: Table, u: int) -> str:
    """The way in which a unit waits in reserve, DEPLOY when it does not."""
    return next((how for how in (RESERVE, OUTFLANK, DEEP_STRIKE) if t.recall((how, u))), DEPLOY)


class Readiness:
    """How a unit may be set up before the battle, while rules speak."""

    def __init__(self) -> None:
        self.infiltrates: list[Because] = []
        self.scouts: list[Because] = []
        self.moves = 0
        self.hiding = inf  # inches from the enemy beyond which it infiltrates
        self.scouting = inf  # and beyond which it scouts
        self.charges = False  # though it has infiltrated

    def infiltrate(self, inches: float, by: Rule | str, says: str, *, may_charge: bool) -> None:
        """It may be set up after all others, more than so many inches from the enemy; of several the least.

        ``may_charge``: in its first turn too.
        """
        self.hiding, self.charges = min(self.hiding, inches), self.charges or may_charge
        self.infiltrates.append(because(by, says))

    def scout(self, moves: int, inches: float, by: Rule | str, says: str) -> None:
        """It makes so many Normal Moves before the first turn, more than so many inches from the enemy; of several the best."""
        self.moves, self.scouting = max(self.moves, moves), min(self.scouting, inches)
        self.scouts.append(because(by, says))


@memo(16384)
def readiness(members: tuple[Model, ...]) -> Readiness:
    """How the unit that these models make may be set up."""
    found = Readiness()
    for speak in voices(squad_of(members), "deploys"):
        speak(found)
    return found


def mixed(host: Unit, guest: Unit) -> bool:
    """Whether one of two units has Infiltrators and the other has none: then they do not start together."""
    return bool(readiness(host.members).infiltrates) != bool(readiness(guest.members).infiltrates)


def ids(reasons: Iterable[Because]) -> tuple[str, ...]:
    """The ids of the special rules among the reasons, each once."""
    return ids_of(reasons)


class Arrival:
    """How a unit may come from reserve, while rules speak."""

    def __init__(self) -> None:
        self.because: list[Because] = []
        self.scatter = 0  # dice by which it scatters when it comes down
        self.mishap: tuple[str, ...] = ()  # what a mishap does, by the faces of a D6
        self.outflanks: list[Because] = []
        self.keen: list[Because] = []

    def anywhere(self, scatter: int, mishap: tuple[str, ...], by: Rule | str, says: str) -> None:
        """It may come down anywhere, scattering by so many dice; of several rules the one with the fewest counts.

        ``mishap``: what becomes of it where it has no room, by the faces of a D6: LOST, MISPLACED or DELAYED.
        """
        if not self.mishap or (scatter, mishap) < (self.scatter, self.mishap):
            self.scatter, self.mishap = scatter, mishap
        self.because.append(because(by, says))

    def outflank(self, by: Rule | str, says: str) -> None:
        """It may come on from any edge but the opponent's."""
        self.outflanks.append(because(by, says))

    def choose_again(self, by: Rule | str, says: str) -> None:
        """Where dice say from which edge it comes, they may be thrown again."""
        self.keen.append(because(by, says))


def arrival(members: tuple[Model, ...]) -> Arrival:
    """How a unit may come from reserve."""
    found = Arrival()
    for speak in voices(squad_of(members), "arrives"):
        speak(found)
    return found
