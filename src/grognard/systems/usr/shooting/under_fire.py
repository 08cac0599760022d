"""What a unit does under fire: it jinks, goes to ground, or is pinned."""

from __future__ import annotations

from ....common.building import ids_of
from ....common.triggers import give, own_turn_begins, own_turn_ends
from ....kernel.asks import Choose, Emit, Procedure, dice_of
from ....table.events import Remarked
from ....table.state import Table, Unit
from ..attack import weapons
from ..attack.defender import GROUNDED
from ..condition import (
    BROKEN,
    IMMOBILISED,
    JINKED,
    JINKING,
    STEADY,
    UNSTEADY,
    armoured,
    bears_mark,
    grounded,
    moved,
    snaps,
)
from ..events import Tested
from ..model_types import type_of
from ..nerve.checks import check, reaction, tested
from ..vehicles.hull_marks import mark


def pin_all(t: Table, marks: dict[int, set[str]]) -> Procedure:
    """The Pinning tests of all units that a firer has hurt so, once each."""
    for w in marks:
        if "pinning" in marks[w]:
            yield from pin(t, w)


def spirits(unit: Unit) -> tuple[str, ...]:
    """The ids of the rules that let a vehicle fire more weapons at its own Ballistic Skill than its speed and state allow."""
    found = [weapons.gunnery(m, moved(unit), snaps(unit)) for m in dict.fromkeys(unit.members) if type_of(m).armoured]
    return ids_of(b for guns in found for b in guns.because)


def may_ground(t: Table, v: int) -> bool:
    """Whether a unit may go to ground."""
    unit = t[v]
    return not (unit.foes or grounded(unit) or unit.has(BROKEN) or armoured(unit) or reaction(unit.members).stands)


def jink(t: Table, u: int, v: int) -> Procedure:
    """A unit that is shot at may jink before any roll to hit; it has the cover at once, and is unsteady to the end of its turn.

    Not those of its vehicles that are immobilised. Whether it does.
    """
    unit = t[v]
    stuck = [i for i in range(unit.size) if bears_mark(unit, IMMOBILISED, i)]
    able = unit.members if not stuck else tuple([m for i, m in enumerate(unit.members) if i not in stuck])
    if not able or not (may := reaction(able).jinks) or unit.has(JINKING):
        return False
    words = f"does {t.name(v)} jink from the fire of {t.name(u)}?"
    jinks = (yield Choose(unit.side, words, ("no", "yes"), default="no", about=("jink", v, u))) == "yes"
    if jinks:
        by = ids_of(may)
        yield from give(t, v, JINKING, own_turn_begins(t, unit.side), source=v, quiet=True, by=by)
        yield Emit(Remarked(f"{t.name(v)}: jinking, with {t.name(u)} about to fire", by=by))
        yield from give(t, v, UNSTEADY, own_turn_ends(t, unit.side), source=v, value=JINKED, quiet=True)
        for i in stuck:
            yield from mark(t, v, i, STEADY, own_turn_ends(t, unit.side), v)
    return jinks


def pin(t: Table, v: int) -> Procedure:
    """The Pinning test of a unit that has suffered an unsaved wound from such a weapon, once the firer is done."""
    unit = t[v]
    if not unit.here or grounded(unit) or unit.foes or armoured(unit):
        return
    rolled = check(unit.members, "pinning")
    passed = yield from dice_of(v, tested(unit.members, "pinning"))
    ids = rolled.ids
    yield Emit(Tested(v, "Pinning", passed, rolled.test is not None, by=("usr:pinning", *ids)))
    if not passed:
        yield from give(t, v, GROUNDED, own_turn_ends(t, t[v].side), by=("usr:pinning",))
