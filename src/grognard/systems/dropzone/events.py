"""The events of this system beyond those of any table. Every event says itself to the report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from ...common.profiles import Model, interned
from ...table.events import (
    ATTACK,
    FATE,
    LINE,
    LIST,
    Arrived,
    Disembarked,
    Embarked,
    Event,
    Given,
    Harmed,
    Led,
    Lifted,
    Reserved,
    Unmarked,
    at,
    away,
    side_name,
)
from ...table.geometry import NOWHERE, Formation
from ...table.state import Effect, Marker, Scenery, Table, Unit
from ...table.templates import Circle
from ...table.terrain import Piece
from .buildings.walls import all_edges
from .shooting.line_of_sight import where
from .squads import ASIDE, DIVIDED, EDGES, REACTED, commanders, edges, flagged, housed, outermost
from .transports.seats import REST, SEATS, Seat, rest, riding, seats, shared

CARRIES = "carries"  # what a squad has that carries an objective; its value is the number of the objective


class GroupActivated(Event, frozen=True):
    """A battlegroup is activated; ``squads`` are those that will act, the Auxiliary ones that join it among them."""

    side: int
    group: str
    squads: tuple[int, ...]

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        t.memory = {**t.memory, "group": (self.side, self.group, self.squads)}

    def told(self, t: Table) -> str:
        able = [t.name(u) for u in self.squads if not flagged(outermost(t, t[u]), "reserve")]
        return f"{side_name(t, self.side)} activates {self.group}: {'; '.join(able)}"


class GroupDone(Event, frozen=True):
    """The battlegroup that was activated has done everything."""

    side: int
    group: str

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        t.memory = {k: v for k, v in t.memory.items() if k != "group"}


def measured(t: Table, u: Unit) -> Formation:
    """Where a squad is measured from: on edges of a Garrison from these, in the middle of one from all of them."""
    home = housed(u)
    return all_edges(t.ground, home[0]) if home is not None and home[1] == -1 else where(t, u)


class SquadFired(Event, frozen=True):
    """Units of a squad have fired a weapon at a squad (``target``) or, with target -1, a piece of scenery."""

    unit: int
    target: int
    weapon: str
    line: int
    units: tuple[int, ...]
    piece: int = -1
    how: str = "fires"
    until: Any = None
    limited: bool = False  # one of the uses that it has in a battle is gone
    needs: Sequence[str] = ()  # the numbers that its dice need, with reasons
    zone: str = ""  # of a Behemoth, at which it is aimed
    also: Sequence[str] = ()  # what else there is to say: what changes its shots, and why others do not fire it
    under: Sequence[str] = ()  # who lies under its templates
    lies: Sequence[Circle] = ()  # where these are laid
    touched: Sequence[tuple[int, int]] = ()  # the squads under them, each with how many of its units

    part: ClassVar[str] = ATTACK
    only_told: ClassVar[frozenset[str]] = frozenset(["zone", "also", "under", "lies", "touched"])

    def beneath(self) -> Sequence[tuple[int, int]]:
        return self.touched

    def on(self, t: Table) -> None:
        u = t[self.unit]
        used = (Effect("used", self.unit, None, (self.line, self.units)),) if self.limited else ()
        source = REACTED if self.how == "reacts with" else self.unit
        fired = Effect("fired", source, self.until, (self.line, self.units))
        t.change(self.unit, effects=(*u.effects, fired, *used))
        if self.until is not None and self.unit not in t.ends.get(self.until, ()):
            t.ends = {**t.ends, self.until: (*t.ends.get(self.until, ()), self.unit)}

    def told(self, t: Table) -> str:
        at = t.name(self.target) if self.target >= 0 else t.ground.pieces[self.piece].name
        needs = f": {' or '.join(self.needs)}" if self.needs else ""
        laid = " and".join(dict.fromkeys(f' {2 * c.radius:g}" wide at ({c.x:.1f}, {c.y:.1f})' for c in self.lies))
        where = f"under the template{laid}" if laid else "in the part of the building aimed at"
        under = f"; {where}: {', '.join(self.under)}" if self.under else ""
        also = "".join([f"; {more}" for more in self.also])
        zone = f" ({self.zone})" if self.zone else ""
        return f"{t.name(self.unit)} {self.how} {self.fired_with} at {at}{zone}{self.far(t)}{needs}{under}{also}"

    def far(self, t: Table) -> str:
        """How far away the target is, "" at close quarters."""
        return away(t, measured(t, t[self.unit]), measured(t, t[self.target])) if self.how != "strikes with" else ""

    @property
    def fired_with(self) -> str:
        """What was fired: the weapon, and how many of it."""
        return f"{len(self.units)} x {self.weapon}" if len(self.units) > 1 else self.weapon

    def brief(self, t: Table) -> str:
        return f"{t.name(self.unit)} {self.how} {self.fired_with} at {t.name(self.target)}"


class SceneryFired(SquadFired, frozen=True):
    """Units of a squad have fired a weapon at a piece of scenery."""

    part: ClassVar[str] = ""

    def far(self, t: Table) -> str:
        return away(t, measured(t, t[self.unit]), all_edges(t.ground, self.piece))


class Hurt(Harmed, frozen=True):
    """The units of a squad have these Damage Points left. Of one that is wiped out those may still ride that were not hurt.

    ``cause``: what did it, where it was no attack on them.
    """

    cause: str = ""

    only_told: ClassVar[frozenset[str]] = frozenset(["cause"])

    def on(self, t: Table) -> None:
        u, left = t[self.unit], self.left
        waiting, own, led, parts = rest(u), seats(u), commanders(u), edges(u)
        stand = [k for k, points in enumerate(left) if points > 0]
        if waiting and not stand:
            t.change(self.unit, form=NOWHERE, lost=u.lost + u.size, **_aboard(u, (), waiting))
        else:
            Harmed.on(self, t)
            if own and t[self.unit].alive and shared(own):
                _sit(t, self.unit, tuple([own[k] for k in stand]))
            if any(e.what == EDGES for e in u.effects) and (home := housed(u)) and t[self.unit].alive:
                t.change(self.unit, effects=_parts(t[self.unit].effects, home[0], tuple([parts[k] for k in stand])))
        _led(t, self.unit, led, (*stand, *range(u.size, u.size + len(waiting))))

    def told(self, t: Table) -> str:
        left = [points for points in self.left if points > 0]
        if not left:
            return f"{t.name(self.unit)}: destroyed{_by(self.cause)}"
        lost = len(self.left) - len(left)
        what = f"{_lost(lost, self.cause)}, {len(left)} left" if lost else f"hurt{_by(self.cause)}"
        return f"{t.name(self.unit)}: {what} (Damage Points left: {', '.join(map(str, left))})"


def _by(cause: str) -> str:
    return f" by {cause}" if cause else ""


def _lost(n: int, cause: str, where: str = "") -> str:
    return f"{n} unit{'s' * (n > 1)} lost{where}" + (f" to {cause}" if cause else "")


class KeptOff(Reserved, frozen=True):
    """A squad waits off the table: ``how`` is "reserve", "readiness" or "Holding"."""

    def brief(self, t: Table) -> str:
        return t.name(self.unit) if self.how == "reserve" else f"{t.name(self.unit)} (in {self.how})"

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: in {self.how}"


class ComesOn(Arrived, frozen=True):
    """A squad comes onto the table; a short report names all that do together."""

    part: ClassVar[str] = LIST
    listed: ClassVar[str] = "arrived"

    def brief(self, t: Table) -> str:
        return t.name(self.unit)


class LeftTable(Reserved, frozen=True):
    """A squad flies off the table, to come back in a later round."""

    listed: ClassVar[str] = "off the table"

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: off the table"


class Becomes(Given, frozen=True):
    """An effect begins on a squad; ``says`` is what the report makes of it."""

    says: str = ""

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} {self.says}" if self.says else ""


class NoLonger(Lifted, frozen=True):
    """A word that kept its place in the game is taken from a squad; ``says`` is what the report makes of it, if anything."""

    says: str = ""

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} {self.says}" if self.says else ""


def in_points(n: int) -> str:
    """A number of Damage Points in words.

    >>> in_points(1), in_points(2)
    ('1 Damage Point', '2 Damage Points')
    """
    return f"{n} Damage Point{'s' * (n != 1)}"


class Buried(Unmarked, frozen=True):
    """An objective is lost with the building that it lay in."""

    part: ClassVar[str] = LIST

    def told(self, t: Table) -> str:
        return f"objective {self.id} is lost with its building"


class Emptied(Unmarked, frozen=True):
    """What there was in a Garrison has been found, and counts no more."""

    part: ClassVar[str] = LINE

    def told(self, t: Table) -> str:
        return f"objective {self.id} is taken away"


class Repaired(Hurt, frozen=True):
    """The units of a squad have got Damage Points back."""

    part: ClassVar[str] = LINE

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} is repaired (Damage Points: {', '.join(map(str, self.left))})"


class CommanderLost(Event, frozen=True):
    """A Commander is lost with the unit that he rode in."""

    unit: int
    value: int

    part: ClassVar[str] = LIST

    def on(self, t: Table) -> None:
        """Nothing more is written: the loss of the unit has taken him away."""

    def told(self, t: Table) -> str:
        return f"the Commander in {t.name(self.unit)} (Command Value {self.value}) is lost"


class Disarmed(Event, frozen=True):
    """A unit that has fired has lost a weapon line: what it has fired of the others goes by their new places."""

    unit: int
    line: int

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        now = []
        for e in t[self.unit].effects:
            if e.what in ("fired", "used", ASIDE["fired"]):
                line, units = e.value
                if line == self.line:
                    continue
                e = replace(e, value=(line - (line > self.line), units))
            now.append(e)
        t.change(self.unit, effects=tuple(now))


class Thinned(Event, frozen=True):
    """A squad that has fired or moved counts its units anew: ``stand`` are those that it has, by their old numbers."""

    unit: int
    stand: tuple[int, ...]

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        places = {old: new for new, old in enumerate(self.stand)}
        now = []
        for e in t[self.unit].effects:
            if e.what in ("fired", "used", ASIDE["fired"]):
                line, units = e.value
                e = replace(e, value=(line, tuple([places[i] for i in units if i in places])))
            elif e.what in ("moved", ASIDE["moved"]) and type(e.value) is tuple:
                e = replace(e, value=tuple([e.value[i] for i in self.stand if i < len(e.value)]))
            now.append(e)
        t.change(self.unit, effects=tuple(now))


class SetAside(Event, frozen=True):
    """What a squad has fired and moved does not count against what it does next, but for what goes by the round.

    The first so many of each still count, and what was fired in reaction.
    """

    unit: int
    fired: int = 0
    moved: int = 0

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        left, now = {"fired": self.fired, "moved": self.moved}, []
        for e in t[self.unit].effects:
            if e.what in ASIDE:
                left[e.what] -= 1
                if left[e.what] < 0 and e.source != REACTED:
                    e = replace(e, what=ASIDE[e.what])
            now.append(e)
        t.change(self.unit, effects=tuple(now))


# --- squads in several transports -------------------------------------------------------------------------------------


def _without(u: Unit, *words: str) -> tuple[Effect, ...]:
    return tuple([e for e in u.effects if e.what not in words])


def _aboard(u: Unit, own: tuple[Seat, ...], waiting: tuple[tuple[int, int, int], ...]) -> dict[str, Any]:
    """What changes of a squad that is all aboard: the seats of its units, and those that have ridden all the time."""
    all_seats = own + tuple([(carrier, i) for carrier, i, _ in waiting])
    effects = _without(u, SEATS, REST)
    if shared(all_seats):
        effects = (*effects, Effect(SEATS, value=all_seats))
    return {
        "place": "aboard",
        "aboard": all_seats[0][0],
        "members": u.members[: len(own)] + (u.kind.models[0],) * len(waiting),
        "wounds": u.wounds[: len(own)] + tuple([points for *_, points in waiting]),
        "effects": effects,
    }


def _led(t: Table, unit: int, led: tuple[int, ...], now: Sequence[int]) -> None:
    """Writes down which Commander is in which unit of a squad that counts its units anew: by their numbers till now."""
    if led and t[unit].alive and tuple(now) != tuple(range(len(led))):
        value = tuple([led[k] for k in now])
        t.change(unit, effects=(*_without(t[unit], "commanders"), Effect("commanders", value=value)))


def _sit(t: Table, unit: int, own: tuple[Seat, ...]) -> None:
    """Writes down where the units of a squad that is aboard ride."""
    u = t[unit]
    aboard = next((carrier for carrier, _ in own if carrier >= 0), u.aboard)
    t.change(unit, aboard=aboard, effects=(*_without(u, SEATS), *((Effect(SEATS, value=own),) if shared(own) else ())))


class Seated(Embarked, frozen=True):
    """A squad gets aboard, each of its units where it has a seat: (squad of transports, which of its units)."""

    seats: tuple[Seat, ...] = ()

    def on(self, t: Table) -> None:
        u = t[self.unit]
        t.change(self.unit, form=NOWHERE, **_aboard(u, self.seats, rest(u)))

    def told(self, t: Table) -> str:
        names = " and ".join(t.name(carrier) for carrier in dict.fromkeys(carrier for carrier, _ in self.seats))
        return f"{t.name(self.unit)}: aboard {names}"


class Reseated(Event, frozen=True):
    """What a squad rides in is counted anew, because units of it are lost or have got out: the seats of all that ride."""

    unit: int
    seats: tuple[Seat, ...]

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        u = t[self.unit]
        if u.place == "aboard":
            _sit(t, self.unit, self.seats)
            return
        now = tuple([(*seat, points) for seat, (*_, points) in zip(self.seats, rest(u), strict=True)])
        t.change(self.unit, effects=(*_without(u, REST), Effect(REST, value=now)))


class Alighted(Disembarked, frozen=True):
    """All units of a squad are out of the transports in which it was shared out; ``form`` is where each of them stands."""

    how: str = "disembarks"

    def on(self, t: Table) -> None:
        u = t[self.unit]
        waiting = rest(u)
        t.change(
            self.unit,
            form=self.form,
            place="table",
            aboard=-1,
            members=u.members + (u.kind.models[0],) * len(waiting),
            wounds=u.wounds + tuple([points for *_, points in waiting]),
            effects=_without(u, SEATS, REST),
        )

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} {self.how}{at(self.form)}"


class ThrownOut(Event, frozen=True):
    """Units of a squad get out of a wreck while others of it ride on; ``form`` is where all stand that are outside now.

    ``who``: their numbers, in the order of the last places of the form.
    """

    unit: int
    form: Formation
    who: tuple[int, ...]

    def on(self, t: Table) -> None:
        u = t[self.unit]
        model, ride, outside = u.kind.models[0], riding(u), u.place == "table"
        points = u.wounds + tuple([dp for *_, dp in rest(u)])
        out = (*(range(u.size) if outside else ()), *self.who)
        still = tuple([(*ride[k], points[k]) for k in ride if k not in self.who])
        kept = _without(u, SEATS, REST)
        t.change(
            self.unit,
            form=self.form,
            place="table",
            aboard=-1,
            members=tuple([u.members[k] if k < u.size else model for k in out]),
            wounds=tuple([points[k] for k in out]),
            effects=(*kept, Effect(REST, value=still)) if still else kept,
        )
        _led(t, self.unit, commanders(u), (*out, *(k for k in ride if k not in self.who)))

    def told(self, t: Table) -> str:
        n = len(self.who)
        where = at(self.form.only(tuple(range(len(self.form.positions) - n, len(self.form.positions)))))
        return f"{n} unit{'s' * (n > 1)} of {t.name(self.unit)} get{'s' * (n == 1)} out of the wreck{where}"


class RestHurt(Event, frozen=True):
    """Units of a squad that still ride have these Damage Points left, in order; those with none are destroyed."""

    unit: int
    left: tuple[int, ...]
    cause: str = ""

    part: ClassVar[str] = FATE
    only_told: ClassVar[frozenset[str]] = frozenset(["cause"])

    def on(self, t: Table) -> None:
        u = t[self.unit]
        before = rest(u)
        now = tuple([(c, i, points) for (c, i, _), points in zip(before, self.left, strict=True) if points > 0])
        kept = _without(u, REST)
        effects = (*kept, Effect(REST, value=now)) if now else kept
        t.change(self.unit, lost=u.lost + len(before) - len(now), effects=effects)
        stand = [u.size + k for k, points in enumerate(self.left) if points > 0]
        _led(t, self.unit, commanders(u), (*range(u.size), *stand))

    def told(self, t: Table) -> str:
        n = sum(points <= 0 for points in self.left)
        what = _lost(n, self.cause, " aboard") if n else f"hurt aboard{_by(self.cause)}"
        return f"{t.name(self.unit)}: {what}"


# --- Garrisons and scenery --------------------------------------------------------------------------------------------


def _parts(effects: tuple[Effect, ...], piece: int, parts: tuple[int, ...]) -> tuple[Effect, ...]:
    """The effects of a squad in a Garrison, its units in such parts of it."""
    kept = tuple([e for e in effects if e.what not in ("housed", EDGES)])
    if len(set(parts)) == 1:
        return (*kept, Effect("housed", value=(piece, parts[0])))
    return (*kept, Effect("housed", value=(piece, DIVIDED)), Effect(EDGES, value=parts))


class Housed(Event, frozen=True):
    """Infantry goes into a Garrison or to another part of it: an edge, or -1 for the middle.

    ``parts`` names that of each unit where they are in different ones.
    """

    unit: int
    piece: int
    edge: int
    form: Formation
    parts: tuple[int, ...] = ()

    part: ClassVar[str] = LIST
    listed: ClassVar[str] = "into buildings"

    def on(self, t: Table) -> None:
        now = _parts(_without(t[self.unit], SEATS), self.piece, self.parts or (self.edge,))
        members = members_inside(t, t[self.unit], self.piece)
        t.change(self.unit, form=self.form, place="table", aboard=-1, effects=now, members=members)

    def where(self, t: Table) -> str:
        """Which parts of which building."""
        named = ["the middle" if edge < 0 else f"edge {edge + 1}" for edge in sorted({*(self.parts or (self.edge,))})]
        where = f"{', '.join(named[:-1])} and {named[-1]}" if len(named) > 1 else named[0]
        return f"{where} of {t.ground.pieces[self.piece].name}"

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} takes {self.where(t)}"

    def brief(self, t: Table) -> str:
        return f"{t.name(self.unit)} ({self.where(t)})"


class LeftHouse(Event, frozen=True):
    """Infantry comes out of a Garrison."""

    unit: int
    form: Formation
    how: str = "leaves"
    piece: int = -1

    only_told: ClassVar[frozenset[str]] = frozenset(["piece"])

    def on(self, t: Table) -> None:
        effects, members = _without(t[self.unit], "housed", EDGES), members_inside(t, t[self.unit], None)
        t.change(self.unit, form=self.form, effects=effects, members=members)

    def told(self, t: Table) -> str:
        house = t.ground.pieces[self.piece].name if self.piece >= 0 else "the building"
        return f"{t.name(self.unit)} {self.how} {house}{at(self.form)}"


class Shattered(Event, frozen=True):
    """Collateral tokens on a piece of scenery change: laid, or taken away when they did nothing. ``was``: how many lay there."""

    piece: int
    tokens: int
    was: int = 0

    full: ClassVar[bool] = True
    only_told: ClassVar[frozenset[str]] = frozenset(["was"])

    def on(self, t: Table) -> None:
        now = replace(t.scenery[self.piece], tokens=self.tokens)
        t.scenery = tuple(now if i == self.piece else s for i, s in enumerate(t.scenery))

    def told(self, t: Table) -> str:
        name, more = t.ground.pieces[self.piece].name, self.tokens - self.was
        if more == self.tokens:
            return f"{_tokens(more)} laid on {name}"
        if more > 0:
            return f"{_tokens(more)} more laid on {name}, {self.tokens} now"
        if not more:
            return f"{_tokens(self.tokens)} left on {name}"
        return f"{_tokens(-more)} taken away from {name}" + (f", {self.tokens} left" if self.tokens else "")


def _tokens(n: int) -> str:
    return f"{n} Collateral token{'s' * (n != 1)}"


class SceneryHit(Event, frozen=True):
    """Destructible scenery has so many Damage Points left, and had ``was``."""

    piece: int
    points: int
    was: int = 0

    part: ClassVar[str] = LIST
    listed: ClassVar[str] = "scenery hit"
    only_told: ClassVar[frozenset[str]] = frozenset(["was"])

    def brief(self, t: Table) -> str:
        return str(t.ground.pieces[self.piece].name)

    def on(self, t: Table) -> None:
        now = replace(t.scenery[self.piece], points=self.points)
        t.scenery = tuple(now if i == self.piece else s for i, s in enumerate(t.scenery))

    def told(self, t: Table) -> str:
        return f"{t.ground.pieces[self.piece].name} loses {in_points(self.was - self.points)}, {self.points or 'none'} left"


class Wrecked(Event, frozen=True):
    """A Behemoth leaves its wreck on the ground: a new piece of scenery, after all others."""

    unit: int
    piece: Piece

    def on(self, t: Table) -> None:
        t.ground = replace(t.ground, pieces=(*t.ground.pieces, self.piece))
        t.scenery = (*t.scenery, Scenery())

    def told(self, t: Table) -> str:
        return f"the wreck of {t.name(self.unit)} lies on the field"


class Unlocked(Event, frozen=True):
    """A hidden objective has been found."""

    id: int
    unit: int

    def on(self, t: Table) -> None:
        t.markers = tuple(replace(m, value="open") if m.id == self.id else m for m in t.markers)

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} finds objective {self.id}"


class ZoneHurt(Event, frozen=True):
    """A zone of a Behemoth has so many Damage Points left."""

    unit: int
    zone: str
    left: int
    cause: str = ""

    part: ClassVar[str] = FATE
    only_told: ClassVar[frozenset[str]] = frozenset(["cause"])

    def on(self, t: Table) -> None:
        now = tuple(
            replace(e, value=(self.zone, self.left)) if e.what == "zone" and e.value[0] == self.zone else e
            for e in t[self.unit].effects
        )
        t.change(self.unit, effects=now)

    def told(self, t: Table) -> str:
        return (
            f"{t.name(self.unit)}: {self.zone} hurt{_by(self.cause)}, {in_points(self.left)} left"
            if self.left
            else f"{t.name(self.unit)}: {self.zone} destroyed{_by(self.cause)}"
        )


class TypeChanged(Event, frozen=True):
    """A squad of two profiles goes on in the other: another type, other figures, in the air or on the ground."""

    unit: int
    kind: Any  # profiles.Kind
    members: tuple[Any, ...]
    form: Formation

    def on(self, t: Table) -> None:
        t.change(self.unit, kind=self.kind, members=self.members, form=self.form)

    def plain(self) -> list[Any]:
        return ["TypeChanged", self.unit, self.kind.type, [m.name for m in self.members], self.form.plain()]

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} goes on as {self.kind.type}"


def _laden(t: Table, u: int, id: int) -> None:
    """The squad carries an objective; with 0, none any more."""
    kept = tuple(e for e in t[u].effects if e.what != CARRIES)
    t.change(u, effects=(*kept, Effect(CARRIES, value=id)) if id else kept)


class PickedUp(Event, frozen=True):
    """A squad carries an objective from now on: it is no longer on the table."""

    unit: int
    id: int

    def on(self, t: Table) -> None:
        t.markers = tuple(m for m in t.markers if m.id != self.id or m.kind != "objective")
        _laden(t, self.unit, self.id)

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} picks up objective {self.id}"


class HandedOver(Event, frozen=True):
    """An objective goes from one squad to another."""

    unit: int
    to: int
    id: int

    def on(self, t: Table) -> None:
        _laden(t, self.unit, 0)
        _laden(t, self.to, self.id)

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} hands over objective {self.id} to {t.name(self.to)}"


class Dropped(Event, frozen=True):
    """A squad, alive or not, no longer carries an objective: it lies on the table."""

    unit: int
    marker: Marker

    def on(self, t: Table) -> None:
        t.markers = (*t.markers, self.marker)
        if t[self.unit].alive:
            _laden(t, self.unit, 0)

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} drops objective {self.marker.id} at {self.marker.x:.1f}, {self.marker.y:.1f}"


class WentDown(Event, frozen=True):
    """An objective is destroyed with the squad that carried it."""

    unit: int
    id: int

    def told(self, t: Table) -> str:
        return f"objective {self.id} is destroyed with {t.name(self.unit)}"


class Extracted(Event, frozen=True):
    """A squad takes what it carries off the table: it is gone for good."""

    unit: int
    id: int

    def on(self, t: Table) -> None:
        _laden(t, self.unit, 0)

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} takes objective {self.id} off the table"


class ZonePicked(Led, frozen=True):
    """The winner of the roll takes a deployment zone, the other player has the other; he sets up first too."""

    zone: str = ""
    swapped: bool = False  # it is the other player's on the table as it was laid

    def on(self, t: Table) -> None:
        Led.on(self, t)
        if self.swapped:
            mine, theirs, *more = t.ground.zones
            t.ground = replace(t.ground, zones=(theirs, mine, *more))

    def told(self, t: Table) -> str:
        return f"{side_name(t, self.player)} wins the roll for deployment, {self.why}: {self.zone}, and the first to set up"


class ObjectivePlaced(Event, frozen=True):
    """A player has put down an objective before the battle."""

    side: int
    marker: Marker

    def on(self, t: Table) -> None:
        t.markers = (*t.markers, self.marker)
        t.ground = t.ground.with_objectives((*t.ground.objectives, (self.marker.x, self.marker.y)))

    def told(self, t: Table) -> str:
        m = self.marker
        where = [p.name for p in t.ground.at(m.x, m.y) if p.has("garrison")]
        return (
            f"{side_name(t, self.side)} puts objective {m.id} {f'in {where[0]}' if where else f'at {m.x:g}, {m.y:g}'}"
        )


TWICE = 2.0


def members_inside(t: Table, u: Unit, piece: int | None) -> tuple[Any, ...]:
    """The units of a squad as they are in a Garrison, or in none: with their ranges doubled or as they were."""
    points = t.recall("vantage", ())
    home = housed(u)
    before, after = home is not None and home[0] in points, piece in points
    if before is after:
        return u.members
    return tuple(ranging(m, TWICE if after else 1 / TWICE) for m in u.members)


def ranging(model: Model, times: float) -> Model:
    """The model with all ranges multiplied.

    >>> from .examples import squad, weapon
    >>> (model,) = squad(weapon(full=36.0)).models
    >>> ranging(model, 2.0).weapons[0].stats.full, ranging(ranging(model, 2.0), 0.5) is model
    (72.0, True)
    """
    weapons = tuple(
        interned(
            msgspec.structs.replace(
                w,
                stats=msgspec.structs.replace(w.stats, full=w.stats.full * times, countered=w.stats.countered * times),
            )
        )
        for w in model.weapons
    )
    return interned(msgspec.structs.replace(model, weapons=weapons))
