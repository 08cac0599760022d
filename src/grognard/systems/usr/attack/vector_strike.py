"""Strikes from above as attacks: who strikes from above, with what, in what circumstances."""

from __future__ import annotations

from typing import NamedTuple

from ....common.building import Because, because
from ....common.profiles import Model, Weapon, interned
from ....common.rules import Rule
from ....common.schema import Count
from ....kernel.memo import memo
from ..circumstances import Situation
from ..movement.movement_modifiers import ids
from ..profiles import WeaponStats, WeaponType
from ..slots import name_of
from ..squads import Squad, own_voices
from . import weapons
from .declaration import Armed, Use


class OverheadStrike(NamedTuple):
    """How a model strikes a unit that it has flown over: with what AP, how many hits, and how many at what flies itself."""

    ap: int
    hits: Count
    aloft: Count
    rule: Rule

    @property
    def weapon(self) -> Weapon:
        """The strike as a weapon, which the rule stands on."""
        stats = WeaponStats(range=1, S="User", AP=self.ap, type=WeaponType("Assault"))
        return interned(Weapon(name_of(self.rule), stats, (self.rule,)))


class VectorHits:
    """What a model does to those it has flown over, while rules speak."""

    def __init__(self) -> None:
        self.because: list[Because] = []
        self._strikes: list[OverheadStrike] = []

    def hit(self, hits: str | int, aloft: str | int, ap: int, by: Rule, says: str) -> None:
        """It strikes one unit that it has flown over, with its own Strength and this AP: so many hits, ``aloft`` at flyers.

        Of several rules the one with the best AP, then with the most hits.
        """
        self._strikes.append(OverheadStrike(ap, Count.of(hits), Count.of(aloft), by))
        self.because.append(because(by, says))

    @property
    def strike(self) -> OverheadStrike:
        """How it strikes."""
        return min(self._strikes, key=lambda s: (s.ap, -s.hits.most, -s.aloft.most, s.rule.slug))


def _overhead(model: Model) -> VectorHits:
    found = VectorHits()
    for speak in own_voices(model, "overhead"):
        speak(found)
    return found


@memo(4096)
def strike_of(model: Model) -> tuple[str, ...]:
    """The ids of the rules by which a model strikes from above; () when it does not, or has no Strength to strike with."""
    return ids(_overhead(model).because) if model.stats.S else ()


def struck_with(model: Model, how: Situation) -> Use:
    """The strike of a model from above, at a vehicle on its side; no other rule of its own helps."""
    strike = _overhead(model).strike
    above = how.but(overhead=True, random=True, facing="side", snap=False, half=False)
    return Use(
        strike.weapon,
        strike.aloft if how.zooming else strike.hits,
        above,
        by=(weapons.bare(model), interned(Squad())),
    )


def strikes_of(models: tuple[Model, ...], mates: Squad, how: Situation) -> tuple[tuple[Armed, ...], str]:
    """The Vector Strikes of a unit, and why there are none."""
    able = [m for m in models if strike_of(m)]
    menu = tuple(Armed(m, mates, able.count(m), ((struck_with(m, how),),)) for m in dict.fromkeys(able))
    return menu, "" if menu else "nobody strikes from above"
