"""Every choice that a source gives to a player is put to that player: ``docs/SYSTEM/choices.md`` lists them.

A row of the list is ``| where | what is open | who decides | how |``. The last cell is one of

* ``asked of the active player: "words"``, ``asked of the opponent: "words"`` or ``asked of either: "words"``: some golden
  puts a question with these words (``…`` stands for names) to the player whose turn it is (or to the other), or a test
  marked ``asks("words", of=PLAYER)`` does;
* ``ruling: `name` ``: a named ruling of the system settles it;
* ``fixed: why``: the source leaves nothing open after all, or the page of rulings says why it is settled as it is.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from grognard import systems
from grognard.common import battle
from tests.golden.make import HERE as GOLDENS
from tests.questions import fits, recording

ROOT = Path(__file__).parents[2]
ASKED = re.compile(r'asked of (the active player|the opponent|either): "([^"]+)"$')
RULING = re.compile(r"ruling: `([a-z0-9_-]+)`")


def rows(system: str) -> list[tuple[str, ...]]:
    """The rows of a system's list, without headings and rulers."""
    found = []
    for line in (ROOT / "docs" / system / "choices.md").read_text(encoding="utf-8").splitlines():
        cells = tuple(cell.strip() for cell in line.strip().strip("|").split(" | ")) if line.startswith("|") else ()
        if cells and cells[0] != "where" and not set(line) <= set("|-: "):
            found.append(cells)
    return found


@cache
def in_goldens(system: str) -> frozenset[tuple[str, str]]:
    """The questions of a system's goldens, with whom they are put to: "the active player" or "the opponent"."""
    found = set()
    for path in sorted(GOLDENS.glob(f"{system}-*.json")):
        session = battle.load_save(path, to=0)
        inputs, done = list(session.taken), False
        session = battle.load_save(path, to=0)
        with recording() as asked:
            session.inputs, session.askers, session.taken = inputs, [-1] * len(inputs), []
            while not done:
                before, active = len(asked), session.table.clock.player
                done = session.play(1)
                found |= {
                    (q.words, "the active player" if q.player == active else "the opponent") for q in asked[before:]
                }
    return frozenset(found)


@cache
def in_tests() -> frozenset[str]:
    """The words of every mark ``asks`` on a test. The mark itself is held when the test runs."""
    found = set()
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.asks(" in text:
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.asks":
                    found |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return frozenset(found)


def words_of(node: ast.expr, named: dict[str, list[ast.expr]]) -> list[str]:
    """The words of a question as it stands in the code, ``…`` for what is put in; ``named``: what each name stands for."""
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else "…" for part in node.values]
        return [re.sub("…+", "…", "".join(map(str, parts)))]
    if isinstance(node, ast.Name):
        return [words for value in named.get(node.id, ()) for words in words_of(value, {})]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        return [re.sub(r"\{.*?\}", "…", words) for words in words_of(node.func.value, named)]
    raise ValueError(f"a question that is made in a way not known here: {ast.unparse(node)}")


def assigned(node: ast.AST) -> dict[str, list[ast.expr]]:
    """What is assigned to each name in a module, or in a function."""
    found: dict[str, list[ast.expr]] = {}
    for one in ast.walk(node):
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
            found.setdefault(one.targets[0].id, []).append(one.value)
    return found


def questions(system: str) -> dict[str, str]:
    """The words of every ``Choose`` in the code of a system, each with its module."""
    found = {}
    for path in sorted((ROOT / "src" / "grognard" / "systems" / system).rglob("*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        constants = {name: values for name, values in assigned(module).items() if name.isupper()}
        for made in ast.walk(module):
            if isinstance(made, ast.FunctionDef):
                for node in ast.walk(made):
                    if isinstance(node, ast.Call) and ast.unparse(node.func) == "Choose":
                        words = words_of(node.args[1], {**constants, **assigned(made)})
                        assert words, f"{path}: {ast.unparse(node)}"
                        found |= dict.fromkeys(words, path.stem)
    return found


NOT_ASKED = {"how is … fired?", "at which units does … fire?"}  # steps of a plan: odds tells them, nobody is asked


@pytest.mark.parametrize("system", ["dropzone"])
def test_every_question_of_the_code_has_its_row(system):
    listed = [asked[2] for row in rows(system) if (asked := ASKED.match(row[-1]))]
    alike = [re.compile(".+".join(map(re.escape, words.split("…")))) for words in listed]
    missing = [
        f"{words!r} ({module}.py)"
        for words, module in questions(system).items()
        if words not in NOT_ASKED and not any(one.fullmatch(words) for one in alike)
    ]
    assert not missing, "no row for\n" + "\n".join(missing)


@pytest.mark.parametrize("system", systems.NAMES)
def test_every_choice_of_a_list_is_asked_or_settled(system):
    rulings = {ruling.name for ruling in systems.get(system).rulings}
    wrong = []
    for row in rows(system):
        if len(row) != 4:
            wrong.append(f"not four cells: {row}")
        elif asked := ASKED.match(row[3]):
            of, words = asked.groups()
            golden = any(fits(words, question) and of in (whom, "either") for question, whom in in_goldens(system))
            if not golden and words not in in_tests():
                wrong.append(f"never asked of {of}: {words!r} ({row[0]})")
        elif ruling := RULING.match(row[3]):
            if ruling[1] not in rulings:
                wrong.append(f"no ruling {ruling[1]!r} ({row[0]})")
        elif not row[3].startswith("fixed: "):
            wrong.append(f"neither asked, nor a ruling, nor fixed: {row[3]!r} ({row[0]})")
    assert not wrong, "\n".join(wrong)
