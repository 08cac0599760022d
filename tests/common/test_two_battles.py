"""Two battles at once: in alternate steps, and in two threads. Each plays as if it were alone."""

from __future__ import annotations

from threading import Thread

import pytest

from grognard import battles, systems
from grognard.common import battle
from grognard.common.battle import Setup
from grognard.kernel.session import Session


def setups(system: str) -> list[Setup]:
    return [
        battles.setup(f"{system}/A", f"{system}/B", seed=4, bots=("greedy",), rounds=2),
        battles.setup(f"{system}/B", f"{system}/A", seed=7, bots=("random",), rounds=2),
    ]


def alone(system: str) -> list[str]:
    sessions = [battle.begin(setup) for setup in setups(system)]
    for session in sessions:
        session.play()
    return [session.digest() for session in sessions]


@pytest.mark.parametrize("system", systems.NAMES)
def test_two_battles_in_alternate_steps_are_those_played_alone(system: str) -> None:
    sessions = [battle.begin(setup) for setup in setups(system)]
    while not all(session.over for session in sessions):
        for session in sessions:
            session.play(steps=1)
    assert [session.digest() for session in sessions] == alone(system)


@pytest.mark.parametrize("system", systems.NAMES)
def test_two_battles_in_two_threads_are_those_played_alone(system: str) -> None:
    sessions: list[Session] = [battle.begin(setup) for setup in setups(system)]
    threads = [Thread(target=session.play) for session in sessions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [session.digest() for session in sessions] == alone(system)
