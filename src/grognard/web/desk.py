"""What a page asks before and beside a battle: odds, rules, samples, and a battle to be begun. Plain request, plain answer.

No name in a request reaches the file system: units and forces are those that ship, or lists that were brought and are kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import Struct

from .. import battles, meetings, rulebook, systems
from ..bots import BOTS
from ..common.odds.odds_report import number_words
from ..common.profiles import Force
from ..common.report import report
from ..common.rules import id_of
from ..common.schema import known, unknown
from ..errors import GrognardError
from ..kernel import saves
from ..muster import ref, shipped
from . import questions
from .hall import Hall
from .lists import UNNAMED, KeptLists
from .replays import Replay, Replays
from .room import DICE, Seat

LISTS: Final = "lists"  # where in the data folder those that were brought are kept
PLAYERS: Final = ("me", "friend", *BOTS)


class RuleAsked(Struct, tag="rule", forbid_unknown_fields=True, kw_only=True):
    """One page of the rulebook, by its id."""

    id: str


class PairAsked(Struct, tag="pair", forbid_unknown_fields=True, kw_only=True):
    """Two rules of one system, by their ids: whether they meet, and what comes of it."""

    one: str
    other: str


class StockAsked(Struct, tag="stock", forbid_unknown_fields=True):
    """What a battle may be made of: samples with their units, tables, scenarios."""


class ListBrought(Struct, tag="list", forbid_unknown_fields=True, kw_only=True):
    """An army list: the bytes of its file (base64 on the wire), and the file's name."""

    name: str
    data: bytes


class OptionsAsked(Struct, tag="options", forbid_unknown_fields=True, kw_only=True):
    """What a unit of a list that was brought may take."""

    unit: str


class ReplayAsked(Struct, tag="replay", forbid_unknown_fields=True, kw_only=True):
    """A battle to be told again: the bytes of its file, or a room with the key of a seat, or the name it has here already."""

    data: bytes = b""
    room: str = ""
    key: str = ""
    ref: str = ""


class MomentAsked(Struct, tag="moment", forbid_unknown_fields=True, kw_only=True):
    """The table at one moment of a battle that is told again."""

    ref: str
    n: int


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
    umpire: bool = False  # a seat of its own that types the dice of both sides, in the players' place


Here = RuleAsked | PairAsked | StockAsked | ListBrought | OptionsAsked | ReplayAsked | MomentAsked
_here: msgspec.json.Decoder[Here] = msgspec.json.Decoder(Here)
_kind: msgspec.json.Decoder[Any] = msgspec.json.Decoder(dict[str, Any])
HERE: Final = (
    "rule",
    "pair",
    "stock",
    "list",
    "options",
    "replay",
    "moment",
)  # what is answered here; all else by ``questions``
_battle: msgspec.json.Decoder[BattleAsked] = msgspec.json.Decoder(BattleAsked)


