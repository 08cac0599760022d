"""The exact drivers: the law of a procedure under a policy, and under best play of both sides."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import comb
from typing import Any

from .asks import Choose, Each, Emit, Fold, Pool, Procedure, Roll, Stage
from .budget import Budget
from .chain import carried, through
from .faces import reading
from .law import Law, mixture, point
from .made import after as made_after
from .made import along, comes_up
from .memo import memo
from .tree import Decide, Tree, chosen, forks, law_of, one_die, tree


def by_default(choice: Choose) -> Any:
    """The policy that does not think: the default of the question, else its first option."""
    return next(iter(choice.options)) if choice.default is None else choice.default


@memo(8192)
def law_of_stage(stage: Callable[..., Procedure], args: tuple[Any, ...], decide: Decide) -> Law:
    """The law of one run of a one-die stage."""
    return law_of(chosen(tree(stage, args), decide)).lowest()


_STAYS = object()  # the outcome of a run that did not pass a sieve


class _LawAt:
    """The law of a fold's step at a state; a value, so that chains are kept by it."""

    __slots__ = ("args", "decide", "key", "sieve", "stage")

    def __init__(self, ask: Fold, decide: Decide) -> None:
        self.stage, self.args, self.sieve, self.decide = ask.stage, ask.args, ask.sieve, decide
        self.key = (ask.stage, ask.args, ask.sieve, decide)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _LawAt) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __call__(self, state: Any) -> Law | None:
        args = self.args(state) if callable(self.args) else self.args
        if args is None:
            return None
        if self.sieve is None:
            return law_of_stage(self.stage, args, self.decide)
        return _law_behind(self.sieve, self.stage, args, self.decide)


@memo(8192)
def _law_behind(sieve: tuple[Any, Any], stage: Callable[..., Procedure], args: tuple[Any, ...], decide: Decide) -> Law:
    """The law of a step that a run comes to only when it passes the sieve."""
    first = law_of_stage(*sieve, decide)
    passed = sum(weight for outcome, weight in first.weights.items() if outcome)
    parts = [(passed, law_of_stage(stage, args, decide)), (first.den - passed, point(_STAYS))]
    return mixture([part for part in parts if part[0]], first.den)


class _Then:
    """The next state of a fold with a sieve; a value, so that chains are kept by it."""

    __slots__ = ("then",)

    def __init__(self, then: Callable[[Any, Any], Any]) -> None:
        self.then = then

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Then) and self.then == other.then

    def __hash__(self) -> int:
        return hash((_Then, self.then))

    def __call__(self, state: Any, outcome: Any) -> Any:
        return state if outcome is _STAYS else self.then(state, outcome)


def law_of_tally(kinds: tuple[Any, ...], law: Law, n: int) -> Law:
    """The law of how many of ``n`` dice showed each kind."""
    units = {kind: tuple(int(i == j) for j in range(len(kinds))) for i, kind in enumerate(kinds)}
    return law.map(units.__getitem__).times(n)


def over_items(ask: Fold) -> Any:
    """The items a fold without ``then`` goes through."""
    return range(ask.over) if isinstance(ask.over, int) else ask.over


def added_up(outcomes: list[Any]) -> Any:
    """The sum of outcomes: of numbers, or of tuples place by place; 0 of none."""
    if outcomes and isinstance(outcomes[0], tuple):
        return tuple(map(sum, zip(*outcomes, strict=True)))
    return sum(outcomes)


def counted_up(tally: list[tuple[Any, int]]) -> Any:
    """The sum of outcomes with how many there were of each, at least one."""
    first, times = tally[0]
    if isinstance(first, tuple):
        total = [number * times for number in first]
        for outcome, times in tally[1:]:
            for i, number in enumerate(outcome):
                total[i] += number * times
        return tuple(total)
    return sum([number * times for number, times in tally])


def _flat(procedure: Callable[..., Procedure], args: tuple[Any, ...]) -> Procedure:
    """A procedure with its stages opened: on a live table nothing but the whole branch may be merged."""
    run = procedure(*args)
    answer: Any = None
    try:
        while True:
            ask = run.send(answer)
            if isinstance(ask, Stage):
                answer = yield from _flat(ask.procedure, ask.args)
            elif isinstance(ask, Fold) and ask.then is None:
                answer = ask.state
                for item in over_items(ask):
                    answer = yield from _flat(ask.stage, (answer, item, *ask.args))
            elif isinstance(ask, Each) and not one_die(ask.stage, ask.args):
                outcomes = []
                for _ in range(ask.n):
                    outcomes.append((yield from _flat(ask.stage, ask.args)))
                answer = added_up(outcomes)
            else:
                answer = yield ask
    except StopIteration as end:
        return end.value


