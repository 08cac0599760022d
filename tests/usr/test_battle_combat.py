"""Charges and close combat on the table: Overwatch, contact, Initiative steps, results, pursuit, breaking away; and morale."""

from __future__ import annotations

import pytest

from grognard.systems.usr import condition
from grognard.systems.usr.combat import charge as charging
from grognard.systems.usr.combat import fight, hit_and_run, overwatch, pile_in
from grognard.systems.usr.combat.fight import combats
from grognard.systems.usr.combat.hit_and_run import break_away
from grognard.systems.usr.combat.pile_in import engaged
from grognard.systems.usr.examples import model, target, unit, weapon
from grognard.systems.usr.nerve import morale
from grognard.table.distances import within
from grognard.table.geometry import CONTACT
from grognard.table.state import Effect
from tests.usr.field import act, field, named, wood

RIFLE = weapon("Rifle", type="Assault 1")
BLADE = weapon("Blade", melee=True)
BLADES = unit(model(weapons=[BLADE]), name="Blades", count=3)
GUARDS = unit(model(weapons=[RIFLE], name="Guard"), name="Guards", count=3)
HIT, WOUND = 4, 4


def charge(t, faces, **picks):
    return act(t, charging.charge(t, 0), faces, {"whom": 1, **picks})


# --- declaring --------------------------------------------------------------------------------------------------------


def test_units_within_twelve_inches_may_be_charged():
    far = unit(model(), name="Far")
    t = field((BLADES, 0, 10, 10), (GUARDS, 1, 10, 20), (far, 1, 10, 40), step="charges")
    assert charging.targets(t, 0) == [1] and charging.can_charge(t, 0) == [0]


@pytest.mark.parametrize("effect", [
    Effect(condition.MOVED, value="advanced"), Effect(condition.SPENT), Effect(condition.GROUNDED),
    Effect(condition.RALLIED), Effect(condition.BROKEN),
], ids=lambda e: str(e.what))  # fmt: skip
def test_who_advanced_or_fired_heavy_weapons_or_lies_on_the_ground_does_not_charge(effect):
    t = field((BLADES, 0, 10, 10), (GUARDS, 1, 10, 20), step="charges")
    t.change(0, effects=(effect,))
    assert charging.can_charge(t, 0) == []


def test_vehicles_do_not_charge_and_walkers_do():
    walker = target(Front=11, WS=4, S=6, I=4, A=2, HP=3, type="Walker")
    t = field((target(Front=11), 0, 10, 10), (walker, 0, 14, 10), (GUARDS, 1, 10, 20), step="charges")
    assert charging.can_charge(t, 0) == [1]


# --- overwatch and contact --------------------------------------------------------------------------------------------


def test_overwatch_fires_snap_shots_once_a_phase():
    t = field((BLADES, 0, 10, 10), (GUARDS, 1, 10, 20), step="charges")
    done = charge(t, [6, 6, 5, 4, 3, 1, 1], overwatch="yes")
    assert t[0].size == 2 and done.event("ShotAt").how == "fires overwatch at"
    assert not act(t, overwatch.overwatch(t, 1, 0)).asked


def test_who_lies_on_the_ground_or_is_locked_fires_none():
    t = field((BLADES, 0, 10, 10), (GUARDS, 1, 10, 20), step="charges")
    t.change(1, effects=(Effect(condition.GROUNDED),))
    assert not act(t, overwatch.overwatch(t, 1, 0)).asked


def gunned(type, **stats):
    made = model(Front=11, weapons=[RIFLE], **stats)
    return unit(made, name="Gunned", type=type)


