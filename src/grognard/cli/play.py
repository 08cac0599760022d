"""``grognard play``: a seat at the table, in the terminal."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from .. import battles
from ..bots import BOTS
from ..common.asking import pairs
from ..common.schema import known
from ..errors import GrognardError
from ..journal import Journal, is_journal
from ..terminal import line_by_line
from ..terminal.client import LOGS, Client
from ..web.room import DICE, Room, Seat, made_journal, new_room, open_room
from . import house, lists

ME = "me"  # who sits at this keyboard
SEAT = "me"
FILE = "play-{system}-{seed}{again}.battle"


@click.command("play", short_help="A seat at the table in the terminal: play, or umpire with real dice.")
@click.argument("forces", nargs=-1, metavar="[FORCE FORCE]", shell_complete=lists.at_tab("force"))
@click.option("--resume", type=click.Path(), metavar="FILE", help="Go on with a battle that was left or saved.")
@click.option(
    "--seats", default="me,greedy", metavar="A,B", help="Who plays each side: me, random, greedy, steady, deep."
)
@click.option("--dice", type=click.Choice(DICE), default="seeded", help="typed: roll them on your table.")
@click.option("--plain", "by_line", is_flag=True, help="Line by line, for pipes and screen readers.")
@click.option("--log", "how", type=click.Choice(LOGS), default="short", help="How much is told while you play.")
@lists.field
@click.option("--save", "file", metavar="FILE", type=click.Path(), help="Where the battle is kept.")
@lists.ruling
@lists.without
@lists.pack
@lists.catalogues
@house.option
def command(
    forces: tuple[str, ...],
    resume: str | None,
    seats: str,
    dice: str,
    by_line: bool,
    how: str,
    file: str | None,
    rulings: tuple[str, ...],
    house_rules: tuple[str, ...],
    **options: Any,
) -> None:
    """Play a battle at the keyboard: FILE or SYSTEM/SAMPLE each, such as usr/A usr/B. Every pick is kept at once.

    \b
    grognard play usr/A usr/B                       against the greedy bot
    grognard play usr/A usr/B --seats me,me --dice typed     two people and an umpire
    grognard play --resume play-usr-7.battle        goes on where you left
    """
    house.load(house_rules)
    if resume is not None:
        path = Path(resume)
        room, journal = _gone_on(path, forces, seats, dice)
    else:
        if len(forces) != 2:
            raise GrognardError(
                f"{len(forces)} forces for two sides",
                hint="write FORCE FORCE, such as usr/A usr/B, or --resume FILE",
            )
        if dice == "typed" and "me" not in _names(seats):
            raise GrognardError(
                "nobody sits here to throw the dice",
                where="--dice typed",
                hint="give a side to me, or write 'grognard battle --dice typed' for bots alone",
            )
        setup = battles.setup(*forces, bots=_bots(seats), rulings=pairs(rulings, "--ruling"), **options)
        for doubt in (*battles.doubts(setup, forces), *(f"Of no effect: {said}" for said in battles.idle(setup))):
            click.echo(doubt)
        path = _file(file, setup.system, setup.seed)
        journal = Journal(path, new=True)
        room = new_room(setup, seated(_names(seats)), dice, journal)
    setup = room.setup
    click.echo(f"{setup.forces[0].name} against {setup.forces[1].name}: {setup.scenario.name}, seed {setup.seed}")
    try:
        _play(room, by_line or not (sys.stdin.isatty() and sys.stdout.isatty()), how)
    finally:
        journal.close()
        click.echo(f"The battle is kept in {path}: 'grognard play --resume {path}' goes on.")


def _gone_on(path: Path, forces: tuple[str, ...], seats: str, dice: str) -> tuple[Room, Journal]:
    """A battle that was left: its journal, or one put in the place of a save. Raises GrognardError for what is neither."""
    if forces:
        raise GrognardError("a battle that goes on has its forces", where="--resume", hint="leave the forces out")
    if not path.exists():
        raise GrognardError("no such file", where=str(path))
    if not is_journal(path):
        made_journal(path, seated(_names(seats)), dice)
    journal = Journal(path)
    return open_room(journal), journal


def _play(room: Room, by_line: bool, how: str) -> None:
    """Plays until the person leaves."""
    seat = next((seat.name for seat in room.seats.values() if seat.role == "person"), SEAT)
    client = Client(room, seat, how, shutil.get_terminal_size().columns)
    if by_line:
        line_by_line.play(client, _ask, click.echo)
    else:
        from ..terminal.screen import Screen

        Screen(client).run()


def _ask(prompt: str) -> str | None:
    """A line from standard input, None at its end."""
    if sys.stdin.isatty():
        click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    return line if line else None


def _names(seats: str) -> list[str]:
    """Who plays each side. Raises GrognardError for anybody unknown."""
    names = [known(name.strip(), (ME, *BOTS), "player") for name in seats.split(",")]
    if len(names) != 2:
        raise GrognardError(f"{len(names)} players for two sides", where="--seats", hint="write --seats me,greedy")
    return names


def _bots(seats: str) -> list[str]:
    return [name if name != ME else "greedy" for name in _names(seats)]


def seated(names: Sequence[str]) -> list[Seat]:
    """The seats of a battle at one keyboard, which has every side that a person plays (and watches when none is).

    >>> [(seat.name, seat.sides, seat.role) for seat in seated(["me", "greedy"])]
    [('me', (0,), 'person'), ('greedy B', (1,), 'bot')]
    """
    mine = Seat(SEAT, tuple(side for side, name in enumerate(names) if name == ME))
    return [mine, *(Seat(f"{name} {'AB'[side]}", (side,), "bot") for side, name in enumerate(names) if name != ME)]


def _file(file: str | None, system: str, seed: int | str) -> Path:
    """Where the battle is kept: a new file, named when none was given. Raises GrognardError for one that is there already."""
    if file is not None:
        path = Path(file)
        if path.exists():
            raise GrognardError("there is a file already", where=file, hint="go on with '--resume', or name another")
        if not path.absolute().parent.is_dir():
            raise GrognardError("no such folder", where=str(path.parent), hint="--save needs a folder that is there")
        return path
    tried = (
        Path(FILE.format(system=system, seed=seed, again=again)) for again in ("", *(f"-{n}" for n in range(2, 1000)))
    )
    return next(path for path in tried if not path.exists())
