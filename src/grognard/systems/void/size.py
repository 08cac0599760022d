"""How large a unit is: its SZ as it stands or lies, how high its models are, and itself in a line of sight."""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from ...common.rules import voices
from ...kernel.memo import memo
from ...table.geometry import Formation
from ...table.sight.lines import Blockers, differing
from ...table.state import Table, Unit
from .nerve.checks import Company, different
from .rulings import Terms, terms
from .shooting.suppression import reach_of_arms
from .weapons import concealed, scanning

INCHES_A_SIZE = 0.75  # how high a model stands for its SZ; our own measure, no source gives one


def size_of(members: tuple[Any, ...]) -> int:
    """The SZ of the largest model."""
    return max((int(m.stats.SZ) for m in members), default=0)


def lies(t: Table, unit: Unit) -> bool:
    """Whether a unit lies prone and is no larger than that: from the next game turn on, or at once (ruling ``prone_size``)."""
    prone = unit.effect("prone") if unit.effects else None
    return prone is not None and (prone.value < t.round or t.rulings.get("prone_size") == "at-once")


def size_now(t: Table, unit: Unit) -> int:
    """The SZ of the largest model as it stands or lies."""
    return size_lying(unit.members) if unit.effects and lies(t, unit) else size_of(unit.members)


@memo(4096)
def size_lying(members: tuple[Any, ...]) -> int:
    """The SZ of a unit that lies prone, as its rules say: of several the largest; standing, where none says so."""
    said = [size for m in different(members) for speak in voices(m, "lies") if (size := speak()) is not None]
    return max(said, default=size_of(members))


@memo(4096)
def heights(members: tuple[Any, ...], low: int = 0) -> float | tuple[float, ...]:
    """How high the models stand, in inches; one number when all stand alike. ``low``: the SZ of those that lie prone."""
    each = tuple((low or m.stats.SZ) * INCHES_A_SIZE for m in members)
    return each[0] if len(set(each)) == 1 else each


@memo(4096)
def hides_beyond(members: tuple[Any, ...], terms: Terms) -> int:
    """The range band beyond which nobody sees a unit; 4 for one that does not hide."""
    return concealed(Company(different(members), terms))[0]


@memo(4096)
def scans_within(members: tuple[Any, ...], terms: Terms) -> float:
    """How far off a unit may have targets, in inches; inf when nothing binds it."""
    band, rule = scanning(Company(different(members), terms))
    return inf if rule is None else terms.bands[band]


class Stature(NamedTuple):
    """The figures of a unit that every look and every shot asks for, under some rulings."""

    unit: Unit
    rulings: Any
    size: int  # its SZ as it stands or lies
    tops: float | tuple[float, ...]  # how high its models are, in inches; one number when all are alike
    hides: int  # the range band beyond which nobody sees it; 4 for one that does not hide
    scans: float  # how far off its targets may be, in inches; inf when nothing binds it
    reach: float  # how far its arms reach, in inches; -1 without any ranged weapon


def stature(t: Table, unit: Unit) -> Stature:
    """How large a unit is as it stands or lies; kept as long as it is the same and does not lie."""
    statures: dict[int, Stature] = t.memo("statures", dict)
    known = statures.get(unit.id)
    if known is not None and known.unit is unit:
        return known
    prone = bool(unit.effects) and unit.has("prone")
    members = unit.members
    if known is not None and known.unit.members is members and not prone:
        made = known._replace(unit=unit)
    else:
        low, own = size_lying(members) if prone and lies(t, unit) else 0, terms(t)
        made = Stature(
            unit, t.rulings, low or size_of(members), heights(members, low), hides_beyond(members, own),
            scans_within(members, own), reach_of_arms(members, own),
        )  # fmt: skip
    if not prone:  # who drops down lies from the next game turn on
        statures[unit.id] = made
    return made


class Side:
    """Who stands on the table of a side, by id, as of a game turn under some rulings: where, and what each bars from sight."""

    __slots__ = ("blocking", "forms", "placed", "round", "rulings", "units")

    def __init__(
        self, units: tuple[Unit, ...], number: int, rulings: Any, placed: list[tuple[int, Formation]], forms: list[Formation],
        blocking: list[Blockers],
    ) -> None:  # fmt: skip
        self.units, self.round, self.rulings = units, number, rulings
        self.placed, self.forms, self.blocking = placed, forms, blocking  # not changed once somebody may hold them


def side_of(t: Table, side: int) -> Side:
    """Who stands on the table of a side; where one unit has changed nobody else is looked at again."""
    sides: list[Side] = t.memo("sides", lambda: [Side((), -1, None, [], [], [])] * 2)
    known, units = sides[side], t.own(side)
    if known.units is not units or known.round != t.clock.round:
        known = sides[side] = _arrayed(t, known, units)
    return known


def _arrayed(t: Table, old: Side, units: tuple[Unit, ...]) -> Side:
    placed, forms, blocking = old.placed[:], old.forms[:], old.blocking[:]
    if old.rulings is t.rulings and len(old.units) == len(units):
        changed = differing(old.units, units)
        if old.round != t.clock.round:  # those who lie may be lower
            changed += [k for k, w in enumerate(units) if w.effects and k not in changed]
    else:  # somebody has come or gone
        changed = list(range(len(units)))
        empty: list[Any] = [None] * len(units)
        placed[:] = forms[:] = blocking[:] = empty
    for k in changed:
        w = units[k]
        form, size = w.form, stature(t, w).size
        placed[k], forms[k] = (w.id, form), form
        blocking[k] = Blockers(w.id, form, size, size * INCHES_A_SIZE)
    return Side(units, t.clock.round, t.rulings, placed, forms, blocking)
