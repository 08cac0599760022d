"""Where squads may move, by how they move; how far they have moved, and what is noted of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random

from msgspec.structs import replace

from ....common.deploy import Places, bases
from ....common.profiles import Model
from ....kernel.asks import Emit, Procedure
from ....kernel.memo import memo
from ....table.candidates import MovePurpose
from ....table.events import Given
from ....table.geometry import Formation, Outline, Point
from ....table.moves import Moves
from ....table.paths import MovementMode
from ....table.space import Placing
from ....table.state import Effect, Table, Unit
from ....table.terrain import Ground
from ..events import NoLonger
from ..sides import side_of
from ..squads import CEILING, FLIGHT, SCANNED, effects, flagged, flight_mode, landing_mode, movement_mode

PIVOT = 1 / 64  # inches: a pivot counts as having moved


def others(t: Table, u: Unit) -> tuple[list[tuple[int, Formation]], list[tuple[int, Formation]]]:
    """(friends, enemies) on the table, as moves want them. Squads inside Garrisons are in nobody's way."""
    mine = u.id
    return [row for row in side_of(t, u.side).free() if row[0] != mine], side_of(t, 1 - u.side).free()


class PurposeMoves(Moves):
    """Moves with fewer proposals, those that matter here: an objective, the nearest enemy, away from it, cover."""

    __slots__ = ()

    def _purposes(self) -> Iterator[tuple[str, Callable[[], Formation | None]]]:
        wanted = {"advance": 1, "objective": 2, "into cover": 1, "fall back": 1}
        for why, make in super()._purposes():
            if why in wanted:
                wanted[why] -= 1
                if wanted[why] < 0:
                    continue
            yield why, make


class HuntingFlights(PurposeMoves):
    """Flights: bots weigh the ways to every enemy, though only those in the air are in the way."""

    __slots__ = ("foes",)
    foes: Sequence[Unit]

    def aims(self) -> list[tuple[Callable[[], Formation | None], Point | None]]:
        """The proposals before they are judged, and the ways to enemies."""
        middles = [v.form.centre for v in self.foes]
        return [*super().aims(), *[(MovePurpose(self, middle), middle) for middle in middles]]


class Landings(PurposeMoves):
    """Where an Aircraft may come down: right below it only when there is room."""

    __slots__ = ()

    def why_not(self, form: Formation, first: bool = False) -> list[str]:
        """Every reason why it may not land so."""
        if form.bases == self.form.bases and form.positions == self.form.positions:
            return self.room.why_not(form, first)
        return super().why_not(form, first)


