"""What a table is worth to a player, in victory points, with its parts: what was scored, and what is to be expected.

For bots that look ahead, and for reading: every part has words. Numbers to choose by; who has won is the scenario's to say.
"""

from __future__ import annotations

from typing import NamedTuple

from ..common import scenario
from ..table.state import Table
from .places import nearness
from .value import Pricing

HELD = 0.5  # of a victory point: an objective that is held, for each round in which it may still score
COMING = 0.25  # the same, for standing nearer to it than the enemy
ROUNDS = 2  # no more of the rounds left are looked at: much happens until then
A_HUNDRED = 1.0  # victory points for a hundred points' worth of army left
AWAY = 8.0  # inches at which being near an objective counts half


class PointsFor(NamedTuple):
    """One part of what a table is worth: victory points for the player, against him below 0, and what for."""

    points: float
    why: str


def balance(t: Table, player: int) -> tuple[PointsFor, ...]:
    """The parts of what a table is worth to a player; their sum is what it is worth. What is good for him is bad for the other."""
    scored = scenario.points(t)
    rounds = float(min(ROUNDS, max(0, t.scenario.rounds - t.clock.round + 1)))
    marks = [m for m in t.markers if m.kind == "objective"]
    held = sum([(m.side == player) - (m.side == 1 - player) for m in marks])
    ours, theirs = [
        nearness([u.form.box for u in t.own(side) if scenario.can_hold(t, u)], AWAY) for side in (player, 1 - player)
    ]
    nearer = sum([ours.at(m.x, m.y) - theirs.at(m.x, m.y) for m in marks])
    return (
        PointsFor(float(scored[player] - scored[1 - player]), "victory points scored"),
        PointsFor(HELD * rounds * held, "objectives held"),
        PointsFor(COMING * rounds * nearer, "standing nearer to objectives"),
        PointsFor(A_HUNDRED * (army(t, player) - army(t, 1 - player)) / 100, "what is left of the army"),
    )


def table_worth(t: Table, player: int) -> float:
    """What a table is worth to a player, in victory points."""
    return sum([part.points for part in balance(t, player)])


def army(t: Table, side: int) -> float:
    """The points' worth of what is left of a side, wherever it is."""
    pricing = Pricing(t.game.wounds)
    return sum([pricing.at_stake(u).whole for u in t.units if u.side == side and u.place != "dead"])
