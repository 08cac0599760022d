"""Templates and markers: which models lie under them, and where they do most.

A circle, a teardrop (8" long, 2.5" wide at its far end), rings of nested circles, a clover of five circles. A base that
only touches the edge of a template is under it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any, TypeAlias

from msgspec import Struct

from grognard.table.distances import drop_depth, in_circle, in_drop
from grognard.table.geometry import Formation, Outline, Point, boxes_within, edge_d2, heading, inside, polygons_d2, snap
from grognard.table.space import SIXTEEN

SMALL, LARGE = 1.5, 2.5  # radii of the 3" and the 5" marker, inches


class Circle(Struct, frozen=True):
    """A round marker: its centre and radius in inches."""

    x: float
    y: float
    radius: float = SMALL

    def touches(self, form: Formation, i: int) -> bool:
        """Whether the base of model i lies under it, if only in part."""
        u, v = form.positions[i]
        base = form.bases[i]
        if base.round:
            reach = self.radius + base.half_length
            return (u - self.x) * (u - self.x) + (v - self.y) * (v - self.y) <= reach * reach
        outline = form.outline(i)
        return inside(outline, self.x, self.y) or edge_d2(outline, self.x, self.y) <= self.radius * self.radius

    def covers(self, form: Formation, i: int) -> bool:
        """Whether the base of model i lies wholly under it."""
        u, v = form.positions[i]
        base = form.bases[i]
        if base.round:
            reach = self.radius - base.half_length
            return reach >= 0 and (u - self.x) * (u - self.x) + (v - self.y) * (v - self.y) <= reach * reach
        r2 = self.radius * self.radius
        return all((p - self.x) * (p - self.x) + (q - self.y) * (q - self.y) <= r2 for p, q in form.outline(i))

    def hole_on(self, form: Formation, i: int) -> bool:
        """Whether its centre lies over the base of model i."""
        return Circle(self.x, self.y, 0.0).touches(form, i)


class Teardrop(Struct, frozen=True):
    """A flame template: its narrow end at (x, y), pointing along ``facing`` (a lattice vector).

    It is the area between a circle of radius ``tip`` round the narrow end and the circle of radius ``end`` at the far
    end, ``length`` inches from tip to end over all.
    """

    x: float
    y: float
    facing: Point
    length: float = 8.0
    end: float = 1.25
    tip: float = 0.125

    def _ahead(self) -> tuple[float, float, float]:
        """The direction as a unit vector, and the distance from the narrow end to the far circle's centre."""
        fx, fy = self.facing
        f = sqrt(fx * fx + fy * fy)
        return fx / f, fy / f, self.length - self.end - self.tip

    def depth(self, x: float, y: float) -> float:
        """How far a point lies outside the template, inches; negative inside."""
        return drop_depth(x - self.x, y - self.y, self.facing, self.length, self.end, self.tip)

    def outline(self) -> Outline:
        """A polygon for drawing and for bases that are not round: it lies inside by at most 0.03"."""
        fx, fy, far = self._ahead()
        points: list[Point] = []
        for centre, radius in ((self.tip, self.tip), (self.tip + far, self.end)):
            for c, s in SIXTEEN:
                u, v = centre + c * radius, s * radius
                points.append((u, v))
        return tuple([(snap(self.x + u * fx - v * fy), snap(self.y + u * fy + v * fx)) for u, v in _hull(points)])

    def reaches(self, form: Formation) -> bool:
        """Whether it may touch a model of the unit: a look at the box round all of them."""
        return boxes_within(form.box, (self.x, self.y, self.x, self.y), self.length + 1 / 16)

    def touches(self, form: Formation, i: int) -> bool:
        """Whether the base of model i lies under it, if only in part."""
        base = form.bases[i]
        depth = self.depth(*form.positions[i])
        if base.round:
            return depth <= base.half_length
        if depth <= 0.0 or depth > base.radius + 1 / 128:
            return depth <= 0.0  # the centre lies under it, or the circle round the base does not reach it
        return polygons_d2(self.outline(), form.outline(i)) == 0.0

    def covers(self, form: Formation, i: int) -> bool:
        """Whether the base of model i lies wholly under it."""
        base = form.bases[i]
        if base.round:
            return self.depth(*form.positions[i]) <= -base.half_length
        return all(self.depth(u, v) <= 0.0 for u, v in form.outline(i))


