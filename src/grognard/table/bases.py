"""What models stand on: footprints in inches on the lattice, made from bases in mm."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Protocol

from msgspec import Struct
from msgspec.structs import force_setattr

from grognard.errors import GrognardError
from grognard.table.polygons import LATTICE, snap

INCH = 25.4  # mm


class Footprint(Struct, frozen=True):
    """A base in inches on the lattice.

    Half its length (along the facing) and half its width. Round: both the radius. ``radius`` is that of the smallest
    circle round the base (rounded up); it follows from the others and is never given.
    """

    shape: str = "round"
    half_length: float = 0.4921875
    half_width: float = 0.4921875
    radius: float = 0.0

    def __post_init__(self) -> None:
        length, width = self.half_length, self.half_width
        corner = snap(sqrt(length**2 + width**2) + 0.5 / LATTICE) if self.shape == "hull" else max(length, width)
        force_setattr(self, "radius", corner)


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
