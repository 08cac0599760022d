"""What the faces of dice mean: tests of one die, and throws of several dice read together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr

from .law import Law, mixture, point
from .memo import memo


class Test(Struct, frozen=True, cache_hash=True):
    """One die with ``sides`` faces. ``faces[i]`` is what a natural i+1 means, ``again`` the faces thrown once more.

    A second throw stands, and reads as ``second`` (as ``faces`` when that is None); after a face in ``others`` as it says there.

    >>> reading(Test("to hit", 6, (0, 0, 1, 1, 1, 1), again=(1, 2))).law.fraction(1)
    Fraction(8, 9)
    """

    __test__ = False  # not a test of ours: pytest must not collect it

    name: str
    sides: int
    faces: tuple[Hashable, ...]
    again: tuple[int, ...] = ()
    second: tuple[Hashable, ...] | None = None
    others: tuple[tuple[int, tuple[Hashable, ...]], ...] = ()  # (face thrown again, what a second throw then means)
    secret: int | None = None  # the only player who may see the faces (cards drawn), None: everybody
    types: tuple[
        type, ...
    ] = ()  # of the outcomes: True equals 1, but a test that means one is not one that means the other

    def __post_init__(self) -> None:
        every = self.faces + (self.second or ())
        if self.others:
            every += tuple([o for _, table in self.others for o in table])
        force_setattr(self, "types", tuple(map(type, every)))

    def after(self, face: int) -> tuple[Hashable, ...]:
        """What the faces of a second throw mean after this one."""
        return next((table for f, table in self.others if f == face), self.second or self.faces)


class Throw(Struct, frozen=True):
    """Several dice read together by ``read(faces, *args)``; when ``again`` says so, all are thrown once more.

    ``ordered``: whether it matters which of the dice shows which face; of many dice that differ in nothing it should not.

    >>> reading(total(2, 6)).law.fraction(7)
    Fraction(1, 6)
    """

    name: str
    dice: tuple[int, ...]
    read: Callable[..., Hashable]
    args: tuple[Hashable, ...] = ()
    again: Callable[..., bool] | None = None
    ordered: bool = True


class Reading:
    """A test made ready: the outcomes it knows in first-met order, its law, and tables from faces to outcomes."""

    __slots__ = ("codes", "codes_after", "codes_second", "kinds", "law")

    def __init__(
        self, law: Law, codes: bytes, codes_second: bytes, codes_after: dict[int, bytes] | None = None
    ) -> None:
        self.law = law
        self.kinds: tuple[Hashable, ...] = tuple(law.weights)
        self.codes = codes  # face -> index in kinds, or AGAIN
        self.codes_second = codes_second
        self.codes_after = codes_after or {}  # the same after certain faces


AGAIN = 255


@memo(16384)
def reading(test: Test | Throw) -> Reading:
    """The reading of a test, made once for each value of it."""
    if isinstance(test, Throw):
        return Reading(_law_of_throw(test), b"", b"")
    second = test.faces if test.second is None else test.second
    again = frozenset(test.again)
    weights: dict[Any, int] = {}
    for face, outcome in enumerate(test.faces, 1):
        if face not in again:
            weights[outcome] = weights.get(outcome, 0) + (test.sides if again else 1)
    others = {face: table for face, table in test.others if face in again}
    for outcome in second if len(again) > len(others) else ():
        weights[outcome] = weights.get(outcome, 0) + len(again) - len(others)
    for outcome in (o for table in others.values() for o in table):
        weights[outcome] = weights.get(outcome, 0) + 1
    law = Law(weights, test.sides * test.sides if again else test.sides)
    place = {outcome: i for i, outcome in enumerate(weights)}
    codes, codes_second = bytearray(256), bytearray(256)
    for face in range(1, test.sides + 1):
        codes[face] = AGAIN if face in again else place[test.faces[face - 1]]
        codes_second[face] = place.get(second[face - 1], AGAIN)
    after = {face: bytes([0, *(place[o] for o in table)]) for face, table in others.items()}
    return Reading(law, bytes(codes), bytes(codes_second), after)


def _law_of_throw(test: Throw) -> Law:
    den = 1
    for sides in test.dice:
        den *= sides
    first: dict[Any, int] = {}
    repeated = 0
    plain: dict[Any, int] = {}
    for faces, ways in _faces_of(test):
        outcome = test.read(faces, *test.args)
        plain[outcome] = plain.get(outcome, 0) + ways
        if test.again is not None and test.again(faces, *test.args):
            repeated += ways
        else:
            first[outcome] = first.get(outcome, 0) + ways
    if not repeated:
        return Law(plain, den)
    parts = [(w, point(o)) for o, w in first.items()]
    return mixture([*parts, (repeated, Law(plain, den))], den)


def _faces_of(test: Throw) -> Iterator[tuple[tuple[int, ...], int]]:
    """What the dice can show and in how many ways."""
    if test.ordered:
        for faces in product(*(range(1, sides + 1) for sides in test.dice)):
            yield faces, 1
        return
    every = factorial(len(test.dice))
    for faces in combinations_with_replacement(range(1, test.dice[0] + 1), len(test.dice)):
        yield faces, every // prod(factorial(n) for n in Counter(faces).values())


def total(count: int, sides: int, name: str = "") -> Throw:
    """The sum of ``count`` dice, such as 2D6."""
    return Throw(name or f"{count}D{sides}", (sides,) * count, _sum, ordered=False)


def highest(count: int, sides: int, name: str = "") -> Throw:
    """The highest of ``count`` dice."""
    return Throw(name or f"highest of {count}D{sides}", (sides,) * count, _max, ordered=False)


def die(sides: int, name: str = "") -> Test:
    """The plain number of one die."""
    return Test(name or f"D{sides}", sides, tuple(range(1, sides + 1)))


def d3(name: str = "D3") -> Test:
    """A six-sided die halved, rounding up."""
    return Test(name, 6, (1, 1, 2, 2, 3, 3))


def number(count: int, sides: int, plus: int, name: str) -> Test | Throw:
    """The sum of ``count`` dice and ``plus``: 3D6, D3, D6+6. A single D3 is a six-sided die halved."""
    if count > 1:
        return Throw(name, (sides,) * count, _sum, (plus,) if plus else (), ordered=False)
    faces = (1, 1, 2, 2, 3, 3) if sides == 3 else tuple(range(1, sides + 1))
    return Test(name, len(faces), tuple(face + plus for face in faces))


def _sum(faces: tuple[int, ...], plus: int = 0) -> int:
    return sum(faces) + plus


def _max(faces: tuple[int, ...]) -> int:
    return max(faces)
