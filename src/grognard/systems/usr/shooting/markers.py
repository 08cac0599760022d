"""One weapon with markers or templates: every shot is laid, then the hits of all are resolved unit by unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ....kernel.asks import Choose, Each, Emit, Procedure
from ....table.distances import distance, near_point
from ....table.events import Said
from ....table.geometry import Formation, Point
from ....table.templates import Circle
from ..attack import random_profiles, weapons
from ..attack.attack import Part, Volley, landed
from ..attack.matchup import Match, match
from ..attack.rolls import number
from ..condition import circumstances, moved, squad
from ..events import MarkerLands
from ..harm import hits_on, suffer
from ..line_of_sight import View, from_position, kind_of_ground, sight_from, view
from ..rules_at_work import rules_of
from ..squads import squad_of
from . import apocalyptic_barrage, vortex
from .templates import Aims, MarkerLanding, beside, fallen, jet, scattered

if TYPE_CHECKING:
    from ....common.profiles import Weapon
    from ....table.state import Table
    from ..casualties import Casualties

Hits: TypeAlias = dict[tuple[Point | None, int], list[Part]]  # (centre from which they count, unit) → parts


class Shot(Struct, frozen=True):
    """One shot of a model (by its place in the unit) that is to be laid; ``strikes``: circles that it strikes."""

    model: int
    part: Part
    m: Match
    strikes: int = 1


class MarkerFire(Struct):
    """The fire of a unit at a target while it is laid: from where, and what has come of it."""

    u: int
    v: int
    stand: Formation
    marks: dict[int, set[str]]
    able: bool
    again: Counter[int]  # the shots that each model has had again, of those that it may
    alone: dict[int, Formation] = {}  # where each stands that has fired, by its place in the unit
    barred: set[str] = set()  # the weapons of which it has been told that they can be laid over nobody

    def place(self, i: int) -> Formation:
        """Where a model stands that fires."""
        found = self.alone.get(i)
        if found is None:
            found = self.alone[i] = self.stand.only((i,))
        return found


def laid(t: Table, v: int, volley: Volley) -> bool:
    """Whether a weapon is laid on the table and not rolled to hit."""
    return not first_match(t, v, volley).rolls


def first_match(t: Table, v: int, volley: Volley) -> Match:
    """The match-up of the first part of a volley."""
    part, target = volley.parts[0], t.units[v]
    return match(part.by, part.mates, part.weapon, squad_of(target.members, target.kind.name), part.how)


def together(t: Table, v: int, volleys: Iterable[Volley]) -> list[Volley]:
    """The volleys with all barrages of the unit made one: they fall together, whatever the weapons."""
    found: list[Volley] = []
    at = -1
    for volley in volleys:
        landing = first_match(t, v, volley).landing
        if not (landing.lobbed and not landing.strikes):
            found.append(volley)
        elif at < 0:
            at = len(found)
            found.append(volley)
        else:
            found[at] = Volley(f"{found[at].name} and {volley.name}", (*found[at].parts, *volley.parts))
    return found


def lay(t: Table, fire: MarkerFire, volley: Volley, groups: tuple[tuple[int, ...], ...], overwatch: bool) -> Procedure:
    """Lays every shot of a weapon and resolves its hits. Gives what firers did to themselves."""
    hits: Hits = {}
    if overwatch:
        for part in volley.parts:
            n = yield Each(number, (3, "hits of the template"), part.firers)
            hits.setdefault((None, fire.v), []).append(replace(part, hits=n))
        yield from resolved(t, fire, volley.name, hits)
        return []
    shots, own = yield from _fired(t, fire.v, volley, groups)
    if random_profiles.unsettled(volley.parts):
        shots = yield from _rolled(t, fire, shots)
    if shots and shots[0].m.landing.strikes:
        for shot in shots:
            yield from _clover(t, fire, shot, hits)
    elif shots and shots[0].m.landing.lobbed:
        yield from _barrage(t, fire, shots, hits)
    else:
        for shot in shots:
            yield from _single(t, fire, shot, hits)
    yield from resolved(t, fire, volley.name, hits, len(shots) > 1)
    return own


def _fired(t: Table, v: int, volley: Volley, groups: tuple[tuple[int, ...], ...]) -> Procedure:
    """(the shots that are fired, what firers did to themselves)."""
    shots: list[Shot] = []
    own: list[tuple[int, int, int]] = []
    for part in volley.parts:
        m = match(part.by, part.mates, part.weapon, squad(t[v]), part.how)
        models = groups[part.group]
        if m.landing.strikes:
            for i in models[: part.firers]:
                _, n, _, burnt = yield from landed(replace(part, under=1, firers=1), m, 1, ())
                own += burnt
                shots += [Shot(i, part, m, n)] if n else []
            continue
        _, fired, _, burnt = yield from landed(replace(part, under=1), m, 1, ())
        own += burnt
        shots += [Shot(models[k * len(models) // max(fired, len(models))], part, m) for k in range(fired)]
    return shots, own


def _rolled(t: Table, fire: MarkerFire, shots: list[Shot]) -> Procedure:
    """The shots, each model's weapon as the dice that are thrown for it make it."""
    found: dict[tuple[int, Weapon], Weapon] = {}
    out: list[Shot] = []
    for shot in shots:
        weapon, key = shot.part.weapon, (shot.model, shot.part.weapon)
        if weapon.stats.rolled and key not in found:
            found[key] = yield from random_profiles.settle(weapon)
            yield from random_profiles.shown(fire.u, weapon, found[key])
        part = replace(shot.part, weapon=found.get(key, weapon))
        m = match(part.by, part.mates, part.weapon, squad(t[fire.v]), part.how)
        out.append(replace(shot, part=part, m=m))
    return out


