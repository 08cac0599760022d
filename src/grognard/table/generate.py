"""Tables made from a seed: the same seed, the same table, on every machine."""

from __future__ import annotations

from math import sqrt
from random import Random

from msgspec import Struct

from grognard.errors import GrognardError
from grognard.table.geometry import Outline, Spot, snap
from grognard.table.placing import SIXTEEN
from grognard.table.polygons import apart, boxes_within, edge_d2
from grognard.table.terrain import LARGEST, MOST_PIECES, Ground, Piece, strips


class Recipe(Struct, frozen=True):
    """One kind of terrain: its name and words, its size and height in inches, and how often it comes up."""

    name: str
    properties: tuple[str, ...]
    cover: str
    size: tuple[float, float]
    heights: tuple[float, float]
    share: int = 1
    straight: bool = False  # a rectangle rather than a patch
    armour: int = 0
    dp: int = 0


RECIPES: tuple[Recipe, ...] = (
    Recipe("wood", ("difficult", "dense", "soft", "forest", "flammable"), "light", (5, 8), (3, 4), 3),
    Recipe("ruin", ("difficult", "body", "ruins"), "medium", (4, 7), (2, 4), 3, True),
    Recipe("house", ("impassable", "solid", "garrison", "destructible"), "heavy", (3, 6), (3, 6), 2, True, 7, 12),
    Recipe("rocks", ("impassable", "solid", "rocks"), "medium", (2, 4), (2, 3), 2),
    Recipe("rubble", ("difficult", "soft", "body", "rubble"), "medium", (3, 5), (1, 1), 2),
    Recipe("marsh", ("difficult", "dangerous", "marsh"), "", (4, 7), (0, 0), 1),
    Recipe("barricade", ("body", "fortification"), "medium", (1, 4), (1, 1), 2, True),
)


def generate(
    seed: object,
    width: float = 48.0,
    height: float = 48.0,
    pieces: int = 12,
    *,
    objectives: int = 3,
    depth: float = 9.0,
    recipes: tuple[Recipe, ...] = RECIPES,
    lane: float = 2.5,
) -> Ground:
    """A playable table in inches: terrain that does not overlap and leaves ``lane`` inches between pieces, deployment
    zones ``depth`` inches deep along the lower and upper edge with nothing impassable in them, and objectives spread
    over the table on ground that can be entered.

    Fewer pieces come when there is no room for more. Raises GrognardError for a size outside 12 to 240 inches, too many
    pieces or objectives, or zones that leave nothing between them.
    """
    width, height, depth = checked(width, height, pieces, objectives, depth)
    rng = Random(f"table/{seed}")
    spots = _objectives(rng, width, height, objectives)
    placed: list[Piece] = []
    bag = [recipe for recipe in recipes for _ in range(recipe.share)]
    counts: dict[str, int] = {}
    for _ in range(pieces):
        recipe = bag[rng.randrange(len(bag))]
        for _attempt in range(60):
            piece = _piece(rng, recipe, width, height, counts.get(recipe.name, 0) + 1)
            if _fits(piece, placed, spots, width, height, depth, lane):
                placed.append(piece)
                counts[recipe.name] = counts.get(recipe.name, 0) + 1
                break
    return Ground(width, height, tuple(placed), spots, strips(width, height, depth), f"table {seed}")


def checked(width: float, height: float, pieces: int, objectives: int, depth: float) -> tuple[float, float, float]:
    """Width, height and depth on the lattice. Raises GrognardError for a table that cannot be made."""
    if not (12 <= width <= LARGEST and 12 <= height <= LARGEST):
        raise GrognardError(f"a table of {width:g} x {height:g} inches", hint=f"between 12 and {LARGEST:g} a side")
    if not (0 <= pieces <= MOST_PIECES and 0 <= objectives <= 12):
        raise GrognardError("too much terrain", hint=f"at most {MOST_PIECES} pieces and 12 objectives")
    if not 0 < depth <= height / 2 - 1:
        raise GrognardError(f"zones {depth:g} inches deep", hint="they must leave something between them")
    return snap(width), snap(height), snap(depth)


def _between(rng: Random, low: float, high: float) -> float:
    """A number of quarter inches; ``randrange`` alone is the same on every version of Python."""
    return low + rng.randrange(int((high - low) * 4) + 1) / 4


def _piece(rng: Random, recipe: Recipe, width: float, height: float, number: int) -> Piece:
    long, wide = _between(rng, *recipe.size), _between(rng, *recipe.size)
    c, s = SIXTEEN[rng.randrange(16)]
    x, y = _between(rng, 4, width - 4), _between(rng, 4, height - 4)
    if recipe.straight:
        corners = [(-long / 2, -wide / 2), (long / 2, -wide / 2), (long / 2, wide / 2), (-long / 2, wide / 2)]
    else:
        corners = []
        for k in range(0, 16, 2):  # a patch with eight corners, drawn in by up to a fifth, so that it stays convex
            drawn = 1 - rng.randrange(3) / 20
            u, v = SIXTEEN[k]
            corners.append((u * long / 2 * drawn, v * wide / 2 * drawn))
    points = tuple([(snap(x + u * c - v * s), snap(y + u * s + v * c)) for u, v in corners])
    up = _between(rng, *recipe.heights)
    name = f"{recipe.name} {number}"
    return Piece(name, points, up, recipe.properties, recipe.cover, (), recipe.armour, recipe.dp)


def _fits(
    piece: Piece, placed: list[Piece], spots: tuple[Spot, ...], width: float, height: float, depth: float, lane: float
) -> bool:
    left, bottom, right, top = piece.box
    margin = 1.0
    if left < margin or bottom < margin or right > width - margin or top > height - margin:
        return False
    shut = piece.has("impassable")
    if shut and (bottom < depth or top > height - depth):
        return False
    if shut and any(piece.holds(*spot) or edge_d2(piece.points, *spot) < 4.0 for spot in spots):
        return False
    near = [other for other in placed if boxes_within(piece.box, other.box, lane)]
    return all(_distance(piece.points, other.points) >= lane for other in near)


def _distance(a: Outline, b: Outline) -> float:
    """Inches between two pieces, 0 when they overlap. By their hulls' sides: exact for convex pieces."""
    if not apart(a, b):
        return 0.0
    return sqrt(min([edge_d2(b, x, y) for x, y in a] + [edge_d2(a, x, y) for x, y in b]))


def _objectives(rng: Random, width: float, height: float, wanted: int) -> tuple[Spot, ...]:
    """Spots spread over the table, the same for both sides.

    Each has its mirror image, an odd one lies in the centre.
    """
    spots: list[Spot] = [(snap(width / 2), snap(height / 2))] if wanted % 2 else []
    for distance in (12.0, 9.0, 6.0, 3.0):
        for _attempt in range(100):
            if len(spots) >= wanted:
                return tuple(spots)
            x, y = snap(_between(rng, 5, width - 5)), snap(_between(rng, 5, height / 2))
            mirror = (width - x, height - y)
            both = [*spots, mirror]
            if all((x - u) * (x - u) + (y - v) * (y - v) >= distance * distance for u, v in both):
                spots += [(x, y), mirror]
    return tuple(spots)
