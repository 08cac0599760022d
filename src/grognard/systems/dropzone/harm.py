"""What damage does on the table: losses, wrecks and their cargo, Aircraft that come down, falling buildings, Collateral."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from grognard.table.geometry import edge_d2

from ...common.deploy import Places, bases, room
from ...common.exits import Exits
from ...common.profiles import Weapon
from ...common.rules import voices
from ...kernel.asks import Choose, Emit, Procedure, Roll, Stage
from ...kernel.faces import Test, d3
from ...table.events import Razed, Removed, Said
from ...table.geometry import Form
from ...table.state import Scenery, Table, Unit
from .attack import Strike, Volley, spoken, strike
from .behemoths import struck, zones
from .cards.card import TOKENS, Occasion
from .cards.playing import offer_both
from .carrying import falls_with
from .events import Alighted, Buried, Hurt, LeftHouse, Reseated, RestHurt, SceneryHit, Shattered, Thinned, ThrownOut
from .losses import lose_commanders
from .matchup import match
from .seats import WRECK as IN_WRECK
from .seats import in_seat, rest, riding
from .sides import inside
from .situation import NO_CARDS, InPlay, Situation, kept
from .squads import ASIDE, airborne, destructible, housed, infantry, scenery_kind
from .stats import WeaponStats
from .transports import lost_gates, room_beside, to_holding, together

WRECK = Weapon("wreck", WeaponStats(acc=None, energy=10, shots=1))
COLLATERAL, FIRE = (Weapon("Collateral", WeaponStats(acc=None, energy=e, shots=1)) for e in (4, 2))
OUT_OF_WRECK = 2.0  # inches within which cargo is placed
TWO_D3 = Test("2D3 hits", 6, (1, 1, 2, 2, 3, 3))


def falling(armour: int) -> Weapon:
    """A building that comes down: hits as strong as it was."""
    return Weapon("falling masonry", WeaponStats(acc=None, energy=armour, shots=1))


def harm(t: Table, v: int, left: Sequence[int], source: int, by: Sequence[str] = ()) -> Procedure:
    """A squad's units have these points left. What destroyed ones set off follows at once. Result: who stands, by index."""
    return (yield from harm_all(t, {v: tuple(left)}, source, by))[v]


def harm_all(
    t: Table,
    left: dict[int, tuple[int, ...]],
    source: int,
    by: Sequence[str] | Mapping[int, Sequence[str]] = (),
    wreck: Form | None = None,
    scenery: Iterable[Any] = (),
    killer: int = -1,
) -> Procedure:
    """The same for several squads at once: first all lose what they lose, then follows what that sets off.

    ``wreck`` is where squads are that are aboard something destroyed, ``scenery`` asks what pieces lose at the same time.
    ``killer`` is the squad that strikes at close quarters, and takes what those carry that it destroys. ``by``: the rules at work,
    for all alike or for each squad.
    """
    before = {v: t[v] for v in left}
    open_: dict[int, dict[int, int]] = {}  # of each squad the wrecks of the units it loses
    stand = {v: tuple(i for i, dp in enumerate(points) if dp > 0) for v, points in left.items()}
    for v, points in left.items():
        if points != before[v].wounds:
            yield from thins(t, v, points, source, by.get(v, ()) if isinstance(by, Mapping) else by)
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


def thins(t: Table, v: int, left: tuple[int, ...], source: int, by: Sequence[str] = ()) -> Procedure:
    """The units of a squad have these points left; what those that stand have fired or moved goes by their new numbers."""
    size, waiting = len(left), len(rest(t[v]))
    stand = [i for i, points in enumerate(left) if points > 0]
    yield Emit(Hurt(v, left, source, by=by))
    if len(stand) < size:
        yield from counted_anew(t, v, (*stand, *range(size, size + waiting)))


def counted_anew(t: Table, v: int, numbers: tuple[int, ...]) -> Procedure:
    """What the units of a squad have fired or moved goes by their new numbers; ``numbers``: the old one of each."""
    if t[v].alive and any(e.what in (*ASIDE, "used", *ASIDE.values()) for e in t[v].effects):
        yield Emit(Thinned(v, numbers))


