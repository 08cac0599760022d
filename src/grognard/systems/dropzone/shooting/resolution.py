"""Declared fire is resolved: all dice, then all losses, then what falls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from ....common.lazy import LazySequence
from ....common.rules import voices
from ....kernel.asks import Emit, Procedure, Stage
from ....table.events import Remarked
from ....table.state import Table
from ..attack import Strike, Volley, strike
from ..behemoths.zones import zones
from ..buildings.collateral import collateral
from ..cards.card import PASSES, SHOT_AT, Occasion
from ..cards.playing import offer, over
from ..events import SceneryHit, Shattered
from ..harm import collapse, harm_all, struck
from ..sides import inside
from ..squads import commanders, destructible, garrison, housed
from .declaration import grouped
from .fire_told import numbers, partakers, silent, told
from .shots_at_commanders import shielded
from .units_under_fire import Declared, PartOfFire, UnderFire, UseAt


def resolve(t: Table, u: int, declared: Sequence[Declared], reaction: bool = False) -> Procedure:
    """Everything declared is fired together: all dice, then all losses, then what falls. Result: {squad: who of it stands}."""
    aimed = dict.fromkeys([d.target for d in declared] + [a.squad for d in declared for a in d.aims])
    for v in [v for v in aimed if v >= 0]:
        yield from offer(t, t[v].side, Occasion(PASSES if reaction else SHOT_AT, v, u))
    field = UnderFire(t, t[u], declared, reaction)
    volleys: list[Volley] = []
    shells: dict[int, list[Volley]] = {}
    every: Causes = {}
    planned = [(d, field.parts(d)) for d in declared]
    for d, parts in planned:
        fired_by: set[int] = set()
        for part in parts:
            by = LazySequence(partakers, tuple([v.match for v in part.volleys]), part.arm)
            touched = [(field.who[k][0], -1) for v in part.volleys for k, _ in (*v.touched, *v.stray)]
            for hit in dict.fromkeys([(part.target, part.piece), *touched]):
                every.setdefault(hit, []).append(by)
            limited = bool(voices(part.arm.weapon, "uses")) and fired_by.isdisjoint(part.units)
            fired_by.update(part.units)
            others = () if reaction or part is not parts[0] else silent(t, t[u], d, declared)
            yield Emit(told(field, d, part, reaction, limited, others, by))
    for d, parts in planned:
        for part in parts:
            if part.target < 0:
                shells.setdefault(part.piece, []).extend(part.volleys)
            else:
                volleys += yield from protected(t, field, d, part, [aim for p in parts for aim in p.aims])
    stand = yield from strikes(t, u, field, volleys, shells, every)
    yield from over(t, *[v for v in aimed if v >= 0])
    return stand


def protected(t: Table, field: UnderFire, d: Declared, part: PartOfFire, aims: Sequence[UseAt]) -> Procedure:
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
    volleys = list(part.volleys)
    for k, one, place in zip(at_him, uses, places, strict=True):
        volleys[k] = next((volley for at, _, volley in one.elsewhere if at == place), volleys[k])
    for place in dict.fromkeys(places):
        if place >= 0:
            many = f", {places.count(place)} times" if places.count(place) > 1 else ""
            who = field.called(v, place) if zones(t[v]) else f"unit {place + 1} of {t.name(v)}"
            now = numbers(tuple([volleys[k] for k, at in zip(at_him, places, strict=True) if at == place]))
            other = [told for told in now if told not in numbers(part.volleys)]
            needs = f": {' or '.join(other)}" if other else ""
            yield Emit(Remarked(f"{who} takes {weapon} in place of the Commander{many}{needs}"))
    return tuple(volleys)


def all_of(parts: tuple[Sequence[str], ...]) -> tuple[str, ...]:
    """The ids of several, each once."""
    return tuple(dict.fromkeys([r for part in parts for r in part]))


Causes: TypeAlias = dict[tuple[int, int], list[Sequence[str]]]  # by (squad, piece of scenery), -1 for what is neither


def causes(every: Causes, *hit: tuple[int, int]) -> Sequence[str]:
    """The ids of the rules that had a part in what was done to these; of all where shots have gone over to others."""
    found = [ids for one in hit for ids in every.get(one, ())] or [ids for own in every.values() for ids in own]
    return LazySequence(all_of, tuple(found)) if found else ()


def strikes(
    t: Table, u: int, field: UnderFire, volleys: Sequence[Volley], shells: dict[int, list[Volley]], every: Causes
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
            yield Emit(SceneryHit(k, points[k], t.scenery[k].points, by=by))
        if tokens.get(k):
            yield Emit(Shattered(k, t.scenery[k].tokens + tokens[k], t.scenery[k].tokens, by=by))
