"""The Shoot action: what a squad may fire at, declared before any die, then every weapon of the squad together."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ...common.profiles import Kind, Model, Weapon
from ...common.rules import kept
from ...kernel.asks import Choose, Emit, Procedure, Stage
from ...table.coherency import out_of
from ...table.geometry import Form
from ...table.state import Table, Unit
from .attack import Strike, spoken, strike
from .declare import Aimed, Arm, Seen, arms_of, grouped, reach, volley_at
from .events import SquadFired
from .firing import Firer, Firing, firing
from .harm import collateral, harm, in_body_cover, piece_harmed
from .matchup import why_not
from .sharing import shared_out
from .sighting import View, bears, possible, view, where
from .situation import FLYING, Shot, Situation
from .situation import kept as keep
from .squads import (
    airborne,
    coherency,
    destructible,
    garrison,
    housed,
    inside,
    moved,
    points_lost,
    scenery_kind,
    spent,
    with_word,
)

BLAST = 2.0  # inches: the radius of the template
PLAIN = keep(Situation())


class Declared(Struct, frozen=True):
    """A weapon line and what it is fired at: a squad, or (target -1) a piece of scenery."""

    line: int
    target: int
    piece: int = -1
    combined: bool = False


# --- what may be fired ------------------------------------------------------------------------------------------------


def lines(t: Table, u: Unit) -> list[int]:
    """The weapon lines that the squad may still fire in this activation; close-quarters weapons are fought with elsewhere."""
    if u.has("embarked") or u.has("flew high"):
        return []
    home = housed(u)
    if home is not None and home[1] < 0:
        return []
    return [k for k, w in enumerate(u.members[0].weapons) if not w.stats.cq and may_fire(t, u, k, w)]


def may_fire(t: Table, u: Unit, line: int, weapon: Weapon) -> bool:
    """Whether a weapon line has not fired, is not barred by movement, and has uses left."""
    if spent(u, line) >= u.size or (weapon.stats.mf is not None and moved(u) > weapon.stats.mf):
        return False
    return not (weapon.stats.mf == 0 and u.has("disembarked"))


def circumstances(t: Table, u: Unit, v: Unit, reaction: bool) -> Situation:
    """What holds for all fire of one squad at another, before cover."""
    disembarked = u.has("disembarked")
    loose = housed(u) is None and bool(out_of(u.form, coherency(u.kind), "centre"))
    return Situation(disembarked=disembarked, incoherent=loose, reaction=reaction, landed=landed(v), rulings=rulings(t))


def landed(v: Unit) -> bool:
    """Whether the squad is an Aircraft on the ground."""
    return v.kind.type in FLYING and not airborne(v)


def rulings(t: Table) -> tuple[tuple[str, str], ...]:
    """The rulings of the battle that differ from their defaults."""
    from .rulings import RULINGS

    return tuple((r.name, t.rulings[r.name]) for r in RULINGS if t.rulings.get(r.name, r.default) != r.default)


def fired(u: Unit, i: int, weapon: Weapon, combined: bool) -> Firing:
    """How one unit of the squad fires the weapon."""
    return firing(weapon, Firer(points_lost(u, i), combined))


def can_aim(t: Table, u: Unit, line: int, v: Unit, combined: bool = False) -> bool:
    """Whether any unit of the squad may fire a weapon line at a squad."""
    weapon = u.members[0].weapons[line]
    first = fired(u, 0, weapon, combined)
    air = airborne(v)
    inches = reach(weapon, v.members[0], first, air)
    if not possible(t, u, v, inches) or (air and u.has("from the air")):
        return False
    home = housed(v)
    if _barred(weapon, v.kind, v.members[0], landed(v), home is not None and home[1] < 0, combined):
        return False
    found = view(t, u, v)
    return any(aims(t, u, i, weapon, inches, found, v) for i in range(u.size))


@kept(16384)
def _barred(weapon: Weapon, kind: Kind, model: Model, landed: bool, inside: bool, combined: bool) -> bool:
    """Whether rules forbid aiming the weapon at such a unit."""
    now = keep(Situation(landed=landed, inside=inside, combined=combined))
    return bool(why_not(Shot(weapon, kind, model, now)))


def aims(t: Table, u: Unit, i: int, weapon: Weapon, inches: float, seen: View, v: Unit) -> list[int]:
    """The units of a squad that one unit sees, reaches and bears on."""
    limit = inches * inches
    if not any(seen.d2[i][j] <= limit for j in seen.seen[i]):
        return []
    spots = where(t, v).spots
    middle = len(spots) // 2
    home = housed(v) is not None
    return [j for j in seen.seen[i] if seen.d2[i][j] <= limit and bears(t, u, i, weapon, spots[middle if home else j])]


def _with(now: Situation, **changed: object) -> Situation:
    from msgspec.structs import replace

    return replace(now, **changed)


def targets(t: Table, u: Unit, line: int) -> list[tuple[str, int]]:
    """What a weapon line may be fired at: ("squad", id), ("combined", id) with its fire combined, and ("piece", place)."""
    found = [("squad", v.id) for v in t.enemies(u.side) if can_aim(t, u, line, v)]
    if fired(u, 0, u.members[0].weapons[line], True).combined:
        found += [("combined", v.id) for v in t.enemies(u.side) if can_aim(t, u, line, v, combined=True)]
    return found + [("piece", k) for k in with_word(t.ground, "destructible") if can_shell(t, u, line, k)]


def can_shell(t: Table, u: Unit, line: int, k: int) -> bool:
    """Whether a weapon line may be fired at a piece of scenery: in range of its edges, in sight and arc."""
    if not destructible(t, k) or any(v.side == u.side for v in inside(t, k)):
        return False
    weapon = u.members[0].weapons[line]
    if not weapon.stats.energy or weapon.stats.energy + 6 < t.ground.pieces[k].armour:
        return False
    return any(shells(t, u, i, weapon, k) for i in range(u.size))


def shells(t: Table, u: Unit, i: int, weapon: Weapon, k: int) -> bool:
    """Whether one unit may fire at the middle of an edge of a piece."""
    from .sighting import edge_points, sees_edge

    piece = t.ground.pieces[k]
    limit = weapon.stats.full * weapon.stats.full
    x, y = where(t, u).spots[0 if housed(u) is not None else i]
    for edge in range(len(piece.edges)):
        form = edge_points(t.ground, k, edge)
        px, py = form.spots[1]
        if (px - x) * (px - x) + (py - y) * (py - y) > limit:
            continue
        if bears(t, u, i, weapon, (px, py)) and sees_edge(t, u, i, form):
            return True
    return False


# --- the action -------------------------------------------------------------------------------------------------------


def can_shoot(t: Table, u: Unit) -> bool:
    """Whether the squad has anything to fire at."""
    mine = lines(t, u)
    foes = t.enemies(u.side)
    if any(can_aim(t, u, line, v) for line in mine for v in foes):
        return True
    return any(targets(t, u, line) for line in mine)


def shoot(t: Table, u: int) -> Procedure:
    """A Shoot action: a target for each weapon line, all declared before dice. Result: whether anything was fired."""
    declared: list[Declared] = []
    for line in lines(t, t[u]):
        weapon = t[u].members[0].weapons[line]
        found = targets(t, t[u], line)
        if not found:
            continue
        question = f"{t.name(u)} fires {weapon.name} at what?"
        pick = yield Choose(t[u].side, question, (*found, ("hold fire", -1)), found[0], (u, line))
        if pick[0] in ("squad", "combined"):
            declared.append(Declared(line, pick[1], combined=pick[0] == "combined"))
        elif pick[0] == "piece":
            declared.append(Declared(line, -1, pick[1]))
    if declared:
        yield from resolve(t, u, declared)
    return bool(declared)


def resolve(t: Table, u: int, declared: Sequence[Declared], reaction: bool = False) -> Procedure:
    """Everything declared is fired together. Result: {squad: which of its units stand, by index}."""
    field = Field(t, t[u], [d for d in declared if d.target >= 0], reaction)
    pieces: dict[int, list[Arm]] = {}
    for d in declared:
        if d.target < 0:
            pieces.setdefault(d.piece, []).extend(
                _arms(t, t[u], d.line, lambda i, w, k=d.piece: shells(t, t[u], i, w, k))
            )
    found = [(d, arms) for d in declared if d.target >= 0 and (arms := field.arms(d))]
    volleys = []
    by: dict[int, tuple[str, ...]] = {}
    for d, arms in found:
        seen = field.seen(d)
        picked = shared_out(arms, field.at, seen, field.touched, t.rulings.get("survive") == "mean")
        uses = [arm for arm in arms for _ in range(arm.firing.uses)]
        own = [volley_at(a, field.at, i, seen, field.touched, field.beside) for a, i in zip(uses, picked, strict=True)]
        volleys += own
        by[d.line] = tuple(
            dict.fromkeys(r for v, a in zip(own, uses, strict=True) for r in spoken(v.match, *a.firing.because))
        )
        yield Emit(_told(t, u, d, len({a.unit for a in arms}), by[d.line], reaction))
    for d in declared:
        if d.target < 0:
            yield Emit(_told(t, u, d, len(pieces[d.piece]), (), reaction))
    left = list(field.at.left)
    tokens: dict[int, int] = {}
    for s, members in grouped(volleys, field.at):
        after, _, laid = yield Stage(strike, (s,))
        for k, i in enumerate(members):
            left[i] = after[k]
        if laid and (home := housed(t[field.who[members[0]][0]])):
            tokens[home[0]] = tokens.get(home[0], 0) + laid
    stand: dict[int, tuple[int, ...]] = {}
    every = tuple(dict.fromkeys(r for rules in by.values() for r in rules))
    for v, after in field.apart(left).items():
        stand[v] = yield from harm(t, v, after, u, every)
    for k, shelling in pieces.items():
        yield from shell(t, u, k, shelling)
    yield from _tokens(t, u, tokens)
    return stand


def _told(t: Table, u: int, d: Declared, count: int, by: tuple[str, ...], reaction: bool) -> SquadFired:
    weapon = t[u].members[0].weapons[d.line]
    how = "reacts with" if reaction else "fires"
    return SquadFired(u, d.target, weapon.name, d.line, count, d.piece, how, ("round ends", t.round), by=by)


def _tokens(t: Table, u: int, tokens: dict[int, int]) -> Procedure:
    """Tokens laid on occupied Garrisons by a Shoot action are resolved at once, the old ones with them."""
    from .events import Shattered

    for k, n in sorted(tokens.items()):
        if destructible(t, k):
            yield Emit(Shattered(k, t.scenery[k].tokens + n))
            if inside(t, k):
                yield from collateral(t, k, u)


def shell(t: Table, u: int, k: int, arms: Sequence[Arm]) -> Procedure:
    """Weapons fired at a piece of scenery."""
    if not destructible(t, k):
        return
    kind = scenery_kind(t.ground.pieces[k])
    at = Aimed((kind,), kind.models, (t.scenery[k].points,))
    now = keep(_with(circumstances(t, t[u], t[u], False), landed=False))
    volleys = [volley_at(a, at, 0, lambda arm, i: now) for a in arms for _ in range(a.firing.uses)]
    (left,), _, tokens = yield Stage(strike, (Strike(at.left, at.full, tuple(volleys)),))
    yield from piece_harmed(t, k, left, tokens, u)
    if tokens and garrison(t, k) and inside(t, k):
        yield from collateral(t, k, u)


def _arms(t: Table, u: Unit, line: int, may: object, combined: bool = False) -> tuple[Arm, ...]:
    """The units of a squad that fire a weapon line: those that can, but for as many as have fired it already."""
    weapon = u.members[0].weapons[line]
    units = [i for i in range(u.size) if may(i, weapon)]  # type: ignore[operator]
    free = u.size - spent(u, line)
    return arms_of([(i, fired(u, i, weapon, combined)) for i in units[:free]], line, weapon)


class Field:
    """The units that a declaration may touch, flattened, and what each arm sees of them."""

    def __init__(self, t: Table, u: Unit, declared: Sequence[Declared], reaction: bool) -> None:
        self.t, self.u, self.reaction = t, u, reaction
        squads = list(dict.fromkeys(d.target for d in declared))
        if any(self._template(d) for d in declared):
            squads += [v.id for v in t.units if v.place == "table" and v.id not in squads and self._near(v, squads)]
        self.who = [(v, j) for v in squads for j in range(t[v].size)]
        self.at = Aimed(
            tuple(t[v].kind for v, _ in self.who),
            tuple(t[v].members[j] for v, j in self.who),
            tuple(t[v].wounds[j] for v, j in self.who),
        )

    def _template(self, d: Declared) -> bool:
        from .matchup import match

        v, weapon = self.t[d.target], self.u.members[0].weapons[d.line]
        now = keep(Situation(landed=landed(v)))
        return match(weapon, v.kind, v.members[0], now, weapon.stats.energy).template

    def _near(self, v: Unit, squads: Sequence[int]) -> bool:
        if housed(v) is not None or v.kind.type == "Behemoth":
            return False
        return any(possible(self.t, self.t[s], v, BLAST) for s in squads if housed(self.t[s]) is None)

    def arms(self, d: Declared) -> tuple[Arm, ...]:
        """The units that fire a weapon line at its target."""
        v = self.t[d.target]
        weapon = self.u.members[0].weapons[d.line]
        inches = reach(weapon, v.members[0], fired(self.u, 0, weapon, d.combined), airborne(v))
        found = view(self.t, self.u, v)
        return _arms(
            self.t, self.u, d.line, lambda i, w: bool(aims(self.t, self.u, i, w, inches, found, v)), d.combined
        )

    def seen(self, d: Declared) -> Seen:
        """The circumstances of each arm at each unit of its target."""
        t, u, v = self.t, self.u, self.t[d.target]
        base = circumstances(t, u, v, self.reaction)
        found = view(t, u, v)
        cache: dict[tuple[int, int], Situation | None] = {}

        def look(arm: Arm, i: int) -> Situation | None:
            squad, j = self.who[i]
            if squad != v.id:
                return None
            key = (arm.unit, j)
            if key not in cache:
                inches = reach(arm.weapon, v.members[j], arm.firing, airborne(v))
                open_to = j in aims(t, u, arm.unit, arm.weapon, inches, found, v)
                cache[key] = (
                    keep(_with(base, cover=found.seen[arm.unit][j], garrison=housed(v) is not None))
                    if open_to
                    else None
                )
            return cache[key]

        return look

    def beside(self, arm: Arm, i: int) -> Situation:
        """The circumstances of a unit that a template only touches: nothing makes it harder to hit."""
        v = self.t[self.who[i][0]]
        body = ("body",) if in_body_cover(self.t, v) else ()
        return keep(Situation(cover=body, landed=landed(v), rulings=rulings(self.t)))

    def touched(self, i: int) -> list[int]:
        """The other units under a template over unit ``i``: on an edge of a Garrison, all on that edge."""
        v, j = self.who[i]
        home = housed(self.t[v])
        if home is not None:
            return [k for k, (w, _) in enumerate(self.who) if k != i and housed(self.t[w]) == home]
        x, y = self.t[v].form.spots[j]
        air = airborne(self.t[v])
        return [k for k in range(len(self.who)) if k != i and self._under(k, x, y, air)]

    def _under(self, k: int, x: float, y: float, air: bool) -> bool:
        w, m = self.who[k]
        u = self.t[w]
        if housed(u) is not None or u.kind.type == "Behemoth" or (air and not airborne(u)):
            return False
        return _touches(u.form, m, x, y)

    def apart(self, left: Sequence[int]) -> dict[int, tuple[int, ...]]:
        """Points left, squad by squad."""
        out: dict[int, list[int]] = {}
        for (v, _), dp in zip(self.who, left, strict=True):
            out.setdefault(v, []).append(dp)
        return {v: tuple(points) for v, points in out.items()}


def _touches(form: Form, i: int, x: float, y: float) -> bool:
    u, v = form.spots[i]
    inches = BLAST + form.bases[i].half_width
    return (u - x) * (u - x) + (v - y) * (v - y) <= inches * inches
