"""The choices of a greedy player: what each option is worth to the player who is asked, and why."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any

from ....bots.places import hyperbolic, middle, to_nearest
from ....bots.value import Worth, as_usual, judge_of
from ....kernel.faces import reading
from ....table.geometry import Formation
from ....table.state import Table, Unit
from ..buildings.walls import edge_points
from ..cards.card import NO_CARD, SHOOTS, Occasion
from ..objectives.control import hidden, house_of
from ..objectives.mobile import FREE
from ..objectives.search import near_search, search_test
from ..squads import commanders, flagged, housed, infantry
from ..transports.capacity import to_holding
from ..transports.disembarking import jump
from ..transports.seats import cargo
from .behemoth_value import drop_worth, harness_worth, plough_worth, zone_worth
from .indoors import better_view, house_part_worth, next_door, part_worth, rides_on, roof_worth, sallies
from .places import blind, hurts, place_worth
from .value import target_worth

ACTIVATE = "activate which squad?"
ZONES = ("Hull", "Legs", "Weapons")


def worth(t: Table, ask: Any) -> Callable[[Any], Worth]:
    """What each option is worth to the player who is asked, and why."""
    judge = judge_of(VALUED, ask)
    return partial(_worth, t, ask) if judge is None else partial(judge, t, ask.about)


def _worth(t: Table, ask: Any, option: Any) -> Worth:
    about = ask.about
    if isinstance(option, Formation):
        if isinstance(about, tuple) and about[1] == "drop":
            return drop_worth(t, t[about[0]], option)
        return place_worth(t, t[about if isinstance(about, int) else about[0]], option)
    if ask.question == ACTIVATE:
        return squad_worth(t, t[option])
    if isinstance(about, int) and option in ZONES:
        return zone_worth(t, t[about], option)
    if isinstance(about, tuple) and len(about) == 2 and isinstance(option, tuple) and isinstance(about[1], int):
        return target_worth(t, t[about[0]], about[1], option)
    return as_usual(ask, option)


def land_worth(t: Table, u: Unit, option: str) -> Worth:
    """Down when there is cargo that cannot jump."""
    waits = any(not jump(c, u) for c in cargo(t, u.id)) or bool(to_holding(u.kind))
    return (1.0, "to unload" if waits else "nobody has to get out") if (option == "land") == waits else (0.0, "")


def side_worth(t: Table, u: Unit, option: int) -> Worth:
    """On which side to come out of a building: as to stand there."""
    home = housed(u)
    return place_worth(t, u, edge_points(t.ground, home[0], option)) if home else (0.0, "")


def squad_worth(t: Table, u: Unit) -> Worth:
    """Transports first, then those on the table, in front before behind so that nobody is in the way, then what waits aboard."""
    if cargo(t, u.id):
        return 3.0, "it carries others"
    if u.place == "aboard" or flagged(u, "holding"):
        return 1.0, "it waits aboard"
    if not u.here:
        return 2.0, "it has still to come"
    far = to_nearest(*middle(u.form), [v.form for v in t.enemies(u.side)])
    return 2.0 + hyperbolic(far if far is not None else inf, 24.0) / 2, "it stands in front of others"


def shield_worth(t: Table, u: Unit, option: int | str) -> Worth:
    """Fire at a Commander's unit: away from it, to the unit that has most Damage Points left."""
    if isinstance(option, int):
        return float(option), "to shield the Commander"
    each = zip(commanders(u)[: u.size], u.wounds, strict=True)
    points = {f"{t.name(u.id)} {i + 1}": left for i, (value, left) in enumerate(each) if not value}
    return (float(points[option]), "to shield the Commander") if option in points else (0.0, "")


def action_worth(t: Table, u: Unit, option: str) -> Worth:
    """Shooting first when there is something to shoot at, unless the squad still has to arrive or unload."""
    if option == "search":
        return 4.0, "there is an objective to be found"
    if option == "scan":
        return scan_worth(t, u)
    if option == "signal":
        return 3.5, "a Behemoth waits for it"
    if option == "move" and rides_on(t, u):
        return -0.5, "it rides on"
    if option == "move" and (not u.here or cargo(t, u.id)):
        return 3.0, "it is not where it is needed"
    if option == "move" and blind(t, u):
        return 2.5, "to where it sees somebody"
    if option == "shoot":
        return 2.0, "there are targets"
    if option == "move" and next_door(t, u):
        return 2.5, "it is wanted next door"
    if option == "move" and sallies(t, u):
        return 2.5, "to another building"
    if option == "move" and better_view(t, u):
        return 2.5, "to where it sees somebody"
    if option == "move" and housed(u) is not None:
        return -0.5, "it is well where it is"
    if option in FREE:
        return -1.0, "it keeps what it has"
    return (1.0, "to get on") if option == "move" else (0.0, "")


def card_worth(t: Table, about: tuple[Any, ...], option: Any) -> Worth:
    """Cards are played when they can be, those for firing only where there is somebody to hurt."""
    now = about[0]
    if isinstance(now, Occasion) and now.what == SHOOTS and not hurts(t, t[now.unit], t[now.unit].form):
        return 0.0, "it has nobody to fire at"
    if option not in (NO_CARD, "no"):
        return 0.5, "a card is there to be played"
    return 0.1, "it may be of more use later"


def tokens_worth(t: Table, about: tuple[Any, ...], option: int) -> Worth:
    """The chance to find the objective, by the very test; a token is kept when it adds nothing."""
    u, _, id = about
    m = t.marker(id)
    assert m is not None
    test = search_test(t, t[u], m)
    if option:
        test.add(option, "Scan", f"{option} more")
    chance = float(reading(test.done().test).law.chance(True))
    return chance - 0.01 * option, f"{chance:.0%} to find it"


def scan_worth(t: Table, u: Unit) -> Worth:
    """Worth more than a transport's own fire where friends beside it look for an objective."""
    for m in t.markers:
        if m.kind == "objective" and hidden(t, m):
            house = house_of(t, m)
            walls = t.ground.pieces[house].points if house is not None else ()
            if any(near_search(walls, m, x, y) for x, y in u.form.positions) and any(
                infantry(v) and (home := housed(v)) is not None and home[0] == house for v in t.own(u.side)
            ):
                return 2.6, f"to help to find objective {m.id}"
    return -1.0, "nobody searches here"


def _of_unit(judge: Callable[[Table, Unit, Any], Worth]) -> Callable[[Table, Any, Any], Worth]:
    """The judge of a question about a unit alone."""
    return lambda t, about, option: judge(t, t[about[0]], option)


def _of_part(judge: Callable[[Table, Unit, Any, Any], Worth]) -> Callable[[Table, Any, Any], Worth]:
    """The judge of a question about a unit and what it comes to."""
    return lambda t, about, option: judge(t, t[about[0]], about[2], option)


VALUED: dict[str, Callable[[Table, Any, Any], Worth]] = {
    "action": _of_unit(action_worth),
    "cancel": card_worth,
    "card": card_worth,
    "enter": _of_unit(roof_worth),
    "harness": _of_unit(harness_worth),
    "inside": _of_unit(part_worth),
    "land": _of_unit(land_worth),
    "part": _of_part(house_part_worth),
    "plough": _of_part(plough_worth),
    "rides": _of_unit(roof_worth),
    "shield": _of_unit(shield_worth),
    "side": _of_unit(side_worth),
    "tokens": tokens_worth,
}
