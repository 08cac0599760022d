"""Reserves, Outflank and Deep Strike: who waits, when units come, where they come down, and mishaps."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ...common.building import Because, because
from ...common.deploy import bases, forward, room
from ...common.options import Spots
from ...common.profiles import Model
from ...common.reserves import EDGES, own_edge, walk_on
from ...common.rules import Rule, kept, voices
from ...common.triggers import give, this_turn
from ...kernel.asks import Choose, Emit, Procedure, Roll
from ...kernel.faces import Test
from ...table.events import Acted, Arrived, Noted, Removed, Reserved
from ...table.geometry import Form, Spot, snap
from ...table.placing import SIXTEEN
from ...table.state import ABSENT, Table, Unit
from .condition import ARRIVED, MOVED, NEW, drives
from .deployment import infiltrators, lenders
from .events import Mishap
from .movement.dangerous_terrain import inches_of, over_ground
from .movement.flight import SWOOP, fly_on, flyers, lift_off
from .movement.flight import ways as wings
from .readiness import DEEP_STRIKE, DEPLOY, INFILTRATE, OUTFLANK, RESERVE, ids
from .shooting.templates import drifted
from .squads import squad_of
from .vehicles.battlements import Manning, landing, seats_above
from .vehicles.passengers import lost_with
from .vehicles.transports import came_on

LOST, MISPLACED, DELAYED = "lost", "misplaced", "delayed"
MISHAP = Test("mishap", 6, (LOST, MISPLACED, MISPLACED, DELAYED, DELAYED, DELAYED))
COMES = Test("reserves, 3+", 6, (False, False, True, True, True, True))
FIRST, AUTOMATIC = 2, 4  # rounds: the first in which units come, and that in which all do
LEFT, RIGHT, EITHER = "left", "right", "either"
EDGE = Test("outflanking from", 6, (LEFT, LEFT, RIGHT, RIGHT, EITHER, EITHER))
OFFERED = 8  # spots proposed for a drop
SAFE = 11.0  # inches from an enemy at which drops are proposed


class Arrival:
    """How a unit may come from reserve, while rules speak."""

    def __init__(self) -> None:
        self.because: list[Because] = []
        self.outflanks: list[Because] = []
        self.keen: list[Because] = []

    def anywhere(self, by: Rule | str, says: str) -> None:
        """It may come down anywhere."""
        self.because.append(because(by, says))

    def outflank(self, by: Rule | str, says: str) -> None:
        """It may come on from any edge but the opponent's."""
        self.outflanks.append(because(by, says))

    def choose_again(self, by: Rule | str, says: str) -> None:
        """Where dice say from which edge it comes, they may be thrown again."""
        self.keen.append(because(by, says))


@kept(16384)
def arrival(members: tuple[Model, ...]) -> Arrival:
    """How a unit may come from reserve."""
    found = Arrival()
    for speak in voices(squad_of(members), "arrives"):
        speak(found)
    return found


def drops(members: tuple[Model, ...]) -> tuple[str, ...]:
    """The ids of the rules by which a unit may come by Deep Strike; () when it may not."""
    return ids(arrival(members).because)


def flankers(t: Table, u: int) -> tuple[str, ...]:
    """The ids of the rules by which a unit, or one that starts aboard it, may outflank; () when it may not."""
    return ids(b for unit in lenders(t, u) for b in arrival(unit.members).outflanks)


# --- who waits --------------------------------------------------------------------------------------------------------


def ways(t: Table, u: int) -> tuple[str, ...]:
    """How a unit may start: on the table, set up after all others, or in reserve, of which there are three kinds."""
    found = [DEPLOY]
    if infiltrators(t, u):
        found.append(INFILTRATE)
    if _may_reserve(t, u):
        found.append(RESERVE)
        found += [OUTFLANK] * bool(flankers(t, u))
        found += [DEEP_STRIKE] * bool(drops(t[u].members))
    return tuple(found)


