"""``python -m tests.web.soak [KILLS] [MESSAGES] [SERVERS]``: a room and a server killed at random moments, and hostile messages to
rooms of every system."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from random import Random
from resource import RUSAGE_SELF, getrusage
from typing import Any

from grognard import battles, systems
from grognard.kernel import saves
from grognard.web import app
from grognard.web.room import Seat
from tests.web.hostile import ask_oddly, bother
from tests.web.kills import kill_once, kill_server
from tests.web.serving import Server
from tests.web.tables import ME, YOU, play, room

MOST_GROWTH = 48  # MB from the first tenth of hostile questions to the last: lists and replays that are held fill up


def main(kills: int, messages: int, servers: int) -> None:
    rng = Random("soak of the room")
    with tempfile.TemporaryDirectory() as folder:
        acked = sum(kill_once(Path(folder) / "battle", f"k{k}", rng) for k in range(kills))
    print(f"{kills} kills: {acked} picks acknowledged, none lost")
    with tempfile.TemporaryDirectory() as folder:
        battle: dict[str, Any] = {}
        acked = sum(kill_server(Path(folder), battle, run, rng) for run in range(servers))
    print(f"{servers} servers killed: {acked} picks acknowledged, none lost")
    battle_file = json.dumps(
        saves.headed(battles.fight(battles.setup("usr/A", "usr/B", seed=1)).session.content())
    ).encode()
    with tempfile.TemporaryDirectory() as folder:
        app.ASKS = app.ASKS_AT_ONCE = 1e9
        server = Server(Path(folder))
        before = 0
        for _ in range(10):
            answered = ask_oddly(server, rng, battle_file, messages // 10)
            used = getrusage(RUSAGE_SELF).ru_maxrss // 1024
            before = before or used
        server.close()
    assert used <= before + MOST_GROWTH, f"{before} MB after the first tenth of the questions, {used} at the end"
    print(
        f"{messages} hostile questions and uploads: the last share {answered}; {before} MB after the first tenth, {used} at the end"
    )
    sent, number = 0, 0
    while sent < messages:
        system, dice = systems.NAMES[number % 4], ("seeded", "typed")[number // 4 % 2]
        r = room(system, (ME, YOU, Seat("crowd")), dice, seed=number)
        until = min(messages, sent + messages // 8 + 1)  # undone again and again, a battle would last for ever
        while not r.over and sent < until:
            play(r, rng.randrange(12), number)
            sent += 20
            bother(r, rng, 20)
        number += 1
    print(f"{sent} hostile messages in {number} battles: each answered, every battle went on")


if __name__ == "__main__":
    main(*[int(word) for word in (*sys.argv[1:], *("200", "10000", "100")[len(sys.argv) - 1 :])])
