"""What destroyed vehicles leave on the table, and how those aboard get clear of it."""

from __future__ import annotations

import pytest

from grognard.common.profiles import Base
from grognard.systems.usr import line_of_sight
from grognard.systems.usr.combat import charge
from grognard.systems.usr.condition import AIRBORNE, IMMOBILISED
from grognard.systems.usr.examples import model, shooter, unit
from grognard.systems.usr.harm import struck_by
from grognard.systems.usr.shooting import shooting
from grognard.systems.usr.vehicles.destruction import destroyed
from tests.usr.carrying import aboard, carrier, mark
from tests.usr.field import act, field

SQUAD = unit(model(name="Man"), name="Squad", count=3)
MAN = unit(model(name="Man"), name="Man")
FOE = unit(model(name="Foe"), name="Foe", count=3)
HULL = model(name="Cart", Front=10, Side=10, Rear=10, HP=2, base=Base("hull", 102, 76))
CART = unit(HULL, name="Cart", type="Vehicle")
CARTS = unit(HULL, HULL, name="Carts", type="Vehicle")


def lost(t, exploded=0, gone=(0,), faces=()):
    return act(t, destroyed(t, 1, 0, gone, exploded, 0, struck_by), faces)


def test_a_wreck_is_difficult_ground_and_cover_of_5():
    t = field((CART, 0, 24, 24), (MAN, 0, 24, 10), (FOE, 1, 22.5, 27))
    done = lost(t)
    (wreck,) = t.ground.pieces
    assert wreck.name == "wreck of the Cart" and wreck.properties == ("difficult",) and wreck.holds(24, 24)
    assert done.event("WreckLeft").told(t) == "the wreck of the Cart stays where it stood"
    assert line_of_sight.view(t, 1, 2).covers == (5, 5, 5), "whom it hides is covered"
    t.change(2, form=t[2].form.moved([(24.0, 24.0), (24.0, 22.5), (24.0, 25.5)]))
    assert line_of_sight.view(t, 1, 2).covers == (5, 5, 5), "so is who stands in it"
    t.change(2, form=t[2].form.moved([(5.0, 33.0), (6.5, 33.0), (8.0, 33.0)]))
    assert line_of_sight.view(t, 1, 2).covers == (None, None, None)


def test_a_tank_behind_a_wreck_has_its_cover_when_enough_of_it_is_hidden():
    # what a vehicle stands in does not cover it; what hides a quarter of it does
    t = field((CART, 0, 24, 24), (MAN, 0, 24, 10), (CART, 1, 24, 28))
    lost(t)
    assert line_of_sight.view(t, 1, 2).covers == (5,)
    t = field((CART, 0, 24, 24), (MAN, 0, 24, 10), (CART, 1, 40, 28))
    lost(t)
    assert line_of_sight.view(t, 1, 2).covers == (None,)


def test_what_explodes_is_gone_and_by_the_ruling_a_crater():
    for ruling, name in (("stay", None), ("craters", "crater of the Cart"), ("removed", None)):
        t = field((CART, 0, 24, 24), (SQUAD, 0, 23, 5), (FOE, 1, 23, 43), rulings={"wrecks": ruling})
        lost(t, exploded=1, faces=[1])
        assert [p.name for p in t.ground.pieces] == ([name] if name else [])
    t = field((CART, 0, 24, 24), (SQUAD, 0, 23, 5), (FOE, 1, 23, 43), rulings={"wrecks": "removed"})
    lost(t)
    assert t.ground.pieces == ()


def test_of_a_squadron_each_hull_leaves_its_own_wreck():
    t = field((CARTS, 0, 20, 24), (SQUAD, 0, 23, 5), (FOE, 1, 23, 43), distance=4.0)
    second = t[0].form.positions[1]
    # two are lost, the first of them blown apart: its explosion reaches 1 inch, and nobody
    lost(t, exploded=1, gone=(0, 1), faces=[1])
    (wreck,) = t.ground.pieces
    assert wreck.holds(*second) and t[0].place == "dead"
    t = field((CARTS, 0, 20, 24), (SQUAD, 0, 23, 5), (FOE, 1, 23, 43), distance=4.0)
    first = t[0].form.positions[0]
    lost(t)
    assert t[0].size == 1 and t.ground.pieces[0].holds(*first) and not t.ground.pieces[0].holds(*second)


