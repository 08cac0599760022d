"""The end of a player's turn: fires burn or die, what mends mends, marks end."""

from __future__ import annotations

from msgspec.structs import replace

from ...common.building import Building, Built, in_words
from ...common.profiles import Model
from ...common.schema import rolled
from ...kernel.asks import Emit, Procedure, Roll, dice_of, of
from ...kernel.faces import Test
from ...kernel.purpose import Purpose
from ...table.events import Lifted, Said
from ...table.state import Effect, Table
from .condition import CRIPPLED, armoured, bears_mark
from .events import HullMended, Regained
from .harm import struck_by
from .lasting_effects import ABLAZE, fire_of, pass_marks
from .line_of_sight import View
from .model_marks import TURN
from .squads import own_voices


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
    """A D6 for each fire: it dies, or the models that burn take hits whose wounds fall on them at random."""
    if not (found := fires(t)):
        return
    for bearer, where in found:
        effect = t[bearer].effect(ABLAZE)
        if effect is None or not t[where].here:
            continue
        fire = fire_of(t, effect.source)
        dies_on, dice, flames = fire.burning
        if not (
            yield Roll(
                of(
                    Test(
                        Purpose(flames.name, needs=f"{dies_on + 1}+", comes_to=("it burns on", "it dies")),
                        6,
                        tuple(face > dies_on for face in range(1, 7)),
                    ),
                    bearer,
                )
            )
        ):
            yield Emit(Lifted(bearer, ABLAZE, by=fire.ids))
            continue
        unit = t[where]
        places = (
            shared(t, where, effect) if bearer == where else tuple(i for i, o in enumerate(unit.owners) if o == bearer)
        )
        hits = yield from dice_of(bearer, rolled(dice, f"{flames.name}, hits"))
        yield Emit(Said(f"{t.name(bearer)} burns", by=fire.ids))
        view = View(places, (None,) * len(places))
        yield from struck_by(t, where, flames, hits, view, random=True)


class Mending(Building):
    """The roll by which a model gets back a wound or hull point at the end of its turn, while rules speak."""


def mending(model: Model) -> Built | None:
    """What a model gets back is rolled so; None when no rule gives anything back."""
    test = Mending("it will not die", None)
    for speak in own_voices(model, "mends"):
        speak(test)
    if test.needed is None:
        return None
    built = test.done()
    words = f"{built.test.name}, {built.needs}{in_words(built.because)}"
    return replace(built, test=replace(built.test, name=Purpose(built.test.name, needs=built.needs, words=words)))


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
            if built is not None and (yield Roll(of(built.test, u))):
                by = built.ids
                if i in down and armoured(unit):  # at no hull points it counts as 1 on the table: now it has that one
                    yield Emit(HullMended(u, i))
                else:
                    left[i] += 1
        if by:
            yield Emit(Regained(u, tuple(left), by=by))
