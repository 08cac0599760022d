"""The rulebook as pages to search and read: every special rule of every system, executable or not."""

from __future__ import annotations

import ast
import inspect
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from . import systems
from .common.rules import Rule, slug_of
from .common.system import Entry, Ruling, System

HERE = Path(__file__).parent


class Page(Struct, frozen=True, kw_only=True):
    """One special rule as people read it. ``tests`` are pytest node ids; ``rulings`` are those that it asks."""

    id: str
    name: str
    system: str
    executable: bool
    parameters: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    summary: str = ""
    source: str = ""
    moments: tuple[str, ...] = ()
    spellings: tuple[str, ...] = ()
    example: str = ""
    rulings: tuple[Ruling, ...] = ()
    tests: tuple[str, ...] = ()

    def told(self) -> dict[str, Any]:
        """The page as ``rules --json`` prints it."""
        told: dict[str, Any] = {name: _plain(getattr(self, name)) for name in self.__struct_fields__}
        told["rulings"] = [
            {"name": r.name, "default": r.default, "others": list(r.others), "why": r.why} for r in self.rulings
        ]
        return told


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def search(words: list[str], system: str | None = None) -> list[Page]:
    """The pages that match every word, best first: by id or name, then by a word in the name, then in the summary."""
    names = systems.NAMES if system is None else (systems.get(system).id,)
    pages = [page for name in names for page in pages_of(systems.get(name))]
    if not words:
        return pages
    ranked = [(rank, i) for i, page in enumerate(pages) if (rank := _rank(page, words)) is not None]
    return [pages[i] for _, i in sorted(ranked)]


def _rank(page: Page, words: list[str]) -> int | None:
    text = " ".join(words)
    slug = slug_of(text)
    known = {page.id.partition(":")[2], *map(slug_of, page.spellings), slug_of(page.name)}
    if text.lower() == page.id or slug in known:
        return 0
    name = " ".join(sorted(known))
    wanted = [slug_of(word) for word in words]
    if all(word in name for word in wanted):
        return 1
    if all(word in name or word in slug_of(f"{page.summary} {' '.join(page.kind)}") for word in wanted):
        return 2
    return None


def exact(found: list[Page], words: list[str]) -> list[Page]:
    """Those of the found pages that were named, not only matched."""
    return [page for page in found if _rank(page, words) == 0]


def pages_of(system: System) -> list[Page]:
    """Every page of a system in the order of its published list."""
    tests = marked(system.id)
    return [page_of(system, entry, tests.get(entry.id, ())) for entry in system.entries()]


def page_of(system: System, entry: Entry, marks: tuple[str, ...]) -> Page:
    """The page of one rule."""
    rule = entry.rule
    if rule is None:
        return Page(id=entry.id, name=entry.name, system=system.id, executable=False)
    summary, source = told_by(rule)
    return Page(
        id=entry.id,
        name=entry.name,
        system=system.id,
        executable=True,
        parameters=rule.__struct_fields__,
        kind=rule.on,
        summary=summary,
        source=source,
        moments=tuple(name for name in dir(rule) if not name.startswith("_") and hasattr(rule.moments, name)),
        spellings=rule.spellings,
        example=rule.example or rule.spellings[0],
        rulings=rulings_of(system, rule),
        tests=(*_doctest(rule), *marks),
    )


def told_by(rule: type[Rule]) -> tuple[str, str]:
    """What a rule does, and its source, as its docstring says: the first paragraph, and the first after it."""
    text = inspect.cleandoc(rule.__doc__ or "").split(">>>")[0]
    paragraphs = [" ".join(p.split()) for p in text.split("\n\n") if p.strip()]
    summary = paragraphs[0] if paragraphs else ""
    return summary, rule.source or (paragraphs[1] if len(paragraphs) > 1 else "")


def rulings_of(system: System, rule: type[Rule]) -> tuple[Ruling, ...]:
    """The named rulings that settle something about this rule."""
    return tuple(r for r in system.rulings if rule.slug in getattr(r, "rules", ()))


def _doctest(rule: type[Rule]) -> tuple[str, ...]:
    if ">>>" not in (rule.__doc__ or "") or not rule.__module__.startswith("grognard."):
        return ()
    return (f"src/{rule.__module__.replace('.', '/')}.py::{rule.__module__}.{rule.__qualname__}",)


# --- which tests are marked with a rule -----------------------------------------------------------------------------


@lru_cache(maxsize=8)
def marked(system: str) -> dict[str, tuple[str, ...]]:
    """The pytest node ids marked with each rule of a system: from the tests in a source tree, else as packed."""
    tests = HERE.parents[1] / "tests"
    if tests.is_dir() and (HERE.parents[1] / "pyproject.toml").is_file():
        found = scan(tests)
    else:
        packed = HERE / "tests.json"
        found = json.loads(packed.read_text("utf-8")) if packed.is_file() else {}
    return {rule: tuple(ids) for rule, ids in found.items() if rule.startswith(f"{system}:")}


@lru_cache(maxsize=2)
def scan(tests: Path) -> dict[str, list[str]]:
    """The node ids of all tests marked with ``pytest.mark.rule(id)``, read without running them."""
    found: dict[str, list[str]] = {}
    for file in sorted(tests.rglob("test_*.py")):
        text = file.read_text("utf-8")
        if "mark.rule" in text:
            _scan_body(ast.parse(text).body, file.relative_to(tests.parent).as_posix(), (), found)
    return found


def _scan_body(body: list[ast.stmt], node: str, above: tuple[str, ...], found: dict[str, list[str]]) -> None:
    for statement in body:
        if isinstance(statement, ast.Assign) and any(
            isinstance(t, ast.Name) and t.id == "pytestmark" for t in statement.targets
        ):
            above = (*above, *_rules_in([statement.value]))
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            rules = (*above, *_rules_in(statement.decorator_list))
            own = f"{node}::{statement.name}"
            if isinstance(statement, ast.ClassDef):
                _scan_body(statement.body, own, rules, found)
            elif statement.name.startswith("test"):
                for rule in dict.fromkeys(rules):
                    found.setdefault(rule, []).append(own)


def _rules_in(marks: list[ast.expr]) -> tuple[str, ...]:
    return tuple(
        argument.value
        for mark in marks
        for call in ast.walk(mark)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rule"
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    )
