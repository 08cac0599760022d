"""``grognard rules``: searching and reading."""

from __future__ import annotations

import grognard
from grognard import systems

from .run import as_json, fine, refused, run

KEYS = {"id", "system", "name", "parameters", "kind", "summary", "source", "moments", "rulings", "tests", "executable"}


def test_every_rule_of_every_list_has_a_page():
    pages = as_json("rules")
    assert len(pages) == 212 and len({page["id"] for page in pages}) == 212
    for page in pages:
        assert set(page) >= KEYS
        assert page["id"].partition(":")[0] == page["system"] in systems.NAMES
        if page["executable"]:
            assert page["summary"] and page["source"] and page["kind"] and page["tests"]
    assert sum(page["executable"] for page in pages) >= 40
    text = fine("rules")
    assert all(page["id"] in text for page in pages)


def test_a_rule_is_read_by_name_id_and_spelling():
    for words in (["rending"], ["usr:rending"], ["RENDING"]):
        text = fine("rules", "--system", "usr", *words)
        assert "usr:rending" in text and "pytest --rule usr:rending" in text
    (page,) = as_json("rules", "usr:rending")
    assert page["name"] == "Rending" and any("Rending" in test for test in page["tests"])
    assert [page.id for page in grognard.rules("usr:rending")] == ["usr:rending"]


def test_a_name_of_several_systems_gives_all_their_pages():
    pages = as_json("rules", "stealth")
    assert {"void:stealth", "command:stealth", "usr:stealth"} <= {page["id"] for page in pages}


def test_words_are_searched_in_names_and_summaries():
    found = as_json("rules", "re-roll")
    assert "usr:twin-linked" in {page["id"] for page in found}


def test_every_special_rule_of_the_four_systems_is_executable():
    pages = as_json("rules")
    assert len(pages) == 212 and all(page["executable"] for page in pages)


def test_a_rule_that_is_not_executable_says_so(monkeypatch):
    from grognard.common.system import Entry
    from grognard.systems.usr.system import SYSTEM

    pending = Entry("usr:pending", "Pending", None)
    monkeypatch.setattr(type(SYSTEM), "entries", lambda self: (pending,))
    assert "Not executable yet" in fine("rules", "usr:pending", "--system", "usr")


def test_nothing_found_is_the_answer_no():
    result = run("rules", "rendign", "--system", "usr")
    assert result.exit_code == 1 and "nearest: usr:rending" in result.stdout
    assert run("rules", "rendign", "--json").exit_code == 1


def test_an_unknown_system_is_refused():
    assert "void, command, dropzone, usr" in refused("rules", "--system", "chess")
