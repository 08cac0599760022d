"""What dice are thrown for: words for a prompt, with the parts that a report, a room or a browser shows apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Purpose(str):
    """The name of a test, with its parts. It equals the plain words, so that what is worked out for a test is shared by its name.

    ``what`` is thrown for ("Rifle to hit"), what a die ``needs`` ("4+"), why (``because``: reasons with ``rule``, ``says`` and
    ``id``), whose dice they are (``who``, a unit's id, or -1 for whoever the log has named last), and what a success and a
    failure are called (``comes_to``: "it stays light", "night falls"), and the only player who may see them (``secret``).

    Only words that follow from the text may differ among tests of one name, or ``who`` where the test is thrown at once.

    >>> name = Purpose("Rifle to hit, 4+ (moved: -1)", what="Rifle to hit", needs="4+")
    >>> name == "Rifle to hit, 4+ (moved: -1)", name.again().what
    (True, 'Rifle to hit, re-roll')
    """

    __slots__ = ("because", "comes_to", "needs", "secret", "what", "who")

    what: str
    needs: str
    because: tuple[Any, ...]
    who: int
    comes_to: tuple[str, str]
    secret: int | None

    def __new__(
        cls,
        words: str,
        *,
        what: str = "",
        needs: str = "",
        because: Sequence[Any] = (),
        who: int = -1,
        comes_to: tuple[str, str] = ("", ""),
        secret: int | None = None,
    ) -> Purpose:
        made = super().__new__(cls, words)
        made.what, made.needs, made.because = what or str(words), needs, tuple(because)
        made.who, made.comes_to, made.secret = who, comes_to, secret
        return made

    def again(self) -> Purpose:
        """What the dice are for that are thrown again."""
        return Purpose(
            f"{self}, re-roll", what=f"{self.what}, re-roll", needs=self.needs, because=self.because, who=self.who
        )

    def of(self, unit: int) -> Purpose:
        """As dice of this unit."""
        return Purpose(
            str(self), what=self.what, needs=self.needs, because=self.because, who=unit, comes_to=self.comes_to
        )


def purpose(name: str) -> Purpose:
    """The purpose that a name is, or one that has no parts but the words themselves."""
    return name if isinstance(name, Purpose) else Purpose(name)


def re_roll(name: str) -> str:
    """What dice are for that are thrown again."""
    return name.again() if isinstance(name, Purpose) else f"{name}, re-roll"


__all__ = ["Purpose", "purpose", "re_roll"]
