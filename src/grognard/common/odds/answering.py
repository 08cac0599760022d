"""Exact odds of one attack: the exact driver on the very procedure that a battle plays.

A system turns a ``Question`` into a ``Plan`` (a procedure with frozen arguments, and how to read its result); this module
runs it and adds up what people want to know. It knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...errors import GrognardError
from ...kernel.asks import Choose
from ...kernel.budget import Budget, TooMany
from ...kernel.dice import Seeded
from ...kernel.exact import Best, Exact, by_default
from ...kernel.law import Law
from ...kernel.made import Made, made_in
from ...kernel.play import play
from ..building import Because, Built
from ..lazy import LazySequence
from ..system import System
from .notes import Ruled, Unable, idle, in_force, left_out, mattering
from .odds_report import headline, html, lines, table, table_html, table_lines, title
from .question import Question


class Outcome(Struct, frozen=True):
    """What one result of the procedure means. ``other`` holds (name, number or truth) pairs."""

    slain: int
    damage: int
    destroyed: bool
    other: tuple[tuple[str, int | bool], ...] = ()


class Step(Struct, frozen=True):
    """One line of an explanation. ``chance`` is that of success, 0 to 1."""

    name: str
    weapon: str
    needs: str
    chance: float
    because: tuple[Any, ...] = ()  # building.Because
    at: tuple[str, ...] = ()  # the models of the target for which alone it holds, by name; () for all


class Choice(Struct, frozen=True):
    """A choice that was open in an attack: who made it, how, and the chance that it came up (None: too much to work out)."""

    player: str  # "attacker" or "target"
    question: str
    answer: str
    chance: Fraction | None


class Unused(Struct, frozen=True):
    """A weapon that takes no part in an attack, and why."""

    weapon: str
    why: str


class PlanPart(Struct, frozen=True):
    """One run of a plan's procedure, with its arguments, which counts only the entries of ``Outcome.other`` in ``names``."""

    args: tuple[Any, ...]
    names: tuple[str, ...] = ()


class Plan(Struct, kw_only=True):
    """An attack ready to be run: ``procedure(*args)`` gives a result that ``read`` turns into an Outcome.

    ``parts``: where much is counted that changes nothing else, odds run the procedure once a part, the first for all but the names
    of the others. Counted at once, states are as many as all counts multiplied; one after the other as all counts added.
    """

    procedure: Callable[..., Any] | None = None
    args: tuple[Any, ...] = ()
    read: Callable[[Any], Outcome] | None = None
    steps: tuple[Step, ...] = ()
    aim: Step | None = None  # at which part of the target, on which of its models, and why there
    unused: Callable[[tuple[Made, ...]], tuple[Unused, ...]] | None = None  # weapons that take no part, as was chosen
    dangers: Callable[[tuple[Made, ...]], tuple[str, ...]] | None = (
        None  # what its own weapons could do to the attacker and do not do here
    )
    notes: tuple[str, ...] = ()
    words: dict[str, str] = {}  # what a report calls "damage" and the entries of ``Outcome.other``
    aside: frozenset[str] = frozenset()  # rulings that only battles ask
    impossible: str = ""
    parts: tuple[PlanPart, ...] = ()
    explained: Callable[[tuple[Made, ...]], tuple[Step, ...]] | None = (
        None  # the steps when these choices have been made
    )
    settled: tuple[Made, ...] = ()  # choices that are made before the procedure is run
    again: frozenset[str] = frozenset()  # questions that are asked time and again: their answers are told in one line
    named: Callable[[Choose, Any], str] | None = None  # an answer in words, where it does not speak for itself
    idle: Callable[[str], str] | None = (
        None  # why a part of the situation has no effect, in a sentence; "": no reason is known
    )
    hurt: Callable[[Any], Iterable[str]] | None = None  # the names of the models that a result has hurt
    first: str = ""  # the name of the model that is attacked first
    leaves: Callable[[Any], Any] | None = None  # the target as a result leaves it to whoever attacks next
    carried: str = ""  # what of an attack the next one finds, beside losses, and what it does not
    worth: Callable[[Law], Any] | None = None  # from the attacker's side; default: expected slain, then damage


