"""``grognard lab``: experiments with thousands of battles."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from .. import battles
from ..common.asking import pairs as ruled
from ..errors import GrognardError
from ..lab import cluster, findings, parquet, plots
from ..lab.experiment import Experiment, Seeds, Stop, checked, neighbours, placed
from ..lab.experiment import load as load_experiment
from ..lab.results import Results
from ..lab.run import Counted
from ..lab.run import run as run_experiment
from ..lab.several import Discoveries, each
from ..lab.statistics import Interval, Sums, within
from ..lab.variants import match_ups, possible
from ..muster import shipped
from . import Subcommands, house, lists
from .printing import say_json


@click.group(
    "lab",
    cls=Subcommands,
    short_help="What a rule or a unit is worth, which bot or list is better.",
)
def command() -> None:
    """Ask a question of many battles: the same seeds and tables for both sides, an interval that may be looked at at any time.

    \b
    grognard lab value usr:twin-linked --forces usr/A,usr/B -o twin-linked
    grognard lab match steady greedy --forces command/A,command/B --most 20 -o ladder
    grognard lab run experiment.toml -o results

    An experiment as a file:

    \b
    [experiment]
    question = "value"                  # of a rule
    rule = "usr:twin-linked"            # of each pair of forces the first has it
    forces = [["usr/A", "usr/B"]]
    scenarios = ["hold-the-field", "last-stand"]
    bots = ["greedy", "greedy"]
    seeds = { first = 1, most = 400, batch = 10 }
    stop = { precision = 0.5, level = 0.95 }   # victory points either way

    Other questions have in place of rule:

    \b
    question = "match"                  # bots = ["steady", "greedy"]
    question = "points"                 # unit = "Gate Watch"
    question = "list"                   # nothing: the forces play each other
    question = "sweep"                  # vary = "Gate Watch:BS", values = ["3", "4", "5"]
    question = "fit"                    # points = 600

    Ctrl-C keeps every battle that was played; the same command goes on from there. With --cluster the workers of a Dask scheduler
    play, on as many machines as it has.
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
    click.option("--parquet", is_flag=True, help="The battles as Parquet as well (needs 'grognard[parquet]')."),
    click.option("--jobs", "-j", type=click.IntRange(0, 1024), default=0, help="Processes; all cores by default."),
    click.option("--cluster", default="", metavar="ADDRESS", help="A Dask scheduler (needs 'grognard[cluster]')."),
)  # fmt: skip


@command.command("value", short_help="What a rule is worth to those who have it.")
@click.argument("rules", metavar="RULE...", nargs=-1, required=True)
@click.option("--to", default="", metavar="UNIT", help="Given to this unit of OURS, which does not have it.")
@_bots
@_options
def value(rules: tuple[str, ...], to: str, bots: str, **options: Any) -> None:
    """What RULE is worth to the first force of each match-up, in victory points: with it and without it, from the same seeds.

    Without --forces every sample force that has the rule plays the next one of its system. With --to it is given to a unit: RULE
    is then written as the book has it, with its number. Of several rules each has a folder of its own, and false discovery is
    controlled.

    \b
    grognard lab value usr:rending -o rending
    grognard lab value usr:twin-linked -f usr/A,usr/B --precision 1 -o twin-linked
    grognard lab value "usr:Feel No Pain (5+)" --to "usr/A:Gate Watch" -o tougher
    grognard lab value command:piercing command:impale command:reckless -o three
    """
    fields = _plain(options)
    if to and not fields["forces"]:
        to, fields["forces"] = placed(to)
    if len(rules) > 1:
        return _run(_asked(question="value", rules=list(rules), to=to, bots=(bots, bots), **fields), options)
    fields["forces"] = fields["forces"] or match_ups(rules[0])
    _run(_asked(question="value", rule=rules[0], to=to, bots=(bots, bots), **fields), options)


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


@command.command("points", short_help="What a unit is worth, against the average of its army.")
@click.argument("unit")
@_bots
@_options
def points(unit: str, bots: str, **options: Any) -> None:
    """What UNIT brings to its army, and whether that is more than its points bring elsewhere in it.

    \b
    grognard lab points "usr/A:Gate Watch" -o gate-watch
    grognard lab points "Gate Watch" -f usr/A,usr/B -f usr/A,usr/storm-brood -o gate-watch-both
    """
    fields = _plain(options)
    if not fields["forces"]:
        unit, fields["forces"] = placed(unit)
    _run(_asked(question="points", unit=unit, bots=(bots, bots), **fields), options)


@command.command("list", short_help="Which of two lists is better.")
@click.argument("ours")
@click.argument("theirs")
@_bots
@_options
def list_(ours: str, theirs: str, bots: str, **options: Any) -> None:
    """How much better OURS is than THEIRS: each seed with both seatings, over all scenarios of the system in turn.

    \b
    grognard lab list usr/A usr/B -o lists
    """
    fields = _plain(options)
    if fields["forces"]:
        raise GrognardError("two lists are the match-up", where="--forces", hint="leave it out")
    if not options["scenarios"]:
        fields["scenarios"] = list(shipped.scenarios(battles.force(ours).system))
    fields["forces"] = [(ours, theirs)]
    _run(_asked(question="list", bots=(bots, bots), **fields), options)


