"""What a Behemoth's choices are worth: where it lands, what it ploughs through, and which zone to aim at."""

from __future__ import annotations

from collections.abc import Sequence

from ....bots.value import Worth
from ....common.profiles import Weapon
from ....kernel.exact import exact
from ....kernel.faces import reading
from ....table.geometry import Formation
from ....table.state import Table, Unit
from ..behemoths.drop_harness import ROUGH, landing, landing_dice
from ..behemoths.ploughing import against, ploughing
from ..behemoths.toppling import within
from ..behemoths.trampling import spread
from ..behemoths.zones import whole, zones
from ..circumstances import Circumstances, canonical
from ..hazards import LANDING, TWO_D3
from ..matchup import Match
from ..sides import inside
from ..squads import destructible
from .places import place_worth
from .value import a_point_of, harmed


def zone_worth(t: Table, u: Unit, option: str) -> Worth:
    """The zone of a Behemoth that is nearest to its next Damage Threshold, Weapons before others."""
    found = {zone: (points, whole(v, zone)[1]) for v in t.enemies(u.side) for zone, points in zones(v)}
    if option not in found:
        return 0.0, ""
    points, each = found[option]
    return 10.0 - ((points - 1) % each) + 0.5 * (option == "Weapons"), "near a Damage Threshold"


def plough_worth(t: Table, u: Unit, pieces: Sequence[int], option: str) -> Worth:
    """Straight through scenery when the enemies that may fall with it are worth more than what it costs the Behemoth."""
    if option != "plough through":
        return 0.0, "nothing is broken"
    gain = 0.0
    for k in pieces:
        if destructible(t, k):
            falls, cost = ploughed(*against(t, u, k), t.scenery[k].points)
            within = sum(v.kind.points * (1 if v.side != u.side else -1) for v in inside(t, k))
            gain += 0.5 * falls * within - cost * a_point_of(u)
    return gain, "to bring it down" if gain > 0 else "it costs too much"


def ploughed(piece: Match, beast: Match, left: int) -> tuple[float, float]:
    """(chance that a piece with so many points left falls to ploughing, points that it costs the Behemoth)."""
    law = exact(ploughing, (piece, beast))
    return law.chance_of(lambda done: done[0] >= left), law.mean(lambda done: done[2])


def harness_worth(t: Table, u: Unit, option: str) -> Worth:
    """By drop-harness where there is Infantry to call it down."""
    callers = sum(v.kind.type == "Infantry" for v in t.units if v.side == u.side and v.alive)
    if option == "by drop-harness":
        return (1.0, "there are those who can call it down") if callers > 1 else (0.0, "who should call it down?")
    return 0.5, "on its own feet"


def drop_worth(t: Table, u: Unit, form: Formation) -> Worth:
    """Where a Behemoth lands: what it crushes, less what the landing costs it, and what draws it there."""
    beast = landing(u, form)
    crushed = 0.0
    for v in t.units:
        if v.here and within(t, v, form.positions[0], spread(beast)):
            share = hit_worth(LANDING, v)
            crushed += share if v.side != u.side else -share
    dice = sum(n for _, n in landing_dice(t, beast))
    cost = dice * float(reading(ROUGH).law.mean()) * a_point_of(u)
    place, why = place_worth(t, u, form)
    return crushed - cost + place, "to crush them" if crushed > cost else why


def hit_worth(weapon: Weapon, v: Unit) -> float:
    """The points that the hits of a landing may destroy of a squad."""
    hits = 2 * round(reading(TWO_D3).law.mean())
    now = canonical(Circumstances())
    dead, share = harmed(weapon, v.kind, v.members[0], weapon.stats.energy, hits, v.wounds[0], now)
    return float((dead + 0.3 * share) * v.kind.points / max(1, v.start))
