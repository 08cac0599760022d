"""The glossary: each word once in its system, and each name that it gives is a name in the code."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "words.md").read_text("utf-8")
SECTIONS = {part.split("\n", 1)[0]: part for part in TEXT.split("\n## ")[1:]}
MOST = 20  # words of a system


def rows(section: str) -> list[tuple[str, str]]:
    """(word, meaning) of a section."""
    found = re.findall(r"^\| (.+?) \| (.+?) \|$", SECTIONS[section], re.MULTILINE)
    return [row for row in found if row != ("word", "means")]


def names() -> set[str]:
    """The names of all systems, classes and functions of the product."""
    found = {"command", "dropzone", "usr", "void"}
    for path in (ROOT / "src" / "grognard").rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        found.update(n.name for n in ast.walk(tree) if isinstance(n, (ast.ClassDef, ast.FunctionDef)))
        for node in tree.body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found.add(node.target.id)
    return found


@pytest.mark.parametrize("section", SECTIONS)
def test_a_word_means_one_thing(section):
    words = [word.strip().lower() for row, _ in rows(section) for word in row.split(",")]
    assert 0 < len(rows(section)) <= MOST
    assert len(words) == len(set(words))


def test_the_names_are_those_of_the_code():
    stated = set(re.findall(r"`(\w+)`", TEXT)) - {"this type"}
    assert stated <= names(), stated - names()
