"""What a system gives to the battle: its steps and a few answers. See docs/battle-frame.md."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from random import Random
from typing import Any

from msgspec import Struct

from ..kernel.asks import Procedure
from ..table.distances import distance
from ..table.geometry import Formation, Point
from ..table.paths import WALKING, MovementMode
from ..table.state import Table, Unit
from . import scenario
from .sighting import Prospect
from .steps import Steps, same_player


def _one(model: Any) -> int:
    return 1


def weapon_ranges(t: Table, model: Any) -> list[tuple[str, float]]:
    """Each weapon of a model with its range, inches: how far it reaches where nothing else counts."""
    return [(w.name, float(w.stats.range)) for w in model.weapons if w.stats.range]


def _nothing(t: Table) -> None:
    """Nothing to prepare."""


def _open(t: Table, player: int) -> Table:
    return t


def _nothing_to_guess(t: Table, now: Table, player: int, rng: Random) -> None:
    """Everybody knows everything."""


def _steady(unit: Unit) -> bool:
    """Nothing puts it out of order."""
    return False


def _walking(t: Table, unit: Unit) -> MovementMode:
    return WALKING


class Game(Struct, frozen=True, eq=False, kw_only=True):
    """A system as far as its battles go. ``System.battle()`` gives it; ``table.game`` is it.

    ``steps`` is made by ``steps.player_turns`` or ``steps.rounds``. ``wounds`` says how many wounds a fresh model has.
    ``prepare`` writes what stands before the first step (auras, effects, notes) on the new table.
    ``ends`` and ``wins`` add to the scenario: an end of the system's own, and the winner (0, 1, None) with the reason.
    ``worth`` gives for a question what each option is worth to the player asked, with the reason in words; ``bound``, cheaper to
    find, is never less, and None for a question that has no such bound. ``upper_bound`` gives for each of some points what a
    move towards it can be worth at most (of no point: a move anywhere), of the moves asked about. ``after_loss`` is the moment
    at which a unit falls due when it loses a model. ``guess`` (a table as it was at the last boundary, the table now, a player)
    puts in place of each secret that is still kept from him now something that may as well be there.
    """

    id: str
    steps: Steps
    wounds: Callable[[Any], int] = _one
    prepare: Callable[[Table], None] = _nothing
    next_player: Callable[[Table, int], int] = same_player
    ends: Callable[[Table], str] | None = None  # why the battle is over before its time, "" while it goes on
    wins: Callable[[Table], tuple[int | None, str]] | None = None  # instead of the scenario's verdict
    worth: Callable[[Table, Any], Callable[[Any], tuple[float, str]]] | None = None
    bound: Callable[[Table, Any], Callable[[Any], float] | None] | None = None
    upper_bound: Callable[[Table, Any, Any, list[Point | None]], list[float]] | None = None
    harm: Callable[[Table, Unit], float] | None = None  # the points that a unit's next attack is expected to destroy
    shaken: Callable[[Unit], bool] = (
        _steady  # whether a unit is out of order: it flees, is pinned, cannot act as it would
    )
    holds: Callable[[Any, Any], bool] | None = None  # (table, unit): whether a unit can hold an objective
    view: Callable[[Table, int], Table] = _open  # the table as a player may know it, when something on it is secret
    guess: Callable[[Table, Table, int, Random], None] = _nothing_to_guess  # see above
    movement_mode: Callable[[Table, Unit], MovementMode] = _walking  # how a unit moves and stands
    prospect: Callable[[Table, int, int], Prospect] | None = None  # what one unit would see of another, and do to it
    charging: tuple[str, ...] = ("charge",)  # what a question is about where a unit picks whom to charge
    arrives: Callable[[Table, int, int], float] | None = None  # the chance that its charge gets there, where dice say
    reaches: Callable[[Table, Any], Iterable[tuple[str, float]]] | None = (
        None  # (weapon, inches) of each weapon of a model
    )
    after_loss: Hashable = None
    inside: Callable[[Unit], int | None] | None = None  # the piece of terrain that a unit garrisons
    model: str = "model"  # what its players call a model
    measure: str = "edge"  # ranges are measured from base to base, or from "centre" to centre
    levels: bool = False  # whether ranges count how much higher one of them stands
    upkeep: Callable[[Table], Procedure | None] | None = (
        None  # what is put right at each boundary; it asks nobody anything
    )

    @property
    def STEPS(self) -> Steps:  # noqa: N802  a constant of the system
        return self.steps

    def crank(self, t: Table) -> Procedure:
        """The procedure from this boundary to the next."""
        if self.upkeep is not None and (first := self.upkeep(t)) is not None:
            return self._after(first, t)
        clock = t.clock
        return self.steps[clock.step](t, clock.player)

    def _after(self, first: Procedure, t: Table) -> Procedure:
        yield from first
        yield from self.steps[t.clock.step](t, t.clock.player)

    def distance(self, a: Formation, b: Formation) -> float:
        """How far two units are apart as this game measures ranges, inches; inf when one is not on the table."""
        return distance(a, b, self.measure, diagonal=self.levels)

    def over(self, t: Table) -> str:
        """Why the battle is over, "" while it goes on. Asked at boundaries only."""
        if self.ends is not None and (why := self.ends(t)):
            return why
        return scenario.over(t)

    def winner(self, t: Table) -> tuple[int | None, str]:
        """The side that has won (None: a draw), and why."""
        return self.wins(t) if self.wins else scenario.winner(t)
