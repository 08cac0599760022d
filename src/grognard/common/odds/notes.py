"""Parts of a situation that had no effect on an attack: the question is asked again without each, and compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from ...errors import GrognardError
from ...kernel.budget import TooMany
from ..system import Circumstance, Ruling
from .question import FACINGS, FURTHEST, Question

Asked: TypeAlias = Callable[[Question], Question]  # the same question with one part of its situation otherwise


class Unable(GrognardError):
    """The attack cannot be made so."""


def idle(question: Question, known: Iterable[Circumstance], same: Callable[[Question], bool]) -> Iterator[str]:
    """The names of the parts of the situation that had no effect: fields of the question, and keys of its ``sets``.

    ``same`` tells whether a question asked otherwise comes to the same attack; it raises GrognardError for what cannot be asked,
    Unable for an attack that cannot be made.
    A part had no effect where the attack is the same without it and with another value in its place: a range from afar, a facing
    from every side, a yes for a no. What had none is left out before the next part is asked about, so all that are named may be
    left out together.

    >>> from grognard.systems.command.examples import gun, kind
    >>> asked = Question(attacker=kind(weapons=(gun(),)), target=kind(), moved=True, range=6.0, sets={"snap": True})
    >>> def same(q: Question) -> bool:
    ...     return q.range != FURTHEST and q.set("snap", False)
    >>> list(idle(asked, (Circumstance("snap", "yes", ""),), same))
    ['moved']
    """
    for name, others in _parts(question, {one.key: one for one in known}):
        without, *otherwise = [asked(question) for asked in others]
        if _holds(same, without, False) and all(
            _holds(same, other, True, name in question.sets) for other in otherwise
        ):
            question = without
            yield name


def mattering(
    question: Question, known: Iterable[Circumstance], covers: Iterable[Any], same: Callable[[Question], bool]
) -> Iterator[str]:
    """The parts of a situation that may matter to an attack: fields of the question and keys of ``sets`` of which another value
    makes another attack, whether or not the question says anything of them. ``covers``: values of cover to try.

    >>> from grognard.systems.command.examples import gun, kind
    >>> asked = Question(attacker=kind(weapons=(gun(),)), target=kind(), range=6.0)
    >>> def same(q: Question) -> bool:
    ...     return q.range == 6.0 and not q.set("snap", False)
    >>> list(mattering(asked, (Circumstance("snap", "yes", ""), Circumstance("dark", "yes", "")), (), same))
    ['range', 'snap']
    """
    ways: list[tuple[str, list[Asked]]] = [
        ("range", [_field("range", inches) for inches in (None, *RANGES)]),
        ("cover", [_field("cover", value) for value in (None, *covers)]),
        ("moved", [_field("moved", not question.moved)]),
        ("charging", [_field("charging", not question.charging)]),
        ("facing", [_field("facing", one) for one in FACINGS]),
    ]
    for one in known:
        if not (one.several or one.takes == ()):
            ways.append((one.key, [_key(one.key, value) for value in _tried(one, question)]))
    for name, others in ways:
        if any(_differs(same, asked(question)) for asked in others):
            yield name


RANGES = (1.0, 6.0, 12.0, 18.0, 24.0, 36.0, FURTHEST)  # inches, some within each band of range
NUMBERS = (1, 2, 3)  # of what a circumstance counts


def _tried(known: Circumstance, q: Question) -> list[Any]:
    """Values of a circumstance that the question does not have."""
    if known.takes == "yes":
        return [not q.set(known.key, False)]
    if known.takes == "number":
        return [n for n in NUMBERS if n != q.set(known.key)]
    return [one for one in known.takes if one != q.set(known.key)]


class Ruled(NamedTuple):
    """A ruling in force, its value and its others; ``known``: it matters, else that was too much to work out."""

    name: str
    value: str
    others: tuple[str, ...]
    known: bool


def in_force(question: Question, rulings: Iterable[Ruling], same: Callable[[Question], bool]) -> Iterator[Ruled]:
    """The rulings of which another value makes another attack, and those of which nobody knows.

    ``same`` is as for ``idle``; it raises TooMany for what is too much to work out.
    """
    for ruling in rulings:
        value = question.rulings.get(ruling.name, ruling.default)
        others = tuple(one for one in (ruling.default, *ruling.others) if one != value)
        known = True
        for other in others:
            try:
                matters = _differs(same, replace(question, rulings={**question.rulings, ruling.name: other}))
            except TooMany:
                known = False
            else:
                if matters:
                    yield Ruled(ruling.name, value, others, True)
                    break
        else:
            if not known:
                yield Ruled(ruling.name, value, others, False)


def _differs(same: Callable[[Question], bool], question: Question) -> bool:
    try:
        return not same(question)
    except Unable:
        return True
    except GrognardError:
        return False


# What a list says of a unit and no attack of its own can turn on: where it goes, who rides in it, what it costs.
APART = re.compile(
    r"\b(ride|rides|transport\w*|carries|searchlights?|repair\w*|dropping|points|deploy\w*|reserves?|scouts?|infiltrat\w*|"
    r"deep strike|move\w*|moving|objectives?|warlord|capacity|"
    r"disembark\w*|embark\w*|statline|formation|detachment|victory|mission)\b",
    re.IGNORECASE,
)


def left_out(question: Question, unused: tuple[str, ...] = ()) -> tuple[tuple[str, ...], int]:
    """The rules of both units that are not executable: first those that could have mattered in this attack, and how many they are.

    A weapon matters in the attacker's hands when it is used; what is said of moves, transports and the like does not.
    """
    ours = [(name, _may_matter(name, question, unused)) for name in dict.fromkeys(question.attacker.unread)]
    theirs = [
        (name, not _of_weapon(name) and not APART.search(name))
        for name in dict.fromkeys(question.target.unread)
        if name not in question.attacker.unread
    ]
    near = [name for name, matters in (*ours, *theirs) if matters]
    rest = [name for name, matters in (*ours, *theirs) if not matters]
    return (*near, *rest), len(near)


def _of_weapon(name: str) -> bool:
    """Whether what is left out is a weapon, or a doubt about one."""
    return name.startswith("weapon ")


def _may_matter(name: str, question: Question, unused: tuple[str, ...]) -> bool:
    named = next((weapon for weapon in unused if name.startswith(f"{weapon}:")), "")
    if named or (question.weapons and _of_weapon(name) and name.removeprefix("weapon ") not in question.weapons):
        return False
    return not APART.search(name)


def _holds(same: Callable[[Question], bool], question: Question, refused: bool, unable: bool = False) -> bool:
    """Whether the attack is the same; ``refused`` of what cannot be asked: another value that cannot be tells nothing.

    ``unable`` of an attack that cannot be made: so it is out of range, but another speed with which nobody fires tells nothing.
    """
    try:
        return same(question)
    except Unable:
        return unable
    except GrognardError:
        return refused


def _parts(q: Question, known: dict[str, Circumstance]) -> Iterator[tuple[str, list[Asked]]]:
    """Each part of a situation that says something, and the questions to compare it by: first the one without it."""
    if q.range is not None:
        yield "range", [_field("range", None), _field("range", FURTHEST)]
    if q.cover:
        yield "cover", [_field("cover", None)]
    if q.moved:
        yield "moved", [_field("moved", False)]
    if q.charging:
        yield "charging", [_field("charging", False)]
    if q.facing is not None:
        yield "facing", [_field("facing", None), *(_field("facing", one) for one in FACINGS if one != q.facing)]
    if q.scatter is not None:
        yield "scatter", [_field("scatter", None)]
    if q.wounds is not None:
        yield "wounds", [_field("wounds", None), _field("wounds", 1)]
    for key, value in q.sets.items():
        if known[key].several:
            for word in [part.strip() for part in value.split(",")]:
                yield word, [_word_left_out(key, word)]
        else:
            yield key, [_key(key, None), *(_key(key, one) for one in _other_values(known[key], value))]


def _other_values(known: Circumstance, value: Any) -> list[Any]:
    if known.takes == "yes":
        return [not value]
    if known.takes == "number":
        return [value + 1]
    return [one for one in known.takes if one != value]


def _field(name: str, value: Any) -> Asked:
    return lambda q: replace(q, **{name: value})


def _key(key: str, value: Any) -> Asked:
    """The question with another value of a key of ``sets``; None: without the key."""

    def asked(q: Question) -> Question:
        others = {k: v for k, v in q.sets.items() if k != key}
        return replace(q, sets=others if value is None else {**others, key: value})

    return asked


def _word_left_out(key: str, word: str) -> Asked:
    def asked(q: Question) -> Question:
        left = [one for one in (part.strip() for part in q.sets[key].split(",")) if one != word]
        return _key(key, ", ".join(left) or None)(q)

    return asked
