"""The web app: static files, questions by POST, one WebSocket a seat. No rule and no state of a battle is here.

Everything that arrives is hostile until it is read: sizes and rates are limited, hosts and origins are checked, messages are
validated by ``protocol.read``, and no path from outside reaches the file system.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..errors import GrognardError
from . import protocol
from .desk import Desk
from .hall import Hall

STATIC: Final = Path(__file__).with_name("static")
MOST_BODY: Final = 12 * 1024 * 1024  # bytes of a question: a roster or catalogue may be in it
RATE, BURST = 60.0, 240.0  # messages a second of one connection, and how many at once
ASKS, ASKS_AT_ONCE = 40.0, 200.0  # the same of questions from one address
MOST_ADDRESSES: Final = 1_000  # whose questions are counted
SWEEP: Final = 60.0  # seconds between two looks for battles that nobody plays
MOST_CONNECTIONS: Final = 500
REFUSED, NO_SEAT, TOO_LATE, TOO_SLOW = 4403, 4401, 4408, 4409  # why a connection was closed
WAIT: Final = 20.0  # seconds for the first message of a connection
PACES: Final = {"at once": 0.0, "slow": 0.7, "normal": 0.35, "fast": 0.12}  # seconds between steps of a bot
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Sit(msgspec.Struct, frozen=True, tag="sit", forbid_unknown_fields=True):
    """The first message of a connection: the key of a seat, what it has seen, and how fast bots shall play."""

    key: str
    version: int = 0
    entries: int = 0
    pace: str = "normal"


_sit: msgspec.json.Decoder[Sit] = msgspec.json.Decoder(Sit)


class Connection:
    """One page at one seat."""

    def __init__(self, socket: WebSocket, seat: str, pace: float) -> None:
        self.socket, self.seat, self.pace = socket, seat, pace
        self.out: asyncio.Queue[bytes | None] = asyncio.Queue(maxsize=2_000)

    def send(self, data: bytes) -> None:
        """Puts a message on its way; who does not read is let go, and comes back with what it has seen."""
        try:
            self.out.put_nowait(data)
        except asyncio.QueueFull:
            while not self.out.empty():
                self.out.get_nowait()
            self.out.put_nowait(None)

    def bring(self, sent: list[tuple[str, protocol.FromRoom]]) -> None:
        """Sends what a room says to this seat."""
        for seat, message in sent:
            if seat == self.seat:
                self.send(protocol.written(message))


class Tables:
    """The pages connected to each room, and the bots that play on while a page is open."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
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

    def spread(self, room: str, sent: list[tuple[str, protocol.FromRoom]]) -> None:
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
            sent = await run_in_threadpool(self.hall.advance, room)
            if not sent:
                return
            self.spread(room, sent)
            await asyncio.sleep(max((c.pace for c in self.connections.get(room, ())), default=0.0))


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


class Askers:
    """How many questions each address has asked of late."""

    def __init__(self) -> None:
        self._limits: OrderedDict[str, RateLimit] = OrderedDict()

    def may(self, request: Request) -> bool:
        """Whether one more question from this address is answered."""
        name = request.client.host if request.client is not None else ""
        limit = self._limits.setdefault(name, RateLimit(ASKS, ASKS_AT_ONCE))
        self._limits.move_to_end(name)
        while len(self._limits) > MOST_ADDRESSES:
            self._limits.popitem(last=False)
        return limit.take()


