"""Who sees whom, through what, and what stands in between: one function for the engine, the preview and the log.

From the eye of each firer (the top of the model, over the centre of its base) three lines in plan go to each target
model: to its centre and to both sides of its base as the firer sees it. Each is looked along at two heights, to the
top of the model and to its middle. A model is seen when one of the three lines to its top is clear; the share of the
six that is not clear is how much of it is hidden. A line is stopped where it passes at or below the top of something
that blocks sight.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, TypeAlias

from msgspec import Struct

from grognard.table.geometry import Box, Formation, Point
from grognard.table.sight.lines import (
    EDGE,
    LINES,
    Blocker,
    Blockers,
    Occluder,
    Stood,
    Tally,
    Target,
    Viewer,
    base_box,
    between,
    blockers_between,
    loops,
    standing,
    viewer,
    widest,
)
from grognard.table.terrain import Ground

_EDGE = EDGE  # a number of C when this is compiled
Heights: TypeAlias = float | Sequence[float]


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
    a: Formation,
    b: Formation,
    heights_a: Heights,
    heights_b: Heights,
    blockers: Sequence[Blocker] = (),
    least: float = 0.25,
) -> Sight:
    """What the models of ``a`` see of the models of ``b``.

    ``heights_a`` and ``heights_b`` are the heights of the models in inches, one number or one a model. ``blockers`` are
    (id, Formation, height) of the units whose models block sight: leave out those that do not, the firer's and the target's
    own among them. A piece or unit is cover "between" when at least the share ``least`` of a firer's lines to a model
    pass it below its top; the piece that a firer stands in is none for its targets.
    """
    n, m = len(a.positions), len(b.positions)
    if not n or not m:
        return Sight((), ((),) * n, (1.0,) * m)
    p, q = a.box, b.box
    stood_b = standing(ground, b)
    eyes, tops, middles = _levels(a, heights_a, 1.0), _levels(b, heights_b, 1.0), _levels(b, heights_b, 0.5)
    low = _lowest(middles, _lowest(eyes, inf))
    screens = between(ground, p, q, low, blockers)
    if not screens:
        inside, clear = _standing(ground, b, stood_b), _clear(n, m)
        return Sight(clear.seen, clear.views, clear.hidden, (), inside) if inside else clear
    stood_a = standing(ground, a)
    high = _highest(tops, _highest(eyes, -inf))
    for screen in screens:
        if screen.top >= high and screen.blocks and screen.convex and _hides(screen, p, q, stood_a, stood_b):
            return Sight((), ((),) * n, (1.0,) * m, (screen.what,), _standing(ground, b, stood_b))
    tally = Tally(m, len(screens))
    loops(tally, a, b, eyes, tops, middles, screens, stood_a, stood_b)
    return _told(tally, screens, _standing(ground, b, stood_b), least)


class Silhouette:
    """A model as it looks and is looked at: one of a formation, and how high it is. ``heights`` are as ``look`` takes them."""

    __slots__ = ("form", "height", "i")

    def __init__(self, form: Formation, i: int, heights: Heights) -> None:
        self.form, self.i = form, i
        self.height = float(heights) if isinstance(heights, int | float) else heights[i]


def model_sees_model(ground: Ground, a: Silhouette, b: Silhouette, blockers: Sequence[Blocker] = ()) -> bool:
    """Whether a model sees another: as ``look`` says of the two alone, at a part of its price."""
    p, q = base_box(a.form, a.i), base_box(b.form, b.i)
    up = b.form.level(b.i)
    eye, top, middle = a.height + a.form.level(a.i), b.height + up, b.height * 0.5 + up
    low = eye if eye < middle else middle
    screens = [s for s in between(ground, p, q, low, blockers) if s.blocks]
    if not screens:
        return True
    x, y = a.form.positions[a.i]
    target, one = Target.__new__(Target), viewer()
    target.stand(b.form, q, b.form.bases[b.i].radius)
    one.look_round(target, screens, x, y, eye, standing(ground, a.form)[a.i])
    return one.positions(b.i, top, standing(ground, b.form)[b.i])


def models_seen_between(
    ground: Ground, a: Silhouette, b: Silhouette, rows: tuple[list[Blockers], ...], least: int, units: tuple[int, int]
) -> bool:
    """Whether a model sees another past those of some rows who are at least so large, but for the two units of these ids."""
    bars = blockers_between(base_box(a.form, a.i), base_box(b.form, b.i), rows, least, units)
    return model_sees_model(ground, a, b, bars)


def sees_any(ground: Ground, a: Formation, b: Formation, heights_a: Heights, heights_b: Heights) -> bool:
    """Whether any model of ``a`` sees any of ``b``: whether ``look`` finds one seen, which goes on to the last."""
    n, m = len(a.positions), len(b.positions)
    if not n or not m:
        return False
    p, q = a.box, b.box
    stood_b = standing(ground, b)
    eyes, tops, middles = _levels(a, heights_a, 1.0), _levels(b, heights_b, 1.0), _levels(b, heights_b, 0.5)
    screens = between(ground, p, q, _lowest(middles, _lowest(eyes, inf)), ())
    if not screens:
        return True
    stood_a = standing(ground, a)
    high = _highest(tops, _highest(eyes, -inf))
    for screen in screens:
        if screen.top >= high and screen.blocks and screen.convex and _hides(screen, p, q, stood_a, stood_b):
            return False
    target, one = Target.__new__(Target), viewer()
    target.stand(b, q, widest(b))
    for i, (x, y) in enumerate(a.positions):
        one.look_round(target, screens, x, y, eyes[i], stood_a[i])
        for j in range(m):
            if one.positions(j, tops[j], stood_b[j]):
                return True
    return False


class LazySight:
    """Whom of one unit each model of another sees and what covers them, worked out no further than somebody asks: firer by firer.

    It says what ``look`` says, at a part of its price: nobody asks how much of whom is hidden, nor by what.
    """

    __slots__ = (
        "_bars",
        "_cover",
        "_each",
        "_everybody",
        "_eyes",
        "_firer",
        "_gains",
        "_gives",
        "_inside",
        "_least",
        "_middles",
        "_positions",
        "_seen",
        "_stood_a",
        "_stood_b",
        "_target",
        "_tops",
        "_views",
    )  # fmt: skip

    _bars: list[Occluder]  # what may block a line
    _gives: list[Occluder]  # what may cover
    _gains: list[int]  # what each of these is worth
    _inside: list[int]  # what the pieces that they stand in are worth to the target models
    _each: list[Any]  # whom each firer sees; None before he has looked
    _views: tuple[tuple[int, ...], ...] | None  # these three are found when first asked for
    _seen: tuple[int, ...] | None
    _cover: tuple[int, ...] | None
    _everybody: tuple[int, ...]
    _positions: tuple[Point, ...]
    _eyes: list[float]
    _tops: list[float]
    _middles: list[float]
    _stood_a: Stood
    _stood_b: Stood
    _target: Target
    _firer: Viewer
    _least: float

    def of(self, i: int) -> tuple[int, ...]:
        """The target models that firer i sees."""
        known = self._each[i]
        if known is not None:
            return known  # type: ignore[no-any-return]
        firer, tops, stood = self._firer, self._tops, self._stood_b
        x, y = self._positions[i]
        firer.look_round(self._target, self._bars, x, y, self._eyes[i], self._stood_a[i])
        view = []
        for j in range(len(tops)):
            if firer.positions(j, tops[j], stood[j]):
                view.append(j)
        found = self._each[i] = self._everybody if len(view) == len(tops) else tuple(view)
        return found

    def any(self) -> bool:
        """Whether any firer sees any of them."""
        for known in self._each:
            if known:
                return True
        for i in range(len(self._each)):  # noqa: SIM110 (no generator is compiled)
            if self.of(i):
                return True
        return False

    @property
    def views(self) -> tuple[tuple[int, ...], ...]:
        """For each firer the target models that he sees."""
        if self._views is None:
            for i in range(len(self._each)):
                self.of(i)
            self._views = tuple(self._each)
        return self._views

    @property
    def seen(self) -> tuple[int, ...]:
        """The target models that any firer sees."""
        if self._seen is None:
            self._seen = self._who_is_seen()
        return self._seen

    @property
    def cover(self) -> tuple[int, ...]:
        """What the best cover of each target model is worth: what it stands in, or what all who see it have between."""
        if self._cover is None:
            self._cover = self._best_cover()
        return self._cover

    def _who_is_seen(self) -> tuple[int, ...]:
        told = [False] * len(self._everybody)
        for i in range(len(self._each)):
            view = self.of(i)
            if view is self._everybody:
                return view
            for j in view:
                told[j] = True
        found = []
        for j in self._everybody:
            if told[j]:
                found.append(j)
        return tuple(found)

    def _best_cover(self) -> tuple[int, ...]:
        cover, gains = self._inside, self._gains
        if not gains:
            return tuple(cover)
        shared: list[Any] = [None] * len(cover)
        for i in range(len(self._each)):
            view = self.of(i)
            if view:
                firer = self._firer
                x, y = self._positions[i]
                firer.look_round(self._target, self._gives, x, y, self._eyes[i], self._stood_a[i])
                for j in view:
                    known = shared[j]
                    if known is None or known:
                        shared[j] = firer.behind(
                            j, self._tops[j], self._middles[j], self._stood_b[j], gains, cover[j], self._least, known
                        )
        best = cover[:]
        for j in range(len(cover)):
            for k in shared[j] or ():
                if gains[k] > best[j]:
                    best[j] = gains[k]
        return tuple(best)


def lazy_sight(
    ground: Ground,
    a: Formation,
    b: Formation,
    heights_a: Heights,
    heights_b: Heights,
    blockers: Sequence[Blocker],
    worth: Sequence[int],
    least: float = 0.25,
) -> LazySight:
    """What ``look`` finds, worked out on demand for those who may not ask about all of it.

    ``worth`` tells of each piece of the ground what it is worth as cover, 0: nothing. Units are none.
    """
    made = LazySight.__new__(LazySight)  # nothing is called when it is compiled
    n, m = len(a.positions), len(b.positions)
    bars: list[Occluder] = []
    gives: list[Occluder] = []
    gains: list[int] = []
    cover = [0] * m
    everybody = tuple(range(m))
    made._bars, made._gives, made._gains, made._inside, made._everybody = bars, gives, gains, cover, everybody
    made._views = made._seen = made._cover = None
    if not n or not m:
        made._each = [()] * n
        return made
    p, q = a.box, b.box
    stood_b = standing(ground, b)
    for j in range(m):
        for k in stood_b[j]:
            if worth[k] > cover[j]:
                cover[j] = worth[k]
    eyes, tops, middles = _levels(a, heights_a, 1.0), _levels(b, heights_b, 1.0), _levels(b, heights_b, 0.5)
    for screen in between(ground, p, q, _lowest(middles, _lowest(eyes, inf)), blockers):
        if screen.blocks:
            bars.append(screen)
        if screen.place >= 0 and worth[screen.place]:
            gives.append(screen)
            gains.append(worth[screen.place])
    stood_a = standing(ground, a)
    high = _highest(tops, _highest(eyes, -inf))
    for screen in bars:
        if screen.top >= high and screen.convex and _hides(screen, p, q, stood_a, stood_b):
            made._each = [()] * n
            return made
    target = Target.__new__(Target)
    target.stand(b, q, widest(b))
    made._each = [None if bars else everybody] * n
    made._positions, made._eyes, made._tops, made._middles, made._least = (
        a.positions,
        eyes,
        tops,
        middles,
        least * LINES,
    )
    made._stood_a, made._stood_b, made._target, made._firer = stood_a, stood_b, target, viewer()
    return made


def _clear(n: int, m: int) -> Sight:
    """So many see all of so many in the open: one answer for all."""
    everybody = tuple(range(m))
    return Sight(everybody, (everybody,) * n, (0.0,) * m)


def _told(tally: Tally, screens: list[Occluder], cover: tuple[Cover, ...], least: float) -> Sight:
    """What has been found, pair by pair, put together."""
    behind: Any = None  # for the first screen of something that is between the models that it covers
    seen = []
    for j, shares in enumerate(tally.shares):
        if shares is None:
            continue
        seen.append(j)
        if shares:
            for k in _by_all(shares, screens, least * LINES):
                if behind is None:
                    behind = {}
                behind.setdefault(k, []).append(j)
    if behind is not None:
        cover += tuple([Cover(screens[k].what, "between", tuple(models)) for k, models in sorted(behind.items())])
    blocks: tuple[Any, ...] = ()
    if True in tally.stoppers:
        blocks = tuple(dict.fromkeys([screens[k].what for k, stops in enumerate(tally.stoppers) if stops]))
    hidden = tuple([_PARTS[lines] for lines in tally.hidden])
    return Sight(tuple(seen), tuple(tally.views), hidden, blocks, cover)


_PARTS = [lines / LINES for lines in range(LINES + 1)]


def _by_all(shares: list[list[tuple[int, int]]], screens: list[Occluder], least: float) -> list[int]:
    """What every firer has between, over so many lines: the first screen of each such thing."""
    found: list[int] = []
    for i, share in enumerate(shares):
        counts = _by_what(share, screens)
        if i:
            found = [k for k in found if counts.get(k, 0) >= least]
        else:
            found = [k for k, lines in counts.items() if lines >= least]
        if not found:
            break
    return found


def _by_what(share: list[tuple[int, int]], screens: list[Occluder]) -> dict[int, int]:
    """The lines that pass each thing of which screens are, by the first screen of it: the models of a unit stand together."""
    counts: dict[int, int] = {}
    for k, lines in share:
        first = k
        while first and screens[first - 1].what == screens[k].what:
            first -= 1
        counts[first] = counts.get(first, 0) + lines
    return counts


def _levels(form: Formation, heights: Heights, part: float) -> list[float]:
    if isinstance(heights, int | float):
        up = heights * part
        return [up + z for z in form.levels] if form.levels else [up] * len(form.positions)
    return [h * part + form.level(i) for i, h in enumerate(heights)]


def _lowest(levels: list[float], best: float) -> float:
    for z in levels:
        if z < best:
            best = z
    return best


def _highest(levels: list[float], best: float) -> float:
    for z in levels:
        if z > best:
            best = z
    return best


def _hides(screen: Occluder, p: Box, q: Box, stood_a: Stood, stood_b: Stood) -> bool:
    """Whether a convex screen certainly stands in every line between two boxes."""
    p0, p1, p2, p3 = p
    q0, q1, q2, q3 = q
    ax, ay, bx, by = (p0 + p2) / 2, (p1 + p3) / 2, (q0 + q2) / 2, (q1 + q3) / 2
    dx, dy = bx - ax, by - ay
    s, t, lx, ly, rx, ry = -inf, inf, 0.0, 0.0, 0.0, 0.0  # its ends farthest to the left and to the right
    for x, y in screen.points:
        d = dx * (y - ay) - dy * (x - ax)
        if d > s or (d == s and (x > lx or (x == lx and y > ly))):
            s, lx, ly = d, x, y
        if d < t or (d == t and (x < rx or (x == rx and y < ry))):
            t, rx, ry = d, x, y
    if s <= 0.0 or t >= 0.0:
        return False
    q0, q1, q2, q3 = q0 - _EDGE, q1 - _EDGE, q2 + _EDGE, q3 + _EDGE
    cx, cy = rx - lx, ry - ly
    for i in (0, 1, 2, 3):  # the corners of the target, which must be wholly behind the line from end to end
        u, v = (q0 if i < 2 else q2), (q1 if i % 2 else q3)
        if cx * (v - ly) - cy * (u - lx) <= 0.0:
            return False
    for i in (0, 1, 2, 3):
        x, y = (p0 if i < 2 else p2), (p1 if i % 2 else p3)
        if cx * (y - ly) - cy * (x - lx) >= 0.0:
            return False
        for j in (0, 1, 2, 3):
            u, v = (q0 if j < 2 else q2), (q1 if j % 2 else q3)
            ex, ey = u - x, v - y
            if ex * (ly - y) - ey * (lx - x) <= 0.0 or ex * (ry - y) - ey * (rx - x) >= 0.0:
                return False
    if not screen.solid:
        for stood in (*stood_a, *stood_b):
            if screen.place in stood:
                return False  # who stands in it looks out, and is seen
    return True


def _standing(ground: Ground, form: Formation, stood: Stood) -> tuple[Cover, ...]:
    """Cover from the pieces that target models stand in, in the order of the ground. Found once a form and kept in it."""
    kept = form._cover
    if kept is not None and kept[0] is ground:
        return kept[1]  # type: ignore[no-any-return]
    places = sorted({k for s in stood for k in s})
    cover = tuple(
        [Cover(ground.pieces[k].name, "in", tuple([j for j, s in enumerate(stood) if k in s])) for k in places]
    )
    form._cover = (ground, cover)
    return cover