class Exact:
    """Every branch with its weight. ``table`` (with ``snapshot`` and ``restore``) is put back after each branch.

    ``budget``: how many states the laws may go through (branches of procedures, states of folds) before ``TooMany`` is raised.
    """

    def __init__(self, decide: Decide = by_default, table: Any = None, budget: Budget | None = None) -> None:
        self.decide = decide
        self.table = table
        self.budget = budget
        self.asked = False  # whether any choice was met
        self._stages: dict[Any, Law] = {}

    def law(self, procedure: Callable[..., Procedure], args: tuple[Any, ...] = ()) -> Law:
        """The law of the procedure's result."""
        if self.table is None:
            return self._run(procedure, args, [])
        before = self.table.snapshot()
        try:
            return self._run(_flat, (procedure, args), [])
        finally:
            self.table.restore(before)

    def _run(self, procedure: Callable[..., Procedure], args: tuple[Any, ...], answers: list[Any]) -> Law:
        before = None if self.table is None else self.table.snapshot()
        run = procedure(*args)
        try:
            ask = next(run)
            for answer in answers:
                self._happen(ask)
                ask = run.send(answer)
        except StopIteration as end:
            return point(end.value)
        return self._onwards(procedure, args, answers, run, ask, before)

    def _onwards(
        self,
        procedure: Callable[..., Procedure],
        args: tuple[Any, ...],
        answers: list[Any],
        run: Procedure,
        ask: Any,
        before: Any,
    ) -> Law:
        """The law from an ask on. Without a table the run that has come to it goes on with the first of several answers."""
        try:
            while True:
                if isinstance(ask, Stage) and ask.last:
                    return self._stage(ask.procedure, ask.args)  # its result is the result: no outcome needs to be sent
                law = self._answers(ask)
                if len(law.weights) > 1:
                    break
                (answer,) = law.weights
                answers = [*answers, answer]
                ask = run.send(answer)
        except StopIteration as end:
            return point(end.value)
        if self.budget is not None:
            self.budget.spend(len(law.weights))
        parts: list[tuple[int, Law]] = []
        for answer, weight in law.weights.items():
            if parts or before is not None:
                if before is not None:
                    self.table.restore(before)
                parts.append((weight, self._run(procedure, args, [*answers, answer])))
                continue
            try:
                ask = run.send(answer)
            except StopIteration as end:
                parts.append((weight, point(end.value)))
            else:
                parts.append((weight, self._onwards(procedure, args, [*answers, answer], run, ask, None)))
        return mixture(parts, law.den)

    def _happen(self, ask: Any) -> None:
        """Events of the replayed part are written again, for the branch has its own table."""
        if isinstance(ask, Emit) and self.table is not None:
            ask.event.on(self.table)

    def _answers(self, ask: Any) -> Law:
        """The law of the answer to one ask."""
        if isinstance(ask, Roll):
            return reading(ask.test).law
        if isinstance(ask, Each):
            if one_die(ask.stage, ask.args):
                self._note(ask.stage, ask.args)
                once = law_of_stage(ask.stage, ask.args, self.decide)
            else:
                once = self._stage(ask.stage, ask.args)
            if self.budget is not None:
                self.budget.bear(once.most_sums(ask.n))
            return once.times(ask.n)
        if isinstance(ask, Fold):
            return self.fold(ask)
        if isinstance(ask, Stage):
            return self._stage(ask.procedure, ask.args)
        if isinstance(ask, Pool):
            read = reading(ask.test)
            if self.budget is not None:
                self.budget.bear(comb(ask.n + len(read.kinds) - 1, ask.n))
            return law_of_tally(read.kinds, read.law, ask.n)
        if isinstance(ask, Choose):
            self.asked = True
            return point(self.decide(ask))
        self._happen(ask)
        return point(None)

    def _note(self, stage: Callable[..., Procedure], args: tuple[Any, ...]) -> None:
        self.asked = self.asked or bool(forks(tree(stage, args)))

    def fold(self, ask: Fold) -> Law:
        """The law of the state at the end of a fold."""
        if ask.then is not None:
            if not callable(ask.args):
                self._note(ask.stage, ask.args)
            then = ask.then if ask.sieve is None else _Then(ask.then)
            return carried(ask.state, _LawAt(ask, self.decide), then, ask.over, self.budget)
        law = point(ask.state)
        for item in over_items(ask):
            if self.budget is not None:
                self.budget.spend(len(law.weights))
            law = through(law, lambda state, item=item: self._stage(ask.stage, (state, item, *ask.args)))  # type: ignore[misc]
        return law

    def _stage(self, procedure: Callable[..., Procedure], args: tuple[Any, ...]) -> Law:
        kept = self._stages.get((procedure, args))
        if kept is None:
            kept = self._stages[procedure, args] = self._run(procedure, args, [])
        return kept


