"""Shooting on the table: whom a unit may name as its target, with what it fires, who reacts, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...common.profiles import Model, Weapon, interned
from ...common.rules import id_of, kept, voices
from ...kernel.asks import Choose, Emit, Procedure, Roll, Stage
from ...table.events import Acted, Given, Moved
from ...table.geometry import models_within, within
from ...table.state import Effect, Table, Unit
from ...table.terrain import Ground
from . import field, hidden, scenery
from .attack import Assault, Group, Part, attack, disrupted
from .commands import REACTING
from .events import CORRODED, SLOWED, TokenFlipped, TokenLost, UsesSpent, VolleyFired
from .harming import apply, feed
from .match import How, is_digital, match, permit_of
from .moments import CORROSIVE, ESCAPES, speaker
from .slots import thrown
from .target import FACINGS, Toll
from .terms import Terms

HOLD_FIRE = "hold fire"
REACTED = "digital reaction"  # an effect: Digital weapons react once a turn


class Line(Struct, frozen=True, eq=False):
    """What one unit can fire at another: the attack, and which models fire each group of it."""

    assault: Assault
    firers: tuple[tuple[int, ...], ...]  # for each group
    by: tuple[str, ...]  # rules that have a part in it

    @property
    def arms(self) -> tuple[tuple[str, int], ...]:
        """The weapons by name and number."""
        return tuple((g.name, sum(p.count for p in g.parts)) for g in self.assault.groups)


@kept(8192)
def ready(model: Model, how: How) -> tuple[Weapon, ...]:
    """The weapons that a model may fire, in file order. Only token, movement and reaction of ``how`` count."""
    return tuple(w for w in model.weapons if w.stats.RoF.most and not permit_of(model, w, how).refused)


@kept(8192)
def blind(model: Model, how: How) -> bool:
    """Whether a model may fire something at what it does not see."""
    return any(permit_of(model, w, how).blind for w in ready(model, how))


def posture(token: str, reacting: bool = False, moved: bool = False) -> How:
    """The attacker's own part of the circumstances: all that decides which weapons may fire."""
    return field.circumstances(False, token, reacting, moved)


def reach(t: Table, u: int, how: How) -> int:
    """The longest range of what a unit may fire, 0 when nothing may."""
    return longest(t[u].members, how)


@kept(8192)
def longest(members: tuple[Model, ...], how: How) -> int:
    """The longest range of what these models may fire."""
    return max((w.stats.range for m in set(members) for w in ready(m, how)), default=0)


def line(t: Table, u: int, v: int, how: How, digital: bool = False) -> Line | None:
    """What a unit can fire at another as both stand, or None. ``digital``: with Digital weapons only."""
    unit, foe = t[u], t[v]
    far = longest(unit.members, how)
    if not far or not within(unit.form, foe.form, far):
        return None
    return _line(t.ground, unit, foe, how, digital, field.terms(t))


@kept(4096)
def _line(ground: Ground, unit: Unit, foe: Unit, how: How, digital: bool, terms: Terms) -> Line | None:
    # kept by the very units, which are replaced when anything about them changes
    seen = field.sight(ground, unit, foe)
    if not seen.seen and not any(blind(m, how) for m in set(unit.members)):
        return None
    whole = field.circumstances(
        False,
        how.token,
        how.reacting,
        how.moved,
        field.cover_of(ground, foe.form),
        field.obscured_of(ground, seen, foe.size),
        field.facing(foe, unit.form),
        field.is_moving(foe),
        0,
        terms,
    )
    named: dict[str, dict[tuple[Model, Weapon], int]] = {}
    firers: dict[str, list[int]] = {}
    eligible: dict[str, set[int]] = {}
    ranges: dict[tuple[int, int, bool], tuple[int, ...]] = {}
    everybody = tuple(range(foe.size))
    for i in field.able(unit):
        model = unit.members[i]
        for weapon in ready(model, how):
            if digital and not is_digital(model, weapon, how):
                continue
            sees_all = permit_of(model, weapon, how).blind
            key = (i, weapon.stats.range, sees_all)
            if key not in ranges:
                view = everybody if sees_all else seen.views[i]
                ranges[key] = tuple(j for j in view if models_within(unit.form, i, foe.form, j, weapon.stats.range))
            if not ranges[key]:
                continue
            group = named.setdefault(weapon.name, {})
            group[model, weapon] = group.get((model, weapon), 0) + 1
            firers.setdefault(weapon.name, []).append(i)
            eligible.setdefault(weapon.name, set()).update(ranges[key])
    if not named:
        return None
    groups = tuple(
        Group(
            name,
            tuple(Part(model, weapon, n) for (model, weapon), n in parts.items()),
            field.target(foe, tuple(sorted(eligible[name])), whole.facing),
        )
        for name, parts in named.items()
    )
    assault = Assault(groups, field.target(foe, None, whole.facing), whole, None, 0, unit.side)
    return Line(assault, tuple(tuple(f) for f in firers.values()), contributing(assault, foe.wounds))


