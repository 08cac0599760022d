"""The end of a round: Collateral, points, and what waits in reserve makes ready."""

from __future__ import annotations

from ...common.steps import next_step
from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Scored
from ...table.state import Table
from .buildings.collateral import collateral
from .objectives.control import held
from .objectives.strongholds import scored
from .objectives.survey import critical
from .reserves import make_ready


def rounding_up(t: Table, player: int) -> Procedure:
    """The last step of a round: Collateral, then points, then what waits in reserve makes ready."""
    waiting = [k for k, s in enumerate(t.scenery) if s.tokens]
    while waiting:
        k = yield Choose(player, "whose Collateral comes first?", tuple(waiting), waiting[0])
        waiting.remove(k)
        yield from collateral(t, k, -1)
    last = t.round >= t.scenario.rounds
    points = t.scenario.hold * (t.round >= t.scenario.from_round) + t.scenario.hold_last * last
    for id, side in held(t):
        if points:
            yield Emit(Scored(side, points, f"objective {id}"))
    if last:
        yield from scored(t)
        yield from critical(t)
    yield from make_ready(t)
    yield from next_step(t)
