"""Moving a unit: where it may go, who may react on the way, and what the ground does to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import sqrt
from typing import Any

from grognard.table.distances import part_way, point_within
from grognard.table.geometry import Box, Form, boxes_within
from grognard.table.sight.occluders import around

from ...common.profiles import Model
from ...common.rules import id_of
from ...kernel.asks import Choose, Emit, Fold, Procedure
from ...table.events import Moved, Said
from ...table.moves import Moves
from ...table.paths import Gait, leads_through
from ...table.placing import Room
from ...table.state import Table, Unit
from . import field, gun, hold
from .advancing import Advance
from .attack import How
from .bound import Bound
from .events import GUN
from .harm import one_caught
from .hazard import GROUND
from .moments import speaker
from .orders import MOVE, RUSH, WALK, Orders, bearers, gait, reach_of, spoken

LEGS = 3  # parts of a way at which those on hold may see the mover


def moves(
    t: Table,
    u: int,
    inches: float,
    target: Any = None,
    post: tuple[float, float, float] | None = None,
    own: Gait | None = None,
) -> Moves:
    """The legal moves of a unit, at most so far; with ``target`` the charges into it.

    ``post`` is a place that it may not leave: x, y, inches. ``own``: its gait, when it is not as usual.
    """
    friends, enemies = field.others(t, u)
    own = gait(t.units[u].members) if own is None else own
    if post is not None:
        return Post(t.ground, t.units[u].form, inches, friends, enemies, own, call=t.name).keep(*post)
    return Moves(t.ground, t.units[u].form, inches, friends, enemies, own, target=target, call=t.name)


class Charges(Moves):
    """The charges of a unit into another, worked out once: they are looked for before they are offered."""

    __slots__ = ("_made",)

    def __iter__(self) -> Iterator[Form]:
        made: list[Form] | None = getattr(self, "_made", None)
        if made is None:
            made = self._made = list(super().__iter__())
        yield from made


def charges(t: Table, u: int, inches: float, v: int, own: Gait | None = None) -> Charges:
    """The ways of a unit into contact with another, as long as nobody moves the same value; ``own`` when it jumps."""
    found = field.answers(t)
    asked = ("charges", u, v, inches, own)
    if asked not in found:
        friends, enemies = field.others(t, u)
        way = gait(t.units[u].members) if own is None else own
        found[asked] = Charges(t.ground, t.units[u].form, inches, friends, enemies, way, target=v, call=t.name)
    answer: Charges = found[asked]
    return answer


class Post(Moves):
    """The moves of a unit that may not leave a place: every model stays within so many inches of it."""

    __slots__ = ("inches_off", "spot")

    def keep(self, x: float, y: float, inches: float) -> Post:
        """Bound to the ground round a point."""
        self.spot, self.inches_off = (x, y), inches
        return self

    def why_not(self, form: Form, first: bool = False) -> list[str]:
        """Every reason why the unit may not move so; none when it may."""
        why = super().why_not(form, first)
        if (why and first) or form.spots == self.form.spots:
            return why
        away = len(point_within(form, *self.spot, self.inches_off)) < len(form)
        return [*why, "it may not leave what it guards"] if away else why

    def _clear(self, form: Form, dx: float, dy: float) -> bool:
        # boxes tell nothing of the place it guards
        return super()._clear(form, dx, dy) and not self.why_not(form, True)


def move(t: Table, u: int, orders: Orders, kind: str) -> Procedure:
    """A move or a rush: where to, and going there."""
    here, (options, (inches, by)) = t.units[u].form, _ways(t, u, orders, kind)
    question = f"where does {t.name(u)} {'rush' if kind == RUSH else 'move'}?"
    form = yield Choose(
        t.units[u].side, question, options, about=(kind, u)
    )  # the default, the first, is found when needed
    orders.moved = form.spots != here.spots
    orders.rushed = kind == RUSH and orders.moved
    if not orders.moved:  # then it has not rushed either, and may do what those may who stay
        stays = "finds no way there and stays where it is" if isinstance(options, Advance) else "stays where it is"
        yield Emit(Said(f"{t.name(u)} {stays}"))
        return
    if orders.stops is not None and kind == RUSH and (short := _halt(t, u, form, orders)) is not None:
        form, orders.rushed, orders.halted = short, False, True
    far = bool(by) and gap_moved(here, form) > reach_of(t, u, MOVE)[0]
    ids = (*(by if far else ()), *ground_helps(t, u, form))
    yield from go(t, u, form, "rushes" if kind == RUSH else "moves", by=ids)
    unit = t.units[u]
    if unit.effects and unit.here and unit.has(GUN):
        yield from gun.haul(t, u, here, inches)


def ways(t: Table, u: int, orders: Orders, kind: str) -> Any:
    """Where a unit may go by a move or a rush: one value for who weighs it and for who is asked, as long as nobody moves."""
    return _ways(t, u, orders, kind)[0]


def _ways(t: Table, u: int, orders: Orders, kind: str) -> tuple[Any, tuple[float, tuple[str, ...]]]:
    """The same, and how far, with the rules that help it."""
    found = field.answers(t)
    known = found.get(("ways", u, kind))
    if known is None or known[0] is not orders:
        far = reach_of(t, u, kind)
        known = found["ways", u, kind] = orders, (forced(t, u, moves(t, u, far[0], post=orders.post), orders), far)
    answer: tuple[Any, tuple[float, tuple[str, ...]]] = known[1]
    return answer


def forced(t: Table, u: int, options: Moves, orders: Orders) -> Any:
    """The moves that are left when some are forced upon a unit: towards an enemy, or so that something still holds."""
    towards = _standing(t, orders.towards) if orders.towards else ()
    if not towards:
        return options if orders.fits is None else Bound(options, orders.fits, orders.unless)
    return Advance(options, towards, orders.nearer, _shunning(t, u) if orders.shuns else None)


def _standing(t: Table, units: tuple[int, ...]) -> tuple[Form, ...]:
    """Where those of some units stand that are on the table."""
    return tuple([t.units[v].form for v in units if t.units[v].here])


def _shunning(t: Table, u: int) -> Callable[[Form], bool]:
    """Whether a unit would enter hazardous ground that goes from where it stands to a formation."""
    start = t.units[u].form
    return lambda form: bool(hazards(t, u, start, form))


def ground_helps(t: Table, u: int, form: Form) -> tuple[str, ...]:
    """The rules that let a unit cross what lies on its way as it does."""
    members = t.units[u].members
    speaking = spoken(bearers(members), "gait")
    if not speaking or not t.ground.pieces:
        return ()
    swept = around(t.units[u].form.box, form.box)
    for piece in _helped(t.ground, gait(members)):
        if boxes_within(piece.box, swept, 0.0):
            for p, q in zip(t.units[u].form.spots, form.spots, strict=True):
                if p != q and leads_through(piece, p, q):
                    return tuple(id_of(speaker(s)) for s in speaking)
    return ()


@lru_cache(64)
def _helped(ground: Any, own: Gait) -> tuple[Any, ...]:
    """The pieces of terrain that a unit with this gait crosses and one that walks would not, or more slowly."""
    return tuple(
        p
        for p in ground.pieces
        if (WALK.slowed_by(p) and not own.slowed_by(p)) or (WALK.stopped_by(p) and not own.stopped_by(p))
    )


def gap_moved(a: Form, b: Form) -> float:
    """The longest way that any model went, straight, in inches."""
    d2 = max((x - u) * (x - u) + (y - v) * (y - v) for (x, y), (u, v) in zip(a.spots, b.spots, strict=True))
    return sqrt(d2)


def _halt(t: Table, u: int, form: Form, orders: Orders) -> Form | None:
    """Where a rush comes to a halt before the unit's full MV is used, or None when it goes all the way."""
    start, normal = t.units[u].form, reach_of(t, u, MOVE)[0]
    whole = gap_moved(start, form)
    assert orders.stops is not None
    inches = 1
    while inches < min(normal, whole):
        on_the_way = part_way(start, form, inches / whole)
        inches += 1
        if orders.stops(on_the_way) and on_the_way in room(t, u, on_the_way.box):
            return on_the_way
    return None


