"""Where faces come from: a seed, a script, or dice on a real table. There is no global state."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Hashable, Iterable
from hashlib import blake2b
from itertools import accumulate
from typing import Protocol

from ..errors import GrognardError
from .law import Law
from .memo import memo
from .purpose import purpose

_BLOCK = 1024


class Dice(Protocol):
    """Anything that throws ``n`` dice of ``sides`` faces; ``why`` says what the handful is for."""

    def throw(self, sides: int, n: int, why: str = "") -> bytes: ...


class Seeded:
    """Faces from a seed, one stream for each number of sides; the same on every machine and Python version.

    ``place`` says how many dice of each kind have been thrown and may be set to go back.

    >>> Seeded(7).throw(6, 5) == Seeded(7).throw(6, 5)
    True
    """

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self.place: dict[int, int] = {}
        self._blocks: dict[tuple[int, int], bytes] = {}

    def throw(self, sides: int, n: int, why: str = "") -> bytes:
        """``n`` faces, each 1 to ``sides`` (at most 255)."""
        place = self.place.get(sides, 0)
        self.place[sides] = place + n
        number, start = divmod(place, _BLOCK)
        block = self._blocks.get((sides, number)) or self._block(sides, number)
        faces = block[start : start + n]
        while len(faces) < n:
            number += 1
            faces += self._block(sides, number)[: n - len(faces)]
        return faces

    def _block(self, sides: int, number: int) -> bytes:
        kept = self._blocks.get((sides, number))
        if kept is None:
            from random import Random  # an exact answer needs none

            source = Random(f"{self.seed}/{sides}/{number}")
            faces, unfair = _tables(sides)
            kept = b""
            while len(kept) < _BLOCK:
                kept += source.randbytes(2 * _BLOCK).translate(faces, unfair)
            kept = kept[:_BLOCK]
            self._blocks[sides, number] = kept
        return kept


class Keyed:
    """Faces by what they are thrown for: a hash of seed, moment, whose dice, what for, and how often that was thrown before.

    One more handful leaves all others as they are, so that two battles that differ in one pick can be compared. ``moment``
    tells when it is, say (round, player, step). What the dice need is no part of it: the same shot at another target has the
    same faces. For trials and comparisons; a battle of people has ``Seeded``.

    >>> one, other = Keyed(7), Keyed(7)
    >>> _ = other.throw(6, 3, "Axe to hit")
    >>> one.throw(6, 5, "Rifle to hit") == other.throw(6, 5, "Rifle to hit"), one.throw(6, 5, "Rifle to hit") == other.throw(6, 5)
    (True, False)
    """

    def __init__(self, seed: int | str, moment: Callable[[], Hashable] = tuple) -> None:
        self.seed = seed
        self.moment = moment
        self._before: dict[Hashable, int] = {}

    def throw(self, sides: int, n: int, why: str = "") -> bytes:
        """``n`` faces, each 1 to ``sides`` (at most 255); fewer dice for the same are the first of more."""
        named = purpose(why)
        key = self.moment(), named.who, named.what, sides
        times = self._before.get(key, 0)
        self._before[key] = times + 1
        faces, unfair = _tables(sides)
        thrown, part = b"", 0
        while len(thrown) < n:
            thrown += blake2b(repr((self.seed, key, times, part)).encode()).digest().translate(faces, unfair)
            part += 1
        return thrown[:n]


class Strata(Keyed):
    """Keyed dice of the n-th of several trials: what is thrown first for each purpose falls by strata of its exact law.

    The law is of how many dice come to what they need (of their upper half, where nothing says what they need). Two trials have
    its two halves, four its quarters, and so on, in an order of its own for each purpose: a few trials cover its cases evenly.
    Over all seeds the faces are as fair as others; equal throws of one trial fall alike, as those of ``Keyed`` do.

    >>> hits = [sum(face > 3 for face in Strata(7, n).throw(6, 10, "Rifle to hit, 4+")) for n in range(4)]
    >>> sum(hit < 5 for hit in hits) <= 2, sum(hit > 5 for hit in hits) <= 2
    (True, True)
    """

    def __init__(self, seed: int | str, n: int, moment: Callable[[], Hashable] = tuple) -> None:
        super().__init__(f"{seed}/{n}", moment)
        self.base = seed
        self.n = n

    def throw(self, sides: int, n: int, why: str = "") -> bytes:
        """``n`` faces, each 1 to ``sides``."""
        named = purpose(why)
        key = self.moment(), named.who, named.what, sides
        first = key not in self._before
        faces = super().throw(sides, n, why)
        if not first or not n:
            return faces
        needs = _needed(named.needs, sides)
        bits = int.from_bytes(blake2b(repr((self.base, key)).encode(), digest_size=32).digest())
        wanted = _quantile(n, sides - needs + 1, sides, _place(self.n, bits))
        return _with_successes(faces, wanted, needs, sides, blake2b(repr((self.seed, key)).encode()).digest())


def _needed(needs: str, sides: int) -> int:
    """The face from which on a die comes to what it needs."""
    number = needs.removesuffix("+")
    if number.isdecimal() and 1 < int(number) <= sides:
        return int(number)
    return sides // 2 + 1


def _place(n: int, bits: int) -> float:
    """The n-th of places in 0 to 1 of which the first two lie in two halves, the first four in four quarters, and so on to 64."""
    place, above = 0.0, 1
    for level in range(6):
        half = (n >> level & 1) ^ (bits >> above & 1)  # each part of a part has its halves in an order of its own
        place += half / (2 << level)
        above = 2 * above + half
    return place + (bits >> 128 + n % 64 & 0xFFFF) / 0xFFFF / 64


@memo(4096)
def _law(n: int, good: int, sides: int) -> tuple[float, ...]:
    """The chances that at most 0, 1, … of ``n`` dice come to what they need, by ``good`` of their faces."""
    law = Law({0: sides - good, 1: good}, sides).times(n)
    return tuple([ways / law.den for ways in accumulate(law.weights[k] for k in range(n + 1))])


def _quantile(n: int, good: int, sides: int, place: float) -> int:
    """How many of ``n`` dice come to what they need, at a place between 0 and 1 of its law."""
    return bisect(_law(n, good, sides), place, 0, n)


def _with_successes(faces: bytes, wanted: int, needs: int, sides: int, noise: bytes) -> bytes:
    """Faces of which so many are ``needs`` or more: the fewest are turned, each as likely as the others."""
    there = sum([face >= needs for face in faces])
    if there == wanted:
        return faces
    more = wanted > there
    made, part = bytearray(faces), noise
    able = [i for i, face in enumerate(faces) if (face >= needs) != more]
    for _ in range(abs(wanted - there)):
        part = blake2b(part).digest()
        i = able.pop(int.from_bytes(part[:8]) % len(able))
        low, high = (needs, sides) if more else (1, needs - 1)
        made[i] = low + int.from_bytes(part[8:16]) % (high - low + 1)
    return bytes(made)


@memo(256)
def _tables(sides: int) -> tuple[bytes, bytes]:
    """What each byte of a generator means as a face, and the bytes that would favour low faces."""
    return bytes([b % sides + 1 for b in range(256)]), bytes(range(256 - 256 % sides, 256))


class Scripted:
    """Faces written down beforehand, for tests; asking for more is an error, and so is leaving some over.

    >>> dice = Scripted([3, 6]); dice.throw(6, 2) == bytes([3, 6]); dice.end()
    True
    """

    def __init__(self, faces: Iterable[int]) -> None:
        self.faces = list(faces)
        self.used = 0

    def throw(self, sides: int, n: int, why: str = "") -> bytes:
        """The next ``n`` faces of the script. Raises AssertionError when there are not so many, or one does not fit."""
        faces = self.faces[self.used : self.used + n]
        assert len(faces) == n, (
            f"the script has {len(faces)} faces left, but {n} D{sides} are thrown for {why or 'a test'}"
        )
        assert all(1 <= f <= sides for f in faces), f"{faces} are no faces of a D{sides} ({why})"
        self.used += n
        return bytes(faces)

    def end(self) -> None:
        """Raises AssertionError unless every face was used."""
        assert self.used == len(self.faces), f"faces left over: {self.faces[self.used :]}"


class Typed:
    """Faces read from the dice on a real table: ``ask(prompt)`` gives a line of text, asked again until it is valid.

    Faces may be written apart (``3 6 1`` or ``3,6,1``) or, below ten sides, together (``361``).
    """

    def __init__(self, ask: Callable[[str], str], say: Callable[[str], None] = lambda text: None) -> None:
        self.ask = ask
        self.say = say

    def throw(self, sides: int, n: int, why: str = "") -> bytes:
        """The faces of one handful, in the order typed."""
        prompt = f"{why + ': ' if why else ''}roll {n} D{sides}"
        while True:
            text = self.ask(prompt)
            try:
                return read_faces(text, sides, n)
            except GrognardError as error:
                self.say(str(error))


def read_faces(text: str, sides: int, n: int) -> bytes:
    """The faces in one typed line. Raises GrognardError when they are not ``n`` numbers from 1 to ``sides``.

    >>> list(read_faces("361", 6, 3))
    [3, 6, 1]
    """
    words = text.replace(",", " ").split()
    if len(words) == 1 and len(words[0]) == n and sides < 10:
        words = list(words[0])
    faces = [int(w) if w.isascii() and w.isdigit() and len(w) < 4 else 0 for w in words]
    if len(faces) != n:
        raise GrognardError(
            f"{len(faces)} {'die' if len(faces) == 1 else 'dice'} typed, {n} needed",
            hint=f"type {n} numbers from 1 to {sides}",
        )
    if wrong := [w for w, f in zip(words, faces, strict=True) if not 1 <= f <= sides]:
        raise GrognardError(f"{wrong[0]!r} is no face of a D{sides}", hint=f"type numbers from 1 to {sides}")
    return bytes(faces)
