"""A unit that closes with an enemy model by model: who stands where by now, and where the next may end."""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING, Any

from grognard.table.clearance import Neighbour, neighbours, spot_taken, taken
from grognard.table.geometry import (
    LATTICE,
    Footprint,
    Form,
    Spot,
    boxes_within,
    cut,
    model_gap,
    within,
)
from grognard.table.placing import steps_round

if TYPE_CHECKING:
    from grognard.table.moves import Moves

SLACK = 16 / LATTICE  # inches: more than rounding puts a spot farther from the model that it lies round
ORIGIN = (0.0, 0.0)
NEAR = 2 / LATTICE  # inches: how near to each other models stand that follow, when there is no better place


class Closing:
    """The models of a unit that have been placed, one after the other, and what has been learnt of spots for the others.

    ``end`` is the unit as it faces at the end, ``spots`` are those of all its models as they stand by now, ``placed`` those whose
    place is settled. ``bent``: they go round things. Where a model finds no room, none of the same base does that comes later.
    """

    __slots__ = ("bent", "done", "end", "moves", "placed", "room", "shut", "spots", "stand")

    def __init__(self, moves: Moves, end: Form, spots: list[Spot], placed: list[int], bent: bool = False) -> None:
        self.moves, self.end, self.room, self.bent = moves, end, moves.room, bent
        self.spots, self.placed = spots, placed
        self.done: Form | None = None
        self.stand: list[Neighbour] = neighbours([(None, self.standing(), 0.0)]) if placed else []
        self.shut = shut_of(end)

    def put(self, i: int, spot: Spot) -> None:
        """Model i is placed."""
        end = self.end
        self.spots[i] = spot
        self.placed.append(i)
        self.done = None
        one = Form((spot,), (end.bases[i],), (end.front(i),), end.levels[i : i + 1])
        self.stand += neighbours([(None, one, 0.0)])

    def standing(self) -> Form:
        """The models that have been placed, where they stand."""
        if self.done is None:
            end, spots, placed = self.end, self.spots, self.placed
            facing = end.facing if len(end.facing) < 2 else tuple([end.facing[k] for k in placed])
            levels = tuple([end.levels[k] for k in placed]) if end.levels else ()
            bases = tuple([end.bases[k] for k in placed])
            radius = end.radius if placed and end.radius >= 0 else -2.0
            self.done = Form(tuple([spots[k] for k in placed]), bases, facing, levels, radius)
        return self.done

    def free(self, i: int, spot: Spot) -> bool:
        """Whether model i may end at a spot, those placed before it standing where they now do."""
        end, room = self.end, self.room
        base, front = end.bases[i], end.front(i)
        if end.levels:
            one = Form((spot,), (base,), (front,), end.levels[i : i + 1])
            no_room = taken(one, 0.0, 0.0, self.stand) or not room.fits(one)
        else:
            no_room = spot_taken(spot, base, front, self.stand) or not room.takes(spot, base, front)
        if no_room:
            self.shut[i].add(spot)
            return False
        return not bars_model(self.moves, i, spot, not self.bent)

    def first_free(self, i: int, found: list[tuple[float, Spot]], far: float) -> Spot | None:
        """The first of some spots, each with a number, at which model i may end; of those the number of which is less.

        Those that are tried are taken out of ``found``.
        """
        shut: set[Spot] = self.shut[i]
        k = least_of(found, far)
        while k >= 0:
            spot = found[k][1]
            last = found.pop()
            if k < len(found):
                found[k] = last
            if not (shut and spot in shut) and self.free(i, spot):
                return spot
            k = least_of(found, far)
        return None

    def touching(self, i: int, target: Form, close: bool = False) -> Spot | None:
        """The nearest place for a model in contact with an enemy that it can reach; ``close``: in coherency with those placed."""
        moves, end = self.moves, self.end
        start, gait, base, front = moves.form.spots[i], moves.gait, end.bases[i], end.front(i)
        inches = moves.inches
        limit = inches * inches
        x, y = start
        together = close and bool(self.placed) and bool(gait.coherency)
        shut: set[Spot] = self.shut[i]
        found: list[tuple[float, Spot]] = []
        for far, j in nearest_rings(target, start, base):
            spot = self.first_free(i, found, far)  # no spot round any enemy model to come is as near
            if spot is not None:
                return spot
            if far > limit:
                return None  # nor do any of those lie within reach
            if model_gap(moves.form, i, target, j) > inches:
                continue
            more = ranked(_straight_at(x, y, target, j, base), ORIGIN, start, start, inches, shut)
            more += ranked(steps_round(target, j, base, 0.0, front), target.spots[j], start, start, inches, shut)
            if together:
                done = self.standing()
                more = [m for m in more if within(Form((m[1],), (base,), (front,)), done, gait.coherency, gait.measure)]
            found += more
        return self.first_free(i, found, inf)

    def following(self, i: int, target: Form) -> Spot | None:
        """The place for a model that reaches no enemy: in coherency with those placed, as near to the enemy as may be."""
        moves, end, done = self.moves, self.end, self.standing()
        start, goal, base, front = moves.form.spots[i], target.centre, end.bases[i], end.front(i)
        loose = max(0.0, moves.gait.coherency - 8 / LATTICE) if moves.gait.measure == "edge" else 0.0
        inches = moves.inches
        x, y = start
        shut: set[Spot] = self.shut[i]
        found: list[tuple[float, Spot]] = []
        for far, j in nearest_rings(done, goal, base, loose):
            spot = self.first_free(i, found, far)
            if spot is not None:
                return spot
            at = done.spots[j]
            u, v = at
            other = done.bases[j]
            reach = inches + other.radius + base.radius + (loose if loose > NEAR else NEAR) + SLACK
            if (u - x) * (u - x) + (v - y) * (v - y) > reach * reach:
                continue  # none of those round it lies within reach
            found += ranked(steps_round(done, j, base, NEAR, front), at, goal, start, inches, shut)
            found += ranked(steps_round(done, j, base, loose, front), at, goal, start, inches, shut)
        return self.first_free(i, found, inf)