def broken_open(t: Table, before: Unit, lost: Sequence[int]) -> Procedure:
    """Units of a squad are lost: who rode in them is in a wreck now, and what the others ride in is counted anew.

    Result: the number of the wreck of each unit that is lost.
    """
    taken = [i for u in t.units for carrier, i in riding(u).values() if carrier == IN_WRECK]
    first = max(taken, default=-1) + 1
    wrecks = {i: first + n for n, i in enumerate(lost)}
    left = [i for i in range(before.size + len(rest(before))) if i not in wrecks]
    yield from recounted(t, before.id, {i: n for n, i in enumerate(left)}, wrecks)
    return wrecks


def recounted(t: Table, carrier: int, now: dict[int, int], wrecks: dict[int, int] | None = None) -> Procedure:
    """The units of a squad of transports have other numbers now; who rode in one that is lost is in its wreck."""
    broken = wrecks or {}
    for u in t.units:
        ride = tuple(riding(u).values())
        if any(c == carrier for c, _ in ride):
            new = tuple(
                [
                    (c, i) if c != carrier else (IN_WRECK, broken[i]) if i in broken else (c, now.get(i, i))
                    for c, i in ride
                ]
            )
            if new != ride:
                yield Emit(Reseated(u.id, new))


def leaves_behind(t: Table, before: Unit) -> Procedure:
    """With the last gate of a side what waits in Holding is lost."""
    if not t[before.id].alive and to_holding(before.kind):
        yield from lost_gates(t, before.side)


def after_loss(t: Table, before: Unit, i: int, source: int, broken: int) -> Procedure:
    """What the loss of one unit of a squad sets off; ``before`` is the squad as it stood, ``broken`` the number of the wreck."""
    spot = before.form.only((i,))
    falls = airborne(before) and before.kind.type != "Aircraft-S"
    if falls:
        n = yield Roll(d3(f"where {t.name(before.id)} comes down"))
        yield Emit(
            Said(
                f"{t.name(before.id)} comes down "
                + (f"on all within {n} inch{'es' * (n > 1)}" if n < 3 else "far away")
            )
        )
        if n < 3:
            cargo = riders(t, broken)
            yield from crash(t, spot, n, source)
            for c in cargo:
                yield from shaken_up(t, c, broken, n, source, spot)
    else:
        yield from wrecked(t, before, broken, spot, source)
    for c in riders(t, broken):
        yield from thrown_out(t, c, broken, spot)


def spilled(t: Table, before: Unit, spot: Form, source: int, broken: int) -> Procedure:
    """A transport that was itself aboard is lost: its cargo suffers and gets out where the outer one was wrecked."""
    yield from wrecked(t, before, broken, spot, source)
    for c in riders(t, broken):
        yield from thrown_out(t, c, broken, spot)


def wrecked(t: Table, before: Unit, broken: int, spot: Form, source: int) -> Procedure:
    """A D3 for each squad inside a wreck: on 1 and 2 as many hits on each of its units that were in it."""
    for c in riders(t, broken):
        n = yield Roll(d3(f"inside the wreck of {t.name(before.id)}"))
        if n < 3:
            yield from shaken_up(t, c, broken, n, source, spot)


def riders(t: Table, broken: int) -> list[int]:
    """The squads of which units are in a wreck."""
    return [u.id for u, _ in in_seat(t, (IN_WRECK, broken))]


def in_it(u: Unit, broken: int) -> tuple[int, ...]:
    """The numbers of the units of a squad that are in a wreck."""
    return tuple([k for k, seat in riding(u).items() if seat == (IN_WRECK, broken)])


def shaken_up(t: Table, c: int, broken: int, hits: int, source: int, spot: Form) -> Procedure:
    """The units of a squad in a wreck take so many hits each; those of it that are elsewhere are spared."""
    u, who = t[c], in_it(t[c], broken)
    if u.place == "aboard":
        yield from blast(t, c, who, hits, WRECK, source, wreck=spot)
        return
    points = tuple([dp for *_, dp in rest(u)])
    m = match(WRECK, u.kind, u.kind.models[0], kept(Situation()), WRECK.stats.energy)
    volleys = tuple([Volley(m, hits, k - u.size) for k in who])
    full = (u.kind.models[0].stats.DP,) * len(points)
    left, *_ = yield Stage(strike, (Strike(points, full, volleys),))
    if tuple(left) != points:
        yield Emit(RestHurt(c, tuple(left), by=spoken(m)))
        yield from lose_commanders(t, u)
        wrecks = yield from broken_open(t, u, [u.size + k for k, dp in enumerate(left) if dp <= 0])
        for inner in wrecks.values():
            yield from spilled(t, u, spot, source, inner)
        yield from leaves_behind(t, u)


