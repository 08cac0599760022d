"""Units of two profiles: read from files, asked about in odds, changed in a Move of half the MV at most."""

from __future__ import annotations

from fractions import Fraction

import pytest

import grognard
from grognard.common.battle import Setup, begin
from grognard.common.profiles import Force
from grognard.errors import GrognardError
from grognard.muster.formats import native
from grognard.systems.dropzone import squads
from grognard.systems.dropzone.events import TypeChanged
from grognard.systems.dropzone.examples import squad, weapon
from grognard.systems.dropzone.movement import legal_moves
from grognard.systems.dropzone.movement.move_action import move
from grognard.systems.dropzone.profiles import other_profile
from grognard.table.generate import town
from grognard.table.terrain import Piece, rectangle

from .field import field, run

GUN = weapon(acc=2, energy=10)
SKIM = (("second", (("type", "Skimmer"), ("MV", 9), ("CM", "A, E+2"), ("A", 8))),)
FLY = (("second", (("type", "Aircraft"), ("MV", 18))),)

FILE = """
system = "dropzone"
name = "Shifters"
[weapons."Lance"]
arc = "F/S/R"
full = 24
countered = 24
shots = 1
acc = "2+"
energy = 10
[[units]]
name = "Strider"
type = "Walker"
points = 60
category = "Standard"
second = {second}
  [[units.models]]
  name = "Strider"
  count = 2
  stats = {{MV = 4, CM = "A", A = 12, DP = 2}}
  weapons = ["Lance"]
"""


def strider(details=SKIM, **more):
    return squad(GUN, name="Strider", type="Walker", units=2, A=12, DP=2, MV=4, details=details, **more)


TANK = squad(GUN, name="Tank", type="Tank", A=10)


def test_the_other_profile_differs_where_the_file_says_so():
    kind = strider()
    flat = other_profile(kind)
    assert (flat.type, flat.name, flat.points) == ("Skimmer", "Strider", kind.points)
    stats = flat.models[0].stats
    assert (stats.MV, stats.A, stats.DP, stats.CM.evasion, stats.CM.active) == (9, 8, 2, 2, True)
    assert flat.models[0].weapons == kind.models[0].weapons
    assert other_profile(flat) is kind and other_profile(TANK) is None


def test_a_file_says_it_and_is_written_alike():
    force = native.loads(FILE.format(second='{type = "Skimmer", MV = 9, CM = "A, E+2", A = 8}'))
    assert force.kinds[0].detail("second") == SKIM[0][1]
    assert native.loads(native.dump(force)).kinds == force.kinds


@pytest.mark.parametrize(
    ("second", "told"),
    [
        ('{type = "Skimer"}', "unknown type of a second profile 'Skimer' .nearest: Skimmer"),
        ('{type = "Infantry"}', "unknown type of a second profile"),
        ('{type = "Skimmer", DP = 3}', "unknown key of a second profile 'DP'"),
        ("{MV = 9}", "a second profile needs a type"),
        ('{type = "Aircraft", MV = "12-24"}', "no shortest move"),
        ("3", "is no second profile"),
    ],
)
def test_a_wrong_second_profile_is_one_error(second, told):
    with pytest.raises(GrognardError, match=told):
        native.loads(FILE.format(second=second))


def test_odds_ask_about_either_profile():
    # 2+ to hit. Walker, A12: E10 damages on 2+, so 5/6; critical, 2 points, on 4+
    # Skimmer, A8 and E+2: 4+ to hit; damage on 2+, and each is critical: 3/6 x 5/6 of losing both points
    plain, skimming = (
        grognard.odds(TANK, strider(), models=1, target_models=1, sets=sets) for sets in ({}, {"target-second": True})
    )
    assert plain.destroyed == Fraction(5, 6) * Fraction(3, 6)
    assert skimming.destroyed == Fraction(3, 6) * Fraction(5, 6)
    assert plain.damage.fraction(0) == 1 - Fraction(5, 6) * Fraction(5, 6)
    assert skimming.damage.fraction(0) == 1 - Fraction(3, 6) * Fraction(5, 6)
    nothing = grognard.odds(TANK, strider(), sets={"second": True})
    assert "Tank has one profile, so --set second=yes changes nothing" in nothing.notes


