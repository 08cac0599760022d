"""Charges at several units, Heroic Intervention, challenges, and how rounds of close combat begin and end."""

from __future__ import annotations

import pytest

from grognard.systems.usr import condition
from grognard.systems.usr.combat import (
    challenges,
    charge,
    fight,
    heroic_intervention,
    hit_and_run,
    pile_in,
    result,
    sweeping_advance,
)
from grognard.systems.usr.condition import AFRAID, ASIDE, BROKEN, CHARGED, DISORDERED, DUEL, FRESH
from grognard.systems.usr.examples import model, target, unit, weapon
from grognard.systems.usr.nerve import morale
from grognard.table.state import Effect
from tests.usr.field import act, field

rule = pytest.mark.rule
BLADE = weapon("Blade", melee=True)
RIFLE = weapon("Rifle", type="Assault 1")
MEN = unit(model(weapons=[BLADE]), name="Men", count=3)
LEFT = unit(model(name="Lefty"), name="Left")
RIGHT = unit(model(name="Righty"), name="Right")
BOTH = {"whom does Men charge?": 1, "as well": lambda options: options[1]}


def hero(*rules, name="Hero", **stats):
    """A character who stands alone."""
    stats = {"W": 2, "weapons": [BLADE], **stats}
    return unit(model(*rules, name=name, **stats), name=name, type="Infantry (Character)")


def led(*rules, name="Led", men=2, leader="Leader", **stats):
    """Men and the character who leads them, nearest first."""
    stats = {"weapons": [BLADE], **stats}
    men_ = [model(name=f"{name} man", weapons=[BLADE])] * men
    return unit(*men_, model(*rules, name=leader, role="leader", **stats), name=name)


def locked(ours, *theirs, apart=1.5, step="close_combat", player=0, **said):
    """One unit in contact with others, as after earlier charges: their lines one after the other along its own."""
    x, places = 10.0, [(ours, 0, 10, 10)]
    for kind in theirs:
        places.append((kind, 1, x, 10.99))
        x += apart * len(kind.models)
    t = field(*places, step=step, player=player, **said)
    foes = tuple(range(1, 1 + len(theirs)))
    t.change(0, foes=foes)
    for f in foes:
        t.change(f, foes=(0,))
    return t


def fought(t, faces, picks=None):
    """A round of the one combat on the table."""
    (combat,) = fight.combats(t)
    return act(t, fight.fight(t, combat), faces, picks)


def struck(done):
    """(unit, target, blows, step) of all blows, in order."""
    return [(b.unit, b.target, b.blows, b.step) for b in done.all("BlowsAt")]


# --- charges at several units -----------------------------------------------------------------------------------------


def two_targets(kind=MEN, left=LEFT, right=RIGHT, far=15.0, **said):
    return field((kind, 0, 10, 10), (left, 1, 9, 15), (right, 1, far, 15), step="charges", **said)


def test_a_charge_at_two_units_touches_both_and_brings_no_attacks():
    t = two_targets()
    done = act(t, charge.charge(t, 0), [6, 4], BOTH)
    assert t[0].foes == (1, 2) and t[1].foes == (0,) == t[2].foes
    assert t[0].has(DISORDERED) and t[1].has(CHARGED) and t[2].has(CHARGED)
    assert done.all("Moved")[0].how == "charges"
    blows = [n for u, _, n, _ in struck(fought(t, [3] * 5)) if u == 0]
    assert sum(blows) == 3, "an Attack each and no more: all three touch somebody, or stand beside who does"


def test_the_same_charge_at_one_of_them_brings_an_attack_each():
    t = two_targets()
    act(t, charge.charge(t, 0), [6, 4], {"whom does Men charge?": 1})
    assert t[0].foes == (1,) and not t[0].has(DISORDERED)


@rule("usr:rage", "usr:furious-charge")
def test_rage_is_nothing_in_a_disordered_charge_and_fury_is_as_ever():
    kind = unit(model("Rage", "Furious Charge", weapons=[BLADE]), name="Men", count=3)
    t = two_targets(kind)
    act(t, charge.charge(t, 0), [6, 4], BOTH)
    done = fought(t, [4] * 6 + [3] * 2)  # hit on 4+; Strength 5 wounds on 3+: with 4s three wounds
    assert next(b.by for b in done.all("BlowsAt") if b.unit == 0) == ("usr:furious-charge",)


def test_a_charge_that_does_not_reach_every_target_reaches_none():
    t = two_targets(far=16.0)
    assert act(t, charge.charge(t, 0), [2, 3], BOTH).event("Moved") is None and t[0].foes == ()


def test_units_that_one_cannot_touch_together_are_not_offered():
    lone = unit(model(weapons=[BLADE]), name="Men")
    t = two_targets(lone)
    assert charge.as_well(t, 0, (1,)) == [], "5 inches apart, and one model of an inch"
    assert charge.as_well(two_targets(), 0, (1,)) == [2]


