"""Who sees whom, through what, and what stands in between: one function for the engine, the preview and the log.

From the eye of each firer (the top of the model, over the centre of its base) three lines in plan go to each target
model: to its centre and to both sides of its base as the firer sees it. Each is looked along at two heights, to the
top of the model and to its middle. A model is seen when one of the three lines to its top is clear; the share of the
six that is not clear is how much of it is hidden. A line is stopped where it passes at or below the top of something
that blocks sight.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from typing import Any, TypeAlias

from msgspec import Struct

from grognard.table.geometry import LATTICE, MANY, Box, Form, Outline, Spot, boxes_within, inside
from grognard.table.terrain import Ground

_EDGE = 2 / LATTICE  # by which rounding may put the side of a base outside the box of its unit
LINES = 6  # to the centre and both sides, each to the top and to the middle
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


class _Screen(Struct, frozen=True):
    """Something that may stand in a line: a polygon, or with one point a circle of this radius."""

    what: Any
    points: Outline
    radius: float
    top: float
    box: Box
    blocks: bool  # or only gives cover
    solid: bool  # blocks also those who stand in it
    place: int  # in the pieces of the ground; -1 for a model
    convex: bool


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
    tally = _Tally(n, m)
    work = _arrays if n * m > MANY and b.radius >= 0 else _loops
    work(tally, a, b, (eyes, tops, middles), screens, stood_a, stood_b)
    return tally.told(screens, ground, stood_b, least)


_Stood: TypeAlias = tuple[tuple[int, ...], ...]
_Levels: TypeAlias = tuple[list[float], list[float], list[float]]  # of the eyes, of the tops and middles of the target


class _Tally:
    """What has been found so far, pair by pair."""

    __slots__ = ("hidden", "shares", "stoppers", "views")

    def __init__(self, n: int, m: int) -> None:
        self.views: list[list[int]] = [[] for _ in range(n)]
        self.hidden = [LINES] * m  # lines stopped, from the firer that sees most
        self.shares: list[list[tuple[tuple[int, int], ...]]] = [[] for _ in range(m)]  # of each firer: (screen, lines)
        self.stoppers: set[int] = set()  # screens that stopped a line

    def sees(self, i: int, j: int, lines: int = 0, met: tuple[tuple[int, int], ...] = ()) -> None:
        """Firer i sees model j, ``lines`` stopped, these screens between."""
        self.views[i].append(j)
        self.shares[j].append(met)
        self.hidden[j] = min(self.hidden[j], lines)

    def told(self, screens: list[_Screen], ground: Ground, stood_b: _Stood, least: float) -> Sight:
        everything = range(len(self.hidden))
        between: dict[int, list[int]] = {}  # the first screen of something that is between, and which models it covers
        first = {s.what: k for k, s in reversed(list(enumerate(screens)))}
        for j in everything:
            shares = self.shares[j]
            if not shares or not all(shares):
                continue  # unseen, or a firer sees it with nothing between
            counts = [_by_what(share, screens) for share in shares]
            for what in counts[0]:
                if all(c.get(what, 0) >= least * LINES for c in counts):
                    between.setdefault(first[what], []).append(j)
        cover = [*_standing(ground, stood_b)]
        cover += [Cover(screens[k].what, "between", tuple(models)) for k, models in sorted(between.items())]
        blocks = tuple(dict.fromkeys([screens[k].what for k in sorted(self.stoppers)]))
        seen = tuple([j for j in everything if self.shares[j]])
        views = tuple([tuple(view) for view in self.views])
        return Sight(seen, views, tuple([h / LINES for h in self.hidden]), blocks, tuple(cover))


def _by_what(share: tuple[tuple[int, int], ...], screens: list[_Screen]) -> dict[Any, int]:
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


def _between(ground: Ground, a: Form, b: Form, blockers: Sequence[Blocker]) -> list[_Screen]:
    """What comes near enough to the corridor between two units to be looked at, terrain first."""
    p, q = a.box, b.box
    left, bottom = min(p[0], q[0]), min(p[1], q[1])
    right, top = max(p[2], q[2]), max(p[3], q[3])
    found: list[_Screen] = []
    for k, piece in enumerate(ground.pieces):
        box = piece.box
        if box[0] <= right and left <= box[2] and box[1] <= top and bottom <= box[3] and piece.height > 0.0:
            solid = "solid" in piece.properties
            blocks = solid or "dense" in piece.properties
            if _in_corridor(p, q, piece.points, 0.0):
                found.append(_Screen(piece.name, piece.points, 0.0, piece.height, box, blocks, solid, k, piece.convex))
    for unit, form, height in blockers:
        if not form.spots or not boxes_within(form.box, (left, bottom, right, top), 0.0):
            continue
        for i, spot in enumerate(form.spots):
            base, up = form.bases[i], form.level(i) + height
            x, y = spot
            r = base.radius
            points: Outline = (spot,) if base.shape == "round" else form.outline(i)
            box = (x - r, y - r, x + r, y + r)
            if boxes_within(box, (left, bottom, right, top), 0.0) and _in_corridor(p, q, (spot,), r):
                found.append(_Screen(unit, points, r, up, box, True, True, -1, len(points) > 1))
    return found


def _hides(screen: _Screen, p: Box, q: Box, stood_a: _Stood, stood_b: _Stood) -> bool:
    """Whether a convex screen certainly stands in every line between two boxes."""
    ax, ay, bx, by = (p[0] + p[2]) / 2, (p[1] + p[3]) / 2, (q[0] + q[2]) / 2, (q[1] + q[3]) / 2
    dx, dy = bx - ax, by - ay
    sides = [(dx * (y - ay) - dy * (x - ax), x, y) for x, y in screen.points]
    (s, lx, ly), (t, rx, ry) = max(sides), min(sides)
    if s <= 0.0 or t >= 0.0:
        return False
    left, bottom, right, top = q[0] - _EDGE, q[1] - _EDGE, q[2] + _EDGE, q[3] + _EDGE
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


def _in_corridor(p: Box, q: Box, points: Sequence[Spot], pad: float) -> bool:
    """Whether points are not all on one side of every line between two boxes; True when in doubt."""
    ax, ay, bx, by = (p[0] + p[2]) / 2, (p[1] + p[3]) / 2, (q[0] + q[2]) / 2, (q[1] + q[3]) / 2
    dx, dy = bx - ax, by - ay
    wide_p = abs(dx) * (p[3] - p[1]) + abs(dy) * (
        p[2] - p[0]
    )  # twice the reach of a box across the line, times its length
    wide_q = abs(dx) * (q[3] - q[1]) + abs(dy) * (q[2] - q[0])
    margin = max(wide_p, wide_q) / 2 + pad * (abs(dx) + abs(dy)) + 1e-6
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


def _targets(b: Form, j: int, ax: float, ay: float) -> tuple[Spot, Spot, Spot]:
    """What is looked at of a model: its centre and the two sides of its base."""
    x, y = b.spots[j]
    base = b.bases[j]
    dx, dy = x - ax, y - ay
    if base.shape == "round":
        d = sqrt(dx * dx + dy * dy)
        if d == 0.0:
            return ((x, y),) * 3
        u = round(dy * base.half_length / d * LATTICE) / LATTICE
        v = round(dx * base.half_length / d * LATTICE) / LATTICE
        return (x, y), (x + u, y - v), (x - u, y + v)
    ranked = sorted([(dx * (v - ay) - dy * (u - ax), u, v) for u, v in b.outline(j)])
    return (x, y), ranked[0][1:], ranked[-1][1:]


def _faces(screens: list[_Screen], ax: float, ay: float, eye: float, in_a: tuple[int, ...], radius: float) -> list[Any]:
    """The screens as seen by one firer, each with the two corners that bound what it hides.

    (place in the list, screen, whether its corners tell anything, the right corner from the eye and its margin, the
    left corner and its margin, the margin of the chord, whether the firer is in it, the square of how far it is).
    """
    wide = radius * 1.01 + 0.002  # the lines to the sides of a base, with rounding to spare
    found = []
    for k, screen in enumerate(screens):
        here = screen.place in in_a
        if here and not screen.solid:
            continue
        lox = loy = hix = hiy = 0.0
        points = screen.points
        if screen.convex and not here and (screen.place >= 0 or not inside(points, ax, ay)):
            lox, loy = hix, hiy = points[0][0] - ax, points[0][1] - ay
            for x, y in points:
                x, y = x - ax, y - ay
                if lox * y - loy * x < 0.0:
                    lox, loy = x, y
                if hix * y - hiy * x > 0.0:
                    hix, hiy = x, y
        sure = lox * hiy - loy * hix > 0.0
        right, left = (abs(lox) + abs(loy)) * wide, (abs(hix) + abs(hiy)) * wide
        chord = (abs(hix - lox) + abs(hiy - loy)) * wide if screen.top >= eye else inf
        left_of, low_of, right_of, top_of = screen.box  # how far the box is, less what a base is wide
        fx, fy = max(left_of - ax, ax - right_of, 0.0), max(low_of - ay, ay - top_of, 0.0)
        free = max(0.0, sqrt(fx * fx + fy * fy) - wide)
        found.append((k, screen, sure, lox, loy, right, hix, hiy, left, chord, here, free * free))
    found.sort(key=lambda face: not face[1].blocks)  # so that what hides all is met first
    return found


def _loops(
    tally: _Tally, a: Form, b: Form, levels: _Levels, screens: list[_Screen], stood_a: _Stood, stood_b: _Stood
) -> None:
    eyes, tops, middles = levels
    radius = max([base.radius for base in b.bases])
    targets = b.spots
    for i, (ax, ay) in enumerate(a.spots):
        eye = eyes[i]
        faces = _faces(screens, ax, ay, eye, stood_a[i], radius)
        for j, (bx, by) in enumerate(targets):
            dx, dy = bx - ax, by - ay
            top, length2 = tops[j], dx * dx + dy * dy
            doubtful, whole = [], []
            for face in faces:
                k, screen, sure, lox, loy, right, hix, hiy, left, chord, _, free = face
                if length2 < free:
                    continue  # the target stands before it
                if sure:
                    c = lox * dy - loy * dx
                    if c < -right:
                        continue
                    d = dx * hiy - dy * hix
                    if d < -left:
                        continue
                    if (
                        c > right
                        and d > left
                        and top <= screen.top
                        and (hix - lox) * (dy - loy) - (hiy - loy) * (dx - lox) < -chord
                    ):
                        if screen.place in stood_b[j] and not screen.solid:
                            continue
                        whole.append(k)  # all lines pass through it, low enough
                        if screen.blocks:
                            tally.stoppers.add(k)
                            break  # hidden, whatever else is in the way
                        continue
                elif screen.place < 0 and len(screen.points) == 1:
                    x, y = screen.points[0]
                    c, d = dx * (y - ay) - dy * (x - ax), radius + screen.radius
                    if c * c > length2 * d * d * 1.05 + 0.01:
                        continue
                doubtful.append(face)
            else:
                if not doubtful and not whole:
                    tally.sees(i, j)
                    continue
                _pair(tally, b, i, j, ax, ay, (eye, middles[j], top), whole, doubtful, stood_b[j])


def _pair(
    tally: _Tally, b: Form, i: int, j: int, ax: float, ay: float, levels: tuple[float, float, float], whole: list[int],
    doubtful: list[Any], in_b: tuple[int, ...],
) -> None:  # fmt: skip
    """A firer and a target with something between: ``whole`` covers all of it; of ``doubtful`` each line must tell."""
    eye, middle, top = levels
    met = [(k, LINES) for k in whole]
    stopped = 0  # a bit a line: the first three to the top
    lines = None
    for face in doubtful:
        k, screen, there = face[0], face[1], face[1].place in in_b
        if there and not screen.solid:
            continue
        if lines is None:
            lines = _targets(b, j, ax, ay)
        bits = count = 0
        for c in (0, 1, 2):
            low, high = _passed(screen, ax, ay, *lines[c], eye, middle, top, face[10])
            bits |= high << c | low << c + 3
            count += high + low
        if bits:
            met.append((k, count))
            if screen.blocks:
                stopped |= bits
                tally.stoppers.add(k)
    if stopped & 7 != 7:
        tally.sees(i, j, stopped.bit_count(), tuple(met))


def _passed(
    screen: _Screen, ax: float, ay: float, tx: float, ty: float, eye: float, middle: float, top: float, here: bool,
) -> tuple[bool, bool]:  # fmt: skip
    """Whether a line passes below the top of a screen: looking at the middle of a model, and at its top."""
    dx, dy = tx - ax, ty - ay
    up = screen.top
    points = screen.points
    if len(points) == 1:
        (x, y), r2 = points[0], screen.radius * screen.radius
        ux, uy = x - ax, y - ay
        length2 = dx * dx + dy * dy
        along = ux * dx + uy * dy
        if along <= 0.0 or along >= length2:
            return False, False
        across = dx * uy - dy * ux
        if across * across >= r2 * length2:
            return False, False
        t = along / length2
        return eye + t * (middle - eye) <= up, eye + t * (top - eye) <= up
    low = high = False
    if here and eye <= up:
        return True, True
    end = here  # whether the far end lies in it: every crossing changes that
    under = eye <= up and top <= up and middle <= up
    px, py = points[-1]
    sp = dx * (py - ay) - dy * (px - ax)
    for qx, qy in points:
        sq = dx * (qy - ay) - dy * (qx - ax)
        if (sp > 0.0) != (sq > 0.0):
            ex, ey = qx - px, qy - py
            num = (px - ax) * ey - (py - ay) * ex
            den = dx * ey - dy * ex
            if 0.0 < num < den or den < num < 0.0:
                if under:
                    return True, True
                end = not end
                t = num / den
                low = low or eye + t * (middle - eye) <= up
                high = high or eye + t * (top - eye) <= up
        px, py, sp = qx, qy, sq
    return low or (end and middle <= up), high or (end and top <= up)


def _arrays(
    tally: _Tally, a: Form, b: Form, levels: _Levels, screens: list[_Screen], stood_a: _Stood, stood_b: _Stood
) -> None:
    """The same as ``_loops``, for many pairs at once: the same products in the same order, so the same answers."""
    import numpy as np

    n, m = len(a.spots), len(b.spots)
    eyes, tops, middles = levels
    p, q = a.array(), b.array()
    ax, ay = p[:, 0][:, None, None], p[:, 1][:, None, None]
    dx, dy = q[None, :, 0] - p[:, 0, None], q[None, :, 1] - p[:, 1, None]
    d = np.sqrt(dx * dx + dy * dy)
    d[d == 0.0] = np.inf  # one right above the other: all three lines go to the centre
    u = np.rint(dy * b.radius / d * LATTICE) / LATTICE
    v = np.rint(dx * b.radius / d * LATTICE) / LATTICE
    tx = np.stack([q[None, :, 0] + 0 * u, q[None, :, 0] + u, q[None, :, 0] - u], axis=2)
    ty = np.stack([q[None, :, 1] + 0 * v, q[None, :, 1] - v, q[None, :, 1] + v], axis=2)
    lx, ly = tx - ax, ty - ay  # n x m x 3
    length2 = lx * lx + ly * ly
    eye = np.array(eyes)[:, None, None]
    middle, top = np.array(middles)[None, :, None], np.array(tops)[None, :, None]
    stopped = np.zeros((n, m, LINES), dtype=bool)
    counts = []
    for k, screen in enumerate(screens):
        here = np.array([screen.place in s for s in stood_a])[:, None, None]
        there = np.array([screen.place in s for s in stood_b])[None, :, None]
        low = np.zeros((n, m, 3), dtype=bool)
        high = np.zeros((n, m, 3), dtype=bool)
        if len(screen.points) == 1:
            x, y = screen.points[0]
            ux, uy = x - ax, y - ay
            along, across = ux * lx + uy * ly, lx * uy - ly * ux
            hit = (along > 0.0) & (along < length2) & (across * across < screen.radius * screen.radius * length2)
            t = along / np.where(length2 == 0.0, 1.0, length2)
            low |= hit & (eye + t * (middle - eye) <= screen.top)
            high |= hit & (eye + t * (top - eye) <= screen.top)
        else:
            low |= here & (eye <= screen.top)
            high |= here & (eye <= screen.top)
            end = here | np.zeros((n, m, 3), dtype=bool)
            px, py = screen.points[-1]
            sp = lx * (py - ay) - ly * (px - ax)
            for qx, qy in screen.points:
                sq = lx * (qy - ay) - ly * (qx - ax)
                ex, ey = qx - px, qy - py
                num, den = (px - ax) * ey - (py - ay) * ex + 0 * lx, lx * ey - ly * ex
                within = ((num > 0.0) & (num < den)) | ((num < 0.0) & (num > den))
                hit = ((sp > 0.0) != (sq > 0.0)) & within
                end ^= hit
                t = np.where(hit, num, 0.0) / np.where(hit, den, 1.0)
                low |= hit & (eye + t * (middle - eye) <= screen.top)
                high |= hit & (eye + t * (top - eye) <= screen.top)
                px, py, sp = qx, qy, sq
            low |= end & (middle <= screen.top)
            high |= end & (top <= screen.top)
        if not screen.solid:  # those who stand in it look out, and are seen
            low &= ~(here | there)
            high &= ~(here | there)
        if screen.blocks:
            stopped[:, :, :3] |= high
            stopped[:, :, 3:] |= low
            if low.any() or high.any():
                tally.stoppers.add(k)
        counts.append((low.sum(axis=2) + high.sum(axis=2)).tolist())
    clear, whole = stopped[:, :, :3].sum(axis=2).tolist(), stopped.sum(axis=2).tolist()
    for i in range(n):
        for j in range(m):
            if clear[i][j] < 3:
                tally.sees(i, j, whole[i][j], tuple([(k, c[i][j]) for k, c in enumerate(counts) if c[i][j]]))


def _standing(ground: Ground, stood: _Stood) -> tuple[Cover, ...]:
    """Cover from the pieces that target models stand in, in the order of the ground."""
    if not any(stood):
        return ()
    places = sorted({k for s in stood for k in s})
    return tuple(
        [Cover(ground.pieces[k].name, "in", tuple([j for j, s in enumerate(stood) if k in s])) for k in places]
    )
