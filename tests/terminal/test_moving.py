"""Moves at the keyboard: by compass, by place, model by model; what is refused says why and where it would do."""

import pytest

from .at_table import client, typed, until


def test_a_move_too_long_is_refused_with_the_inches_and_the_nearest_place_is_legal():
    at = client("usr")
    until(at, "Move which unit")
    until(at, "Where does")
    unit = at.ask.about[0]
    said = "\n".join(typed(at, "n 30"))
    assert "not legal" in said and "allowed" in said and "'near' goes there" in said
    before = at.room.session.table[unit].form.centre
    typed(at, "near")
    after = at.room.session.table[unit].form.centre
    assert after != before, "the unit has moved to the nearest legal place"


def test_a_unit_moves_as_far_as_is_said_towards_a_point_of_the_compass():
    at = client("usr", log="full")
    until(at, "Move which unit")
    until(at, "Where does")
    unit = at.ask.about[0]
    x, y = at.room.session.table[unit].form.centre
    assert any("legal" in line for line in typed(at, "try n 2"))
    assert at.room.session.table[unit].form.centre == (x, y), "trying moves nobody"
    typed(at, "n 2")
    assert at.room.session.table[unit].form.centre == pytest.approx((x, y + 2), abs=0.01)


def test_a_unit_may_be_moved_model_by_model():
    at = client("usr")
    until(at, "Move which unit")
    until(at, "Where does")
    unit = at.ask.about[0]
    start = at.room.session.table[unit].form.positions
    typed(at, "model 1 n 1")
    assert at.room.session.table[unit].form.positions == start, "nothing is moved before 'done'"
    typed(at, "drop", "model 1 n 0.5", "done")
    moved = at.room.session.table[unit].form.positions
    assert moved[0] == pytest.approx((start[0][0], start[0][1] + 0.5), abs=0.01) and moved[1:] == start[1:]


@pytest.mark.parametrize("system", ["usr", "void", "command"])
def test_a_unit_is_set_up_where_is_said_and_not_outside_its_zone(system):
    at = client(system)
    until(at, "Where does")
    unit = at.ask.about[0] if at.ask.about else None
    assert any("not legal" in line for line in typed(at, "to 24 40"))
    before = at.version
    assert not any("not legal" in line for line in typed(at, "to 24 6"))
    assert at.version > before
    if unit is not None:
        assert at.room.session.table[unit].form.centre == pytest.approx((24, 6), abs=2.0)
