"""What standing somewhere is worth to a player who takes the best at once: objectives, cover, shots, charges, those inside.

What is the same for every place of a unit (its enemies' boxes, its fire and blows at them, the goals) is found once, while the
table stands as it does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import Any

from ....bots.places import as_boxes, covering, objectives_for, share_in_cover, wishes
from ....bots.value import Worth
from ....kernel.asks import Choose
from ....table.candidates import Hyperbolic, Linear, PositionValue, RangeBands, Term, moved
from ....table.geometry import LATTICE, Aabb, Box, Formation, Point, aabb_of
from ....table.state import Marker, Table, Unit
from ..condition import squad, walks
from ..movement.movement import plain_move
from ..shooting.guns import longest
from ..shooting.vortex import VORTEX
from ..table_memo import weakly, where_they_stand
from .template_aims import peril_of
from .value import OBJECTIVE, ExpectedFire, Stance, fire_on, melee_harm, stance, strikes_hard

SHELTER = 0.03  # of what it costs that a unit in cover is worth more
SHARE_OF_BLOWS, SHARE_OF_FIRE, SHARE_OF_FEAR = 1.2, 0.6, 0.5
ON_THE_WAY = 1.0  # in the second half of a battle: what the way to an objective counts beside standing there
AWAY = 40.0  # inches from an objective that are a whole way
CHARGED_FROM = 10.0  # inches from which an enemy's charge is feared
STRUCK_FROM = 24.0  # inches from which a unit that strikes hard wants to come to grips
EVEN = 1 / LATTICE  # inches: what is known of places to come is known so well


def reach_of(u: Unit) -> float:
    """How far a unit shoots."""
    return longest(u.members, squad(u), "", False)


class FireValue:
    """What a unit's fire may cost each of several others, in points, by the distance: reckoned where somebody asks."""

    __slots__ = ("_fire", "foes", "t", "unit")

    def __init__(self, t: Table, unit: Unit, foes: Sequence[Unit]) -> None:
        self.t, self.unit, self.foes = weakly(t), unit, foes
        self._fire: list[tuple[ExpectedFire, Stance] | None] = [None] * len(foes)

    def _at(self, k: int) -> tuple[ExpectedFire, Stance]:
        found = self._fire[k]
        if found is None:
            found = self._fire[k] = fire_on(self.t(), self.unit, self.foes[k]), stance(self.foes[k])
        return found

    def steps(self, k: int) -> tuple[float, ...]:
        """The inches at which it changes what fire does to one of them."""
        return self._at(k)[0].reaches

    def points(self, k: int, i: int) -> float:
        """What fire costs one of them up to one of these."""
        fire, at = self._at(k)
        return at.lost(fire.up_to(i))

    def within(self, boxes: Sequence[Box], inches: float) -> RangeBands:
        """Fire at those whose boxes these are, within so many inches."""
        return RangeBands(boxes, self.steps, self.points, inches)


class Prospects:
    """What the places of a unit are weighed by as the table stands."""

    __slots__ = ("boxes", "cargo", "foes", "hoped", "reasons", "round", "unit", "value", "vortices", "weighed")

    def __init__(self, t: Table, unit: Unit) -> None:
        self.unit = unit
        self.vortices: list[Marker] = [m for m in t.markers if m.kind == VORTEX]
        self.foes = t.enemies(unit.side)
        self.boxes = [v.form.box for v in self.foes]
        self.weighed: dict[Formation, Worth] = {}
        self.hoped: tuple[Any, list[Point | None], list[float]] | None = None  # of which moves, towards where
        self.round: tuple[Box, Box] | None = None
        self.cargo: Any = None  # those inside
        if unit.kind.detail("capacity", 0) and t.cargo(unit.id):
            self.cargo = Passengers(t, unit.id, self.foes, self.boxes)
        melee = strikes_hard(t, unit)
        terms = [Term(OBJECTIVE, objectives_for(t, unit))]
        self.reasons = ["for the objective"]
        if 2 * t.round >= t.scenario.rounds:
            wished, goals = wishes(t, unit), as_boxes([(m.x, m.y) for m in t.markers if m.kind == "objective"])
            terms.append(Term(ON_THE_WAY * OBJECTIVE, Linear(goals, wished.__getitem__, inf, AWAY)))
            self.reasons.append("on the way to an objective")
        if melee:
            charge = Hyperbolic(self.boxes, partial(blows, weakly(t), unit, self.foes), STRUCK_FROM, 2.0, 8.0)
            terms.append(Term(SHARE_OF_BLOWS, charge, True))
            self.reasons.append("to come to grips")
        elif self.foes:
            terms.append(Term(SHARE_OF_FIRE, FireValue(t, unit, self.foes).within(self.boxes, reach_of(unit)), True))
            self.reasons.append("for the shot")
            if walks(unit):
                fear = Linear(self.boxes, partial(_fears, weakly(t), unit, self.foes), CHARGED_FROM, 12.0)
                terms.append(Term(-SHARE_OF_FEAR, fear, True))
                self.reasons.append("away from a charge")
        self.value = PositionValue(terms, covering(t.ground), SHELTER * unit.kind.points)

    def peril(self, form: Formation) -> float:
        """The share of the unit that the next drift of the vortices may be expected to hit."""
        return sum([peril_of((m.x, m.y), m.value[2], form) for m in self.vortices])


