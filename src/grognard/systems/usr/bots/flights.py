"""What flights, Vector Strikes, jumps and thrusts are worth to players that are programs, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import sqrt
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ....bots.places import serves_objectives
from ....bots.value import Exchange, Worth
from ....kernel.faces import reading, total
from ....table.geometry import aabb_of
from ..attack import weapons
from ..attack.matchup import match
from ..attack.vector_strike import strike_of, struck_with
from ..condition import NEW, airborne, circumstances, met, snaps, squad
from ..line_of_sight import sight
from ..movement.flight import GLIDE, HOVER, LEAST, LEAVE, ON, SWOOP, ZOOM, farthest, flown_over
from ..movement.overflight import NOBODY
from ..shooting.guns import longest
from ..table_memo import where_they_stand
from . import expected_damage, expected_fire
from .places import FireValue
from .value import CARE, OBJECTIVE, apart, at_stake, clash, harm, melee_harm, price, shot, strikes_hard, typical

if TYPE_CHECKING:
    from grognard.table.candidates import RangeBands

    from ....common.profiles import Model
    from ....kernel.asks import Choose
    from ....table.geometry import Formation
    from ....table.state import Table, Unit

REACH = 6.0  # inches that a charge goes as a rule
HOP = 7.0  # inches that a thrust goes as a rule


def _far(form: Formation, foe: Unit) -> float:
    a, b = form.box, foe.form.box
    dx, dy = max(a[0] - b[2], b[0] - a[2], 0.0), max(a[1] - b[3], b[1] - a[3], 0.0)
    return sqrt(dx * dx + dy * dy)


def _reach(u: Unit) -> float:
    return longest(u.members, squad(u), "", False)


# --- in the air -------------------------------------------------------------------------------------------------------


def strike_worth(t: Table, u: Unit, v: Unit) -> float:
    """The points that a unit's Vector Strikes may be expected to cost another, by the law of the strike itself."""
    how, wounds = circumstances(t, u, v), 0.0
    for model, n in Counter(m for m in u.members if strike_of(m)).items():
        use = struck_with(model, how)
        assert use.by is not None
        m = match(*use.by, use.weapon, squad(v), use.how)
        wounds += n * expected_damage.number(use.shots) * expected_damage.per_shot(m, typical(v))
    return at_stake(v).lost(wounds)


def _flight(t: Table, ask: Choose, form: Any) -> Worth:
    """An attack run: the best shot from where it ends, the best strike on the way, and room to turn the next time."""
    unit = t[ask.about[1]]
    around = aabb_of(form.box)
    shot = _run(t, unit).most(around, around)
    strike = 0.0
    if unit.here and _strikes(unit.members):
        below = [v for v in flown_over(t, unit.id, unit.form.positions[0], form) if not t[v].foes]
        strike = max([strike_worth(t, unit, t[v]) for v in below], default=0.0)
    parts = [
        (0.6 * shot, "for the shot"),
        (strike, "to strike on the way"),
        (_room(t, unit, form), "with room to turn"),
    ]
    return sum(p for p, _ in parts), max(parts, key=lambda part: abs(part[0]))[1]


def _run(t: Table, unit: Unit) -> RangeBands:
    """What a unit's fire may cost the enemies as they stand, from wherever it ends its attack run."""
    found = where_they_stand(t)
    key = ("attack run", unit)
    if key not in found:
        foes = t.enemies(unit.side)
        found[key] = FireValue(t, unit, foes).within([v.form.box for v in foes], _reach(unit))
    return found[key]  # type: ignore[no-any-return]


def _strikes(members: tuple[Model, ...]) -> bool:
    return any(strike_of(m) for m in members)


def _room(t: Table, unit: Unit, form: Formation) -> float:
    """Points for a place from which the next flight need not leave the table: straight ahead, or aside."""
    (x, y), (fx, fy) = form.positions[0], form.front(0)
    least = LEAST[ZOOM if farthest(unit.members) > LEAST[ZOOM] + 6 else SWOOP]
    width, height = t.ground.width, t.ground.height

    def stays(dx: float, dy: float) -> bool:
        n = sqrt(dx * dx + dy * dy) or 1.0
        return bool(1 < x + dx * least / n < width - 1 and 1 < y + dy * least / n < height - 1)

    return 3.0 if stays(fx, fy) else 2.0 if stays(-fy, fx) or stays(fy, -fx) else -4.0


def exposed(t: Table, unit: Unit, high: bool) -> float:
    """The points that the enemy's fire may be expected to cost a unit where it stands, in the air or not."""
    danger = 0.0
    for v in t.enemies(unit.side):
        far = apart(v.form, unit.form) if unit.here else 24.0
        how = circumstances(t, v, unit, snap=snaps(v)).but(zooming=high)
        wounds = expected_fire.volley(
            v.members, squad(v), "", squad(unit), met(unit.members[0]), unit.size, how, int(far + 1)
        )
        danger += at_stake(unit).lost(wounds)
    return danger


