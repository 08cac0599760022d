"""What choices before the battle, at arrivals and of divided fire are worth to a player who takes the best at once.

As in ``greedy``, of which this is a part: points of the forces' cost, from the same exact laws that odds give.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

from ....bots.places import serves_objectives, to_nearest
from ....bots.value import Worth, most_harm
from ....common.profiles import Model
from ....common.reserves import EDGES, own_edge
from ....kernel.asks import Choose
from ....table.distances import distance
from ....table.geometry import Box
from ....table.state import ABSENT, Table, Unit
from ..attack import weapons
from ..attack.declaration import Armed, Use
from ..condition import circumstances, moved, snaps, squad
from ..movement.readiness import DEEP_STRIKE, DEPLOY, INFILTRATE, OUTFLANK
from ..shooting.firing_choices import HOLD
from ..shooting.guns import longest
from ..table_memo import as_it_stands, where_they_stand
from . import expected_damage, expected_fire
from .value import (
    OBJECTIVE,
    ExpectedFire,
    Stance,
    apart,
    at_rest,
    at_stake,
    fire_on,
    harm,
    melee_harm,
    price,
    stance,
    strikes_hard,
    typical,
)

NIGHT_RANGE = 18  # inches at which the fire of the first round is reckoned
KEPT = 0.75  # of what a weapon that is used once could do to somebody else: for less it is not fired
WELCOME = 1.25  # who has just come is near, and dangerous


# --- before the battle ------------------------------------------------------------------------------------------------


def _wait(t: Table, ask: Choose, option: str) -> Worth:
    unit = t[ask.about[1]]
    near = strikes_hard(t, unit) or longest(unit.members, squad(unit), "", False) <= 18
    if option == DEPLOY:
        return 0.0, "near enough to fight from there" if near else "it shoots far"
    if option == INFILTRATE:
        return 0.8, "to see first where the enemy stands"
    if option == DEEP_STRIKE:
        return (1.0, "it is of use only near the enemy") if near else (-0.5, "it shoots far")
    if option == OUTFLANK:
        return (0.6, "round the enemy's flank") if near else (-0.5, "it shoots far")
    return -1.0, "nothing to wait for"


def _first(t: Table, ask: Choose, option: int) -> Worth:
    late = ask.about[1] == "infiltrates"
    return float((option == ask.player) is not late), "who sees more knows more" if late else "to be there first"


def _night(t: Table, ask: Choose, option: str) -> Worth:
    if option == "no":
        return 0.0, "its own fire would suffer more"
    side, found = ask.about[1], as_it_stands(t)
    if "night" not in found:
        found["night"] = [_fire_of(t, s, False) - _fire_of(t, s, True) for s in (0, 1)]
    saved, lost = found["night"][1 - side], found["night"][side]
    return saved - lost - 1.0, f"the dark saves about {saved:.0f} points and costs {lost:.0f}"


def _fire_of(t: Table, side: int, night: bool) -> float:
    """The points that one round of fire of a side may be expected to cost, each unit at the target that suits it best."""
    ours = [u for u in t.units if u.side == side and u.members and u.place != ABSENT]
    return at_rest(t, ours, [v for v in t.units if v.side != side and v.members], NIGHT_RANGE, night)


# --- arrivals ---------------------------------------------------------------------------------------------------------


def edge(t: Table, u: int, option: str) -> Worth:
    """What coming on from an edge is worth to a unit: objectives and enemies near its middle."""
    if option not in EDGES:
        return 0.0, ""
    unit, (w, h) = t[u], (t.ground.width, t.ground.height)
    x, y = {"bottom": (w / 2, 5.0), "top": (w / 2, h - 5.0), "left": (5.0, h / 2), "right": (w - 5.0, h / 2)}[option]
    use = 0.0
    for v in t.enemies(unit.side):
        far = to_nearest(x, y, [v.form]) or 0.0
        use = max(use, 0.5 * harm(t, unit, v, far), melee_harm(t, unit, v, True) * 8.0 / (8.0 + far))
    home = 0.5 * (option == own_edge(t, unit.side))
    return OBJECTIVE * serves_objectives(t, unit.side, x, y) + use - home, "where it is of use"


def _another_edge(t: Table, ask: Choose, option: str) -> Worth:
    """Another throw gives one side, the other, or the better of both, each as likely."""
    _, u, rolled = ask.about
    sides = [e for e in EDGES if e not in (own_edge(t, 0), own_edge(t, 1))]
    left, right = (edge(t, u, e)[0] for e in sides)
    now, mean = max(edge(t, u, e)[0] for e in rolled), (left + right + max(left, right)) / 3
    return (mean - now, "it hopes for the better side") if option == "yes" else (0.0, "the side suits it")


def _run(t: Table, ask: Choose, option: str) -> Worth:
    """Running is for units that have nothing to shoot at; it costs the charge as well."""
    unit = t[ask.about[1]]
    if option == "shoot":
        return 0.0, "it has something to shoot at or to charge"
    distances = [(apart(unit.form, v.form), v) for v in t.enemies(unit.side)]
    shot = most_harm([(inches, v) for inches, v in distances if not v.foes], lambda at: harm(t, unit, at[1], at[0]))
    charge = max((melee_harm(t, unit, v, True) for inches, v in distances if inches <= 9), default=0.0)
    return 1.0 - shot - charge, "nothing to shoot at, nobody to charge"


def _intercept(t: Table, ask: Choose, option: Any) -> Worth:
    """Fire at who has come, against what the gun would do in the turn that it is silent for."""
    _, u, (i, weapon) = ask.about
    unit = t[u]
    if option != HOLD:
        value = WELCOME * _with(t, unit, i, weapon, t[option])
        return value, f"about {value:.0f} points' worth of who has just come"
    best = max((_with(t, unit, i, weapon, v) for v in t.enemies(unit.side) if not v.foes), default=0.0)
    return 0.8 * best, "the gun has better targets in its own turn"


def _with(t: Table, unit: Unit, i: int, weapon: Any, v: Unit) -> float:
    """The points that one weapon of a model may be expected to cost a unit from where it stands."""
    model: Model = unit.members[i]
    fires = weapons.firing(model, squad(unit), weapon, "", snaps(unit))
    inches = distance(unit.form.only((i,)), v.form)
    if fires.why_not or inches > fires.reach:
        return 0.0
    half = 2 * inches <= (weapon.stats.range or 0)
    how = circumstances(t, unit, v, snap=fires.snap).but(half=half)
    shots = fires.near if half else fires.shots
    wounds = expected_damage.shot(model, squad(unit), weapon, shots, squad(v), typical(v), v.size, how)
    return at_stake(v).lost(wounds)


# --- divided fire, weapons that are used once --------------------------------------------------------------------------


def _points(t: Table, unit: Unit, i: int, v: Unit) -> float:
    """The points that one model's fire may be expected to cost a unit."""
    found = where_they_stand(t)
    key = ("points", unit, i, v)  # asked again for each model that may wait
    if key not in found:
        found[key] = _reckoned(t, unit, i, v)
    return found[key]  # type: ignore[no-any-return]


