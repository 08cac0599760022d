"""What damage sets off on the table: losses, wrecks, Aircraft that come down, falling buildings, Behemoths that fall."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...common.profiles import Weapon
from ...kernel.asks import Emit, Procedure, Roll, Stage
from ...table.events import Razed, Remarked
from ...table.geometry import Formation, edge_d2
from ...table.state import Scenery, Table, Unit
from ...table.terrain import Piece
from .attack import Strike, Volley, spoken, strike
from .behemoths.toppling import clear, pieces_within, sweep, within, wreck
from .behemoths.zones import any_zone, damage_zones, zones
from .buildings.ruins import dug_out
from .casualties import broken_open, lose_commanders, thins
from .circumstances import Circumstances, canonical
from .events import Buried, Hurt, RestHurt, SceneryHit, Shattered, Wrecked
from .hazards import EACH, WRECK, crash_die, fall_die, falling, masonry_die, torn_die, two_d3, wreck_die
from .matchup import match
from .objectives.mobile import falls_with
from .sides import inside
from .squads import airborne, destructible, housed, in_body_cover, scenery_kind
from .transports.seats import rest
from .transports.wrecks import in_it, leaves_behind, riders, thrown_out


def harm(t: Table, v: int, left: Sequence[int], source: int, by: Sequence[str] = (), cause: str = "") -> Procedure:
    """A squad's units have these points left. What destroyed ones set off follows at once. Result: who stands, by index."""
    return (yield from harm_all(t, {v: tuple(left)}, source, by, cause=cause))[v]


def harm_all(
    t: Table,
    left: dict[int, tuple[int, ...]],
    source: int,
    by: Sequence[str] | Mapping[int, Sequence[str]] = (),
    wreck: Formation | None = None,
    scenery: Iterable[Any] = (),
    killer: int = -1,
    cause: str = "",
) -> Procedure:
    """Units of several squads have these points left: first all lose what they lose, then follows what that sets off.

    ``wreck`` is where squads are that are aboard something destroyed, ``scenery`` asks what pieces lose at the same time.
    ``killer`` is the squad that strikes at close quarters, and takes what those carry that it destroys. ``by``: the rules at work,
    for all alike or for each squad. ``cause``: what did it in words, where it was no attack on them.
    """
    before = {v: t[v] for v in left}
    open_: dict[int, dict[int, int]] = {}  # of each squad the wrecks of the units it loses
    stand = {v: tuple(i for i, dp in enumerate(points) if dp > 0) for v, points in left.items()}
    for v, points in left.items():
        if points != before[v].wounds:
            yield from thins(t, v, points, source, by.get(v, ()) if isinstance(by, Mapping) else by, cause)
            open_[v] = yield from broken_open(t, before[v], [i for i in range(before[v].size) if i not in stand[v]])
    yield from scenery
    for was in before.values():
        yield from lose_commanders(t, was)
    for v, was in before.items():
        if not t[v].alive:
            yield from falls_with(t, was, killer)
        for i, broken in open_.get(v, {}).items():
            if was.place == "table":
                yield from after_loss(t, was, i, source, broken)
            elif wreck is not None:
                yield from spilled(t, was, wreck, source, broken)
        yield from leaves_behind(t, was)
    return stand


def after_loss(t: Table, before: Unit, i: int, source: int, broken: int) -> Procedure:
    """What the loss of one unit of a squad sets off; ``before`` is the squad as it stood, ``broken`` the number of the wreck."""
    position = before.form.only((i,))
    falls = airborne(before) and before.kind.type != "Aircraft-S"
    if falls:
        name = t.name(before.id)
        n = yield Roll(crash_die(name))
        struck = beneath(t, position, n) if n < 3 else []
        where = f"falls on {', '.join(struck) or 'nobody'} within {n} inch{'es' * (n > 1)}" if n < 3 else "does no harm"
        yield Emit(Remarked(f"the wreck of {name} {where}"))
        if n < 3:
            cargo = riders(t, broken)
            yield from crash(t, position, n, source, f"the crash of {name}")
            for c in cargo:
                yield from shaken_up(t, c, broken, n, source, position, f"the crash of {name}")
    else:
        yield from wrecked(t, before, broken, position, source)
    for c in riders(t, broken):
        yield from thrown_out(t, c, broken, position)


def spilled(t: Table, before: Unit, position: Formation, source: int, broken: int) -> Procedure:
    """A transport that was itself aboard is lost: its cargo suffers and gets out where the outer one was wrecked."""
    yield from wrecked(t, before, broken, position, source)
    for c in riders(t, broken):
        yield from thrown_out(t, c, broken, position)


def wrecked(t: Table, before: Unit, broken: int, position: Formation, source: int) -> Procedure:
    """A D3 for each squad inside a wreck: on 1 and 2 as many hits on each of its units that were in it."""
    for c in riders(t, broken):
        n = yield Roll(wreck_die(t.name(c)))
        if n < 3:
            yield from shaken_up(t, c, broken, n, source, position, f"the wreck of {t.name(before.id)}")


