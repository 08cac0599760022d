"""Behemoths that come by drop-harness: who calls them down, what they land on, how hard."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel.asks import Each
from grognard.kernel.exact import exact
from grognard.systems.dropzone import deployment, reserves, turn
from grognard.systems.dropzone.behemoths import drop_harness
from grognard.systems.dropzone.behemoths.drop_harness import LANDED, LandingPlaces, can_signal, landing, landing_dice
from grognard.systems.dropzone.behemoths.trampling import under
from grognard.systems.dropzone.behemoths.zones import prepared, zones
from grognard.systems.dropzone.bots import greedy
from grognard.systems.dropzone.examples import squad, weapon
from grognard.systems.dropzone.squads import HARNESS, can_act, off_table
from grognard.table.events import Given
from grognard.table.geometry import Formation, footprint
from grognard.table.state import Effect
from grognard.table.terrain import Piece, rectangle

from .field import field, house, run, told
from .test_battle import GUN, foot, inside, tanks
from .test_interactions_table import beast

BASE = footprint("round", 25)
PARK = Piece("park", rectangle(20, 20, 3, 3), 0.0, ("difficult", "soft"))


def waits(t, v, *words):
    """A Behemoth off the table with a drop-harness."""
    t.change(v, place="reserve", form=Formation((), (), ()))
    for word in (*(words or ("readiness",)), HARNESS):
        Given(v, Effect(word)).on(t)


def called(*squads, pieces=(), rulings=None, spread=3, at=(20, 24), **more):
    """A field with a Behemoth of the first side that waits, called for by Foot at (20, 20). Ids: Foot 0, Beast 1."""
    t, _ = beast(*squads, pieces=pieces, spread=spread, **more)
    kind = t.units[-1].kind
    t = field((foot("Foot", 2, DP=9), 0, *at), (kind, 0, 40, 40), *squads, pieces=pieces, rulings=rulings)
    prepared(t)
    waits(t, 1)
    return t


def there(x, y):
    """Picks a landing at a point."""

    def pick(ask):
        form = Formation(((float(x), float(y)),), (BASE,), ((0.0, 1.0),))
        assert form in ask.options, ask.options.why_not(form)
        return form

    return {"does Foot do": "signal", "land?": pick}


class TestSignal:
    @pytest.mark.asks("where does … land?", of=0)
    def test_both_actions_of_infantry_bring_it_down_within_six_inches(self):
        t = called((tanks("Far"), 1, 4, 44))
        log = []
        run(t, turn.activation(t, 0), [], there(20, 30), log)
        assert t[1].here and t[1].form.positions == ((20.0, 30.0),) and zones(t[1]) == [
            ("Hull", 8), ("Legs", 6), ("Weapons", 8),
        ]  # fmt: skip
        assert "Foot calls down Beast" in told(t, log) and "Beast: arrived by drop-harness at (20.0, 30.0)" in told(
            t, log
        )
        assert t[0].form.positions[0] == (20, 24) and not [e for e in t[0].effects if e.what in ("moved", "fired")]

    def test_not_farther_and_not_over_the_edge_of_the_table(self):
        t = called((tanks("Far"), 1, 4, 44))
        options = LandingPlaces(t, t[1], t[0])
        assert Formation(((21.5, 30.0),), (BASE,)) in options  # 6" from the second unit
        assert Formation(((20.0, 30.25),), (BASE,)) not in options
        assert "more than 6" in options.why_not(Formation(((20.0, 30.25),), (BASE,)))[-1]
        t = called((tanks("Far"), 1, 4, 44), at=(20, 2))
        assert Formation(((20.0, 0.25),), (BASE,)) not in LandingPlaces(t, t[1], t[0])
        assert len(list(LandingPlaces(t, t[1], t[0]))) > 12
        form = Formation(((20.0, 4.0),), (BASE,))
        assert LandingPlaces(t, t[1], t[0]).decode(form.plain()).positions == form.positions

    def test_from_a_garrison_within_six_inches_of_its_walls(self):
        t = called((tanks("Far"), 1, 4, 44), pieces=(house(18, 22),))
        inside(t, 0)
        options = LandingPlaces(t, t[1], t[0])
        assert Formation(((29.0, 24.0),), (BASE,)) in options and Formation(((29.25, 24.0),), (BASE,)) not in options

    def test_only_infantry_and_only_what_is_in_readiness(self):
        t = called((tanks("Far"), 1, 4, 44))
        assert can_signal(t, t[0]) and not can_signal(t, t[2])
        assert turn.can_do(t, t[0], "signal") and not turn.can_do(t, t[0], "signal", ("move",))
        waits(t, 1, "reserve")
        t.change(1, effects=tuple(e for e in t[1].effects if e.what != "readiness"))
        assert not can_signal(t, t[0])

    @pytest.mark.asks("which Behemoth does … call down?", of=0)
    def test_of_several_its_player_says_which(self):
        t = called((tanks("Far"), 1, 4, 44))
        kind = t[1].kind
        t = field((foot("Foot"), 0, 20, 24), (kind, 0, 40, 40), (kind, 0, 30, 40), (tanks("Far"), 1, 4, 44))
        prepared(t)
        waits(t, 1)
        waits(t, 2)
        run(t, drop_harness.signal(t, 0), [], {"which Behemoth": 2, **there(20, 30)})
        assert t[2].here and not t[1].here

    def test_it_waits_for_that_and_is_not_activated_in_that_round(self):
        t = called((tanks("Far"), 1, 4, 44))
        assert not can_act(t, t[1]) and turn.groups(t, 0) == ["Foot 0"]
        run(t, drop_harness.signal(t, 0), [], there(20, 30))
        assert not can_act(t, t[1]) and t[1].has(LANDED) and not t[1].has(HARNESS)
        t.change(1, effects=tuple(e for e in t[1].effects if e.what != LANDED))
        assert can_act(t, t[1])


class TestLanding:
    """Where Foot calls Beast, Spread 3, down at (20, 30)."""

    def test_all_within_its_spread_takes_two_d3_hits_of_energy_12(self):
        t = called((tanks("Under", 2, DP=9), 1, 19, 32), pieces=(house(24, 28),), spread=4)
        # 2D3 of 2; both on the first tank: E12 v A13 2+ a point, 3+ two; the house A10: 2+ with a token each
        # dice: 5 for the house, 2 for an enemy squad, 2 for two units: a 2 costs a point of the Hull (die 1)
        faces = [1, 1, 2, 3, 1, 4, *(6, 6, 6, 6, 6), *(2, 6), *(6, 6), 1]
        log = []
        run(t, drop_harness.signal(t, 0), faces, there(20, 30), log)
        assert t[2].wounds == (6, 9) and t.scenery[0].points == 19
        assert zones(t[1])[0] == ("Hull", 7)
        said = next(text for text in told(t, log) if text.startswith("Beast lands:"))
        assert (
            said == "Beast lands: 5 dice for Impassable scenery, 2 dice for enemies near, 2 dice for those it lands on"
        )

    def test_aircraft_are_not_spared(self):
        bird = squad(GUN, name="Bird", type="Aircraft", A=10, DP=9)
        t = called((bird, 1, 20, 31))
        run(t, drop_harness.signal(t, 0), [1, 1, 2, 2, 6, 6, 6], there(20, 30))
        assert t[2].wounds == (5,)

    def landed(self, *squads, pieces=(), rulings=None, fallen=()):
        t = called(*squads, pieces=pieces, rulings=rulings)
        return dict(landing_dice(t, landing(t[1], Formation(((20.0, 30.0),), (BASE,))), fallen))

    def test_the_example_of_the_rules(self):
        # T19: one of two Impassable pieces falls, two of four units live on, three enemy squads within 3"
        squads = [(tanks(f"Enemy {k}"), 1, *at) for k, at in enumerate(((18.5, 30), (21.5, 30), (20, 35.5)))]
        pieces = (house(20, 32, 2), house(18, 32, 1))
        found = self.landed(*squads, pieces=pieces, fallen=(1,))
        assert found == {"Impassable scenery": 5, "enemies near": 6, "those it lands on": 2}
        assert sum(found.values()) == 13
        found = self.landed(*squads, pieces=pieces, fallen=(1,), rulings={"landing-near-enemies": "one"})
        assert sum(found.values()) == 10

    def test_difficult_ground_and_friends_count_too(self):
        park = Piece("park", rectangle(20, 28, 3, 3), 0.0, ("difficult", "soft"))
        assert self.landed((tanks("Far"), 1, 4, 44), pieces=(park,)) == {"difficult scenery": 2}
        t = called((tanks("Far"), 1, 4, 44), at=(20, 27.5))
        assert dict(landing_dice(t, landing(t[1], Formation(((20.0, 30.0),), (BASE,))))) == {"those it lands on": 2}

    def test_each_anti_aircraft_weapon_that_reaches_and_sees_it(self):
        flak = squad(weapon("AA-2", countered=6.0, full=30.0), GUN, name="Flak", type="Tank", units=2, A=13)
        at = ((20, 39), (20, 39.25))  # 6" and Spread 3 from (20, 30); the second tank stands 1.5" to the right
        assert self.landed((flak, 1, *at[0])) == {"Anti-Aircraft weapons": 1}
        assert self.landed((flak, 1, *at[1])) == {}
        wall = Piece("wall", rectangle(10, 36, 20, 1), 8.0, ("impassable", "solid"))
        assert self.landed((flak, 1, *at[0]), pieces=(wall,)) == {}
        two = [weapon("AA-2; Alt-1", name=name, countered=6.0, full=30.0) for name in ("One", "Other")]
        assert self.landed((squad(*two, name="Flak", type="Tank", A=13), 1, 20, 39)) == {"Anti-Aircraft weapons": 1}

    def test_a_gun_in_a_garrison_needs_an_edge(self):
        flak = squad(weapon("AA-2"), name="Flak", type="Infantry", units=1, A=7, F=4)
        t = called((flak, 1, 20, 44), pieces=(house(18, 40),))
        form = Formation(((20.0, 30.0),), (BASE,))
        inside(t, 2, 0, -1)
        assert landing_dice(t, landing(t[1], form)) == []
        inside(t, 2, 0, 0)
        assert landing_dice(t, landing(t[1], form)) == [("Anti-Aircraft weapons", 1)]

    def test_the_odds_of_a_landing(self):
        def rough():
            return (yield Each(drop_harness.jolt, (), 3))

        assert exact(rough, ()).fraction(0) == Fraction(8, 27)

    @pytest.mark.asks("where does … step clear?", of=0)
    def test_it_steps_clear_of_impassable_scenery_and_others_clear_of_it(self):
        pillar = Piece("pillar", rectangle(20, 30, 1, 1), 6.0, ("impassable", "solid"))
        t = called((tanks("Under", 1, DP=9), 1, 18, 30), pieces=(pillar,))
        asked = []
        picks = {**there(20, 30), "out of the way": lambda ask: asked.append(ask.player) or ask.options[0]}
        # 2D3 of 2 on the tank: ones; dice: 5 for the pillar, 2 for the enemy near, 1 for the tank
        run(t, drop_harness.signal(t, 0), [1, 1, 1, 1, *([6] * 8)], {**picks, "step clear": lambda ask: ask.options[0]})
        (x, y) = t[1].form.positions[0]
        far = ((x - 20.5) ** 2 + (y - 30.5) ** 2) ** 0.5
        assert 3.4 < far < 4.2  # its Spread from the pillar's edge, the shortest way
        assert not under(t, 1)[1]

    @pytest.mark.asks("where does … get out of the way of …?", of=0)
    def test_its_own_player_moves_who_is_in_the_way(self):
        t = called((tanks("Under", 1, DP=9), 1, 20, 30.5))
        run(t, drop_harness.signal(t, 0), [1, 1, 1, 1, 6, 6, 6], there(20, 30))
        assert t[2].form.positions[0] != (20, 30.5) and t[1].form.positions[0] == (20, 30)

    def test_it_may_be_destroyed_as_it_lands(self):
        t = called((tanks("Near", 3, DP=9), 1, 19, 31))
        t.change(1, effects=tuple(Effect("zone", value=(z, 1)) if e.what == "zone" else e for e, z in zip(
            t[1].effects, ("Hull", "Legs", "Weapons", "", "", ""), strict=False)))  # fmt: skip
        # 2D3 of 2: ones; 2 dice for the squad, 3 for its units: two ones, Hull then (of two zones) Legs; it falls
        run(t, drop_harness.signal(t, 0), [1, 1, 1, 1, 1, 1, 6, 6, 6, 1, 1, 1], there(20, 30))
        assert not t[1].alive


class TestSetUp:
    def field(self, state="off", **rulings):
        t = called((tanks("Far"), 1, 4, 44), rulings=rulings)
        t.change(1, place="off", effects=tuple(e for e in t[1].effects if e.what == "zone"))
        return t

    @pytest.mark.asks("how does … come to the battle?", of=0)
    def test_its_player_declares_it(self):
        t = self.field(**{"aerial-advantage": "off"})
        run(t, deployment.set_up(t, 0, "Beast 1"), [], {"come to the battle": "by drop-harness"})
        assert off_table(t[1]) == "readiness" and t[1].has(HARNESS)
        t = self.field(**{"aerial-advantage": "off"})
        run(t, deployment.set_up(t, 0, "Beast 1"), [], {"come to the battle": "as usual", "how does": "readiness"})
        assert off_table(t[1]) == "readiness" and not t[1].has(HARNESS) and can_act(t, t[1])

    def test_with_aerial_advantage_it_makes_ready_after_the_first_round(self):
        t = self.field()
        run(t, deployment.set_up(t, 0, "Beast 1"), [], {"come to the battle": "by drop-harness"})
        assert off_table(t[1]) == "reserve"
        run(t, reserves.make_ready(t))
        assert off_table(t[1]) == "readiness" and can_signal(t, t[0])


class TestBots:
    def ask(self, about, question="", options=()):
        return type("Ask", (), {"about": about, "question": question, "default": None, "options": options})

    def test_a_greedy_player_lets_it_come_where_somebody_can_call_it(self):
        t = called((tanks("Far"), 1, 4, 44))
        usual, harness = [greedy.worth(t, self.ask((1, "harness")))(w) for w in ("as usual", "by drop-harness")]
        assert harness[0] < usual[0]  # with one squad of Infantry alone it may never come
        t = field((foot("Foot"), 0, 20, 24), (foot("More"), 0, 30, 24), (t[1].kind, 0, 40, 40), (tanks("B"), 1, 4, 44))
        usual, harness = [greedy.worth(t, self.ask((2, "harness")))(w) for w in ("as usual", "by drop-harness")]
        assert harness[0] > usual[0]

    def test_and_crushes_enemies_rather_than_friends(self):
        t = called((tanks("Under", 3, DP=1), 1, 19, 29))
        ask = self.ask((1, "drop"))
        forms = [Formation(((20.0, y),), (BASE,)) for y in (30.0, 24.0, 18.0)]
        on_them, on_us, beside = [greedy.worth(t, ask)(form)[0] for form in forms]
        assert on_them > beside > on_us
        assert greedy.worth(t, self.ask((0, "action")))("signal")[0] > 2.0
