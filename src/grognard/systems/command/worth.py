"""What an option is worth, for players that are programs: expected harm from the very laws that a battle plays by.

Harm is counted in points of what is destroyed, so that shooting, charging and standing on an objective can be compared.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import inf, sqrt
from typing import Any, NamedTuple

from ...common import purpose
from ...common.estimate import estimated
from ...common.profiles import Model
from ...common.rules import kept
from ...kernel.exact import Exact
from ...kernel.faces import reading
from ...table.geometry import Box, Form
from ...table.sight import look
from ...table.state import Table, Unit
from ...table.templates import Circle, Teardrop, under
from . import field
from .assault import Part
from .attack import dice_of, equal_dice, match_now
from .commands import COMMANDS, orders_of
from .events import HIDDEN, MARKER
from .hidden import reveal_test
from .lines import Line, line, longest, posture, reach, reaches
from .match import How, Match, match
from .melee import HOLD
from .plan import strikes_with
from .points import direct_test
from .shooting import HOLD_FIRE, near
from .target import Target, Toll, target_of

EVEN = 1e-6  # inches: for rounding
HOLDING = 40.0  # points' worth of standing where an objective is held for a round
GAIN = 5.0  # points that a token must bring to be laid: less is gone before its turn comes
FOUND = 0.05  # of the points of a hidden unit: what it is worth to look for it, beside the harm
SEEN = 0.1  # of the points of a unit that sees nobody: what it is worth to stand where it sees somebody
BETTER = 0.25  # what a place must be better by to be worth a move
WAITS = 0.2  # of the points of a unit whose token does nothing now: what it is worth to activate it
COVERED = 3  # models that a template is expected to lie on
Worth = tuple[float, str]


def worth(t: Table, ask: Any, option: Any) -> Worth:
    """What an option of a question is worth to the player asked, and why."""
    about = ask.about
    if isinstance(about, tuple) and about and about[0] in VALUED:
        return VALUED[about[0]](t, about, option)
    if isinstance(about, int) and isinstance(option, Form):
        return purpose.move(t, about, option)
    if ask.question.startswith("activate") and isinstance(option, int):
        return _eager(t, option)
    return (1.0, "as a matter of course") if option == ask.default else (0.0, "")


# --- expected harm ----------------------------------------------------------------------------------------------------


class Expected(NamedTuple):
    """The means of one weapon's dice."""

    hits: float
    successes: float
    surplus: float
    failed: float


