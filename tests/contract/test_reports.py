"""What a report says first: who is against whom, the setting up, then the rounds."""

from __future__ import annotations

import re

import pytest

from grognard import battles, systems


@pytest.mark.parametrize("system", systems.NAMES)
def test_a_round_begins_with_a_heading_and_after_all_have_been_set_up(system: str) -> None:
    fought = battles.fight(battles.setup(f"{system}/A", f"{system}/B", seed=3, rounds=2, bots=("random",)))
    lines = fought.report("full")
    starts = [k for k, line in enumerate(lines) if line.startswith("Round ")]
    assert [lines[k] for k in starts] == ["Round 1", "Round 2"]
    for k in starts:
        assert lines[k - 1] == "" and lines[k + 1].startswith("  ") and not lines[k + 1].startswith("   ")
    assert any(
        re.fullmatch(r" +.+: deployed at \(\d+\.\d, \d+\.\d\)", line.split("  [")[0]) for line in lines[: starts[0]]
    )
