"""Effects that last: what an attack leaves on models and units, the tests when a phase ends, and what the end of a turn brings."""

from __future__ import annotations

from msgspec.structs import replace

from ...common.building import Building, Built
from ...common.profiles import Model, Weapon, interned
from ...common.rules import kept
from ...common.triggers import PHASE_ENDS, give
from ...kernel.asks import Emit, Procedure, Roll
from ...kernel.faces import Test, d3
from ...table.events import Lifted, Noted, Said
from ...table.state import Effect, Table, Unit
from .condition import CRIPPLED, armoured, bears_mark
from .events import Afflicted, HullMended, Regained, Tested
from .line_of_sight import View
from .model_marks import FIGHT, TURN, Mark, concussed_at, marks_on, passing, under, wearing
from .nerve.checks import has_initiative, initiative_test
from .profiles import Fire, WeaponStats
from .rules.evasion import IgnoresCover
from .rules.lasting import Blinded, Concussed, StruckDown
from .squads import own_voices

DAZZLED = "blinding hits"  # to the end of the phase
ABLAZE = "ablaze"  # until the fire dies; value: when it began
FLAMES = interned(Weapon("soul blaze", WeaponStats(range=1, S=4, AP=5, type=Fire("Assault")), (IgnoresCover(),)))
BURNS = Test("soul blaze", 6, (False, False, False, True, True, True))


# --- marks on models --------------------------------------------------------------------------------------------------


def afflict(t: Table, u: int, places: tuple[int, ...], mark: Mark, what: str, by: tuple[str, ...]) -> Procedure:
    """Models of a unit get a mark. ``what`` is how a report says it of them."""
    if not t.recall(("marks", mark.counts)):
        yield Emit(Noted(("marks", mark.counts), True))
    members = list(t[u].members)
    for i in places:
        members[i] = wearing(members[i], mark)
    yield Emit(Afflicted(u, tuple(members), what, len(places), by=by))


def pass_marks(t: Table, counts: str, units: list[Unit], side: int = -1) -> Procedure:
    """One of the moments has passed that a sort of marks counts: some end."""
    if not t.recall(("marks", counts)):
        return
    for unit in units:
        if not _marked(unit.members):
            continue
        members = tuple(passing(m, counts, side) if marks_on(m) else m for m in unit.members)
        members = tuple(_rested(m) for m in members) if counts == FIGHT else members
        if members != unit.members:
            yield Emit(Afflicted(unit.id, members))


@kept(16384)
def _marked(members: tuple[Model, ...]) -> bool:
    """Whether a mark lies on one of these models."""
    return any(marks_on(m) for m in members)


def _rested(model: Model) -> Model:
    """A model that was concussed in this phase strikes in the next one as any other, at Initiative 1."""
    if not concussed_at(model):
        return model
    return under(model, tuple(replace(m, hit_at=0) if isinstance(m, Concussed) else m for m in marks_on(model)))


def own_turns(t: Table, side: int) -> int:
    """How many of a side's turns end until its next turn has ended: the one under way does not count as its next."""
    return 2 if t.player == side else 1


def leave(
    t: Table, u: int, v: int, marks: tuple[str, ...], touched: tuple[tuple[int, str], ...], step: int = 0
) -> Procedure:
    """What an attack leaves on a unit that stands and on its models: (place among those that stand, mark).

    ``step``: the Initiative step at which the blows fell; 0: none did.
    """
    unit = t[v]
    if not unit.here:
        return
    if dazed := tuple([i for i, mark in touched if mark == "concussed"]):
        mark = Concussed(2 if step else 1, step)  # a blow: to the end of the next Fight phase as well
        yield from afflict(t, v, dazed, mark, "concussed", ("usr:concussive",))
    if down := tuple([i for i, mark in touched if mark == "struck-down"]):
        yield from afflict(t, v, down, StruckDown(own_turns(t, unit.side)), "struck down", ("usr:strikedown",))
    if "blind" in marks and u != v and not unit.has(DAZZLED):
        yield from give(t, v, DAZZLED, PHASE_ENDS, source=u, quiet=True)
    if "ablaze" in marks and not unit.has(ABLAZE):
        began = (t.round, t.player, t.step, len(unit.effects))
        yield from give(t, v, ABLAZE, source=u, value=began, by=("usr:soul-blaze",))


# --- when a phase ends ------------------------------------------------------------------------------------------------


