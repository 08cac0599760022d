"""Shooting on the table: sight, cover, weapon types, markers and templates, vehicles, what targets do about it."""

from __future__ import annotations

import pytest

from grognard.errors import GrognardError
from grognard.systems.usr import condition
from grognard.systems.usr.examples import model, shooter, target, unit, weapon
from grognard.systems.usr.shooting import eligibility, shooting, templates
from grognard.systems.usr.shooting.eligibility import Targets
from grognard.systems.usr.shooting.firing_choices import HOLD
from grognard.systems.usr.shooting.shooting import fire, shoot
from grognard.table.templates import best_teardrop, under
from tests.usr.field import act, field, named, tower, wall, wood

RIFLE = weapon("Rifle", type="Rapid Fire", AP=5)
SQUAD = unit(model(weapons=[RIFLE]), name="Squad", count=3)
TROOP = unit(model(name="Trooper", Ld=7), name="Troop", count=3)
HIT, WOUND, SAVED = 3, 4, 6


def options(t, u):
    return list(Targets(t, u))


# --- whom --------------------------------------------------------------------------------------------------------------


def test_only_units_within_reach_and_sight_may_be_shot_at():
    near, far, hidden = (unit(model(), name=name, count=2) for name in ("Near", "Far", "Hidden"))
    t = field((SQUAD, 0, 10, 10), (near, 1, 10, 30), (far, 1, 10, 45), (hidden, 1, 30, 20), pieces=(tower(20, 12),))
    assert options(t, 0) == [named(t, "Near"), HOLD]


def test_units_in_close_combat_may_not_be_shot_at():
    t = field((SQUAD, 0, 10, 10), (TROOP, 1, 10, 20))
    t.change(1, foes=(0,))
    assert options(t, 0) == [HOLD]


def test_who_advanced_does_not_shoot():
    t = field((SQUAD, 0, 10, 10), (TROOP, 1, 10, 20))
    t.change(0, effects=(condition_of(condition.MOVED, "advanced"),))
    assert eligibility.can_shoot(t, 0) == []


def condition_of(word, value=None):
    from grognard.table.state import Effect

    return Effect(word, value=value)


# --- weapons ----------------------------------------------------------------------------------------------------------


def test_rapid_fire_shoots_twice_within_half_range_and_bars_the_charge():
    t = field((SQUAD, 0, 10, 10), (TROOP, 1, 10, 20))
    shot = act(t, fire(t, 0, 1), [1] * 6)
    assert shot.event("ShotAt").weapons == ("Rifle",)
    assert t[0].has(condition.SPENT)


def test_beyond_half_range_it_shoots_once():
    t = field((SQUAD, 0, 10, 10), (TROOP, 1, 10, 28))
    act(t, fire(t, 0, 1), [1] * 3)


def test_heavy_weapons_fire_snap_shots_after_moving():
    guns = unit(model(weapons=[weapon("Cannon", type="Heavy 2")]), name="Guns")
    t = field((guns, 0, 10, 10), (TROOP, 1, 10, 20))
    t.change(0, effects=(condition_of(condition.MOVED, "moved"),))
    assert act(t, fire(t, 0, 1), [5, 5]).event("Harmed") is None


@pytest.mark.rule("usr:relentless")
def test_the_relentless_fire_heavy_weapons_on_the_move_and_may_charge_after():
    guns = unit(model("Relentless", weapons=[weapon("Cannon", type="Heavy 2")]), name="Guns")
    t = field((guns, 0, 10, 10), (TROOP, 1, 10, 20))
    t.change(0, effects=(condition_of(condition.MOVED, "moved"),))
    shot = act(t, fire(t, 0, 1), [3, 2, 4])
    assert shot.event("Harmed").left == (0, 1, 1)
    assert not t[0].has(condition.SPENT) and "usr:relentless" in shot.event("ShotAt").by