def shaken_up(t: Table, c: int, broken: int, hits: int, source: int, position: Formation, cause: str) -> Procedure:
    """The units of a squad in a wreck take so many hits each; those of it that are elsewhere are spared."""
    u, who = t[c], in_it(t[c], broken)
    if u.place == "aboard":
        yield from blast(t, c, who, hits, WRECK, source, cause, wreck=position)
        return
    points = tuple([dp for *_, dp in rest(u)])
    m = match(WRECK, u.kind, u.kind.models[0], canonical(Circumstances()), WRECK.stats.energy)
    volleys = tuple([Volley(m, hits, k - u.size) for k in who])
    full = (u.kind.models[0].stats.DP,) * len(points)
    left, *_ = yield Stage(strike, (Strike(points, full, volleys),))
    if tuple(left) != points:
        yield Emit(RestHurt(c, tuple(left), cause, by=spoken(m)))
        yield from lose_commanders(t, u)
        wrecks = yield from broken_open(t, u, [u.size + k for k, dp in enumerate(left) if dp <= 0])
        for inner in wrecks.values():
            yield from spilled(t, u, position, source, inner)
        yield from leaves_behind(t, u)


def crash(t: Table, position: Formation, inches: int, source: int, cause: str = "") -> Procedure:
    """An Aircraft falls: everything within so many inches but Aircraft in the air takes as many hits."""
    for v in [u.id for u in t.units if u.place == "table"]:
        if near := _under_crash(t, v, position, inches):
            yield from blast(t, v, near, inches, WRECK, source, cause)
    for k in range(len(t.ground.pieces)):
        if _in_reach(t, k, position, inches):
            yield from hit_piece(t, k, inches, WRECK, source)


def beneath(t: Table, position: Formation, inches: int) -> list[str]:
    """The names of all on whom an Aircraft falls."""
    squads = [t.name(u.id) for u in t.units if u.place == "table" and _under_crash(t, u.id, position, inches)]
    return squads + [piece.name for k, piece in enumerate(t.ground.pieces) if _in_reach(t, k, position, inches)]


def _under_crash(t: Table, v: int, position: Formation, inches: int) -> tuple[int, ...]:
    """The units of a squad that a crash so many inches wide strikes."""
    if not t[v].here or airborne(t[v]) or housed(t[v]) is not None:
        return ()
    return near_position(t[v].form, position.positions[0], inches)


def _in_reach(t: Table, k: int, position: Formation, inches: int) -> bool:
    """Whether a crash so many inches wide strikes a piece of scenery."""
    piece, (x, y) = t.ground.pieces[k], position.positions[0]
    return destructible(t, k) and (piece.holds(x, y) or edge_d2(piece.points, x, y) <= inches * inches)


def near_position(form: Formation, position: tuple[float, float], inches: float) -> tuple[int, ...]:
    """The units whose centres are within so many inches of a point, horizontally."""
    x, y = position
    return tuple(
        i for i, (u, v) in enumerate(form.positions) if (u - x) * (u - x) + (v - y) * (v - y) <= inches * inches
    )


def blast(
    t: Table,
    v: int,
    who: Sequence[int],
    hits: int,
    weapon: Weapon,
    source: int,
    cause: str = "",
    now: Circumstances | None = None,
    wreck: Formation | None = None,
) -> Procedure:
    """Units of a squad take so many automatic hits each."""
    u = t[v]
    if not u.alive:
        return
    if parts := zones(u):
        yield from _blast_zone(t, u, parts, hits, weapon, source, cause)
        return
    if now is None:
        now = Circumstances(cover=("body",) if u.here and in_body_cover(t, u) else ())
    energy = weapon.stats.energy
    found = [match(weapon, u.kind, m, canonical(now), energy) for m in u.members]
    volleys = tuple(Volley(found[i], hits, i) for i in who)
    left, *_ = yield Stage(strike, (Strike(u.wounds, tuple(m.stats.DP for m in u.members), volleys),))
    by = tuple(dict.fromkeys(i for m in found for i in spoken(m)))
    yield from harm_all(t, {v: tuple(left)}, source, by, wreck, cause=cause)


def _blast_zone(
    t: Table, u: Unit, found: list[tuple[str, int]], hits: int, weapon: Weapon, source: int, cause: str
) -> Procedure:
    """Hits on a Behemoth go to one of its zones, each as likely."""
    zone, points = yield from any_zone(found)
    m = match(weapon, u.kind, u.members[0], canonical(Circumstances()), weapon.stats.energy)
    (left,), *_ = yield Stage(strike, (Strike((points,), (points,), (Volley(m, hits),)),))
    yield from struck(t, u.id, {zone: left}, source, spoken(m), cause)


