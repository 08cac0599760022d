"""The Shoot action: every weapon of the squad declared before any die, then all of it together."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Remarked
from ....table.state import Table, Unit
from ..behemoths.zones import zones
from ..cards.card import SHOOTS, Occasion
from ..cards.playing import offer, over
from .declaration import group_of
from .resolution import resolve
from .targeting import PIECES, Targets, able, eyes_of, fired, lines, near, ready, target_words
from .units_under_fire import Declared, UnderFire, UseAt


def shoot(t: Table, u: int) -> Procedure:
    """A Shoot action: a target for each weapon, all declared before dice. Result: whether anything was fired."""
    declared: list[Declared] = []
    yield from offer(t, t[u].side, Occasion(SHOOTS, u))
    foes = near(t, t[u])  # nothing moves before all is declared
    taken: dict[int, set[int]] = {}  # of each Alternate Fire group: the units that fire a profile of it
    for line in lines(t[u]):
        own = group_of(t[u].members[0].weapons[line])
        busy = taken.setdefault(own, set()) if own is not None else set()
        found = yield from declare_line(t, u, line, tuple([i for i in ready(t[u], line) if i not in busy]), foes)
        declared += found
        busy.update(i for d in found for i in d.units)
    if declared:
        yield from resolve(t, u, declared)
    else:
        yield Emit(Remarked(f"{t.name(u)} holds its fire"))
    yield from over(t, u)
    return bool(declared)


Foes: TypeAlias = list[tuple[Unit, float]]


def declare_line(t: Table, u: int, line: int, ready: tuple[int, ...], foes: Foes) -> Procedure:
    """What the units that are ready fire one weapon line at: all that can at one thing, then the rest; or each for itself."""
    weapon, size = t[u].members[0].weapons[line], t[u].size
    declared: list[Declared] = []
    while ready:
        among = ready if len(ready) < size else None
        sure = (("hold fire", -1),) if len(ready) == 1 else (("hold fire", -1), ("unit by unit", -1))
        found = Targets(t, t[u], line, foes, sure, among)
        if not found.any():
            break
        rest = "the rest of " if declared else ""
        question = f"{rest}{t.name(u)} fires {weapon.name} at what?"
        says = target_words(t)
        pick = yield Choose(t[u].side, question, found, None, (u, line), says)
        if pick[0] == "hold fire":
            break
        if pick[0] == "unit by unit":
            for i in ready:
                one = Targets(t, t[u], line, foes, (("hold fire", -1),), (i,))
                if one.any():
                    question = f"{t.name(u)} {i + 1} fires {weapon.name} at what?"
                    pick = yield Choose(t[u].side, question, one, None, (u, line), target_words(t))
                    if pick[0] != "hold fire":
                        declared.append((yield from declare_at(t, u, line, pick, (i,))))
            break
        firing = able(t, t[u], line, pick, ready) if size > 1 else ready
        if not firing:
            raise ValueError(f"{t.name(u)} can fire {weapon.name} at {pick}, but none of its units can")
        declared.append((yield from declare_at(t, u, line, pick, firing)))
        ready = tuple([i for i in ready if i not in firing])
    return declared


def declare_at(t: Table, u: int, line: int, pick: tuple[str, int], units: tuple[int, ...]) -> Procedure:
    """How units fire a weapon line at what was picked: through whose eyes, at which zone, and at which units."""
    what, id = pick
    if what in PIECES:
        d = Declared(line, -1, units, id, what != "piece")
    else:
        weapon = t[u].members[0].weapons[line]
        through = ""
        if eyes := eyes_of(t, t[u], weapon, t[id]):
            question = f"through whose eyes does {t.name(u)} aim {weapon.name}?"
            through = yield Choose(t[u].side, question, eyes, eyes[0], u)
        d = Declared(line, id, units, -1, what == "combined", (yield from aimed_zone(t, u, id)), through)
    return (yield from sharing(t, u, d))


def aimed_zone(t: Table, u: int, v: int) -> Procedure:
    """Which zone of a Behemoth is aimed at, by its place; 0 for any other target."""
    found = tuple(name for name, points in zones(t[v]) if points)
    if not found:
        return 0
    name = yield Choose(t[u].side, f"which zone of {t.name(v)}?", found, found[0], u)
    return [zone for zone, _ in zones(t[v])].index(name)


NEAREST, APART = "the nearest first", "each at its own"


def sharing(t: Table, u: int, d: Declared) -> Procedure:
    """At which units of the target squad the fire goes: the nearest first, all at one, or each use at its own.

    A weapon that is used several times (Strafe) may go over to units of other squads, and to scenery, that are near; one that
    places several templates may place each over its own unit.
    """
    weapon, unit = t[u].members[0].weapons[d.line], t[u]
    strafes = fired(unit, 0, weapon, d.combined).uses > 1
    if d.target >= 0 and t[d.target].size == 1 and not strafes:
        return d
    if d.target < 0 and not strafes:
        return d
    field = UnderFire(t, unit, [d], False, everybody=strafes)
    first = field.options(d)
    templates = not strafes and field.templates(d)
    splits = len(d.units) > 1 or strafes or templates
    if len(first) < 2 and not (splits and len(field.options(d, True)) > 1):
        return d
    words = (NEAREST, *first, *((APART,) if splits else ())) if d.target >= 0 else (*first, APART)
    at = t.name(d.target) if d.target >= 0 else t.ground.pieces[d.piece].name
    question = f"at which of {at} does {weapon.name} of {t.name(u)} go?"
    pick = yield Choose(unit.side, question, words, words[0], u)
    if pick == NEAREST or (d.target < 0 and pick != APART):
        return d
    aims: list[UseAt] = []
    for i in [arm.unit for arm in field.arms(d)]:  # none that has no shots left
        own: list[UseAt] = []
        how = fired(unit, i, weapon, d.combined)
        for _ in range(how.shots if templates and pick == APART else how.uses):
            may = field.options(d, strafes, i, own if strafes else ())
            chosen = pick
            if pick == APART:
                first_of_all = next(iter(may))
                question = f"{t.name(u)} {i + 1} fires {weapon.name} at which?"
                chosen = yield Choose(unit.side, question, tuple(may), first_of_all, u)
            if chosen not in may:
                chosen = next(iter(may))
            own.append(UseAt(i, *may[chosen]))
        aims += own
    return replace(d, aims=tuple(aims))
