"""The rooms that are open in one process: made, opened again from the journal, left when nobody comes, and who may sit where.

Seats are held by keys that nobody can guess. A key is worked out from the secret of the data folder, the room and the seat, so that
none is written down; whoever has the secret file can sit anywhere.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from ..battles import fresh_seed
from ..common.battle import Setup
from ..errors import GrognardError
from ..journal import Journal
from .protocol import Asked, FromRoom, FromSeat, Over
from .room import PlayerOf, Room, Seat, new_room, open_room

MOST_OPEN: Final = 200  # rooms in memory; the others come back from the journal
MOST_ROOMS: Final = 5_000  # in one journal
IDLE: Final = 900.0  # seconds after which a battle at which nobody sits leaves memory
JOURNAL: Final = "battles.journal"
SECRET: Final = "secret"
WATCH: Final = "watch"
MOST_LISTED: Final = 12  # battles of one person that are listed at once

Sent = list[tuple[str, FromRoom]]


class OpenRoom:
    """A room in memory, with the lock that its messages wait for."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.lock = threading.Lock()
        self.present = 0  # connections
        self.used = time.monotonic()


class Hall:
    """All rooms of a data folder."""

    def __init__(self, folder: Path, player: PlayerOf | None = None) -> None:
        """``player`` makes the bots of rooms, where they think elsewhere. Raises GrognardError for a folder that cannot be used."""
        self._player = player
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise GrognardError(
                f"cannot be made: {error.strerror}", where=str(folder), hint="choose another --data"
            ) from None
        self.folder = folder
        path = folder / JOURNAL
        self.journal = Journal(path, new=not path.exists())
        self._secret = _secret(folder / SECRET)
        self._open: OrderedDict[str, OpenRoom] = OrderedDict()
        self._lock = threading.Lock()

    def close(self) -> None:
        """Nothing is lost: all of it is in the journal."""
        self.journal.close()

    # seats ------------------------------------------------------------------------------------------------------------

    def key(self, room: str, seat: str) -> str:
        """The key to a seat."""
        made = hmac.new(self._secret, f"{room}\n{seat}".encode(), hashlib.sha256)
        return made.hexdigest()[:32]

    def seat(self, room: str, key: str) -> str:
        """The seat that a key opens. Raises GrognardError for a key that opens none."""
        for seat in self.get(room).room.seats:
            if hmac.compare_digest(self.key(room, seat).encode(), key.encode()):
                return seat
        raise GrognardError("this link opens no seat of this battle", hint="ask for the link again")

    def keys(self, room: str) -> dict[str, str]:
        """The keys of all seats that a person may take, by seat."""
        return {s.name: self.key(room, s.name) for s in self.get(room).room.seats.values() if s.role != "bot"}

    def watch(self, room: str, key: str) -> dict[str, str]:
        """The key that lets others watch, for whoever holds a key of the battle."""
        self.seat(room, key)
        return {WATCH: self.key(room, WATCH)}

    def listed(self, keys: Mapping[str, str]) -> list[dict[str, Any]]:
        """The battles that these keys (by room) open, as a person lists them; what opens none is left out."""
        found = []
        for name, key in list(keys.items())[:MOST_LISTED]:
            try:
                seat, held = self.seat(name, key), self.get(name)
            except GrognardError:
                continue
            with held.lock:
                hello, asked = held.room.hello(seat), held.room.ask(seat)
            over = isinstance(asked, Over)
            said = asked.lines[0] if isinstance(asked, Over) else asked.prompt
            yours = isinstance(asked, Asked) and asked.yours
            found.append(
                {
                    "room": name,
                    "seat": seat,
                    "name": hello.name,
                    "system": hello.system,
                    "over": over,
                    "yours": yours,
                    "said": said,
                }
            )
        return found

    # rooms ------------------------------------------------------------------------------------------------------------

    def make(self, setup: Setup, seats: Sequence[Seat], dice: str) -> str:
        """A new battle; its name. Raises GrognardError for what cannot be played, and when the hall is full."""
        if len(self.journal.rooms()) >= MOST_ROOMS:
            raise GrognardError(f"{MOST_ROOMS} battles are kept here", hint="start with another --data folder")
        name = secrets.token_hex(6)
        room = new_room(setup, [*seats, Seat(WATCH)], dice, self.journal, name, self._player)
        self._keep(name, room)
        return name

    def get(self, name: str) -> OpenRoom:
        """A room, opened again when it is not in memory. Raises GrognardError when there is none."""
        with self._lock:
            found = self._open.get(name)
            if found is not None:
                self._open.move_to_end(name)
                found.used = time.monotonic()
                return found
        if name not in self.journal.rooms():
            raise GrognardError(
                "there is no such battle here", hint="was it on another server, or in another --data folder?"
            )
        return self._keep(name, open_room(self.journal, name, self._player))

    def again(self, name: str, key: str) -> dict[str, Any]:
        """Begins a new battle of the same forces on the same table, with dice of its own; the keys to it."""
        sits, played = self.get(name).room.seats[self.seat(name, key)], self.get(name).room
        if not sits.sides:
            raise GrognardError("who watches begins no battle")
        if not played.over:
            raise GrognardError("this battle is not over yet")
        seats = [seat for seat in played.seats.values() if seat.name != WATCH]
        room = self.make(replace(played.setup, seed=fresh_seed()), seats, played.dice)
        return {"room": room, "keys": self.keys(room)}

    def _keep(self, name: str, room: Room) -> OpenRoom:
        with self._lock:
            found = self._open.get(name)
            if found is None:
                found = self._open[name] = OpenRoom(room)
            self._open.move_to_end(name)
            idle = [n for n, o in self._open.items() if n != name and not o.present and not o.lock.locked()]
            for other in idle[: max(0, len(self._open) - MOST_OPEN)]:
                del self._open[other]
            return found

    def let_go(self, idle: float = IDLE) -> int:
        """Battles at which nobody has sat for so many seconds leave memory; how many. They are in the journal, and come back."""
        since = time.monotonic() - idle
        with self._lock:
            gone = [n for n, o in self._open.items() if not o.present and not o.lock.locked() and o.used <= since]
            for name in gone:
                del self._open[name]
        return len(gone)

    def take(self, name: str, seat: str, message: FromSeat) -> Sent:
        """What comes of a message from a seat of a room."""
        found = self.get(name)
        with found.lock:
            return found.room.take(seat, message)

    def advance(self, name: str, steps: int = 1) -> Sent:
        """Bots of a room play on; [] when a person is asked or it is over."""
        found = self.get(name)
        with found.lock:
            return found.room.advance(steps)

    def here(self, name: str, seats: Collection[str]) -> Sent:
        """At which seats of a room a page is open: what to send to whom."""
        found = self.get(name)
        with found.lock:
            return found.room.come_and_gone(seats)

    def waiting(self, name: str) -> bool:
        """Whether a person is asked, or the battle is over."""
        return self.get(name).room.waiting


def _secret(path: Path) -> bytes:
    """The secret of a data folder, made when there is none; only its owner may read it."""
    try:
        if path.exists():
            found = path.read_bytes()
            if len(found) == 32:
                return found
            raise GrognardError(
                "not a secret of this program", where=str(path), hint="remove it: links given out end then"
            )
        made = secrets.token_bytes(32)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(made)
        return made
    except OSError as error:
        raise GrognardError(f"cannot be used: {error.strerror}", where=str(path)) from None
