"""The sequence of an attack: to hit, to wound, saves, wounds on the nearest model. Nothing here reads the table.

One weapon of a unit is a ``Volley``. Its procedure takes the state of the target and gives the state after it; odds run it
under the exact driver, battles with dice. Where every model left is the same, a shot is one stage from the roll to hit to the last
save; otherwise hits and wounds are rolled first and the wounds fall one by one, the better AP first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ....common.building import Built
from ....common.profiles import Model, Weapon
from ....common.schema import Count
from ....kernel.asks import Each, Fold, Procedure
from ..circumstances import Situation
from ..model_marks import marks_on
from ..squads import Squad
from . import hulls, random_profiles
from .allocation import Allocation, WoundPool, same_fate, would_ground, wounds
from .defender import GROUNDED, Hulls, Ranks, Scene, marked, squad_at
from .matchup import Match, discounting, match
from .outcomes import HIT
from .rolls import (
    Falls,
    allocated,
    falls_on,
    heat,
    hit_wounds,
    hits_one,
    number,
    number_of,
    one_hit,
    one_shot,
    one_wound,
    pools_of,
    shot_wounds,
    some_again,
    suffered,
    to_hit_only,
    wounds_one,
)


class Part(Struct, frozen=True):
    """Equal models with equal weapons in a volley. ``wounds`` is what each has left; ``group`` tells the groups apart.

    ``under``: how many models each marker or template covers; ``beyond``: how many more lie in each outer zone of a marker that has
    zones; ``hits``: how many hits there are, when the table has said so; ``placed``: where markers are laid and scatter, in place
    of ``under`` and ``beyond``.
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
    placed: Any = None


class Volley(Struct, frozen=True):
    """All that one weapon of a unit does to one target, rolled together."""

    name: str
    parts: tuple[Part, ...]


def firers_of(volleys: Iterable[Volley]) -> tuple[int, ...]:
    """How many models fire each of some weapons."""
    return tuple(sum(part.firers for part in volley.parts) for volley in volleys)


def sorts_of(parts: Iterable[Part]) -> str:
    """Who uses a weapon, where models of several names do, or some are under a mark: "2 x Lancer, 1 x Lancer (struck down)"."""
    found: dict[str, int] = {}
    for part in parts:
        marks = ", ".join(mark.called for mark in marks_on(part.by) if not mark.wards)
        name = part.by.name + (f" ({marks})" if marks else "")
        found[name] = found.get(name, 0) + part.firers
    return ", ".join(f"{n} x {name}" for name, n in found.items()) if len(found) > 1 else ""


# --- the procedures --------------------------------------------------------------------------------------------------


def volleys(state: Any, fired: tuple[Volley, ...], scene: Scene) -> Procedure:
    """The state of the target after several weapons, one after the other."""
    return (yield Fold(volley, state, fired, (scene,)))


def volley(state: Any, fired: Volley, scene: Scene) -> Procedure:
    """The state of the target after one weapon of a unit."""
    if not state.standing:
        return _as_it_is(state)
    if fired.parts[0].weapon.stats.rolled:
        return _unsettled(state, fired, scene)
    if isinstance(state, Hulls):
        return hulls.volley(state, fired.parts, scene, _landed_on)
    return _on_ranks(state, fired, scene)


def _as_it_is(state: Any) -> Procedure:
    yield from ()
    return state


def _unsettled(state: Any, fired: Volley, scene: Scene) -> Procedure:
    """The state of the target after a weapon whose Strength or AP dice must say first."""
    if random_profiles.together(fired.parts):
        return (yield from volley(state, Volley(fired.name, (yield from random_profiles.settled(fired.parts))), scene))
    singles = tuple(Volley(fired.name, parts) for parts in random_profiles.one_by_one(fired.parts))
    return (yield Fold(_settled_alone, state, singles, (scene,)))


def _settled_alone(state: Any, fired: Volley, scene: Scene) -> Procedure:
    return (yield from volley(state, Volley(fired.name, (yield from random_profiles.settled(fired.parts))), scene))


def _landed_on(state: Any, part: Part, at: Squad, how: Situation, standing: int) -> Procedure:
    """(the state with what firers have done to themselves, what ``landings`` finds of one part of a volley)."""
    known = matches(part, at, how)
    if part.placed is not None and part.hits < 0 and scatters(known[0]):
        _, n, _, own = yield from landed(replace(part, under=1), known[0], 1, state.own)
        hits = yield from part.placed.hits(known[0], n, state.standing)
        state = state if own is state.own else state._replace(own=own)
        return state, [(m, 0, k, 0) for m, k in zip(known, hits, strict=True)]
    if (found := sure_landings(part, known, standing)) is None:
        found, own = yield from landings(part, known, standing, state.own)
        if own is not state.own:
            state = state._replace(own=own)
    return state, found


