"""Nothing that was acknowledged is lost when the program is killed. ``make soak`` does it two hundred times."""

from __future__ import annotations

from random import Random

from tests.web.kills import kill_once


def test_what_was_acknowledged_survives_a_kill(tmp_path):
    rng = Random(1)
    assert sum(kill_once(tmp_path / "battle", f"k{k}", rng) for k in range(4)) >= 1
