"""Environments for learning: what their libraries demand, the battles of the engine, and nothing that a seat may not know."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings
import xml.etree.ElementTree as ElementTree
from random import Random

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pettingzoo = pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from msgspec.structs import replace  # noqa: E402
from pettingzoo.test import api_test  # noqa: E402
from pettingzoo.test.seed_test import check_environment_deterministic  # noqa: E402

from grognard import battles, systems  # noqa: E402
from grognard.ai import LAST, MOST_OPTIONS, BattleEnv, VersusEnv  # noqa: E402
from grognard.ai import open_battle as open_battles  # noqa: E402
from grognard.ai.features import IN_OPTION, OPTION, observed  # noqa: E402
from grognard.ai.open_battle import OpenBattle, listed  # noqa: E402
from grognard.bots.balance import table_worth  # noqa: E402
from grognard.common import battle  # noqa: E402
from grognard.common.scenario import points  # noqa: E402
from grognard.errors import GrognardError  # noqa: E402
from grognard.table.state import Effect  # noqa: E402

SHORT = {"rounds": 1, "greedy": False}


def env_of(system="command", **how):
    return BattleEnv(f"{system}/A", f"{system}/B", **{**SHORT, **how})


def masked(observation, rng):
    """One of the actions that the mask allows."""
    return rng.choice(np.flatnonzero(observation["action_mask"]).tolist())


def played(env, rng, seed=3, look=None):
    """A battle played to its end by draws; the rewards that each seat was given."""
    env.reset(seed=seed)
    given = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        given[agent] += reward
        assert not cut
        if look is not None and not over:
            look(agent, observation)
        env.step(None if over else masked(observation, rng))
    return given


def told_by_libraries(check):
    """What a check of a library warns of."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        check()
    return [str(w.message) for w in told if issubclass(w.category, UserWarning)]


# --- what libraries demand --------------------------------------------------------------------------------------------


def test_pettingzoo_accepts_it():
    said = told_by_libraries(lambda: api_test(env_of(), num_cycles=60))
    no_dict = {"Observation is not a NumPy array"}  # of two that it has to say of observations with several parts
    assert set(said) - no_dict == {
        "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete"
    }


def test_gymnasium_accepts_it():
    env = gymnasium.make("grognard/Versus-v0", render_mode="ansi", **SHORT).unwrapped
    assert not told_by_libraries(lambda: check_env(env))


def test_both_are_registered_by_name():
    env = gymnasium.make("grognard/Versus-v0", rounds=1)
    assert env.unwrapped.__class__ is VersusEnv
    assert pettingzoo.make("aec", "grognard/Battle-v0", rounds=1).unwrapped.__class__ is BattleEnv


def test_two_of_a_seed_are_alike_and_of_another_not():
    check_environment_deterministic(env_of(greedy=True), env_of(greedy=True), 60)
    digests = set()
    for seed in (1, 1, 2):
        env = env_of()
        played(env, Random(4), seed)
        digests.add(env.battle.session.digest())
    assert len(digests) == 2


def test_battles_after_the_first_follow_from_its_seed():
    env, again = env_of(), env_of()
    setups = []
    for one in (env, again):
        one.reset(seed=5)
        first = one.battle.setup.seed
        one.reset()
        setups.append((first, one.battle.setup.seed))
    assert setups[0] == setups[1] and setups[0][0] == 5 != setups[0][1]


def test_a_pickled_one_goes_on_as_it_would_have():
    env, rng = env_of("void", shaped=True, rounds=2), Random(1)
    env.reset(seed=2)
    for _ in range(40):
        env.step(masked(env.observe(env.agent_selection), rng))
    again = pickle.loads(pickle.dumps(env))
    other = Random()
    other.setstate(rng.getstate())
    for _ in range(60):
        agent = env.agent_selection
        assert again.agent_selection == agent
        mine, its = env.last()[:2], again.last()[:2]
        assert mine[1] == its[1] and all(np.array_equal(mine[0][key], its[0][key]) for key in mine[0])
        env.step(masked(mine[0], rng))
        again.step(masked(its[0], other))
    assert again.battle.session.inputs == env.battle.session.inputs
    env.reset()
    again.reset()
    assert env.battle.setup.seed == again.battle.setup.seed


def test_one_against_a_bot_is_pickled_too():
    env = VersusEnv("command/A", "command/B", **SHORT)
    env.reset(seed=1)
    env.step(0)
    again = pickle.loads(pickle.dumps(env))
    first, other = env.step(1), again.step(1)
    assert all(np.array_equal(first[0][key], other[0][key]) for key in first[0]) and first[1:4] == other[1:4]


