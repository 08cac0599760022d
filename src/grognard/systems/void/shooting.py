"""Shooting on the table: whom a unit may shoot at, with what, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...common.profiles import Model, Weapon
from ...common.rules import kept, voices
from ...kernel.asks import Choose, Emit, Fold, Procedure
from ...table.arcs import arc_of, in_arc
from ...table.geometry import Form, models_within, nearest_first, within
from ...table.state import Table, Unit
from . import field, suppress
from .arms import Group, Reach, Use, allotted, armed, in_order, team_voices, teamed, uses
from .attack import Attack, How, match
from .checks import different
from .events import Attacked
from .harm import Volley, volley
from .harming import apply, state_of
from .nerve import frighten
from .orders import Orders, spoken

HOLD_FIRE = "hold fire"
FLAME = 8.0  # inches that a flame template is long


class Line(Struct, frozen=True):
    """A unit's line of fire at another: who can fire with what, who can be hit and in what cover, nearest first."""

    groups: tuple[tuple[Group, How], ...]
    nearest: tuple[int, ...]
    covers: tuple[int, ...]
    mates: tuple[Model, ...]
    targets: tuple[Model, ...]
    rank: tuple[Weapon, ...]
    firers: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.groups)

    def volleys(self, chosen: Iterable[tuple[Group, How, Use]]) -> tuple[Volley, ...]:
        """The volleys of what was chosen: weapons in file order, within a weapon the better armour piercing first."""
        made = []
        for group, how, use in chosen:
            order, guards = allotted(self.targets, self.nearest, how)
            for by, weapon, n in in_order(((group, use),), self.rank):
                made.append(Volley(by, weapon, n, how, self.mates, self.targets, order, 1, guards, self.covers))
        place = {w: i for i, w in reversed(tuple(enumerate(self.rank)))}
        return tuple(sorted(made, key=lambda v: place.get(v.weapon, len(place))))


@kept(8192)
def furthest(members: tuple[Any, ...]) -> int:
    """The furthest range band that any weapon of the unit reaches, -1 without any ranged weapon."""
    return max((suppress.longest(w) for m in different(members) for w in m.weapons), default=-1)


def line(
    t: Table,
    u: int,
    v: int,
    moved: bool,
    orders: Orders | None = None,
    there: Form | None = None,
    only: tuple[int, ...] = (),
) -> Line:
    """The line of fire of one unit at another, as both stand (or if the target stood ``there``); ``only`` of these models."""
    found = field.answers(t)
    silent, failed = ((), False) if orders is None else (tuple(sorted(orders.silent)), orders.failed_jump)
    asked = ("line", u, v, moved, silent, failed, there, only)
    if asked not in found:
        found[asked] = _line(t, u, v, moved, orders, there, only)
    answer: Line = found[asked]
    return answer


def _line(
    t: Table, u: int, v: int, moved: bool, orders: Orders | None, there: Form | None, only: tuple[int, ...]
) -> Line:
    unit, target = t[u], t[v]
    place = target.form if there is None else there
    found = field.view_from(t, u, unit.form, v, place)
    nearest = nearest_first(place, unit.form)
    mates = different(unit.members)
    failed = orders is not None and orders.failed_jump
    usual = circumstances(t, unit, target, moved, crew_lost(unit.members, unit.start), spotting(t, u, v), failed)
    hows: dict[int, How] = {}
    alike: dict[tuple[Model, int, bool], list[int]] = {}  # models that judge as one: profile, band, whether they see
    views = list(found.views)
    every = tuple(range(target.size))
    whole = field.one_band(t, unit.form, place)
    for i, model in enumerate(unit.members):
        if (only and i not in only) or (orders is not None and not only and i in orders.silent):
            continue
        seen = found.views[i] if found.views else ()
        if front_only(model):
            seen = tuple(j for j in seen if in_arc(unit.form.spots[i], unit.form.front(i), place.spots[j], "front"))
            if not seen:
                continue
            views[i] = seen
        band = whole if whole >= 0 else field.band_of_model(t, unit.form, i, place, seen or every)
        if (those := alike.get((model, band, bool(seen)))) is None:
            alike[model, band, bool(seen)] = [i]
        else:
            those.append(i)
    counted: dict[tuple[Model, How, tuple[Use, ...]], int] = {}
    blind = False
    firers: list[int] = []
    for (model, band, sees), those in alike.items():
        how = hows.get(band)
        if how is None:
            how = hows[band] = replace(usual, band=band)
        ways = uses(model, how, Reach((), sees), unit.kind.type == "Vehicle", mates)
        if not ways:
            continue
        for use, able in _within_flames(ways, those, views, unit.form, place) if band == 0 else ((ways, those),):
            if use:
                firers += able
                counted[model, how, use] = counted.get((model, how, use), 0) + len(able)
                blind = blind or not sees
    firers.sort()
    hit = nearest if blind else tuple(j for j in nearest if j in found.seen)
    rank = tuple(dict.fromkeys(w for m in mates for w in m.weapons))
    groups = tuple(teamed([(Group(m, n, ways), how) for (m, how, ways), n in counted.items()], mates))
    return Line(groups, hit, found.cover or (0,) * target.size, mates, target.members, rank, tuple(firers))


