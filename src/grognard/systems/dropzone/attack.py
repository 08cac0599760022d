"""The procedures of an attack: frozen arguments in, what it did out. They never read the table.

``odds`` runs them under the exact driver, battles under play. What a squad does to one unit is a *strike*: its volleys one
after the other over the Damage Points that are left. Units of the target that one volley can touch together are in one strike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from functools import partial
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ...common.attack import fallen, lost, run_on, saved
from ...common.building import ids_of
from ...common.saying import InAttack
from ...kernel.asks import Choose, Each, Emit, Fold, Procedure, Roll, Stage
from ...kernel.memo import memo
from .matchup import NONE, Match
from .slots import DESTROYED, GLANCE, HIT

State: TypeAlias = tuple[tuple[int, ...], int, int]  # points left of each unit, criticals so far, tokens so far
Done: TypeAlias = tuple[int, int, int]  # Damage Points that come through the saves, criticals, tokens


BOTH, POINTS, COUNTS = "both", "points", "counts"


class Volley(Struct, frozen=True, cache_hash=True):
    """One use of one weapon: ``shots`` of a match-up at the unit ``at`` of a strike.

    ``touched`` are the other units of the strike under each template that hits, with their match-ups; ``stray`` are
    the friendly units one of which dice that miss hit.
    """

    match: Match
    shots: int
    at: int = 0
    touched: tuple[tuple[int, Match], ...] = ()
    stray: tuple[tuple[int, Match], ...] = ()
    friends: tuple[str, ...] = ()  # the names of those in ``stray``


class Strike(Struct, frozen=True, cache_hash=True):
    """Volleys at units of one squad. ``left`` are their Damage Points, ``full`` what they have unhurt.

    ``close``: close quarters, where damage runs on from unit to unit, the most damaged first. ``keeps`` says what is asked for:
    with only the points left, or only the criticals and tokens, far fewer states have to be told apart. ``player``: who fires.
    """

    left: tuple[int, ...]
    full: tuple[int, ...]
    volleys: tuple[Volley, ...]
    close: bool = False
    keeps: str = BOTH
    player: int = 0


class Attack(Struct, frozen=True):
    """All that a squad does in one Shooting action."""

    strikes: tuple[Strike, ...]


# --- one die --------------------------------------------------------------------------------------------------------


def shot(m: Match) -> Procedure:
    """One shot from the die to hit to the damage before saves: (may be saved, may not, criticals, tokens)."""
    hit: Hashable = HIT
    if m.to_hit is not None:
        hit = yield Roll(m.to_hit.test)
    if hit == DESTROYED:
        return m.harm(DESTROYED)
    if hit != HIT:
        return NONE
    return m.harm((yield Roll(m.damage().test)))


def aim(m: Match) -> Procedure:
    """One die to hit: (hits, Destroyer hits, glances)."""
    assert m.to_hit is not None
    hit = yield Roll(m.to_hit.test)
    return int(hit == HIT), int(hit == DESTROYED), int(hit == GLANCE)


def wound(m: Match, more: int, destroyer: bool) -> Procedure:
    """One hit with so much more Energy: (may be saved, may not, criticals, tokens)."""
    if destroyer:
        return m.harm(DESTROYED, more)
    return m.harm((yield Roll(m.damage(more).test)), more)


def parried(m: Match) -> Procedure:
    """One Damage Point against all saves in turn: 1 when it goes through."""
    return int(not (yield from saved([save.test for save in m.guard])))


# --- dice of one sort, whatever the state (so that the exact driver counts them once) ---------------------------------


def shots(m: Match, n: int) -> Procedure:
    """``n`` shots from the dice to hit to the saves: what comes through."""
    return (yield from through(m, (yield Each(shot, (m,), n))))


def wounds(m: Match, more: int, destroyer: bool, hits: int | None = None) -> Procedure:
    """So many hits with so much more Energy, or what one hit becomes: what comes through."""
    if hits is None:
        hits = 1 if m.many is None else (yield Roll(m.many))
    return (yield from through(m, (yield Each(wound, (m, more, destroyer), hits))))


def through(m: Match, done: tuple[int, int, int, int]) -> Procedure:
    """The damage that comes through the saves."""
    savable, points, criticals, tokens = done
    if savable:
        points += yield Each(parried, (m,), savable)
    return points, criticals, tokens


# --- a volley -------------------------------------------------------------------------------------------------------


def volley(state: State, v: Volley, s: Strike) -> Procedure:
    """One use of a weapon; the state after it."""
    m = v.match
    left, criticals, tokens = state
    if s.keeps != POINTS:
        state = left, criticals, tokens + m.tokens
    if s.close and v.touched:
        return (yield Fold(close_hit, state, v.shots, (v, s)))
    if m.single and not v.stray:
        return lands(state, v.at, (yield Stage(shots, (m, v.shots))), s)
    hits, destroyers, glances = (v.shots, 0, 0) if m.to_hit is None else (yield Each(aim, (m,), v.shots))
    spread = yield from focused(m, hits, destroyers, s.player)
    landings = tuple((more, n, False, False) for more, n in spread)
    landings += ((0, destroyers, True, False), (m.glance or 0, glances, False, True))
    state = yield Fold(landing, state, tuple(x for x in landings if x[1]), (v, s))
    missed = v.shots - hits - destroyers - glances
    if v.stray and missed:
        at, friend = yield from astray(state, v, s)
        state = lands(state, at, (yield Stage(wounds, (friend, 0, False, missed))), s)
    return state


def astray(state: State, v: Volley, s: Strike) -> Procedure:
    """Which friendly unit the dice that miss hit: the player who is fired at says so."""
    able = {name: who for name, who in zip(v.friends, v.stray, strict=True) if state[0][who[0]]}
    if not able:
        return v.stray[0]
    question = f"whom do the misses of {v.match.shot.weapon.name} hit?"
    weakest = min(able, key=lambda name: state[0][able[name][0]])
    struck = yield Choose(1 - s.player, question, tuple(able), weakest)
    yield from remarked(f"dice of {v.match.shot.weapon.name} that miss hit {struck}, a friend in the same building")
    return able[struck]


def remarked(words: str) -> Procedure:
    """A remark for those who read the battle."""
    from ...table.events import Remarked  # late: whoever asks for odds only needs no table

    yield Emit(Remarked(words))


def close_hit(state: State, i: int, v: Volley, s: Strike) -> Procedure:
    """One hit on a squad of unlike units in close quarters: it is rolled against the one that would lose a point next."""
    first = next((at for at in most_damaged(state[0], s.full) if state[0][at]), None)
    if first is None:
        return state
    return lands(state, first, (yield Stage(shots, (dict(v.touched).get(first, v.match), 1))), s)


def landing(state: State, what: tuple[int, int, bool, bool], v: Volley, s: Strike) -> Procedure:
    """Hits of one kind; ``what`` is (more Energy, how many, Destroyer hits, glances)."""
    more, hits, destroyer, glance = what
    m = v.match
    if not (m.template or m.many):
        return lands(state, v.at, (yield Stage(wounds, (m, more, destroyer, hits))), s)
    under = ((v.at, m),) if glance or not m.template else ((v.at, m), *v.touched)
    return (yield Fold(under_template, state, under * hits, (more, destroyer, v, s)))


def under_template(state: State, who: tuple[int, Match], more: int, destroyer: bool, v: Volley, s: Strike) -> Procedure:
    """One template (or what became of one hit) on one unit. Only the unit aimed at takes Destroyer hits."""
    at, m = who
    return lands(state, at, (yield Stage(wounds, (m, more, destroyer and at == v.at))), s)


def lands(state: State, at: int, done: Done, s: Strike) -> State:
    """The state after damage that came through the saves."""
    left, criticals, tokens = state
    if s.keeps != COUNTS:
        left = run_on(left, most_damaged(left, s.full), done[0]) if s.close else lost(left, at, done[0])
    return (left, 0, 0) if s.keeps == POINTS else (left, criticals + done[1], tokens + done[2])


def most_damaged(left: tuple[int, ...], full: tuple[int, ...]) -> list[int]:
    """The order in which units lose points in close quarters: the most damaged first, then the nearest.

    >>> most_damaged((5, 3, 4), (5, 5, 5))
    [1, 2, 0]
    """
    return sorted(range(len(left)), key=lambda i: (left[i] - full[i], i))


# --- focus ----------------------------------------------------------------------------------------------------------

MOST_SPREAD = 20  # hits that may be given up to any others: there are 627 ways
FOCUS = "give up hits of {} (Focus)?"


def focused(m: Match, hits: int, destroyers: int, player: int = 0) -> Procedure:
    """Hits given up to strengthen others: a list of (more Energy, how many hits)."""
    if not m.focus or hits + destroyers < 2 or not hits:
        return [(0, hits)]
    options, name = focusings(m, hits, destroyers), m.shot.weapon.name
    spread = yield Choose(player, FOCUS.format(name), options, options[0], m, InAttack(partial(focus_words, m.focus)))
    if sum(n for _, n in spread) < hits:
        yield from remarked(f"hits of {name} given up (Focus), {focus_words(m.focus, spread)}")
    return list(spread)


def focus_words(focus: int, given_up: tuple[tuple[int, int], ...]) -> str:
    """Of hits given up how many, and what the others gain; ``focus``: the hits for 1 Energy.

    >>> focus_words(1, ((1, 1), (0, 1))), focus_words(1, ((0, 2),))
    ('1 of 3: 1 with Energy +1 and 1 as it is', 'none of 2')
    """
    left, given = sum(n for _, n in given_up), sum(more * n for more, n in given_up) // focus
    each = [f"{n} with Energy +{more}" if more else f"{n} as it is" for more, n in given_up]
    return f"{given} of {left + given}: {' and '.join(each)}" if given else f"none of {left}"


@memo(4096)
def focusings(m: Match, hits: int, destroyers: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Every way to give up hits, the usual one first: none, unless the hits as they are cannot hurt, then the fewest.

    A way is ((more Energy, how many hits), …). Destroyer hits are not given up: they need no Energy. Of more than MOST_SPREAD hits
    all that are given up go to one, or to all the others as evenly as can be.
    """
    ways: list[tuple[tuple[int, int], ...]] = []
    seen: set[object] = set()
    spreads = _partitions if hits <= MOST_SPREAD else _plain_spreads
    for given in range(hits):
        for parts in spreads(given, hits - given):
            way = _counted(m.focus, parts)
            hurting = Counter[Any]()
            for more, n in way:
                if m.damage(more).chance:
                    hurting[m.damage(more).test.faces] += n
            does = tuple(sorted(hurting.items()))
            if does not in seen:  # else it gives up more for the same
                seen.add(does)
                ways.append(way)
    usual = ways[0]
    if not destroyers and m.damage().chance == 0:
        usual = next((w for w in ways if any(m.damage(more).chance > 0 for more, _ in w)), ways[0])
    return (usual, *(w for w in ways if w != usual))