def shut_of(end: Form) -> list[set[Spot]]:
    """For each model of a unit an empty set, one for all that stand alike: by base, facing and level."""
    n = len(end.spots)
    if end.radius >= 0.0 and not end.levels:
        return [set()] * n
    kinds: dict[Any, set[Spot]] = {}
    return [kinds.setdefault((end.bases[i], end.front(i), end.level(i)), set()) for i in range(n)]


def least_of(found: list[tuple[float, Spot]], far: float) -> int:
    """The place of the spot with the least number, of equals the first by place; -1 when no number is less than ``far``."""
    best, at = far, -1
    for k in range(len(found)):
        one = found[k]
        number = one[0]
        if number < best or (number == best and at >= 0 and one[1] < found[at][1]):
            best, at = number, k
    return at


def bars_model(moves: Moves, i: int, spot: Spot, straight: bool = True) -> bool:
    """Whether something bars model i from going (straight) to a spot within its distance, or makes it too dear."""
    bars, slow = moves._bars, moves._slow
    if bars is not None and not bars and not slow:
        return False
    p, pad = moves.form.spots[i], moves.form.bases[i].radius
    x, y = p
    u, v = spot
    left, right = (x, u) if x < u else (u, x)
    low, top = (y, v) if y < v else (v, y)
    swept = (left - pad, low - pad, right + pad, top + pad)
    bars = moves._in_the_way(swept)
    if slow:
        slow = [piece for piece in slow if boxes_within(piece.box, swept, 0.0)]
    return bool((slow or bars) and moves._on_the_way(i, p, spot, slow, bars, 0.0, straight))


def nearest_rings(form: Form, to: Spot, base: Footprint, gap: float = 0.0) -> list[tuple[float, int]]:
    """The models of a form from the nearest to a spot on, each with a square that is less than that of the distance from there
    of any spot round it at which a base stands ``gap`` inches from it."""
    x, y = to
    found = []
    for j, (u, v) in enumerate(form.spots):
        wide = form.bases[j].radius + base.radius + gap + SLACK
        far = sqrt((u - x) * (u - x) + (v - y) * (v - y)) - wide
        found.append((far * far if far > 0.0 else 0.0, j))
    found.sort()
    return found


def ranked(
    steps: tuple[Spot, ...], at: Spot, to: Spot, start: Spot, inches: float, shut: set[Spot]
) -> list[tuple[float, Spot]]:
    """The spots to which some vectors lead from a spot, with the squares of their distances from another: those so near to where
    a model starts, and not known to be shut."""
    p, q = at
    x, y = to
    a, b = start
    limit = inches * inches
    found = []
    for dx, dy in steps:
        u, v = p + dx, q + dy
        if (u - a) * (u - a) + (v - b) * (v - b) > limit:
            continue
        spot = (u, v)
        if not (shut and spot in shut):
            found.append(((u - x) * (u - x) + (v - y) * (v - y), spot))
    return found


def _straight_at(x: float, y: float, target: Form, j: int, base: Footprint) -> tuple[Spot, ...]:
    """The spot at which a base coming straight from a point touches another, both round."""
    other = target.bases[j]
    if not base.round or not other.round:
        return ()
    u, v = target.spots[j]
    dx, dy = x - u, y - v
    d = sqrt(dx * dx + dy * dy)
    reach = base.half_length + other.half_length + 2 / LATTICE
    return ((u + cut(dx * reach / d), v + cut(dy * reach / d)),) if d > reach else ()
