"""What can be asked of the table in VOID: who stands near whom, who sees whom, what is in cover, how far it is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import inf
from typing import Any

from ...common.rules import Rule, slug_of, voices
from ...kernel.memo import memo
from ...table.coherency import out_of
from ...table.distances import (
    closest_pair,
    models_by,
    models_within,
    near_model,
    nearest_d2,
    point_within,
    ranked,
    within,
)
from ...table.geometry import Formation, boxes_within
from ...table.sight.lines import Blocker, Blockers, blockers_between, without
from ...table.sight.visibility import LazySight, Silhouette, lazy_sight, models_seen_between
from ...table.state import Table, Unit
from .moments import speaker
from .nerve.checks import PANICKED, RAMPAGING, Company, different
from .rulings import terms as terms
from .size import side_of, stature
from .weapons import flame_weapons

RATINGS = {"light": 2, "medium": 3, "heavy": 4}


def lasting(t: Table) -> dict[Any, Any]:
    """What has been found of this battle that never changes in it: of its rulings, and of the kinds of its units."""
    return t.memo("lasting", dict, len(t.units))


def bearers(t: Table, side: int, moment: str) -> list[Unit]:
    """The units of a side on the table whose models may have a rule that speaks at a moment: of most units none has any."""
    ids: tuple[int, ...] | None = lasting(t).get((side, moment))
    if ids is None:
        ids = _bearing(t, side, moment)
    units, there = t.units, []
    for k in ids:
        u = units[k]
        if u.place == "table":
            there.append(u)
        elif u.place == "joined":  # its models stand in another unit
            return _with_hosts([units[k] for k in ids], units)
    return there


def _bearing(t: Table, side: int, moment: str) -> tuple[int, ...]:
    own = [u for u in t.units if u.side == side]
    found = tuple([u.id for u in own if _speaks(different((*u.kind.models, *u.members)), moment)])
    lasting(t)[side, moment] = found
    return found


def _with_hosts(bearing: list[Unit], units: list[Unit]) -> list[Unit]:
    every = {u.aboard if u.place == "joined" else u.id for u in bearing}
    return [units[k] for k in sorted(every) if units[k].place == "table"]


def _speaks(members: tuple[Any, ...], moment: str) -> bool:
    """Whether any of these models may have a rule that speaks at a moment."""
    return any(voices(m, moment) for m in members)


def company(t: Table, u: int) -> Company:
    """A unit as its checks see it, with what others near it lend."""
    return Company(different(t.units[u].members), terms(t), lent(t, u), guarding(t, u))


def guarding(t: Table, u: int) -> bool:
    """Whether a unit stands by what it guards: a person of its side who lives, or else a thing or place that lasts."""
    unit = t.units[u]
    words = guarded(unit.members)
    if words and unit.here and out_of(unit.form, 2.0, "edge", 12.0):
        return False  # VOID 1.1, Special Rules: Guard (in cohesion)
    for word in words:
        if any(slug_of(m.name) == slug_of(word) for m in unit.kind.models):
            return any(slug_of(m.name) == slug_of(word) for m in unit.members)
        for v in t.units:
            if v.side == unit.side and slug_of(v.kind.name) == slug_of(word):
                if v.place == "table":
                    return unit.here and within(unit.form, v.form, 2.0)
                return v.place == "joined" and v.aboard == u
    post = t.recall(("post", u)) if words else None
    if post is None or not unit.here:
        return True
    x, y = post
    return len(point_within(unit.form, x, y, 6.0)) == unit.size


def guarding_models(members: tuple[Any, ...]) -> tuple[int, ...]:
    """The models of a unit that guard something."""
    return tuple(i for i, m in enumerate(members) if any(speak() for speak in voices(m, "guards")))


def guarded(members: tuple[Any, ...]) -> tuple[str, ...]:
    """What the guards of a unit name as theirs to guard."""
    return tuple(dict.fromkeys(word for m in members for speak in voices(m, "guards") if (word := speak())))


def lent(t: Table, u: int) -> tuple[Rule, ...]:
    """Rules that models of other units near this one lend to its morale and rally checks; they must see it."""
    unit, rules = t.units[u], []
    for v in bearers(t, unit.side, "lends"):
        for i, rule, inches in lenders(v.members) if v.id != u and able(v) else ():
            if model_near(v.form, i, unit.form, inches) and rule not in rules and view(t, v.id, u).of(i):
                rules.append(rule)
    return tuple(rules)


def model_near(form: Formation, i: int, other: Formation, inches: float) -> bool:
    """Whether one model of a unit stands within so many inches of another unit."""
    return boxes_within(form.box, other.box, inches + 1.0) and near_model(form, i, other, inches)


def lenders(members: tuple[Any, ...]) -> tuple[tuple[int, Rule, float], ...]:
    """The models that lend a rule to others: (place in the unit, rule, inches)."""
    return tuple((i, speaker(speak), speak()) for i, m in enumerate(members) for speak in voices(m, "lends"))


def arsenal(t: Table, side: int) -> tuple[Any, ...]:
    """The flame weapons of a side's whole force, which the rules of one unit may turn to."""
    found = lasting(t)
    arms: tuple[Any, ...] | None = found.get(("arsenal", side))
    if arms is None:
        arms = found["arsenal", side] = _flames(tuple([u.kind for u in t.units if u.side == side]))
    return arms


