"""The bot that tries before it picks: by what it knows, the same everywhere, and for a reason."""

from __future__ import annotations

import re
from random import Random
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from grognard import battles, systems
from grognard.bots.balance import balance, table_worth
from grognard.bots.greedy import Greedy
from grognard.bots.staying import Staying
from grognard.bots.steady import APART, BUDGET, FIRST, LAST, Steady, Trials, Unfitting, apart
from grognard.common import battle, scenario
from grognard.errors import GrognardError
from grognard.systems.command.events import TOKEN
from grognard.table.state import Effect


def begun(ref="command/A", against="command/B", bots="steady,greedy", rounds=1, **more):
    return battle.begin(battles.setup(ref, against, seed=3, bots=bots.split(","), rounds=rounds, **more))


def goes_on_after_a_save(bots, file):
    """Whether a battle that is saved in the middle of a step and loaded comes to the same end as one that is not."""
    whole = begun(bots=bots)
    whole.play()
    session = begun(bots=bots)
    session.play(40)
    session.save(file)
    again = battle.load_save(file)
    again.play()
    return again.digest() == whole.digest()


@pytest.fixture
def quick(monkeypatch):
    """Few picks and few tries, so that a battle is soon played."""
    for name, number in (("PICKS", 2), ("LAST", 2)):
        monkeypatch.setattr(f"grognard.bots.steady.{name}", number)


@pytest.mark.parametrize("system", systems.NAMES)
def test_it_plays_legal_battles_that_are_the_same_again(system, quick):
    digests = []
    for _ in range(2):
        session = begun(f"{system}/A", f"{system}/B")
        session.play(25)
        digests.append(session.digest())
    assert digests[0] == digests[1]


def test_it_beats_greedy_in_a_pair_of_battles(quick):
    margins = []
    for side in (0, 1):
        bots = ["greedy", "greedy"]
        bots[side] = "steady"
        session = begun(bots=",".join(bots), rounds=2)
        session.play()
        points = scenario.points(session.table)
        margins.append(points[side] - points[1 - side])
    assert sum(margins) > 0


def test_it_goes_on_after_a_save_as_it_would_have_gone_on_without(tmp_path, quick):
    assert goes_on_after_a_save("steady,greedy", tmp_path / "half.battle")


def test_no_pick_is_looked_ahead_further_than_the_budget_allows(monkeypatch):
    spent = []
    tried = Steady._tried

    def counted(self, picks, trials, *most):
        pick = tried(self, picks, trials, *most)
        spent.append(trials.spent)
        return pick

    monkeypatch.setattr(Steady, "_tried", counted)
    begun(rounds=3).play(32)
    assert BUDGET / 2 < max(spent) < BUDGET + 300  # one trial may be longer than those before it


def test_nor_when_every_pick_has_several_first_trials(monkeypatch):
    session, _, _, study = at_a_question_with_enemy_tokens()
    trials = Trials(study, session.game, "1")

    def worth(pick, n):
        trials.spent += 100
        trials.most = 100
        return {"a": 0.0, "b": 1.0, "c": 2.0}[pick]

    monkeypatch.setattr(trials, "worth", worth)
    for budget, spent in (500, 500), (800, 800), (1500, 1200):  # the last is proved by then
        trials.spent = 0
        Steady(Random(1), session.game).tried(["a", "b", "c"], trials, 4, 5, budget)
        assert trials.spent == spent


def test_a_reason_says_what_was_gained_over_what_and_how_often():
    session = begun()
    said = []
    session.players[0].bot.choose, choose = None, session.players[0].bot.choose

    def told(table, ask, *study):
        pick = choose(table, ask, *study)
        said.append(session.players[0].why)
        return pick

    session.players[0].bot.choose = told
    session.play(30)
    ahead = [why for why in said if "victory points over" in why]
    assert ahead
    for why in ahead:
        gain, _, better, tries = re.match(
            r"([+]\d+\.\d) victory points over .+ by the end of (this|the next) round, better in (\d+) of (\d+) tries$",
            why,
        ).groups()
        assert float(gain) >= 0.0 and int(better) <= int(tries)


