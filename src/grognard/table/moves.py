"""The legal moves of a unit, as one lazy value.

A question "where does it move?" has endless answers; ``Moves`` says of any of them why it is not legal, proposes a
handful that have a purpose, and draws one without making the others. A pick is stored as coordinates and judged again
when read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf, sqrt
from random import Random
from typing import Any, ClassVar, TypeAlias

from grognard.errors import GrognardError
from grognard.kernel.drawing import below
from grognard.table import charge_placement
from grognard.table.arcs import faces_as
from grognard.table.candidates import PARTS, MovePurpose, beyond, covers_near, in_words, middle_of, purposes
from grognard.table.coherency import looseness
from grognard.table.collision import Neighbour, bounding_circles, circle_on, clear_to_turn, clear_way, taken
from grognard.table.distances import distance, distance_after, within
from grognard.table.geometry import CONTACT, Box, Formation, Point, boxes_within, cut, part_of
from grognard.table.paths import WALKING, MovementMode, Obstacles, cost, field_of, way
from grognard.table.sight.lines import around
from grognard.table.space import NO, Space, holds_together, own_overlap
from grognard.table.terrain import Ground, Piece

Bar: TypeAlias = tuple[
    Any, Formation | Piece, float, Box
]  # what may bar a way: (unit or None, what, how far to stay away, box)

_EVEN = 1e-9  # inches: sums of square roots are compared with this to spare; single distances are compared as squares


class Moves:
    """Where a unit may move: up to ``inches``, on ``ground``, among ``friends`` and ``enemies`` given as (id, Formation).

    ``mode`` says how it moves. ``target`` is the id of the unit it charges (or a tuple of ids): each must be reached
    within ``contact`` inches, and only to these it may come nearer than its movement mode allows. ``least`` is the shortest
    move of each model that is legal. ``turn`` makes the proposals face where they go (None: when a base is not
    round). ``call`` turns an id into the name used in reasons.

    Standing still is legal when nothing is charged and ``least`` is 0, however the unit stands. A unit out of coherency
    may also make a move that brings it nearer to it.
    """

    __slots__ = (
        "_aimed",
        "_bars",
        "_brief",
        "_centre",
        "_charge",
        "_coherent",
        "_last",
        "_legal",
        "_obstacles",
        "_offered",
        "_room",
        "_slow",
        "_steps",
        "_told",
        "_walls",
        "_wider",
        "call",
        "contact",
        "enemies",
        "form",
        "friends",
        "ground",
        "inches",
        "least",
        "mode",
        "straight",
        "targets",
        "turn",
    )  # fmt: skip

    heads_straight: ClassVar[bool] = False  # whether what it proposes goes straight, though a pick may go round things

    def __init__(
        self,
        ground: Ground,
        form: Formation,
        inches: float,
        friends: Sequence[tuple[Any, Formation]] = (),
        enemies: Sequence[tuple[Any, Formation]] = (),
        mode: MovementMode = WALKING,
        *,
        target: Any = None,
        contact: float = CONTACT,
        least: float = 0.0,
        turn: bool | None = None,
        call: Callable[[Any], str] | None = None,
    ) -> None:
        self.ground, self.form, self.inches, self.mode = ground, form, inches, mode
        self.friends, self.enemies, self.least, self.contact, self.call = friends, enemies, least, contact, call
        self.targets: tuple[Any, ...] = () if target is None else target if isinstance(target, tuple) else (target,)
        self.turn = form.radius < 0 if turn is None else turn
        self.straight = mode.straight  # while ways are judged
        self._room: Space | None = None
        self._centre: Point | None = None
        self._walls: list[Piece] | None = None
        self._bars: list[Bar] | None = None
        self._slow: list[Piece] = []
        self._obstacles: Obstacles | None = None
        self._coherent: bool | None = None
        self._charge: Formation | bool | None = False  # False: not looked for yet
        self._brief = False  # nobody asks for words
        self._last: Formation | None = None  # what was found legal last
        self._legal: set[Any] = set()  # legal moves by value: the same place is judged when proposed and when picked
        self._offered: list[Formation] = []  # what has been proposed: all of it on the lattice
        self._told: tuple[Any, Formation] | None = None  # what was written down last, and what it stands for
        self._aimed: dict[Point | None, Formation | None] = {}  # what has come of each aim
        self._steps: dict[tuple[float, float, float], list[Point]] = {}  # towards a point, by the part of the move
        self._wider: set[Any] | None = None  # the legal moves of the question that this one narrows

    def narrowed(self, mode: MovementMode, kind: type[Moves] | None = None) -> Moves:
        """This question under a stricter movement mode, in the same room: what it finds legal is legal here, judged once."""
        made = (kind or Moves)(
            self.ground, self.form, self.inches, self.friends, self.enemies, mode, target=self.targets,
            contact=self.contact, least=self.least, turn=self.turn, call=self.call,
        )  # fmt: skip
        made._room, made._walls, made._slow, made._wider = self.room, self._walls, self._slow, self._legal
        return made

    def of_one(self, i: int) -> Moves:
        """This question for model i, who goes by itself, in the same room."""
        made = Moves(
            self.ground, self.form.only((i,)), self.inches, self.friends, self.enemies, self.mode, target=self.targets,
            contact=self.contact, least=self.least, call=self.call,
        )  # fmt: skip
        made._room, made._walls, made._slow = self.room, self._walls, self._slow
        return made

    @property
    def unit(self) -> Formation:
        """The unit as it stands."""
        return self.form

    @property
    def centre(self) -> Point:
        """The middle of the unit as it stands; found once for all proposals."""
        if self._centre is None:
            self._centre = self.form.centre
        return self._centre

    @property
    def room(self) -> Space:
        """What stands within reach; found when first asked for."""
        if self._room is None:
            left, bottom, right, top = self.form.box
            reach = self.inches + (1.0 if self.turn else 0.0)  # a long hull that turns sweeps more than its box
            near = (left - reach, bottom - reach, right + reach, top + reach)
            self._room = Space(
                self.ground, self.friends, self.enemies, self.mode, free=self.targets, near=near, call=self.call
            )
            self._walls, self._slow = list(self._room.walls), list(self._room.slow)
        return self._room

    @property
    def obstacles(self) -> Obstacles:
        """What its models would have to go round."""
        if self._obstacles is None:
            self._obstacles = Obstacles(self.form)
        return self._obstacles

    # --- judging ----------------------------------------------------------------------------------------------------

    def why_not(self, form: Formation, first: bool = False) -> list[str]:
        """Every reason why the unit may not move so, naming models and pieces.

        None when it may. ``first``: only one.
        """
        start = self.form
        if form.bases is not start.bases and form.bases != start.bases:
            return ["these are not the models of the unit"]
        if form is self._last:
            return []
        judged = (form.positions, form.levels, form.facing)
        if self._legal and judged in self._legal:
            return []
        why = self._against(form, first)
        if not why:
            self._last = form
            self._legal.add(judged)
            if self._wider is not None:
                self._wider.add(judged)
        return why

    def _against(self, form: Formation, first: bool) -> list[str]:
        start, room = self.form, self.room
        still = form.positions == start.positions and form.levels == start.levels
        if still and not self.targets and self.least <= 0 and (form.radius >= 0 or faces_as(form, start)):
            return []
        there = room.why_not(form, first, False, not self._brief)
        if there and first:
            return there  # before the way, which takes longer to judge than its end
        why: list[str] = []
        if not still or self.least > 0:
            why = self._too_far(form, first)
            if why and first:
                return why
        rigid = moved_alike(start, form)
        why += there
        if not (rigid and self._holds_together()):
            why += self._ranks(form)
            if why and first:
                return why[:1]
        for unit, other in self.enemies if self.targets else ():
            if unit in self.targets and not within(form, other, self.contact):
                why.append(f"nobody would reach {room.named(unit)}")
        return why

    def __contains__(self, form: Formation) -> bool:
        self._brief = True
        try:
            return not self.why_not(form, first=True)
        finally:
            self._brief = False

    def holds_together(self, form: Formation) -> bool:
        """Whether a move is legal of which each model's way and place has been judged already, among the other models."""
        if form.levels or self.form.levels or self.least > 0:
            return form in self
        missed = [u for u, other in self.enemies if u in self.targets and not within(form, other, self.contact)]
        if missed or self._ranks(form):
            return False
        self._legal.add((form.positions, form.levels, form.facing))
        return True

    def stands_together(self) -> bool:
        """Whether the unit is in coherency as it stands: else no way will do by which all of it goes alike."""
        return self._holds_together()

    def _holds_together(self) -> bool:
        if self._coherent is None:
            mode = self.mode
            self._coherent = holds_together(self.form, mode.coherency, mode.measure, mode.spread)
        return self._coherent

    def _ranks(self, form: Formation) -> list[str]:
        why = self.room._ranks(form, False)
        mode = self.mode
        if why and mode.coherency and not self._holds_together() and own_overlap(form) is None:
            before = looseness(self.form, mode.coherency, mode.measure, mode.spread)
            if looseness(form, mode.coherency, mode.measure, mode.spread) < before:
                return []
        return why

    def _too_far(self, form: Formation, first: bool) -> list[str]:
        """What is wrong with the ways that the models go."""
        start, mode, inches = self.form, self.mode, self.inches
        limit, least = inches * inches, self.least * self.least
        swept = around(start.box, form.box)
        slow = [p for p in self._slow if boxes_within(p.box, swept, 0.0)] if self._slow else []
        bars = self._in_the_way(swept)
        levels = start.levels or form.levels
        why: list[str] = []
        positions, ends = start.positions, form.positions
        for i in range(len(positions)):
            p, q = positions[i], ends[i]
            (px, py), (qx, qy) = p, q
            dx, dy = qx - px, qy - py
            d2 = dx * dx + dy * dy
            if d2 > limit:
                why.append(NO if self._brief else f'model {i + 1} would move {sqrt(d2):.2f}", {inches:g}" allowed')
            elif d2 < least:
                why.append(f'model {i + 1} would move {sqrt(d2):.2f}", at least {self.least:g}" needed')
            elif d2 and (slow or bars or levels):
                climb = abs(form.level(i) - start.level(i)) if levels and not mode.over else 0.0
                reason = self._on_the_way(i, p, q, slow, bars, climb)
                if reason:
                    why.append(reason)
            if why and first:
                return why
        return why

    def _in_the_way(self, swept: Box) -> list[Bar]:
        """What may bar the way in this box."""
        if self._bars is None:
            self._bars = self._barring()
        return [bar for bar in self._bars if boxes_within(bar[3], swept, bar[2])]

    def _barring(self) -> list[Bar]:
        """What may bar a way within reach, walls first."""
        room, through = self.room, self.mode.through
        bars: list[Bar] = [(None, piece, 0.0, piece.box) for piece in self._walls or ()]
        if through != "everybody":
            for unit, form, apart in room.others[0 if through == "nobody" else room.friendly :]:
                bars.append((unit, form, apart, form.box))
        return bars

    def _what_bars(self, unit: Any, what: Formation | Piece) -> str:
        """What bars the way, for people."""
        return f"{what.name} is" if isinstance(what, Piece) else f"{self.room.named(unit)} stands"

    def _on_the_way(
        self,
        i: int,
        p: Point,
        q: Point,
        slow: list[Piece],
        bars: list[Bar],
        climb: float,
        straight: bool = False,
    ) -> str:
        """What is wrong with model i going from p to q.

        What bars it, or how much too dear it is; "" when nothing is.
        """
        base = self.form.bases[i]
        radius = base.half_width  # of a hull that drives ahead, its width is what must get through
        points: tuple[Point, ...] = (p, q)
        (px, py), (qx, qy) = p, q
        obstacles = self._obstacles
        if obstacles is None:
            obstacles = self.obstacles
        box = (px if px < qx else qx, py if py < qy else qy, qx if px < qx else px, qy if py < qy else py)
        for unit, what, apart, whole in bars:
            if boxes_within(box, whole, apart + radius) and obstacles.bar(i, what, apart, p, q):
                if (straight or self.straight) and self._brief:
                    return NO
                if straight or self.straight:
                    return f"{self._what_bars(unit, what)} in the way of model {i + 1}"
                found = self._round(i, p, q)
                if found is None and self._brief:
                    return NO
                if found is None:
                    name = self._what_bars(unit, what)
                    return f'{name} in the way of model {i + 1}, and there is no way round within {self.inches:g}"'
                points, slow = found, self._slow
                break
        if len(points) == 2:
            if slow:
                slow = [piece for piece in slow if boxes_within(box, piece.box, 0.0)]
            if not climb:
                if not slow:
                    return ""
                mode, dx, dy = self.mode, qx - px, qy - py
                left = (self.inches - mode.penalty) * mode.rate  # inches that it can go in slow ground
                if dx * dx + dy * dy <= left * left and left > 0.0 and mode.rate <= 1.0:
                    return ""  # though all of the way were slow
        spent = cost(points, slow, self.mode) + climb
        if spent > self.inches + _EVEN:
            if self._brief:
                return NO
            names = "".join([f" through {piece.name}" for piece in slow])
            return f'model {i + 1} needs {spent:.2f}"{names}, {self.inches:g}" allowed'
        return ""

    def _round(self, i: int, p: Point, q: Point) -> tuple[Point, ...] | None:
        """The shortest way of model i from p to q round whatever bars it; None when there is none within the move."""
        base = self.form.bases[i]
        about = charge_placement.within_reach(p, q, self.inches, base.radius)
        every = [o for _, w, near, _ in self._in_the_way(about) for o in self.obstacles.to(i, w, near)]
        return way(p, q, every, self.inches, field_of(self.ground, base.half_width))

    def ways(self, form: Formation) -> list[tuple[tuple[Point, ...], float]]:
        """The way of each model to where it would stand, and the inches it costs: straight, or round what bars it.

        Straight as well where there is no way round, or where it must go straight.
        """
        start, mode = self.form, self.mode
        assert self.room is not None  # found with its walls and slow ground
        found: list[tuple[tuple[Point, ...], float]] = []
        for i, (p, q) in enumerate(zip(start.positions, form.positions, strict=True)):
            (px, py), (qx, qy) = p, q
            points: tuple[Point, ...] = (p, q)
            box, width = (min(px, qx), min(py, qy), max(px, qx), max(py, qy)), start.bases[i].half_width
            bars = self._in_the_way(box) if p != q and not self.straight else []
            if any(
                boxes_within(box, whole, apart + width) and self.obstacles.bar(i, what, apart, p, q)
                for _, what, apart, whole in bars
            ):
                points = self._round(i, p, q) or points
            climb = 0.0 if mode.over else abs(form.level(i) - start.level(i))
            found.append((points, cost(points, self._slow, mode) + climb))
        return found

    # --- proposing --------------------------------------------------------------------------------------------------

    def step(self, x: float, y: float, part: float = 1.0) -> Point:
        """The vector from the unit's centre towards a point: at most ``part`` of the move, never beyond the point."""
        cx, cy = self.centre
        return step_vector(cx, cy, x, y, self.inches * part)

    def toward(self, x: float, y: float) -> Formation | None:
        """As far towards a point as it may of all, half or a quarter of the move; None when none of these is legal."""
        return self._along(x, y, 1.0)

    def _along(self, x: float, y: float, part: float) -> Formation | None:
        usual = self.straight
        # straight is stricter: what is legal so is legal for the pick as well, and not judged again
        self.straight = usual or self.heads_straight
        try:
            return self._as_far(x, y, part)
        finally:
            self.straight = usual

    def _as_far(self, x: float, y: float, part: float) -> Formation | None:
        if not self.turn and not self._holds_together():
            return None  # as it stands it is out of coherency wherever all of it goes
        for dx, dy in self.steps_towards(x, y, part):
            form = self.form.shifted(dx, dy)
            if self.turn:
                form = form.faced(dx, dy)
            if self._clear(form, dx, dy) or form in self:
                return form
        return None

    def steps_towards(self, x: float, y: float, part: float = 1.0) -> list[Point]:
        """The vectors towards a point that are tried, of a part of the move: those that lead where it cannot stand are not.

        Found once, who first weighs where they lead and then tries them.
        """
        key = (x, y, part)
        found = self._steps.get(key)
        if found is None:
            form, room = self.form, self.room
            found = step_vectors(self.centre, (x, y), self.inches * part, PARTS)
            if not self.turn:
                found = not_taken(form, found, room.neighbours, self.ground)
            found = not_shut(form, found, room.neighbours if self.turn else [], room.pieces)
            self._steps[key] = found
        return found

    def _clear(self, form: Formation, dx: float, dy: float) -> bool:
        """Whether the boxes alone show that the unit may go by this vector, and turn: so it is for most. Judged when False.

        A unit that does not turn has been found to come too near to nobody.
        """
        start, room, turn = self.form, self.room, self.turn
        far = dx * dx + dy * dy
        if self.targets or start.levels or far > self.inches * self.inches or far < self.least * self.least:
            return False
        if self._bars is None:
            self._bars = self._barring()
        size = (self.ground.width, self.ground.height)
        if not clear_way(start.box, form.box, size, room.pieces, self._slow, self._bars):
            return False
        if turn:
            if len(start.positions) > 1 or not clear_to_turn(form.box, room.neighbours):
                return False
        elif not self._holds_together():
            return False
        self._last = form
        self._legal.add((form.positions, form.levels, form.facing))
        if self._wider is not None:
            self._wider.add((form.positions, form.levels, form.facing))
        return True

    def away(self, x: float, y: float) -> Formation | None:
        """As far straight away from a point as it may, of all, half or a quarter of the move; None if not at all."""
        return self.toward(*beyond(self, x, y))

    def _foes(self) -> list[Formation]:
        """The enemies on the table from the nearest to the farthest."""
        x, y = self.centre
        ranked = []
        for k, (_, other) in enumerate(self.enemies):
            if other.positions:
                left, bottom, right, top = other.box
                u, v = (left + right) / 2 - x, (bottom + top) / 2 - y
                ranked.append((u * u + v * v, k))
        return [self.enemies[k][1] for _, k in sorted(ranked)]

    def proposals(self) -> Iterator[tuple[str, Formation]]:
        """A handful of legal moves with their purpose, each place once: stand, close ranks, at the nearest enemies,
        away from them, into cover, to the objectives."""
        seen: set[tuple[Point, ...]] = set()
        for why, make in self._purposes():
            form = self.offer(make)
            if form is not None and form.positions not in seen:
                seen.add(form.positions)
                yield in_words(self, why, make), form

    def offer(self, make: Callable[[], Formation | None]) -> Formation | None:
        """What comes of a purpose: a legal move that is proposed, or None. An aim is tried once, whoever asks."""
        if isinstance(make, MovePurpose):
            if make.position not in self._aimed:
                self._aimed[make.position] = make()
            form = self._aimed[make.position]
        else:
            form = make()
        if form is not None:
            self._offered.append(form)
        return form

    def __iter__(self) -> Iterator[Formation]:
        for _, form in self.proposals():
            yield form

    def aims(self) -> list[tuple[Callable[[], Formation | None], Point | None]]:
        """The proposals before they are judged: what makes each, and the point that the middle makes for (None: anywhere).

        After them come ways to either side of the nearest enemy and objective, for bots whose straight way is barred.
        """
        centre = self.centre
        found: list[tuple[Callable[[], Formation | None], Point | None]] = []
        aside: dict[str, Point] = {}
        for why, make in self._purposes():
            position = (make.position or centre) if type(make) is MovePurpose else None
            found.append((make, position))
            if position is not None and why in ("advance", "objective"):
                aside.setdefault(why, position)
        for position in aside.values():
            for point in to_either_side(centre, position, self.inches):
                found.append((MovePurpose(self, point), point))
        return found

    def _purposes(self) -> Iterable[tuple[str, Callable[[], Formation | None]]]:
        return purposes(self)

    def draw(self, rng: Random) -> Formation | None:
        """One legal move with a purpose; standing when nothing better comes of it; None when there is no legal move."""
        form = random_move(self, rng)
        if form is not None:
            self._offered.append(form)
        return form

    def close_ranks(self) -> Formation | None:
        """Models that are too far off drawn in towards the others; None when that makes no legal move."""
        return charge_placement.close_ranks(self)

    def charge_into(self, target: Formation) -> Formation | None:
        """The unit moved into contact with a target, model by model; None when nobody gets there (see ``charging``).

        For a charge, ``target`` must be among the targets of this question.
        """
        return charge_placement.charge_into(self, target)

    def charge(self) -> Formation | None:
        """The unit moved into contact with every target of this question; None when it does not get there. Found once."""
        if self._charge is False:
            forms = {unit: form for unit, form in self.enemies if unit in self.targets}
            order = [forms[unit] for unit in self.targets if unit in forms]
            self._charge = (
                self.charge_into(order[0]) if len(order) == 1 else charge_placement.charge_several(self, order)
            )
        return self._charge  # type: ignore[return-value]

    # --- picks ------------------------------------------------------------------------------------------------------

    def plain(self, form: Formation) -> list[list[float]]:
        """A move as coordinates for a save."""
        rows = form.plain()
        self._told = (rows, form) if any([form is one for one in self._offered]) else None  # noqa: C419 (quicker)
        return rows

    def decode(self, plain: Any) -> Formation:
        """A move read from coordinates and judged. Raises GrognardError with every reason when it is not legal."""
        told = self._told  # what has just been written down is read as the very place proposed, of which much is known
        form = told[1] if told is not None and told[0] is plain else Formation.from_plain(plain, self.form.bases)
        why = self.why_not(form)
        if why:
            raise GrognardError("not a legal move: " + "; ".join(why))
        return form

    def reach(self, target: Formation) -> float:
        """How far the unit is from a target, inches edge to edge, for reasoning about charges."""
        return distance(self.form, target)