def test_a_model_with_two_guns_is_asked_which_it_fires():
    both = unit(model(weapons=[RIFLE, weapon("Pistol", type="Pistol", range=12)]), name="Both")
    t = field((both, 0, 10, 10), (TROOP, 1, 10, 20))
    shot = act(t, fire(t, 0, 1), [1], {"which weapon": 1})
    assert shot.event("ShotAt").weapons == ("Pistol",)


# --- cover ------------------------------------------------------------------------------------------------------------


def test_a_wall_between_gives_a_four_up():
    t = field((SQUAD, 0, 10, 10), (TROOP, 1, 10, 28), pieces=(wall(8, 27),))
    shot = act(t, fire(t, 0, 1), [HIT, 1, 1, WOUND, 4])
    assert shot.event("Harmed") is None
    t = field((SQUAD, 0, 10, 10), (TROOP, 1, 10, 28), pieces=(wall(8, 27),))
    assert act(t, fire(t, 0, 1), [HIT, 1, 1, WOUND, 3]).event("Harmed") is not None


def test_a_wood_gives_a_five_up_to_who_stands_in_it():
    t = field((SQUAD, 0, 10, 10), (TROOP, 1, 10, 28), pieces=(wood(8, 26),))
    assert act(t, fire(t, 0, 1), [HIT, 1, 1, WOUND, 5]).event("Harmed") is None


def test_models_of_another_unit_between_give_a_five_up():
    screen = unit(model(), name="Screen", count=5)
    t = field((SQUAD, 0, 10, 10), (TROOP, 1, 10, 28), (screen, 1, 9, 24), distance=1.25)
    assert act(t, fire(t, 0, 1), [HIT, 1, 1, WOUND, 5]).event("Harmed") is None


def test_a_unit_goes_to_ground_before_its_saves_and_may_not_again():
    t = field((SQUAD, 0, 10, 10), (TROOP, 1, 10, 28))
    shot = act(t, fire(t, 0, 1), [HIT, 1, 1, WOUND, 6], {"go to ground": "yes"})
    assert shot.event("Harmed") is None and condition.grounded(t[1]) and condition.snaps(t[1]) and condition.stuck(t[1])
    assert "go to ground?" not in act(t, fire(t, 0, 1), [1, 1, 1]).asked


@pytest.mark.rule("usr:fearless")
def test_the_fearless_are_not_asked_to_go_to_ground():
    brave = unit(model("Fearless"), name="Brave", count=3)
    t = field((SQUAD, 0, 10, 10), (brave, 1, 10, 28))
    assert not act(t, fire(t, 0, 1), [HIT, 1, 1, WOUND]).asked


def test_wounds_fall_on_the_nearest_that_is_seen():
    mixed = unit(model(name="Left"), model(name="Right"), name="Mixed")
    t = field(
        (unit(model(weapons=[RIFLE]), name="One"), 0, 20, 10), (mixed, 1, 12, 26), distance=8, pieces=(tower(13, 16),)
    )
    assert act(t, fire(t, 0, 1), [HIT, WOUND]).event("Harmed").left == (1, 0)


@pytest.mark.rule("usr:independent-character")
def test_a_characters_wound_goes_to_the_model_beside_on_two_up():
    hero = model("Independent Character", name="Hero", W=2)
    t = field((SQUAD, 0, 10, 10), (unit(hero, model(name="Guard"), name="Pair"), 1, 10, 28))
    shot = act(t, fire(t, 0, 1), [HIT, 1, 1, WOUND, 2])
    assert shot.event("Harmed").left == (2, 0)


# --- jinking ----------------------------------------------------------------------------------------------------------

RIDERS = unit(model("Jink", T=4, weapons=[RIFLE]), name="Riders", type="Bike", count=2)


