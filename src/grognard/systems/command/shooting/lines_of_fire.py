"""Lines of fire: what one unit can fire at another, by range, sight and rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from ....common.lazy import LazySequence
from ....common.profiles import Model, Weapon
from ....common.rules import voices
from ....kernel.memo import memo
from ....table.distances import distance
from ....table.state import Table, Unit
from ....table.terrain import Ground
from .. import field
from ..attack import halted
from ..circumstances import Circumstances
from ..matchup import Match, is_digital, letting_follow, match, permit_of
from ..rulings import Terms
from ..target import Toll
from ..weapons import Assault, EqualWeapons, WeaponGroup


class Line(Struct, frozen=True, eq=False):
    """What one unit can fire at another: the attack, and which models fire each group of it."""

    assault: Assault
    firers: tuple[tuple[tuple[int, ...], ...], ...]  # for each group, for each of its parts, once for each weapon
    left: tuple[int, ...]  # HP of the target's models

    @property
    def by(self) -> tuple[str, ...]:
        """The rules that have a part in it."""
        return contributing(self.assault, self.left)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the weapons."""
        return tuple(g.name for g in self.assault.groups)

    @property
    def arms(self) -> tuple[tuple[str, int], ...]:
        """The weapons by name and number."""
        return tuple((g.name, sum(p.count for p in g.parts)) for g in self.assault.groups)


class FireResult(Struct):
    """What a unit's fire has come to: a Toll for its target, and one for every other unit that it caught."""

    unit: int
    target: int
    aim: Line
    tolls: dict[int, Toll]
    facings: dict[int, str]  # the sides that it struck
    begun: dict[int, tuple[int, ...]]  # what other fire of the same moment had left of units that it met too

    @property
    def toll(self) -> Toll:
        """What it did to the target."""
        return self.tolls[self.target]


@memo(8192)
def ready(model: Model, how: Circumstances) -> tuple[Weapon, ...]:
    """The weapons that a model may fire, in file order. Only token, movement and reaction of ``how`` count."""
    return tuple(w for w in model.weapons if w.stats.RoF.most and not permit_of(model, w, how).refused)


@memo(8192)
def arms(model: Model, how: Circumstances, digital: bool) -> tuple[tuple[Weapon, int, bool], ...]:
    """The weapons that a model may fire, each with its range and whether it fires at what is not seen.

    ``digital``: Digital ones only.
    """
    found = [w for w in ready(model, how) if not digital or is_digital(model, w, how)]
    return tuple((w, w.stats.range, permit_of(model, w, how).blind) for w in found)


def posture(token: str, reacting: bool = False, moved: bool = False) -> Circumstances:
    """The attacker's own part of the circumstances: all that decides which weapons may fire."""
    return field.circumstances(False, token, reacting, moved)


def reach(t: Table, u: int, how: Circumstances) -> int:
    """The longest range of what a unit may fire, 0 when nothing may."""
    return longest(t[u].members, how)


@memo(8192)
def longest(members: tuple[Model, ...], how: Circumstances) -> int:
    """The longest range of what these models may fire."""
    return max((w.stats.range for m in set(members) for w in ready(m, how)), default=0)


def line(t: Table, u: int, v: int, how: Circumstances, digital: bool = False) -> Line | None:
    """What a unit can fire at another as both stand, or None. ``digital``: with Digital weapons only."""
    unit, foe = t[u], t[v]
    far = longest(unit.members, how)
    if not far or not field.in_range(unit.form, foe.form, far):
        return None
    return _line(t.ground, field.alike(unit), field.alike(foe), how, digital, field.terms(t))


def reaches(t: Table, u: int, v: int, how: Circumstances) -> bool:
    """Whether a unit can fire anything at another as both stand."""
    unit, foe = t[u], t[v]
    far = longest(unit.members, how)
    if not far or not field.in_range(unit.form, foe.form, far):
        return False
    return _reaches(t.ground, field.alike(unit), field.alike(foe), how)


@memo(512)
def _reaches(ground: Ground, unit: Unit, foe: Unit, how: Circumstances) -> bool:
    return next(shots(ground, unit, foe, how, False), None) is not None


def shots(
    ground: Ground, unit: Unit, foe: Unit, how: Circumstances, digital: bool
) -> Iterator[tuple[int, Weapon, tuple[int, ...]]]:
    """What the models of a unit can fire at another: (model, weapon, the models that are in its range and sight)."""
    views = field.views(ground, unit, foe)
    for i in field.able(unit):
        for weapon, far, sees_all in arms(unit.members[i], how, digital):
            view = views.within(i, far, sees_all)
            if view:
                yield i, weapon, view


