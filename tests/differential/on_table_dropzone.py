"""Random attacks of Dropzone Commander, as questions and on a table."""

from __future__ import annotations

from random import Random
from typing import Any

from grognard.common.asking import ask, situation
from grognard.common.profiles import Kind, Weapon
from grognard.systems import get
from grognard.systems.dropzone.duel import squad, weapon
from grognard.systems.dropzone.rules import RULES
from grognard.systems.dropzone.shooting import shoot
from grognard.table.geometry import Form
from tests.dropzone.field import field
from tests.registry import example

from .on_table import Case

OTHERWISE = {  # rules that ask for more than an attacker and a target in the open
    "Access", "Fast", "Infiltrate", "Rapid Insertion", "Indirect",
}  # fmt: skip
WORDS = ("Dodge 4+", "Large", "Resilient", "Wide", "Rare", "Bloodthirsty")


def gun(rng: Random, name: str) -> Weapon:
    """A weapon with up to three rules."""
    able = [r for r in RULES if r.on[0] == "weapon" and r.spellings[0] not in OTHERWISE]
    named = "; ".join(str(example(r)) for r in rng.sample(able, rng.randint(0, 3)))
    return weapon(
        named, name, acc=rng.choice((2, 3, 4, None)), energy=rng.randint(4, 12), shots=rng.choice((1, 2, 3)), full=48.0
    )


def target(rng: Random) -> Kind:
    """A squad of one to three units of any type that stands on the ground, or flies."""
    named = "; ".join(rng.sample(WORDS, rng.randint(0, 2)))
    type = rng.choice(("Tank", "Skimmer", "Infantry", "Aircraft"))
    means = ", ".join(rng.sample(("A", f"E+{rng.randint(1, 3)}", f"P{rng.randint(3, 6)}+"), rng.randint(0, 2))) or "-"
    how: dict[str, Any] = {"F": 4} if type == "Infantry" else {}
    return squad(
        name="Theirs",
        type=type,
        units=rng.randint(1, 3),
        A=rng.randint(4, 11),
        DP=rng.randint(1, 4),
        CM=means,
        rules=named,
        **how,
    )


def case(number: int) -> Case:
    """Case ``number``: one Shoot action of a squad at another."""
    rng = Random(f"dropzone {number}")
    guns = [gun(rng, name) for name in ("Gun", "Other")[: rng.choice((1, 1, 2))]]
    ours = squad(*guns, name="Ours", type=rng.choice(("Tank", "Skimmer")), units=rng.randint(1, 3))
    theirs = target(rng)
    named = {str(r) for w in guns for r in w.rules}
    if "Area" in named and any(n.startswith("Strafe") for n in named):
        theirs = squad(name="Theirs", units=1, A=8, DP=3)
    t = field((ours, 0, 20, 10), (theirs, 1, 20, 20))
    form = t[1].form  # one behind the other, so that who is nearest is not in doubt
    apart = 5.0 if "Area" in named else 2.5  # no template lies over two, and all may be strafed
    spots = tuple((20.0, 20.0 + apart * i) for i in range(len(form)))
    t.change(1, form=Form(spots, form.bases, form.facing, form.levels))
    arms = [(w.stats.acc, w.stats.energy, w.stats.shots, list(map(str, w.rules))) for w in guns]
    words = f"dropzone {number}: {len(ours.models)} with {arms} at {len(theirs.models)} {theirs.type}"
    words += f" {theirs.models[0].stats} {list(map(str, theirs.models[0].rules))}"
    odds = ask(get("dropzone"), ours, theirs, situation(range=10.0))
    return Case(words, odds, t, lambda t: shoot(t, 0), 1, {"at what": ("squad", 1)})
