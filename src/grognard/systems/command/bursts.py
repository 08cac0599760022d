"""Templates on the table: laid on the target shot by shot, slid when they miss, and whom they then lie on."""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.asks import Choose, Emit, Procedure, Roll, Stage
from ...table.geometry import Form, Spot, gap, snap
from ...table.placing import SIXTEEN
from ...table.scatter import slid
from ...table.state import Table
from ...table.templates import LARGE, SMALL, Circle, Teardrop, best_circle, best_teardrop, under
from . import field, hidden
from .attack import MOST_REPEATS, Assault, Group, Part, follow_up, match_now, rate_of, shell_hits, slid_hits
from .events import HIDDEN, TemplateLaid
from .match import TEARDROP, How, Match, match
from .target import Target, Toll

RADII = {"small": SMALL, "large": LARGE}
LENGTH = 8.0  # inches of the teardrop


def lay(
    t: Table, u: int, v: int, assault: Assault, group: Group, firers: tuple[int, ...], before: tuple[str, ...],
    tolls: dict[int, Toll],
) -> Procedure:  # fmt: skip
    """All weapons of a group that lay templates, one after another; what they do is entered in ``tolls``."""
    first = tolls[v].hits
    places = list(firers)
    for part in group.parts:
        for _ in range(part.count):
            i = next(k for k in places if t[u].members[k] is part.model or part.count == len(places))
            places.remove(i)
            yield from one_weapon(t, u, v, assault, group, part, i, before, tolls)
    m = match_now(tolls[v], group.parts[0], group.target, assault) if any(tolls[v].left) else None
    if m is not None and m.gain.every_other and (more := (tolls[v].hits - first) // 2):
        tolls[v] = yield Stage(slid_hits, (tolls[v], m, more, group.target))


def one_weapon(
    t: Table, u: int, v: int, assault: Assault, group: Group, part: Part, i: int, before: tuple[str, ...],
    tolls: dict[int, Toll],
) -> Procedure:  # fmt: skip
    """One weapon's shots and its repeats, fired by model ``i``."""
    step, dice = 0, -1
    while any(tolls[v].left):
        m = match_now(tolls[v], part, group.target, assault)
        if dice < 0 or not m.dice.once:
            dice = yield from rate_of(m, group.target.standing(tolls[v].left))
        hit = False
        if m.template == TEARDROP:
            hit = (yield from spray(t, u, v, assault, part, i, step, dice, tolls)) if dice else False
        else:
            for _ in range(dice):
                hit = (yield from shell(t, u, v, assault, group, part, i, step, tolls)) or hit
        if hit and step == 0:
            toll = tolls[v]
            tolls[v] = toll._replace(crushes=toll.crushes + m.after.crushes)
            if m.gain.follows:
                tolls[v] = yield from follow_up(tolls[v], part, m, 1, group, assault, before)
        step += 1
        if not (hit and m.gain.repeats) or step > MOST_REPEATS + 6:
            return


def standing(t: Table, w: int, tolls: dict[int, Toll]) -> tuple[int, ...]:
    """The models of a unit that no shot of this attack has removed yet."""
    toll = tolls.get(w)
    return tuple(j for j in range(t[w].size) if toll is None or toll.left[j] > 0)


def shell(
    t: Table, u: int, v: int, assault: Assault, group: Group, part: Part, i: int, step: int, tolls: dict[int, Toll]
) -> Procedure:
    """One shot with a round template: where it is meant to lie, the roll, and where it then lies. Gives whether it hit."""
    models = [j for j in standing(t, v, tolls) if group.target.eligible is None or j in group.target.eligible]
    if not models:
        return False
    m = match_now(tolls[v], part, group.target, assault)
    radius = RADII[m.template]
    form = t[v].form.only(models)
    friends = [f.form for f in t.own(t[u].side)]
    spots = tuple(_aims(form, radius, friends))
    question = f"where does {t.name(u)} lay the template?"
    x, y = yield Choose(t[u].side, question, spots, default=spots[0], about=("lay", u, v, radius))
    thrown = yield Roll(m.to_hit(step).test)
    if thrown[0]:
        covered = tuple(models[k] for k in under(Circle(x, y, radius), form))
        tolls[v] = yield Stage(shell_hits, (tolls[v], m, thrown, len(covered), group.target.only(covered)))
        yield Emit(TemplateLaid(u, m.template, x, y, len(covered), 0, by=m.by))
        return True
    if thrown[3] > 0:
        x, y = yield from slide(t, u, v, m, i, (x, y), thrown[3])
        yield from lies_on(t, u, part, assault, m, Circle(x, y, radius), thrown[3], tolls)
    return False


def _aims(form: Form, radius: float, friends: list[Form]) -> Iterator[Spot]:
    """Where a template may be meant to lie: where it does most, then over each model."""
    best = best_circle(form, radius, friends) or best_circle(form, radius)
    seen = []
    if best is not None:
        seen.append((best.x, best.y))
    seen += [spot for spot in form.spots if spot not in seen]
    yield from seen[:8]


def slide(t: Table, u: int, v: int, m: Match, i: int, spot: Spot, inches: int) -> Procedure:
    """Where a template slides to: straight towards the shooter, or where he likes."""
    x, y = t[u].form.spots[i]
    back = slid(*spot, x, y, inches)
    if not m.laying.any_way:
        return back
    ways = [(snap(spot[0] + inches * c), snap(spot[1] + inches * s)) for c, s in SIXTEEN]
    options = tuple(dict.fromkeys((back, *ways)))
    question = f"where does the template of {t.name(u)} slide?"
    return (yield Choose(t[u].side, question, options, default=back, about=("slide", u, v, RADII[m.template])))


def lies_on(
    t: Table, u: int, part: Part, assault: Assault, m: Match, circle: Circle, inches: int, tolls: dict[int, Toll]
) -> Procedure:
    """A template that has slid: every model of any side under it takes one hit."""
    caught = 0
    for w in [x.id for x in t if x.here]:
        if under(circle, t[w].form) and t[w].has(HIDDEN):
            yield from hidden.reveal(t, w)
        near = tuple(j for j in under(circle, t[w].form) if j in standing(t, w, tolls))
        if not near:
            continue
        caught += len(near)
        toll = tolls.get(w) or Toll(t[w].wounds)
        target = field.target(t[w], near, field.facing(t[w], t[u].form))
        against = _against(part, target, toll, assault.how)
        tolls[w] = yield Stage(slid_hits, (toll, against, len(near), target))
    yield Emit(TemplateLaid(u, m.template, circle.x, circle.y, caught, inches, by=m.by))


def _against(part: Part, target: Target, toll: Toll, how: How) -> Match:
    """The match-up of a weapon with whoever it has caught."""
    profile, toughness = target.profile(toll.left), target.toughness(toll.left)
    return match(part.model, part.weapon, profile, toughness, how, part.uses, part.rolled, not target.steady)


def spray(
    t: Table, u: int, v: int, assault: Assault, part: Part, i: int, step: int, each: int, tolls: dict[int, Toll]
) -> Procedure:
    """A teardrop: one roll for each unit under it, and so many hits on each model under it. Gives whether it hit the target."""
    models = standing(t, v, tolls)
    friends = [f.form for f in t.own(t[u].side) if f.id != u]
    firer, form = t[u].form.only((i,)), t[v].form.only(models)
    room = max(0.0, min(part.weapon.stats.range - LENGTH, gap(firer, form)))
    drop = best_teardrop(firer, form, friends, reach=room) or best_teardrop(firer, form, reach=room, forbid=False)
    if drop is None:
        return False
    hit, caught, by = False, 0, tuple[str, ...]()
    for w in [x.id for x in t if x.here and x.id != u]:
        if under(drop, t[w].form) and t[w].has(HIDDEN):
            yield from hidden.reveal(t, w)
        near = tuple(j for j in under(drop, t[w].form) if j in standing(t, w, tolls))
        if not near:
            continue
        toll = tolls.get(w) or Toll(t[w].wounds)
        how = assault.how if w == v else _how(t, u, w, assault.how)
        target = field.target(t[w], near, how.facing)
        m = _against(part, target, toll, how)
        thrown = yield Roll(m.to_hit(step).test)
        if thrown[0]:
            hit, caught, by = hit or w == v, caught + len(near), m.by
            tolls[w] = yield Stage(shell_hits, (toll, m, thrown, len(near) * each, target))
    yield Emit(TemplateLaid(u, TEARDROP, drop.x, drop.y, caught, 0, by=by))
    return hit


def _how(t: Table, u: int, w: int, how: How) -> How:
    """The circumstances of an attack for another unit that it catches."""
    foe = t[w]
    seen = field.sight(t.ground, t[u], foe)
    return field.circumstances(
        False,
        how.token,
        how.reacting,
        how.moved,
        field.cover_of(t.ground, foe.form),
        field.obscured_of(t.ground, seen, foe.size),
        field.facing(foe, t[u].form),
        field.is_moving(foe),
        0,
        how.terms,
    )


__all__ = ["Teardrop", "lay"]
