"""The registry as the generic tests read it: systems, their executable rules, and what their own tests offer."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from grognard import systems
from grognard.common import rules
from grognard.common.rules import Rule, id_of
from grognard.common.system import System


def all_systems() -> list[System]:
    return [systems.get(name) for name in systems.NAMES]


def executable() -> list[type[Rule]]:
    """Every rule that a class states, in the order of the published lists."""
    return [entry.rule for system in all_systems() for entry in system.entries() if entry.rule is not None]


def system_of(rule: type[Rule]) -> System:
    return systems.get(rule.system)


def example(rule: type[Rule]) -> Rule:
    """The rule as a force file writes it."""
    return system_of(rule).read_rule(rule.example or rule.spellings[0])


def scenes(system: str) -> Any:
    """What ``tests/<system>/scenes.py`` offers: SCENES and GRID."""
    return import_module(f"tests.{system}.scenes")


class switched_off:  # noqa: N801  reads as a phrase: with switched_off(rule)
    """Inside, the rule speaks nowhere."""

    def __init__(self, rule: type[Rule]) -> None:
        self.id = id_of(rule)

    def __enter__(self) -> None:
        self.before = set(rules.OFF)
        rules.OFF.add(self.id)
        rules.forget()

    def __exit__(self, *_: object) -> None:
        rules.OFF.clear()
        rules.OFF.update(self.before)
        rules.forget()
