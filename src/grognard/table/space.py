"""Where a unit may stand: the edge of the table, impassable ground, other models, coherency and zones, with reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from grognard.table.coherency import out_of
from grognard.table.collision import Neighbour, circle_on, neighbours, occupied, on_piece, too_near
from grognard.table.distances import overlap
from grognard.table.geometry import (
    LATTICE,
    Box,
    Footprint,
    Formation,
    Outline,
    Point,
    boxes_within,
    edge_d2,
    inside,
)
from grognard.table.paths import WALKING, MovementMode, trodden
from grognard.table.terrain import Ground, Piece

_EDGE = 2 / LATTICE  # inches: more than rounding moves a corner
NO = "no"  # a reason, when nobody asks for words


def _pieces_in(pieces: tuple[Piece, ...], near: Box) -> tuple[Piece, ...]:
    """The pieces of terrain the box round which meets a box."""
    left, bottom, right, top = near
    found = []
    for piece in pieces:
        a, b, c, d = piece.box
        if a <= right and left <= c and b <= top and bottom <= d:
            found.append(piece)
    return tuple(found)


def _those_in(
    others: Iterable[tuple[Any, Formation]], near: Box, inches: float, free: Sequence[Any]
) -> list[tuple[Any, Formation, float]]:
    """The units given as (id, form) the box round which meets a box, with how far to keep from them (``free``: 0)."""
    left, bottom, right, top = near
    found = []
    for unit, form in others:
        if form.left <= right and left <= form.right and form.low <= top and bottom <= form.top:
            found.append((unit, form, 0.0 if free and unit in free else inches))
    return found


class Space:
    """Where a unit may stand: one lazy value a question.

    ``friends`` and ``enemies`` are (id, Formation) of the other units; those in ``free`` may be touched (a charge) and so
    need no distance. ``zone`` is a polygon in which every base must stand wholly, ``near`` a box that is all that
    matters. ``call`` turns an id into the name used in reasons. ``others`` are those near, with how far to keep from
    them, first so many who are ``friendly``; in ``pieces`` the unit may not stand, ``walls`` and ``slow`` stop and slow it.
    """

    __slots__ = (
        "_neighbours",
        "call",
        "friendly",
        "ground",
        "mode",
        "others",
        "pieces",
        "slow",
        "upright",
        "walls",
        "zone",
        "zone_box",
    )  # fmt: skip

    def __init__(
        self,
        ground: Ground,
        friends: Iterable[tuple[Any, Formation]] = (),
        enemies: Iterable[tuple[Any, Formation]] = (),
        mode: MovementMode = WALKING,
        *,
        free: Sequence[Any] = (),
        zone: Outline | None = None,
        near: tuple[float, float, float, float] | None = None,
        call: Callable[[Any], str] | None = None,
    ) -> None:
        self.ground, self.mode, self.zone, self.call = ground, mode, zone, call
        self.zone_box, self.upright = _zoned(zone) if zone is not None else ((0.0, 0.0, 0.0, 0.0), False)
        apart = mode.apart
        stops, walls, slow = trodden(ground, mode)
        if near is None:
            others = [(u, f, 0.0) for u, f in friends if f.positions]
            self.friendly = len(others)
            others += [(u, f, 0.0 if u in free else apart) for u, f in enemies if f.positions]
        else:
            left, bottom, right, top = near
            alike = walls is stops
            stops = _pieces_in(stops, near) if stops else stops
            walls = stops if alike else _pieces_in(walls, near)
            slow = _pieces_in(slow, near) if slow else slow
            others = _those_in(friends, near, 0.0, ())
            self.friendly = len(others)
            others += _those_in(enemies, (left - apart, bottom - apart, right + apart, top + apart), apart, free)
        self.others, self.pieces, self.walls, self.slow = others, list(stops), walls, slow
        self._neighbours: list[Neighbour] | None = None

    @property
    def neighbours(self) -> list[Neighbour]:
        """The other units as places are tried against them; found when first asked for."""
        found = self._neighbours
        if found is None:
            found = self._neighbours = neighbours(self.others)
        return found

    def named(self, unit: Any) -> str:
        """A unit's name for people."""
        return self.call(unit) if self.call else f"unit {unit}"

    def why_not(self, form: Formation, first: bool = False, whole: bool = True, words: bool = True) -> list[str]:
        """Every reason why the unit may not stand so, in plain words; none when it may. ``first`` stops at the first.

        ``whole`` False leaves out what concerns the unit in itself: its own overlaps and its coherency. Without ``words`` it is
        only told that there is a reason.
        """
        why: list[str] = []
        ground = self.ground
        left, bottom, right, top = form.left, form.low, form.right, form.top
        zone = self.zone
        if first and zone is not None and form.positions:
            low_x, low_y, high_x, high_y = self.zone_box
            if left < low_x or bottom < low_y or right > high_x or top > high_y:
                if outside := self._outside(form):  # most places that are tried
                    return outside
            elif self.upright:
                zone = None  # within a rectangle when the box round all is
        if form.positions and (left < 0 or bottom < 0 or right > ground.width or top > ground.height):
            why.append(self._off(form) if words else NO)
            if first:
                return why
        for unit, other, inches in self.others:
            far = left - other.right > inches or other.left - right > inches  # asked for every place that is tried
            far = far or bottom - other.top > inches or other.low - top > inches
            if not far and (pair := too_near(form, other, inches)):
                if first and not words:
                    return [NO]
                near = f'nearer than {inches:g}" to' if inches else "on"
                why.append(f"model {pair[0] + 1} would stand {near} {self.named(unit)} (model {pair[1] + 1})")
                if first:
                    return why
        for piece in self.pieces:
            if boxes_within(form.box, piece.box, 0.0):
                for i in range(len(form.positions)):
                    if on_piece(form, i, piece):
                        why.append(f"model {i + 1} would stand in {piece.name}, which is impassable to it")
                        if first:
                            return why
                        break
        if zone is not None and (outside := self._outside(form)):
            why += outside
            if first:
                return why
        if whole and len(form.positions) > 1:
            why += self._ranks(form, first)
        return why

    def __contains__(self, form: Formation) -> bool:
        return not self.why_not(form, True, True, False)

    def on_table(self, box: Box) -> bool:
        """Whether a box lies on the table."""
        left, low, right, top = box
        return left >= 0.0 and low >= 0.0 and right <= self.ground.width and top <= self.ground.height

    def fits(self, form: Formation) -> bool:
        """Whether models may stand so, whatever holds for their unit as a whole."""
        return not self.why_not(form, True, False, False)

    def takes(self, position: Point, base: Footprint, front: Point) -> bool:
        """Whether one model may stand on the ground at a position, whatever holds for its unit as a whole."""
        if occupied(position, base, front, self.neighbours):
            return False
        if self.zone is not None or not base.round:
            return self.fits(Formation((position,), (base,), (front,)))
        x, y = position
        r = base.half_length
        if x - r < 0.0 or y - r < 0.0 or x + r > self.ground.width or y + r > self.ground.height:
            return False
        for piece in self.pieces:  # noqa: SIM110
            if circle_on(piece, x, y, r):
                return False
        return True

    def _outside(self, form: Formation) -> list[str]:
        assert self.zone is not None
        out = next((i for i in range(len(form.positions)) if not wholly_in(form, i, self.zone)), None)
        return [] if out is None else [f"model {out + 1} would stand outside the zone"]

    def _off(self, form: Formation) -> str:
        for i in range(len(form.positions)):
            left, bottom, right, top = form.only((i,)).box
            if left < 0 or bottom < 0 or right > self.ground.width or top > self.ground.height:
                return f"model {i + 1} would stand over the edge of the table"
        return "over the edge of the table"

    def _ranks(self, form: Formation, first: bool) -> list[str]:
        pair = own_overlap(form)
        why = [f"models {pair[0] + 1} and {pair[1] + 1} would overlap"] if pair else []
        mode = self.mode
        if mode.coherency and not (why and first):
            out = out_of(form, mode.coherency, mode.measure, mode.spread)
            if out:
                names = ", ".join(str(i + 1) for i in out)
                why.append(
                    f'model{"s" if len(out) > 1 else ""} {names} would be out of coherency ({mode.coherency:g}")'
                )
        return why