def _flames(kinds: tuple[Any, ...]) -> tuple[Any, ...]:
    return flame_weapons(w for kind in kinds for m in kind.models for w in m.weapons)


def able(unit: Unit) -> bool:
    """Whether a unit has its wits about it."""
    return not unit.effects or not (unit.has(PANICKED) or unit.has(RAMPAGING))


def foes(t: Table, u: int) -> list[Unit]:
    """The enemies on the table, the nearest first; of equals by id."""
    return nearby(t, u, inf)


def nearby(t: Table, u: int, inches: float, form: Formation | None = None) -> list[Unit]:
    """The enemies within so many inches, the nearest first."""
    return distances(t, u, inches, form)[1]


def distances(
    t: Table, u: int, inches: float, form: Formation | None = None
) -> tuple[Sequence[tuple[float, int]], list[Unit]]:
    """Rows that begin with the distance in inches, and the enemies within so many inches, the nearest first.

    There may be more rows than enemies.
    """
    unit = t.units[u]
    here = unit.form if form is None else form
    found = answers(t)
    known: tuple[float, list[tuple[float, int]], list[Unit]] | None = found.get((u, here))
    if known is None or known[0] < inches:
        enemies = side_of(t, 1 - unit.side)
        ranks = ranked(here, enemies.forms, inches)
        units = enemies.units
        known = found[u, here] = inches, ranks, [units[k] for _, k in ranks]
    _, ranks, near = known
    if known[0] == inches or not ranks:
        return ranks, near
    n = bisect_right(ranks, (inches, len(t.units)))
    return ranks, near[:n]


def others(t: Table, u: int) -> tuple[list[tuple[int, Formation]], list[tuple[int, Formation]]]:
    """Friends and enemies of a unit as (id, form)."""
    side = t.units[u].side
    return without(side_of(t, side).placed, u), side_of(t, 1 - side).placed


# --- sight ------------------------------------------------------------------------------------------------------------


@memo(64)
def _look(
    ground: Any,
    a: Formation,
    b: Formation,
    high: float | tuple[float, ...],
    low: float | tuple[float, ...],
    blockers: tuple[Blocker, ...],
) -> LazySight:
    return lazy_sight(ground, a, b, high, low, blockers, _ratings(ground))


@memo(64)
def dangerous(ground: Any) -> tuple[Any, ...]:
    """The pieces of terrain that hurt those who enter them."""
    return tuple(p for p in ground.pieces if p.has("dangerous"))


@memo(64)
def _ratings(ground: Any) -> tuple[int, ...]:
    """The cover rating of each piece of terrain; 0 of those that give none."""
    return tuple([rating(p.cover_in("void")) for p in ground.pieces])


