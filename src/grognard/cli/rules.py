"""``grognard rules``: the rulebook, searched and read."""

from __future__ import annotations

import click

from .. import rulebook
from ..rulebook import Page
from ..systems import NAMES
from . import house
from .printing import faint, plural, say_json, strong

READ_AT_ONCE = 4  # so many systems may have a rule of one name


@click.command("rules", short_help="The rulebook: search, read, see rulings and tests.")
@click.argument("words", nargs=-1)
@click.option("--system", metavar="S", help=f"One system only: {', '.join(NAMES)}.")
@house.option
@click.option("--json", "as_json", is_flag=True, help="The pages as JSON.")
def command(words: tuple[str, ...], system: str | None, house_rules: tuple[str, ...], as_json: bool) -> int:
    """Search the rulebook for WORDS, or read the page of a rule named exactly."""
    house.load(house_rules)
    found = rulebook.search(list(words), system)
    if as_json:
        say_json([page.told() for page in found])
        return 0 if found else 1
    if not found:
        click.echo(f"no rule matches {' '.join(words)!r}{_nearest(words, system)}")
        return 1
    named = rulebook.exact(found, list(words)) if words else []
    pages = named or (found if len(found) == 1 else [])
    if 0 < len(pages) <= READ_AT_ONCE:
        click.echo("\n\n".join("\n".join(_page(page)) for page in pages))
        others = [page.id for page in found if page not in pages]
        if others:
            click.echo(faint(f"\nAlso: {', '.join(others)}"))
    else:
        click.echo("\n".join(_list(found)))
    return 0


def _nearest(words: tuple[str, ...], system: str | None) -> str:
    from difflib import get_close_matches

    names = {page.name.lower(): page.id for page in rulebook.search([], system)}
    near = get_close_matches(" ".join(words).lower(), list(names), n=3, cutoff=0.5)
    return f"; nearest: {', '.join(names[n] for n in near)}" if near else ""


def _list(pages: list[Page]) -> list[str]:
    told = []
    wide = max(len(page.id) for page in pages)
    for page in pages:
        summary = page.summary if page.executable else "(not executable yet)"
        told.append(f"{page.id:<{wide}}  {summary}")
    executable = sum(page.executable for page in pages)
    told += ["", f"{plural(len(pages), 'rule')}, {executable} executable; 'grognard rules NAME' reads one"]
    return told


def _page(page: Page) -> list[str]:
    told = [strong(page.name) + faint(f"  ({page.id})")]
    if not page.executable:
        return [*told, "  Not executable yet: it is left out of odds and battles, and named there."]
    told += [f"  {page.summary}", f"  {page.source}".rstrip(), ""]
    told.append(
        f"  written   {page.example}" + (f"   also: {', '.join(page.spellings[1:])}" if page.spellings[1:] else "")
    )
    told.append(f"  stands on {', '.join(page.kind)}")
    if page.parameters:
        told.append(f"  takes     {', '.join(page.parameters)}")
    told.append(
        f"  speaks at {', '.join(m.replace('_', ' ') for m in page.moments) or '(it is looked for where it counts)'}"
    )
    for ruling in page.rulings:
        others = f"or {', '.join(ruling.others)}" if ruling.others else "the only value"
        told.append(f"  ruling    {ruling.name}={ruling.default} ({others}): {ruling.why}")
    if page.tests:
        told += ["", f"  {plural(len(page.tests), 'test')}: pytest --rule {page.id}", *(f"    {t}" for t in page.tests)]
    return told
