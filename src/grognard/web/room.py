"""One battle for several seats: ``Room.take(seat, message)`` gives what to send to whom.

No sockets, no clock, no files: a carrier (terminal, socket, worker) brings the messages and takes the answers away. A bot's turn is
played by ``advance``, boundary by boundary, so that whoever shows the battle can do it at the speed that its user likes.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from .. import __version__
from ..common import battle
from ..common.battle import PEOPLE, Setup
from ..common.report import Telling, ending
from ..common.scenario import for_destroyed, points
from ..errors import GrognardError
from ..journal import Change, Fingerprints, Journal, Kept, Stale, parted, replaced
from ..kernel.asks import Choose
from ..kernel.dice import Seeded
from ..kernel.plain import plain
from ..kernel.purpose import purpose
from ..kernel.session import Handful, Session, Waiting
from ..table.events import Event, Stepped, side_name
from ..table.templates import Circle, Teardrop, Template
from . import prompts
from .looking import asks_to_charge, looked, why
from .moving import tried
from .protocol import (
    Acked,
    Answer,
    Asked,
    Bookmark,
    Consent,
    DiceSeen,
    Faces,
    FromRoom,
    FromSeat,
    Hello,
    Let,
    Log,
    LogEntry,
    Look,
    Others,
    Over,
    Redo,
    Refused,
    Resume,
    Role,
    Say,
    Told,
    Tried,
    TryMove,
    Undo,
    View,
    Why,
)
from .seen import known_to, seen

Sent = list[tuple[str, FromRoom]]
PlayerOf = Callable[[str, Setup, int, Callable[[], Sequence[Any]]], Any]  # of a room, a side, with the inputs so far
DICE: Final = ("seeded", "typed")
MOST_SAID = 500  # characters of a word to the others
MOST_KEPT = 50  # words that are remembered


class Seat(Struct, frozen=True):
    """A place at the table: ``sides`` that are played from it (a hot seat has both; () watches), and who sits there.

    Where an umpire sits, he types the dice of both, and the players only when he ``lets`` them.
    """

    name: str
    sides: tuple[int, ...] = ()
    role: Role = "person"
    lets: bool = False


def thinks_here(name: str, setup: Setup, side: int, recorded: Callable[[], Sequence[Any]]) -> Any:
    """Who plays a side: None for a person, else its bot."""
    return battle.bot_of(setup, side)


class Bench:
    """A bot that answers only while the room lets the battle go on (``Room.advance``)."""

    def __init__(self, bot: Any, going: Callable[[], bool]) -> None:
        self.bot, self.going = bot, going
        self.name = getattr(bot, "name", "")

    @property
    def why(self) -> str:
        """Why the bot chose as it did the last time, when it can say."""
        return str(getattr(self.bot, "why", ""))

    @property
    def looks(self) -> bool:
        """Whether the bot wants to try what comes of its picks."""
        return bool(getattr(self.bot, "looks", False))

    def choose(self, table: Any, ask: Any, *study: Any) -> Any:
        """The bot's answer. Raises Waiting while bots rest."""
        if not self.going():
            raise Waiting(ask)
        return self.bot.choose(table, ask, *study)


class DiceOnTable(Seeded):
    """Dice that people throw on a real table: each handful is left open. What a bot draws in secret is thrown for it."""

    def __init__(self, seed: int | str, bots: set[int]) -> None:
        super().__init__(seed)
        self.bots = bots

    def throw(self, sides: int, n: int, why: str = "") -> bytes:
        """Raises Waiting, but for what a bot keeps secret."""
        if purpose(why).secret in self.bots:
            return super().throw(sides, n, why)
        raise Waiting(Handful(sides, n, why))


