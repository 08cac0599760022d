"""The dice of an attack, one after the other, and what follows each: from the roll to hit to the wounds that a wound costs."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ....common.building import Built
from ....kernel.asks import Procedure, Roll
from ....kernel.faces import Test, d3
from ....kernel.purpose import Purpose
from .defender import Ranks, touched, wounded
from .matchup import Defence, Exposed, Match, defence, looked_out
from .outcomes import AGAIN, HIT, HOT, LESSER, MISS, PRECISE

# --- one die after the other -----------------------------------------------------------------------------------------


def one_shot(m: Match, exposed: Exposed) -> Procedure:
    """The wounds that one shot or blow costs the model it strikes."""
    if m.hit is not None and (yield Roll(m.hit.test)) in (MISS, HOT):
        return 0
    return (yield from one_hit(m, exposed))


def one_hit(m: Match, exposed: Exposed) -> Procedure:
    """The wounds that one hit costs the model it strikes."""
    assert m.wound is not None
    ap = yield Roll(m.wound.test)
    return 0 if ap is None else (yield from one_wound(defence(m, exposed, ap)))


def one_wound(d: Defence) -> Procedure:
    """The wounds that one wound costs the model it falls on, after its save and whatever discounts it."""
    if d.save is not None and (yield Roll(d.save.test)):
        return 0
    cost = 0
    if d.rolled:
        return d.separate * (yield from how_many(d.rolled))
    for _ in range(d.separate):
        if d.ignore is None or not (yield Roll(d.ignore.test)):
            cost += d.costs
    return cost


def how_many(dice: str) -> Procedure:
    """What is rolled for wounds or hull points that a hit costs: "D3" or "D6+6"."""
    if dice == "D3":
        return (yield Roll(d3("wounds, D3")))
    return (yield Roll(Test("wounds, D6+6", 6, tuple(range(7, 13)))))


def pools_of(m: Match) -> tuple[tuple[bool, int], ...]:
    """The pools its wounds may belong to, (whether the attacker chooses who suffers, AP); the better AP first."""
    return tuple([(precise, ap) for ap in m.aps for precise in ((True, False) if m.precise else (False,))])


def shot_wounds(m: Match) -> Procedure:
    """Which pool one shot or blow adds a wound to: one place for each pool."""
    face = (yield Roll(m.hit.test)) if m.hit is not None else HIT
    if face in (MISS, HOT):
        return (0,) * len(pools_of(m))
    return (yield from hit_wounds(m, face == PRECISE))


def wounds_one(m: Match) -> Procedure:
    """Whether one shot or blow hits and wounds."""
    if m.hit is not None and (yield Roll(m.hit.test)) in (MISS, HOT):
        return False
    assert m.wound is not None
    return (yield Roll(m.wound.test)) is not None


def hits_one(m: Match) -> Procedure:
    """1 when one shot or blow hits, else 0."""
    return 1 if m.hit is None else int((yield Roll(m.hit.test)) not in (MISS, HOT))


def number_of(throw: Any) -> Procedure:
    """The number that dice say."""
    return (yield Roll(throw))


def hit_wounds(m: Match, precise: bool = False) -> Procedure:
    """Which pool one hit adds a wound to."""
    assert m.wound is not None
    ap = yield Roll(m.wound.test)
    return tuple([int((precise, ap) == known) for known in pools_of(m)])


def allocated(m: Match, ap: int, struck: Exposed, beside: Exposed | None, place: int = 0, at: int = 0) -> Procedure:
    """A wound on the model at a place (the nearest): (place of the model that suffers, wounds it costs)."""
    if beside is not None and (
        yield Roll(looked_out(struck.model, m.attack.ruling("look-out-sir", "taken"), struck.called).test)
    ):
        return place, (yield from one_wound(defence(m, beside, ap)))
    return at, (yield from one_wound(defence(m, struck, ap)))


def to_hit_only(m: Match) -> Procedure:
    """(hits, precise hits, wounds on the firer) of one shot or blow whose roll to hit is looked at by itself."""
    assert m.hit is not None
    face = yield Roll(m.hit.test)
    return _read(face)


def _read(face: Any) -> tuple[int, int, int]:
    return int(face is HIT), int(face == PRECISE), int(face == HOT)


def some_again(state: tuple[int, int, int, int], item: int, m: Match) -> Procedure:
    """One roll to hit of a model that may roll its first misses again: (hits, precise hits, own wounds, how many it has)."""
    assert m.some is not None
    first, again, lesser, most = m.some
    hits, precise, hot, used = state
    face = yield Roll(first)
    if face == AGAIN or (face in (MISS, HOT, LESSER) and used < most):
        used += face != AGAIN
        face = yield Roll(again)
    elif face == LESSER:
        face = yield Roll(lesser)
    found = _read(face)
    return hits + found[0], precise + found[1], hot + found[2], used


def heat(hot: tuple[int, ...], again: bool) -> Procedure:
    """(shots fired, 0, wounds on the firer) of one shot of a weapon without a roll to hit."""
    fired = yield Roll(
        Test(_gets_hot(max(hot)), 6, tuple(face not in hot for face in range(1, 7)), hot if again else ())
    )
    return int(fired), 0, int(not fired)


def _gets_hot(most: int) -> Purpose:
    """What the dice are for that are thrown before a weapon fires which overheats on as much as ``most``."""
    faces = "a 1" if most == 1 else f"{most} or less"
    return Purpose(
        "gets hot",
        what="gets hot",
        needs=f"{most + 1}+",
        called=((True, "fired safely"), (False, "overheated")),
        words=f"gets hot, {most + 1}+ (Gets Hot: {faces} loses the shot and wounds the firer)",
    )


def suffered(ignore: Built | None) -> Procedure:
    """Whether the firer loses a wound to its own weapon."""
    if ignore is None:
        return 1
    return int(not (yield Roll(ignore.test)))


def number(sides: int, of: str = "number of shots") -> Procedure:
    """One die of a number of shots, or what else there are so many of."""
    faces = tuple(range(1, sides + 1)) if sides != 3 else (1, 1, 2, 2, 3, 3)
    return (yield Roll(Test(Purpose(of, words=f"{of}, D{sides}"), 6 if sides == 3 else sides, faces)))


# --- states ----------------------------------------------------------------------------------------------------------


class Falls(Struct, frozen=True):
    """The state after the outcome of ``one_shot`` or ``one_hit`` on the nearest model."""

    marks: tuple[str, ...] = ()
    on_model: tuple[str, ...] = ()

    def __call__(self, state: Ranks, wounds: int) -> Ranks:
        return wounded(state, 0, wounds, self.marks, self.on_model) if wounds and state.standing else state


class FallsOn(Struct, frozen=True):
    """The state after the outcome of ``allocated``."""

    marks: tuple[str, ...] = ()
    on_model: tuple[str, ...] = ()
    in_any_case: tuple[str, ...] = ()  # on the model, saved or not

    def __call__(self, state: Ranks, outcome: tuple[int, int]) -> Ranks:
        place, wounds = outcome
        if self.in_any_case:
            state = touched(state, place, self.in_any_case)
        return wounded(state, place, wounds, self.marks, self.on_model) if wounds else state


def falls_on(m: Match) -> FallsOn:
    """What follows a wound of an attack that has fallen on a model."""
    return FallsOn(m.marks, m.model_marks, m.fall_marks)
