"""Behemoths on the table: zones with Damage Thresholds, Crippled results, and the end of one.

Its points stand as effects "zone" of (name, points left); the wounds of its only model say no more than that it stands.
What a Crippled result does is ours where a unit's own card is not at hand: Hull 2 Armour, Legs 2 inches, Weapons one weapon.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from msgspec.structs import replace

from ...common.profiles import Model, Weapon, interned
from ...common.rules import id_of, voices
from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Changed, Said
from ...table.state import Effect, Table, Unit
from .events import Disarmed, ZoneHurt
from .matchup import rule_of


def zones(u: Unit) -> list[tuple[str, int]]:
    """The zones of a Behemoth with the points they have left; [] for any other unit."""
    if u.kind.type != "Behemoth":
        return []
    return [e.value for e in u.effects if e.what == "zone"]


def prepared(t: Table) -> None:
    """Gives every Behemoth of a new table its zones."""
    for u in list(t.units):
        found = u.kind.detail("zones", ())
        if u.kind.type == "Behemoth" and found:
            t.change(u.id, effects=tuple(Effect("zone", value=(name, n * each)) for name, n, each in found))


def whole(u: Unit, name: str) -> tuple[int, int]:
    """(number of thresholds, points between them) of a zone."""
    return next((n, each) for zone, n, each in u.kind.detail("zones", ()) if zone == name)


def passed(u: Unit, name: str, left: int) -> int:
    """How many Damage Thresholds of a zone are passed with so many points left."""
    n, each = whole(u, name)
    return int(n - ceil(left / each))


def struck(t: Table, v: int, hurt: dict[str, int], source: int, by: Sequence[str] = ()) -> Procedure:
    """Zones have these points left; each threshold passed cripples it, and another zone loses a point, which may go on."""
    from .toppling import topples

    waiting = list(hurt.items())
    while waiting and t[v].alive:
        name, left = waiting.pop(0)
        before = dict(zones(t[v]))[name]
        if left >= before:
            continue
        yield Emit(ZoneHurt(v, name, max(0, left), by=by))
        if sum(points == 0 for _, points in zones(t[v])) >= 2:
            yield from topples(t, v, source)
            return
        for _ in range(passed(t[v], name, max(0, left)) - passed(t[v], name, before)):
            yield from crippled(t, v, name, source)
            others = tuple(zone for zone, points in zones(t[v]) if zone != name and points)
            if others:
                next_one = yield Choose(
                    1 - t[v].side, f"which other zone of {t.name(v)} suffers?", others, others[0], v
                )
                now = dict([*zones(t[v]), *((z, p) for z, p in waiting if z == next_one)])
                waiting = [(z, p) for z, p in waiting if z != next_one] + [(next_one, now[next_one] - 1)]


def crippled(t: Table, v: int, zone: str, source: int) -> Procedure:
    """One Crippled result."""
    u = t[v]
    model: Model = u.members[0]
    if zone == "Weapons":
        spared = [w for w in model.weapons if structural(w, zone)]
        able = tuple(k for k, w in enumerate(model.weapons) if w not in spared)
        by = tuple(dict.fromkeys(r for w in spared for r in structural(w, zone)))
        if not able:
            yield Emit(Said(f"{t.name(v)} has no weapon left that could be lost", by=by))
            return
        k = yield Choose(1 - u.side, f"which weapon does {t.name(v)} lose?", able, able[0], v)
        yield Emit(Said(f"{t.name(v)} loses its {model.weapons[k].name}", by=by))
        model = interned(replace(model, weapons=model.weapons[:k] + model.weapons[k + 1 :]))
        yield Emit(Disarmed(v, k))
    else:
        stats = model.stats
        if zone == "Hull":
            stats = replace(stats, A=max(1, stats.A - 2))
        else:
            stats = replace(stats, MV=max(0, stats.MV - 2))
        yield Emit(Said(f"{t.name(v)} is crippled: {'2 Armour' if zone == 'Hull' else '2 inches of MV'} less"))
        model = interned(replace(model, stats=interned(stats)))
    yield Emit(Changed(v, (model,)))


def structural(weapon: Weapon, result: str) -> tuple[str, ...]:
    """The ids of rules that keep a weapon out of a Crippled result."""
    return tuple(id_of(rule_of(s)) for s in voices(weapon, "crippled") if s(result) is False)
