"""The server may be killed at any moment: no pick that it acknowledged is lost. ``make soak`` does it a hundred times."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("starlette")

from tests.web.served import kill_once


def test_what_the_server_acknowledged_survives_ten_kills(tmp_path):
    rng, battle = Random(2), {}
    assert sum(kill_once(tmp_path, battle, run, rng) for run in range(10)) >= 10