class Odds(Struct, kw_only=True):
    """The exact answer: laws of models slain and of damage, and what else may come of the attack."""

    system: str
    attacker: str
    target: str
    slain: Law
    damage: Law
    destroyed: Fraction
    other: dict[str, Law | Fraction]
    steps: tuple[Step, ...]
    notes: Sequence[str]
    choices: tuple[Choice, ...] = ()
    aim: Step | None = None  # at which part of the target, on which of its models, and why there
    unused: tuple[Unused, ...] = ()
    dangers: tuple[str, ...] = ()
    rulings: Sequence[Any] = ()  # those that matter here: (name, value in force, other values)
    unweighed: Sequence[str] = ()  # rulings in force of which it was too much to work out whether they matter
    impossible: str = ""
    melee: bool = False
    range: float | None = None
    size: int = 0  # models of the target before the attack
    words: dict[str, str] = {}  # what a report calls "damage" and the entries of ``other``
    unread: tuple[str, ...] = ()  # first the rules that could have mattered in this attack
    mattering: int = 0  # how many of them could
    sample: int = 0  # throws that the answer was estimated from; 0: it is exact
    pack: str = ""  # the pack of rulings by which it was asked
    after: tuple[Odds, ...] = ()  # of several attackers in turn: the reasons of each, with the laws of all so far
    again: Callable[..., Odds] | None = None  # asks with parts of the situation changed

    def __str__(self) -> str:
        return "\n".join(lines(self))

    def __repr__(self) -> str:
        return f"<Odds: {title(self)}: {self.impossible or headline(self)}>"

    def _repr_html_(self) -> str:
        return html(self)

    def sweep(self, **changed: Iterable[Any]) -> OddsTable:
        """The answers to this question with one part of the situation changed, for each of several values.

        ``odds.sweep(range=range(6, 25, 6))``: the part is an option of ``grognard.odds`` or a key of its ``sets``.
        Raises GrognardError unless there is one part to change, and for values that cannot be.
        """
        if len(changed) != 1:
            raise GrognardError("a sweep changes one thing", hint="such as odds.sweep(range=[6, 12, 24])")
        if self.again is None:
            raise GrognardError("this answer does not know how it was asked", hint="ask with grognard.odds")
        ((name, values),) = changed.items()
        each = tuple(values)
        return OddsTable(name, each, tuple([self.again(**{name: value}) for value in each]))

    def errors(self) -> dict[str, float]:
        """The standard error of an estimated answer: of the mean of models slain, of damage, and of the chance to destroy."""
        chance = float(self.destroyed)
        spread = {"slain": _variance(self.slain), "damage": _variance(self.damage), "destroyed": chance * (1 - chance)}
        return {name: sqrt(value / self.sample) for name, value in spread.items()} if self.sample else {}

    def told(self, fractions: bool = False) -> dict[str, Any]:
        """The answer as ``odds --json`` prints it."""
        other = {k: _chances(v) if isinstance(v, Law) else float(v) for k, v in self.other.items()}
        told: dict[str, Any] = {
            "system": self.system,
            "attacker": self.attacker,
            "target": self.target,
            "exact": not self.sample,
            "range": self.range,
            "slain": _chances(self.slain),
            "damage": _chances(self.damage),
            "mean": {"slain": self.slain.mean(), "damage": self.damage.mean()},
            "destroyed": float(self.destroyed),
            "other": other,
            "steps": [step_told(s) for s in self.steps],
        }
        if self.sample:
            told["sample"], told["error"] = self.sample, self.errors()
        if self.pack:
            told["pack"] = self.pack
        if self.choices:
            told["choices"] = [choice_told(c) for c in self.choices]
        if self.after:
            told["after"] = [one.told(fractions) for one in self.after]
        if self.aim is not None:
            told["aim"] = step_told(self.aim)
        if self.unused:
            told["unused"] = [{"weapon": one.weapon, "why": one.why} for one in self.unused]
        if self.dangers:
            told["dangers"] = list(self.dangers)
        told["rulings"] = {name: value for name, value, _ in self.rulings}
        if self.unweighed:
            told["rulings_not_worked_out"] = list(self.unweighed)
        if self.notes:
            told["notes"] = list(self.notes)
        if self.unread:
            told["not_executable"] = list(self.unread)
        if self.impossible:
            told["impossible"] = self.impossible
        if fractions:
            told["fractions"] = {
                "slain": _fractions(self.slain),
                "damage": _fractions(self.damage),
                "destroyed": str(self.destroyed),
                "other": {k: _fractions(v) if isinstance(v, Law) else str(v) for k, v in self.other.items()},
            }
        return told


