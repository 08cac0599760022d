"""Options that are cheap to name and dear to judge, such as targets that must be seen: one lazy value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from ..errors import GrognardError
from ..kernel.drawing import below
from ..kernel.plain import plain


class Judged:
    """Options of which each is judged when somebody looks at it, and then once.

    ``named`` are all that could be legal, in the order of the question; ``judge`` tells of one whether it is. ``sure`` are legal
    whatever holds, and come last. Listed it is the legal ones; a bot that draws, or that knows what it wants, judges few.

    >>> even = Judged((1, 2, 3, 4), lambda n: n % 2 == 0, ("none",))
    >>> list(even), 3 in even, even.any()
    ([2, 4, 'none'], False, True)
    """

    __slots__ = ("_drawn", "_known", "_told", "judge", "named", "sure")

    def __init__(self, named: Sequence[Any], judge: Callable[[Any], bool], sure: Sequence[Any] = ()) -> None:
        self.named, self.judge, self.sure = tuple(named), judge, tuple(sure)
        self._known: dict[Any, bool] = {}
        self._drawn: Any = None  # what was drawn last: known to be legal
        self._told: Any = None  # the same as plain data, once it was written down

    def legal(self, option: Any) -> bool:
        """Whether one of the named options is legal."""
        found = self._known.get(option)
        if found is None:
            found = self._known[option] = self.judge(option)
        return found

    def any(self) -> bool:
        """Whether there is anything but what is legal in any case: looks as far as the first that is."""
        return any(map(self.legal, self.named))

    def __contains__(self, option: Any) -> bool:
        return option in self.sure or (option in self.named and self.legal(option))

    def __iter__(self) -> Iterator[Any]:
        yield from filter(self.legal, self.named)
        yield from self.sure

    def draw(self, rng: Random) -> Any:
        """One option, each legal one as likely as the others: those that are drawn and fail are put aside."""
        named, sure = self.named, self.sure
        order = list(range(len(named) + len(sure)))
        while order:
            i = order.pop(below(rng, len(order)))
            if i >= len(named) or self.legal(named[i]):
                self._drawn = named[i] if i < len(named) else sure[i - len(named)]
                return self._drawn
        return None

    def plain(self, option: Any) -> Any:
        """An option as plain data."""
        said = plain(option)
        self._told = said if option is self._drawn else None
        return said

    def decode(self, value: Any) -> Any:
        """An option read again. Raises GrognardError when there is none such, or when it is not legal."""
        if value is self._told and value is not None:
            return self._drawn  # it has just been written down
        said = tuple(value) if type(value) is list else value
        for options in (self.named, self.sure):
            if said in options and said in self:
                option = options[options.index(said)]
                if type(option) is type(said):  # True is no 1
                    return option
        raise GrognardError("that cannot be chosen now")
