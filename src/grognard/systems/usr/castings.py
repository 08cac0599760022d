"""Psychic powers in odds: who manifests a witchfire that was asked for, and the dice before it when their numbers are given."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ...common.building import Because, Built
from ...common.odds import Outcome, Question, Step
from ...common.profiles import Model, Weapon
from ...kernel.asks import Procedure, Stage
from ...kernel.exact import exact
from . import arms
from .declare import Armed
from .minds import Casting, denied, denying, harnessed, mind_of


class Try(Struct, frozen=True):
    """The dice of both sides for a power: how many the psyker uses, how many charges it takes, how many would deny it."""

    power: str
    charge: int
    dice: int
    deny: int
    test: Built
    by: tuple[Because, ...] = ()


def sung(q: Question, models: tuple[Model, ...]) -> tuple[list[tuple[Model, Weapon]], str]:
    """The witchfires asked for by name, each with the one model that manifests it; and why one is not."""
    found: dict[str, tuple[Model, Weapon]] = {}
    why = ""
    for model in models:
        known = [power.name for power in mind_of(model).powers]
        for weapon in arms.witchfires(model):
            if weapon.name in q.weapons and weapon.name not in found:
                if weapon.name in known:
                    found[weapon.name] = model, weapon
                else:
                    why = f"{model.name} is no psyker and cannot manifest {weapon.name}"
    return list(found.values()), why


def tried(q: Question, menu: tuple[Armed, ...], target: tuple[Model, ...]) -> Try | None:
    """The dice that the question gives for its power; None: it is taken as manifested."""
    if "dice" not in q.sets:
        return None
    for armed in menu:
        for use in armed.choices[0]:
            if use.weapon.stats.warp:
                mind = mind_of(armed.by)
                test = denying(target, Casting(True, mind.level))
                deny = q.set("deny", 0)
                return Try(use.weapon.name, use.weapon.stats.warp, q.set("dice"), deny, test)
    return None


def manifested(attack: Any, args: tuple[Any, ...], untouched: Any, power: Try) -> Procedure:
    """(what the attack came to, whether it was manifested, whether denied, whether Perils struck)."""
    charges, sixes = (yield from harnessed(power.dice)) if power.dice else (0, 0)
    works = charges >= power.charge
    stopped = works and (yield from denied(power.test, charges, power.deny))
    done = (yield Stage(attack, args)) if works and not stopped else untouched
    return done, works, bool(stopped), sixes >= 2


class Manifested:
    """Reads a result of ``manifested`` as ``read`` reads that of the attack."""

    def __init__(self, read: Any) -> None:
        self.read = read

    def __call__(self, result: Any) -> Outcome:
        done, works, stopped, perils = result
        found: Outcome = self.read(done)
        more = (("manifested", works), ("denied", stopped), ("perils", perils))
        return Outcome(found.slain, found.damage, found.destroyed, (*found.other, *more))


def steps(power: Try | None) -> tuple[Step, ...]:
    """The dice of a power, explained."""
    if power is None:
        return ()
    seen = exact(harnessed, (power.dice,)) if power.dice else None
    works = seen.chance_of(lambda s: s[0] >= power.charge) if seen is not None else 0.0
    strikes = seen.chance_of(lambda s: s[1] >= 2) if seen is not None else 0.0
    why = (
        Because("warp charge", f"{power.charge} of {power.dice} dice, 4+ each"),
        Because("Perils of the Warp", f"{strikes:.4f}"),
    )
    found = [Step("manifest", power.power, f"{power.charge} x 4+", works, why)]
    if power.deny:
        dice = Because("dice", f"{power.deny}, one success for each charge")
        found.append(
            Step("deny the witch", power.power, power.test.needs, power.test.chance, (*power.test.because, dice))
        )
    return tuple(found)


__all__ = ["Manifested", "Try", "manifested", "steps", "sung", "tried"]