class GroundMoves(Moves):
    """Moves whose proposals go straight; a way round others only when no straight one leads anywhere."""

    __slots__ = ("_direct", "_straight")
    _direct: Moves
    _straight: list[tuple[Callable[[], Formation | None], Point | None]]  # the aims of the moves that go straight

    @property
    def direct(self) -> Moves:
        """The moves that go straight."""
        if not hasattr(self, "_direct"):
            self._direct = self.narrowed(straight(self.mode), PurposeMoves)
        return self._direct

    def turned(self) -> Formation | None:
        """The squad turned where it stands to the nearest enemy; None when there is none, or no room to turn."""
        foes = self._foes()
        if not foes:
            return None
        form = self.form.facing_towards(*foes[0].centre)
        return form if pivots(self.form, form) and form in self else None

    def proposals(self) -> Iterator[tuple[str, Formation]]:
        """A handful of legal moves with their purpose."""
        leads = False
        if not self.inches and (form := self.turned()) is not None:
            yield "turn", form
        for why, form in self.direct.proposals():
            leads = leads or form.positions != self.form.positions
            self._offered.append(form)
            yield why, form
        if not leads and (way_round := self._way_round()) is not None:
            yield "round whatever is in the way", way_round

    def _step_round(self) -> Point | None:
        """The vector towards the nearest objective of a way that need not go straight."""
        if not self.ground.objectives:
            return None
        x, y = self.centre
        u, v = min(self.ground.objectives, key=lambda s: (s[0] - x) * (s[0] - x) + (s[1] - y) * (s[1] - y))
        return self.step(u, v, 0.6)

    def _way_round(self) -> Formation | None:
        step = self._step_round()
        if step is None:
            return None
        form = self.form.shifted(*step).faced(*step) if step != (0.0, 0.0) else self.form
        return form if form in self else None

    def _only_way(self) -> Formation | None:
        """A way round whatever is in the way, when no straight one leads anywhere."""
        stand = self.form.positions
        for found in self._aimed.values():
            if found is not None and found.positions != stand:
                return None
        for make, _ in self._straight:
            form = self.offer(make)
            if form is not None and form.positions != stand:
                return None
        return self._way_round()

    def aims(self) -> list[tuple[Callable[[], Formation | None], Point | None]]:
        """The proposals before they are judged; none where a squad can but turn."""
        if not self.inches:
            return []
        self._straight = self.direct.aims()
        found = list(self._straight)
        step = self._step_round()
        if step is not None:
            x, y = self.centre
            found.append((self._only_way, (x + step[0], y + step[1])))
        return found

    def draw(self, rng: Random) -> Formation | None:
        """One purposeful legal move, without making the others."""
        form = self.direct.draw(rng) if self.inches else self.turned() or self.form
        if form is not None:
            self._offered.append(form)
        return form


def ground_moves(t: Table, u: Unit, inches: float) -> Moves:
    """Where a squad may go on the ground."""
    friends, enemies = others(t, u)
    return GroundMoves(t.ground, u.form, inches, friends, enemies, movement_mode(t, u), turn=True, call=t.name)


def straight(going: MovementMode) -> MovementMode:
    """The movement mode without ways round anything."""
    return replace(going, straight=True)


def skies(t: Table, u: Unit) -> tuple[list[tuple[int, Formation]], list[tuple[int, Formation]]]:
    """(friends, enemies) in the air, as if all flew at one height: none may end above another."""
    mine = u.id
    return [row for row in side_of(t, u.side).flying() if row[0] != mine], side_of(t, 1 - u.side).flying()


def flights(t: Table, u: Unit, inches: float, least: float = 0.0) -> Moves:
    """Where an Aircraft may fly to, seen from above: ``aloft`` gives the height."""
    start = u.form.raised(0.0)
    moves = HuntingFlights(
        t.ground, start, inches, *skies(t, u), flight_mode(t, u), turn=True, least=least, call=t.name
    )
    moves.foes = t.enemies(u.side)
    return moves


class Skies(Places):
    """Places in the air: proposals and judgement as seen from above, the forms at flight height."""

    def __init__(self, t: Table, u: Unit, zone: Outline | None, positions: Sequence[Point], facing: Point) -> None:
        room = Placing(t.ground, *skies(t, u), flight_mode(t, u), zone=zone, call=t.name)
        super().__init__(room, bases(u), positions, facing)
        self.ground = t.ground

    def why_not(self, form: Formation, first: bool = False) -> list[str]:
        """Every reason why the squad may not be there."""
        if not isinstance(form, Formation) or form.bases != self.bases:
            return ["these are not the models of the unit"]
        if form.levels != aloft(self.ground, form).levels:
            return ["Aircraft are put down at flight height"]
        return self.room.why_not(form.raised(0.0), first)

    def standing(self, form: Formation) -> Formation:
        """A formation at flight height."""
        return aloft(self.ground, form)

    def __iter__(self) -> Iterator[Formation]:
        for form in super().__iter__():
            yield aloft(self.ground, form)

    def draw(self, rng: Random) -> Formation | None:
        """One place, without making the others."""
        form = super().draw(rng)
        return None if form is None else aloft(self.ground, form)


def landings(t: Table, u: Unit, inches: float) -> Moves:
    """Where an Aircraft may land."""
    return Landings(t.ground, u.form.raised(0.0), inches, *others(t, u), landing_mode(t, u), turn=True, call=t.name)