def first_of(moves: Moves, steps: list[Point]) -> Formation | None:
    """Where the first of some vectors, none of them zero, leads by which all of the unit may go.

    A hull that cannot turn that way goes as it faces.
    """
    start, room, turn = moves.form, moves.room, moves.turn
    wide, high = moves.ground.width, moves.ground.height
    left, low, right, top = start.box
    for step in steps:
        dx, dy = step
        if not turn:
            if left + dx < 0.0 or low + dy < 0.0 or right + dx > wide or top + dy > high:
                continue
            if taken(start, dx, dy, room.neighbours):
                continue
        if room.pieces and not not_shut(start, [step], [], room.pieces):
            continue
        form = start.shifted(dx, dy)
        if turn:
            faced = form.faced(dx, dy)
            if faced in moves:
                return faced
        if moves._clear(form, dx, dy) or form in moves:
            return form
    return None


def random_move(moves: Moves, rng: Random) -> Formation | None:
    """One legal move with a purpose; standing when nothing better comes of it; None when there is no legal move."""
    if moves.targets:
        return next(iter(moves), None)
    if not moves._holds_together():
        form = moves.close_ranks()
        if form is not None:
            return form
    purpose = below(rng, 8)
    form = None
    if purpose < 5 and moves.enemies:
        foe = moves.enemies[below(rng, len(moves.enemies))][1]
        if foe.positions:
            form = moves.away(*middle_of(foe)) if purpose == 4 else moves.toward(*middle_of(foe))
    elif purpose < 7 and moves.ground.objectives:
        form = moves.toward(*moves.ground.objectives[below(rng, len(moves.ground.objectives))])
    else:
        covers = covers_near(moves)
        if covers:
            form = moves.toward(*middle_of(covers[below(rng, len(covers))]))
    if form is None and moves.least > 0:  # it must move: anywhere within the table
        for _ in range(12):
            form = moves.toward(below(rng, 64) * moves.ground.width / 63, below(rng, 64) * moves.ground.height / 63)
            if form is not None:
                return form
    if form is not None:
        return form
    return moves.form if moves.form in moves else None


