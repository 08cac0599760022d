"""The special rules that unit types bring.

A model's type stands among its rules as a value of its own, so that rules which a type brings are found, switched off and
explained like any others. It is put there when a battle begins or odds are asked (``fitted``), never by a force file.
"""

from __future__ import annotations

from msgspec.structs import replace

from ....common.profiles import Kind, Model, Weapon, interned
from ....common.rules import Rule, slug_of
from ....kernel.memo import memo
from ..model_types import ModelType
from . import RULES
from .powers import known_power, listed
from .psychic import Focussed, Ray

# Rules that a unit type brings, by their names; a name that is not executable yet brings nothing.
BRINGS: dict[str, tuple[str, ...]] = {
    "Jump": ("Bulky", "Deep Strike", "Hammer of Wrath"),
    "Jet Pack": ("Bulky", "Deep Strike", "Relentless"),
    "Bike": ("Relentless", "Hammer of Wrath", "Jink", "Very Bulky"),
    "Jetbike": ("Relentless", "Hammer of Wrath", "Jink", "Very Bulky"),
    "Beast": ("Fleet",),
    "Cavalry": ("Fleet", "Hammer of Wrath"),
    "Monstrous Creature": ("Smash", "Fear", "Hammer of Wrath", "Move Through Cover", "Relentless"),
    "Flying Monstrous Creature": ("Smash", "Fear", "Hammer of Wrath", "Move Through Cover", "Relentless", "Jink", "Vector Strike"),
    "Gargantuan Creature": ("Smash", "Fear", "Hammer of Wrath", "Move Through Cover", "Relentless", "Fearless", "Feel No Pain"),
    "Walker": ("Move Through Cover", "Hammer of Wrath"),
    "Flyer": ("Jink",),
    "Skimmer": ("Jink",),
    "Flying": ("Jink", "Vector Strike"),
}  # fmt: skip


class UnitType(ModelType, frozen=True):
    """The type of a model's unit, and the special rules that it brings. No rule of the published list."""

    def brings(self) -> tuple[Rule, ...]:
        """The special rules of the type, as far as they are executable."""
        if self.bare:
            return ()
        names = [name for word in (self.type, *self.tags) for name in BRINGS.get(word, ())]
        return tuple(rule for name in dict.fromkeys(names) for rule in _named(name) if rule.slug not in self.without)


def _named(name: str) -> tuple[Rule, ...]:
    return tuple(rule() for rule in RULES if rule.slug == slug_of(name))


@memo(4096)
def fitted(kind: Kind) -> Kind:
    """The unit with its type standing among the rules of each model. The same kind gives the same object."""
    without, factions = kind.detail("without", ()), kind.detail("faction", ())
    kind_type = interned(UnitType(kind.type, kind.tags, tuple(without), factions=tuple(factions)))
    models = tuple(_typed(model, kind_type) for model in kind.models)
    return interned(replace(kind, models=models))


def _typed(model: Model, kind_type: UnitType) -> Model:
    if any(isinstance(rule, UnitType) for rule in model.rules):
        return model
    own = kind_type
    if model.stats.armoured and not kind_type.armoured:
        own = interned(UnitType("Vehicle", kind_type.tags, factions=kind_type.factions))
    arms = tuple(_shaped(_destroyer(weapon)) for weapon in (*model.weapons, *_witchfires(model)))
    return interned(replace(model, rules=(own, *model.rules), weapons=arms))


def _witchfires(model: Model) -> tuple[Weapon, ...]:
    """The powers that a model knows and that are shooting attacks."""
    if not model.stats.powers:
        return ()
    return tuple(weapon for name in listed(model.stats.powers) if (weapon := known_power(name).weapon) is not None)


def _shaped(weapon: Weapon) -> Weapon:
    """A beam or nova hits without a roll, a focussed witchfire one model: which its rules say."""
    if not (sort := weapon.stats.witchfire):
        return weapon
    rules = tuple(dict.fromkeys((*weapon.rules, Focussed() if sort == "focussed" else Ray(sort))))
    return interned(replace(weapon, rules=rules))


def _destroyer(weapon: Weapon) -> Weapon:
    """A weapon of Strength D is a Destroyer weapon, whether its rules say so or not."""
    if weapon.stats.S != "D":
        return weapon
    return interned(replace(weapon, rules=tuple(dict.fromkeys((*weapon.rules, *_named("Destroyer"))))))
