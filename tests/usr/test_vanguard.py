"""Before the first turn and from reserve: Infiltrate, Scout, Outflank, Acute Senses, and who waits at all."""

from __future__ import annotations

import pytest

from grognard.errors import GrognardError
from grognard.systems.usr import characters, condition, deployment, reserves
from grognard.systems.usr.combat import charge
from grognard.systems.usr.examples import model, unit, weapon
from grognard.systems.usr.movement import deep_strike, running
from grognard.systems.usr.shooting import eligibility
from grognard.systems.usr.turn import GAME
from grognard.systems.usr.vehicles.mounting import may_start_in
from grognard.table.distances import distance
from tests.usr.carrying import carrier, keyed
from tests.usr.field import act, field, marsh, wood

rule = pytest.mark.rule
BLADE = weapon("Blade", melee=True)
SPIES = unit(model("Infiltrate", weapons=[BLADE]), model(), name="Spies")
LINE = unit(model(), name="Line", count=2)
FOES = unit(model(name="Foe"), name="Foes")
RUNNERS = unit(model("Scout 2"), name="Runners")


def off(t, *units):
    """The table with these units not yet deployed."""
    for u in units:
        t.change(u, place="off", form=t[u].form.only(()))
    return t


def at(*positions):
    """A pick of a place: the first offered, moved so that its models stand there."""

    def pick(options):
        form = next(iter(options))
        return form.moved(positions)

    return pick


# --- who waits, and how -----------------------------------------------------------------------------------------------


def test_any_unit_may_wait_in_reserve_and_one_without_a_rule_comes_from_its_own_edge():
    t = off(field((LINE, 0, 10, 10), (LINE, 0, 20, 10), (FOES, 1, 10, 40), step="holding_back"), 0)
    assert reserves.ways(t, 0) == ("deploy", "reserve")
    act(t, reserves.keep_one(t), picks={"wait": "reserve"})
    assert t[0].place == "reserve"
    t.clock = t.clock.__class__(2, 0, 7, 0, "reinforcements")
    done = act(t, reserves.arrive(t, 0))
    assert done.event("Arrived").how == "the bottom edge" and t[0].form.box[3] <= 6.0


def test_no_more_than_half_of_a_side_waits():
    t = off(field((LINE, 0, 10, 10), (LINE, 0, 20, 10), (LINE, 0, 30, 10), (FOES, 1, 10, 40)), 0, 1)
    t.change(0, place="reserve")
    assert reserves.ways(t, 1) == ("deploy",)


@rule("usr:infiltrate")
@rule("usr:scout")
@rule("usr:outflank")
@pytest.mark.parametrize("word", ["Infiltrate", "Scout", "Outflank"])
def test_infiltrators_and_scouts_may_outflank_from_reserve_as_outflankers_do(word):
    some = unit(model(word), model(), name="Some")
    t = off(field((some, 0, 10, 10), (LINE, 0, 20, 10), (FOES, 1, 10, 40)), 0)
    assert "outflank" in reserves.ways(t, 0)
    done = act(t, reserves.keep_one(t), picks={"wait": "outflank"})
    assert done.event("Reserved").by == (f"usr:{word.lower()}",)


def test_a_unit_that_finds_no_room_is_delayed_and_comes_without_a_roll():
    wall = unit(model(), name="Wall", count=46)
    t = field((LINE, 0, None, 0), (wall, 1, 1, 1.5), (wall, 1, 1, 4.0), round=2, step="reinforcements", distance=1.0)
    done = act(t, reserves.arrive(t, 0))
    assert done.event("Arrived") is None and t.recall(("ongoing", 0))
    assert act(t, reserves.comes(t, 0)).result is True, "no roll after a delay"


# --- Outflank ---------------------------------------------------------------------------------------------------------

FLANKERS = unit(model("Outflank"), name="Flankers", count=2)


def flanking(kind=FLANKERS, **said):
    t = field((kind, 0, None, 0), (FOES, 1, 24, 40), round=2, step="reinforcements", **said)
    t.memory = {**t.memory, ("outflank", 0): True}
    return t


