"""Effects that last: what an attack leaves on models and units, the tests when a phase ends, and what the end of a turn brings."""

from __future__ import annotations

from msgspec.structs import replace

from ...common.building import Reasons
from ...common.profiles import Model, Weapon
from ...common.rules import Rule, voices
from ...common.schema import Count
from ...common.triggers import PHASE_ENDS, give
from ...kernel.asks import Emit, Procedure, Roll, of
from ...table.events import Noted
from ...table.state import Table, Unit
from .events import Afflicted, Tested
from .model_marks import FIGHT, Mark, concussed_at, marks_on, passing, under, wearing
from .nerve.checks import has_initiative, initiative_test
from .rules.lasting import Blinded, Concussed, SoulBlaze, StruckDown

DAZZLED = "blinding hits"  # to the end of the phase
ABLAZE = "ablaze"  # until the fire dies; value: when it began


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
        yield from give(t, v, ABLAZE, source=u, value=began, by=fire_of(t, u).ids)


# --- fires ------------------------------------------------------------------------------------------------------------


class Fire(Reasons):
    """How a fire burns, while the rules of whoever has set it speak."""

    def __init__(self) -> None:
        super().__init__()
        self._fires: list[tuple[int, Count, Weapon]] = []

    def burn(self, dies_on: int, hits: str | int, flames: Weapon, by: Rule | str, says: str) -> None:
        """At the end of each turn it dies on a D6 of so much or less; else it hits so often ("D3") as these flames.

        Of several the one that dies last, then with the most hits.
        """
        self._fires.append((dies_on, Count.of(hits), flames))
        self.say(by, says)

    @property
    def burning(self) -> tuple[int, Count, Weapon]:
        """(the face of a D6 up to which it dies, its hits, its flames)."""
        return min(self._fires, key=lambda fire: (fire[0], -fire[1].most, fire[2].name))


def fire_of(t: Table, u: int) -> Fire:
    """The fire that a unit sets; one that nobody sets, or whose rule is gone, burns as Soul Blaze."""
    fire = Fire()
    models = dict.fromkeys((*t[u].members, *t[u].kind.models)) if isinstance(u, int) and u >= 0 else ()
    for bearer in dict.fromkeys([one for model in models for one in (model, *model.weapons)]):
        for speak in voices(bearer, "burns"):
            speak(fire)
    if not fire.because:
        SoulBlaze().burns(fire)
    return fire


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
        passed = yield Roll(of(initiative_test(unit.members).test, unit.id, "blinding hits"))
        yield Emit(Tested(u, "Initiative", bool(passed), by=("usr:blind",)))
        if not passed:
            turns = own_turns(t, unit.side)
            yield from afflict(t, u, seeing, Blinded(turns), "blinded", ("usr:blind",))


# --- when a turn ends -------------------------------------------------------------------------------------------------
