"""Reserves and Outflank: who waits, and when and where units come on."""

from __future__ import annotations

from collections.abc import Iterator

from ...common.reserves import EDGES, own_edge, walk_on
from ...kernel.asks import Choose, Emit, Procedure, Roll, of
from ...kernel.faces import Test
from ...kernel.purpose import Purpose
from ...table.events import Acted, Noted, Reserved
from ...table.state import ABSENT, Table, Unit
from .condition import drives
from .deployment import infiltrators, lenders
from .movement.deep_strike import _there, drop, drops
from .movement.flight import fly_on, flyers
from .movement.flight import ways as wings
from .movement.readiness import DEEP_STRIKE, DEPLOY, INFILTRATE, OUTFLANK, RESERVE, arrival, ids
from .movement.rough_ground import inches_of
from .vehicles.transports import came_on

COMES = Test(
    Purpose("reserves, 3+", what="reserves", needs="3+", comes_to=("comes", "does not come")),
    6,
    (False, False, True, True, True, True),
)
FIRST, AUTOMATIC = 2, 4  # rounds: the first in which units come, and that in which all do
LEFT, RIGHT, EITHER = "left", "right", "either"
EDGE = Test("outflanking from", 6, (LEFT, LEFT, RIGHT, RIGHT, EITHER, EITHER))


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
    """Those that may wait, one after the other, as far as anybody looks."""
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
    return (yield Roll(of(COMES, u)))


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
    rolled = yield Roll(of(EDGE, u))
    keen = ids(b for unit in lenders(t, u) for b in arrival(unit.members).keen)
    if keen:
        words = f"{t.name(u)} comes from {' or '.join(edges[rolled])}; roll again?"
        if (yield Choose(side, words, ("no", "yes"), default="no", about=("another edge", u, edges[rolled]))) == "yes":
            rolled = yield Roll(of(EDGE, u))
            by = (*by, *keen)
    return edges[rolled], by
