"""Random attacks of VOID, as questions and on a table."""

from __future__ import annotations

from math import cos, radians, sin
from random import Random
from typing import Any

from grognard.common.profiles import Kind, Model, Weapon, interned
from grognard.systems.void.events import GunPlaced
from grognard.systems.void.examples import ask, model, unit, weapon
from grognard.systems.void.melee.charge import lock
from grognard.systems.void.melee.fight import fight
from grognard.systems.void.profiles import WeaponStats
from grognard.systems.void.rules import RULES, HeavyArmour, JumpTrooper, Prone, ShieldWall, StompAttack, StrikeFirst
from grognard.systems.void.shooting.fire import fire
from grognard.systems.void.shooting.lines_of_fire import open_to_fire
from grognard.systems.void.weapons import gun_of
from grognard.table.state import Effect, Table
from tests.registry import example
from tests.void.field import Field, wood

from .on_table import Case

GUNS = ("rifle", "pistol", "machine gun", "Sniper Rifle", "rocket launcher", "mortar")
FLAMES = ("light flame thrower", "flame thrower")
TOUCHING = 25 / 25.4  # inches between the middles of two bases in contact
OTHERWISE: set[str] = set()  # rules that ask for more than an attacker and a target
FACINGS = {"front": (0.0, -1.0), "flank": (1.0, 0.0), "rear": (0.0, 1.0)}  # of a target that is attacked from below


def rules(rng: Random, most: int, *without: type[Any]) -> list[Any]:
    """Up to so many rules of models."""
    able = [r for r in RULES if r.spellings[0] not in OTHERWISE and r not in without]
    return [example(r) for r in rng.sample(able, rng.randint(0, most))]


def bears(kind: Kind, rule: type[Any]) -> bool:
    """Whether all models of a unit have a rule."""
    return all(any(isinstance(r, rule) for r in m.rules) for m in kind.models)


def marked(t: Table, u: int, what: str, value: Any = None) -> None:
    """An effect lies on the unit already."""
    t.change(u, effects=(*t[u].effects, Effect(what, value=value)))


def told(number: int, ours: Kind, theirs: Kind, how: dict[str, Any]) -> str:
    """The case in words."""

    def said(m: Model) -> Any:
        arms = [(w.name, w.stats, [str(r) for r in w.rules]) for w in m.weapons]
        return m.name, m.stats, [str(r) for r in m.rules], arms

    return f"void {number}: {[*map(said, ours.models)]} at {[*map(said, theirs.models)]}, {how}"


def case(number: int) -> Case:
    """Case ``number``: a round of close combat, or a volley of a unit at another."""
    rng = Random(f"void {number}")
    return combat(number, rng) if number % 3 == 2 else volley(number, rng)


def volley(number: int, rng: Random) -> Case:
    """What the guns of a unit do to another some way off, in the open or in a wood."""
    flames = rng.random() < 0.2
    painted = rng.random() < 0.2
    on_gun = [example(r) for r in RULES if "weapon" in r.on and rng.random() < 0.1]
    arms = [
        (weapon(rng.choice(FLAMES if flames else GUNS), *on_gun),) for _ in range(1 if flames else rng.randint(1, 2))
    ]
    arms = arms if rng.random() < 0.7 else [arms[0]] * len(arms)  # of one weapon the better piercing comes first
    shared = rules(rng, 3)
    by = [model("line trooper", *dict.fromkeys((*shared, *rules(rng, 1))), arms=a, SH=rng.randint(3, 6)) for a in arms]
    ours = unit(*by, n=rng.randint(1, 2), name="Ours")
    theirs, side = target(
        rng, lone=flames, few=any(a[0].name == "mortar" for a in arms)
    )  # a flame lies over as many as it can
    away = 5.0 if flames else rng.choice((9.0, 20.0, 30.0))
    burst = any(a[0].stats.template for a in arms)  # what bursts beside a model in a wood leaves it no cover
    cover = 0 if burst else rng.choice((0, 0, 2, 3, 4))
    arc = "front" if burst else side  # what bursts on the very spot of a model comes from no side
    apart = 4.0 if burst else TOUCHING  # all in one band, but each under a template by itself
    positions = [(20.0, 10.0 + away + apart * i) for i in range(len(theirs.models))]
    crew = gun_of(ours.models) is not None
    places = [(19.0 + 1.5 * i, 10.0) for i in range(len(ours.models))]
    f = Field(
        [(ours, round_it(len(ours.models), 10.0, -90) if crew else places)],
        [(theirs, positions, FACINGS[arc])],
        (wood(15, 9.0 + away, 10, 16, cover=str(cover)),) if cover else (),
    )
    prone, flat, moved = rng.random() < 0.3, rng.random() < 0.3, rng.random() < 0.3
    if crew:
        GunPlaced(0, (20.0, 10.0, 0.0, 1.0, 0.0), "set up").on(f.table)
    for u, what, value, on in (
        (0, "prone", 0, prone and bears(ours, Prone)),
        (1, "prone", 0, flat and bears(theirs, Prone)),
        (1, "painted", None, painted),
        (1, "formed", None, bears(theirs, ShieldWall)),
    ):
        if on:
            marked(f.table, u, what, value)
    sets = [f"{key}=yes" for key, on in (("prone", prone), ("target-prone", flat), ("painted", painted)) if on]
    how: dict[str, Any] = {"range": away, "cover": cover, "moved": moved, "sets": (*sets, f"arc={arc}")}
    picks = {
        "lay its": lambda aims: next(a for a in aims if (a.x, a.y) == f[1].form.positions[0]) if not flames else aims[0]
    }

    def fired(t: Table) -> Any:
        if 1 in open_to_fire(t, 0, moved):
            yield from fire(t, 0, 1, moved)

    return Case(
        told(number, ours, theirs, how), ask(ours, theirs, **how), f.table, fired, 1, picks, fixed={"scatter": 10}
    )