@rule("usr:outflank")
def test_outflankers_come_from_any_edge_but_the_opponent_s():
    t = flanking()
    done = act(t, reserves.arrive(t, 0), picks={"from which edge": "left"})
    assert done.asked["from which edge does Flankers come?"] == ["bottom", "left", "right"]
    assert done.event("Arrived").by == ("usr:outflank",) and t[0].form.box[2] <= 6.0


@rule("usr:outflank")
def test_outflankers_still_roll_for_their_arrival():
    t = flanking()
    assert act(t, reserves.comes(t, 0), [2]).result is False
    assert act(t, reserves.comes(t, 0), [3]).result is True


@rule("usr:outflank")
@pytest.mark.parametrize(("face", "edges"), [(1, "left"), (2, "left"), (3, "right"), (4, "right")])
def test_by_ruling_a_die_says_from_which_side(face, edges):
    t = flanking(rulings={"outflank": "random"})
    assert act(t, reserves.arrive(t, 0), [face]).event("Arrived").how == f"the {edges} edge"


@rule("usr:outflank")
def test_by_ruling_a_five_leaves_the_side_to_its_player():
    t = flanking(rulings={"outflank": "random"})
    done = act(t, reserves.arrive(t, 0), [5], {"from which edge": "right"})
    assert done.asked["from which edge does Flankers come?"] == ["left", "right"]


@rule("usr:acute-senses")
def test_acute_senses_throw_the_die_for_the_edge_again():
    keen = unit(model("Outflank"), model("Acute Senses"), name="Keen")
    t = flanking(keen, rulings={"outflank": "random"})
    done = act(t, reserves.arrive(t, 0), [1, 4], {"roll again": "yes"})
    assert done.event("Arrived").how == "the right edge"
    assert done.event("Arrived").by == ("usr:outflank", "usr:acute-senses")
    t = flanking(keen, rulings={"outflank": "random"})
    assert act(t, reserves.arrive(t, 0), [1]).event("Arrived").how == "the left edge"


@rule("usr:acute-senses")
def test_acute_senses_have_nothing_to_throw_again_where_the_edge_is_chosen():
    keen = unit(model("Outflank", "Acute Senses"), name="Keen")
    t = flanking(keen)
    assert list(act(t, reserves.arrive(t, 0)).asked) == [
        "from which edge does Keen come?",
        "where does Keen come on?",
    ]


# --- Infiltrate -------------------------------------------------------------------------------------------------------


def spying(x=24.0, y=36.0):
    t = off(field((SPIES, 0, 10, 10), (LINE, 0, 20, 10), (FOES, 1, x, y), step="infiltrating"), 0)
    t.memory = {**t.memory, ("infiltrate", 0): True}
    return t


@rule("usr:infiltrate")
def test_infiltrators_are_kept_back_until_everybody_else_stands():
    t = off(field((SPIES, 0, 10, 10), (LINE, 0, 20, 10), (FOES, 1, 10, 40), step="holding_back"), 0, 1, 2)
    act(t, reserves.keep_one(t), picks={"wait": "infiltrate"})
    assert deployment.infiltrates(t, 0)
    step = next(s for s in GAME.steps if s.__name__ == "deploying")
    while any(t[u].place == "off" for u in (1, 2)):
        act(t, step(t, t.player))
    assert t[0].place == "off"


@rule("usr:infiltrate")
def test_at_just_twelve_inches_is_too_near_a_hair_farther_is_not():
    t = spying()
    foe = t[2].form
    apart = 12.0 + 2 * foe.bases[0].radius  # centre to centre
    options = deployment.hiding_places(t, 0)
    form = next(iter(options))

    def standing(d):
        return form.moved(((24.0, 36.0 - d), (24.0 + 1.25, 36.0 - d - 0.5)))

    assert options.why_not(standing(apart))
    assert not options.why_not(standing(apart + 1 / 512))
    with pytest.raises(GrognardError, match="nearer than 12"):
        options.decode(standing(apart - 0.5).plain())