def struck(t: Table, v: int, hurt: dict[str, int], source: int, by: Sequence[str] = (), cause: str = "") -> Procedure:
    """Zones of a Behemoth have these points left, with all that follows: when two are gone, it falls."""
    if (yield from damage_zones(t, v, hurt, source, by, cause)):
        yield from topples(t, v, source)


def jolted(t: Table, u: int, points: int, source: int, cause: str = "") -> Procedure:
    """A Behemoth loses so many Damage Points, each in a zone of its own chance."""
    for _ in range(points):
        if t[u].alive and not zones(t[u]):
            yield from harm(t, u, (t[u].wounds[0] - 1,), source, cause=cause)
        elif t[u].alive:
            zone, left = yield from any_zone(zones(t[u]))
            yield from struck(t, u, {zone: left - 1}, source, cause=cause)


# --- scenery ----------------------------------------------------------------------------------------------------------


def hit_piece(t: Table, k: int, hits: int, weapon: Weapon, source: int) -> Procedure:
    """A piece of Destructible scenery takes so many automatic hits."""
    kind = scenery_kind(t.ground.pieces[k])
    m = match(weapon, kind, kind.models[0], canonical(Circumstances()), weapon.stats.energy)
    whole = (t.scenery[k].points,)
    (left,), _, tokens = yield Stage(strike, (Strike(whole, whole, (Volley(m, hits),)),))
    yield from piece_harmed(t, k, left, tokens, source)


def piece_harmed(t: Table, k: int, left: int, tokens: int, source: int) -> Procedure:
    """A piece has so many points left and takes further Collateral tokens."""
    if left != t.scenery[k].points:
        yield Emit(SceneryHit(k, left, t.scenery[k].points))
    if tokens:
        yield Emit(Shattered(k, t.scenery[k].tokens + tokens, t.scenery[k].tokens))
    if left <= 0:
        yield from collapse(t, k, source)


def collapse(t: Table, k: int, source: int) -> Procedure:
    """A piece is destroyed: large ones hurt what is near, and those inside any Garrison are hit."""
    piece = t.ground.pieces[k]
    cause = f"the fall of {piece.name}"
    within = [u.id for u in inside(t, k)]
    large = piece.dp >= 10
    rubble = piece.changed(properties=("difficult",) if large else (), height=0.0, cover="", covers=(), dp=0)
    n = 0
    yield Emit(Razed(k, Scenery(points=0, gone=True), rubble))
    if large:
        n = yield Roll(masonry_die(piece.name))
    for m in t.markers:
        if m.kind == "objective" and piece.holds(m.x, m.y):
            yield Emit(Buried(m.id))
    masonry = falling(piece.armour)
    near = [u.id for u in t.units if large and u.place == "table" and u.id not in within]
    if large and not any(_under_masonry(t, v, piece, n) for v in near):
        yield Emit(Remarked(f"the masonry of {piece.name} falls on nobody outside"))
    for v in near:
        if who := _under_masonry(t, v, piece, n):
            yield from blast(t, v, who, n, masonry, source, cause, Circumstances())
    if within and (large or t.rulings.get("s19-small-houses") != "none"):
        hits = yield from two_d3(f"masonry on those inside {piece.name}, hits", EACH)
        for v in within:
            yield from blast(t, v, range(t[v].size), hits, masonry, source, cause, Circumstances())
    for v in within:
        if t[v].here:
            yield from dug_out(t, v)


def _under_masonry(t: Table, v: int, piece: Piece, inches: int) -> tuple[int, ...]:
    """The units of a squad outside that masonry so many inches wide strikes."""
    if airborne(t[v]):
        return ()
    positions = t[v].form.positions
    return tuple(i for i, (x, y) in enumerate(positions) if edge_d2(piece.points, x, y) <= inches * inches)


def topples(t: Table, v: int, source: int) -> Procedure:
    """Two zones are gone: all scenery and units near it are hit, or on a 1 removed; unless it was a 1 a wreck stays."""
    before, cause = t[v], f"the fall of {t.name(v)}"
    yield Emit(Hurt(v, (0,), source, "the loss of two zones"))
    yield from lose_commanders(t, before)
    n = yield Roll(fall_die(t.name(v)))
    gone = n == 1
    if gone:
        n = yield Roll(torn_die(t.name(v)))
    reach = float(n + before.members[0].stats.Spread)
    position = before.form.positions[0]
    pieces = pieces_within(t, position, reach)
    units = [
        (w.id, who) for w in t.units if w.id != v and w.place == "table" and (who := within(t, w, position, reach))
    ]
    if gone:
        for k in pieces:
            yield from clear(t, k)
        for w, who in units:
            yield from sweep(t, w, who, source, cause)
        return
    yield Emit(Wrecked(v, wreck(before)))
    for w, who in units:
        if t[w].here and t[w].size > max(who):
            yield from blast(t, w, who, n, WRECK, source, cause)
    for k in pieces:
        if destructible(t, k):
            yield from hit_piece(t, k, n, WRECK, source)
