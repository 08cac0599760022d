"""Numbers drawn from a random generator: those that ``randrange`` and ``shuffle`` draw, got with less ado.

Options that are drawn hundreds of times a battle are drawn through here.
"""

from __future__ import annotations

from random import Random


def below(rng: Random, n: int) -> int:
    """A number from 0 up to ``n`` - 1; ValueError for ``n`` below 1.

    >>> [below(Random(seed), 10) for seed in range(5)] == [Random(seed).randrange(10) for seed in range(5)]
    True
    """
    if n < 1:
        raise ValueError(f"no number is drawn below {n}")
    bits, width = rng.getrandbits, n.bit_length()
    drawn = bits(width)
    while drawn >= n:
        drawn = bits(width)
    return drawn


def shuffled(rng: Random, n: int) -> list[int]:
    """The numbers from 0 up to ``n`` - 1 in an order that is drawn.

    >>> order = list(range(15)); Random(7).shuffle(order); shuffled(Random(7), 15) == order
    True
    """
    order, bits = list(range(n)), rng.getrandbits
    for i in range(n - 1, 0, -1):
        width = (i + 1).bit_length()
        j = bits(width)
        while j > i:
            j = bits(width)
        order[i], order[j] = order[j], order[i]
    return order
