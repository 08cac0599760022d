"""Which tests are marked with which rule, read from the tests without running them.

Needs the standard library only (so no ``kernel.memo``): the build packs the answer beside this module, since an installed copy
has no tests, and at the build nothing is installed yet.
"""

from __future__ import annotations

import ast
import json
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
PACKED = "tests.json"


@cache
def marked(system: str) -> dict[str, tuple[str, ...]]:
    """The pytest node ids marked with each rule of a system: from the tests in a source tree, else as packed."""
    tests = HERE.parents[1] / "tests"
    if tests.is_dir() and (HERE.parents[1] / "pyproject.toml").is_file():
        found = scan(tests)
    else:
        packed = HERE / PACKED
        found = json.loads(packed.read_text("utf-8")) if packed.is_file() else {}
    return {rule: tuple(ids) for rule, ids in found.items() if rule.startswith(f"{system}:")}


@cache
def scan(tests: Path) -> dict[str, list[str]]:
    """The node ids of all tests marked with ``pytest.mark.rule(id)``, read without running them."""
    found: dict[str, list[str]] = {}
    for file in sorted(tests.rglob("test_*.py")):
        text = file.read_text("utf-8")
        if "mark.rule" in text:
            body = ast.parse(text).body
            _scan_body(body, file.relative_to(tests.parent).as_posix(), (), _aliases(body), found)
    return found


def _aliases(body: list[ast.stmt]) -> set[str]:
    """Short names of a module for the mark itself: ``rule = pytest.mark.rule``."""
    return {
        target.id
        for statement in body
        if isinstance(statement, ast.Assign) and ast.unparse(statement.value) == "pytest.mark.rule"
        for target in statement.targets
        if isinstance(target, ast.Name)
    }


def _scan_body(
    body: list[ast.stmt], node: str, above: tuple[str, ...], aliases: set[str], found: dict[str, list[str]]
) -> None:
    for statement in body:
        if isinstance(statement, ast.Assign) and any(
            isinstance(t, ast.Name) and t.id == "pytestmark" for t in statement.targets
        ):
            above = (*above, *_rules_in([statement.value], aliases))
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            rules = (*above, *_rules_in(statement.decorator_list, aliases))
            own = f"{node}::{statement.name}"
            if isinstance(statement, ast.ClassDef):
                _scan_body(statement.body, own, rules, aliases, found)
            elif statement.name.startswith("test"):
                for rule in dict.fromkeys(rules):
                    found.setdefault(rule, []).append(own)


def _rules_in(marks: list[ast.expr], aliases: set[str]) -> tuple[str, ...]:
    return tuple(
        argument.value
        for mark in marks
        for call in ast.walk(mark)
        if isinstance(call, ast.Call)
        and (
            ast.unparse(call.func) == "pytest.mark.rule"
            or (isinstance(call.func, ast.Name) and call.func.id in aliases)
        )
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    )
