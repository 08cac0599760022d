"""How a round of close combat ends: the result, Morale, Sweeping Advance, consolidation."""

from __future__ import annotations

from ...common.building import Because, because
from ...common.profiles import Model
from ...common.rules import Rule, kept, voices
from ...kernel.asks import Emit, Procedure, Roll
from ...kernel.faces import d3, die
from ...table.events import Freed, Removed
from ...table.geometry import CONTACT, within
from ...table.state import Table
from .condition import BROKEN, armoured, squad, walks
from .events import CombatResult
from .morale import flee, leadership, short_move
from .piling import pile_in
from .squads import squad_of
from .types import type_of


def result(t: Table, combat: tuple[int, ...], tally: tuple[int, int]) -> Procedure:
    """Who has won, Morale checks of those who have lost, pursuit, and what those do who are free."""
    yield Emit(CombatResult(combat, tally))
    fought = [u for u in combat if t[u].here]
    if tally[0] != tally[1]:
        yield from _lost(t, fought, 0 if tally[0] < tally[1] else 1, abs(tally[0] - tally[1]))
    yield from _let_go(t, fought)
    for u in fought:
        if t[u].here and t[u].foes:
            yield from pile_in(t, u)
    yield from _part(t, fought)
    yield from consolidate(t, fought)


def _lost(t: Table, fought: list[int], side: int, by: int) -> Procedure:
    """Each unit of the losing side checks its Morale; those that fail are run down or fall back."""
    fleeing = []
    tested = [
        u for u in fought if t[u].side == side and t[u].foes and not any(type_of(m).armoured for m in t[u].members)
    ]
    for u in tested:
        if not (yield from leadership(t, u, "morale", -by)):
            fleeing.append(u)
    for u in fleeing:
        chasers = [f for f in t[u].foes if can_sweep(t, f, fleeing)]
        if chasers and (yield from swept(t, u, chasers)):
            yield Emit(Removed(u, "run down by a Sweeping Advance"))
        else:
            yield Emit(Freed(u))
    for u in fleeing:
        if t[u].here:
            yield from flee(t, u)


def can_sweep(t: Table, f: int, fleeing: list[int]) -> bool:
    """Whether a winner may pursue: no vehicle, and locked with nobody who stands."""
    unit = t[f]
    return not (armoured(unit) or sweeping(unit.members).stays) and all(x in fleeing for x in unit.foes)


class Sweep:
    """A unit's roll of a Sweeping Advance, while rules speak."""

    def __init__(self) -> None:
        self.more: list[Because] = []
        self.stays: list[Because] = []

    def add_d3(self, by: Rule | str, says: str) -> None:
        """It adds a D3 to its roll."""
        self.more.append(because(by, says))

    def never(self, by: Rule | str, says: str) -> None:
        """It makes no Sweeping Advances."""
        self.stays.append(because(by, says))


@kept(16384)
def sweeping(members: tuple[Model, ...]) -> Sweep:
    """How the unit that these models make pursues."""
    found = Sweep()
    for speak in voices(squad_of(members), "sweeping"):
        speak(found)
    return found


def swept(t: Table, u: int, chasers: list[int]) -> Procedure:
    """Whether a unit that falls back from combat is caught: D6 and Initiative each, the winner takes equals."""
    first = max(chasers, key=lambda f: squad(t[f]).I)
    pursuit = (yield Roll(die(6, "sweeping advance"))) + squad(t[first]).I
    if sweeping(t[first].members).more:
        pursuit += yield Roll(d3("sweeping advance, more"))
    escape = (yield Roll(die(6, "escape"))) + squad(t[u]).I
    return pursuit >= escape


def _let_go(t: Table, fought: list[int]) -> Procedure:
    """Vehicles that are no walkers are never locked: whoever fought them is free."""
    for u in fought:
        if t[u].here and t[u].foes and not walks(t[u]):
            yield Emit(Freed(u))


def _part(t: Table, fought: list[int]) -> Procedure:
    """Units that no longer touch after the last pile in are no longer in combat with each other."""
    for u in fought:
        for f in t[u].foes if t[u].here else ():
            if u < f and not within(t[u].form, t[f].form, CONTACT):
                yield Emit(Freed(u, f))


def consolidate(t: Table, units: list[int]) -> Procedure:
    """Units that are free move up to 3 inches; those that stand too near to an enemy draw back if they can."""
    for u in units:
        unit = t[u]
        if unit.here and not unit.foes and walks(unit) and not unit.has(BROKEN):
            yield from short_move(t, u, "consolidates")
