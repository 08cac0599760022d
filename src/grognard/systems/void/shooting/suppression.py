"""Suppressive fire: what a unit brings to bear instead of shooting, and the panic test it forces."""

from __future__ import annotations

from ....common.agreement import count_of
from ....common.profiles import Model, Weapon
from ....common.rules import id_of, voices
from ....kernel.asks import Procedure
from ....kernel.memo import memo
from ..circumstances import Circumstances
from ..moments import speaker
from ..nerve.checks import SUPPRESSION, Company, different, shock
from ..rulings import Terms
from ..weapons import gun_of

LONG = 2


def longest(weapon: Weapon) -> int:
    """The furthest range band a weapon reaches, -1 for a melee weapon."""
    reached = [i for i, modifier in enumerate(weapon.stats.bands) if modifier is not None]
    return max(reached, default=0 if weapon.stats.template else -1)


@memo(4096)
def furthest(members: tuple[Model, ...]) -> int:
    """The furthest range band that any weapon of the unit reaches, -1 without any ranged weapon."""
    return max([longest(w) for m in different(members) for w in m.weapons], default=-1)


@memo(8192)
def reach_of_arms(members: tuple[Model, ...], terms: Terms) -> float:
    """How far any weapon of the unit reaches, in inches; -1 without any ranged weapon."""
    band = furthest(members)
    return -1.0 if band < 0 else terms.bands[min(band, 3)]


@memo(4096)
def value_of(by: Model, band: int, names: tuple[str, ...] = ()) -> tuple[int, tuple[str, ...]]:
    """What one model adds to suppressive fire at a range band, and the rules that say so; 0 when it cannot.

    The target may be no further off than the weapon's longest band, nor than long range.
    """
    best: tuple[int, tuple[str, ...]] = (0, ())
    for weapon in by.weapons:
        if (names and weapon.name not in names) or band > min(longest(weapon), LONG):
            continue
        for holder in (weapon, by):
            for speak in voices(holder, "suppresses"):
                best = max(best, (speak(), (id_of(speaker(speak)),)))
    return best


@memo(4096)
def suppresses(members: tuple[Model, ...]) -> bool:
    """Whether anybody in a unit can lay suppressive fire at all."""
    return any(value_of(m, 0)[0] for m in different(members))


def beside(by: Model, gun: Weapon | None) -> tuple[str, ...]:
    """The names of the weapons of a crewman beside the gun; () where there is no gun."""
    return () if gun is None else tuple(w.name for w in by.weapons if w is not gun) or ("-",)


def fired(
    members: tuple[Model, ...], band: int, names: tuple[str, ...], moved: bool
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """What each model of a unit adds, as far as it adds anything, and the rules that say so.

    A mounted weapon team fires its gun, once and only when it has not moved, or its side arms, whichever adds more.
    """
    gun = gun_of(members)
    own = [value_of(m, band, names) for m in members]
    if gun is not None:
        own = [
            value_of(m, band, tuple(n for n in beside(m, gun) if not names or n in names) or ("-",)) for m in members
        ]
        loud = max((value_of(m, band, (gun.name,)) for m in members if not names or gun.name in names), default=(0, ()))
        if not moved and loud[0] > sum(n for n, _ in own):
            own = [loud]
    return tuple(n for n, _ in own if n), tuple(dict.fromkeys(i for _, said in own for i in said))


def modifier(wounds: int, sizes: tuple[int, ...], how: Circumstances, value: int) -> tuple[int, str]:
    """What is added to the panic test of a unit with so many wounds left under suppressive fire, and why.

    >>> modifier(8, (2,) * 8, Circumstances(band=1), 10)
    (-1, '8 wounds left, 1 band beyond short, less value 10')
    """
    large = max(0, max(sizes) - 2)  # the words say so, whatever size does to a roll to hit
    said = [f"{count_of(wounds, 'wound')} left"]
    if large:
        said.append(f"{large} for size {large + 2}")
    if how.band:
        said.append(f"{how.band} band{'s' * (how.band > 1)} beyond short")
    return wounds + large + how.band - value, ", ".join([*said, f"less value {value}"])


def suppressed(company: Company, added: int, why: str) -> Procedure:
    """The panic test that suppressive fire forces: "" when the unit stands, else what becomes of it."""
    return (yield from shock(company, SUPPRESSION, added, why))