def test_each_unit_that_is_charged_fires_overwatch():
    left, right = (unit(model(weapons=[RIFLE], name=n), name=n) for n in ("Left", "Right"))
    t = two_targets(left=left, right=right, far=11.0)
    done = act(t, charge.charge(t, 0), [6, 4, 6, 3, 6, 4], BOTH | {"overwatch": "yes"})
    assert [s.unit for s in done.all("ShotAt")] == [1, 2] and t[0].size == 2 and t[0].foes == (1, 2)


@rule("usr:counter-attack")
def test_who_was_locked_already_has_no_counter_attack():
    calm = unit(model("Counter-attack", name="Calm", weapons=[BLADE]), name="Left")
    t = field((MEN, 0, 10, 10), (unit(model(), name="Others"), 0, 9, 16), (calm, 1, 9, 15), step="charges")
    t.change(1, foes=(2,))
    t.change(2, foes=(1,))
    act(t, charge.charge(t, 0), [6, 4], {"whom does Men charge?": 2})
    assert t[2].foes == (0, 1) and not t[2].has(CHARGED) and not t[2].has(FRESH) and t[0].has(FRESH)
    assert [n for u, _, n, _ in struck(fought(t, [1] * 8)) if u == 2] == [1], "it springs at nobody"


@rule("usr:counter-attack")
def test_who_is_charged_by_two_units_in_a_turn_has_one_counter_attack():
    calm = unit(model("Counter-attack", name="Calm", weapons=[BLADE]), name="Left")
    other = unit(model(name="Other"), name="Others")
    t = field((MEN, 0, 10, 10), (other, 0, 9, 19), (calm, 1, 9, 15), step="charges")
    act(t, charge.charge(t, 1), [6, 4], {"whom does Others charge?": 2})
    act(t, charge.charge(t, 0), [6, 4], {"whom does Men charge?": 2})
    assert t[2].count(CHARGED) == 1
    assert [n for u, _, n, _ in struck(fought(t, [1] * 10)) if u == 2] == [2], "one Attack, and one for being charged"


@rule("usr:hammer-of-wrath")
def test_the_hammer_falls_on_each_unit_that_is_charged():
    riders = unit(model("Hammer of Wrath", S=5), name="Men", count=3)
    t = two_targets(riders, far=11.0)
    done = act(t, charge.charge(t, 0), [6, 4, *[1] * sum(r for r in hammered())], BOTH)
    assert [(r.target, r.models) for r in done.all("RidesDown")] == list(zip((1, 2), hammered(), strict=True))


def hammered():
    """Riders within an inch of each of the two, when three have charged both."""
    return (1, 2)


@rule("usr:hammer-of-wrath")
def test_the_hammer_falls_before_blows_slowed_by_difficult_ground():
    # 8 of the 10 inches are left in the wood; the hammer falls as the charge ends, the blow is struck at Initiative 1
    from tests.usr.field import wood

    rider = unit(model("Hammer of Wrath", S=8, I=6, weapons=[BLADE]), name="Men")
    t = field((rider, 0, 10, 10), (unit(model(T=4, W=2), name="Left"), 1, 10, 16), step="charges",
              pieces=(wood(4, 12, 12, 3),))  # fmt: skip
    act(t, charge.charge(t, 0), [5, 5, 3, 2], {"whom does Men charge?": 1})  # hits on 3+, wounds on 2+: S8 slays T4
    assert t[1].place == "dead", "Instant Death before the first blow"


# --- Heroic Intervention ----------------------------------------------------------------------------------------------


def beside(x=12.0, y=11.0, kind=None, **said):
    return field((MEN, 0, 10, 10), (LEFT, 1, 10, 10.99), (kind or hero(), 1, x + 3, y), step="interventions", **said)


def test_a_character_within_three_inches_may_step_in_and_has_not_charged():
    t = beside()
    assert heroic_intervention.can_intervene(t, 1) == [2]
    done = act(t, heroic_intervention.intervene(t, 2), picks={"step in": 0})
    assert t[2].foes == (0,) and done.event("Moved").how == "steps in" and t[2].has(FRESH)
    assert not t[2].has(condition.CHARGING) and not t[0].has(CHARGED)


@pytest.mark.parametrize("what", [BROKEN, condition.GROUNDED, condition.STUNNED])
def test_who_flees_or_cannot_move_does_not_step_in(what):
    t = beside()
    t.change(2, effects=(Effect(what),))
    assert heroic_intervention.can_intervene(t, 1) == []


def test_nobody_else_steps_in_nor_from_farther_off():
    assert heroic_intervention.can_intervene(beside(kind=unit(model(), name="Man")), 1) == []
    assert heroic_intervention.can_intervene(beside(x=14.1), 1) == [], "more than 3 inches from the last of the line"
    assert heroic_intervention.can_intervene(beside(kind=led()), 1) == [], "who leads others does not leave them"


# --- piling in --------------------------------------------------------------------------------------------------------


