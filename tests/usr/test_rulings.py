"""Rulings without a rule of the list behind them: what is played as they say, and under their other value."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.usr import condition
from grognard.systems.usr.combat import charge, fight, hit_and_run
from grognard.systems.usr.examples import ask, model, shooter, slays, target, unit, weapon
from grognard.systems.usr.shooting.shooting import fire
from grognard.table.state import Effect
from tests.usr.field import act, field, wood
from tests.usr.playing import played

F = Fraction
BLADE = weapon("Blade", melee=True)
MEN = unit(model(weapons=[BLADE]), name="Men", count=2)
FOE = unit(model(BS=0), name="Foe", count=2)
OVERWHELMED = {"overwhelming-damage": "on"}


# --- Overwhelming Damage ----------------------------------------------------------------------------------------------


def test_twice_the_toughness_leaves_the_saves_as_they_are():
    # 3+ to hit, 2+ to wound, a save of 5+ fails twice in three
    assert slays(shooter(S=8), target(Inv="5+")) == F(2, 3) * F(5, 6) * F(2, 3)


def test_by_the_other_ruling_neither_armour_nor_invulnerable_saves_stop_it_but_cover_does():
    big = shooter(S=8)
    assert slays(big, target(Sv="3+", Inv="5+"), rulings=OVERWHELMED) == F(2, 3) * F(5, 6)
    assert slays(big, target(Sv="3+", Inv="5+"), cover="5+", rulings=OVERWHELMED) == F(2, 3) * F(5, 6) * F(2, 3)
    # Strength 7 is less than twice 4: the armour of 3+ fails on two of six
    assert slays(shooter(S=7), target(Sv="3+"), rulings=OVERWHELMED) == F(2, 3) * F(5, 6) * F(1, 3)


@pytest.mark.rule("usr:eternal-warrior")
def test_an_eternal_warrior_is_overwhelmed_all_the_same_and_loses_one_wound():
    hero = target("Eternal Warrior", W=2, Sv="3+")
    assert played(shooter(S=8), hero, [3, 2], rulings=("overwhelming-damage=on",)).damage == 1


@pytest.mark.rule("usr:feel-no-pain")
def test_nothing_discounts_a_wound_that_slays_outright_under_either():
    for rulings in ({}, OVERWHELMED):
        assert slays(shooter(S=8, AP=2), target("Feel No Pain", Sv="3+"), rulings=rulings) == F(2, 3) * F(5, 6)


def test_vehicles_know_no_overwhelming_damage():
    tank = target(Front=11)
    assert ask(shooter(S=8), tank, rulings=OVERWHELMED).damage == ask(shooter(S=8), tank).damage


# --- Look Out, Sir! ---------------------------------------------------------------------------------------------------

PAIR = unit(model(name="Hero", W=3, role="leader"), model(name="Guard"))
RIFLES = unit(model(weapons=[weapon("Rifle", type="Assault 1")]), name="Rifles")


def test_a_wound_is_looked_out_for_on_three_or_by_the_7th_edition_on_four():
    assert played(shooter(), PAIR, [3, 4, 3]).slain == 1
    assert played(shooter(), PAIR, [3, 4, 3], rulings=("look-out-sir=seventh",)).slain == 0
    assert played(shooter(), PAIR, [3, 4, 4], rulings=("look-out-sir=seventh",)).slain == 1


@pytest.mark.rule("usr:independent-character")
def test_for_an_independent_character_two_will_do_under_either():
    pair = unit(model("Independent Character", name="Hero", W=3), model(name="Guard"))
    for said in ("taken", "seventh"):
        assert played(shooter(), pair, [3, 4, 2], rulings=(f"look-out-sir={said}",)).slain == 1


@pytest.mark.parametrize(("said", "faces", "left"), [("taken", [3, 4], (2, 1)), ("seventh", [3, 4, 4], (3, 0))])
def test_the_guard_may_stand_three_inches_away_or_six(said, faces, left):
    t = field((RIFLES, 0, 10, 10), (PAIR, 1, 10, 26), rulings={"look-out-sir": said}, distance=5.5)
    assert act(t, fire(t, 0, 1), faces).event("Harmed").left == left


# --- moves ------------------------------------------------------------------------------------------------------------


def fails(said, faces, **more):
    """A charge at a unit 9 inches away that rolls too little; its player goes as far as he may."""
    t = field((MEN, 0, 10, 10), (FOE, 1, 10, 20), step="charges", rulings={"failed-charge": said}, **more)
    far = []

    def ahead(moves):
        far.append(moves.inches)
        return moves.form.shifted(0, 1)

    done = act(t, charge.charge(t, 0), faces, {"whom": 1, "where does Men": ahead})
    return t, done, far


def test_a_charge_that_falls_short_stays_or_goes_as_far_as_the_dice_show():
    t, done, far = fails("none", [2, 2])
    assert far == [] and done.event("Moved") is None
    t, done, far = fails("dice", [2, 2])
    assert far == [4] and done.event("Moved").unit == 0 and t[0].form.centre[1] == 11 and not t[0].foes


@pytest.mark.parametrize(("said", "whom"), [("any", [1, 2]), ("same", [2])])
def test_a_unit_charges_whom_it_likes_or_one_at_which_it_has_shot(said, whom):
    gunmen = unit(model(weapons=[weapon(type="Assault 1")]), count=3)
    t = field((gunmen, 0, 10, 10), (FOE, 1, 6, 18), (FOE, 1, 14, 18), rulings={"charge-shot": said})
    assert charge.first(t, 0) == [1, 2]  # it has not fired yet
    act(t, fire(t, 0, 2), [1, 1, 1])
    assert charge.first(t, 0) == whom
    assert charge.as_well(t, 0, (2,)) == [1]  # a second unit may be taken in whoever it is


def test_difficult_ground_takes_two_inches_from_that_too():
    _, _, far = fails("dice", [3, 4], pieces=(wood(0, 12, 40, 2),))
    assert far == [5]


def free(said):
    """Two men slay one at Initiative 4 who had no friend: they are free."""
    lone = unit(model(I=1), name="Lone")
    t = field((MEN, 0, 10, 10), (lone, 1, 10, 10.99), step="close_combat", rulings={"consolidate": said})
    t.change(0, foes=(1,))
    t.change(1, foes=(0,))
    return t


@pytest.mark.parametrize(("said", "faces", "inches"), [("3", [], 3.0), ("D6", [5], 5.0)])
def test_who_is_free_consolidates_three_inches_or_a_d6(said, faces, inches):
    t, far = free(said), []
    picks = {"consolidate": lambda moves: far.append(moves.inches) or moves.form}
    act(t, fight.fight(t, (0, 1)), [4, 4, 4, 4, *faces], picks)
    assert far == [inches]


@pytest.mark.rule("usr:hit-and-run")
def test_after_hit_and_run_it_is_three_inches_under_either():
    t = field((unit(model("Hit & Run", I=4), name="Riders"), 0, 10, 20), (unit(model(), name="Guard"), 1, 10, 20.99),
              step="breaking_away", rulings={"consolidate": "D6"})  # fmt: skip
    for u, v in ((0, 1), (1, 0)):
        t.change(u, foes=(v,))
    far = []
    picks = {"break away": "go", "which way": 12, "where does Guard": lambda m: far.append(m.inches) or m.form}
    act(t, hit_and_run.break_away_one(t, 0), [3, 2, 3, 4], picks)
    assert far == [3.0]


# --- characteristics of 0 ---------------------------------------------------------------------------------------------

ADDED = {"zero-attacks": "added"}


def brawl(ours, theirs=None, faces=(), **said):
    """A round of close combat against a foe who strikes no blows himself; how many of them are left."""
    theirs = theirs or unit(model(A=0, weapons=[BLADE]), name="Idle", count=3)
    t = field((ours, 0, 10, 10), (theirs, 1, 10, 10.985), step="close_combat", **said)
    t.change(0, foes=(1,), effects=(Effect(condition.CHARGING), Effect(condition.FRESH)))
    t.change(1, foes=(0,))
    act(t, fight.fight_one(t, 0), faces)
    return t[1].size


@pytest.mark.rule("usr:rage")
def test_attacks_zero_strike_no_blows_whatever_is_added():
    # two weapons and Rage would add 1 and 2, and no dice are thrown
    idle = unit(model("Rage", A=0, weapons=[BLADE, weapon("Axe", melee=True)]), name="Idlers")
    assert brawl(idle) == 3
    assert ask(idle, target(), melee=True, charging=True).impossible == "Soldier strikes no blow"
    # by the other ruling three blows: 1 - (3/4)**3 of one slain at least
    law = ask(idle, target(), melee=True, charging=True, rulings=ADDED).slain
    assert law.fraction(1) == 1 - F(3, 4) ** 3


def test_skill_zero_strikes_no_blows_and_is_never_missed():
    blind = unit(model(WS=0, A=3, weapons=[BLADE]), name="Blind", count=2)
    assert brawl(blind) == 3
    # struck at, every blow hits: 1/2 to wound
    assert slays(unit(model(weapons=[BLADE])), target(WS=0), melee=True) == F(1, 2)


@pytest.mark.rule("usr:hammer-of-wrath")
def test_the_hammer_of_who_strikes_no_blows_falls_all_the_same():
    # 3+ hits, Strength 5 on Toughness 4 wounds on 3+: 2/3 2/3
    for stats in ({"A": 0}, {"WS": 0}):
        ram = unit(model("Hammer of Wrath", S=5, **stats))
        assert slays(ram, target(), melee=True, charging=True) == F(2, 3) * F(2, 3), stats


@pytest.mark.rule("usr:smash")
def test_no_mighty_blow_takes_the_place_of_none():
    brute = unit(model("Smash", A=0, S=6))
    assert ask(brute, target(T=8), melee=True, charging=True, policy="best").impossible == "Soldier strikes no blow"
