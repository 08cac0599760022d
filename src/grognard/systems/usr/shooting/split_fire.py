"""Split Fire: the models of a unit shoot at targets of their own, one target after the other."""

from __future__ import annotations

from typing import Any

from ....common.building import Because, because
from ....common.profiles import Model
from ....common.rules import Rule, voices
from ....kernel.asks import Choose, Procedure
from ....table.geometry import Point
from ....table.state import Table
from ..squads import squad_of
from .eligibility import Targets, can_fire_at
from .firing_choices import HOLD
from .shooting import fire
from .under_fire import pin_all


class Division:
    """Whether the models of a unit may have different targets, while rules speak."""

    def __init__(self) -> None:
        self.because: list[Because] = []

    def allow(self, by: Rule | str, says: str) -> None:
        """Each may have a target of its own."""
        self.because.append(because(by, says))


def splits(members: tuple[Model, ...]) -> tuple[str, ...]:
    """The ids of the rules by which the models of a unit may have different targets; () when they may not."""
    division = Division()
    for speak in voices(squad_of(members), "splits"):
        speak(division)
    return tuple(dict.fromkeys(b.id for b in division.because))


def shoot(t: Table, u: int) -> Procedure:
    """A unit picks a target and fires at it; where rules allow it, models wait, and pick another when that is done.

    The Pinning tests of all its targets come when the whole unit is done.
    """
    side, name = t[u].side, t.name(u)
    v = yield Choose(side, f"{name} shoots at which unit?", Targets(t, u), about=("shoot", u))
    if v == HOLD:
        return
    by = splits(t[u].members) if t[u].size > 1 else ()
    if not by or not (yield from _divides(t, u, v)):
        yield from fire(t, u, v)
        return
    marks: dict[int, set[str]] = {}
    waiting: set[Point] = set(t[u].form.positions)  # models are known by where they stand, for some may fall
    shot: tuple[int, ...] = ()
    while v != HOLD:
        rest = _standing(t, u, waiting)
        able = can_fire_at(t, u, v, rest)
        now = yield from _who(t, u, v, able, rest, (*shot, v))
        if now:
            waiting -= {t[u].form.positions[i] for i in now}
            for w, found in (yield from fire(t, u, v, among=frozenset(now), pins=False, by=by)).items():
                marks.setdefault(w, set()).update(found)
        shot = (*shot, v)
        targets = Targets(t, u, _standing(t, u, waiting), shot) if t[u].here and waiting else None
        if targets is None or next(iter(targets)) == HOLD:
            break
        v = yield Choose(side, f"the rest of {name} shoots at which unit?", targets, about=("shoot", u))
    yield from pin_all(t, marks)


def _standing(t: Table, u: int, waiting: set[Point]) -> frozenset[int]:
    return frozenset(i for i, position in enumerate(t[u].form.positions) if position in waiting)


def _divides(t: Table, u: int, v: int) -> Procedure:
    """Whether the unit divides its fire, when it has anybody else to shoot at."""
    if next(iter(Targets(t, u, None, (v,)))) == HOLD:
        return False
    words = f"does {t.name(u)} split its fire?"
    return (yield Choose(t[u].side, words, ("no", "yes"), default="no", about=("split", u, v))) == "yes"


def _who(t: Table, u: int, v: int, able: tuple[int, ...], rest: frozenset[int], shot: tuple[int, ...]) -> Procedure:
    """The models that fire at this target now; the others wait."""
    now = []
    for i in able:
        model: Any = t[u].members[i]
        words = f"does {model.name} ({i + 1}) of {t.name(u)} fire at {t.name(v)}?"
        others = tuple(Targets(t, u, frozenset((i,)), shot))[:-1]
        ask = Choose(t[u].side, words, ("yes", "wait"), default="yes", about=("waits", u, v, i, others))
        if not others or (yield ask) == "yes":
            now.append(i)
    return now
