"""Units aboard others: getting in and out, and what becomes of them when their carrier is hit or destroyed."""

from __future__ import annotations

from typing import Any

from ...common.deploy import bases, room
from ...common.rules import id_of, voices
from ...common.triggers import this_round
from ...kernel.asks import Choose, Emit, Procedure, Roll
from ...kernel.faces import Test
from ...kernel.memo import memo
from ...kernel.purpose import Purpose
from ...table.charge_placement import each_reaches
from ...table.distances import models_near
from ...table.events import Acted, Disembarked, Embarked, Given, Harmed, Remarked, Removed, Said
from ...table.geometry import CONTACT, Formation, boxes_within
from ...table.moves import Moves
from ...table.state import Effect, Table, Unit
from . import field, shield_wall
from .attack import MARKS, State
from .moments import speaker
from .orders import each_alone, go_on_hold, movement_mode
from .shooting import gun_team
from .size import size_of

LOST_TOO = Purpose(
    "passengers", needs="10", words="passengers lost as well, 10", comes_to=("they are lost", "they get out")
)
SECOND = Test(LOST_TOO, 10, tuple(int(f == 10) for f in range(1, 11)))


@memo(1024)
def hold_of(members: tuple[Any, ...]) -> tuple[int, int, str]:
    """How many models a unit carries, of what size at most, and the id of the rule."""
    found = [(speak(), id_of(speaker(speak))) for m in members for speak in voices(m, "holds")]
    return (found[0][0][0], found[0][0][1], found[0][1]) if found else (0, 0, "")


def fits(t: Table, carrier: int, u: int) -> str:
    """The id of the rule by which a unit may go aboard another as a whole, "" when it may not."""
    n, size, by = hold_of(t.units[carrier].members)
    if not n or t.units[u].side != t.units[carrier].side or hold_of(t.units[u].members)[0] or u == carrier:
        return ""
    aboard = sum([x.size for x in t.cargo(carrier)])
    return by if aboard + t.units[u].size <= n and size_of(t.units[u].members) <= size else ""


def load(t: Table, carrier: int) -> Procedure:
    """A carrier that is set up may have units inside that are not set up yet."""
    if not hold_of(t.units[carrier].members)[0]:
        return
    while True:
        able = tuple(u.id for u in t.units if u.place == "off" and fits(t, carrier, u.id))
        if not able:
            return
        question = f"who begins aboard {t.name(carrier)}?"
        u = yield Choose(t.units[carrier].side, question, (*able, "nobody"), default="nobody", about=("load", carrier))
        if u == "nobody":
            return
        yield Emit(Embarked(u, carrier, by=(fits(t, carrier, u),)))


def near_carriers(t: Table, u: int, inches: float) -> tuple[int, ...]:
    """The carriers that every model of a unit can reach in its movement phase."""
    unit = t.units[u]
    box, near = unit.form.box, []
    for v in field.bearers(t, unit.side, "holds"):
        if v.id != u and not v.foes and boxes_within(box, v.form.box, inches + CONTACT) and fits(t, v.id, u):
            near.append(v)  # before anything is measured
    if not near:
        return ()
    found = field.answers(t)  # asked when orders are offered, weighed and carried out
    known: tuple[int, ...] | None = found.get(("carriers", u, inches))
    if known is None:
        known = found["carriers", u, inches] = _boarded(t, unit, near, inches)
    return known


def _boarded(t: Table, unit: Unit, carriers: list[Unit], inches: float) -> tuple[int, ...]:
    """Those of some carriers that every model of a unit can reach."""
    return tuple(
        [
            v.id
            for v in carriers
            if len(models_near(unit.form, [v.form], inches + CONTACT)) == unit.size and _reach(t, unit, v, inches)
        ]
    )


def _reach(t: Table, unit: Unit, carrier: Unit, inches: float) -> bool:
    """Whether each model gets to the hull by a move, over the ground that there is; its mates do not stand in its way."""
    form, hull = unit.form, carrier.form
    there = models_near(form, [hull], CONTACT)
    walking = [i for i in range(unit.size) if i not in there]
    if not walking:
        return True
    friends = [(v.id, v.form) for v in t.own(unit.side) if v.id not in (unit.id, carrier.id)]
    others = [(carrier.id, hull), *((v.id, v.form) for v in t.enemies(unit.side))]
    way = each_alone(movement_mode(unit.members))
    together = Moves(t.ground, form, inches, friends, others, way, target=carrier.id)
    if not together.turn:
        return each_reaches(together, hull, walking)
    return all(together.of_one(i).charge() is not None for i in walking)