@pytest.mark.rule("usr:jink")
def test_a_unit_that_is_shot_at_may_jink_and_then_fires_snap_shots_in_its_turn():
    t = field((SQUAD, 0, 10, 10), (RIDERS, 1, 10, 28))
    shot = act(t, fire(t, 0, 1), [HIT, 1, 1, WOUND, 4], {"jink": "yes"})
    assert shot.asked["does Riders jink from the fire of Squad?"] == ["no", "yes"]
    assert shot.event("Harmed") is None and t[1].has(condition.JINKING) and condition.snaps(t[1])
    assert any("usr:jink" in e.by for e in shot.all("Given"))


@pytest.mark.rule("usr:jink")
def test_it_is_asked_once_and_the_cover_lasts_to_its_turn():
    t = field((SQUAD, 0, 10, 10), (RIDERS, 1, 10, 28))
    act(t, fire(t, 0, 1), [1, 1, 1], {"jink": "yes"})
    assert "does Riders jink from the fire of Squad?" not in act(t, fire(t, 0, 1), [1, 1, 1]).asked
    assert {e.until for e in t[1].effects} == {("turn begins", 1, 1), ("turn ends", 1, 1)}


@pytest.mark.rule("usr:jink")
def test_who_does_not_jink_has_no_cover():
    t = field((SQUAD, 0, 10, 10), (RIDERS, 1, 10, 28))
    shot = act(t, fire(t, 0, 1), [HIT, 1, 1, WOUND], {"jink": "no"})
    assert shot.event("Harmed").left == (0, 1)


# --- pinning ----------------------------------------------------------------------------------------------------------

SNIPERS = shooter("Pinning", range=36, BS=4)


@pytest.mark.rule("usr:pinning")
def test_a_failed_pinning_test_puts_the_unit_on_the_ground():
    t = field((SNIPERS, 0, 10, 10), (TROOP, 1, 10, 28))
    shot = act(t, fire(t, 0, 1), [HIT, WOUND, 4, 4])
    assert shot.event("Tested").passed is False and condition.grounded(t[1])
    assert "usr:pinning" in shot.event("Tested").by


@pytest.mark.rule("usr:pinning")
def test_a_passed_one_does_not():
    t = field((SNIPERS, 0, 10, 10), (TROOP, 1, 10, 28))
    assert act(t, fire(t, 0, 1), [HIT, WOUND, 3, 4]).event("Tested").passed and not condition.grounded(t[1])


@pytest.mark.rule("usr:fearless")
def test_the_fearless_pass_it_without_a_roll():
    t = field((SNIPERS, 0, 10, 10), (unit(model("Fearless"), name="Brave", count=2), 1, 10, 28))
    shot = act(t, fire(t, 0, 1), [HIT, WOUND])
    assert shot.event("Tested").passed and not shot.event("Tested").rolled and "usr:fearless" in shot.event("Tested").by


@pytest.mark.rule("usr:stubborn")
def test_the_stubborn_test_at_their_full_leadership_after_a_lost_combat():
    from grognard.systems.usr.nerve.leadership import leadership

    t = field((SQUAD, 0, 10, 10), (unit(model("Stubborn", Ld=7), name="Mules", count=2), 1, 10, 28))
    assert act(t, leadership(t, 1, "morale", -3), [3, 4]).result is True


@pytest.mark.rule("usr:and-they-shall-know-no-fear")
def test_they_roll_a_failed_pinning_test_again():
    t = field((SNIPERS, 0, 10, 10), (unit(model("ATSKNF", Ld=7), name="Brothers", count=2), 1, 10, 28))
    shot = act(t, fire(t, 0, 1), [HIT, WOUND, 6, 3, 1])
    assert shot.event("Tested").passed and "usr:and-they-shall-know-no-fear" in shot.event("Tested").by


# --- markers ----------------------------------------------------------------------------------------------------------

MORTAR = shooter("Blast", range=36, BS=4)
HITS, ARROW, RIGHT = 1, 6, 6  # the scatter die, and the way of the arrow