def thrown_out(t: Table, c: int, broken: int, wreck: Form) -> Procedure:
    """Cargo that lives is placed within 2 inches of the wreck, as its player likes; where there is no room, it is lost.

    Units of the squad that ride elsewhere ride on.
    """
    u, who = t[c], in_it(t[c], broken)
    whole = u.place == "aboard" and len(who) == u.size
    placing = room(t, c) if whole else room_beside(t, c)
    own = bases(u) if whole else bases(replace(u, members=(u.kind.models[0],) * len(who)))
    options = Exits(placing, own, wreck.raised(0.0), OUT_OF_WRECK)
    form = options.room.disembark(options.bases, options.hull, OUT_OF_WRECK)
    if form is None:
        yield Emit(Said(f"there is no room for {t.name(c)} beside the wreck"))
        yield from lost_aboard(t, c, who)
        return
    form = yield Choose(u.side, f"where does {t.name(c)} get out of the wreck?", options, form, c)
    if not whole:
        yield Emit(ThrownOut(c, form if u.place == "aboard" else together(u.form, form), who))
        outside = () if u.place == "aboard" else tuple(range(u.size))
        numbers = (*outside, *who, *(k for k in riding(u) if k not in who))
        yield from recounted(t, c, {k: n for n, k in enumerate(numbers)})
        yield from counted_anew(t, c, numbers)
    else:
        yield Emit(Alighted(c, form, "gets out of the wreck"))


def lost_aboard(t: Table, c: int, who: Sequence[int]) -> Procedure:
    """Units that ride are lost, and what they carry with them."""
    before = t[c]
    if len(who) == before.size and before.place == "aboard":
        yield Emit(Removed(c, "lost in the wreck"))
    elif before.place == "aboard":
        yield from thins(t, c, tuple([0 if k in who else dp for k, dp in enumerate(before.wounds)]), -1)
    else:
        left = [0 if before.size + k in who else dp for k, (*_, dp) in enumerate(rest(before))]
        yield Emit(RestHurt(c, tuple(left)))
    yield from lose_commanders(t, before)
    if not t[c].alive:
        yield from falls_with(t, before)
    yield from goes_down_with(t, before, who)


def goes_down_with(t: Table, before: Unit, lost: Sequence[int]) -> Procedure:
    """What was aboard units that are lost is lost too, and with the last gate what waits in Holding."""
    wrecks = yield from broken_open(t, before, lost)
    for broken in wrecks.values():
        for c in riders(t, broken):
            yield from lost_aboard(t, c, in_it(t[c], broken))
    yield from leaves_behind(t, before)


def crash(t: Table, spot: Form, inches: int, source: int) -> Procedure:
    """An Aircraft falls: everything within so many inches but Aircraft in the air takes as many hits."""
    for v in [u.id for u in t.units if u.place == "table"]:
        if not (t[v].here and not airborne(t[v]) and housed(t[v]) is None):
            continue
        near = near_spot(t[v].form, spot.spots[0], inches)
        if near:
            yield from blast(t, v, near, inches, WRECK, source)
    for k, piece in enumerate(t.ground.pieces):
        x, y = spot.spots[0]
        if destructible(t, k) and (piece.holds(x, y) or edge_d2(piece.points, x, y) <= inches * inches):
            yield from hit_piece(t, k, inches, WRECK, source)


def near_spot(form: Form, spot: tuple[float, float], inches: float) -> tuple[int, ...]:
    """The units whose centres are within so many inches of a point, horizontally."""
    x, y = spot
    return tuple(i for i, (u, v) in enumerate(form.spots) if (u - x) * (u - x) + (v - y) * (v - y) <= inches * inches)


def in_body_cover(t: Table, u: Unit) -> bool:
    """Whether Infantry stands in something that gives Body Cover."""
    if not infantry(u) or not u.form.spots:
        return False
    pieces, home = t.ground.pieces, housed(u)
    if home is not None:
        return bool(pieces[home[0]].has("body"))
    return any(pieces[k].has("body") for ks in t.ground.standing(u.form) for k in ks)


