"""Unit types as words: what a model is, how far that moves, and whether it is a character.

The special rules that a type brings stand in ``rules.unit_types``.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...common.profiles import Model, interned
from ...common.rules import bearing, standing
from ...kernel.memo import memo
from .moments import UsrRule
from .profiles import ARMOURED

MOVES = {"Jump": 12, "Bike": 12, "Jetbike": 12, "Beast": 12, "Cavalry": 12, "Gargantuan Creature": 12, "Vehicle": 12,
         "Chariot": 12, "Flyer": 36, "Flying Monstrous Creature": 12, "Building": 0}  # fmt: skip
MONSTROUS = ("Monstrous Creature", "Flying Monstrous Creature", "Gargantuan Creature")


class ModelType(UsrRule, frozen=True):
    """The type of a model's unit with its tags, as words; ``rules.unit_types`` says which special rules come with it."""

    type: str = "Infantry"
    tags: tuple[str, ...] = ()
    without: tuple[str, ...] = ()  # slugs of rules it would bring that are switched off for this unit
    bare: bool = False  # it brings nothing
    factions: tuple[str, ...] = ()  # whom Hatred (X) may mean

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


INFANTRY = ModelType()


@memo(16384)
def type_of(model: Model) -> ModelType:
    """What the model is; Infantry when nothing was said."""
    return bearing(model, ModelType) or INFANTRY


@memo(16384)
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


def on_foot(members: tuple[Model, ...]) -> tuple[Model, ...]:
    """The models of a unit as they are when those with jump packs do not use them: without the packs and what these bring."""
    return tuple(_on_foot(model) if type_of(model).goes_as("Jump") else model for model in members)


def _on_foot(model: Model) -> Model:
    rules = tuple(_without_packs(r) if isinstance(r, ModelType) else r for r in model.rules)
    return interned(replace(model, rules=rules))


def _without_packs(kind: ModelType) -> ModelType:
    type = "Infantry" if kind.type == "Jump" else kind.type
    return replace(kind, type=type, tags=tuple(tag for tag in kind.tags if tag != "Jump"))
