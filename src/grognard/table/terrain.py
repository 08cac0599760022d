"""The ground a battle is fought on: pieces of terrain, objectives and deployment zones, and the file that says so."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from grognard.errors import Faults, GrognardError
from grognard.table.geometry import Box, Formation, Outline, Point, convex, crosses, inside, lie_in, snap

# What a piece may be, beyond its shape. The words steer moving and sight here; systems may ask for the others.
PROPERTIES = {
    "difficult": "slows those who move in it",
    "dangerous": "may hurt those who move in it",
    "impassable": "nobody moves into it or ends there",
    "solid": "blocks every line of sight that passes through it below its top, also for those who stand in it",
    "dense": "blocks lines of sight that pass right through it; those who stand in it see out and are seen",
    "soft": "soft cover for those in it",
    "body": "cover for the bodies of vehicles",
    "garrison": "a building that units may enter",
    "destructible": "may be shot at and destroyed",
    "flammable": "may burn",
    "fortification": "built to be defended",
    "battlements": "a roof that may be defended",
    "jungle": "a kind of ground",
    "forest": "a kind of ground",
    "marsh": "a kind of ground",
    "rocks": "a kind of ground",
    "rubble": "a kind of ground",
    "ruins": "a kind of ground",
    "water": "a kind of ground",
    "road": "a kind of ground",
    "hill": "a kind of ground",
    "industrial": "a kind of ground",
}
GRADES = ("", "light", "medium", "heavy")  # how good the cover is where no system's own value is given
LARGEST = 240.0  # inches a side
MOST_PIECES, MOST_POINTS, MOST_POSITIONS, MOST_ZONES, MOST_BYTES = 200, 64, 50, 8, 262_144


class Piece(Struct, frozen=True, eq=False):
    """One piece of terrain: a polygon in inches with a height, what it is, and the cover it gives.

    ``cover`` is a grade ("light", "medium", "heavy", or "" for none); ``covers`` gives a system's own value where the
    grade will not do. ``armour`` and ``dp`` (damage points) are those of a destructible piece.
    """

    name: str
    points: Outline
    height: float = 0.0
    properties: tuple[str, ...] = ()
    cover: str = ""
    covers: tuple[tuple[str, str], ...] = ()
    armour: int = 0
    dp: int = 0
    box: Box = (0.0, 0.0, 0.0, 0.0)  # found from the points
    edges: tuple[tuple[float, float, float, float], ...] = ()  # found from the points
    convex: bool = False  # found from the points

    def __post_init__(self) -> None:
        points = tuple([(snap(x), snap(y)) for x, y in self.points])
        xs, ys = [x for x, _ in points], [y for _, y in points]
        edges = tuple([(*p, *q) for p, q in zip(points, points[1:] + points[:1], strict=True)])
        force_setattr(self, "points", points)
        force_setattr(self, "box", (min(xs), min(ys), max(xs), max(ys)))
        force_setattr(self, "edges", edges)
        force_setattr(self, "convex", convex(points))

    def has(self, *words: str) -> bool:
        """Whether the piece has any of these properties."""
        for word in words:  # noqa: SIM110 (asked too often for a generator)
            if word in self.properties:
                return True
        return False

    def cover_in(self, system: str) -> str:
        """The cover it gives in a system: the system's own value when the file has one, else the grade."""
        for name, value in self.covers:
            if name == system:
                return value
        return self.cover

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in the piece."""
        left, bottom, right, top = self.box
        return left <= x <= right and bottom <= y <= top and inside(self.points, x, y)

    def changed(self, **fields: Any) -> Piece:
        """The piece after something has happened to it: rubble, other cover, fewer damage points."""
        return replace(self, **fields)


class Ground(Struct, frozen=True, eq=False):
    """A table: its size in inches, terrain, objectives and one deployment zone (a polygon) a player."""

    width: float = 48.0
    height: float = 48.0
    pieces: tuple[Piece, ...] = ()
    objectives: tuple[Point, ...] = ()
    zones: tuple[Outline, ...] = ()
    name: str = ""
    areas: tuple[tuple[Box, Outline], ...] = ()  # found from the pieces: the box round each, and its outline

    def __post_init__(self) -> None:
        force_setattr(self, "areas", tuple([(piece.box, piece.points) for piece in self.pieces]))

    def piece(self, name: str) -> Piece:
        """The piece of this name. Raises GrognardError, naming the nearest, when there is none."""
        for piece in self.pieces:
            if piece.name == name:
                return piece
        raise GrognardError(f"no terrain called {name!r}", hint=_meant(name, [p.name for p in self.pieces]))

    def at(self, x: float, y: float) -> tuple[Piece, ...]:
        """The pieces in which a point lies."""
        (places,) = lie_in(self.areas, (x, y, x, y), ((x, y),))
        return tuple([self.pieces[k] for k in places])

    def standing(self, form: Formation) -> tuple[tuple[int, ...], ...]:
        """For each model the pieces (by their place in ``pieces``) that the centre of its base stands in.

        Found once a form and kept in it.
        """
        kept = form._stood
        if kept is None or kept[0] is not self:
            kept = form._stood = (self, lie_in(self.areas, form.box, form.positions))
        return kept[1]  # type: ignore[no-any-return]

    def models_in(self, form: Formation, piece: Piece) -> tuple[int, ...]:
        """The models of a unit that stand in a piece, in order."""
        return tuple([i for i, (x, y) in enumerate(form.positions) if piece.holds(x, y)])

    def with_piece(self, piece: Piece) -> Ground:
        """The ground with the piece of that name put in the place of the old one."""
        self.piece(piece.name)
        return replace(self, pieces=tuple([piece if p.name == piece.name else p for p in self.pieces]))

    def without_piece(self, name: str) -> Ground:
        """The ground after a piece has been destroyed without a trace."""
        self.piece(name)
        return replace(self, pieces=tuple([p for p in self.pieces if p.name != name]))

    def with_objectives(self, objectives: Iterable[Point]) -> Ground:
        """The ground with these objectives instead of its own."""
        return replace(self, objectives=tuple([(snap(x), snap(y)) for x, y in objectives]))


def rectangle(x: float, y: float, width: float, height: float) -> Outline:
    """The corners of a rectangle from its lower left corner, counter-clockwise."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def strips(width: float, height: float, depth: float) -> tuple[Outline, Outline]:
    """Deployment zones along the lower and the upper edge, ``depth`` inches deep."""
    return (rectangle(0.0, 0.0, width, depth), rectangle(0.0, height - depth, width, depth))