def _reckoned(t: Table, unit: Unit, i: int, v: Unit) -> float:
    how = circumstances(t, unit, v, snap=snaps(unit))
    inches = int(distance(unit.form.only((i,)), v.form) + 0.999)
    model = (unit.members[i],)
    wounds = expected_fire.volley(model, squad(unit), moved(unit), squad(v), typical(v), v.size, how, inches)
    return at_stake(v).lost(wounds)


def _share(t: Table, unit: Unit, v: Unit) -> float:
    """How much of the fire of a whole unit would not be lost on a target: all, unless it is more than enough to wipe it out."""
    everything = sum(_points(t, unit, i, v) for i in range(unit.size))
    most = at_stake(v).whole
    return min(1.0, most / everything) if everything else 1.0


def _split(t: Table, ask: Choose, option: str) -> Worth:
    _, u, v = ask.about
    if option == "no":
        return 0.0, "all at one"
    unit, target = t[u], t[v]
    share = _share(t, unit, target)
    gain = total = 0.0
    others = [w for w in t.enemies(unit.side) if w.id != v and not w.foes]
    for i in range(unit.size):
        here = share * _points(t, unit, i, target)
        total += here
        gain += max(0.0, max((_points(t, unit, i, w) for w in others), default=0.0) - here)
    return gain - 0.15 * total - 0.5, f"about {gain:.0f} points more on several targets"


