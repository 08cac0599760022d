"""One pair of an experiment: the same seed and table with sides swapped, and for the value of a rule with and without it."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from msgspec import Struct

from .. import battles
from ..common import battle, scenario
from ..common.profiles import Force
from ..kernel.session import Session
from .experiment import Experiment, given, rule_id


class Played(Struct, frozen=True):
    """One battle, and how it came out for the force or bot that the question is about."""

    seat: int  # the side from which it played
    arm: str  # "with", "without", or the bots
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
    found = [one for seat in (0, 1) for one in _seated(asked, stratum, seed, seat)]
    if asked.question == "match":
        gain, score = _mean([b.margin for b in found]), _mean([b.result for b in found])
    else:
        kept, off = ([b for b in found if b.arm == arm] for arm in ("with", "without"))
        gain = _mean([b.margin for b in kept]) - _mean([b.margin for b in off])
        score = _mean([b.result for b in kept]) - _mean([b.result for b in off])
    return BattlePair(n, stratum, seed, gain, score, found)


def _seated(asked: Experiment, stratum: int, seed: int, seat: int) -> list[Played]:
    (ours, theirs), field = asked.strata[stratum]
    if asked.question == "match":  # the bots change sides, the forces stay
        bots = asked.bots if seat == 0 else (asked.bots[1], asked.bots[0])
        return [_battle(asked, (battles.force(ours), battles.force(theirs)), bots, field, seed, seat, " ".join(bots))]
    found = []
    for arm in ("with", "without"):
        force = had(asked, ours) if arm == "with" else bare(asked, ours)
        sides = (force, battles.force(theirs)) if seat == 0 else (battles.force(theirs), force)
        found.append(_battle(asked, sides, asked.bots, field, seed, seat, arm))
    return found


def had(asked: Experiment, ref: str) -> Force:
    """A force with the rule that is asked about: as it is, unless it is to be given to a unit."""
    force = battles.force(ref)
    return given(asked, force) if asked.to else force


def bare(asked: Experiment, ref: str) -> Force:
    """A force without the rule that is asked about: as it is, where that is to be given to a unit."""
    force = battles.force(ref)
    return force if asked.to else battle.without(force, (rule_id(asked, force),))


def _battle(
    asked: Experiment, sides: tuple[Force, Force], bots: tuple[str, str], field: str, seed: int, seat: int, arm: str
) -> Played:
    setup = battles.setup(*sides, seed=seed, scenario=field, rounds=asked.rounds, rulings=asked.rulings, bots=bots)
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
