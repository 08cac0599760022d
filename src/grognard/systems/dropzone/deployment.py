"""Setting up: who has which zone, then battlegroup by battlegroup, on the table, in readiness or in reserve.

Also how those off the table come on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.table.events import side_name

from ...common.deploy import Places, bases, pass_on, places, put, room
from ...common.reserves import along_edge, own_edge
from ...common.rules import Rule, id_of, voices
from ...common.steps import next_step
from ...kernel.asks import Choose, Emit, Procedure, Roll
from ...kernel.faces import die
from ...table.events import Arrived, Deployed, Given, Said
from ...table.geometry import Outline
from ...table.state import Effect, Table, Unit
from ...table.terrain import Ground
from .boarding import SEVERAL, allotted, embarks
from .entering import entries, within_move
from .events import Becomes, KeptOff, NoLonger, ZonePicked
from .garrisons import go_in, room_for
from .laying import place_one, to_place
from .matchup import rule_of
from .movement import PIVOT, Skies, distance, noted
from .reacting import at_edge, flies_in
from .seats import Seat, cargo, carriers, riding
from .situation import FLYING
from .squads import HARNESS, battlegroups, commanders, garrisons, infantry, off_table
from .stats import transport
from .transports import capacity, every_seat, may_carry, needs, roomy, takes, takes_up, to_holding, used


class Setup:
    """How a squad may be set up, while its rules still speak."""

    def __init__(self) -> None:
        self.reserve = False
        self.ahead = 0  # inches from its own edge within which it may be put down whatever else holds
        self.by: tuple[str, ...] = ()

    def hold_back(self, by: Rule) -> None:
        """It starts in reserve."""
        self.reserve, self.by = True, (*self.by, id_of(by))

    def go_ahead(self, inches: int, by: Rule) -> None:
        """It may be put down within so many inches of its side's edge."""
        self.ahead, self.by = max(self.ahead, inches), (*self.by, id_of(by))


def setup_of(u: Unit) -> Setup:
    """What the squad's rules say about setting it up."""
    setup = Setup()
    for speak in voices(u.kind.models[0], "sets_up"):
        speak(setup)
    return setup


def rolling_off(t: Table, player: int) -> Procedure:
    """A die each, thrown again when they are equal: the winner picks one of the two zones, and is the first to set up.

    Deployment rules of version 2.2.0.
    """
    ours = theirs = 0
    while ours == theirs:
        ours = yield Roll(die(6, f"deployment of {side_name(t, 0)}"))
        theirs = yield Roll(die(6, f"deployment of {side_name(t, 1)}"))
    winner = int(theirs > ours)
    names = zone_names(t.ground)
    zone = yield Choose(winner, "which deployment zone?", names, names[winner])
    yield Emit(
        ZonePicked(winner, f"{max(ours, theirs)} to {min(ours, theirs)}", zone=zone, swapped=zone != names[winner])
    )
    yield from next_step(t)


def zone_names(ground: Ground) -> tuple[str, str]:
    """What the two deployment zones are called, by where they lie on the table.

    >>> from grognard.table.terrain import rectangle
    >>> zone_names(Ground(48.0, 48.0, zones=(rectangle(0, 0, 48, 12), rectangle(0, 36, 48, 12))))
    ('the lower zone', 'the upper zone')
    """
    first, second = (_lies(ground, zone) for zone in ground.zones[:2])
    return ("the first zone", "the second zone") if first == second else (f"the {first}zone", f"the {second}zone")


def _lies(ground: Ground, zone: Outline) -> str:
    xs, ys = [x for x, _ in zone], [y for _, y in zone]
    across, up = min(xs) + max(xs) - ground.width, min(ys) + max(ys) - ground.height
    return ("lower " if up < 0 else "upper " if up > 0 else "") + (
        "left " if across < 0 else "right " if across > 0 else ""
    )


def waiting(t: Table, side: int) -> list[str]:
    """The battlegroups of a side that are not set up, in the order of the force.

    Auxiliary squads that were set up with none ("") come together, when both sides have no others left.
    """
    found = _off(t, side)
    named = [name for name in found if name]
    return named if named or any(_off(t, 1 - side)) else found


def _off(t: Table, side: int) -> list[str]:
    units = t.units
    found = [name for name, ids in battlegroups(t, side).items() if any([units[id].place == "off" for id in ids])]  # noqa: C419
    return sorted(found, key=lambda name: (not name, _first_off(t, side, name)))


