"""Dice that were thrown, as an entry of the log: what they showed, and what that came to. Some are for one player's eyes."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from .faces import Test


class Rolled(Struct, frozen=True):
    """Dice that were thrown for a test, and those thrown again."""

    test: Any
    faces: bytes
    again: bytes = b""

    full = True
    by: tuple[str, ...] = ()
    secret: int | None = None

    def on(self, t: Any) -> None:
        """Dice change nothing by themselves."""

    def told(self, t: Any) -> str:
        """The faces, sorted as people lay dice out, what was thrown again, and what it came to."""
        said = f"{self.test.name}: {_laid_out(self.faces)}"
        if self.again:
            said += f", again {_laid_out(self.again)}"
        meant = self.meant() if isinstance(self.test, Test) else ""
        return f"{said} ({meant})" if meant else said

    def masked(self, t: Any, player: int | None) -> str:
        """Nobody else hears of dice thrown in secret: what comes of them says so by itself."""
        return ""

    def meant(self) -> str:
        """What the faces came to: "2 of 5" where some do nothing, the word where they have words (of several dice
        how many of each), else numbers.

        "" where the numbers are those on the dice.
        """
        test: Test = self.test
        meant: list[Any] = [test.faces[f - 1] for f in self.faces if not (self.again and f in test.again)]
        first = [f for f in self.faces if f in test.again]
        meant += [test.after(f)[g - 1] for f, g in zip(first, self.again, strict=False)]
        does = [_does(m, None in test.faces) for m in meant]
        if not all(_does(m, None in test.faces) for m in test.faces) or all(m == test.faces[0] for m in test.faces):
            return f"{sum(does)} of {len(does)}"
        if not all(type(m) is int for m in test.faces):
            if len(meant) == 1:
                return str(meant[0])
            return ", ".join(f"{meant.count(kind)} {kind}" for kind in dict.fromkeys(test.faces) if kind in meant)
        return "" if sorted(meant) == sorted(self.faces) else "as " + " ".join(map(str, sorted(meant)))

    def plain(self) -> list[Any]:
        return ["Rolled", self.test.name, list(self.faces), list(self.again)]


def _does(meaning: Any, none: bool) -> bool:
    """Whether a face does anything; where a face can mean None, that alone is nothing."""
    if none:
        return meaning is not None
    succeeds = getattr(meaning, "succeeds", None)  # a meaning of several parts may say so itself
    if succeeds is not None:
        return bool(succeeds)
    return any(meaning) if isinstance(meaning, tuple) else bool(meaning)


def _laid_out(faces: bytes) -> str:
    return " ".join(map(str, sorted(faces)))
