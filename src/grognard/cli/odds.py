"""``grognard odds``: the exact odds of one unit attacking another, with reasons."""

from __future__ import annotations

import sys
from threading import Event, Thread
from typing import Any

import click

from ..common.asking import POLICIES, Situation, inches
from ..common.odds.odds_report import lines
from ..common.odds.question import FACINGS
from ..questions import odds as asked
from . import STOPPED, house, lists, situation
from .printing import faint, say_json, shows_blocks, strong


@click.command("odds", cls=situation.Asking, short_help="Exact odds of one unit attacking another, with reasons.")
@click.argument("attacker", shell_complete=lists.at_tab("unit"))
@click.argument("target", shell_complete=lists.at_tab("unit"))
@click.option(
    "--weapon", "weapons", multiple=True, metavar="NAME", help="Only this weapon of the attacker (repeatable)."
)
@click.option("--melee", is_flag=True, help="Close combat instead of shooting.")
@click.option(
    "--range", "distance", type=inches, metavar="INCHES", help="Distance; without it no rule of distance helps."
)
@click.option("--cover", metavar="VALUE", help="The target's cover on the system's own scale.")
@click.option("--moved", is_flag=True, help="The attacker has moved.")
@click.option("--charging", is_flag=True, help="The attacker has charged.")
@click.option("--facing", type=click.Choice(FACINGS, case_sensitive=False), help="The side of the target that is hit.")
@click.option(
    "--set", "sets", multiple=True, metavar="KEY=VALUE", help="Any other circumstance of the system (repeatable)."
)
@click.option("--models-under", type=int, metavar="N", help="How many models of the target lie under each template.")
@click.option(
    situation.ASKED, is_flag=True, expose_value=False, help="What --set and --cover may be; with a system before it."
)
@click.option(
    "--scatter", is_flag=True, help="Templates are placed on the target's first model and scatter from there."
)
@click.option("--models", type=int, metavar="N", help="How many models the attacker has left.")
@click.option("--target-models", type=int, metavar="N", help="How many models the target has left.")
@click.option(
    "--take",
    multiple=True,
    metavar="OPTION",
    help="An option of the attacker's unit in a list, or target:OPTION ('roster show FILE:UNIT' lists them).",
)
@click.option("--size", type=click.IntRange(1, 999), metavar="N", help="With how many models the attacker is mustered.")
@click.option("--target-size", type=click.IntRange(1, 999), metavar="N", help="With how many the target is.")
@click.option("--wounds", type=int, metavar="N", help="What the attacker's first model has left, when it is hurt.")
@click.option("--target-wounds", type=int, metavar="N", help="What the target's first model has left, when it is hurt.")
@click.option(
    "--then",
    multiple=True,
    metavar="'FILE:UNIT; WORDS'",
    shell_complete=lists.at_tab("unit"),
    help="Who attacks next, at the target as it was left (repeatable). Its words, each after a semicolon, hold for it alone: "
    "options without dashes (range=6, weapon=NAME, moved, moved=no, facing=rear, models=3, with=RULE) and keys of --set; "
    "range=- takes back what was said. Without words it is in the situation of the first; "
    "--weapon, --models and --wounds are of the first alone.",
)
@click.option(
    "--with",
    "gives",
    multiple=True,
    metavar="RULE",
    shell_complete=lists.at_tab("rule"),
    help="Give a rule to the attacker, or target:RULE.",
)
@lists.without
@lists.ruling
@lists.pack
@click.option("--policy", type=click.Choice(POLICIES), default="default", help="How optional choices are made.")
@click.option(
    "--sample", type=int, default=0, metavar="N", help="Estimate from N throws of the dice (exact without it)."
)
@click.option("--plot", is_flag=True, help="Draw the chances as bars.")
@click.option("--fractions", is_flag=True, help="Exact fractions too.")
@lists.catalogues
@house.option
@click.option("--json", "as_json", is_flag=True, help="The answer as JSON.")
def command(
    attacker: str, target: str, distance: float | None, plot: bool, fractions: bool, as_json: bool, **options: Any
) -> None:
    """Exact odds of ATTACKER attacking TARGET once, and why.

    Both are FILE:UNIT or SYSTEM/SAMPLE:UNIT.

    \b
    grognard odds "usr/A:Lantern Watch" usr/B:Thornkin --range 12
    grognard odds usr/A:lantern-watch usr/B:thornkin --cover 4+ --without melta --plot
    grognard odds "usr/A:Gull Riders" usr/B:Thornkin --then "usr/A:Lantern Watch"
    grognard odds "usr/A:Gull Riders" usr/B:Thornkin --range 20 --then "usr/A:Lantern Watch; range=6; moved"
    grognard odds usr/drill:Rifleman usr/drill:Guards --with Rending --fractions
    grognard odds usr --help-situation
    """
    house.load(options.pop("house_rules"))
    catalogues = options.pop("catalogues")
    try:
        with Counting(attacker, target) as counting:
            found = asked(attacker, target, Situation(range=distance, **options), counting, catalogues)
    except KeyboardInterrupt:
        click.echo("stopped; --sample 20000 gives an estimate at once", err=True)
        raise click.exceptions.Exit(STOPPED) from None
    if as_json:
        say_json(found.told(fractions))
        return
    click.echo("\n".join(lines(found, plot, fractions, strong, faint, shows_blocks())))


class Counting:
    """Says on a terminal, from the third second on, what is being counted, for how long and how far it has come."""

    PATIENCE = 2.0  # seconds before a word is said
    EVERY = 0.5  # seconds between two words

    def __init__(self, attacker: str, target: str) -> None:
        self.what = f"every outcome of {attacker} against {target}"
        self.states = 0
        self._over = Event()
        self._voice = Thread(target=self._tells, daemon=True)

    def __enter__(self) -> Counting:
        if sys.stderr.isatty():
            self._voice.start()
        return self

    def __exit__(self, *_: object) -> None:
        """The line goes when the answer comes."""
        self._over.set()
        if self._voice.ident is not None:
            self._voice.join()
            click.echo("\r\033[K", nl=False, err=True)

    def __call__(self, states: int) -> None:
        self.states = states

    def _tells(self) -> None:
        seconds = self.PATIENCE
        while not self._over.wait(self.PATIENCE if seconds == self.PATIENCE else self.EVERY):
            states = f", {self.states:,} states" if self.states > 1 else ""
            line = f"counting {self.what}: {seconds:.0f} seconds{states}; Ctrl-C stops, --sample 20000 estimates"
            click.echo(f"\r\033[K{line}", nl=False, err=True)
            seconds += self.EVERY