def at_a_question_with_enemy_tokens():
    """A battle where the first side is asked while tokens of the second lie face down; and the study it is given."""
    found = []

    class Asked(Steady):
        def choose(self, table, ask, study=None):
            if not found and ask.question == "activate which unit?" and any(u.has(TOKEN) for u in table.own(1)):
                found.append((table, ask, study))
                raise KeyboardInterrupt
            return super().choose(table, ask, None)

    session = begun(rounds=2)
    session.players[0] = Asked(session.players[0].bot.rng, session.game)
    with pytest.raises(KeyboardInterrupt):
        session.play()
    return session, *found[0]


def planted(session, name):
    """Every face-down token of the second side has this face, now and at the last boundary."""
    point = session.points[-1]
    table = session.table

    def marked(unit):
        effects = [Effect(TOKEN, e.source, e.until, name) if e.what == TOKEN else e for e in unit.effects]
        return replace(unit, effects=tuple(effects))

    units = tuple(marked(u) if u.side == 1 else u for u in point.table[0])
    session.points[-1] = replace(point, table=(units, *point.table[1:]))
    table.units[:] = [marked(u) if u.side == 1 else u for u in table.units]


def test_what_the_enemy_has_hidden_makes_no_difference_to_what_it_finds():
    session, _, ask, study = at_a_question_with_enemy_tokens()
    worths = []
    for name in ("shoot", "stay", "move"):
        planted(session, name)
        trials = Trials(study, session.game, "1")
        worths.append([trials.worth(pick, n) for pick in ask.options for n in range(2)])
    assert worths[0] == worths[1] == worths[2]


def test_what_is_good_for_one_player_is_as_bad_for_the_other():
    session = begun(bots="greedy,greedy", rounds=3)
    session.play(60)
    ours, theirs = balance(session.table, 0), balance(session.table, 1)
    assert [part.why for part in ours] == [part.why for part in theirs]
    assert [part.points for part in ours] == pytest.approx([-part.points for part in theirs])
    assert table_worth(session.table, 0) == pytest.approx(sum(part.points for part in ours))
    assert any(part.points for part in ours)


def test_no_round_is_left_after_the_last():
    session = begun(bots="greedy,greedy")
    session.play()
    parts = {part.why: part.points for part in balance(session.table, 0)}
    assert parts["objectives held"] == parts["standing nearer to objectives"] == 0
    scored = scenario.points(session.table)
    assert parts["victory points scored"] == scored[0] - scored[1]


def test_a_table_where_the_last_enemy_fell_in_a_fight_is_worth_something():
    session = begun("void/A", "void/B", bots="greedy,greedy")
    session.play(40)
    table = session.table
    ours, theirs = table.own(0)[0], table.own(1)[0]
    assert table.game.harm(table, replace(ours, foes=(theirs.id,))) > 0
    table.units[theirs.id] = replace(theirs, place="dead", members=(), wounds=())
    assert table.game.harm(table, replace(ours, foes=(theirs.id,))) == 0


def test_without_a_study_it_picks_as_greedy_does():
    session = begun(bots="greedy,greedy")
    game = session.game
    session.play(20)
    ask = SimpleNamespace(options=("a", "b"), default="b", about=None, question="?", player=0)
    assert Steady(Random(1), game).choose(session.table, ask) == "b"


def test_what_does_not_fit_what_has_happened_is_not_tried(monkeypatch):
    session, table, ask, study = at_a_question_with_enemy_tokens()
    with pytest.raises(Unfitting):
        Trials(study, session.game, "1").worth("nothing like it", 0)

    def unfitting(self, pick, n):
        raise Unfitting

    monkeypatch.setattr(Trials, "worth", unfitting)
    steady, greedy = Steady(Random(1), session.game), Greedy(Random(1), session.game)
    assert steady.choose(table, ask, study) == greedy.choose(table, ask)
    assert steady.why == greedy.why


def test_a_fault_after_the_pick_is_no_misfit(monkeypatch):
    session, _, ask, study = at_a_question_with_enemy_tokens()

    def faulty(self, table, ask):
        raise GrognardError("a fault")

    monkeypatch.setattr(Greedy, "choose", faulty)
    with pytest.raises(GrognardError, match="a fault"):
        Trials(study, session.game, "1").worth(ask.options[0], 0)


