"""What options are called: as the question says, else by what they are. For the page, and for reasons of bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..kernel.asks import Choose
from ..table.geometry import Formation
from ..table.scatter import bearing
from ..table.state import Table
from ..table.templates import Circle, Teardrop, under
from .options import Points


def words(t: Table, ask: Choose, options: Sequence[Any]) -> list[str]:
    """What each of some options is called; no two alike."""
    said = [called(t, ask, option) for option in options]
    return [w if said.count(w) == 1 else f"{w} ({said[: i + 1].count(w)})" for i, w in enumerate(said)]


def called(t: Table, ask: Choose, option: Any) -> str:
    """What one option is called."""
    says = ask.says
    own = ""
    if callable(says):
        own = says(option)
    elif says is not None and isinstance(ask.options, (tuple, list)) and len(says) == len(ask.options):
        own = says[ask.options.index(option)]
    return own or in_words(t, option, ask.options)


def in_words(t: Table, option: Any, options: Any = ()) -> str:
    """What an option is called that nobody has given other words: a text is itself, the number of a unit its name."""
    if isinstance(option, bool):
        return "yes" if option else "no"
    if isinstance(option, str):
        return option
    if isinstance(option, int):
        return t.name(option) if 0 <= option < len(t.units) else str(option)
    if isinstance(option, Formation):
        return f"to {_at(*option.centre)}" if option.positions else "nowhere"
    if isinstance(option, (Circle, Teardrop)):
        return f"at {_at(option.x, option.y)}{_over(t, option)}"
    if isinstance(options, Points):
        x, y, *rest = option
        radius = radius_of(options)
        turned = f", turned {bearing(rest[0])}" if rest else ""
        return f"at {_at(x, y)}{_over(t, Circle(x, y, radius)) if radius else ''}{turned}"
    return str(getattr(option, "name", option))


def radius_of(options: Any) -> float:
    """Of the template that is laid at one of some points, inches; 0 when none is."""
    return float(getattr(options, "radius", 0.0) or getattr(options, "marker", 0.0) / 2)


def _at(x: float, y: float) -> str:
    return f"({x:.1f}, {y:.1f})"


def _over(t: Table, shape: Circle | Teardrop) -> str:
    """Whom a template would lie over: how many models of which units."""
    found = [(len(under(shape, u.form)), t.name(u.id)) for u in t.units if u.here]
    named = [f"{n} of {name}" for n, name in found if n]
    return f", over {' and '.join(named)}" if named else ""
