"""Fire at a Commander's unit: his player may move it to other units of the squad, after it is declared and before any die.

Dropzone Commander 2.2.0, Command: Shooting at Commanders: to a unit that the same weapon could have been aimed at, and to none
that is Hull Down unless the Commander's own unit is. Close quarters are aimed at a squad and crashes at nobody: neither can be
moved.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ....common import saying
from ....common.attack import fallen
from ....common.rules import voices
from ....kernel.asks import Choose, Fold, Procedure, Stage
from ..attack import BOTH, COUNTS, POINTS, Strike, Volley, strike
from ..matchup import Match
from .declaration import TargetUnits, grouped

Elsewhere: TypeAlias = tuple[tuple[int, str, Volley], ...]  # the units that may take a use instead: place, name, volley


class ShotAtCommander(Struct, frozen=True, cache_hash=True):
    """One use of a weapon at a Commander's unit, which is called ``name``, and where it may go instead."""

    volley: Volley
    name: str
    elsewhere: Elsewhere


def use(volley: Volley, name: str, others: Elsewhere) -> ShotAtCommander:
    """A use with those of the other units that may take it: none that is Hull Down when the Commander's is not."""
    return ShotAtCommander(
        volley, name, tuple([o for o in others if hull_down(volley.match) or not hull_down(o[2].match)])
    )


def hull_down(m: Match) -> bool:
    """Whether the unit aimed at is Hull Down, whatever the weapon makes of it."""
    never = [word for speak in voices(m.shot.target, "never") for word in speak(m.shot)]
    return "hull-down" in m.shot.now.cover and "hull-down" not in never


def shielded(uses: tuple[ShotAtCommander, ...], player: int, about: object = None) -> Procedure:
    """For each use the place of the unit that takes it instead of the Commander's, or -1: the player of the squad says.

    Uses that are alike are asked about together: a single one for the unit that takes it, several for how many each unit takes.
    """
    taken = [-1] * len(uses)
    for one in dict.fromkeys(uses):
        alike = [k for k, other in enumerate(uses) if other == one]
        weapon = one.volley.match.shot.weapon.name
        if len(alike) == 1 and one.elsewhere:
            names = {one.name: -1, **{name: place for place, name, _ in one.elsewhere}}
            question = f"which unit takes {weapon} in place of the Commander's?"
            taken[alike[0]] = names[(yield Choose(player, question, tuple(names), one.name, about))]
            continue
        for place, name, _ in one.elsewhere:
            if alike:
                question = f"how many of {len(alike)} volleys of {weapon} at the Commander does {name} take?"
                n = yield Choose(
                    player, question, tuple(range(len(alike) + 1)), 0, about, saying.count("volley", "volleys", "none")
                )
                for k in alike[:n]:
                    taken[k] = place
                alike = alike[n:]
    return tuple(taken)


# --- as odds asks it --------------------------------------------------------------------------------------------------


class GuardedAttack(Struct, frozen=True):
    """An attack on a squad with Commanders: the volleys, and for each at a Commander's unit where it may go instead.

    ``led``: the places of the units with a Commander. ``apart``: what is lost and what is counted as two laws (``attack_apart``).
    """

    at: TargetUnits
    volleys: tuple[Volley, ...]
    uses: tuple[ShotAtCommander | None, ...]
    led: tuple[int, ...]
    apart: bool = False


def guarded(g: GuardedAttack) -> Procedure:
    """A whole attack: (units destroyed, Damage Points lost, criticals, tokens, Commanders lost)."""
    parts = yield from _declared(g)
    if not g.apart:
        return (yield Fold(_added, (0, 0, 0, 0, 0), parts, (BOTH,)))
    slain, damage, _, _, lost = yield Fold(_added, (0, 0, 0, 0, 0), parts, (POINTS,))
    _, _, criticals, tokens, _ = yield Fold(_added, (0, 0, 0, 0, 0), parts, (COUNTS,))
    return slain, damage, criticals, tokens, lost


def leaving(g: GuardedAttack) -> Procedure:
    """A whole attack: the Damage Points that each unit of the squad has left."""
    aimed = yield from _declared(g)
    return (yield Fold(_leaving, g.at.left, tuple([(s, members) for s, members, _ in aimed])))


def _leaving(left: tuple[int, ...], part: tuple[Strike, tuple[int, ...]]) -> Procedure:
    s, members = part
    points, *_ = yield Stage(strike, (replace(s, keeps=POINTS),))
    after = dict(zip(members, points, strict=True))
    return tuple([after.get(i, was) for i, was in enumerate(left)])


def _declared(g: GuardedAttack) -> Procedure:
    """The strikes when the target's player has moved fire: each with the units it is at and the Commanders among them."""
    volleys = list(g.volleys)
    own = [k for k, one in enumerate(g.uses) if one is not None]
    asked = tuple([one for one in g.uses if one is not None])
    for k, one, place in zip(own, asked, (yield from shielded(asked, 1)), strict=True):
        if place >= 0:
            volleys[k] = next(volley for at, _, volley in one.elsewhere if at == place)
    return tuple([(s, m, tuple([k for k, i in enumerate(m) if i in g.led])) for s, m in grouped(volleys, g.at)])


def _added(so_far: tuple[int, ...], part: tuple[Strike, tuple[int, ...], tuple[int, ...]], keeps: str) -> Procedure:
    s, _, led = part
    left, criticals, tokens = yield Stage(strike, (replace(s, keeps=keeps),))
    slain = fallen(s.left, left)
    done = (sum(slain), sum(s.left) - sum(left), criticals, tokens, sum([slain[k] for k in led]))
    return tuple([a + b for a, b in zip(so_far, done, strict=True)])
