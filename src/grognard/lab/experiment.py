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
from ..common import alter
from ..common.profiles import Force
from ..common.schema import known
from ..errors import GrognardError
from ..muster.ref import samples

MOST_BYTES = 65_536
MOST_PAIRS = 1_000_000
MOST_STRATA = 64


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

    For a ``value`` the first of each pair has the ``rule``; for a ``match`` the ``bots`` play each other, else both sides.
    """

    question: Literal["value", "match"]
    forces: list[tuple[str, str]]
    rule: str = ""
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

    if not asked.forces or not asked.scenarios:
        raise wrong("no forces to play", 'forces = [["usr/A", "usr/B"]]')
    if len(asked.strata) > MOST_STRATA:
        raise wrong(f"{len(asked.strata)} match-ups are too many", f"at most {MOST_STRATA}, scenarios counted")
    if not (1 <= asked.seeds.most <= MOST_PAIRS and 1 <= asked.seeds.batch <= 10_000 and asked.seeds.first >= 0):
        raise wrong("these seeds cannot be played", f"most from 1 to {MOST_PAIRS}, batch from 1 to 10000, first from 0")
    if not (asked.stop.precision > 0 and 0.5 <= asked.stop.level < 1):
        raise wrong("such a stop is none", "precision above 0, level from 0.5 to below 1")
    for name in asked.bots:
        known(name, BOTS, "bot")
    for forces, scenario in asked.strata:
        battles.setup(*forces, seed=1, scenario=scenario, rounds=asked.rounds, rulings=asked.rulings)
    if asked.question == "match":
        if asked.bots[0] == asked.bots[1]:
            raise wrong(f"{asked.bots[0]} cannot be matched against itself", "name two different bots")
        return asked
    for ours, _ in asked.forces:
        force = battles.force(ours)
        if not any(alter.has(kind, rule_id(asked, force)) for kind in force.kinds):
            raise wrong(
                f"nobody in {force.name} has {asked.rule!r}", "of each pair of forces the first must have the rule"
            )
    return asked


def rule_id(asked: Experiment, force: Force) -> str:
    """The id of the rule that is asked about, in the system of a force. Raises GrognardError when there is none such."""
    system, _, slug = asked.rule.rpartition(":")
    if system and system != force.system:
        raise GrognardError(f"{asked.rule!r} is no rule of {force.system}", where=force.name)
    return systems.get(force.system).rule_id(slug)


def match_ups(rule: str) -> list[tuple[str, str]]:
    """The sample forces that have a rule (``SYSTEM:RULE``), each against the next sample of its system. Raises GrognardError."""
    system, colon, _ = rule.partition(":")
    if not colon:
        raise GrognardError(f"{rule!r} names no system", hint="write usr:twin-linked, or name the forces with --forces")
    refs = [row["ref"] for row in samples(system)]
    asked = Experiment(question="value", rule=rule, forces=[])
    found = []
    for k, ours in enumerate(refs):
        force = battles.force(ours)
        if any(alter.has(kind, rule_id(asked, force)) for kind in force.kinds):
            found.append((ours, refs[(k + 1) % len(refs)]))
    if not found:
        raise GrognardError(f"no sample force has {rule!r}", hint="name forces of yours that have it with --forces")
    return found
