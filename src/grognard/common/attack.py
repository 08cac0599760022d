"""What the attacks of all four games have in common: saves in turn, and losses on models in order.

Their sequences are their own (``docs/decisions``, number 23): each is a procedure of the asks of the kernel, where ``Each`` throws
equal dice by the handful and ``Fold`` carries volleys over the state of the target.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from ..kernel.asks import Procedure, Roll
from ..kernel.faces import Test

M = TypeVar("M")


# --- dice ---------------------------------------------------------------------------------------------------------------


def saved(saves: Iterable[Test]) -> Procedure:
    """Whether one of the saves, thrown in turn, prevents what has come so far; those after it are not thrown.

    >>> from grognard.kernel import exact
    >>> five, four = (Test(f"{n}+", 6, tuple(face >= n for face in range(1, 7))) for n in (5, 4))
    >>> exact(saved, ((five, four),)).fraction(False)  # two thirds of a half
    Fraction(1, 3)
    """
    for save in saves:
        if (yield Roll(save)):
            return True
    return False


# --- the models of the target: points that each has left, the nearest first -------------------------------------------------


def still_there(models: Sequence[M], n: int | None) -> tuple[M, ...]:
    """The last ``n`` models of a unit, for the nearest fall first; None: all.

    >>> still_there(("first", "second", "third"), 2)
    ('second', 'third')
    """
    return tuple(models) if n is None else tuple(models[max(0, len(models) - n) :])


def standing(left: Sequence[int]) -> tuple[int, ...]:
    """The places of the models that have points left.

    >>> standing((0, 2, 1))
    (1, 2)
    """
    return tuple([i for i, points in enumerate(left) if points > 0])


def fallen(before: Sequence[int], left: Sequence[int]) -> list[bool]:
    """Of each model whether it had points left before an attack, and has none now.

    >>> fallen((0, 2, 1), (0, 0, 1))
    [False, True, False]
    """
    return [now <= 0 < was for was, now in zip(before, left, strict=True)]


def lost(left: tuple[int, ...], at: int, points: int) -> tuple[int, ...]:
    """Damage to one model; what goes beyond its last point is gone.

    >>> lost((2, 3), 0, 5)
    (0, 3)
    """
    return (*left[:at], max(0, left[at] - points), *left[at + 1 :])


def run_on(left: tuple[int, ...], order: Iterable[int], points: int) -> tuple[int, ...]:
    """Damage that runs on from model to model in this order; what is beyond the last point of the last one is gone.

    >>> run_on((5, 3), (1, 0), 4)
    (4, 0)
    """
    after = list(left)
    for i in order:
        taken = min(after[i], points)
        after[i] -= taken
        points -= taken
    return tuple(after)
