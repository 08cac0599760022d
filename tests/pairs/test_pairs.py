"""Every pair of rules of a system commutes or stands in its ordering.py; nothing crashes and laws sum to 1.

Both rules go to the attacker, both to the target, and one to each, in both orders. A pair is asked every question of the
grid in which each of the two shows by itself, on the side it is given to, and one question besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from grognard.common.alter import given
from grognard.common.profiles import Kind
from grognard.common.rules import Rule, id_of
from tests.contract.test_laws import ask, questions, sound
from tests.registry import all_systems, example, system_of

FIRST = [rule for system in all_systems() for rule in system.rules]
Side = str  # "attacker" or "target"


def with_rule(question: dict[str, Any], side: Side, *rules: type[Rule]) -> Kind:
    kind: Kind = question[side]
    for rule in rules:
        kind = given(kind, example(rule))
    return kind


@cache
def shows(rule: type[Rule], i: int, side: Side) -> bool:
    """Whether the rule changes anything that is told in a question's answer, laws or reasons, given to one side."""
    question = questions(rule.system)[i]
    return ask(question).told(True) != ask(question, **{side: with_rule(question, side, rule)}).told(True)


def asked(one: type[Rule], other: type[Rule], sides: tuple[Side, Side], turn: int) -> Iterator[dict[str, Any]]:
    """The questions a pair is asked: those in which both show, and the ``turn``-th."""
    grid = questions(one.system)
    for i, question in enumerate(grid):
        if i == turn % len(grid) or (shows(one, i, sides[0]) and shows(other, i, sides[1])):
            yield question


def commutes(question: dict[str, Any], side: Side, one: type[Rule], other: type[Rule], settled: bool) -> None:
    first, second = with_rule(question, side, one, other), with_rule(question, side, other, one)
    a = ask(question, **{side: first})
    sound(a)
    if first is second:
        return
    b = ask(question, **{side: second})
    sound(b)
    if not settled:
        assert a.slain == b.slain and a.damage == b.damage and a.destroyed == b.destroyed
        assert a.other == b.other


@pytest.mark.parametrize("rule", FIRST, ids=id_of)
def test_a_rule_commutes_with_every_other(rule):
    system = system_of(rule)
    place = system.rules.index(rule)
    for turn, other in enumerate(system.rules[place:], place):
        settled = frozenset((id_of(rule), id_of(other))) in (system.ordering or {})
        for side in ("attacker", "target"):
            for question in asked(rule, other, (side, side), turn):
                commutes(question, side, rule, other, settled)
        for one, two in ((rule, other), (other, rule)):
            for question in asked(one, two, ("attacker", "target"), turn):
                ours, theirs = with_rule(question, "attacker", one), with_rule(question, "target", two)
                sound(ask(question, attacker=ours, target=theirs))
