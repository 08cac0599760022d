"""Units that are hidden: the model of an infiltrating unit that stands for all of it."""

from __future__ import annotations

from functools import lru_cache

from ...kernel.faces import Test


@lru_cache(maxsize=16)
def reveal_test(markers: int) -> Test:
    """Whether a unit that has been targeted so often is found: a D6 less its markers, 1 or less."""
    return Test("reveal", 6, tuple(face - markers <= 1 for face in range(1, 7)))
