"""A battle leaves nothing behind that only the collector of cyclic garbage could free: sessions let it rest."""

from __future__ import annotations

import gc

import pytest

from grognard import battles, systems
from grognard.common import battle


@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("system", systems.NAMES)
def test_a_battle_frees_itself(system: str, bots: str) -> None:
    battle.begin(
        battles.setup(f"{system}/A", f"{system}/B", seed=5, rounds=2, bots=(bots,))
    ).play()  # what is kept for good
    setup = battles.setup(f"{system}/A", f"{system}/B", seed=1, rounds=3, bots=(bots,))
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
