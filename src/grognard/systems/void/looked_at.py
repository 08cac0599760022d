"""Which circumstances matter: what is worked out of an attack serves every attack that is the same in all that was looked at.

Most rules look at few circumstances, and most attacks differ in others: from which side they come, who has fallen already.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Any, Generic, TypeVar, cast

MOST = 1024  # answers that are kept of one question
PARTS = ("how",)  # what is looked into, not at

V = TypeVar("V")
R = TypeVar("R")


class Watched:
    """A value seen through: each field that is looked at is noted by its name, with dots for a field of a part."""

    __slots__ = ("_looked", "_parts", "_value")

    def __init__(self, value: Any, looked: dict[str, None]) -> None:
        self._value, self._looked = value, looked
        self._parts: dict[str, Watched] = {}  # those that have been looked into


@lru_cache(64)
def _watching(kind: type, name: str = "") -> type[Watched]:
    """What sees through values of a kind; ``name`` is that of the part they are. It has all their fields: none need be sought."""
    fields = {field: property(_seen_through(field, name)) for field in dir(kind) if not field.startswith("_")}
    return type("Watched", (Watched,), {"__slots__": (), **fields})


def _seen_through(field: str, name: str) -> Callable[[Watched], Any]:
    """What reads a field of what is watched, and notes it."""
    noted = name + field

    def part(watched: Watched) -> Any:
        found = watched._parts.get(field)
        if found is None:
            value = getattr(watched._value, field)
            kind: Any = type(value)
            found = watched._parts[field] = _watching(kind, f"{field}.")(value, watched._looked)
        return found

    def plain(watched: Watched) -> Any:
        value = getattr(watched._value, field)
        watched._looked[noted] = None
        return value

    return part if field in PARTS else plain


class Alike(Generic[V, R]):
    """What is worked out of values, found once for all that are alike in whatever was looked at in any of them.

    >>> from collections import namedtuple
    >>> Shot, asked = namedtuple("Shot", "range wind"), []
    >>> far = Alike(lambda shot: asked.append(shot.range) or shot.range > 24)
    >>> far.found(Shot(30, "east")), far.found(Shot(30, "west")), far.found(Shot(12, "west")), asked
    (True, True, False, [30, 12])
    """

    __slots__ = ("_answers", "_looked", "_parts", "_work")

    def __init__(self, work: Callable[[V], R]) -> None:
        self._work = work
        self._looked: dict[str, None] = {}
        self._parts: Callable[[V], Any] = lambda value: None
        self._answers: dict[Any, R] = {}

    def found(self, value: V) -> R:
        """What comes of a value. What is worked out of it must depend on nothing but its fields."""
        asked = self._parts(value)
        if asked not in self._answers:
            looked: dict[str, None] = {}
            kind: Any = type(value)
            answer = self._work(cast(V, _watching(kind)(value, looked)))
            if len(self._answers) >= MOST or not looked.keys() <= self._looked.keys():
                self._looked.update(looked)
                self._parts, self._answers = attrgetter(*self._looked), {}
                asked = self._parts(value)
            self._answers[asked] = answer
        return self._answers[asked]
