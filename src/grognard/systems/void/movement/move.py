"""Moving a unit: where it may go, who may react on the way, and what the ground does to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....common.profiles import Model
from ....common.rules import id_of
from ....kernel.asks import Choose, Emit, Procedure
from ....table.distances import part_way
from ....table.events import Moved, Remarked
from ....table.geometry import Formation, boxes_within
from ....table.moves import Moves
from ....table.paths import MovementMode, leads_through
from ....table.sight.lines import around
from ....table.state import Table, Unit
from .. import field, reactions
from ..events import GUN, Charged, ChargedHome
from ..moments import speaker
from ..orders import MOVE, RUSH, WALK, Orders, bearers, movement_mode, reach_of, spoken
from ..shooting import gun_team
from .forced import Advance, Bound
from .hazardous_ground import hazards, leg
from .legal_moves import distance_moved, moves, room

LEGS = 3  # parts of a way at which those on hold may see the mover


def move(t: Table, u: int, orders: Orders, kind: str) -> Procedure:
    """A move or a rush: where to, and going there."""
    here, (options, (inches, by)) = t.units[u].form, _ways(t, u, orders, kind)
    question = f"where does {t.name(u)} {'rush' if kind == RUSH else 'move'}?"
    form = yield Choose(
        t.units[u].side, question, options, about=(kind, u)
    )  # the default, the first, is found when needed
    orders.moved = form.positions != here.positions
    orders.rushed = kind == RUSH and orders.moved
    if not orders.moved:  # then it has not rushed either, and may do what those may who stay
        way = " (there is no way)" if isinstance(options, Advance) else ""
        yield Emit(Remarked(f"{t.name(u)} does not move{way}"))
        return
    if orders.stops is not None and kind == RUSH and (short := _halt(t, u, form, orders)) is not None:
        form, orders.rushed, orders.halted = short, False, True
    far = bool(by) and distance_moved(here, form) > reach_of(t, u, MOVE)[0]
    ids = (*(by if far else ()), *ground_helps(t, u, form))
    yield from go(t, u, form, "rushes" if kind == RUSH else "moves", by=ids)
    unit = t.units[u]
    if unit.effects and unit.here and unit.has(GUN):
        yield from gun_team.haul(t, u, here, inches)


def ways(t: Table, u: int, orders: Orders, kind: str) -> Any:
    """Where a unit may go by a move or a rush: one value for who weighs it and for who is asked, as long as nobody moves."""
    return _ways(t, u, orders, kind)[0]


def _ways(t: Table, u: int, orders: Orders, kind: str) -> tuple[Any, tuple[float, tuple[str, ...]]]:
    """Where a unit may go by a move or a rush, and how far in inches, with the rules that help it."""
    found = field.answers(t)
    known = orders.ways.get(kind)  # not with the table: what is forced knows the table, which would hold itself
    if known is None or known[0] is not found:
        far = reach_of(t, u, kind)
        known = orders.ways[kind] = found, (forced(t, u, moves(t, u, far[0], post=orders.post), orders), far)
    answer: tuple[Any, tuple[float, tuple[str, ...]]] = known[1]
    return answer


def forced(t: Table, u: int, options: Moves, orders: Orders) -> Any:
    """The moves that are left when some are forced upon a unit: towards an enemy, or so that something still holds."""
    towards = _standing(t, orders.towards) if orders.towards else ()
    if not towards:
        return options if orders.fits is None else Bound(options, orders.fits, orders.unless)
    return Advance(options, towards, orders.nearer, _shunning(t, u) if orders.shuns else None)


def _standing(t: Table, units: tuple[int, ...]) -> tuple[Formation, ...]:
    """Where those of some units stand that are on the table."""
    return tuple([t.units[v].form for v in units if t.units[v].here])


def _shunning(t: Table, u: int) -> Callable[[Formation], bool]:
    """Whether a unit would enter hazardous ground that goes from where it stands to a formation."""
    start = t.units[u].form
    return lambda form: bool(hazards(t, u, start, form))


def ground_helps(t: Table, u: int, form: Formation) -> tuple[str, ...]:
    """The rules that let a unit cross what lies on its way as it does."""
    members = t.units[u].members
    speaking = spoken(bearers(members), "movement_mode")
    if not speaking or not t.ground.pieces:
        return ()
    swept = around(t.units[u].form.box, form.box)
    for piece in _helped(t.ground, movement_mode(members)):
        if boxes_within(piece.box, swept, 0.0):
            for p, q in zip(t.units[u].form.positions, form.positions, strict=True):
                if p != q and leads_through(piece, p, q):
                    return tuple(id_of(speaker(s)) for s in speaking)
    return ()


def _helped(ground: Any, own: MovementMode) -> tuple[Any, ...]:
    """The pieces of terrain that a unit with this movement mode crosses and one that walks would not, or more slowly."""
    return tuple(
        p
        for p in ground.pieces
        if (WALK.slowed_by(p) and not own.slowed_by(p)) or (WALK.stopped_by(p) and not own.stopped_by(p))
    )


def _halt(t: Table, u: int, form: Formation, orders: Orders) -> Formation | None:
    """Where a rush comes to a halt before the unit's full MV is used, or None when it goes all the way."""
    start, normal = t.units[u].form, reach_of(t, u, MOVE)[0]
    whole = distance_moved(start, form)
    assert orders.stops is not None
    inches = 1
    while inches < min(normal, whole):
        on_the_way = part_way(start, form, inches / whole)
        inches += 1
        if orders.stops(on_the_way) and on_the_way in room(t, u, on_the_way.box):
            return on_the_way
    return None


