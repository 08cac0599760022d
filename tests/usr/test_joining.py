"""Characters who join with a state of their own, and units that had one before: neither is shared."""

from __future__ import annotations

import pytest

from grognard.systems.usr import characters, condition
from grognard.systems.usr.combat import charge as charging
from grognard.systems.usr.examples import model, unit, weapon
from grognard.systems.usr.line_of_sight import sight
from grognard.systems.usr.shooting import eligibility, firing_choices, shooting
from grognard.table.events import Harmed, Left
from grognard.table.state import Effect
from tests.invariants import faults
from tests.usr.field import act, field, named

rule = pytest.mark.rule
CARBINE = weapon("Carbine", type="Assault 1", S=4, range=24)
CANNON = weapon("Cannon", type="Heavy 1", S=4, range=24)
TURN = ("turn ends", 0, 1)


def joined(on_hero=(), on_men=(), gun=CARBINE, hero_rules=("Jink",), men_rules=()):
    """A hero has joined two men; effects of (word, value) lay on him and on them before, to the end of this turn."""
    hero = unit(model("Independent Character", *hero_rules, name="Hero", weapons=[gun]), name="Hero")
    men = unit(model(*men_rules, name="Man", weapons=[gun]), name="Men", count=2)
    foe = unit(model("Fearless", name="Foe"), name="Foe", count=2)
    t = field((men, 0, 10, 10), (hero, 0, 14, 10), (foe, 1, 10, 20), step="joining")
    for name, laid in (("Hero", on_hero), ("Men", on_men)):
        u = named(t, name)
        t.change(u, effects=tuple(Effect(what, u, TURN, value) for what, value in laid))
    t.count()
    act(t, characters.join_one(t, 0))
    return t


def fires(t, among=None):
    """Who fires how of the unit: "full", "snap" or "" for each model."""
    u, v = t[named(t, "Men")], t[named(t, "Foe")]
    how = condition.circumstances(t, u, v, snap=condition.snaps(u))
    armed, groups = firing_choices.menu(t, u, v, how, sight(t, u, v))
    found = [""] * u.size
    for a, models in zip(armed, groups, strict=True):
        for i in models:
            found[i] = "snap" if a.choices[0][0].how.snap else "full"
    return found


ADVANCED, MOVED = (condition.MOVED, "advanced"), (condition.MOVED, "moved")


@rule("usr:independent-character", "usr:jink", "usr:infiltrate")
@pytest.mark.parametrize(
    ("state", "hero", "charge"),
    [
        (ADVANCED, "", False),
        (MOVED, "full", True),
        ((condition.UNSTEADY, condition.JINKED), "snap", True),
        ((condition.UNSTEADY, None), "snap", True),
        ((condition.RALLIED, None), "snap", False),
        ((condition.INFILTRATED, None), "full", False),
        ((condition.GROUNDED, None), "snap", False),
        ((condition.SPENT, None), "full", False),
    ],
)
def test_he_keeps_what_is_his_and_the_unit_has_none_of_it(state, hero, charge):
    t = joined(on_hero=(state,))
    men = t[named(t, "Men")]
    assert men.size == 3 and fires(t) == ["full", "full", hero]
    assert named(t, "Men") in eligibility.can_shoot(t, 0), "the others shoot"
    t.change(men.id, effects=men.effects)
    assert (men.id in charging.can_charge(t, 0)) is charge, "they cannot charge without him"


@rule("usr:independent-character", "usr:jink", "usr:infiltrate")
@pytest.mark.parametrize(
    ("state", "man", "charge"),
    [
        (ADVANCED, "", False),
        (MOVED, "full", True),
        ((condition.UNSTEADY, None), "snap", True),
        ((condition.UNSTEADY, condition.JINKED), "snap", True),
        ((condition.RALLIED, None), "snap", False),
        ((condition.INFILTRATED, None), "full", False),
        ((condition.GROUNDED, None), "snap", False),
    ],
)
def test_he_takes_nothing_that_was_the_units(state, man, charge):
    t = joined(on_men=(state,), men_rules=("Jink",))
    men = t[named(t, "Men")]
    assert fires(t) == [man, man, "full"]
    assert eligibility.can_shoot(t, 0) == [men.id], "he does at least"
    assert list(eligibility.Targets(t, men.id)) == [named(t, "Foe"), firing_choices.HOLD]
    assert (men.id in charging.can_charge(t, 0)) is charge, "he cannot charge without them"


