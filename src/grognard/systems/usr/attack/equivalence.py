"""What counts of a model in an attack: models that differ in nothing else make one match-up, and are reckoned once.

A name, a base, the guns that are not fired and the marks of other turns change no die. What is left out here no rule asks for at
the moments of an attack; a test compares models of the sample forces by all that meets them.
"""

from __future__ import annotations

from ....common.profiles import Model, Weapon, interned
from ....common.rules import Rule, standing, takes
from ....kernel.memo import memo
from ..model_marks import Mark
from ..model_types import ModelType
from ..moments import UsrRule
from ..profiles import Stats

STRUCK = ("save", "unsaved", "suffers", "withstands")  # the moments at which rules of who is struck speak
STRIKING = tuple(  # and those of who strikes or fires
    name
    for name, moment in vars(UsrRule.moments).items()
    if callable(moment) and name not in STRUCK and (name in ("firing", "gunnery") or "attack" in takes(moment))
)


def _speaks(rule: Rule, moments: tuple[str, ...]) -> bool:
    return isinstance(rule, UsrRule) and rule.covers == "self" and any(hasattr(type(rule), m) for m in moments)


def _strikes(rule: Rule) -> bool:
    """Whether a rule on a model may count in its attacks: a mark counts when it says so."""
    if isinstance(rule, Mark):
        return rule.arms
    return isinstance(rule, ModelType) or _speaks(rule, STRIKING)


def speaks_of_attacks(rule: Rule) -> bool:
    """Whether a rule that covers a unit may count in the attacks of its models: a mark counts when it says so."""
    return rule.arms if isinstance(rule, Mark) else any(hasattr(type(rule), m) for m in STRIKING)


def _is_hurt(rule: Rule) -> bool:
    """Whether a rule on a model may count in attacks on it."""
    if isinstance(rule, Mark):
        return rule.guards and _speaks(rule, STRUCK)
    return isinstance(rule, ModelType) or _speaks(rule, STRUCK)


@memo(16384)
def striking(model: Model, melee: bool) -> Model:
    """What counts of a model that strikes or fires: skills, Strength, hull, what speaks for it alone, and who strikes its arms."""
    s = model.stats
    rules = tuple(rule for rule in standing(model) if _strikes(rule))
    weapons = model.weapons if melee else ()
    return interned(Model("", Stats(WS=s.WS, BS=s.BS, S=s.S, Front=s.Front), rules, weapons))


@memo(16384)
def firing(model: Model, guns: tuple[Weapon, ...]) -> Model:
    """What counts of a model when its fire is reckoned: the same with the guns that it may fire."""
    like, own = striking(model, False), any(not isinstance(gun.stats.S, int) for gun in guns)
    s = like.stats
    return interned(Model("", Stats(BS=s.BS, S=s.S if own else 0, Front=s.Front), like.rules, guns))


def fighting(model: Model) -> Model:
    """What counts of a model when its blows are reckoned: the same with its Attacks and Initiative."""
    s, weapons = model.stats, tuple(w for w in model.weapons if w.stats.melee or w.stats.type.kind == "Pistol")
    stats = Stats(WS=s.WS, BS=s.BS, S=s.S, I=s.I, A=s.A, Front=s.Front)
    return interned(Model("", stats, striking(model, True).rules, weapons))


@memo(16384)
def struck(model: Model, guns: tuple[Weapon, ...]) -> Model:
    """What counts of a model that is struck: what it is hurt through, and of a vehicle the guns that it has to lose."""
    s = model.stats
    rules = tuple(rule for rule in standing(model) if _is_hurt(rule))
    stats = Stats(T=s.T, W=s.W, Sv=s.Sv, Inv=s.Inv, Front=s.Front, Side=s.Side, Rear=s.Rear, HP=s.HP)
    return interned(Model("", stats, rules, guns if s.armoured else ()))
