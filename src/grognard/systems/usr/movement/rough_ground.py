"""Difficult and dangerous ground: how far a unit goes, what stands in its way, and what crossing it costs."""

from __future__ import annotations

from ....common.profiles import Model
from ....kernel.asks import Each, Emit, Procedure, Roll
from ....kernel.memo import memo
from ....table.collision import on_piece
from ....table.events import Said
from ....table.geometry import Formation, Point, boxes_within
from ....table.paths import spans
from ....table.state import Table, Unit
from ....table.terrain import Ground, Piece
from ..casualties import lose
from ..condition import IMMOBILISED, armoured, bears_mark, squad, striding
from ..model_types import move_of, type_of
from ..vehicles.hull_marks import mark
from .dangerous_terrain import IN_DANGER, perilous
from .movement_modifiers import OVER_IT, going, ids, sure_footed


@memo(16384)
def inches_of(members: tuple[Model, ...]) -> float:
    """How far the whole unit moves: as its slowest model."""
    return float(min((move_of(m) for m in members), default=0))


def rough(t: Table, form: Formation, inches: float) -> tuple[Piece, ...]:
    """Pieces of difficult ground that a unit could get to."""
    left, low, right, top = form.box
    near = (left - inches, low - inches, right + inches, top + inches)
    return tuple([p for p in _difficult(t.ground) if boxes_within(p.box, near, 0.0)])


def stands_in(form: Formation, pieces: tuple[Piece, ...]) -> bool:
    """Whether a model of the unit stands in any of these pieces, if only with the edge of its base."""
    for piece in pieces:
        if boxes_within(piece.box, form.box, 0.0):
            for i in range(len(form.positions)):
                if on_piece(form, i, piece):
                    return True
    return False


def slowed(u: Unit) -> bool:
    """Whether difficult ground slows a unit."""
    return not going(striding(u)).unslowed


def over_ground(
    t: Table, u: int, start: Formation, dropped: bool = False, members: tuple[Model, ...] | None = None
) -> Procedure:
    """Dangerous ground: each model that moved through it, left it or ended in it rolls a D6, on a 1 it is wounded.

    To vehicles, bikes, jump infantry and whoever has just dropped from the sky difficult ground is dangerous. ``members``: the
    models as they went, when that is not how they go now.
    """
    unit = t[u]
    models = _in_danger(t, unit, start, dropped, members or striding(unit))
    if not models:
        return
    safe = going(unit.members).safe
    sure = tuple(dict.fromkeys(i for m in models for i in ids(safe) or sure_footed(unit.members[m])))
    models = [] if safe else [i for i in models if not sure_footed(unit.members[i])]
    if sure:
        yield Emit(Said(f"{t.name(u)} comes safely through dangerous ground", short="", by=sure))
    if armoured(unit):
        for i in models if "Super-heavy" not in type_of(unit.members[0]).tags else ():  # nothing immobilises it
            if not (yield Roll(IN_DANGER)) and not bears_mark(t[u], IMMOBILISED, i):
                yield from mark(t, u, i, IMMOBILISED)
        return
    left = list(unit.wounds)
    at = squad(unit)
    for model in dict.fromkeys(unit.members[i] for i in models):
        same = [i for i in models if unit.members[i] is model]
        for i in same[: (yield Each(perilous, (model, at), len(same)))]:  # alike: the first of them suffer
            left[i] -= 1
    if tuple(left) != unit.wounds:
        yield Emit(Said(f"{t.name(u)} suffers from dangerous ground"))
        yield from lose(t, u, tuple(left), u)


def _in_danger(t: Table, unit: Unit, start: Formation, dropped: bool, members: tuple[Model, ...]) -> list[int]:
    risky = _risky(t.ground)
    if not risky:
        return []
    a, b = start.box, unit.form.box
    box = (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
    shy = dropped or _any_shy(members)
    pieces = [p for p in risky if (shy or "dangerous" in p.properties) and boxes_within(p.box, box, 0.0)]
    found = []
    for i, end in enumerate(unit.form.positions) if pieces else ():
        for piece in pieces:
            if _risks(members[i], start.positions[i], end, piece, dropped):
                found.append(i)
                break
    return found


@memo(64)
def _risky(ground: Ground) -> tuple[Piece, ...]:
    return tuple(p for p in ground.pieces if p.has("dangerous", "difficult"))


@memo(64)
def _difficult(ground: Ground) -> tuple[Piece, ...]:
    return tuple(p for p in ground.pieces if "difficult" in p.properties)


@memo(4096)
def _ways_over(model: Model) -> tuple[bool, bool]:
    """Whether difficult ground is dangerous to a model, and whether it passes over what lies between start and end."""
    kind = type_of(model)
    over = kind.goes_as("Jump", "Jet Pack", "Jetbike", "Skimmer")
    return kind.goes_as(*OVER_IT) or (kind.armoured and kind.type != "Walker"), over


@memo(4096)
def _any_shy(members: tuple[Model, ...]) -> bool:
    return any(_ways_over(model)[0] for model in members)


def _risks(model: Model, begin: Point, end: Point, piece: Piece, dropped: bool) -> bool:
    """Whether a piece is dangerous to a model that goes from one position to another."""
    (ax, ay), (bx, by) = begin, end
    left, low, right, top = piece.box
    if (ax < left and bx < left) or (ax > right and bx > right) or (ay < low and by < low) or (ay > top and by > top):
        return False  # as most pass by
    shy, over = _ways_over(model)
    if not (shy or dropped or "dangerous" in piece.properties):
        return False
    if piece.holds(bx, by):
        return True
    if dropped or begin == end:
        return False
    return piece.holds(ax, ay) or (not over and bool(spans(piece.points, begin, end)))


def _through(start: Formation, end: Formation, piece: Piece) -> bool:
    """Whether a model goes through a piece on its straight way, or ends in it."""
    both = zip(start.positions, end.positions, strict=True)
    return stands_in(end, (piece,)) or any(bool(spans(piece.points, a, b)) for a, b in both)