def test_each_model_piles_in_at_its_own_step_of_initiative():
    quick, slow = model(I=5, A=1, name="Quick", weapons=[BLADE]), model(I=2, A=1, name="Slow", weapons=[BLADE])
    ours = unit(quick, slow, name="Ours")
    t = field((ours, 0, 10, 10), (unit(model(W=5, A=0), name="Wall"), 1, 10, 10.99),
              step="close_combat", distance=3.0)  # fmt: skip
    t.change(0, foes=(1,))
    t.change(1, foes=(0,))
    done = fought(t, [1, 1])
    told = [(type(e).__name__, getattr(e, "step", getattr(e, "how", ""))) for e in done.events]
    wanted = [x for x in told if x[0] in ("Moved", "BlowsAt")]
    assert wanted == [("BlowsAt", 5), ("Moved", "piles in"), ("BlowsAt", 2)], "the slow one comes up at step 2"


@rule("usr:unwieldy")
def test_who_strikes_at_one_piles_in_at_one():
    hammer = model(I=6, name="Hammerer", weapons=[weapon("Hammer", "Unwieldy", melee=True)])
    ours = unit(model(I=2, name="Man", weapons=[BLADE]), hammer, name="Ours")
    t = field((ours, 0, 10, 10), (unit(model(W=5, A=0), name="Wall"), 1, 10, 10.99), step="close_combat", distance=3.0)
    t.change(0, foes=(1,))
    t.change(1, foes=(0,))
    done = fought(t, [1, 1])
    assert [type(e).__name__ for e in done.events if type(e).__name__ in ("Moved", "BlowsAt")] == [
        "BlowsAt",
        "Moved",
        "BlowsAt",
    ]
    assert [b.step for b in done.all("BlowsAt")] == [2, 1]


def test_who_is_in_contact_stays_where_he_is():
    t = locked(MEN, unit(model(), name="Three", count=3))
    before = t[0].form.positions
    act(t, pile_in.pile_in(t, 0))
    assert t[0].form.positions == before


# --- on whom blows fall -----------------------------------------------------------------------------------------------


def test_blows_fall_on_models_in_contact_before_nearer_looking_ones():
    # the guard is touched, the banner bearer stands behind: of two wounds the first takes the guard, then the next nearest
    guard, bearer = model(name="Guard"), model(name="Bearer")
    theirs = unit(bearer, guard, name="Theirs")
    t = field((hero(A=2, I=5), 0, 10, 10), (theirs, 1, 10, 12), step="close_combat")
    t.change(1, form=t[1].form.moved([(10.0, 12.1), (10.0, 10.99)]), foes=(0,))
    t.change(0, foes=(1,))
    fought(
        t, [4, 1, 4, 3, 3, 3]
    )  # one hit, one wound; the bearer strikes back over the guard's body and misses, and stays
    assert [m.name for m in t[1].members] == ["Bearer"]


def test_the_defender_says_who_of_those_in_contact_suffers_first():
    for first, left in ((("Man", "Chief"), ["Chief"]), (("Chief", "Man"), ["Man"])):
        theirs = unit(model(name="Man"), model(name="Chief"), name="Theirs")
        t = locked(unit(model(I=5, A=2, weapons=[BLADE]), name="Ours"), theirs, apart=0)
        t.change(1, form=t[1].form.moved([(9.5, 10.86), (10.5, 10.86)]))
        fought(t, [4, 1, 4, 3, 3, 3], {"suffers first": first})
        assert [m.name for m in t[1].members] == left


@rule("usr:precision-strikes")
def test_a_precise_blow_falls_on_an_engaged_model_only():
    sharp = unit(model("Precision Strikes", I=5, weapons=[BLADE]), name="Sharp")
    theirs = unit(model(name="Near"), model(name="Beside"), model(name="Chief"), name="Theirs")
    t = locked(sharp, theirs, apart=0)
    t.change(1, form=t[1].form.moved([(10.0, 10.99), (11.5, 10.99), (14.4, 10.99)]))
    asked = fought(t, [6, 4, 3, 3, 3, 3], {"precise wound": 1}).asked
    assert asked["the precise wound falls on whom?"] == [0, 1], "not on the chief, three inches off"
    assert [m.name for m in t[1].members] == ["Near", "Chief"]


# --- challenges -------------------------------------------------------------------------------------------------------

ISSUE = {"issues a challenge": lambda options: options[1], "takes up": lambda options: options[1]}


def test_two_characters_fight_only_each_other():
    ours, theirs = led(name="Ours", I=5, W=2, A=2), led(name="Theirs", leader="Chief", I=3, W=2, A=1)
    t = locked(ours, theirs)
    # at 5 the leader: two blows at the chief, one wound; at 4 two men a side; at 3 the chief strikes back; beaten by one they stay
    done = fought(t, [4, 4, 4, 3, *[3] * 4, 3, 3, 3], ISSUE)
    assert t[1].wounds == (1, 1, 1) and struck(done)[0] == (0, 1, 2, 5) and struck(done)[-1] == (1, 0, 1, 3)
    assert t[0].has(DUEL) and t[1].has(DUEL), "it goes on"
    again = fought(t, [4, 4, 4, 3, *[3] * 4, 3, 3])
    assert "who issues a challenge?" not in again.asked and [m.name for m in t[1].members] == ["Theirs man"] * 2
    assert not t[0].has(DUEL) and not t[1].has(DUEL), "it is over"


