"""Small units to show and test rules with: profiles of our own on a scale where a human soldier has 4 in all.

They are not official profiles of any army.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...common.odds import Odds, Question, answer, read_sets
from ...common.profiles import Kind, Model, Weapon, interned
from ...common.rules import Rule
from .profiles import Stats, WeaponStats
from .system import SYSTEM

_HUMAN = Stats(MV=4, AS=4, SH=4, ST=4, T=4, W=1, CD=4, SZ=2)
MODELS = {
    "line trooper": _HUMAN,
    "sergeant": replace(_HUMAN, AS=5, CD=6),
    "sniper": replace(_HUMAN, CD=5),
    "assault trooper": replace(_HUMAN, AS=5, ST=5, CD=5),
    "convict": replace(_HUMAN, SH=3, CD=3),
    "hero": replace(_HUMAN, AS=6, SH=6, ST=5, T=5, W=3, CD=7),
    "war beast": Stats(MV=6, AS=5, SH=4, ST=6, T=6, W=4, CD=4, SZ=4),
    "light tank": Stats(MV=8, AS=3, SH=4, ST=7, T=7, W=4, CD=6, SZ=4),
}
WEAPONS = {
    "rifle": WeaponStats(short=0, medium=-1, long=-2, dam=4),
    "pistol": WeaponStats(short=0, medium=-3, dam=4, hands=1),
    "machine gun": WeaponStats(short=0, medium=0, long=-1, extreme=-2, dam=5),
    "Sniper Rifle": WeaponStats(short=2, medium=1, long=1, extreme=0, dam=5, AP=1),
    "rocket launcher": WeaponStats(short=0, medium=0, long=0, extreme=-1, dam=8, dice=2, AP=4),
    "light flame thrower": WeaponStats(dam=4, template="flame", hands=1),
    "flame thrower": WeaponStats(dam=5, template="flame"),
    "mortar": WeaponStats(medium=0, long=0, extreme=0, dam=5, AP=1, template="blast", size=3, indirect=True),
    "targeting device": WeaponStats(short=1, medium=0, long=0, dam=None, dice=0),
    "Combat Blade": WeaponStats(dam=0, by_strength=True),
}


def weapon(name: str, *rules: Rule) -> Weapon:
    """One of ``WEAPONS`` with these rules."""
    return interned(Weapon(name, WEAPONS[name], rules))


def model(
    name: str, *rules: Rule, arms: tuple[Weapon | str, ...] = ("rifle", "Combat Blade"), role: str = "", **stats: int
) -> Model:
    """One of ``MODELS`` with these rules, weapons, role and changed numbers."""
    carried = tuple(weapon(w) if isinstance(w, str) else w for w in arms)
    return interned(Model(name, replace(MODELS[name], **stats), rules, carried, role=role))


def unit(*models: Model, n: int = 1, type: str = "Infantry", name: str = "") -> Kind:
    """A unit of these models, nearest the enemy first; ``n`` times each."""
    made = tuple(m for m in models for _ in range(n))
    return interned(Kind("void", name or models[0].name, type, models=made))


def trooper(*rules: Rule, n: int = 1, arms: tuple[Weapon | str, ...] = ("rifle", "Combat Blade"), **stats: Any) -> Kind:
    """A unit of ``n`` line troopers with these rules."""
    return unit(model("line trooper", *rules, arms=arms, **stats), n=n)


def ask(attacker: Kind, target: Kind, sets: tuple[str, ...] = (), **situation: Any) -> Odds:
    """The exact odds of one attack; ``sets`` as after ``--set``, the rest are fields of the question."""
    situation["rulings"] = SYSTEM.settled(situation.get("rulings", {}))
    return answer(SYSTEM, Question(attacker=attacker, target=target, sets=read_sets(SYSTEM, sets), **situation))
