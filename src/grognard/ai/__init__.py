"""Environments for programs that learn to play: ``BattleEnv`` for both seats (PettingZoo), ``VersusEnv`` against a bot (Gymnasium).

See docs/learning.md. No command needs this; it is there with ``pip install 'grognard[ai]'``.
"""

from __future__ import annotations

from ..errors import GrognardError

try:
    import gymnasium
    import numpy  # noqa: F401  asked for here, so that one line says what is missing
    import pettingzoo
except ImportError as missing:
    raise GrognardError(f"grognard.ai needs {missing.name}", hint="pip install 'grognard[ai]'") from None

from .battle_env import BattleEnv
from .features import LAST, MOST_OPTIONS
from .versus_env import VersusEnv

__all__ = ["LAST", "MOST_OPTIONS", "BattleEnv", "VersusEnv"]

pettingzoo.register("aec", "grognard/Battle-v0", entry_point="grognard.ai:BattleEnv")
gymnasium.register("grognard/Versus-v0", entry_point="grognard.ai:VersusEnv")
