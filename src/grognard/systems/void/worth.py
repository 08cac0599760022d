"""What an option is worth, for players that are programs: expected harm from the very laws that a battle plays by.

Harm is counted in points of what is destroyed, so that shooting, charging and standing on an objective can be compared.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import inf, sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...common import purpose
from ...common.rules import kept
from ...kernel.exact import by_default, law_of_stage
from ...kernel.faces import reading
from ...table.geometry import Box, Form, Spot, within
from ...table.goals import at_best as most_worth
from ...table.goals import boxes_reach, in_range, nearest_worth, nearness, to_boxes
from ...table.state import Marker, Table, Unit
from . import field, suppress
from .arms import Reach, uses
from .assault import NO_ASSAULT
from .attack import DODGED, NOTHING, Attack, How, Shot, match, point
from .bound import Bound
from .carrying import hold_of
from .checks import Company, check, different
from .frightening import suppressing
from .harm import panic_check
from .hazard import GROUND, NOBODY
from .moving import hazards, ways
from .orders import HOLD, MOVE, RUSH, STAY, Orders, reach_of
from .shooting import HOLD_FIRE, Line, furthest, in_reach_of_arms, is_open, line, open_to_fire
from .spikes import in_reach

HOLDING = 45.0  # points' worth of standing where an objective is held for a round
COVER, IN_RANGE = 8.0, 0.15  # standing in cover; a share of a unit's points for having somebody in reach of its arms
EVEN = 0.004  # inches, and points: more than what is lost where spots are put onto the lattice
NEAR = 6.0  # inches from an enemy at which being near him is worth half of what contact is
Worth = tuple[float, str]


def worth(t: Table, ask: Any, option: Any) -> Worth:
    """What an option of a question is worth to the player asked, and why."""
    about = ask.about
    if isinstance(about, tuple) and about and (judge := VALUED.get(about[0]) or prospects().VALUED.get(about[0])):
        return judge(t, about, option)
    if isinstance(about, int) and isinstance(option, Form):
        return purpose.move(t, about, option)
    if isinstance(option, int) and ask.question.startswith("activate"):
        return _eager(t, option)
    if isinstance(option, int) and ask.question.startswith("deploy which"):
        return (1.0, "so that others may ride") if hold_of(t[option].members)[0] else (0.0, "as it comes")
    return (1.0, "as a matter of course") if option == ask.default else (0.0, "")


def prospects() -> Any:
    """What the rarer choices are worth; a module that looks at whole activations, as those look at this one's numbers."""
    from . import prospects

    return prospects


# --- expected harm ------------------------------------------------------------------------------------------------------


@kept(16384)
def wounds_of(shot: Shot) -> float:
    """The expected wounds of one shot or blow on a model that could lose them all."""
    dice: float = shot.dice if shot.hit is None else reading(shot.hit).law.mean()
    if not dice:
        return 0.0
    chance: float = law_of_stage(point, (shot, 0), by_default).chance_of(lambda came: came not in (NOTHING, DODGED))
    return dice * chance


def price(unit: Unit) -> float:
    """What one wound of a unit is worth in points."""
    total = sum(int(m.stats.W) for m in unit.kind.models)
    points: int = unit.kind.points
    return max(points, 1) / max(total, 1)


def harm(t: Table, aim: Line, v: int) -> float:
    """The expected harm, in points, of all that bears on a unit; worked out once for a line of fire as all stand."""
    found = field.answers(t)
    known: tuple[Line, float] | None = found.get(("harm", id(aim), v))
    if known is None:  # the line is kept beside its number: no other can have its place meanwhile
        known = found["harm", id(aim), v] = aim, _harm(t, aim, v)
    return known[1]


def _harm(t: Table, aim: Line, v: int) -> float:
    target = t[v]
    standing = different(target.members)
    if not aim.nearest:
        return 0.0
    at = aim.nearest[0]
    expected = 0.0
    for group, how in aim.groups:
        covered = how if not aim.covers[at] else _covered(how, aim.covers[at])
        for weapon, n in group.ways[0]:
            found = match(Attack(group.by, weapon, target.members[at], covered, aim.mates, standing))
            under = 1.0 if not weapon.stats.template else min(target.size, 2.5)
            expected += group.n * n * under * wounds_of(found.shot)
            if found.shot.paints and not target.has("painted"):
                expected += 0.5
    return min(expected, sum(target.wounds)) * price(target)