def _may_reserve(t: Table, u: int) -> bool:
    return _could_wait(t, t[u]) and _room_in_reserve(t, t[u].side)


def _could_wait(t: Table, unit: Unit) -> bool:
    """Whether a unit may start in reserve when there is room."""
    return bool(t.scenario.reserves) and unit.kind.type != "Building"


def _room_in_reserve(t: Table, side: int) -> bool:
    """Whether another unit of a side may wait: at most half of them do."""
    places = [u.place for u in t.units if u.side == side and not flyers(u.members)]
    free = len(places) - places.count("aboard") - places.count("joined") - places.count(ABSENT)
    return 2 * places.count("reserve") + 2 <= free


def may_wait(t: Table) -> list[int]:
    """The units that may start otherwise than deployed, and were not asked yet."""
    return list(_waiting(t))


def _waiting(t: Table) -> Iterator[int]:
    """The same one after the other, as far as anybody looks."""
    room: list[bool | None] = [None, None]  # of each side, when somebody could wait
    for unit in t.there("off"):
        if unit.id in t.acted:
            continue
        if _could_wait(t, unit):
            if room[unit.side] is None:
                room[unit.side] = _room_in_reserve(t, unit.side)
            if room[unit.side]:
                yield unit.id
                continue
        if infiltrators(t, unit.id):
            yield unit.id


def keep_one(t: Table) -> Procedure:
    """One unit is deployed, kept back to infiltrate, or waits in reserve. False when all were asked."""
    u = next(_waiting(t), None)
    if u is None:
        return False
    words = f"does {t.name(u)} deploy or wait, and how?"
    how = yield Choose(t[u].side, words, ways(t, u), default=DEPLOY, about=("wait", u))
    if how == INFILTRATE:
        yield Emit(Noted((INFILTRATE, u), True, by=infiltrators(t, u)))
    elif how != DEPLOY:
        by = {DEEP_STRIKE: drops(t[u].members), OUTFLANK: flankers(t, u)}.get(how, ())
        yield Emit(Reserved(u, {DEEP_STRIKE: "Deep Strike", OUTFLANK: "Outflank"}.get(how, ""), by=by))
        yield Emit(Noted((how, u), True))
    yield Emit(Acted(u, t.player))
    return True


# --- coming -----------------------------------------------------------------------------------------------------------


def comes(t: Table, u: int) -> Procedure:
    """Whether a unit in reserve comes this turn: on 3+, from round 4 on and after a delay without a roll.

    Nobody comes in the first round but who outflanks.
    """
    if t.round < FIRST and not (t.recall((OUTFLANK, u)) and t.rulings.get("outflank-round", "any") == "any"):
        return False
    if t.round >= AUTOMATIC or t.recall(("ongoing", u)):
        return True
    return (yield Roll(COMES))


def arrive(t: Table, u: int) -> Procedure:
    """A unit comes: down from the sky, round the flank, or on from its own table edge. Without room there it is delayed."""
    if t.recall((DEEP_STRIKE, u)):
        yield from drop(t, u)
        return
    edges, by = (), ()
    if t.recall((OUTFLANK, u)):
        edges, by = yield from flank(t, u)
    if wings(t[u].members):
        if not (yield from fly_on(t, u, edges, by)):
            yield Emit(Noted(("ongoing", u), True))
    elif (yield from walk_on(t, u, max(6.0, inches_of(t[u].members)), edges, by)):
        yield from _there(t, u, far=came_on(t, t[u].form) if drives(t[u]) else "moved")
    else:
        yield Emit(Noted(("ongoing", u), True))


