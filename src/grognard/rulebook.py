"""The rulebook as pages to search and read: every special rule of every system, executable or not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from . import systems
from .common.rules import Rule, id_of, slug_of, told_by
from .common.system import Entry, Ruling, System
from .marks import marked


class Page(Struct, frozen=True, kw_only=True):
    """One special rule as people read it. ``tests`` are pytest node ids; ``rulings`` are those that it asks.

    ``source`` is a title and a section in it, ``details`` what else is to be known of the rule.
    """

    id: str
    name: str
    system: str
    executable: bool
    parameters: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    summary: str = ""
    source: str = ""
    details: str = ""
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


class RulingPage(Struct, frozen=True, kw_only=True):
    """One ruling as people read it: ``value`` is what is played, ``rules`` the ids of the special rules that ask it."""

    system: str
    name: str
    value: str
    default: str
    others: tuple[str, ...]
    why: str
    rules: tuple[str, ...] = ()

    def told(self) -> dict[str, Any]:
        """The ruling as ``rulings --json`` prints it."""
        return {name: _plain(getattr(self, name)) for name in self.__struct_fields__}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def search(words: list[str], system: str | None = None, tests: bool = True) -> list[Page]:
    """The pages that match every word, best first: by id or name, then by a word in the name, then in the summary.

    Without words those of all special rules; command cards are found by words only. ``tests``: whether pages name theirs.
    """
    names = systems.NAMES if system is None else (systems.get(system).id,)
    pages = [page for name in names for page in pages_of(systems.get(name), tests)]
    if not words:
        return pages
    pages += [page for name in names for page in card_pages(systems.get(name), tests)]
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


def pages_of(system: System, tests: bool = True) -> list[Page]:
    """Every page of a system in the order of its published list."""
    marks = marked(system.id) if tests else {}
    return [page_of(system, entry, marks.get(entry.id, ())) for entry in system.entries()]


def card_pages(system: System, tests: bool = True) -> list[Page]:
    """The pages of a system's command cards, by number."""
    cards = system.cards() if system.cards else ()
    marks = marked(system.id) if cards and tests else {}
    return [page_of(system, Entry(id_of(c), c.spellings[0], c), marks.get(id_of(c), ())) for c in cards]


def page_of(system: System, entry: Entry, marks: tuple[str, ...]) -> Page:
    """The page of one rule."""
    rule = entry.rule
    if rule is None:
        return Page(id=entry.id, name=entry.name, system=system.id, executable=False)
    summary, about = told_by(rule)
    source, _, details = about.partition(". ")
    return Page(
        id=entry.id,
        name=entry.name,
        system=system.id,
        executable=True,
        parameters=rule.__struct_fields__,
        kind=rule.on,
        summary=summary,
        source=source.rstrip("."),
        details=details,
        moments=tuple(name for name in dir(rule) if not name.startswith("_") and hasattr(rule.moments, name)),
        spellings=rule.spellings,
        example=rule.example or rule.spellings[0],
        rulings=rulings_of(system, rule),
        tests=(*_doctest(rule), *marks),
    )


def rulings_of(system: System, rule: type[Rule]) -> tuple[Ruling, ...]:
    """The named rulings that settle something about this rule: those that its docstring names, or that bear its name."""
    prose = (rule.__doc__ or "").split(">>>")[0].replace("close combat", "")  # of which no ruling speaks
    said = set(re.findall(r"[a-z0-9_-]+", prose))
    own = rule.slug.replace("-", "_")
    return tuple(r for r in system.rulings if r.name in said or r.name.replace("-", "_").startswith(own))


def rulings(
    words: list[str], names: Iterable[str] = systems.NAMES, chosen: Mapping[str, Mapping[str, str]] | None = None
) -> list[RulingPage]:
    """The rulings of some systems that speak of every word, in the order of their lists; one named exactly stands alone.

    ``chosen``: by system, the values that are played in place of the defaults.
    """
    pages = [
        RulingPage(
            system=name,
            name=ruling.name,
            value=(chosen or {}).get(name, {}).get(ruling.name, ruling.default),
            default=ruling.default,
            others=ruling.others,
            why=ruling.why,
            rules=tuple(
                id_of(rule) for rule in systems.get(name).rules if ruling in rulings_of(systems.get(name), rule)
            ),
        )
        for name in names
        for ruling in systems.get(name).rulings
    ]
    wanted = [slug_of(word) for word in words]
    exactly = [page for page in pages if slug_of(page.name) == "-".join(wanted)]
    return exactly or [page for page in pages if all(word in _said(page) for word in wanted)]


def _said(page: RulingPage) -> str:
    return slug_of(" ".join((page.name, page.why, page.default, *page.others, *page.rules)))


def _doctest(rule: type[Rule]) -> tuple[str, ...]:
    if ">>>" not in (rule.__doc__ or "") or not rule.__module__.startswith("grognard."):
        return ()
    return (f"src/{rule.__module__.replace('.', '/')}.py::{rule.__module__}.{rule.__qualname__}",)
