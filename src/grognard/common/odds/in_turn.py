"""Several attacks on one target, one after the other: each the system's own, at the target as those before left it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from ...kernel.budget import Budget
from ...kernel.law import Law, mixture, point
from ..lazy import LazySequence, joined
from ..system import System
from .answering import Odds, Outcome, Plan, PlanPart, added_up, plain_law, worked_out
from .question import Question

UNHURT: tuple[Any, Outcome] = (None, Outcome(0, 0, False))


def answer_in_turn(
    system: System, asked: Sequence[tuple[Question, tuple[str, ...]]], budget: Budget | None = None
) -> Odds:
    """The odds of all attacks, each asked with notes of its own; the reasons of each are those at the target unhurt.

    Each attacker makes its own choices as if nobody came after it.
    """
    questions = [replace(question, in_turn=True) for question, _ in asked]
    alone = [worked_out(system, question, budget) for question in questions]
    words = {name: called for found in alone for name, called in found.odds.words.items()}
    law: Law = point(UNHURT)
    after: list[Odds] = []
    for (_, noted), question, found in zip(asked, questions, alone, strict=True):
        law = _after(system, question, law, budget) if after else _left(found.plan, found.law, UNHURT)
        notes = LazySequence(joined, noted, found.odds.notes) if noted else found.odds.notes
        after.append(replace(found.odds, **added_up(law, lambda state: state[1]), words=words, notes=notes))
    return _together(system, questions[0], after, words)


def _after(system: System, question: Question, law: Law, budget: Budget | None) -> Law:
    """The law of (the target as it was left, the outcome of all attacks so far) after one more attack."""
    parts = [(weight, _attacked(system, question, left, so_far, budget)) for (left, so_far), weight in law.items()]
    return mixture(parts, law.den).lowest()


def _attacked(system: System, question: Question, left: object, so_far: Outcome, budget: Budget | None) -> Law:
    """One more attack at the target as it was left; what cannot be made changes nothing."""
    if so_far.destroyed:
        return point((None, so_far))
    plan: Plan = system.plan(replace(question, left=left))
    law = None
    if not (plan.impossible or plan.procedure is None):
        law = plain_law(plan, (plan.parts or (PlanPart(plan.args),))[0].args, question.policy, budget)
    return _left(plan, law, (left, so_far))


def _left(plan: Plan, law: Law | None, before: tuple[Any, Outcome]) -> Law:
    """How an attack leaves the target, and with which outcome; ``law`` of its results, None where it cannot be made."""
    if law is None or plan.read is None or plan.leaves is None:
        return point(before)
    read, leaves = plan.read, plan.leaves

    def ended(result: object) -> tuple[object, Outcome]:
        outcome = replace(read(result), other=())
        return None if outcome.destroyed else leaves(result), outcome

    return law.map(ended).lowest()


def _together(system: System, first: Question, after: Sequence[Odds], words: dict[str, str]) -> Odds:
    last = after[-1]
    return Odds(
        system=system.id,
        attacker=", then ".join(odds.attacker for odds in after),
        target=last.target,
        slain=last.slain,
        damage=last.damage,
        destroyed=last.destroyed,
        other={},
        steps=(),
        notes=LazySequence(_notes, system, first),
        impossible="; ".join(f"{o.attacker}: {o.impossible}" for o in after)
        if all(o.impossible for o in after)
        else "",
        melee=last.melee,
        range=last.range if all(one.range == last.range for one in after) else None,
        size=last.size,
        words=words,
        after=tuple(after),
    )


def _notes(system: System, question: Question) -> tuple[str, ...]:
    plan: Plan = system.plan(question)
    told = "the reasons of each attacker are those at the target unhurt; its numbers are of the target as it was left"
    chosen = ("each attacker chooses what is best for its own attack, as if nobody came after it",)
    return (told, *(chosen if question.policy == "best" else ()), *((plan.carried,) if plan.carried else ()))
