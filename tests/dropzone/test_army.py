"""Building an army: battlegroups and their slots, sizes of games, Commanders, and transports that start half full."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from time import perf_counter

import pytest

from grognard.common.profiles import Force
from grognard.muster import check, forces
from grognard.muster.formats import native
from grognard.muster.ref import resolve_force
from grognard.systems.dropzone import army, profiles
from grognard.systems.dropzone.army import loads
from grognard.systems.dropzone.examples import squad, weapon

GUN = weapon()


def unit(name, category, group="", units=1, transport=(), rules="", type="Tank", commander=0):
    details = [("category", category)]
    details += [("battlegroup", group)] if group else []
    details += [("transport", tuple(transport))] if transport else []
    details += [("commander", commander)] if commander else []
    return squad(GUN, name=name, type=type, units=units, rules=rules, details=tuple(details))


def faults(*kinds, limit=None):
    return army.faults(Force("dropzone", "List", kinds), limit)


SOUND = (unit("Men", "Troops", "Foot"), unit("Tanks", "Standard", "Column"))  # what a Skirmish asks for at least


def test_the_smallest_army_of_a_skirmish():
    assert faults(*SOUND) == []


def test_a_size_of_game_asks_for_its_battlegroups():
    (few,) = faults(SOUND[0])
    assert few.startswith("no Armour battlegroups (Standard 1 to 3") and "a Skirmish has HQ 0 to 1" in few
    (no_hq,) = faults(*SOUND, limit=1000)
    assert no_hq.startswith("no HQ battlegroups (Command 1 to 2") and "a Clash has HQ 1," in no_hq
    three = [unit(f"Men {i}", "Troops", f"Foot {i}") for i in range(3)]
    (many,) = faults(*three, SOUND[1])
    assert many.startswith("3 Frontline battlegroups")


@pytest.mark.parametrize(
    ("points", "vanguards", "engines"), [(999, 1, 1), (1000, 2, 2), (1999, 2, 2), (2000, 2, 3)], ids=str
)
def test_the_table_of_sizes(points, vanguards, engines):
    groups = army.size(points).groups
    assert (groups["Vanguard"][1], groups["War Engine"][1]) == (vanguards, engines)


@pytest.mark.parametrize(
    ("squads", "told"),
    [
        (("Command", "Scout", "Scout", "Heavy"), ""),
        (("Command",) * 3, "(HQ) has 3 Command; it may have at most 2"),
        (("Command", "Scout", "Scout", "Scout"), "(HQ) has 3 Scout; it may have at most 2"),
        (("Command", "Troops"), "(HQ) has 1 Troops; it may have none (Command 1 to 2"),
        (("Troops", "Troops", "Troops", "Exotic", "Support"), ""),
        (("Troops",) * 4, "(Frontline) has 4 Troops; it may have at most 3"),
        (("Troops", "Heavy"), "(Frontline) has 1 Heavy; it may have none"),
        (("Standard", "Heavy", "Heavy", "Support"), ""),
        (("Standard", "Exotic"), "(Armour) has 1 Exotic; it may have none"),
        (("Scout", "Scout", "Exotic", "Exotic", "Support"), ""),
        (("Support", "Support"), "(Vanguard) has 2 Support; it may have at most 1"),
        (("Heavy",), "(Vanguard) has 1 Heavy; it may have none"),
    ],
)
def test_slots_of_a_battlegroup(squads, told):
    kinds = [unit(f"Squad {i}", category, "G") for i, category in enumerate(squads)]
    _, wrong = army.held("G", kinds)
    assert (told in wrong[0] and len(wrong) == 1) if told else wrong == []


def test_a_behemoth_stands_alone_and_both_are_counted():
    beast = unit("Beast", "Behemoth", "Foot", type="Behemoth")
    types, wrong = army.held("Foot", [SOUND[0], beast])
    assert types == ["War Engine", "Frontline"]
    assert wrong == ["battlegroup Foot: Beast is a War Engine and stands alone, not with Men"]
    assert faults(*SOUND, unit("Beast", "Behemoth", "Engine", type="Behemoth")) == []


def test_only_auxiliary_squads_stand_in_no_battlegroup_and_extras_are_not_bought():
    assert faults(*SOUND, unit("Bird", "Auxiliary", type="Aircraft")) == []
    (stray,) = faults(*SOUND, unit("Guns", "Support"))
    assert stray.startswith("in no battlegroup: Guns;")
    (extra,) = faults(*SOUND, unit("Drones", "Extras", "Foot"))
    assert extra == "Drones comes with another unit and cannot be bought"
    (none,) = faults(*SOUND, squad(GUN, name="Thing"))
    assert none.startswith("Thing has no category")


def test_d15_a_battlegroup_is_a_third_of_a_clash_at_most():
    assert army.size(1750).name == "Clash" and 1750 * army.size(1750).share // 100 == 577
    # 580 points of one battlegroup; the Commander's 35 are left out of it
    kinds = [unit("Hunters", "Standard", "Column", units=57)]
    assert army.shares(kinds, 1750) == []
    assert army.shares([*kinds, unit("Gun", "Support", "Column")], 1750) == [
        "battlegroup Column costs 580 of 1750 points; a Clash allows 577"
    ]
    assert army.shares([unit("Hunters", "Standard", "Column", units=25)], 500) == []  # half of a Skirmish
    assert len(army.shares([unit("Hunters", "Standard", "Column", units=26)], 500)) == 1
    assert army.shares([unit("Beast", "Behemoth", "Engine", units=40, type="Behemoth")], 500) == []


LISTED = """
system = "dropzone"
name = "Listed"
[[units]]
name = "Throne"
type = "Tank"
points = {points}
category = "Command"
commander = {value}
  [[units.models]]
  name = "Throne"
  stats = {{MV = 4, A = 12, DP = 3}}
