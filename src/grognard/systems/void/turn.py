"""The game turn of VOID: marker phase, initiative, and the two players activating one unit after the other."""

from __future__ import annotations

from functools import partial

from ...common.deploy import pass_on
from ...common.game import Game
from ...common.profiles import Model
from ...common.rules import id_of
from ...common.scenario import closing
from ...common.steps import next_step, one_of, rounds
from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Led, Noted, Passed, Remarked, side_name
from ...table.paths import MovementMode
from ...table.state import Table, Unit
from . import shield_wall
from .bots import greedy
from .deployment import infiltrates, rolled_off, setting_up, sneaks
from .events import Bound, Forgotten, Ordered
from .field import able
from .individuals import alone, join_somebody, leave, orphans
from .melee.charge import assault, out_of_cohesion
from .moments import speaker
from .movement.move import move
from .movement.prone import UP
from .nerve.morale import LOSSES, RALLIED, rally, reckoning, run_wild, sizes, terrifying, terror
from .orders import (
    BOARD,
    HOLD,
    JUMP,
    MARKER_PHASE,
    MOVE,
    ON_HOLD,
    RUSH,
    STAY,
    Orders,
    go_on_hold,
    movement_mode,
    reach_of,
    recovered,
    spoken,
)
from .reserves import drop, droppers
from .rulings import terms
from .shooting.prospect import prospect
from .shooting.targets import shoot
from .transports import board, hold_of, near_carriers, unload

FIRST = "infiltrators go first"


def marker_phase(t: Table, player: int) -> Procedure:
    """What lasts for a game turn is cleared away: holds, painted targets, positions given away."""
    if MARKER_PHASE in t.ends:
        yield Emit(Passed(MARKER_PHASE))
    yield from next_step(t)


def initiative(t: Table, player: int) -> Procedure:
    """Both roll; the higher says who activates the first unit. Hidden infiltrators may win the first without a roll."""
    sneaking = sneaks(t)
    if sneaking is not None:
        question = "do the infiltrators take the initiative?"
        if (yield Choose(sneaking, question, ("yes", "roll"), default="yes", about=("sneak", sneaking))) == "yes":
            yield Emit(Noted(FIRST, sneaking))
            yield Emit(Led(sneaking, "its infiltrators are in place", by=("void:infiltrate",)))
            yield from next_step(t)
            return
    ahead, why = yield from rolled_off(t)
    about, says = ("first", ahead), partial(side_name, t)
    first = yield Choose(ahead, "who activates first?", (ahead, 1 - ahead), ahead, about, says)
    yield Emit(
        Led(
            first,
            f"by initiative, {why}"
            if first == ahead
            else f"{side_name(t, ahead)} won the initiative, {why}, and lets the enemy begin",
        )
    )
    yield from next_step(t)


def activations(t: Table, player: int) -> Procedure:
    """One unit is activated and does all it does, or comes down from above; then the other player activates one."""
    for side in (player, 1 - player):
        ready = t.ready(side)
        able = [*ready, *droppers(t, side)]
        if able:
            break
    else:
        return next_step(t)
    if not ready:
        return _only_droppers(t, side, able)
    return one_of(t, side, greedy.ACTIVATE, first_of_all(t, able), act)


def _only_droppers(t: Table, side: int, able: list[int]) -> Procedure:
    """Only drop troopers are left, and they may wait."""
    pick = yield Choose(side, "drop which unit?", (*able, "wait"), default="wait", about=("drop", side))
    if pick == "wait":
        yield Emit(Noted(("waits", side), t.round))
        yield from pass_on(t, 1 - side)
        return
    yield from one_of(t, side, greedy.ACTIVATE, first_of_all(t, [pick]), act)


def first_of_all(t: Table, able: list[int]) -> list[int]:
    """Who took the initiative by infiltrating must activate an infiltrating unit first."""
    if t.acted or t.clock.round > 1 or t.recall(FIRST) != t.units[able[0]].side:
        return able
    return _infiltrators(t, able) or able


