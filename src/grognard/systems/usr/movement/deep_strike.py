"""Deep Strike: where a unit may come down, scatter, and mishaps."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ....common.deploy import bases, forward, room
from ....common.options import Points
from ....common.profiles import Model
from ....common.triggers import give, this_turn
from ....kernel.asks import Choose, Emit, Procedure, Roll, dice_of, of
from ....kernel.faces import Test
from ....table.events import Arrived, Noted, Removed, place
from ....table.geometry import Formation, Point, snap
from ....table.space import SIXTEEN
from ....table.state import Table
from ..condition import ARRIVED, MOVED, NEW
from ..events import Mishap
from ..moments import DELAYED, LOST, MISPLACED
from ..rules.deployment import DeepStrike
from ..shooting.templates import drifted
from ..vehicles.battlements import Manning, landing, seats_above
from ..vehicles.passengers import lost_with
from .flight import SWOOP, lift_off
from .flight import ways as wings
from .readiness import DEEP_STRIKE, Arrival, arrival, ids
from .rough_ground import over_ground

OFFERED = 8  # positions proposed for a drop


SAFE = 11.0  # inches from an enemy at which drops are proposed


class Drops(Points):
    """Where the first model of a unit may be put that drops from the sky: anywhere on the table.

    With ``fitting`` only where the whole unit has room round it (the opponent misplaces it).
    """

    def __init__(self, t: Table, u: int, fitting: bool = False) -> None:
        self.t, self.u, self.fitting = t, u, fitting
        self.bases = bases(t[u])
        self.room = room(t, u)
        self.refusal = "there is no room" if fitting else "that is not on the table"

    def rings(self, position: Point) -> Formation:
        """The unit round a position."""
        return self.room.rings(self.bases, *position, forward(self.t, self.t[self.u].side))

    def __contains__(self, position: Any) -> bool:
        x, y = position
        ground = self.t.ground
        if not (0.0 <= x <= ground.width and 0.0 <= y <= ground.height):
            return False
        return not self.fitting or self.room.fits(self.rings((x, y)))

    def _wanted(self) -> list[Point]:
        t, side = self.t, self.t[self.u].side
        width, height = t.ground.width, t.ground.height
        if self.fitting:
            edge = [(width * a / 10, height * b / 10) for a in (1, 3, 5, 7, 9) for b in (1, 9)]
            return edge + [(width * a / 10, height * b / 10) for a in (1, 9) for b in (3, 5, 7)]
        wanted = [(m.x, m.y) for m in t.markers if m.kind == "objective"]
        for v in t.enemies(side):
            x, y = v.form.centre
            far = SAFE + v.form.bases[0].radius
            wanted += [(x + far * c, y + far * s) for c, s in SIXTEEN[::4]]
        return wanted

    def __iter__(self) -> Iterator[Point]:
        offered = 0
        for x, y in self._wanted():
            position = (snap(x), snap(y))
            if position in self and self.room.fits(self.rings(position)):
                yield position
                offered += 1
                if offered == OFFERED:
                    return
        if not offered and not self.fitting:
            yield from self._at_worst()

    def _at_worst(self) -> Iterator[Point]:
        """The position that is offered where no position has room for all."""
        yield (snap(self.t.ground.width / 2), snap(self.t.ground.height / 2))

    def draw(self, rng: Random) -> Point | None:
        """A position with a purpose, or any on the table."""
        wanted = self._wanted()
        for _ in range(6):
            x, y = wanted[rng.randrange(len(wanted))]
            position = (snap(x), snap(y))
            if position in self and (self.fitting or self.room.fits(self.rings(position))):
                return position
        return next(iter(self), None)


def drop(t: Table, u: int, places: Drops | None = None) -> Procedure:
    """Deep Strike: the first model is put somewhere and scatters, the others stand round it; without room a mishap."""
    side, by = t[u].side, drops(t[u].members)
    places = places or Drops(t, u)
    position = yield Choose(side, f"where does {t.name(u)} come down?", places, about=("drop", u))
    end, far = yield from dice_of(u, drifted(position, 0, _arrival(t[u].members).scatter))
    form = places.rings(end)
    strays = f'scattering {far}" from {place(*position)}' if far > 0 else ""
    if any(seats_above(w) for w in t.own(side)) and (found := landing(t, u, form)) is not None:
        c, form = found
        yield Emit(Manning(u, c, form, by=by))
        yield from _there(t, u, DEEP_STRIKE)
        return
    if why := places.room.why_not(form, first=True, whole=False):
        yield from mishap(t, u, f"{strays} to {place(*end)}, {why[0]}" if strays else why[0])
        return
    yield from _down(t, u, form, f"Deep Strike, {strays}" if strays else "Deep Strike", by)


def _down(t: Table, u: int, form: Formation, how: str, by: tuple[str, ...]) -> Procedure:
    yield Emit(Arrived(u, form, how, by=by))
    yield from _there(t, u, DEEP_STRIKE)
    if (flies := wings(t[u].members)) and (yield from _stays_aloft(t, u, flies)):
        yield from lift_off(t, u, flies[0])
    else:
        yield from over_ground(t, u, form, dropped=True)


def mishap(t: Table, u: int, why: str) -> Procedure:
    """A unit that has no room where it comes down is lost, misplaced by the opponent, or delayed."""
    what = yield Roll(of(Test("mishap", 6, _arrival(t[u].members).mishap), u))
    by = drops(t[u].members)
    places = Drops(t, u, fitting=True)
    if what == MISPLACED and next(iter(places), None) is None:
        what = DELAYED
    yield Emit(Mishap(u, what, why, by=by))
    if what == LOST:
        yield from lost_with(t, u, "lost in the drop")
        yield Emit(Removed(u, "lost in the drop", by=by))
    elif what == DELAYED:
        yield Emit(Noted(("ongoing", u), True))
    else:
        words = f"where is {t.name(u)} misplaced?"
        position = yield Choose(1 - t[u].side, words, places, about=("misplace", u))
        yield from _down(t, u, places.rings(position), "Deep Strike, misplaced", by)


def drops(members: tuple[Model, ...]) -> tuple[str, ...]:
    """The ids of the rules by which a unit may come by Deep Strike; () when it may not."""
    return ids(arrival(members).because)


def _arrival(members: tuple[Model, ...]) -> Arrival:
    """How a unit comes down; one that is conjured does so as by Deep Strike, though it has no such rule."""
    found = arrival(members)
    if not found.mishap:
        DeepStrike().arrives(found)
    return found


def _there(t: Table, u: int, how: str = "", far: str = "moved") -> Procedure:
    yield from give(t, u, ARRIVED, this_turn(t), source=u, value=how or None, quiet=True)
    yield from give(t, u, MOVED, this_turn(t), source=u, value=far, quiet=True)


def _stays_aloft(t: Table, u: int, flies: tuple[str, ...]) -> Procedure:
    """What drops through the air stays there; of a creature that was conjured its player says so, or that it glides down."""
    if flies[0] != SWOOP or not t[u].has(NEW):
        return True
    how = yield Choose(t[u].side, f"how does {t.name(u)} come?", flies, default=SWOOP, about=("fly", u))
    return how == SWOOP
