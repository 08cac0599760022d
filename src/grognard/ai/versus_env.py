"""A battle against a bot: a Gymnasium environment for one learner."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import gymnasium
from gymnasium import spaces

from ..bots import BOTS
from ..common.profiles import Force
from ..common.schema import known
from ..errors import GrognardError
from .battle_env import following, looked, told
from .features import MOST_OPTIONS, Observation, space
from .open_battle import OpenBattle, Staging
from .pictures import RENDER_MODES, check_mode, rendered
from .rewards import Rewards


class VersusEnv(gymnasium.Env[Observation, Any]):
    """One seat of a battle; ``bot`` plays the other. ``seat`` is 0, 1, or None: one seat and the other in turn.

    All else is as in ``BattleEnv``. ``action_mask`` stands in the observation and in ``info``; an action that it does not allow
    counts as the first option, and ``info["illegal"]`` says so, since much that samples a space knows no mask.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        ours: str | Force = "command/A",
        theirs: str | Force = "command/B",
        *,
        bot: str = "greedy",
        seat: int | None = 0,
        reward: str = "win",
        shaped: bool = False,
        discount: float = 1.0,
        greedy: bool = True,
        render_mode: str | None = None,
        **choices: Any,
    ) -> None:
        check_mode(render_mode)
        if seat not in (0, 1, None):
            raise GrognardError(f"no seat {seat!r}", hint="0, 1, or None for one after the other")
        self.bot = known(bot, BOTS, "bot")
        self.staging = Staging(ours, theirs, choices)
        self.given = Rewards(reward, shaped, discount)
        self.seat, self.tells_greedy, self.render_mode = seat, greedy, render_mode
        self.observation_space = space()
        self.action_space = spaces.Discrete(MOST_OPTIONS)
        self.seeds: Random | None = None
        self.begun = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new battle, as in ``BattleEnv.reset``, up to the first question to the learner."""
        super().reset(seed=seed)
        if seed is not None:
            self.begun = 0
        self.seeds, seed = following(self.seeds, seed)
        self.player = self.begun % 2 if self.seat is None else self.seat
        self.begun += 1
        players = [None if side == self.player else self.bot for side in (0, 1)]
        self.battle = OpenBattle(self.staging.setup(seed, options), players)
        self.before = self.given.potential(self.battle, self.player)
        return self._seen()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answers the question that is open, and lets the bot play on to the next."""
        legal = self.battle.legal(int(action))
        self.battle.act(int(action) if legal else 0)
        reward, self.before = self.given.since(self.battle, self.player, self.before)
        observation, info = self._seen()
        if not legal:
            info["illegal"] = True
        return observation, reward, self.battle.over, False, info

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        observation = looked(self.battle, self.player)
        over = self.battle.over
        info = {"digest": self.battle.session.digest()} if over else told(self.battle, self.tells_greedy)
        return observation, {**info, "action_mask": observation["action_mask"]}

    def render(self) -> str | None:
        """The battle as the learner may see it: text, or a picture as SVG."""
        if self.render_mode is None:
            return None
        return rendered(self.battle, self.render_mode, self.battle.view(self.player))
