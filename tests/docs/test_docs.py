"""What the documentation shows is done: every example of the README and of docs/write-a-rule.md, in a folder of its own.

A fence of Python whose first line is a comment with a file name is written to that file; ``>>>`` examples run as doctests;
``$ grognard …`` lines run, and what is printed below them must be printed, ``...`` standing for anything.
"""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from grognard import systems
from grognard.common import rules
from tests.cli.run import run

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
WHOLE = ("README.md", *(f"docs/{name}/odds.md" for name in systems.NAMES))  # tests/docs/make.py keeps what they show
PAGES = (
    *WHOLE,
    "docs/write-a-rule.md",
    "docs/battle-log.md",
    "docs/rulings.md",
    "docs/tables-and-scenarios.md",
    *(f"docs/{name}/force-files.md" for name in systems.NAMES),
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of its own, and no house rule left behind."""
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    systems.HOUSED.clear()
    rules.forget()


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page(page, folder):
    text = (ROOT / page).read_text("utf-8")
    names: dict[str, object] = {}
    done = 0
    for language, body in FENCE.findall(text):
        if written(language, body, folder):
            continue
        if language in ("python", "pycon") and ">>>" in body:
            done += examples(body, names, page)
        elif language == "console":
            for command, shown in commands(body):
                if command.startswith("grognard "):
                    console(command, shown)
                    done += 1
    assert done >= 2


def written(language: str, body: str, folder: Path) -> bool:
    """Whether a fence is a file, which is written then."""
    file = re.match(r"# (\S+\.(?:py|toml))\n", body) if language in ("python", "toml") else None
    if file is not None:
        (folder / file[1]).write_text(body, "utf-8")
    return file is not None


def examples(body: str, names: dict[str, object], page: str) -> int:
    """Runs the doctests of one fence; names live on to the next."""
    parsed = doctest.DocTestParser().get_doctest(body, names, page, page, 0)
    said: list[str] = []
    failed, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(parsed, out=said.append, clear_globs=False)
    names.update(parsed.globs)
    assert not failed, "".join(said)
    return tried


def commands(body: str) -> list[tuple[str, list[str]]]:
    """The commands of a fence, each with the lines shown below it."""
    found: list[tuple[str, list[str]]] = []
    for line in body.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return found


def console(command: str, shown: list[str]) -> None:
    """Runs a command and looks for the lines shown; like a process of its own it knows no house rules beforehand."""
    housed = dict(systems.HOUSED)
    systems.HOUSED.clear()
    rules.forget()
    result = run(*shlex.split(command, comments=True)[1:])
    systems.HOUSED.clear()
    systems.HOUSED.update(housed)
    rules.forget()
    assert result.exit_code == 0, f"{command}: {result.output}"
    wanted = "\n".join(shown).strip("\n")
    if wanted:
        checker = doctest.OutputChecker()
        assert checker.check_output(wanted + "\n", result.output, doctest.ELLIPSIS), (
            f"'make readme' writes it anew where words have changed; {command} prints\n{result.output}"
        )


def test_what_make_play_shows(folder):
    script = (ROOT / "scripts" / "play.sh").read_text("utf-8")
    shown = re.findall(r"^show (grognard .*)$", script, re.MULTILINE)
    assert [line.split()[1] for line in shown] == ["odds", "battle", "replay"]
    for line in shown:
        console(line, [])
    assert (folder / "play.json").is_file()
    assert "make serve" in script.splitlines()[-1], "the last line says how to open the table"


def test_the_pages_that_must_exist():
    for system in systems.NAMES:
        assert (ROOT / "docs" / system / "the-turn.md").is_file()
        assert (ROOT / "docs" / system / "rulings.md").is_file()
        assert (ROOT / "docs" / system / "force-files.md").is_file()
    for name in ("NOTICE.md", "CHANGELOG.md", "LICENSE", "docs/architecture.md", "docs/battle-frame.md"):
        assert (ROOT / name).is_file()
    assert len(list((ROOT / "docs" / "decisions").glob("*.md"))) >= 9


@pytest.mark.parametrize("system", systems.NAMES)
def test_every_ruling_of_a_system_has_its_place_on_the_page(system):
    text = (ROOT / "docs" / system / "rulings.md").read_text("utf-8")
    for ruling in systems.get(system).rulings:
        assert ruling.name in text and ruling.default in text, ruling.name
