"""The folder of an experiment: what it is (``manifest.json``), and the pairs that were played."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from .. import __version__
from ..errors import GrognardError
from ..kernel import saves
from .experiment import Experiment
from .kept_pairs import KeptPairs
from .pairs import BattlePair

MANIFEST = "manifest.json"


class Results:
    """The pairs of one experiment that have been played, by number. A line that was not written whole is played again."""

    def __init__(self, folder: Path | str, asked: Experiment) -> None:
        self.folder = Path(folder)
        self.asked = asked
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._unwritten(error) from None
        manifest = self.folder / MANIFEST
        if manifest.exists():
            self._go_on(manifest)
        elif any(self.folder.iterdir()):
            raise GrognardError(
                "holds other files", where=str(folder), hint="name a new folder, or one of this experiment"
            )
        else:
            told = {
                "experiment": msgspec.to_builtins(asked),
                "fingerprint": asked.fingerprint(),
                "grognard": __version__,
            }
            self.write(MANIFEST, msgspec.json.format(msgspec.json.encode(told), indent=2).decode() + "\n")
        try:
            self._lines = KeptPairs(self.folder)
        except (OSError, sqlite3.Error) as error:
            raise self._unwritten(error) from None
        self.pairs: Mapping[int, BattlePair] = self._lines

    def _go_on(self, manifest: Path) -> None:
        where = str(self.folder)
        try:
            told = msgspec.json.decode(manifest.read_bytes())
            same = told["fingerprint"] == self.asked.fingerprint()
            version = told["grognard"]
        except (OSError, msgspec.DecodeError, TypeError, KeyError):
            raise GrognardError(f"{MANIFEST} cannot be read", where=where, hint="name another folder") from None
        if not same:
            raise GrognardError("holds the results of another experiment", where=where, hint="name another folder")
        if version != __version__:
            raise GrognardError(
                f"was begun with grognard {version}, this is {__version__}", where=where, hint="name another folder"
            )

    def add(self, pairs: Iterable[BattlePair]) -> None:
        """Keeps pairs that have been played: they are on the disk when this returns."""
        try:
            self._lines.append(pairs)
        except OSError as error:
            raise self._unwritten(error) from None

    def write(self, name: str, text: str) -> None:
        """A report beside the results: it is made of them, and made anew each time."""
        saves.write_text(self.folder / name, text)

    def _unwritten(self, error: OSError | sqlite3.Error) -> GrognardError:
        return GrognardError(
            "cannot be written",
            where=str(self.folder),
            hint=f"{getattr(error, 'strerror', '') or error}; what was kept before is whole",
        )
