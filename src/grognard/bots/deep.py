"""The bot that plans its turn: what its side will do in this round, improved by search, before each pick is tried.

At the first question after a boundary it searches over plans (``plans.Plan``): it begins with greedy's own, which says nothing, and
changes one matter at a time: who goes first, where a unit goes, at whom it aims, what it does. Each plan is played through the
round and the enemy's reply on battles of its own that start at that boundary, with dice that fall alike for each plan; the better
ones, and what comes of putting them together, go on to more trials, until one is left: trials that had no part in the search say
whether it is kept. Then the question is tried as ``steady`` tries it, but with what the plan says as the usual pick, with the plan
kept to afterwards, and with more picks and trials.

A plan hangs on the boundary alone, never on what the bot remembers: a battle that is loaded goes on as it would have gone on. The
budget counts trials, never a time.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from ..common.battle import strata
from ..kernel.study import Study
from ..table.state import Table
from .greedy import Greedy
from .plans import Matter, Plan, Planned, changed
from .steady import EVIDENCE, Steady, Trials, apart, gained, told

PICKS = 5  # that are tried
FIRST_TRIES, LAST_TRIES = 6, 12  # trials of each, and of the best two
BUDGET = 10_000  # picks and handfuls that are looked ahead for one pick
PLANS = 40  # that are tried for a turn, besides the one that says nothing
FIRST, SECOND, LAST = 2, 4, 12  # trials of each plan, of the better ones, and of the best
BETTER = 3  # how many go on; the best is put together with each of the others besides


class Deep(Steady):
    """Plans its turn, then tries its picks; ``why`` says what is gained by a pick that greedy would not have taken."""

    def __init__(self, rng: Random, game: Any) -> None:
        super().__init__(rng, game)
        self._found: tuple[int, Plan, str] = -1, {}, ""  # at which boundary which plan was found, and why

    def choose(self, table: Any, ask: Any, study: Study | None = None) -> Any:
        """The pick that comes out best when the plan is kept to."""
        usual = Greedy.choose(self, table, ask)
        if study is None or not self.may_try(table, study):
            return usual
        plan, why = self.plan(table, ask, study)
        ours = partial(Planned, plan=plan, now=table.clock.round)
        planned = ours(Random(self.seed), self.game).choose(table, ask) if plan else usual
        picks = apart([planned, usual, *self.next_best(table, ask)], PICKS)
        if picks[1:2] == [usual]:  # the plan says otherwise
            self.why = why
        return self.tried(
            picks, Trials(study, self.game, f"{self.seed}/{study.inputs}", ours), FIRST_TRIES, LAST_TRIES, BUDGET
        )

    def plan(self, table: Table, ask: Any, study: Study) -> tuple[Plan, str]:
        """What the side means to do in this round, and why, found once a boundary; nothing while the enemy is at it."""
        if table.clock.player != ask.player:
            return {}, ""
        if self._found[0] != study.boundary:
            self._found = study.boundary, *Planning(study, self.game, f"{self.seed}/{study.boundary}/plan").best()
        return self._found[1:]


class Planning(Trials):
    """The search for a plan at one boundary: trials of plans, from there on."""

    def best(self) -> tuple[Plan, str]:
        """The plan that comes out best, and why; the one that says nothing where none is better on evidence."""
        nothing: Plan = {}
        known: dict[Matter, list[Any]] = {}
        usual = [self.plays(nothing, 0, known)]
        if not known:
            return nothing, ""
        rng = Random(self.seed)
        plans = _different([changed(nothing, known, rng) for _ in range(PLANS)])
        found = [[self.plays(plan, 0)] for plan in plans]
        kept = [i for i in range(len(plans)) if found[i] != usual]  # the others change nothing
        plans, found = [plans[i] for i in kept], [found[i] for i in kept]
        plans, found = self._further(plans, found, usual, FIRST, BETTER)
        for other in plans[1:]:
            plans.append({**other, **plans[0]})
            found.append([])
        plans, found = self._further(plans, found, usual, SECOND, 1)
        plans, found = self._further(plans, found, usual, LAST, 1)
        if not plans:
            return nothing, ""
        afresh, usual = found[0][SECOND:], usual[SECOND:]  # luck in the trials it was picked by does not count
        gain, error = gained(afresh, usual)
        if gain <= max(0.02, EVIDENCE * error):
            return nothing, ""
        return plans[0], f"as planned: {told(afresh, usual, 'the usual turn', self.until)}"

    def _further(
        self, plans: list[Plan], found: list[list[float]], usual: list[float], tries: int, many: int
    ) -> tuple[list[Plan], list[list[float]]]:
        """The best so many plans after so many trials of each."""
        if not plans:
            return plans, found
        for plan, worths in (({}, usual), *zip(plans, found, strict=True)):
            worths += [self.plays(plan, n) for n in range(len(worths), tries)]
        best = sorted(range(len(plans)), key=lambda i: (-sum(found[i]), i))[:many]
        return [plans[i] for i in best], [found[i] for i in best]

    def plays(self, plan: Plan, n: int, known: dict[Matter, list[Any]] | None = None) -> float:
        """What the table is worth to the player in the n-th trial of a plan."""
        table = self.study.table_then(Random(f"{self.seed}/{n}/guess"))
        self.ours = partial(Planned, plan=plan, now=table.clock.round, known=known)
        return self.looked_ahead(self.study.afresh(table, strata(self.seed, n, table), self.players(n)))


def _different(plans: list[Plan]) -> list[Plan]:
    """Plans without those that were there before."""
    found: list[Plan] = []
    for plan in plans:
        if plan not in found:
            found.append(plan)
    return found