def test_nobody_else_strikes_who_fights_a_challenge():
    # the lone hero fights their leader; the leader's men have nobody to strike
    t = locked(hero(I=5), led(name="Theirs", I=4, W=3))
    done = fought(t, [3, 3], ISSUE)
    assert struck(done) == [(0, 1, 1, 5), (1, 0, 1, 4)]


def test_what_is_too_much_for_the_opponent_falls_on_his_unit():
    t = locked(hero(I=5, A=4), led(name="Theirs", W=1))
    fought(t, [4, 4, 4, 3, 4, 4, 4], ISSUE)  # three hits, three wounds: the leader and both men
    assert t[1].place == "dead"


def test_who_fights_a_challenge_is_not_looked_out_for():
    t = locked(hero(I=5), led(name="Theirs", W=2))
    fought(t, [4, 4, 3, 3, 3], ISSUE)
    assert t[1].wounds == (1, 1, 1)


@rule("usr:precision-strikes")
def test_a_precise_blow_in_a_challenge_falls_on_the_opponent():
    t = locked(hero("Precision Strikes", I=5), led(name="Theirs", W=2))
    done = fought(t, [6, 4, 3, 3, 3], ISSUE)
    assert t[1].wounds == (1, 1, 1) and "the precise wound falls on whom?" not in done.asked


def test_in_a_challenge_the_opponents_own_figures_count():
    # WS4 S4 against a leader of WS9 T6 among men of WS4 T4: 5+ to hit and 6+ to wound, not 4+ and 4+
    t = locked(hero(I=5, A=2), led(name="Theirs", WS=9, T=6, W=2))
    fought(t, [4, 5, 5, 2], ISSUE)
    assert t[1].wounds == (1, 1, 2)
    t = locked(hero(I=5), led(name="Theirs", WS=9, T=6, W=2))
    fought(t, [5, 6, 2, 3, 3], ISSUE)
    assert t[1].wounds == (1, 1, 1)


@rule("usr:eternal-warrior", "usr:instant-death")
def test_an_eternal_warrior_in_a_challenge_loses_one_wound_and_no_more_count():
    reaper = weapon("Reaper", "Instant Death", melee=True)
    for own, left in (((), (1, 1)), (("Eternal Warrior",), (1, 1, 2))):
        t = locked(hero(I=5, weapons=[reaper]), led(*own, name="Theirs", W=3))
        # beaten by three Leadership 8 is 5: 2 and 2 stay; by one 3 and 3 do, after the warrior's blow has missed
        done = fought(t, [4, 4, *([3, 3, 3] if own else [2, 2])], ISSUE)
        assert t[1].wounds == left
        assert done.event("CombatResult").by_side == ((1, 0) if own else (3, 0)), "wounds that were really lost"


def test_who_is_refused_names_one_who_sits_out_without_blows_or_leadership():
    bold, shy = hero(I=5, W=3), led(name="Theirs", Ld=10, I=3, A=3)
    t = locked(bold, shy)
    picks = {"issues a challenge": lambda o: o[1], "takes up": challenges.NOBODY}
    # one wound on a man: they lose by one. 7 is more than the men's own 6 less 1, whatever the shy leader's 10 is
    t.change(1, members=(*[model(name="Theirs man", Ld=7, weapons=[BLADE])] * 2, t[1].members[2]))
    done = fought(t, [4, 4, 3, 3, 4, 2, 1], picks)  # run down by 2+5 against 1+4
    assert t[1].place == "dead" and not t[0].has(ASIDE)
    assert [(u, n) for u, _, n, _ in struck(done)] == [(0, 1), (1, 1)], (
        "a man is dead, the other strikes, the leader does not"
    )
    assert done.all("Tested")[-1].passed is False


def test_each_side_may_issue_one_the_active_player_first():
    for player in (0, 1):
        t = locked(hero(I=5), hero(name="Foe"), player=player)
        done = act(t, challenges.challenge(t, (0, 1)), picks={"who issues": challenges.NOBODY})
        assert done.asked["who issues a challenge?"] == [challenges.NOBODY, (1 - player, 0)], "then the other one's"


def test_without_characters_on_both_sides_nobody_is_asked():
    t = locked(hero(), LEFT)
    assert not act(t, challenges.challenge(t, (0, 1))).asked


def test_a_challenge_ends_when_one_of_the_two_gets_away():
    runner = hero("Hit & Run", name="Runner", I=4, W=3)
    t = locked(runner, hero(name="Foe", W=3))
    fought(t, [3, 3], ISSUE)
    assert t[0].has(DUEL)
    act(t, hit_and_run.break_away(t, 0), [3, 4, 4, 4], {"break away": "go", "which way": 12})
    assert not t[0].has(DUEL) and not t[1].has(DUEL)


# --- useless weapons, pursuit, parting --------------------------------------------------------------------------------

GIANT = unit(model(T=8, W=6, A=2, I=5, weapons=[BLADE], name="Giant"), name="Giant")
FLIES = unit(model(S=3, I=2, name="Fly"), name="Flies", count=4)


def test_who_cannot_hurt_the_enemy_may_fail_its_check():
    t = locked(GIANT, FLIES)
    assert not result.can_hurt(t, t[1]) and result.can_hurt(t, t[0])
    # one wound of two blows; the blows of the three left cannot wound; they give up; 1+5 against 6+2: they get away 2D6 inches
    done = fought(t, [4, 1, 4, 1, 6, 4, 4], {"useless": "fall back"})
    assert condition.broken(t[1]) and done.all("Tested")[-1].rolled is False


