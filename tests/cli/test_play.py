"""``grognard play``: a battle at the keyboard, line by line, left and gone on with."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys

import pytest

from grognard import systems

from .run import as_json, fine, run

GIVEN = ("--seed", "7", "--rounds", "1", "--plain")


def refused(*words: str) -> str:
    """The one line in which bad input is refused."""
    result = run(*words, text="")
    (line,) = result.stderr.splitlines()
    assert result.exit_code == 2 and line.startswith("grognard: "), line
    return line


def lines(*typed: str) -> str:
    return "\n".join(typed) + "\n"


@pytest.mark.parametrize("system", systems.NAMES)
def test_a_whole_battle_is_played_left_twice_and_replayed(system, tmp_path):
    file = str(tmp_path / "b.battle")
    answers = ["usual", "1"] * 400  # an answer that is not offered is refused, and the next one taken
    fine("play", f"{system}/A", f"{system}/B", *GIVEN, "--save", file, text=lines(*answers[:9]))
    said = fine("play", "--resume", file, "--plain", text=lines(*answers[:15], "quit"))
    assert "goes on" in said
    for _ in range(4):
        said = fine("play", "--resume", file, "--plain", text=lines(*answers, "quit"))
        if "victory points" in said:
            break
    digest = next(line.split()[1] for line in said.splitlines() if line.startswith("digest"))
    assert f"digest {digest}: the same as saved" in fine("replay", file)


def test_the_end_of_the_input_keeps_the_battle(tmp_path):
    file = str(tmp_path / "b.battle")
    said = fine("play", "command/A", "command/B", *GIVEN, "--save", file, text=lines("1"))
    assert f"grognard play --resume {file}" in said
    again = fine("play", "--resume", file, "--plain", text="")
    assert said.splitlines()[-3:-1] == again.splitlines()[-3:-1], "the very question that was open"


def test_without_a_name_the_file_is_named_after_system_and_seed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("play-command-7.battle", "play-command-7-2.battle"):
        assert name in fine("play", "command/A", "command/B", *GIVEN, text=lines("quit"))
        assert (tmp_path / name).exists()


def test_bots_against_bots_play_the_battle_that_battle_plays(tmp_path):
    file = str(tmp_path / "b.battle")
    said = fine("play", "void/A", "void/B", *GIVEN, "--seats", "greedy,random", "--save", file, text="")
    told = as_json("battle", "void/A", "void/B", *GIVEN[:-1], "--bots", "greedy,random")
    assert f"digest {told['digest']}" in said


def test_a_battle_of_bots_that_was_saved_is_gone_on_with_by_a_person(tmp_path):
    file = str(tmp_path / "b.json")
    fine("battle", "command/A", "command/B", "--seed", "7", "--rounds", "1", "--save", file, "--log", "none")
    said = fine("play", "--resume", file, "--plain", text=lines("undo", "quit"))
    assert "victory points" in said, "it was over; the last pick was the bot's"


def test_two_people_and_real_dice(tmp_path):
    file = str(tmp_path / "b.battle")
    said = fine(
        "play", "usr/A", "usr/B", *GIVEN, "--seats", "me,me", "--dice", "typed", "--save", file,
        text=lines(*["usual", "1", "4", "1 1", "4 4 4"] * 200),
    )  # fmt: skip
    assert re.search(r"roll \d+ d6", said.lower())
    assert "The Gnarlroot Brood: " in said and "The Lanternguard of Vess: " in said


def test_ctrl_c_keeps_the_battle(tmp_path):
    file = tmp_path / "b.battle"
    command = [sys.executable, "-m", "grognard", "play", "command/A", "command/B", *GIVEN, "--save", str(file)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ},
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.SIG_DFL
        ),  # whoever runs the tests in the background ignores it
    ) as process:
        process.stdin.write("1\n")
        process.stdin.flush()
        while "Where does" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130 and "Traceback" not in err and "goes on" in out
    assert "Where does" in fine("play", "--resume", str(file), "--plain", text="")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("play",), "0 forces"),
        (("play", "usr/A"), "1 forces"),
        (("play", "usr/A", "usr/B", "--seats", "me"), "1 players"),
        (("play", "usr/A", "usr/B", "--seats", "me,gredy"), "greedy"),
        (("play", "usr/A", "void/B"), "one system"),
        (("play", "usr/A", "usr/B", "--resume", "x"), "leave the forces out"),
        (("play", "--resume", "nothing.battle"), "no such file"),
        (("play", "usr/A", "usr/B", "--save", "no/such/folder/b"), "no such folder"),
        (
            ("play", "usr/A", "usr/B", "--seats", "greedy,greedy", "--dice", "typed"),
            "nobody sits here to throw the dice",
        ),
    ],
)
def test_what_cannot_be_played_says_why(words, says):
    assert says in refused(*words)


def test_a_file_that_is_no_battle_is_refused_and_left_as_it_was(tmp_path):
    file = tmp_path / "b.battle"
    file.write_text("no battle")
    assert "not a saved battle" in refused("play", "--resume", str(file))
    assert file.read_text() == "no battle"


def test_nothing_is_written_over(tmp_path):
    file = tmp_path / "b.battle"
    file.write_text("mine")
    assert "there is a file already" in refused("play", "usr/A", "usr/B", "--save", str(file))
    assert file.read_text() == "mine"
