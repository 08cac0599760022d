"""Random attacks of the Command Token game, as questions and on a table."""

from __future__ import annotations

from random import Random
from typing import Any

from grognard.common.profiles import Kind, Weapon
from grognard.systems.command.rules import RULES
from grognard.systems.command.shooting import shoot
from grognard.systems.command.trial import ask, gun, kind
from grognard.table.geometry import Form
from tests.command.playing import Field
from tests.registry import example

from .on_table import Case

TEMPLATES = ("Explosive", "High Explosive", "Mortar", "Dispersion")
OTHERWISE = {  # rules that ask for more than an attacker and a target in the open
    "Crush", "Siege", "Infiltrate", "Mechanized Command", "Escape", "Hypercharge",
}  # fmt: skip


def rules(rng: Random, holder: str, most: int) -> list[str]:
    """Up to so many rules that stand on weapons, or on models."""
    able = [r for r in RULES if (r.on[0] == "weapon") == (holder == "weapon") and r.spellings[0] not in OTHERWISE]
    return [str(example(r)) for r in rng.sample(able, rng.randint(0, most))]


def weapon(rng: Random, name: str) -> Weapon:
    """A gun with up to three rules. Templates miss on a natural 1 alone: one that slides a little still covers somebody."""
    named = rules(rng, "weapon", 3)
    if set(named) & set(TEMPLATES):  # each repeat is harder, and its template slides
        named = [n for n in named if n not in ("Cascade", "Grasping")]
    hit = 4 if set(named) & set(TEMPLATES) else rng.randint(-1, 2)
    return gun(", ".join(named), rng.choice((1, 1, 2, 3)), hit, rng.choice(("Standard", "Heavy")), 40, name)


def unit(rng: Random, name: str, models: int, weapons: tuple[Weapon, ...] = ()) -> Kind:
    """A unit of equal models, infantry or vehicles."""
    armor = (5, 4, 3) if rng.random() < 0.25 else None
    return kind(
        name,
        ", ".join(rules(rng, "model", 2)),
        models,
        weapons,
        resolve=rng.randint(2, 4),
        hp=rng.choice((1, 1, 2, 3)),
        av=rng.randint(3, 5),
        armor=armor,
    )


def placed(f: Field, u: int, y: float, gap: float, deep: int) -> None:
    """The unit's models in ranks of ``deep``, so many inches apart."""
    form = f[u].form
    spots = tuple((20.0 + gap * (i % deep), y + (gap if u else -gap) * (i // deep)) for i in range(len(form)))
    f.table.change(u, form=Form(spots, form.bases, ((0.0, -1.0 if u else 1.0),)))


def case(number: int) -> Case:
    """Case ``number``: one volley of a unit at another."""
    rng = Random(f"command {number}")
    guns = tuple(weapon(rng, name) for name in ("Gun", "Other")[: rng.choice((1, 1, 2))])
    ours = unit(rng, "Ours", rng.randint(1, 4), guns)
    lone = any(str(r) == "Dispersion" for w in guns for r in w.rules)  # a teardrop lies over as many as it can
    theirs = unit(rng, "Theirs", 1 if lone else rng.randint(1, 4))
    f = Field([(ours, 20, 20)], [(theirs, 20, 30)])
    placed(f, 0, 14.0, 1.5, 2)
    placed(f, 1, 26.0, 6.0, 2)
    arms = [(w.name, w.stats.RoF.plus, w.stats.type, [str(r) for r in w.rules]) for w in guns]
    words = f"command {number}: {[str(r) for r in ours.rules]} with {arms} x {len(ours.models)}"
    words += f" at {len(theirs.models)} {[str(r) for r in theirs.rules]} {theirs.models[0].stats}"
    how: dict[str, Any] = {"range": 20.0}
    return Case(words, ask(ours, theirs, **how), f.table, lambda t: shoot(t, 0, "shoot", False, 1), 1, {"shoot at": 1})
