"""``grognard odds``: the exact odds of one unit attacking another, with reasons."""

from __future__ import annotations

import sys
from threading import Event, Thread
from typing import Any

import click

from ..common.asking import POLICIES, Situation
from ..common.odds import Choice, Odds, Step
from ..common.question import FACINGS
from ..kernel.law import Law
from ..questions import odds as asked
from . import STOPPED, house, lists
from .printing import bar, faint, percent, say_json, shows_blocks, strong

WIDE = 40  # characters of the longest bar
SHORTEST = 0.0005  # what is less likely at both ends of a long table is put together in one line


@click.command("odds", short_help="Exact odds of one unit attacking another, with reasons.")
@click.argument("attacker")
@click.argument("target")
@click.option(
    "--weapon", "weapons", multiple=True, metavar="NAME", help="Only this weapon of the attacker (repeatable)."
)
@click.option("--melee", is_flag=True, help="Close combat instead of shooting.")
@click.option(
    "--range", "distance", type=float, metavar="INCHES", help="Distance; without it no rule of distance helps."
)
@click.option("--cover", metavar="VALUE", help="The target's cover on the system's own scale.")
@click.option("--moved", is_flag=True, help="The attacker has moved.")
@click.option("--charging", is_flag=True, help="The attacker has charged.")
@click.option("--facing", type=click.Choice(FACINGS), help="The side of the target that is hit.")
@click.option(
    "--set", "sets", multiple=True, metavar="KEY=VALUE", help="Any other circumstance of the system (repeatable)."
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
@click.option("--with", "gives", multiple=True, metavar="RULE", help="Give a rule to the attacker, or target:RULE.")
@click.option("--without", multiple=True, metavar="RULE", help="Switch a rule off (repeatable).")
@click.option("--ruling", "rulings", multiple=True, metavar="NAME=VALUE", help="Choose a ruling (repeatable).")
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

    Both are FILE:UNIT or SYSTEM/SAMPLE:UNIT, such as "usr/A:Lantern Watch".
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
    click.echo("\n".join(lines(found, options["melee"], plot, fractions)))


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


def lines(found: Odds, melee: bool, plot: bool, fractions: bool) -> list[str]:
    """The answer as people read it."""
    where = "" if found.range is None else f' at {found.range:g}"'
    how = "in close combat with" if melee else "shooting at"
    told = [strong(f"{found.attacker} {how} {found.target}{where}") + faint(f"  ({found.system})"), ""]
    if found.impossible:
        told.append(f"  Impossible: {found.impossible}.")
    else:
        told.append(f"  {_headline(found)}")
        told += ["", *_table(found, plot, fractions)]
        told += _other(found, plot, fractions)
    if found.steps:
        told += ["", strong("Why")]
        told += [line for step in found.steps for line in _step(step)]
    if found.choices:
        told += ["", strong("Choices"), *(_choice(choice) for choice in found.choices)]
    if found.unread:
        told += ["", strong("Left out (not executable yet)"), *(f"  {name}" for name in found.unread)]
    if found.notes:
        told += ["", strong("Notes"), *(f"  {note}" for note in found.notes)]
    return told


def _headline(found: Odds) -> str:
    slain, damage = found.slain.mean(), found.damage.mean()
    parts = [f"{slain:.2f} slain on average"]
    if found.damage != found.slain:
        parts.append(f"{damage:.2f} damage")
    parts.append(f"destroyed {percent(float(found.destroyed))}")
    told = ", ".join(parts)
    if found.sample:
        errors = found.errors()
        told += f"\n  estimated from {found.sample:,} throws; 19 times of 20 the mean is within {2 * errors['slain']:.2f} slain"
    return told


def _table(found: Odds, plot: bool, fractions: bool) -> list[str]:
    told = _law("slain", found.slain, plot, fractions)
    if found.damage != found.slain:
        told += ["", *_law("damage", found.damage, plot, fractions)]
    if fractions:
        told += ["", f"  destroyed {found.destroyed}"]
    return told


def _law(name: str, law: Law, plot: bool, fractions: bool) -> list[str]:
    """One line a count: its chance, and the chance of at least so many. Rare counts at the ends share a line."""
    counts = sorted(law.weights)
    most = max(law.weights.values())
    likely = counts if fractions else [c for c in counts if law.chance(c) >= SHORTEST] or counts
    told = [faint(f"  {name:>8}    chance   at least")]
    left = law.den
    for first, last in _lines(counts, likely[0], likely[-1]):
        weight = sum(law.weights[c] for c in counts if first <= c <= last)
        label = str(first) if first == last else f"{first}-{last}"
        line = f"  {label:>8}  {percent(weight / law.den):>8}   {percent(left / law.den):>8}"
        if plot:
            line += f"   {bar(weight / most, WIDE, shows_blocks())}"
        if fractions:
            line += f"   {law.fraction(first)}"
        told.append(line.rstrip())
        left -= weight
    return told


def _lines(counts: list[int], low: int, high: int) -> list[tuple[int, int]]:
    """The counts as (first, last) of each line: those below ``low`` together, those above ``high`` together."""
    below, above = [c for c in counts if c < low], [c for c in counts if c > high]
    lines = [(below[0], below[-1])] if below else []
    lines += [(c, c) for c in counts if low <= c <= high]
    return lines + ([(above[0], above[-1])] if above else [])


def _other(found: Odds, plot: bool, fractions: bool) -> list[str]:
    told: list[str] = []
    for name, value in found.other.items():
        if isinstance(value, Law):
            if set(value.weights) == {0}:
                continue  # said only when it can happen
            told += ["", *_law(name, value, plot, fractions)]
        elif value:
            told += ["", f"  {name} {percent(float(value))}" + (f"   {value}" if fractions else "")]
    return told


def _choice(choice: Choice) -> str:
    who, chance = choice.player, choice.chance
    often = f"  (came up {percent(float(chance))} of the time)" if chance is not None and chance < 1 else ""
    return f"  {who}: {choice.question} {choice.answer}{often}"


def _step(step: Step) -> list[str]:
    head = f"  {step.weapon + ', ' if step.weapon else ''}{step.name}"
    if step.needs != "-":
        head += f": {step.needs}"
        if step.chance < 1:
            head += f", {percent(step.chance)}"
    return [head, *(f"      {b.rule}: {b.says}" for b in step.because)]
