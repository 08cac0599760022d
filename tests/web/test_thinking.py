"""Bots that think in processes of their own: the same picks as here, whatever becomes of a process."""

from __future__ import annotations

import os
import signal
import subprocess
from collections import OrderedDict
from typing import Any

import pytest

from grognard import battles
from grognard.kernel.asks import Choose
from grognard.kernel.plain import plain
from grognard.web import thinking
from grognard.web.room import PlayerOf, Room, Seat, new_room
from grognard.web.thinking import BotAsked, Thinkers

FIRST = 19  # inputs of which some are steady's after trials
SIDES = (Seat("one", (0,), "bot"), Seat("other", (1,), "bot"))


def battle(player: PlayerOf | None = None, bots: tuple[str, str] = ("greedy", "steady")) -> Room:
    """A small battle of bots."""
    setup = battles.setup("usr/ferry-guard", "usr/reed-raiders", seed=5, rounds=1, bots=bots)
    return new_room(setup, SIDES, player=player)


def played(room: Room, most: int = 1000) -> list[Any]:
    """What is picked and thrown until the battle is over, or so many inputs are there."""
    while not room.over and len(room.session.inputs) < most:
        room.advance()
    return room.session.inputs


@pytest.fixture(scope="module")
def usual() -> list[Any]:
    """What is picked and thrown at first where all think here."""
    return played(battle(), FIRST)


def test_a_battle_is_the_same_wherever_its_bots_think_and_when_a_process_is_killed(usual):
    lines: list[str] = []
    thinkers = Thinkers(1, lines.append)
    room = battle(thinkers.player)
    killed = 0
    while len(room.session.inputs) < FIRST:
        process = thinkers.processes[0]
        if process is not None and not killed and len(room.session.inputs) > FIRST - 8:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            killed += 1
        room.advance()
    thinkers.close()
    assert room.session.inputs == usual
    assert killed == len(lines) == 1
    assert lines[0].startswith("a process in which bots think has ended (exit code -9); another takes its place")


def test_where_no_process_can_be_had_bots_think_here(usual, monkeypatch):
    def none(*_: Any, **__: Any) -> Any:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(subprocess, "Popen", none)
    lines: list[str] = []
    assert played(battle(Thinkers(1, lines.append).player), FIRST) == usual
    assert set(lines) == {"no process for bots can be had (Cannot allocate memory): they think in the server"}


def test_a_mirror_goes_back_with_its_battle_and_says_what_does_not_fit():
    room, mirrors = battle(bots=("random", "greedy")), OrderedDict[str, thinking.Mirror]()
    inputs, setup = played(room), plain({**room.setup.saved(), **room.setup.remarks})
    askers = [k for k, asker in enumerate(room.session.askers) if asker == 1]
    for k in (askers[-1], askers[1], askers[-2]):
        found = thinking.answered(mirrors, BotAsked("it", setup, inputs[:k], 1))
        assert not found.wrong and found.pick == inputs[k], "greedy picks as it did"
    assert mirrors["it"].session.inputs == inputs[: askers[-2]] and isinstance(mirrors["it"].session.open, Choose)
    assert "other side" in thinking.answered(mirrors, BotAsked("it", setup, inputs[: askers[1]], 0)).wrong
    assert not mirrors, "what did not fit is made anew"
    assert "no question" in thinking.answered(mirrors, BotAsked("it", setup, inputs, 1)).wrong
    for k in range(thinking.MIRRORS + 2):
        thinking.answered(mirrors, BotAsked(str(k), setup, inputs[: askers[0]], 1))
    assert len(mirrors) == thinking.MIRRORS


def test_only_bots_that_try_their_picks_think_elsewhere():
    thinkers = Thinkers(1)
    room = battle(thinkers.player, ("random", "greedy"))
    played(room)
    assert thinkers.processes == [None]
    assert thinkers.player("it", room.setup, 0, list).looks is False