def circumstances(
    t: Table,
    unit: Unit,
    target: Unit,
    moved: bool,
    crew: int,
    spotted: tuple[int, tuple[Any, ...]],
    failed_jump: bool = False,
) -> How:
    """The circumstances of one unit shooting at another that are the same for all its models: all but band and cover."""
    return How(
        moved=moved,
        painted=target.has("painted"),
        prone=lain(t, unit),
        target_prone=flat(t, target),
        failed_jump=failed_jump,
        spotters=spotted[0],
        crew_lost=crew,
        arc=arc(target, unit),
        formed=target.has("formed"),
        vehicle=target.kind.type == "Vehicle",
        lent=spotted[1],
        terms=field.terms(t),
    )


def _within_flames(
    ways: tuple[Use, ...], those: list[int], views: list[tuple[int, ...]], form: Form, place: Form
) -> Iterator[tuple[tuple[Use, ...], list[int]]]:
    """The models whose flame templates reach somebody they see, with all their ways; the rest with the other ways."""
    if not flames(ways):
        yield ways, those
        return
    near = [i for i in those if any(models_within(form, i, place, j, FLAME) for j in views[i])]
    if near:
        yield ways, near
    if len(near) < len(those):
        yield tuple(way for way in ways if not flames((way,))), [i for i in those if i not in near]


@kept(4096)
def flames(ways: tuple[Use, ...]) -> bool:
    """Whether a flame template is among the weapons."""
    return any(w.stats.template == "flame" for way in ways for w, _ in way)


@kept(4096)
def front_only(model: Model) -> bool:
    """Whether a model shoots within its front arc only."""
    return bool(voices(model, "bears"))


@kept(4096)
def crew_lost(members: tuple[Any, ...], start: int) -> int:
    """How many crewmen of a mounted weapon are gone."""
    return start - len(members) if team_voices(different(members), "crewed") else 0


def lain(t: Table, unit: Unit) -> bool:
    """Whether a unit has lain prone since an earlier turn."""
    prone = unit.effect("prone")
    return prone is not None and prone.value < t.round


def flat(t: Table, unit: Unit) -> bool:
    """Whether a unit counts as prone for those who shoot at it."""
    return lain(t, unit) or (unit.has("prone") and t.rulings.get("prone_size") == "at-once")


def arc(target: Unit, firer: Unit) -> str:
    """The arc of a unit from which another attacks: front, flank or rear."""
    return arc_from(target, *firer.form.centre)


def arc_from(target: Unit, x: float, y: float) -> str:
    """The arc of a unit in which a point lies; a unit faces as its leader does."""
    leader = next((i for i, m in enumerate(target.members) if m.role == "leader"), 0)
    name = arc_of(target.form.spots[leader], target.form.front(leader), (x, y))
    return "flank" if name in ("left", "right") else name


def spotting(t: Table, u: int, v: int) -> tuple[int, tuple[Any, ...]]:
    """How many friendly models that help indirect fire see the target, and their rules; looked for only when it matters."""
    if not any(w.stats.indirect for m in different(t[u].members) for w in m.weapons):
        return 0, ()
    n, rules = 0, []
    for w in t.own(t[u].side):
        for i, rule in field.helpers(w.members) if field.able(w) else ():
            if field.view(t, w.id, v).views[i]:
                n += 1
                rules.append(rule)
    return n, tuple(dict.fromkeys(rules))


