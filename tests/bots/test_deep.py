"""The bot that plans its turn: legal plans, the same everywhere, of what it may know."""

from __future__ import annotations

import re
from random import Random

import pytest

from grognard import battles, systems
from grognard.bots.deep import BETTER, FIRST, LAST, PLANS, SECOND, Deep, Planning
from grognard.bots.greedy import Greedy
from grognard.bots.plans import ORDER, STAY, Matter, Planned, changed, matter_of, meant
from tests.bots.test_steady import at_a_question_with_enemy_tokens, begun, goes_on_after_a_save, planted


@pytest.fixture
def quick(monkeypatch):
    """Few plans and few tries, so that a battle is soon played."""
    for name, number in (
        ("BUDGET", 1),
        ("PLANS", 2),
        ("FIRST", 2),
        ("SECOND", 2),
        ("LAST", 4),
        ("PICKS", 2),
        ("FIRST_TRIES", 2),
    ):
        monkeypatch.setattr(f"grognard.bots.deep.{name}", number)


@pytest.mark.parametrize("system", systems.NAMES)
def test_it_plays_legal_battles_that_are_the_same_again(system, quick):
    digests = []
    for _ in range(2):
        session = begun(f"{system}/A", f"{system}/B", "deep,greedy")
        session.play(25)
        digests.append(session.digest())
    assert digests[0] == digests[1]


def test_it_goes_on_after_a_save_as_it_would_have_gone_on_without(tmp_path, quick):
    assert goes_on_after_a_save("deep,greedy", tmp_path / "half.battle")


def test_a_plan_hangs_on_the_boundary_alone(quick):
    """A bot that comes fresh to a question in the middle of a step picks as the one that was there from the beginning."""
    session = begun(bots="greedy,greedy")
    game, looked = session.game, []

    class Both(Deep):
        def choose(self, table, ask, study=None):
            fresh = Deep(Random(1), game)
            pick = super().choose(table, ask, study)
            looked.append((pick == fresh.choose(table, ask, study), self.why == fresh.why))
            return pick

    session.players[0] = Both(Random(1), game)
    session.play(45)
    assert len(looked) > 15 and set(looked) == {(True, True)}


def test_what_the_enemy_has_hidden_makes_no_difference_to_what_is_planned(quick):
    session, _, _, study = at_a_question_with_enemy_tokens()
    found = []
    for name in ("shoot", "stay", "move"):
        planted(session, name)
        planning = Planning(study, session.game, "1")
        known: dict[Matter, list[object]] = {}
        found.append((planning.plays({}, 0, known), planning.plays({}, 1), known, planning.best()))
    assert found[0][2] and found[0] == found[1] == found[2]


def searched(monkeypatch, worth, units=7, objectives=2):
    """A search for a plan in which plans are worth what ``worth(plan, n)`` says; and how often that was asked."""
    session, _, _, study = at_a_question_with_enemy_tokens()
    order, goes = Matter((ORDER, "activate which unit?"), "order", -1), Matter((3, "goes"), "goes", 3)
    asked = []

    def plays(self, plan, n, known=None):
        asked.append((plan, n))
        if known is not None:
            known[order] = [*range(1, units + 1)]
            known[goes] = [STAY, *[("objective", i) for i in range(1, objectives + 1)]]
        return worth(plan, n)

    monkeypatch.setattr(Planning, "plays", plays)
    return Planning(study, session.game, "1").best(), asked


def test_the_search_finds_what_two_changes_gain_together_and_says_by_how_much(monkeypatch):
    def worth(plan, n):
        return (
            plan.get((ORDER, "activate which unit?"), (0,))[0] * 0.2 + (plan.get((3, "goes")) == ("objective", 2)) + n
        )

    (plan, why), _ = searched(monkeypatch, worth)
    assert plan[3, "goes"] == ("objective", 2) and plan[ORDER, "activate which unit?"][0] > 3
    gained, ahead = r"as planned: [+]\d+\.\d victory points over the usual turn", "by the end of the next round"
    better, tries = re.match(rf"{gained} {ahead}, better in (\d+) of (\d+) tries$", why).groups()
    assert better == tries == "8"


def test_a_plan_that_gains_nothing_is_no_plan(monkeypatch):
    assert searched(monkeypatch, lambda plan, n: float(n))[0] == ({}, "")
    found, _ = searched(monkeypatch, lambda plan, n: (-1.0) ** n if plan else 0.0)
    assert found == ({}, "")


