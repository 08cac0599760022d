"""Command cards that count in an attack: as exact odds, worked by hand, and with scripted dice on the table."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

import pytest

from grognard.errors import GrognardError
from grognard.systems.dropzone import melee
from grognard.systems.dropzone.cards.card import ON_CARD
from grognard.systems.dropzone.examples import duel, expected, weapon
from grognard.systems.dropzone.shooting import shoot_action, targeting

from .field import field, run, told
from .hands import ON, chief, holds, names
from .test_battle import FLAK, GUN, foot, inside, tanks
from .test_interactions_table import bird, past

rule = pytest.mark.rule
F = Fraction


def odds(card="", **more):
    sets = {**more.pop("sets", {}), **({"card": card} if card else {})}
    return duel(more.pop("rules", ""), sets=sets, **{"acc": 2, "energy": 6, "A": 10, **more})


def battle(*more, card=0, side=0, gun=GUN, **target):
    """A fires at B, each under the eyes of a Commander; a player holds one card."""
    t = field(
        (tanks("A", 1, gun), 0, 10, 10),
        chief(4, 4),
        (tanks("B", **target), 1, 10, 20),
        chief(4, 40, 1),
        *more,
        rulings=ON,
    )
    return holds(t, side, card)


def b(t):
    return next(u for u in t.units if u.kind.name == "B")


# --- for those who fire -----------------------------------------------------------------------------------------------


@rule("dropzone:assisted-targeting")
class TestAssistedTargeting:
    def test_misses_are_thrown_again(self):
        # to hit 4+: 1/2 + 1/2 · 1/2; to damage 4+
        assert odds("Assisted Targeting", acc=4).destroyed == F(3, 4) * F(1, 2)

    def test_on_the_table_before_anything_is_declared(self):
        t = battle(card=13)
        log: list = []
        run(
            t,
            shoot_action.shoot(t, 0),
            [1, 2, 6],
            {"play which": "Assisted Targeting", "at what": ("squad", b(t).id)},
            log,
        )
        assert not b(t).alive and told(t, log)[0] == "Player 1 plays Assisted Targeting on A"
        assert not t[0].has(ON_CARD)  # it was for this attack

    def test_a_natural_one_is_thrown_again_too_and_fails_again_by_itself(self):
        # to hit 6+ (Accuracy 6, Hull Down 2 more, a natural 6 always hits): 1/6 + 5/6 · 1/6
        assert odds("Assisted Targeting", acc=6, cover="hull-down").destroyed == F(11, 36) * F(1, 2)

    def test_destroyer_counts_the_new_die(self):
        # Destroyer 6+ and Assisted Targeting, hits on 4+: a six by the first die or, after a miss, by the second: 1/6 + 3/6 · 1/6;
        # it is critical without a damage roll. Other hits (4 and 5): 1/3 + 1/2 · 1/3, to damage 4+
        answer = odds("Assisted Targeting", rules="Destroyer 6+", acc=4)
        assert answer.destroyed == F(1, 4) + F(1, 2) * F(1, 2)


@rule("dropzone:incendiary")
class TestIncendiary:
    def test_dice_that_fail_to_damage_are_thrown_again(self):
        # hit 5/6; to damage 4+: 3/4
        assert odds("Incendiary").destroyed == F(5, 6) * F(3, 4)

    def test_in_close_quarters_too(self):
        assert odds("Incendiary", melee=True, type="Infantry", A=10).destroyed == F(3, 4)

    def test_with_flares_every_die_is_thrown_twice_and_no_more(self):
        # whatever the first die shows, the second counts: 1/2
        assert odds("Incendiary, Flares").destroyed == F(5, 6) * F(1, 2)

    def test_who_enters_throws_success_again_and_with_the_card_everything(self):
        # entered: successes again 1/2 · 1/2; with the card all dice again: 1/2
        entered = {"melee": True, "type": "Infantry", "sets": {"entered": True}}
        assert odds("", **entered).destroyed == F(1, 4)
        assert odds("Incendiary", **entered).destroyed == F(1, 2)

    def test_a_glance_is_thrown_again_as_well(self):
        # Area: 3+ hits (2/3), a 2 glances (1/6) at Energy 4: 6+ is 1/6, again 11/36; the hit: 3/4
        answer = odds("Incendiary", rules="Area", acc=3)
        assert answer.destroyed == F(2, 3) * F(3, 4) + F(1, 6) * F(11, 36)


@rule("dropzone:velocity-tracker")
class TestVelocityTracker:
    AIR: ClassVar = {"type": "Aircraft", "A": 10}

    def test_aircraft_are_hit_on_a_six_only(self):
        assert odds("", **self.AIR).impossible
        assert odds("Velocity Tracker", **self.AIR).destroyed == F(1, 6) * F(1, 2)

    def test_a_weapon_that_is_anti_aircraft_hits_as_ever(self):
        assert odds("Velocity Tracker", rules="AA-0", **self.AIR).destroyed == F(5, 6) * F(1, 2)

    def test_with_assisted_targeting_all_but_sixes_are_thrown_again(self):
        assert odds("Velocity Tracker, Assisted Targeting", **self.AIR).destroyed == F(11, 36) * F(1, 2)

    def test_on_the_table_a_tank_fires_at_what_is_in_the_air(self):
        t = battle((bird("Bird"), 1, 14, 16), card=15)
        v = next(u.id for u in t.units if u.kind.name == "Bird")
        assert not targeting.can_aim(t, t[0], 0, t[v])
        picks = {"play which": "Velocity Tracker", "at what": ("squad", v)}
        run(t, shoot_action.shoot(t, 0), [6, 4, 6], picks)  # hit, damage, and where it comes down
        assert not t[v].alive and not t[0].has(ON_CARD)


@rule("dropzone:armour-piercing")
class TestArmourPiercing:
    def test_a_natural_six_always_damages(self):
        assert odds("Armour Piercing", energy=1, A=16).destroyed == F(5, 6) * F(1, 6)

    def test_it_adds_nothing_to_a_weapon_that_is_penetrative(self):
        assert odds("Armour Piercing", rules="Penetrative", energy=1, A=16).destroyed == F(5, 6) * F(1, 6)


@rule("dropzone:experimental")
class TestExperimental:
    def test_energy_by_the_die_that_was_thrown(self):
        # 6 + 2 against 10: 2+; of the 5/6 that hit
        assert odds("Experimental 2").destroyed == F(5, 6) * F(5, 6)
        assert odds("Experimental 1").destroyed == F(5, 6) * F(4, 6)

    def test_it_does_not_bar_saves(self):
        # 12 printed: the save of 5+ stays; two points (critical 2+), destroyed unless both are saved
        answer = odds("Experimental 2", energy=12, A=10, CM="P5+")
        assert answer.destroyed == F(5, 6) * F(5, 6) * F(8, 9)

    @pytest.mark.parametrize(("die", "damage", "falls"), [(2, 3, False), (4, 3, True), (6, 2, True)])
    def test_on_the_table(self, die, damage, falls):
        # Energy 9 against Armour 13 needs 4+; with 1 more 3+, with 2 more 2+
        t = battle(card=19, gun=weapon(acc=2, energy=9))
        picks = {"play which": "Experimental", "at what": ("squad", b(t).id)}
        run(t, shoot_action.shoot(t, 0), [die, 2, damage], picks)
        assert b(t).alive is not falls


@rule("dropzone:marksmanship")
class TestMarksmanship:
    def test_neither_cover_nor_evasion_nor_penalties_count(self):
        hard = {"CM": "E+3", "cover": "hull-down", "sets": {"disembarked": True, "incoherent": True}}
        assert odds("", **hard).destroyed == F(1, 6) * F(1, 2)
        assert odds("Marksmanship", **hard).destroyed == F(5, 6) * F(1, 2)

    def test_nor_does_evasive_against_reaction_fire(self):
        air = {"type": "Aircraft", "A": 10, "rules": "AA-0", "sets": {"reaction": True}}
        assert odds("Marksmanship, Evasive", **air).destroyed == F(5, 6) * F(1, 2)

    def test_body_cover_is_no_matter_of_accuracy(self):
        # 1 more needed to damage: 5+
        answer = odds("Marksmanship", type="Infantry", cover="soft, body")
        assert answer.destroyed == F(5, 6) * F(1, 3)


@rule("dropzone:room-clearance")
class TestRoomClearance:
    def test_twice_the_shots(self):
        # each of 2·3 shots does a point with 4+
        answer = odds("Room Clearance", melee=True, type="Infantry", shots=3, DP=10)
        assert expected(answer) == 6 * F(1, 2)

    def test_what_is_lost_with_damage_points_is_not_doubled(self):
        # Reduced-1: 4 shots less 1 are 3, twice that is 6
        answer = odds(
            "Room Clearance", rules="Reduced-1", melee=True, type="Infantry", shots=4, DP=10, sets={"lost": 1}
        )
        assert expected(answer) == 6 * F(1, 2)

    def test_on_the_table(self):
        from .field import house

        knife = weapon("", "Knives", cq=True, shots=1, energy=6)
        t = field(
            (foot("A", 1, knife), 0, 10, 10),
            chief(4, 4),
            (foot("B", 1, A=8), 1, 12, 10),
            pieces=(house(20, 4),),
            rulings=ON,
        )
        holds(t, 0, 21)
        inside(t, 0)
        inside(t, 2)
        run(t, melee.fight(t, 0), [2, 6], {"play which": "Room Clearance"})
        assert t[2].wounds == (3,)  # two shots, both on 2+

    def test_it_is_for_close_quarters_alone(self):
        assert "Room Clearance has no effect on this attack" in odds("Room Clearance").notes


# --- for those who are fired at ---------------------------------------------------------------------------------------


@rule("dropzone:cloaking")
class TestCloaking:
    def test_a_save_of_five_and_more(self):
        # without criticals; with them a 6 does two points, and both must be saved: 5/6 · (2/6 · 2/3 + 1/6 · 8/9)
        assert odds("Cloaking").destroyed == F(25, 81)
        assert odds("Cloaking", unit="Resilient").destroyed == F(5, 6) * F(1, 2) * F(2, 3)

    @pytest.mark.parametrize(("own", "fails"), [("P6+", F(2, 3)), ("P5+", F(2, 3)), ("P3+", F(1, 3))])
    def test_the_better_of_two_saves_counts(self, own, fails):
        assert odds("Cloaking", CM=own, unit="Resilient").destroyed == F(5, 6) * F(1, 2) * fails

    def test_not_against_energy_thirteen(self):
        assert odds("Cloaking", energy=13, A=17).destroyed == F(5, 6) * F(1, 2)

    def test_dodge_comes_after_it(self):
        answer = odds("Cloaking", melee=True, type="Infantry", unit="Dodge 4+; Resilient")
        assert answer.destroyed == F(1, 2) * F(2, 3) * F(1, 2)

    @pytest.mark.asks("…: play which card?", of=1)
    def test_on_the_table_it_lasts_for_the_round(self):
        t = battle(card=17, side=1)
        run(t, shoot_action.shoot(t, 0), [2, 3, 5], {"play which": "Cloaking", "at what": ("squad", b(t).id)})
        assert b(t).alive and b(t).has(ON_CARD)


@rule("dropzone:flares")
class TestFlares:
    def test_success_is_thrown_again(self):
        assert odds("Flares").destroyed == F(5, 6) * F(1, 4)

    def test_when_all_is_declared(self):
        t = battle(card=18, side=1)
        log: list = []
        run(t, shoot_action.shoot(t, 0), [2, 3, 2], {"play which": "Flares", "at what": ("squad", b(t).id)}, log)
        assert b(t).alive and names(t, 1) == [] and not b(t).has(ON_CARD)

    def test_it_does_not_help_what_hits_on_its_own_side(self):
        """A card on the squad that fires does not touch its own attack."""
        t = battle(card=18, side=0)
        run(t, shoot_action.shoot(t, 0), [2, 3], {"at what": ("squad", b(t).id)})
        assert not b(t).alive and names(t, 0) == ["Flares"]


@rule("dropzone:evasive")
class TestEvasive:
    AIR: ClassVar = {"type": "Aircraft", "A": 10, "sets": {"reaction": True}}

    def test_three_more_evasion(self):
        # AA-0, hits on 2+; Reaction Fire 2 more, Evasive 3 more: 7, a natural 6 hits
        assert odds("Evasive", rules="AA-0", **self.AIR).destroyed == F(1, 6) * F(1, 2)

    def test_anti_aircraft_lowers_it(self):
        # AA-2: Evasion 1 is left; 2 + 2 + 1 = 5+
        assert odds("Evasive", rules="AA-2", **self.AIR).destroyed == F(1, 3) * F(1, 2)

    def test_flame_ignores_it(self):
        # 2 + 2 = 4+
        assert odds("Evasive", rules="AA-0; Flame", **self.AIR).destroyed == F(1, 2) * F(1, 2)

    def test_when_reaction_fire_has_been_declared(self):
        t = field((bird("Bird"), 0, 10, 10), chief(14, 10), (tanks("B", 1, FLAK), 1, 14, 20), rulings=ON)
        holds(t, 0, 11)
        run(t, past(t), [4], {"play which": "Evasive"})  # 2+2 and Evasion 3 less 2: 5+
        assert t[0].alive and not t[0].has(ON_CARD) and names(t, 0) == []


# --- several, and none ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "chance"),
    [
        ("Assisted Targeting, Incendiary", F(35, 36) * F(3, 4)),
        ("Assisted Targeting, Flares", F(35, 36) * F(1, 4)),
        ("Experimental 1, Flares", F(5, 6) * F(4, 9)),
        ("Experimental 1, Incendiary, Cloaking", F(5, 6) * F(8, 9) * F(2, 3)),
    ],
)
def test_cards_together(cards, chance):
    """Hits on 2+ (again: 35/36), damages on 4+ (Experimental: 3+), one point each as Armour 10 allows no critical with 6."""
    assert odds(cards, unit="Resilient").destroyed == chance


def test_a_card_that_does_nothing_is_noted():
    assert (
        "Evasive has no effect on this attack" in odds("Evasive, Incendiary", acc=None).notes
    )  # it hits without a die
    assert not any("Incendiary" in note for note in odds("Evasive, Incendiary", acc=None).notes)


def test_unknown_cards_are_refused():
    with pytest.raises(GrognardError, match="'Fireworks' is no card"):
        odds("Fireworks")


def test_the_reasons_name_the_card():
    steps = odds("Incendiary, Cloaking").steps
    said = {(s.name if hasattr(s, "name") else s.test): [b.rule for b in s.because] for s in steps}
    assert any("Incendiary" in rules for rules in said.values()) and any("Cloaking" in rules for rules in said.values())
