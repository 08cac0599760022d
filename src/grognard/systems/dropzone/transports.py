"""Transports: what fits into what, getting in and out, and gates whose cargo goes to a Holding shared by all of them."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Any

from ...common.deploy import bases, room
from ...common.exits import SIDES, Exits
from ...common.rules import id_of, kept, voices
from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Disembarked, Embarked, Given, Lifted, Reserved
from ...table.geometry import within
from ...table.state import Effect, Table, Unit
from .carrying import falls_with, load
from .losses import lose_commanders
from .matchup import rule_of
from .situation import FLYING
from .squads import SCANNED, Standing, airborne, coherent, flagged, group, housed, moved, off_table, vehicle
from .stats import transport

REACH = 2.0  # inches for getting in and out


# --- room in a transport ----------------------------------------------------------------------------------------------


@kept(4096)
def to_holding(kind: Any) -> tuple[str, ...]:
    """The id of the rule that sends its cargo to Holding; () when it carries its cargo itself."""
    return tuple(id_of(rule_of(s)) for s in voices(kind.models[0], "transports") if s() == "holding")


def capacity(carrier: Unit) -> dict[str, int]:
    """How much it can carry, by symbol."""
    return {letter: number * carrier.size for number, letter in transport(carrier.kind, "cap")}


def needs(squad: Unit) -> dict[str, int]:
    """How much room the squad needs, by symbol; several symbols mean either."""
    return {letter: number * squad.size for number, letter in transport(squad.kind, "req")}


def used(t: Table, carrier: int, letter: str) -> int:
    """How much of the room of a symbol is taken; of a gate, how much has gone in this round."""
    if to_holding(t[carrier].kind):
        return sum(e.value for e in t[carrier].effects if e.what == "gone in")
    return sum(needs(c).get(letter, 0) for c in t.cargo(carrier))


@lru_cache(maxsize=4096)
def of_its_class(carrier: Any, squad: Any) -> bool:
    """Whether a transport carries squads of such a class at all."""
    room_for = {letter for _, letter in transport(carrier, "cap")}
    return any(letter in room_for for _, letter in transport(squad, "req"))


def fits(t: Table, squad: Unit, carrier: Unit) -> bool:
    """Whether the whole squad has room."""
    if not of_its_class(carrier.kind, squad.kind):
        return False
    own, room_for = needs(squad), capacity(carrier)
    return any(n and used(t, carrier.id, letter) + n <= room_for.get(letter, 0) for letter, n in own.items())


def takes(t: Table, carrier: Unit, squad: Unit) -> bool:
    """Whether a transport may take the squad: of its battlegroup, or an Auxiliary one that carries for no other."""
    if not of_its_class(carrier.kind, squad.kind) or carrier.side != squad.side or carrier.id == squad.id:
        return False
    if not fits(t, squad, carrier):
        return False
    if group(carrier) == group(squad):
        return True
    if group(carrier):
        return False
    if to_holding(carrier.kind):
        return serves(t, carrier, squad)
    groups = {group(c) for c in t.cargo(carrier.id)}
    return not groups or groups == {group(squad)}


def aerial(carrier: Unit) -> bool:
    """Whether it is an Aerial Transport."""
    return carrier.kind.type in FLYING


def open_to_all(carrier: Unit) -> bool:
    """Whether units may get in and out as it stands: on the ground, and an aerial one after half a move at most."""
    return not airborne(carrier) and (not aerial(carrier) or moved(carrier) <= half(carrier))


def half(carrier: Unit) -> float:
    """Half its move, rounded up, inches."""
    return float(ceil(min(m.stats.MV for m in carrier.members) / 2))


# --- getting out ------------------------------------------------------------------------------------------------------


def exits(t: Table, squad: int, carrier: int) -> Exits | None:
    """The ways out of a transport for a squad, None when there is none."""
    return _exits(Standing(t), squad, carrier)


@lru_cache(maxsize=16)
def _exits(standing: Standing, squad: int, carrier: int) -> Exits | None:
    t = standing.t
    found = Exits(room(t, squad), bases(t[squad]), t[carrier].form.raised(0.0), REACH)
    return found if any(found.by(arcs) is not None for arcs in ((), *SIDES[:-1])) else None


def gets_out(t: Table, squad: int, carrier: int, how: tuple[str, ...] = ()) -> Procedure:
    """A squad gets out of its transport (or through a gate). Result: whether there was room."""
    options = exits(t, squad, carrier)
    if options is None:
        return False
    side = t[squad].side
    form = yield Choose(side, f"where does {t.name(squad)} get out of {t.name(carrier)}?", options, None, squad)
    jumps = jump(t[squad], t[carrier]) if airborne(t[carrier]) else ()
    by = (*to_holding(t[carrier].kind), *jumps, *how)
    if by and to_holding(t[carrier].kind):
        letter = next(iter(transport(t[squad].kind, "req")), (0, ""))[1]
        until = ("round ends", t.round)
        yield Emit(Given(carrier, Effect("gone out", squad, until, needs(t[squad]).get(letter, 0)), True))
        yield Emit(Lifted(squad, "holding", 0))
    yield Emit(Disembarked(squad, form, by=by))
    way = "air" if aerial(t[carrier]) or flagged(t[carrier], "from the air") else "ground"
    until = ("round ends", t.round)
    yield Emit(Given(squad, Effect("disembarked", carrier, until, way), True))
    if way == "air":
        yield Emit(Given(squad, Effect("from the air", carrier, until), True))
    return True


def jump(squad: Unit, carrier: Unit) -> tuple[str, ...]:
    """The ids of rules by which the squad may leave an Aircraft in the air that has moved no further than they allow."""
    found = [(s(), id_of(rule_of(s))) for s in voices(squad.kind.models[0], "disembarks")]
    most = min(m.stats.MV for m in carrier.members)
    return tuple(by for inches, by in found if moved(carrier) <= min(half(carrier) + inches, most))


def may_leave(t: Table, squad: Unit) -> list[int]:
    """The transports (or gates) out of which the squad may get now."""
    if squad.place == "aboard":
        carrier = t[squad.aboard]
        if carrier.place != "table":
            return []
        free = open_to_all(carrier) or (airborne(carrier) and bool(jump(squad, carrier)))
        return [carrier.id] if free else []
    if off_table(squad) != "holding":
        return []
    gates = [u for u in t.own(squad.side) if to_holding(u.kind) and open_to_all(u)]
    return [u.id for u in gates if serves(t, u, squad) and lets_out(t, u, squad)]


def serves(t: Table, gate: Unit, squad: Unit) -> bool:
    """Whether a gate acts with the squad's battlegroup: it serves no other."""
    if group(gate):
        return group(gate) == group(squad)
    _, name, squads = t.recall("group") or (0, group(squad), (gate.id,))
    return name == group(squad) and gate.id in squads


