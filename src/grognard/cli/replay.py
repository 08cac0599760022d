"""``grognard replay``: a saved battle derived again from its dice and picks."""

from __future__ import annotations

import click

from ..common import battle
from ..common.battle_result import result
from ..common.report import HOW, ending, report
from . import NO, house
from .printing import say_json


@click.command("replay", short_help="Derive a saved battle again and verify its digest.")
@click.argument("file", type=click.Path())
@click.option("--to", type=int, metavar="N", help="Only the first N inputs (handfuls and picks).")
@click.option("--for", "side", type=click.Choice(("A", "B")), help="As the first (A) or second (B) player may know it.")
@click.option(
    "--save", "out", metavar="FILE", type=click.Path(), help="Keep it in this file, with --for without secrets."
)
@click.option("--log", "how", type=click.Choice(HOW), help="How much is told; nothing without it, all with --round.")
@click.option(
    "--round",
    "rounds",
    type=click.IntRange(0),
    multiple=True,
    metavar="N",
    help="Tell of this round only (repeatable); 0 is the setting up.",
)
@house.option
@click.option("--json", "as_json", is_flag=True, help="The result as JSON.")
def command(
    file: str,
    to: int | None,
    side: str | None,
    out: str | None,
    how: str | None,
    rounds: tuple[int, ...],
    house_rules: tuple[str, ...],
    as_json: bool,
) -> int:
    """Derive the battle in FILE again from its dice and picks; exit code 1 when its digest differs.

    \b
    grognard replay battle.json
    grognard replay battle.json --log full
    """
    house.load(house_rules)
    if to is None and side is None and out is None and (kept := battle.kept_for(file)) is not None:
        return _read_out(*kept, as_json)
    player = None if side is None else "AB".index(side)
    session, same = battle.replay(file, to)
    if out is not None and same:
        session.save(out) if player is None else battle.save_for(session, out, player)
    ended = result(session)
    if as_json:
        told = {key: value for key, value in ended.items() if key != "seconds"}
        say_json({**told, "inputs": len(session.inputs), "same": same})
        return 0 if same else NO
    how = how or ("full" if rounds else "none")
    for line in report(session, how, player, rounds=rounds) if how != "none" else ending(session):
        click.echo(line)
    whole = to is None or not session.taken
    click.echo(
        f"digest {ended['digest']}"
        + (": the same as saved" if same and whole else f" after {len(session.inputs)} inputs" if same else "")
    )
    if not same:
        click.echo(
            f"{file}: the digest differs from the saved one: the file was altered or the rules have changed", err=True
        )
    return 0 if same else NO


def _read_out(player: str, log: list[str], as_json: bool) -> int:
    """A save that was made for one player: its log, for there is nothing to derive."""
    if as_json:
        say_json({"for": player, "log": log})
        return 0
    click.echo(f"What player {player} may know; the other's secrets are not in this file.")
    for line in log:
        click.echo(line)
    return 0