def blast(
    t: Table,
    v: int,
    who: Sequence[int],
    hits: int,
    weapon: Weapon,
    source: int,
    now: Situation | None = None,
    wreck: Form | None = None,
) -> Procedure:
    """Units of a squad take so many automatic hits each."""
    u = t[v]
    if not u.alive:
        return
    if parts := zones(u):
        yield from _blast_zone(t, u, parts, hits, weapon, source)
        return
    if now is None:
        now = Situation(cover=("body",) if u.here and in_body_cover(t, u) else ())
    energy = weapon.stats.energy
    found = [match(weapon, u.kind, m, kept(now), energy) for m in u.members]
    volleys = tuple(Volley(found[i], hits, i) for i in who)
    left, *_ = yield Stage(strike, (Strike(u.wounds, tuple(m.stats.DP for m in u.members), volleys),))
    by = tuple(dict.fromkeys(i for m in found for i in spoken(m)))
    yield from harm_all(t, {v: tuple(left)}, source, by, wreck)


def _blast_zone(t: Table, u: Unit, found: list[tuple[str, int]], hits: int, weapon: Weapon, source: int) -> Procedure:
    """Hits on a Behemoth go to one of its zones, each as likely."""
    zone, points = yield from any_zone(found)
    m = match(weapon, u.kind, u.members[0], kept(Situation()), weapon.stats.energy)
    (left,), *_ = yield Stage(strike, (Strike((points,), (points,), (Volley(m, hits),)),))
    yield from struck(t, u.id, {zone: left}, source, spoken(m))


def any_zone(found: list[tuple[str, int]]) -> Procedure:
    """One of the zones of a Behemoth that have points left, each as likely: (zone, its points)."""
    able = [(zone, points) for zone, points in found if points]
    return able[(yield Roll(one_of_them(len(able), "zone"))) - 1] if len(able) > 1 else able[0]


def jolted(t: Table, u: int, points: int, source: int) -> Procedure:
    """A Behemoth loses so many Damage Points, each in a zone of its own chance."""
    for _ in range(points):
        if t[u].alive and not zones(t[u]):
            yield from harm(t, u, (t[u].wounds[0] - 1,), source)
        elif t[u].alive:
            zone, left = yield from any_zone(zones(t[u]))
            yield from struck(t, u, {zone: left - 1}, source)


# --- scenery ----------------------------------------------------------------------------------------------------------


def hit_piece(t: Table, k: int, hits: int, weapon: Weapon, source: int) -> Procedure:
    """A piece of Destructible scenery takes so many automatic hits."""
    kind = scenery_kind(t.ground.pieces[k])
    m = match(weapon, kind, kind.models[0], kept(Situation()), weapon.stats.energy)
    whole = (t.scenery[k].points,)
    (left,), _, tokens = yield Stage(strike, (Strike(whole, whole, (Volley(m, hits),)),))
    yield from piece_harmed(t, k, left, tokens, source)


def piece_harmed(t: Table, k: int, left: int, tokens: int, source: int) -> Procedure:
    """A piece has so many points left and takes further Collateral tokens."""
    if left != t.scenery[k].points:
        yield Emit(SceneryHit(k, left))
    if tokens:
        yield Emit(Shattered(k, t.scenery[k].tokens + tokens))
    if left <= 0:
        yield from collapse(t, k, source)


def collapse(t: Table, k: int, source: int) -> Procedure:
    """A piece is destroyed: large ones hurt what is near, and those inside any Garrison are hit."""
    piece = t.ground.pieces[k]
    within = [u.id for u in inside(t, k)]
    large = piece.dp >= 10
    rubble = piece.changed(properties=("difficult",) if large else (), height=0.0, cover="", covers=(), dp=0)
    n = 0
    if large:
        n = yield Roll(d3(f"{piece.name} falls"))
    yield Emit(Razed(k, Scenery(points=0, gone=True), rubble))
    for m in t.markers:
        if m.kind == "objective" and piece.holds(m.x, m.y):
            yield Emit(Buried(m.id))
    masonry = falling(piece.armour)
    for v in [u.id for u in t.units if large and u.place == "table" and u.id not in within]:
        who = tuple(i for i, (x, y) in enumerate(t[v].form.spots) if edge_d2(piece.points, x, y) <= n * n)
        if who and not airborne(t[v]):
            yield from blast(t, v, who, n, masonry, source, Situation())
    if within and (large or t.rulings.get("s19-small-houses") != "none"):
        hits = (yield Roll(TWO_D3)) + (yield Roll(TWO_D3))
        for v in within:
            yield from blast(t, v, range(t[v].size), hits, masonry, source, Situation())
    for v in within:
        if t[v].here:
            yield from dug_out(t, v)


