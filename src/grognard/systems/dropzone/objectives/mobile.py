"""Objectives that are carried: picked up by whoever claims them, handed over, dropped, lost with an Aircraft.

Dropzone Commander 2.2.0, Scenarios: Mobile Objectives; they hold in scenarios with the special word "mobile". A carried
objective is with its squad and not on the table: it goes where the squad goes, and no falling house touches it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ....common.options import Points
from ....kernel.asks import Choose, Emit, Procedure
from ....table.distances import within
from ....table.events import Given, Scored
from ....table.geometry import Formation, Point, segment_d2, snap
from ....table.paths import way_round
from ....table.space import SIXTEEN
from ....table.state import Effect, Marker, Table, Unit
from ..events import CARRIES, Dropped, Extracted, HandedOver, KeptOff, PickedUp, WentDown
from ..movement.table_edges import entries, off_edge
from ..squads import coherent, garrisons, housed, infantry, vehicle

REACH = 2.0  # inches within which an objective is handed over or put down
HOME = 1.0  # inches from its own table edge within which a squad takes an objective off the table
EXTRACTED = 2  # victory points for that
SNATCH = 1.0  # inches from a squad that drops one by itself within which an enemy has it at once
FREE = ("drop", "hand over", "take over")  # what a squad may do with an objective at any point of its activation


def mobile(t: Table) -> bool:
    """Whether the objectives of the scenario are carried by whoever claims them."""
    return "mobile" in t.scenario.special


def load(u: Unit) -> int:
    """The objective that the squad carries, 0 for none: a squad never carries two."""
    for effect in u.effects:
        if effect.what == CARRIES:
            return int(effect.value)
    return 0


def can_carry(u: Unit) -> bool:
    """Whether the squad could take an objective: Infantry and Vehicles on the table that carry none."""
    return u.here and (infantry(u) or vehicle(u)) and not load(u)


def carried(t: Table) -> list[tuple[int, Unit]]:
    """The objectives that are carried, each with its squad, in order."""
    return sorted([(load(u), u) for u in t.units if load(u)], key=lambda pair: pair[0]) if mobile(t) else []


# --- picking up and handing over --------------------------------------------------------------------------------------


def picked_up(t: Table, id: int, squads: Sequence[int]) -> Procedure:
    """Of the squads that qualify their player says which carries an objective from now on.

    A squad that claims one carries it; but it may drop it where it stands, so it may as well be left there.
    """
    able = tuple(u for u in squads if can_carry(t[u]))
    if not able:
        return
    options = (*able, "nobody")
    pick = yield Choose(t[able[0]].side, f"which squad picks up objective {id}?", options, able[0], (id, "pick up"))
    if pick != "nobody":
        yield Emit(PickedUp(pick, id))


def hands(t: Table, u: Unit) -> list[str]:
    """What the squad may do with an objective now, besides its actions."""
    if not mobile(t) or not u.here:
        return []
    if load(u):
        return ["drop", "hand over"] if takers(t, u) else ["drop"]
    return ["take over"] if givers(t, u) else []


def takers(t: Table, u: Unit) -> list[int]:
    """The friendly squads to which the squad may hand over what it carries."""
    return [v.id for v in t.own(u.side) if v.id != u.id and can_carry(v) and at_hand(u, v, REACH)]


def givers(t: Table, u: Unit) -> list[int]:
    """The friendly squads from which the squad may take over what they carry."""
    return [v.id for v in t.own(u.side) if can_carry(u) and load(v) and at_hand(u, v, REACH)]


def at_hand(u: Unit, v: Unit, inches: float) -> bool:
    """Whether two squads stand so near to each other, with no wall of a Garrison between them."""
    ours, theirs = housed(u), housed(v)
    if ours is not None or theirs is not None:
        return ours is not None and theirs is not None and ours[0] == theirs[0]
    return within(u.form, v.form, inches, "centre")


def handles(t: Table, u: int, what: str) -> Procedure:
    """A squad drops what it carries, or an objective goes from one squad to another, in the activation of either."""
    side = t[u].side
    if what == "drop":
        yield from drops(t, t[u])
    elif what == "hand over":
        found = tuple(takers(t, t[u]))
        to = yield Choose(side, f"to whom does {t.name(u)} hand over objective {load(t[u])}?", found, found[0], u)
        yield Emit(HandedOver(u, to, load(t[u])))
    else:
        found = tuple(givers(t, t[u]))
        giver = yield Choose(side, f"from whom does {t.name(u)} take over an objective?", found, found[0], u)
        yield Emit(HandedOver(giver, u, load(t[giver])))


def in_passing(t: Table, u: int, start: Formation) -> Procedure:
    """On its way a squad may hand over what it carries to one that it comes past, or take over what that one carries.

    Asked once it has moved, before it goes inside or aboard. The way of a unit that terrain turned aside counts only where
    it began and ended.
    """
    if not mobile(t) or not t[u].here or start.positions == t[u].form.positions:
        return
    takes = bool(load(t[u]))
    found = tuple(v for v in _passed(t, t[u], start) if (can_carry(t[v]) if takes else can_carry(t[u]) and load(t[v])))
    if not found:
        return
    name = t.name(u)
    if takes:
        question = f"to whom does {name} hand over objective {load(t[u])} in passing?"
    else:
        question = f"from whom does {name} take over an objective in passing?"
    pick = yield Choose(t[u].side, question, ("nobody", *found), "nobody", u)
    if pick != "nobody":
        giver, taker = (u, pick) if takes else (pick, u)
        yield Emit(HandedOver(giver, taker, load(t[giver])))


def _passed(t: Table, u: Unit, start: Formation) -> list[int]:
    """The friendly squads in the open that a squad has come past within 2 inches, where it began and ended among it."""
    ways = []
    for a, b in zip(start.positions, u.form.positions, strict=True):
        straight = way_round(t.ground, a, b, u.form.radius, t.game.movement_mode(t, u)) == (a, b)
        ways += [(a, b)] if straight else [(a, a), (b, b)]
    return [
        v.id
        for v in t.own(u.side)
        if v.id != u.id
        and housed(v) is None
        and any(segment_d2(x, y, *a, *b) <= REACH * REACH for a, b in ways for x, y in v.form.positions)
    ]


# --- dropping ---------------------------------------------------------------------------------------------------------


class DropPoints(Points):
    """Where a squad may put down an objective: within 2 inches of any of its units, on its own side of a Garrison's wall."""

    refusal = "not within 2 inches of the squad, or on the other side of a wall"

    def __init__(self, t: Table, form: Formation, house: int | None) -> None:
        self.ground, self.positions, self.house = t.ground, form.positions, house
        self.houses = garrisons(t)

    def __contains__(self, position: Any) -> bool:
        x, y = position
        if not (0 <= x <= self.ground.width and 0 <= y <= self.ground.height):
            return False
        pieces = self.ground.pieces
        if self.house is not None:
            return bool(pieces[self.house].holds(x, y))
        near = any((x - a) * (x - a) + (y - b) * (y - b) <= REACH * REACH for a, b in self.positions)
        return near and not any(pieces[k].holds(x, y) for k in self.houses)

    def __iter__(self) -> Iterator[Point]:
        ways = [(snap(a + REACH * c), snap(b + REACH * s)) for a, b in self.positions for c, s in SIXTEEN[::2]]
        middles = [] if self.house is None else [self.ground.pieces[self.house].box]
        inside = [(snap((a + c) / 2), snap((b + d) / 2)) for a, b, c, d in middles]
        yield from [position for position in dict.fromkeys((*self.positions, *inside, *ways)) if position in self]


