"""Cards for squads that move: aboard in a hurry, out of a transport out of turn, and under the streets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from random import Random
from typing import Any

from ....common import saying
from ....kernel.asks import Choose, Emit, Procedure
from ....table.distances import within
from ....table.events import Moved
from ....table.geometry import Formation, Point
from ....table.state import Table, Unit
from ..buildings.garrisons import with_room
from ..buildings.leaving import go_out, held_back
from ..movement.aircraft import steps_out
from ..movement.dismounting import ways_out
from ..movement.legal_moves import GroundMoves, allowance, distance, distances, noted, others
from ..profiles import transport
from ..squads import airborne, coherent, flagged, has_fired, housed, movement_mode
from ..transports.capacity import open_to_all, takes
from ..transports.disembarking import REACH
from ..transports.embarking import gets_in
from ..transports.seats import cargo
from .card import ENEMY_DONE, SQUAD_BEGINS, Card, Occasion
from .playing import touches

TUNNEL = 12.0  # inches between Garrisons that the Underground joins


class Underground(Card, frozen=True):
    """Infantry goes from its Garrison to another no more than 12 inches away, and still has its actions.

    Dropzone Commander 2.2.0, Command card 9. Leaving enemies behind and meeting them there goes as usual; for weapons that must
    stand still it has moved.

    >>> Underground().influence
    True
    """

    number = 9
    spellings = ("Underground",)
    when = (SQUAD_BEGINS,)

    def allowed(self, t: Table, side: int, now: Occasion) -> bool:
        return bool(_tunnels(t, t[now.unit]))

    def plays(self, t: Table, side: int, now: Occasion) -> Procedure:
        home, found = housed(t[now.unit]), tuple(_tunnels(t, t[now.unit]))
        assert home is not None
        question = f"where does {t.name(now.unit)} come up?"
        says = saying.pieces(t)
        to = yield Choose(side, question, found, found[0], (now.unit, "enter"), says)
        yield from go_out(t, now.unit, home[0], to)


class MoveMoveMove(Card, frozen=True):
    """When an enemy battlegroup has acted, the squads in one transport get out of it, out of turn.

    Dropzone Commander 2.2.0, Command card 10. The transport must stand where its cargo can get out. It is no action, and they do
    not move.

    >>> MoveMoveMove().when
    ('an enemy battlegroup has acted',)
    """

    number = 10
    spellings = ("Move, Move, Move",)
    when = (ENEMY_DONE,)

    def allowed(self, t: Table, side: int, now: Occasion) -> bool:
        return bool(_laden(self, t, side))

    def plays(self, t: Table, side: int, now: Occasion) -> Procedure:
        able = tuple(_laden(self, t, side))
        carrier = yield Choose(side, "which transport is unloaded?", able, able[0], (side, "unload"))
        for c in [c.id for c in cargo(t, carrier)]:
            if ways_out(t, t[c]):
                yield from steps_out(t, c, carrier)


class GetToTheLZ(Card, frozen=True):
    """A squad moves twice as far as usual if it gets into a transport at the end.

    Dropzone Commander 2.2.0, Command card 12. It is the squad's Move action, on the ground.

    >>> GetToTheLZ().influence
    True
    """

    number = 12
    spellings = ("Get to the LZ",)
    when = (SQUAD_BEGINS,)

    def allowed(self, t: Table, side: int, now: Occasion) -> bool:
        u = t[now.unit]
        able = u.here and transport(u.kind, "req") and housed(u) is None and not airborne(u) and coherent(u)
        return bool(able) and next(iter(_boarding(t, u)), None) is not None

    def plays(self, t: Table, side: int, now: Occasion) -> Procedure:
        u, options = now.unit, _boarding(t, t[now.unit])
        start = t[u].form
        form = yield Choose(side, f"where does {t.name(u)} run to get aboard?", options, next(iter(options)), u)
        yield Emit(Moved(u, form, "runs"))
        yield from noted(t, u, distance(start, form), distances(start, form))
        found = tuple([c.id for c in _rides(t, t[u]) if within(form, c.form, REACH)])
        carrier = yield Choose(side, f"what does {t.name(u)} get into?", found, found[0], u)
        yield from gets_in(t, u, carrier)
        return self


class Boarding(GroundMoves):
    """Moves that end where the squad can get into one of some transports."""

    __slots__ = ("carriers",)
    carriers: list[Formation]

    def why_not(self, form: Formation, first: bool = False) -> list[str]:
        """Every reason why it may not move so."""
        wrong = super().why_not(form, first)
        if (first and wrong) or any(within(form, c, REACH) for c in self.carriers):
            return wrong
        return [*wrong, "it must end within 2 inches of a transport that takes it"]

    def proposals(self) -> Iterator[tuple[str, Formation]]:
        """A way to each transport that is near enough."""
        for c in self.carriers:
            form = self.toward(*c.centre)
            if form is None or not within(form, c, REACH):
                form = next((f for s in (1.0, 0.75, 0.5) if (f := self._short_of(c, s)) and within(f, c, REACH)), None)
            if form is not None and form in self:
                self._offered.append(form)
                yield "get aboard", form

    def aims(self) -> list[tuple[Callable[[], Formation | None], Point | None]]:
        """These ways, for players who weigh where a way leads before they try it."""
        return [(lambda form=form: form, form.centre) for _, form in self.proposals()]  # type: ignore[misc]

    def draw(self, rng: Random) -> Formation | None:
        """One of these ways."""
        forms = [form for _, form in self.proposals()]
        return rng.choice(forms) if forms else None

    def _short_of(self, c: Formation, inches: float) -> Formation | None:
        """As far towards a transport as leaves so many inches between the bases."""
        (x, y), (a, b) = self.centre, c.centre
        distance = inches + c.bases[0].radius + max(base.radius for base in self.form.bases)
        far = sqrt((a - x) * (a - x) + (b - y) * (b - y))
        return self.toward(a - (a - x) * distance / far, b - (b - y) * distance / far) if far > distance else self.form


def _boarding(t: Table, u: Unit) -> Boarding:
    """The moves of twice its MV that end at a transport."""
    friends, enemies = others(t, u)
    moves = Boarding(t.ground, u.form, 2 * allowance(u), friends, enemies, movement_mode(t, u), turn=True, call=t.name)
    moves.carriers = [c.form for c in _rides(t, u)]
    return moves


def _rides(t: Table, u: Unit) -> list[Unit]:
    """The transports that would take the squad where they stand."""
    if flagged(u, "disembarked") or has_fired(u):
        return []
    return [c for c in t.own(u.side) if c.id != u.id and open_to_all(c) and takes(t, c, u)]


def _tunnels(t: Table, u: Unit) -> list[int]:
    """The Garrisons to which the squad could go under the streets."""
    home = housed(u)
    if home is None or held_back(t, u):
        return []
    return with_room(t, u, home[0], TUNNEL)


def _laden(card: Card, t: Any, side: int) -> list[int]:
    """The transports of a side, in the card's reach, out of which cargo could get."""
    carriers = [u for u in t.own(side) if cargo(t, u.id) and touches(card, t, side, u)]
    return [u.id for u in carriers if any(ways_out(t, c) for c in cargo(t, u.id))]
