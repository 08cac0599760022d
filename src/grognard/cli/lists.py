"""Options that several commands have: where lists are looked up, which rulings were agreed, what a battle is fought over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

catalogues = click.option(
    "--catalogue",
    "catalogues",
    multiple=True,
    metavar="FILE",
    help="A catalogue in which a list is looked up; else those in its folder. May be repeated.",
)

pack = click.option(
    "--rulings",
    "pack",
    default="",
    metavar="FILE|NAME",
    help="A pack of rulings: a TOML file, or 'printed' ('grognard rulings --as printed' shows it).",
)


def at_tab(what: str, *of: str) -> Callable[..., Any]:
    """What the shell offers at the Tab key: a function of ``complete``, which is loaded only then; ``of`` makes one."""

    def offer(ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        from . import complete

        found = getattr(complete, what)
        return (found(*of) if of else found)(ctx, param, incomplete)

    return offer


ruling = click.option(
    "--ruling",
    "rulings",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=at_tab("ruling"),
    help="Choose a ruling (repeatable).",
)

without = click.option(
    "--without",
    multiple=True,
    metavar="RULE",
    shell_complete=at_tab("rule"),
    help="Switch a rule off everywhere (repeatable).",
)

_FIELD = (
    click.option("--seed", type=int, metavar="N", help="The dice of the battle; random (and printed) without it."),
    click.option(
        "--scenario",
        default="hold-the-field",
        metavar="NAME|FILE",
        shell_complete=at_tab("ships", "scenarios"),
        help="What is fought over and how long.",
    ),
    click.option(
        "--table",
        metavar="NAME|FILE",
        shell_complete=at_tab("ships", "tables"),
        help="The table; without it one is made from the seed. 'grognard tables' lists names.",
    ),
    click.option("--rounds", type=int, metavar="N", help="How many rounds instead of the scenario's."),
)


def field(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say on what a battle is fought, and by which dice: ``--seed``, ``--scenario``, ``--table``, ``--rounds``."""
    for option in reversed(_FIELD):
        command = option(command)
    return command
