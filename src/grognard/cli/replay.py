"""``grognard replay``: a saved battle derived again from its dice and picks."""

from __future__ import annotations

import click

from ..common import battle
from ..common.report import HOW, ending, report
from . import NO, house
from .printing import say_json


@click.command("replay", short_help="Derive a saved battle again and verify its digest.")
@click.argument("file", type=click.Path())
@click.option("--to", type=int, metavar="N", help="Only the first N inputs (handfuls and picks).")
@click.option("--log", "how", type=click.Choice(HOW), default="none", help="How much is told.")
@house.option
@click.option("--json", "as_json", is_flag=True, help="The result as JSON.")
def command(file: str, to: int | None, how: str, house_rules: tuple[str, ...], as_json: bool) -> int:
    """Derive the battle in FILE again from its dice and picks; exit code 1 when its digest differs."""
    house.load(house_rules)
    session, same = battle.replay(file, to)
    result = battle.result(session)
    if as_json:
        told = {key: value for key, value in result.items() if key != "seconds"}
        say_json({**told, "inputs": len(session.inputs), "same": same})
        return 0 if same else NO
    for line in report(session, how) if how != "none" else ending(session):
        click.echo(line)
    whole = to is None or not session.taken
    click.echo(
        f"digest {result['digest']}"
        + (": the same as saved" if same and whole else f" after {len(session.inputs)} inputs" if same else "")
    )
    if not same:
        click.echo(
            f"{file}: the digest differs from the saved one: the file was altered or the rules have changed", err=True
        )
    return 0 if same else NO
