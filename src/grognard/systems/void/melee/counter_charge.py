"""Counter-charges: the unit charged comes to meet the charger."""

from __future__ import annotations

from ....common.rules import id_of
from ....common.triggers import give, this_round
from ....kernel.asks import Choose, Emit, Procedure
from ....table.distances import distance
from ....table.geometry import Formation
from ....table.moves import Moves
from ....table.state import Table
from .. import field
from ..events import Charged, Over, Spared
from ..moments import speaker
from ..movement.hazardous_ground import leg
from ..nerve.checks import Company, different
from ..nerve.command_checks import command
from ..orders import ON_HOLD, movement_mode, reach_of
from ..slots import CounterCharge


def counter_charge(t: Table, u: int, v: int) -> Procedure:
    """The unit charged may come to meet the charger. True when it does, with all bonuses of a charge."""
    attacker, target = company(t, u), company(t, v)
    unit = t.units[v]
    if unit.locked or not field.able(unit) or unit.has("countered"):
        return False
    barred = next((s for s in attacker.voices("bars_counter_charge") if s(attacker)), None)
    if barred is not None:
        yield Emit(Spared(v, "may not counter-charge", by=(id_of(speaker(barred)),)))
        return False
    said = [(s(t, v), speaker(s)) for s in target.voices("counter_charges")]
    never = next((rule for word, rule in said if word is CounterCharge.NEVER), None)
    if never is not None:
        yield Emit(Spared(v, "cannot counter-charge", by=(id_of(never),)))
        return False
    form = meeting(t, u, v)
    if form is None:
        return False
    always = next((rule for word, rule in said if word is CounterCharge.ALWAYS), None)
    if always is not None:
        by: tuple[str, ...] = (id_of(always),)
    else:
        by = ()
        question = f"does {t.name(v)} counter-charge {t.name(u)}?"
        pick = yield Choose(
            unit.side, question, ("counter-charge", "stand"), default="counter-charge", about=("meet", v, u)
        )
        if pick == "stand":
            return False
        if unit.has(ON_HOLD):
            yield Emit(Over(v, ON_HOLD))
        elif not (yield from command(t, v, "counter-charge", why=f"to meet {t.name(u)}")):
            return False
    yield from give(t, v, "countered", this_round(t), quiet=True)
    yield from leg(t, v, form, f"counter-charges {t.name(u)}", by, made=Charged)
    return t.units[v].here


def company(t: Table, u: int) -> Company:
    """A unit as its rules see it, without what others lend."""
    return Company(different(t.units[u].members), field.terms(t))


def meeting(t: Table, u: int, v: int) -> Formation | None:
    """Where a counter-charger meets its charger: half way, within its MV; None when there is no way."""
    inches, _ = reach_of(t, v, "counter-charge")
    half = min(inches, distance(t.units[u].form, t.units[v].form) / 2)
    if half <= 0:
        return None
    friends, enemies = field.others(t, v)
    own = movement_mode(t.units[v].members)
    # near the charger it may come, near others not
    options = Moves(
        t.ground, t.units[v].form, half, friends, enemies, own, target=u, contact=1000.0, call=t.names.__getitem__
    )
    return options.toward(*t.units[u].form.centre)
