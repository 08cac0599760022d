"""The pages at the tables: who sits where, what each sends and is sent, and bots that play on while somebody looks.

The carrier says what a connection is made of and where the work of a room is done: a socket and threads (``app``), or the messages
of a worker in the browser (``worker``).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

import msgspec

from ..errors import GrognardError
from . import protocol
from .hall import Hall, Sent

RATE, BURST = 60.0, 240.0  # messages a second of one connection, and how many at once
NO_SEAT, TOO_LATE, TOO_SLOW = 4401, 4408, 4409  # why a connection was closed
WAIT: Final = 20.0  # seconds for the first message of a connection
PACES: Final = {"at once": 0.0, "slow": 0.7, "normal": 0.35, "fast": 0.12}  # seconds between steps of a bot

Run = Callable[..., Awaitable[Any]]  # does the work of a room: ``await run(work, *args)`` is what ``work(*args)`` gives


class Gone(Exception):
    """The page has left."""


class Line(Protocol):
    """A line to one page: text both ways, until it is closed. Each of these raises Gone when the page has left."""

    async def receive(self) -> str:
        """The next message of the page."""

    async def send(self, text: str) -> None:
        """Sends a message to the page."""

    async def close(self, code: int, why: str = "") -> None:
        """Ends it, and says why; never raises."""


class Sit(msgspec.Struct, frozen=True, tag="sit", forbid_unknown_fields=True):
    """The first message of a connection: the key of a seat, what it has seen, and how fast bots shall play."""

    key: str
    version: int = 0
    entries: int = 0
    pace: str = "normal"


_sit: msgspec.json.Decoder[Sit] = msgspec.json.Decoder(Sit)


class RateLimit:
    """How much one sender may still send: a bucket that fills at ``rate`` a second, up to ``most``."""

    def __init__(self, rate: float, most: float) -> None:
        self.rate, self.most, self.left, self.at = rate, most, most, time.monotonic()

    def take(self) -> bool:
        """Whether one more may come now."""
        now = time.monotonic()
        self.left, self.at = min(self.most, self.left + (now - self.at) * self.rate), now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Connection:
    """One page at one seat."""

    def __init__(self, line: Line, seat: str, pace: float) -> None:
        self.line, self.seat, self.pace = line, seat, pace
        self.out: asyncio.Queue[bytes | None] = asyncio.Queue(maxsize=2_000)

    def send(self, data: bytes) -> None:
        """Puts a message on its way; who does not read is let go, and comes back with what it has seen."""
        try:
            self.out.put_nowait(data)
        except asyncio.QueueFull:
            while not self.out.empty():
                self.out.get_nowait()
            self.out.put_nowait(None)

    def bring(self, sent: Sent) -> None:
        """Sends what a room says to this seat."""
        for seat, message in sent:
            if seat == self.seat:
                self.send(protocol.written(message))


class Tables:
    """The pages connected to each room, and the bots that play on while a page is open."""

    def __init__(self, hall: Hall, run: Run, think: Run | None = None) -> None:
        """``think`` does the work of bots, which may take long: beside ``run``, so that nobody else waits for them."""
        self.hall, self.run, self.think = hall, run, think or run
        self.connections: dict[str, list[Connection]] = {}
        self._playing: dict[str, asyncio.Task[None]] = {}

    @property
    def count(self) -> int:
        """How many pages are connected."""
        return sum(map(len, self.connections.values()))

    def join(self, room: str, connection: Connection) -> None:
        """A page has come to a room."""
        self.connections.setdefault(room, []).append(connection)
        self.hall.get(room).present += 1

    def leave(self, room: str, connection: Connection) -> None:
        """A page has left."""
        self.connections[room].remove(connection)
        if not self.connections[room]:
            del self.connections[room]
        self.hall.get(room).present -= 1

    def spread(self, room: str, sent: Sent) -> None:
        """Brings what a room says to the pages of each seat."""
        for seat, message in sent:
            there = [c for c in self.connections.get(room, ()) if c.seat == seat]
            if there:
                data = protocol.written(message)
                for connection in there:
                    connection.send(data)

    def play_on(self, room: str) -> None:
        """Bots play on, at the pace of the slowest page, until a person is asked."""
        task = self._playing.get(room)
        if task is None or task.done():
            self._playing[room] = asyncio.create_task(self._bots(room))

    async def _bots(self, room: str) -> None:
        while self.connections.get(room):
            sent = await self.think(self.hall.advance, room)
            if not sent:
                return
            self.spread(room, sent)
            await asyncio.sleep(max((c.pace for c in self.connections.get(room, ())), default=0.0))

    async def connected(self, line: Line, room: str) -> None:
        """A page at a seat, from its key to its leaving."""
        try:
            first = _sit.decode(await asyncio.wait_for(line.receive(), WAIT))
            seat = await self.run(self.hall.seat, room, first.key)
        except GrognardError as error:
            await line.close(NO_SEAT, error.what)
            return
        except (msgspec.MsgspecError, RecursionError):
            await line.close(NO_SEAT)
            return
        except (TimeoutError, Gone):
            await line.close(TOO_LATE)
            return
        connection = Connection(line, seat, PACES.get(first.pace, PACES["normal"]))
        self.join(room, connection)
        writer = asyncio.create_task(_writes(connection))
        try:
            await self._tell_who_is_here(room, seat)
            start = protocol.Resume(first.version, first.entries)
            connection.bring(await self.run(self.hall.take, room, seat, start))
            self.play_on(room)
            await self._reads(connection, room)
        finally:
            self.leave(room, connection)
            writer.cancel()
            await line.close(1000)
            await self._tell_who_is_here(room)

    async def _tell_who_is_here(self, room: str, but: str = "") -> None:
        """Tells the other seats at which ones a page is open now."""
        here = {connection.seat for connection in self.connections.get(room, ())}
        sent = await self.run(self.hall.here, room, here)
        self.spread(room, [(seat, message) for seat, message in sent if seat != but])

    async def _reads(self, connection: Connection, room: str) -> None:
        """Takes the messages of a page as fast as it may send them, until it leaves. Of several tries the newest is answered."""
        waiting: asyncio.Queue[protocol.FromSeat | None] = asyncio.Queue(maxsize=int(BURST))
        reader = asyncio.create_task(_receives(connection, waiting))
        try:
            while (message := await waiting.get()) is not None:
                while isinstance(message, protocol.TryMove) and not waiting.empty():
                    newer = waiting.get_nowait()
                    if newer is None:
                        return
                    if not isinstance(newer, protocol.TryMove):
                        await self._takes(connection, room, message)
                    message = newer
                await self._takes(connection, room, message)
                if not isinstance(message, (protocol.TryMove, protocol.Look, protocol.Why, protocol.Say)):
                    self.play_on(room)
        finally:
            reader.cancel()

    async def _takes(self, connection: Connection, room: str, message: protocol.FromSeat) -> None:
        self.spread(room, await self.run(self.hall.take, room, connection.seat, message))


async def _receives(connection: Connection, waiting: asyncio.Queue[protocol.FromSeat | None]) -> None:
    limit = RateLimit(RATE, BURST)
    try:
        while True:
            data = await connection.line.receive()
            if not limit.take():
                connection.send(protocol.written(protocol.Refused("", 0, "too many messages", "a little slower")))
                await asyncio.sleep(1.0 / RATE)
                continue
            try:
                message = protocol.read(data.encode("utf-8", "surrogatepass"))
            except GrognardError as error:
                connection.send(protocol.written(protocol.Refused("", 0, error.what, error.hint)))
                continue
            await waiting.put(message)
    except Gone:
        await waiting.put(None)


async def _writes(connection: Connection) -> None:
    """Sends what waits, in order, until the page is gone."""
    try:
        while (data := await connection.out.get()) is not None:
            await connection.line.send(data.decode())
        await connection.line.close(TOO_SLOW)
    except Gone:
        return
