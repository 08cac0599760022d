"""The end of a round: Collateral, points, and what waits in reserve makes ready."""

from __future__ import annotations

from ...common import saying
from ...common.scenario import points as victory_points
from ...common.scenario import scored_for
from ...common.steps import next_step
from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Said, side_name
from ...table.state import Table
from .buildings.collateral import collateral
from .objectives.control import held
from .objectives.strongholds import scored
from .objectives.survey import critical
from .profiles import commander_price, price
from .reserves import make_ready
from .squads import commanders


def rounding_up(t: Table, player: int) -> Procedure:
    """The last step of a round: Collateral, then points, then what waits in reserve makes ready."""
    waiting = [k for k, s in enumerate(t.scenery) if s.tokens]
    while waiting:
        k = yield Choose(player, "whose Collateral comes first?", tuple(waiting), waiting[0], says=saying.pieces(t))
        waiting.remove(k)
        yield from collateral(t, k, -1)
    for id, side in held(t):
        yield from scored_for(t, side, id)
    if t.round >= t.scenario.rounds:
        yield from scored(t)
        yield from critical(t)
        yield from tie_broken(t)
    yield from make_ready(t)
    yield from next_step(t)


def tie_broken(t: Table) -> Procedure:
    """With equal victory points Kill Points decide: the log says for what each side has how many."""
    ours, theirs = victory_points(t)
    for side in (0, 1) if ours == theirs else ():
        found = [f"{t.name(u)} {n}" for u, n in killed(t, 1 - side)]
        what = f" ({'; '.join(found)})" if found else ""
        yield Emit(Said(f"{side_name(t, side)}: {kill_points(t, 1 - side)} Kill Points{what}"))


def killed(t: Table, side: int) -> list[tuple[int, int]]:
    """The squads of a side that have lost units or Commanders, each with the points that those were worth."""
    worth = [
        (
            u.id,
            (u.kind.points - commander_price(u.kind.details)) * u.lost // max(1, u.start)
            + commander_price(u.kind.details)
            - sum(map(price, commanders(u))),
        )
        for u in t.units
        if u.side == side
    ]
    return [(u, n) for u, n in worth if n]


def kill_points(t: Table, side: int) -> int:
    """The points of a side's units that are destroyed, and of its Commanders."""
    return sum(n for _, n in killed(t, side))