class SafeAnswers:
    """Puts the headers of a careful page on every answer, and refuses what comes from another site.

    ``numbers``: the server is open to a network, where any address that is a number is one of its own. A name is not: another
    site could let its own name point here.
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str], numbers: bool = False) -> None:
        self.app, self.hosts, self.numbers = app, frozenset(hosts), numbers

    def _is_ours(self, scope: Scope) -> bool:
        """Whether a request names us as its host."""
        name = dict(scope["headers"]).get(b"host", b"").decode("latin-1").lower()
        name = name.partition("]")[0].lstrip("[") if name.startswith("[") else name.partition(":")[0]
        return name in self.hosts or (self.numbers and is_number(name))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and not self._is_ours(scope):
            await Response("this server does not answer to that name: use its number, or start it with --host", 400)(
                scope, receive, send
            )
            return
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD") and not same_origin(scope):
            await Response("asked from another site", 403)(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


def is_number(name: str) -> bool:
    """Whether a host is an address in numbers.

    >>> is_number("192.168.0.7"), is_number("fe80::1"), is_number("evil.example")
    (True, True, False)
    """
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def same_origin(scope: Scope) -> bool:
    """Whether a request comes from our own page, or from no page at all."""
    headers = dict(scope["headers"])
    origin, host = headers.get(b"origin"), headers.get(b"host", b"")
    return origin is None or origin.partition(b"://")[2] == host


def made(hall: Hall, desk: Desk, hosts: Sequence[str], numbers: bool = False) -> Starlette:
    """The app for the rooms of a hall and the questions of a desk.

    Only requests for these ``hosts`` are answered; with ``numbers`` those for any address in numbers too.
    """
    tables = Tables(hall)

    async def page(request: Request) -> Response:
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    askers = Askers()

    async def question(request: Request) -> Response:
        return await _asked(request, desk.answer) if askers.may(request) else _too_many()

    async def battle(request: Request) -> Response:
        return await _asked(request, desk.begin) if askers.may(request) else _too_many()

    async def file(request: Request) -> Response:
        if not askers.may(request):
            return _too_many()
        key = request.headers.get("x-seat", "")
        return await _told(lambda: desk.saved(request.path_params["room"], key))

    async def socket(websocket: WebSocket) -> None:
        await _connected(websocket, tables)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(_sweep(hall))
        yield
        sweeping.cancel()
        hall.close()

    routes = [
        Route("/api/ask", question, methods=["POST"]),
        Route("/api/battles", battle, methods=["POST"]),
        Route("/api/battles/{room}/file", file),
        WebSocketRoute("/ws/{room}", socket),
        Mount("/static", StaticFiles(directory=STATIC)),
        Route("/{path:path}", page),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(SafeAnswers, hosts=hosts, numbers=numbers)],
        lifespan=lifespan,
    )


async def _sweep(hall: Hall) -> None:
    """Battles that nobody has played for long leave memory, again and again."""
    while True:
        await asyncio.sleep(SWEEP)
        hall.let_go()


def _too_many() -> Response:
    return _refused(GrognardError("too many questions at once", hint="wait a second and ask again"), 429)


async def _asked(request: Request, answer: Callable[[bytes], Any]) -> Response:
    """What a question in the body comes to, worked out in a thread of its own."""
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST_BODY:
                return _refused(GrognardError("too long", hint=f"at most {MOST_BODY // 1024 // 1024} MB"), 413)
    except ClientDisconnect:
        return Response(status_code=400)
    return await _told(lambda: answer(bytes(body)))


async def _told(work: Callable[[], Any]) -> Response:
    try:
        found = await run_in_threadpool(work)
    except GrognardError as error:
        return _refused(error, 422)
    failed = isinstance(found, dict) and "error" in found
    return Response(msgspec.json.encode(found), 422 if failed else 200, media_type="application/json")


def _refused(error: GrognardError, status: int) -> Response:
    said = {"error": {"what": error.what, "where": error.where, "hint": error.hint}}
    return Response(msgspec.json.encode(said), status, media_type="application/json")


async def _connected(socket: WebSocket, tables: Tables) -> None:
    """A page at a seat, from its key to its leaving."""
    room = socket.path_params["room"]
    if not same_origin(socket.scope) or tables.count >= MOST_CONNECTIONS:
        await socket.close(REFUSED)
        return
    await socket.accept()
    try:
        first = _sit.decode(await asyncio.wait_for(socket.receive_text(), WAIT))
        seat = await run_in_threadpool(tables.hall.seat, room, first.key)
    except (msgspec.MsgspecError, GrognardError, KeyError, RecursionError):
        await _closed(socket, NO_SEAT)
        return
    except (TimeoutError, WebSocketDisconnect):
        await _closed(socket, TOO_LATE)
        return
    connection = Connection(socket, seat, PACES.get(first.pace, PACES["normal"]))
    tables.join(room, connection)
    writer = asyncio.create_task(_writes(connection))
    try:
        start = protocol.Resume(first.version, first.entries)
        connection.bring(await run_in_threadpool(tables.hall.take, room, seat, start))
        tables.play_on(room)
        await _reads(connection, room, tables)
    finally:
        tables.leave(room, connection)
        writer.cancel()
        await _closed(socket, 1000)


async def _reads(connection: Connection, room: str, tables: Tables) -> None:
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
                    tables.spread(room, await run_in_threadpool(tables.hall.take, room, connection.seat, message))
                message = newer
            tables.spread(room, await run_in_threadpool(tables.hall.take, room, connection.seat, message))
            if not isinstance(message, (protocol.TryMove, protocol.Look, protocol.Why, protocol.Say)):
                tables.play_on(room)
    finally:
        reader.cancel()


async def _receives(connection: Connection, waiting: asyncio.Queue[protocol.FromSeat | None]) -> None:
    limit = RateLimit(RATE, BURST)
    try:
        while True:
            data = await connection.socket.receive_text()
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
    except (WebSocketDisconnect, RuntimeError, KeyError):  # gone, or bytes where text is meant
        await waiting.put(None)


async def _writes(connection: Connection) -> None:
    """Sends what waits, in order, until the page is gone."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (data := await connection.out.get()) is not None:
            await connection.socket.send_text(data.decode())
        await _closed(connection.socket, TOO_SLOW)


async def _closed(socket: WebSocket, code: int) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code)
