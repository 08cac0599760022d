"""Perils of the Warp."""

from __future__ import annotations

from ....common.profiles import Model
from ....kernel.asks import Each, Emit, Procedure, Roll, dice_of, of
from ....kernel.faces import d3, die
from ....kernel.purpose import Purpose
from ....table.state import Table
from ..attack.rolls import suffered
from ..casualties import lose
from ..condition import squad
from ..events import PerilsStrike, Tested, WarpRises
from ..harm import struck_by
from ..lasting_effects import afflict
from ..line_of_sight import everybody
from ..nerve.checks import check, tested
from ..rules.psychic import Forgotten, Surge
from ..vehicles.hull_damage import glanced
from .castings import WARP_STORM, no_saves
from .psykers import (
    DRAIN,
    PERILS,
    PURGE,
    TESTED,
    mind_of,
    psykers,
    toll,
)


def perils(t: Table, u: int, place: int) -> Procedure:
    """Two sixes, of a malefic power any double: one roll on the table for the psyker, in a brotherhood for any of its bearers."""
    unit = t[u]
    mind = mind_of(unit.members[place])
    if mind.brother:
        brothers = [i for i in psykers(unit.members) if mind_of(unit.members[i]).brother]
        place = brothers[(yield Roll(die(len(brothers), "which psyker"))) - 1] if len(brothers) > 1 else place
        mind = mind_of(unit.members[place])
    row = yield Roll(of(PERILS, u))
    yield Emit(PerilsStrike(u, row, by=mind.by))
    passed = False
    if row in TESTED:
        test = check(unit.members, "perils", own=mind.Ld)
        passed = yield from dice_of(u, tested(unit.members, "perils", own=mind.Ld))
        by = test.ids
        yield Emit(Tested(u, "Leadership", passed, test.test is not None, by=by))
    if (what := toll(row, passed)) == "gone":
        yield from _dragged(t, u, place)
    elif what == "surge":
        yield from afflict(t, u, (place,), Surge(1, unit.side), "in a Warp Surge", mind.by)
    elif what == "wound":
        yield from _hurt(t, u, place, mind.by)
    if row == PURGE and mind.powers:
        yield from _purged(t, u, place, unit.members[place], t[u].size == unit.size)
    elif row == DRAIN:
        lost = yield Roll(d3("warp charges drained"))
        mine, theirs = t.recall("warp")
        yield Emit(WarpRises((max(0, mine - lost), max(0, theirs - lost)), drained=True))


def _hurt(t: Table, u: int, place: int, by: tuple[str, ...]) -> Procedure:
    """One wound that no save stops, though Feel No Pain may; a vehicle takes a glancing hit."""
    unit = t[u]
    if unit.members[place].stats.armoured:
        yield from glanced(t, u, place, struck_by, by)
        return
    ignore = no_saves(unit.members[place], squad(unit))
    lost = yield Each(suffered, (ignore,), 1)
    ids = ignore.ids if ignore is not None else ()
    left = tuple(w - lost * (i == place) for i, w in enumerate(unit.wounds))
    yield from lose(t, u, left, u, by=(*by, *ids))


def _dragged(t: Table, u: int, place: int) -> Procedure:
    """The psyker is gone, and what is left of his unit takes D6 hits of Strength 6 and AP1."""
    unit = t[u]
    where = unit.form.only((place,))
    yield from lose(t, u, tuple(0 if i == place else w for i, w in enumerate(unit.wounds)), u)
    if t[u].place in ("table", "aboard"):
        hits = yield Roll(die(6, "hits from the warp"))
        yield from struck_by(t, u, WARP_STORM, hits, everybody(t, where, u))


def _forgotten(names: tuple[str, ...]) -> Purpose:
    """What the die is for that says which power is forgotten: its faces are called by the powers."""
    return Purpose(f"which power is forgotten, {' or '.join(names)}", called=tuple(enumerate(names, 1)))


def _purged(t: Table, u: int, place: int, model: Model, stands: bool) -> Procedure:
    """A random power is forgotten: by the psyker, or by every bearer of a brotherhood."""
    known = mind_of(model).powers
    names = [power.name for power in known]
    which = (yield Roll(die(len(known), _forgotten(tuple(names))))) if len(known) > 1 else 1
    name = names[which - 1]
    unit = t[u]
    places: tuple[int, ...] = (place,) if stands else ()
    if mind_of(model).brother:
        places = tuple(i for i, m in enumerate(unit.members) if mind_of(m).brother)
    if places:
        yield from afflict(
            t, u, places, Forgotten(0, name), f"forget{'s' * (len(places) == 1)} {name}", mind_of(model).by
        )
