"""docs/learning.md: its example learns, here of two small battles, and what the page says of observations is so."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from grognard.ai.features import space

PAGE = (Path(__file__).parents[2] / "docs" / "learning.md").read_text("utf-8")


def fence(language: str) -> str:
    """The first fence in a language."""
    found = re.search(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def test_the_example_learns_to_do_as_greedy_does(tmp_path):
    body = fence("python")
    assert len(body.splitlines()) <= 60
    (tmp_path / "imitate.py").write_text(body, "utf-8")
    command = [sys.executable, str(tmp_path / "imitate.py"), "2", "1"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    agrees, chance = map(int, re.findall(r"(\d+)%", said)[:2])
    assert agrees > chance + 10, said
    assert re.search(r"it wins \d+% of 2 battles", said)


def test_the_session_of_the_page_runs():
    parsed = doctest.DocTestParser().get_doctest(fence("pycon"), {}, "learning", "docs/learning.md", 0)
    assert not doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(parsed).failed


def test_the_page_says_the_shapes_as_they_are():
    said = dict(re.findall(r"^\| `(\w+)` \| ([\d ×]+) \|", PAGE, re.MULTILINE))
    assert said == {key: " × ".join(map(str, box.shape)) for key, box in space().spaces.items()}
