"""An attack counted in parts is the attack counted at once."""

from __future__ import annotations

import pytest

from grognard import systems
from grognard.common.odds.answering import added_up
from grognard.kernel import exact

from .test_play_is_exact import plans


@pytest.mark.parametrize("system", systems.NAMES)
def test_parts_together_are_the_whole(system):
    for plan in plans(system):
        whole = added_up(exact(plan.procedure, plan.args), plan.read)
        told = set()
        for part in plan.parts:
            counted = added_up(exact(plan.procedure, part.args), plan.read)
            assert all(counted[key] == whole[key] for key in ("slain", "damage", "destroyed"))
            assert all(counted["other"][name] == whole["other"][name] for name in part.names)
            told.update(part.names)
        for name in set(whole["other"]) - told if plan.parts else ():
            first = added_up(exact(plan.procedure, plan.parts[0].args), plan.read)
            assert first["other"][name] == whole["other"][name]