def room(t: Table, u: int, near: Box) -> Room:
    """Where the unit may stand in a box."""
    friends, enemies = field.others(t, u)
    return Room(t.ground, friends, enemies, gait(t.units[u].members), near=near, call=t.name)


def go(
    t: Table, u: int, form: Form, how: str, charged: int = -1, by: tuple[str, ...] = (), over: float = 0.0
) -> Procedure:
    """A unit goes from where it stands to a formation. Enemies on hold may react where they first see it.

    ``charged`` is the unit it charges: in contact nobody shoots at it any more. ``over``: how high it jumps, in inches.
    """
    start = t.units[u].form
    watching = hold.watching(t, u, start, form, charged)
    if not watching:
        if start.spots != form.spots:
            yield from leg(t, u, form, how, by, over)
        return
    while watching and t.units[u].place == "table":
        found = _seen_on_the_way(t, u, start, form, watching, charged >= 0)
        if found is None:
            break
        watcher, part = found
        watching = [w for w in watching if w != watcher]
        there = part_way(start, form, part) if part < 1.0 else form
        before, members = t.units[:], t.units[u].members
        yield from leg(t, u, there, how, by, over)
        how = "goes on"
        if t.units[u].place == "table":
            # at the end of its way it is as it was judged, unless the ground has hurt it
            yield from hold.react(t, watcher, u, sure=part == 1.0 and _only_moved(t, u, before))
        if t.units[u].place != "table":
            return
        if len(t.units[u].members) != len(form):  # only those who are left go on
            form = form.only(_survivors(there, members, t.units[u]))
            start = t.units[u].form
        if part == 1.0:
            return
        start = t.units[u].form
    if t.units[u].place == "table" and t.units[u].form.spots != form.spots:
        yield from leg(t, u, form, how, by, over)


