"""The bot that tries before it picks: what greedy would do, and the next best, each played on by greedy players,
and in every second trial against an enemy who stays where he is.

The trials go to the end of the next round, or of this one where that is far. They start from what the player may know, with
dice of the bot's own that fall alike for each pick and evenly over the trials (``kernel.dice.Strata``). The budget counts picks
and handfuls, never a time: a battle is the same everywhere. Greedy's pick is left only on evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from math import inf, sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

from ..common.battle import strata
from ..common.option_words import called
from ..errors import GrognardError
from ..kernel.plain import plain
from ..kernel.study import Study
from ..table.state import Table
from .balance import table_worth
from .greedy import MOST, Greedy
from .staying import Staying

PICKS = 3  # that are tried: greedy's, and those that come next in worth
FIRST, LAST = 1, 3  # trials of each, and of greedy's pick and the best other
BUDGET = 1400  # picks and handfuls that are looked ahead for one pick: no trial begins that may lead beyond
NEAR = 120  # picks and handfuls to the end of this round: where it takes more, no trial goes on into the next
AIMS = 10  # moves that are looked at, by the most that they can be worth
APART = 2.0  # inches between the middles of two moves of which both are tried
EVIDENCE = 0.5  # standard errors by which another pick must be better
ENOUGH, SOONEST = 2.0, 4  # standard errors after which nothing more is tried, but not before so many trials
THIS, NEXT = "this round", "the next round"  # at whose end trials may end
CLOSE = 0.5  # victory points: who is behind by more after the first trials is tried no more


class Unfitting(Exception):
    """What was guessed does not fit what has happened since: the same inputs lead elsewhere, so nothing can be tried from it."""


class Steady(Greedy):
    """Greedy's best few picks, each tried on battles of its own; ``why`` says by how much and in how many tries."""

    looks = True

    def __init__(self, rng: Random, game: Any) -> None:
        super().__init__(rng, game)
        self.seed = rng.getrandbits(32)  # what the dice of the trials hang on

    def choose(self, table: Any, ask: Any, study: Study | None = None) -> Any:
        """The pick that comes out best, or greedy's where nothing says otherwise."""
        usual = super().choose(table, ask)
        if study is None or not self.may_try(table, study):
            return usual
        picks = apart([usual, *self.next_best(table, ask)], PICKS)
        trials = Trials(study, self.game, f"{self.seed}/{study.inputs}", near=NEAR)
        return self.tried(picks, trials, FIRST, LAST, BUDGET)

    def may_try(self, table: Table, study: Study) -> bool:
        """Whether anything can be tried at a question."""
        return table.clock.round >= 1 and self.game.worth is not None and study.possible()

    def next_best(self, table: Table, ask: Any) -> list[Any]:
        """The options that are worth most at a glance, best first."""
        options = ask.options
        if hasattr(options, "aims") and self.game.upper_bound is not None:
            aims = options.aims()
            most = self.game.upper_bound(table, ask, options, [position for _, position in aims])
            ranked = sorted(range(len(aims)), key=lambda i: (-most[i], i))[:AIMS]
            listed = [form for i in ranked if (form := options.offer(aims[i][0])) is not None]
        else:
            listed = list(islice(options, MOST))
        worth = self.game.worth(table, ask)
        values = [worth(option)[0] for option in listed]
        return [listed[i] for i in sorted(range(len(listed)), key=lambda i: (-values[i], i))]

    def tried(self, picks: list[Any], trials: Trials, first: int, last: int, budget: int) -> Any:
        """The best of some picks, by ``first`` trials of each and up to ``last`` of two: the first unless another is proved."""
        if len(picks) < 2:
            return picks[0]
        try:
            return self._tried(picks, trials, first, last, budget)
        except Unfitting:
            return picks[0]

    def _tried(self, picks: list[Any], trials: Trials, first: int, last: int, budget: int) -> Any:
        found = [[trials.worth(picks[0], 0)]]
        for pick in picks[1:]:
            if trials.spent + trials.most <= budget:
                found.append([trials.worth(pick, 0)])
        going_on = [i for i in range(1, len(found)) if found[i] != found[0]]  # the others come to the same
        if not going_on:
            return picks[0]
        for n in range(1, first):
            if trials.spent + (1 + len(going_on)) * trials.most <= budget:
                for i in (0, *going_on):
                    found[i].append(trials.worth(picks[i], n))
        best = max(going_on, key=lambda i: (sum(found[i]), -i))
        if sum(found[best]) <= sum(found[0]) - CLOSE * len(found[0]):
            return picks[0]
        gain, error = gained(found[best], found[0]) if len(found[0]) > 1 else (0.0, inf)
        while (
            len(found[0]) < last
            and trials.spent + 2 * trials.most <= budget
            and (len(found[0]) < SOONEST or abs(gain) <= ENOUGH * error)
        ):
            for i in (0, best):
                found[i].append(trials.worth(picks[i], len(found[i])))
            gain, error = gained(found[best], found[0])
        if gain <= max(0.02, EVIDENCE * error):
            return picks[0]
        self.why = told(found[best], found[0], trials.called(picks[0]), trials.until)
        return picks[best]


