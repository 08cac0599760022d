"""The three volleys that are timed, as a game system of the smallest kind and as peers would write them.

The system exists so that the volleys go the whole public way: units with rules, a question, a plan with its reasons.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct

import grognard
from grognard import systems
from grognard.common import odds as odds_module
from grognard.common.building import Building, Built
from grognard.common.odds import Odds, Outcome, Plan, Question
from grognard.common.profiles import Kind, Model, Weapon, interned
from grognard.common.rules import Rule, reader, voices
from grognard.common.schema import Schema
from grognard.common.system import System
from grognard.kernel import Each, Fold, Procedure, Roll, Test, d3
from grognard.kernel.memo import memo


class Gun(Struct, frozen=True):
    """A weapon: shots, what it needs to hit and to wound, and whether a wound costs D3."""

    shots: int = 10
    hit: int = 3
    wound: int = 4
    d3: bool = False


class Body(Struct, frozen=True):
    """A model: wounds and save."""

    W: int = 1
    save: int = 5


class Moments:
    """Where the rules of the volleys speak."""

    def to_hit(self, test: Any) -> None:
        """The roll to hit."""

    def unsaved(self, test: Any) -> None:
        """The roll that may ignore a wound."""


class VolleyRule(Rule, frozen=True):
    """A rule of the volleys."""

    system = "volleys"
    moments = Moments


class Aimed(VolleyRule, frozen=True):
    """Ones to hit are thrown again."""

    spellings = ("Aimed",)
    on = ("weapon",)

    def to_hit(self, test: Any) -> None:
        test.reroll("ones", self)


class Tough(VolleyRule, frozen=True):
    """An unsaved wound is ignored on so much or more."""

    spellings = ("Tough",)
    on = ("model",)
    needs: int

    def unsaved(self, test: Any) -> None:
        test.offer(self.needs, self, "ignores the wound")


class Volley(Struct, frozen=True):
    """The tests of one shot."""

    hit: Built
    wound: Built
    save: Built
    ignore: Built | None
    damage: Test | None


def one_shot(volley: Volley) -> Procedure:
    """The wounds that one shot costs."""
    if not (yield Roll(volley.hit.test)) or not (yield Roll(volley.wound.test)):
        return 0
    if (yield Roll(volley.save.test)):
        return 0
    if volley.ignore is not None and (yield Roll(volley.ignore.test)):
        return 0
    return 1 if volley.damage is None else (yield Roll(volley.damage))


def volley_of_ones(volley: Volley, shots: int, models: int) -> Procedure:
    """(models slain, wounds on the next): one wound a shot, one wound a model."""
    wounds = yield Each(one_shot, (volley,), shots)
    return min(wounds, models), 0


class Falls(Struct, frozen=True):
    """The target after so much damage of one shot: what is over the model's wounds is lost."""

    wounds: int
    models: int

    def __call__(self, state: tuple[int, int], damage: int) -> tuple[int, int]:
        slain, hurt = state
        if not damage or slain == self.models:
            return state
        return (slain + 1, 0) if hurt + damage >= self.wounds else (slain, hurt + damage)


def volley_in_line(volley: Volley, shots: int, wounds: int, models: int) -> Procedure:
    """(models slain, wounds on the next), shot by shot."""
    return (yield Fold(one_shot, (0, 0), shots, (volley,), Falls(wounds, models)))


@memo(256)
def match(weapon: Weapon, model: Model) -> Volley:
    """The tests of a weapon against a model, with every rule heard."""
    gun, body = weapon.stats, model.stats
    hit = Building("to hit", gun.hit)
    for speak in voices(weapon, "to_hit"):
        speak(hit)
    wound, save = Building("to wound", gun.wound), Building("save", body.save)
    ignore = Building("ignore", None, fails=(1,))
    for speak in voices(model, "unsaved"):
        speak(ignore)
    return Volley(
        hit.done(), wound.done(), save.done(), ignore.done() if ignore.needed else None, d3() if gun.d3 else None
    )


