"""What an option is worth, for players that are programs."""

from __future__ import annotations

from typing import Any

from ...table.state import Table


def worth(t: Table, ask: Any, option: Any) -> tuple[float, str]:
    """What an option of a question is worth to the player asked, and why."""
    return (1.0, "as a matter of course") if option == ask.default else (0.0, "")
