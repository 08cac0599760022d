"""What a table is worth to a player, in victory points, with its parts: what was scored, and what is to be expected.

For bots that look ahead, and for reading: every part has words. Numbers to choose by; who has won is the scenario's to say.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from ..common import scenario
from ..table.state import Table, Unit
from .places import hyperbolic, middle

HELD = 0.5  # of a victory point: an objective that is held, for each round in which it may still score
COMING = 0.25  # the same, for standing nearer to it than the enemy
ROUNDS = 2  # no more of the rounds left are looked at: much happens until then
A_HUNDRED = 1.0  # victory points for a hundred points' worth of army left
AWAY = 8.0  # inches at which being near an objective counts half


class PointsFor(NamedTuple):
    """One part of what a table is worth: victory points for the player, against him below 0, and what for."""

    points: float
    why: str


def outlook(t: Table, player: int) -> tuple[PointsFor, ...]:
    """The parts of what a table is worth to a player; their sum is what it is worth. What is good for him is bad for the other."""
    scored = scenario.points(t)
    rounds = float(min(ROUNDS, max(0, t.scenario.rounds - t.clock.round + 1)))
    marks = [m for m in t.markers if m.kind == "objective"]
    held = sum([(m.side == player) - (m.side == 1 - player) for m in marks])
    ours, theirs = [[u for u in t.own(side) if u.here and holds(t, u)] for side in (player, 1 - player)]
    nearer = sum([_near(m.x, m.y, ours) - _near(m.x, m.y, theirs) for m in marks])
    return (
        PointsFor(float(scored[player] - scored[1 - player]), "victory points scored"),
        PointsFor(HELD * rounds * held, "objectives held"),
        PointsFor(COMING * rounds * nearer, "standing nearer to objectives"),
        PointsFor(A_HUNDRED * (army(t, player) - army(t, 1 - player)) / 100, "what is left of the army"),
    )


def worth_of(t: Table, player: int) -> float:
    """What a table is worth to a player, in victory points."""
    return sum([part.points for part in outlook(t, player)])


def army(t: Table, side: int) -> float:
    """The points' worth of what is left of a side, wherever it is: of each unit the share of its wounds."""
    left = [u for u in t.units if u.side == side and u.place != "dead"]
    return float(sum([u.kind.points * sum(u.wounds) / _whole(t, u) for u in left]))


def holds(t: Table, u: Unit) -> bool:
    """Whether a unit can hold an objective at all."""
    return t.game.holds is None or bool(t.game.holds(t, u))


def _whole(t: Table, u: Unit) -> int:
    return sum([t.game.wounds(m) for m in u.kind.models]) or 1


def _near(x: float, y: float, units: list[Unit]) -> float:
    """How near the nearest of some units is to a point: 1 at it, half ``AWAY`` inches off, 0 where there is none."""
    best = 0.0
    for u in units:
        a, b = middle(u.form)
        best = max(best, hyperbolic(sqrt((a - x) * (a - x) + (b - y) * (b - y)), AWAY))
    return best
