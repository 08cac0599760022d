"""Markers in a question of odds: laid over the first model of the target, scattered by the procedure that the table plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from ....kernel.asks import Each, Procedure, Stage
from ....table.geometry import Point
from ....table.scatter import displaced
from ..attack.matchup import Match
from .templates import pointed, scattered


class LaidMarkers(Struct, frozen=True):
    """Markers on a target that is put down (``placed.PlacedTarget``)."""

    placed: Any

    @property
    def says(self) -> str:
        """How the target stands, in words."""
        return str(self.placed.says)

    def hits(self, m: Match, n: int, standing: tuple[int, ...]) -> Procedure:
        """How many models lie under ``n`` markers, by the zones of the marker: the inner first."""
        if not n or not standing:
            return (0,) * len(_zones(m))
        if m.landing.lobbed and n > 1:
            return (yield Stage(barrage, (self, m, n, standing)))
        return (yield Each(one_marker, (self, m, standing), n))

    def under(self, m: Match, position: Point, standing: Sequence[int]) -> tuple[int, ...]:
        """How many models lie under a marker there, each in the inmost zone that it touches."""
        seen: set[int] = set()
        found = []
        for inches in _zones(m):
            fresh = [i for i in self.placed.under(position, inches / 2, standing) if i not in seen]
            seen.update(fresh)
            found.append(len(fresh))
        return tuple(found)


def _zones(m: Match) -> tuple[int, ...]:
    return m.landing.zones or (m.landing.marker,)


def one_marker(laid: LaidMarkers, m: Match, standing: tuple[int, ...]) -> Procedure:
    """One marker where it comes to lie: how many models are under it."""
    position, _, _ = yield from scattered(0, laid.placed.first(standing), m)
    return laid.under(m, position, standing)


def barrage(laid: LaidMarkers, m: Match, n: int, standing: tuple[int, ...]) -> Procedure:
    """``n`` markers of a barrage: the first scatters, the others fall round it, or upon it after a hit."""
    first, _, _ = yield from scattered(0, laid.placed.first(standing), m)
    others = yield Each(one_beside, (laid, m, standing, first), n - 1)
    return tuple([a + b for a, b in zip(laid.under(m, first, standing), others, strict=True)])


def one_beside(laid: LaidMarkers, m: Match, standing: tuple[int, ...], first: Point) -> Procedure:
    """A later marker of a barrage: edge to edge with the first one as the arrow points, after a hit upon it."""
    way = yield from pointed()
    position = displaced(*first, way, m.landing.marker) if way else first
    return laid.under(m, position, standing)
