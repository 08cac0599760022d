"""Battles told again moment by moment: a file that was brought, or the battle of a room as a seat may know it.

A moment is an entry of the log; the table at it comes from the battle's first snapshot and the entries up to there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, Final

from ..common import battle
from ..common.report import ending
from ..errors import GrognardError
from ..kernel import saves
from ..kernel.session import Session
from .room import Chronicle
from .seen import known_to, seen

MOST_REPLAYS: Final = 20  # that are held
SQLITE: Final = b"SQLite format 3\x00"  # how a journal begins


class Replay:
    """One battle to be told again, as whoever plays ``sides`` may know it; None: all of it."""

    def __init__(self, session: Session, sides: tuple[int, ...] | None) -> None:
        self.session, self.sides = session, sides
        self._lock = Lock()  # of the table that goes from moment to moment
        self._log = tuple(session.log)  # what is taken back later stays told
        chronicle = Chronicle(sides[0] if sides is not None and len(sides) == 1 else None, everything=sides is None)
        self.marks: list[dict[str, Any]] = []
        self._t = session.table.clone()
        self._first = session.points[0].table
        self._t.restore(self._first)
        self._at = 0  # so many entries of the session's log are on it
        alive = {u.id for u in self._t.units if u.alive}
        while self._step():
            chronicle.tell(self._t, self._log[self._at - 1], self._at - 1)
            now = {u.id for u in self._t.units if u.alive}
            fallen, alive = alive - now, now
            if chronicle.entries and fallen:
                words = ", ".join(self._t.name(unit) for unit in sorted(fallen))
                self.marks.append({"n": len(chronicle.entries) - 1, "kind": "lost", "words": words})
        self.entries, self.places = chronicle.entries, chronicle.places
        self.marks += [{"n": e.n, "kind": "points", "words": e.text} for e in self.entries if e.points]
        self.marks.sort(key=lambda mark: (mark["n"], mark["kind"]))

    def _step(self) -> bool:
        if self._at >= len(self._log):
            return False
        self._t.remember()
        self._log[self._at].on(self._t)
        self._at += 1
        return True

    def told(self) -> dict[str, Any]:
        """All but the table: the log, marks on it, and how it ended."""
        setup = self.session.setup
        rounds: dict[int, int] = {}
        for entry in self.entries:
            rounds.setdefault(entry.round, entry.n)
        return {
            "name": " against ".join(force.name for force in setup.forces),
            "system": setup.system,
            "entries": self.entries,
            "rounds": [[number, n] for number, n in rounds.items()],
            "marks": self.marks,
            "ending": ending(self.session),
        }

    def moment(self, n: int) -> dict[str, Any]:
        """The table just after entry ``n`` of what is told. Raises GrognardError when there is no such entry."""
        if not self.entries:
            raise GrognardError("nothing has happened in this battle yet", hint="play on, then look back")
        if not 0 <= n < len(self.entries):
            raise GrognardError(f"there is no moment {n}", hint=f"0 to {len(self.entries) - 1}")
        place = self.places[n] + 1
        with self._lock:
            if place < self._at:
                self._t.restore(self._first)
                self._at = 0
            while self._at < place:
                self._step()
            return seen(self._t if self.sides is None else known_to(self._t, self.sides))


def _content(data: bytes) -> dict[str, Any]:
    """What a file holds, a save or the journal of one battle. Raises GrognardError for whatever is neither."""
    if not data.startswith(SQLITE):
        return saves.parse(data, "the file")
    with TemporaryDirectory() as folder:
        path = Path(folder, "battle")
        path.write_bytes(data)
        try:
            return battle.content_of(path)
        except GrognardError as error:
            raise GrognardError(error.what.replace(str(path), "the file"), where="the file", hint=error.hint) from None


class Replays:
    """The battles that are being told again on this server."""

    def __init__(self) -> None:
        self._held: OrderedDict[str, Replay] = OrderedDict()
        self._made: dict[Hashable, str] = {}
        self._lock = Lock()

    def brought(self, data: bytes) -> dict[str, Any]:
        """A file that was brought: its name here, and what is told of it. Raises GrognardError for what is no whole battle."""
        content = _content(data)
        if saves.FOR in content:
            raise GrognardError("this file holds what one player may know", hint="ask for the whole save")
        session = battle.derived(content, "the file")
        found = Replay(session, None)
        name = self.hold(found)
        same = session.digest() == content.get("digest") if "digest" in content else True
        return {"ref": name, "same": same, **found.told()}

    def hold(self, found: Replay, of: Hashable = None) -> str:
        """Keeps a battle, and gives the name that nobody guesses; the one that nobody asked for longest is let go.

        ``of``: what it was made of. What was made of the same before makes room.
        """
        name = token_hex(8)
        with self._lock:
            if of is not None:
                self._held.pop(self._made.get(of, ""), None)
                self._made[of] = name
            self._held[name] = found
            while len(self._held) > MOST_REPLAYS:
                self._held.popitem(last=False)
            self._made = {key: kept for key, kept in self._made.items() if kept in self._held}
        return name

    def get(self, name: str) -> Replay | None:
        """The battle of a name, where it is held."""
        with self._lock:
            if name in self._held:
                self._held.move_to_end(name)
            return self._held.get(name)
