"""``grognard serve`` as a process of its own, and pages that play at it: to be killed, and to be measured."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from grognard.journal import read
from grognard.web.hall import JOURNAL

ROOT = Path(__file__).parents[2]


class Served:
    """The command with a data folder, until it is killed."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "grognard", "serve", "--port", "0", "--data", str(folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()  # told once it listens
        self.port = int(said.partition("127.0.0.1:")[2].partition("/")[0])

    def kill(self) -> None:
        """At once, as a power cut would."""
        self.process.kill()
        self.process.communicate()

    def begin(self, **request: Any) -> Any:
        """A battle: its room and keys."""
        said = {"ours": "command/A", "theirs": "command/B", **request}
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}/api/battles", json.dumps(said).encode())
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return json.loads(answer.read())

    def seat(self, room: str, key: str) -> Any:
        """A page that has sat down."""
        address = f"127.0.0.1:{self.port}"
        socket = connect(
            f"ws://{address}/ws/{room}", origin=f"http://{address}", max_size=None, ping_interval=None, legacy=True
        )
        socket.send(json.dumps({"type": "sit", "key": key, "pace": "at once"}))
        return socket


def pick(ask: dict[str, Any], id: str, rng: Random) -> str:
    """An answer to what is asked, drawn."""
    return json.dumps(
        {"type": "pick", "id": id, "version": ask["version"], "option": rng.randrange(len(ask["options"]))}
    )


def play(socket: Any, name: str, rng: Random, seconds: float) -> list[tuple[str, int]]:
    """Random picks for so long: those that were acknowledged, with the version of the battle after each."""
    acked, until, n = [], time.monotonic() + seconds, 0
    while (left := until - time.monotonic()) > 0:
        try:
            message = json.loads(socket.recv(timeout=left))
        except (TimeoutError, ConnectionClosed):
            break
        if message["type"] == "ask" and message["yours"] and message["options"]:
            n += 1
            socket.send(pick(message, f"{name}.{n}", rng))
        elif message["type"] == "acked":
            acked.append((message["id"], message["version"]))
    return acked


def kill_once(folder: Path, battle: dict[str, Any], run: int, rng: Random) -> int:
    """A server that plays on and is killed. How many picks it acknowledged; an AssertionError says what was lost."""
    served = Served(folder)
    try:
        if not battle:
            battle.update(served.begin(seed=run, rounds=4))
        acked = play(served.seat(battle["room"], battle["keys"]["me"]), f"r{run}", rng, rng.uniform(0.05, 0.6))
    finally:
        served.kill()
    kept = read(folder / JOURNAL, battle["room"])
    for id, version in acked:
        assert kept.acks.get(("me", id)) == version, f"{id} was acknowledged as version {version} and is lost"
    if not acked and run % 5 == 4:
        battle.clear()  # it may be over: another one
    return len(acked)
