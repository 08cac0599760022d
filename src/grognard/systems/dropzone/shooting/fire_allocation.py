"""Sharing out fire: at which unit of the target squad each weapon of a squad is aimed, usually and at its best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from msgspec.structs import replace

from ....common.estimate import MOST, estimated
from ....kernel.exact import best
from ....kernel.law import Law
from ....kernel.memo import memo
from ..attack import POINTS, Attack, Strike, Volley, strike
from ..expected_damage import Estimate, lost_to
from .declaration import Arm, Seen, TargetUnits, Touched, close, grouped, nobody, strikes, volley_at

NEVER, EVEN, SURE = Fraction(0), Fraction(1, 2), Fraction(1)
FEW = MOST // 5  # states of one law, for the sharing out of one weapon asks for one of each unit
MOST_LOTS = 2_000  # ways to deal uses to one unit beyond which the best sharing out is sought use by use
MOST_TRIED = 300  # whole attacks, or choices of profiles, that are compared
Worth: TypeAlias = tuple[Fraction, Fraction]  # expected units destroyed, expected Damage Points


def shared_out(
    found: Sequence[Arm],
    at: TargetUnits,
    seen: Seen,
    touched: Touched = nobody,
    mean: bool = False,
    linked: Callable[[int, int, float], bool] = lambda i, j, inches: True,
    bears: Callable[[Arm, int], bool] | None = None,
    before: Sequence[Volley] = (),
) -> tuple[int, ...]:
    """The usual way to share out fire: the unit aimed at for each use of each arm.

    Each goes to the nearest unit that is expected to survive what came before; when none is, to the one most likely to.
    ``linked`` says which two units stand within so many inches, so that one weapon may be fired at both in its several uses;
    ``bears`` whether an arm may be aimed at a unit at all, where that is sooner told than in what circumstances; ``before`` are the
    volleys of weapons aimed already. A unit is expected to survive when it stands with a chance of at least one half; with the
    ruling ``survive=mean``, or where its law has too many states, when the damage expected (not cut off at its last point) is below
    its points.
    """
    if len(at.units) == 1:
        return (0,) * sum(arm.firing.uses for arm in found)
    volleys = [*before]
    picked: list[int] = []
    for arm in found:
        may = [i for i in range(len(at.units)) if (bears(arm, i) if bears else seen(arm, i) is not None)]
        own: list[int] = []
        for _ in range(arm.firing.uses):
            near = [i for i in may if not own or any(i == k or linked(i, k, arm.firing.apart) for k in own)]
            hopes: list[Fraction] = []
            for i in near:
                hopes.append(hope_of(i, volleys, at, mean))
                if hopes[-1] >= EVEN:
                    break
            else:
                i = near[hopes.index(max(hopes))]
            own.append(i)
            picked.append(i)
            volleys.append(volley_at(arm, at, i, seen, touched))
    return tuple(picked)


def hopes_of(volleys: Sequence[Volley], at: TargetUnits, mean: bool = False) -> list[Fraction]:
    """For each unit how much speaks for its surviving these volleys, 1/2 and more when it is expected to."""
    return [hope_of(i, volleys, at, mean) for i in range(len(at.left))]


def hope_of(i: int, volleys: Sequence[Volley], at: TargetUnits, mean: bool = False) -> Fraction:
    """How much speaks for one unit's surviving these volleys, 1/2 and more when it is expected to."""
    if not any([v.touched or v.stray for v in volleys]):  # noqa: C419 (a list is quicker)
        volleys = [v for v in volleys if v.at == i]  # nothing joins it to others
    for v in volleys:
        if v.at == i or any(j == i for j, _ in (*v.touched, *v.stray)):
            s, members = next((s, members) for s, members in grouped(volleys, at) if i in members)
            k = members.index(i)
            return _hope(_only(s, k) if len(members) > 1 else s, k, mean)
    return SURE if at.left[i] > 0 else NEVER  # nothing is fired at it