def _covered(how: How, rating: int) -> How:
    return replace(how, cover=rating)


@kept(4096)
def blow(by: tuple[Any, ...], at: tuple[Any, ...], how: How) -> float:
    """The expected wounds of one round of blows of every model of a unit against the first of another."""
    mates, standing = different(by), different(at)
    total = 0.0
    for model in by:
        for weapon, n in next(iter(uses(model, how, Reach(), False, mates)), ()):
            total += n * wounds_of(match(Attack(model, weapon, at[0], how, mates, standing)).shot)
    return total


def clash(t: Table, u: int, v: int) -> Worth:
    """What charging is worth: the harm expected to be done less that suffered from those who are left."""
    unit, target = t[u], t[v]
    vehicle = target.kind.type == "Vehicle"
    ours = blow(unit.members, target.members, How(melee=True, charging=True, vehicle=vehicle, terms=field.terms(t)))
    theirs = blow(target.members, unit.members, How(melee=True, terms=field.terms(t)))
    part = min(1.0, ours / max(1, sum(target.wounds)))
    done = min(ours, sum(target.wounds)) * price(target)
    suffered = min(theirs * (1 - part), sum(unit.wounds)) * price(unit)
    return done - suffered, f"{ours:.1f} wounds for {theirs * (1 - part):.1f}"


# --- questions ----------------------------------------------------------------------------------------------------------


def _eager(t: Table, u: int) -> Worth:
    unit = t[u]
    if not unit.here:
        return unit.kind.points * 0.5, "to bring it on"
    if unit.locked:
        return unit.kind.points * 1.5, "it is in close combat"
    if any(word == "rally" for word, _ in in_reach(t, u)):
        return 500.0, "before the squad in panic runs further"
    band = furthest(unit.members)
    reach = field.terms(t).bands[min(band, 3)] if band >= 0 else 8.0
    if boxes_reach(outlook(t, unit.side).boxes, *purpose.middle(unit.form), reach):
        return unit.kind.points * 1.0, "enemies are in reach"
    return unit.kind.points * 0.4, "it can wait"


def _shoot(t: Table, about: tuple[Any, ...], option: Any) -> Worth:
    _, u, orders = about
    if option == HOLD_FIRE:
        return 0.0, "nothing is gained by it"
    if isinstance(option, tuple):
        return frightening(t, u, option[1])
    value = harm(t, line(t, u, option, orders.moved, orders), option)
    return value, f"{value:.0f} points of harm expected"


def frightening(t: Table, u: int, v: int) -> Worth:
    """What suppressive fire is worth: the chance of panic, at half of what the target is worth."""
    total = suppressing(t, u, v)[0]
    target = t[v]
    if not total or not field.able(target) or target.side == t[u].side:
        return 0.0, "it cannot be frightened"
    how = How(band=field.band_between(t, t[u].form, target.form), terms=field.terms(t))
    added, why = suppress.modifier(sum(target.wounds), (field.size_now(t, target),), how, total)
    built, _, _ = panic_check(Company(different(target.members), field.terms(t)), "suppression", added, why)
    chance = 0.0 if built is None else 1 - built.chance
    return chance * 0.5 * price(target) * sum(target.wounds), f"{chance:.0%} to panic"


def _order(t: Table, about: tuple[Any, ...], option: Any) -> Worth:
    u, orders = about[1], about[2]
    known: Worth | None = orders.valued.get(option)
    if known is None:
        known = orders.valued[option] = _order_now(t, u, orders, option)
    return known


def _order_now(t: Table, u: int, orders: Orders, option: Any) -> Worth:
    if orders.weighed is None:
        spikes = [_spikes(t, ("spikes", u), option)[0] for option in in_reach(t, u)]
        orders.weighed = max([fire_now(t, u), *spikes]), here(t, u)
    best, stood = orders.weighed
    if option == STAY:
        return best + stood + 1.0, "to shoot undisturbed" if best else "to stay"
    if option == HOLD:
        if best or furthest(t[u].members) < 0 or brawler(t[u].members):  # who waits does not charge
            return stood, "to wait for them"
        return stood + 4.0 * purpose.near(nearest_enemy(t, u), 12.0), "to wait for them"
    if option in (MOVE, RUSH):
        value, why = _going(t, u, option, best)
        rest = [_order(t, ("order", u, orders), w)[0] for w in orders.words if w not in (MOVE, RUSH)]
        other = RUSH if option == MOVE else MOVE
        if other in orders.words and (other in orders.valued or _going(t, u, other, best)[0] > value):
            rest.append(_order(t, ("order", u, orders), other)[0])
        if rest and value > max(rest) and not orders.towards and not _leads(t, u, orders, option):
            return stood + 0.5 * best, "there is no better place"
        return value, why
    found: Worth = prospects().order(t, u, option, best, stood)
    return found


