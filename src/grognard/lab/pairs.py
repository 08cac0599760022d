"""One pair of an experiment: the same seed and table with sides swapped, and for the value of a rule with and without it."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from msgspec import Struct

from .. import battles
from ..common import battle, scenario
from ..kernel.session import Session
from .experiment import Experiment
from .variants import ANOTHER, WITH, WITHOUT, Variant, another, place, variants


class Played(Struct, frozen=True):
    """One battle, and how it came out for the force or bot that the question is about."""

    seat: int  # the side from which it played
    arm: str  # the name of its variant, or the bots
    margin: int  # victory points more than the other side
    result: float  # 1 won, a half drawn, 0 lost
    digest: str
    course: str  # equal for battles in which all dice and picks were the same


class BattlePair(Struct, frozen=True):
    """What one seed has shown: ``gain`` in victory points, ``score`` in battles won (a half for a draw)."""

    n: int  # the number of the pair, from 0
    stratum: int
    seed: int
    gain: float
    score: float
    battles: list[Played]


def play(asked: Experiment, n: int) -> BattlePair:
    """Plays the battles of pair ``n``: nothing but the experiment and the number decides what comes of them."""
    stratum, seed = n % len(asked.strata), asked.seeds.first + n
    ways = variants(asked, n)
    found = [_battle(asked, n, way, seat) for seat in (0, 1) for way in ways]
    gain, score = gained(asked, n, found)
    return BattlePair(n, stratum, seed, gain, score, found)


def gained(asked: Experiment, n: int, played: list[Played]) -> tuple[float, float]:
    """What battles of a pair say: so many victory points and battles won more with what is asked about than without it."""
    if asked.question in ("match", "list", "fit"):
        return _mean([b.margin for b in played]), _mean([b.result for b in played])
    first, last = (asked.values[-1], asked.values[0]) if asked.question == "sweep" else (WITH, WITHOUT)
    margin, score = differs(played, first, last)
    if asked.question == "points":
        margin -= fair(asked, n, played)
    return margin, score


def differs(played: list[Played], one: str, other: str) -> tuple[float, float]:
    """How much better it went one way than another: in victory points, and in battles won."""
    ours, theirs = ([b for b in played if b.arm == arm] for arm in (one, other))
    margin = _mean([b.margin for b in ours]) - _mean([b.margin for b in theirs])
    return margin, _mean([b.result for b in ours]) - _mean([b.result for b in theirs])


def fair(asked: Experiment, n: int, played: list[Played]) -> float:
    """What the points of the unit that is asked about bring elsewhere in its army, by the unit that was left out instead."""
    force = battles.force(asked.strata[n % len(asked.strata)][0][0])
    cost = force.kinds[place(asked, force)].points
    return differs(played, WITH, ANOTHER)[0] * cost / force.kinds[another(asked, force, n)].points


def _battle(asked: Experiment, n: int, way: Variant, seat: int) -> Played:
    seed, (_, field) = asked.seeds.first + n, asked.strata[n % len(asked.strata)]
    sides, bots, arm = (way.ours, way.theirs), asked.bots, way.name
    if asked.question == "match":  # the bots change sides, the forces stay
        bots = bots if seat == 0 else (bots[1], bots[0])
        arm = " ".join(bots)
    elif seat == 1:
        sides = (way.theirs, way.ours)
    setup = battles.setup(*sides, seed=seed, scenario=field, rounds=asked.rounds, rulings=way.rulings, bots=bots)
    session = battle.begin(setup)
    if asked.dice == "keyed":
        session.dice = battle.keyed(seed, session.table)
    session.play()
    points, winner = scenario.points(session.table), session.game.winner(session.table)[0]
    margin, result = points[seat] - points[1 - seat], 0.5 if winner is None else float(winner == seat)
    return Played(seat, arm, margin, result, session.digest(), _course(session))


def _course(session: Session) -> str:
    return blake2b(repr(session.inputs).encode(), digest_size=8).hexdigest()


def _mean(values: list[Any]) -> float:
    return float(sum(values)) / len(values)
