"""Reaction Fire: units with weapons that may, at Aircraft that move past them. The move is cut where they fire."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

from msgspec.structs import replace

from ....common.options import FilteredOptions
from ....common.profiles import Kind, Model, Weapon
from ....kernel.asks import Choose, Emit, Procedure
from ....kernel.memo import memo
from ....table.events import Moved
from ....table.geometry import Formation, boxes_within
from ....table.state import Table, Unit
from ..cards.card import SHOOTS, Occasion
from ..cards.playing import offer, over
from ..circumstances import Circumstances, Shot, canonical
from ..matchup import permitted
from ..movement.legal_moves import distance
from ..movement.straight_flight import must_climb
from ..squads import ASIDE, flagged, housed, spent
from .declaration import reach
from .fly_past import along, parts, swept
from .line_of_sight import distances, view, where
from .resolution import resolve
from .targeting import aims, eyes, ready
from .units_under_fire import Declared

NAMED = 2  # inches between the points at which a player may say that he fires


def fly(t: Table, u: int, form: Formation, how: str = "flies", by: tuple[str, ...] = ()) -> Procedure:
    """An Aircraft goes straight to a place; enemies may fire at it on the way. Result: whether anything is left of it."""
    start, size = t[u].form, t[u].size
    for part, v, line, position in [
        (part, v, line, t[v].form.positions[i]) for part, v, line, i in reactions(t, t[u], form)
    ]:
        if not t[u].here or not t[v].here or position not in t[v].form.positions:
            continue
        i = t[v].form.positions.index(position)  # what came down may have cost the squad units
        if i not in waiting(t[v], line):
            continue
        if t[u].size < size:  # those that are left may not come past it
            passing = dict(first_seen(t, t[v], replace(t[u], form=start), line, form))
            if i not in passing:
                continue
            part = passing[i]
        who = t.name(v) if t[v].size == 1 else f"{t.name(v)} {i + 1}"
        options = FirePoints(t, u, v, i, line, start, form)
        fires = yield Choose(t[v].side, f"does {who} fire at {t.name(u)} as it passes?", options, "fire", (v, u, line))
        if fires == "hold":
            continue
        yield Emit(Moved(u, along(t, start, form, options.parts.get(fires, part)), how))
        stand = yield from react(t, v, line, u, i)
        start, form = start.only(stand), form.only(stand)
    if t[u].here:
        yield Emit(Moved(u, form, how, by=by))
    return t[u].here


class FirePoints(FilteredOptions):
    """Whether a unit fires, and where on the way of the Aircraft: at the first point at which it can, or farther on."""

    __slots__ = ("parts",)

    def __init__(self, t: Table, u: int, v: int, i: int, line: int, start: Formation, end: Formation) -> None:
        far = distance(start, end)
        self.parts = {f"fire after {n} inches": n / far for n in range(NAMED, ceil(far), NAMED)}
        super().__init__(tuple(self.parts), self._can(t, t[u], t[v], i, line, start, end), ("fire", "hold"))

    def _can(
        self, t: Table, u: Unit, v: Unit, i: int, line: int, start: Formation, end: Formation
    ) -> Callable[[str], bool]:
        parts = self.parts
        return lambda said: i in firing_at(t, v, line, replace(u, form=along(t, start, end, parts[said])))


def react(t: Table, v: int, line: int, u: int, i: int) -> Procedure:
    """A unit of a squad fires one weapon out of turn. Result: which units of the target stand, by index."""
    before = t[u].wounds
    yield from offer(t, t[v].side, Occasion(SHOOTS, v))
    after = yield from resolve(t, v, [Declared(line, u, (i,))], reaction=True)
    yield from over(t, v)
    return after.get(u, tuple(range(len(before))))


def reacts(weapon: Weapon, kind: Kind, model: Model) -> bool:
    """Whether the weapon may Reaction Fire at such a squad."""
    permit = permitted(Shot(weapon, kind, model, canonical(Circumstances(reaction=True))))
    return "reaction" in permit.allowed and "reaction" not in permit.barred


@memo(4096)
def reacting(bearer: Model, kind: Kind, model: Model) -> tuple[int, ...]:
    """The weapon lines of a model that may Reaction Fire at such a squad."""
    return tuple([line for line, weapon in enumerate(bearer.weapons) if reacts(weapon, kind, model)])


def waiting(v: Unit, line: int) -> list[int]:
    """The units of a squad that have not fired a weapon line in this round, for free neither."""
    gone = spent(v, [line], ASIDE["fired"])
    return [i for i in ready(v, line) if i not in gone]


def able(t: Table, v: Unit, line: int, u: Unit) -> bool:
    """Whether a squad could Reaction Fire with a weapon line that may, sight and range apart."""
    weapon = v.members[0].weapons[line]
    stats = weapon.stats
    if not waiting(v, line):
        return False
    if flagged(v, "embarked") or flagged(v, "from the air") or flagged(v, "flew high") or must_climb(t, v):
        return False
    if stats.mf == 0 and flagged(v, "disembarked"):
        return False
    home = housed(v)
    return home is None or home[1] != -1


def reactions(t: Table, u: Unit, form: Formation) -> list[tuple[float, int, int, int]]:
    """(part of the way, squad, weapon line, unit) of all that may fire at an Aircraft that goes straight to a place."""
    found = []
    way = swept(u.form, form)
    for v in t.enemies(u.side):
        for line in reacting(v.members[0], u.kind, u.members[0]):
            if boxes_within(where(t, v).box, way, inches_of(v, line, u)) and able(t, v, line, u):
                found += [(part, v.id, line, i) for i, part in first_seen(t, v, u, line, form)]
    return sorted(found)


def inches_of(v: Unit, line: int, u: Unit) -> float:
    """How far a weapon line reaches an Aircraft in the air."""
    return reach(v.members[0].weapons[line], u.members[0], False, True)


def first_seen(t: Table, v: Unit, u: Unit, line: int, end: Formation) -> list[tuple[int, float]]:
    """(unit, the first part of the way at which it has the Aircraft in range, arc and sight together) of those that ever have."""
    still, found = list(waiting(v, line)), []
    for part in parts(t, where(t, v), u.form, end):
        passing = replace(u, form=along(t, u.form, end, part) if part < 1.0 else end)
        for i in firing_at(t, v, line, passing, still):
            found.append((i, part))
            still.remove(i)
        if not still:
            break
    return found


def firing_at(t: Table, v: Unit, line: int, u: Unit, among: Sequence[int] | None = None) -> list[int]:
    """The units of a squad that have an Aircraft, where it is now, in range, arc and sight of a weapon."""
    inches = inches_of(v, line, u)
    if all(d > inches * inches for row in distances(where(t, v), u.form) for d in row):
        return []
    weapon = v.members[0].weapons[line]
    seen = view(t, v, u, eyes(weapon))
    return [i for i in (range(v.size) if among is None else among) if aims(t, v, i, weapon, inches, seen, u)]