def _going(t: Table, u: int, kind: str, fire: float) -> Worth:
    """What a move or a rush is worth, if it leads where it should."""
    gain = ahead(t, u, reach_of(t, u, kind)[0])
    if kind == RUSH:
        return gain, "to get there soon"
    return gain + 0.75 * fire + (0.1 * t[u].kind.points if not fire else 0.0), "to get on"


def _leads(t: Table, u: int, orders: Orders, kind: str) -> bool:
    """Whether a unit that may move so has any better place to go to than where it stands."""
    about, stands, options = (kind, u), t[u].form, ways(t, u, orders, kind)
    enough = _move(t, about, stands)[0] if stands.radius >= 0 else inf  # a hull may also turn where it stands
    found, _, _ = purpose.best_aim(
        options, lambda spots: hopes(t, u, options, spots), lambda form: _move(t, about, form), enough
    )
    return found is not None and found.spots != stands.spots


def fire_now(t: Table, u: int) -> float:
    """What shooting from here at the nearest enemies in reach would be worth; nobody beyond one that must be shot at."""
    unit = t[u]
    priority = t.rulings.get("open_target") != "any"
    band = furthest(unit.members)
    if band < 0 or unit.has("shaken"):
        return 0.0
    reach = field.terms(t).bands[min(band, 3)]
    best = 0.0
    for v in field.nearby(t, u, reach)[:2]:
        if v.locked or not field.scans(t, u, v.id):
            continue
        aim = line(t, u, v.id, False)
        best = max(best, harm(t, aim, v.id))
        if priority and aim and is_open(field.view(t, u, v.id)):
            break
    return best


class Outlook(Struct):
    """What a side weighs places by: found once for all that is weighed as the units stand."""

    markers: tuple[Marker, ...]  # they change hands while the units stand as they do
    goals: tuple[purpose.Goal, ...]  # the objectives as the side sees them
    boxes: list[Box]  # round its enemies
    spots: list[Spot]  # the objectives
    foes: list[Spot]  # the middles of its enemies
    wide_goals: tuple[purpose.Goal, ...]  # the same, a little wider than they are
    wide_boxes: list[Box]
    here: dict[int, float]  # what the places where its units stand are worth


def outlook(t: Table, side: int) -> Outlook:
    """What a side weighs places by, as all stand now."""
    found = field.answers(t)
    kept: Outlook | None = found.get(side)
    if kept is None or kept.markers is not t.markers:
        enemies = [v.form for v in t.enemies(side)]
        spots = [(m.x, m.y) for m in t.markers if m.kind == "objective"]
        boxes, middles = [form.box for form in enemies], [purpose.middle(form) for form in enemies]
        goals = purpose.goals(t, side)
        wide = tuple([(x, y, reach + EVEN, full) for x, y, reach, full in goals])
        grown = [(a - EVEN, b - EVEN, c + EVEN, d + EVEN) for a, b, c, d in boxes]
        kept = found[side] = Outlook(t.markers, goals, boxes, spots, middles, wide, grown, {})
    return kept


def nearest_enemy(t: Table, u: int) -> float:
    """How far the nearest enemy is from the middle of a unit, in inches; 99 when there is none."""
    far = to_boxes(outlook(t, t[u].side).boxes, *purpose.middle(t[u].form))
    return 99.0 if far < 0.0 else far


def ahead(t: Table, u: int, inches: float) -> float:
    """What the ground within a move is worth at best: the nearest objective, or the enemy for those who want to fight."""
    unit = t[u]
    out, share = outlook(t, unit.side), drawn_by(unit)
    x, y = purpose.middle(unit.form)
    goals = [*out.spots, *out.foes] if share else out.spots
    return max(here(t, u), nearest_worth(out.goals, HOLDING, out.boxes, share, NEAR, x, y, goals, inches))


def here(t: Table, u: int) -> float:
    """What standing where it stands is worth to a unit."""
    known = outlook(t, t[u].side).here
    value = known.get(u)
    if value is None:
        value = known[u] = place(t, u, t[u].form)
    return value