def contributing(assault: Assault, left: tuple[int, ...]) -> tuple[str, ...]:
    """The rules that have a part in an attack."""
    ids: dict[str, None] = {}
    target = assault.target
    for group in assault.groups:
        for p in group.parts:
            m = match(p.model, p.weapon, target.profile(left), target.toughness(left), assault.how, p.uses, p.rolled)
            ids.update(dict.fromkeys(m.by))
    return tuple(ids)


# --- whom -------------------------------------------------------------------------------------------------------------


def targets(t: Table, u: int, how: How) -> tuple[int, ...]:
    """The enemy units that something can be fired at."""
    far = reach(t, u, how)
    return tuple(v.id for v in field.near(t, u, far) if line(t, u, v.id, how)) if far else ()


def shoot(t: Table, u: int, token: str, moved: bool, forced: Any = None) -> Procedure:
    """A unit's shooting: its target is named, may react, and both fire. ``forced``: the only target it may name.

    Gives the target named, None when there was none.
    """
    how = posture(token, False, moved)
    options: list[Any] = list(targets(t, u, how))
    options += scenery.targets(t, u, how)
    if forced is not None:
        options = [x for x in options if x == forced]
    if not options:
        return None
    options.append(HOLD_FIRE)
    question = f"whom does {t.name(u)} shoot at?"
    pick = yield Choose(t[u].side, question, tuple(options), default=options[0], about=("shoot", u, how))
    if pick == HOLD_FIRE:
        return None
    yield from hidden.show_itself(t, u)
    if isinstance(pick, tuple):
        yield from scenery.fire_at(t, u, pick[1], how)
    elif (yield from hidden.found(t, pick, u)):
        yield from exchange(t, u, pick, how)
    return pick


def exchange(t: Table, u: int, v: int, how: How) -> Procedure:
    """A unit fires at its target, which may answer; both at once."""
    yield from slow_down(t, u, v, line(t, u, v, how))
    answer = yield from reaction(t, v, u)
    ours = line(t, u, v, how)
    theirs = reply(t, v, u, answer) if answer else None
    yield from slow_down(t, v, u, theirs)
    first = yield from fired(t, u, v, ours)
    second = yield from fired(t, v, u, theirs)
    yield from landed(t, u, v, ours, first)
    yield from landed(t, v, u, theirs, second)
    yield from slip_away(t, u, first)
    yield from slip_away(t, v, second)


def fired(t: Table, u: int, v: int, aim: Line | None) -> Procedure:
    """The dice of one unit's fire: its Toll on the target, None when it does not fire. Nothing is taken away yet."""
    if aim is None:
        return None
    assault = yield from spend(t, u, aim)
    toll = yield Stage(attack, (assault, t[v].wounds))
    yield Emit(VolleyFired(u, v, aim.arms, toll.hits, by=contributing(assault, t[v].wounds)))
    return toll


def landed(t: Table, u: int, v: int, aim: Line | None, toll: Toll | None) -> Procedure:
    """What one unit's fire does to its target, and what it sets off."""
    if aim is None or toll is None:
        return
    pieces = field.covering(t.ground, t[v].form) if aim.assault.how.cover else ()
    caused = sum(t[v].wounds) - sum(toll.left)
    yield from apply(t, v, toll.left, u, aim.by)
    yield from feed(t, u, caused)
    yield from corrode(t, v, toll, aim.assault.how.facing, aim.by)
    for _ in range(toll.crushes if pieces else 0):
        yield from scenery.crush_one(t, u, pieces, aim.by)
    if t[v].here and field.token(t[v]):
        target = field.target(t[v])
        if (yield Stage(disrupted, (Toll(t[v].wounds, hits=toll.hits), target))):
            yield Emit(TokenLost(v))


def corrode(t: Table, v: int, toll: Toll, facing: str, by: tuple[str, ...]) -> Procedure:
    """A unit that something corrosive has hit is weaker for the rest of the turn; twice is no weaker."""
    place = FACINGS.index(facing)
    if CORROSIVE in toll.marks and t[v].here and place not in field.corroded(t[v]):
        yield Emit(Given(v, Effect(CORRODED, "", ("round ends", t.round), place), by=by))


def slow_down(t: Table, u: int, v: int, aim: Line | None) -> Procedure:
    """A unit that is fired at with weapons that slow has half its Move for the rest of the turn."""
    weapons = [p.weapon for g in aim.assault.groups for p in g.parts] if aim is not None else []
    yield from slowed_by(t, v, weapons)


def slowed_by(t: Table, v: int, weapons: Iterable[Weapon]) -> Procedure:
    """The same for the weapons that it is targeted with."""
    by = tuple(dict.fromkeys(i for w in weapons for i in slowing(w)))
    if by and t[v].here and not t[v].has(SLOWED):
        yield Emit(Given(v, Effect(SLOWED, "", ("round ends", t.round)), by=by))


@kept(4096)
def slowing(weapon: Weapon) -> tuple[str, ...]:
    """The ids of the rules by which the weapon slows whoever it is fired at."""
    return tuple(id_of(speaker(voice)) for voice in voices(weapon, "slows") if voice())


