"""The journal: what was acknowledged is found again, two programs on one file, damaged files, saves made into journals."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from grognard import systems
from grognard.common import battle
from grognard.errors import GrognardError
from grognard.journal import Journal, is_journal, read
from grognard.web.protocol import Acked, Answer, Bookmark, Consent, Redo, Refused, Undo
from grognard.web.room import Room, made_journal, open_room
from tests.web.tables import BOT, ME, asked, play, reply, room


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "battle.grog"


def again(path: Path) -> Room:
    return open_room(Journal(path))


@pytest.mark.parametrize("system", systems.NAMES)
@pytest.mark.parametrize("dice", ["seeded", "typed"])
def test_a_battle_goes_on_exactly_where_it_stopped(system, dice, path):
    r = room(system, (ME, BOT), dice, journal=Journal(path))
    play(r, 25)
    r.journal.close()
    found = again(path)
    assert found.version == r.version and found.session.inputs == r.session.inputs
    assert found.session.digest() == r.session.digest() and not found.parted
    assert found.log("me") == r.log("me") and found.view("me") == r.view("me") and found.ask("me") == r.ask("me")
    play(found)
    assert found.over


def test_what_is_acknowledged_is_in_the_file_before_the_answer_goes_out(path):
    r = room(journal=Journal(path))
    for n in range(12):
        name, ask = asked(r)
        [(_, acked), *_] = r.take(name, reply(r, ask, Random(n), f"id{n}"))
        assert isinstance(acked, Acked)
        kept = read(path)
        assert kept.version == acked.version and kept.inputs == r.session.inputs
        assert kept.acks[name, f"id{n}"] == acked.version
    found = again(path)
    assert found.take(name, Answer("id11", 0, 0)) == [(name, Acked("id11", 12))]


def test_what_was_taken_back_is_kept_for_another_day(path):
    r = room(journal=Journal(path))
    play(r, 9)
    name = asked(r)[0]
    r.take("me", Undo("u", r.version))
    if r._wants is not None:
        r.take("you", Consent("yes", r.version, True))
    taken = list(r.session.taken)
    assert taken
    found = again(path)
    assert found.session.taken == taken and found.session.digest() == r.session.digest()
    [(_, acked), *_] = found.take(name, Redo("r", found.version))
    assert isinstance(acked, Acked) and again(path).session.inputs == found.session.inputs


def test_the_place_in_the_dice_stays_when_luck_was_taken_back(path):
    r = room("usr", (ME, BOT), journal=Journal(path))
    while not any(isinstance(i, bytes) for i in r.session.inputs[-2:]):
        play(r, 1, r.version)
    r.take("me", Undo("u", r.version))
    assert again(path).session.dice.place == r.session.dice.place


def test_marks_are_kept(path):
    r = room(journal=Journal(path))
    r.take("me", Bookmark("m", "before the charge"))
    play(r, 3)
    assert again(path).marks == [(0, "before the charge")]


def test_of_two_programs_on_one_journal_the_second_is_told_and_nothing_is_lost(path):
    first = room(journal=Journal(path))
    second = again(path)
    name, _ = asked(first)
    first.take(name, Answer("a", 0, 0))
    sent = second.take(name, Answer("b", 0, 1))
    refused = sent[0][1]
    assert isinstance(refused, Refused) and "gone on in another program" in refused.why
    assert second.version == 1 and second.session.inputs == first.session.inputs
    name, ask = asked(second)
    second.take(name, reply(second, ask, Random(1), "c"))
    name, ask = asked(first)
    assert isinstance(first.take(name, reply(first, ask, Random(1), "d"))[0][1], Refused)
    play(first, 4)
    assert again(path).session.inputs == first.session.inputs


def test_bots_of_two_programs_do_not_play_past_each_other(path):
    first = room(seats=(ME, BOT), journal=Journal(path))
    while first.waiting:
        play(first, 1, first.version)
    second = again(path)
    while not first.waiting:
        first.advance()
    second.advance()
    assert second.version == first.version and second.session.inputs == first.session.inputs


def test_a_journal_is_replayed_and_saved_as_any_battle(path, tmp_path):
    r = room(seats=(ME, BOT), journal=Journal(path))
    play(r)
    session, same = battle.replay(path)
    assert same and session.digest() == r.session.digest()
    session.save(tmp_path / "b.json")
    assert battle.replay(tmp_path / "b.json")[1]


def test_a_save_is_made_into_a_journal_in_its_place(tmp_path):
    r = room(seats=(ME, BOT))
    play(r, 15)
    path = tmp_path / "b.json"
    r.session.save(path)
    made_journal(path, (ME, BOT))
    assert is_journal(path) and [p.name for p in tmp_path.iterdir()] == ["b.json"]
    found = again(path)
    assert found.session.inputs == r.session.inputs and found.session.digest() == r.session.digest()
    play(found)
    assert found.over


def test_where_a_battle_is_no_longer_derived_as_recorded_it_stops_at_the_last_boundary_that_agrees(path):
    r = room(journal=Journal(path))
    play(r, 20)
    r.journal.close()
    with sqlite3.connect(path) as db:
        n = db.execute("SELECT max(n) FROM points").fetchone()[0]
        db.execute("UPDATE points SET digest=x'0000000000000000' WHERE n>=?", (n - 2,))
    found = again(path)
    point = next(p for p in r.session.points if p.number == n - 3)
    assert "is not as it was recorded" in found.parted and len(found.session.inputs) == point.inputs
    name, ask = asked(found)
    [(_, refused), *_] = found.take(name, reply(found, ask, Random(0), "x"))
    assert isinstance(refused, Refused) and refused.why == found.parted == found.others().parted
    assert len(read(path).inputs) == 20, "nothing is lost before people agree"
    found.take("me", Consent("1", found.version, True))
    assert found.parted
    found.take("you", Consent("2", found.version, True))
    assert not found.parted
    play(found, 3)
    assert not again(path).parted


def test_an_input_that_does_not_fit_any_more_is_no_traceback(path):
    r = room(journal=Journal(path))
    play(r, 20)
    r.journal.close()
    with sqlite3.connect(path) as db:
        db.execute("UPDATE inputs SET plain='[\"nonsense\"]' WHERE n=15")
    found = again(path)
    assert found.parted and len(found.session.inputs) <= 15


@pytest.mark.parametrize("spoilt", ["half", "zeros", "no table", "no setup", "a hole"])
def test_a_damaged_journal_gives_one_clear_error(spoilt, path, tmp_path):
    r = room(journal=Journal(path))
    play(r, 6)
    r.journal.close()
    data = path.read_bytes()
    bad = tmp_path / "bad"
    if spoilt == "half":
        bad.write_bytes(data[: len(data) // 2])
    elif spoilt == "zeros":
        bad.write_bytes(data[:4096] + bytes(len(data) - 4096))
    else:
        shutil.copy(path, bad)
        with sqlite3.connect(bad) as db:
            if spoilt == "no table":
                db.execute("DROP TABLE inputs")
            elif spoilt == "no setup":
                db.execute("UPDATE rooms SET setup='{'")
            else:
                db.execute("DELETE FROM inputs WHERE n=2")
    with pytest.raises(GrognardError) as told:
        again(bad)
    assert told.value.where.endswith("bad")
    with pytest.raises(GrognardError):
        battle.replay(bad)


def test_a_database_of_another_program_is_none_of_ours(path):
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE birds (name)")
    with pytest.raises(GrognardError, match="another program"):
        Journal(path)
    with pytest.raises(GrognardError, match="no journal of Grognard"):
        battle.replay(path)


def test_a_file_of_another_sort_is_not_written_over(path):
    path.write_text("my thesis")
    with pytest.raises(GrognardError, match="no journal"):
        Journal(path)
    assert path.read_text() == "my thesis"


def test_a_journal_may_hold_several_battles(path):
    journal = Journal(path)
    one, two = room(journal=journal, name="one"), room(journal=journal, name="two", seed=4)
    play(one, 3)
    play(two, 5)
    assert journal.rooms() == ["one", "two"]
    assert len(open_room(journal, "one").session.inputs) < len(open_room(journal, "two").session.inputs)
    with pytest.raises(GrognardError, match="2 battles"):
        open_room(journal)
    with pytest.raises(GrognardError, match="already"):
        room(journal=journal, name="one")


def test_rooms_of_one_journal_are_played_at_the_same_time(path):
    """Each pick is a transaction of its own, though many rooms write through one connection."""
    journal, wrong = Journal(path), []
    rooms = [room("command", (ME, BOT), journal=journal, name=f"room {k}", seed=k) for k in range(4)]

    def played(r: Room) -> None:
        try:
            play(r, 40)
        except AssertionError as refused:
            wrong.append(str(refused))

    threads = [Thread(target=played, args=(r,)) for r in rooms]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    for k, r in enumerate(rooms):
        assert journal.load(f"room {k}").inputs == read(path, f"room {k}").inputs and r.version > 0
