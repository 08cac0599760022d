"""A whole battle, from two forces to the result: what the command, the lab and the browser call.

Systems and bots stand in rooms above this one; they are looked up by name when a battle begins, so
that this module imports nothing above itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from .. import journal
from ..errors import GrognardError
from ..journal import parted
from ..kernel import saves
from ..kernel.dice import Dice, Keyed, Seeded, Strata
from ..kernel.session import Session
from ..table.terrain import Ground
from . import alter
from . import scenario as scenarios
from .battle_result import result
from .deploy import new_table
from .profiles import Force
from .report import report
from .scenario import HOLD_THE_FIELD, Scenario
from .schema import LONGEST_NAME
from .serialization import ground_of, ground_text, packed, unpacked

PEOPLE = "person"  # in place of a bot's name: answers come from outside
_OTHERS: dict[str, Any] = {}  # systems that do not ship: tests and house systems


class Setup(Struct, frozen=True, eq=False, kw_only=True):
    """Everything that a battle starts from. ``ground`` None: the scenario's bare table. ``off``: ids of rules switched off.

    ``bots`` names who plays each side; ``"person"`` leaves the answers to whoever holds the session.
    """

    system: str
    forces: tuple[Force, Force]
    scenario: Scenario = HOLD_THE_FIELD
    ground: Ground | None = None
    rulings: dict[str, str] = field(default_factory=dict)  # those chosen; the others have their defaults
    seed: int | str = 0
    off: tuple[str, ...] = ()
    bots: tuple[str, str] = ("greedy", "greedy")
    pack: str = ""  # what the players call the rulings that they chose

    @property
    def remarks(self) -> dict[str, str]:
        """What a save says besides, which makes no other battle of it."""
        return {"pack": self.pack} if self.pack else {}

    def saved(self) -> dict[str, Any]:
        """The setup as plain data; ``setup_of`` reads it."""
        schema = system_of(self.system).schema
        return {
            "system": self.system,
            "forces": [packed(force, schema) for force in self.forces],
            "scenario": self.scenario.saved(),
            "table": ground_text(self.ground) if self.ground is not None else None,
            "rulings": dict(sorted(self.rulings.items())),
            "seed": self.seed,
            "off": list(self.off),
            "bots": list(self.bots),
        }


def know(system: Any) -> None:
    """Makes a system that does not ship known by its id."""
    _OTHERS[system.id] = system


def system_of(name: str) -> Any:
    """A system by its id. Raises GrognardError naming the known ones."""
    if name in _OTHERS:
        return _OTHERS[name]
    return import_module("grognard.systems").get(name)


def game_of(system: Any) -> Any:
    """The battle of a system. Raises GrognardError when it has none."""
    if system.battle is None:
        raise GrognardError(f"battles of {system.id} cannot be played yet")
    return system.battle()


def setup_of(data: Any, where: str = "save", remarks: Any = None) -> Setup:
    """A setup from plain data, with what the save remarks beside it or in it. Raises GrognardError for anything that is none."""
    damaged = GrognardError("the setup of the battle cannot be read", where=where, hint="the save is damaged")
    if not isinstance(data, dict) or not isinstance(data.get("system"), str):
        raise damaged
    system = system_of(data["system"])
    forces, rulings, seed, off, bots = (data.get(k) for k in ("forces", "rulings", "seed", "off", "bots"))
    if not isinstance(forces, list) or len(forces) != 2 or not isinstance(data.get("scenario"), dict):
        raise damaged
    if not isinstance(rulings, dict) or isinstance(seed, bool) or not isinstance(seed, (int, str)):
        raise damaged
    off, bots = _words(off), _words(bots)
    if off is None or bots is None or len(bots) != 2 or _words(list(rulings.values())) is None:
        raise damaged
    pack = (remarks if isinstance(remarks, dict) else data).get("pack", "")
    if not isinstance(pack, str) or len(pack) > LONGEST_NAME or not pack.isprintable():
        raise damaged
    ours, theirs = (unpacked(f, system.schema, where) for f in forces)
    text = data.get("table")
    return Setup(
        system=system.id,
        forces=(ours, theirs),
        scenario=scenarios.from_plain(data["scenario"], where),
        ground=None if text is None else ground_of(text, where),
        rulings=rulings,
        seed=seed,
        off=tuple(off),
        bots=(bots[0], bots[1]),
        pack=pack,
    )


def _words(value: Any) -> list[str] | None:
    return value if isinstance(value, list) and all(isinstance(v, str) for v in value) else None


# --- beginning --------------------------------------------------------------------------------------------------------


def begin(
    setup: Setup,
    *,
    dice: Dice | None = None,
    players: Sequence[Any] | None = None,
    watchers: Sequence[Callable[[Any, Any], None]] = (),
) -> Session:
    """A battle at its first question. Dice come from the seed and players from ``setup.bots`` unless they are given.

    Raises GrognardError for unknown systems, rulings, rules and bots, for scenarios that the system cannot play, and for
    forces that are empty or of another system.
    """
    system = system_of(setup.system)
    game = game_of(system)
    rulings = system.settled(dict(setup.rulings))
    system.plays(setup.scenario)
    for force in setup.forces:
        if force.system != system.id:
            raise GrognardError(f"{force.name} is a force of {force.system}, not of {system.id}")
        if not any(kind.models for kind in force.kinds):
            raise GrognardError(f"{force.name} has no unit", hint="a force needs at least one unit with a model")
    forces = [without(force, setup.off) for force in setup.forces]
    scenario = setup.scenario
    if not scenario.sides:
        scenario = _named(scenario, forces)
    table = new_table(game, forces, scenario, setup.ground, rulings)
    if players is None:
        players = [bot_of(setup, side) for side in (0, 1)]
    return Session(setup, game, table, dice if dice is not None else Seeded(setup.seed), players, watchers)


def _named(scenario: Scenario, forces: Sequence[Force]) -> Scenario:
    a, b = (force.name for force in forces)
    return replace(scenario, sides=(a, b) if a != b else (f"{a} A", f"{b} B"))


def without(force: Force, off: Collection[str]) -> Force:
    """A force without these rules. Raises GrognardError for a rule that its system does not know."""
    if not off:
        return force
    system = system_of(force.system)
    ids = tuple(system.rule_id(rule) for rule in off)
    return replace(force, kinds=tuple(alter.without(kind, ids, system.fitted) for kind in force.kinds))


def keyed(seed: int | str, table: Any) -> Keyed:
    """Dice that hang on the seed, and on the round, player and step at which the table is when they are thrown."""
    return Keyed(seed, _moment_of(table))


def strata(seed: int | str, n: int, table: Any) -> Strata:
    """Such dice for the n-th of several trials, which cover the cases of what is thrown first evenly."""
    return Strata(seed, n, _moment_of(table))


def _moment_of(table: Any) -> Callable[[], tuple[int, int, int]]:
    return lambda: (table.clock.round, table.clock.player, table.clock.step)


def player_of(name: str, seed: int | str, side: int, game: Any) -> Any:
    """A bot by name for a side, or None for a person. Raises GrognardError naming the known bots."""
    return None if name == PEOPLE else import_module("grognard.bots").get(name, seed, side, game)


def bot_of(setup: Setup, side: int) -> Any:
    """Who plays a side of a battle that is to begin: its bot, or None for a person. Raises GrognardError as ``player_of`` does."""
    return player_of(setup.bots[side], setup.seed, side, game_of(system_of(setup.system)))


def play(
    setup: Setup,
    *,
    dice: Dice | None = None,
    players: Sequence[Any] | None = None,
    watchers: Sequence[Callable[[Any, Any], None]] = (),
) -> tuple[Session, dict[str, Any]]:
    """A battle played to its end, and its result."""
    began = perf_counter()
    session = begin(setup, dice=dice, players=players, watchers=watchers)
    session.play()
    return session, result(session, perf_counter() - began)


# --- saves ------------------------------------------------------------------------------------------------------------


def load_save(
    path: Path | str, *, dice: Dice | None = None, players: Sequence[Any] | None = None, to: int | None = None
) -> Session:
    """A saved battle where it stopped, ready to be played on. Raises GrognardError for whatever is not a whole save."""
    session, _ = _loaded(path, dice=dice, players=players, to=to)
    return session


def replay(path: Path | str, to: int | None = None) -> tuple[Session, bool]:
    """A saved battle derived again from its inputs (the first ``to``), and whether its digest is the one in the file.

    Of a journal the fingerprint of the last boundary is compared. With ``to`` short of the end nothing is compared. Raises
    GrognardError when an input does not fit.
    """
    session, content = _loaded(path, to=to)
    if to is not None and to < len(content["inputs"]):
        return session, True
    if "points" in content:
        return session, parted(session, content["points"]) is None
    return session, session.digest() == content.get("digest")


def content_of(path: Path | str) -> dict[str, Any]:
    """What a file holds, a save or a journal of one battle. Raises GrognardError for whatever is neither."""
    return journal.content(path) if journal.is_journal(path) else saves.read(path)


def save_for(session: Session, path: Path | str, player: int) -> None:
    """Writes what a player may know of a battle: no secret of the other's is in the file, which says so."""
    saves.write(path, {**session.content_for(player), "log": report(session, "full", player)})


