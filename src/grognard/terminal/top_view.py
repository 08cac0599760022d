"""The table from above, in characters: units as letters, terrain as marks, objectives as numbers."""

from __future__ import annotations

import string
from typing import Any, Final

from ..table.geometry import inside

LETTERS: Final = (string.ascii_uppercase, string.ascii_lowercase)
WIDEST, NARROWEST = 120, 24  # columns
ASPECT = 2.0  # a character is about twice as high as wide
OUTSIDE = "+"  # units beyond the letters of the alphabet
MARKS: Final = (  # the first that fits: properties of a piece, its mark, what a legend calls it
    (("impassable", "solid"), "#", "impassable, blocks sight"),
    (("garrison",), "H", "building"),
    (("impassable",), "X", "impassable"),
    (("solid",), "=", "blocks sight"),
    (("dense", "forest", "jungle"), "%", "woods"),
    (("water", "marsh"), "~", "water"),
    (("hill",), "^", "hill"),
    (("difficult", "dangerous", "rocks", "rubble", "ruins"), ":", "rough ground"),
    (("road",), "_", "road"),
)
PLAIN_PIECE = ("'", "terrain")


def letters(table: dict[str, Any]) -> dict[int, str]:
    """The letter of each unit that has ever been on the table, by its number: capitals for side A, small ones for side B.

    Letters stay with their units for the whole battle. Those after the twenty-sixth share a mark.
    """
    found: dict[int, str] = {}
    for side in (0, 1):
        mine = [unit["id"] for unit in table["units"] if unit["side"] == side]
        for i, unit in enumerate(mine):
            found[unit] = LETTERS[side][i] if i < len(LETTERS[side]) else OUTSIDE
    return found


def mark_of(piece: dict[str, Any]) -> tuple[str, str]:
    """The mark of a piece of terrain, and what a legend calls it."""
    for words, mark, said in MARKS:
        if words == ("impassable", "solid"):
            if all(word in piece["kinds"] for word in words):
                return mark, said
        elif any(word in piece["kinds"] for word in words):
            return mark, said
    return PLAIN_PIECE


def drawn(table: dict[str, Any], columns: int = 80) -> list[str]:
    """The table as lines of at most ``columns`` characters, the far edge first, with inches along two edges and a legend."""
    wide, deep = table["width"], table["height"]
    across = max(NARROWEST, min(WIDEST, columns - 6))
    inch = min(across / wide, 2.0)  # columns an inch
    n_columns, n_rows = max(1, round(wide * inch)), max(1, round(deep * inch / ASPECT))
    cells = [[" "] * n_columns for _ in range(n_rows)]
    legend: dict[str, str] = {}
    for piece in table["terrain"]:
        if not piece["gone"]:
            _fill(cells, piece, inch, deep, legend)
    for k, marker in enumerate(objectives(table), 1):
        _put(cells, marker["at"], str(k % 10), inch, deep)
    named = letters(table)
    for unit in table["units"]:
        for model in unit["models"] if unit["place"] == "table" else ():
            _put(cells, model["at"], named[unit["id"]], inch, deep)
    lines = []
    for row, line in enumerate(cells):
        inches = deep - (row + 0.5) * ASPECT / inch
        tick = f"{round(inches):>3}" if row % 3 == 0 else "   "
        lines.append(f"{tick} |{''.join(line)}|".rstrip())
    lines.append("    +" + "-" * n_columns + "+")
    lines.append("     " + "".join(f"{x:<{round(12 * inch)}}" for x in range(0, int(wide) + 1, 12)).rstrip())
    if legend:
        lines.append("terrain: " + ", ".join(f"{mark} {said}" for mark, said in legend.items()))
    return lines


def objectives(table: dict[str, Any]) -> list[dict[str, Any]]:
    """The objectives, in the order of their numbers."""
    return [marker for marker in table["markers"] if marker["kind"] == "objective"]


def _fill(cells: list[list[str]], piece: dict[str, Any], inch: float, deep: float, legend: dict[str, str]) -> None:
    mark, said = mark_of(piece)
    points = tuple((x, y) for x, y in piece["points"])
    for row, line in enumerate(cells):
        y = deep - (row + 0.5) * ASPECT / inch
        for column in range(len(line)):
            if inside(points, (column + 0.5) / inch, y):
                line[column] = mark
                legend[mark] = said


def _put(cells: list[list[str]], at: list[float], mark: str, inch: float, deep: float) -> None:
    row = min(len(cells) - 1, max(0, int((deep - at[1]) * inch / ASPECT)))
    column = min(len(cells[0]) - 1, max(0, int(at[0] * inch)))
    cells[row][column] = mark


def roll_call(table: dict[str, Any]) -> list[str]:
    """Every unit with its letter, how many models it has, where it is when it is not on the table, and what lasts on it."""
    named = letters(table)
    lines: list[str] = []
    for side in (0, 1):
        lines.append(f"{table['sides'][side]}: {table['scores'][side]} points")
        for unit in table["units"]:
            if unit["side"] == side:
                lines.append(f"  {named[unit['id']]} {unit_line(unit)}")
    for k, marker in enumerate(objectives(table), 1):
        lines.append(f"  {k} objective at {marker['at'][0]:g}, {marker['at'][1]:g}")
    return lines


def roster(table: dict[str, Any], side: int) -> list[str]:
    """The units of a side on the table, each with its letter and how many models it has."""
    named = letters(table)
    standing = [u for u in table["units"] if u["side"] == side and u["place"] == "table"]
    return [f"{named[u['id']]} {u['name']} ({len(u['models'])})" for u in standing]


def unit_line(unit: dict[str, Any]) -> str:
    """A unit in one line.

    >>> unit_line({"name": "Gate Watch", "models": [{}] * 5, "place": "reserve", "effects": ["pinned"], "foes": [], "lost": 1})
    'Gate Watch: 5 models, 1 lost, in reserve, pinned'
    """
    if unit["place"] == "dead":
        return f"{unit['name']}: destroyed"
    n = len(unit["models"])
    said = [f"{n} model{'s' * (n != 1)}"]
    if unit["lost"]:
        said.append(f"{unit['lost']} lost")
    where = {"table": "", "off": "not set up yet", "reserve": "in reserve", "aboard": "aboard", "joined": "with a unit"}
    if place := where.get(unit["place"], unit["place"]):
        said.append(place)
    if unit["foes"]:
        said.append("in close combat")
    return f"{unit['name']}: {', '.join([*said, *unit['effects']])}"
