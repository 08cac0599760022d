"""A battle to look at: the report so far with the table in characters, and the table as SVG."""

from __future__ import annotations

from html import escape
from typing import Any

from ..common.report import report
from ..errors import GrognardError
from ..table.state import Table
from ..terminal.top_view import drawn, roll_call
from ..web.prompts import prompt
from ..web.seen import seen
from .open_battle import OpenBattle

RENDER_MODES = ("ansi", "svg")
LINES = 6  # of the report
COLOURS = ("#2a5a8a", "#9a3324")
SCALE = 10  # of a picture: points an inch


def check_mode(render_mode: str | None) -> None:
    """Raises GrognardError for a way to show a battle that there is not; None shows nothing."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise GrognardError(f"no render_mode {render_mode!r}", hint=f"there are {', '.join(RENDER_MODES)}")


def rendered(open_battle: OpenBattle, how: str, table: Table) -> str:
    """The battle as it stands, of a table that whoever looks may know."""
    return svg(table) if how == "svg" else ansi(open_battle, table)


def ansi(open_battle: OpenBattle, table: Table) -> str:
    """The last lines of the report as a watcher reads it, the table, and who is asked what."""
    known = seen(table)
    lines = [*report(open_battle.session, "short", None)[-LINES:], "", *drawn(known, 80), *roll_call(known)]
    if not open_battle.over:
        lines.append(prompt(open_battle.ask.question, table.names))
    return "\n".join(lines) + "\n"


def svg(table: Table) -> str:
    """The table from above."""
    known = seen(table)
    wide, high = known["width"], known["height"]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide * SCALE:g} {high * SCALE:g}" font-family="sans-serif">',
        f'<rect width="{wide * SCALE:g}" height="{high * SCALE:g}" fill="#e9e4d4"/>',
    ]
    for piece in known["terrain"]:
        points = " ".join(f"{x * SCALE:.1f},{(high - y) * SCALE:.1f}" for x, y in piece["points"])
        if not piece["gone"]:
            parts.append(f'<polygon points="{points}" fill="#b5b094"><title>{escape(piece["name"])}</title></polygon>')
    for marker in known["markers"]:
        parts.append(_circle(marker["at"], 0.5, "#d9a400" if marker["kind"] == "objective" else "#888", high))
    for unit in known["units"]:
        if unit["place"] == "table":
            parts += [f"<g><title>{escape(unit['name'])}</title>", *_models(unit, high), "</g>"]
    said = f"{known['heading']}: {known['scores'][0]} to {known['scores'][1]}"
    parts.append(f'<text x="6" y="16" font-size="13">{escape(said)}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _models(unit: dict[str, Any], high: float) -> list[str]:
    return [
        _circle(model["at"], max(model["base"][1], 0.4), COLOURS[unit["side"]], high)
        for model in unit["models"]
        if "at" in model
    ]


def _circle(at: list[float], radius: float, colour: str, high: float) -> str:
    x, y = at
    return f'<circle cx="{x * SCALE:.1f}" cy="{(high - y) * SCALE:.1f}" r="{radius * SCALE:.1f}" fill="{colour}"/>'
