"""Weapons in hands: who uses which of them in an attack, in groups of one name, and what their dice come to."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from msgspec import Struct

from ...common.profiles import Model, Weapon
from ...kernel.memo import memo
from .circumstances import Circumstances
from .matchup import letting_follow, permit_of
from .target import Target, Toll, prices_of_recklessness


class EqualWeapons(Struct, frozen=True):
    """Equal weapons in the hands of equal models, with how many there are. ``uses``: what is left of a Limited weapon, -1: all.

    ``each``: how many of them a model bears, where it matters. ``who``: the model's place in its unit where it matters which of
    them bears a weapon, else -1. ``reach``: on the table, what else such a model could fire at the target, by name, and the
    models that it sees in range of it.
    """

    model: Model
    weapon: Weapon
    count: int
    uses: int = -1
    rolled: bool = False  # ``uses`` is what the dice gave for this turn
    each: int = 1
    who: int = -1
    reach: tuple[tuple[str, tuple[int, ...]], ...] | None = None

    @property
    def bearer(self) -> Model | int:
        """Whose weapons they are, as far as it matters."""
        return self.model if self.who < 0 else self.who


class WeaponGroup(Struct, frozen=True):
    """All weapons of one name that fire at the target. ``target`` says which of its models points may go to."""

    name: str
    parts: tuple[EqualWeapons, ...]
    target: Target


class Assault(Struct, frozen=True, eq=False):
    """One unit's attack on another. ``unarmed`` models strike without a melee weapon. ``side``: the player who attacks.

    ``distance`` in inches, 0 where it does not matter.
    """

    groups: tuple[WeaponGroup, ...]
    target: Target
    how: Circumstances
    own: Target | None = None  # the attacker, for the damage it does to itself
    unarmed: int = 0
    side: int = 0
    distance: float = 0.0
    placed: Any = (
        None  # in odds: the target put down, on which templates are laid and slide; None: ``how.under`` lie under each
    )


class HitTally(NamedTuple):
    """What the dice of some weapons came to. ``successes`` is 0 where nothing but hits is counted."""

    successes: int = 0
    hits: int = 0
    surplus: int = 0  # points above Toughness
    results: tuple[tuple[int, int], ...] = ()  # or how many successes had which result, where Toughness may change
    failed: int = 0
    weapons: int = 0  # weapons with a hit
    bearers: int = 0  # models with a hit


def firing(toll: Toll, part: EqualWeapons) -> tuple[int, int]:
    """How many models may still fire another weapon after a success of theirs, and how many other weapons there are to fire.

    A model does so once in an attack.
    """
    spent = sum(n for bearer, _, n in toll.used if bearer == part.bearer)
    free = max(0, part.count // part.each - spent)
    return free, left_to_fire(toll, part) - free * part.each


def used(toll: Toll, part: EqualWeapons) -> Toll:
    """The Toll when one weapon of a part has been fired by way of another."""
    before = {(bearer, name): n for bearer, name, n in toll.used}
    key = (part.bearer, part.weapon.name)
    before[key] = before.get(key, 0) + 1
    in_order = sorted(before.items(), key=lambda entry: entry[0][1])  # so that equal states are one
    return toll._replace(used=tuple([(*k, n) for k, n in in_order]))


def left_to_fire(toll: Toll, part: EqualWeapons) -> int:
    """How many weapons of a part have not been fired by way of another."""
    return part.count - sum(n for bearer, name, n in toll.used if bearer == part.bearer and name == part.weapon.name)


@memo(8192)
def strikes_with(model: Model, how: Circumstances) -> tuple[Weapon, ...]:
    """The weapons a model may strike with, first what it strikes with unless it says otherwise: Melee before Digital."""
    ready = [w for w in model.weapons if not permit_of(model, w, how).refused]
    if how.reckless:  # all its weapons are melee weapons now: in file order
        return tuple(ready)
    return tuple(sorted(ready, key=lambda w: not w.stats.melee))


def goes_reckless(members: tuple[Model, ...]) -> tuple[str, ...]:
    """The ids of the rules by which a unit may strike recklessly, () for most."""
    if not all(prices_of_recklessness(m) for m in set(members)):
        return ()
    return tuple(dict.fromkeys(rule for m in members for _, rule in prices_of_recklessness(m)))


def groups_of(
    used: list[tuple[int, Model, Weapon]], target: Target, how: Circumstances, uses: int = -1
) -> tuple[WeaponGroup, ...]:
    """Weapons of one name together, in the order in which they were first met.

    Models that differ in nothing but their names throw their dice as one part: the law is the same, found much sooner.
    """
    named: dict[str, dict[tuple[Model, Weapon, int], int]] = {}
    first: dict[Any, Model] = {}
    borne = Counter((i, weapon) for i, _, weapon in used)
    for i, model, weapon in used:
        alike = first.setdefault((model.stats, model.rules, model.weapons, model.role), model)
        key = (alike, weapon, borne[i, weapon] if letting_follow(alike, how) > 1 else 1)
        group = named.setdefault(weapon.name, {})
        group[key] = group.get(key, 0) + 1
    return tuple(
        WeaponGroup(
            name,
            tuple(EqualWeapons(model, weapon, n, uses, False, each) for (model, weapon, each), n in keys.items()),
            target,
        )
        for name, keys in named.items()
    )
