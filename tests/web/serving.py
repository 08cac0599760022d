"""The web app on a port of its own, for tests: served by uvicorn in a thread, asked as a page asks."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from typing import Any

import uvicorn
from websockets.sync.client import connect

from grognard.web.app import made
from grognard.web.desk import Desk
from grognard.web.hall import Hall


class Server:
    """The app on a port of its own, for as long as a test lasts."""

    def __init__(self, folder: Any) -> None:
        self.hall = Hall(folder)
        app = made(self.hall, Desk(self.hall), ["127.0.0.1"])
        config = uvicorn.Config(app, port=0, log_level="error", ws="websockets-sansio", ws_max_size=256 * 1024)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            self.thread.join(0.01)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)

    def get(self, path: str, data: bytes | None = None, **headers: str) -> tuple[int, Any, bytes]:
        """What a request is answered: status, headers, body."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def ask(self, **request: Any) -> Any:
        """The answer to a question."""
        status, _, body = self.get("/api/ask", json.dumps(request).encode())
        assert status == 200, body
        return json.loads(body)

    def begin(self, **request: Any) -> Any:
        """A battle: its room and keys."""
        said = {"ours": "command/A", "theirs": "command/B", "seed": 7, "rounds": 1, **request}
        status, _, body = self.get("/api/battles", json.dumps(said).encode())
        assert status == 200, body
        return json.loads(body)

    def seat(self, room: str, key: str, **more: Any) -> Any:
        """A page at a seat, whose first messages have not been read yet."""
        socket = connect(
            f"ws://127.0.0.1:{self.port}/ws/{room}", origin=f"http://127.0.0.1:{self.port}", max_size=None, legacy=True
        )
        socket.send(json.dumps({"type": "sit", "key": key, "pace": "at once", **more}))
        return socket