@rule("usr:independent-character")
def test_who_has_moved_fires_his_heavy_weapon_in_haste():
    assert fires(joined(on_hero=(MOVED,), gun=CANNON)) == ["full", "full", "snap"]
    assert fires(joined(on_men=(MOVED,), gun=CANNON)) == ["snap", "snap", "full"]
    assert fires(joined(on_hero=(MOVED,), on_men=(MOVED,), gun=CANNON)) == ["snap"] * 3


@rule("usr:independent-character")
def test_what_befalls_them_together_they_share():
    t = joined(on_hero=(MOVED,))
    men, hero = named(t, "Men"), named(t, "Hero")
    t.change(men, effects=(*t[men].effects, Effect(condition.UNSTEADY, men, ("turn ends", 0, 2))))
    assert fires(t) == ["snap"] * 3
    Left(hero).on(t)
    assert condition.snaps(t[men]) and condition.snaps(t[hero]) and faults(t) == []


@rule("usr:independent-character")
def test_who_has_advanced_with_everybody_shoots_no_more_than_they_do():
    t = joined(on_hero=(ADVANCED,), on_men=(ADVANCED,))
    assert fires(t) == [""] * 3 and eligibility.can_shoot(t, 0) == []


@rule("usr:jink")
def test_of_a_unit_that_jinks_only_those_with_the_rule_are_unsteady():
    rider, walker = model("Jink", name="Rider", weapons=[CARBINE]), model(name="Walker", weapons=[CARBINE])
    mixed, foe = unit(rider, walker, name="Men"), unit(model("Fearless", name="Foe", weapons=[CARBINE]), name="Foe")
    t = field((mixed, 0, 10, 10), (foe, 1, 10, 20), player=1)
    act(t, shooting.fire(t, 1, 0), [1], {"jink": "yes"})
    assert fires(t) == ["snap", "full"]


@rule("usr:jink", "usr:independent-character")
def test_a_character_who_leaves_after_a_jink_that_was_not_his_fires_at_full_skill():
    t = joined(hero_rules=(), men_rules=("Jink",))
    men, hero = named(t, "Men"), named(t, "Hero")
    t.change(men, effects=(*t[men].effects, Effect(condition.UNSTEADY, men, ("turn ends", 0, 2), condition.JINKED)))
    assert fires(t) == ["snap", "snap", "full"]
    Left(hero).on(t)
    assert condition.snaps(t[men]) and not condition.snaps(t[hero])


@rule("usr:independent-character")
@pytest.mark.asks("which unit does … join?", of=0)
def test_between_two_units_his_player_says_which_he_joins():
    hero = unit(model("Independent Character", name="Hero"), name="Hero")
    ours, others = unit(model(name="Man"), name="Men", count=2), unit(model(name="Mate"), name="Mates", count=2)
    t = field((ours, 0, 10, 10), (hero, 0, 12, 11), (others, 0, 10, 12), step="joining")
    done = act(t, characters.join_one(t, 0), [], {"which unit": named(t, "Mates")})
    assert done.asked["which unit does Hero join?"] == [named(t, "Men"), named(t, "Mates")]
    assert t[named(t, "Mates")].size == 3 and faults(t) == []


def test_a_character_who_falls_with_his_unit_keeps_nothing_that_lay_on_him():
    t = joined(on_hero=[("unsteady", None)])
    Harmed(named(t, "Men"), (0, 0, 0)).on(t)
    fallen = t[named(t, "Hero")]
    assert fallen.place == "dead" and fallen.effects == () and faults(t) == []
