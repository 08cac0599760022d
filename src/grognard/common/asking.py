"""A question about odds from words: options as people write them, read and checked against the system.

References to files and samples are resolved above (``grognard.questions``); here units are units.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..errors import GrognardError
from ..kernel.budget import Budget
from . import alter
from .lazy import LazySequence, joined
from .odds import Odds, answer, answer_in_turn, read_sets, what_matters
from .odds.question import FACINGS, FURTHEST, Question
from .profiles import Kind, Weapon
from .rules import NotExecutable, Rule, slug_of
from .system import System

FEWEST, MOST_THROWS = 100, 10_000_000  # plays of an attack that is estimated
POLICIES = ("default", "best")
MOST_IN_TURN = 8  # attackers, one after the other


class Situation(Struct, frozen=True, kw_only=True):
    """The options of ``grognard odds`` as written. ``range`` in inches, ``sets`` and ``rulings`` as ``KEY=VALUE``, ``gives`` and
    ``without`` as rule names (``target:RULE`` gives to the target), ``take`` as names of options alike; ``size`` and
    ``target_size``: how many models the units are mustered with; ``pack``: a file of rulings, or the name of one; ``then``: who
    attacks after the first, at the target as it was left, each with words of its own; ``models_under``: how many lie under each
    template; ``scatter``: templates are placed on the first model of the target and scatter from there."""

    weapons: tuple[str, ...] = ()
    melee: bool = False
    range: float | None = None
    cover: str | None = None
    moved: bool = False
    charging: bool = False
    facing: str | None = None
    sets: tuple[str, ...] = ()
    models: int | None = None
    target_models: int | None = None
    wounds: int | None = None
    target_wounds: int | None = None
    gives: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    pack: str = ""
    policy: str = "default"
    sample: int = 0
    models_under: int | None = None
    scatter: bool = False
    take: tuple[str, ...] = ()
    size: int | None = None
    target_size: int | None = None
    then: tuple[Any, ...] = ()  # references or units, or pairs of one and its own words (``in_turn``)


# What a sweep may change without taking the units from their files again.
CHANGES = frozenset(Situation.__struct_fields__) - {"take", "size", "target_size", "then"}


def situation(
    *,
    weapons: Iterable[str] = (),
    sets: Mapping[str, Any] | None = None,
    gives: Iterable[str] = (),
    without: Iterable[str] = (),
    rulings: Mapping[str, str] | str | None = None,
    take: Iterable[str] = (),
    then: Iterable[Any] = (),
    **said: Any,
) -> Situation:
    """A situation from Python values: lists of names, pairs as dicts, and ``rulings`` as pairs or as a pack."""
    return Situation(
        weapons=tuple(weapons),
        sets=words(sets) if sets else (),
        gives=tuple(gives),
        without=tuple(without),
        rulings=words(rulings) if rulings and not isinstance(rulings, str) else (),
        pack=rulings if isinstance(rulings, str) else "",
        take=tuple(take),
        then=tuple(then),
        **said,
    )


def words(pairs: Mapping[str, Any]) -> tuple[str, ...]:
    """Pairs as ``KEY=VALUE`` words.

    >>> words({"snap": True, "under": 3})
    ('snap=yes', 'under=3')
    """
    return tuple(
        f"{key}={'yes' if value is True else 'no' if value is False else value}" for key, value in pairs.items()
    )


def ask(
    system: System,
    attacker: Kind,
    target: Kind,
    said: Situation,
    arsenal: tuple[Weapon, ...] = (),
    budget: Budget | None = None,
) -> Odds:
    """The odds. ``arsenal``: the weapons of the attacker's whole force; ``budget`` hears how much is counted.

    Raises GrognardError for anything that does not exist or cannot be.
    """
    question, notes = read(system, attacker, target, said, arsenal)
    found = answer(system, question, budget)
    found.notes = LazySequence(joined, notes, found.notes) if notes else found.notes
    found.again = AskAgain(system, attacker, target, said, arsenal)
    return found


def ask_in_turn(
    system: System, attackers: Sequence[Attacker], target: Kind, said: Situation, budget: Budget | None = None
) -> Odds:
    """The odds of several attackers, one after the other, each with what its own words say.

    What is said of weapons, models and wounds of the attacker is said of the first; all else holds for each that says nothing else.
    Raises GrognardError for anything that does not exist or cannot be.
    """
    first = attackers[0]
    if len(attackers) == 1:
        return ask(system, first.kind, target, said, first.arsenal, budget)
    if len(attackers) > MOST_IN_TURN:
        raise GrognardError(f"{len(attackers)} attackers in turn", where="--then", hint=f"at most {MOST_IN_TURN}")
    for name in ("sample", "scatter"):
        if getattr(said, name):
            raise GrognardError("several attackers in turn are counted exactly", where=f"--{name}", hint="leave it out")
    situations = [said_of(system, said, one.own) if i else said for i, one in enumerate(attackers)]
    return answer_in_turn(
        system,
        [read(system, a.kind, target, its, a.arsenal) for a, its in zip(attackers, situations, strict=True)],
        budget,
    )


def matters(
    system: System, attacker: Kind, target: Kind, said: Situation, arsenal: tuple[Weapon, ...] = ()
) -> tuple[str, ...]:
    """The options and keys of ``--set`` that may change this answer, whether anything is said of them or not.

    Raises GrognardError for anything that does not exist or cannot be.
    """
    return what_matters(system, read(system, attacker, target, said, arsenal)[0])


# --- what is said of a later attacker alone -----------------------------------------------------------------------------

UNSAID = "-"  # a value that takes back what was said of the first attacker
YES_OR_NO = ("melee", "moved", "charging")
COUNTS = {"models": "models", "wounds": "wounds", "models-under": "models_under"}
OWN_WORDS = "weapon, range, cover, facing, melee, moved, charging, models, wounds, models-under, with"


class Attacker(Struct, frozen=True):
    """One of several attackers in turn, with the weapons of its whole force; ``own``: what is said of it alone."""

    kind: Kind
    arsenal: tuple[Weapon, ...] = ()
    own: tuple[str, ...] = ()


def in_turn(said: str) -> tuple[str, tuple[str, ...]]:
    """A later attacker as people write it: its unit, and what is said of it alone.

    >>> in_turn("usr/A:Lantern Watch; range=6; moved"), in_turn("usr/A:Lantern Watch")
    (('usr/A:Lantern Watch', ('range=6', 'moved')), ('usr/A:Lantern Watch', ()))
    """
    unit, *own = (part.strip() for part in said.split(";"))
    return unit, tuple(word for word in own if word)


def said_of(system: System, said: Situation, own: Iterable[str]) -> Situation:
    """The situation of a later attacker: that of the first but for weapons, models and wounds, and what its own words say.

    Raises GrognardError for words that say nothing of an attacker.
    """
    changed: dict[str, Any] = {"weapons": (), "models": None, "wounds": None}
    sets = pairs(said.sets, "--set")
    for word in own:
        name, sign, value = (part.strip() for part in word.partition("="))
        value = value if sign else "yes"
        if not value:
            raise GrognardError(f"{word!r} says no value", where="--then", hint=f"write {name}=VALUE")
        if name == "weapon":
            changed["weapons"] = (*changed["weapons"], value)
        elif name == "with":
            changed["gives"] = (*changed.get("gives", said.gives), value)
        elif name in YES_OR_NO:
            changed[name] = _yes(name, value)
        elif name in ("range", "cover", "facing", *COUNTS):
            changed[COUNTS.get(name, name)] = None if value == UNSAID else _own_value(name, value)
        elif name in {c.key for c in system.circumstances}:
            sets.pop(name, None)
            sets.update({} if value == UNSAID else {name: value})
        else:
            known = f"{OWN_WORDS}, or a circumstance: {', '.join(c.key for c in system.circumstances)}"
            raise GrognardError(f"{name!r} cannot be said of an attacker in turn", where="--then", hint=known)
    return replace(said, **changed, sets=words(sets))


def _yes(name: str, value: str) -> bool:
    if value not in ("yes", "no"):
        raise GrognardError(f"{name} is yes or no, not {value!r}", where="--then")
    return value == "yes"


def _own_value(name: str, value: str) -> Any:
    try:
        return inches(value) if name == "range" else int(value) if name in COUNTS else value
    except ValueError:
        what = "a distance in inches, such as 12" if name == "range" else "a number"
        raise GrognardError(f"{name} is {what}, not {value!r}", where="--then") from None


def inches(word: str) -> float:
    """A distance, with or without the sign for inches. Raises ValueError for what is none.

    >>> [inches(word) for word in ("12", '12"', "7.5 in", "6″")]
    [12.0, 12.0, 7.5, 6.0]
    """
    number = word.strip().lower()
    for sign in ('"', "″", "”", "''", "inches", "inch", "in"):
        number = number.removesuffix(sign)
    try:
        return float(number)
    except ValueError:
        raise ValueError(f"{word!r} is no distance in inches, such as 12") from None


class AskAgain(Struct, frozen=True):
    """How a question was asked: called with parts of its situation changed, it asks anew."""

    system: System
    attacker: Kind
    target: Kind
    said: Situation
    arsenal: tuple[Weapon, ...]

    def __call__(self, **changed: Any) -> Odds:
        """The odds with other values of these options, or of these keys of ``--set``. Raises GrognardError for unknown ones."""
        keys = {name: changed.pop(name) for name in list(changed) if name not in CHANGES}
        said = _changed(self.said, changed)
        if "under" in keys:
            said = replace(said, models_under=None)  # the same circumstance by its other name
        if keys:
            kept = tuple(word for word in said.sets if word.partition("=")[0].strip() not in keys)
            said = replace(said, sets=(*kept, *words({k: v for k, v in keys.items() if v is not None})))
        return ask(self.system, self.attacker, self.target, said, self.arsenal)


def _changed(said: Situation, changed: dict[str, Any]) -> Situation:
    """The situation with other values, pairs and names as Python has them."""
    for name, value in changed.items():
        if isinstance(value, Mapping):
            changed[name] = words(value)
        elif isinstance(getattr(said, name), tuple):
            changed[name] = (value,) if isinstance(value, str) else tuple(value)
    return replace(said, **changed)


def read(
    system: System, attacker: Kind, target: Kind, said: Situation, arsenal: tuple[Weapon, ...] = ()
) -> tuple[Question, tuple[str, ...]]:
    """The checked question, and notes on what of the situation has no effect.

    Raises GrognardError naming the known weapons, keys, values and bounds.
    """
    if said.policy not in POLICIES:
        raise GrognardError(f"unknown policy {said.policy!r}", where="--policy", hint=f"one of: {', '.join(POLICIES)}")
    facing = None if said.facing is None else said.facing.strip().lower()
    if facing is not None and facing not in FACINGS:
        raise GrognardError(f"unknown facing {said.facing!r}", where="--facing", hint=f"one of: {', '.join(FACINGS)}")
    if said.range is not None and not (isfinite(said.range) and 0 <= said.range <= FURTHEST):
        raise GrognardError(
            f"{said.range:g} inches is no distance on a table", where="--range", hint=f"0 to {FURTHEST:g}"
        )
    _check_sample(said)
    _check_count(attacker, said.models, "--models")
    _check_count(target, said.target_models, "--target-models")
    _check_wounds(system, attacker, said.models, said.wounds, "--wounds")
    _check_wounds(system, target, said.target_models, said.target_wounds, "--target-wounds")
    weapons = tuple(_weapon(system.fitted(attacker), name, said.melee) for name in said.weapons)
    attacker, target, notes = altered(system, attacker, target, said, weapons)
    question = Question(
        attacker=attacker,
        target=target,
        weapons=weapons,
        melee=said.melee,
        range=said.range,
        cover=None if said.cover is None else system.cover(said.cover),
        moved=said.moved,
        charging=said.charging,
        facing=facing,
        sets=_sets(system, said),
        scatter=_placed(target, said) if said.scatter else None,
        models=said.models,
        target_models=said.target_models,
        wounds=said.wounds,
        target_wounds=said.target_wounds,
        rulings=system.settled(pairs(said.rulings, "--ruling")),
        policy=said.policy,
        sample=said.sample,
        arsenal=arsenal,
    )
    return question, notes


def _sets(system: System, said: Situation) -> dict[str, Any]:
    """The circumstances of ``--set`` and what ``--models-under`` says. Raises GrognardError where the two disagree."""
    sets = read_sets(system, said.sets)
    if (n := said.models_under) is not None:
        if n < 1:
            raise GrognardError(f"{n} models under a template", where="--models-under", hint="1 or more")
        if sets.get("under", n) != n:
            raise GrognardError(f"under is {sets['under']} and {n}", where="--models-under", hint="say it once")
        sets["under"] = n
    return sets


def _placed(target: Kind, said: Situation) -> Any:
    """The target put down for templates to be laid on it."""
    from .odds.placed import placed

    left = len(target.models) if said.target_models is None else said.target_models
    return placed(target.models[-left:], said.range)


def _check_count(kind: Kind, n: int | None, where: str) -> None:
    if n is not None and not 1 <= n <= len(kind.models):
        raise GrognardError(f"{kind.name} cannot have {n} models left", where=where, hint=f"1 to {len(kind.models)}")


def _check_sample(said: Situation) -> None:
    if said.sample and not FEWEST <= said.sample <= MOST_THROWS:
        raise GrognardError(
            f"{said.sample} throws are no sample", where="--sample", hint=f"{FEWEST} to {MOST_THROWS}, such as 20000"
        )
    if said.sample and said.policy == "best":
        raise GrognardError("best play is looked for exactly", where="--sample", hint="leave --policy best away")


def _check_wounds(system: System, kind: Kind, models: int | None, n: int | None, where: str) -> None:
    """The first model that is left is the one that may be hurt already."""
    first = kind.models[0 if models is None else len(kind.models) - models]
    full = system.wounds(first)
    if n is not None and not 1 <= n <= full:
        raise GrognardError(f"the first model of {kind.name} cannot have {n} left", where=where, hint=f"1 to {full}")


def pairs(words: Iterable[str], where: str) -> dict[str, str]:
    """``NAME=VALUE`` words as a dict. Raises GrognardError for a word without ``=``."""
    read: dict[str, str] = {}
    for word in words:
        name, sign, value = (part.strip() for part in word.partition("="))
        if not (name and sign and value):
            raise GrognardError(f"{word!r} says no value", where=where, hint=f"write {where} NAME=VALUE")
        read[name] = value
    return read


def _weapon(kind: Kind, name: str, melee: bool) -> str:
    """The weapon's name as the file writes it."""
    known = dict.fromkeys(weapon.name for weapon in alter.weapons_of(kind))
    for exact in known:
        if slug_of(exact) == slug_of(name):
            return exact
    raise GrognardError(
        f"{kind.name} has no weapon {name!r}",
        where="--weapon",
        hint=f"its weapons: {', '.join(known)}" if known else "it has no weapon",
    )


