"""What the models of one unit see of another, and what of it lies in range. No model blocks sight in this game."""

from __future__ import annotations

from functools import lru_cache

from ...table.geometry import Form, models_within
from ...table.sight import Sight, look
from ...table.terrain import Ground


class Views:
    """What the models of a unit see of another, looked for when it is asked and kept as long as neither moves.

    Who only asks whether anything is in sight mostly has his answer from the first model.
    """

    __slots__ = ("_apart2", "_look", "_one", "_reached", "_whole")

    def __init__(self, ground: Ground, a: Form, b: Form, up: float, down: float) -> None:
        self._look = (ground, a, b, up, down)
        self._one: tuple[int, tuple[int, ...]] | None = None  # the first model that was asked for, and what it sees
        self._whole: Sight | None = None
        self._reached: dict[tuple[int, float, bool], tuple[int, ...]] = {}
        self._apart2 = _furthest2(a, b)

    @property
    def whole(self) -> Sight:
        """What the whole unit sees."""
        if self._whole is None:
            self._whole = look(*self._look)
        return self._whole

    def of(self, i: int) -> tuple[int, ...]:
        """The models that one model sees."""
        ground, a, b, up, down = self._look
        if self._whole is None and len(a) > 3:  # else the whole is as quickly found
            if self._one is None:
                self._one = i, look(ground, a.only((i,)), b, up, down).views[0]
            if self._one[0] == i:
                return self._one[1]
        return self.whole.views[i]

    def within(self, i: int, inches: float, unseen: bool) -> tuple[int, ...]:
        """The models within so many inches of one model that it sees, or all with ``unseen``: the same for every token."""
        key = (i, inches, unseen)
        found = self._reached.get(key)
        if found is None:
            _, a, b, _, _ = self._look
            found = tuple(range(len(b))) if unseen else self.of(i)
            if found and self._apart2 > inches * inches:
                found = tuple([j for j in found if models_within(a, i, b, j, inches)])
            self._reached[key] = found
        return found


@lru_cache(512)
def between(ground: Ground, a: Form, b: Form, up: float, down: float) -> Views:
    """What models at one place, so many inches high, see of those at another."""
    return Views(ground, a, b, up, down)


def _furthest2(a: Form, b: Form) -> float:
    """The square of a distance that no two models of two units exceed."""
    (p, q, r, s), (left, low, right, top) = a.box, b.box
    x, y = max(r - left, right - p), max(s - low, top - q)
    return x * x + y * y
