"""Battlements: who stands on the roof of a building, how he gets up and down, and what becomes of him when it falls.

Core rules of the 7th edition, Buildings and the building damage table; the reference names battlements for Deep Strike. A unit on
the battlements of a building stands on the table, ``aboard`` of it, its models as high up as the building is.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from ....common.deploy import bases, room
from ....common.exits import Exits
from ....common.triggers import give, this_turn
from ....kernel.asks import Choose, Emit, Procedure, Roll
from ....table.collision import too_near
from ....table.events import Disembarked, Event, Removed, Said
from ....table.geometry import LATTICE, Footprint, Formation, Point, snap
from ....table.state import Table
from ..attack.core_tables import COLLAPSE, DETONATION
from ..casualties import Strike
from ..condition import MOVED, SPENT, atop, height_of
from ..line_of_sight import everybody
from . import transports
from .buildings import above, seats_above
from .passengers import rubble, shaft

FALLS: dict[int, int] = {COLLAPSE: 1, DETONATION: 2}  # dice of hits on who stands on the battlements
THROWN = 6.0  # inches that they move when the building is blown apart
STAY, UP, DOWN, INSIDE = "stay on the battlements", "man the battlements", "climb down", "go inside"


class Manning(Event, frozen=True):
    """A unit mans the battlements of a building."""

    unit: int
    carrier: int
    form: Formation

    def on(self, t: Table) -> None:
        t.change(self.unit, form=self.form, place="table", aboard=self.carrier)

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} mans the battlements of {t.name(self.carrier)}"


class ClimbsDown(Disembarked, frozen=True):
    """A unit leaves the battlements on which it stood; ``how`` is a verb."""

    how: str = "climbs down"

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} {self.how}"


# --- room -------------------------------------------------------------------------------------------------------------


def roof(t: Table, u: int, c: int) -> Formation | None:
    """Where a unit stands on the battlements of a building: from the front in rows; None when it may not, or has no room."""
    carrier, unit = t[c], t[u]
    if c == u or carrier.side != unit.side or not carrier.here or not transports.takes_infantry(unit):
        return None
    others = [w for w in above(t, c) if w.id != u]
    held = sum(transports.seats(w.members) for w in others)
    if held + transports.seats(unit.members) > seats_above(carrier):
        return None
    high, mine = height_of(carrier.members[0]), bases(unit)
    positions: list[Point] = []
    for position in _rows(carrier.form, max(base.radius for base in mine)):
        one = Formation((position,), mine[:1], (), (high,))
        if not any(too_near(one, w.form, 0.0) for w in others):
            positions.append(position)
            if len(positions) == len(mine):
                return _high(positions, mine, high)
    return None


def _high(positions: list[Point], mine: tuple[Footprint, ...], high: float) -> Formation:
    return Formation(tuple(positions), mine, (), (high,) * len(mine))


def _rows(hull: Formation, radius: float) -> Iterator[Point]:
    """The places on a roof for bases of this radius, row by row from the front."""
    (x, y), (fx, fy), base = hull.positions[0], hull.front(0), hull.bases[0]
    long = sqrt(fx * fx + fy * fy)
    fx, fy = fx / long, fy / long
    step = 2 * radius + 4 / LATTICE
    rows = int((2 * base.half_length - 2 * radius) / step) + 1
    columns = int((2 * base.half_width - 2 * radius) / step) + 1
    for i in range(rows):
        a = base.half_length - radius - i * step
        for k in range(columns):
            b = (k - (columns - 1) / 2) * step
            if base.shape == "hull" or sqrt(a * a + b * b) + radius <= base.half_length:
                yield snap(x + a * fx - b * fy), snap(y + a * fy + b * fx)


def landing(t: Table, u: int, form: Formation) -> tuple[int, Formation] | None:
    """(building, the unit on its battlements) when a unit that drops from the sky comes down wholly there, else None.

    Who drops from the sky counts buildings as impassable, except for their battlements (seed 004, Deep Strike).
    """
    for carrier in t.own(t[u].side):
        if not seats_above(carrier) or roof(t, u, carrier.id) is None:
            continue
        raised = _high(list(form.positions), form.bases, height_of(carrier.members[0]))
        (x, y), (fx, fy), base = carrier.form.positions[0], carrier.form.front(0), carrier.form.bases[0]
        long = sqrt(fx * fx + fy * fy)
        inside = True
        for (u_, v), b in zip(form.positions, form.bases, strict=True):
            along, across = ((u_ - x) * fx + (v - y) * fy) / long, ((v - y) * fx - (u_ - x) * fy) / long
            inside = inside and abs(along) + b.radius <= base.half_length and abs(across) + b.radius <= base.half_width
        if inside and not any(too_near(raised, w.form, 0.0) for w in above(t, carrier.id)):
            return carrier.id, raised
    return None


# --- up and down ------------------------------------------------------------------------------------------------------


def climb(t: Table, u: int, c: int) -> Procedure:
    """A unit mans the battlements; it has moved, and charges nobody from there."""
    form = roof(t, u, c)
    if form is None:
        yield Emit(Said(f"there is no room for {t.name(u)} on the battlements"))
        return
    yield Emit(Manning(u, c, form, by=transports.seated_by(t[u].members)))
    yield from give(t, u, transports.GOT_IN, this_turn(t), source=c, quiet=True)
    yield from give(t, u, MOVED, this_turn(t), source=u, value="moved", quiet=True)


def manned_at_first(t: Table, c: int) -> Procedure:
    """Those who start the battle in a building may start it on its battlements."""
    for unit in t.cargo(c) if t[c].here and seats_above(t[c]) else ():
        if (form := roof(t, unit.id, c)) is not None:
            words = f"does {t.name(unit.id)} man the battlements of {t.name(c)}?"
            about = ("battlements", unit.id, c)
            if (yield Choose(unit.side, words, (INSIDE, UP), default=INSIDE, about=about)) == UP:
                yield Emit(Manning(unit.id, c, form, by=transports.seated_by(unit.members)))


def move(t: Table, u: int) -> Procedure:
    """A unit on battlements stays there, goes inside, or climbs down: out of the building as those inside get out of it."""
    unit, c = t[u], t[u].aboard
    ways = transports.WaysOut(t, u, c, transports.OUT)
    options = [STAY]
    if transports.takes(t, c, u):
        options.append(INSIDE)
    if next(iter(ways), None) is not None:
        options.append(DOWN)
    words = f"does {t.name(u)} stay on the battlements of {t.name(c)}?"
    how = yield Choose(unit.side, words, tuple(options), default=STAY, about=("battlements", u, c))
    if how == INSIDE:
        yield from transports.get_in(t, u, c)
    elif how == DOWN:
        form = yield Choose(unit.side, f"where does {t.name(u)} climb down?", ways, about=u)
        charges, by = transports.may_charge_after(t, t[c])
        yield Emit(ClimbsDown(u, form, by=by))
        yield from give(t, u, transports.GOT_OUT, this_turn(t), source=u, quiet=True)
        yield from give(t, u, MOVED, this_turn(t), source=u, value="moved", quiet=True)
        if not charges:
            yield from give(t, u, SPENT, this_turn(t), source=u, quiet=True)


def down_at_once(t: Table, u: int) -> Procedure:
    """A unit that must leave the battlements climbs down where it can; without room it is lost."""
    where = t[t[u].aboard].form
    yield from _clear(t, u, Exits(room(t, u), bases(t[u]), where, transports.OUT), "climbs down")


def _clear(t: Table, u: int, ways: Exits, how: str) -> Procedure:
    form = next(iter(ways), None)
    if form is None:
        yield Emit(Removed(u, "lost with the battlements"))
        return
    form = yield Choose(t[u].side, f"where does {t.name(u)} get clear?", ways, default=form, about=u)
    yield Emit(ClimbsDown(u, form, how))


# --- when the building falls ------------------------------------------------------------------------------------------


def fall(t: Table, units: list[int], where: Formation, row: int, strike: Strike) -> Procedure:
    """A building has been destroyed under those on its battlements: hits of Strength 6, D6 of them or 2D6.

    Who was on a building that collapses comes to stand where he stood, among the ruins; who was on one that is blown apart must
    get clear, 6 inches. Hits fall by the procedure ``strike`` (``harm.struck_by``).
    """
    for u in units:
        hits = yield Roll(shaft(FALLS.get(row, 1)))
        yield Emit(Said(f"{t.name(u)} takes {hits} hit{'s' * (hits != 1)} as the battlements fall"))
        yield from strike(t, u, rubble(), hits, everybody(t, where, u))
        if not t[u].here:
            continue
        form = t[u].form
        down = Formation(form.positions, form.bases, form.facing)
        placing = room(t, u)
        if row == DETONATION or not placing.fits(down):
            yield from _clear(t, u, Exits(placing, bases(t[u]), where, THROWN), "is thrown from the battlements")
        else:
            yield Emit(ClimbsDown(u, down, "comes down with the battlements"))


__all__ = [
    "DOWN", "INSIDE", "STAY", "UP", "above", "atop", "climb", "down_at_once", "fall", "landing", "manned_at_first", "move",
    "roof", "seats_above",
]  # fmt: skip
