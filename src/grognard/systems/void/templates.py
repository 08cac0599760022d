"""Templates on the table: where they lie, whom they touch, and where a missed one comes down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...kernel.asks import Choose, Emit, Fold, Procedure, Roll
from ...kernel.faces import Test
from ...table.distances import models_within, nearest_first
from ...table.events import Remarked
from ...table.geometry import Formation, heading
from ...table.paths import spans
from ...table.scatter import displaced, slid
from ...table.state import Table, Unit
from ...table.templates import Circle, Teardrop, Template, all_under, best_circle
from . import field
from .attack import Volley, match_at, one_caught
from .events import Caught, Scattered, template_in_words
from .harm import apply, state_of
from .movement.legal_moves import DIRECTION
from .shooting.conditions import arc_from
from .shooting.evasion import evade
from .shooting.gun_team import stands
from .shooting.lines_of_fire import FLAME
from .weapons import allotted, gun_of

DRIFT = Test("scatter, inches", 10, tuple(range(1, 11)))


def burst(t: Table, u: int, v: int, fired: Volley, active: int) -> Procedure:
    """The templates of one volley, one after the other, laid where they touch most of the target.

    ``active`` is the unit whose activation it is: it cannot evade.
    """
    for k in range(fired.n):
        if not (t[u].here and t[v].here):
            return
        target = t[v]
        order = nearest_first(target.form, t[u].form)
        fresh = replace(fired, targets=target.members, order=order, covers=(), guards=())
        shot = match_at(fresh, state_of(t, v), order[0]).shot
        options, dice = places(t, u, v, fired, k), shot.dice
        aim = options[0]
        if len(options) > 1:
            question = f"where does {t.name(u)} lay its {fired.weapon.name}?"
            aim = yield Choose(t[u].side, question, options, default=aim, about=("template", u, v))
        if isinstance(aim, Circle) and shot.hit is not None:
            dice = yield Roll(shot.hit)
            if not dice and t.rulings.get("templates") == "no-scatter":
                continue
            if not dice:
                inches, direction, (x, y) = yield from deviated(aim.x, aim.y)
                fallen, dice = Circle(x, y, aim.radius), shot.dice
                yield Emit(Scattered(fired.weapon.name, inches, direction, (aim.x, aim.y), (x, y), fallen))
                aim = fallen
        yield from land(t, u, fired, aim, dice, active)


def deviated(x: float, y: float) -> Procedure:
    """How a blast that was aimed there and missed deviates: inches, direction, and where it comes down."""
    inches = yield Roll(DRIFT)
    direction = yield Roll(DIRECTION)
    return inches, direction, displaced(x, y, direction, inches)


class LaidBlasts(Struct, frozen=True):
    """Blasts in a question of odds, on a target that is put down (``placed.PlacedTarget``). ``deviates``: those that miss do."""

    placed: Any
    deviates: bool = True

    def lies_over(self, radius: float, first: int, standing: tuple[int, ...], hit: bool) -> Procedure:
        """The models under a blast that is aimed at the first that is left, and has hit or not."""
        position = self.placed.form.positions[first]
        if not hit:
            if not self.deviates:
                return ()
            _, _, position = yield from deviated(*position)
        return self.placed.under(position, radius, standing)


def places(t: Table, u: int, v: int, fired: Volley, k: int) -> tuple[Template, ...]:
    """Where the k-th template of a volley may be laid; the first is where it lies by default.

    A flame from the k-th of those who reach the target, at the nearest of it or at another; a blast where it touches most of
    the target and few friends, or with its centre on one of the target.
    """
    target, unit = t[v].form, t[u].form
    stats = fired.weapon.stats
    if stats.template != "flame":
        first = best(target, stats.size / 2, [w.form for w in t.own(t[u].side)])
        return tuple(dict.fromkeys((first, *(Circle(x, y, stats.size / 2) for x, y in target.positions))))
    mouth = stands(t, u) if fired.weapon is gun_of(t[u].kind.models) else None
    if mouth is None:
        those = [i for i, m in enumerate(t[u].members) if m is fired.by] or [0]
        near = [i for i in those if any(models_within(unit, i, target, j, FLAME) for j in range(len(target)))] or those
        mouth = unit.only((near[k % len(near)],))
    (x, y), base = mouth.positions[0], mouth.bases[0]
    within = [j for j in range(len(target)) if models_within(mouth, 0, target, j, FLAME)] or list(range(len(target)))
    positions = [target.positions[j] for j in within]
    positions.sort(key=lambda s: (s[0] - x) * (s[0] - x) + (s[1] - y) * (s[1] - y))
    return tuple(
        dict.fromkeys(Teardrop(*slid(x, y, a, b, base.radius), heading(a - x, b - y), FLAME) for a, b in positions)
    )


def best(target: Formation, radius: float, avoid: list[Formation]) -> Circle:
    """The blast that has most of the target under it and few friends."""
    found = best_circle(target, radius, avoid)
    return found if found is not None else Circle(*target.positions[0], radius)


def land(t: Table, u: int, fired: Volley, where: Template, dice: int, active: int) -> Procedure:
    """A template lies: every model under it takes one hit, friends too; the firer's own base is never touched."""
    under = all_under(
        where,
        [(w.id, w.form) for w in t.units if w.place == "table" and not (w.id == u and isinstance(where, Teardrop))],
    )
    for w, _ in under:
        if fired.weapon.stats.indirect and w != active:
            yield from evade(t, w)
    under = all_under(where, [(w, t[w].form) for w, _ in under if t[w].here])
    middle = (where.x, where.y) if isinstance(where, Circle) else None
    if not under:
        yield Emit(Remarked(f"{template_in_words(fired.weapon.name, middle)}: nobody"))
    for w, models in under:
        target = t[w]
        volley = _on(t, fired, target, where)
        before = state_of(t, w)
        ids = match_at(volley, before, models[0]).ids_after_a_hit
        yield Emit(Caught(u, w, fired.weapon.name, len(models), sorts(target, models), middle, where, by=ids))
        after = yield Fold(one_caught, before, tuple((volley, i, dice) for i in models))
        yield from apply(t, w, before, after, u, ids)


def sorts(target: Unit, models: Iterable[int]) -> tuple[tuple[str, int], ...]:
    """What models of a unit are called, and how many of them are called so."""
    return tuple(Counter(target.members[i].name for i in models).items())


def _on(t: Table, fired: Volley, target: Unit, where: Template) -> Volley:
    """The volley as it strikes a unit under its template: cover counts when it lies between the model and the centre."""
    everyone = tuple(range(target.size))
    order, guards = allotted(target.members, everyone, fired.how)
    covers = tuple(cover_from(t, where.x, where.y, target, i) for i in everyone)
    how = replace(
        fired.how,
        vehicle=target.kind.type == "Vehicle",
        formed=target.has("formed"),
        painted=False,
        arc=arc_from(t, target, where.x, where.y),
    )
    return Volley(fired.by, fired.weapon, 1, how, fired.mates, target.members, order, 1, guards, covers, target.side)


def cover_from(t: Table, x: float, y: float, target: Unit, i: int) -> int:
    """The cover rating of a model against something that bursts at a point: what lies between, or what it stands in."""
    position = target.form.positions[i]
    best = 0
    for piece in t.ground.pieces:
        said = piece.cover_in("void")
        if said and not piece.holds(x, y) and (piece.holds(*position) or spans(piece.points, (x, y), position)):
            best = max(best, field.rating(said))
    return best
