"""``grognard site``: the pages of ``serve`` as a folder that any web host can hold."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("site", short_help="The web app as a folder of files, for any web host and without a server.")
@click.option(
    "-o",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A new folder, or an older site.",
)
@click.option(
    "--pyodide",
    type=click.Path(path_type=Path),
    default=Path("build/pyodide"),
    metavar="DIR",
    help="Where Pyodide and msgspec's wheel for it are (build/pyodide: 'scripts/setup.sh dev' fetches them).",
)
def command(folder: Path, pyodide: Path) -> None:
    """Write odds, rulebook, replay, hot seat and bots as a static site; the engine runs in the browser."""
    from ..web.site import write

    total = 0
    for name, size in write(folder, pyodide):
        total += size
        click.echo(f"{name}: {size / 1e6:.1f} MB", err=True)
    click.echo(f"The site is in {folder}: {total / 1e6:.1f} MB. Any web host can hold it, at any address.")
