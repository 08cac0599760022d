"""Movement on the table: difficult and dangerous ground, Advance, vehicles, characters, reserves and Deep Strike."""

from __future__ import annotations

import pytest

from grognard.errors import GrognardError
from grognard.systems.usr import characters, condition, reserves
from grognard.systems.usr.examples import model, target, unit, weapon
from grognard.systems.usr.movement import deep_strike, legal_moves, movement
from grognard.systems.usr.movement.movement import move
from grognard.table.moves import Moves, faces_as
from grognard.table.state import Effect
from tests.usr.field import act, field, marsh, named, tower, wood

RIFLE = weapon("Rifle", type="Rapid Fire")
SQUAD = unit(model(weapons=[RIFLE]), name="Squad", count=3)
FAR = unit(model(), name="Far")
HERO = unit(model("Independent Character", name="Hero", W=3), name="Hero")


def ahead(t, u, inches, aside=0.0):
    """A pick: the unit moved up the table."""
    return lambda options: t[u].form.shifted(aside, inches)


# --- how far ----------------------------------------------------------------------------------------------------------


def test_who_stays_where_he_is_stays_however_his_facing_is_written():
    # a form read from a save says once what models that face alike do; one put together of several says it for each
    t = field((SQUAD, 0, 10, 10), (SQUAD, 1, 10, 40), step="movement")
    form = t[0].form
    t.change(0, form=type(form)(form.positions, form.bases, ((0.0, 1.0),) * len(form)))
    moves = Moves(t.ground, t[0].form, 6.0)
    again = moves.decode([list(row) for row in t[0].form.plain()])
    assert again.facing != t[0].form.facing and faces_as(again, t[0].form)
    done = act(t, movement.move(t, 0), picks={"how does": "move", "where does": again})
    assert done.event("Moved") is None


def test_infantry_moves_six_inches():
    t = field((SQUAD, 0, 10, 10), (FAR, 1, 10, 45), step="movement")
    act(t, move(t, 0), picks={"where": ahead(t, 0, 6)})
    assert t[0].form.positions[0] == (10.0, 16.0) and condition.moved(t[0]) == "moved"
    with pytest.raises(GrognardError, match="6"):
        act(t, move(t, 0), picks={"where": ahead(t, 0, 6.5)})


def test_an_advance_adds_a_die_and_forbids_shooting_and_charging():
    t = field((SQUAD, 0, 10, 10), (FAR, 1, 10, 45), step="movement")
    act(t, move(t, 0), [4], {"how": "advance", "where": ahead(t, 0, 10)})
    assert t[0].form.positions[0] == (10.0, 20.0) and condition.moved(t[0]) == "advanced"


def test_who_stays_has_not_moved():
    t = field((SQUAD, 0, 10, 10), (FAR, 1, 10, 45), step="movement")
    assert not act(t, move(t, 0), picks={"how": "stay"}).events and condition.moved(t[0]) == ""


def test_an_enemy_is_not_approached_within_an_inch():
    t = field((SQUAD, 0, 10, 10), (FAR, 1, 10, 15), step="movement")
    with pytest.raises(GrognardError, match='nearer than 1"'):
        act(t, move(t, 0), picks={"where": ahead(t, 0, 4)})


# --- ground -----------------------------------------------------------------------------------------------------------


def test_a_wood_is_entered_only_after_a_roll_of_two_dice():
    t = field((SQUAD, 0, 10, 10), (FAR, 1, 10, 45), step="movement", pieces=(wood(8, 12),))
    with pytest.raises(GrognardError, match="wood"):
        act(t, move(t, 0), picks={"where": ahead(t, 0, 4)})
    act(t, move(t, 0), [2, 4], {"difficult ground": "yes", "where": ahead(t, 0, 4)})
    assert t[0].form.positions[0] == (10.0, 14.0)


def test_who_stands_in_it_rolls_when_it_moves():
    t = field((SQUAD, 0, 10, 14), (FAR, 1, 10, 45), step="movement", pieces=(wood(8, 12),))
    moved = act(t, move(t, 0), [1, 3], {"where": ahead(t, 0, 3)})
    assert "does Squad go through difficult ground?" not in moved.asked and t[0].form.positions[0] == (10.0, 17.0)


