"""The messages between a seat and the room it sits at, both ways: the only place that knows their form.

A carrier (terminal, socket, worker) brings a seat's messages to ``Room.take`` and what comes of them to the seats. Plain data
on the wire is JSON, one message an object with its ``type``. Coordinates are inches, chances 0 to 1; a unit is named by its
number, a side is 0 or 1. Every message that changes anything carries an ``id`` of the sender's (the same id twice has one
effect) and the ``version`` of the battle on which it was made (an old one is refused, with the view as it is now).

>>> read(b'{"type":"pick","id":"a1","version":3,"option":0}')
Answer(id='a1', version=3, option=0, value=None, mark='')
>>> written(Refused(id="a1", version=4, why="the battle has gone on since"))
b'{"type":"refused","id":"a1","version":4,"why":"the battle has gone on since","hint":""}'
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from ..common.building import Because
from ..errors import GrognardError

MOST_BYTES: Final = 256 * 1024  # of one message of a seat
MOST_ID: Final = 64  # characters
Place = tuple[float, float]  # inches

# --- what is said of the battle ---------------------------------------------------------------------------------------


class DiceSeen(Struct, frozen=True):
    """A handful as it fell: for what, the faces, those thrown again, what was needed and why, and what it came to."""

    why: str
    sides: int
    faces: list[int]
    again: list[int] = []
    needs: str = ""
    because: list[Because] = []
    result: str = ""
    does: list[bool | None] = []  # whether each face did something (None: thrown again); [] where dice are not read so
    again_does: list[bool] = []


class LogEntry(Struct, frozen=True):
    """One entry of the log: number ``n``, under which heading, in words; dice when it is a handful; ``units`` to light up."""

    n: int
    round: int
    heading: str
    text: str
    dice: DiceSeen | None = None
    units: list[int] = []
    event: str = ""  # its kind
    full: bool = False  # told in the full log only
    by: list[str] = []  # ids of the special rules that had a part in it
    points: list[int] = []  # what it adds to the victory points of both sides
    indent: int = 0  # 1: dice, under the entry that says whose they are
    spots: list[Place] = []  # where a template came to lie; before it, where it was aimed, when it has moved from there
    circles: list[tuple[float, float, float]] = []  # round templates that lie: middle and radius
    outlines: list[list[Place]] = []  # those of another shape
    under: list[list[int]] = []  # who is under them: a unit, and which of its models; no model: all of the unit


class Offered(Struct, frozen=True):
    """One thing that may be picked: its words, and what it points at on the board."""

    id: int
    words: str
    units: list[int] = []
    model: int | None = None  # which model of the one unit is meant; None: all of it
    at: Place | None = None
    models: list[Place] | None = None  # of a move: where its models would stand
    purpose: str = ""  # of a proposed move: what it is for
    radius: float | None = None  # of a round template
    outline: list[Place] = []  # of one of another shape


class MoveAsked(Struct, frozen=True):
    """The question is where models go: whose, how far at most (None: anywhere legal), in which way, from where."""

    unit: int
    inches: float | None
    mode: str
    start: list[Place]
    facing: list[Place] = []


class DiceAsked(Struct, frozen=True):
    """Dice of a real table are asked for: whose, for what, how many, what is needed and why; ``unit`` at ``target``."""

    side: int
    n: int
    sides: int
    why: str
    needs: str = ""
    because: list[Because] = []
    unit: int | None = None
    target: int | None = None


# --- from the room to a seat ------------------------------------------------------------------------------------------


class Hello(Struct, frozen=True, tag="hello"):
    """Who you are: the sides that this seat plays ([] for a watcher), the engine's version, the battle's name and system."""

    room: str
    seat: str
    sides: list[int]
    engine: str
    name: str
    system: str
    version: int
    rulings: dict[str, str] = {}  # in force in this battle
    umpire: bool = False  # whether you are the umpire


class View(Struct, frozen=True, tag="view"):
    """All that this seat may know of the table, after a boundary or an undo. ``table`` is made by ``seen.seen``."""

    version: int
    table: dict[str, Any]
    since: int = (
        0  # entries of the log from this number on came of the seat's last pick or after it, and others have picked
    )


class Log(Struct, frozen=True, tag="log"):
    """Entries of the log from number ``start`` on; what the seat has beyond it was taken back."""

    version: int
    start: int
    entries: list[LogEntry]


class Asked(Struct, frozen=True, tag="ask"):
    """What is wanted now, in one line. ``yours``: whether this seat is asked. Options only for whom they are.

    ``options`` are those offered (a lazy menu: the first of them, ``more`` when there are others that ``value`` may name).
    ``place``: a place on the table may be named, and tried before.
    """

    version: int
    prompt: str
    side: int
    yours: bool
    options: list[Offered] = []
    more: bool = False
    place: bool = False
    default: int | None = None  # id of the option that is usual
    move: MoveAsked | None = None
    dice: DiceAsked | None = None
    about: list[int] = []  # units in question


class Over(Struct, frozen=True, tag="over"):
    """The battle is over: lines that say how, the winner (None: a draw), points of both sides, and the digest."""

    version: int
    lines: list[str]
    winner: int | None
    points: list[int]
    digest: str


class Acked(Struct, frozen=True, tag="acked"):
    """A message has had its effect, and that is in the journal. ``version`` is the one it made."""

    id: str
    version: int


class Refused(Struct, frozen=True, tag="refused"):
    """A message has had no effect: why, in words."""

    id: str
    version: int
    why: str
    hint: str = ""


class Tried(Struct, frozen=True, tag="tried"):
    """Whether a move would be legal: why not, the way of each model and its inches, and the nearest legal place."""

    id: str
    legal: bool
    why: list[str]
    inches: float  # of the model that goes farthest
    ways: list[list[Place]]
    nearest: list[Place] | None = None
    positions: list[Place] = []  # as they would stand, on the lattice
    value: Any = None  # what to pick to do it


class Looked(Struct, frozen=True, tag="looked"):
    """What one unit would see of another from given places: sight, range, cover, and exact odds where they can be told.

    ``charge``: they are those of a charge, by a unit that is asked whom to charge; else of its fire.
    """

    id: str
    sees: bool
    inches: float
    lines: list[str]  # in words: sight, cover, what is in the way
    odds: dict[str, Any] | None = None
    rays: list[tuple[Place, Place, bool]] = []  # from each model to the nearest it sees; False: to the nearest, unseen
    charge: bool = False


class Told(Struct, frozen=True, tag="told"):
    """Lines in answer to a question about the battle: what may act now, what not and why."""

    id: str
    lines: list[str]


class Others(Struct, frozen=True, tag="others"):
    """Who sits at the table, who is asked, what was said, and whether somebody wants to take back more than is his own.

    ``absent``: sides whose player has no page open. ``umpire``: who types the dice of a real table where an umpire has a seat: he
    alone, or he lets the players type too ("": he has none); ``umpire_away``: he has no page open.
    ``parted``: why the battle stands still until people consent to go on (it is no longer derived as it was recorded), mostly "".
    """

    seats: list[str]
    asked: int | None
    undo: int | None = None  # which side wants it
    said: list[str] = []
    parted: str = ""
    absent: list[int] = []
    umpire: Literal["", "types", "lets"] = ""
    umpire_away: bool = False


FromRoom = Hello | View | Log | Asked | Over | Acked | Refused | Tried | Looked | Told | Others


# --- from a seat to the room ------------------------------------------------------------------------------------------


class Answer(Struct, frozen=True, tag="pick", forbid_unknown_fields=True):
    """An answer: the ``option`` by its id, or a ``value`` as plain data (a place, the positions of a move)."""

    id: str
    version: int
    option: int | None = None
    value: Any = None
    mark: str = ""


class Faces(Struct, frozen=True, tag="faces", forbid_unknown_fields=True):
    """The faces of dice thrown on a real table."""

    id: str
    version: int
    faces: list[int]


class TryMove(Struct, frozen=True, tag="try", forbid_unknown_fields=True):
    """Would this move be legal? All models (``positions``), all alike (``by``), or one ``model`` to a place."""

    id: str
    positions: list[Place] | None = None
    by: Place | None = None
    to: Place | None = None  # the middle of the unit
    model: int | None = None
    facing: Place | None = None


class Look(Struct, frozen=True, tag="look", forbid_unknown_fields=True):
    """What would ``unit`` see of ``target``, standing where it does or at given positions? ``odds``: with exact odds."""

    id: str
    unit: int
    target: int
    positions: list[Place] | None = None
    odds: bool = False


class Why(Struct, frozen=True, tag="why", forbid_unknown_fields=True):
    """What may act now, what not, and why? With a ``unit``: of that one alone."""

    id: str
    unit: int | None = None


class Undo(Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Take my last pick back. Beyond the last die, reveal or pick of somebody else the other side is asked."""

    id: str
    version: int


