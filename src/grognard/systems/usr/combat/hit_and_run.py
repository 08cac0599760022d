"""Breaking away from close combat at the end of a Fight phase: Hit & Run."""

from __future__ import annotations

from ....common.building import Because, because
from ....common.deploy import roll_off
from ....common.profiles import Model
from ....common.rules import Rule, voices
from ....common.schema import Count, rolled
from ....kernel.asks import Choose, Emit, Procedure, Roll, of
from ....table.distances import within
from ....table.events import Acted, Freed, Moved, Noted, Said
from ....table.geometry import Formation
from ....table.scatter import DIRECTIONS, bearing, vector
from ....table.space import Placing
from ....table.state import Table
from ..condition import movement_mode
from ..events import Tested
from ..movement.legal_moves import others
from ..movement.rough_ground import over_ground
from ..nerve.checks import CHARACTERISTICS, Characteristic, characteristic
from ..squads import squad_of
from .challenges import ended
from .result import consolidate


class Parting:
    """How a unit may leave close combat, while rules speak."""

    def __init__(self) -> None:
        self.because: list[Because] = []
        self._ways: list[tuple[Count, str]] = []

    def may(self, test: Characteristic, inches: str | int, by: Rule | str, says: str) -> None:
        """It may break away at the end of a Fight phase, by so many inches ("3D6") one way when it passes a characteristic test.

        Of several rules the one with the most inches.
        """
        self._ways.append((Count.of(inches), test))
        self.because.append(because(by, says))

    @property
    def way(self) -> tuple[Count, str]:
        """(the inches that it goes, the characteristic that it tests)."""
        return max(self._ways, key=lambda way: (way[0].size, way[1]))


def _parting(members: tuple[Model, ...]) -> Parting:
    found = Parting()
    for speak in voices(squad_of(members), "breaks_away"):
        speak(found)
    return found


def parting(members: tuple[Model, ...]) -> tuple[str, ...]:
    """The ids of the rules by which such a unit may break away; () when it may not."""
    return tuple(dict.fromkeys(b.id for b in _parting(members).because))


def _may_part(model: Model) -> bool:
    return bool(parting((model,)))


def can_part(t: Table, side: int) -> list[int]:
    """The units of a side that are locked, may break away, and have not been asked in this phase."""
    if not t.anyone(side, _may_part):
        return []
    return [u.id for u in t.own(side) if u.foes and u.id not in t.acted and parting(u.members)]


def break_away_one(t: Table, player: int) -> Procedure:
    """One unit may break away; with such units on both sides a roll-off says who is first, then they alternate.

    False when nobody is left to ask.
    """
    both = can_part(t, 0), can_part(t, 1)
    if not (both[0] or both[1]):
        return False
    turn = ("breaking away", t.round, t.player)
    side = t.recall(turn)
    if side is None:
        side = player if both[player] else 1 - player
        if both[0] and both[1]:
            side, _ = yield from roll_off(t, "roll-off")
    if not both[side]:
        side = 1 - side
    yield Emit(Noted(turn, 1 - side))
    u = yield Choose(side, "who may break away first?", tuple(both[side]))
    yield from break_away(t, u)
    yield Emit(Acted(u, t.player))
    return True


def break_away(t: Table, u: int) -> Procedure:
    """A unit may take a characteristic test and go so far one way, through those it fights, if that takes it clear of them."""
    side, by = t[u].side, parting(t[u].members)
    words = f"does {t.name(u)} break away?"
    if (yield Choose(side, words, ("stay", "go"), default="stay", about=("break away", u))) == "stay":
        return
    dice, test = _parting(t[u].members).way
    best = max(getattr(m.stats, CHARACTERISTICS[test]) for m in t[u].members)
    passed = yield Roll(of(characteristic(test, best).test, u))
    yield Emit(Tested(u, test, bool(passed), by=by))
    if not passed:
        return
    ways = tuple(range(1, DIRECTIONS + 1))
    question = f"which way does {t.name(u)} go?"
    says = bearing
    way = yield Choose(side, question, ways, _home(t, u), ("which way", u), says)
    inches = yield from rolled(dice, "breaking away, inches")
    form = clear_of(t, u, way, inches)
    if form is None:
        yield Emit(Said(f'{t.name(u)} would go {inches}" and does not get clear'))
        return
    foes = t[u].foes
    start = t[u].form
    yield Emit(Freed(u))
    yield from ended(t, (u, *foes))
    yield Emit(Moved(u, form, "breaks away", by=by))
    yield from over_ground(t, u, start)
    yield from consolidate(t, [f for f in foes if t[f].here and not t[f].foes])


def _home(t: Table, u: int) -> int:
    return 12 if t[u].side == 0 else 24


def clear_of(t: Table, u: int, way: int, inches: float) -> Formation | None:
    """Where a unit stands that goes so far one way; None if that is not clear of all it fights.

    It goes through those it fights; 1 inch from other enemies, before what nobody enters and at the edge of the table it stops.
    """
    unit = t[u]
    friends, enemies = others(t, u)
    free = [(v, form) for v, form in enemies if v not in unit.foes]
    road = Placing(t.ground, (), free, movement_mode(t, unit), call=t.names.__getitem__)  # what stops it on the way
    room = Placing(
        t.ground, friends, enemies, movement_mode(t, unit), call=t.names.__getitem__
    )  # what it may stand among
    dx, dy = vector(way)
    best = None
    for gone in range(1, int(inches) + 1):
        form = unit.form.shifted(dx * gone, dy * gone)
        if not road.fits(form):
            break
        if room.fits(form) and not any(within(form, t[f].form, 1.0) for f in unit.foes):
            best = form
    return best
