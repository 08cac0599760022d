"""Charges and closing in, model by model: who stands where by now, and where the next may end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, sqrt
from typing import TYPE_CHECKING, Any

from grognard.table.coherency import out_of
from grognard.table.collision import Neighbour, neighbours, occupied, taken
from grognard.table.distances import distance, model_distance, nearest_first, within
from grognard.table.geometry import LATTICE, Box, Footprint, Formation, Point, boxes_within, cut
from grognard.table.space import positions_round, steps_round

if TYPE_CHECKING:
    from grognard.table.moves import Moves


SLACK = 16 / LATTICE  # inches: more than rounding puts a position farther from the model that it lies round
ORIGIN = (0.0, 0.0)
NEAR = 2 / LATTICE  # inches: how near to each other models stand that follow, when there is no better place


class ChargePlacement:
    """The models of a unit that have been placed, one after the other, and what has been learnt of places for the others.

    ``end`` is the unit as it faces at the end, ``positions`` those of its models as they stand by now, ``placed`` those whose
    place is settled. ``bent``: they go round things. Where a model finds no room, none of the same base does that comes later.
    """

    __slots__ = ("bent", "done", "end", "moves", "placed", "positions", "room", "shut", "stand")

    def __init__(
        self, moves: Moves, end: Formation, positions: list[Point], placed: list[int], bent: bool = False
    ) -> None:
        self.moves, self.end, self.room, self.bent = moves, end, moves.room, bent
        self.positions, self.placed = positions, placed
        self.done: Formation | None = None
        self.stand: list[Neighbour] = neighbours([(None, self.standing(), 0.0)]) if placed else []
        self.shut = shut_of(end)

    def put(self, i: int, position: Point) -> None:
        """Model i is placed."""
        end = self.end
        self.positions[i] = position
        self.placed.append(i)
        self.done = None
        one = Formation((position,), (end.bases[i],), (end.front(i),), end.levels[i : i + 1])
        self.stand += neighbours([(None, one, 0.0)])

    def standing(self) -> Formation:
        """The models that have been placed, where they stand."""
        if self.done is None:
            end, positions, placed = self.end, self.positions, self.placed
            facing = end.facing if len(end.facing) < 2 else tuple([end.facing[k] for k in placed])
            levels = tuple([end.levels[k] for k in placed]) if end.levels else ()
            bases = tuple([end.bases[k] for k in placed])
            radius = end.radius if placed and end.radius >= 0 else -2.0
            self.done = Formation(tuple([positions[k] for k in placed]), bases, facing, levels, radius)
        return self.done

    def free(self, i: int, position: Point) -> bool:
        """Whether model i may end at a position, those placed before it standing where they now do."""
        end, room = self.end, self.room
        base, front = end.bases[i], end.front(i)
        if end.levels:
            one = Formation((position,), (base,), (front,), end.levels[i : i + 1])
            no_room = taken(one, 0.0, 0.0, self.stand) or not room.fits(one)
        else:
            no_room = occupied(position, base, front, self.stand) or not room.takes(position, base, front)
        if no_room:
            self.shut[i].add(position)
            return False
        return not bars_model(self.moves, i, position, not self.bent)

    def first_free(self, i: int, found: list[tuple[float, Point]], far: float) -> Point | None:
        """The first of some positions, each with a number, at which model i may end; of those the number of which is less.

        Those that are tried are taken out of ``found``.
        """
        shut: set[Point] = self.shut[i]
        k = least_of(found, far)
        while k >= 0:
            position = found[k][1]
            last = found.pop()
            if k < len(found):
                found[k] = last
            if not (shut and position in shut) and self.free(i, position):
                return position
            k = least_of(found, far)
        return None

    def touching(self, i: int, target: Formation, close: bool = False) -> Point | None:
        """The nearest place for a model in contact with an enemy that it can reach; ``close``: in coherency with those placed."""
        moves, end = self.moves, self.end
        start, mode, base, front = moves.form.positions[i], moves.mode, end.bases[i], end.front(i)
        inches = moves.inches
        limit = inches * inches
        x, y = start
        together = close and bool(self.placed) and bool(mode.coherency)
        shut: set[Point] = self.shut[i]
        found: list[tuple[float, Point]] = []
        for far, j in nearest_rings(target, start, base):
            position = self.first_free(i, found, far)  # no position round any enemy model to come is as near
            if position is not None:
                return position
            if far > limit:
                return None  # nor do any of those lie within reach
            if model_distance(moves.form, i, target, j) > inches:
                continue
            more = ranked(_straight_at(x, y, target, j, base), ORIGIN, start, start, inches, shut)
            more += ranked(steps_round(target, j, base, 0.0, front), target.positions[j], start, start, inches, shut)
            if together:
                done = self.standing()
                more = [
                    m for m in more if within(Formation((m[1],), (base,), (front,)), done, mode.coherency, mode.measure)
                ]
            found += more
        return self.first_free(i, found, inf)

    def following(self, i: int, target: Formation) -> Point | None:
        """The place for a model that reaches no enemy: in coherency with those placed, as near to the enemy as may be."""
        moves, end, done = self.moves, self.end, self.standing()
        start, goal, base, front = moves.form.positions[i], target.centre, end.bases[i], end.front(i)
        loose = max(0.0, moves.mode.coherency - 8 / LATTICE) if moves.mode.measure == "edge" else 0.0
        inches = moves.inches
        x, y = start
        shut: set[Point] = self.shut[i]
        found: list[tuple[float, Point]] = []
        for far, j in nearest_rings(done, goal, base, loose):
            position = self.first_free(i, found, far)
            if position is not None:
                return position
            at = done.positions[j]
            u, v = at
            other = done.bases[j]
            reach = inches + other.radius + base.radius + (loose if loose > NEAR else NEAR) + SLACK
            if (u - x) * (u - x) + (v - y) * (v - y) > reach * reach:
                continue  # none of those round it lies within reach
            found += ranked(steps_round(done, j, base, NEAR, front), at, goal, start, inches, shut)
            found += ranked(steps_round(done, j, base, loose, front), at, goal, start, inches, shut)
        return self.first_free(i, found, inf)


def shut_of(end: Formation) -> list[set[Point]]:
    """For each model of a unit an empty set, one for all that stand alike: by base, facing and level."""
    n = len(end.positions)
    if end.radius >= 0.0 and not end.levels:
        return [set()] * n
    kinds: dict[Any, set[Point]] = {}
    return [kinds.setdefault((end.bases[i], end.front(i), end.level(i)), set()) for i in range(n)]


def least_of(found: list[tuple[float, Point]], far: float) -> int:
    """The place of the position with the least number, of equals the first by place; -1 when no number is less than ``far``."""
    best, at = far, -1
    for k in range(len(found)):
        one = found[k]
        number = one[0]
        if number < best or (number == best and at >= 0 and one[1] < found[at][1]):
            best, at = number, k
    return at


def bars_model(moves: Moves, i: int, position: Point, straight: bool = True) -> bool:
    """Whether something bars model i from going (straight) to a position within its distance, or makes it too dear."""
    bars, slow = moves._bars, moves._slow
    if bars is not None and not bars and not slow:
        return False
    p, pad = moves.form.positions[i], moves.form.bases[i].radius
    x, y = p
    u, v = position
    left, right = (x, u) if x < u else (u, x)
    low, top = (y, v) if y < v else (v, y)
    swept = (left - pad, low - pad, right + pad, top + pad)
    bars = moves._in_the_way(swept)
    if slow:
        slow = [piece for piece in slow if boxes_within(piece.box, swept, 0.0)]
    return bool((slow or bars) and moves._on_the_way(i, p, position, slow, bars, 0.0, straight))


def nearest_rings(form: Formation, to: Point, base: Footprint, distance: float = 0.0) -> list[tuple[float, int]]:
    """The models of a form from the nearest to a position on, each with a square that is less than that of the distance from there
    of any position round it at which a base stands ``distance`` inches from it."""
    x, y = to
    found = []
    for j, (u, v) in enumerate(form.positions):
        wide = form.bases[j].radius + base.radius + distance + SLACK
        far = sqrt((u - x) * (u - x) + (v - y) * (v - y)) - wide
        found.append((far * far if far > 0.0 else 0.0, j))
    found.sort()
    return found


def ranked(
    steps: tuple[Point, ...], at: Point, to: Point, start: Point, inches: float, shut: set[Point]
) -> list[tuple[float, Point]]:
    """The points to which some vectors lead from a point, with the squares of their distances from another: those within reach of
    where a model starts, and not known to be shut."""
    p, q = at
    x, y = to
    a, b = start
    limit = inches * inches
    found = []
    for dx, dy in steps:
        u, v = p + dx, q + dy
        if (u - a) * (u - a) + (v - b) * (v - b) > limit:
            continue
        position = (u, v)
        if not (shut and position in shut):
            found.append(((u - x) * (u - x) + (v - y) * (v - y), position))
    return found


def _straight_at(x: float, y: float, target: Formation, j: int, base: Footprint) -> tuple[Point, ...]:
    """The position at which a base coming straight from a point touches another, both round."""
    other = target.bases[j]
    if not base.round or not other.round:
        return ()
    u, v = target.positions[j]
    dx, dy = x - u, y - v
    d = sqrt(dx * dx + dy * dy)
    reach = base.half_length + other.half_length + 2 / LATTICE
    return ((u + cut(dx * reach / d), v + cut(dy * reach / d)),) if d > reach else ()


def close_ranks(moves: Moves) -> Formation | None:
    """Models that are too far off drawn in towards the others; None when that makes no legal move."""
    mode, start = moves.mode, moves.form
    if not mode.coherency or len(start) < 2:
        return None
    out = out_of(start, mode.coherency, mode.measure, mode.spread)
    kept = [i for i in range(len(start)) if i not in out]
    positions = list(start.positions)
    rest = start.only(kept)
    for i in sorted(out, key=lambda k: (min([model_distance(start, k, start, j) for j in kept]), k)):
        x, y = positions[i]
        best: tuple[float, Point] | None = None
        stands = neighbours([(None, rest, 0.0)])
        for j in range(len(rest)):
            for u, v in positions_round(rest, j, start.bases[i], min(0.5, mode.coherency / 4), start.front(i)):
                d2 = (u - x) * (u - x) + (v - y) * (v - y)
                if best is None or d2 < best[0]:
                    base, front = start.bases[i], start.front(i)
                    if not occupied((u, v), base, front, stands) and moves.room.takes((u, v), base, front):
                        best = (d2, (u, v))
        if best is None:
            continue
        d2, (u, v) = best
        if d2 > moves.inches * moves.inches:
            scale = moves.inches / sqrt(d2)
            u, v = x + cut((u - x) * scale), y + cut((v - y) * scale)
        positions[i] = (u, v)
        rest = rest.with_others(Formation(((u, v),), (start.bases[i],), (start.front(i),)))
    form = start.moved(positions)
    return form if form.positions != start.positions and form in moves else None


def charge_into(moves: Moves, target: Formation) -> Formation | None:
    """The unit moved into contact with a target, model by model and nearest first; None when nobody gets there.

    The first model is the nearest that can come into contact at all. Each takes the nearest free position of those round the enemy
    models that it can go to; who finds none follows in coherency. When that tears the unit apart, only places in coherency will do.
    They go straight; when that does not do, and something stands between, round it. For a charge, ``target`` must be among the
    targets of this question.
    """
    if not moves.form.positions or not target.positions:
        return None
    reached: list[int] = []
    form = _charge_into(moves, target, False, False, reached)
    if form is None and len(reached) > 1 and moves.mode.coherency:
        form = _charge_into(moves, target, False, True, reached)
    if form is None and not moves.mode.straight and _barred_towards(moves, target):
        form = _charge_into(moves, target, True, True, reached)
    return form


def _charge_into(moves: Moves, target: Formation, bent: bool, close: bool, placed: list[int]) -> Formation | None:
    placed.clear()
    start = moves.form
    end = start.facing_towards(*target.centre) if moves.turn else start
    by = ChargePlacement(moves, end, list(start.positions), placed, bent)
    order = nearest_first(start, target)
    for i in (*order, *order):
        if i in placed:
            continue
        position = by.touching(i, target, close)
        if position is None and placed:
            position = by.following(i, target)
            if position is None:
                return None
        if position is not None:  # else it waits for the first who can touch the enemy
            by.put(i, position)
        elif i == order[-1]:
            return None
    form = end.moved(by.positions)
    return form if moves.holds_together(form) else None


def each_reaches(moves: Moves, target: Formation, models: Iterable[int]) -> bool:
    """Whether each of some models, going by itself, gets into contact with a target: straight, or round things.

    Their mates stand in nobody's way, unless they are among the friends of this question. For units that need not turn.
    """
    start = moves.form
    ways = [ChargePlacement(moves, start, list(start.positions), [])]
    if not moves.mode.straight and _barred_towards(moves, target):
        ways.append(ChargePlacement(moves, start, list(start.positions), [], True))
    for i in models:  # noqa: SIM110 (no generator is compiled)
        if not any([by.touching(i, target) is not None for by in ways]):  # noqa: C419 (quicker)
            return False
    return True


def file_out(moves: Moves, target: Formation, points: Iterable[Point]) -> Formation | None:
    """The unit moved towards a target model by model, where it cannot go as it stands; None when that makes no legal move.

    The first to go is the nearest who comes nearer towards one of the points; the others follow in coherency, as near to the
    target as may be.
    """
    start, order = moves.form, nearest_first(moves.form, target)
    for i in order:
        alone = moves.of_one(i)
        for point in points:
            lead = alone.toward(*point)
            if lead is None or distance(lead, target) >= distance(alone.form, target):
                continue
            by = ChargePlacement(moves, start, list(start.positions), [])
            by.put(i, lead.positions[0])
            for j in order:
                position = None if j == i else by.following(j, target)
                if position is not None:
                    by.put(j, position)
            form = start.moved(by.positions)
            if form in moves:
                return form
    return None


def charge_several(moves: Moves, targets: Sequence[Formation]) -> Formation | None:
    """The unit moved into contact with each of several targets; None when that cannot be done.

    The model nearest to a target goes to it, in the order of the targets; of the others each closes the gap between those as
    long as there is one, then takes the nearest position in contact with any target, or follows in coherency.
    """
    start = moves.form
    if not start.positions or not targets:
        return None
    end = start.facing_towards(*targets[0].centre) if moves.turn else start
    by = ChargePlacement(moves, end, list(start.positions), [])
    for target in targets:
        if by.placed and within(by.standing(), target, moves.contact):
            continue
        for i in nearest_first(start, target):
            if i not in by.placed and (position := by.touching(i, target)) is not None:
                by.put(i, position)
                break
        else:
            return None
    for i in nearest_first(start, targets[0]):
        if i in by.placed:
            continue
        position = _bridge(by, i) or _touching_any(by, i, targets) or by.following(i, targets[0])
        if position is None:
            return None
        by.put(i, position)
    form = end.moved(by.positions)
    return form if moves.holds_together(form) else None


def _bridge(by: ChargePlacement, i: int) -> Point | None:
    """The place for a model that brings those placed together: in coherency with some, nearest to the others."""
    moves, end, done = by.moves, by.end, by.standing()
    wide = moves.mode.coherency
    group = [0]
    for j in group:  # grows as it is walked
        group += [k for k in range(len(done)) if k not in group and model_distance(done, j, done, k) <= wide]
    rest = [k for k in range(len(done)) if k not in group]
    if not rest or not wide:
        return None
    x, y = moves.form.positions[i]
    limit = moves.inches * moves.inches
    others = done.only(rest).positions
    found = []
    for j in group:
        for u, v in positions_round(done, j, end.bases[i], max(0.0, wide - 8 / LATTICE), end.front(i)):
            if (u - x) * (u - x) + (v - y) * (v - y) <= limit:
                found.append((min([(u - a) * (u - a) + (v - b) * (v - b) for a, b in others]), (u, v)))
    return by.first_free(i, sorted(found), inf)


def close_in(moves: Moves, foes: Sequence[Formation], movers: Sequence[int]) -> Formation:
    """Some models of the unit moved towards the enemy, one after the other, while the others stand: piling in.

    Each takes the nearest free position in contact that it reaches, or goes straight at the nearest enemy as far as it can. The
    foes must be among the friends of this question: what may be touched, not passed. Gives the form as it is when nobody can move.
    """
    start = moves.form
    positions: list[Point] = list(start.positions)
    touching: list[int] = []
    for i in movers:
        by = ChargePlacement(moves, start, positions, [k for k in range(len(positions)) if k != i])
        position = _touching_any(by, i, foes)
        if position is not None:
            touching.append(i)
        else:
            position = _towards(by, i, foes)
        positions[i] = position or positions[i]
    form = start.moved(positions)
    if form.positions == start.positions or form in moves:
        return form
    kept = list(start.positions)  # those together make no legal move: one after the other, as far as each still does
    for i in (*touching, *[i for i in movers if i not in touching]):
        if positions[i] != start.positions[i] and start.moved([*kept[:i], positions[i], *kept[i + 1 :]]) in moves:
            kept[i] = positions[i]
    return start.moved(kept)


def _touching_any(by: ChargePlacement, i: int, targets: Sequence[Formation]) -> Point | None:
    """The nearest place for a model in contact with any of several enemies."""
    if len(targets) == 1:
        return by.touching(i, targets[0])
    x, y = by.moves.form.positions[i]
    found = [by.touching(i, target) for target in targets]
    return min(
        [position for position in found if position is not None],
        key=lambda s: ((s[0] - x) * (s[0] - x) + (s[1] - y) * (s[1] - y), s),
        default=None,
    )


def _towards(by: ChargePlacement, i: int, foes: Sequence[Formation]) -> Point | None:
    """How far a model gets that goes straight at the nearest enemy."""
    x, y = by.positions[i]
    dx, dy, least = 0.0, 0.0, inf
    for foe in foes:
        for u, v in foe.positions:
            d2 = (u - x) * (u - x) + (v - y) * (v - y)
            if d2 < least:
                dx, dy, least = u - x, v - y, d2
    d = sqrt(dx * dx + dy * dy)
    if not d:
        return None
    step, best = min(by.moves.inches, d), None
    low, part, high = 0.0, 1.0, 1.0
    for _ in range(6):  # in halves: how far the way is free
        position = (x + cut(dx * step * part / d), y + cut(dy * step * part / d))
        if position != (x, y) and by.free(i, position):
            best, low = position, part
            if part == 1.0:
                break
            part = (part + high) / 2
        else:
            high = part
            part = (low + part) / 2
    return best


def _barred_towards(moves: Moves, target: Formation) -> bool:
    """Whether anything but the target may bar a straight way from the unit to there."""
    a, b = moves.form.box, target.box
    swept = (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
    return bool(moves.room) and any(bar[1] is not target for bar in moves._in_the_way(swept))


def within_reach(p: Point, q: Point, inches: float, radius: float) -> Box:
    """The box that no way of so many inches from p to q leaves, nor a base of this radius on it."""
    d2 = (q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1])
    aside = sqrt(max(0.0, inches * inches - d2)) / 2 + radius
    return (min(p[0], q[0]) - aside, min(p[1], q[1]) - aside, max(p[0], q[0]) + aside, max(p[1], q[1]) + aside)
