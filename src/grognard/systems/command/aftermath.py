"""What an attack sets off on the table: damage, what lasts, scenery that falls, tokens lost, units that slip away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ...common.profiles import Model, Weapon
from ...common.rules import id_of, voices
from ...kernel.asks import Choose, Emit, Procedure, Stage
from ...table.events import Moved, Said
from ...table.state import Effect, Table
from . import field, scenery
from .attack import disrupted
from .events import CORRODED, SLOWED, Corroded, Slowed, SlowedTo, TokenLost
from .harm import apply, feed
from .matchup import match
from .moments import speaker
from .shooting.lines_of_fire import FireResult, Line, crushing, leaving, posture
from .slots import CORROSIVE, ESCAPES
from .target import FACINGS, Corrosion, Toll, worst


def landed(
    t: Table, fires: Sequence[FireResult], secondary: tuple[str, ...] = (), entered: tuple[int, ...] = ()
) -> Procedure:
    """What the fire of one moment does to its targets and to others that it caught, and what it sets off.

    ``secondary``: the rules by which the first target is not the primary one, so that it may pass its test; ``entered``:
    units whose damage stands on the table already.
    """
    scenery_round = [{w: field.covering(t.ground, t[w].form) for w in f.tolls if in_cover(t, f, w)} for f in fires]
    caused = yield from harmed(t, fires, entered)
    for fire, pieces, points in zip(fires, scenery_round, caused, strict=True):
        yield from feed(t, fire.unit, points)
        for w, toll in fire.tolls.items():
            yield from corrode(t, w, toll, fire.facings[w], leaving(fire.aim.assault, fire.aim.left, CORROSIVE))
        for w, round_it in pieces.items():
            for chart in fire.tolls[w].crushes:
                by = crushing(fire.aim.assault, fire.aim.left)
                yield from scenery.crush_one(t, chart, fire.unit, round_it, by)
        v, toll = fire.target, fire.toll
        if t[v].here and field.token(t[v]) and toll.hits:
            yield from disruption(t, v, toll, secondary if fire is fires[0] else ())


def harmed(t: Table, fires: Sequence[FireResult], entered: tuple[int, ...]) -> Procedure:
    """The damage of fire of one moment, all of it thrown before any is entered: gives the points each did to enemies."""
    met = {w: t[w].wounds for fire in fires for w in fire.tolls}
    now = dict(met)  # the same models, with what has been entered so far
    caused = []
    for fire in fires:
        points = 0
        for w, toll in fire.tolls.items():
            if w in entered:
                continue
            was, begun = now[w], fire.begun.get(w, met[w])
            now[w] = tuple(max(0, hp - b + left) for hp, b, left in zip(was, begun, toll.left, strict=True))
            yield from apply(t, w, tuple(n for n, hp in zip(now[w], was, strict=True) if hp), fire.unit, fire.aim.by)
            points += sum(was) - sum(now[w]) if t[w].side != t[fire.unit].side else 0
        caused.append(points)
    return caused


def in_cover(t: Table, fire: FireResult, w: int) -> bool:
    """Whether a unit that was fired at, or caught, is in cover."""
    how = fire.aim.assault.how
    return bool(how.cover if w == fire.target else field.cover_of(t.ground, t[w].form))


def disruption(t: Table, v: int, toll: Toll, secondary: tuple[str, ...]) -> Procedure:
    """The test that may cost a unit its face-down token; a secondary target may choose to pass it."""
    if secondary:
        question = f"does {t.name(v)} pass its Disruption test?"
        if (yield Choose(t[v].side, question, (True, False), default=True, about=("pass", v))):
            return
    if (yield Stage(disrupted, (Toll(t[v].wounds, hits=toll.hits), field.target(t[v]), v))):
        yield Emit(TokenLost(v))
    elif toll.hits and t[v].here:
        yield Emit(Said(f"{t.name(v)}: the token stays", short=""))


def corrode(t: Table, v: int, toll: Toll, facing: str, by: tuple[str, ...]) -> Procedure:
    """A unit that something corrosive has hit is weaker for the rest of the turn; twice is no weaker."""
    if not t[v].here:
        return
    for found in worst(Corrosion(FACINGS.index(facing), m.n, m.least) for m in toll.marks if m.word == CORROSIVE):
        if found in worst((found, *field.corroded(t[v]))) and found not in field.corroded(t[v]):
            now = field.target(t[v], None, facing).toughness(t[v].wounds)
            stays = now if found.of(now) == now else 0
            yield Emit(Corroded(v, Effect(CORRODED, "", ("round ends", t.round), found), stays=stays, by=by))


def slow_down(t: Table, v: int, aim: Line | None) -> Procedure:
    """A unit that is fired at with weapons that slow keeps a part of its Move for the rest of the turn."""
    yield from slowed_by(t, v, [p.weapon for g in aim.assault.groups for p in g.parts] if aim is not None else [])


def slowed_by(t: Table, v: int, weapons: Iterable[Weapon]) -> Procedure:
    """A unit that is targeted with weapons that slow keeps a part of its Move for the rest of the turn; the least counts."""
    slowing = {rule: part for w in weapons for rule, part in slowing_of(w)}
    part = min(slowing.values(), default=Fraction(1))
    if t[v].here and part < field.slowed_to(t[v]):
        yield Emit(Slowed(v, Effect(SLOWED, "", ("round ends", t.round), SlowedTo(part)), by=tuple(slowing)))


def slowing_of(weapon: Weapon) -> tuple[tuple[str, Fraction], ...]:
    """The rules by which the weapon slows whoever it is used on: the id of each, and the part of its Move that a unit keeps."""
    said = ((id_of(speaker(voice)), voice()) for voice in voices(weapon, "slows"))
    return tuple((rule, part) for rule, part in said if part < 1)


def slip_away(t: Table, u: int, fires: Iterable[FireResult]) -> Procedure:
    """After all its weapons a unit may make a move, once, when a hit of one of them lets it."""
    yield from escape(t, u, [toll for fire in fires for toll in fire.tolls.values()])


def escape(t: Table, u: int, tolls: Iterable[Toll]) -> Procedure:
    """After a hit that lets it, the unit may make a move."""
    moves = max((mark.n for toll in tolls for mark in toll.marks if mark.word == ESCAPES), default=0)
    if not t[u].here or not moves:
        return
    options = field.moves(t, u, float(field.move_of(t[u]) * moves), True)
    here = t[u].form
    form = yield Choose(t[u].side, f"where does {t.name(u)} escape?", options, default=here, about=("move", u, "move"))
    if form.positions != here.positions:
        yield Emit(Moved(u, form, "escapes", by=escaping(t[u].members)))


def escaping(members: tuple[Model, ...]) -> tuple[str, ...]:
    """The ids of the rules that let a unit move after a hit."""
    how = posture("shoot")
    every = [match(model, w, model, 4, how).after.marks for model in set(members) for w in model.weapons]
    return tuple(sorted({rule for marks in every for mark, rule in marks.items() if mark.word == ESCAPES}))
