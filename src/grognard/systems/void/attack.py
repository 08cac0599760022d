"""What volleys do to the models of a unit: who is hit, what each suffers, and whether the rest panic.

The state carried through an attack is a tuple ``(wounds, dodges, marks)``: wounds left of each model, points each has
suffered since it first dodged this turn (empty when nobody dodges), and the marks of the unit by their place in ``MARKS``.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from ...common.attack import lost, saved, standing
from ...common.profiles import Model, Weapon, interned
from ...common.rules import voices
from ...common.saying import InAttack
from ...kernel.asks import Choose, Fold, Procedure, Roll, Stage
from ...kernel.memo import memo
from .circumstances import Circumstances, in_cover
from .matchup import (
    DAMAGE_TABLE,
    DESTROYED,
    DODGE,
    DODGED,
    DODGES,
    IMMOBILISED,
    LET_PASS,
    LOST,
    NOTHING,
    PASSENGERS,
    SHAKEN,
    SUFFER,
    WEAPON_LOST,
    Attack,
    Match,
    Shot,
    match,
)
from .nerve.checks import different
from .profiles import Stats, WeaponStats

State: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]

MARKS = ("shaken", "weapons lost", "immobilised", "passengers hit", "painted", "evaded", "blown up")
UNMARKED = (0,) * len(MARKS)
_MARK_OF: dict[int, int] = {SHAKEN: 0, WEAPON_LOST: 1, IMMOBILISED: 2, PASSENGERS: 3, DESTROYED: 6}
_PAINTED, _EVADED = 4, 5
_COUNTED = (1, 3)  # marks of which there may be several


class Volley(Struct, frozen=True, cache_hash=True):
    """Equal shots or blows of one attack. ``order``: which models of the target are hit first, by their place in it.

    ``under`` models are under a template; ``guards`` take what falls on others as long as one of them is left.
    """

    by: Model
    weapon: Weapon
    n: int
    how: Circumstances
    mates: tuple[Model, ...]
    targets: tuple[Model, ...]
    order: tuple[int, ...]
    under: int = 1
    guards: tuple[int, ...] = ()
    covers: tuple[int, ...] = ()  # the cover rating of each model, when it is not the same for all
    owner: int = 1  # the player whose unit it is fired at
    placed: Any = (
        None  # in odds: where blasts are laid and come down (``templates.LaidBlasts``); None: ``under`` says it
    )

    def how_at(self, i: int) -> Circumstances:
        """The circumstances of an attack on model ``i``."""
        covers = self.covers
        return self.how if not covers or covers[i] == self.how.cover else in_cover(self.how, covers[i])


def unhurt(wounds: tuple[int, ...], members: tuple[Model, ...]) -> State:
    """The state before an attack in which nobody has dodged or been marked yet."""
    return wounds, (0,) * len(wounds) if _dodging(members) else (), UNMARKED


@memo(4096)
def _dodging(members: tuple[Model, ...]) -> bool:
    """Whether anybody in a unit has a rule by which he dodges."""
    return any(voices(m, "dodge") for m in different(members))


def front(state: State, order: tuple[int, ...]) -> int:
    """The first model in this order that is left, or -1."""
    wounds = state[0]
    for i in order:
        if wounds[i] > 0:
            return i
    return -1


@memo(16384)
def left(members: tuple[Model, ...], wounds: tuple[int, ...]) -> tuple[Model, ...]:
    """The different profiles that are left."""
    return different(tuple(m for m, w in zip(members, wounds, strict=True) if w > 0))


def match_at(v: Volley, state: State, i: int) -> Match:
    """The match-up of the volley against one of the models, as the target stands."""
    return match(Attack(v.by, v.weapon, v.targets[i], v.how_at(i), v.mates, left(v.targets, state[0])))


def lane(v: Volley, standing: tuple[int, ...]) -> Shot | None:
    """The one shot that the volley fires at whoever comes to be hit first; None when that depends on who is left."""
    if len(alike := different(v.targets)) == 1 and (not v.covers or len(set(v.covers)) == 1):
        for i in v.order:
            if i in standing:
                return match(Attack(v.by, v.weapon, alike[0], v.how_at(i), v.mates, alike)).shot
        return None
    return _lane(v, standing)


@memo(16384)
def _lane(v: Volley, standing: tuple[int, ...]) -> Shot | None:
    shot = None
    fallen = set(range(len(v.targets))).difference(standing)
    for i in v.order:
        if i in fallen:
            continue
        fellows = different(tuple([m for j, m in enumerate(v.targets) if j not in fallen]))
        this = match(Attack(v.by, v.weapon, v.targets[i], v.how_at(i), v.mates, fellows)).shot
        if shot is not None and this is not shot:
            return None
        shot = this
        fallen.add(i)
    return shot


# --- what follows a roll ----------------------------------------------------------------------------------------------


class Nearest(Struct, frozen=True):
    """The next state when the first model left in an order loses wounds; what is beyond its last wound is lost."""

    order: tuple[int, ...]

    def __call__(self, state: State, wounds: int) -> State:
        if not wounds or (i := front(state, self.order)) < 0:
            return state
        return lost(state[0], i, wounds), state[1], state[2]


class Suffered(Struct, frozen=True):
    """The next state when one damage die has come to something for model ``i``."""

    i: int
    evades: bool = False

    def __call__(self, state: State, outcome: int) -> State:
        if outcome == NOTHING:
            return state
        wounds, dodges, marks = state
        i = self.i
        evades = self.evades and outcome < LET_PASS
        if outcome >= LET_PASS:
            outcome -= LET_PASS
        if outcome != DODGED:
            wounds = lost(wounds, i, wounds[i] if outcome == DESTROYED else 1)
            if outcome in _MARK_OF:
                marks = _marked(marks, _MARK_OF[outcome])
        if dodges:
            k = dodges[i]
            k = min(k + 1, 10) if k else int(outcome == DODGED)  # counts from the first success on
            k = k if wounds[i] else 0  # what the dead have done makes no difference
            dodges = (*dodges[:i], k, *dodges[i + 1 :])
        if evades:
            marks = _marked(marks, _EVADED)
        return wounds, dodges, marks


class Facing(Struct, frozen=True):
    """The arguments of the next damage die against model ``i``; None when it is dead."""

    v: Volley
    i: int

    def __call__(self, state: State) -> tuple[Shot, int] | tuple[Shot, int, int, str] | None:
        if state[0][self.i] <= 0:
            return None
        shot = match_at(self.v, state, self.i).shot
        if not shot.dodges:
            return shot, 0
        return shot, state[1][self.i] if state[1] else 0, self.v.owner, self.v.targets[self.i].name


def _marked(marks: tuple[int, ...], i: int) -> tuple[int, ...]:
    n = marks[i] + 1 if i in _COUNTED else 1
    return (*marks[:i], n, *marks[i + 1 :])


# --- volleys ----------------------------------------------------------------------------------------------------------


def volley(state: State, v: Volley) -> Procedure:
    """One volley, shot by shot: by the handful when all shots are alike."""
    if v.weapon.stats.template and not v.how.melee:
        return (yield Fold(one_template, state, (v,) * v.n))
    shot = lane(v, standing(state[0]))
    if shot is not None and shot.plain and (shot.most == 1 or max(state[0]) == 1):
        return (yield Fold(struck, state, v.n, (shot,), Nearest(v.order)))
    return (yield Fold(one_shot, state, (v,) * v.n))


def one_shot(state: State, v: Volley) -> Procedure:
    """One shot or blow at the first model left in the volley's order."""
    i = front(state, v.order)
    if i < 0:
        return state
    shot = match_at(v, state, i).shot
    dice = shot.dice if shot.hit is None else (yield Roll(shot.hit))
    if not dice:
        return state
    if shot.paints:
        return state[0], state[1], _marked(state[2], _PAINTED)
    return (yield Fold(point, state, dice, Facing(v, i), Suffered(i, shot.evades)))