def plan(question: Question) -> Plan:
    """The attack of the first model's first weapon."""
    weapon, model = question.attacker.models[0].weapons[0], question.target.models[0]
    volley, models, wounds = match(weapon, model), len(question.target.models), model.stats.W
    tests = [t for t in (volley.hit, volley.wound, volley.save, volley.ignore) if t is not None]
    args: tuple[Any, ...] = (volley, weapon.stats.shots, models)
    procedure: Any = volley_of_ones
    if wounds > 1 or weapon.stats.d3:
        procedure, args = volley_in_line, (volley, weapon.stats.shots, wounds, models)

    def read(state: tuple[int, int]) -> Outcome:
        slain, hurt = state
        return Outcome(slain, slain * wounds + hurt, slain == models)

    return Plan(procedure=procedure, args=args, read=read, steps=tuple(odds_module.step(t, weapon.name) for t in tests))


RULES = (Aimed, Tough)
NAMES = ("Aimed", "Tough")
READ = reader("volleys", RULES, NAMES)
SCHEMA = Schema("volleys", Body, Gun, (), (), (), READ)
SYSTEM = System("volleys", "Volleys", RULES, NAMES, READ, SCHEMA, (), (), plan, lambda model: int(model.stats.W))
systems.HOUSED["volleys"] = SYSTEM


def unit(name: str, models: int, body: Body, gun: Gun | None = None, on_gun: str = "", on_model: str = "") -> Kind:
    """A unit of equal models; rules by name."""
    arms = () if gun is None else (interned(Weapon("gun", gun, (READ(on_gun),) if on_gun else ())),)
    model = interned(Model(name, body, (READ(on_model),) if on_model else (), arms))
    return interned(Kind("volleys", name, "Infantry", models=(model,) * models))


ATTACKERS = {
    10: unit("ten shots", 1, Body(), Gun(10, 3, 4), on_gun="Aimed"),
    40: unit("forty shots", 1, Body(), Gun(40, 4, 3, True)),
    120: unit("120 shots", 1, Body(), Gun(120, 4, 3, True)),
}
TARGETS = {
    10: unit("ten tough ones", 10, Body(1, 5), on_model="Tough 5+"),
    40: unit("twenty of two wounds", 20, Body(2, 5)),
    120: unit("twenty of two wounds", 20, Body(2, 5)),
}


def ours(shots: int) -> Odds:
    """The answer of the public interface."""
    return grognard.odds(ATTACKERS[shots], TARGETS[shots])


# --- peers, each as its own manual would have it ----------------------------------------------------------------------


def icepool_slain(shots: int) -> dict[int, Fraction]:
    """The law of models slain, by icepool."""
    import icepool
    from icepool import d6

    if shots == 10:
        hit = d6.reroll([1], depth=1) >= 3
        one = (hit & (d6 >= 4) & (d6 < 5) & (d6 < 5)).map({True: 1, False: 0})
        die = shots @ one
    else:
        damage = icepool.map(lambda hurt, d: d if hurt else 0, (d6 >= 4) & (d6 >= 3) & (d6 < 5), icepool.d3)

        def falls(state: tuple[int, int], d: int) -> tuple[int, int]:
            slain, hurt = state
            if not d or slain == 20:
                return state
            return (slain + 1, 0) if hurt + d >= 2 else (slain, hurt + d)

        die = icepool.Die([(0, 0)]).map(falls, damage, repeat=shots).map(lambda state: state[0])
    return {int(o): Fraction(die.probability(o)) for o in die.outcomes()}


def dyce_slain(shots: int) -> dict[int, Fraction]:
    """The law of models slain, by a loop over dyce's dice with the state packed into one number (2 slain + hurt)."""
    from dyce import H

    d6 = H(6)
    hurt = d6.ge(4) * d6.ge(3) * d6.lt(5)
    damage = hurt * H({1: 1, 2: 1, 3: 1})
    faces = [(int(d), int(n)) for d, n in damage.items()]
    state = {0: 1}
    for _ in range(shots):
        after: dict[int, int] = {}
        for packed, weight in state.items():
            for d, n in faces:
                if not d or packed == 40:
                    new = packed
                elif d == 1:
                    new = packed + 1
                else:
                    new = (packed // 2 + 1) * 2
                after[new] = after.get(new, 0) + weight * n
        state = after
    total = sum(state.values())
    slain: dict[int, int] = {}
    for packed, weight in state.items():
        slain[packed // 2] = slain.get(packed // 2, 0) + weight
    return {k: Fraction(w, total) for k, w in slain.items()}
