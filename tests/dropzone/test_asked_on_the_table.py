"""Questions about moving, getting out and falling buildings, and whom they are put to."""

from __future__ import annotations

import pytest

from grognard.systems.dropzone import harm
from grognard.systems.dropzone.duel import squad
from grognard.systems.dropzone.moving import move
from grognard.systems.dropzone.objectives import rounding_up
from grognard.systems.dropzone.squads import housed
from grognard.table.events import Given
from grognard.table.state import Effect, Scenery

from .field import field, house, run
from .test_battle import GUN, carrier, foot, inside, tanks
from .test_interactions_table import infantry, loaded


@pytest.mark.asks("on which side does … come out?", of=0)
def test_who_leaves_a_garrison_says_by_which_side():
    t = field((foot("Men", 1), 0, 10, 10), (tanks("B"), 1, 40, 40), pieces=(house(20, 20),))
    inside(t, 0)
    run(t, move(t, 0), picks={"which part": "leave", "on which side": 2})
    assert housed(t[0]) is None and t[0].form.spots[0][1] > 25  # edge 2 is the far wall


@pytest.mark.asks("… gets out of what?", of=1)
@pytest.mark.rule("dropzone:access")
def test_who_waits_in_holding_says_by_which_gate():
    own = ("battlegroup", "One")
    details = (("transport", ("cap 6 b",)), own)
    gates = [squad(GUN, name=f"Gate {k}", type="Tank", rules="Access", details=details) for k in range(2)]
    men = foot("Men", 1, details=(("transport", ("req 1 b",)), own))
    t = field((tanks("B"), 0, 40, 40), (gates[0], 1, 10, 10), (gates[1], 1, 20, 30), (men, 1, 30, 10))
    t.change(3, place="reserve", effects=())
    Given(3, Effect("holding")).on(t)
    run(t, move(t, 3), picks={"gets out of what": 2})
    assert t[3].here and t[3].form.spots[0][1] > 25


@pytest.mark.asks("does … drop into a building?", of=0)
@pytest.mark.parametrize("into", [True, False])
def test_who_jumps_says_where_to(into):
    men = infantry(rules='Rapid Insertion 4"')
    t = loaded(carrier(cap="cap 3 c"), men, (tanks("B"), 1, 40, 10), pieces=(house(8, 14, dp=30),), at=(10, 12.6))
    run(t, move(t, 1), picks={"drop into": 0 if into else "to the ground", "which part": -1})
    assert (housed(t[1]) is not None) is into and t[1].has("jumped in") is into


@pytest.mark.asks("where does … get out of the wreck?", of=0)
def test_cargo_of_a_wreck_stands_where_its_player_likes():
    ride = carrier("Ride", "cap 3 c", "Tank", details=(("transport", ("cap 3 c",)),))
    t = loaded(ride, infantry(), (tanks("B"), 1, 40, 10), at=(20, 20))
    places = []

    def far(ask):
        places.extend(ask.options)
        return places[-1]

    run(t, harm.harm(t, 0, (0,), 2), [6], picks={"of the wreck": far})  # 3 on the D3: nobody is hurt
    assert len(places) > 1 and t[1].form == places[-1]


@pytest.mark.asks("where does … stand in the ruins?", of=0)
def test_who_is_dug_out_stands_where_his_player_likes():
    t = field((foot("Men", 2), 0, 10, 10), (tanks("B"), 1, 40, 40), pieces=(house(20, 20, dp=9),))
    inside(t, 0)

    def corner(ask):
        form = next(iter(ask.options)).shifted(-1.0, -1.0)
        return form if form in ask.options else next(iter(ask.options))

    run(
        t, harm.collapse(t, 0, -1), [1, 1, 1, 1, 1, 1], picks={"in the ruins": corner}
    )  # 2D3 = 2 hits each, all of them 1
    assert housed(t[0]) is None and all(20 <= x <= 25 and 20 <= y <= 25 for x, y in t[0].form.spots)


@pytest.mark.asks("whose Collateral comes first?", of=1)
def test_the_player_with_the_initiative_orders_collateral():
    t = field((tanks("A"), 0, 10, 10), (tanks("B"), 1, 40, 40), pieces=(house(20, 20), house(30, 20, name="other")))
    t.scenery = (Scenery(points=20, tokens=1), Scenery(points=20, tokens=2))
    run(t, rounding_up(t, 1), [6, 1, 1], picks={"Collateral": lambda ask: ask.options[-1]})  # E4 v A10: 6 damages
    assert [s.points for s in t.scenery] == [20, 19] and [s.tokens for s in t.scenery] == [0, 1]
