"""The Shoot action: every weapon of the squad declared before any die, then all of it together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ...common.later import Later
from ...common.profiles import Weapon
from ...common.rules import id_of, kept, voices
from ...kernel.asks import Choose, Emit, Procedure, Stage
from ...table.geometry import Form
from ...table.state import Table, Unit
from .attack import Strike, Volley, spoken, strike
from .behemoths import struck, zones
from .declare import Aimed, Arm, Seen, arms_of, group_of, grouped, reach, volley_at
from .events import Shattered, SquadFired
from .harm import collateral, harm_all, in_body_cover, piece_harmed
from .matchup import Match, match, rule_of
from .sharing import shared_out
from .sides import inside
from .sighting import possible
from .situation import Situation
from .situation import kept as keep
from .squads import airborne, destructible, garrison, housed, scenery_kind
from .targets import (
    Targets,
    aims,
    circumstances,
    fired,
    free,
    landed,
    left_over,
    lines,
    near,
    outlook,
    rulings,
    sees_piece,
    shells,
    uses_left,
)

BLAST = 2.0  # inches: the radius of the template
STRAFED = 3.0  # inches between units that one weapon strafes


class Declared(Struct, frozen=True):
    """A weapon line and what it is fired at: a squad, or (target -1) a piece of scenery."""

    line: int
    target: int
    piece: int = -1
    combined: bool = False
    zone: int = 0  # of a Behemoth
    units: tuple[int, ...] | None = None  # those that fire, None for all that can

    def fires(self, i: int) -> bool:
        """Whether a unit of the squad is among those that fire."""
        return self.units is None or i in self.units


def shoot(t: Table, u: int) -> Procedure:
    """A Shoot action: a target for each weapon line, all declared before dice. Result: whether anything was fired."""
    declared: list[Declared] = []
    groups: set[int | None] = set()
    foes = near(t, t[u])  # nothing moves before all is declared
    for line in lines(t[u]):
        weapon = t[u].members[0].weapons[line]
        own = group_of(weapon)
        if own is not None and own in groups:
            continue
        among: tuple[int, ...] | None = None
        while among != ():  # those that cannot fire at what the others do may fire at something else
            found = Targets(t, t[u], line, foes, (("hold fire", -1),), among)
            if not found.any():
                break
            rest = "" if among is None else "the rest of "
            question = f"{rest}{t.name(u)} fires {weapon.name} at what?"
            pick = yield Choose(t[u].side, question, found, None, (u, line))
            if pick[0] == "hold fire":
                break
            groups.add(own)
            if pick[0] == "piece":
                declared.append(Declared(line, -1, pick[1], units=among))
            else:
                zone = yield from aimed_zone(t, u, pick[1])
                declared.append(Declared(line, pick[1], combined=pick[0] == "combined", zone=zone, units=among))
            among = left_over(t, t[u], line, pick, among)
    if declared:
        yield from resolve(t, u, declared)
    return bool(declared)


def aimed_zone(t: Table, u: int, v: int) -> Procedure:
    """Which zone of a Behemoth is aimed at, by its place; 0 for any other target."""
    found = tuple(name for name, points in zones(t[v]) if points)
    if not found:
        return 0
    name = yield Choose(t[u].side, f"which zone of {t.name(v)}?", found, found[0], u)
    return [zone for zone, _ in zones(t[v])].index(name)


def resolve(t: Table, u: int, declared: Sequence[Declared], reaction: bool = False) -> Procedure:
    """Everything declared is fired together. Result: {squad: which of its units stand, by index}."""
    field = Field(t, t[u], [d for d in declared if d.target >= 0], reaction)
    volleys: list[Volley] = []
    pieces: list[tuple[int, tuple[Arm, ...]]] = []
    every: list[Sequence[str]] = []
    for d in declared:
        if d.target < 0:
            arms = _arms(t[u], d.line, lambda i, w, d=d: d.fires(i) and shells(t, t[u], i, w, d.piece))  # type: ignore[misc]
            pieces.append((d.piece, arms))
            own = list(_shell_volleys(t, t[u], d.piece, arms)[1])
        else:
            arms, own = field.volleys(d)
            volleys += own
        if arms:
            by = Later(partakers, tuple([v.match for v in own]), arms[0])
            every.append(by)
            yield Emit(_event(t, u, d, len({a.unit for a in arms}), by, reaction))
    stand = yield from strikes(t, u, field, volleys, Later(all_of, tuple(every)) if every else ())
    for k, arms in pieces:
        yield from shell(t, u, k, arms)
    return stand


def partakers(matches: tuple[Match, ...], arm: Arm) -> tuple[str, ...]:
    """The ids of the rules that have a part in the volleys of one weapon line."""
    found = dict.fromkeys([r for m in dict.fromkeys(matches) for r in spoken(m)])
    return tuple(dict.fromkeys((*found, *(b.id for b in arm.firing.because if b.id), *governed(arm.weapon))))


def all_of(parts: tuple[Sequence[str], ...]) -> tuple[str, ...]:
    """The ids of several, each once."""
    return tuple(dict.fromkeys([r for part in parts for r in part]))


def strikes(t: Table, u: int, field: Field, volleys: Sequence[Volley], by: Sequence[str]) -> Procedure:
    """The dice of all volleys at squads, and what they do. Result: {squad: which of its units stand, by index}."""
    left = list(field.at.left)
    tokens: dict[int, int] = {}
    for s, members in grouped(volleys, field.at):
        after, _, laid = yield Stage(strike, (s,))
        for k, i in enumerate(members):
            left[i] = after[k]
        if laid and (home := housed(t[field.who[members[0]][0]])):
            tokens[home[0]] = tokens.get(home[0], 0) + laid
    found = field.apart(left)
    parts = {v: zones(t[v]) for v in found}
    stand = yield from harm_all(t, {v: after for v, after in found.items() if not parts[v]}, u, by)
    for v, after in found.items():
        if parts[v] and t[v].alive:
            yield from struck(t, v, {name: dp for (name, _), dp in zip(parts[v], after, strict=True)}, u, by)
    for k, n in sorted(tokens.items()):
        if destructible(t, k):
            yield Emit(Shattered(k, t.scenery[k].tokens + n, by=by))
            if inside(t, k):
                yield from collateral(t, k, u)
    return stand


@kept(4096)
def governed(weapon: Weapon) -> tuple[str, ...]:
    """The ids of rules that say when and how a weapon fires at all."""
    return tuple(id_of(rule_of(s)) for moment in ("group", "uses", "sight") for s in voices(weapon, moment))


def _event(t: Table, u: int, d: Declared, count: int, by: Sequence[str], reaction: bool) -> SquadFired:
    weapon = t[u].members[0].weapons[d.line]
    how = "reacts with" if reaction else "fires"
    limited = bool(voices(weapon, "uses"))
    return SquadFired(u, d.target, weapon.name, d.line, count, d.piece, how, ("round ends", t.round), limited, by=by)


def _arms(u: Unit, line: int, may: Callable[[int, Weapon], bool], combined: bool = False) -> tuple[Arm, ...]:
    """The units of a squad that fire a weapon line: those that can, but for as many as have fired it already."""
    weapon = u.members[0].weapons[line]
    units = [i for i in range(u.size) if may(i, weapon)]
    return arms_of([(i, fired(u, i, weapon, combined)) for i in units[: free(u, line)]], line, weapon)


# --- scenery ----------------------------------------------------------------------------------------------------------


def _shell_volleys(t: Table, u: Unit, k: int, arms: Sequence[Arm]) -> tuple[Aimed, tuple[Volley, ...]]:
    kind = scenery_kind(t.ground.pieces[k])
    at = Aimed((kind,), kind.models, (t.scenery[k].points,))
    plain = replace(circumstances(t, u, u, False), landed=False, garrison=False, inside=False)
    seen, unseen = keep(plain), keep(replace(plain, unseen=True))
    volleys: list[Volley] = []
    for a in arms:
        now = seen if sees_piece(t, u, a.unit, k) else unseen
        volleys += [volley_at(a, at, 0, lambda arm, i, now=now: now)] * a.firing.uses  # type: ignore[misc]
    return at, tuple(volleys)


def shell(t: Table, u: int, k: int, arms: Sequence[Arm]) -> Procedure:
    """Weapons fired at a piece of scenery."""
    if not destructible(t, k) or not arms:
        return
    at, volleys = _shell_volleys(t, t[u], k, arms)
    (left,), _, tokens = yield Stage(strike, (Strike(at.left, at.full, volleys),))
    yield from piece_harmed(t, k, left, tokens, u)
    if tokens and garrison(t, k) and inside(t, k):
        yield from collateral(t, k, u)


# --- squads -----------------------------------------------------------------------------------------------------------


class Field:
    """The units that a declaration may touch, flattened, and what each arm sees of them."""

    def __init__(self, t: Table, u: Unit, declared: Sequence[Declared], reaction: bool) -> None:
        self.t, self.u, self.reaction = t, u, reaction
        squads = list(dict.fromkeys(d.target for d in declared))
        if any(self._template(d) for d in declared):
            squads += [v.id for v in t.units if v.place == "table" and v.id not in squads and self._near(v, squads)]
        squads += [f for d in declared for f in self.friends(d) if f not in squads]
        self.who = [(v, j) for v in dict.fromkeys(squads) for j in range(len(zones(t[v])) or t[v].size)]
        parts = {v: zones(t[v]) for v in squads}
        self.at = Aimed(
            tuple(t[v].kind for v, _ in self.who),
            tuple(t[v].members[0 if parts[v] else j] for v, j in self.who),
            tuple(parts[v][j][1] if parts[v] else t[v].wounds[j] for v, j in self.who),
        )

    def _template(self, d: Declared) -> bool:
        v, weapon = self.t[d.target], self.u.members[0].weapons[d.line]
        now = keep(Situation(landed=landed(v)))
        return match(weapon, v.kind, v.members[0], now, weapon.stats.energy).template

    def _near(self, v: Unit, squads: Sequence[int]) -> bool:
        if housed(v) is not None or v.kind.type == "Behemoth":
            return False
        return any(possible(self.t, self.t[s], v, BLAST) for s in squads if housed(self.t[s]) is None)

    def friends(self, d: Declared) -> list[int]:
        """Squads of the firer's own side in the Garrison that Flame is aimed into: dice that miss hit them."""
        home = housed(self.t[d.target])
        weapon = self.u.members[0].weapons[d.line]
        if home is None or not voices(weapon, "strays"):
            return []
        return [v.id for v in inside(self.t, home[0]) if v.side == self.u.side]

    def volleys(self, d: Declared) -> tuple[tuple[Arm, ...], list[Volley]]:
        """The units that fire a weapon line at its target, and their volleys, shared out."""
        arms, (bears, seen) = self.arms(d), self.seen(d)
        if not arms:
            return (), []
        mean = self.t.rulings.get("survive") == "mean"
        picked = shared_out(arms, self.at, seen, self.touched, mean, self.linked, bears)
        uses = [arm for arm in arms for _ in range(arm.firing.uses)]
        own = [volley_at(a, self.at, i, seen, self.touched, self.beside) for a, i in zip(uses, picked, strict=True)]
        if friends := self.friends(d):
            own = [self._stray(v, arm, friends[0]) for v, arm in zip(own, uses, strict=True)]
        return arms, own

    def _stray(self, v: Volley, arm: Arm, friend: int) -> Volley:
        i = next(k for k, (squad, _) in enumerate(self.who) if squad == friend)
        now = keep(Situation(garrison=True, rulings=rulings(self.t)))
        return replace(v, stray=((i, match(arm.weapon, self.at.kinds[i], self.at.units[i], now, arm.firing.energy)),))

    def arms(self, d: Declared) -> tuple[Arm, ...]:
        """The units that fire a weapon line at its target."""
        t, u, v = self.t, self.u, self.t[d.target]
        weapon = u.members[0].weapons[d.line]
        if not uses_left(u, d.line, weapon):
            return ()
        inches = reach(weapon, v.members[0], fired(u, 0, weapon, d.combined), airborne(v))
        found = outlook(t, u, weapon, v)
        return _arms(u, d.line, lambda i, w: d.fires(i) and bool(aims(t, u, i, w, inches, found, v)), d.combined)

    def seen(self, d: Declared) -> tuple[Callable[[Arm, int], bool], Seen]:
        """Whether an arm may be aimed at a unit of its target, and in what circumstances."""
        t, u, v = self.t, self.u, self.t[d.target]
        base = circumstances(t, u, v, self.reaction)
        found = outlook(t, u, u.members[0].weapons[d.line], v)
        aimed: dict[tuple[int, bool], list[int]] = {}
        known: dict[tuple[int, int], Situation] = {}

        def place(i: int) -> int:
            squad, j = self.who[i]
            if squad != v.id or (zones(v) and j != d.zone):
                return -1
            return 0 if zones(v) else j

        def bears(arm: Arm, i: int) -> bool:
            j = place(i)
            if j < 0:
                return False
            key = arm.unit, bool(v.members[j].stats.CM.active)  # all that decides how far it is aimed, and at whom
            if (own := aimed.get(key)) is None:
                inches = reach(arm.weapon, v.members[j], arm.firing, airborne(v))
                own = aimed[key] = aims(t, u, arm.unit, arm.weapon, inches, found, v)
            return j in own

        def look(arm: Arm, i: int) -> Situation | None:
            if not bears(arm, i):
                return None
            j = place(i)
            if (arm.unit, j) not in known:
                words = found.seen[arm.unit][j]
                cover = tuple(w for w in words if w != "unseen")
                known[arm.unit, j] = keep(replace(base, cover=cover, unseen="unseen" in words))
            return known[arm.unit, j]

        return bears, look

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
        if zones(self.t[v]):
            return []
        x, y = self.t[v].form.spots[j]
        air = airborne(self.t[v])
        return [k for k in range(len(self.who)) if k != i and self._under(k, x, y, air)]

    def _under(self, k: int, x: float, y: float, air: bool) -> bool:
        w, m = self.who[k]
        u = self.t[w]
        if housed(u) is not None or u.kind.type == "Behemoth" or (air and not airborne(u)):
            return False
        if not air and airborne(u) and self.t.rulings.get("s44-aircraft-under-templates") == "spared":
            return False
        return _touches(u.form, m, x, y)

    def linked(self, i: int, j: int) -> bool:
        """Whether two units are near enough for one weapon to strafe both."""
        (v, a), (w, b) = self.who[i], self.who[j]
        if v == w and zones(self.t[v]):
            return True
        (x, y), (p, q) = self.t[v].form.spots[a], self.t[w].form.spots[b]
        return (x - p) * (x - p) + (y - q) * (y - q) <= STRAFED * STRAFED

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