def dug_out(t: Table, v: int) -> Procedure:
    """A squad stands where its Garrison stood, as its player likes, or as near as there is room."""
    home = housed(t[v])
    assert home is not None
    x, y = t[v].form.centre
    options = Places(room(t, v, t.ground.pieces[home[0]].points), bases(t[v]), ((x, y),), t[v].form.front(0))
    form = next(iter(options), None)
    if form is not None:
        form = yield Choose(t[v].side, f"where does {t.name(v)} stand in the ruins?", options, form, v)
    else:
        form = room(t, v).deploy(bases(t[v]), x, y)
    if form is None:
        before = t[v]
        yield Emit(Removed(v, "buried"))
        yield from lose_commanders(t, before)
        yield from falls_with(t, before)
    else:
        yield Emit(LeftHouse(v, form, "is dug out of"))


# --- Collateral -------------------------------------------------------------------------------------------------------


def collateral(t: Table, k: int, source: int) -> Procedure:
    """All tokens on a piece are resolved: a hit each on it, and on one squad inside; those that do nothing are removed."""
    tokens = t.scenery[k].tokens
    if not tokens or not destructible(t, k):
        return
    piece = t.ground.pieces[k]
    weapon = FIRE if piece.has("flammable") else COLLATERAL
    cards = yield from offer_both(t, t.clock.first, Occasion(TOKENS, piece=k))
    now = kept(Situation(collateral=True, cards=InPlay(tuple(cards)) if cards else NO_CARDS))
    kind = scenery_kind(piece)
    m = match(weapon, kind, kind.models[0], now, weapon.stats.energy)
    whole = (t.scenery[k].points,)
    endless = (whole[0] + tokens,)
    (left,), *_ = yield Stage(strike, (Strike(endless, endless, (Volley(m, tokens),)),))
    worked = endless[0] - left
    squads = [u.id for u in inside(t, k)]
    if squads:
        chosen = squads[(yield Roll(one_of_them(len(squads)))) - 1] if len(squads) > 1 else squads[0]
        u = t[chosen]
        inside_ = COLLATERAL if t.rulings.get("s39-fire-inside") == "four" else weapon
        first = match(inside_, u.kind, u.members[0], now, inside_.stats.energy)
        full = tuple(x.stats.DP for x in u.members)
        after, *_ = yield Stage(strike, (Strike(u.wounds, full, (Volley(first, tokens),), True),))
        after = yield from dealt(t, chosen, sum(u.wounds) - sum(after), 1 - u.side)
        yield from harm(t, chosen, after, source, spoken(first))
    stay = any(speak() for speak in voices(now.cards, "keeps"))
    yield Emit(Shattered(k, tokens if stay else worked, by=spoken(m) if cards else ()))
    if worked:
        yield from piece_harmed(t, k, max(0, whole[0] - worked), 0, source)


def dealt(t: Table, v: int, points: int, player: int, most_hurt: bool = False) -> Procedure:
    """Which units of a squad lose so many Damage Points: a player says so point by point. Result: what each has left.

    ``most_hurt``: the most damaged unit loses all it has before the next, so that there is a choice only among equals.
    """
    u, left = t[v], list(t[v].wounds)
    while 0 < points < sum(left):
        able = [i for i, dp in enumerate(left) if dp]
        worst = min([left[i] - u.members[i].stats.DP for i in able])
        first = next(i for i in able if left[i] - u.members[i].stats.DP == worst)
        if most_hurt:
            able = [i for i in able if left[i] - u.members[i].stats.DP == worst]
        names = {f"{t.name(v)} {i + 1}": i for i in able}
        usual = f"{t.name(v)} {first + 1}"
        chosen = names[(yield Choose(player, "which unit loses Damage Points?", tuple(names), usual, v))]
        lost = min(points, left[chosen]) if most_hurt else 1
        left[chosen] -= lost
        points -= lost
    return tuple(left) if points < sum(left) else (0,) * len(left)


def one_of_them(n: int, what: str = "squad") -> Test:
    """A die that picks one of several squads or zones by its number from 1, each as likely."""
    sides = 6 if n in (2, 3, 6) else n
    return Test(f"which {what} is hit", sides, tuple(f * n // sides + 1 for f in range(sides)))
