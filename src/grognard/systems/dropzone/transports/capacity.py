"""Transports: what fits into what, whom they may carry, and gates whose cargo goes to a Holding shared by all of them."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Any

from ....common.rules import id_of, voices
from ....kernel.memo import memo
from ....table.state import Table, Unit
from ..moments import speaker
from ..profiles import FLYING, transport
from ..squads import airborne, group, moved_in_round
from .seats import Seat, cargo, in_seat


@memo(4096)
def to_holding(kind: Any) -> tuple[str, ...]:
    """The id of the rule that sends its cargo to Holding; () when it carries its cargo itself."""
    return tuple(id_of(speaker(s)) for s in voices(kind.models[0], "shares_cargo") if s())


def capacity(carrier: Unit) -> dict[str, int]:
    """How much one unit of it can carry, by symbol."""
    return {letter: number for number, letter in transport(carrier.kind, "cap")}


def needs(squad: Unit) -> dict[str, int]:
    """How much room each unit of the squad needs, by symbol; several symbols mean either."""
    return {letter: number for number, letter in transport(squad.kind, "req")}


def used(t: Table, seat: Seat, letter: str) -> int:
    """How much of the room of a symbol is taken in one transport."""
    return sum(needs(c).get(letter, 0) * len(who) for c, who in in_seat(t, seat))


def passed(gate: Unit, way: str) -> int:
    """How much has passed through a gate this round: "gone in" or "gone out"."""
    return sum(e.value for e in gate.effects if e.what == way)


def places(t: Table, squad: Unit, seat: Seat) -> int:
    """How many units of the squad have room in one transport. All gates of a squad count as one, by what goes in in a round."""
    carrier, own = t[seat[0]], needs(squad)
    most = 0
    for letter, number in capacity(carrier).items():
        if n := own.get(letter, 0):
            if to_holding(carrier.kind):
                most = max(most, through(carrier, squad, "gone in"))
            else:
                most = max(most, (number - used(t, seat, letter)) // n)
    return most


def through(gate: Unit, squad: Unit, way: str) -> int:
    """How many units of the squad may still pass through a gate this round, in or out; none without a symbol in common."""
    own, gone = needs(squad), passed(gate, way)
    found = [
        min((number * gate.size - gone) // n, number // n * gate.size)
        for letter, number in capacity(gate).items()
        if (n := own.get(letter, 0))
    ]
    return max(0, *found) if found else 0


def takes_up(carrier: Unit, squad: Unit) -> int:
    """How much room of a transport one unit of the squad takes."""
    own = needs(squad)
    return next((own[letter] for letter in capacity(carrier) if letter in own), 0)


def every_seat(carrier: Unit) -> list[Seat]:
    """The units of a squad of transports; of gates the first one stands for all."""
    return [(carrier.id, i) for i in range(1 if to_holding(carrier.kind) else carrier.size)]


@memo(4096)
def of_its_class(carrier: Any, squad: Any) -> bool:
    """Whether a transport carries squads of such a class at all."""
    room_for = {letter for _, letter in transport(carrier, "cap")}
    return any(letter in room_for for _, letter in transport(squad, "req"))


def fits(t: Table, squad: Unit, carrier: Unit) -> bool:
    """Whether the whole squad has room in one transport."""
    if not of_its_class(carrier.kind, squad.kind):
        return False
    return any(places(t, squad, seat) >= squad.size for seat in every_seat(carrier))


def may_carry(t: Table, carrier: Unit, squad: Unit) -> bool:
    """Whether a transport may carry units of the squad: of its battlegroup, or an Auxiliary one that carries for no other."""
    if not of_its_class(carrier.kind, squad.kind) or carrier.side != squad.side or carrier.id == squad.id:
        return False
    if group(carrier) == group(squad):
        return True
    if group(carrier):
        return False
    if to_holding(carrier.kind):
        return serves(t, carrier, squad)
    groups = {group(c) for c in cargo(t, carrier.id)}
    return not groups or groups == {group(squad)}


def takes(t: Table, carrier: Unit, squad: Unit) -> bool:
    """Whether a transport may take the squad as a whole."""
    return may_carry(t, carrier, squad) and fits(t, squad, carrier)


def roomy(t: Table, squad: Unit, found: Iterable[Unit]) -> dict[Seat, int]:
    """How many units of the squad each of some transports has room for, those left out that have none."""
    return {seat: n for c in found for seat in every_seat(c) if (n := places(t, squad, seat))}


def aerial(carrier: Unit) -> bool:
    """Whether it is an Aerial Transport."""
    return carrier.kind.type in FLYING


def open_to_all(carrier: Unit) -> bool:
    """Whether units may get in and out as it stands: on the ground, and an aerial one after half a move at most."""
    return not airborne(carrier) and (not aerial(carrier) or moved_in_round(carrier) <= half(carrier))


def half(carrier: Unit) -> float:
    """Half its move, rounded up, inches."""
    return float(ceil(min(m.stats.MV for m in carrier.members) / 2))


def serves(t: Table, gate: Unit, squad: Unit) -> bool:
    """Whether a gate acts with the squad's battlegroup: it serves no other."""
    if group(gate):
        return group(gate) == group(squad)
    _, name, squads = t.recall("group") or (0, group(squad), (gate.id,))
    return name == group(squad) and gate.id in squads