def board(t: Table, u: int, carrier: int) -> Procedure:
    """A unit gets in: it is aboard as a whole, and does nothing more in this turn."""
    yield Emit(Embarked(u, carrier, by=(fits(t, carrier, u),)))
    yield from gun_team.taken_aboard(t, u)
    yield from shield_wall.check(t, u)


def unload(t: Table, carrier: int) -> Procedure:
    """At one point of the carrier's turn units may get out, within 4 inches of its rear or flanks."""
    if not hold_of(t.units[carrier].members)[0]:
        return
    while t.units[carrier].here and (cargo := t.cargo(carrier)):
        question = f"who gets out of {t.name(carrier)}?"
        able = tuple(u.id for u in cargo)
        u = yield Choose(
            t.units[carrier].side, question, ("nobody", *able), default="nobody", about=("unload", carrier)
        )
        if u == "nobody":
            return
        ways = ways_out(t, carrier, u)
        if not ways:
            yield Emit(Said(f"no room for {t.name(u)} to get out of {t.name(carrier)}"))
            return
        way = yield Choose(t.units[u].side, f"where does {t.name(u)} get out?", ways, default=ways[0], about=u)
        yield from get_out(t, u, way, (hold_of(t.units[carrier].members)[2],))


def ways_out(t: Table, carrier: int, u: int) -> tuple[Formation, ...]:
    """Where a unit can get out of a carrier: behind it, to its left, to its right, else round it from flank to flank."""
    found: dict[Any, Formation] = {}
    free = room(t, u)
    for arcs in (("rear",), ("left",), ("right",), ("left", "right", "rear")):
        if arcs == ("left", "right", "rear") and found:
            break
        form = free.disembark(bases(t.units[u]), t.units[carrier].form, 4.0, arcs=arcs)
        if form is not None:
            found.setdefault(form.positions, form)
    return tuple(found.values())


def get_out(t: Table, u: int, form: Formation | None, by: tuple[str, ...]) -> Procedure:
    """A unit stands beside its carrier: it is on hold, and its activation is used up."""
    if form is None:
        yield Emit(Removed(u, "lost, with no room to get out", by=by))
        return
    yield Emit(Disembarked(u, form, by=by))
    yield from gun_team.set_up(t, u)
    if u not in t.acted:
        yield Emit(Acted(u, t.clock.player))
    yield from go_on_hold(t, u, by)
    yield Emit(Given(u, Effect("got out", until=this_round(t)), True))


def wreck(t: Table, carrier: int, after: State) -> Procedure:
    """A carrier is destroyed: on a second 10 those aboard die with it, else they stand within 2 inches of where it was."""
    by = (hold_of(t.units[carrier].members)[2],)
    doomed = after[2][MARKS.index("blown up")] and (yield Roll(SECOND))
    hull = t.units[carrier].form
    if not doomed:
        yield Emit(Remarked(f"{t.name(carrier)} is a wreck, and those aboard get out", by=by))
    for unit in t.cargo(carrier):
        if doomed:
            yield Emit(Removed(unit.id, "destroyed with the carrier", by=by))
            continue
        form = None
        for n in range(unit.size, 0, -1):  # for whom there is no room, he is lost (default); leaders are not the first
            form = room(t, unit.id, free=(carrier,)).disembark(_bases_of(unit, n), hull, 2.0)
            if form is not None:
                break
        if form is not None and len(form) < unit.size:
            kept = _first_out(unit)[: len(form)]
            left = tuple(w if i in kept else 0 for i, w in enumerate(unit.wounds))
            yield Emit(Said(f"no room for all of {t.name(unit.id)} to get out"))
            yield Emit(Harmed(unit.id, left, carrier, by=by))
        yield from get_out(t, unit.id, form, by)


def _first_out(unit: Unit) -> list[int]:
    """The models of a unit in the order in which they find room: leaders and individuals first, then as they stand in it."""
    return sorted(range(unit.size), key=lambda i: (unit.members[i].role not in ("leader", "individual"), i))


def _bases_of(unit: Unit, n: int) -> tuple[Any, ...]:
    """The bases of the ``n`` models that get out, as they stand in the unit."""
    every, kept = bases(unit), sorted(_first_out(unit)[:n])
    return tuple(every[i] for i in kept)
