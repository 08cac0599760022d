"""Reserves and Deep Strike: who waits, when units come, where they come down, and mishaps."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ...common.building import Because, because
from ...common.deploy import bases, forward, room
from ...common.profiles import Model
from ...common.reserves import walk_on
from ...common.rules import Rule, kept, voices
from ...common.triggers import give, this_turn
from ...errors import GrognardError
from ...kernel.asks import Choose, Emit, Procedure, Roll
from ...kernel.faces import Test
from ...table.events import Acted, Arrived, Noted, Removed, Reserved
from ...table.geometry import Form, Spot, snap
from ...table.placing import SIXTEEN
from ...table.state import Table
from .condition import ARRIVED, MOVED
from .events import Mishap
from .markers import drifted
from .moving import inches_of, over_ground
from .squads import squad_of

LOST, MISPLACED, DELAYED = "lost", "misplaced", "delayed"
MISHAP = Test("mishap", 6, (LOST, MISPLACED, MISPLACED, DELAYED, DELAYED, DELAYED))
COMES = Test("reserves", 6, (False, False, True, True, True, True))
FIRST, AUTOMATIC = 2, 4  # rounds: the first in which units come, and that in which all do
DEPLOY, DEEP_STRIKE = "deploy", "deep strike"
OFFERED = 8  # spots proposed for a drop
SAFE = 11.0  # inches from an enemy at which drops are proposed


class Arrival:
    """How a unit may come from reserve, while rules speak."""

    def __init__(self) -> None:
        self.because: list[Because] = []

    def anywhere(self, by: Rule | str, says: str) -> None:
        """It may come down anywhere."""
        self.because.append(because(by, says))


@kept(16384)
def arrival(members: tuple[Model, ...]) -> tuple[str, ...]:
    """The ids of the rules by which a unit may come by Deep Strike; () when it may not."""
    found = Arrival()
    for speak in voices(squad_of(members), "arrives"):
        speak(found)
    return tuple(dict.fromkeys(b.id for b in found.because))


# --- who waits --------------------------------------------------------------------------------------------------------


def may_wait(t: Table) -> list[int]:
    """The units that may start in reserve and were not asked yet: at most half of a side's units wait."""
    if not t.scenario.reserves:
        return []
    found = []
    for side in (0, 1):
        units = [u for u in t.units if u.side == side]
        if 2 * sum(u.place == "reserve" for u in units) + 2 <= len(units):
            found += [u.id for u in units if u.place == "off" and u.id not in t.acted and arrival(u.members)]
    return found


def keep_one(t: Table) -> Procedure:
    """One unit is deployed or waits to come by Deep Strike. False when all were asked."""
    waiting = may_wait(t)
    if not waiting:
        return False
    u = waiting[0]
    words = f"does {t.name(u)} deploy or wait for Deep Strike?"
    how = yield Choose(t[u].side, words, (DEPLOY, DEEP_STRIKE), default=DEPLOY, about=("wait", u))
    if how == DEEP_STRIKE:
        yield Emit(Reserved(u, "Deep Strike", by=arrival(t[u].members)))
        yield Emit(Noted((DEEP_STRIKE, u), True))
    yield Emit(Acted(u, t.player))
    return True


# --- coming -----------------------------------------------------------------------------------------------------------


def comes(t: Table, u: int) -> Procedure:
    """Whether a unit in reserve comes this turn: on 3+, from round 4 on and after a delay without a roll."""
    if t.round < FIRST:
        return False
    if t.round >= AUTOMATIC or t.recall(("ongoing", u)):
        return True
    return (yield Roll(COMES))


def arrive(t: Table, u: int) -> Procedure:
    """A unit comes: down from the sky, or on from its own table edge."""
    if t.recall((DEEP_STRIKE, u)):
        yield from drop(t, u)
    elif (yield from walk_on(t, u, max(6.0, inches_of(t[u].members)))):
        yield from _there(t, u)


def _there(t: Table, u: int) -> Procedure:
    yield from give(t, u, ARRIVED, this_turn(t), source=u, quiet=True)
    yield from give(t, u, MOVED, this_turn(t), source=u, value="moved", quiet=True)


