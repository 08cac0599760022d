"""Laws for players that are programs: exact ones, as long as they do not cost too much."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..kernel.asks import Procedure
from ..kernel.budget import Budget, TooMany
from ..kernel.exact import Exact, by_default
from ..kernel.law import Law
from ..kernel.tree import Decide

MOST = 50_000  # states of one estimate: a fifth of a second or so, and a count, so that battles are the same everywhere


def estimated(
    procedure: Callable[..., Procedure],
    args: tuple[Any, ...] = (),
    decide: Decide = by_default,
    most: int = MOST,
    driver: type[Exact] = Exact,
) -> Law | None:
    """The law of a procedure's result; None when it has more than so many states, and who asks must make do with less.

    ``driver``: an exact driver of the system's own.

    >>> from grognard.kernel.asks import Roll
    >>> from grognard.kernel.faces import die
    >>> def two():
    ...     return (yield Roll(die(6))) + (yield Roll(die(6)))
    >>> estimated(two).mean(), estimated(two, most=20)
    (7.0, None)
    """
    try:
        return driver(decide, budget=Budget(most)).law(procedure, args)
    except TooMany:
        return None
