"""Random attacks of the Command Token game, as questions and on a table."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from grognard.common.profiles import Kind, Weapon
from grognard.systems.command.events import SHOWN
from grognard.systems.command.examples import ask, gun, kind
from grognard.systems.command.melee import exchange
from grognard.systems.command.rules import RULES
from grognard.systems.command.shooting.fire import shoot
from grognard.table.geometry import Formation
from grognard.table.state import Effect
from tests.command.playing import Field, wood
from tests.registry import example

from .on_table import Case

TEMPLATES = ("Explosive", "High Explosive", "Mortar", "Dispersion")
TOUCHING = 25 / 25.4  # inches between the middles of two bases in contact
OTHERWISE: set[str] = set()  # rules that ask for more than an attacker and a target


def rules(rng: Random, holder: str, most: int) -> list[str]:
    """Up to so many rules that stand on weapons, or on models."""
    able = [r for r in RULES if (r.on[0] == "weapon") == (holder == "weapon") and r.spellings[0] not in OTHERWISE]
    return [str(example(r)) for r in rng.sample(able, rng.randint(0, most))]


def weapon(rng: Random, name: str) -> Weapon:
    """A gun with up to three rules. Templates miss on a natural 1 alone: one that slides a little still covers somebody."""
    named = rules(rng, "weapon", 3)
    if set(named) & set(TEMPLATES):  # each repeat is harder, and its template slides
        named = [n for n in named if n not in ("Cascade", "Grasping")]
    hit = 5 if set(named) & set(TEMPLATES) else rng.randint(-1, 2)
    return gun(", ".join(named), rng.choice((1, 1, 2, 3)), hit, rng.choice(("Standard", "Heavy")), 40, name)


def blade(rng: Random, name: str) -> Weapon:
    """What somebody strikes with, or cannot strike with."""
    type = rng.choice(("Melee", "Melee", "Melee", "Digital", "Heavy"))
    return gun(", ".join(rules(rng, "weapon", 3)), rng.choice((1, 2, 3, 4)), rng.randint(-1, 2), type, 40, name)


def unit(rng: Random, name: str, models: int, weapons: tuple[Weapon, ...] = (), without: tuple[str, ...] = ()) -> Kind:
    """A unit of equal models, infantry or vehicles, that has none of the rules ``without``."""
    armor = (4, 3, 2) if rng.random() < 0.25 else None
    return kind(
        name,
        ", ".join(n for n in rules(rng, "model", 2) if n not in without),
        models,
        weapons,
        resolve=rng.randint(1, 4),
        hp=rng.choice((1, 1, 2, 3)),
        av=rng.randint(3, 5),
        armor=armor,
    )


def placed(f: Field, u: int, y: float, distance: float, deep: int) -> None:
    """The unit's models in ranks of ``deep``, so many inches apart."""
    form = f[u].form
    positions = tuple(
        (20.0 + distance * (i % deep), y + (distance if u else -distance) * (i // deep)) for i in range(len(form))
    )
    f.table.change(u, form=Formation(positions, form.bases, ((0.0, -1.0 if u else 1.0),)))


def shows(f: Field, u: int, token: str) -> None:
    """A face-up token lies next to the unit."""
    f.table.change(u, effects=(*f[u].effects, Effect(SHOWN, u, ("round ends", f.table.round), token)))


def told(number: int, ours: Kind, theirs: Kind) -> str:
    """The case in words."""
    by = [
        (len([x for x in ours.models if x == m]), m.stats, [str(r) for r in m.rules], *[
            (w.name, w.stats.RoF.plus, w.stats.type, w.stats.hit, [str(r) for r in w.rules]) for w in m.weapons
        ])
        for m in dict.fromkeys(ours.models)
    ]  # fmt: skip
    return f"command {number}: {by} at {len(theirs.models)} {[str(r) for r in theirs.rules]} {theirs.models[0].stats}"


def case(number: int) -> Case:
    """Case ``number``: a volley of a unit at another, or its blows."""
    rng = Random(f"command {number}")
    return combat(number, rng) if number % 3 == 2 else volley(number, rng)


def volley(number: int, rng: Random) -> Case:
    """What the guns of a unit do to another 12 inches away: apart in the open, or close together in a wood."""
    guns = tuple(weapon(rng, name) for name in ("Gun", "Other")[: rng.choice((1, 1, 2))])
    ours = unit(rng, "Ours", rng.randint(1, 4), guns)
    said = {str(r) for w in guns for r in w.rules}
    # A teardrop lies over as many as it can, and those who stand beside the slain are caught with them.
    close = "Hypercharge" in said or rng.random() < 0.2
    theirs = unit(rng, "Theirs", 1 if "Dispersion" in said and not close else rng.randint(1, 4))
    cover = rng.choice((4, 5, 6)) if close and not said & set(TEMPLATES) else 0
    token, shown = (
        rng.choice(("shoot", "shoot", "advance", "overrun", "idle")),
        rng.choice(("", "", "advance", "shoot")),
    )
    f = Field([(ours, 20, 20)], [(theirs, 20, 30)], [wood(20.5, 27, f"{cover}/{cover}", 6.0)] if cover else [])
    placed(f, 0, 14.0, 1.5, 2)
    placed(f, 1, 26.0, 1.0 if close else 6.0, 2)
    if shown:
        shows(f, 1, shown)
    moved = token in ("advance", "overrun")
    how: dict[str, Any] = {"range": 20.0, "token": token, "moved": moved, "target_moving": shown == "advance"}
    how |= {"under": len(theirs.models)} if close else {}
    how |= {"cover": cover} if cover else {}
    words = f"{told(number, ours, theirs)}, {how}"
    return Case(words, ask(ours, theirs, **how), f.table, lambda t: shoot(t, 0, token, moved), 1, {"shoot at": 1})


def combat(number: int, rng: Random) -> Case:
    """The blows of a unit in ranks on one that strikes back at the same time; one of them has charged."""
    sorts = [
        tuple(blade(rng, f"{name} {i}") for i in range(rng.choice((1, 1, 2))))
        for name in ("Blade", "Other")[: rng.choice((1, 1, 2))]
    ]
    kinds = [unit(rng, "Ours", rng.randint(1, 2), arms) for arms in sorts]
    if kinds[0].type != kinds[-1].type:  # a unit is of one type
        kinds.pop()
    ours = replace(kinds[0], models=tuple(m for k in kinds for m in k.models))
    # Their own failures and what they heal are no part of the attack.
    theirs = unit(rng, "Theirs", rng.randint(1, 4), (gun("", 2, 1, "Melee"),), ("Flesh Eater",))
    hull = kind("Theirs", ", ".join({*map(str, theirs.rules), "Re-enforced Hull"}))
    theirs = replace(theirs, rules=hull.rules, models=tuple(replace(m, rules=hull.rules) for m in theirs.models))
    charging, reckless, shown = rng.random() < 0.5, rng.random() < 0.5, rng.choice(("", "advance", "shoot"))
    f = Field([(ours, 20, 20)], [(theirs, 20, 30)])
    placed(f, 0, 20.0, TOUCHING, 2)
    placed(f, 1, 20.0 + TOUCHING, TOUCHING, 2)
    shows(f, 0, "charge" if charging else "shoot")
    if not charging or shown:
        shows(f, 1, shown if charging else "charge")
    how: dict[str, Any] = {"melee": True, "charging": charging, "reacting": not charging, "reckless": reckless}
    how |= {"target_moving": not charging or shown == "advance", "under": len(theirs.models)}
    words = f"{told(number, ours, theirs)}, {how}"
    sides = (0, 1) if charging else (1, 0)
    picks = {"does Ours strike recklessly": reckless}
    return Case(words, ask(ours, theirs, **how), f.table, lambda t: exchange(t, *sides, []), 1, picks)
