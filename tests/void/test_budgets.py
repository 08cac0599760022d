"""What a bot expects of a weapon is the law of one damage die, however many it throws."""

from __future__ import annotations

import sys

import pytest
from msgspec.structs import replace

from grognard.common.profiles import Weapon, interned
from grognard.kernel import Budget, exact
from grognard.systems.void.attack import point
from grognard.systems.void.bots.value import wounds_of
from grognard.systems.void.circumstances import Circumstances
from grognard.systems.void.examples import MODELS, WEAPONS, model
from grognard.systems.void.matchup import Attack, match
from grognard.systems.void.rules import Dodge, HeavyArmour, Marksman, Stealth

NASTY = replace(WEAPONS["rifle"], dice=100)


def shot(*rules, vehicle=False):
    by = model("hero", Marksman(), arms=(interned(Weapon("Storm", NASTY, ())),))
    at = model("hero", *rules)
    return match(Attack(by, by.weapons[0], at, Circumstances(cover=3, vehicle=vehicle), (by,), (at,))).shot


@pytest.mark.parametrize("vehicle", [False, True])
def test_a_hundred_damage_dice_are_as_many_times_one(monkeypatch, vehicle):
    nasty = shot(Dodge(), HeavyArmour(5), Stealth(), vehicle=vehicle)
    expected = sys.modules["grognard.systems.void.bots.value"]
    met = []
    real = expected.law_of_stage

    def law_of_stage(stage, args, decide):
        met.append(stage)
        budget = Budget()
        exact(stage, args, decide, budget)
        assert budget.spent <= 40, "to wound, two saves, a dodge, and the table of a vehicle"
        return real(stage, args, decide)

    monkeypatch.setattr(expected, "law_of_stage", law_of_stage)
    found = wounds_of(nasty)
    assert met in ([point], []) and 0 < found < 100 * MODELS["hero"].W
