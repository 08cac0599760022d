"""Close quarters: Infantry fights enemies in its Garrison, and holds on or runs when it has suffered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from ...common.rules import voices
from ...kernel.asks import Choose, Emit, Procedure, Stage
from ...table.events import Given
from ...table.state import Effect, Table, Unit
from .attack import Strike, spoken, strike
from .buildings.collateral import collateral
from .buildings.garrisons import APART, STORMED
from .buildings.leaving import held_back, run_away
from .cards.card import FIGHTS, FOUGHT, Occasion, in_play
from .cards.playing import offer, over
from .casualties import dealt
from .circumstances import Circumstances, Firer, canonical
from .events import NoLonger, SetAside, Shattered, SquadFired
from .harm import harm_all
from .matchup import firing, told_of
from .morale import shortfall
from .shooting.declaration import Arm, Seen, TargetUnits, close, group_of, shots_told
from .shooting.targeting import ready, rulings
from .sides import inside
from .squads import destructible, effects, flagged, housed, points_lost


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
    plain = Circumstances(
        entered=flagged(unit, STORMED) and not jumped,
        garrison=True,
        flammable=t.ground.pieces[home[0]].has("flammable"),
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
        at = TargetUnits((target.kind,) * target.size, target.members, target.wounds)
        now = canonical(replace(plain, cards=in_play(t[u], target)))
        (s,) = close(own, at, seen_as(now), unit.side).strikes
        by = tuple(dict.fromkeys(r for volley in s.volleys for r in spoken(volley.match)))
        every[v] = by
        fought.append((v, s))
        for line in dict.fromkeys(a.line for a in own):
            weapon = unit.members[0].weapons[line]
            who = tuple([a.unit for a in own if a.line == line])
            limited, until = bool(voices(weapon, "uses")), ("round ends", t.round)
            needs = tuple(dict.fromkeys(told_of(x.match) for x in s.volleys if x.match.shot.weapon is weapon))
            also = shots_told(tuple([a for a in own if a.line == line]))
            made = SquadFired(u, v, weapon.name, line, who, -1, "strikes with", until, limited, needs, also=also, by=by)
            yield Emit(made)
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
                t.scenery[home[0]].tokens,
                by=tuple(dict.fromkeys(i for by in every.values() for i in by)),
            )
        )
        if inside(t, home[0]):
            yield from collateral(t, home[0], u)


def seen_as(now: Circumstances) -> Seen:
    """Every unit is fought in these circumstances."""
    return lambda arm, i: now


Way: TypeAlias = tuple[int, bool]  # a weapon line, and whether its fire is combined
HOLD = "hold back"


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