class OddsTable(Struct, frozen=True):
    """Answers to one question asked several times, with one part of its situation changed: ``odds[i]`` is that of ``values[i]``.

    Printed, it is a table; it reads like a list of answers.
    """

    name: str
    values: tuple[Any, ...]
    odds: tuple[Odds, ...]

    def __len__(self) -> int:
        return len(self.odds)

    def __iter__(self) -> Iterator[Odds]:
        return iter(self.odds)

    def __getitem__(self, place: int) -> Odds:
        return self.odds[place]

    def items(self) -> Iterator[tuple[Any, Odds]]:
        """Each value with its answer."""
        return zip(self.values, self.odds, strict=True)

    def __str__(self) -> str:
        return "\n".join(table_lines(table(self.name, self.values, self.odds)))

    def _repr_html_(self) -> str:
        return table_html(table(self.name, self.values, self.odds))


def step_told(step: Step) -> dict[str, Any]:
    """A step as ``--json`` prints it."""
    return {
        "name": step.name,
        "weapon": step.weapon,
        "needs": step.needs,
        "chance": step.chance,
        "because": [{"rule": b.rule, "says": b.says} for b in step.because],
    }


def choice_told(choice: Choice) -> dict[str, Any]:
    """A choice as ``--json`` prints it."""
    chance = None if choice.chance is None else float(choice.chance)
    return {"player": choice.player, "question": choice.question, "answer": choice.answer, "chance": chance}


def _chances(law: Law) -> dict[str, float]:
    return {str(k): law.weights[k] / law.den for k in sorted(law.weights)}


def _fractions(law: Law) -> dict[str, str]:
    return {str(k): str(law.fraction(k)) for k in sorted(law.weights)}


def step(built: Built, weapon: str) -> Step:
    """The line that explains a built test."""
    return Step(built.called, weapon, built.needs, built.chance, built.because)


def read_sets(system: System, pairs: tuple[str, ...] | dict[str, Any]) -> dict[str, Any]:
    """``KEY=VALUE`` words as checked circumstances. Raises GrognardError naming the known keys or values."""
    known = {c.key: c for c in system.circumstances}
    read: dict[str, Any] = {}
    if isinstance(pairs, dict):
        pairs = tuple(f"{k}={'yes' if v is True else 'no' if v is False else v}" for k, v in pairs.items())
    for pair in pairs:
        key, sign, value = (part.strip() for part in pair.partition("="))
        if key not in known:
            raise GrognardError(
                f"unknown circumstance {key!r} of {system.id}", where="--set", hint=f"known: {', '.join(known)}"
            )
        if not sign or not value:
            raise GrognardError(
                f"{key} needs a value", where="--set", hint=f"write --set {key}={_example(known[key].takes)}"
            )
        read[key] = _value(known[key], value)
    return read


def _example(takes: str | tuple[str, ...]) -> str:
    if takes == "yes":
        return "yes"
    return "2" if takes == "number" else next(iter(takes), "…")


def _value(known: Any, value: str) -> Any:
    takes = known.takes
    if takes == "yes":
        if value.lower() not in ("yes", "no"):
            raise GrognardError(f"{known.key} is yes or no, not {value!r}", where="--set")
        return value.lower() == "yes"
    if takes == "number":
        if not (value.isascii() and value.isdigit() and int(value) <= known.most):
            raise GrognardError(f"{known.key} is a number from 0 to {known.most}, not {value!r}", where="--set")
        return int(value)
    if takes and value.lower() not in takes:
        raise GrognardError(f"{known.key} is one of {', '.join(takes)}, not {value!r}", where="--set")
    return value.lower() if takes else value