def drops(t: Table, before: Unit) -> Procedure:
    """A squad drops what it carries, as its player likes; it is nobody's then. ``before`` is the squad where it stood."""
    home = housed(before)
    options = DropPoints(t, before.form, None if home is None else home[0])
    id = load(before)
    question = f"where does {t.name(before.id)} drop objective {id}?"
    x, y = yield Choose(before.side, question, options, next(iter(options)), (id, "drop"))
    yield Emit(Dropped(before.id, Marker(id, "objective", x, y, -1, "open")))


def lets_go(t: Table, u: int) -> Procedure:
    """A squad drops what it carries against its will: an enemy squad within an inch, or in its Garrison, has it at once."""
    unit, id = t[u], load(t[u])
    if not id:
        return
    yield from drops(t, unit)
    near = [v.id for v in t.enemies(unit.side) if can_carry(v) and at_hand(unit, v, SNATCH)]
    yield from picked_up(t, id, near)


def scatters(t: Table, u: int) -> Procedure:
    """At the end of its activation a squad that is out of coherency drops what it carries."""
    if t[u].here and load(t[u]) and not coherent(t[u]):
        yield from lets_go(t, u)


def takes_home(t: Table, u: int) -> Procedure:
    """A squad that ends its activation within an inch of its own table edge goes off with what it carries, and makes ready."""
    unit, id = t[u], load(t[u])
    if not id or not unit.here or housed(unit) is not None or "extraction" not in t.scenario.special:
        return
    edges = entries(t, unit.side).items()
    if not any(
        off_edge(t.ground, edge, span, position) <= HOME for edge, span in edges for position in unit.form.positions
    ):
        return
    yield Emit(Extracted(u, id))
    yield Emit(Scored(unit.side, EXTRACTED, f"objective {id} taken off the table"))
    yield Emit(KeptOff(u, "readiness"))
    yield Emit(Given(u, Effect("readiness"), True))


def falls_with(t: Table, before: Unit, killer: int = -1) -> Procedure:
    """What a destroyed squad carried lies where it stood; who struck it down at close quarters (``killer``) has it.

    Inside an Aircraft it is destroyed as well.
    """
    id = load(before)
    if not id:
        return
    if before.place != "table":
        yield Emit(WentDown(before.id, id))
    elif killer >= 0 and can_carry(t[killer]):
        yield Emit(PickedUp(killer, id))
    else:
        yield from drops(t, before)
