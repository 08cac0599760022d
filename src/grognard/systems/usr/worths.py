"""What units are worth to players that are programs, and what they may be expected to cost each other, in points.

Means of the exact laws of ``reckon``; everything is kept by match-up there.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from math import inf
from typing import Any

from msgspec import Struct

from ...common import purpose
from ...common.profiles import Model
from ...common.rules import kept
from ...table.geometry import Form, gap
from ...table.state import Table, Unit
from . import arms, reckon
from .condition import AIRBORNE, case, met, moved, on_feet, snaps, squad, telling, walks
from .night import dark
from .rampage import rages
from .situation import Situation
from .squads import Squad
from .treading import stomps

OBJECTIVE = 32.0  # points that serving an objective well is worth
Verdict = tuple[float, str]


def price(u: Unit) -> float:
    """The points that one wound of a unit is worth."""
    return float(u.kind.points / max(1, _wounds(u.kind.models)))


@kept(4096)
def _wounds(models: tuple[Model, ...]) -> int:
    return sum(m.stats.HP or m.stats.W for m in models)


@lru_cache(maxsize=8192)
def apart(a: Form, b: Form) -> float:
    """The distance of two formations in inches: the same are weighed again and again as long as they stand."""
    return gap(a, b)


def typical(u: Unit, cover: int | None = None) -> Any:
    """The model of a unit that an attack is reckoned against."""
    return met(u.members[0], cover)


class Stance(Struct, frozen=True, eq=False):
    """All of a unit that what it may be expected to do and to suffer depends on: one object for units alike in it."""

    members: tuple[Model, ...]
    squad: Squad
    moved: str
    snaps: bool
    told: frozenset[str]  # effects that are circumstances of attacks on it
    left: int  # wounds
    price: float  # of one of them, points


_stance = kept(16384)(Stance)


@kept(8192)
def stance(u: Unit) -> Stance:
    """A unit's stance, found once for each unit value; it stays the same when the unit merely goes somewhere."""
    return _stance(u.members, squad(u), moved(u), snaps(u), telling(u), sum(u.wounds), price(u))


class Fire:
    """The points that a unit's fire may be expected to cost another, by the distance: reckoned where somebody asks."""

    __slots__ = ("_against", "_by", "_points", "_reaches", "_size")

    def __init__(self, u: Stance, v: Stance, cover: int | None, turn: bool, how: Situation) -> None:
        how_moved = u.moved if turn else ""
        self._by, self._against = (u.members, u.squad, how_moved), (v, met(v.members[0], cover), how)
        self._size = len(v.members) if reckon.one_spreads(u.members, u.squad) else 1
        self._reaches = reckon.reaches(*self._by, how.snap, how.zooming)
        self._points: list[float | None] = [None] * len(self._reaches)

    def at(self, inches: float) -> float:
        """The points at a distance, inches."""
        near = bisect_left(self._reaches, int(inches + 0.999))
        if near == len(self._reaches):
            return 0.0
        found = self._points[near]
        if found is None:
            v, target, how = self._against
            wounds = reckon.fire(*self._by, v.squad, target, self._size, how, self._reaches[near])
            found = self._points[near] = min(wounds, v.left) * v.price
        return found


Rulings = tuple[tuple[str, str], ...]
_NOBODY: frozenset[str] = frozenset()


@kept(65536)
def _fire(
    u: Stance, v: Stance, cover: int | None, jinking: bool, snap: bool, turn: bool, night: bool, rulings: Rulings
) -> Fire:
    how = case(rulings, v.told, night, (("snap", snap or u.snaps),))
    return Fire(u, v, cover, turn, how.but(jinking=True) if jinking else how)


def harm(
    t: Table, u: Unit, v: Unit, inches: float, cover: int | None = None, jinking: bool = False, snap: bool = False
) -> float:
    """The points that a unit's fire may be expected to cost another at a distance; ``snap``: with Snap Shots only."""
    if inches == inf:
        return 0.0  # one of them stands on the table no more
    fire: Fire = _fire(stance(u), stance(v), cover, jinking, snap, t.player == u.side, dark(t), t.memory["rulings"])
    return fire.at(inches)


def fire_on(t: Table, u: Unit, v: Unit) -> Fire:
    """A unit's fire at another in the open, for whoever asks at many distances."""
    return _fire(stance(u), stance(v), None, False, False, t.player == u.side, dark(t), t.memory["rulings"])


def clash(t: Table, u: Unit, v: Unit, charging: bool, disordered: bool = False) -> float:
    """The points that a unit's blows may be expected to cost another in one round of close combat."""
    return _clash(stance(u), stance(v), charging, disordered, dark(t), t.memory["rulings"])


@kept(65536)
def _clash(u: Stance, v: Stance, charging: bool, disordered: bool, night: bool, rulings: Rulings) -> float:
    if not on_feet(u.members) or AIRBORNE in u.told or AIRBORNE in v.told:
        return 0.0
    frenzy = 2 if len(v.members) > len(u.members) and rages(u.members) else 0  # the mean of a D3
    said = ("melee", True), ("charging", charging), ("disordered", disordered), ("frenzy", frenzy)
    how = case(rulings, v.told, night, said).but(grounded=False, jinking=False)
    wounds = reckon.blows(u.members, u.squad, v.squad, met(v.members[0]), how)
    if any(stomps(m) for m in u.members):  # after the blows
        plain = case(rulings, _NOBODY, False, (("melee", True),))
        wounds += reckon.stomped(u.members, v.squad, met(v.members[0]), len(v.members), plain)
    return min(wounds, v.left) * v.price


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
