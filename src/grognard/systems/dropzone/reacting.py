"""Reaction Fire: squads with weapons that may, at Aircraft that move past them. The move is cut where they fire."""

from __future__ import annotations

from math import ceil

from ...common.profiles import Kind, Model, Weapon
from ...common.rules import kept
from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Moved
from ...table.geometry import Form, boxes_within
from ...table.screens import around
from ...table.state import Table, Unit
from .matchup import permitted
from .movement import aloft, distance
from .sighting import distances, view, where
from .situation import Shot, Situation
from .situation import kept as keep
from .squads import flagged, housed, moved
from .targets import aims, eyes, ready

STEP = 2.0  # inches between the points of a path at which range and sight are tried


def fly(t: Table, u: int, form: Form, how: str = "flies", by: tuple[str, ...] = ()) -> Procedure:
    """An Aircraft goes straight to a place; enemies may fire at it on the way. Result: whether anything is left of it."""
    start = t[u].form
    for part, v, line, spot in [(part, v, line, t[v].form.spots[i]) for part, v, line, i in reactions(t, t[u], form)]:
        if not t[u].here or not t[v].here or spot not in t[v].form.spots:
            continue
        i = t[v].form.spots.index(spot)  # what came down may have cost the squad units
        if i not in ready(t[v], line):
            continue
        who = t.name(v) if t[v].size == 1 else f"{t.name(v)} {i + 1}"
        question = f"does {who} fire at {t.name(u)} as it passes?"
        if (yield Choose(t[v].side, question, ("fire", "hold"), "fire", (v, u, line))) == "hold":
            continue
        there = along(t, start, form, part)
        if there.spots != t[u].form.spots:
            yield Emit(Moved(u, there, how))
        stand = yield from react(t, v, line, u, i)
        start, form = start.only(stand), form.only(stand)
    if t[u].here:
        yield Emit(Moved(u, form, how, by=by))
    return t[u].here


def react(t: Table, v: int, line: int, u: int, i: int) -> Procedure:
    """One unit of a squad fires one weapon line out of turn. Result: which units of the target stand, by index."""
    from .shooting import Declared, resolve, sharing

    before = t[u].wounds
    declared = yield from sharing(t, v, Declared(line, u, (i,)))
    after = yield from resolve(t, v, [declared], reaction=True)
    return after.get(u, tuple(range(len(before))))


def along(t: Table, start: Form, end: Form, part: float) -> Form:
    """Where the squad is after a part of its way."""
    spots = [(x + (u - x) * part, y + (v - y) * part) for (x, y), (u, v) in zip(start.spots, end.spots, strict=True)]
    return aloft(t.ground, start.moved(spots, ()))


@kept(4096)
def reacts(weapon: Weapon, kind: Kind, model: Model) -> bool:
    """Whether the weapon may Reaction Fire at such a squad."""
    permit = permitted(Shot(weapon, kind, model, keep(Situation(reaction=True))))
    return "reaction" in permit.allowed and "reaction" not in permit.barred


@kept(4096)
def reacting(bearer: Model, kind: Kind, model: Model) -> tuple[int, ...]:
    """The weapon lines of a model that may Reaction Fire at such a squad."""
    return tuple([line for line, weapon in enumerate(bearer.weapons) if reacts(weapon, kind, model)])


def able(t: Table, v: Unit, line: int, u: Unit) -> bool:
    """Whether a squad could Reaction Fire with a weapon line that may, sight and range apart."""
    weapon = v.members[0].weapons[line]
    stats = weapon.stats
    if not ready(v, line):
        return False
    if flagged(v, "embarked") or flagged(v, "from the air") or flagged(v, "flew high"):
        return False
    if (stats.mf is not None and moved(v) > stats.mf) or (stats.mf == 0 and flagged(v, "disembarked")):
        return False
    home = housed(v)
    return home is None or home[1] >= 0


def reactions(t: Table, u: Unit, form: Form) -> list[tuple[float, int, int, int]]:
    """(part of the way, squad, weapon line, unit) of all that may fire at an Aircraft that goes straight to a place."""
    from .declare import reach

    found = []
    points: list[Form] = []
    swept = around(u.form.box, form.box)
    for v in t.enemies(u.side):
        for line in reacting(v.members[0], u.kind, u.members[0]):
            if not able(t, v, line, u):
                continue
            weapon = v.members[0].weapons[line]
            inches = reach(weapon, u.members[0], False, True)
            if not boxes_within(where(t, v).box, swept, inches):
                continue
            points = points or path(t, u.form, form)
            found += [(part, v.id, line, i) for i, part in first_seen(t, v, u, line, inches, points).items()]
    return sorted(found)


def path(t: Table, start: Form, end: Form) -> list[Form]:
    """Points of a straight way, the start first."""
    n = max(1, ceil(distance(start, end) / STEP))
    return [along(t, start, end, k / n) for k in range(n)] + [end]


def first_seen(t: Table, v: Unit, u: Unit, line: int, inches: float, points: list[Form]) -> dict[int, float]:
    """For each unit of the squad that may fire the first part of the way at which it has range, arc and sight together."""
    from msgspec.structs import replace

    limit = inches * inches
    weapon = v.members[0].weapons[line]
    waiting = list(ready(v, line))
    found: dict[int, float] = {}
    for k, form in enumerate(points):
        if not waiting:
            break
        if all(d > limit for row in distances(where(t, v), form) for d in row):
            continue
        passing = replace(u, form=form)
        seen = view(t, v, passing, eyes(weapon))
        for i in [i for i in waiting if aims(t, v, i, weapon, inches, seen, passing)]:
            found[i] = k / max(1, len(points) - 1)
            waiting.remove(i)
    return found