@rule("usr:infiltrate")
def test_infiltrators_may_stand_outside_their_zone_and_do_not_charge_in_their_first_turn():
    t = spying()
    done = act(t, deployment.infiltrate_one(t), picks={"where": at((24.0, 22.0), (25.25, 22.0))})
    assert t[0].here and t[0].form.positions[0] == (24.0, 22.0) and done.event("Deployed").by == ("usr:infiltrate",)
    near = unit(model(name="Near"), name="Near")
    t.change(2, form=field((near, 1, 24, 27))[0].form)
    t.clock = t.clock.__class__(1, 0, [s.__name__ for s in GAME.steps].index("charges"), 0, "charges")
    assert charge.can_charge(t, 0) == []
    t.change(0, effects=())
    assert charge.can_charge(t, 0) == [0]


@rule("usr:infiltrate")
def test_the_bar_ends_with_the_first_turn():
    t = spying()
    act(t, deployment.infiltrate_one(t))
    (effect,) = t[0].effects
    assert effect.what == condition.INFILTRATED and effect.until == ("turn ends", 0, 1)


@rule("usr:infiltrate")
def test_with_infiltrators_on_both_sides_the_winner_of_a_roll_off_says_who_begins_and_they_alternate():
    spies = unit(model("Infiltrate"), name="Others")
    t = off(field((SPIES, 0, 2, 10), (SPIES, 0, 20, 10), (spies, 1, 10, 40), step="infiltrating"), 0, 1, 2)
    first = act(t, deployment.infiltrate_one(t), [2, 5], {"infiltrates first": 0, "infiltrate with": 1})
    assert t[1].here and "who infiltrates first?" in first.asked
    act(t, deployment.infiltrate_one(t))
    assert t[2].here
    act(t, deployment.infiltrate_one(t))
    assert t[0].here and act(t, deployment.infiltrate_one(t)).result is False


@rule("usr:infiltrate")
def test_without_room_so_far_from_the_enemy_infiltrators_deploy_as_others_do():
    t = off(field((SPIES, 0, 10, 10), *((FOES, 1, x, y) for x in (6, 18, 30, 42) for y in (16, 24, 32, 40))), 0)
    act(t, deployment.infiltrate_one(t))
    assert t[0].here and not t[0].has(condition.INFILTRATED)


@rule("usr:infiltrate")
@rule("usr:independent-character")
def test_a_character_starts_with_infiltrators_only_if_he_is_one_and_the_reverse():
    hero, spy = (unit(model("Independent Character", *more, W=3), name=name) for name, *more in
                 (("Hero",), ("Spymaster", "Infiltrate")))  # fmt: skip
    for character, hosts in ((hero, ["Line"]), (spy, ["Spies"])):
        t = off(field((character, 0, 10, 10), (SPIES, 0, 20, 10), (LINE, 0, 30, 10), (FOES, 1, 10, 40)), 0, 1, 2)
        asked = act(t, characters.attach_one(t)).asked[f"with which unit does {character.name} start?"]
        assert [t.name(h) for h in asked[1:]] == hosts


@rule("usr:independent-character")
def test_a_character_waits_with_a_unit_that_comes_as_he_does():
    hero = unit(model("Independent Character", W=3), name="Hero")
    t = off(field((hero, 0, 10, 10), (LINE, 0, 20, 10), (LINE, 0, 30, 10), (FOES, 1, 10, 40)), 0, 1, 2)
    for u in (0, 1):
        t.change(u, place="reserve")
        t.memory = {**t.memory, ("reserve", u): True}
    act(t, characters.attach_one(t), picks={"with which unit": 1})
    assert t[0].place == "joined" and t[1].size == 3 and t[1].place == "reserve"


# --- Scout ------------------------------------------------------------------------------------------------------------


def scouting(*places, **said):
    return field(*places, step="scouting", **said)


