"""A battle leaves nothing behind that only the collector of cyclic garbage could free: sessions let it rest."""

from __future__ import annotations

import gc

import pytest

from grognard import battles, systems
from grognard.common import battle

SIDES = [(f"{system}/A", f"{system}/B") for system in systems.NAMES] + [("usr/B", "usr/iron-caravan")]


@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("sides", SIDES, ids="-".join)
def test_a_battle_frees_itself(sides: tuple[str, str], bots: str) -> None:
    setup = battles.setup(*sides, seed=1, rounds=3, bots=(bots,))
    battle.begin(setup).play()  # what is imported on the way and what is kept for good
    gc.collect()
    gc.disable()
    try:
        session = battle.begin(setup)
        session.play()
        del session
        gc.disable()
        assert gc.collect() == 0
    finally:
        gc.enable()