def _worth(read: Callable[[Any], Outcome]) -> Callable[[Law], Any]:
    """Expected slain, then expected damage, in exact integers: what best play goes by."""

    known: dict[Any, tuple[int, int]] = {}

    def worth(law: Law) -> tuple[Fraction, Fraction]:
        slain = damage = 0
        for result, weight in law.weights.items():
            found = known.get(result)
            if found is None:
                outcome = read(result)
                found = known[result] = outcome.slain, outcome.damage
            slain += found[0] * weight
            damage += found[1] * weight
        return Fraction(slain, law.den), Fraction(damage, law.den)

    return worth


def answer(system: System, question: Question, budget: Budget | None = None) -> Odds:
    """The odds of a question whose parts have been read and checked: exact, or of so many throws as it asks for.

    ``budget`` hears how much is counted, and may end it (TooMany).
    """
    return worked_out(system, question, budget).odds


class WorkedOut(Struct, frozen=True):
    """An attack worked out: its plan, the law of what its first part results in (None: no attack, or estimated), the answer."""

    plan: Plan
    law: Law | None
    odds: Odds


def worked_out(system: System, question: Question, budget: Budget | None = None) -> WorkedOut:
    """The answer to a question, and what it was read from."""
    plan: Plan = system.plan(question)
    about: dict[str, Any] = {
        "system": system.id,
        "attacker": question.attacker.name,
        "target": question.target.name,
        "steps": plan.steps,
        "aim": plan.aim,
        "notes": plan.notes,
        "words": plan.words,
        "melee": question.melee,
        "range": question.range,
        "size": len(question.target.models) if question.target_models is None else question.target_models,
    }
    _beside(about, plan, question, plan.settled)
    if plan.impossible or plan.procedure is None or plan.read is None:
        nothing = Law({0: 1}, 1)
        about.update(_ruled(system, question, plan, ()))
        none = Odds(slain=nothing, damage=nothing, destroyed=Fraction(0), other={}, impossible=plan.impossible, **about)
        return WorkedOut(plan, None, none)
    parts = plan.parts or (PlanPart(plan.args),)
    if question.sample:
        about["notes"] = LazySequence(_notes, system, question, plan, ())
        about.update(_ruled(system, question, plan, ()))
        estimate = Odds(**added_up(_thrown(plan, question.sample), plan.read), **about, sample=question.sample)
        return WorkedOut(plan, None, estimate)
    laws = [_law(plan, part.args, question.policy, budget) for part in parts]
    made = (*plan.settled, *made_in(laws[0]))
    if made:
        _beside(about, plan, question, made)
        about["choices"] = tuple(_choices(made, plan))
        if plan.explained is not None and question.policy == "best":
            about["steps"] = plan.explained(made)
    about["steps"] = _within_reach(about["steps"], plan, laws[0])
    added = added_up(laws[0], plan.read)
    for part, law in zip(parts[1:], laws[1:], strict=True):
        other = added_up(law, plan.read)["other"]
        added["other"].update((name, other[name]) for name in part.names)
    about["notes"] = LazySequence(_notes, system, question, plan, tuple(laws))
    about.update(_ruled(system, question, plan, tuple(laws)))
    return WorkedOut(plan, laws[0], Odds(**added, **about))


def _within_reach(steps: tuple[Step, ...], plan: Plan, law: Law) -> tuple[Step, ...]:
    """The steps without those of models to which the attack cannot come: not the first, and hurt by no outcome."""
    if plan.hurt is None or not any(step.at for step in steps):
        return steps
    reached = {plan.first}.union(*[plan.hurt(result) for result in law.weights])
    return tuple(step for step in steps if not step.at or reached.intersection(step.at))