@rule("usr:scout")
def test_scout_two_makes_two_normal_moves():
    t = scouting((RUNNERS, 0, 10, 10), (FOES, 1, 40, 44))
    positions = iter([((10.0, 16.0),), ((10.0, 22.0),)])
    done = act(t, deployment.scout_one(t), picks={"where": lambda moves: moves.form.moved(next(positions))})
    assert t[0].form.positions == ((10.0, 22.0),)
    assert [e.how for e in done.all("Moved")] == ["scouts", "scouts"] and done.event("Moved").by == ("usr:scout",)
    assert act(t, deployment.scout_one(t)).result is False, "each unit once"


@rule("usr:scout")
def test_scout_without_a_number_makes_one_and_of_several_the_most_counts():
    assert deployment.scout_moves(scouting((unit(model("Scout")), 0, 1, 1), (FOES, 1, 40, 44)), 0)[0] == 1
    mixed = unit(model("Scout"), model("Scout 3"), model())
    assert deployment.scout_moves(scouting((mixed, 0, 1, 1), (FOES, 1, 40, 44)), 0)[0] == 3


@rule("usr:scout")
def test_a_scout_ends_more_than_twelve_inches_from_the_enemy():
    t = scouting((RUNNERS, 0, 10, 10), (FOES, 1, 10, 28))
    apart = 12.0 + 2 * t[1].form.bases[0].radius

    def near(moves):
        assert "nearer than 12" in "; ".join(moves.why_not(moves.form.moved(((10.0, 28.0 - apart),))))
        return moves.form.moved(((10.0, 28.0 - apart - 1 / 512),))

    act(t, deployment.scout_one(t), picks={"where": near})
    assert distance(t[0].form, t[1].form) > 12.0


@rule("usr:scout")
def test_a_scout_that_moved_before_the_battle_has_not_moved_in_its_turn_and_may_charge():
    t = scouting((RUNNERS, 0, 10, 10), (FOES, 1, 40, 44))
    act(t, deployment.scout_one(t), picks={"where": lambda moves: moves.form.moved(((10.0, 16.0),))})
    assert condition.moved(t[0]) == "" and not t[0].effects


@rule("usr:scout")
def test_scouts_of_both_sides_roll_off_and_alternate():
    other = unit(model("Scout"), name="Other")
    t = scouting((RUNNERS, 0, 2, 4), (RUNNERS, 0, 20, 4), (other, 1, 10, 44))
    done = act(t, deployment.scout_one(t), [6, 1])
    assert done.asked["who scouts first?"] == [0, 1]
    acted = [sorted(t.acted)]
    for _ in range(2):
        act(t, deployment.scout_one(t))
        acted.append(sorted(t.acted))
    assert acted == [[0], [0, 2], [0, 1, 2]]


@rule("usr:scout")
def test_scouts_roll_for_difficult_ground_and_mind_dangerous_ground():
    t = scouting((unit(model("Scout"), name="Runners"), 0, 10, 10), (FOES, 1, 40, 44), pieces=(wood(8, 11),))
    go = {"difficult": "yes", "where": lambda moves: moves.form.moved(((10.0, 14.0),))}
    act(t, deployment.scout_one(t), [4, 1], go)
    assert t[0].form.positions == ((10.0, 14.0),)
    t = scouting((unit(model("Scout"), name="Runners"), 0, 10, 10), (FOES, 1, 40, 44), pieces=(marsh(8, 11),))
    act(t, deployment.scout_one(t), [4, 1, 1], go)
    assert not t[0].alive, "a one in the marsh"


@rule("usr:infiltrate")
@rule("usr:scout")
def test_who_has_both_infiltrates_and_then_scouts_but_may_still_not_charge():
    both = unit(model("Infiltrate", "Scout"), name="Both")
    t = off(field((both, 0, 10, 10), (LINE, 0, 20, 10), (FOES, 1, 24, 40), step="infiltrating"), 0)
    act(t, deployment.infiltrate_one(t), picks={"where": at((24.0, 20.0))})
    t.clock = t.clock.__class__(1, 0, [s.__name__ for s in GAME.steps].index("scouting"), 0, "scouting")
    act(t, deployment.scout_one(t), picks={"where": lambda moves: moves.form.moved(((24.0, 26.0),))})
    assert t[0].form.positions == ((24.0, 26.0),) and t[0].has(condition.INFILTRATED)