def _waits(t: Table, ask: Choose, option: str) -> Worth:
    _, u, v, i, others = ask.about
    unit = t[u]
    if option == "yes":
        return _share(t, unit, t[v]) * _points(t, unit, i, t[v]), "here it does most"
    return max((_points(t, unit, i, t[w]) for w in others), default=0.0), "somebody else suits it better"


def kept_back(t: Table, armed: Armed, use: Use, target: Unit) -> float:
    """Wounds of this target that make it worth while to use up a weapon that is used once: in the last round none."""
    if not weapons.once(use.weapon) or t.round >= t.scenario.rounds:
        return 0.0
    best = 0.0
    for v in t.enemies(1 - target.side):
        wounds = expected_damage.shot(
            armed.by, armed.mates, use.weapon, use.shots, squad(v), typical(v), v.size, use.how
        )
        best = max(best, at_stake(v).lost(wounds))
    return KEPT * best / price(target) if price(target) else 0.0


def _joins(t: Table, ask: Choose, option: Any) -> Worth:
    if option == "alone":
        return 0.0, "nobody to join"
    host, guest = t[option], t[ask.about[1]]
    alike = strikes_hard(t, host) == strikes_hard(t, guest)
    return host.size + 5.0 * alike - 20.0 * (moved(host) == "advanced"), f"to stand among {host.size}"


def _leaves(t: Table, ask: Choose, option: str) -> Worth:
    return float(option == "stay"), "safer among others"


def _drop(t: Table, ask: Choose, option: Any) -> Worth:
    unit = t[ask.about[1]]
    x, y = option
    value = OBJECTIVE * 0.5 * serves_objectives(t, unit.side, x, y)
    best, near = 0.0, 99.0
    for (left, low, right, top), fire, foe, blows in _prey(t, unit):
        far = sqrt(max(left - x, x - right, 0.0) ** 2 + max(low - y, y - top, 0.0) ** 2)
        near = min(near, far)
        best = max(best, foe.lost(fire.at(far)), 0.5 * blows * 8 / (8 + far))
    return value + best - 30.0 * max(0.0, 6.0 - near) / 6, "near the enemy, and clear of him"


def _prey(t: Table, unit: Unit) -> list[tuple[Box, ExpectedFire, Stance, float]]:
    """Where each enemy stands, a unit's fire at it, what it can lose, and what a charge would cost it, wherever it goes."""
    found = where_they_stand(t)
    key = ("prey", unit)
    if key not in found:
        foes = t.enemies(unit.side)
        found[key] = [(v.form.box, fire_on(t, unit, v), stance(v), melee_harm(t, unit, v, True)) for v in foes]
    return found[key]  # type: ignore[no-any-return]


def _misplace(t: Table, ask: Choose, option: Any) -> Worth:
    unit = t[ask.about[1]]
    return -serves_objectives(t, unit.side, *option), "where it is of least use"


ASKED: dict[str, Callable[[Table, Choose, Any], Worth]] = {
    "wait": _wait,
    "first": _first,
    "night": _night,
    "another edge": _another_edge,
    "edge": lambda t, ask, option: edge(t, ask.about[1], option),
    "intercept": _intercept,
    "run": _run,
    "split": _split,
    "waits": _waits,
    "joins": _joins,
    "leaves": _leaves,
    "drop": _drop,
    "misplace": _misplace,
}
