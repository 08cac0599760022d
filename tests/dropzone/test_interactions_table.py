"""Meetings of rules on the table, each worked by hand: what comes on, flies past, jumps, infiltrates, burns and falls."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from grognard.systems.dropzone import deployment, harm, melee, reserves
from grognard.systems.dropzone.behemoths import zones
from grognard.systems.dropzone.buildings import garrisons, leaving
from grognard.systems.dropzone.examples import duel, squad, weapon
from grognard.systems.dropzone.movement.legal_moves import allowance
from grognard.systems.dropzone.movement.move_action import move
from grognard.systems.dropzone.objectives import search
from grognard.systems.dropzone.round_end import rounding_up
from grognard.systems.dropzone.shooting import reaction_fire, shoot_action, targeting
from grognard.systems.dropzone.squads import airborne, can_act, housed, scoring
from grognard.systems.dropzone.transports import disembarking
from grognard.systems.dropzone.turn import groups
from grognard.table.events import Embarked, Given
from grognard.table.state import Effect

from .field import field, house, run, told
from .test_arriving_and_falling import off, readied
from .test_battle import GUN, carrier, foot, inside, tanks
from .test_rules_in_battle import behemoth

FLAK = weapon("AA-2", "Flak", acc=2, energy=10, full=30.0)
AIR = {"type": "Aircraft", "A": 10}


def bird(name="Bird", *guns, **more):
    return squad(*(guns or (GUN,)), name=name, type="Aircraft", **{"A": 10, "MV": 24, "DP": 1, **more})


def past(t, u=0, y=10):
    """Straight on past whoever may fire."""
    return reaction_fire.fly(t, u, t[u].form.shifted(0, y))


def loaded(craft, men, *others, pieces=(), at=(10, 10.6), **more):
    t = field((craft, 0, *at), (men, 0, 40, 40), *others, pieces=pieces, **more)
    Embarked(1, 0).on(t)
    return t


def infantry(name="Men", units=1, *guns, need="req 1 c", **more):
    return foot(name, units, *guns, details=(("transport", (need,)), *more.pop("details", ())), **more)


# --- Reaction Fire ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:fast", "dropzone:anti-aircraft")
class TestFastTimesAntiAircraftTimesArriving:
    # Acc 2+, reacting 2, Evasion 3 less 2 of Anti-Aircraft: 5+. E10 against A10: 2+. 2/6 · 5/6 = 5/18.
    def test_odds(self):
        law = duel("AA-2", acc=2, energy=10, unit="Fast", CM="E+3", sets={"reaction": True}, **AIR)
        assert law.destroyed == Fraction(5, 18)

    @pytest.mark.parametrize(("faces", "lives"), [([4], True), ([5, 1], True), ([5, 2, 6], False)])
    def test_table(self, faces, lives):
        petrel = bird("Petrel", slowest=12, MV=36, CM="E+3", rules="Fast")
        t = readied(field((petrel, 0, 24, 4), (tanks("Flak", 1, FLAK), 1, 24, 40)))
        run(t, move(t, 0), faces)
        assert t[0].alive is lives and (t[0].here or not lives)


@pytest.mark.rule("dropzone:fast", "dropzone:anti-aircraft")
def test_fast_that_is_hit_on_its_way_off_the_table_never_comes_back():
    petrel = bird("Petrel", slowest=12, MV=36, rules="Fast")
    t = field((petrel, 0, 24, 30), (tanks("Flak", 1, FLAK), 1, 30, 36))
    # 2+ and 2: 4+ hits; 2+ destroys; 6 on the D3: it comes down far away
    run(t, move(t, 0), [4, 2, 6], picks={"how far": "off the table"})
    assert t[0].place == "dead"
    run(t, reserves.make_ready(t))
    assert not t[0].has("readiness")


@pytest.mark.rule("dropzone:limited", "dropzone:anti-aircraft")
class TestLimitedTimesReaction:
    def test_the_one_use_goes_at_the_first_that_passes(self):
        flak = tanks("Flak", 1, weapon("AA-0; Limited 1", "Flak", acc=2, energy=10, full=30.0))
        t = field((bird("One"), 0, 20, 4), (bird("Two"), 0, 28, 4), (flak, 1, 24, 20))
        run(t, past(t, 0), [1])
        assert targeting.ready(t[2], 0) == ()
        run(t, past(t, 1))  # nobody is left to fire
        t.change(2, effects=tuple(e for e in t[2].effects if e.what == "used"))  # a new round
        assert targeting.lines(t[2]) == []

    def test_who_holds_keeps_it(self):
        flak = tanks("Flak", 1, weapon("AA-0; Limited 1", "Flak", acc=2, energy=10, full=30.0))
        t = field((bird("One"), 0, 20, 4), (flak, 1, 24, 20))
        run(t, past(t, 0), picks={"as it passes": "hold"})
        assert targeting.ready(t[1], 0) == (0,)


@pytest.mark.rule("dropzone:alternate-fire", "dropzone:anti-aircraft")
def test_a_profile_fired_in_reaction_bars_the_other_this_round():
    guns = (weapon("AA-2; Alt-1", "High", full=30.0), weapon("Alt-1", "Low"), weapon("", "Third"))
    t = field((bird(), 0, 24, 4), (tanks("Flak", 1, *guns), 1, 24, 20))
    assert targeting.lines(t[1]) == [0, 1, 2]
    run(t, past(t), [1])
    assert targeting.lines(t[1]) == [2]


@pytest.mark.rule("dropzone:anti-aircraft")
class TestDisembarkedTimesReaction:
    # Acc 2+, reacting 2, out of a carrier this round 2: 6 only. E10 against A10 2+. 1/6 · 5/6 = 5/36.
    def test_odds(self):
        law = duel("AA-0", acc=2, energy=10, sets={"reaction": True, "disembarked": True}, **AIR)
        assert law.destroyed == Fraction(5, 36)

    @pytest.mark.parametrize(("faces", "lives"), [([5], True), ([6, 1], True), ([6, 2, 6], False)])
    def test_table(self, faces, lives):
        t = field((bird(), 0, 24, 4), (tanks("Flak", 1, FLAK), 1, 24, 20))
        Given(1, Effect("disembarked", 1, ("round ends", 1), "ground")).on(t)
        run(t, past(t), faces)
        assert t[0].alive is lives

    def test_who_came_out_of_an_aircraft_does_not_react_at_all(self):
        t = field((bird(), 0, 24, 4), (tanks("Flak", 1, FLAK), 1, 24, 20))
        Given(1, Effect("from the air", 1, ("round ends", 1))).on(t)
        run(t, past(t))
        assert t[0].alive


@pytest.mark.rule("dropzone:anti-aircraft", "dropzone:wide")
class TestOutOfCoherencyTimesReaction:
    # Acc 2+, reacting 2, out of coherency 1: 5+; 2/6 · 5/6 = 5/18. Wide holds together at 5", so 4+: 3/6 · 5/6 = 5/12.
    def test_odds(self):
        now = {"reaction": True, "incoherent": True}
        assert duel("AA-0", acc=2, energy=10, sets=now, **AIR).destroyed == Fraction(5, 18)
        assert duel("AA-0", acc=2, energy=10, sets={"reaction": True}, **AIR).destroyed == Fraction(5, 12)

    @pytest.mark.parametrize(("rules", "hits"), [("", False), ("Wide", True)])
    def test_table(self, rules, hits):
        flak = tanks("Flak", 2, weapon("AA-0", "Flak", acc=2, energy=10, full=30.0), rules=rules)
        t = field((bird(DP=9), 0, 24, 4), (flak, 1, 24, 20), distance=5.0)
        run(t, past(t), [4, *([2] if hits else []), 1])
        assert t[0].wounds == ((7,) if hits else (9,))


@pytest.mark.rule("dropzone:anti-aircraft")
def test_a_weapon_that_reacts_binds_the_move_that_comes_later():
    flak = tanks("Flak", 1, weapon("AA-2", "Flak", full=30.0, mf=3), MV=6)
    t = field((bird(), 0, 24, 4), (flak, 1, 24, 20))
    assert allowance(t[1]) == 6
    run(t, past(t), [1])
    assert allowance(t[1]) == 3


@pytest.mark.rule("dropzone:anti-aircraft", "dropzone:area")
def test_a_template_in_the_air_touches_only_aircraft():
    # Area, Acc 2+ and 2 for reacting: 4 hits. All under the 4" template are hit, but only what flies.
    flak = tanks("Flak", 1, weapon("AA-0; Area", "Burst", acc=2, energy=10, full=30.0))
    below = tanks("Below", 1, A=5)
    t = field((bird("One", DP=3), 0, 24, 10), (bird("Two", DP=3), 0, 25.5, 10), (below, 0, 24, 10.2), (flak, 1, 24, 22))
    run(t, reaction_fire.fly(t, 0, t[0].form.shifted(0, 0.5)), [4, 2, 2])
    assert t[0].wounds == (1,) and t[1].wounds == (1,) and t[2].wounds == (1,)


# --- getting out of Aircraft ------------------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:rapid-insertion", "dropzone:anti-aircraft")
class TestRapidInsertionTimesShotDown:
    def field(self, **more):
        men = infantry(units=2, DP=5, rules='Rapid Insertion 4"')
        flak = tanks("Flak", 1, FLAK)
        return loaded(carrier("Craft", "cap 3 c", DP=1), men, (flak, 1, 24, 40), at=(24, 10), **more)

    def test_brought_down_before_anybody_jumps(self):
        t = self.field()
        # hit on 4+, destroyed on 2+; D3 of 3 (face 4: 2) takes those inside: two E10 hits each on A7, two points each on 2+
        run(t, past(t), [4, 2, 4, 2, 2, 1, 2])
        assert t[1].place == "table" and t[1].wounds == (1, 3) and not t[1].has("jumped in")

    def test_far_away_they_walk_off_unhurt(self):
        t = self.field()
        run(t, past(t), [4, 2, 6])
        assert t[1].place == "table" and t[1].wounds == (5, 5)

    def test_nobody_jumps_who_has_been_thrown_out(self):
        t = self.field(pieces=(house(26, 18, dp=30),))
        run(t, past(t), [4, 2, 6])
        assert housed(t[1]) is None and disembarking.may_leave(t, t[1]) == []


@pytest.mark.rule("dropzone:rapid-insertion")
class TestRapidInsertionIntoAGarrison:
    # four dice of E6 against A7 succeed on 2+; who stormed by the door throws successes again: 5/6 · 5/6 a die
    def test_odds(self):
        # A7 with E6: 2+. One die: 5/6 by the roof, 25/36 by the door.
        by_roof = duel("", by="Rapid Insertion 4", melee=True, energy=6, type="Infantry", A=7, sets={"entered": True})
        by_door = duel("", melee=True, energy=6, type="Infantry", A=7, sets={"entered": True})
        assert (by_roof.destroyed, by_door.destroyed) == (Fraction(5, 6), Fraction(25, 36))

    def test_by_the_roof(self):
        men = infantry(rules='Rapid Insertion 4"')
        pieces = (house(8, 14, dp=30),)
        t = loaded(carrier(cap="cap 3 c"), men, (foot("Foe", 1), 1, 30, 30), pieces=pieces, at=(10, 16))
        inside(t, 2)
        run(t, move(t, 1), picks={"drop into": 0, "which part": -1})
        assert t[1].has("jumped in") and t[1].has("stormed")
        run(t, melee.fight(t, 1), [2, 2, 2, 1])  # nothing is thrown again
        assert t[2].wounds == (2,)


@pytest.mark.rule("dropzone:rapid-insertion", "dropzone:bloodthirsty")
def test_bloodthirsty_jumpers_stay_with_the_enemy_they_drop_on():
    men = infantry(rules='Rapid Insertion 4"; Bloodthirsty')
    t = loaded(carrier(cap="cap 3 c"), men, (foot("Foe", 1), 1, 30, 30), pieces=(house(8, 14, dp=30),), at=(10, 16))
    inside(t, 2)
    assert leaving.held_back(t, t[1]) == ()
    run(t, move(t, 1), picks={"drop into": 0, "which part": -1})
    assert leaving.held_back(t, t[1]) == ("dropzone:bloodthirsty",)


# --- set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:infiltrate")
class TestInfiltrateTimesTransportTimesGarrison:
    def field(self, ride_rules="", men_rules="", **more):
        own = (("battlegroup", "One"),)
        men = infantry(details=own, rules=men_rules)
        details = (("transport", ("cap 3 c",)), *own)
        ride = squad(GUN, name="Ride", type="Tank", A=12, MV=6, rules=ride_rules, details=details)
        places = (men, 0, 10, 10), (ride, 0, 20, 10), (tanks("B"), 1, 10, 40)
        return off(field(*places, pieces=(house(8, 9, dp=30),), **more), 0, 1)

    def test_the_transport_takes_its_cargo_along_but_not_into_the_garrison(self):
        t = self.field(ride_rules='Infiltrate 12"')
        run(t, deployment.set_up(t, 0, "One"))
        assert t[1].here and t[0].place == "aboard" and t[1].form.positions[0][1] <= 12

    def test_infantry_that_infiltrates_itself_goes_in_and_rides_in_nothing(self):
        t = self.field(men_rules='Infiltrate 18"')
        run(t, deployment.set_up(t, 0, "One"), picks={"a building": 0, "which part": 2})
        assert housed(t[0]) == (0, 2)

    def test_not_where_the_garrison_is_too_far(self):
        t = self.field(men_rules='Infiltrate 8"')
        run(t, deployment.set_up(t, 0, "One"))
        assert housed(t[0]) is None and t[0].here and t[0].form.positions[0][1] <= 8

    def test_aerial_advantage_holds_the_others_back_and_it_acts_alone(self):
        t = self.field(men_rules='Infiltrate 8"')
        run(t, deployment.set_up(t, 0, "One"))
        assert t[1].has("reserve") and not can_act(t, t[1])
        assert can_act(t, t[0]) and groups(t, 0) == ["One"]


@pytest.mark.rule("dropzone:access")
def test_what_waits_in_holding_does_not_count_for_aerial_advantage():
    own = ("battlegroup", "One")
    gate = carrier("Sky Gate", "cap 6 b", rules="Access", details=(("transport", ("cap 6 b",)), own))
    men = foot("Men", 1, details=(("transport", ("req 1 b",)), own))
    t = off(field((men, 0, 10, 10), (gate, 0, 20, 10), (tanks("B"), 1, 10, 40)), 0, 1)
    run(t, deployment.set_up(t, 0, "One"))
    assert t[0].has("holding") and t[1].here and airborne(t[1])


@pytest.mark.rule("dropzone:fast")
def test_fast_ones_wait_whatever_their_battlegroup_does_and_score_nothing():
    own = (("battlegroup", "One"), ("category", "Command"))
    t = off(
        field(
            (bird(rules="Fast", details=own), 0, 10, 10),
            (tanks("Head", details=own), 0, 20, 10),
            (tanks("B"), 1, 10, 40),
        ),
        0,
        1,
    )
    run(t, deployment.set_up(t, 0, "One"))
    assert t[0].has("reserve") and t[1].here and not scoring(t[0])


# --- Garrisons --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:bloodthirsty", "dropzone:flame")
class TestBloodthirstyTimesFlameTimesFortitude:
    def field(self):
        flames = weapon("Flame", "Flames", acc=3, energy=12, full=30.0, shots=2)
        blades = foot("Blades", 1, DP=6, rules="Bloodthirsty")
        t = field(
            (tanks("Burner", 1, flames), 0, 10, 10),
            (blades, 1, 30, 30),
            (foot("Foe", 1), 0, 40, 40),
            pieces=(house(8, 14, dp=30),),
        )
        inside(t, 1)
        inside(t, 2)
        return t

    def test_fire_from_outside_asks_for_no_fortitude(self):
        t = self.field()
        # two hits on 3+, A7 against E12: two points each on 2+; no cover against Flame. One token: a die for the
        # house (E4 v A10: 6), and one for a random squad inside.
        who = next(u.id for u in t.units if u.kind.name == "Blades")
        burner = next(u.id for u in t.units if u.kind.name == "Burner")
        log = []
        run(
            t, shoot_action.shoot(t, burner), [3, 3, 2, 2, 1, 6, 1],
            picks={"at what": ("squad", who), "friend": lambda ask: ask.options[0]}, log=log,
        )  # fmt: skip
        assert t[who].wounds == (2,) and not t[who].has("shaken in close quarters")
        run(t, melee.tests_fortitude(t))  # no die is thrown
        assert housed(t[who]) is not None

    def test_hurt_at_close_quarters_it_must_test_and_is_driven_out_when_it_fails(self):
        t = self.field()
        who = next(u.id for u in t.units if u.kind.name == "Blades")
        t.change(who, wounds=(2,))
        Given(who, Effect("shaken in close quarters", who)).on(t)
        run(t, melee.tests_fortitude(t), [3])  # 4+ is needed
        assert housed(t[who]) is None


@pytest.mark.rule("dropzone:bloodthirsty")
def test_the_bloodthirsty_do_not_go_next_door():
    pieces = (house(8, 14, dp=30), house(14, 14, dp=30, name="next door"))
    t = field(
        (foot("Blades", 1, rules="Bloodthirsty"), 0, 10, 10),
        (foot("Foe", 1), 1, 30, 30),
        pieces=pieces,
        rulings={"linked-garrisons": "near"},
    )
    inside(t, 0)
    assert garrisons.linked(t, t[0], 0) == [1]
    inside(t, 1)
    assert run(t, move(t, 0)) is False
    assert housed(t[0]) == (0, -1)


def test_a_house_that_falls_at_the_end_of_a_round_pays_nothing_any_more():
    # a token on a house with one point left: E4 v A10 damages on 6; D3 of 1 inch, then 2D3 hits on the claimer inside
    from grognard.common.scenario import Scenario
    from grognard.table.state import Scenery

    pieces = (house(8, 14, dp=10),)
    scenario = Scenario(objectives=0, hold=1, from_round=1, rounds=6)
    t = field(
        (foot("Men", 1), 0, 10, 10), (tanks("B"), 1, 40, 40), pieces=pieces, objectives=((10, 16),), scenario=scenario
    )
    inside(t, 0)
    t.clock = type(t.clock)(5, 0, t.clock.step, 0, "")
    run(t, search.search(t, 0, 1), [6])
    t.scenery = (Scenery(points=1, tokens=1),)
    # the house: 6; Men inside: 1. It falls: D3 1; 2D3 = 1 + 1 hits of E10 on A7: 1 and 1, nothing
    run(t, rounding_up(t, 0), [6, 1, 1, 1, 1, 1, 1])
    assert t.scores[0] == 0 and not [m for m in t.markers if m.kind == "objective"]


# --- Behemoths --------------------------------------------------------------------------------------------------------


def beast(*squads, pieces=(), spread=0, at=(20, 24), **more):
    kind = behemoth(**more)
    kind = replace(kind, models=tuple(replace(m, stats=replace(m.stats, Spread=spread)) for m in kind.models))
    t = field(*squads, (kind, 1, *at), pieces=pieces)
    zones.prepared(t)
    return t, len(squads)


def ends(t, v, faces, picks=None):
    log: list = []
    run(t, harm.struck(t, v, {"Hull": 0, "Legs": 0}, 0), faces, picks, log)
    return told(t, log)


@pytest.mark.rule("dropzone:access")
class TestAccessTimesBehemothsEndTimesCargo:
    def field(self):
        gate = squad(GUN, name="Gate", type="Tank", A=12, DP=2, rules="Access", details=(("transport", ("cap 6 b",)),))
        ride = carrier("Ride", "cap 3 c", "Tank", A=12, DP=4, details=(("transport", ("cap 3 c",)),))
        waiting = foot("Waiting", 1, details=(("transport", ("req 1 b",)),))
        t, v = beast((gate, 0, 20, 22), (ride, 0, 21.5, 22.5), (waiting, 0, 40, 40), (infantry("Riders"), 0, 44, 40))
        t.change(2, place="reserve", effects=())
        Given(2, Effect("holding")).on(t)
        Embarked(3, 1).on(t)
        return t, v

    def test_hits_destroy_the_last_gate_and_leave_the_ride(self):
        t, v = self.field()
        # 3: three hits of E10 on all within 3". Gate A12: 2+, 4+ two points: 4 destroys it. The ride: three misses.
        ends(t, v, [3, 4, 1, 1, 1, 1, 1])
        assert not t[0].alive and not t[2].alive
        assert t[1].alive and t[3].place == "aboard"

    def test_a_one_takes_the_ride_its_cargo_the_gate_and_the_holding(self):
        t, v = self.field()
        ends(t, v, [1, 3])
        assert not any(t[u].alive for u in range(4))

    def test_a_one_that_reaches_the_gate_alone(self):
        t, v = self.field()
        ends(t, v, [1, 2])  # the gate stands 2" away, the ride 2.1"
        assert not t[0].alive and not t[2].alive and t[1].alive and t[3].place == "aboard"


@pytest.mark.rule("dropzone:resilient")
class TestTheEndOfABehemothTimesCover:
    # A hit of E10 on Infantry of A12: 2 and more a point, 4 and more two. In Body Cover 3+ and 5+.
    def test_odds(self):
        open_ = duel("", acc=None, energy=10, type="Infantry", A=12, DP=9)
        covered = duel("", acc=None, energy=10, type="Infantry", A=12, DP=9, cover="body")
        assert open_.damage.fraction(0) == Fraction(1, 6) and open_.damage.fraction(2) == Fraction(3, 6)
        assert covered.damage.fraction(0) == Fraction(2, 6) and covered.damage.fraction(2) == Fraction(2, 6)

    def test_at_the_window_and_in_the_street(self):
        street, window = foot("Street", 1, A=12, DP=9), foot("Window", 1, A=12, DP=9, rules="Resilient")
        t, v = beast((street, 0, 20, 22), (window, 0, 40, 40), pieces=(house(21, 20, 5, dp=40),))
        inside(t, 1, edge=3)
        # 2: two hits each. Street: 2 (one point), 4 (two). Window, in cover and Resilient: 2 (nothing), 5 (one). House A10: 1, 1.
        ends(t, v, [2, 2, 4, 2, 5, 1, 1])
        assert (t[0].wounds, t[1].wounds) == ((6,), (8,))


def test_aircraft_in_the_air_are_not_spared_by_the_end_of_a_behemoth():
    t, v = beast((bird(DP=3), 0, 20, 22))
    ends(t, v, [3, 2, 1, 1])  # one point of E10 v A10 is always two
    assert t[0].wounds == (1,)


def test_spread_lengthens_every_range_to_it_countered_ones_too():
    gun = weapon("", "Gun", acc=2, energy=10, full=20.0, countered=10.0)
    kind = behemoth()
    stats = replace(kind.models[0].stats, Spread=3, CM=tanks(CM="A").models[0].stats.CM)
    active = replace(kind, models=tuple(replace(m, stats=stats) for m in kind.models))
    for far, able in ((12.5, True), (13.5, False)):  # 10 and 3
        t = field((tanks("A", 1, gun), 0, 20, 10), (active, 1, 20, 10 + far))
        zones.prepared(t)
        assert bool(targeting.targets(t, t[0], 0)) is able


def test_a_crash_on_a_transport_on_the_ground_sets_off_its_own_wreck():
    ride = carrier("Ride", "cap 3 c", "Tank", A=10, DP=2)
    t = field((bird(), 0, 20, 20), (ride, 0, 20, 21), (infantry(), 0, 40, 40), (tanks("B"), 1, 40, 10))
    Embarked(2, 1).on(t)
    # the bird comes down on 1" (face 1): a hit of E10 on A10: two points, wrecked. Its riders: face 3, two hits each, 2 and 1
    run(t, harm.harm(t, 0, (0,), 3), [1, 2, 3, 2, 1])
    assert not t[1].alive and t[2].place == "table" and t[2].wounds == (3,)


@pytest.mark.rule("dropzone:access")
def test_a_gate_that_finds_no_room_beside_a_wreck_is_lost_with_the_holding_and_a_carrier_with_its_riders():
    gate = squad(
        GUN, name="Gate", type="Tank", A=12, DP=2, rules="Access", details=(("transport", ("cap 6 b", "req 1 a")),)
    )
    mule = carrier("Mule", "cap 3 c", "Tank", details=(("transport", ("cap 3 c", "req 1 a")),))
    waiting = foot("Waiting", 1, details=(("transport", ("req 1 b",)),))
    walls = (house(10, 10, 12),)
    craft = carrier("Craft", "cap 6 a")
    t = field(
        (craft, 0, 16, 16), (gate, 0, 40, 40), (mule, 0, 40, 30), (infantry("Riders"), 0, 44, 40), (waiting, 0, 44, 44),
        (tanks("B"), 1, 4, 40), pieces=walls,
    )  # fmt: skip
    for u, host in ((1, 0), (2, 0), (3, 2)):
        Embarked(u, host).on(t)
    t.change(4, place="reserve", effects=())
    Given(4, Effect("holding")).on(t)
    # it comes down in the middle of a block 12" wide: face 6 of the D3, far away, so nobody is hurt, but there is no room
    run(t, harm.harm(t, 0, (0,), 5), [6])
    assert not any(t[u].alive for u in range(5))
