"""Who is meant by the X of Hatred (X) and Preferred Enemy (X): everybody, a faction, a sort of unit, or some of these."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ....common.odds import Question
from ....common.profiles import Force, Kind, Model
from ....common.rules import slug_of, standing
from ....kernel.memo import memo
from ..rules.unit_types import fitted
from ..squads import Squad, squad_of

Words = tuple[str, ...]
EVERYBODY = frozenset(
    ("everything", "everyone", "everybody", "all", "any", "anything", "all enemy", "any enemy", "enemy", "all enemy unit", "x")
)  # fmt: skip
# words beside the name of a faction that name no other: "Tau" and "Tau Empire", "the Tau armies"
_BESIDE = frozenset(
    ("the", "any", "all", "faction", "codex", "army", "force", "unit", "model", "with", "from", "empire")
)
_APART = re.compile(r"\s*(?:[,/;&+]|\band\b|\bor\b)\s*", re.IGNORECASE)


@memo(4096)
def words_of(name: str) -> Words:
    """The words of a name, in lower case and in the singular.

    >>> words_of("Moss Orks"), words_of("Enemies!")
    (('moss', 'ork'), ('enemy',))
    """
    return tuple([_singular(word) for word in slug_of(name).split("-") if word])


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word if word.endswith("ss") else word.removesuffix("s")


# what several factions have in their names and all of them are: "Chaos Daemons", "Daemons of Chaos"
_OVER = (words_of("Chaos"),)


@memo(1024)
def meant(foe: str) -> tuple[Words, ...]:
    """Each of those whom the X names; () for everybody.

    >>> meant("Psykers, Moss Orks"), meant("Everything!"), meant("")
    ((('psyker',), ('moss', 'ork')), (), ())
    """
    found = tuple(dict.fromkeys(words_of(part) for part in _APART.split(foe) if words_of(part)))
    return () if any(" ".join(one) in EVERYBODY for one in found) else found


def _core(name: Words) -> Words:
    """The words of a faction's name by which it is known."""
    return tuple([word for word in name if word not in _BESIDE]) or name


def is_faction(one: Words, faction: Words) -> bool:
    """Whether a name means a faction for sure: in all its words, but for those that say nothing more.

    The beginning or end of a name is another faction's (Orks are no Moss Orks), but for what several are together.

    >>> [is_faction(words_of(x), words_of("Tau Empire")) for x in ("Tau", "Tau Empire Faction", "Empire")]
    [True, True, False]
    >>> [is_faction(words_of("Chaos"), words_of(x)) for x in ("Chaos Daemons", "Daemons of Chaos", "Gulls")]
    [True, True, False]
    """
    said, named = _core(one), _core(faction)
    return said == named or (said in _OVER and set(said) <= set(named))


def among(foe: str, names: Words, words: Words, factions: Words) -> bool:
    """Whether a unit is meant: by a faction in all its words, by what it is, or by its name or that of one of its models.

    Of a unit whose factions are known a name counts from its first word on, for what stands before is often another faction
    (Moss Orks are no Orks); of others every word of it.
    """
    wanted = meant(foe)
    kinds = {part for word in words for part in words_of(word)}
    called = [words_of(name) for name in names]
    return not wanted or any(
        any(is_faction(one, words_of(faction)) for faction in factions)
        or set(one) <= kinds
        or any(name[: len(one)] == one if factions else set(one) <= set(name) for name in called)
        for one in wanted
    )


def is_foe(foe: str, at: Squad) -> bool:
    """Whether a unit is one that the X of a rule means."""
    return among(foe, at.names, at.words, at.factions)


def missed(q: Question, attacker: Kind, target: Kind) -> Iterator[str]:
    """Which rules of the attacker mean others than this target, a sentence each."""
    if q.set("foe", False):
        return
    at = squad_of(target.models, target.name)
    for foe, rule in _named(attacker.models, q.melee):
        if not is_foe(foe, at):
            why = (
                f"of {', '.join(at.factions)}" if at.factions else "of no faction that its file says (faction = [...])"
            )
            yield f"{rule} does not mean {target.name}, {why}; --set foe=yes if it does"


def idle(forces: Sequence[Force]) -> list[str]:
    """Which rules of two forces mean nobody of the other, a sentence each."""
    out: list[str] = []
    for own, other in ((0, 1), (1, 0)):
        squads = [squad_of(kind.models, kind.name) for kind in map(fitted, forces[other].kinds)]
        for kind in forces[own].kinds:
            for foe, rule in _named(kind.models, melee=True):
                if not any(is_foe(foe, at) for at in squads):
                    out.append(f"{rule} of {kind.name} means no unit of {forces[other].name}")
    return list(dict.fromkeys(out))


def _named(models: tuple[Model, ...], melee: bool) -> list[tuple[str, str]]:
    found = [
        (foe, str(rule))
        for model in dict.fromkeys(models)
        for rule in standing(model)
        if (foe := getattr(rule, "foe", "")) and (melee or not getattr(rule, "blows_only", False))
    ]
    return list(dict.fromkeys(found))
