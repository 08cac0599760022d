"""Several attacks on one target, one after the other: each the system's own, at the target as those before left it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from ...kernel.budget import Budget
from ...kernel.law import Law, mixture, point
from ..lazy import LazySequence
from ..system import System
from .answering import Odds, Outcome, Plan, PlanPart, added_up, plain_law
from .question import Question

UNHURT: tuple[Any, Outcome] = (None, Outcome(0, 0, False))


def after_each(system: System, questions: Sequence[Question], budget: Budget | None = None) -> Iterator[Law]:
    """After each attack the law of (the target as it was left, the outcome of all attacks so far)."""
    law: Law = point(UNHURT)
    for question in questions:
        parts = [(weight, _attacked(system, question, left, so_far, budget)) for (left, so_far), weight in law.items()]
        law = mixture(parts, law.den).lowest()
        yield law


def _attacked(system: System, question: Question, left: object, so_far: Outcome, budget: Budget | None) -> Law:
    """One more attack at the target as it was left; what cannot be made changes nothing."""
    if so_far.destroyed:
        return point((None, so_far))
    plan: Plan = system.plan(replace(question, left=left, in_turn=True))
    if plan.impossible or plan.procedure is None or plan.read is None or plan.leaves is None:
        return point((left, so_far))
    read, leaves = plan.read, plan.leaves

    def ended(result: object) -> tuple[object, Outcome]:
        outcome = replace(read(result), other=())
        return None if outcome.destroyed else leaves(result), outcome

    first = (plan.parts or (PlanPart(plan.args),))[0]
    return plain_law(plan, first.args, question.policy, budget).map(ended)


def answer_in_turn(
    system: System, questions: Sequence[Question], alone: Sequence[Odds], budget: Budget | None = None
) -> Odds:
    """The odds of all attacks; ``alone``: the odds of each by itself, whose reasons stand in the answer.

    Each attacker makes its own choices as if nobody came after it.
    """
    words = {name: called for odds in alone for name, called in odds.words.items()}
    after = []
    for law, odds in zip(after_each(system, questions, budget), alone, strict=True):
        after.append(replace(odds, **added_up(law, lambda state: state[1]), words=words, again=None))
    last = after[-1]
    return Odds(
        system=system.id,
        attacker=", then ".join(odds.attacker for odds in alone),
        target=last.target,
        slain=last.slain,
        damage=last.damage,
        destroyed=last.destroyed,
        other={},
        steps=(),
        notes=LazySequence(_notes, system, questions[0]),
        impossible="; ".join(f"{o.attacker}: {o.impossible}" for o in alone)
        if all(o.impossible for o in alone)
        else "",
        melee=last.melee,
        range=last.range,
        size=last.size,
        words=words,
        after=tuple(after),
    )


def _notes(system: System, question: Question) -> tuple[str, ...]:
    plan: Plan = system.plan(question)
    told = "the reasons of each attacker are those at the target unhurt; its numbers are of the target as it was left"
    chosen = ("each attacker chooses what is best for its own attack, as if nobody came after it",)
    return (told, *(chosen if question.policy == "best" else ()), *((plan.carried,) if plan.carried else ()))
