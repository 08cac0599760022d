"""Transports and buildings: who takes how many seats, getting in, getting out, and who starts the battle aboard."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

from msgspec import Struct

from ....common.building import Because, Reasons, because, ids_of
from ....common.deploy import bases, room
from ....common.exits import Exits
from ....common.triggers import give, this_turn
from ....kernel.asks import Emit, Procedure
from ....kernel.memo import memo
from ....table.charge_placement import bars_model
from ....table.distances import distance, within
from ....table.events import Embarked
from ....table.geometry import Formation, Point, snap
from ....table.moves import Moves
from ....table.templates import Circle
from ..characters import joins, loner
from ..condition import AFOOT, ARRIVED, STUNNED, airborne, moved
from ..model_types import type_of
from ..movement.legal_moves import others
from ..movement.readiness import DEEP_STRIKE
from ..squads import own_voices

if TYPE_CHECKING:
    from ....common.profiles import Kind, Model
    from ....common.rules import Rule
    from ....table.state import Table, Unit

REACH = 2.0  # inches from an access point within which a unit gets in
OUT = 6.0  # inches from an access point within which it gets out
JUMP = 3.0  # inches from the hull within which it gets out in an emergency
GOT_OUT, GOT_IN = "got out", "got in"  # to the end of the turn: nobody does both in one
ON_FOOT, ABOARD, LEAVE = "on foot", "stay aboard", "get out"


# --- seats ------------------------------------------------------------------------------------------------------------


class Seats(Reasons):
    """The seats that a model takes, while rules speak; of several numbers the largest counts."""

    def __init__(self) -> None:
        super().__init__()
        self.number = 1

    def takes(self, n: int, by: Rule | str, says: str) -> None:
        """It takes so many seats."""
        self.number = max(self.number, n)
        self.say(by, says)


@memo(4096)
def _seats(model: Model) -> tuple[int, tuple[str, ...]]:
    found = Seats()
    for speak in own_voices(model, "seated"):
        speak(found)
    return found.number, found.ids


def seats(members: tuple[Model, ...]) -> int:
    """The seats that these models take together.

    >>> from grognard.systems.usr.examples import model
    >>> seats((model(), model("Bulky"), model("Very Bulky"), model("Extremely Bulky", "Bulky")))
    11
    """
    return sum(_seats(m)[0] for m in members)


def seated_by(members: tuple[Model, ...]) -> tuple[str, ...]:
    """The ids of the rules that say how many seats they take."""
    return tuple(dict.fromkeys(i for m in dict.fromkeys(members) for i in _seats(m)[1]))


def capacity(u: Unit) -> int:
    """The seats of a transport or building that stands; 0 when it carries nobody."""
    return int(u.kind.detail("capacity", 0)) * max(1, u.size)


def _carries(kind: Kind) -> bool:
    return bool(kind.detail("capacity", 0))


@memo(4096)
def are_infantry(members: tuple[Model, ...]) -> bool:
    """Whether all of these models are infantry on foot."""
    return all("Infantry" in type_of(m).words and not m.stats.armoured for m in members)


def takes_infantry(u: Unit) -> bool:
    """Whether all of a unit are infantry, who ride in transports and man battlements."""
    return are_infantry(u.members)


def is_building(u: Unit) -> bool:
    """Whether it is a building."""
    return bool(u.kind.type == "Building")


def free_seats(t: Table, c: int) -> int:
    """The seats of a transport that nobody has taken."""
    return capacity(t[c]) - sum(seats(w.members) for w in t.cargo(c))


def takes(t: Table, c: int, u: int) -> bool:
    """Whether a transport may take a unit: infantry of its side, with seats for all, and no second unit.

    An Independent Character rides with a unit; buildings and super-heavies carry several units.
    """
    carrier, unit = t[c], t[u]
    if c == u or carrier.side != unit.side or not capacity(carrier) or not are_infantry(unit.members):
        return False
    if free_seats(t, c) < seats(unit.members):
        return False
    if is_building(carrier) or "Super-heavy" in carrier.kind.tags:
        return True
    return loner(unit) or all(loner(w) for w in t.cargo(c))


# --- doors ------------------------------------------------------------------------------------------------------------


class Doors(Struct, frozen=True, eq=False):
    """Where units get in and out of a hull: points on its edge, or anywhere along it when there are none."""

    hull: Formation
    points: tuple[Point, ...] = ()
    sides: tuple[str, ...] = ()

    def near(self, form: Formation, i: int, inches: float) -> bool:
        """Whether model i stands within a distance of an access point."""
        if not self.points:
            return bool(within(form.only((i,)), self.hull, inches))
        for x, y in self.points:  # noqa: SIM110
            if Circle(x, y, inches).touches(form, i):
                return True
        return False


def open_topped(u: Unit) -> bool:
    """Whether it is open-topped."""
    return "Open-topped" in type_of(u.members[0]).tags


def doors(u: Unit) -> Doors:
    """The access points of a transport where it stands; of an open-topped one the whole edge."""
    return doors_of(u.kind, u.members[0], u.form)


def doors_of(kind: Kind, model: Model, form: Formation) -> Doors:
    """The access points of hulls that stand so, or did."""
    said = kind.detail("access", 0)
    if not isinstance(said, tuple) or "Open-topped" in type_of(model).tags:
        return Doors(form)
    points = tuple(_side(form, j, side) for j in range(len(form.positions)) for side in said)
    return Doors(form, points, said)


def _side(form: Formation, j: int, side: str) -> Point:
    """The middle of one side of a hull."""
    (x, y), (fx, fy), base = form.positions[j], form.front(j), form.bases[j]
    long = sqrt(fx * fx + fy * fy)
    fx, fy = fx / long, fy / long
    dx, dy = {"front": (fx, fy), "rear": (-fx, -fy), "left": (-fy, fx), "right": (fy, -fx)}[side]
    far = base.half_length if side in ("front", "rear") else base.half_width
    return snap(x + dx * far), snap(y + dy * far)


# --- getting in -------------------------------------------------------------------------------------------------------


def boardable(t: Table, u: int, inches: float) -> list[int]:
    """The transports that a unit gets into when it moves so far."""
    return [c for c in at_hand(t, u, inches) if gets_aboard(t, u, c, inches)]


def at_hand(t: Table, u: int, inches: float) -> list[int]:
    """The transports near by that have seats for a unit, whoever stands in its way."""
    unit = t[u]
    found: list[int] = []
    if not are_infantry(unit.members) or (unit.effects and unit.has(GOT_OUT)):
        return found
    for w in t.own(unit.side):
        if not w.kind.details or not _carries(w.kind) or airborne(w):
            continue
        if within(unit.form, w.form, inches + REACH) and takes(t, w.id, u):
            found.append(w.id)
    return found


def gets_aboard(t: Table, u: int, c: int, inches: float) -> bool:
    """Whether every model of a unit comes within 2 inches of an access point of a transport when it moves so far."""
    unit, carrier = t[u], t[c]
    friends, enemies = others(t, unit.id)
    near = doors(carrier)
    moves = Moves(
        t.ground,
        unit.form,
        inches,
        [f for f in friends if f[0] != carrier.id],
        enemies,
        AFOOT,
        call=t.names.__getitem__,
    )
    assert moves.room is not None
    return all(_gets_there(moves, unit.form, i, near) for i in range(unit.size))


def _gets_there(moves: Moves, form: Formation, i: int, near: Doors) -> bool:
    if near.near(form, i, REACH):
        return True
    x, y = form.positions[i]
    one = form.only((i,))
    goals = near.points or near.hull.positions
    a, b = min(goals, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)
    far = sqrt((a - x) ** 2 + (b - y) ** 2)
    short = far - form.bases[i].radius - REACH if near.points else distance(one, near.hull) - REACH
    step = min(far, short + 1 / 128)
    if step > moves.inches:
        return False
    position = snap(x + (a - x) * step / far), snap(y + (b - y) * step / far)
    return near.near(one.moved((position,)), 0, REACH) and not bars_model(moves, i, position)


def get_in(t: Table, u: int, c: int) -> Procedure:
    """A unit gets aboard; a character who finds a unit there joins it."""
    yield Emit(Embarked(u, c, by=seated_by(t[u].members)))
    yield from give(t, u, GOT_IN, this_turn(t), source=c, quiet=True)
    inside = [w.id for w in t.cargo(c) if w.id != u]
    guests = [w for w in (u, *inside) if loner(t[w])]
    hosts = [w for w in (u, *inside) if not loner(t[w])]
    if len(hosts) == 1:
        for guest in guests:
            yield from joins(t, guest, hosts[0])


# --- getting out ------------------------------------------------------------------------------------------------------


class LetOut(Reasons):
    """How units get out of a transport or building, while rules speak."""

    def __init__(self) -> None:
        super().__init__()
        self.late: list[Because] = []
        self.charge: list[Because] = []
        self.fallen: list[Because] = []

    def after_moving(self, by: Rule | str, says: str) -> None:
        """Units get out of it however far it has moved."""
        self.late.append(because(by, says))

    def may_charge(self, by: Rule | str, says: str) -> None:
        """Who gets out may charge in the same turn."""
        self.charge.append(because(by, says))

    def may_charge_from_ruins(self, by: Rule | str, says: str) -> None:
        """Who must get out because it is destroyed may charge in the same turn, too."""
        self.fallen.append(because(by, says))


def let_out(model: Model) -> LetOut:
    """How units get out of this transport or building."""
    found = LetOut()
    for speak in own_voices(model, "lets_out"):
        speak(found)
    return found


def ids(reasons: list[Because]) -> tuple[str, ...]:
    """The ids of the rules that gave these reasons."""
    return ids_of(reasons)


def lets_anybody_out(carrier: Unit) -> bool:
    """Whether units may get out of it now: it stands on the table, neither stunned nor zooming, and has not gone too far."""
    if carrier.place != "table" or carrier.has(STUNNED) or airborne(carrier):
        return False
    return moved(carrier) in ("", "moved") or bool(let_out(carrier.members[0]).late)


def can_get_out(t: Table, player: int) -> list[int]:
    """The units of a player that are aboard and may get out."""
    aboard = t.there("aboard", player)
    if not aboard:
        return []
    return [u.id for u in aboard if u.id not in t.acted and not u.has(GOT_IN) and lets_anybody_out(t[u.aboard])]


def may_charge_after(t: Table, carrier: Unit) -> tuple[bool, tuple[str, ...]]:
    """(whether units that get out may charge this turn, the ids of the rules that say so)."""
    rules = ids(let_out(carrier.members[0]).charge)
    if is_building(carrier):
        return bool(rules), rules
    if moved(carrier) == "" or open_topped(carrier) or _dropped(carrier):
        return True, ()
    return bool(rules) and t.rulings.get("assault-vehicle", "charge") == "charge", rules


def _dropped(carrier: Unit) -> bool:
    """Whether it has come by Deep Strike this turn."""
    effect = carrier.effect(ARRIVED)
    return effect is not None and effect.value == DEEP_STRIKE


class WaysOut(Exits):
    """Where a unit gets out of a transport: near an access point, and a step further towards what it wants."""

    def __init__(self, t: Table, u: int, c: int, inches: float) -> None:
        carrier = t[c]
        entry = doors(carrier)
        sides = tuple((side,) for side in entry.sides) or (("front",), ("left",), ("right",), ("rear",))
        at_door = partial(entry.near, inches=inches)  # no method of this object, which would keep itself
        super().__init__(room(t, u), bases(t[u]), carrier.form, inches, at_door, (*sides, ()))
        self.goals = [w.form.centre for w in t.enemies(carrier.side)] + [(m.x, m.y) for m in t.markers]

    def __iter__(self) -> Iterator[Formation]:
        yield from super().__iter__()
        x, y = self.hull.centre
        near = sorted((((gx - x) ** 2 + (gy - y) ** 2), gx, gy) for gx, gy in self.goals)[:2]
        for d2, gx, gy in near:
            far = min(sqrt(d2), self.hull.bases[0].radius + self.inches / 2)
            d = sqrt(d2) or 1.0
            form = self.room.deploy(self.bases, x + (gx - x) * far / d, y + (gy - y) * far / d)
            if form is not None and self._all_near(form):  # there is room for it: it was found there
                yield form

    def draw(self, rng: Random) -> Formation | None:
        """One place without making the others."""
        form = self.by(self.sides[rng.randrange(len(self.sides))])
        return form if form is not None else next(iter(super().__iter__()), None)


# --- where passengers are ---------------------------------------------------------------------------------------------


def carrier_of(t: Table, u: int) -> int | None:
    """The transport in which a unit rides on the table, None when it rides in none."""
    unit = t[u]
    return unit.aboard if unit.place == "aboard" and t[unit.aboard].place == "table" else None


def came_on(t: Table, form: Formation) -> str:
    """How far a vehicle has moved that came on from an edge: "moved" up to 6 inches, else "cruising"."""
    left, low, right, top = form.box
    deep = min(top, right, t.ground.height - low, t.ground.width - left)
    return "moved" if deep <= 6.0 else "cruising"


# --- before the battle ------------------------------------------------------------------------------------------------
