"""Options that every command has which reads lists."""

from __future__ import annotations

import click

catalogues = click.option(
    "--catalogue",
    "catalogues",
    multiple=True,
    metavar="FILE",
    help="A catalogue in which a list is looked up; else those in its folder. May be repeated.",
)
