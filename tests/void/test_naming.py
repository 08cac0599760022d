"""What owners name before dice are rolled: weapons for blows, whom a blow meets, who of those equally near is hit first."""

from __future__ import annotations

import pytest

from grognard.common.profiles import Weapon, interned
from grognard.systems.void.examples import model, trooper, unit
from grognard.systems.void.melee.fight import fight
from grognard.systems.void.melee.named_blows import Named
from grognard.systems.void.profiles import WeaponStats
from grognard.systems.void.rules import Guard, MultipleAttacks, StompAttack
from grognard.systems.void.turn import activation
from grognard.table.events import Harmed, Locked

from .field import Field, at
from .test_programs import best

BLADE = ("Combat Blade",)
CLAWS = interned(Weapon("claws", WeaponStats(hit=-2, dam=0, by_strength=True)))
TOUCH = 0.984375


def locked(ours, theirs):
    f = Field([ours], [theirs])
    Locked(0, 1).on(f.table)
    return f


@pytest.mark.asks("what does … strike with?", of=0)
@pytest.mark.rule("void:stomp-attack")
def test_a_model_with_claws_may_stomp_instead_but_not_besides():
    beast = unit(model("line trooper", StompAttack(), arms=(CLAWS,)), name="beast")
    f = locked(at(beast, 10, 10), at(trooper(arms=()), 10, 10 + TOUCH))
    f.run(fight(f.table, 0), [6, 6], strike_with=lambda ways: ways[1])  # the claws would need 8
    assert not f[1].alive
    assert [w[0][0].name for w in f.question("strike with")] == ["claws", "Stomp"]
    g = locked(at(beast, 10, 10), at(trooper(arms=()), 10, 10 + TOUCH))
    g.run(fight(g.table, 0), [6])  # one blow with the claws, by default: missed
    assert g[1].alive
    assert [r for r in g.told() if "strikes at" in r] == ["beast strikes at line trooper (1 x claws)"]


def test_a_greedy_player_strikes_with_what_does_most():
    beast = unit(model("line trooper", StompAttack(), arms=(CLAWS,)), name="beast")
    f = locked(at(beast, 10, 10), at(trooper(arms=()), 10, 10 + TOUCH))
    f.run(fight(f.table, 0), [1], strike_with=lambda ways: ways[1])
    ask = next(a for a in f.asked if "strike with" in a.question)
    assert best(f, ask.about, ask.options) == ask.options[1]


PAIR = unit(model("line trooper", arms=()), model("sergeant", arms=(), role="leader"), name="pair")


def test_the_striker_names_whom_of_those_in_contact_he_strikes_first():
    def between():
        return locked(at(trooper(arms=BLADE), 10.49609375, 10), at(PAIR, 10, 10.8515625, 0.9921875))

    f = between()
    f.run(fight(f.table, 0), [7, 6], strike_first=1)  # AS 5 of the sergeant: 7+
    assert [m.name for m in f[1].members] == ["line trooper"]
    assert [a.player for a in f.asked if "strike first" in a.question] == [0]
    g = between()
    g.run(fight(g.table, 0), [6, 6])  # by default the first in the unit
    assert [m.name for m in g[1].members] == ["sergeant"]
    assert best(between(), ("strike first", 0, 1, 0), (0, 1)) == 1  # the sergeant is worth more


def test_nobody_names_anything_where_all_are_alike():
    f = locked(at(trooper(arms=BLADE), 10.49609375, 10), at(trooper(n=2, arms=()), 10, 10.8515625, 0.9921875))
    f.run(fight(f.table, 0), [1])
    assert not f.asked


def test_of_models_equally_near_the_owner_says_who_is_hit_first():
    def even():
        return Field([at(trooper(), 10.75, 10)], [at(PAIR, 10, 18)])

    f = even()
    f.run(activation(f.table, 0), [6, 6, 10], what_does="stay", hit_first=1)  # last man: the 10 stands
    assert [m.name for m in f[1].members] == ["line trooper"]
    assert [a.player for a in f.asked if "hit first" in a.question] == [1]
    g = even()
    g.run(activation(g.table, 0), [6, 6, 10], what_does="stay")
    assert [m.name for m in g[1].members] == ["sergeant"]
    assert best(even(), ("hit first", 0, 1), (0, 1)) == 0  # he would rather lose the trooper


