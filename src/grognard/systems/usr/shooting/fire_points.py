"""Fire out of transports, and fire of one vehicle at several targets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....common import saying
from ....common.profiles import Model
from ....common.triggers import PHASE_ENDS, give
from ....kernel.asks import Choose, Emit, Procedure
from ....table.distances import within
from ....table.geometry import LATTICE, NOWHERE, Formation
from ....table.state import Table, Unit
from ..attack import weapons
from ..condition import AT_POINTS, MOVED, PICKED, SILENT, UNSTEADY, moved, snaps, squad
from ..events import Manned, Over
from ..line_of_sight import sees_somebody
from ..model_types import type_of
from ..vehicles.buildings import attackable
from ..vehicles.transports import carrier_of, open_topped
from .eligibility import Targets, sees
from .emplacements import back, emplaced, serve, serving
from .firing_choices import HOLD
from .guns import guns_of, longest
from .shooting import fire
from .split_fire import shoot

# --- who fires out of a transport -------------------------------------------------------------------------------------


def ports(carrier: Unit) -> int:
    """How many models may fire out of a transport or building; of an open-topped one everybody."""
    return 99 if open_topped(carrier) else int(carrier.kind.detail("fire_points", 0)) * carrier.size


def can_fire_out(t: Table, player: int) -> list[int]:
    """The units of a player that are aboard, may fire out, and have an enemy within reach."""
    return [u.id for u in t.there("aboard", player) if u.id not in t.acted and has_a_shot(t, u)]


def has_a_shot(t: Table, unit: Unit) -> bool:
    """Whether a unit aboard may fire out and has an enemy within reach."""
    c = carrier_of(t, unit.id)
    if c is None or moved(t[c]) == "advanced" or t[c].has(SILENT):
        return False
    carrier = t[c]
    armed = unit.members if ports(carrier) else ()
    armed += tuple(serving(unit.members[0], gun) for gun in emplaced(carrier))
    if not armed:
        return False
    reach = longest(armed, squad(unit), moved(carrier), shaken_about(carrier))
    return reach >= 0 and any(not v.foes and within(carrier.form, v.form, reach) for v in t.enemies(unit.side))


def man_the_ports(t: Table, u: int) -> Procedure:
    """Passengers go to where they fire, no more of them than there are fire points, and to the guns of a building.

    Gives (model that serves a gun, model as it was) of each gunner, for ``inside_again``.
    """
    yield from lean_out(t, u)
    carrier = t[t[u].aboard]
    pairs, gunners = (yield from serve(t, u, carrier)) if emplaced(carrier) else ((), ())
    if ports(carrier) < t[u].size - len(gunners):
        at = yield from _chosen(t, u, ports(carrier), gunners)
        yield from give(
            t, u, AT_POINTS, PHASE_ENDS, source=carrier.id, value=tuple(sorted((*at, *gunners))), quiet=True
        )
    return pairs


def inside_again(t: Table, u: int, pairs: Iterable[tuple[Model, Model]]) -> Procedure:
    """Passengers who have fired are inside as before."""
    yield from back(t, u, pairs)
    if t[u].place == "aboard":
        yield Emit(Manned(u, NOWHERE))


def at_the_hull(carrier: Unit, n: int) -> Formation:
    """Where so many passengers stand who fire out: where the hull does, a hair apart, to be told from one another."""
    x, y = carrier.form.positions[0]
    positions = tuple((x + i / LATTICE, y) for i in range(n))
    return Formation(positions, (carrier.form.bases[0],) * n, (carrier.form.front(0),))


def shaken_about(carrier: Unit) -> bool:
    """Whether whoever fires out of a transport fires Snap Shots."""
    return moved(carrier) == "cruising" or snaps(carrier)


def lean_out(t: Table, u: int) -> Procedure:
    """Passengers are measured from the hull, and have moved as it has."""
    carrier = t[t[u].aboard]
    yield Emit(Manned(u, at_the_hull(carrier, t[u].size)))
    if moved(carrier):
        yield from give(t, u, MOVED, PHASE_ENDS, source=carrier.id, value="moved", quiet=True)
    if shaken_about(carrier):
        yield from give(t, u, UNSTEADY, PHASE_ENDS, source=carrier.id, quiet=True)


def _chosen(t: Table, u: int, n: int, gunners: tuple[int, ...]) -> Procedure:
    """Which models take the fire points, profile by profile as their player likes; ``gunners`` need none."""
    unit = t[u]
    free_hands = [i for i in range(unit.size) if i not in gunners]
    armed = [i for i in free_hands if guns_of(unit.members[i], squad(unit), moved(unit), snaps(unit))]
    at: list[int] = []
    for point in range(n):
        free: dict[Any, int] = {}
        for i in armed:
            if i not in at:
                free.setdefault(unit.members[i], i)
        if not free:
            break
        words = f"who of {t.name(u)} fires from point {point + 1}?"
        options = tuple(free.values())
        says = saying.models(unit.members, unit.wounds, unit=u)
        at.append((yield Choose(unit.side, words, options, options[0], ("fire point", u), says)))
    return tuple(sorted(at))


def fire_out(t: Table, u: int) -> Procedure:
    """A unit aboard fires at one target out of its transport."""
    pairs = yield from man_the_ports(t, u)
    yield from shoot(t, u)
    yield from inside_again(t, u, pairs)


# --- several targets --------------------------------------------------------------------------------------------------


def shooting_of(t: Table, u: int) -> Procedure:
    """One unit shoots: out of its transport, at several targets where a rule allows it, or as any other."""
    unit = t[u]
    if unit.place == "aboard":
        return fire_out(t, u)
    if len(unit.members) == 1 and type_of(unit.members[0]).armoured and (apart := guns_apart(unit)):
        return _spread(t, u, apart)
    return shoot(t, u)


def guns_apart(unit: Unit) -> int:
    """How many of its weapons a vehicle may fire at other targets: all of a super-heavy, one more where a rule says so."""
    model = unit.members[0]
    if "Super-heavy" in type_of(model).tags:
        return weapons.EVERY
    if len(weapons.whole_guns(model)) < 2:
        return 0
    return int(
        bool(weapons.gunnery(model, moved(unit), snaps(unit)).apart or weapons.gunnery(model, "moved").apart)
    ) * (moved(unit) != "advanced")


def others_for(t: Table, u: int, v: int, name: str) -> list[int]:
    """The enemies beside a target at which a weapon of a vehicle may be fired."""
    unit = t[u]
    fired = guns_of(unit.members[0], squad(unit), moved(unit), snaps(unit))
    reach = max((f.reach for f in fired if f.weapon.name == name), default=-1.0)
    return [
        w.id
        for w in t.enemies(unit.side)
        if w.id != v and reach >= 0 and not w.foes and attackable(t, w.id) and within(unit.form, w.form, reach)
        and sees_somebody(t, unit, w)
    ]  # fmt: skip


def _spread(t: Table, u: int, apart: int) -> Procedure:
    """A vehicle fires at one target, and some of its weapons at others."""
    unit = t[u]
    model = unit.members[0]
    words = f"{t.name(u)} shoots at which unit?"
    v = yield Choose(unit.side, words, Targets(t, u), about=("shoot", u))
    if v == HOLD:
        return
    whole = {ways[0].name: tuple(w.name for w in ways) for ways in weapons.whole_guns(model)}
    aims: dict[str, int] = {}
    for name in whole:
        if len(aims) == min(apart, len(whole) - 1):
            break
        if elsewhere := others_for(t, u, v, name):
            words = f"at whom does the {name} of {t.name(u)} fire?"
            pick = yield Choose(unit.side, words, (v, *elsewhere), default=v, about=("apart", u, name, v))
            if pick != v:
                aims[name] = pick
    if not aims:
        yield from fire(t, u, v)
        return
    limited = apart < weapons.EVERY
    for target in dict.fromkeys((v, *aims.values())):
        if not t[u].here or not t[target].here:
            continue
        picked = tuple(way for name, ways in whole.items() if aims.get(name, v) == target for way in ways)
        spare = 1 if limited and target == v else 0  # what the rule adds is fired at the other target
        yield from give(t, u, PICKED, PHASE_ENDS, source=u, value=(picked, spare), quiet=True)
        if sees(t, u, target):
            yield from fire(t, u, target)
        if t[u].alive:
            yield Emit(Over(u, PICKED))
