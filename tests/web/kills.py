"""A program that plays is killed at a random moment, a room by itself or the server that people play at: what it had
acknowledged is found again, and the battle goes on from there.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed

from grognard.journal import Journal, read
from grognard.web.hall import JOURNAL
from grognard.web.room import open_room

from .serving import Served


def kill_once(path: Path, seed: str, rng: Random) -> int:
    """One run and its end. How many picks were acknowledged; an AssertionError says what was lost."""
    command = [sys.executable, "-m", "tests.web.player", str(path), seed]
    playing = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])
    assert playing.stdout is not None
    first = playing.stdout.readline()
    if first:
        time.sleep(rng.uniform(0.0, 0.25))
    playing.kill()
    told, _ = playing.communicate()
    acked = [line.split() for line in told.splitlines() if line.count(" ") == 2 and line.rsplit(" ", 1)[1].isdigit()]
    if not path.exists() or not first:
        return 0
    kept = read(path)
    for seat, id, version in acked:
        assert kept.acks.get((seat, id)) == int(version), f"{id} was acknowledged as version {version} and is lost"
    journal = Journal(path)
    found = open_room(journal)
    assert not found.parted and found.session.inputs == kept.inputs and found.version == kept.version
    journal.close()
    if found.over:
        path.unlink()
    return len(acked)


def drawn(ask: dict[str, Any], id: str, rng: Random) -> str:
    """A pick out of what a page is offered."""
    option = rng.randrange(len(ask["options"]))
    return json.dumps({"type": "pick", "id": id, "version": ask["version"], "option": option})


def played(socket: Any, name: str, rng: Random, seconds: float) -> list[tuple[str, int]]:
    """Random picks of a page for so long: those that were acknowledged, with the version of the battle after each."""
    acked, until, n = [], time.monotonic() + seconds, 0
    while (left := until - time.monotonic()) > 0:
        try:
            message = json.loads(socket.recv(timeout=left))
        except (TimeoutError, ConnectionClosed):
            break
        if message["type"] == "ask" and message["yours"]:
            n += 1
            socket.send(drawn(message, f"{name}.{n}", rng))
        elif message["type"] == "acked":
            acked.append((message["id"], message["version"]))
    return acked


def kill_server(folder: Path, battle: dict[str, Any], run: int, rng: Random) -> int:
    """A server at which a battle goes on, and its end. How many picks it acknowledged; an AssertionError says what was lost.

    ``battle``: the room and its keys, empty for a new one; it is emptied again when nothing came of it any more.
    """
    served = Served(folder)
    try:
        if not battle:
            battle.update(served.begin(seed=run, rounds=4))
        with served.seat(battle["room"], battle["keys"]["me"]) as socket:
            acked = played(socket, f"r{run}", rng, rng.uniform(0.05, 0.6))
            served.kill()  # while the page still sits there
    finally:
        served.kill()
    kept = read(folder / JOURNAL, battle["room"])
    for id, version in acked:
        assert kept.acks.get(("me", id)) == version, f"{id} was acknowledged as version {version} and is lost"
    if not acked:
        battle.clear()
    return len(acked)
