"""Which request gets which answer: a path and a body in, a status and JSON out. The server and the worker ask through here."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from ..errors import GrognardError
from .desk import Desk

ASK: Final = "/api/ask"
BATTLES: Final = "/api/battles"
FILE: Final = "/api/battles/{room}/file"
_FILE: Final = re.compile(r"/api/battles/([^/]*)/file")

Answer = tuple[int, bytes]


def answer(desk: Desk, path: str, body: bytes = b"", key: str = "") -> Answer:
    """The answer to a request; ``key``: of the seat that asks for a battle's file."""
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
    if match := _FILE.fullmatch(path):
        return desk.saved(match[1], key)
    raise GrognardError("nothing is answered at this address")


def refused(error: GrognardError, status: int = 422) -> Answer:
    """An error as an answer."""
    return status, msgspec.json.encode({"error": {"what": error.what, "where": error.where, "hint": error.hint}})
