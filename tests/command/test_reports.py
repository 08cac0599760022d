"""What a report says of a battle of the Command Token game sounds like a player."""

from __future__ import annotations

import pytest

from grognard.systems.command.aftermath import corrode
from grognard.systems.command.moments import CORROSIVE
from grognard.systems.command.target import Toll
from grognard.systems.command.trial import kind

from .playing import Field


@pytest.mark.rule("command:corrosive")
@pytest.mark.parametrize(
    ("armor", "said"),
    [
        (None, "is corroded: its Resolve is 1 less, 3 at least, until the end of the turn"),
        ((5, 4, 3), "is corroded: its rear armor is 1 less, 3 at least, until the end of the turn"),
    ],
)
def test_what_is_corroded_is_said_with_what_is_less(armor, said):
    f = Field([(kind("Ours", models=1), 20, 20)], [(kind("Theirs", models=1, armor=armor), 20, 30)])
    f.run(corrode(f.table, 1, Toll(f[1].wounds, marks=frozenset({CORROSIVE})), "rear" if armor else "front", ()))
    assert f.told()[-1] == f"Theirs {said}"
