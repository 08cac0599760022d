"""What options are worth to a player who takes the best at once."""

from __future__ import annotations

from typing import Any

from ...kernel.asks import Choose
from ...table.state import Table


def worth(t: Table, ask: Choose, option: Any) -> tuple[float, str]:
    return 0.0, ""


def bound(t: Table, ask: Choose, option: Any) -> float:
    return 0.0
