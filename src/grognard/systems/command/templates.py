"""Templates on the table: laid on the target shot by shot, slid when they miss, and whom they then lie on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ...common.building import ids_of
from ...common.saying import InAttack
from ...kernel.asks import Choose, Emit, Procedure, Roll, Stage
from ...table.events import Said
from ...table.geometry import Point
from ...table.scatter import slid
from ...table.state import Table
from ...table.templates import SMALL, Circle, under
from . import field, hidden
from .attack import (
    AGAIN,
    DIRECT,
    RADII,
    automatic,
    following,
    match_now,
    rate_of,
    repeatable,
    shell_hits,
    shots_of,
    slid_hits,
)
from .circumstances import Circumstances
from .damage import hurled
from .events import HIDDEN, Aimed, TemplateLaid
from .matchup import TEARDROP, Match, match
from .shooting.limited import at_most, spend_one
from .shooting.lines_of_fire import FireResult
from .shooting.template_places import Slides, TeardropPoints, TemplatePoints
from .target import Target, Toll
from .weapons import EqualWeapons, WeaponGroup, left_to_fire, used


class HitsByUnit(Struct):
    """For each unit the direct hits of a group's templates, and the models that lay under them; how many were laid."""

    hits: dict[int, int]
    models: dict[int, set[int]]
    templates: int = 0

    def add(self, w: int, hits: int, models: Iterable[int]) -> None:
        """Enters one template that was no miss."""
        self.hits[w] = self.hits.get(w, 0) + hits
        self.models.setdefault(w, set()).update(models)


def lay(
    t: Table, fire: FireResult, group: WeaponGroup, firers: tuple[tuple[int, ...], ...], before: tuple[str, ...]
) -> Procedure:
    """All weapons of a group that lay templates, one after another; what they do is entered in the tolls of the fire.

    Gives how many fired: who can lay none, as nobody is left in reach, does not.
    """
    laid, fired = HitsByUnit({}, {}), 0
    for part, models in zip(group.parts, firers, strict=True):
        for i in models[: left_to_fire(fire.toll, part)]:
            so_far = laid.templates
            yield from one_weapon(t, fire, part, i, before, laid)
            fired += laid.templates > so_far
    yield from further_hits(t, fire, group.parts[0], laid)
    return fired


def one_weapon(
    t: Table,
    fire: FireResult,
    part: EqualWeapons,
    i: int,
    before: tuple[str, ...],
    laid: HitsByUnit,
    sure: bool = False,
) -> Procedure:
    """One weapon's shots and its repeats, fired by model ``i``. ``sure``: they hit without a roll, and are not repeated."""
    step, dice = 0, -1
    struck: set[int] = set()
    assault = fire.aim.assault
    m = match_now(fire.toll, part, assault.target, assault)
    while any(fire.toll.left):
        m = match_now(fire.toll, part, assault.target, assault)
        if dice < 0 or not m.dice.once:
            dice = yield from rate_of(m, assault.target.standing(fire.toll.left))
        success = False
        for _ in range(shots_of(m, dice)):
            if m.template == TEARDROP:
                hit = yield from spray(t, fire, part, i, step, dice, laid, sure)
                success = success or fire.target in hit
            else:
                direct, hit = yield from shell(t, fire, part, i, step, laid, sure)
                success = success or direct
            struck.update(hit)
        if sure or not success:
            break
        if step == 0 and m.gain.follows:
            yield from follow(t, fire, part, before)
        if not (m.gain.repeats and repeatable(step, m) and any(fire.toll.left)):
            break
        question = AGAIN.format(part.weapon.name)
        if not (yield Choose(assault.side, question, (True, False), True, None, InAttack())):
            break
        step += 1
    for w in sorted(struck):
        fire.tolls[w] = fire.tolls[w]._replace(crushes=fire.tolls[w].crushes + m.after.crushes)


def further_hits(t: Table, fire: FireResult, part: EqualWeapons, laid: HitsByUnit) -> Procedure:
    """One more hit for so many direct ones, for each unit by itself and on models that lay under a template."""
    for w, hits in laid.hits.items():
        toll = fire.tolls[w]
        if not hits or not any(toll.left):
            continue
        m = _against(t, fire, part, w, toll, _how(t, fire, w))
        if more := hits // m.gain.one_for if m.gain.one_for else 0:
            target = caught(t, fire, w, tuple(sorted(laid.models[w])), m)
            fire.tolls[w] = yield Stage(slid_hits, (toll, m, more, target))


def standing(t: Table, w: int, tolls: dict[int, Toll]) -> tuple[int, ...]:
    """The models of a unit that no shot of this attack has removed yet."""
    toll = tolls.get(w)
    return tuple(j for j in range(t[w].size) if toll is None or toll.left[j] > 0)


def caught(t: Table, fire: FireResult, w: int, models: tuple[int, ...], m: Match) -> Target:
    """A unit of which these models lie under a template. What falls beside friends is laid on enemies only."""
    facing = field.facing(t[w], t[fire.unit].form)
    target = field.target(t[w], models, facing, bool(m.removal.bursts))
    return target.apart() if m.removal.bursts and t[w].side == t[fire.unit].side else target