class Trials:
    """Trials of the picks of one question: the n-th of each pick has the same dice.

    ``ours`` makes who plays on for the player from what Greedy is made of. For the enemy Greedy does, but Staying in every second
    trial: a pick that pays only if the enemy comes is a bad pick against one who waits. All trials go to the end of the next
    round; with ``near`` to the end of this one, where the first trial takes more picks and handfuls to get there.
    """

    def __init__(
        self, study: Study, game: Any, seed: str, ours: Callable[[Random, Any], Any] = Greedy, near: int | None = None
    ) -> None:
        self.study, self.game, self.seed, self.ours, self.near = study, game, seed, ours, near
        self.spent = 0  # picks and handfuls that were looked ahead
        self.most = 0  # by one trial
        self.until = NEXT if near is None else ""  # the round at whose end all trials end: the first says which

    def worth(self, pick: Any, n: int) -> float:
        """What the table comes to be worth to the player after a pick, in the n-th trial. Raises Unfitting."""
        ask, table = self.study.ask, self.study.table(Random(f"{self.seed}/{n}/guess"))
        options = ask.options
        kept = options.plain(pick) if hasattr(options, "decode") else plain(pick)
        trial = self.study.tried(kept, table, strata(self.seed, n, table), self.players(n))
        since = len(trial.inputs)
        try:
            return self.looked_ahead(trial)
        except GrognardError as error:
            if trial.used >= since:
                raise
            raise Unfitting from error

    def called(self, pick: Any) -> str:
        """What a pick is called: a unit by its name, a move by where it ends, a word that may be picked in quotes."""
        words = called(self.study.table(Random(self.seed)), self.study.ask, pick)
        return f"'{words}'" if isinstance(pick, str) else words.removeprefix("to ")

    def players(self, n: int) -> list[Any]:
        """Who plays the n-th trial."""
        foe = Staying if n % 2 else Greedy
        made = [self.ours if side == self.study.ask.player else foe for side in (0, 1)]
        return [make(Random(f"{self.seed}/{n}/{side}"), self.game) for side, make in enumerate(made)]

    def looked_ahead(self, trial: Any) -> float:
        """What the table of a trial is worth to the player at the end of the round to which all go, or of the battle."""
        now = trial.table.clock.round
        if self.until != NEXT:
            _play(trial, now)
        if self.near is not None and not self.until:
            self.until = NEXT if trial.used <= self.near else THIS
        if self.until == NEXT:
            _play(trial, now + 1)
        self.spent += trial.used
        self.most = max(self.most, trial.used)
        return table_worth(trial.table, self.study.ask.player)


def _play(trial: Any, last: int) -> None:
    while not trial.over and trial.table.clock.round <= last:
        trial.play(1)


def gained(ours: list[float], theirs: list[float]) -> tuple[float, float]:
    """By how much trials came out better than others with the same dice, and its standard error."""
    apart = [a - b for a, b in zip(ours, theirs, strict=True)]
    return mean(apart), stdev(apart) / sqrt(len(apart))


def told(ours: list[float], theirs: list[float], over: str, until: str) -> str:
    """What was gained over what, and in how many tries."""
    better = sum([a > b for a, b in zip(ours, theirs, strict=True)])
    gain = gained(ours, theirs)[0]
    return f"{gain:+.1f} victory points over {over} by the end of {until}, better in {better} of {len(ours)} tries"


def apart(picks: Iterable[Any], many: int) -> list[Any]:
    """The first so many picks of which none is nearly the same as one before it."""
    found: list[Any] = []
    for pick in picks:
        if len(found) == many:
            break
        if not any(_alike(pick, other) for other in found):
            found.append(pick)
    return found


def _alike(a: Any, b: Any) -> bool:
    if hasattr(a, "positions") and hasattr(b, "positions"):
        if a.levels != b.levels or a.facing != b.facing:
            return False
        (x, y), (u, v) = a.centre, b.centre
        return bool((x - u) ** 2 + (y - v) ** 2 < APART**2)
    return type(a) is type(b) and bool(a == b)