# --- the table file -------------------------------------------------------------------------------------------------

_TABLE_KEYS = ("name", "width", "height", "objectives", "zones", "piece")
_PIECE_KEYS = ("name", "points", "box", "height", "properties", "cover", "covers", "armour", "dp")


def load_ground(path: Path | str) -> Ground:
    """Read a table file. Raises GrognardError, or Faults with every fault, when it cannot be read or is not one."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise GrognardError(f"cannot be read: {error.strerror}", where=str(path)) from None
    if len(data) > MOST_BYTES:
        raise GrognardError(f"longer than {MOST_BYTES // 1024} kB", where=str(path), hint="is it a table file?")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise GrognardError("not UTF-8 text", where=str(path)) from None
    return read_ground(text, where=path.name)


def read_ground(text: str, where: str = "table") -> Ground:
    """Read the text of a table file (TOML).

    Keys: ``name``, ``width``, ``height`` (6 to 240 inches), ``objectives`` (points), ``zones`` (a polygon a player)
    and a ``[[piece]]`` each: ``name``, ``points`` (a polygon) or ``box`` (x, y, width, height), ``height``,
    ``properties``, ``cover`` (a grade), ``covers`` (system = value), ``armour``, ``dp``. Raises GrognardError for
    text that is not TOML, Faults with every fault otherwise.
    """
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise GrognardError(f"not a table file: {error}", where=where) from None
    reader = _Reader(where)
    ground = reader.ground(data)
    if reader.faults:
        raise Faults(reader.faults)
    return ground


def _meant(word: str, known: Iterable[str]) -> str:
    """A hint at the known word nearest to this one."""
    known = list(known)
    near = get_close_matches(word.lower(), known, 1, 0.5)
    return f"did you mean {near[0]!r}?" if near else ("one of " + ", ".join(known[:24]) if known else "there is none")


def simple(points: Outline) -> bool:
    """Whether a polygon has an area, no point twice and no two edges that cross."""
    n = len(points)
    if n < 3 or len(set(points)) != n:
        return False
    edges = list(zip(points, points[1:] + points[:1], strict=True))
    if sum(px * qy - qx * py for (px, py), (qx, qy) in edges) == 0:
        return False
    return not any(crosses(*edges[i], *edges[j]) for i in range(n) for j in range(i + 1, n))


class _Reader:
    """One reading of a table file; gathers the faults and goes on."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.faults: list[GrognardError] = []

    def fault(self, what: str, place: str = "", hint: str = "") -> None:
        self.faults.append(GrognardError(what, where=f"{self.where}: {place}" if place else self.where, hint=hint))

    def keys(self, table: dict[str, Any], known: tuple[str, ...], place: str) -> None:
        for key in table:
            if key not in known:
                self.fault(f"unknown key {key!r}", place, _meant(key, known))

    def number(
        self, table: dict[str, Any], key: str, default: float, low: float, high: float, place: str = ""
    ) -> float:
        value = table.get(key, default)
        if type(value) not in (int, float) or not low <= value <= high:
            self.fault(f"{key} is {value!r}", place, f"a number from {low:g} to {high:g}")
            return default
        return float(value)

    def text(self, table: dict[str, Any], key: str, default: str, place: str = "") -> str:
        value = table.get(key, default)
        if not isinstance(value, str) or len(value) > 80 or not value.isprintable():
            self.fault(f"{key} is {str(value)[:20]!r}", place, "a word or a short name")
            return default
        return value

    def points(self, value: Any, most: int, what: str, place: str = "") -> Outline:
        if not isinstance(value, list) or len(value) > most:
            self.fault(f"{what} must be a list of at most {most} points", place, "[[x, y], …] in inches")
            return ()
        for point in value:
            numbers = isinstance(point, list) and len(point) == 2 and all(type(v) in (int, float) for v in point)
            if not numbers or not all(-LARGEST <= v <= 2 * LARGEST for v in point):
                self.fault(f"{what}: {str(point)[:40]} is not a point", place, "[x, y] in inches")
                return ()
        return tuple([(snap(x), snap(y)) for x, y in value])

    def polygon(self, value: Any, what: str, place: str = "") -> Outline:
        before = len(self.faults)
        points = self.points(value, MOST_POINTS, what, place)
        if len(self.faults) == before and not simple(points):
            self.fault(f"{what} is not a polygon", place, "three points or more, edges that do not cross")
        return points if simple(points) else ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))

    def many(self, table: dict[str, Any], key: str, most: int) -> list[Any]:
        value = table.get(key, [])
        if not isinstance(value, list) or len(value) > most:
            self.fault(f"{key} must be a list of at most {most}")
            return []
        return value

    def ground(self, data: dict[str, Any]) -> Ground:
        self.keys(data, _TABLE_KEYS, "")
        width = snap(self.number(data, "width", 48, 6, LARGEST))
        height = snap(self.number(data, "height", 48, 6, LARGEST))
        pieces = [self.piece(p, f"piece {i}") for i, p in enumerate(self.many(data, "piece", MOST_PIECES), 1)]
        seen: set[str] = set()
        for piece in pieces:
            if piece.name in seen:
                self.fault(f"two pieces are called {piece.name!r}", hint="give each its own name")
            seen.add(piece.name)
        objectives = self.points(data.get("objectives", []), MOST_POSITIONS, "objectives")
        zones = tuple([self.polygon(z, f"zone {i}") for i, z in enumerate(self.many(data, "zones", MOST_ZONES), 1)])
        for what, points in [("objectives", objectives), *[(f"zone {i}", z) for i, z in enumerate(zones, 1)]]:
            if not all(0 <= x <= width and 0 <= y <= height for x, y in points):
                self.fault(f"{what}: a point lies off the table", hint=f"0 to {width:g} and 0 to {height:g}")
        return Ground(width, height, tuple(pieces), objectives, zones, self.text(data, "name", ""))

    def piece(self, table: Any, place: str) -> Piece:
        if not isinstance(table, dict):
            self.fault("a piece must be a table", place, "[[piece]]")
            table = {"box": [0, 0, 1, 1]}
        name = self.text(table, "name", place, place) or place
        place = f"{place} ({name})" if name != place else place
        self.keys(table, _PIECE_KEYS, place)
        words = table.get("properties", [])
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            self.fault("properties must be a list of words", place, 'such as ["difficult"]')
            words = []
        for word in words:
            if word not in PROPERTIES:
                self.fault(f"unknown property {word[:40]!r}", place, _meant(word, PROPERTIES))
        cover = self.text(table, "cover", "", place)
        if cover not in GRADES:
            self.fault(f"cover is {cover!r}", place, "light, medium or heavy")
        covers = table.get("covers", {})
        if not isinstance(covers, dict) or not all(isinstance(v, str | int) for v in covers.values()):
            self.fault("covers must give a value a system", place, 'such as { usr = "4+" }')
            covers = {}
        return Piece(
            name,
            self.shape(table, place),
            snap(self.number(table, "height", 0, 0, 60, place)),
            tuple(dict.fromkeys(words)),
            cover,
            tuple([(str(k), str(v)) for k, v in covers.items()]),
            int(self.number(table, "armour", 0, 0, 99, place)),
            int(self.number(table, "dp", 0, 0, 999, place)),
        )

    def shape(self, table: dict[str, Any], place: str) -> Outline:
        if ("box" in table) == ("points" in table):
            self.fault(
                "a piece needs either points or a box", place, "points = [[x, y], …] or box = [x, y, width, height]"
            )
            return rectangle(0.0, 0.0, 1.0, 1.0)
        if "points" in table:
            return self.polygon(table["points"], "points", place)
        box = table["box"]
        numbers = isinstance(box, list) and len(box) == 4 and all(type(v) in (int, float) for v in box)
        if not numbers or not all(-LARGEST <= v <= LARGEST for v in box) or not (box[2] > 0 and box[3] > 0):
            self.fault(f"box is {str(box)[:40]}", place, "[x, y, width, height] in inches")
            return rectangle(0.0, 0.0, 1.0, 1.0)
        return rectangle(*box)
