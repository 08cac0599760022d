"""Every pair of rules of a system commutes or stands in its ordering.py; nothing crashes and laws sum to 1.

Both rules go to the attacker, both to the target, and one to each, always in both orders.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest

from grognard.common.alter import given
from grognard.common.profiles import Kind
from grognard.common.rules import Rule, id_of
from tests.contract.test_laws import ask, questions, sound
from tests.registry import all_systems, example, system_of

FIRST = [rule for system in all_systems() for rule in system.rules]


def both(kind: Kind, one: Rule, other: Rule) -> tuple[Kind, Kind]:
    return given(given(kind, one), other), given(given(kind, other), one)


def same(question: dict[str, Any], settled: bool, first: dict[str, Any], second: dict[str, Any]) -> None:
    a, b = ask(question, **first), ask(question, **second)
    sound(a)
    if settled:
        sound(b)
        return
    assert a.slain == b.slain and a.damage == b.damage and a.destroyed == b.destroyed
    assert a.other == b.other


@pytest.mark.parametrize("rule", FIRST, ids=id_of)
def test_a_rule_commutes_with_every_other(rule):
    system = system_of(rule)
    pairs = [pair for pair in combinations_with_replacement(system.rules, 2) if pair[0] is rule]
    for one, other in pairs:
        settled = frozenset((id_of(one), id_of(other))) in (system.ordering or {})
        for question in questions(system.id):
            attackers = both(question["attacker"], example(one), example(other))
            targets = both(question["target"], example(one), example(other))
            same(question, settled, {"attacker": attackers[0]}, {"attacker": attackers[1]})
            same(question, settled, {"target": targets[0]}, {"target": targets[1]})
            for ours, theirs in ((one, other), (other, one)):
                sound(
                    ask(
                        question,
                        attacker=given(question["attacker"], example(ours)),
                        target=given(question["target"], example(theirs)),
                    )
                )