def drawn_by(unit: Unit) -> float:
    """What being in contact with an enemy is worth to a unit: something to brawlers only."""
    return 0.6 * unit.kind.points if brawler(unit.members) else 0.0


@kept(4096)
def brawler(members: tuple[Any, ...]) -> bool:
    """Whether a unit does more harm with blows than with shots, against the like of itself."""
    melee = blow(members, members, How(melee=True, charging=True))
    return melee > 1.2 * max(_volley(members, How(band=band)) for band in range(4))


def _volley(members: tuple[Any, ...], how: How) -> float:
    """The expected wounds of all shots of a unit at the like of itself, every model with its best arms."""
    mates, total = different(members), 0.0
    for model in members:
        ways = uses(model, how, Reach(), False, mates)
        each = [
            sum(n * wounds_of(match(Attack(model, w, members[0], how, mates, mates)).shot) for w, n in way)
            for way in ways
        ]
        total += max(each, default=0.0)
    return total


def place(t: Table, u: int, form: Form) -> float:
    """What standing so is worth: objectives, cover, and for brawlers being near the enemy."""
    unit = t[u]
    out = outlook(t, unit.side)
    x, y = purpose.middle(form)
    return nearness(out.goals, HOLDING, out.boxes, drawn_by(unit), NEAR, x, y) + COVER * purpose.in_cover(t, form)


def _move(t: Table, about: tuple[Any, ...], option: Form) -> Worth:
    _, u = about
    unit = t[u]
    value = place(t, u, option)
    band = furthest(unit.members)
    if band >= 0:
        reach = field.terms(t).bands[min(band, 3)]
        value += IN_RANGE * unit.kind.points * in_range(outlook(t, unit.side).boxes, reach, *purpose.middle(option))
    if field.dangerous(t.ground) and (entered := hazards(t, u, unit.form, option)):
        value -= sum(min(unit.wounds[i], _burnt(unit.members[i])) for i in entered) * price(unit)
    return value, "for the ground"


def at_best(t: Table, ask: Any, options: Any, spots: list[Spot | None]) -> list[float]:
    """The most that each way of a unit towards one of some points can be worth; of None: any move."""
    about = ask.about
    if not isinstance(about, tuple) or VALUED.get(about[0]) is not _move:
        return [inf] * len(spots)
    return hopes(t, about[1], options, spots)


def hopes(t: Table, u: int, options: Any, spots: list[Spot | None]) -> list[float]:
    """The same, of a unit that chooses where to go."""
    unit = t[u]
    out, band = outlook(t, unit.side), furthest(unit.members)
    price = IN_RANGE * unit.kind.points if band >= 0 else 0.0
    reach = field.terms(t).bands[min(band, 3)] if band >= 0 else 0.0
    moves = options.moves if type(options) is Bound else options
    x, y = moves.centre
    most = most_worth(
        out.wide_goals, HOLDING, out.wide_boxes, drawn_by(unit), NEAR, price, reach,
        covering(t.ground), COVER, _radius(unit.form), x, y, moves.inches, spots,
    )  # fmt: skip
    return [EVEN + value for value in most]


@lru_cache(64)
def covering(ground: Any) -> list[Box]:
    """The boxes round the pieces of terrain that give cover."""
    return [p.box for p in ground.pieces if purpose.covers(p)]


@lru_cache(1024)
def _radius(form: Form) -> float:
    """How far the models of a unit reach from its middle at most, however they face; in inches."""
    (x, y), (left, low, right, top) = purpose.middle(form), form.box
    dx, dy = max(x - left, right - x), max(y - low, top - y)
    turning = 0.0 if form.radius >= 0 else max(b.half_length + b.half_width for b in form.bases)
    return sqrt(dx * dx + dy * dy) + turning + 2 * EVEN


@kept(1024)
def _burnt(model: Any) -> float:
    """The expected wounds of a model that enters hazardous ground."""
    return wounds_of(match(Attack(NOBODY, GROUND.weapon, model, How(hazard=True), (NOBODY,), (model,))).shot)


def _charge(t: Table, about: tuple[Any, ...], option: Any) -> Worth:
    if option == NO_ASSAULT:
        return 0.5, "it would not pay"
    return clash(t, about[1], option[1] if isinstance(option, tuple) else option)


