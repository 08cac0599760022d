"""What a reader missed in whole reports of Dropzone Commander: who does not fire and why, hits given up, what misses strike, where
squads stand that come out, and cover of those that nobody sees."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.common.report import Short
from grognard.systems.dropzone import deployment, harm, melee, turn
from grognard.systems.dropzone.behemoths.zones import prepared
from grognard.systems.dropzone.buildings import leaving
from grognard.systems.dropzone.cards.activation import Extraction
from grognard.systems.dropzone.circumstances import Circumstances, canonical
from grognard.systems.dropzone.events import GroupActivated, Hurt, SquadFired
from grognard.systems.dropzone.examples import duel, squad, weapon
from grognard.systems.dropzone.matchup import match, told_of
from grognard.systems.dropzone.movement.aircraft import steps_out
from grognard.systems.dropzone.objectives import control
from grognard.systems.dropzone.shooting import shoot_action, targeting
from grognard.table.events import Embarked
from grognard.table.state import Effect
from grognard.table.terrain import Piece, rectangle

from .field import field, house, run, told
from .test_battle import carrier, foot, inside, tanks
from .test_scenarios import survey

HOUSE = {"type": "Scenery", "tags": ("Destructible",), "A": 10, "DP": 9}


# --- who does not fire ------------------------------------------------------------------------------------------------


def test_those_that_do_not_fire_are_counted_with_the_reason():
    gun = weapon(name="Gun", energy=10, full=10.0)
    t, log = field((tanks("A", 3, gun), 0, 10, 10), (tanks("B"), 1, 10, 19.9), distance=3.0), []
    run(t, shoot_action.shoot(t, 0), [1], log=log)
    assert told(t, log)[0].endswith('; 2 of 3 silent: out of range (10")')


def test_who_has_fired_before_or_moved_too_far_is_told_apart():
    gun = weapon(name="Gun", energy=10, mf=2)
    t, log = field((tanks("A", 3, gun), 0, 10, 10), (tanks("B"), 1, 10, 20)), []
    fired = Effect("fired", 0, ("round ends", 1), (0, (0,)))
    t.change(0, effects=(fired, Effect("moved", 0, ("round ends", 1), (0.0, 4.0, 0.0))))
    run(t, shoot_action.shoot(t, 0), [1], log=log)
    assert told(t, log)[0].endswith('; 1 of 3 silent: fired before this round; 1 of 3 silent: moved more than 2"')


def test_a_unit_behind_a_house_has_no_line_of_sight():
    t, log = (
        field((tanks("A", 2, weapon(name="Gun")), 0, 10, 10), (tanks("B"), 1, 10, 30), pieces=(house(10.8, 11),)),
        [],
    )
    run(t, shoot_action.shoot(t, 0), [1], picks={"the rest of A": ("hold fire", -1)}, log=log)
    assert told(t, log)[0].endswith("; 1 of 2 silent: no line of sight")


def test_who_holds_back_by_choice_is_told_so_and_a_squad_that_fires_nothing_holds_its_fire():
    t, log = field((tanks("A", 2, weapon(name="Gun")), 0, 10, 10), (tanks("B"), 1, 10, 30)), []
    picks = {"A fires": ("unit by unit", -1), "A 1 fires": ("squad", 1), "A 2 fires": ("hold fire", -1)}
    run(t, shoot_action.shoot(t, 0), [1], picks=picks, log=log)
    assert told(t, log)[0].endswith("; 1 of 2 silent: held back by choice")
    t, log = field((tanks("A", 2), 0, 10, 10), (tanks("B"), 1, 10, 30)), []
    run(t, shoot_action.shoot(t, 0), [], picks={"A fires": ("hold fire", -1)}, log=log)
    assert told(t, log) == ["A holds its fire"]


# --- what changes the shots -------------------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:strafe")
@pytest.mark.rule("dropzone:reduced")
def test_the_number_of_dice_is_told_where_a_rule_makes_it_another():
    guns = weapon("Strafe-2", "Gun"), weapon("Reduced-1", "Rifles", shots=4)
    t, log = field((tanks("A", 2, *guns, DP=3), 0, 10, 10), (tanks("B"), 1, 10, 20)), []
    t.change(0, wounds=(3, 2))
    run(t, shoot_action.shoot(t, 0), [1] * 11, log=log)
    first, second = told(t, log)[:2]
    assert first.endswith("; Strafe-2: fired 2 times")
    assert second.endswith("; unit 2, Reduced-1: 1 shot fewer for the point lost")


@pytest.mark.rule("dropzone:focus")
def test_hits_that_are_given_up_are_told():
    hose = weapon("Focus-3", "Hose", energy=4, shots=5, acc=3)
    t, log = field((tanks("A", 1, hose), 0, 10, 10), (tanks("B", A=15), 1, 10, 20)), []
    run(t, shoot_action.shoot(t, 0), [3, 4, 5, 6, 1, 4, 4], log=log)  # Energy 4 cannot hurt Armour 15, 4 + 6 can on 5+
    assert "hits of Hose given up (Focus), 2 of 4: 1 with Energy +6 and 1 as it is" in told(t, log)


@pytest.mark.rule("dropzone:flame")
def test_misses_of_flame_say_whom_they_strike_and_its_token_is_told_beforehand():
    flames = weapon("Flame", "Torch", acc=3, energy=4, shots=2, full=12.0)
    squads = (tanks("A", 1, flames), 0, 10, 10), (foot("Own", 1), 0, 10, 12.9), (foot("Foe", 1), 1, 11, 12.9)
    t, log = field(*squads, pieces=(house(8, 14),)), []
    inside(t, 1), inside(t, 2)
    run(t, shoot_action.shoot(t, 0), [1, 3, 1, 1, 1, 1, 1], picks={"at what": ("squad", 2)}, log=log)
    said = told(t, log)
    assert said[0].endswith("; Flame: 1 Collateral token besides what the hits do")
    assert "dice of Torch that miss hit Own, a friend in the same building" in said
    (laid,) = [event for event in log if event.told(t) == "1 Collateral token laid on house"]
    assert "dropzone:flame" in laid.by


@pytest.mark.rule("dropzone:tech-killer")
def test_dice_of_a_tech_killer_are_never_called_damage_to_a_building():
    web = weapon("Tech Killer", "Web", energy=12)
    t, log, thrown = field((tanks("A", 1, web), 0, 10, 10), (tanks("B"), 1, 40, 40), pieces=(house(8, 14),)), [], []
    run(t, shoot_action.shoot(t, 0), [4, 6], picks={"at what": ("piece", 0)}, log=log, thrown=thrown)
    assert thrown == ["Web to hit house, 2+: 4 (a hit)", "Web to damage house, 2+: 6 (no damage)"]
    assert told(t, log)[-1].endswith("; Tech Killer: cannot damage scenery")


def test_no_saves_says_why():
    kind = squad(name="B", CM="P4+", A=13)
    m = match(weapon(energy=13), kind, kind.models[0], canonical(Circumstances()), 13)
    assert told_of(m).endswith("; no saves against Energy 13 and more")


# --- buildings --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:area")
def test_no_template_is_told_of_where_none_is_laid():
    bell = weapon("Area", "Bell", acc=3, energy=20)
    t, log = field((tanks("A", 1, bell), 0, 10.5, 5), (foot("B", 2), 1, 10, 12.9), pieces=(house(8, 14),)), []
    inside(t, 1, edge=0)
    run(t, shoot_action.shoot(t, 0), [1], picks={"at what": ("squad", 1)}, log=log)
    said = told(t, log)[0]
    assert "all in that part of the building are hit" in said and "template" not in said
    assert said.endswith("; in the part of the building aimed at: 2 of B")


def test_who_stands_on_an_edge_is_as_far_away_as_the_edge():
    """The house is 5 inches deep: its south edge at y 14, the men in its middle."""
    t, log = (
        field((tanks("A", 1, weapon(name="Gun")), 0, 10.5, 4), (foot("B", 1), 1, 10, 12.9), pieces=(house(8, 14),)),
        [],
    )
    inside(t, 1, edge=0)
    run(t, shoot_action.shoot(t, 0), [1], picks={"at what": ("squad", 1)}, log=log)
    assert 'A fires Gun at B, 10.0" away' in told(t, log)[0]


def test_who_comes_out_says_of_which_building_and_where_they_stand():
    t, log = field((foot("Men", 1), 0, 10, 12.9), pieces=(house(8, 14, name="Old Mill"),)), []
    inside(t, 0)
    run(t, leaving.go_out(t, 0, 0), picks={"which side": 0}, log=log)
    (said,) = [line for line in told(t, log) if "leaves" in line]
    assert said.startswith("Men leaves Old Mill at (")


def test_who_gets_out_says_of_what():
    t, log = field((carrier("Mule", type="Tank"), 0, 10, 10), (tanks("B"), 1, 40, 40), (foot("Men", 1), 0, 10, 14)), []
    men = next(u.id for u in t.units if u.kind.name == "Men")
    Embarked(men, 0).on(t)
    run(t, steps_out(t, men, 0), log=log)
    assert any(line.startswith("Men: disembarked from Mule at (") for line in told(t, log))


# --- cover without sight (Indirect: Soft and Body Cover count as usual) -----------------------------------------------


@pytest.mark.rule("dropzone:indirect")
class TestCoverUnseen:
    wall = Piece("wall", rectangle(2, 10, 30, 2), 8.0, ("solid",))

    def words(self, *pieces, x=11.0, y=25.0, edge=None):
        mortar = weapon("Indirect", "Mortar", acc=3, energy=9)
        t = field((tanks("A", 1, mortar), 0, 11, 4), (foot("B", 1), 1, x, y), pieces=(self.wall, *pieces))
        if edge is not None:
            inside(t, 1, 1, edge)
        return targeting.outlook(t, t[0], mortar, t[1]).seen[0][0]

    def test_on_an_edge_the_building_covers(self):
        assert self.words(house(8, 20), edge=0) == ("unseen", "soft", "body")

    def test_in_a_wood_and_behind_a_hedge_it_is_soft_but_not_before_it(self):
        hedge = Piece("hedge", rectangle(8, 23, 6, 1), 1.0, ("soft",))
        wood = Piece("wood", rectangle(8, 22, 6, 6), 1.0, ("soft",))
        assert self.words(wood) == ("unseen", "soft")
        assert self.words(hedge, y=24.5) == ("unseen", "soft")  # half an inch behind it
        assert self.words(hedge, y=22.5) == ("unseen",)  # the hedge is behind them
        assert self.words(hedge, y=27.0) == ("unseen",)  # too far from it

    def test_two_more_are_needed_and_one_more_to_damage(self):
        """Indirect 5+ and Soft Cover 2: a natural 6; Energy 9 against 7 with Body Cover: 2+ still. 1/6 of 5/6."""
        sets = {"unseen": True}
        found = duel("Indirect", acc=3, energy=9, type="Infantry", A=7, DP=1, cover="soft, body", sets=sets)
        assert found.destroyed == Fraction(1, 6) * Fraction(5, 6)
        t, log = self.fired(), []
        run(t, shoot_action.shoot(t, 0), [5], log=log)
        assert "to hit 6+ (Indirect: 5+ before modifiers, Soft Cover: 2 more needed)" in told(t, log)[0]

    def fired(self):
        mortar = weapon("Indirect", "Mortar", acc=3, energy=9)
        t = field((tanks("A", 1, mortar), 0, 11, 4), (foot("B", 1), 1, 11, 25), pieces=(self.wall, house(8, 20)))
        inside(t, 1, 1, 0)
        return t


# --- zones, Commanders, initiative, cards -----------------------------------------------------------------------------


def test_fire_at_a_behemoth_names_the_zone():
    parts = (("Hull", 2, 8), ("Legs", 4, 3))
    beast = squad(name="Beast", type="Behemoth", A=15, DP=16, details=(("zones", parts),))
    t, log = field((tanks("A"), 0, 10, 10), (beast, 1, 10, 24)), []
    prepared(t)
    run(t, shoot_action.shoot(t, 0), [1], picks={"which zone": "Legs"}, log=log)
    assert told(t, log)[0].startswith("A fires Gun at Beast (Legs), 14.0")


def test_equal_dice_for_initiative_say_that_they_are_thrown_again():
    t, log = field((tanks("A"), 0, 10, 10), (tanks("B"), 1, 10, 40)), []
    run(t, turn.initiative(t, 0), [3, 3, 4, 2], log=log)
    assert told(t, log)[0] == "both players come to 3: the dice are thrown again"


def test_a_card_that_allows_a_second_move_does_not_say_it_was_made():
    t, log = field((carrier("Bird"), 0, 10, 10), (tanks("B"), 1, 10, 40)), []
    GroupActivated(0, "First", (0,)).on(t)
    run(t, Extraction().plays(t, 0, None), log=log)
    assert told(t, log) == ["Bird: may move twice"]


def test_an_aircraft_that_comes_down_on_a_3_does_no_harm():
    t, log = field((carrier("Bird", DP=1), 0, 10, 10), (tanks("B"), 1, 10, 10)), []
    run(t, harm.harm(t, 0, (0,), 1), [5], log=log)  # 5 is 3 of a D3; a tank stands right below
    assert "the wreck of Bird does no harm" in told(t, log) and t[1].alive


def test_a_battlegroup_in_reserve_says_whose_it_is():
    t, log = field((tanks("A"), 0, 10, 10), (tanks("B"), 1, 10, 40)), []
    run(t, deployment.starts(t, 1, "First Column", [1]), log=log)
    assert told(t, log) == ["Player 2: First Column starts in reserve, not all of it is carried by Aircraft"]


def test_who_claims_is_named_before_the_die_and_a_booby_trap_before_its_hits():
    t, log = survey((foot("Men", 1, DP=40), 0, 5, 5), (tanks("B"), 1, 40, 40)), []
    inside(t, 0, 0)
    thrown = []
    run(t, control.claims(t, 0), [1, 1, 1], log=log, thrown=thrown)
    said = told(t, log)
    assert said[0] == "Men claims objective 1"
    assert said.index("objective 1 was a booby trap") < len(said)


def test_close_quarters_say_what_changes_the_number_of_dice():
    axes = weapon("Reduced-2", "Axes", cq=True, shots=6, energy=5)
    t, log = field((foot("Men", 1, axes), 0, 10, 12.9), (foot("Foe", 1), 1, 11, 12.9), pieces=(house(8, 14),)), []
    inside(t, 0), inside(t, 1)
    t.change(0, wounds=(3,))
    run(t, melee.fight(t, 0), [1, 1], log=log)
    assert told(t, log)[0].endswith("; Reduced-2: 2 shots fewer for each of 2 points lost")


@pytest.mark.rule("dropzone:flame")
def test_odds_name_the_rule_that_lays_tokens():
    steps = [s for s in duel("Flame", acc=2, energy=9, **HOUSE).steps if s.name == "Collateral"]
    assert [b.says for s in steps for b in s.because] == ["1 Collateral token besides what the hits do"]


# --- the short report -------------------------------------------------------------------------------------------------


def test_what_comes_of_several_weapons_is_told_of_all_of_them():
    t = field(
        (tanks("Warders", 2, weapon(name="Cannon"), weapon(name="Hail Gun")), 0, 10, 10), (tanks("Foe"), 1, 10, 20)
    )
    t.names = ["Warders", "Foe"]
    written: list[str] = []
    short = Short(lambda round_, heading, text: written.append(text))
    for entry in (
        SquadFired(0, 1, "Cannon", 0, (0, 1)),
        SquadFired(0, 1, "Hail Gun", 1, (0,)),
        Hurt(1, (0,), 0),
    ):
        entry.on(t)
        short(t, entry, 1, "activations")
    short.close()
    assert written == ["Warders fire 2 x Cannon and Hail Gun at Foe: destroyed"]
