"""Every sample force meets every other of its system: battles of bots that play to their end."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from grognard import battles, systems
from grognard.muster.ref import samples

PAIRS = [
    (ours["ref"], theirs["ref"], seed)
    for system in systems.NAMES
    for seed, (ours, theirs) in enumerate(combinations_with_replacement(samples(system), 2))
]


@pytest.mark.parametrize("ours, theirs, seed", PAIRS)
def test_sample_forces_meet_each_other(ours, theirs, seed):
    fought = battles.fight(battles.setup(ours, theirs, seed=seed, rounds=4, bots=("random", "greedy")))
    assert fought.session.over and fought.result["why"]


def test_a_flyer_that_finds_no_longer_way_flies_the_shorter_one():
    setup = battles.setup(
        "usr/gilded-lists", "usr/storm-brood", seed=59, scenario="last-stand", bots=("random", "random")
    )
    assert battles.fight(setup).session.over