def test_dangerous_ground_wounds_on_a_one_and_armour_may_save():
    armoured = unit(model(Sv="3+"), name="Armoured", count=3)
    t = field((armoured, 0, 10, 10), (FAR, 1, 10, 45), step="movement", pieces=(marsh(8, 12),))
    picks = {"difficult ground": "yes", "where": ahead(t, 0, 6)}
    act(t, move(t, 0), [6, 6, 1, 1, 4, 2, 3], picks)
    assert t[0].size == 2, "two ones, of which one is saved on 3+"


def test_a_vehicle_that_fails_there_is_immobilised():
    t = field((target(Front=11), 0, 10, 10), (FAR, 1, 10, 45), step="movement", pieces=(wood(8, 12),))
    act(t, move(t, 0), [1], {"where": ahead(t, 0, 6)})
    assert t[0].has(condition.IMMOBILISED)


def test_jump_troops_fly_over_and_test_only_where_they_land():
    jump = unit(model(), name="Jump", type="Jump", count=2)
    t = field((jump, 0, 10, 10), (FAR, 1, 10, 45), step="movement", pieces=(wood(8, 12), tower(8, 19, 2)))
    assert not act(t, move(t, 0), picks={"where": ahead(t, 0, 12)}).all("Harmed")
    t = field((jump, 0, 10, 10), (FAR, 1, 10, 45), step="movement", pieces=(wood(8, 12),))
    act(t, move(t, 0), [1, 2], {"where": ahead(t, 0, 5)})
    assert t[0].size == 1


def test_vehicles_have_three_speeds():
    for far, how in ((5, "moved"), (10, "cruising")):
        t = field((target(Front=11), 0, 10, 10), (FAR, 1, 10, 45), step="movement")
        act(t, move(t, 0), picks={"where": ahead(t, 0, far)})
        assert condition.moved(t[0]) == how
    t = field((target(Front=11), 0, 10, 10), (FAR, 1, 10, 45), step="movement")
    act(t, move(t, 0), picks={"how": "advance", "where": ahead(t, 0, 18)})
    assert condition.moved(t[0]) == "advanced" and t[0].form.positions[0] == (10.0, 28.0)


def test_a_pivot_is_no_move():
    t = field((target(Front=11), 0, 10, 10), (FAR, 1, 10, 45), step="movement")
    act(t, move(t, 0), picks={"where": lambda options: t[0].form.faced(1.0, 0.0)})
    assert condition.moved(t[0]) == "" and t[0].form.facing == ((1.0, 0.0),)


def test_proposals_are_legal_and_no_unit_stands_still_for_want_of_a_way():
    t = field((SQUAD, 0, 10, 10), (FAR, 1, 10, 45), step="movement", pieces=(tower(9, 14),), objectives=((10, 30),))
    moves = legal_moves.March(t.ground, t[0].form, 6.0, [], [], condition.AFOOT)
    assert all(form in moves for form in moves)


# --- Independent Characters -------------------------------------------------------------------------------------------


def joining(t):
    return act(t, characters.join_one(t, 0))


@pytest.mark.rule("usr:independent-character")
def test_a_character_who_ends_within_two_inches_joins():
    t = field((SQUAD, 0, 10, 10), (HERO, 0, 10, 13), (FAR, 1, 10, 45), step="joining")
    done = joining(t)
    assert done.result is False, "2.02 inches are too far"
    t = field((SQUAD, 0, 10, 10), (HERO, 0, 10, 12.9), (FAR, 1, 10, 45), step="joining")
    done = joining(t)
    assert done.result is True and done.event("Joined").by == ("usr:independent-character",)
    assert t[0].size == 4 and t[named(t, "Hero")].place == "joined"


@pytest.mark.rule("usr:independent-character")
def test_with_several_units_near_its_player_names_one():
    other = unit(model(), name="Other", count=3)
    t = field((SQUAD, 0, 10, 10), (other, 0, 10, 14), (HERO, 0, 10, 12), (FAR, 1, 10, 45), step="joining")
    assert joining(t).asked["which unit does Hero join?"] == [0, 1]


@pytest.mark.rule("usr:independent-character")
@pytest.mark.parametrize("host", [
    target(Front=11), target(T=6, W=4, type="Monstrous Creature"), "fleeing", "locked",
], ids=["vehicle", "monster", "fleeing", "locked"])  # fmt: skip
def test_nobody_joins_vehicles_monsters_and_those_who_flee_or_fight(host):
    kind = SQUAD if isinstance(host, str) else host
    t = field((kind, 0, 10, 10), (HERO, 0, 10, 12), (FAR, 1, 10, 9), step="joining")
    if host == "fleeing":
        t.change(0, effects=(Effect(condition.BROKEN),))
    if host == "locked":
        t.change(0, foes=(named(t, "Far"),))
    assert characters.near(t, 1) == []
    again = field((SQUAD, 0, 10, 10), (HERO, 0, 10, 12), (FAR, 1, 10, 45))
    assert characters.loner(again[1]) and characters.near(again, 1) == [0]