# --- whom ---------------------------------------------------------------------------------------------------------------


def open_to_fire(t: Table, u: int, moved: bool, orders: Orders | None = None) -> tuple[int, ...]:
    """The units that may be shot at: the nearest that is open, or when none is, any in sight (section 6)."""
    unit = t[u]
    band = furthest(unit.members)
    if band < 0:
        return ()
    reach = field.terms(t).bands[min(band, 3)]
    found: list[int] = []
    unseen, painted = blind_fire(unit.members)
    priority = t.rulings.get("open_target") != "any"
    for v in field.nearby(t, u, reach):
        if v.locked or not field.scans(t, u, v.id):
            continue
        seen = field.view(t, u, v.id)
        if priority and seen.seen and not field.in_cover(seen):
            if line(t, u, v.id, moved, orders):
                nearer = [w for w in found if t[w].has("painted") and not field.view(t, u, w).seen]
                return (v.id, *(w for w in nearer if line(t, u, w, moved, orders)))  # painted: as if in sight
        elif seen.seen or unseen or (painted and v.has("painted")):
            found.append(v.id)
    return tuple(v for v in found if line(t, u, v, moved, orders))


@kept(4096)
def blind_fire(members: tuple[Any, ...]) -> tuple[bool, bool]:
    """Whether any weapon of a unit fires indirectly, and whether any locks on to painted targets."""
    arms = [(m, w) for m in different(members) for w in m.weapons]
    locks = any(speak(m, w) for m, w in arms for speak in (*voices(w, "locks"), *voices(m, "locks")))
    return any(w.stats.indirect for _, w in arms), locks


def reaches(t: Table, u: int, there: Form) -> bool:
    """Whether any weapon of a unit reaches a formation."""
    band = furthest(t[u].members)
    return band >= 0 and within(t[u].form, there, field.terms(t).bands[min(band, 3)])