# --- round templates --------------------------------------------------------------------------------------------------


def shell(t: Table, fire: FireResult, part: EqualWeapons, i: int, step: int, laid: HitsByUnit, sure: bool) -> Procedure:
    """One shot with a round template: where it is meant to lie, the roll, and where it then lies.

    Gives whether it was a success, and the units that it hit. All models of the target under it are hit, seen or not.
    """
    u, v, assault = fire.unit, fire.target, fire.aim.assault
    models = standing(t, v, fire.tolls)
    if not models:
        return False, ()
    laid.templates += 1
    m = match_now(fire.toll, part, assault.target, assault)
    radius = RADII[m.template]
    form = t[v].form.only(models)
    friends = [f.form for f in t.own(t[u].side)]
    positions = TemplatePoints(form, radius, friends)
    question = f"where does {t.name(u)} lay the template?"
    x, y = yield Choose(t[u].side, question, positions, default=next(iter(positions)), about=("lay", u, v, radius))
    thrown = DIRECT if sure else (yield Roll(m.to_hit(step).test))
    if thrown[0]:
        circle = Circle(x, y, radius)
        covered = tuple(models[k] for k in under(circle, form))
        target = caught(t, fire, v, covered, m)
        yield Emit(TemplateLaid(u, m.template, x, y, len(covered), 0, ((v, len(covered)),), None, circle, by=m.by))
        fire.tolls[v] = yield Stage(shell_hits, (fire.toll, m, thrown, len(covered), target))
        laid.add(v, len(covered) * m.gain.each + thrown[1], covered)
        return True, (v,)
    if thrown[3] > 0:
        end = yield from slide(t, u, v, m, i, (x, y), thrown[3])
        return False, (yield from lies_on(t, fire, part, m, Circle(end[0], end[1], radius), thrown[3], (x, y)))
    return False, ()


def slide(t: Table, u: int, v: int, m: Match, i: int, position: Point, inches: int) -> Procedure:
    """Where a template slides to: straight towards the shooter, or where he likes."""
    x, y = t[u].form.positions[i]
    back = slid(*position, x, y, inches)
    if not m.laying.any_way:
        return back
    options = Slides(position, inches, back)
    question = f"where does the template of {t.name(u)} slide?"
    return (yield Choose(t[u].side, question, options, default=back, about=("slide", u, v, RADII[m.template])))


def lies_on(
    t: Table, fire: FireResult, part: EqualWeapons, m: Match, circle: Circle, inches: int, laid: Point
) -> Procedure:
    """A template that has slid from where it was laid: every model of any side under it takes one hit. Gives the units hit."""
    beneath: dict[int, tuple[int, ...]] = {}
    for w in [x.id for x in t if x.here]:
        if under(circle, t[w].form):
            yield from hidden.show_itself(t, w)
        if near := tuple(j for j in under(circle, t[w].form) if j in standing(t, w, fire.tolls)):
            beneath[w] = near
    number, found = sum(map(len, beneath.values())), tuple((w, len(near)) for w, near in beneath.items())
    yield Emit(TemplateLaid(fire.unit, m.template, circle.x, circle.y, number, inches, found, laid, circle, by=m.by))
    for w, near in beneath.items():
        toll = fire.tolls.get(w) or Toll(t[w].wounds)
        against = _against(t, fire, part, w, toll, fire.aim.assault.how)
        fire.tolls[w] = yield Stage(slid_hits, (toll, against, len(near), caught(t, fire, w, near, against)))
    return list(beneath)


def _against(t: Table, fire: FireResult, part: EqualWeapons, w: int, toll: Toll, how: Circumstances) -> Match:
    """The match-up of a weapon with whoever it has caught."""
    target = field.target(t[w], None, field.facing(t[w], t[fire.unit].form))
    profile, toughness = target.profile(toll.left), target.toughness(toll.left)
    return match(part.model, part.weapon, profile, toughness, how, part.uses, part.rolled, not target.steady)


# --- teardrops --------------------------------------------------------------------------------------------------------


