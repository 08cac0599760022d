"""What models stand on: footprints in inches on the lattice, made from bases in mm."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Final, Protocol

from grognard.errors import GrognardError
from grognard.table.polygons import LATTICE, Outline, Spot, snap

INCH = 25.4  # mm

# Points of an oval, as parts of its half axes: the four axis ends and two between each. The polygon lies inside the
# oval by at most 4 % of the half axis, which is 0.05" on the largest oval bases sold.
_OVAL: Outline = tuple(
    (c, s)
    for c, s in (
        (1.0, 0.0), (0.8660254037844387, 0.5), (0.5, 0.8660254037844387),
        (0.0, 1.0), (-0.5, 0.8660254037844387), (-0.8660254037844387, 0.5),
        (-1.0, 0.0), (-0.8660254037844387, -0.5), (-0.5, -0.8660254037844387),
        (0.0, -1.0), (0.5, -0.8660254037844387), (0.8660254037844387, -0.5),
    )
)  # fmt: skip
_HULL: Outline = ((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0))


class Footprint:
    """A base in inches on the lattice: a value.

    Half its length (along the facing) and half its width. Round: both the radius. ``radius`` is that of the smallest
    circle round the base (rounded up), ``round`` whether it is one; both follow from the others and are never given.
    """

    __slots__ = ("_hash", "half_length", "half_width", "radius", "round", "shape")

    def __init__(self, shape: str = "round", half_length: float = 0.4921875, half_width: float = 0.4921875) -> None:
        self.shape: Final[str] = shape
        self.round: Final[bool] = shape == "round"
        self.half_length: Final[float] = half_length
        self.half_width: Final[float] = half_width
        length, width = half_length, half_width
        corner = snap(sqrt(length**2 + width**2) + 0.5 / LATTICE) if shape == "hull" else max(length, width)
        self.radius: Final[float] = corner
        self._hash: Final[int] = hash((shape, half_length, half_width))

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Footprint)
            and self.shape == other.shape
            and self.half_length == other.half_length
            and self.half_width == other.half_width
        )

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Footprint({self.shape!r}, {self.half_length}, {self.half_width})"


class InMm(Protocol):
    """What a profile says of a base: a shape, a length and a width in mm."""

    @property
    def shape(self) -> str: ...
    @property
    def length(self) -> float: ...
    @property
    def width(self) -> float: ...


@lru_cache(1024)
def footprint(shape: str = "round", length: float = 25.0, width: float = 0.0) -> Footprint:
    """The footprint of a base given in mm; ``width`` 0 means as wide as long. The same object for the same base.

    Raises GrognardError for another shape than round, oval or hull, or a size outside 1 to 1000 mm.

    >>> footprint("round", 32).half_length
    0.6298828125
    """
    if shape not in ("round", "oval", "hull"):
        raise GrognardError(f"unknown shape of base {shape!r}", hint="round, oval or hull")
    width = width or length
    if not (1 <= length <= 1000 and 1 <= width <= 1000):
        raise GrognardError(f"a base of {length:g} x {width:g} mm", hint="between 1 and 1000 mm")
    if shape == "round":
        width = length
    return Footprint(shape, snap(length / INCH / 2), snap(width / INCH / 2))


def footprint_of(base: InMm) -> Footprint:
    """The footprint of a profile's base."""
    return footprint(base.shape, base.length, base.width)


def corners(base: Footprint, x: float, y: float, front: Spot) -> Outline:
    """The corners of a base at a spot that faces so, counter-clockwise: of a round one those of its box.

    >>> corners(footprint("hull", 50.8, 25.4), 0.0, 0.0, (1.0, 0.0))
    ((1.0, 0.5), (-1.0, 0.5), (-1.0, -0.5), (1.0, -0.5))
    """
    fx, fy = front
    length, width = base.half_length, base.half_width
    if base.round:
        return ((x + length, y + length), (x - length, y + length), (x - length, y - length), (x + length, y - length))
    f = sqrt(fx * fx + fy * fy)
    fx, fy = fx / f, fy / f
    points = []
    for along, across in _HULL if base.shape == "hull" else _OVAL:
        u, v = along * length, across * width
        points.append((snap(x + u * fx - v * fy), snap(y + u * fy + v * fx)))
    return tuple(points)


def alike_radius(bases: tuple[Footprint, ...]) -> float:
    """The radius of every base, inches, when all are round and alike; else -1."""
    first = bases[0] if bases else None
    if first is None or not first.round:
        return -1.0
    for base in bases:
        if base is not first and base != first:
            return -1.0
    return first.half_length


def circles_of(spots: tuple[Spot, ...], bases: tuple[Footprint, ...]) -> tuple[tuple[float, float, float], ...]:
    """Bases at some spots as (x, y, radius); () when not all are round."""
    found = []
    for i, (x, y) in enumerate(spots):
        base = bases[i]
        if not base.round:
            return ()
        found.append((x, y, base.half_length))
    return tuple(found)
