"""``grognard lab``: experiments with thousands of battles."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from ..common.asking import pairs as ruled
from ..errors import GrognardError
from ..lab import findings
from ..lab.experiment import Experiment, Seeds, Stop, checked, match_ups, placed
from ..lab.experiment import load as load_experiment
from ..lab.results import Results
from ..lab.run import Counted
from ..lab.run import run as run_experiment
from ..lab.statistics import Interval
from . import Subcommands, house, lists
from .printing import say_json


@click.group("lab", cls=Subcommands, short_help="What a rule is worth, which bot is better: thousands of battles.")
def command() -> None:
    """Ask a question of many battles: the same seeds and tables for both sides, an interval that may be looked at at any time.

    \b
    grognard lab value usr:twin-linked --forces usr/A,usr/B -o twin-linked
    grognard lab match steady greedy --forces command/A,command/B --most 20 -o ladder
    grognard lab run experiment.toml -o results

    An experiment as a file:

    \b
    [experiment]
    question = "value"                  # or "match", with bots = ["steady", "greedy"]
    rule = "usr:twin-linked"            # of each pair of forces the first has it
    forces = [["usr/A", "usr/B"]]
    scenarios = ["hold-the-field", "last-stand"]
    bots = ["greedy", "greedy"]
    seeds = { first = 1, most = 400, batch = 10 }
    stop = { precision = 0.5, level = 0.95 }   # victory points either way

    Ctrl-C keeps every battle that was played; the same command goes on from there.
    """


_shared = (
    click.option("--forces", "-f", multiple=True, metavar="OURS,THEIRS", help="A match-up (repeatable)."),
    click.option("--scenario", "scenarios", multiple=True, metavar="NAME", help="Each match-up in each (repeatable)."),
    click.option("--rounds", type=click.IntRange(1, 50), help="Shorter or longer battles than the scenario's."),
    click.option("--seed", "first", type=click.IntRange(0), default=1, show_default=True, help="The first seed."),
    click.option("--most", type=click.IntRange(1, 1_000_000), default=200, show_default=True, help="Pairs at most."),
    click.option(
        "--precision", type=float, default=0.5, show_default=True, help="Victory points: near enough to stop."
    ),
    click.option(
        "--dice", type=click.Choice(("keyed", "seeded")), default="keyed", help="keyed: equal throws fall alike."
    ),
    lists.ruling,
    house.option,
)


def _options(function: Any) -> Any:
    """What the questions have in common."""
    for option in reversed((*_shared, *_where)):
        function = option(function)
    return function


_bots = click.option("--bots", default="greedy", metavar="NAME", help="Who plays both sides.")
_where = (
    click.option("--out", "-o", required=True, metavar="DIR", type=click.Path(), help="The folder of the results."),
    click.option("--json", "as_json", is_flag=True, help="The answer as JSON."),
    click.option("--jobs", "-j", type=click.IntRange(0, 1024), default=0, help="Processes; all cores by default."),
)  # fmt: skip


@command.command("value", short_help="What a rule is worth to those who have it.")
@click.argument("rule")
@click.option("--to", default="", metavar="UNIT", help="Given to this unit of OURS, which does not have it.")
@_bots
@_options
def value(rule: str, to: str, bots: str, **options: Any) -> None:
    """What RULE is worth to the first force of each match-up, in victory points: with it and without it, from the same seeds.

    Without --forces every sample force that has the rule plays the next one of its system. With --to it is given to a unit: RULE
    is then written as the book has it, with its number.

    \b
    grognard lab value usr:rending -o rending
    grognard lab value usr:twin-linked -f usr/A,usr/B --precision 1 -o twin-linked
    grognard lab value "usr:Feel No Pain (5+)" --to "usr/A:Gate Watch" -o tougher
    """
    fields = _plain(options)
    if to and not fields["forces"]:
        to, fields["forces"] = placed(to)
    fields["forces"] = fields["forces"] or match_ups(rule)
    _run(_asked(question="value", rule=rule, to=to, bots=(bots, bots), **fields), options)


@command.command("match", short_help="Which of two bots is better.")
@click.argument("bot")
@click.argument("other")
@_options
def match(bot: str, other: str, **options: Any) -> None:
    """How much better BOT is than OTHER: each seed with both seatings.

    \b
    grognard lab match steady greedy -f command/A,command/B --most 20 -o ladder
    """
    _run(_asked(question="match", bots=(bot, other), **_plain(options)), options)


@command.command("run", short_help="The experiment of a TOML file.")
@click.argument("file", type=click.Path())
@house.option
def run(file: str, house_rules: tuple[str, ...], **options: Any) -> None:
    """Play the experiment of FILE; 'grognard lab --help' shows one."""
    house.load(house_rules)
    _run(load_experiment(file), options)


for _option in reversed(_where):
    run = _option(run)


def _plain(options: dict[str, Any]) -> dict[str, Any]:
    """The options as an experiment has them."""
    house.load(options["house_rules"])
    forces = []
    for words in options["forces"]:
        ours, comma, theirs = words.partition(",")
        if not comma or not ours or not theirs:
            raise GrognardError(f"{words!r} is no match-up", where="--forces", hint="write --forces usr/A,usr/B")
        forces.append((ours.strip(), theirs.strip()))
    return {
        "forces": forces,
        "scenarios": list(options["scenarios"]) or ["hold-the-field"],
        "rounds": options["rounds"],
        "rulings": ruled(options["rulings"], "--ruling"),
        "seeds": Seeds(options["first"], options["most"]),
        "stop": Stop(options["precision"]),
        "dice": options["dice"],
    }


def _asked(**fields: Any) -> Experiment:
    return checked(Experiment(**fields), "grognard lab")


def _run(asked: Experiment, options: dict[str, Any]) -> None:
    results = Results(options["out"], asked)
    before = len(results.pairs)
    if before and not options["as_json"]:
        click.echo(f"{before} pairs of battles are there already")
    counted = Counted(asked, results)
    try:
        run_experiment(counted, options["jobs"], _Progress(asked).tell)
    finally:
        if sys.stderr.isatty():
            click.echo("\r\033[K", nl=False, err=True)
        if results.pairs:
            counted.look()
            pairs, enough = counted.pairs, counted.enough
            results.write("report.md", findings.markdown(asked, pairs, enough))
            results.write("running.svg", findings.running(asked, pairs))
            results.write("strata.svg", findings.strata(asked, pairs))
            if options["as_json"]:
                say_json(findings.told(asked, pairs, enough))
            else:
                where = Path(options["out"], "report.md")
                click.echo(findings.answer(asked, pairs, enough))
                click.echo(f"{len(results.pairs)} pairs are kept in {options['out']}; read {where}")


class _Progress:
    """A line on a terminal: how far it is, what is known, how long it may take at most."""

    def __init__(self, asked: Experiment) -> None:
        self.asked = asked

    def tell(self, n: int, known: Interval, each: float) -> None:
        """Says it anew."""
        if not sys.stderr.isatty():
            return
        left = max(0.0, (self.asked.seeds.most - n) * each)
        so_far = f"{n} of at most {self.asked.seeds.most} pairs, {findings.within(known)} victory points"
        said = f"{so_far}, {left / 60:.0f} min left at most"
        click.echo(f"\r\033[K{said}", nl=False, err=True)
