"""Moves that are forced upon a unit: as near to one of some enemies as it can come, or nearly so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import inf
from random import Random
from typing import Any

from ....common.options import Formations
from ....kernel.drawing import below
from ....table.charge_placement import file_out
from ....table.coherency import out_of
from ....table.distances import distance, distance_after
from ....table.geometry import Formation, Point
from ....table.moves import Approach, Moves, first_of, ray

_BESIDE = ((0.9659258, 0.2588190), (0.8660254, 0.5), (0.7071068, 0.7071068), (0.5, 0.8660254), (0.2588190, 0.9659258))
AHEAD = ((1.0, 0.0), *(way for c, s in _BESIDE for way in ((c, s), (c, -s))))  # directions, 15 degrees apart
PARTS = 8  # of the way that are tried when there is no straight one
NEARER = 1.0  # inches: a forced advance may end so much short of the best way, to use cover


class Advance(Formations):
    """The moves that a unit is forced to make: as near to one of some enemies as it can come, or nearly so."""

    refusal = "not a legal move"

    def __init__(
        self,
        moves: Moves,
        targets: tuple[Formation, ...],
        any_nearer: bool = False,
        shuns: Callable[[Formation], bool] | None = None,
    ) -> None:
        self.moves = moves
        self.bases = moves.form.bases
        self.targets = targets
        self.shuns = shuns  # ways that it must not go as long as there is another
        self.any_nearer = any_nearer  # or only about as near as it can come
        self._found: list[Formation] | None = None
        self._drawn: Formation | None = None
        self._fars: dict[Any, float] = {}  # of each place that was asked about, for it is ranked, picked and judged
        self._tried: dict[Point, Formation | None] = {}  # what has come of making for each point
        # inches that a hull may come nearer by turning
        self._turned = 2 * max([base.radius for base in moves.form.bases]) if moves.turn else 0.0

    def narrows(self) -> Moves:
        """The moves of which it must make one."""
        return self.moves

    @property
    def found(self) -> list[Formation]:
        """The advances proposed, the nearest first; standing still when there is no other."""
        if self._found is None:
            made: dict[Any, Formation] = {}
            most_kept = inf
            for point in self._points():
                form = self._toward(point) if self._may_be_kept(point, most_kept) else None
                if form is not None:
                    made.setdefault(form.positions, form)
                    most_kept = self._most_kept(form, most_kept)
            tried = self._nearer(made.values()) or self._nearer(self._round())
            self._found = (
                tried or self._nearer(self.moves) or self._filed_out() or self._drawn_together() or [self.moves.form]
            )
        return self._found

    def _may_be_kept(self, point: Point, most_kept: float) -> bool:
        """Whether a step towards a point may end so near to them that it is kept."""
        if most_kept == inf or point in self._tried:
            return True
        form = self.moves.form
        for step in self.moves.steps_towards(*point):
            for target in self.targets:
                if distance_after(form, step, target) - self._turned <= most_kept:
                    return True
        return False

    def _most_kept(self, form: Formation, most_kept: float) -> float:
        """How far from them a way may end that is kept, now that this one is known."""
        far = self._far(form)
        if far < self._far(self.moves.form) and (self.shuns is None or not self.shuns(form)):
            return min(most_kept, far + NEARER)
        return most_kept

    def _toward(self, point: Point) -> Formation | None:
        """As far towards a point as it may go; found once."""
        if point not in self._tried:
            self._tried[point] = self.moves.toward(*point)
        return self._tried[point]

    def _filed_out(self) -> list[Formation]:
        """For those who are hemmed in as they stand: one model after the other."""
        moves = self.moves
        if moves.turn or len(moves.form) < 2 or moves.inches <= 0 or self._far(moves.form) <= moves.mode.apart + NEARER:
            return []
        points = self._points()
        made = [file_out(moves, target, points) for target in self.targets]
        return self._nearer([form for form in made if form is not None])

    def _drawn_together(self) -> list[Formation]:
        """For those out of cohesion who cannot come nearer as they stand: the moves that bring them together again."""
        here, mode = self.moves.form, self.moves.mode
        if not out_of(here, mode.coherency, mode.measure, mode.spread):
            return []
        return [form for form in self.moves if form.positions != here.positions]

    def _points(self) -> list[Point]:
        """Where it may make for: the middle of each target, and past it on both sides."""
        points = []
        for target in self.targets:
            left, low, right, top = target.box
            points += [((left + right) / 2, (low + top) / 2), (left - 6, top + 6), (right + 6, low - 6)]
        return points

    def _nearer(self, made: Iterable[Formation]) -> list[Formation]:
        """Those that come as near as any of these do, or nearly so, and nearer than the unit stands; the nearest first."""
        here = self._far(self.moves.form)
        near = sorted([(far, k, f) for k, f in enumerate(made) if (far := self._far(f)) < here])
        if self.shuns is not None:
            near = [(far, k, f) for far, k, f in near if self.shuns is None or not self.shuns(f)]
        return [f for far, _, f in near if far <= near[0][0] + NEARER]

    def _round(self) -> Iterator[Formation]:
        """Where the straight ways are barred: shorter ones, that stop before the enemy, and all ways beside them.

        Those that lead nowhere near enough to be kept are not even judged.
        """
        moves = self.moves
        if not moves.turn and not moves.stands_together():
            return  # wherever it goes as it stands it is out of cohesion
        here, most_kept = self._far(moves.form), inf
        for target in self.targets:
            most = min(moves.inches, distance(moves.form, target) - moves.mode.apart)
            for angle in AHEAD:
                near = Approach(self.targets, here, most_kept, self._turned)
                steps = ray(moves, target.centre, angle, most, PARTS, near)
                form = first_of(moves, steps) if steps else None
                if form is not None:
                    most_kept = self._most_kept(form, most_kept)
                    yield form

    def _far(self, form: Formation) -> float:
        """How far the nearest of those it must go to is, from where the unit would stand."""
        far = self._fars.get(form.positions)
        if far is None:
            far = distance(form, self.targets[0])
            for target in self.targets[1:]:
                far = min(far, distance(form, target))
            self._fars[form.positions] = far
        return far

    def why_not(self, form: Formation, first: bool = False) -> list[str]:
        """Every reason why the unit may not move so; none when it may."""
        why = self.moves.why_not(form, first)
        if why and first:
            return why
        nearer = not why and self.any_nearer and self._far(form) < self._far(self.moves.form)
        if nearer and (self.shuns is None or not self.shuns(form)):
            return why  # the best ways need not be known
        if any([form.positions == found.positions for found in self.found]):  # noqa: C419 (quicker)
            return why
        if not why and self.any_nearer and form.positions != self.found[0].positions:
            why = [] if self._far(form) < self._far(self.moves.form) else ["it must move towards the enemy"]
        elif not why and self._far(form) > self._far(self.found[0]) + NEARER:
            why = ["it must make a full move towards the enemy"]
        if not why and self.shuns is not None and form.positions != self.moves.form.positions and self.shuns(form):
            why = ["it avoids hazardous ground"]
        return why

    def proposed(self) -> list[Formation | None]:
        """What it has drawn or proposed so far."""
        return [self._drawn, *(self._found or ())]

    def __iter__(self) -> Iterator[Formation]:
        yield from self.found

    def draw(self, rng: Random) -> Formation:
        """One of the advances; when any that ends nearer will do, without making the others."""
        points = self._points() if self.any_nearer else []
        rng.shuffle(points)
        for point in points:
            form = self._toward(point)
            if form is not None and form in self:
                self._drawn = form
                return form
        return self.found[below(rng, len(self.found))]


TRIES = 8  # moves that are drawn in search of one that fits


class Bound(Formations):
    """The moves of a unit that fit; it may always stay where it is. ``why`` says what is wrong with the others."""

    refusal = "not a legal move"

    def __init__(self, moves: Any, fits: Callable[[Formation], bool], why: str) -> None:
        self.moves = moves
        self.bases = moves.form.bases
        self.fits = fits
        self.why = why
        self._fitting: dict[Any, bool] = {}  # by place: it is drawn or proposed, and judged again when it is picked
        self._offered: list[Formation] = []  # what has been drawn or proposed: it is on the lattice

    @property
    def unit(self) -> Formation:
        """The unit as it stands."""
        return self.moves.unit  # type: ignore[no-any-return]

    def why_not(self, form: Formation, first: bool = False) -> list[str]:
        """Every reason why the unit may not move so; none when it may."""
        why: list[str] = self.moves.why_not(form, first)
        if (why and first) or self._fits(form):
            return why
        return [*why, self.why]

    def _fits(self, form: Formation) -> bool:
        if form.positions == self.moves.form.positions:
            return True
        place = form.positions, form.facing, form.levels
        fitting = self._fitting.get(place)
        if fitting is None:
            fitting = self._fitting[place] = self.fits(form)
        return fitting

    def narrows(self) -> Moves | None:
        """The moves of which some fit."""
        return self.moves if isinstance(self.moves, Moves) else None

    def proposed(self) -> list[Formation]:
        """What it has drawn or proposed so far."""
        return self._offered

    def __iter__(self) -> Iterator[Formation]:
        none = True
        for form in self.moves:
            if self._fits(form):
                none = False
                self._offered.append(form)
                yield form
        if none:
            yield self.moves.form

    def aims(self) -> list[tuple[Callable[[], Formation | None], Point | None]]:
        """The proposals before they are judged, as ``Moves`` gives them."""
        return self.moves.aims()  # type: ignore[no-any-return]

    def offer(self, make: Callable[[], Formation | None]) -> Formation | None:
        """What comes of a purpose, if it fits."""
        form: Formation | None = self.moves.offer(make)
        if form is None or not self._fits(form):
            return None
        self._offered.append(form)
        return form

    def draw(self, rng: Random) -> Formation:
        """One of them, without making the others."""
        for _ in range(TRIES):
            form: Formation | None = self.moves.draw(rng)
            if form is not None and form in self:
                self._offered.append(form)
                return form
        here: Formation = self.moves.form
        return here
