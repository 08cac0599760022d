"""Random attacks of Dropzone Commander, as questions and on a table."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from grognard.common.asking import ask, situation
from grognard.common.profiles import Kind, Weapon
from grognard.systems import get
from grognard.systems.dropzone.buildings.garrisons import stand
from grognard.systems.dropzone.events import Housed
from grognard.systems.dropzone.examples import squad, weapon
from grognard.systems.dropzone.melee import fight, foes_inside
from grognard.systems.dropzone.rules import RULES
from grognard.systems.dropzone.shooting.shoot_action import shoot
from grognard.table.geometry import Formation
from grognard.table.state import Effect, Table
from grognard.table.terrain import Piece, rectangle
from tests.dropzone.field import field
from tests.registry import example

from .on_table import Case

OTHERWISE: set[str] = set()  # rules that ask for more than an attacker and a target


def rules(rng: Random, holder: str, most: int) -> str:
    """Up to so many rules that stand on weapons, or on units."""
    able = [r for r in RULES if r.on[0] == holder and r.spellings[0] not in OTHERWISE]
    return "; ".join(str(example(r)) for r in rng.sample(able, rng.randint(0, most)))


def gun(rng: Random, name: str, **more: Any) -> Weapon:
    """A weapon with up to three rules."""
    return weapon(rules(rng, "weapon", 3), name, energy=rng.randint(4, 12), shots=rng.choice((1, 2, 3)), **more)


def target(rng: Random, *types: str) -> Kind:
    """A squad of one to three units of one of these types."""
    type = rng.choice(types)
    means = ", ".join(rng.sample(("A", f"E+{rng.randint(1, 3)}", f"P{rng.randint(3, 6)}+"), rng.randint(0, 2))) or "-"
    how: dict[str, Any] = {"F": 4} if type == "Infantry" else {}
    how["details"] = (("commander", 2),)  # whose player moves nothing
    return squad(
        name="Theirs",
        type=type,
        units=rng.randint(1, 3),
        A=rng.randint(4, 11),
        DP=rng.randint(1, 4),
        CM=means,
        rules=rules(rng, "unit", 2),
        **how,
    )


def told(number: int, ours: Kind, theirs: Kind, how: dict[str, Any]) -> str:
    """The case in words."""
    arms = [(w.stats.acc, w.stats.energy, w.stats.shots, list(map(str, w.rules))) for w in ours.models[0].weapons]
    words = f"dropzone {number}: {len(ours.models)} {list(map(str, ours.models[0].rules))} with {arms}"
    return f"{words} at {theirs.type} {[(m.stats, list(map(str, m.rules))) for m in theirs.models]}, {how}"


def asked(ours: Kind, theirs: Kind, how: dict[str, Any]) -> Any:
    """The odds in these circumstances; those that are no option of the question are ``sets``."""
    options = {k: how[k] for k in ("range", "melee", "cover") if k in how}
    sets = {key: value for key, value in how.items() if key not in options}
    return ask(get("dropzone"), ours, theirs, situation(**options, sets=sets))


def case(number: int) -> Case:
    """Case ``number``: one Shoot action of a squad at another, every third in close quarters."""
    rng = Random(f"dropzone {number}")
    return (storm if number % 3 == 2 else volley)(number, rng)


def volley(number: int, rng: Random) -> Case:
    """What the guns of a squad do to another: in the open, out of sight, or on an edge of a building."""
    guns = [
        gun(rng, name, acc=rng.choice((2, 3, 4, None)), full=48.0) for name in ("Gun", "Other")[: rng.choice((1, 1, 2))]
    ]
    lost = rng.choice((0, 0, 1, 2))
    ours = squad(
        *guns,
        name="Ours",
        type=rng.choice(("Tank", "Skimmer")),
        units=rng.randint(1, 3),
        DP=3,
        rules=rules(rng, "unit", 1),
    )
    indirect = any("Indirect" in map(str, w.rules) for w in guns)
    where = rng.choice(("open", "open", "unseen" if indirect else "open", "edge"))
    types = {"open": ("Tank", "Skimmer", "Infantry", "Aircraft"), "unseen": ("Tank", "Infantry"), "edge": ("Infantry",)}
    theirs = target(rng, *types[where])
    named = {str(r) for w in guns for r in w.rules}
    strafes = any(n.startswith("Strafe") for n in named)
    if "Area" in named and strafes and where != "edge":
        theirs = squad(name="Theirs", units=1, A=8, DP=3)
    how: dict[str, Any] = {"range": 10.0}
    how |= {"lost": lost} if lost else {}
    how |= {"unseen": True} if where == "unseen" else {}
    how |= {"garrison": True, "cover": "soft, body"} if where == "edge" else {}
    wall = Piece("wall", rectangle(10, 14, 25, 2), 20.0, ("impassable", "solid"))
    t = field((ours, 0, 20, 10), (theirs, 1, 20, 20), pieces={"open": (), "unseen": (wall,), "edge": (HOUSE,)}[where])
    form = t[1].form  # one behind the other, so that who is nearest is not in doubt
    apart = 5.0 if "Area" in named else 1.5 if strafes else 2.5  # no template lies over two, and all may be strafed
    positions = tuple((20.0, 20.0 + apart * i) for i in range(len(form)))
    t.change(1, form=Formation(positions, form.bases, form.facing, form.levels))
    if where == "edge":
        housed(t, 1, 0)
    t.change(0, wounds=(3 - lost,) * t[0].size)
    return Case(
        told(number, ours, theirs, how),
        asked(ours, theirs, how),
        t,
        lambda t: shoot(t, 0),
        1,
        {"at what": ("squad", 1)},
    )


HOUSE = Piece("house", rectangle(17.5, 20, 5, 5), 4.0, ("impassable", "solid", "garrison", "soft", "body"), dp=20)


def housed(t: Table, u: int, edge: int = -1) -> None:
    """The squad is in the house."""
    Housed(u, 0, edge, stand(t, t[u], 0, edge)).on(t)


def storm(number: int, rng: Random) -> Case:
    """Close quarters: the blows of a squad on another in one building."""
    blades = [gun(rng, name, cq=True) for name in ("Blade", "Other", "Third")[: rng.choice((1, 1, 2, 3))]]
    lost, hurt = rng.choice((0, 0, 1, 2)), rng.choice((0, 0, 1))
    ours = squad(*blades, name="Ours", type="Infantry", F=4, units=rng.randint(1, 3), DP=3, rules=rules(rng, "unit", 1))
    theirs = target(rng, "Infantry")
    if rng.random() < 0.3:  # of two sorts
        theirs = replace(theirs, models=(*theirs.models, *target(rng, "Infantry").models))
    hurt = min(hurt, min(m.stats.DP for m in theirs.models) - 1)
    entered, combined = rng.random() < 0.3, rng.random() < 0.3
    how: dict[str, Any] = {"melee": True}
    how |= {key: True for key, on in (("entered", entered), ("combined", combined)) if on}
    how |= {key: n for key, n in (("lost", lost), ("target-lost", hurt)) if n}
    t = field((ours, 0, 20, 10), (theirs, 1, 20, 30), pieces=(HOUSE,))
    housed(t, 0)
    housed(t, 1)
    t.change(0, wounds=(3 - lost,) * t[0].size)
    t.change(1, wounds=tuple(dp - hurt for dp in t[1].wounds))
    jumps = any(str(r).startswith("Rapid Insertion") for r in ours.models[0].rules)
    for what in ("stormed", *(("jumped in",) if jumps else ())) if entered else ():
        t.change(0, effects=(*t[0].effects, Effect(what, value=0)))

    def strikes(ways: Any) -> Any:
        return next((way for way in ways if combined and "combined" in way), ways[0])

    def fought(t: Table) -> Any:
        if foes_inside(t, t[0]):
            yield from fight(t, 0)

    return Case(told(number, ours, theirs, how), asked(ours, theirs, how), t, fought, 1, {"strike with": strikes})
