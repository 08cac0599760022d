"""What a player sees, as numbers: made of the table as he may know it and of the question that he is asked, of nothing else.

Everybody plays up the table: for the second side it is turned round. Lengths are in parts of the table or of 48 inches. Names of
units are no features: a unit is what it has and where it stands. Words of questions and options are counted in buckets by a hash.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from math import sqrt
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..common import scenario
from ..table.geometry import Formation, Point
from ..table.state import Table, Unit

MOST_OPTIONS = 32  # actions
LAST = MOST_OPTIONS - 1  # the action that turns the page where there are more options
A_SIDE = 20  # units of each side; of more those that are dead are left out first
UNIT, OPTION, MARK, PIECE, CLOCK = 20, 38, 4, 6, 8  # numbers in a row of each
MARKS, PIECES = 12, 24
IN_QUESTION, IN_OPTION = 48, 16  # buckets for words
FAR = 48.0  # inches
HIGHEST = 8.0

Row: TypeAlias = list[float]
Observation: TypeAlias = dict[str, Any]

WORD = re.compile(r"[^\W\d_]+")


def space() -> spaces.Dict:
    """The space of all observations."""

    def box(low: float, *shape: int) -> spaces.Box:
        return spaces.Box(low, HIGHEST, shape, np.float32)

    return spaces.Dict(
        {
            "observation": box(0.0, 2 * A_SIDE, UNIT),  # units: ours, then theirs
            "objectives": box(0.0, MARKS, MARK),
            "terrain": box(0.0, PIECES, PIECE),
            "clock": box(-HIGHEST, CLOCK),
            "ask": box(0.0, IN_QUESTION),  # the words of the question
            "options": box(-HIGHEST, MOST_OPTIONS, OPTION),
            "action_mask": spaces.MultiBinary(MOST_OPTIONS),
        }
    )


def observed(
    t: Table, player: int, ask: Any = None, options: Sequence[Any] = (), said: Sequence[str] = (), more: bool = False
) -> Observation:
    """What a player sees of a table that he may know; ``ask`` with some of its options, and their words, when he is asked.

    ``more``: there are more options, and the last action turns the page.
    """
    eye = Vantage(t, player)
    about = abouts(t, ask)
    mask = np.zeros(MOST_OPTIONS, np.int8)
    mask[: len(options)] = 1
    if more:
        mask[LAST] = 1
    question = without_names(t, ask.question) if ask is not None else ""
    return {
        "observation": _rows(eye.units(about), 2 * A_SIDE, UNIT),
        "objectives": _rows(eye.marks(), MARKS, MARK),
        "terrain": _rows(eye.pieces(), PIECES, PIECE),
        "clock": _rows([eye.clock()], 1, CLOCK)[0],
        "ask": _rows([buckets(question, IN_QUESTION)], 1, IN_QUESTION)[0],
        "options": _rows(eye.options(ask, about, options, said), MOST_OPTIONS, OPTION),
        "action_mask": mask,
    }


def _rows(rows: Iterable[Row], most: int, wide: int) -> NDArray[np.float32]:
    found = np.zeros((most, wide), np.float32)
    given = list(rows)[:most]
    if given:
        found[: len(given)] = np.clip(np.asarray(given, np.float32), -HIGHEST, HIGHEST)
    return found


def buckets(text: str, n: int) -> Row:
    """Which of ``n`` buckets the words of a text fall into.

    >>> sum(buckets("where does it go", 48)), buckets("", 4)
    (4.0, [0.0, 0.0, 0.0, 0.0])
    """
    found = [0.0] * n
    for word in WORD.findall(text.lower()):
        found[int.from_bytes(blake2b(word.encode(), digest_size=4).digest(), "big") % n] = 1.0
    return found


def without_names(t: Table, text: str) -> str:
    """A text without the names of units."""
    for name in sorted(t.names, key=len, reverse=True):
        text = text.replace(name, "")
    return text


def abouts(t: Table, ask: Any) -> tuple[int, ...]:
    """The units that a question is about."""
    if ask is None:
        return ()
    found = ask.about if isinstance(ask.about, tuple) else (ask.about,)
    return tuple(u for u in found if type(u) is int and 0 <= u < len(t.units))


class Vantage:
    """The table from one side of it."""

    def __init__(self, t: Table, player: int) -> None:
        self.t, self.player = t, player
        self.wide, self.high = t.ground.width, t.ground.height
        self.aims = [(m.x, m.y) for m in t.markers if m.kind == "objective"]
        self.foes = [u.form.centre for u in t.enemies(player) if u.form.positions]

    def at(self, x: float, y: float) -> Row:
        """A place in parts of the table: the own edge is at the bottom."""
        x, y = x / self.wide, y / self.high
        return [x, y] if self.player == 0 else [1.0 - x, 1.0 - y]

    def units(self, about: Sequence[int]) -> list[Row]:
        """A row for each unit: ours first, at their own places, then theirs."""
        found: list[Row] = []
        for side in (self.player, 1 - self.player):
            ours = sorted([u for u in self.t.units if u.side == side], key=lambda u: (not u.alive, u.id))[:A_SIDE]
            found += [self.unit(u, u.id in about) for u in ours]
            found += [[0.0] * UNIT] * (A_SIDE - len(ours))
        return found

    def unit(self, u: Unit, asked: bool) -> Row:
        """What a unit has and where it stands."""
        t, here = self.t, u.place == "table" and bool(u.form.positions)
        x, y = u.form.centre if here else (0.0, 0.0)
        fresh = sum(t.game.wounds(model) for model in u.kind.models) or 1
        reach = 0.0
        if t.game.reaches is not None:
            reach = max([inches for m in dict.fromkeys(u.members) for _, inches in t.game.reaches(t, m)], default=0.0)
        foes = self.foes if u.side == self.player else [v.form.centre for v in t.own(self.player) if v.form.positions]
        return [
            1.0,
            float(u.side == self.player),
            float(here),
            float(u.place in ("off", "reserve")),
            float(u.place in ("aboard", "joined")),
            float(u.place == "dead"),
            *(self.at(x, y) if here else [0.0, 0.0]),
            u.size / max(1, u.start),
            u.size / 20,
            sum(u.wounds) / fresh,
            (u.kind.points or 0) / 200,
            float(u.id in t.acted),
            float(u.locked),
            len(u.effects) / 8,
            min(reach, 2 * FAR) / FAR,
            nearest((x, y), self.aims) / FAR if here else 1.0,
            nearest((x, y), foes) / FAR if here else 1.0,
            float(asked),
            float(here and scenario.can_hold(t, u)),
        ]

    def marks(self) -> list[Row]:
        """A row for each objective: where it lies, and whose it is."""
        held = [(m.x, m.y, m.side) for m in self.t.markers if m.kind == "objective"]
        return [[*self.at(x, y), float(side == self.player), float(side == 1 - self.player)] for x, y, side in held]

    def pieces(self) -> list[Row]:
        """A row for each piece of terrain: the box round it, its height, and whether it is gone."""
        found = []
        for k, piece in enumerate(self.t.ground.pieces):
            left, bottom, right, top = piece.box
            gone = k < len(self.t.scenery) and self.t.scenery[k].gone
            size = [(right - left) / self.wide, (top - bottom) / self.high]
            found.append([*self.at((left + right) / 2, (bottom + top) / 2), *size, piece.height / 12, float(gone)])
        return found

    def clock(self) -> Row:
        """How far the battle is, and how it stands."""
        t, (ours, theirs) = self.t, (self.player, 1 - self.player)
        points = scenario.points(t)
        return [
            t.clock.round / t.scenario.rounds,
            t.clock.step / max(1, len(t.game.steps)),
            float(t.clock.player == self.player),
            float(t.clock.first == self.player),
            points[ours] / 20,
            points[theirs] / 20,
            len(t.own(ours)) / A_SIDE,
            len(t.own(theirs)) / A_SIDE,
        ]

    def options(self, ask: Any, about: Sequence[int], options: Sequence[Any], said: Sequence[str]) -> list[Row]:
        """A row for each option."""
        standing = [self.t[u].form.centre for u in about if self.t[u].form.positions]
        start = standing[0] if standing else None
        return [
            self.option(ask, option, i, said[i] if i < len(said) else "", start) for i, option in enumerate(options)
        ]

    def option(self, ask: Any, option: Any, i: int, said: str, start: Point | None) -> Row:
        """What an option is, where it leads, whom it points at, and its words."""
        t = self.t
        parts = list(flat(option))
        named = [u for u in parts if type(u) is int and 0 <= u < len(t.units) and t.name(u) in said]
        texts = " ".join(part for part in parts if type(part) is str)
        whom = t[named[0]] if named else None
        end = place(option)
        if end is None and whom is not None and whom.form.positions:
            end = whom.form.centre
        number = next((float(part) for part in parts if type(part) in (bool, int, float) and part not in named), 0.0)
        row = [
            1.0,
            i / MOST_OPTIONS,
            float(ask.default is not None and type(option) is type(ask.default) and option == ask.default),
            float(isinstance(option, Formation)),
            float(whom is not None),
            float(bool(texts)),
            number / 10 if end is None else 0.0,
        ]
        row += [0.0] * 8 if end is None else self.leads(end, start)
        row += [0.0] * 7 if whom is None else self.points_at(whom)
        return row + buckets(without_names(t, said), IN_OPTION)

    def leads(self, end: Point, start: Point | None) -> Row:
        """Where an option leads: the place, how far, and how much nearer to objectives and enemies."""
        aim, foe = nearest(end, self.aims), nearest(end, self.foes)
        row = [1.0, *self.at(*end), aim / FAR, foe / FAR]
        if start is None:
            return [*row, 0.0, 0.0, 0.0]
        nearer = [(nearest(start, self.aims) - aim) / 12, (nearest(start, self.foes) - foe) / 12]
        return [*row, apart(start, end) / 12, *nearer]

    def points_at(self, u: Unit) -> Row:
        """The unit at which an option points."""
        return [
            float(u.side != self.player),
            u.size / 20,
            u.size / max(1, u.start),
            (u.kind.points or 0) / 200,
            float(u.id in self.t.acted),
            float(u.locked),
            nearest(u.form.centre, self.aims) / FAR if u.form.positions else 1.0,
        ]


def flat(option: Any) -> Iterable[Any]:
    """The parts of an option.

    >>> list(flat(("fire", (3, 2.0))))
    ['fire', 3, 2.0]
    """
    if isinstance(option, tuple):
        for part in option:
            yield from flat(part)
    else:
        yield option


def place(option: Any) -> Point | None:
    """Where an option lies on the table."""
    if isinstance(option, Formation):
        return option.centre if option.positions else None
    if hasattr(option, "x") and hasattr(option, "y"):
        return option.x, option.y
    if isinstance(option, tuple) and len(option) >= 2 and type(option[0]) is float and type(option[1]) is float:
        return option[0], option[1]
    return None


def apart(p: Point, q: Point) -> float:
    """Inches between two points."""
    return sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]))


def nearest(p: Point, points: Sequence[Point]) -> float:
    """Inches to the nearest of some points; as far as can be when there is none."""
    return min([apart(p, q) for q in points], default=FAR)
