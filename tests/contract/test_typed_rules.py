"""A type checker finds what is wrong in a house rule: moments, and what they give, are typed in every system."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

RULE = """
from grognard.systems.{system}.moments import {base}
{imports}


class Steady({base}, frozen=True):
    spellings = ("Steady",)
    on = ("{on}",)

    def {moment}:
        {body}
"""
# a house rule that is right, by system
RIGHT = {
    "command": {
        "base": "CommandRule",
        "imports": "from grognard.systems.command.matchup import Shot\nfrom grognard.systems.command.slots import ToHit",
        "on": "weapon",
        "moment": "aims(self, aim: ToHit, shot: Shot) -> None",
        "body": 'aim.add(1, self, "it is held steady")',
    },
    "void": {
        "base": "VoidRule",
        "imports": "from grognard.systems.void.matchup import Attack\nfrom grognard.systems.void.slots import Hit",
        "on": "model",
        "moment": "to_hit(self, test: Hit, attack: Attack) -> None",
        "body": 'test.add(1, self, "it is held steady")',
    },
    "dropzone": {
        "base": "DropzoneRule",
        "imports": "from grognard.common.building import Building\nfrom grognard.systems.dropzone.circumstances import Shot",
        "on": "weapon",
        "moment": "to_hit(self, test: Building, shot: Shot) -> None",
        "body": 'test.add(1, self, "it is held steady")',
    },
    "usr": {
        "base": "UsrRule",
        "imports": "from grognard.systems.usr.attack.matchup import Attack\nfrom grognard.systems.usr.slots import ToHit",
        "on": "weapon",
        "moment": "to_hit(self, test: ToHit, attack: Attack) -> None",
        "body": 'test.add(1, self, "it is held steady")',
    },
}
# what is written in its place, and the kind of error that it is
WRONG = [
    ("body", ".add(", ".adds(", "attr-defined"),
    ("body", "add(1,", 'add("one",', "arg-type"),
    ("moment", "-> None", "-> int", "override"),
]
# moments that give a number: a word or a yes is found
NUMBERS = {
    "command": ("slows(self) -> bool", "return True"),
    "void": ("infiltrates(self) -> str", 'return "near"'),
}


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """The kinds of errors that mypy finds, by file."""
    folder = tmp_path_factory.mktemp("typed")
    for system, right in RIGHT.items():
        (folder / f"{system}_right.py").write_text(RULE.format(system=system, **right), "utf-8")
        for n, (part, good, bad, _) in enumerate(WRONG):
            assert good in right[part]
            text = RULE.format(system=system, **{**right, part: right[part].replace(good, bad)})
            (folder / f"{system}_wrong_{n}.py").write_text(text, "utf-8")
    for system, (moment, body) in NUMBERS.items():
        text = RULE.format(system=system, **{**RIGHT[system], "imports": "", "moment": moment, "body": body})
        (folder / f"{system}_wrong_number.py").write_text(text, "utf-8")
    files = sorted(path.name for path in folder.glob("*.py"))
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--no-color-output", *files]
    out = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    assert not out.stderr, out.stderr
    found: dict[str, list[str]] = {name: [] for name in files}
    for name, kind in re.findall(r"^(\w+\.py):\d+.*\[([a-z-]+)\]$", out.stdout, re.MULTILINE):
        found[name].append(kind)
    return found


@pytest.mark.parametrize("system", RIGHT)
def test_a_rule_that_is_right_is_passed(system, told):
    assert told[f"{system}_right.py"] == []


@pytest.mark.parametrize("n", range(len(WRONG)), ids=[kind for *_, kind in WRONG])
@pytest.mark.parametrize("system", RIGHT)
def test_a_wrong_call_is_found(system, n, told):
    assert WRONG[n][3] in told[f"{system}_wrong_{n}.py"]


@pytest.mark.parametrize("system", NUMBERS)
def test_what_is_no_number_is_found(system, told):
    assert "override" in told[f"{system}_wrong_number.py"]
