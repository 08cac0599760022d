"""Jump packs and jet packs, bikes, beasts and cavalry on the table, and what their types bring."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from grognard.bots.greedy import Greedy
from grognard.common.rules import standing
from grognard.kernel import Scripted
from grognard.kernel.play import Play
from grognard.systems.usr import condition
from grognard.systems.usr.combat import charge as charging
from grognard.systems.usr.examples import ask, model, shooter, slays, target, unit, weapon
from grognard.systems.usr.movement import flight, movement, thrust_moves
from grognard.systems.usr.rules.unit_types import fitted
from grognard.systems.usr.turn import GAME
from grognard.table.state import Effect
from tests.usr.field import act, field, tower, wood

F = Fraction
rule = pytest.mark.rule
RIFLE = weapon("Rifle", type="Rapid Fire")
FOE = unit(model(name="Foe", BS=0), name="Foe", count=3)


def jump(*rules, count=2, **stats):
    return unit(model(*rules, **stats), name="Jump", type="Jump", count=count)


def up(inches):
    return lambda options: options.form.shifted(0, inches)


# --- jump packs -------------------------------------------------------------------------------------------------------


def test_jump_packs_carry_twelve_inches_or_their_bearers_walk_six():
    t = field((jump(), 0, 10, 10), (FOE, 1, 30, 40), step="movement")
    act(t, movement.move(t, 0), picks={"where": up(12)})
    assert t[0].form.positions[0] == (10.0, 22.0) and not condition.leaps(t[0])
    t = field((jump(), 0, 10, 10), (FOE, 1, 30, 40), step="movement")
    done = act(t, movement.move(t, 0), picks={"how": "walk", "where": up(6)})
    assert done.asked["how does Jump move?"] == ["move", "walk", "advance", "stay"]
    assert t[0].form.positions[0] == (10.0, 16.0) and condition.leaps(t[0])


def test_on_foot_they_are_slowed_as_others_are():
    t = field((jump(), 0, 10, 10), (FOE, 1, 30, 40), step="movement", pieces=(wood(8, 12),))
    done = act(t, movement.move(t, 0), [2, 4], {"how": "walk", "difficult": "yes", "where": up(4)})
    assert t[0].form.positions[0] == (10.0, 14.0) and not done.all("Harmed"), (
        "and a wood is not dangerous to who walks into it"
    )


def charge(kind, faces, *, jumped=False, far=6.9, picks=None, pieces=(), rulings=None):
    t = field((kind, 0, 10, 10), (FOE, 1, 10, 11 + far), step="charges", pieces=pieces, rulings=rulings)
    if jumped:
        t.change(0, effects=(Effect(condition.JETS),))
    return t, act(t, charging.charge(t, 0), faces, {"whom": 1, **(picks or {})})


@rule("usr:hammer-of-wrath")
def test_kept_for_the_charge_they_throw_it_again_and_hit_as_they_land():
    # 7 inches: 3 and 2 fall short, thrown again 4 and 3; two models hit on 3+ with Strength 4
    t, done = charge(jump(), [3, 2, 4, 3, 5, 2, 4])
    assert t[0].foes == (1,) and done.event("RidesDown").models == 2 and t[1].size == 2


@rule("usr:hammer-of-wrath")
def test_spent_before_they_neither_throw_again_nor_hit():
    t, done = charge(jump(), [3, 4], jumped=True)
    assert t[0].foes == (1,) and done.event("RidesDown") is None
    t, done = charge(jump(), [3, 2], jumped=True)
    assert t[0].foes == ()


@rule("usr:hammer-of-wrath")
def test_a_hammer_of_wrath_of_their_own_stays():
    _, done = charge(jump("Hammer of Wrath"), [3, 4, 5, 2, 4], jumped=True)
    assert done.event("RidesDown").models == 2


def test_with_them_a_charge_goes_over_walls_and_woods():
    pieces = (wood(0, 12, 40, 2), tower(0, 14.5, 2.5))
    t, _ = charge(jump(), [3, 4, 1, 1], pieces=pieces)
    assert t[0].foes == (1,) and not t[0].has(condition.ROUGH_CHARGE)
    t, _ = charge(jump(), [3, 4], jumped=True, pieces=pieces)
    assert t[0].foes == (), "on foot the wood costs two inches"


@rule("usr:fleet")
def test_fleet_is_better_than_packs_any_die_may_be_thrown_again():
    t, done = charge(jump("Fleet"), [5, 1, 2, 1, 1])
    assert t[0].foes == (1,) and (1,) in done.asked["Jump: which dice of the charge are thrown again? (5, 1)"]


@rule("usr:hammer-of-wrath")
@rule("usr:furious-charge")
def test_furious_charge_helps_a_jump_pack_by_the_full_ruling_only():
    # plain: 3+ hits, Strength 4 on Toughness 5 wounds on 5+: 4/6 2/6; full: Strength 5, 4+: 4/6 3/6. No blows.
    packs = jump("Furious Charge", A=0, count=1)
    plain = ask(packs, target(T=5), melee=True, charging=True, weapons=()).steps
    assert [s.name for s in plain][:2] == ["hammer of wrath", "hammer of wrath"]
    bite = F(2, 3) * F(1, 3), F(2, 3) * F(1, 2)
    assert hit_alone(packs, "plain") == bite[0] and hit_alone(packs, "full") == bite[1]


def hit_alone(packs, ruling):
    """The chance that the packs slay: with Attacks 0 they strike no blows."""
    return slays(packs, target(T=5), melee=True, charging=True, rulings={"wrath": ruling})


# --- jet packs --------------------------------------------------------------------------------------------------------


def jets(count=2, **stats):
    return unit(model(weapons=[RIFLE], **stats), name="Jets", type="Jet Pack", count=count)


def test_jet_packs_thrust_2d6_inches_in_place_of_a_charge():
    t = field((jets(), 0, 10, 20), (FOE, 1, 10, 26), step="thrusting")
    assert thrust_moves.can_thrust(t, 0) == [0] and charging.can_charge(t, 0) == [0]
    act(t, thrust_moves.thrust(t, 0), [4, 3], {"use its jet": "yes", "where": up(-7)})
    assert t[0].form.positions[0] == (10.0, 13.0) and charging.can_charge(t, 0) == []


def test_who_does_not_thrust_may_charge():
    t = field((jets(), 0, 10, 20), (FOE, 1, 10, 26), step="thrusting")
    act(t, thrust_moves.thrust(t, 0))
    assert charging.can_charge(t, 0) == [0]


def test_they_thrust_over_everything_and_land_dangerously():
    t = field((jets(), 0, 10, 20), (FOE, 1, 30, 40), step="thrusting", pieces=(tower(8, 14), wood(8, 8)))
    act(t, thrust_moves.thrust(t, 0), [5, 5, 1, 4], {"use its jet": "yes", "where": up(-9)})
    assert t[0].size == 1, "two land in the wood, one of them on a 1"


def test_nobody_thrusts_out_of_combat_or_without_jet_packs():
    t = field((jets(), 0, 10, 20), (jump(), 0, 20, 20), (FOE, 1, 10, 21), step="thrusting")
    t.change(0, foes=(2,))
    assert thrust_moves.can_thrust(t, 0) == []


@rule("usr:relentless")
def test_jet_packs_fire_heavy_weapons_on_the_move():
    heavy = unit(model(weapons=[weapon("Cannon", type="Heavy 1")]), name="Jets", type="Jet Pack")
    assert slays(heavy, target(), moved=True) == F(1, 3)


def test_the_program_hides_behind_a_tower_when_it_has_shot():
    gunners = unit(model(name="Gunner", weapons=[RIFLE]), name="Gunners", count=8)
    t = field((jets(), 0, 22, 20), (gunners, 1, 18, 36), step="thrusting", pieces=(tower(20, 13, 6),))
    bot = Greedy(Random(1), GAME)

    def emit(event):
        event.on(t)

    Play(Scripted([6, 6]), lambda ask: bot.choose(t, ask), emit).run(thrust_moves.thrust(t, 0))
    assert t[0].form.positions[0][1] < 13.5


# --- bikes, beasts, cavalry -------------------------------------------------------------------------------------------


@rule("usr:fleet")
@pytest.mark.parametrize("kind", ["Beast", "Cavalry"])
def test_beasts_and_cavalry_are_fleet_and_go_twelve_inches(kind):
    t = field((unit(model(), name="Pack", type=kind), 0, 10, 10), (FOE, 1, 30, 45), step="movement")
    done = act(t, movement.move(t, 0), [1, 6], {"how": "advance", "where": up(18)})
    assert t[0].form.positions[0] == (10.0, 28.0) and "usr:fleet" in done.event("Said").by


@rule("usr:hammer-of-wrath")
def test_cavalry_hits_as_it_charges_home_and_beasts_do_not():
    for kind, rides in (("Cavalry", True), ("Beast", False)):
        pack = unit(model(), name="Pack", type=kind)
        t = field((pack, 0, 10, 10), (FOE, 1, 10, 14), step="charges")
        done = act(t, charging.charge(t, 0), [3, 4, *([1] if rides else [])], {"whom": 1})
        assert (done.event("RidesDown") is not None) is rides


@rule("usr:move-through-cover")
@pytest.mark.parametrize("kind", ["Monstrous Creature", "Gargantuan Creature"])
def test_great_creatures_move_through_cover(kind):
    beast = unit(model(T=6, W=4), name="Beast", type=kind)
    t = field((beast, 0, 10, 10), (FOE, 1, 30, 45), step="movement", pieces=(wood(8, 12),))
    done = act(t, movement.move(t, 0), picks={"where": up(6)})
    assert t[0].form.positions[0] == (10.0, 16.0) and done.event("Moved").by == ("usr:move-through-cover",)


@rule("usr:poisoned")
@rule("usr:fleshbane")
@rule("usr:sniper")
def test_poison_and_snipers_wound_a_gargantuan_creature_on_six_only_and_fleshbane_on_two():
    giant = target(T=8, W=6, type="Gargantuan Creature")  # it has Feel No Pain 5+
    lost = F(2, 3) * F(4, 6)
    assert slays_wound(shooter("Poisoned (2+)", S=1), giant) == lost * F(1, 6)
    assert slays_wound(shooter("Sniper", S="X"), giant) == lost * F(1, 6)
    assert slays_wound(shooter("Poisoned (2+)", "Fleshbane", S=1), giant) == lost * F(5, 6)
    assert slays_wound(shooter("Poisoned (2+)", S=8), giant) == lost * F(1, 2), "its Strength needs less"


def slays_wound(attacker, defender):
    return 1 - ask(attacker, defender).damage.fraction(0)


@rule("usr:poisoned")
def test_a_poisoned_blade_stronger_than_the_giant_throws_again():
    # Strength 10 on Toughness 6: 2+ by Strength, failures again: 35/36; WS4 against 4: 1/2; Feel No Pain 2/3
    fang = unit(model(S=10, A=1, weapons=[weapon("Fang", "Poisoned (4+)", melee=True, S="User")]))
    giant = target(T=6, W=6, type="Gargantuan Creature")
    assert slays_wound_in_melee(fang, giant) == F(1, 2) * F(35, 36) * F(4, 6)


def slays_wound_in_melee(attacker, defender):
    return 1 - ask(attacker, defender, melee=True).damage.fraction(0)


@rule("usr:fear")
@rule("usr:smash")
@rule("usr:fearless")
@rule("usr:relentless")
def test_what_a_gargantuan_creature_brings():
    found = {type(r).__name__ for r in standing(fitted(target(type="Gargantuan Creature", T=8, W=6)).models[0])}
    assert {"Fear", "Fearless", "FeelNoPain", "Smash", "Relentless", "MoveThroughCover", "HammerOfWrath"} <= found


# --- monsters with packs and wings ------------------------------------------------------------------------------------


def monster(kind, **stats):
    return unit(model(T=6, W=3, **stats), name="Giant", type=kind)


def test_a_monster_with_a_jump_pack_leaps_twelve_inches_or_walks_six():
    t = field((monster("Monstrous Creature (Jump)"), 0, 10, 10), (FOE, 1, 30, 40), step="movement")
    act(t, movement.move(t, 0), picks={"how": "move", "where": up(12)})
    assert t[0].form.positions[0] == (10.0, 22.0) and not condition.leaps(t[0])
    t = field((monster("Monstrous Creature (Jump)"), 0, 10, 10), (FOE, 1, 30, 40), step="movement")
    done = act(t, movement.move(t, 0), picks={"how": "walk", "where": up(6)})
    assert "walk" in done.asked["how does Giant move?"]
    assert t[0].form.positions[0] == (10.0, 16.0) and condition.leaps(t[0])


@pytest.mark.parametrize(
    ("kind", "slugs"),
    [
        ("Monstrous Creature (Jump)", {"smash", "bulky", "deep-strike", "hammer-of-wrath"}),
        ("Monstrous Creature (Jet Pack)", {"smash", "bulky", "deep-strike", "relentless"}),
        ("Gargantuan Creature (Jump)", {"fearless", "feel-no-pain", "deep-strike"}),
        ("Gargantuan Creature (Flying)", {"fearless", "jink", "vector-strike"}),
    ],
)
def test_packs_and_wings_bring_their_rules_besides_those_of_the_monster(kind, slugs):
    (giant,) = fitted(monster(kind)).models
    assert {r.slug for r in standing(giant)} >= slugs


def test_a_monster_with_a_jet_pack_thrusts_after_its_fire():
    t = field((monster("Monstrous Creature (Jet Pack)"), 0, 10, 10), (FOE, 1, 30, 40), step="thrusting")
    assert thrust_moves.jets(t[0].members) and thrust_moves.can_thrust(t, 0) == [0]
    assert not thrust_moves.jets(fitted(monster("Monstrous Creature")).models)


def test_a_gargantuan_creature_with_wings_swoops_or_glides():
    assert flight.ways(fitted(monster("Gargantuan Creature (Flying)")).models) == (flight.SWOOP, flight.GLIDE)
    assert flight.ways(fitted(monster("Gargantuan Creature")).models) == ()
    # zooming, it is hit by a 6 only: 1/6 to hit, Strength 4 against Toughness 6 wounds on 6, Feel No Pain 5+ (W 1)
    foe = unit(model(T=6), name="Wings", type="Gargantuan Creature (Flying)")
    assert slays(shooter(), foe, sets={"zooming": True}) == F(1, 6) * F(1, 6) * F(2, 3)
