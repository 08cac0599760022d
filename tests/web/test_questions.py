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


def test_a_force_may_be_sent_along():
    text = Path(systems.__path__[0], "void", "forces", "A.toml").read_text("utf-8")
    unit = answer({"type": "force", "text": text})["force"]["units"][0]["name"]
    other = answer({"type": "force", "ref": "void/B"})["force"]["units"][0]["name"]
    got = answer({"type": "odds", "attacker": unit, "attacker_force": text, "target": f"void/B:{other}"})
    assert got["odds"]["attacker"] == unit


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
