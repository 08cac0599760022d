"""The drivers that play: with dice of any kind, or by one draw from each exact law."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .asks import Choose, Each, Emit, Fold, Pool, Procedure, Roll, Stage
from .dice import Dice
from .exact import Exact, added_up, by_default, counted_up, over_items
from .faces import Test, Throw, reading
from .law import Law
from .tree import Decide, handful, tally, throw, thrown, tree, tree_of

if TYPE_CHECKING:
    from random import Random


def _unwatched(test: Test | Throw, faces: bytes, again: bytes) -> None:
    """Nobody keeps a record."""


def _unheard(event: Any) -> None:
    """Nobody listens."""


class Play:
    """Real faces: ``dice`` throws them, ``decide`` answers choices, ``emit`` takes events, ``watch`` sees every handful."""

    def __init__(
        self,
        dice: Dice,
        decide: Decide = by_default,
        emit: Callable[[Any], None] = _unheard,
        watch: Callable[[Test | Throw, bytes, bytes], None] = _unwatched,
    ) -> None:
        self.dice = dice
        self.decide = decide
        self.emit = emit
        self.watch = watch

    def run(self, procedure: Procedure) -> Any:
        """Drives a procedure to its end and gives its result."""
        send, emit, decide = procedure.send, self.emit, self.decide
        answer = None
        try:
            while True:
                ask = send(answer)
                kind = type(ask)
                if kind is Emit:
                    answer = emit(ask.event)
                elif kind is Choose:
                    answer = decide(ask)
                else:
                    answer = self.answer(ask)
        except StopIteration as end:
            return end.value

    def answer(self, ask: Any) -> Any:
        """The answer to one ask that is neither an event nor a choice."""
        if isinstance(ask, Roll):
            return thrown(ask.test, self.dice, self.watch)
        if isinstance(ask, Fold):
            return self._fold(ask)
        if isinstance(ask, Each):
            return self._each(ask)
        if isinstance(ask, Stage):
            return self.run(ask.procedure(*ask.args))
        if isinstance(ask, Pool):
            outcomes = throw(ask.test, ask.n, self.dice, self.watch)
            return tuple(outcomes.count(kind) for kind in reading(ask.test).kinds)
        raise TypeError(f"{ask!r} is no ask")

    def _each(self, ask: Each) -> Any:
        if ask.n > 1 and (grown := tree_of(ask.stage, ask.args)) is not None:
            return counted_up(tally(grown, ask.n, self.dice, self.watch, self.decide))
        return added_up([self.run(ask.stage(*ask.args)) for _ in range(ask.n)])

    def _fold(self, ask: Fold) -> Any:
        state = ask.state
        if ask.then is None:
            for item in over_items(ask):
                state = self.run(ask.stage(state, item, *ask.args))
            return state
        over = ask.over
        if ask.sieve is not None:
            over = self._passed(*ask.sieve, over)
        if not callable(ask.args):
            for outcome in self._outcomes(ask.stage, ask.args, over):
                state = ask.then(state, outcome)
            return state
        for _ in range(over):
            args = ask.args(state)
            if args is None:
                break
            state = ask.then(state, self.run(ask.stage(*args)))
        return state

    def _passed(self, stage: Callable[..., Procedure], args: tuple[Any, ...], n: int) -> int:
        """How many of ``n`` runs of a one-die stage pass it."""
        if n == 1:
            return int(bool(self.run(stage(*args))))
        found = tally(tree(stage, args), n, self.dice, self.watch, self.decide)
        return sum([times for outcome, times in found if outcome])

    def _outcomes(self, stage: Callable[..., Procedure], args: tuple[Any, ...], n: int) -> list[Any]:
        """What ``n`` runs of a one-die stage come to. One run needs no tree: its dice fall as the stage asks for them."""
        if n == 1:
            return [self.run(stage(*args))]
        return handful(tree(stage, args), n, self.dice, self.watch, self.decide)


def play(procedure: Procedure, dice: Dice, decide: Decide = by_default, emit: Callable[[Any], None] = _unheard) -> Any:
    """The result of a procedure played with the given dice."""
    return Play(dice, decide, emit).run(procedure)


class Sample(Play):
    """One draw from the exact law of each ask: for many battles in which no face is looked at."""

    def __init__(self, rng: Random, decide: Decide = by_default, emit: Callable[[Any], None] = _unheard) -> None:
        self.rng = rng
        self.decide = decide
        self.emit = emit
        self._exact = Exact(decide)

    def answer(self, ask: Any) -> Any:
        """The answer to one ask, drawn from its law where chance has a part in it."""
        if isinstance(ask, Fold) and ask.then is None:
            return super().answer(ask)
        if isinstance(ask, Stage):
            return self.run(ask.procedure(*ask.args))
        return self._drawn(self._exact._answers(ask))

    def _drawn(self, law: Law) -> Any:
        place = self.rng.randrange(law.den)
        drawn = None
        for outcome, weight in law.weights.items():
            if place >= 0:
                drawn = outcome
            place -= weight
        return drawn


def sample(procedure: Procedure, rng: Random, decide: Decide = by_default) -> Any:
    """The result of a procedure with every chance drawn from its exact law."""
    return Sample(rng, decide).run(procedure)
