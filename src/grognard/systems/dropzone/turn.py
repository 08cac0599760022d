"""The turn: set up, then in each round initiative, battlegroups in alternation, and what the round leaves behind.

A battlegroup is activated as a whole, one squad after the other; each has two different actions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from grognard.table.events import side_name

from ...common import saying
from ...common.building import Because, reasoned
from ...common.deploy import pass_on
from ...common.game import Game
from ...common.options import FilteredOptions
from ...common.profiles import Model
from ...common.rules import voices
from ...common.scenario import points as victory_points
from ...common.scenario import winner
from ...common.steps import next_step, rounds
from ...kernel.asks import Choose, Emit, Procedure, Roll
from ...kernel.faces import Test, die
from ...table.events import Acted, Given, Led, Remarked, Said
from ...table.state import Effect, Table, Unit
from .behemoths.drop_harness import can_signal, signal
from .bots.greedy import worth
from .bots.places import upper_bound
from .bots.value import harm_from_here
from .buildings.leaving import held_back
from .cards import all_cards  # noqa: F401  whoever plays needs all cards: any may be drawn
from .cards.card import (
    AGAIN,
    BEGINS,
    ENEMY_ACTED,
    ENEMY_BEGINS,
    ENEMY_DONE,
    GROUP_BEGINS,
    INITIATIVE,
    INTERFERED,
    SQUAD_BEGINS,
    TWICE,
    ActsNow,
    Occasion,
)
from .cards.deck import discards, draws, guess, played, view
from .cards.playing import offer, offer_both
from .circumstances import InPlay
from .commanders import command_value
from .deployment import deploying, rolling_off
from .events import GroupActivated, GroupDone, NoLonger
from .melee import fight, foes_inside, set_aside, so_far, tests_fortitude
from .movement.move_action import can_move, move
from .movement.straight_flight import fast, must_climb
from .objectives.control import claims
from .objectives.mobile import FREE, handles, hands, scatters, takes_home
from .objectives.placement import prepared
from .objectives.search import can_scan, can_search, scan, search
from .round_end import kill_points, rounding_up
from .shooting.prospect import prospect
from .shooting.shoot_action import shoot
from .shooting.targeting import can_shoot
from .squads import battlegroups, can_act, flagged, group, group_words, housed, members, movement_mode, off_table
from .transports.disembarking import has_a_gate
from .transports.seats import cargo, carriers


def initiative(t: Table, player: int) -> Procedure:
    """A die each and the Commander's value; a single natural 6 wins. The winner may let the other go first."""
    cards: dict[int, InPlay] = {}
    for side in (t.clock.first, 1 - t.clock.first):
        cards[side] = InPlay(tuple((yield from offer(t, side, Occasion(INITIATIVE)))))
    more = [sum(speak() for speak in voices(cards[side], "leads")) for side in (0, 1)]
    while True:
        ours = yield Roll(initiative_die(t, 0, cards))
        theirs = yield Roll(initiative_die(t, 1, cards))
        total = [ours + command_value(t, 0, none=0) + more[0], theirs + command_value(t, 1, none=0) + more[1]]
        if (ours == 6) != (theirs == 6):
            winner = int(theirs == 6)
            break
        if total[0] != total[1]:
            winner = int(total[1] > total[0])
            break
        yield Emit(Remarked(f"both players come to {total[0]}: the dice are thrown again"))
    first = yield Choose(winner, "who goes first?", ("I do", "the enemy"), "I do")
    why = "the only natural 6" if (ours == 6) != (theirs == 6) else f"{total[winner]} to {total[1 - winner]}"
    if (ours == 6) == (theirs == 6) and total != [ours, theirs]:
        mine, other = [_added(t, side, (ours, theirs)[side], more[side]) for side in (winner, 1 - winner)]
        why += f": {mine} against {other}"
    yield Emit(
        Led(winner, why) if first == "I do" else Led(1 - winner, f"{side_name(t, winner)} won, {why}, and lets them")
    )
    if played(t):
        yield from cards_drawn(t, t.clock.first)
    yield from next_step(t)


def _added(t: Table, side: int, die: int, cards: int) -> str:
    """What a player's roll for initiative is made of."""
    value = command_value(t, side, none=0)
    return " + ".join([str(die), *[f"Command Value {value}"] * bool(value), *[f"{cards} by cards"] * bool(cards)])


def initiative_die(t: Table, side: int, cards: Mapping[int, InPlay]) -> Test:
    """The die of one player, with the faces thrown again that cards of either player say."""
    again = {face for by in (0, 1) for speak in voices(cards[by], "unsettles") for face in speak(t, by == side)}
    value = command_value(t, side, none=0)
    added = (Because("Command Value", f"+{value}"),) if value else ()
    return replace(die(6, reasoned(f"initiative of {side_name(t, side)}", *added)), again=tuple(sorted(again)))