@memo(1024)
def _line(ground: Ground, unit: Unit, foe: Unit, how: Circumstances, digital: bool, terms: Terms) -> Line | None:
    # kept by the very units: alike ones are the same here, and they are replaced when anything about them changes
    seen = field.sight(ground, unit, foe)
    named: dict[str, dict[tuple[Model, Weapon, int], list[int]]] = {}
    eligible: dict[str, set[int]] = {}
    for i, weapon, view in shots(ground, unit, foe, how, digital):
        name, armed = weapon.name, (unit.members[i], weapon, i if letting_follow(unit.members[i], how) else -1)
        if name not in named:
            named[name], eligible[name] = {}, set()
        named[name].setdefault(armed, []).append(i)
        eligible[name].update(view)
    if not named:
        return None
    whole = field.circumstances(
        False,
        how.token,
        how.reacting,
        how.moved,
        field.cover_of(ground, foe.form),
        field.obscured_of(ground, seen, foe.size),
        field.facing(foe, unit.form),
        field.is_moving(foe),
        0,
        terms,
    )
    groups = tuple(
        WeaponGroup(
            name,
            tuple(
                EqualWeapons(
                    model,
                    weapon,
                    len(models),
                    -1,
                    False,
                    len(models) if who >= 0 else 1,
                    who,
                    reach_of(ground, unit, foe, how, who),
                )
                for (model, weapon, who), models in parts.items()
            ),
            field.target(
                foe, tuple(sorted(eligible[name])), whole.facing, bursts(((m, w) for m, w, _ in parts), foe, whole)
            ),
        )
        for name, parts in named.items()
    )
    away = apart(unit.form, foe.form)
    assault = Assault(groups, field.target(foe, None, whole.facing), whole, None, 0, unit.side, away)
    firers = tuple(tuple(tuple(who) for who in parts.values()) for parts in named.values())
    return Line(assault, firers, foe.wounds)


apart = memo(512)(distance)  # the same for every token and reaction


def reach_of(
    ground: Ground, unit: Unit, foe: Unit, how: Circumstances, i: int
) -> tuple[tuple[str, tuple[int, ...]], ...] | None:
    """What model ``i`` could fire at another unit had it not moved, and the models that it sees in range; None for -1."""
    if i < 0:
        return None
    views = field.views(ground, unit, foe)
    able = ((w, views.within(i, far, blind)) for w, far, blind in arms(unit.members[i], halted(how), False))
    return tuple((w.name, view) for w, view in able if view)


def bursts(parts: Iterable[tuple[Model, Weapon]], foe: Unit, how: Circumstances) -> bool:
    """Whether any of these weapons lays templates on those it slays."""
    return any(
        match(m, w, foe.members[0], 4, how).removal.bursts > 0
        for m, w in parts
        if voices(w, "removes") or voices(m, "removes")  # next to no weapon has them
    )


def against(assault: Assault, toll: Toll) -> str:
    """What hits of an attack are counted against, for people."""
    number = assault.target.toughness(toll.left)
    vehicle = assault.target.profile(toll.left).stats.Armor is not None
    return f"{assault.how.facing} Armor {number}" if vehicle else f"Resolve {number}"


def contributing(assault: Assault, left: tuple[int, ...]) -> tuple[str, ...]:
    """The rules that have a part in an attack."""
    return tuple(dict.fromkeys([rule for m in _matches(assault, left) for rule in m.by]))


def leaving(assault: Assault, left: tuple[int, ...], word: str) -> tuple[str, ...]:
    """The rules by which hits of an attack leave a mark of this name."""
    marks = [entry for m in _matches(assault, left) for entry in m.after.marks.items()]
    return tuple(dict.fromkeys([rule for mark, rule in marks if mark.word == word]))


def crushing(assault: Assault, left: tuple[int, ...]) -> tuple[str, ...]:
    """The rules by which hits of an attack crush scenery."""
    parts = [m.after for m in _matches(assault, left) if m.after.crushes]
    marks = {rule for after in parts for rule in after.marks.values()}
    return tuple(dict.fromkeys([b.id for after in parts for b in after.because if b.id and b.id not in marks]))


def worth(assault: Assault, left: tuple[int, ...]) -> Sequence[str]:
    """What the rules make of the dice of each weapon, for people: how many are thrown, what a success is worth, what its hits do.

    Uses that are spent say so by themselves.
    """
    return LazySequence(_worth, assault, left)


def _worth(assault: Assault, left: tuple[int, ...]) -> tuple[str, ...]:
    said = [
        f"{m.shot.weapon.name}: {b.rule}, {b.says}"
        for m in _matches(assault, left)
        for reasons in (m.rate, m.gain, m.harm, m.direct if m.extras else None, m.removal)
        for b in (reasons.because if reasons is not None else ())
        if b.id and b.id not in m.rate.spends
    ]
    return tuple(dict.fromkeys(said))


def _matches(assault: Assault, left: tuple[int, ...]) -> list[Match]:
    target = assault.target
    return [
        match(p.model, p.weapon, target.profile(left), target.toughness(left), assault.how, p.uses, p.rolled)
        for group in assault.groups
        for p in group.parts
    ]