def go(t, dx=0.0, dy=0.0, become="yes"):
    """A Move by so much, and whether the squad was asked about its profile; it says ``become``."""
    log, asked = [], []

    def say(ask):
        asked.append(ask.player)
        return become

    flying = squads.airborne(t[0])
    place = (t[0].form.raised(0.0) if flying else t[0].form).shifted(dx, dy)
    run(t, move(t, 0), picks={"does Strider become": say, "where does": place}, log=log)
    return asked, [e for e in log if isinstance(e, TypeChanged)]


@pytest.mark.asks("does … become …?", of=0)
def test_a_squad_changes_after_half_its_move():
    t = field((strider(), 0, 20, 20), (TANK, 1, 20, 44))
    asked, events = go(t, dy=2.0)  # half of 4
    assert asked == [0] and len(events) == 1 and events[0].told(t) == "Strider goes on as Skimmer"
    assert t[0].kind.type == "Skimmer" and {m.name for m in t[0].members} == {"Strider (Skimmer)"}
    assert t[0].form.positions == ((20.0, 22.0), (21.5, 22.0))
    assert legal_moves.allowance(t[0]) == 9.0
    asked, events = go(t, dy=5.0)  # half of 9, rounded up
    assert asked == [0] and t[0].kind is strider() and len(events) == 1


def test_nobody_is_asked_who_moved_more_or_has_one_profile():
    t = field((strider(), 0, 20, 20), (TANK, 1, 20, 44))
    assert go(t, dy=2.25) == ([], [])
    plain = field((strider(details=()), 0, 20, 20), (TANK, 1, 20, 44))
    assert go(plain, dy=1.0) == ([], [])


def test_it_may_stay_as_it_is_and_change_where_it_stands():
    t = field((strider(), 0, 20, 20), (TANK, 1, 20, 44))
    assert go(t, dy=1.0, become="no") == ([0], []) and t[0].kind is strider()
    asked, events = go(t)
    assert asked == [0] and len(events) == 1 and t[0].kind.type == "Skimmer"


def test_up_into_the_air_and_down_only_where_there_is_room():
    wall = Piece("wall", rectangle(10, 30, 10, 3), 2.0, ("impassable",))
    t = field((strider(FLY), 0, 12, 26), (TANK, 1, 40, 44), pieces=(wall,))
    go(t)
    assert t[0].kind.type == "Aircraft" and squads.airborne(t[0])
    go(t, dy=5.0, become="no")  # above the wall
    asked, _ = go(t)
    assert asked == [], "there is no room for a Walker on the wall"
    asked, events = go(t, dy=5.0)
    assert asked == [0] and len(events) == 1 and t[0].kind.type == "Walker" and t[0].form.level(0) == 0.0


def test_wounds_and_lost_units_stay():
    t = field((strider(), 0, 20, 20), (TANK, 1, 20, 44))
    t.change(0, wounds=(1, 2))
    go(t)
    assert t[0].wounds == (1, 2) and t[0].members[0].stats.DP == 2
    t.change(
        0, members=t[0].members[:1], wounds=(1,), form=type(t[0].form)(t[0].form.positions[:1], t[0].form.bases[:1])
    )
    go(t)
    assert t[0].size == 1 and t[0].members[0] is strider().models[0]


def test_a_battle_with_them_is_saved_and_derived_again(tmp_path):
    profiles = '{type = "Skimmer", MV = 9}', '{type = "Aircraft", MV = 12}'
    kinds = tuple(native.loads(FILE.format(second=second)).kinds[0] for second in profiles)
    changed = 0
    for seed in range(18):
        setup = Setup(
            system="dropzone",
            rulings={"aerial-advantage": "off"},
            forces=(Force("dropzone", "A", kinds[:1]), Force("dropzone", "B", kinds[1:])),
            seed=seed,
            bots=("random", "random"),
            ground=town(seed),
        )
        session = begin(setup)
        session.play()
        changed += sum(isinstance(e, TypeChanged) for e in session.log)
        session.save(str(tmp_path / "battle.json"))
        again, same = grognard.replay(str(tmp_path / "battle.json"))
        assert same and again.digest() == session.digest()
    assert changed >= 4
