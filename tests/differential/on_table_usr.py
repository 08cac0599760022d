"""Random attacks of the Universal Special Rules, as questions and on a table."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from grognard.common.profiles import Kind, Model, Weapon
from grognard.systems.usr.combat.fight import fight, lock
from grognard.systems.usr.condition import CRIPPLED, bears_mark
from grognard.systems.usr.examples import ask, model, unit, weapon
from grognard.systems.usr.rules import RULES
from grognard.systems.usr.shooting.shooting import fire
from grognard.table.geometry import Formation
from grognard.table.state import Table, Unit
from tests.registry import example
from tests.usr.field import field

from .on_table import Case

TOUCHING = 25 / 25.4  # inches between the middles of two bases in contact
MARKERS = ("Blast", "Large Blast", "Massive Blast", "Apocalyptic Blast", "Apocalyptic Mega-blast")
LAID = (*MARKERS, "Barrage", "Vortex")  # by weapons that lay markers
OTHERWISE = {
    "Apocalyptic Barrage",  # a die says which of its five circles is struck: who lies under which is the table's to say
}


def rules(rng: Random, holder: str, most: int) -> list[str]:
    """Up to so many rules that stand on weapons, or on models."""
    able = [r for r in RULES if (r.on[0] == "weapon") == (holder == "weapon") and r.spellings[0] not in OTHERWISE]
    return [str(example(r)) for r in rng.sample(able, rng.randint(0, most))]


def gun(rng: Random, name: str) -> Weapon:
    """A gun with up to three rules; one in eight is a flame thrower."""
    named = [n for n in rules(rng, "weapon", 3) if n != "Torrent"]
    if sum(n in MARKERS for n in named) > 1:
        named = [n for n in named if n not in MARKERS]
    if set(named) & {"Barrage", "Vortex"} and not set(named) & set(MARKERS):
        named.append("Blast")
    type = rng.choice(("Heavy 1", "Heavy 2", "Assault 3", "Rapid Fire", "Salvo 2/4"))
    if "Barrage" in named:  # the markers of further shots would lie beside the first
        type = "Heavy 1"
    how: dict[str, Any] = {"range": 48, "type": type, "S": rng.choice((3, 4, 6, 8)), "AP": rng.choice(("-", 5, 3, 2))}
    return weapon(name, *named, **how)


def case(number: int) -> Case:
    """Case ``number``: a round of close combat, or a volley of a unit at another 20 inches away."""
    rng = Random(f"usr {number}")
    return combat(number, rng) if number % 3 == 2 else volley(number, rng)


def combat(number: int, rng: Random) -> Case:
    """The blows of a unit in two ranks at one that strikes none and runs from nobody."""
    blades = [blade(rng, name) for name in ("Blade", "Other")[: rng.choice((1, 1, 2))]]
    how: dict[str, Any] = {"WS": rng.randint(2, 6), "I": rng.randint(2, 6), "A": rng.randint(1, 3)}
    by = [model(*rules(rng, "model", 2), name=f"By {i}", weapons=[w], **how) for i, w in enumerate(blades)]
    ours = unit(*by, name="Ours", count=rng.randint(1, 2))
    theirs = target(rng, "Fearless", A=0, WS=rng.randint(2, 6))
    t = field((ours, 0, 20, 10), (theirs, 1, 20, 30), step="close_combat")
    for u, y in ((0, 10.0), (1, 10.0 + TOUCHING)):
        form = t[u].form
        wide = 1 if u else 2  # those who are struck stand one behind the other: who is nearest is not in doubt
        deep = TOUCHING if u else -TOUCHING
        positions = tuple((20.0 + TOUCHING * (i % wide), y + deep * (i // wide)) for i in range(len(form)))
        t.change(u, form=Formation(positions, form.bases, form.facing))
    words = told(number, ours, by, theirs)

    def fought(t: Table) -> Any:
        yield from lock(t, 0, 1)
        yield from fight(t, (0, 1))

    return Case(words, ask(ours, theirs, melee=True), t, fought, 1, left=points_left)


def told(number: int, ours: Kind, by: list[Model], theirs: Kind) -> str:
    """The case in words."""
    arms = [(m.stats, list(map(str, m.rules)), m.weapons[0].stats, list(map(str, m.weapons[0].rules))) for m in by]
    on = [(m.name, m.stats, list(map(str, m.rules))) for m in dict.fromkeys(theirs.models)]
    return f"usr {number}: {len(ours.models)} of {arms} at {len(theirs.models)} of {on}"


def blade(rng: Random, name: str) -> Weapon:
    """A blade with up to three rules."""
    named = [n for n in rules(rng, "weapon", 3) if n not in (*LAID, "Torrent")]
    return weapon(name, *named, melee=True, S=rng.choice(("User", "+1", "x2", 5)), AP=rng.choice(("-", 5, 3, 2)))


def volley(number: int, rng: Random) -> Case:
    """What the guns of a unit do to another 20 inches away."""
    guns = [gun(rng, name) for name in ("Gun", "Other")[: rng.choice((1, 1, 2))]]
    skill = rng.choice((2, 3, 4, 5, 6))
    by = [model(*rules(rng, "model", 2), name=f"By {i}", BS=skill, weapons=[w]) for i, w in enumerate(guns)]
    said = {str(r) for w in guns for r in w.rules}
    lobs = sum("Barrage" in map(str, w.rules) for w in guns)
    by = by[:1] if lobs > 1 else by
    ours = unit(*by, name="Ours", count=1 if lobs else rng.randint(1, 3))
    theirs = target(rng)
    apart = (
        12.0 if said & set(MARKERS[3:]) else 6.0 if said & set(LAID) else 1.5
    )  # a marker lies over one; a friend is near
    theirs = replace(theirs, models=theirs.models[: int(30 / apart)])  # on the table
    t = field((ours, 0, 20, 2), (theirs, 1, 20, 22), distance=1.5)
    form = t[1].form
    t.change(1, form=Formation(tuple((20.0, 22.0 + apart * i) for i in range(len(form))), form.bases, ((0.0, -1.0),)))
    words = told(number, ours, by, theirs)
    picks = {"marker": lambda aims: t[1].form.positions[0]}
    return Case(words, ask(ours, theirs, range=20.0), t, lambda t: fire(t, 0, 1), 1, picks, points_left, {"scatter": 1})


def points_left(unit: Unit) -> int:
    """Wounds, or hull points; a crippled hull has none."""
    crippled = unit.has(CRIPPLED)
    return sum(0 if crippled and bears_mark(unit, CRIPPLED, i) else w for i, w in enumerate(unit.wounds))


def target(rng: Random, *always: str, **stats: Any) -> Kind:
    """Infantry in one or two sorts of models, nearest first, or a vehicle; infantry ``always`` has these rules and numbers."""
    if rng.random() < 0.25:
        how: dict[str, Any] = {"Front": rng.randint(10, 13), "Side": 10, "Rear": 10, "HP": rng.randint(1, 4)}
        named = [n for r in RULES if "vehicle" in r.on and (n := str(example(r))) and rng.random() < 0.05]
        return unit(model(*named, name="Tank", **how), name="Theirs", type="Vehicle")
    shared = dict.fromkeys((*always, *rules(rng, "model", 2)))
    sorts = [
        model(
            *shared,
            name=name,
            T=rng.choice((3, 4, 5)),
            W=rng.choice((1, 1, 2, 3)),
            Sv=rng.choice(("-", "5+", "3+", "2+")),
            Inv=rng.choice(("-", "-", "5+", "4+")),
            **stats,
        )
        for name in ("Front", "Back")[: rng.randint(1, 2)]
    ]
    models = [m for m in sorts for _ in range(rng.randint(1, 2))]
    return unit(*models, name="Theirs")
