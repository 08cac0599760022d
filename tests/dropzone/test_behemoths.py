"""How Behemoths go: through what is high, over who stands there; who is moved aside."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from grognard.errors import Faults
from grognard.kernel.exact import exact
from grognard.muster.formats import native
from grognard.systems.dropzone.behemoths import ploughing, trampling
from grognard.systems.dropzone.behemoths.zones import prepared, zones
from grognard.systems.dropzone.bots import greedy
from grognard.systems.dropzone.examples import squad, weapon
from grognard.systems.dropzone.harm import struck
from grognard.systems.dropzone.movement.move_action import move
from grognard.table.events import Given
from grognard.table.geometry import Formation, footprint
from grognard.table.state import Effect
from grognard.table.terrain import Piece, rectangle

from .field import field, house, run, told
from .test_battle import GUN, foot, inside, tanks
from .test_interactions_table import beast
from .test_rules_in_battle import behemoth

LAVA = Piece("lava", rectangle(10, 26, 20, 3), 0.0, ("impassable",))
CLIFF = Piece("cliff", rectangle(0, 26, 48, 3), 6.0, ("impassable", "solid"))


def walk(t, u, faces=(), dy=7.75, dx=0.0, picks=None, log=None):
    """A Behemoth moves by so many inches. Result: whether it could."""
    seen = []

    def there(ask):
        form = ask.options.form.shifted(dx, dy)
        seen.append(form in ask.options)
        return form if seen[-1] else ask.options.form

    run(t, move(t, u), faces, {"where does Beast move": there, **(picks or {})}, log)
    return seen[0]


class TestPloughing:
    def field(self, *pieces, **more):
        t, _ = beast((tanks("Far"), 0, 44, 4), pieces=pieces, **more)
        return t

    def test_hits_that_do_nothing_cost_it_a_point_each(self):
        t = self.field(house(18, 26), spread=0)
        # D3 of 3 (face 6); E10 at A10: 2+ a point and a token; two fail: Hull (die 1), Legs (die 3)
        assert walk(t, 1, [6, 1, 4, 1, 1, 3], picks={"plough": "plough through"})
        assert t.scenery[0].points == 19 and t.scenery[0].tokens == 1
        assert zones(t[1]) == [("Hull", 7), ("Legs", 5), ("Weapons", 8)]

    def test_passive_countermeasures_help(self):
        t = self.field(house(18, 26), spread=0, CM="P5+")
        assert walk(t, 1, [6, 1, 4, 1, 5, 4, 1], picks={"plough": "plough through"})
        assert zones(t[1]) == [("Hull", 7), ("Legs", 6), ("Weapons", 8)]

    def test_the_odds_of_it(self):
        t = self.field(house(18, 26), CM="P5+")
        law = exact(ploughing.ploughing, ploughing.against(t, t[1], 0))
        # D3 hits, each fails on 1 in 6; of two thirds of those that fail no save is made
        assert law.map(lambda done: done[2]).mean(lambda n: n) == pytest.approx(2 * 1 / 6 * 2 / 3)
        one = 1 - Fraction(1, 6) * Fraction(2, 3)
        assert law.map(lambda done: done[2]).fraction(0) == (one + one**2 + one**3) / 3
        assert law.map(lambda done: done[0]).fraction(3) == Fraction(1, 3) * Fraction(5, 6) ** 3

    def test_the_piece_falls_and_the_usual_follows(self):
        t = self.field(house(18, 26, dp=20), spread=0)
        t.scenery = tuple(type(s)(1) for s in t.scenery)
        # one hit, 4; it falls: D3 of 1, and the Behemoth 0.75" beyond it takes a hit of E10 at A12 on its Legs: 4 of 2+ crit 4+
        assert walk(t, 1, [1, 4, 1, 3, 4], picks={"plough": "plough through"})
        assert t.scenery[0].gone and dict(zones(t[1]))["Legs"] == 4

    def test_through_what_cannot_be_destroyed_for_nothing_and_not_into_it(self):
        t = self.field(CLIFF)
        assert not walk(t, 1, dy=3.0)
        assert walk(t, 1)
        assert zones(t[1]) == [("Hull", 8), ("Legs", 6), ("Weapons", 8)]

    def test_what_is_low_it_crosses_and_is_not_asked(self):
        t = self.field(house(18, 26).changed(height=2.5), spread=0)
        assert walk(t, 1) and t.scenery[0].points == 20

    @pytest.mark.asks("does … plough through what stands in its way?", of=1)
    def test_it_may_go_round(self):
        t = self.field(house(19, 26, 1.0), spread=0)
        assert walk(t, 1, dy=4.5, picks={"plough": "go round"}) and t.scenery[0].points == 20
        t = self.field(house(19, 26, 1.0), spread=0)
        assert walk(t, 1, [1, 2], dy=4.5, picks={"plough": "plough through"}) and t.scenery[0].points == 19

    def test_nobody_is_asked_where_only_one_way_leads_there(self):
        t = self.field(house(10, 26, 20), spread=0)  # it would stand in it
        assert not walk(t, 1)
        t = self.field(Piece("wall", rectangle(0, 26, 48, 1), 6.0, house(0, 0).properties, armour=10, dp=20), spread=0)
        assert walk(t, 1, [1, 2], dy=4.0, picks={"plough": "go round"}) and t.scenery[0].points == 19

    def test_it_may_fall_over_it(self):
        t = self.field(house(18, 26), spread=0)
        hurt = {"Hull": 1, "Legs": 0, "Weapons": 8}
        effects = [type(e)(e.what, e.source, e.until, (e.value[0], hurt[e.value[0]])) for e in t[1].effects]
        t.change(1, effects=tuple(effects))
        # one hit that fails, on the Hull (two zones left: 1 to 3); it falls, a 2: two hits on the house
        walk(t, 1, [1, 1, 1, 2, 4, 4], picks={"plough": "plough through"})
        assert not t[1].alive and t.scenery[0].points == 18

    def test_a_greedy_player_does_it_to_bury_enemies_only(self):
        t = self.field(house(18, 26))
        about = (1, "plough", (0,))
        ask = type("Ask", (), {"about": about, "question": "does Beast plough …?", "default": "go round"})
        assert greedy.worth(t, ask)("plough through")[0] < greedy.worth(t, ask)("go round")[0] == 0
        t = field((foot("Men", 2, DP=20), 0, 20, 20), (behemoth(), 1, 20, 24), pieces=(house(18, 26),))
        prepared(t)
        inside(t, 0)
        t.scenery = tuple(type(s)(1) for s in t.scenery)
        assert greedy.worth(t, ask)("plough through")[0] > 0


class TestItsOwnCard:
    """Crippled results as the card of a unit names them."""

    CARD = (("Hull", ("A -2", "Missiles")), ("Legs", ("MV -3", "Resilient")), ("Weapons", ("Driver",)))
    GUNS = (weapon(name="Driver (Left)"), weapon(name="Driver (Right)"), weapon("Structural", "Missiles"))

    def field(self, *guns, rules="", card=CARD):
        kind = behemoth(*(guns or self.GUNS), rules=rules)
        kind = replace(kind, details=(*kind.details, ("crippled", card)))
        t = field((tanks("A"), 0, 10, 10), (kind, 1, 10, 24))
        prepared(t)
        return t

    def test_a_result_takes_all_that_it_names_structural_weapons_too(self):
        t, log = self.field(), []
        run(t, struck(t, 1, {"Hull": 4}, 0), log=log)
        assert t[1].members[0].stats.A == 10
        assert [w.name for w in t[1].members[0].weapons] == ["Driver (Left)", "Driver (Right)"]
        assert "Beast is crippled and loses Missiles" in told(t, log) and "Beast is crippled: Armour 2 less" in told(
            t, log
        )

    def test_figures_and_rules(self):
        t, log = self.field(rules="Resilient; Wide"), []
        run(t, struck(t, 1, {"Legs": 3}, 0), log=log)
        model = t[1].members[0]
        assert model.stats.MV == 5 and [str(rule) for rule in model.rules] == ["Wide"]
        assert "Beast is crippled and loses Resilient" in told(t, log)
        run(t, struck(t, 1, {"Legs": 0}, 0), log=log)  # the rule is gone already
        assert t[1].members[0].stats.MV == 2 and "Beast is crippled and has no Resilient left to lose" in told(t, log)

    @pytest.mark.asks("which weapon does … lose?", of=0)
    def test_of_several_weapons_of_a_name_the_enemy_picks_one(self):
        t = self.field()
        run(t, struck(t, 1, {"Weapons": 4}, 0), picks={"which weapon": 1})
        assert [w.name for w in t[1].members[0].weapons] == ["Driver (Left)", "Missiles"]

    def test_without_a_card_a_zone_does_the_usual(self):
        t = self.field(card=(("Hull", ("a weapon",)),))
        run(t, struck(t, 1, {"Hull": 4, "Legs": 3}, 0))
        assert t[1].members[0].stats.MV == 6 and t[1].members[0].stats.A == 12
        assert [w.name for w in t[1].members[0].weapons] == ["Driver (Right)", "Missiles"]

    def test_a_file_says_it_and_its_faults_are_told(self):
        text = BEAST.format(card='{Hull = ["A -2", "Driver"], Legs = "MV -2", weapons = ["a weapon"]}')
        kind = native.loads(text).kinds[0]
        assert kind.detail("crippled") == (
            ("Hull", ("A -2", "Driver")),
            ("Legs", ("MV -2",)),
            ("Weapons", ("a weapon",)),
        )
        assert native.loads(native.dump(native.loads(text))).kinds[0] == kind
        for card, fault in (
            ('{Hull = ["Rocket"]}', "Hull takes 'Rocket', which it has not"),
            ("{Hull = []}", "is no Crippled result"),
            ("{Tail = ['A -2']}", "Tail"),
            ("2", "are no Crippled results"),
        ):
            with pytest.raises(Faults, match=fault):
                native.loads(BEAST.format(card=card))


BEAST = """
system = "dropzone"
name = "War"

