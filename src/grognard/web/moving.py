"""Trying a move before it is made: legal or why not, the way of each model, and the nearest legal place.

Everything is asked of the options of the open question, which judge the pick as well; no rule is stated here.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Any

from ..common.options import Formations, Points, Teardrops
from ..errors import GrognardError
from ..table.geometry import Formation, Point, directions
from ..table.moves import Moves
from ..table.space import Placing
from ..table.templates import Teardrop
from .protocol import Place, Tried, TryMove

BACK = 16  # parts of the way back towards the start that are tried in search of a legal place
ROUND = 8  # directions round the wanted place
RINGS = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0)  # inches from it
MOST_JUDGED = 72  # places judged in one search


def underlying(options: Any) -> Moves | None:
    """The moves that a question is about, or that its options are some of; None where nobody moves."""
    if isinstance(options, Moves):
        return options
    return options.narrows() if isinstance(options, Formations) else None


def start_of(options: Any) -> Formation | None:
    """Where a unit that moves stands; None of one that is put down."""
    moves = underlying(options)
    if moves is not None:
        return moves.form
    form = getattr(options, "form", None)
    return form if isinstance(form, Formation) and form.positions else None


def tried(options: Any, message: TryMove) -> Tried:
    """What would come of a move. Raises GrognardError when the open question is not where something goes."""
    if isinstance(options, (Points, Teardrops)):
        return _place(options, message)
    if not isinstance(options, (Moves, Formations)):
        raise GrognardError("nothing is to be moved or placed now", hint="pick one of the options")
    wanted = _wanted(options, message)
    forms = [_standing(options, form) for form in wanted]
    reasons: list[str] = []
    for form in forms:
        why = list(options.why_not(form))
        if not why:
            return _judged(options, message.id, form, [])
        reasons = reasons or why
    near = None if message.model is not None else _nearest(options, forms[0])
    return _judged(options, message.id, forms[0], reasons, near)


def _judged(options: Any, id: str, form: Formation, why: list[str], near: Formation | None = None) -> Tried:
    start, moves = start_of(options), underlying(options)
    ways: list[list[Place]] = []
    inches = 0.0
    if moves is not None and len(moves.form.positions) == len(form.positions):
        found = moves.ways(form)
        ways, inches = [list(points) for points, _ in found], max(far for _, far in found)
    elif start is not None and len(start.positions) == len(form.positions):
        ways = [[p, q] for p, q in zip(start.positions, form.positions, strict=True)]
        inches = max(_apart(p, q) for p, q in zip(start.positions, form.positions, strict=True))
    positions: list[Place] = list(form.positions)
    nearest: list[Place] | None = list(near.positions) if near is not None else None
    picked = form if not why else near
    return Tried(
        id, not why, why, round(inches, 3), ways, nearest, positions, None if picked is None else picked.plain()
    )


# --- what is meant ----------------------------------------------------------------------------------------------------


def _wanted(options: Any, message: TryMove) -> list[Formation]:
    """The formation that a message means, in each way of facing that could be meant."""
    start = start_of(options)
    if start is None:
        return _put_down(options, message)
    if message.positions is not None:
        form = start.moved(_rows(message.positions, len(start.positions)))
    elif message.by is not None:
        form = start.shifted(*_point(message.by))
    elif message.to is not None and message.model is not None:
        if not 0 <= message.model < len(start.positions):
            raise GrognardError(f"there is no model {message.model}", hint=f"0 to {len(start.positions) - 1}")
        rows = list(start.positions)
        rows[message.model] = _point(message.to)
        form = start.moved(rows)
    elif message.to is not None:
        (x, y), (u, v) = start.centre, _point(message.to)
        form = start.shifted(u - x, v - y)
    else:
        form = start
    return list(_faced(start, form, message))


def _faced(start: Formation, form: Formation, message: TryMove) -> Iterator[Formation]:
    """Turned as the message says; else as it goes where it is no matter, and as it was."""
    if message.facing is not None:
        yield form.faced(*_direction(message.facing))
        return
    (x, y), (u, v) = start.centre, form.centre
    turns = start.radius < 0 and (x, y) != (u, v)
    if turns:
        yield form.faced(u - x, v - y)
    yield form
    if not turns and (x, y) != (u, v):
        yield form.faced(u - x, v - y)


def _put_down(options: Formations, message: TryMove) -> list[Formation]:
    """A unit that is put down: the formation of the first proposal, moved."""
    first = next(iter(options), None)
    if first is None:
        raise GrognardError("there is no place for it at all")
    if message.positions is not None:
        form = first.moved(_rows(message.positions, len(first.positions)))
    elif message.to is not None and message.model is not None:
        raise GrognardError("its models do not stand anywhere yet", hint="put down the whole unit first")
    elif message.to is not None:
        u, v = _point(message.to)
        room = getattr(options, "room", None)
        found = room.deploy(options.bases, u, v, first.front(0), True) if isinstance(room, Placing) else None
        if found is not None and options.standing(found) in options:
            form = found
        else:
            x, y = first.centre
            form = first.shifted(u - x, v - y)
    else:
        raise GrognardError("where to?", hint="give a place, or one for each model")
    return [form.faced(*_direction(message.facing))] if message.facing is not None else [form]


def _standing(options: Any, form: Formation) -> Formation:
    return options.standing(form) if isinstance(options, Formations) else form


def _rows(positions: list[Place], n: int) -> list[Point]:
    if len(positions) != n:
        raise GrognardError(f"{len(positions)} places for {n} models")
    return [_point(p) for p in positions]


def _point(place: Place) -> Point:
    x, y = place
    if not (abs(x) <= 500 and abs(y) <= 500):  # also of what is no number
        raise GrognardError(f"{place!r} is no place", hint="inches on the table")
    return x, y


def _direction(facing: Place) -> Point:
    x, y = _point(facing)
    if x == y == 0.0:
        raise GrognardError("a model must face somewhere", hint="a facing other than 0, 0")
    return x, y


# --- the nearest legal place ------------------------------------------------------------------------------------------


def _nearest(options: Any, wanted: Formation) -> Formation | None:
    """A legal place near the wanted one: back along the way towards the start, then in rings round where it was wanted."""
    best: Formation | None = None
    far = 1e9
    judged = 0
    start = start_of(options)
    if start is not None and len(start.positions) == len(wanted.positions):
        steps = [(q[0] - p[0], q[1] - p[1]) for p, q in zip(start.positions, wanted.positions, strict=True)]
        for k in range(BACK - 1, -1, -1):
            rows = [
                (p[0] + dx * k / BACK, p[1] + dy * k / BACK) for p, (dx, dy) in zip(start.positions, steps, strict=True)
            ]
            form = _standing(options, wanted.moved(rows))
            judged += 1
            if not options.why_not(form, True):
                best, far = form, _apart(form.centre, wanted.centre)
                break
    for ring in RINGS:
        if ring >= far or judged >= MOST_JUDGED:
            break
        for x, y in directions(ROUND):
            form = _standing(options, wanted.shifted(x * ring, y * ring))
            judged += 1
            if not options.why_not(form, True):
                return form
    room = getattr(options, "room", None)
    if best is None and start is None and isinstance(room, Placing):  # it is put down: as the engine finds room for it
        found = room.deploy(wanted.bases, *wanted.centre, wanted.front(0))
        if found is not None and not options.why_not(_standing(options, found), True):
            return _standing(options, found)
    if best is None and start is None:
        near = [
            (_apart(form.centre, wanted.centre), i, form) for i, form in enumerate(options) if len(form) == len(wanted)
        ]
        return min(near)[2] if near else None
    return best


def _apart(a: Place, b: Place) -> float:
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]))


# --- points and templates ---------------------------------------------------------------------------------------------


def _place(options: Points | Teardrops, message: TryMove) -> Tried:
    """A point or a template that is laid: legal or not, and the nearest that is offered."""
    if message.to is None:
        raise GrognardError("where to?", hint="give a place")
    x, y = _point(message.to)
    value: list[float]
    if isinstance(options, Teardrops):
        value = [x, y, *_direction(message.facing or (0.0, 1.0))]
    else:
        first = next(iter(options), None)
        rest = [] if first is None else [float(n) for n in tuple(first)[2:]]
        value = [x, y, *rest][: options.size]
    try:
        options.decode(value)
        return Tried(message.id, True, [], 0.0, [], None, [(x, y)], value)
    except GrognardError as error:
        why = [error.what]
    near = [(_apart((x, y), _corner(o)), i, o) for i, o in enumerate(options)]
    if not near:
        return Tried(message.id, False, why, 0.0, [], None, [(x, y)])
    best = min(near)[2]
    return Tried(message.id, False, why, 0.0, [], [_corner(best)], [(x, y)], options.plain(best))


def _corner(option: Any) -> Place:
    return (option.x, option.y) if isinstance(option, Teardrop) else (float(option[0]), float(option[1]))
