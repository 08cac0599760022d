"""Unit types: what a model is, and the special rules that its type brings.

A model's type stands among its rules as a value of its own, so that rules which a type brings are found, switched off and
explained like any others. It is put there when a battle begins or odds are asked (``fitted``), never by a force file.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...common.profiles import Kind, Model, Weapon, interned
from ...common.rules import Rule, bearing, kept, slug_of, standing
from .moments import UsrRule

MOVES = {"Jump": 12, "Bike": 12, "Jetbike": 12, "Beast": 12, "Cavalry": 12, "Gargantuan Creature": 12, "Vehicle": 12,
         "Chariot": 12, "Flyer": 36, "Flying Monstrous Creature": 12, "Building": 0}  # fmt: skip
MONSTROUS = ("Monstrous Creature", "Flying Monstrous Creature", "Gargantuan Creature")
ARMOURED = ("Vehicle", "Walker", "Chariot", "Flyer", "Building")

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


class UnitType(UsrRule, frozen=True):
    """The type of a model's unit with its tags, and what it brings. No rule of the published list."""

    type: str = "Infantry"
    tags: tuple[str, ...] = ()
    without: tuple[str, ...] = ()  # slugs of rules it would bring that are switched off for this unit
    bare: bool = False  # it brings nothing
    factions: tuple[str, ...] = ()  # whom Hatred (X) may mean

    def brings(self) -> tuple[Rule, ...]:
        """The special rules of the type, as far as they are executable."""
        if self.bare:
            return ()
        names = [name for word in (self.type, *self.tags) for name in BRINGS.get(word, ())]
        return tuple(rule for name in dict.fromkeys(names) for rule in _named(name) if rule.slug not in self.without)

    def written(self) -> str:
        """The type as a force file writes it."""
        return f"{self.type} ({', '.join(self.tags)})" if self.tags else self.type

    def goes_as(self, *sorts: str) -> bool:
        """Whether it goes as one of these types, or has the packs or wings of one: "Monstrous Creature (Jump)"."""
        return self.type in sorts or any(tag in sorts for tag in self.tags)

    @property
    def armoured(self) -> bool:
        """Whether it is a vehicle or building."""
        return self.type in ARMOURED

    @property
    def monstrous(self) -> bool:
        """Whether it is a Monstrous Creature of any kind."""
        return self.type in MONSTROUS

    @property
    def words(self) -> frozenset[str]:
        """What the model counts as: type and tags, and the wider kinds they belong to."""
        found = {self.type, *self.tags}
        if self.monstrous:
            found.add("Monstrous Creature")
        if "Flying" in self.tags:
            found.add("Flying Monstrous Creature")
        if self.armoured and self.type != "Building":
            found.add("Vehicle")
        if self.type in ("Jump", "Jet Pack"):
            found.add("Infantry")
        if self.type == "Jetbike":
            found.add("Bike")
        return frozenset(found)


def _named(name: str) -> tuple[Rule, ...]:
    from .rules import RULES

    return tuple(rule() for rule in RULES if rule.slug == slug_of(name))


INFANTRY = UnitType()


@kept(16384)
def type_of(model: Model) -> UnitType:
    """What the model is; Infantry when nothing was said."""
    return bearing(model, UnitType) or INFANTRY


@kept(16384)
def is_character(model: Model) -> bool:
    """Whether a wound on the model may be looked out for: characters, sergeants and their like."""
    if "Character" in type_of(model).tags or model.role in ("leader", "individual"):
        return True
    return any(isinstance(rule, UsrRule) and rule.character for rule in standing(model))


def move_of(model: Model) -> int:
    """Inches of a Normal Move."""
    stats: Any = model.stats
    kind = type_of(model)
    usual = max(MOVES.get(kind.type, 6), 12 if kind.goes_as("Jump", "Flying") else 0)
    return stats.M if stats.M is not None else usual


@kept(4096)
def on_foot(members: tuple[Model, ...]) -> tuple[Model, ...]:
    """The models of a unit as they are when those with jump packs do not use them: without the packs and what these bring."""
    return tuple(_on_foot(model) if type_of(model).goes_as("Jump") else model for model in members)


def _on_foot(model: Model) -> Model:
    rules = tuple(_without_packs(r) if isinstance(r, UnitType) else r for r in model.rules)
    return interned(replace(model, rules=rules))


def _without_packs(kind: UnitType) -> UnitType:
    type = "Infantry" if kind.type == "Jump" else kind.type
    return replace(kind, type=type, tags=tuple(tag for tag in kind.tags if tag != "Jump"))


@kept(4096)
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
    from .rules.powers import known_power, listed

    return tuple(weapon for name in listed(model.stats.powers) if (weapon := known_power(name).weapon) is not None)


def _shaped(weapon: Weapon) -> Weapon:
    """A beam or nova hits without a roll, a focussed witchfire one model: which its rules say."""
    if not (sort := weapon.stats.witchfire):
        return weapon
    from .rules.psychic import Focussed, Ray

    rules = tuple(dict.fromkeys((*weapon.rules, Focussed() if sort == "focussed" else Ray(sort))))
    return interned(replace(weapon, rules=rules))


def _destroyer(weapon: Weapon) -> Weapon:
    """A weapon of Strength D is a Destroyer weapon, whether its rules say so or not."""
    if weapon.stats.S != "D":
        return weapon
    return interned(replace(weapon, rules=tuple(dict.fromkeys((*weapon.rules, *_named("Destroyer"))))))