@pytest.mark.parametrize("type", ["Vehicle", "Vehicle (Super-heavy)", "Vehicle (Fast, Skimmer)", "Flyer (Hover)"])
def test_vehicles_fire_no_overwatch_but_by_the_other_ruling(type):
    t = field((BLADES, 0, 10, 10), (gunned(type), 1, 10, 20), step="charges")
    assert not act(t, overwatch.overwatch(t, 1, 0)).asked
    t = field((BLADES, 0, 10, 10), (gunned(type), 1, 10, 20), step="charges", rulings={"overwatch": "all"})
    fired = act(t, overwatch.overwatch(t, 1, 0), [6, WOUND])  # a Snap Shot hits on 6
    assert fired.event("ShotAt").how == "fires overwatch at" and t[0].size == 2


def test_walkers_fire_overwatch():
    walker = gunned("Walker", WS=4, S=6, I=4, A=2, HP=3)
    t = field((BLADES, 0, 10, 10), (walker, 1, 10, 20), step="charges")
    assert act(t, overwatch.overwatch(t, 1, 0), [6, WOUND]).event("ShotAt") and t[0].size == 2


def test_a_building_that_is_held_fires_overwatch():
    t = field((BLADES, 0, 10, 10), (gunned("Building"), 1, 10, 20), step="charges")
    assert act(t, overwatch.overwatch(t, 1, 0), [6, WOUND]).event("ShotAt") and t[0].size == 2


def test_a_charge_that_is_too_short_does_not_move():
    t = field((BLADES, 0, 10, 10), (GUARDS, 1, 10, 20), step="charges")
    before = t[0].form.positions
    assert charge(t, [2, 2], overwatch="no").event("Moved") is None and t[0].form.positions == before


def test_a_charge_comes_into_contact_model_by_model():
    t = field((BLADES, 0, 10, 10), (GUARDS, 1, 10, 18), step="charges")
    charge(t, [6, 4], overwatch="no")
    assert t[0].foes == (1,) and t[1].foes == (0,)
    assert engaged(t, t[0]) == {(1,): [0, 1, 2]}
    assert t[0].has(condition.CHARGING) and t[1].has(condition.CHARGED) and t[0].has(condition.FRESH)


def test_who_is_charged_rises_from_the_ground():
    t = field((BLADES, 0, 10, 10), (GUARDS, 1, 10, 18), step="charges")
    t.change(1, effects=(Effect(condition.GROUNDED),))
    charge(t, [6, 4])
    assert not condition.grounded(t[1])


def test_through_a_wood_it_is_two_inches_shorter_and_strikes_last():
    t = field((BLADES, 0, 10, 10), (GUARDS, 1, 10, 18), step="charges", pieces=(wood(4, 12, 14, 4),))
    assert charge(t, [4, 4], overwatch="no").event("Moved") is None, "7.02 inches away, 6 left of 8"
    charge(t, [5, 5], overwatch="no")
    assert t[0].has(condition.ROUGH_CHARGE)


def test_with_frag_grenades_it_strikes_in_its_turn():
    frag = weapon("Frag grenades", range=8, type="Grenade")
    t = field((unit(model(weapons=[frag]), name="B", count=3), 0, 10, 10), (GUARDS, 1, 10, 18), step="charges",
              pieces=(wood(4, 12, 14, 4),))  # fmt: skip
    charge(t, [5, 5], overwatch="no")
    assert t[0].foes and not t[0].has(condition.ROUGH_CHARGE)


def test_a_unit_that_flees_and_is_charged_regroups_or_is_lost():
    for faces, place in (([6, 6], "dead"), ([3, 3], "table")):
        t = field((BLADES, 0, 10, 10), (GUARDS, 1, 10, 18), step="charges")
        t.change(1, effects=(Effect(condition.BROKEN),))
        charge(t, [6, 4, *faces])
        assert t[1].place == place


@pytest.mark.rule("usr:furious-charge", "usr:rage", "usr:counter-attack")
def test_a_charge_tells_in_the_blows_of_both_sides():
    fury = unit(model("Furious Charge", "Rage", weapons=[BLADE]), name="Fury")
    calm = unit(model("Counter-attack", weapons=[BLADE]), name="Calm")
    t = field((fury, 0, 10, 10), (calm, 1, 10, 15), step="charges")
    charge(t, [6, 4])
    struck = {b.unit: b for b in act(t, fight.fight(t, (0, 1)), [3, 3, 3, 3, 3]).all("BlowsAt")}
    assert struck[0].blows == 3 and struck[1].blows == 2
    assert {"usr:furious-charge", "usr:rage"} <= set(struck[0].by) and "usr:counter-attack" in struck[1].by


