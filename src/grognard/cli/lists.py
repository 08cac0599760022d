"""Options that several commands have: where lists are looked up, and which rulings were agreed."""

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
