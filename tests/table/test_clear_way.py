"""Ways that the boxes alone show to be free, and formations put down: what is found quickly is what is judged."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from grognard.common.deploy import Places
from grognard.table.collision import clear_to_turn, clear_way, neighbours
from grognard.table.geometry import Footprint, Formation, boxes_within
from grognard.table.moves import Moves
from grognard.table.paths import MovementMode
from grognard.table.space import Placing
from grognard.table.state import Muster
from grognard.table.terrain import Ground, Piece, rectangle

on_the_lattice = st.integers(0, 40 << 10).map(lambda n: n / 1024)
positions = st.tuples(on_the_lattice, on_the_lattice)
BASES = st.sampled_from((Footprint("round", 0.5, 0.5), Footprint("round", 1.0, 1.0), Footprint("hull", 2.0, 1.25)))


def piece(x: float, y: float, *properties: str) -> Piece:
    return Piece(" ".join(properties), rectangle(x, y, x + 6.0, y + 5.0), 2.0, properties)


@given(
    positions,
    positions,
    BASES,
    st.lists(st.tuples(positions, BASES), max_size=4),
    positions,
    st.booleans(),
    st.booleans(),
)
def test_a_way_that_the_boxes_show_to_be_free_is_legal(at, to, base, others, wall, turn, hidden) -> None:
    """Where ``toward`` takes the short way the full judgement finds nothing, and it goes as far as the full judgement would."""
    ground = Ground(40.0, 40.0, (piece(*wall, "impassable"), piece(wall[1], wall[0], "difficult")))
    enemies = [(i, Formation((position,), (foe,))) for i, (position, foe) in enumerate(others)]
    mode = MovementMode(slow=() if hidden else ("difficult",))
    moves = Moves(ground, Formation((at,), (base,)), 8.0, (), enemies, mode, turn=turn)
    form = moves.toward(*to)
    strict = Moves(ground, moves.form, 8.0, (), enemies, mode, turn=turn)
    farthest = None
    for share in (1.0, 0.5, 0.25):
        dx, dy = strict.step(*to, share)
        tried = strict.form.shifted(dx, dy).faced(dx, dy) if turn else strict.form.shifted(dx, dy)
        if (dx or dy) and not strict.why_not(tried):
            farthest = tried
            break
    assert (form is None) == (farthest is None)
    assert form is None or farthest is None or form.plain() == farthest.plain()


@given(positions, positions, st.lists(st.tuples(positions, BASES), max_size=4))
def test_a_clear_way_meets_nothing_that_bars_it(at, to, others) -> None:
    start, end = Formation((at,), (Footprint("round", 1.0, 1.0),)), Formation((to,), (Footprint("round", 1.0, 1.0),))
    bars = [(None, f, 1.0, f.box) for f in (Formation((position,), (base,)) for position, base in others)]
    a, b = start.box, end.box
    swept = (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
    on_it = b[0] >= 0 and b[1] >= 0 and b[2] <= 40 and b[3] <= 40
    met = any(boxes_within(box, swept, apart) for _, _, apart, box in bars)
    assert clear_way(a, b, (40.0, 40.0), (), [], bars) == (on_it and not met)
    near = any(boxes_within(box, b, apart) for _, _, apart, box in bars)
    assert clear_to_turn(b, neighbours([(None, f, apart) for _, f, apart, _ in bars])) == (not near)


@given(st.lists(st.tuples(positions, BASES), max_size=4), positions, positions, st.integers(1, 8), BASES)
def test_a_unit_is_put_down_where_it_may_stand(others, at, wall, models, base) -> None:
    """In a zone that is a rectangle and in one that is not; and what ``any`` has found is what is found round the point."""
    ground = Ground(40.0, 40.0, (piece(*wall, "impassable"),))
    enemies = [(i, Formation((position,), (foe,))) for i, (position, foe) in enumerate(others)]
    for zone in (None, rectangle(0.0, 0.0, 40.0, 12.0), ((0.0, 0.0), (40.0, 0.0), (30.0, 20.0))):
        room = Placing(ground, (), enemies, zone=zone)
        form = room.deploy((base,) * models, *at)
        assert form is None or not room.why_not(form)
        places = Places(room, (base,) * models, (at, (5.0, 5.0)), (0.0, 1.0))
        if places.any():
            again = Places(room, (base,) * models, (at, (5.0, 5.0)), (0.0, 1.0))
            drawn, other = places.draw(Random(1)), again.draw(Random(1))
            assert drawn is not None and other is not None and drawn.plain() == other.plain()


def test_what_is_known_of_a_muster_is_asked_of_each_model_once() -> None:
    asked: list[int] = []
    muster = Muster()
    muster.enlist((1, 3, 3))

    def even(n: int) -> bool:
        asked.append(n)
        return n % 2 == 0

    assert not muster.anyone(even)
    muster.enlist((3,))
    assert not muster.anyone(even)
    muster.enlist((3, 4))
    assert muster.anyone(even)
    assert asked == [1, 3, 4]
