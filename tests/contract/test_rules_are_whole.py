"""A rule is stated whole in its room: outside ``rules/`` (and ``cards/``) nobody tests which rule it is.

Data may name rules (a weapon that a rule leaves behind bears some, a unit type brings some); ids may be told in reports. What is
found here is a test: ``isinstance`` or ``bearing`` of a rule's class, a comparison with its slug, or a word compared that is the
name of a rule and not also the name of something else.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from grognard import systems

ROOT = Path(systems.__file__).parent
ROOMS = ("rules", "cards")
ASKS = ("isinstance", "issubclass", "bearing", "any_of", "all_of", "highest_of", "bears")
# Words that are compared and happen to be called like a rule, each with what it is there.
NAMES = {
    "command": {
        "reckless": "a circumstance of odds, and a question to the player",
        "corrosive": "a word that a hit leaves",
    },
    "void": {
        "prone": "a state of a model on the table, and a circumstance of odds",
        "dodge": "a question to the owner of a point of damage",
        "sniper": "a question to the player, and its command check",
    },
    "dropzone": {
        "cover": "a circumstance of odds",
        "Cover": "a step of an explanation",
        "focus": "a circumstance of odds",
        "Large": "a size of units, as a list writes it",
        "P": "the power of a weapon in its profile",
        "devastator": "a ruling",
        "destroyer": "a ruling",
    },
    "usr": {
        "jink": "a question to the player, and its answer",
        "force": "a circumstance of odds",
        "vector-strike": "a circumstance of odds",
        "pinning": "a mark that a wound leaves on a unit, and the kind of a Leadership test",
        "fear": "a kind of Leadership test",
        "blind": "a mark that a hit leaves on a unit",
        "blast": "a way to fire a weapon that may be supercharged",
        "stealth": "a kind of bonus to cover that counts once, which the dark gives too",
        "outflank": "a way to come from reserve, and a ruling",
        "infiltrate": "a way to be set up",
        "vortex": "a kind of marker",
        "lance": "a word in the name of a weapon in force files",
    },
}


def modules(system: str) -> list[tuple[str, ast.Module]]:
    """The modules of a system outside the rooms of its rules."""
    folder = ROOT / system
    return [
        (str(path.relative_to(folder)), ast.parse(path.read_text("utf-8")))
        for path in sorted(folder.rglob("*.py"))
        if path.relative_to(folder).parts[0] not in (*ROOMS, "system.py")
    ]


def asked_of_classes(system: str) -> list[str]:
    """Where it is asked of something whether it is a rule of some class, or what its class is called."""
    classes = {rule.__name__ for rule in systems.get(system).rules}
    found = []
    for name, tree in modules(system):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ASKS:
                asked = {n.id for arg in node.args for n in ast.walk(arg) if isinstance(n, ast.Name)} & classes
                found += [f"{name}:{node.lineno} {one}" for one in sorted(asked)]
            elif isinstance(node, ast.Compare):
                parts = (node.left, *node.comparators)
                asked = {n.id for part in parts for n in ast.walk(part) if isinstance(n, ast.Name)} & classes
                called = [n for part in parts for n in ast.walk(part) if getattr(n, "attr", "") == "__name__"]
                found += [f"{name}:{node.lineno} {one}" for one in (*sorted(asked), *(["__name__"] if called else ()))]
    return found


def asked_of_slugs(system: str) -> list[str]:
    """Where a rule's slug is compared with something."""
    return [
        f"{name}:{node.lineno}"
        for name, tree in modules(system)
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        and any(isinstance(n, ast.Attribute) and n.attr == "slug" for n in (node.left, *node.comparators))
        and not any(isinstance(n, ast.Attribute) for n in node.comparators)
    ]


def asked_of_words(system: str) -> list[str]:
    """Where a word is compared that is the name of a rule and of nothing else."""
    rules = systems.get(system).rules
    words = {rule.slug for rule in rules} | {spelling for rule in rules for spelling in rule.spellings}
    known = words - NAMES[system].keys()
    return [
        f"{name}:{node.lineno} {n.value!r}"
        for name, tree in modules(system)
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        for part in (node.left, *node.comparators)
        for n in (part, *getattr(part, "elts", ()))
        if isinstance(n, ast.Constant) and n.value in known
    ]


@pytest.mark.parametrize("system", systems.NAMES)
def test_nobody_asks_for_the_class_of_a_rule(system):
    assert asked_of_classes(system) == []


@pytest.mark.parametrize("system", systems.NAMES)
def test_nobody_compares_the_slug_of_a_rule(system):
    assert asked_of_slugs(system) == []


@pytest.mark.parametrize("system", systems.NAMES)
def test_nobody_compares_the_name_of_a_rule(system):
    assert asked_of_words(system) == []


@pytest.mark.parametrize("system", systems.NAMES)
def test_the_words_that_stand_for_something_else_are_names_of_rules(system):
    rules = systems.get(system).rules
    words = {rule.slug for rule in rules} | {spelling for rule in rules for spelling in rule.spellings}
    assert NAMES[system].keys() <= words and all(NAMES[system].values())