def cards_drawn(t: Table, first: int) -> Procedure:
    """Command cards: discards, draws, and what is played before the first battlegroup; who goes first does each first."""
    for side in (first, 1 - first):
        yield from discards(t, side)
    for side in (first, 1 - first):
        yield from draws(t, side)
    for now in (yield from offer_both(t, first, Occasion(BEGINS))):
        if can_act(t, t[u := now.unit]):
            yield Emit(Said(f"{t.name(u)} is activated before all others", by=now.by))
            yield from activation(t, u)
            yield Emit(Acted(u, first))
            yield from trapped(t, u)
            yield from tests_fortitude(t)


def activations(t: Table, player: int) -> Procedure:
    """A battlegroup under way: its next squad, or its end. Else the next battlegroup; none left, the round ends."""
    under_way = t.recall("group")
    if under_way is not None:
        side, name, squads = under_way
        able = [u for u in squads if can_act(t, t[u])]
        if able:
            u = yield Choose(side, "activate which squad?", tuple(able), able[0], name)
            yield from activation(t, u)
            yield Emit(Acted(u, side))
            yield from trapped(t, u)
        else:
            yield from tests_fortitude(t)
            yield Emit(GroupDone(side, name))
            for now in (yield from offer(t, 1 - side, Occasion(ENEMY_DONE))):
                yield from acts_out_of_turn(t, now)
            yield from tests_fortitude(t)  # who got out of a transport may have come in to enemies
            yield from pass_on(t, 1 - side if groups(t, 1 - side, True) else side)
        return
    side, names = player, groups(t, player)
    if not names:
        side, names = 1 - player, groups(t, 1 - player)
    if not names:
        yield from next_step(t)
        return
    name = yield Choose(side, "activate which battlegroup?", tuple(names), names[0], says=group_words(t, side))
    joined = yield from join(t, side, name)
    squads = [u.id for u in members(t, side, name) if u.id not in t.acted]
    yield Emit(GroupActivated(side, name, (*joined, *squads)))
    yield from offer(t, side, Occasion(GROUP_BEGINS))
    yield from offer(t, 1 - side, Occasion(ENEMY_BEGINS))


def trapped(t: Table, u: int) -> Procedure:
    """When a squad has acted in a Garrison the enemy may play a card on it."""
    if t[u].here and (home := housed(t[u])):
        yield from offer(t, 1 - t[u].side, Occasion(ENEMY_ACTED, u, piece=home[0]))


def acts_out_of_turn(t: Table, now: ActsNow) -> Procedure:
    """One action of a squad out of turn, of those that cost one; a free one and what it has done are kept apart."""
    u, free = now.unit, now.free
    if free and u in t.acted:
        yield from set_aside(t, u)
    done = so_far(t[u])
    yield Emit(Said(f"{t.name(u)} acts out of turn", short="", by=now.by))
    options = Actions(t, t[u], (), 1)
    pick = yield Choose(t[u].side, f"what does {t.name(u)} do out of turn?", options, None, (u, "action"))
    if pick in FREE:
        yield from handles(t, u, pick)
    elif pick != "nothing":
        yield from act(t, u, pick)
        yield from claims(t, t[u].side)
        yield from trapped(t, u)
        yield from tests_fortitude(t)
    if free:
        yield from set_aside(t, u, done)


def groups(t: Table, side: int, first: bool = False) -> list[str]:
    """The battlegroups of a side that can still be activated, in the order of its squads; ``first``: one of them."""
    acted, units = t.acted, t.units
    found: list[tuple[int, str]] = []
    for name, ids in battlegroups(t, side).items():
        for id in ids if name else ():
            u = units[id]
            if u.place != "dead" and (id not in acted or u.place == "aboard") and reachable(t, u):
                found.append((id, name))
                break
        if found and first:
            break
    return [name for _, name in sorted(found)]


def reachable(t: Table, u: Unit) -> bool:
    """Whether the squad can act, or the transport that it is in; what waits in Holding needs a gate that will open for it."""
    if u.place == "aboard" and (u.id in t.acted or not can_act(t, u)):
        return any(reachable(t, t[c]) for c in carriers(u))
    return can_act(t, u) and (off_table(u) != "holding" or has_a_gate(t, u))


def join(t: Table, side: int, name: str) -> Procedure:
    """The Auxiliary squads that act with a battlegroup: those that carry it, and others that their player adds."""
    free = [t[id] for id in battlegroups(t, side).get("", ()) if can_act(t, t[id])]
    bound_to = [u.id for u in free if carries(t, u, name)]
    others = tuple(u.id for u in free if u.id not in bound_to and not cargo(t, u.id))
    joined = list(bound_to)
    for k, u in enumerate(others):
        left = others[k:]
        pick = yield Choose(side, f"does {t.name(u)} act with {name}?", ("yes", "later"), "yes", (u, "join", len(left)))
        if pick == "yes":
            joined.append(u)
    return joined


def carries(t: Table, u: Unit, name: str) -> bool:
    """Whether the transport carries squads of a battlegroup, at any depth."""
    return any(group(c) == name or carries(t, c, name) for c in cargo(t, u.id))