@pytest.mark.rule("usr:blast")
def test_a_marker_that_hits_covers_whom_it_touches():
    t = field((MORTAR, 0, 10, 10), (TROOP, 1, 10, 28))
    shot = act(t, fire(t, 0, 1), [HITS, WOUND, WOUND], {"marker": lambda aims: t[1].form.positions[0]})
    landed = shot.event("MarkerLands")
    assert landed.under == ((1, 2),) and not landed.scattered and landed.by == ("usr:blast",)
    assert shot.event("Harmed").left == (0, 0, 1)


@pytest.mark.rule("usr:blast")
def test_it_scatters_two_dice_less_ballistic_skill():
    t = field((MORTAR, 0, 10, 10), (TROOP, 1, 10, 28))
    shot = act(t, fire(t, 0, 1), [ARROW, RIGHT, 4, 3, WOUND, 1], {"marker": lambda aims: t[1].form.positions[0]})
    landed = shot.event("MarkerLands")
    assert landed.scattered == 3 and landed.x == 13.0 and landed.under == ((1, 2),)
    assert t[1].size == 2


@pytest.mark.rule("usr:blast")
def test_a_scatter_less_than_ballistic_skill_is_none():
    t = field((MORTAR, 0, 10, 10), (TROOP, 1, 10, 28))
    shot = act(t, fire(t, 0, 1), [ARROW, RIGHT, 2, 2, 1, 1], {"marker": lambda aims: t[1].form.positions[0]})
    assert shot.event("MarkerLands").scattered == 0


@pytest.mark.rule("usr:blast")
def test_it_hits_friends_and_whoever_is_out_of_sight():
    mates = unit(model(name="Mate"), name="Mates")
    t = field((MORTAR, 0, 10, 10), (mates, 0, 10, 25), (TROOP, 1, 10, 28))
    down = 12
    shot = act(t, fire(t, 0, named(t, "Troop")), [ARROW, down, 4, 3, WOUND], {"marker": lambda a: (10.0, 28.0)})
    assert [u for u, _ in shot.event("MarkerLands").under] == [named(t, "Mates")]
    assert t[named(t, "Mates")].place == "dead"


@pytest.mark.rule("usr:blast")
def test_a_hole_beyond_the_edge_is_a_miss():
    t = field((MORTAR, 0, 10, 20), (TROOP, 1, 10, 46))
    shot = act(t, fire(t, 0, 1), [ARROW, 24, 6, 6], {"marker": lambda aims: t[1].form.positions[0]})
    assert shot.event("MarkerLands").lost and shot.event("Harmed") is None


@pytest.mark.rule("usr:twin-linked")
def test_a_twin_linked_blast_may_scatter_anew():
    gun = shooter("Blast", "Twin-linked", range=36, BS=4)
    t = field((gun, 0, 10, 10), (TROOP, 1, 10, 28))
    faces = [ARROW, RIGHT, 6, 6, HITS, 1, 1]
    shot = act(t, fire(t, 0, 1), faces, {"marker": lambda a: t[1].form.positions[0], "roll again": "yes"})
    assert not shot.event("MarkerLands").scattered


