"""The game turn of VOID: marker phase, initiative, and the two players activating one unit after the other."""

from __future__ import annotations

from ...common.deploy import pass_on
from ...common.game import Game
from ...common.scenario import closing
from ...common.steps import next_step, one_of, rounds
from ...kernel.asks import Choose, Emit, Procedure, Roll
from ...table.events import Led, Noted, Passed
from ...table.paths import Gait
from ...table.state import Table, Unit
from . import worth
from .activation import activation
from .arriving import INITIATIVE, drop, droppers, infiltrates, setting_up, sneaks
from .harming import MARKER_PHASE
from .joining import orphans
from .nerve import LOSSES
from .orders import gait

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
    ahead = yield Roll(INITIATIVE)
    while ahead < 0:
        ahead = yield Roll(INITIATIVE)
    first = yield Choose(ahead, "who activates first?", (ahead, 1 - ahead), default=ahead, about=("first", ahead))
    yield Emit(Led(first, "initiative"))
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
    return one_of(t, side, worth.ACTIVATE, first_of_all(t, able), act)


def _only_droppers(t: Table, side: int, able: list[int]) -> Procedure:
    """Only drop troopers are left, and they may wait."""
    pick = yield Choose(side, "drop which unit?", (*able, "wait"), default="wait", about=("drop", side))
    if pick == "wait":
        yield Emit(Noted(("waits", side), t.round))
        yield from pass_on(t, 1 - side)
        return
    yield from one_of(t, side, worth.ACTIVATE, first_of_all(t, [pick]), act)


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


def _gait(t: Table, unit: Unit) -> Gait:
    return gait(unit.members)


def _holds(t: Table, unit: Unit) -> bool:
    """Units that have lost their nerve hold nothing."""
    return not (unit.has("panicked") or unit.has("rampaging"))


GAME = Game(
    id="void",
    steps=STEPS,
    wounds=_wounds,
    next_player=other_side,
    gait=_gait,
    holds=_holds,
    worth=worth.worth,
    bound=worth.bound,
    at_best=worth.at_best,
    after_loss=LOSSES,
)