def in_sight(t: Table, u: int, orders: Orders, only: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Every unit that could be shot at if there were no target priority, the nearest first."""
    return tuple(each_in_sight(t, u, orders, only))


def each_in_sight(t: Table, u: int, orders: Orders, only: tuple[int, ...] = ()) -> Iterator[int]:
    """The same one after the other: who only asks whether there is anybody need not look at all of them."""
    members = t[u].members
    band = furthest(tuple(members[i] for i in only) if only else members)
    if band < 0:
        return
    for v in field.nearby(t, u, field.terms(t).bands[min(band, 3)]):
        if not v.locked and field.scans(t, u, v.id) and line(t, u, v.id, orders.moved, orders, only=only):
            yield v.id


def in_range(t: Table, u: int, form: Form, v: int) -> bool:
    """Whether a unit standing so would have another within reach of some weapon and in sight."""
    band = furthest(t[u].members)
    if band < 0 or not within(form, t[v].form, field.terms(t).bands[min(band, 3)]):
        return False
    return field.glimpses(t, u, form, v, t[v].form) or bool(field.view_from(t, u, form, v).seen)


def frightened_by(t: Table, u: int) -> tuple[int, ...]:
    """The units at which suppressive fire may be aimed: the nearest open one, and fights it can see."""
    unit = t[u]
    found: list[int] = []
    for v in field.foes(t, u):
        if not suppressing(t, u, v.id)[0] or not field.scans(t, u, v.id):
            continue
        seen = field.view(t, u, v.id)
        if not seen.seen:
            continue
        found.append(v.id)
        if not field.in_cover(seen):
            break
    return tuple(found) if unit.here else ()


def suppressing(t: Table, u: int, v: int) -> tuple[int, tuple[str, ...]]:
    """The sum of suppressive fire that a unit brings to bear on another, and the rules that say so."""
    unit, target = t[u], t[v]
    if not any(suppress.value_of(m, 0)[0] for m in different(unit.members)):
        return 0, ()
    found = field.view(t, u, v)
    total, ids = 0, tuple[str, ...]()
    for i, model in enumerate(unit.members):
        if found.views and found.views[i]:
            n, by = suppress.value_of(model, field.band_of_model(t, unit.form, i, target.form, found.views[i]))
            total, ids = total + n, by or ids
    return total, ids


# --- shooting -----------------------------------------------------------------------------------------------------------


def shoot(t: Table, u: int, orders: Orders) -> Procedure:
    """A unit's shooting phase."""
    for speak in spoken(t[u].members, "before_shooting"):
        yield from speak(t, u, orders)
    if not orders.may_shoot or not t[u].here:
        return
    targets = in_sight(t, u, orders) if orders.free else open_to_fire(t, u, orders.moved, orders)
    options: list[Any] = list(targets)
    if not orders.must_shoot or not targets:
        options += [("suppress", v) for v in frightened_by(t, u)]
        options += [HOLD_FIRE]
    if options == [HOLD_FIRE]:
        return
    about = ("shoot", u, orders)
    pick = yield Choose(t[u].side, f"whom does {t.name(u)} shoot at?", tuple(options), default=options[0], about=about)
    if pick == HOLD_FIRE:
        return
    if isinstance(pick, tuple):
        yield from suppression(t, u, pick[1])
    else:
        yield from fire(t, u, pick, orders.moved, orders)


def fire(
    t: Table, u: int, v: int, moved: bool, orders: Orders | None = None, only: tuple[int, ...] = (), aimed: int = -1
) -> Procedure:
    """A unit (or ``only`` these models of it) shoots at another with all that bears; ``aimed`` at one of its models."""
    aim = line(t, u, v, moved, orders, only=only)
    if aimed >= 0:
        aim = replace(aim, nearest=(aimed, *(j for j in aim.nearest if j != aimed)))
    chosen = []
    for group, how in aim.groups:
        use = group.ways[0]
        if len(group.ways) > 1:
            question = f"what does {group.by.name} of {t.name(u)} fire?"
            use = yield Choose(t[u].side, question, group.ways, default=use, about=("arms", u, v, group, how))
        chosen.append((group, how, use))
    volleys = aim.volleys(chosen)
    ids = contributing(aim, volleys)
    arms: dict[str, int] = {}
    for each in volleys:
        arms[each.weapon.name] = arms.get(each.weapon.name, 0) + each.n
    yield Emit(Attacked(u, v, "shoots at", tuple(arms.items()), by=ids))
    yield from reveal(t, u, aim.firers)
    direct = tuple(each for each in volleys if not each.weapon.stats.template)
    before = state_of(t, v)
    after = yield Fold(volley, before, direct)
    yield from apply(t, v, before, after, u, ids)
    for each in volleys:
        if each.weapon.stats.template:
            from .templates import burst

            yield from burst(t, u, v, each, u if orders is not None else v)


def contributing(aim: Line, volleys: tuple[Volley, ...]) -> tuple[str, ...]:
    """The rules that have a part in these volleys."""
    ids: dict[str, None] = {}
    standing = different(aim.targets)
    for v in volleys:
        i = v.order[0] if v.order else 0
        found = match(Attack(v.by, v.weapon, v.targets[i], v.how_at(i), v.mates, standing))
        ids.update(dict.fromkeys(found.ids))
    for group, how in aim.groups:
        ids.update(dict.fromkeys(armed(group.by, how, Reach(), False, aim.mates)[1]))
    return tuple(ids)


def reveal(t: Table, u: int, models: tuple[int, ...]) -> Procedure:
    """Shooting or charging gives away models whose rules hide them only until then."""
    for speak in spoken(t[u].members, "reveals"):
        yield from speak(t, u, models)


def suppression(t: Table, u: int, v: int) -> Procedure:
    """Suppressive fire: the target, or every unit in the fight it stands in, tests against panic."""
    total, ids = suppressing(t, u, v)
    yield Emit(Attacked(u, v, "lays suppressive fire on", (), by=ids))
    yield from reveal(t, u, tuple(range(t[u].size)))
    for w in dict.fromkeys((v, *t[v].foes)):
        target = t[w]
        how = How(band=field.band_between(t, t[u].form, target.form), terms=field.terms(t))
        sizes = tuple(int(m.stats.SZ) for m in target.members)
        added, why = suppress.modifier(sum(target.wounds), sizes, how, total)
        yield from frighten(t, w, "suppression", added, why, by=ids)