def slip_away(t: Table, u: int, toll: Toll | None) -> Procedure:
    """After a hit that lets it, the unit may make a move."""
    if toll is None or ESCAPES not in toll.marks or not t[u].here:
        return
    options = field.moves(t, u, float(field.move_of(t[u])), True)
    here = t[u].form
    form = yield Choose(t[u].side, f"where does {t.name(u)} escape?", options, default=here, about=("move", u, "move"))
    if form.spots != here.spots:
        yield Emit(Moved(u, form, "escapes", by=escaping(t[u].members)))


@kept(4096)
def escaping(members: tuple[Model, ...]) -> tuple[str, ...]:
    """The ids of the rules that let a unit move after a hit."""
    how = posture("shoot")
    every = [match(model, w, model, 4, how).after.marks for model in set(members) for w in model.weapons]
    return tuple(sorted({marks[ESCAPES] for marks in every if ESCAPES in marks}))


# --- reactions --------------------------------------------------------------------------------------------------------


def reaction(t: Table, v: int, u: int, contact: bool = False) -> Procedure:
    """A unit that was named as a target may answer at once: gives the token it flips, "idle" for Digital weapons, or "".

    ``contact``: the attacker is about to come into contact, so that range and sight do not matter.
    """
    side, token = t[v].side, field.token(t[v])
    options: list[str] = []
    if token in REACTING and v not in t.acted and answers(t, v, u, token, contact):
        options.append(token)
    elif not t[v].has(REACTED) and answers(t, v, u, "idle", contact):
        options.append("idle")
    if not options or t[v].has("hidden"):
        return ""
    question = f"does {t.name(v)} react to {t.name(u)}?"
    pick: str = yield Choose(side, question, (*options, "no"), default=options[0], about=("react", v, u))
    if pick == "no":
        return ""
    if pick == "idle":
        yield Emit(Given(v, Effect(REACTED, v, ("round ends", t.round)), True))
    else:
        yield Emit(TokenFlipped(v, pick, "reacting"))
        yield Emit(Acted(v, t.player))
    return pick


def answers(t: Table, v: int, u: int, token: str, contact: bool) -> bool:
    """Whether a unit has anything to react with."""
    how = posture(token, True)
    if not reach(t, v, how):
        return False
    return contact or line(t, v, u, how) is not None


def reply(t: Table, v: int, u: int, token: str) -> Line | None:
    """What a unit fires in reaction."""
    return line(t, v, u, posture(token, True))


# --- Limited weapons --------------------------------------------------------------------------------------------------


@kept(4096)
def spending(weapon: Weapon) -> tuple[str, ...]:
    """The ids of the rules by which each die of the weapon spends a use; () for most weapons."""
    return tuple(id_of(speaker(voice)) for voice in voices(weapon, "spends") if voice())


def spend(t: Table, u: int, aim: Line) -> Procedure:
    """Uses of Limited weapons are spent: how many, the owner says or the dice; gives the attack with them."""
    groups = []
    for group, firers in zip(aim.assault.groups, aim.firers, strict=True):
        if not any(spending(p.weapon) for p in group.parts):
            groups.append(group)
            continue
        parts: list[Part] = []
        for i in firers:
            weapon = next(w for w in t[u].members[i].weapons if w.name == group.name)
            n, left = yield from uses(t, u, weapon)
            parts.append(Part(t[u].members[i], weapon, 1, n, weapon.stats.RoF.rolled))
            yield Emit(UsesSpent(u, _with_less(t[u].members, i, weapon, left), group.name, n, by=spending(weapon)))
        groups.append(replace(group, parts=tuple(parts)))
    return replace(aim.assault, groups=tuple(groups))


def uses(t: Table, u: int, weapon: Weapon) -> Procedure:
    """How many uses one weapon spends now, and how many are left of it (-1: it may be rolled for again)."""
    count = weapon.stats.RoF
    if count.rolled:
        n = yield Roll(thrown(count))
        return n, (0 if n == count.most else -1)
    options = tuple(range(count.plus, 0, -1))
    question = f"how many uses of {weapon.name} does {t.name(u)} spend?"
    n = yield Choose(t[u].side, question, options, default=options[0], about=("uses", u))
    return n, count.plus - n


def _with_less(members: tuple[Any, ...], i: int, weapon: Weapon, left: int) -> tuple[Any, ...]:
    """The models after one has spent uses: the weapon has as many dice as it has uses left, or is gone."""
    if left < 0:
        return members
    less = (
        [] if left == 0 else [interned(replace(weapon, stats=replace(weapon.stats, RoF=type(weapon.stats.RoF)(left))))]
    )
    kept_weapons: list[Weapon] = []
    for w in members[i].weapons:
        kept_weapons += less if w is weapon else [w]
        if w is weapon:
            weapon, less = Weapon("", None), []  # only the first of several equal ones
    model = interned(replace(members[i], weapons=tuple(kept_weapons)))
    return (*members[:i], model, *members[i + 1 :])