@command.command("sweep", short_help="One number of a profile, or a ruling, over several values.")
@click.argument("vary", metavar="WHAT")
@click.argument("values", metavar="VALUES")
@_bots
@_options
def sweep(vary: str, values: str, bots: str, **options: Any) -> None:
    """What other values of a number are worth to OURS: WHAT is WEAPON:STAT, UNIT:STAT or ruling:NAME, VALUES have commas between.

    Each value is compared with the first; it stops when the last is known well enough.

    \b
    grognard lab sweep "Gate Watch:BS" 3,4,5 -f usr/A,usr/B -o marksmen
    """
    chosen = [value.strip() for value in values.split(",")]
    _run(_asked(question="sweep", vary=vary, values=chosen, bots=(bots, bots), **_plain(options)), options)


@command.command("fit", short_help="What all units are worth, from lists drawn at random.")
@click.argument("system")
@click.option(
    "--points", "limit", type=click.IntRange(1, 100_000), default=600, show_default=True, help="Of each list."
)
@_bots
@_options
def fit(system: str, limit: int, bots: str, **options: Any) -> None:
    """What one more of each unit is worth: lists drawn at random from the sample forces of SYSTEM, or from --forces.

    All --most pairs are played: at least three for each unit, better ten. It needs numpy: pip install 'grognard[lab]'.

    \b
    grognard lab fit command --most 400 -o fit
    """
    fields = _plain(options)
    fields["forces"] = fields["forces"] or neighbours(system)
    _run(_asked(question="fit", points=limit, bots=(bots, bots), **fields), options)


@command.command("run", short_help="The experiment of a TOML file.")
@click.argument("file", type=click.Path())
@house.option
def run(file: str, house_rules: tuple[str, ...], **options: Any) -> None:
    """Play the experiment of FILE; 'grognard lab --help' shows one."""
    house.load(house_rules)
    _run(load_experiment(file), {**options, "house_rules": house_rules})


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
    if options["parquet"]:
        parquet.writer()  # said before anything is played
    if options["cluster"]:
        cluster.dask()
        if options["jobs"] or options["house_rules"]:
            raise GrognardError(
                "--jobs and --house are of this machine, the workers of --cluster are others", hint="leave them out"
            )
    if asked.rules:
        return _run_each(asked, options)
    counted = Counted(asked, Results(options["out"], possible(asked)))
    try:
        _played(counted, options)
    finally:
        if counted.results.pairs:
            if options["as_json"]:
                say_json(findings.told(asked, counted.pairs, counted.enough))
            else:
                click.echo(findings.answer(asked, counted.pairs, counted.enough))
                where = Path(options["out"], "report.md")
                click.echo(f"{len(counted.results.pairs)} pairs are kept in {options['out']}; read {where}")


def _played(counted: Counted, options: dict[str, Any]) -> None:
    """Plays on in the folder of an experiment, and writes its report whatever happens."""
    asked, results = counted.asked, counted.results
    if results.pairs and not options["as_json"]:
        click.echo(f"{len(results.pairs)} pairs of battles are there already")
    try:
        tell = _Progress(asked).tell
        if options["cluster"]:
            cluster.run(counted, options["cluster"], tell, lambda line: click.echo(f"grognard: {line}", err=True))
        else:
            run_experiment(counted, options["jobs"], tell, options["house_rules"])
    finally:
        if sys.stderr.isatty():
            click.echo("\r\033[K", nl=False, err=True)
        if results.pairs:
            counted.look()
            pairs, enough = counted.pairs, counted.enough
            results.write("report.md", findings.markdown(asked, pairs, enough))
            if options["parquet"]:
                parquet.write(results.folder, asked, pairs)
            if asked.question != "fit":  # whose answer is a table
                results.write("running.svg", plots.running(asked, pairs))
                results.write("strata.svg", plots.strata(asked, pairs))


def _run_each(asked: Experiment, options: dict[str, Any]) -> None:
    """Several rules: one after the other, each in a folder of its own, and a report of all."""
    parts = {folder: possible(one) for folder, one in each(asked, options["out"]).items()}
    folder = Results(options["out"], asked)
    sums = {one.rule: Sums() for one in parts.values()}  # of rules not asked yet nothing is known
    try:
        for name, one in parts.items():
            counted = Counted(one, Results(Path(options["out"], name), one))
            try:
                _played(counted, options)
            finally:
                sums[one.rule] = counted.sums
    finally:
        found = Discoveries(asked, sums)
        folder.write("report.md", found.markdown())
        folder.write("rules.svg", plots.rowed("Victory points by rule", [(r, found.interval(r)) for r in sums]))
        if options["as_json"]:
            say_json(found.told())
        else:
            click.echo(f"{found.answer()}\nread {Path(options['out'], 'report.md')}")


class _Progress:
    """A line on a terminal: how far it is, what is known, how long it may take at most."""

    def __init__(self, asked: Experiment) -> None:
        self.asked = asked

    def tell(self, n: int, known: Interval, each: float) -> None:
        """Says it anew."""
        if not sys.stderr.isatty():
            return
        left = max(0.0, (self.asked.seeds.most - n) * each)
        so_far = f"{n} of at most {self.asked.seeds.most} pairs, {within(known)} victory points"
        said = f"{so_far}, {left / 60:.0f} min left at most"
        click.echo(f"\r\033[K{said}", nl=False, err=True)
