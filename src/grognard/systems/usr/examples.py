"""Small units made on the spot, for the examples in the rulebook and for tests: a statline as a force file writes it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from ...common import asking
from ...common.odds import Odds
from ...common.profiles import Base, Kind, Model, Weapon, interned
from ...errors import Faults
from .system import SYSTEM

SOLDIER = {"WS": 4, "BS": 4, "S": 4, "T": 4, "W": 1, "I": 4, "A": 1, "Ld": 8}
HULL = {"BS": 4, "Front": 11, "Side": 11, "Rear": 10, "HP": 3}


def _rules(texts: Iterable[str]) -> tuple[Any, ...]:
    return tuple(SYSTEM.read_rule(text) for text in texts)


def weapon(name: str = "Gun", *rules: str, **stats: Any) -> Weapon:
    """A weapon; without figures a shot of Strength 4 at 24 inches. ``melee=True`` makes it a blade as strong as its user."""
    if stats.pop("melee", False):
        stats = {"type": "Melee", **stats}
    else:
        stats = {"range": 24, "S": 4, "type": "Heavy 1", **stats}
    made, faults = SYSTEM.schema.weapon(stats)
    if faults:
        raise Faults([fault for _, fault in faults])
    return interned(Weapon(name, made, _rules(rules)))


def model(
    *rules: str,
    name: str = "Soldier",
    weapons: Iterable[Weapon] = (),
    role: str = "",
    base: Base | None = None,
    **stats: Any,
) -> Model:
    """A model; without figures a soldier with 4 in all that matters and no save. With ``Front`` given a vehicle."""
    stats = {**(HULL if "Front" in stats else SOLDIER), **stats}
    made, faults = SYSTEM.schema.model(stats, "Vehicle" if "Front" in stats else "Infantry")
    if faults:
        raise Faults([fault for _, fault in faults])
    return interned(Model(name, made, _rules(rules), tuple(weapons), base or Base(), role))


def unit(*models: Model, name: str = "Squad", type: str = "Infantry", count: int = 1, points: int = 100) -> Kind:
    """A unit of these models, the whole row ``count`` times."""
    kind, tags = SYSTEM.schema.type_of(type)
    return interned(Kind("usr", name, kind, tags, points, (), models * count, (), ()))


def shooter(*weapon_rules: str, rules: Iterable[str] = (), shots: int = 1, BS: int = 4, **stats: Any) -> Kind:  # noqa: N803
    """One soldier with one gun: ``weapon_rules`` stand on the gun, ``rules`` on the soldier."""
    stats = {"type": f"Heavy {shots}", **stats}
    return unit(model(*rules, BS=BS, weapons=[weapon("Gun", *weapon_rules, **stats)]), name="Shooter")


def target(*rules: str, count: int = 1, type: str = "Infantry", **stats: Any) -> Kind:
    """``count`` soldiers (or, with ``Front``, vehicles) to be attacked."""
    if "Front" in stats and type == "Infantry":
        type = "Vehicle"
    return unit(model(*rules, **stats), name="Target", count=count, type=type)


def ask(attacker: Kind, defender: Kind, **said: Any) -> Odds:
    """The odds, as ``grognard.odds`` gives them."""
    return asking.ask(SYSTEM, attacker, defender, asking.situation(**said))


def slays(attacker: Kind, defender: Kind, n: int = 1, **said: Any) -> Fraction:
    """The chance that an attack slays exactly ``n`` models.

    >>> slays(shooter(), target())  # 3+ to hit, 4+ to wound
    Fraction(1, 3)
    """
    return ask(attacker, defender, **said).slain.fraction(n)


def other(attacker: Kind, defender: Kind, key: str, **said: Any) -> Fraction:
    """The chance of something else that may come of an attack; of a number, that it is not 0."""
    found = ask(attacker, defender, **said).other[key]
    return found if isinstance(found, Fraction) else 1 - found.fraction(0)
