"""Laws of every question of the grids: they sum to exactly 1, agree with themselves, and rules help whom they should."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import grognard
from grognard import systems
from grognard.common.alter import given
from grognard.common.odds import Odds
from grognard.common.rules import id_of
from grognard.kernel import Law
from tests.registry import example, executable, scenes

# Rules that may hurt whoever has them, each with its reason.
TWO_EDGED: dict[str, str] = {
    "command:aura": "a small unit takes few dice, whatever is printed",
    "command:dispersion": "one roll instead of several",
    "command:limited": "only under a Shoot token, and never in melee",
    "command:mechanized": "it gains nothing from cover",
    "dropzone:large": "it cannot be Hull Down",
    "dropzone:tech-killer": "no harm to scenery",
    "usr:graviton": "the target's armour save takes the place of Strength",
    "usr:skyfire": "one less to hit at targets on the ground",
    "usr:sniper": "4+ to wound takes the place of Strength, and vehicles are hit at Strength 4",
    "void:immobile": "it may not charge",
    "void:mounted-weapon-team": "the crew fires one gun in place of all their weapons",
}


def questions(system: str) -> list[dict[str, Any]]:
    return list(scenes(system).GRID)


def ask(question: dict[str, Any], **changed: Any) -> Odds:
    said = {**question, **changed}
    return grognard.odds(said.pop("attacker"), said.pop("target"), **said)


def sound(odds: Odds) -> None:
    """Every law of an answer is a law, and they do not contradict each other."""
    for law in (odds.slain, odds.damage, *(law for law in odds.other.values() if isinstance(law, Law))):
        assert all(type(w) is int and w > 0 for w in law.weights.values())
        assert sum(law.weights.values()) == law.den
        assert all(type(k) is int and k >= 0 for k in law.weights)
    for chance in (odds.destroyed, *(c for c in odds.other.values() if not isinstance(c, Law))):
        assert type(chance) is Fraction and 0 <= chance <= 1
    assert odds.slain.mean() <= odds.damage.mean() + 1e-9, "a model slain loses at least one wound"
    for step in odds.steps:
        assert 0 <= step.chance <= 1 and step.name and step.needs
        assert all(b.rule and b.says for b in step.because)


@pytest.mark.parametrize("system", systems.NAMES)
def test_the_answers_of_the_grid_are_sound(system):
    assert questions(system)
    for question in questions(system):
        sound(ask(question))
        sound(ask(question, policy="best"))


@pytest.mark.parametrize("rule", executable(), ids=id_of)
def test_a_rule_helps_whoever_has_it(rule):
    if id_of(rule) in TWO_EDGED:
        return
    for question in questions(rule.system):
        plain = ask(question)
        ours = ask(question, attacker=given(question["attacker"], example(rule)))
        theirs = ask(question, target=given(question["target"], example(rule)))
        for odds in (ours, theirs):
            sound(odds)
        assert ours.damage.mean() >= plain.damage.mean() - 1e-12, f"it hurts the attacker in {question}"
        assert theirs.damage.mean() <= plain.damage.mean() + 1e-12, f"it hurts the target in {question}"
