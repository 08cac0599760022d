"""The choices of a greedy player: what each option is worth by expected harm and by ground."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from ....bots.places import middle, to_nearest_box
from ....bots.value import AT_ONCE, Worth, eagerness, judged_by
from ....kernel.memo import memo
from ....table.geometry import Formation, Point
from ....table.state import Table, Unit
from ....table.templates import Circle, Teardrop, under
from .. import field
from ..attack import match_now
from ..commands import COMMANDS, orders_of
from ..melee import HOLD
from ..shooting.fire import HOLD_FIRE, near
from ..shooting.lines_of_fire import line, longest, posture, reaches
from ..target import Toll
from ..weapons import EqualWeapons
from .places import BETTER, UnitContext, ahead, foes, ground, hopes, outlook, place, standing, worth_here
from .value import COVERED, Expected, at_stake, best_fire, blows, clash, found, harm, in_melee, of_mean, points, price

ACTIVATE = "activate which unit?"
GAIN = 5.0  # points that a token must bring to be laid: less is gone before its turn comes
WAITS = 0.2  # of the points of a unit whose token does nothing now: what it is worth to activate it


def worth(t: Table, ask: Any) -> Callable[[Any], Worth]:
    """What each option of a question is worth to the player asked, and why."""
    return judged_by(VALUED, t, ask)


def gets_there(standing: UnitContext, name: str, v: int) -> bool:
    """Whether a unit finds a way into contact with another."""
    t, u, command = standing.t, standing.u, COMMANDS[name]
    ways = field.moves(t, u, float(field.move_of(t[u]) * command.moves), command.crosses, v)
    return next(iter(ways), None) is not None


def as_far(unit: Unit, name: str) -> str:
    """The command that leads to the same ground, so that it is looked at once."""
    return "overrun" if name == "run" and not field.pays(unit.members, name) else name


@memo(512)
def value_of(standing: UnitContext, name: str) -> Worth:
    """What a command is worth to a unit now."""
    t, u = standing.t, standing.u
    command, unit = COMMANDS[name], t[u]
    inches = float(field.move_of(unit) * command.moves)
    if command.charges:
        hoped = sorted(((clash(t, u, v.id)[0], -v.id) for v in field.near(t, u, inches)), reverse=True)
        best = next((value for value, v in hoped if value > 0.0 and gets_there(standing, name, -v)), -5.0)
        return best + 0.5 * worth_here(standing), "to fight"
    here = place(standing, unit.form)
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


@memo(256)
def _with_and_without(standing: UnitContext) -> tuple[float, float]:
    """What a unit does with a token at best, and what it does without."""
    t, u = standing.t, standing.u
    orders = orders_of(t[u].members, False).names
    gain = max((value_of(standing, name)[0] for name in orders), default=0.0)
    idle = max(place(standing, t[u].form) + best_fire(t, u, posture("idle")), ground(standing, "move"))
    return gain, idle


def _nearest_foe(standing: UnitContext) -> float | None:
    return to_nearest_box(foes(standing), *middle(standing.t[standing.u].form))


def bound(t: Table, ask: Any) -> Callable[[Any], float] | None:
    """The most that an option can be worth: of a unit to activate, what it is worth if its token serves."""
    if ask.about is None and ask.question == ACTIVATE:
        return lambda option: _if_it_serves(t, option)[0]
    return None


def upper_bound(t: Table, ask: Any, moves: Any, points: list[Point | None]) -> list[float]:
    """The most that each move of a unit towards one of some points can be worth; of None: any move."""
    about = ask.about
    if not isinstance(about, tuple) or about[0] != "move":
        return [inf] * len(points)
    return hopes(standing(t, about[1]), moves, points)


def _eager(t: Table, about: None, u: int) -> Worth:
    name = field.token(t[u])
    if name and not serves(standing(t, u), name):
        return WAITS * t[u].kind.points, "its token may serve later"
    return _if_it_serves(t, u)


def _if_it_serves(t: Table, u: int) -> Worth:
    unit = t[u]
    name = field.token(unit)
    if name in ("shoot", "charge", "overcharge"):
        return 2.0 * unit.kind.points + AT_ONCE * harm_at_once(standing(t, u), name), "before the enemy acts"
    if name in ("overrun", "run"):
        return 1.5 * unit.kind.points, "before the way is barred"
    far = longest(unit.members, posture("idle"))
    near = _nearest_foe(standing(t, u))
    ready = near is not None and near <= far
    if name == "advance" and not ready:
        return 1.2 * unit.kind.points, "before the way is barred"
    return eagerness(unit, ready, harm_at_once(standing(t, u), "idle") if ready else 0.0)


@memo(512)
def harm_at_once(standing: UnitContext, name: str) -> float:
    """The points that a unit is expected to gain by attacking now: by its fire, or the best charge."""
    t, u = standing.t, standing.u
    if name != "idle" and COMMANDS[name].charges:
        inches = float(field.move_of(t[u]) * COMMANDS[name].moves)
        return max([clash(t, u, v.id)[0] for v in field.near(t, u, inches)], default=0.0)
    return best_fire(t, u, posture(name))


def serves(standing: UnitContext, name: str) -> bool:
    """Whether a token does anything for a unit now: somebody to attack, or a better place to go to."""
    t, u, command = standing.t, standing.u, COMMANDS[name]
    inches = float(field.move_of(t[u]) * command.moves)
    if command.charges:
        return any(clash(t, u, v.id)[0] > 0.0 and gets_there(standing, name, v.id) for v in field.near(t, u, inches))
    if command.shoots and any(reaches(t, u, v, posture(name)) for v in near(t, u, posture(name))):
        return True
    return command.moving and ground(standing, as_far(t[u], name)) > place(standing, t[u].form) + BETTER


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


def _move(t: Table, about: tuple[Any, ...], option: Formation) -> Worth:
    return outlook(standing(t, about[1]), option), "for the ground"


def _idle(t: Table, about: tuple[Any, ...], option: str) -> Worth:
    u = about[1]
    now = standing(t, u)
    here = place(now, t[u].form)
    if option == "shoot":
        return here + best_fire(t, u, posture("idle")), "to shoot"
    if option == "stay":
        return here - 0.1, "to stay"
    if option == "run":  # unlike a plain move it may lead nowhere: it does not cross cover
        return ground(now, as_far(t[u], option)), "to get on"
    return ahead(now, float(field.move_of(t[u]) * COMMANDS[option].moves)), "to get on"


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
    value = points(EqualWeapons(model, weapon, 1), field.target(t[v]), t[v].wounds, how)
    return value, f"{value:.1f} points a model"


def _uses(t: Table, about: tuple[Any, ...], option: int) -> Worth:
    return float(option), "while it may"


def _reckless(t: Table, about: tuple[Any, ...], option: bool) -> Worth:
    _, u, v, charging = about
    unit, foe = t[u], t[v]
    plain = in_melee(t, unit, foe, charging)
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
    value = at_stake(t[option]).lost(total) * found(t[option])
    return value, f"{value:.0f} points of harm expected"


def _follow(t: Table, about: tuple[Any, ...], option: str) -> Worth:
    """Automatic hits, less what the weapon would do by its own dice later on."""
    _, part, assault, left, before = about
    weapon = next((w for w in part.model.weapons if w.name == option), None)
    if weapon is None:
        return 0.0, "it fires by itself"
    second, target = EqualWeapons(part.model, weapon, 1), assault.target
    m = match_now(Toll(left), second, target, assault)
    rate = m.rate.printed
    dice = m.dice.of(target.standing(left) if m.dice.models else m.dice.plus + rate.dice * (rate.sides + 1) // 2)
    covered = min(target.standing(left), COVERED) if m.template else 1
    sure = of_mean(m, Expected(dice * covered * m.gain.each, dice, 0.0, 0.0), target, left)
    later = any(g.name == option and option not in before for g in assault.groups)
    gain = sure - (points(second, target, left, assault.how) if later else 0.0)
    return gain, f"{gain:+.1f} points"


VALUED: dict[str, Callable[[Table, Any, Any], Worth]] = {
    ACTIVATE: _eager,
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