"""


@pytest.mark.parametrize(("value", "inches", "price"), [(1, 4, 0), (2, 8, 35), (3, 12, 65), (6, 24, 155)])
def test_a_commander_costs_points_beyond_those_of_his_unit(value, inches, price):
    force = native.loads(LISTED.format(points=100, value=value))
    assert army.commander_of(force.kinds[0]) == (inches, price)
    assert forces.points(force) == 100 + price
    again = native.loads(native.dump(force))
    assert again.kinds == force.kinds and "points = 100\n" in native.dump(force)


def test_a_commanders_price_is_no_part_of_his_battlegroup():
    throne = native.loads(LISTED.format(points=250, value=6).replace("commander", 'battlegroup = "HQ"\ncommander'))
    assert throne.kinds[0].points == 405
    assert army.shares(throne.kinds, 500) == []


# --- transports -------------------------------------------------------------------------------------------------------


def bird(cap, name="Bird", group="", rules="", units=1):
    return unit(name, "Auxiliary", group, units, [f"cap {cap}"], rules, "Aircraft")


def men(need, name="Men", group="Foot", units=1):
    return unit(name, "Troops", group, units, [f"req {need}"])


def half_empty(*kinds):
    return [load.name for load in loads(kinds)]


def test_an_auxiliary_transport_starts_half_full():
    assert half_empty(bird("6 c"), men("1 c", units=3)) == []
    assert half_empty(bird("6 c"), men("1 c", units=2)) == ["Bird"]
    assert half_empty(bird("5 c"), men("1 c", units=2)) == ["Bird"]  # half of 5 is 3 whole places
    assert half_empty(bird("6 c")) == ["Bird"]
    assert half_empty(bird("6 a"), men("1 c", units=6)) == ["Bird"]  # another symbol
    (told,) = army.transports([bird("6 c")])
    assert told.startswith("Bird cannot start half full: 3 of 6 c must be taken")


def test_nobody_counts_twice_and_battlegroups_do_not_share():
    assert half_empty(bird("6 c", "One"), bird("6 c", "Two"), men("1 c", units=3)) == ["Two"]
    foot = men("1 c", "Men", "Foot", 2), men("1 c", "Others", "Rear", 2)
    assert half_empty(bird("6 c"), *foot) == ["Bird"]  # 2 of one battlegroup, 2 of another
    assert half_empty(bird("6 c", group="Rear"), men("1 c", units=3)) == ["Bird"]


def test_transports_ride_in_transports():
    mule = unit("Mule", "Auxiliary", "", 1, ["req 3 a", "cap 3 c"])
    assert half_empty(bird("6 a"), mule, men("1 c", units=2)) == []
    assert half_empty(bird("6 a"), mule) == ["Mule"]
    assert half_empty(mule) == ["Mule"]  # it does not ride in itself


def test_either_symbol_fills_and_large_squads_ride_apart():
    either = unit("Ronin", "Exotic", "Foot", 3, ["req 1 a", "req 1 b"])
    assert half_empty(bird("6 a"), either) == [] and half_empty(bird("6 b"), either) == []
    both = unit("Marauder", "Auxiliary", "", 1, ["cap 6 a", "cap 2 v"], type="Aircraft")
    assert half_empty(both, men("1 v")) == []
    nine = men("2 a", "Nine", units=9)  # 18 of room, and no transport takes more than 6
    assert half_empty(bird("6 a", units=3), nine) == []
    assert half_empty(bird("6 a", units=3), men("2 a", "Three", units=3)) == ["Bird", "Bird"]


def test_a_squad_that_is_shared_out_rides_with_all_its_units_or_with_none():
    nine = men("2 a", "Nine", units=9)
    assert half_empty(bird("6 a", units=2), nine) == ["Bird", "Bird"]  # six of nine, and three left standing
    assert half_empty(bird("6 a", units=2), unit("Ark", "Heavy", "Foot", 1, ["cap 6 a"]), nine) == []
    assert half_empty(bird("6 a", units=2), unit("Ark", "Heavy", "Rear", 1, ["cap 6 a"]), nine) == ["Bird", "Bird"]
    assert half_empty(bird("8 a", units=3), men("2 a", "Six", units=6)) == []  # two in each, and four would have fitted


@pytest.mark.rule("dropzone:access")
def test_all_gates_together_are_half_full_of_what_waits_in_holding():
    gates = bird("6 b", "Gate", rules="Access"), bird("4 b", "Door", rules="Access")
    assert half_empty(*gates, men("1 b", "A", "One", 3), men("1 b", "B", "Two", 2)) == []
    assert half_empty(*gates, men("1 b", "A", "One", 4)) == ["Gate and Door"]
    assert half_empty(*gates, men("1 b", "A", "One", 40)) == []  # they may be overfilled
    (told,) = army.transports(gates)
    assert told == "Gate and Door cannot be half full: 5 b must start in Holding, and the list has less"


def test_a_gate_of_two_symbols_is_half_full_of_one_and_gates_of_others_are_apart():
    two = unit("Gate", "Auxiliary", "", 1, ["cap 6 b", "cap 2 v"], "Access")
    assert half_empty(two, men("1 v")) == [] and half_empty(two, men("1 b", units=3)) == []
    assert half_empty(two, men("1 b", units=2)) == ["Gate"]
    assert half_empty(bird("2 b", "Gate", rules="Access"), bird("2 a", "Door", rules="Access"), men("1 a")) == ["Gate"]


def test_a_gate_takes_nothing_that_a_transport_needs():
    gate = bird("4 b", "Gate", rules="Access")
    squads = men("1 b", "A", units=2), men("1 b", "B", units=2)
    assert half_empty(gate, bird("4 b"), *squads) == []
    assert half_empty(gate, bird("4 b"), squads[0]) == ["Gate"]


def test_the_page_of_force_files_names_every_key():
    page = (Path(__file__).parents[2] / "docs" / "dropzone" / "force-files.md").read_text("utf-8")
    missing = [s.key for s in (*profiles.MODEL, *profiles.WEAPON, *profiles.UNIT) if f"`{s.key}`" not in page]
    assert missing == []
    assert all(f"`{word}`" in page for word in (*profiles.TYPES, *profiles.CATEGORIES))


@pytest.mark.parametrize("name", ["A", "B"])
def test_the_sample_forces_are_sound(name):
    assert check.faults(resolve_force(f"dropzone/{name}")) == []


def fewest_left(carriers, squads):
    """The fewest carriers left less than half full, by trying every way to put squads aboard."""
    best = len(carriers)
    for seats in product(range(-1, len(carriers)), repeat=len(squads)):
        aboard = [[s for s, seat in zip(squads, seats, strict=True) if seat == c] for c in range(len(carriers))]
        if any(len({group for group, _ in on}) > 1 for on in aboard):
            continue
        loaded = [sum(n for _, n in on) for on in aboard]
        if all(load <= cap for load, cap in zip(loaded, carriers, strict=True)):
            best = min(best, sum(2 * load < cap for load, cap in zip(loaded, carriers, strict=True)))
    return best


@pytest.mark.parametrize("seed", range(40))
def test_the_best_way_to_board_is_found(seed):
    rng = Random(seed)
    carriers = [rng.randint(2, 8) for _ in range(rng.randint(1, 3))]
    squads = [(rng.choice("AB"), rng.randint(1, min(4, max(carriers)))) for _ in range(rng.randint(1, 5))]
    birds = [bird(f"{cap} c", f"Bird {i}") for i, cap in enumerate(carriers)]
    foot = [men(f"{n} c", f"Men {i}", group) for i, (group, n) in enumerate(squads)]
    assert len(half_empty(*birds, *foot)) == fewest_left(carriers, squads)


def test_a_large_list_is_looked_at_in_a_moment():
    birds = [bird("6 c", f"Bird {i}") for i in range(30)]
    foot = [men("1 c", f"Men {i}", f"Group {i % 7}", 2) for i in range(40)]
    began = perf_counter()
    # two squads of one battlegroup fill a bird: 5 battlegroups of 6 squads and 2 of 5 have 5 x 3 + 2 x 2 pairs
    assert len(half_empty(*birds, *foot)) == 30 - 19
    assert perf_counter() - began < 5