@memo(16384)
def _hope(s: Strike, k: int, mean: bool) -> Fraction:
    law = None if mean else estimated(strike, (replace(s, keeps=POINTS),), most=FEW, driver=Estimate)
    if law is not None:
        return Fraction(sum(w for (left, *_), w in law.items() if left[k]), law.den)
    lost = lost_to(s, k, FEW)
    return SURE if lost < s.left[k] else Fraction(s.left[k]) / (2 * lost + 1)


# --- at its best ----------------------------------------------------------------------------------------------------


def worth_of_strike(law: Law) -> Worth:
    """Expected units destroyed and expected points left (as a loss): what one strike is worth."""
    dead = sum(w * left.count(0) for (left, *_), w in law.items())
    left = sum(w * sum(left) for (left, *_), w in law.items())
    return Fraction(dead, law.den), Fraction(-left, law.den)


@memo(16384)
def _worth(s: Strike) -> Worth:
    if s.close or any(v.match.focus for v in s.volleys):
        return worth_of_strike(best(strike, (replace(s, keeps=POINTS),), worth_of_strike))
    # what is expected of all is the sum of what is expected of each: few states one by one, very many together
    return _sum(_alone(_only(s, k), k) for k in range(len(s.left)))


def _only(s: Strike, k: int) -> Strike:
    """The strike as far as it can hurt one unit: what a volley does to it asks nothing of what the others have left."""
    left = tuple(dp if j == k else 0 for j, dp in enumerate(s.left))
    own = tuple(v for v in s.volleys if v.at == k or any(j == k for j, _ in (*v.touched, *v.stray)))
    return replace(s, left=left, volleys=own, keeps=POINTS)


@memo(16384)
def _alone(s: Strike, k: int) -> Worth:
    law = Estimate().law(strike, (s,))
    dead = sum(w for (left, *_), w in law.items() if not left[k])
    return Fraction(dead, law.den), Fraction(-sum(w * left[k] for (left, *_), w in law.items()), law.den)


def best_attack(
    choices: Sequence[Sequence[Arm]], at: TargetUnits, seen: Seen, touched: Touched = nobody, melee: bool = False
) -> tuple[Attack, tuple[Arm, ...], tuple[int, ...]]:
    """The attack that destroys most units, then does most damage, over all ``choices`` of arms and all ways to share out;

    the arms of that choice, and the unit aimed at for each use of each arm (none in close quarters).

    Exact as long as there are at most MOST_LOTS ways to deal the uses of equal weapons to one unit, and for templates that touch
    several units MOST_TRIED ways in all; beyond that use by use, each where it adds most.
    """
    found = []
    for arms in choices[:MOST_TRIED]:
        attack, picked = (close(arms, at, seen), ()) if melee else _best_shared(arms, at, seen, touched)
        found.append((attack, tuple(arms), picked))
    return max(found, key=lambda way: _sum(_worth(s) for s in way[0].strikes))


def _best_shared(arms: Sequence[Arm], at: TargetUnits, seen: Seen, touched: Touched) -> tuple[Attack, tuple[int, ...]]:
    uses = [arm for arm in arms for _ in range(arm.firing.uses)]
    ways: Iterator[tuple[int, ...]]
    joined = any(volley_at(arm, at, i, seen, touched).touched for arm in arms for i in range(len(at.units)))
    if joined and len(at.units) ** len(uses) > MOST_TRIED:
        picked = _one_by_one(uses, at, seen, touched)
    elif joined:
        ways = product(range(len(at.units)), repeat=len(uses))
        if not any(volley_at(arm, at, i, seen, touched).match.focus for arm in uses for i in range(len(at.units))):
            ways = (way for way in ways if _in_order(uses, way))
        picked = max(ways, key=lambda way: _sum(_worth(s) for s in _aimed(uses, way, at, seen, touched)))
    else:
        picked = _dealt(uses, at, seen) or _one_by_one(uses, at, seen, touched)
    return Attack(_aimed(uses, picked, at, seen, touched)), picked


