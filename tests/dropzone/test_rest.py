"""Units of a squad that cannot fire at what the others fire at may fire at something else."""

from __future__ import annotations

from grognard.systems.dropzone.events import SquadFired
from grognard.systems.dropzone.examples import weapon
from grognard.systems.dropzone.shooting import shoot_action, targeting

from .field import field, run
from .test_battle import tanks

SHORT = weapon(acc=2, energy=10, full=10.0)


def between(gun=SHORT, units=2):
    """Two tanks 2.5" apart: the left one reaches only the enemy on the left, the right one only that on the right."""
    return field(
        (tanks("Ours", units, gun), 0, 10, 10), (tanks("Left"), 1, 1, 10), (tanks("Right"), 1, 21.75, 10), distance=2.5
    )


def fired(t, faces, **picks):
    log = []
    run(t, shoot_action.shoot(t, 0), faces, picks=picks, log=log)
    return [(e.target, len(e.units)) for e in log if isinstance(e, SquadFired)]


def test_each_unit_fires_at_what_it_reaches():
    t = between()
    # to hit 2+, 10 against 13: 3+, for each of the two
    assert fired(t, [2, 3, 2, 3]) == [(1, 1), (2, 1)]
    assert not t[1].alive and not t[2].alive


def test_the_rest_may_hold_its_fire():
    t = between()
    assert fired(t, [2, 3], **{"the rest": ("hold fire", -1)}) == [(1, 1)]
    assert not t[1].alive and t[2].alive


def test_nobody_is_asked_when_all_can_fire_at_it():
    t = field((tanks("Ours", 2), 0, 10, 10), (tanks("Left"), 1, 1, 10), (tanks("Right"), 1, 21.75, 10), distance=2.5)
    assert fired(t, [1, 1]) == [(1, 2)]


def test_three_ways_when_it_comes_to_that():
    t = field(
        (tanks("Ours", 3, weapon(acc=2, energy=10, full=4.0)), 0, 10, 10),
        *((tanks(name, A=20), 1, x, 13.5) for name, x in (("A", 10.0), ("B", 12.5), ("C", 15.0))),
        distance=2.5,
    )  # 4.0 inches reach the one right ahead (3.5) and nobody else: 4.3 to the next
    assert fired(t, [1, 1, 1]) == [(1, 1), (2, 1), (3, 1)]


def test_a_limited_weapon_is_counted_for_each_unit():
    t = between(weapon("Limited-1", acc=2, energy=10, full=10.0))
    assert fired(t, [2, 3, 2, 3]) == [(1, 1), (2, 1)]  # two weapons, one use of each
    assert not t[1].alive and not t[2].alive
    t.change(0, effects=tuple(e for e in t[0].effects if e.what == "used"))  # the next round
    assert targeting.ready(t[0], 0) == ()


def test_a_unit_that_held_back_has_its_limited_use_left():
    t = between(weapon("Limited-1", acc=2, energy=10, full=10.0))
    assert fired(t, [2, 3], **{"the rest": ("hold fire", -1)}) == [(1, 1)]
    t.change(0, effects=tuple(e for e in t[0].effects if e.what == "used"))
    assert targeting.ready(t[0], 0) == (1,)