def _beside(about: dict[str, Any], plan: Plan, question: Question, made: tuple[Made, ...]) -> None:
    """What stands beside an answer when these choices have been made: idle weapons, dangers, what is left out."""
    about["unused"] = plan.unused(made) if plan.unused is not None else ()
    about["dangers"] = plan.dangers(made) if plan.dangers is not None else ()
    about["unread"], about["mattering"] = left_out(question, tuple([one.weapon for one in about["unused"]]))


def _notes(system: System, question: Question, plan: Plan, laws: tuple[Law, ...]) -> tuple[str, ...]:
    """Parts of the situation without effect, and what the plan says besides; ``laws`` of its parts where they are known."""
    if not (laws := laws or _laws(question, plan)):
        return plan.notes
    without = [
        (plan.idle and plan.idle(part)) or f"{part} has no effect here"
        for part in idle(question, system.circumstances, lambda q: _same(system, q, plan, laws))
    ]
    return (*without, *plan.notes)


def _laws(question: Question, plan: Plan) -> tuple[Law, ...]:
    """The laws of an attack, part by part, where they are not too much to work out; else ()."""
    try:
        return tuple(
            [plain_law(plan, p.args, question.policy, Budget(COMPARED)) for p in plan.parts or (PlanPart(plan.args),)]
        )
    except TooMany:
        return ()


def what_matters(system: System, question: Question) -> tuple[str, ...]:
    """The parts of a situation of which another value would make another attack: fields of a question, keys of its ``sets``."""
    plan = system.plan(question)
    covers = [system.cover(value) for value in system.cover_values]
    return tuple(mattering(question, system.circumstances, covers, _compared(system, question, plan, ())))


def _ruled(system: System, question: Question, plan: Plan, laws: tuple[Law, ...]) -> dict[str, Sequence[Any]]:
    """The rulings that matter, and those of which nobody knows, worked out when either is read."""
    ruled: Any = LazySequence(_in_force, system, question, plan, laws)
    return {
        "rulings": LazySequence(_that_matter, ruled),
        "unweighed": LazySequence(_unweighed, ruled),
    }


def _that_matter(ruled: Sequence[Ruled]) -> tuple[Any, ...]:
    return tuple((r.name, r.value, r.others) for r in ruled if r.known)


def _unweighed(ruled: Sequence[Ruled]) -> tuple[str, ...]:
    return tuple(r.name for r in ruled if not r.known)


def _in_force(system: System, question: Question, plan: Plan, laws: tuple[Law, ...]) -> tuple[Any, ...]:
    """The rulings with another value of which this attack would be another, and those of which nobody knows (``Ruled``)."""
    most = RULED // 20 if question.policy == "best" else RULED  # each state of best play is looked at many times
    rulings = [r for r in system.rulings if r.name not in plan.aside]
    return tuple(in_force(question, rulings, _compared(system, question, plan, laws, most)))


def _compared(
    system: System, question: Question, plan: Plan, laws: tuple[Law, ...], most: int | None = None
) -> Callable[[Question], bool]:
    """Whether a question asked otherwise comes to the attack of this plan.

    ``laws`` of its parts where they are known; ``most`` states of the other question, beyond which it raises TooMany, as it
    does where the laws of this plan are too much to work out.
    """
    if plan.impossible or plan.procedure is None:
        return lambda other: bool(system.plan(other).impossible == plan.impossible)
    known = laws or _laws(question, plan)
    return lambda other: _same(system, other, plan, known, None if most is None else Budget(most))


RULED = (
    5_000  # states that a question may go through under another ruling; beyond, nobody knows whether the ruling matters
)
COMPARED = 10_000  # states that a question asked otherwise may go through to be compared; beyond, it counts as another