@rule("usr:fearless", "usr:zealot")
@pytest.mark.parametrize("nerve", ["Fearless", "Zealot"])
def test_the_fearless_cannot_choose_to_fail(nerve):
    brave = unit(model(nerve, S=3, I=2, name="Fly"), name="Flies", count=4)
    t = locked(GIANT, brave)
    done = fought(t, [4, 1, 4])
    assert not [q for q in done.asked if "useless" in q] and t[1].foes == (0,)


@rule("usr:rending")
def test_a_six_that_rends_is_a_weapon_of_use():
    claws = unit(model(S=3, weapons=[weapon("Claws", "Rending", melee=True)], name="Claw"), name="Claws", count=2)
    t = locked(GIANT, claws)
    assert result.can_hurt(t, t[1])


def test_weak_blows_are_useless_against_a_hull_and_heavy_ones_are_not():
    walker = target(Front=12, Side=12, Rear=10, WS=4, S=6, I=4, A=2, HP=3, type="Walker")
    for strength, use in ((5, False), (6, True)):
        t = locked(unit(model(S=strength), name="Men"), walker)
        assert result.can_hurt(t, t[0]) is use, "Strength 6 and a 6 glance armour 12"


def pursuit(chasers, fleeing):
    """Units in one combat: ``chasers`` and ``fleeing`` give Initiatives; everybody is locked with everybody."""
    ours = [unit(model(I=i, name=f"C{k}"), name=f"C{k}") for k, i in enumerate(chasers)]
    theirs = [unit(model(I=i, name=f"F{k}"), name=f"F{k}") for k, i in enumerate(fleeing)]
    t = field(*[(k, 0, 10 + 2 * n, 10) for n, k in enumerate(ours)],
              *[(k, 1, 10 + 2 * n, 10.99) for n, k in enumerate(theirs)], step="close_combat")  # fmt: skip
    n = len(ours)
    for u in range(n):
        t.change(u, foes=tuple(range(n, n + len(theirs))))
    for v in range(n, n + len(theirs)):
        t.change(v, foes=tuple(range(n)))
    return t, list(range(n)), list(range(n, n + len(theirs)))


def test_one_roll_of_the_winner_is_compared_with_each_unit_that_flees():
    t, ours, theirs = pursuit((4,), (4, 2))
    assert act(t, sweeping_advance.swept(t, theirs, ours), [3, 4, 4]).result == ((2, ()),), "7 against 8 and 6"


def test_several_winners_throw_each_and_the_best_of_them_catches():
    t, ours, theirs = pursuit((4, 3), (4,))
    assert act(t, sweeping_advance.swept(t, theirs, ours), [1, 4, 3]).result == ((2, ()),), "5 and 7 against 7"


@pytest.mark.parametrize(("winner", "loser", "chance"), [(4, 2, (5, 6)), (4, 4, (7, 12)), (2, 4, (5, 18))])
def test_the_chances_of_a_sweeping_advance(winner, loser, chance):
    # vector 45. D6+4 against D6+2: lost when the other throws 3 more, in 3+2+1 of 36; equal: 21 of 36; 2 behind: 10 of 36
    from fractions import Fraction

    from grognard.kernel.exact import by_default, exact

    t, ours, theirs = pursuit((winner,), (loser,))
    law = exact(lambda: sweeping_advance.swept(t, theirs, ours), (), by_default)
    assert Fraction(sum(w for caught, w in law.map(bool).items() if caught), law.den) == Fraction(*chance)


def test_who_is_locked_with_a_unit_that_stands_does_not_pursue():
    t, (u,), theirs = pursuit((4,), (4, 4))
    assert not sweeping_advance.can_sweep(t, u, theirs[:1]) and sweeping_advance.can_sweep(t, u, theirs)


def test_a_winner_of_whom_nobody_is_engaged_does_not_pursue():
    # the giant's blows win; of the two behind it nobody is engaged when the flies run, and nobody runs after them
    t = field(
        (GIANT, 0, 10, 10), (unit(model(A=0, T=8), name="Idle"), 0, 30, 30), (FLIES, 1, 10, 10.99), step="close_combat"
    )
    t.change(0, foes=(2,))
    t.change(1, foes=(2,))
    t.change(2, foes=(0, 1))
    done = fought(t, [4, 1, 4, 1, 6, 4, 4], {"useless": "fall back"})  # one pursuer throws, not two
    assert condition.broken(t[2]) and not done.event("Removed")


def test_the_majority_of_a_unit_pursues_not_its_quick_leader():
    t = locked(led(name="Ours", I=7), LEFT)
    assert condition.squad(t[0]).I == 4, "two men of 4, whatever the leader's 7"


