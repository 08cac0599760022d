"""Setting up: the players put down one unit after the other, in turns. Also the start of a table from two forces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from ..kernel.asks import Choose, Emit, Procedure, Roll
from ..kernel.drawing import shuffled
from ..kernel.faces import die
from ..kernel.memo import memo
from ..kernel.purpose import Purpose
from ..table.events import Deployed, Reserved, Stepped, side_name
from ..table.geometry import FORWARD, Footprint, Formation, Outline, Point, footprint_of
from ..table.paths import MovementMode
from ..table.space import Placing
from ..table.state import Clock, Scenery, Table, Unit, mustered
from .building import Because, reasoned
from .options import Formations
from .scenario import Scenario, laid_out, markers
from .steps import next_step

PROPOSED = 6  # places that are offered for one unit; any other legal one is accepted as well


def higher(name: str, words: str = "") -> Purpose:
    """The purpose of dice of two players of which the higher wins; ``words``: what a report calls them."""
    return reasoned(name, Because("roll-off", "the higher wins, equal dice are thrown again"), words=words)


def roll_off(t: Table, what: str) -> Procedure:
    """A die each, thrown again while they are equal. Result: (who wins, the dice as "6 to 5")."""
    mine, other = (die(6, higher(f"{what} of {side_name(t, side)}")) for side in (0, 1))
    ours = theirs = 0
    while ours == theirs:
        ours, theirs = (yield Roll(mine)), (yield Roll(other))
    return int(theirs > ours), f"{max(ours, theirs)} to {min(ours, theirs)}"


def new_table(
    game: Any, forces: Sequence[Any], scenario: Scenario, ground: Any = None, rulings: dict[str, Any] | None = None
) -> Table:
    """The table before the first step: every unit of both forces, none of them deployed."""
    units: list[Unit] = []
    for side, force in enumerate(forces):
        for kind in force.kinds:
            if kind.models:
                units.append(mustered(len(units), side, kind, tuple(game.wounds(m) for m in kind.models)))
    ground = laid_out(scenario, ground)
    table = Table(
        units,
        game=game,
        ground=ground,
        scenario=scenario,
        rulings=rulings,
        markers=markers(ground),
        scenery=tuple(Scenery(p.dp if p.dp else -1) for p in ground.pieces),
    )
    table.clock = game.steps.start()
    game.prepare(table)
    return table


def bases(unit: Unit) -> tuple[Footprint, ...]:
    """The footprints of a unit's models."""
    return tuple(footprint_of(m.base) for m in unit.members)


def room(
    t: Table, unit: int, zone: Outline | None = None, *, free: Sequence[int] = (), mode: MovementMode | None = None
) -> Placing:
    """Where a unit may stand on the table as it is now."""
    u = t[unit]
    if mode is None:
        mode = t.game.movement_mode(t, u)
    friends = [(v.id, v.form) for v in t.own(u.side) if v.id != unit]
    enemies = [(v.id, v.form) for v in t.enemies(u.side)]
    return Placing(t.ground, friends, enemies, mode, free=free, zone=zone, call=t.names.__getitem__)


def forward(t: Table, side: int) -> Point:
    """Which way an army looks when it deploys: up or down the table, as the enemy's zone lies; beside it, the first looks up."""
    mine, theirs = t.ground.zones[side], t.ground.zones[1 - side]
    up = _middle(theirs)[1] - _middle(mine)[1]
    return (
        FORWARD if up > 0.0 or (up == 0.0 and side == 0) else (0.0, -1.0)
    )  # no minus zero: a save reads it as another


