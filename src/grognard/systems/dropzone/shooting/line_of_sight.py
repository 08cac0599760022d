"""Who sees, reaches and bears on whom. Distances run from centre to centre, in three dimensions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import inf
from typing import TypeAlias

from ....common.profiles import Weapon
from ....kernel.memo import memo
from ....table.arcs import in_arc
from ....table.distances import all_d2
from ....table.geometry import Formation, Point, boxes_within, crosses, edge_d2
from ....table.sight.visibility import Sight, look
from ....table.state import Table, Unit
from ....table.terrain import Ground, Piece
from ..buildings.walls import POINT, POINTS, all_edges, edge_points
from ..squads import DIVIDED, edges, height, housed

NEAR_COVER = 1.0  # inches


class LazyRow(Mapping[int, tuple[str, ...]]):
    """The units that one firer sees, each with its words of cover; these are looked for only when they are asked."""

    __slots__ = ("looks", "units")

    def __init__(self, units: tuple[int, ...], looks: Callable[[int], tuple[str, ...]]) -> None:
        self.units, self.looks = units, looks

    def __iter__(self) -> Iterator[int]:
        return iter(self.units)

    def __len__(self) -> int:
        return len(self.units)

    def __contains__(self, unit: object) -> bool:
        return unit in self.units

    def __getitem__(self, unit: int) -> tuple[str, ...]:
        return self.looks(unit)


Rows: TypeAlias = tuple[Mapping[int, tuple[str, ...]], ...]  # for each firer {unit seen: words of cover}


class View:
    """What one squad sees of another: the squared distances, and for each firer {unit seen: words of cover}.

    Who is seen is found when it is first asked: most fire fails by range or arc, which are cheaper to tell.
    """

    __slots__ = ("_find", "_seen", "d2")

    def __init__(self, d2: tuple[tuple[float, ...], ...], find: Callable[[], Rows]) -> None:
        self.d2 = d2
        self._find = find
        self._seen: Rows | None = None

    @property
    def seen(self) -> Rows:
        """For each firer the units that it sees, with their words of cover."""
        if self._seen is None:
            self._seen = self._find()
        return self._seen


def where(t: Table, u: Unit) -> Formation:
    """Where the squad is measured from: its units, or points along the edge of the Garrison it mans."""
    home = housed(u) if u.effects else None
    if home is None:
        return u.form
    return edge_points(t.ground, *home) if home[1] != DIVIDED else _points(t.ground, home[0], edges(u))


def points_of(t: Table, u: Unit) -> tuple[range, ...]:
    """For each unit the points from which it is measured, by their numbers in ``where``: all along the edge that it mans.

    Of a squad that is divided over a Garrison those in the middle have none.
    """
    home = housed(u)
    if home is None:
        return tuple([range(i, i + 1) for i in range(u.size)])
    if home[1] != DIVIDED:
        return (range(len(where(t, u).positions)),) * u.size
    found, n = [], 0
    for edge in edges(u):
        found.append(range(n, n + POINTS * (edge >= 0)))
        n += POINTS * (edge >= 0)
    return tuple(found)


@memo(256)
def _points(ground: Ground, piece: int, parts: tuple[int, ...]) -> Formation:
    """The points of the edges that the units of a divided squad man, unit by unit."""
    positions = tuple(
        [position for edge in parts if edge >= 0 for position in edge_points(ground, piece, edge).positions]
    )
    return Formation(positions, (POINT,) * len(positions))


def possible(t: Table, u: Unit, v: Unit, inches: float) -> bool:
    """Whether the squads may be within ``inches``, judged by the boxes round them alone."""
    return boxes_within(where(t, u).box, where(t, v).box, inches) if inches < t.ground.width else True


def view(t: Table, u: Unit, v: Unit, above: float = 0.0) -> View:
    """What the units of ``u`` see of those of ``v``; ``above`` is how far over their tops they see from."""
    a, b = where(t, u), where(t, v)
    found = _view(t.ground, a, b, height(u.kind) + above, height(v.kind), v.kind.type == "Infantry")
    if housed(u) is None and housed(v) is None:
        return found
    return _of_edges(t, u, v, a, b, found)


@memo(512)
def _view(ground: Ground, a: Formation, b: Formation, eyes: float, tops: float, infantry: bool) -> View:
    return View(distances(a, b), partial(_rows, ground, a, b, eyes, tops, infantry))


def _rows(ground: Ground, a: Formation, b: Formation, eyes: float, tops: float, infantry: bool) -> Rows:
    whole = _look(ground, a, b, eyes, tops)
    if not whole.blocks and not whole.cover:
        return tuple(dict.fromkeys(view, ()) for view in whole.views)
    return tuple(
        LazyRow(view, partial(_words, ground, a, i, b, eyes, tops, infantry)) if view else {}
        for i, view in enumerate(whole.views)
    )


@memo(512)
def _words(
    ground: Ground, a: Formation, i: int, b: Formation, eyes: float, tops: float, infantry: bool, j: int
) -> tuple[str, ...]:
    """The cover that unit j of a squad has from unit i of another."""
    return _cover(ground, b, j, _look(ground, a, b, eyes, tops, i if len(a.positions) > 1 else -1), infantry)


def _look(ground: Ground, a: Formation, b: Formation, eyes: float, tops: float, i: int = -1) -> Sight:
    """What a squad sees of another, or (from 0) one unit of it."""
    return look(ground, a if i < 0 else a.only((i,)), b, eyes, tops)


def _cover(ground: Ground, b: Formation, j: int, sight: Sight, infantry: bool) -> tuple[str, ...]:
    words = []
    pieces = _by_name(ground) if sight.cover else {}
    near = [p for c in sight.cover if j in c.models and (p := pieces.get(c.what)) and _in_or_near(p, b.positions[j])]
    if infantry and any(p.has("soft") for p in near):
        words.append("soft")
    if infantry and any(p.has("body") for p in near):
        words.append("body")
    if sight.hidden[j] > 0.5:
        words.append("hull-down")
    return tuple(words)


def _by_name(ground: Ground) -> dict[str, Piece]:
    """The pieces by their names."""
    return {p.name: p for p in ground.pieces}


def _in_or_near(piece: Piece, position: Point) -> bool:
    return piece.holds(*position) or edge_d2(piece.points, *position) <= NEAR_COVER * NEAR_COVER


def screened(t: Table, u: Unit, i: int, v: Unit, j: int) -> tuple[str, ...]:
    """The cover that unit j of Infantry has from a unit that does not see it: of the Garrison whose edge it mans, and of what it
    stands in or near that lies between them."""
    if v.kind.type != "Infantry":
        return ()
    ground, home = t.ground, housed(v)
    if home is not None:
        pieces = [ground.pieces[home[0]]]
    else:
        own, to = points_of(t, u)[i], v.form.positions[j]
        origin = where(t, u).positions[own[len(own) // 2]] if own else u.form.positions[i]
        near = [p for p in ground.pieces if p.has("soft") or p.has("body")]
        pieces = [p for p in near if p.holds(*to) or (_in_or_near(p, to) and _between(p, origin, to))]
    return tuple([word for word in ("soft", "body") if any(p.has(word) for p in pieces)])


def _between(piece: Piece, p: Point, q: Point) -> bool:
    """Whether the line between two points goes over a piece."""
    return any(crosses(p, q, (ax, ay), (bx, by)) for ax, ay, bx, by in piece.edges)


def distances(a: Formation, b: Formation) -> tuple[tuple[float, ...], ...]:
    """Squared distances of all centres, heights counted."""
    if not a.levels and not b.levels:
        return all_d2(a.positions, b.positions)
    rows = []
    for i, (x, y) in enumerate(a.positions):
        z = a.level(i)
        rows.append(
            tuple(
                [(x - u) * (x - u) + (y - v) * (y - v) + (z - b.level(j)) ** 2 for j, (u, v) in enumerate(b.positions)]
            )
        )
    return tuple(rows)


def _of_edges(t: Table, u: Unit, v: Unit, a: Formation, b: Formation, found: View) -> View:
    """Squads on edges of Garrisons: any point of the edge sees and is seen for all units of the squad."""
    home, ground = housed(v), t.ground
    mine, theirs = points_of(t, u), points_of(t, v)

    def find() -> Rows:
        rows = []
        for own in mine:
            seen: dict[int, tuple[str, ...]] = {}
            for j, other in enumerate(theirs):
                clear = [(k, m) for k in own for m in other if m in found.seen[k]]
                if clear:
                    seen[j] = (
                        _best_words(found, clear) if home is None else _edge_words(ground, home, clear, len(other))
                    )
            rows.append(seen)
        return tuple(rows)

    far = tuple(
        [tuple([min([found.d2[k][m] for k in own for m in other], default=inf) for other in theirs]) for own in mine]
    )
    return View(far, find)


def view_in(t: Table, u: Unit, v: Unit, above: float = 0.0) -> View:
    """What a squad sees of one in the middle of a Garrison: measured to whichever edge it sees nearest."""
    home = housed(v)
    assert home is not None
    a, b = where(t, u), all_edges(t.ground, home[0])
    found = _view(t.ground, a, b, height(u.kind) + above, height(v.kind), True)
    words = tuple(w for w in ("soft", "body") if t.ground.pieces[home[0]].has(w))
    own = points_of(t, u)
    rows: list[dict[int, tuple[str, ...]]] = []
    far = []
    for i in range(u.size):
        mine = own[i]
        nearest = min([found.d2[k][m] for k in mine for m in found.seen[k]], default=inf)
        rows.append(dict.fromkeys(range(v.size), words) if nearest < inf else {})
        far.append((nearest,) * v.size)
    return View(tuple(far), lambda: tuple(rows))


def _best_words(found: View, clear: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    return min((found.seen[k][m] for k, m in clear), key=len)


def _edge_words(
    ground: Ground, home: tuple[int, int], clear: Sequence[tuple[int, int]], points: int
) -> tuple[str, ...]:
    piece = ground.pieces[home[0]]
    words = [w for w in ("soft", "body") if piece.has(w)]
    most = max(sum(k == firer for firer, _ in clear) for k, _ in clear)
    if 2 * most < points:
        words.append("hull-down")
    return tuple(words)


def bears(t: Table, u: Unit, i: int, weapon: Weapon, position: Point) -> bool:
    """Whether a position lies in the weapon's arcs. From an edge of a Garrison all weapons bear in front of it."""
    stats = weapon.stats
    if len(stats.arcs) == 3:
        return True
    home = housed(u)
    if home is not None:
        form = edge_points(t.ground, home[0], edges(u)[i])
        return in_arc(form.positions[len(form.positions) // 2], form.front(0), position, "front")
    return in_arc(u.form.positions[i], u.form.front(i), position, *_names(stats.arcs, stats.side))


@memo(64)
def _names(arcs: tuple[str, ...], side: str) -> tuple[str, ...]:
    """The arcs of a weapon that bears on one side only, or on both, as the table calls them."""
    names = {"F": "front", "R": "rear", "S": {"Left": "left", "Right": "right"}.get(side, "side")}
    return tuple(names[a] for a in arcs)


def sees_edge(t: Table, u: Unit, i: int, edge: Formation, above: float = 0.0) -> bool:
    """Whether a unit sees any of the points of an edge of scenery; ``above`` is how far over its top it looks from."""
    a = where(t, u)
    firer = a.only(tuple(points_of(t, u)[i])) if housed(u) is None or edges(u)[i] >= 0 else a
    return _sees(t.ground, firer.positions, firer.levels, height(u.kind) + above, edge)


@memo(512)
def _sees(
    ground: Ground, positions: tuple[Point, ...], levels: tuple[float, ...], eyes: float, edge: Formation
) -> bool:
    form = Formation(positions, (POINT,) * len(positions), (), levels)
    return bool(look(ground, form, edge, eyes, 1.0))
