"""Real battles of every system taken back, played again, saved and loaded at every boundary: always the same battle."""

from __future__ import annotations

from functools import cache

import pytest

from grognard import battles, systems
from grognard.common import battle
from grognard.kernel.plain import plain, text
from grognard.kernel.session import Session

every_system = pytest.mark.parametrize("system", systems.NAMES)


def new(system: str, bots: str = "random") -> Session:
    return battle.begin(
        battles.setup(f"{system}/A", f"{system}/B", seed=11, scenario="close-quarters", rounds=2, bots=(bots,))
    )


def state(session: Session) -> str:
    return text(plain(session.table.plain()))


@cache
def played(system: str) -> tuple[list[object], list[tuple[int, str]], str]:
    """The inputs of a battle, the state at each boundary with the inputs so far, and the digest at the end."""
    session = new(system)
    boundaries = [(0, state(session))]
    while not session.play(1):
        boundaries.append((len(session.inputs), state(session)))
    boundaries.append((len(session.inputs), state(session)))
    return list(session.inputs), boundaries, session.digest()


def replayed(system: str, to: int | None = None) -> Session:
    session = new(system)
    session.replay(played(system)[0], to)
    return session


@every_system
def test_the_inputs_alone_give_the_battle_again(system):
    inputs, _, digest = played(system)
    session = replayed(system)
    assert session.digest() == digest and session.inputs == inputs
    assert len(inputs) > 40


@every_system
def test_taken_back_to_every_boundary_and_played_again(system):
    _, boundaries, digest = played(system)
    session = replayed(system)
    for inputs, shown in reversed(boundaries):
        session.back_to(inputs, consent=True)
        # playing what is recorded goes on to the next question, so compare at the boundary itself
        session._rewind()
        assert state(session) in {s for n, s in boundaries if n == inputs} | {shown}
    assert session.inputs == []
    while session.taken:
        session.redo(7)
    assert session.digest() == digest


@every_system
def test_finished_from_the_snapshot_of_every_boundary(system):
    inputs, boundaries, digest = played(system)
    session = replayed(system)
    for n, _ in boundaries:
        session.back_to(n, consent=True)
        if session.taken:
            session.redo(len(inputs))
        assert session.digest() == digest
    session.forget_points()
    assert session.digest() == digest


@every_system
def test_every_pick_undone_one_by_one_to_the_start(system):
    inputs, _, digest = played(system)
    session = replayed(system)
    seen = {len(session.inputs): session.digest()}
    picks = sum(not isinstance(i, bytes) for i in inputs)
    for _ in range(picks):
        session.undo(consent=True)
        seen[len(session.inputs)] = session.digest()
    assert not any(not isinstance(i, bytes) for i in session.inputs)
    for _ in range(picks):
        assert session.digest() == seen[len(session.inputs)]
        session.redo()
    assert session.digest() == digest


@every_system
def test_saved_and_loaded_in_the_middle_and_played_on(system, tmp_path):
    inputs, boundaries, digest = played(system)
    for n, _ in boundaries[:: max(1, len(boundaries) // 6)]:
        half = replayed(system, n)
        half.save(tmp_path / "half.json")
        session = battle.load_save(tmp_path / "half.json", players=(None, None))
        assert session.inputs == inputs[:n] and session.digest() == half.digest()
        session.taken = list(inputs[n:])
        if session.taken:
            session.redo(len(inputs))
        assert session.digest() == digest


@every_system
def test_the_same_setup_gives_the_same_digest_and_another_seed_does_not(system):
    setups = [battles.setup(f"{system}/A", f"{system}/B", seed=s, rounds=1) for s in (5, 5, 6)]
    one, same, other = (battles.fight(setup).result["digest"] for setup in setups)
    assert one == same != other
