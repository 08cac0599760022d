"""Eight bytes for each boundary of a battle, by which a battle that is derived again is held against what was recorded."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from ..kernel.plain import plain, text
from ..kernel.session import Point, Session
from .journal import Boundary

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