def _in_order(uses: Sequence[Arm], way: Sequence[int]) -> bool:
    """Whether equal weapons are aimed in the order of the units; any other order does the same where nobody has a choice."""
    last: dict[Any, int] = {}
    for arm, i in zip(uses, way, strict=True):
        key = (arm.weapon, arm.firing)
        if last.get(key, 0) > i:
            return False
        last[key] = i
    return True


def _aimed(
    uses: Sequence[Arm], way: Sequence[int], at: TargetUnits, seen: Seen, touched: Touched
) -> tuple[Strike, ...]:
    return strikes([volley_at(arm, at, i, seen, touched) for arm, i in zip(uses, way, strict=True)], at)


def _one_by_one(uses: Sequence[Arm], at: TargetUnits, seen: Seen, touched: Touched) -> tuple[int, ...]:
    """Each use where it adds most to what came before."""
    way: list[int] = []
    for k in range(len(uses)):

        def with_it(i: int, k: int = k) -> Worth:
            return _sum(_worth(s) for s in _whole(_aimed(uses[: k + 1], [*way, i], at, seen, touched), at))

        way.append(max(range(len(at.units)), key=with_it))
    return tuple(way)


def _whole(found: tuple[Strike, ...], at: TargetUnits) -> tuple[Strike, ...]:
    """The strikes with the points of the units that are in none, so that sums can be compared."""
    missing = sum(at.left) - sum(sum(s.left) for s in found)
    return (*found, Strike((missing,), (missing,), ())) if missing else found


def _dealt(uses: Sequence[Arm], at: TargetUnits, seen: Seen) -> tuple[int, ...] | None:
    """The best way to deal the uses to units that no volley joins; None when there are too many ways."""
    lots: dict[Any, list[int]] = {}
    for k, arm in enumerate(uses):
        lots.setdefault((arm.weapon, arm.firing), []).append(k)
    sizes = [len(places) for places in lots.values()]
    ways = 1
    for size in sizes:
        ways *= size + 1
    if ways > MOST_LOTS:
        return None
    volleys = [[volley_at(uses[places[0]], at, i, seen) for places in lots.values()] for i in range(len(at.units))]

    def on_one(i: int, counts: tuple[int, ...]) -> Worth:
        own = tuple(Volley(v.match, v.shots) for v, n in zip(volleys[i], counts, strict=True) for _ in range(n))
        return _worth(Strike((at.left[i],), (at.full[i],), own))

    deal = _deals(on_one, len(at.units), tuple(sizes))
    way = [0] * len(uses)
    dealt = [0] * len(sizes)
    for i, counts in enumerate(deal):
        for kind, (n, places) in enumerate(zip(counts, lots.values(), strict=True)):
            for k in places[dealt[kind] : dealt[kind] + n]:
                way[k] = i
            dealt[kind] += n
    return tuple(way)


def _deals(
    on_one: Callable[[int, tuple[int, ...]], Worth], units: int, sizes: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """How many of each lot go to each unit so that the sum of worths is greatest."""

    @memo(1024)
    def rest(i: int, left: tuple[int, ...]) -> tuple[Worth, tuple[tuple[int, ...], ...]]:
        if i == units - 1:
            return on_one(i, left), (left,)
        found = None
        for counts in product(*(range(n, -1, -1) for n in left)):
            after, deal = rest(i + 1, tuple(a - b for a, b in zip(left, counts, strict=True)))
            total = _sum((on_one(i, counts), after))
            if found is None or total > found[0]:
                found = (total, (counts, *deal))
        assert found is not None
        return found

    return rest(0, sizes)[1]


def _sum(worths: Any) -> Worth:
    dead = left = Fraction(0)
    for d, p in worths:
        dead += d
        left += p
    return dead, left
