"""Signal and the drop-harness: Infantry calls a Behemoth down onto the table, and what it lands on tells how hard it lands.

Dropzone Commander 2.2.0, Behemoths: drop-harness: both actions of an Infantry squad; a point within 6 inches of one of its units,
or of the walls of its Garrison. First whoever it lands on is hit, then dice are thrown for what is left there: each 1 or 2 costs
it a point in a random zone. Then it steps clear of Impassable scenery, and who is in its way is moved aside.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from random import Random

from msgspec.structs import replace

from ....common import saying
from ....common.deploy import Places, bases, forward
from ....kernel.asks import Choose, Each, Emit, Procedure, Roll
from ....kernel.faces import Test
from ....table.events import Arrived, Given, Moved, Remarked, Said
from ....table.geometry import Formation, Point, directions, snap
from ....table.space import Placing
from ....table.state import Effect, Table, Unit
from ....table.terrain import Ground, Piece
from ..buildings.walls import all_edges, piece_distance
from ..events import NoLonger
from ..harm import jolted
from ..hazards import LANDING, SPREAD, two_d3
from ..shooting.declaration import group_of
from ..shooting.line_of_sight import view
from ..shooting.targeting import allowed, eyes
from ..squads import HARNESS, LANDED, housed, infantry, movement_mode, off_table
from .toppling import within
from .trampling import crushes, makes_room, nearest, spread, stepped, under

CALLED = 6.0  # inches
ROUGH = Test("a rough landing, a point lost on 1 and 2", 6, (1, 1, 0, 0, 0, 0))
NEAR_ENEMY = 3.0  # inches
IMPASSABLE, DIFFICULT, UNIT, GUN = 5, 2, 1, 1  # dice for each that it lands on, and for each Anti-Aircraft weapon


def can_signal(t: Table, u: Unit) -> bool:
    """Whether the squad may Signal: Infantry on the table, with a Behemoth that waits for it in readiness."""
    return u.here and infantry(u) and bool(waiting(t, u.side))


def waiting(t: Table, side: int) -> list[int]:
    """The Behemoths in readiness that can be called down."""
    return [v.id for v in t.there("reserve", side) if v.has(HARNESS) and off_table(v) == "readiness"]


class LandingPlaces(Places):
    """Where a Behemoth may be called down: on anything, so near to those who call it."""

    def __init__(self, t: Table, u: Unit, men: Unit) -> None:
        sky = Ground(t.ground.width, t.ground.height)
        home = housed(men)
        self.walls = t.ground.pieces[home[0]] if home is not None else None
        self.men = men.form.positions if home is None else all_edges(t.ground, home[0]).positions
        found = [
            (snap(x + far * c), snap(y + far * s))
            for x, y in self.men
            for n, far in ((6, CALLED / 2), (12, CALLED - 0.125))
            for c, s in directions(n)
        ]
        super().__init__(Placing(sky, mode=movement_mode(t, u), call=t.name), bases(u), found, forward(t, u.side))

    def near(self, position: Point) -> bool:
        """Whether a point is near enough to those who call it down."""
        if self.walls is not None:
            return piece_distance(self.walls, position) <= CALLED
        x, y = position
        return any((x - a) * (x - a) + (y - b) * (y - b) <= CALLED * CALLED for a, b in self.men)

    def why_not(self, form: Formation, first: bool = False) -> list[str]:
        """Every reason why it may not land there."""
        why = super().why_not(form, first)
        if isinstance(form, Formation) and form.positions and not self.near(form.positions[0]):
            why.append(f'it would land more than {CALLED:g}" from those who call it')
        return why

    def _round(self, i: int) -> Formation | None:
        form = super()._round(i)
        return form if form is not None and self.near(form.positions[0]) else None

    def __iter__(self) -> Iterator[Formation]:
        for i in range(len(self.positions)):
            if (form := self._round(i)) is not None:
                yield form

    def draw(self, rng: Random) -> Formation | None:
        """One place, without making the others."""
        return super().draw(rng) or next(iter(self), None)


def signal(t: Table, u: int) -> Procedure:
    """Both actions: a Behemoth lands."""
    able = tuple(waiting(t, t[u].side))
    v = yield Choose(t[u].side, f"which Behemoth does {t.name(u)} call down?", able, able[0], (u, "call"))
    options = LandingPlaces(t, t[v], t[u])
    first = next(iter(options))
    form = yield Choose(t[u].side, f"where does {t.name(v)} land?", options, first, (v, "drop"))
    yield Emit(Said(f"{t.name(u)} calls down {t.name(v)}", short=""))
    yield Emit(Arrived(v, form, "drop-harness"))
    for word in ("readiness", HARNESS):
        yield Emit(NoLonger(v, word))
    yield Emit(Given(v, Effect(LANDED, v, ("round ends", t.round)), True))
    yield from lands(t, v)


def lands(t: Table, v: int) -> Procedure:
    """What it lands on is hit; dice for what is left there; it steps clear, and so does who is in its way."""
    squads, pieces = under(t, v)
    gone = [s.gone for s in t.scenery]
    if squads or pieces:
        n = yield from two_d3(f"hits by the landing of {t.name(v)}", SPREAD)
        yield from crushes(t, v, squads, pieces, n, LANDING)
    if not t[v].here:
        return
    fallen = [k for k, before in enumerate(gone) if t.scenery[k].gone and not before]
    found = landing_dice(t, t[v], fallen)
    if found:
        yield Emit(
            Remarked(
                f"{t.name(v)} lands: " + ", ".join(f"{n} {'die' if n == 1 else 'dice'} for {why}" for why, n in found)
            )
        )
        yield from jolted(t, v, (yield Each(jolt, (), sum(n for _, n in found))), v, "a rough landing")
    yield from steps_clear(t, v)
    if t[v].here:
        yield from makes_room(t, v, t[v].side)


def jolt() -> Procedure:
    """One die of a landing: 1 when it costs a Damage Point."""
    return (yield Roll(ROUGH))


def landing_dice(t: Table, v: Unit, fallen: Container[int] = ()) -> list[tuple[str, int]]:
    """The dice for what a Behemoth lands on or near, with reasons; scenery that has ``fallen`` to it counts no more."""
    reach, position = spread(v), v.form.positions[0]
    pieces = [p for k, p in enumerate(t.ground.pieces) if k not in fallen and piece_distance(p, position) <= reach]
    high = sum(p.has("impassable") for p in pieces)
    rough = sum(p.has("difficult") and not p.has("impassable") for p in pieces)
    units = sum(len(within(t, w, position, reach)) for w in t.units if w.here and w.id != v.id)
    foes = [w for w in t.enemies(v.side) if within(t, w, position, reach + NEAR_ENEMY)]
    each = 1 if t.rulings.get("landing-near-enemies") == "one" else 2
    found = [
        ("Impassable scenery", IMPASSABLE * high),
        ("difficult scenery", DIFFICULT * rough),
        ("enemies near", each * len(foes)),
        ("those it lands on", UNIT * units),
        ("Anti-Aircraft weapons", GUN * sum(guns(t, w, v) for w in t.enemies(v.side))),
    ]
    return [(why, n) for why, n in found if n]


def guns(t: Table, w: Unit, v: Unit) -> int:
    """How many Anti-Aircraft weapons of a squad have a Behemoth in countered range and see it."""
    home, found = housed(w), set()
    if home is not None and home[1] < 0:
        return 0
    for line, weapon in enumerate(w.members[0].weapons):
        inches = weapon.stats.countered + spread(v)
        if allowed(weapon, v.kind, v.members[0], "aircraft"):
            seen = view(t, w, v, eyes(weapon))
            group = group_of(weapon)
            mark = ("line", line) if group is None else ("group", group)
            found |= {(i, mark) for i in range(w.size) if seen.d2[i][0] <= inches * inches and 0 in seen.seen[i]}
    return len(found)


def steps_clear(t: Table, v: int) -> Procedure:
    """A Behemoth with Impassable scenery within its Spread moves the shortest way to where there is none."""
    if not t[v].here:
        return
    form, side = t[v].form, t[v].side
    base = form.bases[0].radius
    walls = [p for p in t.ground.pieces if p.has("impassable")]
    reach = max(spread(t[v]), base)
    if _clear(t.ground, walls, form.positions[0], reach, base):
        return
    positions = nearest(form.positions[0], lambda position: _clear(t.ground, walls, position, reach, base)) or nearest(
        form.positions[0], lambda position: _clear(t.ground, walls, position, base, base)
    )
    if positions:
        position = yield Choose(
            side, f"where does {t.name(v)} step clear?", positions, positions[0], (v, "aside"), saying.places
        )
        yield Emit(Moved(v, stepped(form, 0, position), "steps clear"))


def _clear(ground: Ground, walls: list[Piece], position: Point, reach: float, base: float) -> bool:
    """Whether no wall is within so many inches of a position on the table."""
    x, y = position
    if not (base <= x <= ground.width - base and base <= y <= ground.height - base):
        return False
    return all(piece_distance(p, position) >= reach for p in walls)


def landing(u: Unit, form: Formation) -> Unit:
    """The Behemoth as it would stand."""
    return replace(u, form=form, place="table")