class Chronicle:
    """The log of a battle as one pair of eyes may read it (None: a watcher's; ``everything``: who knows all)."""

    def __init__(self, player: int | None, everything: bool = False) -> None:
        self.entries: list[LogEntry] = []
        self.places: list[int] = []  # where each entry stands in the session's log
        self.named: tuple[int, ...] = ()  # the units that the last entry named
        self.pair: tuple[int, ...] = ()  # the last that acted on another, in this step
        self._telling = Telling(player, everything)
        self._before: list[tuple[Any, ...]] = []  # for each entry of the session's log, how all stood before it

    def tell(self, t: Any, entry: Any, place: int) -> None:
        """Takes one entry of the log, just after it has been written to the table."""
        telling = self._telling
        self._before.append((telling.state, self.named, self.pair))
        line = telling.line(t, entry, place)
        if isinstance(entry, Stepped):
            self.named = self.pair = ()
        if line is None:
            return
        shown = None
        if (dice := line.dice) is not None:
            shown = DiceSeen(
                dice.what, dice.sides, [*dice.faces], [*dice.again], dice.needs, [*dice.because], dice.result,
                [*dice.does], [*dice.again_does],
            )  # fmt: skip
        elif line.units:
            self.named = line.units
            self.pair = line.units[:2] if len(line.units) > 1 else self.pair
        points = [*line.points] if any(line.points) else []
        shows = isinstance(entry, Event) and not line.masked
        lain = entry.lain() if shows else ()
        circles = [(one.x, one.y, one.radius) for one in lain if isinstance(one, Circle)]
        outlines = [[*one.outline()] for one in lain if isinstance(one, Teardrop)]
        self.entries.append(
            LogEntry(
                len(self.entries), line.round, line.heading, line.text, shown, [*line.units], line.event, line.full,
                [*line.by], points, line.indent, [*entry.landed()] if shows else [], circles, outlines,
                [beneath(t, entry.struck(), *found) for found in entry.beneath()] if shows else [],
            )
        )  # fmt: skip
        self.places.append(place)

    def cut(self, place: int) -> None:
        """Forgets what stands at this place of the session's log or later: it was taken back."""
        if place < len(self._before):
            self._telling.state, self.named, self.pair = self._before[place]
            del self._before[place:]
        while self.places and self.places[-1] >= place:
            self.places.pop()
            self.entries.pop()


def beneath(t: Any, lain: Sequence[Template], unit: int, n: int) -> list[int]:
    """A unit under templates, and which of its ``n`` models (0: nobody has counted); no model where the templates do not tell."""
    form = t[unit].form
    models = [i for i in range(len(form)) if any(one.touches(form, i) for one in lain)]
    return [unit, *models] if n in (0, len(models)) else [unit]