def _reach(t: Table, u: int, m: Match) -> float:
    return weapons.firing(m.attack.by, m.attack.mates, m.attack.weapon, moved(t[u]), False).reach


def _aimed_at(t: Table, fire: MarkerFire, shot: Shot) -> tuple[int, ...]:
    """The models of the target over which a shot may be laid: those its firer sees, fired unseen all."""
    if shot.part.how.indirect:
        return tuple(range(t[fire.v].size))
    return sight_from(t, fire.stand, shot.part.by, t[fire.v]).views[shot.model]


def _single(t: Table, fire: MarkerFire, shot: Shot, hits: Hits) -> Procedure:
    """One marker or template, aimed, scattered and landed."""
    firer = fire.place(shot.model)
    if shot.m.landing.template:
        landing: MarkerLanding | None = yield from jet(t, fire.u, firer, fire.v, shot.m, _reach(t, fire.u, shot.m))
        if landing is None:
            yield Emit(
                Said(
                    f"The {shot.part.weapon.name} cannot be laid over {t.name(fire.v)}: out of reach, or a friend is in the way",
                    short="",
                )
            )
    else:
        landing = yield from _blast(t, fire, shot)
    if landing is None:
        return
    yield from _told(t, fire, shot, landing)
    struck(t, fire, shot, landing, hits)
    if shot.m.landing.lasts and not landing.lost:
        yield from vortex.opened(t, fire.u, shot.m, landing.position)


def _blast(t: Table, fire: MarkerFire, shot: Shot) -> Procedure:
    """Where one marker comes to lie after its scatter; None when there is nothing to aim at."""
    firer, m = fire.place(shot.model), shot.m
    models = _aimed_at(t, fire, shot)
    aims = Aims(t, fire.u, firer, fire.v, m, models, _reach(t, fire.u, m))
    if not aims.possible:
        yield from _too_far(t, fire, shot)
        return None
    words = f"where does {t.name(fire.u)} lay the marker of {m.attack.weapon.name}?"
    position = yield Choose(t[fire.u].side, words, aims, about=("aim", fire.v, fire.u))
    end, far = yield from _drifts(t, fire, shot, position)
    return fallen(t, firer, m, end, far, position)


def _too_far(t: Table, fire: MarkerFire, shot: Shot) -> Procedure:
    """It is told once when a marker can be laid over nobody: whoever was in sight and within range has fallen."""
    name = shot.part.weapon.name
    if name not in fire.barred:
        fire.barred.add(name)
        yield Emit(Said(f"{t.name(fire.v)}: nobody is left in sight and range of the {name}", short=""))


def _drifts(t: Table, fire: MarkerFire, shot: Shot, position: Point) -> Procedure:
    end, far, once = yield from scattered(t[fire.u].side, position, shot.m, fire.again[shot.model])
    fire.again[shot.model] += once
    return end, far


def _barrage(t: Table, fire: MarkerFire, shots: list[Shot], hits: Hits) -> Procedure:
    """All barrage shots of a unit: the nearest weapon's first, the others round it. Cover and wounds go by the first marker."""
    target = t[fire.v].form
    waiting = sorted(shots, key=lambda shot: distance(fire.place(shot.model), target))
    first: MarkerLanding | None = None
    while first is None and waiting:
        shot = waiting.pop(0)
        first = yield from _blast(t, fire, shot)
    if first is None:
        return
    yield from _told(t, fire, shot, first)
    struck(t, fire, shot, first, hits, first.position)
    placed = [_circle(first.position, shot.m)]
    for shot in waiting:
        position, once = yield from beside(t, fire.u, fire.v, shot.m, tuple(placed), fire.again[shot.model])
        fire.again[shot.model] += once
        placed.append(_circle(position, shot.m))
        landing = fallen(t, fire.place(shot.model), shot.m, position)
        yield from _told(t, fire, shot, landing, later=True)
        struck(t, fire, shot, landing, hits, first.position)


