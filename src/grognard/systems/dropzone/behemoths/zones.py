"""The zones of a Behemoth: Damage Thresholds, Crippled results, and what another zone suffers with each.

Its points stand as effects "zone" of (name, points left); the wounds of its only model say no more than that it stands.
What a Crippled result does stands in the file, under ``crippled``, as the unit's card says it; else Hull takes 2 Armour, Legs
2 inches, Weapons one weapon.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from msgspec.structs import replace

from ....common import saying
from ....common.profiles import Model, Weapon, interned
from ....common.rules import id_of, voices
from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Changed, Said
from ....table.state import Effect, Table, Unit
from ..casualties import one_of_them
from ..events import Disarmed, ZoneHurt
from ..moments import speaker
from ..profiles import ANY_WEAPON, USUAL, less, named


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


def damage_zones(
    t: Table, v: int, hurt: dict[str, int], source: int, by: Sequence[str] = (), cause: str = ""
) -> Procedure:
    """Zones have these points left; each threshold passed cripples it, and another zone loses a point, which may go on.

    Result: whether two of its zones are gone, so that it falls.
    """
    waiting, why = list(hurt.items()), dict.fromkeys(hurt, cause)
    while waiting and t[v].alive:
        name, left = waiting.pop(0)
        before = dict(zones(t[v]))[name]
        if left >= before:
            continue
        yield Emit(ZoneHurt(v, name, max(0, left), why[name], by=by))
        if sum(points == 0 for _, points in zones(t[v])) >= 2:
            return True
        for _ in range(passed(t[v], name, max(0, left)) - passed(t[v], name, before)):
            yield from crippled(t, v, name, source)
            others = tuple(zone for zone, points in zones(t[v]) if zone != name and points)
            if others:
                next_one = yield Choose(
                    1 - t[v].side, f"which other zone of {t.name(v)} suffers?", others, others[0], v
                )
                now = dict([*zones(t[v]), *((z, p) for z, p in waiting if z == next_one)])
                if next_one not in dict(waiting):
                    why[next_one] = f"the crippling of its {name}"
                waiting = [(z, p) for z, p in waiting if z != next_one] + [(next_one, now[next_one] - 1)]
    return False


def crippled(t: Table, v: int, zone: str, source: int) -> Procedure:
    """One Crippled result: what the unit's own card says, else what is usual."""
    for word in (dict(USUAL) | dict(t[v].kind.detail("crippled", ())))[zone]:
        if (figure := less(word)) is not None:
            yield from lowered(t, v, *figure)
        elif word in map(str, t[v].members[0].rules):
            yield from ruleless(t, v, word)
        else:
            yield from disarmed(t, v, zone, word)


def lowered(t: Table, v: int, figure: str, by: int) -> Procedure:
    """Its Armour or its MV is less from now on."""
    model: Model = t[v].members[0]
    stats = model.stats
    stats = replace(stats, A=max(1, stats.A - by)) if figure == "A" else replace(stats, MV=max(0, stats.MV - by))
    yield Emit(Said(f"{t.name(v)} is crippled: {'Armour' if figure == 'A' else 'MV'} {by} less"))
    yield Emit(Changed(v, (interned(replace(model, stats=interned(stats))),)))


def ruleless(t: Table, v: int, word: str) -> Procedure:
    """It loses a special rule."""
    model: Model = t[v].members[0]
    yield Emit(Said(f"{t.name(v)} is crippled and loses {word}"))
    yield Emit(Changed(v, (interned(replace(model, rules=tuple(r for r in model.rules if str(r) != word))),)))


def disarmed(t: Table, v: int, zone: str, word: str) -> Procedure:
    """It loses a weapon, of those that the result names, or any that is not Structural; of several its enemy picks."""
    model: Model = t[v].members[0]
    lines = [k for k, w in enumerate(model.weapons) if word == ANY_WEAPON or named(w.name, word)]
    by: tuple[str, ...] = ()
    if word == ANY_WEAPON:
        by = tuple(dict.fromkeys(r for k in lines for r in structural(model.weapons[k], zone)))
        lines = [k for k in lines if not structural(model.weapons[k], zone)]
    if not lines:
        left = "weapon left" if word == ANY_WEAPON else f"{word} left"
        yield Emit(Said(f"{t.name(v)} is crippled and has no {left} to lose", by=by))
        return
    says = saying.named([w.name for w in model.weapons])
    k = yield Choose(1 - t[v].side, f"which weapon does {t.name(v)} lose?", tuple(lines), lines[0], v, says)
    yield Emit(Said(f"{t.name(v)} is crippled and loses {model.weapons[k].name}", by=by))
    yield Emit(Disarmed(v, k))
    yield Emit(Changed(v, (interned(replace(model, weapons=model.weapons[:k] + model.weapons[k + 1 :])),)))


def structural(weapon: Weapon, result: str) -> tuple[str, ...]:
    """The ids of rules that keep a weapon out of a Crippled result."""
    return tuple(id_of(speaker(s)) for s in voices(weapon, "crippled") if s(result) is False)


def any_zone(found: list[tuple[str, int]]) -> Procedure:
    """One of the zones of a Behemoth that have points left, each as likely: (zone, its points)."""
    able = [(zone, points) for zone, points in found if points]
    return able[(yield from one_of_them([zone for zone, _ in able], "zone"))]
