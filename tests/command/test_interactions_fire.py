"""Rules that meet in one attack, three at a time: each worked by hand, as exact odds and where it matters on the table too."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.command.events import SceneryCrushed, TokenFlipped, UsesSpent, VolleyFired
from grognard.systems.command.examples import ask, gun, kind, law, odds
from grognard.systems.command.harm import apply
from grognard.systems.command.turn import activation
from grognard.table.events import Harmed, Moved

from .playing import Field, wood
from .test_core import lost, thrown

PISTOL = gun("Deadeye", name="Pistol")


def hits_of(answer, *numbers):
    """The chances of so many hits."""
    return tuple(answer.other["hits"].fraction(n) for n in numbers)


def field(arms, theirs=5, resolve=6, far=10.0, rules="", target="", hp=1, models=1, moving=False, **more):
    """Ours at (20, 20) under a Shoot token; theirs in a row, 1.5 inches apart."""
    f = Field(
        [(kind("Ours", rules, models=models, weapons=arms), 20, 20)],
        [(kind("Theirs", target, models=theirs, resolve=resolve, hp=hp), 20, 20 + far)],
        **more,
    )
    if moving:
        TokenFlipped(1, "move", "").on(f.table)
    return f.token(0, "shoot")


def hits(f):
    return [e.hits for e in f.events(VolleyFired)]


# --- Limited and what sets, doubles or repeats a rate -------------------------------------------------------------------


@pytest.mark.rule("command:limited", "command:rending", "command:barrage")
def test_uses_bound_the_rate_that_is_set_before_it_is_doubled():
    # Resolve 5, but two uses: two dice, doubled: four of 2+
    answer = odds("Limited, Rending, Barrage", rate=2, resolve=5)
    assert hits_of(answer, 4, 5) == (Fraction(5, 6) ** 4, 0)
    f = field((gun("Limited, Rending, Barrage", rate=2, name="Gun"),), resolve=5)
    f.run(activation(f.table, 0), [6, 6, 6, 6])
    assert hits(f) == [4] and not f[0].members[0].weapons


@pytest.mark.rule("command:limited", "command:aura", "command:cascade")
def test_rolled_uses_bound_an_aura_and_its_repeats():
    # two models; a D3 of 1 is one die, of 2 or 3 two dice; the repeat (3+) throws as many
    answer = odds("Limited, Aura, Cascade", rate="D3", models=2, resolve=6)
    assert hits_of(answer, 0)[0] == Fraction(1, 3) * Fraction(1, 6) + Fraction(2, 3) * Fraction(1, 36)
    assert hits_of(answer, 1)[0] == Fraction(1, 3) * Fraction(5, 6) * Fraction(1, 3) + Fraction(2, 3) * Fraction(
        10, 36
    ) * Fraction(1, 9)
    f = field((gun("Limited, Aura, Cascade", rate="D3", name="Gun"),), theirs=2)
    f.run(activation(f.table, 0), [5, 6, 1, 2, 2])  # three uses, two models, and two dice again
    assert hits(f) == [1] and not f[0].members[0].weapons


@pytest.mark.rule("command:limited", "command:aura")
def test_an_aura_spends_its_uses_unit_by_unit():
    f = Field(
        [(kind("Ours", models=1, weapons=(gun("Limited, Aura", rate=3, name="Gun"),)), 20, 20)],
        [(kind("First", models=2, resolve=6), 20, 28), (kind("Second", models=2, resolve=6), 26, 28)],
    ).token(0, "shoot")
    f.run(activation(f.table, 0), [6, 6, 6], whom=1)
    assert [e.uses for e in f.events(UsesSpent)] == [2, 1] and hits(f) == [2, 1]


@pytest.mark.rule("command:limited", "command:mortar", "command:cascade")
def test_a_repeat_of_a_limited_mortar_lays_as_many_templates_and_spends_nothing():
    # one use: one shell at 2+, then one at 3+, then one at 4+ that misses
    answer = odds("Limited, Mortar, Cascade", rate=3, uses=1, resolve=6)
    assert hits_of(answer, 2)[0] == Fraction(5, 6) * Fraction(4, 6) * Fraction(3, 6)
    f = field((gun("Limited, Mortar, Cascade", rate=3, name="Gun"),), theirs=1)
    f.run(activation(f.table, 0), [6, 6, 1], uses=1)
    assert hits(f) == [2] and f[0].members[0].weapons[0].stats.RoF.plus == 2


# --- Deadeye and what follows -------------------------------------------------------------------------------------------


@pytest.mark.rule("command:deadeye", "command:limited", "command:interlinked")
def test_rolled_uses_of_what_follows_are_rolled_as_it_fires():
    arms = (PISTOL, gun("Limited, Interlinked", "D3", name="Rocket"))
    answer = ask(kind("One", "", 1, arms), kind(resolve=6))
    # a hit (5/6), then 1, 2 or 3 uses of two hits each; alone, the rocket's hits are even
    assert hits_of(answer, 3, 5, 7) == (Fraction(5, 18),) * 3
    f = field(arms)
    f.run(activation(f.table, 0), [6, 5])
    assert hits(f) == [7] and f[0].members[0].weapons == (PISTOL,)


@pytest.mark.rule("command:deadeye", "command:unstoppable", "command:rending")
def test_a_heavy_weapon_that_follows_an_unstoppable_step_is_one_hit():
    arms = (PISTOL, gun("Rending", type="Heavy", name="Cannon"))
    answer = ask(kind("One", "Unstoppable", 1, arms), kind(resolve=6), moved=True)
    # 3+ with an Advance; the cannon has one die or one hit
    assert hits_of(answer, 2, 1, 0) == (Fraction(2, 3), Fraction(1, 3) * Fraction(2, 3), Fraction(1, 9))


@pytest.mark.rule("command:deadeye", "command:impale")
def test_impale_on_what_follows_counts_its_own_automatic_hits():
    arms = (PISTOL, gun("Impale", rate=3, name="Cannon"))
    answer = ask(kind("One", "", 1, arms), kind(resolve=6), target_moving=True)
    assert hits_of(answer, 1 + 3 + 1)[0] == Fraction(5, 6)
    # alone it has three hits and one more with (5/6)^3
    assert hits_of(answer, 4)[0] == Fraction(1, 6) * Fraction(5, 6) ** 3
    f = field(arms, moving=True)
    f.run(activation(f.table, 0), [6])
    assert hits(f) == [5]


@pytest.mark.rule("command:deadeye", "command:hypercharge", "command:sunder")
def test_what_follows_bursts_on_those_beside_whom_it_slays():
    arms = (PISTOL, gun("Hypercharge, Sunder", name="Coil"))
    answer = ask(kind("One", "", 1, arms), kind(resolve=2, models=3))
    # the coil hits of itself after a hit, or with its own die; then a die of 2+ for the one beside
    assert answer.slain.fraction(2) == (Fraction(5, 6) + Fraction(1, 6) * Fraction(5, 6)) * Fraction(5, 6)
    f = field(arms, theirs=3, resolve=2)
    f.run(activation(f.table, 0), [6, 6])  # the nearest falls, and one lies beside it: a die
    assert hits(f) == [2] and f[1].size == 1


@pytest.mark.rule("command:deadeye", "command:hammer", "command:limited")
def test_a_hammer_that_follows_makes_a_point_of_each_use():
    arms = (PISTOL, gun("Hammer, Limited", rate=3, name="Rocket"))
    answer = ask(kind("One", "", 1, arms), kind(resolve=6, hp=2, models=4), uses=2)
    # two points for certain after a hit; else two dice of 2+
    assert answer.damage.fraction(2) == Fraction(5, 6) + Fraction(1, 6) * Fraction(25, 36)


@pytest.mark.rule("command:deadeye", "command:cleaving")
def test_a_cleaving_weapon_that_follows_fills_a_count_of_its_own():
    arms = (gun("Deadeye", rate=1, name="Pistol"), gun("Cleaving", rate=4, name="Axe"))
    answer = ask(kind("One", "", 1, arms), kind(resolve=4))
    # four automatic hits are two points, the pistol's hit waits in the common count; else four dice of 2+
    assert answer.damage.fraction(2) == Fraction(5, 6) + Fraction(1, 6) * Fraction(5, 6) ** 4
    assert answer.damage.fraction(1) == 0


@pytest.mark.rule("command:deadeye", "command:siege")
def test_each_of_two_sieging_weapons_crushes_when_the_second_follows():
    arms = (gun("Deadeye, Siege", name="Pistol"), gun("Siege", name="Cannon"))
    answer = ask(kind("One", "", 1, arms), kind(resolve=6, hp=3, models=1), cover=5)
    # a hit (4+: 1/2) is two rolls on the chart: each a collapse (1/3) and a die of 6 (1/6); alone, the cannon is one roll
    assert answer.damage.fraction(2) == Fraction(1, 2) * Fraction(1, 18) ** 2
    assert answer.damage.fraction(1) == Fraction(1, 2) * 2 * Fraction(1, 18) * Fraction(17, 18) + Fraction(
        1, 4
    ) * Fraction(1, 18)
    f = field(arms, theirs=1, hp=3, pieces=[wood(20, 30, "5/4", 6.0)])
    f.run(activation(f.table, 0), [6, 3, 6, 6])
    assert [e.result for e in f.events(SceneryCrushed)] == ["quake", "collapse"] and f[1].wounds == (2,)


@pytest.mark.rule("command:deadeye", "command:countermeasure")
def test_a_digital_reaction_lets_a_plain_weapon_follow_but_no_limited_one():
    arms = (
        gun("Deadeye, Countermeasure", name="Pistol"),
        gun(rate=3, name="Cannon"),
        gun("Limited", rate=2, name="Rocket"),
    )
    f = Field(
        [(kind("Ours", models=1, weapons=(gun(name="Rifle"),), resolve=6, hp=3), 20, 20)],
        [(kind("Theirs", models=1, weapons=arms, resolve=6), 20, 30)],
    ).token(0, "shoot")
    f.run(activation(f.table, 0), [1, 6], react="idle")
    assert hits(f) == [0, 4] and f.options("follows") == ["Cannon", "none"]


@pytest.mark.rule("command:deadeye", "command:reckless", "command:grasping")
def test_a_reckless_deadeye_strikes_again_and_follows_once():
    arms = (PISTOL, gun(rate=3, name="Cannon"))
    answer = ask(kind("One", "Reckless, Grasping", 1, arms, av=4), kind(resolve=6), melee=True, reckless=True)
    # 3+, then 4+, then 5+: the three hits that follow come once
    assert hits_of(answer, 0, 4, 5) == (
        Fraction(1, 3),
        Fraction(2, 3) * Fraction(1, 2),
        Fraction(2, 3) * Fraction(1, 2) * Fraction(2, 3),
    )


@pytest.mark.rule("command:deadeye", "command:moving-fortress")
def test_a_weapon_that_is_out_of_use_does_not_follow():
    f = Field(
        [(kind("Ours", "Moving Fortress", models=1, weapons=(PISTOL, gun(rate=3, name="Cannon")), hp=3), 20, 20)],
        [(kind("Theirs", resolve=6), 20, 30)],
    ).token(0, "shoot")
    f.run(apply(f.table, 0, (2,), 1), [], which="Cannon")
    f.run(activation(f.table, 0), [6])
    assert hits(f) == [1]


@pytest.mark.rule("command:deadeye", "command:escape")
def test_what_follows_may_bring_an_escape():
    f = field((PISTOL, gun("Escape", name="Carbine")), theirs=1)
    f.run(activation(f.table, 0), [6], escape=f[0].form.shifted(0.0, -6.0))
    assert [e.how for e in f.events(Moved)] == ["escapes"]


@pytest.mark.rule("command:deadeye", "command:light-em-up", "command:aura")
def test_an_aura_that_follows_at_one_target_is_not_fired_at_the_next():
    aura = gun("Aura", name="Volley")
    f = Field(
        [(kind("Ours", "Light em up", models=1, weapons=(PISTOL, aura)), 20, 20)],
        [(kind("First", models=2, resolve=6), 20, 28), (kind("Second", models=2, resolve=6), 26, 28)],
    ).token(0, "shoot")
    f.run(activation(f.table, 0), [6], whom=1, follows="Volley", fire=1)
    assert [(e.target, e.hits) for e in f.events(VolleyFired)] == [(1, 3)]


# --- templates ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:explosive", "command:fissure", "command:interlinked")
def test_what_fissure_bores_stays_under_the_template():
    # three models under it, two hits each, on Resolve 3: two points. Each model removed is a die of 3+ on those under it.
    answer = odds("Explosive, Fissure, Interlinked", resolve=3, models=5, under=3)
    assert answer.slain.fraction(3) == Fraction(5, 6) * (Fraction(2, 3) + Fraction(1, 3) * Fraction(2, 3))
    assert answer.slain.fraction(2) == Fraction(5, 6) * Fraction(1, 9)
    f = field((gun("Explosive, Fissure, Interlinked", name="Gun"),), resolve=3)
    f.run(activation(f.table, 0), [6, 1, 6], where=(20.0, 30.0))  # the first die fails; the second slays the third
    assert f[1].size == 2


@pytest.mark.rule("command:mortar", "command:stealth", "command:piercing")
def test_stealth_throws_a_direct_hit_again_and_the_second_result_pierces():
    answer = odds("Mortar, Piercing", target="Stealth", resolve=6)
    assert hits_of(answer, 2, 1) == (Fraction(5, 6) * Fraction(1, 6), Fraction(5, 6) * Fraction(4, 6))
    f = field((gun("Mortar, Piercing", name="Gun"),), theirs=1, target="Stealth")
    f.run(activation(f.table, 0), [2, 6])
    assert hits(f) == [2]


@pytest.mark.rule("command:dispersion", "command:rending", "command:impale", "command:interlinked")
def test_a_teardrop_by_resolve_twice_and_half_again():
    # Resolve 4: four hits on each of two models, twice, and half as many again: one roll for all
    answer = odds("Dispersion, Rending, Impale, Interlinked", resolve=4, under=2, models=2, hp=9, target_moving=True)
    assert hits_of(answer, 24, 0) == (Fraction(5, 6), Fraction(1, 6))
    f = field(
        (gun("Dispersion, Rending, Impale, Interlinked", range=12, name="Gun"),),
        theirs=2,
        resolve=4,
        hp=9,
        far=6.0,
        moving=True,
    )
    f.run(activation(f.table, 0), [6])
    assert hits(f) == [24] and sum(f[1].wounds) == 18 - 6


@pytest.mark.rule("command:dispersion", "command:impale", "command:sunder")
def test_impale_counts_for_every_unit_under_a_teardrop_by_itself():
    f = Field(
        [(kind("Ours", models=1, weapons=(gun("Dispersion, Impale, Sunder", rate=2, range=12, name="Gun"),)), 20, 20)],
        [(kind("Theirs", models=1, resolve=6, hp=9), 20, 25), (kind("Others", models=1, resolve=6, hp=9), 20, 27)],
    ).token(0, "shoot")
    TokenFlipped(2, "run", "").on(f.table)
    f.run(activation(f.table, 0), [6, 6], whom=1)
    assert f[1].wounds == (7,) and f[2].wounds == (6,)  # two hits; two and one more


@pytest.mark.rule("command:explosive", "command:force", "command:sharpshooter")
def test_dice_by_force_count_all_models_and_come_on_those_under_the_template():
    # five dice of 6+ with +1, on two models: nothing on the other three
    answer = odds("Explosive, Force", "Sharpshooter", resolve=6, models=5, under=2)
    two = 1 - Fraction(2, 3) ** 5 - 5 * Fraction(1, 3) * Fraction(2, 3) ** 4
    assert answer.slain.fraction(2) == Fraction(5, 6) * two
    assert answer.slain.fraction(3) == 0


@pytest.mark.rule("command:explosive", "command:pike", "command:interlinked")
def test_a_pike_under_a_template_adds_one_result_to_the_count():
    # two models of 5 HP: four hits on Resolve 4 are a point; results 7, 6 and 5 are three, two and one more
    answer = law("Explosive, Pike, Interlinked", resolve=4, under=2, models=2, hp=5)
    assert [answer.fraction(n) for n in range(5)] == [
        Fraction(1, 6),
        Fraction(2, 6),
        Fraction(1, 6),
        Fraction(1, 6),
        Fraction(1, 6),
    ]
    f = field((gun("Explosive, Pike, Interlinked", name="Gun"),), theirs=2, resolve=4, hp=5)
    f.run(activation(f.table, 0), [6])
    assert sum(f[1].wounds) == 10 - 4


@pytest.mark.rule("command:bloodlust", "command:explosive", "command:rending", "command:barrage")
def test_a_second_shell_meets_the_resolve_that_the_first_has_raised():
    # Resolve 1: one die, doubled. The first hit slays and the Resolve is 2: one hit more is not enough.
    raised = odds("Explosive, Rending, Barrage", target="Bloodlust", resolve=1, models=3).slain
    assert (raised.fraction(1), raised.fraction(2)) == (Fraction(35, 36), 0)
    assert odds("Explosive, Rending, Barrage", resolve=1, models=3).slain.fraction(2) == Fraction(25, 36)
    f = field((gun("Explosive, Rending, Barrage", name="Gun"),), theirs=3, resolve=1, target="Bloodlust")
    f.table.change(1, form=f[1].form.moved(((14.0, 30.0), (20.0, 30.0), (26.0, 30.0))))
    f.run(activation(f.table, 0), [6, 6])
    assert f[1].size == 2


@pytest.mark.rule("command:unstoppable", "command:dispersion", "command:barrage")
def test_a_heavy_spray_after_an_unstoppable_step_hits_each_model_once():
    answer = odds("Dispersion, Barrage", "Unstoppable", type="Heavy", rate=3, resolve=6, moved=True, under=3)
    assert hits_of(answer, 3, 0) == (Fraction(2, 3), Fraction(1, 3))


@pytest.mark.rule("command:fissure", "command:hypercharge", "command:sharpshooter")
def test_fissure_and_hypercharge_each_throw_a_sharper_die():
    # the hit slays one; each die needs 5+ with +1
    answer = odds("Fissure, Hypercharge, Sunder", "Sharpshooter", resolve=5, models=5)
    assert [answer.slain.fraction(n) for n in (0, 1, 2, 3)] == [
        Fraction(1, 6),
        Fraction(5, 24),
        Fraction(5, 12),
        Fraction(5, 24),
    ]


@pytest.mark.rule("command:corrosive", "command:siege")
def test_scenery_falls_on_the_corroded_side_of_a_vehicle():
    # a hit on 4+ with +1; a collapse; the side of Armor 4 is 3 by then, and weaker than the rear
    with_acid = odds("Corrosive, Siege", armor=(5, 4, 4), hp=3, models=1, cover=4, facing="side")
    assert with_acid.damage.fraction(1) == Fraction(2, 3) * Fraction(1, 3) * Fraction(2, 3)
    assert (
        odds("Siege", armor=(5, 4, 4), hp=3, models=1, cover=4, facing="side").damage.fraction(1) == Fraction(2, 3) / 6
    )


@pytest.mark.rule("command:mechanized", "command:siege", "command:dispersion")
def test_a_machine_under_a_teardrop_gains_nothing_by_cover_but_its_cover_comes_down():
    f = Field(
        [(kind("Ours", models=1, weapons=(gun("Dispersion, Siege", range=12, name="Gun"),)), 20, 20)],
        [(kind("First", models=1, resolve=6), 20, 24), (kind("Second", "Mechanized", models=1, resolve=6), 20, 27)],
        pieces=[wood(20, 28, "6/5", 4.0)],
    ).token(0, "shoot")
    f.run(activation(f.table, 0), [1, 2, 4], whom=1)  # a 2 hits it as in the open
    assert [e.result for e in f.events(SceneryCrushed)] == ["quake"]


@pytest.mark.rule("command:flesh-eater", "command:hypercharge")
def test_a_flesh_eater_feeds_on_whoever_falls_beside_its_target():
    ours = kind("Ours", "Flesh Eater", models=2, weapons=(gun("Hypercharge", name="Coil"),), hp=3)
    f = Field(
        [(ours, 20, 20)],
        [(kind("Theirs", models=1, resolve=1), 20, 32), (kind("Others", models=1, resolve=1), 20, 33.5)],
    ).token(0, "shoot")
    Harmed(0, (1, 3)).on(f.table)
    f.run(activation(f.table, 0), [6, 6, 5, 5], whom=1)
    assert f[0].wounds == (3, 3)


@pytest.mark.rule("command:light-em-up")
def test_weapons_that_others_bear_too_stay_with_the_primary_target():
    from msgspec.structs import replace

    able = kind("One", "Light em up", models=1, weapons=(gun(name="Rifle"), gun(name="Pistol"))).models
    plain = kind("Two", models=1, weapons=(gun(name="Rifle"),)).models
    mixed = replace(kind("Ours"), models=(*able, *plain))
    f = Field([(mixed, 20, 20)], [(kind("First", models=2), 20, 28), (kind("Second", models=2), 26, 28)]).token(
        0, "shoot"
    )
    f.run(activation(f.table, 0), [1, 1, 1], Pistol=2, whom=1)
    assert [(e.target, e.arms) for e in f.events(VolleyFired)] == [(1, (("Rifle", 2),)), (2, (("Pistol", 1),))]
    assert not [q for q, _ in f.asked if "its Rifle" in q]


# --- pairs of dice ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:inescapable", "command:cascade")
def test_every_repeat_of_an_inescapable_attack_converts_its_own_dice():
    # two dice: at least one success at 2+, 3+, 4+, 5+, 6+
    steps = [1 - Fraction(n, 6) ** 2 for n in (1, 2, 3, 4, 5)]
    answer, so_far = odds("Inescapable, Cascade", rate=2, resolve=6), Fraction(1)
    for n, step in enumerate(steps):
        assert hits_of(answer, 2 * n)[0] == so_far * (1 - step)
        so_far *= step
    assert hits_of(answer, 10)[0] == so_far


@pytest.mark.rule("command:cleaving", "command:corrosive")
def test_acid_weakens_the_test_that_follows_the_attack_and_not_the_attack():
    by = kind("Two", "", 1, (gun("Cleaving", rate=3, name="Axe"), gun("Corrosive", name="Acid")))
    answer = ask(by, kind(resolve=4, models=9))
    assert answer.damage.fraction(1) == Fraction(5, 6) ** 4
    # the acid hits: Resolve 3, lost on 4+; it misses and an axe hits: lost on 5+
    assert answer.other["disrupted"] == Fraction(5, 6) * Fraction(1, 2) + Fraction(1, 6) * (
        1 - Fraction(1, 216)
    ) * Fraction(1, 3)


@pytest.mark.rule("command:blast", "command:sharpshooter", "command:cascade")
def test_repeats_do_not_blunt_what_a_sharpshooter_adds_to_a_blast():
    # D3 dice a success, each a point on 5+: none of them is with
    none = (Fraction(2, 3) + Fraction(4, 9) + Fraction(8, 27)) / 3
    chance, so_far = Fraction(0), Fraction(1)
    for n, needs in enumerate((5, 4, 3, 2, 1)):
        chance += so_far * (1 - Fraction(needs, 6)) * none**n
        so_far *= Fraction(needs, 6)
    chance += so_far * none**5
    assert law("Blast, Cascade", "Sharpshooter", resolve=6, models=30).fraction(0) == chance


@pytest.mark.rule("command:interlinked", "command:piercing", "command:impale")
def test_interlinked_and_piercing_hits_are_what_impale_halves():
    answer = odds("Interlinked, Piercing, Impale", resolve=6, target_moving=True)
    assert hits_of(answer, 0, 3, 4) == (Fraction(1, 6), Fraction(4, 6), Fraction(1, 6))


@pytest.mark.rule("command:sunder", "command:cleaving", "command:pike")
def test_sunder_makes_a_point_of_the_hit_and_pike_of_what_is_above():
    assert lost(thrown([6, 1], "Sunder, Cleaving, Pike", resolve=3, hp=9, models=1), 9) == 1 + 4


@pytest.mark.rule("command:force", "command:bloodlust")
def test_each_die_by_force_meets_the_resolve_that_the_last_has_raised():
    # the hit slays one of three (Resolve 1, now 2): two dice; the first slays on a 2, the second needs 3
    assert lost(thrown([6, 2, 2, 6], "Force", target="Bloodlust", resolve=1, models=3)) == 2
    assert law("Force", target="Bloodlust", resolve=1, models=3).fraction(3) == Fraction(5, 6) * Fraction(
        5, 6
    ) * Fraction(4, 6)


@pytest.mark.rule("command:grasping", "command:inescapable")
def test_graspers_who_cannot_be_escaped_have_no_failures_but_in_the_last_attempt():
    answer = odds("Grasping, Inescapable", type="Melee", rate=2, melee=True, av=4, resolve=6)
    steps = [1 - Fraction(n, 6) ** 2 for n in (2, 3, 4, 5)]
    assert hits_of(answer, 0, 8) == (1 - steps[0], steps[0] * steps[1] * steps[2] * steps[3])


@pytest.mark.rule("command:limited", "command:barrage", "command:cascade")
def test_one_use_is_two_dice_in_every_repeat():
    assert thrown([6, 6, 6, 1, 1, 1, 1], "Limited, Barrage, Cascade", rate=3, uses=1, resolve=6).hits == 3