def _same(system: System, question: Question, plan: Plan, laws: tuple[Law, ...], budget: Budget | None = None) -> bool:
    """Whether a question asked otherwise has the tests and the laws of this plan; no, where that is too much to work out.

    With a ``budget`` of its own what is too much raises TooMany; so does a law of this plan that is not known (``laws`` are none)
    where equal tests leave it open. Raises GrognardError for what cannot be asked, Unable for what cannot be done.
    """
    other: Plan = system.plan(question)
    if other.impossible:
        raise Unable(other.impossible)
    if other.procedure is None or other.read is None or plan.read is None or _tests(other) != _tests(plan):
        return False
    parts = plan.parts or (PlanPart(plan.args),)
    others = other.parts or (PlanPart(other.args),)
    if len(parts) != len(others):
        return False
    try:
        for i, (mine, its) in enumerate(zip(parts, others, strict=True)):
            alike = other.procedure is plan.procedure and _alike(mine, its)
            if alike and other.read == plan.read:
                continue
            if not laws:
                raise TooMany(1)
            found = law = laws[i]
            if not alike:
                found = plain_law(other, its.args, question.policy, budget or Budget(COMPARED))
            if found.map(other.read) != law.map(plan.read):
                return False
    except TooMany:
        if budget is not None:
            raise
        return False
    return True


def _alike(one: Any, other: Any) -> bool:
    """Whether two arguments are equal; values that are told apart by identity, for speed, are compared field by field."""
    if one is other or one == other:
        return True
    if type(one) is not type(other) or not isinstance(one, (tuple, Struct)):
        return False
    ours, theirs = (
        value if isinstance(value, tuple) else [getattr(value, name) for name in value.__struct_fields__]
        for value in (one, other)
    )
    return len(ours) == len(theirs) and all(map(_alike, ours, theirs))


def _tests(plan: Plan) -> list[tuple[str, str, str, float]]:
    """The tests that may come out either way, without the reasons of what they need."""
    return [(s.name, s.weapon, s.needs, s.chance) for s in plan.steps if 0 < s.chance < 1]


def plain_law(plan: Plan, args: tuple[Any, ...], policy: str, budget: Budget | None) -> Law:
    """The law of an attack, without the choices on the way to it where they follow a policy."""
    assert plan.procedure is not None
    return _law(plan, args, policy, budget) if policy == "best" else Exact(budget=budget).law(plan.procedure, args)


def _law(plan: Plan, args: tuple[Any, ...], policy: str, budget: Budget | None) -> Law:
    assert plan.procedure is not None and plan.read is not None
    if policy == "best":
        return _best_law(plan, args, budget)
    driver = Exact(budget=budget)
    law = driver.law(plan.procedure, args)
    if driver.asked:
        try:
            return Best(_no_worth, Budget(FOLLOWED), by_default).law(plan.procedure, args)
        except TooMany:
            return law
    return law


def _best_law(plan: Plan, args: tuple[Any, ...], budget: Budget | None) -> Law:
    """The law of best play. Where no other bound is set, raises GrognardError beyond ``WEIGHED`` states: nobody waits for these."""
    assert plan.procedure is not None and plan.read is not None
    worth = plan.worth or _worth(plan.read)
    if budget is not None and budget.most is not None:
        return Best(worth, budget).law(plan.procedure, args)
    try:
        return Best(worth, Budget(WEIGHED, budget.tell if budget else None)).law(plan.procedure, args)
    except TooMany:
        raise GrognardError(
            f"best play is too much to work out here: more than {WEIGHED:,} states",
            hint="leave --policy best away, or ask about fewer models (--models, --target-models) or one --weapon",
        ) from None


def _thrown(plan: Plan, times: int) -> Law:
    """What came of so many plays of the attack, always with the same dice."""
    assert plan.procedure is not None
    dice = Seeded(f"sample of {times}")
    found: dict[Any, int] = {}
    for _ in range(times):
        result = play(plan.procedure(*plan.args), dice)
        found[result] = found.get(result, 0) + 1
    return Law(found, times)


def _variance(law: Law) -> float:
    mean = law.mean()
    return law.mean(lambda n: (n - mean) ** 2)


WEIGHED = 500_000  # states of best play, at 20 to 200 microseconds each
FOLLOWED = 20_000  # states through which the choices of a policy are followed; beyond, odds name none


def _no_worth(law: Law) -> int:
    return 0


