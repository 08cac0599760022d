"""What a squad may fire at: weapons that are ready, range, arcs, sight of its own or through a Scout, or no sight at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from math import inf
from typing import Any, TypeAlias

from grognard.table.geometry import Formation, Point, aabbs_within

from ....common import saying
from ....common.options import FilteredOptions
from ....common.profiles import Kind, Model, Weapon
from ....common.rules import voices
from ....kernel.memo import memo
from ....table.coherency import out_of
from ....table.state import Table, Unit
from ....table.terrain import Ground
from ..buildings.walls import edge_points
from ..cards.card import in_play
from ..circumstances import Circumstances, InPlay, Shot, canonical
from ..matchup import firing_with, match, permitted, why_not
from ..matchup import harmless as in_vain
from ..profiles import FLYING
from ..rulings import RULINGS
from ..sides import OUT_OF_WALL, inside, side_of
from ..slots import ReadyWeapon
from ..squads import (
    ASIDE,
    DIVIDED,
    airborne,
    coherency,
    destructible,
    edges,
    flagged,
    housed,
    moved_by,
    points_lost,
    scenery_kind,
    spent,
    with_word,
)
from .declaration import group_of, reach
from .line_of_sight import Rows, View, bears, points_of, possible, screened, sees_edge, view, view_in, where

PLAIN = canonical(Circumstances())
OWN, SCOUT = "its own eyes", "a Scout's eyes"
MIDDLE = -1  # in place of the edge of a Garrison
PIECES = ("piece", "combined at piece")
Words: TypeAlias = tuple[str, ...]


# --- weapons ----------------------------------------------------------------------------------------------------------


def lines(u: Unit) -> list[int]:
    """The weapon lines that the squad may still fire; close-quarters weapons are fought with elsewhere."""
    return list(_lines(u))


def _fresh_lines(model: Model) -> tuple[int, ...]:
    """The weapon lines of a unit that has done nothing yet."""
    return tuple([k for k, w in enumerate(model.weapons) if not w.stats.cq])


@memo(256)
def _lines(u: Unit) -> tuple[int, ...]:
    if not u.effects:
        return _fresh_lines(u.members[0])
    if flagged(u, "embarked") or flagged(u, "flew high"):
        return ()
    home = housed(u)
    if home is not None and home[1] == MIDDLE:
        return ()
    return tuple([k for k, w in enumerate(u.members[0].weapons) if not w.stats.cq and may_fire(u, k, w)])


def may_fire(u: Unit, line: int, weapon: Weapon) -> bool:
    """Whether a weapon line has not fired, is not barred by movement, and has uses left."""
    stats = weapon.stats
    if not ready(u, line):
        return False
    return not (stats.mf == 0 and flagged(u, "disembarked"))


def ready(u: Unit, line: int) -> tuple[int, ...]:
    """The units of the squad that may still fire a weapon line this round: they have not, and have not moved too far for it.

    Of an Alternate Fire group each fires one profile, a Limited weapon only as often as it may, and none that has no shots left.
    """
    weapons = u.members[0].weapons
    shots = _changes(weapons[line])
    if not u.effects:
        return tuple([i for i in range(u.size) if not shots or fired(u, i, weapons[line], False).shots])
    own = group_of(weapons[line])
    gone = spent(u, [line] if own is None else [k for k, w in enumerate(weapons) if group_of(w) == own])
    if own is not None:  # a profile fired for free keeps the others of its group silent for the round
        gone += spent(u, [k for k, w in enumerate(weapons) if k != line and group_of(w) == own], ASIDE["fired"])
    most = most_uses(weapons[line])
    used = spent(u, [line], "used") if most else []
    mf = weapons[line].stats.mf
    found = [i for i in range(u.size) if i not in gone and (not most or used.count(i) < most)]
    found = found if mf is None else [i for i in found if moved_by(u, i) <= mf]
    if (home := housed(u)) is not None and home[1] == DIVIDED and not weapons[line].stats.cq:
        found = [i for i in found if edges(u)[i] >= 0]
    return tuple([i for i in found if not shots or fired(u, i, weapons[line], False).shots])


@memo(4096)
def _changes(weapon: Weapon) -> bool:
    """Whether rules change how many shots the weapon has."""
    return bool(voices(weapon, "fires"))


@memo(4096)
def most_uses(weapon: Weapon) -> int:
    """In how many Shooting actions the weapon may be used; 0 without limit."""
    return min([int(n) for speak in voices(weapon, "uses") if (n := speak())], default=0)


@memo(4096)
def eyes(weapon: Weapon) -> float:
    """How far above its top a unit looks with this weapon, inches."""
    return max([float(speak()) for speak in voices(weapon, "sight")], default=0.0)


def fired(u: Unit, i: int, weapon: Weapon, combined: bool) -> ReadyWeapon:
    """How one unit of the squad fires the weapon."""
    return firing_with(weapon, points_lost(u, i), combined)


@memo(8192)
def allowed(weapon: Weapon, kind: Kind, model: Model, what: str) -> bool:
    """Whether the weapon's rules allow something of it, such as firing unseen."""
    permit = permitted(Shot(weapon, kind, model, PLAIN))
    return what in permit.allowed and what not in permit.barred


