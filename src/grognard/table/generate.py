"""Tables made from a seed: the same seed, the same table, on every machine."""

from __future__ import annotations

from math import sqrt
from random import Random

from msgspec import Struct

from grognard.errors import GrognardError
from grognard.table.geometry import Outline, Point, apart, boxes_within, edge_d2, snap
from grognard.table.space import SIXTEEN
from grognard.table.terrain import LARGEST, MOST_PIECES, Ground, Piece, rectangle, strips


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
    positions = _objectives(rng, width, height, objectives)
    placed: list[Piece] = []
    bag = [recipe for recipe in recipes for _ in range(recipe.share)]
    counts: dict[str, int] = {}
    for _ in range(pieces):
        recipe = bag[rng.randrange(len(bag))]
        for _attempt in range(60):
            piece = _piece(rng, recipe, width, height, counts.get(recipe.name, 0) + 1)
            if _fits(piece, placed, positions, width, height, depth, lane):
                placed.append(piece)
                counts[recipe.name] = counts.get(recipe.name, 0) + 1
                break
    return Ground(width, height, tuple(placed), positions, strips(width, height, depth), f"table {seed}")


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
    piece: Piece,
    placed: list[Piece],
    positions: tuple[Point, ...],
    width: float,
    height: float,
    depth: float,
    lane: float,
) -> bool:
    left, bottom, right, top = piece.box
    margin = 1.0
    if left < margin or bottom < margin or right > width - margin or top > height - margin:
        return False
    shut = piece.has("impassable")
    if shut and (bottom < depth or top > height - depth):
        return False
    if shut and any(piece.holds(*position) or edge_d2(piece.points, *position) < 4.0 for position in positions):
        return False
    near = [other for other in placed if boxes_within(piece.box, other.box, lane)]
    return all(_distance(piece.points, other.points) >= lane for other in near)


def _distance(a: Outline, b: Outline) -> float:
    """Inches between two pieces, 0 when they overlap. By their hulls' sides: exact for convex pieces."""
    if not apart(a, b):
        return 0.0
    return sqrt(min([edge_d2(b, x, y) for x, y in a] + [edge_d2(a, x, y) for x, y in b]))


def _objectives(rng: Random, width: float, height: float, wanted: int) -> tuple[Point, ...]:
    """Points spread over the table, the same for both sides.

    Each has its mirror image, an odd one lies in the centre.
    """
    positions: list[Point] = [(snap(width / 2), snap(height / 2))] if wanted % 2 else []
    for distance in (12.0, 9.0, 6.0, 3.0):
        for _attempt in range(100):
            if len(positions) >= wanted:
                return tuple(positions)
            x, y = snap(_between(rng, 5, width - 5)), snap(_between(rng, 5, height / 2))
            mirror = (width - x, height - y)
            both = [*positions, mirror]
            if all((x - u) * (x - u) + (y - v) * (y - v) >= distance * distance for u, v in both):
                positions += [(x, y), mirror]
    return tuple(positions)


HOUSE = ("impassable", "solid", "garrison", "destructible", "soft", "body")
WOODEN = ("impassable", "solid", "garrison", "destructible", "flammable", "soft")

HOUSES: tuple[Recipe, ...] = (
    Recipe("shack", WOODEN, "medium", (3, 3.75), (2, 3), 1, True, 8, 5),
    Recipe("timber house", WOODEN, "medium", (4, 5.5), (3, 4), 1, True, 8, 10),
    Recipe("cottage", HOUSE, "heavy", (4, 5.5), (3, 5), 2, True, 10, 10),
    Recipe("tenement", HOUSE, "heavy", (4.5, 5.75), (5, 7), 3, True, 10, 20),
    Recipe("hall", HOUSE, "heavy", (6, 7), (5, 8), 2, True, 10, 30),
    Recipe("bunker", HOUSE, "heavy", (4.5, 5.75), (2, 3), 1, True, 13, 20),
)
GARDENS: tuple[Recipe, ...] = (
    Recipe("park", ("difficult", "dense", "soft", "forest", "flammable"), "light", (4, 6), (2, 3), 3, True),
    Recipe("barricade", ("difficult", "body", "soft", "destructible", "fortification"), "medium", (1, 4), (1, 1), 2, True, 10, 5),
    Recipe("rubble", ("difficult", "soft", "body", "rubble"), "medium", (3, 4.5), (1, 1), 1, True),
)  # fmt: skip
WIDE = 3.0  # inches of a road
KERB = 0.5  # inches between a house and its road
PATIENCE = 12  # times that more houses are tried for where so many are wanted
MOST_GARDENS = 4
LANE = 2.5  # inches between pieces
FRONT = 8.0  # inches from the edges where armies set up that stay free of houses


