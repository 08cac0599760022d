"""Golden playthroughs: whole battles that must come out the same for ever, and that show every rule at work."""

from __future__ import annotations

import pytest

from grognard import systems
from grognard.common import battle

from .make import HERE, shown, wanted

GOLDENS = sorted(HERE.glob("*-*.json"))


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_a_golden_is_derived_again_with_its_digest(path):
    session, same = battle.replay(path)
    assert session.over
    assert same, f"{path.name} comes out otherwise; if that is meant, make the goldens anew and say why"


@pytest.mark.parametrize("system", systems.NAMES)
def test_every_executable_rule_is_at_work_in_some_golden(system):
    seen: set[str] = set()
    for path in HERE.glob(f"{system}-*.json"):
        seen |= shown(battle.replay(path)[0])
    assert wanted(system) <= seen, f"never at work: {sorted(wanted(system) - seen)}"
