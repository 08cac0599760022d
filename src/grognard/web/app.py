"""The web app: static files, questions by POST, one WebSocket a seat. No rule and no state of a battle is here.

What is answered, ``answers`` says, and what happens at a seat, ``tables``; here is what sockets and strangers need.

Everything that arrives is hostile until it is read: sizes and rates are limited, hosts and origins are checked, messages are
validated by ``protocol.read``, and no path from outside reaches the file system.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

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
from .answers import AGAIN, ASK, BATTLES, FILE, MINE, WATCH, Answer, answer, refused
from .desk import Desk
from .hall import Hall
from .tables import Gone, RateLimit, Tables

STATIC: Final = Path(__file__).with_name("static")
MOST_BODY: Final = 12 * 1024 * 1024  # bytes of a question: a roster or catalogue may be in it
ASKS, ASKS_AT_ONCE = 40.0, 200.0  # questions a second from one address, and how many at once
MOST_ADDRESSES: Final = 1_000  # whose questions are counted
SWEEP: Final = 60.0  # seconds between two looks for battles that nobody plays
MOST_CONNECTIONS: Final = 500
MOST_BOTS: Final = 4  # that think at the same time, in threads of their own; two of them may wait for processes
MOST_REASON: Final = 100  # characters of why a connection is closed
REFUSED: Final = 4403  # why a connection was closed, beside what ``tables`` says
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
    bots = ThreadPoolExecutor(MOST_BOTS, "bot")

    async def think(work: Callable[..., Any], *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(bots, work, *args)

    tables = Tables(hall, run_in_threadpool, think)

    async def page(request: Request) -> Response:
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    askers = Askers()

    async def asked(request: Request) -> Response:
        return await _asked(request, desk) if askers.may(request) else _response(TOO_MANY)

    async def socket(websocket: WebSocket) -> None:
        if not same_origin(websocket.scope) or tables.count >= MOST_CONNECTIONS:
            await websocket.close(REFUSED)
            return
        await websocket.accept()
        await tables.connected(SocketLine(websocket), websocket.path_params["room"])

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(_sweep(hall))
        yield
        sweeping.cancel()
        bots.shutdown()
        hall.close()

    routes = [
        Route(ASK, asked, methods=["POST"]),
        Route(BATTLES, asked, methods=["POST"]),
        Route(MINE, asked, methods=["POST"]),
        Route(FILE, asked),
        Route(WATCH, asked),
        Route(AGAIN, asked, methods=["POST"]),
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


TOO_MANY: Final = refused(GrognardError("too many questions at once", hint="wait a second and ask again"), 429)
TOO_LONG: Final = refused(GrognardError("too long", hint=f"at most {MOST_BODY // 1024 // 1024} MB"), 413)


async def _asked(request: Request, desk: Desk) -> Response:
    """What a request comes to, worked out in a thread of its own."""
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST_BODY:
                return _response(TOO_LONG)
    except ClientDisconnect:
        return Response(status_code=400)
    key = request.headers.get("x-seat", "")
    return _response(await run_in_threadpool(answer, desk, request.url.path, bytes(body), key))


def _response(found: Answer) -> Response:
    status, said = found
    return Response(said, status, media_type="application/json")


class SocketLine:
    """A WebSocket as a line to a page."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket

    async def receive(self) -> str:
        """The next message. Raises Gone when the page has left, or sends bytes where text is meant."""
        try:
            return await self.socket.receive_text()
        except (WebSocketDisconnect, RuntimeError, KeyError):
            raise Gone from None

    async def send(self, text: str) -> None:
        """Sends a message. Raises Gone when the page has left."""
        try:
            await self.socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError):
            raise Gone from None

    async def close(self, code: int, why: str = "") -> None:
        """Ends it, and says why."""
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.close(code, why[:MOST_REASON])
