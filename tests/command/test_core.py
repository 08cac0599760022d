"""The core of the attack, and the worked checks and exact means of our reading of the rules."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel import play
from grognard.kernel.dice import Scripted
from grognard.kernel.faces import reading
from grognard.systems.command.attack import Toll
from grognard.systems.command.damage import suffer
from grognard.systems.command.examples import gun, kind, law, odds
from grognard.systems.command.odds import plan, whole_attack
from grognard.systems.command.rules.scenery import CHART
from grognard.systems.command.target import resolve_test, target_of


def thrown(
    faces, weapon="", target="", rate=1, guns=1, resolve=4, hp=1, models=10, hit=0, type="Standard", av=4, **how
):
    """The Toll of an attack whose dice are written down."""
    from grognard.common.odds import Question
    from grognard.systems.command.system import SYSTEM

    options = {k: how.pop(k) for k in list(how) if k in Question.__struct_fields__}
    by = kind("Trial", "", guns, (gun(weapon, rate, hit, type),), av=av)
    on = kind(rules=target, models=models, resolve=resolve, hp=hp)
    sets = {k.replace("_", "-"): v for k, v in how.items()}
    question = Question(attacker=by, target=on, sets=sets, rulings=SYSTEM.settled({}), **options)
    made = plan(question)
    assert made.procedure is whole_attack
    dice = Scripted(faces)
    toll = play(whole_attack(*made.args), dice)
    dice.end()
    return toll


def lost(toll, hp=1):
    return sum(hp - left for left in toll.left)


def test_in_the_open_a_2_hits_with_a_shoot_token_and_a_1_never_does():
    assert thrown([2, 1, 1], resolve=1, rate=2).hits == 1  # the last die: the target keeps its token
    assert law(rate=1, resolve=1).fraction(1) == Fraction(5, 6)


def test_an_idle_unit_cannot_hit_what_stands_in_6_plus_cover():
    answer = odds(resolve=1, cover=6, token="idle")
    assert answer.damage.fraction(0) == 1
    assert next(s for s in answer.steps if s.name == "to hit").needs == "impossible"


def test_nine_hits_on_resolve_4_are_two_points():
    toll = thrown([6] * 9 + [1], rate=9)
    assert (toll.hits, lost(toll)) == (9, 2)


def test_hits_of_several_weapons_are_counted_together_and_the_rest_is_lost():
    by = kind("Two guns", "", 1, (gun(rate=3, name="First"), gun(rate=3, name="Second")))
    from grognard.systems.command.examples import ask

    answer = ask(by, kind(resolve=4, models=3))
    six = sum(answer.other["hits"].fraction(n) for n in (4, 5, 6))
    assert answer.damage.fraction(1) == six


@pytest.mark.parametrize(
    ("weapon", "mean"),
    [
        pytest.param("", 1.775, id="plain"),
        pytest.param("Cleaving", 3.550, marks=pytest.mark.rule("command:cleaving")),
        pytest.param("Interlinked", 3.921, marks=pytest.mark.rule("command:interlinked")),
        pytest.param("Piercing", 2.121, marks=pytest.mark.rule("command:piercing")),
        pytest.param("Borer", 5.939, marks=pytest.mark.rule("command:borer")),
        pytest.param("Cascade", 5.867, marks=pytest.mark.rule("command:cascade")),
        pytest.param("Pike", 8.962, marks=pytest.mark.rule("command:pike")),
    ],
)
def test_the_exact_means_of_ten_dice_against_resolve_4(weapon, mean):
    assert law(weapon, rate=10).mean() == pytest.approx(mean, abs=0.0005)


@pytest.mark.parametrize(("cover", "mean"), [(4, 1.279), (5, 0.883), (6, 0.444)])
def test_the_exact_means_by_cover(cover, mean):
    assert law(rate=10, cover=cover).mean() == pytest.approx(mean, abs=0.0005)


def test_tokens_change_the_roll():
    chances = {
        token: law(rate=1, resolve=1, token=token).fraction(1) for token in ("shoot", "advance", "overrun", "idle")
    }
    assert chances == {
        "shoot": Fraction(5, 6),
        "advance": Fraction(4, 6),
        "overrun": Fraction(3, 6),
        "idle": Fraction(3, 6),
    }
    assert law(rate=1, resolve=1, moved=True).fraction(1) == Fraction(4, 6)
    assert law(rate=1, resolve=1, reacting=True).fraction(1) == Fraction(3, 6)


def test_digital_weapons_know_no_idle_penalty():
    assert law(rate=1, resolve=1, type="Digital", token="idle").fraction(1) == Fraction(4, 6)
    assert law(rate=1, resolve=1, type="Digital", reacting=True).fraction(1) == Fraction(4, 6)
    assert odds(type="Standard", token="idle", reacting=True).impossible
    assert not odds(type="Digital", token="idle", reacting=True).impossible


def test_heavy_weapons_do_not_fire_after_moving():
    assert "Heavy" in odds(type="Heavy", moved=True).impossible
    assert not odds(type="Heavy").impossible
    assert not odds(type="Heavy", token="idle").impossible
    assert not odds(type="Heavy", token="advance", reacting=True).impossible


def test_an_idle_unit_that_moved_does_not_shoot():
    assert "moves or shoots" in odds(token="idle", moved=True).impossible


def test_out_of_reach_is_impossible_and_says_so():
    answer = odds(range=30.0)
    assert answer.impossible == "Gun reaches 24 inches, not 30"
    assert answer.slain.fraction(0) == 1


def test_the_best_of_cover_and_obscured_counts():
    assert law(rate=1, resolve=1, cover=4, obscured="6").fraction(1) == Fraction(2, 6)
    assert law(rate=1, resolve=1, cover=5, obscured="4").fraction(1) == Fraction(3, 6)


def test_vehicles_have_armor_by_facing():
    front, side, rear = (
        law(rate=6, armor=(6, 4, 2), hp=9, models=1, facing=facing).mean() for facing in ("front", "side", "rear")
    )
    assert front < side < rear
    assert law(rate=6, armor=(6, 4, 2), hp=9, models=1).mean() == front


def test_four_attack_value_strikes_on_3_and_every_failure_counts_against_the_striker():
    toll = thrown([3, 2], rate=2, type="Melee", av=4, melee=True)
    assert (toll.hits, toll.failed) == (1, 1)
    assert odds(rate=2, type="Melee", melee=True).steps[1].needs == "3+"


def test_four_failures_of_a_unit_with_resolve_4_are_a_point_to_itself():
    answer = odds(rate=4, type="Melee", melee=True)
    assert answer.other["own-damage"].fraction(1) == Fraction(1, 3) ** 4
    assert answer.other["own-slain"].fraction(1) == Fraction(1, 3) ** 4


def test_models_without_a_melee_weapon_are_one_hit_on_their_own_unit_each():
    answer = odds(guns=8, melee=True)
    assert not answer.impossible
    assert answer.damage.fraction(0) == 1
    assert answer.other["own-damage"].fraction(2) == 1


def test_nobody_has_the_token_modifier_in_melee():
    one, other = (odds(type="Melee", melee=True, token=token) for token in ("shoot", "idle"))
    assert one.damage == other.damage


def test_hurt_models_take_points_first_and_the_nearest_after_them():
    target = target_of(kind(models=3, hp=2).models)
    toll = play(suffer(Toll((2, 1, 2)), 2, target), Scripted([]))
    assert toll.left == (1, 0, 2)


def test_points_go_to_eligible_models_only_and_the_excess_is_lost():
    target = target_of(kind(models=4).models, "front", 4, 0, (1, 3))
    assert play(suffer(Toll((1, 1, 1, 1)), 9, target), Scripted([])).left == (1, 0, 1, 0)


def test_points_that_bind_to_few_models_do_not_spread():
    target = target_of(kind(models=4, hp=2).models)
    assert play(suffer(Toll((2, 2, 2, 2)), 9, target, most=2), Scripted([])).left == (0, 0, 2, 2)


def test_the_owner_picks_where_models_differ():
    mixed = (*kind(models=1).models, *kind("Leader", models=1, hp=2).models)
    target = target_of(mixed)
    assert not target.alike
    from grognard.kernel.play import Play

    asked = []

    def decide(ask):
        asked.append((ask.player, ask.options))
        return ask.options[-1]

    toll = Play(Scripted([]), decide).run(suffer(Toll((1, 2)), 1, target))
    assert toll.left == (1, 1)
    assert asked == [(1, (0, 1))]


def test_a_6_always_fails_a_resolve_test():
    assert [reading(resolve_test("test", r)).law.fraction(True) for r in (3, 5, 6)] == [
        Fraction(3, 6),
        Fraction(5, 6),
        Fraction(5, 6),
    ]


def test_a_hit_may_cost_the_target_its_token():
    answer = odds(rate=1, resolve=4)
    assert answer.other["disrupted"] == Fraction(5, 6) * Fraction(1, 3)  # a hit, then 5 or 6 on Resolve 4
    assert odds(rate=1, type="Melee", melee=True).other["disrupted"] == 0
    assert odds(rate=9, resolve=1, models=1).other["disrupted"] == Fraction(0)  # a Resolve of 1: slain by any hit


def test_dice_for_the_rate_of_fire_are_thrown_for_each_weapon():
    toll = thrown([5, 6, 6, 1, 2, 6, 1], rate="D3", guns=2, resolve=1)  # a 5 is three dice, a 2 is one
    assert toll.hits == 3
    assert law(rate="D3", resolve=1).fraction(3) == Fraction(1, 3) * Fraction(5, 6) ** 3


def test_the_attacker_may_pick_which_weapons_come_first():
    from grognard.systems.command.examples import ask

    by = kind("Mixed", "", 1, (gun(rate=2, name="Plain"), gun("Cleaving", rate=3, name="Axe")))
    default, best = (ask(by, kind(resolve=3, models=6), policy=p) for p in ("default", "best"))
    assert best.slain.mean() >= default.slain.mean()


def test_rubble_is_never_worse_than_4_plus():
    assert [CHART.worsened(n) for n in (6, 5, 4, 0)] == [5, 4, 4, 0]


def test_a_question_that_does_not_count_says_so():
    assert odds(type="Melee", melee=True, cover=5).notes == ("cover does not count in melee",)
