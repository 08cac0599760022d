"""Which request gets which answer: a path and a body in, a status and JSON out. The server and the worker ask through here."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from ..errors import GrognardError
from .desk import Desk

ASK: Final = "/api/ask"
BATTLES: Final = "/api/battles"
MINE: Final = "/api/battles/mine"
FILE: Final = "/api/battles/{room}/file"
WATCH: Final = "/api/battles/{room}/watch"
AGAIN: Final = "/api/battles/{room}/again"
_ONE: Final = re.compile(r"/api/battles/([^/]*)/(file|watch|again)")
_keys: msgspec.json.Decoder[dict[str, str]] = msgspec.json.Decoder(dict[str, str])

Answer = tuple[int, bytes]


def answer(desk: Desk, path: str, body: bytes = b"", key: str = "") -> Answer:
    """The answer to a request; ``key``: of the seat that asks about a battle."""
    try:
        found = _found(desk, path, body, key)
    except GrognardError as error:
        return refused(error)
    failed = isinstance(found, dict) and "error" in found
    return 422 if failed else 200, msgspec.json.encode(found)


def _found(desk: Desk, path: str, body: bytes, key: str) -> Any:
    if path == ASK:
        return desk.answer(body)
    if path == BATTLES:
        return desk.begin(body)
    if path == MINE:
        return desk.hall.listed(_keys_in(body))
    if match := _ONE.fullmatch(path):
        answers = {"file": desk.saved, "watch": desk.hall.watch, "again": desk.hall.again}
        return answers[match[2]](match[1], key)
    raise GrognardError("nothing is answered at this address")


def _keys_in(body: bytes) -> dict[str, str]:
    """The keys that a page holds, by room. Raises GrognardError for anything else."""
    try:
        return _keys.decode(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise GrognardError(f"not a question: {error}") from None


def refused(error: GrognardError, status: int = 422) -> Answer:
    """An error as an answer."""
    return status, msgspec.json.encode({"error": {"what": error.what, "where": error.where, "hint": error.hint}})