def _first_off(t: Table, side: int, name: str) -> int:
    return next(id for id in battlegroups(t, side)[name] if t[id].place == "off")


def deploying(t: Table, player: int) -> Procedure:
    """The step of deployment: the objectives that the players put down, then a battlegroup each, in turns, until all are set up."""
    if to_place(t):
        yield from place_one(t)
        return
    side = player if waiting(t, player) else 1 - player
    names = waiting(t, side)
    if not names:
        yield from next_step(t)
        return
    name = yield Choose(side, "deploy which battlegroup?", tuple(names), names[0])
    yield from set_up(t, side, name)
    yield from pass_on(t, 1 - side)


def set_up(t: Table, side: int, name: str) -> Procedure:
    """One battlegroup, with the Auxiliary squads that carry it or are added to it.

    Who comes by drop-harness, who rides in what, then where all of it starts.
    """
    how: dict[int, str] = {}
    for u in _unplaced(t, side, name):
        how[u] = yield from comes(t, u, tuple(how))
    others = _unplaced(t, side, "") if name else []
    for u in others:
        if (yield from is_added(t, u, name, how)):
            how[u] = yield from comes(t, u, tuple(how))
    while (u := next((u for u in others if u not in how and any(c.id in how for c in cargo(t, u))), -1)) >= 0:
        how[u] = yield from comes(t, u, tuple(how))
    squads = list(how)
    ahead = [u for u in squads if how[u] == "ahead"]
    dropped = [u for u in squads if how[u] == "dropped"]
    state = yield from starts(t, side, name, squads, len(squads) == len(dropped))
    for u in squads:
        if t[u].place != "off":
            continue
        setup = setup_of(t[u])
        if u in dropped:
            yield from keep_back(t, u, "reserve" if state == "reserve" or setup.reserve else "readiness")
            yield Emit(Becomes(u, Effect(HARNESS), says="will come by drop-harness"))
        elif u in ahead:
            yield from put_ahead(t, u, setup)
        elif setup.reserve or state == "reserve":
            yield from keep_back(t, u, "reserve", setup.by if setup.reserve else ())
        elif state == "readiness":
            yield from keep_back(t, u, "readiness")
        elif t[u].kind.type in FLYING:
            yield from take_wing(t, u)
        else:
            yield from put(t, u)
            if t[u].place == "reserve":
                yield Emit(Given(u, Effect("readiness"), True))


def _unplaced(t: Table, side: int, name: str) -> list[int]:
    return [id for id in battlegroups(t, side).get(name, ()) if t[id].place == "off"]


def comes(t: Table, u: int, asked: Sequence[int]) -> Procedure:
    """How a squad comes to the battle: "dropped" by a harness, "ahead" of its battlegroup, or "with it", in what it rides in.

    Those ``asked`` before stay where they are.
    """
    yield from tells(t, t[u])
    if (yield from harnessed(t, u)):
        return "dropped"
    if (yield from infiltrates(t, u)):
        return "ahead"
    yield from rides(t, u, asked)
    return "with it"


def is_added(t: Table, u: int, name: str, how: Mapping[int, str]) -> Procedure:
    """Whether an Auxiliary squad is set up with a battlegroup, as its player likes: else with a later one, or after all of them.

    A transport goes with those that it carries. An empty one waits as long as somebody may yet start in it, but for gates:
    anybody who is not set up, nor one of those of whom it is said ``how`` they come.
    """
    squad = t[u]
    fillable = transport(squad.kind, "cap") and not to_holding(squad.kind)
    left = [v for v in t.units if v.place == "off" and v.id not in how]
    if fillable and (cargo(t, u) or any(carries(t, squad, v) for v in left)):
        return False
    options = ("later", f"with {name}")
    return (yield Choose(squad.side, f"is {t.name(u)} set up with {name}?", options, "later", (u, "set up"))) != "later"


def harnessed(t: Table, u: int) -> Procedure:
    """Whether a Behemoth will come by drop-harness: then it waits in readiness until Infantry calls it down with a Signal."""
    if t[u].kind.type != "Behemoth":
        return False
    ways = ("as usual", "by drop-harness")
    return (
        yield Choose(t[u].side, f"how does {t.name(u)} come to the battle?", ways, ways[0], (u, "harness"))
    ) != ways[0]


