"""What an option is worth, for players that are programs: expected harm from the very laws that a battle plays by.

Harm is counted in points of what is destroyed, so that shooting, charging and standing on an objective can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from typing import Any

from ....bots.candidates import best_aim
from ....bots.places import hyperbolic, middle
from ....bots.value import Worth, eagerness, judged_by, most_harm
from ....table.candidates import boxes_reach
from ....table.distances import within
from ....table.geometry import Point
from ....table.state import Table, Unit
from .. import field
from ..matchup import Attack, match
from ..melee.charge import NO_ASSAULT
from ..movement.move import ways
from ..nerve.checks import Company, check, different
from ..neural_spikes import controllers, in_reach
from ..orders import HOLD, MOVE, RUSH, STAY, Orders, loose, reach_of
from ..shooting.lines_of_fire import HOLD_FIRE, in_reach_of_arms, is_open, line, open_to_fire
from ..shooting.suppression import furthest
from ..transports import hold_of
from . import choices
from .choices import frightening
from .places import ahead, going, here, hopes, nearest_enemy, surroundings
from .value import at_stake, brawler, clash, harm, price, sheltered, wounds_of

ACTIVATE = "activate which unit?"
NEAREST_WILL_DO = 0.5  # what it is worth to try no check and fire at what is nearest
RESCUE = 500.0  # points' worth of bringing a squad in panic back to its wits


def worth(t: Table, ask: Any) -> Callable[[Any], Worth]:
    """What each option of a question is worth to the player asked, and why."""
    if _asks_where(ask):
        weighed = going(t, ask.about[1])
        return lambda form: (weighed(form), "for the ground")
    return judged_by(VALUED, t, ask)


def bound(t: Table, ask: Any) -> Callable[[Any], float] | None:
    """The most that an option can be worth, where that is found sooner than what it is worth."""
    return partial(_most_eager, t) if ask.about is None and ask.question == ACTIVATE else None


def _most_eager(t: Table, u: Any) -> float:
    if u.__class__ is not int:
        return inf
    unit = t.units[u]
    points: float = unit.kind.points
    if not unit.here:
        return points * 0.5
    most = points * 1.5 if unit.foes else points
    return max(most, RESCUE) if controllers(unit.members) else most


def _deploy(t: Table, about: None, u: int) -> Worth:
    return (1.0, "so that others may ride") if hold_of(t[u].members)[0] else (0.0, "as it comes")


def _eager(t: Table, about: None, u: int) -> Worth:
    unit = t[u]
    if not unit.here:
        return unit.kind.points * 0.5, "to bring it on"
    if unit.locked:
        return unit.kind.points * 1.5, "it is in close combat"
    if controllers(unit.members) and any(word == "rally" for word, _ in in_reach(t, u)):
        return RESCUE, "before the squad in panic runs further"
    band = furthest(unit.members)
    reach = field.terms(t).bands[min(band, 3)] if band >= 0 else 8.0
    return eagerness(unit, boxes_reach(surroundings(t, unit.side).boxes, *middle(unit.form), reach))


def _shoot(t: Table, about: tuple[Any, ...], option: Any) -> Worth:
    _, u, orders = about
    if option == HOLD_FIRE:
        return 0.0, "nothing is gained by it"
    if isinstance(option, tuple):
        return frightening(t, u, option[1])
    value = harm(t, line(t, u, option, orders.moved, orders), option)
    return value, f"{value:.0f} points of harm expected"


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
        return stood + 4.0 * hyperbolic(nearest_enemy(t, u), 12.0), "to wait for them"
    if option in (MOVE, RUSH):
        value, why = _going(t, u, orders, option, best)
        rest = [_order(t, ("order", u, orders), w)[0] for w in orders.words if w not in (MOVE, RUSH)]
        other = RUSH if option == MOVE else MOVE
        if other in orders.words and (other in orders.valued or _going(t, u, orders, other, best)[0] > value):
            rest.append(_order(t, ("order", u, orders), other)[0])
        if rest and value > max(rest) and not orders.towards and not _leads(t, u, orders, option):
            return stood + 0.5 * best, "there is no better place"
        return value, why
    found: Worth = choices.order(t, u, option, best, stood)
    return found


def _going(t: Table, u: int, orders: Orders, kind: str, fire: float) -> Worth:
    """What a move or a rush is worth, if it leads where it should."""
    gain = orders.gains.get(kind)
    if gain is None:
        gain = orders.gains[kind] = ahead(t, u, reach_of(t, u, kind)[0])
    if kind == RUSH:
        return gain, "to get there soon"
    return gain + 0.75 * fire + (0.1 * t[u].kind.points if not fire else 0.0), "to get on"


def _leads(t: Table, u: int, orders: Orders, kind: str) -> bool:
    """Whether a unit that may move so has any better place to go to than where it stands."""
    stands, options = t[u].form, ways(t, u, orders, kind)
    weighed = going(t, u)
    enough = weighed(stands) if stands.radius >= 0 else inf  # a hull may also turn where it stands
    found, _, _ = best_aim(
        options, lambda positions: hopes(t, u, options, positions), lambda form: (weighed(form), ""), enough
    )
    return found is not None and found.positions != stands.positions


def fire_now(t: Table, u: int) -> float:
    """What shooting from here at the nearest enemies in reach would be worth; nobody beyond one that must be shot at."""
    unit = t[u]
    priority = t.rulings.get("open_target") != "any"
    band = furthest(unit.members)
    if band < 0 or unit.has("shaken") or loose(unit.form):
        return 0.0
    reach = field.terms(t).bands[min(band, 3)]

    def targets() -> Iterator[Unit]:
        for v in field.nearby(t, u, reach)[:2]:
            if not v.locked and field.scans(t, u, v.id):
                yield v
                if priority and line(t, u, v.id, False) and is_open(field.view(t, u, v.id)):
                    break

    return most_harm(targets(), lambda v: harm(t, line(t, u, v.id, False), v.id), lambda v: at_stake(v).whole)


def harm_from_here(t: Table, unit: Unit) -> float:
    """The points that its fire is expected to destroy from where it stands; in close combat what its blows do beyond its losses."""
    if unit.locked:
        # who fell last is still among its foes when the battle ends there
        return max([clash(t, unit.id, v)[0] for v in unit.foes if t.units[v].here], default=0.0)
    return fire_now(t, unit.id)


def upper_bound(t: Table, ask: Any, options: Any, positions: list[Point | None]) -> list[float]:
    """The most that each way of a unit towards one of some points can be worth; of None: any move."""
    return hopes(t, ask.about[1], options, positions) if _asks_where(ask) else [inf] * len(positions)


def _asks_where(ask: Any) -> bool:
    """Whether it is asked where a unit goes."""
    return isinstance(ask.about, tuple) and ask.about[0] in (MOVE, RUSH, "evade to", "close to")


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
        return NEAREST_WILL_DO, "what is nearest will do"
    members = t[u].members
    chance = check(what, Company(different(members), field.terms(t)), cd=members[i].stats.CD).chance
    if what == "sniper":
        return (0.6, "nothing is lost by trying") if chance > 0.3 else (0.4, "the chance is small")
    usual = most_harm(
        open_to_fire(t, u, orders.moved, orders), lambda v: harm(t, line(t, u, v, orders.moved, orders), v)
    )
    why = f"{chance:.0%} to be free"
    for target in in_reach_of_arms(t, u):
        most = at_stake(target).whole
        if chance * most > usual + 1.0 and (aim := line(t, u, target.id, orders.moved, orders)):
            value = NEAREST_WILL_DO + chance * harm(t, aim, target.id) - usual - 1.0
            if value > NEAREST_WILL_DO:
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
            covered = sheltered(how, aim.covers[j]) if aim.covers[j] else how
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
    ACTIVATE: _eager,
    "deploy which unit?": _deploy,
    "dare": _dare,
    "mark": _mark,
    "aim": _aim,
    "spikes": _spikes,
    "shoot": _shoot,
    "order": _order,
    "charge": _charge,
    "meet": _meet,
    "react": _react,
    "arms": _arms,
    "evade": _evade,
    **choices.VALUED,
}