def activation(t: Table, u: int) -> Procedure:
    """Two different actions of one squad, in any order; before, between and after them it may hand over what it carries."""
    done: list[str] = []
    played = yield from offer(t, t[u].side, Occasion(SQUAD_BEGINS, u))
    if any(card is not None for card in played):
        done.append("move")  # it has run for a transport
    most = 1 if flagged(t[u], INTERFERED) else 2
    if by := held_back(t, t[u]):
        yield Emit(Said(f"{t.name(u)} will not leave while an enemy is in the building", by=by))
    while t[u].alive and (len(done) < most or hands(t, t[u])):
        options = Actions(t, t[u], done, most)
        if not options.any():
            break
        pick = yield Choose(t[u].side, f"what does {t.name(u)} do?", options, None, (u, "action"))
        if pick == "nothing":
            break
        if pick in FREE:
            yield from handles(t, u, pick)
            continue
        yield from act(t, u, pick)
        if pick == "move" and flagged(t[u], TWICE):
            yield Emit(NoLonger(u, TWICE))
            yield Emit(Given(u, Effect(AGAIN, u, ("round ends", t.round)), True))
            done.append("a first move")
        else:
            done += ["move", "shoot"] if pick in BOTH else [pick]
        yield from claims(t, t[u].side)
    if t[u].here and "move" not in done and fast(t[u]):
        yield from move(t, u)
    yield from scatters(t, u)
    yield from takes_home(t, u)


ACTIONS = ("shoot", "move", "search", "scan", "signal")
BOTH = ("search", "scan", "signal")  # these take both actions
ONE = ("shoot", "move")  # these take one


class Actions(FilteredOptions):
    """The actions that the squad can take now, those left out that it has ``done``; and none."""

    __slots__ = ()

    def __init__(self, t: Table, u: Unit, done: Sequence[str] = (), most: int = 2) -> None:
        left = tuple([a for a in (ACTIONS if most > 1 else ONE) if a not in done and len(done) < most])
        left = (*left, *hands(t, u))
        super().__init__(left, lambda action: can_do(t, u, action, done), ("nothing",))

    def any(self) -> bool:
        """Whether the squad can do anything: whether it can move is told soonest."""
        return ("move" in self.named and self.legal("move")) or super().any()


def can_do(t: Table, u: Unit, action: str, done: Sequence[str] = ()) -> bool:
    """Whether the squad can take one action now."""
    if action in FREE:
        return True
    if action == "move":
        return can_move(t, u)
    if action == "shoot":
        return u.here and bool(foes_inside(t, u) or can_shoot(t, u)) and not must_climb(t, u)
    if done or not u.here:
        return False
    return can_scan(u) if action == "scan" else can_signal(t, u) if action == "signal" else bool(can_search(t, u))


def act(t: Table, u: int, action: str) -> Procedure:
    """One action."""
    if action == "move":
        yield from move(t, u)
    elif action == "search":
        found = tuple(can_search(t, t[u]))
        question = f"for which objective does {t.name(u)} search?"
        says = saying.numbered("objective")
        id = yield Choose(t[u].side, question, found, found[0], (u, "objective"), says)
        yield from search(t, u, id)
    elif action == "scan":
        yield from scan(t, u)
    elif action == "signal":
        yield from signal(t, u)
    elif foes_inside(t, t[u]) and not (can_shoot(t, t[u]) and (yield from out_of_the_window(t, u))):
        yield from fight(t, u)
    else:
        yield from shoot(t, u)


def out_of_the_window(t: Table, u: int) -> Procedure:
    """Whether a squad that could do both fires out of its Garrison instead of fighting inside."""
    pick = yield Choose(t[u].side, f"{t.name(u)} fights inside or fires out?", ("inside", "out"), "inside", u)
    return pick == "out"


def wins(t: Table) -> tuple[int | None, str]:
    """Victory points, then Kill Points: the points of every unit destroyed and of every Commander."""
    ours, theirs = victory_points(t)
    if ours != theirs or (t.scenario.wipe_out and not all(t.live)):
        return winner(t)
    killed = kill_points(t, 1), kill_points(t, 0)
    if killed[0] != killed[1]:
        why = f"{ours} victory point{'s' * (ours != 1)} each; {max(killed)} Kill Points to {min(killed)}"
        return int(killed[1] > killed[0]), why
    return None, f"{ours} victory point{'s' * (ours != 1)} and {killed[0]} Kill Points each"


STEPS = rounds((initiative, activations, rounding_up), before=(rolling_off, deploying))


def points(model: Any) -> int:
    """The Damage Points of a fresh unit."""
    return int(model.stats.DP)


def reaches(t: Table, model: Model) -> list[tuple[str, float]]:
    """How far the weapons of a unit reach against those without countermeasures, inches; those without a limit too."""
    return [(w.name, w.stats.full) for w in model.weapons if w.stats.full]


def _inside(unit: Unit) -> int | None:
    """The building that a squad garrisons."""
    home = housed(unit)
    return None if home is None else home[0]


GAME = Game(
    reaches=reaches,
    inside=_inside,
    model="unit",
    measure="centre",
    levels=True,
    prospect=prospect,
    id="dropzone",
    steps=STEPS,
    wounds=points,
    movement_mode=movement_mode,
    wins=wins,
    prepare=prepared,
    worth=worth,
    view=view,
    guess=guess,
    upper_bound=upper_bound,
    harm=harm_from_here,
)
