"""Setting up and coming later: deployment, infiltrators, drop troopers, and individuals who join squads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ...common import deploy
from ...common.deploy import Places, bases, forward
from ...common.rules import id_of, voices
from ...kernel.asks import Choose, Emit, Procedure, Roll
from ...kernel.faces import Throw
from ...kernel.memo import memo
from ...table.distances import near_any, within
from ...table.events import Deployed, Noted, Reserved, side_name
from ...table.geometry import FORWARD, Formation, snap
from ...table.paths import spans
from ...table.space import Placing
from ...table.state import Table
from . import field, transports
from .individuals import join_somebody, join_waiting
from .moments import speaker
from .orders import spoken
from .shooting import gun_team
from .slots import Drop

OFFERED = 3  # hidden places that are proposed; any other is accepted as well
USUAL = (FORWARD,)  # how a unit faces when it is not said
ROLLED_OFF = "infiltrators rolled off"  # noted with the side that sets up its first
SAID = "set up hidden"  # noted for each side whose infiltrators may give it the initiative


INITIATIVE = Throw("initiative, a die each", (10, 10), tuple)


def rolled_off(t: Table) -> Procedure:
    """Both players roll until one has the higher die: who that is, and the two dice in words, his first."""
    ours = theirs = 0
    whose = f"initiative, {side_name(t, 0)} then {side_name(t, 1)}"
    initiative = replace(INITIATIVE, name=deploy.higher(INITIATIVE.name, whose))
    while ours == theirs:
        ours, theirs = yield Roll(initiative)
    return int(theirs > ours), f"{max(ours, theirs)} to {min(ours, theirs)}"


@memo(4096)
def brought(members: tuple[Any, ...], moment: str) -> tuple[tuple[Any, ...], str]:
    """What the rules of the models say at a moment of deployment and the id of the first, ((), "") when one says nothing."""
    found = [[(speak(), id_of(speaker(speak))) for speak in voices(m, moment)] for m in members]
    said = [[(what, rule) for what, rule in of_one if what is not None] for of_one in found]
    if not members or not all(said):
        return (), ""
    return tuple(what for of_one in said for what, _ in of_one), said[0][0][1]


def drops(t: Table, u: int) -> str:
    """The id of the rule by which a unit comes down from above, "" when it does not."""
    return brought(t.units[u].members, "drops")[1]


def drop_of(t: Table, u: int) -> Drop:
    """Where a unit that comes down from above may land: what all its models may."""
    said = brought(t.units[u].members, "drops")[0]
    return Drop(min(one.edge for one in said), max(one.away for one in said))


def infiltrates(t: Table, u: int) -> str:
    """The id of the rule by which a unit is set up hidden, "" when it is not."""
    return brought(t.units[u].members, "infiltrates")[1]


# --- setting up ---------------------------------------------------------------------------------------------------------


def setting_up(t: Table, player: int) -> Procedure:
    """One unit is put down; infiltrators after all others, those who are dropped or carried not at all.

    When both sides have infiltrators left, they roll off and the higher begins (default).
    """
    sneaking = _sneaking(t)
    waiting = [u for u in t.units if u.place == "off"] if sneaking and t.recall(ROLLED_OFF) is None else []
    if waiting and all(u.id in sneaking for u in waiting):
        if len({u.side for u in waiting}) == 2:
            first, _ = yield from rolled_off(t)
            yield Emit(Noted(ROLLED_OFF, first))
            yield from deploy.pass_on(t, first)
            return
        yield Emit(Noted(ROLLED_OFF, waiting[0].side))
    yield from deploy.deploying(t, player, put, lambda t, u: u in sneaking)


def _sneaking(t: Table) -> frozenset[int]:
    """The units of a battle that are set up hidden: none of them changes before it is."""
    found: dict[Any, Any] = field.lasting(t)
    if "sneaking" not in found:
        found["sneaking"] = frozenset([u.id for u in t.units if infiltrates(t, u.id)])
    sneaking: frozenset[int] = found["sneaking"]
    return sneaking


def put(t: Table, u: int) -> Procedure:
    """A unit is set up as its rules say."""
    if by := drops(t, u):
        yield Emit(Reserved(u, "to be dropped", by=(by,)))
        yield from join_waiting(t, u, drops)
        return
    if by := infiltrates(t, u):
        yield from sneak(t, u, by)
    else:
        yield from deploy.put(t, u)
    if t.units[u].here:
        yield from settle_in(t, u)


def settle_in(t: Table, u: int) -> Procedure:
    """What a unit does once it stands: a carrier is loaded, a wall formed, an individual joins a squad."""
    yield from transports.load(t, u)
    if any(voices(m, "allots") for m in t.units[u].members):  # those who shield others may guard this place
        yield Emit(Noted(("post", u), t.units[u].form.centre))
    for speak in spoken(t.units[u].members, "settles"):
        yield from speak(t, u)
    yield from gun_team.set_up(t, u)
    yield from join_somebody(t, u, deploying=True)


class Hidden(Places):
    """Places out of sight of every enemy and so many inches from each; the own zone when there is none."""

    def __init__(self, t: Table, u: int, room: Placing, positions: list[tuple[float, float]]) -> None:
        super().__init__(room, bases(t.units[u]), positions, forward(t, t.units[u].side))
        self.t, self.u = t, u
        self.away: float = max(brought(t.units[u].members, "infiltrates")[0])
        self._home: Places | None = None
        self._gatherings: dict[
            tuple[float, float], Formation | None
        ] = {}  # round each point, as far as it was asked for
        self._judged: dict[Any, list[str]] = {}  # the first reason by place: it is proposed, read and played

    @property
    def home(self) -> Places:
        """Places in the own zone."""
        if self._home is None:
            self._home = deploy.places(self.t, self.u)
        return self._home

    def why_not(self, form: Formation, first: bool = False) -> list[str]:
        """Every reason why the unit may not be put down so; none when it may."""
        if not self.seen_or_near(form, first=True):
            return []
        if next(self.hidden(), None) is None:
            return self.home.why_not(form, first)
        return self.seen_or_near(form, first)

    def seen_or_near(self, form: Formation, first: bool = False) -> list[str]:
        """Every reason why a place is no hidden one."""
        if not isinstance(form, Formation) or form.bases != self.bases:
            return super().why_not(form, first)
        # a place read again says no facing where it is the usual one
        where = (form.positions, form.facing if form.facing != USUAL else (), form.levels)
        why = self._judged.get(where)
        if why is None:
            why = self._judged[where] = self._found_out(form, True)
        return why if first or not why else self._found_out(form, False)

    def _found_out(self, form: Formation, first: bool) -> list[str]:
        why = super().why_not(form, first)
        if why and first:
            return why
        enemies = self.t.enemies(self.t[self.u].side)
        if first and any(field.glimpses(self.t, v.id, v.form, self.u, form) for v in enemies):
            return ["an enemy would see it"]  # soon found, before anybody is looked at as a whole
        for v in enemies:
            if within(form, v.form, self.away):
                why.append(f"it would stand within {self.away:g} inches of {self.t.name(v.id)}")
            elif field.view_from(self.t, v.id, v.form, self.u, form).any():
                why.append(f"{self.t.name(v.id)} would see it")
            if why and first:
                return why[:1]
        return why

    def __iter__(self) -> Any:
        none = True
        for form in self.hidden():
            none = False
            yield form
        if none:
            yield from self.home

    def hidden(self) -> Iterator[Formation]:
        """The hidden places that are proposed."""
        found = 0
        for x, y in self.positions:
            form = self._at(x, y)
            if form is not None:
                yield form
                found += 1
                if found == OFFERED:
                    return

    def _at(self, x: float, y: float) -> Formation | None:
        """The unit gathered round a point, when that is out of sight."""
        if (x, y) not in self._gatherings:
            self._gatherings[x, y] = self._gathered(x, y)
        return self._gatherings[x, y]

    def _gathered(self, x: float, y: float) -> Formation | None:
        t, unit = self.t, self.t[self.u]
        here = Formation(((snap(x), snap(y)),), self.bases[:1])
        enemies = t.enemies(unit.side)
        if near_any(here, [v.form for v in enemies], self.away + 1):
            return None  # soon found, before anybody looks
        for v in enemies:
            if field.glimpses(t, v.id, v.form, self.u, here):
                return None
        form = self.room.gather(self.bases, x, y, self.facing)
        return form if form is not None and not self.seen_or_near(form, first=True) else None

    def draw(self, rng: Any) -> Formation | None:
        """One place, without making the others."""
        order = list(range(len(self.positions)))
        rng.shuffle(order)
        found = next((form for i in order if (form := self._at(*self.positions[i])) is not None), None)
        return found if found is not None else self.home.draw(rng)


def sneak(t: Table, u: int, by: str) -> Procedure:
    """Infiltrators are set up anywhere out of the enemy's sight, or in their own zone when there is no such place."""
    side = t.units[u].side
    w, h = t.ground.width, t.ground.height
    grid = [(w * (a + 0.5) / 8, h * (b + 0.5) / 8) for a in range(8) for b in range(8)]
    mine = _middle(t.ground.zones[side])
    positions = sorted(
        grid, key=lambda s: (-((s[0] - mine[0]) ** 2 + (s[1] - mine[1]) ** 2), s)
    )  # the furthest from home first
    options = Hidden(t, u, deploy.room(t, u), positions)
    if next(iter(options.home), None) is None and next(options.hidden(), None) is None:
        yield Emit(Reserved(u, "no room"))
        return
    form = yield Choose(side, f"where does {t.name(u)} infiltrate?", options, about=u)
    hidden = not options.seen_or_near(form, first=True)
    yield Emit(Deployed(u, form, by=(by,) if hidden else ()))
    if hidden and sheltered(t, u):
        yield Emit(Noted((SAID, side), True))


def _middle(zone: Any) -> tuple[float, float]:
    xs, ys = [x for x, _ in zone], [y for _, y in zone]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def sheltered(t: Table, u: int) -> bool:
    """Whether a unit stands within terrain, or has an obstacle between it and every enemy."""
    form = t.units[u].form
    if all(t.ground.standing(form)):
        return True
    x, y = form.centre
    pieces = [p for p in t.ground.pieces if p.height > 0]
    return all(any(spans(p.points, (x, y), v.form.centre) for p in pieces) for v in t.enemies(t.units[u].side))


# --- who may lead off ---------------------------------------------------------------------------------------------------


def sneaks(t: Table) -> int | None:
    """The side whose infiltrators may give it the first initiative, None when none can or both sides have infiltrators."""
    sides = [s for s in (0, 1) if any(infiltrates(t, u.id) and u.alive for u in t.units if u.side == s)]
    able = [s for s in sides if t.recall((SAID, s)) and any(infiltrates(t, u.id) for u in t.own(s))]
    rivals = able if t.rulings.get("both_infiltrate") == "in-place" else sides
    return able[0] if able and len(rivals) == 1 and t.round == 1 else None
