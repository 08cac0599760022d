"""Lines of sight: from the eyes of firers to their targets, past what stands in between (see ``sight``)."""

from __future__ import annotations

from math import inf, sqrt
from typing import Any, TypeAlias

from msgspec import Struct

from grognard.table.geometry import LATTICE, Box, Form, Outline, Spot, inside, snap

EDGE = 2 / LATTICE  # by which rounding may put the side of a base outside the box of its unit
LINES = 6  # to the centre and both sides, each to the top and to the middle
_COUNT = [bits.bit_count() for bits in range(1 << LINES)]  # lines in a set of them
Stood: TypeAlias = tuple[tuple[int, ...], ...]
Levels: TypeAlias = tuple[list[float], list[float], list[float]]  # of the eyes, of the tops and middles of the target


class Screen(Struct, frozen=True):
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


class Tally:
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


def _targets(b: Form, j: int, ax: float, ay: float) -> tuple[Spot, Spot, Spot]:
    """What is looked at of a model: its centre and the two sides of its base."""
    x, y = b.spots[j]
    base = b.bases[j]
    dx, dy = x - ax, y - ay
    if base.shape == "round":
        d, half = sqrt(dx * dx + dy * dy), base.half_length
        if d == 0.0:
            return ((x, y),) * 3
        u, v = snap(dy * half / d), snap(dx * half / d)
        return (x, y), (x + u, y - v), (x - u, y + v)
    ranked = sorted([(dx * (v - ay) - dy * (u - ax), u, v) for u, v in b.outline(j)])
    return (x, y), ranked[0][1:], ranked[-1][1:]


def _faces(
    screens: list[Screen], ax: float, ay: float, eye: float, in_a: tuple[int, ...], radius: float, box: Box
) -> tuple[list[Any], list[Any]]:
    """The screens that may stand between one firer and a box round all targets, as the firer sees them.

    First polygons, each with the two corners that bound what it hides: (place in the list, screen, whether its corners
    tell anything, the right corner from the eye and its margin, the left corner and its margin, the margin of the chord,
    whether the firer is in it, the square of how far it is). Then circles: (place in the list, screen, where its centre
    is from the eye, the square of how wide it and a base are, the square of how far it is).
    """
    wide = radius * 1.01 + 0.002  # the lines to the sides of a base, with rounding to spare
    (rx, ry), (lx, ly) = _cone(ax, ay, box)
    wrx, wry, wlx, wly = abs(rx), abs(ry), abs(lx), abs(ly)
    found: list[Any] = []
    circles: list[Any] = []
    for k, screen in enumerate(screens):
        here = screen.place in in_a
        if here and not screen.solid:
            continue
        left_of, low_of, right_of, top_of = screen.box
        cx, cy = (left_of + right_of) / 2 - ax, (low_of + top_of) / 2 - ay
        across, along = (right_of - left_of) / 2, (top_of - low_of) / 2
        if rx * cy - ry * cx + across * wry + along * wrx < 0.0 or lx * cy - ly * cx - across * wly - along * wlx > 0.0:
            continue  # to the right or to the left of every line
        fx = left_of - ax if left_of > ax else ax - right_of if ax > right_of else 0.0
        fy = low_of - ay if low_of > ay else ay - top_of if ay > top_of else 0.0
        free = sqrt(fx * fx + fy * fy) - wide  # how far the box is, less what a base is wide
        free = free * free if free > 0.0 else 0.0
        points = screen.points
        if len(points) == 1:
            d = radius + screen.radius
            circles.append((k, screen, points[0][0] - ax, points[0][1] - ay, d * d * 1.05, free))
            continue
        lox = loy = hix = hiy = 0.0
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
        found.append((k, screen, sure, lox, loy, right, hix, hiy, left, chord, here, free))
    found.sort(key=lambda face: not face[1].blocks)  # so that what hides all is met first
    return found, circles