def test_a_plan_that_was_lucky_while_it_was_sought_is_no_plan(monkeypatch):
    assert searched(monkeypatch, lambda plan, n: 5.0 if plan and n < SECOND else 0.0)[0] == ({}, "")
    (plan, why), _ = searched(monkeypatch, lambda plan, n: 5.0 if plan and n < SECOND else 1.0 if plan else 0.0)
    assert plan and "+1.0 victory points" in why


def test_it_may_look_ahead_so_often_and_no_more(monkeypatch):
    def worth(plan, n):
        return Random(f"{sorted(map(repr, plan.items()))}{n}").random()

    _, asked = searched(monkeypatch, worth, units=500, objectives=500)  # so many that hardly two plans are alike
    assert 2 * PLANS < len(asked) <= (PLANS + 1) * FIRST + 2 * BETTER * SECOND + 2 * LAST


def test_without_a_study_it_picks_as_greedy_does():
    session = begun(bots="greedy,greedy")
    asked = []

    class Asked(Greedy):
        def choose(self, table, ask):
            pick = super().choose(table, ask)
            asked.append(pick == Deep(Random(1), session.game).choose(table, ask))
            return pick

    session.players[0] = Asked(Random(1), session.game)
    session.play(30)
    assert asked and all(asked)


def came_up(system, kind, steps=60):
    """The first question of a battle that decides so, with the table: (table, ask, matter)."""
    found = []

    class Asked(Greedy):
        def choose(self, table, ask):
            matter = matter_of(table, ask)
            if table.clock.round and matter is not None and matter.kind == kind and not found:
                found.append((table, ask, matter))
                raise KeyboardInterrupt
            return super().choose(table, ask)

    session = begun(f"{system}/A", f"{system}/B", "greedy,greedy", rounds=4)
    session.players[0] = Asked(Random(1), session.game)
    with pytest.raises(KeyboardInterrupt):
        session.play()
    return found[0]


@pytest.mark.parametrize("kind", ["order", "goes", "at", "does"])
@pytest.mark.parametrize("system", systems.NAMES)
def test_what_is_meant_is_a_legal_pick(system, kind):
    table, ask, matter = came_up(system, kind)
    planned = Planned(Random(1), table.game, {}, table.clock.round, {})
    planned.choose(table, ask)
    (known,) = planned.known.values()
    assert len(known) > 1
    picks = [meant(table, ask, matter, (what,) if kind == "order" else what) for what in known]
    legal = [pick for pick in picks if pick is not None]
    assert legal and all(pick in ask.options for pick in legal)
    follows = Planned(
        Random(1), table.game, {matter.key: (known[-1],) if kind == "order" else known[-1]}, table.clock.round
    )
    pick = follows.choose(table, ask)
    assert pick == picks[-1] or picks[-1] is None
    later = Planned(Random(1), table.game, follows.plan, table.clock.round - 1)
    assert later.choose(table, ask) == Greedy(Random(1), table.game).choose(table, ask), "a plan holds for its round"


def test_what_cannot_be_done_is_left_to_greedy():
    table, ask, matter = came_up("command", "goes")
    assert meant(table, ask, matter, ("objective", -7)) is None
    assert meant(table, ask, matter, STAY) is not None
    table, ask, matter = came_up("command", "order")
    assert meant(table, ask, matter, (-5,)) is None
    table, ask, matter = came_up("command", "does")
    assert meant(table, ask, matter, "fly to the moon") is None


def test_a_change_of_plan_is_of_one_matter_and_keeps_the_others_in_order():
    order, goes = Matter((ORDER, "?"), "order", -1), Matter((3, "goes"), "goes", 3)
    known = {order: [1, 2, 3], goes: [STAY]}
    plans = [changed({order.key: (2, 1), goes.key: ("objective", 4)}, known, Random(n)) for n in range(20)]
    assert {plan[order.key] for plan in plans} == {(2, 1), (1, 2), (3, 2, 1)}
    assert {plan[goes.key] for plan in plans} == {STAY, ("objective", 4)}
    assert all((plan[order.key] == (2, 1)) or (plan[goes.key] == ("objective", 4)) for plan in plans)


def test_a_battle_of_deep_bots_can_be_asked_for():
    assert battles.setup("command/A", "command/B", bots=["deep", "steady"]).bots == ("deep", "steady")
