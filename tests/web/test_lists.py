"""Lists that are brought to the server: kept by content over a restart, few enough, and never under a name that was sent."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path

import pytest

from grognard import systems
from grognard.errors import GrognardError
from grognard.web import lists
from grognard.web.desk import Desk
from grognard.web.hall import Hall
from grognard.web.lists import KeptLists
from tests.muster.shelf import catalogue, group, gun, man
from tests.muster.test_dropcommander import unit

FORCE = Path(systems.__path__[0], "usr", "forces", "A.toml").read_bytes().replace(b"Lantern Watch", b"Harbour Watch")


def test_a_list_is_kept_by_what_is_in_it(tmp_path):
    name, force = KeptLists(tmp_path).keep("mine.toml", FORCE)
    assert lists.NAME.fullmatch(name) and "Harbour Watch" in [kind.name for kind in force.kinds]
    again = KeptLists(tmp_path)
    assert again.keep("other.toml", FORCE)[0] == name, "whatever it is called"
    assert len(list(tmp_path.iterdir())) == 1
    assert again.force(name).kinds == force.kinds
    unit, text = again.unit(f"{name}:Harbour Watch")
    assert unit == "Harbour Watch" and "Harbour Watch" in text


@pytest.mark.parametrize(
    "name",
    [
        "usr/A",
        "../list-" + "0" * 24,
        "list-" + "0" * 24 + "/..",
        "list-" + "0" * 23 + "/",
        "list-\0",
        "/etc/passwd",
        "",
    ],
)
def test_only_the_name_of_a_list_reaches_the_folder(tmp_path, name):
    kept = KeptLists(tmp_path)
    assert kept.file(name) is None and kept.force(name) is None and kept.unit(f"{name}:x") is None


@pytest.mark.parametrize(
    "name", ["../../evil.toml", "..\\evil.toml", "/etc/evil.toml", "evil.t/../oml", "x" * 5000, "a.\0", ""]
)
def test_a_hostile_name_of_a_file_leaves_its_ending_at_most(tmp_path, name):
    kept = KeptLists(tmp_path / "lists")
    try:
        kept.keep(name, FORCE)
    except GrognardError as error:
        assert str(tmp_path) not in str(error)
    assert [path.name for path in tmp_path.iterdir()] == ["lists"]
    assert all(path.name in ("list.toml", "list.txt", "list.oml") for path in tmp_path.rglob("*") if path.is_file())


def test_what_is_no_list_is_not_kept_and_says_no_path(tmp_path):
    with pytest.raises(GrognardError) as wrong:
        KeptLists(tmp_path).keep("bad.ros", b"<!DOCTYPE x><roster/>")
    assert str(tmp_path) not in str(wrong.value) and list(tmp_path.iterdir()) == []
    with pytest.raises(GrognardError, match="too long"):
        KeptLists(tmp_path).keep("big.toml", b"#" * (lists.MOST_LIST + 1))


def test_the_longest_unused_go_and_say_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(lists, "MOST_LISTS", 2)
    kept = KeptLists(tmp_path)
    names = [kept.keep("mine.toml", FORCE + b"\n# " + str(n).encode())[0] for n in range(2)]
    for age, name in enumerate(names):
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    newest, _ = kept.keep("mine.toml", FORCE)
    assert kept.file(names[0]) and kept.file(newest)
    with pytest.raises(GrognardError, match="not kept here any more") as gone:
        kept.force(names[1])
    assert gone.value.hint == "bring its file again"


def test_there_are_bytes_enough_for_so_many(tmp_path, monkeypatch):
    monkeypatch.setattr(lists, "MOST_BYTES", 2 * len(FORCE))
    kept = KeptLists(tmp_path)
    for n in range(4):
        newest, _ = kept.keep("mine.toml", FORCE + b"\n# " + str(n).encode())
    assert len(list(tmp_path.iterdir())) == 1 and kept.file(newest)


def squad() -> str:
    arms = group("Arms", gun("Rifle", id="rifle"), gun("Melter", 10, id="melter"), low=1, high=1, default="rifle")
    return man("Trooper", arms, low=5, high=10)


def test_what_a_unit_of_a_catalogue_may_take_and_has(tmp_path):
    kept = KeptLists(tmp_path / "lists")
    name, _ = kept.keep("Shelf.cat", catalogue(tmp_path, squad()).read_bytes())
    told = kept.options(f"{name}:Trooper")
    assert told["name"] == "Trooper" and told["taken"] == [] and "Melter" in [one["name"] for one in told["options"]]
    taken = kept.options(f"{name}:Trooper+Melter")
    assert taken["taken"] == [{"name": "Melter", "n": 1}] and taken["name"] == "Trooper"
    unit, text = kept.unit(f"{name}:Trooper+Melter")
    assert unit == "Trooper" and "Melter" in text and "Melter" not in kept.unit(f"{name}:Trooper")[1]
    assert kept.options("usr/A:Lantern Watch") == {"options": []}
    with pytest.raises(GrognardError) as wrong:
        kept.unit(f"{name}:Trooper+Plough")
    assert str(tmp_path) not in str(wrong.value)


@pytest.mark.parametrize("then", [5, "usr/A:x", {"a": 1}, [None], [5, {}], ["usr/A:Lantern Watch"] * 3000, [["usr/A"]]])
def test_whatever_comes_as_further_attackers_is_answered_in_words(tmp_path, then):
    hall = Hall(tmp_path)
    asked = {"type": "odds", "attacker": "usr/A:Lantern Watch", "target": "usr/B:Thornkin", "then": then}
    assert Desk(hall).answer(json.dumps(asked).encode())["error"]["what"]
    hall.close()


def test_those_who_come_after_may_stand_in_lists_too(tmp_path):
    hall = Hall(tmp_path)
    desk = Desk(hall)
    name, _ = desk.lists.keep("mine.toml", FORCE)
    asked = {"type": "odds", "attacker": "usr/A:Lantern Watch", "target": "usr/B:Thornkin", "range": 12}
    told = desk.answer(json.dumps({**asked, "then": [f"{name}:Harbour Watch", "usr/A:Lantern Watch"]}).encode())
    assert [one["attacker"] for one in told["odds"]["after"]] == ["Lantern Watch", "Harbour Watch", "Lantern Watch"]
    plain = desk.answer(json.dumps({**asked, "then": ["usr/A:Lantern Watch"] * 2}).encode())
    assert plain["odds"]["slain"] == told["odds"]["slain"]
    own = desk.answer(json.dumps({**asked, "then": [f"{name}:Harbour Watch; range=6"]}).encode())
    assert [one["range"] for one in own["odds"]["after"]] == [12, 6]
    hall.close()


@pytest.mark.parametrize(
    ("sent", "called"), [("my carts.json", "my carts"), ("C:\\x\\carts.json", "carts"), (".json", "list")]
)
def test_a_list_that_says_no_name_is_called_as_its_file(tmp_path, sent, called):
    data = json.dumps([unit()]).encode()
    hall = Hall(tmp_path)
    asked = {"type": "list", "name": sent, "data": base64.b64encode(data).decode()}
    told = Desk(hall).answer(json.dumps(asked).encode())
    assert told["name"] == called and told["units"] == [f"{told['ref']}:Clatter Cart"]
    hall.close()
