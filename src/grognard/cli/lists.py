"""Options that several commands have: where lists are looked up, and which rulings were agreed."""

from __future__ import annotations

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
