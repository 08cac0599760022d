"""Army lists that were brought to this server: kept in its data folder by what is in them, so that links outlast a restart.

No name that anybody sends reaches the file system: a list has the name that its content gives it, and of the name of a file only
the ending is taken.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

from msgspec.structs import replace

from ..common.profiles import Force
from ..errors import GrognardError
from ..kernel.memo import memo
from ..muster import ref
from ..muster.catalogue.wargear import More, SizeOption
from ..muster.formats import native
from ..muster.upgrades import NUMBERED
from .fields import in_fields
from .questions import MOST_TEXT

MOST_LIST: Final = 8 * 1024 * 1024  # bytes of one
MOST_LISTS: Final = 300
MOST_BYTES: Final = 256 * 1024 * 1024  # of all of them
UNNAMED: Final = "list"  # how a force is called whose file says no name: as that file
NAME: Final = re.compile(r"list-[0-9a-f]{24}")


class KeptLists:
    """The lists of one folder; the longest unused ones go when there are too many."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()

    def keep(self, name: str, data: bytes) -> tuple[str, Force]:
        """Reads a list and keeps it: its reference and its force. Raises GrognardError for what is none."""
        if len(data) > MOST_LIST:
            raise GrognardError("too long", hint=f"at most {MOST_LIST // 1024 // 1024} MB")
        ending = Path(name.replace("\\", "/").rpartition("/")[2]).suffix.lower()
        if not (ending.isascii() and ending[1:].isalnum() and len(ending) <= 8):
            ending = ".txt"
        said = f"list-{hashlib.sha256(ending.encode() + b'/' + data).hexdigest()[:24]}"
        with self._lock:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                new = Path(mkdtemp(prefix="new-", dir=self.folder))
            except OSError as error:
                raise GrognardError(f"lists cannot be kept here: {error.strerror}", hint="is the disk full?") from None
            try:
                path = new / f"{UNNAMED}{ending}"
                path.write_bytes(data)
                with _plainly(path):
                    force = ref.resolve_force(str(path))
                if not (self.folder / said).exists():
                    new.rename(self.folder / said)
            except OSError as error:
                raise GrognardError(f"the list cannot be kept: {error.strerror}", hint="is the disk full?") from None
            finally:
                shutil.rmtree(new, ignore_errors=True)
            self._use(self.folder / said)
            self._let_go()
        return said, force

    def file(self, name: str) -> Path | None:
        """The file of a list; None for a name that is none of a list. Raises GrognardError for a list that is gone."""
        if not NAME.fullmatch(name):
            return None
        folder = self.folder / name
        found = next(iter(sorted(folder.glob("list.*"))), None)
        if found is None:
            raise GrognardError("this list is not kept here any more", where=name, hint="bring its file again")
        self._use(folder)
        return found

    def force(self, name: str) -> Force | None:
        """The force of a list; None for a name that is none of a list. Raises GrognardError for a list that is gone."""
        path = self.file(name)
        if path is None:
            return None
        with _plainly(path):
            return ref.resolve_force(str(path))

    def unit(self, reference: str) -> tuple[str, str] | None:
        """A unit of a list, with its size and options: its name and the text of its force; None for what names no list."""
        name, _, unit = reference.partition(":")
        path = self.file(name)
        if path is None:
            return None
        with _plainly(path):
            return _unit(str(path), unit)

    def options(self, reference: str) -> dict[str, Any]:
        """What a unit may take and has taken, and how many models it may have; a sample offers nothing."""
        name, _, unit = reference.partition(":")
        path = self.file(name)
        if path is None or (kind := ref.sniffed(str(path))) not in ("catalogue", "json"):
            return {"options": []}
        with _plainly(path):
            base, size, take = ref.wanted(str(path), kind, unit)
            offered = [one for options in ref.offered(f"{path}:{unit}").values() for one in options]
        sizes = [one for one in offered if isinstance(one, SizeOption)]
        return {
            "name": base,
            "size": size,
            "sizes": sizes[0].told() if sizes else "",
            "taken": [_counted(word) for word in take],
            "options": [
                {"name": one.name, "says": one.told(), "most": getattr(one, "most", 1)}
                for one in offered
                if not isinstance(one, (SizeOption, More))
            ],
        }

    def _use(self, folder: Path) -> None:
        with suppress(OSError):
            os.utime(folder)

    def _let_go(self) -> None:
        """The lists that were used last stay, as many as may be."""
        kept = sorted(self.folder.glob("list-*"), key=lambda folder: folder.stat().st_mtime_ns, reverse=True)
        size = 0
        for n, folder in enumerate(kept):
            size += sum(file.stat().st_size for file in folder.iterdir())
            if n and (n >= MOST_LISTS or size > MOST_BYTES):
                shutil.rmtree(folder, ignore_errors=True)


def _counted(word: str) -> dict[str, Any]:
    """An option that is taken, and how often.

    >>> _counted("2x Net"), _counted("Hook")
    ({'name': 'Net', 'n': 2}, {'name': 'Hook', 'n': 1})
    """
    numbered = NUMBERED.fullmatch(word)
    return {"name": numbered[2], "n": int(numbered[1])} if numbered else {"name": word, "n": 1}


@memo(256)
def _unit(path: str, unit: str) -> tuple[str, str]:
    kind, force = ref.resolve_unit(f"{path}:{unit}")
    if len(force.kinds) > 1:
        text = native.dump(force)
        if len(text) <= MOST_TEXT:
            return unit, text
    return kind.name, native.dump(replace(force, kinds=(kind,), unread=()))


@contextmanager
def _plainly(path: Path) -> Iterator[None]:
    """What is wrong with a file is said without telling where it lies."""
    try:
        yield
    except GrognardError as error:
        hint = error.hint
        if "--catalogue" in hint:  # a browser brings one file
            hint = "bring the roster file of your list builder (.ros, .rosz, .json): it needs none"
        said = [
            in_fields(part.replace(str(path), "the list").replace(path.name, "the list")) for part in (error.what, hint)
        ]
        raise GrognardError(said[0], where="the list", hint=said[1]) from None