def _fly(t: Table, ask: Choose, option: str) -> Worth:
    """It flies on unless there is something to do below: an objective to hold, or for a creature somebody to charge."""
    unit = t[ask.about[1]]
    if option in (ZOOM, SWOOP):
        return 1.0, "on an attack run"
    if option == LEAVE:
        return -1.0, "there is nowhere else to go"
    foes = t.enemies(unit.side)
    if option == ON:
        out = min([_far(unit.form, v) for v in foes], default=99.0) > _reach(unit) + farthest(unit.members)
        return (1.5 if out else -0.5), "nobody to shoot at yet"
    below = 0.0
    if unit.here and option in (HOVER, GLIDE):
        x, y = unit.form.centre
        late = t.round >= t.scenario.rounds - 1
        below = 0.5 * OBJECTIVE * serves_objectives(t, unit.side, x, y) * late
    prey = 0.0
    if option == GLIDE and unit.here and strikes_hard(t, unit):
        far = REACH + (0.0 if unit.has(NEW) else farthest(unit.members) / 2)  # who was conjured just now does not move
        near = [v for v in foes if not airborne(v) and not v.foes and _far(unit.form, v) <= far]
        prey = max(
            [
                Exchange(melee_harm(t, replace(unit, effects=()), v, True), melee_harm(t, v, unit, False)).gain(CARE)
                for v in near
            ],
            default=0.0,
        )
    risk = 0.5 * (exposed(t, unit, False) - exposed(t, unit, True))
    return (below + prey - risk) / 10, "there is more to be had below" if prey > below else "to hold the ground"


def _vector(t: Table, ask: Choose, option: Any) -> Worth:
    """A strike against the second gun that it takes the place of."""
    unit = t[ask.about[1]]
    if option == NOBODY:
        spare = any(len(weapons.guns(m)) >= weapons.gun_count(m) > 0 and not m.stats.armoured for m in unit.members)
        best = max([shot(t, unit, v) for v in t.enemies(unit.side)], default=0.0)
        return (0.4 * best if spare else 0.0), "it needs its guns"
    value = strike_worth(t, unit, t[option])
    return value + 0.01, f"about {value:.0f} points' worth of {t.name(option)}"


# --- jump packs and jet packs -----------------------------------------------------------------------------------------


def chance(need: int, again: bool = False) -> float:
    """The chance that a charge rolls so many inches, thrown again once if that helps."""
    once = reading(total(2, 6)).law.chance_of(lambda n: n >= need)
    return once + (1 - once) * once * again


def jets_kept(t: Table, unit: Unit) -> float:
    """What walking is worth more than jumping, in points: a charge thrown again and driven home by the packs, over a nearer one."""
    foes = [v for v in t.enemies(unit.side) if not airborne(v)]
    if not foes or not strikes_hard(t, unit):
        return 0.0
    v = min(foes, key=lambda v: _far(unit.form, v))
    far = _far(unit.form, v)
    ours = melee_harm(t, unit, v, True)
    walk = chance(max(2, int(far - 6 + 0.999)), True) * (ours + _crash(t, unit, v))
    return walk - chance(max(2, int(far - 12 + 0.999))) * ours


def _crash(t: Table, unit: Unit, v: Unit) -> float:
    """The points that the packs themselves may be expected to cost an enemy as they carry a charge home."""
    how, wounds = circumstances(t, unit, v, melee=True, charging=True), 0.0
    for model, n in Counter(unit.members).items():
        for r in weapons.wrath(model, squad(unit), how):
            m = match(r.by, r.mates, weapons.WRATH, squad(v), r.how)
            wounds += n * expected_damage.number(r.hits) * expected_damage.per_shot(m, typical(v))
    return wounds * price(v)


def _thrust(t: Table, ask: Choose, option: str) -> Worth:
    """Jet packs are used unless there is a charge to be made."""
    unit = t[ask.about[1]]
    near = [v for v in t.enemies(unit.side) if not airborne(v) and apart(unit.form, v.form) <= 12.0]
    won = [clash(t, unit, v, True).gain(CARE) for v in near]
    charge = strikes_hard(t, unit) and max(won, default=0.0) > 2.0
    if option == "no":
        return float(charge), "there is a charge to be made"
    return 0.5, "a few inches more"


def _hop(t: Table, ask: Choose, form: Formation) -> Worth:
    """Back out of sight when it has shot, or on towards an objective."""
    unit = t[ask.about[1]]
    there = replace(unit, form=form)
    danger = 0.0
    for v in t.enemies(unit.side):
        far = _far(form, v)
        if v.foes:
            continue
        if far <= _reach(v) and sight(t, v, there):
            danger += 0.5 * harm(t, v, unit, far)
        if far <= 12.0 and strikes_hard(t, v):
            danger += melee_harm(t, v, unit, True) * chance(max(2, min(12, int(far))))
    x, y = form.centre
    goal = 0.6 * OBJECTIVE * min(1.6, serves_objectives(t, unit.side, x, y))
    return goal - danger, "out of harm's way" if danger < 1.0 else "towards the objective"


SORTIES: dict[str, Callable[[Table, Choose, Any], Worth]] = {
    "flight": _flight,
    "fly": _fly,
    "vector strike": _vector,
    "thrust": _thrust,
    "hop": _hop,
}
