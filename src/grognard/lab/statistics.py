"""How sure a mean is: a confidence sequence, which holds however often it is looked at, and the share of battles won."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, inf, log, sqrt
from typing import NamedTuple

EXPECTED = 100  # pairs at which the sequence is as narrow as it can be made
LEAST = 30  # pairs of which something may be said
FAR = (
    10.0  # victory points: how far off one more pair may always be, so that what is rare is not called nothing too soon
)


class Interval(NamedTuple):
    """A mean, and how far the truth may lie from it either way."""

    mean: float
    half: float  # inf where too little is known
    n: int

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.half


class Sums(NamedTuple):
    """How many values there are, their sum, and the sum of their squares: an interval needs no more of them."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def plus(self, value: float) -> Sums:
        """With one value more."""
        return Sums(self.n + 1, self.total + value, self.squares + value * value)

    def interval(self, level: float) -> Interval:
        """Their mean, with an interval that may be looked at after each value, and stopped at at any time.

        The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Time-uniform central limit
        theory, 2021), theorem 2.2: with a chance of ``level`` all of its intervals hold the truth. It needs some values to lean
        on: of fewer than ``LEAST`` it says nothing, and one value ``FAR`` off is always counted as well.
        """
        n, mean = self.n, self.mean
        if n < LEAST:
            return Interval(mean, inf, n)
        alpha = 1 - level
        rho2 = _narrowest(alpha)
        wide = 2 * (n * rho2 + 1) / (n * n * rho2) * log(sqrt(n * rho2 + 1) / alpha)
        return Interval(mean, sqrt(self.variance * wide), n)

    @property
    def mean(self) -> float:
        """Their mean, 0 of none."""
        return self.total / self.n if self.n else 0.0

    @property
    def variance(self) -> float:
        """Their variance, with one value ``FAR`` off."""
        return (FAR * FAR + max(0.0, self.squares - self.n * self.mean**2)) / self.n

    @property
    def evidence(self) -> float:
        """The e-value against a mean of 0: at least 20 only once in twenty experiments in which it is 0, whenever one looks.

        It is made of the mixture of normal laws that the interval uses: the 95 % interval leaves 0 out when this is above 20.

        >>> sequence([0.3] * 60).half > 0.3, Sums().evidence
        (True, 1.0)
        """
        if self.n < LEAST:
            return 1.0
        rho2, n = _narrowest(0.05), self.n
        return exp(min(700.0, rho2 * self.total**2 / (2 * (n * rho2 + 1) * self.variance))) / sqrt(n * rho2 + 1)


def _narrowest(alpha: float) -> float:
    """How the mixture is spread so that the interval is narrowest at about as many values as are expected."""
    return (-2 * log(alpha) + log(-2 * log(alpha) + 1)) / EXPECTED


def sequence(values: Iterable[float], level: float = 0.95) -> Interval:
    """The mean of values with its interval (``Sums.interval``).

    >>> sequence([1.0, 2.0] * 50).mean, sequence([1.0] * 4).half
    (1.5, inf)
    """
    sums = Sums()
    for value in values:
        sums = sums.plus(value)
    return sums.interval(level)


def wilson(score: float, n: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share of ``n`` battles, by Wilson; ``z`` is the quantile of another level.

    >>> [round(end, 3) for end in wilson(0.85, 200)]
    [0.794, 0.893]
    """
    if n == 0:
        return 0.0, 1.0
    centre = score + z * z / (2 * n)
    half = z * sqrt(score * (1 - score) / n + z * z / (4 * n * n))
    return (centre - half) / (1 + z * z / n), (centre + half) / (1 + z * z / n)


def within(found: Interval) -> str:
    """A mean and how far off the truth may be."""
    return f"{found.mean:+.2f}" if found.half == inf else f"{found.mean:+.2f} ± {found.half:.2f}"