# --- steps: the vectors by which a unit may go -----------------------------------------------------------------------


def step_vector(x: float, y: float, u: float, v: float, inches: float) -> Point:
    """The vector on the lattice from (x, y) towards (u, v): at most so many inches, never beyond it.

    >>> step_vector(1.0, 1.0, 4.0, 5.0, 10.0), step_vector(1.0, 1.0, 4.0, 5.0, 2.5)
    ((3.0, 4.0), (1.5, 2.0))
    """
    dx, dy = u - x, v - y
    scale = part_of(dx * dx + dy * dy, inches)
    return cut(dx * scale), cut(dy * scale)


def to_either_side(start: Point, end: Point, inches: float) -> list[Point]:
    """The points so many inches away from one at half a right angle to the left and right of another; none when that is there.

    >>> to_either_side((0.0, 0.0), (3.0, 0.0), 4.0)
    [(2.828125, 2.828125), (2.828125, -2.828125)]
    """
    (x, y), (u, v) = start, end
    dx, dy = u - x, v - y
    far = sqrt(2.0 * (dx * dx + dy * dy))
    if far == 0.0:
        return []
    scale = inches / far
    return [
        (x + cut((dx - dy) * scale), y + cut((dx + dy) * scale)),
        (x + cut((dx + dy) * scale), y + cut((dy - dx) * scale)),
    ]


