"""Building a test: rules add to its slots in any order, then it is resolved in one fixed order.

The order: throw, re-roll (once a die), meaning of the natural face, automatic failure and success, the roll multiplied,
added to, clamped, compared with the number needed. What is needed may be set (the last word of a rule that replaces it) or
bettered (the lowest offered counts). Every contribution keeps which rule gave it: that is the explanation.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..kernel.faces import Test, reading
from ..kernel.memo import memo
from ..kernel.purpose import Purpose
from .rules import Rule, id_of


class Because(Struct, frozen=True):
    """One contribution to a test: the rule as written (or a word of the core rules) and what it did."""

    rule: str
    says: str
    id: str = ""  # the id of a special rule; empty for core rules


def ids_of(because: Iterable[Because]) -> tuple[str, ...]:
    """The ids of the special rules among reasons, each once: who had a part in something.

    >>> ids_of([Because("AP", "AP2: +1"), Because("Rending", "a 6", "usr:rending"), Because("Rending", "again", "usr:rending")])
    ('usr:rending',)
    """
    return tuple(dict.fromkeys([b.id for b in because if b.id])) if because else ()


class Built(Struct, frozen=True):
    """A test ready to be thrown, with what it needs and why. ``chance`` is that of success, 0 to 1."""

    test: Test
    needs: str
    chance: float
    because: tuple[Because, ...]
    name: str = ""  # what an explanation calls it, where the test has a longer name

    @property
    def called(self) -> str:
        """What an explanation calls it."""
        return self.name or self.test.name

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the special rules that had a part in it."""
        return ids_of(self.because)


def in_words(because: Iterable[Because]) -> str:
    """Reasons in brackets, as they stand behind the name of what is thrown; "" for none."""
    reasons = "; ".join(map(_in_words, because))
    return f" ({reasons})" if reasons else ""


def _in_words(reason: Because) -> str:
    """ "Weapon Skill 4 against 3" of a figure, "High Morale (+1): +1 on morale checks" of a rule."""
    if reason.says.startswith(reason.rule):
        return reason.says
    figure = not reason.id and reason.says[:1].isdigit() and " or " not in reason.says
    return f"{reason.rule}{'' if figure else ':'} {reason.says}"


@memo(16384)
def thrown_for(built: Built, weapon: str = "") -> Built:
    """A built test called after the weapon, the number needed and every reason for it: who throws and who reads can check it.

    With a ``weapon`` these are the dice with which its attack begins.

    >>> test = Building("to hit", needs=3)
    >>> test.add(-1, "moved", "-1, the unit has moved")
    >>> thrown_for(test.done(), "Rifle").test.name
    'Rifle to hit, 4+ (moved: -1, the unit has moved)'
    """
    what = f"{weapon} {built.test.name}" if weapon else built.test.name
    name = purpose_of(what, built.needs, built.because, begins=bool(weapon))
    return replace(built, test=replace(built.test, name=name), name=built.called)


def purpose_of(what: str, needs: str, because: Sequence[Because], who: int = -1, begins: bool = False) -> Purpose:
    """The purpose of dice in one line, as every report and prompt has it: what for, the number needed, every reason.

    >>> purpose_of("morale test", "7 or less", (Because("Leadership", "8-1"),))
    'morale test, 7 or less (Leadership 8-1)'
    """
    name = f"{what}, {needs}{in_words(because)}"
    return Purpose(name, what=what, needs=needs, because=because, who=who, begins=begins)


def reasoned(name: str, *because: Because, words: str = "") -> Purpose:
    """The purpose of dice that have a name of their own, with the reasons that a report tells behind it, or behind ``words``.

    >>> reasoned("Search", Because("round", "3 more")).words
    'Search (round 3 more)'
    """
    said = words or name
    return Purpose(name, what=said, because=because, words=said + in_words(because))


class Clash(TypeError):
    """Two rules give one natural face different meanings, and the system does not say which counts."""


def because(by: Rule | str, says: str) -> Because:
    """The reason given by a special rule, or by a word of the core rules."""
    return Because(by, says) if isinstance(by, str) else _of_rule(by, says)


@memo(4096)
def _of_rule(by: Rule, says: str) -> Because:
    return Because(by.written(), says, id_of(by))