# --- the engine's own battles -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", systems.NAMES)
def test_masked_random_play_ends_and_is_the_engines_own_battle(system):
    env, rng = env_of(system, rounds=None), Random(7)
    space = env.observation_space("player_0")
    seen = {"steps": 0, "most": 0}

    def look(agent, observation):
        seen["steps"] += 1
        seen["most"] = max(seen["most"], len(env.battle.listed))
        assert seen["steps"] % 20 or space.contains(observation)
        assert observation["action_mask"].sum() == min(len(env.battle.listed), MOST_OPTIONS) or env.battle.paged

    given = played(env, rng, 3, look)
    assert seen["steps"] > 100 and seen["most"] < open_battles.MOST_LISTED
    assert given["player_0"] == -given["player_1"] and given["player_0"] in (-1.0, 0.0, 1.0)
    session = env.battle.session
    again = battle.begin(battles.setup(f"{system}/A", f"{system}/B", seed=3), players=[None, None])
    again.replay(list(session.inputs))
    assert again.digest() == session.digest()


@pytest.mark.parametrize("system", systems.NAMES)
def test_greedys_picks_make_greedys_battle(system):
    env = env_of(system, rounds=2, greedy=True)
    env.reset(seed=6)
    while not env.battle.over:
        env.step(env.infos[env.agent_selection]["greedy"])
    setup = battles.setup(f"{system}/A", f"{system}/B", seed=6, rounds=2)
    assert env.infos["player_0"]["digest"] == env.battle.session.digest()
    fought = battles.fight(setup).session
    assert fought.inputs == env.battle.session.inputs
    assert [entry.plain() for entry in fought.log] == [entry.plain() for entry in env.battle.session.log]


def test_the_bot_of_the_other_seat_plays_as_it_does_in_battles():
    env = VersusEnv("command/A", "command/B", seat=1, rounds=2)
    _, info = env.reset(seed=9)
    over = False
    while not over:
        _, _, over, cut, info = env.step(info["greedy"])
        assert not cut
    fought = battles.fight(battles.setup("command/A", "command/B", seed=9, rounds=2)).session
    assert env.battle.session.inputs == fought.inputs and info["digest"] == env.battle.session.digest()


def test_seats_take_turns_when_nobody_chose_one():
    env, seats = VersusEnv("command/A", "command/B", seat=None, **SHORT), []
    for seed in (4, None, None):
        env.reset(seed=seed)
        seats.append(env.player)
    assert seats == [0, 1, 0]


# --- more options than actions ----------------------------------------------------------------------------------------


class Many(OpenBattle):
    """A battle at a question with more options than there are actions."""

    def with_options(self, n):
        self.listed = tuple(range(n))
        self.session.open = replace(self.session.open, options=self.listed, default=None, says=None)
        return self