def infiltrates(t: Table, u: int) -> Procedure:
    """Whether a squad that may be put down near its own edge is, in place of starting with its battlegroup."""
    if not setup_of(t[u]).ahead:
        return False
    options = ("ahead of it", "with it")
    pick = yield Choose(t[u].side, f"does {t.name(u)} infiltrate ahead of its battlegroup?", options, options[0], u)
    return pick == options[0]


def tells(t: Table, u: Unit) -> Procedure:
    """What the report says of a squad before it is set up: its Commanders, and that the list has no more of it than it may."""
    model = u.kind.models[0]
    if led := [value for value in commanders(u) if value]:
        many = "a Commander (Command Value" if len(led) == 1 else f"{len(led)} Commanders (Command Values"
        by = tuple([id_of(rule_of(s)) for s in voices(model, "commands") if s()])
        yield Emit(Said(f"{t.name(u.id)} carries {many} {' and '.join(map(str, led))})", by=by))
    if by := tuple([id_of(rule_of(s)) for s in voices(model, "limit")]):
        yield Emit(Said(f"the list has no more squads of {t.name(u.id)} than it may", by=by))


def take_wing(t: Table, u: int) -> Procedure:
    """Aircraft start in the air above their side's zone."""
    ground = places(t, u)
    options = Skies(t, t[u], ground.room.zone, ground.spots, ground.facing)
    default = next(iter(options), None)
    if default is None:
        yield from keep_back(t, u, "readiness")
        return
    form = yield Choose(t[u].side, f"where does {t.name(u)} deploy?", options, default, u)
    yield Emit(Deployed(u, form))


def keep_back(t: Table, u: int, how: str, by: tuple[str, ...] = ()) -> Procedure:
    """A squad waits off the table."""
    yield Emit(KeptOff(u, how, by=by))
    yield Emit(Given(u, Effect(how), True))


def rides(t: Table, u: int, asked: Sequence[int] = ()) -> Procedure:
    """A squad may start aboard a transport of its battlegroup, or an Auxiliary one; or in Holding.

    One that no transport has room for may be shared out over several. It must ride where without it an Auxiliary transport, or
    all gates, would not come to be half full; those ``asked`` before stay where they are.
    """
    squad = t[u]
    if not transport(squad.kind, "req"):
        return
    able = [c for c in t.units if _still_open(c) and carries(t, c, squad) and not _within(t, c, u)]
    found = [c for c in able if to_holding(c.kind) or takes(t, c, squad)]
    space = {} if found else roomy(t, squad, able)
    if sum(space.values()) < squad.size:
        space = {}
    if not found and not space:
        return
    halves = {seat: n for c in able for seat, n in lacking(t, c, squad, asked).items()}
    if space:
        options: tuple[int | str, ...] = (SEVERAL,) if halves else (SEVERAL, "on its own")
    else:
        needed = tuple(c.id for c in found if any(seat[0] == c.id for seat in halves))
        options = needed or (*(c.id for c in found), "on its own")
    carrier = yield Choose(t[u].side, f"what does {t.name(u)} start in?", options, options[0], (u, "rides"))
    if carrier == "on its own":
        return
    if carrier == SEVERAL:
        yield from embarks(t, u, (yield from allotted(t, u, space, halves=halves)))
    elif by := to_holding(t[carrier].kind):
        yield Emit(KeptOff(u, "Holding", by=by))
        yield Emit(Given(u, Effect("holding"), True))
    else:
        yield from starts_in(t, u, carrier, halves)


def _still_open(c: Unit) -> bool:
    """Whether squads may start in a transport: it is not set up, or a gate, which may stand on the table by then."""
    return c.place in ("off", "aboard") or bool(to_holding(c.kind))


def carries(t: Table, c: Unit, squad: Unit) -> bool:
    """Whether something may carry units of the squad when the battle begins."""
    return c.side == squad.side and bool(transport(c.kind, "cap")) and may_carry(t, c, squad)