class Reasons:
    """Something that rules speak to: it keeps which of them gave what, each reason once."""

    def __init__(self) -> None:
        self.because: list[Because] = []

    def say(self, by: Rule | str, says: str) -> None:
        """Keeps a reason without changing anything; the same reason stands once."""
        reason = because(by, says)
        if reason not in self.because:
            self.because.append(reason)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the special rules that had a part in it."""
        return ids_of(self.because)


class Building(Reasons):
    """A test with ``needs`` or more on one die, while rules still speak.

    ``fails`` and ``passes`` are the natural faces that always fail and succeed. ``means(natural, total, passed)`` may give
    other outcomes than True and False, such as the margin of a success.

    >>> test = Building("to hit", needs=3, fails=(1,))
    >>> test.add(-1, "Moving", "one less on the roll")
    >>> test.reroll("failed", "Twin-linked", "misses are thrown again")
    >>> test.done().chance
    0.75
    """

    def __init__(
        self,
        name: str,
        needs: int | None,
        sides: int = 6,
        fails: tuple[int, ...] = (1,),
        passes: tuple[int, ...] = (),
        means: Callable[[int, int, bool], Hashable] | None = None,
    ) -> None:
        super().__init__()
        self.name = name
        self.needs = needs  # None: impossible but for faces that always succeed
        self.sides = sides
        self.fails = fails
        self.passes = passes
        self.means = means
        self._added: list[int] = []
        self._factor = 1
        self._clamp: tuple[int, int] | None = None
        self._set: list[int | None] = []
        self._offers: list[int] = []
        self._again: set[str] = set()
        self._again_faces: set[int] = set()
        self._faces: dict[int, list[tuple[Hashable, Rule | str, bool]]] = {}
        self._failing: set[Hashable] = set()  # own outcomes of faces that are failures all the same
        self._lesser: tuple[int, Because] | None = None

    def add(self, n: int, by: Rule | str, says: str) -> None:
        """Adds to the roll (a penalty is negative)."""
        self._added.append(n)
        self.say(by, says)

    def multiply(self, factor: int, by: Rule | str, says: str) -> None:
        """Multiplies the natural roll before anything is added."""
        self._factor *= factor
        self.say(by, says)

    def clamp(self, low: int, high: int) -> None:
        """Bounds the sum of all that is added."""
        self._clamp = (low, high)

    def set(self, needs: int | None, by: Rule | str, says: str) -> None:
        """Replaces the number needed; of several, the lowest counts."""
        self._set.append(needs)
        self.say(by, says)

    def offer(self, needs: int, by: Rule | str, says: str) -> None:
        """Offers a number needed, used when it is lower than the one there is."""
        self._offers.append(needs)
        self.say(by, says)

    def reroll(self, which: str, by: Rule | str, says: str = "") -> None:
        """Throws dice once more: ``"failed"``, ``"passed"``, ``"ones"`` or ``"all"``."""
        if which not in ("failed", "passed", "ones", "all"):
            raise ValueError(f"re-roll what? {which!r}")
        self._again.add(which)
        self.say(by, says or f"re-roll {which}")

    def reroll_faces(self, faces: tuple[int, ...], by: Rule | str, says: str) -> None:
        """Throws these natural faces once more."""
        self._again_faces.update(faces)
        self.say(by, says)

    def lesser_reroll(self, needs: int, by: Rule | str, says: str) -> None:
        """Failures that nothing else throws again are thrown again, and then need this number."""
        self._lesser = (needs, because(by, says))

    def always(self, natural: int, by: Rule | str, says: str) -> None:
        """A natural face that always succeeds, whatever is needed."""
        self.passes = (*self.passes, natural)
        self.say(by, says)

    def face(
        self,
        natural: int,
        outcome: Hashable,
        by: Rule | str,
        says: str,
        if_passed: bool = False,
        as_failure: bool = False,
    ) -> None:
        """Gives a natural face its own outcome, a success; with ``if_passed`` only when it succeeds anyway.

        With ``as_failure`` it is a failure that means more than a plain one: it may be re-rolled as failures may.
        """
        self._faces.setdefault(natural, []).append((outcome, by, if_passed))
        if as_failure:
            self._failing.add(outcome)
        self.say(by, says)

    # --- resolving ---

    @property
    def added(self) -> int:
        """The sum of what is added to the roll, clamped."""
        total = sum(self._added)
        return total if self._clamp is None else max(self._clamp[0], min(self._clamp[1], total))

    @property
    def needed(self) -> int | None:
        """The number needed after replacements and offers, before what is added to the roll."""
        needs = self.needs
        if self._set:
            known = [n for n in self._set if n is not None]
            needs = min(known) if known else None
        for offer in self._offers:
            needs = offer if needs is None else min(needs, offer)
        return needs

    def _read(self, natural: int, needs: int | None, ordering: Any) -> tuple[Hashable, bool]:
        total = natural * self._factor + self.added
        passed = natural in self.passes or (natural not in self.fails and needs is not None and total >= needs)
        meanings = [m for m in self._faces.get(natural, []) if passed or not m[2]]
        if meanings:
            outcome = _settled(natural, meanings, ordering)
            return outcome, outcome not in self._failing
        if self.means is not None:
            return self.means(natural, total, passed), passed
        return passed, passed

    def done(self, ordering: dict[frozenset[str], str] | None = None) -> Built:
        """The test resolved. Raises Clash when two rules give a face different meanings and ``ordering`` does not settle it."""
        needs = self.needed
        if not self._faces and self._lesser is None:
            return self._plain(needs)
        read = [self._read(f, needs, ordering) for f in range(1, self.sides + 1)]
        passing = tuple(passed for _, passed in read)
        again = _repeated(passing, self._again, self._again_faces)
        ok = {face for face, passed in enumerate(passing, 1) if passed}
        once = len(ok - again) + len(again) * len(ok) / self.sides
        second: tuple[Hashable, ...] | None = None
        others: tuple[tuple[int, tuple[Hashable, ...]], ...] = ()
        if self._lesser is not None and (rest := set(range(1, self.sides + 1)) - ok - again):
            least, reason = self._lesser
            low = [self._read(f, least, ordering) for f in range(1, self.sides + 1)]
            table = tuple(o for o, _ in low)
            second, others = (None, tuple((f, table) for f in sorted(rest))) if again else (table, ())
            once += len(rest) * sum(passed for _, passed in low) / self.sides
            again |= rest
            self.because.append(reason)
        test = Test(
            self.name, self.sides, tuple(o for o, _ in read), tuple(sorted(again)), second=second, others=others
        )
        return Built(test, _shown(passing), once / self.sides, tuple(self.because))

    def _plain(self, needs: int | None) -> Built:
        """The test resolved where no face has a meaning of its own."""
        sides, added, factor = self.sides, self.added, self._factor
        again = frozenset(self._again) if self._again else _NONE
        faces = frozenset(self._again_faces) if self._again_faces else _NONE
        passed, thrown_again, chance, shown = _read_plainly(
            sides, needs, self.fails, self.passes, added, factor, again, faces
        )
        outcomes: tuple[Hashable, ...] = passed
        if (means := self.means) is not None:
            outcomes = tuple([means(f, f * factor + added, good) for f, good in enumerate(passed, 1)])
        return Built(Test(self.name, sides, outcomes, thrown_again), shown, chance, tuple(self.because))


_NONE: frozenset[Any] = frozenset()


@memo(16384)
def _read_plainly(
    sides: int, needs: int | None, fails: tuple[int, ...], passes: tuple[int, ...], added: int, factor: int,
    again: frozenset[str], faces: frozenset[int],
) -> tuple[tuple[bool, ...], tuple[int, ...], float, str]:  # fmt: skip
    """(for each face whether it succeeds, the faces thrown again, the chance of success, what players say is needed)."""
    passed = tuple(
        f in passes or (f not in fails and needs is not None and f * factor + added >= needs)
        for f in range(1, sides + 1)
    )
    repeated = _repeated(passed, again, faces)
    good = {face for face, success in enumerate(passed, 1) if success}
    once = len(good - repeated) + len(repeated) * len(good) / sides
    return passed, tuple(sorted(repeated)), once / sides, _shown(passed)


def _repeated(passed: tuple[bool, ...], again: Collection[str], faces: Collection[int]) -> set[int]:
    """The natural faces that are thrown once more."""
    found = set(faces)
    for face, success in enumerate(passed, 1):
        if ("failed" in again and not success) or ("passed" in again and success) or "all" in again:
            found.add(face)
    if "ones" in again:
        found.add(1)
    return found


def _shown(passed: tuple[bool, ...]) -> str:
    """What the natural face has to be, as players say it."""
    good = [face for face, success in enumerate(passed, 1) if success]
    if not good:
        return "impossible"
    if good == list(range(good[0], len(passed) + 1)):
        return f"{good[0]}+" if good[0] > 1 else "automatic"
    return "natural " + ", ".join(map(str, good))


def _settled(natural: int, meanings: list[tuple[Hashable, Rule | str, bool]], ordering: Any) -> Hashable:
    outcomes = list(dict.fromkeys(m[0] for m in meanings))
    if len(outcomes) == 1:
        return outcomes[0]
    names = frozenset(id_of(by) if isinstance(by, Rule) else by for _, by, _ in meanings)
    winner = (ordering or {}).get(names)
    for outcome, by, _ in meanings:
        if winner == (id_of(by) if isinstance(by, Rule) else by):
            return outcome
    raise Clash(f"a natural {natural} is given different meanings by {sorted(names)}")


def certain(name: str, chance: float, needs: str, *reasons: Because) -> dict[str, Any]:
    """A step of an explanation that is no test: an automatic hit, a save that is not allowed."""
    return {
        "name": name,
        "needs": needs,
        "chance": chance,
        "because": [{"rule": r.rule, "says": r.says} for r in reasons],
    }


__all__ = ["Because", "Building", "Built", "Clash", "Reasons", "because", "certain", "reading"]
