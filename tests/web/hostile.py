"""Messages that nobody should send, and some that he should: bytes and values drawn at random."""

from __future__ import annotations

import base64
import json
from random import Random
from typing import Any

from grognard.errors import GrognardError
from grognard.web.protocol import (
    Answer,
    Bookmark,
    Consent,
    Faces,
    FromSeat,
    Let,
    Look,
    Redo,
    Resume,
    Say,
    TryMove,
    Undo,
    Why,
    read,
)
from grognard.web.room import Room
from tests.fuzz.feeding import drawn

ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**63, 1e308, float("nan"), float("inf"), "", "yes", "__class__", "\u202e\x00", [], [[]],
    {}, {"x": 1}, [None], [[1, 2]], [[1e9, -1e9]], [float("nan"), 1.0], ["a", "b"], "9" * 400, [[0.0, 0.0]] * 300,
)  # fmt: skip


def odd(rng: Random, deep: int = 0) -> Any:
    """A value, nested sometimes."""
    pick = rng.random()
    if deep < 4 and pick < 0.15:
        return [odd(rng, deep + 1) for _ in range(rng.randrange(4))]
    if deep < 4 and pick < 0.25:
        return {str(odd(rng, 9)): odd(rng, deep + 1) for _ in range(rng.randrange(3))}
    return rng.choice(ODD)


def place(rng: Random) -> tuple[float, float]:
    """A place, on the table or far from it."""
    return rng.choice(((rng.uniform(-5, 60), rng.uniform(-5, 60)), (float("nan"), 3.0), (1e300, -1e300), (24.0, 24.0)))


def message(rng: Random, room: Room, id: str) -> FromSeat:
    """A message of a right form with anything in it."""
    version = rng.choice((room.version, room.version, room.version, 0, -1, 10**9))
    n, units = rng.choice((0, 1, 7, 400)), len(room.session.table.units)
    unit = rng.choice((0, units - 1, units, -1, 10**9))
    positions = rng.choice((None, [place(rng) for _ in range(n)]))
    return rng.choice(
        (
            Answer(id, version, rng.choice((None, -1, n, 10**9)), odd(rng)),
            Faces(id, version, [rng.choice((0, 1, 6, 7, 255, 256, -1, 10**9)) for _ in range(n)]),
            TryMove(id, positions, rng.choice((None, place(rng))), rng.choice((None, place(rng))), rng.choice((None, n, -1)),
                    rng.choice((None, place(rng), (0.0, 0.0)))),
            Look(id, unit, rng.choice((0, units - 1, units)), positions, rng.random() < 0.1),
            Why(id, rng.choice((None, unit))),
            Undo(id, version),
            Redo(id, version),
            Consent(id, version, rng.random() < 0.5),
            Say(id, str(odd(rng))[:3000]),
            Bookmark(id, str(odd(rng))),
            Let(id, rng.random() < 0.5),
            Resume(version, n),
        )
    )  # fmt: skip


def line(rng: Random) -> bytes:
    """Bytes that are no message, or nearly one."""
    kind = rng.choice(("pick", "faces", "try", "look", "undo", "say", "resume", "nonsense"))
    said = {"type": kind, "id": odd(rng), "version": odd(rng), rng.choice(("option", "value", "faces", "to")): odd(rng)}
    data = json.dumps(said).encode()
    spoil = rng.random()
    if spoil < 0.3:
        data = data[: rng.randrange(len(data))]
    elif spoil < 0.4:
        data = bytes(rng.randrange(256) for _ in range(rng.randrange(60)))
    elif spoil < 0.45:
        data = b"[" * 5000
    return data


def bother(room: Room, rng: Random, times: int) -> int:
    """So many messages from seats, watchers and strangers; each gets an answer. How many changed something."""
    changed = 0
    for k in range(times):
        if rng.random() < 0.3:
            try:
                sent = room.take("me", read(line(rng)))
            except GrognardError as error:
                assert error.what
                continue
        else:
            seat = rng.choice(("me", "you", "crowd", "stranger", ""))
            sent = room.take(seat, message(rng, room, f"h{k}"))
        assert sent, "silence"
        changed += type(sent[0][1]).__name__ == "Acked"
        while not room.waiting:
            room.advance()
    return changed


def question(rng: Random, battle: bytes) -> bytes:
    """A question as no page asks it: odd values, spoilt lists and battles as uploads."""
    kind = rng.randrange(4)
    if kind == 0:
        return line(rng)
    if kind == 1:
        names = (
            "odds",
            "curve",
            "situation",
            "rules",
            "rulings",
            "force",
            "rule",
            "pair",
            "stock",
            "moment",
            "replay",
            "list",
        )
        return json.dumps(
            {"type": rng.choice(names), rng.choice(("attacker", "id", "ref", "n", "over")): odd(rng)}
        ).encode()
    spoilt = bytearray(battle if kind == 2 else drawn(rng.randrange(10**6)).data)
    for _ in range(rng.randrange(1, 6)):
        if spoilt:
            spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
    data = base64.b64encode(bytes(spoilt[: rng.choice((10, 1_000, 10**7))])).decode()
    told = (
        {"type": "replay", "data": data}
        if kind == 2
        else {"type": "list", "name": rng.choice(("a.toml", "../b.ros", "")), "data": data}
    )
    return json.dumps(told).encode()


def ask_oddly(address: Any, rng: Random, battle: bytes, times: int) -> dict[int, int]:
    """How often such questions came to which status; AssertionError for a fault of ours."""
    found: dict[int, int] = {}
    for _ in range(times):
        body = question(rng, battle)
        status, _, said = address.get("/api/ask", body)
        assert status in (200, 413, 422, 429) and b"Traceback" not in said, (status, body[:200], said[:300])
        found[status] = found.get(status, 0) + 1
    return found