# --- transports -------------------------------------------------------------------------------------------------------

WAGON = carrier()


def riding(kind, bought=True):
    kind = keyed(kind, rides="Wagon") if bought else kind
    t = scouting((WAGON, 0, 20, 6), (kind, 0, 10, 6), (LINE, 0, 30, 6), (FOES, 1, 24, 40))
    t.change(1, place="aboard", aboard=0, form=t[1].form.only(()))
    return t


@rule("usr:scout")
def test_scouts_lend_their_moves_to_the_transport_they_start_in():
    t = riding(RUNNERS)
    assert deployment.scout_moves(t, 0) == (2, ("usr:scout",))
    act(t, deployment.scout_one(t), picks={"where": lambda moves: moves.form.moved(((20.0, 12.0),))})
    assert t[0].form.positions == ((20.0, 12.0),) and t[1].place == "aboard"


@rule("usr:scout")
@rule("usr:infiltrate")
@rule("usr:outflank")
def test_a_transport_that_was_bought_for_nobody_learns_nothing_from_who_starts_in_it():
    t = off(riding(unit(model("Scout", "Infiltrate", "Outflank"), name="Riders"), bought=False), 0)
    assert deployment.scout_moves(t, 0) == (0, ()) and reserves.ways(t, 0) == ("deploy", "reserve")


@rule("usr:infiltrate")
@pytest.mark.parametrize(("y", "houses"), [(36.0, [0]), (30.0, [])])
def test_infiltrators_may_be_set_up_in_a_building_more_than_twelve_inches_from_the_enemy(y, houses):
    house = carrier(name="House", type="Building")
    t = off(field((house, 0, 24, 16), (SPIES, 0, 10, 6), (FOES, 1, 24, y), step="infiltrating"), 1)
    done = act(t, deployment.infiltrate(t, 1), picks={"infiltrate into": 0} if houses else {})
    assert any("infiltrate into" in q for q in done.asked) is bool(houses)
    assert (t[1].place == "aboard") is bool(houses) and t[1].has(condition.INFILTRATED)


@rule("usr:infiltrate")
@rule("usr:independent-character")
def test_a_character_does_not_start_in_the_transport_of_infiltrators_unless_he_is_one():
    for more, able in ((), []), (("Infiltrate",), [0]):
        hero = unit(model("Independent Character", *more, W=3), name="Hero")
        t = field((WAGON, 0, 20, 6), (keyed(SPIES, rides="Wagon"), 0, 10, 6), (hero, 0, 30, 6), (FOES, 1, 24, 40))
        off(t, 0, 1, 2)
        t.change(1, place="aboard", aboard=0)
        assert may_start_in(t, 2) == able


@rule("usr:scout")
def test_a_scout_transport_stays_one_whoever_rides_in_it():
    car = carrier("Scout", name="Car")
    t = scouting((car, 0, 20, 6), (LINE, 0, 10, 6), (FOES, 1, 24, 40))
    t.change(1, place="aboard", aboard=0, form=t[1].form.only(()))
    assert deployment.scout_moves(t, 0)[0] == 1


@rule("usr:outflank")
@rule("usr:scout")
@rule("usr:infiltrate")
@pytest.mark.parametrize("word", ["Outflank", "Scout", "Infiltrate"])
def test_a_transport_outflanks_with_those_who_ride_in_it(word):
    t = riding(unit(model(word), name="Riders"))
    off(t, 0)
    assert "outflank" in reserves.ways(t, 0)
    act(t, reserves.keep_one(t), picks={"wait": "outflank"})
    t.clock = t.clock.__class__(2, 0, 0, 0, "reinforcements")
    done = act(t, reserves.arrive(t, 0), picks={"from which edge": "right"})
    assert done.event("Arrived").how == "the right edge" and done.event("Arrived").by == (f"usr:{word.lower()}",)


