"""What a person types at the table, read: a number, a name, a command, a move, or the faces of dice.

>>> read("towards Thornkin 6")
Towards(name='Thornkin', inches=6.0, away=False, model=0)
>>> read("model 3 n 2"), read("to 12 30.5")
(By(x=0.0, y=2.0, model=3), To(x=12.0, y=30.5, model=0, facing=None))
>>> read("dist Lantern Watch, B")
TypedCommand(name='dist', rest='Lantern Watch, B')
"""

from __future__ import annotations

import re
from math import isfinite, sqrt
from typing import Final

from msgspec import Struct

from ..errors import GrognardError

LONGEST: Final = 400  # characters of a line
FARTHEST: Final = 500.0  # inches
_HALF = sqrt(0.5)
COMPASS: Final = {
    "n": (0.0, 1.0), "ne": (_HALF, _HALF), "e": (1.0, 0.0), "se": (_HALF, -_HALF),
    "s": (0.0, -1.0), "sw": (-_HALF, -_HALF), "w": (-1.0, 0.0), "nw": (-_HALF, _HALF),
}  # fmt: skip
# What each command does, for '?' and for completion.
COMMANDS: Final = {
    "?": "this help",
    "usual": "takes the usual answer",
    "why": "what may act now, what not and why; 'why UNIT' of one unit",
    "odds": "exact odds against each unit that is offered; 'odds UNIT' against one",
    "map": "the table from above",
    "units": "every unit with its letter",
    "score": "the points so far",
    "dist": "how far apart two things are: 'dist A b'; an objective is '#2'",
    "los": "what one unit sees of another: 'los A b'",
    "log": "the last entries of the log; 'log full' or 'log short' from now on",
    "undo": "takes your last pick back",
    "redo": "plays what was taken back again",
    "agree": "lets the other side take back what it wants to",
    "refuse": "does not",
    "mark": "names this moment: 'mark before the charge'",
    "save": "writes the battle to another file as well: 'save FILE'",
    "quit": "leaves; the battle is kept",
}
MOVES: Final = {
    "to X Y": "the middle of the unit goes there",
    "towards NAME 6": "six inches towards a unit or an objective (#2); 'away NAME 6' the other way",
    "n 4": "four inches up the table; also ne, e, se, s, sw, w, nw",
    "face n": "turns it; also 'face NAME'",
    "model 3 n 2": "moves one model; then 'done', or 'drop' to begin anew",
    "try n 4": "says what that would be, without doing it",
    "near": "takes the nearest legal place to what was refused",
    "stay": "stays where it is",
}
SAME: Final = {"help": "?", "h": "?", "exit": "quit", "q": "quit", "back": "undo", "distance": "dist", "sight": "los"}


class TypedCommand(Struct, frozen=True):
    """A command and what stands behind it."""

    name: str
    rest: str = ""


class OptionWords(Struct, frozen=True):
    """Anything else: a number of an option, its name, or the faces of dice."""

    text: str


class To(Struct, frozen=True):
    """To a place in inches: the middle of a unit, or one ``model`` (from 1; 0: all of them)."""

    x: float
    y: float
    model: int = 0
    facing: tuple[float, float] | None = None


class By(Struct, frozen=True):
    """By so many inches across and up."""

    x: float
    y: float
    model: int = 0


class Towards(Struct, frozen=True):
    """Inches towards something, or away from it; None is as far as may be."""

    name: str
    inches: float | None
    away: bool = False
    model: int = 0


class TurnTo(Struct, frozen=True):
    """Turn to a point of the compass, or to something."""

    name: str


class MoveWord(Struct, frozen=True):
    """A word about a move: stay, done, drop, near."""

    name: str


class TryOut(Struct, frozen=True):
    """A move that is to be judged and not made."""

    move: To | By | Towards | TurnTo


Line = TypedCommand | OptionWords | To | By | Towards | TurnTo | MoveWord | TryOut


def read(text: str) -> Line:
    """What a line means. Raises GrognardError for a command or move that is not written as it should be."""
    text = " ".join(text[:LONGEST].split())
    word, _, rest = text.partition(" ")
    name = word.casefold()
    name = SAME.get(name, name)
    if name in COMMANDS:
        return TypedCommand(name, rest)
    if name in ("stay", "done", "drop", "near") and not rest:
        return MoveWord(name)
    if name == "try":
        found = read(rest)
        if isinstance(found, (To, By, Towards, TurnTo)):
            return TryOut(found)
        raise GrognardError("'try' needs a move", hint="such as 'try n 4' or 'try to 12 30'")
    if name == "model":
        return _model(rest)
    return _move(name, rest) or OptionWords(text)