@pytest.mark.parametrize("n", [2, 31, 32, 33, 62, 63, 200])
def test_every_option_is_reached_by_turning_pages(n):
    many = Many(battles.setup("command/A", "command/B", seed=1, rounds=1)).with_options(n)
    found = []
    for _ in range(20):
        shown = many.shown()
        assert len(shown) <= MOST_OPTIONS and many.paged == (n > MOST_OPTIONS)
        assert [many.legal(k) for k in range(len(shown))] == [True] * len(shown) and not many.legal(MOST_OPTIONS)
        found += [option for option in shown if option not in found]
        if not many.paged:
            break
        assert len(shown) <= LAST and many.legal(LAST)
        before = list(many.session.inputs)
        many.act(LAST)
        assert many.session.inputs == before, "who turns a page has not answered"
    assert found == list(range(n)) and (not many.paged or many.page == 20 % -(-n // LAST))


def test_a_battle_in_pages_is_the_same_battle(monkeypatch):
    """With room for three options most questions have pages."""
    for module in ("open_battle", "features"):
        monkeypatch.setattr(f"grognard.ai.{module}.LAST", 2)
        monkeypatch.setattr(f"grognard.ai.{module}.MOST_OPTIONS", 3)
    env = env_of(greedy=True)
    env.reset(seed=6)
    turned = 0
    while not env.battle.over:
        action = env.infos[env.agent_selection]["greedy"]
        assert env.observe(env.agent_selection)["action_mask"][action] == 1
        turned += env.battle.paged and action == 2
        env.step(action)
    fought = battles.fight(battles.setup("command/A", "command/B", seed=6, rounds=1)).session
    assert turned > 5 and fought.inputs == env.battle.session.inputs


def test_a_menu_without_end_is_cut():
    from itertools import count

    assert listed(count()) == tuple(range(open_battles.MOST_LISTED)) and listed([1, 2]) == (1, 2)


def test_what_the_mask_forbids_is_refused_or_the_first():
    env = env_of()
    env.reset(seed=1)
    with pytest.raises(GrognardError, match="action 31 is not open now"):
        env.step(31)
    one, other = VersusEnv(**SHORT), VersusEnv(**SHORT)
    one.reset(seed=1)
    other.reset(seed=1)
    seen, _, _, _, info = one.step(31)
    assert info["illegal"] and np.array_equal(seen["options"], other.step(0)[0]["options"])
    assert "illegal" not in other.step(0)[4]


# --- what a seat sees -------------------------------------------------------------------------------------------------


def test_what_is_secret_changes_nothing_that_a_seat_sees():
    """The enemy's tokens lie face down: whatever they are, it looks alike."""
    from grognard.systems.command.turn import TOKEN

    env, rng = env_of(rounds=2), Random(2)
    env.reset(seed=4)
    looked = 0
    while not env.battle.over and looked < 5:
        asked, player = env.battle, env.battle.player
        table = asked.session.table
        hidden = [u for u in table.units if u.side != player and u.has(TOKEN)]
        if hidden:
            looked += 1
            seen = env.observe(env.agent_selection)
            worth, words, greedy = asked.potential(player), asked.said(), asked.greedy()
            kept = table.snapshot()
            for u in hidden:
                faces = [Effect(TOKEN, e.source, e.until, "other") if e.what == TOKEN else e for e in u.effects]
                table.units[u.id] = replace(u, effects=tuple(faces))
            planted = env.observe(env.agent_selection)
            assert all(np.array_equal(seen[key], planted[key]) for key in seen)
            assert (worth, words, greedy) == (asked.potential(player), asked.said(), asked.greedy())
            table.restore(kept)
        env.step(masked(env.observe(env.agent_selection), rng))
    assert looked == 5


@pytest.mark.parametrize("system", systems.NAMES)
def test_observations_are_made_of_the_view_alone(system):
    env = env_of(system)
    env.reset(seed=4)
    asked = env.battle
    view = asked.view(asked.player).clone()  # a table of its own: nothing else is asked
    own = observed(view, asked.player, asked.ask, asked.shown(), asked.said(), asked.paged)
    seen = env.observe(env.agent_selection)
    assert all(np.array_equal(own[key], seen[key]) for key in own)


def test_both_seats_play_up_the_table():
    env = env_of()
    env.reset(seed=4)
    rng = Random(3)
    while min(len(env.battle.session.table.own(side)) for side in (0, 1)) < 3:
        env.step(masked(env.observe(env.agent_selection), rng))
    for agent in env.agents:
        rows = env.observe(agent)["observation"]
        ours, theirs = rows[:20], rows[20:]
        assert ours[ours[:, 2] == 1][:, 7].mean() < 0.5 < theirs[theirs[:, 2] == 1][:, 7].mean()
        assert set(ours[ours[:, 0] == 1][:, 1]) == {1.0} and set(theirs[:, 1]) == {0.0}


def test_a_row_says_where_an_option_leads_and_whom_it_points_at():
    env = env_of("usr", rounds=2)
    env.reset(seed=1)
    rng, moves, targets = Random(1), 0, 0
    while not env.battle.over and not (moves > 5 and targets > 5):
        seen = env.observe(env.agent_selection)
        rows = seen["options"][seen["action_mask"] == 1]
        assert (rows[:, 0] == 1).all() and rows.shape[1] == OPTION
        assert not seen["options"][seen["action_mask"] == 0].any()
        for row, option in zip(rows, env.battle.shown(), strict=True):
            if row[3] and row[7]:
                x, y = option.centre
                if env.battle.player:
                    x, y = 48 - x, 48 - y
                assert row[8] * 48 == pytest.approx(x, abs=0.01) and row[9] * 48 == pytest.approx(y, abs=0.01)
                moves += 1
            targets += bool(row[4] and row[15])
        env.step(masked(seen, rng))
    assert moves > 5 and targets > 5 and IN_OPTION == 16


def test_who_is_not_asked_sees_the_table_and_no_options():
    env = env_of()
    env.reset(seed=1)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    seen = env.observe(other)
    assert seen["observation"].any() and not seen["action_mask"].any() and not seen["options"].any()


# --- rewards ----------------------------------------------------------------------------------------------------------


def test_at_the_end_the_winner_or_the_margin_counts():
    env = env_of("usr", rounds=3)
    given = played(env, Random(5))
    final = points(env.battle.session.table)
    winner = env.battle.session.game.winner(env.battle.session.table)[0]
    assert given["player_0"] == (0 if winner is None else 1 if winner == 0 else -1)
    by_margin = played(env_of("usr", rounds=3, reward="margin"), Random(5))
    assert by_margin["player_0"] == (final[0] - final[1]) / 20 == -by_margin["player_1"]


@pytest.mark.parametrize("discount", [1.0, 0.9])
def test_shaped_rewards_are_of_a_potential(discount):
    """Discounted, they add up to what they would be without, less the potential at the beginning: what is best stays best."""
    env = env_of("usr", rounds=2, shaped=True, discount=discount)
    env.reset(seed=3)
    start = [table_worth(env.battle.view(player), player) / 20 for player in (0, 1)]
    rng, sums, choices, differ = Random(5), [0.0, 0.0], [0, 0], set()
    while not env.battle.over:
        player = env.battle.player
        choices[player] += 1
        if choices[player] > 1:
            sums[player] += discount ** (choices[player] - 2) * env.last()[1]
            differ.add(env.last()[1])
        env.step(masked(env.observe(env.agent_selection), rng))
    for player in (0, 1):
        sums[player] += discount ** (choices[player] - 1) * env._cumulative_rewards[env.possible_agents[player]]
    won = env.battle.won(0)
    for player, result in ((0, won), (1, -won)):
        assert sums[player] == pytest.approx(discount ** (choices[player] - 1) * result - start[player], abs=1e-6)
    assert len(differ) > 3


# --- to look at, and bad input ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [BattleEnv, VersusEnv])
def test_it_can_be_looked_at(kind):
    env = kind("usr/A", "usr/B", render_mode="svg", **SHORT)
    env.reset(seed=1)
    ElementTree.fromstring(env.render())
    env = kind("usr/A", "usr/B", render_mode="ansi", **SHORT)
    env.reset(seed=1)
    assert "objective at" in env.render() and "?" in env.render().splitlines()[-1]
    assert kind(**SHORT).render_mode is None
    env.close()


def test_pictures_for_watchers_tell_no_secret():
    env = env_of(rounds=1, render_mode="ansi")
    env.reset(seed=4)
    rng = Random(1)
    for _ in range(30):
        env.step(masked(env.observe(env.agent_selection), rng))
    known = {u.id: u for u in env.battle.public().units}
    assert known and env.render()


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"render_mode": "human"}, "no render_mode 'human'"),
        ({"reward": "glory"}, "no reward 'glory'"),
        ({"discount": 0.0}, "a discount of 0.0"),
        ({"ours": "command/Z"}, "Z"),
        ({"theirs": "usr/A"}, "must be of one system"),
        ({"scenario": "picnic"}, "picnic"),
        ({"colour": 1}, "no option 'colour'"),
        ({"rounds": 99}, "99 rounds"),
    ],
)
def test_what_cannot_be_is_one_line(how, said):
    for kind in (BattleEnv, VersusEnv):
        with pytest.raises(GrognardError, match=said):
            kind(**how)


