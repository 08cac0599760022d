"""The bot that tries before it picks: what greedy would do, and the next best, each played on for a round by greedy players.

The trials start from what the player may know, with dice of the bot's own that fall alike for each pick (``kernel.dice.Keyed``).
The budget counts picks and handfuls, never a time: a battle is the same everywhere. Greedy's pick is left only on evidence.
"""

from __future__ import annotations

from itertools import islice
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

from ..common.battle import keyed
from ..errors import GrognardError
from ..kernel.plain import plain
from ..kernel.study import Study
from ..table.state import Table
from .balance import table_worth
from .greedy import MOST, Greedy

PICKS = 3  # that are tried: greedy's, and those that come next in worth
FIRST, MORE = 2, 2  # trials of each, and as many again of greedy's pick and the best other, while the budget lasts
BUDGET = 1200  # picks and handfuls that are looked ahead for one pick: a tenth to a third of a second
AIMS = 10  # moves that are looked at, by the most that they can be worth
EVIDENCE = 0.7  # standard errors by which another pick must be better
ENOUGH = 2.0  # standard errors after which nothing more is tried
CLOSE = 0.3  # victory points: who is behind by more after the first trials is tried no more


class Unfitting(Exception):
    """What was guessed does not fit what has happened since: the same inputs lead elsewhere, so nothing can be tried from it."""


class Steady(Greedy):
    """Greedy's best few picks, each tried on battles of its own; ``why`` says by how much and in how many tries."""

    looks = True

    def __init__(self, rng: Random, game: Any) -> None:
        super().__init__(rng, game)
        self.seed = rng.getrandbits(32)  # what the dice of the trials hang on

    def choose(self, table: Any, ask: Any, study: Study | None = None) -> Any:
        """The pick that comes out best after a round, or greedy's where nothing says otherwise."""
        usual = super().choose(table, ask)
        if study is None or table.clock.round < 1 or self.game.worth is None or not study.possible():
            return usual
        picks = [usual, *[pick for pick in self.next_best(table, ask) if not _same(pick, usual)]][:PICKS]
        if len(picks) < 2:
            return usual
        try:
            return self._tried(picks, Trials(study, self.game, f"{self.seed}/{study.inputs}"))
        except Unfitting:
            return usual

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

    def _tried(self, picks: list[Any], trials: Trials) -> Any:
        found: list[list[float]] = [[trials.worth(pick, n) for n in range(FIRST)] for pick in picks]
        best = max(range(1, len(picks)), key=lambda i: (sum(found[i]), -i))
        if sum(found[best]) <= sum(found[0]) - CLOSE * FIRST:
            return picks[0]
        gain, error = _gain(found[best], found[0])
        while trials.spent < BUDGET and abs(gain) <= ENOUGH * error:
            for i in (0, best):
                found[i] += [trials.worth(picks[i], n) for n in range(len(found[i]), len(found[i]) + MORE)]
            gain, error = _gain(found[best], found[0])
        if gain <= max(0.02, EVIDENCE * error):
            return picks[0]
        better = sum([a > b for a, b in zip(found[best], found[0], strict=True)])
        self.why = f"{gain:+.1f} victory points over {_words(picks[0])} after a round, better in {better} of {len(found[0])} tries"
        return picks[best]


class Trials:
    """Trials of the picks of one question: the n-th of each pick has the same dice."""

    def __init__(self, study: Study, game: Any, seed: str) -> None:
        self.study, self.game, self.seed = study, game, seed
        self.spent = 0  # picks and handfuls that were looked ahead

    def worth(self, pick: Any, n: int) -> float:
        """What the table is worth to the player a round after a pick, in the n-th trial. Raises Unfitting."""
        ask, table = self.study.ask, self.study.table(Random(f"{self.seed}/{n}/guess"))
        options = ask.options
        kept = options.plain(pick) if hasattr(options, "decode") else plain(pick)
        players = [Greedy(Random(f"{self.seed}/{n}/{side}"), self.game) for side in (0, 1)]
        trial = self.study.tried(kept, table, keyed(f"{self.seed}/{n}", table), players)
        since = len(trial.inputs)
        try:
            _a_round_on(trial, self.study.boundaries)
        except GrognardError as error:
            if trial.used >= since:
                raise
            raise Unfitting from error
        self.spent += trial.used
        return table_worth(table, ask.player)


def _a_round_on(trial: Any, boundaries: int) -> None:
    """Plays on until so many boundaries of the next round are crossed, or the battle is over."""
    now = trial.table.clock.round
    while not trial.over and trial.table.clock.round == now:
        trial.play(1)
    for _ in range(boundaries):
        if trial.over or trial.table.clock.round > now + 1:
            return
        trial.play(1)


def _gain(ours: list[float], theirs: list[float]) -> tuple[float, float]:
    """By how much trials came out better than others with the same dice, and its standard error."""
    apart = [a - b for a, b in zip(ours, theirs, strict=True)]
    return mean(apart), stdev(apart) / sqrt(len(apart))


def _same(a: Any, b: Any) -> bool:
    if hasattr(a, "positions") and hasattr(b, "positions"):
        return bool(a.positions == b.positions and a.levels == b.levels and a.facing == b.facing)
    return type(a) is type(b) and bool(a == b)


def _words(pick: Any) -> str:
    return f"'{pick}'" if isinstance(pick, str) else "the usual pick"
