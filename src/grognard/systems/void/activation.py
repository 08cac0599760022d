"""One unit's activation: nerve first, then orders: a movement, a shooting and an assault phase."""

from __future__ import annotations

from ...common.rules import id_of
from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Said
from ...table.state import Table
from . import hold, wall
from .assault import assault, out_of_cohesion
from .carrying import board, hold_of, near_carriers, unload
from .events import Bound, Ordered, Over
from .field import able
from .joining import alone, join_somebody, leave
from .moments import speaker
from .moving import move
from .nerve import LOSSES, RALLIED, rally, reckoning, run_wild, sizes, terrifying, terror
from .orders import BOARD, HOLD, JUMP, MOVE, RUSH, STAY, Orders, reach_of, spoken
from .prone import UP
from .targets import shoot


def activation(t: Table, u: int) -> Procedure:
    """All that a unit does in its turn, and the nerve of those who lost models in it."""
    unit = t.units[u]
    player, shaken = unit.side, False
    if unit.effects:
        shaken = unit.has("shaken")
        if unit.has(hold.ON_HOLD):
            yield Emit(Over(u, hold.ON_HOLD))
    if unit.owners:
        yield from leave(t, u)
    before = t.units[:]
    orders = Orders(t, u)
    yield from _acts(t, u, orders)
    if shaken and t.units[u].alive and t.units[u].has("shaken"):
        yield from hold.recovered(t, u)
    if LOSSES in t.due or LOSSES in t.ends:
        start = sizes(before)
        for v, n in orders.executed.items():  # an execution is no loss for anybody's nerve
            start[v] -= n
        yield from reckoning(t, start, player)
    unit = t.units[u]
    if unit.place == "table":
        if alone(unit):
            yield from join_somebody(t, u)
        if t.units[u].effects:
            yield from wall.check(t, u)


def _acts(t: Table, u: int, orders: Orders) -> Procedure:
    """What the unit does: a plain function where its nerve is not in question, for all that it does passes through here."""
    unit = t.units[u]
    if not able(unit) or terrifying(t, u) is not None:
        return _tested(t, u, orders)
    if unit.effects and unit.has(RALLIED):
        _move_only(orders)
    return carry_out(t, u, orders)


def _tested(t: Table, u: int, orders: Orders) -> Procedure:
    """The same of a unit that has lost its nerve, or activates near what terrifies it."""
    unit = t.units[u]
    if not able(unit):
        if not (yield from rally(t, u)):
            yield from run_wild(t, u)
            return
        _move_only(orders)
    elif (yield from terror(t, u)):
        if t.rulings.get("terror") == "panic-and-flee":
            yield from run_wild(t, u)
        return
    elif unit.effects and unit.has(RALLIED):
        _move_only(orders)
    yield from carry_out(t, u, orders)


def _move_only(orders: Orders) -> None:
    """What a unit may do in the activation in which it rallies, or in the turn in which it was rallied (section 13)."""
    if orders.t.rulings.get("rallied") != "free":
        orders.words, orders.among = [STAY, MOVE], frozenset((STAY, MOVE, JUMP, BOARD))
        orders.may_shoot = orders.may_assault = False


def carry_out(t: Table, u: int, orders: Orders) -> Procedure:
    """The orders of a unit that has its wits about it."""
    unit = t.units[u]
    inches = 0.0
    if unit.foes:
        orders.words, orders.may_shoot = [STAY], False
        if unit.has("prone"):
            orders.may_assault = False
            orders.offer(UP)
    else:
        inches = reach_of(t, u, MOVE)[0]
        if not inches:
            orders.words = [w for w in orders.words if w not in (MOVE, RUSH)]
        if spoken(unit.members, "orders"):
            yield from heed(t, u, "orders", orders)
        if MOVE in orders.words and not orders.towards and near_carriers(t, u, inches):
            orders.offer(BOARD)
    carries = bool(hold_of(t.units[u].members)[0])
    if carries:
        yield from unload(t, u)
    word = orders.words[0]
    if len(orders.words) > 1:
        question = f"what does {t.name(u)} do?"
        word = yield Choose(t.units[u].side, question, tuple(orders.words), default=STAY, about=("order", u, orders))
    if word != STAY:
        yield Emit(Ordered(u, word, by=tuple(orders.by)))
    if word == BOARD:
        ships = near_carriers(t, u, inches)
        ship = yield Choose(
            t.units[u].side, f"what does {t.name(u)} board?", ships, default=ships[0], about=("board", u)
        )
        yield from board(t, u, ship)
        return
    if word != STAY:
        yield from movement(t, u, orders, word)
    if carries and t.units[u].place == "table":
        yield from unload(t, u)
    unit = t.units[u]
    if orders.over or unit.place != "table" or not able(unit):
        return
    if (orders.moved or orders.towards) and not unit.foes and spoken(unit.members, "after_move"):
        yield from heed(t, u, "after_move", orders)
        if orders.over:
            return
        unit = t.units[u]
    if orders.may_shoot and not orders.rushed and not unit.foes and not (unit.effects and unit.has("shaken")):
        if out_of_cohesion(t, u):
            yield Emit(Said(f"{t.name(u)} is out of cohesion: it neither shoots nor assaults"))
        else:
            yield from shoot(t, u, orders)
        if carries and t.units[u].place == "table":
            yield from unload(t, u)
    unit = t.units[u]
    if unit.place == "table" and able(unit):
        yield from assault(t, u, orders)


def movement(t: Table, u: int, orders: Orders, word: str) -> Procedure:
    """The movement phase: a move or a rush, going on hold, or what a rule has offered."""
    if word in (MOVE, RUSH):
        return move(t, u, orders, word)
    if word == HOLD:
        orders.over = True
        return hold.put(t, u)
    return _carried_out(t, u, orders, word)


def _carried_out(t: Table, u: int, orders: Orders, word: str) -> Procedure:
    for speak in spoken(t.units[u].members, "carries_out"):
        yield from speak(t, u, orders, word)


def heed(t: Table, u: int, moment: str, orders: Orders) -> Procedure:
    """What the unit's rules forbid and demand at a moment of its activation."""
    for speak in spoken(t.units[u].members, moment):
        before = len(orders.why)
        done = speak(orders)
        if done is not None:
            yield from done
        if len(orders.why) > before:
            yield Emit(Bound(u, "; ".join(orders.why[before:]), by=(id_of(speaker(speak)),)))