def _cone(ax: float, ay: float, box: Box) -> tuple[Spot, Spot]:
    """From a point the two corners of a box between which all of it is seen, the right one first.

    Two zeros, which bound nothing, when the point lies in the box.
    """
    left, low, right, top = box[0] - ax - EDGE, box[1] - ay - EDGE, box[2] - ax + EDGE, box[3] - ay + EDGE
    if left <= 0.0 <= right and low <= 0.0 <= top:
        return (0.0, 0.0), (0.0, 0.0)
    u, v = left, low
    x, y = left, low
    for p, q in ((right, low), (right, top), (left, top)):
        if u * q - v * p < 0.0:
            u, v = p, q
        if x * q - y * p > 0.0:
            x, y = p, q
    return (u, v), (x, y)


def loops(
    tally: Tally, a: Form, b: Form, levels: Levels, screens: list[Screen], stood_a: Stood, stood_b: Stood
) -> None:
    eyes, tops, middles = levels
    radius = max([base.radius for base in b.bases])
    targets = b.spots
    for i, (ax, ay) in enumerate(a.spots):
        eye = eyes[i]
        faces, circles = _faces(screens, ax, ay, eye, stood_a[i], radius, b.box)
        if not faces and not circles:
            for j in range(len(targets)):
                tally.sees(i, j)
            continue
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
                doubtful.append(face)
            else:
                near = []
                for circle in circles:
                    _, _, x, y, wide2, free = circle
                    c = dx * y - dy * x
                    if length2 >= free and c * c <= length2 * wide2 + 0.01:
                        near.append(circle)
                if not doubtful and not whole and not near:
                    tally.sees(i, j)
                    continue
                _pair(tally, b, i, j, ax, ay, (eye, middles[j], top), whole, doubtful, near, stood_b[j])


def _pair(
    tally: Tally, b: Form, i: int, j: int, ax: float, ay: float, levels: tuple[float, float, float], whole: list[int],
    doubtful: list[Any], circles: list[Any], in_b: tuple[int, ...],
) -> None:  # fmt: skip
    """A firer and a target with something between.

    ``whole`` covers all of it; of ``doubtful`` polygons and of ``circles`` each line must tell.
    """
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
            tx, ty = lines[c]
            low, high = _passed(screen, ax, ay, tx, ty, eye, middle, top, face[10])
            bits |= high << c | low << c + 3
            count += high + low
        if bits:
            met.append((k, count))
            if screen.blocks:
                stopped |= bits
                tally.stoppers.add(k)
    if circles:
        rays = [(x - ax, y - ay) for x, y in lines or _targets(b, j, ax, ay)]
        for k, screen, ux, uy, _, _ in circles:
            bits, r2, up = 0, screen.radius * screen.radius, screen.top
            for c, (dx, dy) in enumerate(rays):
                along, length2 = ux * dx + uy * dy, dx * dx + dy * dy
                if 0.0 < along < length2:
                    across = dx * uy - dy * ux
                    if across * across < r2 * length2:
                        t = along / length2
                        bits |= (eye + t * (top - eye) <= up) << c | (eye + t * (middle - eye) <= up) << c + 3
            if bits:
                met.append((k, _COUNT[bits]))
                stopped |= bits  # models always block
                tally.stoppers.add(k)
    if stopped & 7 != 7:
        tally.sees(i, j, _COUNT[stopped], tuple(met))


def _passed(
    screen: Screen, ax: float, ay: float, tx: float, ty: float, eye: float, middle: float, top: float, here: bool,
) -> tuple[bool, bool]:  # fmt: skip
    """Whether a line passes below the top of a polygon: looking at the middle of a model, and at its top."""
    dx, dy = tx - ax, ty - ay
    up = screen.top
    points = screen.points
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


def arrays(
    tally: Tally, a: Form, b: Form, levels: Levels, screens: list[Screen], stood_a: Stood, stood_b: Stood
) -> None:
    """The same as ``loops``, for many pairs at once: the same products in the same order, so the same answers."""
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