@kept(16384)
def expected(m: Match, models: int) -> Expected:
    """The means of one weapon, from its exact law; where that has too many states, from that of one die, without repeats."""
    n, law = m.dice.fixed, None
    if not n or m.singly:  # else the mean of n dice is n times that of one
        n, law = 1, estimated(dice_of, (m, 1, models, 0))
    if law is None:
        rate = m.rate.printed
        usual = m.dice.of(models if m.dice.models else m.dice.plus + rate.dice * (rate.sides + 1) // 2)
        n, law = m.dice.fixed or usual, Exact().law(equal_dice, (m, 1))
    den = float(law.den)
    hits = sum(tally.hits * w for tally, w in law.weights.items()) * n / den
    successes = sum((tally.successes or tally.hits) * w for tally, w in law.weights.items()) * n / den
    surplus = sum(tally.surplus * w for tally, w in law.weights.items()) * n / den
    failed = sum(tally.failed * w for tally, w in law.weights.items()) * n / den
    return Expected(hits, successes, surplus, failed)


def by_template(m: Match, covered: int) -> Expected:
    """The means of one weapon that lays templates, with so many models under each."""
    dice = m.dice.of(m.rate.printed.plus + m.rate.printed.dice * (m.rate.printed.sides + 1) // 2)
    hits = m.to_hit(0).chance * dice
    return Expected(hits * covered * m.gain.each, hits, 0.0, 0.0)


def points(part: Part, target: Target, left: tuple[int, ...], how: How) -> float:
    """The expected Points of Damage of some weapons: hits by Toughness, points above it, Direct Damage dice."""
    m = match(part.model, part.weapon, target.profile(left), target.toughness(left), how, part.uses, part.rolled)
    standing = target.standing(left)
    mean = by_template(m, min(standing, COVERED)) if m.template else expected(m, standing if m.dice.models else 0)
    return part.count * of_mean(m, mean, target, left)


def of_mean(m: Match, mean: Expected, target: Target, left: tuple[int, ...]) -> float:
    """The Points of Damage that means of dice come to."""
    toughness = target.toughness(left)
    total = mean.hits * (1.0 if m.harm.direct else m.harm.points / toughness)
    total += min(mean.surplus, mean.successes * left_most(target))
    for extra in m.extras:
        n = target.worth(extra.of, left) if extra.of else extra.each or 2
        total += mean.successes * n * reading(direct_test(extra.needs or toughness)).law.chance(True)
    return total


def left_most(target: Target) -> int:
    """The HP of the toughest model."""
    return int(max(target.full))


def price(unit: Unit) -> float:
    """What one HP of a unit is worth in points."""
    total: int = sum(m.stats.HP for m in unit.kind.models)
    return float(max(unit.kind.points, 1) / max(total, 1))


def harm(t: Table, aim: Line, v: int) -> float:
    """The expected harm, in points, of a unit's fire. A hidden unit counts with all its models: they are there once it is found."""
    unit = t[v]
    if unit.has(HIDDEN):
        whole = tuple(m.stats.HP for m in unit.kind.models)
        done = by_fire(aim, whole, target_of(unit.kind.models)) * price(unit)
        return float(done * found(unit) + FOUND * unit.kind.points)
    return float(by_fire(aim, unit.wounds) * price(unit))


@kept(1024)
def by_fire(aim: Line, left: tuple[int, ...], whole: Target | None = None) -> float:
    """The expected Points of Damage of a unit's fire. ``whole``: the target, where it is not what stands there now."""
    target = whole or aim.assault.target
    total = sum(points(p, target, left, aim.assault.how) for g in aim.assault.groups for p in g.parts)
    return min(float(total), float(sum(left)))


def found(unit: Unit) -> float:
    """The chance that a unit is there to be attacked."""
    if not unit.has(HIDDEN):
        return 1.0
    return reading(reveal_test(unit.count(MARKER) + 1)).law.chance(True)


@kept(8192)
def blows(by: tuple[Model, ...], target: Target, left: tuple[int, ...], how: How) -> tuple[float, float]:
    """The expected points of one round of blows, and the expected failures."""
    dealt = failed = 0.0
    for model in by:
        ready = strikes_with(model, how)
        if not ready:
            failed += 1.0
            continue
        part = Part(model, ready[0], 1)
        dealt += points(part, target, left, how)
        failed += expected(match(model, ready[0], target.profile(left), target.toughness(left), how), 0).failed
    return dealt, failed


def clash(t: Table, u: int, v: int) -> Worth:
    """What a charge is worth: the harm expected to be done less that suffered."""
    unit, foe = t[u], t[v]
    ours, failed = blows(unit.members, field.target(foe), foe.wounds, _melee(t, unit, foe, True))
    theirs, slips = blows(foe.members, field.target(unit), unit.wounds, _melee(t, foe, unit, False))
    ours += slips // max(1, field.target(foe).toughness(foe.wounds))
    theirs += failed // max(1, field.target(unit).toughness(unit.wounds))
    done = min(ours, sum(foe.wounds)) * price(foe)
    suffered = min(theirs, sum(unit.wounds)) * price(unit)
    return (done - suffered) * found(foe), f"{ours:.1f} points for {theirs:.1f}"


def _melee(t: Table, unit: Unit, foe: Unit, charging: bool) -> How:
    skill = field.target(unit).skill(unit.wounds)
    token, moving = ("charge", field.is_moving(foe)) if charging else ("idle", True)  # who charges shows that it moves
    return field.circumstances(True, token, not charging, charging, moving=moving, skill=skill, terms=field.terms(t))


def best_fire(t: Table, u: int, how: How, most: int = 2, further: float = 0.0) -> float:
    """What shooting from here is worth at best: the nearest enemies are looked at. ``further``: if it were so much nearer."""
    far = reach(t, u, how)
    if not far:
        return 0.0
    near = sorted(field.near(t, u, far + further), key=lambda v: _far2(t[u].form, v.form))
    best = 0.0
    for v in near[:most]:
        aim = line(t, u, v.id, how)
        if aim is not None:
            best = max(best, harm(t, aim, v.id))
        elif further:
            best = max(best, 0.08 * t[u].kind.points)
    return best


def _far2(a: Form, b: Form) -> float:
    (left, low, right, top), (p, q, r, s) = a.box, b.box
    x, y = left + right - p - r, low + top - q - s
    return x * x + y * y


# --- places -----------------------------------------------------------------------------------------------------------


def place(t: Table, u: int, form: Form) -> float:
    """What standing so is worth: objectives, cover, and for brawlers being near the enemy."""
    return spot(standing(t, u), *purpose.middle(form)) + 6.0 * purpose.in_cover(t, form)


class Prospect(NamedTuple):
    """What places are weighed by for a unit: found once for all of them."""

    goals: tuple[purpose.Goal, ...]
    foes: tuple[Box, ...]  # round the enemies
    price: float  # what being in reach of them is worth, or among them for brawlers
    far: int  # inches that it shoots; -1: it wants to fight


@kept(256)
def prospect(standing: Standing) -> Prospect:
    """What places are weighed by for a unit."""
    t, unit = standing.t, standing.t[standing.u]
    foes = tuple([v.form.box for v in t.enemies(unit.side) if v.form.spots])
    goals = purpose.goals(t, unit.side)
    if brawls(unit.members):
        return Prospect(goals, foes, 0.4 * unit.kind.points, -1)
    return Prospect(goals, foes, 0.12 * unit.kind.points, longest(unit.members, posture("shoot")))


def spot(standing: Standing, x: float, y: float) -> float:
    """What standing about here is worth."""
    return weighed_spot(prospect(standing), x, y)


def weighed_spot(prospects: Prospect, x: float, y: float) -> float:
    """The same, by what places are weighed by."""
    goals, foes, price, far = prospects
    value = HOLDING * purpose.to_goals(goals, x, y)
    foe = purpose.to_box(foes, x, y)
    if foe is None:
        return value
    if far < 0:
        return value + price * purpose.near(foe, 6.0)
    return value + price * ((foe <= far) + purpose.near(max(0.0, foe - far), 8.0))


def ahead(t: Table, u: int, inches: float) -> float:
    """What the ground within a move is worth at best: the nearest objectives, or the enemy for those who want to fight."""
    return _ahead(standing(t, u), inches)


@kept(256)
def _ahead(standing: Standing, inches: float) -> float:
    x, y, goals = _goals(standing)
    best = _here(standing)
    prospects = prospect(standing)
    # enemies farther off than the nearest by twice the move cannot come to be the nearest
    foe = purpose.to_box(prospects.foes, x, y) or 0.0
    boxes = tuple([box for box in prospects.foes if (purpose.to_box((box,), x, y) or 0.0) <= foe + 2 * inches + EVEN])
    prospects = prospects._replace(foes=boxes)
    for a, b in goals:
        dx, dy = a - x, b - y
        far = sqrt(dx * dx + dy * dy)
        part = min(1.0, inches / far) if far else 0.0
        best = max(best, weighed_spot(prospects, x + dx * part, y + dy * part))
    return best


@kept(256)
def _here(standing: Standing) -> float:
    return spot(standing, *purpose.middle(standing.t[standing.u].form))


@kept(256)
def _goals(standing: Standing) -> tuple[float, float, list[tuple[float, float]]]:
    """Where a unit stands, and where it may want to go: objectives and the two nearest enemies."""
    t, unit = standing.t, standing.t[standing.u]
    x, y = purpose.middle(unit.form)
    goals = [(m.x, m.y) for m in t.markers if m.kind == "objective"]
    foes = [purpose.middle(v.form) for v in t.enemies(unit.side)]
    return x, y, goals + sorted(foes, key=lambda c: (c[0] - x) ** 2 + (c[1] - y) ** 2)[:2]


@kept(4096)
def brawls(members: tuple[Model, ...]) -> bool:
    """Whether models want to fight rather than to shoot."""
    model = members[0]
    melee = any(w.stats.melee for w in model.weapons)
    return melee and (model.stats.AV >= 5 or not longest(members, posture("shoot")))


# --- questions --------------------------------------------------------------------------------------------------------


class Standing:
    """A unit and all that its decisions depend on: the same object as long as none of it changes."""

    __slots__ = ("t", "u")

    def __init__(self, t: Table, u: int) -> None:
        self.t, self.u = t, u


def standing(t: Table, u: int) -> Standing:
    """The unit as it stands."""
    unit = t[u]
    kept = _standing(field.alike(unit), t.ground, t.markers, _foes(tuple(t.units), unit.side))
    if not kept:
        kept.append(Standing(t.clone(), u))
    return kept[0]


@lru_cache(maxsize=256)
def _standing(*facts: Any) -> list[Standing]:
    """The place for the first standing of these facts."""
    return []


@lru_cache(maxsize=256)
def _foes(units: tuple[Unit, ...], side: int) -> tuple[Unit, ...]:
    """The enemies of a side on the table, for keys."""
    return tuple([field.alike(v) for v in units if v.side != side and v.place == "table"])


@kept(256)
def blind(standing: Standing) -> bool:
    """Whether a unit that shoots has enemies in range and sees none of them."""
    t, u = standing.t, standing.u
    how = posture("advance", False, True)
    far = reach(t, u, how)
    near = field.near(t, u, far) if far else []
    return bool(near) and not any(reaches(t, u, v.id, how) for v in near)


def outlook(t: Table, u: int, form: Form) -> float:
    """What standing so is worth, and more for those who see nobody where they are if they would see somebody there."""
    value, unit = place(t, u, form), t[u]
    if form.spots == unit.form.spots or not blind(standing(t, u)):
        return value
    far = reach(t, u, posture("advance", False, True))
    near = [v for v in t.enemies(unit.side) if field.in_range(form, v.form, far)]
    sees = any(look(t.ground, form.only((0,)), v.form, field.height(unit), field.height(v)).seen for v in near)
    return float(value + SEEN * unit.kind.points * sees)


@kept(512)
def ground(standing: Standing, name: str) -> float:
    """What the best place is worth that the move of a command can come to; where the unit stands if there is no better one."""
    t, u = standing.t, standing.u
    command, unit = COMMANDS[name], t[u]
    inches = float(field.move_of(unit) * command.moves)
    here, hoped = place(t, u, unit.form), _ahead(standing, inches) + SEEN * unit.kind.points * blind(standing)
    if hoped <= _here(standing) + BETTER:
        return here
    paid = not command.crosses and field.pays(unit.members, name)
    ways: Any = field.PaidMoves(t, u, inches) if paid else field.moves(t, u, inches, command.crosses)
    best = here
    for form in ways:
        best = max(best, outlook(t, u, form))
        if best >= hoped:
            break
    return best


@kept(512)
def gets_there(standing: Standing, name: str, v: int) -> bool:
    """Whether a unit finds a way into contact with another."""
    t, u, command = standing.t, standing.u, COMMANDS[name]
    ways = field.moves(t, u, float(field.move_of(t[u]) * command.moves), command.crosses, v)
    return next(iter(ways), None) is not None


def as_far(unit: Unit, name: str) -> str:
    """The command that leads to the same ground, so that it is looked at once."""
    return "overrun" if name == "run" and not field.pays(unit.members, name) else name


@kept(512)
def value_of(standing: Standing, name: str) -> Worth:
    """What a command is worth to a unit now."""
    t, u = standing.t, standing.u
    command, unit = COMMANDS[name], t[u]
    inches = float(field.move_of(unit) * command.moves)
    if command.charges:
        hoped = sorted(((clash(t, u, v.id)[0], -v.id) for v in field.near(t, u, inches)), reverse=True)
        best = next((value for value, v in hoped if value > 0.0 and gets_there(standing, name, -v)), -5.0)
        return best + 0.5 * _here(standing), "to fight"
    here = place(t, u, unit.form)
    if not command.moves:
        return best_fire(t, u, posture(name)) + here, "to shoot"
    there = ground(standing, as_far(unit, name))
    moves = there > here + BETTER
    if command.shoots:
        fire = best_fire(t, u, posture(name, False, True), 2, inches if moves else 0.0)
        return there - (0.0 if moves else 0.05 * here) + fire, "to shoot on the move"
    return (there + (0.5 if command.crosses else 0.0) if moves else 0.9 * here), "to get there"


def _command(t: Table, about: tuple[Any, ...], option: str) -> Worth:
    return value_of(standing(t, about[1]), option)


def _token(t: Table, about: tuple[Any, ...], option: Any) -> Worth:
    if not isinstance(option, int):
        return 0.0, "enough"
    gain, idle = _with_and_without(standing(t, option))
    if gain <= idle + GAIN:
        return -1.0, "it would do nothing with it"
    return 1.0 + 0.05 * t[option].kind.points + gain - idle, "it has most to gain"


@kept(256)
def _with_and_without(standing: Standing) -> tuple[float, float]:
    """What a unit does with a token at best, and what it does without."""
    t, u = standing.t, standing.u
    orders = orders_of(t[u].members, False).names
    gain = max((value_of(standing, name)[0] for name in orders), default=0.0)
    idle = max(place(t, u, t[u].form) + best_fire(t, u, posture("idle")), ground(standing, "move"))
    return gain, idle


@kept(256)
def _nearest_foe(standing: Standing) -> float | None:
    return purpose.to_box(prospect(standing).foes, *purpose.middle(standing.t[standing.u].form))


def bound(t: Table, ask: Any, option: Any) -> float:
    """The most that an option can be worth: of a unit to activate, what it is worth if its token serves."""
    if ask.about is None and ask.question.startswith("activate") and isinstance(option, int):
        return _if_it_serves(t, option)[0]
    return inf


def _eager(t: Table, u: int) -> Worth:
    name = field.token(t[u])
    if name and not serves(standing(t, u), name):
        return WAITS * t[u].kind.points, "its token may serve later"
    return _if_it_serves(t, u)


def _if_it_serves(t: Table, u: int) -> Worth:
    unit = t[u]
    name = field.token(unit)
    if name in ("shoot", "charge", "overcharge"):
        return 2.0 * unit.kind.points, "before the enemy acts"
    if name in ("overrun", "run"):
        return 1.5 * unit.kind.points, "before the way is barred"
    far = longest(unit.members, posture("idle"))
    near = _nearest_foe(standing(t, u))
    ready = near is not None and near <= far
    if name == "advance" and not ready:
        return 1.2 * unit.kind.points, "before the way is barred"
    return unit.kind.points * (1.0 if ready else 0.4), "enemies are in reach" if ready else "it can wait"


@kept(512)
def serves(standing: Standing, name: str) -> bool:
    """Whether a token does anything for a unit now: somebody to attack, or a better place to go to."""
    t, u, command = standing.t, standing.u, COMMANDS[name]
    inches = float(field.move_of(t[u]) * command.moves)
    if command.charges:
        return any(clash(t, u, v.id)[0] > 0.0 and gets_there(standing, name, v.id) for v in field.near(t, u, inches))
    if command.shoots and any(reaches(t, u, v, posture(name)) for v in near(t, u, posture(name))):
        return True
    return command.moving and ground(standing, as_far(t[u], name)) > place(t, u, t[u].form) + BETTER


def _shoot(t: Table, about: tuple[Any, ...], option: Any) -> Worth:
    _, u, how = about
    if option == HOLD_FIRE:
        return 0.0, "nothing is gained by it"
    if isinstance(option, tuple):
        piece = t.ground.pieces[option[1]]
        inside = [v for v in t.enemies(t[u].side) if option[1] in field.stood_in(t.ground, v.form)]
        mine = [v for v in t.own(t[u].side) if option[1] in field.stood_in(t.ground, v.form)]
        value = sum(price(v) * v.size * 0.15 for v in inside) - sum(price(v) * v.size * 0.15 for v in mine)
        return value - 0.01, f"to bring {piece.name} down"
    aim = line(t, u, option, how)
    value = 0.0 if aim is None else harm(t, aim, option)
    return value + 0.01, f"{value:.0f} points of harm expected"


def _charge(t: Table, about: tuple[Any, ...], option: Any) -> Worth:
    _, u, name = about
    if option == HOLD:
        return 0.0, "it would not pay"
    inches = float(field.move_of(t[u]) * COMMANDS[name].moves)
    value, why = clash(t, u, option)
    reached = any(v.id == option for v in field.near(t, u, inches)) and gets_there(standing(t, u), name, option)
    return (value + 0.01 if reached else 0.2 * value - 1.0), why


def _move(t: Table, about: tuple[Any, ...], option: Form) -> Worth:
    return outlook(t, about[1], option), "for the ground"


def _idle(t: Table, about: tuple[Any, ...], option: str) -> Worth:
    u = about[1]
    here = place(t, u, t[u].form)
    if option == "shoot":
        return here + best_fire(t, u, posture("idle")), "to shoot"
    if option == "stay":
        return here - 0.1, "to stay"
    if option == "run":  # unlike a plain move it may lead nowhere: it does not cross cover
        return ground(standing(t, u), as_far(t[u], option)), "to get on"
    return ahead(t, u, float(field.move_of(t[u]) * COMMANDS[option].moves)), "to get on"


def _react(t: Table, about: tuple[Any, ...], option: str) -> Worth:
    _, v, u = about
    kept_back = 4.0 if field.token(t[v]) in ("advance", "overrun") else 1.0
    if option == "no":
        return kept_back, "its own turn will come"
    aim = line(t, v, u, posture(option, True))
    value = 2.0 if aim is None else harm(t, aim, u)
    return value + kept_back * (option == "idle"), f"{value:.0f} points of harm expected"


def _stand_by(t: Table, about: tuple[Any, ...], option: Any) -> Worth:
    _, _, u, token = about
    if not isinstance(option, int):
        return 1.0, "their own turn will come"
    aim = line(t, option, u, posture(token, True))
    value = 2.0 if aim is None else harm(t, aim, u)
    return value, f"{value:.0f} points of harm expected"


def _also(t: Table, about: tuple[Any, ...], option: bool) -> Worth:
    _, u, how, v, names = about
    value = sum(_split(t, ("split", u, how, name), v)[0] for name in names) if option else 0.0
    return value + 0.01 * option, f"{value:.0f} points of harm expected"


def _share(t: Table, about: tuple[Any, ...], option: Any) -> Worth:
    if not isinstance(option, int):
        return 0.0, "nobody needs it"
    other = standing(t, option)
    return value_of(other, about[2])[0] - _with_and_without(other)[1], "two act at once"


def _arms(t: Table, about: tuple[Any, ...], option: str) -> Worth:
    _, _, v, model, how = about
    weapon = next(w for w in model.weapons if w.name == option)
    value = points(Part(model, weapon, 1), field.target(t[v]), t[v].wounds, how)
    return value, f"{value:.1f} points a model"


def _uses(t: Table, about: tuple[Any, ...], option: int) -> Worth:
    return float(option), "while it may"


def _reckless(t: Table, about: tuple[Any, ...], option: bool) -> Worth:
    _, u, v, charging = about
    unit, foe = t[u], t[v]
    plain = _melee(t, unit, foe, charging)
    bold = field.circumstances(
        True, "idle", False, charging, moving=plain.moving, skill=plain.skill, terms=plain.terms, reckless=True
    )
    ours, _ = blows(unit.members, field.target(foe), foe.wounds, bold if option else plain)
    return ours - 0.25 * option, f"{ours:.1f} points expected"


def _lay(t: Table, about: tuple[Any, ...], option: tuple[float, float]) -> Worth:
    _, u, _, radius = about
    circle = Circle(*option, radius)
    value = sum(
        len(under(circle, x.form)) * price(x) * (1 if x.side != t[u].side else -1) for x in t if x.here
    )  # fmt: skip
    return value, "where it does most"


def _spray(t: Table, about: tuple[Any, ...], option: Teardrop) -> Worth:
    _, u, i = about
    value = price(t[u]) * (i in under(option, t[u].form))  # who fires is not under it
    for x in t:
        if x.here:
            value += len(under(option, x.form)) * price(x) * found(x) * (1 if x.side != t[u].side else -1)
    return value, "where it does most"


def _split(t: Table, about: tuple[Any, ...], option: int) -> Worth:
    _, u, how, name = about
    aim = line(t, u, option, how)
    if aim is None:
        return 0.0, "out of reach"
    target, left = aim.assault.target, t[option].wounds
    total = sum(points(p, target, left, aim.assault.how) for g in aim.assault.groups if g.name == name for p in g.parts)
    value = min(total, sum(left)) * price(t[option]) * found(t[option])
    return value, f"{value:.0f} points of harm expected"


def _follow(t: Table, about: tuple[Any, ...], option: str) -> Worth:
    """Automatic hits, less what the weapon would do by its own dice later on."""
    _, part, assault, left, before = about
    weapon = next((w for w in part.model.weapons if w.name == option), None)
    if weapon is None:
        return 0.0, "it fires by itself"
    second, target = Part(part.model, weapon, 1), assault.target
    m = match_now(Toll(left), second, target, assault)
    rate = m.rate.printed
    dice = m.dice.of(target.standing(left) if m.dice.models else m.dice.plus + rate.dice * (rate.sides + 1) // 2)
    covered = min(target.standing(left), COVERED) if m.template else 1
    sure = of_mean(m, Expected(dice * covered * m.gain.each, dice, 0.0, 0.0), target, left)
    later = any(g.name == option and option not in before for g in assault.groups)
    gain = sure - (points(second, target, left, assault.how) if later else 0.0)
    return gain, f"{gain:+.1f} points"


VALUED: dict[str, Callable[[Table, Any, Any], Worth]] = {
    "reckless": _reckless,
    "lay": _lay,
    "slide": _lay,
    "spray": _spray,
    "split": _split,
    "command": _command,
    "token": _token,
    "shoot": _shoot,
    "charge": _charge,
    "move": _move,
    "idle": _idle,
    "react": _react,
    "stand by": _stand_by,
    "also": _also,
    "share": _share,
    "arms": _arms,
    "follow": _follow,
    "uses": _uses,
}
