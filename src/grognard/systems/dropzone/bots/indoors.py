"""What buildings are worth to Infantry: a view, a roof, an objective, and enemies inside whom it would plainly beat."""

from __future__ import annotations

from math import sqrt
from typing import Any

from ....bots.places import middle
from ....bots.value import Worth
from ....table.geometry import Box
from ....table.state import Table, Unit
from ..buildings.garrisons import linked, places
from ..buildings.walls import edge_points
from ..melee import foes_inside
from ..objectives.control import house_of
from ..sides import inside
from ..squads import edges, garrisons, housed, moved
from ..transports.disembarking import may_leave
from .value import beats

VIEW = 24.0  # inches beyond which nobody is counted on


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
    (x, y), (dx, dy) = form.positions[1], form.front(0)
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


def roof_worth(t: Table, u: Unit, option: Any) -> Worth:
    """A roof over one's head, or a ride; not where stronger enemies are, and first of all where weaker ones are."""
    if not isinstance(option, int):
        return 0.0, ""
    if what_inside(t, u, option):
        return (1.5, "to storm it") if beats(t, u, option) else (-0.5, "they are stronger inside")
    if wanted(t, u, option):
        return 1.2, "for the objective in it"
    if moved(u) >= 1.0 and any(calls(t, u, k) for k in in_walk(t, u)):
        return -0.5, "on its way to another"
    return 1.0, "under a roof"


def what_inside(t: Table, u: Unit, k: int) -> bool:
    """Whether enemies are in a building."""
    return any(v.side != u.side for v in inside(t, k))


def house_part_worth(t: Table, u: Unit, k: int, option: int | str) -> Worth:
    """Which part of a building to take: the edge with the best view; without any, the middle."""
    if isinstance(option, str):
        return 0.0, ""
    if what_inside(t, u, k):
        return (1.0, "to fight inside") if option < 0 else (0.0, "")
    view = view_worth(t, u, k, option)
    return (1.0 + view, "for the view") if view else (0.5 if option < 0 else 0.0, "out of sight")


def part_worth(t: Table, u: Unit, option: Any) -> Worth:
    """Where to stand in a building: an edge to shoot from, unless there is an enemy to fight inside."""
    home = housed(u)
    if isinstance(option, tuple):
        return (3.0, "to what is next door") if option[1] in next_door(t, u) else (0.0, "")
    if home is not None and foes_inside(t, u):
        return (1.0, "to keep at it") if option == home[1] else (0.1 if option == "leave" else 0.5, "")
    if option == "leave" and sallies(t, u):
        return 3.0, "to another building"
    if home is not None and isinstance(option, int):
        return house_part_worth(t, u, home[0], option)
    return 0.0, ""


def sallies(t: Table, u: Unit) -> bool:
    """Whether a squad does better to come out and go to another building near: there is nothing left to gain in its own."""
    home = housed(u)
    if home is None or foes_inside(t, u) or needed(t, u, home[0]):
        return False
    return any(calls(t, u, k) for k in in_walk(t, u))


def rides_on(t: Table, u: Unit) -> bool:
    """Whether Infantry does better to stay in its transport: where it wants to go is far from here, and not for ever."""
    if u.here or u.kind.type != "Infantry" or t.round >= t.scenario.rounds - 2:
        return False
    goals = [k for k in garrisons(t) if calls(t, u, k)]
    goals = [k for k in goals if what_inside(t, u, k)] or goals  # first of all where it wins
    return bool(goals) and not any(set(goals) & set(in_walk(t, u, t[c].form.box)) for c in may_leave(t, u))


def needed(t: Table, u: Unit, k: int) -> bool:
    """Whether a squad is the only one of its side that may still find or take an objective in a building."""
    if all(m.kind != "objective" or m.side == u.side or house_of(t, m) != k for m in t.markers):
        return False
    return all(v.side != u.side or v.id == u.id for v in inside(t, k))


def calls(t: Table, u: Unit, k: int) -> bool:
    """Whether a building is worth going to: enemies to beat there, or an objective, for a squad that sees nobody to fire at."""
    if what_inside(t, u, k):
        return beats(t, u, k)
    home = housed(u)
    return wanted(t, u, k) and (home is None or not view_worth(t, u, *home))


def better_view(t: Table, u: Unit) -> bool:
    """Whether a squad in a building would see plainly more from another edge, with nobody to fight inside."""
    home = housed(u)
    if home is None or foes_inside(t, u):
        return False
    now = view_worth(t, u, *home)
    return any(view_worth(t, u, home[0], e) > now + 0.25 for e in places(t, u, home[0]))


def next_door(t: Table, u: Unit) -> list[int]:
    """The linked Garrisons with an enemy to fight, or an objective that is not ours; none while there is one in its own."""
    home = housed(u)
    over = linked(t, u, home[0]) if home else []  # mostly none: it is for the players to agree
    if not over or home is None or foes_inside(t, u):
        return []
    wanted = {house_of(t, m) for m in t.markers if m.kind == "objective" and m.side != u.side}
    return [] if home[0] in wanted else [k for k in over if k in wanted or any(v.side != u.side for v in inside(t, k))]