class Clover(Struct, frozen=True):
    """Five circles: one in the middle and one on each side of it, turned by ``facing``; for heavy barrages."""

    x: float
    y: float
    facing: Point = (0.0, 1.0)
    radius: float = LARGE

    def circles(self) -> tuple[Circle, ...]:
        """The four leaves (ahead, right, behind, left) and the middle."""
        fx, fy = self.facing
        f = sqrt(fx * fx + fy * fy)
        u, v = 2 * self.radius * fx / f, 2 * self.radius * fy / f
        leaves = ((u, v), (v, -u), (-u, -v), (-v, u), (0.0, 0.0))
        return tuple([Circle(snap(self.x + p), snap(self.y + q), self.radius) for p, q in leaves])

    def touches(self, form: Formation, i: int) -> bool:
        """Whether the base of model i lies under any of the circles, if only in part."""
        return any(circle.touches(form, i) for circle in self.circles())

    def covers(self, form: Formation, i: int) -> bool:
        """Whether the base of model i lies wholly under one of the circles."""
        return any(circle.covers(form, i) for circle in self.circles())


Template: TypeAlias = Circle | Teardrop | Clover


def under(template: Template, form: Formation, wholly: bool = False) -> tuple[int, ...]:
    """The models of a unit that lie under a template, in part or ``wholly``, in order."""
    if not wholly and isinstance(template, Circle) and (radius := form.radius) >= 0:
        return tuple(in_circle(form.positions, template.x, template.y, template.radius + radius))
    if isinstance(template, Teardrop):
        if not template.reaches(form):
            return ()
        if not wholly and (radius := form.radius) >= 0:
            drop = template
            return tuple(in_drop(form.positions, drop.x, drop.y, drop.facing, drop.length, drop.end, drop.tip, radius))
    lies = template.covers if wholly else template.touches
    return tuple([i for i in range(len(form.positions)) if lies(form, i)])


def all_under(
    template: Template, forms: Iterable[tuple[Any, Formation]], wholly: bool = False
) -> tuple[tuple[Any, tuple[int, ...]], ...]:
    """The units of (id, Formation) that have models under a template, with these models, in the order given."""
    found = [(unit, under(template, form, wholly)) for unit, form in forms]
    return tuple([(unit, models) for unit, models in found if models])


def zones(x: float, y: float, radii: Sequence[float], form: Formation) -> tuple[int, ...]:
    """For each model the innermost of nested circles that it lies under, in part.

    0 is the smallest, -1 none of them.
    """
    circles = [Circle(x, y, radius) for radius in sorted(radii)]
    return tuple(
        [next((k for k, c in enumerate(circles) if c.touches(form, i)), -1) for i in range(len(form.positions))]
    )


def best_circle(
    target: Formation, radius: float = SMALL, avoid: Sequence[Formation] = (), allowed: Sequence[int] | None = None
) -> Circle | None:
    """The circle with its centre over a model of the target that has most of the target under it, None if there is
    none.

    ``avoid`` are units that had better not be under it: each of their models counts against it as much as one of the
    target for it. ``allowed`` are the models over which the centre may lie (all, if not given). Of equals the first:
    over a model's centre before between two models.
    """
    models = range(len(target.positions)) if allowed is None else allowed
    best: Circle | None = None
    most = -(10**6)
    near = [
        other for other in avoid if boxes_within(target.box, other.box, 2 * radius)
    ]  # its centre lies on the target
    for x, y in _centres(target, radius, models):
        circle = Circle(x, y, radius)
        worth = len(under(circle, target))
        if worth <= most:
            continue  # whatever else lies under it
        worth -= sum([len(under(circle, other)) for other in near])
        if worth > most and any(circle.hole_on(target, i) for i in models):
            best, most = circle, worth
    return best


