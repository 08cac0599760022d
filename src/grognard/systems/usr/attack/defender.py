"""What an attack is made on, as values that dice alone change: the models of a unit nearest first, or its vehicles."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from ....common.attack import lost
from ....common.profiles import Model
from ....kernel.memo import memo
from ..model_types import is_character
from ..squads import Squad, alone, squad_of
from .matchup import Exposed

GROUNDED = "gone to ground"


COUNTS = ("glances", "penetrations")
STRUCK = "struck"  # counted too where a report is told: the hits that came to a hull, and those that found none left
Near = tuple[
    tuple[int, ...], tuple[int, ...]
]  # places, nearest first: of plain models within 3", of characters within 6"


class Scene(Struct, frozen=True, eq=False):
    """The parts of the target that no dice change. ``models`` nearest first; ``sides`` are the players (attacker, defender).

    Equal scenes are one object (``scene``).
    """

    models: tuple[Exposed, ...]
    name: str = ""
    sides: tuple[int, int] = (0, 1)
    can_ground: bool = False  # the unit may go to ground
    escorts: bool = True  # characters may be looked out for
    crippled: bool = True  # a vehicle at 0 hull points is not wrecked
    behind: tuple[Model, ...] = ()  # models of the unit on which no wound of this attack may fall
    counts: tuple[str, ...] = COUNTS  # hits on armour that are counted
    engaged: tuple[int, ...] = ()  # the places on which a precise blow may fall; (): all
    duel: bool = False  # the first model is fought in a challenge
    seen: int = 0  # only the first so many may have wounds allocated to them; 0: all
    beside: tuple[
        Near, ...
    ] = ()  # for each place who may take a character's wound; (): anybody, in the order of the file


@memo(4096)
def scene(
    models: tuple[Exposed, ...],
    name: str = "",
    sides: tuple[int, int] = (0, 1),
    can_ground: bool = False,
    escorts: bool = True,
    crippled: bool = True,
    behind: tuple[Model, ...] = (),
    counts: tuple[str, ...] = COUNTS,
    engaged: tuple[int, ...] = (),
    duel: bool = False,
    seen: int = 0,
    beside: tuple[Near, ...] = (),
) -> Scene:
    """The one object that is this scene."""
    return Scene(models, name, sides, can_ground, escorts, crippled, behind, counts, engaged, duel, seen, beside)


class Ranks(NamedTuple):
    """Who stands, by place in ``Scene.models``, with the wounds each has left; what the attack has left on the unit.

    ``own`` holds for each firer that hurt itself (group of firers, wounds it had, wounds it lost), sorted; ``touched`` what the
    attack has left on models that stand: (place in ``Scene.models``, mark), sorted.
    """

    standing: tuple[int, ...]
    left: tuple[int, ...]
    marks: tuple[str, ...] = ()
    own: tuple[tuple[int, int, int], ...] = ()
    touched: tuple[tuple[int, str], ...] = ()


class Hull(NamedTuple):
    """One vehicle. ``guns`` counts weapons still usable; ``breach`` is what its armour has lost (buildings)."""

    points: int
    guns: int = 0
    immobile: bool = False
    shaken: bool = False
    stunned: bool = False
    breach: int = 0


class Hulls(NamedTuple):
    """The vehicles of a unit that stand, and what has happened to it so far."""

    standing: tuple[int, ...]
    hulls: tuple[Hull, ...]
    glances: int = 0
    penetrations: int = 0
    exploded: int = 0
    marks: tuple[str, ...] = ()
    own: tuple[tuple[int, int, int], ...] = ()
    rows: tuple[int, ...] = ()  # of the building damage table, where the scene counts them
    struck: int = 0  # hits that came to a hull, where the scene counts them
    spare: int = 0  # hits that found no hull left
    unthrown: int = 0  # shots or blows for which no die was thrown, since no hull was left


def squad_at(of: Scene, state: Ranks | Hulls) -> Squad:
    """The squad that those left make; of a challenge, that of the model who is fought in it."""
    whole = _squad(of, state.standing)
    return alone(whole, of.models[0].model) if of.duel and state.standing[0] == 0 else whole


@memo(65536)
def _squad(of: Scene, standing: tuple[int, ...]) -> Squad:
    models = of.models
    return squad_of(tuple([models[i].model for i in standing]) + of.behind, of.name)


def alike(of: Scene, state: Ranks) -> Exposed | None:
    """What every model left is, when they are all the same and no character is among them, else None."""
    if of.seen:
        return None
    models, standing = of.models, state.standing
    first = models[standing[0]]
    for i in standing:
        if models[i] is not first:
            return None
    return first


def first_in_line(of: Scene, state: Ranks) -> int | None:
    """The place of the nearest model on which a wound may fall; None when there is none."""
    if not state.standing or (of.seen and state.standing[0] >= of.seen):
        return None  # who is not seen stands behind all who are
    return 0


def escort(of: Scene, state: Ranks, place: int = 0) -> int | None:
    """The place of the model that may take a character's wound: the nearest beside, no character unless all are."""
    if not of.escorts or len(state.standing) < 2 or not is_character(of.models[state.standing[place]].model):
        return None
    others = [k for k in range(len(state.standing)) if k != place]
    plain = [k for k in others if not is_character(of.models[state.standing[k]].model)]
    if of.beside:
        near = of.beside[state.standing[place]][0 if plain else 1]
        return next((state.standing.index(i) for i in near if i in state.standing), None)
    return (plain or others)[0]


def wounded(state: Ranks, place: int, wounds: int, marks: tuple[str, ...], on_model: tuple[str, ...] = ()) -> Ranks:
    """One model has lost wounds; with none left it is taken away. What it had not to lose is lost for nothing.

    ``marks`` are left on the unit, ``on_model`` on the model when it stands.
    """
    if marks and not set(marks) <= set(state.marks):
        state = state._replace(marks=tuple(sorted({*state.marks, *marks})))
    left = state.left[place] - wounds
    if left > 0:
        state = touched(state, place, on_model) if on_model else state
        return state._replace(left=lost(state.left, place, wounds))
    if state.touched:
        gone = state.standing[place]
        state = state._replace(touched=tuple([mark for mark in state.touched if mark[0] != gone]))
    return state._replace(
        standing=(*state.standing[:place], *state.standing[place + 1 :]),
        left=(*state.left[:place], *state.left[place + 1 :]),
    )


def touched(state: Ranks, place: int, marks: tuple[str, ...]) -> Ranks:
    """The defender with these marks on the model at a place."""
    found = {*state.touched, *((state.standing[place], mark) for mark in marks)}
    return state if len(found) == len(state.touched) else state._replace(touched=tuple(sorted(found)))


def marked(state: Ranks, marks: tuple[str, ...]) -> Ranks:
    """The defender with these marks on the unit."""
    return state._replace(marks=tuple(sorted({*state.marks, *marks})))