def moved_alike(start: Formation, end: Formation) -> bool:
    """Whether a whole unit has moved by one vector, and so holds together as it did."""
    if end.radius < 0 and end.facing != start.facing:
        return False
    if end.levels != start.levels or not end.positions:
        return False
    positions, starts = end.positions, start.positions
    (x, y), (u, v) = positions[0], starts[0]
    dx, dy = x - u, y - v
    for i in range(1, len(positions)):
        (x, y), (u, v) = positions[i], starts[i]
        if x - u != dx or y - v != dy:
            return False
    return True


def step_vectors(start: Point, end: Point, inches: float, parts: Sequence[float]) -> list[Point]:
    """The vectors of steps of some parts of so many inches from a point towards another, each once; none when that is there.

    >>> step_vectors((0.0, 0.0), (8.0, 0.0), 4.0, (1.0, 0.5))
    [(4.0, 0.0), (2.0, 0.0)]
    """
    (x, y), (u, v) = start, end
    found: list[Point] = []
    last_x, last_y = 0.0, 0.0
    for part in parts:
        step = step_vector(x, y, u, v, inches * part)
        dx, dy = step
        if dx == 0.0 and dy == 0.0:
            break
        if dx == last_x and dy == last_y:
            continue  # the point itself, nearer than half the move
        last_x, last_y = dx, dy
        found.append(step)
    return found