def _infiltrators(t: Table, able: list[int]) -> list[int]:
    return [u for u in able if infiltrates(t, u)]


def act(t: Table, u: int) -> Procedure:
    """A unit's turn: its activation, or its landing; then individuals whose squad has fallen round them stand alone."""
    yield from activation(t, u) if t.units[u].place == "table" else drop(t, u)
    if t.there("joined"):
        yield from orphans(t, u)


def other_side(t: Table, u: int) -> int:
    """Who goes on: the other side, as long as it has anybody left."""
    other = 1 - t.units[u].side
    for v in t.own(other):
        if v.id not in t.acted:
            return other
    return other if droppers(t, other) else t.units[u].side


STEPS = rounds((marker_phase, initiative, activations), before=(setting_up,), closing=(closing,))


def _wounds(model: object) -> int:
    return int(model.stats.W)  # type: ignore[attr-defined]


def _mode(t: Table, unit: Unit) -> MovementMode:
    return movement_mode(unit.members)


def _shaken(unit: Unit) -> bool:
    """Whether a unit has lost its wits, or its crew is shaken."""
    return not able(unit) or unit.has("shaken")


def _holds(t: Table, unit: Unit) -> bool:
    """Units that have lost their nerve hold nothing."""
    return able(unit)


def activation(t: Table, u: int) -> Procedure:
    """All that a unit does in its turn, and the nerve of those who lost models in it."""
    unit = t.units[u]
    player, shaken = unit.side, False
    if unit.effects:
        shaken = unit.has("shaken")
        if unit.has(ON_HOLD):
            yield Emit(Forgotten(u, ON_HOLD))  # it acts: that says enough
    if unit.owners:
        yield from leave(t, u)
    before = t.units[:]
    orders = Orders(t, u)
    yield from _acts(t, u, orders)
    if shaken and t.units[u].alive and t.units[u].has("shaken"):
        yield from recovered(t, u)
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
            yield from shield_wall.check(t, u)


def _acts(t: Table, u: int, orders: Orders) -> Procedure:
    """What the unit does: a plain function where its nerve is not in question, for all that it does passes through here."""
    unit = t.units[u]
    if not able(unit) or terrifying(t, u) is not None:
        return _tested(t, u, orders)
    if unit.effects and unit.has(RALLIED):
        _move_only(orders)
    return carry_out(t, u, orders)


def _tested(t: Table, u: int, orders: Orders) -> Procedure:
    """The activation of a unit that has lost its nerve, or that begins near what terrifies it."""
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
    """What a unit may do in the activation in which it rallies, or in the turn in which it was rallied."""
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
    if word != STAY or MOVE in orders.words:
        yield Emit(Ordered(u, word, by=tuple(orders.by) if word != STAY else ()))
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
            yield Emit(Remarked(f"{t.name(u)} is out of cohesion: no shooting and no assault"))
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
        return go_on_hold(t, u)
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


def reaches(t: Table, model: Model) -> list[tuple[str, float]]:
    """How far the weapons of a model reach: to the end of the last band in which they may be fired, inches."""
    found = []
    for w in model.weapons:
        s = w.stats
        usable = [k for k, hit in enumerate((s.short, s.medium, s.long, s.extreme)) if hit is not None]
        if usable:
            found.append((w.name, float(terms(t).bands[usable[-1]])))
    return found


GAME = Game(
    prospect=prospect,
    reaches=reaches,
    id="void",
    steps=STEPS,
    wounds=_wounds,
    next_player=other_side,
    movement_mode=_mode,
    holds=_holds,
    worth=greedy.worth,
    bound=greedy.bound,
    upper_bound=greedy.upper_bound,
    harm=greedy.harm_from_here,
    shaken=_shaken,
    after_loss=LOSSES,
)