def test_the_nearer_one_is_hit_whoever_would_rather_not():
    f = Field([at(trooper(), 10.5, 10)], [at(PAIR, 10, 18)])
    f.run(activation(f.table, 0), [6, 6, 10], what_does="stay")
    assert not any("hit first" in a.question for a in f.asked) and [m.name for m in f[1].members] == ["sergeant"]


@pytest.mark.rule("void:guard")
def test_a_guard_out_of_contact_still_takes_the_blow_meant_for_his_charge():
    guarded = unit(model("hero", W=1, arms=()), model("line trooper", Guard("hero"), arms=()), name="guarded")
    f = locked(at(trooper(arms=BLADE), 10, 10), at(guarded, 10, 10 + TOUCH))
    f.run(fight(f.table, 0), [6, 6])  # AS 4 and T 4 of the guard, who stands beside the hero
    assert [m.name for m in f[1].members] == ["hero"]


@pytest.mark.rule("void:guard")
def test_two_blows_fell_the_guard_first_and_then_the_hero():
    guarded = unit(model("hero", W=1, arms=()), model("line trooper", Guard("hero"), arms=()), name="guarded")
    f = locked(at(trooper(MultipleAttacks(2), arms=BLADE), 10, 10), at(guarded, 10, 10 + TOUCH))
    f.run(fight(f.table, 0), [6, 6, 8, 7])  # then AS 6: 8+, and T 5: 7+
    assert not f[1].alive


def test_who_was_named_to_be_struck_first_is_the_same_man_when_others_fall_and_may_fall_himself():
    three = unit(model("line trooper", W=1), model("sergeant", W=1), model("hero", W=1), name="three")
    f = locked(at(trooper(arms=()), 10, 10), at(three, 10, 10 + TOUCH))
    named = Named()
    named.first[0, f[0].form.positions[0], 1] = f[1].form.positions[2]
    named.shares[1, f[1].form.positions[2]] = {0: 2}
    assert named.order(f[0], 0, f[1], (0, 1, 2)) == (2, 0, 1)
    Harmed(1, (0, 1, 1), 0).on(f.table)  # the first of three has fallen: the hero is the second now
    assert [m.name for m in f[1].members] == ["sergeant", "hero"]
    assert named.order(f[0], 0, f[1], (0, 1)) == (1, 0)
    assert (named.share(f[1], 0, 0), named.share(f[1], 1, 0)) == (-1, 2)
    Harmed(1, (1, 0), 0).on(f.table)
    assert named.order(f[0], 0, f[1], (0,)) == (0,)


@pytest.mark.rule("void:multiple-attacks")
@pytest.mark.rule("void:rampage")
def test_in_a_fight_of_others_nobody_divides_blows_at_whom_he_fights_besides():
    """A rampaging beast fights its own side too: so two foes of the enemy are foes of each other."""
    beast = trooper(MultipleAttacks(2), arms=BLADE)
    f = Field(
        [
            at(trooper(arms=BLADE), 10, 10 + TOUCH),
            at(trooper(arms=BLADE), 10 + TOUCH, 10),
            at(trooper(n=2, arms=BLADE), 9.50390625, 9.1484375, 0.9921875),  # two of them touch it
        ],
        [at(beast, 10, 10)],
    )
    for pair in ((0, 1), (0, 3), (1, 3), (2, 3)):
        Locked(*pair).on(f.table)
    f.run(fight(f.table, 0), [1])  # his one blow; the beast strikes where it touches most
    assert not f.asked and "Player 2's line trooper strikes no blow" in f.told()
    g = Field([at(trooper(arms=BLADE), 10, 10 + TOUCH), at(trooper(arms=BLADE), 10, 10 - TOUCH)], [at(beast, 10, 10)])
    for pair in ((0, 1), (0, 2), (1, 2)):
        Locked(*pair).on(g.table)
    g.run(fight(g.table, 2), [1, 1, 1, 1], divide=lambda options: options[0])
    assert g.question("divide"), "in its own fight it may"
