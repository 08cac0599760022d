"""What a page asks before and beside a battle: odds, rules, samples, and a battle to be begun. Plain request, plain answer.

No name in a request reaches the file system: units and forces are those that ship, or lists that were brought and are held here.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec
from msgspec import Struct

from .. import battles, rulebook, systems
from ..bots import BOTS
from ..common.asking import Situation, ask
from ..common.profiles import Force, Kind
from ..common.schema import known, unknown
from ..errors import GrognardError
from ..kernel.budget import Budget, TooMany
from ..muster import ref, shipped
from ..muster.names import match
from .hall import Hall
from .room import DICE, Seat

MOST_STATES: Final = 3_000_000  # of one question of odds
MOST_LISTS, MOST_LIST = 60, 8 * 1024 * 1024  # lists that are held, and bytes of one
MOST_FOUND: Final = 80  # pages of the rulebook in one answer
PLAYERS: Final = ("me", "friend", *BOTS)


class OddsAsked(Struct, tag_field="ask", tag="odds", forbid_unknown_fields=True, kw_only=True):
    """Odds of one unit attacking another; the fields are those of ``Situation``."""

    attacker: str
    target: str
    weapons: tuple[str, ...] = ()
    melee: bool = False
    range: float | None = None
    cover: str | None = None
    moved: bool = False
    charging: bool = False
    facing: str | None = None
    sets: tuple[str, ...] = ()
    models: int | None = None
    target_models: int | None = None
    wounds: int | None = None
    target_wounds: int | None = None
    gives: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    policy: str = "default"


class RulesAsked(Struct, tag_field="ask", tag="rules", forbid_unknown_fields=True, kw_only=True):
    """Pages of the rulebook in which all of some words stand."""

    words: tuple[str, ...] = ()
    system: str | None = None


class RuleAsked(Struct, tag_field="ask", tag="rule", forbid_unknown_fields=True, kw_only=True):
    """One page of the rulebook, by its id."""

    id: str


class SamplesAsked(Struct, tag_field="ask", tag="samples", forbid_unknown_fields=True):
    """What ships: forces with their units, tables, scenarios."""


class ListBrought(Struct, tag_field="ask", tag="list", forbid_unknown_fields=True, kw_only=True):
    """An army list: its text (or base64 of packed ones), and the name of its file."""

    name: str
    data: bytes


class BattleAsked(Struct, forbid_unknown_fields=True, kw_only=True):
    """A battle to be begun: two forces, who sits where, and what is fought over."""

    ours: str
    theirs: str
    seats: tuple[str, str] = ("me", "greedy")
    dice: str = "seeded"
    scenario: str = "hold-the-field"
    table: str | None = None
    seed: int | None = None
    rounds: int | None = None
    rulings: dict[str, str] = {}


Request = OddsAsked | RulesAsked | RuleAsked | SamplesAsked | ListBrought
_request: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_battle: msgspec.json.Decoder[BattleAsked] = msgspec.json.Decoder(BattleAsked)


class Desk:
    """Answers questions, and begins battles in a hall."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._lists: OrderedDict[str, Force] = OrderedDict()
        self._lock = threading.Lock()
        self._n = 0

    def answer(self, body: bytes) -> Any:
        """The answer to a question as plain data. Raises GrognardError for whatever is none, or cannot be answered."""
        asked = _decoded(_request, body)
        if isinstance(asked, OddsAsked):
            return self._odds(asked)
        if isinstance(asked, RulesAsked):
            found = rulebook.search(list(asked.words[:12]), asked.system)
            return {
                "pages": [
                    {"id": p.id, "name": p.name, "system": p.system, "summary": p.summary} for p in found[:MOST_FOUND]
                ]
            }
        if isinstance(asked, RuleAsked):
            return self._rule(asked.id)
        if isinstance(asked, ListBrought):
            return self._brought(asked)
        return self._samples()

    def begin(self, body: bytes) -> Any:
        """Begins a battle: its room, and the keys of the seats that people take."""
        asked = _decoded(_battle, body)
        names = [known(name, PLAYERS, "player") for name in asked.seats]
        known(asked.dice, DICE, "dice")
        ours, theirs = self.force(asked.ours), self.force(asked.theirs)
        setup = battles.setup(
            ours,
            theirs,
            seed=asked.seed,
            scenario=_shipped(asked.scenario, [*shipped.scenarios(ours.system)], "scenario"),
            table=None if asked.table is None else _shipped(asked.table, [*shipped.shipped(ours.system)], "table"),
            rounds=asked.rounds,
            bots=[name if name in BOTS else "greedy" for name in names],
            rulings=asked.rulings,
        )
        room = self.hall.make(setup, seated(names), asked.dice)
        return {"room": room, "keys": self.hall.keys(room)}

    def saved(self, room: str, key: str) -> Any:
        """What a seat may save of a battle: all of it once it is over or when it plays both sides, else what it may know."""
        seat = self.hall.seat(room, key)
        found = self.hall.get(room)
        with found.lock:
            sides = found.room.seats[seat].sides
            if len(sides) == 2 or found.room.over:
                return found.room.session.content()
            if not sides:
                raise GrognardError("who watches may save a battle once it is over")
            return found.room.session.content_for(sides[0])

    # names ------------------------------------------------------------------------------------------------------------

    def force(self, name: str) -> Force:
        """A force that ships, or a list that was brought, by its reference. Raises GrognardError for anything else."""
        with self._lock:
            if name in self._lists:
                self._lists.move_to_end(name)
                return self._lists[name]
        known_refs = [row["ref"] for row in ref.samples()]
        if name not in known_refs:
            raise unknown("force", name[:100], known_refs)
        return ref.resolve_force(name)

    def unit(self, name: str) -> Kind:
        """A unit as ``FORCE:UNIT``. Raises GrognardError naming the nearest."""
        force, _, unit = name.partition(":")
        kinds = self.force(force).kinds
        return kinds[match(unit, [kind.name for kind in kinds])]

    # answers ----------------------------------------------------------------------------------------------------------

    def _odds(self, asked: OddsAsked) -> Any:
        attacker, target = self.unit(asked.attacker), self.unit(asked.target)
        if attacker.system != target.system:
            raise GrognardError("attacker and target must be of one system")
        fields = {f: getattr(asked, f) for f in asked.__struct_fields__ if f not in ("attacker", "target")}
        arsenal = tuple(
            dict.fromkeys(
                w for k in self.force(asked.attacker.partition(":")[0]).kinds for m in k.models for w in m.weapons
            )
        )
        try:
            found = ask(
                systems.get(attacker.system), attacker, target, Situation(**fields), arsenal, Budget(MOST_STATES)
            )
        except TooMany:
            raise GrognardError(
                "that is too much to count here", hint="fewer models, or 'grognard odds --sample 20000'"
            ) from None
        return {**found.told(), "notes": list(found.notes)}

    def _rule(self, name: str) -> Any:
        system, _, slug = name.partition(":")
        pages = [page for page in rulebook.pages_of(systems.get(system)) if page.id == name]
        if not pages:
            raise unknown(
                "rule", slug[:100], [page.id.partition(":")[2] for page in rulebook.pages_of(systems.get(system))]
            )
        return pages[0].told()

    def _samples(self) -> Any:
        rows = ref.samples()
        told = shipped.listed()
        return {
            "samples": rows,
            "units": [f"{row['ref']}:{kind.name}" for row in rows for kind in ref.resolve_force(row["ref"]).kinds],
            "tables": [row["ref"] for row in told["tables"]],
            "scenarios": [row["ref"] for row in told["scenarios"]],
        }

    def _brought(self, asked: ListBrought) -> Any:
        """Reads a list and holds it. Only its ending is taken from its name: it is read in a folder of its own, and let go."""
        if len(asked.data) > MOST_LIST:
            raise GrognardError("too long", hint=f"at most {MOST_LIST // 1024 // 1024} MB")
        ending = Path(asked.name.replace("\\", "/").rpartition("/")[2]).suffix.lower()
        if not ending[1:].isalnum() or len(ending) > 8:
            ending = ".txt"
        with TemporaryDirectory() as folder:
            path = Path(folder, f"list{ending}")
            path.write_bytes(asked.data)
            try:
                force = ref.resolve_force(str(path))
            except GrognardError as error:
                raise GrognardError(
                    error.what.replace(str(path), "the list"), where="the list", hint=error.hint
                ) from None
        with self._lock:
            self._n += 1
            name = f"brought-{self._n}"
            self._lists[name] = force
            while len(self._lists) > MOST_LISTS:
                self._lists.popitem(last=False)
        return {
            "ref": name,
            "name": force.name,
            "system": force.system,
            "units": [f"{name}:{kind.name}" for kind in force.kinds],
        }


def seated(names: list[str]) -> list[Seat]:
    """The seats of a battle: one page for every side that is "me", a seat each for friends and bots.

    >>> [(seat.name, seat.sides) for seat in seated(["friend", "me"])]
    [('me', (1,)), ('friend A', (0,))]
    """
    mine = tuple(side for side, name in enumerate(names) if name == "me")
    seats = [Seat("me", mine)] if mine else []
    for side, name in enumerate(names):
        if name != "me":
            seats.append(Seat(f"{name} {'AB'[side]}", (side,), "bot" if name in BOTS else "person"))
    return seats


def _decoded(decoder: Any, body: bytes) -> Any:
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise GrognardError(f"not a question: {error}") from None


def _shipped(name: str, names: list[str], what: str) -> str:
    """A name of what ships (with or without its system), which is never a path."""
    plain = name.rpartition("/")[2]
    return plain if plain in names else _none(what, name, names)


def _none(what: str, name: str, names: list[str]) -> str:
    raise unknown(what, name[:100], names)
