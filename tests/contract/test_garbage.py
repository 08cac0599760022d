"""A battle leaves nothing behind that only the collector of cyclic garbage could free: sessions let it rest."""

from __future__ import annotations

import gc

import pytest

from grognard import battles, systems
from grognard.common import battle
from grognard.kernel.memo import forget

SIDES = [(f"{system}/A", f"{system}/B") for system in systems.NAMES] + [("usr/B", "usr/iron-caravan")]


@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("sides", SIDES, ids="-".join)
def test_a_battle_frees_itself(sides: tuple[str, str], bots: str) -> None:
    frees_itself(battles.setup(*sides, seed=1, rounds=3, bots=(bots,)))


@pytest.mark.parametrize("seed", [4, 5])
def test_a_battle_of_void_in_which_moves_are_forced_frees_itself(seed: int) -> None:
    frees_itself(battles.setup("void/A", "void/B", seed=seed, rounds=3))


def frees_itself(setup: battle.Setup) -> None:
    """Nothing of a battle is left once nobody holds it, without a search for circles."""
    battle.begin(setup).play()  # what is imported on the way
    forget()  # else what other tests have made would fall out of a memory in the middle of it
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        session = battle.begin(setup)
        session.play()
        del session
        gc.disable()
        gc.collect()
        ours = [type(found).__qualname__ for found in gc.garbage if type(found).__module__.startswith("grognard")]
        assert ours == []
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def test_a_ring_of_our_own_would_be_found() -> None:
    session = battle.begin(battles.setup("void/A", "void/B", seed=1, rounds=1, bots=("random",)))
    session.watchers.append(session.play)
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        del session
        gc.collect()
        assert "Session" in [type(found).__name__ for found in gc.garbage]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
