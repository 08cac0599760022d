"""What a table is worth to a player, in victory points, with its parts: what was scored, and what is to be expected.

For bots that look ahead, and for reading: every part has words. Numbers to choose by; who has won is the scenario's to say.
What each part counts was found by regression on battles (``bench/worth.py``); ``weights.toml`` holds it, by system.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import NamedTuple

from ..common import scenario
from ..kernel.memo import memo
from ..table.state import Table
from .places import nearness
from .value import Pricing

AWAY = 8.0  # inches at which being near an objective counts half
TERMS = {
    "held": "objectives held",
    "taken": "objectives that are being taken",
    "lost": "objectives that are being lost",
    "nearer": "standing nearer to objectives",
    "army": "what is left of the army",
    "able": "units that can hold objectives",
    "harm": "harm that can be done from here",
    "shaken": "units that are out of order",
    "away": "units that are not on the table yet",
    "acts": "units that have still to act in this round",
}


class PointsFor(NamedTuple):
    """One part of what a table is worth: victory points for the player, against him below 0, and what for."""

    points: float
    why: str


def balance(t: Table, player: int) -> tuple[PointsFor, ...]:
    """The parts of what a table is worth to a player; their sum is what it is worth. What is good for him is bad for the other."""
    scored = scenario.points(t)
    ours, theirs = [terms(t, side) for side in (player, 1 - player)]
    weights = weights_of(t.game.id)
    return (
        PointsFor(float(scored[player] - scored[1 - player]), "victory points scored"),
        *[PointsFor(weights[name] * (ours[name] - theirs[name]), why) for name, why in TERMS.items()],
    )


def table_worth(t: Table, player: int) -> float:
    """What a table is worth to a player, in victory points."""
    return sum([part.points for part in balance(t, player)])


def terms(t: Table, side: int) -> dict[str, float]:
    """What a side has, by the names of ``TERMS``: points an objective may still bring, points of army in hundreds, units."""
    game, stake = t.game, to_come(t)
    marks = [m for m in t.markers if m.kind == "objective"]
    stand = [scenario.holders(t, m) for m in marks]
    claims = [(m.side == side, count[side] > 0, count[1 - side] > 0) for m, count in zip(marks, stand, strict=True)]
    able = [u for u in t.own(side) if scenario.can_hold(t, u)]
    near = nearness([u.form.box for u in able], AWAY)
    pricing = Pricing(game.wounds)
    points = {u.id: pricing.at_stake(u).whole / 100 for u in t.units if u.side == side and u.place != "dead"}
    here = [u for u in t.own(side) if u.id in points]
    left = float(t.clock.round <= t.scenario.rounds)
    return {
        "held": stake * sum([ours for ours, _, _ in claims]),
        "taken": stake * sum([stands and not ours and not contested for ours, stands, contested in claims]),
        "lost": stake * sum([ours and contested for ours, _, contested in claims]),
        "nearer": stake * sum([near.at(m.x, m.y) for m in marks]),
        "army": sum(points.values()),
        "able": left * len(able),
        "harm": left * sum([game.harm(t, u) / 100 for u in here]) if game.harm is not None else 0.0,
        "shaken": left * sum([points[u.id] for u in here if game.shaken(u)]),
        "away": left * sum([points[u.id] for u in t.units if u.id in points and not u.here]),
        "acts": left * sum([points[u.id] for u in here if u.id not in t.acted]),
    }


def to_come(t: Table) -> float:
    """The victory points that an objective still brings who holds it to the end."""
    scene, now = t.scenario, t.clock.round
    if now > scene.rounds:
        return 0.0
    return float(scene.hold * (scene.rounds - max(now, scene.from_round) + 1) + scene.hold_last)


@memo(8)
def weights_of(system: str) -> dict[str, float]:
    """The victory points that one of each term counts in a system."""
    found = tomllib.loads(files(__package__).joinpath("weights.toml").read_text())
    return {name: float(found[system].get(name, 0.0)) for name in TERMS}
