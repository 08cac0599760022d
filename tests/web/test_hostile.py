"""Whatever a seat sends: it gets an answer, nothing breaks, and the battle goes on."""

from __future__ import annotations

from random import Random

import pytest

from grognard import systems
from grognard.errors import GrognardError
from grognard.journal import Journal
from grognard.web.protocol import MOST_BYTES, Answer, Refused, read
from grognard.web.room import Seat, open_room
from tests.web.hostile import bother
from tests.web.tables import BOT, ME, YOU, asked, play, room


@pytest.mark.parametrize("system", systems.NAMES)
@pytest.mark.parametrize("dice", ["seeded", "typed"])
def test_hostile_messages_break_nothing(system, dice, tmp_path):
    r = room(system, (ME, YOU, Seat("crowd")), dice, journal=Journal(tmp_path / "b"))
    rng = Random(f"{system} {dice}")
    for _ in range(6):
        play(r, 6, rng.randrange(10**9))
        bother(r, rng, 12)
    found = open_room(Journal(tmp_path / "b"))
    assert found.session.inputs == r.session.inputs and found.version == r.version


def test_a_stranger_is_told_so():
    [(to, refused)] = room().take("nobody", Answer("a", 0, 0))
    assert to == "nobody" and isinstance(refused, Refused)


def test_a_message_too_long_or_too_deep_is_none():
    for data in (b" " * (MOST_BYTES + 1), b"[" * 100_000, b'{"type":"pick","id":"' + b"x" * 70 + b'","version":0}'):
        with pytest.raises(GrognardError):
            read(data)


def test_a_pick_that_brings_out_a_fault_of_ours_is_taken_back(monkeypatch):
    r = room(seats=(ME, BOT))
    name, before = asked(r)
    crank = type(r.session.game).crank
    monkeypatch.setattr(type(r.session.game), "crank", lambda game, t: 1 / 0 if r.session.inputs else crank(game, t))
    [(_, refused), *_] = r.take(name, Answer("a", r.version, 0))
    assert isinstance(refused, Refused) and "fault of the program" in refused.why
    monkeypatch.undo()
    assert asked(r)[1] == before
    play(r, 5)
