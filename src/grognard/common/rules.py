"""Special rules as small frozen values, found by name and asked at named moments.

A rule's fields are its parameters, its public methods the moments at which it speaks. A method that is no moment of its
system, or that takes other parameters than the moment gives, is an error when the rule is imported, never silence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Literal, TypeVar

import msgspec
from msgspec import Struct

from ..errors import GrognardError
from ..kernel import memo as memory
from ..kernel.memo import memo

OFF: set[str] = set()  # ids of rules switched off everywhere, by the tests' --without

F = TypeVar("F", bound=Callable[..., Any])


def forget() -> None:
    """Empties everything kept that depends on who speaks; needed when OFF changes."""
    memory.forget()


class Rule(Struct, frozen=True):
    """A special rule. Subclasses name their ``spellings`` (the book's first), what they stand ``on``, and their ``source``."""

    system: ClassVar[str] = ""
    moments: ClassVar[Any] = None  # a class whose methods are the moments of the system
    spellings: ClassVar[tuple[str, ...]] = ()
    on: ClassVar[tuple[str, ...]] = ()
    source: ClassVar[str] = ""
    slug: ClassVar[str] = ""
    example: ClassVar[str] = ""  # the rule with parameters as a force file writes it; its first spelling when empty

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "spellings" not in cls.__dict__:
            return
        cls.slug = cls.__dict__.get("slug") or slug_of(cls.spellings[0])
        for name, method in cls.__dict__.items():
            if callable(method) and not name.startswith("_") and not hasattr(Rule, name):
                _check_moment(cls, name, method)

    def brings(self) -> tuple[Rule, ...]:
        """Other rules that come with this one."""
        return ()

    @classmethod
    def from_text(cls, rest: str) -> Rule:
        """The rule from what stands behind its name: numbers and words for its fields, in order.

        Raises GrognardError when a parameter is missing, left over or of the wrong kind.
        """
        return cls(**_parameters(cls, rest))

    def written(self) -> str:
        """The rule as the book writes it, with its parameters."""
        values = [getattr(self, f) for f in self.__struct_fields__]
        shown = " ".join(str(v) for v in values if v not in ("", None))
        return f"{self.spellings[0]} {shown}".strip()

    def __str__(self) -> str:
        return self.written()


R = TypeVar("R", bound=Rule)


def id_of(rule: Rule | type[Rule]) -> str:
    """The id of a rule: its system, a colon, its name in lower case with hyphens."""
    return f"{rule.system}:{rule.slug}"


def told_by(rule: type[Rule]) -> tuple[str, str]:
    """What a rule does, and its source, as its docstring says: the first paragraph, and the first after it."""
    text = (rule.__doc__ or "").split(">>>")[0].replace("``", "")
    paragraphs = [" ".join(p.split()) for p in re.split(r"\n\s*\n", text) if p.strip()]
    summary = paragraphs[0] if paragraphs else ""
    return summary, rule.source or (paragraphs[1] if len(paragraphs) > 1 else "")


def normal(form: Literal["NFKC", "NFKD"], text: str) -> str:
    """A text in a normal form of Unicode; plain letters are so already, and need no table."""
    if text.isascii():
        return text
    import unicodedata

    return unicodedata.normalize(form, text)


@memo(4096)
def slug_of(name: str) -> str:
    """A name in lower case with hyphens.

    >>> slug_of("Look Out, Sir!"), slug_of("Hit & Run")
    ('look-out-sir', 'hit-and-run')
    """
    name = name.replace("&", " and ")
    plain = normal("NFKD", name).encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", plain.replace(".", "")).strip("-")


def _check_moment(cls: type[Rule], name: str, method: Any) -> None:
    moment = getattr(cls.moments, name, None)
    if moment is None:
        known = ", ".join(sorted(m for m in vars(cls.moments or object) if not m.startswith("_")))
        raise TypeError(f"{cls.__name__}.{name} is no moment of {cls.system}; its moments: {known}")
    wanted, given = takes(moment), takes(method)
    if wanted != given:
        raise TypeError(f"{cls.__name__}.{name} takes {given}, the moment gives {wanted}")


def takes(function: Any) -> list[str]:
    """The names of what a function takes, read off its code: inspect takes longer than all else that makes a rule."""
    code = getattr(function, "__wrapped__", function).__code__
    every = (
        code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
    )  # *args, **kwargs
    return list(code.co_varnames[:every])


def _parameters(cls: type[Rule], rest: str) -> dict[str, Any]:
    rest = rest.strip().strip("-:").strip()
    fields = msgspec.structs.fields(cls)
    given: dict[str, Any] = {}
    for field in fields:
        if field.type is int:
            found = re.search(r"[+x]?\s*(\d{1,3})\s*\+?\"?", rest)
            if found:
                given[field.name] = int(found[1])
                rest = rest[: found.start()] + " " + rest[found.end() :]
            elif field.required:
                raise GrognardError(
                    f"{cls.spellings[0]} needs a number", hint=f"write for example '{cls.spellings[0]} 4'"
                )
        else:
            text = rest.strip(" ()[]-:,")
            if text:
                given[field.name] = text
                rest = ""
            elif field.required:
                raise GrognardError(
                    f"{cls.spellings[0]} needs to say what it is for", hint=f"write '{cls.spellings[0]} (…)'"
                )
    if rest.strip(' ()[]-:,+"'):
        raise GrognardError(f"{cls.spellings[0]} takes no '{rest.strip()}'")
    return given


# --- who speaks -----------------------------------------------------------------------------------------------------


def expanded(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """The rules with what they bring, without those that are switched off; the same rule once."""
    seen: dict[Rule, None] = {}
    waiting = list(rules)
    while waiting:
        rule = waiting.pop(0)
        if rule not in seen and id_of(rule) not in OFF:
            seen[rule] = None
            waiting.extend(rule.brings())
    return tuple(seen)


@memo(16384)
def standing(holder: Any) -> tuple[Rule, ...]:
    """The rules in force on a profile or weapon."""
    return expanded(holder.rules)


@memo(65536)
def voices(holder: Any, moment: str) -> tuple[Callable[..., Any], ...]:
    """The bound methods of the holder's rules that have this moment: usually ()."""
    return tuple(getattr(rule, moment) for rule in standing(holder) if hasattr(type(rule), moment))


@memo(65536)
def bearing(holder: Any, rule: type[R]) -> R | None:
    """The holder's rule of this class (of several, that with the highest parameters), or None."""
    found = [r for r in standing(holder) if isinstance(r, rule)]
    return max(found, key=_strength) if found else None


def _strength(rule: Rule) -> tuple[int, ...]:
    return tuple(v for f in rule.__struct_fields__ if isinstance(v := getattr(rule, f), int))


def any_of(members: tuple[Any, ...], rule: type[Rule]) -> bool:
    """Whether at least one of the models has the rule."""
    return any(bearing(m, rule) is not None for m in members)


def all_of(members: tuple[Any, ...], rule: type[Rule]) -> bool:
    """Whether every model has the rule."""
    return bool(members) and all(bearing(m, rule) is not None for m in members)


def highest_of(members: tuple[Any, ...], rule: type[R]) -> R | None:
    """The strongest such rule among the models, or None."""
    found = [r for m in members if (r := bearing(m, rule)) is not None]
    return max(found, key=_strength) if found else None


# --- reading names --------------------------------------------------------------------------------------------------

LONGEST_SOUGHT = 120  # letters of a name whose nearest are looked for


class Unknown(GrognardError):
    """The name is no special rule of the system; the nearest of ``names`` are looked for when somebody asks for the hint."""

    def __init__(self, what: str, *, hint: str = "", wanted: str = "", names: tuple[str, ...] = ()) -> None:
        self.wanted = wanted
        self.names = names
        super().__init__(what, hint=hint)

    @property
    def hint(self) -> str:
        if self._hint or not self.names:
            return self._hint
        from difflib import get_close_matches

        near = get_close_matches(self.wanted[:LONGEST_SOUGHT], self.names, n=3, cutoff=0.6)
        return f"nearest: {', '.join(near)}" if near else "see 'grognard rules'"

    @hint.setter
    def hint(self, words: str) -> None:
        self._hint = words


class NotExecutable(GrognardError):
    """A special rule of the system's list that is not executable yet."""


def plain_name(text: str) -> str:
    """A rule's text with the ways of writing it made one: case, quotes, dashes, brackets, blanks.

    >>> plain_name("Feel  No Pain [5+]")
    'feel no pain (5+)'
    """
    return _one_way(text).lower().rstrip(".*")


def _one_way(text: str) -> str:
    text = normal("NFKC", text).replace("’", "'").replace("‘", "'").replace("–", "-").replace("″", '"')
    text = text.replace("[", "(").replace("]", ")").replace("“", '"').replace("”", '"')
    return re.sub(r"\s+", " ", text).strip()


def reader(system: str, rules: Iterable[type[Rule]], names: Iterable[str]) -> Callable[[str], Rule]:
    """A function from a rule's text to the rule, for one system.

    ``names`` are all names of the system's list. The function raises NotExecutable for those that no class states, and
    Unknown, naming the nearest, for anything else.
    """
    spelled: list[tuple[str, type[Rule]]] = []
    for rule in rules:
        spelled.extend((plain_name(s), rule) for s in rule.spellings)
    spelled.sort(key=lambda pair: -len(pair[0]))
    stated = {rule.slug for rule in rules}
    pending = sorted((plain_name(n) for n in names if slug_of(n) not in stated), key=len, reverse=True)

    def read(text: str) -> Rule:
        found = looked_up(text)
        if isinstance(found, GrognardError):
            raise found.with_traceback(None)
        return found

    @memo(8192)
    def looked_up(text: str) -> Rule | GrognardError:
        plain = plain_name(text)
        wrong: GrognardError | None = None
        for name, rule in spelled:
            if plain.startswith(name) and not plain[len(name) : len(name) + 1].isalpha():
                rest = _one_way(text).rstrip(".*")[len(name) :]
                try:
                    return rule.from_text(rest)
                except GrognardError as error:
                    wrong = error
                    continue
        for name in pending:
            if plain.startswith(name) and not plain[len(name) : len(name) + 1].isalpha():
                return NotExecutable(f"{text!r} is not executable yet")
        if wrong is not None:
            return Unknown(f"{text!r}: {wrong.what}", hint=wrong.hint)
        return Unknown(f"unknown rule {text!r} of {system}", wanted=plain, names=tuple(n for n, _ in spelled))

    return read
