"""What is worked out when somebody reads it: most battles are played to their end and never told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload


class LazySequence(Sequence[str]):
    """Words that ``work(*args)`` finds when they are first read: the ids of rules that had a part in something, notes on an answer.

    ``args`` must be values, which say the same whenever they are asked. Equal to a tuple of the same words, and pickled as one.

    >>> who = LazySequence(lambda rule: (rule,), "usr:rending")
    >>> list(who), bool(who), who == ("usr:rending",)
    (['usr:rending'], True, True)
    """

    __slots__ = ("_found", "_of")

    def __init__(self, work: Callable[..., tuple[str, ...]], *args: Any) -> None:
        self._of: Any = (work, args)
        self._found: tuple[str, ...] | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """What came of the work."""
        of = self._of
        if of is not None:
            work, args = of
            self._found = work(*args)
            self._of = None
        assert self._found is not None
        return self._found

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...
    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        return self.ids[place]

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[str]:
        return iter(self.ids)

    def __eq__(self, other: object) -> bool:
        return self.ids == (other.ids if isinstance(other, LazySequence) else other)

    def __hash__(self) -> int:
        return hash(self.ids)

    def __repr__(self) -> str:
        return repr(self.ids)

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self.ids,)


def joined(first: Sequence[str], then: Sequence[str]) -> tuple[str, ...]:
    """Two lists as one, once somebody reads it."""
    return (*first, *then)