@pytest.mark.rule("usr:independent-character")
def test_he_leaves_before_the_unit_moves_and_then_moves_alone():
    t = field((SQUAD, 0, 10, 10), (HERO, 0, 10, 12), (FAR, 1, 10, 45), step="joining")
    joining(t)
    done = act(t, move(t, 0), picks={"leave": "leave", "how": "stay"})
    assert done.asked["does Hero leave Squad?"] == ["stay", "leave"]
    assert t[1].here and t[0].size == 3 and t[1].form.positions == ((10.0, 12.0),)


@pytest.mark.rule("usr:independent-character")
def test_nobody_leaves_a_unit_on_the_ground():
    t = field((SQUAD, 0, 10, 10), (HERO, 0, 10, 12), (FAR, 1, 10, 45), step="joining")
    joining(t)
    t.change(0, effects=(Effect(condition.GROUNDED),))
    assert not act(t, characters.may_leave(t, 0)).asked


@pytest.mark.rule("usr:independent-character")
def test_who_is_left_of_a_unit_is_on_his_own_again():
    t = field((SQUAD, 0, 10, 10), (HERO, 0, 10, 12), (FAR, 1, 10, 45), step="joining")
    joining(t)
    from grognard.systems.usr.casualties import lose

    act(t, lose(t, 0, (0, 0, 0, 3), 2))
    act(t, characters.orphans(t))
    assert t[1].here and t[1].wounds == (3,) and t[0].place == "dead"


@pytest.mark.rule("usr:independent-character")
def test_he_goes_on_fighting_where_his_unit_fought():
    t = field((SQUAD, 0, 10, 10), (HERO, 0, 10, 11), (FAR, 1, 10, 12), step="joining")
    joining(t)
    t.change(0, foes=(2,))
    t.change(2, foes=(0,))
    from grognard.systems.usr.casualties import lose

    act(t, lose(t, 0, (0, 0, 0, 3), 2))
    act(t, characters.orphans(t))
    assert t[1].foes == (2,) and t[2].foes == (1,)


@pytest.mark.rule("usr:independent-character")
def test_he_may_start_the_battle_with_a_unit():
    t = field((SQUAD, 0, 10, 10), (HERO, 0, 10, 12), (FAR, 1, 10, 45))
    for u in (0, 1):
        t.change(u, place="off", form=type(t[u].form)((), ()))
    done = act(t, characters.attach_one(t), picks={"start": 0})
    assert done.asked["with which unit does Hero start?"] == ["alone", 0]
    assert t[0].size == 4


# --- reserves ---------------------------------------------------------------------------------------------------------

DROP = unit(model("Deep Strike"), name="Drop", count=3)
HITS, ARROW, UP = 1, 6, 24


@pytest.mark.rule("usr:deep-strike")
def test_a_unit_whose_models_all_have_it_may_wait():
    t = field((DROP, 0, 10, 10), (SQUAD, 0, 20, 10), (FAR, 1, 10, 45), step="holding_back")
    t.change(0, place="off")
    done = act(t, reserves.keep_one(t), picks={"wait": "deep strike"})
    assert done.result is True and t[0].place == "reserve" and done.event("Reserved").by == ("usr:deep-strike",)
    half = unit(model("Deep Strike"), model(), name="Half")
    t = field((half, 0, 10, 10), (SQUAD, 0, 20, 10), (FAR, 1, 10, 45), step="holding_back")
    t.change(0, place="off")
    assert reserves.ways(t, 0) == ("deploy", "reserve")


@pytest.mark.rule("usr:deep-strike")
def test_at_most_half_of_the_units_wait():
    t = field((DROP, 0, 10, 10), (SQUAD, 0, 20, 10), (DROP, 0, 30, 10), (FAR, 1, 10, 45), step="holding_back")
    for u in (0, 2):
        t.change(u, place="off")
    act(t, reserves.keep_one(t), picks={"wait": "deep strike"})
    assert reserves.may_wait(t) == []
    t = field((DROP, 0, 10, 10), (SQUAD, 0, 20, 10), (FAR, 1, 10, 45), step="holding_back")
    t.change(0, place="off")
    assert reserves.may_wait(t) == [0]


