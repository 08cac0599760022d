"""One memory for pure functions of values."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
_EMPTY: list[Callable[[], None]] = []  # what empties each memory


def memo(most: int) -> Callable[[F], F]:
    """A pure function of values whose last ``most`` answers are kept; it is called, read and tested as it was written.

    Whatever an answer hangs on must be among the arguments, but for which rules speak: whoever changes that calls ``forget``.
    What hangs on a table is for ``Table.memo``.

    >>> @memo(2)
    ... def square(n):
    ...     print("worked out")
    ...     return n * n
    >>> square(7), square(7)
    worked out
    (49, 49)
    """

    def keep(function: F) -> F:
        kept = lru_cache(maxsize=most)(function)
        _EMPTY.append(kept.cache_clear)
        return kept  # type: ignore[return-value]

    return keep


def forget() -> None:
    """Empties everything that ``memo`` keeps."""
    for empty in _EMPTY:
        empty()
