"""An experiment: a question, what it is asked of, and how many battles may be played for it. A TOML file says the same."""

from __future__ import annotations

import tomllib
from hashlib import blake2b
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from .. import battles, systems
from ..bots import BOTS
from ..common.schema import known
from ..errors import GrognardError
from ..muster.ref import samples

MOST_BYTES = 65_536
MOST_PAIRS = 1_000_000
MOST_STRATA = 64
MOST_VALUES = 12
MOST_RULES = 300
DRAFTS = ("one draft", "another")  # that is what the forces of a fit are
WANTED = {  # what a question cannot do without, and what else it may have
    "value": (("rule",), ("to", "rules")),
    "match": ((), ()),
    "points": (("unit",), ()),
    "list": ((), ()),
    "sweep": (("vary", "values"), ()),
    "fit": (("points",), ()),
}


class Seeds(Struct, forbid_unknown_fields=True, frozen=True):
    """Which seeds are played: ``most`` from ``first`` on; whether to stop is asked after every ``batch``."""

    first: int = 1
    most: int = 200
    batch: int = 10


class Stop(Struct, forbid_unknown_fields=True, frozen=True):
    """When enough is known: the answer lies within ``precision`` victory points either way, at a ``level`` of confidence."""

    precision: float = 0.5
    level: float = 0.95


