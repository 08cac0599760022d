"""Help that answers: its examples run, every key of a situation is listed, and shells complete names."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys

import pytest
from click.shell_completion import ShellComplete

import grognard
from grognard import cli, systems
from grognard.cli import complete, main
from grognard.muster.ref import samples

from .run import fine, refused, run

COMMANDS = [(name,) for name in cli.COMMANDS] + [("roster", name) for name in ("show", "check", "import", "samples")]


LONG = ("grognard play", "grognard roster", "grognard lab")  # tried in tests of their own


def examples(*words: str) -> list[str]:
    """The commands that a help shows."""
    return re.findall(r"^ +(grognard \S.*)$", fine(*words, "--help"), re.MULTILINE)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_examples_of_help_run(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = [line for line in examples(*words) if not line.startswith(LONG)]
    if words == ("replay",):
        fine("battle", "usr/A", "usr/B", "--seed", "1", "--rounds", "1", "--log", "none", "--save", "battle.json")
    for line in shown:
        result = run(*shlex.split(line)[1:])
        assert result.exit_code == 0, f"{line}: {result.output[-300:]}"
    if words[0] in ("odds", "battle", "rules", "rulings", "replay", "tables"):
        assert shown


@pytest.mark.parametrize("system", systems.NAMES)
def test_every_key_of_a_situation_is_listed_with_what_it_means(system):
    text = fine("odds", system, "--help-situation")
    for one in systems.get(system).circumstances:
        assert f"--set {one.key}=" in text and one.says in text
    assert "--cover VALUE" in text
    assert fine("odds", "--help-situation", system) == text and text.strip() in fine("odds", "--help-situation")


def test_a_situation_of_no_system():
    assert "void, command, dropzone, usr" in run("odds", "chess", "--help-situation").stderr
    assert "Missing argument" in refused("odds", "usr/A:Lantern Watch")


def test_a_rule_is_given_by_its_name_with_hyphens_too():
    assert fine("odds", "usr/A:lantern-watch", "usr/B:thornkin", "--with", "target:feel-no-pain") == fine(
        "odds", "usr/A:Lantern Watch", "usr/B:Thornkin", "--with", "target:Feel No Pain"
    )
    assert "needs a number" in refused("odds", "void/drill:Rifleman", "void/drill:Soldiers", "--with", "heavy-armour")


# --- completion -------------------------------------------------------------------------------------------------------


def offered(*words: str) -> list[str]:
    """What a shell offers for the last of the words."""
    *args, incomplete = words
    found = ShellComplete(main, {}, "grognard", cli.COMPLETION).get_completions(args, incomplete)
    return [item.value for item in found]


def test_samples_and_their_units_are_completed():
    assert set(offered("odds", "usr/")) >= {f"{row['ref']}:" for row in samples("usr")} | {"usr/drill:"}
    assert "usr/A:lantern-watch" in offered("odds", "usr/A:l")
    assert offered("odds", "usr/A:lantern-watch", "usr/B:Th") == ["usr/B:Thornkin"]
    assert offered("odds", "usr/Z:x") == [] and offered("odds", "nowhere.toml:x") == []
    assert "dropzone/A" in offered("battle", "drop") and "usr/B" in offered("battle", "usr/A", "usr/")


def test_rules_rulings_systems_tables_and_scenarios_are_completed():
    assert offered("rules", "twin") == ["twin-linked"]
    assert "target:feel-no-pain" in offered("odds", "usr/A:x", "usr/B:y", "--with", "target:f")
    assert set(offered("rules", "--system", "void", "st")) == {"stealth", "strategy", "strike-first", "stomp-attack"}
    assert "look-out-sir=seventh" in offered("odds", "usr/A:x", "usr/B:y", "--ruling", "look")
    assert "zero_hp" in offered("rulings", "z") and offered("tables", "dr") == ["dropzone"]
    assert "dropzone/kiln-quarter" in offered("battle", "dropzone/A", "dropzone/B", "--table", "dropzone/k")
    assert "last-stand" in offered("battle", "usr/A", "usr/B", "--scenario", "l")
    assert offered("ru") == ["rules", "rulings"]


def test_what_is_completed_is_understood():
    unit = offered("odds", "command/A:")[0]
    assert run("odds", unit, "command/B:" + offered("odds", "command/B:")[0].partition(":")[2]).exit_code == 0


def test_bash_is_told_what_a_colon_is():
    environment = {
        **os.environ,
        cli.COMPLETION: "bash_complete",
        "COMP_WORDS": "grognard odds usr/A:l",
        "COMP_CWORD": "2",
    }
    words = [sys.executable, "-c", "from grognard.__main__ import run; run()"]
    done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=60)
    assert "plain,usr/A:lantern-watch" in done.stdout and done.stderr == ""
    assert "COMP_WORDBREAKS=${COMP_WORDBREAKS//:}" in complete.Bash.source_template


# --- a battle as rows -------------------------------------------------------------------------------------------------


def test_the_events_of_a_battle_are_rows_that_add_up_to_its_score():
    fought = grognard.battle("usr/A", "usr/B", seed=7, rounds=2)
    rows = fought.events
    assert {"round", "phase", "player", "kind", "unit", "target", "words", "dice", "points"} == set(rows[0])
    assert {row["round"] for row in rows} >= {0, 1, 2}
    shots = [row for row in rows if row["kind"] == "ShotAt"]
    assert shots and all(row["unit"] and row["target"] and row["player"] for row in shots)
    assert all(isinstance(face, int) for row in rows if row["dice"] for face in row["dice"])
    for side, points in fought.result["points"].items():
        late = sum(
            row["points"] for row in fought.result["score"] if row["player"] == side and "destroyed" in row["why"]
        )
        assert sum(row["points"] for row in rows if row["player"] == side and row["kind"] == "Scored") == points - late
