"""Squads shared out over several transports: getting in and out, what a wreck does to them, and how they are set up."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import hypot

import pytest
from msgspec.structs import replace

from grognard.systems.dropzone import deployment, harm
from grognard.systems.dropzone.commanders import within_influence
from grognard.systems.dropzone.events import Seated
from grognard.systems.dropzone.examples import squad
from grognard.systems.dropzone.movement.aircraft import exchange
from grognard.systems.dropzone.movement.move_action import can_move, move
from grognard.systems.dropzone.round_end import kill_points
from grognard.systems.dropzone.shooting import targeting
from grognard.systems.dropzone.squads import coherent, commanders, moved
from grognard.systems.dropzone.transports import capacity, disembarking, starting_aboard
from grognard.systems.dropzone.transports.embarking import BEHIND, SEVERAL, board, gets_in, may_board
from grognard.systems.dropzone.transports.seats import carriers, rest, seats, strength
from grognard.table.events import Given
from grognard.table.state import Effect

from .field import field, run, told
from .test_battle import GUN, carrier, foot, tanks

OWN = ("battlegroup", "One")


def ride(name, cap="cap 6 a", type="Tank", units=1, **more):
    return carrier(name, cap, type, units=units, details=(("transport", (cap,)), OWN), A=12, **more)


def sabres(units=5, need="req 2 a", name="Sabres", **more):
    return tanks(name, units, details=(("transport", (need,)), OWN), **{"DP": 2, **more})


def yard(units=5, caps=("cap 6 a", "cap 6 a"), type="Tank", east=None, **more):
    """A line of tanks with a transport at either end of it, or the second one where a test wants it."""
    west, second = ride("West", caps[0], type), ride("East", caps[1], type)
    t = field(
        (sabres(units, **more), 0, 20, 20),
        (west, 0, 18, 20),
        (second, 0, east or 20.5 + 1.5 * units, 20),
        (tanks("B"), 1, 24, 44),
    )
    for u in (1, 2):
        t.change(u, form=t[u].form.raised(0.0))
    return t


def aboard(t, *own):
    Seated(0, own[0][0], tuple(own)).on(t)
    return t


def loaded(units=5, first=3, **more):
    """A squad of which the first so many units ride in the one transport and the others in the other."""
    return aboard(yard(units, **more), *((1, 0),) * first, *((2, 0),) * (units - first))


class TestGettingIn:
    @pytest.mark.asks("does … get aboard?", of=0)
    @pytest.mark.asks("how is … shared out?", of=0)
    def test_a_squad_too_large_for_one_goes_into_several(self):
        t = yard()  # 5 units of 2: ten places, six in either
        assert may_board(t, t[0]) == []
        run(t, board(t, 0), picks={"get aboard": SEVERAL})
        assert t[0].place == "aboard" and seats(t[0]) == ((1, 0), (1, 0), (1, 0), (2, 0), (2, 0))
        assert capacity.used(t, (1, 0), "a") == 6 and capacity.used(t, (2, 0), "a") == 4

    @pytest.mark.asks("where does … ride?", of=0)
    def test_or_unit_by_unit_as_its_player_likes(self):
        t = yard()
        picks = {"get aboard": SEVERAL, "how is": "unit by unit", "Sabres 1 ride": "East", "Sabres 4 ride": "West"}
        run(t, board(t, 0), picks=picks)
        assert seats(t[0]) == ((2, 0), (1, 0), (1, 0), (1, 0), (2, 0))

    def test_if_and_only_if_no_transport_takes_it_whole(self):
        t = yard(3)
        assert may_board(t, t[0]) == [1, 2]
        offered = []
        run(t, board(t, 0), picks={"get aboard": lambda ask: offered.extend(ask.options) or 1})
        assert offered == ["stay outside", 1, 2] and seats(t[0]) == ((1, 0),) * 3

    def test_a_unit_must_fit_into_one_transport(self):
        t = yard(2, need="req 7 a")  # twelve places in all, but none takes seven
        run(t, board(t, 0), picks={"get aboard": SEVERAL})  # nobody is asked
        assert t[0].here

    def test_where_there_is_not_room_enough_it_may_leave_units_behind_which_are_destroyed(self):
        t = yard(5, ("cap 4 a", "cap 4 a"))  # four of five
        picks = {"get aboard": BEHIND, "how is": "unit by unit", "Sabres 2 ride": "stays behind"}
        log = []
        run(t, board(t, 0), picks=picks, log=log)
        assert seats(t[0]) == ((1, 0), (1, 0), (2, 0), (2, 0)) and t[0].lost == 1
        assert "Sabres leaves 1 of its units behind" in told(t, log)
        assert kill_points(t, 0) == t[0].kind.points // 5

    def test_at_least_one_gets_in(self):
        t = yard(2, ("cap 2 a", "cap 0 a"))
        picks = {"get aboard": BEHIND, "how is": "unit by unit", "Sabres 1 ride": "stays behind"}
        run(t, board(t, 0), picks=picks)
        assert seats(t[0]) == ((1, 0),) and t[0].lost == 1

    def test_nobody_gets_in_alone_while_others_stay_outside(self):
        t = yard(5, ("cap 4 a", "cap 4 a"))
        offered = []
        run(t, board(t, 0), picks={"get aboard": lambda ask: offered.extend(ask.options) or ask.options[0]})
        assert offered == ["stay outside", BEHIND] and t[0].here and t[0].size == 5

    @pytest.mark.asks("in which of … does … ride?", of=0)
    def test_of_a_squad_of_transports_its_player_says_which(self):
        pair = ride("Pair", units=2)
        t = field((sabres(3), 0, 20, 20), (pair, 0, 20, 18), (tanks("B"), 1, 24, 44))
        run(t, gets_in(t, 0, 1), picks={"in which of": 2})
        assert seats(t[0]) == ((1, 1),) * 3
        run(t, harm.harm(t, 1, (0, 3), 2))  # the first of the two is lost: nobody was in it
        assert t[0].place == "aboard" and seats(t[0]) == ((1, 0),) * 3

    def test_a_squad_of_transports_has_room_unit_by_unit(self):
        t = field(
            (sabres(3, "req 3 a"), 0, 20, 20), (ride("Pair", "cap 5 a", units=2), 0, 20, 18), (tanks("B"), 1, 24, 44)
        )
        assert capacity.roomy(t, t[0], [t[1]]) == {(1, 0): 1, (1, 1): 1}  # not three in ten


class TestGettingOut:
    def test_all_get_out_at_once_each_beside_its_own_transport(self):
        t = loaded(east=22.5)
        run(t, disembarking.gets_out(t, 0, 1))
        assert t[0].here and coherent(t[0]) and not seats(t[0])
        for i, carrier_ in enumerate((1, 1, 1, 2, 2)):
            (x, y), (u, v) = t[0].form.positions[i], t[carrier_].form.positions[0]
            assert hypot(x - u, y - v) <= 2 + 25 / 25.4 + 1 / 64

    def test_not_out_of_one_while_the_other_flies(self):
        t = loaded(type="Aircraft", east=22.5)
        assert disembarking.may_leave(t, t[0]) == [1] and can_move(t, t[0])
        t.change(2, form=t[2].form.raised(2.5))
        assert disembarking.may_leave(t, t[0]) == [] and not can_move(t, t[0])

    def test_nor_where_they_could_not_hold_together(self):
        t = loaded(east=22.5)
        t.change(2, form=t[2].form.shifted(10, 0))
        assert disembarking.exits(t, 0, 1) is None

    def test_who_lands_second_lets_the_squad_out_of_both_for_free(self):
        t = loaded(type="Aircraft", east=22.5)
        assert run(t, exchange(t, 2), picks={"get out of East": "yes"})
        assert t[0].here and t[0].size == 5 and t[0].has("from the air") and moved(t[0]) == 0

    def test_its_own_action_takes_it_out_and_on(self):
        t = loaded(east=22.5)
        run(t, move(t, 0), picks={"where does Sabres move": lambda ask: ask.options.form.shifted(0, 2)})
        assert t[0].here and t[0].has("disembarked") and targeting.circumstances(t, t[0], t[3], False).disembarked


class TestAWreck:
    def test_hits_only_those_in_it_and_throws_out_no_others(self):
        t = loaded()
        # D3: face 3, two hits each on the three of West, 13 - 10: one point on 3 and 4. The first takes two
        log = []
        run(t, harm.harm(t, 1, (0,), 3), [3, 4, 4, 2, 2, 2, 3], log=log)
        assert t[0].place == "table" and t[0].wounds == (2, 1) and t[0].lost == 1
        assert rest(t[0]) == ((2, 0, 2), (2, 0, 2)) and strength(t[0]) == 7
        assert all(hypot(x - 18, y - 20) <= 3 for x, y in t[0].form.positions)
        assert "2 units of Sabres get out of the wreck at (19.5, 20.0)" in told(t, log)

    def test_the_chance_of_each_in_it(self):
        """Half dead on 3+, a unit of one point: 1/3 (2/3 + 8/9) = 14/27 that it is lost; who rides elsewhere is safe."""
        lost = Fraction(0)
        for faces in product(range(1, 7), repeat=3):
            t = loaded(2, 1, DP=1)
            hits = {1: 1, 2: 1, 3: 2, 4: 2}.get(faces[0], 0)
            run(t, harm.harm(t, 1, (0,), 3), faces[: 1 + hits])
            assert t[0].alive and seats(t[0]) in ((), ((2, 0),))
            lost += Fraction(t[0].lost, 216)
        assert lost == Fraction(14, 27)

    def test_the_squad_may_stand_out_of_coherency_then(self):
        t = loaded()
        t.change(2, form=t[2].form.shifted(10, 0))
        run(t, harm.harm(t, 1, (0,), 3), [5])
        run(t, harm.harm(t, 2, (0,), 3), [5])
        assert t[0].size == 5 and not rest(t[0]) and not coherent(t[0])
        assert targeting.circumstances(t, t[0], t[3], False).incoherent

    def test_who_stands_outside_is_no_looser_for_those_who_ride(self):
        t = loaded()
        run(t, harm.harm(t, 1, (0,), 3), [5])
        assert t[0].size == 3 and coherent(t[0]) and not targeting.circumstances(t, t[0], t[3], False).incoherent

    @pytest.mark.asks("does the rest of … get out?", of=0)
    def test_the_rest_gets_out_as_the_squad_moves(self):
        t = loaded()
        run(t, harm.harm(t, 1, (0,), 3), [5])
        run(t, move(t, 0))
        assert t[0].size == 5 and not rest(t[0]) and t[0].has("disembarked")

    def test_or_rides_on_and_is_not_there_for_anybody(self):
        t = loaded()
        run(t, harm.harm(t, 1, (0,), 3), [5])
        run(t, move(t, 0), picks={"does the rest of": "no"})
        assert t[0].size == 3 and carriers(t[0]) == (2,) and not t[0].has("disembarked")
        assert capacity.used(t, (2, 0), "a") == 4

    def test_when_those_outside_fall_the_rest_fights_on(self):
        t = loaded()
        run(t, harm.harm(t, 1, (0,), 3), [5])
        run(t, harm.harm(t, 0, (0, 0, 0), 3))
        assert t[0].place == "aboard" and t[0].aboard == 2 and t[0].size == 2 and t[0].lost == 3
        assert seats(t[0]) == ((2, 0), (2, 0))
        run(t, disembarking.gets_out(t, 0, 2))
        assert t[0].here and t[0].size == 2

    def test_those_outside_may_get_in_where_there_is_room(self):
        t = loaded(4, 2, caps=("cap 6 a", "cap 8 a"))
        run(t, harm.harm(t, 1, (0,), 3), [5])
        t.change(0, form=t[0].form.shifted(7, 0))
        run(t, board(t, 0), picks={"get aboard": 2})
        assert t[0].place == "aboard" and t[0].size == 4 and seats(t[0]) == ((2, 0),) * 4

    def test_the_rest_is_hit_in_its_own_wreck(self):
        t = loaded(3, 2)
        run(t, harm.harm(t, 1, (0,), 3), [5])
        run(t, harm.harm(t, 2, (0,), 3), [1, 5])  # one hit, a critical: two points
        assert t[0].size == 2 and not rest(t[0]) and t[0].lost == 1 and t[0].here

    def test_two_wrecks_at_once(self):
        t = loaded(4, 2)
        # West: one hit on each, a natural 1 and a critical; East: far from harm
        run(t, harm.harm_all(t, {1: (0,), 2: (0,)}, 3), [1, 1, 6, 5])
        assert t[0].size == 3 and t[0].wounds == (2, 2, 2) and t[0].here and not rest(t[0])

    def test_transports_in_transports_keep_their_own_cargo(self):
        """Two Bears ride in two Condors; the men in the second Bear ride on when the first Condor and its Bear are lost."""
        bears = carrier("Bears", "", "Tank", units=2, A=12, DP=2, details=(("transport", ("req 6 a", "cap 3 c")), OWN))
        men = foot("Men", 6, details=(("transport", ("req 1 c",)), OWN))
        t = field(
            (bears, 0, 20, 30),
            (ride("West"), 0, 18, 20),
            (ride("East"), 0, 30, 20),
            (men, 0, 20, 40),
            (tanks("B"), 1, 24, 44),
        )
        aboard(t, (1, 0), (2, 0))
        Seated(3, 0, ((0, 0),) * 3 + ((0, 1),) * 3).on(t)
        # Condor: D3 2, two hits on the first Bear, both points gone; its own wreck: D3 3, nobody is hurt
        run(t, harm.harm(t, 1, (0,), 4), [3, 5, 5, 5])
        assert t[0].place == "aboard" and t[0].size == 1 and seats(t[0]) == ((2, 0),)
        assert t[3].here and t[3].size == 3 and rest(t[3]) == ((0, 0, 5),) * 3

    def test_a_bear_thrown_out_leaves_the_other_where_it_is_with_its_men(self):
        bears = carrier("Bears", "", "Tank", units=2, A=12, DP=2, details=(("transport", ("req 6 a", "cap 3 c")), OWN))
        men = foot("Men", 2, details=(("transport", ("req 1 c",)), OWN))
        t = field(
            (bears, 0, 20, 30),
            (ride("West"), 0, 18, 20),
            (ride("East"), 0, 30, 20),
            (men, 0, 20, 40),
            (tanks("B"), 1, 24, 44),
        )
        aboard(t, (1, 0), (2, 0))
        Seated(3, 0, ((0, 0),) * 2).on(t)
        run(t, harm.harm(t, 2, (0,), 4), [5])  # the second Bear is thrown out and counts first now
        assert t[0].here and rest(t[0]) == ((1, 0, 2),) and seats(t[3]) == ((0, 1),) * 2
        assert disembarking.may_leave(t, t[3]) == []  # their Bear is still aboard
        run(t, disembarking.gets_out(t, 0, 1))
        assert t[0].size == 2 and disembarking.may_leave(t, t[3]) == [0]


class TestSettingUp:
    def field(self, units, birds=3, cap="cap 6 a"):
        details = (("transport", (cap,)), ("category", "Auxiliary"), OWN)
        condors = [carrier(f"Condor {k}", cap, units=1, details=details) for k in range(birds)]
        t = field((sabres(units), 0, 20, 20), *((c, 0, 30, 20) for c in condors), (tanks("B"), 1, 24, 44))
        for u in range(birds + 1):
            t.change(u, place="off")
        return t

    def test_nine_tanks_start_in_three_condors(self):
        t = self.field(9)
        run(t, starting_aboard.rides(t, 0, "One"))
        assert [seats(t[0]).count((c, 0)) for c in (1, 2, 3)] == [3, 3, 3]
        assert deployment._wings(t, t[0])

    def test_each_of_them_comes_to_be_half_full(self):
        for units, shares in ((6, [2, 2, 2]), (7, [3, 2, 2]), (8, [3, 3, 2])):
            t = self.field(units)
            run(t, starting_aboard.rides(t, 0, "One"))
            assert [seats(t[0]).count((c, 0)) for c in (1, 2, 3)] == shares

    def test_it_starts_on_its_own_where_there_is_no_room_for_all(self):
        t = self.field(9, birds=2)
        run(t, starting_aboard.rides(t, 0, "One"))
        assert t[0].place == "off"

    def test_wholly_in_aircraft_is_in_all_of_them(self):
        t = self.field(6, birds=2)
        run(t, starting_aboard.rides(t, 0, "One"))
        assert deployment._wings(t, t[0])
        t.change(2, kind=ride("Truck"))
        assert not deployment._wings(t, t[0])


@pytest.mark.rule("dropzone:access")
class TestGates:
    def field(self):
        gates = [
            squad(
                GUN,
                name=f"Gate {k}",
                type="Tank",
                A=12,
                DP=3,
                rules="Access",
                details=(("transport", ("cap 2 b",)), OWN),
            )
            for k in range(3)
        ]
        places = ((10.0, 10.0), (13.0, 10.0), (40.0, 40.0))
        return field(
            (sabres(4, "req 1 b"), 0, 10, 12.5), *((g, 0, x, y) for g, (x, y) in zip(gates, places, strict=True)),
            (tanks("B"), 1, 24, 44),
        )  # fmt: skip

    def test_in_through_several_as_far_as_they_let_units_in(self):
        t = self.field()
        run(t, board(t, 0), picks={"get aboard": SEVERAL})
        assert t[0].place == "reserve" and t[0].has("holding")
        assert [capacity.passed(t[g], "gone in") for g in (1, 2, 3)] == [2, 2, 0]

    def test_out_of_several_in_coherency_and_no_more_than_their_capacity(self):
        t = self.field()
        t.change(0, place="reserve", effects=())
        Given(0, Effect("holding")).on(t)
        assert disembarking.may_leave(t, t[0]) == [1, 2, 3]
        run(t, move(t, 0), picks={"gets out of what": 1})
        assert t[0].here and t[0].size == 4 and coherent(t[0])
        assert [capacity.passed(t[g], "gone out") for g in (1, 2, 3)] == [2, 2, 0]

    def test_not_out_of_gates_far_apart(self):
        t = self.field()
        t.change(0, place="reserve", effects=())
        Given(0, Effect("holding")).on(t)
        assert disembarking.out_of(t, t[0], 3) == ((3, -1), (3, -1), (1, -1), (1, -1))
        assert disembarking.exits(t, 0, 3) is None


def test_a_commander_stays_in_his_unit_and_reaches_from_where_it_rides():
    """Value 2 in the fifth unit: 8 inches round the transport that this unit is in, not round the others."""
    led = replace(sabres(5), details=(("transport", ("req 2 a",)), OWN, ("commander", (0, 0, 0, 0, 2))))
    t = field((led, 0, 20, 20), (ride("West"), 0, 10, 20), (ride("East"), 0, 30, 20), (tanks("B"), 1, 24, 44))
    aboard(t, *((1, 0),) * 3, *((2, 0),) * 2)
    assert within_influence(t, 0, (36.0, 20.0)) and not within_influence(t, 0, (10.0, 22.0))
    run(t, harm.harm(t, 2, (0,), 3), [5])  # thrown out, his unit is the second of two outside
    assert commanders(t[0]) == (0, 2, 0, 0, 0) and within_influence(t, 0, t[0].form.positions[1])
    log = []
    run(t, harm.harm(t, 0, (2, 0), 3), log=log)
    assert commanders(t[0]) == (0, 0, 0, 0) and any("Commander" in said for said in told(t, log))
