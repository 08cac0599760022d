"""Dice that were thrown, as an entry of the log: what they showed, and what that came to. Some are for one player's eyes."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

from .faces import Test
from .purpose import Purpose, purpose

# what a success and a failure are called, by the last words of what was thrown for: of one die, of all, of some ("2 of 5 hit")
COMES_TO = (
    ("to hit", ("a hit", "all hit", "hit"), ("a miss", "all miss")),
    ("to hit in melee", ("a hit", "all hit", "hit"), ("a miss", "all miss")),
    ("to wound", ("a wound", "all wound", "wound"), ("no wound", "none wounds")),
    ("direct damage", ("a Point of Damage", "all do damage", "do damage"), ("no damage", "no damage")),
    ("damage", ("damage", "all damage", "damage"), ("no damage", "no damage")),
    ("dodge", ("dodged", "all dodged", "dodged"), ("failed", "all failed")),
    ("save", ("saved", "all saved", "saved"), ("failed", "all failed")),
    ("test", ("passed", "all passed", "passed"), ("failed", "all failed")),
    ("check", ("passed", "all passed", "passed"), ("failed", "all failed")),
    ("", ("passed", "", ""), ("failed", "")),
)


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

    @property
    def purpose(self) -> Purpose:
        """What the dice were thrown for, in its parts."""
        return purpose(self.test.name)

    def told(self, t: Any) -> str:
        """Whose dice where nobody was named before, the faces, sorted as people lay dice out unless their order matters,
        what was thrown again, and what it came to."""
        what = self.purpose
        said = f"{what.words}: {self.shown()}"
        if what.who >= 0 and t is not None and t.name(what.who) not in what:
            said = f"{t.name(what.who)}: {said}"
        meant = self.meant()
        return f"{said} ({meant})" if meant else said

    def shown(self) -> str:
        """The faces, and those thrown again."""
        together = getattr(self.test, "ordered", False) and len(self.test.dice) > 1
        laid_out = _in_order if together else _laid_out
        return laid_out(self.faces) + (f", again {laid_out(self.again)}" if self.again else "")

    def masked(self, t: Any, player: int | None) -> str:
        """Nobody else hears of dice thrown in secret: what comes of them says so by itself."""
        return ""

    def meant(self) -> str:
        """What the faces came to: "3 of 5 hit", "all miss" where some do nothing, the word where they have words (of several
        dice how many of each), else numbers.

        "" where the numbers are those on the dice.
        """
        if not isinstance(self.test, Test):
            return self._together()
        test: Test = self.test
        meant: list[Any] = [test.faces[f - 1] for f in self.faces if not (self.again and f in test.again)]
        first = [f for f in self.faces if f in test.again]
        meant += [test.after(f)[g - 1] for f, g in zip(first, self.again, strict=False)]
        if called := dict(self.purpose.called):
            return self._in_words([called.get(m, str(m)) for m in meant])
        none = None in test.faces
        does = [_does(m, none) for m in meant]
        if not all(_does(m, none) for m in test.faces) or all(m == test.faces[0] for m in test.faces):
            return self._counted(sum(does), len(does))
        if not all(type(m) is int for m in test.faces):
            if len(set(meant)) == 1:
                return str(meant[0]) if len(meant) == 1 else f"all {meant[0]}"
            kinds = [kind for kind in dict.fromkeys(test.faces) if kind in meant]
            if len(kinds) == 2 and kinds[0] == test.faces[0]:  # what a 1 means is a failure, and there is one success
                return f"{meant.count(kinds[1])} of {len(meant)} {kinds[1]}"
            return ", ".join(f"{meant.count(kind)} {kind}" for kind in kinds)
        return "" if sorted(meant) == sorted(self.faces) else "as " + " ".join(map(str, sorted(meant)))

    def does(self) -> tuple[tuple[bool | None, ...], tuple[bool, ...]]:
        """Whether each die did something (None: it was thrown again), and each that was thrown again; () and () where dice are
        not read so: each face does something, none does, or they are read together."""
        test = self.test
        if not isinstance(test, Test):
            return (), ()
        none = None in test.faces
        if len({_does(m, none) for m in test.faces}) == 1:
            return (), ()
        twice = test.again if self.again else ()
        once = tuple(None if f in twice else _does(test.faces[f - 1], none) for f in self.faces)
        first = [f for f in self.faces if f in twice]
        return once, tuple(_does(test.after(f)[g - 1], none) for f, g in zip(first, self.again, strict=False))

    def _counted(self, good: int, n: int) -> str:
        """How many dice of ``n`` did something, in the words that belong to the test."""
        what = self.purpose
        one, every, some, bad, none = _words(what)
        if what.comes_to != ("", ""):
            one, bad = what.comes_to
            several = [(good[1:], bad[1]) for _, good, bad in COMES_TO if (good[0], bad[0]) == what.comes_to]
            (every, some), none = several[0] if several else (("", one), "")
        if n == 1:
            return one if good else bad
        if (not good or good == n) and every:
            return every if good else none
        return f"{good or 'none'} of {n} {some}".rstrip()

    def _in_words(self, words: list[str]) -> str:
        """What each of several dice came to: the best first, where some do nothing; as of other dice where none has a word of its
        own ("3 of 5 hit")."""
        one, bad = self.purpose.comes_to
        if not one:
            one, _, _, bad, _ = _words(self.purpose)
        if all(word in (one, bad) for word in words):
            return self._counted(words.count(one), len(words))
        ranked = [word for _, word in self.purpose.called]
        if any(_is_nothing(word) for word in ranked):
            words = sorted(words, key=lambda word: (_is_nothing(word), -ranked.index(word) if word in ranked else 0))
        return _each(words)

    def _together(self) -> str:
        """What dice that are read together came to: their sum, and whether that is enough."""
        faces = tuple(self.again or self.faces)
        if len(faces) > len(self.test.dice):
            return self._in_words([self._called(face) for face in faces])
        read, total = self.test.read(faces, *self.test.args), str(sum(faces))
        if self.purpose.called:
            return self._called(*faces)
        if isinstance(read, bool):
            one, _, _, bad, _ = _words(self.purpose)
            return f"{total}, {one if read else bad}" if len(faces) > 1 else one if read else bad
        return total if len(faces) > 1 and read == sum(faces) else ""

    def _called(self, *faces: int) -> str:
        """What dice that are read together are called, "" where they have no words."""
        return str(dict(self.purpose.called).get(self.test.read(faces, *self.test.args), ""))

    def with_more(self, more: Any) -> Rolled | None:
        """These dice and those thrown next, where both are for one thing and each die is read by itself: as people lay them out."""
        if not isinstance(more, Rolled):
            return None
        mine, theirs = self.purpose, more.purpose
        if (
            (more.test.name, type(more.test)) != (self.test.name, type(self.test))
            or more.secret != self.secret
            or (theirs.who, theirs.because, theirs.called) != (mine.who, mine.because, mine.called)
        ):
            return None
        if not isinstance(self.test, Test):  # a die that is read by itself, has words of its own and ends there
            alone = len(self.test.dice) == 1 and not self.again and not more.again
            if not alone or "" in [self._called(face) for face in self.faces + more.faces]:
                return None
        return Rolled(self.test, self.faces + more.faces, self.again + more.again, self.by, self.secret)

    def plain(self) -> list[Any]:
        return ["Rolled", self.test.name, list(self.faces), list(self.again)]


def _words(what: Purpose) -> tuple[str, str, str, str, str]:
    """A success, all, some; a failure, all failures: in the words that belong to what was thrown for."""
    first = what.what.split(", re-roll")[0]
    return next((*good, *bad) for ending, good, bad in COMES_TO if first.endswith(ending))  # the last fits all


def _does(meaning: Any, none: bool) -> bool:
    """Whether a face does anything; where a face can mean None, that alone is nothing."""
    if none:
        return meaning is not None
    succeeds = getattr(meaning, "succeeds", None)  # a meaning of several parts may say so itself
    if succeeds is not None:
        return bool(succeeds)
    return any(meaning) if isinstance(meaning, tuple) else bool(meaning)


def _is_nothing(word: str) -> bool:
    """Whether a die that comes to this does nothing."""
    return word.startswith(("no ", "a miss"))


def _each(words: list[str]) -> str:
    """What each of several dice came to: "no effect", "each a glancing hit", "2 glancing hits, 1 no effect"."""
    several = dict.fromkeys(words)
    if len(several) == 1:
        if len(words) == 1 or words[0].startswith("no "):
            return words[0]
        return f"{'each' if words[0].startswith(('a ', 'an ')) else 'all'} {words[0]}"
    return ", ".join(_of_several(words.count(word), word) for word in several)


def _of_several(n: int, word: str) -> str:
    """How many dice came to what ``word`` calls one of: "2 penetrating hits", "2 wounds at AP2", "2 saved"."""
    bare = word.removeprefix("a ")
    if n < 2 or bare == word:
        return f"{n} {bare}"
    noun, *more = re.split(r"(?= (?:at|of|that|with) )", bare, maxsplit=1)
    return f"{n} {noun}{'es' if noun.endswith('s') else 's'}{''.join(more)}"


def _in_order(faces: bytes) -> str:
    return " ".join(map(str, faces))


def _laid_out(faces: bytes) -> str:
    return " ".join(map(str, sorted(faces)))
