"""Exact laws: integer weights over one common denominator, floats only at the edge."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from functools import reduce
from math import comb, gcd, lcm, prod, sqrt
from typing import Any

from ..errors import GrognardError

# Above this many bits a packed power is slower than plain convolution of the outcomes that really occur.
_PACKED_BITS = 40_000_000


class Law:
    """What can happen and how likely: ``weights`` maps outcomes to positive integers that add up to ``den``.

    >>> coin = Law({0: 1, 1: 1}, 2)
    >>> coin.times(3).fraction(2)
    Fraction(3, 8)

    It reads like a dict of chances: outcomes one after the other, each with its chance, and how many there are.

    >>> list(coin), coin[1], len(coin), 2 in coin
    ([0, 1], 0.5, 2, False)
    """

    __slots__ = ("den", "weights")

    def __init__(self, weights: dict[Any, int], den: int) -> None:
        self.weights = weights
        self.den = den

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Law):
            return NotImplemented
        mine, its = self.lowest(), other.lowest()
        return mine.den == its.den and mine.weights == its.weights

    __hash__ = None  # type: ignore[assignment]  # laws are results, never keys

    def __repr__(self) -> str:
        return f"Law({self.weights}, {self.den})"

    def __iter__(self) -> Iterator[Any]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __bool__(self) -> bool:
        return True

    def __contains__(self, outcome: object) -> bool:
        return outcome in self.weights

    def __getitem__(self, outcome: Hashable) -> float:
        return self.chance(outcome)

    def to_dict(self) -> dict[Any, float]:
        """The chance of each outcome.

        >>> Law({0: 3, 2: 1}, 4).to_dict()
        {0: 0.75, 2: 0.25}
        """
        return {outcome: weight / self.den for outcome, weight in self.weights.items()}

    def items(self) -> Iterator[tuple[Any, int]]:
        """Outcomes with their weights, in the order in which they were first met."""
        return iter(self.weights.items())

    def fraction(self, outcome: Hashable) -> Fraction:
        """The exact chance of one outcome."""
        return Fraction(self.weights.get(outcome, 0), self.den)

    def chance(self, outcome: Hashable) -> float:
        """The chance of one outcome, 0 to 1."""
        return self.weights.get(outcome, 0) / self.den

    def chance_of(self, wanted: Callable[[Any], bool]) -> float:
        """The chance that ``wanted`` holds."""
        return sum(w for o, w in self.weights.items() if wanted(o)) / self.den

    def mean(self, worth: Callable[[Any], int] | None = None) -> float:
        """The expected value of the outcome, or of ``worth`` of it."""
        if worth is None:
            return sum(o * w for o, w in self.weights.items()) / self.den  # type: ignore[no-any-return]
        return sum(worth(o) * w for o, w in self.weights.items()) / self.den

    def std(self) -> float:
        """The standard deviation of outcomes that are numbers.

        >>> Law({0: 1, 4: 1}, 2).std()
        2.0
        """
        mean = Fraction(sum(o * w for o, w in self.weights.items()), self.den)
        return sqrt(sum(w * (o - mean) ** 2 for o, w in self.weights.items()) / self.den)

    def at_least(self, outcome: Any) -> float:
        """The chance of so much or more.

        >>> Law({0: 1, 1: 2, 5: 1}, 4).at_least(1)
        0.75
        """
        return self.chance_of(lambda o: o >= outcome)

    def quantile(self, part: float | Fraction) -> Any:
        """The least outcome that is not exceeded with at least this chance: 0.5 gives the median.

        Raises GrognardError for a part that is no chance.

        >>> die = Law(dict.fromkeys(range(1, 7), 1), 6)
        >>> die.quantile(0.5), die.quantile(Fraction(2, 3)), die.quantile(0.9)
        (3, 4, 6)
        """
        if not 0 <= part <= 1:
            raise GrognardError(f"{part} is no chance", where="quantile", hint="a number from 0 to 1")
        wanted = Fraction(str(part)) * self.den  # 0.1 is a tenth, not the binary number next to it
        below, outcome = 0, None
        for outcome in sorted(self.weights):
            below += self.weights[outcome]
            if below >= wanted:
                break
        return outcome

    def map(self, turn: Callable[[Any], Any]) -> Law:
        """The law of ``turn(outcome)``."""
        weights: dict[Any, int] = {}
        for outcome, weight in self.weights.items():
            key = turn(outcome)
            weights[key] = weights.get(key, 0) + weight
        return Law(weights, self.den)

    def lowest(self) -> Law:
        """This law over the smallest denominator."""
        common = reduce(gcd, self.weights.values(), self.den)
        if common == 1:
            return self
        return Law({o: w // common for o, w in self.weights.items()}, self.den // common)

    def times(self, n: int) -> Law:
        """The law of the sum of ``n`` independent outcomes (ints, or tuples of ints of one length)."""
        if n == 1 or not self.weights:
            return self
        if isinstance(next(iter(self.weights)), tuple):
            return _times_of_tuples(self, n)
        return _times_of_numbers(self, n)

    def most_sums(self, n: int) -> int:
        """The most outcomes that the sum of ``n`` can have: told at once, so that nobody has to work out too many.

        >>> Law({(0, 0): 1, (1, 0): 1, (0, 1): 1}, 3).most_sums(10), Law({0: 1, 1: 1, 2: 1}, 3).most_sums(10)
        (66, 21)
        """
        if n <= 1:
            return len(self.weights)
        each = comb(n + len(self.weights) - 1, n)  # by how often each outcome comes
        columns = zip(*(o if isinstance(o, tuple) else (o,) for o in self.weights), strict=True)
        numbers: int = prod(n * (max(column) - min(column)) + 1 for column in columns)
        return min(each, numbers)


def point(outcome: Any) -> Law:
    """The law of what is certain."""
    return Law({outcome: 1}, 1)


def mixture(parts: Iterable[tuple[int, Law]], den: int) -> Law:
    """The law of drawing a part by its weight over ``den``, then from that part.

    >>> mixture([(1, point("a")), (1, Law({"a": 1, "b": 2}, 3))], 2)
    Law({'a': 4, 'b': 2}, 6)
    """
    kept = list(parts)
    common = lcm(*(law.den for _, law in kept))
    weights: dict[Any, int] = {}
    for weight, law in kept:
        scale = weight * (common // law.den)
        for outcome, w in law.weights.items():
            weights[outcome] = weights.get(outcome, 0) + scale * w
    return Law(weights, den * common)


def _packed(slots: dict[int, int], width: int) -> int:
    """Weights laid side by side in one integer, ``width`` bytes a slot."""
    room = bytearray((max(slots) + 1) * width)
    for slot, weight in slots.items():
        room[slot * width : slot * width + width] = weight.to_bytes(width, "little")
    return int.from_bytes(room, "little")


def _power(slots: dict[int, int], den: int, n: int) -> dict[int, int]:
    """The weights of a sum of n by one integer power: no slot can overflow into the next."""
    width = ((den**n).bit_length() + 7) // 8
    total = pow(_packed(slots, width), n)
    laid = total.to_bytes((total.bit_length() + 7) // 8 + width, "little")
    summed = {}
    for slot in range(len(laid) // width):
        weight = int.from_bytes(laid[slot * width : slot * width + width], "little")
        if weight:
            summed[slot] = weight
    return summed


def _times_of_numbers(law: Law, n: int) -> Law:
    if n == 0:
        return point(0)
    law = law.lowest()
    if len(law.weights) <= 2:
        return _binomial(law, n)
    low = min(law.weights)
    step = reduce(gcd, (o - low for o in law.weights))
    slots = {(o - low) // step: w for o, w in law.weights.items()}
    return Law({s * step + n * low: w for s, w in _power(slots, law.den, n).items()}, law.den**n)


def _binomial(law: Law, n: int) -> Law:
    """Two outcomes need no convolution."""
    (low, miss), *rest = sorted(law.weights.items())
    if not rest:
        return Law({low * n: miss**n}, law.den**n)
    ((high, hit),) = rest
    return Law({low * (n - k) + high * k: comb(n, k) * hit**k * miss ** (n - k) for k in range(n + 1)}, law.den**n)


def _times_of_tuples(law: Law, n: int) -> Law:
    length = len(next(iter(law.weights)))
    if n == 0:
        return point((0,) * length)
    law = law.lowest()
    spans = [n * max(o[i] for o in law.weights) + 1 for i in range(length)]
    strides = [1] * length
    for i in range(1, length):
        strides[i] = strides[i - 1] * spans[i - 1]
    size = strides[-1] * spans[-1]
    if size * n * law.den.bit_length() > _PACKED_BITS or any(x < 0 for o in law.weights for x in o):
        return _squared(law, n)
    slots = {sum(x * s for x, s in zip(o, strides, strict=True)): w for o, w in law.weights.items()}
    summed = _power(slots, law.den, n)
    return Law(
        {tuple(slot // s % span for s, span in zip(strides, spans, strict=True)): w for slot, w in summed.items()},
        law.den**n,
    )


def _squared(law: Law, n: int) -> Law:
    """Repeated squaring over the outcomes that occur."""
    whole: Law | None = None
    while True:
        if n & 1:
            whole = law if whole is None else _added(whole, law)
        n >>= 1
        if not n:
            return whole  # type: ignore[return-value]
        law = _added(law, law)


def _added(a: Law, b: Law) -> Law:
    weights: dict[Any, int] = {}
    for x, w in a.weights.items():
        for y, v in b.weights.items():
            key = tuple(i + j for i, j in zip(x, y, strict=True))
            weights[key] = weights.get(key, 0) + w * v
    return Law(weights, a.den * b.den)
