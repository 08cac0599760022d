"""What an attack sets off on the table: damage, what lasts, scenery that falls, tokens lost, units that slip away."""

from __future__ import annotations

from collections.abc import Iterable

from ...common.profiles import Model, Weapon
from ...common.rules import id_of, kept, voices
from ...kernel.asks import Choose, Emit, Procedure, Stage
from ...table.events import Given, Moved
from ...table.state import Effect, Table
from . import field, scenery
from .attack import disrupted
from .events import CORRODED, SLOWED, TokenLost
from .harming import apply, feed
from .lines import Fire, Line, posture
from .match import match
from .moments import CORROSIVE, ESCAPES, speaker
from .target import FACINGS, Toll


def landed(t: Table, fire: Fire | None, secondary: tuple[str, ...] = (), entered: tuple[int, ...] = ()) -> Procedure:
    """What one unit's fire does to its target and to others that it caught, and what it sets off.

    ``secondary``: the rules by which the target is not the primary one, so that it may pass its test; ``entered``: units
    whose damage stands on the table already.
    """
    if fire is None:
        return
    u, v, aim = fire.unit, fire.target, fire.aim
    scenery_round = {w: field.covering(t.ground, t[w].form) for w in fire.tolls if in_cover(t, fire, w)}
    for w, toll in fire.tolls.items():
        if w not in entered:
            caused = sum(t[w].wounds) - sum(toll.left)
            yield from apply(t, w, toll.left, u, aim.by)
            yield from feed(t, u, caused if t[w].side != t[u].side else 0)
        yield from corrode(t, w, toll, fire.facings[w], aim.by)
    for w, pieces in scenery_round.items():
        for _ in range(fire.tolls[w].crushes):
            yield from scenery.crush_one(t, u, pieces, aim.by)
    toll = fire.toll
    if t[v].here and field.token(t[v]) and toll.hits:
        yield from disruption(t, v, toll, secondary)


def in_cover(t: Table, fire: Fire, w: int) -> bool:
    """Whether a unit that was fired at, or caught, is in cover."""
    how = fire.aim.assault.how
    return bool(how.cover if w == fire.target else field.cover_of(t.ground, t[w].form))


def disruption(t: Table, v: int, toll: Toll, secondary: tuple[str, ...]) -> Procedure:
    """The test that may cost a unit its face-down token; a secondary target may choose to pass it."""
    if secondary:
        question = f"does {t.name(v)} pass its Disruption test?"
        if (yield Choose(t[v].side, question, (True, False), default=True, about=("pass", v))):
            return
    if (yield Stage(disrupted, (Toll(t[v].wounds, hits=toll.hits), field.target(t[v])))):
        yield Emit(TokenLost(v))


def corrode(t: Table, v: int, toll: Toll, facing: str, by: tuple[str, ...]) -> Procedure:
    """A unit that something corrosive has hit is weaker for the rest of the turn; twice is no weaker."""
    place = FACINGS.index(facing)
    if CORROSIVE in toll.marks and t[v].here and place not in field.corroded(t[v]):
        yield Emit(Given(v, Effect(CORRODED, "", ("round ends", t.round), place), by=by))


def slow_down(t: Table, v: int, aim: Line | None) -> Procedure:
    """A unit that is fired at with weapons that slow has half its Move for the rest of the turn."""
    yield from slowed_by(t, v, [p.weapon for g in aim.assault.groups for p in g.parts] if aim is not None else [])


def slowed_by(t: Table, v: int, weapons: Iterable[Weapon]) -> Procedure:
    """The same for the weapons that it is targeted with."""
    by = tuple(dict.fromkeys(i for w in weapons for i in slowing(w)))
    if by and t[v].here and not t[v].has(SLOWED):
        yield Emit(Given(v, Effect(SLOWED, "", ("round ends", t.round)), by=by))


@kept(4096)
def slowing(weapon: Weapon) -> tuple[str, ...]:
    """The ids of the rules by which the weapon slows whoever it is fired at."""
    return tuple(id_of(speaker(voice)) for voice in voices(weapon, "slows") if voice())


def slip_away(t: Table, fire: Fire | None) -> Procedure:
    """After a hit that lets it, a unit that has fired may make a move."""
    if fire is not None:
        yield from escape(t, fire.unit, fire.toll)


def escape(t: Table, u: int, toll: Toll) -> Procedure:
    """After a hit that lets it, the unit may make a move."""
    if ESCAPES not in toll.marks or not t[u].here:
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
