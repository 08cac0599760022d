"""Forms, strategies and Shapely shapes that the tests of the table share."""

from __future__ import annotations

import os

from hypothesis import settings
from hypothesis import strategies as st
from shapely import Point, Polygon

from grognard.table.geometry import Footprint, Formation, footprint, heading
from grognard.table.terrain import Ground, Piece, rectangle


def tried(examples):
    """Settings for a property: so many examples, always the same (TRIED=20 in the environment: 20 times as many)."""
    return settings(max_examples=examples * int(os.environ.get("TRIED", 1)), deadline=None, derandomize=True)


INFANTRY = footprint("round", 25.4)  # a radius of half an inch, so that distances in tests are plain numbers
TANK = Footprint("hull", 3.0, 1.5)
BIKE = footprint("oval", 75, 42)


def stand(*positions, base=INFANTRY, facing=(), levels=()):
    """Models with their centres at these spots."""
    return Formation(tuple((float(x), float(y)) for x, y in positions), (base,) * len(positions), facing, levels)


def line(x, y, n=5, step=1.5):
    """n models side by side, half an inch apart, from (x, y) to the right."""
    return stand(*[(x + step * k, y) for k in range(n)])


def box(name, x, y, width, height, high=3.0, words=("solid",), cover="heavy"):
    return Piece(name, rectangle(x, y, width, height), high, words, cover)


def ground(*pieces, **more):
    return Ground(48.0, 48.0, pieces, **more)


def coordinate(low=0, high=48):
    return st.integers(low * 1024, high * 1024).map(lambda n: n / 1024)


position = st.tuples(coordinate(4, 44), coordinate(4, 44))
facing = st.tuples(st.integers(-20, 20), st.integers(-20, 20)).filter(any).map(lambda v: heading(*v))
base = st.sampled_from([INFANTRY, footprint("round", 40), footprint("round", 60), BIKE, TANK])


@st.composite
def forms(draw, most=6, bases=base):
    n = draw(st.integers(1, most))
    positions = draw(st.lists(position, min_size=n, max_size=n, unique=True))
    one = draw(st.one_of(bases.map(lambda b: (b,) * n), st.tuples(*[bases] * n)))
    return Formation(tuple(positions), one, tuple(draw(st.lists(facing, min_size=n, max_size=n))))


@st.composite
def polygons(draw, low=10, high=38):
    """Convex polygons: the hull of a few points, not too flat."""
    points = draw(
        st.lists(st.tuples(coordinate(low, high), coordinate(low, high)), min_size=3, max_size=7, unique=True)
    )
    hull = Polygon(points).convex_hull if len(points) > 2 else None
    if hull is None or hull.geom_type != "Polygon" or hull.area < 1:
        x, y = points[0]
        return rectangle(x, y, 3.0, 2.0)
    return tuple(hull.exterior.coords[:-1])


def shape(form, i):
    """The base of a model as Shapely sees it; a round one is its centre, to be buffered by the caller."""
    if form.bases[i].shape == "round":
        return Point(form.positions[i])
    return Polygon(form.outline(i))


def radius(form, i):
    return form.bases[i].half_length if form.bases[i].shape == "round" else 0.0