class Room:
    """A battle, who sits at it, and what each of them knows. Made by ``new_room`` and ``open_room``."""

    def __init__(
        self,
        setup: Setup,
        seats: Sequence[Seat],
        dice: str,
        name: str,
        journal: Journal | None = None,
        player: PlayerOf | None = None,
    ) -> None:
        self.setup, self.dice, self.name, self.journal, self._player = setup, dice, name, journal, player or thinks_here
        self.seats: dict[str, Seat] = {seat.name: seat for seat in seats}
        self.parted = ""  # where the battle derived again is not as it was recorded: what people have to agree to
        self._agreed: set[int] = set()  # the sides that would go on from there
        self._absent: list[int] = []  # sides whose player is away, where the carrier knows
        self._umpire_away = False
        self._fresh(0)

    def _fresh(self, version: int) -> None:
        """Before the first step, with nothing written down."""
        self.version = version
        self.said: list[str] = []
        self.marks: list[tuple[int, str]] = []  # names for moments: how many inputs there were, and the name
        self._going = False  # whether bots may answer
        self._acks: dict[tuple[str, str], int] = {}  # (seat, id) -> the version that a message made
        self._wants: tuple[str, int, int] | None = None  # a seat that wants to take back: its name, its side, the input
        self._menu: prompts.Menu | None = None
        self._over: Over | None = None  # how it has ended
        self._chronicles = {eyes: Chronicle(eyes) for eyes in (None, 0, 1)}
        self._uses: list[int] = []  # for each entry of the log how many inputs had been used
        self._sent: dict[str, int] = {}  # how many entries each seat has been sent
        self._kept = 0  # so many inputs stand in the journal as they are
        self._boundary = 0  # and the boundaries up to this number
        self._taken = False  # whether it holds inputs that were taken back
        self.session = self._begun()
        self._prints = Fingerprints(self.session)

    def _begun(self) -> Session:
        setup = self.setup
        players: list[Any] = []
        for side in (0, 1):
            player = self._player(self.name, setup, side, self._recorded)
            players.append(None if player is None else Bench(player, lambda: self._going))
        session = battle.begin(setup, players=players, watchers=(self._watch,), dice=Seeded(setup.seed))
        if self.dice == "typed":
            bots = {side for side, player in enumerate(players) if player is not None}
            session.dice = DiceOnTable(setup.seed, bots)
        return session

    def _recorded(self) -> list[Any]:
        return self.session.inputs[: self.session.used]

    def _watch(self, t: Any, entry: Any) -> None:
        place = len(self.session.log) - 1
        self._uses.append(self.session.used)
        for chronicle in self._chronicles.values():
            chronicle.tell(t, entry, place)

    # where the battle stands -----------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.session.open is None and bool(self.session.over)

    @property
    def waiting(self) -> bool:
        """Whether a person is asked (or dice of a real table are), or the battle is over; else ``advance`` goes on."""
        ask = self.session.open
        if ask is None:
            return self.over
        return isinstance(ask, Handful) or self.session.players[ask.player] is None

    @property
    def asked(self) -> int | None:
        """The side that is asked, None when the battle is over."""
        ask = self.session.open
        if ask is None:
            return None
        return self.menu().asked.side if isinstance(ask, Handful) else ask.player

    def sit(self, seat: str, role: Role) -> Sent:
        """A person sits down at a seat, or leaves it for whoever comes (``nobody``). Raises GrognardError for a bot's seat."""
        sits = self.seats.get(seat)
        if sits is None:
            raise GrognardError(f"there is no seat {seat!r}", hint=f"seats: {', '.join(self.seats)}")
        if "bot" in (role, sits.role):
            raise GrognardError("who is a bot was settled when the battle began")
        self._current()
        self.seats[seat] = replace(sits, role=role)
        self._write(self.version, seats=msgspec.to_builtins(list(self.seats.values())))
        return self._everybody()

    def start(self) -> Sent:
        """How the battle stands, for everybody: what a carrier sends when it takes the room over."""
        return self._everybody()

    def advance(self, steps: int = 1) -> Sent:
        """Bots play on by so many boundaries. What to send to whom; [] when a person is asked or the battle is over."""
        if self.waiting:
            return []
        before = len(self.session.inputs), len(self.session.log)
        try:
            self._current()
            self._going = True
            try:
                self._on(steps)
            finally:
                self._going = False
            self._on()
            if (len(self.session.inputs), len(self.session.log)) != before:
                self._wants = None
                self._keep()
        except Stale:
            self._reload()
        return self._everybody()

    def _on(self, steps: int | None = None) -> None:
        """Plays until somebody is asked who does not answer now, the battle is over, or so many boundaries are crossed."""
        self._menu = self._over = None
        while steps is None or steps > 0:
            if self.session.play(1) or self.session.open is not None:
                return
            if steps is not None:
                steps -= 1

    # messages --------------------------------------------------------------------------------------------------------

    def take(self, seat: str, message: FromSeat) -> Sent:
        """What comes of a message from a seat: what to send to whom. Never raises for what a seat may send."""
        sits = self.seats.get(seat)
        id = getattr(message, "id", "")
        if sits is None:
            return [(seat, Refused(id, self.version, f"nobody sits at {seat!r} here"))]
        try:
            return self._taken_in(seat, sits, message)
        except Stale as error:
            self._reload()
            return [(seat, Refused(id, self.version, error.what, error.hint)), *self._everybody()]
        except GrognardError as error:
            return [(seat, Refused(id, self.version, error.what, error.hint))]
        except Exception as error:  # a fault of ours must not end a battle
            if os.environ.get("GROGNARD_DEBUG"):
                raise
            what = f"this brings out a fault of the program ({type(error).__name__})"
            return [(seat, Refused(id, self.version, what, "please report it"))]

    def _taken_in(self, seat: str, sits: Seat, message: FromSeat) -> Sent:
        if isinstance(message, Resume):
            return self._resumed(sits, message)
        if isinstance(message, TryMove):
            return [(seat, self._tried(sits, message))]
        if isinstance(message, Look):
            charge = asks_to_charge(self.session, message.unit)
            return [(seat, looked(known_to(self.session.table, sits.sides, self.asked), message, charge))]
        if isinstance(message, Why):
            return [(seat, self._why(sits, message))]
        known = self._acks.get((seat, message.id))
        if known is not None:
            return [(seat, Acked(message.id, known))]
        if isinstance(message, (Say, Bookmark)):
            return self._noted(sits, message)
        if isinstance(message, Let):
            return self._let(sits, message)
        if message.version != self.version:
            refused = Refused(message.id, self.version, "the battle has gone on since", "this is how it stands now")
            return [(seat, refused), *self._state(sits)]
        self._current()
        return self._changed(sits, message)

    def _tried(self, sits: Seat, message: TryMove) -> Tried:
        ask = self.session.open
        if not isinstance(ask, Choose) or ask.player not in sits.sides or sits.role != "person":
            raise GrognardError("you are not asked where anything goes")
        return tried(ask.options, message)

    def _why(self, sits: Seat, message: Why) -> Told:
        ask, t = self.session.open, self.session.table
        if ask is None:
            return Told(message.id, ["the battle is over"])
        side = self.asked
        assert side is not None
        if isinstance(ask, Handful):
            return Told(message.id, [self.ask(sits.name).prompt])  # type: ignore[union-attr]
        if side not in sits.sides or sits.role != "person":
            return Told(message.id, [f"{side_name(t, side)} is asked"])
        return why(known_to(t, sits.sides, side), ask, self.menu(), message.id, message.unit)

    def _changed(self, sits: Seat, message: Answer | Faces | Undo | Consent | Redo) -> Sent:
        """What a message changes that was made on this version."""
        session, mark = self.session, None
        if self.parted:
            self._go_on(sits, message)
        elif isinstance(message, Undo):
            self._undo(sits)
        elif isinstance(message, Consent):
            self._consent(sits, message.yes)
        elif isinstance(message, Redo):
            self._redo(sits)
        else:
            ask = session.open
            if ask is None:
                raise GrognardError("nothing is asked" if not self.over else "the battle is over")
            n = len(session.inputs)
            try:
                if isinstance(message, Faces):
                    self._faces(sits, ask, message)
                else:
                    self._answer(sits, ask, message)
                if session.open is None:
                    self._on()
            except GrognardError:
                if len(session.inputs) > n:
                    self._back(n)
                raise
            except Exception as error:  # a fault of ours: the pick is taken back, and the battle stands as it stood
                self._back(n)
                raise GrognardError(
                    f"this pick brings out a fault of the program ({type(error).__name__})",
                    hint="the battle stands as before; pick something else, and please report it",
                ) from error
            if isinstance(message, Answer) and message.mark:
                mark = (n, message.mark[:MOST_SAID])
            self._wants = None
        try:
            self._keep((sits.name, message.id), mark)
        except Stale:
            raise
        except GrognardError:  # it cannot be written down: what was not acknowledged has not happened
            self._reload()
            raise
        return [(sits.name, Acked(message.id, self.version)), *self._everybody()]

    def _answer(self, sits: Seat, ask: Any, message: Answer) -> None:
        if isinstance(ask, Handful):
            raise GrognardError("dice are asked for", hint=f"the faces of {ask.n} D{ask.sides}")
        if ask.player not in sits.sides or sits.role != "person":
            raise GrognardError(f"{side_name(self.session.table, ask.player)} is asked, not you")
        if message.option is not None:
            options = self.menu().options
            if not 0 <= message.option < len(options):
                raise GrognardError(f"there is no option {message.option}", hint=f"0 to {len(options) - 1}")
            self.session.answer(options[message.option], 1)
        else:
            self.session.answer_plain(message.value, 1)

    def _faces(self, sits: Seat, ask: Any, message: Faces) -> None:
        if not isinstance(ask, Handful):
            raise GrognardError("no dice are asked for")
        if (secret := secret_of(ask)) is not None and (secret not in sits.sides or sits.role != "person"):
            raise GrognardError(f"{side_name(self.session.table, secret)} is asked, not you")
        if secret is None and not self._types_dice(sits):
            by = "the umpire types the dice" if sits.sides else "who watches throws no dice"
            raise GrognardError(by, hint="he may let the players type them too" if sits.sides else "")
        if not all(1 <= face <= ask.sides for face in message.faces):
            raise GrognardError(f"faces of a D{ask.sides} are 1 to {ask.sides}")
        self.session.answer(bytes(message.faces), 1)

    def _back(self, n: int) -> None:
        """Takes back all but the first ``n`` inputs; the place in the dice stays."""
        self._kept = min(self._kept, n)
        self._boundary = min(self._boundary, max(p.number for p in self.session.points if p.inputs <= n))
        self.session.back_to(n, consent=True)
        self._trim()

    def _trim(self) -> None:
        n = len(self.session.log)
        del self._uses[n:]
        self._menu = self._over = None
        self._prints.cut(min(n, self.session.points[-1].log))
        for chronicle in self._chronicles.values():
            chronicle.cut(n)
        for seat in self.seats.values():
            self._sent[seat.name] = min(self._sent.get(seat.name, 0), len(self._chronicle(seat).entries))

    # taking back -----------------------------------------------------------------------------------------------------

    def _undo(self, sits: Seat) -> None:
        session = self.session
        if self.dice == "typed" and session.inputs and isinstance(session.inputs[-1], bytes) and self._types_dice(sits):
            self._back(len(session.inputs) - 1)  # a slip of the finger
            return
        if not sits.sides:
            umpire = sits.role == "umpire"
            raise GrognardError("the last was no dice" if umpire else "who watches has nothing to take back")
        n = next((i for i in range(len(session.askers) - 1, -1, -1) if session.askers[i] in sits.sides), None)
        if n is None:
            raise GrognardError("there is nothing to take back")
        others = self._who_else(sits)
        if not others or self._own(n, sits):
            self._wants = None
            self._back(n)
        else:
            self._wants = sits.name, sits.sides[0], n

    def _own(self, n: int, sits: Seat) -> bool:
        """Whether nothing came after input ``n`` but picks of the seat's own: no die, no reveal, no pick of somebody else."""
        session = self.session
        if any(isinstance(i, bytes) for i in session.inputs[n:]):
            return False
        if any(asker not in sits.sides for asker in session.askers[n:]):
            return False
        return not any(
            used > n and getattr(entry, "reveals", False) for used, entry in zip(self._uses, session.log, strict=True)
        )

    def _who_else(self, sits: Seat) -> list[Seat]:
        """Other people who play: they are asked before luck or their own picks are taken back."""
        return [
            s
            for s in self.seats.values()
            if s.name != sits.name and s.role == "person" and set(s.sides) - set(sits.sides)
        ]

    def _consent(self, sits: Seat, yes: bool) -> None:
        if self._wants is None:
            raise GrognardError("nobody wants to take anything back")
        name, _, n = self._wants
        if name == sits.name or not sits.sides:
            raise GrognardError("the other side is asked, not you")
        self._wants = None
        if yes:
            self._back(n)

    def _redo(self, sits: Seat) -> None:
        session = self.session
        if not sits.sides:
            raise GrognardError("who watches has nothing to play again")
        session.redo()
        while session.taken and session.open is not None and not self.waiting:
            session.redo()  # what a bot picked belongs to the pick before it
        self._menu = None

    # the journal -----------------------------------------------------------------------------------------------------

    def _current(self) -> None:
        """Raises Stale when the battle has gone on in another program."""
        if self.journal is not None and self.journal.version(self.name) != self.version:
            raise Stale("the battle has gone on in another program", hint="this is how it stands now")

    def _keep(self, ack: tuple[str, str] | None = None, mark: tuple[int, str] | None = None) -> None:
        """A new version: all that has changed is in the journal when this returns."""
        self._write(self.version + 1, ack, mark)
        self._menu = None

    def _write(
        self, version: int, ack: tuple[str, str] | None = None, mark: tuple[int, str] | None = None, **more: Any
    ) -> None:
        session = self.session
        if self.journal is not None:
            points = [p for p in session.points if p.number > self._boundary]
            taken = bool(session.taken)
            change = Change(
                before=self.version,
                after=version,
                start=self._kept,
                inputs=list(zip(session.askers[self._kept :], session.inputs[self._kept :], strict=True)),
                boundary=self._boundary + 1,
                points=[self._prints.boundary(p) for p in points],
                place=place_of(session),
                taken=session.taken if taken or self._taken else None,
                mark=mark,
                ack=ack,
                **more,
            )
            self.journal.write(self.name, change)
            self._kept, self._boundary, self._taken = len(session.inputs), session.points[-1].number, taken
        self.version = version
        if mark is not None:
            self.marks.append(mark)
        if ack is not None:
            self._acks[ack] = version

    def _reload(self) -> None:
        """The battle as the journal has it: another program has gone on with it."""
        assert self.journal is not None
        self._load(self.journal.load(self.name))

    def _load(self, kept: Kept) -> None:
        """Plays what a journal holds; where that is not as it was recorded, up to the last boundary that agrees."""
        self._fresh(kept.version)
        self.seats = {seat.name: seat for seat in seats_of(kept.seats)}
        self.marks, self._acks = kept.marks, kept.acks
        session, why = self.session, ""
        try:
            session.replay(kept.inputs, where=self.name)
        except GrognardError as error:
            why = error.what
        n = len(kept.inputs)
        self._kept, self._boundary, self._taken = n, kept.points[-1].number if kept.points else 0, bool(kept.taken)
        same = parted(session, kept.points)
        if same is None and why:
            same = session.points[-1]
        self.parted = ""
        if same is not None:
            engine = f" (it was played with version {kept.engine}, this is {__version__})" * (
                kept.engine != __version__
            )
            self.parted = (
                f"the battle derived again is not as it was recorded{engine}: it is the same up to round "
                f"{_round_of(session, same)}, input {same.inputs} of {n}"
            )
            session.inputs[:] = kept.inputs[: len(session.inputs)]
            self._back(same.inputs)
            session.taken.clear()
        else:
            session.taken[:] = kept.taken
        session.set_place(kept.place)
        self._menu = None
        self._on()

    def _go_on(self, sits: Seat, message: Any) -> None:
        """People agree to go on from the last boundary that is as it was recorded."""
        if not isinstance(message, Consent) or not sits.sides:
            raise GrognardError(self.parted, hint="consent to go on from there; until then nothing is lost")
        if not message.yes:
            self._agreed.clear()
            return
        self._agreed.update(sits.sides)
        people = {side for seat in self.seats.values() if seat.role == "person" for side in seat.sides}
        if self._agreed >= people:
            self.parted = ""

    # what is sent ----------------------------------------------------------------------------------------------------

    def menu(self) -> prompts.Menu:
        """What is asked now, with its options. Raises GrognardError when nothing is."""
        if self._menu is None:
            if self.session.open is None:
                raise GrognardError("nothing is asked")
            t, ask = self.session.table, self.session.open
            told = self._chronicles[None]
            self._menu = prompts.menu(t, ask, self.version, told.named, told.pair)
        return self._menu

    def hello(self, seat: str) -> Hello:
        """Who a seat is, and what is played."""
        sits = self.seats[seat]
        return Hello(
            self.name,
            seat,
            list(sits.sides),
            __version__,
            " against ".join(self._sides()),
            self.setup.system,
            self.version,
            dict(self.session.table.rulings),
            sits.role == "umpire",
        )

    def _sides(self) -> list[str]:
        return [side_name(self.session.table, side) for side in (0, 1)]

    def view(self, seat: str) -> View:
        """All that a seat may know of the table."""
        sits = self.seats[seat]
        return View(self.version, seen(known_to(self.session.table, sits.sides, self.asked)), self._since(sits))

    def log(self, seat: str, start: int = 0) -> Log:
        """The log as a seat may read it, from entry ``start`` on."""
        return Log(self.version, start, self._chronicle(self.seats[seat]).entries[start:])

    def _since(self, sits: Seat) -> int:
        """The first entry that came of a seat's last pick or after it; the next one when nobody else has picked since."""
        chronicle, askers = self._chronicle(sits), self.session.askers
        last = next((i for i in range(len(askers) - 1, -1, -1) if askers[i] in sits.sides), -1)
        if last < 0 or not any(asker in (0, 1) for asker in askers[last + 1 :]):
            return len(chronicle.entries)
        return bisect_right(chronicle.places, last, key=lambda place: self._uses[place])

    def come_and_gone(self, here: Collection[str]) -> Sent:
        """A carrier says at which seats a page is open: what to send to whom."""
        away = [s for s in self.seats.values() if s.role == "person" and s.sides and s.name not in here]
        self._absent = sorted(side for sits in away for side in sits.sides)
        self._umpire_away = (umpire := self._umpire()) is not None and umpire.name not in here
        return [(s.name, self.others()) for s in self.seats.values() if s.role != "bot"]

    def ask(self, seat: str) -> Asked | Over:
        """What is asked now, with options when the seat is asked; or how the battle has ended."""
        session, sits = self.session, self.seats[seat]
        if session.open is None:
            if self._over is None:
                t = session.table
                winner = session.game.winner(t)[0]
                lines, late = ending(session), len(for_destroyed(t))
                lines = [lines[late], *lines[:late], *lines[late + 1 :]]  # who has won comes first
                self._over = Over(self.version, lines, winner, list(points(t)), session.digest())
            return replace(self._over, version=self.version)
        side = self.asked
        assert side is not None
        if isinstance(session.open, Handful):
            asked = self.menu().asked
            secret = secret_of(session.open)
            if secret is not None and secret not in sits.sides:
                return Asked(self.version, f"{side_name(session.table, secret)} is asked", secret, False)
            return replace(asked, yours=secret is not None or self._types_dice(sits))
        if side in sits.sides and sits.role == "person":
            return self.menu().asked
        return Asked(self.version, f"{side_name(session.table, side)} is asked", side, False)

    def others(self) -> Others:
        """Who sits here, who is asked, what was said, and who wants to take back more than is his own."""
        wants, umpire = None if self._wants is None else self._wants[1], self._umpire()
        types: Literal["", "types", "lets"] = "" if umpire is None else "lets" if umpire.lets else "types"
        away = umpire is not None and self._umpire_away
        return Others(list(self.seats), self.asked, wants, self.said, self.parted, self._absent, types, away)

    def _umpire(self) -> Seat | None:
        return next((sits for sits in self.seats.values() if sits.role == "umpire"), None)

    def _types_dice(self, sits: Seat) -> bool:
        """Whether a seat types dice of a real table that all may see: the umpire's, where there is one, else each player's."""
        umpire = self._umpire()
        if sits.role == "umpire":
            return True
        return bool(sits.sides) and sits.role == "person" and (umpire is None or umpire.lets)

    def _let(self, sits: Seat, message: Let) -> Sent:
        if sits.role != "umpire":
            raise GrognardError("only the umpire says who types the dice")
        self._current()
        self.seats[sits.name] = replace(sits, lets=message.players)
        self._write(self.version, (sits.name, message.id), seats=msgspec.to_builtins(list(self.seats.values())))
        return [(sits.name, Acked(message.id, self.version)), *self._everybody()]

    def _chronicle(self, sits: Seat) -> Chronicle:
        return self._chronicles[sits.sides[0] if len(sits.sides) == 1 else None]

    def _everybody(self) -> Sent:
        """The state as each seat may know it, for all who sit here."""
        return [sent for sits in self.seats.values() if sits.role != "bot" for sent in self._state(sits)]

    def _state(self, sits: Seat, start: int | None = None) -> Sent:
        name = sits.name
        start = self._sent.get(name, 0) if start is None else start
        self._sent[name] = len(self._chronicle(sits).entries)
        return [
            (name, self.view(name)),
            (name, self.log(name, start)),
            (name, self.ask(name)),
            (name, self.others()),
        ]

    def _resumed(self, sits: Seat, message: Resume) -> Sent:
        known = len(self._chronicle(sits).entries)
        start = message.entries if 0 <= message.entries <= known and message.version == self.version else 0
        return [(sits.name, self.hello(sits.name)), *self._state(sits, start)]

    def _noted(self, sits: Seat, message: Say | Bookmark) -> Sent:
        text = " ".join(message.text.split())[:MOST_SAID]
        if not text:
            raise GrognardError("nothing was said")
        acked: Sent = [(sits.name, Acked(message.id, self.version))]
        if isinstance(message, Bookmark):
            self._current()
            self._write(self.version, (sits.name, message.id), (len(self.session.inputs), text))
            return acked
        self._acks[sits.name, message.id] = self.version
        self.said = [*self.said, f"{sits.name}: {text}"][-MOST_KEPT:]
        return acked + [(s.name, self.others()) for s in self.seats.values() if s.role != "bot"]