def waiting(*others, pieces=(), round=2):
    t = field((DROP, 0, None, None), (SQUAD, 0, 4, 4), *others, pieces=pieces, step="reinforcements", round=round)
    t.memory = {**t.memory, ("deep strike", 0): True}
    return t


@pytest.mark.rule("usr:deep-strike")
def test_it_comes_down_in_a_circle_and_scatters():
    t = waiting((FAR, 1, 10, 45))
    done = act(t, deep_strike.drop(t, 0), [ARROW, UP, 2, 3], {"come down": (24.0, 20.0)})
    assert t[0].form.positions[0] == (24.0, 25.0) and done.event("Arrived").by == ("usr:deep-strike",)
    x, y = t[0].form.positions[1]
    assert abs(((x - 24) ** 2 + (y - 25) ** 2) ** 0.5 - 0.984) < 0.01, "in base contact with the first"
    assert condition.moved(t[0]) == "moved" and 0 not in movement.can_move(t, 0)


@pytest.mark.rule("usr:deep-strike")
def test_it_may_charge_in_the_turn_in_which_it_comes():
    from grognard.systems.usr.combat.charge import can_charge

    t = waiting((FAR, 1, 24, 30))
    act(t, deep_strike.drop(t, 0), [HITS], {"come down": (24.0, 22.0)})
    assert 0 in can_charge(t, 0)


@pytest.mark.rule("usr:deep-strike")
@pytest.mark.parametrize(("face", "what"), [(1, "lost"), (3, "misplaced"), (5, "delayed")])
def test_without_room_it_suffers_a_mishap(face, what):
    t = waiting((FAR, 1, 24, 24))
    done = act(t, deep_strike.drop(t, 0), [HITS, face], {"come down": (24.0, 24.0)})
    assert done.event("Mishap").what == what and "Far" in done.event("Mishap").why
    assert t[0].place == {"lost": "dead", "misplaced": "table", "delayed": "reserve"}[what]
    if what == "delayed":
        assert act(t, reserves.comes(t, 0)).result is True, "without a roll next turn"


@pytest.mark.rule("usr:deep-strike")
@pytest.mark.parametrize("position", [(24.0, 0.2), (20.5, 21.0)], ids=["edge", "impassable"])
def test_the_edge_and_impassable_ground_are_mishaps_too(position):
    t = waiting((FAR, 1, 10, 45), pieces=(tower(20, 20),))
    assert act(t, deep_strike.drop(t, 0), [HITS, 6], {"come down": position}).event("Mishap").what == "delayed"


@pytest.mark.rule("usr:deep-strike")
def test_the_opponent_misplaces_it_without_scatter():
    t = waiting((FAR, 1, 24, 24))
    done = act(t, deep_strike.drop(t, 0), [HITS, 2], {"come down": (24.0, 24.0), "misplaced": (5.0, 40.0)})
    assert t[0].form.positions[0] == (5.0, 40.0) and "where is Drop misplaced?" in done.asked


@pytest.mark.rule("usr:deep-strike")
def test_difficult_ground_is_dangerous_to_who_drops():
    t = waiting((FAR, 1, 10, 45), pieces=(wood(20, 20),))
    act(t, deep_strike.drop(t, 0), [HITS, 1, 2, 3], {"come down": (23.0, 23.0)})
    assert t[0].size == 2


def test_reserves_come_on_three_up_from_the_second_round_and_all_in_the_fourth():
    t = waiting((FAR, 1, 10, 45), round=1)
    assert act(t, reserves.comes(t, 0)).result is False
    t = waiting((FAR, 1, 10, 45))
    assert act(t, reserves.comes(t, 0), [3]).result is True and act(t, reserves.comes(t, 0), [2]).result is False
    t = waiting((FAR, 1, 10, 45), round=4)
    assert act(t, reserves.comes(t, 0)).result is True


def test_others_walk_on_from_their_own_edge():
    t = field((SQUAD, 0, None, None), (SQUAD, 0, 4, 4), (FAR, 1, 10, 45), step="reinforcements", round=2)
    done = act(t, reserves.arrive(t, 0))
    assert done.event("Arrived").how == "the bottom edge" and t[0].form.box[3] <= 6.0
