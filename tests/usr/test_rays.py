"""Beams, novas, focussed witchfires, and the primaris power that comes free: in odds, on the table, by programs."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import pytest

from grognard.errors import GrognardError
from grognard.muster.formats.native import loads
from grognard.systems.usr.bots import beam_aims, greedy
from grognard.systems.usr.condition import MOVED
from grognard.systems.usr.examples import ask, model, target, unit, weapon
from grognard.systems.usr.psychic import beams, known_powers, psychic_phase
from grognard.systems.usr.psychic.beams import Lines
from grognard.systems.usr.psychic.psykers import mind_of
from grognard.systems.usr.rules.powers import catalogue, focus
from grognard.systems.usr.system import SYSTEM
from grognard.table.events import Noted
from grognard.table.state import Effect
from tests.usr.carrying import aboard, carrier, mark
from tests.usr.field import act, field, named, tower

F = Fraction
WORKS, PLAIN = 4, 1  # a die that harnesses a charge, one that does not
NO_PRICE = {"warp charge dice": 1}
TROOP = unit(model(name="Trooper", Ld=7), name="Troop", count=3)
TANK = target(Front=11)


def witch(*powers, weapons=(), name="Witch", level=2, **stats):
    return unit(
        model(f"Psyker (Mastery Level {level})", name=name, powers=list(powers), weapons=weapons, **{"W": 2, **stats}),
        name=name,
    )


def bolt(sort="focussed", *rules, **stats):
    said = {"S": 6, "AP": 3, "type": "Assault 1", "range": 18, "warp": 1, "witchfire": sort, **stats}
    return weapon("Bolt", *rules, **said)


def hall(*units, pools=(6, 0), **said):
    """A table in the Psychic phase, the warp charges rolled."""
    t = field(*units, step="psychic", **said)
    Noted("warp", pools).on(t)
    return t


def manifests(t, faces, power, dice=1, **picks):
    """A power of unit 0 with so many dice."""
    answers = {
        "manifest which": lambda options: next(o for o in options if o[1] == power),
        "warp charge dice does": dice,
        "denied?": 0,
        **{key.replace("_", " "): value for key, value in picks.items()},
    }
    return act(t, psychic_phase.manifest_one(t, t.player), faces, answers)


def names(t):
    return [name for _, name in known_powers.ways(t, t.player)]


# --- Sanctic powers ---------------------------------------------------------------------------------------------------

FLAME = ["Cleansing Flame"]


@pytest.mark.rule("usr:psyker")
def test_any_double_of_a_sanctic_power_brings_perils_to_whoever_is_not_at_home_with_it():
    """Core rules of the 7th edition. Three dice all differ with 5/6 4/6; no two sixes are seen with (5/6)**3 + 3 (5/6)**2 1/6."""
    knight = unit(model("Psyker (Mastery Level 2)", name="Witch", powers=FLAME, W=2, sanctic=True), name="Witch")
    asked = {"weapons": ("Cleansing Flame",), "sets": {"dice": 3}}
    assert ask(witch(*FLAME), target(), **asked).other["perils"] == 1 - F(5, 6) * F(4, 6)
    assert ask(knight, target(), **asked).other["perils"] == F(2, 27)
    assert ask(witch("Sunburst"), target(), weapons=("Sunburst",), sets={"dice": 3}).other["perils"] == F(2, 27)


@pytest.mark.rule("usr:psyker", "usr:daemon")
def test_in_a_battle_too_and_a_daemon_is_at_home_with_malefic_powers_only():
    fails, fourth = [1, 1], 4  # no charge; row 4 of the table: a wound
    for rules, stats, struck in (((), {}, True), (("Daemon",), {}, True), ((), {"sanctic": True}, False)):
        imp = unit(model("Psyker (2)", *rules, name="Imp", powers=FLAME, W=2, **stats), name="Imp")
        t = hall((imp, 0, 10, 10), (TROOP, 1, 10, 14))
        done = manifests(t, fails + [fourth] * struck, *FLAME, dice=2)
        assert (done.event("PerilsStrike") is not None) is struck, (rules, stats)


# --- beams ------------------------------------------------------------------------------------------------------------


def test_a_beam_hits_without_a_roll_as_often_as_models_stand_in_its_line():
    # Strength 6 on Toughness 4: 2+, no save: three hits slay three with (5/6)**3
    found = ask(witch("Assail"), target(count=5), weapons=("Assail",), sets={"under": 3})
    assert found.slain.fraction(3) == F(5, 6) ** 3 and not found.notes


def test_by_the_other_ruling_a_unit_is_hit_once():
    found = ask(witch("Assail"), target(count=5), weapons=("Assail",), sets={"under": 3}, rulings={"beam": "units"})
    assert found.slain.fraction(1) == F(5, 6) and found.slain.fraction(2) == 0


def test_a_beam_allows_cover_and_armour():
    # AP - against a 4+ armour save: 5/6 * 1/2; against cover 3+: 5/6 * 1/3
    assert ask(witch("Assail"), target(Sv="4+"), weapons=("Assail",)).slain.fraction(1) == F(5, 12)
    assert ask(witch("Assail"), target(), weapons=("Assail",), cover="3+").slain.fraction(1) == F(5, 18)


def test_a_molten_beam_has_two_dice_against_a_near_hull():
    # Strength 8 on AV12: 2D6 of 5 and more penetrate, 4 glances: 30/36 and 3/36
    near = ask(witch("Molten Beam"), target(Front=12), weapons=("Molten Beam",), range=9)
    assert 1 - near.other["penetrations"].fraction(0) == F(30, 36) and 1 - near.other["glances"].fraction(0) == F(3, 36)
    far = ask(witch("Molten Beam"), target(Front=12), weapons=("Molten Beam",), range=10)
    assert 1 - far.other["penetrations"].fraction(0) == F(2, 6)


def test_on_the_table_a_line_strikes_whoever_stands_in_it():
    # the troop stands in a row to the right, the witch left of it in the same line
    t = hall((witch("Assail"), 0, 10, 20), (TROOP, 1, 14, 20), (TROOP, 1, 14, 26))
    done = manifests(
        t, [WORKS, 5, 2, 1], "Assail", does_the=lambda o: next(iter(o)), end=lambda o: o.decode([28.0, 20.0])
    )
    assert done.event("WarpBursts").hits == ((1, 3),)
    assert t[1].size == 1 and t[2].size == 3  # 5 and 2 wound, a 1 does not


def test_it_ends_where_its_player_likes():
    t = hall((witch("Assail"), 0, 10, 20), (TROOP, 1, 14, 20))
    done = manifests(t, [WORKS, 5, 1], "Assail", end=lambda o: o.decode([15.25, 20.0]))
    assert done.event("WarpBursts").hits == ((1, 2),)


def test_friends_in_the_line_are_struck_too_and_the_psyker_never():
    friends = unit(model(name="Friend"), name="Friends")
    t = hall((witch("Assail"), 0, 10, 20), (friends, 0, 12, 20), (TROOP, 1, 14, 20))
    done = manifests(t, [WORKS, 1, 1, 1, 1], "Assail", end=lambda o: o.decode([28.0, 20.0]))
    assert dict(done.event("WarpBursts").hits) == {named(t, "Friends"): 1, named(t, "Troop"): 3}


def test_an_end_out_of_range_is_refused():
    t = hall((witch("Assail"), 0, 10, 20), (TROOP, 1, 14, 20))
    with pytest.raises(GrognardError, match="within 18"):
        Lines(t, t[0], 0, 18).decode([30.0, 20.0])
    with pytest.raises(GrognardError):
        Lines(t, t[0], 0, 18).decode([10.0, 20.0])


def test_a_hull_in_the_line_is_struck_on_the_side_that_the_psyker_sees():
    # the witch stands before the tank: Strength 6 on 11: a 5 glances, Front; the shot is no blast
    t = hall((witch("Assail"), 0, 20, 10), (TANK, 1, 20, 20))
    done = manifests(t, [WORKS, 5], "Assail", end=lambda o: o.decode([20.0, 28.0]))
    assert done.event("HullHit").glances == 1


def test_who_stands_behind_a_hull_that_blows_up_is_struck_with_those_who_are_left():
    # a 6 penetrates and a 6 blows the tank apart, 6 inches far: 4 and 4 slay two of the three, the beam's own hit the last
    t = hall((witch("Molten Beam"), 0, 20, 10), (TANK, 1, 20, 20), (TROOP, 1, 20, 24))
    faces = [WORKS, WORKS, 6, 6, 6, 4, 4, 1, 2]
    done = manifests(t, faces, "Molten Beam", dice=2, end=lambda o: o.decode([20.0, 28.0]))
    assert done.event("WarpBursts").hits == ((1, 1), (2, 1))
    assert [u.size for u in t.units] == [1, 0, 0]


def test_who_is_locked_is_struck_but_who_fights_himself_manifests_none():
    brawler = unit(model(name="Brawler"), name="Brawler")
    t = hall((witch("Assail"), 0, 10, 20), (brawler, 0, 14, 21), (TROOP, 1, 14, 20))
    brawl, troop = named(t, "Brawler"), named(t, "Troop")
    t.change(brawl, foes=(troop,))
    t.change(troop, foes=(brawl,))
    assert "Assail" in names(t)
    t.change(0, foes=(troop,))
    assert "Assail" not in names(t)


def test_no_beam_after_advancing():
    t = hall((witch("Assail"), 0, 10, 20), (TROOP, 1, 14, 20))
    t.change(0, effects=(Effect(MOVED, value="advanced"),))
    assert "Assail" not in names(t)


def test_what_cannot_be_seen_is_struck_too():
    t = hall((witch("Assail"), 0, 10, 20), (TROOP, 1, 20, 20), pieces=(tower(13, 17, 5),))
    assert "Assail" in names(t)


def test_it_is_denied_on_sixes_for_it_has_no_target():
    t = hall((witch("Assail"), 0, 10, 20), (witch(name="Seer", level=3), 1, 14, 20), pools=(3, 2))
    picks = {
        "manifest which": lambda o: next(iter(o)),
        "dice does": 1,
        "denied?": 2,
        "end?": lambda o: o.decode([20.0, 20.0]),
    }
    # at a target the seer would deny on 4: a psyker of a higher level; two fives do nothing, then the seer is hit and not hurt
    done = act(t, psychic_phase.manifest_one(t, 0), [WORKS, 5, 5, 1], picks)
    assert not done.event("Denies").works and done.event("WarpBursts").hits == ((1, 1),)


def test_nobody_in_reach_no_beam():
    t = hall((witch("Assail"), 0, 10, 10), (TROOP, 1, 10, 40))
    assert "Assail" not in names(t)


# --- novas ------------------------------------------------------------------------------------------------------------


def test_a_nova_hits_so_often_as_its_dice_say():
    # 2D6 hits of Strength 4, half of them wound: 3.5 of a unit too large to run out
    found = ask(witch("Shockwave"), target(count=12), weapons=("Shockwave",))
    assert found.slain.mean() == pytest.approx(3.5)
    # two hits (1/36) or more: nobody slain with sum over n of P(n) (1/2)**n
    none = sum(F(6 - abs(n - 7), 36) * F(1, 2) ** n for n in range(2, 13))
    assert found.slain.fraction(0) == none


def test_how_many_stand_near_makes_no_difference_to_it():
    found = [
        ask(witch("Shockwave"), target(count=12), weapons=("Shockwave",), sets=s).slain for s in ({}, {"under": 5})
    ]
    assert found[0].weights == found[1].weights


def test_swarms_are_not_hurt_twice_by_beams_and_novas():
    # one hit, one wound lost of three
    found = ask(witch("Assail"), target("Swarms", W=3), weapons=("Assail",))
    assert found.damage.fraction(1) == F(5, 6) and found.damage.fraction(2) == 0


def test_a_nova_strikes_every_enemy_unit_in_range_seen_or_locked_and_no_friend():
    friends = unit(model(name="Friend"), name="Friends")
    far = unit(model(name="Far"), name="Far")
    t = hall(
        (witch("Shockwave"), 0, 20, 20), (friends, 0, 18, 20), (TROOP, 1, 20, 25), (TANK, 1, 14, 20), (far, 1, 20, 45)
    )
    # so many hits: 1 and 1 on the troop, 1 and 2 on the tank; two dice to wound, three to penetrate its side of 11
    done = manifests(t, [WORKS, 1, 1, 1, 2, 1, 2, 1, 1, 1], "Shockwave")
    assert dict(done.event("WarpBursts").hits) == {named(t, "Troop"): 2, named(t, "Target"): 3}


def test_its_pinning_is_tested_by_each_unit_it_has_hurt():
    t = hall((witch("Shockwave"), 0, 20, 20), (TROOP, 1, 20, 25))
    # two hits, one wounds; the Pinning test on Leadership 7 fails with 8
    done = manifests(t, [WORKS, 1, 1, 4, 1, 4, 4], "Shockwave")
    assert done.event("Tested").test == "Pinning" and not done.event("Tested").passed


# --- focussed witchfires ----------------------------------------------------------------------------------------------

HERO = unit(model("Independent Character", name="Hero", W=1, T=4), *[model(name="Guard")] * 3, name="Guarded")


def test_a_focussed_power_falls_on_any_model_when_just_enough_is_harnessed():
    t = hall((witch(weapons=[bolt()]), 0, 10, 20), (TROOP, 1, 14, 20))
    # one die, one charge; the third of three; to hit 3, to wound 2
    done = manifests(t, [WORKS, 3, 3, 2], "Bolt")
    left = t[1].form.positions
    assert t[1].size == 2 and len(left) == 2
    assert "which model of Troop does Bolt strike?" not in done.asked


def test_with_a_charge_to_spare_its_player_picks_the_model():
    t = hall((witch(weapons=[bolt()]), 0, 10, 20), (TROOP, 1, 14, 20))
    positions = t[1].form.positions
    done = manifests(t, [WORKS, WORKS, 3, 2], "Bolt", dice=2, does_Bolt_strike=2)
    assert "which model of Troop does Bolt strike?" in done.asked
    assert t[1].form.positions == positions[:2]


@pytest.mark.parametrize(("ruling", "dice", "asks"), [("random", 2, False), ("chosen", 1, True)])
def test_the_ruling_says_otherwise(ruling, dice, asks):
    t = hall((witch(weapons=[bolt()]), 0, 10, 20), (TROOP, 1, 14, 20), rulings={"focussed": ruling})
    faces = [WORKS] * dice + ([] if asks else [1]) + [3, 2]
    done = manifests(t, faces, "Bolt", dice=dice)
    assert ("which model of Troop does Bolt strike?" in done.asked) is asks


def test_a_character_it_strikes_may_be_looked_out_for():
    t = hall((witch(weapons=[bolt()]), 0, 10, 20), (HERO, 1, 14, 20))
    # the hero, 3 to hit, 2 to wound, looked out for on 2: a guard falls in his place
    manifests(t, [WORKS, WORKS, 3, 2, 2], "Bolt", dice=2, does_Bolt_strike=lambda o: o[0])
    assert t[1].size == 3 and any(m.name == "Hero" for m in t[1].members)


def test_what_is_too_much_for_the_model_is_lost():
    # two shots at one trooper of a wound: only he falls
    t = hall((witch(weapons=[bolt(type="Assault 2")]), 0, 10, 20), (TROOP, 1, 14, 20))
    manifests(t, [WORKS, WORKS, 3, 3, 2, 2], "Bolt", dice=2, does_Bolt_strike=1)
    assert t[1].size == 2


def test_odds_take_a_focussed_power_as_falling_on_any_model():
    # one of two: the armoured one (3+, AP4) or the other; 2/3 to hit, 5/6 to wound, half of it each
    pair = unit(model(Sv="3+", name="Plate"), model(name="Shirt"), name="Pair")
    found = ask(witch(weapons=[bolt(AP=4)]), pair, weapons=("Bolt",))
    assert found.slain.fraction(1) == F(2, 3) * F(5, 6) * (F(1, 2) * F(1, 3) + F(1, 2))


# --- the power that comes free ----------------------------------------------------------------------------------------


def known(kind):
    return [power.name for power in mind_of(SYSTEM.fitted(kind).models[0]).powers]


@pytest.mark.parametrize(
    ("listed", "has"),
    [
        (["Enfeeble"], ["Enfeeble", "Smite"]),
        (["Iron Arm", "Endurance"], ["Iron Arm", "Endurance", "Smite"]),
        (["Smite", "Iron Arm"], ["Smite", "Iron Arm"]),
        (["Enfeeble", "Forewarning"], ["Enfeeble", "Forewarning"]),
        (["Forewarning"], ["Forewarning", "Prescience"]),
        (["Force", "Shockwave"], ["Force", "Shockwave", "Assail"]),
        (["Cleansing Flame"], ["Cleansing Flame"]),
        ([], []),
    ],
)
def test_who_knows_powers_of_one_discipline_knows_its_primaris_power(listed, has):
    assert known(witch(*listed)) == has


def test_a_witchfire_of_ones_own_does_not_count():
    assert known(witch("Shockwave", weapons=[bolt()])) == ["Shockwave", "Assail", "Bolt"]


def test_the_free_power_is_manifested_and_asked_about_like_any_other():
    # Smite: four shots of Strength 4, AP2, at BS4
    found = ask(witch("Enfeeble"), target(), weapons=("Smite",))
    assert found.slain.fraction(0) == F(2, 3) ** 4
    t = hall((witch("Enfeeble"), 0, 10, 20), (TROOP, 1, 14, 20))
    assert names(t) == ["Enfeeble", "Smite"]


def test_every_primaris_power_can_be_played():
    assert all(focus((name,)) in {"", *catalogue()} for name in catalogue())


# --- files ------------------------------------------------------------------------------------------------------------

FORCE = """
system = "usr"
name = "Test"
[weapons."Ray"]
{range}
S = 6
AP = 3
type = "Assault 1"
warp = {warp}
witchfire = "{sort}"
[[units]]
name = "Seers"
type = "Infantry"
rules = ["Psyker"]
  [[units.models]]
  name = "Seer"
  stats = {{WS = 3, BS = 3, S = 3, T = 3, W = 1, I = 3, A = 1, Ld = 7}}
  weapons = ["Ray"]
