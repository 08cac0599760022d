"""Match-ups made ready: what is told of them in short agrees with their explanation."""

from __future__ import annotations

import gc

from grognard import battles as staging
from grognard.systems.void.matchup import Match


def test_the_rules_that_have_a_part_in_an_attack_are_those_that_its_explanation_names():
    for seed in range(3):
        staging.fight(staging.setup("void/A", "void/B", seed=seed, bots=("random",)))
    matches = [found for found in gc.get_objects() if type(found) is Match]  # all that the battles have made
    for m in matches:
        assert m.ids == tuple(dict.fromkeys([b.id for step in m.steps for b in step.because if b.id])), m.attack
    assert len({m.ids for m in matches}) > 10
