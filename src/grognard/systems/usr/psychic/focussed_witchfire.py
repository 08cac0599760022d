"""Focussed witchfires strike one model of the target; when it is slain, the power bursts or those near it bleed.

Core rules of the 7th edition: focussed witchfires, Spontaneous Combustion, Haemorrhage.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....common import saying
from ....common.profiles import Weapon, interned
from ....kernel.asks import Choose, Emit, Procedure, Roll
from ....kernel.faces import die
from ....table.distances import models_within, who_within
from ....table.events import Said
from ....table.geometry import Footprint, Formation, Point
from ....table.state import Table
from ....table.templates import Circle
from ..condition import armoured
from ..events import MarkerLands
from ..harm import struck_by
from ..line_of_sight import View, from_position
from ..model_types import is_character
from ..profiles import WeaponStats, WeaponType
from ..rules.evasion import IgnoresCover
from ..rules.lasting import SoulBlaze
from ..rules.powers import FOCUSSED, Power
from ..rules.psychic import Bleeding
from ..shooting.templates import covered

RULING, EXTRA = "focussed", "extra"


def is_focussed(power: Power) -> bool:
    """Whether a power strikes one model only."""
    return power.weapon is not None and power.weapon.stats.witchfire == FOCUSSED


def picked(ruling: str, charges: int, needed: int) -> bool:
    """Whether the psyker's player picks the model; else any that is seen within range is as likely."""
    return ruling == "chosen" or (ruling == EXTRA and charges > needed)


def focus(t: Table, u: int, v: int, stand: Formation, aim: View, power: Power, charges: int) -> Procedure:
    """The target as the power finds it: the one model that it strikes."""
    target = t[v]
    models = tuple(j for j in aim.order if j not in aim.hidden and models_within(stand, 0, target.form, j, power.reach))
    j = models[0] if models else aim.order[0]
    if len(models) > 1:
        if picked(str(t.rulings.get(RULING, EXTRA)), charges, power.charge):
            words = f"which model of {t.name(v)} does {power.name} strike?"
            says = saying.models(target.members, target.wounds, unit=v)
            j = yield Choose(t[u].side, words, models, j, ("focus", u, v), says)
        else:
            j = models[(yield Roll(die(len(models), "which model"))) - 1]
    yield Emit(Said(f"{power.name} is focussed on {target.members[j].name}", short=""))
    others = tuple(i for i in range(target.size) if i != j)  # only what is looked out for may fall on them
    return View((j,), (aim.covers[aim.order.index(j)],), hidden=others)


def prized(t: Table, ask: Choose, option: int) -> tuple[float, str]:
    """What it is worth to a player that is a program to strike a model: those that lead and fight before the others."""
    _, _, v = ask.about
    model: Any = t[v].members[option]
    stats = model.stats
    return 10.0 * is_character(model) + stats.A + stats.WS + len(model.weapons), f"{model.name} would be missed most"


BURST = 1.5  # inches: the radius of the small marker
SPREADS = 2.0  # inches within which somebody else may bleed


def flames() -> Weapon:
    """What those are hit by who stand round a model that bursts: Strength 5, AP4, Ignores Cover, Soul Blaze."""
    stats = WeaponStats(range=1, S=5, AP=4, type=WeaponType("Assault"))
    return interned(Weapon("bursting flames", stats, (IgnoresCover(), SoulBlaze())))


def bleeding() -> Weapon:
    """What strikes somebody near a model that has bled to death: one Toughness test."""
    return interned(Weapon("haemorrhage", WeaponStats(range=1, S="X", type=WeaponType("Assault")), (Bleeding(1),)))


def follows(t: Table, u: int, v: int, power: Power, position: Point, base: Footprint) -> Procedure:
    """What a power does when it has slain the model of a unit that stood at a position; else nothing."""
    if not _stands(t, v, position):
        yield from AFTER[power.after](t, u, power.name, position, base)


def _stands(t: Table, v: int, position: Point) -> bool:
    return t[v].here and position in t[v].form.positions


def bursts(t: Table, u: int, name: str, position: Point, base: Footprint) -> Procedure:
    """Every other model under a small marker over the slain one is hit, friends too."""
    marker = Circle(*position, BURST)
    under = covered(t, marker, position, position)
    yield Emit(MarkerLands(name, *position, tuple((entry[0], entry[-1]) for entry in under), lies=marker))
    for w, side, _, n in under:
        if t[w].here:
            yield from struck_by(t, w, flames(), n, from_position(t, position, w), facing=side, u=u)


def bleeds(t: Table, u: int, name: str, position: Point, base: Footprint) -> Procedure:
    """Any other model within 2 inches, friend or foe, takes a Toughness test, as long as each before it was slain."""
    while True:
        one = Formation((position,), (base,))
        near = [
            (w.id, j) for w in t.units if w.place == "table" and not armoured(w) for j in who_within(w.form, one, SPREADS)
        ]  # fmt: skip
        if not near:
            return
        w, j = near[(yield Roll(die(len(near), "which model"))) - 1] if len(near) > 1 else near[0]
        position, base = t[w].form.positions[j], t[w].form.bases[j]
        yield Emit(Said(f"{name} goes on to {t[w].members[j].name} of {t.name(w)}"))
        others = tuple(i for i in range(t[w].size) if i != j)  # only what is looked out for may fall on them
        yield from struck_by(t, w, bleeding(), 1, View((j,), (None,), hidden=others), u=u)
        if _stands(t, w, position):
            return


AFTER: dict[str, Callable[[Table, int, str, Point, Footprint], Procedure]] = {"bursts": bursts, "bleeds": bleeds}