@pytest.mark.parametrize(
    ("rule", "inches"), [("Large Blast", 5), ("Massive Blast", 7), ("Apocalyptic Blast", 10)], ids=lambda v: str(v)
)
def test_larger_markers_reach_farther(rule, inches):
    line = unit(model(), name="Line", count=7)
    t = field((shooter(rule, range=36), 0, 10, 10), (line, 1, 10, 28), distance=1.0)
    shot = act(t, fire(t, 0, 1), [HITS] + [1] * min(7, inches // 2 + 1), {"marker": lambda a: t[1].form.positions[0]})
    assert shot.event("MarkerLands").under == ((1, min(7, inches // 2 + 1)),)


@pytest.mark.rule("usr:large-blast")
def test_a_large_marker_is_five_inches_across():
    test_larger_markers_reach_farther("Large Blast", 5)


@pytest.mark.rule("usr:massive-blast")
def test_a_massive_marker_is_seven_inches_across():
    test_larger_markers_reach_farther("Massive Blast", 7)


@pytest.mark.rule("usr:apocalyptic-blast")
def test_an_apocalyptic_marker_is_ten_inches_across():
    test_larger_markers_reach_farther("Apocalyptic Blast", 10)


@pytest.mark.rule("usr:gets-hot")
def test_a_blast_that_gets_hot_rolls_before_firing_and_may_burn_its_firer():
    gun = unit(model(weapons=[weapon("Plasma", "Blast", "Gets Hot", S=7, AP=2, range=36)]), name="Hot")
    t = field((gun, 0, 10, 10), (TROOP, 1, 10, 28))
    shot = act(t, fire(t, 0, 1), [1])
    assert shot.event("MarkerLands") is None and t[0].place == "dead"


# --- templates --------------------------------------------------------------------------------------------------------

FLAMER = shooter(range="Template", type="Assault 1", S=4)
TORRENT = shooter("Torrent", range="Template", type="Assault 1", S=4)


@pytest.mark.rule("usr:swarms")
def test_who_is_caught_beside_the_target_is_told_with_the_rules_at_work_against_it():
    """Flames at a trooper lie over a swarm too: its one wound is two, and the report names the rule where it is hurt."""
    swarm = unit(model("Swarms", name="Bugs", W=3), name="Bugs")
    t = field((FLAMER, 0, 10, 10), (unit(model(name="Man"), name="Man"), 1, 10, 14), (swarm, 1, 10, 15.5))
    done = act(t, shooting.fire(t, 0, 1), [3, 4], {"template": lambda options: next(iter(options))})
    hurt = {e.unit: (e.left, tuple(e.by)) for e in done.all("Harmed")}
    assert hurt == {2: ((1,), ("usr:swarms",))}


def test_a_template_hits_all_it_touches_but_its_firer_and_spares_friends():
    t = field((FLAMER, 0, 11.5, 10), (TROOP, 1, 10, 15))
    shot = act(t, fire(t, 0, 1), [WOUND, WOUND])
    assert shot.event("MarkerLands").under == ((1, 2),) and t[0].size == 1 == t[1].size
    mates = unit(model(), name="Mates", count=3)
    t = field((FLAMER, 0, 11.5, 10), (mates, 0, 10, 12.5), (TROOP, 1, 10, 15))
    shot = act(t, fire(t, 0, named(t, "Troop")))
    assert shot.event("MarkerLands") is None
    assert [e.text for e in shot.all("Said")] == [
        "The Gun cannot be laid over Troop: out of reach, or a friend is in the way"
    ]


def test_a_template_touches_as_many_of_its_target_as_it_can():
    t = field((FLAMER, 0, 11.5, 10), (TROOP, 1, 10, 15))
    jets = templates.Jets(t[0].form, t[1].form, [], 8.0)
    (best,) = jets
    aside = best_teardrop(t[0].form, t[1].form.only((0,)))
    assert best in jets and len(under(best, t[1].form)) == 2 and under(aside, t[1].form) == (0,)
    with pytest.raises(GrognardError, match="as many of the target"):
        jets.decode(jets.plain(aside))


def test_a_template_does_not_reach_farther_than_eight_inches():
    t = field((FLAMER, 0, 10, 10), (TROOP, 1, 10, 24))
    assert options(t, 0) == [HOLD]


@pytest.mark.rule("usr:torrent")
def test_a_torrent_is_laid_up_to_twelve_inches_away():
    t = field((TORRENT, 0, 10, 10), (TROOP, 1, 10, 24))
    assert options(t, 0) == [1, HOLD]
    shot = act(t, fire(t, 0, 1), [1] * 2)
    assert 10 < shot.event("MarkerLands").y <= 22.5


@pytest.mark.rule("usr:torrent")
def test_in_overwatch_it_is_a_template_like_any_other():
    t = field((TORRENT, 1, 10, 24), (TROOP, 0, 10, 17))
    shot = act(t, fire(t, 1, 0, overwatch=True), [5, WOUND, 1, 1])
    assert shot.event("MarkerLands") is None and t[0].size == 2


# --- vehicles ---------------------------------------------------------------------------------------------------------

LASER = shooter(S=9, AP=2, range=48)


def tank(**stats):
    return unit(
        model(name="Tank", weapons=[weapon("Gun", S=6), weapon("Bow gun")], **{"Front": 14, "Side": 12, "Rear": 10, **stats}),
        name="Tank", type="Vehicle",
    )  # fmt: skip


@pytest.mark.parametrize(("x", "y", "glances"), [(24, 5, 5), (5, 24, 3), (24, 44, 1)], ids=["front", "side", "rear"])
def test_the_side_towards_the_firer_is_struck(x, y, glances):
    t = field((LASER, 0, x, y), (tank(), 1, 24, 24))
    assert act(t, fire(t, 0, 1), [HIT, glances]).event("HullHit").glances == 1
    if glances > 1:
        assert act(t, fire(t, 0, 1), [HIT, glances - 1]).event("HullHit") is None


def test_a_penetrating_hit_shakes_the_crew_until_the_end_of_its_next_turn():
    t = field((LASER, 0, 24, 5), (tank(Front=11, Side=11), 1, 24, 24))
    act(t, fire(t, 0, 1), [HIT, 3, 1])
    assert t[1].has(condition.SHAKEN) and condition.snaps(t[1]) and t[1].wounds == (2,)
    assert t[1].effect(condition.SHAKEN).until == ("turn ends", 1, 1)


def test_a_weapon_destroyed_is_a_random_one():
    t = field((LASER, 0, 24, 5), (tank(Front=11, Side=11), 1, 24, 24))
    act(t, fire(t, 0, 1), [HIT, 3, 4, 2])
    assert [w.name for w in t[1].members[0].weapons] == ["Gun"]


def test_an_immobilised_vehicle_does_not_move():
    t = field((LASER, 0, 24, 5), (tank(Front=11, Side=11), 1, 24, 24))
    act(t, fire(t, 0, 1), [HIT, 3, 5])
    assert t[1].has(condition.IMMOBILISED) and condition.stuck(t[1])


def test_an_explosion_hits_every_model_within_a_die_of_inches():
    near, far = unit(model(), name="Near"), unit(model(), name="Far")
    t = field((LASER, 0, 24, 5), (tank(Front=11, Side=11), 1, 24, 24), (near, 1, 27.5, 24), (far, 1, 36, 24))
    act(t, fire(t, 0, named(t, "Tank")), [HIT, 3, 6, 3, WOUND])
    assert t[named(t, "Tank")].place == t[named(t, "Near")].place == "dead" and t[named(t, "Far")].here


def test_at_no_hull_points_it_is_crippled_and_each_glance_rolls_on_the_table():
    t = field((LASER, 0, 24, 5), (tank(Front=12, Side=12, HP=1), 1, 24, 24))
    act(t, fire(t, 0, 1), [HIT, 3])
    assert t[1].has(condition.CRIPPLED) and t[1].here
    act(t, fire(t, 0, 1), [HIT, 3, 1])
    assert t[1].has(condition.SHAKEN)


def test_by_the_other_ruling_it_is_wrecked():
    t = field((LASER, 0, 24, 5), (tank(Front=12, Side=12, HP=1), 1, 24, 24), rulings={"zero_hp": "wrecked"})
    act(t, fire(t, 0, 1), [HIT, 3])
    assert t[1].place == "dead"


@pytest.mark.rule("usr:melta")
def test_melta_rolls_two_dice_within_half_range_on_the_table():
    gun = shooter("Melta", S=8, AP=1, range=12)
    for far, faces in ((5, [HIT, 3, 3, 1]), (8, [HIT, 5])):
        t = field((gun, 0, 24, 10), (tank(Front=13, Side=13), 1, 24, 10 + far + 1.5))
        act(t, fire(t, 0, 1), faces)
        assert t[1].wounds == (2,), far


@pytest.mark.rule("usr:mighty-bulwark")
def test_a_building_may_be_shot_to_pieces():
    house = unit(model("Mighty Bulwark", name="House", Front=11), name="House", type="Building")
    t = field((LASER, 0, 24, 5), (house, 1, 24, 24))
    act(t, fire(t, 0, 1), [HIT, 3, 1])
    assert t[1].effect(condition.BREACHED).value == 1
    act(t, fire(t, 0, 1), [HIT, 2, 6])
    assert t[1].place == "dead"


# --- the choice -------------------------------------------------------------------------------------------------------


def test_a_unit_may_hold_its_fire():
    t = field((SQUAD, 0, 10, 10), (TROOP, 1, 10, 20))
    shot = act(t, shoot(t, 0), picks={"at which unit": HOLD})
    assert not shot.events and shot.asked["Squad shoots at which unit?"] == [1, HOLD]


@pytest.mark.rule("usr:poisoned", "usr:feel-no-pain", "usr:rending", "usr:twin-linked")
def test_an_attack_names_the_rules_that_have_a_part_in_it():
    gun = unit(model(weapons=[weapon("Gun", "Poisoned (4+)", "Rending", "Twin-linked")]), name="Gun")
    t = field((gun, 0, 10, 10), (target("Feel No Pain (5+)"), 1, 10, 20))
    by = act(t, fire(t, 0, 1), [1, 1]).event("ShotAt").by
    assert {"usr:poisoned", "usr:rending", "usr:twin-linked", "usr:feel-no-pain"} <= set(by)


# --- who counts, though nobody sees him -------------------------------------------------------------------------------


@pytest.mark.rule("usr:shrouded")
def test_a_bearer_whom_nobody_sees_still_covers_his_unit():
    mixed = unit(model("Shrouded", name="Left"), model(name="Right"), name="Mixed")
    t = field(
        (unit(model(weapons=[RIFLE]), name="One"), 0, 20, 10), (mixed, 1, 12, 26), distance=8, pieces=(tower(13, 16),)
    )
    assert act(t, fire(t, 0, 1), [HIT, WOUND, 5]).event("Harmed") is None
    assert act(t, fire(t, 0, 1), [HIT, WOUND, 4]).event("Harmed").left == (1, 0)


@pytest.mark.rule("usr:stealth")
def test_stealth_in_forests_counts_where_most_of_the_unit_stands_in_one():
    sly = unit(model("Stealth (Forest)"), name="Sly", count=3)
    for x, faces in ((8, [HIT, 1, 1, WOUND, 4]), (30, [HIT, 1, 1, WOUND])):
        t = field((SQUAD, 0, 10, 10), (sly, 1, 10, 28), pieces=(wood(x, 26),))
        assert (act(t, fire(t, 0, 1), faces).event("Harmed") is None) is (x == 8)


def test_who_falls_back_fires_snap_shots():
    t = field((SQUAD, 0, 10, 10), (TROOP, 1, 10, 28))
    t.change(0, effects=(condition_of(condition.BROKEN),))
    assert eligibility.can_shoot(t, 0) == [0]
    assert act(t, fire(t, 0, 1), [5, 5, 5]).event("Harmed") is None


# --- found by random forces -------------------------------------------------------------------------------------------


def test_who_falls_to_a_marker_of_his_own_unit_has_fired_all_the_same():
    crew = unit(
        model(name="A", weapons=[weapon("First", "Blast", range=36)]),
        model(name="B", weapons=[weapon("Second", "Blast", range=36)]),
        name="Crew",
    )
    t = field((crew, 0, 10, 20), (TROOP, 1, 10, 28))
    faces = [ARROW, 12, 6, 6, WOUND, WOUND, HITS, WOUND, WOUND]
    shot = act(t, fire(t, 0, 1), faces, {"marker": lambda aims: t[1].form.positions[0]})
    assert t[0].place == "dead" and t[1].size == 1
    assert [landed.weapon for landed in shot.all("MarkerLands")] == ["First", "Second"]