def blinding(t: Table) -> Procedure:
    """Each unit that blinding hits have struck tests its best Initiative, after the casualties of the phase."""
    for u in t.ends.get(PHASE_ENDS, ()):
        unit = t[u]
        if not unit.here or not unit.has(DAZZLED):
            continue
        seeing = tuple(i for i, m in enumerate(unit.members) if has_initiative(m))
        if not seeing:
            continue
        passed = yield Roll(initiative_test(unit.members).test)
        yield Emit(Tested(u, "Initiative", bool(passed), by=("usr:blind",)))
        if not passed:
            turns = own_turns(t, unit.side)
            yield from afflict(t, u, seeing, Blinded(turns), "blinded", ("usr:blind",))


# --- when a turn ends -------------------------------------------------------------------------------------------------


def turn_is_over(t: Table, player: int) -> Procedure:
    """The end of a player's turn: fires burn or die, what mends mends, marks end."""
    yield from burning(t)
    yield from mend(t, player)
    if t.recall(("marks", TURN)):
        yield from pass_marks(t, TURN, [u for u in t.units if u.side == player and u.members])


def shared(t: Table, u: int, effect: Effect) -> tuple[int, ...]:
    """The models of a unit on which an effect of it lasts: not characters that joined it when it lasted already."""
    unit = t[u]
    if not unit.owners:
        return tuple(range(unit.size))
    return tuple(i for i, owner in enumerate(unit.owners) if owner == u or effect not in t[owner].met)


def fires(t: Table) -> list[tuple[int, int]]:
    """(unit that bears the counter, unit in which its models stand) of all that burns."""
    found = []
    for unit in t.units:
        if unit.effects and unit.has(ABLAZE):
            if unit.here:
                found.append((unit.id, unit.id))
            elif unit.place == "joined" and t[unit.aboard].here:
                found.append((unit.id, unit.aboard))
    return found


def burning(t: Table) -> Procedure:
    """A D6 for each fire: it dies, or the models that burn take D3 hits whose wounds fall on them at random."""
    if not (found := fires(t)):
        return
    from .harm import struck_by

    for bearer, where in found:
        effect = t[bearer].effect(ABLAZE)
        if effect is None or not t[where].here:
            continue
        if not (yield Roll(BURNS)):
            yield Emit(Lifted(bearer, ABLAZE, by=("usr:soul-blaze",)))
            continue
        unit = t[where]
        places = (
            shared(t, where, effect) if bearer == where else tuple(i for i, o in enumerate(unit.owners) if o == bearer)
        )
        hits = yield Roll(d3("soul blaze, hits"))
        yield Emit(Said(f"{t.name(bearer)} burns", by=("usr:soul-blaze",)))
        view = View(places, (None,) * len(places))
        yield from struck_by(t, where, FLAMES, hits, view, random=True)


class Mending(Building):
    """The roll by which a model gets back a wound or hull point at the end of its turn, while rules speak."""


@kept(16384)
def mending(model: Model) -> Built | None:
    """What a model gets back is rolled so; None when no rule gives anything back."""
    test = Mending("it will not die", None)
    for speak in own_voices(model, "mends"):
        speak(test)
    return test.done() if test.needed is not None else None


@kept(16384)
def menders(members: tuple[Model, ...]) -> tuple[int, ...]:
    """The places of models that may get something back."""
    return tuple(i for i, model in enumerate(members) if mending(model) is not None)


def mend(t: Table, player: int) -> Procedure:
    """Each model of the player that may, and has lost something, rolls to get one point of it back."""
    if not t.anyone(player, mending):
        return
    for unit in [unit for unit in t.own(player) if menders(unit.members)]:  # nobody's turn touches another
        u = unit.id
        crippled = bool(unit.effects) and unit.has(CRIPPLED)
        down = [i for i in range(unit.size) if crippled and bears_mark(unit, CRIPPLED, i)]
        hurt = [i for i in menders(unit.members) if i in down or unit.wounds[i] < t.game.wounds(unit.members[i])]
        left = list(unit.wounds)
        by: tuple[str, ...] = ()
        for i in hurt:
            built = mending(unit.members[i])
            if built is not None and (yield Roll(built.test)):
                by = tuple(b.id for b in built.because if b.id)
                if i in down and armoured(unit):  # at no hull points it counts as 1 on the table: now it has that one
                    yield Emit(HullMended(u, i))
                else:
                    left[i] += 1
        if by:
            yield Emit(Regained(u, tuple(left), by=by))
