"""The circumstances of one weapon's fire at one unit, as a frozen value: the key by which match-ups are kept."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from ...common.profiles import Kind, Model, Weapon
from ...common.rules import voices
from ...kernel.memo import memo
from .profiles import FLYING, GROUND

COVER = ("soft", "body", "hull-down")


class InPlay(Struct, frozen=True, cache_hash=True):
    """The command cards in play on the squad that fires and on the one that is fired at, as holders of rules are asked."""

    rules: tuple[Any, ...] = ()


NO_CARDS = InPlay()


class Circumstances(Struct, frozen=True, kw_only=True, cache_hash=True):
    """What is the case while a squad fires. ``rulings`` holds only those that differ from their defaults."""

    cover: tuple[str, ...] = ()  # of COVER, in that order
    disembarked: bool = False  # the firer got out of a transport
    incoherent: bool = False  # the firing squad is out of coherency
    unseen: bool = False  # neither the firer nor a Scout sees the target
    reaction: bool = False
    entered: bool = False  # the firer entered this Garrison and did not jump in
    garrison: bool = False  # the target stands on an edge of a Garrison
    inside: bool = False  # the target is in a Garrison and not on an edge
    flammable: bool = False  # that Garrison burns
    collateral: bool = False  # the hit is from Collateral tokens
    landed: bool = False  # the target is an Aircraft on the ground
    combined: bool = False  # Reduced weapons combine their fire
    cards: InPlay = NO_CARDS
    rulings: tuple[tuple[str, str], ...] = ()

    def ruling(self, name: str, default: str) -> str:
        """The value of a ruling."""
        return dict(self.rulings).get(name, default)


@memo(4096)
def _kept(values: tuple[Any, ...]) -> Circumstances:
    return Circumstances(**dict(zip(Circumstances.__struct_fields__, values, strict=True)))


def canonical(now: Circumstances) -> Circumstances:
    """The one object that is this situation: equal situations are found by identity."""
    return _kept(astuple(now))


class Shot(Struct, frozen=True):
    """One weapon at one unit, as rules see it."""

    weapon: Weapon
    kind: Kind  # the squad aimed at
    target: Model
    now: Circumstances

    @property
    def close(self) -> bool:
        """Whether it is close quarters."""
        return bool(self.weapon.stats.cq)

    def at(self, *types: str) -> bool:
        """Whether the target is of one of these types, or bears such a word."""
        words = keywords(self.kind, self.target, self.now.landed)
        return any(t in words for t in types)


@memo(8192)
def _types(type: str, tags: tuple[str, ...], landed: bool) -> frozenset[str]:
    if type == "Scenery":
        return frozenset({"Scenery", *tags, *(f"{tag} Scenery" for tag in tags)})
    if type in FLYING:
        return frozenset({"Vehicle", "All"} if landed else {"Aircraft", type, "Airborne", "All"})
    if type in GROUND:
        return frozenset({"Vehicle", type, "All"})
    return frozenset({type, "All", "Large"} if type == "Behemoth" else {type, "All"})


def keywords(kind: Kind, target: Model, landed: bool = False) -> frozenset[str]:
    """What the unit counts as for rules that name types. A landed Aircraft is a Vehicle without subtype."""
    words = _types(kind.type, kind.tags, landed)
    more = [word for speak in voices(target, "counts_as") for word in speak()]
    return words.union(more) if more else words


class Firer(Struct, frozen=True):
    """What the rules of a weapon may know of the unit that fires it."""

    lost: int = 0  # Damage Points
    combined: bool = False  # its weapons combine their fire where they can
    cards: InPlay = NO_CARDS
