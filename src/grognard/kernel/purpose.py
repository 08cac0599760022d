"""What dice are thrown for: words for a prompt, with the parts that a report, a room or a browser shows apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Purpose(str):
    """The name of a test, with its parts. It equals the plain words, so that what is worked out for a test is shared by its name.

    ``what`` is thrown for ("Rifle to hit"), what a die ``needs`` ("4+"), why (``because``: reasons with ``rule``, ``says`` and
    ``id``), whose dice they are (``who``, a unit's id, or -1 for whoever the log has named last), and what a success and a
    failure are called (``comes_to``: "night falls", "it stays light") or each outcome (``called``: pairs of it and its words),
    and the only player who may see them (``secret``). ``words`` are what a report says in place of the name. ``begins``: what
    follows belongs to these dice, as damage and saves belong to the roll to hit of a weapon.

    Only words that follow from the text may differ among tests of one name, or all but the text where a test is thrown at once.

    >>> name = Purpose("Rifle to hit, 4+ (moved: -1)", what="Rifle to hit", needs="4+")
    >>> name == "Rifle to hit, 4+ (moved: -1)", name.again().what
    (True, 'Rifle to hit, re-roll')
    """

    __slots__ = ("because", "begins", "called", "comes_to", "needs", "secret", "what", "who", "words")

    what: str
    needs: str
    because: tuple[Any, ...]
    who: int
    comes_to: tuple[str, str]
    called: tuple[tuple[Any, str], ...]
    words: str
    secret: int | None
    begins: bool

    def __new__(
        cls,
        name: str,
        *,
        what: str = "",
        needs: str = "",
        because: Sequence[Any] = (),
        who: int = -1,
        comes_to: tuple[str, str] = ("", ""),
        called: tuple[tuple[Any, str], ...] = (),
        words: str = "",
        secret: int | None = None,
        begins: bool = False,
    ) -> Purpose:
        text = str(name)
        made = str.__new__(cls, text)
        made.what, made.needs, made.because = what or words or text, needs, tuple(because)
        made.words = words or (f"{text}, {needs}" if needs and needs not in text else text)
        made.who, made.comes_to, made.called, made.secret, made.begins = who, comes_to, called, secret, begins
        return made

    def again(self) -> Purpose:
        """What the dice are for that are thrown again."""
        return self._but(f"{self}, re-roll", f"{self.what}, re-roll", self.who)

    def of(self, unit: int, why: str = "") -> Purpose:
        """As dice of this unit; ``why``: what calls for them, for a report."""
        return self._but(str(self), self.what, unit, why)

    def with_words(self, called: tuple[tuple[Any, str], ...]) -> Purpose:
        """With words for each outcome of a die that is thrown by itself."""
        return Purpose(
            str(self),
            what=self.what,
            needs=self.needs,
            because=self.because,
            who=self.who,
            called=called,
            secret=self.secret,
            begins=self.begins,
        )

    def _but(self, name: str, what: str, who: int, why: str = "") -> Purpose:
        return Purpose(
            name,
            what=what,
            needs=self.needs,
            because=self.because,
            who=who,
            comes_to=self.comes_to,
            called=self.called,
            words=self.words + (f", for {why}" if why else "") if name == self else "",
            secret=self.secret,
            begins=self.begins,
        )


def purpose(name: str) -> Purpose:
    """The purpose that a name is, or one that has no parts but the words themselves."""
    return name if isinstance(name, Purpose) else Purpose(name)


def re_roll(name: str) -> str:
    """What dice are for that are thrown again."""
    return name.again() if isinstance(name, Purpose) else f"{name}, re-roll"


__all__ = ["Purpose", "purpose", "re_roll"]
