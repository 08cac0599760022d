"""Points of Damage: where they go, what a model that falls sets off, and the dice that make them directly."""

from __future__ import annotations

from msgspec import Struct

from ...common import saying
from ...common.building import Because, purpose_of
from ...kernel.asks import Choose, Fold, Procedure, Roll
from ...kernel.faces import Test
from ...kernel.memo import memo
from .target import Target, Toll, pointed

TAKES = "which model takes the Point of Damage?"


class RemovalEffects(Struct, frozen=True):
    """What a model sets off as it is removed. ``under``: models beside it, where there is no table to tell."""

    bores: str = ""  # its unit takes Direct Damage dice by this, "" for none
    bursts: int = 0  # such dice for each model under a small template on its base
    bonus: int = 0
    under: int = 1


def suffer(
    toll: Toll, points: int, target: Target, most: int | None = None, falls: RemovalEffects | None = None
) -> Procedure:
    """Points of Damage, one after the other; the owner picks where models differ. What finds no model is lost.

    ``most`` bounds on how many models they may come; ``falls`` says what a model that is removed sets off.
    """
    touched: frozenset[int] = frozenset()
    for _ in range(points):
        bound = touched if most is not None and len(touched) >= most else None
        where = target.choices(toll.left, bound)
        if not where:
            break
        i = where[0]
        if len(where) > 1:
            says = saying.models(target.members, toll.left, "Hit Points", side=target.owner)
            i = yield Choose(target.owner, TAKES, tuple(where), default=i, says=says)
        touched |= {i}
        toll = pointed(toll, i)
        if falls is not None and not toll.left[i]:
            toll = yield from fallen(toll, i, target, falls)
    return toll


def fallen(toll: Toll, i: int, target: Target, falls: RemovalEffects) -> Procedure:
    """What a model sets off as it is removed, before the next point. Those who fall by it set off nothing."""
    if falls.bores and any(toll.left):
        toll = yield from hurled(toll, target.worth(falls.bores, toll.left), target, falls.bonus)
    if falls.bursts:
        toll = toll._replace(bursts=(*toll.bursts, *(i,) * falls.bursts)) if target.beside else toll
        beside = (
            target.beside[i]
            if target.beside
            else target.only(tuple(range(len(toll.left)))).living(toll.left, falls.under)
        )
        near = tuple(j for j in beside if toll.left[j] > 0)
        if near:
            toll = yield from hurled(toll, len(near) * falls.bursts, target.only(near), falls.bonus)
    return toll


def hurled(
    toll: Toll, n: int, target: Target, bonus: int = 0, needs: int = 0, falls: RemovalEffects | None = None
) -> Procedure:
    """``n`` Direct Damage dice on a unit."""
    if not n or not target.choices(toll.left):
        return toll
    if target.steady and target.alike and falls is None:
        test = direct_test(needs or target.steady, bonus, "printed Armor" if needs else target.counts)
        return (yield Fold(direct_die, toll, n, (test,), target.take))
    return (yield Fold(direct_die_on, toll, (0,) * n, (target, bonus, needs, falls)))


def direct_die(test: Test) -> Procedure:
    """One Direct Damage die."""
    return (yield Roll(test))


def direct_die_on(
    toll: Toll, item: int, target: Target, bonus: int, needs: int, falls: RemovalEffects | None
) -> Procedure:
    """One Direct Damage die on a unit whose Toughness may change, whose owner picks, or whose losses set something off."""
    if not target.choices(toll.left):
        return toll
    if (
        yield Roll(
            direct_test(needs or target.toughness(toll.left), bonus, "printed Armor" if needs else target.counts)
        )
    ):
        toll = yield from suffer(toll, 1, target, None, falls)
    return toll


@memo(1024)
def direct_test(toughness: int, bonus: int = 0, what: str = "Resolve") -> Test:
    """One Direct Damage die: Toughness or more, at most 6; a natural 1 fails. ``what``: what the Toughness is."""
    needs = min(6, toughness)
    reasons = [Because(what, f"{toughness}" if toughness <= 6 else f"{what} {toughness}: 6 is enough")]
    if bonus:
        reasons.append(Because("as to hit", f"+{bonus}"))
    name = purpose_of("direct damage", f"{max(2, needs - bonus)}+", reasons)
    return Test(name, 6, tuple(face != 1 and face + bonus >= needs for face in range(1, 7)))
