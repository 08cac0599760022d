"""Infantry in Garrisons: going in and out, edges, close quarters, and Fortitude."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from msgspec.structs import replace

from grognard.table.geometry import edge_d2
from grognard.table.geometry import inside as holds

from ...common.building import Building, thrown_for
from ...common.deploy import bases, room
from ...common.rules import id_of, voices
from ...kernel.asks import Choose, Emit, Procedure, Roll, Stage
from ...kernel.faces import Test
from ...table.events import Given, Removed, Said
from ...table.geometry import Footprint, Form, snap
from ...table.placing import Room
from ...table.state import Effect, Table, Unit
from ...table.terrain import Ground, Piece
from .attack import Strike, spoken, strike
from .boarding import board
from .cards.card import ENTERED, FIGHTS, FORTITUDE, FOUGHT, Occasion, in_play
from .cards.playing import offer, over
from .carrying import falls_with, lets_go
from .declare import Aimed, Arm, Seen, close, group_of
from .events import Housed, LeftHouse, NoLonger, SetAside, Shattered, SquadFired
from .firing import Firer, firing
from .harm import collateral, dealt, harm, harm_all
from .losses import lose_commanders
from .matchup import rule_of, told_of
from .movement import PIVOT, noted
from .seats import rest
from .sides import inside
from .situation import NO_CARDS, InPlay, Situation, kept
from .squads import (
    DIVIDED,
    coherent,
    destructible,
    edges,
    effects,
    flagged,
    garrison,
    garrisons,
    housed,
    infantry,
    points_lost,
    with_word,
)
from .targets import ready, rulings

DOOR = 2.0  # inches from a wall at which Infantry goes in, and within which it comes out
LINK = 2.0  # inches between Garrisons that may be linked
STOREY = 2.5  # inches between squads in one building, so that none stands in another


STORMED = "stormed"  # what a squad has that came in to an enemy, until the activation in which it did is over
HOLDS = "holds"
SHORT = {n: f"short by {n}" for n in range(1, 6)}  # the outcomes of a Fortitude test that fails


def fortitude(t: Table, u: int, cards: InPlay = NO_CARDS) -> Test:
    """A Fortitude test: passed on the number and more. Its outcome is HOLDS, or how far it falls SHORT."""
    return _fortitude(t[u].members[0].stats.F or 4, t.rulings.get("s8-natural-1") == "plain", cards)


@lru_cache(maxsize=64)
def _fortitude(needs: int, plain: bool, cards: InPlay) -> Test:
    def means(natural: int, total: int, passed: bool) -> str:
        return HOLDS if passed else SHORT[max(1, needs - total)]

    test = Building("Fortitude", needs, fails=() if plain else (1,), means=means)
    for speak in voices(cards, "to_hold"):
        speak(test)
    return thrown_for(test.done()).test


def shortfall(t: Table, u: int) -> Procedure:
    """A Fortitude test, with the cards that its player plays on it. Result: how far it falls short, 0 when passed."""
    cards = InPlay(tuple((yield from offer(t, t[u].side, Occasion(FORTITUDE, u)))))
    if any(speak() for speak in voices(cards, "holds")):
        return 0
    outcome = yield Roll(fortitude(t, u, cards))
    return next((n for n, short in SHORT.items() if short == outcome), 0)


# --- going in ---------------------------------------------------------------------------------------------------------


def doors(t: Table, u: Unit) -> list[int]:
    """The Garrisons that the squad may go into from where it stands."""
    if not infantry(u) or u.place != "table" or housed(u) is not None or not coherent(u) or rest(u):
        return []  # a squad goes in as a whole
    found = []
    for k in garrisons(t):
        piece = t.ground.pieces[k]
        if any(near(piece, x, y, DOOR) for x, y in u.form.spots) and room_for(t, u, k):
            found.append(k)
    return found


def room_for(t: Table, u: Unit, k: int) -> bool:
    """Whether the squad fits in: a Garrison never holds more units, of both sides, than it has Damage Points at first."""
    there = sum(v.size for v in inside(t, k) if v.id != u.id)
    return bool(u.size + there <= max(1, t.ground.pieces[k].dp))


@lru_cache(maxsize=256)
def _neighbours(ground: Ground, k: int, inches: float) -> tuple[int, ...]:
    """The Garrisons whose walls stand within so many inches of those of one."""
    own = ground.pieces[k].points
    found = []
    for j in with_word(ground, "garrison"):
        other = ground.pieces[j].points
        gap = min([edge_d2(other, x, y) for x, y in own] + [edge_d2(own, x, y) for x, y in other])
        if j != k and gap <= inches * inches:
            found.append(j)
    return tuple(found)


def linked(t: Table, u: Unit, k: int) -> list[int]:
    """The Garrisons to which the squad may go over from its own, where the players have agreed on links."""
    if t.rulings.get("linked-garrisons") != "near":
        return []
    return with_room(t, u, k, LINK)


def with_room(t: Table, u: Unit, k: int, inches: float) -> list[int]:
    """The Garrisons within so many inches of one that have room for the squad."""
    return [j for j in _neighbours(t.ground, k, inches) if garrison(t, j) and room_for(t, u, j)]


def near(piece: Piece, x: float, y: float, inches: float) -> bool:
    """Whether a point is within so many inches of a piece."""
    return piece.holds(x, y) or edge_d2(piece.points, x, y) <= inches * inches


def places(t: Table, u: Unit, k: int) -> list[int]:
    """The parts of a Garrison that the squad may take: the middle, and edges that no enemy holds."""
    held = {edge for v in inside(t, k) if v.side != u.side for edge in edges(v)}
    return [-1, *(e for e in range(len(t.ground.pieces[k].edges)) if e not in held)]


def go_in(t: Table, u: int, k: int) -> Procedure:
    """A squad goes into a Garrison, to the middle or an edge."""
    options: tuple[int | str, ...] = tuple(places(t, t[u], k))
    if t[u].size > 1:
        options = (*options, APART)
    question = f"{t.name(u)}: which part of {t.ground.pieces[k].name}?"
    edge = yield Choose(t[u].side, question, options, None, (u, "part", k))
    enemies = any(v.side != t[u].side for v in inside(t, k))
    yield from takes_part(t, u, k, edge)
    if enemies:
        yield Emit(Given(u, Effect(STORMED, k, ("round ends", t.round)), True))
        for v in [v.id for v in inside(t, k) if v.side != t[u].side]:
            if t[u].here and t[v].here and housed(t[v]) is not None:
                yield from offer(t, t[v].side, Occasion(ENTERED, v, u))


def takes_part(t: Table, u: int, k: int, edge: int | str) -> Procedure:
    """A squad takes a part of a Garrison, or each of its units one of its own."""
    if isinstance(edge, int):
        yield Emit(Housed(u, k, edge, stand(t, t[u], k, edge)))
        return
    unit, parts, now = t[u], [], edges(t[u])
    for i in range(unit.size):
        found = places(t, unit, k)
        usual = now[i] if now and housed(unit) == (k, now[i]) and now[i] in found else found[0]
        question = f"{t.name(u)} {i + 1}: which part of {t.ground.pieces[k].name}?"
        parts.append((yield Choose(unit.side, question, tuple(found), usual, (u, "part", k))))
    if len(set(parts)) == 1:
        yield Emit(Housed(u, k, parts[0], stand(t, unit, k, parts[0])))
        return
    forms = {edge: stand(t, unit, k, edge) for edge in parts}
    spots = tuple([forms[edge].spots[i] for i, edge in enumerate(parts)])
    levels = forms[parts[0]].levels
    yield Emit(Housed(u, k, DIVIDED, Form(spots, forms[parts[0]].bases, (), levels), tuple(parts)))


def stand(t: Table, u: Unit, k: int, edge: int) -> Form:
    """Where the models stand that are in a part of a building: a storey of their own, near the edge or the middle."""
    piece = t.ground.pieces[k]
    left, bottom, right, top = piece.box
    cx, cy = (left + right) / 2, (bottom + top) / 2
    if edge >= 0:
        ax, ay, bx, by = piece.edges[edge]
        cx, cy = (cx + (ax + bx)) / 3, (cy + (ay + by)) / 3
    taken = {v.form.level(0) for v in inside(t, k) if v.id != u.id}
    level = next(STOREY * n for n in range(len(taken) + 1) if STOREY * n not in taken)
    models = bases(u)
    across = 2 * max(b.radius for b in models) + 0.0625
    spots = []
    for i in range(len(models)):
        row, column = divmod(i, 3)
        spots.append((snap(cx + (column - 1) * across), snap(cy + row * across)))
    return Form(tuple(spots), models, (), (level,) * len(models) if level else ())


def enter(t: Table, u: int) -> Procedure:
    """After a move: the squad may go into a Garrison it stands at."""
    found = doors(t, t[u])
    if found:
        options = ("stay outside", *found)
        pick = yield Choose(t[u].side, f"does {t.name(u)} go inside?", options, "stay outside", (u, "enter"))
        if pick != "stay outside":
            yield from go_in(t, u, pick)


# --- moving inside and out --------------------------------------------------------------------------------------------


def held_back(t: Table, u: Unit) -> tuple[str, ...]:
    """The ids of rules that keep the squad where it is, because an enemy shares its Garrison."""
    home = housed(u)
    if home is None or not any(v.side != u.side for v in inside(t, home[0])):
        return ()
    return tuple(id_of(rule_of(s)) for s in voices(u.members[0], "stays") if s())


def move_inside(t: Table, u: int) -> Procedure:
    """The Move of a squad in a Garrison: to another part of it, or out. Result: whether it did anything."""
    home = housed(t[u])
    assert home is not None
    if held_back(t, t[u]):
        return False
    k, now = home
    shifts = tuple(e for e in places(t, t[u], k) if e != now)
    over = tuple(("linked", j) for j in linked(t, t[u], k))
    apart = (APART,) if t[u].size > 1 and shifts else ()
    options = (*shifts, *over, *apart, "leave") if any(_ways(t, u, k)) else (*shifts, *over, *apart)
    if not options:
        return False
    pick = yield Choose(t[u].side, f"{t.name(u)} moves to which part?", options, options[0], (u, "inside"))
    if pick == "leave" or isinstance(pick, tuple):
        yield from go_out(t, u, k, None if pick == "leave" else pick[1])
    else:
        before = edges(t[u])
        yield from takes_part(t, u, k, pick)
        shifted = [PIVOT * (one != other) for one, other in zip(before, edges(t[u]), strict=True)]
        if t.rulings.get("c4-edges") == "moved":
            yield from noted(t, u, max(shifted), tuple(shifted))
    return True


def can_come_out(t: Table, u: int) -> bool:
    """Whether there is a place outside its Garrison where the squad can stand."""
    home = housed(t[u])
    return home is not None and next(_ways(t, u, home[0]), None) is not None


def _ways(t: Table, u: int, k: int) -> Iterator[int]:
    """The sides of a building on which the squad can come out."""
    return (e for e in range(len(t.ground.pieces[k].edges)) if outside(t, u, k, e) is not None)


def outside(t: Table, u: int, k: int, edge: int) -> Form | None:
    """A place within 2 inches of one side of a building where the squad can stand, in coherency, or None."""
    piece = t.ground.pieces[k]
    models = bases(t[u])
    placing = room(t, u)
    ax, ay, bx, by = piece.edges[edge]
    forms = (_against(placing, models, piece, ax + s * (bx - ax), ay + s * (by - ay)) for s in (0.5, 0.25, 0.75))
    return next((form for form in forms if form is not None), None)


def _against(placing: Room, models: tuple[Footprint, ...], piece: Piece, x: float, y: float) -> Form | None:
    form = placing.gather(models, x, y)
    if form is None or any(not near(piece, a, b, DOOR + 0.5) for a, b in form.spots):
        return None
    return None if any(holds(piece.points, a, b) for a, b in form.spots) else form


def go_out(t: Table, u: int, k: int, to: int | None = None) -> Procedure:
    """A squad leaves a Garrison, for a linked one when ``to`` is given.

    Outnumbered by enemy squads inside, it must pass a Fortitude test, or lose points first and run.
    """
    squads = inside(t, k)
    foes = sum(v.side != t[u].side for v in squads)
    if foes > len(squads) - foes:
        short = yield from shortfall(t, u)
        if short:
            yield Emit(Said(f"{t.name(u)} runs a gauntlet of enemies"))
            yield from harm(t, u, (yield from dealt(t, u, short, 1 - t[u].side)), -1)
            if t[u].here:
                yield from noted(t, u, PIVOT)
                yield from run_away(t, u, k)
            return
    yield from noted(t, u, PIVOT)
    if to is None:
        yield from flee(t, u, k, "leaves")
    else:
        yield from go_in(t, u, to)


def flee(t: Table, u: int, k: int, how: str) -> Procedure:
    """Out of a building to a place beside it, or from there aboard; where there is no place, the squad is lost."""
    sides = tuple(_ways(t, u, k))
    if not sides:
        before = t[u]
        yield Emit(Removed(u, "lost: there is no way out"))
        yield from lose_commanders(t, before)
        yield from falls_with(t, before)
        return
    edge = yield Choose(t[u].side, f"on which side does {t.name(u)} come out?", sides, sides[0], (u, "side"))
    form = outside(t, u, k, edge)
    assert form is not None
    yield Emit(LeftHouse(u, form, how))
    yield from board(t, u)


def run_away(t: Table, u: int, k: int) -> Procedure:
    """A squad that does not hold drops what it carries and abandons its Garrison, for a linked one where there is one."""
    yield from lets_go(t, u)
    over = linked(t, t[u], k)
    if over:
        options = (*over, "outside")
        pick = yield Choose(t[u].side, f"where does {t.name(u)} run?", options, over[0], (u, "enter"))
        if pick != "outside":
            yield Emit(Said(f"{t.name(u)} is driven next door"))
            yield from go_in(t, u, pick)
            return
    yield from flee(t, u, k, "is driven from")


# --- close quarters ---------------------------------------------------------------------------------------------------


def foes_inside(t: Table, u: Unit) -> list[int]:
    """The enemy squads in the same Garrison that can be fought at close quarters."""
    home = housed(u)
    if home is None or flagged(u, "embarked"):
        return []
    if not any(w.stats.cq and ready(u, line) for line, w in enumerate(u.members[0].weapons)):
        return []
    return [v.id for v in inside(t, home[0]) if v.side != u.side]


def strikers(t: Table, u: Unit, v: int) -> bool:
    """Whether a squad has close-quarters weapons ready for an enemy squad in its Garrison."""
    return v in foes_inside(t, u)


def fight_with(t: Table, u: int, v: int) -> Procedure:
    """A squad strikes an enemy squad out of turn: what it strikes with is ready again afterwards."""
    done = so_far(t[u])
    yield from fight(t, u, v)
    yield from set_aside(t, u, done)


def so_far(u: Unit) -> tuple[int, int]:
    """How many times the squad has fired and moved, as it counts now."""
    return len(effects(u, "fired")), len(effects(u, "moved"))


def set_aside(t: Table, u: int, done: tuple[int, int] = (0, 0)) -> Procedure:
    """What the squad has fired and moved beyond what it had ``done`` does not count against what it does next."""
    if t[u].alive and so_far(t[u]) != done:
        yield Emit(SetAside(u, *done))


def fight(t: Table, u: int, only: int = -1) -> Procedure:
    """A Shoot action with close-quarters weapons: at one enemy squad in the same Garrison, or each unit at its own.

    ``only``: at this squad.
    """
    unit = t[u]
    foes = tuple(foes_inside(t, unit))
    options = (*foes, APART) if len(foes) > 1 and unit.size > 1 else foes
    pick: Any = only
    if only < 0:
        pick = yield Choose(unit.side, f"{t.name(u)} fights whom at close quarters?", options, foes[0], (u, "close"))
    whom = [pick] * unit.size
    if pick == APART:
        for i in range(unit.size):
            question = f"{t.name(u)} {i + 1} fights whom at close quarters?"
            whom[i] = yield Choose(unit.side, question, foes, foes[0], (u, "close"))
    yield from offer(t, unit.side, Occasion(FIGHTS, u))
    arms = yield from armed(t, u)
    for v in dict.fromkeys(whom):
        yield from offer(t, t[v].side, Occasion(FOUGHT, v, u))
    home, jumped = housed(unit), flagged(unit, "jumped in")
    assert home is not None
    plain = Situation(
        entered=flagged(unit, STORMED) and not jumped,
        garrison=True,
        flammable=t.ground.pieces[home[0]].has("flammable"),
        fires=3 if t.rulings.get("c13-flame-flammable") == "three" else 2,
        rulings=rulings(t),
    )
    left: dict[int, tuple[int, ...]] = {}
    every: dict[int, tuple[str, ...]] = {}
    fought: list[tuple[int, Strike]] = []
    for v in dict.fromkeys(whom):
        own = [arm for arm in arms if whom[arm.unit] == v]
        if not own:
            continue
        target = t[v]
        at = Aimed((target.kind,) * target.size, target.members, target.wounds)
        now = kept(replace(plain, cards=in_play(t[u], target)))
        (s,) = close(own, at, seen_as(now), unit.side).strikes
        by = tuple(dict.fromkeys(r for volley in s.volleys for r in spoken(volley.match)))
        every[v] = by
        fought.append((v, s))
        for line in dict.fromkeys(a.line for a in own):
            weapon = unit.members[0].weapons[line]
            who = tuple([a.unit for a in own if a.line == line])
            limited, until = bool(voices(weapon, "uses")), ("round ends", t.round)
            needs = tuple(dict.fromkeys(told_of(x.match) for x in s.volleys if x.match.shot.weapon is weapon))
            yield Emit(SquadFired(u, v, weapon.name, line, who, -1, "strikes with", until, limited, needs, by=by))
    tokens = 0
    for v, s in fought:
        left[v], _, laid = yield Stage(strike, (s,))
        if len(set(t[v].members)) == 1:  # whoever is hurt as much as another: the owner says which is first
            left[v] = yield from dealt(t, v, sum(t[v].wounds) - sum(left[v]), t[v].side, True)
        tokens += laid
    hurt = [v for v in left if tuple(left[v]) != t[v].wounds]
    yield from harm_all(t, left, u, every, killer=u)
    for v in hurt:
        if t[v].alive:
            yield Emit(Given(v, Effect("shaken in close quarters", u), True))
    yield from over(t, u, *dict.fromkeys(whom))
    if tokens and destructible(t, home[0]):
        yield Emit(
            Shattered(
                home[0],
                t.scenery[home[0]].tokens + tokens,
                by=tuple(dict.fromkeys(i for by in every.values() for i in by)),
            )
        )
        if inside(t, home[0]):
            yield from collateral(t, home[0], u)


def seen_as(now: Situation) -> Seen:
    """The same circumstances for every unit."""
    return lambda arm, i: now


Way: TypeAlias = tuple[int, bool]  # a weapon line, and whether its fire is combined
APART, HOLD = "unit by unit", "hold back"


def armed(t: Table, u: int) -> Procedure:
    """The close-quarters weapons with which the units of a squad strike: which profile of several, combined or not.

    Asked where something hangs on it: plain weapons that are free strike.
    """
    unit = t[u]
    weapons = unit.members[0].weapons
    slots: dict[tuple[int, int], list[int]] = {}
    for line, weapon in enumerate(weapons):
        if weapon.stats.cq:
            own = group_of(weapon)
            slots.setdefault((0, line) if own is None else (1, own), []).append(line)
    arms: list[Arm] = []
    for lines in slots.values():
        what = " or ".join(weapons[line].name for line in lines)
        each = {i: found for i in range(unit.size) if (found := _ways_to_strike(unit, i, lines))}
        names = tuple(dict.fromkeys(name for found in each.values() for name in found))
        scarce = any(voices(weapons[line], "uses") for line in lines)
        pick = names[0] if names else HOLD
        if len(names) > 1 or (names and scarce):
            options = (*names, HOLD, APART) if len(each) > 1 else (*names, HOLD)
            pick = yield Choose(unit.side, f"how does {t.name(u)} strike with {what}?", options, names[0], (u, "blows"))
        for i, found in each.items():
            way = pick
            if pick == APART or (pick != HOLD and pick not in found):
                question = f"how does {t.name(u)} {i + 1} strike with {what}?"
                way = yield Choose(unit.side, question, (*found, HOLD), next(iter(found)), (u, "blows"))
            if way != HOLD:
                line, combined = found[way]
                arms.append(Arm(i, line, weapons[line], firing(weapons[line], striker(t[u], i, combined))))
    return sorted(arms, key=lambda arm: (arm.line, arm.unit))


def _ways_to_strike(u: Unit, i: int, lines: Sequence[int]) -> dict[str, Way]:
    """The ways in which one unit may strike with one of some weapon lines."""
    found: dict[str, Way] = {}
    for line in lines:
        weapon, one = u.members[0].weapons[line], striker(u, i)
        if i in ready(u, line) and firing(weapon, one).shots:
            found[weapon.name] = line, False
            if firing(weapon, striker(u, i, True)) != firing(weapon, one):
                found[f"{weapon.name}, combined"] = line, True
    return found


def striker(u: Unit, i: int, combined: bool = False) -> Firer:
    """One unit of a squad as the rules of its close-quarters weapons see it."""
    return Firer(points_lost(u, i), combined, in_play(u))


def shaken(t: Table) -> list[int]:
    """The squads that were hurt at close quarters since a battlegroup last ended its activation."""
    return [u.id for u in t.units if u.effects and flagged(u, "shaken in close quarters") and u.alive]


def steadiness(t: Table) -> list[int]:
    """The squads that must test Fortitude when a battlegroup has ended its activation."""
    return [u for u in shaken(t) if housed(t[u]) is not None and under_half(t[u])]


def under_half(u: Unit) -> bool:
    """Whether the squad has less than half of the Damage Points it started with."""
    return bool(2 * sum(u.wounds) < sum(m.stats.DP for m in u.kind.models))


def tests_fortitude(t: Table) -> Procedure:
    """The end of a battlegroup's activation: Infantry hurt at close quarters and under half strength holds or runs."""
    for u in [u.id for u in t.units if u.effects and flagged(u, STORMED)]:
        yield Emit(NoLonger(u, STORMED))
    hurt = shaken(t)
    if not hurt:
        return
    due = steadiness(t)
    for u in hurt:
        yield Emit(NoLonger(u, "shaken in close quarters"))
    for u in due:
        home = housed(t[u])
        if home is None or not t[u].here:
            continue
        question = f"does {t.name(u)} hold on?"
        options = ("test Fortitude",) if held_back(t, t[u]) else ("test Fortitude", "run")
        pick = yield Choose(t[u].side, question, options, "test Fortitude", (u, "hold"))
        if pick == "run" or (yield from shortfall(t, u)):
            yield from run_away(t, u, home[0])  # which has nothing to do with its activation
