"""Attacks on vehicles and buildings: penetration, the cover of a hull, the damage table, hull points.

Hits are resolved one after the other on the nearest vehicle left, for a hull at 0 points answers them otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ....common.building import Because, Building, Built, in_words, purpose_of
from ....common.profiles import Model
from ....common.saying import InAttack
from ....common.schema import rolled
from ....kernel.asks import Choose, Each, Fold, Procedure, Roll
from ....kernel.faces import Test, Throw, d3
from ....kernel.memo import memo
from ....kernel.purpose import Purpose
from ..model_types import ModelType, type_of
from ..slots import NO_SAVES, Pen
from ..squads import own_voices
from . import core_tables
from .defender import STRUCK, Hull, Hulls, Scene, squad_at
from .matchup import Exposed, Match, defence, penetration
from .outcomes import CRUSHED, DEVASTATING, GLANCE, HOT, MISS, NOTHING, ON_ARMOUR, PENETRATION, SOLID
from .rolls import hits_one


def _read(faces: tuple[int, ...], lacking: int, keep_best: bool, on: int) -> int | tuple[int]:
    """What a throw does: nothing, a glance or a penetrating hit; (what is over,) when something is still to be added."""
    counted = (max(faces[:2]), *faces[2:]) if keep_best else faces
    over = sum(counted) - lacking
    return (over,) if on in counted else _result(over)


def _result(over: int) -> int:
    return PENETRATION if over > 0 else GLANCE if over == 0 else NOTHING


def penetrating(pen: Pen, glances: bool = False, why: tuple[Because, ...] = ()) -> Procedure:
    """What one hit does to the armour: nothing, a glance or a penetrating hit. ``why``: what rules have to say of the roll."""
    if pen.table:
        return (yield Roll(Test(Purpose(pen.named, called=ON_ARMOUR), 6, pen.table)))
    result = yield from _throw(pen, why)
    if not pen.again or result == PENETRATION:
        return result
    if result == GLANCE and not (glances and pen.again == "glances"):
        return result
    return (yield from _throw(pen, why, True))


_ON = dict(ON_ARMOUR)


def _throw(pen: Pen, why: tuple[Because, ...], again: bool = False) -> Procedure:
    name = _thrown_for(pen, why)
    read = yield Roll(
        Throw(name.again() if again else name, (6,) * pen.dice, _read, (pen.lacking, pen.keep_best, pen.on))
    )
    if not isinstance(read, tuple):
        return read
    most = pen.more.most
    called = tuple([(n, f"{n} more, {_ON[_result(read[0] + n)]}") for n in range(1, most + 1)])
    more = yield from rolled(pen.more, Purpose(pen.more_named, called=called))
    return _result(read[0] + more)


@memo(4096)
def _thrown_for(pen: Pen, why: tuple[Because, ...]) -> Purpose:
    """What an armour penetration roll is thrown for: what glances and penetrates, which side is struck, every rule at work."""
    most = 6 * (pen.dice - pen.keep_best) + (pen.more.most if pen.on else 0)
    over = f"{pen.lacking} glances, {pen.lacking + 1} or more penetrates"
    if pen.lacking < pen.dice - pen.keep_best:
        over = "any roll penetrates"
    elif pen.lacking > most:
        over = "no roll is enough"
    elif pen.lacking == most:
        over = f"{pen.lacking} glances"
    side = f" in the {pen.facing}" if pen.facing else ""
    struck = Because("Strength", f"{pen.strength} against {pen.strength + pen.lacking}{side}")
    reasons = (struck, *(reason for reason in why if reason.rule != "Armour" and not reason.says.endswith("no effect")))
    adds = f"{pen.more_named} with {pen.more} more"
    over_most = 6 * pen.dice - pen.lacking
    more_of = tuple([((n,), adds) for n in range(over_most, over_most - 6 * pen.dice, -1)]) if pen.on else ()
    told = purpose_of("armour penetration", over, reasons)
    return Purpose(told, what=told.what, needs=over, because=reasons, called=ON_ARMOUR + more_of)


@memo(256)
def damage_roll(ap: int, open_topped: bool, instead: tuple[tuple[Any, str], ...] = (), of: str = "") -> Built:
    """The roll on the vehicle damage table; its outcomes are the rows.

    ``instead``: what rows are called that vehicles ``of`` some sort do not suffer as others do.
    """
    name = f"vehicle damage{of and f' of {of}'}"
    test = Building(name, 7, fails=(), means=lambda natural, total, passed: core_tables.damage(total))
    if ap <= 2:
        test.add(3 - ap, "AP", f"AP{ap}: +{3 - ap}")
    if open_topped:
        test.add(1, "Open-topped", "+1")
    built = _named(test)
    other = dict(instead)
    rows = tuple([(row, other.get(row, str(row))) for row in dict.fromkeys(built.test.faces)])
    return replace(built, test=replace(built.test, name=Purpose(built.test.name, called=rows)))


def damage_to(ap: int, kind: ModelType, bare: bool) -> Built:
    """The roll on the vehicle damage table for a vehicle of a type, with what becomes of the rows that it does not suffer."""
    open_topped = "Open-topped" in kind.tags
    if "Super-heavy" in kind.tags:
        return damage_roll(ap, open_topped, _MINDED, "a super-heavy vehicle")
    if kind.type == "Chariot":
        return damage_roll(ap, open_topped, _STUNNED_BARE if bare else _STUNNED, "a chariot")
    return (
        damage_roll(ap, open_topped, _IMMOBILE, "a vehicle without a weapon") if bare else damage_roll(ap, open_topped)
    )


_MINDED = (
    *((row, f"{row}, which it does not mind") for row in core_tables.VEHICLE_ROWS if row != core_tables.EXPLODES),
    (core_tables.EXPLODES, "explodes: D3 hull points more"),
)
_IMMOBILE = ((core_tables.WEAPON, "weapon destroyed, of which it has none: immobilised"),)
_STUNNED = ((core_tables.IMMOBILISED, "immobilised, which for a chariot is stunned"),)
_STUNNED_BARE = (*_STUNNED, (core_tables.WEAPON, "weapon destroyed, of which it has none: stunned"))


@memo(4096)
def walls(ap: int, building: Model) -> Built:
    """The roll on the building damage table; its outcomes are its rows 1 to 7."""
    test = Building(
        "building damage", 6, fails=(), means=lambda natural, total, passed: core_tables.Row(max(1, min(7, total)))
    )
    if ap <= 2:
        test.add(3 - ap, "AP", f"AP{ap}: +{3 - ap}")
    for speak in own_voices(building, "withstands"):
        speak(test)
    return _named(test)


def _named(test: Building) -> Built:
    """A roll on a table, named with what is added to it, so that whoever reads the die knows the row."""
    if test.added:
        test.name += f", {test.added:+}{in_words(test.because)}"
    return test.done()


MISSED = (NOTHING, "", 0, 0)


def one_hit(m: Match, exposed: Exposed, at_zero: bool, breach: int, glances: bool, bare: bool) -> Procedure:
    """(result, row of the table or "", hull points lost, armour value lost) of one hit on one vehicle.

    ``bare``: it has no weapon left.
    """
    pen, why = penetration(m, exposed)
    result = yield from penetrating(replace(pen, lacking=pen.lacking - breach) if breach else pen, glances, why)
    if result == NOTHING:
        return MISSED
    save = defence(m, exposed, NO_SAVES if result == DEVASTATING else m.ap).save
    if save is not None and (yield Roll(save.test)):
        return MISSED
    kind, zooming = type_of(exposed.model), m.attack.how.zooming
    heavy = "Super-heavy" in kind.tags
    if result == CRUSHED:
        row = core_tables.WRECKED if heavy else (yield from suffers(core_tables.IMMOBILISED, kind, bare, zooming))
        return CRUSHED, row, 1, 0
    if result == GLANCE and not at_zero:
        return GLANCE, core_tables.WRECKED if heavy else "", 1, 0
    lost = 1
    if result in (SOLID, DEVASTATING):
        lost = yield from costs(result)
        result = PENETRATION
    if kind.type == "Building":
        row = yield Roll(walls(m.ap, exposed.model).test)
        return result, row, lost, (yield Roll(d3("catastrophic breach"))) if row == 5 else int(row == 1)
    row = yield Roll(damage_to(m.ap, kind, bare).test)
    if heavy:  # of the whole table only an explosion touches it
        return (
            result,
            core_tables.WRECKED,
            lost + ((yield Roll(d3("explosion"))) if row == core_tables.EXPLODES else 0),
            0,
        )
    return result, (yield from suffers(row, kind, bare, zooming)), lost, 0


CRASH = Test(
    Purpose("crash and burn, 1 or 2 crashes", comes_to=("crashes", "it flies on")),
    6,
    (True, True, False, False, False, False),
)


def suffers(row: Any, kind: ModelType, bare: bool, zooming: bool) -> Procedure:
    """The row of the damage table that a vehicle of a type suffers in place of the row that was rolled.

    Without a weapon to destroy it is immobilised; a zooming flyer that would be immobilised crashes on 1 and 2, else is stunned,
    and a chariot is stunned (core rules of the 7th edition, the damage table, Flyers and Chariots).
    """
    if row == core_tables.WEAPON and bare:
        row = core_tables.IMMOBILISED
    if row != core_tables.IMMOBILISED:
        return row
    if zooming and kind.type == "Flyer":
        return core_tables.EXPLODES if (yield Roll(CRASH)) else core_tables.STUNNED
    return core_tables.STUNNED if kind.type == "Chariot" else row


def costs(result: int) -> Procedure:
    """The hull points that a hit of a Destroyer weapon costs."""
    if result == SOLID:
        return (yield Roll(d3("hull points, D3")))
    return (yield Roll(Test("hull points, D6+6", 6, tuple(range(7, 13)))))


class HullHit(Struct, frozen=True):
    """The state after the outcome of ``one_hit`` on the nearest vehicle."""

    crippled: bool
    counts: tuple[str, ...]

    def __call__(self, state: Hulls, outcome: Any) -> Hulls:
        result, row, points, breach = outcome
        if STRUCK in self.counts:
            state = state._replace(struck=state.struck + 1)
        if result == NOTHING:
            return state
        hull, gone = harmed(state.hulls[0], row, points, breach, self.crippled)
        return state._replace(
            standing=state.standing[1:] if gone else state.standing,
            hulls=state.hulls[1:] if gone else (hull, *state.hulls[1:]),
            glances=state.glances + (result == GLANCE and "glances" in self.counts),
            penetrations=state.penetrations + (result == PENETRATION and "penetrations" in self.counts),
            exploded=state.exploded + (gone == core_tables.EXPLODES),
            rows=(*state.rows, row) if isinstance(row, int) and "rows" in self.counts else state.rows,
        )


def harmed(hull: Hull, row: Any, points: int, breach: int, crippled: bool) -> tuple[Hull, str]:
    """A hull that has lost hull points and rolled a row of the table, and why it is gone ("" while it stands)."""
    left, guns, immobile, shaken, stunned, breached = hull
    left = max(0, left - points)
    if row in (core_tables.SHAKEN, core_tables.STUNNED):
        shaken, stunned = True, stunned or row == core_tables.STUNNED
    elif row == core_tables.PARTIAL:
        shaken = True
    elif row in (core_tables.WEAPON, core_tables.STRUCTURAL, core_tables.CATASTROPHIC) and guns > 0:
        guns -= 1
    elif row in (core_tables.WEAPON, core_tables.IMMOBILISED):  # no weapon left: immobilised instead
        if immobile and crippled and left == 0:
            return hull, "wrecked"
        left, immobile = max(0, left - immobile), True
    if row in (core_tables.EXPLODES, core_tables.COLLAPSE, core_tables.DETONATION):
        gone = core_tables.EXPLODES
    else:
        gone = "" if left or (crippled and row != core_tables.WRECKED) else "wrecked"
    return Hull(left, guns, immobile, shaken, stunned, breached + breach), gone


def overheats(hull: Hull, model: Model, times: int, crippled: bool, ap: int = 2, zooming: bool = False) -> Procedure:
    """(the hull after so many glancing hits that nothing saves, why it is gone or ""): at no hull points the table, with an AP."""
    kind = type_of(model)
    heavy = "Super-heavy" in kind.tags
    for _ in range(times):
        row: Any = core_tables.WRECKED if heavy else ""
        if hull.points == 0 and not heavy:
            row = yield Roll(damage_to(ap, kind, hull.guns <= 0).test)
            row = yield from suffers(row, kind, hull.guns <= 0, zooming)
        hull, gone = harmed(hull, row, 1, 0, crippled)
        if gone:
            return hull, gone
    return hull, ""


class Next(Struct, frozen=True):
    """The arguments of ``one_hit`` for the nearest vehicle left, None when none is."""

    m: Match
    scene: Scene
    glances: bool  # glancing hits are re-rolled where a rule allows it

    def __call__(self, state: Hulls) -> tuple[Any, ...] | None:
        if not state.standing:
            return None
        hull = state.hulls[0]
        exposed = self.scene.models[state.standing[0]]
        return self.m, exposed, hull.points == 0, hull.breach, self.glances, hull.guns <= 0


def hits_of(m: Match) -> Procedure:
    """Whether one shot or blow hits."""
    assert m.hit is not None
    return (yield Roll(m.hit.test)) not in (MISS, HOT)


def volley(state: Hulls, parts: tuple[Any, ...], scene: Scene, landed: Callable[..., Procedure]) -> Procedure:
    """The state of the vehicles after one weapon of a unit.

    ``landed(state, part, target, circumstances, vehicles left)`` gives the state and, for each match-up of a part, the dice still
    to roll to hit, the hits that are sure and the precise ones.
    """
    at, told = squad_at(scene, state), STRUCK in scene.counts
    for k, part in enumerate(parts):
        state, found = yield from landed(state, part, at, part.how, len(state.standing))
        for m, dice, plain, precise in found:
            hits = plain + precise
            if m.hit_marks and hits:
                state = state._replace(marks=tuple(sorted({*state.marks, *m.hit_marks})))
            glances = dice + hits > 0 and (yield from _glances_again(m, state, scene))
            if dice and told:  # the very dice of the sieve, so that it is known how many hits there are
                hits, dice = (yield Each(hits_one, (m,), dice)), 0
            sieve = (hits_of, (m,)) if dice else None
            state = yield Fold(
                one_hit, state, dice or hits, Next(m, scene, glances), HullHit(scene.crippled, scene.counts), sieve
            )
            if told:
                state = state._replace(spare=state.spare + hits - state.struck, struck=0)
        if not state.standing:
            left = sum(p.firers * p.shots.plus for p in parts[k + 1 :] if p.hits < 0) if told else 0
            return state._replace(unthrown=left) if left else state
    return state


def _glances_again(m: Match, state: Hulls, scene: Scene) -> Procedure:
    """Whether glancing hits are re-rolled, asked once a weapon where a rule allows it."""
    for i in state.standing:
        if penetration(m, scene.models[i])[0].again == "glances":
            break
    else:
        return False
    answer = yield Choose(scene.sides[0], "re-roll glancing hits?", ("no", "yes"), "no", "re-roll glances", InAttack())
    return answer == "yes"
