"""Parts of a situation that had no effect on an attack: the question is asked again without each, and compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from msgspec.structs import replace

from ..errors import GrognardError
from .question import FACINGS, FURTHEST, Question
from .system import Circumstance

Asked: TypeAlias = Callable[[Question], Question]  # the same question with one part of its situation otherwise


class Unable(GrognardError):
    """The attack cannot be made so."""


def idle(question: Question, known: Iterable[Circumstance], same: Callable[[Question], bool]) -> Iterator[str]:
    """The names of the parts of the situation that had no effect: fields of the question, and keys of its ``sets``.

    ``same`` tells whether a question asked otherwise comes to the same attack; it raises GrognardError for what cannot be asked,
    Unable for an attack that cannot be made.
    A part had no effect where the attack is the same without it and with another value in its place: a range from afar, a facing
    from every side, a yes for a no. What had none is left away before the next part is asked about, so all that are named may be
    left away together.

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