def spray(
    t: Table, fire: FireResult, part: EqualWeapons, i: int, step: int, each: int, laid: HitsByUnit, sure: bool
) -> Procedure:
    """A teardrop: one roll for each unit under it, and so many hits on each model under it. Gives the units it hit.

    The model that fires does not count as lying under it. ``sure``: it hits its target without a roll.
    """
    u, v = fire.unit, fire.target
    options = TeardropPoints(t, u, i, v, part.weapon.stats.range, {w: toll.left for w, toll in fire.tolls.items()})
    drop = next(iter(options), None)
    if drop is None:
        return set()
    laid.templates += 1
    question = f"where does {t.name(u)} lay the teardrop?"
    drop = yield Choose(fire.aim.assault.side, question, options, default=drop, about=("spray", u, i))
    hit, beneath = set[int](), dict[int, tuple[int, ...]]()
    for w in [x.id for x in t if x.here]:
        if under(drop, t[w].form) and t[w].has(HIDDEN):
            yield from hidden.reveal(t, w)
        if near := tuple(j for j in under(drop, t[w].form) if j in standing(t, w, fire.tolls) and (w, j) != (u, i)):
            beneath[w] = near
    number, found = sum(map(len, beneath.values())), tuple((w, len(near)) for w, near in beneath.items())
    by = match_now(fire.toll, part, fire.aim.assault.target, fire.aim.assault).by
    yield Emit(TemplateLaid(u, TEARDROP, drop.x, drop.y, number, 0, found, None, drop, by=by))
    for w, near in beneath.items():
        toll = fire.tolls.get(w) or Toll(t[w].wounds)
        m = _against(t, fire, part, w, toll, _how(t, fire, w))
        if len(beneath) > 1 or w != v:
            yield Emit(Aimed(u, w, "", "sprays"))
        thrown = DIRECT if sure and w == v else (yield Roll(m.to_hit(step).test))
        if thrown[0]:
            hit.add(w)
            target = caught(t, fire, w, near, m)
            fire.tolls[w] = yield Stage(shell_hits, (toll, m, thrown, len(near) * each, target))
            laid.add(w, len(near) * each * m.gain.each + thrown[1], near)
    return hit


def _how(t: Table, fire: FireResult, w: int) -> Circumstances:
    """The circumstances of an attack for another unit that it catches."""
    how, u, foe = fire.aim.assault.how, fire.unit, t[w]
    if w == fire.target:
        return how
    return field.circumstances(
        False,
        how.token,
        how.reacting,
        how.moved,
        field.cover_of(t.ground, foe.form),
        0 if w == u else field.obscured_of(t.ground, field.sight(t.ground, t[u], foe), foe.size),
        field.facing(foe, t[u].form),
        field.is_moving(foe),
        0,
        how.terms,
    )


# --- what follows, and what falls -------------------------------------------------------------------------------------


def follow(t: Table, fire: FireResult, part: EqualWeapons, before: tuple[str, ...]) -> Procedure:
    """A model that had a success may resolve another weapon at once, with what it can see in its range."""
    if not any(fire.toll.left):
        return
    u, v, assault = fire.unit, fire.target, fire.aim.assault
    weapon = yield from following(fire.toll, part, assault, before)
    if weapon is None:
        return
    second = replace(part, weapon=weapon, count=1)
    if by := match_now(fire.toll, second, assault.target, assault).rate.spends:
        k = next(k for k, w in enumerate(t[u].members[part.who].weapons) if w is weapon)
        uses, _ = yield from spend_one(t, u, part.who, k, at_most(fire.toll, second, assault), by)
        second = replace(second, uses=uses, rolled=weapon.stats.RoF.rolled)
    m = match_now(fire.toll, second, assault.target, assault)
    yield Emit(Said(f"{t.name(u)} follows with its {weapon.name}", by=m.by))
    if m.template:
        fire.tolls[v] = used(fire.toll, second)
        laid = HitsByUnit({}, {})
        yield from one_weapon(t, fire, second, part.who, before, laid, sure=True)
        yield from further_hits(t, fire, second, laid)
    else:
        seen = dict(part.reach or ())[weapon.name]
        target = field.target(t[v], seen, assault.how.facing, bool(m.removal.bursts))
        fire.tolls[v] = yield Stage(automatic, (fire.toll, second, target, assault))
    yield from burst(t, fire, second)


def burst(t: Table, fire: FireResult, part: EqualWeapons) -> Procedure:
    """Templates laid on models that a weapon has slain: other enemy units with models under them."""
    for w in list(fire.tolls):
        toll = fire.tolls[w]
        fire.tolls[w] = toll._replace(bursts=())
        for i in toll.bursts:
            m = match_now(fire.toll, part, fire.aim.assault.target, fire.aim.assault)
            bonus = m.falls.bonus if m.falls is not None else 0
            yield from burst_at(t, fire.unit, w, t[w].form.positions[i], bonus, fire.tolls, ids_of(m.removal.because))


def burst_at(
    t: Table, u: int, w: int, position: Point, bonus: int, tolls: dict[int, Toll], by: Sequence[str] = ()
) -> Procedure:
    """A small template on a model of unit ``w`` that has fallen: a die for each model of another enemy unit under it."""
    circle = Circle(*position, SMALL)
    for v in [e.id for e in t.enemies(t[u].side) if e.id != w]:
        if under(circle, t[v].form):
            yield from hidden.show_itself(t, v)
        near = tuple(j for j in under(circle, t[v].form) if j in standing(t, v, tolls))
        if near:
            yield Emit(TemplateLaid(u, "small", *position, len(near), 0, ((v, len(near)),), None, circle, by=by))
            target = field.target(t[v], near, field.facing(t[v], t[u].form))
            tolls[v] = yield Stage(hurled, (tolls.get(v) or Toll(t[v].wounds), len(near), target, bonus))
