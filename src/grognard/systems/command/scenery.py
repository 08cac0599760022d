"""Scenery that is crushed: what the chart makes of a piece, and whom it falls on."""

from __future__ import annotations

from msgspec.structs import replace

from ...common import saying
from ...kernel.asks import Choose, Emit, Procedure, Roll, Stage
from ...table.collision import on_piece
from ...table.events import Said
from ...table.geometry import Formation
from ...table.state import Table
from ...table.terrain import Piece
from . import field, hidden
from .damage import hurled
from .events import SceneryCrushed
from .harm import apply
from .slots import Chart, Crushing
from .target import Toll


def crush_one(t: Table, chart: Chart, u: int, pieces: tuple[int, ...], by: tuple[str, ...]) -> Procedure:
    """One roll on the chart for a piece that the target stood in; the attacker picks which."""
    k = pieces[0]
    if len(pieces) > 1:
        k = yield Choose(t[u].side, "which scenery is crushed?", pieces, k, ("crush", u), saying.pieces(t))
    yield from crush(t, chart, k, u, by)


def crush(t: Table, chart: Chart, k: int, u: int, by: tuple[str, ...]) -> Procedure:
    """The chart for one piece: worse cover, or rubble that falls on every unit in it, friend or foe."""
    piece = t.ground.pieces[k]
    result = yield Roll(replace(chart.test, name=f"{chart.test.name} of {piece.name}"))
    yield Emit(SceneryCrushed(k, t.scenery[k], crushed(piece, chart, result), result, by=by))
    if result is not Crushing.COLLAPSE or (piece.has("rubble") and not field.terms(t).crush_again):
        return
    for v in [x.id for x in t if x.here]:
        yield from fall_on(t, v, k, u, by)


def fall_on(t: Table, v: int, k: int, u: int, by: tuple[str, ...]) -> Procedure:
    """A piece comes down on a unit: as many Direct Damage dice as it has models partly in it, and only on these."""
    piece = t.ground.pieces[k]
    if not _under(t[v].form, piece):
        return
    yield from hidden.show_itself(t, v)
    models = _under(t[v].form, piece)
    weakest = field.target(t[v], models).weakest()
    caught = t.name(v) if t[v].start == 1 else f"{len(models)} of {t.name(v)}"
    yield Emit(Said(f"{piece.name} falls on {caught}", short=""))
    toll = yield Stage(hurled, (Toll(t[v].wounds), len(models), weakest))
    yield from apply(t, v, toll.left, u, by)


def _under(form: Formation, piece: Piece) -> tuple[int, ...]:
    """The models whose bases overlap a piece."""
    return tuple(i for i in range(len(form)) if on_piece(form, i, piece))


def crushed(piece: Piece, chart: Chart, result: Crushing) -> Piece | None:
    """What becomes of a piece, None when nothing does. What it hides behind it stays hidden as before."""
    cover, obscured = field.grade(piece)
    if result is Crushing.COLLAPSE:
        words = piece.properties if piece.has("rubble") else (*piece.properties, "rubble")
        return piece.changed(properties=words, covers=_said(piece, chart.rubble, obscured))
    if result is Crushing.QUAKE and cover != chart.worsened(cover):
        return piece.changed(covers=_said(piece, chart.worsened(cover), obscured))
    return None


def _said(piece: Piece, cover: int, obscured: int) -> tuple[tuple[str, str], ...]:
    return (*(c for c in piece.covers if c[0] != "command"), ("command", f"{cover}/{obscured}"))
