"""Clauses of rules that stand beside their main sentence: whose Strength, which side, which throw, how often."""

from __future__ import annotations

from fractions import Fraction
from math import cos, radians, sin

import pytest

from grognard.common.profiles import Base
from grognard.systems.usr import condition
from grognard.systems.usr.attack.matchup import match
from grognard.systems.usr.attack.vector_strike import struck_with
from grognard.systems.usr.circumstances import Situation, now
from grognard.systems.usr.combat import hammer_of_wrath, overwatch
from grognard.systems.usr.combat.fight import lock
from grognard.systems.usr.combat.melee_attacks import blow_at
from grognard.systems.usr.examples import model, shooter, slays, target, unit, weapon
from grognard.systems.usr.model_marks import wearing
from grognard.systems.usr.movement import overflight
from grognard.systems.usr.rules.powers import Spell
from grognard.systems.usr.shooting import eligibility, shooting
from grognard.systems.usr.shooting.templates import Jets
from grognard.systems.usr.squads import squad_of
from grognard.table.geometry import Formation, footprint_of, snap
from grognard.table.state import Effect
from grognard.table.templates import Teardrop
from tests.usr.field import act, field, tower

F = Fraction
rule = pytest.mark.rule

# --- one mighty blow --------------------------------------------------------------------------------------------------


@rule("usr:smash")
def test_one_mighty_blow_that_glances_may_be_thrown_again():
    """Strength 10 on Armour 14, 3+ to hit: 5+ penetrates, again after anything less: 1/3 + 2/3 1/3 = 5/9; AP2 explodes on a 6."""
    ogre, tank = unit(model("Smash", S=5, A=1)), target(Front=14, Side=14, Rear=14, HP=3)
    assert slays(ogre, tank, melee=True, policy="best") == F(2, 3) * F(5, 9) * F(1, 6)


@rule("usr:smash", "usr:tank-hunters")
def test_it_is_no_better_for_a_tank_hunter():
    ogre, tank = unit(model("Smash", "Tank Hunters", S=5, A=1)), target(Front=14, Side=14, Rear=14, HP=3)
    assert slays(ogre, tank, melee=True, policy="best") == F(2, 3) * F(5, 9) * F(1, 6)


# --- supercharged Snap Shots ------------------------------------------------------------------------------------------

PLASMA = weapon("Plasma", "Gets Hot", type="Assault 1", S=3, AP=2, range=24)


@rule("usr:gets-hot")
def test_a_snap_shot_may_be_supercharged():
    """A 6 hits. Strength 3 on Toughness 4: 5+, supercharged 4+. Nobody without fear goes to ground."""
    gun, brave = shooter("Gets Hot", S=3), target("Fearless")
    assert slays(gun, brave, sets={"snap": True}) == F(1, 6) * F(1, 3)
    assert slays(gun, brave, sets={"snap": True}, policy="best") == F(1, 6) * F(1, 2)


@rule("usr:gets-hot")
def test_in_overwatch_too_but_never_as_a_blast():
    hot = unit(model(name="Gunner", weapons=[PLASMA]), name="Hot")
    t = field((hot, 0, 10, 10), (target("Fearless"), 1, 10, 17), step="charges", player=1)
    done = act(t, overwatch.overwatch(t, 0, 1), [1], {"supercharge": "strength"})
    assert done.asked["Hot: supercharge the Plasma?"] == ["no", "strength"]
    assert t[0].place == "dead", "a 1 to hit"
    t = field((hot, 0, 10, 10), (target("Fearless"), 1, 10, 17))
    done = act(t, shooting.fire(t, 0, 1), [1])
    assert done.asked["Hot: supercharge the Plasma?"] == ["no", "strength", "blast"]


# --- swarms -----------------------------------------------------------------------------------------------------------


@rule("usr:swarms", "usr:vortex")
@pytest.mark.parametrize(("wounds", "dice"), [(2, 3), (3, 2), (4, 2), (5, 1), (6, 1), (7, 0)])
def test_wounds_that_are_rolled_are_doubled_on_a_swarm(wounds, dice):
    """A Vortex hits one model: 1 nothing, 2 to 5 D3 wounds, twice as many on a swarm, 6 D6+6. ``dice``: D3s that are enough."""
    rift = shooter("Vortex", "Blast", S="D", AP=1)
    chance = F(4, 6) * F(dice, 3) + F(1, 6)
    assert slays(rift, target("Swarms", T=6, W=wounds)) == chance
    plain = max(0, 4 - wounds)
    assert slays(rift, target(T=6, W=wounds)) == F(4, 6) * F(plain, 3) + F(1, 6)


@rule("usr:swarms")
def test_a_destroyer_that_is_no_blast_is_not_doubled():
    assert slays(shooter(S="D", AP=1), target("Swarms", T=6, W=4)) == F(2, 3) * F(1, 6)


# --- Hammer of Wrath --------------------------------------------------------------------------------------------------

