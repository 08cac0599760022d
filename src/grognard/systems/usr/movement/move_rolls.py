"""The dice of running and charging, and which of them are thrown again."""

from __future__ import annotations

from itertools import combinations, product

from ....common.profiles import Model
from ....kernel.asks import Choose, Emit, Procedure, Roll
from ....kernel.exact import by_default, exact
from ....kernel.faces import Throw, highest
from ....kernel.memo import memo
from ....kernel.purpose import Purpose
from ....table.events import Said
from .movement_modifiers import going, ids

_ROUGH = "through difficult ground, inches"
ROUGH_MOVE = highest(
    2,
    6,
    Purpose(_ROUGH, what="inches through difficult ground, the higher counts", words=f"{_ROUGH} (the higher counts)"),
)

Faces = tuple[int, ...]


def _highest_first(faces: Faces) -> Faces:
    return tuple(sorted(faces, reverse=True))


def _dice(name: str, n: int) -> Throw:
    return Throw(name, (6,) * n, _highest_first)


def advance(player: int, members: tuple[Model, ...], called: str = "advance") -> Procedure:
    """The inches that a unit advances, or as it is ``called``: a D6, of several dice the highest; some may be thrown again."""
    how = going(members)
    best = " (the higher counts)" if how.dice == 1 else " (the highest counts)" if how.dice else ""
    name = f"{called}, inches"
    faces = yield Roll(_dice(Purpose(name, words=name + best), 1 + how.dice))
    if how.again:
        faces = yield from again(player, called, faces, 0, by=ids(how.again))
    return max(faces)


def charge_inches(player: int, members: tuple[Model, ...], need: int, jets: bool = False) -> Procedure:
    """The inches of a charge that needs so many: 2D6, of which some dice may be thrown again; with jets all at once."""
    faces = yield Roll(_dice("charge, inches", 2))
    if fleet := going(members).again:
        faces = yield from again(player, "charge", faces, need, by=ids(fleet))
    elif jets:
        faces = yield from again(player, "charge", faces, need, ((), faces), why=" (jump packs kept for the charge)")
    return sum(faces)


@memo(4096)
def chance_to_go(models: tuple[Model, ...], inches: int, jets: bool = False) -> float:
    """The chance that a charge of such models goes so many inches, dice thrown again and all."""
    return exact(charge_inches, (0, models, inches, jets), by_default).chance_of(lambda rolled: rolled >= inches)


def _thrown_again(gone: Faces) -> str:
    """Which dice are thrown once more, in words."""
    return f"the {_and(gone)}" if gone else "none"


def again(
    player: int,
    what: str,
    faces: Faces,
    need: int,
    options: tuple[Faces, ...] = (),
    by: tuple[str, ...] = (),
    why: str = "",
) -> Procedure:
    """Some of these dice are thrown once more. ``need`` 0: the highest counts, else their sum is to reach it.

    ``by``: the rules that allow it; ``why``: what does where it is no special rule.

    Unless told otherwise a player throws those again that make the most of it.
    """
    options = options or _choices(faces)
    likeliest = max(options, key=lambda gone: (worth(faces, gone, need), -len(gone)))
    words = f"which dice of the {what} are thrown again? ({_and(faces)})"
    gone = yield Choose(player, words, options, likeliest, ("again", faces, need), _thrown_again)
    if not gone:
        return faces
    yield Emit(Said(f"{what} dice {_and(faces)}: {_and(gone)} thrown again{why}", short="", by=by))
    fresh = yield Roll(_dice(f"{what}, re-roll", len(gone)))
    return _highest_first((*left(faces, gone), *fresh))


def _and(faces: Faces) -> str:
    return ", ".join(map(str, faces))


@memo(256)
def _choices(faces: Faces) -> tuple[Faces, ...]:
    """Which dice may be thrown again: none, some, all; equal ones are named once."""
    return tuple(dict.fromkeys(c for n in range(len(faces) + 1) for c in combinations(faces, n)))


def left(faces: Faces, gone: Faces) -> Faces:
    """The dice that are not thrown again."""
    stay = list(faces)
    for face in gone:
        stay.remove(face)
    return tuple(stay)


@memo(4096)
def worth(faces: Faces, gone: Faces, need: int) -> float:
    """What throwing these dice again may be expected to bring: the chance that the sum will do, or the mean of the highest."""
    stay = left(faces, gone)
    every = list(product(range(1, 7), repeat=len(gone)))
    if need:
        return sum(sum(stay) + sum(new) >= need for new in every) / len(every)
    return sum(max((*stay, *new)) for new in every) / len(every)
