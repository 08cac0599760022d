"""What a whole unit is at this moment: majorities, the rules that cover all of it, and what it counts as.

A squad is a value made from the models that stand; squads that agree in all of this are one object, so that match-ups are found
again when a model more or less makes no difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...common.profiles import Model, interned
from ...common.rules import Rule, all_of, any_of, standing, voices
from ...kernel.memo import memo
from .attack.equivalence import speaks_of_attacks
from .model_types import is_character, type_of
from .moments import UsrRule
from .profiles import Stats
from .shooting.artillery import is_gun


class Squad(Struct, frozen=True, eq=False):
    """A unit as others meet it. Majorities go to the highest in a tie (armour: to the poorer)."""

    T: int = 0
    WS: int = 0
    I: int = 0  # noqa: E741 - the game's own letter
    Ld: int = 0  # the highest
    Sv: int | None = None
    guns: int = 0  # the Toughness of the guns of artillery, which shots meet while one stands; 0: it has none
    rules: tuple[Rule, ...] = ()  # those that cover the whole unit
    words: tuple[str, ...] = ()  # types and tags of its models, and whether they are psykers or daemons, sorted
    names: tuple[str, ...] = ()  # its own name and those of its models: what Hatred (X) may name
    factions: tuple[str, ...] = ()  # of its models
    armoured: bool = False

    def counts_as(self, word: str) -> bool:
        """Whether one of its models is of that type or has that tag."""
        return word in self.words


def majority(values: Iterable[int]) -> int:
    """The commonest number, the highest of several.

    >>> majority([4, 4, 5]), majority([3, 5])
    (4, 5)
    """
    counted = Counter(values)
    return max(counted, key=lambda n: (counted[n], n)) if counted else 0


@memo(16384)
def squad_of(models: tuple[Model, ...], name: str = "") -> Squad:
    """The squad that these models make."""
    each = tuple(dict.fromkeys(models))
    guns = [m.stats.T for m in each if is_gun(m)]
    crew = tuple(m for m in models if not is_gun(m)) or models if guns else models
    flesh = [m.stats for m in crew if not m.stats.armoured]
    poorest_first = Counter(7 if s.Sv is None else s.Sv for s in flesh)
    armour = max(poorest_first, key=lambda n: (poorest_first[n], n), default=7)
    return interned(
        Squad(
            T=majority(s.T for s in flesh),
            WS=majority(m.stats.WS for m in crew),
            I=majority(m.stats.I for m in crew),
            Ld=max((m.stats.Ld for m in models), default=0),
            Sv=None if armour == 7 else armour,
            guns=max(guns, default=0),
            rules=tuple(r for r in dict.fromkeys(r for m in each for r in standing(m)) if _covers(r, models)),
            words=tuple(sorted({word for m in each for word in _words(m)})),
            names=tuple(dict.fromkeys((name, *(m.name for m in each)))),
            factions=tuple(dict.fromkeys(faction for m in each for faction in type_of(m).factions)),
            armoured=bool(models) and not flesh,
        )
    )


@memo(16384)
def covering(squad: Squad) -> Squad:
    """The unit reduced to the rules that cover it and speak of attacks: what it brings to those of its models."""
    return interned(Squad(rules=tuple(rule for rule in squad.rules if speaks_of_attacks(rule))))


@memo(16384)
def nameless(squad: Squad) -> Squad:
    """The unit as whoever meets it that has no foe by name."""
    return interned(replace(squad, names=(), factions=()))


@memo(16384)
def names_foe(holder: Any) -> bool:
    """Whether a rule of a model, weapon or squad is for attacks at a foe that it names."""
    return any(getattr(rule, "foe", "") for rule in standing(holder))


def alone(squad: Squad, model: Model) -> Squad:
    """The unit as whoever fights one of its models in a challenge meets it: with that model's own figures."""
    s = model.stats
    words, names = tuple(sorted(_words(model))), (*squad.names[:1], model.name)
    factions = type_of(model).factions
    return interned(replace(squad, T=s.T, WS=s.WS, I=s.I, Sv=s.Sv, words=words, names=names, factions=factions))


def _words(model: Model) -> frozenset[str]:
    """What a model counts as: its type and tags, and Psyker or Daemon by its rules."""
    return type_of(model).words.union(
        [rule.counts_as for rule in standing(model) if isinstance(rule, UsrRule) and rule.counts_as]
    )


def _covers(rule: Rule, models: tuple[Model, ...]) -> bool:
    if not isinstance(rule, UsrRule) or rule.covers == "self":
        return False
    return rule.covers == "any" or all_of(models, type(rule))


@memo(65536)
def own_voices(model: Model, moment: str) -> tuple[Callable[..., None], ...]:
    """What speaks at a moment for the bearer alone."""
    return tuple(v for v in voices(model, moment) if _rule(v).covers == "self")


@memo(65536)
def model_voices(model: Model, squad: Squad, moment: str) -> tuple[Callable[..., None], ...]:
    """What speaks at a moment for a model: its own rules and those that cover its unit."""
    return (*own_voices(model, moment), *voices(squad, moment))


def _rule(voice: Callable[..., None]) -> UsrRule:
    return voice.__self__  # type: ignore[attr-defined, no-any-return]


def spoken_for(voice: Callable[..., None], melee: bool) -> bool:
    """Whether a rule on a model speaks for this kind of attack: a weapon rule on a model touches its blows only."""
    rule = _rule(voice)
    return melee or rule.shots_too or "weapon" not in rule.on


def bears(models: tuple[Model, ...], rule: type[Rule]) -> bool:
    """Whether a model of the unit has the rule."""
    return any_of(models, rule)


def characters(models: tuple[Model, ...]) -> bool:
    """Whether a model of the unit is a character."""
    return any(is_character(m) for m in models)


def champions(members: tuple[Model, ...]) -> tuple[int, ...]:
    """The places of the characters that may fight a challenge, of equal ones the first."""
    found = {m.name: i for i, m in reversed(list(enumerate(members))) if is_character(m)}
    return tuple(sorted(i for i in found.values() if members[i].stats.A > 0 and not members[i].stats.armoured))


NOBODY, NO_SQUAD = interned(Model("nobody", Stats())), interned(Squad())
