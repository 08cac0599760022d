"""Who comes to blows: models in contact or beside such, and piling in."""

from __future__ import annotations

from ...kernel.asks import Emit, Procedure
from ...table.events import Moved
from ...table.geometry import CONTACT, Form, gap, models_within, who_within, within
from ...table.moves import Moves
from ...table.paths import Gait
from ...table.state import Table, Unit
from .condition import armoured, walks
from .morale import others

PILING = Gait(slow=(), through="nobody")
PILE_IN = 3.0  # inches
SUPPORT = 2.0  # inches: who stands so near to a friend in base contact may strike


def engaged(t: Table, u: Unit) -> dict[int, list[int]]:
    """The models of a unit that may strike, by the enemy unit they strike at: in base contact, or within 2 inches of who is."""
    touching: dict[int, int] = {}
    for f in u.foes:
        for i in who_within(u.form, t[f].form, CONTACT):
            touching.setdefault(i, f)
    found: dict[int, list[int]] = {}
    for i in range(u.size):
        foe = touching.get(i)
        if foe is None and touching:
            near = next((j for j in touching if models_within(u.form, i, u.form, j, SUPPORT)), None)
            foe = touching[near] if near is not None else None
        if foe is not None:
            found.setdefault(foe, []).append(i)
    return found


def pile_in(t: Table, u: int) -> Procedure:
    """Models that are not in base contact move up to 3 inches towards the enemy."""
    unit = t[u]
    foes = [f for f in unit.foes if t[f].here]
    if not foes or (armoured(unit) and not walks(unit)):
        return
    if sum(len(models) for models in engaged(t, unit).values()) == unit.size:
        return
    friends, enemies = others(t, u)
    fought = [(v, form) for v, form in enemies if v in foes]
    free = [(v, form) for v, form in enemies if v not in foes]
    target = min(fought, key=lambda pair: (gap(unit.form, pair[1]), pair[0]))
    moves = Moves(t.ground, unit.form, PILE_IN, friends + [p for p in fought if p is not target], [target, *free], PILING,
                  target=target[0], call=t.name)  # fmt: skip
    form = moves.charge_into(target[1])
    if form is not None and form.spots != unit.form.spots and _still_touches(t, unit, form):
        yield Emit(Moved(u, form, "piles in"))


def _still_touches(t: Table, unit: Unit, form: Form) -> bool:
    """Whether the unit stays in contact with every enemy that it touches now."""
    return all(within(form, t[f].form, CONTACT) for f in unit.foes if within(unit.form, t[f].form, CONTACT))
