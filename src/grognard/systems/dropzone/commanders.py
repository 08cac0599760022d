"""Commanders: how much the best of them counts, how far they reach, and what follows when one is lost.

Dropzone Commander 2.2.0, Command: Command Value and Influence; a Scout hands orders on. Questions and answers: both do so from
aboard a transport too, measured from it, and from the edges of a Garrison. Where a Commander rides stands in
``squads.commanders``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from grognard.table.geometry import edge_d2
from grognard.table.geometry import inside as holds

from ...table.geometry import Point
from ...table.state import Table, Unit
from ...table.terrain import Piece
from .profiles import COMMANDERS
from .squads import commanders, edges, housed
from .transports.seats import rest, riding

HIGHEST = max(COMMANDERS)  # the highest Command Value there is
RELAY = 8.0  # inches from a Scout within which it hands on what a Commander orders

Place: TypeAlias = int | Point | Piece  # a squad by its id, a point on the ground, a piece of scenery


def command_value(t: Table, side: int, none: int = 1) -> int:
    """The highest Command Value of a side's Commanders that are left on the table, those aboard something there among them.

    ``none``: what counts when there is no such Commander: 1 for command cards, 0 for initiative. Those in readiness, in reserve
    and in Holding do not count. Source: Dropzone Commander 2.2.0, Command: Commanders, Command Cards; Rounds: Initiation.

    >>> from .examples import squad
    >>> from ...table.state import mustered
    >>> chief, deputy = (squad(details=(("commander", value),)) for value in (3, 2))
    >>> t = Table([mustered(0, 0, chief, (1,), "table"), mustered(1, 0, deputy, (1,), "table")])
    >>> command_value(t, 0), command_value(t, 1), command_value(t, 1, none=0)
    (3, 1, 0)
    >>> t.change(0, place="reserve")
    >>> command_value(t, 0)
    2
    """
    here = [
        value
        for u in t.units
        if u.side == side
        for i, value in enumerate(commanders(u))
        if value and measured_from(t, u, i) is not None
    ]
    best = max(here, default=0)
    return min(HIGHEST, best + boost(t, side)) if best else none


def boost(t: Table, side: int) -> int:
    """What the card Booster adds to the best Commander of a side in this round."""
    return int(t.recall(("boosted", side)) == t.round)


def measured_from(t: Table, u: Unit, i: int) -> tuple[Unit, int] | None:
    """(squad on the table, which of its units) that a unit is measured from: itself, or the outermost transport that it is in.

    None when it is not on the table at all.
    """
    if u.here and i < u.size:
        return u, i
    carrier, k = riding(u).get(i, (-1, 0))
    return measured_from(t, t[carrier], k) if carrier >= 0 else None


def within_influence(t: Table, side: int, target: Place) -> bool:
    """Whether something is within the influence of a side: in reach of one of its Commanders, or within 8 inches of a Scout.

    ``target`` is the id of a squad of either side, a point, or a piece of scenery. Distances are those of the core rules: from
    centre to centre in three dimensions, to and from the edges of scenery. One unit of a squad within is enough
    (ruling ``squads-in-influence``). What is not on the table is within nobody's influence.
    Source: Dropzone Commander 2.2.0, Command: Influence, Scouts & Command Cards; FAQ 2.4, Command.

    >>> from .examples import squad
    >>> from ...table.geometry import Formation, footprint
    >>> from ...table.state import mustered
    >>> from ...table.terrain import Ground
    >>> t = Table([mustered(0, 0, squad(details=(("commander", 2),)), (1,))], ground=Ground(48.0, 48.0))
    >>> t.change(0, place="table", form=Formation(((10.0, 10.0),), (footprint("round", 30),)))
    >>> within_influence(t, 0, (10.0, 18.0)), within_influence(t, 0, (10.0, 18.5)), within_influence(t, 1, (10.0, 18.0))
    (True, False, False)
    >>> within_influence(t, 0, 0)
    True
    """
    extents = _extents_of(t, target)
    enough = all if t.rulings.get("squads-in-influence") == "whole" else any
    return bool(extents) and any(
        enough([_d2(source, extent) <= inches * inches for extent in extents]) for source, inches in _sources(t, side)
    )


class Extent(Struct, frozen=True):
    """What is measured to or from: a point and its height above the ground, or walls as an outline."""

    position: Point = (0.0, 0.0)
    level: float = 0.0
    walls: tuple[Point, ...] = ()


def _sources(t: Table, side: int) -> Iterator[tuple[Extent, float]]:
    """Where the influence of a side goes out from, and how far, inches: Commanders and units of Scouts."""
    best = command_value(t, side, none=0) if boost(t, side) else 0
    for u in t.units:
        if u.side != side:
            continue
        led, scout = commanders(u), u.kind.detail("category", "") == "Scout"
        for i in range(u.size + len(rest(u))) if led or scout else ():
            found = measured_from(t, u, i)
            if found is None:
                continue
            home = housed(found[0])
            extent = _extent(*found) if home is None else Extent(walls=t.ground.pieces[home[0]].points)
            if led and (value := led[i]):
                yield extent, float(COMMANDERS[max(value, best if min(HIGHEST, value + 1) == best else 0)][0])
            if scout:
                yield extent, RELAY


def _extent(u: Unit, i: int) -> Extent:
    """Where one unit of a squad stands that is in no Garrison."""
    return Extent(u.form.positions[i], u.form.level(i))


def _extents_of(t: Table, target: Place) -> list[Extent]:
    """Where the parts of a target are: on an edge of a Garrison that edge, in the middle all its walls."""
    if isinstance(target, Piece):
        return [Extent(walls=target.points)]
    if not isinstance(target, int):
        return [Extent(target)]
    u = t[target]
    home = housed(u)
    if home is None:
        found = [measured_from(t, u, i) for i in range(u.size + len(rest(u)))]
        return [_extent(*one) for one in found if one is not None]
    piece = t.ground.pieces[home[0]]
    walls = []
    for edge in dict.fromkeys(edges(u)):
        ax, ay, bx, by = piece.edges[edge]
        walls.append(piece.points if edge < 0 else ((ax, ay), (bx, by)))
    return [Extent(walls=points) for points in walls]


def _d2(a: Extent, b: Extent) -> float:
    """The square of the distance, 0 inside walls."""
    if a.walls and b.walls:
        if any(holds(a.walls, *position) for position in b.walls) or any(
            holds(b.walls, *position) for position in a.walls
        ):
            return 0.0
        return min(
            [edge_d2(a.walls, *position) for position in b.walls]
            + [edge_d2(b.walls, *position) for position in a.walls]
        )
    if a.walls or b.walls:
        walls, point = (a.walls, b) if a.walls else (b.walls, a)
        flat = 0.0 if holds(walls, *point.position) else edge_d2(walls, *point.position)
        return flat + point.level * point.level
    (x, y), (p, q) = a.position, b.position
    return (x - p) * (x - p) + (y - q) * (y - q) + (a.level - b.level) * (a.level - b.level)
