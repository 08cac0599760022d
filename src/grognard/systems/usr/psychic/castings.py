"""Psychic powers in odds: who manifests a witchfire that was asked for, and the dice before it when their numbers are given."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ....common.building import Because, Built
from ....common.odds import Outcome, Question, Step, percent
from ....common.profiles import Model, Weapon, interned
from ....common.schema import Count
from ....kernel.asks import Procedure, Roll, Stage
from ....kernel.exact import exact
from ....kernel.faces import die
from ..attack import weapons
from ..attack.attack import Part, Volley, volley
from ..attack.declaration import Armed
from ..attack.defender import Ranks, scene
from ..attack.matchup import Exposed, discounting, match
from ..attack.rolls import suffered
from ..circumstances import Situation, now
from ..nerve.checks import tested
from ..profiles import WeaponStats, WeaponType
from ..rules.powers import BEAM, FOCUSSED, NOVA
from ..squads import NO_SQUAD, NOBODY, Squad, squad_of
from .psykers import PERILS, TESTED, Casting, denied, denying, harnessed, mind_of, toll

WARP_STORM = interned(Weapon("the warp", WeaponStats(range=1, S=6, AP=1, type=WeaponType("Assault"))))
PERILOUS = interned(Weapon("perils of the warp", WeaponStats(range=1, S="X", type=WeaponType("Assault"))))


class Try(Struct, frozen=True, eq=False):
    """The dice of both sides for a power: how many the psyker uses, how many charges it takes, how many would deny it."""

    power: str
    charge: int
    dice: int
    deny: int
    test: Built
    psyker: Model
    models: tuple[Model, ...]  # of his unit
    crippled: bool = True  # a vehicle at no hull points is not slain
    dreaded: bool = False  # any double brings Perils of the Warp


def sung(q: Question, models: tuple[Model, ...]) -> tuple[list[tuple[Model, Weapon]], str]:
    """The witchfires asked for by name, each with the one model that manifests it; and why one is not."""
    found: dict[str, tuple[Model, Weapon]] = {}
    why = ""
    for model in models:
        known = [power.name for power in mind_of(model).powers]
        for weapon in weapons.witchfires(model):
            if weapon.name in q.weapons and weapon.name not in found:
                if weapon.name in known:
                    found[weapon.name] = model, weapon
                else:
                    why = f"{model.name} is no psyker and cannot manifest {weapon.name}"
    return list(found.values()), why


def shaped(weapon: Weapon, how: Situation, under: int) -> tuple[Situation, int]:
    """The circumstances of a power, and how many models its hits count for.

    A nova hits its target so often whoever is near, a focussed power one model: any, unless the ruling says the player picks it.
    """
    if weapon.stats.witchfire == NOVA or (weapon.stats.witchfire == BEAM and how.ruling("beam", "models") == "units"):
        return how, 1
    if weapon.stats.witchfire == FOCUSSED and how.ruling("focussed", "extra") != "chosen":
        return how.but(random=True), under
    return how, under


def tried(q: Question, menu: tuple[Armed, ...], models: tuple[Model, ...], target: tuple[Model, ...]) -> Try | None:
    """The dice that the question gives for its power; None: it is taken as manifested."""
    if "dice" not in q.sets:
        return None
    for armed in menu:
        for use in armed.choices[0]:
            if use.weapon.stats.warp:
                mind = mind_of(armed.by)
                test = denying(target, Casting(True, mind.level))
                crippled = q.rulings.get("zero_hp", "crippled") == "crippled"
                name, charge = use.weapon.name, use.weapon.stats.warp
                dreaded = any(p.name == name and mind.dreads(p) for p in mind.powers)
                return Try(name, charge, q.set("dice"), q.set("deny", 0), test, armed.by, models, crippled, dreaded)
    return None


def manifested(attack: Any, args: tuple[Any, ...], untouched: Any, power: Try) -> Procedure:
    """(what the attack came to, whether it was manifested, whether denied, whether Perils struck, wounds lost to them, slain)."""
    charges, alike = (yield from harnessed(power.dice, power.dreaded)) if power.dice else (0, 0)
    perils = alike >= 2
    lost, slain = (yield Stage(perilous, (power.models, power.psyker, power.crippled))) if perils else (0, 0)
    works = charges >= power.charge
    stopped = works and (yield from denied(power.test, charges, power.deny))
    done = (yield Stage(attack, args)) if works and not stopped else untouched
    return done, works, bool(stopped), perils, lost, slain


def perilous(models: tuple[Model, ...], psyker: Model, crippled: bool) -> Procedure:
    """(wounds or hull points that Perils of the Warp cost an unhurt psyker and his unit, how many they slay)."""
    row, mind = (yield Roll(PERILS)), mind_of(psyker)
    passed = row in TESTED and (yield from tested(models, "perils", own=mind.Ld))
    what, hull = toll(row, passed), psyker.stats.armoured
    has = psyker.stats.HP if hull else psyker.stats.W
    if what == "gone":
        lost, slain = yield from warp_storm(models, psyker)
        return has + lost, 1 + slain
    if what != "wound":
        return 0, 0
    lost = 1 if hull else (yield from suffered(no_saves(psyker, squad_of(models))))
    return lost, int(lost >= has and not (hull and crippled))


def warp_storm(models: tuple[Model, ...], psyker: Model) -> Procedure:
    """(wounds lost, slain) of what is left of a unit whose psyker was dragged into the warp: D6 hits, in the open."""
    gone = models.index(psyker) if psyker in models else len(models)
    left = tuple(m for i, m in enumerate(models) if i != gone and not m.stats.armoured)
    if not left:
        return 0, 0
    hits = yield Roll(die(6, "hits from the warp"))
    before = Ranks(tuple(range(len(left))), tuple(m.stats.W for m in left))
    part = Part(NOBODY, NO_SQUAD, WARP_STORM, now(Situation()), 1, Count(1), hits=hits)
    field = scene(tuple(interned(Exposed(m)) for m in left))
    after = yield from volley(before, Volley(WARP_STORM.name, (part,)), field)
    return sum(before.left) - sum(after.left), len(before.standing) - len(after.standing)


def no_saves(model: Model, at: Squad) -> Built | None:
    """What discounts a wound of Perils of the Warp, against which no save is allowed; None when nothing does."""
    return discounting(match(NOBODY, NO_SQUAD, PERILOUS, at, now(Situation())).attack, model, at)


class Manifested:
    """Reads a result of ``manifested`` as ``read`` reads that of the attack."""

    def __init__(self, read: Any) -> None:
        self.read = read

    def __call__(self, result: Any) -> Outcome:
        done, works, stopped, perils, lost, slain = result
        found: Outcome = self.read(done)
        other = dict(found.other)
        other["own-damage"] = other.get("own-damage", 0) + lost
        other["own-slain"] = other.get("own-slain", 0) + slain
        other.update(manifested=works, denied=stopped, perils=perils)
        return Outcome(found.slain, found.damage, found.destroyed, tuple(other.items()))


def steps(power: Try | None) -> tuple[Step, ...]:
    """The dice of a power, explained."""
    if power is None:
        return ()
    seen = exact(harnessed, (power.dice, power.dreaded)) if power.dice else None
    works = seen.chance_of(lambda s: s[0] >= power.charge) if seen is not None else 0.0
    strikes = seen.chance_of(lambda s: s[1] >= 2) if seen is not None else 0.0
    why = (
        Because("warp charge", f"{power.charge} of {power.dice} dice, 4+ each"),
        Because("Perils of the Warp", f"{percent(strikes)} of throws: two dice or more that bring them"),
    )
    found = [Step("manifest", power.power, f"{power.charge} x 4+", works, why)]
    if power.deny:
        dice = Because("dice", f"{power.deny}, one success for each charge")
        found.append(
            Step("deny the witch", power.power, power.test.needs, power.test.chance, (*power.test.because, dice))
        )
    return tuple(found)


__all__ = ["Manifested", "Try", "manifested", "steps", "sung", "tried"]