def starts_in(t: Table, u: int, carrier: int, halves: Mapping[Seat, int]) -> Procedure:
    """A squad starts in one of several transports of a squad."""
    squad = t[u]
    free = [seat for seat, n in roomy(t, squad, [t[carrier]]).items() if n >= squad.size]
    free = [seat for seat in free if halves.get(seat)] or free
    seat = free[0]
    if len(free) > 1:
        names = {i + 1: (c, i) for c, i in free}
        question = f"in which of {t.name(carrier)} does {t.name(u)} ride?"
        seat = names[(yield Choose(squad.side, question, tuple(names), next(iter(names)), u))]
    yield from embarks(t, u, (seat,) * squad.size)


def lacking(t: Table, carrier: Unit, squad: Unit, asked: Sequence[int]) -> dict[Seat, int]:
    """How many units of the squad each of some transports needs to be half full, of those that no others could fill any more."""
    if carrier.kind.detail("category", "") != "Auxiliary":
        return {}
    waiting = [v for v in t.units if v.place == "off" and v.side == squad.side and v.id not in (squad.id, *asked)]
    found = {}
    for seat in every_seat(carrier):
        missing = []  # by symbol: how many units of this squad are missing to half full, if only it can bring them
        for letter in capacity(carrier):
            half, taken = half_of(t, seat, letter)
            others = sum(brings(t, carrier, v, letter) for v in waiting)
            if taken + others >= half:
                break
            if (
                takes_up(carrier, squad)
                and letter in needs(squad)
                and taken + others + brings(t, carrier, squad, letter) >= half
            ):
                missing.append(-(-(half - taken - others) // needs(squad)[letter]))
        else:
            if missing:
                found[seat] = min(missing)
    return found


def brings(t: Table, carrier: Unit, v: Unit, letter: str) -> int:
    """How much of the room of a symbol a squad takes in a transport if it rides there: as a whole, or as much of it as has room."""
    if letter not in needs(v) or not may_carry(t, carrier, v):
        return 0
    if to_holding(carrier.kind):
        return needs(v)[letter] * v.size
    most = max(roomy(t, v, [carrier]).values(), default=0)
    if most < v.size and any(carries(t, c, v) and _holds_all(c, v) for c in t.units):
        return 0  # some transport has room for all of it: it is not shared out
    return needs(v)[letter] * min(most, v.size)


def _holds_all(carrier: Unit, v: Unit) -> bool:
    return any(number >= needs(v).get(letter, number + 1) * v.size for letter, number in capacity(carrier).items())


def half_of(t: Table, seat: Seat, letter: str) -> tuple[int, int]:
    """(half the room of a symbol, rounded up, how much of it is taken): of a gate, of all gates of its side and the Holding."""
    carrier = t[seat[0]]
    if not to_holding(carrier.kind):
        return (capacity(carrier)[letter] + 1) // 2, used(t, seat, letter)
    doors = [u for u in t.units if u.side == carrier.side and u.alive and to_holding(u.kind)]
    room = sum(capacity(u).get(letter, 0) * u.size for u in doors)
    holding = [v for v in t.there("reserve", carrier.side) if off_table(v) == "holding"]
    return (room + 1) // 2, sum(needs(v).get(letter, 0) * v.size for v in holding)


def _within(t: Table, carrier: Unit, u: int) -> bool:
    """Whether the transport is itself aboard the squad, or is it."""
    return carrier.id == u or any(_within(t, t[c], u) for c, _ in dict.fromkeys(riding(carrier).values()))


def starts(t: Table, side: int, name: str, squads: list[int], dropped: bool = False) -> Procedure:
    """Where a battlegroup starts: by Aerial Advantage in reserve unless it is the HQ or wholly in Aircraft; else as the scenario
    says, or as its player likes.

    ``dropped``: all of it comes by drop-harness, and is never set up on the table.
    """
    headquarters = any(t[u].kind.detail("category", "") == "Command" for u in squads)
    wings = all(_wings(t, t[u]) for u in squads)
    if t.rulings.get("aerial-advantage") != "off" and name and not headquarters and not wings:
        yield Emit(Said(f"{name} starts in reserve: not all of it is carried by Aircraft"))
        return "reserve"
    if dropped or "readiness" in t.scenario.special:
        return "readiness"
    return (
        yield Choose(side, f"how does {name or 'the rest'} start?", ("on the table", "readiness"), "on the table", name)
    )


def _wings(t: Table, u: Unit) -> bool:
    """Whether the squad is an Aircraft, rides in one, or waits in Holding."""
    if u.place == "reserve":
        return True
    if u.place == "aboard":
        return all(_wings(t, t[c]) for c in carriers(u))
    return u.kind.type in FLYING


def put_ahead(t: Table, u: int, setup: Setup) -> Procedure:
    """A squad is put down within so many inches of its own edge, whatever the rest of its battlegroup does."""
    from ...table.placing import edge_strip

    zone = edge_strip(t.ground, own_edge(t, t[u].side), float(setup.ahead))
    if (yield from sneaks_in(t, u, setup)):
        return
    options = places(t, u, zone)
    default = next(iter(options), None)
    if default is None:
        yield from keep_back(t, u, "readiness", setup.by)
        return
    form = yield Choose(t[u].side, f"where does {t.name(u)} infiltrate?", options, default, u)
    yield Emit(Deployed(u, form, by=setup.by))


def sneaks_in(t: Table, u: int, setup: Setup) -> Procedure:
    """Infantry that infiltrates may start in a Garrison within its reach of the edge. Result: whether it does."""
    edge = own_edge(t, t[u].side)
    found = tuple(
        k for k in garrisons(t)
        if infantry(t[u]) and _within_edge(t, k, edge, setup.ahead) and room_for(t, t[u], k)
    )  # fmt: skip
    if not found:
        return False
    pick = yield Choose(t[u].side, f"does {t.name(u)} infiltrate a building?", ("in the open", *found), found[0], u)
    if pick == "in the open":
        return False
    yield Emit(Said(f"{t.name(u)} infiltrates", by=setup.by))
    yield from go_in(t, u, pick)
    return True


def _within_edge(t: Table, k: int, edge: str, inches: int) -> bool:
    left, bottom, right, top = t.ground.pieces[k].box
    w, h = t.ground.width, t.ground.height
    return bool({"bottom": bottom, "top": h - top, "left": left, "right": w - right}[edge] <= inches)


# --- coming on --------------------------------------------------------------------------------------------------------


def make_ready(t: Table) -> Procedure:
    """At the end of the first round what is in reserve makes ready; so do Fast units that have left the table."""
    for u in [u.id for u in t.units if u.place == "reserve"]:
        if off_table(t[u]) == "reserve":
            yield Emit(NoLonger(u, "reserve", says="makes ready"))
            yield Emit(Given(u, Effect("readiness"), True))


def comes_on(t: Table, u: int, inches: float) -> Procedure:
    """A squad in readiness comes on from an edge in its side's zone, or stays off. Result: whether it has come."""
    all_of_them = arrivals(t, u, max(inches, _depth(t[u])))
    found = {edge: places for edge, places in all_of_them.items() if next(iter(places), None) is not None}
    if not found:
        yield Emit(Said(f"there is no room for {t.name(u)} to come on"))
        return False
    stay = yield Choose(t[u].side, f"does {t.name(u)} come on?", ("come on", "stay off"), "come on", (u, "arrive"))
    if stay == "stay off":
        return False
    edge = yield Choose(t[u].side, f"from which edge does {t.name(u)} come on?", tuple(found), next(iter(found)), u)
    default = next(iter(found[edge]))
    form = yield Choose(t[u].side, f"where does {t.name(u)} come on?", found[edge], default, u)
    if t[u].kind.type in FLYING:
        yield from flies_in(t, u, form, edge)
        return True
    yield Emit(Arrived(u, form, f"the {edge} edge"))
    yield Emit(NoLonger(u, "readiness"))
    yield from noted(t, u, max(PIVOT, distance(at_edge(t, form, edge, t[u].side), form)))
    return True


def arrivals(t: Table, u: int, inches: float) -> dict[str, Places]:
    """Where a squad may stand that comes on, by the edge of the table that it comes from."""
    found: dict[str, Places] = {}
    for edge, span in entries(t, t[u].side).items():
        if span == (0.0, t.ground.width if edge in ("bottom", "top") else t.ground.height):
            zone, spots, inward = along_edge(t, edge, inches)
        else:
            zone, spots, inward = within_move(t.ground.width, t.ground.height, edge, span, inches)
        flies = t[u].kind.type in FLYING
        found[edge] = (
            Skies(t, t[u], zone, spots, inward) if flies else Places(room(t, u, zone), bases(t[u]), spots, inward)
        )
    return found


def _depth(u: Unit) -> float:
    """The least depth of table that its models need."""
    return 2 * max(b.radius for b in bases(u)) + 0.125