[weapons.Driver]
full = 24
countered = 24
shots = 1
acc = "2+"
energy = 10
arc = "F"

[[units]]
name = "Beast"
type = "Behemoth"
points = 300
zones = {{Hull = [2, 4], Legs = [2, 3], Weapons = [2, 4]}}
crippled = {card}

  [[units.models]]
  name = "Beast"
  stats = {{MV = 8, A = 12, DP = 8}}
  weapons = ["Driver"]
"""


class TestWhoIsInItsWay:
    def test_squads_are_not_but_other_behemoths_are(self):
        t, _ = beast((tanks("Men", 3, DP=5), 0, 18.5, 28))
        assert walk(t, 1, dy=6.0)
        other = squad(GUN, name="Other", type="Behemoth", A=12, DP=8, details=behemoth().details)
        t = field((other, 0, 20, 28), (behemoth(), 1, 20, 24))
        prepared(t)
        assert not walk(t, 1, dy=4.25)
        assert not walk(t, 1, dy=4.75)
        assert walk(t, 1, dy=6.0)  # round it

    @pytest.mark.asks("where does … get out of the way of …?", of=0)
    def test_who_survives_is_moved_the_shortest_way_off(self):
        t, _ = beast((tanks("Near", 2, DP=9), 0, 19.5, 28), (tanks("Far"), 0, 44, 4), spread=1)
        places = []

        def aside(ask):
            places.append(ask.options)
            return ask.options[-1]

        log = []
        # a hit on the first: a 1 does nothing. It then stands on (19.5, 28), 0.5" from its middle, and on (21, 28)'s edge not
        walk(t, 2, [1, 1], dy=4.0, picks={"out of the way": aside}, log=log)
        assert t[2].form.positions[0] == (20, 28) and t[0].wounds == (9, 9)
        (x, y), second = t[0].form.positions
        assert second == (21, 28) and (x - 20) ** 2 + (y - 28) ** 2 >= (2 * footprint("round", 25).radius) ** 2
        assert len(places) == 1 and ((x - 19.5) ** 2 + (y - 28) ** 2) ** 0.5 <= 0.5 + trampling.STEP
        assert "Near is pushed aside" in told(t, log)

    @pytest.mark.asks("where does … get out of the way of …?", of=1)
    def test_or_by_its_own_player_where_they_say_so(self):
        for ruling, player in (("owner", 0), ("behemoth", 1)):
            t = field((tanks("Near", 1, DP=9), 0, 20, 28), (behemoth(), 1, 20, 24), rulings={"pushed-aside": ruling})
            prepared(t)
            asked = []
            picks = {"out of the way": lambda ask, asked=asked: asked.append(ask.player) or ask.options[0]}
            walk(t, 1, dy=4.0, picks=picks)
            assert asked == [player]

    def test_not_who_is_inside_a_garrison_or_in_the_air(self):
        bird = squad(GUN, name="Bird", type="Aircraft", A=10)
        t = field((bird, 0, 20, 28), (behemoth(), 1, 20, 24))
        prepared(t)
        walk(t, 1, dy=4.0)
        assert t[0].form.positions == ((20, 28),) and t[1].form.positions == ((20, 28),)

    def test_who_has_no_room_stays(self):
        positions = trampling.nearest((5.0, 5.0), lambda position: False, 2.0)
        assert positions == ()


class TestTramplingBeyondTheSpread:
    def test_any_unit_of_the_squad_may_be_hit(self):
        t, _ = beast((tanks("Row", 3, DP=9), 0, 20, 28.5), spread=2)
        # (20, 26) to the first unit 2.5", so from (20, 27) 1.5": the others are out of the Spread, the last is hit
        walk(t, 1, [1, 3], dy=3.0, picks={"trample": lambda ask: ask.options[-1]})
        assert t[0].wounds == (9, 9, 8)

    def test_also_where_it_comes_on(self):
        t, _ = beast((tanks("Near", 1, DP=9), 0, 20, 43), spread=3)
        t.change(1, place="reserve", form=Formation((), (), ()))
        Given(1, Effect("readiness")).on(t)
        log = []
        run(t, move(t, 1), [1, 3], {"where does Beast come on": lambda ask: near(ask, 20, 45)}, log)
        assert t[0].wounds == (8,)


def near(ask, x, y):
    """A place of one model at a point."""
    first = next(iter(ask.options))
    return Formation(((x, y),), first.bases, first.facing)
