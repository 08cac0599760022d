"""Templates placed on the first model of a target, which scatter as they do on the table: exact, and worked out by hand.

A base of 25 mm has a radius of 0.492 inches: a 3 inch template touches it when its centre is less than 1.992 inches away.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

import grognard
from grognard.common.odds.placed import placed
from grognard.systems.command import examples as command
from grognard.systems.dropzone import examples as dropzone
from grognard.systems.usr import examples as usr
from grognard.systems.void import examples as void
from tests.cli.run import as_json

F = Fraction
BLAST = {"type": "Heavy 1", "S": 4, "AP": 2}


def scattered(ours, theirs, **said):
    return grognard.odds(ours, theirs, scatter=True, **said)


def reasons(found, name):
    return [b.says for s in found.steps for b in s.because if b.rule == name]


def test_the_target_stands_in_ranks_of_five_and_the_attacker_straight_ahead():
    models = [usr.model()] * 7
    target = placed(models, 12.0)
    first, second = target.form.positions[:2]
    assert second[1] == first[1] and second[0] - first[0] == pytest.approx(0.984 + 0.75, abs=0.01)
    assert {y for _, y in target.form.positions[:5]} == {first[1]} and target.form.positions[5][1] < first[1]
    assert target.towards_attacker(first, 3.0) == (first[0], first[1] + 3.0)
    assert target.under(first, 1.5, (0, 1, 2)) == (0, 1), "the one beside is touched, the next is not"
    assert target.under(first, 1.5, (1, 2)) == (1,), "who has fallen lies under nothing"


# --- usr ----------------------------------------------------------------------------------------------------------------


def marker(*rules, **stats):
    return usr.unit(usr.model(weapons=[usr.weapon("Mortar", "Blast", *rules, **{**BLAST, **stats})]))


def test_a_marker_on_one_model():
    """A hit on 2 of 6; else 2D6 less 4 must not exceed 1 inch: 5 and less, 10 of 36. Then 4+ to wound."""
    found = scattered(marker(), usr.target(Sv="-"))
    lies = F(1, 3) + F(2, 3) * F(10, 36)
    assert found.slain.fraction(1) == lies * F(1, 2) == F(7, 27)
    (step,) = [s for s in found.steps if s.name == "scatter"]
    assert step.needs == "0.52 models under each on average" and reasons(found, "laid") == [
        "over the first model: it stands alone"
    ]


def test_a_large_marker_reaches_an_inch_farther():
    """2.992 inches: 2D6 less 4 may be 2, so 6 and less, 15 of 36."""
    found = scattered(usr.unit(usr.model(weapons=[usr.weapon("Mortar", "Large Blast", **BLAST)])), usr.target(Sv="-"))
    assert found.slain.fraction(1) == (F(1, 3) + F(2, 3) * F(15, 36)) * F(1, 2)


def test_what_lies_under_a_second_marker_is_counted_after_the_first():
    """Two markers at one model: each by itself, and no more than one can fall."""
    one = scattered(marker(), usr.target(Sv="-")).slain.fraction(1)
    assert scattered(marker(type="Heavy 2"), usr.target(Sv="-")).slain.fraction(1) == 1 - (1 - one) ** 2


def test_a_marker_that_hits_lies_over_the_first_and_its_neighbour():
    """With a skill that eats all scatter (2D6 less 12) it stays where it was laid: two hits of 4+."""
    ours = usr.unit(usr.model(BS=10, weapons=[usr.weapon("Mortar", "Blast", **BLAST)]))
    stays = scattered(ours, usr.target(Sv="-", count=3))
    aside = 1 - (F(1, 3) + F(2, 3) * F(33, 36))  # 11 and 12 drift an inch or two
    least = (1 - aside) * F(1, 4)
    assert least <= stays.slain.fraction(2) <= least + aside


def test_a_barrage_falls_round_its_first_marker():
    """Of two markers the second lies upon the first after a hit, else 3 inches beside it, where one model never is under both."""
    found = scattered(marker("Barrage", type="Heavy 2"), usr.target(Sv="-"))
    first = F(1, 3) + F(2, 3) * F(10, 36)
    assert found.slain.fraction(1) > first * (F(1, 3) * F(3, 4) + F(2, 3) * F(1, 2))
    assert reasons(found, "laid") == ["over the first model: it stands alone"]


def test_flames_do_not_scatter_and_count_as_is_said():
    flamer = usr.unit(usr.model(weapons=[usr.weapon("Flamer", type="Assault 1", S=4, AP=2, range="Template")]))
    theirs = usr.target(Sv="-", count=4)
    assert scattered(flamer, theirs, models_under=2).slain == grognard.odds(flamer, theirs, models_under=2).slain
    assert reasons(scattered(flamer, theirs), "under")[0].endswith("--scatter is for round markers only")


def test_a_vehicle_is_missed_by_what_drifts_off():
    """Strength 10 at Armour 10 cannot fail to glance; a hull without a size of its own stands on 25 mm here."""
    found = scattered(marker(S=10), usr.target(Front=10, HP=3))
    assert 1 - found.damage.fraction(0) == (F(1, 3) + F(2, 3) * F(10, 36)) * F(6, 6)


def test_where_nothing_is_said_both_options_are_named():
    (under,) = reasons(grognard.odds(marker(), usr.target(count=3)), "under")
    assert under == "1 model under each, for nothing else is said: --models-under N or --scatter"
    assert reasons(grognard.odds(marker(), usr.target(count=3), models_under=2), "under") == ["2 models under each"]


@pytest.mark.parametrize("system", ["usr", "void"])
def test_without_a_template_it_has_no_effect_and_that_is_said(system):
    one = {"usr": "usr/A:Lantern Watch", "void": "void/A:Compact Line"}[system]
    other = {"usr": "usr/B:Thornkin", "void": "void/B:Thralls"}[system]
    assert "scatter has no effect here" in as_json("odds", one, other, "--scatter")["notes"]


def test_thrown_dice_agree():
    """The estimate plays the procedure that the law is worked out of."""
    ours, theirs = marker(type="Heavy 2"), usr.target(Sv="-", count=6)
    exact, thrown = (scattered(ours, theirs, sample=n).slain.mean() for n in (0, 4000))
    assert thrown == pytest.approx(exact, abs=0.08)


# --- void ---------------------------------------------------------------------------------------------------------------

MORTAR = void.trooper(arms=("mortar",))


def test_a_blast_that_misses_comes_down_up_to_ten_inches_off():
    """6+ on a D10 to hit; a miss lies over a single man only after a drift of 1 inch. Dam 5 against 4: 5+."""
    found = scattered(MORTAR, void.trooper(), range=20.0)
    assert found.slain.fraction(1) == (F(1, 2) + F(1, 2) * F(1, 10)) * F(6, 10)
    assert reasons(found, "laid")[0].startswith("over the first model, a miss comes down")


def test_the_ruling_on_templates_matters_then():
    found = scattered(MORTAR, void.trooper(), range=20.0, rulings={"templates": "no-scatter"})
    assert found.slain.fraction(1) == F(1, 2) * F(6, 10)
    assert ("templates", "no-scatter", ("d10-scatter",)) in list(found.rulings)
    assert not any(name == "templates" for name, _, _ in grognard.odds(MORTAR, void.trooper(), range=20.0).rulings)


def test_a_blast_lies_over_the_first_and_his_neighbour():
    """A hit lies over two of three: both fall with 6/10 each; a drift of an inch or more may find one or two."""
    found = scattered(MORTAR, void.trooper(n=3), range=20.0)
    hit = F(1, 2) * F(36, 100)
    assert hit < found.slain.fraction(2) < hit + F(1, 2) * F(2, 10)


# --- command ------------------------------------------------------------------------------------------------------------


def test_a_template_slides_back_as_far_as_the_result_fell_short():
    """Cover 5+, +1 for standing still: 4 and more hit, a 3 slides 1 inch and still touches, a 2 slides 2 and does not."""
    ours = command.kind("One", "", 1, (command.gun("Explosive"),))
    theirs = command.kind(resolve=1, models=1)
    assert scattered(ours, theirs, cover="5").slain.fraction(1) == F(4, 6)
    assert grognard.odds(ours, theirs, cover="5").slain.fraction(1) == F(3, 6)


def test_a_template_lies_over_the_first_and_the_next():
    """Two models under it, so two hits of one success: with Resolve 2 one point."""
    ours = command.kind("One", "", 1, (command.gun("Explosive"),))
    found = scattered(ours, command.kind(resolve=2, models=3))
    assert found.slain.fraction(1) == F(5, 6)
    (step,) = [s for s in found.steps if s.name == "template"]
    assert step.needs == "2 under it, unless it slides"
    plain = grognard.odds(ours, command.kind(resolve=2, models=3))
    assert reasons(plain, "under") == ["1 model, for nothing else is said: --models-under N or --scatter"]


# --- dropzone -----------------------------------------------------------------------------------------------------------


def test_an_area_weapon_lies_over_whoever_stands_near_the_unit_aimed_at():
    """Acc 3+, Energy 10 against Armour 13: hit 4/6, then 4/6 for each of the two."""
    gun = dropzone.squad(dropzone.weapon("Area", "Gun", acc=3, energy=10))
    theirs = dropzone.squad(name="B", A=13, units=2)
    found = scattered(gun, theirs)
    assert found.slain.fraction(2) == F(4, 6) * F(4, 6) ** 2
    assert found.slain == grognard.odds(gun, theirs, models_under=2).slain
    assert "do not scatter here" in reasons(found, "template")[0]
    assert "--models-under N or --scatter" in reasons(grognard.odds(gun, theirs), "template")[0]