@rule("usr:hit-and-run")
def test_it_breaks_away_from_several_units_only_when_clear_of_all():
    riders = unit(model("Hit & Run", I=4), name="Riders")
    t = locked(riders, LEFT, RIGHT, apart=0)
    t.change(2, form=t[2].form.moved([(10.0, 7.0)]))  # the second stands three inches behind them
    t.change(2, form=t[2].form.moved([(10.0, 9.01)]))
    done = act(t, hit_and_run.break_away(t, 0), [3, 1, 1, 1], {"break away": "go", "which way": 6})
    assert t[0].foes == () and t[0].form.positions[0] == (13.0, 10.0) and len(done.all("Freed")) == 1
    assert t[1].foes == () == t[2].foes


@rule("usr:hit-and-run")
def test_it_stops_an_inch_from_enemies_that_it_does_not_fight():
    riders = unit(model("Hit & Run", I=4), name="Riders")
    far = unit(model(name="Far"), name="Far")
    t = field((riders, 0, 10, 10), (LEFT, 1, 10, 10.99), (far, 1, 20, 10), step="breaking_away")
    t.change(0, foes=(1,))
    t.change(1, foes=(0,))
    act(t, hit_and_run.break_away(t, 0), [3, 6, 6, 6], {"break away": "go", "which way": 6})
    assert t[0].form.positions[0] == (18.0, 10.0), "of eighteen inches eight"


@rule("usr:hit-and-run")
def test_both_sides_take_turns_and_who_is_free_by_then_consolidates():
    ours, theirs = (unit(model("Hit & Run", I=4, name=n), name=n) for n in ("Ours", "Theirs"))
    t = locked(ours, theirs, step="breaking_away")
    # the roll-off goes to the other side; it gets away; ours is free and consolidates, and is not asked any more
    done = act(t, hit_and_run.break_away_one(t, 0), [2, 5, 3, 2, 2, 2], {"break away": "go", "which way": 24})
    assert t[1].foes == () == t[0].foes and "where does Ours consolidate?" in done.asked
    assert not act(t, hit_and_run.break_away_one(t, 0)).result


# --- counting, Fear, morale -------------------------------------------------------------------------------------------


@rule("usr:feel-no-pain")
def test_a_wound_that_is_discounted_does_not_count():
    tough = unit(model("Feel No Pain (5+)", I=3), name="Tough", count=2)
    t = locked(unit(model(I=5, A=2, weapons=[BLADE]), name="Ours"), tough)
    done = fought(t, [4, 4, 4, 4, 5, 4, 1, 3, 3])  # two wounds, one discounted; the one left misses; beaten by one
    assert done.event("CombatResult").by_side == (1, 0)


def test_a_tie_tests_nobody():
    t = locked(unit(model(weapons=[BLADE]), name="Ours", count=2), unit(model(name="B"), name="Theirs", count=2))
    done = fought(t, [4, 3, 4, 4, 3, 4])
    assert done.event("CombatResult").by_side == (1, 1) and not done.all("Tested")


@rule("usr:stubborn")
def test_the_stubborn_lose_by_three_and_test_on_their_own_leadership():
    # Ld7 less 3 is 4: a 5 fails; the stubborn pass it, and fail an 8 like anybody
    for own, faces, stands in (((), [2, 3], False), (("Stubborn",), [2, 3], True), (("Stubborn",), [4, 4], False)):
        t = locked(unit(model(I=5, A=3, weapons=[BLADE]), name="Ours"), unit(model(*own, Ld=7), name="Theirs", count=4))
        escape = [] if stands else [1, 6, 3, 3]  # 1+5 against 6+4
        done = fought(t, [4, 4, 4, 4, 4, 4, *faces, *escape])
        assert done.event("CombatResult").by_side == (3, 0) and bool(t[1].foes) is stands


@rule("usr:and-they-shall-know-no-fear")
def test_who_knows_no_fear_may_throw_dice_of_a_morale_check_again_and_is_swept_like_anybody():
    t = locked(unit(model(I=5, A=2, weapons=[BLADE]), name="Ours"),
               unit(model("And They Shall Know No Fear", I=4), name="Theirs", count=3))  # fmt: skip
    # beaten by two: 6 needed; 5 and 4 fail; both are likelier to do than one: 4 and 3 fail again; run down by 1+5 against 2+4
    done = fought(t, [4, 4, 4, 4, 3, 5, 4, 4, 3, 1, 2])
    assert done.event("Removed").why == "run down by a Sweeping Advance"


@rule("usr:fear", "usr:fearless", "usr:zealot", "usr:and-they-shall-know-no-fear")
@pytest.mark.parametrize("nerve", ["Fearless", "Zealot", "And They Shall Know No Fear"])
def test_fear_is_nothing_to_the_fearless_zealots_and_those_who_know_none(nerve):
    t = locked(unit(model("Fear", A=0), name="Horror"), unit(model(nerve), name="Brave"))
    done = fought(t, [1])
    assert not t[1].has(AFRAID) and done.event("Tested").rolled is False