def test_a_reset_may_change_the_battle():
    env = env_of()
    env.reset(seed=1, options={"battle": {"rounds": 2, "forces": ("command/B", "command/A")}})
    assert env.battle.setup.scenario.rounds == 2 and env.battle.setup.forces[0].name == battles.force("command/B").name
    env.reset(seed=1)
    assert env.battle.setup.scenario.rounds == 1
    with pytest.raises(GrognardError, match="no option 'size'"):
        env.reset(options={"battle": {"size": 3}})
    for how, said in (({"seat": 2}, "no seat 2"), ({"bot": "deeep"}, "deeep")):
        with pytest.raises(GrognardError, match=said):
            VersusEnv(**how)


def test_without_its_libraries_it_says_what_to_install():
    code = """
import sys
sys.modules["pettingzoo"] = None
from grognard.errors import GrognardError
try:
    import grognard.ai
except GrognardError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "grognard.ai needs pettingzoo (pip install 'grognard[ai]')\n"


def test_no_command_loads_it():
    code = """
import sys
from grognard.__main__ import run
sys.argv[1:] = ["battle", "command/A", "command/B", "--rounds", "1", "--seed", "1", "--log", "short"]
try:
    run()
finally:
    print("loaded", sorted({"gymnasium", "pettingzoo", "grognard.ai"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("loaded []\n")
