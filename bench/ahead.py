"""What looking ahead costs: a fork, a trial, what a table is worth, a pick of deep, as ratios to a greedy battle."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

from grognard import battles as staging
from grognard import systems
from grognard.bots.balance import balance, table_worth
from grognard.bots.deep import Deep
from grognard.bots.greedy import Greedy
from grognard.bots.steady import Trials
from grognard.common import battle
from grognard.kernel.dice import Keyed
from grognard.kernel.plain import plain

from .figures import Figures
from .timing import best

QUESTIONS = 60  # the last of the first so many that the first side is asked is looked at


class Asked(Greedy):
    """Greedy's picks; what was asked last is kept, with what it may be tried in."""

    looks = True
    last: tuple[Any, Any] | None = None
    asked = 0

    def choose(self, table: Any, ask: Any, study: Any = None) -> Any:
        """Greedy's pick."""
        self.asked += 1
        if self.asked == QUESTIONS:
            self.last = ask, study
            raise Reached
        return super().choose(table, ask)


class Reached(Exception):
    """The question that is looked at is open."""


def ahead(figures: Figures) -> None:
    """Times by system, and what the trials find."""
    for system in systems.NAMES:
        setup = staging.setup(f"{system}/A", f"{system}/B", seed=1)
        whole = best(lambda s=setup: battle.begin(s).play(), seconds=0.5)  # type: ignore[misc]
        session = battle.begin(setup)
        asked = Asked(Random(1), session.game)
        session.players[0] = asked
        with suppress(Reached):
            session.play()
        assert asked.last is not None
        ask, study = asked.last
        options = ask.options
        pick = next(iter(options))
        kept = options.plain(pick) if hasattr(options, "decode") else plain(pick)
        trials = Trials(study, session.game, "bench")
        worths = [trials.worth(pick, n) for n in range(3)]
        parts = [f"{part.points:.6f} {part.why}" for part in balance(session.table, 0)]
        figures.result(f"{system}, trials", f"{worths} {parts}")
        fork = best(lambda s=study, k=kept: s.tried(k, s.table(Random(1)), Keyed(1), [None, None]), seconds=0.2)  # type: ignore[misc]
        trial = best(lambda x=trials, p=pick: x.worth(p, 0), seconds=0.5)  # type: ignore[misc]
        value = best(lambda t=session.table: table_worth(t, 0), seconds=0.1)  # type: ignore[misc]
        deep = best(
            lambda t=session.table, a=ask, x=study, g=session.game: Deep(Random(1), g).choose(t, a, x), seconds=0.0
        )  # type: ignore[misc]
        costs = (
            ("a fork", fork),
            ("a trial", trial),
            ("the worth of a table", value),
            ("a pick of deep", deep),
        )
        for name, seconds in costs:
            figures.time(f"{system}, {name}", seconds)
            print(f"  ({seconds / whole:.4f} of a greedy battle)")
