"""What a shell offers at the Tab key: samples and their units, rules, rulings, tables, scenarios.

Units are offered in small letters with hyphens, which names are matched by, so that no shell has to put them into quotation marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from click import Context, Parameter
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

from .. import systems
from ..common.rules import slug_of
from ..errors import GrognardError

Offer = Callable[[Context, Parameter, str], list[CompletionItem]]
FILES = CompletionItem("", type="file")


class Bash(BashComplete):
    """Bash takes a colon for the end of a word unless it is told otherwise; ``FILE:UNIT`` is one."""

    source_template = "COMP_WORDBREAKS=${COMP_WORDBREAKS//:}\n" + BashComplete.source_template


add_completion_class(Bash, "bash")


def _begins(incomplete: str, words: Iterable[tuple[str, str]]) -> list[CompletionItem]:
    typed = incomplete.lower()
    found = [(word, says) for word, says in words if word.lower().startswith(typed)]
    return [CompletionItem(incomplete + word[len(typed) :], help=says) for word, says in found]


def _samples(end: str = "") -> list[tuple[str, str]]:
    from ..muster.ref import DRILL, samples

    found = [(row["ref"] + end, row["name"]) for row in samples()]
    return found + ([(f"{name}/{DRILL}{end}", "plain units") for name in systems.NAMES] if end else [])


def force(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Sample forces and files."""
    return [*_begins(incomplete, _samples()), FILES]


def unit(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Sample forces with a colon, and behind the colon the units of a sample or a file."""
    from ..muster.ref import unit_names

    ref, colon, _ = incomplete.partition(":")
    if not colon:
        return [*_begins(incomplete, _samples(":")), FILES]
    try:
        names = unit_names(ref)
    except GrognardError:
        return []
    return _begins(incomplete, [(f"{ref}:{slug_of(name)}", name) for name in names])


def _meant(ctx: Context) -> tuple[str, ...]:
    """The systems that are meant: that of the first unit or force that was typed, or of --system; else all."""
    for value in (ctx.params.get("system"), ctx.params.get("attacker"), ctx.params.get("ours")):
        name = str(value or "").partition("/")[0]
        if name in systems.NAMES:
            return (name,)
    return systems.NAMES


def rule(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Rules by their names with hyphens; behind ``target:`` too."""
    before = "target:" if incomplete.startswith("target:") else ""
    found: dict[str, str] = {}
    for name in _meant(ctx):
        for each in systems.get(name).rules:
            found.setdefault(before + each.slug, each.spellings[0])
    return _begins(incomplete, found.items())


def ruling(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """``NAME=VALUE`` of the rulings."""
    found = [r for name in _meant(ctx) for r in systems.get(name).rulings]
    return _begins(incomplete, [(f"{r.name}={value}", "") for r in found for value in r.values])


def named_ruling(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Rulings by name."""
    return _begins(incomplete, [(r.name, "") for name in _meant(ctx) for r in systems.get(name).rulings])


def system(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """The systems."""
    return _begins(incomplete, [(name, systems.get(name).name) for name in systems.NAMES])


def ships(what: str) -> Offer:
    """Tables or scenarios that ship, and files."""

    def offer(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
        from ..muster.shipped import listed

        rows: list[dict[str, Any]] = listed()[what]
        meant = _meant(ctx)
        fitting = [row for row in rows if row["system"] is None or row["system"] in meant]
        return [*_begins(incomplete, [(row["ref"], row["name"]) for row in fitting]), FILES]

    return offer
