"""Menus of options that are too many to list or too dear to judge: lazy values, with one base for all of them.

A menu lists the options that it offers and takes any legal one. A bot draws from it, a save writes what was picked as plain data
and reads it again, and what a player typed is read and judged in the same way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

from ..errors import GrognardError
from ..kernel.drawing import below
from ..kernel.plain import plain
from ..table.geometry import Footprint, Formation, snap
from ..table.moves import Moves
from ..table.templates import Teardrop

FARTHEST = 500  # inches: no number of a place is larger


class Options(ABC):
    """What a player may choose from. ``refusal`` says what is wrong with what is not among it."""

    __slots__ = ()
    refusal: str = "that cannot be chosen now"

    @abstractmethod
    def __contains__(self, option: Any) -> bool:
        """Whether an option is legal, offered or not."""

    @abstractmethod
    def __iter__(self) -> Iterator[Any]:
        """The options that are offered."""

    def any(self) -> bool:
        """Whether anything is offered: looks as far as the first."""
        return next(iter(self), None) is not None

    def draw(self, rng: Random) -> Any:
        """One of the options that are offered, each as likely as the others; None when there is none."""
        offered = list(self)
        return offered[below(rng, len(offered))] if offered else None

    def plain(self, option: Any) -> Any:
        """An option as plain data."""
        return plain(option)

    @abstractmethod
    def decode(self, value: Any) -> Any:
        """An option read from plain data. Raises GrognardError when it is none, or not legal."""


class FilteredOptions(Options):
    """Options of which each is judged when somebody looks at it, and then once.

    ``named`` are all that could be legal, in the order of the question; ``judge`` tells of one whether it is. ``sure`` are legal
    whatever holds, and come last. Listed it is the legal ones; a bot that draws, or that knows what it wants, judges few.

    >>> even = FilteredOptions((1, 2, 3, 4), lambda n: n % 2 == 0, ("none",))
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
        raise GrognardError(self.refusal)


class Points(Options):
    """Points on the table, (x, y) in inches, with more numbers behind them where ``size`` is above 2."""

    size: int = 2
    hint: str = ""

    def plain(self, position: Any) -> list[float]:
        """The position as coordinates."""
        return [*position]

    def decode(self, value: Any) -> Any:
        """A position read from numbers. Raises GrognardError when it is none, or not legal."""
        position = numbers(value, self.size)
        if position not in self:
            raise GrognardError(self.refusal, hint=self.hint)
        return position


class Teardrops(Options):
    """Flame templates: the narrow end (x, y) in inches, and a direction. ``length`` of the template in inches."""

    length: float

    def plain(self, drop: Teardrop) -> list[float]:
        """The narrow end and the direction as numbers."""
        return [drop.x, drop.y, *drop.facing]

    def read(self, value: Any) -> Teardrop:
        """A template read from four numbers; whether it is legal is not asked. Raises GrognardError when it is none."""
        hint = "the narrow end and the direction: four numbers"
        if not isinstance(value, (list, tuple)) or len(value) != 4 or any(type(n) not in (int, float) for n in value):
            raise GrognardError(f"{value!r} is no place", hint=hint)
        x, y, fx, fy = value
        if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST and 0 < abs(fx) + abs(fy) <= 4 * FARTHEST):
            raise GrognardError(f"{value!r} is no place", hint="inches on the table, and a direction that is not 0, 0")
        return Teardrop(snap(x), snap(y), (fx, fy), self.length)


class Formations(Options):
    """Ways to stand for the models of a unit. ``refusal`` begins the sentence that says every reason why one is not legal.

    A proposal of its own (``proposed``) that has just been written down is read as that very value, of which much is known already.
    """

    refusal = "it cannot be placed so"
    bases: tuple[Footprint, ...]
    _told: tuple[Any, Formation] | None = None  # what was written down last, and what it stands for

    @abstractmethod
    def why_not(self, form: Formation, first: bool = False) -> list[str]:
        """Every reason why the unit may not stand so (with ``first`` as far as the first); none when it may."""

    def proposed(self) -> Iterable[Formation | None]:
        """What it has proposed so far."""
        return ()

    def narrows(self) -> Moves | None:
        """The moves that these are some of; None where nobody moves from where he stands."""
        return None

    def standing(self, form: Formation) -> Formation:
        """A formation as it would stand there: at the height at which the unit is put down."""
        return form

    def __contains__(self, form: Any) -> bool:
        return not self.why_not(form, first=True)

    def plain(self, form: Formation) -> list[list[float]]:
        """The places of the models as numbers."""
        rows = form.plain()
        self._told = (rows, form) if any([form is one for one in self.proposed()]) else None  # noqa: C419 (quicker)
        return rows

    def decode(self, value: Any) -> Formation:
        """A formation read from numbers and judged. Raises GrognardError with every reason when it is not legal."""
        told = self._told
        form = told[1] if told is not None and told[0] is value else Formation.from_plain(value, self.bases)
        if why := self.why_not(form):
            raise GrognardError(f"{self.refusal}: " + "; ".join(why))
        return form


def numbers(value: Any, n: int) -> tuple[float, ...]:
    """So many numbers in inches, put on the lattice. Raises GrognardError when it is anything else.

    >>> numbers([3, 4.25], 2)
    (3.0, 4.25)
    """
    good = isinstance(value, (list, tuple)) and len(value) == n
    if not good or any([type(v) not in (int, float) or not -FARTHEST <= v <= FARTHEST for v in value]):  # noqa: C419
        hint = "two numbers in inches: [x, y]" if n == 2 else f"{n} numbers in inches"
        raise GrognardError(f"{value!r} is no place", hint=hint)
    return tuple([snap(v) for v in value])