def go(
    t: Table,
    u: int,
    form: Formation,
    how: str,
    charged: int = -1,
    by: tuple[str, ...] = (),
    over: float = 0.0,
    declared: bool = False,
) -> Procedure:
    """A unit goes from where it stands to a formation. Enemies on hold may react where they first see it.

    ``charged`` is the unit it charges: in contact nobody shoots at it any more; ``declared``: all have heard of it.
    ``over``: how high it jumps, in inches.
    """
    start, made = t.units[u].form, ChargedHome if declared else Charged if charged >= 0 else Moved
    watching = reactions.watching(t, u, start, form, charged)
    if not watching:
        if start.positions != form.positions:
            yield from leg(t, u, form, how, by, over, made)
        return
    while watching and t.units[u].place == "table":
        found = _seen_on_the_way(t, u, start, form, watching, charged >= 0)
        if found is None:
            break
        watcher, part = found
        watching = [w for w in watching if w != watcher]
        there = part_way(start, form, part) if part < 1.0 else form
        before, members = t.units[:], t.units[u].members
        yield from leg(t, u, there, how, by, over, made)
        how, made = "goes on", Moved
        if t.units[u].place == "table":
            # at the end of its way it is as it was judged, unless the ground has hurt it
            yield from reactions.react(t, watcher, u, sure=part == 1.0 and _only_moved(t, u, before))
        if t.units[u].place != "table":
            return
        if len(t.units[u].members) != len(form):  # only those who are left go on
            form = form.only(_survivors(there, members, t.units[u]))
            start = t.units[u].form
        if part == 1.0:
            return
        start = t.units[u].form
    if t.units[u].place == "table" and t.units[u].form.positions != form.positions:
        yield from leg(t, u, form, how, by, over, made)


def _only_moved(t: Table, u: int, before: list[Unit]) -> bool:
    """Whether nothing but the place of a unit has changed."""
    old, now = before[u], t.units[:]
    unit, now[u] = now[u], old
    return now == before and unit.members is old.members and unit.effects is old.effects  # units compare by identity


def _survivors(before: Formation, members: tuple[Model, ...], after: Unit) -> list[int]:
    """The places in a formation, of these members, of the models that still stand.

    When the ranks have closed up meanwhile (a shield wall), models alike stand for each other.
    """
    standing = [i for i, position in enumerate(before.positions) if position in after.form.positions]
    if len(standing) == after.size:
        return standing
    left = list(after.members)
    return [i for i, model in enumerate(members) if left and left[0] is model and left.pop(0)]


def _seen_on_the_way(
    t: Table, u: int, start: Formation, form: Formation, watching: list[int], charging: bool
) -> tuple[int, float] | None:
    """Who of those on hold sees the mover first, and how far along; None when nobody does."""
    for k in range(1, LEGS if charging else LEGS + 1):
        there = form if k == LEGS else part_way(start, form, k / LEGS)
        for watcher in watching:
            if reactions.could_fire(t, watcher, u, there, k < LEGS) and (k == LEGS or there in room(t, u, there.box)):
                return watcher, k / LEGS
    return None
