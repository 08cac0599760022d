"""Conjurations: powers that bring a unit onto the table which was not there before.

Core rules of the 7th edition, Conjuration. A force lists the units that may be conjured beside the others
(``conjured = true``); each is brought once, as by Deep Strike, with the first model within 12 inches of the psyker.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....common.triggers import give, this_turn
from ....kernel.asks import Emit, Procedure
from ....table.distances import point_within
from ....table.events import Event, Noted
from ....table.geometry import Formation, Point
from ....table.state import ABSENT, Table
from ..condition import NEW
from ..movement.deep_strike import Drops, drop
from ..movement.readiness import DEEP_STRIKE
from ..rules.powers import Power


class Conjured(Event, frozen=True):
    """A psyker has conjured a unit: it is about to come."""

    unit: int
    psyker: int

    def on(self, t: Table) -> None:
        t.change(self.unit, place="reserve")
        t.count()

    def told(self, t: Table) -> str:
        return f"{t.name(self.psyker)} conjures {t.name(self.unit)}"


def waiting(t: Table, side: int, name: str) -> int | None:
    """The next unit of that name that a side may conjure, None when there is none left."""
    return next((u.id for u in t.units if u.place == ABSENT and u.side == side and u.kind.name == name), None)


class Near(Drops):
    """Where the first model of a conjured unit may be put: within reach of the psyker."""

    def __init__(self, t: Table, u: int, psyker: Formation, inches: float) -> None:
        super().__init__(t, u)
        self.psyker, self.inches = psyker, inches

    def __contains__(self, position: Point) -> bool:
        return super().__contains__(position) and bool(point_within(self.psyker, *position, self.inches))

    def _at_worst(self) -> Iterator[Point]:
        yield self.psyker.positions[0]

    def _wanted(self) -> list[Point]:
        """Those for any drop that are near enough, and all round the psyker."""
        x, y = self.psyker.centre
        steps = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
        round_him = [(x + far * a, y + far * b) for far in (8.0, 5.0) for a, b in steps]
        near = [position for position in super()._wanted() if point_within(self.psyker, *position, self.inches)]
        return near + round_him


def conjure(t: Table, u: int, psyker: Formation, power: Power, by: tuple[str, ...]) -> Procedure:
    """A power takes effect that brings a unit: it comes down near the psyker, scatters, and may suffer a mishap."""
    new = waiting(t, t[u].side, power.brings)
    if new is None:
        return
    yield Emit(Conjured(new, u, by=by))
    yield Emit(Noted((DEEP_STRIKE, new), True))
    yield from give(t, new, NEW, this_turn(t), source=u, quiet=True)
    yield from drop(t, new, Near(t, new, psyker, power.reach))