def _only_moved(t: Table, u: int, before: list[Unit]) -> bool:
    """Whether nothing but the place of a unit has changed."""
    old, now = before[u], t.units[:]
    unit, now[u] = now[u], old
    return now == before and unit.members is old.members and unit.effects is old.effects  # units compare by identity


def _survivors(before: Form, members: tuple[Model, ...], after: Unit) -> list[int]:
    """The places in a formation, of these members, of the models that still stand.

    When the ranks have closed up meanwhile (a shield wall), models alike stand for each other.
    """
    standing = [i for i, spot in enumerate(before.spots) if spot in after.form.spots]
    if len(standing) == after.size:
        return standing
    left = list(after.members)
    return [i for i, model in enumerate(members) if left and left[0] is model and left.pop(0)]


def _seen_on_the_way(
    t: Table, u: int, start: Form, form: Form, watching: list[int], charging: bool
) -> tuple[int, float] | None:
    """Who of those on hold sees the mover first, and how far along; None when nobody does."""
    for k in range(1, LEGS if charging else LEGS + 1):
        there = form if k == LEGS else part_way(start, form, k / LEGS)
        for watcher in watching:
            if hold.could_fire(t, watcher, u, there, k < LEGS) and (k == LEGS or there in room(t, u, there.box)):
                return watcher, k / LEGS
    return None


def leg(t: Table, u: int, form: Form, how: str, by: tuple[str, ...] = (), over: float = 0.0) -> Procedure:
    """One leg of a way: the unit stands where it leads, and hazardous ground does what it does."""
    entered = hazards(t, u, t.units[u].form, form, over)
    yield Emit(Moved(u, form, how, by=by))
    if entered:
        yield from hurt_by_ground(t, u, entered)


def hazards(t: Table, u: int, start: Form, form: Form, over: float = 0.0) -> list[int]:
    """The models that enter hazardous ground on this leg; those who fly or jump ``over`` it must land in it."""
    dangerous = field.dangerous(t.ground)
    if not dangerous:
        return []
    swept, near = around(start.box, form.box), []
    for piece in dangerous:
        if boxes_within(piece.box, swept, 0.0):
            near.append(piece)
    if not near:
        return []
    over = max(over, gait(t.units[u].members).over)
    entered = []
    for i, (p, q) in enumerate(zip(start.spots, form.spots, strict=True)):
        for piece in near if p != q else ():
            flown = over and piece.height <= over and not piece.holds(*q)
            if not flown and not piece.holds(*p) and leads_through(piece, p, q):
                entered.append(i)
                break
    return entered


def hurt_by_ground(t: Table, u: int, models: list[int]) -> Procedure:
    """One hit for each model that has entered hazardous ground (section 5: Dam 4, no roll, no cover)."""
    from .harming import apply, state_of

    n = len(models)
    many = f"{n} model{'s' * (n > 1)} of " if t.units[u].size > 1 else ""
    yield Emit(Said(f"{many}{t.name(u)} enter{'s' * (n == 1)} hazardous ground"))
    how = How(hazard=True, vehicle=t.units[u].kind.type == "Vehicle", terms=field.terms(t))
    v = GROUND.volley(t.units[u].members, how, t.units[u].side)
    before = state_of(t, u)
    after = yield Fold(one_caught, before, tuple((v, i, 1) for i in models))
    yield from apply(t, u, before, after, -1, ())