def rating(said: str) -> int:
    """A piece's cover as a rating: its grade, or a number of our own scale.

    >>> rating("heavy"), rating("3")
    (4, 3)
    """
    return RATINGS.get(said, int(said) if said.isdigit() else 0)


def view(t: Table, u: int, v: int) -> View:
    """What one unit sees of another, from where both stand; those it hides from by a rule are not seen."""
    return view_from(t, u, t.units[u].form, v)


def view_from(t: Table, u: int, form: Formation, v: int, there: Formation | None = None, high: float = 0.0) -> View:
    """What a unit would see of another if it stood so (and the other ``there``); ``high``: what looks instead of its models."""
    found = answers(t)
    asked = (u, form, v, None if there is t.units[v].form else there)
    answer: View | None = found.get(asked)
    if answer is None:
        answer = found[asked] = _view_from(t, found, u, form, v, there, high)
    return answer


def _nothing() -> list[Any]:
    return [[], None, -1, {}]


def answers(t: Table) -> dict[Any, Any]:
    """What has been found of the table as it stands at this moment; a new dict as soon as any unit is another."""
    known: list[Any] = t.memo("answers", _nothing)
    if t.units != known[0] or t.ground is not known[1] or t.clock.round != known[2]:  # units compare by identity
        known[:] = t.units[:], t.ground, t.clock.round, {}
    found: dict[Any, Any] = known[3]
    return found


def _blocking(t: Table, known: dict[Any, Any]) -> tuple[list[Blockers], list[Blockers]]:
    """Those who stand on the table, side by side, as they bar sight. ``known``: what has been found of the table."""
    sides: tuple[list[Blockers], list[Blockers]] | None = known.get("blocking")
    if sides is None:
        sides = known["blocking"] = side_of(t, 0).blocking, side_of(t, 1).blocking
    return sides


def _view_from(
    t: Table, known: dict[Any, Any], u: int, form: Formation, v: int, there: Formation | None, high: float
) -> View:
    a, b = t.units[u], t.units[v]
    target = b.form if there is None else there
    theirs = stature(t, b)
    band = theirs.hides
    bars = blockers_between(form.box, target.box, _blocking(t, known), theirs.size, (u, v))
    eyes = high or stature(t, a).tops
    if band > 3 or a.side == b.side:  # from its friends nobody hides
        return _look(t.ground, form, target, eyes, theirs.tops, bars)
    shown = b.effect("revealed")
    asked = t.ground, form, target, eyes, theirs.tops, bars
    return SightWithin(asked, terms(t).bands[band], shown.value if shown is not None else ())


class SightWithin:
    """The view of a unit, cut down to models within a distance and to those that have given themselves away."""

    __slots__ = ("_asked", "_inches", "_shown", "_views")

    def __init__(self, asked: Any, inches: float, shown: tuple[int, ...]) -> None:
        self._views: tuple[tuple[int, ...], ...] | None = None
        self._asked = asked  # of whom to look at whom: nobody is looked at who is too far off to be seen
        self._inches = inches
        self._shown = tuple([j for j, known in enumerate(shown) if known])

    def of(self, i: int) -> tuple[int, ...]:
        form, target = self._asked[1:3]
        near = models_by(form, i, target, self._inches)
        if not near and not self._shown:
            return ()
        return tuple([j for j in _look(*self._asked).of(i) if j in near or j in self._shown])

    def any(self) -> bool:
        form, target = self._asked[1:3]
        if not self._shown and not boxes_within(form.box, target.box, self._inches):
            return False
        for i in range(len(form)):  # noqa: SIM110 (asked too often for a generator)
            if self.of(i):
                return True
        return False

    @property
    def views(self) -> tuple[tuple[int, ...], ...]:
        if self._views is None:
            self._views = tuple([self.of(i) for i in range(len(self._asked[1]))])
        return self._views

    @property
    def seen(self) -> tuple[int, ...]:
        return tuple(sorted({j for seen in self.views for j in seen}))

    @property
    def cover(self) -> tuple[int, ...]:
        return _look(*self._asked).cover


View = (
    LazySight | SightWithin
)  # what a unit sees of another: of its models each, all together, and the rating of each target model's cover


