"""A weapon tried out on a plain target: what the examples in the rules' own descriptions are worked with."""

from __future__ import annotations

from typing import Any

from ...common.odds import Odds, Question, answer
from ...common.profiles import Kind, Model, Weapon, interned
from ...common.schema import Count
from ...kernel.law import Law
from .profiles import Stats, WeaponStats
from .system import SYSTEM


def kind(
    name: str = "Targets",
    rules: str = "",
    models: int = 10,
    weapons: tuple[Weapon, ...] = (),
    resolve: int = 4,
    hp: int = 1,
    av: int = 4,
    move: int = 6,
    armor: tuple[int, int, int] | None = None,
) -> Kind:
    """A unit of equal models. ``rules`` are written with commas."""
    given = read(rules)
    model = interned(Model(name, Stats(move, resolve, av, hp, armor), given, weapons))
    type = "Infantry" if armor is None else "Vehicle"
    return Kind("command", name, type, rules=given, models=(model,) * models)


def gun(
    rules: str = "", rate: int | str = 1, hit: int = 0, type: str = "Standard", range: int = 24, name: str = "Gun"
) -> Weapon:
    """A weapon; ``rules`` are written with commas."""
    stats = WeaponStats(0 if type == "Melee" else range, type, Count.of(rate), hit)
    return interned(Weapon(name, stats, read(rules)))


def read(rules: str) -> tuple[Any, ...]:
    """Rules written with commas."""
    return tuple(SYSTEM.read_rule(text.strip()) for text in rules.split(",") if text.strip())


def ask(attacker: Kind, target: Kind, **situation: Any) -> Odds:
    """The exact odds; words that are no option of the question are circumstances, written with _ for -."""
    options = {k: situation.pop(k) for k in list(situation) if k in Question.__struct_fields__}
    rulings = SYSTEM.settled(options.pop("rulings", {}))
    sets = {k.replace("_", "-"): v for k, v in situation.items()}
    return answer(SYSTEM, Question(attacker=attacker, target=target, sets=sets, rulings=rulings, **options))


def odds(
    weapon: str = "",
    unit: str = "",
    target: str = "",
    *,
    rate: int | str = 1,
    hit: int = 0,
    type: str = "Standard",
    resolve: int = 4,
    hp: int = 1,
    models: int | None = None,
    guns: int = 1,
    av: int = 4,
    armor: tuple[int, int, int] | None = None,
    **situation: Any,
) -> Odds:
    """One weapon with these rules (``guns`` of them) in a unit with those, against ten models, in the open, under a Shoot token."""
    by = kind("Trial", unit, guns, (gun(weapon, rate, hit, type),), av=av)
    return ask(by, kind(rules=target, models=models or 10, resolve=resolve, hp=hp, armor=armor), **situation)


def law(weapon: str = "", unit: str = "", target: str = "", **how: Any) -> Law:
    """The law of the Points of Damage."""
    return odds(weapon, unit, target, **how).damage


def other(what: str, weapon: str = "", unit: str = "", target: str = "", **how: Any) -> Any:
    """What else may come of it."""
    return odds(weapon, unit, target, **how).other[what]
