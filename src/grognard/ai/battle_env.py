"""A battle for two learners, or for one who plays both seats: a PettingZoo AEC environment."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from gymnasium import spaces
from pettingzoo import AECEnv

from .. import battles
from ..common.profiles import Force
from .features import MOST_OPTIONS, Observation, observed, space
from .open_battle import OpenBattle, Staging
from .pictures import RENDER_MODES, check_mode, rendered
from .rewards import Rewards

AGENTS = ("player_0", "player_1")


class BattleEnv(AECEnv):  # type: ignore[misc]  # PettingZoo tells no types
    """Both seats of a battle: who is asked next acts next.

    ``ours`` and ``theirs`` are what commands take, ``usr/A`` or a file; ``choices`` are those of ``battles.setup``: ``scenario``,
    ``rounds``, ``table``, ``rulings``. ``greedy``: ``infos`` has greedy's pick, which takes a while to find. For ``reward``,
    ``shaped`` and ``discount`` see ``Rewards``. Raises GrognardError for what does not exist or does not fit together.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "grognard/Battle-v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        ours: str | Force = "command/A",
        theirs: str | Force = "command/B",
        *,
        reward: str = "win",
        shaped: bool = False,
        discount: float = 1.0,
        greedy: bool = True,
        render_mode: str | None = None,
        **choices: Any,
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        self.staging = Staging(ours, theirs, choices)
        self.given = Rewards(reward, shaped, discount)
        self.tells_greedy, self.render_mode = greedy, render_mode
        self.possible_agents = list(AGENTS)
        self.observation_spaces = {agent: space() for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(MOST_OPTIONS) for agent in AGENTS}
        self.seeds: Random | None = None
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent may see: always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What an agent may do: always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new battle: of the seed, or of the next one that follows from the last seed given.

        ``options["battle"]`` may name other ``forces`` (two of them), ``scenario``, ``rounds``, ``table``, ``rulings``.
        """
        self.seeds, seed = following(self.seeds, seed)
        self.battle = OpenBattle(self.staging.setup(seed, options))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.potentials = [self.given.potential(self.battle, player) for player in (0, 1)]
        self._asked()

    def step(self, action: Any) -> None:
        """Answers the question that is open. Raises GrognardError for an action that the mask does not allow."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.battle.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        for player in (0, 1) if self.battle.over else (self.battle.player,):
            found = self.given.since(self.battle, player, self.potentials[player])
            self.rewards[AGENTS[player]], self.potentials[player] = found
        self._asked()
        self._accumulate_rewards()

    def _asked(self) -> None:
        """Whose turn it is to act, and what he is told besides."""
        battle = self.battle
        self.infos = {agent: {} for agent in AGENTS}
        if battle.over:
            digest = battle.session.digest()
            for agent in AGENTS:
                self.terminations[agent] = True
                self.infos[agent]["digest"] = digest
            return
        self.agent_selection = AGENTS[battle.player]
        self.infos[self.agent_selection] = told(battle, self.tells_greedy)

    def observe(self, agent: str) -> Observation:
        """What an agent sees; of one who is not asked the options are empty."""
        return looked(self.battle, AGENTS.index(agent))

    def render(self) -> str | None:
        """The battle as a watcher sees it: text, or a picture as SVG."""
        if self.render_mode is None:
            return None
        return rendered(self.battle, self.render_mode, self.battle.public())

    def close(self) -> None:
        """Nothing is held that would have to be let go."""

    def __str__(self) -> str:
        return "grognard/Battle-v0"


def following(seeds: Random | None, seed: int | None) -> tuple[Random, int]:
    """The seed of the next battle, and where those after it come from."""
    if seed is not None:
        return Random(f"battles after {seed}"), int(seed)
    drawn = seeds if seeds is not None else Random(battles.fresh_seed())
    return drawn, drawn.randrange(battles.SEEDS)


def looked(battle: OpenBattle, player: int) -> Observation:
    """What a player sees of a battle."""
    view = battle.view(player)
    if battle.over or battle.player != player:
        return observed(view, player)
    return observed(view, player, battle.ask, battle.shown(), battle.said(), battle.paged)


def told(battle: OpenBattle, greedy: bool) -> dict[str, Any]:
    """What whoever is asked is told besides: the question and the options in words, and greedy's pick."""
    said: dict[str, Any] = {"ask": battle.ask.question, "options": battle.said(), "pages": battle.paged}
    return {**said, "greedy": battle.greedy()} if greedy else said