RIDERS = unit(model("Hammer of Wrath", name="Rider", S=5), name="Riders", count=3)
TANK = model(Front=14, Side=10, Rear=10, HP=3, name="Tank", base=Base("hull", 120, 80))


def ridden(kind, positions, faces, at=((20.0, 20.0),)):
    """Three riders at these spots (from the middle of the first tank, in inches) come into contact with tanks."""
    t = field((RIDERS, 0, 20, 10), (kind, 1, 20, 20), step="charges")
    t.change(1, form=t[1].form.moved([(snap(x), snap(y)) for x, y in at]))
    left, low, right, _ = t[1].form.only((0,)).box
    r = t[0].form.bases[0].radius
    edge = {
        "left": (left - r, 20.0),
        "right": (right + r, 20.0),
        "front": (20.0, low - r),
        "near front": (19.0, low - r - 0.5),
    }
    t.change(0, form=t[0].form.moved([tuple(map(snap, edge.get(s, s))) for s in positions]))
    act(t, lock(t, 0, 1))
    t.change(0, effects=(*t[0].effects, Effect(condition.CHARGING, 0)))
    return t, act(t, hammer_of_wrath.wrath(t, 0, 1, blow_at(t, t[0], t[1])), faces)


@rule("usr:hammer-of-wrath")
def test_each_rider_strikes_the_side_that_he_touches():
    """Strength 5: a 6 penetrates a side of 10 (and shakes it on a 1) and does nothing to a front of 14."""
    kind = unit(TANK, name="Tank", type="Vehicle")
    t, done = ridden(kind, ("left", (30.0, 10.0), (30.0, 12.0)), [3, 6, 1])
    assert t[1].wounds == (2,) and done.event("HullHit")
    t, _ = ridden(kind, ("front", "near front", (30.0, 12.0)), [3, 3, 6, 6])
    assert t[1].wounds == (3,), "two of them at the front"
    t, _ = ridden(kind, ("front", "right", (30.0, 12.0)), [3, 6, 3, 6, 1])
    assert t[1].wounds == (2,), "one at the front, one at the side"


@rule("usr:hammer-of-wrath")
def test_of_a_squadron_each_strikes_the_vehicle_that_he_touches():
    pair = unit(TANK, TANK, name="Tanks", type="Vehicle")
    t, _ = ridden(pair, ((30.0, 12.0), "left", (2.0, 2.0)), [3, 6, 1], at=((20.0, 20.0), (30.0, 30.0)))
    assert t[1].wounds == (2, 3)
    t, _ = ridden(pair, ((30.0, 10.0), (2.0, 2.0), (27.94, 30.0)), [3, 6, 1], at=((20.0, 20.0), (30.0, 30.0)))
    assert t[1].wounds == (3, 2), "the second"
    t, _ = ridden(pair, ((30.0, 10.0), "left", (27.94, 30.0)), [3, 6, 1, 3, 6, 4], at=((20.0, 20.0), (30.0, 30.0)))
    assert t[1].wounds == (2, 2), "both, the last first"


# --- Vector Strikes ---------------------------------------------------------------------------------------------------

DRAKE = unit(model("Vector Strike", S=5, T=6, W=4, name="Drake", weapons=[weapon("Spit", type="Assault 1", range=36)]),
             type="Flying Monstrous Creature", name="Drake")  # fmt: skip
OGRE = unit(model(name="Ogre", T=9, W=3), name="Ogre")


@rule("usr:vector-strike", "usr:hammer-of-wrath")
def test_hits_from_above_are_made_with_the_strength_of_the_profile():
    """Strength 5 cannot wound Toughness 9; under Iron Arm (+3) it could on 5+, and the profile stands all the same."""
    for powers in ((), (Spell(1, "Iron Arm", 0),)):
        (drake,) = DRAKE.models
        for power in powers:
            drake = wearing(drake, power)
        use = struck_with(drake, now(Situation()))
        by, mates = use.by
        assert match(by, mates, use.weapon, squad_of(OGRE.models), use.how).strength == 5


@rule("usr:vector-strike")
@pytest.mark.parametrize(("went", "shoots"), [("moved", True), ("advanced", False)])
def test_who_has_advanced_does_not_shoot_after_striking_from_above(went, shoots):
    t = field((DRAKE, 0, 20, 5), (OGRE, 1, 18, 20), step="striking_from_above")
    flown = (Effect("airborne", 0, value="swooping"), Effect(condition.FLOWN_OVER, 0, value=(1,)))
    t.change(0, effects=(*flown, Effect(condition.MOVED, 0, value=went)))
    act(t, overflight.strike(t, 0), [])
    assert condition.moved(t[0]) == ("advanced" if went == "advanced" else "struck from above")
    assert (1 in list(eligibility.Targets(t, 0))) is shoots, "one gun less leaves it one; who has advanced has none"


# --- Torrent ----------------------------------------------------------------------------------------------------------


