"""``grognard rules``: searching and reading."""

from __future__ import annotations

import grognard
from grognard import systems

from .run import as_json, fine, refused, run

KEYS = {
    "id",
    "system",
    "name",
    "parameters",
    "kind",
    "summary",
    "source",
    "moments",
    "rulings",
    "tests",
    "executable",
    "details",
}


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
        assert "usr:rending" in text and "USR Reference: Rending" in text and "pytest" not in text
        assert "pytest --rule usr:rending" in fine("rules", "--system", "usr", "--tests", *words)
    (page,) = as_json("rules", "usr:rending")
    assert page["name"] == "Rending" and any("Rending" in test for test in page["tests"])
    assert [page.id for page in grognard.rules("usr:rending")] == ["usr:rending"]


def test_a_page_shows_what_the_rule_does_in_a_plain_attack():
    text = fine("rules", "usr:rending")  # 2/3 to hit, 4 and 5 to wound saved on 3+, 6 not: 2/3 (2/6 1/3 + 1/6)
    assert "slain on average: 1/9 (0.111) without it, 5/27 (0.185) with it" in text
    assert "grognard odds usr/drill:Rifleman usr/drill:Guards --with Rending" in text
    assert "example" not in fine("rules", "usr:scout"), "no attack shows it"


def test_a_page_tells_its_rulings_with_their_alternatives():
    text = fine("rules", "usr:gets-hot")
    assert "gets-hot-blast=always (or supercharged)" in text and "`" not in text


def test_a_ruling_that_is_looked_for_among_the_rules_is_pointed_at():
    assert "1 ruling does: 'grognard rulings zero hp'" in run("rules", "zero", "hp").stdout


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