"""


def read(sort="beam", warp=1, range="range = 18"):
    return loads(FORCE.format(sort=sort, warp=warp, range=range), "test").kinds[0].models[0].weapons[0].stats


def test_a_force_writes_beams_novas_and_focussed_powers_of_its_own():
    assert [read(sort).witchfire for sort in ("beam", "nova", "focussed")] == ["beam", "nova", "focussed"]


@pytest.mark.parametrize("said", [{"sort": "ray"}, {"warp": 4}, {"range": 'range = "Template"'}])
def test_what_is_no_such_power_is_refused(said):
    with pytest.raises(GrognardError):
        read(**said)


# --- players that are programs ----------------------------------------------------------------------------------------


def test_a_program_aims_a_beam_where_it_costs_most_and_spares_its_own():
    friends = unit(model(name="Friend"), name="Friends", points=300)
    t = hall((witch("Assail"), 0, 10, 20), (friends, 0, 12, 20), (TROOP, 1, 14, 20), (TROOP, 1, 10, 26))
    ask_ = SimpleNamespace(options=Lines(t, t[0], 0, 18), about=("ray", 0, "Assail"))
    best = max(ask_.options, key=lambda end: beam_aims.line(t, ask_, end)[0])
    struck = dict(ask_.options.struck(best))
    assert struck and named(t, "Friends") not in struck


def test_a_program_manifests_a_nova_in_a_crowd():
    t = hall((witch("Shockwave"), 0, 20, 20), (TROOP, 1, 20, 25), (TROOP, 1, 20, 15))
    (way,) = known_powers.ways(t, 0)[0, "Shockwave"]
    # 7 hits a unit, half wound, at most three models of 100/3 points; two units
    assert beam_aims.beam_gain(t, way) == pytest.approx(200.0)
    assert "ray" in greedy.psychic.MINDS and beams.bursts(way.power)


def seers(power, **said):
    t = hall(
        (carrier(**said), 0, 24, 24), (witch(power, weapons=[bolt("nova")]), 0, 5, 5), (TROOP, 1, 24, 30), pools=(4, 0)
    )
    aboard(t, 1, 0)
    return t


def test_out_of_a_fire_point_it_is_measured_from_the_hull_which_is_spared():
    t = seers("Assail", details={"fire_points": 1})
    assert {"Assail", "Bolt"} <= set(names(t))
    picks = {"manifest which": (1, "Assail"), "dice does": 1, "end?": lambda o: o.decode([24.0, 40.0])}
    done = act(t, psychic_phase.manifest_one(t, 0), [WORKS, 1], picks)
    assert done.event("WarpBursts").hits == ((2, 1),) and t[1].place == "aboard"
    assert not {"Assail", "Bolt"} & set(names(seers("Assail"))), "without a fire point"


def test_not_out_of_a_hull_that_went_too_fast():
    t = seers("Assail", details={"fire_points": 1})
    mark(t, 0, (MOVED, "cruising"))
    assert not {"Assail", "Bolt"} & set(names(t))


def test_a_program_reckons_with_those_inside():
    t = seers("Assail", details={"fire_points": 1})
    (way,) = known_powers.ways(t, 0)[1, "Assail"]
    assert beam_aims.beam_gain(t, way) == pytest.approx(5 / 6 * 100 / 3)


def test_no_bound_of_a_power_is_less_than_what_it_is_worth():
    """Crush throws dice for its Strength: what it may slay at most bounds it, everything else is looked at anyhow."""
    t = hall((witch("Crush"), 0, 20, 20), (TROOP, 1, 20, 28), (TANK, 1, 28, 20))
    offered = known_powers.ways(t, 0)
    asked = SimpleNamespace(about=("manifest",), player=0, options=tuple(offered))
    for key in offered:
        assert greedy.bound(t, asked)(key) >= greedy.worth(t, asked)(key)[0]
        for way in offered[key]:
            on = SimpleNamespace(about=("on whom", way), player=0, options=way.targets)
            for v in way.targets:
                assert greedy.bound(t, on)(v) >= greedy.worth(t, on)(v)[0]
    # one shot, at models of one wound and 100/3 points among others
    assert 100 / 3 <= greedy.bound(t, asked)((0, "Crush")) < float("inf")


def test_a_flame_with_a_die_for_its_strength_has_no_bound_as_it_strikes_several():
    flame = weapon("Pyre", range="Template", S="2D6", AP=4, type="Assault 1", warp=1)
    t = hall((witch(weapons=[flame]), 0, 20, 20), (TROOP, 1, 20, 26))
    (key,) = known_powers.ways(t, 0)
    asked = SimpleNamespace(about=("manifest",), player=0, options=(key,))
    assert greedy.bound(t, asked)(key) >= greedy.worth(t, asked)(key)[0] > 0