def secret_of(ask: Handful) -> int | None:
    """The only player who may see these dice; None: everybody."""
    return purpose(ask.why).secret


def place_of(session: Session) -> list[list[int]]:
    """How many dice of each kind have been thrown, as a journal keeps it."""
    place = getattr(session.dice, "place", None)
    return sorted([sides, n] for sides, n in place.items()) if isinstance(place, dict) else []


def _round_of(session: Session, point: Any) -> int:
    t = session.table.clone()
    t.restore(point.table)
    return int(t.round)


def seats_of(plain: Any) -> list[Seat]:
    """Seats as a journal keeps them. Raises GrognardError for anything else."""
    try:
        return msgspec.convert(plain, list[Seat])
    except msgspec.ValidationError as error:
        raise GrognardError(f"the seats cannot be read: {error}", hint="the journal is damaged") from None


def new_room(
    setup: Setup,
    seats: Sequence[Seat],
    dice: str = "seeded",
    journal: Journal | None = None,
    name: str = "battle",
    player: PlayerOf | None = None,
) -> Room:
    """A battle at its first question; written down in a journal, when there is one.

    ``setup.bots`` names the bot of each side that a bot plays; ``player`` makes it, where it thinks elsewhere. Raises
    GrognardError for seats that do not fit together, and for all that ``common.battle.begin`` refuses.
    """
    if dice not in DICE:
        raise GrognardError(f"unknown dice {dice!r}", hint=f"one of: {', '.join(DICE)}")
    bots = seated(setup, seats)
    room = Room(replace(setup, bots=bots), seats, dice, name, journal, player)
    if journal is not None:
        journal.create(
            Kept(
                name=name,
                setup=plain({**room.setup.saved(), **room.setup.remarks}),
                seats=msgspec.to_builtins(list(seats)),
                dice=dice,
                engine=__version__,
            )
        )
    room._on()
    if room.session.inputs or room.session.points[-1].number:
        room._write(0)  # what happened before anybody was asked
    return room


