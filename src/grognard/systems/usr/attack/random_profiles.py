"""Weapons whose Strength or AP dice say: they are thrown when the weapon is used, before anything else of it.

By the ruling ``profile-dice`` once for all of a unit that use it together, or once for each model.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ....common.profiles import Weapon, interned
from ....common.schema import Count
from ....kernel.asks import Emit, Procedure, Roll
from ....kernel.faces import Test, Throw, reading
from ....kernel.memo import memo

STRONGEST = 10  # Strength is never more
HIGHEST = 20  # of dice that a rule of the weapon reads beyond it
RULING, TOGETHER = "profile-dice", "unit"


def _sum(faces: tuple[int, ...], plus: int, most: int, halved: bool) -> int:
    return min(most, plus + sum((face + 1) // 2 if halved else face for face in faces))


def _thrown(words: int | str | None, name: str, most: int) -> Test | Throw | None:
    """The dice of one value of a profile; None when it needs none."""
    if not isinstance(words, str) or "D" not in words or words == "D":
        return None
    count = Count.of(words)
    sides, halved = (6, True) if count.sides == 3 else (count.sides, False)
    if count.dice == 1:
        return Test(name, sides, tuple(_sum((face,), count.plus, most, halved) for face in range(1, sides + 1)))
    return Throw(name, (sides,) * count.dice, _sum, (count.plus, most, halved), ordered=False)


@memo(4096)
def dice_of(weapon: Weapon) -> tuple[Test | Throw | None, Test | Throw | None]:
    """The dice that say the Strength of a weapon, and those that say its AP."""
    stats = weapon.stats
    most = HIGHEST if any(getattr(rule, "counts_above", False) for rule in weapon.rules) else STRONGEST
    return (
        _thrown(stats.S, f"Strength of {weapon.name}", most),
        _thrown(stats.AP, f"AP of {weapon.name}", 6),
    )


def turned_out(weapon: Weapon, strength: int | None, piercing: int | None) -> Weapon:
    """The weapon with the Strength and AP that were rolled."""
    stats = weapon.stats
    if strength is not None:
        stats = replace(stats, S=strength)
    if piercing is not None:
        stats = replace(stats, AP=piercing)
    return interned(replace(weapon, stats=stats))


@memo(4096)
def sorts(weapon: Weapon) -> tuple[tuple[int, Weapon], ...]:
    """What a weapon may turn out to be, with weights: itself when no dice say it.

    >>> from grognard.systems.usr.examples import weapon
    >>> [(n, w.stats.S) for n, w in sorts(weapon(S="2D6"))][-2:]  # 10 on 10, 11 and 12
    [(4, 9), (6, 10)]
    """
    first, second = ([(None, 1)] if d is None else list(reading(d).law.weights.items()) for d in dice_of(weapon))
    return tuple((n * k, turned_out(weapon, s, ap)) for s, n in first for ap, k in second)


def middling(weapon: Weapon) -> Weapon:
    """The weapon as it turns out most often: for what does not depend on its Strength and AP."""
    return max(sorts(weapon), key=lambda sort: sort[0])[1] if weapon.stats.rolled else weapon


def unsettled(parts: tuple[Any, ...]) -> bool:
    """Whether dice must still say a Strength or AP of a volley."""
    for part in parts:  # noqa: SIM110 (asked of every volley: no generator)
        if part.weapon.stats.rolled:
            return True
    return False


def together(parts: tuple[Any, ...]) -> bool:
    """Whether one throw counts for all who use a weapon together."""
    return bool(parts[0].how.ruling(RULING, TOGETHER) == TOGETHER)


def settle(weapon: Weapon) -> Procedure:
    """The weapon as its dice make it."""
    found = []
    for dice in dice_of(weapon):
        found.append((yield Roll(dice)) if dice is not None else None)
    return turned_out(weapon, *found)


def settled(parts: tuple[Any, ...]) -> Procedure:
    """The parts of a volley, each weapon as its dice make it: thrown once for all parts that use it."""
    found: dict[Weapon, Weapon] = {}
    for part in parts:
        if part.weapon.stats.rolled and part.weapon not in found:
            found[part.weapon] = yield from settle(part.weapon)
    return tuple([replace(part, weapon=found.get(part.weapon, part.weapon)) for part in parts])


def one_by_one(parts: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """The parts of a volley for throws of each model by itself: a tuple for each throw; hits already made stay together."""
    for part in parts:
        if part.weapon.stats.rolled and part.hits < 0:
            yield from ((replace(part, firers=1),) for _ in range(part.firers))
        else:
            yield (part,)


def shown(u: int, weapon: Weapon, now: Weapon) -> Procedure:
    """What the dice have made of a weapon is told."""
    from ..events import ProfileRolled  # of the table, of which odds load nothing

    strength = now.stats.S if now.stats.S != weapon.stats.S else 0
    piercing = now.stats.AP if now.stats.AP != weapon.stats.AP else 0
    yield Emit(ProfileRolled(u, weapon.name, strength, piercing))


def declared(u: int, volley: Any) -> Procedure:
    """A volley before anything of it is resolved on the table: where one throw counts for all, it is made and told now."""
    if not (unsettled(volley.parts) and together(volley.parts)):
        return volley
    parts = yield from settled(volley.parts)
    for weapon, now in dict.fromkeys((old.weapon, new.weapon) for old, new in zip(volley.parts, parts, strict=True)):
        if now is not weapon:
            yield from shown(u, weapon, now)
    return replace(volley, parts=parts)
