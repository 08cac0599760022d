"""The pairs of an experiment on disk: a line of JSON each, which is the truth, and an SQLite index that finds them again.

The index is made anew whenever it is missing, damaged or of other lines; nothing is lost with it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from .pairs import BattlePair

PAIRS, INDEX = "pairs.jsonl", "index.sqlite"
LAYOUT = 1  # of the index; another is made anew


class KeptPairs(Mapping[int, BattlePair]):
    """Pairs by number, read when they are wanted. Of two lines of one number the first counts."""

    def __init__(self, folder: Path) -> None:
        self.file, self.index = folder / PAIRS, folder / INDEX
        size = self.file.stat().st_size if self.file.exists() else 0
        try:
            self._opened()
            covered = self._covered()
            if covered > size:
                raise sqlite3.DatabaseError
        except sqlite3.Error:
            self._afresh()
            covered = 0
        self._read_from(covered)

    def _opened(self) -> None:
        self.base = sqlite3.connect(self.index)
        self.base.execute("PRAGMA synchronous = OFF")  # what a fault of power spoils is made anew
        if self.base.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError
        if self.base.execute("PRAGMA user_version").fetchone() != (LAYOUT,):
            self.base.execute("DROP TABLE IF EXISTS line")
            self.base.execute(
                "CREATE TABLE line (n INTEGER PRIMARY KEY, start INTEGER NOT NULL, size INTEGER NOT NULL)"
            )
            self.base.execute(f"PRAGMA user_version = {LAYOUT}")
            self.base.commit()

    def _afresh(self) -> None:
        self.close()
        for name in (self.index, self.index.with_name(f"{INDEX}-journal")):
            name.unlink(missing_ok=True)
        self._opened()

    def _covered(self) -> int:
        """How far the lines are in the index."""
        return int(self.base.execute("SELECT coalesce(max(start + size), 0) FROM line").fetchone()[0])

    def _read_from(self, start: int) -> None:
        """Takes the lines from a place on into the index, and cuts off what a kill left of the last one."""
        if not self.file.exists():
            return
        rows, end = [], start
        with self.file.open("r+b") as file:
            file.seek(start)
            for line in file:
                try:
                    pair = msgspec.json.decode(line, type=BattlePair)
                except msgspec.DecodeError:
                    break
                if not line.endswith(b"\n"):
                    break
                rows.append((pair.n, end, len(line)))
                end += len(line)
            file.seek(0, os.SEEK_END)
            if file.tell() > end:
                file.truncate(end)
        self._add(rows)

    def _add(self, rows: Iterable[tuple[int, int, int]]) -> None:
        with self.base:
            self.base.executemany("INSERT OR IGNORE INTO line VALUES (?, ?, ?)", rows)

    def append(self, pairs: Iterable[BattlePair]) -> None:
        """Keeps pairs that are not there yet: they are on the disk when this returns. Raises OSError."""
        rows = []
        with self.file.open("ab") as file:
            for pair in pairs:
                if pair.n not in self:
                    line = msgspec.json.encode(pair) + b"\n"
                    rows.append((pair.n, file.tell(), len(line)))
                    file.write(line)
            file.flush()
            os.fsync(file.fileno())
        try:
            self._add(rows)
        except sqlite3.Error as error:
            raise OSError(0, f"the index: {error}") from None

    def __getitem__(self, n: int) -> BattlePair:
        found = self._at(n)
        if found is None:
            raise KeyError(n)
        with self.file.open("rb") as file:
            file.seek(found[0])
            pair = msgspec.json.decode(file.read(found[1]), type=BattlePair)
        if pair.n != n:
            raise ValueError(f"{self.file} was changed while it was read")
        return pair

    def _at(self, n: object) -> tuple[int, int] | None:
        found: tuple[int, int] | None = self.base.execute("SELECT start, size FROM line WHERE n = ?", (n,)).fetchone()
        return found

    def __contains__(self, n: object) -> bool:
        return self._at(n) is not None

    def __iter__(self) -> Iterator[int]:
        return iter([n for (n,) in self.base.execute("SELECT n FROM line ORDER BY n")])

    def __len__(self) -> int:
        return int(self.base.execute("SELECT count(*) FROM line").fetchone()[0])

    def close(self) -> None:
        """Lets the index go."""
        with suppress(AttributeError):
            self.base.close()