def _partitions(given: int, hits: int) -> list[tuple[int, ...]]:
    """How ``given`` equal gifts can be spread over ``hits`` equal hits, most to one hit first."""
    if hits == 0:
        return [()] if given == 0 else []
    return [
        (most, *rest)
        for most in range(given, -1, -1)
        for rest in _partitions(given - most, hits - 1)
        if not rest or rest[0] <= most
    ]


def _plain_spreads(given: int, hits: int) -> list[tuple[int, ...]]:
    """``given`` equal gifts to one of ``hits`` equal hits, or to all as evenly as can be."""
    each, over = divmod(given, hits)
    one, even = (given, *(0,) * (hits - 1)), (each + 1,) * over + (each,) * (hits - over)
    return [one] if one == even else [one, even]


def _counted(focus: int, parts: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((focus * gifts, parts.count(gifts)) for gifts in dict.fromkeys(parts))


# --- the whole --------------------------------------------------------------------------------------------------------


def strike(s: Strike) -> Procedure:
    """All volleys of one strike: (points left of each unit, criticals, tokens)."""
    return (yield Fold(volley, (s.left, 0, 0), s.volleys, (s,)))


def left_in_close_quarters(s: Strike) -> Procedure:
    """The Damage Points that each unit of a squad has left."""
    return (yield Stage(strike, (replace(s, keeps=POINTS),)))[0]


def attack(a: Attack) -> Procedure:
    """A whole attack: (units destroyed, Damage Points lost, criticals, tokens)."""
    return (yield Fold(_added, (0, 0, 0, 0), a.strikes))


def attack_apart(a: Attack) -> Procedure:
    """As ``attack``, for laws of templates: what is lost and what is counted come as two laws, each right by itself."""
    slain, damage, *_ = yield Stage(attack, (keeping(a, POINTS),))
    *_, criticals, tokens = yield Stage(attack, (keeping(a, COUNTS),))
    return slain, damage, criticals, tokens


def keeping(a: Attack, what: str) -> Attack:
    """The attack asked only for this."""
    return Attack(tuple(replace(s, keeps=what) for s in a.strikes))


def _added(so_far: tuple[int, int, int, int], s: Strike) -> Procedure:
    left, criticals, tokens = yield Stage(strike, (s,))
    done = (sum(fallen(s.left, left)), sum(s.left) - sum(left), criticals, tokens)
    return tuple(a + b for a, b in zip(so_far, done, strict=True))


def spoken(m: Match, *more: Any) -> tuple[str, ...]:
    """The ids of the special rules that have a part in a match-up."""
    found = [b for built in (m.to_hit, m.damage(), *m.guard) if built is not None for b in built.because]
    found += [b for reasons in m.reasons.values() for b in reasons]
    return ids_of((*found, *more))
