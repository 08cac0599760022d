"""A spoilt file given to every reader, and watched: what it opens, what comes out, how long it takes."""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grognard
from grognard import systems
from grognard.common.profiles import Force
from grognard.errors import GrognardError, OurFault
from grognard.muster import check, ref, show
from grognard.muster.formats import native

from .seeds import Seed, real, small
from .spoiling import spoilt

os.environ["GROGNARD_CACHE"] = ""  # what is read is read

SECONDS = 2.0  # of one processor, the longest that a file may take
LONGEST = 4000  # letters of an error
FORBIDDEN = (
    "socket.connect",
    "socket.bind",
    "socket.getaddrinfo",
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
)
OURS = tuple(os.path.realpath(path) for path in (sys.prefix, sys.base_prefix, os.path.dirname(grognard.__file__)))

_watched: list[str] = []  # the folder beyond which nothing may be opened, while a file is read
_seen: list[str] = []
_took: list[float] = []


def _looks(event: str, args: tuple[Any, ...]) -> None:
    if not _watched:
        return
    if event in FORBIDDEN:
        _seen.append(event)
    elif event == "open" and isinstance(args[0], (str, bytes, os.PathLike)):
        path = os.path.realpath(os.fsdecode(args[0]))
        if not path.startswith((_watched[0], *OURS)):
            _seen.append(f"open {path}")
        elif path.startswith(_watched[0]) and isinstance(args[1], str) and set(args[1]) & set("wax+"):
            _seen.append(f"write {path}")


sys.addaudithook(_looks)


@contextmanager
def watched(folder: Path) -> Iterator[None]:
    """Fails when anything but the files of the folder and the program's own is opened, or the network asked."""
    _watched.append(os.path.realpath(folder))
    _seen.clear()
    try:
        yield
    finally:
        _watched.clear()
    assert not _seen, f"reached for {', '.join(_seen)}"


def drawn(number: int) -> Seed:
    """The spoilt file of this number; every fifth is made of a piece of a real one where there are any."""
    dice = random.Random(number)
    pieces = real()
    seed = dice.choice(pieces)(dice) if pieces and number % 5 == 4 else dice.choice(small())
    return spoilt(seed, dice)


def fed(seed: Seed, folder: Path, number: int = 0) -> Force | None:
    """Writes the file into an empty folder and reads it in every way; the force, None when it is refused."""
    for name, data in (*seed.beside, (seed.name, seed.data)):
        (folder / name).write_bytes(data)
    path = str(folder / seed.name)
    _took.clear()
    with watched(folder):
        names = _told(ref.unit_names, path) or []
        force: Force | None = _told(ref.resolve_force, path)
        if names:
            _told(ref.resolve_unit, f"{path}:{names[number % len(names)]}")
        _told(ref.offered, path)
        if force is not None:
            used(force)
    return force


def spent() -> float:
    """The seconds of processor that the slowest reader took for the last file."""
    return max(_took, default=0.0)


def used(force: Force) -> None:
    """What is done with a force that was read: shown, checked, written, and read again as the same."""
    assert all(line.isprintable() for line in show.rows(force)), "letters that do not print"
    json.dumps(show.shown(force), allow_nan=False)
    assert all("\n" not in fault for fault in check.faults(force))
    again = native.loads(native.written(force, systems.get(force.system).schema), "again.toml")
    assert again.kinds == force.kinds, f"reads back as another: {differs(force, again)}"


def differs(one: Force, other: Force) -> str:
    """The first unit that differs."""
    pairs = zip(one.kinds, other.kinds, strict=False)
    return next((f"{a} / {b}"[:2000] for a, b in pairs if a != b), "another number of units")


def _told(read: Any, path: str) -> Any:
    """What a reader gives, None for an error in one line."""
    began = time.process_time()
    try:
        return read(path)
    except OurFault:
        raise
    except GrognardError as error:
        assert "\n" not in str(error) and len(str(error)) < LONGEST, f"no line: {str(error)[:500]!r}"
        assert str(error).isprintable(), f"letters that do not print: {str(error)[:300]!r}"
        return None
    finally:
        _took.append(time.process_time() - began)
