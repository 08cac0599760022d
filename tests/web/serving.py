"""The web app on a port of its own, for tests, asked as a page asks: in a thread, or as the command in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import uvicorn
from websockets.sync.client import connect

from grognard.web.app import made
from grognard.web.desk import Desk
from grognard.web.hall import Hall


class Address:
    """Where the app is, and what pages ask there."""

    port: int

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


class Server(Address):
    """The app in a thread, for as long as a test lasts."""

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


class Served(Address):
    """``grognard serve`` with a data folder, until it is killed."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        command = [sys.executable, "-m", "grognard", "serve", "--port", str(port), "--data", str(folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])
        assert self.process.stdout is not None
        said = self.process.stdout.readline()  # told once it listens
        self.port = int(said.partition("127.0.0.1:")[2].partition("/")[0])

    def kill(self) -> None:
        """At once, as a power cut would."""
        self.process.kill()
        self.process.wait()