# --- fighting ---------------------------------------------------------------------------------------------------------


def locked(ours=BLADES, theirs=GUARDS, **said):
    """Two units in contact, as after an earlier charge."""
    t = field((ours, 0, 10, 10), (theirs, 1, 10, 10.99), step="close_combat", **said)
    t.change(0, foes=(1,))
    t.change(1, foes=(0,))
    return t


def test_the_quicker_strike_first_and_the_dead_do_not_strike_back():
    quick = unit(model(I=5, weapons=[BLADE]), name="Quick")
    slow = unit(model(I=3, weapons=[BLADE]), name="Slow")
    t = locked(quick, slow)
    done = act(t, _fight(t), [HIT, WOUND])
    assert [b.step for b in done.all("BlowsAt")] == [5] and t[1].place == "dead"


def _fight(t):
    return fight.fight(t, (0, 1))


def test_equal_initiative_strikes_at_once():
    one = unit(model(weapons=[BLADE]), name="One")
    t = locked(one, unit(model(weapons=[BLADE]), name="Two"))
    done = act(t, _fight(t), [HIT, WOUND, HIT, WOUND])
    assert len(done.all("BlowsAt")) == 2 and t[0].place == t[1].place == "dead"


@pytest.mark.rule("usr:unwieldy")
def test_an_unwieldy_weapon_strikes_at_one():
    hammer = unit(model(weapons=[weapon("Hammer", "Unwieldy", melee=True)]), name="Hammer")
    t = locked(hammer, unit(model(weapons=[BLADE], I=2), name="Two"))
    done = act(t, _fight(t), [3, 3])
    assert [(b.unit, b.step) for b in done.all("BlowsAt")] == [(1, 2), (0, 1)]


def test_who_charged_through_difficult_ground_strikes_at_one():
    t = locked(unit(model(I=6), name="One"), unit(model(I=2), name="Two"))
    t.change(0, effects=(Effect(condition.ROUGH_CHARGE),))
    assert [b.unit for b in act(t, _fight(t), [3, 3]).all("BlowsAt")] == [1, 0]


def test_only_models_in_contact_or_beside_such_strike_and_the_others_pile_in():
    line = unit(model(weapons=[BLADE]), name="Line", count=6)
    t = field((line, 0, 10, 10), (GUARDS, 1, 10, 10.99), step="close_combat", distance=1.9)
    t.change(0, foes=(1,))
    t.change(1, foes=(0,))
    assert engaged(t, t[0]) == {(1,): [0, 1, 2, 3]}
    act(t, pile_in.pile_in(t, 0))
    assert len(engaged(t, t[0])[1,]) == 6


def test_the_loser_checks_morale_with_the_difference_and_may_be_run_down():
    t = locked(unit(model(A=3, I=5, weapons=[BLADE]), name="Three"), unit(model(I=2, Ld=8), name="Two", count=3))
    done = act(t, _fight(t), [HIT, HIT, HIT, WOUND, WOUND, 3, 3, 4, 3, 3, 1])
    assert done.event("CombatResult").by_side == (2, 0)
    assert done.event("Tested").passed is False and t[1].place == "dead"
    assert done.event("Removed").why == "run down by a Sweeping Advance"


def test_who_gets_away_falls_back_and_the_winner_consolidates():
    t = locked(unit(model(A=3, I=5, weapons=[BLADE]), name="Three"), unit(model(I=5, Ld=8), name="Two", count=4))
    faces = [HIT, HIT, HIT, WOUND, WOUND, 3, 3, 3, 3, 3, 4, 3, 1, 6, 6, 4]
    done = act(t, _fight(t), faces)
    assert condition.broken(t[1]) and t[1].foes == () == t[0].foes
    assert t[1].form.centre[1] > 20 and "where does Three consolidate?" in done.asked


