"""The number of lines from reference positions, and their total weight."""

from __future__ import annotations

import json

import pytest

from .positions import COUNTS, counted, names


@pytest.mark.parametrize("name", names())
def test_lines_from_a_reference_position(name):
    lines = counted(name)  # it checks that weights add up to 1
    assert len(lines) >= 2
    assert lines == json.loads(COUNTS.read_text("utf-8"))[name]