@rule("usr:fear")
def test_fear_is_tested_once_a_unit_however_many_cause_it():
    # vector 46: Leadership 7 and an 8 fail; the phase is fought with Weapon Skill 1
    a, b = (unit(model("Fear", A=0, name=n), name=n) for n in "AB")
    t = field((a, 0, 10, 10), (b, 0, 11.5, 10),
              (unit(model(Ld=7), name="Men", count=2), 1, 10, 10.99), step="close_combat")  # fmt: skip
    t.change(0, foes=(2,))
    t.change(1, foes=(2,))
    t.change(2, foes=(0, 1))
    done = fought(t, [4, 4, 4, 4], {"do 1 of Men strike": 0})
    assert len(done.all("Tested")) == 1 and t[2].has(AFRAID)


@rule("usr:hatred", "usr:zealot")
def test_a_zealot_who_hates_throws_a_miss_again_once():
    both = unit(model("Zealot", "Hatred", weapons=[BLADE], I=5), name="Haters")
    t = locked(both, unit(model(I=3), name="Foes", count=2))
    t.change(0, effects=(Effect(FRESH),))
    fought(t, [1, 2, 3, 3])  # the miss is thrown again, the second miss stands


def test_losses_of_the_movement_phase_are_checked_at_its_end():
    from grognard.systems.usr import turn
    from grognard.systems.usr.casualties import lose

    four = unit(model(Ld=7), name="Four", count=4)
    t = field((four, 0, 10, 20), (LEFT, 1, 40, 40), step="movement")
    t.acted = frozenset({0})
    act(t, lose(t, 0, (0, 1, 1, 1), 0))
    act(t, turn.movement(t, 0), [4, 4, 3, 3])
    assert condition.broken(t[0])


@rule("usr:fearless")
def test_a_fearless_character_gets_a_unit_up_from_the_ground():
    from grognard.systems.usr import characters

    brave = unit(model("Independent Character", "Fearless", name="Brave", W=2), name="Brave")
    meek = unit(model("Independent Character", name="Meek", W=2), name="Meek")
    for who, down in ((brave, False), (meek, True)):
        t = field((MEN, 0, 10, 10), (who, 0, 10, 11.5), (LEFT, 1, 40, 40), step="joining")
        t.change(0, effects=(Effect(condition.GROUNDED),))
        act(t, characters.join_one(t, 0))
        assert condition.grounded(t[0]) is down


@rule("usr:independent-character")
def test_a_character_in_a_slower_unit_strikes_at_his_own_step():
    t = field((unit(model(I=3, weapons=[BLADE]), name="Men"), 0, 10, 10), (hero("Independent Character", I=5), 0, 11.5, 10),
              (unit(model(A=0, W=9), name="Wall"), 1, 10.5, 10.85), step="close_combat")  # fmt: skip
    from grognard.table.events import Joined

    Joined(1, 0).on(t)
    t.change(0, foes=(2,))
    t.change(2, foes=(0,))
    assert [(b.step, b.blows) for b in fought(t, [1, 1]).all("BlowsAt")] == [(5, 1), (3, 1)]


def test_morale_counts_the_models_of_the_phase_not_of_the_battle():
    from grognard.systems.usr.casualties import lose

    eight = unit(model(), name="Eight", count=8)
    t = field((eight, 0, 10, 20), (LEFT, 1, 40, 40))
    t.change(0, members=t[0].members[:4], wounds=(1,) * 4, form=t[0].form.only(range(4)))
    act(t, lose(t, 0, (0, 1, 1, 1), 1))
    assert act(t, morale.panic(t, 0), [4, 4]).event("Tested").passed, "one of four, half of the eight long gone"


@rule("usr:fearless")
def test_one_fearless_model_is_enough_for_the_morale_of_all():
    brave = unit(model(name="Man", I=3), model("Fearless", I=3, name="Brave"), model(name="Other", I=3), name="Theirs")
    t = locked(unit(model(I=5, A=2, weapons=[BLADE]), name="Ours"), brave)
    done = fought(t, [4, 1, 4, 3, 3])  # the man falls; two strike back; nobody tests as long as the brave one stands
    assert done.event("Tested").passed and not done.event("Tested").rolled and t[1].foes == (0,)


@rule("usr:independent-character")
def test_a_character_is_no_help_to_regroup_below_a_quarter():
    # two of twelve and their guest, below a quarter of thirteen: 3 is not enough, a double 1 is
    from grognard.table.events import Joined

    for faces, broken in (([1, 2, 1, 1], True), ([1, 1], False)):
        t = field((unit(model(), name="Men", count=2), 0, 10, 20), (hero("Independent Character"), 0, 13, 20),
                  (LEFT, 1, 40, 40), step="rallying")  # fmt: skip
        Joined(1, 0).on(t)
        t.change(0, effects=(Effect(BROKEN),), start=13)
        act(t, morale.rally(t, 0), faces)
        assert condition.broken(t[0]) is broken


def test_who_is_free_consolidates_three_inches_and_no_more():
    t = locked(hero(I=5, A=2), LEFT)
    there = {}

    def pick(moves):
        there["inches"] = moves.inches
        return moves.form

    fought(t, [4, 4, 4, 4], {"consolidate": pick})
    assert there == {"inches": 3.0}


