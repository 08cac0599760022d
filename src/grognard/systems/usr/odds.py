"""From a question about odds to a plan: who may use what in the situation, and the procedure that the exact driver runs."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...common.odds import Outcome, Plan, PlanPart, Question, Step
from ...common.profiles import Kind, Model, interned
from ...common.schema import NONE, Count, rolled
from ...kernel.asks import Procedure, Roll
from . import explanation
from .attack import foes, stomp, weapons, without_effect
from .attack.attack import volleys
from .attack.declaration import Armed, declared, taken
from .attack.defender import COUNTS, GROUNDED, Hull, Hulls, Ranks, Scene, scene
from .attack.hulls import overheats
from .attack.matchup import Exposed, match
from .attack.usable_weapons import _blows, flies, shots_of, situation
from .combat.rampage import more_attacks
from .nerve.checks import has_initiative, initiative_test, reaction, tested
from .psychic import castings
from .rules.unit_types import fitted
from .squads import champions, squad_of


def plan(q: Question) -> Plan:
    """The attack that a question asks about."""
    attacker, target = _left(fitted(q.attacker), q.models), _left(fitted(q.target), q.target_models)
    how = situation(q)
    mates, at = squad_of(attacker.models, attacker.name), squad_of(target.models, target.name)
    duel = how.challenge and bool(champions(target.models))
    attacker, target, q = _in_the_ring(attacker, target, q) if duel else (attacker, target, q)
    notes = tuple(foes.missed(q, attacker, target))
    refusals: dict[str, str] = {}
    if why := _cannot(q, attacker, target):
        return Plan(impossible=why, notes=notes)
    best = q.policy == "best"
    may = reaction(target.models)
    if may.stands:
        how = how.but(grounded=False)
    if q.melee:
        menus, refused = _blows(q, attacker.models, target.models, how)
    else:
        menu, refused = shots_of(q, attacker.models, mates, at, how, refusals)
        menus = (menu,)
    if not (menu := menus[0]):
        idle = explanation.unused(attacker.models, (), refusals, q)
        return Plan(impossible=refused or "it has nothing to attack with", notes=notes, unused=lambda made: idle)
    ground = not (q.melee or may.stands or how.grounded or at.armoured)

    def field_counting(*counts: str) -> Scene:
        return scene(
            tuple(exposed(m, q.cover) for m in target.models),
            target.name,
            can_ground=ground and best,  # a policy that does not think stays on its feet
            escorts=not how.challenge and q.rulings.get("look-out-sir", "taken") != "never",
            crippled=q.rulings.get("zero_hp", "crippled") == "crippled",
            counts=counts,
            duel=duel,
        )

    field = field_counting(*COUNTS)
    start = _start(q, target)
    before = start if q.left is None else q.left
    frenzy = more_attacks(attacker.models) if len(menus) > 1 else NONE
    jink = best and not q.melee and bool(may.jinks) and not (how.jinking or how.immobilised)
    read = _reader(start, field, _tells_more(menu, field))
    power = castings.tried(q, menu, attacker.models, target.models)

    tread = stomp.tread(q.set("under", 1), attacker.models, at, how) if q.melee and not how.challenge else None

    at_random = bool(menu) and all(use.how.random for armed in menu for use in armed.choices[0])

    def args(counted: Scene) -> tuple[Any, ...]:
        once = (before, menus, counted, best, jink, how.grounded, tread, frenzy)
        return once if power is None else (attack_once, once, (before, False, False, 0), power)

    def steps(used: tuple[Armed, ...]) -> tuple[Step, ...]:
        told = explanation.steps(start, used, field, q)
        return (*castings.steps(power), *told, *explanation.trodden(tread, start, field, q))

    return Plan(
        procedure=attack_once if power is None else castings.manifested,
        args=args(field),
        parts=tuple(
            PlanPart(args(field_counting(*names)), names)
            for names in (((), *((name,) for name in COUNTS)) if isinstance(start, Hulls) else ())
        ),
        read=read if power is None else castings.Manifested(read),
        hurt=(lambda result: hurt_by((result if power is None else result[0])[0], start, field))
        if isinstance(start, Ranks)
        else None,
        first=field.models[start.standing[0]].model.name,
        leaves=lambda result: left_by(result if power is None else result[0]),
        carried=CARRIED,
        aside=ASIDE,
        steps=steps(menu),
        aim=explanation.struck_first(start, field, q, at_random),
        explained=lambda made: steps(taken(menu, made)),
        named=explanation.naming(menu, field),
        unused=lambda made: explanation.unused(attacker.models, taken(menu, made), refusals, q),
        dangers=lambda made: explanation.dangers(taken(menu, made), field, q),
        words=WORDS if isinstance(start, Hulls) else OF_MEN,
        idle=lambda part: without_effect.why_idle(q, part, attacker.models, target.models),
        notes=(
            *notes,
            *without_effect.other_ways(menu, q),
            *((refused,) if refused and not refusals else ()),
            *((stomp.TOLD,) if tread is not None else ()),
        ),
    )


ASIDE = frozenset(  # rulings that battles ask and attacks do not
    ("cover-charge", "outflank", "outflank-round", "night", "powers-a-turn", "assault-vehicle", "consolidate", "fire-points",
     "failed-charge", "charge-shot", "overwatch", "jink-overwatch", "wrecks")
)  # fmt: skip
OF_MEN = {  # what a report calls what else may come of an attack
    "own-damage": "wounds that the attacker does to itself",
    "own-slain": "models that the attacker slays of itself",
}
WORDS = {
    **OF_MEN,
    "damage": "hull points lost",
    "weapons-lost": "weapons lost",
    "crippled": "crippled (at 0 hull points, not wrecked)",
}
CARRIED = (
    "the next attacker finds wounds, the damage of vehicles and who has gone to ground; who was blinded, concussed, struck down or "
    "immobilised is attacked as before"
)
LASTING = ("concussed", "struck-down")  # what stays on models that survive: how many


def attack_once(
    start: Any,
    menus: tuple[tuple[Armed, ...], ...],
    field: Scene,
    splits: bool,
    jink: bool,
    grounded: bool,
    tread: stomp.Tread | None = None,
    frenzy: Count = NONE,
) -> Procedure:
    """(target after it, whether it was pinned, whether blinded, firers that slew themselves) after one attack and what follows it.

    ``menus``: what may be used; of several that which the roll for more attacks, ``frenzy``, says.
    """
    menu = menus[(yield from rolled(frenzy, "rampage")) - frenzy.least] if len(menus) > 1 else menus[0]
    chosen = yield from declared(menu, field, splits, jink)
    state = yield from volleys(start, chosen, field)
    if tread is not None:
        state = yield from stomp.trodden(state, tread, field)
    burnt = yield from consumed(state.own, menu[0].by, field.crippled)
    return (*(yield from aftermath(state, field, grounded)), burnt)


def left_by(result: Any) -> Ranks | Hulls:
    """The target as an attack leaves it to the next: a unit that was pinned has gone to ground."""
    state, pinned, *_ = result
    if isinstance(state, Hulls):
        return state._replace(glances=0, penetrations=0, exploded=0, marks=(), own=(), rows=())
    down = pinned or GROUNDED in state.marks
    return Ranks(state.standing, state.left, (GROUNDED,) if down else ())


def hurt_by(state: Ranks, start: Ranks, field: Scene) -> set[str]:
    """The names of the models that an attack has hurt."""
    left = dict(zip(state.standing, state.left, strict=True))
    rows = zip(start.standing, start.left, strict=True)
    return {field.models[place].model.name for place, had in rows if left.get(place, 0) < had}


def consumed(own: tuple[tuple[int, int, int], ...], firer: Model, crippled: bool) -> Procedure:
    """How many firers their own weapons have slain; a vehicle that has no hull points left rolls on the damage table."""
    if not firer.stats.armoured:
        return sum(lost >= had for _, had, lost in own)
    slain = 0
    for _, had, lost in own:
        if lost >= had:
            _, why = yield from overheats(Hull(had, len(weapons.whole_guns(firer))), firer, lost, crippled)
            slain += bool(why)
    return slain


def aftermath(state: Any, field: Scene, grounded: bool) -> Procedure:
    """(state, pinned, blinded): the tests that a unit takes when the attack is over."""
    pinned = blinded = False
    if "pinning" in state.marks and state.standing and not grounded and GROUNDED not in state.marks:
        pinned = not (yield from tested(tuple(field.models[i].model for i in state.standing), "pinning"))
    if "blind" in state.marks and state.standing:
        members = tuple(field.models[i].model for i in state.standing)
        if any(has_initiative(m) for m in members):
            blinded = not (yield Roll(initiative_test(members).test))
    return state, pinned, blinded


# --- reading the question --------------------------------------------------------------------------------------------


def _left(kind: Kind, n: int | None) -> Kind:
    """The unit with so many models left: losses come from the front, so the last in the file stand."""
    return kind if n is None or n >= len(kind.models) else interned(replace(kind, models=kind.models[-n:]))


def _in_the_ring(attacker: Kind, target: Kind, q: Question) -> tuple[Kind, Kind, Question]:
    """The units of a challenge: of the attacker its first character alone strikes, of the target the first suffers first.

    Only a champion who is the first model of his unit is the one who may be hurt before.
    """
    ours, theirs = champions(attacker.models), champions(target.models)[0]
    strikes = (attacker.models[ours[0]],) if ours else attacker.models
    others = tuple(m for i, m in enumerate(target.models) if i != theirs)
    q = replace(q, wounds=None if ours and ours[0] else q.wounds, target_wounds=None if theirs else q.target_wounds)
    return replace(attacker, models=strikes), replace(target, models=(target.models[theirs], *others)), q


def exposed(model: Model, cover: int | None) -> Exposed:
    """The model as an attack finds it; equal ones are one object."""
    return interned(Exposed(model, cover))


def _cannot(q: Question, attacker: Kind, target: Kind) -> str:
    if q.melee and q.set("zooming") and flies(q.target):
        return "a zooming flyer cannot be fought in close combat"
    if not target.models or not attacker.models:
        return "there is nobody left"
    return ""


# --- the state before, and the result after --------------------------------------------------------------------------


def _start(q: Question, target: Kind) -> Ranks | Hulls:
    places = tuple(range(len(target.models)))
    if all(m.stats.armoured for m in target.models):
        hp = q.set("hp")
        full = tuple(m.stats.HP if hp is None else min(hp, m.stats.HP) for m in target.models)
        hulls = tuple(
            Hull(
                points=points,
                guns=len(weapons.whole_guns(m)),
                immobile=bool(q.set("immobilised")),
            )
            for m, points in zip(target.models, q.hurt(full), strict=True)
        )
        return Hulls(places, hulls)
    return Ranks(places, q.hurt(tuple(m.stats.W or m.stats.HP for m in target.models)))


def _tells_more(menu: tuple[Armed, ...], field: Scene) -> frozenset[str]:
    """What else the answer speaks of: only what this attack can do."""
    at = squad_of(tuple(e.model for e in field.models), field.name)
    told: set[str] = set()
    for armed in menu:
        for use in (u for choice in armed.choices for u in choice):
            m = match(*(use.by or (armed.by, armed.mates)), use.weapon, at, use.how)
            told.update(m.marks, m.hit_marks, m.model_marks, m.fall_marks)
            if m.risky or m.landing.heats or use.modes:
                told.add("own")
    return frozenset(told)


def _reader(start: Any, field: Scene, told: frozenset[str]) -> Any:
    return (_HullReader if isinstance(start, Hulls) else _RankReader)(start, field, told)


def own_damage(own: tuple[tuple[int, int, int], ...], slain: int) -> tuple[tuple[str, int], ...]:
    """What firers did to themselves."""
    return ("own-damage", sum(min(lost, had) for _, had, lost in own)), ("own-slain", slain)


class _RankReader:
    """Reads the models that stand after an attack."""

    def __init__(self, start: Ranks, field: Scene, told: frozenset[str]) -> None:
        self.start, self.field, self.told = start, field, told

    def __call__(self, result: Any) -> Outcome:
        state, pinned, blinded, burnt = result
        other: list[tuple[str, int | bool]] = []
        if "pinning" in self.told:
            other.append(("pinned", pinned))
        if "blind" in self.told:
            other.append(("blinded", blinded))
        if "ablaze" in self.told:
            other.append(("ablaze", "ablaze" in state.marks and bool(state.standing)))
        other += [(w, sum(mark == w for _, mark in state.touched)) for w in LASTING if w in self.told]
        if "own" in self.told:
            other += own_damage(state.own, burnt)
        return Outcome(
            slain=len(self.start.standing) - len(state.standing),
            damage=sum(self.start.left) - sum(state.left),
            destroyed=not state.standing,
            other=tuple(other),
        )


class _HullReader:
    """Reads the vehicles that stand after an attack."""

    def __init__(self, start: Hulls, field: Scene, told: frozenset[str]) -> None:
        self.start, self.field, self.told = start, field, told

    def __call__(self, result: Any) -> Outcome:
        state, _, blinded, burnt = result
        before, hulls = self.start.hulls, state.hulls
        lost_guns = sum(before[place].guns - hull.guns for place, hull in zip(state.standing, hulls, strict=True))
        other: list[tuple[str, int | bool]] = [
            ("glances", state.glances),
            ("penetrations", state.penetrations),
            (
                "crippled",
                any(h.points == 0 and before[i].points > 0 for i, h in zip(state.standing, hulls, strict=True)),
            ),
            (
                "immobilised",
                any(h.immobile and not before[i].immobile for i, h in zip(state.standing, hulls, strict=True)),
            ),
            ("shaken", any(h.shaken for h in hulls)),
            ("stunned", any(h.stunned for h in hulls)),
            ("weapons-lost", lost_guns),
            ("explodes", state.exploded > 0),
        ]
        if "blind" in self.told:
            other.append(("blinded", blinded))
        if "own" in self.told:
            other += own_damage(state.own, burnt)
        return Outcome(
            slain=len(self.start.standing) - len(state.standing),
            damage=sum(h.points for h in before) - sum(h.points for h in hulls),
            destroyed=not state.standing,
            other=tuple(other),
        )
