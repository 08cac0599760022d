"""The whole vocabulary of a procedure: seven asks, answered by a driver.

A procedure is a generator function that yields asks and returns a value. It never rolls, chooses or writes by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from .purpose import purpose

Procedure: TypeAlias = Generator[Any, Any, Any]


class Roll(Struct, frozen=True):
    """One throw of a test. Answer: the outcome of the face, after any re-roll."""

    test: Any


class Pool(Struct, frozen=True):
    """One handful of ``n`` dice read together. Answer: how many showed each of ``test.kinds``, in that order."""

    test: Any
    n: int


class Choose(Struct, frozen=True):
    """A decision of a player (0 or 1). Answer: one of ``options``, which is a sequence or a lazy value such as ``Moves``.

    ``default`` is what a policy that does not think picks (the first option when it is absent). ``says`` gives what an option is
    called, where its value does not say so: texts in the order of the options, or a function of an option ("": as usual).
    """

    player: int
    question: str
    options: Any
    default: Any = None
    about: Any = None
    says: Callable[[Any], str] | Sequence[str] | None = None


class Emit(Struct, frozen=True):
    """Something happened. Answer: None; the event has been written to the table and the log."""

    event: Any


class Stage(Struct, frozen=True):
    """A procedure whose result is all that matters: a merge point for the exact driver. Answer: its result.

    ``last``: the procedure that asks returns the result as it is (``return (yield Stage(..., last=True))``), so that best play
    from equal arguments is looked for once, however it came to them.
    """

    procedure: Callable[..., Procedure]
    args: tuple[Any, ...] = ()
    last: bool = False


class Each(Struct, frozen=True):
    """``n`` runs of a stage, their outcomes (ints, or tuples of ints) added up. Answer: the sum.

    A one-die stage is thrown by the handful; any other procedure is run ``n`` times, and its exact law convolved.
    """

    stage: Callable[..., Procedure]
    args: tuple[Any, ...]
    n: int


class Fold(Struct, frozen=True):
    """A state carried through ``over`` (a number of runs, or a tuple of items). Answer: the state at the end.

    With ``then``, ``stage(*args)`` is a one-die stage and ``then(state, outcome)`` the next state; ``args`` may be a
    function of the state that gives the arguments, or None when nothing more can happen. Without ``then``,
    ``stage(state, item, *args)`` is a procedure whose result is the next state.

    ``sieve`` (with ``then`` only) is a one-die stage with its arguments that each run must pass first, whatever the state:
    the dice of all runs are thrown for it together, and those that do not pass change nothing.
    """

    stage: Callable[..., Procedure]
    state: Any
    over: Any
    args: Any = ()
    then: Callable[[Any, Any], Any] | None = None
    sieve: tuple[Callable[..., Procedure], tuple[Any, ...]] | None = None


# whose dice they are --------------------------------------------------------------------------------------------------


def of(test: Any, unit: int, why: str = "") -> Any:
    """A test or throw as dice of this unit: to be thrown at once, where the log has not just named it, or not ``why``."""
    return replace(test, name=purpose(test.name).of(unit, why))


def dice_of(unit: int, procedure: Procedure, why: str = "") -> Procedure:
    """A procedure whose throws are dice of this unit; ``why``: what calls for them."""
    answer = None
    try:
        while True:
            ask = procedure.send(answer)
            if type(ask) is Roll:
                ask = Roll(of(ask.test, unit, why))
            elif type(ask) is Each:
                ask = Each(_stage_of, (unit, ask.stage, ask.args), ask.n)
            answer = yield ask
    except StopIteration as end:
        return end.value


def _stage_of(unit: int, stage: Callable[..., Procedure], args: tuple[Any, ...]) -> Procedure:
    return dice_of(unit, stage(*args))