def _meet(t: Table, about: tuple[Any, ...], option: str) -> Worth:
    v = about[1]
    chance = check("counter-charge", Company(different(t[v].members), field.terms(t))).chance
    return (chance, "to strike as hard as they do") if option == "counter-charge" else (0.3, "to stand")


def _react(t: Table, about: tuple[Any, ...], option: str) -> Worth:
    return (1.0, "they are in the open") if option == "shoot" else (0.0, "a better chance may come")


def _arms(t: Table, about: tuple[Any, ...], option: Any) -> Worth:
    _, _, v, group, how = about
    target, expected = t[v], 0.0
    standing = different(target.members)
    if not isinstance(option, tuple):
        return -1.0, "they fire as a body"
    for weapon, n in option:
        shot = match(Attack(group.by, weapon, target.members[0], how, (group.by,), standing)).shot
        expected += n * wounds_of(shot) * (2.0 if weapon.stats.template else 1.0)
        if shot.paints and not target.has("painted"):
            expected += 0.4
    return expected, f"{expected:.2f} wounds a model"


def _evade(t: Table, about: tuple[Any, ...], option: str) -> Worth:
    acted = about[1] in t.acted
    return (1.0, "out of the way") if (option == "evade") == acted else (0.0, "")


def _dare(t: Table, about: tuple[Any, ...], option: str) -> Worth:
    """Whether a check that frees the choice of targets is worth its risk."""
    _, u, i, orders, what = about
    if option == "no":
        return 0.5, "what is nearest will do"
    members = t[u].members
    chance = check(what, Company(different(members), field.terms(t)), cd=members[i].stats.CD).chance
    if what == "sniper":
        return (0.6, "nothing is lost by trying") if chance > 0.3 else (0.4, "the chance is small")
    usual = max(
        (harm(t, line(t, u, v, orders.moved), v) for v in open_to_fire(t, u, orders.moved, orders)), default=0.0
    )
    why = f"{chance:.0%} to be free"
    for target in in_reach_of_arms(t, u):
        most = sum(target.wounds) * price(target)
        if 0.5 + chance * most - usual - 1.0 > 0.5 and line(t, u, target.id, orders.moved, orders):
            value = 0.5 + chance * harm(t, line(t, u, target.id, orders.moved), target.id) - usual - 1.0
            if value > 0.5:
                return value, why  # one that pays is enough
    return 0.0, why


def _mark(t: Table, about: tuple[Any, ...], option: tuple[int, int]) -> Worth:
    _, u, i, orders = about
    v, j = option
    target = t[v]
    aim = line(t, u, v, orders.moved, orders, only=(i,))
    expected = 0.0
    for group, how in aim.groups:
        for weapon, n in group.ways[0]:
            covered = _covered(how, aim.covers[j]) if aim.covers[j] else how
            standing = different(target.members)
            expected += n * wounds_of(
                match(Attack(group.by, weapon, target.members[j], covered, aim.mates, standing)).shot
            )
    dear = 2.0 if target.members[j].role in ("leader", "individual") else 1.0
    return expected * price(target) * dear, f"{expected:.2f} wounds on the {target.members[j].name}"


def _aim(t: Table, about: tuple[Any, ...], option: int) -> Worth:
    _, u, i, orders = about
    return harm(t, line(t, u, option, orders.moved, orders, only=(i,)), option), "most harm there"


def _spikes(t: Table, about: tuple[Any, ...], option: Any) -> Worth:
    if not isinstance(option, tuple):
        return 0.0, "better left alone"
    word, v = option
    if word == "rally":
        return price(t[v]) * (t[v].size - 2), "to bring the squad back"
    hurt = sum(
        (1 if w.side != t[v].side else -1) * price(w) for w in t.units if w.here and w.id != v and _close(t, v, w)
    )
    return 2.0 * hurt - t[v].kind.points, "to take them along"


def _close(t: Table, v: int, w: Unit) -> bool:
    return within(t[v].form, w.form, 1.0)


VALUED: dict[str, Callable[[Table, Any, Any], Worth]] = {
    "dare": _dare,
    "mark": _mark,
    "aim": _aim,
    "spikes": _spikes,
    "shoot": _shoot,
    "order": _order,
    MOVE: _move,
    RUSH: _move,
    "charge": _charge,
    "meet": _meet,
    "react": _react,
    "arms": _arms,
    "evade": _evade,
    "evade to": _move,
    "close to": _move,
}
