"""A state carried through n equal steps, exactly: a Markov chain with equal states merged.

What leaves every state as it is (a miss, a save) is taken out first: how many steps matter is binomial, and the chain is
then only as long as it takes to reach its end.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb, gcd, lcm
from typing import Any

from .budget import Budget
from .law import Law, mixture, point
from .memo import memo


class _Graph:
    """The states within reach of a start, their moves as (next, weight), and the share that never moves."""

    __slots__ = ("den", "ends", "moves", "states", "still")

    def __init__(
        self,
        start: Any,
        law_at: Callable[[Any], Law | None],
        then: Callable[[Any, Any], Any],
        depth: int,
        budget: Budget | None = None,
    ) -> None:
        self.states: list[Any] = [start]
        known = {start: 0}
        raw: list[tuple[int, dict[int, int]] | None] = []
        reached = 1
        for _ in range(depth):
            fresh = range(len(raw), reached)
            if not fresh:
                break
            if budget is not None:
                budget.ahead(reached)
            for i in fresh:
                state = self.states[i]
                law = law_at(state)
                if law is None:
                    raw.append(None)
                    continue
                to: dict[int, int] = {}
                for outcome, weight in law.weights.items():
                    after = then(state, outcome)
                    j = known.get(after)
                    if j is None:
                        j = known[after] = len(self.states)
                        self.states.append(after)
                    to[j] = to.get(j, 0) + weight
                raw.append(None if len(to) == 1 and i in to else (law.den, to))
            reached = len(self.states)
        raw.extend([None] * (reached - len(raw)))
        self._settle(raw)

    def _settle(self, raw: list[tuple[int, dict[int, int]] | None]) -> None:
        """One denominator for all states, and the common share of standing still split off."""
        den = lcm(*(entry[0] for entry in raw if entry))
        scaled = [None if e is None else {j: w * (den // e[0]) for j, w in e[1].items()} for e in raw]
        still = min((to.get(i, 0) for i, to in enumerate(scaled) if to is not None), default=den)
        common = gcd(den, still)
        for to in scaled:
            for weight in (to or {}).values():
                common = gcd(common, weight)
        self.den = den // common
        self.still = still // common
        self.moves: list[tuple[tuple[int, int], ...]] = []
        for i, to in enumerate(scaled):
            if to is None:
                self.moves.append(())
                continue
            if still:
                to[i] -= still
            self.moves.append(tuple((j, w // common) for j, w in to.items() if w))
        self.ends = [to is None for to in scaled]


class _Within:
    """A budget that a graph is built within; no part of what graphs are kept by, for it makes no graph another."""

    __slots__ = ("budget",)

    def __init__(self, budget: Budget | None) -> None:
        self.budget = budget

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Within)

    def __hash__(self) -> int:
        return 0


@memo(512)
def _kept_graph(
    start: Any, law_at: Callable[[Any], Law | None], then: Callable[[Any, Any], Any], depth: int, within: _Within
) -> _Graph:
    return _Graph(start, law_at, then, depth, within.budget)


def carried(
    start: Any,
    law_at: Callable[[Any], Law | None],
    then: Callable[[Any, Any], Any],
    n: int,
    budget: Budget | None = None,
) -> Law:
    """The law of the state after ``n`` steps; ``law_at(state)`` is the law of a step's outcome, None at an end.

    Each state within reach is one of the ``budget``.

    >>> from grognard.kernel.law import Law
    >>> coin = Law({0: 1, 1: 1}, 2)
    >>> carried(0, lambda s: coin, lambda s, o: min(s + o, 1), 3).fraction(1)
    Fraction(7, 8)
    """
    if n == 0:
        return point(start)
    graph = _kept_graph(start, law_at, then, n, _Within(budget))
    if budget is not None:
        budget.spend(len(graph.states))
    moves, ends, still = graph.moves, graph.ends, graph.still
    if ends[0]:
        return point(start)
    moving = graph.den - still
    totals = [0] * len(moves)
    now = {0: 1}
    tail = graph.den**n  # how much weight a mass that ends at step k carries to the result
    for k in range(n + 1):
        alive = comb(n, k) * (still ** (n - k) if still else k == n)
        after: dict[int, int] = {}
        for i, mass in now.items():
            if ends[i]:
                totals[i] += mass * tail
                continue
            if alive:
                totals[i] += mass * alive
            for j, weight in moves[i]:
                after[j] = after.get(j, 0) + mass * weight
        tail = (tail - alive) // moving
        now = after
        if not now:
            break
    return Law({graph.states[i]: w for i, w in enumerate(totals) if w}, graph.den**n)


def through(start: Law, step: Callable[[Any], Law]) -> Law:
    """The law of ``step(state)`` over the law of the states: the exact push through one stage."""
    return mixture(((w, step(state)) for state, w in start.weights.items()), start.den)
