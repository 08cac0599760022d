"""Witchfires without a roll to hit: beams, which strike whoever stands in a line, and novas, which burst round the psyker.

Both have no target: they are aimed before any die falls, denied on 6, and strike what cannot be seen too (core rules of the 7th
edition). What flies high is above them.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from ....common.options import Points
from ....common.schema import Count
from ....kernel.asks import Choose, Emit, Procedure
from ....table.distances import who_is_on_line, who_within
from ....table.geometry import Point, boxes_within, snap
from ....table.state import Table, Unit
from ..attack.attack import Part, Volley, shots
from ..attack.random_profiles import settle
from ..condition import airborne, armoured, circumstances, model_moved, model_snaps, squad
from ..events import WarpBursts
from ..harm import hits_on, suffer
from ..line_of_sight import facing, kind_of_ground, view_of
from ..rules.powers import BEAM, NOVA, Power
from ..rules_at_work import rules_of
from ..shooting.fire_points import shaken_about
from ..shooting.under_fire import may_ground, pin_all
from ..table_memo import where_they_stand
from ..vehicles.buildings import attackable

if TYPE_CHECKING:
    from ....common.profiles import Model, Weapon
    from ..casualties import Casualties
    from ..circumstances import Situation

OFFERED = 4  # lines that are offered to those who do not name one
EDGE = 1 / 64  # inches by which a line stays short of its whole length
Struck = tuple[tuple[int, tuple[int, ...]], ...]  # (unit, places of the models that are struck)


def bursts(power: Power) -> bool:
    """Whether a power is a beam or a nova."""
    return power.weapon is not None and power.weapon.stats.witchfire in (BEAM, NOVA)


class Lines(Points):
    """Where a beam may end: anywhere in its range; it starts at the psyker. One lazy value."""

    def __init__(self, t: Table, unit: Unit, i: int, inches: int) -> None:
        self.t, self.unit, self.i, self.inches = t, unit, i, inches
        self.refusal = f'a beam ends within {inches}" of the psyker'
        self.form = unit.form.only((i,))
        self.start = self.form.positions[0]
        found = where_they_stand(t)
        key = ("beam", unit, i, inches)
        if key not in found:
            found[key] = {}, [], []
        known: tuple[dict[Point, Struck], list[Unit], list[Point]] = found[key]
        self._struck, self._within, self._ends = known  # by where it ends; who may be touched at all; ends worth a look

    def __contains__(self, position: Any) -> bool:
        base = self.form.bases[0]
        x, y = position[0] - self.start[0], position[1] - self.start[1]
        return bool(0 < x * x + y * y <= (self.inches + base.radius) ** 2)

    def struck(self, position: Point) -> Struck:
        """Whom a beam that ends there strikes."""
        found: Struck | None = self._struck.get(position)
        if found is None:
            if not self._struck:
                self._within[:] = self._touchable()
            line = _in_line(self._within, self.start, position, (self.unit.id, self.i))
            found = self._struck[position] = tuple(
                [s for s in line if not (self.unit.place == "aboard" and s[0] == self.unit.aboard)]
            )
        return found

    def _touchable(self) -> list[Unit]:
        """The units that a beam may touch."""
        far, box = self.inches + 2 * self.form.bases[0].radius, self.form.box
        there = [w for w in self.t.units if w.place == "table" and boxes_within(w.form.box, box, far)]
        return [w for w in there if _touchable(self.t, w)]

    def worth(self, position: Point) -> int:
        """Enemies in its way, less two for each friend."""
        side = self.unit.side
        return sum(len(places) * (1 if self.t[w].side != side else -2) for w, places in self.struck(position))

    def _looked_at(self) -> list[Point]:
        """The ends that are looked at: at and beyond every enemy in range."""
        if not self._ends:
            self._ends[:] = self._found()
        return self._ends

    def _found(self) -> list[Point]:
        far = self.inches + self.form.bases[0].radius - EDGE
        (x, y), ends = self.start, []
        for v in self.t.enemies(self.unit.side):
            if not boxes_within(v.form.box, self.form.box, self.inches) or not _touchable(self.t, v):
                continue
            for p, q in v.form.positions:
                length = sqrt((p - x) * (p - x) + (q - y) * (q - y))
                if length:
                    ends += [(snap(x + (p - x) * far / length), snap(y + (q - y) * far / length)), (p, q)]
        return [end for end in dict.fromkeys(ends) if end in self]

    def __iter__(self) -> Iterator[Point]:
        found = sorted((-self.worth(end), k, end) for k, end in enumerate(self._looked_at()))
        yield from (end for less, _, end in found[:OFFERED] if less < 0)

    def any(self) -> bool:
        """Whether there is one that is offered: looks as far as the first."""
        return any(self.worth(end) > 0 for end in self._looked_at())


def _touchable(t: Table, w: Unit) -> bool:
    return w.place == "table" and not airborne(w) and attackable(t, w.id)


def _in_line(units: list[Unit], a: Point, b: Point, psyker: tuple[int, int]) -> Struck:
    """Every model of some units whose base a line touches, friend or foe, save the psyker."""
    found = []
    for k, touched in who_is_on_line([w.form for w in units], a, b):
        u = units[k].id
        if u == psyker[0]:
            touched = [j for j in touched if j != psyker[1]]
        if touched:
            found.append((u, tuple(touched)))
    return tuple(found)


def near(t: Table, unit: Unit, i: int, inches: int) -> Struck:
    """The enemy units that a nova of that model reaches, seen or not, locked in combat or not."""
    psyker = unit.form.only((i,))
    found = ((v, who_within(v.form, psyker, inches)) for v in t.enemies(unit.side) if _touchable(t, v))
    return tuple((v.id, places) for v, places in found if places)


def able(t: Table, unit: Unit, i: int, power: Power) -> bool:
    """Whether a model may manifest such a power now, and would strike somebody."""
    if (
        unit.foes or model_moved(unit, i) == "advanced" or model_snaps(unit, i)
    ):  # no roll to hit: it cannot be a Snap Shot
        return False
    if unit.place == "aboard" and shaken_about(t[unit.aboard]):
        return False
    if power.weapon is not None and power.weapon.stats.witchfire == NOVA:
        return bool(near(t, unit, i, power.reach))
    return Lines(t, unit, i, power.reach).any()


class Aim(Struct, frozen=True):
    """A beam or nova as it was aimed: who manifests it and from where, and whom it strikes."""

    psyker: Unit
    struck: Struck


def aimed(t: Table, u: int, i: int, power: Power) -> Procedure:
    """How the power is aimed, before any die is thrown."""
    psyker = alone(t[u], i)
    if power.weapon is not None and power.weapon.stats.witchfire == NOVA:
        return Aim(psyker, near(t, t[u], i, power.reach))
    lines = Lines(t, t[u], i, power.reach)
    words = f"where does the {power.name} of {t.name(u)} end?"
    end = yield Choose(t[u].side, words, lines, default=next(iter(lines), None), about=("ray", u, power.name))
    return Aim(psyker, lines.struck(end))


def alone(unit: Unit, i: int) -> Unit:
    """The psyker as who fires: the others of his unit see nothing for him."""
    return replace(unit, form=unit.form.only((i,)), members=(unit.members[i],), wounds=(unit.wounds[i],), owners=())


def loosed(t: Table, u: int, by: Model, power: Power, aim: Aim) -> Procedure:
    """Everybody who is struck suffers the hits, unit by unit: a beam's for each model in its line, a nova's for each unit."""
    weapon = power.weapon
    assert weapon is not None
    if weapon.stats.rolled:
        weapon = yield from settle(weapon)
    once = weapon.stats.witchfire == NOVA or t.rulings.get("beam", "models") == "units"
    volleys: dict[int, Volley] = {}
    for w, places in aim.struck:
        if t[w].here:
            n = yield from shots(weapon.stats.type.shots, 1 if once else len(places))
            part = Part(by, squad(t[u]), weapon, _circumstances(t, u, w, weapon, aim, places), 1, Count(1), hits=n)
            volleys[w] = Volley(power.name, (part,))
    views = {w: view_of(t, aim.psyker, t[w], seen_only=False) for w in volleys}
    ids = (rule for w, volley in volleys.items() for rule in rules_of(t, w, (volley,), views[w]))
    told = tuple((w, volley.parts[0].hits) for w, volley in volleys.items())
    yield Emit(WarpBursts(u, power.name, told, by=tuple(dict.fromkeys(ids))))
    marks: dict[int, set[str]] = {}
    for w, volley in volleys.items():
        if t[w].here:
            if len(volleys) > 1:
                yield from hits_on(w, volley.parts[0].hits)
            view = view_of(t, aim.psyker, t[w], seen_only=False)  # anew: a hull that blew up may have cost it models
            harm: Casualties = yield from suffer(t, u, w, volley, view, can_ground=may_ground(t, w))
            marks[w] = set(harm.marks)
    yield from pin_all(t, marks)


def _circumstances(t: Table, u: int, w: int, weapon: Weapon, aim: Aim, places: tuple[int, ...]) -> Situation:
    form = t[w].form
    half = bool(who_within(form, aim.psyker.form, (weapon.stats.range or 0) / 2))
    side = facing(form, places[0], aim.psyker.form.positions[0]) if armoured(t[w]) else "front"
    return circumstances(t, t[u], t[w], half=half, facing=side, terrain=kind_of_ground(t, t[w]))
