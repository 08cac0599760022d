"""Nothing that was acknowledged is lost when the program is killed; ``make soak`` kills two hundred rooms and a hundred servers."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("starlette")

from tests.web.kills import kill_once, kill_server


def test_what_was_acknowledged_survives_a_kill(tmp_path):
    rng = Random(1)
    assert sum(kill_once(tmp_path / "battle", f"k{k}", rng) for k in range(4)) >= 1


def test_what_a_server_acknowledged_survives_ten_kills(tmp_path):
    rng, battle = Random(2), {}
    assert sum(kill_server(tmp_path, battle, run, rng) for run in range(10)) >= 10
