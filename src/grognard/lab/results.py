"""The folder of an experiment: what it is (``manifest.json``), and a line for each pair played (``pairs.jsonl``)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from .. import __version__
from ..errors import GrognardError
from ..kernel import saves
from .experiment import Experiment
from .pairs import BattlePair

MANIFEST, PAIRS = "manifest.json", "pairs.jsonl"


class Results:
    """The pairs of one experiment that have been played, by number. A line that was not written whole is played again."""

    def __init__(self, folder: Path | str, asked: Experiment) -> None:
        self.folder = Path(folder)
        self.asked = asked
        self.pairs: dict[int, BattlePair] = {}
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
        lines = self.folder / PAIRS
        if not lines.exists():
            return
        whole = b""
        for line in lines.read_bytes().splitlines(keepends=True):
            try:
                pair = msgspec.json.decode(line, type=BattlePair)
            except msgspec.DecodeError:
                break  # what a kill left of the last line
            if not line.endswith(b"\n"):
                break
            self.pairs.setdefault(pair.n, pair)
            whole += line
        if len(whole) != lines.stat().st_size:
            with lines.open("r+b") as file:
                file.truncate(len(whole))

    def add(self, pairs: Iterable[BattlePair]) -> None:
        """Keeps pairs that have been played: they are on the disk when this returns."""
        fresh = [pair for pair in pairs if pair.n not in self.pairs]
        try:
            with (self.folder / PAIRS).open("ab") as file:
                for pair in fresh:
                    file.write(msgspec.json.encode(pair) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise self._unwritten(error) from None
        self.pairs.update({pair.n: pair for pair in fresh})

    def write(self, name: str, text: str) -> None:
        """A report beside the results: it is made of them, and made anew each time."""
        saves.write_text(self.folder / name, text)

    def _unwritten(self, error: OSError) -> GrognardError:
        return GrognardError(
            "cannot be written",
            where=str(self.folder),
            hint=f"{error.strerror or error}; what was kept before is whole",
        )
