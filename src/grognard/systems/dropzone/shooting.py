"""The Shoot action: every weapon of the squad declared before any die, then all of it together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ...common.later import Later
from ...common.profiles import Weapon
from ...common.rules import id_of, kept, voices
from ...kernel.asks import Choose, Emit, Procedure, Stage
from ...table.events import Said
from ...table.geometry import Form, Spot
from ...table.state import Table, Unit
from .attack import Strike, Volley, spoken, strike
from .behemoths import struck, zones
from .cards.card import PASSES, SHOOTS, SHOT_AT, Occasion, in_play
from .cards.playing import offer, over
from .declare import Aimed, Arm, Seen, arms_of, group_of, grouped, reach, volley_at
from .events import SceneryHit, Shattered, SquadFired
from .garrisons import near as near_piece
from .harm import collapse, collateral, harm_all, in_body_cover
from .matchup import Match, match, rule_of, told_of
from .protection import Use, shielded, use
from .sharing import shared_out
from .sides import inside
from .sighting import possible, where
from .situation import Situation
from .situation import kept as keep
from .squads import airborne, commanders, destructible, edges, garrison, housed, scenery_kind, with_word
from .targets import (
    PIECES,
    Targets,
    able,
    aims,
    blindly,
    can_aim,
    can_shell,
    circumstances,
    eyes_of,
    fired,
    landed,
    lines,
    near,
    outlook,
    ready,
    rulings,
)

BLAST = 2.0  # inches: the radius of the template
STRAFED = 3.0  # inches between units that one weapon strafes


class Aim(Struct, frozen=True):
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
    aims: tuple[Aim, ...] = ()


def shoot(t: Table, u: int) -> Procedure:
    """A Shoot action: a target for each weapon, all declared before dice. Result: whether anything was fired."""
    declared: list[Declared] = []
    yield from offer(t, t[u].side, Occasion(SHOOTS, u))
    foes = near(t, t[u])  # nothing moves before all is declared
    taken: dict[int, set[int]] = {}  # of each Alternate Fire group: the units that fire a profile of it
    for line in lines(t[u]):
        own = group_of(t[u].members[0].weapons[line])
        busy = taken.setdefault(own, set()) if own is not None else set()
        found = yield from declare_line(t, u, line, tuple([i for i in ready(t[u], line) if i not in busy]), foes)
        declared += found
        busy.update(i for d in found for i in d.units)
    if declared:
        yield from resolve(t, u, declared)
    yield from over(t, u)
    return bool(declared)


Foes: TypeAlias = list[tuple[Unit, float]]


def declare_line(t: Table, u: int, line: int, ready: tuple[int, ...], foes: Foes) -> Procedure:
    """What the units that are ready fire one weapon line at: all that can at one thing, then the rest; or each for itself."""
    weapon, size = t[u].members[0].weapons[line], t[u].size
    declared: list[Declared] = []
    while ready:
        among = ready if len(ready) < size else None
        sure = (("hold fire", -1),) if len(ready) == 1 else (("hold fire", -1), ("unit by unit", -1))
        found = Targets(t, t[u], line, foes, sure, among)
        if not found.any():
            break
        rest = "the rest of " if declared else ""
        pick = yield Choose(t[u].side, f"{rest}{t.name(u)} fires {weapon.name} at what?", found, None, (u, line))
        if pick[0] == "hold fire":
            break
        if pick[0] == "unit by unit":
            for i in ready:
                one = Targets(t, t[u], line, foes, (("hold fire", -1),), (i,))
                if one.any():
                    question = f"{t.name(u)} {i + 1} fires {weapon.name} at what?"
                    pick = yield Choose(t[u].side, question, one, None, (u, line))
                    if pick[0] != "hold fire":
                        declared.append((yield from declare_at(t, u, line, pick, (i,))))
            break
        firing = able(t, t[u], line, pick, ready) if size > 1 else ready
        if not firing:
            raise ValueError(f"{t.name(u)} can fire {weapon.name} at {pick}, but none of its units can")
        declared.append((yield from declare_at(t, u, line, pick, firing)))
        ready = tuple([i for i in ready if i not in firing])
    return declared


def declare_at(t: Table, u: int, line: int, pick: tuple[str, int], units: tuple[int, ...]) -> Procedure:
    """How units fire a weapon line at what was picked: through whose eyes, at which zone, and at which units."""
    what, id = pick
    if what in PIECES:
        d = Declared(line, -1, units, id, what != "piece")
    else:
        weapon = t[u].members[0].weapons[line]
        through = ""
        if eyes := eyes_of(t, t[u], weapon, t[id]):
            question = f"through whose eyes does {t.name(u)} aim {weapon.name}?"
            through = yield Choose(t[u].side, question, eyes, eyes[0], u)
        d = Declared(line, id, units, -1, what == "combined", (yield from aimed_zone(t, u, id)), through)
    return (yield from sharing(t, u, d))


def aimed_zone(t: Table, u: int, v: int) -> Procedure:
    """Which zone of a Behemoth is aimed at, by its place; 0 for any other target."""
    found = tuple(name for name, points in zones(t[v]) if points)
    if not found:
        return 0
    name = yield Choose(t[u].side, f"which zone of {t.name(v)}?", found, found[0], u)
    return [zone for zone, _ in zones(t[v])].index(name)


NEAREST, APART = "the nearest first", "each at its own"


def sharing(t: Table, u: int, d: Declared) -> Procedure:
    """At which units of the target squad the fire goes: the nearest first, all at one, or each use at its own.

    A weapon that is used several times (Strafe) may go over to units of other squads, and to scenery, that are near; one that
    places several templates may place each over its own unit.
    """
    weapon, unit = t[u].members[0].weapons[d.line], t[u]
    strafes = fired(unit, 0, weapon, d.combined).uses > 1
    if d.target >= 0 and t[d.target].size == 1 and not strafes:
        return d
    if d.target < 0 and not strafes:
        return d
    field = Field(t, unit, [d], False, everybody=strafes)
    first = field.options(d)
    templates = not strafes and field.templates(d)
    splits = len(d.units) > 1 or strafes or templates
    if len(first) < 2 and not (splits and len(field.options(d, True)) > 1):
        return d
    words = (NEAREST, *first, *((APART,) if splits else ())) if d.target >= 0 else (*first, APART)
    at = t.name(d.target) if d.target >= 0 else t.ground.pieces[d.piece].name
    pick = yield Choose(unit.side, f"at which of {at} does {weapon.name} go?", words, words[0], u)
    if pick == NEAREST or (d.target < 0 and pick != APART):
        return d
    aims: list[Aim] = []
    for i in [arm.unit for arm in field.arms(d)]:  # none that has no shots left
        own: list[Aim] = []
        how = fired(unit, i, weapon, d.combined)
        for _ in range(how.shots if templates and pick == APART else how.uses):
            may = field.options(d, strafes, i, own if strafes else ())
            chosen = pick
            if pick == APART:
                first_of_all = next(iter(may))
                question = f"{t.name(u)} {i + 1} fires {weapon.name} at which?"
                chosen = yield Choose(unit.side, question, tuple(may), first_of_all, u)
            if chosen not in may:
                chosen = next(iter(may))
            own.append(Aim(i, *may[chosen]))
        aims += own
    return replace(d, aims=tuple(aims))


class Part(Struct, frozen=True):
    """What one declaration does to one squad (or, with target -1, to one piece): who fires, and the volleys."""

    target: int
    piece: int
    units: tuple[int, ...]
    arm: Arm
    volleys: tuple[Volley, ...]
    aims: tuple[Aim, ...]  # one for each volley


def resolve(t: Table, u: int, declared: Sequence[Declared], reaction: bool = False) -> Procedure:
    """Everything declared is fired together: all dice, then all losses, then what falls. Result: {squad: who of it stands}."""
    aimed = dict.fromkeys([d.target for d in declared] + [a.squad for d in declared for a in d.aims])
    for v in [v for v in aimed if v >= 0]:
        yield from offer(t, t[v].side, Occasion(PASSES if reaction else SHOT_AT, v, u))
    field = Field(t, t[u], declared, reaction)
    volleys: list[Volley] = []
    shells: dict[int, list[Volley]] = {}
    every: Causes = {}
    planned = [(d, field.parts(d)) for d in declared]
    for d, parts in planned:
        fired_by: set[int] = set()
        for part in parts:
            by = Later(partakers, tuple([v.match for v in part.volleys]), part.arm)
            touched = [(field.who[k][0], -1) for v in part.volleys for k, _ in (*v.touched, *v.stray)]
            for hit in dict.fromkeys([(part.target, part.piece), *touched]):
                every.setdefault(hit, []).append(by)
            limited = bool(voices(part.arm.weapon, "uses")) and fired_by.isdisjoint(part.units)
            fired_by.update(part.units)
            how, until = "reacts with" if reaction else "fires", ("round ends", t.round)
            name = part.arm.weapon.name
            needs = Later(numbers, part.volleys)
            yield Emit(
                SquadFired(u, part.target, name, d.line, part.units, part.piece, how, until, limited, needs, by=by)
            )
    for d, parts in planned:
        for part in parts:
            if part.target < 0:
                shells.setdefault(part.piece, []).extend(part.volleys)
            else:
                volleys += yield from protected(t, field, d, part, [aim for p in parts for aim in p.aims])
    stand = yield from strikes(t, u, field, volleys, shells, every)
    yield from over(t, *[v for v in aimed if v >= 0])
    return stand


def protected(t: Table, field: Field, d: Declared, part: Part, aims: Sequence[Aim]) -> Procedure:
    """The volleys of a part when the target's player has moved what he likes of those at his Commanders.

    ``aims``: all that the weapon line is aimed at.
    """
    v, weapon = part.target, part.arm.weapon.name
    led = commanders(t[v])[: t[v].size] if t[v].size > 1 else ()
    at_him = [k for k, aim in enumerate(part.aims) if led and led[aim.at]]
    if not at_him:
        return part.volleys
    uses = tuple([field.use(d, part.aims[k], aims) for k in at_him])
    places = yield from shielded(uses, t[v].side, (v, "shield"))
    for place in dict.fromkeys(places):
        if place >= 0:
            many = f", {places.count(place)} times" if places.count(place) > 1 else ""
            yield Emit(Said(f"{field.called(v, place)} takes {weapon} for the Commander{many}"))
    volleys = list(part.volleys)
    for k, one, place in zip(at_him, uses, places, strict=True):
        volleys[k] = next((volley for at, _, volley in one.elsewhere if at == place), volleys[k])
    return tuple(volleys)


def numbers(volleys: tuple[Volley, ...]) -> tuple[str, ...]:
    """The numbers that the dice of some volleys need, each once."""
    return tuple(dict.fromkeys([told_of(v.match) for v in volleys]))


def partakers(matches: tuple[Match, ...], arm: Arm) -> tuple[str, ...]:
    """The ids of the rules that have a part in the volleys of one weapon line."""
    found = dict.fromkeys([r for m in dict.fromkeys(matches) for r in spoken(m)])
    return tuple(dict.fromkeys((*found, *(b.id for b in arm.firing.because if b.id), *governed(arm.weapon))))


def all_of(parts: tuple[Sequence[str], ...]) -> tuple[str, ...]:
    """The ids of several, each once."""
    return tuple(dict.fromkeys([r for part in parts for r in part]))


Causes: TypeAlias = dict[tuple[int, int], list[Sequence[str]]]  # by (squad, piece of scenery), -1 for what is neither


def causes(every: Causes, *hit: tuple[int, int]) -> Sequence[str]:
    """The ids of the rules that had a part in what was done to these; of all where shots have gone over to others."""
    found = [ids for one in hit for ids in every.get(one, ())] or [ids for own in every.values() for ids in own]
    return Later(all_of, tuple(found)) if found else ()


def strikes(
    t: Table, u: int, field: Field, volleys: Sequence[Volley], shells: dict[int, list[Volley]], every: Causes
) -> Procedure:
    """The dice of all volleys, and what they do. Result: {squad: which of its units stand, by index}."""
    left = list(field.at.left)
    tokens: dict[int, int] = {}
    points: dict[int, int] = {}
    side = t[u].side
    for s, members in grouped(volleys, field.at, side):
        after, _, laid = yield Stage(strike, (s,))
        for k, i in enumerate(members):
            left[i] = after[k]
        if laid and (home := housed(t[field.who[members[0]][0]])) and destructible(t, home[0]):
            tokens[home[0]] = tokens.get(home[0], 0) + laid
    for k, own in shells.items():
        whole = (t.scenery[k].points,)
        (points[k],), _, laid = yield Stage(strike, (Strike(whole, whole, tuple(own), player=side),))
        tokens[k] = tokens.get(k, 0) + laid
    found = field.apart(left)
    parts = {v: zones(t[v]) for v in found}
    hurt = {v: after for v, after in found.items() if not parts[v]}
    why = {v: causes(every, (v, -1)) for v in hurt}
    stand = yield from harm_all(t, hurt, u, why, scenery=scarred(t, points, tokens, every))
    for v, after in found.items():
        if parts[v] and t[v].alive:
            yield from struck(
                t, v, {name: dp for (name, _), dp in zip(parts[v], after, strict=True)}, u, causes(every, (v, -1))
            )
    for k in points:
        if t.scenery[k].points <= 0 and not t.scenery[k].gone:
            yield from collapse(t, k, u)
    for k, n in sorted(tokens.items()):
        if n and garrison(t, k) and inside(t, k):
            yield from collateral(t, k, u)
    return stand


def scarred(t: Table, points: dict[int, int], tokens: dict[int, int], every: Causes) -> Iterator[Emit]:
    """What pieces of scenery have left, and the Collateral tokens laid on them."""
    for k in sorted({*points, *tokens}):
        by = causes(every, (-1, k), *((u.id, -1) for u in inside(t, k)))
        if k in points and points[k] != t.scenery[k].points:
            yield Emit(SceneryHit(k, points[k], by=by))
        if tokens.get(k):
            yield Emit(Shattered(k, t.scenery[k].tokens + tokens[k], by=by))


@kept(4096)
def governed(weapon: Weapon) -> tuple[str, ...]:
    """The ids of rules that say when and how a weapon fires at all."""
    return tuple(id_of(rule_of(s)) for moment in ("group", "uses", "sight") for s in voices(weapon, moment))


# --- squads -----------------------------------------------------------------------------------------------------------


class Field:
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
        if any(self._template(d) for d in declared if d.target >= 0):
            squads += [v.id for v in t.units if v.place == "table" and v.id not in squads and self._near(v, aimed)]
        squads += [f for d in declared if d.target >= 0 for f in self.friends(d, d.target) if f not in squads]
        self.who = [(v, j) for v in dict.fromkeys(squads) for j in range(len(zones(t[v])) or t[v].size)]
        parts = {v: zones(t[v]) for v in squads}
        self.at = Aimed(
            tuple(t[v].kind for v, _ in self.who),
            tuple(t[v].members[0 if parts[v] else j] for v, j in self.who),
            tuple(parts[v][j][1] if parts[v] else t[v].wounds[j] for v, j in self.who),
        )
        self._sights: dict[tuple[int, int, bool, int, str], tuple[Callable[[Arm, int], bool], Seen]] = {}

    def _template(self, d: Declared) -> bool:
        v, weapon = self.t[d.target], self.u.members[0].weapons[d.line]
        now = keep(Situation(landed=landed(v)))
        return match(weapon, v.kind, v.members[0], now, weapon.stats.energy).template

    def _near(self, v: Unit, squads: Sequence[int]) -> bool:
        """Whether a template aimed at one of some squads may touch another: on an edge of a Garrison all those on it."""
        if v.kind.type == "Behemoth":
            return False
        home = housed(v)
        if home is not None:
            manned = {(home[0], edge) for edge in edges(v) if edge >= 0}
            return any((h[0], e) in manned for s in squads if (h := housed(self.t[s])) for e in edges(self.t[s]))
        return any(possible(self.t, self.t[s], v, BLAST) for s in squads if housed(self.t[s]) is None)

    def friends(self, d: Declared, v: int) -> list[int]:
        """Squads of the firer's own side in the Garrison that Flame is aimed into: dice that miss hit them."""
        home = housed(self.t[v])
        weapon = self.u.members[0].weapons[d.line]
        if home is None or not voices(weapon, "strays"):
            return []
        return [f.id for f in inside(self.t, home[0]) if f.side == self.u.side]

    def parts(self, d: Declared) -> list[Part]:
        """What a declaration does to each squad and piece that it is aimed at."""
        arms = self.arms(d)
        if not arms:
            return []
        aims = d.aims
        if not aims and d.target < 0:
            aims = tuple([Aim(a.unit, -1, d.piece) for a in arms for _ in range(a.firing.uses)])
        if not aims:
            bears, seen = self.seen(d, d.target)
            mean = self.t.rulings.get("survive") == "mean"
            picked = shared_out(arms, self.at, seen, self.touched, mean, self.linked, bears, self.laid)
            uses = [arm for arm in arms for _ in range(arm.firing.uses)]
            aims = tuple([Aim(a.unit, *self.who[i]) for a, i in zip(uses, picked, strict=True)])
        by_unit = {arm.unit: arm for arm in arms}
        found: dict[tuple[int, int], list[Aim]] = {}
        for aim in aims:
            if aim.unit in by_unit:
                found.setdefault((aim.squad, aim.at if aim.squad < 0 else -1), []).append(aim)
        parts = []
        for (v, k), own in found.items():
            volleys = tuple([self.volley(d, by_unit[a.unit], a, aims) for a in own])
            if v >= 0:
                self.laid += volleys
            units = tuple(dict.fromkeys([a.unit for a in own]))
            parts.append(Part(v, k, units, by_unit[own[0].unit], volleys, tuple(own)))
        return parts

    def templates(self, d: Declared) -> bool:
        """Whether a weapon places several templates, whose dice have nothing else to do with one another."""
        if d.target < 0 or not self._template(d):
            return False
        v, weapon = self.t[d.target], self.u.members[0].weapons[d.line]
        m = match(weapon, v.kind, v.members[0], keep(Situation(garrison=True)), weapon.stats.energy)
        return weapon.stats.shots > 1 and not m.focus and not m.tokens

    def volley(self, d: Declared, arm: Arm, aim: Aim, aims: Sequence[Aim]) -> Volley:
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

    def use(self, d: Declared, aim: Aim, aims: Sequence[Aim]) -> Use:
        """One use at a Commander's unit, and at the other units of his squad at which the same weapon may be fired.

        One that strafes goes only to units near another that it is aimed at.
        """
        (arm,) = (a for a in self.arms(d) if a.unit == aim.unit)
        bears, _ = self.seen(d, aim.squad)
        own = [a for a in aims if a.unit == aim.unit and arm.firing.uses > 1]
        others = []
        for j in range(self.t[aim.squad].size):
            i = self.place[aim.squad, j]
            if j != aim.at and self.at.left[i] and bears(arm, i) and self._joined(own, aim.squad, j):
                others.append((j, self.called(aim.squad, j), self.volley(d, arm, replace(aim, at=j), aims)))
        return use(self.volley(d, arm, aim, aims), self.called(aim.squad, aim.at), tuple(others))

    def shell(self, arm: Arm, k: int) -> Volley:
        """One use of a weapon at a piece of scenery."""
        kind = scenery_kind(self.t.ground.pieces[k])
        plain = circumstances(self.t, self.u, self.u, False)
        unseen = blindly(self.t, self.u, arm.unit, arm.weapon, k)
        cards = in_play(self.u)
        now = keep(replace(plain, landed=False, garrison=False, inside=False, unseen=unseen, cards=cards))
        at = Aimed((kind,), kind.models, (self.t.scenery[k].points,))
        return volley_at(arm, at, 0, lambda arm, i: now)

    def _stray(self, v: Volley, arm: Arm, friends: Sequence[int]) -> Volley:
        now = keep(Situation(garrison=True, cards=in_play(self.u), rulings=rulings(self.t)))
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

    def called(self, v: int, j: int) -> str:
        """One unit of a squad, or one zone of a Behemoth, by name."""
        if parts := zones(self.t[v]):
            return f"{self.t.name(v)}, {parts[j][0]}"
        return self.t.name(v) if self.t[v].size == 1 else f"{self.t.name(v)} {j + 1}"

    def options(
        self, d: Declared, beyond: bool = False, unit: int = -1, own: Sequence[Aim] = ()
    ) -> dict[str, tuple[int, int]]:
        """What units (or one) may be aimed at, by name: units of the target squad and, ``beyond`` it, all that is near enough.

        ``own``: what the weapon is aimed at in its other uses.
        """
        arms = [a for a in self.arms(d) if unit < 0 or a.unit == unit]
        found: dict[str, tuple[int, int]] = {}
        squads = dict.fromkeys(v for v, _ in self.who) if beyond else (d.target,) if d.target >= 0 else ()
        for v in squads:
            able = arms if v == d.target else [a for a in arms if self.may(a, d, v)]
            for j in range(len(zones(self.t[v])) or self.t[v].size):
                bears, _ = self.seen(self.zoned(d, v, j), v)
                i = self.place[v, j]
                if self.at.left[i] and any(bears(a, i) for a in able) and self._joined(own, v, j):
                    found[self.called(v, j)] = v, j
        pieces = with_word(self.t.ground, "destructible") if beyond else (d.piece,) if d.target < 0 else ()
        for k in pieces:
            if self._joined(own, -1, k) and any(
                can_shell(self.t, self.u, d.line, k, d.combined, (a.unit,)) for a in arms
            ):
                found[self.t.ground.pieces[k].name] = -1, k
        if d.target < 0:  # what was named first comes first
            found = dict(sorted(found.items(), key=lambda option: option[1] != (-1, d.piece)))
        return found

    def may(self, arm: Arm, d: Declared, v: int) -> bool:
        """Whether a unit may fire the weapon at a squad."""
        return can_aim(self.t, self.u, d.line, self.t[v], d.combined, (arm.unit,))

    def _joined(self, own: Sequence[Aim], v: int, j: int) -> bool:
        """Whether a weapon that is aimed at these may be aimed at a unit (or a piece) in a further use."""
        return not own or any((a.squad, a.at) == (v, j) or self._near_enough((a.squad, a.at), (v, j)) for a in own)

    def _near_enough(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether two units or pieces are within 3 inches: pieces from their edges."""
        pieces = self.t.ground.pieces
        if one[0] >= 0 and other[0] >= 0:
            return self.linked(self.place[one], self.place[other])
        if one[0] < 0 and other[0] < 0:
            return any(
                near_piece(pieces[a], x, y, STRAFED)
                for a, b in ((one[1], other[1]), (other[1], one[1]))
                for x, y in pieces[b].points
            )
        k, (v, j) = (one[1], other) if one[0] < 0 else (other[1], one)
        home = housed(self.t[v])
        if home is not None:
            return home[0] == k or near_piece(pieces[k], *where(self.t, self.t[v]).centre, STRAFED)
        return near_piece(pieces[k], *self.spot(v, j), STRAFED)

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
        known: dict[tuple[int, int], Situation] = {}

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

        def look(arm: Arm, i: int) -> Situation | None:
            if not bears(arm, i):
                return None
            j = place(i)
            if (arm.unit, j) not in known:
                words = found.seen[arm.unit][j]
                cover = tuple(w for w in words if w != "unseen")
                within = base.inside or (base.garrison and edges(v)[j] < 0)
                known[arm.unit, j] = keep(replace(base, cover=cover, unseen="unseen" in words, inside=within))
            return known[arm.unit, j]

        return bears, look

    def beside(self, arm: Arm, i: int) -> Situation:
        """The circumstances of a unit that a template only touches: nothing makes it harder to hit."""
        v = self.t[self.who[i][0]]
        body = ("body",) if in_body_cover(self.t, v) else ()
        cards = in_play(self.u, v)
        return keep(Situation(cover=body, landed=landed(v), cards=cards, rulings=rulings(self.t)))

    def touched(self, i: int) -> list[int]:
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
        x, y = self.t[v].form.spots[j]
        air = airborne(self.t[v])
        return [k for k in range(len(self.who)) if k != i and self._under(k, x, y, air)]

    def part(self, v: int, j: int) -> tuple[int, int]:
        """(Garrison, edge or -1) of a unit that is in one, else (-1, -1)."""
        home = housed(self.t[v])
        return (-1, -1) if home is None else (home[0], edges(self.t[v])[j])

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
        if v == w and housed(self.t[v]) is not None:
            return True
        (x, y), (p, q) = self.spot(v, a), self.spot(w, b)
        return (x - p) * (x - p) + (y - q) * (y - q) <= STRAFED * STRAFED

    def spot(self, v: int, j: int) -> Spot:
        """Where a unit of a squad stands; the zones of a Behemoth all stand in one place."""
        return self.t[v].form.spots[0 if zones(self.t[v]) else j]

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
