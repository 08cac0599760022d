"""Little made-up units and the odds of one against another, for the examples of rules and for tests."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import inf
from typing import Any

from ...common.odds import Odds, Question, answer, read_sets
from ...common.profiles import Kind, Model, Weapon, interned
from .profiles import Countermeasures, Stats, WeaponStats
from .rules.reading import read_rule
from .system import SYSTEM, cover


def squad(
    *weapons: Weapon,
    name: str = "Squad",
    type: str = "Vehicle",
    units: int = 1,
    A: int = 10,  # noqa: N803  statline keys are written as the book writes them
    DP: int = 1,  # noqa: N803
    CM: str = "-",  # noqa: N803
    F: int | None = None,  # noqa: N803
    MV: int = 4,  # noqa: N803
    rules: str = "",
    tags: tuple[str, ...] = (),
    slowest: int = 0,
    details: tuple[tuple[str, Any], ...] = (),
) -> Kind:
    """A squad of equal units; ``rules`` are the units' rules, separated by ``;``."""
    own = tuple(read_rule(text.strip()) for text in rules.split(";") if text.strip())
    stats = Stats(MV=MV, slowest=slowest, CM=Countermeasures.of(CM), A=A, DP=DP, F=F)
    model = interned(Model(name, stats, own, tuple(weapons)))
    kind = Kind("dropzone", name, type, tags, 10 * units, own, (model,) * units, (), details)
    return interned(kind)


def weapon(
    rules: str = "",
    name: str = "Gun",
    *,
    acc: int | None = 2,
    energy: int | None = 10,
    shots: int = 1,
    mf: int | None = None,
    full: float = inf,
    countered: float | None = None,
    cq: bool = False,
    arcs: tuple[str, ...] = ("F", "S", "R"),
) -> Weapon:
    """A weapon; ``rules`` are its rules, separated by ``;``."""
    own = tuple(read_rule(text.strip()) for text in rules.split(";") if text.strip())
    if cq:
        stats = WeaponStats(cq=True, shots=shots, energy=energy)
    else:
        near = full if countered is None else countered
        stats = WeaponStats(mf=mf, arcs=arcs, full=full, countered=near, shots=shots, acc=acc, energy=energy)
    return interned(Weapon(name, stats, own))


_ASKED = {f for f in Question.__struct_fields__ if f not in ("attacker", "target", "sets", "rulings")}
_ARMED = {"acc", "energy", "shots", "mf", "full", "countered"}


def duel(
    rules: str = "",
    *,
    unit: str = "",
    by: str = "",
    firers: int = 1,
    sets: Mapping[str, Any] | None = None,
    rulings: dict[str, str] | None = None,
    **more: Any,
) -> Odds:
    """The odds of a weapon with these rules against a unit with these (``unit``).

    ``by`` are rules of the firing unit, of which there are ``firers``. Further words are the weapon's (``acc``, ``energy``,
    ``shots``, …), the situation's (``melee``, ``cover``, …; ``sets`` as a mapping) and the target's statline.
    """
    asked = {k: more.pop(k) for k in list(more) if k in _ASKED}
    armed = {k: more.pop(k) for k in list(more) if k in _ARMED}
    gun = weapon(rules, cq=bool(asked.get("melee")), **armed)
    if more.get("type") == "Infantry":
        more.setdefault("F", 4)
    if "cover" in asked:
        asked["cover"] = cover(asked["cover"])
    firer = squad(gun, name="Firers", type="Infantry", F=4, DP=5, units=firers, rules=by)
    target = squad(name="Targets", rules=unit, **more)
    words = read_sets(SYSTEM, dict(sets or {}))
    return answer(
        SYSTEM, Question(attacker=firer, target=target, sets=words, rulings=SYSTEM.settled(rulings or {}), **asked)
    )


def expected(answer: Odds) -> Fraction:
    """The exact expected damage."""
    return Fraction(sum(points * w for points, w in answer.damage.items()), answer.damage.den)
