"""Vector Strikes as attacks: who strikes from above, with what, in what circumstances."""

from __future__ import annotations

from ....common.building import Because, because
from ....common.profiles import Model, Weapon, interned
from ....common.rules import Rule
from ....common.schema import Count
from ..circumstances import Situation
from ..movement.movement_modifiers import ids
from ..profiles import WeaponStats, WeaponType
from ..rules.wings import VectorStrike
from ..squads import Squad, own_voices
from . import weapons
from .declaration import Armed, Use


def talons() -> Weapon:
    """A Vector Strike as a weapon."""
    stats = WeaponStats(range=1, S="User", AP=2, type=WeaponType("Assault"))
    return interned(Weapon("vector strike", stats, (VectorStrike(),)))


class VectorHits:
    """What a model does to those it has flown over, while rules speak."""

    def __init__(self) -> None:
        self.because: list[Because] = []

    def may(self, by: Rule | str, says: str) -> None:
        """It strikes one unit that it has flown over."""
        self.because.append(because(by, says))


def strike_of(model: Model) -> tuple[str, ...]:
    """The ids of the rules by which a model strikes from above; () when it does not, or has no Strength to strike with."""
    found = VectorHits()
    for speak in own_voices(model, "overhead"):
        speak(found)
    return ids(found.because) if model.stats.S else ()


def struck_with(model: Model, how: Situation) -> Use:
    """The Vector Strike of a model: one hit, D3 against what flies itself, a vehicle on its side; no rule of its own helps."""
    shots = Count(0, 1, 3) if how.zooming else Count(1)
    above = how.but(overhead=True, random=True, facing="side", snap=False, half=False)
    return Use(talons(), shots, above, by=(weapons.bare(model), interned(Squad())))


def strikes_of(models: tuple[Model, ...], mates: Squad, how: Situation) -> tuple[tuple[Armed, ...], str]:
    """The Vector Strikes of a unit, and why there are none."""
    able = [m for m in models if strike_of(m)]
    menu = tuple(Armed(m, mates, able.count(m), ((struck_with(m, how),),)) for m in dict.fromkeys(able))
    return menu, "" if menu else "nobody strikes from above"
