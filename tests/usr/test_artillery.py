"""Artillery: whose Toughness shots and blows meet, who serves the guns, and what a unit with guns never does."""

from __future__ import annotations

from fractions import Fraction

from grognard.systems.usr.combat import charge, fight, sweeping_advance
from grognard.systems.usr.examples import ask, model, shooter, slays, target, unit, weapon
from grognard.systems.usr.movement import movement
from grognard.systems.usr.shooting.shooting import fire
from grognard.table.events import Joined
from tests.usr.field import act, field
from tests.usr.playing import played

F = Fraction
MORTAR = weapon("Mortar", range=36, S=8)
PISTOL = weapon("Carbine", range=36, type="Assault 1", S=1)
FOE = unit(model(name="Foe", T=4, BS=0), name="Foe", count=4)


def battery(guns=1, crew=2, gun=MORTAR, **stats):
    """Crew first, then their guns."""
    men = [model(name="Crewman", T=3, weapons=[PISTOL], **stats)] * crew
    pieces = [model(name="Gun", WS=0, A=0, I=0, T=7, W=2, Sv="3+", weapons=[gun])] * guns
    return unit(*men, *pieces, name="Battery", type="Artillery")


def fired(done):
    """The weapons that were fired; how often, the dice of the test say."""
    return sorted(done.event("ShotAt").weapons)


# --- being attacked ---------------------------------------------------------------------------------------------------


def test_shots_meet_the_toughness_of_the_guns_while_one_stands():
    # 3+ to hit; Strength 5 against 7 needs 6, against the crew's 3 it needs 2
    assert slays(shooter(S=5), battery(crew=3)) == F(2, 3) * F(1, 6)
    assert slays(shooter(S=5), battery(guns=0, crew=3)) == F(2, 3) * F(5, 6)


def test_who_falls_is_slain_outright_by_his_own_toughness():
    # Strength 6 wounds Toughness 7 on 5+, and is twice the 3 of the crewman with two wounds
    assert slays(shooter(S=6), battery(W=2)) == F(2, 3) * F(1, 3)


def test_blows_meet_the_crew():
    # Weapon Skill 4 against 4 (the gun's 0 counts for nothing): 4+; Strength 4 against Toughness 3: 3+
    fighter = unit(model(weapons=[weapon("Blade", melee=True)]))
    assert slays(fighter, battery(crew=1, guns=2), melee=True) == F(1, 2) * F(2, 3)


def test_guns_are_lost_with_the_last_of_their_crew():
    t = field((shooter(shots=1, range=36), 0, 10, 10), (battery(crew=1), 1, 10, 30))
    act(t, fire(t, 0, 1), [3, 6])
    assert t[1].place == "dead"


def test_a_hero_who_has_joined_does_not_serve_them():
    kind = battery(crew=1)
    hero = unit(model("Independent Character", name="Hero", W=3), name="Hero", type="Infantry (Character)")
    t = field((shooter(range=36), 0, 10, 10), (kind, 1, 10, 30), (hero, 1, 13, 30))
    Joined(2, 1).on(t)
    act(t, fire(t, 0, 1), [3, 6])
    assert [m.name for m in t[1].members] == ["Hero"]


def test_a_gun_that_is_shaken_and_then_left_without_a_crew_is_gone():
    # the first wound slays the only crewman, the second marks the gun behind him, which is lost with him; the hero stands
    hero = unit(model("Independent Character", name="Hero", W=3), name="Hero", type="Infantry (Character)")
    gunner = shooter("Concussive", shots=2, S=8, AP=2, range=36)
    t = field((gunner, 0, 10, 10), (battery(crew=1), 1, 10, 30), (hero, 1, 13, 30))
    Joined(2, 1).on(t)
    alone = t[1].members[-1]
    act(t, fire(t, 0, 1), [3, 3, 3, 3])
    assert t[1].members == (alone,), "without a mark of his own"


# --- firing -----------------------------------------------------------------------------------------------------------


def test_a_crewman_serves_each_gun_and_fires_nothing_of_his_own():
    # two guns, three crew: two shots of Strength 8 and one of Strength 1, which does not wound Toughness 5
    found = ask(battery(guns=2, crew=3), target(T=5, count=4), range=20)
    assert found.slain.fraction(2) == (F(2, 3) * F(5, 6)) ** 2 and found.slain.fraction(3) == 0
    t = field((battery(guns=2, crew=3), 0, 10, 10), (FOE, 1, 10, 30))
    assert fired(act(t, fire(t, 0, 1), [1, 1, 1])) == ["Carbine", "Mortar"], "three dice: two guns and one carbine"


def test_a_gun_that_nobody_serves_is_silent():
    assert played(battery(guns=2, crew=1), target(T=4, count=4), [3, 2]).slain == 1
    t = field((battery(guns=2, crew=1), 0, 10, 10), (FOE, 1, 10, 30))
    assert fired(act(t, fire(t, 0, 1), [1])) == ["Mortar"], "one die"


def test_a_gun_that_may_not_fire_leaves_its_crew_their_own_weapons():
    big = weapon("Bombard", range=36, S=8, type="Ordnance 1")
    assert played(battery(gun=big), target(T=3), [1, 1], moved=True).slain == 0, "two carbines"
    assert played(battery(gun=big), target(T=3), [1, 1]).slain == 0, "a carbine and the bombard"
    assert played(battery(gun=big, crew=1), target(T=3), [3, 2]).slain == 1, "the bombard alone"


# --- what it never does -----------------------------------------------------------------------------------------------


def test_a_unit_with_guns_neither_advances_nor_charges_nor_pursues():
    t = field((battery(), 0, 10, 10), (FOE, 1, 10, 18), step="charges")
    assert charge.can_charge(t, 0) == [] and "advance" not in movement.hows(t[0])
    t.change(0, foes=(1,))
    assert not sweeping_advance.can_sweep(t, 0, [1])
    free = field((battery(guns=0), 0, 10, 10), (FOE, 1, 10, 18), step="charges")
    assert charge.can_charge(free, 0) == [0] and sweeping_advance.can_sweep(free, 0, [1])


def test_guns_strike_no_blows():
    t = field((battery(guns=2, crew=1, WS=4), 0, 10, 10), (unit(model(A=0), name="Foe"), 1, 11.5, 10.99),
              step="close_combat")  # fmt: skip
    t.change(0, foes=(1,))
    t.change(1, foes=(0,))
    done = act(t, fight.fight(t, (0, 1)), [1])
    assert [blow.blows for blow in done.all("BlowsAt")] == [1]
