"""Vehicles in play and in odds: which guns fire at full skill and at whom, smoke, ramming, squadrons, chariots, overheating."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel import Scripted, play
from grognard.systems.usr import condition
from grognard.systems.usr.attack import hulls, weapons
from grognard.systems.usr.attack.defender import Hull
from grognard.systems.usr.bots import transports
from grognard.systems.usr.combat import fight
from grognard.systems.usr.events import HullsLost
from grognard.systems.usr.examples import ask, model, other, shooter, slays, target, unit, weapon
from grognard.systems.usr.movement import movement
from grognard.systems.usr.rules.unit_types import fitted
from grognard.systems.usr.shooting import eligibility, fire_points, shooting
from grognard.systems.usr.vehicles import ramming
from grognard.table.events import Locked
from tests.usr.carrying import aboard, carrier, keyed, mark
from tests.usr.field import act, field, named
from tests.usr.playing import played, told

F = Fraction
FOE = unit(model(name="Foe"), name="Foe", count=3)
LASER = shooter(S=10, AP=1)
HIT, PIERCES = 3, 6
SPIRIT = "Power of the Machine Spirit"


def wain(*rules, type="Vehicle (Tank)", guns=("Gun", "Bow gun"), kinds=("Heavy 1", "Heavy 1"), **stats):
    made = [weapon(name, type=kind) for name, kind in zip(guns, kinds, strict=True)]
    return unit(
        model(*rules, name="Wain", weapons=made, **{"Front": 12, "Side": 12, "Rear": 10, **stats}),
        name="Wain",
        type=type,
    )


# --- how many guns ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("usr:power-of-the-machine-spirit")
def test_a_cruising_vehicle_fires_one_gun_at_its_own_skill():
    # cruising 0 and 1 more: one gun 3+ (2/3), the other a Snap Shot 6 (1/6); each hit wounds on 4+
    law = ask(wain(SPIRIT), target(count=9), sets={"speed": "cruising"}).slain
    assert law.fraction(2) == F(2, 3) * F(1, 2) * F(1, 6) * F(1, 2)
    assert law.fraction(0) == (1 - F(1, 3)) * (1 - F(1, 12))


@pytest.mark.rule("usr:power-of-the-machine-spirit")
def test_at_combat_speed_it_fires_two():
    assert ask(wain(SPIRIT), target(count=9), sets={"speed": "combat"}).slain.fraction(2) == F(1, 3) ** 2
    assert ask(wain(), target(count=9), sets={"speed": "combat"}).slain.fraction(2) == F(1, 3) * F(1, 12)


@pytest.mark.rule("usr:power-of-the-machine-spirit")
def test_shaken_it_fires_one_at_its_own_skill_all_the_same():
    assert ask(wain(SPIRIT), target(count=9), sets={"snap": True}).slain.fraction(2) == F(1, 3) * F(1, 12)
    assert weapons.full_skill_guns(fitted(wain(SPIRIT)).models[0], "", True) == 1


@pytest.mark.rule("usr:power-of-the-machine-spirit")
def test_not_in_a_turn_in_which_it_advances():
    assert weapons.full_skill_guns(fitted(wain(SPIRIT)).models[0], "advanced") == 0


@pytest.mark.rule("usr:power-of-the-machine-spirit")
def test_beside_ordnance_it_fires_one_more_at_its_own_skill():
    tank = wain(SPIRIT, guns=("Cannon", "Gun", "Bow gun"), kinds=("Ordnance 1", "Heavy 1", "Heavy 1"))
    names = {s.weapon: s.needs for s in ask(tank, target(count=9)).steps if s.name == "to hit"}
    assert names["Gun"] == "3+" and names["Bow gun"] == "6+"


@pytest.mark.rule("usr:power-of-the-machine-spirit")
def test_that_weapon_may_take_another_target():
    near, far = unit(model(name="Near"), name="Near"), unit(model(name="Far"), name="Far")
    t = field((wain(SPIRIT), 0, 24, 10), (near, 1, 20, 25), (far, 1, 28, 25))
    mark(t, 0, (condition.MOVED, "cruising"))
    shot = act(t, fire_points.shooting_of(t, 0), [5, HIT, 4],
               picks={"shoots at": named(t, "Near"), "at whom does the Bow gun": named(t, "Far")})  # fmt: skip
    assert [(e.target, e.weapons) for e in shot.all("ShotAt")] == [(1, ("Gun",)), (2, ("Bow gun",))]
    assert t[1].here and t[2].place == "dead"  # the Gun snaps (5 misses), the Bow gun hits on 3
    assert "usr:power-of-the-machine-spirit" in shot.all("ShotAt")[1].by


@pytest.mark.rule("usr:power-of-the-machine-spirit")
@pytest.mark.rule("usr:melta")
def test_the_gun_that_fires_apart_is_measured_to_its_own_target():
    # within half of 12" melta rolls two dice: 2 and 4 with Strength 8 glance Armour 14
    tank = unit(model(SPIRIT, name="Wain", Front=12, weapons=[weapon("Gun"), weapon("Melter", "Melta", S=8, AP=1, range=12)]),
                name="Wain", type="Vehicle")  # fmt: skip
    steel = unit(model(name="Steel", Front=14, Side=14), name="Steel", type="Vehicle")
    t = field((tank, 0, 24, 10), (FOE, 1, 24, 30), (steel, 1, 24, 15))
    act(t, fire_points.shooting_of(t, 0), [1, HIT, 2, 4], picks={"shoots at": 1, "at whom does the Melter": 2})
    assert t[2].wounds == (2,)


def test_a_super_heavy_fires_each_gun_at_whom_it_likes():
    heart = wain(type="Vehicle (Super-heavy)", guns=("One", "Two", "Three"), kinds=("Heavy 1",) * 3)
    foes = [unit(model(name=n), name=n) for n in ("A", "B", "C")]
    t = field((heart, 0, 24, 10), *((foe, 1, 16 + 8 * i, 25) for i, foe in enumerate(foes)))
    mark(t, 0, (condition.MOVED, "cruising"))
    shot = act(t, fire_points.shooting_of(t, 0), [HIT, 4, HIT, 4, HIT, 4],
               picks={"shoots at": 1, "whom does the Two": 2, "whom does the Three": 3, "whom does the One": 1})  # fmt: skip
    assert [e.target for e in shot.all("ShotAt")] == [1, 2, 3] or [e.target for e in shot.all("ShotAt")] == [3, 1, 2]
    assert all(u.place == "dead" for u in t.units if u.side == 1)


# --- damage -----------------------------------------------------------------------------------------------------------


def test_a_super_heavy_with_no_hull_points_left_is_a_wreck():
    titan = target(Front=10, HP=1, type="Vehicle (Super-heavy)")
    assert played(shooter(S=9, AP=2), titan, [3, 6, 5]).slain == 1


def test_open_topped_and_ap2_add_up():
    # 2 in all: exploding takes 5+, Strength 9 pierces Armour 12 on 4+
    trukk = target(Front=12, type="Vehicle (Open-topped)")
    assert slays(shooter(S=9, AP=2), trukk) == F(2, 3) * F(3, 6) * F(2, 6)
    assert slays(shooter(S=9, AP=2), target(Front=12)) == F(2, 3) * F(3, 6) * F(1, 6)


@pytest.mark.rule("usr:tank-hunters")
def test_tank_hunters_may_roll_a_glance_again_and_must_keep_the_second():
    gun, steel = shooter(S=8, rules=["Tank Hunters"]), target(Front=13)
    again = {"choose": {"re-roll glancing": "yes"}}
    assert told(played(gun, steel, [3, 5, 6, 1], **again))["penetrations"] == 1
    assert told(played(gun, steel, [3, 5, 2], **again))["glances"] == 0  # worse, and it stands
    assert told(played(gun, steel, [3, 5]))["glances"] == 1


@pytest.mark.rule("usr:tank-hunters")
@pytest.mark.rule("usr:haywire")
def test_tank_hunters_do_not_touch_the_roll_of_haywire():
    for rules in ((), ("Tank Hunters",)):
        gun = shooter("Haywire", S=1, rules=rules)
        assert other(gun, target(Front=14), "glances") == F(2, 3) * F(4, 6)
        assert other(gun, target(Front=14), "penetrations") == F(2, 3) * F(1, 6)


def test_what_cannot_be_pierced_reads_so():
    steps = ask(shooter(S=4), target(Front=12)).steps
    assert next(s for s in steps if s.name == "armour penetration").needs == "impossible"
    assert not [s for s in steps if s.name == "vehicle damage"]


def test_each_vehicle_of_a_squadron_has_marks_of_its_own():
    pair = unit(model(name="Cart", Front=11, Side=11, weapons=[weapon("Gun")]), name="Carts", type="Vehicle", count=2)
    t = field((LASER, 0, 20, 5), (pair, 1, 20, 24), (FOE, 0, 40, 40), distance=5.0)
    act(t, shooting.fire(t, 0, 2), [HIT, 3, 1])  # AP1: 3 in all, shaken
    assert condition.model_snaps(t[2], 0) and not condition.model_snaps(t[2], 1) and not condition.snaps(t[2])
    t.clock = field((FOE, 0, 5, 5), player=1).clock
    shot = act(
        t, shooting.fire(t, 2, 0), [2, 4, 4]
    )  # the shaken one needs 6 (2: nothing), the other 3+: it hits and wounds
    assert shot.event("ShotAt") and t[0].place == "dead"


def test_marks_stay_with_the_vehicle_when_another_is_lost():
    three = unit(model(name="Cart", Front=11, Side=11), name="Carts", type="Vehicle", count=3)
    t = field((LASER, 0, 20, 5), (three, 1, 10, 24), distance=5.0)
    mark(t, 1, (condition.IMMOBILISED, 2), (condition.SHAKEN, 1), (condition.CRIPPLED, 0))
    from grognard.systems.usr.events import HullsLost

    HullsLost(1, (0, 3, 3)).on(t)
    assert condition.bears_mark(t[1], condition.IMMOBILISED, 1) and condition.bears_mark(t[1], condition.SHAKEN, 0)
    assert not t[1].has(condition.CRIPPLED) and t[1].size == 2


@pytest.mark.rule("usr:gets-hot")
def test_a_vehicle_at_no_hull_points_that_overheats_rolls_on_the_table_as_with_ap2():
    kiln = unit(model(name="Kiln", Front=12, HP=3, weapons=[weapon("Plasma", "Blast", "Gets Hot", S=7, AP=2)]), name="Kiln",
                type="Vehicle")  # fmt: skip
    t = field((kiln, 0, 24, 10), (FOE, 1, 24, 25))
    act(t, shooting.fire(t, 0, 1), [1])  # 3 to 2 hull points: no table
    assert t[0].wounds == (2,) and not t[0].has(condition.CRIPPLED)
    mark(t, 0, condition.CRIPPLED)
    t.change(0, wounds=(1,))
    act(t, shooting.fire(t, 0, 1), [1, 4])  # AP2: 5 in all, its only weapon
    assert t[0].here and not weapons.guns(t[0].members[0])
    t = field((kiln, 0, 24, 10), (FOE, 1, 24, 25))
    mark(t, 0, condition.CRIPPLED)
    t.change(0, wounds=(1,))
    act(t, shooting.fire(t, 0, 1), [1, 6, 1])  # 7: it explodes, over an inch
    assert t[0].place == "dead"


@pytest.mark.rule("usr:gets-hot")
def test_two_overheating_shots_cost_the_last_hull_point_and_roll_once_in_odds_too():
    two = weapon("Plasma", "Blast", "Gets Hot", S=7, AP=2, type="Heavy 2")
    odds = ask(unit(model(Front=12, HP=1, weapons=[two]), type="Vehicle"), target(count=3))
    # both shots show 1 (1/36): the first glances the last hull point away, the second rolls: a 6 and 1 for AP2 explodes
    assert odds.other["own-slain"].fraction(1) == F(1, 36) * F(1, 6)
    open_top = unit(model(Front=12, HP=1, weapons=[two]), type="Vehicle (Open-topped)")
    assert ask(open_top, target(count=3)).other["own-slain"].fraction(1) == F(1, 36) * F(2, 6)
    wrecked = ask(open_top, target(count=3), rulings={"zero_hp": "wrecked"})
    assert wrecked.other["own-slain"].fraction(1) == F(11, 36)


def test_an_overheated_hull_is_immobilised_then_wrecked():
    kiln = fitted(target(Front=12)).models[0]

    def twice():
        return (yield from hulls.overheats(Hull(0, 0), kiln, 2, True))

    dice = Scripted(
        [4, 4]
    )  # 5 in all twice: no weapon left, so immobilised; immobilised again at no hull points: a wreck
    assert play(twice(), dice)[1] == "wrecked"
    dice.end()


# --- smoke ------------------------------------------------------------------------------------------------------------


def test_smoke_hides_a_vehicle_until_its_next_turn_and_silences_it():
    t = field((keyed(wain(), smoke=True), 0, 24, 10), (LASER, 1, 24, 30), (FOE, 1, 10, 40), step="movement")
    act(t, movement.move(t, 0), picks={"how does": "stay", "smoke": "yes"})
    assert t[0].has(condition.SMOKE) and eligibility.can_shoot(t, 0) == []
    assert act(t, shooting.fire(t, 1, 0), [HIT, PIERCES, 5]).event("HullHit") is None  # cover 5+
    assert act(t, shooting.fire(t, 1, 0), [HIT, PIERCES, 4, 1]).event("HullHit").penetrations == 1
    again = act(t, movement.move(t, 0), picks={"how does": "stay"})
    assert not [q for q in again.asked if "smoke" in q]  # once a battle


@pytest.mark.rule("usr:ignores-cover")
def test_smoke_is_cover_and_may_be_ignored():
    t = field((wain(), 0, 24, 10), (shooter("Ignores Cover", S=10, AP=1), 1, 24, 30))
    mark(t, 0, condition.SMOKE)
    assert act(t, shooting.fire(t, 1, 0), [HIT, PIERCES, 1]).event("HullHit").penetrations == 1


@pytest.mark.rule("usr:stealth")
def test_stealth_of_the_vehicle_itself_betters_its_smoke():
    t = field((wain("Stealth"), 0, 24, 10), (LASER, 1, 24, 30))
    mark(t, 0, condition.SMOKE)
    assert act(t, shooting.fire(t, 1, 0), [HIT, PIERCES, 4]).event("HullHit") is None  # 5+ less one


# --- ramming ----------------------------------------------------------------------------------------------------------


def test_the_strength_of_a_ram_is_half_the_armour_and_more_for_tanks_and_heavy_ones():
    raider = fitted(target(Front=14, Side=14, Rear=14, type="Vehicle (Tank)")).models[0]
    trukk = fitted(target(Front=11, Side=10, Rear=10, type="Vehicle (Tank)")).models[0]
    plain = fitted(target(Front=10)).models[0]
    heavy = fitted(target(Front=13, type="Vehicle (Tank, Heavy)")).models[0]
    found = [(w.stats.S, w.stats.AP) for w in (weapons.ram_of(m, "front") for m in (raider, trukk, plain, heavy))]
    assert found == [(8, 2), (7, 2), (5, None), (9, 1)]


def test_odds_of_a_ram():
    raider = unit(model(Front=14, Side=14, Rear=14, HP=4, weapons=[weapon()]), type="Vehicle (Tank)")
    # Strength 8 on the side of 10: 2 glances, 3 to 6 pierce; with AP2 and an open top 5 and 6 explode
    trukk = target(Front=10, Side=10, type="Vehicle (Open-topped)")
    found = ask(raider, trukk, facing="side", sets={"ram": True})
    assert found.other["glances"].fraction(1) == F(1, 6) and found.other["explodes"] == F(4, 6) * F(2, 6)
    assert [s.needs for s in found.steps if s.name == "to hit"] == ["automatic"]
    assert ask(shooter(), trukk, sets={"ram": True}).notes


def ramming_pair():
    raider = unit(model(name="Raider", Front=14, Side=14, Rear=14, HP=4, weapons=[weapon("Gun")]), name="Raider",
                  type="Vehicle (Tank)")  # fmt: skip
    trukk = unit(model(name="Trukk", Front=10, Side=10, Rear=10, HP=3), name="Trukk", type="Vehicle (Open-topped)")
    return field((raider, 0, 24, 14), (trukk, 1, 24, 24), step="movement")


def test_a_tank_rams_in_the_charge_phase_and_both_are_struck():
    t = ramming_pair()
    act(t, movement.move(t, 0), picks={"how does": ("ram", 1)})
    assert t[0].form.positions == ((24.0, 14.0),) and condition.snaps(t[0])
    assert ramming.waiting_to_ram(t, 0) == [0]
    # Strength 8 on Armour 10: 3 pierces, 1 and 2 for AP2 and open top: shaken; Strength 5 on 14 cannot harm it (5 and 6: 11)
    rammed = act(t, ramming.ram(t, 0), [3, 1, 6])
    assert rammed.event("Rams").side == "front" and t[1].wounds == (2,) and t[0].wounds == (4,)
    assert t[0].form.positions[0][1] > 20


def test_a_tank_rams_straight_only():
    t = ramming_pair()
    block = unit(model(name="Cart", Front=10), name="Cart", type="Vehicle")
    t2 = field((t[0].kind, 0, 24, 14), (block, 0, 24, 18), (t[1].kind, 1, 24, 24), step="movement")
    assert ramming.can_ram(t, 0) == [1] and ramming.can_ram(t2, 0) == []


def test_ramming_is_weighed_by_the_law_of_both_hits():
    t = ramming_pair()
    theirs, ours = transports.ram_pays(t, t[0], t[1])
    # Strength 8 on Armour 10: 2 glances (1 hull point), 3 to 6 pierce; AP2 and open top add 2:
    # 1 shaken .3, 2 stunned .5, 3 weapon (it has none: immobilised) .7, 4 immobilised .7, 5 and 6 explodes 2; a hull point each
    rows = F(3, 10) + F(5, 10) + F(7, 10) + F(7, 10) + 2 + 2
    expected = F(1, 6) + F(4, 6) * (1 + rows / 6)
    assert theirs == pytest.approx(float(expected) * 100 / 3) and ours == 0.0


def test_passengers_of_a_ramming_tank_fire_snap_shots():
    t = field((carrier(type="Vehicle (Tank, Transport)", details={"fire_points": 1}), 0, 24, 14), (FOE, 0, 5, 5),
              (unit(model(name="Cart", Front=10), name="Cart", type="Vehicle"), 1, 24, 22), step="movement")  # fmt: skip
    aboard(t, 1, 0)
    act(t, ramming.declare_ram(t, 0, 2))
    assert condition.snaps(t[1])


# --- chariots ---------------------------------------------------------------------------------------------------------


def chariot(**stats):
    rider = {
        "WS": 5,
        "S": 5,
        "I": 5,
        "A": 3,
        "BS": 4,
        "T": 5,
        "W": 3,
        "Ld": 9,
        "Front": 11,
        "Side": 11,
        "Rear": 10,
        "HP": 3,
    }
    from grognard.common.profiles import Base, Model, interned
    from grognard.systems.usr.system import SYSTEM

    made, faults = SYSTEM.schema.model({**rider, **stats}, "Chariot")
    assert not faults
    return unit(interned(Model("Chariot", made, (), (weapon("Blade", melee=True),), Base("round", 60, 60))), name="Chariot",
                type="Chariot")  # fmt: skip


def test_a_chariot_charges_and_strikes_with_its_riders_arm():
    t = field((chariot(), 0, 24, 10), (FOE, 1, 24, 20), step="charges")
    assert condition.walks(t[0]) and condition.drives(t[0])
    t = field((chariot(), 0, 24, 10), (FOE, 1, 24, 11.6737), step="close_combat", distance=1.0)
    Locked(0, 1).on(t)
    found = act(t, fight.fight(t, (0, 1)), [3, 3, 3, 3, 3, 3])
    assert found.event("BlowsAt").step == 5 and found.event("BlowsAt").blows == 3


def test_who_strikes_at_a_chariot_meets_its_riders_skill_and_its_rear():
    # Weapon Skill 4 against 5: 4+; Strength 4 against the rear of 10: 6 glances
    blade = unit(model(weapons=[weapon("Blade", melee=True)]))
    assert other(blade, chariot(), "glances", melee=True) == F(1, 2) * F(1, 6)
    # a cart without a rider has Weapon Skill 1: 3+
    assert other(blade, target(Front=11), "glances", melee=True) == F(2, 3) * F(1, 6)


def test_a_chariot_is_stunned_where_others_are_immobilised():
    found = told(played(LASER, chariot(), [HIT, PIERCES, 4]))
    assert found["stunned"] and not found["immobilised"]


def test_a_chariot_with_no_gun_to_lose_is_stunned_too():
    found = told(played(LASER, chariot(), [HIT, PIERCES, 3]))  # AP1: 3 and 2 is a weapon destroyed, and it has none
    assert found["stunned"] and not found["immobilised"]


@pytest.mark.rule("usr:graviton")
def test_a_super_heavy_that_graviton_crushes_loses_the_hull_point_alone():
    found = played(shooter("Graviton", S="X", AP=2), target(Front=12, HP=6, type="Vehicle (Super-heavy)"), [HIT, 6])
    assert found.damage == 1 and not told(found)["immobilised"]


class TestASquadronThatJinks:
    """The unit says that it jinks; of its vehicles those that are immobilised cannot, and go on as they are."""

    GUN = shooter(S=8)
    SKIFFS = unit(
        model("Jink", name="Skiff", Front=10, Side=10, HP=3, weapons=[weapon("Gun")]),
        name="Skiffs",
        type="Vehicle (Skimmer)",
        count=2,
    )

    def field(self, *immobile):
        """A gun at two skimmers, the nearer one first."""
        t = field((self.GUN, 0, 20, 5), (self.SKIFFS, 1, 20, 24), distance=5.0)
        mark(t, 1, *[(condition.IMMOBILISED, i) for i in immobile])
        return t

    @pytest.mark.rule("usr:jink")
    @pytest.mark.asks("does … jink from the fire of …?", of=1)
    def test_one_that_is_immobilised_has_no_cover_by_it(self):
        t = self.field(0)
        shot = act(t, shooting.fire(t, 0, 1), [HIT, 2], {"jink": "yes"})  # 8 and 2 glance at 10; nothing saves it
        assert shot.event("HullHit").left == (2, 3)
        assert shot.event("GivenOne").told(t) == "Number 1 of Skiffs: did not jink"

    @pytest.mark.rule("usr:jink")
    def test_the_others_have_it(self):
        t = self.field(1)
        assert act(t, shooting.fire(t, 0, 1), [HIT, 2, 4], {"jink": "yes"}).event("HullHit") is None

    @pytest.mark.rule("usr:jink")
    def test_the_fractions_of_both(self):
        # 2/3 hit, 5/6 glance or penetrate; the jink saves half of them
        skiff = unit(self.SKIFFS.models[0], name="Skiff", type="Vehicle (Skimmer)")
        for immobile, unsaved in ((False, Fraction(1, 2)), (True, Fraction(1))):
            found = ask(self.GUN, skiff, sets={"jinking": True, "immobilised": immobile})
            assert found.damage.fraction(0) == 1 - Fraction(2, 3) * Fraction(5, 6) * unsaved

    @pytest.mark.rule("usr:jink")
    def test_only_those_that_jinked_fire_snap_shots_also_when_they_are_immobilised_afterwards(self):
        t = self.field(1)
        act(t, shooting.fire(t, 0, 1), [1], {"jink": "yes"})
        mark(t, 1, (condition.IMMOBILISED, 0))
        assert condition.model_snaps(t[1], 0) and not condition.model_snaps(t[1], 1) and not condition.snaps(t[1])
        assert condition.still(t[1]) == (0, 1)

    @pytest.mark.rule("usr:jink")
    def test_the_mark_goes_with_the_vehicle(self):
        t = self.field(1)
        act(t, shooting.fire(t, 0, 1), [1], {"jink": "yes"})
        HullsLost(1, (0, 3)).on(t)
        assert condition.bears_mark(t[1], condition.STEADY, 0) and not condition.snaps(t[1])

    @pytest.mark.rule("usr:jink")
    def test_nobody_is_asked_when_all_of_them_are(self):
        t = self.field(0, 1)
        assert not act(t, shooting.fire(t, 0, 1), [1]).asked
