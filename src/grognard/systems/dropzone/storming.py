"""What buildings are worth to Infantry, for bots: an edge with a view, and enemies inside whom it would plainly beat."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from ...common.profiles import Kind, Weapon
from ...common.purpose import middle
from ...common.rules import voices
from ...table.geometry import Box
from ...table.state import Table, Unit
from .declare import group_of
from .estimate import harmed
from .firing import firing_with
from .objectives import house_of
from .sides import inside
from .sighting import edge_points
from .situation import Situation, kept
from .squads import edges, garrisons, housed

PLAINLY = 1.25  # how much more must be destroyed than is lost
VIEW = 24.0  # inches beyond which nobody is counted on


def blows_worth(u: Unit, v: Unit, entered: bool = False) -> float:
    """The points that a squad is expected to destroy of another in close quarters, each unit with its best profile."""
    now = kept(Situation(entered=entered and not any(s() for s in voices(u.members[0], "jumps_in"))))
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


@lru_cache(maxsize=1024)
def _blows(weapon: Weapon, kind: Kind, gone: int, left: int, now: Situation) -> float:
    """The share of a unit's points that one weapon is expected to take."""
    fired = firing_with(weapon, gone, False)
    return harmed(weapon, kind, kind.models[0], fired.energy, fired.shots * fired.uses, left, now)[1]


def beats(t: Table, u: Unit, k: int) -> bool:
    """Whether a squad that storms a building would plainly destroy more of those inside than it loses."""
    foes = [v for v in inside(t, k) if v.side != u.side]
    if not foes:
        return False
    ours = max(blows_worth(u, v, True) for v in foes)
    return ours > PLAINLY * sum(blows_worth(v, u) for v in foes)


def in_walk(t: Table, u: Unit, start: Box | None = None) -> list[int]:
    """The buildings, other than its own, that a squad could walk to in three rounds, or in those that are left."""
    home = housed(u)
    left, bottom, right, top = start or (u.form.box if home is None else t.ground.pieces[home[0]].box)
    far = float(min(3, t.scenario.rounds - t.round)) * min(m.stats.MV for m in u.members)
    found = []
    for j in garrisons(t):
        a, b, c, d = t.ground.pieces[j].box
        dx, dy = max(a - right, left - c, 0.0), max(b - top, bottom - d, 0.0)
        if (home is None or j != home[0]) and dx * dx + dy * dy <= far * far:
            found.append(j)
    return found


def wanted(t: Table, u: Unit, k: int) -> bool:
    """Whether a building has an objective that a squad's side has still to find or take, and none of its own for it."""
    mine = any(v.side == u.side for v in inside(t, k))
    return not mine and any(m.kind == "objective" and m.side != u.side and house_of(t, m) == k for m in t.markers)


def view_worth(t: Table, u: Unit, k: int, edge: int) -> float:
    """What there is to fire at from an edge of a building: 1 for an enemy near, less for those farther off."""
    if edge < 0:
        return 0.0
    form = edge_points(t.ground, k, edge)
    (x, y), (dx, dy) = form.spots[1], form.front(0)
    reach = max([w.stats.countered for w in u.members[0].weapons if not w.stats.cq], default=0.0)
    most = 0.0
    for v in t.enemies(u.side):
        a, b = middle(v.form)
        far = sqrt((a - x) * (a - x) + (b - y) * (b - y))
        if (home := housed(v)) is not None and home[0] == k and edge in edges(v):
            continue
        if far <= min(reach, VIEW) and (a - x) * dx + (b - y) * dy > 0.0:
            most = max(most, 1.0 - far / (2 * VIEW))
    return most
