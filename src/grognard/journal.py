"""The journal of battles: an SQLite file to which everything is written before it is answered.

A room is a battle with its seats; its inputs, what was taken back, marks, acknowledged messages and eight bytes of fingerprint for
each boundary stand in tables of their own. Whoever has the same journal open twice finds out by the version of the room. A journal
is known by its content, not by its name; a damaged one, or a file of another program, gives one clear error.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from .errors import GrognardError
from .kernel import saves
from .kernel.plain import plain, text
from .kernel.session import Point, Session

MAGIC: Final = b"SQLite format 3\0"  # how every file of SQLite begins
OURS: Final = 0x67724A31  # the application_id of a journal
FORMAT: Final = 1
WAIT: Final = 5.0  # seconds for another program that is just writing
TABLES: Final = """
CREATE TABLE rooms (name TEXT PRIMARY KEY, version INTEGER NOT NULL, engine TEXT NOT NULL, dice TEXT NOT NULL,
    setup TEXT NOT NULL, seats TEXT NOT NULL, place TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE inputs (room TEXT NOT NULL, n INTEGER NOT NULL, asker INTEGER NOT NULL, plain TEXT NOT NULL,
    PRIMARY KEY (room, n)) WITHOUT ROWID;
CREATE TABLE taken (room TEXT NOT NULL, n INTEGER NOT NULL, plain TEXT NOT NULL, PRIMARY KEY (room, n)) WITHOUT ROWID;
CREATE TABLE points (room TEXT NOT NULL, n INTEGER NOT NULL, inputs INTEGER NOT NULL, digest BLOB NOT NULL,
    PRIMARY KEY (room, n)) WITHOUT ROWID;
CREATE TABLE marks (room TEXT NOT NULL, k INTEGER NOT NULL, inputs INTEGER NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (room, k)) WITHOUT ROWID;
CREATE TABLE acks (room TEXT NOT NULL, seat TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
    PRIMARY KEY (room, seat, id)) WITHOUT ROWID;
"""


class Stale(GrognardError):
    """The battle has gone on in another program that has the same journal open."""


class Boundary(Struct, frozen=True):
    """A boundary that was reached: its number, how many inputs there were, and its fingerprint."""

    number: int
    inputs: int
    digest: bytes


class Kept(Struct, kw_only=True):
    """A room as its journal holds it. ``setup`` and ``seats`` are plain data; ``inputs`` are handfuls as bytes, and picks."""

    name: str
    setup: Any
    seats: Any
    dice: str = "seeded"
    engine: str = ""
    version: int = 0
    place: Any = ()
    inputs: list[Any] = []
    taken: list[Any] = []
    points: list[Boundary] = []
    marks: list[tuple[int, str]] = []
    acks: dict[tuple[str, str], int] = {}


class Change(Struct, kw_only=True):
    """What a message has changed: made on version ``before``, it makes version ``after``.

    All inputs from ``start`` on are replaced by ``inputs`` (each with who gave it), all boundaries from number ``boundary`` on by
    ``points``; None leaves the rest as it is.
    """

    before: int
    after: int
    start: int
    inputs: list[tuple[int, Any]] = []
    boundary: int
    points: list[Boundary] = []
    place: Any = None
    taken: list[Any] | None = None
    mark: tuple[int, str] | None = None
    ack: tuple[str, str] | None = None
    seats: Any = None
    engine: str | None = None


def is_journal(path: Path | str) -> bool:
    """Whether a file begins as a journal does."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


class Journal:
    """One journal, open for writing: made when there is none. Raises GrognardError for whatever is no journal."""

    def __init__(self, path: Path | str, *, new: bool = False) -> None:
        self.path = Path(path)
        self._lock = threading.Lock()  # rooms are played in threads, and a transaction is one room's
        if self.path.exists() and (new or self.path.stat().st_size) and not is_journal(self.path):
            raise GrognardError("there is a file that is no journal", where=str(path), hint="choose another name")
        if not self.path.absolute().parent.is_dir():
            raise GrognardError("no such folder", where=str(self.path.parent))
        with _told(self.path):
            self._db = sqlite3.connect(self.path, timeout=WAIT, isolation_level=None, check_same_thread=False)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def _prepare(self) -> None:
        db = self._db
        ours, version = _is_ours(db)
        if ours:
            _checked(db, version, self.path)
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=FULL")
            return
        if db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise GrognardError("a database of another program", where=str(self.path), hint="choose another name")
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        with self._writing():
            for statement in TABLES.split(";"):
                db.execute(statement)
            db.execute(f"PRAGMA application_id={OURS}")
            db.execute(f"PRAGMA user_version={FORMAT}")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """All that is written inside is kept, or nothing."""
        with _told(self.path), self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def close(self) -> None:
        """Closes the file; everything is in it."""
        with _told(self.path):
            self._db.close()

    def rooms(self) -> list[str]:
        """The battles that it holds, by name."""
        with _told(self.path), self._lock:
            return [name for (name,) in self._db.execute("SELECT name FROM rooms ORDER BY name")]

    def version(self, room: str) -> int:
        """The version of a room as it stands in the file. Raises GrognardError when there is no such room."""
        with _told(self.path), self._lock:
            found = self._db.execute("SELECT version FROM rooms WHERE name=?", (room,)).fetchone()
        if found is None:
            raise GrognardError(f"no battle called {room!r}", where=str(self.path))
        return int(found[0])

    def create(self, kept: Kept) -> None:
        """Writes a new room, with all that there is of it. Raises GrognardError when there is one of that name."""
        with self._writing() as db:
            if db.execute("SELECT 1 FROM rooms WHERE name=?", (kept.name,)).fetchone():
                raise GrognardError(f"there is a battle called {kept.name!r} already", where=str(self.path))
            row = (kept.name, kept.version, kept.engine, kept.dice, *map(_text, (kept.setup, kept.seats, kept.place)))
            db.execute("INSERT INTO rooms VALUES (?,?,?,?,?,?,?)", row)
            self._put(db, kept.name, 0, [(-1, value) for value in kept.inputs], kept.taken)
            rows = [(kept.name, p.number, p.inputs, p.digest) for p in kept.points]
            db.executemany("INSERT INTO points VALUES (?,?,?,?)", rows)

    def write(self, room: str, change: Change) -> None:
        """Writes what has changed, whole or not at all. Raises Stale when the change was made on another version of the room."""
        with self._writing() as db:
            done = db.execute(
                "UPDATE rooms SET version=? WHERE name=? AND version=?", (change.after, room, change.before)
            )
            if done.rowcount != 1:
                raise Stale(
                    "the battle has gone on in another program",
                    where=str(self.path),
                    hint="nothing is lost: go on from how it stands now",
                )
            for column, value in (("place", change.place), ("seats", change.seats)):
                if value is not None:
                    db.execute(f"UPDATE rooms SET {column}=? WHERE name=?", (_text(value), room))
            if change.engine is not None:
                db.execute("UPDATE rooms SET engine=? WHERE name=?", (change.engine, room))
            db.execute("DELETE FROM inputs WHERE room=? AND n>=?", (room, change.start))
            self._put(db, room, change.start, change.inputs, change.taken)
            db.execute("DELETE FROM points WHERE room=? AND n>=?", (room, change.boundary))
            rows = [(room, p.number, p.inputs, p.digest) for p in change.points]
            db.executemany("INSERT INTO points VALUES (?,?,?,?)", rows)
            if change.mark is not None:
                k = db.execute("SELECT count(*) FROM marks WHERE room=?", (room,)).fetchone()[0]
                db.execute("INSERT INTO marks VALUES (?,?,?,?)", (room, k, *change.mark))
            if change.ack is not None:
                db.execute("INSERT OR REPLACE INTO acks VALUES (?,?,?,?)", (room, *change.ack, change.after))

    def _put(
        self, db: sqlite3.Connection, room: str, start: int, inputs: list[tuple[int, Any]], taken: list[Any] | None
    ) -> None:
        said = saves.inputs_saved([value for _, value in inputs])
        rows = [
            (room, start + i, asker, _text(value))
            for i, ((asker, _), value) in enumerate(zip(inputs, said, strict=True))
        ]
        db.executemany("INSERT INTO inputs VALUES (?,?,?,?)", rows)
        if taken is not None:
            db.execute("DELETE FROM taken WHERE room=?", (room,))
            rows_of_taken = [(room, i, _text(value)) for i, value in enumerate(saves.inputs_saved(taken))]
            db.executemany("INSERT INTO taken VALUES (?,?,?)", rows_of_taken)

    def load(self, room: str) -> Kept:
        """A room as the file holds it. Raises GrognardError when there is none, or when the file is damaged."""
        with _told(self.path), self._lock:
            self._db.execute("BEGIN")  # all of it as it stood at one moment
            try:
                return _loaded(self._db, room, str(self.path))
            finally:
                self._db.execute("COMMIT")


# --- reading ----------------------------------------------------------------------------------------------------------


def read(path: Path | str, room: str | None = None) -> Kept:
    """A room of a journal that is only looked at: the one there is, or one by name. Raises GrognardError for anything else."""
    path = Path(path)
    with _told(path):
        db = _opened(path)
        try:
            ours, version = _is_ours(db)
            if not ours:
                raise GrognardError("a database, but no journal of Grognard", where=str(path))
            _checked(db, version, path)
            names = [name for (name,) in db.execute("SELECT name FROM rooms ORDER BY name")]
            if room is None and len(names) != 1:
                raise GrognardError(
                    f"a journal of {len(names)} battles, not of one", where=str(path), hint=", ".join(names[:8])
                )
            return _loaded(db, names[0] if room is None else room, str(path))
        finally:
            db.close()


def content(path: Path | str) -> dict[str, Any]:
    """What a journal of one battle holds, in the form of a save (``kernel.saves``), with its ``points``."""
    kept = read(path)
    setup = kept.setup
    if not isinstance(setup, dict) or not isinstance(setup.get("system"), str):
        raise _damaged(str(path))
    return {
        "format": saves.FORMAT,
        "version": saves.VERSION,
        "system": setup["system"],
        "setup": setup,
        "seed": setup.get("seed"),
        "rulings": setup.get("rulings"),
        "place": kept.place,
        "inputs": saves.inputs_saved(kept.inputs),
        "points": kept.points,
    }


def _opened(path: Path) -> sqlite3.Connection:
    name = path.absolute().as_uri()
    db = sqlite3.connect(f"{name}?mode=ro", uri=True, timeout=WAIT, isolation_level=None)
    try:
        db.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.OperationalError:  # where nothing can be written, not even who is reading
        db.close()
        return sqlite3.connect(f"{name}?immutable=1", uri=True, isolation_level=None)
    return db


def _is_ours(db: sqlite3.Connection) -> tuple[bool, int]:
    ours = db.execute("PRAGMA application_id").fetchone()[0] == OURS
    return ours, int(db.execute("PRAGMA user_version").fetchone()[0])


def _checked(db: sqlite3.Connection, version: int, path: Path) -> None:
    if version > FORMAT:
        raise GrognardError(
            f"written by a later version (format {version})",
            where=str(path),
            hint=f"this version reads formats up to {FORMAT}",
        )
    if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise _damaged(str(path))


def _loaded(db: sqlite3.Connection, room: str, where: str) -> Kept:
    row = db.execute("SELECT version, engine, dice, setup, seats, place FROM rooms WHERE name=?", (room,)).fetchone()
    if row is None:
        raise GrognardError(f"no battle called {room!r}", where=where)
    version, engine, dice, *texts = row
    rows = db.execute("SELECT n, plain FROM inputs WHERE room=? ORDER BY n", (room,)).fetchall()
    taken = [p for (p,) in db.execute("SELECT plain FROM taken WHERE room=? ORDER BY n", (room,))]
    try:
        setup, seats, place = map(json.loads, texts)
        if [n for n, _ in rows] != list(range(len(rows))):
            raise ValueError("an input is missing")
        return Kept(
            name=room,
            setup=setup,
            seats=seats,
            dice=str(dice),
            engine=str(engine),
            version=int(version),
            place=place,
            inputs=saves.inputs_read([json.loads(said) for _, said in rows], where),
            taken=saves.inputs_read([json.loads(said) for said in taken], where),
            points=[
                Boundary(int(n), int(inputs), bytes(digest))
                for n, inputs, digest in db.execute(
                    "SELECT n, inputs, digest FROM points WHERE room=? ORDER BY n", (room,)
                )
            ],
            marks=[
                (int(n), str(said))
                for n, said in db.execute("SELECT inputs, text FROM marks WHERE room=? ORDER BY k", (room,))
            ],
            acks={
                (str(seat), str(id)): int(made)
                for seat, id, made in db.execute("SELECT seat, id, version FROM acks WHERE room=?", (room,))
            },
        )
    except (ValueError, TypeError, RecursionError):
        raise _damaged(where) from None


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _damaged(where: str) -> GrognardError:
    return GrognardError("the journal is damaged", where=where, hint="a copy of it may still be whole")


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What SQLite or the disk has against a file, as one clear error."""
    try:
        yield
    except sqlite3.OperationalError as error:
        said = str(error)
        hint = "another program is writing to it; try again" if "locked" in said or "busy" in said else ""
        raise GrognardError(f"cannot be read or written: {said}", where=str(path), hint=hint) from None
    except sqlite3.DatabaseError:
        raise _damaged(str(path)) from None
    except OSError as error:
        raise GrognardError(f"cannot be opened: {error.strerror}", where=str(path)) from None


def replaced(path: Path | str, kept: Kept) -> None:
    """Puts a journal with this one battle in the place of a file (a save), whole or not at all."""
    path = Path(path)
    name = path.with_name(f".{path.name}.{os.getpid()}.journal")
    try:
        name.unlink(missing_ok=True)
        made = Journal(name)
        try:
            made.create(kept)
            with _told(name):
                made._db.execute("PRAGMA journal_mode=DELETE")  # all of it in one file
        finally:
            made.close()
        os.replace(name, path)
    except OSError as error:
        raise GrognardError(f"cannot be written: {error.strerror}", where=str(path)) from None
    finally:
        for left in (name, Path(f"{name}-wal"), Path(f"{name}-shm"), Path(f"{name}-journal")):
            left.unlink(missing_ok=True)


# --- fingerprints -----------------------------------------------------------------------------------------------------

BYTES = 8


class Fingerprints:
    """Fingerprints of the boundaries of one battle: of its setup, the log up to there, and the table there.

    The log is read once as the battle goes on, and again only when something has been taken back.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._first = blake2b(text(plain(session.setup.saved())).encode(), digest_size=BYTES)
        self._at: list[tuple[int, Any]] = [(0, self._first)]  # (entries of the log that were read, what they come to)
        self._table = session.table.clone()

    def of(self, point: Point) -> bytes:
        """The fingerprint of a boundary of the battle as it stands."""
        at = self._at
        while at[-1][0] > point.log:
            at.pop()
        read, known = at[-1]
        if read < point.log:
            known = known.copy()
            for entry in self.session.log[read : point.log]:
                known.update(text(entry.plain()).encode())
            at.append((point.log, known))
        whole = known.copy()
        self._table.restore(point.table)
        whole.update(text(self._table.plain()).encode())
        return bytes(whole.digest())

    def cut(self, log: int) -> None:
        """Forgets what was read beyond this length of the log: it was taken back."""
        while self._at[-1][0] > log:
            self._at.pop()

    def boundary(self, point: Point) -> Boundary:
        """A boundary as a journal keeps it."""
        return Boundary(point.number, point.inputs, self.of(point))


def parted(session: Session, recorded: Sequence[Boundary]) -> Point | None:
    """The last boundary up to which a battle derived again is as it was recorded; None when all of it is.

    A boundary's fingerprint covers everything before it, so the last one is looked at first.
    """
    points = {point.number: point for point in session.points}
    prints = Fingerprints(session)
    if not recorded:
        return None
    last = recorded[-1]
    if last.number in points and prints.of(points[last.number]) == last.digest:
        return None
    same = session.points[0]
    prints = Fingerprints(session)
    for boundary in recorded:
        point = points.get(boundary.number)
        if point is None or prints.of(point) != boundary.digest:
            break
        same = point
    return same