class Consent(Struct, frozen=True, tag="consent", forbid_unknown_fields=True):
    """Yes or no to what the other side wants to take back."""

    id: str
    version: int
    yes: bool


class Redo(Struct, frozen=True, tag="redo", forbid_unknown_fields=True):
    """Play again what was taken back."""

    id: str
    version: int


class Say(Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """A word to the others at the table."""

    id: str
    text: str


class Bookmark(Struct, frozen=True, tag="mark", forbid_unknown_fields=True):
    """A name for this moment, to find it again."""

    id: str
    text: str


class Let(Struct, frozen=True, tag="let", forbid_unknown_fields=True):
    """Of the umpire: may the players type dice too?"""

    id: str
    players: bool


class Resume(Struct, frozen=True, tag="resume", forbid_unknown_fields=True):
    """I am here (again): the last version and the number of log entries that I have seen (0, 0: nothing)."""

    version: int = 0
    entries: int = 0


FromSeat = Answer | Faces | TryMove | Look | Why | Undo | Consent | Redo | Say | Bookmark | Let | Resume
Role = Literal["person", "bot", "nobody", "umpire"]

_reader: msgspec.json.Decoder[Any] = msgspec.json.Decoder(FromSeat)


def _text(value: Any) -> str:
    """What dice are thrown for is text with parts of its own; on the wire it is its words."""
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"{value!r} has no form on the wire")


_writer = msgspec.json.Encoder(enc_hook=_text)


def read(data: bytes) -> FromSeat:
    """A seat's message. Raises GrognardError for whatever is none: too long, no JSON, of no known type, with a wrong field."""
    if len(data) > MOST_BYTES:
        raise GrognardError(f"a message of {len(data)} bytes", hint=f"at most {MOST_BYTES}")
    try:
        message: FromSeat = _reader.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise GrognardError(f"not a message: {error}") from None
    if len(getattr(message, "id", "")) > MOST_ID:
        raise GrognardError("the id of a message is too long", hint=f"at most {MOST_ID} characters")
    return message


def written(message: FromRoom) -> bytes:
    """A message of the room as it goes over the wire."""
    return _writer.encode(message)
