"""How a Behemoth goes: over what is low, round what is high or straight through it; whoever it comes to stand on is moved.

Dropzone Commander 2.2.0, Behemoths: moving: up to half its own height it crosses anything. Impassable scenery that is higher it may
plough through where it can stand at the end. Squads are not in its way, but for other Behemoths.
"""

from __future__ import annotations

from msgspec.structs import replace

from ....kernel.asks import Choose, Each, Procedure, Roll, Stage
from ....kernel.faces import d3
from ....table.geometry import Formation
from ....table.paths import MovementMode, meets
from ....table.space import Space
from ....table.state import Table, Unit
from ..attack import parried, wound
from ..circumstances import Circumstances, canonical
from ..harm import jolted, piece_harmed
from ..hazards import BULK
from ..matchup import Match, match
from ..movement.legal_moves import GroundMoves, others
from ..squads import destructible, movement_mode, scenery_kind


class Strides(GroundMoves):
    """Where a Behemoth may go: straight through all scenery, or round what is high. ``beasts`` are the ids of the others."""

    __slots__ = ("beasts", "way_round")
    beasts: frozenset[int]
    way_round: GroundMoves | None  # as far as it gets that breaks nothing

    @property
    def room(self) -> Space:
        """What stands within reach; of the squads only other Behemoths."""
        if self._room is None:
            left, bottom, right, top = self.form.box
            reach = self.inches
            ours, theirs = [[row for row in rows if row[0] in self.beasts] for rows in (self.friends, self.enemies)]
            near = (left - reach, bottom - reach, right + reach, top + reach)
            self._room = Space(self.ground, ours, theirs, self.mode, near=near, call=self.call)
            self._walls, self._slow = list(self._room.walls), list(self._room.slow)
        return self._room

    def why_not(self, form: Formation, first: bool = False) -> list[str]:
        """Every reason why it may not go there, neither straight nor round what stands in its way."""
        why = super().why_not(form, first)
        return [] if why and self.goes_round(form) else why

    def goes_round(self, form: Formation) -> bool:
        """Whether it gets there without breaking through anything."""
        return self.way_round is not None and not self.way_round.why_not(form, True)

    def goes_through(self, form: Formation) -> bool:
        """Whether it gets there straight."""
        return not super().why_not(form, True)


def breaking(walk: MovementMode) -> MovementMode:
    """How it goes straight through everything."""
    return replace(walk, over=1000.0, straight=True)


def strides(t: Table, u: Unit, inches: float) -> Strides:
    """Where a Behemoth may go."""
    friends, enemies = others(t, u)
    made, round_it = [
        Strides(t.ground, u.form, inches, friends, enemies, how, turn=True, call=t.name)
        for how in (breaking(movement_mode(t, u)), movement_mode(t, u))
    ]
    made.beasts = round_it.beasts = frozenset(v.id for v in t.units if v.kind.type == "Behemoth")
    made.way_round, round_it.way_round = round_it, None
    return made


def high_in_the_way(t: Table, u: Unit, form: Formation) -> list[int]:
    """The pieces through which it would plough on the straight way to a place."""
    walk, base = movement_mode(t, u), u.form.bases[0]
    a, b = u.form.positions[0], form.positions[0]
    pieces = enumerate(t.ground.pieces)
    return [k for k, p in pieces if walk.stopped_by(p) and meets(p.points, a, b, base.half_width)]


def breaks(t: Table, u: int, form: Formation, options: Strides) -> Procedure:
    """Whether it ploughs on its way to a place, where it could go round as well. Result: the pieces it breaks through."""
    found = high_in_the_way(t, t[u], form)
    if not found or not options.goes_through(form):
        return []
    if options.goes_round(form):
        ways = ("go round", "plough through")
        question = f"does {t.name(u)} plough through what stands in its way?"
        if (yield Choose(t[u].side, question, ways, ways[0], (u, "plough", tuple(found)))) == ways[0]:
            return []
    return found


def ploughing(piece: Match, beast: Match) -> Procedure:
    """D3 hits on a piece, those that do nothing strike back: (points it loses, tokens, points the Behemoth loses)."""
    hits = yield Roll(d3(f"hits on {piece.shot.kind.name}, ploughed through"))
    _, lost, _, tokens = yield Each(wound, (piece, 0, False), hits)
    back = hits - lost
    if back and beast.savable():
        back = yield Each(parried, (beast,), back)
    return lost, tokens, back


def against(t: Table, u: Unit, k: int) -> tuple[Match, Match]:
    """The match-ups of a Behemoth that ploughs through a piece: its weight against the piece, and what strikes back."""
    kind, now = scenery_kind(t.ground.pieces[k]), canonical(Circumstances())
    energy = BULK.stats.energy
    return match(BULK, kind, kind.models[0], now, energy), match(BULK, u.kind, u.members[0], now, energy)


def ploughs(t: Table, u: int, pieces: list[int]) -> Procedure:
    """Each Destructible piece that it has ploughed through is hit; hits that do nothing cost the Behemoth."""
    for k in pieces:
        if t[u].alive and destructible(t, k):
            lost, tokens, back = yield Stage(ploughing, against(t, t[u], k))
            yield from piece_harmed(t, k, max(0, t.scenery[k].points - lost), tokens, u)
            yield from jolted(t, u, back, u, f"ploughing through {t.ground.pieces[k].name}")