def test_the_active_player_orders_the_combats():
    t = field((unit(model(), name="A"), 0, 10, 10), (unit(model(), name="B"), 0, 30, 10),
              (unit(model(), name="C"), 1, 10, 10.99), (unit(model(), name="D"), 1, 30, 10.99), step="close_combat")  # fmt: skip
    for u, v in ((0, 2), (1, 3)):
        t.change(u, foes=(v,))
        t.change(v, foes=(u,))
    done = act(t, fight.fight_one(t, 0), [3, 3], {"which combat": 1})
    assert done.asked["which combat is fought?"] == [0, 1] and struck(done)[0][0] == 1
    assert fight.waiting(t) == [(0, 2)]


def test_a_model_that_touches_two_enemies_strikes_at_which_it_likes():
    for whom in (1, 2):
        t = locked(unit(model(I=5, weapons=[BLADE]), name="Ours"), LEFT, RIGHT, apart=0)
        t.change(2, form=t[2].form.moved([(10.0, 9.01)]))
        done = fought(t, [3, 3, 3], {"whom do 1 of Ours strike?": whom})
        assert struck(done)[0][:2] == (0, whom)


def test_the_dead_have_struck_who_fall_at_the_same_step_and_those_at_a_later_one_have_not():
    t = locked(led(name="Ours", I=2, men=1), unit(model(I=4, A=2, weapons=[BLADE]), name="Theirs"), apart=0)
    # at 4 our man and both their blows: both of ours are in contact, the man suffers first; at 2 the leader strikes alone
    done = fought(t, [3, 4, 4, 4, 3, 3, 3, 3], {"suffers first": ("Ours man", "Leader")})
    assert [(u, s) for u, _, _, s in struck(done)] == [(0, 4), (1, 4), (0, 2)]


def test_a_zooming_or_armoured_unit_of_no_walkers_does_not_tie_anybody_down():
    t = locked(MEN, target(Front=12, Side=12, Rear=12))
    done = fought(t, [1] * 3)
    assert done.event("CombatResult").by_side == (0, 0) and t[0].foes == () == t[1].foes


def test_two_units_a_side_fight_one_combat_and_each_loser_tests_by_itself():
    ours = [unit(model(I=5, A=2, weapons=[BLADE], name=n), name=n) for n in ("A", "B")]
    theirs = [unit(model(I=2, Ld=8, name=n), name=n, count=3) for n in ("C", "D")]
    t = field((ours[0], 0, 10, 10), (ours[1], 0, 16, 10), (theirs[0], 1, 10, 10.99), (theirs[1], 1, 16, 10.99),
              step="close_combat")  # fmt: skip
    for u, foes in ((0, (2,)), (1, (2, 3)), (2, (0, 1)), (3, (1,))):
        t.change(u, foes=foes)
    # A slays one of C and B one of D; the two left of each come up and strike in vain; beaten by two: 6 stays, 7 does not;
    # B fights C too, which stands: it does not pursue; D falls back
    done = fought(t, [4, 1, 4, 4, 1, 4, 3, 3, 3, 3, 3, 3, 3, 4, 1, 1])
    assert done.event("CombatResult").by_side == (2, 0)
    assert [(e.unit, e.passed) for e in done.all("Tested")] == [(2, True), (3, False)]
    assert condition.broken(t[3]) and not done.all("Removed") and t[0].foes == (2,)


@rule("usr:hammer-of-wrath")
def test_the_hammer_does_not_fall_on_who_fights_a_challenge():
    riders = unit(model("Hammer of Wrath", S=9, A=0, name="Rider"), name="Riders")
    t = field((hero(W=9), 0, 13, 10), (riders, 0, 13, 16), (led(name="Theirs", men=1), 1, 10, 10.99), step="charges")
    t.change(0, foes=(2,))
    t.change(2, foes=(0,), form=t[2].form.moved([(11.5, 10.99), (13.0, 10.99)]))
    act(t, challenges.challenge(t, (0, 2)), picks=ISSUE)
    act(t, charge.charge(t, 1), [5, 5, 3, 2], {"whom does Riders charge?": 2})
    assert [m.name for m in t[2].members] == ["Leader"], "the man, though the leader stands nearer"


def test_nobody_piles_in_upon_who_fights_a_challenge():
    men = unit(
        model(I=4, A=1, weapons=[BLADE], name="Man"),
        model(name="Chief", role="leader", weapons=[BLADE], W=3),
        name="Men",
    )
    t = field((men, 0, 10, 10), (hero(name="Foe", W=3, I=4), 1, 12, 11.5), step="close_combat")
    t.change(0, foes=(1,))
    t.change(1, foes=(0,))
    done = fought(t, [3, 3], ISSUE)
    assert [b.blows for b in done.all("BlowsAt")] == [1, 1], "the chief and his foe; the man has nobody to go to"


def test_of_equal_models_in_contact_the_one_that_is_hurt_suffers_first():
    # both are touched; the second has a wound left; it falls, the other strikes back; beaten by one they stay
    big = unit(model(W=2, I=3, name="Big"), name="Bigs", count=2)
    t = locked(unit(model(I=5, weapons=[BLADE]), name="Ours"), big, apart=0)
    t.change(1, form=t[1].form.moved([(9.5, 10.85), (10.5, 10.85)]), wounds=(2, 1))
    fought(t, [4, 4, 3, 3, 3])
    assert t[1].wounds == (2,)
