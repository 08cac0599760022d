"""A scene: a small situation of one system whose result shows that a rule does something.

Each system's ``tests/<system>/scenes.py`` exports ``SCENES``; every executable rule must change the result of at least
one when it is switched off. The result is compared as text: a law, legal options, an answer of ``odds``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Scene:
    """``run`` takes nothing and gives something whose ``repr`` tells all that matters."""

    name: str
    run: Callable[[], object]