def lets_out(t: Table, gate: Unit, squad: Unit) -> bool:
    """Whether a gate may still let the squad out this round: symbols match, and no more than its Capacity a round."""
    gone = sum(e.value for e in gate.effects if e.what == "gone out")
    return any(gone + n <= capacity(gate).get(letter, 0) for letter, n in needs(squad).items())


# --- getting in -------------------------------------------------------------------------------------------------------


def may_board(t: Table, squad: Unit) -> list[int]:
    """The transports that the squad may get into from where it stands."""
    if squad.place != "table" or not transport(squad.kind, "req") or housed(squad) is not None or airborne(squad):
        return []
    if not coherent(squad) or flagged(squad, "disembarked") or flagged(squad, "fired"):
        return []  # nobody gets in who has shot this round
    return [
        u.id
        for u in t.own(squad.side)
        if u.id != squad.id
        and open_to_all(u)
        and within(squad.form, u.form, REACH)
        and takes(t, u, squad)
        and not (vehicle(u) and load(squad))  # what is carried goes into nothing but Aircraft
    ]


def gets_in(t: Table, squad: int, carrier: int) -> Procedure:
    """A squad gets into a transport, or through a gate into Holding. It will not shoot this round."""
    until = ("round ends", t.round)
    by = to_holding(t[carrier].kind)
    if flagged(t[squad], SCANNED):
        yield Emit(Lifted(squad, SCANNED))
    if by:
        letter = next(iter(transport(t[squad].kind, "req")), (0, ""))[1]
        yield Emit(Given(carrier, Effect("gone in", squad, until, needs(t[squad]).get(letter, 0)), True))
        yield Emit(Reserved(squad, "Holding", by=by))
        yield Emit(Given(squad, Effect("holding"), True))
    else:
        yield Emit(Embarked(squad, carrier))
    yield Emit(Given(squad, Effect("embarked", carrier, until), True))


def board(t: Table, squad: int) -> Procedure:
    """After a move: the squad may get into a transport nearby."""
    found = may_board(t, t[squad])
    if found:
        pick = yield Choose(
            t[squad].side, f"does {t.name(squad)} get aboard?", ("stay outside", *found), "stay outside", squad
        )
        if pick != "stay outside":
            yield from gets_in(t, squad, pick)


def lost_gates(t: Table, side: int) -> Procedure:
    """When the last gate of a side is destroyed, everything in Holding is lost."""
    from ...table.events import Removed

    waiting = [u.id for u in t.there("reserve", side) if off_table(u) == "holding"]
    if waiting and not any(u.alive and u.side == side and to_holding(u.kind) for u in t.units):
        for u in waiting:
            before = t[u]
            yield Emit(Removed(u, "lost with the last gate", by=("dropzone:access",)))
            yield from lose_commanders(t, before)
            yield from falls_with(t, before)
