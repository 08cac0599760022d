"""``grognard tables``: the tables and scenarios that ship, by name."""

from __future__ import annotations

from typing import Any

import click

from . import lists
from .printing import plural, say_json, strong


@click.command("tables", short_help="Tables and scenarios that ship, by name.")
@click.argument("system", required=False, shell_complete=lists.at_tab("system"))
@click.option("--json", "as_json", is_flag=True, help="The answer as JSON.")
def command(system: str | None, as_json: bool) -> None:
    """List the tables and scenarios that ship, of one SYSTEM or of all.

    \b
    grognard tables dropzone

    They are what --table and --scenario of 'battle' take by name; without --table one is made from the seed.
    """
    from ..muster.shipped import listed

    found = listed(system)
    if as_json:
        say_json(found)
        return
    click.echo(strong("Tables (--table NAME)"))
    for row in found["tables"]:
        click.echo(f"  {row['ref']:<26} {_table(row)}")
    if not found["tables"]:
        click.echo("  none; one is made from the seed of the battle")
    click.echo("")
    click.echo(strong("Scenarios (--scenario NAME)"))
    for row in found["scenarios"]:
        click.echo(f"  {row['ref']:<26} {_scenario(row)}")


def _table(row: dict[str, Any]) -> str:
    size = f'{row["width"]:g} x {row["height"]:g}"'
    counts = plural(row["garrisons"], "house"), plural(row["objectives"], "objective")
    return f"{row['name']}: {size}, {plural(row['pieces'], 'piece')} of terrain, {', '.join(counts)}"


def _scenario(row: dict[str, Any]) -> str:
    return f"{row['name']}: {plural(row['rounds'], 'round')}, {plural(row['objectives'], 'objective')}"