def test_picks_that_are_nearly_the_same_are_not_tried_twice():
    def form(x, facing=None):
        return SimpleNamespace(positions=((x, 0.0),), levels=None, facing=facing, centre=(x, 0.0))

    here, beside, there, turned = form(0.0), form(APART - 0.1), form(APART), form(0.1, (1.0, 0.0))
    assert apart([here, beside, there, turned], 5) == [here, there, turned]
    assert apart(["a", "b", "a", 1, True, "c"], 4) == ["a", "b", 1, True]


@pytest.mark.parametrize("near, until", [(None, "the next round"), (1, "this round"), (9999, "the next round")])
def test_all_trials_of_a_question_go_as_far_as_the_first(monkeypatch, near, until):
    session, table, ask, study = at_a_question_with_enemy_tokens()
    ends = []
    monkeypatch.setattr("grognard.bots.steady.table_worth", lambda table, player: ends.append(table.clock.round) or 0.0)
    trials = Trials(study, session.game, "1", near=near)
    for pick in ask.options:
        trials.worth(pick, 0)
    assert trials.until == until
    assert set(ends) == {table.clock.round + (2 if until == "the next round" else 1)}


def test_every_second_trial_is_against_an_enemy_who_stays_where_he_is():
    session, _, _, study = at_a_question_with_enemy_tokens()
    trials = Trials(study, session.game, "1")
    assert [[type(player) for player in trials.players(n)] for n in range(3)] == [
        [Greedy, Greedy],
        [Greedy, Staying],
        [Greedy, Greedy],
    ]


@pytest.mark.parametrize("system", systems.NAMES)
def test_who_stays_plays_a_legal_battle_and_moves_nobody_who_may_stay(system):
    session = begun(f"{system}/A", f"{system}/B", bots="greedy,greedy", rounds=3)
    could = []

    class Asked(Staying):
        def choose(self, table, ask):
            pick = super().choose(table, ask)
            if hasattr(ask.options, "aims"):
                could.append((ask.options.unit in ask.options, pick == ask.options.unit))
            return pick

    session.players[0] = Asked(Random(1), session.game)
    session.play()
    assert session.over and (True, True) in could
    assert all(stayed for may, stayed in could if may)


def test_picks_that_come_to_the_same_are_tried_once(monkeypatch):
    session, _, _, study = at_a_question_with_enemy_tokens()
    asked = []
    monkeypatch.setattr(Trials, "worth", lambda self, pick, n: asked.append((pick, n)) or 1.0)
    trials = Trials(study, session.game, "1")
    assert Steady(Random(1), session.game).tried(["a", "b", "c"], trials, FIRST, LAST, BUDGET) == "a"
    assert asked == [("a", 0), ("b", 0), ("c", 0)]


def test_a_reason_names_the_pick_that_was_left():
    session, _, ask, study = at_a_question_with_enemy_tokens()
    trials = Trials(study, session.game, "1")
    units = [u for u in ask.options if isinstance(u, int)]
    assert units and trials.called(units[0]) == session.table.name(units[0])
    assert trials.called("overrun") == "'overrun'"
    assert trials.called(session.table.units[0].form).startswith("(")


def test_what_may_be_luck_is_tried_again_and_what_is_proved_is_taken(monkeypatch):
    session, _, _, study = at_a_question_with_enemy_tokens()
    worths = {"a": [0.0] * 9, "b": [2.0, 2.2] * 4, "c": [2.0, -9.0], "d": [-3.0, -3.1]}
    monkeypatch.setattr(Trials, "worth", lambda self, pick, n: worths[pick][n])
    steady, trials = Steady(Random(1), session.game), Trials(study, session.game, "1")
    assert steady.tried(["a", "b", "c", "d"], trials, FIRST, LAST, BUDGET) == "b"
    assert steady.why == "+2.1 victory points over 'a' by the end of the next round, better in 3 of 3 tries"
    assert steady.tried(["b", "a"], trials, FIRST, LAST, BUDGET) == "b"
    assert steady.tried(["a", "b"], trials, 2, 2, BUDGET) == "b", "what the first trials prove needs no further ones"
