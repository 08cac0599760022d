"""The command as a process: exit codes, Ctrl-C, closed pipes, terminals, and faults of our own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import click
import pytest

import grognard
from grognard import cli, systems

from .run import fine, refused, run, unit

COMMAND = [sys.executable, "-m", "grognard"]


def process(*words: str, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=60, **options)


def test_a_process_answers_and_says_nothing_beside():
    done = process("odds", unit("usr"), unit("usr", "B"), "--json")
    assert done.returncode == 0 and done.stderr == "" and json.loads(done.stdout)["exact"]


def test_bad_input_is_exit_code_two_and_one_line():
    done = process("odds", "usr/A:Nobody", unit("usr", "B"))
    assert done.returncode == 2 and done.stdout == "" and len(done.stderr.splitlines()) == 1


def test_a_reader_that_has_seen_enough():
    done = subprocess.run(
        f"{sys.executable} -m grognard rules | head -n 1", shell=True, capture_output=True, text=True, timeout=60
    )
    assert done.stderr == "" and len(done.stdout.splitlines()) == 1


@pytest.mark.skipif(os.name != "posix", reason="sends a signal as a terminal does")
def test_ctrl_c_ends_cleanly_and_leaves_no_file(tmp_path):
    file = tmp_path / "battle.json"
    words = ["battle", "usr/A", "usr/B", "--rounds", "50", "--dice", "typed", "--save", str(file)]
    running = subprocess.Popen(
        [*COMMAND, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests in the background may inherit a deaf one
    )  # fmt: skip
    assert running.stderr is not None
    while not running.stderr.read(1):  # the first prompt: it waits for dice
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    running.wait(timeout=60)  # before its input is closed: the end of the dice would be another reason to stop
    _, told = running.communicate()
    assert running.returncode == 130
    assert "Traceback" not in told and told.rstrip().endswith("stopped")
    assert list(tmp_path.iterdir()) == []


def test_importing_the_package_loads_next_to_nothing():
    code = "import sys, grognard; print(len([m for m in sys.modules if m.startswith('grognard')]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) == 1


@pytest.mark.parametrize("system", systems.NAMES)
def test_an_answer_loads_nothing_of_the_table(system):
    code = (
        "import sys\nfrom grognard.cli import main\n"
        f"try: main(['odds', {unit(system)!r}, {unit(system, 'B')!r}])\n"
        "except SystemExit: pass\n"
        "heavy = ('shapely', 'numpy', 'xml', 'rich', 'asyncio', 'hypothesis', 'grognard.table', 'grognard.bots')\n"
        "print([m for m in sys.modules if m.split('.')[0] in heavy or m in heavy], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_a_short_answer_is_not_interrupted_by_looking_for_garbage():
    code = (
        "import gc, sys\nfrom grognard.__main__ import run\n"  # until it runs, Python looks as often as it likes
        "looked = []\ngc.callbacks.append(lambda phase, info: looked.append(phase))\n"
        f"sys.argv[1:] = ['odds', {unit('usr')!r}, {unit('usr', 'B')!r}]\n"
        "try: run()\nexcept SystemExit: print(looked, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_a_fault_of_our_own_is_one_line_that_says_so(monkeypatch):
    @click.command("broken")
    def broken() -> None:
        raise ZeroDivisionError("by\nnothing")

    monkeypatch.setattr(cli.Commands, "get_command", lambda self, ctx, name: broken)
    result = run("broken")
    assert result.exit_code == cli.OUR_FAULT
    (line,) = result.stderr.splitlines()
    assert "our fault" in line and "ZeroDivisionError" in line and "test_process.py" in line and "report" in line
    monkeypatch.setenv("GROGNARD_DEBUG", "1")
    with pytest.raises(AssertionError):  # it gets out
        run("broken")


def test_a_person_who_stops():
    @click.command("stopped")
    def stopped() -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cli.Commands, "get_command", lambda self, ctx, name: stopped)
        result = run("stopped")
    assert result.exit_code == 130 and result.stderr.strip() == "stopped"


def test_help_and_version():
    assert grognard.__version__ in fine("--version")
    text = fine("--help")
    for name in cli.COMMANDS:
        assert name in text
        assert "Usage: grognard" in fine(name, "--help")
    assert run().exit_code == 2
    assert run("roster").exit_code == 2


def test_words_that_are_no_command_name_the_nearest():
    assert "did you mean 'odds'" in refused("ods")
    assert "did you mean 'samples'" in refused("roster", "smaples")
    assert "one of: rules, rulings, odds" in refused("xyzzy")


OPTIONS = {
    "odds": "weapon melee range cover moved charging facing set models target-models with without ruling policy plot "
    "json fractions",
    "battle": "seed scenario table rounds bots save log ruling without dice json",
    "replay": "to json",
    "rules": "system json",
}


@pytest.mark.parametrize("name", OPTIONS)
def test_the_options_that_people_rely_on_are_there(name):
    text = fine(name, "--help")
    assert all(f"--{option}" in text for option in OPTIONS[name].split())


def test_a_public_name_that_is_not_there():
    with pytest.raises(AttributeError, match="no attribute 'oods'"):
        grognard.oods  # noqa: B018
    assert grognard.GrognardError.__name__ == "GrognardError"
