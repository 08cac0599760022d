"""Focussed witchfires: they strike one model of the target, which dice pick unless more charges were harnessed than were needed.

Core rules of the 7th edition; the ruling ``focussed`` says otherwise.
"""

from __future__ import annotations

from typing import Any

from ...kernel.asks import Choose, Emit, Procedure, Roll
from ...kernel.faces import die
from ...table.events import Said
from ...table.geometry import Form, models_within
from ...table.state import Table
from .powers import FOCUSSED, Power
from .types import is_character
from .view import View

RULING, EXTRA = "focussed", "extra"


def is_focussed(power: Power) -> bool:
    """Whether a power strikes one model only."""
    return power.weapon is not None and power.weapon.stats.witchfire == FOCUSSED


def picked(ruling: str, charges: int, needed: int) -> bool:
    """Whether the psyker's player picks the model; else any that is seen within range is as likely."""
    return ruling == "chosen" or (ruling == EXTRA and charges > needed)


def focus(t: Table, u: int, v: int, stand: Form, aim: View, power: Power, charges: int) -> Procedure:
    """The target as the power finds it: the one model that it strikes."""
    target = t[v]
    models = tuple(j for j in aim.order if j not in aim.hidden and models_within(stand, 0, target.form, j, power.reach))
    j = models[0] if models else aim.order[0]
    if len(models) > 1:
        if picked(str(t.rulings.get(RULING, EXTRA)), charges, power.charge):
            words = f"which model of {t.name(v)} does {power.name} strike?"
            j = yield Choose(t[u].side, words, models, default=j, about=("focus", u, v))
        else:
            j = models[(yield Roll(die(len(models), "which model"))) - 1]
    yield Emit(Said(f"{power.name} is focussed on {target.members[j].name}"))
    others = tuple(i for i in range(target.size) if i != j)  # only what is looked out for may fall on them
    return View((j,), (aim.covers[aim.order.index(j)],), hidden=others)


def prized(t: Table, ask: Choose, option: int) -> tuple[float, str]:
    """What it is worth to a player that is a program to strike a model: those that lead and fight before the others."""
    _, _, v = ask.about
    model: Any = t[v].members[option]
    stats = model.stats
    return 10.0 * is_character(model) + stats.A + stats.WS + len(model.weapons), f"{model.name} would be missed most"
