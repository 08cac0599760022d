"""The names of a unit that are not executable, sorted by what they are likely to change; those in its profile are left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from ...common.profiles import Model
from ...common.rules import slug_of
from ..names import squeezed

REMARK = "remark: "  # before what is said of a rule and no rule takes
# what is worn, by its letters: (armour save, invulnerable save, special rules) that it gives its bearer; 0: none
WORN: Mapping[str, tuple[int, int, tuple[str, ...]]] = {
    "flakarmour": (5, 0, ()),
    "meshwargear": (5, 0, ()),
    "mesharmour": (5, 0, ()),
    "carapacearmour": (4, 0, ()),
    "scoutarmour": (4, 0, ()),
    "eavyarmour": (4, 0, ()),
    "powerarmour": (3, 0, ()),
    "artificerarmour": (2, 0, ()),
    "runicarmour": (2, 0, ()),
    "terminatorarmour": (2, 5, ("bulky", "deep-strike", "relentless")),
    "tacticaldreadnoughtarmour": (2, 5, ("bulky", "deep-strike", "relentless")),
    "megaarmour": (2, 0, ("bulky", "relentless", "slow-and-purposeful")),
    "stormshield": (0, 3, ()),
    "ironhalo": (0, 4, ()),
    "conversionfield": (0, 4, ()),
    "rosariu": (0, 4, ()),
    "refractorfield": (0, 5, ()),
}
# gear that a unit type stands for
_TYPES = (
    (re.compile(r"(?:jump|rokkit|rocket) ?packs?$", re.IGNORECASE), ("Jump",)),
    (re.compile(r"jet ?packs?$", re.IGNORECASE), ("Jet Pack",)),
    (re.compile(r"jet ?bikes?$", re.IGNORECASE), ("Jetbike",)),
    (re.compile(r"bikes?$", re.IGNORECASE), ("Bike",)),
)
_FIGURES = re.compile(
    r"(?:statline|model|unit|weapon|unit type|points of|who may ride|links?)\b|\(links|whether .* are one weapon|"
    r".*: (?:WS|BS|S|T|W|I|A|Ld|Front|Side|Rear|HP|Save) ",
    re.IGNORECASE,
)
_SAVES = re.compile(
    r"armou?r(?:ed)?\b|shield|\bfield\b|halo|\bsaves?\b|\bward\b|invulnerable|\bplates?\b|carapace", re.IGNORECASE
)
_BEHIND = re.compile(
    rf"{REMARK}|warlord\b|formation\b|orders?:|.*\b(?:restrictions?|tactical objectives?|benefits?|objective secured)\b|"
    r"psychic discipline|\* ",
    re.IGNORECASE,
)


def weight(name: str) -> int:
    """How likely something that is not executable is to change what comes out: 0 figures, 1 saves, 2 other things, 3 the army's.

    >>> [weight(name) for name in ("weapon Long Tube", "Thrall: Ld 0", "Moss Shield", "Big Drum", "Warlord Trait 2: Loud")]
    [0, 0, 1, 2, 3]
    """
    if _FIGURES.match(name):
        return 0
    if _BEHIND.match(name):
        return 3
    return 1 if _SAVES.search(name) else 2


def sorted_out(names: Iterable[str], models: Sequence[Model], kind: str, tags: Sequence[str]) -> tuple[str, ...]:
    """The names without those that the unit's profile says already, what changes most first."""
    left = [name for name in dict.fromkeys(names) if not in_profile(name, models, (kind, *tags))]
    return tuple(sorted(left, key=weight))


def in_profile(name: str, models: Sequence[Model], words: Sequence[str]) -> bool:
    """Whether something stands in the profile of the unit already, ``words``: its type and tags.

    Armour in the saves of all its models, with what else such armour gives; a rule or unit type of the same name.
    """
    plain = squeezed(name)
    if not plain or not models:
        return False
    if (worn := WORN.get(plain)) is not None and all(_wears(model, *worn) for model in models):
        return True
    said = {squeezed(word) for word in words}
    if plain in said or (plain.endswith("vehicle") and plain.removesuffix("vehicle") in said):
        return True
    if any(sign.search(name) and any(word in words for word in types) for sign, types in _TYPES):
        return True
    return slug_of(name) in {rule.slug for model in models for rule in model.rules}


def _wears(model: Model, armour: int, invulnerable: int, rules: tuple[str, ...]) -> bool:
    stats, borne = model.stats, {rule.slug for rule in model.rules}
    return (
        (not armour or (stats.Sv or 7) <= armour)
        and (not invulnerable or (stats.Inv or 7) <= invulnerable)
        and borne.issuperset(rules)
    )
