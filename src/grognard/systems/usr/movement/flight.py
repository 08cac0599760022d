"""Flying: zooming flyers and swooping creatures, how they come, how they go, and where they may end.

Who flies so turns by up to 90 degrees and then goes straight ahead, far. Nothing on the ground is in its way, and it is in
nobody's way.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from math import sqrt
from random import Random
from typing import Any

from ....common.deploy import bases
from ....common.options import Formations
from ....common.profiles import Model
from ....common.reserves import own_edge, walk_on
from ....common.saying import put_to
from ....common.schema import rolled
from ....common.triggers import give, this_turn
from ....kernel.asks import Choose, Emit, Procedure, dice_of
from ....kernel.drawing import below
from ....kernel.memo import memo
from ....table.events import Acted, Arrived, Lifted, Moved, Noted, Reserved, Said
from ....table.geometry import Formation, Point, boxes_within, cut, heading, segment_d2, snap
from ....table.scatter import vector
from ....table.space import Placing
from ....table.state import Table
from ..condition import AIRBORNE, ALOFT, ARRIVED, FLOWN_OVER, MOVED, SPENT, STUNNED, airborne
from ..model_types import move_of, type_of
from .legal_moves import others
from .move_rolls import advance
from .movement_modifiers import going, ids

ZOOM, SWOOP, HOVER, GLIDE = "zoom", "swoop", "hover", "glide"
ON, LEAVE = "advance", "leave the table"
LEAST = {ZOOM: 18.0, SWOOP: 12.0}  # inches
SWOOPS = 24.0
STRAIGHT = 0.004  # how far a facing may be off the way gone, as a share: the lattice rounds both
LANDED = 12.0  # inches that what hovers or glides comes on from the table edge


@memo(16384)
def ways(members: tuple[Model, ...]) -> tuple[str, ...]:
    """How a unit flies, () when it does not: as a flyer (and hovering, if it can), or as a flying creature."""
    kinds = {type_of(m).type for m in members}
    if kinds == {"Flyer"}:
        return (ZOOM, HOVER) if all("Hover" in type_of(m).tags for m in members) else (ZOOM,)
    winged = all(type_of(m).goes_as("Flying Monstrous Creature", "Flying") for m in members)
    return (SWOOP, GLIDE) if members and winged else ()


@memo(16384)
def flyers(members: tuple[Model, ...]) -> bool:
    """Whether it is a unit of flyers, which starts in reserve and does not count for how many may wait."""
    return ways(members)[:1] == (ZOOM,)


def farthest(members: tuple[Model, ...]) -> float:
    """The most inches that it zooms or swoops, without advancing."""
    if ways(members)[0] == SWOOP:
        return SWOOPS
    return max(LEAST[ZOOM], float(min(move_of(m) for m in members)))


# --- where it may end -------------------------------------------------------------------------------------------------


class Courses(Formations):
    """Where a unit in the air may end, as one lazy value: those that have a purpose are listed, any legal one is accepted."""

    refusal = "it cannot fly so"
    _listed: list[Any] | None = None  # its courses, once they are asked for

    @abstractmethod
    def fault(self, form: Formation) -> str:
        """Why it may not end so, "" when it may."""

    def why_not(self, form: Formation, first: bool = False) -> list[str]:
        """The reason why it may not end so; none when it may."""
        fault = self.fault(form)
        return [fault] if fault else []

    def __contains__(self, form: Any) -> bool:
        return isinstance(form, Formation) and not self.fault(form)

    @abstractmethod
    def courses(self) -> Iterator[Any]:
        """What it may do with a purpose, legal or not: found one after the other, for mostly one is enough to know that it may."""

    @abstractmethod
    def ends(self, course: Any) -> Formation | None:
        """Where it stands after one of these."""

    def listed(self) -> list[Any]:
        """Its courses, listed once."""
        if self._listed is None:
            self._listed = list(self.courses())
        return self._listed

    def __iter__(self) -> Iterator[Formation]:
        for course in self.courses() if self._listed is None else self._listed:
            form = self.ends(course)
            if form is not None and form in self:
                yield form

    def draw(self, rng: Random) -> Formation | None:
        """One of those that have a purpose; courses that are not drawn are not judged."""
        left = self.listed()[:]
        while left:
            form = self.ends(left.pop(below(rng, len(left))))
            if form is not None and form in self:
                return form
        return None


class Flights(Courses):
    """Where a unit in the air may end: a turn of up to 90 degrees, then straight ahead from ``least`` to ``most`` inches.

    ``free``: it may turn as it likes first; ``stiff``: it may not turn at all; ``turn``: the degrees by
    which it may turn again at the end.
    """

    def __init__(
        self,
        t: Table,
        u: int,
        least: float,
        most: float,
        *,
        free: bool = False,
        stiff: bool = False,
        turn: int = 0,
    ) -> None:
        self.t, self.u, self.least, self.most = t, u, least, most
        self.free, self.stiff, self.turn = free, stiff, turn
        self.form = t[u].form
        self.bases = self.form.bases
        friends, enemies = others(t, u)
        self.room = Placing(t.ground, friends, enemies, ALOFT, call=t.names.__getitem__)

    def fault(self, form: Formation) -> str:
        """Why it may not end so, "" when it may."""
        start = self.form
        if form.bases != start.bases:
            return "these are not the models of the unit"
        (x, y), (u, v) = form.positions[0], start.positions[0]
        dx, dy = x - u, y - v
        positions = zip(form.positions[1:], start.positions[1:], strict=True)
        if any([p - a != dx or q - b != dy for (p, q), (a, b) in positions]):  # noqa: C419 (quicker)
            return "the whole unit goes one way"
        if not (self.least - 0.01) ** 2 <= dx * dx + dy * dy <= self.most**2:
            return f'it would fly {sqrt(dx * dx + dy * dy):.2f}", from {self.least:g}" to {self.most:g}" allowed'
        if self.stiff and not _along(start.front(0), (dx, dy)):
            return "it cannot turn"
        if not self.free and not _ahead(start.front(0), (dx, dy)):
            return "it would turn by more than 90 degrees first"
        for i in range(len(form.facing) or 1):  # one for all, or each its own
            if not (_ahead((dx, dy), form.front(i), self.turn) if self.turn else _along((dx, dy), form.front(i))):
                return "it must face the way it has gone"
        why = self.room.why_not(form, first=True, whole=False)
        return why[0] if why else ""

    def __contains__(self, form: Any) -> bool:
        return isinstance(form, Formation) and self.room.on_table(form.box) and not self.fault(form)

    def flown(self, way: Point, inches: float) -> Formation:
        """The unit so many inches farther on in a direction, facing that way."""
        (dx, dy), n = way, sqrt(way[0] ** 2 + way[1] ** 2)
        return self.form.shifted(cut(dx * inches / n), cut(dy * inches / n)).faced(dx, dy)

    def _headings(self) -> Iterator[Point]:
        front = self.form.front(0)
        if self.stiff:
            yield front
            return
        for way in self._ways():
            if way != (0.0, 0.0) and (self.free or _ahead(front, way)):
                yield heading(*way)

    def _ways(self) -> Iterator[Point]:
        fx, fy = self.form.front(0)
        yield from ((fx, fy), (fx - fy, fx + fy), (fx + fy, fy - fx), (-fy, fx), (fy, -fx))
        x, y = self.form.centre
        for v in self.t.enemies(self.t[self.u].side):
            u, w = v.form.centre
            yield u - x, w - y
        yield from [(m.x - x, m.y - y) for m in self.t.markers if m.kind == "objective"]
        if self.free:
            yield from ((-fx, -fy), (-fx - fy, fx - fy), (fy - fx, -fx - fy))

    def courses(self) -> Iterator[tuple[Point, float, bool]]:
        """(direction, inches, whether it turns again at the end)."""
        far = dict.fromkeys((self.least + 0.05, (self.least + self.most) / 2, self.most))
        turns = (False, True) if self.turn else (False,)
        tried: set[Point] = set()
        for way in self._headings():
            if way not in tried:
                tried.add(way)
                for inches in far:
                    for turn in turns:
                        yield way, min(inches, self.most), turn

    def ends(self, course: tuple[Point, float, bool]) -> Formation:
        """Where it ends; when it turns, towards the middle of the table, so that it has room the next time."""
        way, inches, turn = course
        form = self.flown(way, inches)
        if not turn:
            return form
        x, y = form.centre
        back = heading(self.t.ground.width / 2 - x, self.t.ground.height / 2 - y)
        return form.faced(*(back if _ahead(way, back, self.turn) else _turned(way, back, self.turn)))

    def leaves(self) -> bool:
        """Whether it can reach the edge of the table."""
        x, y = self.form.centre
        width, height = self.t.ground.width, self.t.ground.height
        front = self.form.front(0)
        edges = [(0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0)]
        ways_out = [front] if self.stiff else [front, *(e for e in edges if self.free or _ahead(front, e))]
        for dx, dy in ways_out:
            n = sqrt(dx * dx + dy * dy)
            u, v = x + dx * self.most / n, y + dy * self.most / n
            if not (0.0 <= u <= width and 0.0 <= v <= height):
                return True
        return False


def _ahead(front: Point, way: Point, degrees: int = 90) -> bool:
    """Whether a direction lies within so many degrees of a facing."""
    (fx, fy), (dx, dy) = front, way
    cosine = vector(degrees // 15)[1]
    return fx * dx + fy * dy >= (cosine - STRAIGHT) * sqrt((fx * fx + fy * fy) * (dx * dx + dy * dy))


def _along(front: Point, way: Point) -> bool:
    """Whether two directions are the same, as far as the lattice tells."""
    (fx, fy), (dx, dy) = front, way
    cross, both = abs(fx * dy - fy * dx), sqrt((fx * fx + fy * fy) * (dx * dx + dy * dy))
    return cross <= STRAIGHT * both and fx * dx + fy * dy > 0


def _turned(way: Point, wanted: Point, degrees: int) -> Point:
    """The direction so many degrees off a way that is nearer to the one wanted."""
    (dx, dy), (wx, wy) = way, wanted
    sine, cosine = vector(degrees // 15)
    sine = sine if -dy * wx + dx * wy >= 0 else -sine
    return heading(cosine * dx - sine * dy, sine * dx + cosine * dy)


class Approaches(Courses):
    """Where a unit may end that flies on from an edge: straight from a point of it, from ``least`` to ``most`` inches."""

    def __init__(self, t: Table, u: int, edge: str, least: float, most: float) -> None:
        self.t, self.u, self.edge, self.least, self.most = t, u, edge, least, most
        self.bases = bases(t[u])
        friends, enemies = others(t, u)
        self.room = Placing(t.ground, friends, enemies, ALOFT, call=t.names.__getitem__)
        self.inward: Point = {"bottom": (0.0, 1.0), "top": (0.0, -1.0), "left": (1.0, 0.0), "right": (-1.0, 0.0)}[edge]

    def _depth(self, x: float, y: float) -> float:
        ground = self.t.ground
        far: dict[str, float] = {"bottom": y, "top": ground.height - y, "left": x, "right": ground.width - x}
        return far[self.edge]

    def start(self, form: Formation) -> Point:
        """The point of the edge from which it has come."""
        (x, y), (fx, fy) = form.positions[0], form.front(0)
        ahead = fx * self.inward[0] + fy * self.inward[1]
        far = self._depth(x, y) / ahead if ahead > 0 else 0.0
        return snap(x - fx * far), snap(y - fy * far)

    def fault(self, form: Formation) -> str:
        """Why it may not end so, "" when it may."""
        if form.bases != self.bases:
            return "these are not the models of the unit"
        (fx, fy), (ix, iy) = form.front(0), self.inward
        if fx * ix + fy * iy <= 0.01:
            return "it must come away from the edge"
        (x, y), (u, v) = form.positions[0], self.start(form)
        if not (-0.01 <= u <= self.t.ground.width + 0.01 and -0.01 <= v <= self.t.ground.height + 0.01):
            return f"it does not come from the {self.edge} edge"
        far = sqrt((x - u) ** 2 + (y - v) ** 2)
        if not self.least - 0.05 <= far <= self.most:
            return f'it would fly {far:.2f}", from {self.least:g}" to {self.most:g}" allowed'
        why = self.room.why_not(form, first=True)
        return why[0] if why else ""

    def _across(self) -> Iterator[float]:
        ground = self.t.ground
        wide = ground.width if self.inward[0] == 0.0 else ground.height
        axis = 0 if self.inward[0] == 0.0 else 1
        for v in self.t.enemies(self.t[self.u].side):
            yield snap(v.form.centre[axis])
        yield from [snap((m.x, m.y)[axis]) for m in self.t.markers if m.kind == "objective"]
        yield from [snap(wide * share / 8) for share in (4, 2, 6, 1, 7, 3, 5)]

    def courses(self) -> Iterator[Point]:
        """The positions near which it may end."""
        ground, (ix, iy) = self.t.ground, self.inward
        tried: set[float] = set()
        for across in self._across():
            if across not in tried:
                tried.add(across)
                for far in dict.fromkeys((self.least, (self.least + self.most) / 2, self.most)):
                    yield (
                        across if ix == 0.0 else far if ix > 0 else ground.width - far,
                        across if iy == 0.0 else far if iy > 0 else ground.height - far,
                    )

    def ends(self, course: Point) -> Formation | None:
        """The unit there; of several models each finds room."""
        x, y = course
        if len(self.bases) > 1:
            return self.room.gather(self.bases, x, y, self.inward)
        return Formation(((snap(x), snap(y)),), self.bases, (self.inward,))


def flown_over(t: Table, u: int, start: Point, form: Formation) -> tuple[int, ...]:
    """The enemy units over a model of which a unit has flown on its straight way."""
    (sx, sy), (ex, ey) = start, form.positions[0]
    found = []
    left, low, right, top = min(sx, ex), min(sy, ey), max(sx, ex), max(sy, ey)
    wide = max(b.half_width for b in form.bases)
    for v in t.enemies(t[u].side):
        if not boxes_within(v.form.box, (left, low, right, top), wide + 1.0):
            continue
        for k, (x, y) in enumerate(form.positions):
            dx, dy = x - ex, y - ey
            a, b = (sx + dx, sy + dy), (x, y)
            near = form.bases[k].half_width
            if any(
                segment_d2(p, q, *a, *b) < (near + v.form.bases[j].half_width) ** 2
                for j, (p, q) in enumerate(v.form.positions)
            ):
                found.append(v.id)
                break
    return tuple(found)


# --- moving -----------------------------------------------------------------------------------------------------------


def fly(t: Table, u: int) -> Procedure:
    """A unit that can fly says how. True when it has moved; False when it is down, and moves as others do."""
    unit = t[u]
    able, most = ways(unit.members), farthest(unit.members)
    verb = able[0]
    up = airborne(unit)
    flights = _flights(t, u, most)
    options: list[str] = []
    first = next(iter(flights), None)
    if first is not None:
        options += [verb] if flights.stiff or going(unit.members).steady else [verb, ON]
    if up and flights.leaves():
        options.append(LEAVE)
    if len(able) > 1 and not flights.stiff:
        options.append(able[1])
    if not options:
        yield Emit(Said(f"{t.name(u)} finds no way and circles"))
        return True
    words = f"how does {t.name(u)} fly?"
    how = yield Choose(unit.side, words, tuple(options), default=options[0], about=("fly", u))
    if how == able[-1] and len(able) > 1:
        if up:
            yield Emit(Lifted(u, AIRBORNE))
            yield from give(t, u, SPENT, this_turn(t), source=u, quiet=True)  # who changes how he flies does not charge
        return False
    if how == LEAVE:
        yield Emit(Said(f"{t.name(u)} flies off the table"))
        yield Emit(Reserved(u, "back next turn"))
        yield Emit(Noted(("ongoing", u), True))
        return True
    assert first is not None
    yield from _aloft(t, u, verb, flights, first, most if how == ON else None)
    return True


def _flights(t: Table, u: int, most: float) -> Flights:
    unit = t[u]
    verb = ways(unit.members)[0]
    stiff = airborne(unit) and unit.has(STUNNED) and verb == ZOOM
    if stiff:
        most = LEAST[ZOOM] + 0.05
    return Flights(
        t, u, LEAST[verb], most, free=not airborne(unit) and verb == SWOOP, stiff=stiff,
        turn=0 if stiff else going(unit.members).degrees,
    )  # fmt: skip


def _aloft(t: Table, u: int, verb: str, flights: Flights, default: Formation, most: float | None) -> Procedure:
    """``most``: the inches without going on of a unit that goes on; None when it does not."""
    unit = t[u]
    how = going(unit.members)
    by: tuple[str, ...] = ()
    if most is not None:
        more, by = yield from farther(t, u)
        flights = _flights(t, u, most + more)
        default = next(iter(flights), default)  # what it could reach without going on it reaches still
    words = f"where does {t.name(u)} {verb}?"
    form = yield Choose(unit.side, words, flights, default=default, about=("flight", u))
    start = unit.form.positions[0]
    over = flown_over(t, u, start, form)
    x, y = form.positions[0]
    if how.turns and not _along((x - start[0], y - start[1]), form.front(0)):
        by = (*by, *ids(how.turns))
    yield Emit(Moved(u, form, f"{verb}s", by=by))
    yield from lift_off(t, u, verb, over)
    yield from give(t, u, MOVED, this_turn(t), source=u, value="moved" if most is None else "advanced", quiet=True)


def farther(t: Table, u: int, usual: float = 0.0) -> Procedure:
    """(inches more, the rules that have a part in it) of a unit that advances in the air, or as a vehicle by the usual inches."""
    unit = t[u]
    how = going(unit.members)
    if how.rushes:
        dice = how.rush_dice
        words, plain, far = f"how far does {t.name(u)} advance?", f'{usual:g}"' if usual else "D6", str(dice)
        if (yield Choose(unit.side, words, (far, plain), default=far, about=("rush", u, usual))) == far:
            return (yield from dice_of(u, rolled(dice, "advance, inches"))), ids(how.rushes)
    if usual:
        return usual, ()
    return (yield from put_to(t.name(u), dice_of(u, advance(unit.side, unit.members)))), ids(how.more)


def lift_off(t: Table, u: int, verb: str, over: tuple[int, ...] = ()) -> Procedure:
    """A unit is in the air, and has flown over these."""
    if not airborne(t[u]):
        yield from give(t, u, AIRBORNE, source=u, value=f"{verb}ing")
    if over:
        yield from give(t, u, FLOWN_OVER, this_turn(t), source=u, value=over, quiet=True)


# --- coming -----------------------------------------------------------------------------------------------------------


def keep_aloft(t: Table) -> Procedure:
    """One flyer that starts in reserve, as all do. False when there is none."""
    u = next((u.id for u in t.units if u.place == "off" and flyers(u.members)), None)
    if u is None:
        return False
    yield Emit(Reserved(u, "in the air"))
    yield Emit(Acted(u, t.player))
    return True


def fly_on(t: Table, u: int, edges: tuple[str, ...] = (), by: tuple[str, ...] = ()) -> Procedure:
    """A unit that flies comes on from an edge, its own unless others are given; whether it found room."""
    unit = t[u]
    able, most = ways(unit.members), farthest(unit.members)
    edges = edges or (own_edge(t, unit.side),)
    places = {e: Approaches(t, u, e, LEAST[able[0]], most) for e in edges}
    open_ = tuple(e for e in edges if next(iter(places[e]), None) is not None)
    options = (*able[: 1 if open_ else 0], *able[1:])
    if not options:
        yield Emit(Said(f"there is no room for {t.name(u)} to come on"))
        return False
    how = yield Choose(unit.side, f"how does {t.name(u)} come on?", options, default=options[0], about=("fly", u))
    if how != able[0]:
        yield from _down(t, u)
        if not (yield from walk_on(t, u, LANDED, edges, by)):
            return False
        yield from _there(t, u)
        return True
    words = f"from which edge does {t.name(u)} come?"
    edge = yield Choose(unit.side, words, open_, about=("edge", u))
    approaches = places[edge]
    words = f"where does {t.name(u)} {how} on?"
    form = yield Choose(unit.side, words, approaches, default=next(iter(approaches)), about=("flight", u))
    over = flown_over(t, u, approaches.start(form), form)
    yield Emit(Arrived(u, form, f"air from the {edge} edge", by=by))
    yield from lift_off(t, u, how, over)
    yield from _there(t, u)
    return True


def _down(t: Table, u: int) -> Procedure:
    if airborne(t[u]):
        yield Emit(Lifted(u, AIRBORNE))


def _there(t: Table, u: int) -> Procedure:
    yield from give(t, u, ARRIVED, this_turn(t), source=u, quiet=True)
    yield from give(t, u, MOVED, this_turn(t), source=u, value="moved", quiet=True)


__all__ = [
    "Approaches",
    "Flights",
    "farther",
    "farthest",
    "flown_over",
    "fly",
    "fly_on",
    "flyers",
    "keep_aloft",
    "lift_off",
    "ways",
]