def test_a_drawn_combat_goes_on():
    t = locked()
    assert act(t, _fight(t), [3] * 6).event("CombatResult").by_side == (0, 0)
    assert t[0].foes == (1,)


@pytest.mark.rule("usr:fearless")
def test_the_fearless_stay():
    brave = unit(model("Fearless", I=2, Ld=4), name="Brave", count=3)
    t = locked(unit(model(A=3, I=5, weapons=[BLADE]), name="Three"), brave)
    done = act(t, _fight(t), [HIT, HIT, HIT, WOUND, WOUND, 3, 3])
    assert done.event("Tested").passed and t[1].foes == (0,)


def test_vehicles_are_struck_in_the_rear_and_let_go():
    t = locked(unit(model(S=8, A=2), name="Fists"), target(Front=14, Side=12, Rear=10))
    done = act(t, _fight(t), [1, 3, 4, 1])
    assert done.event("HullHit").penetrations == 1 and done.event("CombatResult").by_side == (2, 0)
    assert t[0].foes == () == t[1].foes


def test_a_walker_fights_and_stays_locked():
    walker = target(Front=12, Side=12, Rear=10, WS=4, S=6, I=4, A=2, HP=3, type="Walker")
    t = locked(unit(model(I=3), name="Men", count=2), walker)
    act(t, _fight(t), [3, 3, 3, 3])
    assert t[0].foes == (1,)


@pytest.mark.rule("usr:smash")
def test_a_monster_may_strike_one_mighty_blow():
    monster = unit(model("Smash", A=3, S=5, T=6, W=4, weapons=[BLADE]), name="Monster", type="Monstrous Creature")
    t = locked(monster, target(Front=12, Side=12, Rear=12, count=1))
    done = act(t, _fight(t), [4, 3, 1], {"with what": 1})
    assert done.event("BlowsAt").blows == 1 and done.event("HullHit").penetrations == 1


@pytest.mark.rule("usr:hatred", "usr:zealot")
def test_hatred_counts_in_the_first_round_only():
    for rule in ("Hatred", "Zealot"):
        t = locked(unit(model(rule, weapons=[BLADE], I=5), name="Haters"), unit(model(I=3), name="Foes", count=2))
        act(t, _fight(t), [1, 3, 3])
        t.change(0, effects=(Effect(condition.FRESH),))
        act(t, _fight(t), [1, 4, 1, 3, 3])


def test_units_fight_in_one_combat_as_far_as_they_are_linked():
    third = unit(model(), name="Third")
    t = field((BLADES, 0, 10, 10), (GUARDS, 1, 10, 10.99), (third, 0, 30, 30), step="close_combat")
    t.change(0, foes=(named(t, "Guards"),))
    t.change(named(t, "Guards"), foes=(0,))
    assert combats(t) == [(0, 2)]


# --- breaking away ----------------------------------------------------------------------------------------------------

RIDERS = unit(model("Hit & Run", I=4), name="Riders", type="Bike", count=2)
DOWN = 12


@pytest.mark.rule("usr:hit-and-run")
def test_a_locked_unit_may_break_away_three_dice_of_inches():
    t = locked(RIDERS, GUARDS)
    done = act(t, hit_and_run.break_away_one(t, 0), [3, 2, 3, 4], {"break away": "go", "which way": DOWN})
    assert done.result is True and t[0].form.positions[0] == (10.0, 1.0) and t[0].foes == () == t[1].foes
    assert done.event("Moved").by == ("usr:hit-and-run",) and "where does Guards consolidate?" in done.asked


@pytest.mark.rule("usr:hit-and-run")
def test_it_stays_when_the_test_is_failed():
    t = locked(RIDERS, GUARDS)
    done = act(t, hit_and_run.break_away_one(t, 0), [5], {"break away": "go"})
    assert t[0].foes == (1,) and done.event("Tested").passed is False


