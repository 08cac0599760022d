"""The units that declared fire may touch, in one row, and what each weapon sees of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from ....common.rules import voices
from ....table.geometry import Formation, Point
from ....table.state import Table, Unit
from ....table.templates import Circle
from ..attack import Volley
from ..behemoths.zones import zones
from ..buildings.walls import near_piece as near_piece
from ..cards.card import in_play
from ..circumstances import Circumstances, canonical
from ..matchup import match
from ..sides import inside
from ..squads import airborne, edges, housed, in_body_cover, scenery_kind, with_word
from .declaration import Arm, Seen, TargetUnits, arms_of, reach, volley_at
from .fire_allocation import shared_out
from .line_of_sight import possible, where
from .shots_at_commanders import ShotAtCommander, use
from .targeting import aims, blindly, can_aim, can_shell, circumstances, fired, landed, outlook, rulings


class UseAt(Struct, frozen=True):
    """One use of a weapon by one unit of the squad, at one unit of a squad or (squad -1) at a piece of scenery."""

    unit: int
    squad: int
    at: int


class Declared(Struct, frozen=True):
    """A weapon line and what units of the squad fire it at: a squad, or (target -1) a piece of scenery.

    ``aims`` are their uses one by one, where the player says so; without them fire goes to the nearest first.
    """

    line: int
    target: int
    units: tuple[int, ...]
    piece: int = -1
    combined: bool = False
    zone: int = 0  # of a Behemoth
    eyes: str = ""  # through which an Indirect weapon is aimed
    aims: tuple[UseAt, ...] = ()


class PartOfFire(Struct, frozen=True):
    """What one declaration does to one squad (or, with target -1, to one piece): who fires, and the volleys."""

    target: int
    piece: int
    units: tuple[int, ...]
    arms: tuple[Arm, ...]  # of each of these units
    volleys: tuple[Volley, ...]
    aims: tuple[UseAt, ...]  # one for each volley

    @property
    def arm(self) -> Arm:
        """The weapon of the first unit that fires."""
        return self.arms[0]


class UnderFire:
    """The units that a declaration may touch, flattened, and what each arm sees of them."""

    def __init__(
        self, t: Table, u: Unit, declared: Sequence[Declared], reaction: bool, everybody: bool = False
    ) -> None:
        self.t, self.u, self.reaction = t, u, reaction
        self.laid: list[Volley] = []  # at units, by the declarations gone through so far
        squads = [d.target for d in declared if d.target >= 0]
        squads += [a.squad for d in declared for a in d.aims if a.squad >= 0]
        squads = list(dict.fromkeys(squads))
        if everybody:
            squads += [v.id for v in t.enemies(u.side) if v.id not in squads]
        aimed = list(squads)
        if radius := max([self._template(d) for d in declared if d.target >= 0], default=0.0):
            squads += [
                v.id for v in t.units if v.place == "table" and v.id not in squads and self._near(v, aimed, radius)
            ]
        squads += [f for d in declared if d.target >= 0 for f in self.friends(d, d.target) if f not in squads]
        self.who = [(v, j) for v in dict.fromkeys(squads) for j in range(len(zones(t[v])) or t[v].size)]
        parts = {v: zones(t[v]) for v in squads}
        self.at = TargetUnits(
            tuple(t[v].kind for v, _ in self.who),
            tuple(t[v].members[0 if parts[v] else j] for v, j in self.who),
            tuple(parts[v][j][1] if parts[v] else t[v].wounds[j] for v, j in self.who),
        )
        self._sights: dict[tuple[int, int, bool, int, str], tuple[Callable[[Arm, int], bool], Seen]] = {}

    def _template(self, d: Declared) -> float:
        """The radius of the template that a weapon lays, inches; 0 when it lays none."""
        v, weapon = self.t[d.target], self.u.members[0].weapons[d.line]
        now = canonical(Circumstances(landed=landed(v)))
        return match(weapon, v.kind, v.members[0], now, weapon.stats.energy).template

    def _near(self, v: Unit, squads: Sequence[int], radius: float) -> bool:
        """Whether a template aimed at one of some squads may touch another: on an edge of a Garrison all those on it."""
        if v.kind.type == "Behemoth":
            return False
        home = housed(v)
        if home is not None:
            manned = {(home[0], edge) for edge in edges(v) if edge >= 0}
            return any((h[0], e) in manned for s in squads if (h := housed(self.t[s])) for e in edges(self.t[s]))
        return any(possible(self.t, self.t[s], v, radius) for s in squads if housed(self.t[s]) is None)

    def friends(self, d: Declared, v: int) -> list[int]:
        """Squads of the firer's own side in the Garrison that Flame is aimed into: dice that miss hit them."""
        home = housed(self.t[v])
        weapon = self.u.members[0].weapons[d.line]
        if home is None or not any(speak() for speak in voices(weapon, "strays")):
            return []
        return [f.id for f in inside(self.t, home[0]) if f.side == self.u.side]

    def parts(self, d: Declared) -> list[PartOfFire]:
        """What a declaration does to each squad and piece that it is aimed at."""
        arms = self.arms(d)
        if not arms:
            return []
        aims = d.aims
        if not aims and d.target < 0:
            aims = tuple([UseAt(a.unit, -1, d.piece) for a in arms for _ in range(a.firing.uses)])
        if not aims:
            bears, seen = self.seen(d, d.target)
            mean = self.t.rulings.get("survive") == "mean"
            picked = shared_out(arms, self.at, seen, self.touched, mean, self.linked, bears, self.laid)
            uses = [arm for arm in arms for _ in range(arm.firing.uses)]
            aims = tuple([UseAt(a.unit, *self.who[i]) for a, i in zip(uses, picked, strict=True)])
        by_unit = {arm.unit: arm for arm in arms}
        found: dict[tuple[int, int], list[UseAt]] = {}
        for aim in aims:
            if aim.unit in by_unit:
                found.setdefault((aim.squad, aim.at if aim.squad < 0 else -1), []).append(aim)
        parts = []
        for (v, k), own in found.items():
            volleys = tuple([self.volley(d, by_unit[a.unit], a, aims) for a in own])
            if v >= 0:
                self.laid += volleys
            units = tuple(dict.fromkeys([a.unit for a in own]))
            parts.append(PartOfFire(v, k, units, tuple([by_unit[i] for i in units]), volleys, tuple(own)))
        return parts

    def templates(self, d: Declared) -> bool:
        """Whether a weapon places several templates, whose dice have nothing else to do with one another."""
        if d.target < 0 or not self._template(d):
            return False
        v, weapon = self.t[d.target], self.u.members[0].weapons[d.line]
        m = match(weapon, v.kind, v.members[0], canonical(Circumstances(garrison=True)), weapon.stats.energy)
        return weapon.stats.shots > 1 and not m.focus and not m.tokens

    def volley(self, d: Declared, arm: Arm, aim: UseAt, aims: Sequence[UseAt]) -> Volley:
        """One use of a weapon at what it is aimed at, or one of its templates where each of them has an aim of its own."""
        if aim.squad < 0:
            return self.shell(arm, aim.at)
        i = self.place[aim.squad, aim.at]
        volley = volley_at(
            arm, self.at, i, self.seen(self.zoned(d, aim.squad, aim.at), aim.squad)[1], self.touched, self.beside
        )
        if sum(a.unit == aim.unit for a in aims) > arm.firing.uses:
            volley = replace(volley, shots=1)
        friends = self.friends(d, aim.squad)
        return self._stray(volley, arm, friends) if friends else volley

    def use(self, d: Declared, aim: UseAt, aims: Sequence[UseAt]) -> ShotAtCommander:
        """One use at a Commander's unit, and at the other units of his squad at which the same weapon may be fired.

        One that strafes goes only to units near another that it is aimed at.
        """
        (arm,) = (a for a in self.arms(d) if a.unit == aim.unit)
        bears, _ = self.seen(d, aim.squad)
        own = [a for a in aims if a.unit == aim.unit and arm.firing.uses > 1]
        others = []
        for j in range(self.t[aim.squad].size):
            i = self.place[aim.squad, j]
            if j != aim.at and self.at.left[i] and bears(arm, i) and self._joined(own, aim.squad, j, arm.firing.apart):
                others.append((j, self.called(aim.squad, j), self.volley(d, arm, replace(aim, at=j), aims)))
        return use(self.volley(d, arm, aim, aims), self.called(aim.squad, aim.at), tuple(others))

    def shell(self, arm: Arm, k: int) -> Volley:
        """One use of a weapon at a piece of scenery."""
        kind = scenery_kind(self.t.ground.pieces[k])
        plain = circumstances(self.t, self.u, self.u, False)
        unseen = blindly(self.t, self.u, arm.unit, arm.weapon, k)
        cards = in_play(self.u)
        now = canonical(replace(plain, landed=False, garrison=False, inside=False, unseen=unseen, cards=cards))
        at = TargetUnits((kind,), kind.models, (self.t.scenery[k].points,))
        return volley_at(arm, at, 0, lambda arm, i: now)

    def _stray(self, v: Volley, arm: Arm, friends: Sequence[int]) -> Volley:
        now = canonical(Circumstances(garrison=True, cards=in_play(self.u), rulings=rulings(self.t)))
        stray, names = [], []
        for k, (squad, j) in enumerate(self.who):
            if squad in friends:
                stray.append((k, match(arm.weapon, self.at.kinds[k], self.at.units[k], now, arm.firing.energy)))
                names.append(self.called(squad, j))
        return replace(v, stray=tuple(stray), friends=tuple(names))

    @cached_property
    def place(self) -> dict[tuple[int, int], int]:
        """Where a unit of a squad stands among all that may be touched."""
        return {who: i for i, who in enumerate(self.who)}

    def zoned(self, d: Declared, v: int, j: int) -> Declared:
        """The declaration as it is aimed at unit ``j`` of a squad, which is zone ``j`` of a Behemoth."""
        return replace(d, zone=j) if zones(self.t[v]) else d

    @cached_property
    def named(self) -> tuple[tuple[str, bool], ...]:
        """What the squad is called of each unit that may be touched, and whether there are more units in it."""
        return tuple([(self.t.name(v), self.t[v].size > 1) for v, _ in self.who])

    def zones_of(self, part: PartOfFire) -> str:
        """The zones of a Behemoth that a part of the fire is aimed at, "" of any other target."""
        parts = zones(self.t[part.target]) if part.target >= 0 else []
        return " and ".join(dict.fromkeys([parts[a.at][0] for a in part.aims])) if parts else ""

    def called(self, v: int, j: int) -> str:
        """One unit of a squad, or one zone of a Behemoth, by name."""
        if parts := zones(self.t[v]):
            return f"{self.t.name(v)}, {parts[j][0]}"
        return self.t.name(v) if self.t[v].size == 1 else f"{self.t.name(v)} {j + 1}"

    def options(
        self, d: Declared, beyond: bool = False, unit: int = -1, own: Sequence[UseAt] = ()
    ) -> dict[str, tuple[int, int]]:
        """What units (or one) may be aimed at, by name: units of the target squad and, ``beyond`` it, all that is near enough.

        ``own``: what the weapon is aimed at in its other uses.
        """
        arms = [a for a in self.arms(d) if unit < 0 or a.unit == unit]
        apart = max([a.firing.apart for a in arms], default=0.0)
        found: dict[str, tuple[int, int]] = {}
        squads = dict.fromkeys(v for v, _ in self.who) if beyond else (d.target,) if d.target >= 0 else ()
        for v in squads:
            able = arms if v == d.target else [a for a in arms if self.may(a, d, v)]
            for j in range(len(zones(self.t[v])) or self.t[v].size):
                bears, _ = self.seen(self.zoned(d, v, j), v)
                i = self.place[v, j]
                if self.at.left[i] and any(bears(a, i) for a in able) and self._joined(own, v, j, apart):
                    found[self.called(v, j)] = v, j
        pieces = with_word(self.t.ground, "destructible") if beyond else (d.piece,) if d.target < 0 else ()
        for k in pieces:
            if self._joined(own, -1, k, apart) and any(
                can_shell(self.t, self.u, d.line, k, d.combined, (a.unit,)) for a in arms
            ):
                found[self.t.ground.pieces[k].name] = -1, k
        if d.target < 0:  # what was named first comes first
            found = dict(sorted(found.items(), key=lambda option: option[1] != (-1, d.piece)))
        return found

    def may(self, arm: Arm, d: Declared, v: int) -> bool:
        """Whether a unit may fire the weapon at a squad."""
        return can_aim(self.t, self.u, d.line, self.t[v], d.combined, (arm.unit,))

    def _joined(self, own: Sequence[UseAt], v: int, j: int, inches: float) -> bool:
        """Whether a weapon that is aimed at these may be aimed at a unit (or a piece) in a further use."""
        each = [(a.squad, a.at) for a in own]
        return not own or any(one == (v, j) or self._near_enough(one, (v, j), inches) for one in each)

    def _near_enough(self, one: tuple[int, int], other: tuple[int, int], inches: float) -> bool:
        """Whether two units or pieces are within so many inches: pieces from their edges."""
        pieces = self.t.ground.pieces
        if one[0] >= 0 and other[0] >= 0:
            return self.linked(self.place[one], self.place[other], inches)
        if one[0] < 0 and other[0] < 0:
            return any(
                near_piece(pieces[a], x, y, inches)
                for a, b in ((one[1], other[1]), (other[1], one[1]))
                for x, y in pieces[b].points
            )
        k, (v, j) = (one[1], other) if one[0] < 0 else (other[1], one)
        home = housed(self.t[v])
        if home is not None:
            return home[0] == k or near_piece(pieces[k], *where(self.t, self.t[v]).centre, inches)
        return near_piece(pieces[k], *self.position(v, j), inches)

    def arms(self, d: Declared) -> tuple[Arm, ...]:
        """The units that fire a weapon line at what it is declared at."""
        t, u = self.t, self.u
        weapon = u.members[0].weapons[d.line]
        if d.target < 0 or d.aims:
            units = list(d.units)
        else:
            v = t[d.target]
            inches = reach(weapon, v.members[0], d.combined, airborne(v))
            found = outlook(t, u, weapon, v, d.eyes)
            units = [i for i in d.units if aims(t, u, i, weapon, inches, found, v)]
        return arms_of([(i, fired(u, i, weapon, d.combined)) for i in units], d.line, weapon)

    def seen(self, d: Declared, target: int) -> tuple[Callable[[Arm, int], bool], Seen]:
        """Whether an arm may be aimed at a unit of a squad, and in what circumstances."""
        key = d.line, target, d.combined, d.zone, d.eyes
        if key not in self._sights:
            self._sights[key] = self._seen(d, self.t[target])
        return self._sights[key]

    def _seen(self, d: Declared, v: Unit) -> tuple[Callable[[Arm, int], bool], Seen]:
        t, u, who = self.t, self.u, self.who  # no look keeps the field that keeps it
        base = circumstances(t, u, v, self.reaction)
        found = outlook(t, u, u.members[0].weapons[d.line], v, d.eyes)
        aimed: dict[tuple[int, bool], list[int]] = {}
        known: dict[tuple[int, int], Circumstances] = {}

        def place(i: int) -> int:
            squad, j = who[i]
            if squad != v.id or (zones(v) and j != d.zone):
                return -1
            return 0 if zones(v) else j

        def bears(arm: Arm, i: int) -> bool:
            j = place(i)
            if j < 0:
                return False
            key = arm.unit, bool(v.members[j].stats.CM.active)  # all that decides how far it is aimed, and at whom
            if (own := aimed.get(key)) is None:
                inches = reach(arm.weapon, v.members[j], arm.firing.combined, airborne(v))
                own = aimed[key] = aims(t, u, arm.unit, arm.weapon, inches, found, v)
            return j in own

        def look(arm: Arm, i: int) -> Circumstances | None:
            if not bears(arm, i):
                return None
            j = place(i)
            if (arm.unit, j) not in known:
                words = found.seen[arm.unit][j]
                cover = tuple(w for w in words if w != "unseen")
                within = base.inside or (base.garrison and edges(v)[j] < 0)
                known[arm.unit, j] = canonical(replace(base, cover=cover, unseen="unseen" in words, inside=within))
            return known[arm.unit, j]

        return bears, look

    def beside(self, arm: Arm, i: int) -> Circumstances:
        """The circumstances of a unit that a template only touches: nothing makes it harder to hit."""
        v = self.t[self.who[i][0]]
        body = ("body",) if in_body_cover(self.t, v) else ()
        cards = in_play(self.u, v)
        return canonical(Circumstances(cover=body, landed=landed(v), cards=cards, rulings=rulings(self.t)))

    def touched(self, i: int, inches: float) -> list[int]:
        """The other units under a template over unit ``i``: on an edge of a Garrison, all on that edge."""
        v, j = self.who[i]
        home = housed(self.t[v])
        if home is not None:
            who = enumerate(self.who)
            part = self.part(v, j)
            if part[1] < 0:  # aimed at inside the house: no others are on that edge
                return [k for k, (w, m) in who if k != i and w == v and self.part(w, m) == part]
            return [k for k, (w, m) in who if k != i and self.part(w, m) == part]
        if zones(self.t[v]):
            return []
        x, y = self.t[v].form.positions[j]
        air = airborne(self.t[v])
        return [k for k in range(len(self.who)) if k != i and self._under(k, x, y, air, inches)]

    def templates_of(self, part: PartOfFire) -> tuple[tuple[Circle, ...], tuple[tuple[int, int], ...]]:
        """Where the templates of a part of the fire lie, each over the unit aimed at (indoors none is laid), and the squads under
        them, each with how many of its units."""
        volleys = [v for v in part.volleys if v.match.template] if part.target >= 0 else ()
        squads = [self.who[k][0] for k in {k: 0 for v in volleys for k in (v.at, *(k for k, _ in v.touched))}]
        circles = [
            Circle(*self.position(*self.who[v.at]), v.match.template)
            for v in volleys
            if housed(self.t[self.who[v.at][0]]) is None
        ]
        return tuple(dict.fromkeys(circles)), tuple([(v, squads.count(v)) for v in dict.fromkeys(squads)])

    def part(self, v: int, j: int) -> tuple[int, int]:
        """(Garrison, edge or -1) of a unit that is in one, else (-1, -1)."""
        home = housed(self.t[v])
        return (-1, -1) if home is None else (home[0], edges(self.t[v])[j])

    def _under(self, k: int, x: float, y: float, air: bool, inches: float) -> bool:
        w, m = self.who[k]
        u = self.t[w]
        if housed(u) is not None or u.kind.type == "Behemoth" or (air and not airborne(u)):
            return False
        if not air and airborne(u) and self.t.rulings.get("s44-aircraft-under-templates") == "spared":
            return False
        return _touches(u.form, m, x, y, inches)

    def linked(self, i: int, j: int, inches: float) -> bool:
        """Whether two units are near enough for one weapon to strafe both."""
        (v, a), (w, b) = self.who[i], self.who[j]
        if v == w and zones(self.t[v]):
            return True
        if v == w and housed(self.t[v]) is not None:
            return True
        (x, y), (p, q) = self.position(v, a), self.position(w, b)
        return (x - p) * (x - p) + (y - q) * (y - q) <= inches * inches

    def position(self, v: int, j: int) -> Point:
        """Where a unit of a squad stands; the zones of a Behemoth all stand in one place."""
        return self.t[v].form.positions[0 if zones(self.t[v]) else j]

    def apart(self, left: Sequence[int]) -> dict[int, tuple[int, ...]]:
        """Points left, squad by squad."""
        out: dict[int, list[int]] = {}
        for (v, _), dp in zip(self.who, left, strict=True):
            out.setdefault(v, []).append(dp)
        return {v: tuple(points) for v, points in out.items()}


def _touches(form: Formation, i: int, x: float, y: float, radius: float) -> bool:
    u, v = form.positions[i]
    inches = radius + form.bases[i].half_width
    return (u - x) * (u - x) + (v - y) * (v - y) <= inches * inches