def _model(rest: str) -> Line:
    number, _, move = rest.partition(" ")
    first, _, then = move.partition(" ")
    found = _move(first.casefold(), then)
    if not number.isascii() or not number.isdigit() or len(number) > 4 or int(number) < 1:
        raise GrognardError(f"{number!r} is no number of a model", hint="write 'model 3 n 2'")
    if isinstance(found, To):
        return To(found.x, found.y, int(number))
    if isinstance(found, By):
        return By(found.x, found.y, int(number))
    if isinstance(found, Towards):
        return Towards(found.name, found.inches, found.away, int(number))
    raise GrognardError(
        "where does the model go?", hint="write 'model 3 n 2', 'model 3 to 12 30' or 'model 3 towards NAME 2'"
    )


def _move(name: str, rest: str) -> To | By | Towards | TurnTo | None:
    """A move, or None when the line is none at all."""
    if name == "to":
        numbers = [number(word) for word in re.split(r"[ ,]+", rest.strip()) if word]
        if any(n is None for n in numbers) and not rest[:1].isdigit():
            return None  # "to …" may begin the words of an option
        if any(n is None for n in numbers) or len(numbers) not in (2, 4):
            raise GrognardError(
                "two numbers in inches are needed", hint="write 'to 12 30.5': across, then up the table"
            )
        x, y, *turn = [n for n in numbers if n is not None]
        return To(x, y, facing=(turn[0], turn[1]) if turn else None)
    if name in ("towards", "toward", "away"):
        found, inches = _name_and_inches(rest.removeprefix("from "))
        if not found:
            raise GrognardError(f"{name} what?", hint=f"write '{name} NAME 6'")
        return Towards(found, inches, name == "away")
    if name in COMPASS and rest:
        inches = number(rest.removesuffix('"').strip())
        if inches is None or inches < 0:
            raise GrognardError(f"{rest!r} is no number of inches", hint=f"write '{name} 4'")
        dx, dy = COMPASS[name]
        return By(dx * inches, dy * inches)
    if name == "face" and rest:
        return TurnTo(rest)
    return None


def _name_and_inches(rest: str) -> tuple[str, float | None]:
    found = re.fullmatch(r"(.*?)[ ,]+([0-9.]+)\"?", rest)
    if found and (inches := number(found[2])) is not None:
        return found[1].strip(), inches
    return rest.strip(), None


def number(word: str) -> float | None:
    """A number in inches, or None for what is none.

    >>> number("4.5"), number("four"), number("1e999")
    (4.5, None, None)
    """
    if not re.fullmatch(r"-?[0-9]{0,4}(\.[0-9]{0,6})?", word) or not re.search(r"[0-9]", word):
        return None
    found = float(word)
    return found if isfinite(found) and abs(found) <= FARTHEST else None


def two_names(rest: str) -> tuple[str, str]:
    """Two names: parted by a comma, by "to" or "and", or two single words.

    >>> two_names("Lantern Watch to Thornkin"), two_names("A b")
    (('Lantern Watch', 'Thornkin'), ('A', 'b'))
    """
    for parting in (r"\s*,\s*", r"\s+(?:to|and|at)\s+"):
        parts = re.split(parting, rest, maxsplit=1)
        if len(parts) == 2 and all(parts):
            return parts[0], parts[1]
    words = rest.split()
    if len(words) == 2:
        return words[0], words[1]
    raise GrognardError("two names are needed", hint="such as 'dist A b' or 'dist Lantern Watch, Thornkin'")


def heading(x: float, y: float) -> tuple[float, float]:
    """A direction of length 1; (0, 0) of none."""
    far = apart((x, y), (0.0, 0.0))
    return (x / far, y / far) if far else (0.0, 0.0)


def apart(p: tuple[float, float], q: tuple[float, float]) -> float:
    """How far two points are from each other, inches.

    >>> apart((0.0, 0.0), (3.0, 4.0))
    5.0
    """
    dx, dy = p[0] - q[0], p[1] - q[1]
    return sqrt(dx * dx + dy * dy)
