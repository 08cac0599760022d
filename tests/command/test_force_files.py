"""The page about force files says what is true: its example is read, and beyond its limits there is one clear error."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.errors import GrognardError
from grognard.muster.ref import resolve_force

PAGE = Path(__file__).parents[2] / "docs" / "command" / "force-files.md"
EXAMPLE = re.search(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.S)[1]


def read(tmp_path, *changes):
    text = EXAMPLE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "force.toml"
    path.write_text(text, "utf-8")
    return resolve_force(str(path))


def test_the_example_of_the_page_is_read(tmp_path):
    guard, walker = read(tmp_path).kinds
    assert (len(guard.models), guard.points, walker.type) == (5, 90, "Vehicle")
    assert walker.models[0].stats.Armor == (7, 6, 5)


@pytest.mark.parametrize(
    "old, new, what",
    [
        ("Move = 6", "Move = 61", "Move"),
        ("Resolve = 4", "Resolve = 7", "Resolve"),
        ("AV = 4", "AV = 0", "AV"),
        ("HP = 1", "HP = 61", "HP"),
        ("[7, 6, 5]", "[13, 6, 5]", "Armor"),
        ("[7, 6, 5]", "[7, 6]", "Armor"),
        ('type = "Vehicle"', 'type = "Infantry"', "Armor"),
        ('type = "Vehicle"', 'type = "Walker"', "Walker"),
        ("range = 36", "range = 1201", "range"),
        ("range = 36\n", "", "range"),
        ('type = "Melee"', 'type = "Melee"\nrange = 2', "range"),
        ('type = "Heavy"', 'type = "Scatter"', "type"),
        ("RoF = 2\nhit", "RoF = 101\nhit", "RoF"),
        ("hit = 1", "hit = 7", "hit"),
        ("count = 5", "count = 201", "count"),
        ("points = 90", "points = 100001", "points"),
    ],
)
def test_what_is_beyond_its_limits_is_one_clear_error(tmp_path, old, new, what):
    with pytest.raises(GrognardError) as error:
        read(tmp_path, (old, new))
    assert what in str(error.value) and "force.toml" in str(error.value)