def _choices(made: tuple[Made, ...], plan: Plan) -> Iterator[Choice]:
    """Each choice in words; of a question that is asked again and again all answers as one, with the chance of the likeliest."""
    told = set[str]()
    for m in made:
        question = m.choice.question
        if question not in plan.again:
            yield _choice(m, plan)
        elif question not in told:
            told.add(question)
            rows = [one for one in made if one.choice.question == question]
            words = in_order(_choice(one, plan).answer for one in rows)
            yield replace(_choice(m, plan), answer=words, chance=max(one.chance for one in rows))


def _choice(made: Made, plan: Plan) -> Choice:
    choice, answer, chance = made
    if plan.named is not None:
        words = plan.named(choice, answer)
    else:
        named = getattr(choice.about, "named", None)
        words = worded(answer) if named is None else named(choice.question, answer)
    return Choice("target" if choice.player else "attacker", choice.question, words, chance)


def answers(made: tuple[Made, ...]) -> dict[str, Made]:
    """How each question that came up was answered; of several answers to one the likeliest."""
    found: dict[str, Made] = {}
    for m in made:
        before = found.get(m.choice.question)
        if before is None or m.chance > before.chance:
            found[m.choice.question] = m
    return found


def in_order(names: Iterable[str]) -> str:
    """Models in their order, those of one name that stand together as one.

    >>> in_order(["Grunt", "Grunt", "Boss"]), in_order(["Tank"])
    ('2 x Grunt, then 1 x Boss', 'Tank')
    """
    rows: list[list[Any]] = []
    for name in names:
        if rows and rows[-1][0] == name:
            rows[-1][1] += 1
        else:
            rows.append([name, 1])
    if len(rows) == 1 and rows[0][1] == 1:
        return str(rows[0][0])
    return ", then ".join(f"{n} x {name}" for name, n in rows)


def chosen(made: Made, words: str) -> Because:
    """The reason of a step that is as it is because a player chose so, with how often that came up."""
    who = "target" if made.choice.player else "attacker"
    often = "" if made.chance == 1 else f", {float(100 * made.chance):.1f} % of the time"
    return Because("chosen", f"by the {who}: {words}{often}")


def worded(answer: Any) -> str:
    """An answer in words: what has a name by its name, of several each.

    >>> worded("yes"), worded((2, "left")), worded(())
    ('yes', '2 and left', 'nothing')
    """
    if isinstance(answer, tuple):
        if len(answer) == 2 and hasattr(answer[0], "name") and isinstance(answer[1], int):
            return f"{answer[1]} x {answer[0].name}"
        return " and ".join([worded(part) for part in answer if part not in ((), None)]) or "nothing"
    return str(getattr(answer, "name", answer))


def added_up(law: Law, read: Callable[[Any], Outcome]) -> dict[str, Any]:
    slain: dict[int, int] = {}
    damage: dict[int, int] = {}
    destroyed = 0
    counts: dict[str, dict[int, int]] = {}
    chances: dict[str, int] = {}
    for result, weight in law.weights.items():
        outcome = read(result)
        slain[outcome.slain] = slain.get(outcome.slain, 0) + weight
        damage[outcome.damage] = damage.get(outcome.damage, 0) + weight
        destroyed += weight * outcome.destroyed
        for name, value in outcome.other:
            if isinstance(value, bool):
                chances[name] = chances.get(name, 0) + weight * value
            else:
                counted = counts.setdefault(name, {})
                counted[value] = counted.get(value, 0) + weight
    for counted in counts.values():  # a result that does not speak of a count has none of it
        counted[0] = counted.get(0, 0) + law.den - sum(counted.values())
    other: dict[str, Law | Fraction] = {
        name: Law({k: w for k, w in counted.items() if w}, law.den) for name, counted in counts.items()
    }
    other.update((name, Fraction(w, law.den)) for name, w in chances.items())
    return {
        "slain": Law(dict(sorted(slain.items())), law.den),
        "damage": Law(dict(sorted(damage.items())), law.den),
        "destroyed": Fraction(destroyed, law.den),
        "other": other,
    }