class Drops:
    """Where the first model of a unit may be put that drops from the sky: anywhere on the table.

    With ``fitting`` only where the whole unit has room round it (the opponent misplaces it).
    """

    def __init__(self, t: Table, u: int, fitting: bool = False) -> None:
        self.t, self.u, self.fitting = t, u, fitting
        self.bases = bases(t[u])
        self.room = room(t, u)

    def rings(self, spot: Spot) -> Form:
        """The unit round a spot."""
        return self.room.rings(self.bases, *spot, forward(self.t[self.u].side))

    def __contains__(self, spot: Any) -> bool:
        x, y = spot
        ground = self.t.ground
        if not (0.0 <= x <= ground.width and 0.0 <= y <= ground.height):
            return False
        return not self.fitting or self.room.fits(self.rings((x, y)))

    def _wanted(self) -> list[Spot]:
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

    def __iter__(self) -> Iterator[Spot]:
        offered = 0
        for x, y in self._wanted():
            spot = (snap(x), snap(y))
            if spot in self and self.room.fits(self.rings(spot)):
                yield spot
                offered += 1
                if offered == OFFERED:
                    return
        if not offered and not self.fitting:
            yield (snap(self.t.ground.width / 2), snap(self.t.ground.height / 2))

    def draw(self, rng: Random) -> Spot | None:
        """A spot with a purpose, or any on the table."""
        wanted = self._wanted()
        for _ in range(6):
            x, y = wanted[rng.randrange(len(wanted))]
            spot = (snap(x), snap(y))
            if spot in self and (self.fitting or self.room.fits(self.rings(spot))):
                return spot
        return next(iter(self), None)

    def plain(self, spot: Spot) -> list[float]:
        """The spot as coordinates."""
        return [spot[0], spot[1]]

    def decode(self, value: Any) -> Spot:
        """A spot read from coordinates. Raises GrognardError when it is none, or has no room."""
        good = isinstance(value, (list, tuple)) and len(value) == 2
        if not good or not all(type(v) in (int, float) and -500 <= v <= 500 for v in value):
            raise GrognardError(f"{value!r} is no spot", hint="[x, y] in inches")
        spot = (snap(value[0]), snap(value[1]))
        if spot not in self:
            raise GrognardError("there is no room" if self.fitting else "that is not on the table")
        return spot


def drop(t: Table, u: int) -> Procedure:
    """Deep Strike: the first model is put somewhere and scatters, the others stand round it; without room a mishap."""
    side, by = t[u].side, arrival(t[u].members)
    drops = Drops(t, u)
    spot = yield Choose(side, f"where does {t.name(u)} come down?", drops, about=("drop", u))
    end, far = yield from drifted(spot, 0)
    form = drops.rings(end)
    if why := drops.room.why_not(form, first=True, whole=False):
        yield from mishap(t, u, why[0])
        return
    how = f'Deep Strike, scattering {far}"' if far > 0 else "Deep Strike"
    yield from _down(t, u, form, how, by)


def _down(t: Table, u: int, form: Form, how: str, by: tuple[str, ...]) -> Procedure:
    yield Emit(Arrived(u, form, how, by=by))
    yield from _there(t, u)
    yield from over_ground(t, u, form, dropped=True)


def mishap(t: Table, u: int, why: str) -> Procedure:
    """A unit that has no room where it comes down is lost, misplaced by the opponent, or delayed."""
    what = yield Roll(MISHAP)
    by = arrival(t[u].members)
    places = Drops(t, u, fitting=True)
    if what == MISPLACED and next(iter(places), None) is None:
        what = DELAYED
    yield Emit(Mishap(u, what, why, by=by))
    if what == LOST:
        yield Emit(Removed(u, "lost in the drop", by=by))
    elif what == DELAYED:
        yield Emit(Noted(("ongoing", u), True))
    else:
        words = f"where is {t.name(u)} misplaced?"
        spot = yield Choose(1 - t[u].side, words, places, about=("misplace", u))
        yield from _down(t, u, places.rings(spot), "Deep Strike, misplaced", by)