def blows(t: Callable[[], Table], unit: Unit, foes: Sequence[Unit], k: int) -> float:
    """The points that the charge of a unit may cost one of several others."""
    return melee_harm(t(), unit, foes[k], True)


def _fears(t: Callable[[], Table], unit: Unit, foes: Sequence[Unit], k: int) -> float:
    """The points that an enemy's charge may cost it."""
    return melee_harm(t(), foes[k], unit, True)


def prospects(t: Table, u: int) -> Prospects:
    """What the places of a unit are weighed by, found once while the table stands as it does."""
    found = where_they_stand(t)
    key = ("prospects", u)
    known: Prospects | None = found.get(key)
    if known is None:
        known = found[key] = Prospects(t, t[u])
    return known


def place(t: Table, u: int, form: Formation) -> Worth:
    """What standing so is worth, and the chief reason."""
    if not form.positions:
        return 0.0, ""
    by = prospects(t, u)
    return _placed(t, by, form)


def _placed(t: Table, by: Prospects, form: Formation) -> Worth:
    found = by.weighed.get(form)
    if found is None:
        found = by.weighed[form] = _weighed(t, by, form)
    return found


def about_so(form: Formation) -> tuple[Box, Box]:
    """A box in which a unit that moves as it stands stays, wherever it turns, and one that is always within its own."""
    left, low, right, top = form.box
    if form.radius >= 0.0:
        return (left - EVEN, low - EVEN, right + EVEN, top + EVEN), (left + EVEN, low + EVEN, right - EVEN, top - EVEN)
    xs, ys = [x for x, _ in form.positions], [y for _, y in form.positions]
    left, low, right, top = min(xs), min(ys), max(xs), max(ys)
    wide = max([b.radius for b in form.bases]) + EVEN
    return (left - wide, low - wide, right + wide, top + wide), (left, low, right, top)


def upper_bound(t: Table, ask: Choose, moves: Any, points: list[Point | None]) -> list[float]:
    """For each of some points the most that a move of the unit towards it can be worth; of no point: a move anywhere."""
    return hopes(prospects(t, ask.about), moves, points) if isinstance(ask.about, int) else [inf] * len(points)


def hopes(by: Prospects, moves: Any, points: list[Point | None]) -> list[float]:
    """What each place is worth at most, found once for those who look ahead and for the question itself."""
    if by.hoped is None or by.hoped[0] is not moves or by.hoped[1] != points:
        by.hoped = moves, points, _hopes(by, moves, points)
    return by.hoped[2]


_STILL = [(0.0, 0.0)]


def _hopes(by: Prospects, moves: Any, points: list[Point | None]) -> list[float]:
    middle = moves.centre
    if by.round is None:
        by.round = about_so(by.unit.form)
    outer, inner = by.round
    ways = [None if p is None else _STILL if p == middle else moves.steps_towards(*p) for p in points]
    found = by.value.upper_bounds(ways, middle, outer, inner, EVEN)
    if by.cargo is not None:
        for k, steps in enumerate(ways):
            if steps:
                found[k] += max([by.cargo.want(moved(outer, dx, dy), moved(inner, dx, dy)) for dx, dy in steps])
    return found


def nowhere_better(t: Table, u: int) -> bool:
    """Whether a unit that moves round difficult ground would go nowhere: it stands where it is best, and throws no dice."""
    moves = plain_move(t, u)
    if moves is None:
        return False
    here, by = t[u].form, prospects(t, u)
    enough = _placed(t, by, here)[0]
    aims = moves.aims()
    most = hopes(by, moves, [point for _, point in aims])
    for _, i in sorted([(-hope, i) for i, hope in enumerate(most) if hope > enough]):
        form = moves.offer(aims[i][0])
        if form is not None and form.positions != here.positions and _placed(t, by, form)[0] > enough:
            return False
    return True


def _weighed(t: Table, by: Prospects, form: Formation) -> Worth:
    box = form.box
    parts = by.value.parts(form.centre, box)
    reasons = [*by.reasons, "into cover"]
    parts.append(by.value.cover * share_in_cover(t, form))
    if by.vortices:
        parts.append(-by.unit.kind.points * by.peril(form))
        reasons.append("away from the vortex")
    if by.cargo is not None:
        around = aabb_of(box)
        parts.append(by.cargo.want(around, around))
        reasons.append("to bring those inside near")
    weights = [abs(part) for part in parts]
    return sum(parts), reasons[weights.index(max(weights))]


class Passengers:
    """What a transport's place is worth to those inside: nearness to whom they would shoot or strike."""

    __slots__ = ("blows", "fire")

    def __init__(self, t: Table, u: int, foes: Sequence[Unit], boxes: Sequence[Box]) -> None:
        self.blows, self.fire = [], []
        for unit in t.cargo(u):
            if strikes_hard(t, unit):
                self.blows.append(Hyperbolic(boxes, partial(blows, weakly(t), unit, foes), inf, 8.0, 10.0))
            else:
                reach = reach_of(unit) + 4
                self.fire.append(FireValue(t, unit, foes).within(boxes, reach))

    def want(self, outer: Aabb, inner: Aabb) -> float:
        """The most that it is worth to any of them that the transport's box lies in one and holds the other."""
        best = 0.0
        for blows in self.blows:
            best = max(best, blows.most(outer, outer))
        for fire in self.fire:
            best = max(best, 0.6 * fire.most(outer, inner))
        return best