def rule_given(system: System, text: str) -> Rule:
    """A rule as a book writes it, or by its name with hyphens. Raises GrognardError for what is none."""
    try:
        return system.read_rule(text)
    except GrognardError:
        slug = slug_of(text.removeprefix(f"{system.id}:"))
        for rule in system.rules:
            if rule.slug == slug:
                return rule.from_text("")
        raise


# --- rules given and taken away -------------------------------------------------------------------------------------


def altered(
    system: System, attacker: Kind, target: Kind, said: Situation, weapons: tuple[str, ...]
) -> tuple[Kind, Kind, tuple[str, ...]]:
    """Both units with rules given and switched off as the situation says, and notes on what changed nothing."""
    notes: list[str] = []
    if not (said.gives or said.without):
        return attacker, target, ()
    for text in said.gives:
        side, colon, name = text.partition(":")
        to_target = bool(colon) and side.strip().lower() == "target"
        rule = rule_given(system, name.strip() if to_target else text)
        if to_target:
            target = alter.given(target, rule)
        else:
            attacker = alter.given(attacker, rule, weapons or None)
    for text in said.without:
        try:
            rule_id = system.rule_id(text)
        except NotExecutable:
            notes.append(f"{text} is not executable, so it had no part in this anyway")
            continue
        if not (alter.has(system.fitted(attacker), rule_id) or alter.has(system.fitted(target), rule_id)):
            notes.append(f"neither unit has {text}, so switching it off changes nothing")
        attacker = alter.without(attacker, (rule_id,), system.fitted)
        target = alter.without(target, (rule_id,), system.fitted)
    return attacker, target, tuple(notes)