class _Attentive(Exact):
    """Also notes choices in stages that depend on the state of a fold, and those in stages it has met before."""

    def __init__(self, budget: Budget | None = None) -> None:
        super().__init__(budget=budget)
        self._asked: dict[Any, bool] = {}

    def _stage(self, procedure: Callable[..., Procedure], args: tuple[Any, ...]) -> Law:
        before, self.asked = self.asked, False
        law = super()._stage(procedure, args)
        here = self._asked.setdefault((procedure, args), self.asked)
        self.asked = before or here
        return law

    def asks(self, procedure: Callable[..., Procedure], args: tuple[Any, ...]) -> tuple[bool, Law]:
        """(whether anybody is asked in a stage, however it goes; its law by default)."""
        self.asked = False
        law = self._stage(procedure, args)
        return self.asked, law

    def fold(self, ask: Fold) -> Law:
        self.asked = self.asked or _asks_by_state(ask)
        return super().fold(ask)


class Best:
    """Best play: player 0 picks what makes ``worth(law of the result)`` largest, player 1 what makes it least.

    Each choice is made seeing everything before it; a choice inside a one-die stage is made once a handful. The law knows the
    choices that were made (``made.made_in``). With ``decide`` they are made as that says, and only looked at.
    """

    def __init__(self, worth: Callable[[Law], Any], budget: Budget | None = None, decide: Decide | None = None) -> None:
        self.worth = worth
        self.decide = decide
        self.budget = budget
        self._parts = _Attentive(budget)
        self._chance = Exact(budget=budget)  # for asks in which nobody chooses
        self._lasts: dict[Any, Law] = {}

    def law(self, procedure: Callable[..., Procedure], args: tuple[Any, ...] = ()) -> Law:
        """The law of the procedure's result when both sides choose so."""
        return self._run(procedure, args, [], point)

    def _run(
        self, procedure: Callable[..., Procedure], args: tuple[Any, ...], answers: list[Any], ends: Callable[[Any], Law]
    ) -> Law:
        run = procedure(*args)
        ask: Any = None
        try:
            for answer in [None, *answers]:
                ask = run.send(answer)
        except StopIteration as end:
            return ends(end.value)
        return self._onwards(procedure, args, answers, run, ask, ends)

    def _onwards(
        self,
        procedure: Callable[..., Procedure],
        args: tuple[Any, ...],
        answers: list[Any],
        run: Procedure,
        ask: Any,
        ends: Callable[[Any], Law],
    ) -> Law:
        """The law from an ask on. The run that has come to it goes on with the first answer; for others it is run again."""
        if self.budget is not None:
            self.budget.spend()
        kept: dict[Any, Law] = {}
        live = [run]

        def on(answer: Any) -> Law:
            if answer not in kept:
                if not live:
                    kept[answer] = self._run(procedure, args, [*answers, answer], ends)
                    return kept[answer]
                here = live.pop()
                try:
                    following = here.send(answer)
                except StopIteration as end:
                    kept[answer] = ends(end.value)
                else:
                    kept[answer] = self._onwards(procedure, args, [*answers, answer], here, following, ends)
            return kept[answer]

        if isinstance(ask, Choose):
            return self._pick(ask.player, [made_after(ask, option, on(option)) for option in self._open(ask)])
        if isinstance(ask, Emit):
            return on(None)
        if isinstance(ask, Stage):
            if ask.last:
                return self._last(ask, ends)
            if (law := self._unasked(ask.procedure, ask.args)) is not None:
                return along(law, on)
            return self._run(ask.procedure, ask.args, [], on)
        if isinstance(ask, Each) and not one_die(ask.stage, ask.args):
            summed = Fold(_one_more, 0, ask.n, (ask.stage, ask.args))  # only the sum counts: equal sums are one state
            return self._folded(summed, tuple(over_items(summed)), on)
        if isinstance(ask, Fold) and ask.then is None:
            return self._folded(ask, tuple(over_items(ask)), on)
        if isinstance(ask, Fold) and _asks_by_state(ask):
            return self._stepped(ask, on) if ask.sieve is None else self._run(_sieved, (ask,), [], on)
        return self._best_of_laws(ask, on)

    def _unasked(self, procedure: Callable[..., Procedure], args: tuple[Any, ...]) -> Law | None:
        """The law of a part in which nobody has anything to choose, however it goes; None when somebody has."""
        asked, law = self._parts.asks(procedure, args)
        return None if asked else law

    def _last(self, ask: Stage, ends: Callable[[Any], Law]) -> Law:
        """The law after a stage whose result is the result: the same for equal arguments and what follows."""
        key = (ask.procedure, ask.args, ends)
        if key not in self._lasts:
            self._lasts[key] = self._run(ask.procedure, ask.args, [], ends)
        return self._lasts[key]

    def _folded(self, ask: Fold, items: tuple[Any, ...], on: Callable[[Any], Law]) -> Law:
        kept: dict[Any, Law] = {}
        nexts: list[Callable[[Any], Law]] = [lambda s, i=i: after(i + 1, s) for i in range(len(items))]  # type: ignore[misc]

        def after(i: int, state: Any) -> Law:
            if i == len(items):
                return on(state)
            if (i, state) not in kept:
                kept[i, state] = self._run(ask.stage, (state, items[i], *ask.args), [], nexts[i])
            return kept[i, state]

        return after(0, ask.state)

    def _stepped(self, ask: Fold, on: Callable[[Any], Law]) -> Law:
        """A fold whose stage depends on the state: it is thrown one by one, so its choices are made one by one."""
        kept: dict[Any, Law] = {}

        def after(i: int, state: Any) -> Law:
            args = ask.args(state) if i < ask.over else None
            if args is None:
                return on(state)
            if (i, state) not in kept:
                step = Each(ask.stage, args, 1)
                kept[i, state] = self._best_of_laws(step, lambda outcome: after(i + 1, ask.then(state, outcome)))  # type: ignore[misc]
            return kept[i, state]

        return after(0, ask.state)

    def _best_of_laws(self, ask: Any, on: Callable[[Any], Law]) -> Law:
        """Chance, with the choices inside its stage tried in every combination."""
        inside = self._choices(ask)
        if not inside:
            return along(self._chance._answers(ask), on)
        results = []
        for picks in product(*(self._open(choice) for choice in inside)):
            plan = dict(zip([c.question for c in inside], picks, strict=True))
            driver = Exact(lambda choice, plan=plan: plan[choice.question], budget=self.budget)  # type: ignore[misc]
            law = along(driver._answers(ask), on)
            for choice, chance in comes_up(tree(ask.stage, ask.args), plan, _runs(ask)):
                law = made_after(choice, plan[choice.question], law, chance)
            results.append(law)
        return self._pick(inside[0].player, results)

    def _open(self, choice: Choose) -> tuple[Any, ...]:
        """The options that are looked at."""
        return tuple(choice.options) if self.decide is None else (self.decide(choice),)

    @staticmethod
    def _choices(ask: Any) -> list[Choose]:
        if not isinstance(ask, (Each, Fold)) or callable(ask.args):
            return []
        grown: Tree = tree(ask.stage, ask.args)
        once: dict[str, Choose] = {}
        for choice in forks(grown):
            once.setdefault(choice.question, choice)
        return list(once.values())

    def _pick(self, player: int, laws: list[Law]) -> Law:
        return (max if player == 0 else min)(laws, key=self.worth)


