"""What fire and blows are worth: the points that they are expected to destroy, from the exact laws that odds shows."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from ....bots.value import Exchange, Worth, most_harm
from ....common.estimate import estimated
from ....common.profiles import Kind, Model, Weapon
from ....common.rules import voices
from ....kernel.memo import memo
from ....table.state import Table, Unit
from ..attack import Strike, Volley, strike
from ..behemoths.zones import zones
from ..circumstances import Circumstances, canonical
from ..expected_damage import Estimate, lost_to
from ..matchup import firing_with, match
from ..objectives.control import house_of
from ..shooting.declaration import group_of
from ..shooting.targeting import PIECES, can_aim
from ..sides import inside
from ..squads import housed, scenery_kind

PLAIN = canonical(Circumstances())
COMBINED = canonical(Circumstances(combined=True))


def harm(u: Unit, line: int, v: Unit, combined: bool = False, now: Circumstances = PLAIN) -> float:
    """What one weapon line of a squad may destroy of another, in points."""
    weapon, target, left = u.members[0].weapons[line], v.members[0], v.wounds[0]
    cost = v.kind.points / max(1, v.start)
    total = lost = dead = share = 0.0
    last = -1
    for model, points in zip(u.members, u.wounds, strict=True):
        gone = int(model.stats.DP) - points
        if gone != last:  # as most units of a squad are like the one before
            last = gone
            fired = firing_with(weapon, gone, combined)
            dead, share = harmed(weapon, v.kind, target, fired.energy, fired.shots * fired.uses, left, now)
        total += dead + 0.3 * share
        lost += share * left
    if zones(v):
        return float(lost * a_point_of(v))
    return float(min(total, 1.3 * v.size) * cost)


def a_point_of(u: Unit) -> float:
    """What a Damage Point of a Behemoth is worth: with two of its zones it falls."""
    return float(u.kind.points / max(1, sum(sorted(points for _, points in zones(u))[:2])))


def target_worth(t: Table, u: Unit, line: int, option: tuple[str, int]) -> Worth:
    """The points that a weapon line is expected to destroy."""
    what, id = option
    if what in ("squad", "combined"):
        v = t[id]
        combined = what == "combined"
        home, now = housed(v), COMBINED if combined else PLAIN
        if home is not None:  # cover that some weapons ignore
            piece = t.ground.pieces[home[0]]
            cover = tuple([word for word in ("soft", "body") if piece.has(word)])
            now = canonical(Circumstances(cover=cover, garrison=True, inside=home[1] == -1, combined=combined))
        value = harm(u, line, v, combined, now)
        return value, f"{value:.1f} points' worth of {t.name(id)}"
    if what in PIECES:
        return shell_worth(t, u, line, id, what != "piece"), "to bring the building down"
    return (0.01 if what == "hold fire" else 0.0), "nothing to be gained"


def shell_worth(t: Table, u: Unit, line: int, k: int, combined: bool) -> float:
    """What firing a weapon line at a building brings: its part of what falls with it, less what we hold there."""
    stake = FALLS * sum(v.kind.points for v in inside(t, k) if v.side != u.side)
    stake += sum(CLAIM if m.side != u.side else -CLAIM for m in t.markers if m.side >= 0 and house_of(t, m) == k)
    if stake <= 0.0:
        return -1.0 if stake else 0.005
    weapon, kind = u.members[0].weapons[line], scenery_kind(t.ground.pieces[k])
    how = firing_with(weapon, 0, combined)
    _, share = harmed(weapon, kind, kind.models[0], how.energy, how.shots * how.uses, t.scenery[k].points, PLAIN)
    return float(stake * min(1.0, share * u.size))


FALLS = 0.5  # of the points of those inside: what is destroyed when a building falls
CLAIM = 30.0  # points' worth of the enemy's objective that is buried


@memo(16384)
def harmed(
    weapon: Weapon, kind: Kind, model: Model, energy: int | None, shots: int, left: int, now: Circumstances
) -> tuple[float, float]:
    """(chance of destroying, expected share of its points) of one volley at a unit with so many points left.

    Where the law of the volley has too many states, it is taken to cost the unit what it may be expected to, no more and no less.
    """
    if not shots or energy is None:
        return 0.0, 0.0
    m = match(weapon, kind, model, now, energy)
    whole = Strike((left,), (model.stats.DP,), (Volley(m, shots),))
    law = estimated(strike, (whole,), driver=Estimate)
    if law is None:
        lost = lost_to(whole, 0)
        return float(lost >= left), float(min(Fraction(1), lost / left))
    dead = law.chance_of(lambda state: state[0][0] == 0)
    return dead, law.mean(lambda state: left - state[0][0]) / left


PLAINLY = 1.25  # how much more must be destroyed than is lost


def melee_harm(u: Unit, v: Unit, entered: bool = False) -> float:
    """The points that a squad is expected to destroy of another in close quarters, each unit with its best profile."""
    now = canonical(Circumstances(entered=entered and not any(s() for s in voices(u.members[0], "jumps_in"))))
    slots: dict[int, list[Weapon]] = {}
    for line, weapon in enumerate(u.members[0].weapons):
        if weapon.stats.cq:
            own = group_of(weapon)
            slots.setdefault(line if own is None else -1 - own, []).append(weapon)
    share = 0.0
    for model, points in zip(u.members, u.wounds, strict=True):
        gone = int(model.stats.DP) - points
        share += sum(max(_blows(w, v.kind, gone, v.wounds[0], now) for w in profiles) for profiles in slots.values())
    return float(min(share, v.size) * v.kind.points / max(1, v.start))


@memo(1024)
def _blows(weapon: Weapon, kind: Kind, gone: int, left: int, now: Circumstances) -> float:
    """The share of a unit's points that one weapon is expected to take."""
    fired = firing_with(weapon, gone, False)
    return harmed(weapon, kind, kind.models[0], fired.energy, fired.shots * fired.uses, left, now)[1]


def beats(t: Table, u: Unit, k: int) -> bool:
    """Whether a squad that storms a building would plainly destroy more of those inside than it loses."""
    foes = [v for v in inside(t, k) if v.side != u.side]
    if not foes:
        return False
    fight = Exchange(max(melee_harm(u, v, True) for v in foes), sum(melee_harm(v, u) for v in foes))
    return fight.pays(PLAINLY)


def harm_from_here(t: Table, u: Unit) -> float:
    """The points that a squad is expected to destroy by firing all its weapons from where it stands, each where it does most."""
    foes = t.enemies(u.side)
    return sum(
        most_harm([v for v in foes if can_aim(t, u, line, v)], partial(harm, u, line)) for line in _guns(u.members[0])
    )


@memo(256)
def _guns(model: Model) -> tuple[int, ...]:
    """The weapon lines that are fired, not fought with."""
    return tuple([k for k, w in enumerate(model.weapons) if not w.stats.cq])