class Desk:
    """Answers questions, and begins battles in a hall."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.lists = KeptLists(hall.folder / LISTS)
        self.replays = Replays()

    def answer(self, body: bytes) -> Any:
        """The answer to a question as plain data, ``{"error": …}`` when there is none. Raises GrognardError for no question."""
        request = _decoded(_kind, body)
        if request.get("type") not in HERE:
            return questions.answer(self._with_lists(request))
        asked = _decoded(_here, body)
        if isinstance(asked, RuleAsked):
            return self._rule(asked.id)
        if isinstance(asked, PairAsked):
            return self._pair(asked)
        if isinstance(asked, OptionsAsked):
            return self.lists.options(asked.unit)
        if isinstance(asked, ReplayAsked):
            return self._replay(asked)
        if isinstance(asked, MomentAsked):
            return {"table": self._held(asked.ref).moment(asked.n)}
        return self._brought(asked) if isinstance(asked, ListBrought) else self._stock()

    def _with_lists(self, request: dict[str, Any]) -> dict[str, Any]:
        """A question of odds whose units stand in lists that were brought, with the text of these lists."""
        found = dict(request)
        for who in ("attacker", "target"):
            if (unit := self.lists.unit(str(request.get(who, "")))) is not None:
                found[who], found[f"{who}_force"] = unit
        then = request.get("then")
        if isinstance(then, list):
            said = [str(one).partition(";") for one in then]
            brought = [self._with_lists({"attacker": ref.strip()}) for ref, _, _ in said]
            found["then"] = [f"{one['attacker']};{own}" for one, (_, _, own) in zip(brought, said, strict=True)]
            found["then_forces"] = [one.get("attacker_force", "") for one in brought]
        return found

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
            scenario=_shipped(asked.scenario, shipped.scenarios(ours.system), "scenario"),
            table=None if asked.table is None else _shipped(asked.table, shipped.shipped(ours.system), "table"),
            rounds=asked.rounds,
            bots=[name if name in BOTS else "greedy" for name in names],
            rulings=asked.rulings,
        )
        if asked.umpire and asked.dice != "typed":
            raise GrognardError("an umpire types dice", hint="choose dice that are thrown on a real table")
        umpire = [Seat("umpire", (), "umpire")] if asked.umpire else []
        room = self.hall.make(setup, [*seated(names), *umpire], asked.dice)
        return {"room": room, "keys": self.hall.keys(room)}

    def saved(self, room: str, key: str) -> Any:
        """What a seat may save of a battle: all of it once it is over or when it plays both sides, else what it may know."""
        seat = self.hall.seat(room, key)
        found = self.hall.get(room)
        with found.lock:
            sides = found.room.seats[seat].sides
            if len(sides) == 2 or found.room.over:
                return saves.headed(found.room.session.content())
            if not sides:
                raise GrognardError("who watches may save a battle once it is over")
            session = found.room.session
            return saves.headed({**session.content_for(sides[0]), "log": report(session, "full", sides[0])})

    # names ------------------------------------------------------------------------------------------------------------

    def force(self, name: str) -> Force:
        """A force that ships, or a list that was brought, by its reference. Raises GrognardError for anything else."""
        return self.lists.force(name) or questions.sample(name)

    # answers ----------------------------------------------------------------------------------------------------------

    def _rule(self, name: str) -> Any:
        """The page of a rule, an example with its numbers, and which rules speak where it does."""
        page = self._page(name)
        told = page.told()
        system = systems.get(page.system)
        rule = next((rule for rule in system.rules if id_of(rule) == page.id), None)
        if rule is None:
            return told
        if (found := meetings.example(system, rule)) is not None:
            numbers = [found.measure.of(found.without), found.measure.of(found.with_it)]
            told["example"] = {
                "measure": found.measure.said(),
                "numbers": [number_words(n) for n in numbers],
                "attack": found.drill.told(),
            }
        names = {page.id: page.name for page in rulebook.pages_of(system, tests=False)}
        told["meets"] = [
            {"id": id_of(other), "name": names.get(id_of(other), other.slug), "moments": list(moments)}
            for other, moments in meetings.met_by(system, rule)
        ]
        return told

    def _pair(self, asked: PairAsked) -> Any:
        """Two rules together, as ``rules A B --json`` tells them, each example with the attack that it asks about."""
        one, other = self._page(asked.one), self._page(asked.other)
        if one.system != other.system:
            raise GrognardError(f"{one.name} is of {one.system}, {other.name} of {other.system}")
        system = systems.get(one.system)
        kinds = {id_of(rule): rule for rule in system.rules}
        if one.id not in kinds or other.id not in kinds:
            raise GrognardError("one of these is not executable yet")
        rules = [meetings.example_rule(system, kinds[page.id]) for page in (one, other)]
        pair = meetings.meet(system, rules[0], rules[1])
        told = pair.told()
        told["summaries"] = [one.summary, other.summary]
        for example, meeting in zip(told["examples"], [m for m in (pair.meeting, pair.beside) if m], strict=True):
            example["numbers"] = [number_words(n) for n in meeting.numbers]
            example["attack"] = meeting.drill.told()
        told["why"] = {ruling.name: ruling.why for ruling in pair.rulings}
        return told

    def _page(self, name: str) -> rulebook.Page:
        system, _, slug = name.partition(":")
        pages = rulebook.pages_of(systems.get(system[:40]), tests=False)
        found = next((page for page in pages if page.id == name), None)
        if found is None:
            raise unknown("rule", slug[:100], [page.id.partition(":")[2] for page in pages])
        return found

    def _replay(self, asked: ReplayAsked) -> Any:
        if asked.data:
            return self.replays.brought(asked.data)
        if asked.ref:
            return {"ref": asked.ref, "same": True, **self._held(asked.ref).told()}
        seat = self.hall.seat(asked.room, asked.key)
        found = self.hall.get(asked.room)
        with found.lock:
            sides = found.room.seats[seat].sides
            replay = Replay(found.room.session, sides)
        return {"ref": self.replays.hold(replay, (asked.room, seat)), "same": True, **replay.told()}

    def _held(self, name: str) -> Replay:
        found = self.replays.get(name)
        if found is None:
            raise GrognardError("this battle is not told here any more", hint="bring its file again")
        return found

    def _stock(self) -> Any:
        rows = ref.samples()
        told = shipped.listed()
        return {
            "samples": rows,
            "units": [f"{row['ref']}:{kind.name}" for row in rows for kind in ref.resolve_force(row["ref"]).kinds],
            "tables": [row["ref"] for row in told["tables"]],
            "scenarios": [row["ref"] for row in told["scenarios"]],
        }

    def _brought(self, asked: ListBrought) -> Any:
        name, force = self.lists.keep(asked.name, asked.data)
        own = asked.name.replace("\\", "/").rpartition("/")[2].rpartition(".")[0]
        return {
            "ref": name,
            "name": own if force.name == UNNAMED and own else force.name,
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


def _shipped(name: str, names: Iterable[str], what: str) -> str:
    """A name of what ships, with or without its system; it is never a path. Raises GrognardError naming the nearest."""
    return known(name.rpartition("/")[2][:100], names, what)