class Places(Formations):
    """The places where a unit may be put down, as one lazy value: proposals in order of merit, any legal form accepted.

    ``positions`` are the points round which places are proposed.
    """

    def __init__(self, room: Placing, bases: tuple[Footprint, ...], positions: Sequence[Point], facing: Point) -> None:
        self.room = room
        self.bases = bases
        self.positions = tuple(positions)
        self.facing = facing
        self._found: dict[
            int, Formation | None
        ] = {}  # the place found round each point that was tried: known to be legal

    def why_not(self, form: Formation, first: bool = False) -> list[str]:
        """Every reason why the unit may not be put down so; none when it may."""
        if not isinstance(form, Formation) or form.bases != self.bases:
            return ["these are not the models of the unit"]
        return self.room.why_not(form, first)

    def __iter__(self) -> Iterator[Formation]:
        seen: set[tuple[Point, ...]] = set()
        for i in range(len(self.positions)):
            form = self._round(i)
            if form is not None and form.positions not in seen:
                seen.add(form.positions)
                yield form
                if len(seen) == PROPOSED:
                    return

    def any(self) -> bool:
        """Whether there is a place at all: looked for straight at the positions before it is sought round them."""
        for i, (x, y) in enumerate(self.positions):
            form = self.room.deploy(self.bases, x, y, self.facing, True)
            if form is not None:
                self._found[i] = form  # the first that would be found round it
                return True
        return next(iter(self), None) is not None

    def draw(self, rng: Random) -> Formation | None:
        """One place, without making the others."""
        for i in shuffled(rng, len(self.positions)):
            form = self._round(i)
            if form is not None:
                return form
        return None

    def _round(self, i: int) -> Formation | None:
        """The unit put down round a point; found once, however often it is proposed."""
        found = self._found
        if i not in found:
            x, y = self.positions[i]
            found[i] = self.room.deploy(self.bases, x, y, self.facing)
        return found[i]

    def proposed(self) -> list[Formation | None]:
        """The places found so far."""
        return [*self._found.values()]

    def decode(self, value: Any) -> Formation:
        """A place read from coordinates. Raises GrognardError with every reason when it is not legal."""
        told = self._told
        if told is not None and told[0] is value and type(self).why_not is Places.why_not:
            return told[1]  # legal, unless a kind of places of its own asks for more
        return super().decode(value)


@memo(64)
def spread(zone: Outline, enemy: Outline | None, along: int = 5) -> tuple[Point, ...]:
    """Points across a zone from which to look for room: the front first, then the middle, then the back."""
    xs, ys = [x for x, _ in zone], [y for _, y in zone]
    left, right, low, high = min(xs), max(xs), min(ys), max(ys)
    ex, ey = _middle(enemy) if enemy else ((left + right) / 2, high + 1)
    cx, cy = (left + right) / 2, (low + high) / 2
    positions = []
    upright = abs(ex - cx) > abs(ey - cy)  # the enemy stands beside the zone, not beyond it
    for depth in (0.8, 0.5, 0.2):
        for i in range(along):
            # the middle first, then alternately left and right of it
            step = (i + 1) // 2 * (1 if i % 2 else -1)
            share = 0.5 + step / (along + 1)
            if upright:
                deep = depth if ex > cx else 1 - depth
                positions.append((left + deep * (right - left), low + share * (high - low)))
            else:
                deep = depth if ey > cy else 1 - depth
                positions.append((left + share * (right - left), low + deep * (high - low)))
    return tuple(positions)


def _middle(zone: Outline) -> Point:
    xs, ys = [x for x, _ in zone], [y for _, y in zone]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def places(t: Table, unit: int, zone: Outline | None = None) -> Places:
    """Where a unit may deploy: in its side's zone, or another that a rule gives."""
    u = t[unit]
    zone = zone if zone is not None else t.ground.zones[u.side]
    positions = spread(zone, t.ground.zones[1 - u.side])
    taken = len(t.own(u.side))
    positions = positions[taken % 5 :] + positions[: taken % 5]  # else every unit would crowd round the same point
    return Places(room(t, unit, zone), bases(u), positions, forward(t, u.side))


def put(t: Table, unit: int, by: tuple[str, ...] = ()) -> Procedure:
    """A unit is put down in its zone; when there is no room, it waits in reserve."""
    options = places(t, unit)
    if not options.any():
        yield Emit(Reserved(unit, "no room"))
        return
    form = yield Choose(t[unit].side, f"where does {t.name(unit)} deploy?", options, about=unit)
    yield Emit(Deployed(unit, form, by=by))


def deploying(
    t: Table,
    player: int,
    each: Callable[[Table, int], Procedure] = put,
    later: Callable[[Table, int], bool] = lambda t, unit: False,
    stop: bool = False,
) -> Procedure:
    """The step of alternating deployment: one unit each until all are down. One boundary a unit.

    ``each`` puts down one unit (and what belongs to it); ``later`` names units that are set up after all others, with ``stop`` in a
    step of their own.
    """
    waiting = [u for u in t.units if u.place == "off" and not (stop and later(t, u.id))]
    if not waiting:
        yield from next_step(t)
        return
    first = [u for u in waiting if not later(t, u.id)] or waiting
    mine = [u.id for u in first if u.side == player] or [u.id for u in first if u.side != player]
    side = t[mine[0]].side
    unit = yield Choose(side, "deploy which unit?", tuple(mine))
    yield from each(t, unit)
    yield from pass_on(t, 1 - side)


def pass_on(t: Table, player: int) -> Procedure:
    """The other player goes on, within the same step."""
    c = t.clock
    if c.player != player:
        yield Emit(Stepped(Clock(c.round, player, c.step, c.first, c.phase), fresh=False))
