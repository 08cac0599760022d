"""Infantry goes into Garrisons: by the door, to the middle or to edges, and over to linked ones."""

from __future__ import annotations

from functools import partial
from typing import Any

from ....common import saying
from ....common.deploy import bases
from ....kernel.asks import Choose, Emit, Procedure
from ....table.candidates import middle_of
from ....table.events import Given
from ....table.geometry import Formation, edge_d2, snap
from ....table.state import Effect, Table, Unit
from ....table.terrain import Ground, Piece
from ..cards.card import ENTERED, Occasion
from ..cards.playing import offer
from ..events import Housed
from ..sides import inside
from ..squads import DIVIDED, coherent, edges, garrison, garrisons, housed, infantry, with_word
from ..transports.seats import rest
from .walls import near_piece

DOOR = 2.0  # inches from a wall at which Infantry goes in, and within which it comes out
LINK = 2.0  # inches between Garrisons that may be linked
STOREY = 2.5  # inches between squads in one building, so that none stands in another


STORMED = "stormed"  # what a squad has that came in to an enemy, until the activation in which it did is over


def doors(t: Table, u: Unit) -> list[int]:
    """The Garrisons that the squad may go into from where it stands."""
    if not infantry(u) or u.place != "table" or housed(u) is not None or not coherent(u) or rest(u):
        return []  # a squad goes in as a whole
    found = []
    for k in garrisons(t):
        piece = t.ground.pieces[k]
        if any(near_piece(piece, x, y, DOOR) for x, y in u.form.positions) and room_for(t, u, k):
            found.append(k)
    return found


def room_for(t: Table, u: Unit, k: int) -> bool:
    """Whether the squad fits in: a Garrison never holds more units, of both sides, than it has Damage Points at first."""
    there = sum(v.size for v in inside(t, k) if v.id != u.id)
    return bool(u.size + there <= max(1, t.ground.pieces[k].dp))


def _neighbours(ground: Ground, k: int, inches: float) -> tuple[int, ...]:
    """The Garrisons whose walls stand within so many inches of those of one."""
    own = ground.pieces[k].points
    found = []
    for j in with_word(ground, "garrison"):
        other = ground.pieces[j].points
        distance = min([edge_d2(other, x, y) for x, y in own] + [edge_d2(own, x, y) for x, y in other])
        if j != k and distance <= inches * inches:
            found.append(j)
    return tuple(found)


def linked(t: Table, u: Unit, k: int) -> list[int]:
    """The Garrisons to which the squad may go over from its own, where the players have agreed on links."""
    if t.rulings.get("linked-garrisons") != "near":
        return []
    return with_room(t, u, k, LINK)


def with_room(t: Table, u: Unit, k: int, inches: float) -> list[int]:
    """The Garrisons within so many inches of one that have room for the squad."""
    return [j for j in _neighbours(t.ground, k, inches) if garrison(t, j) and room_for(t, u, j)]


def places(t: Table, u: Unit, k: int) -> list[int]:
    """The parts of a Garrison that the squad may take: the middle, and edges that no enemy holds."""
    held = {edge for v in inside(t, k) if v.side != u.side for edge in edges(v)}
    return [-1, *(e for e in range(len(t.ground.pieces[k].edges)) if e not in held)]


def part_words(t: Table, k: int) -> saying.Says:
    """What the parts of a Garrison are called, the middle (-1) and its edges by their place, and those linked with it."""
    return saying.first_of(partial(_part_words, t.ground.pieces[k]), saying.pieces(t, "linked"))


def house_words(t: Table) -> saying.Says:
    """What Garrisons are called, by their place on the ground."""
    return saying.pieces(t)


def _part_words(piece: Piece, part: Any) -> str:
    if type(part) is not int:
        return ""
    if part < 0:
        x, y = middle_of(piece)
        return f"the middle at ({x:.1f}, {y:.1f})"
    ax, ay, bx, by = piece.edges[part]
    return f"the edge at ({(ax + bx) / 2:.1f}, {(ay + by) / 2:.1f})"


def go_in(t: Table, u: int, k: int) -> Procedure:
    """A squad goes into a Garrison, to the middle or an edge."""
    options: tuple[int | str, ...] = tuple(places(t, t[u], k))
    if t[u].size > 1:
        options = (*options, APART)
    question = f"{t.name(u)}: which part of {t.ground.pieces[k].name}?"
    edge = yield Choose(t[u].side, question, options, None, (u, "part", k), part_words(t, k))
    enemies = any(v.side != t[u].side for v in inside(t, k))
    yield from takes_part(t, u, k, edge)
    if enemies:
        yield Emit(Given(u, Effect(STORMED, k, ("round ends", t.round)), True))
        for v in [v.id for v in inside(t, k) if v.side != t[u].side]:
            if t[u].here and t[v].here and housed(t[v]) is not None:
                yield from offer(t, t[v].side, Occasion(ENTERED, v, u))


def takes_part(t: Table, u: int, k: int, edge: int | str) -> Procedure:
    """A squad takes a part of a Garrison, or each of its units one of its own."""
    if isinstance(edge, int):
        yield Emit(Housed(u, k, edge, stand(t, t[u], k, edge)))
        return
    unit, parts, now = t[u], [], edges(t[u])
    for i in range(unit.size):
        found = places(t, unit, k)
        usual = now[i] if now and housed(unit) == (k, now[i]) and now[i] in found else found[0]
        question = f"{t.name(u)} {i + 1}: which part of {t.ground.pieces[k].name}?"
        parts.append((yield Choose(unit.side, question, tuple(found), usual, (u, "part", k), part_words(t, k))))
    if len(set(parts)) == 1:
        yield Emit(Housed(u, k, parts[0], stand(t, unit, k, parts[0])))
        return
    forms = {edge: stand(t, unit, k, edge) for edge in parts}
    positions = tuple([forms[edge].positions[i] for i, edge in enumerate(parts)])
    levels = forms[parts[0]].levels
    yield Emit(Housed(u, k, DIVIDED, Formation(positions, forms[parts[0]].bases, (), levels), tuple(parts)))


def stand(t: Table, u: Unit, k: int, edge: int) -> Formation:
    """Where the models stand that are in a part of a building: a storey of their own, near the edge or the middle."""
    piece = t.ground.pieces[k]
    left, bottom, right, top = piece.box
    cx, cy = (left + right) / 2, (bottom + top) / 2
    if edge >= 0:
        ax, ay, bx, by = piece.edges[edge]
        cx, cy = (cx + (ax + bx)) / 3, (cy + (ay + by)) / 3
    taken = {v.form.level(0) for v in inside(t, k) if v.id != u.id}
    level = next(STOREY * n for n in range(len(taken) + 1) if STOREY * n not in taken)
    models = bases(u)
    across = 2 * max(b.radius for b in models) + 0.0625
    positions = []
    for i in range(len(models)):
        row, column = divmod(i, 3)
        positions.append((snap(cx + (column - 1) * across), snap(cy + row * across)))
    return Formation(tuple(positions), models, (), (level,) * len(models) if level else ())


def enter(t: Table, u: int) -> Procedure:
    """After a move: the squad may go into a Garrison it stands at."""
    found = doors(t, t[u])
    if found:
        options = ("stay outside", *found)
        question = f"does {t.name(u)} go inside?"
        says = saying.pieces(t)
        pick = yield Choose(t[u].side, question, options, "stay outside", (u, "enter"), says)
        if pick != "stay outside":
            yield from go_in(t, u, pick)


APART = "unit by unit"