def one_template(state: State, v: Volley) -> Procedure:
    """One template that lies on the nearest models: a blast must hit first, and one that misses hits nobody."""
    i = front(state, v.order)
    if i < 0:
        return state
    shot = match_at(v, state, i).shot
    dice = shot.dice if shot.hit is None else (yield Roll(shot.hit))
    if v.placed is not None and shot.hit is not None:
        there = standing(state[0])
        caught = yield Stage(v.placed.lies_over, (v.weapon.stats.size / 2, i, there, bool(dice)))
        return (yield Fold(one_caught, state, tuple((v, j, dice or shot.dice) for j in caught)))
    if not dice:
        return state
    caught = [j for j in v.order if state[0][j] > 0][: v.under]
    return (yield Fold(one_caught, state, tuple((v, j, dice) for j in caught)))


def one_caught(state: State, item: tuple[Volley, int, int]) -> Procedure:
    """One hit of a template on a model; a guard takes it in the place of what he guards."""
    v, i, dice = item
    guard = front(state, v.guards)
    i = guard if guard >= 0 and i not in v.guards else i
    if state[0][i] <= 0:
        return state
    evades = match_at(v, state, i).shot.evades
    return (yield Fold(point, state, dice, Facing(v, i), Suffered(i, evades)))


def volleys(state: State, all_of_them: tuple[Volley, ...]) -> Procedure:
    """Volley after volley."""
    return (yield Fold(volley, state, all_of_them))