@rule("usr:torrent")
@pytest.mark.parametrize(("turned", "legal"), [(0, True), (5, True), (10, True), (15, True), (20, True), (25, False)])
def test_the_wide_end_may_lie_as_near_as_the_narrow_end_and_no_nearer(turned, legal):
    """The narrow end lies 10" straight ahead, the template across, turned back by so many degrees: at 20 its end is 10.45" away."""
    base = footprint_of(Base())
    firer = Formation(((20.0, 10.0),), (base,), ((0.0, 1.0),))
    foe = Formation(((23.0, 20.0 if turned < 25 else 19.0),), (base,), ((0.0, -1.0),))
    drop = Teardrop(20.0, 20.0, (cos(radians(turned)), -sin(radians(turned))))
    assert (drop in Jets(firer, foe, [], 20.0)) is legal


# --- precise shots ----------------------------------------------------------------------------------------------------

RIFLE = {"S": 4, "AP": 6, "type": "Heavy 1"}
SNIPER = model(name="Sniper", weapons=[weapon("Rifle", "Sniper", range=24, **RIFLE)])
MATE = model(name="Mate", weapons=[weapon("Lasgun", S=3, type="Heavy 1", range=36)])
TROOP = unit(
    model("Fearless", name="Near"),
    model("Fearless", name="Mid"),
    model("Fearless", name="Last", role="leader"),
    name="Troop",
)


def sniped(firers, at, faces, positions, **said):
    t = field((firers, 0, 10, 5), (TROOP, 1, 10, 25), **said)
    t.change(1, form=t[1].form.moved([(snap(x), snap(y)) for x, y in positions]))
    if "stand" in said:
        t.change(0, form=t[0].form.moved(said["stand"]))
    return t, act(t, shooting.fire(t, 0, 1), faces, {"precise": at})


@rule("usr:sniper")
@pytest.mark.parametrize(("last", "offered"), [(29.0, [0, 1, 2]), (36.0, [0, 1])])
def test_a_precise_wound_falls_on_nobody_out_of_range(last, offered):
    """24": the third stands 23" or 30" away, base to base."""
    t, done = sniped(unit(SNIPER, name="Sniper"), 1, [6, 4], [(10, 25), (10, 27), (10, last)])
    assert done.asked["the precise wound falls on whom?"] == offered
    assert [m.name for m in t[1].members] == ["Near", "Last"]


@rule("usr:precision-shots")
@pytest.mark.parametrize("rules", [{"on_gun": "Precision Shots"}, {"on_man": "Precision Shots"}])
def test_nor_on_whom_only_a_mate_sees(rules):
    """A tower stands between the sniper and the third, whom his mate sees; a shot that is not precise may fall on anybody."""
    gun = weapon("Rifle", *filter(None, [rules.get("on_gun")]), range=36, **RIFLE)
    sharp = model(*filter(None, [rules.get("on_man")]), name="Sniper", weapons=[gun])
    t = field((unit(sharp, MATE, name="Team"), 0, 10, 5), (TROOP, 1, 10, 20), pieces=(tower(14, 10, 4),))
    t.change(0, form=t[0].form.moved([(10.0, 5.0), (30.0, 5.0)]))
    t.change(1, form=t[1].form.moved([(10.0, 20.0), (8.0, 20.0), (22.0, 20.0)]))
    done = act(t, shooting.fire(t, 0, 1), [6, 4, 1], {"precise": 1})
    assert done.asked["the precise wound falls on whom?"] == [0, 1]


@rule("usr:sniper")
def test_two_snipers_who_see_different_men_aim_each_at_his_own():
    """The first stands 20" from the three and reaches two of them, the second is near the last and far from the others."""
    pair = unit(SNIPER, SNIPER, name="Snipers")
    t = field((pair, 0, 10, 5), (TROOP, 1, 10, 20))
    t.change(0, form=t[0].form.moved([(10.0, 5.0), (10.0, 47.0)]))
    t.change(1, form=t[1].form.moved([(10.0, 20.0), (12.0, 20.0), (10.0, 36.0)]))
    asked = []

    def pick(options):
        asked.append(list(options))
        return options[-1]

    act(t, shooting.fire(t, 0, 1), [6, 6, 4, 4], {"precise": pick})
    assert asked == [[1, 2]], "in order of nearness; the second sniper has the nearest in range only, and is not asked"
    assert [m.name for m in t[1].members] in (["Near"], ["Mid"])


@rule("usr:sniper")
def test_a_shot_at_one_who_has_fallen_in_the_meantime_falls_like_any_other():
    """Two snipers of the same sort: the one man in range of the second is slain by the first."""
    pair = unit(SNIPER, SNIPER, name="Snipers")
    t = field((pair, 0, 10, 5), (TROOP, 1, 10, 20))
    t.change(0, form=t[0].form.moved([(10.0, 5.0), (40.0, 5.0)]))
    t.change(1, form=t[1].form.moved([(24.0, 20.0), (8.0, 20.0), (7.0, 22.0)]))
    act(t, shooting.fire(t, 0, 1), [6, 6, 4, 4], {"precise": 0})
    assert t[1].size == 1
