"""A battle told again: every moment is the table as it was, hostile files are refused, a seat reads no secret of the other."""

from __future__ import annotations

import base64
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from grognard import battles
from grognard.errors import GrognardError
from grognard.journal import Journal
from grognard.kernel import saves
from grognard.web.replays import MOST_REPLAYS, Replay, Replays
from grognard.web.room import Seat
from grognard.web.seen import known_to, seen
from tests.web.tables import room


def saved(system: str = "command", rounds: int = 2) -> tuple[Any, bytes]:
    """A battle, and its file."""
    session = battles.fight(battles.setup(f"{system}/A", f"{system}/B", seed=3, rounds=rounds)).session
    return session, json.dumps(saves.headed(session.content())).encode()


@pytest.mark.parametrize("system", ["command", "usr"])
def test_each_moment_is_the_table_as_it_was_in_any_order(system):
    session, data = saved(system)
    found = Replays()
    told = found.brought(data)
    assert told["same"] and told["rounds"][-1][0] == 2 and told["ending"]
    replay = found.get(told["ref"])
    last = len(told["entries"]) - 1
    first, end = replay.moment(0), replay.moment(last)
    assert end["scores"] == seen(session.table)["scores"]
    assert [u["models"] for u in end["units"]] == [u["models"] for u in seen(session.table)["units"]]
    assert replay.moment(0) == first and replay.moment(last) == end
    kinds = {mark["kind"] for mark in told["marks"]}
    assert kinds == {"lost", "points"}
    for wrong in (-1, last + 1):
        with pytest.raises(GrognardError, match="no moment"):
            replay.moment(wrong)


def test_a_seat_is_told_what_it_may_know():
    session, _ = saved()
    mine, all_of_it = Replay(session, (0,)), Replay(session, None)
    assert len(mine.entries) <= len(all_of_it.entries)
    for n in range(0, len(mine.entries), 7):
        t = session.table.clone()
        t.restore(session.points[0].table)
        for entry in session.log[: mine.places[n] + 1]:
            entry.on(t)
        assert mine.moment(n) == seen(known_to(t, (0,)))


def test_spoilt_files_are_one_clear_error():
    session, data = saved(rounds=1)
    content = json.loads(data)
    half = {**content, "inputs": [[0], "zz"]}
    for spoilt in (b"", b"{}", b"\xff\xfe", data[:-20], json.dumps(half).encode(), b"[" * 100_000):
        with pytest.raises(GrognardError):
            Replays().brought(spoilt)
    with pytest.raises(GrognardError, match="what one player may know"):
        Replays().brought(json.dumps(saves.headed({**session.content_for(0), "log": []})).encode())


def test_only_so_many_are_held():
    session, _ = saved(rounds=1)
    found, replay = Replays(), Replay(session, None)
    names = [found.hold(replay) for _ in range(MOST_REPLAYS + 1)]
    assert found.get(names[0]) is None and found.get(names[-1]) is replay and len(set(names)) == len(names)


def test_a_file_travels_as_a_question(tmp_path):
    from grognard.web.desk import Desk
    from grognard.web.hall import Hall

    hall = Hall(tmp_path)
    desk = Desk(hall)
    _, data = saved(rounds=1)
    told = desk.answer(json.dumps({"type": "replay", "data": base64.b64encode(data).decode()}).encode())
    got = desk.answer(json.dumps({"type": "moment", "ref": told["ref"], "n": 3}).encode())
    assert got["table"]["units"]
    with pytest.raises(GrognardError, match="not told here"):
        desk.answer(b'{"type":"moment","ref":"replay-1","n":0}')
    hall.close()


def test_moments_that_are_asked_for_at_once_do_not_meet():
    session, _ = saved("usr", rounds=1)
    replay = Replay(session, None)
    places = list(range(0, len(replay.entries), 9)) * 2
    alone = [replay.moment(n) for n in places]
    with ThreadPoolExecutor(4) as together:
        assert list(together.map(replay.moment, places)) == alone


def test_a_journal_that_play_wrote_is_told_too(tmp_path):
    file = tmp_path / "b.battle"
    both = Seat("one", (0,), "bot"), Seat("other", (1,), "bot")
    journal = Journal(file)
    room("command", both, journal=journal, rounds=1).advance(10**6)
    journal.close()
    told = Replays().brought(file.read_bytes())
    assert told["same"] and told["entries"]
    with pytest.raises(GrognardError) as wrong:
        Replays().brought(file.read_bytes()[:5000])
    assert str(tmp_path) not in str(wrong.value) and "/tmp" not in str(wrong.value)


def test_a_battle_told_anew_takes_no_second_place():
    session, _ = saved(rounds=1)
    found, replay = Replays(), Replay(session, None)
    kept = found.hold(replay)
    names = [found.hold(replay, ("room", "me")) for _ in range(MOST_REPLAYS + 5)]
    assert found.get(kept) is replay and found.get(names[-1]) is replay and found.get(names[0]) is None
