"""Questions asked of a squad on the table: what it is, where it stands, what it has done. Nothing here writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from ...common import saying
from ...common.profiles import Kind, Model
from ...common.rules import id_of, voices
from ...kernel.memo import memo
from ...table.coherency import out_of
from ...table.paths import MovementMode
from ...table.state import Table, Unit
from ...table.terrain import Ground, Piece
from .profiles import FLYING, GROUND, Stats, values
from .transports.seats import rest, seats

FLIGHT = 2.359375  # inches (60 mm) above the surface below, on the lattice
CEILING = 8.0  # inches of terrain that Aircraft cross
HARNESS, LANDED = (
    "drop-harness",
    "just landed",
)  # what a Behemoth has that waits for a Signal, and then until the round ends
DIVIDED = -2  # in place of an edge: the units of the squad are not all in one part of the Garrison
EDGES = "edges"  # what such a squad has; its value is the part of each unit
REACTED = "Reaction Fire"  # the source of what it has fired so, which nothing sets aside
ASIDE = {
    "fired": "fired before",
    "moved": "moved before",
}  # what it did in the round, but in another activation or for free
SCANNED = "Scan token"  # what a transport has that has Scanned, until it moves
HEIGHTS = {"Infantry": 0.75, "Skimmer": 1.0, "Walker": 2.0, "Behemoth": 5.0}  # inches; other models 1
COHERENCY = {"Infantry": 2.0, "Aircraft": 6.0, "Aircraft-S": 6.0}  # inches between centres; vehicles 3


def height(kind: Kind) -> float:
    """How high the models are, inches: our figure, for no statline has one."""
    return HEIGHTS.get(kind.type, 1.0)


def airborne(u: Unit) -> bool:
    """Whether it is an Aircraft in the air."""
    return u.kind.type in FLYING and u.form.level(0) > 0.0 if u.form.positions else u.kind.type in FLYING


def infantry(u: Unit) -> bool:
    """Whether it is Infantry."""
    return bool(u.kind.type == "Infantry")


def vehicle(u: Unit) -> bool:
    """Whether it is a Vehicle of any kind; landed Aircraft claim nothing and are none here."""
    return u.kind.type in GROUND


def coherency(kind: Kind) -> float:
    """How far apart neighbours of the squad may stand, inches centre to centre."""
    inches = COHERENCY.get(kind.type, 3.0)
    for speak in voices(kind.models[0], "coherency"):
        inches = speak(inches)
    return inches


def spread_by(kind: Kind) -> tuple[str, ...]:
    """The ids of rules that change how far apart the squad may stand."""
    return tuple(id_of(s.__self__) for s in voices(kind.models[0], "coherency"))  # type: ignore[attr-defined]


def coherent(u: Unit) -> bool:
    """Whether the squad holds together. Inside a Garrison it always does."""
    return housed(u) is not None or not out_of(u.form, coherency(u.kind), "centre")


@memo(64)
def _tall(ground: Ground) -> bool:
    return any(p.height > CEILING for p in ground.pieces)


@memo(512)
def _mode(kind: Kind, air: bool, landing: bool, tall: bool) -> MovementMode:
    inches = coherency(kind)
    if air or landing:  # over everything low enough; down only where there is room
        barred = ("impassable",) if landing or tall else ()
        return MovementMode(
            apart=0.0, through="everybody", over=CEILING, slow=(), barred=barred, coherency=inches, measure="centre"
        )
    slow = () if kind.type in ("Skimmer", "Walker", "Behemoth") else ("difficult",)
    over = {"Skimmer": 2.0, "Walker": 1.0, "Behemoth": 2.5}.get(kind.type, 0.0)
    return MovementMode(apart=0.0, through="nobody", over=over, slow=slow, coherency=inches, measure="centre")


def movement_mode(t: Table, u: Unit) -> MovementMode:
    """How the squad moves and stands where it is."""
    return _mode(u.kind, u.kind.type in FLYING and (not u.form.positions or airborne(u)), False, _tall(t.ground))


def flight_mode(t: Table, u: Unit) -> MovementMode:
    """How an Aircraft flies, also one that takes off from the ground."""
    return _mode(u.kind, True, False, _tall(t.ground))


def landing_mode(t: Table, u: Unit) -> MovementMode:
    """How an Aircraft comes down."""
    return _mode(u.kind, True, True, _tall(t.ground))


def scoring(u: Unit) -> bool:
    """Whether the squad counts for victory points."""
    return all(speak() for speak in voices(u.kind.models[0], "scores"))


# --- what has happened to it ------------------------------------------------------------------------------------------


def housed(u: Unit) -> tuple[int, int] | None:
    """(piece, edge) of the Garrison it is in, None when it is in none.

    The edge is -1 for the middle, and DIVIDED when its units are in different parts: ``edges`` names those.
    """
    for effect in u.effects:
        if effect.what == "housed":
            return effect.value  # type: ignore[no-any-return]
    return None


def edges(u: Unit) -> tuple[int, ...]:
    """The part of a Garrison in which each unit of the squad is: an edge, or -1 for the middle; () when it is in none."""
    home = housed(u)
    if home is None:
        return ()
    for effect in u.effects:
        if effect.what == EDGES:
            return effect.value  # type: ignore[no-any-return]
    return (home[1],) * u.size


def moved(u: Unit) -> float:
    """The inches that its farthest unit has moved this round; a pivot counts as a little."""
    inches, each = 0.0, False
    for e in u.effects:
        if e.what == "moved":
            if type(e.value) is tuple:
                each = True
            else:
                inches += e.value
    return max([moved_by(u, i) for i in range(u.size)], default=0.0) if each else inches


def moved_by(u: Unit, i: int) -> float:
    """The inches that one of its units has moved this round."""
    return _by(u, "moved", i)


def _by(u: Unit, what: str, i: int) -> float:
    inches = 0.0
    for e in u.effects:
        if e.what == what:
            if type(e.value) is not tuple:
                inches += e.value
            elif i < len(e.value):  # it may have ridden while others of its squad moved
                inches += e.value[i]
    return inches


def moved_in_round(u: Unit) -> float:
    """The inches that its farthest unit has moved this round, in other activations and for free as well."""
    return max([_by(u, "moved", i) + _by(u, ASIDE["moved"], i) for i in range(u.size)], default=0.0)


def has_fired(u: Unit) -> bool:
    """Whether the squad has fired anything in this round."""
    return flagged(u, "fired") or flagged(u, ASIDE["fired"])


def spent(u: Unit, lines: Sequence[int], what: str = "fired") -> list[int]:
    """The units of the squad that have fired one of these weapon lines this round, once for each time; "used": ever."""
    found: list[int] = []
    for e in u.effects:
        if e.what == what and e.value[0] in lines:
            found += e.value[1]
    return found


def points_lost(u: Unit, i: int) -> int:
    """The Damage Points that one of its units has lost."""
    return int(u.members[i].stats.DP) - u.wounds[i]


@memo(256)
def with_word(ground: Ground, word: str) -> tuple[int, ...]:
    """The pieces that have a property, by place."""
    return tuple(k for k, p in enumerate(ground.pieces) if p.has(word))


def garrisons(t: Table) -> list[int]:
    """The pieces that Infantry may go into, by place."""
    return [k for k in with_word(t.ground, "garrison") if not t.scenery[k].gone]


def garrison(t: Table, piece: int) -> bool:
    """Whether Infantry may go into the piece."""
    return piece in with_word(t.ground, "garrison") and not t.scenery[piece].gone


class Standing:
    """The table as it stands, as a key: equal as long as no unit, no marker and no scenery changes."""

    __slots__ = ("field", "t", "units")

    def __init__(self, t: Table) -> None:
        self.t = t
        self.units = tuple(t.units)
        self.field = (t.ground, t.markers, t.scenery)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Standing) and self.units == other.units and self.field == other.field

    def __hash__(self) -> int:
        return hash(self.units)


def outermost(t: Table, u: Unit) -> Unit:
    """The transport that a squad is in, with whatever that is in itself; the squad when it is in none."""
    while u.place == "aboard":
        u = t[u.aboard]
    return u


def commanders(u: Unit) -> tuple[int, ...]:
    """The Command Value of the Commander in each unit of a squad, 0 in a unit without one; () when nobody has one.

    Those that ride while others stand outside come last.

    >>> from .examples import squad
    >>> from ...table.state import mustered
    >>> commanders(mustered(0, 0, squad(units=3, details=(("commander", (2, 1)),)), (1, 1, 1)))
    (2, 1, 0)
    """
    for effect in u.effects:
        if effect.what == "commanders":  # since the squad has lost units
            return effect.value  # type: ignore[no-any-return]
    found = values(u.kind.detail("commander", 0)) if u.size else ()
    size = u.size + len(rest(u))
    return (*found, *[0] * (size - len(found)))[:size] if found else ()


# --- groups -----------------------------------------------------------------------------------------------------------


def group(u: Unit) -> str:
    """Its battlegroup; "" for an Auxiliary squad that stands in none. A squad that names none is one by itself."""
    return _group(u.kind, u.id)


def _group(kind: Kind, id: int) -> str:
    named = kind.detail("battlegroup", "")
    if named or kind.detail("category", "") == "Auxiliary":
        return str(named)
    return f"{kind.name} {id}"


Groups: TypeAlias = dict[str, tuple[int, ...]]


def battlegroups(t: Table, side: int) -> Groups:
    """The ids of the squads of each battlegroup of a side, "" for the Auxiliary ones: found once, for kinds do not change."""
    return t.memo("battlegroups", lambda: _battlegroups(t))[side]


def _battlegroups(t: Table) -> tuple[Groups, Groups]:
    found: tuple[Groups, Groups] = ({}, {})
    for u in t.units:
        own, name = found[u.side], group(u)
        own[name] = (*own.get(name, ()), u.id)
    return found


def group_words(t: Table, side: int) -> saying.Grouping:
    """The battlegroups of a side, with the squads of each that are left."""
    return saying.Grouping({name: [u.id for u in members(t, side, name)] for name in battlegroups(t, side)})


def flagged(u: Unit, word: str) -> bool:
    """Whether an effect of that word lasts: ``Unit.has`` for the words that are asked all the time."""
    for effect in u.effects:  # noqa: SIM110  a plain loop is what makes it cheap
        if effect.what == word:
            return True
    return False


def members(t: Table, side: int, name: str) -> list[Unit]:
    """The squads of a battlegroup that are left, by id."""
    return [u for id in battlegroups(t, side).get(name, ()) if (u := t.units[id]).alive]


def off_table(u: Unit) -> str:
    """ "readiness", "reserve" or "holding" of a squad off the table, else ""."""
    if u.place != "reserve":
        return ""
    return "readiness" if flagged(u, "readiness") else "holding" if flagged(u, "holding") else "reserve"


def can_act(t: Table, u: Unit) -> bool:
    """Whether it may still be activated this round."""
    if u.id in t.acted or (u.kind.type == "Behemoth" and (flagged(u, HARNESS) or flagged(u, LANDED))):
        return False
    if u.place == "table":
        return True
    if u.place == "aboard":
        return all(t[c].place == "table" and i < t[c].size for c, i in seats(u))
    return u.place == "reserve" and off_table(u) != "reserve"


def scenery_kind(piece: Piece) -> Kind:
    """A piece of Destructible scenery as something that can be shot at."""
    return _scenery(piece.name, piece.armour, piece.dp, piece.has("flammable"))


@memo(1024)
def _scenery(name: str, armour: int, dp: int, flammable: bool) -> Kind:
    model = Model(name, Stats(A=armour, DP=dp))
    tags = ("Destructible", "Flammable") if flammable else ("Destructible",)
    return Kind("dropzone", name, "Scenery", tags, 0, (), (model,))


def destructible(t: Table, piece: int) -> bool:
    """Whether the piece may be shot at."""
    return piece in with_word(t.ground, "destructible") and t.ground.pieces[piece].dp > 0 and not t.scenery[piece].gone


def effects(u: Unit, what: str) -> list[Any]:
    """The values of its effects of a word, in order."""
    return [e.value for e in u.effects if e.what == what]


def in_body_cover(t: Table, u: Unit) -> bool:
    """Whether Infantry stands in something that gives Body Cover."""
    if not infantry(u) or not u.form.positions:
        return False
    pieces, home = t.ground.pieces, housed(u)
    if home is not None:
        return bool(pieces[home[0]].has("body"))
    return any(pieces[k].has("body") for ks in t.ground.standing(u.form) for k in ks)