class Experiment(Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What is asked. ``forces`` are pairs of FORCE.

    ``value``: the first of each pair has the ``rule``, or a unit of it, ``to``, is given it; ``rules`` are several, each a value
    of its own. ``match``: the ``bots`` play each other, else both sides. ``points``: the first of each pair has the ``unit``.
    ``list``: the first of each pair against the second. ``sweep``: a number of the first, or a ruling, ``vary``, takes each of
    the ``values``. ``fit``: lists of at most ``points`` drawn from the units of all forces.
    """

    question: Literal["value", "match", "points", "list", "sweep", "fit"]
    forces: list[tuple[str, str]]
    rule: str = ""
    rules: list[str] = []
    to: str = ""
    unit: str = ""
    vary: str = ""
    values: list[str] = []
    points: int = 0
    bots: tuple[str, str] = ("greedy", "greedy")
    scenarios: list[str] = msgspec.field(default_factory=lambda: ["hold-the-field"])
    rounds: int | None = None
    rulings: dict[str, str] = msgspec.field(default_factory=dict)
    seeds: Seeds = Seeds()
    stop: Stop = Stop()
    dice: Literal["keyed", "seeded"] = "keyed"

    @property
    def strata(self) -> list[tuple[tuple[str, str], str]]:
        """Each pair of forces in each scenario: seeds go round them in turn."""
        if self.question == "fit":
            return [(DRAFTS, scenario) for scenario in self.scenarios]
        return [(forces, scenario) for scenario in self.scenarios for forces in self.forces]

    def fingerprint(self) -> str:
        """Equal for experiments whose pairs of battles are the same: how many of them are played does not count."""
        plain = msgspec.to_builtins(self)
        plain["seeds"] = self.seeds.first
        del plain["stop"]
        return blake2b(msgspec.json.encode(plain, order="sorted"), digest_size=16).hexdigest()


def load(path: Path | str) -> Experiment:
    """The experiment of a file. Raises GrognardError naming the file and the field."""
    file = Path(path)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise GrognardError("cannot be read", where=str(path), hint=error.strerror or "is it there?") from None
    if len(data) > MOST_BYTES:
        raise GrognardError("is no experiment", where=str(path), hint=f"it is longer than {MOST_BYTES // 1024} KB")
    try:
        content = tomllib.loads(data.decode("utf-8"))
        return checked(msgspec.convert(content.get("experiment", content), Experiment), str(path))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise GrognardError("is no TOML", where=str(path), hint=str(error)) from None
    except msgspec.ValidationError as error:
        raise GrognardError(str(error), where=str(path), hint="'grognard lab --help' shows an experiment") from None


def checked(asked: Experiment, where: str) -> Experiment:
    """The experiment, if it can be played. Raises GrognardError that says what to change."""

    def wrong(what: str, hint: str) -> GrognardError:
        return GrognardError(what, where=where, hint=hint)

    if not (asked.forces or asked.rules) or not asked.scenarios:
        raise wrong("no forces to play", 'forces = [["usr/A", "usr/B"]]')
    if len(asked.strata) > MOST_STRATA:
        raise wrong(f"{len(asked.strata)} match-ups are too many", f"at most {MOST_STRATA}, scenarios counted")
    if not (1 <= asked.seeds.most <= MOST_PAIRS and 1 <= asked.seeds.batch <= 10_000 and asked.seeds.first >= 0):
        raise wrong("these seeds cannot be played", f"most from 1 to {MOST_PAIRS}, batch from 1 to 10000, first from 0")
    if not (asked.stop.precision > 0 and 0.5 <= asked.stop.level < 1):
        raise wrong("such a stop is none", "precision above 0, level from 0.5 to below 1")
    for name in asked.bots:
        known(name, BOTS, "bot")
    needed, allowed = WANTED[asked.question]
    for field in ("rule", "rules", "to", "unit", "vary", "values", "points"):
        if field in needed and not getattr(asked, field) and not asked.rules:
            raise wrong(f"the question {asked.question!r} needs {field!r}", "'grognard lab --help' shows the questions")
        if getattr(asked, field) and field not in (*needed, *allowed):
            raise wrong(f"{field!r} is no part of the question {asked.question!r}", "leave it out")
    if asked.rule and asked.rules:
        raise wrong("'rule' and 'rules' do not go together", "name all of them in 'rules'")
    if len(asked.rules) > MOST_RULES:
        raise wrong(f"{len(asked.rules)} rules are too many", f"at most {MOST_RULES}")
    for forces in asked.forces:
        for scenario in asked.scenarios:
            battles.setup(*forces, seed=1, scenario=scenario, rounds=asked.rounds, rulings=asked.rulings)
    if asked.question == "match" and asked.bots[0] == asked.bots[1]:
        raise wrong(f"{asked.bots[0]} cannot be matched against itself", "name two different bots")
    if asked.question == "list" and any(ours == theirs for ours, theirs in asked.forces):
        raise wrong("a list cannot be played against itself", "name two lists")
    if asked.values and not 2 <= len(set(asked.values)) == len(asked.values) <= MOST_VALUES:
        raise wrong("these values cannot be compared", f"2 to {MOST_VALUES} values, each once")
    return asked


def parted(rule: str) -> tuple[str, str]:
    """The system that a rule is written with, "" for none, and the rule.

    >>> parted("usr:rending"), parted("Rough Terrain Specialist: Jungle")
    (('usr', 'rending'), ('', 'Rough Terrain Specialist: Jungle'))
    """
    system, colon, text = rule.partition(":")
    return (system, text) if colon and system in systems.NAMES else ("", rule)


def neighbours(system: str) -> list[tuple[str, str]]:
    """Each sample force of a system, and the next."""
    refs = [row["ref"] for row in samples(system)]
    return [(ours, refs[(k + 1) % len(refs)]) for k, ours in enumerate(refs)]


def placed(unit: str) -> tuple[str, list[tuple[str, str]]]:
    """A unit written with its force (``usr/A:Gate Watch``): its name, and that force against the next sample of its system.

    Raises GrognardError when it is written without, or the force is no sample.
    """
    ref, colon, name = unit.partition(":")
    found = [pair for pair in neighbours(ref.partition("/")[0]) if pair[0] == ref] if colon and "/" in ref else []
    if not found:
        raise GrognardError(
            f"{unit!r} names no unit of a sample", hint="write usr/A:Gate Watch, or add --forces OURS,THEIRS"
        )
    return name.strip(), found
