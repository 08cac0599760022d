"""Moves made model by model: charging into contact, and closing ranks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from math import inf, sqrt
from typing import TYPE_CHECKING

from grognard.table.clearance import Neighbour, neighbours, spot_taken, taken
from grognard.table.coherency import out_of
from grognard.table.geometry import (
    LATTICE,
    Box,
    Footprint,
    Form,
    Spot,
    boxes_within,
    cut,
    gap,
    model_gap,
    nearest_first,
    within,
)
from grognard.table.placing import spots_round

if TYPE_CHECKING:
    from grognard.table.moves import Moves


SLACK = 16 / LATTICE  # inches: more than rounding puts a spot farther from the model that it lies round


def close_ranks(moves: Moves) -> Form | None:
    """Models that are too far off drawn in towards the others; None when that makes no legal move."""
    gait, start = moves.gait, moves.form
    if not gait.coherency or len(start) < 2:
        return None
    out = out_of(start, gait.coherency, gait.measure, gait.spread)
    kept = [i for i in range(len(start)) if i not in out]
    spots = list(start.spots)
    rest = start.only(kept)
    for i in sorted(out, key=lambda k: (min([model_gap(start, k, start, j) for j in kept]), k)):
        x, y = spots[i]
        best: tuple[float, Spot] | None = None
        stands = neighbours([(None, rest, 0.0)])
        for j in range(len(rest)):
            for u, v in spots_round(rest, j, start.bases[i], min(0.5, gait.coherency / 4), start.front(i)):
                d2 = (u - x) * (u - x) + (v - y) * (v - y)
                if best is None or d2 < best[0]:
                    base, front = start.bases[i], start.front(i)
                    if not spot_taken((u, v), base, front, stands) and moves.room.takes((u, v), base, front):
                        best = (d2, (u, v))
        if best is None:
            continue
        d2, (u, v) = best
        if d2 > moves.inches * moves.inches:
            scale = moves.inches / sqrt(d2)
            u, v = x + cut((u - x) * scale), y + cut((v - y) * scale)
        spots[i] = (u, v)
        rest = rest.with_others(Form(((u, v),), (start.bases[i],), (start.front(i),)))
    form = start.moved(spots)
    return form if form.spots != start.spots and form in moves else None


def charge_into(moves: Moves, target: Form) -> Form | None:
    """The unit moved into contact with a target, model by model and nearest first; None when nobody gets there.

    The first model is the nearest that can come into contact at all. Each takes the nearest free spot of those round the enemy
    models that it can go to; who finds none follows in coherency. When that tears the unit apart, only spots in coherency will do.
    They go straight; when that does not do, and something stands between, round it. For a charge, ``target`` must be among the
    targets of this question.
    """
    if not moves.form.spots or not target.spots:
        return None
    reached: list[int] = []
    form = _charge_into(moves, target, False, False, reached)
    if form is None and len(reached) > 1 and moves.gait.coherency:
        form = _charge_into(moves, target, False, True, reached)
    if form is None and not moves.gait.straight and _barred_towards(moves, target):
        form = _charge_into(moves, target, True, True, reached)
    return form


def _charge_into(moves: Moves, target: Form, bent: bool, close: bool, placed: list[int]) -> Form | None:
    placed.clear()
    start = moves.form
    end = start.facing_towards(*target.centre) if moves.turn else start
    spots: list[Spot] = list(start.spots)
    order = nearest_first(start, target)
    for i in (*order, *order):
        if i in placed:
            continue
        spot = _contact_spot(moves, i, target, end, spots, placed, bent, close)
        if spot is None and placed:
            spot = _follow(moves, i, target, end, spots, placed, bent)
            if spot is None:
                return None
        if spot is not None:  # else it waits for the first who can touch the enemy
            spots[i] = spot
            placed.append(i)
        elif i == order[-1]:
            return None
    form = end.moved(spots)
    return form if moves.holds_together(form) else None


def file_out(moves: Moves, target: Form, points: Iterable[Spot]) -> Form | None:
    """The unit moved towards a target model by model, where it cannot go as it stands; None when that makes no legal move.

    The first to go is the nearest who comes nearer towards one of the points; the others follow in coherency, as near to the
    target as may be.
    """
    start, order = moves.form, nearest_first(moves.form, target)
    for i in order:
        alone = moves.of_one(i)
        for point in points:
            lead = alone.toward(*point)
            if lead is None or gap(lead, target) >= gap(alone.form, target):
                continue
            spots, placed = list(start.spots), [i]
            spots[i] = lead.spots[0]
            for j in order:
                spot = None if j == i else _follow(moves, j, target, start, spots, placed)
                if spot is not None:
                    spots[j] = spot
                    placed.append(j)
            form = start.moved(spots)
            if form in moves:
                return form
    return None


def charge_several(moves: Moves, targets: Sequence[Form]) -> Form | None:
    """The unit moved into contact with each of several targets; None when that cannot be done.

    The model nearest to a target goes to it, in the order of the targets; of the others each closes the gap between those as
    long as there is one, then takes the nearest spot in contact with any target, or follows in coherency.
    """
    start = moves.form
    if not start.spots or not targets:
        return None
    end = start.facing_towards(*targets[0].centre) if moves.turn else start
    spots: list[Spot] = list(start.spots)
    placed: list[int] = []
    for target in targets:
        if placed and within(_standing(end, spots, placed), target, moves.contact):
            continue
        for i in nearest_first(start, target):
            if i not in placed and (spot := _contact_spot(moves, i, target, end, spots, placed)) is not None:
                spots[i] = spot
                placed.append(i)
                break
        else:
            return None
    for i in nearest_first(start, targets[0]):
        if i in placed:
            continue
        spot = _bridge(moves, i, end, spots, placed)
        spot = spot or _contact_with_any(moves, i, targets, end, spots, placed)
        spot = spot or _follow(moves, i, targets[0], end, spots, placed)
        if spot is None:
            return None
        spots[i] = spot
        placed.append(i)
    form = end.moved(spots)
    return form if moves.holds_together(form) else None


def _bridge(moves: Moves, i: int, end: Form, spots: list[Spot], placed: list[int]) -> Spot | None:
    """The place for a model that brings those placed together: in coherency with some, nearest to the others."""
    wide = moves.gait.coherency
    done = _standing(end, spots, placed)
    group = [0]
    for j in group:  # grows as it is walked
        group += [k for k in range(len(done)) if k not in group and model_gap(done, j, done, k) <= wide]
    rest = [k for k in range(len(done)) if k not in group]
    if not rest or not wide:
        return None
    x, y = moves.form.spots[i]
    limit = moves.inches * moves.inches
    others = done.only(rest).spots
    found = []
    for j in group:
        for u, v in spots_round(done, j, end.bases[i], max(0.0, wide - 8 / LATTICE), end.front(i)):
            if (u - x) * (u - x) + (v - y) * (v - y) <= limit:
                found.append((min([(u - a) * (u - a) + (v - b) * (v - b) for a, b in others]), (u, v)))
    return _nearest_free(moves, i, found, end, spots, placed)


def close_in(moves: Moves, foes: Sequence[Form], movers: Sequence[int]) -> Form:
    """Some models of the unit moved towards the enemy, one after the other, while the others stand: piling in.

    Each takes the nearest free spot in contact that it reaches, or goes straight at the nearest enemy as far as it can. The
    foes must be among the friends of this question: what may be touched, not passed. Gives the form as it is when nobody can move.
    """
    start = moves.form
    spots: list[Spot] = list(start.spots)
    touching: list[int] = []
    for i in movers:
        rest = [k for k in range(len(spots)) if k != i]
        spot = _contact_with_any(moves, i, foes, start, spots, rest)
        if spot is not None:
            touching.append(i)
        else:
            spot = _towards(moves, i, foes, spots, rest)
        spots[i] = spot or spots[i]
    form = start.moved(spots)
    if form.spots == start.spots or form in moves:
        return form
    kept = list(start.spots)  # those together make no legal move: one after the other, as far as each still does
    for i in (*touching, *[i for i in movers if i not in touching]):
        if spots[i] != start.spots[i] and start.moved([*kept[:i], spots[i], *kept[i + 1 :]]) in moves:
            kept[i] = spots[i]
    return start.moved(kept)


def _contact_with_any(
    moves: Moves, i: int, targets: Sequence[Form], end: Form, spots: list[Spot], placed: list[int]
) -> Spot | None:
    """The nearest place for a model in contact with any of several enemies."""
    x, y = moves.form.spots[i]
    found = [_contact_spot(moves, i, target, end, spots, placed) for target in targets]
    return min(
        [spot for spot in found if spot is not None],
        key=lambda s: ((s[0] - x) * (s[0] - x) + (s[1] - y) * (s[1] - y), s),
        default=None,
    )


def _towards(moves: Moves, i: int, foes: Sequence[Form], spots: list[Spot], rest: list[int]) -> Spot | None:
    """How far a model gets that goes straight at the nearest enemy."""
    x, y = spots[i]
    u, v = min([spot for foe in foes for spot in foe.spots], key=lambda s: (s[0] - x) ** 2 + (s[1] - y) ** 2)
    dx, dy = u - x, v - y
    d = sqrt(dx * dx + dy * dy)
    if not d:
        return None
    done = neighbours([(None, _standing(moves.form, spots, rest), 0.0)])
    step, best = min(moves.inches, d), None
    low, part, high = 0.0, 1.0, 1.0
    for _ in range(6):  # in halves: how far the way is free
        spot = (x + cut(dx * step * part / d), y + cut(dy * step * part / d))
        if spot != (x, y) and _free(moves, i, spot, moves.form, done):
            best, low = spot, part
            if part == 1.0:
                break
            part = (part + high) / 2
        else:
            high = part
            part = (low + part) / 2
    return best


def _standing(end: Form, spots: list[Spot], placed: Sequence[int]) -> Form:
    """The models of a unit that have been placed, where they stand."""
    facing = end.facing if len(end.facing) < 2 else tuple([end.facing[k] for k in placed])
    levels = tuple([end.levels[k] for k in placed]) if end.levels else ()
    bases = tuple([end.bases[k] for k in placed])
    return Form(
        tuple([spots[k] for k in placed]), bases, facing, levels, end.radius if placed and end.radius >= 0 else -2.0
    )


def _free(moves: Moves, i: int, spot: Spot, end: Form, done: list[Neighbour], bent: bool = False) -> bool:
    """Whether model i may end at a spot, those placed before it standing where they now do; ``bent``: going round things."""
    base, front, room = end.bases[i], end.front(i), moves.room
    if end.levels:
        one = Form((spot,), (base,), (front,), end.levels[i : i + 1])
        if taken(one, 0.0, 0.0, done) or not room.fits(one):
            return False
    elif spot_taken(spot, base, front, done) or not room.takes(spot, base, front):
        return False
    return not bars_model(moves, i, spot, not bent)


def bars_model(moves: Moves, i: int, spot: Spot, straight: bool = True) -> bool:
    """Whether something bars model i from going (straight) to a spot within its distance, or makes it too dear."""
    if moves._bars is not None and not moves._bars and not moves._slow:
        return False
    p, pad = moves.form.spots[i], moves.form.bases[i].radius
    x, y = p
    u, v = spot
    left, right = (x, u) if x < u else (u, x)
    low, top = (y, v) if y < v else (v, y)
    swept = (left - pad, low - pad, right + pad, top + pad)
    bars = moves._in_the_way(swept)
    slow = [piece for piece in moves._slow if boxes_within(piece.box, swept, 0.0)]
    return bool((slow or bars) and moves._on_the_way(i, p, spot, slow, bars, 0.0, straight))


def _barred_towards(moves: Moves, target: Form) -> bool:
    """Whether anything but the target may bar a straight way from the unit to there."""
    a, b = moves.form.box, target.box
    swept = (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
    return bool(moves.room) and any(bar[1] is not target for bar in moves._in_the_way(swept))


def within_reach(p: Spot, q: Spot, inches: float, radius: float) -> Box:
    """The box that no way of so many inches from p to q leaves, nor a base of this radius on it."""
    d2 = (q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1])
    aside = sqrt(max(0.0, inches * inches - d2)) / 2 + radius
    return (min(p[0], q[0]) - aside, min(p[1], q[1]) - aside, max(p[0], q[0]) + aside, max(p[1], q[1]) + aside)


def _nearest_free(
    moves: Moves, i: int, found: Iterable[tuple[float, Spot]], end: Form, spots: list[Spot], placed: list[int],
    bent: bool = False,
) -> Spot | None:  # fmt: skip
    done = neighbours([(None, _standing(end, spots, placed), 0.0)])
    for _, spot in sorted(found):
        if _free(moves, i, spot, end, done, bent):
            return spot
    return None


def _contact_spot(
    moves: Moves, i: int, target: Form, end: Form, spots: list[Spot], placed: list[int], bent: bool = False,
    close: bool = False,
) -> Spot | None:  # fmt: skip
    """The nearest place for a model in contact with an enemy model that it can reach; ``close``: in coherency with those placed."""
    start, gait, base, front = moves.form.spots[i], moves.gait, end.bases[i], end.front(i)
    done = _standing(end, spots, placed)
    stand = neighbours([(None, done, 0.0)])
    together = close and bool(placed) and bool(gait.coherency)
    found: list[tuple[float, Spot]] = []  # a heap: the nearest first
    for far, j in (*nearest_rings(target, start, base), (inf, -1)):
        while found and found[0][0] < far:  # no spot round any enemy model to come is as near
            spot = heappop(found)[1]
            if _free(moves, i, spot, end, stand, bent):
                return spot
        if j < 0 or model_gap(moves.form, i, target, j) > moves.inches:
            continue
        round_it = [*_straight_at(*start, target, j, base), *spots_round(target, j, base, 0.0, front)]
        for one in ranked(round_it, start, start, moves.inches):
            if not together or within(Form((one[1],), (base,), (front,)), done, gait.coherency, gait.measure):
                heappush(found, one)
    return None


def _follow(
    moves: Moves, i: int, target: Form, end: Form, spots: list[Spot], placed: list[int], bent: bool = False
) -> Spot | None:
    """The place for a model that reaches no enemy: in coherency with those placed, as near to the enemy as may be."""
    start, goal, base, front = moves.form.spots[i], target.centre, end.bases[i], end.front(i)
    done = _standing(end, spots, placed)
    stand = neighbours([(None, done, 0.0)])
    loose = max(0.0, moves.gait.coherency - 8 / LATTICE) if moves.gait.measure == "edge" else 0.0
    found: list[tuple[float, Spot]] = []
    for far, j in (*nearest_rings(done, goal, base, loose), (inf, -1)):
        while found and found[0][0] < far:
            spot = heappop(found)[1]
            if _free(moves, i, spot, end, stand, bent):
                return spot
        if j >= 0:
            for wide in (2 / LATTICE, loose):
                for one in ranked(spots_round(done, j, base, wide, front), goal, start, moves.inches):
                    heappush(found, one)
    return None


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


def ranked(round_it: list[Spot], to: Spot, start: Spot, inches: float) -> list[tuple[float, Spot]]:
    """Those of some spots that are so near to where a model starts, with the squares of their distances from another spot."""
    x, y = to
    a, b = start
    limit = inches * inches
    found = []
    for spot in round_it:
        u, v = spot
        if (u - a) * (u - a) + (v - b) * (v - b) <= limit:
            found.append(((u - x) * (u - x) + (v - y) * (v - y), spot))
    return found


def _straight_at(x: float, y: float, target: Form, j: int, base: Footprint) -> list[Spot]:
    """The spot at which a base coming straight from a point touches another, both round."""
    other = target.bases[j]
    if base.shape != "round" or other.shape != "round":
        return []
    u, v = target.spots[j]
    dx, dy = x - u, y - v
    d = sqrt(dx * dx + dy * dy)
    reach = base.half_length + other.half_length + 2 / LATTICE
    return [(u + cut(dx * reach / d), v + cut(dy * reach / d))] if d > reach else []