def kept_for(path: Path | str) -> tuple[str, list[str]] | None:
    """For whom a save was made ("A" or "B") and the log that it holds; None for a save that holds the whole battle."""
    content = content_of(path)
    player, log = content.get(saves.FOR), content.get("log")
    if player is None:
        return None
    if player not in (0, 1) or _words(log) is None:
        raise GrognardError("this save does not say for whom it is", where=str(path), hint="the file is damaged")
    return "AB"[player], list(log or ())


def _loaded(
    path: Path | str, *, dice: Dice | None = None, players: Sequence[Any] | None = None, to: int | None = None
) -> tuple[Session, dict[str, Any]]:
    content = content_of(path)
    where = str(path)
    if (kept := kept_for(path)) is not None:
        raise GrognardError(
            f"this save holds only what player {kept[0]} may know, so the battle cannot be derived from it",
            where=where,
            hint="'grognard replay' shows its log; to play on, ask the referee for the whole save",
        )
    return derived(content, where, dice=dice, players=players, to=to), content


def derived(
    content: dict[str, Any],
    where: str = "save",
    *,
    dice: Dice | None = None,
    players: Sequence[Any] | None = None,
    to: int | None = None,
) -> Session:
    """The battle of a save's content, derived from its inputs (the first ``to``). Raises GrognardError when one does not fit."""
    setup = setup_of(content["setup"], where, content.get("remarks"))
    inputs = saves.inputs_read(content["inputs"], where)
    if to is not None and not 0 <= to <= len(inputs):
        raise GrognardError(f"the battle has {len(inputs)} inputs, not {to}", where=where)
    if dice is None:
        dice = Seeded(setup.seed)
    session = begin(setup, dice=dice, players=players)
    session.replay(inputs, to, where)
    session.set_place(content.get("place"))
    return session