def flank(t: Table, u: int) -> Procedure:
    """(the edges from which an outflanking unit may come, the ids of the rules that have a part in it)."""
    side, by = t[u].side, flankers(t, u)
    opposite = own_edge(t, 1 - side)
    if t.ruling("outflank") == "chosen":
        return tuple(e for e in EDGES if e != opposite), by
    left, right = (e for e in EDGES if e not in (opposite, own_edge(t, side)))
    edges = {LEFT: (left,), RIGHT: (right,), EITHER: (left, right)}
    rolled = yield Roll(EDGE)
    keen = ids(b for unit in lenders(t, u) for b in arrival(unit.members).keen)
    if keen:
        words = f"{t.name(u)} comes from {' or '.join(edges[rolled])}; roll again?"
        if (yield Choose(side, words, ("no", "yes"), default="no", about=("another edge", u, edges[rolled]))) == "yes":
            rolled = yield Roll(EDGE)
            by = (*by, *keen)
    return edges[rolled], by


def _there(t: Table, u: int, how: str = "", far: str = "moved") -> Procedure:
    yield from give(t, u, ARRIVED, this_turn(t), source=u, value=how or None, quiet=True)
    yield from give(t, u, MOVED, this_turn(t), source=u, value=far, quiet=True)


class Drops(Spots):
    """Where the first model of a unit may be put that drops from the sky: anywhere on the table.

    With ``fitting`` only where the whole unit has room round it (the opponent misplaces it).
    """

    def __init__(self, t: Table, u: int, fitting: bool = False) -> None:
        self.t, self.u, self.fitting = t, u, fitting
        self.bases = bases(t[u])
        self.room = room(t, u)
        self.refusal = "there is no room" if fitting else "that is not on the table"

    def rings(self, spot: Spot) -> Form:
        """The unit round a spot."""
        return self.room.rings(self.bases, *spot, forward(self.t, self.t[self.u].side))

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
            yield from self._at_worst()

    def _at_worst(self) -> Iterator[Spot]:
        """The spot that is offered where no spot has room for all."""
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


def drop(t: Table, u: int, places: Drops | None = None) -> Procedure:
    """Deep Strike: the first model is put somewhere and scatters, the others stand round it; without room a mishap."""
    side, by = t[u].side, drops(t[u].members)
    places = places or Drops(t, u)
    spot = yield Choose(side, f"where does {t.name(u)} come down?", places, about=("drop", u))
    end, far = yield from drifted(spot, 0)
    form = places.rings(end)
    if any(seats_above(w) for w in t.own(side)) and (found := landing(t, u, form)) is not None:
        c, form = found
        yield Emit(Manning(u, c, form, by=by))
        yield from _there(t, u, DEEP_STRIKE)
        return
    if why := places.room.why_not(form, first=True, whole=False):
        yield from mishap(t, u, why[0])
        return
    how = f'Deep Strike, scattering {far}"' if far > 0 else "Deep Strike"
    yield from _down(t, u, form, how, by)


def _down(t: Table, u: int, form: Form, how: str, by: tuple[str, ...]) -> Procedure:
    yield Emit(Arrived(u, form, how, by=by))
    yield from _there(t, u, DEEP_STRIKE)
    if (flies := wings(t[u].members)) and (yield from _stays_aloft(t, u, flies)):
        yield from lift_off(t, u, flies[0])
    else:
        yield from over_ground(t, u, form, dropped=True)


def _stays_aloft(t: Table, u: int, flies: tuple[str, ...]) -> Procedure:
    """What drops through the air stays there; of a creature that was conjured its player says so, or that it glides down."""
    if flies[0] != SWOOP or not t[u].has(NEW):
        return True
    how = yield Choose(t[u].side, f"how does {t.name(u)} come?", flies, default=SWOOP, about=("fly", u))
    return how == SWOOP


def mishap(t: Table, u: int, why: str) -> Procedure:
    """A unit that has no room where it comes down is lost, misplaced by the opponent, or delayed."""
    what = yield Roll(MISHAP)
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
        spot = yield Choose(1 - t[u].side, words, places, about=("misplace", u))
        yield from _down(t, u, places.rings(spot), "Deep Strike, misplaced", by)
