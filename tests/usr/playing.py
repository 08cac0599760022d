"""An attack played with written-down faces, for tests that read like a turn at the table."""

from __future__ import annotations

from typing import Any

from grognard import systems
from grognard.common import asking
from grognard.common.odds import Outcome
from grognard.kernel import Scripted
from grognard.kernel.play import Play

ANSWERS = {"how many": None}


def played(
    attacker: Any, defender: Any, faces: list[int], choose: dict[str, Any] | None = None, **said: Any
) -> Outcome:
    """What the attack does when the dice show these faces, in the order of the rolls; every one must be used.

    ``choose`` answers questions by how they begin; others are answered as their default says.
    """
    system = systems.get("usr")
    sets = said.pop("sets", None)
    situation = asking.Situation(sets=asking.words(sets) if sets else (), **said)
    question, _ = asking.read(system, attacker, defender, situation)
    plan = system.plan(question)
    assert not plan.impossible, plan.impossible
    dice = Scripted(faces)

    def decide(ask: Any) -> Any:
        for start, answer in (choose or {}).items():
            if ask.question.startswith(start):
                return answer
        return next(iter(ask.options)) if ask.default is None else ask.default

    result = Play(dice, decide).run(plan.procedure(*plan.args))
    dice.end()
    return plan.read(result)


def told(outcome: Outcome) -> dict[str, Any]:
    """What else came of it."""
    return dict(outcome.other)