@rule("usr:infiltrate")
def test_the_transport_of_infiltrators_is_set_up_as_they_would_be_and_none_of_them_charges():
    t = off(riding(SPIES), 0)
    assert "infiltrate" in reserves.ways(t, 0)
    t.memory = {**t.memory, ("infiltrate", 0): True}
    act(t, deployment.infiltrate_one(t), picks={"where": at((24.0, 20.0))})
    assert t[0].form.positions == ((24.0, 20.0),) and t[1].has(condition.INFILTRATED)


# --- mishaps ----------------------------------------------------------------------------------------------------------


@rule("usr:deep-strike")
@pytest.mark.parametrize(("face", "what"), [(1, "lost"), (2, "misplaced"), (3, "misplaced"), (4, "delayed"),
                                            (5, "delayed"), (6, "delayed")])  # fmt: skip
def test_what_a_mishap_does(face, what):
    drop = unit(model("Deep Strike"), name="Drop", count=3)
    t = field((drop, 0, None, 0), (FOES, 1, 24, 24), round=2, step="reinforcements")
    t.memory = {**t.memory, ("deep strike", 0): True}
    done = act(t, deep_strike.drop(t, 0), [1, face], {"come down": (24.0, 24.0)})
    assert done.event("Mishap").what == what
    assert (t[0].place == "dead", t[0].here, bool(t.recall(("ongoing", 0)))) == (
        what == "lost", what == "misplaced", what == "delayed")  # fmt: skip


@rule("usr:deep-strike")
def test_who_drops_may_charge_and_counts_as_having_moved():
    drop = unit(model("Deep Strike", weapons=[BLADE]), name="Drop", count=3)
    t = field((drop, 0, None, 0), (FOES, 1, 24, 24), round=2, step="reinforcements")
    t.memory = {**t.memory, ("deep strike", 0): True}
    act(t, deep_strike.drop(t, 0), [1], {"come down": (24.0, 18.0)})
    assert condition.moved(t[0]) == "moved" and charge.can_charge(t, 0) == [0]


# --- running ----------------------------------------------------------------------------------------------------------


def dropped(*rules):
    drop = unit(model("Deep Strike", *rules, weapons=[weapon(), BLADE]), name="Drop")
    t = field((drop, 0, None, 0), (FOES, 1, 24, 30), round=2, step="reinforcements")
    t.memory = {**t.memory, ("deep strike", 0): True}
    act(t, deep_strike.drop(t, 0), [1], {"come down": (24.0, 22.0)})
    t.clock = t.clock.__class__(2, 0, [s.__name__ for s in GAME.steps].index("shooting"), 0, "shooting")
    return t


@rule("usr:deep-strike")
def test_who_has_dropped_may_run_in_place_of_shooting_and_then_does_not_charge():
    t = dropped()
    done = act(
        t, running.act(t, 0), [4], {"shoot or run": "run", "where": lambda moves: moves.form.moved(((24.0, 18.0),))}
    )
    assert t[0].form.positions == ((24.0, 18.0),) and done.event("Moved").how == "runs"
    assert charge.can_charge(t, 0) == [] and eligibility.can_shoot(t, 0) == []


@rule("usr:deep-strike")
def test_who_has_dropped_and_shoots_may_charge_and_who_stood_there_is_not_asked_to_run():
    t = dropped()
    assert "does Drop shoot or run?" in act(t, running.act(t, 0), [1], {"which unit": 1}).asked
    t.change(0, effects=())
    assert list(act(t, running.act(t, 0), [1], {"which unit": 1}).asked) == ["Drop shoots at which unit?"]


@rule("usr:slow-and-purposeful")
def test_the_slow_and_purposeful_do_not_run():
    assert not running.may_run(dropped("Slow And Purposeful")[0])
