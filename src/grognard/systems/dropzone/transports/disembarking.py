"""Getting out of transports and through gates: where, when, and what is noted of it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ....common.deploy import bases, room
from ....common.exits import SIDES, Exits
from ....common.rules import id_of, voices
from ....kernel.asks import Choose, Emit, Procedure
from ....kernel.memo import memo
from ....table.distances import within
from ....table.events import Disembarked, Given, Removed
from ....table.geometry import Footprint, Formation
from ....table.paths import MovementMode
from ....table.space import Placing, positions_round
from ....table.state import Effect, Table, Unit
from ..casualties import lose_commanders
from ..events import Alighted, NoLonger
from ..moments import speaker
from ..objectives.mobile import falls_with
from ..squads import Standing, airborne, flagged, group, moved_in_round, movement_mode, off_table
from .capacity import aerial, half, of_its_class, open_to_all, serves, takes_up, through, to_holding
from .seats import Seat, carriers, rest, riding, seats, shared

REACH = 2.0  # inches for getting in and out


def exits(t: Table, squad: int, carrier: int) -> Exits | None:
    """The ways out of its transports for a squad, or through a gate (and others that help it); None when there is none."""
    return _exits(Standing(t), squad, out_of(t, t[squad], carrier))


@memo(16)
def _exits(standing: Standing, squad: int, ways: tuple[Seat, ...]) -> Exits | None:
    t = standing.t
    u = t[squad]
    hulls = [hull(t, way) for way in ways]
    if not hulls:
        return None
    if u.here:  # the rest of a squad: it need not stand with the others
        outside = room_beside(t, squad)
        footprints = bases(replace(u, members=(u.kind.models[0],) * len(hulls)))
    else:
        outside, footprints = room(t, squad), bases(u)
    found = (
        Exits(outside, footprints, hulls[0], REACH) if len(set(ways)) == 1 else SeveralExits(outside, footprints, hulls)
    )
    return found if any(found.by(arcs) is not None for arcs in ((), *SIDES[:-1])) else None


def room_beside(t: Table, squad: int) -> Placing:
    """Where units of a squad may be placed others of which stand on the table: they need not hold together."""
    u = t[squad]
    friends = [(v.id, v.form) for v in t.own(u.side)]
    foes = [(v.id, v.form) for v in t.enemies(u.side)]
    return Placing(t.ground, friends, foes, loose(movement_mode(t, u)), call=t.name)


def loose(going: MovementMode) -> MovementMode:
    """The movement mode of units that need not hold together."""
    return replace(going, coherency=0.0)


def hull(t: Table, way: Seat) -> Formation:
    """Where one transport stands, on the ground; of gates (-1) where all of a squad stand."""
    carrier, i = way
    form = t[carrier].form
    return (form if i < 0 else form.only((i,))).raised(0.0)


def out_of(t: Table, squad: Unit, carrier: int) -> tuple[Seat, ...]:
    """What each unit of the squad that is to get out comes out of: its transport, or through a gate.

    Where a gate does not let all of them out in this round, other gates of the side do; () when they do not either.
    """
    if not to_holding(t[carrier].kind):
        return tuple(riding(squad).values())
    ways: list[Seat] = []
    rest_of_them = [g.id for g in gates(t, squad) if g.id != carrier]
    for g in (carrier, *rest_of_them):
        ways += [(g, -1)] * min(through(t[g], squad, "gone out"), squad.size - len(ways))
    return tuple(ways) if len(ways) == squad.size else ()


class SeveralExits(Exits):
    """Where a squad may be placed that gets out of several transports: each unit near its own one, all holding together."""

    def __init__(self, placing: Placing, models: tuple[Footprint, ...], hulls: Sequence[Formation]) -> None:
        super().__init__(placing, models, hulls[0], REACH)
        self.hulls = tuple(hulls)

    def near(self, form: Formation, i: int) -> bool:
        """Whether unit i of the form stands near enough to its own transport."""
        return bool(within(form.only((i,)), self.hulls[i], self.inches))

    def by(self, arcs: Sequence[str]) -> Formation | None:
        """The squad placed between its transports, or drawn to one side of that point."""
        key = tuple(arcs)
        if key not in self._by:
            self._by[key] = self._towards(*self._aim(key))
        return self._by[key]

    def _aim(self, arcs: tuple[str, ...]) -> tuple[float, float]:
        positions = [hull.positions[0] for hull in dict.fromkeys(self.hulls)]
        x, y = sum(a for a, _ in positions) / len(positions), sum(b for _, b in positions) / len(positions)
        dx, dy = ASIDE.get(arcs, (0.0, 0.0))
        return x + dx, y + dy

    def _towards(self, x: float, y: float) -> Formation | None:
        """Each unit beside its transport, as near to a point as there is room."""
        placed: Formation | None = None
        front = self.hulls[0].front(0)
        for base, own in zip(self.bases, self.hulls, strict=True):
            rings = [
                positions_round(own, j, base, distance, front)
                for j in range(len(own.positions))
                for distance in DISTANCES
            ]
            tried = sorted({s for ring in rings for s in ring}, key=lambda s: ((s[0] - x) ** 2 + (s[1] - y) ** 2, s))
            for position in tried:
                one = Formation((position,), (base,), (front,))
                if placed is not None and within(one, placed, 0.0):
                    continue
                if within(one, own, self.inches) and self.room.takes(position, base, front):
                    placed = (
                        one
                        if placed is None
                        else Formation((*placed.positions, position), (*placed.bases, base), (front,))
                    )
                    break
            else:
                return None
        return placed if placed is not None and placed in self.room else None


DISTANCES = (1 / 512, 0.5, 1.0, 1.5, 1.9375)  # inches from a hull at which room is looked for
ASIDE: dict[tuple[str, ...], tuple[float, float]] = {
    ("front",): (0.0, 3.0),
    ("rear",): (0.0, -3.0),
    ("left",): (-3.0, 0.0),
    ("right",): (3.0, 0.0),
}


def gets_out(t: Table, squad: int, carrier: int, how: tuple[str, ...] = ()) -> Procedure:
    """A squad gets out of its transports (or through gates), or what of it still rides. Result: whether there was room."""
    options = exits(t, squad, carrier)
    if options is None:
        return False
    unit, ways = t[squad], out_of(t, t[squad], carrier)
    named, out = list(dict.fromkeys([c for c, _ in ways])), "the rest of " if unit.here else ""
    question = f"where does {out}{t.name(squad)} get out of {' and '.join(t.name(c) for c in named)}?"
    form = yield Choose(unit.side, question, options, None, squad)
    jumps = [by for c in named if airborne(t[c]) for by in jump(unit, t[c])]
    holding = to_holding(t[carrier].kind)
    until = ("round ends", t.round)
    if holding:
        for gate in named:
            n = takes_up(t[gate], unit) * sum(c == gate for c, _ in ways)
            yield Emit(Given(gate, Effect("gone out", squad, until, n), True))
        yield Emit(NoLonger(squad, "holding"))
    by = (*holding, *dict.fromkeys(jumps), *how)
    if unit.here:
        yield Emit(Alighted(squad, together(unit.form, form), "is joined by those who still rode", by=by))
    elif not holding and shared(seats(unit)):
        yield Emit(Alighted(squad, form, f"disembarks from {' and '.join(map(t.name, named))}", by=by))
    else:
        yield Emit(Disembarked(squad, form, " and ".join(map(t.name, named)), by=by))
    air = next((c for c in named if aerial(t[c]) or flagged(t[c], "from the air")), None)
    first = carrier if air is None else air
    yield Emit(Given(squad, Effect("disembarked", first, until, "ground" if air is None else "air"), True))
    if air is not None:
        yield Emit(Given(squad, Effect("from the air", first, until), True))
    return True


def together(one: Formation, other: Formation) -> Formation:
    """Where units stand of two groups, those of the first first, each facing as it does."""
    facing = tuple(
        [one.front(i) for i in range(len(one.positions))] + [other.front(i) for i in range(len(other.positions))]
    )
    levels = tuple(
        [one.level(i) for i in range(len(one.positions))] + [other.level(i) for i in range(len(other.positions))]
    )
    return Formation(one.positions + other.positions, one.bases + other.bases, facing, levels if any(levels) else ())


def jump(squad: Unit, carrier: Unit) -> tuple[str, ...]:
    """The ids of rules by which the squad may leave an Aircraft in the air that has moved no further than they allow."""
    found = [(s(), id_of(speaker(s))) for s in voices(squad.kind.models[0], "disembarks")]
    most = min(m.stats.MV for m in carrier.members)
    return tuple(by for inches, by in found if moved_in_round(carrier) <= min(half(carrier) + inches, most))


def may_leave(t: Table, squad: Unit) -> list[int]:
    """The transports (or gates) out of which the squad may get now: out of all in which it is shared out, or of none."""
    if squad.place == "aboard" or rest(squad):
        own = carriers(squad)
        inner = any(c < 0 or t[c].place != "table" or i >= t[c].size for c, i in riding(squad).values())
        if inner or not all(open_to_all(t[c]) or (airborne(t[c]) and jump(squad, t[c])) for c in own):
            return []
        return [own[0]]
    if off_table(squad) != "holding":
        return []
    return [g.id for g in gates(t, squad) if out_of(t, squad, g.id)]


def gates(t: Table, squad: Unit) -> list[Unit]:
    """The gates on the table through which units of a squad in Holding could still get out this round."""
    found = [u for u in t.own(squad.side) if to_holding(u.kind) and open_to_all(u) and serves(t, u, squad)]
    return [u for u in found if through(u, squad, "gone out")]


def has_a_gate(t: Table, squad: Unit) -> bool:
    """Whether a squad in Holding could still get out this round: by a gate of its battlegroup, or an Auxiliary one yet to act."""
    return any(
        u.side == squad.side
        and to_holding(u.kind)
        and of_its_class(u.kind, squad.kind)
        and (u.here or off_table(u) == "readiness")
        and (group(u) == group(squad) or (not group(u) and u.id not in t.acted))
        for u in t.units
    )


def lost_gates(t: Table, side: int, by: tuple[str, ...]) -> Procedure:
    """When the last gate of a side is destroyed, everything in Holding is lost, by the rules that made it a gate."""
    waiting = [u.id for u in t.there("reserve", side) if off_table(u) == "holding"]
    if waiting and not any(u.alive and u.side == side and to_holding(u.kind) for u in t.units):
        for u in waiting:
            before = t[u]
            yield Emit(Removed(u, "lost with the last gate", by=by))
            yield from lose_commanders(t, before)
            yield from falls_with(t, before)