# --- one die at a time ------------------------------------------------------------------------------------------------


def point(shot: Shot, suffered: int, owner: int = 1, name: str = "model") -> Procedure:
    """One damage die: what it takes from the model hit, which has suffered so many points since its first dodge.

    ``owner`` is the player of the model of that ``name``, who may let a point pass without dodging.
    """
    if not (yield Roll(shot.wound)):
        return NOTHING
    if (yield from saved(shot.saves)):
        return NOTHING
    if shot.dodges:
        dodge = shot.dodges[min(suffered, len(shot.dodges) - 1)]
        pick = yield Choose(owner, DODGES.format(name), (DODGE, SUFFER), DODGE, ("dodge", shot, suffered), InAttack())
        if pick == DODGE and (yield Roll(dodge)):
            return DODGED
        if pick == SUFFER and shot.evades:
            return LET_PASS + ((yield Roll(DAMAGE_TABLE)) if shot.table else LOST)
    if shot.table:
        return (yield Roll(DAMAGE_TABLE))
    return LOST


def struck(shot: Shot) -> Procedure:
    """One plain shot or blow that can cost no more than a wound: whether the model hit loses it. Nobody rolls for who is down."""
    dice = shot.dice if shot.hit is None else (yield Roll(shot.hit))
    for _ in range(dice):
        if (yield from point(shot, 0)):
            return LOST
    return NOTHING


NOBODY = interned(Model("nobody", Stats()))


class Hazard(Struct, frozen=True):
    """Something that hurts, as a weapon that nobody wields."""

    weapon: Weapon

    def volley(
        self, targets: tuple[Model, ...], how: Circumstances, owner: int, guards: tuple[int, ...] = ()
    ) -> Volley:
        """One hit of it on models of a unit of ``owner``."""
        order = tuple(range(len(targets)))
        return Volley(NOBODY, self.weapon, 1, how, (NOBODY,), targets, order, 1, guards, (), owner)


GROUND = Hazard(interned(Weapon("hazardous ground", WeaponStats(dam=4, template="flame"))))
BOMB = Hazard(interned(Weapon("suicide bomb", WeaponStats(dam=6, AP=2, template="blast", size=3))))  # ruling bomber