def open_room(journal: Journal, name: str | None = None, player: PlayerOf | None = None) -> Room:
    """A battle of a journal, exactly where it stopped: the one that there is, or one by name.

    Where it can no longer be derived as it was recorded, ``parted`` says so, and it stands at the last boundary that agrees until
    the people at the table consent to go on from there. Raises GrognardError for whatever is damaged.
    """
    names = journal.rooms()
    if name is None and len(names) != 1:
        raise GrognardError(
            f"a journal of {len(names)} battles, not of one", where=str(journal.path), hint=", ".join(names[:8])
        )
    kept = journal.load(names[0] if name is None else name)
    where = str(journal.path)
    if kept.dice not in DICE:
        raise GrognardError(f"unknown dice {kept.dice!r}", where=where, hint="the journal is damaged")
    setup, seats = battle.setup_of(kept.setup, where), seats_of(kept.seats)
    if seated(setup, seats) != setup.bots:
        raise GrognardError("the seats do not fit the battle", where=where, hint="the journal is damaged")
    room = Room(setup, seats, kept.dice, kept.name, journal, player)
    room._load(kept)
    return room


def made_journal(path: Path | str, seats: Sequence[Seat], dice: str = "seeded", name: str = "battle") -> None:
    """Puts a journal in the place of a saved battle (JSON), so that it can be gone on with; whole or not at all.

    ``seats`` sit at it; a side without a person is played by the bot that the save names. Raises GrognardError when the file is no
    whole save, or when the battle derived from it is not the one that was saved.
    """
    session, same = battle.replay(path)
    if not same:
        raise GrognardError(
            "the digest differs from the saved one",
            where=str(path),
            hint="the file was altered or the rules have changed",
        )
    setup = replace(session.setup, bots=seated(session.setup, seats))
    session.setup = setup
    prints = Fingerprints(session)
    replaced(
        path,
        Kept(
            name=name,
            setup=plain({**setup.saved(), **setup.remarks}),
            seats=msgspec.to_builtins(list(seats)),
            dice=dice,
            engine=__version__,
            place=place_of(session),
            inputs=session.inputs,
            points=[prints.boundary(p) for p in session.points[1:]],
        ),
    )


def seated(setup: Setup, seats: Sequence[Seat]) -> tuple[str, str]:
    """Who plays each side: the name of a bot, or "person". Raises GrognardError when a side has no seat, or two."""
    if len({seat.name for seat in seats}) != len(seats) or not all(seat.name for seat in seats):
        raise GrognardError("each seat needs a name of its own")
    found: list[str] = []
    for side in (0, 1):
        held = [seat for seat in seats if side in seat.sides]
        if len(held) != 1:
            raise GrognardError(f"{len(held)} seats play side {'AB'[side]}", hint="each side has one seat")
        bot = setup.bots[side]
        if held[0].role == "bot" and bot == PEOPLE:
            raise GrognardError(f"no bot is named for side {'AB'[side]}")
        found.append(bot if held[0].role == "bot" else PEOPLE)
    return found[0], found[1]