def sees(t: Table, u: int, v: int) -> bool:
    """Whether any model of a unit sees any of another."""
    return glimpses(t, u, t.units[u].form, v, t.units[v].form) or view(t, u, v).any()


def glimpses(t: Table, u: int, form: Formation, v: int, there: Formation) -> bool:
    """Whether the model of a unit nearest to another sees its nearest, if they stood so: enough for a yes, soon found."""
    a, b = t.units[u], t.units[v]
    i, j = closest_pair(form, there)
    known = answers(t)
    theirs = stature(t, b)
    band = theirs.hides
    if band < 4 and a.side != b.side:
        if not models_within(form, i, there, j, terms(t).bands[band]):
            return False
    elif (whole := known.get((u, form, v, None if there is b.form else there))) is not None:
        return i < len(form) and j in whole.of(i)
    viewer, target = Silhouette(form, i, stature(t, a).tops), Silhouette(there, j, theirs.tops)
    return models_seen_between(t.ground, viewer, target, _blocking(t, known), theirs.size, (u, v))


def in_cover(found: View) -> bool:
    """Whether a unit counts as being in cover: at least half of its models that are seen (ruling ``open_target``)."""
    cover, seen = found.cover, found.seen
    bare = cover.count(0)
    if not bare or bare == len(cover):
        return bare == 0 or not seen
    covered = sum([cover[j] > 0 for j in seen])
    return covered * 2 >= len(seen)


# --- distances --------------------------------------------------------------------------------------------------------


def band_between(t: Table, a: Formation, b: Formation) -> int:
    """The range band between the nearest models of two units; 4 beyond the last."""
    bands = terms(t).bands
    for i, reach in enumerate(bands):
        if within(a, b, reach):
            return i
    return len(bands)


def band_of_model(t: Table, a: Formation, i: int, b: Formation, models: tuple[int, ...]) -> int:
    """The range band from model ``i`` to the nearest of some models of another unit."""
    bands = terms(t).bands
    r, s = a.radius, b.radius
    if r >= 0 and s >= 0 and not (a.levels or b.levels):
        d2 = nearest_d2(a.positions[i], b.positions, models)
        for k, reach in enumerate(bands):
            if d2 <= (reach + r + s) * (reach + r + s):
                return k
        return len(bands)
    for k, reach in enumerate(bands):
        if any(models_within(a, i, b, j, reach) for j in models):
            return k
    return len(bands)


def radius(t: Table, unit: Unit) -> float:
    """How far off a unit may have targets, in inches; inf when nothing binds it to a scanning radius."""
    return stature(t, unit).scans


def scanned(t: Table, u: int, form: Formation | None = None) -> list[Unit]:
    """The enemies within a unit's scanning radius, the nearest first; all of them when nothing limits it."""
    inches = radius(t, t.units[u])
    if inches == inf:
        return foes(t, u)
    if form is not None:
        return [v for v in foes(t, u) if within(form, v.form, inches)]
    here = t.units[u].form
    return [v for v in nearby(t, u, inches + 1.0) if within(here, v.form, inches)]  # an inch to spare for roots


def scans(t: Table, u: int, v: int, there: Formation | None = None, here: Formation | None = None) -> bool:
    """Whether a unit may target another at all, as far as its scanning radius goes (if they stood ``here`` and ``there``)."""
    inches = radius(t, t.units[u])
    return inches == inf or within(
        t.units[u].form if here is None else here, t.units[v].form if there is None else there, inches
    )


def terrors(members: tuple[Any, ...]) -> tuple[tuple[int, Rule, float], ...]:
    """The models that frighten enemies who activate near them: (place in the unit, rule, inches)."""
    return tuple((i, speaker(speak), speak(m)) for i, m in enumerate(members) for speak in voices(m, "terrifies"))


def helpers(members: tuple[Any, ...]) -> tuple[tuple[int, Rule], ...]:
    """The models that help the indirect fire of others: (place in the unit, rule)."""
    return tuple((i, speaker(speak)) for i, m in enumerate(members) for speak in voices(m, "assists"))
