"""The engine in a worker of the browser: the answers and the tables of the server, brought by messages instead of sockets.

Loaded by ``static/engine-worker.js`` inside Pyodide. There are no threads: a room works at once, and the browser keeps
what it wrote before it is answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from .answers import answer
from .desk import LISTS, Desk
from .hall import JOURNAL, Hall
from .lists import KeptLists
from .tables import Gone, Tables


class PageLine:
    """A line to a page by two functions of the browser."""

    def __init__(self, send: Callable[[str], None], closed: Callable[[int], None]) -> None:
        self._send, self._closed = send, closed
        self._in: asyncio.Queue[str | None] = asyncio.Queue()

    def bring(self, text: str | None) -> None:
        """A message of the page; None when it has left."""
        self._in.put_nowait(text)

    async def receive(self) -> str:
        """The next message. Raises Gone when the page has left."""
        text = await self._in.get()
        if text is None:
            raise Gone
        return text

    async def send(self, text: str) -> None:
        """Sends a message."""
        self._send(text)

    async def close(self, code: int, why: str = "") -> None:
        """Ends it, and says why."""
        self._closed(code)


class Engine:
    """All that a server would do for one browser. ``keep`` stores the folder of its battles, before anything is answered."""

    def __init__(self, keep: Callable[[], Awaitable[Any] | None]) -> None:
        self._folder, self._keep = Path(mkdtemp()), keep  # until the battles of the browser are wanted
        hall = Hall(self._folder)
        self.desk, self.tables = Desk(hall), Tables(hall, self._run)
        self._seated: set[asyncio.Task[None]] = set()
        self._kept = self._stamp()

    def open(self, folder: str) -> None:
        """From now on battles and lists are those of this folder. Raises GrognardError when it cannot be used."""
        self._folder = Path(folder)
        self.desk.hall = self.tables.hall = Hall(self._folder)
        self.desk.lists = KeptLists(self._folder / LISTS)
        self._kept = self._stamp()

    async def request(self, path: str, body: str, key: str) -> tuple[int, str]:
        """The answer to a request: its status, and JSON."""
        status, said = await self._run(answer, self.desk, path, body.encode("utf-8", "surrogatepass"), key)
        return status, said.decode()

    def connect(self, room: str, send: Callable[[str], None], closed: Callable[[int], None]) -> PageLine:
        """A page sits down at a table: the line that its messages are brought to."""
        line = PageLine(send, closed)
        task = asyncio.ensure_future(self.tables.connected(line, room))
        self._seated.add(task)
        task.add_done_callback(self._seated.discard)
        return line

    async def _run(self, work: Callable[..., Any], *args: Any) -> Any:
        found = work(*args)
        if (stamp := self._stamp()) != self._kept:
            self._kept = stamp
            if (keeping := self._keep()) is not None:
                await keeping
        return found

    def _stamp(self) -> list[tuple[int, int]]:
        """What tells that the journal has been written to, or a list has been brought."""
        kept = [*self._folder.glob(f"{JOURNAL}*"), *self._folder.glob(f"{LISTS}/*")]
        found = [path.stat() for path in sorted(kept)]
        return [(each.st_mtime_ns, each.st_size) for each in found]