def town(
    seed: object,
    width: float = 48.0,
    height: float = 48.0,
    pieces: int = 12,
    *,
    objectives: int = 3,
    depth: float = 9.0,
    keeps: tuple[tuple[Recipe, float, float], ...] = (),
    houses: int = 0,
) -> Ground:
    """A town in inches: ``pieces`` houses and gardens besides the roads, objectives by turns in houses and in the open.

    ``keeps`` are houses that stand whatever comes, each round its middle, and no road runs through them; ``houses``, when it
    is not 0, is how many there shall be. Fewer come when there is no room for more. The zones are strips ``depth`` inches
    deep; houses may stand in the front of deep ones. Raises GrognardError for what ``generate`` refuses.
    """
    width, height, depth = checked(width, height, pieces, objectives, depth)
    plan = _Plan(Random(f"town/{seed}"), width, height, min(depth, FRONT))
    for recipe, x, y in keeps:
        plan.keep(recipe, x, y)
    if objectives % 2 and not keeps and plan.centre_is_free():
        plan.put(HOUSES[4], width / 2, height / 2)
    plan.fill(HOUSES, max(2, pieces * 2 // 3))
    for patience in range(PATIENCE):
        plan.fill(HOUSES if patience < PATIENCE / 2 else HOUSES[:1], houses - len(plan.placed))
        if patience > PATIENCE / 2 and len(plan.placed) < houses:
            plan.roads = []  # they give way where there is no room left
    positions = plan.objectives(objectives)
    plan.fill(GARDENS, max(pieces - len(plan.placed), MOST_GARDENS if houses else 0), positions)
    ground = (*plan.roads, *plan.placed)
    return Ground(width, height, tuple(ground), positions, strips(width, height, depth), f"town {seed}")


class _Plan:
    """A town while it grows, two pieces at a time."""

    def __init__(self, rng: Random, width: float, height: float, front: float) -> None:
        self.rng = rng
        self.width = width
        self.height = height
        self.front = front
        self.placed: list[Piece] = []
        self.counts: dict[str, int] = {}
        self.roads = self._roads()

    def _roads(self) -> list[Piece]:
        """One road or two either way; on a small table none."""
        w, h = self.width, self.height
        if min(w, h) < 24:
            return []
        boxes = []
        for long, x in self._lines(w, h):
            boxes.append(rectangle(x, 0.0, WIDE, long))
        for long, y in self._lines(h, w):
            boxes.append(rectangle(0.0, y, long, WIDE))
        return [Piece(f"road {i}", points, 0.0, ("road",)) for i, points in enumerate(boxes, 1)]

    def _lines(self, across: float, long: float) -> list[tuple[float, float]]:
        """(length, where it begins) of the roads that cross a side of the table."""
        if self.rng.randrange(2):
            return [(long, snap(across / 2 - WIDE / 2))]
        at = snap(across * (8 + self.rng.randrange(4)) / 32)
        return [(long, at - WIDE / 2), (long, across - at - WIDE / 2)]

    def centre_is_free(self) -> bool:
        """Whether a house may stand in the very middle."""
        left, low, right, top = self.width / 2 - 3, self.height / 2 - 3, self.width / 2 + 3, self.height / 2 + 3
        return not any(_meet((left, low, right, top), road.box, KERB) for road in self.roads)

    def keep(self, recipe: Recipe, x: float, y: float) -> None:
        """A piece that must stand there: roads give way to it."""
        piece = self._piece(recipe, x, y, *recipe.size)
        self.roads = [road for road in self.roads if not _meet(piece.box, road.box, KERB)]
        self._add([piece])

    def put(self, recipe: Recipe, x: float, y: float) -> None:
        """A piece in the middle of the table, which is its own like."""
        self._add([self._piece(recipe, x, y, *recipe.size[:1] * 2)])

    def fill(self, recipes: tuple[Recipe, ...], wanted: int, positions: tuple[Point, ...] = ()) -> None:
        """Lays more pieces, in pairs, as far as there is room."""
        bag = [recipe for recipe in recipes for _ in range(recipe.share)]
        for _ in range(wanted // 2):
            recipe = bag[self.rng.randrange(len(bag))]
            for _attempt in range(80):
                long, wide = self._between(*recipe.size), self._between(*recipe.size)
                x, y = self._position(long, wide)
                one = self._piece(recipe, x, y, long, wide)
                two = self._piece(recipe, self.width - x, self.height - y, long, wide)
                if self._fits(one, (*positions,)) and not _meet(one.box, two.box, LANE):
                    self._add([one, two])
                    break

    def _position(self, long: float, wide: float) -> Point:
        """The middle of a lot: twice in three beside a road, else anywhere in the half of the first player."""
        x = self._between(long / 2 + 1, self.width - long / 2 - 1)
        y = self._between(wide / 2 + 1, self.height / 2)
        if self.roads and self.rng.randrange(3):
            left, low, right, top = self.roads[self.rng.randrange(len(self.roads))].box
            beyond = self.rng.randrange(2)
            if right - left < top - low:
                x = right + KERB + long / 2 if beyond else left - KERB - long / 2
            else:
                y = top + KERB + wide / 2 if beyond else low - KERB - wide / 2
        return x, y

    def _between(self, low: float, high: float) -> float:
        return low + self.rng.randrange(max(1, int((high - low) * 4) + 1)) / 4

    def _piece(self, recipe: Recipe, x: float, y: float, long: float, wide: float) -> Piece:
        points = rectangle(snap(x - long / 2), snap(y - wide / 2), long, wide)
        low, high = recipe.heights
        up = low + (int(long * 4) + int(wide * 4)) % (int(high - low) + 1)  # the same for a piece and its like
        return Piece(recipe.name, points, float(up), recipe.properties, recipe.cover, (), recipe.armour, recipe.dp)

    def _add(self, pieces: list[Piece]) -> None:
        for piece in pieces:
            number = self.counts[piece.name] = self.counts.get(piece.name, 0) + 1
            self.placed.append(piece.changed(name=f"{piece.name} {number}"))

    def _fits(self, piece: Piece, positions: tuple[Point, ...]) -> bool:
        """Whether there is room for a piece. What is said of it holds for its like as well."""
        left, low, right, top = piece.box
        if left < 1 or low < 1 or right > self.width - 1 or top > self.height - 1:
            return False
        if piece.has("impassable") and (low < self.front or top > self.height - self.front):
            return False
        if any(left - 2 < x < right + 2 and low - 2 < y < top + 2 for x, y in positions):
            return False
        free = all(not _meet(piece.box, road.box, KERB) for road in self.roads)
        return free and all(not _meet(piece.box, other.box, LANE) for other in self.placed)

    def objectives(self, wanted: int) -> tuple[Point, ...]:
        """Points in pairs, in houses and in the open by turns; an odd one in the middle, in a house if one stands there."""
        w, h = self.width, self.height
        positions: list[Point] = [(snap(w / 2), snap(h / 2))] if wanted % 2 else []
        homes = [_middle(p) for p in self.placed if p.has("garrison")]
        homes = [(x, y) for x, y in homes if 6 <= x <= w - 6 and 6 <= y <= h / 2 and (x, y) != (w / 2, h / 2)]
        self.rng.shuffle(homes)
        inside = True
        while len(positions) < wanted:
            found = next((s for s in homes if self._apart(s, positions)), None) if inside else None
            found = found or self._open(positions)
            if found is None:
                break
            positions += [found, (snap(w - found[0]), snap(h - found[1]))]
            inside = not inside
        return tuple(positions)

    def _open(self, positions: list[Point]) -> Point | None:
        """A position outside of everything, for whoever comes first."""
        for distance in (9.0, 6.0, 3.0):
            for _attempt in range(60):
                x = self._between(6, self.width - 6)
                y = self._between(min(self.front + 2, self.height / 2), self.height / 2)
                if self._apart((x, y), positions, distance) and not any(
                    p.has("impassable") and _meet((x, y, x, y), p.box, 2.0) for p in self.placed
                ):
                    return snap(x), snap(y)
        return None

    def _apart(self, position: Point, positions: list[Point], distance: float = 6.0) -> bool:
        x, y = position
        others = [*positions, (self.width - x, self.height - y)]
        return all((x - u) * (x - u) + (y - v) * (y - v) >= distance * distance for u, v in others)


def _middle(piece: Piece) -> Point:
    left, low, right, top = piece.box
    return snap((left + right) / 2), snap((low + top) / 2)


def _meet(a: tuple[float, float, float, float], b: tuple[float, float, float, float], apart: float) -> bool:
    """Whether two boxes overlap or leave less than so many inches between them."""
    return a[0] < b[2] + apart and b[0] < a[2] + apart and a[1] < b[3] + apart and b[1] < a[3] + apart
