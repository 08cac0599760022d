"""The option that loads house rules: Python from the user's own disk, run only when asked for by name."""

from __future__ import annotations

import click

option = click.option(
    "--house",
    "house_rules",
    multiple=True,
    metavar="FILE.py",
    type=click.Path(),
    help="Load house rules from this file of yours. It is Python and it is run: load only what you trust.",
)


def load(files: tuple[str, ...]) -> None:
    """Loads each file's rules. Raises GrognardError when a file is missing, broken, or states no rule."""
    if not files:
        return
    from ..systems.house import load

    for file in files:
        load(file)
