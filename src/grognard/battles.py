"""From words to a battle: forces, scenario, table and players as people name them, read and set up.

The Python interface and the commands set up battles through here; ``common.battle`` plays them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from . import systems
from .common import battle
from .common.battle import Setup
from .common.battle_result import result
from .common.profiles import Force
from .common.rules import NotExecutable
from .common.scenario import Scenario
from .common.system import System
from .errors import GrognardError
from .kernel.dice import Dice
from .kernel.session import Session
from .muster import packs, shipped

PIECES = 12  # of terrain, on a table that nobody brought
SEEDS = 2**31


class Fought(Struct, frozen=True):
    """A battle that was played: ``result`` as ``battle --json`` prints it, and the session it came from."""

    result: dict[str, Any]
    session: Session

    def report(self, how: str = "full") -> list[str]:
        """The battle in words: ``"full"`` or ``"short"``."""
        from .common.report import report

        return report(self.session, how)

    @property
    def events(self) -> list[dict[str, Any]]:
        """What happened, a row each: round, phase, player, kind of event, unit, target, words, and the faces of dice.

        ``player`` is whose unit it is or who scores, or None. The rows make a table as they are, such as
        ``pandas.DataFrame(fought.events)``.
        """
        from .common.report import lines

        return [_row(line, self.session.table) for line in lines(self.session, everything=True)]


def _row(line: Any, t: Any) -> dict[str, Any]:
    unit, target = (*line.units, None, None)[:2]
    scored = [side for side in (0, 1) if line.points[side]]
    side = t[unit].side if unit is not None else scored[0] if scored else None
    return {
        "round": line.round,
        "phase": line.heading,
        "player": None if side is None else t.scenario.sides[side],
        "kind": line.event,
        "unit": None if unit is None else t.names[unit],
        "target": None if target is None else t.names[target],
        "words": line.text,
        "dice": None if line.dice is None else list(line.dice.faces),
        "points": max(line.points),
    }


def force(ref: str | Force, catalogues: Iterable[str] = ()) -> Force:
    """The force of a reference, ``FILE`` or ``SYSTEM/SAMPLE``; a pasted list is looked up in ``catalogues``."""
    if isinstance(ref, Force):
        return ref
    from .muster.ref import resolve_force

    return resolve_force(ref, catalogues)


def setup(
    ours: str | Force,
    theirs: str | Force,
    *,
    seed: int | None = None,
    scenario: str | Scenario = "hold-the-field",
    table: str | Path | None = None,
    rounds: int | None = None,
    bots: Iterable[str] = ("greedy", "greedy"),
    rulings: Mapping[str, str] | str | None = None,
    pack: str = "",
    without: Iterable[str] = (),
    catalogues: Iterable[str] = (),
) -> Setup:
    """What a battle starts from. Without ``seed`` a random one, without ``table`` one made from the seed.

    ``rulings`` are pairs or a pack of them; with ``pack`` pairs come before what the pack says.

    Pasted lists are looked up in ``catalogues``, or in those of their folders.

    Raises GrognardError for what does not exist or does not fit together.
    """
    forces = force(ours, catalogues), force(theirs, catalogues)
    if forces[0].system != forces[1].system:
        raise GrognardError(
            f"{forces[0].name} is of {forces[0].system}, {forces[1].name} of {forces[1].system}",
            hint="both forces must be of one system",
        )
    system = systems.get(forces[0].system)
    if seed is None:
        seed = fresh_seed()
    if isinstance(rulings, str):
        pack, rulings = rulings, {}
    by = packs.find(pack, system.id) if pack else None
    field = shipped.scenario(scenario, system.id) if isinstance(scenario, str) else scenario
    if rounds is not None:
        if not 1 <= rounds <= 50:
            raise GrognardError(f"{rounds} rounds cannot be played", where="--rounds", hint="1 to 50")
        field = replace(field, rounds=rounds)
    return Setup(
        system=system.id,
        forces=forces,
        scenario=field,
        ground=_ground(table, seed, field, system),
        rulings={**(by.rulings if by else {}), **system.chosen(dict(rulings or {}))},
        pack=by.name if by else "",
        seed=seed,
        off=tuple(rule for rule in (_off(system, name) for name in without) if rule),
        bots=_bots(bots),
    )


def _off(system: System, name: str) -> str:
    """The id of a rule to switch off, "" for one that is off anyway because it is not executable yet."""
    try:
        return system.rule_id(name)
    except NotExecutable:
        return ""


def left_out(setup: Setup) -> list[str]:
    """The rules of both forces that take no part because they are not executable yet."""
    return list(dict.fromkeys(name for force in setup.forces for name, _ in force.unread))


def doubts(setup: Setup, refs: Iterable[str]) -> list[str]:
    """What did not add up in the lists of the forces, one line each; ``refs`` name their files."""
    from .muster.forces import doubt

    return list(
        dict.fromkeys(said for force, ref in zip(setup.forces, refs, strict=True) if (said := doubt(force, ref)))
    )


def idle(setup: Setup) -> list[str]:
    """Which rules of both forces mean nothing of the other, a sentence each."""
    found = systems.get(setup.system).idle
    return found(setup.forces) if found is not None else []


def fresh_seed() -> int:
    """A seed that nobody chose."""
    from secrets import randbelow

    return randbelow(SEEDS)


def _ground(table: str | Path | None, seed: int, field: Scenario, system: System) -> Any:
    if table is not None:
        return shipped.table(table, system.id)
    from .common.scenario import zones
    from .table.generate import generate

    deep = max(y for _, y in zones(field, field.width, field.height)[0]) if field.zones == "close" else field.depth
    system.plays(field)
    make = system.terrain() if system.terrain is not None else generate
    more: dict[str, Any] = {"special": field.special} if field.special else {}
    ground = make(
        seed,
        field.width,
        field.height,
        PIECES,
        objectives=field.objectives,
        depth=min(deep, field.height / 2 - 1),
        **more,
    )
    return replace(ground, zones=())  # the scenario says where the sides set up


def _bots(names: Iterable[str]) -> tuple[str, str]:
    from .bots import BOTS
    from .common.schema import known

    listed = [known(name, BOTS, "bot") for name in names]
    if len(listed) == 1:
        listed *= 2
    if len(listed) != 2:
        raise GrognardError(f"{len(listed)} bots for two sides", where="--bots", hint="write --bots greedy,random")
    return listed[0], listed[1]


class Reasoned:
    """A bot whose reasons are told: ``say`` gets a line whenever it has one for its choice."""

    def __init__(self, bot: Any, say: Callable[[str], None]) -> None:
        self.bot = bot
        self.say = say

    @property
    def looks(self) -> bool:
        """Whether the bot wants to try what comes of its picks."""
        return bool(self.bot.looks)

    def choose(self, table: Any, ask: Any, *study: Any) -> Any:
        """The bot's answer."""
        pick = self.bot.choose(table, ask, *study)
        if self.bot.why:
            self.say(f"      ({ask.question} {self.bot.why})")
        return pick


def begin(
    setup: Setup,
    *,
    dice: Dice | None = None,
    watchers: Iterable[Callable[[Any, Any], None]] = (),
    reasons: Callable[[str], None] | None = None,
) -> Session:
    """The battle at its first question. ``reasons`` gets a line for each choice that a bot can explain."""
    players = None
    if reasons is not None:
        game = battle.game_of(systems.get(setup.system))
        players = [
            Reasoned(battle.player_of(name, setup.seed, side, game), reasons) for side, name in enumerate(setup.bots)
        ]
    return battle.begin(setup, dice=dice, players=players, watchers=tuple(watchers))


def fight(setup: Setup, **how: Any) -> Fought:
    """The battle played to its end. ``how`` is what ``begin`` takes: dice, watchers, reasons."""
    began = perf_counter()
    session = begin(setup, **how)
    session.play()
    return Fought(result(session, perf_counter() - began), session)
