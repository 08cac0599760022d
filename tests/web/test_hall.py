"""Rooms leave memory when others come, and come back; never two of one."""

from __future__ import annotations

from grognard import battles
from grognard.web import hall
from grognard.web.hall import Hall
from tests.web.tables import ME, YOU


def test_a_room_that_was_just_opened_is_never_the_one_that_leaves(tmp_path, monkeypatch):
    monkeypatch.setattr(hall, "MOST_OPEN", 2)
    found = Hall(tmp_path)
    setup = battles.setup("command/A", "command/B", seed=1, rounds=1)
    first, second, third = (found.make(setup, [ME, YOU], "seeded") for _ in range(3))
    kept = found.get(third)
    found.get(second).present = kept.present = 1
    again = found.get(first)  # it had left memory, and comes back out of the journal
    assert found.get(first) is again, "one room, though nobody sits there yet and all the others are taken"
    assert found.get(third) is kept
    found.close()


def test_a_room_whose_turn_is_under_way_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(hall, "MOST_OPEN", 1)
    found = Hall(tmp_path)
    setup = battles.setup("command/A", "command/B", seed=1, rounds=1)
    first = found.make(setup, [ME, YOU], "seeded")
    kept = found.get(first)
    with kept.lock:
        found.make(setup, [ME, YOU], "seeded")
        assert found.get(first) is kept
    found.close()


def test_a_battle_that_nobody_plays_leaves_memory_after_a_while_and_comes_back(tmp_path):
    found = Hall(tmp_path)
    setup = battles.setup("command/A", "command/B", seed=1, rounds=1)
    idle, sat = (found.make(setup, [ME, YOU], "seeded") for _ in range(2))
    found.get(sat).present = 1
    before = found.get(idle)
    assert found.let_go(3600.0) == 0 and found.get(idle) is before
    assert found.let_go(0.0) == 1 and found.get(sat).present == 1
    again = found.get(idle)
    assert again is not before and again.room.version == before.room.version
    found.close()