def test_a_shot_that_wrecks_a_crippled_hull_leaves_its_wreck():
    # crippled and immobile already: one more Immobilised wrecks it (5 with AP2: +1)
    t = field((CART, 0, 24, 24), (shooter(S=8, AP=2, range=48), 1, 24, 40), player=1)
    mark(t, 0, "crippled", IMMOBILISED)
    done = act(t, shooting.fire(t, 1, 0), [4, 6, 5])
    names = [type(e).__name__ for e in done.events]
    assert t[0].place == "dead" and names.index("Removed") < names.index("WreckLeft")


def test_a_building_leaves_no_wreck_and_what_is_shot_down_does_not_either():
    house = unit(model(name="House", Front=14, HP=4), name="House", type="Building")
    t = field((house, 0, 24, 24), (SQUAD, 0, 23, 5), (FOE, 1, 23, 43))
    lost(t)
    assert t.ground.pieces == ()
    bird = unit(model(name="Bird", Front=10, Side=10, Rear=10, HP=2), name="Bird", type="Flyer")
    t = field((bird, 0, 24, 24), (SQUAD, 0, 23, 5), (FOE, 1, 23, 43))
    mark(t, 0, AIRBORNE)
    assert line_of_sight.airborne(t[0])
    lost(t, exploded=1, faces=[1])  # the scatter die shows a hit: it comes down on nobody
    assert t.ground.pieces == ()


def test_those_aboard_leave_a_wreck_by_its_doors():
    wagon = carrier()  # a door in the rear; it looks up the table, so the rear is below
    t = field((wagon, 0, 24, 24), (SQUAD, 0, 5, 5), (FOE, 1, 24, 44))
    aboard(t, 1, 0)
    act(t, destroyed(t, 2, 0, (0,), 0, 0, struck_by), [1, 1])
    rear = t.ground.pieces[0].box[1]
    assert t[1].place == "table" and all(
        y < rear + 1 and (x - 24) ** 2 + (y - rear) ** 2 < 4**2 for x, y in t[1].form.positions
    )


def test_where_the_enemy_bars_the_doors_they_get_out_as_they_can():
    wagon = carrier()
    mob = unit(model(name="Boy"), name="Mob", count=13)
    t = field((wagon, 0, 24, 24), (SQUAD, 0, 5, 5), (mob, 1, 20, 20.4), distance=1.0)
    sides = [(x, y) for x in (20.4, 27.6) for y in (22.9, 24.4)]
    t.change(2, form=t[2].form.moved([*t[2].form.positions[:9], *sides]))
    aboard(t, 1, 0)
    act(t, destroyed(t, 2, 0, (0,), 0, 0, struck_by), [1, 1])
    assert t[1].place == "table" and t[1].size == 3 and all(y > 25 for _, y in t[1].form.positions), "in front"


@pytest.mark.rule("usr:move-through-cover")
def test_who_charges_across_a_wreck_is_slowed_by_it():
    for rules, comes in ((), False), (("Move Through Cover",), True):
        men = unit(model(*rules, name="Man"), name="Men", count=1)
        wagon = carrier(hull=(300, 76))
        t = field(
            (wagon, 0, 24, 24), (men, 0, 24, 21), (unit(model(name="Foe"), name="One"), 1, 24, 28), step="charges"
        )
        act(t, destroyed(t, 1, 0, (0,), 0, 0, struck_by))
        # 7 inches between the bases' middles, 6 from edge to edge: 7 on the dice is enough, less 2 it is not
        act(t, charge.charge(t, 1), [3, 4], {"whom does": 2})
        assert bool(t[1].foes) is comes