# --- circumstances ----------------------------------------------------------------------------------------------------


def circumstances(t: Table, u: Unit, v: Unit, reaction: bool) -> Circumstances:
    """What holds for all fire of one squad at another, before cover."""
    loose = housed(u) is None and bool(out_of(u.form, coherency(u.kind), "centre"))
    home = housed(v)
    return Circumstances(
        disembarked=flagged(u, "disembarked"),
        incoherent=loose,
        reaction=reaction,
        landed=landed(v),
        garrison=home is not None,
        inside=home is not None and home[1] == MIDDLE,
        flammable=home is not None and t.ground.pieces[home[0]].has("flammable"),
        cards=in_play(u, v),
        rulings=rulings(t),
    )


def landed(v: Unit) -> bool:
    """Whether the squad is an Aircraft on the ground."""
    return v.kind.type in FLYING and not airborne(v)


def rulings(t: Table) -> tuple[tuple[str, str], ...]:
    """The rulings of the battle that differ from their defaults."""
    return t.memo("rulings", lambda: _rulings(t.rulings))


def _rulings(chosen: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple([(r.name, chosen[r.name]) for r in RULINGS if chosen.get(r.name, r.default) != r.default])


# --- squads as targets ------------------------------------------------------------------------------------------------


def outlook(t: Table, u: Unit, weapon: Weapon, v: Unit, by: str = "") -> View:
    """What the units of a squad may fire a weapon at among those of another: by their own eyes, into a Garrison with Flame,

    through a Scout, or unseen ("unseen" among the words) with Indirect weapons. ``by``: through whose eyes those look that
    see something themselves.
    """
    home = housed(v)
    found = view(t, u, v, eyes(weapon))
    if home is not None and -1 in edges(v):
        if allowed(weapon, v.kind, v.members[0], "inside"):
            within = view_in(t, u, v, eyes(weapon))
            found = within if home[1] == MIDDLE else _both(found, within, edges(v))
        if home[1] == MIDDLE:
            return found
    if not allowed(weapon, v.kind, v.members[0], "unseen"):
        return found

    def find() -> Rows:
        spotted = scouted(t, u, v)
        blind = not spotted or (t.rulings.get("s51-blind-fire") == "any" and by != SCOUT)
        there = [j for j in range(v.size) if home is None or edges(v)[j] >= 0]
        rows = []
        for i, row in enumerate(found.seen):
            if row:
                rows.append(_looks(row, spotted, by))
            else:
                rows.append({j: ("unseen", *screened(t, u, i, v, j)) for j in there} if blind else spotted)
        return tuple(rows)

    return View(found.d2, find)


def _both(out: View, within: View, parts: tuple[int, ...]) -> View:
    """What is seen of a squad divided over a Garrison: of those on edges, and of those in the middle."""
    inner = [edge < 0 for edge in parts]
    far = tuple(
        [
            tuple([b if i else a for a, b, i in zip(*row, inner, strict=True)])
            for row in zip(out.d2, within.d2, strict=True)
        ]
    )

    def find() -> Rows:
        rows = zip(out.seen, within.seen, strict=True)
        return tuple([{**dict(a), **{j: words for j, words in b.items() if inner[j]}} for a, b in rows])

    return View(far, find)


def _looks(own: Mapping[int, Words], spotted: Mapping[int, Words], by: str) -> Mapping[int, Words]:
    """What a unit with an Indirect weapon sees that sees something itself: through which eyes, the better ones if nobody says."""
    if by == OWN or not spotted:
        return own
    both = [j for j in own if j in spotted]
    better = spotted if by == SCOUT else {j: spotted[j] for j in both if len(spotted[j]) < len(own[j])}
    return {**dict(own), **{j: words for j, words in spotted.items() if j not in own}, **better}


def eyes_of(t: Table, u: Unit, weapon: Weapon, v: Unit) -> tuple[str, ...]:
    """Through whose eyes an Indirect weapon may be aimed at a squad where it matters, the better ones first; else ()."""
    home = housed(v)
    if not allowed(weapon, v.kind, v.members[0], "unseen") or (home is not None and home[1] == MIDDLE):
        return ()
    own, through = outlook(t, u, weapon, v, OWN).seen, outlook(t, u, weapon, v, SCOUT).seen
    if [dict(row) for row in own] == [dict(row) for row in through]:
        return ()
    hidden = [sum(len(words) for row in rows for words in row.values()) for rows in (own, through)]
    return (OWN, SCOUT) if hidden[0] <= hidden[1] else (SCOUT, OWN)


def scouted(t: Table, u: Unit, v: Unit) -> dict[int, tuple[str, ...]]:
    """What friendly Scouts on the table see of a squad, each unit as the Scout sees it that sees it best."""
    found: dict[int, tuple[str, ...]] = {}
    for s in scouts(t, u):
        for row in view(t, s, v).seen:
            for j, words in row.items():
                if j not in found or len(words) < len(found[j]):
                    found[j] = words
    return found


def scouts(t: Table, u: Unit) -> list[Unit]:
    """The friendly Scouts on the table that may see for a squad."""
    return [s for s in t.own(u.side) if s.id != u.id and s.kind.detail("category", "") == "Scout"]


def can_aim(
    t: Table, u: Unit, line: int, v: Unit, combined: bool = False, among: tuple[int, ...] | None = None
) -> bool:
    """Whether any unit of the squad, or of these of it, may fire a weapon line at a squad."""
    if among is not None or allowed(u.members[0].weapons[line], v.kind, v.members[0], "unseen"):
        return _any_aims(t, u, line, v, combined, among)  # what Scouts see counts as well
    return _can_aim(on(t), u, line, v, combined)


class On:
    """The ground of a table, as a key for what hangs on nothing else but the squads named with it."""

    __slots__ = ("ground", "t")

    def __init__(self, t: Table) -> None:
        self.t, self.ground = t, t.ground


def on(t: Table) -> On:
    """The key of a table: the same one as long as its ground does not change."""
    found = t.memo("on", lambda: On(t), t.ground)
    found.t = t  # which may be a clone
    return found


@memo(1024)
def _can_aim(on: On, u: Unit, line: int, v: Unit, combined: bool) -> bool:
    return _any_aims(on.t, u, line, v, combined)


def _any_aims(t: Table, u: Unit, line: int, v: Unit, combined: bool, among: tuple[int, ...] | None = None) -> bool:
    weapon, target = u.members[0].weapons[line], v.members[0]
    air = airborne(v)
    if air and flagged(u, "from the air"):
        return False
    home = housed(v)
    if _barred(weapon, v.kind, target, landed(v), home is not None and home[1] == MIDDLE, combined, in_play(u)):
        return False
    if air and combined:
        inches = reach(weapon, target, combined, air)
    else:  # reaches as far however it is fired
        inches = weapon.stats.reach(target.stats)
    if home is None and not possible(t, u, v, inches):
        return False
    found = outlook(t, u, weapon, v)
    for i in ready(u, line) if among is None else among:  # noqa: SIM110  a plain loop: this is asked most of all
        if aims(t, u, i, weapon, inches, found, v):
            return True
    return False


@memo(16384)
def _barred(
    weapon: Weapon, kind: Kind, model: Model, landed: bool, inside: bool, combined: bool, cards: InPlay
) -> bool:
    """Whether rules forbid aiming the weapon at such a unit."""
    now = canonical(Circumstances(landed=landed, inside=inside, combined=combined, cards=cards))
    return bool(why_not(Shot(weapon, kind, model, now)))


def aims(t: Table, u: Unit, i: int, weapon: Weapon, inches: float, seen: View, v: Unit) -> list[int]:
    """The units of a squad that one unit sees, reaches and bears on."""
    limit = inches * inches
    found = [j for j, d2 in enumerate(seen.d2[i]) if d2 <= limit]
    if found and len(weapon.stats.arcs) < 3:
        found = [j for j in found if bears(t, u, i, weapon, middle_of(t, v, j))]
    return [j for j in found if j in seen.seen[i]]  # sight last: it costs most


def middle_of(t: Table, v: Unit, j: int) -> Point:
    """The point that tells in which arc a unit is: its centre, the middle of the edge it mans, or of the house."""
    home = housed(v)
    if home is None:
        return where(t, v).positions[j]
    positions = edge_points(t.ground, home[0], edges(v)[j]).positions
    return positions[len(positions) // 2]


def near(t: Table, u: Unit, inches: float = inf) -> list[tuple[Unit, float]]:
    """The enemies within so many inches with the square of how far they are at least, by the boxes round them."""
    foes = side_of(t, 1 - u.side)
    units = foes.units
    return [(units[k], far2) for k, far2 in aabbs_within(where(t, u).box, foes.boxes(), inches)]


def in_reach(weapon: Weapon, v: Unit, far2: float) -> bool:
    """Whether the weapon may reach a squad at least so far away."""
    inches = weapon.stats.reach(v.members[0].stats)
    return bool(far2 <= inches * inches)


class Targets(FilteredOptions):
    """What a weapon line may be fired at: ("squad", id), ("combined", id) with its fire combined, and ("piece", place).

    ``foes`` are those of ``near`` when they are known already, ``sure`` what may be done instead; ``among``: only these units fire.
    """

    __slots__ = ()

    def __init__(
        self,
        t: Table,
        u: Unit,
        line: int,
        foes: list[tuple[Unit, float]] | None = None,
        sure: tuple[tuple[str, int], ...] = (),
        among: tuple[int, ...] | None = None,
    ) -> None:
        weapon = u.members[0].weapons[line]
        able = [v.id for v, far2 in (near(t, u) if foes is None else foes) if in_reach(weapon, v, far2)]
        named = [("squad", v) for v in able]
        pieces = with_word(t.ground, "destructible")
        if combines(u, line, among):
            named += [("combined", v) for v in able]
            named += [(word, k) for k in pieces for word in ("piece", "combined at piece")]
        else:
            named += [("piece", k) for k in pieces]
        super().__init__(named, lambda option: may_fire_at(t, u, line, option[0], option[1], among), sure)


def target_words(t: Table) -> saying.Says:
    """What the options of ``Targets`` are called."""
    return partial(_target_words, t)


def _target_words(t: Table, option: tuple[str, int]) -> str:
    what, id = option
    if id < 0:
        return what
    name = t.ground.pieces[id].name if what in PIECES else t.name(id)
    return f"{name}, its fire combined" if what.startswith("combined") else name


def may_fire_at(t: Table, u: Unit, line: int, what: str, id: int, among: tuple[int, ...] | None = None) -> bool:
    """Whether a weapon line, or these units with it, may be fired at a squad or a piece."""
    if what in PIECES:
        return can_shell(t, u, line, id, what != "piece", among)
    return can_aim(t, u, line, t[id], combined=what == "combined", among=among)


def combines(u: Unit, line: int, among: Iterable[int] | None) -> bool:
    """Whether any of these units (of all) could combine the fire of a weapon line."""
    weapon = u.members[0].weapons[line]
    return any(fired(u, i, weapon, True).combined for i in (range(u.size) if among is None else among))


def able(t: Table, u: Unit, line: int, option: tuple[str, int], among: Iterable[int]) -> tuple[int, ...]:
    """Those of some units of the squad that can fire a weapon line at what was picked; the rest may fire at something else."""
    return tuple([i for i in among if may_fire_at(t, u, line, *option, (i,))])


def targets(t: Table, u: Unit, line: int) -> list[tuple[str, int]]:
    """All that a weapon line may be fired at."""
    return list(Targets(t, u, line))


def can_shoot(t: Table, u: Unit) -> bool:
    """Whether the squad has anything to fire at."""
    mine = _lines(u)
    if not mine:
        return False
    weapons = u.members[0].weapons
    foes = near(t, u, max([weapons[line].stats.full for line in mine]))
    for v, far2 in foes:
        for line in mine:
            if in_reach(weapons[line], v, far2) and can_aim(t, u, line, v):
                return True
    for line in mine:  # no squad that it may fire at as it usually does
        if combines(u, line, None):
            for v, far2 in foes:
                if in_reach(weapons[line], v, far2) and can_aim(t, u, line, v, combined=True):
                    return True
        both = combines(u, line, None)
        for k in with_word(t.ground, "destructible"):
            if can_shell(t, u, line, k) or (both and can_shell(t, u, line, k, True)):
                return True
    return False


# --- scenery as a target ----------------------------------------------------------------------------------------------


def can_shell(
    t: Table, u: Unit, line: int, k: int, combined: bool = False, among: tuple[int, ...] | None = None
) -> bool:
    """Whether a weapon line, or these units with it, may be fired at a piece of scenery and could hurt it:

    edges in range, in sight and arc.
    """
    weapon = u.members[0].weapons[line]
    if beyond(t, u, k, weapon.stats.full) or not destructible(t, k) or any(v.side == u.side for v in inside(t, k)):
        return False
    return _can_shell(on(t), u, line, k, combined, among)


def beyond(t: Table, u: Unit, k: int, inches: float) -> bool:
    """Whether a piece of scenery is farther away than so many inches, judged by the boxes round it and the squad alone."""
    left, bottom, right, top = where(t, u).box
    a, b, c, d = t.ground.pieces[k].box
    dx = a - right if a > right else left - c if left > c else 0.0
    dy = b - top if b > top else bottom - d if bottom > d else 0.0
    inches += OUT_OF_WALL
    return dx * dx + dy * dy > inches * inches


@memo(1024)
def _can_shell(on: On, u: Unit, line: int, k: int, combined: bool, among: tuple[int, ...] | None) -> bool:
    weapon, kind = u.members[0].weapons[line], scenery_kind(on.ground.pieces[k])
    units = ready(u, line) if among is None else among
    return any(
        not harmless(weapon, kind, fired(u, i, weapon, combined)) and shells(on.t, u, i, weapon, k) for i in units
    )


@memo(4096)
def harmless(weapon: Weapon, kind: Kind, fired: ReadyWeapon) -> bool:
    """Whether the weapon, fired so, is too weak for such scenery, even with all hits but one given up."""
    m = match(weapon, kind, kind.models[0], PLAIN, fired.energy)
    return in_vain(m, fired.shots)


def shells(t: Table, u: Unit, i: int, weapon: Weapon, k: int) -> bool:
    """Whether one unit may fire at the middle of an edge of a piece."""
    kind = scenery_kind(t.ground.pieces[k])
    blind, above = allowed(weapon, kind, kind.models[0], "unseen"), eyes(weapon)
    return any(blind or sees_edge(t, u, i, form, above) for form in edges_to(t, u, i, weapon, k))


def blindly(t: Table, u: Unit, i: int, weapon: Weapon, k: int) -> bool:
    """Whether neither the unit nor any friendly Scout sees an edge of a piece that it may fire at."""
    edges, above = edges_to(t, u, i, weapon, k), eyes(weapon)
    if any(sees_edge(t, u, i, form, above) for form in edges):
        return False
    return not any(sees_edge(t, s, j, form) for s in scouts(t, u) for j in range(s.size) for form in edges)


def edges_to(t: Table, u: Unit, i: int, weapon: Weapon, k: int) -> list[Formation]:
    """The edges of a piece that one unit reaches and bears on, the nearest first."""
    limit = weapon.stats.full * weapon.stats.full
    found = edges_from(t, u, i, k)
    return [form for d2, form in found if d2 <= limit and bears(t, u, i, weapon, form.positions[1])]


def edges_from(t: Table, u: Unit, i: int, k: int) -> list[tuple[float, Formation]]:
    """The edges of a piece with the square of how far the middle of each is from a unit, the one that is mostly in sight first:

    the nearest.
    """
    own = points_of(t, u)[i]
    x, y = where(t, u).positions[own[0]] if own else u.form.positions[i]
    found = [((px - x) * (px - x) + (py - y) * (py - y), e, form) for px, py, e, form in _edges(t.ground, k)]
    found.sort()  # no two are of one edge
    return [(d2, form) for d2, _, form in found]


@memo(256)
def _edges(ground: Ground, k: int) -> list[tuple[float, float, int, Formation]]:
    """The edges of a piece: the middle of each, its place, and the points along it."""
    forms = [edge_points(ground, k, edge) for edge in range(len(ground.pieces[k].edges))]
    return [(*form.positions[1], edge, form) for edge, form in enumerate(forms)]
