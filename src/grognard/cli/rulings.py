"""``grognard rulings``: what the sources leave open, what is played, what else may be chosen; and packs of rulings."""

from __future__ import annotations

import click

from .. import rulebook, systems
from ..errors import GrognardError
from ..muster import packs
from ..rulebook import RulingPage
from ..systems import NAMES
from . import NO, lists
from .printing import faint, indented, plural, say_json, strong


@click.command("rulings", short_help="What the sources leave open: what is played, and what may be chosen instead.")
@click.argument("words", nargs=-1, shell_complete=lists.at_tab("named_ruling"))
@click.option(
    "--system", metavar="S", shell_complete=lists.at_tab("system"), help=f"One system only: {', '.join(NAMES)}."
)
@click.option("--as", "pack", metavar="NAME|FILE", help="As a pack of rulings has them, such as 'printed'.")
@click.option("--toml", "as_toml", is_flag=True, help="A pack to go on from, as a TOML file; of one system.")
@click.option("--json", "as_json", is_flag=True, help="The rulings as JSON.")
def command(words: tuple[str, ...], system: str | None, pack: str | None, as_toml: bool, as_json: bool) -> int:
    """List the rulings, or those that speak of WORDS.

    \b
    grognard rulings hull points
    grognard rulings --system usr --as printed
    grognard rulings --system void --toml

    One ruling is chosen with --ruling NAME=VALUE, a pack of them with --rulings FILE, in odds and battles alike.
    """
    names = _systems(system, pack)
    chosen = {name: packs.find(pack, name) for name in names} if pack is not None else {}
    if as_toml:
        return _pack(names, chosen)
    found = rulebook.rulings(list(words), names, {name: one.rulings for name, one in chosen.items()})
    if as_json:
        say_json([page.told() for page in found])
        return 0 if found else NO
    if not found:
        click.echo(f"no ruling speaks of {' '.join(words)!r}; 'grognard rulings' lists all")
        return NO
    for name in dict.fromkeys(page.system for page in found):
        heading = systems.get(name).name + (f", by the rulings of {chosen[name].name}" if chosen else "")
        click.echo(strong(heading) + faint(f"  ({name})"))
        for page in found:
            if page.system == name:
                click.echo("\n".join(lines(page)))
        click.echo("")
    click.echo(f"{plural(len(found), 'ruling')}; choose with --ruling NAME=VALUE, or all at once with --rulings FILE")
    return 0


def _systems(system: str | None, pack: str | None) -> tuple[str, ...]:
    """The systems that are meant: the one named, that of a pack, or all."""
    if system is not None:
        return (systems.get(system).id,)
    if pack is None or pack in {name for each in NAMES for name in packs.shipped(each)}:
        return NAMES
    before, slash, _ = pack.partition("/")
    return (before,) if slash and before in NAMES else (packs.load(pack).system,)


def _pack(names: tuple[str, ...], chosen: dict[str, packs.Pack]) -> int:
    if len(names) != 1:
        raise GrognardError("a pack is of one system", where="--toml", hint=f"add --system, one of: {', '.join(names)}")
    (name,) = names
    pack = chosen.get(name)
    said = packs.written(systems.get(name), pack.name if pack else "Our rulings", pack.rulings if pack else {})
    click.echo(said, nl=False)
    return 0


def lines(page: RulingPage) -> list[str]:
    """A ruling as people read it: what is played, what else may be chosen, why, and which rules ask it."""
    others = [value for value in (page.default, *page.others) if value != page.value]
    told = f"  {strong(page.name)} = {page.value}"
    if page.value != page.default:
        told += f"  (in place of {page.default})"
        others.remove(page.default)
    told += f"  or {', '.join(others)}" if others else "" if page.others else "  (the only value)"
    asked = [faint(f"      rules: {', '.join(page.rules)}")] if page.rules else []
    return [told, indented(page.why, 6), *asked]