def target(rng: Random, lone: bool = False, few: bool = False, most: int = 4) -> tuple[Kind, str]:
    """One to four models of one or two sorts, nearest first; a ``lone`` one. And the side from which it is attacked."""
    shared = rules(rng, 2)
    if rng.random() < 0.2:
        plates = [HeavyArmour(6, "6/4/2")] if rng.random() < 0.5 else []
        tank = model(
            "light tank",
            *plates,
            *(r for r in shared if not (plates and isinstance(r, HeavyArmour))),
            W=rng.randint(2, 5),
        )
        return unit(tank, type="Vehicle", name="Theirs"), rng.choice(tuple(FACINGS))
    n = 1 if lone else rng.randint(1, 2)
    sorts = [
        model(
            "line trooper",
            *dict.fromkeys((*shared, *rules(rng, 1))),
            T=rng.randint(3, 6),
            W=rng.choice((1, 1, 2, 3)),
            AS=rng.randint(3, 5),
        )
        for _ in range(n)
    ]
    many = 1 if lone or few else rng.randint(1, 2)
    return unit(*sorts[:most], n=many if many * n <= most else 1, name="Theirs"), "front"


MODES = {  # who charges, who comes to meet it
    "charges": ((0,), ()), "is met": ((0,), (1,)), "is charged": ((1,), ()), "meets": ((1,), (0,)), "fights on": ((), ()),
}  # fmt: skip


def combat(number: int, rng: Random) -> Case:
    """The blows of a unit on one that strikes back, unless its blows would fall first. Each touches all of the others."""
    shared = rules(rng, 2)
    blades = [blade(rng, name) for name in ("Blade", "Other")[: rng.choice((1, 1, 2))]]
    blades = (
        blades if rng.random() < 0.7 else [blades[0]] * len(blades)
    )  # of one weapon the better piercing comes first
    by = [
        model(
            "line trooper",
            *dict.fromkeys((*shared, *rules(rng, 1))),
            arms=(b,),
            AS=rng.randint(3, 6),
            ST=rng.randint(3, 6),
        )
        for b in blades
    ]
    ours = unit(*by, n=rng.choice((1, 1, 2)) if len(by) == 1 else 1, name="Ours")
    k = len(ours.models)
    theirs, arc = target(rng, most=4 if k == 1 else 2)
    mode = rng.choice(tuple(MODES))
    chargers, met = MODES[mode]
    first = bears(ours, StrikeFirst)
    later = not first and (
        mode == "is charged" or any(isinstance(r, StrikeFirst) for m in theirs.models for r in m.rules)
    )
    theirs = armed(theirs, not later)
    n = len(theirs.models)
    positions, meeting = touching(k, n)
    f = Field([(ours, positions)], [(theirs, meeting, FACINGS[arc])])
    flat = bears(theirs, Prone) and rng.random() < 0.5
    failed = mode == "charges" and bears(ours, JumpTrooper) and rng.random() < 0.5
    if flat:
        marked(f.table, 1, "prone", 0)
    if failed:
        marked(f.table, 0, "failed jump")
    sets = [f"{key}=yes" for key, on in (("target-prone", flat), ("failed-jump", failed)) if on]
    charging = 0 in (*chargers, *met)
    how: dict[str, Any] = {"melee": True, "charging": charging, "sets": (*sets, f"contact={n}", f"arc={arc}")}

    def fought(t: Table) -> Any:
        yield from lock(t, 0)
        yield from fight(t, chargers[0] if chargers else 0, frozenset(chargers), met)

    return Case(f"{told(number, ours, theirs, how)}, {mode}", ask(ours, theirs, **how), f.table, fought, 1)


def blade(rng: Random, name: str) -> Weapon:
    """A weapon for close combat."""
    on = [example(r) for r in RULES if "weapon" in r.on and rng.random() < 0.1]
    hit, dam, dice, piercing = rng.randint(-1, 1), rng.randint(0, 2), rng.choice((1, 1, 2)), rng.choice((0, 0, 1, 3))
    return interned(Weapon(name, WeaponStats(hit=hit, dam=dam, by_strength=True, dice=dice, AP=piercing), tuple(on)))


def armed(kind: Kind, blades: bool) -> Kind:
    """The unit with a blade for each, or with nothing to strike with."""
    arms = (weapon("Combat Blade"),) if blades else ()

    def bearer(m: Model) -> Model:
        held = tuple(r for r in m.rules if blades or not isinstance(r, StompAttack))
        return interned(Model(m.name, m.stats, held, arms, m.base, m.role))

    return unit(*map(bearer, kind.models), type=kind.type, name=kind.name)


def touching(k: int, n: int) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Places for so many models below so many others, each touching all of the others: one and up to five, or two and two."""
    if n == 1:
        return round_it(k, 20.0, -90), [(20.0, 20.0)]
    if k == 1:
        return [(20.0, 20.0)], round_it(n, 20.0, 90)
    side, up = TOUCHING / 2, TOUCHING * sin(radians(60))
    return [(20.0, 20.0 - up), (20.0, 20.0 + up)], [(20.0 - side, 20.0), (20.0 + side, 20.0)]


def round_it(many: int, y: float, towards: float) -> list[tuple[float, float]]:
    """Places for so many models in contact with one at (20, y), the first of them at this angle from it."""
    angles = [radians(towards + 60 * turn) for turn in (0, 1, -1, 2, -2)][:many]
    return [(20.0 + TOUCHING * cos(a), y + TOUCHING * sin(a)) for a in angles]
