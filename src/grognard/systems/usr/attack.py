"""The sequence of an attack: to hit, to wound, saves, wounds on the nearest model. Nothing here reads the table.

One weapon of a unit is a ``Volley``. Its procedure takes the state of the target and gives the state after it; odds run it
under the exact driver, battles with dice. Where every model left is the same, a shot is one stage from the roll to hit to the last
save; otherwise hits and wounds are rolled first and the wounds fall one by one, the better AP first.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from ...common.building import Built
from ...common.profiles import Model, Weapon
from ...common.schema import Count
from ...kernel.asks import Choose, Each, Fold, Procedure, Roll
from ...kernel.faces import Test, d3, die
from . import hulls
from .matchup import (
    AGAIN,
    HIT,
    HOT,
    LESSER,
    MISS,
    PRECISE,
    Defence,
    Exposed,
    Match,
    defence,
    discounting,
    looked_out,
    match,
)
from .ranks import GROUNDED, Hulls, Ranks, Scene, alike, escort, marked, squad_at, touched, wounded
from .situation import Situation
from .squads import Squad


class Part(Struct, frozen=True):
    """Equal models with equal weapons in a volley. ``wounds`` is what each has left; ``group`` tells the groups apart.

    ``under``: how many models each marker or template covers; ``beyond``: how many more lie in each outer zone of a marker that has
    zones; ``hits``: how many hits there are, when the table has said so.
    """

    by: Model
    mates: Squad
    weapon: Weapon
    how: Situation
    firers: int
    shots: Count
    wounds: int = 1
    group: int = 0
    under: int = 1
    hits: int = -1
    beyond: tuple[int, ...] = ()


class Volley(Struct, frozen=True):
    """All that one weapon of a unit does to one target, rolled together."""

    name: str
    parts: tuple[Part, ...]


# --- one die after the other -----------------------------------------------------------------------------------------


def one_shot(m: Match, exposed: Exposed) -> Procedure:
    """The wounds that one shot or blow costs the model it strikes."""
    if m.hit is not None and (yield Roll(m.hit.test)) in (MISS, HOT):
        return 0
    return (yield from one_hit(m, exposed))


def one_hit(m: Match, exposed: Exposed) -> Procedure:
    """The wounds that one hit costs the model it strikes."""
    assert m.wound is not None
    ap = yield Roll(m.wound.test)
    return 0 if ap is None else (yield from one_wound(defence(m, exposed, ap)))


def one_wound(d: Defence) -> Procedure:
    """The wounds that one wound costs the model it falls on, after its save and whatever discounts it."""
    if d.save is not None and (yield Roll(d.save.test)):
        return 0
    cost = 0
    if d.rolled:
        return (yield from how_many(d.rolled))
    for _ in range(d.separate):
        if d.ignore is None or not (yield Roll(d.ignore.test)):
            cost += d.costs
    return cost


def how_many(dice: str) -> Procedure:
    """What is rolled for wounds or hull points that a hit costs: "D3" or "D6+6"."""
    if dice == "D3":
        return (yield Roll(d3("wounds")))
    return 6 + (yield Roll(die(6, "wounds")))


def pools_of(m: Match) -> tuple[tuple[bool, int], ...]:
    """The pools its wounds may belong to, (whether the attacker chooses who suffers, AP); the better AP first."""
    return tuple((precise, ap) for ap in m.aps for precise in ((True, False) if m.precise else (False,)))


def shot_wounds(m: Match) -> Procedure:
    """Which pool one shot or blow adds a wound to: one place for each pool."""
    face = (yield Roll(m.hit.test)) if m.hit is not None else HIT
    if face in (MISS, HOT):
        return (0,) * len(pools_of(m))
    return (yield from hit_wounds(m, face == PRECISE))


def wounds_one(m: Match) -> Procedure:
    """Whether one shot or blow hits and wounds."""
    if m.hit is not None and (yield Roll(m.hit.test)) in (MISS, HOT):
        return False
    assert m.wound is not None
    return (yield Roll(m.wound.test)) is not None


def hits_one(m: Match) -> Procedure:
    """1 when one shot or blow hits, else 0."""
    return 1 if m.hit is None else int((yield Roll(m.hit.test)) not in (MISS, HOT))


def number_of(throw: Any) -> Procedure:
    """The number that dice say."""
    return (yield Roll(throw))


def hit_wounds(m: Match, precise: bool = False) -> Procedure:
    """Which pool one hit adds a wound to."""
    assert m.wound is not None
    ap = yield Roll(m.wound.test)
    return tuple(int((precise, ap) == known) for known in pools_of(m))


def allocated(m: Match, ap: int, struck: Exposed, beside: Exposed | None, place: int = 0, at: int = 0) -> Procedure:
    """A wound on the model at a place (the nearest): (place of the model that suffers, wounds it costs)."""
    if beside is not None and (yield Roll(looked_out(struck.model).test)):
        return place, (yield from one_wound(defence(m, beside, ap)))
    return at, (yield from one_wound(defence(m, struck, ap)))


def to_hit_only(m: Match) -> Procedure:
    """(hits, precise hits, wounds on the firer) of one shot or blow whose roll to hit is looked at by itself."""
    assert m.hit is not None
    face = yield Roll(m.hit.test)
    return _read(face)


def _read(face: Any) -> tuple[int, int, int]:
    return int(face is HIT), int(face == PRECISE), int(face == HOT)


def missed_once(state: tuple[int, int, int, bool], item: int, m: Match) -> Procedure:
    """One roll to hit of a model that may roll its first miss again: (hits, precise hits, own wounds, whether it has)."""
    assert m.once is not None
    first, again, lesser = m.once
    hits, precise, hot, used = state
    face = yield Roll(first)
    if face == AGAIN or (face in (MISS, HOT, LESSER) and not used):
        used = used or face != AGAIN
        face = yield Roll(again)
    elif face == LESSER:
        face = yield Roll(lesser)
    found = _read(face)
    return hits + found[0], precise + found[1], hot + found[2], used


def heat(again: bool) -> Procedure:
    """(shots fired, 0, wounds on the firer) of one shot of a weapon without a roll to hit."""
    fired = yield Roll(Test("gets hot", 6, (False, True, True, True, True, True), (1,) if again else ()))
    return int(fired), 0, int(not fired)


def suffered(ignore: Built | None) -> Procedure:
    """Whether the firer loses a wound to its own weapon."""
    if ignore is None:
        return 1
    return int(not (yield Roll(ignore.test)))


def number(sides: int) -> Procedure:
    """One die of a number of shots."""
    faces = tuple(range(1, sides + 1)) if sides != 3 else (1, 1, 2, 2, 3, 3)
    return (yield Roll(Test("number of shots", 6 if sides == 3 else sides, faces)))


# --- states ----------------------------------------------------------------------------------------------------------


class Falls(Struct, frozen=True):
    """The state after the outcome of ``one_shot`` or ``one_hit`` on the nearest model."""

    marks: tuple[str, ...] = ()
    on_model: tuple[str, ...] = ()

    def __call__(self, state: Ranks, wounds: int) -> Ranks:
        return wounded(state, 0, wounds, self.marks, self.on_model) if wounds and state.standing else state


class FallsOn(Struct, frozen=True):
    """The state after the outcome of ``allocated``."""

    marks: tuple[str, ...] = ()
    on_model: tuple[str, ...] = ()
    in_any_case: tuple[str, ...] = ()  # on the model, saved or not

    def __call__(self, state: Ranks, outcome: tuple[int, int]) -> Ranks:
        place, wounds = outcome
        if self.in_any_case:
            state = touched(state, place, self.in_any_case)
        return wounded(state, place, wounds, self.marks, self.on_model) if wounds else state


def falls_on(m: Match) -> FallsOn:
    """What follows a wound of an attack that has fallen on a model."""
    return FallsOn(m.marks, m.model_marks, m.fall_marks)


class Allocation(Struct, frozen=True):
    """Where the next wound of a pool falls: the arguments of ``allocated``, None when nobody is left."""

    m: Match
    ap: int
    scene: Scene

    def __call__(self, state: Ranks) -> tuple[Any, ...] | None:
        if not state.standing:
            return None
        front = self.scene.models[state.standing[0]]
        place = escort(self.scene, state) if not self.m.attack.how.challenge else None
        beside = None if place is None else self.scene.models[state.standing[place]]
        return self.m, self.ap, front, beside, place or 0


# --- the procedures --------------------------------------------------------------------------------------------------


def volleys(state: Any, fired: tuple[Volley, ...], scene: Scene) -> Procedure:
    """The state of the target after several weapons, one after the other."""
    return (yield Fold(volley, state, fired, (scene,)))


def volley(state: Any, fired: Volley, scene: Scene) -> Procedure:
    """The state of the target after one weapon of a unit."""
    if not state.standing:
        return state
    if isinstance(state, Hulls):
        return (yield from hulls.volley(state, fired, scene))
    return (yield from _on_ranks(state, fired, scene))


def _on_ranks(state: Ranks, fired: Volley, scene: Scene) -> Procedure:
    at, standing = squad_at(scene, state), len(state.standing)
    pools: list[Pool] = []
    known = {pool for part in fired.parts for m in matches(part, at, part.how) for pool in pools_of(m)}
    one_pool = len(known) == 1  # so that the order of wounds is that of the shots
    for part in fired.parts:
        how = part.how.but(grounded=True) if GROUNDED in state.marks else part.how
        found, own = yield from landings(part, matches(part, at, how), standing, state.own)
        if own is not state.own:
            state = state._replace(own=own)
        for m, dice, hits, precise in found:
            if m.hit_marks and (hits or precise):
                state = marked(state, m.hit_marks)
            if m.outright is not None:
                hits += (yield Each(hits_one, (m,), dice)) if dice else precise
                if hits and state.standing and (k := (yield Each(number_of, (m.outright,), hits))):
                    pools.append((m.ap, True, len(pools), m, k))
                continue
            if not (
                state.standing and m.aps and (dice or hits or precise)
            ):  # nobody is left, or nothing can wound them
                continue
            if (exposed := _same_fate(state, m, scene)) is not None:
                stage, n = (one_shot, dice) if dice else (one_hit, hits + precise)
                state = yield Fold(stage, state, n, (m, exposed), Falls(m.marks, m.model_marks))
                continue
            if one_pool and dice and not part.how.random and not _would_ground(state, [m], scene):
                where, then = Allocation(m, m.aps[0], scene), falls_on(m)
                state = yield Fold(allocated, state, dice, where, then, (wounds_one, (m,)))
                continue
            stages = ((shot_wounds, (m,), dice), (hit_wounds, (m, True), precise), (hit_wounds, (m, False), hits))
            for stage_of_pools, args, n in stages:
                counts = (yield Each(stage_of_pools, args, n)) if n else ()
                pools += [
                    (ap, not chosen, len(pools), m, k)
                    for (chosen, ap), k in zip(pools_of(m), counts, strict=False)
                    if k
                ]
    if pools:
        state = yield from _wounds(state, pools, scene)
    return state


Pool: TypeAlias = tuple[int, bool, int, Match, int]  # AP, whether the nearest suffers, order, match-up, wounds


def _wounds(state: Ranks, pools: list[Pool], scene: Scene) -> Procedure:
    """Wounds fall on the nearest model, the better AP first; before any save the unit may go to ground."""
    if _would_ground(state, [pool[3] for pool in pools], scene):
        answer = yield Choose(
            scene.sides[1], "go to ground?", ("no", "yes"), default="no", about=("go to ground", scene.name)
        )
        if answer == "yes":
            state = marked(state, (GROUNDED,))
    for ap, on_nearest, _, m, n in sorted(pools, key=lambda pool: pool[:3]):
        if GROUNDED in state.marks and not m.attack.how.grounded:
            m = _again(m, m.attack.how.but(grounded=True))
        if m.attack.how.random:
            state = yield Fold(_at_random, state, n, (m, ap, scene))
        elif on_nearest:
            state = yield Fold(allocated, state, n, Allocation(m, ap, scene), falls_on(m))
        else:
            state = yield Fold(_precise, state, n, (m, ap, scene))
    return state


def _precise(state: Ranks, item: int, m: Match, ap: int, scene: Scene) -> Procedure:
    """The state after a wound for which the attacker chooses the model."""
    if not state.standing:
        return state
    different: dict[tuple[Exposed, int], int] = {}
    for place, (i, left) in enumerate(zip(state.standing, state.left, strict=True)):
        if not scene.engaged or i in scene.engaged:
            different.setdefault((scene.models[i], left), place)
    places = tuple(different.values())[: 1 if scene.duel else None] or (0,)
    at = places[0]
    if len(places) > 1:
        at = yield Choose(
            scene.sides[0], "the precise wound falls on whom?", places, default=at, about=("precise", scene)
        )
    outcome = yield from _on_one(state, at, m, ap, scene)
    return falls_on(m)(state, outcome)


def _at_random(state: Ranks, item: int, m: Match, ap: int, scene: Scene) -> Procedure:
    """The state after a wound that falls on any model, each as likely as the others."""
    if not state.standing:
        return state
    n = len(state.standing)
    at = (yield Roll(die(n, "which model"))) - 1 if n > 1 else 0
    outcome = yield from _on_one(state, at, m, ap, scene)
    return falls_on(m)(state, outcome)


def _on_one(state: Ranks, at: int, m: Match, ap: int, scene: Scene) -> Procedure:
    place = escort(scene, state, at) if not m.attack.how.challenge else None
    beside = None if place is None else scene.models[state.standing[place]]
    return (yield from allocated(m, ap, scene.models[state.standing[at]], beside, place or 0, at))


def _again(m: Match, how: Situation) -> Match:
    a = m.attack
    return match(a.by, a.mates, a.weapon, a.at, how)


def _same_fate(state: Ranks, m: Match, scene: Scene) -> Exposed | None:
    """The one model that all left are, when the order in which wounds fall cannot matter and nothing is asked between."""
    exposed = alike(scene, state)
    if exposed is None or escort(scene, state) is not None or _would_ground(state, [m], scene):
        return None
    if m.fall_marks or m.attack.how.random:  # it matters which of them a wound falls on
        return None
    fates = {(d.costs, d.rolled, d.separate) for d in (defence(m, exposed, ap) for ap in m.aps)}
    return exposed if len(fates) == 1 else None


def _would_ground(state: Ranks, matches: list[Match], scene: Scene) -> bool:
    """Whether going to ground would better the save of some model."""
    if not scene.can_ground or GROUNDED in state.marks:
        return False
    for m in matches:
        if m.attack.how.grounded or m.attack.melee:
            continue
        down = _again(m, m.attack.how.but(grounded=True))
        for exposed in {id(e): e for e in (scene.models[i] for i in state.standing)}.values():
            for ap in m.aps:
                up, low = defence(m, exposed, ap).save, defence(down, exposed, ap).save
                if low is not None and (up is None or low.chance > up.chance):
                    return True
    return False


def landed(part: Part, m: Match, standing: int, own: tuple[Any, ...]) -> Procedure:
    """(dice still to roll to hit, hits already sure, precise ones, what firers did to themselves) of one part of a volley."""
    if part.hits >= 0:
        return 0, part.hits, 0, own
    precise = 0
    if m.risky or (m.hit_marks and m.landing.rolls) or m.landing.heats or m.once is not None:
        ignore = discounting(m.attack, part.by, part.mates)
        args = (m, part.shots, part.wounds, part.group, ignore)
        fired, precise, own = yield Fold(_firer, (0, 0, own), part.firers, args)
        dice = 0
    else:
        dice = fired = yield from shots(part.shots, part.firers)
    if not m.landing.rolls:
        return 0, fired * min(part.under, standing), 0, own
    return (dice, 0, 0, own) if dice and m.hit is not None else (0, fired, precise, own)


def matches(part: Part, at: Squad, how: Situation) -> tuple[Match, ...]:
    """The match-up of a part, and one more for each outer zone of its marker in which models lie."""
    m = match(part.by, part.mates, part.weapon, at, how)
    if not (part.beyond and m.landing.zones):
        return (m,)
    zones = (how.but(zone=zone) for zone in range(1, len(part.beyond) + 1))
    return (m, *(match(part.by, part.mates, part.weapon, at, zone) for zone in zones))


def landings(part: Part, known: tuple[Match, ...], standing: int, own: tuple[Any, ...]) -> Procedure:
    """([(match-up, dice still to roll, hits, precise hits)], what firers did to themselves) of one part of a volley."""
    dice, hits, precise, own = yield from landed(part, known[0], standing, own)
    found = [(known[0], dice, hits, precise)]
    inner = min(part.under, standing)
    left = standing - inner
    for m, n in zip(known[1:], part.beyond, strict=False):
        found.append((m, 0, hits // inner * min(n, left), 0))
        left -= min(n, left)
    return found, own


def shots(count: Count, times: int) -> Procedure:
    """So many shots (or blows) so many times, rolled where dice decide."""
    rolled = (yield Each(number, (count.sides,), times * count.dice)) if count.rolled else 0
    return times * count.plus + rolled


def _firer(state: Any, item: int, m: Match, count: Count, wounds: int, group: int, ignore: Built | None) -> Procedure:
    """One firer whose rolls to hit are looked at by themselves: (hits or shots fired so far, precise ones, own wounds)."""
    hits, precise, own = state
    n = yield from shots(count, 1)
    if m.landing.rolls and m.hit is None:
        return hits + n, precise, own
    if m.once is not None:
        good, sharp, hot, _ = yield Fold(missed_once, (0, 0, 0, False), n, (m,))
    else:
        stage, args = (to_hit_only, (m,)) if m.landing.rolls else (heat, (m.landing.heat_again,))
        good, sharp, hot = yield Each(stage, args, n)
    lost = (yield Each(suffered, (ignore,), hot)) if hot else 0
    if lost := lost if m.attack.by.stats.armoured else min(lost, wounds):  # a crippled hull goes on taking glances
        own = tuple(sorted((*own, (group, wounds, lost))))
    return hits + good, precise + sharp, own


__all__ = ["HIT", "Part", "Volley", "landed", "one_hit", "one_shot", "one_wound", "volley", "volleys"]
