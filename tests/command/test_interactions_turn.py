"""Rules of units, tokens, reactions and melee that meet: each worked by hand, as exact odds or on the table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.command import field
from grognard.systems.command.commands import orders_of
from grognard.systems.command.events import (
    HIDDEN,
    SLOWED,
    Recovered,
    Revealed,
    Suffered,
    TokenFlipped,
    WeaponOut,
)
from grognard.systems.command.examples import ask, gun, kind, law, odds, other
from grognard.systems.command.turn import activation, idle
from grognard.table.events import Harmed

from .playing import Field
from .test_turn import BLADES, RIFLES, fired, hide

BOTH = pytest.mark.rule


def hits(*args, **how):
    """The law of the hits."""
    return other("hits", *args, **how)


# --- use and rate, in reactions and melee -------------------------------------------------------------------------------


@BOTH("command:countermeasure", "command:turret")
def test_two_ways_to_lose_the_penalty_lose_it_once():
    assert law("Countermeasure, Turret", resolve=1, token="idle", reacting=True).fraction(1) == Fraction(
        2, 3
    )  # 3+, no better


@BOTH("command:countermeasure", "command:limited")
def test_a_limited_weapon_answers_with_a_shoot_token_only():
    assert law("Countermeasure, Limited", resolve=1, token="idle", reacting=True).fraction(0) == 1
    assert law("Countermeasure, Limited", resolve=1, token="shoot", reacting=True).fraction(1) == Fraction(2, 3)
    assert law("Limited", resolve=1, token="shoot", reacting=True).fraction(1) == Fraction(1, 2)  # 3+ with -1


@BOTH("command:stealth", "command:turret")
def test_a_reaction_at_a_stealthy_unit():
    assert law(target="Stealth", resolve=1, reacting=True).fraction(1) == Fraction(1, 4)  # 4+ twice
    assert law("Turret", target="Stealth", resolve=1, reacting=True).fraction(1) == Fraction(4, 9)  # 3+ twice


@BOTH("command:reckless", "command:trudging")
def test_a_heavy_weapon_strikes_after_a_charge_in_the_hands_of_a_trudging_unit_only():
    how = {"rate": 2, "type": "Heavy", "melee": True, "charging": True, "reckless": True, "av": 4}
    assert hits(unit="Reckless", **how).fraction(0) == 1
    assert hits(unit="Reckless, Trudging", **how).fraction(2) == Fraction(4, 9)  # 3+ twice


@BOTH("command:reckless", "command:unstoppable", "command:rending")
def test_an_unstoppable_unit_strikes_with_one_die_of_a_heavy_weapon_however_many_it_has():
    how = {"rate": 4, "type": "Heavy", "melee": True, "charging": True, "reckless": True, "av": 4}
    assert hits(unit="Reckless, Unstoppable", **how).fraction(1) == Fraction(2, 3)
    assert hits("Rending", unit="Reckless, Unstoppable", resolve=5, **how).fraction(1) == Fraction(2, 3)


@BOTH("command:reckless", "command:stealth", "command:piercing")
def test_reckless_blows_are_melee_and_not_shooting():
    # 3+ by Attack Value 4, no re-roll by Stealth; a 6 with +1 printed is 7 and pierces nothing
    answer = hits("Piercing", unit="Reckless", target="Stealth", hit=1, melee=True, reckless=True, av=4)
    assert (answer.fraction(1), answer.fraction(2)) == (Fraction(5, 6), 0)  # 3+ with +1


@BOTH("command:grasping", "command:re-enforced-hull")
def test_a_sound_hull_strikes_again_without_fear():
    how = {"rate": 2, "type": "Melee", "melee": True, "av": 4, "resolve": 6}
    assert other("own-damage", "Grasping", "Re-enforced Hull", **how).fraction(0) == 1
    assert hits("Grasping", "Re-enforced Hull", **how).fraction(0) == Fraction(1, 9)  # 3+ fails twice


@BOTH("command:grasping", "command:inescapable")
def test_each_grasping_repeat_converts_by_its_own_dice():
    # 3+, two dice: any success is two hits; the repeat on 4+ likewise; then 5+, 6+, and never again
    answer = hits("Grasping, Inescapable", rate=2, type="Melee", melee=True, av=4, resolve=6)
    again = [
        Fraction(8, 9),
        Fraction(3, 4),
        Fraction(5, 9),
        Fraction(11, 36),
    ]  # at least one of two dice on 3+, 4+, 5+, 6+
    assert answer.fraction(0) == 1 - again[0]
    assert answer.fraction(2) == again[0] * (1 - again[1])
    assert answer.fraction(8) == again[0] * again[1] * again[2] * again[3]


@BOTH("command:pike", "command:cleaving")
def test_pike_adds_to_a_count_that_is_not_full():
    # one hit of two: no point by the count; results 2 to 6 give 0 to 4 by Pike, all on the one model
    answer = law("Pike, Cleaving", type="Melee", melee=True, av=5, resolve=2, hp=6, models=1)
    assert [answer.fraction(n) for n in range(5)] == [Fraction(1, 3), *[Fraction(1, 6)] * 4]


@BOTH("command:pike", "command:cleaving", "command:interlinked")
def test_pike_adds_to_a_full_count_of_a_doubled_hit():
    # two hits fill the count for 2 points; a result of 6 gives 4 more
    answer = law("Pike, Cleaving, Interlinked", type="Melee", melee=True, av=5, resolve=2, hp=6, models=1)
    assert [answer.fraction(n) for n in (0, 2, 6)] == [Fraction(1, 6)] * 3


@BOTH("command:bloodlust", "command:sunder")
def test_growing_resolve_stops_no_hit_that_is_a_point():
    assert law("Sunder", target="Bloodlust", rate=2, resolve=3, models=3).fraction(2) == Fraction(25, 36)
    # without Sunder four hits slay one of Resolve 2 and then need three
    assert law(target="Bloodlust", rate=4, resolve=2, models=3).fraction(2) == 0
    assert law(target="Bloodlust", rate=5, resolve=2, models=3).fraction(2) == Fraction(5, 6) ** 5


@BOTH("command:bloodlust", "command:corrosive")
def test_corroded_after_it_has_grown():
    # a point slays one of Resolve 4: it grows to 5, and is corroded to 4 for its test of disruption
    answer = other("disrupted", "Corrosive, Sunder", target="Bloodlust", resolve=4, models=2)
    assert answer == Fraction(5, 6) * Fraction(1, 3)  # a hit, then a test on 4 or less


@BOTH("command:unstoppable", "command:moving-fortress")
def test_who_cannot_be_stopped_loses_no_weapon():
    rules = "Unstoppable, Moving Fortress"
    assert other("incapacitated", target=rules, resolve=1, hp=3, models=1).fraction(0) == 1
    f = Field(
        [(kind("Ours", models=1, weapons=RIFLES), 20, 20)],
        [(kind("Theirs", rules, models=1, weapons=RIFLES, resolve=1, hp=3), 20, 30)],
    )
    f.token(0, "shoot").token(1, "shoot").run(activation(f.table, 0), [6, 4], react="shoot")
    assert not f.events(WeaponOut) and f[1].wounds == (2,) and fired(f)[1] == (1, 0, 1)


# --- moves ------------------------------------------------------------------------------------------------------------


@BOTH("command:trudging", "command:relentless")
def test_who_cannot_run_does_not_run_without_a_token_either():
    assert "run" not in orders_of(kind(rules="Trudging, Relentless").models, True).names


@BOTH("command:slowing", "command:bloodlust")
def test_half_of_a_move_that_has_grown():
    f = Field([(kind("Ours", models=1, weapons=(gun("Slowing, Sunder", rate=2, name="Glue"),)), 20, 20)], [
        (kind("Theirs", "Bloodlust", models=3, move=4), 20, 32)
    ]).token(0, "shoot")  # fmt: skip
    f.run(activation(f.table, 0), [6, 6])  # two are slain: Move 6, halved
    assert field.move_of(f[1]) == 3


@BOTH("command:slowing", "command:relentless")
def test_a_slowed_unit_runs_half_as_far():
    f = Field([(kind("Ours", models=1, weapons=(gun("Slowing", name="Glue"),)), 20, 20)], [
        (kind("Theirs", "Relentless", models=1, resolve=6), 20, 32)
    ]).token(0, "shoot")  # fmt: skip
    f.run(activation(f.table, 0), [1])
    f.run(idle(f.table, 1), [], without="run", run=f[1].form.shifted(6.0, 0.0))
    assert f[1].form.positions[0][0] == 26.0
    assert f[1].form.shifted(6.25, 0.0) not in f.options("run?")


@BOTH("command:slowing", "command:aura")
def test_only_units_that_an_aura_is_fired_at_are_slowed():
    theirs = [(kind(name, models=1, resolve=6), x, 30) for name, x in (("First", 20), ("Second", 26))]
    f = Field([(kind("Ours", models=1, weapons=(gun("Aura, Slowing", name="Horn"),)), 20, 20)], theirs)
    f.token(0, "shoot").run(activation(f.table, 0), [1], whom=1, attack=False)
    assert f[1].has(SLOWED) and not f[2].has(SLOWED)


@BOTH("command:slowing", "command:light-em-up")
def test_each_target_is_slowed_by_what_is_fired_at_it():
    arms = (gun("Slowing", name="Rifle"), gun(name="Pistol"))
    theirs = [(kind(name, models=1, resolve=6), x, 30) for name, x in (("First", 20), ("Second", 26))]
    f = Field([(kind("Ours", "Light em up", models=1, weapons=arms), 20, 20)], theirs).token(0, "shoot")
    f.run(activation(f.table, 0), [1, 1], Pistol=2, whom=1)
    assert f[1].has(SLOWED) and not f[2].has(SLOWED)


# --- tokens and reactions -----------------------------------------------------------------------------------------------


def commanded(leader="", walkers="", arms=RIFLES, token="shoot", theirs=3):
    ours = [
        (kind("Leader", f"Mechanized Command{leader and ', ' + leader}", models=1, weapons=arms), 20, 20),
        (kind("Walkers", f"Mechanized{walkers and ', ' + walkers}", models=1, weapons=arms), 24, 20),
    ]
    enemies = [
        (kind(name, models=theirs, resolve=6, weapons=RIFLES), x, 30) for name, x in (("First", 20), ("Second", 28))
    ]
    return Field(ours, enemies).token(0, token)


@BOTH("command:mechanized-command", "command:escape")
def test_each_of_two_with_one_token_escapes_for_itself():
    f = commanded(arms=(gun("Escape", name="Rifle"),))
    f.run(activation(f.table, 0), [6, 6], whom=2)
    assert [q for q, _ in f.asked if "escape" in q] == ["where does Leader escape?", "where does Walkers escape?"]


@BOTH("command:mechanized-command", "command:light-em-up")
def test_the_second_unit_fires_at_the_primary_target():
    f = commanded("Light em up", arms=(gun(name="Rifle"), gun(name="Pistol")))
    f.run(activation(f.table, 0), [1] * 4, Pistol=3, whom=2)
    assert [(u, v) for u, v, _ in fired(f)] == [(0, 2), (0, 3), (1, 2)]


@BOTH("command:mechanized-command", "command:trudging")
def test_a_token_that_a_unit_may_not_use_is_not_shared_with_it():
    f = commanded(walkers="Trudging", token="overrun")
    f.run(activation(f.table, 0), [1], whom=2)
    assert not [q for q, _ in f.asked if "too?" in q]


@BOTH("command:mechanized-command", "command:relentless")
def test_who_has_run_without_a_token_has_acted():
    f = commanded(walkers="Relentless")
    f.table.acted = frozenset({1})
    f.run(activation(f.table, 0), [1], whom=2)
    assert [e.unit for e in f.events(TokenFlipped)] == [0]


@BOTH("command:infiltrate", "command:countermeasure")
def test_a_unit_that_is_found_may_answer_at_once():
    arms = (gun("Countermeasure", name="Flak"),)
    lurkers = kind("Lurkers", "Infiltrate", models=2, weapons=arms)
    f = Field([(kind("Ours", models=1, weapons=RIFLES), 20, 20)], [(lurkers, 30, 40)]).token(0, "shoot")
    hide(f, 1, 20, 30)
    f.run(activation(f.table, 0), [2, 1, 3, 3])  # found on 2 or less; the rifle misses; both fire on 3+
    assert fired(f) == [(0, 1, 0), (1, 0, 2)]


@BOTH("command:infiltrate", "command:countermeasure")
def test_a_unit_that_is_not_found_does_not_answer():
    lurkers = kind("Lurkers", "Infiltrate", models=2, weapons=(gun("Countermeasure", name="Flak"),))
    f = Field([(kind("Ours", models=1, weapons=RIFLES), 20, 20)], [(lurkers, 30, 40)]).token(0, "shoot")
    hide(f, 1, 20, 30)
    f.run(activation(f.table, 0), [3])
    assert not fired(f) and f[1].has(HIDDEN) and not [q for q, _ in f.asked if "react" in q]


@BOTH("command:infiltrate", "command:bloodlust")
def test_hidden_units_that_charge_come_out_first_and_strike_as_they_are():
    lurkers = kind("Lurkers", "Infiltrate, Bloodlust", models=3, weapons=BLADES, av=3)
    f = Field([(kind("Ours", models=1, weapons=BLADES, resolve=6, hp=3), 20, 20)], [(lurkers, 30, 40)]).token(
        1, "charge"
    )
    hide(f, 1, 20, 24)
    f.run(activation(f.table, 1), [4] * 6 + [1, 1])  # three with two blades each, on 4+: nobody is lost yet
    assert isinstance(f.log[2], Revealed) and fired(f)[0][2] == 6 and f[0].wounds == (2,)


@BOTH("command:flesh-eater", "command:countermeasure")
def test_who_feeds_is_hurt_first_by_those_who_fire_back():
    eater = kind("Ours", "Flesh Eater, Unstoppable", models=1, weapons=(gun("Sunder", name="Gun"),), hp=3, resolve=1)
    f = Field([(eater, 20, 20)], [(kind("Theirs", models=2, weapons=RIFLES), 20, 30)])
    Harmed(0, (2,)).on(f.table)
    f.token(0, "shoot").token(1, "shoot")
    # a hit slays one; both rifles answer on 4+ and one hits: 2 to 1; the feeding die heals: 2 again
    f.run(activation(f.table, 0), [6, 4, 1, 5], react="shoot")
    assert f[0].wounds == (2,) and f[1].size == 1
    assert [type(e) for e in f.log if isinstance(e, Suffered | Recovered)] == [Suffered, Suffered, Recovered]


@BOTH("command:flesh-eater", "command:grasping")
def test_a_feeding_die_for_each_point_of_a_repeated_blow():
    claws = (gun("Grasping, Sunder", type="Melee", name="Claw"),)
    eater = kind("Ours", "Flesh Eater, Unstoppable", models=1, weapons=claws, hp=3, av=5)
    f = Field([(eater, 20, 26)], [(kind("Theirs", models=3, resolve=6), 20, 29.5)]).token(0, "charge")
    f.table.change(0, wounds=(1,))
    f.run(activation(f.table, 0), [2, 3, 1, 5, 5])  # 2+, 3+, then 4+ fails: two points, two feeding dice
    assert f[1].size == 1 and f[0].wounds == (3,)


@BOTH("command:bloodlust", "command:re-enforced-hull")
def test_blows_of_one_moment_are_struck_with_the_skill_before_the_losses():
    theirs = kind("Theirs", "Bloodlust, Re-enforced Hull", models=2, weapons=BLADES, av=3, resolve=1)
    f = Field([(kind("Ours", models=1, weapons=BLADES, resolve=6), 20, 26)], [(theirs, 20, 29.5)]).token(0, "charge")
    f.table.change(0, form=f[0].form.moved(((20.0, 26.0),)))
    f.run(activation(f.table, 0), [6, 1, 3, 3, 3, 3])  # one is slain; four blades on 4+ with Attack Value 3 miss
    assert fired(f)[1][2] == 0 and field.target(f[1]).skill(f[1].wounds) == 4


@BOTH("command:escape", "command:light-em-up")
def test_who_is_slain_by_the_answer_of_one_target_fires_at_no_other_and_goes_nowhere():
    arms = (gun("Escape", name="Rifle"), gun("Escape", name="Pistol"))
    ours = kind("Ours", "Light em up", models=1, weapons=arms, resolve=1)
    f = Field([(ours, 20, 20)], [(kind("First", models=2, weapons=RIFLES), 20, 28), (kind("Second", models=2), 26, 28)])
    f.token(0, "shoot").token(1, "shoot").run(activation(f.table, 0), [6, 4, 4], Pistol=2, whom=1, react="shoot")
    assert fired(f) == [(0, 1, 1), (1, 0, 2)] and not f[0].alive
    assert not [q for q, _ in f.asked if "escape" in q]


@BOTH("command:moving-fortress", "command:countermeasure")
def test_a_weapon_that_is_out_of_use_does_not_answer():
    arms = (gun("Countermeasure", name="Flak"),)
    theirs = kind("Theirs", "Moving Fortress", models=1, weapons=arms, hp=3)
    ours = [
        (kind(name, models=1, weapons=(gun("Sunder", name="Gun"),), resolve=6), x, 20)
        for name, x in (("A", 20), ("B", 24))
    ]
    f = Field(ours, [(theirs, 22, 30)]).token(0, "shoot").token(1, "shoot")
    f.run(activation(f.table, 0), [6], react="no")
    f.asked.clear()
    f.run(activation(f.table, 1), [1])
    assert not [q for q, _ in f.asked if "react" in q] and len(f.events(WeaponOut)) == 1


def test_odds_and_questions_of_a_whole_unit_agree_on_who_may_answer():
    unit = kind("One", models=1, weapons=(gun("Countermeasure", name="Flak"), gun(name="Rifle")))
    answer = ask(unit, kind(resolve=1), token="idle", reacting=True)
    assert answer.damage.fraction(1) == Fraction(2, 3) and max(answer.damage.weights) == 1  # the rifle stays silent
    assert odds(resolve=1, reacting=True).damage.fraction(1) == Fraction(1, 2)
