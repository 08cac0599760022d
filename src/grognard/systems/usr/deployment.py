"""Before the first turn: Infiltrators are set up after all others, then Scouts move. Both keep their distance from the enemy."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from ...common.deploy import Places, bases, forward, put, roll_off, room, spread
from ...common.triggers import give, own_turn_ends
from ...kernel.asks import Choose, Emit, Procedure
from ...table.arcs import faces_as
from ...table.distances import within
from ...table.events import Acted, Deployed, Moved, Noted, Said, side_name
from ...table.geometry import LATTICE, Point
from ...table.paths import MovementMode
from ...table.state import Table, Unit
from .condition import INFILTRATED, drives, movement_mode
from .model_types import type_of
from .movement.driving import COMBAT_SPEED
from .movement.legal_moves import March, others
from .movement.movement import normal_move
from .movement.readiness import INFILTRATE, ids, readiness
from .movement.rough_ground import over_ground
from .vehicles.mounting import own_transport
from .vehicles.transports import ON_FOOT, get_in, is_building, takes


def far_from_enemies(mode_: MovementMode, inches: float) -> MovementMode:
    """A movement mode that keeps more than so many inches from every enemy, on the way too."""
    return replace(mode_, apart=inches + 1 / LATTICE)


def lenders(t: Table, u: int) -> tuple[Unit, ...]:
    """The units whose rules say how a unit starts: itself, and whoever starts in it when it was bought for them."""
    unit = t[u]
    if not unit.kind.details:  # it carries nobody
        return (unit,)
    return unit, *(rider for rider in t.cargo(u) if own_transport(t, rider.id) == u)


# --- whose turn -------------------------------------------------------------------------------------------------------


def whose(t: Table, what: str, units: list[int]) -> Procedure:
    """The side that goes on: with such units on both sides a roll-off says who names the first, then they alternate."""
    sides = {t[u].side for u in units}
    last = t.recall(what)
    if last is None and len(sides) == 2:
        winner, _ = yield from roll_off(t, "roll-off")
        question = f"who {what} first?"
        says = partial(side_name, t)
        side = yield Choose(winner, question, (winner, 1 - winner), winner, ("first", what), says)
    else:
        side = 1 - last if last is not None and 1 - last in sides else min(sides) if len(sides) == 1 else last
    yield Emit(Noted(what, side))
    return side


# --- Infiltrators -----------------------------------------------------------------------------------------------------


def infiltrates(t: Table, u: int) -> bool:
    """Whether a unit is set up after all others."""
    return bool(t.recall((INFILTRATE, u)))


def infiltrators(t: Table, u: int) -> tuple[str, ...]:
    """The ids of the rules by which a unit may be set up after all others; () when it may not."""
    return tuple(dict.fromkeys(i for w in lenders(t, u) for i in ids(readiness(w.members).infiltrates)))


def _hiding(t: Table, u: int) -> float:
    """The inches from the enemy beyond which a unit infiltrates."""
    return min(readiness(w.members).hiding for w in lenders(t, u))


def infiltrate_one(t: Table) -> Procedure:
    """One unit of Infiltrators is set up. False when all are."""
    waiting = [u.id for u in t.units if u.place == "off"]
    if not waiting:
        return False
    side = yield from whose(t, "infiltrates", waiting)
    mine = tuple(u for u in waiting if t[u].side == side)
    u = yield Choose(side, "infiltrate with which unit?", mine)
    yield from infiltrate(t, u)
    return True


def infiltrate(t: Table, u: int) -> Procedure:
    """A unit is set up anywhere far enough from the enemy; where there is no room, as any other."""
    side, by = t[u].side, infiltrators(t, u)
    charges = any(readiness(w.members).charges for w in lenders(t, u))
    if houses := _houses(t, u):
        words = f"what does {t.name(u)} infiltrate into?"
        c = yield Choose(side, words, (ON_FOOT, *houses), default=ON_FOOT, about=("starts in", u))
        if c != ON_FOOT:
            yield from get_in(t, u, c)
            if not charges:
                yield from give(t, u, INFILTRATED, own_turn_ends(t, side), source=u, by=by)
            return
    options = hiding_places(t, u)
    default = next(iter(options), None)
    if default is None:
        yield from put(t, u)
        return
    form = yield Choose(side, f"where does {t.name(u)} infiltrate?", options, default=default, about=u)
    yield Emit(Deployed(u, form, by=by))
    for w in () if charges else (u, *(rider.id for rider in t.cargo(u))):
        yield from give(t, w, INFILTRATED, own_turn_ends(t, side), source=u, quiet=True)


def _houses(t: Table, u: int) -> list[int]:
    """The buildings of its side that a unit may infiltrate into: as far from the enemy as it must be."""
    side = t[u].side
    far = _hiding(t, u) + 1 / LATTICE
    return [
        c.id for c in t.own(side)
        if is_building(c) and takes(t, c.id, u) and not any(within(c.form, v.form, far) for v in t.enemies(side))
    ]  # fmt: skip


def hiding_places(t: Table, u: int) -> Places:
    """Where a unit may infiltrate; proposed at objectives, in cover, and at the front of its own zone."""
    unit, zones, far = t[u], t.ground.zones, _hiding(t, u)
    positions: list[Point] = list(t.ground.objectives)
    for piece in t.ground.pieces:
        if piece.cover and not piece.has("impassable"):
            left, low, right, top = piece.box
            positions.append(((left + right) / 2, (low + top) / 2))
    positions += spread(zones[unit.side], zones[1 - unit.side])[:5]
    clear = [position for position in positions if _clear(t, unit.side, position, far)]
    return Places(
        room(t, u, mode=far_from_enemies(movement_mode(t, unit), far)), bases(unit), clear, forward(t, unit.side)
    )


def _clear(t: Table, side: int, position: Point, far: float) -> bool:
    """Whether no enemy stands within so many inches of a position, by the boxes of their units."""
    x, y = position
    for v in t.enemies(side):
        left, low, right, top = v.form.box
        dx, dy = max(left - x, x - right, 0.0), max(low - y, y - top, 0.0)
        if dx * dx + dy * dy <= far * far:
            return False
    return True


# --- Scouts -----------------------------------------------------------------------------------------------------------


def scout_moves(t: Table, u: int) -> tuple[int, tuple[str, ...]]:
    """(how many Normal Moves a unit makes before the first turn, the ids of the rules by which)."""
    found = max((readiness(w.members) for w in lenders(t, u)), key=lambda r: r.moves)
    return found.moves, ids(found.scouts)


def scout_one(t: Table) -> Procedure:
    """One unit of Scouts moves. False when all have."""
    ready = [
        u.id for u in t.units if u.place == "table" and u.aboard < 0 and u.id not in t.acted and scout_moves(t, u.id)[0]
    ]
    if not ready:
        return False
    side = yield from whose(t, "scouts", ready)
    u = yield Choose(side, "scout with which unit?", tuple(u for u in ready if t[u].side == side))
    moves, by = scout_moves(t, u)
    for _ in range(moves):
        if not t[u].here or not (yield from scout(t, u, by)):
            break
    yield Emit(Acted(u, t.player))
    return True


def scout(t: Table, u: int, by: tuple[str, ...]) -> Procedure:
    """One Normal Move of a Scout. Whether it has moved."""
    start, far = t[u].form, min(readiness(w.members).scouting for w in lenders(t, u))
    inches, mode_, thrown = yield from normal_move(t, u)
    if drives(t[u]) and "Heavy" in type_of(t[u].members[0]).tags:
        inches = min(inches, COMBAT_SPEED)
    friends, enemies = others(t, u)
    moves = March(t.ground, start, inches, friends, enemies, far_from_enemies(mode_, far), call=t.names.__getitem__)
    form = yield Choose(t[u].side, f"where does {t.name(u)} scout?", moves, default=start, about=u)
    if form.positions == start.positions and faces_as(form, start):
        if thrown:
            yield Emit(Said(f"{t.name(u)} stays where it is", short=""))
        return False
    yield Emit(Moved(u, form, "scouts", by=by))
    yield from over_ground(t, u, start)
    return True