def not_taken(form: Formation, steps: list[Point], others: list[Neighbour], ground: Ground) -> list[Point]:
    """Those of some steps after which ``form``, moved as it stands, is neither too near to any of the others nor over the edge."""
    left, low, right, top = form.left, form.low, form.right, form.top
    wide, high = ground.width, ground.height
    found = []
    for step in steps:
        dx, dy = step
        if left + dx < 0.0 or low + dy < 0.0 or right + dx > wide or top + dy > high:
            continue
        if not taken(form, dx, dy, others):
            found.append(step)
    return found


def not_shut(form: Formation, steps: list[Point], others: Sequence[Neighbour], pieces: Sequence[Piece]) -> list[Point]:
    """Those of some steps after which a unit may stand as far as circles within its bases tell, however it turns.

    It may stand in none of the pieces, nor too near to any of the others.
    """
    if form.levels or not (others or pieces):
        return steps
    found = []
    for step in steps:
        dx, dy = step
        if not _shut(form, dx, dy, others, pieces):
            found.append(step)
    return found


def _shut(form: Formation, dx: float, dy: float, others: Sequence[Neighbour], pieces: Sequence[Piece]) -> bool:
    left, low, right, top = form.left + dx, form.low + dy, form.right + dx, form.top + dy
    for k in range(len(others)):
        one = others[k]
        other, inches = one.form, one.inches
        if left - other.right > inches or other.left - right > inches:
            continue
        if low - other.top > inches or other.low - top > inches:
            continue
        if bounding_circles(form, dx, dy, other, inches) > 0:
            return True
    for piece in pieces:
        a, b, c, d = piece.box
        if left > c or a > right or low > d or b > top:
            continue
        for i, (x, y) in enumerate(form.positions):
            base = form.bases[i]
            r = base.half_length if base.round else 0.9 * min(base.half_length, base.half_width)
            if circle_on(piece, x + dx, y + dy, r):
                return True
    return False


