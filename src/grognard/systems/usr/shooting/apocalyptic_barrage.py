"""The five circles of an apocalyptic barrage: how they may be turned, and which of them are struck."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ....kernel.asks import Emit, Procedure, Roll
from ....kernel.faces import Test
from ....table.geometry import Point
from ....table.scatter import off_table, vector
from ....table.state import Table
from ....table.templates import Circle, Clover
from ..attack.matchup import Match
from ..events import CirclesStruck
from .templates import OFFERED, Aims, MarkerLanding, covered

TURNS = (24, 1, 2, 3, 4, 5)  # directions of the first leaf that differ: the four leaves are alike


def circles(position: Point, turn: int, inches: float) -> tuple[Circle, ...]:
    """The circles 1 to 4 (ahead, right, behind, left of a direction) and the middle one, edge to edge."""
    return Clover(*position, vector(turn), inches / 2).circles()


class Turns(Aims):
    """Where the circles may be laid, and how turned: (x, y, direction of the first leaf)."""

    size = 3
    refusal = "the middle must lie over a model of the target that may be aimed at, within range"
    hint = f"x, y and a direction among {', '.join(map(str, TURNS))}"

    def __contains__(self, pick: Any) -> bool:
        x, y, turn = pick
        return turn in TURNS and super().__contains__((x, y))

    def covering(self, pick: Any) -> float:
        """How many models one strike may be expected to hit: enemies, less two for each friend."""
        x, y, turn = pick
        found = circles((x, y), turn, self.marker)
        strikes = self.m.landing.strikes
        chances = [strikes.count(k) / len(strikes) for k in range(1, len(found) + 1)]
        return sum(chance * self.crowd.under(c.x, c.y) for chance, c in zip(chances, found, strict=True))

    def __iter__(self) -> Iterator[Any]:
        best = sorted(((-self.crowd.under(*s), k, s) for k, s in enumerate(self.tried()) if (*s, 24) in self))[:OFFERED]
        turned = [(*position, turn) for _, _, position in best for turn in TURNS]
        yield from sorted(turned, key=lambda pick: -self.covering(pick))[: 2 * OFFERED]

    def draw(self, rng: Random) -> Any:
        """Over one of the models, turned somehow."""
        for _ in range(4):
            position = self.target.positions[self.models[rng.randrange(len(self.models))]]
            if (pick := (*position, TURNS[rng.randrange(len(TURNS))])) in self:
                return pick
        return next(iter(self), None)

    def decode(self, value: Any) -> Any:
        """A place and a direction read from numbers. Raises GrognardError when the circles may not be laid so."""
        x, y, turn = super().decode(value)
        return x, y, int(turn)


def strikes(t: Table, centre: Point, turn: int, m: Match, n: int, far: float, aimed: Point | None = None) -> Procedure:
    """Each strike of an apocalyptic barrage that has come to lie there: what it hits, as landings."""
    name = m.attack.weapon.name
    by = m.landing.ids
    if off_table(*centre, t.ground.width, t.ground.height):
        yield Emit(CirclesStruck(name, *centre, (), (), far, True, aimed, by=by))
        return []
    all_circles = circles(centre, turn, m.landing.marker)
    found: list[MarkerLanding] = []
    shown: dict[int, int] = {}
    dice: list[int] = []
    for _ in range(n):
        circle = yield Roll(Test("strike", len(m.landing.strikes), m.landing.strikes))
        dice.append(circle)
        hit = all_circles[circle - 1]
        landing = MarkerLanding(centre, covered(t, hit, centre, centre, m.landing.facing))
        found.append(landing)
        for w, _, _, models in landing.under:
            shown[w] = shown.get(w, 0) + models
    yield Emit(
        CirclesStruck(name, *centre, tuple(dice), tuple(shown.items()), far, False, aimed, tuple(all_circles), by=by)
    )
    return found
