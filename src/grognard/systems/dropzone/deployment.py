"""Setting up: who has which zone, then battlegroup by battlegroup, on the table, in readiness or in reserve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...common.deploy import pass_on, places, put, roll_off
from ...common.rules import id_of, voices
from ...common.steps import next_step
from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Deployed, Given, Remarked, Said, side_name
from ...table.geometry import Outline
from ...table.state import Effect, Table, Unit
from ...table.terrain import Ground
from .army import SIZES
from .events import Becomes, ZonePicked
from .infiltration import infiltrates, put_ahead, setup_of
from .moments import speaker
from .movement.legal_moves import Skies
from .objectives.placement import place_one, to_place
from .profiles import FLYING, transport
from .reserves import keep_back
from .squads import HARNESS, battlegroups, commanders, group_words
from .transports.capacity import to_holding
from .transports.seats import cargo, carriers
from .transports.starting_aboard import carries, rides


def rolling_off(t: Table, player: int) -> Procedure:
    """A die each, thrown again when they are equal: the winner picks one of the two zones, and is the first to set up.

    Dropzone Commander 2.2.0, Deployment.
    """
    winner, dice = yield from roll_off(t, "deployment")
    names = zone_names(t.ground)
    zone = yield Choose(winner, "which deployment zone?", names, names[winner])
    yield Emit(ZonePicked(winner, dice, zone=zone, swapped=zone != names[winner]))
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
    name = yield Choose(side, "deploy which battlegroup?", tuple(names), names[0], says=group_words(t, side))
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


def tells(t: Table, u: Unit) -> Procedure:
    """What the report says of a squad before it is set up: its Commanders, and how many such a list may have."""
    model = u.kind.models[0]
    if led := [value for value in commanders(u) if value]:
        many = "a Commander (Command Value" if len(led) == 1 else f"{len(led)} Commanders (Command Values"
        by = tuple([id_of(speaker(s)) for s in voices(model, "commands") if s()])
        yield Emit(Said(f"{t.name(u.id)} carries {many} {' and '.join(map(str, led))})", short="", by=by))
    if limits := voices(model, "limit"):
        most = ", ".join(f"{min(limit(size.name) for limit in limits)} in a {size.name}" for size in SIZES)
        by = tuple([id_of(speaker(limit)) for limit in limits])
        yield Emit(Remarked(f"{t.name(u.id)}: a list may have {most}", by=by))


def take_wing(t: Table, u: int) -> Procedure:
    """Aircraft start in the air above their side's zone."""
    ground = places(t, u)
    options = Skies(t, t[u], ground.room.zone, ground.positions, ground.facing)
    default = next(iter(options), None)
    if default is None:
        yield from keep_back(t, u, "readiness")
        return
    form = yield Choose(t[u].side, f"where does {t.name(u)} deploy?", options, default, u)
    yield Emit(Deployed(u, form))


def starts(t: Table, side: int, name: str, squads: list[int], dropped: bool = False) -> Procedure:
    """Where a battlegroup starts: by Aerial Advantage in reserve unless it is the HQ or wholly in Aircraft; else as the scenario
    says, or as its player likes.

    ``dropped``: all of it comes by drop-harness, and is never set up on the table.
    """
    headquarters = any(t[u].kind.detail("category", "") == "Command" for u in squads)
    wings = all(_wings(t, t[u]) for u in squads)
    if t.rulings.get("aerial-advantage") != "off" and name and not headquarters and not wings:
        yield Emit(Remarked(f"{side_name(t, side)}: {name} starts in reserve, not all of it is carried by Aircraft"))
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