class Approach:
    """Whom a unit must come nearer to, and how near a step must lead to be tried.

    It stands ``here`` inches from the nearest of the targets; what ends more than ``kept`` inches from all is not wanted. A unit
    that may turn comes at most ``turned`` inches nearer by that.
    """

    __slots__ = ("here", "kept", "targets", "turned")

    def __init__(self, targets: Sequence[Formation], here: float, kept: float, turned: float) -> None:
        self.targets, self.here, self.kept, self.turned = targets, here, kept, turned

    def wants(self, form: Formation, step: Point) -> bool:
        """Whether a unit that goes by this vector may come nearer than it stands, and near enough."""
        away = inf
        for target in self.targets:
            off = distance_after(form, step, target)
            if off < away:
                away = off
        away = away - self.turned
        return away < self.here and away <= self.kept


def ray(moves: Moves, end: Point, turn: Point, most: float, parts: int, wanted: Approach) -> list[Point]:
    """The vectors of steps from where a unit stands, the longest first: equal parts of ``most`` inches on the way to a point.

    That way is turned by an angle, given as (cosine, sine). The shortest steps are left out, up to the first that is wanted. No
    step is longer than the move.
    """
    (x, y), (u, v), (c, s) = moves.form.centre, end, turn
    dx, dy = u - x, v - y
    long = sqrt(dx * dx + dy * dy)
    found: list[Point] = []
    if long == 0.0 or most <= 0.0:
        return found
    u, v = dx * c - dy * s, dx * s + dy * c
    for k in range(1, parts + 1):
        far = most * k / parts / long
        step = step_vector(x, y, x + u * far, y + v * far, moves.inches)
        if found or wanted.wants(moves.form, step):
            found.append(step)
    found.reverse()
    return found
