"""What units are worth to players that are programs, and what they may be expected to cost each other, in points.

Means of the exact laws of ``reckon``; everything is kept by match-up there.
"""

from __future__ import annotations

from math import inf
from typing import Any

from ...common import purpose
from ...common.profiles import Model
from ...common.rules import kept
from ...table.state import Table, Unit
from . import arms, reckon
from .condition import airborne, circumstances, met, moved, snaps, squad, walks
from .rampage import rages

OBJECTIVE = 32.0  # points that serving an objective well is worth
Verdict = tuple[float, str]


_AS_IT_STANDS: list[Any] = [(), {}]  # a state of the table, and what was reckoned on it


def reckoned(t: Table) -> dict[Any, Any]:
    """What was reckoned already on the table exactly as it stands; choices that follow each other ask for the same."""
    stands = (tuple(t.units), t.memory, t.clock, t.markers, t.ground)
    before, found = _AS_IT_STANDS
    if not before or before[0] != stands[0] or any(a is not b for a, b in zip(before[1:], stands[1:], strict=True)):
        found = {}
        _AS_IT_STANDS[:] = [stands, found]
    return found  # type: ignore[no-any-return]


def price(u: Unit) -> float:
    """The points that one wound of a unit is worth."""
    return float(u.kind.points / max(1, _wounds(u.kind.models)))


@kept(4096)
def _wounds(models: tuple[Model, ...]) -> int:
    return sum(m.stats.HP or m.stats.W for m in models)


def typical(u: Unit, cover: int | None = None) -> Any:
    """The model of a unit that an attack is reckoned against."""
    return met(u.members[0], cover)


def harm(
    t: Table, u: Unit, v: Unit, inches: float, cover: int | None = None, jinking: bool = False, snap: bool = False
) -> float:
    """The points that a unit's fire may be expected to cost another at a distance; ``snap``: with Snap Shots only."""
    if inches == inf:
        return 0.0  # one of them stands on the table no more
    how = circumstances(t, u, v, snap=snap or snaps(u))
    if jinking:
        how = how.but(jinking=True)
    how_moved = "" if t.player != u.side else moved(u)
    wounds = reckon.volley(
        u.members, squad(u), how_moved, squad(v), typical(v, cover), v.size, how, int(inches + 0.999)
    )
    return min(wounds, sum(v.wounds)) * price(v)


def clash(t: Table, u: Unit, v: Unit, charging: bool, disordered: bool = False) -> float:
    """The points that a unit's blows may be expected to cost another in one round of close combat."""
    if not walks(u) or airborne(u) or airborne(v):
        return 0.0
    frenzy = 2 if v.size > u.size and rages(u.members) else 0  # the mean of a D3
    how = circumstances(t, u, v, melee=True, charging=charging, disordered=disordered, frenzy=frenzy).but(
        grounded=False, jinking=False
    )
    wounds = reckon.blows(u.members, squad(u), squad(v), typical(v), how)
    return min(wounds, sum(v.wounds)) * price(v)


def presses(t: Table, v: Unit) -> float:
    """1 for a unit on an objective, less for one farther away."""
    x, y = v.form.centre
    return min(1.0, purpose.to_objective(t, v.side, x, y))


def strikes_hard(t: Table, u: Unit) -> bool:
    """Whether a unit does more in close combat than by shooting."""
    return walks(u) and _strikes_hard(u.members)


@kept(16384)
def _strikes_hard(members: tuple[Model, ...]) -> bool:
    blows = sum(m.stats.A * m.stats.S for m in members if m.stats.A)
    shots = sum(
        max((w.stats.type.shots.most * (w.stats.S if isinstance(w.stats.S, int) else 4) for w in arms.guns(m)
             if (w.stats.range or 18) > 12), default=0) for m in members)  # fmt: skip
    return bool(blows > shots * 1.5)