def _runs(ask: Each | Fold) -> int:
    """How often the stage of a handful is run."""
    return ask.n if isinstance(ask, Each) else int(ask.over)


def _one_more(so_far: Any, i: int, stage: Callable[..., Procedure], args: tuple[Any, ...]) -> Procedure:
    """One more run of a procedure in which somebody chooses: the sum with it."""
    outcome = yield Stage(stage, args)
    return outcome if i == 0 else added_up([so_far, outcome])


def _passes(stage: Callable[..., Procedure], args: tuple[Any, ...]) -> Procedure:
    return int(bool((yield from stage(*args))))


def _sieved(ask: Fold) -> Procedure:
    """A fold with a sieve as two asks: how many runs pass it, then those."""
    passed = yield Each(_passes, ask.sieve or (), ask.over)
    return (yield Fold(ask.stage, ask.state, passed, ask.args, ask.then))


def _asks_by_state(ask: Fold) -> bool:
    """Whether a choice stands in the stage of any state that a fold with arguments of the state can reach."""
    if ask.then is None or not callable(ask.args):
        return False
    fresh = {ask.state}
    seen = set(fresh)
    for _ in range(ask.over):
        reached: set[Any] = set()
        for state in fresh:
            args = ask.args(state)
            if args is None:
                continue
            if forks(tree(ask.stage, args)):
                return True
            law = law_of_stage(ask.stage, args, by_default)
            reached.update([ask.then(state, outcome) for outcome in law.weights])
        fresh = reached - seen
        seen |= fresh
    return False


def exact(
    procedure: Callable[..., Procedure],
    args: tuple[Any, ...] = (),
    decide: Decide = by_default,
    budget: Budget | None = None,
) -> Law:
    """The exact law of a procedure's result under a policy. Raises TooMany when it has more states than its budget."""
    return Exact(decide, budget=budget).law(procedure, args)


def best(
    procedure: Callable[..., Procedure],
    args: tuple[Any, ...],
    worth: Callable[[Law], Any],
    budget: Budget | None = None,
) -> Law:
    """The exact law of a procedure's result when both sides play their best. Raises TooMany like ``exact``."""
    return Best(worth, budget).law(procedure, args)
