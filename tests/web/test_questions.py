"""Questions without a battle: the answers of the commands, and no way to the files of the machine."""

from __future__ import annotations

import builtins
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from grognard import systems
from grognard.muster.ref import samples
from grognard.web.questions import answer
from tests.web.hostile import odd


def test_odds_are_those_of_the_command():
    got = answer({"type": "odds", "attacker": "usr/A:Lantern Watch", "target": "usr/B:Thornkin", "range": 12})["odds"]
    assert got == grognard.odds("usr/A:Lantern Watch", "usr/B:Thornkin", range=12).told()


def test_a_situation_may_be_that_of_a_later_attacker():
    asked = {
        "type": "situation",
        "attacker": "usr/A:Gull Riders",
        "target": "usr/B:Thornkin",
        "range": 9,
        "moved": True,
    }
    then = ["usr/A:Lantern Watch; range=18; snap; moved=no; models=3"]
    first, later = (answer({**asked, "then": then, "of": n}) for n in (0, 1))
    assert first["said"]["range"] == 9 and first["said"]["moved"] and not first["said"]["sets"]
    assert later["said"]["range"] == 18 and not later["said"]["moved"] and later["said"]["models"] == 3
    assert later["said"]["sets"] == {"snap": "yes"} and first["models"] != later["models"]
    assert "no attacker 2" in answer({**asked, "then": then, "of": 2})["error"]["what"]
    assert "no attacker -1" in answer({**asked, "of": -1})["error"]["what"]


def test_a_force_may_be_sent_along():
    text = Path(systems.__path__[0], "void", "forces", "A.toml").read_text("utf-8")
    unit = answer({"type": "force", "text": text})["force"]["units"][0]["name"]
    other = answer({"type": "force", "ref": "void/B"})["force"]["units"][0]["name"]
    got = answer({"type": "odds", "attacker": unit, "attacker_force": text, "target": f"void/B:{other}"})
    assert got["odds"]["attacker"] == unit


def test_an_answer_has_its_line_its_words_and_the_report_where_it_is_wanted():
    asked = {"type": "odds", "attacker": "usr/A:Gull Riders", "target": "usr/B:Flintpaws", "range": 9, "text": True}
    got = answer(asked)
    plain = grognard.odds("usr/A:Gull Riders", "usr/B:Flintpaws", range=9)
    assert got["text"] == str(plain) and got["headline"] in got["text"] and "Twin-linked" in got["rules"]
    assert "Rapid Fire" not in got["rules"], "a type of weapon cannot be switched off"
    tanks = answer(
        {"type": "odds", "attacker": "dropzone/A:Warder Tanks, Red", "target": "dropzone/B:Colossal Psalmist"}
    )
    assert tanks["words"]["slain"] == "units lost" and "units lost" in tanks["headline"]


def test_a_curve_is_the_same_question_at_each_value():
    asked = {"type": "curve", "attacker": "usr/A:Gull Riders", "target": "usr/B:Thornkin", "over": "range"}
    points = answer({**asked, "values": [8, 10, 60]})["points"]
    for point in points[:2]:
        plain = grognard.odds("usr/A:Gull Riders", "usr/B:Thornkin", range=point["value"])
        assert point["slain"] == plain.slain.mean() and point["destroyed"] == float(plain.destroyed)
    assert "range" in points[2]["impossible"] or "reach" in points[2]["impossible"]
    assert answer({**asked, "over": "policy"})["error"]["hint"].startswith("one of: range")
    assert "at most" in answer({**asked, "values": [1] * 61})["error"]["hint"]
    covers = answer({**asked, "over": "cover", "range": 9, "values": ["6+", "2+", "mud"]})["points"]
    assert covers[0]["slain"] > covers[1]["slain"] and covers[2]["impossible"]


@pytest.mark.parametrize(
    ("attacker", "target", "matters", "not_so"),
    [
        ("usr/A:Lantern Watch", "usr/B:Thornkin", {"range", "cover", "snap", "night"}, {"facing", "hp", "supercharge"}),
        ("usr/A:Furnace Crew", "usr/B:Shellback", {"facing", "hp", "supercharge"}, {"charging"}),
        ("void/A:Lamplighters", "void/B:Gorehorn", {"range", "moved"}, {"charging", "failed-jump"}),
        ("command/A:Levy Gang", "command/B:Glass Cantors", {"token", "obscured"}, {"facing"}),
    ],
)
def test_a_page_shows_the_circumstances_that_would_change_the_answer(attacker, target, matters, not_so):
    got = answer({"type": "situation", "attacker": attacker, "target": target, "range": 10})
    found = {*got["matters"], *(one["key"] for one in got["circumstances"] if one["matters"])}
    assert matters <= found and not not_so & found
    assert got["weapons"] and got["models"][0] >= 1 and got["cover"]["values"]


def test_rules_rulings_and_samples():
    assert answer({"type": "rules", "words": ["rending"], "system": "usr"})["rules"][0]["id"] == "usr:rending"
    assert answer({"type": "rulings", "system": "void"})["rulings"]
    assert answer({"type": "samples"})["samples"] == samples()


@pytest.mark.parametrize(
    "asked",
    [
        {"type": "odds", "attacker": "usr/A:Nobody", "target": "usr/B:Thornkin"},
        {"type": "odds", "attacker": "usr/A", "target": "usr/B:Thornkin"},
        {"type": "odds", "attacker": "void/A:Compact Line", "target": "usr/B:Thornkin"},
        {"type": "odds", "attacker": "usr/A:Lantern Watch", "target": "usr/B:Thornkin", "cover": "a wall"},
        {"type": "force", "text": "system = "},
        {"type": "rules", "words": ["x"] * 100},
        {"type": "none"},
        [],
        None,
        "usr/A",
    ],
)
def test_what_cannot_be_answered_is_one_clear_error(asked: Any):
    error = answer(asked)["error"]
    assert error["what"] and "Traceback" not in error["what"]


def test_nothing_that_is_asked_reaches_a_file_of_the_machine(tmp_path, monkeypatch):
    secret = tmp_path / "usr" / "A"
    secret.parent.mkdir()
    secret.write_text('system = "usr"\nname = "yellow bird"\n')
    monkeypatch.chdir(tmp_path)
    answer({"type": "samples"})
    opened: list[str] = []
    really = builtins.open

    def watched(file: Any, *args: Any, **more: Any) -> Any:
        opened.append(str(file))
        return really(file, *args, **more)

    monkeypatch.setattr(builtins, "open", watched)
    refs = (
        str(secret),
        "usr/A",
        "../usr/A",
        f"{secret}:X",
        "-",
        "-:X",
        "usr/../usr/A",
        "usr/A/../A",
        "file:///etc/passwd",
        "",
    )
    for ref in refs:
        for asked in (
            {"type": "force", "ref": ref},
            {"type": "odds", "attacker": ref, "target": f"{ref}:X"},
            {"type": "odds", "attacker": "usr/A:Lantern Watch", "target": "usr/B:Thornkin", "rulings": {"x": ref}},
            {"type": "odds", "attacker": f"usr/A:{ref}", "target": f"usr/B:{ref}+{ref}"},
        ):
            assert "yellow" not in str(answer(asked))
    assert not [name for name in opened if not name.startswith(systems.__path__[0])]


def test_hostile_questions_get_an_answer():
    rng = Random(2)
    for _ in range(300):
        kind = rng.choice(("odds", "rules", "rulings", "samples", "force", "x"))
        asked = {"type": kind, rng.choice(("attacker", "words", "ref", "text", "system")): odd(rng), "target": odd(rng)}
        assert isinstance(answer(asked), dict)
