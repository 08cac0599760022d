"""Who sees whom, through what, and what stands in between: one function for the engine, the preview and the log.

From the eye of each firer (the top of the model, over the centre of its base) three lines in plan go to each target
model: to its centre and to both sides of its base as the firer sees it. Each is looked along at two heights, to the
top of the model and to its middle. A model is seen when one of the three lines to its top is clear; the share of the
six that is not clear is how much of it is hidden. A line is stopped where it passes at or below the top of something
that blocks sight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from grognard.table.geometry import MANY, Box, Form, Outline, Spot, boxes_within
from grognard.table.lines import EDGE, LINES, Screen, Stood, Tally, arrays, loops
from grognard.table.terrain import Ground

Heights: TypeAlias = float | Sequence[float]
Blocker: TypeAlias = tuple[Any, Form, float]  # id of a unit, where it stands, how high its models are


class Cover(Struct, frozen=True):
    """Something that gives cover: the name of a piece or the id of a unit, and to which target models.

    ``how`` is "in" (they stand in it) or "between" (every firer that sees them has it between, over the least share).
    """

    what: Any
    how: str
    models: tuple[int, ...]


class Sight(Struct, frozen=True):
    """What one unit sees of another.

    ``seen`` are the target models that any firer sees; ``views`` tells for each firer which target models it sees;
    ``hidden`` how much of each target model is hidden from the firer that sees most of it (0.0 to 1.0); ``blocks``
    names what blocks (pieces by name, units by id), though not what stands behind something that hides it all;
    ``cover`` what may give cover.
    """

    seen: tuple[int, ...]
    views: tuple[tuple[int, ...], ...]
    hidden: tuple[float, ...]
    blocks: tuple[Any, ...] = ()
    cover: tuple[Cover, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.seen)

    @property
    def obscured(self) -> float:
        """How much of the whole target is hidden, 0.0 to 1.0: the mean over its models."""
        return sum(self.hidden) / len(self.hidden) if self.hidden else 1.0

    @property
    def firers(self) -> tuple[int, ...]:
        """The firers that see anything."""
        return tuple([i for i, view in enumerate(self.views) if view])

    def covered(self, what: Any) -> tuple[int, ...]:
        """The target models that a piece (by name) or a unit (by id) covers, standing in it or behind it."""
        return tuple(sorted({j for c in self.cover if c.what == what for j in c.models}))


def look(
    ground: Ground,
    a: Form,
    b: Form,
    heights_a: Heights,
    heights_b: Heights,
    blockers: Sequence[Blocker] = (),
    least: float = 0.25,
) -> Sight:
    """What the models of ``a`` see of the models of ``b``.

    ``heights_a`` and ``heights_b`` are the heights of the models in inches, one number or one a model. ``blockers`` are
    (id, Form, height) of the units whose models block sight: leave out those that do not, the firer's and the target's
    own among them. A piece or unit is cover "between" when at least the share ``least`` of a firer's lines to a model
    pass it below its top; the piece that a firer stands in is none for its targets.
    """
    n, m = len(a.spots), len(b.spots)
    if not n or not m:
        return Sight((), ((),) * n, (1.0,) * m)
    stood_a, stood_b = ground.standing(a), ground.standing(b)
    screens = _between(ground, a, b, blockers)
    everything = tuple(range(m))
    if not screens:
        return Sight(everything, (everything,) * n, (0.0,) * m, (), _standing(ground, stood_b))
    eyes, tops, middles = _levels(a, heights_a, 1.0), _levels(b, heights_b, 1.0), _levels(b, heights_b, 0.5)
    low = min(*eyes, *middles)
    screens = [s for s in screens if s.top >= low]
    high = max(*eyes, *tops)
    for screen in screens:
        if screen.top >= high and screen.blocks and screen.convex and _hides(screen, a.box, b.box, stood_a, stood_b):
            return Sight((), ((),) * n, (1.0,) * m, (screen.what,), _standing(ground, stood_b))
    tally = Tally(n, m)
    work = arrays if n * m > MANY and b.radius >= 0 else loops
    work(tally, a, b, (eyes, tops, middles), screens, stood_a, stood_b)
    return _told(tally, screens, ground, stood_b, least)


def _told(tally: Tally, screens: list[Screen], ground: Ground, stood_b: Stood, least: float) -> Sight:
    """What has been found, pair by pair, put together."""
    everything = range(len(tally.hidden))
    between: dict[int, list[int]] = {}  # the first screen of something that is between, and which models it covers
    first = {s.what: k for k, s in reversed(list(enumerate(screens)))}
    for j in everything:
        shares = tally.shares[j]
        if not shares or not all(shares):
            continue  # unseen, or a firer sees it with nothing between
        counts = [_by_what(share, screens) for share in shares]
        for what in counts[0]:
            if all(c.get(what, 0) >= least * LINES for c in counts):
                between.setdefault(first[what], []).append(j)
    cover = [*_standing(ground, stood_b)]
    cover += [Cover(screens[k].what, "between", tuple(models)) for k, models in sorted(between.items())]
    blocks = tuple(dict.fromkeys([screens[k].what for k in sorted(tally.stoppers)]))
    seen = tuple([j for j in everything if tally.shares[j]])
    views = tuple([tuple(view) for view in tally.views])
    return Sight(seen, views, tuple([h / LINES for h in tally.hidden]), blocks, tuple(cover))


def _by_what(share: tuple[tuple[int, int], ...], screens: list[Screen]) -> dict[Any, int]:
    counts: dict[Any, int] = {}
    for k, lines in share:
        what = screens[k].what
        counts[what] = counts.get(what, 0) + lines
    return counts


def _levels(form: Form, heights: Heights, part: float) -> list[float]:
    if isinstance(heights, int | float):
        up = heights * part
        return [up + z for z in form.levels] if form.levels else [up] * len(form.spots)
    return [h * part + form.level(i) for i, h in enumerate(heights)]


def _between(ground: Ground, a: Form, b: Form, blockers: Sequence[Blocker]) -> list[Screen]:
    """What comes near enough to the corridor between two units to be looked at, terrain first."""
    p, q = a.box, b.box
    whole = around(p, q)
    left, bottom, right, top = whole
    corridor = _corridor(p, q)
    found: list[Screen] = []
    for k, piece in enumerate(ground.pieces):
        box = piece.box
        if box[0] <= right and left <= box[2] and box[1] <= top and bottom <= box[3] and piece.height > 0.0:
            solid = "solid" in piece.properties
            blocks = solid or "dense" in piece.properties
            if _in_corridor(corridor, piece.points, 0.0):
                found.append(Screen(piece.name, piece.points, 0.0, piece.height, box, blocks, solid, k, piece.convex))
    for unit, form, height in blockers:
        if not form.spots or not boxes_within(form.box, whole, 0.0):
            continue
        for i, spot in enumerate(form.spots):
            base, up = form.bases[i], form.level(i) + height
            x, y = spot
            r = base.half_length if base.shape == "round" else base.radius
            points: Outline = (spot,) if base.shape == "round" else form.outline(i)
            box = (x - r, y - r, x + r, y + r)
            near = x - r <= right and left <= x + r and y - r <= top and bottom <= y + r
            if near and _in_corridor(corridor, (spot,), r):
                found.append(Screen(unit, points, r, up, box, True, True, -1, len(points) > 1))
    return found


def _hides(screen: Screen, p: Box, q: Box, stood_a: Stood, stood_b: Stood) -> bool:
    """Whether a convex screen certainly stands in every line between two boxes."""
    ax, ay, bx, by = (p[0] + p[2]) / 2, (p[1] + p[3]) / 2, (q[0] + q[2]) / 2, (q[1] + q[3]) / 2
    dx, dy = bx - ax, by - ay
    sides = [(dx * (y - ay) - dy * (x - ax), x, y) for x, y in screen.points]
    (s, lx, ly), (t, rx, ry) = max(sides), min(sides)
    if s <= 0.0 or t >= 0.0:
        return False
    left, bottom, right, top = q[0] - EDGE, q[1] - EDGE, q[2] + EDGE, q[3] + EDGE
    ends = ((left, bottom), (right, bottom), (left, top), (right, top))
    cx, cy = rx - lx, ry - ly
    for x, y in ends:  # the target must be wholly behind the line from its left end to its right end
        if cx * (y - ly) - cy * (x - lx) <= 0.0:
            return False
    for x, y in ((p[0], p[1]), (p[2], p[1]), (p[0], p[3]), (p[2], p[3])):
        if cx * (y - ly) - cy * (x - lx) >= 0.0:
            return False
        for u, v in ends:
            ex, ey = u - x, v - y
            if ex * (ly - y) - ey * (lx - x) <= 0.0 or ex * (ry - y) - ey * (rx - x) >= 0.0:
                return False
    return screen.solid or not any(screen.place in s for s in (*stood_a, *stood_b))


def _corridor(p: Box, q: Box) -> tuple[float, float, float, float, float]:
    """The way between two boxes: from where, in what direction, and how far they reach across it, times its length."""
    p0, p1, p2, p3 = p
    q0, q1, q2, q3 = q
    ax, ay, bx, by = (p0 + p2) / 2, (p1 + p3) / 2, (q0 + q2) / 2, (q1 + q3) / 2
    dx, dy = bx - ax, by - ay
    wide_p = abs(dx) * (p3 - p1) + abs(dy) * (p2 - p0)
    wide_q = abs(dx) * (q3 - q1) + abs(dy) * (q2 - q0)
    return ax, ay, dx, dy, max(wide_p, wide_q) / 2 + 1e-6


def in_the_way(p: Box, q: Box, boxes: Sequence[Box]) -> list[int]:
    """Which of some boxes come near the way between two boxes, in order: what lies in the others is in no line of sight."""
    left, bottom, right, top = around(p, q)
    x, y, dx, dy, wide = _corridor(p, q)
    ex, ey = abs(dx), abs(dy)
    found = []
    for k, (a, b, c, d) in enumerate(boxes):
        if a <= right and left <= c and b <= top and bottom <= d:
            off = ((a + c) / 2 - x) * dy - ((b + d) / 2 - y) * dx
            reach = wide + (ex * (d - b) + ey * (c - a)) / 2
            if -reach <= off <= reach:
                found.append(k)
    return found


def around(p: Box, q: Box) -> Box:
    """The box round two boxes."""
    p0, p1, p2, p3 = p
    q0, q1, q2, q3 = q
    return (p0 if p0 < q0 else q0, p1 if p1 < q1 else q1, p2 if p2 > q2 else q2, p3 if p3 > q3 else q3)


def _in_corridor(corridor: tuple[float, float, float, float, float], points: Sequence[Spot], pad: float) -> bool:
    """Whether points are not all on one side of every line between two boxes; True when in doubt."""
    ax, ay, dx, dy, margin = corridor
    if pad:
        margin += pad * (abs(dx) + abs(dy))
    above = below = False
    for x, y in points:
        s = dx * (y - ay) - dy * (x - ax)
        if s >= -margin:
            above = True
        if s <= margin:
            below = True
        if above and below:
            return True
    return False


def _standing(ground: Ground, stood: Stood) -> tuple[Cover, ...]:
    """Cover from the pieces that target models stand in, in the order of the ground."""
    if not any(stood):
        return ()
    places = sorted({k for s in stood for k in s})
    return tuple(
        [Cover(ground.pieces[k].name, "in", tuple([j for j, s in enumerate(stood) if k in s])) for k in places]
    )
