"""What is played is what is answered: the very procedure of each question of the grids, thrown many times and drawn many times.

Seeds are fixed, so the tests do not waver; the bounds are five standard deviations.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random
from typing import Any

import pytest

from grognard import systems
from grognard.common.asking import read, situation
from grognard.common.odds import Plan
from grognard.kernel import Law, Seeded, exact, play, sample
from tests.contract.test_laws import questions

TIMES = 600


def plans(system: str) -> list[Plan]:
    """The grid's questions, ready to be run."""
    found = []
    for question in questions(system):
        said = dict(question)
        attacker, target = said.pop("attacker"), said.pop("target")
        asked, _ = read(systems.get(system), attacker, target, situation(**said))
        plan = systems.get(system).plan(asked)
        if plan.procedure is not None and not plan.impossible:
            found.append(plan)
    assert found
    return found


def agrees(law: Law, plan: Plan, once: Callable[[], Any]) -> None:
    """Every result can happen, and the means of what people look at are those of the law."""
    results = [once() for _ in range(TIMES)]
    assert set(results) <= set(law.weights)
    assert plan.read is not None
    for look in (lambda o: o.slain, lambda o: o.damage, lambda o: int(o.destroyed)):
        values = {result: look(plan.read(result)) for result in law.weights}
        mean = sum(values[r] * w for r, w in law.items()) / law.den
        spread = sum((values[r] - mean) ** 2 * w for r, w in law.items()) / law.den
        found = sum(values[r] for r in results) / TIMES
        assert abs(found - mean) <= 5 * sqrt(spread / TIMES) + 1e-9


@pytest.mark.parametrize("system", systems.NAMES)
def test_dice_follow_the_law(system):
    dice = Seeded(20)
    for plan in plans(system):
        law = exact(plan.procedure, plan.args)
        agrees(law, plan, lambda plan=plan: play(plan.procedure(*plan.args), dice))


@pytest.mark.parametrize("system", systems.NAMES)
def test_draws_follow_the_law(system):
    rng = Random(20)
    for plan in plans(system):
        law = exact(plan.procedure, plan.args)
        agrees(law, plan, lambda plan=plan: sample(plan.procedure(*plan.args), rng))
