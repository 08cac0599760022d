"""``grognard battle``: a whole battle between two forces."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import click

from .. import battles
from ..common import battle
from ..common.asking import pairs
from ..common.battle_result import chosen_rulings, result
from ..common.report import HOW, Report, ending
from ..errors import GrognardError, OurFault
from ..kernel.dice import Dice, Typed
from ..kernel.session import Endless, Session
from . import house, lists
from .printing import our_fault, say_json


@click.command("battle", short_help="Play a whole battle between two forces, bots by default.")
@click.argument("ours", metavar="FORCE", shell_complete=lists.at_tab("force"))
@click.argument("theirs", metavar="FORCE", shell_complete=lists.at_tab("force"))
@lists.field
@click.option(
    "--bots",
    default="greedy,greedy",
    metavar="A,B",
    help="Who plays: random, greedy, steady (tries before it picks), deep (plans its turn).",
)
@click.option("--save", "file", metavar="FILE", type=click.Path(), help="Keep the battle in this file.")
@click.option(
    "--for", "side", type=click.Choice(("A", "B")), help="Save only what the first (A) or second (B) may know."
)
@click.option(
    "--log", "how", type=click.Choice(HOW), help="How much is told; short on a terminal, full in a file or a pipe."
)
@click.option("--why", is_flag=True, help="Bots say why they choose as they do.")
@lists.ruling
@lists.pack
@lists.without
@click.option(
    "--dice", type=click.Choice(("seeded", "typed")), default="seeded", help="typed: roll them on your table."
)
@lists.catalogues
@house.option
@click.option("--json", "as_json", is_flag=True, help="The result as JSON.")
def command(
    ours: str,
    theirs: str,
    bots: str,
    file: str | None,
    side: str | None,
    how: str | None,
    why: bool,
    rulings: tuple[str, ...],
    dice: str,
    house_rules: tuple[str, ...],
    as_json: bool,
    **options: Any,
) -> None:
    """Play a battle between two forces: FILE or SYSTEM/SAMPLE each.

    \b
    grognard battle usr/A usr/B --seed 7 --save battle.json
    grognard battle dropzone/A dropzone/B --table kiln-quarter --seed 3 --log short
    grognard battle void/A void/B --scenario last-stand --bots greedy,random --log none
    """
    house.load(house_rules)
    if side is not None and file is None:
        raise GrognardError("says for whom the save is", where="--for", hint="add --save FILE")
    if file is not None and not Path(file).absolute().parent.is_dir():
        raise GrognardError("no such folder", where=str(Path(file).parent), hint="--save needs a folder that is there")
    setup = battles.setup(ours, theirs, bots=bots.split(","), rulings=pairs(rulings, "--ruling"), **options)
    left_out, idle = battles.left_out(setup), battles.idle(setup)
    doubts = battles.doubts(setup, (ours, theirs))
    if not as_json:
        click.echo(f"{setup.forces[0].name} against {setup.forces[1].name}: {setup.scenario.name}, seed {setup.seed}")
        if ruled := chosen_rulings(setup):
            click.echo(f"Rulings: {ruled}")
        if left_out:
            click.echo(f"Left out (not executable yet): {', '.join(left_out)}")
        for doubt in doubts:
            click.echo(doubt)
        for sentence in idle:
            click.echo(f"Of no effect: {sentence}")
    voice = _Voice()
    told = watchers(voice, how or ("short" if sys.stdout.isatty() else "full"), as_json, dice == "typed" or why)
    began = perf_counter()
    session = battles.begin(
        setup,
        dice=typed() if dice == "typed" else None,
        watchers=told,
        reasons=voice if why and not as_json else None,
    )
    try:
        session.play()
    except Endless as error:
        raise _stopped(session, file, error) from error
    except (GrognardError, click.Abort):
        raise
    except Exception as error:
        if os.environ.get("GROGNARD_DEBUG"):
            raise
        raise _stopped(session, file, our_fault(error)) from error
    finally:
        for report in told:
            report.close()
    if file is not None and side is not None:
        battle.save_for(session, file, "AB".index(side))
    elif file is not None:
        session.save(file)
    ended = result(session, perf_counter() - began)
    if as_json:
        more = {"not_executable": left_out, "of_no_effect": idle, "does_not_add_up": doubts}
        say_json({**ended, **{key: said for key, said in more.items() if said}})
        return
    click.echo("")
    for line in ending(session):
        click.echo(line)
    click.echo(f"digest {ended['digest']}" + (f", saved in {file}" if file else ""))


def _stopped(session: Session, file: str | None, error: OurFault) -> OurFault:
    """A battle that cannot go on is kept as it stood at the last boundary; what went wrong is told with the file's name."""
    file = file or f"stopped-{session.setup.system}-{session.setup.seed}.json"
    session.give_up()
    session.save(file)
    return OurFault(
        error.what, hint=f"the battle is kept in {file} as it stood before; please report it with that file"
    )


def watchers(voice: Callable[[str], None], how: str, as_json: bool, at_once: bool) -> list[Report | _Progress]:
    """Who follows the battle: the report on stdout, or a line of progress on a terminal that sees no report.

    ``at_once``: somebody writes between its lines.
    """
    if not as_json and how != "none":
        return [Report(voice, how, at_once=at_once)]
    if sys.stderr.isatty():
        return [_Progress()]
    return []


class _Voice:
    """Prints lines for as long as somebody reads them; the battle goes on, and is saved, when nobody does any more."""

    def __init__(self) -> None:
        self.heard = True

    def __call__(self, line: str) -> None:
        try:
            if self.heard:
                click.echo(line)
        except BrokenPipeError:
            self.heard = False


class _Progress:
    """One line on a terminal that says which round it is."""

    def __init__(self) -> None:
        self.round = -1

    def __call__(self, t: Any, entry: Any) -> None:
        if t.round != self.round:
            self.round = t.round
            last = t.round > t.scenario.rounds
            sys.stderr.write("\r\033[K" if last else f"\r\033[Kround {t.round} of {t.scenario.rounds}")
            sys.stderr.flush()

    def close(self) -> None:
        """Nothing is held back."""


def typed() -> Dice:
    """Dice thrown on a real table: prompts on stderr, faces from stdin."""

    def ask(prompt: str) -> str:
        click.echo(f"{prompt}> ", nl=False, err=True)
        line = sys.stdin.readline()
        if not line:
            raise GrognardError("no more dice were typed", hint="the battle is not over; nothing was saved")
        return line

    return Typed(ask, lambda text: click.echo(f"  {text}", err=True))