def _zoned(zone: Outline) -> tuple[tuple[float, float, float, float], bool]:
    """The box round a zone, and whether it is that box."""
    xs, ys = [x for x, _ in zone], [y for _, y in zone]
    box = (min(xs), min(ys), max(xs), max(ys))
    return box, len(zone) == 4 and set(zone) == {(x, y) for x in box[::2] for y in box[1::2]}


def own_overlap(form: Formation) -> tuple[int, int] | None:
    """The first two models of one unit whose bases overlap, or None."""
    positions, r = form.positions, form.radius
    n = len(positions)
    if r >= 0 and not form.levels:
        return _nearer_pair(positions, 4 * r * r)
    if not form.levels and (circles := form.circles):
        for i, (x, y, r) in enumerate(circles):
            for j, (u, v, s) in enumerate(circles[:i]):
                if (x - u) * (x - u) + (y - v) * (y - v) < (r + s) * (r + s):
                    return j, i
        return None
    return next(((j, i) for i in range(n) for j in range(i) if overlap(form, i, form, j)), None)


def _nearer_pair(positions: tuple[Point, ...], limit: float) -> tuple[int, int] | None:
    """The first two positions the square of whose distance is less than ``limit``, or None."""
    for i in range(1, len(positions)):
        x, y = positions[i]
        for j in range(i):
            u, v = positions[j]
            if (x - u) * (x - u) + (y - v) * (y - v) < limit:
                return j, i
    return None


def holds_together(form: Formation, inches: float, measure: str, spread: float) -> bool:
    """Whether a unit is in coherency (``inches`` 0: however it stands) and no base of it lies on another; of a form found once."""
    asked = (inches, measure, spread)
    if form._together == asked:
        return True
    holds = not (inches and out_of(form, inches, measure, spread)) and own_overlap(form) is None
    if holds:
        form._together = asked
    return holds


def wholly_in(form: Formation, i: int, zone: Outline) -> bool:
    """Whether the whole base of model i stands in a polygon; touching its edge from inside is in."""
    x, y = form.positions[i]
    base = form.bases[i]
    if base.round:
        return inside(zone, x, y) and edge_d2(zone, x, y) >= base.half_length * base.half_length
    corners = form.outline(i)
    if not all(inside(zone, u, v) or edge_d2(zone, u, v) == 0.0 for u, v in corners):
        return False
    return inside(zone, x, y) and not any(inside(corners, u, v) for u, v in zone)