@pytest.mark.rule("usr:hit-and-run")
def test_it_goes_through_those_it_fights_only_if_that_takes_it_clear():
    t = locked(RIDERS, GUARDS)
    act(t, break_away(t, 0), [3, 1, 1, 1], {"break away": "go", "which way": 24})
    assert t[0].form.positions[0] == (10.0, 13.0) and t[0].foes == ()
    t = locked(RIDERS, GUARDS)
    wide = unit(model("Hit & Run", I=4), name="R", count=2)
    t = field(
        (wide, 0, 10, 10), (unit(model(), name="Deep", count=3), 1, 10, 10.99), step="breaking_away", distance=0.99
    )
    t.change(0, foes=(1,), form=t[0].form)
    t.change(1, foes=(0,), form=t[1].form.moved([(10.0, 10.99), (10.0, 12.0), (10.0, 13.5)]))
    act(t, break_away(t, 0), [3, 1, 1, 1], {"break away": "go", "which way": 24})
    assert t[0].foes == (1,), "three inches do not take it clear of so deep a unit"


@pytest.mark.rule("usr:hit-and-run")
def test_one_bearer_is_enough_and_who_has_none_is_not_asked():
    one = unit(model("Hit & Run"), model(name="Other"), name="One")
    assert hit_and_run.can_part(locked(one, GUARDS), 0) == [0]
    assert hit_and_run.can_part(locked(BLADES, GUARDS), 0) == []


# --- morale -----------------------------------------------------------------------------------------------------------


def hurt(t, u, *left):
    from grognard.systems.usr.casualties import lose

    act(t, lose(t, u, left, 0))


def test_a_quarter_of_the_models_lost_in_a_phase_calls_for_a_check():
    four = unit(model(Ld=7), name="Four", count=4)
    t = field((BLADES, 0, 10, 10), (four, 1, 10, 30))
    hurt(t, 1, 0, 1, 1, 1)
    done = act(t, morale.panic(t, 1), [4, 4, 3, 4])
    assert (
        condition.broken(t[1])
        and done.event("Moved").how == "falls back"
        and t[1].form.centre[1] == pytest.approx(37, abs=0.01)
    )


def test_fewer_do_not():
    five = unit(model(), name="Five", count=5)
    t = field((BLADES, 0, 10, 10), (five, 1, 10, 30))
    hurt(t, 1, 0, 1, 1, 1, 1)
    assert not act(t, morale.panic(t, 1)).events


def test_who_reaches_the_edge_is_gone():
    t = field((BLADES, 0, 10, 10), (GUARDS, 1, 10, 40), step="shooting")
    act(t, morale.flee(t, 1), [4, 4])
    assert t[1].place == "dead"


def test_it_regroups_at_the_beginning_of_its_turn():
    t = field((BLADES, 0, 10, 10), (GUARDS, 1, 10, 30), step="rallying", player=1)
    t.change(1, effects=(Effect(condition.BROKEN),))
    done = act(t, morale.rally(t, 1), [4, 4])
    assert not condition.broken(t[1]) and t[1].has(condition.RALLIED) and "where does Guards regroup?" in done.asked


def test_below_a_quarter_only_a_double_one_will_do():
    for faces, broken in (([1, 2, 1, 1], True), ([1, 1], False)):
        t = field((BLADES, 0, 10, 10), (GUARDS, 1, 10, 30), step="rallying", player=1)
        t.change(1, effects=(Effect(condition.BROKEN),), start=20)
        act(t, morale.rally(t, 1), faces)
        assert condition.broken(t[1]) is broken


def test_a_unit_turns_aside_when_it_cannot_fall_back_straight():
    t = field((BLADES, 0, 9, 33), (GUARDS, 1, 10, 30))
    act(t, morale.flee(t, 1), [2, 3])
    assert t[1].here and t[1].form.centre[1] > 30 and not within(t[1].form, t[0].form, 1 - CONTACT)
