"""Fifty battles with two players each on a server of one core: how long a pick and a ``try`` wait, and what a battle weighs."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from tests.web.kills import drawn
from tests.web.serving import Served
from websockets.asyncio.client import connect

from grognard import systems
from grognard.journal import read
from grognard.web.hall import JOURNAL

from .figures import Figures

BATTLES, PICKS = 50, 70  # and how many answers each gets
THINKS = 0.2, 0.6  # seconds before an answer: quicker than people are
PICK, TRY = 0.1, 0.03  # seconds at the 95th percentile


@dataclass
class _Battle:
    """A battle that both its players stop at so many picks."""

    battle: dict[str, Any]
    left: int = PICKS
    over: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class _Waits:
    """How long answers took, in seconds."""

    picks: list[float] = field(default_factory=list)
    tries: list[float] = field(default_factory=list)


def rooms(figures: Figures) -> None:
    """Waits at the 95th percentile, memory of a battle, and what was picked."""
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        try:
            _on_one_core(served.process.pid)
            games = [_begun(served, k) for k in range(BATTLES)]
            alone = _memory(served.process.pid)
            waits = asyncio.run(_played(served.port, games))
            grown = _memory(served.process.pid) - alone
        finally:
            served.kill()
        kept = [read(Path(folder) / JOURNAL, game.battle["room"]).inputs for game in games]
    print(f"  ({len(waits.picks)} picks and {len(waits.tries)} tries in {BATTLES} battles)")
    figures.time("a pick, 95th percentile", _of_100(waits.picks, 95), PICK)
    figures.time("a try, 95th percentile", _of_100(waits.tries, 95), TRY)
    print(f"  memory of a battle that is played                    {grown / BATTLES / 1024:9.1f} KB")
    figures.result("fifty rooms", repr(kept))


def _begun(served: Served, k: int) -> _Battle:
    system = systems.NAMES[k % len(systems.NAMES)]
    asked = {"ours": f"{system}/A", "theirs": f"{system}/B", "seats": ["me", "friend"], "seed": k, "rounds": 3}
    return _Battle(served.begin(**asked))


async def _played(port: int, games: list[_Battle]) -> _Waits:
    waits = _Waits()
    players = [_player(port, game, seat, waits, k) for k, game in enumerate(games) for seat in ("me", "friend B")]
    await asyncio.gather(*players)
    return waits


async def _player(port: int, game: _Battle, seat: str, waits: _Waits, k: int) -> None:
    """One page: it answers when it is asked, and tries a move before it makes one."""
    rng, ask, sent, n = Random(f"{k} {seat}"), {}, 0.0, 0
    room, key, address = game.battle["room"], game.battle["keys"][seat], f"127.0.0.1:{port}"
    async with connect(f"ws://{address}/ws/{room}", origin=f"http://{address}", max_size=None) as socket:  # type: ignore[arg-type]
        await socket.send(msgspec.json.encode({"type": "sit", "key": key, "pace": "at once"}).decode())
        ended = asyncio.create_task(game.over.wait())
        while not game.over.is_set():
            heard = asyncio.create_task(socket.recv(decode=False))
            await asyncio.wait({heard, ended}, return_when=asyncio.FIRST_COMPLETED)
            if not heard.done():
                heard.cancel()
                break
            text, now = heard.result(), time.perf_counter()
            if text.startswith(b'{"type":"acked"'):
                waits.picks.append(now - sent)
                game.left -= 1
                if not game.left:
                    game.over.set()
            elif text.startswith(b'{"type":"over"'):
                game.over.set()
            elif text.startswith(b'{"type":"refused"'):
                raise RuntimeError(text.decode())
            elif text.startswith(b'{"type":"tried"'):
                waits.tries.append(now - sent)
                sent = time.perf_counter()
                await socket.send(drawn(ask, f"{seat}{n}", rng))
            elif text.startswith(b'{"type":"ask"'):
                found = msgspec.json.decode(text)
                if not found["yours"] or not game.left or found["version"] == ask.get("version"):
                    continue
                ask, n = found, n + 1
                await asyncio.sleep(rng.uniform(*THINKS))
                said = f'{{"type":"try","id":"t{n}","to":[24,12]}}' if ask["move"] else drawn(ask, f"{seat}{n}", rng)
                sent = time.perf_counter()
                await socket.send(said)
        ended.cancel()


def _of_100(waits: list[float], n: int) -> float:
    return sorted(waits)[min(len(waits) - 1, len(waits) * n // 100)] if waits else 0.0


def _on_one_core(pid: int) -> None:
    """The server gets one core, where the system lets us say so."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(pid, {0})


def _memory(pid: int) -> int:
    """Bytes that a process holds, 0 where the system does not say."""
    status = Path(f"/proc/{pid}/statm")
    return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if status.exists() else 0


__all__ = ["rooms"]