def _centres(target: Formation, radius: float, models: Sequence[int]) -> list[Point]:
    """Where a circle may lie best: over a model, between two, and where it just touches two."""
    positions = target.positions
    found = [positions[i] for i in models]
    for i in models:
        x, y = positions[i]
        edge = target.bases[i].radius
        found += [(snap(x + edge * 0.9 * c), snap(y + edge * 0.9 * s)) for c, s in SIXTEEN]
        for j, (u, v) in enumerate(positions):
            reach = 2 * radius + edge + target.bases[j].radius
            if j != i and (x - u) * (x - u) + (y - v) * (y - v) <= reach * reach:
                found.append((snap((x + u) / 2), snap((y + v) / 2)))
    return list(dict.fromkeys(found))


def best_teardrop(
    firer: Point | Formation,
    target: Formation,
    avoid: Sequence[Formation] = (),
    length: float = 8.0,
    end: float = 1.25,
    reach: float = 0.0,
    forbid: bool = True,
) -> Teardrop | None:
    """The teardrop from a firer's base that touches most models of the target; None when it touches none.

    ``firer`` is a position or the form of the one model that fires: the narrow end then lies at the edge of its base.
    ``avoid`` are units none of whose models may be touched (``forbid``), or had better not be. ``reach`` lets the
    narrow end lie up to so many inches away, no farther from the target than the firer is. Of equals the first is
    taken, towards the models of the target in their order.
    """
    (x, y), edge = (firer.positions[0], firer.bases[0].radius) if isinstance(firer, Formation) else (firer, 0.0)
    best: Teardrop | None = None
    most = 0
    far = edge + max(0.0, reach) + length + 1 / 16
    able = sum(
        [(u - x) * (u - x) + (v - y) * (v - y) <= (far + base.radius) * (far + base.radius)
         for (u, v), base in zip(target.positions, target.bases, strict=True)]
    )  # fmt: skip
    for facing in _directions(x, y, target) if able else ():
        if most == able:
            break  # nothing can touch more, and of equals the first is taken
        fx, fy = facing
        for out in (edge,) if reach <= 0 else (edge, edge + reach / 2, edge + reach):
            drop = Teardrop(snap(x + fx * out), snap(y + fy * out), facing, length, end)
            touched = len(under(drop, target))
            if touched <= most:
                continue
            spared = sum([len(under(drop, other)) for other in avoid])
            if spared and forbid:
                continue
            if touched - spared > most:
                best, most = drop, touched - spared
    return best


def _directions(x: float, y: float, target: Formation) -> list[Point]:
    """Directions worth trying: at each model, past both sides of each, and between each two; each once."""
    at = [(u - x, v - y) for u, v in target.positions]
    found = [heading(dx, dy) for dx, dy in at]
    for i, (dx, dy) in enumerate(at):
        d = sqrt(dx * dx + dy * dy) or 1.0
        side = (target.bases[i].radius + 0.6) / d  # the template is about so wide half-way along
        found += [heading(dx - dy * side, dy + dx * side), heading(dx + dy * side, dy - dx * side)]
        for ex, ey in at[:i]:
            e = sqrt(ex * ex + ey * ey) or 1.0
            found.append(heading(dx / d + ex / e, dy / d + ey / e))
    return list(dict.fromkeys(found))


def _hull(points: Sequence[Point]) -> list[Point]:
    """The convex hull, counter-clockwise."""
    ordered = sorted(set(points))
    halves: list[list[Point]] = []
    for run in (ordered, ordered[::-1]):
        half: list[Point] = []
        for x, y in run:
            while len(half) > 1 and _turn(half[-2], half[-1], (x, y)) <= 0:
                half.pop()
            half.append((x, y))
        halves.append(half[:-1])
    return halves[0] + halves[1]


def _turn(p: Point, q: Point, r: Point) -> float:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