def aloft(ground: Ground, form: Formation) -> Formation:
    """The form at flight height above what lies below each model; terrain higher than the ceiling is not below."""
    levels = tuple(
        [
            max([p.height for p in ground.at(x, y) if p.height <= CEILING], default=0.0) + FLIGHT
            for x, y in form.positions
        ]
    )
    return Formation(form.positions, form.bases, form.facing, levels)


def distance(before: Formation, after: Formation) -> float:
    """The longest way of any unit, inches, straight; a pivot alone counts as PIVOT."""
    far = 0.0
    for (x, y), (u, v) in zip(before.positions, after.positions, strict=True):
        far = max(far, (x - u) * (x - u) + (y - v) * (y - v))
    if far:
        return sqrt(far)
    return PIVOT if pivots(before, after) else 0.0


def pivots(before: Formation, after: Formation) -> bool:
    """Whether the units stand where they stood and face elsewhere."""
    same = (
        before.positions == after.positions and before.facing != after.facing
    )  # which is written in more than one way
    return same and any(before.front(i) != after.front(i) for i in range(len(after)))


def allowance(u: Unit) -> float:
    """How far the squad may move: its MV, or the least M&F of the weapons that it has fired this round."""
    inches = slowest(u.members)
    if not u.effects:
        return inches
    weapons = u.members[0].weapons
    for line, _ in effects(u, "fired"):
        mf = weapons[line].stats.mf
        if mf is not None:
            inches = min(inches, float(mf))
    return inches


@memo(1024)
def slowest(members: tuple[Model, ...]) -> float:
    """The full move of the slowest, inches."""
    return float(min([m.stats.MV for m in members]))


def may_turn(u: Unit) -> bool:
    """Whether a squad that cannot move may turn where it stands: a pivot has moved too, so nothing that must stand still has fired.

    Where all weapons fire all round there is no need.
    """
    weapons = u.members[0].weapons
    if any(m.stats.MV for m in u.members) or any(weapons[line].stats.mf == 0 for line, _ in effects(u, "fired")):
        return False
    return any(len(w.stats.arcs) < 3 and not w.stats.cq for w in weapons)


def distances(before: Formation, after: Formation) -> tuple[float, ...]:
    """The way of each unit, inches, straight; a pivot alone counts as PIVOT."""
    return tuple([distance(before.only((i,)), after.only((i,))) for i in range(len(after))])


def noted(t: Table, u: int, inches: float, each: tuple[float, ...] = ()) -> Procedure:
    """Keeps how far the squad has moved this round, or how far ``each`` of its units has."""
    if inches and t[u].alive:
        if flagged(t[u], SCANNED):
            yield Emit(NoLonger(u, SCANNED, says="loses its Scan token"))
        yield Emit(Given(u, Effect("moved", u, ("round ends", t.round), each if len(set(each)) > 1 else inches), True))


def towards_enemy(t: Table, u: Unit, form: Formation) -> Formation:
    """The form turned to the nearest enemy: how a squad stands after a move whose player does not say otherwise."""
    x, y = form.centre
    best: tuple[float, float, float] | None = None
    for v in t.enemies(u.side):
        cx, cy = v.form.centre
        d2 = (cx - x) * (cx - x) + (cy - y) * (cy - y)
        if d2 and (best is None or d2 < best[0]):
            best = (d2, cx, cy)
    return form if best is None else form.faced(best[1] - x, best[2] - y)


def those_that_stood(before: Formation, after: Formation) -> Formation:
    """The form after a move with the units that have not left their places facing where they faced."""
    stood = [a == b for a, b in zip(before.positions, after.positions, strict=True)]
    if not any(stood):
        return after
    facing = tuple([before.front(i) if still else after.front(i) for i, still in enumerate(stood)])
    return Formation(after.positions, after.bases, facing, after.levels)
