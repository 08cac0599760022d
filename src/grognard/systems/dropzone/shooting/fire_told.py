"""What the log says of declared fire: the numbers needed, who lies under templates, and why units of the squad do not fire."""

from __future__ import annotations

from collections.abc import Sequence

from ....common.lazy import LazySequence
from ....common.profiles import Weapon
from ....common.rules import id_of, voices
from ....table.state import Table, Unit
from ..attack import Volley, spoken
from ..events import SceneryFired, SquadFired
from ..matchup import Match, told_of
from ..moments import speaker
from ..squads import airborne, edges, housed, moved_by, scenery_kind
from .declaration import Arm, group_of, reach, shots_told
from .line_of_sight import bears
from .targeting import edges_from, fired, harmless, middle_of, most_uses, outlook, ready, shells
from .units_under_fire import Declared, PartOfFire, UnderFire

HOLDS = "held back by choice"


def told(
    field: UnderFire,
    d: Declared,
    part: PartOfFire,
    reaction: bool,
    limited: bool,
    others: tuple[str, ...],
    by: Sequence[str],
) -> SquadFired:
    """The event by which a part of the fire is written down and told. ``limited``: a use of the battle is gone.

    ``others``: why the rest of the squad does not fire it.
    """
    made = SquadFired if part.target >= 0 else SceneryFired
    how, until = "reacts with" if reaction else "fires", ("round ends", field.t.round)
    needs = LazySequence(numbers, part.volleys)
    also = LazySequence(shots_told, part.arms, others)
    under = LazySequence(caught, part.volleys, field.named)
    laid = (field.zones_of(part), also, under, *field.templates_of(part))
    name = part.arm.weapon.name
    return made(field.u.id, part.target, name, d.line, part.units, part.piece, how, until, limited, needs, *laid, by=by)


def numbers(volleys: tuple[Volley, ...]) -> tuple[str, ...]:
    """The numbers that the dice of some volleys need, each once."""
    return tuple(dict.fromkeys([told_of(v.match) for v in volleys]))


def caught(volleys: tuple[Volley, ...], named: tuple[tuple[str, bool], ...]) -> tuple[str, ...]:
    """Who lies under the templates of some volleys: each squad, with how many of it where it has several units.

    ``named``: the squad of each unit that may be touched, and whether there are more units in it.
    """
    found: dict[tuple[str, bool], set[int]] = {}
    for v in volleys:
        for k in (v.at, *(k for k, _ in v.touched)) if v.match.template else ():
            found.setdefault(named[k], set()).add(k)
    return tuple([f"{len(units)} of {name}" if many else name for (name, many), units in found.items()])


def partakers(matches: tuple[Match, ...], arm: Arm) -> tuple[str, ...]:
    """The ids of the rules that have a part in the volleys of one weapon line."""
    found = dict.fromkeys([r for m in dict.fromkeys(matches) for r in spoken(m)])
    return tuple(dict.fromkeys((*found, *(b.id for b in arm.firing.because if b.id), *governed(arm.weapon))))


def governed(weapon: Weapon) -> tuple[str, ...]:
    """The ids of rules that say when and how a weapon fires at all."""
    return tuple(id_of(speaker(s)) for moment in ("group", "uses", "sight") for s in voices(weapon, moment))


def silent(t: Table, u: Unit, d: Declared, declared: Sequence[Declared]) -> tuple[str, ...]:
    """Of the units that fire nothing of this weapon line: how many, and why, one entry for each reason.

    It is told once, with the first that is declared of the line.
    """
    if len(d.units) == u.size or d is not next(other for other in declared if other.line == d.line):
        return ()
    weapons = u.members[0].weapons
    own = group_of(weapons[d.line])
    alike = [k for k, w in enumerate(weapons) if k == d.line or (own is not None and group_of(w) == own)]
    busy = {i for other in declared if other.line in alike for i in other.units}
    found: dict[str, int] = {}
    for i in range(u.size):
        if i not in busy:
            why = why_not(t, u, i, d)
            found[why] = found.get(why, 0) + 1
    return tuple([f"{n} of {u.size} silent: {why}" for why, n in found.items()])


def why_not(t: Table, u: Unit, i: int, d: Declared) -> str:
    """Why one unit does not fire at what the others fire at."""
    weapon = u.members[0].weapons[d.line]
    if i not in ready(u, d.line):
        return _unready(u, i, d.line, weapon)
    return _cannot_shell(t, u, i, weapon, d) if d.target < 0 else _cannot_aim(t, u, i, weapon, d)


def _unready(u: Unit, i: int, line: int, weapon: Weapon) -> str:
    """Why a unit may not fire a weapon line at all now."""
    mf = weapon.stats.mf
    if mf is not None and moved_by(u, i) > mf:
        return f'moved more than {mf:g}"'
    if housed(u) is not None and edges(u)[i] < 0:
        return "not on an edge of the building"
    if not fired(u, i, weapon, False).shots:
        return "no shots left"
    used = [e for e in u.effects if e.what == "used" and e.value[0] == line and i in e.value[1]]
    if (most := most_uses(weapon)) and len(used) >= most:
        return "none of its uses left"
    return "fired before this round"


def _cannot_aim(t: Table, u: Unit, i: int, weapon: Weapon, d: Declared) -> str:
    """What keeps a unit from firing at a squad: range, arc, sight, or its player."""
    v = t[d.target]
    found = outlook(t, u, weapon, v, d.eyes)
    inches = reach(weapon, v.members[0], d.combined, airborne(v))
    near = [j for j, d2 in enumerate(found.d2[i]) if d2 <= inches * inches]
    if not near:
        return f'out of range ({inches:g}")'
    if not [j for j in near if j in found.seen[i]]:
        return "no line of sight"
    if len(weapon.stats.arcs) < 3 and not any(bears(t, u, i, weapon, middle_of(t, v, j)) for j in near):
        return "not in its arc"
    return HOLDS


def _cannot_shell(t: Table, u: Unit, i: int, weapon: Weapon, d: Declared) -> str:
    """What keeps a unit from firing at a piece of scenery."""
    kind = scenery_kind(t.ground.pieces[d.piece])
    near = [form for d2, form in edges_from(t, u, i, d.piece) if d2 <= weapon.stats.full * weapon.stats.full]
    if not near:
        return f'out of range ({weapon.stats.full:g}")'
    if harmless(weapon, kind, fired(u, i, weapon, d.combined)):
        return "too weak"
    if shells(t, u, i, weapon, d.piece):
        return HOLDS
    return "no line of sight" if any(bears(t, u, i, weapon, form.positions[1]) for form in near) else "not in its arc"