def _circle(position: Point, m: Match) -> Circle:
    x, y = position
    return Circle(x, y, m.landing.marker / 2)


def _clover(t: Table, fire: MarkerFire, shot: Shot, hits: Hits) -> Procedure:
    """One apocalyptic barrage: five circles laid, turned and scattered, then each strike on one of them."""
    firer = fire.place(shot.model)
    models = _aimed_at(t, fire, shot)
    aims = apocalyptic_barrage.Turns(t, fire.u, firer, fire.v, shot.m, models, _reach(t, fire.u, shot.m))
    if not aims.possible:
        yield from _too_far(t, fire, shot)
        return
    words = f"where does {t.name(fire.u)} lay the circles of {shot.part.weapon.name}?"
    x, y, turn = yield Choose(t[fire.u].side, words, aims, about=("aim", fire.v, fire.u))
    end, far = yield from _drifts(t, fire, shot, (x, y))
    struck_circles = yield from apocalyptic_barrage.strikes(t, end, turn, shot.m, shot.strikes, far, (x, y))
    for landing in struck_circles:
        struck(t, fire, shot, landing, hits, end)


def _told(t: Table, fire: MarkerFire, shot: Shot, landing: MarkerLanding, later: bool = False) -> Procedure:
    x, y = landing.position
    shown: dict[int, int] = {}
    for w, _, _, n in landing.under:
        shown[w] = shown.get(w, 0) + n
    zones: dict[tuple[int, int], int] = {}
    for w, _, zone, n in landing.under if shot.m.landing.zones else ():
        zones[w, zone] = zones.get((w, zone), 0) + n
    by = shot.m.landing.ids
    name, found = shot.part.weapon.name, tuple(shown.items())
    template = landing.drop or _circle(landing.position, shot.m)
    lands = MarkerLands(name, x, y, found, landing.scattered, landing.lost, landing.aimed, template, later, by=by)
    yield Emit(replace(lands, zones=tuple((*key, n) for key, n in zones.items())))


def struck(
    t: Table, fire: MarkerFire, shot: Shot, landing: MarkerLanding, hits: Hits, centre: Point | None = None
) -> None:
    """Adds the hits of a marker where it lies. ``centre``: from where cover and wounds count, if not from the marker's own."""
    how, weapon = shot.part.how, shot.part.weapon
    half = how.half
    if not shot.m.landing.template and weapon.stats.range:  # a blast is as far away as its centre
        half = near_point(fire.place(shot.model), *landing.position, weapon.stats.range / 2)
    if shot.m.landing.centred and centre is None:
        centre = landing.position
    for w, side, zone, n in landing.under:
        now = circumstances(
            t, t[fire.u], t[w], snap=how.snap, half=half, supercharge=how.supercharge, facing=side, zone=zone,
            terrain=kind_of_ground(t, t[w]),
        )  # fmt: skip
        hits.setdefault((centre, w), []).append(replace(shot.part, how=now, hits=n))


def resolved(t: Table, fire: MarkerFire, name: str, hits: Hits, several: bool = False) -> Procedure:
    """The hits of all markers of a weapon, unit by unit; ``several``: there were more markers than one."""
    several = several or len({w for _, w in hits}) > 1
    for (centre, w), parts in hits.items():
        if not t[w].here:
            continue
        if several:
            yield from hits_on(w, sum(part.hits for part in parts))
        if centre is not None:
            aim = from_position(t, centre, w)
        elif w != fire.u:
            aim = view(t, fire.u, w, seen_only=False)
        else:
            aim = View(tuple(range(t[w].size)), (None,) * t[w].size)
        able = fire.able and w == fire.v
        for each in by_facing(parts):
            if t[w].here:
                size = len(t.units[w].members)
                caught = Volley(name, each)
                by = (
                    rules_of(t, w, (caught,), aim) if w != fire.v else ()
                )  # of the target itself the shot has named them
                harm: Casualties = yield from suffer(t, fire.u, w, caught, aim, can_ground=able, by=by)
                fire.marks.setdefault(w, set()).update(harm.marks)
                if len(harm.stand) != size:
                    aim = aim.left(harm.stand)


def by_facing(parts: list[Part]) -> list[tuple[Part, ...]]:
    """Parts that differ in their hits only as one; those that strike another side of a hull apart."""
    if len(parts) == 1:
        return [(parts[0],)]
    sides: dict[str, dict[Part, int]] = {}
    for part in parts:
        sums = sides.setdefault(part.how.facing, {})
        bare = replace(part, hits=0)
        sums[bare] = sums.get(bare, 0) + part.hits
    return [tuple(replace(part, hits=n) for part, n in sums.items()) for sums in sides.values()]
