"""The table as plain data, as a seat may know it: what a browser or a terminal draws."""

from __future__ import annotations

from math import inf
from typing import Any

from ..common.report import heading
from ..common.scenario import points
from ..table.coherency import out_of
from ..table.events import side_name
from ..table.state import Effect, Table, Unit, plain_rule
from ..table.terrain import PROPERTIES

Plain = dict[str, Any]
PLACES = {
    "off": "not deployed yet",
    "reserve": "in reserve",
    "dead": "destroyed",
    "absent": "not in play",
}


def known_to(t: Table, sides: tuple[int, ...], asked: int | None = None) -> Table:
    """The table as whoever plays these sides may know it; (): a watcher, who knows what both players know.

    Who plays both sides at one screen sees what the side that is ``asked`` may know, or what both know.
    """
    eyes = sides if len(sides) == 1 else (asked,) if sides and asked is not None else (0, 1)
    for side in eyes:
        t = t.game.view(t, side)
    return t


def seen(t: Table) -> Plain:
    """A table, masked already, as plain data. Coordinates in inches, y upwards; facing a vector; wounds those left."""
    ground, system = t.ground, t.game.id
    return {
        "round": t.round,
        "rounds": t.scenario.rounds,
        "phase": t.phase,
        "heading": heading(t),
        "player": t.player,
        "sides": [side_name(t, side) for side in (0, 1)],
        "scores": list(points(t)),
        "scenario": t.scenario.name,
        "width": ground.width,
        "height": ground.height,
        "zones": [[list(p) for p in zone] for zone in ground.zones],
        "units": [_unit(t, u) for u in t.units if u.place not in ("absent",)],
        "markers": [
            {"id": m.id, "kind": m.kind, "at": [m.x, m.y], "side": m.side if m.side >= 0 else None} for m in t.markers
        ],
        "terrain": [
            {
                "name": piece.name,
                "points": [list(p) for p in piece.points],
                "height": piece.height,
                "kinds": list(piece.properties),
                "does": [PROPERTIES[word] for word in piece.properties if word in PROPERTIES],
                "cover": piece.cover_in(system),
                "gone": k < len(t.scenery) and t.scenery[k].gone,
                "points_left": t.scenery[k].points if k < len(t.scenery) and t.scenery[k].points >= 0 else None,
                "tokens": t.scenery[k].tokens if k < len(t.scenery) else 0,
            }
            for k, piece in enumerate(ground.pieces)
        ],
    }


def where(t: Table, u: Unit) -> str:
    """Where a unit is that does not stand on the table; "" of one that does."""
    if u.place == "aboard":
        return f"aboard {t.name(u.aboard)}"
    if u.place == "joined":
        return f"has joined {t.name(u.aboard)}"
    return PLACES.get(u.place, "")


def _unit(t: Table, u: Unit) -> Plain:
    form, mode = u.form, t.game.movement_mode(t, u)
    models: list[Plain] = []
    piece = t.game.inside(u) if t.game.inside is not None else None
    for i, (model, left) in enumerate(zip(u.members, u.wounds, strict=True)):
        said: Plain = {"name": model.name, "wounds": left}
        if i < len(form.positions):
            base = form.bases[i]
            said["at"] = list(form.positions[i])
            said["base"] = [base.shape, base.half_length, base.half_width]
            said["facing"] = list(form.front(i))
            if form.level(i):
                said["level"] = form.level(i)
        models.append(said)
    return {
        "id": u.id,
        "side": u.side,
        "name": t.name(u.id),
        "kind": u.kind.name,
        "type": u.kind.type,
        "points": u.kind.points,
        "place": u.place,
        "aboard": u.aboard if u.aboard >= 0 else None,
        "where": where(t, u) or (f"in {t.ground.pieces[piece].name}" if piece is not None else ""),
        "inside": piece,
        "acted": u.id in t.acted,
        "start": u.start,
        "lost": u.lost,
        "foes": list(u.foes),
        "rings": _rings(t, u) if u.here and form.positions else [],
        "loose": list(out_of(form, mode.coherency, mode.measure, mode.spread)) if mode.coherency else [],
        "effects": list(dict.fromkeys(words for e in u.effects if (words := in_words(e)))),
        "models": models,
    }


def _rings(t: Table, u: Unit) -> list[Plain]:
    """Circles round a unit's models: how far its weapons reach, how far models may stand apart, and what it lends to those near.

    ``inches`` from the edge of a base, or from its middle where it is measured so.
    """
    rings: dict[tuple[str, float, str], list[str]] = {}
    if t.game.reaches is not None:
        for model in dict.fromkeys(u.members):
            for weapon, inches in t.game.reaches(t, model):
                rings.setdefault(("range", inches, t.game.measure), []).append(weapon)
    mode = t.game.movement_mode(t, u)
    if mode.coherency and u.size > 1:
        rings["coherency", mode.coherency, mode.measure] = ["coherency"]
    for name, sources in t.auras.items():
        for source, inches in sources:
            if source == u.id and inches > 0:
                rings.setdefault(("aura", inches, t.game.measure), []).append(plain_rule(name))
    return [
        {"kind": kind, "inches": inches, "of": list(dict.fromkeys(names)), "from": measure}
        for (kind, inches, measure), names in sorted(rings.items())
        if inches < inf
    ]


def in_words(effect: Effect) -> str:
    """What lasts on a unit, in words, with what is known of it."""
    value = effect.value
    known = f" ({value})" if isinstance(value, str) and value and value != effect.what else ""
    return f"{plain_rule(effect.what)}{known}"