def _on_ranks(state: Ranks, fired: Volley, scene: Scene) -> Procedure:
    at, standing = squad_at(scene, state), len(state.standing)
    pools: list[WoundPool] = []
    for part in fired.parts:
        how = part.how.but(grounded=True) if GROUNDED in state.marks else part.how
        state, found = yield from _landed_on(state, part, at, how, standing)
        for m, dice, hits, precise in found:
            if m.hit_marks and (hits or precise):
                state = marked(state, m.hit_marks)
            if m.outright is not None:
                hits += (yield Each(hits_one, (m,), dice)) if dice else precise
                if hits and state.standing and (k := (yield Each(number_of, (m.outright,), hits))):
                    pools.append(WoundPool(m.ap, False, m, k))
                continue
            if not (
                state.standing and m.aps and (dice or hits or precise)
            ):  # nobody is left, or nothing can wound them
                continue
            if (exposed := same_fate(state, m, scene)) is not None:
                stage, n = (one_shot, dice) if dice else (one_hit, hits + precise)
                state = yield Fold(stage, state, n, (m, exposed), Falls(m.marks, m.model_marks))
                continue
            if dice and not part.how.random and _one_pool(fired, at) and not would_ground(state, (m,), scene):
                where, then = Allocation(m, m.aps[0], scene), falls_on(m)
                state = yield Fold(allocated, state, dice, where, then, (wounds_one, (m,)))
                continue
            stages = ((shot_wounds, (m,), dice), (hit_wounds, (m, True), precise), (hit_wounds, (m, False), hits))
            for stage_of_pools, args, n in stages:
                counts = (yield Each(stage_of_pools, args, n)) if n else ()
                pools += [
                    WoundPool(ap, chosen, m, k) for (chosen, ap), k in zip(pools_of(m), counts, strict=False) if k
                ]
    if pools:
        state = yield from wounds(state, pools, scene)
    return state


def _one_pool(fired: Volley, at: Squad) -> bool:
    """Whether all wounds are alike, so that the order in which they fall is that of the shots."""
    first = None
    for part in fired.parts:
        for m in matches(part, at, part.how):
            for pool in pools_of(m):
                if first is None:
                    first = pool
                elif pool != first:
                    return False
    return first is not None


def landed(part: Part, m: Match, standing: int, own: tuple[Any, ...]) -> Procedure:
    """(dice still to roll to hit, hits already sure, precise ones, what firers did to themselves) of one part of a volley."""
    sure = sure_landing(part, m, standing)
    if sure is not None:
        return (*sure, own)
    if m.risky or m.heats or m.some is not None or (m.hit_marks and m.rolls):
        ignore = discounting(m.attack, part.by, part.mates)
        args = (m, part.shots, part.wounds, part.group, ignore)
        fired, precise, own = yield Fold(_firer, (0, 0, own), part.firers, args)
        if m.rolls:
            return 0, fired, precise, own
    else:
        fired = yield from shots(part.shots, part.firers)
    return (*_of_shots(part, m, standing, fired), own)


def sure_landing(part: Part, m: Match, standing: int) -> tuple[int, int, int] | None:
    """(dice still to roll to hit, hits already sure, precise ones) where no dice say it; else None, and ``landed`` asks."""
    if part.hits >= 0:
        return 0, part.hits, 0
    if part.shots.dice or m.risky or m.heats or m.some is not None or (m.hit_marks and m.rolls):
        return None
    return _of_shots(part, m, standing, part.firers * part.shots.plus)


def _of_shots(part: Part, m: Match, standing: int, fired: int) -> tuple[int, int, int]:
    if not m.rolls:
        return 0, fired * min(part.under, standing), 0
    return (fired, 0, 0) if fired and m.hit is not None else (0, fired, 0)


def matches(part: Part, at: Squad, how: Situation) -> tuple[Match, ...]:
    """The match-up of a part, and one more for each outer zone of its marker in which models lie."""
    m = match(part.by, part.mates, part.weapon, at, how)
    if not (part.beyond or part.placed is not None) or not m.landing.zones:
        return (m,)
    outer = len(m.landing.zones) - 1 if part.placed is not None else len(part.beyond)
    zones = (how.but(zone=zone) for zone in range(1, outer + 1))
    return (m, *(match(part.by, part.mates, part.weapon, at, zone) for zone in zones))


def scatters(m: Match) -> bool:
    """Whether round markers are laid one by one: no flames, and no circles that shots strike."""
    return bool(not m.rolls and m.landing.marker and not m.landing.template and not m.landing.strikes)


def sure_landings(part: Part, known: tuple[Match, ...], standing: int) -> list[tuple[Match, int, int, int]] | None:
    """What ``landings`` finds where no dice say it; else None."""
    if len(known) > 1 or (sure := sure_landing(part, known[0], standing)) is None:
        return None
    return [(known[0], *sure)]


def landings(part: Part, known: tuple[Match, ...], standing: int, own: tuple[Any, ...]) -> Procedure:
    """([(match-up, dice still to roll, hits, precise hits)], what firers did to themselves) of one part of a volley."""
    dice, hits, precise, own = yield from landed(part, known[0], standing, own)
    found = [(known[0], dice, hits, precise)]
    if len(known) == 1:
        return found, own
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
    if m.rolls and m.hit is None:
        return hits + n, precise, own
    if m.some is not None:
        good, sharp, hot, _ = yield Fold(some_again, (0, 0, 0, 0), n, (m,))
    else:
        stage, args = (to_hit_only, (m,)) if m.rolls else (heat, (m.landing.hot, m.landing.heat_again))
        good, sharp, hot = yield Each(stage, args, n)
    lost = (yield Each(suffered, (ignore,), hot)) if hot else 0
    if lost := lost if m.attack.by.stats.armoured else min(lost, wounds):  # a crippled hull goes on taking glances
        own = tuple(sorted((*own, (group, wounds, lost))))
    return hits + good, precise + sharp, own


__all__ = ["HIT", "Part", "Volley", "landed", "one_hit", "one_shot", "one_wound", "volley", "volleys"]
