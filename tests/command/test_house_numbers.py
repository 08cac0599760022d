"""House rules with other numbers than the rules that ship: a number stands in its rule and nowhere else."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from grognard.common.rules import all_of
from grognard.kernel.faces import Test, reading
from grognard.systems.command import field
from grognard.systems.command.attack import recoil
from grognard.systems.command.events import CORRODED, RECKLESS, Searched, UsesSpent, VolleyFired, WeaponOut
from grognard.systems.command.examples import ask, gun, kind
from grognard.systems.command.harm import feed, recovery
from grognard.systems.command.hidden import found, reveal_test
from grognard.systems.command.melee import recklessness
from grognard.systems.command.moments import CommandRule
from grognard.systems.command.rules import Mechanized
from grognard.systems.command.shared_tokens import partners
from grognard.systems.command.slots import Chart, Crushing
from grognard.systems.command.target import target_of
from grognard.systems.command.turn import activation
from grognard.table.events import Harmed

from .playing import Field, hide, wood

RIFLES = (gun(name="Rifle"),)


class House(CommandRule, frozen=True):
    """A rule of our club."""

    spellings = ("House",)
    on = ("weapon", "unit", "model")


def having(thing, rule):
    """The unit or the weapon with a house rule."""
    bearer = replace(thing, rules=(*thing.rules, rule()))
    if not hasattr(thing, "models"):
        return bearer
    return replace(bearer, models=tuple(having(model, rule) for model in thing.models))


def field_of(ours, *theirs, far=10.0, pieces=()):
    """Our unit at (20, 20), and theirs so far before it in a row."""
    return Field([(ours, 20, 20)], [(one, 20 + 8 * i, 20 + far) for i, one in enumerate(theirs)], pieces)


def armed(rule, **stats):
    """One model with one gun of a house rule."""
    return kind("Ours", models=1, weapons=(having(gun(name="Gun", **stats), rule),))


def chance(rule, damage, melee=False, rate=1, resolve=1, **target):
    """The chance of so many Points of Damage by one weapon of a house rule, under a Shoot token."""
    arm = gun(rate=rate, name="Gun", type="Melee" if melee else "Standard")
    by = kind("Ours", models=1, weapons=(having(arm, rule),), av=5)
    return ask(by, kind(resolve=resolve, **target), melee=melee).damage.fraction(damage)


# --- what a unit is, and does -------------------------------------------------------------------------------------------


def test_a_unit_targeted_moves_a_third_slower():
    class Mud(House, frozen=True):
        def slows(self):
            return Fraction(2, 3)

    f = field_of(armed(Mud), kind("Theirs", models=1, resolve=6, move=5)).token(0, "shoot")
    f.run(activation(f.table, 0), [1])
    assert field.move_of(f[1]) == 4  # two thirds of 5, rounded up


def test_of_two_rules_that_slow_the_slower_counts():
    class Mud(House, frozen=True):
        def slows(self):
            return Fraction(2, 3)

    both = having(gun("Slowing", name="Gun"), Mud)
    f = field_of(kind("Ours", models=1, weapons=(both,)), kind("Theirs", models=1, resolve=6)).token(0, "shoot")
    f.run(activation(f.table, 0), [1])
    assert field.move_of(f[1]) == 3 and f[1].count("slowed") == 1


def test_damage_heals_on_another_number():
    class Leech(House, frozen=True):
        def feeds(self):
            return 3

    f = field_of(having(kind("Ours", models=2, hp=2), Leech), kind("Theirs"))
    Harmed(0, (1, 1)).on(f.table)
    f.run(feed(f.table, 0, 2), [3, 2])
    assert f[0].wounds == (2, 1)


def test_a_hidden_unit_is_found_on_other_numbers():
    class Burrow(House, frozen=True):
        def arrives_hidden(self, hiding):
            hiding.hide(2, 3, self, "in a burrow")

    moles = having(kind("Moles", models=3), Burrow)
    assert reading(reveal_test(moles.models, 0)).law.fraction(True) == Fraction(1, 3)
    assert reading(reveal_test(moles.models, 1)).law.fraction(True) == Fraction(5, 6)
    f = field_of(kind("Ours"), moles)
    hide(f, 1, 20.0, 40.0)
    assert not f.run(found(f.table, 1, 0), [6])  # 6 less 3 for its first marker
    assert f.events(Searched)[0].by == ("command:house",)


def test_a_token_is_shared_over_another_distance():
    class Signals(House, frozen=True):
        def shares_token(self, members):
            return 12.0 if all_of(members, Mechanized) else 0.0

    walkers = kind("Walkers", "Mechanized", models=1)
    leader = having(kind("Leader", models=1), Signals)
    near, far = [Field([(leader, 20, 20), (walkers, 20 + x, 20)], [(kind(), 20, 40)]) for x in (11.0, 14.0)]
    assert partners(near.table, 0, "shoot") == ((1,), ("command:house",))
    assert partners(far.table, 0, "shoot") == ((), ())


def test_a_unit_grows_by_another_number_to_another_bound():
    class Rage(House, frozen=True):
        def grows(self, lost, value):
            return max(value, min(8, value + 2 * lost))

    target = target_of(having(kind(models=4, move=3, resolve=6), Rage).models)
    assert [target.move(left) for left in ((1, 1, 1, 1), (1, 1, 1, 0), (1, 0, 0, 0))] == [3, 5, 8]
    assert target.resolve((1, 1, 0, 0)) == 8


def test_recklessness_costs_another_number():
    class Wild(House, frozen=True):
        def recklessness(self):
            return 2

        def permits(self, permit, shot):
            if shot.how.reckless:
                permit.melee(self, "strikes with all it has")

    unit = having(kind("Ours", models=2, resolve=5, weapons=RIFLES), Wild)
    f = field_of(unit, kind("Theirs"), far=1.0)
    f.run(recklessness(f.table, 0, 1, True), [], recklessly=True)
    assert f[0].has(RECKLESS) and field.target(f[0]).resolve(f[0].wounds) == 3
    answer = ask(unit, kind(resolve=1), melee=True, reckless=True)
    assert next(s.needs for s in answer.steps if s.name == "backlash") == "3"


def test_a_weapon_attacks_one_further_unit():
    class Twofold(House, frozen=True):
        def strikes_besides(self):
            return 1

    f = field_of(armed(Twofold), *[kind(name, models=1, resolve=6) for name in ("First", "Second", "Third")])
    f.token(0, "shoot").run(activation(f.table, 0), [1, 1], whom=1, attack=True)
    assert [e.target for e in f.events(VolleyFired)] == [1, 2]


def test_fire_is_split_between_two_units_at_most():
    class Twofold(House, frozen=True):
        def splits_fire(self):
            return 2

    arms = tuple(gun(name=name) for name in ("Rifle", "Pistol", "Sling"))
    ours = having(kind("Ours", models=1, weapons=arms), Twofold)
    f = field_of(ours, *[kind(name, models=1, resolve=6) for name in ("First", "Second", "Third")]).token(0, "shoot")
    f.run(activation(f.table, 0), [1, 1, 1], Pistol=3, whom=1)
    assert [at for question, at in f.asked if "its Sling" in question] == [[1, 3]]
    assert [(e.target, len(e.arms)) for e in f.events(VolleyFired)] == [(1, 2), (3, 1)]


def test_half_of_its_own_failures_count():
    class Padded(House, frozen=True):
        def bears_its_failures(self, failed):
            return failed // 2

    own = target_of(having(kind(models=4, resolve=2), Padded).models)
    assert [recoil(failed, own, own.full) for failed in (3, 4, 8)] == [0, 1, 2]


def test_cover_is_paid_for_at_half_price_and_the_thickest_not_at_all():
    class Nimble(House, frozen=True):
        def pays_for_cover(self, name, cover):
            return cover // 2 if name == "overrun" and cover < 6 else None

    ours = having(kind("Ours", models=1), Nimble)
    for cover, ways in (("5/4", [True, False]), ("6/4", [False, False])):
        f = field_of(ours, kind("Theirs"), far=20.0, pieces=[wood(20, 26, cover, 4.0)])
        moves = field.PaidMoves(f.table, 0, 12.0, "overrun")
        assert [f[0].form.shifted(0.0, y) in moves for y in (10.0, 10.25)] == ways  # 12 less 2
        assert field.pays(f[0].members, "overrun") and not field.pays(f[0].members, "run")


def test_a_recovery_test_is_one_easier():
    class Tough(House, frozen=True):
        def recovers(self, recovery):
            recovery.add(1, self, "one easier")

    f = field_of(having(kind("Ours", models=1, hp=2, resolve=3), Tough), kind("Theirs"))
    Harmed(0, (1,)).on(f.table)
    f.run(recovery(f.table, 0), [4])
    assert f[0].wounds == (2,) and f.log[-1].by == ("command:house",)


def test_a_point_puts_two_weapons_out_of_use():
    class Brittle(House, frozen=True):
        def instead_of_incapacitated(self, injury):
            injury.lose_weapons(2, self, "two weapons a point")

    arms = tuple(gun(name=name) for name in ("Rifle", "Pistol", "Sling"))
    theirs = having(kind("Theirs", models=1, weapons=arms, resolve=1, hp=3), Brittle)
    f = field_of(kind("Ours", models=1, weapons=RIFLES), theirs).token(0, "shoot")
    f.run(activation(f.table, 0), [6])
    assert [e.weapon for e in f.events(WeaponOut)] == ["Sling", "Pistol"] and field.able(f[1]) == (0,)


# --- what a weapon does -------------------------------------------------------------------------------------------------


def test_a_hit_takes_two_from_resolve():
    class Acid(House, frozen=True):
        def afterwards(self, after, shot):
            after.corrode(2, 2, self, "a hit takes 2 from Resolve")

    assert ask(armed(Acid), kind(resolve=5)).other["disrupted"] == Fraction(5, 12)  # a hit (5/6), and no 3 or less
    f = field_of(armed(Acid), kind("Theirs", models=2, resolve=5)).token(0, "shoot")
    f.run(activation(f.table, 0), [6])
    assert field.target(f[1]).resolve(f[1].wounds) == 3
    assert "Theirs: corroded, Resolve is 2 less, 2 at least, until the end of the turn" in f.told()


def test_the_worse_corrosion_replaces_the_lesser():
    class Acid(House, frozen=True):
        def afterwards(self, after, shot):
            after.corrode(2, 2, self, "a hit takes 2 from Resolve")

    arms = (gun("Corrosive", name="Spray"),), (having(gun(name="Gun"), Acid),)
    f = Field(
        [(kind("First", models=1, weapons=arms[0]), 20, 20), (kind("Second", models=1, weapons=arms[1]), 24, 20)],
        [(kind("Theirs", models=2, resolve=6), 20, 30)],
    )
    for unit, resolve in ((0, 5), (1, 4), (0, 4)):
        f.token(unit, "shoot").run(activation(f.table, unit), [6])
        assert field.target(f[2]).resolve(f[2].wounds) == resolve
    assert f[2].count(CORRODED) == 2


def test_a_hit_lets_its_unit_move_twice_as_far():
    class Slip(House, frozen=True):
        def afterwards(self, after, shot):
            after.escape(2, self, "after a hit two moves")

    f = field_of(armed(Slip), kind("Theirs", models=2, resolve=6)).token(0, "shoot")
    away = f[0].form.shifted(0.0, -12.0)
    f.run(activation(f.table, 0), [6], escape=away)
    assert f[0].form.positions == away.positions and f.log[-1].by == ("command:house",)


def test_a_success_is_three_hits():
    class Triple(House, frozen=True):
        def hits(self, gain, shot):
            gain.worth(3, self, "each success is 3 hits")

    assert chance(Triple, 1, resolve=3) == Fraction(5, 6)


def test_a_high_result_is_two_further_hits():
    class Lance(House, frozen=True):
        def hits(self, gain, shot):
            gain.extra(6, 2, self, "a result of 6 or more is two further hits")

    assert chance(Lance, 1, resolve=3) == Fraction(2, 6)  # a natural 5 or 6 with the +1 of the token


def test_two_successes_make_all_dice_hit():
    class Chain(House, frozen=True):
        def hits(self, gain, shot):
            gain.convert(2, self, "two successes make all dice hit")

    # three dice of 2+: with two or three successes all three hit
    assert chance(Chain, 1, rate=3, resolve=3) == Fraction(5, 6) ** 3 + 3 * Fraction(5, 6) ** 2 * Fraction(1, 6)


def test_each_hit_is_two_points():
    class Maul(House, frozen=True):
        def damages(self, harm, shot):
            harm.outright(2, self, "each hit is 2 points")

    assert chance(Maul, 2, resolve=6) == Fraction(5, 6)


def test_a_repeat_is_two_harder():
    class Waning(House, frozen=True):
        def hits(self, gain, shot):
            gain.repeat(2, self, "again with -2")

    assert chance(Waning, 3) == Fraction(5, 6) * Fraction(3, 6) * Fraction(
        1, 6
    )  # dice of 2+, 4+ and 6+, then none can hit


def test_one_more_hit_for_three():
    class Shrapnel(House, frozen=True):
        def hits(self, gain, shot):
            gain.one_more_for(3, self, "one more hit for three")

    assert chance(Shrapnel, 1, rate=3, resolve=4) == Fraction(5, 6) ** 3
    assert chance(Shrapnel, 1, rate=2, resolve=3) == 0


def test_a_model_slain_brings_two_dice_for_each_beside_it():
    class Burst(House, frozen=True):
        def removes(self, removal, shot):
            removal.burst(2, self, "two dice for each beside it")

    # a hit slays one; two dice of 2+ are for the other
    assert chance(Burst, 2, models=2) == Fraction(5, 6) * (1 - Fraction(1, 6) ** 2)


def test_a_model_slain_brings_dice_by_the_models_left():
    class Quake(House, frozen=True):
        def removes(self, removal, shot):
            removal.bore("force", self, "dice by the models left")

    assert chance(Quake, 3, models=3) == Fraction(5, 6) ** 3


def test_a_house_rule_may_spend_uses():
    class Rare(House, frozen=True):
        def rate(self, rate, shot):
            rate.spend(shot.uses, self, "each die is a use", shot.rolled)

    f = field_of(armed(Rare, rate=3), kind("Theirs", resolve=6)).token(0, "shoot")
    f.run(activation(f.table, 0), [1, 1], uses=2)
    assert [(e.uses, e.by) for e in f.events(UsesSpent)] == [(2, ("command:house",))]
    assert f[0].members[0].weapons[0].stats.RoF.plus == 1


def test_scenery_is_crushed_by_another_chart():
    chart = Chart(Test("Blasting", 6, (Crushing.QUAKE,) * 3 + (Crushing.COLLAPSE,) * 3), step=2, least=4, rubble=5)

    class Blasting(House, frozen=True):
        def afterwards(self, after, shot):
            after.crush(chart, self, "blasts the scenery")

    # a hit through cover of 4 (4/6 with the token), a collapse (1/2), a die of 4 or more
    by = armed(Blasting)
    assert ask(by, kind(models=1, resolve=4), cover=4).damage.fraction(1) == Fraction(2, 3) / 4
    for face, cover in ((1, 4), (6, 5)):
        f = field_of(by, kind("Theirs", models=1, resolve=6), pieces=[wood(20, 30, "6/5")]).token(0, "shoot")
        f.run(activation(f.table, 0), [6, face, *[1] * (face == 6)])
        assert field.grade(f.table.ground.pieces[0])[0] == cover
