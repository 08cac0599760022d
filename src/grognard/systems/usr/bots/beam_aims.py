"""What beams and novas are worth to players that are programs: the means of the exact laws of their hits."""

from __future__ import annotations

from ....bots.value import Worth
from ....kernel.asks import Choose
from ....table.state import Table, Unit
from ..condition import circumstances, squad
from ..psychic.beams import Lines, Struck, near
from ..psychic.known_powers import PowerUse
from ..psychic.psykers import mind_of
from ..rules.powers import NOVA, Power
from ..vehicles.embarked import psykers_inside
from . import expected_damage
from .value import price, typical

OWN = -2.0  # what one's own loss counts


def beam_gain(t: Table, way: PowerUse) -> float:
    """The points that such a power may be expected to cost the enemy, where it is aimed best."""
    power, i, unit = way.power, way.place, t[way.unit]
    if unit.place == "aboard":
        unit = next((inside for inside in psykers_inside(t, unit.side) if inside.id == unit.id), unit)
    if not len(unit.form) or i >= unit.size or power.weapon is None:
        return 0.0
    if power.weapon.stats.witchfire == NOVA:
        return cost(t, unit, i, power, near(t, unit, i, power.reach))
    lines = Lines(t, unit, i, power.reach)
    return max((cost(t, unit, i, power, lines.struck(end)) for end in lines), default=0.0)


def cost(t: Table, unit: Unit, i: int, power: Power, struck: Struck) -> float:
    """The points that it may cost those whom it strikes, one's own twice against it."""
    weapon = power.weapon
    assert weapon is not None
    total = 0.0
    for w, places in struck:
        target = t[w]
        how = circumstances(t, unit, target)
        shots = weapon.stats.type.shots
        each = expected_damage.shot(unit.members[i], squad(unit), weapon, shots, squad(target), typical(target), 1, how)
        lost = min(each * (1 if weapon.stats.witchfire == NOVA else len(places)), float(sum(target.wounds)))
        total += lost * price(target) * (1.0 if target.side != unit.side else OWN)
    return total


def line(t: Table, ask: Choose, option: tuple[float, float]) -> Worth:
    """The end of a beam that costs the enemy most."""
    lines = ask.options
    assert isinstance(lines, Lines)
    power = next(p for p in mind_of(lines.unit.members[lines.i]).powers if p.name == ask.about[2])
    value = cost(t, lines.unit, lines.i, power, lines.struck(option))
    return value, f"about {value:.0f} points in its line"
